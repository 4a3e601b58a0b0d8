"""The page of `impact` for oblique impacts: slip in reduced variables, rebound angle, restitution, impulse ratio."""
import numpy as np

from . import layout, style
from .table import Column

MAIN = (  # columns of --table
    "approach_velocity",
    "angle",
    "tangential_velocity",
    "restitution",
    "tangential_restitution",
    "slip_restitution",
    "rebound_angle",
    "impulse_ratio",
    "spin_1_z",
    "energy_lost",
)
FEW = 40  # largest number of points with a mark each
COLUMNS = 3  # columns of the legend
SLIDING = 7  # reduced slip before the impact from which a solid sphere slides throughout
LOOPS_MAX = 12  # curves of friction that are drawn; of more, so many are selected evenly


class Series:
    """The impacts of one line: rows of a variant with the same swept values and speed, over ascending directions."""

    def __init__(self, variant, rows, text):
        self.variant, self.rows, self.text = variant, np.asarray(rows), text

    def __getitem__(self, name):
        return self.variant.field[name][self.rows]

    def reduced(self, slip):
        """Returns 2 s/((1 + e) mu v), s the slip of this name; nan without friction or rebound."""
        with np.errstate(divide="ignore", invalid="ignore"):
            found = 2 * self[slip] / ((1 + self["restitution"]) * self["friction"] * self["approach_velocity"])
        return np.where(np.isfinite(found), found, np.nan)

    @property
    def degrees(self):
        return np.degrees(self["angle"])


def parts_of(angle):
    """Returns the ranges of rows in which the angle ascends: the directions of one speed and one swept point."""
    ends = np.flatnonzero(np.diff(angle) <= 0) + 1
    return list(zip([0, *ends], [*ends, len(angle)]))


def text_of(variant, row, speeds):
    swept = [
        f"{style.words(path)} {column.values[row]:.4g}"
        for path, column in variant.swept.items()
        if np.isfinite(column.values[row]) and np.ptp(column.values[np.isfinite(column.values)]) > 0
    ]
    speed = [f"{variant.field['approach_velocity'][row]:.3g} m/s"] if speeds else []
    return ", ".join(filter(None, [style.named(variant.name), *swept, *speed]))


def series_of(variants):
    found = []
    for variant in variants:
        parts = parts_of(variant.field["angle"])
        points = {tuple(column.values[begin] for column in variant.swept.values()) for begin, _ in parts}
        for begin, end in parts:
            found.append(Series(variant, range(begin, end), text_of(variant, begin, len(parts) > len(points))))
    return found


def over_friction(series):
    """Returns the series with the swept value as abscissa if each of them has a single impact, and the path of this
    value; otherwise None."""
    variants = {id(one.variant): one.variant for one in series}.values()
    if any(one.rows.size > 1 for one in series) or not all(variant.swept for variant in variants):
        return None
    path = next(
        (p for p, c in next(iter(variants)).swept.items() if np.isfinite(c.values).all() and np.ptp(c.values) > 0), None
    )
    return path and ([Series(v, range(v.rows), style.named(v.name)) for v in variants], path)


def draw(axes, series, x, y):
    for number, one in enumerate(series):
        options = style.look(number, len(series))
        marks = {"marker": "o", "markersize": 3} if one.rows.size <= FEW else {}
        axes.plot(x(one), y(one), label=one.text or "_impacts", **options, **marks)


def draw_slip(axes, series):
    """Draws the slip after over the slip before the impact, reduced if there is friction: the slip of impacts without
    friction has no scale but the speed."""
    if all(np.isnan(one.reduced("slip_before_y")).all() for one in series):
        draw(axes, series, lambda one: one["slip_before_y"], lambda one: one["slip_y"])
        axes.set_xlabel(style.label("slip before", "m s-1"))
        axes.set_ylabel(style.label("slip after", "m s-1"))
        axes.set_title("(a) slip, without friction")
        return
    draw(axes, series, lambda one: one.reduced("slip_before_y"), lambda one: one.reduced("slip_y"))
    most = max(np.nanmax(one.reduced("slip_before_y"), initial=0) for one in series)
    axes.axhline(0, color="0.88", linewidth=0.5, zorder=0)
    line = np.array([min(SLIDING, most), most])
    axes.plot(line, line - SLIDING, ":", color=style.BLACK, linewidth=0.9, label="_gross sliding")
    if most > 2 * SLIDING:  # beyond, all curves are the dotted line
        least = min(np.nanmin(one.reduced("slip_y"), initial=0) for one in series)
        axes.set_xlim(0, 2 * SLIDING)
        axes.set_ylim(1.1 * least - 0.5, SLIDING)
    axes.set_xlabel("reduced slip before")
    axes.set_ylabel("reduced slip after")
    axes.set_title("(a) slip times 2/((1 + e) μ v), dotted: sliding")


def draw_angles(axes, series, x, label):
    draw(axes, series, x, lambda one: np.degrees(one["rebound_angle"]))
    axes.set_xlabel(label)
    axes.set_ylabel("rebound angle (degrees)")
    axes.set_title("(b) rebound angle")


def draw_column(axes, series, x, label, name, quantity, title):
    draw(axes, series, x, lambda one: one[name])
    axes.set_xlabel(label)
    axes.set_ylabel(quantity)
    axes.set_title(title)


def draw_paths(axes, series):
    """Draws friction over the path of the contact point along y."""
    every = [(one, row, number) for number, one in enumerate(series) for row in one.rows]
    every = [every[k] for k in style.evenly(len(every), LOOPS_MAX)]
    curves = [(one.variant.curves["path_y"][row], one.variant.curves["friction_y"][row]) for one, row, _ in every]
    factor, unit = style.scaled(max(np.nanmax(np.abs(path)) for path, _ in curves), "m")
    force_factor, force_unit = style.scaled(max(np.nanmax(np.abs(force)) for _, force in curves), "N")
    for (one, row, number), (path, force) in zip(every, curves):
        angle = f"{np.degrees(one.variant.field['angle'][row]):.3g} degrees"
        text = ", ".join(filter(None, (one.text, angle)))
        axes.plot(path * factor, force * force_factor, label=f"_{text}", **style.look(number, len(series)))
    axes.axhline(0, color="0.88", linewidth=0.5, zorder=0)
    axes.set_xlabel(style.label("path of the contact point along y", unit))
    axes.set_ylabel(style.label("friction", force_unit))
    axes.set_title("(e) friction over the path of the contact point")


def main_columns(variant):
    """Returns the swept values and the main columns of a variant, with angles in degrees."""
    names = [*variant.swept, *(name for name in MAIN if name in variant.columns)]
    found = {name: variant.columns[name] for name in names}
    return {
        name: Column(np.degrees(column.values), "degrees") if column.unit == "rad" else column
        for name, column in found.items()
    }


def over(variants):
    """Returns the series, a function that returns the abscissas of one of them, and the label of the axis."""
    series = series_of(variants)
    swept = over_friction(series)
    if not swept:
        return series, lambda one: one.degrees, "angle of incidence (degrees)"
    series, path = swept
    return series, lambda one: one.variant.swept[path].values[one.rows], style.words(path)


def legend_height(series):
    """Returns the height of the legend [mm]; 0 if the series have no texts."""
    texts = {one.text for one in series if one.text}
    return 5 * -(-len(texts) // COLUMNS) + 3 if texts else 0


def picture(variants, title):
    series, x, label = over(variants)
    legend = legend_height(series)
    curves = all(variant.curves is not None for variant in variants)
    drawing = style.figure(135 + legend + (60 if curves else 0))
    strip, upper, lower, *below = style.strips(drawing, [legend, 65, 65, *([60] if curves else [])])
    left, right = upper.subplots(1, 2)
    draw_slip(left, series)
    draw_angles(right, series, x, label)
    layout.draw_legend(strip, left, COLUMNS)
    left, right = lower.subplots(1, 2)
    draw_column(left, series, x, label, "tangential_restitution", "restitution", "(c) tangential restitution")
    draw_column(right, series, x, label, "impulse_ratio", "ratio", "(d) impulse, tangential/normal")
    if curves:
        draw_paths(below[0].subplots(), series)
    style.heading(drawing, title)
    return drawing
