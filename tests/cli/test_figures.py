#!/usr/bin/env python3
"""tests/figure_layout.py finds each error that it checks for, and none in a correct figure; overlaid curves differ in
print and for colour-blind readers; legends get space.
Labels: pictures."""
import itertools

import numpy as np
from figure_layout import APART, distance, faults, lab
from granum_post import style
from granum_test import done, holds


def sound():
    drawing = style.figure(60)
    axes = drawing.subplots()
    axes.plot([0, 1], [0, 1], label="one")
    axes.set_xlabel(style.label("time", "s"))
    axes.set_ylabel(style.label("force", "N"))
    axes.set_title("(a) force")
    return drawing, axes


def overlap(axes):
    axes.text(0.5, 0.5, "one text")
    axes.text(0.5, 0.5, "another")


def beyond(axes):
    axes.text(0.9, 0.5, "a text that is much too long for the page, on which it has no room at all", in_layout=False)


def no_unit(axes):
    axes.set_ylabel("force")


def key_path(axes):
    axes.set_xlabel("contacts.0.normal.restitution (1)")


def si(axes):
    axes.set_xlabel("gap (SI)")


def over_the_curve(axes):
    axes.legend(loc="center")


def twins(axes):
    axes.plot([0, 1], [1, 0], color="#858078", label="grey")
    axes.plot([0, 1], [1, 1], color="#009E73", label="green")


def nothing(axes):
    axes.lines[0].remove()


BAD = (
    (overlap, "'one text' lies on 'another'"),
    (beyond, "is cut off"),
    (no_unit, "y axis 'force'"),
    (key_path, "not a name for a reader"),
    (si, "not a name for a reader"),
    (over_the_curve, "the legend lies on 'one'"),
    (nothing, "is empty"),
    (twins, "'grey' looks like 'green'"),
)


def check_faults():
    drawing, _ = sound()
    assert faults(drawing) == [], faults(drawing)
    for spoil, told in BAD:
        drawing, axes = sound()
        spoil(axes)
        found = faults(drawing)
        assert any(told in fault for fault in found), (spoil.__name__, found)


def check_room():
    """If a legend would cover curves everywhere, the range is extended upwards for it."""
    drawing, axes = sound()
    axes.lines[0].remove()
    for k in range(30):
        axes.plot([0, 1], [k, k], label=f"curve {k}" if k < 3 else None, **style.look(k, 30))
    axes.legend()
    assert any("legend" in fault for fault in faults(drawing))
    style.make_legend_space(drawing)
    assert faults(drawing) == [], faults(drawing)


def check_colours():
    """Any two curves of a panel differ in dashes; their colours differ as well for people with deuteranopia or
    protanopia."""
    many = [style.look(k, 40) for k in range(40)]
    assert len({(look["color"], str(look["linestyle"])) for look in many}) == len(many)
    looks = [style.look(k, len(style.PALETTE)) for k in range(len(style.PALETTE))]
    assert len({str(look["linestyle"]) for look in looks}) == len(looks), looks
    assert len({look["linewidth"] for look in looks}) == len(looks), looks
    for one, other in itertools.combinations(style.PALETTE, 2):
        assert distance(one, other) > APART, (one, other, distance(one, other))
    for colour, told in (("#FFFFFF", [100, 0, 0]), ("#000000", [0, 0, 0]), ("#FF0000", [53.2, 80.1, 67.2])):
        assert np.allclose(lab(colour), told, atol=0.1), (colour, lab(colour))
    assert distance("#4f9d1f", "#c07b1a") < 0.5 * np.linalg.norm(lab("#4f9d1f") - lab("#c07b1a")), "green and brown"


if __name__ == "__main__":
    holds(check_faults)
    holds(check_room)
    holds(check_colours)
    done()
