"""`transmission`: amplitude of a driven wave at the sensors of a chain, for each case of a study.

The amplitude of a record is sqrt(2) times the standard deviation of the force [N] from the time --from to its end: for
a sine the amplitude itself, up to the part of a period that the window cuts. The transmission is the amplitude at the
last sensor over that at the first one [1]."""
import os

import numpy as np
from matplotlib import ticker

from . import compare, style
from .reader import PostError, Study

RUNS_MAX = 1000
DESCRIPTION = """Amplitude of the force at each sensor of a driven chain, and its ratio between the last and the first
sensor, over the swept value of a study (for instance the frequency of the drive). The amplitude is sqrt(2) times the
standard deviation of the force from the time --from to the end. --table prints the numbers instead."""


def add_options(command):
    command.add_argument("--table", action="store_true", help="print a table, draw nothing")
    command.add_argument(
        "--from", dest="begin", type=float, metavar="S", help="start of the window [s]; default: half of the record"
    )
    command.set_defaults(quantity="force", only=None)


def amplitude(sensor, begin):
    time, force = sensor.time.values, sensor.force.values
    kept = force[time >= (0.5 * time[-1] if begin is None else begin)]
    if kept.size < 8:
        raise PostError(f"{sensor.name}: fewer than 8 samples in the window; give an earlier time with --from")
    return float(np.sqrt(2) * kept.std())


def measured(options):
    """Returns the runs, the names of the sensors that all of them have, and the amplitudes [run][sensor]."""
    found = compare.runs(options, most=RUNS_MAX)
    names = [name for name in found[0].sensors if all(name in run.sensors for run in found)]
    if len(names) < 2:
        raise PostError("two sensors are needed; write `output: sensors: {group: NAME, at: [FIRST, LAST], ...}`")
    return found, names, np.array([[amplitude(run.sensors[name], options.begin) for name in names] for run in found])


def table(options):
    found, names, amplitudes = measured(options)
    width = max(4, *(len(run.label) for run in found))
    lines = [f"{'case':<{width}} " + " ".join(f"{name + ' N':>14}" for name in names) + f" {'transmission':>14}"]
    for run, row in zip(found, amplitudes):
        values = " ".join(f"{value:>14.6g}" for value in [*row, row[-1] / row[0] if row[0] else np.nan])
        lines.append(f"{run.label:<{width}} {values}")
    return lines


def horizontal(options, count):
    """Returns name, unit and numbers of the horizontal axis: the swept values, if one number was swept, else the
    numbers of the cases."""
    if os.path.exists(os.path.join(options.results[0], "study.json")):
        study = Study(options.results[0])
        rows = [case.get("swept", {}) for case in study.cases() if case["name"] in study.results()]
        key = next(iter(rows[0]), "")
        if all(len(row) == 1 and isinstance(row[key], (int, float)) for row in rows):
            return style.words(key), study.units().get(key, "1"), np.array([row[key] for row in rows])
    return "number of the case", "1", np.arange(1.0, count + 1)


def picture(options):
    found, names, amplitudes = measured(options)
    name, unit, x = horizontal(options, len(found))
    factor, unit = style.scaled(np.max(np.abs(x)), unit)
    force, force_unit = style.scaled(amplitudes.max(), "N")
    order = np.argsort(x)
    drawing = style.figure(75)
    left, right = drawing.subplots(1, 2)
    for k in style.evenly(len(names), 8):
        look = {**style.look(k, len(names)), "marker": "os^DvPX*"[k % 8], "markersize": 3}
        left.plot(x[order] * factor, amplitudes[order, k] * force, label=names[k], **look)
    left.set_ylabel(style.label("amplitude of the force", force_unit))
    left.set_title("(a) amplitude at the sensors")
    left.legend()
    right.plot(x[order] * factor, amplitudes[order, -1] / amplitudes[order, 0], marker="o", markersize=3)
    right.set_ylabel("ratio of amplitudes")
    right.set_title(f"(b) {names[-1]} over {names[0]}")
    for axes in (left, right):
        axes.set_yscale("log")
        axes.set_xlabel(style.label(name, unit))
        if unit == "1":
            axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
    style.heading(drawing, found[0].title)
    return drawing
