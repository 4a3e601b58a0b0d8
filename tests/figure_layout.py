"""Checks the layout of a matplotlib figure before it is written: texts do not overlap and are on the page, each axis
has a label with a unit, legends do not cover curves, no panel is empty, and named curves differ, also for
colour-blind readers."""
import itertools
import re
from unittest import mock

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.text import Text

# Dimensionless quantities. An axis label that begins with one of these texts needs no unit.
DIMENSIONLESS = (
    "AICc",
    "angle between",
    "backbone",
    "bead",
    "bond order",
    "bonds broken",
    "bounce",
    "broken bonds",
    "contacts",
    "coordination",
    "correlation",
    "cumulative",
    "degree of mixing",
    "efficiency",
    "friction",
    "inertial number",
    "mean bond order",
    "mean overlap",
    "displacement along",
    "displacement / d",
    "normal force /",
    "number",
    "order parameter",
    "overlap / d",
    "probability",
    "radial distribution",
    "ranks",
    "ratio",
    "reduced slip",
    "residual",
    "restitution",
    "rise of chi^2",
    "share",
    "solid fraction",
    "transmission",
    "turns of the crank",
    "velocity /",
    "wave number ×",
    "structure factor",
    "area of the cell /",
    "volume of the cell /",
    "wave number q d",
)
# Colour vision as matrices of linear RGB, after Machado, Oliveira and Fernandes (2009), severity 1.
SIGHTS = {
    "all": np.eye(3),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
}
XYZ = np.array(  # converts linear RGB to XYZ, relative to white
    [[0.433953, 0.376219, 0.189828], [0.212673, 0.715152, 0.072175], [0.017757, 0.109477, 0.872766]]
)
APART = 10.0  # smallest distance of two colours in CIE L*a*b*; 2.3 is just noticeable
SLACK = 1.0  # tolerated overlap of text boxes [pixel], because boxes include unused descenders


def boxes(drawing):
    """Returns text and box in pixels of all texts that are drawn with the figure."""
    found, draw = {}, Text.draw

    def note(text, renderer, *arguments, **options):
        if text.get_visible() and text.get_text().strip():
            found[id(text)] = (text.get_text(), Text.get_window_extent(text, renderer))
        return draw(text, renderer, *arguments, **options)

    with mock.patch.object(Text, "draw", note):
        drawing.canvas.draw()
    return list(found.values())


def overlapping(found):
    """Returns pairs of texts that overlap."""
    pairs = []
    for (one, a), (other, b) in itertools.combinations(found, 2):
        across = min(a.x1, b.x1) - max(a.x0, b.x0)
        down = min(a.y1, b.y1) - max(a.y0, b.y0)
        if across > SLACK and down > SLACK:
            pairs.append((one, other))
    return pairs


def outside(drawing, found):
    """Returns texts that are cut off by the edge of the page."""
    page = drawing.bbox
    return [
        text
        for text, box in found
        if box.x0 < page.x0 - SLACK or box.x1 > page.x1 + SLACK or box.y0 < page.y0 - SLACK or box.y1 > page.y1 + SLACK
    ]


def has_unit(label):
    return bool(re.search(r"\([^()]+\)", label)) or label.lower().startswith(
        tuple(word.lower() for word in DIMENSIONLESS)
    )


def own_label(axes, axis):
    """Returns the label of an axis, or of another axis that it is shared with: in a grid only outer panels need a
    label."""
    if axis.label.get_text():
        return axis.label.get_text()
    group = axes.get_shared_x_axes() if axis.axis_name == "x" else axes.get_shared_y_axes()
    texts = [getattr(other, axis.axis_name + "axis").label.get_text() for other in group.get_siblings(axes)]
    parents = [axes.figure, axes.get_figure()]
    above = [getattr(part, f"_sup{axis.axis_name}label", None) for part in parents]
    return next((text for text in [*texts, *(text.get_text() for text in above if text)] if text), "")


def bad_labels(drawing):
    """Returns errors of labels: ticks without label, label without unit, input key as label, "SI" as unit."""
    found = []
    for axes in drawing.axes:
        if not axes.axison or not axes.get_visible() or axes.name == "polar":
            continue
        for axis in (axes.xaxis, axes.yaxis):
            texts = [text for tick in axis._update_ticks() for text in (tick.label1, tick.label2)]
            named = [text.get_text() for text in texts if text.get_visible() and text.get_text()]
            words = any(re.search("[A-Za-z]{3}", text) and "math" not in text for text in named)
            label = own_label(axes, axis)
            if named and not words and not has_unit(label):
                found.append(f"{axis.axis_name} axis '{label}' of '{axes.get_title(loc='left')}'")
            if "(SI)" in label or re.search(r"\w\.\d*\.?\w+\.\w|_", label):
                found.append(f"'{label}' is not a name for a reader")
    return found


def points_of(line):
    """Returns the points of a curve in pixels, with interpolated points if they are joined by lines. Lines that span
    the axes are no data."""
    if line.get_transform() is not line.axes.transData:
        return np.empty((0, 2))
    points = line.get_transform().transform(np.column_stack(line.get_data(orig=False)))
    points = points[np.isfinite(points).all(axis=1)]
    if line.get_linestyle() == "None" or not 1 < len(points) < 3000:
        return points
    return np.concatenate([points[:-1] + part * np.diff(points, axis=0) for part in np.linspace(0, 1, 21)])


def covered(drawing):
    """Returns legends that cover data of their panel."""
    found = []
    for axes in drawing.axes:
        legend = axes.get_legend()
        if legend is None or not axes.axison:
            continue
        box = legend.get_window_extent(drawing.canvas.get_renderer())
        for line in axes.lines:
            points = points_of(line) if len(line.get_xdata()) else np.empty((0, 2))
            if ((points > [box.x0, box.y0]) & (points < [box.x1, box.y1])).all(axis=1).any():
                found.append(f"the legend lies on '{line.get_label()}' of '{axes.get_title(loc='left')}'")
    return found


def empty(drawing):
    """Returns panels without data."""
    found = []
    for axes in drawing.axes:
        lines = [line for line in axes.lines if np.isfinite(np.asarray(line.get_ydata(), dtype=float)).any()]
        if axes.axison and not (lines or axes.collections or axes.images or axes.patches or axes.get_legend()):
            found.append(f"'{axes.get_title(loc='left')}' is empty")
    return found


def lab(colour, sight="all"):
    """Returns CIE L*a*b* of a colour for one kind of colour vision."""
    rgb = np.array(to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    part = XYZ @ np.clip(SIGHTS[sight] @ linear, 0, 1)
    f = np.where(part > (6 / 29) ** 3, np.cbrt(part), part / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def distance(one, other):
    """Returns the smallest distance of two colours over the kinds of colour vision."""
    return min(np.linalg.norm(lab(one, sight) - lab(other, sight)) for sight in SIGHTS)


def alike(drawing):
    """Returns curves of a panel with different names but the same dashes and marks, and colours that some readers
    cannot distinguish."""
    found = []
    for axes in drawing.axes:
        lines = [line for line in axes.lines if not line.get_label().startswith("_")]
        for one, other in itertools.combinations(lines, 2):
            look = [(line._unscaled_dash_pattern, line.get_marker(), line.get_linestyle()) for line in (one, other)]
            names = one.get_label(), other.get_label()
            if names[0] != names[1] and look[0] == look[1] and distance(one.get_color(), other.get_color()) < APART:
                found.append(f"'{names[0]}' looks like '{names[1]}' in '{axes.get_title(loc='left')}'")
    return found


def faults(drawing):
    """Returns sentences on all errors of a figure; an empty list if there are none."""
    found = boxes(drawing)
    told = [f"'{one}' lies on '{other}'" for one, other in overlapping(found)]
    told += [f"'{text}' is cut off" for text in outside(drawing, found)]
    return told + bad_labels(drawing) + covered(drawing) + empty(drawing) + alike(drawing)
