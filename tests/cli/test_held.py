"""Particles with fixed: true keep their own masses. In the next case, which reads results or a checkpoint, they
are free unless its group is fixed; they have the masses of the file, or the mass of the group. A density that would
give other masses has no effect, and a warning says so. The CSV export has the masses.
Labels: bulk input io law record run time wall."""
import glob
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, run, simulate
from test_postprocess import post

R = (0.01, 0.005)
MASS = 2500 * 4 / 3 * np.pi * R[0] ** 3
HEAD = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [0.1, 0.1, 0.1]}
materials: {s: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: hertz}}]
walls: {floor: {side: lower_z, material: s}}
time: {end: 10 ms, step: 20 us}
output: {trajectory: {every: 5 ms}}
"""
HELD = """particles:
  held: {at: [{position: [0.05, 0.05, 0.05]}, {position: [0.02, 0.05, 0.05]}], material: s, radius: 0.01, fixed: true}
  free: {at: {position: [0.08, 0.05, 0.05]}, material: s, radius: 0.005, mass: 2 g}
"""
NEXT = "gravity: [0, 0, -9.81]\nparticles: {all: {previous: {file: FILE}, material: s}}\n"


def state(results):
    with h5py.File(results, "r") as f:
        return f["particles/grains/mass"][:], f["particles/grains/velocity/value"][-1, :, 2]


with tempfile.TemporaryDirectory() as top:
    first = simulate(case(HEAD + HELD), os.path.join(top, "first"))
    own = np.array([MASS, MASS, 2e-3])
    mass, v = state(first)
    fact(np.allclose(mass, own, rtol=1e-12) and (v == 0).all(), f"held particles have masses of their own: {mass} kg")
    out = os.path.join(top, "next")
    for file in (first, *glob.glob(os.path.join(top, "first", "checkpoint-*.h5"))):
        path, name = case(HEAD + NEXT.replace("FILE", file)), os.path.basename(file)
        mass, v = state(simulate(path, out))
        fact(
            np.allclose(mass, own, rtol=1e-12) and np.allclose(v, -0.0981),
            f"{name}: masses {mass} kg, velocities {v} m/s",
        )
        mass, v = state(simulate(path, out, ["particles.all.mass=1 g"]))
        fact((mass == 1e-3).all() and np.allclose(v, -0.0981), f"{name}, mass: masses {mass} kg, velocities {v} m/s")
        mass, v = state(simulate(path, out, ["particles.all.fixed=true"]))
        fact(
            np.allclose(mass, own, rtol=1e-12) and (v == 0).all(),
            f"{name}, fixed: masses {mass} kg, velocities {v} m/s",
        )
    told = run(["check", path, "--set", "materials.s.density=5000"], check=False).stderr
    fact(
        "particles.all: the particles keep the masses of the file" in told and "no effect" in told,
        f"a density without effect is reported: {told.strip()}",
    )
    post("export", os.path.join(top, "first"), "--to", "csv", "-o", os.path.join(top, "csv"))
    with open(os.path.join(top, "csv", "grains_000000.csv")) as f:
        names, *rows = (line.split(",") for line in f.read().splitlines()[1:])
    found = [float(row[names.index("mass")]) for row in rows]
    fact(np.allclose(found, own, rtol=1e-12), f"the CSV export has the masses {found} kg")
done()
