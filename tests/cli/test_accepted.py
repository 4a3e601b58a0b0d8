"""Inputs that are accepted, and warnings of `granum check`: one yield stress for two materials; equal seeds of two
groups with insertion."""
import os
import tempfile

import h5py
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
done()
