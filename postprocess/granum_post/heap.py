"""`heap`: the surface of a heap seen from the side, and the angles of its flanks."""
import sys

import matplotlib
import numpy as np

from . import clusters, members, moments, packing, style, walls
from .grains import AXES, Grains
from .reader import PostError, Run
from .table import Column, Numbers

DESCRIPTION = """(a) The particles in one frame (default: the last), seen along y (dimension 2: z); particles of
infinite mass are grey. Walls are drawn as their sections with the plane through the middle of the box. The surface is
the highest point of the particles in each column one mean diameter wide. Flying particles are left out: a gap of more
than two diameters separates them from the particles below in their own and the two neighbouring columns. A flank runs
from the top of the surface to the left or right, down to its foot. The line of a flank is a least-squares fit. The fit
leaves out the outer tenths of the columns, the upper tenth of the height of a heap with two flanks, and the lower tenth
if a flank ends in the box. The angle of repose is the angle of the flanks once the heap is at rest. (b) The angle of
each flank and their mean, in all frames that have a heap. A flank descends by at least two diameters and by three
standard errors of its fit. nan in a table: no flank on this side. A note reports if a flank ends at a side of the box
in a cliff of more than three diameters without a wall: the surface bends down to it, so its angle is not that of a heap
whose foot is on the floor. For the folder of a study the picture has the angles of its cases in their last frames, a
column of points for each variant, with mean and standard deviation; the variants are in the order of their means."""
WITH_CURVES = True  # the CSV file also has the curves of the picture

OUTER = 0.1  # part of the columns that a fit leaves out at each end
BAND = 0.1, 0.9  # range of the heights that are fitted, in parts of the height of the heap
COLUMNS_MIN = (
    4  # smallest number of columns of a fit; a top or foot with fewer columns beyond it is an end of the surface
)
PARTICLES_MIN = 10
FALL_MIN = 2.0  # smallest descent of a flank, in mean diameters: the roughness of a random packing
FLIGHT = 2.0  # a larger vertical gap below separates flying particles from the heap, in mean diameters
CLIFF = 3.0  # smallest height of a cliff, in mean diameters
ERRORS = 3.0  # smallest slope of a flank, in standard errors of the slope
SIDES = "left", "right"
COLOURS = style.VERMILION, style.GREEN


def add_options(command):
    moments.add_options(command)


class Flank:
    """Columns of the fit, slope and intercept of the line, angle in degrees."""

    def __init__(self, place, height, columns, diameter, sign):
        self.place, self.angle, self.falls = place[columns], np.nan, False
        if columns.size < COLUMNS_MIN:
            return
        (self.slope, self.level), spread = np.polyfit(self.place, height[columns], 1, cov=True)
        fall = -sign * self.slope * np.ptp(self.place)
        error = np.sqrt(spread[0, 0]) * np.ptp(self.place)
        self.falls = bool(fall >= FALL_MIN * diameter and fall > ERRORS * error)
        if self.falls:
            self.angle = np.degrees(np.arctan(abs(self.slope)))

    @property
    def line(self):
        return self.level + self.slope * self.place


class Surface:
    """Height of the surface at the middle of each column [m], the flanks to the left and right, and their mean angle
    in degrees. If there is no heap, the angle is nan and `problem` gives the reason."""

    def __init__(self, grains, frame):
        up, diameter = 1 if grains.flat else 2, 2 * frame.radius.mean()
        count = max(int(round(grains.edges[0] / diameter)), 3)
        column = np.floor((frame.position[:, 0] - grains.lower[0]) / grains.edges[0] * count)
        self.place = grains.lower[0] + grains.edges[0] * (np.arange(count) + 0.5) / count
        column = np.clip(column, 0, count - 1).astype(int)
        self.height = heights(column, count, frame, up, diameter)
        self.base, self.diameter = np.full(count, (frame.position[:, up] - frame.radius).min()), diameter
        held = ~frame.free
        np.maximum.at(self.base, column[held], (frame.position[:, up] + frame.radius)[held])
        self.flanks = [Flank(self.place, self.height, columns, diameter, sign) for columns, sign in self.split()]
        self.angles = [flank.angle for flank in self.flanks]
        found = [flank.angle for flank in self.flanks if flank.falls]
        self.mean = np.mean(found) if found else np.nan
        self.problem = ""
        if frame.radius.size < PARTICLES_MIN:
            self.problem = f"{frame.radius.size} particles are too few for a heap"
        elif not found:
            self.problem = "the surface is flat: it falls to neither side by two particle diameters and more than the "
            self.problem += "error of the fit, so it has no angle"
        if self.problem:
            self.mean, self.angles = np.nan, [np.nan, np.nan]

    def cliffs(self, lines, up):
        """Returns side and height [m] of each flank that ends at a side of the box without a wall, above the floor.
        lines [n][2][axis]: sections of the walls."""
        found, outer = [], int(OUTER * self.height.size)
        for name, flank, edge in zip(SIDES, self.flanks, (slice(2), slice(-2, None))):
            ends = self.place[[outer, -1 - outer]]
            height = np.max((self.height - self.base)[edge])
            if not flank.falls or not np.isin(ends, flank.place)[SIDES.index(name)] or height <= CLIFF * self.diameter:
                continue
            near = np.all(np.abs(lines[:, :, 0] - self.place[edge].mean()) < 2 * self.diameter, axis=1)
            tops = lines[near][:, :, up].max(axis=1, initial=-np.inf)
            if not np.any(tops > np.max(self.base[edge]) + 0.5 * height):
                found.append((name, height))
        return found

    def split(self):
        """Returns the columns of the fit to the left and right of the top, and the sign of their direction."""
        outer = int(OUTER * self.height.size)
        inner = np.arange(outer, self.height.size - outer)
        padded = np.pad(self.height[inner], 1, mode="edge")
        smooth = np.median([padded[:-2], padded[1:-1], padded[2:]], axis=0)
        share = (smooth - smooth.min()) / (np.ptp(smooth) or 1.0)
        top = np.argmax(smooth)
        for sign, part in ((-1, slice(top, None, -1)), (1, slice(top, None))):
            columns, level = inner[part], share[part]
            foot = np.append(np.flatnonzero(level <= BAND[0]), level.size)[0]
            foot = foot if foot <= level.size - COLUMNS_MIN else level.size
            single = share.size - level.size < COLUMNS_MIN  # the other flank has no columns
            kept = (level <= BAND[1]) | single
            yield np.sort(columns[:foot][kept[:foot]]), sign


def heights(column, count, frame, up, diameter):
    """Returns the highest point of the particles in each column, without flying particles. A column without
    particles has the height of the lowest point of all particles."""
    order = np.lexsort((frame.position[:, up], column))
    column, place, radius = column[order], frame.position[order, up], frame.radius[order]
    links, lowest, span = [], np.ones(order.size, bool), 2 * np.ptp(place) + diameter
    key = column * span + place - place.min()
    for side in (-1, 0, 1):
        below = np.searchsorted(key, key + side * span) - 1  # next lower particle of this column
        there = (below >= 0) & (column[below] == column + side)
        lowest &= ~there
        near = there & (place - radius - (place + radius)[below] <= FLIGHT * diameter)
        links.append([np.flatnonzero(near), below[near]])
    label = clusters.labels(order.size, *np.concatenate(links, axis=1))
    rests = np.isin(label, label[lowest])
    found = np.full(count, (place - radius).min())
    np.maximum.at(found, column[rests], (place + radius)[rests])
    return found


def surfaces(grains):
    """Returns the surface in each frame that has particles, by frame number. A periodic side has no flanks."""
    if grains.periodic[0]:
        raise PostError(
            "the box is periodic along x, where the flanks of a heap are; let its sides along x be open or walls"
        )
    return {number: Surface(grains, grains.frame(number)) for number in grains.filled()}


def note_cliffs(grains, number, surface, where=""):
    """Prints a note for each flank of frame `number`, which must be the last frame read, that ends in a cliff."""
    across, up = (2, 1) if grains.flat else (1, 2)
    middle = grains.lower[across] + 0.5 * grains.edges[across]
    for name, height in surface.cliffs(walls.joined(grains.walls(number)).section(across, middle), up):
        print(
            f"granum-post: note: {where}the {name} flank ends at an open side of the box in a cliff {height:.3g} m "
            "high, where grains fall; the surface bends down to it, so the angle is not that of a heap whose foot is "
            "on the floor: run longer, or let the floor reach further",
            file=sys.stderr,
        )


def angles(grains, found):
    """Returns the angles of the left and right flank, and their mean, in degrees [frame][3]."""
    rows = np.full((grains.time.size, 3), np.nan)
    for number, surface in found.items():
        rows[number] = *surface.angles, surface.mean
    return rows


def table(results, _):
    grains = Grains(results)
    found = surfaces(grains)
    if all(surface.problem for surface in found.values()):
        raise PostError(
            f"no heap in any frame, of {grains.time.size}; in the last one {list(found.values())[-1].problem}"
        )
    last = grains.filled()[-1]
    grains.deform(last)
    note_cliffs(grains, last, found[last])
    columns = {"time": Column(grains.time, "s")}
    columns.update(zip((*SIDES, "mean"), (Column(each, "degree") for each in angles(grains, found).T)))
    return [Numbers(columns)]


class Slope:
    """A case of a study: name, variant, swept values as text, angle of its last frame in degrees (nan: no heap)."""

    def __init__(self, study, case, path):
        self.name, self.variant = case["name"], case.get("variant", "")
        units, swept = study.units(), case.get("swept", {})
        short = style.short_names(swept)
        values = [f"{short[key]} {members.value_text(value, units.get(key, '1'))}" for key, value in swept.items()]
        self.swept = ", ".join(values)
        with Run(path) as results:
            grains = Grains(results)
            filled = grains.filled()
            if not filled:
                raise PostError(f"case {self.name} has no particles")
            surface = Surface(grains, grains.frame(filled[-1]))
            note_cliffs(grains, filled[-1], surface, f"case {self.name}: ")
            self.angle = surface.mean


def slopes(study):
    """Returns the cases that have results by variant; the variants are in the order of their mean angles."""
    cases, found = {case["name"]: case for case in study.cases()}, {}
    for name, path in study.results().items():
        slope = Slope(study, cases[name], path)
        found.setdefault(slope.variant, []).append(slope)
    if not found:
        raise PostError("no case of the study has results yet")
    if not any(np.isfinite(slope.angle) for each in found.values() for slope in each):
        raise PostError("no heap in the last frame of any case")
    return dict(sorted(found.items(), key=lambda item: np.nan_to_num(average(item[1])[0])))


def average(cases):
    """Returns mean and standard deviation of the angles, in degrees."""
    angle = np.array([slope.angle for slope in cases])
    angle = angle[np.isfinite(angle)]
    if not angle.size:
        return np.nan, np.nan
    return angle.mean(), angle.std(ddof=1) if angle.size > 1 else 0.0


def study_table(study, _):
    """Returns the angle of each case, and mean and standard deviation of each variant."""
    found = slopes(study)
    cases = [slope for each in found.values() for slope in each]
    spread = np.array([average(each) for each in found.values()])
    rows = {
        "case": Column(np.array([slope.name for slope in cases])),
        "swept": Column(np.array([slope.swept for slope in cases])),
        "angle": Column(np.array([slope.angle for slope in cases]), "degree"),
    }
    means = {
        "variant": Column(np.array([name or "all" for name in found])),
        "cases": Column(np.array([len(each) for each in found.values()])),
        "mean": Column(spread[:, 0], "degree"),
        "deviation": Column(spread[:, 1], "degree"),
    }
    return [Numbers(means), Numbers(rows)]


def study_picture(study, _):
    found = slopes(study)
    drawing = style.figure(75, 110)
    axes, texts = drawing.subplots(), []
    for place, (name, cases) in enumerate(found.items()):
        colour, (mean, deviation) = style.PALETTE[place % len(style.PALETTE)], average(cases)
        value = f"{mean:.1f} ± {deviation:.1f}°" if np.isfinite(mean) else "no heap"
        texts.append(f"{style.named(name) or 'all'}\n{value}")
        across = place + 0.1 * (np.arange(len(cases)) - 0.5 * (len(cases) - 1))
        axes.plot(across, [slope.angle for slope in cases], "os^DvPX*"[place % 8], color=colour, label=name or "all")
        if np.isfinite(mean):
            axes.bar(place, mean, 0.7, color=colour, alpha=0.25, label="_nolegend_")
            bar = {"fmt": "_", "color": style.BLACK, "capsize": 4, "markersize": 14}
            axes.errorbar(place, mean, deviation, label="_nolegend_", **bar)
    axes.set_xticks(range(len(found)), texts)
    axes.set_xlim(-0.6, len(found) - 0.4)
    axes.set_ylim(bottom=0)
    axes.set_ylabel("angle of the flanks (degrees)")
    style.heading(drawing, study.title())
    return drawing


def draw_heap(axes, grains, frame, surface, factor):
    up = 1 if grains.flat else 2
    order = np.argsort(-frame.position[:, 3 - up])  # the nearest is drawn last
    shade = matplotlib.colormaps["YlOrBr"](0.15 + 0.25 * np.linspace(0, 1, order.size))
    shade[~frame.free[order]] = matplotlib.colors.to_rgba("0.6")
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
    for name, flank, colour in zip(SIDES, surface.flanks, COLOURS):
        if flank.falls:
            label = f"{name} {flank.angle:.1f}°"
            axes.plot(flank.place * factor, flank.line * factor, color=colour, label=label)
    axes.set_xlim(grains.lower[0] * factor, (grains.lower[0] + grains.edges[0]) * factor)
    axes.set_ylim(grains.lower[up] * factor, 1.1 * surface.height.max() * factor)
    axes.set_aspect("equal")
    axes.legend()
    return AXES[up]


def picture(results, options):
    grains = Grains(results)
    frame, found = grains.frame(moments.number(grains, options)), surfaces(grains)
    surface = found[frame.number]
    if surface.problem:
        raise PostError(f"no heap in frame {frame.number}: {surface.problem}")
    grains.deform(frame.number)
    note_cliffs(grains, frame.number, surface)
    factor, unit = style.scaled(np.max(np.abs(grains.edges)), "m")
    times, time_unit = style.scaled(grains.time[-1], "s")
    drawing = style.figure(85)
    left, right = drawing.subplots(1, 2, width_ratios=[1.6, 1])
    up = draw_heap(left, grains, frame, surface, factor)
    left.set_xlabel(style.label("x", unit))
    left.set_ylabel(style.label(up, unit))
    rows = angles(grains, found).T
    shown = [k for k in range(2) if np.isfinite(rows[k]).any()]
    for k in [*shown, 2] if len(shown) == 2 else shown:
        label, colour = (*SIDES, "mean")[k], (*COLOURS, style.BLACK)[k]
        right.plot(grains.time * times, rows[k], ("o-", "s--", "^:")[k], color=colour, markersize=2.5, label=label)
    right.set_xlabel(style.label("time", time_unit))
    right.set_ylabel("angle (degrees)")
    right.set_ylim(bottom=0)
    right.legend()
    for axes, title in zip((left, right), ("(a) seen from the side", "(b) angles of the flanks")):
        axes.set_title(title)
    listed = ", ".join(f"{name} {flank.angle:.1f}" for name, flank in zip(SIDES, surface.flanks) if flank.falls)
    listed += f", mean {surface.mean:.1f}" if "," in listed else ""
    text = f"angle of the flanks: {listed} degrees at {frame.time * times:.4g} {time_unit}"
    numbers = {"particles": (frame.radius.size, "1"), "time of the frame": (frame.time, "s")}
    style.heading(drawing, results.title(), style.Line(f"{text}, {frame.radius.size} particles", numbers))
    return drawing
