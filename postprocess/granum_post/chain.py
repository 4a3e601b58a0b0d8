"""`chain`: force or motion at the sensors of a granular chain, decay of the peak, energy ledger, loops of contacts."""
import itertools
import math

import matplotlib
import numpy as np
from matplotlib import ticker

from . import energy, groups, peaks, style

DESCRIPTION = """(a) Force at each sensor against time, or --quantity velocity or displacement. The curves are shifted
in the order of the chain and labelled as in the input, by the number of the bead in its group or the name of a group of
one bead; the bar is the scale of the force, and a dot marks the peak. In a chain under a static load, the grey line of
a curve is its load at the start. (b) Peak force over the number of the bead, counted from the first bead of the group
with most sensors. (c) The energy ledger, as in `energy`. (d) Force over overlap and (e) force over time of the contacts
with a sensor (`quantity: contact`). The line above gives the wave speed from the peak times; it gives a single speed
only if the speed is constant along the chain. If a record has a plateau, it gives the speed of the front, from the
times at which the records reach half of their peaks."""
QUANTITIES = ("force", "velocity", "displacement")
LOOPS_MAX = 12  # largest number of contacts whose loops are legible; of more, so many are selected evenly


def add_options(command):
    command.add_argument("--quantity", choices=QUANTITIES, default="force", help="of the sensors; default: force")


def shift_for(curves):
    """Returns a round number of about 0.4 of the largest force: the vertical shift between neighbouring curves."""
    goal = 0.4 * max(np.max(np.abs(curve)) for curve in curves)
    if not goal > 0:
        return 1.0
    decade = 10.0 ** math.floor(math.log10(goal))
    return decade * max(step for step in (1, 2, 5) if step * decade <= goal * (1 + 1e-12))


def draw_forces(axes, found, name, quantity):
    """Panel (a): shifted curves in the order of the chain, the first bead at the bottom; each begins at its grey line.
    `name`: of a sensor."""
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
        columns = {"time": (sensor.time.values, "s"), quantity: (sensor.force.values, sensor.force.unit)}
        start = base - sensor.force.values[0] * factor
        style.keep(axes, f"{style.named(sensor.group)} {sensor.at}", columns, (factor, start))
        if peak.inside:
            axes.plot(peak.time * time_factor, peak.rise * factor + base, "o", color=colour, markersize=2.5)
        if k % skip == 0:
            at = {"xy": (1.01, base), "xycoords": ("axes fraction", "data"), "va": "center"}
            axes.annotate(name(sensor), **at, color=colour, fontsize=7)
    tops = [peak for peak in found if peak.inside]
    columns = {"time": ([peak.time for peak in tops], "s")}
    columns[quantity] = [peak.force for peak in tops], sensors[0].force.unit
    style.keep(axes, "peaks", columns)
    head = {"xycoords": "axes fraction", "ha": "right", "va": "bottom", "fontsize": 7, "color": style.GREY}
    axes.annotate("sensor", (1.0, 1.0), **head)
    axes.set_xlim(0, max(s.time.values.max() for s in sensors) * time_factor or 1.0)
    axes.set_xlabel(style.label("time", time_unit))
    loaded = any(sensor.force.values[0] for sensor in sensors)
    axes.set_title(f"(a) {quantity}" + ("; grey: at the start" if loaded else ""))
    if len(sensors) == 1:
        axes.set_ylabel(style.label(f"{quantity} since the start" if loaded else quantity, unit))
        return
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    low, high = axes.get_ylim()
    style.scale_bar(
        axes, shift, f"{shift:g} {style.in_text(unit)}", False, (-0.02, 0.03 + (shift * 0.25) / (high - low))
    )


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


def draw_decay(axes, found, place, group, spacing, scale, quantity):
    """Panel (b): peak over the number of the bead, `place`, from the first bead of `group`; if the beads are equal, the
    upper axis is the distance from this bead [mm]. Returns the notes, which are written once the layout is known."""
    inside = [peak for peak in found if peak.inside]
    factor, unit = style.scaled(max((abs(peak.force) for peak in inside), default=0.0), found[0].sensor.force.unit)
    groups = sorted({peak.sensor.group for peak in inside})
    for group, marker, colour in zip(groups, itertools.cycle("osD^v"), itertools.cycle(style.DISTINCT)):
        mine = [peak for peak in inside if peak.sensor.group == group]
        at, force = [place(peak.sensor) for peak in mine], [peak.force * factor for peak in mine]
        axes.plot(at, force, marker + "-", color=colour, markersize=3.5, linewidth=0.8, label=style.named(group))
    if scale == "log":
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.margins(0.12, 0.15)
        style.plain_log_ticks(axes.xaxis, axes.yaxis)
    else:
        low, high = (limit((place(peak.sensor) for peak in inside), default=1) for limit in (min, max))
        low, span = min(low, 1), max(high - min(low, 1), 1)
        axes.set_xlim(low - 0.04 * span, low + 1.12 * span)
        tops = [peak.force * factor for peak in inside] or [1.0]
        axes.set_ylim(1.15 * min(0.0, *tops), 1.15 * max(0.0, *tops))
        axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    if len(groups) > 1:
        axes.legend()
    axes.set_xlabel(f"bead number in {style.named(group)}")
    axes.set_ylabel(style.label(f"peak {quantity}", unit))
    axes.set_title("(b) peak along the chain")
    if spacing:
        pitch = spacing * 1e3
        upper = axes.secondary_xaxis("top", functions=(lambda n: (n - 1) * pitch, lambda x: x / pitch + 1))
        if scale == "log":
            style.plain_log_ticks(upper.xaxis)
        upper.set_xlabel(f"distance from {style.named(group)} 1 (mm)", fontsize=7, labelpad=2)
        upper.tick_params(labelsize=6.5)
    return [(place(peak.sensor), peak.force * factor, f"{peak.force * factor:#.3g}".rstrip(".")) for peak in inside]


def contact_names(results, sensors):
    """Returns a function: sensor of a contact -> its name, such as `9, 10`; `beads 70, next` at the end of a group."""
    sizes, name = groups.counts(results), groups.names(results, sensors)
    return lambda each: f"{name(each)}, {each.at + 1 if each.at < sizes.get(each.group, each.at) else 'next'}"


def draw_contacts(part, sensors, name):
    """Panels (d) and (e): force of the contacts over overlap and over time."""
    shown = [sensors[k] for k in style.evenly(len(sensors), LOOPS_MAX)]
    scales = {
        key: style.scaled(max(np.nanmax(np.abs(sensor[key].values)) for sensor in shown), unit)
        for key, unit in (("force", "N"), ("overlap", "m"), ("time", "s"))
    }
    for axes, key, title in zip(part.subplots(1, 2), ("overlap", "time"), ("(d) contacts", "(e) force of contacts")):
        axes.axhline(0, color="0.88", linewidth=0.5, zorder=0)
        for number, sensor in enumerate(shown):
            touching = (sensor["overlap"].values >= 0) | (sensor["force"].values != 0)
            if key == "overlap" and not touching.any():
                continue
            rows = touching if key == "overlap" else slice(None)
            x, y = (sensor[side].values[rows] * scales[side][0] for side in (key, "force"))
            axes.plot(x, y, label=name(sensor), **style.look(number, len(shown)))
        axes.set_xlabel(style.label(key, scales[key][1]))
        axes.set_ylabel(style.label("force", scales["force"][1]))
        axes.set_title(title)
        if key == "overlap":
            axes.legend()


def picture(results, options):
    contacts = results.contact_sensors()
    if contacts and not results.has("observables/sensors"):
        drawing = style.figure(85)
        draw_contacts(drawing, contacts, contact_names(results, contacts))
        style.heading(drawing, results.title())
        return drawing
    in_chain, quantity = groups.places(results), options.quantity
    found, spacing = peaks.find(sorted(results.sensors(quantity), key=in_chain)), results.spacing()
    sensors = [peak.sensor for peak in found]
    group = groups.main_group(results, sensors)
    first = next(in_chain(sensor) - sensor.at for sensor in sensors if sensor.group == group)
    name, place = groups.names(results, sensors), lambda sensor: in_chain(sensor) - first
    upper = 170 if results.has_ledger() else 110
    drawing = style.figure(upper + (75 if contacts else 0))
    above, below = style.strips(drawing, [upper, 75 if contacts else 0])
    left, right = above.subfigures(1, 2, width_ratios=[1.05, 1], wspace=0.04)
    draw_forces(left.subplots(), found, name, quantity)
    if contacts:
        draw_contacts(below, contacts, contact_names(results, contacts))
    if results.has_ledger():
        decay, ledger, residual = right.subplots(3, 1, gridspec_kw={"height_ratios": [3, 3, 1.2]})
        energy.draw(ledger, residual, results.ledger(), "(c) energy ledger")
    else:
        decay = right.subplots()
    notes = draw_decay(decay, found, place, group, spacing, options.scale, quantity)
    speeds = {name: (rate * (spacing or 1), "m s-1" if spacing else "s-1") for name, rate in peaks.rates(found).items()}
    driven = groups.driven(results)
    line = style.Line(peaks.DRIVEN, {}) if driven else style.Line(peaks.fitted_text(found, spacing), speeds)
    style.heading(drawing, results.title(), *([line] if quantity == "force" else []))
    annotate(drawing, decay, notes)
    return drawing
