"""Adhesion (reversible, jump_in) in a chain: speeds in closed form after Singh, Magnanimo and Luding (L15), closing
energy balance, equal bits on any number of ranks.

Two beads of mass m (reduced M = m/2), adhesive force F, its stiffness K, reach F/K, energy U = F^2/(2 K). The method
is 5dp at tolerance 1e-13 of the scales of the case; a step ends at each kink and jump of the force, so that the
remaining error is about 1e-11. Allowed: 1e-9.
Labels: chain input law parallel record run time."""
import os
import tempfile
from math import asinh, sqrt

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, simulate

M, F, K, STIFF = 0.5e-3, 0.8, 3e6, 2e6
REACH, U = F / K, F * F / (2 * K)
V_A = F / sqrt(K * M)  # a body slower than this at zero overlap sticks (L15, below eq. 18b)
CASE = """
dimension: 1
materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}
contacts:
  - {between: '*', normal: {law: linear, stiffness: %r, restitution: 1},
      adhesion: {law: reversible, force: %r, stiffness: %r}, tension: allow}
particles: {beads: {chain: {count: 2}, material: steel, radius: 2 mm, mass: 1 g}}
initial_velocities: [{id: 1, velocity: 0.1}]
time: {end: 1 ms, integrator: rk, tolerance: 1e-13, overlap_limit: 1}
output: {energy: {every: 1 ms}}
""" % (
    STIFF,
    F,
    K,
)
path = case(CASE)
top = tempfile.TemporaryDirectory()
count = 0


def go(*sets, ranks=1, end=None, frames=1):
    """Runs the case; returns overlap and approach speed per frame, the ledger, and the results file. Fails if the
    energy balance does not close."""
    global count
    count += 1
    end = 1e-3 if end is None else end
    every = f"{end / frames:.17g}"
    sets = list(sets) + [f"time.end={end:.17g}", f"output.trajectory.every={every}", f"output.energy.every={every}"]
    results = simulate(path, os.path.join(top.name, str(count)), sets, ranks)
    books = ledger(results)
    with h5py.File(results, "r") as f:
        x, v = (f[f"particles/grains/{name}/value"][:, :, 0] for name in ("position", "velocity"))
    return 4e-3 - np.diff(x)[:, 0], -np.diff(v)[:, 0], books, results


def close(value, expected, text, allowed=1e-9):
    fact(
        abs(value - expected) <= allowed * abs(expected),
        f"{text}: {value:.12g}, expected {expected:.12g}, off by {abs(value / expected - 1):.1e}",
    )


def books_close(books, energy, text):
    worst = np.max(np.abs(books["residual"]))
    fact(worst <= 1e-9 * energy, f"{text}: ledger closes to {worst / energy:.1e} of the energy")


def speed(v):
    return f"initial_velocities.0.velocity={v!r}"


def gap(g):
    return f"particles.beads.chain.gap={g!r}"


def law(name):
    return f"contacts.0.adhesion.law={name}"


# Eq. 17b: starting beyond the reach, speed at zero overlap. The motion through the reach takes asinh(w REACH/v)/w, w^2
# = K/M.
for v in (0.3 * V_A, V_A, 7 * V_A):
    w = sqrt(K / M)
    d, rate, books, _ = go(speed(v), gap(2 * REACH), end=REACH / v + asinh(w * REACH / v) / w)
    close(rate[-1] / v, sqrt(1 + F * F / K / (M * v * v)), f"pull-in at {v / V_A:g} of the sticking speed (eq. 17b)")
    fact(abs(d[-1]) < 1e-9 * REACH, f"  at an overlap of {d[-1]:.1e} m")
    books_close(books, M * v * v / 2, "  pull-in")
    d, rate, _, _ = go(speed(v), gap(2 * REACH), law("jump_in"), end=1.999 * REACH / v)
    close(rate[-1], v, "  jump_in leaves the speed alone before the touch", 1e-14)

# Eq. 18b: leaving zero overlap at v_f. The beads start there and separate.
for v in (1.001 * V_A, 2 * V_A, 30 * V_A):
    d, rate, books, _ = go(speed(-v), end=50 * REACH / v)
    close(
        -rate[-1] / v,
        sqrt(1 - F * F / K / (M * v * v)),
        f"pull-off at {v / V_A:g} of the sticking speed (eq. 18b)",
        1e-9 if v > 1.1 * V_A else 1e-7,
    )
    books_close(books, M * v * v / 2, "  pull-off")

# A whole impact: reversible returns all energy, jump_in dissipates U; the ledger has the dissipation, and no energy
# remains stored.
for v in (1.5 * V_A, 4 * V_A, 20 * V_A):
    for name, lost in (("reversible", 0), ("jump_in", U)):
        for tension in ("allow", "clip"):
            d, rate, books, _ = go(
                speed(v), gap(2 * REACH), law(name), f"contacts.0.tension={tension}", end=40 * REACH / v + 2e-4
            )
            close(-rate[-1], sqrt(v * v - 2 * lost / M), f"impact at {v / V_A:g}, {name}, tension {tension}")
            fact(
                abs(books["dissipated_plastic"][-1] - lost) <= 1e-15 * U and books["elastic"][-1] == 0,
                f"  spent {books['dissipated_plastic'][-1] / U:g} U",
            )
            books_close(books, M * v * v / 2, "  impact")

# With a plastic law: eqs. 17b, 20b, 21 and 18b in a row, k2 = k1 + (k_p - k1) d_max/d_p.
K1, KP, KC, PHI = 2e6, 1e7, 1e6, 0.05
luding = f"contacts.0.normal={{law: luding, k1: {K1!r}, k_p: {KP!r}, k_c: {KC!r}, plasticity_depth: {PHI!r}}}"
d_p = KP / (KP - K1) * PHI * 2e-3  # 2 a1 a2/(a1 + a2) = 2 mm
for v in (5 * V_A, 20 * V_A):
    for name in ("reversible", "jump_in"):
        v_i = sqrt(v * v + (2 * U / M if name == "reversible" else 0))
        d_max = (F + sqrt(F * F + K1 * M * v_i * v_i)) / K1
        k2 = K1 + (KP - K1) * d_max / d_p
        e_f = 0.5 * K1 * d_max**2 * (K1 / k2 - KC / (K1 * k2) * (k2 - K1) ** 2 / (k2 + KC)) - F * d_max
        d, rate, books, _ = go(speed(v), gap(2 * REACH), law(name), luding, end=40 * REACH / v + 2e-4)
        # Here luding determines the error: it changes from its plastic to its elastic branch inside a step, up to 3e-7
        # with or without adhesion.
        close(-rate[-1], sqrt(2 * (e_f - U) / M), f"luding with {name} at {v / V_A:g}", 1e-6)
        books_close(books, M * v * v / 2, "  luding")

# Below the sticking speed jump_in sticks permanently, and further oscillations within the reach dissipate nothing more.
v = 0.9 * V_A
d, rate, books, _ = go(speed(v), gap(2 * REACH), law("jump_in"), end=1e-3, frames=200)
first = np.argmax(d > -REACH)
fact(
    np.all(d[first:] > -REACH) and np.ptp(rate[first:]) > v,
    f"jump_in at 0.9 of the sticking speed holds: overlaps {d[first:].min() / REACH:.3g} to "
    f"{d[first:].max() / REACH:.3g} reaches",
)
close(books["dissipated_plastic"][-1], U, "  spent once", 1e-15)
books_close(books, M * v * v / 2, "  holding")
d, rate, books, _ = go(speed(1.1 * V_A), gap(2 * REACH), law("jump_in"), end=1e-3, frames=200)
fact(d[-1] < -REACH, "jump_in at 1.1 of the sticking speed: the particles separate")

# Cycles: a bead between two fixed beads loses U at every first contact until it sticks.
v, n = 4 * V_A, 0
kinetic = 0.5 * 1e-3 * v * v
sets = (
    "particles.beads.chain.count=3",
    "ends.left=fixed",
    "ends.right=fixed",
    "initial_velocities.0.id=2",
    speed(v),
    gap(3 * REACH),
    law("jump_in"),
)
_, _, books, _ = go(*sets, end=4e-3, frames=400)
spent = books["dissipated_plastic"]
fact(
    np.all(np.abs(spent / U - np.round(spent / U)) < 1e-12),
    "between two held beads the loss is a whole number of U at any time",
)
free = books["elastic"] == 0
steps = np.round(spent[free] / U)
fact(len(set(steps)) > 10, f"the frames contain several numbers of cycles: {len(set(steps))}")
worst = np.max(np.abs(books["kinetic"][free] + spent[free] - kinetic))
fact(worst < 1e-9 * kinetic, f"in free flight the kinetic energy falls by the loss, within {worst / kinetic:.1e}")
fact(
    not free[-1] and round(spent[-1] / U) == 32, f"the particle sticks after {spent[-1] / U:g} touches"
)  # kinetic = 32 U: after the last loss no energy is left to separate
books_close(books, kinetic, "cycles")

# Several reaches in one block, and a pair without adhesion: each contact has its own reach.
mixed = case(
    """
dimension: 1
materials: {a: {density: 7800}, b: {density: 7800}, c: {density: 7800}}
contacts:
  - {between: [a, a], normal: {law: linear, stiffness: 2e6, restitution: 1},
      adhesion: {law: reversible, force: 0.8, stiffness: 3e6}}
  - {between: [b, b], normal: {law: linear, stiffness: 2e6, restitution: 1},
      adhesion: {law: reversible, force: 0.5, stiffness: 1e6}}
  - {between: [a, b], normal: {law: linear, stiffness: 2e6, restitution: 1},
      adhesion: {law: reversible, force: 0.6, stiffness: 1e6}}
  - {between: '*', normal: {law: linear, stiffness: 2e6, restitution: 1}}
particles:
  first: {chain: {count: 2}, material: a, radius: 2 mm, mass: 1 g}
  second: {chain: {count: 2}, material: b, radius: 2 mm, mass: 1 g, gap: 1 mm}
  third: {chain: {count: 2}, material: c, radius: 2 mm, mass: 1 g, gap: 1 mm}
initial_velocities: [{id: 2, velocity: 0.1}, {id: 4, velocity: 0.1}, {id: 6, velocity: 0.1}]
time: {end: 50 us, integrator: rk, tolerance: 1e-13}
output: {trajectory: {every: 50 us}}
"""
)
for ranks in (1, 2):
    with h5py.File(simulate(mixed, os.path.join(top.name, f"mixed{ranks}"), ranks=ranks), "r") as f:
        x, apart = (
            np.diff(f[f"particles/grains/{name}/value"][-1, :, 0])[[0, 2, 4]] for name in ("position", "velocity")
        )
    for i, (f_a, k_a) in enumerate(((0.8, 3e6), (0.5, 1e6), (0, 1e6))):
        fact(x[i] - 4e-3 > f_a / k_a, f"pair {i} on {ranks} ranks has left its reach")
        close(apart[i], sqrt(0.01 - f_a**2 / k_a / M), "  and keeps the speed of its own adhesion (eq. 18b)")

# Same bits on 1 and 3 ranks.
three = [
    "particles.beads.chain.count=3",
    "initial_velocities.0.velocity=0.4",
    gap(1.5 * REACH),
    "output.energy.every=2e-5",
    "output.trajectory.every=2e-5",
    "time.end=4e-4",
]
for name in ("reversible", "jump_in"):
    for normal in (
        "{law: tsuji, restitution: 0.8}",
        "{law: luding, k1: 2e6, k_p: 1e7, k_c: 1e6, plasticity_depth: 0.05}",
    ):
        for integrator in ("verlet", "rk"):
            sets = three + [
                law(name),
                f"contacts.0.normal={normal}",
                f"time.integrator={integrator}",
                "contacts.0.tension=clip",
            ]
            a, b = (
                simulate(path, os.path.join(top.name, f"{name}-{integrator}-{ranks}-{len(normal)}"), sets, ranks)
                for ranks in (1, 3)
            )
            told = run(["diff", a, b], check=False)
            fact(
                told.returncode == 0,
                f"{name}, {integrator}, {normal}: same bits on 1 and 3 ranks {told.stdout.strip()}",
            )


# The step bound: the stiffness of both laws, at the overlap that follows from speed and adhesion; printed with four
# digits.
def bound(*sets):
    arguments = [path] + [a for s in sets for a in ("--set", s)]
    told = run(["check"] + arguments).stdout.split("stable up to ")[1]
    return float(told.split(" s")[0]), float(told.split("expected overlap ")[1].split(" m")[0]), told


step, _, told = bound("contacts.0.adhesion.stiffness=1e12")
fact("linear with adhesion reversible" in told, "the step bound names both laws")
close(step, sqrt(1e-3 / (STIFF + 1e12)), "  and counts the stiffness of both", 1e-3)
for name, v, start, gain in (
    ("reversible", 0.1, 3 * REACH, U),
    ("jump_in", 0.1, 3 * REACH, 0),
    ("reversible", 0, 0.5 * REACH, 0.75 * U),
    ("jump_in", 0, 0.5 * REACH, 0),
):
    _, overlap, _ = bound(law(name), speed(v), gap(start))  # gain: of kinetic energy until zero overlap
    close(
        overlap,
        (F + sqrt(F * F + STIFF * (M * v * v + 2 * gain))) / STIFF,
        f"  expected overlap with {name} at {v} m/s from a gap of {start / REACH:g} reaches",
        1e-3,
    )

# Precompression includes the whole static force, law and adhesion: the chain remains at rest.
for name in ("reversible", "jump_in"):
    sets = (
        "particles.beads.chain.count=4",
        "ends.left=fixed",
        "ends.right=fixed",
        "particles.beads.chain.precompression=2",
        speed(0.0),
        law(name),
    )
    d, rate, books, results = go(*sets)
    close(d[0], (2 + F) / STIFF, f"overlap under 2 N with {name}", 1e-12)
    fact(np.max(np.abs(rate)) < 1e-12, f"  at rest: {np.max(np.abs(rate)):.1e} m/s")

told = run(["laws", "reversible"]).stdout
fact("approach [N]" in told and "-k_a (d + s)" in told, "granum laws reversible prints a card with a worked example")
done()
