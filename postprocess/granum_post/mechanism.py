"""`mechanism`: motion, impacts and energy of small mechanisms."""
import numpy as np
from matplotlib.lines import Line2D

from . import layout, members, moments, style
from .reader import PostError

DESCRIPTION = """(a) Positions of one run over time; dots mark its impacts. (b) Approach speed of every impact over
time. (c) Force against overlap in the first impacts whose trajectory was recorded (trajectory: contacts). (d) Energy of
the motion: kinetic, potential and elastic. Runs are overlaid in (b) to (d), in colours that all panels share; of many
runs, some are selected evenly. --since and --until select the time that is drawn."""

RUNS_MAX = 6  # largest number of runs for which the panels are still legible
LOOPS_MAX = 2  # loops of each run
MARKS = "os^Dv*"
OWN = (style.PURPLE, style.BLACK, style.SKY, style.GREEN, style.ORANGE, style.GREY)  # colours that the runs do not use
DECADES = 1.5  # if the energy falls by more decades than this, its axis is logarithmic


def add_options(command):
    members.add_options(command, "run")
    command.add_argument("--columns", metavar="NAME,...", help="columns of the trajectory in (a); default: those in m")
    for name, text in (("since", "draw from this time on"), ("until", "draw until this time; default: the end")):
        command.add_argument(f"--{name}", type=moments.seconds, metavar="T", help=text)


class Run(members.Member):
    def loops(self):
        """Returns overlap [m] and force [N] in each of the first impacts whose trajectory was recorded."""
        found, points = [], self.rows["trajectory"]
        for begin, duration, contact in zip(*(self.rows["impacts"][key] for key in ("time", "duration", "contact"))):
            name = self.variant.contacts[int(contact)]
            inside = (points["time"] >= begin) & (points["time"] <= begin + duration)
            if inside.sum() > 10:
                found.append((points[f"{name}_overlap"][inside], points[f"{name}_force"][inside]))
        return found[:LOOPS_MAX]

    def within(self, since, until):
        """Leaves out what is before and after these times."""
        for table, rows in self.rows.items():
            if "time" in rows:
                mine = (rows["time"] >= since) & (rows["time"] <= until)
                self.rows[table] = {key: values[mine] for key, values in rows.items()}
        if self.rows["energy"]["time"].size < 2:
            raise PostError("there are fewer than two points from --since to --until; give other times")
        return self

    def of_motion(self):
        return sum(self.rows["energy"][name] for name in ("kinetic", "potential", "elastic"))


def chosen(variants, options):
    """Returns the runs to draw, and the number of all runs."""
    shown, count = members.chosen(variants, options, options.run, RUNS_MAX, "energy")
    since = 0.0 if options.since is None else options.since
    until = np.inf if options.until is None else options.until
    return [Run(*run).within(since, until) for run in shown], count


def columns_of(run, options):
    """Returns the names of the columns of panel (a)."""
    units = run.variant.moving
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
    factor, unit = style.scaled(max(run.rows["energy"]["time"].max() for run in runs), "s")
    axes.set_xlabel(style.label("time", unit))
    first = min(run.rows["energy"]["time"].min() for run in runs)
    axes.set_xlim(factor * first, factor * max(run.rows["energy"]["time"].max() for run in runs))
    return factor


def draw_places(axes, run, names):
    time, factor = run.rows["trajectory"]["time"], time_axis(axes, [run])
    unit = run.variant.moving[names[0]]
    quantity = "position" if unit == "m" else names[0].replace("_", " ")
    values = [run.rows["trajectory"][name] for name in names]
    largest = max((np.abs(value).max() for value in values if value.size), default=0)
    scale, unit = style.scaled(largest, unit)
    for index, (name, value) in enumerate(zip(names, values)):
        shade = OWN[index % len(OWN)]
        options = {**style.look(index, len(values)), "linewidth": 0.9, "color": shade}
        axes.plot(time * factor, value * scale, label=name.replace("_", " "), **options)
        at = np.interp(run.rows["impacts"]["time"], time, value) if value.size else []
        axes.plot(run.rows["impacts"]["time"] * factor, np.multiply(at, scale), ".", color=shade, markersize=3)
    axes.set_ylabel(style.label(quantity, unit))
    axes.set_title("(a) motion" + (f", {run.name}" if run.name else ""))
    handles, labels = axes.get_legend_handles_labels()
    if run.rows["impacts"]["time"].size:
        dot = Line2D([], [], linestyle="none", marker=".", markersize=3, color=style.BLACK)
        handles, labels = [*handles, dot], [*labels, "impacts"]
    axes.legend(handles, labels, ncol=members.COLUMNS)


def draw_speeds(axes, runs):
    factor = time_axis(axes, runs)
    for index, run in enumerate(runs):
        axes.plot(
            run.rows["impacts"]["time"] * factor,
            run.rows["impacts"]["speed_in"],
            MARKS[index],
            markersize=2.5,
            color=colour(index),
            label=f"_{run.name}",
        )
    largest = max(run.rows["impacts"]["speed_in"].max(initial=0) for run in runs)
    axes.set_ylim(0, 1.08 * largest or 1)  # the markers are whole
    axes.set_ylabel(style.label("approach speed", "m s-1"))
    axes.set_title("(b) approach speed of the impacts")


def draw_energy(axes, runs):
    time_factor = time_axis(axes, runs)
    energies = [run.of_motion() for run in runs]
    factor, unit = style.scaled(max(energy.max() for energy in energies), "J")
    falls = [np.log10(energy.max() / energy[-1]) for energy in energies if energy[-1] > 0]
    for index, (run, energy) in enumerate(zip(runs, energies)):
        axes.plot(
            run.rows["energy"]["time"] * time_factor, energy * factor, label=run.name, **style.look(index, len(runs))
        )
    if falls and max(falls) > DECADES:
        axes.set_yscale("log")
    axes.set_ylabel(style.label("energy", unit))
    axes.set_title("(d) energy")


def picture(results, options):
    runs, count = chosen(results.mechanisms(), options)
    names = columns_of(runs[0], options)
    legend = members.legend_height(runs)
    loops = [run.loops() for run in runs]
    below = 55 if any(run.rows["impacts"]["time"].size for run in runs) else 0  # no text if there are no impacts
    drawing = style.figure(115 + below + legend)
    strip, upper, middle, lower = style.strips(drawing, [legend, 60, below, 55])
    draw_places(upper.subplots(), runs[0], names)
    if middle is not None:
        panels = middle.subplots(1, 2 if any(loops) else 1, squeeze=False)[0]
        draw_speeds(panels[0], runs)
        if any(loops):
            members.draw_loops(panels[1], loops, "impact")
    energies = lower.subplots()
    draw_energy(energies, runs)
    layout.draw_legend(strip, energies, members.COLUMNS)
    style.heading(drawing, results.title(), f"{len(runs)} of {count} runs" if len(runs) < count else "")
    return drawing
