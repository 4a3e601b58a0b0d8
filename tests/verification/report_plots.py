"""One page of plots for the verification report: what granum computes, with the printed numbers marked over it."""
import contextlib

import h5py
import numpy as np
import report_plots_systems
from granum_post import style
from report_values import K1, MASS, RADIUS

COLOURS = (*style.DISTINCT, style.BLACK)
PLASTIC_SPEED = 1.25 * 0.1 * RADIUS * np.sqrt(K1 / MASS)  # v_p of eta 4, plasticity depth 0.1 [m/s]


def loops(axes, group, variants, row, unit):
    """Force over overlap; unit: (of the overlap in 1/m, its name, of the force in 1/N, its name)."""
    scale, overlap_unit, force_scale, force_unit = unit
    for colour, variant in zip(COLOURS, variants):
        curves = group[variant]["curves"]
        overlap, force = curves["overlap"][row] * scale, curves["force"][row] * force_scale
        axes.plot(overlap, force, color=colour, linewidth=0.9, label=variant)
    axes.axhline(0, color="0.88", linewidth=0.5, zorder=0)
    axes.set_xlabel(f"overlap ({overlap_unit})")
    axes.set_ylabel(f"force ({force_unit})")
    axes.legend(fontsize=6)


def approach(row):
    return row.entry["at"]["approach_velocity"]


def newtonian(axes, file, rows, name):
    """Separation over approach speed of a plate experiment of J25."""
    for colour, variant in zip(COLOURS, ("fitted", "printed")):
        group = file["impact"][variant]
        speed, after = group["approach_velocity"][:], group["separation_velocity"][:]
        label = "sizes as printed" if variant == "printed" else "sizes that fit"
        axes.plot(speed, after / speed, color=colour, label=label)
    found = [row for row in rows if row.entry["input"] == name and row.entry["quantity"].startswith("separation speed")]
    points = [(approach(row), row.published / approach(row)) for row in found if "printed" not in row.entry["quantity"]]
    axes.plot(*zip(*points), "o", color=style.BLACK, markersize=3, markerfacecolor="none", label="published")
    axes.set_xlabel("approach velocity (m/s)")
    axes.set_ylabel("restitution")
    axes.legend(fontsize=6)


def in_out(axes, group):
    for colour, variant in zip(COLOURS, group):
        given = group[variant]["swept/contacts.0.normal.restitution"][:]
        axes.plot(given, group[variant]["restitution"][:], color=colour, linewidth=0.9, label=variant)
    axes.set_xlabel("restitution given")
    axes.set_ylabel("restitution returned")
    axes.legend(fontsize=5.5)


def over_speed(axes, group, variants):
    """Restitution over v/v_p."""
    for colour, variant in zip(COLOURS, variants):
        chi = group[variant]["approach_velocity"][:] / PLASTIC_SPEED
        axes.plot(chi, group[variant]["restitution"][:], color=colour, linewidth=0.9, label=variant)
    axes.set_xscale("log")
    axes.set_xlabel("v/v_p")
    axes.set_ylabel("restitution")
    axes.legend(fontsize=6)


def motion(axes, group):
    for colour, variant in zip(COLOURS, group):
        for row, look in ((0, "-"), (1, "--")):
            curves = group[variant]["curves"]
            overlap = curves["overlap"][row] / (1.25 * 0.1 * RADIUS)
            label = variant if row == 0 else None
            axes.plot(1e3 * curves["time"][row], overlap, look, color=colour, linewidth=0.8, label=label)
    axes.set_xlabel("time (ms); dashed: viscous")
    axes.set_ylabel("overlap/d_p")
    axes.legend(fontsize=6)


def four_loops(axes, group):
    curves = group["curves"]
    for row, (colour, chi) in enumerate(zip(COLOURS, ("0.34", "0.69", "1.1", "1.37"))):
        overlap, force = 1e6 * curves["overlap"][row], 1e3 * curves["force"][row]
        axes.plot(overlap, force, color=colour, linewidth=0.9, label=chi)
    axes.set_xlabel("overlap (µm)")
    axes.set_ylabel("force (mN)")
    axes.legend(fontsize=6, title="v/v_p", title_fontsize=6)


def page(results, rows, path):
    """Draws three panels a row from the results of the inputs: impacts first, then chains, balls and mechanisms."""
    steel, soft, light = (1e6, "µm", 1e-3, "kN"), (1e3, "mm", 1e-3, "kN"), (1e6, "µm", 1.0, "N")
    with contextlib.ExitStack() as stack:
        file = {name: stack.enter_context(h5py.File(result, "r")) for name, result in results.items()}
        two, joint, dashpots = (file[name]["impact"] for name in ("two-spheres", "socket", "dashpots"))
        balls = file["ball-loops"]["impact"]
        medium, fast = (sorted(name for name in two if name.startswith(speed)) for speed in ("medium", "fast"))
        draw = [
            ("W25 fig. 5: 8 m/s", loops, two, medium, 1, steel),
            ("W25 fig. 6: 25 m/s", loops, two, fast, 1, steel),
            ("W23 fig. 7: 4 m/s", loops, joint, ["ma_liu", "joint", "joint-printed"], 1, steel),
            ("J25 Table 2: alumina", newtonian, file["alumina-plate"], rows, "alumina-plate"),
            ("J25 Table 4: rapeseed", newtonian, file["rapeseed"], rows, "rapeseed"),
            ("J25 fig. 6: 0.5 m/s", loops, dashpots, sorted(dashpots), 0, light),
            ("S20 fig. 5", in_out, file["restitution-in-out"]["impact"]),
            ("S20 fig. 8: e 0.2", loops, balls, sorted(balls), 0, soft),
            ("L15 fig. 7", four_loops, file["meso-loops"]["impact"]),
            ("L15 fig. 5", over_speed, file["meso-adhesion"]["impact"], ["alpha-0", "alpha-0.042", "alpha-0.42"]),
            ("L15 fig. 9", over_speed, file["meso-restitution"]["impact"], ["below", "critical", "above", "tuned"]),
            ("L15 fig. 11", motion, file["meso-viscosity"]["impact"]),
        ]
        draw += report_plots_systems.panels(file)
        drawing = style.figure(65 * -(-len(draw) // 3))
        for axes, (title, function, *arguments) in zip(drawing.subplots(-(-len(draw) // 3), 3).flat, draw):
            function(axes, *arguments)
            axes.set_title(title)
    style.save(drawing, path)
