"""`--measured FILE`: measured points over the curves of any picture, and how far the curves are from them.

The file is a CSV file with a header; lines that begin with # are comments. The header has the units, `force (N)`, or
`unit=` gives them. The points belong to the panel whose axes have the dimensions of the two columns. All curves pass
here, because the panels are read from the drawn figure.

Deviations are curve minus measurement. A curve over rising values is compared between the first and the last abscissa
that both have: root mean square of the difference at the measured abscissas; largest value and its abscissa, from the
parabola through three samples; area below the curve, which is integrated at the measured abscissas as the
measurement is; and over time the arrival, at which the curve first reaches half
of its largest value. Rows with the same abscissa are repetitions of an experiment: each of them is compared with the
curve, and their mean is the measured curve whose peak, area and arrival are found. A curve that returns, such as a loop
of force over overlap, is compared at each measured abscissa with its nearest branch; its area is that enclosed.
Quantities that only one of the two has, such as a largest value at the edge, are nan; the printed line says why."""
import argparse
import csv
import difflib
import re
from typing import NamedTuple, Optional

import numpy as np

from . import drawn, layout, peaks, style, units
from .table import Column, Numbers, PostError

KEYS = ("x", "y", "unit", "label", "error", "panel", "curve")
MARKS = ("o", "s", "^", "D", "v")
FEWEST = 2  # rows
MARGIN = 0.04  # free space beside points at the edge of a panel, relative to its range


class Source(NamedTuple):
    """A value of --measured: path of the file, and the values of the keys behind it."""

    path: str
    given: dict

    @classmethod
    def of(cls, text):
        path, *parts = re.split(r",(?=[a-z]+=)", text)
        given = dict(part.split("=", 1) for part in parts)
        wrong = [key for key in given if key not in KEYS]
        if wrong:
            raise argparse.ArgumentTypeError(f"{wrong[0]}= is no key of --measured; there are {', '.join(KEYS)}")
        if "unit" in given and given["unit"].count(":") != 1:
            raise argparse.ArgumentTypeError(
                f"unit={given['unit']}: write the units of both columns, for example unit=us:N, or unit=:N for y only"
            )
        return cls(path, given)


class Quantity(NamedTuple):
    """Values of a column in SI units, with its name, its unit as written (None: no unit) and its dimension."""

    name: str
    unit: Optional[str]
    dimension: tuple
    values: np.ndarray


class Points:
    """The points of one file; `lines`: number of the line of each row, for messages."""

    def __init__(self, source):
        self.source, given = source, source.given
        self.header, rows, self.lines = read(source.path)
        self.names = [units.split(text)[0] for text in self.header]
        if len(rows) < FEWEST:
            raise PostError(
                f"{source.path} has {len(rows)} rows below its header; a comparison needs at least {FEWEST}"
            )
        x_unit, y_unit = given.get("unit", ":").split(":")
        errors = [k for k, name in enumerate(self.names) if re.search(r"(^|[ _])error$", name)]
        free = [k for k in range(len(self.names)) if k not in errors]
        x = self.place(given["x"]) if "x" in given else free[0]
        rest = [k for k in free if k != x]
        if "y" not in given and not rest:
            raise PostError(f"{source.path} has one column; a curve needs two")
        y = self.place(given["y"]) if "y" in given else rest[0]
        self.x, self.y = self.column(rows, x, x_unit), self.column(rows, y, y_unit)
        self.x_error, self.y_error = (
            self.error(rows, errors, quantity, given.get("error") if quantity is self.y else None)
            for quantity in (self.x, self.y)
        )
        self.label = given.get("label") or f"measured {style.named(self.y.name)}"

    def place(self, name):
        """Returns the number of a column from its name, with or without its unit."""
        for k, (short, long) in enumerate(zip(self.names, self.header)):
            if name in (short, long):
                return k
        near = difflib.get_close_matches(name, self.names, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise PostError(f"{self.source.path} has no column {name}; there are {', '.join(self.names)}{hint}")

    def column(self, rows, place, given):
        name, unit = self.names[place], given.strip() or units.split(self.header[place])[1]
        known = units.parse(unit or "1")
        if known is None:
            raise PostError(
                f"{self.source.path}: '{unit}' of the column {name} is no unit{units.why_not(unit)}; write for example "
                "us, kN, m/s or kg m-3 in parentheses, or give unit=X:Y"
            )
        values = np.array([self.number(row[place], name, line) for row, line in zip(rows, self.lines)])
        return Quantity(name, unit, known[1], values * known[0])

    def number(self, text, name, line):
        try:
            value = float(text)
        except ValueError:
            raise PostError(f"{self.source.path}:{line}: {name} is '{text}', not a number") from None
        if not np.isfinite(value):
            raise PostError(f"{self.source.path}:{line}: {name} is {text.strip()}; leave out rows without a value")
        return value

    def error(self, rows, errors, quantity, named):
        """Returns the half lengths of the error bars of a column; None: the file has none."""
        names = (f"{quantity.name} error", f"{quantity.name}_error", *(["error"] if quantity is self.y else []))
        found = [self.place(named)] if named else [k for k in errors if self.names[k] in names]
        if not found:
            return None
        _, unit = units.split(self.header[found[0]])
        error = self.column(rows, found[0], unit or quantity.unit or "1")
        if error.dimension != quantity.dimension:
            raise PostError(f"{self.source.path}: {error.name} is in {unit}, {quantity.name} in {quantity.unit or '1'}")
        if np.any(error.values < 0):
            line = self.lines[int(np.argmax(error.values < 0))]
            raise PostError(f"{self.source.path}:{line}: {error.name} is negative")
        return error.values

    def check_rising(self):
        falls = np.flatnonzero(np.diff(self.x.values) < 0)
        if falls.size:
            at = self.lines[falls[0] + 1]
            raise PostError(
                f"{self.source.path}:{at}: {self.x.name} falls from the row before to this row; sort the rows by "
                f"{self.x.name}, or write each experiment into a file of its own (--measured may be repeated)"
            )


def read(path):
    """Returns header, rows and the numbers of their lines."""
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            lines = [(k, line) for k, line in enumerate(file, 1) if line.strip() and not line.startswith("#")]
    except UnicodeDecodeError:
        raise PostError(f"{path} is not a text file") from None
    except OSError as problem:
        raise PostError(f"{path} cannot be read: {problem.strerror}") from None
    numbers = [k for k, _ in lines]
    rows = list(csv.reader(line for _, line in lines))
    header = [text.strip() for text in rows[0]] if rows else []
    if not header or any(re.fullmatch(r"[-+]?(\d|\.\d).*|nan|", text) for text in header):
        raise PostError(f"{path}: the first line must name the columns, for example 'time (us),force (N)'")
    for row, number in zip(rows[1:], numbers[1:]):
        if len(row) != len(header):
            raise PostError(f"{path}:{number}: {len(row)} fields, but the header names {len(header)} columns")
    return header, rows[1:], numbers[1:]


class Axis(NamedTuple):
    """Name, unit in which values are compared, dimension (None: no physical unit), value of one mark on the axis."""

    name: str
    unit: str
    dimension: Optional[tuple]
    size: float

    @classmethod
    def of(cls, name, unit, size=1.0):
        known = units.parse(unit)
        return cls(name, unit, known[1] if known else None, size)

    def from_si(self, values):
        return values / units.parse(self.unit)[0]


class Curve(NamedTuple):
    """A drawn curve in the units of its axes: a value y is drawn at y * factor + base."""

    name: str
    x: np.ndarray
    y: np.ndarray
    factor: float
    base: float


class Panel:
    """A panel with curves. In a panel of shifted curves (`style.keep` with a place) the vertical axis has no label."""

    def __init__(self, axes):
        self.axes, self.title = axes, layout.title_of(axes)
        self.letter = self.title[1] if style.LETTER.match(self.title) and self.title[0] == "(" else ""
        self.x = Axis.of(*drawn.measured(drawn.label_of(axes, "x")))
        self.shifted = getattr(axes, "places", {})
        if self.shifted:
            kept = [(name, columns) for name, columns in axes.numbers if name in self.shifted]
            (first, _), (name, column) = list(kept[0][1].items())[:2]
            self.y = Axis.of(name, column.unit)
            self.curves = [
                Curve(name, *(column.values for column in list(columns.values())[:2]), *self.shifted[name])
                for name, columns in kept
            ]
            return
        self.y = Axis.of(*drawn.measured(drawn.label_of(axes, "y")))
        self.curves = []
        for name, x, y, *maps in drawn.series(axes):
            name = re.sub(r"^child\d+$", "", name.lstrip("_"))
            if maps or np.size(x) < 2:
                continue
            values = (np.asarray(side, dtype=float) * axis.size for side, axis in ((x, self.x), (y, self.y)))
            self.curves.append(Curve(name or f"curve {len(self.curves) + 1}", *values, 1 / self.y.size, 0.0))
        if len(self.curves) == 1 and self.curves[0].name == "curve 1":  # then the title is the name, as in a CSV file
            self.curves = [self.curves[0]._replace(name=style.LETTER.sub("", self.title) or "curve 1")]

    def fits(self, points):
        return (self.x.dimension, self.y.dimension) == (points.x.dimension, points.y.dimension)

    def words(self):
        """Returns `(a) time in s, force in N` for a list of panels."""
        sides = ", ".join(f"{axis.name} in {axis.unit}" for axis in (self.x, self.y))
        return f"({self.letter}) {sides}" if self.letter else sides

    def likeness(self, points):
        """Returns for how many axes the name shares a word with the name of the column."""
        pairs = ((self.x, points.x), (self.y, points.y))
        return sum(bool(set(words_of(axis.name)) & set(words_of(column.name))) for axis, column in pairs)

    def chosen(self, points):
        """Returns the curves that are compared with the points."""
        named = points.source.given.get("curve")
        names = ", ".join(curve.name for curve in self.curves[:20])
        if named is None:
            if self.shifted and len(self.curves) > 1:
                raise PostError(f"the curves of panel ({self.letter}) are shifted; add ,curve= with one of: {names}")
            return self.curves
        found = [curve for curve in self.curves if curve.name == named]
        found = found or [curve for curve in self.curves if named in curve.name]
        if len(found) != 1:
            count = "no curve" if not found else f"{len(found)} curves"
            raise PostError(f"curve={named} names {count} of this panel; there are: {names}")
        return found


def words_of(name):
    return re.findall(r"[a-z]+", name.lower())


def panel_for(points, panels):
    """Returns the panel of these points."""
    path, given = points.source.path, points.source.given
    if "panel" in given:
        panels = [panel for panel in panels if panel.letter == given["panel"].strip("()").lower()] or panels
        if panels[0].letter != given["panel"].strip("()").lower():
            raise PostError(f"no panel {given['panel']} with curves; there are: {listed(panels)}")
    if "curve" in given:
        panels = [panel for panel in panels if any(given["curve"] in curve.name for curve in panel.curves)] or panels
    found = [panel for panel in panels if panel.fits(points)]
    if not found:
        own = ", ".join(f"{each.name} in {each.unit or '1 (no unit)'}" for each in (points.x, points.y))
        bare = None in (points.x.unit, points.y.unit)
        raise PostError(
            f"{path} has {own}; no panel has these units; there are: {listed(panels)}; "
            + ("give the units by unit=X:Y" if bare else "choose columns by x= and y=")
        )
    exact = [panel for panel in found if given.get("curve") in (curve.name for curve in panel.curves)]
    found = exact or found
    most = max(panel.likeness(points) for panel in found)
    found = [panel for panel in found if panel.likeness(points) == most]
    if len(found) > 1:
        letters = ", ".join(panel.letter or panel.title for panel in found)
        raise PostError(f"{path} fits the panels {letters}; add ,panel= with one of them")
    return found[0]


def listed(panels):
    return "; ".join(dict.fromkeys(panel.words() for panel in panels))


def at_least(values, size):
    """Returns the first place at which the values reach `size`, as a number of steps; nan: from the start, or never."""
    reached = np.flatnonzero(values * np.sign(size) >= abs(size))
    if not reached.size or reached[0] == 0:
        return np.nan
    k = reached[0]
    return k - 1 + (size - values[k - 1]) / (values[k] - values[k - 1])


def top_of(x, y):
    """Returns place and height of the largest value of a curve over rising x; nan at the edge."""
    k = int(np.argmax(np.abs(y)))
    if not 0 < k < len(y) - 1:
        return np.nan, np.nan
    sign = np.sign(y[k])
    at, height = peaks.vertex(x[k - 1 : k + 2], sign * y[k - 1 : k + 2])
    return at, sign * height


def means(x, y):
    """Returns the curve through the means of the points with the same abscissa; x does not fall."""
    places, first, count = np.unique(x, return_index=True, return_counts=True)
    return places, np.add.reduceat(y, first) / count


def between(x, y, low, high):
    """Returns the curve from `low` to `high`, with interpolated ends."""
    inner = (x > low) & (x < high)
    ends = np.interp([low, high], x, y)
    return np.array([low, *x[inner], high]), np.array([ends[0], *y[inner], ends[1]])


def enclosed(x, y):
    return 0.5 * abs(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))


def nearest_branch(x, y, px, py):
    """Returns at each point the value of the branch that is nearest to it; nan: no branch has this abscissa."""
    found = np.full(len(px), np.nan)
    low, high = np.minimum(x[1:], x[:-1]), np.maximum(x[1:], x[:-1])
    for k, (at, value) in enumerate(zip(px, py)):
        over = np.flatnonzero((low <= at) & (at <= high))
        if over.size:
            step = x[over + 1] - x[over]
            part = np.divide(at - x[over], step, out=np.zeros(over.size), where=step != 0)
            values = y[over] + part * (y[over + 1] - y[over])
            found[k] = values[np.argmin(np.abs(values - value))]
    return found


class Comparison:
    """Deviations of a curve from the points, in the units of the panel; see the head of this file."""

    def __init__(self, points, panel, curve):
        self.points, self.panel, self.name = points, panel, curve.name
        known = np.isfinite(curve.x) & np.isfinite(curve.y)
        x, y = curve.x[known], curve.y[known]
        px, py = panel.x.from_si(points.x.values), panel.y.from_si(points.y.values)
        if len(x) > 1 and np.all(np.diff(x) <= 0):
            x, y = x[::-1], y[::-1]
        self.peak = self.place = self.area = self.arrival = self.rms = np.nan
        self.edges = []  # the sides whose largest value is at an end of the common range
        if len(x) < 2:
            self.inside = 0
            return
        if np.all(np.diff(x) >= 0):
            points.check_rising()
            inside = (px >= x[0]) & (px <= x[-1])
            values = np.where(inside, np.interp(px, x, y), np.nan)
            self.compare_functions(x, y, px, py)
        else:
            values = nearest_branch(x, y, px, py)
            self.compare_loops(x, y, px, py)
        away = (values - py)[np.isfinite(values)]
        self.inside, self.count, self.largest = len(away), len(py), np.abs(py).max()
        self.rms = np.sqrt(np.mean(away**2)) if len(away) else np.nan

    def compare_functions(self, x, y, px, py):
        low, high = max(x[0], px[0]), min(x[-1], px[-1])
        if not low < high:
            return
        ours, theirs = between(x, y, low, high), between(*means(px, py), low, high)
        # a trapezoid of few points misses the same part of both areas
        self.area = relative(np.trapz(np.interp(theirs[0], x, y), theirs[0]), np.trapz(theirs[1], theirs[0]))
        tops = top_of(*ours), top_of(*theirs)
        self.edges = [name for name, top in zip(("curve", "measurement"), tops) if not np.isfinite(top[1])]
        self.place, self.peak = tops[0][0] - tops[1][0], relative(tops[0][1], tops[1][1])
        if self.points.x.dimension == units.SECOND and np.isfinite(self.peak):
            times = [
                np.interp(at_least(values, 0.5 * top[1]), np.arange(len(values)), time)
                for (time, values), top in zip((ours, theirs), tops)
            ]
            self.arrival = times[0] - times[1]

    def compare_loops(self, x, y, px, py):
        ours, theirs = int(np.argmax(np.abs(y))), int(np.argmax(np.abs(py)))
        self.peak, self.place = relative(y[ours], py[theirs]), x[ours] - px[theirs]
        if not np.all(np.diff(px) >= 0):  # a branch alone encloses nothing
            self.area = relative(enclosed(x, y), enclosed(px, py))

    def text(self):
        """Returns the comparison as a line of text."""
        place = self.panel.title.partition(", dotted:")[0] or self.panel.words()
        place += "" if place.endswith(self.name) else f", {self.name}"
        head = f"measured: {self.points.label} in {place}: "
        if not self.inside:
            return head + "no point within the range of the curve"
        share = f" ({100 * self.rms / self.largest:.2g} % of the largest)" if self.largest else ""
        beyond = self.count - self.inside
        points = (
            f"{self.inside} of {self.count} points; {beyond} beyond the curve" if beyond else f"{self.inside} points"
        )
        found = [points, f"rms {with_unit(self.rms, self.panel.y.unit)}{share}"]
        parts = [("peak", self.peak, None), ("its place", self.place, self.panel.x.unit)]
        parts += [("area", self.area, None), ("arrival", self.arrival, self.panel.x.unit)]
        for name, value, unit in parts:
            if np.isfinite(value):
                found.append(f"{name} {f'{100 * value:+.2g} %' if unit is None else with_unit(value, unit, '+')}")
        if self.edges:
            found.append(
                f"no peak: the largest value of the {' and of the '.join(self.edges)} is at an end of the data"
            )
        return head + ", ".join(found)


def relative(ours, theirs):
    return (ours - theirs) / abs(theirs) if theirs else np.nan


def with_unit(value, unit, sign=""):
    factor, unit = style.scaled(abs(value), unit) if value else (1.0, unit)
    return f"{value * factor:{sign}.3g}" + ("" if unit == "1" else f" {style.in_text(unit)}")


def table_of(comparisons):
    """Returns the deviations of one file from the curves of its panel, a row for each curve."""
    panel, points = comparisons[0].panel, comparisons[0].points
    x, y = panel.x.unit, panel.y.unit

    def values(name, unit="1"):
        return Column(np.array([getattr(each, name) for each in comparisons], dtype=float), unit)

    columns = {
        "compared with": Column(np.array([each.name for each in comparisons])),
        "points compared": values("inside"),
        "rms deviation": values("rms", y),
        "peak deviation": values("peak"),
        "deviation of the place of the peak": values("place", x),
        "area deviation": values("area"),
        "arrival deviation": values("arrival", x),
    }
    return Numbers(columns, name=f"{panel.title or panel.words()}, deviation from {points.label}", label="curve")


def put(axes, points, panel, curve, mark):
    """Draws the points with their error bars over a panel, and their name into its legend."""
    sides = ((panel.x, points.x, points.x_error, panel.x.size), (panel.y, points.y, points.y_error, 1 / curve.factor))
    (x, x_error), (y, y_error) = (
        (axis.from_si(column.values) / size, None if error is None else axis.from_si(error) / size)
        for axis, column, error, size in sides
    )
    y = y + curve.base
    limits = axes.get_xlim(), axes.get_ylim()
    look = {"color": style.BLACK, "zorder": 7}
    if x_error is not None or y_error is not None:
        axes.errorbar(x, y, y_error, x_error, fmt="none", ecolor=style.BLACK, elinewidth=0.6, capsize=1.5, zorder=7)
    plotted = {"linestyle": "none", "marker": mark, "markersize": 3.5, "markerfacecolor": "white"}
    (line,) = axes.plot(x, y, markeredgewidth=0.7, label=points.label, **plotted, **look)
    widen(axes, limits, (x, x_error), (y, y_error))
    if hasattr(axes, "numbers"):
        columns = {panel.x.name: (panel.x.from_si(points.x.values), panel.x.unit)}
        columns[panel.y.name] = panel.y.from_si(points.y.values), panel.y.unit
        style.keep(axes, points.label, columns)
    legend = axes.get_legend()
    handles, texts, options = [line], [points.label], {}
    if legend is not None:
        handles, texts = [*legend.legendHandles, line], [*(text.get_text() for text in legend.texts), points.label]
        options = layout.options_of(legend)
    axes.legend(handles, texts, **options)


def widen(axes, limits, *sides):
    """Extends the former range of a panel so that all points are inside with their markers."""
    for (low, high), (values, error), side in zip(limits, sides, "xy"):
        bar, log = (0 if error is None else error), getattr(axes, f"get_{side}scale")() == "log"
        least, most = np.min(values - (0 if log else bar)), np.max(values + bar)
        down = low > high  # an axis that points downwards
        low, high = min(low, high), max(low, high)
        if log:
            ratio = (max(high, most) / (min(low, least) if least > 0 else low)) ** MARGIN
            low, high = min(low, least / ratio if least > 0 else low), max(high, most * ratio)
        else:
            margin = MARGIN * (max(high, most) - min(low, least))
            low, high = min(low, least - margin), max(high, most + margin)
        getattr(axes, f"set_{side}lim")((high, low) if down else (low, high))


def overlay(drawing, sources):
    """Draws the points of the files over a figure; returns the comparisons, a list for each file."""
    found = []
    every = [axes for axes in drawing.axes if axes.get_label() != "<colorbar>" and axes.get_visible()]
    panels = [Panel(axes) for axes in every if axes.name == "rectilinear" and axes.axison]
    panels = [panel for panel in panels if panel.curves]
    if sources and not panels:
        raise PostError("this picture has no curves; --measured needs a panel with curves")
    for number, source in enumerate(sources):
        points = Points(source)
        panel = panel_for(points, panels)
        curves = panel.chosen(points)
        found.append([Comparison(points, panel, curve) for curve in curves])
        put(panel.axes, points, panel, curves[0], MARKS[number % len(MARKS)])
    return found
