"""`law`: a contact law as a picture: force-overlap loops and restitution over speed."""
import csv
import os
import re
import shutil
import string
import subprocess
import sys

import numpy as np

from . import style
from .reader import PostError

DESCRIPTION = """Force against overlap in free impacts, a panel for each approach speed, for the worked example of the
law card; then restitution against approach speed: computed, and dotted the theory. Laws with variants, such as
`variant: printed`, show each variant. The numbers come from `granum laws NAME --plot-data`; the program is --granum,
the variable GRANUM, or granum on the PATH. With --data they are read from a file or from standard input: `granum laws
NAME --plot-data | granum-post law NAME --data -`."""

HEADER = ["kind", "curve", "x", "y"]


def command(options):
    """Returns the path of the granum command."""
    named = options.granum or os.environ.get("GRANUM")
    found = shutil.which(named or "granum")
    if not found:
        raise PostError(f"no command {named}" if named else "granum is not on the PATH; give --granum, or --data FILE")
    return found


def ask(granum, arguments):
    done = subprocess.run([granum, "laws", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        output = (done.stderr or done.stdout).strip().splitlines()
        raise PostError(output[0] if output else f"granum laws failed with exit code {done.returncode}")
    return done.stdout


def read(options):
    """Returns the text of the plot data."""
    if options.data is None:
        return ask(command(options), [options.name, "--plot-data"])
    if options.data == "-":
        return sys.stdin.read()
    try:
        with open(options.data) as file:
            return file.read()
    except UnicodeDecodeError:
        raise PostError(f"{options.data} is not a text") from None


def curves_of(text):
    """Parses plot data into {kind: {curve: (x, y)}}; curves in the order of the text."""
    rows = list(csv.reader(text.splitlines()))
    if not rows or rows[0] != HEADER:
        raise PostError(f"not plot data of a law: the first line must be {','.join(HEADER)}")
    found = {"loop": {}, "restitution": {}}
    for number, row in enumerate(rows[1:], 2):
        try:
            kind, curve, x, y = row
            found[kind].setdefault(curve, []).append((float(x), float(y)))
        except (KeyError, ValueError):
            raise PostError(f"plot data, line {number}: expected loop or restitution, name, x, y") from None
    if not found["loop"] and not found["restitution"]:
        raise PostError("the plot data holds no curves")
    return {kind: {curve: np.array(points).T for curve, points in curves.items()} for kind, curves in found.items()}


def words(options):
    """Returns summary and equation from the law card; nothing if the data did not come from the command."""
    if options.data is not None:
        return "", []
    parts = {}
    for line in ask(command(options), [options.name]).splitlines():
        label, rest = line[:12].strip(), line[12:].rstrip()
        if label:
            name = label
        parts.setdefault(name, []).append(rest)
    return " ".join(parts.get("summary", [])), parts.get("equation", [])


def parts(curve):
    """Splits the name of a curve into word and rest: ("printed", "0.5 m/s"), ("", "computed"). Laws with variants
    have words."""
    found = re.fullmatch(r"(?:(\S+) )?(computed|theory|[-+0-9.eE]+(?: m/s)?)", curve)
    return (found[1] or "", found[2]) if found else ("", curve)


def by_speed(loops):
    """Groups loops as {speed: {word: points}}."""
    found = {}
    for curve, points in loops.items():
        word, speed = parts(curve)
        found.setdefault(speed if speed.endswith("m/s") else speed + " m/s", {})[word] = points
    return found


def draw_loops(axes, loops, looks):
    factor, unit = style.scaled(max(np.nanmax(x) for x, _ in loops.values()), "m")
    force_factor, force_unit = style.scaled(max(np.nanmax(np.abs(y)) for _, y in loops.values()), "N")
    axes.axhline(0, color="0.88", linewidth=0.5, zorder=0)
    for word, (x, y) in loops.items():
        axes.plot(x * factor, y * force_factor, label=word, **looks[word])
    axes.set_xlabel(style.label("overlap", unit))
    axes.set_ylabel(style.label("force", force_unit))
    if any(loops):
        axes.legend()


def draw_restitution(axes, curves, looks):
    dotted = {"color": style.BLACK, "linestyle": ":", "linewidth": 0.9, "zorder": 5, "label": "theory"}
    for curve, (x, y) in curves.items():
        word, kind = parts(curve)
        axes.plot(x, y, **(dotted if kind == "theory" else {**looks[word], "label": curve}))
        if kind == "theory":
            dotted["label"] = None  # one entry in the legend
    axes.set_xscale("log")
    axes.set_ylim(0, 1.05 * max(1.0, max(np.nanmax(y, initial=0.0) for _, y in curves.values())))
    axes.set_xlabel(style.label("approach speed", "m s-1"))
    axes.set_ylabel("restitution")
    axes.legend()


def picture(options):
    curves = curves_of(read(options))
    summary, equation = words(options)
    known = dict.fromkeys(parts(curve)[0] for found in curves.values() for curve in found)
    looks = {word: style.look(number, len(known)) for number, word in enumerate(known)}
    speeds = by_speed(curves["loop"])
    count = len(speeds) + bool(curves["restitution"])
    columns = min(count, 2 if count <= 4 else 3)
    rows = -(-count // columns)
    heights = [3.2 * len(equation), 70 * rows]  # [mm]
    drawing = style.figure(sum(heights) + 8)
    strip, below = style.strips(drawing, heights)
    if strip:
        strip.text(0.01, 0.99, "\n".join(equation), family="monospace", fontsize=6.5, va="top")
    panels = list(below.subplots(rows, columns, squeeze=False).flat)
    for axes, letter, (speed, loops) in zip(panels, string.ascii_lowercase, speeds.items()):
        draw_loops(axes, loops, looks)
        axes.set_title(f"({letter}) impact at {speed}")
    if curves["restitution"]:
        draw_restitution(panels[count - 1], curves["restitution"], looks)
        panels[count - 1].set_title(f"({string.ascii_lowercase[count - 1]}) restitution")
    for axes in panels[count:]:
        axes.set_axis_off()
    style.heading(drawing, f"{options.name}: {summary}" if summary else options.name)
    return drawing
