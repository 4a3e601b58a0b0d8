"""`fit`: data, fitted values with their band, residuals, correlations and profiles of the parameters, comparison of
laws."""
import itertools
import math
import re

import numpy as np

from . import members, style
from .reader import PostError
from .table import Column, Numbers, text_of

DESCRIPTION = """A panel for each measured quantity: the data with bars of one standard deviation, the computed
values at the best point, which exist at the data only and are markers, and a band of two standard deviations of the
computed values, which follows from the covariance of the parameters. Then the residuals: (computed -
measured)/deviation, in the order of the data; dotted lines separate quantities. With two parameters the heading has
their correlation, with more a panel the largest ones; beyond 0.95, marked by a line, the data hardly tell two
parameters apart. With several fits of the same data: AICc minus the smallest one; a fit that is worse by more than
10 has almost no support. Of the best fit, if it has them, the profiles of up to three parameters: the smallest chi^2
with this parameter fixed, above the smallest of all, in units of its scale. The dashed parabola follows from the
covariance; both are 4 at the ends of an interval of two deviations. --variant selects one of several fits. `--csv`
writes all columns of the data, the parameters and the curves. Curves of impacts are drawn over overlap or time: a
colour for each speed, a marker for loading and for unloading, and lines between the computed values. Points of paths
are drawn over time, pulses of a chain over the number of the bead, or over the speed if there is one bead only; the
bands of curves and pulses are bars."""
WITH_CURVES = True
QUANTITIES_MAX, PAIRS_MAX, FITS_MAX, PROFILES_MAX = 4, 8, 8, 3
RISE = 4  # of chi^2 at the ends of the interval of a profile
AT_BOUND = 1  # state of a parameter at an end of its range
HINT = 0.95  # correlation that a fit reports
MARKS = "os^Dv*"
BRANCHES = {1: ("o", "loading"), -1: ("s", "unloading")}  # marker and name
MARKERS_ONLY = {"linestyle": "none", "marker": "x", "markersize": 4}
WIDE = 10  # largest/smallest speed of a logarithmic axis
NOTHING = 1e-6  # differences of AICc below this fraction of the largest AICc are rounding


def add_options(command):
    command.add_argument("--variant", metavar="NAME", help="a fit, by the name of its variant; default: all")


class Fit:
    """A fit of the results: arrays by name, and the measured quantities."""

    def __init__(self, name, group, resolved=""):
        self.name, self.resolved = name, resolved
        self.data = {key: group[f"data/{key}"][()] for key in group["data"]}
        self.parameters = {key: group[f"parameters/{key}"][()] for key in group["parameters"]}
        self.summary = {key: float(group[f"summary/{key}"][0]) for key in group["summary"]}
        self.keys = text_of(group["keys"][()]).split("\n")
        self.units = text_of(group["units"][()]).split("\n")
        self.findings = text_of(group["findings"][()]).splitlines()
        self.quantities = [line.split(" ") for line in text_of(group["quantities"][()]).split("\n")]
        for key, values in self.parameters.items():
            if key in ("covariance", "correlation", "direction"):
                self.parameters[key] = values.reshape(len(self.keys), len(self.keys))
        self.profiles = []  # of each parameter: its values, and the rise of chi^2 in units of its scale
        if "profiles" in group:
            rows = group["profiles"][()].reshape(len(self.keys), -1, len(self.keys) + 2)
            rise = (rows[:, :, -2] - self.summary["chi_squared"]) / self.scale()
            self.profiles = [(rows[k, :, k], rise[k]) for k in range(len(self.keys))]

    def scale(self):
        """Returns the scale of chi^2: 1 if the deviations of the data are known, otherwise chi^2/(n - m)."""
        if np.isfinite(self.data["deviation"]).all():
            return 1
        return self.summary["chi_squared"] / (self.summary["data_count"] - self.summary["parameter_count"])

    def rows(self, quantity):
        """Returns the data of a quantity: in the order of the table for a curve, otherwise of the abscissa."""
        table, number, kind = quantity[:3]
        place = self.data["place"]
        mine = np.flatnonzero((place[:, 0] == int(table)) & (place[:, 2] == int(number)))
        return mine if kind == "curve" else mine[np.argsort(place[mine, self.variable(quantity)], kind="stable")]

    def variable(self, quantity):
        """Returns the column of `place` over which a quantity is drawn: of one bead of a chain, the speed."""
        mine = self.data["place"][self.data["place"][:, 0] == int(quantity[0])]
        beads, speeds = (len(np.unique(mine[:, column])) for column in (3, 4))
        return 4 if quantity[2] == "chain" and beads == 1 and speeds > 1 else 3

    def impacts(self, rows, over):
        """Returns for each speed of a curve its numbers in `rows`, in the order of its loop, and their branches."""
        place = self.data["place"][rows]
        branch = np.ones(int(place[:, 1].max()) + 1) if over == "time" else branches_in(self.resolved, int(place[0, 0]))
        found = []
        for speed in np.unique(place[:, 4]):
            mine = np.flatnonzero(place[:, 4] == speed)
            x = place[mine, 3]
            side = runs_of(x) if branch is None else branch[place[mine, 1].astype(int)]
            if side is None:
                found.append((speed, mine, None))
                continue
            order = np.lexsort((side * x, -side))  # loading by rising, unloading by falling overlap
            found.append((speed, mine[order], side[order]))
        return found

    def pairs(self):
        """Returns names and correlations of the pairs of parameters whose correlations are largest."""
        names = [style.short_names(self.keys)[key] for key in self.keys]
        found = []
        for i, j in itertools.combinations(range(len(names)), 2):
            value = float(self.parameters["correlation"][i, j])
            if np.isfinite(value):
                found.append((f"{names[i]},\n{names[j]}", value))
        return sorted(found, key=lambda pair: -abs(pair[1]))[:PAIRS_MAX]


def branches_in(resolved, table):
    """Returns the branches of the rows of a table by the resolved input; None: it has none of this table. The input of
    a study has no resolved tables."""
    tables = re.split(r"^    - of: ", resolved, flags=re.M)[1:]
    text = tables[table] if table < len(tables) else ""
    column = re.search(r'^      branch: "(.*)"$', text, re.M)
    name = re.escape(column[1]) if column else None
    values = name and re.search(rf'^        "?{name}"?:\n.*\n +values: \[(.*)\]$', text, re.M)
    return np.array([float(value) for value in values[1].split(",")]) if values else None


def runs_of(x):
    """Returns branches by the order of the rows: 1 for a first, -1 for a second part with rising or falling values;
    None: there are more parts."""
    side, direction = [1], 0.0
    for last, this in itertools.pairwise(x):
        turned = (this - last) * direction < 0
        side.append(side[-1] - 2 * turned)
        direction = 0.0 if turned else direction or this - last
    return np.array(side) if min(side) >= -1 else None


def fits_of(results, variant=None):
    """Returns the fits of a results file, sorted by AICc."""
    file, resolved = results.opened(), results.text("resolved")
    if "fit" not in file:
        raise PostError("no fit in these results; run a case with problem: fit")
    found = []

    def note(name, group):
        if "keys" in group and "data" in group:
            found.append(Fit(name, group, resolved))

    note("", file["fit"])
    file["fit"].visititems(lambda name, item: note(name, item) if hasattr(item, "keys") else None)
    if variant is not None:
        found = [fit for fit in found if fit.name == variant]
        if not found:
            raise PostError(f"no fit {variant} in these results")
    return sorted(found, key=lambda fit: fit.summary["aicc"])


def table(results, options):
    tables = []
    for fit in fits_of(results, options.variant):
        place = fit.data["place"]
        columns = {name: Column(place[:, k]) for k, name in enumerate(("table", "row", "quantity", "x", "other"))}
        columns |= {name: Column(fit.data[name]) for name in ("measured", "deviation", "computed", "residual", "band")}
        text = " ".join(filter(None, ["", fit.name]))
        totals = {f"{name}{text}": Column(fit.summary[name]) for name in ("chi_squared", "aicc")}
        if len(fit.keys) == 2:
            totals |= {f"correlation{text}": Column(value) for _, value in fit.pairs()}
        tables.append(Numbers(columns, totals, name=", ".join(filter(None, ["data", fit.name])), label="curve"))
        known = np.where(fit.parameters["state"] == AT_BOUND, np.nan, fit.parameters["deviation"])
        values = {"value": Column(fit.parameters["value"]), "deviation of value": Column(known)}
        for end in ("profile_lower", "profile_upper") if fit.profiles else ():
            values[end] = Column(fit.parameters[end])
        tables.append(Numbers(values, name=", ".join(filter(None, ["parameters", fit.name])), label="curve"))
        for key, (value, rise) in zip(fit.keys, fit.profiles):
            name = ", ".join(filter(None, [f"profile of {key}", fit.name]))
            points = {"value": Column(value), "rise of chi_squared": Column(rise)}
            tables.append(Numbers(points, name=name, label="curve"))
    return tables


def is_logarithmic(x):
    """Whether positive abscissas are spaced more evenly in their logarithms than in their values."""
    x = np.unique(x)
    if len(x) < 3 or x[0] <= 0 or x[-1] < WIDE * x[0]:
        return False
    linear, log = np.diff(x), np.diff(np.log(x))
    return log.std() / log.mean() < linear.std() / linear.mean()


def marks_of(turn, count):
    """Returns the look of the values of a fit: open markers without a line."""
    look = style.look(turn, count)
    return {"color": look["color"], "linestyle": "none", "marker": MARKS[turn % len(MARKS)], "markerfacecolor": "none"}


def unit_of(unit):
    """Returns a unit of the results in the form of the labels."""
    return unit.replace("/", " ") + "-1" if "/" in unit else unit


def colours_of(count):
    """Returns a colour for each of `count` speeds, and the numbers of the speeds that the legend has."""
    if count <= len(style.DISTINCT):
        return style.DISTINCT[:count], range(count)
    return style.light("viridis")(np.linspace(0, 1, count)), style.evenly(count, 4)


def draw_curves(axes, fits, quantity, scale):
    """Draws impacts: a colour for each speed, a marker for each branch, computed values as lines, dashed by fit."""
    (x_factor, _), (factor, _) = scale
    first, rows = fits[0], fits[0].rows(quantity)
    x, y = first.data["place"][rows, 3] * x_factor, first.data["measured"][rows] * factor
    impacts = first.impacts(rows, quantity[5])
    colours, labelled = colours_of(len(impacts))
    shown = set()
    for number, ((speed, mine, side), colour) in enumerate(zip(impacts, colours)):
        for which, mark in BRANCHES.items():
            part = mine if side is None else mine[side == which]
            if not len(part) or (side is None and which < 0):
                continue
            name = "data" if side is None or (side > 0).all() else f"data, {mark[1]}"
            label = f"_{name}" if name in shown else name
            shown.add(name)
            axes.plot(x[part], y[part], mark[0], color=colour, markersize=4, label=label)
        for turn, fit in enumerate(fits):
            computed, band = (fit.data[key][rows][mine] * factor for key in ("computed", "band"))
            known = np.isfinite(computed)
            bars = np.where(np.isfinite(band), 2 * band, 0)[known]
            axes.errorbar(x[mine][known], computed[known], bars, fmt="none", ecolor=colour, elinewidth=2, alpha=0.3)
            look = {"linestyle": style.DASHES[turn % len(style.DASHES)]} if side is not None else MARKERS_ONLY
            name = f"{style.named(fit.name) or 'fit'}, {speed:.4g} m/s"
            label = name if number in labelled and known.any() else f"_{name}"
            axes.plot(x[mine], computed, color=colour, linewidth=0.9, label=label, **look)
    deviation = first.data["deviation"][rows] * factor
    if np.isfinite(deviation).all():
        axes.errorbar(x, y, deviation, fmt="none", ecolor="0.6", elinewidth=0.8, zorder=0)


def draw_points(axes, fits, quantity, scale):
    """Draws the values of impacts, paths and pulses: markers with their band."""
    first, kind, column = fits[0], quantity[2], fits[0].variable(quantity)
    rows, (x_factor, factor) = first.rows(quantity), (each[0] for each in scale)
    x, y, deviation = first.data["place"][rows, column], first.data["measured"][rows], first.data["deviation"][rows]
    bars = 0 if np.isnan(deviation).all() else deviation * factor
    axes.errorbar(x * x_factor, y * factor, yerr=bars, fmt="none", ecolor="0.6", elinewidth=0.8)
    axes.plot(x * x_factor, y * factor, ".", color=style.BLACK, markersize=4, label="data")
    for turn, fit in enumerate(fits):
        look, rows = marks_of(turn, len(fits)), fit.rows(quantity)
        known = np.isfinite(fit.data["computed"][rows])
        computed, band = fit.data["computed"][rows] * factor, 2 * fit.data["band"][rows] * factor
        at, color = x * x_factor, look["color"]
        if kind == "chain":  # several values for one abscissa
            drawn = known & np.isfinite(band)
            axes.errorbar(at[drawn], computed[drawn], band[drawn], fmt="none", ecolor=color, elinewidth=2, alpha=0.4)
        else:
            axes.fill_between(at, computed - band, computed + band, color=color, alpha=0.25, linewidth=0)
        name = style.named(fit.name) or "fit, at the data"
        axes.plot(at, computed, markersize=5, label=name if known.any() else f"{name}: no values", **look)
    if is_logarithmic(x):
        axes.set_xscale("log")
        style.plain_log_ticks(axes.xaxis)


def draw_quantity(axes, letter, fits, quantity):
    kind, name, unit, x_name, x_unit = quantity[2:]
    first = fits[0]
    rows, column = first.rows(quantity), first.variable(quantity)
    x_name, x_unit = (x_name, unit_of(x_unit)) if column == 3 else ("speed", "m s-1")
    x, y = first.data["place"][rows, column], first.data["measured"][rows]
    scale = style.scaled(x.max(), x_unit), style.scaled(np.abs(y).max(), unit_of(unit))
    if kind == "curve":
        draw_curves(axes, fits, quantity, scale)
    else:
        draw_points(axes, fits, quantity, scale)
    axes.set_xlabel(style.label(x_name, scale[0][1]) if x_name != "bead" else "number of the bead")
    axes.set_ylabel(style.label(style.named(name), scale[1][1]))
    axes.set_title(f"({letter}) {style.named(name)}")
    axes.legend()


def draw_residuals(axes, letter, fits):
    known = np.isfinite(fits[0].data["deviation"]).any()
    curves = len(fits) > 1 and all(quantity[2] == "curve" for quantity in fits[0].quantities)  # no panel has the marks
    for turn, fit in enumerate(fits):
        residual = np.where(np.isfinite(fit.data["computed"]), fit.data["residual"], np.nan)
        label = ("" if curves else "_") + (style.named(fit.name) or "fit")
        axes.plot(1 + np.arange(len(residual)), residual, markersize=4, label=label, **marks_of(turn, len(fits)))
    axes.axhline(0, color="0.6", linewidth=0.6, label="_zero", zorder=0)
    of = fits[0].data["place"][:, [0, 2]]
    ends = np.flatnonzero((of[1:] != of[:-1]).any(axis=1)) + 1.5
    for end in ends:
        axes.axvline(end, color="0.6", linewidth=0.6, linestyle=":", label="_quantity", zorder=0)
    margin = 0.05 * len(of)
    axes.set_xlim(1 - margin, len(of) + margin)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("number of the value" + ("; dotted: next quantity" if len(ends) else ""))
    axes.set_ylabel("residual / deviation" if known else "residual in SI units")
    axes.set_title(f"({letter}) residuals")
    if curves:
        axes.legend()


def draw_pairs(axes, letter, fit, pairs):
    names = [name for name, _ in pairs]
    axes.plot([value for _, value in pairs], range(len(pairs)), "o", color=style.BLUE, markersize=5, label="_pairs")
    for edge in (-HINT, HINT):
        axes.axvline(edge, color="0.6", linewidth=0.6, linestyle=":", label="_hint", zorder=0)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(-1.05, 1.05)
    axes.set_xlabel("correlation of two parameters")
    axes.set_title(f"({letter}) correlations" + (f" of the fit {style.named(fit.name)}" if fit.name else ""))


def draw_profile(axes, letter, fit, k):
    value, rise = fit.profiles[k]
    name = style.short_names(fit.keys)[fit.keys[k]]
    best, deviation = fit.parameters["value"][k], fit.parameters["deviation"][k]
    factor, unit = style.scaled(np.abs(value).max(), fit.units[k])
    axes.plot(value * factor, rise, ".-", color=style.BLUE, markersize=4, label="profile")
    if np.isfinite(deviation) and deviation > 0:
        x = np.linspace(value[0], value[-1], 101)
        axes.plot(x * factor, ((x - best) / deviation) ** 2, "--", color="0.4", linewidth=0.8, label="covariance")
    axes.axhline(RISE, color="0.6", linewidth=0.6, linestyle=":", label="_rise", zorder=0)
    axes.set_ylim(min(-0.05 * RISE, 1.1 * np.nanmin(rise)), 1.5 * RISE)
    axes.set_xlabel(style.label(name, unit))
    axes.set_ylabel("rise of chi^2 / its scale")
    axes.set_title(f"({letter}) profile of {name}")
    axes.legend()


def draw_comparison(axes, letter, fits):
    fits = fits[:FITS_MAX]
    least = fits[0].summary["aicc"]
    away = np.array([fit.summary["aicc"] - least for fit in fits])
    away[away < NOTHING * max(abs(fit.summary["aicc"]) for fit in fits)] = 0
    axes.plot(away, range(len(fits)), "o", color=style.BLUE, label="_fits")
    margin = 0.05 * max(1, away.max())
    axes.set_xlim(-margin, max(1, away.max()) + margin)
    axes.set_yticks(range(len(fits)), [style.named(fit.name) for fit in fits])
    axes.set_ylim(len(fits) - 0.5, -0.5)
    axes.set_xlabel("AICc - smallest AICc")
    axes.set_title(f"({letter}) comparison of the fits")


def with_deviation(value, deviation, unit):
    """Returns `200.1 ± 0.3 GPa`: digits by the deviation, two if its first one is 1, and the unit of the value."""
    factor, unit = style.scaled(abs(value), unit)
    value, deviation = value * factor, deviation * factor
    unit = "" if unit == "1" else f" {style.in_text(unit)}"
    digits = -math.floor(math.log10(deviation)) if deviation > 0 else math.inf
    digits += f"{deviation:.1e}".startswith("1")
    if not 1e-3 <= abs(value) < 1e6 or not -6 <= digits <= 6:
        return f"{value:.6g} ± {deviation:.2g}{unit}"
    places = max(0, digits)
    return f"{round(value, digits):.{places}f} ± {round(deviation, digits):.{places}f}{unit}"


def value_texts(fits):
    """Returns a line of text for each fit: its values and their deviations, and the correlation of two parameters."""
    for fit in fits:
        names, parts = style.short_names(fit.keys), []
        values = (fit.parameters[what] for what in ("value", "deviation", "state"))
        for key, unit, value, deviation, state in zip(fit.keys, fit.units, *values):
            text, known = members.value_text(value, unit), state != AT_BOUND
            if known and np.isfinite(deviation):
                text = with_deviation(value, deviation, unit)
            else:
                text += " (not determined)" if known else " (end of its range)"
            parts.append(f"{names[key]} {text}")
        parts += [f"correlation {value:.3g}" for _, value in fit.pairs()] if len(fit.keys) == 2 else []
        yield ": ".join(filter(None, [style.named(fit.name), ", ".join(parts)]))


def picture(results, options):
    fits = fits_of(results, options.variant)
    quantities = fits[0].quantities[:QUANTITIES_MAX]
    draws = [lambda axes, letter, each=each: draw_quantity(axes, letter, fits, each) for each in quantities]
    draws.append(lambda axes, letter: draw_residuals(axes, letter, fits))
    pairs = fits[0].pairs()
    if len(pairs) > 1:  # the heading has a single one
        draws.append(lambda axes, letter: draw_pairs(axes, letter, fits[0], pairs))
    same = len({(fit.summary["data_count"], tuple(fit.data["measured"])) for fit in fits}) == 1
    if len(fits) > 1 and same and np.isfinite([fit.summary["aicc"] for fit in fits]).all():
        draws.append(lambda axes, letter: draw_comparison(axes, letter, fits))
    for k in range(min(PROFILES_MAX, len(fits[0].profiles))):
        draws.append(lambda axes, letter, k=k: draw_profile(axes, letter, fits[0], k))
    rows = -(-len(draws) // 2)
    drawing = style.figure(12 + 55 * rows)
    grid = drawing.subplots(rows, 2, squeeze=False).flatten()
    for axes, letter, draw in zip(grid, "abcdefghij", draws):
        draw(axes, letter)
    for axes in grid[len(draws) :]:
        axes.set_axis_off()
    style.heading(drawing, results.title(), *value_texts(fits[:2]))
    return drawing
