"""`joint`: a slider-crank with a clearance joint: acceleration and deviation of the slider, path of the journal,
moment on the crank."""
import numpy as np

from . import members, style
from .reader import PostError

DESCRIPTION = """One run of a slider-crank with a clearance joint. (a) Acceleration of the slider over the angle of the
crank; dashed: without clearance; a triangle marks a peak of an impact beyond the axis. (b) Deviation of the slider from
its position without clearance; dotted: the clearance. (c) Path of the journal in the bearing; dotted: the clearance;
dots: in contact. (d) Moment that drives the crank. Several runs, --variant NAME,NAME: (a) position, (b) acceleration
and (c) deviation of the slider of each; dashed: without clearance."""

COLUMNS = (
    "crank",
    "slider",
    "ideal",
    "slider_acceleration",
    "ideal_acceleration",
    "deviation",
    "journal_x",
    "journal_y",
    "crank_moment",
    "joint_overlap",
)
RUNS_MAX = 6  # largest number of runs in one picture
CUT = 5  # range of the acceleration, in multiples of the largest value without clearance
MOST = 99.0  # percentile of the magnitudes that sets the range of the moments


def add_options(command):
    command.add_argument("--variant", metavar="NAME,...", help="these variants; default: the first")
    command.add_argument("--run", type=int, default=1, metavar="N", help="this point of the sweep, from 1; default: 1")


def variants_of(results, options):
    """Returns the variants to draw."""
    variants = results.mechanisms()
    found = members.of_names(variants, options.variant) if options.variant is not None else variants[:1]
    for variant in found:
        missing = [column for column in COLUMNS if column not in variant.tables["trajectory"]]
        if missing:
            raise PostError(f"the mechanism has no joint with clearance: its trajectory has no {missing[0]}")
    if len(found) > RUNS_MAX:
        raise PostError(f"--variant: at most {RUNS_MAX} runs are legible; give fewer")
    return found


def points(variant, number):
    """Returns the columns of the trajectory of this run, and the clearance [m]."""
    if not 1 <= number <= variant.count:
        raise PostError(f"no run {number}; there are {variant.count}")
    column = variant.rows_of("trajectory", number)
    if not column["time"].size:
        raise PostError(f"no points of run {number}; add `trajectory: {{every: ...}}` to the input")
    column["clearance"] = np.median(np.hypot(column["journal_x"], column["journal_y"]) - column["joint_overlap"])
    return column


def over_turns(axes, p):
    axes.set_xlabel("turns of the crank")
    axes.margins(x=0)
    return p["crank"] / (2 * np.pi)


def cut(axes, turns, values, reach):
    """Limits the range to `reach` in both directions; a triangle at the edge marks each peak beyond it. Returns a text
    for the title."""
    beyond = np.abs(values) > reach
    if not reach > 0 or not beyond.any():
        return ""
    axes.set_ylim(-reach, reach)
    starts = np.flatnonzero(np.diff(beyond.astype(int), prepend=0) == 1)
    for sign, mark in ((1, "^"), (-1, "v")):
        places = turns[starts[values[starts] * sign > 0]]
        if not places.size:
            continue
        height = np.full(places.size, 0.5 + 0.5 * sign)
        look = {"transform": axes.get_xaxis_transform(), "markersize": 4, "color": style.VERMILION, "clip_on": False}
        axes.plot(places, height, mark, **look)
    return "; triangle: peak beyond the axis"


def draw_acceleration(axes, p):
    turns, ideal = over_turns(axes, p), p["ideal_acceleration"]
    axes.plot(turns, p["slider_acceleration"], color=style.BLUE, linewidth=0.7)
    axes.plot(turns, ideal, "--", color=style.BLACK, linewidth=0.8, label="_without clearance")
    reach = CUT * np.abs(ideal).max()
    cuts = cut(axes, turns, p["slider_acceleration"], reach)
    axes.set_ylabel(style.label("acceleration", "m s-2"))
    axes.set_title("(a) slider; dashed: without clearance" + cuts)


def draw_deviation(axes, p):
    factor, unit = style.scaled(max(p["clearance"], np.abs(p["deviation"]).max()), "m")
    axes.plot(over_turns(axes, p), p["deviation"] * factor, color=style.BLUE, linewidth=0.9)
    for side in (-1, 1):
        axes.axhline(side * p["clearance"] * factor, color=style.GREY, linestyle=":", linewidth=0.8)
    axes.set_ylabel(style.label("deviation", unit))
    axes.set_title("(b) deviation of the slider from its position without clearance")


def draw_path(axes, p):
    factor, unit = style.scaled(p["clearance"], "m")
    angle = np.linspace(0, 2 * np.pi, 181)
    axes.plot(
        p["clearance"] * factor * np.cos(angle),
        p["clearance"] * factor * np.sin(angle),
        ":",
        color=style.GREY,
        linewidth=0.8,
        label="_clearance",
    )
    axes.plot(p["journal_x"] * factor, p["journal_y"] * factor, color="0.6", linewidth=0.6)
    touches = p["joint_overlap"] > 0
    axes.plot(
        p["journal_x"][touches] * factor,
        p["journal_y"][touches] * factor,
        ".",
        color=style.VERMILION,
        markersize=2,
        label="_in contact",
    )
    axes.set_aspect("equal")
    axes.set_xlabel(style.label("along", unit))
    axes.set_ylabel(style.label("across", unit))
    axes.set_title("(c) path of the journal; dots: in contact")


def draw_moment(axes, p):
    turns = over_turns(axes, p)
    axes.plot(turns, p["crank_moment"], color=style.GREEN, linewidth=0.7)
    reach = 2 * np.percentile(np.abs(p["crank_moment"]), MOST)
    axes.set_ylabel(style.label("moment", "N m"))
    axes.set_title("(d) moment on the crank" + cut(axes, turns, p["crank_moment"], reach))


def draw_together(axes, runs, column, ideal, title, unit):
    """Draws a column of several runs over the turns of the crank. runs: label -> columns; ideal: column of the motion
    without clearance, or None."""
    values = np.concatenate([p[column] for p in runs.values()])
    factor, unit = style.scaled(np.abs(values).max(), unit) if unit == "m" else (1.0, unit)
    for number, (label, p) in enumerate(runs.items()):
        axes.plot(over_turns(axes, p), p[column] * factor, label=label, **style.look(number, len(runs)))
    for p in runs.values() if ideal is not None else ():
        axes.plot(over_turns(axes, p), p[ideal] * factor, "--", color=style.BLACK, linewidth=0.8, label="_ideal")
    axes.set_title(title)
    return unit


def together(results, runs):
    """Draws several runs."""
    drawing = style.figure(150)
    upper, middle, lower = (part.subplots() for part in style.strips(drawing, [45, 50, 45]))
    unit = draw_together(upper, runs, "slider", "ideal", "(a) position of the slider; dashed: without clearance", "m")
    upper.set_ylabel(style.label("position", unit))
    upper.legend(ncols=3)
    title = "(b) acceleration of the slider; dashed: without clearance"
    draw_together(middle, runs, "slider_acceleration", "ideal_acceleration", title, "m s-2")
    reach = CUT * max(np.abs(p["ideal_acceleration"]).max() for p in runs.values())
    middle.set_ylim(-reach, reach)
    middle.set_ylabel(style.label("acceleration", "m s-2"))
    unit = draw_together(lower, runs, "deviation", None, "(c) deviation from the position without clearance", "m")
    lower.set_ylabel(style.label("deviation", unit))
    style.heading(drawing, results.title())
    return drawing


def picture(results, options):
    variants = variants_of(results, options)
    if len(variants) > 1:
        return together(results, {style.named(each.name): points(each, options.run) for each in variants})
    variant = variants[0]
    p = points(variant, options.run)
    drawing = style.figure(130)
    upper, middle, lower = style.strips(drawing, [40, 35, 55])
    draw_acceleration(upper.subplots(), p)
    draw_deviation(middle.subplots(), p)
    left, right = lower.subplots(1, 2, width_ratios=(2, 3))
    draw_path(left, p)
    draw_moment(right, p)
    speed = np.ptp(p["crank"]) / np.ptp(p["time"]) * 30 / np.pi if np.ptp(p["time"]) > 0 else 0.0
    text = ", ".join(filter(None, [variant.name, f"mean speed of the crank {speed:.4g} rpm"]))
    numbers = {"mean speed of the crank": (speed, "rpm"), "clearance": (p["clearance"], "m")}
    style.heading(drawing, results.title(), style.Line(text, numbers))
    return drawing
