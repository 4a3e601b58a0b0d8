"""Particles that leave the domain are counted by side, and the energy balance includes all their energy; sides move
with walls that move outwards. The same on any number of ranks, and after a restart.
Labels: bulk contact input io law parallel particle record run time wall."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import card, case, done, fact, ledger, run, simulate

SIDES = ["lower_x", "lower_y", "lower_z", "upper_x", "upper_y", "upper_z"]
HEAD = """
dimension: 3
materials:
  glass: {density: 2500, youngs_modulus: 5e7, poisson_ratio: 0.25}
  wood: {density: 700, youngs_modulus: 1e7, poisson_ratio: 0.3}
"""


def counts(results):
    """Returns the rows of both counts, and the number of particles."""
    with h5py.File(results, "r") as f:
        bulk, energy = f["observables/bulk"], f["observables/energy"]
        return bulk["left_through"][:], bulk["left_past_walls"][:], bulk["particles"][:], energy["particles_left"][:]


# Compressed spheres fly apart. The outer ones leave through sides near their centres, while they still touch each
# other, a wall, and fixed spheres. Springs of sliding, rolling and twisting, histories, adhesion: each law stores
# energy. A wall outside the box replaces its side, through which no particle leaves.
LAWS = {
    "springs": "{between: '*', normal: {law: hertz}, tangential: {law: mindlin, friction: 0.5}, "
    "rolling: {law: rolling_spring, stiffness: 1e3, friction: 0.05}, twisting: {law: twisting_spring, stiffness: 1e3, "
    "friction: 0.02}}",
    "damped": "{between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.3}}",
    "history": "{between: '*', normal: {law: walton_braun, k1: 5e3, k2: 1e4}, tangential: {law: linear_spring, "
    "stiffness: 2e3, friction: 0.3}}",
    "adhesion": "{between: '*', normal: {law: luding, k1: 5e3, k_p: 1e4, k_c: 1e3, plasticity_depth: 0.05}, "
    "adhesion: {law: reversible, force: 1e-3, stiffness: 50}, tangential: {law: linear_spring, stiffness: 2e3, "
    "friction: 0.3}}",
}
BURST = """
domain: {lower: [0, 0, 0], upper: [4 mm, 5.84 mm, 5.84 mm]}
contacts: [LAW]
particles:
  free: {file: TABLE, material: glass}
  held: {at: [{position: [3.9 mm, 2.9 mm, 2.9 mm]}, {position: [0.97 mm, 2.9 mm, 5.8 mm]}], material: wood,
    radius: 0.3 mm, fixed: true, velocity: [0.2, 0.1, 0]}
walls: {plate: {point: [0, -0.95 mm, 0], normal: [0, 1, 0], material: wood, velocity: [0, 0.1, 0]}}
time: {end: 0.5 ms, step: 0.25 us, rebalance: 70, overlap_limit: 0.9}
output: {energy: {every: 0.01 ms}, observables: {every: 0.01 ms}}
"""
NUMBERS = np.random.default_rng(7).uniform(-1, 1, (36, 6)) * [0.1, 0.1, 0.1, 50, 50, 50]
PLACES = [[0.02e-3 + 1.93e-3 * k for k in (i // 16, i // 4 % 4, i % 4)] for i in range(32)]
TABLE = "x,y,z,vx,vy,vz,wx,wy,wz,radius\n" + "".join(
    ",".join(f"{x:.9g}" for x in [*place, *numbers, 1e-3]) + "\n" for place, numbers in zip(PLACES, NUMBERS)
)


def missed(results):
    """Returns the largest residual divided by the initial energy."""
    books = ledger(results)
    return np.abs(books["residual"]).max() / (books["kinetic"][0] + books["elastic"][0])


with tempfile.TemporaryDirectory() as top:
    for name, law in LAWS.items():
        path = case(HEAD + BURST.replace("LAW", law).replace("TABLE", case(TABLE)))
        results = simulate(path, os.path.join(top, name))
        coarse = missed(simulate(path, os.path.join(top, f"{name}-coarse"), ["time.step=0.5 us"]))
        fact(
            missed(results) < 1e-4 and coarse > 2.5 * missed(results),
            f"{name}: the ledger closes to {missed(results):.2g} of the energy, "
            f"with a step twice as long to {coarse:.2g}",
        )
        through, past, there, left = counts(results)
        fact(
            left[-1] >= 12 and through[-1].sum() == left[-1] and through[-1][1] == 0,
            f"{name}: particles left through the sides {through[-1]}",
        )
        fact(
            (through.sum(axis=1) + there == there[0]).all() and there[0] == 34,
            f"{name}: particles present and left add up to those at the start",
        )
        for ranks in (2, 3) if name == "springs" else (3,):
            told = run(["diff", results, simulate(path, os.path.join(top, f"{name}-{ranks}"), [], ranks)], check=False)
            fact(told.returncode == 0, f"{name}: same bits on {ranks} ranks {told.stdout}")

# A layer of spheres on a floor that moves far away from its side; none may be lost. With a lid the box has no open
# side. A particle with prescribed motion that is pressed through the floor ends the run.
BOX = """
domain: {lower: [0, 0, 0], upper: [12 mm, 12 mm, 8 mm]}
gravity: [0, 0, -9.81]
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.5}, tangential: {law: mindlin, friction: 0.3}}]
particles:
  layer: {lattice: {sites: simple_cubic, spacing: 2.1 mm, lower: [0.5 mm, 0.5 mm, 0],
    upper: [11.5 mm, 11.5 mm, 2.1 mm]}, material: glass, radius: 1 mm}
walls:
  floor: {side: lower_z, material: wood, MOTION}
  left: {side: lower_x, material: wood}
  right: {point: [12 mm, 0, 0], normal: [-2, 0, 0], material: wood}
  front: {side: lower_y, material: wood}
  back: {side: upper_y, material: wood}
  lid: {side: upper_z, material: wood, velocity: [0, 0, 0.3]}
time: {end: 30 ms, step: 5 us}
output: {energy: {every: 1 ms}, observables: {every: 1 ms}, checkpoint: {every: 14 ms}}
"""
MOTIONS = {
    "oscillation": (
        "oscillation: {amplitude: [0, 0, -3 mm], frequency: 25}",
        "wall floor moves outwards by at most 0.003 m until the end",
    ),
    "velocity": ("velocity: [0, 0, -0.2]", "wall floor moves outwards by at most 0.006 m until the end"),
    "rotation": ("rotation: {angular_velocity: [0, 15, 0]}", "wall floor rotates"),
}
BULLET = (
    "  bullet: {at: {position: [4.7 mm, 4.7 mm, 4 mm], velocity: [0, 0, -1]}, material: glass, radius: 0.1 mm, "
    "fixed: true}\nwalls:"
)


def folder(results):
    return os.path.dirname(results)


with tempfile.TemporaryDirectory() as top:
    for name, (motion, words) in MOTIONS.items():
        path = case(HEAD + BOX.replace("MOTION", motion))
        told = run(["check", path]).stdout
        fact(
            f"{words}: the side lower_z of the domain moves with it" in told and "open sides" not in told,
            f"{name}: check reports that the side lower_z moves with its wall",
        )
        fact(
            "wall lid moves outwards by at most 0.009 m until the end: the side upper_z" in told,
            f"{name}: check reports that the side upper_z moves with the lid",
        )
        whole = simulate(path, os.path.join(top, name))
        through, past, there, left = counts(whole)
        fact(
            through.sum() == 0 and past.sum() == 0,
            f"{name}: particles left through sides {through[-1]}, past walls {past[-1]}",
        )
        fact(
            there[0] == 25 and there[-1] == 25 and left[-1] == 0, f"{name}: {there[-1]} of {there[0]} particles remain"
        )
        kept = card(folder(whole))
        fact(
            sum(kept["left_past_walls"].values()) == 0 and sum(kept["left_through"].values()) == 0,
            f"{name}: run.json contains the particles that left",
        )
        middle = os.path.join(folder(whole), "checkpoint-5600.h5")
        for ranks in (2, 3) if name == "rotation" else (3,):
            told = run(["diff", whole, simulate(path, os.path.join(top, f"{name}-{ranks}"), [], ranks)], check=False)
            fact(told.returncode == 0, f"{name}: same bits on {ranks} ranks {told.stdout}")
        run(["resume", middle, "-o", os.path.join(top, f"{name}-on")], 2)
        told = run(["diff", whole, os.path.join(top, f"{name}-on", "results.h5")], check=False)
        fact(told.returncode == 0, f"{name}: same bits after a restart {told.stdout}")

    bullet = case(HEAD + BOX.replace("MOTION", "velocity: [0, 0, -0.2]").replace("walls:", BULLET))
    told = run(["run", bullet, "-o", os.path.join(top, "bullet")], check=False)
    fact(
        told.returncode == 3 and "particle 26 overlaps wall floor" in told.stderr,
        f"a particle with prescribed motion that is pressed through a wall ends the run: {told.stderr.strip()}",
    )
    path = case(
        HEAD
        + BOX.replace("MOTION", "velocity: [0, 0, -0.2]")
        .replace("  left: {side: lower_x, material: wood}\n", "")
        .replace("gravity: [0,", "gravity: [-9.81,")
    )
    for ranks in (1, 3):
        out = os.path.join(top, f"open-{ranks}")
        told = run(["run", path, "-o", out], ranks).stdout
        n = card(out)["left_through"]["lower_x"]
        fact(
            n > 0 and f"particles that left: {n} through lower_x\n" in told,
            f"the summary of the run on {ranks} ranks reports {n} particles that left through lower_x",
        )
    told = run(["check", path]).stdout
    fact("\nopen sides, through which particles leave: lower_x\n" in told, "check names the open side")
done()
