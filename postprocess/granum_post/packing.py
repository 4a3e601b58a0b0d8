"""`packing`: the particles of a bulk run at one time, as shaded spheres or as a cut through them."""
import argparse

import matplotlib
import numpy as np
from matplotlib import colors, patheffects, ticker

from . import cuts, glass, loads, moments, spheres, style
from . import walls as geometry
from .frames import NO_FIELD
from .grains import AXES, Grains
from .reader import NotRecorded, PostError

DESCRIPTION = """The particles in one frame (default: the last), seen from the front and slightly from above in
parallel projection; the bar is the scale. A case of dimension 2 is seen face on. --colour: speed (default), a
component of the velocity (vx, vy, vz), spin, radius, group, body (the rigid body), broken (number of broken bonds),
or an energy of the particle, in runs with `output: {trajectory: {energies: true}}`. --vmin and --vmax set the ends of
the colour scale. By default the scale ends at the 99.5 % quantile, with a pointed end, if the largest values are far
above it. Walls are drawn as glass at their position in that frame; infinite planes are clipped to the box and to the
other planes. --walls NAME=LOOK .. sets how walls look: transparent, opaque or hidden; NAME may be all, and later
words replace earlier ones: --walls all=hidden drum=opaque. --no-walls leaves all out. --wall-colour draws the
triangles of meshes opaque, coloured by a load or by the wear that the run has recorded for them, at the last output
of the walls up to the frame; its scale is the same in all frames. --no-particles leaves the particles out. --slice x,
y or z draws a cut instead: the circles and lines in which the plane through the middle of the box, normal to that
axis, cuts particles and walls. --at moves the plane: a fraction of the box (0: lower side, 1: upper side), or a
coordinate with a unit, --at=-2mm."""

MOTION = ("speed", "vx", "vy", "vz", "spin")
MOST, FAR = 0.995, 3  # if the largest value exceeds FAR times this quantile, the scale ends at the quantile
ENERGIES = ("elastic_energy", *(f"dissipated_{how}" for how in ("viscous", "frictional", "plastic", "drag")))
LOOKS = ("transparent", "opaque", "hidden")  # of walls
COLOURS = ("speed", "vx", "vy", "vz", "spin", "radius", "group", "body", "broken", *ENERGIES)
SIDES = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)])  # corners of the box
EXTEND = {(False, False): "neither", (True, False): "min", (False, True): "max", (True, True): "both"}
PIXELS = 900  # longer side of the image


def add_options(command, colour="speed"):
    moments.add_options(command)
    command.add_argument("--vmin", type=float, metavar="X", help="lower end of the colour scale, in SI units")
    command.add_argument("--vmax", type=float, metavar="X", help="upper end of the colour scale, in SI units")
    command.add_argument(
        "--colour", choices=COLOURS, default=colour, help=f"quantity that colours the particles; default: {colour}"
    )
    command.add_argument("--slice", choices=tuple(AXES), help="a cut normal to this axis")
    command.add_argument("--no-walls", dest="walls", action="store_false", help="leave out the walls")
    command.add_argument(
        "--walls",
        dest="looks",
        type=look_of,
        nargs="+",
        metavar="NAME=LOOK",
        help="look of a wall, or of all: transparent (default), opaque, hidden",
    )
    command.add_argument(
        "--wall-colour", choices=loads.QUANTITIES, help="quantity that colours the triangles of mesh walls"
    )
    command.add_argument(
        "--no-particles", dest="grains", action="store_false", help="draw the walls only, with --wall-colour"
    )
    command.add_argument("--at", type=cuts.place, metavar="X", help=cuts.HELP.format("position of the cut"))


def look_of(text):
    """Parses `drum=opaque`; returns the name of a wall, or `all`, and its look."""
    name, sign, look = text.rpartition("=")
    if not name or look not in LOOKS:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=LOOK; write for example drum=opaque, or all=hidden")
    return name, look


def looks_of(grains, options):
    """Returns name -> look of the walls of the run."""
    look = dict.fromkeys(grains.shapes, "transparent" if options.walls else "hidden")
    for name, wanted in options.looks or []:
        if name not in look and name != "all":
            raise PostError(f"no wall {name} in this run; there are: {', '.join(look) or 'none'}")
        look.update(dict.fromkeys(look if name == "all" else [name], wanted))
    return look


def by_look(named, look):
    """Returns look -> surface of these walls, pairs of a name and a surface."""
    return {each: geometry.joined([wall for name, wall in named if look[name] == each]) for each in LOOKS}


class Paint:
    """A number for each particle, with its name, unit and colour map; `group`: the names of the groups in use."""

    def __init__(self, frame, quantity, names, ends=(None, None)):
        self.group, self.unit, self.name = None, "m/s", quantity
        if quantity == "body":
            self.colours = by_body(frame)
            self.values = frame.body, "1"
            return
        if quantity == "group":
            self.number = sorted(set(frame.group))
            self.group = [names.get(int(number), str(number)) for number in self.number]
            self.rgb = np.array([colors.to_rgb(style.SPREAD[n % len(style.SPREAD)]) for n in range(len(self.number))])
            self.colours = self.rgb[np.searchsorted(self.number, frame.group)]
            self.values = np.array(self.group)[np.searchsorted(self.number, frame.group)], "1"
            return
        values, self.unit, self.name = numbers(frame, quantity)
        self.values = values, self.unit
        signed = quantity.startswith("v") and (values.min() if ends[0] is None else ends[0]) < 0
        top = reach(values) if quantity in MOTION + ENERGIES else np.max(np.abs(values)) or 1.0
        low = -top if signed else (values.min() if quantity == "radius" and np.ptp(values) else min(values.min(), 0.0))
        low, top = (given if given is not None else found for given, found in zip(ends, (low, top)))
        if not low < top:
            raise PostError(f"the colour scale would go from {low:g} to {top:g}; --vmin must be below --vmax")
        self.factor, self.unit = style.scaled(max(abs(low), abs(top)), self.unit)
        self.beyond = EXTEND[bool(values.min() < low), bool(values.max() > top)]
        self.norm = colors.Normalize(low * self.factor, top * self.factor)
        self.map = style.SIGNED if signed else style.light()
        self.colours = self.map(self.norm(values * self.factor))[:, :3]

    def key(self, drawing, axes, shrink):
        """Draws the colour bar or the legend of the groups; bodies have no key."""
        if self.name == "body":
            return
        if self.group is not None:
            marks = [axes.plot([], [], "o", color=rgb, markersize=6, markeredgecolor="0.4")[0] for rgb in self.rgb]
            axes.legend(marks, self.group, loc="center left", bbox_to_anchor=(1.0, 0.5))
            return
        scale = matplotlib.cm.ScalarMappable(self.norm, self.map)
        text = style.label(self.name, self.unit)
        ticks = {"ticks": ticker.MaxNLocator(integer=True)} if self.name == "broken bonds" else {}
        drawing.colorbar(scale, ax=axes, label=text, shrink=shrink, pad=0.02, extend=self.beyond, **ticks)


class WallPaint:
    """Colours of the triangles of mesh walls, from a quantity of `loads`. Walls without it have none."""

    def __init__(self, results, quantity, time):
        self.load, self.time = loads.loads(results, quantity), time
        sizes = self.load.all_sizes()
        top = reach(sizes)
        self.factor, self.unit = style.scaled(top, self.load.unit)
        self.norm, self.map = colors.Normalize(0, top * self.factor), style.light("YlOrRd")
        self.beyond = EXTEND[bool(sizes.min() < 0), bool(sizes.max() > top)]
        self.triangles, self.rgb, self.kept = np.empty((0, 3, 3)), np.empty((0, 3)), []

    def take(self, named):
        """Takes the surfaces that it can colour; returns the others."""
        others = []
        for wall, surface in named:
            sizes = self.load.sizes(wall, self.time)
            if sizes is None:
                others.append((wall, surface))
                continue
            self.triangles = np.concatenate([self.triangles, surface.triangles])
            self.rgb = np.concatenate([self.rgb, self.map(self.norm(sizes * self.factor))[:, :3]])
            self.kept.append((wall, sizes))
        return others

    def key(self, drawing, axes, shrink):
        scale = matplotlib.cm.ScalarMappable(self.norm, self.map)
        text = style.label(self.load.name.replace("_", " ") + " on walls", self.unit)
        drawing.colorbar(scale, ax=axes, label=text, shrink=shrink, pad=0.02, extend=self.beyond, location="left")

    def columns(self):
        """Returns the numbers that the picture shows, for its table."""
        return {
            "wall": (np.concatenate([np.full(len(sizes), wall) for wall, sizes in self.kept]), "1"),
            "triangle": (np.concatenate([np.arange(len(sizes)) for _, sizes in self.kept]), "1"),
            self.load.name: (np.concatenate([sizes for _, sizes in self.kept]), self.load.unit),
        }


def by_body(frame):
    """Returns a colour for each particle: one for all spheres of a rigid body, the same in all frames."""
    if "body" not in frame:
        raise PostError("no rigid bodies in this run; choose another --colour")
    rgb = np.array([colors.to_rgb(name) for name in style.DISTINCT])
    owner = np.where(frame.body > 0, frame.body, frame.id).astype(np.uint64)
    return rgb[(owner * np.uint64(2654435761) >> np.uint64(16)) % np.uint64(len(rgb))]


def reach(values):
    """Returns the upper end of the scale: the largest value, or a quantile if a few values are far above all others."""
    sizes = np.abs(values)
    largest, most = sizes.max(), np.quantile(sizes, MOST)
    return (most if 0 < most < largest / FAR else largest) or 1.0


def numbers(frame, quantity):
    """Returns the values [particle], unit and name of the quantity that colours the particles."""
    if quantity == "radius":
        return frame.radius, "m", "radius"
    if quantity in ENERGIES:
        if quantity not in frame:
            raise NotRecorded("the frames have no energies; add `output: {trajectory: {energies: true}}` to the input")
        return getattr(frame, quantity), "J", quantity.replace("_", " ")
    field = "angular_velocity" if quantity == "spin" else "velocity"
    if quantity in MOTION and field not in frame:
        raise NotRecorded(NO_FIELD.format(field) + ", or choose another --colour")
    if quantity == "broken":
        return frame.broken, "1", "broken bonds"
    if quantity == "spin":
        return np.linalg.norm(frame.angular_velocity, axis=1), "rad/s", "spin"
    if quantity == "speed":
        return np.linalg.norm(frame.velocity, axis=1), "m/s", "speed"
    return frame.velocity[:, AXES.index(quantity[1])], "m/s", f"velocity along {quantity[1]}"


def draw_box(axes, corners, flat):
    """Draws the edges of the box behind the particles; corners [8][right, up]."""
    for i, one in enumerate(SIDES):
        for j, other in enumerate(SIDES):
            if i < j and np.abs(one - other).sum() == 1 and not (flat and (one[2] or other[2])):
                axes.plot(*corners[[i, j]].T, color="0.7", linewidth=0.6, zorder=0, gid="box")


def draw_whole(axes, grains, frame, paint, surfaces, factor, wall_paint=None):
    """Draws the image of all particles in the frame and of the walls; lengths are multiplied by factor. paint None:
    without particles. `surfaces`: look -> surface. wall_paint: walls with coloured triangles."""
    view = spheres.axes_of_view(grains.flat)
    seen, radius = frame.position @ view.T, frame.radius
    rgb = np.empty((0, 3)) if paint is None else paint.colours
    if paint is None:
        seen, radius = np.empty((0, 3)), np.empty(0)
    none = geometry.Surface([], [])
    glassy, solid = (none if grains.flat else surfaces[look] for look in ("transparent", "opaque"))
    corners = grains.corners(SIDES) @ view[:2].T
    opaque, colours = solid.triangles.reshape(-1, 3, 3), np.tile(glass.SOLID, (len(solid.triangles), 1))
    if wall_paint is not None:
        opaque = np.concatenate([opaque, wall_paint.triangles])
        colours = np.concatenate([colours, wall_paint.rgb])
    reach = [seen[:, :2] - radius[:, None], seen[:, :2] + radius[:, None]]
    reach += [triangles.reshape(-1, 3) @ view[:2].T for triangles in (glassy.triangles, opaque)]
    lowest, highest = np.vstack(reach).min(axis=0), np.vstack(reach).max(axis=0)
    scale = PIXELS * max(spheres.eye.zoom, 1) / np.max(highest - lowest)
    shape = tuple(np.ceil((highest - lowest) * scale).astype(int)[::-1] + 1)
    shift = np.append(lowest, 0)
    image, height = spheres.paint((seen - shift) * scale, radius * scale, rgb, shape)
    glass.fill(image, height, (opaque @ view.T - shift) * scale, colours)
    glass.cover(image, height, (glassy.triangles @ view.T - shift) * scale)
    for each in (glassy, solid):
        glass.rule(image, height, (each.edges @ view.T - shift) * scale)
    ends = [lowest[0], lowest[0] + shape[1] / scale, lowest[1], lowest[1] + shape[0] / scale]
    draw_box(axes, corners * factor, grains.flat)
    axes.imshow(image, origin="lower", extent=[end * factor for end in ends], interpolation="antialiased", zorder=1)
    if grains.flat:
        draw_section(axes, seen_of(surfaces).section(2, grains.lower[2]), [0, 1], factor)
    show(axes, np.vstack([corners, [lowest, highest]]) * factor, factor, grains.flat)


def seen_of(surfaces):
    """Returns the surface of the walls that are not hidden."""
    return geometry.joined([surfaces["transparent"], surfaces["opaque"]])


def show(axes, points, factor, plain):
    """Sets the ends of the axes so that they contain these points [n][right, up], in m times factor, or the middle part
    of them with --zoom. plain: with axes; otherwise with a scale bar."""
    low, high = points.min(axis=0), points.max(axis=0)
    middle, half = 0.5 * (low + high), (0.5 if plain else 0.505) * (high - low) / spheres.eye.zoom
    axes.set_xlim(middle[0] - half[0], middle[0] + half[0])
    axes.set_ylim(middle[1] - half[1], middle[1] + half[1])
    axes.set_aspect("equal")
    close(axes)
    if not plain:
        axes.set_axis_off()
        add_scale(axes, np.array([middle - half, middle + half]), factor)
    for drawn in [*axes.images, *axes.lines, *axes.collections] if spheres.eye.zoom > 1 and not plain else ():
        if drawn.get_gid() != "scale":  # the scale bar is below the picture
            part = matplotlib.patches.Rectangle(middle - half, *(2 * half), transform=axes.transData)
            drawn.set_clip_path(part)


def close(axes):
    """Draws all four sides of a box that is seen face on."""
    for side in ("top", "right"):
        axes.spines[side].set_visible(True)


def add_scale(axes, points, factor):
    """Draws a scale bar of a round length below an image without axes; it spans the points [n][right, up], in m
    times factor."""
    low, high = points.min(axis=0), points.max(axis=0)
    length = style.round_length(0.25 * (high[0] - low[0]))
    axes.set_ylim(low[1] - 0.09 * (high[1] - low[1]), high[1])
    times, unit = style.scaled(length / factor * (1 + 1e-9), "m")
    style.scale_bar(axes, length, f"{length / factor * times:.3g} {unit}")


def draw_section(axes, lines, kept, factor, clip=False):
    """Draws the lines in which a plane cuts walls."""
    lines = matplotlib.collections.LineCollection(lines[:, :, kept] * factor, colors=[glass.LINE], linewidths=1.4)
    lines.set_capstyle("round")
    lines.set_clip_on(clip)
    if clip:  # over a map of dark and light colours
        lines.set_path_effects([patheffects.withStroke(linewidth=2.8, foreground="white")])
    axes.add_collection(lines, autolim=False)


def draw_cut(axes, grains, frame, paint, surface, factor, axis, plane):
    """Draws circles of radius sqrt(R^2 - h^2), h the distance of a centre from the plane [m], and the walls in the
    plane. Returns the axes of the plane, and whether it cuts each particle."""
    away = frame.position[:, axis] - plane
    if grains.periodic[axis]:
        away -= grains.edges[axis] * np.round(away / grains.edges[axis])
    cut = np.abs(away) < frame.radius
    kept = [k for k in range(3) if k != axis]
    width = 2 * np.sqrt(frame.radius[cut] ** 2 - away[cut] ** 2) * factor
    circles = matplotlib.collections.EllipseCollection(
        width,
        width,
        np.zeros_like(width),
        units="xy",
        offsets=frame.position[cut][:, kept] * factor,
        transOffset=axes.transData,
        facecolors=paint.colours[cut],
        edgecolors="0.2",
        linewidths=0.3,
    )
    axes.add_collection(circles)
    draw_section(axes, surface.section(axis, plane), kept, factor)
    for k, limit in zip(kept, (axes.set_xlim, axes.set_ylim)):
        limit(grains.lower[k] * factor, (grains.lower[k] + grains.edges[k]) * factor)
    axes.set_aspect("equal")
    close(axes)
    return kept, cut


def colour_walls(grains, frame, options, named):
    """Returns the walls that remain glass, and the paint of the others."""
    if not options.wall_colour:
        raise PostError("--no-particles leaves nothing to colour; write --wall-colour as well")
    if options.slice or not options.walls:
        raise PostError(f"--wall-colour colours whole walls; leave out {'--slice' if options.slice else '--no-walls'}")
    paint = WallPaint(grains.results, options.wall_colour, frame.time)
    named = paint.take(named)
    if not paint.kept:
        raise PostError(f"no wall with {options.wall_colour.replace('_', ' ')} of triangles is in this frame")
    return named, paint


def draw(drawing, axes, grains, options):
    """Draws one picture into the axes; returns the frame that it shows."""
    frame = grains.frame(moments.number(grains, options))
    paint = Paint(frame, options.colour, grains.names, (options.vmin, options.vmax)) if options.grains else None
    factor, unit = style.scaled(np.max(np.abs(grains.edges)), "m")
    look = looks_of(grains, options)
    named, wall_paint = [], None
    if set(look.values()) - {"hidden"}:
        named = [(name, wall) for name, wall in grains.named_walls(frame.number) if look[name] != "hidden"]
    if options.wall_colour or not options.grains:
        named, wall_paint = colour_walls(grains, frame, options, named)
    names, surfaces = [0, 1], by_look(named, look)
    shown, columns = slice(None), {}
    if options.slice and not grains.flat:
        axis = AXES.index(options.slice)
        plane = cuts.coordinate(grains, axis, options.at)
        names, shown = draw_cut(axes, grains, frame, paint, seen_of(surfaces), factor, axis, plane)
        columns[f"plane {AXES[axis]}"] = np.full(frame.id.size, plane), "m"
        axes.set_title(cuts.named(axis, plane))
    else:
        draw_whole(axes, grains, frame, paint, surfaces, factor, wall_paint)
    axes.set_xlabel(style.label(AXES[names[0]], unit))
    axes.set_ylabel(style.label(AXES[names[1]], unit))
    if wall_paint is not None:
        wall_paint.key(drawing, axes, 0.6)
        style.keep(axes, "triangles", wall_paint.columns())
    if paint is None:
        return frame
    paint.key(drawing, axes, 1.0 if grains.flat else 0.6)
    columns.update({"id": (frame.id, "1"), "position": (frame.position, "m"), "radius": (frame.radius, "m")})
    columns[paint.name] = paint.values
    style.keep(axes, "particles", {name: (values[shown], unit) for name, (values, unit) in columns.items()})
    return frame


def caption(grains, frame):
    factor, unit = style.scaled(grains.time[-1], "s")
    text = f"{frame.radius.size} particle{'s' * (frame.radius.size != 1)} at {frame.time * factor:.4g} {unit}"
    return style.Line(text, {"particles": (frame.radius.size, "1"), "time of the frame": (frame.time, "s")})


def totals(grains, options):
    """Returns the numbers of the caption for a table."""
    return caption(grains, grains.frame(moments.number(grains, options))).numbers


def beside(results, grains, options, titles, draw_panels, height=105, ratio=1.15, share=True):
    """Draws the particles and, beside them, two panels with these titles, filled by `draw_panels`. `ratio`: ratio of
    the widths, `share`: the panels share the lower axis."""
    drawing = style.figure(height)
    left, right = drawing.subfigures(1, 2, width_ratios=[ratio, 1])
    frame = draw(left, left.subplots(), grains, options)
    panels = right.subplots(2, 1, sharex=share)
    draw_panels(panels)
    for axes, title in zip(panels, titles):
        axes.set_title(title)
    style.heading(drawing, results.title(), caption(grains, frame))
    return drawing


def size_of(grains):
    """Returns width and height of the picture [mm], from the shape of the box as seen."""
    corners = (SIDES * grains.edges) @ spheres.axes_of_view(grains.flat)[:2].T
    ratio = np.ptp(corners[:, 1]) / np.ptp(corners[:, 0])
    width = float(np.clip(110 / ratio + 45, 100, 180))
    return width, float(np.clip((width - 45) * ratio + 25, 55, 150))


def picture(results, options):
    grains = Grains(results)
    width, height = size_of(grains)
    drawing = style.figure(height, width)
    axes = drawing.subplots()
    frame = draw(drawing, axes, grains, options)
    style.heading(drawing, results.title(), caption(grains, frame))
    return drawing
