"""Spheres at the seams of walls that continue each other: contacts with flush walls of any shapes act once, so that a
drop onto the seam, a sphere that rolls over it with its friction spring, and a crowd on tiles give the result of a
single wall, on any number of ranks and after a restart. A convex edge of plates acts as that of a block. A concave
corner, walls of different velocity and walls that a load moves keep all their contacts.
Labels: bulk contact input io law mesh parallel particle record run wall."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, run, simulate

HEAD = """
dimension: 3
domain: {lower: [-0.1, -0.1, -0.1], upper: [0.1, 0.1, 0.1]}
gravity: [0, 0, -9.81]
materials: {a: {density: 2500, youngs_modulus: 10 MPa, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.7}, tangential: {law: mindlin, friction: 0.5},
  rolling: {law: rolling_spring, friction: 0.1, stiffness: 1 kN/m}}]
particles: {PARTICLES}
walls:
WALLS
time: {end: END, accuracy: ACCURACY}
output: {trajectory: {every: END/20}, walls: {every: END/20}, energy: {every: END/20}, checkpoint: {every: END/2}}
"""
DROP = "b: {at: {position: [0, 0, 11 mm], velocity: [0, 0, -1]}, material: a, radius: 10 mm}"
ROLL = "b: {at: {position: [-8 mm, 0, 9.999 mm], velocity: [0.5, 0, 0]}, material: a, radius: 10 mm}"
CROWD = (
    "b: {lattice: {sites: simple_cubic, spacing: 22 mm, lower: [-90 mm, -90 mm, 0], upper: [90 mm, 90 mm, 24 mm]}, "
    "material: a, radius: 10 mm, velocity: [0.7, 0.3, -0.5]}"
)
EDGE = "b: {at: {position: [6 mm, 0, 9 mm], velocity: [-0.2, 0, -1], spin: [0, 20, 5]}, material: a, radius: 10 mm}"
CORNER = "b: {at: {position: [9.9 mm, 0, 9.9 mm]}, material: a, radius: 10 mm}"


def wall(name, shape, centre, more):
    return f"  {name}: {{shape: {shape}, centre: {list(centre)}, {more}, material: a}}\n"


def plate(name, centre, length, width, normal=(0, 0, 1), along=(1, 0, 0), more=""):
    sizes = f"normal: {list(normal)}, along: {list(along)}, length: {length}, width: {width}{more}"
    return wall(name, "rectangle", centre, sizes)


def tiles(edges):
    pieces = list(zip(edges, edges[1:]))
    return "".join(
        plate(f"f{i}{k}", ((a + b) / 2, (c + d) / 2, 0), b - a, d - c)
        for i, (a, b) in enumerate(pieces)
        for k, (c, d) in enumerate(pieces)
    )


def mesh(name, low, high):
    """Writes a rectangle of two triangles in the plane z = 0."""
    path = os.path.join(folder, f"{name}.stl")
    with open(path, "w") as f:
        f.write("solid s\n")
        for corners in (((low, -0.1), (high, -0.1), (high, 0.1)), ((low, -0.1), (high, 0.1), (low, 0.1))):
            lines = "".join(f"vertex {x} {y} 0\n" for x, y in corners)
            f.write(f"facet normal 0 0 1\nouter loop\n{lines}endloop\nendfacet\n")
        f.write("endsolid s\n")
    return f"  {name}: {{shape: mesh, file: {path}, material: a}}\n"


def written(particles, walls, end):
    """Writes a case; returns its path."""
    text = HEAD.replace("PARTICLES", particles).replace("WALLS", walls)
    text = text.replace("ACCURACY", "0.02" if particles == CROWD else "1e-3")
    for part in ("END/20", "END/2", "END"):
        text = text.replace(part, f"{end / float((part + '/1').split('/')[1])}")
    return case(text)


def results(name, particles, walls, end, ranks=1):
    return simulate(written(particles, walls, end), os.path.join(folder, name), ranks=ranks)


def motion(path):
    with h5py.File(path) as f:
        grains = f["particles/grains"]
        return np.concatenate([grains[f"{key}/value"][:] for key in ("position", "velocity")], axis=2)


def forces(path):
    """Sum of the forces on all walls, and the number of walls with a force, at each time."""
    with h5py.File(path) as f:
        all_forces = np.array([f[f"observables/walls/{w}/force"][:] for w in f["observables/walls"] if w != "time"])
    return all_forces.sum(axis=0), (np.abs(all_forces).max(axis=2) > 0).sum(axis=0)


def seams(folder):
    one = plate("one", (0, 0, 0), 0.2, 0.2)
    left, right = plate("left", (-0.05, 0, 0), 0.1, 0.2), plate("right", (0.05, 0, 0), 0.1, 0.2)
    ring = wall("ring", "ring", (-0.05, 0, 0), "normal: [0, 0, 1], inner_radius: 0.05, outer_radius: 0.2")
    block = "lengths: [0.1, 0.2, 0.1]"
    floor = "  floor: {point: [0, 0, 0], normal: [0, 0, 1], material: a}\n"
    swing = ", oscillation: {amplitude: [0, 0, 1 mm], frequency: 30 Hz}"
    joined = {
        "plates": left + right,
        "disc in ring": wall("disc", "disc", (-0.05, 0, 0), "normal: [0, 0, 1], radius: 0.05") + ring,
        "plate on plane": floor + left,
        "blocks": wall("l", "box", (-0.05, 0, -0.05), block) + wall("r", "box", (0.05, 0, -0.05), block),
        "drum in ring": ring
        + wall("drum", "cylinder", (-0.05, 0, -0.05), "axis: [0, 0, 1], length: 0.1, radius: 0.05, ends: closed"),
        "meshes": mesh("m", -0.1, 0) + mesh("n", 0, 0.1),
        "mesh and plate": mesh("m", -0.1, 0) + right,
    }
    for kind, particles, end in (("drop", DROP, 0.02), ("roll", ROLL, 0.03)):
        alone = results("one", particles, one, end)
        for name, walls in joined.items():
            path = results("two", particles, walls, end)
            worst = np.abs(motion(path) - motion(alone)).max()
            total, touching = forces(path)
            off = np.abs(total - forces(alone)[0]).max() / np.abs(total).max()
            fact(
                worst < 1e-12 and off < 1e-9 and touching.max() == 1,
                f"{kind}, {name}: motion as on one wall to {worst:.1e}, force to {off:.1e}, one wall at a time",
            )
    moving = [
        results(k, ROLL, w, 0.02)
        for k, w in (
            ("one", plate("one", (0, 0, 0), 0.2, 0.2, more=swing)),
            (
                "two",
                plate("left", (-0.05, 0, 0), 0.1, 0.2, more=swing) + plate("right", (0.05, 0, 0), 0.1, 0.2, more=swing),
            ),
        )
    ]
    worst = np.abs(motion(moving[0]) - motion(moving[1])).max()
    fact(worst < 1e-12, f"plates that swing together: as one plate to {worst:.1e}")


def crowd(folder):
    sides = "".join(
        f"  {'xy'[k]}{s}: {{point: {[0.1 * s * (k == a) for a in range(3)]}, "
        f"normal: {[-s * (k == a) for a in range(3)]}, material: a}}\n"
        for k in range(2)
        for s in (-1, 1)
    )
    walls = sides + tiles([-0.1, -0.063, -0.0111, 0.002, 0.05, 0.1])
    alone = motion(results("one", CROWD, sides + tiles([-0.1, 0.1]), 0.02))
    paths = [results(f"{ranks} ranks", CROWD, walls, 0.02, ranks) for ranks in (1, 2)]
    worst = np.abs(motion(paths[0]) - alone).max()
    fact(worst < 1e-12, f"{alone.shape[1]} spheres on 25 tiles: as on one plate to {worst:.1e}")
    same = run(["diff", *paths], check=False).returncode == 0
    fact(same, "they have the same bits on 1 and 2 ranks")
    half = simulate(written(CROWD, walls, 0.02), os.path.join(folder, "half"), ["time.end=0.01"])
    run(["resume", os.path.dirname(half), "--set", "time.end=0.02"], ranks=2)
    fact((motion(half)[-1] == motion(paths[0])[-1]).all(), "and after a restart on 2 ranks")


def others(folder):
    """Convex edges act once; concave corners and walls that move differently keep their contacts."""
    block = wall("b", "box", (-0.05, 0, -0.05), "lengths: [0.1, 0.2, 0.1]")
    top = plate("top", (-0.05, 0, 0), 0.1, 0.2)
    side = plate("side", (0, 0, -0.05), 0.2, 0.1, normal=(1, 0, 0), along=(0, 1, 0))
    worst = np.abs(motion(results("one", EDGE, block, 0.03)) - motion(results("two", EDGE, top + side, 0.03))).max()
    fact(worst < 1e-9, f"a sphere at the edge of two plates: as at that of a block to {worst:.1e}")
    floor, back = plate("floor", (0.05, 0, 0), 0.1, 0.2), plate("back", (0, 0, 0.05), 0.2, 0.1, (1, 0, 0), (0, 1, 0))
    touching = forces(results("corner", CORNER, floor + back, 0.001))[1]
    fact(touching.min() == 2, "both plates of a concave corner push")
    left = plate("left", (-0.05, 0, 0), 0.1, 0.2)
    told = [run(["check", written(DROP, left + w, 0.02)]).stdout for w in (floor, plate("on", (0, 0, 0), 0.02, 0.02))]
    fact(
        "coincide" not in told[0] and "walls left and on coincide" in told[1], "check warns of walls that coincide only"
    )
    for name, more in (("slides", ", velocity: [0, 1 mm/s, 0]"), ("is moved by a load", ", mass: 1 kg, load: 9.81 N")):
        path = results("apart", DROP, left + plate("right", (0.05, 0, 0), 0.1, 0.2, more=more), 0.02)
        fact(forces(path)[1].max() == 2, f"both plates push if one {name}")


with tempfile.TemporaryDirectory() as folder:
    seams(folder)
    crowd(folder)
    others(folder)
done()
