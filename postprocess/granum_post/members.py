"""Shared by the pictures of bouncing balls and of mechanisms: selection of members of a study, loops, legend."""
import numpy as np

from . import style
from .reader import PostError

LINES = ("-", "--", ":")  # dashes of the loops of a member, in turn
COLUMNS = 4  # columns of the legend
WORD_MAX = 40  # characters of a swept word


class Member:
    """A ball or run of a variant: its rows of the tables, and its name with the swept values."""

    def __init__(self, variant, number):
        self.variant, self.number = variant, number
        self.rows = {table: variant.rows_of(table, number) for table in variant.COLUMNS}
        swept = [
            f"{style.words(path)} {value_text(column.values[number - 1], column.unit)}"
            for path, column in variant.swept.items()
        ]
        self.name = ", ".join(filter(None, [style.named(variant.name), *swept]))


def value_text(value, unit):
    """Returns a swept value as text: a number [SI] with its unit, `50 mm`, or a word of the input; "" if the file
    does not have the value."""
    if isinstance(value, str):
        return value if len(value) <= WORD_MAX else "…" + value[1 - WORD_MAX :]
    if value is None or not np.isfinite(value):
        return ""
    factor, unit = style.scaled(abs(value), unit)
    return f"{value * factor:.4g}" + ("" if unit == "1" else f" {style.in_text(unit)}")


def add_options(command, member):
    command.add_argument("--variant", metavar="NAME,...", help=f"{member}s of these variants only")
    command.add_argument(f"--{member}", type=int, metavar="N", help=f"this {member} of each variant only, from 1")


def of_name(variants, name):
    for variant in variants:
        if variant.name == name:
            return variant
    raise PostError(f"no variant {name}; there are: {', '.join(variant.name for variant in variants)}")


def of_names(variants, names):
    """Returns the variants with these names, `NAME,NAME`; names None: all."""
    return variants if names is None else [of_name(variants, name) for name in names.split(",")]


def chosen(variants, options, number, most, table):
    """Returns variant and number of the members to draw, and the number of all members. Candidates have rows in the
    table; if they are more than `most`, some are selected evenly."""
    variants = of_names(variants, options.variant)
    if number is not None and not all(1 <= number <= variant.count for variant in variants):
        raise PostError(f"no {variants[0].MEMBER} {number}; there are {max(variant.count for variant in variants)}")
    numbers = [number] if number is not None else None
    every = [(variant, k) for variant in variants for k in numbers or range(1, variant.count + 1)]
    every = [(variant, k) for variant, k in every if len(variant.rows_of(table, k)["time"])]
    return [every[k] for k in style.evenly(len(every), most)], len(every)


def draw_loops(axes, loops, event):
    """Draws force-overlap loops. `loops`: for each member, its overlaps [m] and forces [N]; `event`: "contact". With
    one member its first loops are drawn, with several the first loop of each."""
    several = len(loops) > 1
    loops = [found[:1] if several else found for found in loops]
    axes.set_title(f"(c) force in the first {event}" + ("" if several else "s"))
    factor, unit = style.scaled(max(overlap.max() for found in loops for overlap, _ in found), "m")
    force_factor, force_unit = style.scaled(max(np.abs(force).max() for found in loops for _, force in found), "N")
    axes.axhline(0, color="0.88", linewidth=0.5, zorder=0)
    for index, found in enumerate(loops):
        for line, (overlap, force) in zip(LINES, found):
            options = style.look(index, len(loops))
            options["linestyle"] = options["linestyle"] if several else line
            axes.plot(overlap * factor, force * force_factor, **options)
    axes.set_xlabel(style.label("overlap", unit))
    axes.set_ylabel(style.label("force", force_unit))


def legend_height(members):
    """Returns the height in mm; 0 if the members have no names."""
    return 5 * -(-len(members) // COLUMNS) + 3 if any(member.name for member in members) else 0
