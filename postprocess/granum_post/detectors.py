"""`detectors`: peak, width and speed of a pulse along a chain, from the detectors of a run."""
import itertools

import numpy as np

from . import style
from .table import Numbers

DESCRIPTION = """(a) Peak of the pulse at each detector, (b) its width at half of the peak, (c) speed of its front from
the previous detector, all over the initial position of the bead. Detectors of force and of velocity have separate
panels."""

FIELDS = ("at", "position", "arrival", "peak", "peak_time", "width", "speed")


def table(results, _):
    """Returns the numbers of each set of detectors."""
    return [
        Numbers({field.replace("_", " "): columns[field] for field in FIELDS}, name=name, label="detectors")
        for name, columns in results.detectors().items()
    ]


def draw(panels, mine, letters):
    """Draws a row of panels for the detectors of one unit."""
    far, far_unit = style.scaled(max(columns["position"].values.max() for columns in mine.values()), "m")
    for axes, field, name, letter in zip(
        panels, ("peak", "width", "speed"), ("peak", "width at half height", "speed of the front"), letters
    ):
        finite = [np.abs(columns[field].values[np.isfinite(columns[field].values)]) for columns in mine.values()]
        factor, unit = style.scaled(
            max((values.max() for values in finite if values.size), default=1.0), next(iter(mine.values()))[field].unit
        )
        for (label, columns), marker, colour in zip(
            mine.items(), itertools.cycle("osD^v"), itertools.cycle(style.DISTINCT)
        ):
            place = columns["position"].values * far
            mark = marker + "-" if place.size <= 60 else "-"
            axes.plot(
                place, columns[field].values * factor, mark, color=colour, markersize=3, linewidth=0.9, label=label
            )
        axes.set_ylabel(style.label(name, unit))
        low, high = axes.get_ylim()
        axes.set_ylim(1.06 * min(0.0, low), 1.06 * max(0.0, high))
        axes.set_xlabel(style.label("position of the bead", far_unit))
        axes.set_title(f"({letter}) {name}")
        if len(mine) > 1:
            axes.legend()


def picture(results, options):
    found = results.detectors()
    units = sorted({columns["peak"].unit for columns in found.values()})
    drawing = style.figure(15 + 65 * len(units))
    rows = drawing.subplots(len(units), 3, squeeze=False)
    letters = iter("abcdef")
    for panels, unit in zip(rows, units):
        draw(panels, {name: columns for name, columns in found.items() if columns["peak"].unit == unit}, letters)
    style.heading(drawing, results.title())
    return drawing
