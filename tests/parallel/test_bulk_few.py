"""Few spheres: a box hardly larger than a sphere, where two touch through several periodic sides; more ranks than
spheres; all leave; overlaps beyond their limit; masses from a file.
Labels: bulk contact input law parallel particle record run time wall."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, run, simulate, unexplained

HEAD = """
dimension: 3
materials: {glass: {density: 2500, youngs_modulus: 5e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.8}, tangential: {law: mindlin, friction: 0.4}}]
time: {end: 4 ms, step: 2 us, overlap_limit: 0.3}
output: {trajectory: {every: 1 ms}, energy: {every: 1 ms}, observables: {every: 1 ms}}
"""
# Each touches the other and its image along z; the box is a tenth wider than the larger sphere.
IMAGES = """
domain: {lower: [0, 0, 0], upper: [2.2 mm, 2.2 mm, 3.9 mm], periodic: [true, true, true]}
particles: {grains: {file: TABLE, material: glass}}
"""
TABLE = "id,x,y,z,vx,vy,vz,radius\n1,1.1e-3,1.1e-3,0.98e-3,0.3,0.1,0.2,1e-3\n2,1.1e-3,1.1e-3,2.93e-3,0,0,0,0.96e-3\n"
THREE = """
domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 20 mm]}
particles: {grains: {random: {count: 3, lower: [0, 0, 0], upper: [6 mm, 6 mm, 6 mm]}, material: glass, radius: 1 mm,
  velocity: VELOCITY, velocity_deviation: 0.2}}
"""
CASES = {
    "images": IMAGES.replace("TABLE", case(TABLE)),
    "three": THREE.replace("VELOCITY", "[0, 0, 0]"),
    "leaving": THREE.replace("VELOCITY", "[20, 0, 0]"),
}

for name, body in CASES.items():
    path = case(HEAD + body)
    with tempfile.TemporaryDirectory() as top:
        results = {p: simulate(path, os.path.join(top, str(p)), ["time.rebalance=50"], p) for p in (1, 2, 5)}
        told = {p: run(["diff", results[1], results[p]], check=False).stdout for p in (2, 5)}
        fact(not any(told.values()), f"{name}: same bits on 1, 2, 5 ranks {told}")
        fact(not unexplained(results[1]), f"{name}: descriptions explain every NaN {unexplained(results[1])}")
        with h5py.File(results[1], "r") as f:
            grains, energy = f["particles/grains"], f["observables/energy"]
            gone = int(np.isnan(grains["position/value"][-1]).any(axis=1).sum())
            fact(gone == (3 if name == "leaving" else 0), f"{name}: {gone} particles have left")
            if name == "images":
                momentum = (grains["mass"][:][:, None] * grains["velocity/value"][:]).sum(axis=1)
                fact(
                    np.abs(momentum - momentum[0]).max() < 1e-11 * np.abs(momentum[0]).max(),
                    "images: constant momentum",
                )
                fact(energy["dissipated_viscous"][-1] > 0, "images: particles touch and dissipate energy")

# Spheres 1 mm apart collide at 2 m/s after 0.5 ms; the limit is a thousandth of the radius. The third sphere makes the
# pairs of a block different.
ROOM = "domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm]}\nparticles: {grains: {file: TABLE, material: glass}}\n"
PAIR = "id,x,y,z,vx,vy,vz,radius\n1,2e-3,2e-3,2e-3,2,0,0,1e-3\n2,5e-3,2e-3,2e-3,0,0,0,1e-3\n"
FLOOR = "walls: {floor: {point: [0, 0, 0], normal: [1, 0, 0], material: glass}}\n"
CLASHES = {
    "a pair": (ROOM, PAIR, "particle 1 overlaps particle 2"),
    "a pair among others": (ROOM, PAIR + "3,2e-3,4e-3,2e-3,2,-0.01,0,0.95e-3\n", "particle 1 overlaps particle 2"),
    "a wall": (ROOM + FLOOR, PAIR.replace(",2,0,0,1e-3", ",-2,0,0,1e-3"), "particle 1 overlaps wall floor"),
}
for name, (body, table, words) in CLASHES.items():
    path = case(HEAD.replace("0.3}", "0.001}") + body.replace("TABLE", case(table)))
    for ranks in (1, 2):
        with tempfile.TemporaryDirectory() as top:
            told = run(["run", path, "-o", os.path.join(top, "out")], ranks, check=False)
        fact(
            told.returncode == 3 and words in told.stderr and told.stderr.count("granum: ") == 1,
            f"{name} beyond its limit on {ranks} ranks: {told.returncode}, {told.stderr.strip()[:90]}",
        )

# Without a density the step bound must take the masses from the file; a heavier sphere allows a longer step.
bounds = {}
for mass in (1e-5, 4e-5):
    heavy = (
        TABLE.replace(",radius", ",radius,mass")
        .replace(",1e-3\n", ",1e-3,1\n")
        .replace(",0.96e-3\n", f",0.96e-3,{mass}\n")
    )
    told = run(["check", case(HEAD.replace("density: 2500, ", "") + IMAGES.replace("TABLE", case(heavy)))]).stdout
    bounds[mass] = float(told.split("stable up to ")[1].split()[0]) if "stable up to " in told else 0.0
fact(0 < bounds[1e-5] < bounds[4e-5], f"step bounds follow the lightest mass in the file: {bounds}")
done()
