"""Rotating containers with the same spheres: a drum of triangles and a box of planes of equal volume; and a silo
with a flat bottom of triangles with a round outlet."""
import math
import os

from packing_data import state, write_table
from programs import HERE, KEPT

DRUM, SILO = os.path.join(HERE, "drum.yaml"), os.path.join(HERE, "silo.yaml")
RADIUS, LENGTH, AROUND, ALONG = 22.0, 44.0, 60, 9
EDGE = RADIUS * math.sqrt(math.pi)  # edge of the box
TURNS = "rotation: {pivot: [0, 0, 0], angular_velocity: [0, 0.07853981633974483, 0]}"


def triangles():
    """Returns 2 * AROUND * ALONG triangles of the shell and AROUND of each end: 1200."""

    def rim(k, y):
        angle = 2 * math.pi * (k % AROUND) / AROUND
        return (RADIUS * math.cos(angle), y, RADIUS * math.sin(angle))

    levels = [-LENGTH / 2 + LENGTH * j / ALONG for j in range(ALONG + 1)]
    for k in range(AROUND):
        for low, high in zip(levels, levels[1:]):
            a, b, c, d = rim(k, low), rim(k + 1, low), rim(k + 1, high), rim(k, high)
            yield from ((a, b, c), (a, c, d))
        yield rim(k + 1, levels[0]), rim(k, levels[0]), (0.0, levels[0], 0.0)
        yield rim(k, levels[-1]), rim(k + 1, levels[-1]), (0.0, levels[-1], 0.0)


def write_stl(path, facets):
    with open(path, "w") as out:
        out.write("solid wall\n")
        for corners in facets:
            out.write(" facet normal 0 0 0\n  outer loop\n")
            out.writelines(f"   vertex {x!r} {y!r} {z!r}\n" for x, y, z in corners)
            out.write("  endloop\n endfacet\n")
        out.write("endsolid wall\n")


def box_walls():
    """Returns the planes of a box with the cross-section area of the drum."""
    half, y = EDGE / 2, LENGTH / 2
    sides = {
        "left": ([-half, 0, 0], [1, 0, 0]),
        "right": ([half, 0, 0], [-1, 0, 0]),
        "floor": ([0, 0, -half], [0, 0, 1]),
        "lid": ([0, 0, half], [0, 0, -1]),
        "front": ([0, -y, 0], [0, 1, 0]),
        "back": ([0, y, 0], [0, -1, 0]),
    }
    return ", ".join(
        f"{name}: {{point: {point}, normal: {normal}, material: wall, {TURNS}}}"
        for name, (point, normal) in sides.items()
    )


def containers():
    """{name: --set values for drum.yaml}."""
    os.makedirs(KEPT, exist_ok=True)
    drum = os.path.join(KEPT, "drum.stl")
    write_stl(drum, triangles())
    half, y = EDGE / 2, LENGTH / 2
    region = f"{{box: {{lower: [{-half}, {-y}, {-half}], upper: [{half}, {y}, {half}]}}}}"
    return {
        "drum of 1200 triangles": [f"walls.drum.file={drum}"],
        "box of 6 planes": [f"walls={{{box_walls()}}}", f"particles.grains.within={region}"],
    }


def flow_sets(sets, path):
    """Adds the spheres that flow after a quarter of a revolution, and writes them into a table."""
    write_table(path, state(DRUM, sets, 20)[0])
    walls = [value for value in sets if not value.startswith("particles")]
    return [*walls, f"particles={{grains: {{file: {path}, material: grain}}}}"]


OUTLET, FAR = 6.75, 21.0  # radii of the outlet and of the surrounding plate


def plate():
    def rim(k, radius):
        angle = 2 * math.pi * (k % AROUND) / AROUND
        return (radius * math.cos(angle), radius * math.sin(angle), 0.0)

    for k in range(AROUND):
        a, b, c, d = rim(k, OUTLET), rim(k + 1, OUTLET), rim(k + 1, FAR), rim(k, FAR)
        yield from ((a, c, b), (a, d, c))


def discharge_sets(folder):
    """--set values for silo.yaml with the spheres at rest, and an outlet below them."""
    table, bottom = os.path.join(folder, "silo.csv"), os.path.join(folder, "plate.stl")
    write_table(table, state(SILO, ["drag={linear: 0.02}"], 30)[0])
    write_stl(bottom, plate())
    return [
        "domain.lower=[-12, -12, -2]",
        f"particles={{grains: {{file: {table}, material: grain}}}}",
        f"walls.bottom={{shape: mesh, file: {bottom}, material: wall}}",
    ]
