"""Vertical chains of Wang et al. 2025 and Jia et al. 2025: equilibrium at the start, then force and time of the first
peaks at beads 13, 17 and the base against an independent integration of the same equations, within 1 % and 0.5 us. Laws
without an equilibrium at the load are refused.
Labels: input law parallel run."""
import math
import os
import tempfile

import numpy as np
from granum_test import SOURCE, card, case, done, fact, run, sensor, simulate
from report_values_vertical import SENSORS, first_peak

CASE1, CASE2, FLUID = (
    os.path.join(SOURCE, "inputs", "chain", name)
    for name in ("vertical-1.yaml", "vertical-2.yaml", "vertical-fluid.yaml")
)
MA_LIU = "{law: ma_liu, hardness_ratio: %s, conformity: %s}"
NEW = (
    "{law: kelvin_voigt_elastoplastic, restitution_elastic: %s, restitution_plastic: %s, hardness_ratio: %s, "
    "conformity: %s, variant: %s}"
)
NEW1, NEW2 = ("0.99", "0.93", "2.38", "13"), ("0.98", "0.87", "2.6", "21")
# input, law (None: that of the input), first peaks [N] and their times [us] at bead 13, bead 17 and the base
TABLE = [
    ("case 1, hertz", CASE1, "{law: hertz}", [(12.971, 113.8), (13.01, 147.4), (32.121, 187.8)]),
    (
        "case 1, tsuji 0.99",
        CASE1,
        "{law: tsuji, restitution: 0.99}",
        [(12.483, 113.9), (12.401, 147.7), (30.162, 188.4)],
    ),
    ("case 1, tsuji 0.93", CASE1, None, [(10.041, 114.6), (9.481, 149.3), (21.275, 191.3)]),
    ("case 1, ma_liu", CASE1, MA_LIU % ("2.38", "13"), [(8.202, 120.2), (7.613, 156.8), (14.362, 203.6)]),
    (
        "case 1, new law, continuous",
        CASE1,
        NEW % (*NEW1, "continuous"),
        [(12.577, 93.4), (11.641, 121.5), (17.631, 158.1)],
    ),
    ("case 2, hertz", CASE2, "{law: hertz}", [(25.203, 106.5), (25.18, 134.8), (55.063, 169.1)]),
    (
        "case 2, tsuji 0.98",
        CASE2,
        "{law: tsuji, restitution: 0.98}",
        [(23.991, 106.5), (23.711, 134.9), (50.64, 169.4)],
    ),
    ("case 2, tsuji 0.87", CASE2, None, [(19.123, 106.4), (18.16, 135.3), (35.253, 170.3)]),
    ("case 2, ma_liu", CASE2, MA_LIU % ("2.6", "21"), [(13.948, 115.3), (12.699, 146.8), (20.006, 188.0)]),
    (
        "case 2, new law, continuous",
        CASE2,
        NEW % (*NEW2, "continuous"),
        [(23.541, 84.6), (22.458, 106.4), (35.381, 136.3)],
    ),
    ("fluid", FLUID, None, [(9.086, 114.9), (8.424, 150.0), (18.459, 192.3)]),
]
# Beads of 1 g, of which the first 22 are pressed together.
OPPOSED = """
dimension: 1
materials: {steel: {density: 7800, youngs_modulus: 200e9, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: hertz}}]
particles:
  down: {chain: {count: 1}, material: steel, radius: 50 mm, mass: 1 g}
  middle: {chain: {count: 20}, material: steel, radius: 50 mm, mass: 1 g}
  up: {chain: {count: 1}, material: steel, radius: 50 mm, mass: 1 g}
  low: {chain: {count: 3}, material: steel, radius: 50 mm, mass: 1 g}
  base: {chain: {count: 1}, shape: plane, material: steel, fixed: true}
gravity: 9.81
forces: [{group: down, force: 100 kN}, {group: up, force: -100 kN}]
equilibrium: [down, middle, up, low, base]
time: {end: 1 us, step: 0.1 us}
output: {sensors: [{group: low, at: [1], every: 1 us}, {group: base, at: [1], every: 1 us}]}
"""

with tempfile.TemporaryDirectory() as top:
    for name, file, law, expected in TABLE:
        directory = os.path.join(top, "run")
        results = simulate(file, directory, [f"contacts.0.normal={law}"] if law else [])
        for where, (force, time) in zip(SENSORS, expected):
            t, f = first_peak(*sensor(results, where, "force"))
            fact(
                abs(f / force - 1) < 0.01 and abs(1e6 * t - time) < 0.5,
                f"{name}: {where} {f:.4g} N at {1e6 * t:.2f} us ({force} N at {time} us)",
            )
        found = card(directory)["equilibrium"]
        fact(
            found["residual"] <= 1e-12 * found["load"],
            f"{name}: net force {found['residual']:.2g} N remain of {found['load']:.4g} N",
        )

    # At rest nothing moves: the forces are the weights above.
    for name, file, load, upmost in (
        ("case 1", CASE1, 0.0, "beads"),
        ("case 2", CASE2, 2.38 + 0.5115e-3 * 9.81, "ball"),
    ):
        results = simulate(
            file, os.path.join(top, "still"), ["particles.striker.velocity=0", f"particles.{upmost}.gap=1 mm"]
        )
        for where, number in zip(SENSORS, (12.5, 16.5, 21)):
            weight = load + number * 0.45e-3 * 9.81
            force, velocity = (sensor(results, where, what)[1] for what in ("force", "velocity"))
            fact(
                np.all(abs(force / weight - 1) < 1e-9),
                f"{name} at rest: {where} carries {force[0]:.9g} N ({weight:.9g} N)",
            )
            fact(
                np.all(abs(velocity) < 1e-14), f"{name} at rest: {where} moves at {abs(velocity).max():.2g} m/s at most"
            )

    # Opposite loads that are 1e7 times the weights do not disturb the forces below them: a plain sum of the weights
    # would have an error of 1e-10 N.
    results = simulate(case(OPPOSED), os.path.join(top, "opposed"))
    weights = [1e-3 * 9.81 + force for force in (1e5, *20 * [0], -1e5, 0, 0, 0)]
    for where, beads in (("low-1", 22.5), ("base-1", 25)):
        whole = [math.fsum(weights[:n]) for n in (math.floor(beads), math.ceil(beads))]
        weight, force = sum(whole) / 2, sensor(results, where, "force")[1]
        fact(
            abs(force[0] / weight - 1) < 1e-13,
            f"opposite loads of 100 kN: {where} carries {force[0]:.15g} N ({weight:.15g} N)",
        )

    # The printed new law jumps over the magnet's force.
    for command in (["check", CASE2], ["run", CASE2, "-o", os.path.join(top, "none")]):
        told = run(
            command + ["--set", "contacts.0.normal=" + NEW % (*NEW2, "printed")],
            ranks=1 if command[0] == "check" else 3,
            check=False,
        )
        message = told.stderr.strip()
        fact(
            told.returncode == 2
            and "no equilibrium: the contact of bead 2 with bead 3 (ball - beads) must carry 2.385" in message
            and "variant: continuous" in message,
            f"refused: {message}",
        )
    fact(not os.path.exists(os.path.join(top, "none")), "the refused run creates no folder")
done()
