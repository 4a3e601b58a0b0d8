"""Grains of many sizes in a rotating drum of triangles, with friction, rolling and a lifter: equal bits on 1, 2, 3
and 5 ranks with load balancing every 50 steps, and after a restart on another number of ranks. Contact histories are
transferred from triangle to triangle. The forces on single triangles have equal bits as well, and their sum is the
force on the drum.
Labels: bulk contact input io law mesh parallel particle record run time wall."""
import shutil
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, simulate
from meshes import box, drum, sheet, stl

CASE = """
dimension: 3
materials: {glass: {density: 2500, youngs_modulus: 20 MPa, poisson_ratio: 0.25}}
contacts:
  - between: [glass, glass]
    normal: {law: NORMAL}
    tangential: {law: TANGENTIAL}
    rolling: {law: rolling_spring, friction: 0.02, stiffness: 500 N/m}
domain: {lower: [-0.04, -0.02, -0.04], upper: [0.04, 0.02, 0.04]}
gravity: [0, 0, -9.81]
particles:
  grains:
    lattice: {sites: simple_cubic, lower: [-0.017, -0.012, -0.017], upper: [0.017, 0.012, 0.017], spacing: 4.05 mm}
    material: glass
    radius: {distribution: uniform, from: 1.2 mm, to: 2 mm}
    velocity: [0.1, 0.2, -0.3]
walls: {drum: {shape: mesh, file: FILE, material: glass, rotation: {angular_velocity: [0, 12, 0], pivot: [0, 0, 0]}}}
time: {end: 40 ms, step: 10 us, rebalance: 50}
output: {trajectory: {every: 10 ms}, walls: {every: 10 ms, triangles: true}, checkpoint: {every: 20 ms}}
"""
LAWS = {
    "elastic histories": ("tsuji, restitution: 0.7", "mindlin, friction: 0.5"),
    "plastic histories": (
        "luding, k1: 5000, k_p: 10000, k_c: 500, plasticity_depth: 0.05, viscosity: 0.01",
        "linear_spring, stiffness: 2000, friction: 0.5",
    ),
}

# Hundreds of spheres on two triangles: the sum of each must be exact, not only the order of its terms.
LAYER = """
dimension: 3
materials: {glass: {density: 2500, youngs_modulus: 20 MPa, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.7}}]
domain: {lower: [0, 0, -0.01], upper: [0.1, 0.1, 0.02]}
gravity: [0, 0, -9.81]
particles:
  grains:
    lattice: {sites: simple_cubic, lower: [0, 0, 1 mm], upper: [0.1, 0.1, 5 mm], spacing: 4.05 mm}
    material: glass
    radius: {distribution: uniform, from: 1.2 mm, to: 2 mm}
walls: {floor: {shape: mesh, file: FILE, material: glass}}
time: {end: 20 ms, step: 10 us}
output: {walls: {every: 0.2 ms, triangles: true}}
"""


def frames(results):
    with h5py.File(results, "r") as f:
        found = {}
        f.visititems(
            lambda name, item: found.update({name: item[()].tobytes()}) if isinstance(item, h5py.Dataset) else None
        )
    return {name: value for name, value in found.items() if not name.startswith("parameters")}


def triangles(results):
    """Returns the largest difference between the sum of the triangle forces and the force on the drum, and the
    number of triangles that ever carry a force."""
    with h5py.File(results, "r") as f:
        wall = f["observables/walls/drum"]
        force, single = wall["force"][:], wall["triangle_force/value"][:]
        assert np.array_equal(wall["time"][:], wall["triangle_force/time"][:]) and len(force) == 5
        assert single.shape[1] == len(f["parameters/walls/drum/triangles"])
        return np.abs(single.sum(axis=1) - force).max() / np.abs(force).max(), (single != 0).any(axis=(0, 2)).sum()


with tempfile.TemporaryDirectory() as top:
    path = stl(f"{top}/drum.stl", drum(24, 3, 0.03, 0.03) + box([-0.002, -0.014, -0.0295], [0.002, 0.014, -0.024]))
    for name, (normal, tangential) in LAWS.items():
        text = case(CASE.replace("FILE", path).replace("NORMAL", normal).replace("TANGENTIAL", tangential))
        one = simulate(text, f"{top}/1")
        books = ledger(one)
        gap = np.abs(books["residual"]).max() / sum(
            books[f"dissipated_{k}"][-1] for k in ("viscous", "plastic", "frictional")
        )
        # with steps of 1/20 of a collision; a box of planes has the same residual, and a quarter of the step has a 20
        # times smaller one
        fact(gap < 1e-2, f"{name}: the ledger closes to {gap:.1e} of the dissipated energy")
        apart, touched = triangles(one)
        fact(
            apart < 1e-14 and touched > 3, f"{name}: forces on {touched} triangles add up to the drum's, to {apart:.1e}"
        )
        for ranks in (2, 3, 5) if name.startswith("elastic") else (3,):
            many = simulate(text, f"{top}/{ranks}", ranks=ranks)
            fact(run(["diff", one, many], check=False).returncode == 0, f"{name}: the same bits on {ranks} ranks")
        simulate(text, f"{top}/part", ranks=2, sets=("time.end=20 ms",))
        run(["resume", f"{top}/part/checkpoint-2000.h5", "--set", "time.end=40 ms"], ranks=3)
        fact(frames(f"{top}/part/results.h5") == frames(one), f"{name}: the same bits after a restart of 2 ranks on 3")
        shutil.rmtree(f"{top}/part")
    path = stl(f"{top}/floor.stl", sheet(1, [0, 0, 0], [0.1, 0, 0], [0, 0.1, 0]))
    one, many = (simulate(case(LAYER.replace("FILE", path)), f"{top}/layer-{ranks}", ranks=ranks) for ranks in (1, 3))
    fact(run(["diff", one, many], check=False).returncode == 0, "the two triangles under a layer carry the same force")
done()
