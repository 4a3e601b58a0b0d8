"""One page of plots for the verification report: results of granum as lines; printed values of the papers as open
circles, dotted lines and numbers beside the curves. Papers are named as in published/papers.json."""
import contextlib

import h5py
import numpy as np
import report_plots_systems
from granum_post import style
from report_plots_systems import COLOURS, LAWS, LOOKS
from report_values import K1, MASS, RADIUS

PLASTIC_OVERLAP = 1.25 * 0.1 * RADIUS  # d_p of eta 4, plasticity depth 0.1 [m]
PLASTIC_SPEED = PLASTIC_OVERLAP * np.sqrt(K1 / MASS)  # v_p of the same [m/s]
COLUMNS, HEIGHT = 2, 75  # panels per row, and height of a panel [mm]
SHORT = 30  # longest name of a line for which two names fit in a row
UNITS = {  # of loops: of overlap in 1/m and of force in 1/N, with their names
    "steel": (1e6, "µm", 1e-3, "kN"),
    "soft": (1e3, "mm", 1e-3, "kN"),
    "light": (1e6, "µm", 1.0, "N"),
}


class Printed:
    """The printed numbers of one input."""

    def __init__(self, rows, name):
        self.rows = [row for row in rows if row.entry["input"] == name and row.kind in ("number", "formula")]

    def of(self, value):
        """Rows of this VARIANT/COLUMN or FUNCTION(..)."""
        return [row for row in self.rows if row.entry["value"] == value]

    def said(self, variant):
        """Returns the printed values of a variant that no axis shows, for the legend."""
        words = []
        for column, name, unit in (("energy_lost", "lost", "J"), ("separation_velocity", "away at", "m/s")):
            words += [f"{name} {row.reference:g} ({row.ours:.4g}) {unit}" for row in self.of(f"{variant}/{column}")[:1]]
        return ", ".join(words)


def place(axes, x, name="printed"):
    """Draws a printed value on the lower axis."""
    axes.axvline(x, color=style.BLACK, linestyle=":", linewidth=0.9, label=name)


def points(axes, found, name="printed"):
    """Printed points (x, y) over the lines."""
    axes.plot(*zip(*found), "o", color=style.BLACK, markersize=3.5, markerfacecolor="none", label=name, zorder=5)


def loops(axes, group, variants, row, unit, printed):
    """Force over overlap. Printed: yield overlap, largest overlaps; in the legend energy lost and separation speed."""
    scale, overlap_unit, force_scale, force_unit = UNITS[unit]
    for colour, look, variant in zip(COLOURS, LOOKS, variants):
        curves = group[variant]["curves"]
        overlap, force = curves["overlap"][row] * scale, curves["force"][row] * force_scale
        name = LAWS.get(variant, LAWS.get(variant.split("-", 1)[-1], variant.replace("_", " ")))
        said = printed.said(variant)
        label = f"{name}: {said}" if said else name
        axes.plot(overlap, force, linestyle=look, color=colour, linewidth=0.9, label=label)
        largest = [
            found for found in printed.of(f"{variant}/overlap_max") if found.ours == group[variant]["overlap_max"][row]
        ]
        if largest:
            points(axes, [(found.reference * scale, 0.0) for found in largest], "printed largest overlap")
    for found in printed.of("yield_overlap(spring)"):
        place(axes, found.reference * scale, "printed yield overlap")
    axes.axhline(0, color="0.88", linewidth=0.5, zorder=0)
    axes.set_xlabel(f"overlap ({overlap_unit})")
    axes.set_ylabel(f"force ({force_unit})")


def newtonian(axes, file, printed):
    """Separation over approach speed of an experiment with a plate, and the paper's estimate of it."""
    for colour, look, variant in zip(COLOURS, LOOKS, ("fitted", "printed")):
        group = file["impact"][variant]
        speed, after = group["approach_velocity"][:], group["separation_velocity"][:]
        label = "sizes as printed" if variant == "printed" else "sizes that fit"
        axes.plot(speed, after / speed, linestyle=look, color=colour, label=label)

    def over_speed(value, divided):
        found = ((row.entry["at"]["approach_velocity"], row.reference) for row in printed.of(value))
        return [(speed, number / speed if divided else number) for speed, number in found]

    points(axes, over_speed("fitted/separation_velocity", True), "printed speeds")
    estimate = over_speed("estimate/restitution_theory", False)
    axes.plot(*zip(*estimate), "+", color=style.VERMILION, markersize=4, label="printed estimate, eq. 24")
    axes.set_xlabel("approach velocity (m/s)")
    axes.set_ylabel("restitution")


def in_out(axes, group):
    for colour, look, variant in zip(COLOURS, LOOKS, group):
        given = group[variant]["swept/contacts.0.normal.restitution"][:]
        axes.plot(
            given, group[variant]["restitution"][:], linestyle=look, color=colour, linewidth=0.9, label=LAWS[variant]
        )
    axes.plot([0, 1], [0, 1], color="0.8", linewidth=0.6, zorder=0)
    axes.set_xlabel("restitution of the input")
    axes.set_ylabel("restitution returned")


def over_speed(axes, group, variants, sticking=()):
    """Restitution over v/v_p; `sticking`: printed speeds between which bodies stick."""
    for (variant, name), colour, look in zip(variants.items(), COLOURS, LOOKS):
        chi = group[variant]["approach_velocity"][:] / PLASTIC_SPEED
        axes.plot(chi, group[variant]["restitution"][:], linestyle=look, color=colour, linewidth=0.9, label=name)
    if sticking:
        points(axes, [(row.reference, 0.0) for row in sticking], "printed ends of sticking")
    axes.set_xscale("log")
    axes.set_xlabel("approach speed over that of full plasticity")
    axes.set_ylabel("restitution")


def motion(axes, group, largest):
    """Overlap over time, with and without viscosity; `largest`: printed sticking overlap."""
    for colour, variant in zip(COLOURS, group):
        for row, look in ((0, "-"), (1, "--")):
            curves = group[variant]["curves"]
            label = f"{LAWS.get(variant, variant)} cohesion" if row == 0 else None
            overlap = curves["overlap"][row] / PLASTIC_OVERLAP
            axes.plot(1e3 * curves["time"][row], overlap, linestyle=look, color=colour, linewidth=0.8, label=label)
    for row in largest:
        axes.axhline(row.reference, color=style.BLACK, linestyle=":", linewidth=0.9, label="printed sticking overlap")
    axes.set_xlabel("time (ms); dashed: viscous")
    axes.set_ylabel("overlap over plastic overlap")


def at_rest(row):
    """A printed sticking overlap as a point of the panel: in µm, and on the line of cohesion -k_c d in mN."""
    k_c, d_p = map(float, row.entry["value"].rstrip(")").split(",")[-2:])
    overlap = row.reference * d_p
    return 1e6 * overlap, -1e3 * k_c * overlap


def four_loops(axes, group, sticking):
    """Loops at four speeds; `sticking`: printed overlaps at which bodies come to rest, over d_p."""
    curves = group["curves"]
    for row, (colour, look, chi) in enumerate(zip(COLOURS, LOOKS, ("0.34", "0.69", "1.1", "1.37"))):
        overlap, force = 1e6 * curves["overlap"][row], 1e3 * curves["force"][row]
        axes.plot(
            overlap, force, linestyle=look, color=colour, linewidth=0.9, label=f"{chi} of the speed of full plasticity"
        )
    points(axes, [at_rest(row) for row in sticking], "printed: where they first come to rest")
    axes.set_xlabel("overlap (µm)")
    axes.set_ylabel("force (mN)")


def panels(file, rows):
    """Title in words, where it is printed, function and its arguments."""
    two, joint, dashpots = (file[name]["impact"] for name in ("two-spheres", "socket", "dashpots"))
    balls, meso = file["ball-loops"]["impact"], Printed(rows, "meso-restitution").rows
    medium, fast = (sorted(name for name in two if name.startswith(speed)) for speed in ("medium", "fast"))
    adhesion = {"alpha-0": "none", "alpha-0.042": "weak adhesion", "alpha-0.42": "strong adhesion"}
    cohesion = {"below": "below critical", "critical": "critical", "above": "above", "tuned": "tuned plasticity"}
    ends = [row for row in meso if "stick" in row.entry["quantity"]]
    resting = [row for row in Printed(rows, "meso-loops").rows if "sticking overlap" in row.entry["quantity"]]
    held = [row for row in Printed(rows, "meso-viscosity").rows if "sticking overlap" in row.entry["quantity"]]
    at = {
        name: Printed(rows, name)
        for name in ("two-spheres", "socket", "dashpots", "ball-loops", "alumina-plate", "rapeseed")
    }
    return [
        ("Two steel spheres at 8 m/s", "W25 fig. 5", loops, two, medium, 1, "steel", at["two-spheres"]),
        ("Two steel spheres at 25 m/s", "W25 fig. 6", loops, two, fast, 1, "steel", at["two-spheres"]),
        (
            "Ball in a socket at 4 m/s",
            "W23 fig. 7",
            loops,
            joint,
            ["ma_liu", "joint", "joint-printed"],
            1,
            "steel",
            at["socket"],
        ),
        ("Alumina ball on a steel plate", "J25 Table 2", newtonian, file["alumina-plate"], at["alumina-plate"]),
        ("Rapeseed on marble", "J25 Table 4", newtonian, file["rapeseed"], at["rapeseed"]),
        ("Dashpots compared at 0.5 m/s", "J25 fig. 6", loops, dashpots, sorted(dashpots), 0, "light", at["dashpots"]),
        ("Restitution asked for and returned", "S20 fig. 5", in_out, file["restitution-in-out"]["impact"]),
        ("Ball on the ground, restitution 0.2", "S20 fig. 8", loops, balls, sorted(balls), 0, "soft", at["ball-loops"]),
        ("Adhesive particles at four speeds", "L15 fig. 7", four_loops, file["meso-loops"]["impact"], resting),
        ("Strength of adhesion", "L15 fig. 5", over_speed, file["meso-adhesion"]["impact"], adhesion),
        ("Strength of cohesion", "L15 fig. 9", over_speed, file["meso-restitution"]["impact"], cohesion, ends),
        ("Particles that stick", "L15 fig. 11", motion, file["meso-viscosity"]["impact"], held),
        *report_plots_systems.panels(file, rows),
    ]


def draw_key(key, lines, names):
    """Draws the names of the lines below their panel, several in a row if they are short."""
    key.set_axis_off()
    columns = 2 if len(names) > 4 and max(map(len, names)) < SHORT else 1
    legend = key.legend(
        lines, names, fontsize=5.5, loc="upper left", bbox_to_anchor=(0, 1.35), ncol=columns, borderaxespad=0
    )
    legend.set_in_layout(False)  # long names must not narrow the panel


def page(results, rows, more, path):
    """Draws the panels from the results of the inputs (impacts, chains, balls, mechanisms), then the panels `more`."""
    with contextlib.ExitStack() as stack:
        file = {name: stack.enter_context(h5py.File(result, "r")) for name, result in results.items()}
        draw = panels(file, rows) + more
        lines = -(-len(draw) // COLUMNS)
        drawing = style.figure(HEIGHT * lines)
        parts = drawing.subfigures(lines, COLUMNS).flat
        for part, (title, where, function, *arguments) in zip(parts, draw):
            axes, key = part.subplots(2, 1, height_ratios=[2, 1])
            function(axes, *arguments)
            axes.set_title(f"{title} ({where})")
            draw_key(key, *axes.get_legend_handles_labels())
    style.heading(drawing, "Lines: granum. Circles, crosses, dotted lines: printed. Numbers: printed (granum's).")
    style.save(drawing, path)
