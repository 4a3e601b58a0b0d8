"""The numbers of a picture, read from its figure in SI units, for `--csv` and `--table` of all kinds of pictures.

Each curve, row of bars, histogram and map of values is a table, with the names and units of the axis labels. A panel
whose data are not in the units of its axes, such as an image of spheres, gets its numbers by `style.keep`. Numbers of
the heading are totals (`style.Line`)."""
import re

import numpy as np
from matplotlib.collections import QuadMesh
from matplotlib.patches import StepPatch
from matplotlib.quiver import Quiver

from . import layout, style
from .reader import PostError
from .table import Column, Numbers

UNIT = re.compile(r"([GMkmµnp]?)(rad|Pa|Hz|[smNJWg])(-?\d*)(?![A-Za-z])(.*)")
ORDINARY = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
SIZES = {prefix: size for size, prefix in style.PREFIXES}


def measured(label):
    """Returns name, SI unit and factor to SI of an axis label: `time`, `s` and 1e-3 for `time (ms)`."""
    name, _, unit = " ".join(label.split()).rstrip(")").rpartition(" (") if label.endswith(")") else (label, "", "1")
    unit, factor = unit.translate(ORDINARY), 1.0
    found = UNIT.fullmatch(unit)
    if found:
        prefix, symbol, power, others = found.groups()
        factor = (SIZES[prefix] * (1e-3 if symbol == "g" else 1.0)) ** int(power or 1)
        unit = ("kg" if symbol == "g" else symbol) + power + others
    if unit == "%":
        unit, factor = "1", 0.01
    quotient = " ".join(name.split()).replace("×", "").replace("π", "pi").replace("/", "per")
    return quotient, {"degrees": "degree"}.get(unit, unit), factor


def label_of(axes, side):
    """Returns the label of an axis or of a panel that shares the axis; in polar panels angle, and title."""
    group = axes.get_shared_x_axes() if side == "x" else axes.get_shared_y_axes()
    labels = [getattr(other, f"get_{side}label")() for other in (axes, *group.get_siblings(axes))]
    round_ = ("angle (rad)" if side == "x" else title_of(axes).split(";")[0]) if axes.name == "polar" else ""
    return next(filter(None, labels), round_)


def title_of(axes):
    return style.LETTER.sub("", layout.title_of(axes))


def series(axes):
    """Yields name, numbers along x and y, and for a map the labelled values, of each drawn object."""
    crosses = [line for bars in axes.containers if hasattr(bars, "has_xerr") for line in (bars[0], *bars[1])]
    for line in axes.lines:
        data = line.get_transform() is axes.transData and line not in crosses
        if data and line.get_gid() not in ("scale", "box"):
            yield line.get_label(), *line.get_data(orig=True)
    for bars in axes.containers:
        if hasattr(bars, "patches"):
            sides = [(bar.get_x() + 0.5 * bar.get_width(), bar.get_height()) for bar in bars.patches]
            yield bars.get_label(), *np.array(sides).T
    for step in axes.patches:
        if isinstance(step, StepPatch):
            values, edges, _ = step.get_data()
            yield step.get_label(), 0.5 * (edges[1:] + edges[:-1]), values
    for drawn in [*axes.images, *axes.collections]:
        values = np.ma.filled(np.ma.asarray(drawn.get_array(), dtype=float), np.nan) if drawn.colorbar else np.empty(0)
        key = (drawn.colorbar.ax.get_ylabel(), values.ravel()) if drawn.colorbar else None
        if isinstance(drawn, QuadMesh):
            corners = drawn.get_coordinates()
            yield "_", *(0.25 * (corners[1:, 1:] + corners[:-1, 1:] + corners[1:, :-1] + corners[:-1, :-1])).reshape(
                -1, 2
            ).T, key
        elif key and values.ndim == 2:
            ends, (rows, columns) = drawn.get_extent(), values.shape
            x, y = (
                low + (high - low) * (np.arange(n) + 0.5) / n
                for low, high, n in zip(ends[::2], ends[1::2], (columns, rows))
            )
            yield "_", np.tile(x, rows), np.repeat(y, columns), key
        elif isinstance(drawn, Quiver):
            names = (drawn.get_label().format(measured(label_of(axes, side))[0]) for side in "xy")
            yield "_arrows", drawn.X, drawn.Y, *zip(names, (drawn.U, drawn.V))


def columns_of(axes, x, y, *maps):
    """Returns the columns of a drawn object; an axis without label, as of shifted curves, has no column."""
    found = {}
    for label, values in ((label_of(axes, "x"), x), (label_of(axes, "y"), y), *maps):
        name, unit, factor = measured(label)
        if name:
            found[name] = Column(np.asarray(values, dtype=float).ravel() * factor, unit)
    known = np.isfinite(list(found.values())[-1].values) if maps and found else slice(None)
    return {name: column.of_rows(known) for name, column in found.items()}


def tables(drawing, additional=False):
    """Returns the numbers of a figure, a table for each drawn object. `additional`: rows below another table, without
    the particles and contacts that the picture shows."""
    found = []
    for axes in drawing.axes:
        if axes.get_label() == "<colorbar>" or not axes.get_visible():
            continue
        read = ((name, columns_of(axes, *data)) for name, *data in series(axes))
        kept = getattr(axes, "numbers", None)
        for name, columns in read if kept is None else () if additional else kept:
            name = re.sub(r"^child\d+$", "", name.lstrip("_"))
            name = ", ".join(filter(None, [title_of(axes), name])) or next(reversed(columns), "")
            if Numbers(columns).rows:
                found.append(Numbers(columns, name=name, label="curve"))
    if not found and not additional:
        raise PostError("this picture has no numbers")
    found = found or [Numbers({})]
    found[0].totals.update(getattr(drawing, "totals", {}))
    return found
