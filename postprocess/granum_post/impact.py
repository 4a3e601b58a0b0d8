"""`impact`: restitution of binary impacts, and force-overlap loops if the run recorded them."""
import argparse
import difflib
import itertools

import numpy as np
from matplotlib.ticker import MaxNLocator

from . import layout, members, motion, oblique, style
from .reader import PostError
from .table import Numbers
from .variants import of_numbers

DESCRIPTION = (
    """(a) Restitution against approach velocity, or against the swept value if every variant has one
velocity; dotted: theory, if the law has one. (b) Largest overlap and (c) largest force in the same way. With `curves:
true` the run has loops instead: (b) overlap against time, then force against overlap, a panel for each approach
velocity and swept value. Variants are overlaid in colours that all panels share. --variant selects variants, --point a
point of the sweep with all its velocities and directions, --impact a single impact. --quantity draws one column of the
results, such as sticking_overlap, over the same axis.
Oblique impacts have panels of their own: (a) slip after over slip before the impact, times 2/((1 + e) mu v), with the
restitution e, friction mu and approach velocity v; dotted: impacts that slide throughout; without friction the slip in
m/s. (b) Rebound angle, (c)
tangential restitution of the centres and (d) impulse ratio over the angle of incidence or a swept value. (e) With
`curves: true`: friction over the path of the contact point.
`--csv` writes all columns of the results, then the curves of the picture; `--table` prints the main columns of oblique
impacts, with angles in degrees. """
    + motion.DESCRIPTION
)
WITH_CURVES = True

PANELS_MAX = 6  # largest number of panels of loops; more are drawn in one
LOOPS_MAX = 16  # largest number of loops for which overlap over time is legible
LOOPS_SHOWN = 60  # loops in one panel; of more, so many are selected evenly
NARROW = 0.3  # range of the horizontal axis, relative to its largest value, below which it has fewer ticks
FEW = 30  # largest number of points with a mark each
ROWS_MAX = 10  # largest number of variants with one impact each
COLUMNS = 4  # largest number of columns of the legend
ENTRIES_MAX = 24  # largest number of entries of the legend; of more lines, so many are selected evenly
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")


def add_options(command):
    members.add_options(command, "impact")
    command.add_argument("--run", type=int, dest="impact", help=argparse.SUPPRESS)  # the former name of --impact
    command.add_argument("--point", type=int, metavar="N", help="this point of the sweep of each variant only, from 1")
    motion.add_options(command)
    command.add_argument("--quantity", metavar="COLUMN", help="this column of the results in one panel")


def points_of(variant):
    """Returns the rows of each point of the sweep."""
    values = list(zip(*(column.values.astype(str) for column in variant.swept.values()))) or variant.rows * [()]
    ends = [row for row in range(1, variant.rows) if values[row] != values[row - 1]]
    return [slice(*ends) for ends in zip([0, *ends], [*ends, variant.rows])]


def selected(variant, number, rows, noun):
    """Returns a variant with the rows of one of its points or impacts, counted from 1."""
    if not 1 <= number <= len(rows):
        here = f"variant {variant.name}" if variant.name else "this run"
        raise PostError(f"no {noun} {number}; {here} has {len(rows)}, numbered from 1")
    return variant.of_rows(rows[number - 1])


def chosen(results, options):
    """Returns the variants with the impacts that the options select."""
    variants = members.of_names(results.impacts(), options.variant)
    if options.point is not None:
        variants = [selected(each, options.point, points_of(each), "point of the sweep") for each in variants]
    if options.impact is not None:
        variants = [
            selected(each, options.impact, [slice(row, row + 1) for row in range(each.rows)], "impact")
            for each in variants
        ]
    return variants


def is_oblique(variants):
    return all("angle" in variant.field for variant in variants)


def table(results, options):
    """Returns the columns of the results, a table for each variant; of oblique impacts `--table` has the main ones."""
    variants = chosen(results, options)
    short = options.csv is None and is_oblique(variants)
    return [
        Numbers(
            oblique.main_columns(variant) if short else variant.columns,
            name=", ".join(filter(None, ["impacts", variant.name])),
            label="curve",
        )
        for variant in variants
    ]


class Line:
    """One line of the panels: rows of one variant, and the texts that distinguish it from other lines."""

    def __init__(self, variant, rows, values):
        self.variant, self.rows, self.values = variant, np.asarray(rows), values

    def column(self, name):
        return self.variant.field[name][self.rows]


def swept_axis(variants):
    """Returns the path of the swept value on the horizontal axis, or None: then the axis is the approach velocity."""
    if any(variant.speeds > 1 or variant.rows < 2 for variant in variants):
        return None
    numeric = [path for path, values in variants[0].swept.items() if of_numbers(values)]
    varied = [path for path in numeric if np.ptp(variants[0].swept[path].values) > 0]
    return varied[-1] if varied else None


def lines_of(variant, axis):
    """Returns the lines of one variant: rows that share every swept value except the horizontal axis."""
    others = {path: found.values for path, found in variant.swept.items() if path != axis}
    groups = {}
    for row in range(variant.rows):
        point = row // variant.speeds if axis is None else None
        values = tuple((path, column[row]) for path, column in others.items())
        groups.setdefault((point, str(values)), (values, []))[1].append(row)
    return [Line(variant, rows, values) for values, rows in groups.values()]


def value_text(variant, values):
    """Returns a label such as `viscosity 5 mN s/m, end separation`; "" for values that the file does not have."""
    names = style.short_names(variant.swept)
    texts = {names[path]: members.value_text(value, variant.swept[path].unit) for path, value in values}
    return ", ".join(f"{name} {text}" for name, text in texts.items() if text)


class Look:
    """Styles of the lines: colours by variant (by line if there is one variant only), dashes and marks by all texts.
    Lines that differ by a swept word only look the same and have one entry in the legend if the loops have panels,
    whose titles have the word."""

    def __init__(self, variants, axis):
        self.variants = variants
        self.lines = []  # (line, text, options, mark)
        named = {}
        with_words = any(variant.curves is None for variant in variants)
        for number, variant in enumerate(variants):
            lines = lines_of(variant, axis)
            for line in lines:
                values = [(path, value) for path, value in line.values if with_words or not isinstance(value, str)]
                point = value_text(variant, values) if len(lines) > 1 else ""
                text = ", ".join(part for part in (style.named(variant.name), point) if part)
                named.setdefault(text, (len(named), number))
                self.lines.append((line, text))
        self.lines = [(line, text, *self.of(*named[text], len(named), len(variants))) for line, text in self.lines]

    @staticmethod
    def of(index, variant, count, variants):
        options = style.look(index, count)
        if variants > 1:
            options["color"] = style.PALETTE[variant % len(style.PALETTE)]
        return options, MARKS[index % len(MARKS)]


def abscissa(line, axis):
    return line.column("approach_velocity") if axis is None else line.variant.swept[axis].values[line.rows]


def abscissa_label(variants, axis):
    if axis is None:
        return style.label("approach velocity", "m s-1")
    given = style.words(axis)
    return style.label("restitution, prescribed" if given == "restitution" else given, variants[0].swept[axis].unit)


def draw_column(axes, look, axis, name, theory=None, factor=1.0):
    """Draws a column times `factor` over the horizontal axis, a line each, and dotted the column `theory`. Returns
    whether there was such a column."""
    drawn, theories = False, {}
    for turn, (line, text, options, mark) in enumerate(look.lines):
        x, order = abscissa(line, axis), np.argsort(abscissa(line, axis), kind="stable")
        size = 6.5 - 3.5 * turn / max(
            len(look.lines) - 1, 1
        )  # hollow marks of decreasing size, so that no mark hides another
        marks = {"marker": mark, "markersize": size, "fillstyle": "none"} if x.size <= FEW else {}
        axes.plot(x[order], line.column(name)[order] * factor, label=text, **options, **marks)
        if theory in line.variant.field and np.isfinite(line.column(theory)).any():
            theories[tuple(x[order]), tuple(line.column(theory)[order])] = None
            drawn = True
    for x, values in theories:
        axes.plot(x, values, ":", color=style.BLACK, linewidth=0.9, zorder=5, label="_theory")
    every = np.concatenate([abscissa(line, axis) for line, *_ in look.lines])
    if every.min() > 0 and every.max() > 30 * every.min():
        axes.set_xscale("log")
    elif np.ptp(every) < NARROW * np.abs(every).max():
        axes.xaxis.set_major_locator(MaxNLocator(3))  # the labels have many digits
    axes.set_xlabel(abscissa_label(look.variants, axis))
    return drawn


def draw_size(axes, look, axis, name, unit, title):
    """Draws the largest overlap or force, on logarithmic axes if the horizontal axis is logarithmic."""
    factor, unit = style.scaled(max(np.nanmax(np.abs(line.column(name))) for line, *_ in look.lines), unit)
    draw_column(axes, look, axis, name, factor=factor)
    if axes.get_xscale() == "log":
        axes.set_yscale("log")
    axes.set_ylabel(style.label(title.split(" ", 1)[1], unit))
    axes.set_title(title)


def draw_points(axes, look):
    """Draws restitution of variants with one impact each: a row for each; a cross marks the theory."""
    names = [text for _, text, *_ in look.lines]
    for row, (line, text, options, mark) in enumerate(look.lines):
        axes.plot(line.column("restitution"), [row], mark, color=options["color"], markersize=5, label=text)
        if "restitution_theory" in line.variant.field:
            axes.plot(
                line.column("restitution_theory"),
                [row],
                "x",
                color=style.BLACK,
                markersize=4,
                zorder=5,
                label="_theory",
            )
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(0, 1.05)
    axes.set_xlabel("restitution")
    theory = any("restitution_theory" in line.variant.field for line, *_ in look.lines)
    axes.set_title("(a) restitution" + (", cross: theory" if theory else ""))


def draw_restitution(axes, look, axis, scale):
    single = all(line.rows.size == 1 for line, *_ in look.lines)
    if single and 1 < len(look.lines) <= ROWS_MAX and len({abscissa(line, None)[0] for line, *_ in look.lines}) == 1:
        draw_points(axes, look)
        return
    theory = draw_column(axes, look, axis, "restitution", theory="restitution_theory")
    axes.set_ylabel("restitution")
    axes.set_title("(a) restitution" + (", dotted: theory" if theory else ""))
    if scale == "log":
        axes.set_xscale("log")
        axes.set_yscale("log")
    else:
        axes.set_ylim(0, 1.05 * max(1.0, max(np.nanmax(line.column("restitution")) for line, *_ in look.lines)))


def panels_of(look):
    """Groups loops by panel: title -> [(line, row, options)]; one panel if there would be too many."""
    found = {}
    for line, _, options, _ in look.lines:
        for row in line.rows:
            speed = line.variant.field["approach_velocity"][row]
            found.setdefault((speed, point_text(line.variant, row)), []).append((line, row, options))
    if len(found) <= PANELS_MAX:
        titles = {key: ", ".join(filter(None, (f"{key[0]:.4g} m/s", key[1]))) for key in sorted(found)}
        return {title: found[key] for key, title in titles.items()}
    every = list(itertools.chain(*found.values()))
    shown = [every[k] for k in style.evenly(len(every), LOOPS_SHOWN)]
    return {f"{len(shown)} of {len(every)} loops" if len(shown) < len(every) else f"{len(every)} loops": shown}


def point_text(variant, row):
    """Returns the swept values of an impact as text."""
    return value_text(variant, [(path, column.values[row]) for path, column in variant.swept.items()])


def name_of(variant, row, several):
    """Returns the name of an impact: variant, speed if there are several, and swept values."""
    speed = f"{variant.field['approach_velocity'][row]:.4g} m/s" if several else ""
    return ", ".join(filter(None, (style.named(variant.name), speed, point_text(variant, row))))


def names_of(loops):
    """Returns the names of the loops of a panel. If the title of the panel has their speed and their swept values, the
    names do not repeat these."""
    speeds = {line.variant.field["approach_velocity"][row] for line, row, *_ in loops}
    if (
        len({(line.variant.field["approach_velocity"][row], point_text(line.variant, row)) for line, row, *_ in loops})
        > 1
    ):
        return [name_of(line.variant, row, len(speeds) > 1) for line, row, *_ in loops]
    texts = ((style.named(line.variant.name), value_text(line.variant, line.values)) for line, *_ in loops)
    return [", ".join(filter(None, text)) for text in texts]


def draw_loops(axes, letter, title, loops):
    curves = [(line.variant.curves["overlap"][row], line.variant.curves["force"][row]) for line, row, *_ in loops]
    overlap_factor, overlap_unit = style.scaled(max(np.nanmax(d) for d, _ in curves), "m")
    force_factor, force_unit = style.scaled(max(np.nanmax(np.abs(f)) for _, f in curves), "N")
    axes.axhline(0, color="0.88", linewidth=0.5, zorder=0)
    for name, (*_, options), (overlap, force) in zip(names_of(loops), loops, curves):
        axes.plot(overlap * overlap_factor, force * force_factor, label=f"_{name}", **options)
    axes.set_xlabel(style.label("overlap", overlap_unit))
    axes.set_ylabel(style.label("force", force_unit))
    axes.set_title(f"({letter}) {title}")


def draw_motion(axes, loops):
    """Draws overlap over time."""
    curves = [(line.variant.curves["time"][row], line.variant.curves["overlap"][row]) for line, row, *_ in loops]
    time_factor, time_unit = style.scaled(max(np.nanmax(t) for t, _ in curves), "s")
    factor, unit = style.scaled(max(np.nanmax(d) for _, d in curves), "m")
    alone = len({id(line) for line, *_ in loops}) == 1 < len(loops)
    for number, (name, (*_, options), (time, overlap)) in enumerate(zip(names_of(loops), loops, curves)):
        if alone:  # with a single line the loops differ only in speed
            options = {**style.look(number, len(loops)), "label": name}
        axes.plot(time * time_factor, overlap * factor, **{"label": f"_{name}", **options})
    if alone and len(loops) <= PANELS_MAX:
        axes.legend()
    axes.set_xlabel(style.label("time", time_unit))
    axes.set_ylabel(style.label("overlap", unit))
    axes.set_title("(b) overlap over time")


def entries(texts):
    """Returns the texts of the legend."""
    return [texts[k] for k in style.evenly(len(texts), ENTRIES_MAX)]


def columns_for(texts):
    """Returns the number of columns of a legend for which a page has space."""
    longest = max(map(len, texts), default=0)
    return max(1, min(COLUMNS, int(174 * style.page.scale / (layout.HANDLE + layout.CHARACTER * longest))))


def legend_texts(look):
    return entries(list(dict.fromkeys(text for _, text, *_ in look.lines if text)))


def legend_columns(look):
    return columns_for(legend_texts(look))


def legend_height(look):
    """Returns the height of the legend [mm]; 0 if the lines have no texts."""
    texts = legend_texts(look)
    return 5 * -(-len(texts) // columns_for(texts)) + 3 if texts else 0


def columns_of(panels):
    """Returns the number of columns that leaves the fewest positions empty."""
    return 2 if panels == 4 else min(3, panels)


def with_loops(drawing, look, axis, scale, legend):
    panels = panels_of(look)
    columns = columns_of(len(panels))
    rows = -(-len(panels) // columns)
    strip, upper, lower = style.strips(drawing, [legend, 60, 55 * rows])
    left, right = upper.subplots(1, 2)
    draw_restitution(left, look, axis, scale)
    every = list(itertools.chain(*panels.values()))
    if len(every) <= LOOPS_MAX:
        draw_motion(right, every)
    else:
        draw_size(right, look, axis, "overlap_max", "m", "(b) largest overlap")
    layout.draw_legend(strip, left, legend_columns(look), entries)
    grid = lower.subplots(rows, columns, squeeze=False).flatten()
    for letter, axes, (title, loops) in zip("cdefgh", grid, panels.items()):
        draw_loops(axes, letter, title, loops)
    for axes in grid[len(panels) :]:
        axes.set_axis_off()


def without_loops(drawing, look, axis, scale, legend):
    strip, upper = style.strips(drawing, [legend, 90])
    left, right = upper.subfigures(1, 2, width_ratios=[3, 2])
    first = left.subplots()
    draw_restitution(first, look, axis, scale)
    overlap, force = right.subplots(2, 1)
    draw_size(overlap, look, axis, "overlap_max", "m", "(b) largest overlap")
    draw_size(force, look, axis, "force_max", "N", "(c) largest force")
    layout.draw_legend(strip, first, legend_columns(look), entries)


def contacts_of(variants):
    """Returns the contacts of all impacts with curves."""
    speeds = {float(speed) for variant in variants for speed in variant.field["approach_velocity"]}
    found = []
    for variant in variants:
        for row in range(variant.rows if variant.curves is not None else 0):
            values = {key: curve[row] for key, curve in variant.curves.items()}
            name = name_of(variant, row, len(speeds) > 1)
            found.append(motion.contact_of(name, {**values, "velocity": values["rate"]}))
    return found


def check_quantity(variants, name):
    """Refuses a column that the results do not have, or that has no values."""
    columns = variants[0].field
    if name not in columns:
        near = difflib.get_close_matches(name, columns, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise PostError(f"no column {name} in these impacts; there are {', '.join(columns)}{hint}")
    if not any(np.isfinite(variant.field[name]).any() for variant in variants):
        raise PostError(f"{name} has no values in these impacts: {variants[0].columns[name].description or 'all nan'}")


def quantity_picture(variants, options, title):
    """Draws one column of the results over the horizontal axis of the other panels, with logarithmic axes if
    `--scale log` is given."""
    name, unit = options.quantity, variants[0].columns[options.quantity].unit
    largest = np.nanmax(np.abs(np.concatenate([variant.field[name] for variant in variants])))
    factor, unit = (np.degrees(1), "degrees") if unit == "rad" else style.scaled(largest, unit)
    look, axis = (None, None) if is_oblique(variants) else (Look(variants, swept_axis(variants)), swept_axis(variants))
    series, x, label = oblique.over(variants) if look is None else (None, None, None)
    legend = legend_height(look) if look else oblique.legend_height(series)
    drawing = style.figure(95 + legend)
    strip, below = style.strips(drawing, [legend, 90])
    axes = below.subplots()
    if look:
        draw_column(axes, look, axis, name, factor=factor)
        layout.draw_legend(strip, axes, legend_columns(look), entries)
    else:
        oblique.draw(axes, series, x, lambda one: one[name] * factor)
        axes.set_xlabel(label)
        layout.draw_legend(strip, axes, oblique.COLUMNS)
    axes.set_ylabel(style.label(style.named(name), unit))
    axes.set_title(f"(a) {style.named(name)}")
    if options.scale == "log":
        axes.set_xscale("log")
        axes.set_yscale("log", nonpositive="mask")
    style.heading(drawing, title)
    return drawing


def picture(results, options):
    variants = chosen(results, options)
    if options.quantity:
        if options.motion:
            raise PostError("--quantity draws one panel; leave out --motion")
        check_quantity(variants, options.quantity)
        return quantity_picture(variants, options, results.title())
    if is_oblique(variants):
        if options.motion:
            raise PostError("--motion draws central impacts; leave it out, oblique impacts have panels of their own")
        return oblique.picture(variants, results.title())
    if options.motion:
        return motion.picture(contacts_of(variants), results.title())
    axis = swept_axis(variants)
    look = Look(variants, axis)
    legend = legend_height(look)
    loops = all(variant.curves is not None for variant in variants)
    if loops:
        count = len(panels_of(look))
        drawing = style.figure(75 + legend + 55 * -(-count // columns_of(count)))
    else:
        drawing = style.figure(105 + legend)
    (with_loops if loops else without_loops)(drawing, look, axis, options.scale, legend)
    style.heading(drawing, results.title())
    return drawing
