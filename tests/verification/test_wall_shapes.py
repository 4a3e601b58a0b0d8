"""A sphere as a wall: force by Hertz with its curvature, inside and outside; a ball that swings in a bowl without
friction is a pendulum; in dimension 2 a circle. A bowl that rotates, vibrates and has friction: equal bits on any
number of ranks and after a restart, and the energy balance closes; rotation about its centre without friction has no
effect. Balls of many radii on the flat end of a cylinder have the bits of balls on a plane.
Labels: bulk contact input io law parallel particle record run time wall."""
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, simulate

STEEL = "materials: {steel: {density: 7800, youngs_modulus: 2e8, poisson_ratio: 0.25}}\n"
ONE = (
    STEEL
    + """
dimension: DIMENSION
contacts: [{between: '*', normal: {law: hertz}}]
domain: {lower: [-0.1, -0.1, 0], upper: [0.1, 0.1, 0.2]}
gravity: [0, -9.81, 0]
particles: {ball: {at: {position: [X, Y, Z]}, material: steel, radius: 5 mm}}
walls: {sphere: {shape: sphere, centre: [0, 0, 0.1], radius: 50 mm, concave: HOLLOW, material: steel}}
time: {end: END, step: 2 us}
output: {trajectory: {every: 10 ms}, walls: {every: 10 ms}, energy: {every: 10 ms}}
"""
)
MODULUS = 2e8 / (1 - 0.25**2) / 2
r, R, MASS = 5e-3, 50e-3, 7800 * 4 / 3 * np.pi * 5e-3**3


def one(x, y, hollow, end, dimension=3):
    values = {
        "DIMENSION": dimension,
        "X": repr(x),
        "Y": repr(y),
        "HOLLOW": hollow,
        "END": end,
        "Z": 0.1 if dimension == 3 else 0,
    }
    text = ONE
    for name, value in values.items():
        text = text.replace(name, str(value))
    return case(text)


def wall(results, what):
    with h5py.File(results, "r") as f:
        return f[f"observables/walls/sphere/{what}"][:]


def at(results):
    with h5py.File(results, "r") as f:
        return f["particles/grains/position/value"][:, 0]


def contents(results):
    """Returns all data except the case, whose end differs."""
    found = {}

    def add(name, item):
        if isinstance(item, h5py.Dataset) and not name.startswith("parameters"):
            found[name] = item[()].tobytes()

    with h5py.File(results, "r") as f:
        f.visititems(add)
    return found


with tempfile.TemporaryDirectory() as top:
    overlap, direction = 2e-5, np.array([0.6, -0.8, 0])
    for hollow, distance, curvature in (
        ("true", R - r + overlap, 1 / r - 1 / R),
        ("false", R + r - overlap, 1 / r + 1 / R),
    ):
        for dimension in (2, 3):
            x, y, _ = (float(value) for value in distance * direction)
            results = simulate(one(x, y, hollow, "20 us", dimension), f"{top}/one")
            exact = (
                4 / 3 * MODULUS * np.sqrt(1 / curvature) * overlap**1.5 * direction * (1 if hollow == "true" else -1)
            )
            force = wall(results, "force")[0]
            fact(
                np.abs(force - exact).max() < 1e-9 * np.abs(exact).max(),
                f"hollow {hollow}, dimension {dimension}: force {force} {exact}",
            )

    # A pendulum of length R - r, released where the normal force carries the normal part of the weight: half a period
    # later it is at the other side.
    angle, length = 0.1, R - r
    static = (MASS * 9.81 * np.cos(angle) / (4 / 3 * MODULUS * np.sqrt(1 / (1 / r - 1 / R)))) ** (2 / 3)
    x, y = float((length + static) * np.sin(angle)), float(-(length + static) * np.cos(angle))
    half = np.pi * np.sqrt((length + static) / 9.81) * (1 + angle**2 / 16 + 11 * angle**4 / 3072)
    results = simulate(one(x, y, "true", f"{float(half)!r} s"), f"{top}/swing")
    end = at(results)[-1]
    fact(
        abs(end[0] + x) < 1e-4 * x and abs(end[1] - y) < 1e-6,
        f"a pendulum reaches the opposite position after half a period: {end[0]:.9g} from {x:.9g}",
    )
    books = ledger(results)
    fact(np.abs(books["residual"]).max() < 1e-6 * np.ptp(books["external_work"]), "its energy balance closes")

# The law has its own coefficients for each radius, at the end as for a plane and not as at the round side.
END = """
materials:
  steel: {density: 7800, youngs_modulus: 2e8, poisson_ratio: 0.25}
  rubber: {density: 1000, youngs_modulus: 1e7, poisson_ratio: 0.45}
dimension: 3
domain: {lower: [-50 mm, -50 mm, -50 mm], upper: [50 mm, 50 mm, 100 mm]}
contacts: [{between: '*', normal: {law: jkr, work_of_adhesion: 0.5 J/m^2}, tension: allow}]
particles:
  balls: {lattice: {sites: simple_cubic, spacing: 3 mm, lower: [-15 mm, -15 mm, 11 mm], upper: [15 mm, 15 mm, 14 mm]},
    material: steel, radius: {distribution: uniform, from: 0.9 mm, to: 1.1 mm}, velocity: [0, 0, -1]}
walls: {lid: {side: upper_z, material: rubber}, drum: {material: steel, SHAPE}}
time: {end: 3 ms, step: 2 us}
output: {trajectory: {every: 1 ms}}
"""
with tempfile.TemporaryDirectory() as top:
    ends = {}
    for name, shape in (
        ("plane", "shape: plane, point: [0, 0, 10 mm], normal: [0, 0, 1]"),
        ("end", "shape: cylinder, centre: [0, 0, 0], axis: [0, 0, 1], radius: 30 mm, length: 20 mm, ends: closed"),
    ):
        with h5py.File(simulate(case(END.replace("SHAPE", shape)), f"{top}/{name}"), "r") as f:
            ends[name] = [f[f"particles/grains/{what}/value"][-1] for what in ("position", "velocity")]
    fact(np.array_equal(ends["plane"], ends["end"]), "balls move on the flat end of a cylinder as on a plane")
    fact((ends["plane"][1][:, 2] > 0).any(), "balls have hit it and rise")

BOWL = (
    STEEL
    + """
dimension: 3
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.5}}]
domain: {lower: [-40 mm, -40 mm, -40 mm], upper: [40 mm, 40 mm, 40 mm]}
gravity: [0, 0, -9.81]
particles:
  grains: {random: {count: 150, lower: [-15 mm, -15 mm, -20 mm], upper: [15 mm, 15 mm, 15 mm]}, material: steel,
    radius: {distribution: uniform, from: 1.5 mm, to: 2 mm}}
walls:
  bowl: {shape: sphere, centre: [0, 0, 0], radius: 30 mm, concave: true, material: steel,
    rotation: {angular_velocity: [0, 20, 5]}, oscillation: {amplitude: [0, 0, 1 mm], frequency: 30}}
  anvil: {shape: sphere, centre: [0, 0, -30 mm], radius: 6 mm, material: steel,
    rotation: {pivot: [0, 0, -20 mm], angular_velocity: [3, 0, 0]}}
time: {end: 80 ms, step: 10 us, rebalance: 300}
output: {trajectory: {every: 20 ms}, energy: {every: 1 ms}, walls: {every: 1 ms}, checkpoint: {every: 40 ms}}
"""
)
with tempfile.TemporaryDirectory() as top:
    path = case(BOWL)
    results = {p: simulate(path, f"{top}/{p}", ranks=p) for p in (1, 2, 3)}
    for p in (2, 3):
        told = run(["diff", results[1], results[p]], check=False)
        fact(told.returncode == 0, f"same bits on 1 and {p} ranks {told.stdout}")
    simulate(path, f"{top}/part", ["time.end=40 ms"], 3)
    run(["resume", f"{top}/part", "--set", "time.end=80 ms"], 2)
    fact(contents(f"{top}/part/results.h5") == contents(results[1]), "the resumed run has the same bits")
    books = ledger(results[1])
    scale = max(np.abs(books["external_work"]).max(), books["kinetic"].max())
    fact(
        np.abs(books["residual"]).max() < 2e-2 * scale,
        f"the ledger closes: {np.abs(books['residual']).max() / scale:.2g} of {scale:.2g} J",
    )
    with h5py.File(results[1], "r") as f:
        places, radius = f["particles/grains/position/value"][-1], f["particles/grains/radius"][:]
        inside = np.linalg.norm(places, axis=1) + radius
        fact(np.isfinite(places).all() and inside.max() < 31.2e-3, f"all balls stay in the bowl: {inside.max():.4g} m")
        fact((f["observables/walls/anvil/force"][:, 2] < 0).any(), "balls hit the anvil")

    still = [f"walls.{name}.rotation={{}}" for name in ("bowl", "anvil")]
    ends = {}
    for name, sets in (("still", still), ("turning", ["walls.anvil.rotation={angular_velocity: [3, 0, 0]}"])):
        ends[name] = simulate(
            path,
            f"{top}/{name}",
            ["contacts=[{between: '*', normal: {law: hertz}}]", "time.end=10 ms", "time.skin=0.4 mm"] + sets,
        )
    with h5py.File(ends["still"], "r") as f, h5py.File(ends["turning"], "r") as g:
        still, turning = (h["particles/grains/position/value"][-1] for h in (f, g))
    fact(
        np.abs(still - turning).max() < 1e-9,
        "the rotation of a frictionless sphere about its centre does not change the motion: "
        f"{np.abs(still - turning).max():.2g} m",
    )
done()
