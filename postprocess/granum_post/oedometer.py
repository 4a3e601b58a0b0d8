"""`oedometer`: a bed in a box under a lid that holds a stress: how far it is pressed together, and what the sides
carry."""
import numpy as np

from . import packing, style
from .grains import AXES, Grains
from .reader import PostError

DESCRIPTION = """The particles in one frame, with the options of `packing`. (a) Strain of the bed over the stress on
the lid: how far lid and floor have come together since --since, over their distance then. (b) Stress on the lid and
on the floor over time, and the ratio of the stress on the sides to the mean of these two: that at rest. Stresses are
forces of the particles over the areas between the walls. --axis: that of the load; z unless given. --since: the time
of no strain; unless given, when the lid first carries what it is to hold in the end of the first stage, or of the
run without stages. --table prints time, stress, strain and ratio instead."""


def add_options(command):
    packing.add_options(command)
    command.add_argument("--axis", choices=tuple(AXES), default="z", help="of the load; default: z")
    command.add_argument("--since", type=float, metavar="S", help="time at which the strain is 0")
    command.add_argument("--table", action="store_true", help="print a table, draw nothing")


def sides_of(walls):
    """(axis, whether it is the upper one) -> name of the wall, by its place and the force on it, which points
    outward."""
    found = {}
    for name, wall in walls.items():
        force = wall["force"].values.sum(axis=0)
        axis = int(np.argmax(np.abs(force)))
        if force[axis]:
            found[axis, bool(force[axis] > 0)] = name
    if len(found) != 6:
        raise PostError("no six walls that a bed presses outward: a floor, a lid and the sides of a box")
    return found


class Bed:
    """Over the samples of the walls: time, distance [m] of lid and floor, stresses [Pa] on lid, floor and sides."""

    def __init__(self, results, axis):
        walls = results.walls()
        sides = sides_of(walls)
        self.lid = sides[axis, True]
        place = {side: walls[name]["position"].values[:, side[0]] for side, name in sides.items()}
        length = np.array([place[a, True] - place[a, False] for a in range(3)])
        self.time, self.height = walls[self.lid]["time"].values, length[axis]

        def stress(a, upper):
            force = np.abs(walls[sides[a, upper]]["force"].values[:, a])
            return force / np.prod(np.delete(length, a, axis=0), axis=0)

        self.above, self.below = stress(axis, True), stress(axis, False)
        self.beside = np.mean([stress(a, upper) for a in range(3) if a != axis for upper in (False, True)], axis=0)
        self.since = self.first_loaded(results)

    def first_loaded(self, results):
        """When the lid carries the load of the first stage for the first time, to 2 %."""
        ends = results.table("observables/stages")["time"].values if results.has("observables/stages") else []
        first = self.time <= (ends[0] if len(ends) else self.time[-1]) * (1 + 1e-12)
        return self.time[np.argmax(self.above >= 0.98 * self.above[first][-1])]

    def strain(self, since):
        """Whether each sample is at or after that time, and the strain of these."""
        after = self.time >= (self.since if since is None else since)
        if after.sum() < 2:
            raise PostError("the walls have fewer than two samples from that time on")
        return after, 1 - self.height[after] / self.height[after][0]

    def ratio(self):
        mean = 0.5 * (self.above + self.below)
        return np.divide(self.beside, mean, out=np.full_like(mean, np.nan), where=mean > 0)


def table(results, options):
    bed = Bed(results, AXES.index(options.axis))
    after, strain = bed.strain(options.since)
    rows = zip(bed.time[after], bed.above[after], bed.below[after], strain, bed.ratio()[after])
    lines = [" ".join(f"{value:12.6g}" for value in row) for row in rows]
    return [" ".join(f"{name:>12}" for name in ("time s", "lid Pa", "floor Pa", "strain", "ratio"))] + lines


def draw_curve(axes, bed, since):
    after, strain = bed.strain(since)
    factor, unit = style.scaled(bed.above[after].max(), "Pa")
    axes.plot(bed.above[after] * factor, 100 * strain, color=style.BLUE, linewidth=0.9)
    axes.set_xlim(left=0)
    axes.invert_yaxis()  # as soil mechanics has it
    axes.set_xlabel(style.label("stress on the lid", unit))
    axes.set_ylabel(style.label("strain", "%"))


def draw_history(axes, bed):
    times, unit = style.scaled(bed.time[-1], "s")
    factor, size = style.scaled(max(bed.above.max(), bed.below.max()), "Pa")
    for number, (name, values) in enumerate((("lid", bed.above), ("floor", bed.below))):
        axes.plot(bed.time * times, values * factor, label=name, **style.look(number, 2))
    axes.set_ylabel(style.label("stress", size))
    axes.set_xlabel(style.label("time", unit))
    axes.set_ylim(bottom=0)
    right = axes.twinx()
    right.spines["right"].set_visible(True)
    loaded = bed.time >= bed.since
    right.plot(bed.time[loaded] * times, bed.ratio()[loaded], ":", color=style.GREEN, linewidth=1.4)
    right.set_ylim(0, 1)
    right.set_ylabel("ratio side to axial, dotted", color=style.GREEN)
    axes.legend()


def picture(results, options):
    grains, bed = Grains(results), Bed(results, AXES.index(options.axis))

    def draw(panels):
        draw_curve(panels[0], bed, options.since)
        draw_history(panels[1], bed)

    titles = ("(a) strain over stress", "(b) stress")
    return packing.beside(results, grains, options, titles, draw, ratio=1.0 / 1.1, share=False)
