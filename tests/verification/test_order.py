"""Order of verlet with damping: 2.00 +- 0.05 while no contact opens or closes, first order with half-step
velocities.

A bead between two fixed beads, precompressed, damped and disturbed. The reference is verlet at a 64th of the step;
its second-order error is 4096 times smaller than at the largest step, far below the tolerance of the order, 5 %.
Labels: chain input law record run time."""
import tempfile

import numpy as np
from granum_test import case, done, fact, sensor, simulate

CASE = """
dimension: 1
materials: {steel: {density: 7800, youngs_modulus: 200e9, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: %s}, tension: allow}]
particles: {beads: {chain: {count: 5, %s}, material: steel, radius: 5 mm}}
initial_velocities: [{id: %d, velocity: %g}]
ends: {left: fixed, right: fixed}
time: {end: 64 us, step: 0.4 us, overlap_limit: 1}
output: {sensors: {group: beads, at: [2, 3, 4], every: 64 us}}
"""


def final(path, step, options=(), sets=()):
    with tempfile.TemporaryDirectory() as directory:
        results = simulate(path, directory, [f"time.step={step!r}", *sets], options=options)
        return np.array([sensor(results, f"beads-{i}", "displacement")[1][-1] for i in (2, 3, 4)])


def order(path, options=()):
    steps = [0.4e-6 / 2**k for k in range(4)]
    exact = final(path, 0.4e-6 / 64)
    errors = [np.max(np.abs(final(path, h, options) - exact)) for h in steps]
    return np.log2(errors[0] / errors[-1]) / 3


for law in ("{law: tsuji, restitution: 0.6}", "{law: linear, stiffness: 2e7, restitution: 0.6}"):
    path = case(CASE % (law[6:-1], "precompression: 500 N", 3, 0.1))
    p = order(path)
    fact(abs(p - 2) < 0.05, f"{law}, never opening: order {p:.3f} between h and h/8")
    p = order(path, ["-ts_verlet_velocity", "half"])
    fact(abs(p - 1) < 0.3, f"{law}, half-step velocity: order {p:.3f}")
    half, full = (final(path, 0.4e-6, options) for options in (["-ts_verlet_velocity", "half"], []))
    key = final(path, 0.4e-6, sets=["time.velocity=half"])
    fact((key == half).all() and (key != full).any(), "time.velocity: half has the bits of the option")
    both = final(path, 0.4e-6, ["-ts_verlet_velocity", "full"], ["time.velocity=half"])
    fact((both == full).all(), "the option overrides time.velocity")
    p = order(case(CASE % (law[6:-1], "gap: 0.1 um", 3, 0.5)))
    print(f"     {law}, opening and closing: order {p:.3f} (reported, not asked for)")
done()
