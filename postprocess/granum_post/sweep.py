"""`sweep`: speed, force, number and losses of the impacts of a mechanism, over swept values."""
import numpy as np

from . import members, style
from .reader import PostError
from .variants import of_numbers

DESCRIPTION = """Over the values of one swept key, a line for each combination of the others: (a) largest approach speed
of an impact, (b) largest normal force, (c) number of impacts, (d) energy dissipated by the contacts."""

LINES_MAX = 8  # largest number of lines for which the panels are still legible
LOSSES = ("dissipated_viscous", "dissipated_plastic", "dissipated_sliding")


def add_options(command):
    command.add_argument("--variant", metavar="NAME", help="this variant; default: the first")
    command.add_argument(
        "--over", metavar="KEY", help="the key of the horizontal axis; default: the one with most values"
    )


def variant_of(results, options):
    variants = results.mechanisms()
    return variants[0] if options.variant is None else members.of_name(variants, options.variant)


def key_of(variant, options):
    """Returns the key of the horizontal axis; it has numbers, and by default it is the key with the most values."""
    numbers = {key: np.unique(column.values) for key, column in variant.swept.items() if of_numbers(column)}
    if not numbers:
        raise PostError("no number was swept in this run; add `sweep: {KEY: [...]}` to the input")
    if options.over is None:
        return max(numbers, key=lambda key: numbers[key].size)
    if options.over not in numbers:
        raise PostError(f"{options.over} was not swept; there are: {', '.join(numbers)}")
    return options.over


def measured(variant):
    """Returns the four quantities of the panels for each run."""
    found = np.zeros((4, variant.count))
    for number in range(variant.count):
        rows = variant.rows_of("impacts", number + 1)
        lost = sum(np.nansum(rows[name]) for name in LOSSES)
        found[:, number] = (
            rows["speed_in"].max(initial=0),
            rows["force_max"].max(initial=0),
            rows["speed_in"].size,
            lost,
        )
    return found


def label_of(variant, key, value):
    return f"{style.words(key)} {members.value_text(value, variant.swept[key].unit)}"


def lines(variant, key):
    """Returns (label, runs) of each combination of the other swept values, in the order of the runs."""
    others = [other for other in variant.swept if other != key]
    found = {}
    for number in range(variant.count):
        values = tuple(variant.swept[other].values[number] for other in others)
        found.setdefault(values, []).append(number)
    return [
        (", ".join(label_of(variant, other, value) for other, value in zip(others, values)), np.array(runs))
        for values, runs in found.items()
    ]


def picture(results, options):
    variant = variant_of(results, options)
    key = key_of(variant, options)
    every = lines(variant, key)
    shown = [every[k] for k in style.evenly(len(every), LINES_MAX)]
    drawing = style.figure(125)
    panels = drawing.subplots(2, 2).flat
    titles = (("(a) largest approach speed", "speed", "m s-1"), ("(b) largest normal force", "force", "N"))
    titles += (("(c) impacts", "number of impacts", "1"), ("(d) dissipated by the contacts", "energy", "J"))
    far, far_unit = style.scaled(np.max(np.abs(variant.swept[key].values)), variant.swept[key].unit)
    x, labelled = variant.swept[key].values * far, any(label for label, _ in shown)
    for axes, (title, name, unit), values in zip(panels, titles, measured(variant)):
        factor, unit = style.scaled(values.max(), unit)
        for index, (label, runs) in enumerate(shown):
            runs = runs[np.argsort(x[runs])]
            options = style.look(index, len(shown))
            axes.plot(x[runs], values[runs] * factor, marker="os^DvPX*"[index], markersize=3, label=label, **options)
        axes.set_ylim(bottom=0)
        axes.set_xlabel(style.label(style.words(key), far_unit))
        axes.set_ylabel(style.label(name, unit))
        axes.set_title(title)
        if labelled and title.startswith("(a)"):
            axes.legend()
    style.heading(
        drawing,
        results.title(),
        ", ".join(
            filter(None, [variant.name, f"{len(shown)} of {len(every)} lines" if len(shown) < len(every) else ""])
        ),
    )
    return drawing
