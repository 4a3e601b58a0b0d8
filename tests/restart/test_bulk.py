"""Spheres resumed from a checkpoint have the same bits, on other numbers of ranks, with all kinds of history:
friction, adhesion, moving walls, periodic sides, particles that leave.
Labels: bulk contact input io law parallel particle record run time wall long."""
import os
import shutil
import tempfile

import h5py
from checkpoint_file import craft
from granum_test import case, done, fact, run

PACKING = "x,y,z\n" + "".join(
    f"{1e-3 * (0.7 + 1.3 * i)},{1e-3 * (0.7 + 1.3 * j)},{1e-3 * (9.2 + 1.1 * k)}\n"
    for i in range(3)
    for j in range(3)
    for k in range(2)
)
CASE = """
dimension: 3
materials:
  glass: {density: 2500, youngs_modulus: 20 MPa, poisson_ratio: 0.25}
  clay: {density: 1800, youngs_modulus: 5 MPa, poisson_ratio: 0.3, yield_stress: 20 kPa}
contacts:
  - {between: '*', normal: {law: tsuji, restitution: 0.7}, tangential: {law: mindlin, friction: 0.4},
      rolling: {law: rolling_spring, friction: 0.1, stiffness: 100, viscosity: 0.01}}
  - {between: [clay, clay], normal: {law: luding, k1: 200, k_p: 800, k_c: 50, plasticity_depth: 0.05},
      adhesion: {law: reversible, force: 20 uN, stiffness: 100}, tension: allow,
      tangential: {law: linear_spring, friction: 0.3, stiffness: 100, viscosity: 0.01}}
domain: {lower: [0, 0, -3 mm], upper: [6 mm, 6 mm, 12 mm], periodic: [true, false, false]}
gravity: [0, 0, -9.81]
drag: {linear: 1e-7}
particles:
  glass: {lattice: {sites: simple_cubic, spacing: 1.02 mm, upper: [6 mm, 6 mm, 3.2 mm], lower: [0, 0, 0],
    jitter: 0.02 mm}, material: glass, radius: 0.5 mm, velocity: [0.3, -0.2, -0.5], velocity_deviation: 0.1,
    spin: [0, 100, 0]}
  clay: {lattice: {sites: simple_cubic, spacing: 0.97 mm, upper: [6 mm, 6 mm, 7 mm], lower: [0, 0, 3.4 mm]},
    material: clay, radius: {distribution: uniform, from: 0.4 mm, to: 0.52 mm}, velocity: [0, 0.4, -0.3]}
  beads: {file: FILE, material: glass, radius: 0.4 mm, velocity: [0, 0, -1]}
walls:
  floor: {material: glass, point: [0, 0, 0], normal: [0, 0.1, 1],
    oscillation: {amplitude: [0, 0, 0.1 mm], frequency: 200 Hz}}
time: {end: 4 ms, step: 1 us, tolerance: 1e-6, overlap_limit: 0.3}
output: {trajectory: {every: 0.4 ms}, energy: {every: 0.1 ms}, observables: {every: 0.2 ms}, walls: {every: 0.2 ms},
  checkpoint: {every: 2.5 ms}}
"""


def same(a, b):
    told = run(["diff", a, b], check=False)
    return told.returncode == 0, told.stdout.strip()


def checkpoints(directory):
    names = [n for n in os.listdir(directory) if n.startswith("checkpoint-")]
    return sorted(names, key=lambda n: int(n.split("-")[1].split(".")[0]))


def turn_round(file):
    """Moves the last row of particles and of contacts to the front."""
    for table in ("particles", "contacts"):
        for column in file[table]:
            file[table][column][...] = file[table][column][()][::-1]


def other_order(whole, middle, end, turned):
    """The order of the rows of a checkpoint has no effect on a resumed run or on `granum diff`."""
    os.makedirs(turned)
    shutil.copy(os.path.join(whole, "results.h5"), turned)
    craft(os.path.join(whole, middle), os.path.join(turned, middle), turn_round)
    ok, told = same(os.path.join(whole, middle), os.path.join(turned, middle))
    fact(ok, f"a checkpoint with rows in another order is equal for granum diff {told}")
    run(["resume", os.path.join(turned, middle)], 2)
    for name in ("results.h5", end):
        ok, told = same(os.path.join(whole, name), os.path.join(turned, name))
        fact(ok, f"resumed on 2 ranks from rows in another order, {name} has the same bits {told}")


with tempfile.TemporaryDirectory() as top:
    packing = os.path.join(top, "packing.csv")
    for integrator, before, after in (("verlet", 1, (1, 2, 3)), ("verlet", 3, (2,)), ("rk", 1, (3,)), ("rk", 2, (1,))):
        with open(packing, "w") as f:
            f.write(PACKING)
        path = case(CASE.replace("FILE", packing))
        whole = os.path.join(top, f"{integrator}-{before}")
        run(
            ["run", path, "-o", whole, "--set", f"time.integrator={integrator}"]
            + (["--set", "time.rebalance=70"] if before == 3 else []),
            before,
        )
        middle, end = checkpoints(whole)
        os.unlink(packing)  # the source of the particles is no longer needed
        os.unlink(path)
        with h5py.File(os.path.join(whole, middle)) as f:
            left, contacts = f["numbers/bulk_left"][0].sum(), f["contacts/key"].shape[0]
            fact(
                contacts > 20 and left > 0,
                f"{integrator}: {middle} has {contacts} contacts; {left} particles have left",
            )
        for ranks in after:
            other = os.path.join(top, f"{integrator}-{before}-{ranks}")
            run(["resume", os.path.join(whole, middle), "-o", other], ranks)
            for name in ("results.h5", end):
                ok, told = same(os.path.join(whole, name), os.path.join(other, name))
                fact(ok, f"{integrator}: resumed on {ranks} rank(s) after {before}, {name} has the same bits {told}")
        if before == 3:
            other_order(whole, middle, end, os.path.join(top, "turned"))
done()
