"""`path`: forces and torques of two bodies on prescribed paths, over their displacements, and the energies."""
import numpy as np

from . import layout, members, style
from .table import Column, Numbers

DESCRIPTION = """(a) Normal force over overlap, or over time if the overlap is constant. (b) Tangential force on the
second body over the way of sliding, along y and z. (c) Torque of rolling and twisting resistance on the second body
over the rotation of the first body relative to it, if there is such a resistance. (d) Energies of the first path over
time: work of the prescribed motion, stored and dissipated energies. Paths are overlaid in colours that the panels (a)
to (c) share. Of many paths, some are selected evenly, and (b) and (c) have the direction of the largest way only.
`--csv` writes all columns of the points, then the curves of the picture."""

WITH_CURVES = True
PATHS_MAX = 6  # largest number of paths for which the panels are still legible
LEAST = 1e-3  # smallest way along an axis that is drawn, divided by the largest one
ENERGIES = (
    ("supplied", "work of the motion"),
    ("elastic", "elastic"),
    ("springs", "springs"),
    ("dissipated_viscous", "viscous loss"),
    ("dissipated_plastic", "plastic work"),
    ("dissipated_sliding", "loss by sliding"),
    ("dissipated_rolling", "loss by rolling"),
    ("dissipated_twisting", "loss by twisting"),
)
SLIDING = (("y", "slide_y", "friction_y"), ("z", "slide_z", "friction_z"))
TURNING = (
    ("rolling about y", "roll_y", "torque_y"),
    ("rolling about z", "roll_z", "torque_z"),
    ("twisting", "twist", "torque_x"),
)


def add_options(command):
    members.add_options(command, "run")


def table(results, options):
    """Returns all columns of the points, a table for each variant."""
    found = []
    for variant in members.of_names(results.paths(), options.variant):
        points = variant.tables["trajectory"]
        run = points[variant.MEMBER].values.astype(int)
        mine = run == options.run if options.run is not None else np.ones(len(run), dtype=bool)
        swept = {key: Column(column.values[run - 1], column.unit) for key, column in variant.swept.items()}
        columns = {key: column.of_rows(mine) for key, column in {**swept, **points.columns}.items()}
        found.append(Numbers(columns, name=", ".join(filter(None, ["points", variant.name])), label="curve"))
    return found


class Path(members.Member):
    def energy(self, name):
        if name != "springs":
            return self.rows["trajectory"][name]
        return sum(self.rows["trajectory"][f"spring_{kind}"] for kind in ("sliding", "rolling", "twisting"))

    def __getitem__(self, name):
        return self.rows["trajectory"][name]


def chosen(variants, options):
    """Returns the paths to draw, and the number of all paths."""
    shown, count = members.chosen(variants, options, options.run, PATHS_MAX, "trajectory")
    return [Path(*run) for run in shown], count


def directions(paths, every):
    """Returns the rows of `every` whose forces are not 0 throughout: for several paths the one of the largest way, for
    one path all that are not small beside the largest."""
    acting = [row for row in every if any(np.any(path[row[2]]) for path in paths)]
    ways = [max(np.ptp(path[row[1]]) for path in paths) for row in acting]
    if len(paths) > 1:
        return [acting[int(np.argmax(ways))]] if acting else []
    return [row for row, way in zip(acting, ways) if way > LEAST * max(ways)] or acting[:1]


def draw(axes, paths, rows, x_unit, y_unit, sign, names=None):
    """Draws rows (name, abscissa, ordinate) of paths as loops; returns the units of the axes."""
    factor, x_unit = style.scaled(max(np.abs(path[x]).max() for path in paths for _, x, _ in rows), x_unit)
    y_factor, y_unit = style.scaled(max(np.abs(path[y]).max() for path in paths for *_, y in rows), y_unit)
    count = len(paths) * len(rows)
    axes.axhline(0, color="0.88", linewidth=0.5, zorder=0)
    for number, (path, (name, x, y)) in enumerate((path, row) for path in paths for row in rows):
        text = name if len(rows) > 1 else path.name if names else f"_{path.name or name}"
        dot = {"marker": "o", "markersize": 4} if is_constant(path[x]) else {}
        axes.plot(path[x] * factor, sign * y_factor * path[y], label=text, **style.look(number, count), **dot)
    if len(rows) > 1:
        axes.legend()
    return x_unit, y_unit


def is_constant(values):
    return np.ptp(values) <= LEAST * np.abs(values).max()


def draw_normal(axes, paths):
    still = all(is_constant(path["overlap"]) for path in paths)
    name, unit = ("time", "s") if still else ("overlap", "m")
    x_unit, y_unit = draw(axes, paths, (("", name, "force"),), unit, "N", 1, names=True)
    axes.set_xlabel(style.label(name, x_unit))
    axes.set_ylabel(style.label("normal force", y_unit))
    axes.set_title("(a) normal force" + (", constant overlap" if still else ""))


def draw_sliding(axes, paths, rows):
    x_unit, y_unit = draw(axes, paths, rows, "m", "N", -1)
    along = f" along {rows[0][0]}" if len(rows) == 1 else ""
    axes.set_xlabel(style.label(f"way of sliding{along}", x_unit))
    axes.set_ylabel(style.label("tangential force", y_unit))
    axes.set_title("(b) tangential force on the second body")


def draw_turning(axes, paths, rows, letter):
    x_unit, y_unit = draw(axes, paths, rows, "rad", "N m", -1)
    axes.set_xlabel(style.label("rotation" if len(rows) > 1 else f"rotation, {rows[0][0]}", x_unit))
    axes.set_ylabel(style.label("torque", y_unit))
    axes.set_title(f"({letter}) torque on the second body")


def draw_energies(axes, path, letter):
    drawn = [(path.energy(name), text) for name, text in ENERGIES if np.any(path.energy(name))]
    factor, unit = style.scaled(max((np.abs(energy).max() for energy, _ in drawn), default=0), "J")
    time_factor, time_unit = style.scaled(path["time"].max(), "s")
    for number, (energy, text) in enumerate(drawn):
        axes.plot(path["time"] * time_factor, energy * factor, label=text, **style.look(number, len(drawn)))
    axes.set_xlabel(style.label("time", time_unit))
    axes.set_ylabel(style.label("energy", unit))
    axes.set_title(f"({letter}) energies" + (f", {path.name}" if path.name else ""))
    if drawn:
        axes.legend(ncol=2 if len(drawn) > 4 else 1)


def picture(results, options):
    paths, count = chosen(results.paths(), options)
    sliding, turning = directions(paths, SLIDING), directions(paths, TURNING)
    legend = members.legend_height(paths)
    drawing = style.figure(130 + legend)
    strip, upper, lower = style.strips(drawing, [legend, 65, 65])
    panels = upper.subplots(1, 2 if sliding else 1, squeeze=False)[0]
    draw_normal(panels[0], paths)
    if sliding:
        draw_sliding(panels[1], paths, sliding)
    below = lower.subplots(1, 2 if turning else 1, squeeze=False)[0]
    if turning:
        draw_turning(below[0], paths, turning, "bc"[bool(sliding)])
    draw_energies(below[-1], paths[0], "abcd"[1 + bool(sliding) + bool(turning)])
    layout.draw_legend(strip, panels[0], members.COLUMNS)
    style.heading(drawing, results.title(), f"{len(paths)} of {count} paths" if len(paths) < count else "")
    return drawing
