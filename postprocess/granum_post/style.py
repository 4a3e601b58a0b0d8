"""The look that all pictures share: size, fonts, colours that colour-blind readers tell apart, labels with units."""
import os
import re

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot as plt  # noqa: E402  (the backend comes first)
from matplotlib import ticker  # noqa: E402

from .reader import PostError  # noqa: E402

WIDTH = 180 / 25.4  # [in], a full page width
DPI = 150

# Okabe and Ito's palette: distinct under the common kinds of colour blindness.
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
GREY = "#777777"
DISTINCT = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY)

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
}


def figure(height_mm):
    """An empty figure of page width."""
    plt.rcParams.update(SETTINGS)
    return plt.figure(figsize=(WIDTH, height_mm / 25.4), layout="constrained")


def strips(drawing, heights):
    """Parts of the figure one below the other, of these relative heights; None for one of height 0."""
    shown = [height for height in heights if height]
    found = iter(drawing.subfigures(len(shown), 1, squeeze=False, height_ratios=shown).flat)
    return [next(found) if height else None for height in heights]


def save(drawing, path, dpi=DPI):
    try:
        drawing.savefig(path, format=os.path.splitext(path)[1][1:].lower() or "png", dpi=dpi)
    except (OSError, ValueError) as problem:
        raise PostError(f"cannot write {path}: {getattr(problem, 'strerror', None) or problem}") from None
    finally:
        plt.close(drawing)


def scaled(largest, unit):
    """Factor and unit that bring numbers up to `largest` into 1 to 1000: (1e6, "µs") for 600e-6 s."""
    if not largest > 0 or unit == "1":
        return 1.0, unit
    for size, prefix in PREFIXES:
        if largest >= size:
            return 1.0 / size, prefix + unit
    return 1.0 / PREFIXES[-1][0], PREFIXES[-1][1] + unit


def label(name, unit):
    """`velocity (m s⁻¹)` from the unit `m s-1`."""
    unit = re.sub(r"(?<=[A-Za-zµ])\^?(-?\d+)", lambda power: power[1].translate(SUPERSCRIPT), unit)
    return name if unit == "1" else f"{name} ({unit})"


def plain_log_ticks(*each_axis):
    """Ticks of a logarithmic axis as 1, 2, 5, 10, 20 instead of powers of ten."""
    for axis in each_axis:
        axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
        axis.set_major_formatter(ticker.FormatStrFormatter("%g"))
        axis.set_minor_locator(ticker.NullLocator())


def heading(drawing, *lines):
    """Lines of text above the panels; empty ones are left out, long ones cut."""
    lines = [line if len(line) <= 110 else line[:109] + "…" for line in lines if line]
    if lines:
        drawing.suptitle("\n".join(lines), fontsize=9, x=0.01, ha="left")
