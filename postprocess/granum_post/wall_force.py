"""`walls`: the force of the particles on each wall, and its displacement, over time."""
import numpy as np

from . import style
from .grains import AXES
from .reader import PostError
from .table import Column, Numbers

NEEDS = "walls"
DESCRIPTION = """(a) to (c) Components of the force of the particles on each wall, over time; components that are always
zero are left out. (d) Displacement of each moving wall since the start. --only selects walls."""


def add_options(command):
    command.add_argument("--only", nargs="+", metavar="NAME", help="these walls; default: all")


def read(results, only):
    walls = results.walls()
    missing = sorted(set(only or ()) - set(walls))
    if missing:
        raise PostError(f"no wall {missing[0]}; there are: {', '.join(sorted(walls))}")
    return {name: walls[name] for name in only or sorted(walls)}


def displacement_of(wall):
    return np.linalg.norm(wall["position"].values - wall["position"].values[0], axis=1)


def table(results, options):
    walls = read(results, options.only)
    far = {name: {"displacement": Column(displacement_of(wall), "m")} for name, wall in walls.items()}
    return [Numbers({**wall, **far[name]}, name=name, label="wall") for name, wall in walls.items()]


def picture(results, options):
    walls = read(results, options.only)
    if not all(wall["time"].values.size for wall in walls.values()):
        raise PostError("the walls have no samples yet")
    largest = max(np.abs(wall["force"].values).max() for wall in walls.values())
    last = max(wall["time"].values.max() for wall in walls.values())
    axes_of = [k for k in range(3) if any(np.any(wall["force"].values[:, k]) for wall in walls.values())]
    displacement = {name: displacement_of(wall) for name, wall in walls.items()}
    moving = [name for name in walls if np.nanmax(displacement[name]) > 0]
    if not axes_of and not moving:
        raise PostError("no force on any wall, and none moves")
    times, unit = style.scaled(last, "s")
    factor, force_unit = style.scaled(largest, "N")
    count = len(axes_of) + bool(moving)
    drawing = style.figure(25 + 42 * count)
    strip, body = style.strips(drawing, [0.18, count])
    panels = body.subplots(count, 1, sharex=True, squeeze=False)[:, 0]
    looks = {name: style.look(number, len(walls)) for number, name in enumerate(walls)}
    for letter, axes, k in zip("abc", panels, axes_of):
        for name, wall in walls.items():
            axes.plot(wall["time"].values * times, wall["force"].values[:, k] * factor, label=name, **looks[name])
        axes.set_ylabel(style.label(f"force along {AXES[k]}", force_unit))
        axes.set_title(f"({letter}) force on the walls along {AXES[k]}")
    if moving:
        far, metre = style.scaled(max(np.nanmax(displacement[name]) for name in moving), "m")
        for name in moving:
            panels[-1].plot(walls[name]["time"].values * times, displacement[name] * far, label=name, **looks[name])
        panels[-1].set_ylabel(style.label("displacement", metre))
        panels[-1].set_title(f"({'abcd'[count - 1]}) displacement of the walls")
    panels[-1].set_xlabel(style.label("time", unit))
    legend = strip.subplots()
    legend.set_axis_off()
    legend.legend(*panels[0].get_legend_handles_labels(), loc="center left", ncols=6, borderaxespad=0, handlelength=3.5)
    style.heading(drawing, results.title())
    return drawing
