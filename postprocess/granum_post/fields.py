"""`fields`: coarse-grained density, velocity and stress of an assembly, over the height and as maps."""
import types

import numpy as np

from . import coarse, contacts, cuts, drum, moments, packing, style, walls
from .grains import AXES, Grains
from .reader import NotRecorded, PostError

NEEDS = "trajectory, contacts"
DESCRIPTION = """Coarse-grained fields after Goldhirsch, at the time of the contacts nearest to that of the chosen
frame. The kernel is Gaussian with a standard deviation of --kernel mean diameters (default 1). Over the height: (a)
density: mass per volume of the box. (b) Velocity. (c) Stress, positive in compression: the kinetic part and the part of
the contacts with its line integral. Dotted, with gravity: weight of the material above, divided by the cross-section;
side walls carry the difference. As maps of a plane: (d) density, (e) velocity in the plane, coloured by its magnitude,
(f) pressure, the mean of the normal stresses. In space the maps are means over the depth of the box along --across.
With --at they are cuts: the fields in that plane, to which particles within a few kernel widths contribute. The heading
names the plane. Within two widths of a wall, density and stress decrease, because the kernel extends beyond the wall.
At periodic sides the images are included. White areas have less than 2 % of the largest density. --over: the vertical
axis; default z, in dimension 2 y. --recorded draws the fields that the run recorded on its cells (output: fields), at
the time nearest to that of the frame: without a kernel of the run the means over the cells, otherwise coarse-grained
with it. Their stress has the motion within a cell as its kinetic part."""
POINTS = 400  # points on the line
CELLS, MOST = 6, 200  # cells of a map per width of the kernel, and at most along a side
LITTLE, LEAST = 1e-3, 0.02  # densities below these parts of the largest are not drawn, over the height and in a map
KEY = 0.05  # width of the colour bar, in widths of a map
ARROWS, SHORT = (
    10,
    0.05,
)  # mean number of arrows along a side of a map; shorter arrows than this part of the longest are not drawn


def add_options(command):
    moments.add_options(command)
    command.add_argument("--over", choices=tuple(AXES), help="axis of the height; default: z, in dimension 2 y")
    command.add_argument("--across", choices=tuple(AXES), help="axis normal to the maps; default: y, or z")
    command.add_argument("--at", type=cuts.place, metavar="X", help=cuts.HELP.format("a cut at this place of --across"))
    command.add_argument(
        "--kernel", type=float, default=1.0, metavar="X", help="standard deviation of the kernel, in mean diameters"
    )
    command.add_argument("--recorded", action="store_true", help="the fields of the run, from `output: fields`")


class Recorded:
    """The recorded fields nearest to the time of the frame. `line` and `plane` return means over the other axes."""

    def __init__(self, results, grains, options):
        if not results.has("observables/fields"):
            raise NotRecorded("no recorded fields; add `output: {fields: {every: .., spacing: ..}}` to the input")
        self.grains = grains
        results.look(self.read, results, grains.frame(moments.number(grains, options)).time)
        self.frame = grains.frame(int(np.argmin(np.abs(grains.time - self.time))))

    def read(self, results, wanted):
        file = results.opened()
        fields = file["observables/fields"]
        time = fields["density/time"][()]
        number = int(np.argmin(np.abs(time - wanted)))
        self.time, self.cells = time[number], file["parameters/fields/cells"][0]
        self.density = fields["density/value"][number].reshape(self.cells)
        self.velocity = fields["velocity/value"][number].reshape(*self.cells, 3)
        self.stress = fields["stress/value"][number].reshape(*self.cells, 3, 3)
        width = file["parameters/fields"].get("width")
        self.kernel = None if width is None else (width[0], width.attrs["description"].decode())

    def grid(self):
        """Returns a line about the cells and the kernel."""
        text = " x ".join(str(n) for n in self.cells[: 2 if self.grains.flat else 3]) + " cells"
        if self.kernel is None:
            return text
        width, name = self.kernel
        factor, metre = style.scaled(width, "m")
        return style.Line(f"{text}; {name}: {width * factor:.3g} {metre}", {"kernel": (width, "m")})

    def places(self, axis):
        """Returns the centres of the cells along an axis [m]."""
        count = self.cells[axis]
        return self.grains.lower[axis] + self.grains.edges[axis] * (np.arange(count) + 0.5) / count

    def mean(self, values, axes):
        """Returns the mean over the cells along the other axes."""
        return values.mean(axis=tuple(k for k in range(3) if k not in axes))

    def fields(self, axes):
        """Returns density, velocity and stress over the cells along these ascending axes."""
        density = self.mean(self.density, axes)
        momentum = self.mean(self.density[..., None] * np.nan_to_num(self.velocity), axes)
        velocity = momentum / np.maximum(density, np.finfo(float).tiny)[..., None]
        return density, velocity, self.mean(self.stress, axes)

    def line(self, axis):
        density, velocity, stress = self.fields([axis])
        return types.SimpleNamespace(
            place=self.places(axis), density=density, velocity=velocity, contact=stress, kinetic=np.zeros_like(stress)
        )

    def plane(self, axes, at):
        if at is not None:
            raise PostError("--recorded draws means over the depth of the box; leave out --at")
        density, velocity, stress = self.fields(sorted(axes))
        flat = 2 if self.grains.flat else 3
        pressure = np.trace(stress[..., :flat, :flat], axis1=-2, axis2=-1) / flat
        order = (0, 1) if axes[0] < axes[1] else (1, 0)
        return types.SimpleNamespace(
            places=[self.places(axis) for axis in axes],
            axes=axes,
            cut=None,
            density=density.transpose(order),
            velocity=np.moveaxis(velocity, -1, 0).transpose(0, 1 + order[0], 1 + order[1]),
            pressure=pressure.transpose(order),
        )


class Case:
    """The input of the coarse-graining: particles and contacts, the width of the kernel [m], and the ends of the
    box."""

    def __init__(self, results, grains, network, diameters):
        if not diameters > 0:
            raise PostError("--kernel must be above 0")
        self.grains, self.network, self.frame = grains, network, network.frame
        self.width = diameters * 2 * self.frame.radius.mean()
        self.gradient = np.zeros((3, 3))
        if results.has("observables/cell"):
            cell = results.table("observables/cell")
            time, found = cell["time"].values, cell["velocity_gradient"].values
            for k, place in enumerate(zip((0, 1, 2, 0, 0, 1)[: found.shape[1]], (0, 1, 2, 1, 2, 2))):
                self.gradient[place] = np.interp(self.frame.time, time, found[:, k])

    def bodies(self, axes):
        """Returns particles and contacts with their periodic images along these axes."""
        frame, network = self.frame, self.network
        free = frame.free
        particles = frame.position[free], frame.mass[free], frame.velocity[free]
        if self.grains.flat:
            particles = tuple(filled(part) for part in particles)
        forces = network.centres(), network.force, network.branch
        moved = coarse.images(self.grains, frame, axes, self.width, self.gradient)
        return coarse.repeated(self.grains, axes, self.width, *moved, particles, forces)

    def ends(self, axis):
        """Returns the ends of the box along this axis; beyond a side that is not periodic, the range of the kernel
        is added."""
        low, high = self.grains.lower[axis], self.grains.lower[axis] + self.grains.edges[axis]
        beyond = 0.0 if self.grains.periodic[axis] else coarse.FAR * self.width
        return low - beyond, high + beyond

    def extent(self, kept):
        """Returns the extent of the box along the axes that are not resolved [m^2, m, 1]."""
        others = [k for k in range(2 if self.grains.flat else 3) if k not in kept]
        return float(np.prod(self.grains.edges[others]))

    def line(self, axis):
        place = np.linspace(*self.ends(axis), POINTS)
        return coarse.Line(place, self.width, self.extent([axis]), axis, *self.bodies([axis]))

    def plane(self, axes, at=None):
        """Returns a map: means over the depth of the box, or a cut at the coordinate `at` [m] of the axis across."""
        places = []
        for axis in axes:
            low, high = self.ends(axis)
            count = int(np.clip(np.ceil(CELLS * (high - low) / self.width), 8, MOST))
            places.append(low + (high - low) * (np.arange(count) + 0.5) / count)
        dimension = 2 if self.grains.flat else 3
        if at is None:
            return coarse.Plane(places, self.width, self.extent(axes), axes, *self.bodies(axes), dimension)
        across = 3 - sum(axes)
        bodies = self.bodies([*axes, across])
        return coarse.Plane(places, self.width, 1.0, axes, *bodies, dimension, cut=(across, at))


def filled(values):
    """Extends vectors of a case of dimension 2 to three components."""
    return np.pad(values, ((0, 0), (0, 3 - values.shape[1]))) if values.ndim > 1 else values


def axes_of(grains, options):
    """Returns the vertical axis, and the axes right and up of the maps."""
    if grains.flat and ("z" in (options.over, options.across) or options.at is not None):
        raise PostError("this run has dimension 2: --over is x or y, and maps have no --across and no --at")
    over = AXES.index(options.over) if options.over else (1 if grains.flat else 2)
    if grains.flat:
        return over, [0, 1]
    across = AXES.index(options.across) if options.across else (1 if over != 1 else 2)
    if across == over:
        raise PostError("--across must be another axis than that of the height")
    return over, [k for k in range(3) if k not in (over, across)] + [over]


def weight_above(line, gravity):
    """Weight of the material above each place, divided by the cross-section, by the trapezoidal rule."""
    step = np.diff(line.place)
    parts = 0.5 * (line.density[1:] + line.density[:-1]) * step
    return gravity * np.concatenate([np.cumsum(parts[::-1])[::-1], [0.0]])


def draw_line(panels, line, case, axis, gravity):
    grains = case.grains
    factor, unit = style.scaled(np.max(np.abs(grains.edges)), "m")
    low, high = grains.lower[axis], grains.lower[axis] + grains.edges[axis]
    shown = (line.place >= low) & (line.place <= high) & (line.density > LITTLE * line.density.max())
    height = line.place[shown] * factor
    panels[0].plot(line.density[shown], height, color=style.GREEN)
    panels[0].set_xlim(0, 1.08 * line.density.max())
    panels[0].set_xlabel(style.label("density", density_unit(grains)))
    panels[0].set_ylabel(style.label(AXES[axis], unit))
    draw_velocity(panels[1], line, shown, height, "xy" if grains.flat else "xyz")
    draw_stress(panels[2], line, shown, height, axis, gravity, grains.flat)
    for axes, title in zip(panels, ("(a) density", "(b) velocity", "(c) stress")):
        axes.set_title(title)


def density_unit(grains):
    return "kg m-2" if grains.flat else "kg m-3"


def draw_velocity(axes, line, shown, height, names):
    fast, unit = style.scaled(np.max(np.abs(line.velocity[shown])), "m/s")
    for number, name in enumerate(names):
        axes.plot(line.velocity[shown, number] * fast, height, label=name, **style.look(number, len(names)))
    axes.legend()
    axes.set_xlabel(style.label("velocity", unit))


def draw_stress(axes, line, shown, height, axis, gravity, flat):
    whole = line.contact + line.kinetic
    other = 0 if axis else 1
    size, unit = style.scaled(np.max(np.abs(whole[shown][:, axis, axis])), "N/m" if flat else "Pa")
    parts = ((axis, axis), (other, other), (other, axis))
    for number, (one, two) in enumerate(parts):
        label = AXES[one] + AXES[two]
        axes.plot(whole[shown, one, two] * size, height, label=label, **style.look(number, 4))
    if gravity:
        weight = weight_above(line, gravity)[shown] * size
        axes.plot(weight, height, ":", color=style.BLACK, linewidth=1.4, label="weight above")
    axes.legend()
    axes.set_xlabel(style.label("stress", unit))


def draw_map(drawing, axes, plane, values, name, unit):
    """Draws values [right][up] where the density suffices; if some are negative, with a two-sided colour map.
    Returns the factor of lengths."""
    shown = np.where(full(plane), values, np.nan)
    top = np.nanmax(np.abs(shown))
    signed = np.nanmin(shown) < -0.01 * top
    size, unit = style.scaled(top, unit)
    ends = [end for place in plane.places for end in edges_of(place)]
    factor, length = style.scaled(max(abs(end) for end in ends), "m")
    image = axes.imshow(
        shown.T * size,
        origin="lower",
        extent=[end * factor for end in ends],
        cmap=style.SIGNED if signed else "viridis",
        interpolation="nearest",
        vmin=-top * size if signed else 0.0,
        vmax=top * size or 1.0,
    )
    drawing.colorbar(image, cax=axes.inset_axes([1.04, 0, KEY, 1]), label=style.label(name, unit))
    axes.set_xlabel(style.label(AXES[plane.axes[0]], length))
    axes.set_ylabel(style.label(AXES[plane.axes[1]], length))
    return factor


def full(plane):
    """Whether the density suffices for drawing, [right][up]."""
    return plane.density > LEAST * plane.density.max()


def edges_of(place):
    """Returns the edges of cells with these middles."""
    half = 0.5 * (place[1] - place[0])
    return place[0] - half, place[-1] + half


def draw_arrows(axes, plane, factor):
    """Draws the velocity in the plane as arrows on a coarse grid."""
    shown = [full(plane).any(axis=axis).sum() for axis in (1, 0)]
    step = max(int(np.sqrt(shown[0] * shown[1])) // ARROWS, 1)
    rows = tuple(slice(step // 2, None, step) for _ in range(2))
    here = full(plane)[rows]
    right, up = np.meshgrid(plane.places[0][rows[0]] * factor, plane.places[1][rows[1]] * factor, indexing="ij")
    along = [plane.velocity[axis][rows][here] for axis in plane.axes]
    largest = np.hypot(*along).max(initial=0.0)
    long_ = np.hypot(*along) > SHORT * largest
    if long_.any():
        pitch = step * (plane.places[0][1] - plane.places[0][0]) * factor
        options = {"angles": "xy", "scale_units": "xy", "scale": largest / (1.3 * pitch), "units": "height"}
        places, along = (right[here][long_], up[here][long_]), [part[long_] for part in along]
        options["label"] = "velocity along {} (m/s)"
        axes.quiver(*places, *along, color="white", edgecolor=style.BLACK, linewidth=0.4, width=0.012, **options)


def draw_maps(drawing, panels, plane, case, limits):
    grains = case.grains
    across = next(k for k in range(3) if k not in plane.axes)
    middle = grains.lower[across] + (0.0 if grains.flat else 0.5 * grains.edges[across])
    at = middle if plane.cut is None else plane.cut[1]
    surface = walls.joined(grains.walls(case.frame.number))
    speed = np.hypot(*(plane.velocity[axis] for axis in plane.axes))
    stress = "N/m" if grains.flat else "Pa"
    for axes, (name, values, unit), letter in zip(
        panels,
        (
            ("density", plane.density, density_unit(grains)),
            ("speed", speed, "m/s"),
            ("pressure", plane.pressure, stress),
        ),
        "def",
    ):
        factor = draw_map(drawing, axes, plane, values, name, unit)
        if name == "speed":
            draw_arrows(axes, plane, factor)
        packing.draw_section(axes, surface.section(across, at), plane.axes, factor, clip=True)
        axes.set_title(f"({letter}) {'velocity' if name == 'speed' else name}")
        for set_ends, ends in zip((axes.set_xlim, axes.set_ylim), limits):
            set_ends(ends[0] * factor, ends[1] * factor)
        axes.set_aspect("equal")


def limits_of(plane, grains):
    """Returns the lower and upper ends of the maps [m], right and up: the box without the empty parts above and
    below."""
    found = [(grains.lower[axis], grains.lower[axis] + grains.edges[axis]) for axis in plane.axes]
    up = plane.places[1][full(plane).any(axis=0)]
    half = 0.5 * (plane.places[1][1] - plane.places[1][0])
    return found[0], (max(found[1][0], up[0] - half), min(found[1][1], up[-1] + half))


def picture(results, options):
    grains = Grains(results)
    over, kept = axes_of(grains, options)
    if options.recorded:
        case = Recorded(results, grains, options)
        if min(case.cells[kept]) < 2:
            raise PostError(
                "--recorded needs two cells or more along both axes of the maps; choose --over and --across"
            )
    else:
        case = Case(results, grains, contacts.Network(results, grains, options), options.kernel)
    across = 3 - sum(kept)
    at = None if options.at is None else cuts.coordinate(grains, across, options.at)
    line, plane = case.line(over), case.plane(kept, at)
    limits = limits_of(plane, grains)
    ratio = np.ptp(limits[0]) / np.ptp(limits[1])
    wide = ratio > 1.7  # maps below each other, otherwise side by side
    heights = 80, 3 * (140 / ratio + 20) if wide else float(np.clip(40 / ratio, 25, 110)) + 20  # [mm]
    drawing = style.figure(sum(heights))
    above, below = style.strips(drawing, heights)
    draw_line(above.subplots(1, 3, sharey=True), line, case, over, -drum.gravity_of(results)[over])
    draw_maps(below, below.subplots(*((3, 1) if wide else (1, 3))), plane, case, limits)
    if options.recorded:
        style.heading(drawing, results.title(), f"recorded fields at {case.time * 1e3:.4g} ms", case.grid())
        return drawing
    factor, metre = style.scaled(case.width, "m")
    kernel = f"Gaussian kernel, standard deviation {case.width * factor:.3g} {metre}"
    if not grains.flat:
        kernel += f"; maps: means over all {AXES[across]}" if at is None else f"; maps: {cuts.named(across, at)}"
    kernel = style.Line(
        kernel, {"kernel": (case.width, "m"), **({} if at is None else {"plane of the maps": (at, "m")})}
    )
    style.heading(drawing, results.title(), contacts.caption(case.network), kernel)
    return drawing
