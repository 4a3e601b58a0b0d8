"""Impacts with a closed-form result, and fixed cases of another program (impact_reference.json).
Labels: run."""
import json
import math
import os
import sys
import tempfile

import h5py
import numpy as np
from closed_forms import Luding, MaLiu, returned_by, root
from granum_test import case, done, fact, simulate
from oracle import pair

HERE = os.path.dirname(os.path.abspath(__file__))
STEEL = {"density": 7800.0, "youngs_modulus": 207e9, "poisson_ratio": 0.3, "yield_stress": 1030e6}
SPHERES = [{"material": "steel", "radius": 0.02}] * 2
SPEEDS = [0.003, 0.7, 40.0]


def impacts(variants, bodies=SPHERES, materials=None, **more):
    """Runs variants NAME -> {path: value} in one input; returns NAME -> {quantity: one value per speed}."""
    base = {
        "problem": "impact",
        "materials": materials or {"steel": STEEL},
        "bodies": bodies,
        "velocities": SPEEDS,
        **more,
    }
    base["contacts"] = [{"between": ["*", "*"], "normal": {"law": "hertz"}}]
    with tempfile.TemporaryDirectory() as directory:
        with h5py.File(simulate(case(json.dumps({**base, "variants": variants})), directory)) as f:
            return {
                name: {key: data[:] for key, data in f["impact"][name].items() if isinstance(data, h5py.Dataset)}
                for name in variants
            }


def law(normal, **paths):
    return {"contacts.0.normal": normal, **paths}


# The error of granum is about 1e-12 per step (the default tolerance) over some hundred steps; 1e-8 and 1e-9 allow for
# the amplification of a small restitution, the square root of a small difference of energies.
def returned_exactly():
    """Dashpots with restitution e, at any speed, for contacts that end at overlap 0."""
    values = [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1.0]
    for name, more in (("tsuji", {}), ("linear", {"stiffness": 1e8}), ("zhang_sharf", {"speed_floor": 1e-9})):
        got = impacts({f"e{k}": law({"law": name, "restitution": e, **more}) for k, e in enumerate(values)})
        for quantity in ("restitution", "restitution_theory"):
            worst = max(np.max(np.abs(got[f"e{k}"][quantity] - e)) for k, e in enumerate(values))
            fact(
                worst < 1e-8,
                f"{name}: {quantity} is e for e from {values[0]} to 1 at {len(SPEEDS)} speeds, to {worst:.1e}",
            )


def overdamped():
    """A dashpot C sqrt(K m) d^(1/4) on Hertz's spring is a linear oscillator of damping ratio C/sqrt(5) in other
    variables (so Tsuji's returns its e): it returns exp(-pi z/sqrt(1 - z^2)), and never parts if z >= 1. Jankowski's in
    both phases reaches that at e = 0.38."""
    values = [0.2, 0.35, 0.5, 0.7, 0.9]
    ratios = [9 * (1 - e * e) / (e * (e * (9 * math.pi - 16) + 16)) for e in values]
    want = [math.exp(-math.pi * z / math.sqrt(1 - z * z)) if z < 1 else 0.0 for z in ratios]
    got = impacts(
        {f"e{k}": law({"law": "jankowski", "phases": "both", "restitution": e}) for k, e in enumerate(values)}
    )
    worst = max(np.max(np.abs(got[f"e{k}"]["restitution"] - e)) for k, e in enumerate(want))
    fact(
        worst < 1e-8 and want[1] == 0,
        f"jankowski in both phases: restitution {np.array2string(np.array(want), precision=6)} to {worst:.1e}",
    )


def hysteresis():
    factors = {
        "hunt_crossley": lambda e: 1.5 * (1 - e),
        "lankarani_nikravesh": lambda e: 0.75 * (1 - e * e),
        "flores": lambda e: 1.6 * (1 - e) / e,
        "gharib_hurmuzlu": lambda e: 1 / e,
        "hu_guo": lambda e: 1.5 * (1 - e) / e,
        "safaeifar_farshidianfar": lambda e: 1.25 * (1 - e) / e,
    }
    values = [0.05 * k for k in range(1, 21)]
    for name, h in factors.items():
        got = impacts(
            {f"e{k}": law({"law": name, "restitution": e, "speed_floor": 1e-9}) for k, e in enumerate(values)}
        )
        for quantity in ("restitution", "restitution_theory"):
            worst = max(np.max(np.abs(got[f"e{k}"][quantity] / returned_by(h(e)) - 1)) for k, e in enumerate(values))
            fact(worst < 1e-8, f"{name}: {quantity} solves h(1+e) = ln[(1+h)/(1-eh)] for 20 e, to {worst:.1e}")


def walton_braun():
    ratios = [1.0, 1.01, 2.0, 10.0, 300.0]
    got = impacts({f"r{k}": law({"law": "walton_braun", "k1": 1e7, "k2": 1e7 * r}) for k, r in enumerate(ratios)})
    for quantity in ("restitution", "restitution_theory"):
        worst = max(np.max(np.abs(got[f"r{k}"][quantity] * math.sqrt(r) - 1)) for k, r in enumerate(ratios))
        fact(worst < 1e-8, f"walton_braun: {quantity} is sqrt(k1/k2), to {worst:.1e}")


def ma_liu():
    R, m, E = 0.01, 0.5 * 4 / 3 * math.pi * 0.02**3 * 7800, 207e9 / (2 * (1 - 0.3**2))
    speeds = np.geomspace(0.02, 60, 60).tolist()
    for psi, eps in ((3.0, 13), (2.4, 20)):
        for unloading in ("passive", "published"):
            rule = {"law": "ma_liu", "hardness_ratio": psi, "conformity": eps, "unloading": unloading}
            got = impacts({"x": law(rule)}, velocities=speeds)["x"]
            want = np.array([MaLiu(R, E, 1030e6, psi, eps, unloading == "passive").outcome(m, v) for v in speeds])
            for quantity, column in (("restitution", 0), ("restitution_theory", 3), ("overlap_max", 1)):
                worst = np.max(np.abs(got[quantity] / want[:, column] - 1))
                fact(
                    worst < 1e-9,
                    f"ma_liu psi {psi} eps {eps} {unloading}: {quantity} from U_c and U_r, "
                    f"60 speeds over three phases, to {worst:.1e}",
                )
            # The residual overlap is the difference of overlap_max and its unloading: measured by overlap_max.
            worst = np.max(np.abs(got["residual_overlap"] - want[:, 2]) / want[:, 1])
            fact(
                worst < 1e-9, f"ma_liu psi {psi} eps {eps} {unloading}: residual overlap, to {worst:.1e} of the largest"
            )


# L15: radius 1.1 mm, 2000 kg/m^3, k1 100 N/m, k_p 500 N/m, phi_f 0.05.
MESO = {"density": 2000.0, "youngs_modulus": 1e9, "poisson_ratio": 0.3}
GRAINS = [{"material": "meso", "radius": 1.1e-3}] * 2
MESO_MASS = 0.5 * 4 / 3 * math.pi * 1.1e-3**3 * 2000
MESO_LIMIT = 500 / 400 * 0.05 * 1.1e-3
MESO_SPEED = MESO_LIMIT * math.sqrt(100 / MESO_MASS)  # that reaches the limit without adhesion: chi = 1


def meso(beta, **more):
    return {"law": "luding", "k1": 100.0, "k_p": 500.0, "k_c": 100.0 * beta, "plasticity_depth": 0.05, **more}


def luding_curves():
    chi = np.geomspace(0.0004, 10, 200)
    speeds = (chi * MESO_SPEED).tolist()
    variants, theory = {}, {}
    for beta in (1 / 9, 1 / 3, 1.0):
        for alpha, kind in ((0.0, None), (0.042, "jump_in"), (0.42, "reversible")):
            f_a = alpha * math.sqrt(100 * MESO_MASS) * 0.01
            name = f"beta-{beta:.3f}-alpha-{alpha}"
            variants[name] = law(meso(beta))
            if kind:
                variants[name]["contacts.0.adhesion"] = {"law": kind, "force": f_a, "stiffness": 100.0}
            theory[name] = Luding(100.0, 500.0, 100.0 * beta, MESO_LIMIT, MESO_MASS, f_a)
    got = impacts(variants, GRAINS, {"meso": MESO}, velocities=speeds)
    for name in variants:
        want = np.array([theory[name].outcome(v) for v in speeds])
        ours, sticks = got[name], want[:, 0] == 0
        # e^2 is a difference of energies: its error counts 1/(2 e), hence e^2 is compared where e is small.
        worst = np.max(np.abs(ours["restitution"] - want[:, 0]) * np.maximum(ours["restitution"], want[:, 0]))
        same = np.all(sticks == (ours["restitution"] == 0))
        fact(
            worst < 1e-9 and same,
            f"luding {name}: e1, e2 and {sum(sticks)} that stick of 200 speeds, e^2 to {worst:.1e}",
        )
        worst = np.max(np.abs(ours["restitution"][~sticks] / want[~sticks, 0] - 1))
        fact(worst < 1e-7, f"luding {name}: e to {worst:.1e}")
        worst = np.max(np.abs(ours["residual_overlap"] / MESO_LIMIT - want[:, 2] / MESO_LIMIT))
        fact(worst < 1e-7, f"luding {name}: residual overlap to {worst:.1e} d_p")
        e = ours["restitution_theory"]
        worst = np.max(np.abs(e - want[:, 0]) * np.maximum(e, want[:, 0]))
        fact(worst < 1e-12, f"luding {name}: restitution_theory (L15 eqs. 25, 30 to 33), e^2 to {worst:.1e}")
        if name.endswith("alpha-0.0"):
            sticking_overlaps(name, float(name.split("-")[1]), chi, ours, sticks)


def sticking_overlaps(name, beta, chi, ours, sticks):
    """L15 fig. 8. On the cohesive branch the kinetic energy is k_c d^2/2 minus the energy that is missing at d = 0, so
    bodies that stick come to rest at d^2 = d_p^2 (lost - chi^2)/beta, with the loss in units of k1 d_p^2/2."""
    beta = {0.111: 1 / 9, 0.333: 1 / 3, 1.0: 1.0}[beta]
    q = 4 * np.minimum(chi, 1)
    lost = q / (1 + q) * (1 + beta * q / (1 + beta + q)) * np.minimum(chi, 1) ** 2
    want = np.sqrt(np.maximum(lost - chi**2, 0) / beta)
    worst = np.max(np.abs(ours["sticking_overlap"] / MESO_LIMIT - want)[sticks], initial=0)
    none = np.isnan(ours["sticking_overlap"][~sticks]).all()
    fact(worst < 1e-7 and none, f"luding {name}: sticking overlap at {sum(sticks)} speeds to {worst:.1e} d_p")


def luding_limits():
    """L15 eqs. 35-40 for eta 4: sticking begins and ends at chi_b and chi_c; overlap at the turn;
    beta* = 1/(eta - 1)."""
    eta, beta = 4.0, 1.0
    # e1 = 0: 1 + beta + q = beta q^2 with q = eta chi; e2 = 0: chi^2 = 1 - 1/(1+eta) + beta
    # eta^2/((1+eta)(1+beta+eta)).
    chi_b = (1 + math.sqrt(1 + 4 * beta * (1 + beta))) / (2 * beta * eta)
    chi_c = math.sqrt(1 - 1 / (1 + eta) + beta * eta**2 / ((1 + eta) * (1 + beta + eta)))
    theory = Luding(100.0, 500.0, 100.0, MESO_LIMIT, MESO_MASS)
    speeds = [
        chi * MESO_SPEED for chi in (chi_b * (1 - 1e-6), chi_b * (1 + 1e-6), chi_c * (1 - 1e-6), chi_c * (1 + 1e-6))
    ]
    e = impacts({"x": law(meso(1.0))}, GRAINS, {"meso": MESO}, velocities=speeds)["x"]["restitution"]
    fact(
        abs(chi_b - 0.5) < 1e-15 and abs(chi_c - 1.1547005384) < 1e-10,
        "luding: the limits used here equal those of L15",
    )
    fact(
        e[0] > 0 and e[1] == 0 and e[2] == 0 and e[3] > 0,
        f"luding: sticks between chi {chi_b:.7f} and {chi_c:.7f} for eta 4, beta 1 (e {e[0]:.1e}, {e[1]:g}, {e[2]:g}, "
        f"{e[3]:.1e})",
    )
    published = {0.69: 0.27570993161, 0.8: 0.38430756913, 0.95: 0.5292317138, 1.0: 1 / math.sqrt(3), 1.1: 0.35118845843}
    worst = max(abs(theory.outcome(chi * MESO_SPEED)[1] / MESO_LIMIT - d_c) for chi, d_c in published.items())
    fact(
        worst < 1e-10,
        "luding: the closed form used here turns at the overlaps of L15 eqs. 36, 38, at most d_p/sqrt(3), "
        f"to {worst:.1e}",
    )
    for b, parts in ((1 / 3 - 1e-9, True), (1 / 3 + 1e-9, False)):
        e = impacts({"x": law(meso(b))}, GRAINS, {"meso": MESO}, velocities=[MESO_SPEED])["x"]["restitution"][0]
        fact((e > 0) == parts, f"luding: chi 1 {'parts' if parts else 'sticks'} at beta* {b - 1 / 3:+.0e}: e {e:.1e}")


def luding_followed():
    """Bodies that stick come to rest at the same overlap whether or not their motion is recorded (curve_until)."""
    speeds = [chi * MESO_SPEED for chi in (0.7, 1.0, 1.1)]
    variants = {
        f"beta-{beta:g}-{until}": law(meso(beta), curves=until > 0, curve_until=until or 1e-3)
        for beta in (1.0, 5.0)
        for until in (0, 0.0531, 0.0537)
    }
    got = impacts(variants, GRAINS, {"meso": MESO}, velocities=speeds, curve_points=2)
    for name, ours in got.items():
        theory = Luding(100.0, 500.0, 100.0 * float(name.split("-")[1]), MESO_LIMIT, MESO_MASS)
        worst = np.max(np.abs(ours["residual_overlap"] - [theory.outcome(v)[2] for v in speeds])) / MESO_LIMIT
        fact(
            worst < 1e-7 and np.all(ours["restitution"] == 0),
            f"luding {name}: sticks, residual overlap to {worst:.1e} d_p",
        )


def luding_tuned():
    """L15 App. A: a plastic range four times as deep does not change slower impacts, and continues with the same
    growth of k2."""
    k_p = root(lambda k: (k - 100.0) ** 2 / k - 4 * 400.0**2 / 500, 500.0, 1e5)
    theory = Luding(100.0, k_p, 10.0, k_p / (k_p - 100) * 0.2 * 1.1e-3, MESO_MASS)
    speeds = (np.geomspace(0.01, 20, 40) * MESO_SPEED).tolist()
    got = impacts(
        {"tuned": law(meso(0.1, plasticity_depth_tuned=0.2)), "plain": law(meso(0.1))},
        GRAINS,
        {"meso": MESO},
        velocities=speeds,
    )
    worst = np.max(np.abs(got["tuned"]["restitution"] - [theory.outcome(v)[0] for v in speeds]))
    fact(worst < 1e-8, f"luding tuned: restitution to {worst:.1e}")
    slow = np.array(speeds) < MESO_SPEED
    same, other = (np.abs(got["tuned"]["restitution"] - got["plain"]["restitution"])[part] for part in (slow, ~slow))
    fact(
        np.max(same) < 1e-10 and np.min(other) > 1e-3,
        f"luding tuned: as the plain law below its limit (to {np.max(same):.1e}), "
        f"another above (by {np.min(other):.1e})",
    )


def luding_root():
    """L15 App. D: k2 = k1 (1 + eta sqrt(chi)); without cohesion e = sqrt(k1/k2). Eta 50."""
    chi = {0.01: 0.40824829046, 0.1: 0.24389236797, 0.5: 0.1658501621, 1.0: 0.1400280084}
    normal = meso(0.0, interpolation="sqrt")
    normal["k_p"] = 5100.0
    limit = 5100 / 5000 * 0.05 * 1.1e-3 * math.sqrt(100 / MESO_MASS)
    e = impacts({"x": law(normal)}, GRAINS, {"meso": MESO}, velocities=[c * limit for c in chi])["x"]["restitution"]
    worst = max(abs(got - 1 / math.sqrt(1 + 50 * math.sqrt(c))) for got, c in zip(e, chi))
    fact(worst < 1e-8, f"luding sqrt: restitution to {worst:.1e}")
    fact(np.max(np.abs(e - list(chi.values()))) < 1e-8, "luding sqrt: restitution of another program")


def adhesion():
    """L15 eqs. 17b, 18b with an elastic contact: `reversible` returns its energy; `jump_in` dissipates f_a^2/(2
    k_a)."""
    f_a, k_a = 2e-5, 300.0
    speeds = [1e-4, 1e-3, 0.01, 0.1]
    hertz = {"contacts.0.normal": {"law": "hertz"}, "end": "apart"}
    variants = {
        kind: {**hertz, "contacts.0.adhesion": {"law": kind, "force": f_a, "stiffness": k_a}}
        for kind in ("reversible", "jump_in")
    }
    got = impacts(variants, GRAINS, {"meso": MESO}, velocities=speeds)
    worst = np.max(np.abs(got["reversible"]["restitution"] - 1))
    fact(worst < 1e-9, f"reversible adhesion: restitution 1 to {worst:.1e}")
    want = np.sqrt(np.maximum(1 - f_a**2 / k_a / MESO_MASS / np.array(speeds) ** 2, 0))
    worst = np.max(np.abs(got["jump_in"]["restitution"] - want))
    fact(
        worst < 1e-9 and want[0] == 0 and 0 < want[2] < 1,
        f"jump_in adhesion: restitution {np.array2string(want, precision=6)} to {worst:.1e}",
    )


def reference():
    """Cases of another program. Its tolerances are 1e-12, 1e-11 with jumps, and it printed 10 digits of a duration:
    hence 2e-9. Losses: of the energy before."""
    with open(os.path.join(HERE, "impact_reference.json")) as f:
        data = json.load(f)
    variants = {}
    for k, c in enumerate(data["cases"]):
        variants[f"c{k}"] = law(c["normal"], bodies=c["bodies"], velocities=[c["velocity"]], end=c["end"])
    first = data["cases"][0]
    got = impacts(variants, first["bodies"], data["materials"])
    worst, where, wrong = 0.0, "", []
    for k, c in enumerate(data["cases"]):
        ours = got[f"c{k}"]
        before = 0.5 * pair(data["materials"], c["bodies"]).mass * c["velocity"] ** 2
        for key, want in c["expect"].items():
            scale = {"energy_lost": before, "residual_overlap": ours["overlap_max"][0]}.get(key, abs(want))
            off = abs(ours[key][0] - want) / scale
            if off > worst:
                worst, where = off, f"{c['name']}: {key}"
            if not off < 2e-9:
                wrong.append(f"{c['name']}: {key} {ours[key][0]:.12g}, reference {want:.12g}")
    fact(
        not wrong,
        f"{len(data['cases'])} reference cases, worst {worst:.1e} ({where})"
        + "".join("\n     " + w for w in wrong[:20]),
    )


def main():
    parts = [
        returned_exactly,
        overdamped,
        hysteresis,
        walton_braun,
        ma_liu,
        luding_curves,
        luding_limits,
        luding_followed,
        luding_tuned,
        luding_root,
        adhesion,
        reference,
    ]
    for part in parts:
        if len(sys.argv) < 2 or part.__name__ in sys.argv[1:]:
            part()
    done()


if __name__ == "__main__":
    main()
