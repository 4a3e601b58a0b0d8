"""Oblique impacts of pairs of equal spheres, many isolated pairs in one case; for test_oblique.py and the report."""
import os

import h5py
import numpy as np
from granum_test import ledger, simulate

RADIUS, DENSITY, MODULUS, NU = 1e-3, 2500, 70e9, 0.3  # SI
MASS = DENSITY * 4 / 3 * np.pi * RADIUS**3
APPROACH = 1e-3  # relative normal velocity; so slow that the normal rotates by less than 1e-4 in an impact [m/s]
STIFFNESS = 1e6  # of the linear springs [N/m]
# Duration of a contact with restitution 1 [s]. partial_slip: tsuji with this law of friction.
DURATION = {"tsuji": 11.4e-6, "partial_slip": 11.4e-6, "linear": 7.2e-6, "walton_braun": 7.2e-6}
LINEAR = f"law: linear_spring, stiffness: {STIFFNESS * 2 / 7!r}"
TANGENTIAL = {"tsuji": "law: mindlin", "partial_slip": "law: partial_slip", "linear": LINEAR, "walton_braun": LINEAR}
CELL = 10 * RADIUS  # distance of the pairs from each other


def normal(law, restitution):
    """Law of the normal force with this restitution, as input."""
    if law == "walton_braun":
        return f"{{law: walton_braun, k1: {STIFFNESS!r}, k2: {STIFFNESS / restitution**2!r}}}"
    if law == "linear":
        return f"{{law: linear, stiffness: {STIFFNESS!r}, restitution: {restitution!r}}}"
    return "{law: hertz}" if restitution == 1 else f"{{law: tsuji, restitution: {restitution!r}}}"


def write_group(path, first, columns, tangent, delay):
    """Table of the spheres of some pairs: spheres 1, 3, .. move along x and up, spheres 2, 4, .. against them."""
    with open(path, "w") as f:
        f.write("x,y,z,vx,vy,vz\n")
        for place, (ratio, wait) in enumerate(zip(tangent, delay), first):
            x, y = (place % columns + 0.5) * CELL, (place // columns + 0.5) * CELL
            for side in (-1, 1):
                along, up = -side * ratio * APPROACH / 2, -side * APPROACH / 2
                f.write(f"{x - along * wait!r},{y!r},{side * RADIUS - up * wait!r},{along!r},0,{up!r}\n")


def case_text(folder, law, rules, tangent, delay, parameters):
    """Text of a case without its times; writes the tables of its spheres. Arguments as of Impacts."""
    columns = int(np.ceil(np.sqrt(sum(len(t) for t in tangent))))
    materials, groups, place = [], [], 0
    contacts = [f"  - {{between: '*', normal: {normal(law, 1)}}}"]  # of pairs that never meet
    for k, (friction, restitution) in enumerate(rules):
        materials.append(f"  m{k}: {{density: {DENSITY}, youngs_modulus: {MODULUS!r}, poisson_ratio: {NU}}}")
        contacts.append(
            f"  - {{between: [m{k}, m{k}], normal: {normal(law, restitution)},\n"
            f"    tangential: {{{TANGENTIAL[law]}, friction: {friction!r}{parameters}}}}}"
        )
        groups.append(f"  g{k}: {{file: g{k}.csv, material: m{k}, radius: {RADIUS!r}}}")
        write_group(os.path.join(folder, f"g{k}.csv"), place, columns, tangent[k], delay[k])
        place += len(tangent[k])
    box = f"lower: [0, 0, {-4 * RADIUS}], upper: [{columns * CELL}, {columns * CELL}, {4 * RADIUS}]"
    heads = ["dimension: 3", f"domain: {{{box}}}", "materials:", *materials, "contacts:", *contacts]
    return "\n".join([*heads, "particles:", *groups])


class Impacts:
    """Runs pairs and keeps the results of each rule, an array over its pairs: spin of each sphere [rad/s], positive if
    it is that of rolling; restitution; slip at the contact after the impact [m/s]; and the ledger, if asked for.

    rules: (friction, restitution) of each group of pairs. tangent[rule]: tangential over normal velocity of each pair.
    delay[rule]: time until each pair touches [s]. parameters: further ones of the tangential law. energy: interval of
    the ledger [s]."""

    def __init__(self, folder, law, rules, tangent, step, delay=None, parameters="", end=None, energy=None):
        os.makedirs(folder, exist_ok=True)
        self.results = os.path.join(folder, "run", "results.h5")
        delay = delay or [[0.1 * DURATION[law]] * len(t) for t in tangent]
        end = end or 2.2 * DURATION[law]
        text = case_text(folder, law, rules, tangent, delay, parameters)
        text += f"\ntime: {{end: {end!r}, step: {step}, safety: 0.5, accuracy: 0.01}}"
        text += f"\noutput: {{trajectory: {{every: {end!r}}}"
        text += f", energy: {{every: {energy!r}}}}}\n" if energy else "}\n"
        with open(os.path.join(folder, "case.yaml"), "w") as f:
            f.write(text)
        simulate(os.path.join(folder, "case.yaml"), os.path.join(folder, "run"))
        with h5py.File(self.results, "r") as f:
            grains = f["particles/grains"]
            v, w = grains["velocity/value"][-1], grains["angular_velocity/value"][-1]
        ends = 2 * np.cumsum([0] + [len(t) for t in tangent])
        pairs = [slice(a, b, 2) for a, b in zip(ends, ends[1:])]
        across, apart = v[:-1, 0] - v[1:, 0], v[1:, 2] - v[:-1, 2]
        self.spin = [-w[p, 1] for p in pairs]
        self.restitution = [apart[p] / APPROACH for p in pairs]
        self.slip = [across[p] + 2 * RADIUS * w[p, 1] for p in pairs]
        self.ledger = ledger(self.results) if energy else None


def sliding(friction, restitution):
    """Spin of each sphere after an impact that slides throughout [rad/s]."""
    return 1.25 * friction * (1 + restitution) * APPROACH / RADIUS


def rolling(tangent):
    """Spin after which the contact points have the same velocity, as rigid bodies that stick [rad/s]."""
    return 5 / 14 * tangent * APPROACH / RADIUS
