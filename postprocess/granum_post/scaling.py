"""`scaling`: a picture of the table that jobs/scaling writes."""
import csv
import itertools
import math
import os

from . import style
from .reader import PostError

DESCRIPTION = """A scaling study of jobs/scaling, given by its folder or its scaling.csv. (a) Time of a run over the
number of ranks: median, least and most of the repeats. Grey: ideal scaling, where twice the ranks take half the time
(strong) or the same time (weak). (b) Efficiency: particle-steps per second and rank divided by that of the smallest
size, with the same bars. (c) and following, a panel for each series: share of the phases in the time, mean over the
ranks; above each bar the load imbalance: time of the busiest rank for its own particles, divided by the mean."""

PHASES = (
    style.SKY,
    style.BLUE,
    style.GREEN,
    style.PURPLE,
    style.YELLOW,
    style.ORANGE,
    style.GREY,
)  # columns of the table
CASES = (style.VERMILION, style.BLACK, style.GREEN, style.PURPLE, style.ORANGE, style.SKY, style.BLUE, style.GREY)
MARKS = "os^Dv<>p"
PHASE = "phase "
LEAST = 0.005  # smallest share of the time for which a phase has its own colour
SERIES_MAX = 8


class Series:
    """One case, strong or weak: its rows in the order of ranks."""

    def __init__(self, name, lines):
        self.name, self.lines = name, lines
        self.kind = lines[0]["kind"]
        self.case = lines[0]["case"]
        self.ranks = self.get("ranks")

    def get(self, column):
        return [float(line[column]) if line.get(column) else math.nan for line in self.lines]

    def bars(self, column):
        """Returns the least and most values, as distances from the median."""
        middle, least, most = (self.get(column + end) for end in ("", "_min", "_max"))
        return [[max(m - l, 0) for m, l in zip(middle, least)], [max(h - m, 0) for m, h in zip(middle, most)]]


def table_path(path):
    return os.path.join(path, "scaling.csv") if os.path.isdir(path) else path


def read(path):
    """Returns the series of a table, in its order."""
    found = {}
    try:
        with open(table_path(path), newline="", encoding="utf-8") as file:
            for line in csv.DictReader(file):
                found.setdefault(f"{line['case']}, {line['kind']}", []).append(line)
        series = [Series(name, lines) for name, lines in found.items()]
        for each in series:
            for column in ("seconds", "seconds_min", "seconds_max", "efficiency", "efficiency_min", "efficiency_max"):
                each.get(column)
    except FileNotFoundError:
        raise PostError("no scaling.csv; jobs/scaling writes one") from None
    except (KeyError, ValueError, TypeError, csv.Error):
        raise PostError("scaling.csv was not written by jobs/scaling") from None
    if not series:
        raise PostError("no run of the study is finished yet; start jobs/scaling again")
    if len(series) > SERIES_MAX:
        raise PostError(f"{len(series)} series are too many for one picture; at most {SERIES_MAX}")
    return series


def ranks_axis(axes, series):
    ranks = sorted({rank for each in series for rank in each.ranks})
    axes.set_xscale("log", base=2)
    axes.set_xticks(ranks, [f"{rank:g}" for rank in ranks])
    axes.minorticks_off()
    axes.set_xlim(ranks[0] / 1.2, ranks[-1] * 1.2)
    axes.set_xlabel("ranks")


def draw_times(axes, series):
    for number, each in enumerate(series):
        seconds = each.get("seconds")
        ideal = [seconds[0] * (each.ranks[0] / rank if each.kind == "strong" else 1) for rank in each.ranks]
        axes.plot(each.ranks, ideal, color="0.75", linewidth=0.8, zorder=1, label="" if number else "ideal")
        draw_bars(axes, series, each, "seconds", 1)
    axes.set_yscale("log")
    style.plain_log_ticks(axes.yaxis)
    ranks_axis(axes, series)
    axes.set_ylabel("time of a run (s)")


def draw_bars(axes, series, each, column, factor):
    """Draws a series. Each case has a colour and a mark; strong: filled marks and solid line; weak: hollow marks and
    dashed line."""
    number = list(dict.fromkeys(one.case for one in series)).index(each.case)
    strong, colour = each.kind == "strong", CASES[number]
    axes.errorbar(
        each.ranks,
        [factor * value for value in each.get(column)],
        yerr=[[factor * value for value in side] for side in each.bars(column)],
        fmt="-" if strong else "--",
        marker=MARKS[number],
        markersize=4,
        markerfacecolor=colour if strong else "white",
        capsize=2,
        color=colour,
        label=each.name,
    )


def draw_efficiencies(axes, series):
    axes.axhline(100, color="0.75", linewidth=0.8, zorder=1)
    for each in series:
        draw_bars(axes, series, each, "efficiency", 100)
    ranks_axis(axes, series)
    axes.set_ylim(bottom=0)
    axes.set_ylabel("efficiency (%)")


def phases_of(series):
    """Returns the phases with a visible share in some run, with their colours. A phase always has the same colour."""
    names = [name for name in series[0].lines[0] if name.startswith(PHASE)]
    colours = dict(zip(names, itertools.cycle(PHASES)))

    def largest(name):
        shares = (p / t for each in series for p, t in zip(each.get(name), each.get("seconds")) if t > 0)
        return max((share for share in shares if share > 0), default=0)

    first = ("force pass", "ghost contacts")  # the phases of the actual computation are drawn lowest
    names.sort(key=lambda name: name[len(PHASE) :] not in first)
    return {name: colours[name] for name in names if largest(name) > LEAST}


def size_name(line):
    nodes = line.get("nodes")
    return line["ranks"] + (f"\non {nodes} nodes" if nodes and int(nodes) > 1 else "")


def draw_shares(axes, each, phases):
    """Draws stacked bars, and the imbalance above them."""
    places = range(len(each.lines))
    below = [0.0] * len(each.lines)
    whole = [sum(float(line[name] or 0) for name in line if name.startswith(PHASE)) for line in each.lines]
    for phase, colour in phases.items():
        shares = [100 * p / t if p > 0 else 0 for p, t in zip(each.get(phase), whole)]
        axes.bar(places, shares, bottom=below, width=0.7, color=colour, label=phase[len(PHASE) :])
        below = [b + s for b, s in zip(below, shares)]
    for place, top, imbalance in zip(places, below, each.get("imbalance")):
        if imbalance >= 1:
            axes.text(place, top + 1, f"{imbalance:.2f}", ha="center", va="bottom", fontsize=7)
    axes.set_xticks(list(places), [size_name(line) for line in each.lines])
    spare = max(4 - len(each.lines), 0) / 2  # keeps few bars narrow
    axes.set_xlim(-0.6 - spare, len(each.lines) - 0.4 + spare)
    axes.set_ylim(0, 112)
    axes.set_xlabel("ranks")
    axes.set_ylabel("share of the time (%)")


def picture(path):
    series = read(path)
    phases = phases_of(series)
    rows = -(-len(series) // 2)
    drawing = style.figure(98 + 58 * rows)
    above, top, between, bottom = style.strips(drawing, [10, 70, 16, 58 * rows])
    left, right = top.subplots(1, 2)
    draw_times(left, series)
    draw_efficiencies(right, series)
    left.set_title("(a) time")
    right.set_title("(b) efficiency")
    panels = list(bottom.subplots(rows, 2, squeeze=False).flat)
    for letter, axes, each in zip("cdefghij", panels, series):
        draw_shares(axes, each, phases)
        axes.set_title(f"({letter}) {each.name}")
    for axes in panels[len(series) :]:
        axes.set_axis_off()
    above.legend(*left.get_legend_handles_labels(), loc="center", ncols=5, handlelength=2.4)
    note = "above a bar: imbalance, time of the busiest rank with its own particles over the mean"
    handles = panels[0].get_legend_handles_labels()
    between.legend(*handles, loc="center", ncols=max(len(phases), 1), handlelength=1, title=note, title_fontsize=7)
    runs = sorted({int(line["runs"]) for each in series for line in each.lines})
    repeats = (
        "one run"
        if runs == [1]
        else f"median of {runs[0] if len(runs) == 1 else f'{runs[0]} to {runs[-1]}'} runs, least and most"
    )
    cases = " and ".join(dict.fromkeys(each.lines[0]["case"] for each in series))
    style.heading(drawing, f"Scaling of {cases}", repeats)
    return drawing
