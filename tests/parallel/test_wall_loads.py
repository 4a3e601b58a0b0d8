"""Load-controlled walls of all kinds around one sample: equal bits on any number of ranks and after a restart; areas
follow the walls; the energy balance closes. In dimension 2 a stress is a force per length.
Labels: bulk contact input io law parallel particle record run time wall."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, simulate, unexplained

BOX = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [12 mm, 12 mm, 18 mm]}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.4}}]
particles: {beads: {random: {solid_fraction: 0.27}, material: glass,
  radius: {distribution: uniform, from: 0.8 mm, to: 1 mm}, velocity_deviation: 0.1}}
walls:
  floor: {side: lower_z, material: glass}
  left: {side: lower_x, material: glass, servo: {stress: 3 kPa, max_speed: 0.2}}
  right: {side: upper_x, material: glass, servo: {stress: 3 kPa, max_speed: 0.2}}
  front: {side: lower_y, material: glass, servo: {force: 0.4 N, max_speed: 0.15}}
  back: {side: upper_y, material: glass, mass: 1 g, load: 0.4 N}
  lid: {side: upper_z, material: glass, servo: {stress: 3 kPa, max_speed: 0.3}, velocity: [20 mm/s, 0, 0],
    rotation: {angular_velocity: [0, 0, 5]}}
time: {end: 30 ms, step: 5 us, rebalance: 300, overlap_limit: 0.3}
output: {trajectory: {every: 10 ms}, energy: {every: 0.5 ms}, walls: {every: 0.5 ms}, checkpoint: {every: 16 ms}}
"""
SHEET = """
dimension: 2
domain: {lower: [0, 0, 0], upper: [24 mm, 12 mm, 1], periodic: [true, false, false]}
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.5}, tangential: {law: mindlin, friction: 0.4}}]
particles: {beads: {lattice: {sites: hexagonal, spacing: 2 mm, jitter: 0.05 mm}, material: glass, radius: 0.95 mm}}
walls:
  low: {side: lower_y, material: glass, velocity: [10 mm/s, 0, 0]}
  high: {side: upper_y, material: glass, servo: {stress: 20 N/m, max_speed: 0.1}}
time: {end: 30 ms, step: 5 us}
output: {trajectory: {every: 10 ms}, energy: {every: 0.5 ms}, walls: {every: 0.5 ms}}
"""
LONE = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [12 mm, 12 mm, 18 mm]}
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}}]
particles: {bead: {at: {position: [6 mm, 6 mm, 2 mm], velocity: [2, 0, 0]}, material: glass, radius: 1 mm}}
walls: {lid: {side: upper_z, material: glass, mass: 1 g, load: -1 N}}
time: {end: 10 ms, step: 5 us}
output: {walls: {every: 5 ms}}
"""


def wall(results, name, what):
    with h5py.File(results, "r") as f:
        return f[f"observables/walls/{name}/{what}"][:]


with tempfile.TemporaryDirectory() as top:
    path = case(BOX)
    results = {p: simulate(path, f"{top}/{p}", ranks=p) for p in (1, 3)}
    told = run(["diff", results[1], results[3]], check=False)
    fact(told.returncode == 0, f"same bits on 1 and 3 ranks {told.stdout}")
    middle = os.path.join(top, "1", "checkpoint-3200.h5")
    run(["resume", middle, "-o", f"{top}/on"], 2)
    told = run(["diff", results[1], f"{top}/on/results.h5"], check=False)
    fact(told.returncode == 0, f"same bits after a restart on 2 ranks {told.stdout}")
    fact(not unexplained(results[1]), f"the descriptions explain every NaN in the results {unexplained(results[1])}")
    books = ledger(results[1])
    scale = books["external_work"].max() + books["kinetic"].max()
    missed = np.abs(books["residual"]).max() / scale
    fact(missed < 1e-2, f"the ledger closes to {missed:.2g} of {scale:.2g} J")

    left, right = wall(results[1], "left", "position")[:, 0], wall(results[1], "right", "position")[:, 0]
    front, back = wall(results[1], "front", "position")[:, 1], wall(results[1], "back", "position")[:, 1]
    area, load = (back - front) * wall(results[1], "lid", "position")[:, 2], wall(results[1], "right", "load")
    fact(np.ptp(area) > 0.1 * area[0], f"the area of a wall changes: {area.max():.3g} to {area.min():.3g} m^2")
    fact(np.abs(load[1:] / (3000 * area[1:]) - 1).max() < 1e-12, "the load of the wall changes with its area")
    top_load, top_area = wall(results[1], "lid", "load")[1:], ((right - left) * (back - front))[1:]
    fact(np.abs(top_load / (3000 * top_area) - 1).max() < 1e-12, "the load of the rotating lid follows its area")
    fact(np.isnan(wall(results[1], "floor", "load")).all(), "the load of a held wall is NaN")
    fact((wall(results[1], "back", "load") == 0.4).all(), "the load of a free wall equals that of the input")
    slides = wall(results[1], "lid", "velocity")[:, 0]
    fact(np.abs(slides - 0.02).max() < 1e-12, "a lid may slide while it holds a stress")

    # The run ends if no contact can hold the load of a wall: pulled off, or beyond all particles; a wall with a mass
    # may fall back.
    path = case(LONE)
    for ranks, lid, where in (
        (2, "servo: {stress: -3 kPa, max_speed: 10}", "against its normal"),
        (1, "mass: 1 g, load: 1 N", "along its normal"),
    ):
        sets = ["--set", f"walls.lid={{side: upper_z, material: glass, {lid}}}"]
        told = run(["run", path, "-o", f"{top}/astray", "--overwrite", *sets], ranks, check=False)
        one = told.stderr.count("granum: ") == 1 and "wall lid has come 0.018" in told.stderr
        fact(told.returncode == 3 and one and where in told.stderr, f"{lid}: {told.stderr.splitlines()[0]}")
    run(["run", path, "-o", f"{top}/up"])
    high = wall(f"{top}/up/results.h5", "lid", "position")[-1, 2]
    fact(high > 0.05, f"a lid with mass that is thrown up continues to move, up to {high:.3g} m")

    path = case(SHEET)
    results = {p: simulate(path, f"{top}/sheet-{p}", ranks=p) for p in (1, 3)}
    told = run(["diff", results[1], results[3]], check=False)
    fact(told.returncode == 0, f"in the plane: same bits on 1 and 3 ranks {told.stdout}")
    force = wall(results[1], "high", "force")[-10:, 1]
    fact(np.abs(force / (20 * 0.024) - 1).max() < 0.01, f"in the plane: {force.mean():.5g} N on a lid of 24 mm")
done()
