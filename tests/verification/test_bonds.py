"""Bonds between spheres as beams: a cantilever in statics and in its first mode, momenta of a freely rotating body,
strengths, formation at contact, and an energy balance that closes when bonds break.
Labels: bulk contact input law parallel record run time."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, simulate
from scipy.linalg import eigh

R, E, NU, RHO, N = 1e-3, 1e9, 0.25, 2500.0, 20
MASS, INERTIA = 4 / 3 * np.pi * R**3 * RHO, 0.4 * 4 / 3 * np.pi * R**5 * RHO
SPAN = 2 * R
CASE = """
dimension: 3
domain: {lower: [-20 mm, -20 mm, -20 mm], upper: [60 mm, 20 mm, 20 mm]}
materials: {m: {density: 2500, youngs_modulus: 1 MPa, poisson_ratio: 0.3}}
contacts:
  - between: [m, m]
    normal: {law: hertz}
    bond: {law: beam, youngs_modulus: 1 GPa, radius_ratio: 0.5}
"""
top = tempfile.TemporaryDirectory()
count = 0


def table(positions, velocities=None, spins=None, radii=None):
    """Writes particles to a file; returns its path."""
    global count
    count += 1
    zero = np.zeros_like(positions)
    rows = np.hstack([positions, zero if velocities is None else velocities, zero if spins is None else spins])
    radii = np.full(len(rows), R) if radii is None else radii
    path = os.path.join(top.name, f"particles-{count}.csv")
    np.savetxt(path, np.column_stack([rows, radii]), "%.17g", ",", header="x,y,z,vx,vy,vz,wx,wy,wz,radius", comments="")
    return path


def go(particles, more, sets=(), ranks=1):
    """Runs; returns the results file."""
    global count
    count += 1
    return simulate(
        case(CASE + "particles:\n" + particles + more), os.path.join(top.name, str(count)), list(sets), ranks
    )


def values(results, *names):
    with h5py.File(results, "r") as f:
        return [f[f"particles/grains/{name}/value"][:] for name in names]


def broken(results):
    with h5py.File(results, "r") as f:
        return {name: data[:] for name, data in f["observables/bonds"].items()}


def near(value, expected, allowed, text):
    off = abs(value / expected - 1)
    fact(off <= allowed, f"{text}: {value:.8g}, expected {expected:.8g}, off by {off:.1e}, allowed {allowed:g}")


def section(ratio):
    r = ratio * R
    return np.pi * r**2, np.pi / 4 * r**4, E / (2 * (1 + NU)), 6 * (1 + NU) / (7 + 6 * NU)


# ---- statics: a beam of 20 spheres, held at one end, with a force at the tip, brought to rest by a drag near the
# critical one ----

CHAIN = np.array([[SPAN * k, 0, 0] for k in range(1, N)])
LENGTH = (N - 1) * SPAN


def bend(ratio, theory, load):
    free = table(CHAIN[:-1])
    stiffness, mass = E * section(ratio)[1], MASS / SPAN
    rate = 3.516 * np.sqrt(stiffness / (mass * LENGTH**4))  # the slowest mode; all others are damped less
    results = go(
        f"  held: {{at: [{{position: [0, 0, 0]}}], material: m, radius: 1 mm, fixed: true}}\n"
        f"  beam: {{file: {free}, material: m}}\n"
        f"  tip: {{at: [{{position: [{LENGTH}, 0, 0]}}], material: m, radius: 1 mm}}\n",
        f"forces: [{{group: tip, force: [0, 0, {-load!r}]}}]\ndrag: {{linear: {2 * MASS * rate!r}}}\n"
        f"time: {{end: {16 / rate!r}, safety: 0.9}}\noutput: {{trajectory: {{every: {16 / rate!r}}}}}\n",
        [f"contacts.0.bond.radius_ratio={ratio}", f"contacts.0.bond.theory={theory}"],
    )
    return -values(results, "position")[0][-1, -1, 2]


for ratio, theory in ((0.5, "euler_bernoulli"), (1.0, "timoshenko")):
    area, second, shear, kappa = section(ratio)
    load = 0.005 * LENGTH * 3 * E * second / LENGTH**3  # a deflection of 0.5 %; the nonlinear part is (0.005)^2
    expected = load * LENGTH**3 / (3 * E * second)
    if theory == "timoshenko":
        near(expected + load * LENGTH / (kappa * shear * area), expected, 5e-3, "the shear of the thick beam is small")
        expected += load * LENGTH / (kappa * shear * area)
    # remaining motion after 16 damping times: 17 e^-16 = 2e-6
    near(bend(ratio, theory, load), expected, 1e-4, f"cantilever of 20 spheres, {theory}, deflection")


# ---- its first mode: started with the velocities of the mode of the spheres and beams, which is computed here ----


def first_mode():
    """Frequency, and the shape: displacements along z and angles about y of the free spheres."""
    stiffness, h = E * section(0.5)[1], SPAN
    k = np.zeros((2 * N, 2 * N))
    element = (
        stiffness
        / h**3
        * np.array(
            [
                [12, 6 * h, -12, 6 * h],
                [6 * h, 4 * h * h, -6 * h, 2 * h * h],
                [-12, -6 * h, 12, -6 * h],
                [6 * h, 2 * h * h, -6 * h, 4 * h * h],
            ]
        )
    )
    for i in range(N - 1):
        k[2 * i : 2 * i + 4, 2 * i : 2 * i + 4] += element
    w2, modes = eigh(k[2:, 2:], np.diag([MASS, INERTIA] * (N - 1)))
    return np.sqrt(w2[0]), modes[::2, 0] / modes[-2, 0], modes[1::2, 0] / modes[-2, 0]


frequency, shape, angles = first_mode()
speed = 1e-5 * LENGTH * frequency  # of the tip: an amplitude of 1e-5 of the length
free = table(
    CHAIN,
    np.column_stack([0 * shape, 0 * shape, speed * shape]),
    np.column_stack([0 * shape, -speed * angles, 0 * shape]),
)
PERIOD = 2 * np.pi / frequency
results = go(
    f"  held: {{at: [{{position: [0, 0, 0]}}], material: m, radius: 1 mm, fixed: true}}\n"
    f"  beam: {{file: {free}, material: m}}\n",
    f"time: {{end: {3.1 * PERIOD!r}, safety: 0.9}}\n"
    f"output: {{trajectory: {{every: {PERIOD / 200!r}}}, energy: {{every: {PERIOD / 20!r}}}}}\n",
    ["contacts.0.bond.theory=euler_bernoulli"],
)
with h5py.File(results, "r") as f:
    t = f["particles/grains/position/time"][:]
z = values(results, "position")[0][:, -1, 2]
k = np.flatnonzero((z[:-1] < 0) & (z[1:] >= 0))
crossings = t[k] - z[k] * (t[k + 1] - t[k]) / (z[k + 1] - z[k])
measured = 2 * np.pi / np.mean(np.diff(crossings))
near(measured, frequency, 2e-5, "first frequency of the cantilever, against that of its mass and stiffness matrices")
whole = LENGTH + SPAN / 2  # the last sphere ends there
near(
    measured,
    1.87510407**2 / whole**2 * np.sqrt(E * section(0.5)[1] * SPAN / MASS),
    1e-2,
    "and that of Euler and Bernoulli's beam",
)
books = ledger(results)
energy = books["kinetic"][0]
# no dashpot: kinetic and elastic energy are exchanged within (w h)^2, w of the mode
fact(
    np.max(np.abs(books["residual"])) < 1e-4 * energy,
    f"no energy is lost in 3 periods: {np.max(np.abs(books['residual'])) / energy:.1e}",
)

# ---- a body of six unequal spheres that are not on a line, in free rotation and vibration ----
radii = 1e-3 * np.array([1.0, 0.7, 1.2, 0.5, 0.9, 0.8])
turns = np.array([[1, 0, 0], [0.6, 0.8, 0], [0, 0.6, 0.8], [-0.8, 0, 0.6], [0, -1, 0]])
body = np.vstack([[0.0, 0, 0], np.cumsum([(radii[i] + radii[i + 1]) * turns[i] for i in range(5)], axis=0)]) + np.array(
    [10e-3, 0, 0]
)
mass = 4 / 3 * np.pi * radii**3 * RHO
spin = np.array([300.0, -500.0, 400.0])
rng = np.random.default_rng(5)
velocity = np.cross(spin, body - mass @ body / mass.sum()) + 0.05 * rng.standard_normal(body.shape)
results = go(
    f"  body: {{file: {table(body, velocity, spin + 20 * rng.standard_normal(body.shape), radii)}, material: m}}\n",
    "time: {end: 60 ms, safety: 0.3}\noutput: {trajectory: {every: 2 ms}, energy: {every: 2 ms}, "
    "observables: {every: 20 ms}}\n",
    ["contacts.0.bond.radius_ratio=0.8"],
)
x, v, w = values(results, "position", "velocity", "angular_velocity")
inertia = 0.4 * mass * radii**2
momentum = np.einsum("i,tik->tk", mass, np.cross(x, v)) + np.einsum("i,tik->tk", inertia, w)
scale = np.sum(mass * np.linalg.norm(np.cross(x[0], v[0]), axis=1))
drift = np.max(np.abs(momentum - momentum[0])) / scale
# sums of 6 numbers a step, over some 1e5 steps: round-off of 1e-16 adds up like a random walk
fact(
    drift < 1e-12,
    f"angular momentum of a body that spins freely for {60e-3 * 707 / 6.28:.0f} turns: off by {drift:.1e}",
)
books = ledger(results)
energy = books["kinetic"][0]
worst = np.max(np.abs(books["residual"])) / energy
fact(worst < 1e-3, f"the energy of the spinning body is constant within {worst:.1e}")
with h5py.File(results, "r") as f:
    fact(f["observables/bulk/bonds"][-1] == 5, "the five bonds of the spinning body hold")

# ---- strength: two bonded spheres ----
STRONG = 1e6
HOLD = "  held: {at: [{position: [0, 0, 0]}], material: m, radius: 1 mm, fixed: true}\n"
ONE = "  free: {at: [{position: [2 mm, 0, 0], %s}], material: m, radius: 1 mm}\n"
STEP = 2e-8
results = go(
    HOLD + ONE % "velocity: [1, 0, 0]",
    f"time: {{end: 5 us, step: {STEP}}}\n"
    f"output: {{trajectory: {{every: {STEP}}}, energy: {{every: {STEP}}}, observables: {{every: {STEP}}}}}\n",
    [f"contacts.0.bond.tensile_strength={STRONG}"],
)
x = values(results, "position")[0][:, 1, 0]
stress = E * (x - SPAN) / SPAN
first = int(np.argmax(stress > STRONG))
events = broken(results)
fact(
    list(events["step"]) == [first] and stress[first - 1] <= STRONG,
    f"a pulled bond breaks in the first step in which the stress exceeds the strength: step {events['step']}, {first}",
)
fact(
    events["id"].tolist() == [[1, 2]]
    and events["mode"][0] == 1
    and abs(events["position"][0, 0] - x[first] / 2) < 1e-15,
    f"the event is recorded as tension between 1 and 2, in the middle: {events['id']}, {events['mode']}, "
    f"{events['position'][0, 0]:.17g}, "
    f"{x[first] / 2:.17g}",
)
books = ledger(results)
lost, after = books["dissipated_bonds"][-1], 0.5 * E * section(0.5)[0] / SPAN * (x[first] - SPAN) ** 2
fact(
    books["elastic"][first - 1] < lost < after and books["elastic"][first] == 0,
    f"the lost energy is that of the bond in the middle of that step: {books['elastic'][first - 1]:.4g} < {lost:.4g} "
    f"< {after:.4g} J",
)
worst = np.max(np.abs(books["residual"])) / books["kinetic"][0]
fact(worst < 1e-3, f"the ledger closes over the break: {worst:.1e} of the energy")
with h5py.File(results, "r") as f:
    bonds = f["observables/bulk/bonds"][:]
fact(bonds[first - 1] == 1 and bonds[first] == 0, "the number of bonds falls in the step of the break")

# A bond across the side of a sheared box along y, whose image beyond that side is 17 mm off along x.
LOW, IMAGE = np.array([10e-3, 59.3e-3, 30e-3]), np.array([17e-3, 60e-3, 0])
results = go(
    f"  free: {{file: {table(np.array([LOW, LOW + [0, SPAN, 0] - IMAGE]), np.array([[0, 0, 0], [0, 1, 0]]))}, "
    "material: m}\n",
    f"time: {{end: 5 us, step: {STEP}}}\noutput: {{trajectory: {{every: {STEP}}}}}\n",
    [
        f"contacts.0.bond.tensile_strength={STRONG}",
        "domain={lower: [0, 0, 0], upper: [60 mm, 60 mm, 60 mm], periodic: [true, true, true], "
        "cell: {rate: {xy: 5}, offset: {xy: 17 mm}}}",
    ],
)
events = broken(results)
x, middle = values(results, "position")[0][events["step"][0]], events["position"][0]
with h5py.File(results, "r") as f:
    sides = f["particles/grains/box/edges/value"][events["step"][0]]
expected = x[0] + 0.5 * (x[1] + sides[1] - x[0])
images = np.rint(np.linalg.solve(sides.T, middle - expected))
off = np.abs(middle - expected - images @ sides).max()
fact(off < 1e-12, f"across the side of a sheared box the bond breaks in the middle of {x.tolist()}, off by {off:.2g} m")

for name, mode, motion, strength in (
    ("bending", 2, "spin: [0, 300, 0]", "tensile_strength"),
    ("shear", 3, "velocity: [0, 0.5, 0], spin: [0, 0, -500]", "shear_strength"),
    ("twist", 4, "spin: [500, 0, 0]", "shear_strength"),
):
    results = go(
        HOLD + ONE % motion, "time: {end: 200 us, step: 0.1 us}\n", [f"contacts.0.bond.{strength}={0.2 * STRONG}"]
    )
    fact(list(broken(results)["mode"]) == [mode], f"{name} breaks the bond and is recorded as its mode")

# ---- formation at contact: three pairs that touch before, in and after the window ----
pairs = np.array([[0, y, 0] for y in (0, 5e-3, 10e-3)])
left = table(pairs)
right = table(
    pairs + [[SPAN + 0.1e-3, 0, 0], [SPAN + 0.3e-3, 0, 0], [SPAN + 0.5e-3, 0, 0]], np.tile([-1.0, 0, 0], (3, 1))
)
results = go(
    f"  left: {{file: {left}, material: m}}\n  right: {{file: {right}, material: m}}\n",
    "time: {end: 1.2 ms, step: 0.2 us}\noutput: {observables: {every: 0.1 ms}, energy: {every: 0.1 ms}}\n",
    [
        "contacts.0.bond={law: beam, youngs_modulus: 1 GPa, form: touch, from: 0.28 ms, until: 0.4 ms}",
        "contacts.0.normal={law: linear, stiffness: 1e4, restitution: 1}",
    ],
)
with h5py.File(results, "r") as f:
    bonds = f["observables/bulk/bonds"][:]
fact(bonds[2] == 0 and bonds[-1] == 1 and bonds[4] == 1, f"one of three pairs meets while bonds form: {bonds}")
books = ledger(results)
worst = np.max(np.abs(books["residual"])) / books["kinetic"][0]
fact(worst < 1e-3, f"a bond that forms brings no energy: the ledger closes to {worst:.1e}")

# ---- two rules with bonds among the same neighbours: one forms them at the start, the other by a list ----
rows = [np.array([[2e-3 * k, y, 0] for k in range(3)]) for y in (0, 1.99e-3)]
pairs = os.path.join(top.name, "pairs.csv")
with open(pairs, "w") as file:
    file.write("id_1, id_2\n1, 2\n2, 3\n")
bonded = "{law: beam, youngs_modulus: 1 GPa, radius_ratio: 0.5"
results = go(
    f"  listed: {{file: {table(rows[0])}, material: n}}\n  near: {{file: {table(rows[1])}, material: m}}\n",
    "time: {end: 1 us, step: 0.1 us}\noutput: {observables: {every: 0.1 us}}\n",
    [
        "materials.n={density: 2500, youngs_modulus: 1 MPa, poisson_ratio: 0.3}",
        f"contacts=[{{between: [m, m], normal: {{law: hertz}}, bond: {bonded}}}}}, "
        f"{{between: [n, n], normal: {{law: hertz}}, bond: {bonded}, form: list}}, bond_list: {pairs}}}, "
        "{between: [m, n], normal: {law: hertz}}]",
    ],
)
with h5py.File(results, "r") as f:
    bonds = f["observables/bulk/bonds"][:]
fact(np.all(bonds == 4), f"both rules keep their two bonds: {bonds}")
done()
