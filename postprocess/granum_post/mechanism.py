"""`mechanism`: motion, impacts and energy of small mechanisms."""
import numpy as np

from . import style
from .reader import PostError

DESCRIPTION = """(a) Places over time of one run, and dots where it has an impact. (b) Speed of approach of every impact over
time. (c) Force against overlap in the first impacts that the run followed inside (trajectory: contacts). (d) Energy of the
motion: kinetic, potential and elastic. Runs are overlaid in (b) to (d), in colours that the panels share; of many, some are
chosen evenly."""

RUNS_MAX = 6  # of which the panels are still legible
LOOPS_MAX = 2  # of each run
COLUMNS = 4  # of the legend
DECADES = 1.5  # that the energy falls by, from which on its axis is logarithmic


def add_options(command):
    command.add_argument("--variant", metavar="NAME", help="runs of this variant only")
    command.add_argument("--run", type=int, metavar="N", help="this run of each variant only, from 1")
    command.add_argument("--columns", metavar="NAME,...", help="columns of the trajectory in (a); default: those in m")


class Run:
    """One run of a variant: its rows of the tables, and the texts of the values that were swept."""

    def __init__(self, variant, number):
        self.variant, self.number = variant, number
        self.impacts, self.trajectory, self.energy = (variant.rows_of(table, number) for table in variant.TABLES)
        swept = [
            f"{path.rsplit('.', 1)[-1].replace('_', ' ')} {column.values[number - 1]:.4g}"
            for path, column in variant.swept.items()
        ]
        self.name = ", ".join(filter(None, [variant.name, *swept]))

    def loops(self):
        """Overlap [m] and force [N] in each of the first impacts that were followed inside."""
        found, time = [], self.trajectory["time"]
        for begin, duration, contact in zip(*(self.impacts[key] for key in ("time", "duration", "contact"))):
            name = self.variant.contacts[int(contact)]
            inside = (time >= begin) & (time <= begin + duration)
            if inside.sum() > 10:
                found.append((self.trajectory[f"{name}_overlap"][inside], self.trajectory[f"{name}_force"][inside]))
        return found[:LOOPS_MAX]

    def of_motion(self):
        return self.energy["kinetic"] + self.energy["potential"] + self.energy["elastic"]


def chosen(variants, options):
    """The runs to draw, and how many there are."""
    if options.variant is not None:
        known = [variant.name for variant in variants]
        variants = [variant for variant in variants if variant.name == options.variant]
        if not variants:
            raise PostError(f"no variant {options.variant}; there are: {', '.join(known)}")
    if options.run is not None and not all(1 <= options.run <= variant.runs for variant in variants):
        raise PostError(f"no run {options.run}; there are {max(variant.runs for variant in variants)}")
    numbers = [options.run] if options.run is not None else None
    every = [(variant, number) for variant in variants for number in numbers or range(1, variant.runs + 1)]
    shown = np.unique(np.linspace(0, len(every) - 1, min(len(every), RUNS_MAX)).round().astype(int))
    return [Run(*every[k]) for k in shown], len(every)


def columns_of(run, options):
    """Names of the columns of panel (a)."""
    units = run.variant.units
    if options.columns is None:
        return [name for name in units if units[name] == "m" and not name.endswith("_overlap")]
    names = options.columns.split(",")
    for name in names:
        if name not in units:
            raise PostError(f"the trajectory has no column {name}; it has: {', '.join(units)}")
    if len({units[name] for name in names}) > 1:
        raise PostError(f"{', '.join(names)} have different units; choose columns of one")
    return names


def colour(index):
    return style.DISTINCT[index % RUNS_MAX]


def time_axis(axes, runs):
    factor, unit = style.scaled(max(run.energy["time"].max() for run in runs), "s")
    axes.set_xlabel(style.label("time", unit))
    axes.set_xlim(0, factor * max(run.energy["time"].max() for run in runs))
    return factor


def draw_places(axes, run, names):
    time, factor = run.trajectory["time"], time_axis(axes, [run])
    unit = run.variant.units[names[0]]
    quantity = "place" if unit == "m" else names[0].replace("_", " ")
    values = [run.trajectory[name] for name in names]
    largest = max((np.abs(value).max() for value in values if value.size), default=0)
    scale, unit = style.scaled(largest, unit)
    for index, (name, value) in enumerate(zip(names, values)):
        axes.plot(time * factor, value * scale, color=colour(index), linewidth=0.8, label=name.replace("_", " "))
        at = np.interp(run.impacts["time"], time, value) if value.size else []
        axes.plot(run.impacts["time"] * factor, np.multiply(at, scale), ".", color=colour(index), markersize=3)
    axes.set_ylabel(style.label(quantity, unit))
    axes.set_title("(a) motion" + (f" of {run.name}" if run.name else ""))
    axes.legend(loc="upper right", ncol=COLUMNS)


def draw_speeds(axes, runs):
    factor = time_axis(axes, runs)
    for index, run in enumerate(runs):
        axes.plot(run.impacts["time"] * factor, run.impacts["speed_in"], "o", markersize=2, color=colour(index))
    axes.set_ylim(bottom=0)
    axes.set_ylabel(style.label("speed", "m s-1"))
    axes.set_title("(b) speed of approach of the impacts")


def draw_loops(axes, runs):
    loops = [(index, *loop) for index, run in enumerate(runs) for loop in run.loops()]
    axes.set_title("(c) force in the first impacts" if loops else "(c) no impact was followed inside")
    if not loops:
        return
    factor, unit = style.scaled(max(overlap.max() for _, overlap, _ in loops), "m")
    force_factor, force_unit = style.scaled(max(np.abs(force).max() for *_, force in loops), "N")
    for index, overlap, force in loops:
        axes.plot(overlap * factor, force * force_factor, color=colour(index), linewidth=0.8)
    axes.set_xlabel(style.label("overlap", unit))
    axes.set_ylabel(style.label("force", force_unit))


def draw_energy(axes, runs):
    time_factor = time_axis(axes, runs)
    energies = [run.of_motion() for run in runs]
    factor, unit = style.scaled(max(energy.max() for energy in energies), "J")
    falls = [np.log10(energy.max() / energy[-1]) for energy in energies if energy[-1] > 0]
    for index, (run, energy) in enumerate(zip(runs, energies)):
        axes.plot(run.energy["time"] * time_factor, energy * factor, color=colour(index), linewidth=0.9, label=run.name)
    if falls and max(falls) > DECADES:
        axes.set_yscale("log")
    axes.set_ylabel(style.label("energy", unit))
    axes.set_title("(d) energy of the motion")


def picture(results, options):
    runs, count = chosen(results.mechanisms(), options)
    names = columns_of(runs[0], options)
    legend = 5 * -(-len(runs) // COLUMNS) + 3 if any(run.name for run in runs) else 0
    drawing = style.figure(170 + legend)
    upper, strip, middle, lower = style.strips(drawing, [60, legend, 55, 55])
    draw_places(upper.subplots(), runs[0], names)
    left, right = middle.subplots(1, 2)
    draw_speeds(left, runs)
    draw_loops(right, runs)
    energies = lower.subplots()
    draw_energy(energies, runs)
    if strip is not None:
        axes = strip.subplots()
        axes.set_axis_off()
        axes.legend(*energies.get_legend_handles_labels(), loc="center left", ncol=COLUMNS, borderaxespad=0)
    style.heading(drawing, results.title(), f"{len(runs)} of {count} runs" if len(runs) < count else "")
    return drawing
