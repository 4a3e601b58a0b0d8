"""`oedometer`: compression of a bed under a lid of constant stress, and the stress on its side walls."""
import numpy as np

from . import moments, packing, style, triaxial
from .grains import AXES, Grains
from .reader import PostError
from .table import Column, Numbers

DESCRIPTION = """The particles in one frame, with the options of `packing`. (a) Strain of the bed over the stress on the
lid: the decrease of the distance between lid and floor since --since, divided by the distance at that time. (b) Stress
on the lid and on the floor over time, and the ratio of the lateral stress to the mean of these two (coefficient of
earth pressure at rest). Stresses are forces of the particles divided by the areas between the walls (dimension 2: by
their distance, in N/m). --axis: axis of the load; default z (dimension 2: y). --since: time of zero strain; default:
the time at which the lid first carries its final load of the first stage, or of a run without stages."""
NEEDED = {
    2: "this picture needs four walls around a bed: floor, lid and two sides",
    3: "this picture needs six walls around a bed: floor, lid and four sides",
}
WITH_CURVES = True  # the CSV file also has the curves of the picture


def add_options(command):
    packing.add_options(command)
    command.add_argument("--axis", choices=tuple(AXES), help="axis of the load; default: z; dimension 2: y")
    command.add_argument("--since", type=moments.seconds, metavar="T", help="time at which the strain is 0")


class Bed:
    """Series over the samples of the walls: time, distance of lid and floor [m], stresses [Pa], in dimension 2 [N/m],
    on lid, floor and side walls."""

    def __init__(self, results, options, flat):
        walls, dimension = results.walls(), 2 if flat else 3
        self.unit, axis = "N m-1" if flat else "Pa", triaxial.axis_of(options, dimension)
        pairs = triaxial.opposite_walls(walls, dimension, NEEDED[dimension])
        place = {a: [walls[name]["position"].values[:, a] for name in pair] for a, pair in pairs.items()}
        length = np.array([place[a][1] - place[a][0] for a in range(dimension)])
        self.time, self.height = walls[pairs[axis][1]]["time"].values, length[axis]

        def stress(a, upper):
            force = np.abs(walls[pairs[a][upper]]["force"].values[:, a])
            return force / np.prod(np.delete(length, a, axis=0), axis=0)

        self.above, self.below = stress(axis, True), stress(axis, False)
        across = [a for a in range(dimension) if a != axis]
        self.beside = np.mean([stress(a, upper) for a in across for upper in (False, True)], axis=0)
        self.since = self.first_loaded(results)

    def first_loaded(self, results):
        """Returns the first time at which the lid carries the load of the first stage within 2 %."""
        ends = results.table("observables/stages")["time"].values if results.has("observables/stages") else []
        first = self.time <= (ends[0] if len(ends) else self.time[-1]) * (1 + 1e-12)
        return self.time[np.argmax(self.above >= 0.98 * self.above[first][-1])]

    def strain(self, since):
        """Returns whether each sample is at or after that time, and the strain of these samples."""
        after = self.time >= (self.since if since is None else since)
        if after.sum() < 2:
            raise PostError("there are fewer than two wall samples after --since; give an earlier time")
        return after, 1 - self.height[after] / self.height[after][0]

    def ratio(self):
        mean = 0.5 * (self.above + self.below)
        return np.divide(self.beside, mean, out=np.full_like(mean, np.nan), where=mean > 0)


def table(results, options):
    bed = Bed(results, options, Grains(results).flat)
    after, strain = bed.strain(options.since)
    stresses = {"lid": Column(bed.above[after], bed.unit), "floor": Column(bed.below[after], bed.unit)}
    columns = {"time": Column(bed.time[after], "s"), **stresses, "strain": Column(strain)}
    return [Numbers({**columns, "ratio": Column(bed.ratio()[after])})]


def draw_curve(axes, bed, since):
    after, strain = bed.strain(since)
    factor, unit = style.scaled(bed.above[after].max(), bed.unit)
    axes.plot(bed.above[after] * factor, 100 * strain, color=style.BLUE, linewidth=0.9)
    axes.set_xlim(left=0)
    axes.invert_yaxis()  # strain increases downwards, as is usual in soil mechanics
    axes.set_xlabel(style.label("stress on the lid", unit))
    axes.set_ylabel(style.label("strain", "%"))


def draw_history(axes, bed):
    times, unit = style.scaled(bed.time[-1], "s")
    factor, size = style.scaled(max(bed.above.max(), bed.below.max()), bed.unit)
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
    right.set_ylabel("ratio lateral / axial, dotted", color=style.GREEN)
    axes.legend()


def picture(results, options):
    grains = Grains(results)
    bed = Bed(results, options, grains.flat)

    def draw(panels):
        draw_curve(panels[0], bed, options.since)
        draw_history(panels[1], bed)

    titles = ("(a) strain over stress", "(b) stress over time")
    return packing.beside(results, grains, options, titles, draw, ratio=1.0 / 1.1, share=False)
