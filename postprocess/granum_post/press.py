"""`press`: force-displacement curve of a sample between two moving walls, and the sample at marked times."""
import matplotlib
import numpy as np
from matplotlib import colors, patheffects

from . import compare, spheres, style
from .grains import AXES, Grains
from .reader import NotRecorded, PostError, Run
from .table import Column, Numbers

DESCRIPTION = """For a run at whose end two walls have prescribed motion, towards each other or apart. Displacement:
change of the distance of the walls since then, divided by the mean diameter d; force: mean of the forces on both walls,
positive in compression. (a) Force over displacement during cyclic loading, loop by loop. (b) The same for the whole
motion. (c) Contacts per particle over time, and below it mean overlap and mean of the largest overlap of each contact,
both divided by d. At the bottom: the particles at the times marked in (b), coloured by their displacement along the
axis of the walls; --frames selects other frames. Of a study: force over displacement of its cases, a panel for each
variant."""

LARGE = 2  # a last loop wider than all earlier loops by this factor is drawn in (b) only
PIXELS = 420  # longer side of an image
PARTS = (0.1, 0.4, 1.0)
LETTERS = "ABCDEFGHIJKL"


def add_options(command):
    command.add_argument(
        "--frames",
        type=int,
        nargs="+",
        metavar="N",
        help="numbers of the frames, from 0; default: four from start to end",
    )


class Press:
    """Series of the two walls with prescribed motion at the end, since `begin` [s]: time [s], displacement [m],
    force [N]."""

    def __init__(self, results):
        walls = results.tables("observables/walls")
        if not walls:
            raise NotRecorded("no walls in this run; add `output: walls: {every: ...}` to the input")
        moving = [group for group in walls.values() if driven(group)[-1]]
        if len(moving) != 2:
            raise PostError(
                f"this picture needs two walls with prescribed motion at the end; the run has {len(moving)}"
            )
        apart = np.subtract(*(group["position"].values for group in moving))
        self.axis = int(np.argmax(np.ptp(apart, axis=0)))
        low, high = sorted(moving, key=lambda group: group["position"].values[0, self.axis])
        held = np.flatnonzero(~(driven(low) & driven(high)))
        first = held[-1] if held.size else 0  # the sample before the walls begin to move
        place = [group["position"].values[first:, self.axis] for group in (low, high)]
        force = [group["force"].values[first:, self.axis] for group in (low, high)]
        distance = place[1] - place[0]
        self.time = low["time"].values[first:]
        self.displacement, self.force = distance - distance[0], 0.5 * (force[1] - force[0])
        self.begin = self.time[0]

    def loops(self):
        """Returns slices of the samples from one smallest displacement to the next."""
        grows = np.diff(np.abs(self.displacement)) > 0
        starts = [0, *(1 + np.flatnonzero(~grows[:-1] & grows[1:])), len(self.displacement) - 1]
        return [slice(one, other + 1) for one, other in zip(starts, starts[1:]) if other > one]

    def widths(self):
        return [np.abs(self.displacement[loop]).max() for loop in self.loops()]


class Case:
    """A case of a study: name, variant, label, displacement over the mean diameter, and force [N]."""

    def __init__(self, study, case, path):
        self.name, self.variant = case["name"], case.get("variant", "")
        self.label = compare.label_of({**case, "variant": ""}, study.units())
        with Run(path) as results:
            press, diameter = Press(results), 2 * np.mean(Grains(results).stored("radius", 0))
        self.displacement, self.force = press.displacement / diameter, press.force
        self.farthest = int(np.argmax(np.abs(press.displacement)))


def cases_of(study):
    cases = {case["name"]: case for case in study.cases()}
    found = [Case(study, cases[name], path) for name, path in study.results().items()]
    if not found:
        raise PostError("no case of the study has results yet")
    return found


def study_table(study, _):
    """Returns the largest displacement of each case, the force there, and the extreme forces."""
    found = cases_of(study)
    rows = {
        "case": Column(np.array([case.name for case in found])),
        "displacement": Column(np.array([case.displacement[case.farthest] for case in found])),
        "force": Column(np.array([case.force[case.farthest] for case in found]), "N"),
        "least_force": Column(np.array([case.force.min() for case in found]), "N"),
        "largest_force": Column(np.array([case.force.max() for case in found]), "N"),
    }
    return [Numbers(rows, label="case")]


def study_picture(study, _):
    found = cases_of(study)
    variants = list(dict.fromkeys(case.variant for case in found))
    factor, unit = style.scaled(max(np.max(np.abs(case.force)) for case in found), "N")
    drawing = style.figure(80)
    panels = drawing.subplots(1, len(variants), squeeze=False)[0]
    for letter, axes, variant in zip("abcdefgh", panels, variants):
        mine = [case for case in found if case.variant == variant]
        for number, case in enumerate(mine):
            look = style.look(number, len(mine))
            axes.plot(case.displacement, case.force * factor, label=case.label, **look)
        label_force(axes, unit)
        axes.legend()
        axes.set_title(f"({letter}) {style.named(variant) or 'cases'}")
    style.heading(drawing, study.title())
    return drawing


def driven(group):
    """Whether the wall is present and has prescribed motion, for each sample."""
    there = group["absent"].values == 0 if "absent" in group else True
    return np.isnan(group["load"].values) & there


def choose_frames(press, times):
    """Returns the frame in which the walls begin to move, and the first frames with these parts of the largest
    displacement."""
    displacement = np.abs(press.displacement)
    marks = [press.begin, *(press.time[np.argmax(displacement >= part * displacement.max())] for part in PARTS)]
    return sorted({max(int(np.searchsorted(times, mark * (1 + 1e-9), side="right")) - 1, 0) for mark in marks})


def draw_loops(axes, press, diameter, factor, unit):
    loops, widths = press.loops(), press.widths()
    if len(loops) > 1 and widths[-1] > LARGE * max(widths[:-1]):
        end = int(np.argmax(np.abs(press.displacement[loops[-1]]) > max(widths[:-1])))
        loops[-1] = slice(loops[-1].start, loops[-1].start + end)
    for number, loop in enumerate(loops):
        colour = matplotlib.colormaps["viridis"](0.9 * number / max(len(loops) - 1, 1))
        axes.plot(press.displacement[loop] / diameter, press.force[loop] * factor, color=colour, linewidth=0.8)
    label_force(axes, unit)
    axes.set_title("(a) loops, darkest: first" if len(loops) > 1 else "(a) first loop")


def draw_all(axes, press, diameter, factor, unit, marked):
    axes.plot(press.displacement / diameter, press.force * factor, color=style.BLUE, linewidth=0.7)
    for letter, time in marked:
        row = min(int(np.searchsorted(press.time, time * (1 - 1e-12))), len(press.time) - 1)
        place = press.displacement[row] / diameter, press.force[row] * factor
        axes.plot(*place, "o", color=style.VERMILION, markersize=3)
        halo = [patheffects.withStroke(linewidth=2, foreground="white")]
        axes.annotate(
            letter, place, textcoords="offset points", xytext=(4, 4), color=style.VERMILION, path_effects=halo
        )
    label_force(axes, unit)
    axes.set_title("(b) whole motion")


def label_force(axes, unit):
    axes.axhline(0, color="0.8", linewidth=0.5, zorder=0)
    axes.set_xlabel("displacement / diameter")
    axes.set_ylabel(style.label("force", unit))


def draw_contacts(upper, lower, bulk, diameter):
    time = bulk["time"].values
    factor, unit = style.scaled(time.max(), "s")
    time = time * factor
    upper.plot(time, bulk["coordination"].values, color=style.BLUE)
    upper.set_ylim(bottom=0)
    upper.set_ylabel("contacts per\nparticle")
    upper.set_title("(c) coordination and overlap")
    upper.tick_params(labelbottom=False)
    most = "overlap_max_mean" if "overlap_max_mean" in bulk else "overlap_max"  # results of earlier versions
    for number, (name, text) in enumerate((("overlap", "current"), (most, "largest so far"))):
        lower.plot(time, bulk[name].values / diameter, label=text, **style.look(number, 2))
    lower.set_ylim(bottom=0)
    lower.legend(ncols=2, handlelength=1.5, columnspacing=1)
    lower.set_ylabel("overlap / diameter", fontsize="x-small")
    lower.set_xlabel(style.label("time", unit))


class Samples:
    """The initial particles in some frames, projected to the view; rows of removed particles are nan."""

    def __init__(self, grains, press, frames, diameter):
        begin = int(np.argmin(np.abs(grains.time - press.begin)))
        self.ids = grains.stored("id", begin)
        self.place = [grains.by_id("position", number, self.ids) for number in frames]
        start = grains.stored("position", begin)
        self.moved = [(place - start)[:, press.axis] / diameter for place in self.place]
        self.radius = grains.stored("radius", begin)
        self.view = spheres.axes_of_view(grains.flat)
        seen = [place @ self.view.T for place in self.place]
        self.lowest = np.nanmin([np.nanmin(points[:, :2], axis=0) for points in seen], axis=0) - self.radius.max()
        self.highest = np.nanmax([np.nanmax(points[:, :2], axis=0) for points in seen], axis=0) + self.radius.max()
        self.scale = PIXELS / np.max(self.highest - self.lowest)  # [pixel/m]
        self.norm = colors.CenteredNorm(0, np.nanmax(np.abs(self.moved)) or 1.0)

    def image(self, number):
        """Returns the image of the part of the view that all frames share."""
        scale = self.scale
        shape = tuple(np.ceil((self.highest - self.lowest) * scale).astype(int)[::-1] + 1)
        here = np.isfinite(self.moved[number])
        seen = self.place[number][here] @ self.view.T
        pixels = np.column_stack([(seen[:, :2] - self.lowest) * scale, seen[:, 2] * scale])
        paint = style.SIGNED(self.norm(self.moved[number][here]))[:, :3]
        return spheres.render(pixels, self.radius[here] * scale, paint, shape)


def draw_samples(part, samples, times, axis):
    panels = part.subplots(1, len(times), squeeze=False)[0]
    factor, unit = style.scaled(times[-1], "s")
    for number, (axes, time) in enumerate(zip(panels, times)):
        axes.imshow(samples.image(number), origin="lower", interpolation="antialiased")
        moved, place = samples.moved[number], samples.place[number]
        columns = {"id": (samples.ids, "1"), "position": (place, "m"), "displacement per diameter": (moved, "1")}
        there = np.isfinite(moved)
        style.keep(axes, "particles", {name: (values[there], unit) for name, (values, unit) in columns.items()})
        axes.set_axis_off()
        axes.set_ylim(bottom=-0.12 * PIXELS)
        length = style.round_length(0.25 * PIXELS / samples.scale)
        factors, metre = style.scaled(length * (1 + 1e-9), "m")
        style.scale_bar(axes, length * samples.scale, f"{length * factors:.3g} {metre}", at=(0.04, 0.03))
        axes.set_title(f"{LETTERS[number]}: {time * factor:.4g} {unit}")
    key = matplotlib.cm.ScalarMappable(samples.norm, style.SIGNED)
    part.colorbar(key, ax=panels, label=f"displacement ({AXES[axis]}) / diameter", shrink=0.7, pad=0.01)


def picture(results, options):
    press, grains = Press(results), Grains(results)
    results.observables()  # raises a PostError if there are none
    diameter = 2 * np.mean(grains.stored("radius", 0))
    frames = options.frames or choose_frames(press, grains.time)
    if len(frames) > len(LETTERS):
        raise PostError(f"--frames: at most {len(LETTERS)} frames fit; give fewer")
    times = [grains.frame(number).time for number in frames]
    factor, unit = style.scaled(np.max(np.abs(press.force)), "N")
    drawing = style.figure(115)
    above, below = style.strips(drawing, [1.25, 1])
    grid = above.add_gridspec(2, 3)
    draw_loops(above.add_subplot(grid[:, 0]), press, diameter, factor, unit)
    draw_all(above.add_subplot(grid[:, 1]), press, diameter, factor, unit, list(zip(LETTERS, times)))
    upper = above.add_subplot(grid[0, 2])
    draw_contacts(upper, above.add_subplot(grid[1, 2], sharex=upper), results.observables(), diameter)
    draw_samples(below, Samples(grains, press, frames, diameter), times, press.axis)
    style.heading(drawing, results.title())
    return drawing
