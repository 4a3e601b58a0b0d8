"""`penetration`: depth and velocity of a body that falls into a bed."""
import numpy as np

from . import packing, style
from .grains import Grains
from .reader import PostError
from .table import Column, Numbers

DESCRIPTION = """The particles in one frame, with the options of `packing`. (a) Depth of the lowest point of the body
below the surface of the bed over time. (b) Velocity of the body along z (dimension 2: y). The body is the particle with
the largest radius, or with the id --body. The surface is the mean of the highest points of the bed in columns two mean
diameters wide, in the last frame in which the body is above all of them."""


def add_options(command):
    packing.add_options(command)
    command.add_argument("--body", type=int, metavar="ID", help="id of the body; default: the largest particle")


def surface_of(frame, bed, up):
    """Returns the mean height of the highest points in columns [m]."""
    width = 4 * frame.radius[bed].mean()
    across = np.delete(frame.position[bed], up, axis=1)[:, : up or None]
    column = np.floor((across - across.min(axis=0)) / width).astype(int)
    number = np.unique(column, axis=0, return_inverse=True)[1].ravel()
    highest = np.full(number.max() + 1, -np.inf)
    np.maximum.at(highest, number, frame.position[bed, up] + frame.radius[bed])
    return highest.mean()


class Fall:
    """Series over the frames in which the body is present: time [s], depth of its lowest point [m] below the
    surface, velocity [m/s]. `level`: height of the surface [m] at the time `begin` [s]."""

    def __init__(self, grains, chosen):
        self.up = 1 if grains.flat else 2
        self.body = largest(grains) if chosen is None else chosen
        rows, self.level, self.begin = [], None, None
        for number in grains.filled():
            frame = grains.frame(number)
            found = np.flatnonzero(frame.id == self.body)
            if not found.size:
                continue
            row = found[0]
            lowest = frame.position[row, self.up] - frame.radius[row]
            bed = (frame.id != self.body) & frame.free
            if bed.any() and (lowest > (frame.position[bed, self.up] + frame.radius[bed]).max() or self.level is None):
                self.level, self.begin = surface_of(frame, bed, self.up), frame.time
            rows.append((frame.time, lowest, frame.velocity[row, self.up]))
        if self.level is None:
            raise PostError(f"no frame has both a particle of the id {self.body} and a bed")
        self.time, lowest, self.velocity = np.array(rows).T
        self.depth = self.level - lowest

    def deepest(self):
        """Returns the number of the sample with the largest depth."""
        return int(np.argmax(self.depth))


def largest(grains):
    frame = grains.frame(-1)
    return int(frame.id[np.argmax(frame.radius)])


def table(results, options):
    grains = Grains(results)
    fall = Fall(grains, options.body)
    columns = {"time": Column(fall.time, "s"), "depth": Column(fall.depth, "m")}
    k = fall.deepest()
    totals = {**packing.totals(grains, options), "time of the largest depth": Column(fall.time[k], "s")}
    totals.update({"largest depth": Column(fall.depth[k], "m"), "depth at the end": Column(fall.depth[-1], "m")})
    return [Numbers({**columns, "velocity": Column(fall.velocity, "m s-1")}, totals)]


def draw(panels, fall):
    times, unit = style.scaled(fall.time[-1], "s")
    factor, size = style.scaled(np.abs(fall.depth).max(), "m")
    shown = fall.time >= fall.begin
    final = f"at the end {fall.depth[-1] * factor:.3g} {size}"
    panels[0].plot(
        fall.time[shown] * times, fall.depth[shown] * factor, "o-", markersize=2, color=style.BLUE, label=final
    )
    panels[0].axhline(0, color=style.GREY, linewidth=0.6)
    panels[0].invert_yaxis()
    panels[0].legend()
    panels[0].set_ylabel(style.label("depth", size))
    panels[1].plot(fall.time[shown] * times, fall.velocity[shown], "o-", markersize=2, color=style.VERMILION)
    panels[1].axhline(0, color=style.GREY, linewidth=0.6)
    panels[1].set_ylabel("velocity (m/s)")
    panels[1].set_xlabel(style.label("time", unit))


def picture(results, options):
    grains = Grains(results)
    fall = Fall(grains, options.body)
    titles = ("(a) depth of the body", "(b) velocity of the body")
    return packing.beside(results, grains, options, titles, lambda panels: draw(panels, fall), height=95, ratio=1.2)
