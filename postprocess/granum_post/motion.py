"""`--motion` of impacts and bouncing balls: motion, forces and energies of contacts over time and over the overlap."""
from typing import NamedTuple

import numpy as np

from . import style
from .reader import PostError

DESCRIPTION = """--motion draws the motion of each contact instead: (a) overlap and (b) velocity over time, (c) velocity
over overlap; (d) force and (e) damping force over time, (f) damping force over overlap; (g) kinetic, (h) elastic and
(i) dissipated energy over time, (j) the work that the bodies have done against the contact force, which is elastic plus
dissipated; (k) force over overlap. Of several balls the first contact is drawn, of one ball its first contacts."""
HELP = "motion, damping force and energies of contacts over time and over the overlap"
CONTACTS_MAX = 12  # largest number of contacts that are legible; of more, so many are selected evenly
COLUMNS = 3
NEW = ("damping_force", "kinetic", "elastic", "dissipated_viscous", "dissipated_plastic")


class Contact(NamedTuple):
    """A contact with its name, and its numbers by quantity [SI]."""

    name: str
    values: dict


QUANTITIES = {  # label, unit
    "time": ("time", "s"),
    "overlap": ("overlap", "m"),
    "velocity": ("velocity", "m s-1"),
    "force": ("force", "N"),
    "damping": ("damping force", "N"),
    "kinetic": ("kinetic energy", "J"),
    "elastic": ("elastic energy", "J"),
    "dissipated": ("dissipated energy", "J"),
    "work": ("work against the force", "J"),
}
PANELS = (
    ("overlap", "time"),
    ("velocity", "time"),
    ("velocity", "overlap"),
    ("force", "time"),
    ("damping", "time"),
    ("damping", "overlap"),
    ("kinetic", "time"),
    ("elastic", "time"),
    ("dissipated", "time"),
    ("work", "time"),
    ("force", "overlap"),
)


def add_options(command):
    command.add_argument("--motion", action="store_true", help=HELP)


def contact_of(name, columns):
    """Returns a contact from its samples. `columns`: time since the first touch, overlap, velocity (positive on
    approach) and force, and the columns NEW of the results."""
    missing = [key for key in NEW if key not in columns]
    if missing:
        raise PostError(f"the results have no {missing[0]}; run the case again with this version of granum")
    viscous, plastic = columns["dissipated_viscous"], columns["dissipated_plastic"]
    dissipated = viscous + plastic - (viscous[0] + plastic[0])
    values = {key: columns[key] for key in ("time", "overlap", "velocity", "force", "kinetic", "elastic")}
    values |= {"damping": columns["damping_force"], "dissipated": dissipated, "work": columns["elastic"] + dissipated}
    return Contact(name, values)


def draw_panel(axes, contacts, y, x, scales):
    axes.axhline(0, color="0.88", linewidth=0.5, zorder=0)
    for number, contact in enumerate(contacts):
        sides = (contact.values[name] * scales[name][0] for name in (x, y))
        axes.plot(*sides, label=contact.name, **style.look(number, len(contacts)))
    for name, label in ((x, axes.set_xlabel), (y, axes.set_ylabel)):
        label(style.label(QUANTITIES[name][0], scales[name][1]))


def picture(contacts, heading):
    if not contacts:
        raise PostError("no contact was recorded; add `curves: true` to the input (of a ball: `trajectory: contacts`)")
    shown = [contacts[k] for k in style.evenly(len(contacts), CONTACTS_MAX)]
    scales = {}
    for name, (_, unit) in QUANTITIES.items():
        largest = max(np.nanmax(np.abs(contact.values[name]), initial=0) for contact in shown)
        scales[name] = style.scaled(largest, unit) if largest > 0 else (1, unit)
    rows = -(-(len(PANELS) + 1) // COLUMNS)
    drawing = style.figure(46 * rows + 8)
    panels = list(drawing.subplots(rows, COLUMNS).flat)
    for letter, axes, (y, x) in zip("abcdefghijk", panels, PANELS):
        draw_panel(axes, shown, y, x, scales)
        axes.set_title(f"({letter}) {QUANTITIES[y][0]} over {QUANTITIES[x][0]}")
    legend = panels[len(PANELS)]
    legend.set_axis_off()
    if any(contact.name for contact in shown):
        handles, texts = panels[0].get_legend_handles_labels()
        legend.legend(handles, texts, loc="upper left", borderaxespad=0, handlelength=3.5)
    some = f"{len(shown)} of {len(contacts)} contacts" if len(shown) < len(contacts) else ""
    style.heading(drawing, heading, some)
    return drawing
