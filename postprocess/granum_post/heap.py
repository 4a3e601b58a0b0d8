"""`heap`: the surface of a heap from the side, and the angle at which it slopes."""
import matplotlib
import numpy as np

from . import moments, packing, style, walls
from .grains import AXES, Grains

DESCRIPTION = """(a) The particles in one frame, the last one unless --frame or --time says otherwise, seen along y
(dimension 2: z), those that are held in grey, the walls where the plane through the middle of the box cuts them, and
the surface: the highest point of the particles in each column one mean diameter wide. The line is the best one
through the surface (least squares) without the outer tenths of the columns; its slope is the angle of repose, once
the heap is at rest. (b) This angle in all frames. --table prints time and angle instead."""

OUTER = 0.1  # of the columns, at each end


def add_options(command):
    moments.add_options(command)
    command.add_argument("--table", action="store_true", help="print a table, draw nothing")


class Surface:
    """Height of the surface over the middle of each column [m], 0 where there is no particle, and the line through
    it."""

    def __init__(self, grains, frame):
        up = 1 if grains.flat else 2
        count = max(int(round(grains.edges[0] / (2 * frame.radius.mean()))), 3)
        column = np.floor((frame.position[:, 0] - grains.lower[0]) / grains.edges[0] * count)
        self.place = grains.lower[0] + grains.edges[0] * (np.arange(count) + 0.5) / count
        self.height = np.full(count, grains.lower[up])
        np.maximum.at(self.height, np.clip(column, 0, count - 1).astype(int), frame.position[:, up] + frame.radius)
        outer = int(OUTER * count)
        self.inner = slice(outer, count - outer)
        self.slope, self.level = np.polyfit(self.place[self.inner], self.height[self.inner], 1)
        self.angle = np.degrees(np.arctan(abs(self.slope)))


def angles(grains):
    return np.array([Surface(grains, grains.frame(number)).angle for number in range(grains.time.size)])


def table(results, _):
    grains = Grains(results)
    rows = [f"{time:12.7g} {angle:12.4f}" for time, angle in zip(grains.time, angles(grains))]
    return [f"{'time s':>12} {'angle degree':>12}"] + rows


def draw_heap(axes, grains, frame, surface, factor):
    up = 1 if grains.flat else 2
    order = np.argsort(-frame.position[:, 3 - up])  # the nearest last
    shade = matplotlib.colormaps["YlOrBr"](0.15 + 0.25 * np.linspace(0, 1, order.size))
    shade[np.isinf(frame.mass[order])] = matplotlib.colors.to_rgba("0.6")
    size = 2 * frame.radius[order] * factor
    circles = matplotlib.collections.EllipseCollection(
        size,
        size,
        np.zeros_like(size),
        units="xy",
        offsets=frame.position[order][:, [0, up]] * factor,
        transOffset=axes.transData,
        facecolors=shade,
        edgecolors="0.3",
        linewidths=0.2,
    )
    axes.add_collection(circles)
    across = 3 - up
    lines = walls.joined(grains.walls(frame.number)).section(across, grains.lower[across] + 0.5 * grains.edges[across])
    packing.draw_section(axes, lines, [0, up], factor, clip=True)
    axes.plot(surface.place * factor, surface.height * factor, "o", color=style.BLUE, markersize=2.5, label="surface")
    line = (surface.level + surface.slope * surface.place[surface.inner]) * factor
    axes.plot(surface.place[surface.inner] * factor, line, color=style.VERMILION, label=f"angle {surface.angle:.1f}°")
    axes.set_xlim(grains.lower[0] * factor, (grains.lower[0] + grains.edges[0]) * factor)
    axes.set_ylim(grains.lower[up] * factor, 1.1 * surface.height.max() * factor)
    axes.set_aspect("equal")
    axes.legend()
    return AXES[up]


def picture(results, options):
    grains = Grains(results)
    frame = grains.frame(moments.number(grains, options))
    surface = Surface(grains, frame)
    factor, unit = style.scaled(np.max(np.abs(grains.edges)), "m")
    times, time_unit = style.scaled(grains.time[-1], "s")
    drawing = style.figure(85)
    left, right = drawing.subplots(1, 2, width_ratios=[1.6, 1])
    up = draw_heap(left, grains, frame, surface, factor)
    left.set_xlabel(style.label("x", unit))
    left.set_ylabel(style.label(up, unit))
    right.plot(grains.time * times, angles(grains), "o-", color=style.VERMILION, markersize=2.5)
    right.set_xlabel(style.label("time", time_unit))
    right.set_ylabel("angle of the surface (degrees)")
    right.set_ylim(bottom=0)
    for axes, title in zip((left, right), ("(a) seen from the side", "(b) angle of the surface")):
        axes.set_title(title)
    found = f"angle {surface.angle:.1f} degrees at {frame.time * times:.4g} {time_unit}, {frame.radius.size} particles"
    style.heading(drawing, results.title(), found)
    return drawing
