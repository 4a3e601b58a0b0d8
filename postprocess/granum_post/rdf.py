"""`rdf`: radial distribution function g(r) of an assembly."""
import numpy as np

from . import cuts, moments, neighbours, style
from .grains import Grains
from .reader import PostError
from .table import Column, Numbers

NEEDS = "trajectory"
DESCRIPTION = """The radial distribution function g(r) in one frame (default: the last): the mean number of centres in a
shell of radius r around a particle, divided by the number in the same volume at the mean density; 1 for random points.
Images in periodic and sheared boxes are included exactly. Along sides that are not periodic, only particles at a
distance of --reach from the outermost centres are the middle of shells, and their number gives the mean density. Of
more than 20 000 such particles evenly chosen ones are the middles. The upper axis is r divided by the mean diameter.
--reach: largest r, 5mm, default five mean diameters. --bins: number of shells, default 200; each r is the middle of a
shell. --mean N: mean over the last N frames up to the chosen frame."""
BINS, DIAMETERS = 200, 5.0
MIDDLES = 20000  # largest number of particles with shells


def add_options(command):
    moments.add_options(command)
    command.add_argument("--reach", type=cuts.length, metavar="R", help="largest r, 5mm; default: five mean diameters")
    command.add_argument("--bins", type=int, default=BINS, metavar="N", help=f"number of shells; default: {BINS}")
    command.add_argument("--mean", type=int, default=1, metavar="N", help="mean over N frames; default: 1")


def shells(edges, flat):
    """Returns the volumes between these radii [m^3]; in dimension 2 the areas [m^2]."""
    return np.pi * np.diff(edges**2) if flat else 4 / 3 * np.pi * np.diff(edges**3)


def of_points(position, lower, sides, periodic, edges, flat):
    """Returns g for the shells between the radii `edges` [m]."""
    reach, axes = edges[-1], [0, 1] if flat else [0, 1, 2]
    inner = np.where(periodic, np.linalg.norm(sides, axis=1), np.ptp(position, axis=0) - 2 * reach)
    middle = np.flatnonzero(neighbours.inner(position, periodic, reach, flat))
    if not middle.size or (inner[axes] <= 0).any():
        raise PostError("no particle is --reach away from the sides that are not periodic; choose a smaller --reach")
    volume = abs(np.linalg.det(sides)) * np.prod((inner / np.linalg.norm(sides, axis=1))[axes])
    volume /= sides[2, 2] if flat else 1
    density, middle = middle.size / volume, middle[style.evenly(middle.size, MIDDLES)]
    found = np.zeros(len(edges) - 1)
    for _, _, away in neighbours.Cells(position, lower, sides, periodic, reach).pairs(middle):
        distance = np.sqrt(np.einsum("na,na->n", away, away))
        found += np.histogram(distance[(distance > 0) & (distance <= reach)], edges)[0]
    return found / (middle.size * density * shells(edges, flat))


class Radial:
    """Radii of the shells [m], their width in diameters, g, number of frames, mean diameter [m]."""

    def __init__(self, results, options):
        grains = Grains(results)
        last = grains.frame(moments.number(grains, options))
        self.diameter, self.time = 2 * last.radius.mean(), last.time
        reach = DIAMETERS * self.diameter if options.reach is None else options.reach
        if not reach > 0 or options.bins < 1 or options.mean < 1:
            raise PostError("--reach, --bins and --mean must be above 0")
        edges = np.linspace(0, reach, options.bins + 1)
        self.radius, self.width = 0.5 * (edges[1:] + edges[:-1]), edges[1] / self.diameter
        numbers = [k for k in grains.filled() if last.number - options.mean < k <= last.number]
        self.frames = len(numbers)
        self.values = np.mean([self.of(grains, number, edges) for number in numbers], axis=0)

    def of(self, grains, number, edges):
        frame = grains.frame(number)
        return of_points(frame.position, *neighbours.sides_of(grains), edges, grains.flat)

    def peak(self):
        """Returns radius and height of the highest peak."""
        top = int(np.argmax(self.values))
        return self.radius[top], self.values[top]


def table(results, options):
    radial = Radial(results, options)
    columns = {"r": Column(radial.radius, "m"), "r per diameter": Column(radial.radius / radial.diameter)}
    place, height = radial.peak()
    totals = {"mean diameter": Column(radial.diameter, "m"), "r of the peak": Column(place, "m")}
    totals["shell width per diameter"] = Column(radial.width)
    totals.update(
        {"peak": Column(height), "frames": Column(radial.frames), "time of the last frame": Column(radial.time, "s")}
    )
    return [Numbers({**columns, "g": Column(radial.values)}, totals)]


def picture(results, options):
    radial = Radial(results, options)
    factor, unit = style.scaled(radial.radius[-1], "m")
    drawing = style.figure(80)
    axes = drawing.subplots()
    axes.plot(radial.radius * factor, radial.values, color=style.BLUE)
    axes.axhline(1, color=style.GREY, linewidth=0.6, linestyle=":")
    axes.set_xlim(0, None)
    axes.set_ylim(bottom=0)
    axes.set_xlabel(style.label("distance of the centres r", unit))
    axes.set_ylabel("radial distribution function g")
    size = radial.diameter * factor
    upper = axes.secondary_xaxis("top", functions=(lambda r: r / size, lambda part: part * size))
    upper.set_xlabel("r / mean diameter")
    place, height = radial.peak()
    frames = f"mean of {radial.frames} frames up to" if radial.frames > 1 else "at"
    text = f"highest value {height:.3g} at {place / radial.diameter:.3g} diameters, {frames} {radial.time:.4g} s"
    text += f", shells of {radial.width:.3g} diameters"
    style.heading(drawing, results.title(), text)
    return drawing
