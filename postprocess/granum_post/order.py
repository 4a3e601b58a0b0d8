"""`order`: bond order of an assembly: Q4 and Q6 in dimension 3, psi4 and psi6 in dimension 2.

    Q_l = sqrt(4 pi/(2 l + 1) sum_m |mean of Y_lm(b)|^2) = sqrt(mean of P_l(b . b') over all pairs of bonds b, b')
    psi_l = |mean of exp(i l angle(b))|

b: unit vectors from a particle to its neighbours; Y_lm: spherical harmonics, P_l: Legendre polynomials (the two forms
are equal by the addition theorem). Source: P. J. Steinhardt, D. R. Nelson, M. Ronchetti, Phys. Rev. B 28 (1983) 784,
eq 1.3; psi6: D. R. Nelson, B. I. Halperin, Phys. Rev. B 19 (1979) 2457."""
import numpy as np

from . import cuts, moments, neighbours, style
from .grains import Grains
from .reader import PostError
from .table import Column, Numbers

NEEDS = "trajectory"
DESCRIPTION = """Bond order of each particle (Steinhardt): Q4 and Q6 in dimension 3, |psi4| and |psi6| in dimension 2.
Neighbours are particles whose centres are closer than 1.2 times the sum of the radii, or than --reach, in periodic and
sheared boxes too. (a) Distribution over the particles of one frame (default: the last); dotted: Q6 of crystals, fcc
.575, hcp .485, bcc .511 with its 14 neighbours; psi6 of a triangular lattice is 1. (b) Mean over the particles in each
frame. Left out are particles without neighbours and, along axes that are not periodic, particles closer than a mean
diameter to the outermost centres, because neighbours are missing there. --reach: largest distance of the centres of
neighbours, 5mm. The CSV file has a row for each particle."""
WITH_CURVES = True  # the CSV file also has the curves of the picture
CHUNK = 4096  # particles per pass
DEGREES = 4, 6
CRYSTALS = {"fcc": (0.57452, "left"), "hcp": (0.48476, "right"), "bcc": (0.51069, "left")}  # Q6, side of the label
BINS = 40
FRAMES = 60  # largest number of frames of panel (b)


def add_options(command):
    moments.add_options(command)
    words = "largest distance of the centres of neighbours, 5mm; default: 1.2 times the sum of the radii"
    command.add_argument("--reach", type=cuts.length, metavar="R", help=words)


def legendre(degree, x):
    """Returns the Legendre polynomial of degree 4 or 6."""
    square = x * x
    if degree == 4:
        return ((35 * square - 30) * square + 3) / 8
    return (((231 * square - 315) * square + 105) * square - 5) / 16


def in_space(bonds, there, degree):
    """Returns Q_l of particles. `bonds`: unit vectors [particle][neighbour][axis]; `there`: whether there is such a
    neighbour; each particle has at least one."""
    both = there[:, :, None] & there[:, None, :]
    values = np.where(both, legendre(degree, np.einsum("pia,pja->pij", bonds, bonds)), 0)
    return np.sqrt(np.maximum(values.sum(axis=(1, 2)), 0)) / there.sum(axis=1)


def in_plane(bonds, there, degree):
    """Returns |psi_l| of particles in dimension 2."""
    turns = np.where(there, (bonds[:, :, 0] + 1j * bonds[:, :, 1]) ** degree, 0)
    return np.abs(turns.sum(axis=1)) / there.sum(axis=1)


def bonds_of(position, radius, box, reach, middle):
    """Returns the number of neighbours of the particles `middle`, and the unit vectors to all of them in one array.
    `box`: what neighbours.sides_of returns."""
    rows, _, bonds = (np.concatenate(parts) for parts in zip(*neighbours.near(position, radius, box, middle, reach)))
    order = np.argsort(rows, kind="stable")
    bonds /= np.sqrt(np.einsum("na,na->n", bonds, bonds))[:, None]
    return np.bincount(rows, minlength=len(position))[middle], bonds[order]


def of_points(position, radius, box, reach, flat):
    """Returns rows of particles, their numbers of neighbours and bond orders [row][degree]."""
    middle = np.flatnonzero(neighbours.inner(position, box[2], 2 * radius.mean(), flat))
    count, bonds = bonds_of(position, radius, box, reach, middle)
    middle, count = middle[count > 0], count[count > 0]
    first, found = np.cumsum(count) - count, np.empty((middle.size, len(DEGREES)))
    for start in range(0, middle.size, CHUNK):
        part = slice(start, start + CHUNK)
        there = np.arange(count[part].max()) < count[part, None]
        place = np.where(there, first[part, None] + np.arange(there.shape[1]), 0)
        for column, degree in enumerate(DEGREES):
            found[part, column] = (in_plane if flat else in_space)(bonds[place], there, degree)
    return middle, count, found


class Order:
    """Bond orders of the particles of a frame, and their means in frames. `names` of the two; `id`, `neighbours`,
    `values` [particle][degree]; `times` [s], `means` [frame][degree]."""

    def __init__(self, results, options):
        self.grains, self.reach = Grains(results), options.reach
        if self.reach is not None and not self.reach > 0:
            raise PostError("--reach must be above 0")
        letter = "|psi{}|" if self.grains.flat else "Q{}"
        self.names = [letter.format(degree) for degree in DEGREES]
        filled = self.grains.filled()
        shown = [filled[k] for k in style.evenly(len(filled), FRAMES)] if filled else []
        self.times = np.array([self.grains.time[number] for number in shown])
        self.means = np.array([self.mean(self.of(number)[2]) for number in shown])
        frame = self.grains.frame(moments.number(self.grains, options))
        rows, self.neighbours, self.values = self.of(frame.number)
        if not rows.size:
            raise PostError("no particle away from the sides has a neighbour; choose another frame or a larger --reach")
        self.time, self.id = frame.time, frame.id[rows]

    def of(self, number):
        frame = self.grains.frame(number)
        return of_points(frame.position, frame.radius, neighbours.sides_of(self.grains), self.reach, self.grains.flat)

    @staticmethod
    def mean(values):
        return values.mean(axis=0) if len(values) else np.full(len(DEGREES), np.nan)


def table(results, options):
    order = Order(results, options)
    columns = {"id": Column(order.id), "neighbours": Column(order.neighbours)}
    columns.update({name: Column(order.values[:, k]) for k, name in enumerate(order.names)})
    totals = {f"mean {name}": Column(order.values[:, k].mean()) for k, name in enumerate(order.names)}
    totals["mean number of neighbours"] = Column(order.neighbours.mean())
    totals.update({"particles": Column(order.id.size), "time of the frame": Column(order.time, "s")})
    return [Numbers(columns, totals, printed=False)]


def draw_shares(axes, order):
    """Draws panel (a)."""
    edges = np.linspace(0, 1, BINS + 1)
    for k, name in enumerate(order.names):
        share, _ = np.histogram(order.values[:, k], edges, density=True)
        axes.stairs(share, edges, label=name, **style.look(k, len(order.names)))
    for name, (value, side) in ({} if order.grains.flat else CRYSTALS).items():
        axes.axvline(value, color=style.GREY, linewidth=0.6, linestyle=":")
        axes.annotate(
            name,
            (value, 1),
            (0, -2),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            fontsize=6,
            rotation=90,
            va="top",
            ha=side,
        )
    axes.set_xlim(0, 1)
    axes.set_xlabel("bond order")
    axes.set_ylabel("probability density")
    axes.set_title("(a) distribution over the particles")
    axes.legend()


def picture(results, options):
    order = Order(results, options)
    drawing = style.figure(75)
    left, right = drawing.subplots(1, 2)
    draw_shares(left, order)
    factor, unit = style.scaled(order.times[-1], "s")
    for k, name in enumerate(order.names):
        right.plot(order.times * factor, order.means[:, k], label=name, **style.look(k, len(order.names)))
    right.set_ylim(0, 1)
    right.set_xlabel(style.label("time", unit))
    right.set_ylabel("mean bond order")
    right.set_title("(b) mean over the particles")
    right.legend()
    means = ", ".join(f"mean {name} {order.values[:, k].mean():.4f}" for k, name in enumerate(order.names))
    found = f"{order.neighbours.mean():.3g} neighbours, {order.id.size} particles at {order.time:.4g} s"
    style.heading(drawing, results.title(), f"{means}, {found}")
    return drawing
