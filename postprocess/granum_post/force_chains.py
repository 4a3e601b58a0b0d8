"""`chains`: force chains: contacts at one time as lines whose width and colour show the force."""
import matplotlib
import numpy as np
from matplotlib import colors

from . import contacts, moments, packing, spheres, style, units
from . import walls as geometry
from .grains import AXES, Grains

NEEDS = "trajectory, contacts"
DESCRIPTION = """The contacts nearest to the time of the chosen frame, as lines from centre to centre, or to the point
of contact on a wall. Width and colour of a line increase with the force, up to --vmax (default: the largest
force). Forces weaker than --weakest times the mean force are left out. In space the contacts are seen as in `packing`,
the nearest in front, with a scale bar; --slice x, y or z looks along that axis instead. In dimension 2 particles are
thin circles; walls are drawn as edges."""
WIDEST = 3.0  # largest line width [pt]


newtons = units.reader("N", "force", "5mN or 0.005")


def add_options(command):
    moments.add_options(command)
    command.add_argument(
        "--vmax", type=newtons, metavar="F", help="force of the widest lines: 5mN or 0.005; default: the largest"
    )
    command.add_argument(
        "--weakest", type=float, default=0.0, metavar="X", help="weakest force drawn, divided by the mean; default: 0"
    )
    command.add_argument("--slice", choices=tuple(AXES), help="look along this axis")


def seen_from(grains, options):
    """Returns the unit vectors right, up and towards the eye, and the names of the axes if they are parallel to the
    page."""
    if options.slice and not grains.flat:
        axis = AXES.index(options.slice)
        kept = [k for k in range(3) if k != axis]
        return np.eye(3)[[*kept, axis]], [AXES[k] for k in kept]
    return spheres.axes_of_view(grains.flat), (list("xy") if grains.flat else None)


def lines(network, weakest):
    """Returns the numbers of the contacts that are drawn, the weakest first, their ends [n][2][axis] and forces."""
    kept = np.flatnonzero(network.size >= weakest * network.size.mean())
    kept = kept[np.argsort(network.size[kept], kind="stable")]
    begin = network.centres()[kept]
    return kept, np.stack([begin, begin + network.branch[kept]], axis=1), network.size[kept]


def draw(drawing, axes, grains, network, options):
    view, names = seen_from(grains, options)
    factor, unit = style.scaled(np.max(np.abs(grains.edges)), "m")
    kept, ends, size = lines(network, options.weakest)
    most = options.vmax or size.max()
    times, force_unit = style.scaled(most, "N")
    norm, shades = colors.Normalize(0, most * times), shades_of_force()
    order = np.argsort(size, kind="stable") if grains.flat or names else np.argsort((ends @ view[2]).mean(axis=1))
    drawn = matplotlib.collections.LineCollection(
        (ends @ view[:2].T)[order] * factor,
        linewidths=0.2 + WIDEST * np.clip(size[order] / most, 0, 1),
        colors=shades(norm(size[order] * times)),
        gid="forces",
    )
    drawn.set_capstyle("round")
    corners = grains.corners(packing.SIDES) @ view[:2].T * factor
    packing.draw_box(axes, corners, grains.flat)
    surface = geometry.joined(grains.walls(network.frame.number))
    if grains.flat:
        draw_circles(axes, network.frame, factor)
        packing.draw_section(axes, surface.section(2, grains.lower[2]), [0, 1], factor)
    else:
        edges = matplotlib.collections.LineCollection(surface.edges @ view[:2].T * factor, colors="0.6", linewidths=0.7)
        axes.add_collection(edges, autolim=False)
    axes.add_collection(drawn)
    both = np.vstack([corners, (ends @ view[:2].T).reshape(-1, 2) * factor])
    packing.show(axes, both, factor, bool(names))
    beyond = "max" if size.max() > most else "neither"
    key = matplotlib.cm.ScalarMappable(norm, shades)
    drawing.colorbar(key, ax=axes, label=style.label("force", force_unit), shrink=0.7, pad=0.02, extend=beyond)
    columns = {"first": (network.first[kept], "1"), "second": (network.second[kept], "1")}
    columns.update({"begin": (ends[:, 0], "m"), "end": (ends[:, 1], "m"), "force": (size, "N")})
    style.keep(axes, "contacts", columns)
    if names and not grains.flat:
        axes.set_title(f"contacts seen along {options.slice}")
    if names:
        axes.set_xlabel(style.label(names[0], unit))
        axes.set_ylabel(style.label(names[1], unit))


def shades_of_force():
    """Returns a colour map from light green, which is visible on white, to dark."""
    return colors.ListedColormap(matplotlib.colormaps["viridis_r"](np.linspace(0.15, 1, 256)))


def draw_circles(axes, frame, factor):
    width = 2 * frame.radius * factor
    circles = matplotlib.collections.EllipseCollection(
        width,
        width,
        np.zeros_like(width),
        units="xy",
        offsets=frame.position[:, :2] * factor,
        transOffset=axes.transData,
        facecolors="none",
        edgecolors="0.75",
        linewidths=0.4,
    )
    axes.add_collection(circles)


def picture(results, options):
    grains = Grains(results)
    network = contacts.Network(results, grains, options)
    width, height = packing.size_of(grains)
    drawing = style.figure(height, width)
    draw(drawing, drawing.subplots(), grains, network, options)
    style.heading(drawing, results.title(), contacts.caption(network))
    return drawing
