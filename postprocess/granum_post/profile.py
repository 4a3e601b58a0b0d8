"""`profile`: velocity, solid fraction and granular temperature of a bulk run over the height."""
import numpy as np
from matplotlib import ticker

from . import style
from .grains import AXES, Grains
from .reader import PostError

DESCRIPTION = """Means over layers one mean diameter thick, and over the frames of the last part of the run (--last 0.5,
the default: its second half). (a) Mean velocity along --along, weighted by volume. (b) Solid fraction: each layer
counts the part of a particle's volume inside it (dimension 2: areas). (c) Granular temperature: variance of the
velocity relative to the mean of the layer and frame, per dimension. --bagnold: dotted in (a), Bagnold's profile of
steady flow down a rough plane, v = v_s (1 - (1 - z/h)^(3/2)), from the lowest moving layer to the surface, with fitted
v_s. --over: the axis normal to the layers; default z, in dimension 2 y."""

PARTS = 4  # layers of the solid fraction per layer of the other quantities


def add_options(command):
    command.add_argument("--over", choices=tuple(AXES), help="axis of the profile; default: z, in dimension 2 y")
    command.add_argument("--along", choices=tuple(AXES), default="x", help="component of the velocity; default: x")
    command.add_argument("--bagnold", action="store_true", help="draw the best fit of Bagnold's profile, dotted in (a)")
    command.add_argument(
        "--last", type=float, default=0.5, help="part of the frames that is averaged, from the end; default: 0.5"
    )


def below(radius, height, flat):
    """Volume (area) of spheres (discs) below a plane at `height` above their lowest points."""
    height = np.clip(height, 0, 2 * radius)
    if not flat:
        return np.pi / 3 * height**2 * (3 * radius - height)
    inside = radius - height
    return radius**2 * np.arccos(np.clip(inside / radius, -1, 1)) - inside * np.sqrt(
        np.maximum(radius**2 - inside**2, 0)
    )


def solid(frame, grains, axis, edges):
    """Solid volume (area) in each layer between `edges`. The part beyond a periodic side is counted at the opposite
    side."""
    place, radius, length = frame.position[:, axis], frame.radius, grains.edges[axis]
    if grains.periodic[axis]:
        place = np.concatenate([place, place - length, place + length])
        radius = np.tile(radius, 3)
    return np.diff([below(radius, edge - place + radius, grains.flat).sum() for edge in edges])


class Layers:
    """Sums over frames by layer: weight (R^3), weight times velocity, weight times squared fluctuation; solid volume
    by thin layer."""

    def __init__(self, grains, axis, along, thickness):
        self.grains, self.axis, self.along = grains, axis, along
        count = max(int(round(grains.edges[axis] / thickness)), 1)
        self.edges = grains.lower[axis] + grains.edges[axis] * np.linspace(0, 1, count + 1)
        self.thin = grains.lower[axis] + grains.edges[axis] * np.linspace(0, 1, PARTS * count + 1)
        self.weight, self.velocity, self.motion = np.zeros((3, count))
        self.solid, self.frames = np.zeros(PARTS * count), 0

    def add(self, frame):
        count = self.weight.size
        layer = np.clip(np.searchsorted(self.edges, frame.position[:, self.axis], side="right") - 1, 0, count - 1)
        weight = frame.radius**3  # not the mass, because particles with prescribed motion have infinite mass

        def total(values):
            return np.bincount(layer, values, count)

        full = np.maximum(total(weight), np.finfo(float).tiny)
        for k in range(3):
            speed = frame.velocity[:, k]
            self.motion += total(weight * (speed - (total(weight * speed) / full)[layer]) ** 2)
        self.velocity += total(weight * frame.velocity[:, self.along])
        self.weight += total(weight)
        self.solid += solid(frame, self.grains, self.axis, self.thin)
        self.frames += 1

    def means(self):
        """Returns velocity and temperature by layer, nan without particles; solid fraction by thin layer."""
        weight = np.where(self.weight > 0, self.weight, np.nan)
        across = [self.grains.edges[k] for k in range(2 if self.grains.flat else 3) if k != self.axis]
        volume = np.prod(across) * np.diff(self.thin)
        dimension = 2 if self.grains.flat else 3
        return self.velocity / weight, self.motion / weight / dimension, self.solid / volume / self.frames


def measure(grains, axis, along, last):
    """Returns the layers over the frames of the last part of the run."""
    if not 0 < last <= 1:
        raise PostError("--last must be above 0 and at most 1")
    first = min(int(np.floor(grains.time.size * (1 - last))), grains.time.size - 1)
    filled = [number for number in grains.filled() if number >= first]
    if not filled:
        raise PostError(f"no particle is in the box in any of the frames from {first} on; give a larger --last")
    frame = grains.frame(filled[0])
    layers = Layers(grains, axis, along, 2 * frame.radius.mean())
    for number in filled:
        layers.add(grains.frame(number))
    return layers


def bagnold(height, velocity, fraction, thin):
    """Returns heights [m] and velocities [m/s] of Bagnold's profile. The surface h is the height at which the solid
    fraction falls to half its median. The bottom is the lowest layer with particles, whose velocity is added; v_s is
    fitted by least squares."""
    filled = np.flatnonzero(fraction > 0.5 * np.median(fraction[fraction > 0]))
    bottom, top = thin[filled[0]], thin[filled[-1] + 1]
    flow = (height >= bottom) & (height <= top) & np.isfinite(velocity)
    if flow.sum() < 3:
        raise PostError("too few layers for --bagnold; the bed must be several diameters high")
    slip = velocity[flow][0]

    def shape(place):
        part = np.clip(1 - (place - height[flow][0]) / (top - height[flow][0]), 0, 1)
        return 1 - part**1.5

    known = shape(height[flow])
    surface = known @ (velocity[flow] - slip) / (known @ known)
    place = np.linspace(height[flow][0], top, 101)
    return place, slip + surface * shape(place)


def middle(edges):
    return (edges[1:] + edges[:-1]) / 2


def picture(results, options):
    grains = Grains(results)
    axis = AXES.index(options.over) if options.over else (1 if grains.flat else 2)
    if grains.flat and "z" in (options.over, options.along):
        raise PostError("this run has dimension 2: --over and --along are x or y")
    layers = measure(grains, axis, AXES.index(options.along), options.last)
    velocity, temperature, fraction = layers.means()
    factor, unit = style.scaled(np.max(np.abs(layers.edges)), "m")
    drawing = style.figure(75)
    panels = drawing.subplots(1, 3, sharey=True)
    fast, speed_unit = style.scaled(np.nanmax(np.abs(velocity)), "m/s")
    panels[0].plot(velocity * fast, middle(layers.edges) * factor, "o-", color=style.BLUE, markersize=2.5)
    if options.bagnold:
        place, curve = bagnold(middle(layers.edges), velocity, fraction, layers.thin)
        panels[0].plot(curve * fast, place * factor, ":", color=style.BLACK, linewidth=1.6, label="Bagnold")
        panels[0].legend()
    panels[1].plot(fraction, middle(layers.thin) * factor, color=style.GREEN)
    panels[2].plot(temperature, middle(layers.edges) * factor, "o-", color=style.VERMILION, markersize=2.5)
    labels = (
        style.label(f"velocity along {options.along}", speed_unit),
        "solid fraction",
        style.label("temperature", "m2 s-2"),
    )
    for title, axes, text in zip(("(a) velocity", "(b) solid fraction", "(c) granular temperature"), panels, labels):
        axes.set_xlabel(text)
        axes.set_title(title)
    for axes in panels[1:]:
        axes.set_xlim(left=0)
        axes.xaxis.set_major_locator(ticker.MaxNLocator(5))
    filled = np.flatnonzero(fraction > 0)  # the empty part above the highest sphere is left out
    low, high = layers.thin[filled[0]] * factor, layers.thin[filled[-1] + 1] * factor
    panels[0].set_ylim(low - 0.05 * (high - low), high + 0.05 * (high - low))
    panels[2].ticklabel_format(axis="x", style="sci", scilimits=(-2, 3), useMathText=True)
    panels[0].set_ylabel(style.label(AXES[axis], unit))
    first = grains.time[-layers.frames]
    times, time_unit = style.scaled(grains.time[-1], "s")
    span = f"mean of {layers.frames} frames, {first * times:.4g} to {grains.time[-1] * times:.4g} {time_unit}"
    numbers = {"frames": (layers.frames, "1"), "first time": (first, "s"), "last time": (grains.time[-1], "s")}
    style.heading(drawing, results.title(), style.Line(span, numbers))
    return drawing
