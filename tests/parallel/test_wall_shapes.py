"""A rotating drum with a shaft, a vibrating box, a cone driven by a table, a load-controlled disc: equal bits on any
number of ranks and after a restart in the middle, through stages, and the energy balance closes. Invalid shapes and
motions are refused with one sentence.
Labels: bulk contact input io law parallel particle record run time wall."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import done, fact, ledger, run, simulate, unexplained

CASE = """
dimension: 3
domain: {lower: [-12 mm, -12 mm, 0], upper: [12 mm, 12 mm, 24 mm], periodic: [false, false, true]}
gravity: [0, -9.81, 0]
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.5}}]
particles: {beads: {random: {solid_fraction: 0.25, lower: [-7 mm, -7 mm, 0], upper: [7 mm, 7 mm, 24 mm]},
  material: glass, radius: 0.9 mm, velocity_deviation: 0.3}}
walls:
  drum: {shape: cylinder, centre: [0, 0, 0], axis: [0, 0, 1], radius: 11 mm, concave: true, material: glass,
    rotation: {angular_velocity: [0, 0, 20]}}
  shaft:
    shape: cylinder
    centre: [0, 8 mm, 0]
    axis: [0, 0, 1]
    radius: 1 mm
    material: glass
    motions:
      - {oscillation: {amplitude: [0, 1 mm, 0], frequency: 100 Hz}, start: 2 ms}
      - {table: {file: turn.csv, axis: [0, 0, 1], pivot: [0, 0, 0], smooth: true}}
  vane:
    shape: rectangle
    centre: [0, -8 mm, 0]
    normal: [1, 0, 0]
    along: [0, 1, 0]
    length: 2 mm
    material: glass
    rotation: {pivot: [0, 0, 0], angular_velocity: [0, 0, 20], angular_acceleration: [0, 0, 300]}
time: {end: 22 ms, step: 5 us, rebalance: 100, overlap_limit: 0.4}
output: {trajectory: {every: 10 ms}, energy: {every: 0.5 ms}, walls: {every: 0.5 ms}, checkpoint: {every: 12.5 ms}}
"""
HOPPER = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 30 mm]}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.5}}]
particles: {beads: {random: {solid_fraction: 0.25, lower: [6 mm, 6 mm, 14 mm], upper: [14 mm, 14 mm, 24 mm]},
  material: glass, radius: 0.8 mm}}
walls:
  tube: {shape: cylinder, centre: [10 mm, 10 mm, 20 mm], axis: [0, 0, 1], length: 16 mm, radius: 7 mm, concave: true,
    material: glass}
  funnel:
    {shape: cone, centre: [10 mm, 10 mm, 9 mm], axis: [0, 0, 1], length: 6 mm, radius_start: 3 mm, radius_end: 7 mm,
      concave: true, material: glass}
  gate: {shape: disc, centre: [10 mm, 10 mm, 6 mm], normal: [0, 0, 1], radius: 3.5 mm, material: glass}
  lid: {shape: disc, centre: [10 mm, 10 mm, 26 mm], normal: [0, 0, -1], radius: 6.5 mm, material: glass,
    servo: {stress: 300 Pa, max_speed: 0.5}}
  block: {shape: box, centre: [10 mm, 10 mm, 11 mm], lengths: [3 mm, 2 mm, 1 mm], along: [1, 1, 0], material: glass}
  tray: {shape: rectangle, centre: [10 mm, 10 mm, 1 mm], normal: [0, 0, 1], length: 18 mm, width: 18 mm,
    material: glass, absent: true}
stages:
  fill: {until: {time: 10 ms}}
  spin:
    until: {time: 10 ms}
    walls:
      block: {motions: [{swing: {amplitude: [0, 0, 30 deg], frequency: 50 Hz}, end: 15 ms},
        {rotation: {angular_velocity: [9, 0, 0]}}]}
      lid: {rotation: {angular_velocity: [0, 0, 8]}}
      funnel: {servo: {force: -0.01 N, max_speed: 0.1}, direction: [0, 0, 1], rotation: {angular_velocity: [0, 0, 3]}}
  open:
    until: {time: 10 ms}
    walls: {gate: {velocity: [0.6, 0, 0]}, funnel: {servo: {}}, lid: {servo: {stress: 400 Pa, max_speed: 0.5}},
      tray: {absent: false}}
time: {step: 5 us, rebalance: 150, overlap_limit: 0.4}
output: {trajectory: {every: 10 ms}, energy: {every: 0.5 ms}, walls: {every: 0.5 ms}, checkpoint: {every: 22 ms}}
"""
BAD = [
    ("drum.axis=[0, 1, 0]", "walls.drum: a cylinder does not repeat itself along the periodic side z"),
    ("drum.length=20 mm", "walls.drum: a cylinder of a length does not repeat itself along the periodic side z"),
    (
        "drum.rotation.angular_velocity=[0, 1, 0]",
        "walls.drum.rotation.angular_velocity: turns the wall into the periodic side along z",
    ),
    ("drum.ends=closed", "walls.drum.ends: an endless cylinder has none to close"),
    (
        "drum.rotation.angular_acceleration=[1, 0, 0]",
        "walls.drum.rotation.angular_acceleration: is not along angular_velocity",
    ),
    (
        "drum.servo={force: 1 N, max_speed: 1}",
        "walls.drum.servo: a wall of shape cylinder needs the direction of its load; write direction",
    ),
    ("drum.direction=[0, 0, 1]", "walls.drum.servo: is missing, and direction needs it; give servo or mass"),
    ("vane.along=[1, 0, 0]", "walls.vane.along: is along the normal"),
    (
        "vane={shape: disc, centre: [0, 0, 0], normal: [0, 0, 1], radius: 1 mm, material: glass}",
        "walls.vane: a disc does not repeat itself",
    ),
    (
        "vane={shape: ring, centre: [0, 0, 0], normal: [0, 0, 1], inner_radius: 2, outer_radius: 1, material: glass}",
        "is not below outer_radius, 1 m",
    ),
    (
        "vane={shape: box, centre: [0, 0, 0], lengths: [0, 0, 0], material: glass}",
        "walls.vane.lengths: are 0, so that the box has no face",
    ),
    ("vane={shape: box, centre: [0, 0, 0], lengths: [1, -1, 0], material: glass}", "-1 is out of range"),
    (
        "vane={shape: box, centre: [0, 0, 0], lengths: [1, 1, 0], along: [0, 1, 0], material: glass}",
        "is the direction of the first length",
    ),
    (
        "vane={shape: cone, centre: [0, 0, 0], axis: [0, 0, 1], length: 1, radius_start: 0, radius_end: 0, "
        "material: glass}",
        "is 0, and so is radius_start",
    ),
    ("vane={shape: disk, centre: [0, 0, 0]}", "walls.vane.shape: there is no shape 'disk'; did you mean 'disc'?"),
    ("shaft.motions=[{start: 1}]", "walls.shaft.motions.0: does nothing; give velocity"),
    ("shaft.motions=[{velocity: [1, 0, 0], start: 2, end: 1}]", "walls.shaft.motions.0.end: is not after start, 2 s"),
    ("shaft.motions=[{table: {time: [0, 1], y: [0]}}]", "walls.shaft.motions.0.table.y: has 1 numbers, and time has 2"),
    ("shaft.motions=[{table: {time: [0, 0], y: [0, 1]}}]", "walls.shaft.motions.0.table.time.1: must be above the "),
    ("shaft.motions=[{table: {time: [0, 1], angle: [0, 1]}}]", "walls.shaft.motions.0.table.axis: is missing"),
    ("shaft.motions=[{table: {time: [0, 1], y: [0, 1], vy: [0, 1]}}]", "table.vy: y and vy are both given"),
    ("shaft.motions=[{table: {file: none.csv}}]", "none.csv"),
    (
        "shaft.motions=[{table: {file: turn.csv}}]",
        "turn.csv:1:1: has the column angle or rate, and the table in the input has no axis",
    ),
    ("shaft.motions=[{table: {file: bad.csv}}]", "bad.csv:3:1: time: is not later than the previous time"),
    (
        "shaft.motions=[{rotation: {angular_velocity: [0, 0, 1]}, swing: {amplitude: [0, 0, 1], frequency: 1}}]",
        "turns in two ways",
    ),
    (
        "shaft.motions=[{swing: {amplitude: [0, 1, 0], frequency: 1}}]",
        "walls.shaft.motions: turn the wall into the periodic side along z",
    ),
    ("shaft.motions=[{velocty: [0, 1, 0]}]", "did you mean 'velocity'?"),
]


def wall(results, name, what):
    with h5py.File(results, "r") as f:
        return f[f"observables/walls/{name}/{what}"][:]


def same(text, top, ranks, checkpoint, on):
    """Checks that runs on these numbers of ranks, and from a checkpoint in the middle, have the same bits; returns
    the results."""
    path = os.path.join(top, "case.yaml")
    with open(path, "w") as f:
        f.write(text)
    results = {p: simulate(path, f"{top}/{p}", ranks=p) for p in ranks}
    for p in ranks[1:]:
        told = run(["diff", results[1], results[p]], check=False)
        fact(told.returncode == 0, f"same bits on 1 and {p} ranks {told.stdout}")
    run(["resume", f"{top}/1/{checkpoint}", "-o", f"{top}/on-{on}"], on)
    told = run(["diff", results[1], f"{top}/on-{on}/results.h5"], check=False)
    fact(told.returncode == 0, f"same bits after a restart on {on} ranks {told.stdout}")
    fact(not unexplained(results[1]), f"the descriptions explain every NaN in the results {unexplained(results[1])}")
    books = ledger(results[1])
    scale = np.abs(books["external_work"]).max() + books["kinetic"].max()
    missed = np.abs(books["residual"]).max() / scale
    fact(missed < 1e-2, f"the ledger closes to {missed:.2g} of {scale:.2g} J")
    return results[1]


with tempfile.TemporaryDirectory() as top:
    with open(os.path.join(top, "turn.csv"), "w") as f:
        f.write("# seconds, radians\ntime, angle\n0, 0\n0.01, 0.3\n0.02, -0.2\n0.04, 0.5\n")
    with open(os.path.join(top, "bad.csv"), "w") as f:
        f.write("time, y\n0, 0\n0, 1\n")
    results = same(CASE, top, (1, 2, 3, 5), "checkpoint-2500.h5", 3)
    t, shaft, vane = (
        wall(results, name, what) for name, what in (("drum", "time"), ("shaft", "position"), ("vane", "position"))
    )
    swing = np.where(t > 2e-3, 1e-3 * np.sin(2 * np.pi * 100 * (t - 2e-3)), 0)
    fact(
        np.abs(np.hypot(shaft[:, 0], shaft[:, 1] - swing) - 8e-3).max() < 1e-12,
        "the preceding oscillation moves the axis of a rotation",
    )
    at = np.searchsorted(t, 0.02 - 1e-9)
    turned = np.arctan2(-shaft[at, 0], shaft[at, 1] - swing[at])
    fact(abs(turned + 0.2) < 1e-9, f"at a time of its table the rotation angle is {turned:.6g} rad")
    angle = 20 * t + 150 * t**2
    fact(np.abs(vane[:, 0] - 8e-3 * np.sin(angle)).max() < 1e-12, "an angular velocity grows at the given rate")
    path = os.path.join(top, "case.yaml")
    for change, sentence in BAD:
        told = run(["check", path, "--set", f"walls.{change}"], check=False)
        one = told.stderr.count("granum: ") == 1 or told.stderr.count("\n") == 1
        fact(told.returncode in (2, 4) and one and sentence in told.stderr, f"{change}: {told.stderr.strip()}")

    results = same(HOPPER, top, (1, 3), "checkpoint-4400.h5", 2)
    t, lid, gate = (wall(results, *of) for of in (("lid", "time"), ("lid", "load"), ("gate", "position")))
    area = np.pi * 6.5e-3**2
    fact(
        np.abs(lid[t < 0.0199].ravel() - 300 * area).max() < 1e-12 and abs(lid[-1] - 400 * area) < 1e-12,
        "a given stress acts on the area of a disc",
    )
    fact(abs(gate[-1, 0] - 0.016) < 1e-9, "a stage changes the velocity of a shape")
done()
