"""Section of the verification report on oblique impacts: spin against closed forms, rigid bodies and the solution of
Maw, Barber and Fawcett, and the work of friction with both sliders. The test test_oblique.py has the tolerances."""
import os

import numpy as np
from granum_post import style
from maw import rebound, stiffness_ratio
from oblique import APPROACH, DURATION, MASS, NU, RADIUS, Impacts, rolling, sliding

ANGLES = np.linspace(2, 86, 43)  # from the normal [degrees]
FRICTION = (0.1, 0.3, 0.7)
RESTITUTION, STEP = 0.5, 5e-9
ONE = 70  # angle of the impact whose work is shown [degrees]
PSI = np.linspace(0.1, 7, 70)


def run(directory):
    """Runs the impacts; returns them by name."""
    tangent = np.tan(np.radians(ANGLES))
    rules = [(friction, RESTITUTION) for friction in FRICTION]
    scale = FRICTION[1] / stiffness_ratio(NU)  # tangent of the angle of psi = 1
    work = {
        slider: Impacts(
            os.path.join(directory, f"oblique-{slider}"),
            "linear",
            [(FRICTION[0], 0.2)],
            [[np.tan(np.radians(ONE))]],
            STEP,
            parameters=f", slider: {slider}",
            energy=STEP,
        )
        for slider in ("spring", "total")
    }
    return {
        "spin": Impacts(os.path.join(directory, "oblique"), "tsuji", rules, [tangent] * len(rules), STEP),
        "elastic": {
            name: Impacts(os.path.join(directory, f"oblique-{name}"), law, [(FRICTION[1], 1)], [PSI * scale], STEP)
            for name, law in (("mindlin", "tsuji"), ("partial_slip", "partial_slip"))
        },
        "theory": rebound(NU, PSI),
        "work": work,
    }


def left(found, tangential):
    """Slip after the elastic impacts with this law in units of psi."""
    return found["elastic"][tangential].slip[0] / APPROACH / FRICTION[1] * stiffness_ratio(NU)


def section(found):
    """The section of the report as lines."""
    tangent = np.tan(np.radians(ANGLES))
    off = 0
    for friction, spin in zip(FRICTION, found["spin"].spin):
        slides = tangent > 1.02 * 3.5 * friction * (1 + RESTITUTION)
        off = max(off, np.max(np.abs(spin[slides] / sliding(friction, RESTITUTION) - 1)))
    partial = np.abs(left(found, "partial_slip") - found["theory"]) / PSI
    error = np.abs(left(found, "mindlin") - found["theory"]) / PSI
    within = PSI[np.flatnonzero(error > 0.02)[-1] + 1]
    gain = {slider: -np.min(np.diff(of.ledger["dissipated_frictional"])) for slider, of in found["work"].items()}
    slip = MASS / 14 * (np.tan(np.radians(ONE)) * APPROACH) ** 2
    return [
        "## Oblique impacts",
        "",
        f"Two equal spheres, law tsuji with mindlin, restitution {RESTITUTION}. Where the contact slides throughout,",
        f"the spin is within {100 * off:.2g} % of 1.25 mu (1 + e) v_n/R.",
        "",
        "Elastic impacts, hertz with mindlin or partial_slip, against the solution of N. Maw, J. R. Barber and J. N.",
        "Fawcett, Wear 38 (1976) 101, which has partial slip; psi = 2 (1 - nu) tan(angle)/(mu (2 - nu)), Poisson's",
        f"ratio 0.3. With partial_slip the slip after the impact is within {100 * np.max(partial):.1f} % of psi at all",
        f"angles. With mindlin it is within 2 % of psi for psi >= {within:.2g}, and too large by up to",
        f"{100 * np.max(error):.0f} % of psi, at psi = {PSI[np.argmax(error)]:.1f}.",
        "",
        f"Work of friction, linear with linear_spring, restitution 0.2, friction 0.1, {ONE} degrees: with slider:",
        f"spring no step reduces the loss by more than {max(0, gain['spring']) / slip:.1g} of the energy of the slip.",
        f"With slider: total, the rule of LAMMPS, a step reduces it by {gain['total'] / slip:.2g} times that energy.",
        "",
    ]


def draw_spin(axes, found):
    """Spin over the angle of the impact: granum as lines, rigid bodies dotted."""
    tangent = np.tan(np.radians(ANGLES))
    for colour, look, friction, spin in zip(style.DISTINCT, ("-", "--", "-."), FRICTION, found["spin"].spin):
        rigid = np.minimum(rolling(tangent), sliding(friction, RESTITUTION))
        axes.plot(ANGLES, spin * RADIUS / APPROACH, color=colour, linestyle=look, label=f"friction {friction}")
        axes.plot(ANGLES, rigid * RADIUS / APPROACH, color=colour, linestyle=":", linewidth=0.8)
    axes.plot([], [], color=style.BLACK, linestyle=":", linewidth=0.8, label="rigid bodies: roll, or slide throughout")
    axes.set_xlabel("angle from the normal (degrees)")
    axes.set_ylabel("spin R over approach speed")


def draw_elastic(axes, found):
    """Slip after elastic impacts over that before."""
    axes.plot(PSI, left(found, "mindlin"), color=style.BLUE, linestyle="-.", label="mindlin")
    axes.plot(PSI, left(found, "partial_slip"), color=style.BLUE, label="partial_slip")
    axes.plot(PSI, found["theory"], color=style.VERMILION, linestyle="--", label="Maw, Barber and Fawcett")
    rigid = np.maximum(0, PSI - 7 * stiffness_ratio(NU))
    axes.plot(PSI, rigid, color=style.BLACK, linestyle=":", label="rigid bodies")
    axes.axhline(0, color="0.88", linewidth=0.5, zorder=0)
    axes.set_xlabel("psi before the impact")
    axes.set_ylabel("psi after the impact")


def draw_work(axes, found):
    """Loss by friction over time in one impact with each slider."""
    for colour, look, (slider, of) in zip((style.BLUE, style.VERMILION), ("-", "--"), found["work"].items()):
        loss = of.ledger["dissipated_frictional"] * 1e12
        axes.plot(of.ledger["time"] * 1e6, loss, color=colour, linestyle=look, label=f"slider: {slider}")
    axes.set_xlim(0, 1.2 * DURATION["linear"] * 1e6)
    axes.set_xlabel("time (µs)")
    axes.set_ylabel("loss by friction (pJ)")


def panels(found):
    """Title, where the reference is printed, function and its argument of each panel."""
    return [
        (f"Oblique impacts, restitution {RESTITUTION}", "closed forms", draw_spin, found),
        ("Elastic oblique impacts", "Maw 1976", draw_elastic, found),
        (f"Work of friction, {ONE} degrees", "slider", draw_work, found),
    ]
