"""Meshes of several closed parts: `granum check` lists parts, volumes, orientations and gaps; a clump from a mesh with
a part that is inside out is refused. Insertion, random and lattice put no particle inside a closed part of a mesh, on
any number of ranks and after a restart, unless the part contains the whole region.
Labels: bulk input io law mesh parallel particle record run time wall."""
import math
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, run, simulate
from meshes import stl

CASE = """
dimension: 3
domain: {{lower: [0, 0, 0], upper: [40 mm, 40 mm, 40 mm]}}
gravity: [0, 0, -9.81]
materials: {{glass: {{youngs_modulus: 1e7, poisson_ratio: 0.25, density: 2500}}}}
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.3}}}}]
particles:
  grains:
    insert: {{region: {{box: {{lower: {lower}, upper: {upper}}}}}, count: 600, every: 2 ms, tries: 20}}
    material: glass
    radius: 0.8 mm
walls:
  floor: {{side: lower_z, material: glass}}
  tool: {{shape: mesh, file: {file}, unit: mm, material: glass, velocity: [0, 1 mm/s, 0]}}
time: {{end: 6 ms, step: 5 us}}
output: {{trajectory: {{every: 3 ms}}, checkpoint: {{every: 3 ms, end: false}}}}
"""
CLUMP = """
dimension: 3
domain: {{lower: [0, 0, 0], upper: [40 mm, 40 mm, 40 mm]}}
materials: {{glass: {{youngs_modulus: 1e7, poisson_ratio: 0.25, density: 2500}}}}
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.3}}}}]
clumps: {{two: {{mesh: {{file: {file}, scale: 0.001, spheres: 20}}}}}}
particles: {{bodies: {{at: [{{position: [20 mm, 20 mm, 20 mm]}}], clump: two, material: glass}}}}
time: {{end: 2 us, step: 1 us}}
"""


def box(lower, upper, turned=False):
    """The faces of a box; the triangles face outwards, or inwards if turned."""
    triangles = []
    for axis in range(3):
        for side in (0, 1):
            corner = [[0, 0], [1, 0], [1, 1], [0, 1]]
            points = []
            for s, t in corner if side else corner[::-1]:
                at = [0, 0, 0]
                at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3] = side, s, t
                points.append([upper[k] if at[k] else lower[k] for k in range(3)])
            triangles += [points[:3], [points[2], points[3], points[0]]]
    return [t[::-1] for t in triangles] if turned else triangles


def shaft(n, radius, lower, upper):
    """A closed cylinder about a line along y through x = z = 20."""
    at = lambda i, y: [
        20 + radius * math.cos(2 * math.pi * (i % n) / n),
        y,
        20 + radius * math.sin(2 * math.pi * (i % n) / n),
    ]
    triangles = []
    for i in range(n):
        a, b, c, d = at(i, lower), at(i + 1, lower), at(i + 1, upper), at(i, upper)
        triangles += [(a, b, c), (a, c, d), (b, a, [20, lower, 20]), (d, c, [20, upper, 20])]
    return triangles


def check_lines(top):
    two = box([0, 0, 0], [10, 10, 10]) + box([10.5, 0, 0], [15, 10, 10], turned=True)
    hollow = box([0, 0, 0], [30, 30, 30]) + box([10, 10, 10], [20, 20, 20], turned=True)
    for name, triangles, wanted, bad in (
        (
            "two",
            two,
            (
                "part 1: 12 triangles, closed, volume 1e-06 m^3, triangles face outwards",
                "part 2: 12 triangles, closed, volume 4.5e-07 m^3, triangles face inwards",
                "gap to part 1: 0.0005 m",
                "part 2 is inside out",
            ),
            True,
        ),
        ("hollow", hollow, ("triangles face inwards, inside another part", "gap to part 2: 0.01 m"), False),
    ):
        file = stl(f"{top}/{name}.stl", triangles)
        told = run(["check", case(CASE.format(file=file, lower="[0, 0, 32 mm]", upper="[40 mm, 40 mm, 38 mm]"))]).stdout
        lines = [line.strip() for line in told.splitlines() if "part" in line and "particles" not in line]
        fact(
            "2 parts, closed" in told and all(text in told for text in wanted) and bad == ("inside out" in told),
            f"{name}: granum check lists the parts: {lines}",
        )
        told = run(["check", case(CLUMP.format(file=file))], check=False)
        fact(
            told.returncode == (2 if bad else 0) and bad == ("is inside out" in told.stderr),
            f"{name}: a clump from this mesh: exit {told.returncode} {told.stderr.strip()}",
        )


def positions(results, sample=-1):
    with h5py.File(results) as f:
        return list(f["particles"].values())[0]["position/value"][sample]


def enclosed(x, radius):
    """Particles that touch the shaft or are inside; the sides of its mesh are up to 0.07 mm inside the cylinder."""
    across = np.maximum(np.hypot(x[:, 0] - 20e-3, x[:, 2] - 20e-3) - 7.93e-3, 0)
    return np.hypot(across, np.maximum(abs(x[:, 1] - 20e-3) - 19e-3, 0)) < radius


FILL = """
dimension: 3
domain: {{lower: [0, 0, 0], upper: [40 mm, 40 mm, 40 mm]}}
materials: {{glass: {{youngs_modulus: 1e7, poisson_ratio: 0.25, density: 2500}}}}
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.3}}}}]
particles:
{groups}
walls: {{tool: {{shape: mesh, file: {file}, unit: mm, material: glass}}}}
time: {{end: 1 us, step: 1 us}}
output: {{trajectory: {{every: 1 us}}}}
"""
DRAWN = """
  coarse: {random: {count: 300, gap: 0.1 mm}, material: glass, radius: 1.2 mm}
  fine:
    random: {count: 2000, lower: [4 mm, 0, 4 mm], upper: [36 mm, 40 mm, 36 mm]}
    material: glass
    radius: {distribution: uniform, from: 0.3 mm, to: 0.7 mm}
    velocity_deviation: 1 mm/s"""
SITES = """
  grains: {lattice: {sites: simple_cubic, spacing: 2 mm, jitter: 0.1 mm}, material: glass, radius: 0.8 mm}"""
DRUM = """
  grains:
    random: {count: 900, lower: [2 mm, 2 mm, 2 mm], upper: [38 mm, 38 mm, 38 mm]}
    within: {cylinder: {from: [20 mm, 2 mm, 20 mm], to: [20 mm, 38 mm, 20 mm], radius: 18 mm}}
    material: glass
    radius: 0.8 mm"""


def check_fill(top):
    """random places all particles outside of the shaft; lattice leaves sites out."""
    file = stl(f"{top}/fill.stl", shaft(24, 8, 1, 39))
    for name, groups, note in (
        ("random", DRAWN, "of the space for the particles of fine is inside the closed mesh of the wall tool"),
        ("lattice", SITES, "places of grains are left out"),
    ):
        path = case(FILL.format(file=file, groups=groups))
        results = {n: simulate(path, f"{top}/{name}{n}", ranks=n) for n in (1, 3)}
        with h5py.File(results[1]) as f:
            grains = f["particles/grains"]
            x, radius, id = grains["position/value"][0], grains["radius"][:], np.ravel(grains["id"][:])
        bad = enclosed(x, radius + 0.1e-3 * (radius > 1e-3))
        fact(not bad.any(), f"{name}: {bad.sum()} of {len(x)} particles touch the shaft or are inside")
        same = run(["diff", results[1], results[3]], check=False).returncode
        fact(same == 0 and np.array_equal(id, np.arange(1, len(x) + 1)), f"{name}: same bits on 1 and 3 ranks")
        told = run(["check", path]).stdout
        fact(note in told, f"{name}: granum check: {[line for line in told.splitlines() if 'note' in line]}")
        if name == "random":
            fact(len(x) == 2300, f"random places all particles: {len(x)} of 2300")
        else:
            left = int(told.split(" places of grains are left out")[0].split()[-1])
            fact(len(x) + left == 20**3 and left > 500, f"lattice: {len(x)} particles, {left} sites are left out")


def check_nested(top):
    """A drum and a shaft in one file: the drum is the container, the shaft a solid."""
    file = stl(f"{top}/nested.stl", shaft(24, 19.5, 0.5, 39.5) + shaft(24, 8, 1, 39))
    path = case(FILL.format(file=file, groups=DRUM))
    x = positions(simulate(path, f"{top}/nested"), 0)
    fact(len(x) > 600 and not enclosed(x, 0.8e-3).any(), f"nested: {len(x)} particles between drum and shaft")
    inner = DRUM.replace("radius: 18 mm", "radius: 7 mm").replace("count: 900", "count: 2000")
    x = positions(simulate(case(FILL.format(file=file, groups=inner)), f"{top}/inner"), 0)
    fact(len(x) > 50, f"a group that is cut to the inside of the shaft fills it: {len(x)} particles")
    part = "lower: [27.5 mm, 10 mm, 19 mm], upper: [29.5 mm, 30 mm, 21 mm]}, material: glass, radius: 0.8 mm}"
    for group, wrong in (
        ("{random: {count: 2, ", "random: closed meshes of walls leave no space"),
        ("{lattice: {sites: fcc, spacing: 2 mm, ", "closed meshes of walls leave no place for a particle"),
    ):
        told = run(["check", case(FILL.format(file=file, groups="\n  grains: " + group + part))], check=False)
        fact(
            told.returncode == 2 and wrong in told.stderr,
            f"no free place: exit {told.returncode}, {told.stderr.strip()}",
        )


def check_insertion(top):
    file = stl(f"{top}/shaft.stl", shaft(24, 8, 1, 39))
    path = case(CASE.format(file=file, lower="[4 mm, 4 mm, 4 mm]", upper="[36 mm, 36 mm, 36 mm]"))
    results = simulate(path, f"{top}/one")
    x = positions(results)
    inside = (np.hypot(x[:, 0] - 20e-3, x[:, 2] - 20e-3) < 8e-3) & (abs(x[:, 1] - 20e-3) < 19e-3)
    fact(len(x) == 600 and not inside.any(), f"{inside.sum()} of {len(x)} inserted particles are inside a closed shaft")
    other = simulate(path, f"{top}/three", ranks=3)
    fact(run(["diff", results, other], check=False).returncode == 0, "same bits on 1 and 3 ranks")
    checkpoint = [name for name in os.listdir(f"{top}/one") if name.startswith("checkpoint-")][0]
    run(["resume", f"{top}/one/{checkpoint}", "-o", f"{top}/later"])
    fact(run(["diff", results, f"{top}/later/results.h5"], check=False).returncode == 0, "same bits after a restart")
    for z, told in (("35 mm", True), ("21 mm", False)):
        text = CASE.format(file=file, lower="[0, 0, 0]", upper="[0, 0, 0]")
        start, end = text.index("insert:"), text.index("material: glass\n    radius")
        places = f"at: [{{position: [20 mm, 20 mm, 18 mm]}}, {{position: [20 mm, 20 mm, {z}]}}]\n    "
        lines = run(["check", case(text[:start] + places + text[end:])], 2).stdout.splitlines()
        note = [line for line in lines if "1 of the 2 particles of grains are inside the closed mesh" in line]
        fact(bool(note) == told, f"granum check counts particles of a group that is partly inside: {note}")
    file = stl(f"{top}/drum.stl", shaft(24, 19, 1, 39))
    path = case(CASE.format(file=file, lower="[12 mm, 4 mm, 12 mm]", upper="[28 mm, 36 mm, 28 mm]"))
    n = len(positions(simulate(path, f"{top}/drum")))
    fact(n > 300, f"a closed mesh that contains the whole region is a container: {n} particles")


with tempfile.TemporaryDirectory() as folder:
    check_lines(folder)
    check_insertion(folder)
    check_fill(folder)
    check_nested(folder)
done()
