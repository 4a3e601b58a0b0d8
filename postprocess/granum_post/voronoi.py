"""`voronoi`: volumes of the Voronoi cells of an assembly, and the solid fraction of each cell.

The cell of particle i contains the points r with |r - r_i|^2 - R_i^2 smaller than that of all others (radical planes,
Laguerre), so that planes between touching spheres of any radii pass through their point of contact. The planes are the
lower side of the convex hull of the points (r_i, |r_i|^2 - R_i^2) in one more dimension: a facet with normal (a, b) is
the corner -a/(2 b) of the cells of its points. Source: F. Aurenhammer, SIAM J. Comput. 16 (1987) 78; B. J. Gellatly,
J. L. Finney, J. Non-Cryst. Solids 50 (1982) 313."""
import numpy as np

from . import moments, neighbours, style
from .grains import Grains
from .reader import PostError
from .table import Column, Numbers

NEEDS = "trajectory"
DESCRIPTION = """The Voronoi cells of the particles in one frame (default: the last), with radical planes, so that radii
may differ, and with the images of periodic and sheared boxes. (a) Distribution of the solid fraction of the cells:
volume of the sphere divided by the volume of its cell; dimension 2: areas. (b) Distribution of the volume of the cells
divided by that of their sphere. The heading has the solid fraction of all these cells together. Left out are particles
closer than a mean diameter to the outermost centres along axes that are not periodic, and cells with a corner farther
than --far mean diameters (default 2) from the centre, at free surfaces and in holes. The command needs SciPy:
apt-get install python3-scipy, or pip install scipy. The CSV file has a row for each particle."""
WITH_CURVES = True  # the CSV file also has the curves of the picture
FAR = 2.0
BINS = 40


def add_options(command):
    moments.add_options(command)
    words = f"cells with corners farther away are left out, in mean diameters; default: {FAR:g}"
    command.add_argument("--far", type=float, default=FAR, metavar="X", help=words)


def qhull():
    """Imports the convex hull of SciPy, and its error."""
    try:
        from scipy.spatial import ConvexHull, QhullError
    except ImportError:
        raise PostError("this picture needs SciPy: apt-get install python3-scipy, or pip install scipy") from None
    return ConvexHull, QhullError


def with_images(position, radius, box, flat, depth):
    """Returns centres and radii of the particles, then of their periodic images closer than `depth` [m] to the box."""
    lower, sides, periodic = box
    inverse = np.linalg.inv(sides)
    slack = depth * np.linalg.norm(inverse, axis=0)  # as a part of the box
    part = (position - lower) @ inverse
    part -= np.where(periodic, np.floor(part), 0)
    reach = [int(np.ceil(slack[axis])) if periodic[axis] else 0 for axis in range(3)]
    turns = np.stack(np.meshgrid(*(np.arange(-n, n + 1) for n in reach), indexing="ij"), axis=-1).reshape(-1, 3)
    turns = turns[np.argsort(np.abs(turns).sum(axis=1), kind="stable")]  # the box itself first
    places, rows = [], []
    for turn in turns:
        where = part + turn
        near = ((where >= -slack) & (where <= 1 + slack) | ~periodic).all(axis=1)
        places.append((lower + where[near] @ sides)[:, : 2 if flat else 3])
        rows.append(np.flatnonzero(near))
    rows = np.concatenate(rows)
    return np.concatenate(places), radius[rows]


def cells(position, radius, box, flat, far):
    """Returns the volume [m^3] (dimension 2: area [m^2]) of the cell of each particle, nan if the cell is unbounded or
    has a corner farther away than `far` [m]."""
    make, qhull_error = qhull()
    places, radii = with_images(position, radius, box, flat, 2 * far + radius.max())  # others cannot cut such a cell
    axes, count = places.shape[1], len(position)
    if len(places) < axes + 2:
        return np.full(count, np.nan)
    middle, unit = places.mean(axis=0), 2 * radius.mean()
    x = (places - middle) / unit
    lifted = np.column_stack([x, np.einsum("na,na->n", x, x) - (radii / unit) ** 2])
    try:
        found = make(lifted, qhull_options="Qt Qc")
    except qhull_error:
        raise PostError("all centres are in a plane or on a sphere, so that no cell is closed") from None
    lowest = found.equations[:, axes] < -1e-12
    corners = -found.equations[lowest, :axes] / (2 * found.equations[lowest, axes, None])
    ends = found.simplices[lowest]
    owner, corner = ends.ravel(), np.repeat(np.arange(len(ends)), axes + 1)
    order = np.argsort(owner, kind="stable")
    owner, corner = owner[order], corner[order]
    first = np.searchsorted(owner, np.arange(count + 1))
    open_cells = set(np.unique(found.simplices[~lowest])) | set(np.setdiff1d(np.arange(count), owner))
    volume = np.full(count, np.nan)
    for k in range(count):
        own = corners[corner[first[k] : first[k + 1]]]
        if k in open_cells or np.max(np.linalg.norm(own - x[k], axis=1)) > far / unit:
            continue
        volume[k] = make(own, qhull_options="Qt").volume
    return volume * unit**axes


class Cells:
    """The cells of a frame: `id`, `volume` [m^3], `solid`: volumes of the spheres [m^3]; `left`: particles left out."""

    def __init__(self, results, options):
        grains = Grains(results)
        if not options.far > 0:
            raise PostError("--far must be above 0")
        frame = grains.frame(moments.number(grains, options))
        self.flat, self.time, box = grains.flat, frame.time, neighbours.sides_of(grains)
        diameter = 2 * frame.radius.mean()
        volume = cells(frame.position, frame.radius, box, grains.flat, options.far * diameter)
        used = neighbours.inner(frame.position, box[2], diameter, grains.flat) & np.isfinite(volume)
        if not used.any():
            raise PostError("no cell is closed and away from the sides; choose another frame or a larger --far")
        radius = frame.radius[used]
        self.id, self.volume, self.left = frame.id[used], volume[used], int((~used).sum())
        self.solid = np.pi * radius**2 if grains.flat else 4 / 3 * np.pi * radius**3

    def fraction(self):
        """Returns the solid fraction of all cells together."""
        return self.solid.sum() / self.volume.sum()


def table(results, options):
    found = Cells(results, options)
    name, unit = ("area of the cell", "m2") if found.flat else ("volume of the cell", "m3")
    columns = {"id": Column(found.id), name: Column(found.volume, unit)}
    columns["solid fraction of the cell"] = Column(found.solid / found.volume)
    totals = {"solid fraction": Column(found.fraction()), "deviation of the cells": Column(deviation(found))}
    totals.update({"cells": Column(found.id.size), "left out": Column(found.left)})
    totals["time of the frame"] = Column(found.time, "s")
    return [Numbers(columns, totals, printed=False)]


def deviation(found):
    """Returns the standard deviation of the solid fraction over the cells."""
    return (found.solid / found.volume).std()


def draw(axes, values, text, title):
    spread = np.ptp(values) > 1e-9 * values.max()
    bins = BINS if spread else np.array([0.98, 1.02]) * values[0]
    share, edges = np.histogram(values, bins, density=True)
    axes.stairs(share, edges, color=style.BLUE, fill=True, alpha=0.6)
    axes.set_xlabel(text)
    axes.set_ylabel("probability density")
    axes.set_title(title)


def picture(results, options):
    found = Cells(results, options)
    drawing = style.figure(75)
    left, right = drawing.subplots(1, 2)
    sort = "area" if found.flat else "volume"
    draw(left, found.solid / found.volume, "solid fraction of the cell", "(a) solid fraction")
    draw(right, found.volume / found.solid, f"{sort} of the cell / {sort} of its sphere", f"(b) {sort} of the cells")
    text = f"solid fraction {found.fraction():.4f}, deviation of the cells {deviation(found):.3g}"
    text += f", {found.id.size} cells, {found.left} left out, at {found.time:.4g} s"
    style.heading(drawing, results.title(), text)
    return drawing
