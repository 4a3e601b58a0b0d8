"""`power`: torque, power and specific energy of rotors, belts and other walls that do work, over time."""
import numpy as np

from . import layout, style, units
from .reader import PostError
from .table import Column, Numbers
from .wall_force import read as read_walls

NEEDS = "walls"
DESCRIPTION = """(a) Torque that rotating walls exert on the particles, about the axis through the reference point of
the wall along its angular velocity; rollers (`surface`) do not rotate and have none. (b) Power of each wall on the
particles. (c) Specific energy: work of each wall since the start, divided by the mass of the particles in the first
frame, or in the frame with the largest mass if particles are inserted. Walls that never do work are left out. --only
selects walls, --mass gives another mass, in kg if it has no unit."""


def add_options(command):
    command.add_argument("--only", nargs="+", metavar="NAME", help="these walls; default: all that do work")
    words = "mass of the specific energy: 20g or 0.02; default: that of the particles"
    command.add_argument("--mass", type=units.reader("kg", "mass", "20g or 0.02"), metavar="M", help=words)


def torque_of(wall):
    """Returns the torque on the particles along the angular velocity; NaN while the wall does not rotate."""
    spin = wall["angular_velocity"].values
    speed = np.linalg.norm(spin, axis=1)
    along = -np.sum(wall["torque"].values * spin, axis=1)
    return np.divide(along, speed, out=np.full(len(speed), np.nan), where=speed > 0)


def mass_of(results, given):
    if given is not None:
        if not given > 0:
            raise PostError(f"--mass {given:g}: write a mass above 0")
        return given
    largest = max((np.nansum(frame.mass[frame.free]) for frame in results.frames()), default=0)
    if not largest > 0:
        raise PostError("the frames have no particles; give their mass by --mass")
    return largest


class Walls:
    """The walls that do work, and the mass of the specific energy."""

    def __init__(self, results, options):
        walls = read_walls(results, options.only)
        self.walls = {name: wall for name, wall in walls.items() if np.any(wall["work"].values)}
        if not self.walls:
            raise PostError("no wall of this run does work on the particles")
        self.mass = mass_of(results, options.mass)
        self.torque = {name: torque_of(wall) for name, wall in self.walls.items()}

    def energy(self, name):
        return self.walls[name]["work"].values / self.mass


def table(results, options):
    found = Walls(results, options)
    return [
        Numbers(
            {
                "time": wall["time"],
                "torque on the particles": Column(found.torque[name], "N m"),
                "power": wall["power"],
                "work": wall["work"],
                "specific energy": Column(found.energy(name), "J kg-1"),
            },
            name=name,
            label="wall",
        )
        for name, wall in found.walls.items()
    ]


def picture(results, options):
    found = Walls(results, options)
    rows = [("power", "W", "power of the walls", {name: wall["power"].values for name, wall in found.walls.items()})]
    rows.append(("specific energy", "J kg-1", "specific energy", {name: found.energy(name) for name in found.walls}))
    if any(np.any(np.isfinite(torque)) for torque in found.torque.values()):
        rows.insert(0, ("torque", "N m", "torque of rotating walls", found.torque))
    times, unit = style.scaled(max(wall["time"].values.max() for wall in found.walls.values()), "s")
    drawing = style.figure(25 + 42 * len(rows))
    strip, body = style.strips(drawing, [0.18, len(rows)])
    panels = body.subplots(len(rows), 1, sharex=True, squeeze=False)[:, 0]
    looks = {name: style.look(number, len(found.walls)) for number, name in enumerate(found.walls)}
    for letter, axes, (label, si, title, values) in zip("abc", panels, rows):
        largest = max(np.nanmax(np.abs(v), initial=0) for v in values.values())
        factor, size = style.scaled(largest, si) if largest > 0 else (1, si)
        for name, numbers in values.items():
            axes.plot(found.walls[name]["time"].values * times, numbers * factor, label=name, **looks[name])
        axes.set_ylabel(style.label(label, size))
        axes.set_title(f"({letter}) {title}")
    panels[-1].set_xlabel(style.label("time", unit))
    layout.draw_legend(strip, panels[0], 6)
    style.heading(drawing, results.title())
    return drawing
