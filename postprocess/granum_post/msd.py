"""`msd`: mean squared displacement of the particles, and their diffusion coefficient."""
import numpy as np

from . import moments, style
from .grains import AXES, Grains
from .reader import PostError
from .table import Column, Numbers

NEEDS = "trajectory"
DESCRIPTION = """Mean squared displacement over the time difference, from unwrapped positions (position + image times
side of the box), as a mean over the particles that can move and are present in all frames from --since on, and over all
first frames if the frames are equally spaced. Frames before the insertion of the first particle that can move are left
out. The spheres of clumps count as particles. The diffusion coefficient D is the slope of the line through the values
of the second half of the time differences, divided by 2 per axis. The exponent is the slope of the same values in the
double logarithmic picture: 1 for diffusion, 2 for motion at constant velocity; D has a meaning only if it is near 1.
--axes: these axes, default all. --relative: displacements relative to the mean displacement. In a deforming box the
axes must keep their length, and x is left out in shear."""
WITH_CURVES = True  # the CSV file also has the curves of the picture
LAGS = 60  # largest number of time differences


def add_options(command):
    command.add_argument("--since", type=moments.seconds, default=0.0, metavar="T", help="first time; default: 0")
    command.add_argument("--axes", metavar="XYZ", help="axes of the displacement, such as xy; default: all")
    command.add_argument("--relative", action="store_true", help="relative to the mean displacement")


def axes_of(grains, numbers, wanted):
    """Returns the axes of the displacement."""
    boxes = [grains.frames.box(number) for number in numbers] if grains.deforms else []
    lengths = np.array([np.diag(box.edges) for box in boxes])
    known = [k for k in range(2 if grains.flat else 3) if not boxes or not np.ptp(lengths[:, k]) > 0]
    if boxes and np.ptp([box.edges[1, 0] for box in boxes]) > 0:
        known = [k for k in known if k != 0]
    chosen = [AXES.index(axis) for axis in wanted or "" if axis in AXES] or known
    if not chosen or set(chosen) - set(known) or (wanted and len(chosen) != len(wanted)):
        there = "".join(AXES[k] for k in known) or "none"
        raise PostError(f"no displacement along {wanted or 'any axis'} in this run; axes with a fixed length: {there}")
    return chosen


def unwrapped(grains, numbers, axes):
    """Returns times [s], and positions [frame][particle][axis] of the particles that are in all frames."""
    frames = [grains.frame(number) for number in numbers]
    ids = frames[0].id[frames[0].free]
    for frame in frames[1:]:
        ids = np.intersect1d(ids, frame.id)
    if not ids.size:
        raise PostError("no particle that can move is in all frames; choose a later --since")
    rows = []
    for frame in frames:
        order = np.argsort(frame.id)
        row = order[np.searchsorted(frame.id[order], ids)]
        turns = frame.image[row][:, axes] if "image" in grains.frames.names else 0
        rows.append(frame.position[row][:, axes] + turns * np.diag(frame.box.edges)[axes])
    return np.array([frame.time for frame in frames]), np.array(rows)


def displacements(time, place):
    """Returns time differences [s] and mean squared displacements [m^2]."""
    steps = np.diff(time)
    even = np.allclose(steps, steps.mean(), rtol=1e-3)
    lags = 1 + style.evenly(len(time) - 1, LAGS)
    if not even:
        return time[lags] - time[0], np.array([((place[k] - place[0]) ** 2).sum(axis=-1).mean() for k in lags])
    return lags * steps.mean(), np.array([((place[k:] - place[:-k]) ** 2).sum(axis=-1).mean() for k in lags])


class Motion:
    """Time differences [s], mean squared displacement [m^2], diffusion coefficient [m^2/s], exponent, particles."""

    def __init__(self, results, options):
        grains = Grains(results)
        numbers = [number for number in grains.filled() if grains.time[number] >= options.since * (1 - 1e-9)]
        start = next((k for k, number in enumerate(numbers) if grains.frame(number).free.any()), 0)
        numbers = numbers[start:]
        if len(numbers) < 3:
            problem = "there are fewer than three frames with particles that can move"
            raise PostError(f"{problem} from --since on; give an earlier time")
        axes = axes_of(grains, numbers, options.axes)
        time, place = unwrapped(grains, numbers, axes)
        if options.relative:
            place = place - place.mean(axis=1, keepdims=True)
        self.lag, self.square = displacements(time, place)
        if not self.square[-1] > 0:
            raise PostError("no particle moves in these frames")
        self.particles, self.axes = place.shape[1], "".join(AXES[k] for k in axes)
        late = self.lag >= 0.5 * self.lag[-1]
        slope, self.level = np.polyfit(self.lag[late], self.square[late], 1)
        self.late, self.diffusion = self.lag[late], slope / (2 * len(axes))
        self.slope, self.exponent = slope, np.polyfit(*np.log([self.lag[late], self.square[late]]), 1)[0]


def table(results, options):
    motion = Motion(results, options)
    columns = {"time": Column(motion.lag, "s"), "mean squared displacement": Column(motion.square, "m2")}
    totals = {"diffusion coefficient": Column(motion.diffusion, "m2 s-1"), "exponent": Column(motion.exponent)}
    return [Numbers(columns, {**totals, "particles": Column(motion.particles)})]


def picture(results, options):
    motion = Motion(results, options)
    times, unit = style.scaled(motion.lag[-1], "s")
    drawing = style.figure(80)
    axes = drawing.subplots()
    axes.loglog(motion.lag * times, motion.square, "o", color=style.BLUE, markersize=3)
    line = motion.level + motion.slope * motion.late
    text = style.label(f"D = {motion.diffusion:.3g}", "m2 s-1").replace("(", "").replace(")", "")
    axes.loglog(motion.late * times, np.where(line > 0, line, np.nan), color=style.VERMILION, label=text)
    axes.set_xlabel(style.label("time difference", unit))
    axes.set_ylabel(style.label("mean squared displacement", "m2"))
    style.plain_log_ticks(axes.xaxis)
    axes.legend()
    text = f"exponent {motion.exponent:.3g} in the second half; {motion.particles} particles, along {motion.axes}"
    style.heading(drawing, results.title(), text)
    return drawing
