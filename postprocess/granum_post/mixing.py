"""`mixing`: grains of two kinds that a machine mixes: how far they are mixed, and the torque that it takes."""
import numpy as np

from . import drum, packing, style
from .grains import AXES, Grains
from .reader import PostError

DESCRIPTION = """The particles in one frame, coloured by group, with the options of `packing`. (a) Degree of mixing in
each frame, after Lacey: the box is cut into cubes, from its middle on; with p the share of one group among all N
particles, p_i its share among the n_i of a cube, and K the number of cubes that hold particles, it is (1 - s^2/(p (1 -
p)))/(1 - (K - 1)/(N - 1)), where s^2 = sum of n_i (p_i - p)^2/N. It is 0 where every cube has one kind only, and 1 on
the mean of mixtures at random. (b) Torque of the particles on walls about an axis; means of a fiftieth of the samples
are in colour. --group: the group that is counted; the first of them unless given. --cell: the side of a cube; four
mean diameters unless given. --axis: z unless given. --turning: the walls that turn; those that turn about it, or all,
unless given. --since: means are from there on; half of the time unless given. --table prints numbers instead."""


def add_options(command):
    packing.add_options(command, "group")
    command.add_argument("--group", metavar="NAME", help="the group that is counted; default: the first")
    command.add_argument("--cell", type=float, metavar="M", help="side of a cube; default: four mean diameters")
    command.add_argument("--axis", choices=tuple(AXES), default="z", help="of the torque; default: z")
    command.add_argument(
        "--turning", nargs="+", metavar="NAME", help="the walls that turn; default: those that do, or all"
    )
    command.add_argument(
        "--since", type=float, metavar="S", help="from when on means are taken; default: half of the time"
    )
    command.add_argument("--table", action="store_true", help="print numbers, draw nothing")


def lacey(first, cube):
    """Degree of mixing of particles that are of the one kind or not, each in a cube [axis]."""
    number, cell = len(first), np.unique(cube, axis=0, return_inverse=True)[1].ravel()
    held, found = np.bincount(cell), np.bincount(cell, weights=first)
    share = first.mean()
    spread = np.sum(held * (found / held - share) ** 2) / number
    return (1 - spread / (share * (1 - share))) / (1 - (len(held) - 1) / (number - 1))


class Mixing:
    """Of each frame: time [s], degree of mixing; torque on the walls that turn."""

    def __init__(self, results, options):
        self.grains = grains = Grains(results)
        self.time, self.axis = grains.time, AXES.index(options.axis)
        self.degree = np.array([self.of(grains.frame(k), options) for k in range(self.time.size)])
        self.torque = drum.Torque(results, options.turning, self.axis)
        self.since = 0.5 * self.time[-1] if options.since is None else options.since

    def of(self, frame, options):
        names = self.grains.names
        free = np.isfinite(frame.mass)
        group = np.array([names.get(int(number), str(int(number))) for number in frame.group[free]])
        name = options.group or names.get(int(frame.group[free].min()), group[0])
        first = group == name
        if first.all() or not first.any():
            raise PostError(f"group {name} has {'all' if first.all() else 'none'} of the particles; two are needed")
        middle = self.grains.lower + 0.5 * self.grains.edges
        side = options.cell or 8 * frame.radius[free].mean()
        return lacey(first, np.floor((frame.position[free] - middle) / side).astype(int))

    def means(self):
        """Of the torque since then; of degrees the last."""
        samples = self.torque.time >= self.since
        if not samples.any():
            raise PostError("the run has no samples of walls from that time on")
        return self.torque.values[samples].mean()


def table(results, options):
    mixing = Mixing(results, options)
    rows = [f"{t:12.6g} {m:16.6g}" for t, m in zip(mixing.time, mixing.degree)]
    told = f"torque on the walls about {options.axis} from {mixing.since:g} s on: {mixing.means():.5g} N m"
    return [f"{'time s':>12} {'degree of mixing':>16}", *rows, told]


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
    panels[1].legend()


def picture(results, options):
    mixing = Mixing(results, options)
    titles = ("(a) degree of mixing; dotted: at random", "(b) torque about the axis")
    return packing.beside(results, mixing.grains, options, titles, lambda panels: draw(panels, mixing, options.axis))
