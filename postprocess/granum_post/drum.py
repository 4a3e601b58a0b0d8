"""`drum`: slope of the surface, torque and flowing layer of a rotating drum.

Thickness of the flowing layer: depth below the surface at which the velocity along the surface changes sign, in the
frame of the laboratory. Above this depth grains flow down, below it they rise with the drum. A linear profile that is
extrapolated to zero, in the frame of the drum, gives a thickness of the same kind (GDR MiDi, Eur. Phys. J. E 14 (2004)
341); it needs a choice of the linear part."""
import numpy as np

from . import coarse, moments, packing, style
from .grains import AXES, Grains
from .reader import NotRecorded, PostError
from .table import Column, Numbers

DESCRIPTION = """The particles in one frame, with the options of `packing`; --slice y cuts the drum. (a) Angle of the
surface in each frame: the least-squares line through the highest points in columns one mean diameter wide, in the
middle half of the filling. (b) Torque of the particles on the walls about the axis of the drum, and moment of the
particles' weight about this axis, from their positions in each frame. In steady flow their means are equal, and the
power of the drive is torque times angular velocity. --axis: direction of the drum axis, default y; it passes through
the points of the walls --drum, by default the walls that rotate about it. --since, --until: time of the means, default
from half of the time to the end. --layer draws the flowing layer instead: (a) Velocity along the surface over the depth
below it, mean over the frames, in the middle quarter of the filling, averaged over depths of about a diameter (Gaussian
weights with a standard deviation of half a diameter). (b) Thickness of the layer in each frame: the depth at which this
velocity changes sign. The mean thickness is that of the mean velocity."""
WITH_CURVES = True  # the CSV file also has the curves of the picture
PARTS = 10  # depths of the velocity per mean diameter


def add_options(command):
    packing.add_options(command)
    command.add_argument("--axis", choices=tuple(AXES[:2]), default="y", help="axis of the drum; default: y")
    command.add_argument(
        "--drum", nargs="+", metavar="NAME", help="rotating walls; default: all walls that rotate, otherwise all"
    )
    command.add_argument("--layer", action="store_true", help="the flowing layer instead of angle and torque")
    add_window(command)


def add_window(command):
    for name, text in (("since", "start of the means; default: half"), ("until", "end of the means; default: end")):
        command.add_argument(f"--{name}", type=moments.seconds, metavar="T", help=f"{text} of the time")


def window(times, options):
    """Returns the start and the end of the means [s] of these samples."""
    since = 0.5 * times[-1] if options.since is None else options.since
    return since, times[-1] if options.until is None else min(options.until, times[-1])


def mark(axes, found, factor):
    """Draws the start and the end of the means as dotted lines."""
    for time in (found.since, found.until):
        if time < found.torque.time[-1]:
            axes.axvline(time * factor, color=style.GREY, linewidth=0.5, linestyle=":")


def gravity_of(results):
    """Gravity, the weight per mass [m/s^2] of a run, from its resolved input."""
    for line in results.text("resolved").splitlines():
        if line.startswith("gravity:"):
            return np.array([float(word) for word in line.split(":", 1)[1].strip(" []").split(",")])
    return np.zeros(3)


class Torque:
    """Torque of the particles on the rotating walls, about the axis: time [s], torque [N m] of each sample, and a
    point. `along`: instead the torque of the walls on the particles, positive in the direction in which a wall
    rotates."""

    def __init__(self, results, names, axis, along=False):
        walls = results.tables("observables/walls")
        if not walls:
            raise NotRecorded("no walls in this run; add `output: walls: {every: ...}` to the input")
        names = names or [name for name in sorted(walls) if turns(walls[name], axis)] or sorted(walls)
        unknown = [name for name in names if name not in walls]
        if unknown:
            raise PostError(f"no wall {unknown[0]}; there are: {', '.join(sorted(walls))}")
        found = [walls[name] for name in names]
        self.time = found[0]["time"].values
        self.point = np.delete(found[0]["position"].values[-1], axis)
        self.values = sum(wall["torque"].values[:, axis] * (-direction(wall, axis) if along else 1.0) for wall in found)


def direction(wall, axis):
    """Returns 1 or -1 for each sample: the direction of the rotation about the axis; of a wall at rest that of its
    mean rotation, or 1."""
    if not turns(wall, axis):
        return 1.0
    spin = wall["angular_velocity"].values[:, axis]
    return np.where(spin == 0, np.sign(spin.sum()) or 1.0, np.sign(spin))


def turns(wall, axis):
    """Whether the wall ever rotates about that axis."""
    return "angular_velocity" in wall and bool(np.any(wall["angular_velocity"][:, axis]))


def surface(frame, axis):
    """Rise and height [m] of the surface, z = rise * place + height along the other horizontal axis; nan if the filling
    is too narrow."""
    level = 1 - axis
    place, width = frame.position[:, level], 2 * frame.radius.mean()
    low, high = (place - frame.radius).min(), (place + frame.radius).max()
    count = max(int((high - low) / width + 1e-9), 3)
    column = np.clip(np.floor((place - low) / (high - low) * count), 0, count - 1).astype(int)
    height = np.full(count, -np.inf)
    np.maximum.at(height, column, frame.position[:, 2] + frame.radius)
    middle = low + (high - low) * (np.arange(count) + 0.5) / count
    inner = np.isfinite(height) & (np.abs(middle - 0.5 * (low + high)) < 0.25 * (high - low))
    if inner.sum() < 2:
        return np.nan, np.nan
    return tuple(np.polyfit(middle[inner], height[inner], 1))


class Flow:
    """`mass` [kg] and `momentum` down the surface [kg m/s], [frame][depth], of the free particles in the middle quarter
    of the filling, at each `depth` [m] below the surface; PARTS of them in a diameter. A particle between two depths
    counts at both, with weights that keep its depth."""

    def __init__(self, grains, diameter):
        count = int(np.ceil(PARTS * np.linalg.norm(grains.edges) / diameter))
        self.width, self.diameter = diameter / PARTS, diameter
        self.depth = self.width * np.arange(count + 2)
        self.mass, self.momentum = np.zeros((2, grains.time.size, self.depth.size))

    def add(self, number, frame, axis, line):
        """Adds a frame with this surface."""
        if not np.isfinite(line[0]):
            return
        cosine = 1 / np.hypot(1, line[0])
        level, up = frame.position[:, 1 - axis], frame.position[:, 2]
        along = (level + line[0] * up) * cosine
        depth = (line[0] * level + line[1] - up) * cosine
        middle, quarter = 0.5 * (along.min() + along.max()), 0.125 * np.ptp(along)
        inside = frame.free & (np.abs(along - middle) < quarter) & (depth >= 0)
        above = np.floor(depth[inside] / self.width).astype(int)
        share = depth[inside] / self.width - above
        down = -np.sign(line[0]) * (frame.velocity[:, 1 - axis] + line[0] * frame.velocity[:, 2]) * cosine
        mass = frame.mass[inside]
        for place, part in ((above, mass * (1 - share)), (above + 1, mass * share)):
            self.mass[number] += np.bincount(place, part, self.depth.size)
            self.momentum[number] += np.bincount(place, part * down[inside], self.depth.size)

    def velocity(self, frames):
        """Velocity down the surface [m/s] over the depth, mean over these frames; nan far from all particles."""
        reach = int(coarse.FAR * PARTS / 2)
        weight = coarse.kernel(self.width * np.arange(-reach, reach + 1), 0.5 * self.diameter)
        sums = (np.convolve(each[frames].sum(axis=0), weight) for each in (self.mass, self.momentum))
        mass, momentum = (each[reach : reach + self.depth.size] for each in sums)
        return np.divide(momentum, mass, out=np.full(mass.size, np.nan), where=mass > 1e-6 * mass.max(initial=0.0))

    def thickness(self, frames):
        """Depth [m] at which the mean velocity over these frames first changes sign; nan: it does not."""
        velocity = self.velocity(frames)
        change = np.flatnonzero(velocity[:-1] * velocity[1:] <= 0)
        if not change.size:
            return np.nan
        k = change[0]
        step = velocity[k] - velocity[k + 1]
        return self.depth[k] + self.width * (velocity[k] / step if step else 0.0)


class Drum:
    """Frames: time, angle [degrees] of the surface, positive if it rises along the other horizontal axis, moment of the
    weight about the axis [N m]; with --layer also `flow`. Samples of the walls: Torque."""

    def __init__(self, results, options):
        grains, axis = Grains(results), AXES.index(options.axis)
        self.torque = Torque(results, options.drum, axis)
        gravity, self.grains, self.time = gravity_of(results), grains, grains.time
        self.angle, self.moment = np.full(self.time.size, np.nan), np.zeros(self.time.size)
        self.flow = None
        for number in grains.filled():
            frame = grains.frame(number)
            free = frame.free
            lever = frame.position[free]
            lever[:, [k for k in range(3) if k != axis]] -= self.torque.point
            self.moment[number] = np.sum(np.cross(lever, frame.mass[free, None] * gravity)[:, axis])
            line = surface(frame, axis)
            self.angle[number] = np.degrees(np.arctan(line[0]))
            if options.layer:
                self.flow = self.flow or Flow(grains, 2 * frame.radius.mean())
                self.flow.add(number, frame, axis, line)
        self.since, self.until = window(self.torque.time, options)

    def during(self, time):
        """Whether these times are between since and until."""
        return (time >= self.since) & (time <= self.until)

    def means(self):
        """Returns the means from `since` to `until`: angle and moment over frames, torque over samples."""
        frames, samples = self.during(self.time), self.during(self.torque.time)
        if not frames.any() or not samples.any():
            raise PostError("there are no frames or wall samples from --since to --until; give other times")
        angle = self.angle[frames & np.isfinite(self.angle)]
        return angle.mean() if angle.size else np.nan, self.moment[frames].mean(), self.torque.values[samples].mean()

    def layers(self):
        """Thickness of the flowing layer [m] in each frame, and that of the mean velocity; nan: there is none."""
        if self.flow is None:
            return np.full(self.time.size, np.nan), np.nan
        each = [self.flow.thickness([number]) for number in range(self.time.size)]
        return np.array(each), self.flow.thickness(self.during(self.time))


def table(results, options):
    drum = Drum(results, options)
    names = ("angle", "degree"), ("moment of the weight", "N m"), ("torque on the walls", "N m")
    means = {f"mean {name}": Column(value, unit) for (name, unit), value in zip(names, drum.means())}
    frames = {
        "time": Column(drum.time, "s"),
        "angle": Column(drum.angle, "degree"),
        "moment of the weight": Column(drum.moment, "N m"),
    }
    if options.layer:
        thickness, mean = drum.layers()
        frames["thickness of the flowing layer"] = Column(thickness, "m")
        means["mean thickness of the flowing layer"] = Column(mean, "m")
    torque = {"time": Column(drum.torque.time, "s"), "torque on the walls": Column(drum.torque.values, "N m")}
    return [
        Numbers(frames, {"means from": Column(drum.since, "s"), "means to": Column(drum.until, "s"), **means}),
        Numbers(torque, printed=False),
    ]


def draw(panels, drum):
    times, unit = style.scaled(drum.time[-1], "s")
    angle, moment, torque = drum.means()
    label = minus(f"{late(drum)} {angle:.1f}°") if np.isfinite(angle) else "too few particles for a mean"
    panels[0].plot(drum.time * times, drum.angle, "o-", markersize=2.5, color=style.BLUE, label=label)
    panels[0].set_ylabel("slope (degrees)")
    factor, size = style.scaled(np.abs(drum.torque.values).max(), "N m")
    samples = {"color": "0.75", "linewidth": 0.5, "label": "on the walls, samples"}
    panels[1].plot(drum.torque.time * times, drum.torque.values * factor, **samples)
    for time, values, mean, name, colour, line in (
        (*smooth(drum.torque), torque, "on the walls", style.BLUE, "-"),
        (drum.time, drum.moment, moment, "of the weight", style.VERMILION, "--"),
    ):
        label = minus(f"{name}, mean {mean * factor:.3g} {size}")
        panels[1].plot(time * times, values * factor, color=colour, linewidth=1.4, linestyle=line, label=label)
    panels[1].set_ylabel(style.label("torque", size))
    panels[1].set_xlabel(style.label("time", unit))
    for axes in panels:
        mark(axes, drum, times)
        axes.legend(**style.OPAQUE)


def draw_layer(panels, drum):
    drum.means()  # fails if there are no frames in this time
    thickness, mean = drum.layers()
    velocity = drum.flow.velocity(drum.during(drum.time))
    there = np.isfinite(velocity)
    factor, size = style.scaled(drum.flow.depth[there].max(), "m")
    fast, speed = style.scaled(np.abs(velocity[there]).max(), "m/s")
    times, unit = style.scaled(drum.time[-1], "s")
    panels[0].plot(velocity[there] * fast, drum.flow.depth[there] * factor, color=style.BLUE, label="mean velocity")
    panels[0].axvline(0, color=style.GREY, linewidth=0.5)
    panels[0].invert_yaxis()
    panels[0].set_xlabel(style.label("velocity", speed))
    panels[0].set_ylabel(style.label("depth", size))
    panels[1].plot(drum.time * times, thickness * factor, "o-", markersize=2.5, color=style.BLUE, label="each frame")
    if np.isfinite(mean):
        dashed = {"color": style.VERMILION, "linestyle": "--"}
        panels[0].axhline(mean * factor, label=f"it is 0 at {mean * factor:.3g} {size}", **dashed)
        panels[1].axhline(mean * factor, label=f"of the mean velocity: {mean * factor:.3g} {size}", **dashed)
    panels[1].set_ylim(bottom=0)
    panels[1].set_xlabel(style.label("time", unit))
    panels[1].set_ylabel(style.label("thickness", size))
    mark(panels[1], drum, times)
    for axes in panels:
        axes.legend(**style.OPAQUE)


def late(found):
    """Returns the name of a mean in the legend."""
    ends = found.until < found.torque.time[-1]
    return f"mean {'between the dotted lines' if ends else 'right of the dotted line'}:"


def minus(text):
    return text.replace("-", "\N{MINUS SIGN}")


def smooth(torque):
    """Returns the means of windows of a fiftieth of the samples."""
    step = max(torque.time.size // 50, 1)
    whole = torque.time.size // step * step
    return tuple(values[:whole].reshape(-1, step).mean(axis=1) for values in (torque.time, torque.values))


def picture(results, options):
    drum = Drum(results, options)
    if options.layer:
        titles, draw_panels = ("(a) velocity down the surface", "(b) thickness of the flowing layer"), draw_layer
    else:
        titles, draw_panels = ("(a) angle of the surface", "(b) torque about the axis"), draw
    filled = lambda panels: draw_panels(panels, drum)  # noqa: E731
    return packing.beside(results, drum.grains, options, titles, filled, share=not options.layer)
