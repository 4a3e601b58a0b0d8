"""`chain`: force at the sensors of a granular chain, decay of the peak, and energy ledger."""
import itertools
import math

import matplotlib
import numpy as np
from matplotlib import ticker

from . import energy, groups, peaks, style

DESCRIPTION = """(a) Force at each sensor against time. The curves are shifted in the order of the chain and labelled
with their bead numbers; the bar is the scale of the force, and a dot marks the peak. In a chain under a static load,
the curves show the rise over that load. (b) Peak force over the number of the bead in the whole chain. (c) The energy
ledger, as in `energy`. The line above gives the wave speed from the peak times; it gives a single speed only if the
speed is constant along the chain."""


def shift_for(curves):
    """Returns a round number of about 0.4 of the largest force: the vertical shift between neighbouring curves."""
    goal = 0.4 * max(np.max(np.abs(curve)) for curve in curves)
    if not goal > 0:
        return 1.0
    decade = 10.0 ** math.floor(math.log10(goal))
    return decade * max(step for step in (1, 2, 5) if step * decade <= goal * (1 + 1e-12))


def force_name(found):
    """Returns the quantity of the panels: the force, or its rise over the static load if the chain is under load."""
    return "force above the load" if any(peak.sensor.force.values[0] for peak in found) else "force"


def draw_forces(axes, found, place):
    """Panel (a): shifted curves in the order of the chain, the first bead at the bottom. `place`: number of the bead
    of a sensor in the chain."""
    sensors = [peak.sensor for peak in found]
    time_factor, time_unit = style.scaled(max(s.time.values.max() for s in sensors), sensors[0].time.unit)
    rises = [s.force.values - s.force.values[0] for s in sensors]
    factor, unit = style.scaled(max(np.max(np.abs(rise)) for rise in rises), sensors[0].force.unit)
    shift = shift_for([rise * factor for rise in rises])
    colours = matplotlib.colormaps["viridis"](np.linspace(0, 0.7, len(sensors)))
    skip = -(-len(sensors) // 30)  # with very many sensors, only each `skip`-th curve has a label
    for k, (peak, colour) in enumerate(zip(found, colours)):
        sensor, base = peak.sensor, k * shift
        axes.axhline(base, color="0.88", linewidth=0.5, zorder=0)
        axes.plot(sensor.time.values * time_factor, rises[k] * factor + base, color=colour, linewidth=0.9)
        columns = {"time": (sensor.time.values, "s"), force_name(found): (rises[k], sensor.force.unit)}
        style.keep(axes, f"{style.named(sensor.group)} {sensor.at}", columns, (factor, base))
        if peak.inside:
            axes.plot(peak.time * time_factor, peak.rise * factor + base, "o", color=colour, markersize=2.5)
        if k % skip == 0:
            at = {"xy": (1.01, base), "xycoords": ("axes fraction", "data"), "va": "center"}
            axes.annotate(place(sensor), **at, color=colour, fontsize=7)
    tops = [peak for peak in found if peak.inside]
    columns = {"time": ([peak.time for peak in tops], "s")}
    columns[force_name(found)] = [peak.rise for peak in tops], sensors[0].force.unit
    style.keep(axes, "peaks", columns)
    head = {"xycoords": "axes fraction", "ha": "right", "va": "bottom", "fontsize": 7, "color": style.GREY}
    axes.annotate("bead number in the chain", (1.0, 1.0), **head)
    axes.set_xlim(0, max(s.time.values.max() for s in sensors) * time_factor or 1.0)
    axes.set_xlabel(style.label("time", time_unit))
    axes.set_title(f"(a) {force_name(found)}")
    if len(sensors) == 1:
        axes.set_ylabel(style.label(force_name(found), unit))
        return
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    low, high = axes.get_ylim()
    style.scale_bar(axes, shift, f"{shift:g} {unit}", False, (-0.02, 0.03 + (shift * 0.25) / (high - low)))


def annotate(drawing, axes, notes):
    """Writes the text of each note (x, y, text) above its point, unless the text would cover an earlier one."""
    style.lay_out(drawing)
    taken = []
    for x, y, text in notes:
        note = axes.annotate(text, (x, y), xytext=(2.5, 4), textcoords="offset points", fontsize=6.5)
        box = note.get_window_extent().expanded(1.05, 1.05)
        if any(box.overlaps(other) for other in taken):
            note.remove()
        else:
            taken.append(box)


def draw_decay(axes, found, place, spacing, scale):
    """Panel (b): peak force over the number of the bead in the chain; if the beads are equal, the upper axis is the
    distance from the first bead [mm]. Returns the notes, which are written once the layout is known."""
    inside = [peak for peak in found if peak.inside]
    factor, unit = style.scaled(max((peak.rise for peak in inside), default=0.0), found[0].sensor.force.unit)
    groups = sorted({peak.sensor.group for peak in inside})
    for group, marker, colour in zip(groups, itertools.cycle("osD^v"), itertools.cycle(style.DISTINCT)):
        mine = [peak for peak in inside if peak.sensor.group == group]
        at, force = [place(peak.sensor) for peak in mine], [peak.rise * factor for peak in mine]
        axes.plot(at, force, marker + "-", color=colour, markersize=3.5, linewidth=0.8, label=style.named(group))
    if scale == "log":
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.margins(0.12, 0.15)
        style.plain_log_ticks(axes.xaxis, axes.yaxis)
    else:
        span = max(max((place(peak.sensor) for peak in inside), default=1) - 1, 1)
        axes.set_xlim(1 - 0.04 * span, 1 + 1.12 * span)
        axes.set_ylim(0, 1.15 * max((peak.rise * factor for peak in inside), default=1.0))
        axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    if len(groups) > 1:
        axes.legend()
    axes.set_xlabel("bead number in the chain")
    axes.set_ylabel(style.label("peak " + force_name(found), unit))
    axes.set_title("(b) peak along the chain")
    if spacing:
        pitch = spacing * 1e3
        upper = axes.secondary_xaxis("top", functions=(lambda n: (n - 1) * pitch, lambda x: x / pitch + 1))
        if scale == "log":
            style.plain_log_ticks(upper.xaxis)
        upper.set_xlabel("distance from the first bead (mm)", fontsize=7, labelpad=2)
        upper.tick_params(labelsize=6.5)
    return [(place(peak.sensor), peak.rise * factor, f"{peak.rise * factor:#.3g}".rstrip(".")) for peak in inside]


def picture(results, options):
    place = groups.places(results)
    found, spacing = peaks.find(sorted(results.sensors(), key=place)), results.spacing()
    drawing = style.figure(170 if results.has_ledger() else 110)
    left, right = drawing.subfigures(1, 2, width_ratios=[1.05, 1], wspace=0.04)
    draw_forces(left.subplots(), found, place)
    if results.has_ledger():
        decay, ledger, residual = right.subplots(3, 1, gridspec_kw={"height_ratios": [3, 3, 1.2]})
        energy.draw(ledger, residual, results.ledger(), "(c) energy ledger")
    else:
        decay = right.subplots()
    notes = draw_decay(decay, found, place, spacing, options.scale)
    speeds = {name: (rate * (spacing or 1), "m s-1" if spacing else "s-1") for name, rate in peaks.rates(found).items()}
    driven = groups.driven(results)
    line = style.Line(peaks.DRIVEN, {}) if driven else style.Line(peaks.fitted_text(found, spacing), speeds)
    style.heading(drawing, results.title(), line)
    annotate(drawing, decay, notes)
    return drawing
