"""`mixing`: degree of mixing of two kinds of particles, and torque of the mixer."""
import sys

import numpy as np

from . import cuts, drum, neighbours, packing, style
from .grains import AXES, Grains
from .reader import PostError
from .table import Column, Numbers

DESCRIPTION = """The particles in one frame, coloured by group, with the options of `packing`. (a) Degree of mixing in
each frame, after Lacey. The box is divided into cubes, from its middle outwards. With p the share of one group among
all N particles, p_i its share among the n_i particles of a cube, and K the number of cubes that contain particles, it
is (1 - s^2/(p (1 - p)))/(1 - (K - 1)/(N - 1)), where s^2 = sum of n_i (p_i - p)^2/N. It is 0 if every cube contains
particles of a single kind, and on average 1 for random mixtures. It is nan in frames without two kinds of particles, or
if no cube contains two particles. Cubes at the interface of two unmixed layers contain both kinds, so that the degree
of mixing of unmixed layers is not 0 but about the share of the particles in these cubes, side/height for layers above
each other. The dotted curve is this degree in each frame: the largest degree of two layers along x, y or z. Smaller
cubes lower it, but need several particles each. By default a full cube contains 50 particles, or fewer, so that the
particles of the last frame extend over at least 4 cubes along each axis; but the side is at least 2 mean diameters. (b)
Torque of walls on the particles about an axis, positive in the direction in which the wall rotates, as in `power`;
coloured: means of a fiftieth of the samples. --group: the group that is counted; default: the first. --particles:
number of particles in a full cube, from their mean volume and a solid fraction of 0.6 (dimension 2: 0.8). --cell: side
of a cube instead. --neighbours: degree of mixing without cubes: the share of neighbours of the other kind,
divided by that of a random mixture, which is 2 p (1 - p) N/(N - 1); 0 if the kinds are apart, 1 for random mixtures,
larger if they alternate. Neighbours are particles whose centres are closer than 1.2 times the sum of the radii. --axis:
default: the axis about which the walls rotate, otherwise z. --turning: the rotating walls; default: the walls that
rotate about the axis, otherwise all. --since, --until: time of the mean torque, default from half of the time to the
end."""
WITH_CURVES = True  # the CSV file also has the curves of the picture
HELD = 50  # default number of particles in a full cube; fewer in low beds
CUBES = 4  # least number of cubes along each axis of the bed, unless their side is given
FEW = 3  # number of cubes along an axis below which a note tells that unmixed layers do not read 0
LEAST = 2  # least side of a cube by default [mean diameters]
DENSE = {True: 0.8, False: 0.6}  # solid fraction in dimension 2 and 3


def add_options(command):
    packing.add_options(command, "group")
    command.add_argument("--group", metavar="NAME", help="group that is counted; default: the first")
    size = command.add_mutually_exclusive_group()
    size.add_argument("--cell", type=cuts.length, metavar="L", help="side of a cube: 10mm or 0.01")
    held = f"in a full cube; default: {HELD}, fewer in low beds"
    size.add_argument("--particles", type=int, metavar="N", help=held)
    size.add_argument("--neighbours", action="store_true", help="by the kinds of neighbours instead of cubes")
    command.add_argument(
        "--axis", choices=tuple(AXES), help="axis of the torque; default: that of the rotation, else z"
    )
    command.add_argument(
        "--turning", nargs="+", metavar="NAME", help="rotating walls; default: all walls that rotate, otherwise all"
    )
    drum.add_window(command)


def lacey(first, cube):
    """Degree of mixing (Lacey). `first`: whether a particle is of the first kind; `cube`: the cube of each particle
    [axis]."""
    number, cell = len(first), np.unique(cube, axis=0, return_inverse=True)[1].ravel()
    if first.all() or not first.any() or cell.max() == number - 1:
        return np.nan
    held, found = np.bincount(cell), np.bincount(cell, weights=first)
    share = first.mean()
    spread = np.sum(held * (found / held - share) ** 2) / number
    return (1 - spread / (share * (1 - share))) / (1 - (len(held) - 1) / (number - 1))


def unmixed(first, place, cube):
    """Returns the largest degree of mixing of two layers along an axis that have the same places and numbers."""
    found = []
    for axis in range(3):
        layered = np.zeros(first.size, dtype=bool)
        layered[np.argsort(place[:, axis], kind="stable")[: int(first.sum())]] = True
        found += [lacey(layered, cube)] if np.ptp(place[:, axis]) > 0 else []
    return max(found, default=np.nan)


def neighbours_of(position, radius, box):
    """Returns the rows of both particles of all pairs of neighbours, each pair twice."""
    pairs = neighbours.near(position, radius, box, np.arange(len(position)))
    return [np.concatenate(rows) for rows in zip(*((one, other) for one, other, _ in pairs))]


def by_neighbours(first, pair):
    """Share of pairs of unlike neighbours, divided by that of random mixtures; nan without pairs or with one kind."""
    number, share = len(first), first.mean()
    if first.all() or not first.any() or not pair[0].size:
        return np.nan
    return (first[pair[0]] != first[pair[1]]).mean() / (2 * share * (1 - share) * number / (number - 1))


def side_of(radius, held, flat):
    """Returns the side of a cube that contains this number of particles of these radii in a dense packing [m]."""
    volume = np.pi * np.mean(radius**2) if flat else 4 / 3 * np.pi * np.mean(radius**3)
    return (held * volume / DENSE[flat]) ** (1 / 2 if flat else 1 / 3)


def extents(frame, flat):
    """Returns the extents of the particles that can move [axis] [m], without a hundredth at each end."""
    low, high = np.quantile(frame.position[frame.free], (0.01, 0.99), axis=0)
    return (high - low + 2 * frame.radius[frame.free].mean())[: 2 if flat else 3]


def axis_of(results, options):
    """Returns the number of the axis: the given one, or that of the largest angular velocity of the walls, or z."""
    if options.axis is not None:
        return AXES.index(options.axis)
    walls = results.tables("observables/walls")
    spins = [
        np.abs(wall["angular_velocity"].values).max(axis=0)
        for name, wall in walls.items()
        if "angular_velocity" in wall and (options.turning is None or name in options.turning) and wall.rows
    ]
    spin = np.max(spins, axis=0) if spins else np.zeros(3)
    return int(np.argmax(spin)) if spin.any() else AXES.index("z")


def free_groups(frame):
    """Returns the groups of the particles that can move."""
    return frame.group[frame.free]


class Mixing:
    """Time [s] and degree of mixing of each frame; `layers`: that of two unmixed layers; `side` of a cube [m], nan
    with --neighbours; torque of the rotating walls on the particles."""

    def __init__(self, results, options):
        self.grains = grains = Grains(results)
        self.time, self.axis = grains.time, axis_of(results, options)
        filled = grains.filled()
        self.degree, self.layers = (np.full(self.time.size, np.nan) for _ in range(2))
        counted = self.counted(filled, options.group)
        self.side = np.nan if options.neighbours else self.side_for(grains.frame(filled[-1]), options)
        for number in filled:
            self.degree[number], self.layers[number] = self.of(grains.frame(number), counted, options)
        if np.isnan(self.degree).all():
            raise PostError("no frame has particles of both kinds with several in a cube; try more --particles")
        self.torque = drum.Torque(results, options.turning, self.axis, along=True)
        self.since, self.until = drum.window(self.torque.time, options)

    def counted(self, filled, wanted):
        """Returns the number of the counted group: the group of this name, or the first group in the input with
        particles that can move."""
        grains, frames = self.grains, filled if self.grains.varies else filled[:1]
        groups = {number for k in frames for number in np.unique(free_groups(grains.frame(k))).tolist()}
        names = {number: grains.names.get(number, str(number)) for number in sorted(groups)}
        there = "there are: " + (", ".join(names.values()) or "none")
        if len(names) < 2:
            raise PostError(f"the degree of mixing needs two groups of particles that can move; {there}")
        chosen = [number for number, name in names.items() if wanted in (None, name)]
        if not chosen:
            raise PostError(f"no group {wanted} has particles that can move; {there}")
        return chosen[0]

    def side_for(self, frame, options):
        """Returns the side of the cubes [m]; the last frame with particles determines it."""
        radius, flat = frame.radius[frame.free], self.grains.flat
        if not radius.size:
            return options.cell or np.nan
        least = extents(frame, flat).min()
        side = options.cell or side_of(radius, options.particles or HELD, flat)
        if options.cell is None and options.particles is None:
            side = min(side, max(least / CUBES, LEAST * 2 * radius.mean()))
        if least < FEW * side:
            print(
                f"granum-post: note: the particles extend over {least / side:.1f} cubes along one axis; unmixed layers "
                "then read far above 0, see the dotted curve; --neighbours needs no cubes",
                file=sys.stderr,
            )
        return side

    def of(self, frame, counted, options):
        """Returns the degree of mixing in a frame, and that of two layers."""
        free = frame.free
        if not free.any():
            return np.nan, np.nan
        if options.neighbours:
            box = neighbours.sides_of(self.grains)
            pair = neighbours_of(frame.position[free], frame.radius[free], box)
            return by_neighbours(frame.group[free] == counted, pair), np.nan
        middle = self.grains.lower + 0.5 * self.grains.edges
        first, place = frame.group[free] == counted, frame.position[free]
        cube = np.floor((place - middle) / self.side).astype(int)
        degree = lacey(first, cube)
        return degree, np.nan if np.isnan(degree) else unmixed(first, place, cube)

    def means(self):
        """Returns the mean torque from `since` to `until`."""
        samples = (self.torque.time >= self.since) & (self.torque.time <= self.until)
        if not samples.any():
            raise PostError("there are no wall samples from --since to --until; give other times")
        return self.torque.values[samples].mean()


def table(results, options):
    mixing = Mixing(results, options)
    torque = {"time": Column(mixing.torque.time, "s"), "torque on the particles": Column(mixing.torque.values, "N m")}
    degrees = {"time": Column(mixing.time, "s"), "degree of mixing": Column(mixing.degree)}
    totals = {"means from": Column(mixing.since, "s"), "means to": Column(mixing.until, "s")}
    if not np.isnan(mixing.side):
        degrees["degree of unmixed layers"] = Column(mixing.layers)
        totals = {"side of a cube": Column(mixing.side, "m"), **totals}
    totals[f"mean torque on the particles about {AXES[mixing.axis]}"] = Column(mixing.means(), "N m")
    return [Numbers(degrees, totals), Numbers(torque, printed=False)]


def draw(panels, mixing):
    times, unit = style.scaled(mixing.time[-1], "s")
    panels[0].plot(mixing.time * times, mixing.degree, "o-", markersize=2.5, color=style.BLUE)
    panels[0].axhline(1, color=style.GREY, linewidth=0.5, linestyle=":")
    if not np.isnan(mixing.layers).all():
        look = {"color": style.GREY, "linewidth": 0.8, "linestyle": ":"}
        panels[0].plot(mixing.time * times, mixing.layers, label="_two unmixed layers", **look)
    panels[0].set_ylabel("degree of mixing")
    panels[0].set_ylim(0, max(1.1, 1.1 * np.nanmax(mixing.degree)))
    factor, size = style.scaled(np.abs(mixing.torque.values).max(), "N m")
    mean = mixing.means() * factor
    panels[1].plot(mixing.torque.time * times, mixing.torque.values * factor, color="0.75", linewidth=0.5)
    time, values = drum.smooth(mixing.torque)
    panels[1].plot(
        time * times,
        values * factor,
        color=style.BLUE,
        linewidth=1.0,
        label=drum.minus(f"{drum.late(mixing)} {mean:.3g} {size}"),
    )
    drum.mark(panels[1], mixing, times)
    panels[1].set_ylabel(style.label(f"torque about {AXES[mixing.axis]}", size))
    panels[1].set_xlabel(style.label("time", unit))
    panels[1].legend(**style.OPAQUE)


def picture(results, options):
    mixing = Mixing(results, options)
    titles = ("(a) degree of mixing; dotted: random, layers", "(b) torque on the particles")
    return packing.beside(results, mixing.grains, options, titles, lambda panels: draw(panels, mixing))
