"""Inputs that are accepted, and warnings of `granum check`: one yield stress for two materials; equal seeds of two
groups with insertion; bodies by `file` without a radius; bodies of one sphere with given inertia."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, run, simulate

YIELDS = """
dimension: 1
materials:
  soft: {{density: 7800, youngs_modulus: 193 GPa, poisson_ratio: 0.3, yield_stress: 940 MPa}}
  hard: {{density: 7800, youngs_modulus: 193 GPa, poisson_ratio: 0.3{hard}}}
contacts: [{{between: '*', normal: {{law: {law}}}}}]
particles:
  left: {{chain: {{count: 1}}, material: {left}, radius: 2 mm, velocity: 1 m/s}}
  right: {{chain: {{count: 1}}, material: {right}, radius: 2 mm}}
time: {{end: 40 us, step: 20 ns}}
output: {{trajectory: {{every: 10 us}}, checkpoint: {{every: off, end: false}}}}
"""
LAWS = (
    "ma_liu, hardness_ratio: 2.8, conformity: 13",
    "kelvin_voigt_elastoplastic, restitution_elastic: 0.9, restitution_plastic: 0.7, hardness_ratio: 3, conformity: 13",
)
INSERTS = """
dimension: 3
domain: {{lower: [0, 0, 0], upper: [20 mm, 20 mm, 40 mm]}}
gravity: [0, 0, -9.81]
materials: {{glass: {{youngs_modulus: 1e7, poisson_ratio: 0.25, density: 2500}}}}
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.3}}}}]
particles:
  sand: {{insert: {{region: {{box: {{lower: [2 mm, 2 mm, 5 mm], upper: [18 mm, 18 mm, 15 mm]}}}}, count: 9}},
    material: glass, radius: 1 mm}}
  gravel: {{insert: {{region: {{box: {{lower: [2 mm, 2 mm, 25 mm], upper: [18 mm, 18 mm, 35 mm]}}}}, count: 9}},
    material: glass, radius: 1 mm{seed}}}
time: {{end: 1 ms, step: 5 us}}
"""


ROLLS = """
dimension: 3
domain: {{lower: [0, 0, 0], upper: [40 mm, 40 mm, 40 mm]}}
gravity: [0, 0, -9.81]
materials: {{glass: {{youngs_modulus: 1e7, poisson_ratio: 0.25, density: 2500}}}}
contacts:
  - between: '*'
    normal: {{law: tsuji, restitution: 0.3}}
    tangential: {{law: mindlin, friction: 0.5}}
clumps:
  dimer: {{spheres: [{{centre: [0, 0, 0], radius: 1 mm}}, {{centre: [1 mm, 0, 0], radius: 1 mm}}]}}
  hollow:
    spheres: [{{centre: [0, 0, 0], radius: 1 mm}}]
    mass_from: solid
    solid: {{volume: 1e-9, centre: [0, 0, 0], inertia: [{inertia}, {inertia}, {inertia}]}}
walls: {{floor: {{side: lower_z, material: glass}}}}
particles:
  bodies: {{file: {file}, clump: {clump}, material: glass}}
time: {{end: 30 ms, step: 10 us}}
output: {{trajectory: {{every: 30 ms}}, checkpoint: {{every: 20 ms, end: false}}}}
"""


def last(results, group, name):
    with h5py.File(results) as f:
        return f[f"particles/{group}/{name}/value"][-1]


def check_bodies(top):
    """A ball that slides at first and rolls at the end has the speed v/(1 + I/(m R^2))."""
    file = os.path.join(top, "places.csv")
    with open(file, "w") as f:
        f.write("x,y,z,vx,q_w,q_x,q_y,q_z\n0.005,0.005,0.001,0.1,1,0,0,0\n0.012,0.012,0.001,0.2,0,0,0,1\n")
    for inertia in (0.4, 2 / 3):
        path = case(ROLLS.format(file=file, clump="hollow", inertia=inertia * 1e-6))
        results = simulate(path, f"{top}/rolls")
        v = last(results, "bodies", "velocity")[:, 0]
        error = abs(v * (1 + inertia) / [0.1, 0.2] - 1).max()
        fact(error < 2e-3, f"a ball of one sphere with I = {inertia:.3g} m R^2 rolls at v/(1 + I/(m R^2)): {error:.2g}")
        other = simulate(path, f"{top}/two", ranks=2)
        fact(run(["diff", results, other], check=False).returncode == 0, "same bits on 1 and 2 ranks")
        checkpoint = [name for name in os.listdir(f"{top}/rolls") if name.startswith("checkpoint-")][0]
        run(["resume", f"{top}/rolls/{checkpoint}", "-o", f"{top}/later-{inertia:.2g}"])
        told = run(["diff", results, f"{top}/later-{inertia:.2g}/results.h5"], check=False)
        fact(told.returncode == 0, f"same bits after a restart {told.stdout.strip()}")
        os.unlink(path)
    path = case(ROLLS.format(file=file, clump="dimer", inertia=1e-6))
    results = simulate(path, f"{top}/dimer")
    with h5py.File(results) as f:
        radii = np.unique(f["particles/grains/radius"][()])
    fact(list(radii) == [1e-3], f"bodies by file without radius have their size as written {radii}")
    os.unlink(path)


def velocities(results):
    with h5py.File(results) as f:
        return list(f["particles"].values())[0]["velocity/value"][-1].tobytes()


def check_yield(top):
    for law in LAWS:
        name = law.split(",")[0]
        ends = set()
        for left, right, hard in (
            ("soft", "hard", ", yield_stress: 2 GPa"),
            ("soft", "hard", ""),
            ("hard", "soft", ""),
        ):
            path = case(YIELDS.format(law=law, left=left, right=right, hard=hard))
            ends.add(velocities(simulate(path, f"{top}/yields")))
            os.unlink(path)
        fact(len(ends) == 1, f"{name}: one yield stress is enough, and the softer body yields")
        path = case(YIELDS.format(law=law, left="soft", right="hard", hard="").replace(", yield_stress: 940 MPa", ""))
        told = run(["check", path], check=False)
        fact(
            told.returncode == 2
            and "materials.soft.yield_stress: is missing" in told.stderr
            and "of at least one of the materials 'soft' and 'hard'" in told.stderr,
            f"{name}: without any, the message names both materials: {told.stderr.strip()}",
        )
        os.unlink(path)


def check_one_step(top):
    """A run of a single step has the state of a longer run after its first step."""
    path = case(YIELDS.format(law=LAWS[0], left="soft", right="soft", hard=""))
    ends = []
    for end in ("20 ns", "40 ns"):
        sets = [f"time.end={end}", "output.trajectory.every=20 ns"]
        with h5py.File(simulate(path, f"{top}/step", sets)) as f:
            ends.append(list(f["particles"].values())[0]["position/value"][1].tobytes())
    fact(ends[0] == ends[1], "a run of a single step is the first step of a longer run")
    os.unlink(path)


def check_seeds():
    for seed, warns in (("", True), (", seed: 7", False)):
        path = case(INSERTS.format(seed=seed))
        told = run(["check", path]).stderr
        wanted = "particles.sand.seed and particles.gravel.seed are both 1: the groups try the same places"
        fact((wanted in told) == warns, f"check warns of equal seeds of two groups with insertion: {told.strip()}")
        os.unlink(path)


with tempfile.TemporaryDirectory() as folder:
    check_yield(folder)
    check_seeds()
    check_one_step(folder)
    check_bodies(folder)
done()
