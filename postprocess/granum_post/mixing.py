"""`mixing`: degree of mixing of two kinds of particles, and torque of the mixer."""
import numpy as np

from . import drum, moments, packing, style
from .grains import AXES, Grains
from .reader import PostError
from .table import Column, Numbers

DESCRIPTION = """The particles in one frame, coloured by group, with the options of `packing`. (a) Degree of mixing in
each frame, after Lacey. The box is divided into cubes, from its middle outwards. With p the share of one group among
all N particles, p_i its share among the n_i particles of a cube, and K the number of cubes that contain particles, it
is (1 - s^2/(p (1 - p)))/(1 - (K - 1)/(N - 1)), where s^2 = sum of n_i (p_i - p)^2/N. It is 0 if every cube contains
particles of a single kind, and on average 1 for random mixtures. It is nan in frames without two kinds of particles, or
if no cube contains two particles. (b) Torque of the particles on walls about an axis; coloured: means of a fiftieth of
the samples. --group: the group that is counted; default: the first. --cell: side of a cube; default: four mean
diameters. --axis: default z. --turning: the rotating walls; default: the walls that rotate about the axis, otherwise
all. --since: start of the means, default half of the time."""
WITH_CURVES = True  # the CSV file also has the curves of the picture


def add_options(command):
    packing.add_options(command, "group")
    command.add_argument("--group", metavar="NAME", help="group that is counted; default: the first")
    command.add_argument("--cell", type=float, metavar="M", help="side of a cube; default: four mean diameters")
    command.add_argument("--axis", choices=tuple(AXES), default="z", help="axis of the torque; default: z")
    command.add_argument(
        "--turning", nargs="+", metavar="NAME", help="rotating walls; default: all walls that rotate, otherwise all"
    )
    command.add_argument(
        "--since", type=moments.seconds, metavar="T", help="start of the means; default: half of the time"
    )


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


def free_groups(frame):
    """Returns the groups of the particles that can move."""
    return frame.group[frame.free]


class Mixing:
    """Time [s] and degree of mixing of each frame; torque on the rotating walls."""

    def __init__(self, results, options):
        self.grains = grains = Grains(results)
        self.time, self.axis = grains.time, AXES.index(options.axis)
        filled, self.degree = grains.filled(), np.full(self.time.size, np.nan)
        counted = self.counted(filled, options.group)
        for number in filled:
            self.degree[number] = self.of(grains.frame(number), counted, options.cell)
        if np.isnan(self.degree).all():
            raise PostError("no frame has particles of both kinds with several in a cube; try a larger --cell")
        self.torque = drum.Torque(results, options.turning, self.axis)
        self.since = 0.5 * self.time[-1] if options.since is None else options.since

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

    def of(self, frame, counted, side):
        free = frame.free
        if not free.any():
            return np.nan
        middle = self.grains.lower + 0.5 * self.grains.edges
        side = side or 8 * frame.radius[free].mean()
        return lacey(frame.group[free] == counted, np.floor((frame.position[free] - middle) / side).astype(int))

    def means(self):
        """Returns the mean torque since `since` and the last degree of mixing."""
        samples = self.torque.time >= self.since
        if not samples.any():
            raise PostError("there are no wall samples after --since; give an earlier time")
        return self.torque.values[samples].mean()


def table(results, options):
    mixing = Mixing(results, options)
    torque = {"time": Column(mixing.torque.time, "s"), "torque on the walls": Column(mixing.torque.values, "N m")}
    totals = {"means from": Column(mixing.since, "s"), "mean torque on the walls": Column(mixing.means(), "N m")}
    return [
        Numbers({"time": Column(mixing.time, "s"), "degree of mixing": Column(mixing.degree)}, totals),
        Numbers(torque, printed=False),
    ]


def draw(panels, mixing, axis):
    times, unit = style.scaled(mixing.time[-1], "s")
    panels[0].plot(mixing.time * times, mixing.degree, "o-", markersize=2.5, color=style.BLUE)
    panels[0].axhline(1, color=style.GREY, linewidth=0.5, linestyle=":")
    panels[0].set_ylabel("degree of mixing")
    panels[0].set_ylim(0, 1.1)
    factor, size = style.scaled(np.abs(mixing.torque.values).max(), "N m")
    mean = mixing.means() * factor
    panels[1].plot(mixing.torque.time * times, mixing.torque.values * factor, color="0.75", linewidth=0.5)
    time, values = drum.smooth(mixing.torque)
    panels[1].plot(
        time * times,
        values * factor,
        color=style.BLUE,
        linewidth=1.0,
        label=drum.minus(f"{drum.LATE} {mean:.3g} {size}"),
    )
    panels[1].axvline(mixing.since * times, color=style.GREY, linewidth=0.5, linestyle=":")
    panels[1].set_ylabel(style.label(f"torque about {axis}", size))
    panels[1].set_xlabel(style.label("time", unit))
    panels[1].legend(**style.OPAQUE)


def picture(results, options):
    mixing = Mixing(results, options)
    titles = ("(a) degree of mixing; dotted: at random", "(b) torque about the axis")
    return packing.beside(results, mixing.grains, options, titles, lambda panels: draw(panels, mixing, options.axis))
