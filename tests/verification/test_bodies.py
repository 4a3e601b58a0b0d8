"""Impacts of clumps against closed forms: restitution of a body that lies flat on a plane or on another body, of a body
hit at its end or across its centre line; frictionless impulse (1 + e) v/(1/m + rho^2/I); free flight; order of the
energy balance; weight.
Labels: bulk contact input law particle record run time wall."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, simulate

RADIUS = 1e-3
CASE = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [0.1, 0.1, 0.1]}
clumps: {body: {spheres: [SPHERES]}}
materials: {glass: {density: 2500, youngs_modulus: 1e8, poisson_ratio: 0.3}}
contacts: [{between: [glass, glass], normal: {LAW}}]
particles: {body: {material: glass, clump: body, orientation: fixed, velocity: [0, 0, -1], mass: 1e-4,
  at: [{position: [0.05, 0.05, 0.05]}]}OTHER}
walls: WALLS
time: {end: 0.4 ms}
output: {trajectory: {every: 0.4 ms}, energy: {every: 0.4 ms}}
"""
LAWS = {"tsuji": "law: tsuji, restitution: %g", "linear": "law: linear, stiffness: 2e4, restitution: %g"}


def row(n, distance):
    """Spheres in a row along x, about the origin."""
    return [((i - (n - 1) / 2) * distance, 0, 0) for i in range(n)]


SHAPES = {
    "two spheres that overlap": row(2, 0.6 * RADIUS),
    "two spheres that touch": row(2, 2 * RADIUS),
    "a rod of five": row(5, RADIUS),
    "a square of four": [(x, y, 0) for x in (0, 1.5e-3) for y in (0, 1.5e-3)],
    "two spheres upright": [(0, 0, 0), (0, 0, 1.2e-3)],
}


def simulated(top, centres, law, other="", walls=None, sets=()):
    """Runs one body; returns velocity and spin of the first body in all frames, its mass and its moments."""
    spheres = ", ".join("{centre: [%.17g, %.17g, %.17g], radius: 1 mm}" % c for c in centres)
    level = 0.05 - RADIUS - 1e-7 + min(c[2] for c in centres) - np.mean([c[2] for c in centres])
    plane = "{floor: {shape: plane, point: [0, 0, %.17g], normal: [0, 0, 1], material: glass}}" % level
    text = CASE.replace("SPHERES", spheres).replace("LAW", law).replace("OTHER", other)
    path = case(text.replace("WALLS", plane if walls is None else walls))
    with h5py.File(simulate(path, os.path.join(top, "run"), sets)) as f:
        b = f["particles/bodies"]
        return b["velocity/value"][:, 0], b["angular_velocity/value"][:, 0], b["mass"][0], b["moments"][0]


FALL = ("velocity/value", "angular_velocity/value", "mass", "moments")

with tempfile.TemporaryDirectory() as top:
    for name, law in LAWS.items():
        for e in (0.9, 0.5):
            for shape, centres in SHAPES.items():
                v = simulated(top, centres, law % e)[0]
                fact(
                    abs(-v[-1, 2] / v[0, 2] / e - 1) < 0.01,
                    f"{name}: {shape}, flat on a plane, rebounds with {-v[-1, 2] / v[0, 2]:.4f} of {e} of its velocity",
                )

    # The end of a rod hits a peg: a fixed sphere below the centre of the last sphere.
    for name, law in LAWS.items():
        for e in (0.9, 0.5):
            peg = ", peg: {material: glass, radius: 1 mm, fixed: true, at: [{position: [0.052, 0.05, %.17g]}]}"
            v, w, m, moments = simulated(top, row(5, RADIUS), law % e, peg % (0.048 - 1e-7), "{}")
            impulse, rho = m * (v[-1, 2] - v[0, 2]), 2 * RADIUS
            expected = (1 + e) * -v[0, 2] / (1 / m + rho**2 / moments[1])
            fact(
                abs(impulse / expected - 1) < 0.01,
                f"{name}, {e}: the impulse at an end is {impulse / expected:.4f} of that of a rigid body",
            )
            ratio = w[-1, 1] * moments[1] / (-rho * impulse)
            fact(abs(ratio - 1) < 2e-3, f"{name}, {e}: the spin is {ratio:.5f} of that given by the impulse")

    # Two equal rods side by side: they share stiffness and damping, and exchange their velocities for e = 1.
    for e in (0.9, 0.5):
        rods = ", other: {material: glass, clump: body, orientation: fixed, mass: 1e-4, "
        rods += "at: [{position: [0.05, 0.05, %.17g]}]}"
        v, w = simulated(top, row(5, RADIUS), LAWS["tsuji"] % e, rods % (0.048 - 1e-7), "{}")[:2]
        ratio = (2 * v[-1, 2] - v[0, 2]) / -v[0, 2]
        fact(abs(ratio / e - 1) < 0.01, f"parallel rods rebound with {ratio:.4f} of their speed, and e is {e}")
        fact(np.abs(w).max() < 1e-9, "parallel rods rebound without rotation")

    # Free flight: constant angular momentum and energy, fall by g t^2/2.
    shape = [(0, 0, 0), (1.2e-3, 0, 0), (0, 0.7e-3, 0.5e-3)]
    spheres = ", ".join("{centre: [%g, %g, %g], radius: 1 mm}" % c for c in shape)
    text = CASE.replace("SPHERES", spheres).replace("LAW", "law: hertz").replace("OTHER", "").replace("WALLS", "{}")
    path = case(text.replace("velocity: [0, 0, -1]", "spin: [100, 300, 50]") + "gravity: [0, 0, -9.81]\n")
    sets = ["time.end=20 ms", "time.step=20 us", "output.trajectory.every=1 ms", "output.energy.every=1 ms"]
    results = simulate(path, os.path.join(top, "flight"), sets)
    books = ledger(results)
    fact(np.abs(books["residual"]).max() < 1e-12 * books["kinetic"].max(), "flight: the energy balance closes")
    with h5py.File(results) as f:
        b = f["particles/bodies"]
        x, q, w = (b[k + "/value"][:, 0] for k in ("position", "orientation", "angular_velocity"))
        time, moments = b["position/time"][:], b["moments"][0]
    fact(np.abs(x[:, 2] - x[0, 2] + 9.81 * time**2 / 2).max() < 1e-12, "the body falls by g t^2/2")

    def rotation(q):
        """Matrix of a unit quaternion."""
        a, b, c, d = q
        return np.array(
            [
                [1 - 2 * (c * c + d * d), 2 * (b * c - a * d), 2 * (b * d + a * c)],
                [2 * (b * c + a * d), 1 - 2 * (b * b + d * d), 2 * (c * d - a * b)],
                [2 * (b * d - a * c), 2 * (c * d + a * b), 1 - 2 * (b * b + c * c)],
            ]
        )

    momentum = np.array([rotation(p) @ (moments * (rotation(p).T @ s)) for p, s in zip(q, w)])
    fact(np.abs(momentum - momentum[0]).max() < 1e-12 * np.abs(momentum[0]).max(), "the angular momentum is constant")

    # A bed at rest: the stress is the virial of the weights, sum m g z over the volume; every body has contacts.
    bed = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [12 mm, 12 mm, 60 mm], periodic: [true, true, false]}
clumps: {bent: {spheres: [{centre: [-1 mm, 0, 0], radius: 0.8 mm}, {centre: [0, 0.3 mm, 0], radius: 0.8 mm},
  {centre: [1 mm, 0, 0], radius: 0.8 mm}]}}
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.2}, tangential: {law: mindlin, friction: 0.5}}]
gravity: [0, 0, -9.81]
particles: {bed: {material: glass, clump: bent, random: {count: 60}}}
walls: {floor: {side: lower_z, shape: plane, material: glass}}
time: {end: 0.4 s, step: 8 us}
output: {trajectory: {every: 0.4 s}, observables: {every: 0.4 s}, energy: {every: 0.1 s}, counters: {
  all: {within: {box: {lower: [0, 0, 0], upper: [12 mm, 12 mm, 60 mm]}}, every: 0.4 s},
  fallen: {plane: {point: [0, 0, 25 mm], normal: [0, 0, -1]}, every: 0.4 s}}}
"""
    results = simulate(case(bed), os.path.join(top, "bed"))
    with h5py.File(results) as f:
        bulk, b = f["observables/bulk"], f["particles/bodies"]
        weight = (b["mass"][:] * 9.81 * b["position/value"][-1, :, 2]).sum()
        ratio = bulk["stress"][-1, 8] * 12e-3 * 12e-3 * 60e-3 / weight
        volume = (b["mass"][:] / 2500).sum() / (12e-3 * 12e-3 * 60e-3)
        solid, number, coordination = (bulk[k][-1] for k in ("solid_fraction", "particles", "coordination"))
        every, fallen = (f["observables/counters/" + k] for k in ("all", "fallen"))
        counted = every["number"][-1] == 60 and abs(every["mass"][-1] / b["mass"][:].sum() - 1) < 1e-12
        passed = (b["position/value"][0, :, 2] > 25e-3).sum() == fallen["number"][-1] > 20
        temperature = bulk["rotational_temperature"][0] + bulk["kinetic_temperature"][0]
    fact(abs(ratio - 1) < 0.01, f"bed: the stress is {ratio:.4f} of the virial of the weights")
    fact(number == 60 and 2 < coordination < 12, f"bed: {number} bodies have {coordination:.1f} contacts on average")
    fact(abs(solid / volume - 1) < 1e-9, "bed: the solid fraction uses the volume of the unions of spheres")
    fact(counted and passed, "bed: counters count bodies and their masses")
    fact(temperature == 0, "bed: the temperature at the start is 0")

    # Bodies collide without damping: half the step leaves a quarter of the residual.
    gas = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [12 mm, 12 mm, 12 mm], periodic: [true, true, true]}
clumps: {dimer: {spheres: [{centre: [-0.3 mm, 0, 0], radius: 1 mm}, {centre: [0.5 mm, 0, 0], radius: 0.8 mm}]}}
materials: {glass: {density: 2500, youngs_modulus: 1e8, poisson_ratio: 0.3}}
contacts: [{between: [glass, glass], normal: {law: hertz}, tangential: {law: mindlin_force, friction: 0.3}}]
particles: {gas: {material: glass, clump: dimer, random: {count: 40}, velocity_deviation: 0.5, spin_deviation: 200}}
time: {end: 5 ms, step: 2 us}
output: {energy: {every: 0.2 ms}}
"""
    missed = []
    for step in ("1 us", "0.5 us"):
        books = ledger(simulate(case(gas), os.path.join(top, "gas"), ["time.step=" + step]))
        missed.append(np.abs(books["residual"]).max() / books["kinetic"][0])
    fact(
        missed[0] < 1e-3 and missed[1] < 0.4 * missed[0], f"gas: the balance closes to {missed[0]:.2g}, {missed[1]:.2g}"
    )

    # A body falls in a fluid, and its spin decreases: v' = g - c v/m, w' = -a w/I. The drag of bodies is that of one
    # sphere of equal volume: the same fall of a sphere of this mass.
    fall = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 60 mm], periodic: [true, true, true]}
gravity: [0, 0, -9.81]
drag: DRAG
clumps: {dimer: {spheres: [{centre: [-0.3 mm, 0, 0], radius: 1 mm}, {centre: [0.3 mm, 0, 0], radius: 1 mm}]}}
materials: {glass: {density: 2500, youngs_modulus: 1e8, poisson_ratio: 0.3}}
contacts: [{between: [glass, glass], normal: {law: hertz}}]
particles:
  bodies: {material: glass, clump: dimer, at: {position: [5 mm, 5 mm, 50 mm]}, velocity: [1, 0, 0], spin: [0, 0, 100],
           orientation: fixed}
  ball: {material: glass, radius: 1.128327583 mm, at: {position: [15 mm, 15 mm, 50 mm]}, velocity: [1, 0, 0]}
time: {end: 40 ms, step: 20 us}
output: {trajectory: {every: 40 ms}, energy: {every: 10 ms}}
"""
    for drag in ("{linear: 1e-5, angular: 1e-12}", "{viscosity: 1e-3 Pa s, density: 1000}"):
        path = simulate(case(fall.replace("DRAG", drag)), os.path.join(top, "fall"))
        with h5py.File(path) as f:
            b = f["particles/bodies"]
            v, w, m, moments = (b[k][-1, 0] if k[-1] == "e" else b[k][0] for k in FALL)
            ball = f["particles/grains/velocity/value"][-1, 2]
        fact(np.abs(v - ball).max() < 1e-8, f"drag {drag}: a body falls as a sphere of equal volume")
        if "angular" in drag:
            rate = 1e-5 / m
            exact = [
                np.exp(-rate * 0.04),
                -9.81 / rate * (1 - np.exp(-rate * 0.04)),
                100 * np.exp(-0.04e-12 / moments[2]),
            ]
            off = np.abs(np.array([v[0], v[2], w[2]]) / exact - 1).max()
            fact(off < 1e-8, f"and as the solution, off by {off:.0e}")
            books = ledger(path)
            off = np.abs(books["residual"]).max() / books["dissipated_drag"][-1]
            fact(off < 1e-8, f"and the energy balance closes to {off:.0e}")
done()
