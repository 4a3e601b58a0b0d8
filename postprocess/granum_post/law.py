"""`law`: a contact law as a picture: force-overlap loops and restitution over speed."""
import csv
import os
import re
import shutil
import string
import subprocess
import sys

import numpy as np

from . import impact, style
from .reader import PostError

DESCRIPTION = """Force against overlap in free impacts, a panel for each approach speed, for the worked example of the
law card; then restitution against approach speed: computed, and dotted the theory. Laws with variants, such as
`variant: printed`, show each variant. Laws that pull also have a static curve: the force of a slow approach and of a
slow separation, also at gaps (negative overlaps), with the jump-in, the point at which the surfaces begin to attract
by a jump of the force, and the pull-off, the point of the largest attraction. Their impacts are slow: near the sticking
speed, below which the bodies stick, or so slow that the pull is a quarter of the largest force. Adhesion laws act
together with the law hertz. The numbers come from `granum laws NAME --plot-data`; the program is --granum,
the variable GRANUM, or granum on the PATH. With --data they are read from a file or from standard input: `granum laws
NAME --plot-data | granum-post law NAME --data -`.

With --over PARAMETER, for example --over restitution, the picture shows one or several laws over a parameter from 0 to
1, for impacts below and above the yield speed: (a) h, the damping force over the elastic force, (b) g, the damping over
the root of stiffness and mass, (c) c, the damping, all at half of the largest overlap on approach with the approach
speed; (d) the returned restitution, dotted: theory; (e) its difference from the given one."""

OVER = (  # panels of --over: quantity, title, label, unit
    ("h", "damping ratio", "ratio h of damping and elastic force", "1"),
    ("g", "loss factor", "ratio g of damping and root", "1"),
    ("c", "damping", "c", "N s m-1"),
    ("returned", "returned", "restitution, returned", "1"),
    ("error", "returned minus given", "restitution, returned minus given", "1"),
)
HEADER = ["kind", "curve", "x", "y"]
KINDS = ("approach", "separation", "jump-in", "pull-off", "computed", "theory", "sticking")
THIN = {"color": style.BLACK, "linestyle": ":", "linewidth": 0.9, "zorder": 5}  # curves that are equal for all variants


def command(options):
    """Returns the path of the granum command."""
    named = options.granum or os.environ.get("GRANUM")
    found = shutil.which(named or "granum")
    if not found:
        raise PostError(f"no command {named}" if named else "granum is not on the PATH; give --granum, or --data FILE")
    return found


def ask(options, arguments):
    plugin = ["--plugin", options.plugin] if options.plugin else []
    words = [command(options), "laws", *arguments, *plugin]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        output = (done.stderr or done.stdout).strip().splitlines()
        raise PostError(output[0] if output else f"granum laws failed with exit code {done.returncode}")
    return done.stdout


def read(options, name):
    """Returns the text of the plot data."""
    if options.data is None:
        over = ["--over", options.over] if options.over else []
        return ask(options, [name, "--plot-data", *over])
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
    found = {"static": {}, "loop": {}, "restitution": {}, "over": {}}
    for number, row in enumerate(rows[1:], 2):
        try:
            kind, curve, x, y = row
            found[kind].setdefault(curve, []).append((float(x), float(y)))
        except (KeyError, ValueError):
            raise PostError(
                f"plot data, line {number}: expected static, loop, restitution or over, name, x, y"
            ) from None
    if not any(found.values()):
        raise PostError("the plot data holds no curves")
    return {kind: {curve: np.array(points).T for curve, points in curves.items()} for kind, curves in found.items()}


def words(options, name):
    """Returns summary and equation from the law card; nothing if the data did not come from the command."""
    if options.data is not None:
        return "", []
    parts = {}
    for line in ask(options, [name]).splitlines():
        label, rest = line[:12].strip(), line[12:].rstrip()
        if label:
            entry = label
        parts.setdefault(entry, []).append(rest)
    companion = (
        ["drawn together with the normal law hertz"] if parts.get("input", [""])[0].startswith("adhesion:") else []
    )
    return " ".join(parts.get("summary", [])), parts.get("equation", []) + companion


def parts(curve):
    """Splits the name of a curve into word and rest: ("printed", "0.5 m/s"), ("", "computed"). Laws with variants
    have words."""
    found = re.fullmatch(rf"(?:(\S+) )?({'|'.join(KINDS)}|[-+0-9.eE]+(?: m/s)?)", curve)
    return (found[1] or "", found[2]) if found else ("", curve)


def by_speed(loops):
    """Groups loops as {speed: {word: points}}."""
    found = {}
    for curve, points in loops.items():
        word, speed = parts(curve)
        found.setdefault(speed if speed.endswith("m/s") else speed + " m/s", {})[word] = points
    return found


def scales(curves):
    """Returns factor and unit of the overlaps, and of the forces."""
    x, y = (np.concatenate([points[k] for points in curves]) for k in (0, 1))
    return *style.scaled(np.nanmax(np.abs(x)), "m"), *style.scaled(np.nanmax(np.abs(y)), "N")


def draw_axes(axes, length, force, gap):
    """Labels a panel of forces, with lines at zero force and, if there are gaps, at zero overlap."""
    axes.axhline(0, color="0.88", linewidth=0.5, zorder=0)
    if gap:
        axes.axvline(0, color="0.88", linewidth=0.5, zorder=0)
    axes.set_xlabel(style.label("overlap", length))
    axes.set_ylabel(style.label("force", force))


def look_of(curve, points, looks):
    """Returns look and label of a static curve or of a marked point. The approach and the jump-in are the same for all
    variants."""
    word, kind = parts(curve)
    mark = {"color": style.BLACK, "linestyle": "none", "markersize": 5, "zorder": 6, "label": kind}
    if kind == "pull-off":
        factor, unit = style.scaled(abs(points[1][0]), "N")
        label = f"pull-off {abs(points[1][0]) * factor:.3g} {unit}"
        return {**mark, "color": looks[word]["color"], "marker": "v", "label": label}
    if kind == "jump-in":
        return {**mark, "marker": "o", "markerfacecolor": "none"}
    return {**THIN, "label": kind} if kind == "approach" else {**looks[word], "label": f"{word} {kind}".strip()}


def draw_static(axes, curves, looks):
    """Draws the approach, the separation of each variant, and the marked points. Equal labels have one entry in the
    legend."""
    factor, unit, force_factor, force_unit = scales(curves.values())
    draw_axes(axes, unit, force_unit, True)
    for curve, (x, y) in sorted(curves.items(), key=lambda item: item[1][0].size == 1):  # points above the curves
        look = look_of(curve, (x, y), looks)
        if look["label"] in axes.get_legend_handles_labels()[1]:
            look["label"] = None
        axes.plot(x * factor, y * force_factor, **look)
    axes.legend()


def draw_loops(axes, loops, looks):
    factor, unit, force_factor, force_unit = scales(loops.values())
    draw_axes(axes, unit, force_unit, min(np.nanmin(x) for x, _ in loops.values()) < 0)
    for word, (x, y) in loops.items():
        axes.plot(x * factor, y * force_factor, label=word, **looks[word])
    if any(loops):
        axes.legend()


def draw_restitution(axes, curves, looks):
    theory = {**THIN, "label": "theory"}
    for curve, (x, y) in curves.items():
        word, kind = parts(curve)
        if kind == "sticking":
            factor, unit = style.scaled(x[0], "m s-1")
            label = f"sticks below {x[0] * factor:.3g} {style.in_text(unit)}"
            axes.plot(x, y, "^", color=looks[word]["color"], markersize=5, clip_on=False, zorder=6, label=label)
            continue
        axes.plot(x, y, **(theory if kind == "theory" else {**looks[word], "label": curve}))
        if kind == "theory":
            theory["label"] = None  # one entry in the legend
    axes.set_xscale("log")
    axes.set_ylim(0, 1.05 * max(1.0, max(np.nanmax(y, initial=0.0) for _, y in curves.values())))
    axes.set_xlabel(style.label("approach speed", "m s-1"))
    axes.set_ylabel("restitution")
    axes.legend()


def speed_text(text):
    """Returns a speed with few digits: `6.58 µm/s` for `6.58e-06 m/s`; other texts without a change."""
    try:
        speed = float(text.split()[0])
    except ValueError:
        return text
    if speed >= 0.01:
        return text
    factor, unit = style.scaled(speed, "m s-1")
    return f"{speed * factor:.3g} {style.in_text(unit)}"


def over_curves(options):
    """Returns the curves of --over of all laws: quantity -> {(law with its word, speed): (x, y)}."""
    found = {}
    for name in options.name:
        for curve, (x, y) in curves_of(read(options, name))["over"].items():
            *word, quantity, speed, _ = curve.split()
            key = " ".join([style.named(name), *word]), float(speed)
            found.setdefault(quantity, {})[key] = (x, y)
            if quantity == "returned":
                found.setdefault("error", {})[key] = (x, y - x)
    if not found:
        raise PostError(f"the plot data has no curves over {options.over}")
    return found


def distinct(curves):
    """Returns the curves of a quantity; of curves of a law that do not depend on the speed, the one of the lowest."""
    found = {}
    for (law, speed), (x, y) in curves.items():
        slower = [pair for (other, v), pair in curves.items() if other == law and v < speed]
        if not any(pair[1].shape == y.shape and np.allclose(pair[1], y, rtol=1e-6) for pair in slower):
            found[law, speed] = x, y, bool(slower)
    return found


def draw_over(axes, curves, theory, looks, varied, options):
    """Draws a quantity. `varied`: laws of which another quantity depends on the speed; their curves that do not depend
    on it have no entry in the legend."""
    shown = distinct(curves)
    for (law, speed), (x, y, dashed) in shown.items():
        factor, unit = style.scaled(speed, "m s-1")
        several = sum(other == law for other, _ in shown) > 1
        text = f"{law}, {speed * factor:g} {style.in_text(unit)}" if several else "_" * (law in varied) + law
        axes.plot(x, y, label=text, **{**looks[law], **({"linestyle": "--"} if dashed else {})})
    for x, y in theory.values():
        axes.plot(x, y, **THIN, label="_theory")
    given = style.named(options.over)
    axes.set_xlabel("restitution, given" if given == "restitution" else given)


def over_picture(options):
    """Draws the laws over a parameter."""
    curves = over_curves(options)
    known = dict.fromkeys(law for law, _ in curves["returned"])
    looks = {law: style.look(number, len(known)) for number, law in enumerate(known)}
    shown = [row for row in OVER if row[0] in curves]
    varied = {
        law for row in shown for law, speed in distinct(curves[row[0]]) if distinct(curves[row[0]])[law, speed][2]
    }
    longest = max(len(label) for label in known) + len(", 5 m/s")
    rows = -(-2 * len(known) // impact.columns_for(["x" * longest]))
    drawing = style.figure(130 + 5 * rows)
    strip, below = style.strips(drawing, [5 * rows + 2, 125])
    panels = list(below.subplots(2, 3).flat)
    for axes, letter, (quantity, title, label, unit) in zip(panels, string.ascii_lowercase, shown):
        theory = curves.get("theory", {}) if quantity == "returned" else {}
        draw_over(axes, curves[quantity], theory, looks, varied, options)
        dotted = ", dotted: theory" if theory else ""
        axes.set_title(f"({letter}) {title}{dotted}")
        axes.set_ylabel(style.label(label, unit))
        if quantity in ("h", "g", "c"):
            every = np.concatenate([y[x >= 0.1] for x, y in curves[quantity].values()])
            axes.set_ylim(0, 1.05 * max(np.max(every, initial=0), 1e-9))
    for axes in panels[len(shown) :]:
        axes.set_axis_off()
    entries = {}
    for axes in panels[: len(shown)]:
        for line, text in zip(*axes.get_legend_handles_labels()):
            entries.setdefault(text, line)
    legend = strip.subplots()
    legend.set_axis_off()
    columns = impact.columns_for(list(entries))
    legend.legend(entries.values(), entries, loc="center left", ncols=columns, borderaxespad=0, handlelength=3.5)
    style.heading(drawing, f"Impacts of the example of the law card, over {style.named(options.over)}")
    return drawing


def picture(options):
    if options.over:
        return over_picture(options)
    if len(options.name) > 1:
        raise PostError("several laws are drawn in one picture over a parameter; add --over restitution")
    (name,) = options.name
    curves = curves_of(read(options, name))
    summary, equation = words(options, name)
    known = dict.fromkeys(parts(curve)[0] for found in curves.values() for curve in found)
    looks = {word: style.look(number, len(known)) for number, word in enumerate(known)}
    drawn = [("static force; overlap < 0: gap", draw_static, curves["static"])] if curves["static"] else []
    drawn += [
        (f"impact at {speed_text(speed)}", draw_loops, loops) for speed, loops in by_speed(curves["loop"]).items()
    ]
    drawn += [("restitution", draw_restitution, curves["restitution"])] if curves["restitution"] else []
    columns = min(len(drawn), 2 if len(drawn) <= 4 else 3)
    rows = -(-len(drawn) // columns)
    heights = [3.2 * len(equation), 70 * rows]  # [mm]
    drawing = style.figure(sum(heights) + 8)
    strip, below = style.strips(drawing, heights)
    if strip:
        strip.text(0.01, 0.99, "\n".join(equation), family="monospace", fontsize=6.5, va="top")
    panels = list(below.subplots(rows, columns, squeeze=False).flat)
    for axes, letter, (title, draw, found) in zip(panels, string.ascii_lowercase, drawn):
        draw(axes, found, looks)
        axes.set_title(f"({letter}) {title}")
    for axes in panels[len(drawn) :]:
        axes.set_axis_off()
    style.heading(drawing, f"{name}: {summary}" if summary else name)
    return drawing
