"""`structure`: static structure factor S(q) of an assembly.

    S(q) = |sum over the particles of exp(i q . r)|^2/N,    q = 2 pi (n_x b_x + n_y b_y + n_z b_z)

r: centres [m], N: their number, n: whole numbers, b_x, b_y, b_z: columns of the inverse of the matrix whose rows are
the sides of the box [1/m]: b_x is 1 along the side x and 0 along the others, so that periodic images have the same
phase. S is 1 on average for random points, N at the peaks of a crystal.
Source: J.-P. Hansen, I. R. McDonald, Theory of Simple Liquids, 4th ed. (2013), eq 4.1.3."""
import numpy as np

from . import moments, neighbours, style
from .grains import Grains
from .reader import PostError
from .table import Column, Numbers

NEEDS = "trajectory"
DESCRIPTION = """The static structure factor S(q) in one frame (default: the last): the mean of |sum of exp(i q r)|^2/N
over wave vectors q of similar length; 1 for random points. q are the wave vectors that fit the periodic box, straight
or sheared; along axes that are not periodic, q is 0, so that at least one axis must be periodic. The axis is q times
the mean diameter d divided by 2 pi: 1 for planes one diameter apart. --most: largest q d/(2 pi), default 4. --bins:
number of classes of the length, default 100. --vectors: of more wave vectors of a bin, this many are chosen evenly,
default 60. --mean N: mean over the last N frames up to the chosen frame."""
BINS, MOST, VECTORS = 100, 4.0, 60
CHUNK = 1 << 22  # particles times wave vectors per pass


def add_options(command):
    moments.add_options(command)
    command.add_argument("--most", type=float, default=MOST, metavar="X", help=f"largest q d/(2 pi); default: {MOST:g}")
    command.add_argument("--bins", type=int, default=BINS, metavar="N", help=f"number of lengths; default: {BINS}")
    words = f"largest number of wave vectors of a bin; default: {VECTORS}"
    command.add_argument("--vectors", type=int, default=VECTORS, metavar="N", help=words)
    command.add_argument("--mean", type=int, default=1, metavar="N", help="mean over N frames; default: 1")


def waves(sides, axes, most):
    """Returns the wave vectors [1/m] of the periodic axes up to this length, one of each pair q, -q, in the order of
    their lengths."""
    steps = 2 * np.pi * np.linalg.inv(sides).T
    reach = [int(most * np.linalg.norm(sides[axis]) / (2 * np.pi)) if axis in axes else 0 for axis in range(3)]
    if np.prod([2.0 * n + 1 for n in reach]) > 5e7:
        raise PostError("the box has more than 50 million such wave vectors; choose a smaller --most")
    turns = np.stack(np.meshgrid(*(np.arange(-n, n + 1) for n in reach), indexing="ij"), axis=-1).reshape(-1, 3)
    turns = turns[len(turns) // 2 + 1 :]  # the second half; the first has the opposite vectors
    found = turns @ steps
    length = np.linalg.norm(found, axis=1)
    order = np.argsort(length, kind="stable")
    order = order[length[order] <= most * (1 + 1e-12)]
    return found[order], length[order]


def of_points(position, vectors):
    """Returns S of each wave vector."""
    found, size = np.empty(len(vectors)), max(1, CHUNK // max(len(position), 1))
    for start in range(0, len(vectors), size):
        part = slice(start, start + size)
        phase = vectors[part] @ position.T
        found[part] = (np.cos(phase).sum(axis=1) ** 2 + np.sin(phase).sum(axis=1) ** 2) / len(position)
    return found


class Structure:
    """`q`: mean length of the wave vectors of each bin that has some [1/m]; `values`: S; `count`: wave vectors of the
    bin that were used; `diameter`: mean [m]."""

    def __init__(self, results, options):
        self.grains = grains = Grains(results)
        last = grains.frame(moments.number(grains, options))
        self.diameter, self.time = 2 * last.radius.mean(), last.time
        if not options.most > 0 or min(options.bins, options.vectors, options.mean) < 1:
            raise PostError("--most, --bins, --vectors and --mean must be above 0")
        numbers = [k for k in grains.filled() if last.number - options.mean < k <= last.number]
        self.frames = len(numbers)
        edges = np.linspace(0, 2 * np.pi * options.most / self.diameter, options.bins + 1)
        sums = np.sum([self.of(grains, number, edges, options.vectors) for number in numbers], axis=0)
        used = sums[0] > 0
        if not used.any():
            raise PostError("no wave vector of the box is that short; choose a larger --most")
        self.count = sums[0][used].astype(int)
        self.q, self.values = sums[1][used] / sums[0][used], sums[2][used] / sums[0][used]

    @staticmethod
    def of(grains, number, edges, most):
        """Returns for each bin the number of wave vectors, and the sums of their lengths and of S."""
        frame = grains.frame(number)
        _, sides, periodic = neighbours.sides_of(grains)
        axes = np.flatnonzero(periodic)
        if not axes.size:
            raise PostError("no axis of this box is periodic; use `granum-post rdf`")
        vectors, length = waves(sides, axes, edges[-1])
        own = np.minimum(np.searchsorted(edges, length, "right") - 1, len(edges) - 2)
        rows = [np.flatnonzero(own == k) for k in range(len(edges) - 1)]
        rows = np.concatenate([each[style.evenly(each.size, most)] for each in rows if each.size] or [[]]).astype(int)
        values = of_points(frame.position, vectors[rows])
        weights = (None, length[rows], values)
        return [np.bincount(own[rows], weights=each, minlength=len(edges) - 1) for each in weights]

    def peak(self):
        """Returns wave number and height of the highest value."""
        top = int(np.argmax(self.values))
        return self.q[top], self.values[top]


def table(results, options):
    found = Structure(results, options)
    scaled = Column(found.q * found.diameter / (2 * np.pi))
    columns = {"q": Column(found.q, "m-1"), "q d per 2 pi": scaled, "S": Column(found.values)}
    place, height = found.peak()
    totals = {"q of the peak": Column(place, "m-1"), "peak": Column(height)}
    totals.update(
        {
            "mean diameter": Column(found.diameter, "m"),
            "frames": Column(found.frames),
            "time of the last frame": Column(found.time, "s"),
        }
    )
    return [Numbers(columns | {"wave vectors": Column(found.count)}, totals)]


def picture(results, options):
    found = Structure(results, options)
    drawing = style.figure(80)
    axes = drawing.subplots()
    axes.plot(found.q * found.diameter / (2 * np.pi), found.values, color=style.BLUE)
    axes.axhline(1, color=style.GREY, linewidth=0.6, linestyle=":")
    axes.set_xlim(0, None)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("wave number q d / 2π")
    axes.set_ylabel("structure factor S")
    place, height = found.peak()
    frames = f"mean of {found.frames} frames up to" if found.frames > 1 else "at"
    text = f"highest value {height:.3g} at {place * found.diameter / (2 * np.pi):.3g}, {frames} {found.time:.4g} s"
    style.heading(drawing, results.title(), text)
    return drawing
