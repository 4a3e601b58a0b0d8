"""`compare`: sensors or observables of several runs in one picture: the cases of a study, or similar runs."""
import argparse
import os
import re

import matplotlib
import numpy as np
from matplotlib import ticker

from . import compare_series, groups, harmonic, members, moments, peaks, style
from .folder import Folder
from .reader import PostError, Study, results_path, swept_unit
from .reader import Run as Opened
from .table import Column, Numbers

DESCRIPTION = """Left: the records of the sensors, a panel for each sensor and a curve for each run. (a) The peak at
each sensor against the number of its bead in the chain, (b) the time of the peak. The peak is the highest value of
the whole record; it includes the precompression. The runs are the cases of a study, given by its folder, or any
results with sensors of the same names. Cases of a study have the labels of their variants and swept values, also as
tasks of a job array (NAME-*; logs and other files beside the folders are ignored). Cases without results are left
out. In driven chains (`motion: {oscillation: ..}`, or any runs with --frequency) the panels are (a) the amplitude and
(b) the transmission, against the swept value or, without a sweep, against the bead number. The amplitude A and the
phase describe the oscillation A sin(2 pi f t + phase) at the frequency f of the drive, fitted to whole periods after
--from with a Hann window. The transmission is the amplitude divided by the amplitude at the first sensor. A separate
column has peak to peak, which includes the transient and the harmonics. If the oscillation changes by more than 3 %
from the first to the second half of the time after --from, the row or point is marked as not steady, and a note says
how to get steady values. Runs of assemblies, which have observables instead of sensors: (a) the records of the
observables, a panel for each and a curve for each run; (b) their means over the second half of the time, or from
--from on, over the swept value. --observable NAME: one or more of the recorded ones: `coordination`, `stress_zz`, and
with their group `energy/kinetic`, `walls/lid/force_z`, `counters/hole/mass`, `cell/length_z`; a wrong name lists
them. --over NAME: an observable instead of the time as the lower axis of (a)."""

BESIDE = (".log", ".tries", ".case", ".out", ".err", ".csv", ".png")
PANELS_MAX = 6  # largest number of panels for which the curves are still legible
RUNS_MAX = 12
COLUMNS = 4  # columns of the legend
LINE_MAX = 110  # characters in a line of the legend
WIDE = 10  # ratio of the largest to the smallest value from which an axis is logarithmic
PLAIN = 200  # ratio below which its ticks are 1, 2, 5, 10, .. instead of powers of ten
HERTZ = {"Hz": 1.0, "kHz": 1e3, "MHz": 1e6}
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
        metavar="T",
        help="start of the amplitudes of driven chains and of the means: 2ms, 0.1 s; default: half of the record",
    )
    command.add_argument(
        "--frequency",
        type=hertz,
        metavar="F",
        help="frequency of the drive: 15kHz; default: that of `motion: {oscillation: ..}` of the beads",
    )
    words = "observables of assemblies: stress_zz walls/lid/force_z; default: kinetic_temperature coordination"
    command.add_argument("--observable", nargs="+", metavar="NAME", help=words)
    command.add_argument("--over", metavar="NAME", help="an observable instead of the time as the lower axis")
    command.add_argument("--only", nargs="+", metavar="NAME", help="the cases of these names only, such as point-2")


def hertz(text):
    """Parses `15kHz` or `15000`; returns the frequency [Hz]."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?(?:e[-+]?\d+)?) ?(Hz|kHz|MHz|)", text)
    value = float(found[1]) * HERTZ[found[2] or "Hz"] if found else 0.0
    if not 0 < value < np.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a frequency; write for example 15kHz or 15000")
    return value


class Run:
    """One run: its label in the legend, and its sensors by name, in the order of the chain. `place` gives the number
    of a sensor's bead in the chain; `frequencies` [Hz]: of the beads that oscillate during the whole run."""

    def __init__(self, label, path, quantity, swept=None):
        self.label, self.swept = label, swept or {}
        try:
            with Opened(path) as results:
                self.title, self.place = results.title(), groups.places(results)
                self.frequencies = groups.frequencies(results)
                self.sensors = {s.name: s for s in sorted(results.sensors(quantity), key=self.place)}
        except PostError as problem:
            raise PostError(f"{path}: {problem}") from None


def listed(folder):
    """Returns name, label, results and swept values of each case of a study that has results."""
    study = Study(folder)
    cases, units = {case["name"]: case for case in study.cases()}, study.units()
    return [row_of(name, cases[name], units, path) for name, path in study.results().items()]


def row_of(name, case, units, path):
    """Returns name, label, results and swept values of a case of a study."""
    swept = {key: (value, units.get(key, "1")) for key, value in case.get("swept", {}).items()}
    return name, label_of(case, units), path, swept


def label_of(case, units):
    """Returns variant and swept values of a case, such as `soft, radius 2 mm`; its name if it has neither."""
    swept = case.get("swept", {})
    words = style.short_names(swept)
    values = [f"{words[path]} {members.value_text(value, units.get(path, '1'))}" for path, value in swept.items()]
    return ", ".join(filter(None, [style.named(case.get("variant", "")), *values])) or style.named(case["name"])


def named(path):
    """Returns the same of a single run. A run of one case of a study, such as a task of a job array, has the label of
    its case; of other runs, name and label are the name of the folder."""
    path = results_path(path)
    folder = os.path.dirname(os.path.abspath(path))
    name, case = os.path.basename(folder), Folder(folder).card.get("case", {})
    if "name" in case:
        return row_of(name, case, {key: swept_unit(key, unit) for key, unit in case.get("units", {}).items()}, path)
    return name, style.named(name), path, {}


def runs_among(paths):
    """Returns the paths without the files that a job writes beside the folder of its run, which NAME-* also matches:
    logs, NAME-1.tries, NAME-1.case. The order is by numbers: NAME-2 before NAME-10."""
    found = [path for path in paths if os.path.isdir(path) or not path.endswith(BESIDE) or not os.path.exists(path)]
    if not found:
        raise PostError("these are files beside the folders of runs; write the folders, such as NAME-1 NAME-2")
    if len(found) == len(paths):
        return paths
    return sorted(found, key=lambda path: [int(w) if w.isdigit() else w for w in re.split(r"(\d+)", path)])


def chosen(options):
    """Returns name, label, results and swept values of the runs that the command names."""
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
    return found


def runs(options):
    return [Run(label, path, options.quantity, swept) for _, label, path, swept in chosen(options)]


def series(options):
    """Returns the runs with their observables, if they are runs of assemblies; otherwise None."""
    found = chosen(options)
    if not options.observable:
        path = found[0][2]
        try:
            with Opened(path) as first:
                assemblies = compare_series.is_series(first)
        except PostError as problem:
            raise PostError(f"{path}: {problem}") from None
        if not assemblies:
            return None
    return [compare_series.Compared(label, path, swept, options) for _, label, path, swept in found]


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


def is_driven(found, options):
    return options.frequency is not None or options.begin is not None or all(run.frequencies for run in found)


def window_of(run, sensors, options):
    """Returns the components of these sensors at the frequency of the drive."""
    if options.frequency is None and len(run.frequencies) != 1:
        rates = ", ".join(members.value_text(each, "Hz") for each in run.frequencies)
        cause = f"the beads oscillate at {rates}" if rates else "no bead oscillates"
        raise PostError(f"{run.label}: {cause}; give the frequency of the amplitudes, for example --frequency 15kHz")
    return harmonic.Window(run, sensors, options.frequency or run.frequencies[0], options.begin)


def chosen_sensors(run, options):
    return [sensor for sensor in run.sensors.values() if not options.at or sensor.at in options.at]


def oscillation_columns(w):
    """Returns the columns of a driven run."""
    return {
        "frequency": [w.frequency] * w.size.size,
        "amplitude": w.size.tolist(),
        "phase": w.phase.tolist(),
        "transmission": w.part.tolist(),
        "peak to peak": w.both.tolist(),
        "change": w.change.tolist(),
        "steady": ["yes" if each else "no" for each in w.steady],
    }


def pulse_columns(sensors):
    """Returns the columns of a run that is not driven."""
    tops, both = peaks.find(sensors), np.array([harmonic.peak_to_peak(sensor, 0.0) for sensor in sensors])
    columns = {"peak": [top.force for top in tops], "time of the peak": [top.time for top in tops]}
    return columns | {"peak to peak": both.tolist(), "transmission": harmonic.ratio(both).tolist()}


def table(options):
    """Returns a row for each run and sensor: swept values and, in driven chains, the component at the frequency of the
    drive (harmonic.Window), in others peak, its time, peak to peak, and this divided by that at the first sensor. Runs
    of assemblies have a table for each observable."""
    assemblies = series(options)
    if assemblies is not None:
        return compare_series.table(assemblies, options)
    found, columns, swept = runs(options), {}, {}
    found = [run for run in found if chosen_sensors(run, options)]
    if not found:
        raise PostError("the runs have no sensor of these numbers")
    driven, windows = is_driven(found, options), []
    for run in found:
        sensors = chosen_sensors(run, options)
        own = {"run": [run.label] * len(sensors), "sensor": [sensor.name for sensor in sensors]}
        own["bead"] = [run.place(sensor) for sensor in sensors]
        if driven:
            windows.append(window_of(run, sensors, options))
        own |= oscillation_columns(windows[-1]) if driven else pulse_columns(sensors)
        for name, values in own.items():
            columns.setdefault(name, []).extend(values)
        for path, (value, unit) in run.swept.items():
            each = value if isinstance(value, (int, float)) else str(value)
            swept.setdefault(path, ([], unit))[0].extend([each] * len(sensors))
    harmonic.note_unsteady(windows)
    force, count = next(iter(found[0].sensors.values())).force.unit, len(columns["run"])
    units = {"time of the peak": "s", "frequency": "Hz", "phase": "rad"}
    units |= dict.fromkeys(("peak", "amplitude", "peak to peak"), force)
    shown = {path: Column(np.array(each), unit) for path, (each, unit) in swept.items() if len(each) == count}
    shown.update({name: Column(np.array(each), units.get(name, "1")) for name, each in columns.items()})
    return [Numbers(shown)]


def swept_axis(found):
    """Returns path and unit of the only swept number that differs between the runs; None if there is no such number."""
    paths = [path for path in found[0].swept if all(path in run.swept for run in found)]
    varied = [path for path in paths if len({str(run.swept[path][0]) for run in found}) > 1]
    if len(varied) != 1 or not all(isinstance(run.swept[varied[0]][0], (int, float)) for run in found):
        return None
    return varied[0], found[0].swept[varied[0]][1]


def draw_curve(panels, x, windows, factor, label, options):
    """Draws amplitude and transmission of points (window, sensor); a hollow marker: not steady."""
    order = np.argsort(x, kind="stable")
    x, windows = np.asarray(x)[order], [windows[k] for k in order]
    for axes, name, scale in zip(panels, ("size", "part"), (factor, 1.0)):
        y = np.array([getattr(window, name)[k] * scale for window, k in windows])
        axes.plot(x, y, label=label, **options)
        axes.margins(0.06)
        loose = np.array([not window.steady[k] for window, k in windows])
        if loose.any():
            hollow = {
                "marker": options["marker"],
                "markersize": 5,
                "color": options["color"],
                "markerfacecolor": "white",
            }
            axes.plot(x[loose], y[loose], linestyle="", label="_nolegend_", **hollow)


def scale_axis(axes, values):
    """Makes the y axis logarithmic if the values differ by more than WIDE; otherwise it begins at 0."""
    values = values[np.isfinite(values) & (values > 0)]
    if not values.size or values.max() < WIDE * values.min():
        axes.set_ylim(bottom=0)
        return
    axes.set_yscale("log")
    if values.max() < PLAIN * values.min():
        style.plain_log_ticks(axes.yaxis)


def draw_transmission(panels, found, names, options, colours):
    """Panels (a) and (b) of driven chains: a curve for each sensor over the swept number, or else for each run over the
    bead number."""
    sensors = [[run.sensors[name] for name in names] for run in found]
    windows = [window_of(run, own, options) for run, own in zip(found, sensors)]
    harmonic.note_unsteady(windows)
    factor, unit = style.scaled(max(w.size.max() for w in windows), sensors[0][0].force.unit)
    axis = swept_axis(found)
    if axis is not None:
        values = np.array([run.swept[axis[0]][0] for run in found], dtype=float)
        scale, scaled_unit = style.scaled(np.abs(values).max(), axis[1])
        curves = [
            (values * scale, [(w, k) for w in windows], f"bead {found[0].place(s)}") for k, s in enumerate(sensors[0])
        ]
        panels[1].set_xlabel(style.label(style.words(axis[0]), scaled_unit))
    else:
        places = [[run.place(sensor) for sensor in own] for run, own in zip(found, sensors)]
        curves = [(at, [(w, k) for k in range(len(at))], "_nolegend_") for at, w in zip(places, windows)]
        panels[1].xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
        panels[1].set_xlabel("bead number in the chain")
    for number, (x, points, label) in enumerate(curves):
        colour = {} if axis is not None else {"color": colours[number]}
        marker = {"marker": "os^DvPX*"[number % 8], "markersize": 3}
        draw_curve(panels, x, points, factor, label, {**style.look(number, len(curves)), **colour, **marker})
    if not all(w.steady.all() for w in windows):
        panels[0].plot([], [], "o", color=style.GREY, markerfacecolor="white", markersize=5, label="not steady")
    scale_axis(panels[0], np.concatenate([w.size * factor for w in windows]))
    scale_axis(panels[1], np.concatenate([w.part for w in windows]))
    if panels[0].get_legend_handles_labels()[0]:
        panels[0].legend()
    panels[0].set_ylabel(style.label("amplitude", unit))
    panels[0].set_title("(a) amplitude")
    panels[1].set_ylabel("transmission")
    panels[1].set_title("(b) transmission")


def selected(found, steps):
    """Returns the runs whose records are drawn: `steps`: some are selected evenly; otherwise more than RUNS_MAX are an
    error."""
    if len(found) <= RUNS_MAX:
        return found
    if steps:
        return [found[k] for k in style.evenly(len(found), RUNS_MAX)]
    raise PostError(f"{len(found)} runs are too many for one picture; choose some with --only, or write --csv")


class Legend:
    """A figure with a strip for the legend of these runs above its body of this height [mm], and their colours."""

    def __init__(self, found, height):
        most = len(style.PALETTE)
        turbo = matplotlib.colormaps["turbo"]
        self.colours = style.PALETTE if len(found) <= most else turbo(np.linspace(0.05, 0.95, len(found)))
        self.columns = min(COLUMNS, max(1, LINE_MAX // (12 + max(len(run.label) for run in found))))
        strip = 4 * -(-len(found) // self.columns) + 2
        self.drawing = style.figure(strip + height)
        self.strip, self.body = style.strips(self.drawing, [strip, height])

    def draw(self, axes):
        """Draws the legend of these axes into the strip."""
        handles, labels = axes.get_legend_handles_labels()
        self.strip.legend(handles, labels, loc="center", ncols=self.columns, handlelength=3.5)


def picture_of_series(every, options):
    """Draws the observables of assemblies."""
    axis = swept_axis(every)
    found, names = selected(every, axis is not None), list(every[0].series)
    legend = Legend(found, max(75, 20 + 38 * len(names)))
    left, right = legend.body.subfigures(1, 2, width_ratios=[1.7, 1])
    panels = left.subplots(len(names), 1, sharex=True, squeeze=False)[:, 0]
    drawn = compare_series.draw_curves(panels, found, options, legend.colours)
    below = right.subplots(len(names), 1, sharex=True, squeeze=False)[:, 0]
    compare_series.draw_means(below, every, options, axis, drawn)
    legend.draw(panels[0])
    style.heading(legend.drawing, found[0].title)
    return legend.drawing


def picture(options):
    assemblies = series(options)
    if assemblies is not None:
        return picture_of_series(assemblies, options)
    every = runs(options)
    driven = is_driven(every, options)
    names, found = shared(every, options), selected(every, driven and swept_axis(every) is not None)
    legend = Legend(found, max(105, 25 + 28 * len(names)))
    left, right = legend.body.subfigures(1, 2, width_ratios=[1.7, 1], wspace=0.03)
    panels = left.subplots(len(names), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    unit = draw_curves(panels, found, names, legend.colours)
    left.supylabel(style.label(QUANTITIES[options.quantity], unit), fontsize=8)
    below = right.subplots(2, 1, sharex=True)
    if driven:
        draw_transmission(below, every, names, options, legend.colours)
    else:
        draw_peaks(*below, found, legend.colours)
    legend.draw(panels[0])
    style.heading(legend.drawing, found[0].title)
    return legend.drawing
