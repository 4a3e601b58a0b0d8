"""`bulk`: a bulk run on one page: its particles, energy, temperature, coordination and stress."""
from . import energy, observables, packing, style
from .grains import Grains

DESCRIPTION = """Above: the particles in one frame, with the options of `packing`, and beside them the energy ledger, as
in `energy`. Below, if the run has observables: panels (a) to (c) of `observables`."""

add_options = packing.add_options


def draw_first(part, results, grains, options):
    """Draws the particles and the ledger side by side; a wide two-dimensional sample is drawn above the ledger."""
    wide = grains.flat and grains.edges[0] > 2 * grains.edges[1]
    if wide:
        left, right = part.subfigures(2, 1, height_ratios=[1, 1.3])
    else:
        left, right = part.subfigures(1, 2, width_ratios=[1.15, 1])
    frame = packing.draw(left, left.subplots(), grains, options)
    upper, lower = right.subplots(2, 1, sharex=True, gridspec_kw={"height_ratios": [3, 1]})
    energy.draw(upper, lower, results.ledger())
    return frame


def picture(results, options):
    grains, shown = Grains(results), results.has_observables()
    drawing = style.figure(165 if shown else 105)
    above, below = style.strips(drawing, [1.7, 1 if shown else 0])
    frame = draw_first(above, results, grains, options)
    if shown:
        panels = below.subplots(1, 3)
        observables.draw(panels, results.observables(), grains.flat, options.scale == "log")
    style.heading(drawing, results.title(), packing.caption(grains, frame))
    return drawing
