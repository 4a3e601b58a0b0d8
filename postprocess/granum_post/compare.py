"""`compare`: the sensors of several runs in one picture: the cases of a study, or runs of the same chain."""
import os
import sys

import matplotlib
import numpy as np
from matplotlib import ticker

from . import groups, members, moments, peaks, style
from .reader import PostError, Study, results_path
from .reader import Run as Opened
from .table import Column, Numbers

DESCRIPTION = """Left: the records of the sensors, a panel for each sensor and a curve for each run. (a) The peak at
each sensor against the number of its bead in the chain, (b) the time of the peak. The runs are the cases of a study,
given by its folder, or any results with sensors of the same names. Cases of a sweep are labelled with their swept
values. Cases without results are left out. --csv also has amplitude and transmission: the amplitude is half of the
difference between the largest and the smallest value after --from, the transmission is the amplitude divided by that
at the first sensor. The peak is the highest value of the whole record; it includes the precompression."""

PANELS_MAX = 6  # largest number of panels for which the curves are still legible
RUNS_MAX = 12
COLUMNS = 4  # columns of the legend
LINE_MAX = 110  # characters in a line of the legend
QUANTITIES = {"force": "force", "velocity": "velocity", "displacement": "displacement"}


def add_options(command):
    command.add_argument(
        "--quantity", choices=sorted(QUANTITIES), default="force", help="of the sensors; default: force"
    )
    command.add_argument("--at", type=int, nargs="+", metavar="N", help="the sensors of these bead numbers only")
    command.add_argument(
        "--from",
        dest="begin",
        type=moments.seconds,
        default=0.0,
        metavar="T",
        help="start of the amplitudes: 2ms, 0.1 s; default: 0",
    )
    command.add_argument("--only", nargs="+", metavar="NAME", help="the cases of these names only, such as point-2")


class Run:
    """One run: its label in the legend, and its sensors by name, in the order of the chain. `place` gives the number
    of a sensor's bead in the chain."""

    def __init__(self, label, path, quantity, swept=None):
        self.label, self.swept = label, swept or {}
        try:
            with Opened(path) as results:
                self.title, self.place = results.title(), groups.places(results)
                self.sensors = {s.name: s for s in sorted(results.sensors(quantity), key=self.place)}
        except PostError as problem:
            raise PostError(f"{path}: {problem}") from None


def listed(folder):
    """Returns name, label, results and swept values of each case of a study that has results."""
    study = Study(folder)
    cases, units = {case["name"]: case for case in study.cases()}, study.units()
    swept = {
        name: {path: (value, units.get(path, "1")) for path, value in case.get("swept", {}).items()}
        for name, case in cases.items()
    }
    return [(name, label_of(cases[name], units), path, swept[name]) for name, path in study.results().items()]


def label_of(case, units):
    """Returns variant and swept values of a case, such as `soft, radius 2 mm`; its name if it has neither."""
    swept = case.get("swept", {})
    words = style.short_names(swept)
    values = [f"{words[path]} {members.value_text(value, units.get(path, '1'))}" for path, value in swept.items()]
    return ", ".join(filter(None, [style.named(case.get("variant", "")), *values])) or style.named(case["name"])


def named(path):
    """Returns the same of a run outside a study. Name and label are the name of its folder."""
    path = results_path(path)
    name = os.path.basename(os.path.dirname(os.path.abspath(path)))
    return name, style.named(name), path, {}


def runs(options, most=RUNS_MAX):
    paths = options.results
    study = len(paths) == 1 and os.path.exists(os.path.join(paths[0], "study.json"))
    found = listed(paths[0]) if study else [named(path) for path in paths]
    unknown = sorted(set(options.only or []) - {name for name, *_ in found})
    if unknown:
        known = [name if label == style.named(name) else f"{name} ({label})" for name, label, *_ in found]
        raise PostError(f"there is no run {', '.join(unknown)}; there are {', '.join(known)}")
    found = [row for row in found if not options.only or row[0] in options.only]
    if not found:
        raise PostError("no case of the study has results yet")
    if len(found) > most:
        raise PostError(f"{len(found)} runs are too many for one picture; choose some with --only, or write --csv")
    return [Run(label, path, options.quantity, swept) for _, label, path, swept in found]


def shared(found, options):
    """Returns the sensors that all runs have, in their order. If there are too many, it selects some evenly."""
    names = [name for name in found[0].sensors if all(name in run.sensors for run in found)]
    if options.at:
        names = [name for name in names if found[0].sensors[name].at in options.at]
    if not names:
        common = [run.sensors for run in found]
        numbers = sorted({s.at for name, s in common[0].items() if all(name in sensors for sensors in common)})
        there = f"; they have sensors at {', '.join(map(str, numbers))}" if numbers else ""
        raise PostError("the runs have no sensor in common" + (" of these numbers" + there if options.at else ""))
    step = (len(names) - 1) / (PANELS_MAX - 1)
    return names if len(names) <= PANELS_MAX else [names[round(k * step)] for k in range(PANELS_MAX)]


def draw_curves(panels, found, names, colours):
    sensors = [run.sensors[name] for run in found for name in names]
    time_factor, time_unit = style.scaled(max(s.time.values[-1] for s in sensors), sensors[0].time.unit)
    factor, unit = style.scaled(max(np.max(np.abs(s.force.values)) for s in sensors), sensors[0].force.unit)
    for axes, name in zip(panels, names):
        for number, (run, colour) in enumerate(zip(found, colours)):
            sensor = run.sensors[name]
            options = {**style.look(number, len(found)), "color": colour}
            axes.plot(sensor.time.values * time_factor, sensor.force.values * factor, label=run.label, **options)
        axes.set_title(f"bead {found[0].place(sensor)} of the chain, sensor {name}")
        axes.margins(x=0)
    panels[-1].set_xlabel(style.label("time", time_unit))
    return unit


def draw_peaks(height, arrival, found, colours):
    """Draws panels (a) and (b) from all sensors of each run."""
    tops = [[peak for peak in peaks.find(run.sensors.values()) if peak.inside] for run in found]
    largest = max((abs(peak.rise) for each in tops for peak in each), default=1.0)
    latest = max((peak.time for each in tops for peak in each), default=1.0)
    unit = next(iter(found[0].sensors.values())).force.unit
    factor, unit = style.scaled(largest, unit)
    time_factor, time_unit = style.scaled(latest, "s")
    for number, (run, each, colour) in enumerate(zip(found, tops, colours)):
        at = [run.place(peak.sensor) for peak in each]
        options = {**style.look(number, len(tops)), "color": colour, "marker": "os^DvPX*"[number % 8], "markersize": 3}
        height.plot(at, [peak.rise * factor for peak in each], **options)
        arrival.plot(at, [peak.time * time_factor for peak in each], **options)
    height.set_ylim(bottom=0)
    height.set_ylabel(style.label("peak above the start", unit))
    height.set_title("(a) peak of the pulse")
    arrival.set_ylabel(style.label("arrival time", time_unit))
    arrival.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
    arrival.set_xlabel("bead number in the chain")
    arrival.set_title("(b) arrival time of the peak")


def amplitude(sensor, begin):
    kept = sensor.force.values[sensor.time.values >= begin]
    if not kept.size:
        raise PostError(f"{sensor.name} has no sample from {begin:g} s on; give an earlier time with --from")
    return 0.5 * np.ptp(kept)


def table(options):
    """Returns a row for each run and sensor: swept values, peak and its time, and the amplitude, half of the largest
    less the smallest value from the time --from on, also divided by the amplitude at the first sensor of the run
    (transmission).
    """
    found, rows, swept = runs(options, sys.maxsize), [], {}
    for run in found:
        sensors = [sensor for sensor in run.sensors.values() if not options.at or sensor.at in options.at]
        sizes = [amplitude(sensor, options.begin) for sensor in sensors]
        for peak, size in zip(peaks.find(sensors), sizes):
            place, part = run.place(peak.sensor), size / sizes[0] if sizes[0] > 0 else np.nan
            rows.append((run.label, peak.sensor.name, place, peak.force, peak.time, size, part))
            for path, (value, unit) in run.swept.items():
                swept.setdefault(path, ([], unit))[0].append(value if isinstance(value, (int, float)) else str(value))
    if not rows:
        raise PostError("the runs have no sensor of these numbers")
    unit = next(sensor.force.unit for run in found for sensor in run.sensors.values())
    units = "1", "1", "1", unit, "s", unit, "1"
    names = "run", "sensor", "bead", "peak", "time of the peak", "amplitude", "transmission"
    columns = {
        path: Column(np.array(values), unit) for path, (values, unit) in swept.items() if len(values) == len(rows)
    }
    columns.update({name: Column(np.array(each), unit) for name, each, unit in zip(names, zip(*rows), units)})
    return [Numbers(columns)]


def picture(options):
    found = runs(options)
    names = shared(found, options)
    colours = (
        style.PALETTE
        if len(found) <= len(style.PALETTE)
        else matplotlib.colormaps["turbo"](np.linspace(0.05, 0.95, len(found)))
    )
    columns = min(COLUMNS, max(1, LINE_MAX // (12 + max(len(run.label) for run in found))))
    strip, below = 4 * -(-len(found) // columns) + 2, max(105, 25 + 28 * len(names))  # heights [mm]
    drawing = style.figure(strip + below)
    key, body = style.strips(drawing, [strip, below])
    left, right = body.subfigures(1, 2, width_ratios=[1.7, 1], wspace=0.03)
    panels = left.subplots(len(names), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    unit = draw_curves(panels, found, names, colours)
    left.supylabel(style.label(QUANTITIES[options.quantity], unit), fontsize=8)
    height, arrival = right.subplots(2, 1, sharex=True)
    draw_peaks(height, arrival, found, colours)
    handles, labels = panels[0].get_legend_handles_labels()
    key.legend(handles, labels, loc="center", ncols=columns, handlelength=3.5)
    style.heading(drawing, found[0].title)
    return drawing
