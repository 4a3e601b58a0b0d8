"""`joint`: a slider-crank with clearance: acceleration and deviation of the slider, path of the journal, moment on the crank."""
import numpy as np

from . import style
from .reader import PostError, quantity, text_of

DESCRIPTION = """One run of a slider-crank with a clearance joint. (a) Acceleration of the slider over the angle of the crank, dashed: without
clearance; peaks of impacts are cut off. (b) Position of the slider beyond that without clearance; dotted: the clearance. (c) Path of
the journal in the bearing; dotted: the clearance, coloured: while they touch. (d) Moment that drives the crank, peaks cut off."""

TYPE = "slider_crank_clearance"
COLUMNS = ("run", "time", "crank", "slider_acceleration", "ideal_acceleration", "deviation", "journal_x", "journal_y", "crank_moment", "joint_overlap")
CUT = 5  # times the largest value without clearance: what the panels show of an acceleration
MOST = 99.0  # % of the points, by size, that set the range of moments


def add_options(command):
    command.add_argument("--variant", metavar="NAME", help="this variant; default: the first")
    command.add_argument("--run", type=int, default=1, metavar="N", help="this point of the sweep, from 1; default: 1")


def group_of(results, options):
    """The group of the variant."""
    top = results.file.get("mechanism")
    if top is None:
        raise PostError("no mechanism in this run; it is not one of `problem: mechanism`")
    if "trajectory" in top:
        found = {"": top}
    else:
        found = {name: top[name] for name in top if "trajectory" in top[name]}
    name = options.variant if options.variant is not None else next(iter(found), "")
    if name not in found:
        raise PostError(f"no variant {name}; there are: {', '.join(found)}")
    if text_of(found[name].attrs.get("type", "")) != TYPE:
        raise PostError(f"the mechanism has no joint with clearance; its type is not {TYPE}")
    return found[name], name


def points(group, run):
    """Columns of the trajectory of this run; the clearance [m] besides."""
    column = {name: quantity(group["trajectory"], name).values for name in COLUMNS}
    if any(values.shape != column["run"].shape for values in column.values()):
        raise PostError(f"{group.name}/trajectory: the columns differ in length")
    mine = column["run"] == run
    if not mine.any():
        raise PostError(f"no points of run {run}; there are {int(column['run'].max(initial=0))} runs, and `trajectory: every` makes points")
    column = {name: values[mine] for name, values in column.items()}
    column["clearance"] = np.median(np.hypot(column["journal_x"], column["journal_y"]) - column["joint_overlap"])
    return column


def over_turns(axes, p):
    axes.set_xlabel("turns of the crank")
    axes.margins(x=0)
    return p["crank"] / (2 * np.pi)


def draw_acceleration(axes, p):
    turns, ideal = over_turns(axes, p), p["ideal_acceleration"]
    axes.plot(turns, p["slider_acceleration"], color=style.BLUE, linewidth=0.7)
    axes.plot(turns, ideal, "--", color=style.BLACK, linewidth=0.8)
    reach = CUT * np.abs(ideal).max()
    if reach > 0 and np.abs(p["slider_acceleration"]).max() > reach:
        axes.set_ylim(-reach, reach)
    axes.set_ylabel(style.label("acceleration", "m s-2"))
    axes.set_title("(a) slider; dashed: without clearance")


def draw_deviation(axes, p):
    factor, unit = style.scaled(max(p["clearance"], np.abs(p["deviation"]).max()), "m")
    axes.plot(over_turns(axes, p), p["deviation"] * factor, color=style.BLUE, linewidth=0.9)
    for side in (-1, 1):
        axes.axhline(side * p["clearance"] * factor, color=style.GREY, linestyle=":", linewidth=0.8)
    axes.set_ylabel(style.label("deviation", unit))
    axes.set_title("(b) slider beyond where it were without clearance")


def draw_path(axes, p):
    factor, unit = style.scaled(p["clearance"], "m")
    angle = np.linspace(0, 2 * np.pi, 181)
    axes.plot(p["clearance"] * factor * np.cos(angle), p["clearance"] * factor * np.sin(angle), ":", color=style.GREY, linewidth=0.8)
    axes.plot(p["journal_x"] * factor, p["journal_y"] * factor, color="0.6", linewidth=0.6)
    touches = p["joint_overlap"] > 0
    axes.plot(p["journal_x"][touches] * factor, p["journal_y"][touches] * factor, ".", color=style.VERMILION, markersize=2)
    axes.set_aspect("equal")
    axes.set_xlabel(style.label("along", unit))
    axes.set_ylabel(style.label("across", unit))
    axes.set_title("(c) path of the journal")


def draw_moment(axes, p):
    axes.plot(over_turns(axes, p), p["crank_moment"], color=style.GREEN, linewidth=0.7)
    reach = 2 * np.percentile(np.abs(p["crank_moment"]), MOST)
    if reach > 0 and np.abs(p["crank_moment"]).max() > reach:
        axes.set_ylim(-reach, reach)
    axes.set_ylabel(style.label("moment", "N m"))
    axes.set_title("(d) moment on the crank")


def picture(results, options):
    group, name = group_of(results, options)
    p = points(group, options.run)
    drawing = style.figure(130)
    upper, middle, lower = style.strips(drawing, [40, 35, 55])
    draw_acceleration(upper.subplots(), p)
    draw_deviation(middle.subplots(), p)
    left, right = lower.subplots(1, 2, width_ratios=(2, 3))
    draw_path(left, p)
    draw_moment(right, p)
    speed = np.ptp(p["crank"]) / np.ptp(p["time"]) * 30 / np.pi if np.ptp(p["time"]) > 0 else 0.0
    style.heading(drawing, results.title(), ", ".join(filter(None, [name, f"mean speed of the crank {speed:.4g} rpm"])))
    return drawing
