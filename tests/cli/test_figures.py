#!/usr/bin/env python3
"""The checker of figures, tests/figures.py, finds each fault that it knows, and none in a figure without any; overlaid
curves differ in print and for the colour-blind; legends make room."""
import itertools

import numpy as np
from figures import faults
from granum_post import style
from granum_test import done, holds

DEUTERANOPIA = np.array(  # Machado, Oliveira and Fernandes 2009, severity 1, of linear RGB
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
)
APART = 0.07  # least distance of two colours, of 1 from black to white in each channel


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


def nothing(axes):
    axes.lines[0].remove()


BAD = (
    (overlap, "'one text' lies on 'another'"),
    (beyond, "is cut off"),
    (no_unit, "y axis 'force'"),
    (key_path, "no name for a reader"),
    (si, "no name for a reader"),
    (over_the_curve, "the legend lies on 'one'"),
    (nothing, "is empty"),
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
    """A legend that would lie on curves everywhere gets room above them."""
    drawing, axes = sound()
    axes.lines[0].remove()
    for k in range(30):
        axes.plot([0, 1], [k, k], label=f"curve {k}" if k < 3 else None)
    axes.legend()
    assert any("legend" in fault for fault in faults(drawing))
    style.make_room(drawing)
    assert faults(drawing) == [], faults(drawing)


def as_seen(colour):
    rgb = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(DEUTERANOPIA @ linear, 0, 1)
    return np.where(seen <= 0.0031308, 12.92 * seen, 1.055 * seen ** (1 / 2.4) - 0.055)


def check_colours():
    """Any two curves of a panel differ in dashes; their colours differ as well for a person with deuteranopia."""
    looks = [style.look(k, len(style.PALETTE)) for k in range(len(style.PALETTE))]
    assert len({str(look["linestyle"]) for look in looks}) == len(looks), looks
    assert len({look["linewidth"] for look in looks}) == len(looks), looks
    for one, other in itertools.combinations(style.PALETTE, 2):
        assert np.abs(as_seen(one) - as_seen(other)).max() > APART, (one, other)


if __name__ == "__main__":
    holds(check_faults)
    holds(check_room)
    holds(check_colours)
    done()
