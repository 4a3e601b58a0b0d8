"""The plane of a cut: `--at 0.3` is a fraction of the box, `--at 2mm` a coordinate."""
import argparse
import re

from . import style, units
from .grains import AXES
from .reader import PostError

UNITS = {"m": 1.0, "cm": 1e-2, "mm": 1e-3, "um": 1e-6, "µm": 1e-6, "nm": 1e-9}
HELP = "{}: a part of the box, 0 to 1, or a coordinate with its unit, 2mm"
MIDDLE = 0.5, False


def place(text):
    """Parses `0.3`, `2mm` or `2 mm`. Returns the number, and whether it is a coordinate [m]."""
    found = re.fullmatch(r"\s*([-+]?[\d.]+(?:[eE][-+]?\d+)?)\s*([a-zµ]*)\s*", text)
    try:
        return float(found[1]) * UNITS.get(found[2], 1.0), bool(found[2] and UNITS[found[2]])
    except (TypeError, KeyError, ValueError):
        raise argparse.ArgumentTypeError(f"{text!r} is no place; write for example 0.5 or 2mm") from None


length = units.reader("m", "length", "5mm or 0.005")


def coordinate(grains, axis, at):
    """Returns the coordinate of the plane [m] along this axis; by default the middle of the box."""
    value, measured = MIDDLE if at is None else at
    low, high = grains.lower[axis], grains.lower[axis] + grains.edges[axis]
    found = value if measured else low + value * (high - low)
    slack = 1e-9 * (high - low)
    if not low - slack <= found <= high + slack:
        times, unit = style.scaled(max(abs(low), abs(high)), "m")
        ends = f"{AXES[axis]} from {low * times:.4g} to {high * times:.4g} {unit}"
        raise PostError(f"--at lies outside of the box, {ends}; write a part of it, 0 to 1, or a coordinate, 2mm")
    return 0.0 if abs(found) < slack else found


def named(axis, coordinate):
    """Returns the title of a cut, such as `cut at y = 5 mm`."""
    times, unit = style.scaled(abs(coordinate), "m")
    return f"cut at {AXES[axis]} = {coordinate * times:.3g} {unit}"
