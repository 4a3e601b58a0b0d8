"""The common style of all pictures: size, fonts, colours for colour-blind readers, labels with units."""
import contextlib
import itertools
import math
import os
import re
import textwrap
import warnings

import matplotlib
import matplotlib.font_manager
import numpy as np

matplotlib.use("Agg")
from matplotlib import pyplot as plt  # noqa: E402  (the backend comes first)
from matplotlib import colors, ticker  # noqa: E402
from matplotlib.legend import Legend  # noqa: E402
from matplotlib.text import Text  # noqa: E402

from . import layout  # noqa: E402
from .files import whole_file  # noqa: E402
from .reader import PostError  # noqa: E402
from .table import Column  # noqa: E402

DPI = 150

# Palette of Okabe and Ito: distinct with the common kinds of colour blindness.
BLACK, ORANGE, SKY, GREEN, YELLOW, BLUE, VERMILION, PURPLE = (
    "#000000",
    "#E69F00",
    "#56B4E9",
    "#009E73",
    "#F0E442",
    "#0072B2",
    "#D55E00",
    "#CC79A7",
)
GREY, WINE = "#777777", "#661100"
DISTINCT = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY)
PALETTE = (*DISTINCT, BLACK, GREY)
# Styles of overlaid curves: the first is solid and wide, later ones are dashed and thinner. Therefore no curve hides
# another, and the curves differ in print without colours.
DASHES = ("-", (0, (6, 2)), (0, (6, 2, 1.5, 2)), (0, (3, 1.5)), (0, (9, 2, 3, 2)), (0, (1.2, 1.2)), (0, (9, 4)), ":")
SPREAD = (BLUE, YELLOW, VERMILION, SKY, WINE, ORANGE)  # groups of particles: different lightness, for prints in grey
# Colour map of signed values: blue, grey at 0, yellow. Its lightness increases, so that prints in grey show the sign.
SIGNED = colors.LinearSegmentedColormap.from_list("signed", ("#08306b", "#4f7fb8", "#b4b4b4", "#e0d070", "#ffee33"))
WIDTHS = 2.2, 1.0  # line widths of the first and the last curve [pt]
SMALL, SMALLEST = 34.0, 10.0  # panels of a smaller width or height [mm] are placed below each other; are refused
HEADING = 110  # characters in a line of the heading
WATCHERS = []  # functions called with each figure and its path before it is written; for tests

PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"), (1e-12, "p"))
SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
SETTINGS = {
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "axes.titlesize": 8,
    "axes.titlelocation": "left",
    "axes.labelsize": 8,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "legend.fontsize": 7,
    "legend.frameon": False,
    "lines.linewidth": 1.1,
    "figure.dpi": DPI,
    "savefig.dpi": DPI,
    "pdf.fonttype": 42,  # text that can be searched and edited
}


# a legend over a line that spans the panel hides the line
OPAQUE = {"frameon": True, "framealpha": 1, "edgecolor": "none", "borderpad": 0.2}


class Page:
    """Printed form of the pictures of a command: width [mm] of a picture (None: 180, or what the picture needs),
    font family (None: the default), whether it has a heading, letters before the titles of its panels, and the letter
    of its only panel (None: all), which has no heading, because that is of the whole picture."""

    def __init__(self, width=None, font=None, title=True, letters=True, panel=None):
        self.scale, self.title, self.letters, self.panel = (width or 180) / 180, title and not panel, letters, panel
        self.whole = width is not None
        self.settings = {**SETTINGS, "font.family": font} if font else SETTINGS
        if font and font not in matplotlib.font_manager.get_font_names():
            raise PostError(f"there is no font {font}; matplotlib.font_manager.get_font_names() lists the fonts")


def figure(height_mm, width_mm=None):
    """Returns an empty figure of page width, or of a smaller width, whose height scales with the page. A width that
    the user gave is that of every figure; the rest of a smaller one is margin."""
    plt.rcParams.update(page.settings)
    width = 180 if page.whole else width_mm or 180
    size = np.array([width * page.scale, height_mm * (page.scale if width_mm else 1)])
    return plt.figure(figsize=size / 25.4, layout="constrained")


page = Page()
LETTER = re.compile(r"^\([a-z]\) |^[A-Z]: ")


def light(name="YlGnBu"):
    """Returns a colour map from a light colour, which shows the shading of particles at rest, to a dark one."""
    return colors.ListedColormap(matplotlib.colormaps[name](np.linspace(0.12, 0.88, 256)))


def look(number, count):
    """Returns colour, dashes and width of curve `number` of `count`, from 0, drawn in this order."""
    if count < 2:
        return {"color": PALETTE[0], "linestyle": "-"}
    width = WIDTHS[0] + (WIDTHS[1] - WIDTHS[0]) * number / (count - 1)
    colour, turn = PALETTE[number % len(PALETTE)], number // len(PALETTE)  # no colour has the same dashes twice
    dashes = DASHES[(number + turn) % len(DASHES)]
    return {"color": colour, "linestyle": dashes, "linewidth": width}


def named(name):
    """Returns a name of the input as text: `hunt crossley` for `hunt_crossley`."""
    return name.replace("_", " ")


def words(path):
    """Returns the last word of an input key as text: `crank speed` for `mechanism.crank_speed`."""
    return named(path.rsplit(".", 1)[-1])


def short_names(paths):
    """Returns short, unique names of these swept keys: `radius`, or `striker radius` and `beads radius`."""

    def end(path, count):
        return path.split(".")[-count:]

    found = {}
    for path in paths:
        count = 1
        while count < path.count(".") + 1 and any(end(path, count) == end(p, count) for p in paths if p != path):
            count += 1
        found[path] = named(" ".join(end(path, count)))
    return found


def scale_bar(axes, length, text, across=True, at=(0.04, 0.04)):
    """Draws a scale bar of this length in data units with its text, from `at` (fractions of the axes) to the right
    or up; left of the axes the text is on its left."""
    data = axes.transAxes + axes.transData.inverted()
    x, y = data.transform(at)
    ends = ([x, x + length], [y, y]) if across else ([x, x], [y, y + length])
    axes.plot(
        *ends,
        color=BLACK,
        linewidth=1.8,
        clip_on=False,
        solid_capstyle="butt",
        zorder=6,
        scalex=False,
        scaley=False,
        gid="scale",
    )
    place = (x + length / 2, y) if across else (x, y + length / 2)
    beside = {"xytext": (0, 3), "ha": "center", "va": "bottom"} if across else {"xytext": (4, 0), "va": "center"}
    if at[0] < 0:
        beside = {"xytext": (-4, 0), "va": "center", "ha": "right"}
    axes.annotate(text, place, textcoords="offset points", fontsize=7, zorder=6, annotation_clip=False, **beside)


def round_length(most):
    """Returns the largest of 1, 2, 5, 10, ... that is at most `most`."""
    decade = 10.0 ** math.floor(math.log10(most))
    return decade * max(step for step in (1, 2, 5) if step * decade <= most * (1 + 1e-12))


def covered(axes, drawing):
    """Returns the points of curves that the legend of these axes covers, in pixels."""
    box = axes.get_legend().get_window_extent(drawing.canvas.get_renderer())
    own = [
        line for line in axes.lines if line.get_transform() is axes.transData
    ]  # without lines that span the axes, such as axhline
    points = [inside(axes, line) for line in own if line.get_gid() != "scale" and len(line.get_xdata())]
    points = np.concatenate(points) if points else np.empty((0, 2))
    return ((points >= [box.x0, box.y0]) & (points <= [box.x1, box.y1])).all(axis=1).sum()


def inside(axes, line):
    """Returns a curve in pixels, with additional points so that all its pieces are short."""
    points = line.get_transform().transform(np.column_stack(line.get_data(orig=False)))
    points = points[np.isfinite(points).all(axis=1)]
    if line.get_linestyle() == "None" or len(points) < 2 or len(points) > 5000:
        return points
    part = np.linspace(0, 1, 25)[:, None, None]
    return ((1 - part) * points[:-1] + part * points[1:]).reshape(-1, 2)


def take_as_text(drawing):
    """Prevents headings, titles, labels and legends from being read as formulas, because titles and names of a case may
    contain $. Numbers at ticks remain formulas."""
    held = [child for part in [*layout.all_parts(drawing), *drawing.axes] for child in part.get_children()]
    labels = [axis.label for axes in drawing.axes for axis in (axes.xaxis, axes.yaxis)]
    legends = [text for part in held if isinstance(part, Legend) for text in part.get_texts()]
    for text in [*held, *labels, *legends]:
        if isinstance(text, Text):
            text.set_parse_math(False)


def lay_out(drawing):
    """Fits the panels, without a warning if the page is too narrow for them: `fit` sees this."""
    take_as_text(drawing)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "constrained_layout not applied")
        drawing.draw_without_rendering()


def make_legend_space(drawing):
    """Raises the upper end of panels in which the legend would cover a curve at every position."""
    lay_out(drawing)
    for axes in drawing.axes:
        legend = axes.get_legend()
        if legend is None or not axes.axison or getattr(legend, "_loc_real", 0) != 0:
            continue
        for _ in range(12):
            if not covered(axes, drawing):
                break
            grow(axes)
            lay_out(drawing)


def texts_of(axes, renderer):
    """Returns the boxes of the titles, labels and the legend of a panel [pixel]."""
    shown = [child for child in axes.get_children() if isinstance(child, Text)]
    shown += [axes.xaxis.label, axes.yaxis.label] if axes.axison else []
    boxes = [text.get_window_extent(renderer) for text in shown if text.get_text() and text.get_visible()]
    legend = axes.get_legend()
    return boxes + ([legend.get_window_extent(renderer)] if legend is not None else [])


def crowded(drawing, width):
    """Whether titles, labels or legends of two panels overlap, or are beyond the edge, or a panel is
    narrower than this width [mm] or lower than SMALLEST."""
    renderer, panels = drawing.canvas.get_renderer(), [a for a in drawing.axes if a.get_label() != "<colorbar>"]
    boxes = {}
    for axes in panels:  # axes of a second scale belong to their panel
        boxes.setdefault(id(layout.twins(axes)[0]), []).extend(texts_of(axes, renderer))
    boxes = list(boxes.values())
    boxes += [
        [each.get_window_extent(renderer) for each in (*part.legends, *layout.own_texts(part))]
        for part in layout.all_parts(drawing)
    ]
    edges = [box for each in boxes for box in each]
    outside = any(box.x0 < -1 or box.x1 > drawing.bbox.x1 + 1 or box.y0 < -1 for box in edges)
    pairs = itertools.combinations(boxes, 2)
    sizes = [a.get_window_extent(renderer).size / drawing.dpi * 25.4 for a in panels if a.axison or a.images]
    small = any(across < width or up < SMALLEST for across, up in sizes)
    return outside or small or any(one.overlaps(other) for a, b in pairs for one in a for other in b)


def grow(axes):
    """Extends the range upwards by a tenth of its length."""
    low, high = axes.get_ylim()
    if axes.get_yscale() == "log":
        axes.set_ylim(top=high * (high / low) ** 0.1)
    else:
        axes.set_ylim(top=high + 0.1 * (high - low))


def strips(drawing, heights):
    """Divides the figure into strips below each other, of these relative heights; None for a height of 0."""
    shown = [height for height in heights if height]
    found = iter(drawing.subfigures(len(shown), 1, squeeze=False, height_ratios=shown).flat)
    return [next(found) if height else None for height in heights]


def fit(drawing):
    """Makes space for the legends. On a narrow page, panels that would overlap are placed below each other."""
    make_legend_space(drawing)
    if page.scale >= 1 or not crowded(drawing, SMALL):
        return
    layout.stack(drawing)
    make_legend_space(drawing)
    lay_out(drawing)  # colour bars have their final place after a second pass
    if crowded(drawing, SMALLEST):
        text = f"the panels of this picture overlap at {180 * page.scale:g} mm; choose a larger --width"
        raise PostError(text + ("" if page.panel else ", or one panel by --panel a"))


def save(drawing, path, dpi=DPI):
    """Writes a picture. All pictures are written here. `path`: a path, or a binary file, which gets a png."""
    if page.panel:
        layout.only(drawing, page.panel)
    for axes in drawing.axes if not page.letters else ():
        axes.set_title(LETTER.sub("", axes.get_title(loc="left")))
        if axes.get_legend():
            title = axes.get_legend().get_title()
            title.set_text(LETTER.sub("", title.get_text()))
    fit(drawing)
    for watch in WATCHERS:
        watch(drawing, path)
    try:
        form = os.path.splitext(path)[1][1:].lower() if isinstance(path, str) else "png"
        with whole_file(path, "wb") if isinstance(path, str) else contextlib.nullcontext(path) as out:
            drawing.savefig(out, format=form or "png", dpi=dpi)
    except (OSError, ValueError) as problem:
        raise PostError(f"cannot write {path}: {getattr(problem, 'strerror', None) or problem}") from None
    finally:
        plt.close(drawing)


def evenly(count, most):
    """Returns at most `most` of the numbers 0 to `count` - 1, evenly spaced, with the first and the last."""
    return np.unique(np.linspace(0, count - 1, min(count, most)).round().astype(int))


def scaled(largest, unit):
    """Returns factor and unit that scale numbers up to `largest` to 1 to 1000: (1e6, "µs") for 600e-6 s. A unit that
    begins with a power or with a mass by volume keeps its size, because no prefix fits: m2 s-2, kg m-3."""
    first = unit.split()[0] if unit.split() else ""
    if unit == "kg":
        factor, unit = scaled(1e3 * largest, "g")
        return 1e3 * factor, unit
    if not largest > 0 or unit in ("1", "1/s", "s-1") or first.startswith("kg") or re.search(r"\d$", first):
        return 1.0, unit
    for size, prefix in PREFIXES:
        if largest >= size:
            return 1.0 / size, prefix + unit
    return 1.0 / PREFIXES[-1][0], PREFIXES[-1][1] + unit


def in_text(unit):
    """Converts `kg m-3` to `kg/m³`, and `m-1`, which has no numerator, to `m⁻¹`."""
    above, below = [], []
    for part in unit.split():
        power = re.fullmatch(r"([A-Za-zµ]+)\^?(-?)(\d+)", part)
        size = power[3].translate(SUPERSCRIPT) if power and power[3] != "1" else ""
        (below if power and power[2] else above).append(power[1] + size if power else part)
    if above and len(below) == 1:
        return f"{' '.join(above)}/{below[0]}"
    return re.sub(r"(?<=[A-Za-zµ])\^?(-?\d+)", lambda power: power[1].translate(SUPERSCRIPT), unit)


def label(name, unit):
    """Returns `velocity (m/s)` from the unit `m s-1`."""
    return name if unit == "1" else f"{name} ({in_text(unit)})"


class PlainLog(ticker.LogLocator):
    """Ticks at 1, 2, 5, 10, 20 of a logarithmic axis. An axis so short that fewer than three are in it has them at
    equal distances."""

    def tick_values(self, vmin, vmax):
        found = super().tick_values(vmin, vmax)
        low, high = min(vmin, vmax), max(vmin, vmax)
        if sum(low <= value <= high for value in found) > 2:
            return found
        return ticker.MaxNLocator(5, min_n_ticks=3).tick_values(low, high)


def plain_log_ticks(*each_axis):
    """Labels a logarithmic axis with 1, 2, 5, 10, 20 instead of powers of ten."""
    for axis in each_axis:
        axis.set_major_locator(PlainLog(subs=(1, 2, 5)))
        axis.set_major_formatter(ticker.FormatStrFormatter("%g"))
        axis.set_minor_locator(ticker.NullLocator())


class Line(str):
    """A line of a heading, with its numbers: name -> (value, unit)."""

    def __new__(cls, text, numbers):
        line = super().__new__(cls, text)
        line.numbers = {name: Column(value, unit) for name, (value, unit) in numbers.items()}
        return line


class Result(Line):
    """A line of a heading that a command also prints, below the path of its picture."""


def keep(axes, name, columns, place=None):
    """Keeps the numbers that a panel shows, name -> (values, unit), for its table. They replace the coordinates of
    the drawing. `place`: of a shifted curve, factor and base: the second column is drawn at values * factor + base."""
    if place:
        axes.places = {**getattr(axes, "places", {}), name: place}
    found = {key: Column(values, unit) for key, (values, unit) in columns.items()}
    axes.numbers = [*getattr(axes, "numbers", []), (name, found)]


def heading(drawing, *lines):
    """Writes lines of text above the panels, without empty lines; long lines are cut, on narrow pages broken. Their
    numbers are kept, and results for the output of the command."""
    drawing.results = [str(line) for line in lines if isinstance(line, Result)]
    drawing.totals = {name: number for line in lines for name, number in getattr(line, "numbers", {}).items()}
    lines = [line if len(line) <= HEADING else line[: HEADING - 1] + "…" for line in lines if line]
    if page.scale < 1:
        most = int(drawing.get_size_inches()[0] * 25.4 / 1.75)
        lines = [part for line in lines for part in textwrap.wrap(line, most)]
    if lines and page.title:
        drawing.suptitle("\n".join(lines), fontsize=9, x=0.01, ha="left")
