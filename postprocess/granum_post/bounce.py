"""`bounce`: bouncing balls: height over time, restitution of each bounce, and force-overlap loops."""
import numpy as np

from . import layout, members, motion, style
from .reader import PostError
from .table import Column, Numbers

DESCRIPTION = (
    """(a) Height of the lowest point over time; flights are drawn as parabolas through their end points. (b)
Restitution of each bounce; dotted: theory without gravity, if the law has one. (c) Force against overlap in the first
contacts whose trajectory was recorded (trajectory: contacts). Balls are overlaid in colours that all panels share; of
many balls, some are selected evenly. `--csv` writes all columns of the bounces, then the curves of the picture. """
    + motion.DESCRIPTION
)

WITH_CURVES = True
BALLS_MAX = 8  # largest number of balls for which the panels are still legible
LOOPS_MAX = 3  # loops of each ball
ARC = np.linspace(0, 1, 41)


def add_options(command):
    members.add_options(command, "ball")
    motion.add_options(command)


class Ball(members.Member):
    def flights(self):
        """Returns times [s] and heights [m] of the whole motion. A contact is a straight piece at height 0."""
        b, points = self.rows["bounces"], self.rows["trajectory"]
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
        """Returns overlap [m] and force [N] in each of the first contacts whose trajectory was recorded."""
        return [(contact["overlap"], contact["force"]) for _, contact in self.contacts()]

    def contacts(self):
        """Returns number and samples of each of the first contacts whose trajectory was recorded."""
        found, points, b = [], self.rows["trajectory"], self.rows["bounces"]
        for number, (begin, duration) in enumerate(list(zip(b["time"], b["duration"]))[:LOOPS_MAX], 1):
            inside = (points["time"] >= begin) & (points["time"] <= begin + duration) & (points["height"] <= 0)
            if inside.sum() > 2:
                columns = {key: values[inside] for key, values in points.items()}
                columns |= {"overlap": -columns["height"], "velocity": -columns["velocity"]}
                found.append((number, {**columns, "time": columns["time"] - begin}))
        return found


def table(results, options):
    """Returns all columns of the bounces, a table for each variant."""
    variants = members.of_names(results.bounces(), options.variant)
    found = []
    for variant in variants:
        bounces = variant.tables["bounces"]
        ball = bounces[variant.MEMBER].values.astype(int)
        mine = ball == options.ball if options.ball is not None else np.ones(len(ball), dtype=bool)
        swept = {key: Column(column.values[ball - 1], column.unit) for key, column in variant.swept.items()}
        columns = {key: column.of_rows(mine) for key, column in {**swept, **bounces.columns}.items()}
        found.append(Numbers(columns, name=", ".join(filter(None, ["bounces", variant.name])), label="curve"))
    return found


def chosen(variants, options):
    """Returns the balls to draw, and the number of all balls."""
    shown, count = members.chosen(variants, options, options.ball, BALLS_MAX, "bounces")
    if not count:
        raise PostError("no ball has bounced; increase time.end")
    return [Ball(*ball) for ball in shown], count


def draw_heights(axes, balls):
    flights = [ball.flights() for ball in balls]
    factor, unit = style.scaled(max(height.max() for _, height in flights), "m")
    time_factor, time_unit = style.scaled(max(time.max() for time, _ in flights), "s")
    for index, (time, height) in enumerate(flights):
        axes.plot(time * time_factor, height * factor, label=balls[index].name, **style.look(index, len(balls)))
    axes.set_ylim(bottom=0)
    axes.set_xlabel(style.label("time", time_unit))
    axes.set_ylabel(style.label("height", unit))
    axes.set_title("(a) height of the lowest point")


def draw_restitution(axes, balls):
    theories = set()
    for index, ball in enumerate(balls):
        b, left = ball.rows["bounces"], ball.rows["bounces"]["speed_out"] > 0
        axes.plot(b["number"][left], b["restitution"][left], label=f"_{ball.name}", **style.look(index, len(balls)))
        theory = b["restitution_theory"][left]
        if np.isfinite(theory).any():
            theories.add((tuple(b["number"][left]), tuple(theory)))
    for number, theory in theories:
        axes.plot(number, theory, ":", color=style.BLACK, linewidth=0.8, label="_theory")
    axes.set_ylim(0, 1.05)
    axes.set_xlabel("bounce")
    axes.set_ylabel("restitution")
    axes.set_title("(b) restitution of each bounce" + (", dotted: theory" if theories else ""))


def recorded(balls):
    """Returns the first contact of each ball, or of a single ball its first contacts."""
    if len(balls) > 1:
        firsts = [(ball.name, values) for ball in balls for _, values in ball.contacts()[:1]]
    else:
        firsts = [(f"contact {number}", values) for ball in balls for number, values in ball.contacts()]
    return [motion.contact_of(name, values) for name, values in firsts]


def picture(results, options):
    balls, count = chosen(results.bounces(), options)
    if options.motion:
        return motion.picture(recorded(balls), results.title())
    legend, loops = members.legend_height(balls), [ball.loops() for ball in balls]
    left = any((ball.rows["bounces"]["speed_out"] > 0).any() for ball in balls)
    below = 65 if left or any(loops) else 0  # a ball that sticks at once, without a recorded contact, has heights only
    drawing = style.figure(60 + below + legend)
    strip, upper, lower = style.strips(drawing, [legend, 60, below])
    heights = upper.subplots()
    draw_heights(heights, balls)
    layout.draw_legend(strip, heights, members.COLUMNS)
    if lower is not None:
        panels = iter(lower.subplots(1, bool(left) + any(loops), squeeze=False)[0])
        if left:
            draw_restitution(next(panels), balls)
        if any(loops):
            members.draw_loops(next(panels), loops, "contact")
    style.heading(drawing, results.title(), f"{len(balls)} of {count} balls" if len(balls) < count else "")
    return drawing
