"""`bounce`: bouncing balls: height over time, restitution by bounce, and force-overlap loops."""
import numpy as np

from . import style
from .reader import PostError

DESCRIPTION = """(a) Height of the lowest point over time; flights are drawn from their ends, as the parabolas they are.
(b) Restitution by bounce; dotted: what theory says without gravity, where the law has one. (c) Force against overlap
in the first contacts that the run followed inside (trajectory: contacts). Balls are overlaid, in colours that the panels
share; of many, some are chosen evenly."""

BALLS_MAX = 8  # of which the panels are still legible
LOOPS_MAX = 3  # of each ball
ARC = np.linspace(0, 1, 41)
LINES = ("-", "--", ":")
COLUMNS = 4  # of the legend


def add_options(command):
    command.add_argument("--variant", metavar="NAME", help="of the balls of this variant only")
    command.add_argument("--ball", type=int, metavar="N", help="of this ball of each variant only, from 1")


class Ball:
    """One ball of a variant: its rows of the tables, and the texts of the values that were swept."""

    def __init__(self, variant, number):
        self.variant, self.number = variant.name, number
        self.bounces = variant.rows_of("bounces", number)
        self.trajectory = variant.rows_of("trajectory", number)
        swept = [
            f"{path.rsplit('.', 1)[-1].replace('_', ' ')} {column.values[number - 1]:.4g}"
            for path, column in variant.swept.items()
        ]
        self.name = ", ".join(filter(None, [variant.name, *swept]))

    def flights(self):
        """Times [s] and heights [m] of the whole motion; a contact is a straight piece at height 0."""
        b, points = self.bounces, self.trajectory
        end = b["time"] + b["duration"]
        time, height = [], []
        if points["time"].size and points["height"][0] > 0:
            h, w, t = points["height"][0], points["velocity"][0], ARC * b["time"][0]
            g = (b["speed_in"][0] + w) / b["time"][0]
            time, height = [t], [h + w * t - 0.5 * g * t**2]
        for begin, speed, onset in zip(end[:-1], b["speed_out"][:-1], b["time"][1:]):
            time.append(begin + ARC * (onset - begin))
            height.append(speed * (onset - begin) * ARC * (1 - ARC))
        return np.concatenate([*time, end[-1:]]), np.concatenate([*height, [0.0]])

    def loops(self):
        """Overlap [m] and force [N] in each of the first contacts that were followed inside."""
        found = []
        time, b = self.trajectory["time"], self.bounces
        for begin, duration in list(zip(b["time"], b["duration"]))[:LOOPS_MAX]:
            inside = (time >= begin) & (time <= begin + duration) & (self.trajectory["height"] <= 0)
            if inside.sum() > 2:
                found.append((-self.trajectory["height"][inside], self.trajectory["force"][inside]))
        return found


def chosen(variants, options):
    """The balls to draw."""
    if options.variant is not None:
        known = [variant.name for variant in variants]
        variants = [variant for variant in variants if variant.name == options.variant]
        if not variants:
            raise PostError(f"no variant {options.variant}; there are: {', '.join(known)}")
    numbers = [options.ball] if options.ball is not None else None
    if numbers and not all(1 <= options.ball <= variant.balls for variant in variants):
        raise PostError(f"no ball {options.ball}; there are {max(variant.balls for variant in variants)}")
    every = [(variant, number) for variant in variants for number in numbers or range(1, variant.balls + 1)]
    every = [(variant, number) for variant, number in every if len(variant.rows_of("bounces", number)["time"])]
    if not every:
        raise PostError("no ball has bounced")
    shown = np.unique(np.linspace(0, len(every) - 1, min(len(every), BALLS_MAX)).round().astype(int))
    return [Ball(*every[k]) for k in shown], len(every)


def colour(index):
    return (*style.DISTINCT, style.BLACK, style.GREY)[index % BALLS_MAX]


def draw_heights(axes, balls):
    flights = [ball.flights() for ball in balls]
    factor, unit = style.scaled(max(height.max() for _, height in flights), "m")
    time_factor, time_unit = style.scaled(max(time.max() for time, _ in flights), "s")
    for index, (time, height) in enumerate(flights):
        axes.plot(time * time_factor, height * factor, color=colour(index), linewidth=0.9, label=balls[index].name)
    axes.set_ylim(bottom=0)
    axes.set_xlabel(style.label("time", time_unit))
    axes.set_ylabel(style.label("height", unit))
    axes.set_title("(a) height of the lowest point")


def draw_restitution(axes, balls):
    dotted = False
    for index, ball in enumerate(balls):
        b, left = ball.bounces, ball.bounces["speed_out"] > 0
        marks = {"marker": "o", "markersize": 2.5} if left.sum() <= 60 else {}
        axes.plot(b["number"][left], b["restitution"][left], color=colour(index), linewidth=0.9, **marks)
        theory = b["restitution_theory"][left]
        if np.isfinite(theory).any():
            axes.plot(b["number"][left], theory, ":", color=colour(index), linewidth=0.9)
            dotted = True
    axes.set_ylim(0, 1.05)
    axes.set_xlabel("bounce")
    axes.set_ylabel("restitution")
    axes.set_title("(b) restitution by bounce" + (", dotted: theory" if dotted else ""))


def draw_loops(axes, balls):
    loops = [(index, turn, *loop) for index, ball in enumerate(balls) for turn, loop in enumerate(ball.loops())]
    axes.set_title("(c) force in the first contacts" if loops else "(c) no contact was followed inside")
    if not loops:
        return
    factor, unit = style.scaled(max(overlap.max() for *_, overlap, _ in loops), "m")
    force_factor, force_unit = style.scaled(max(np.abs(force).max() for *_, force in loops), "N")
    axes.axhline(0, color="0.88", linewidth=0.5, zorder=0)
    for index, turn, overlap, force in loops:
        axes.plot(overlap * factor, force * force_factor, LINES[turn % len(LINES)], color=colour(index), linewidth=0.9)
    axes.set_xlabel(style.label("overlap", unit))
    axes.set_ylabel(style.label("force", force_unit))


def picture(results, options):
    balls, count = chosen(results.bounces(), options)
    names = any(ball.name for ball in balls)
    legend = 5 * -(-len(balls) // COLUMNS) + 3 if names else 0
    drawing = style.figure(125 + legend)
    upper, strip, lower = style.strips(drawing, [60, legend, 65])
    heights = upper.subplots()
    draw_heights(heights, balls)
    if strip is not None:
        axes = strip.subplots()
        axes.set_axis_off()
        axes.legend(*heights.get_legend_handles_labels(), loc="center left", ncol=COLUMNS, borderaxespad=0)
    left, right = lower.subplots(1, 2)
    draw_restitution(left, balls)
    draw_loops(right, balls)
    style.heading(drawing, results.title(), f"{len(balls)} of {count} balls" if len(balls) < count else "")
    return drawing
