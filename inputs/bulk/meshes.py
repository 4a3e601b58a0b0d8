#!/usr/bin/env python3
"""Makes the surfaces of hopper.yaml and mixer.yaml, in mm: inputs/bulk/meshes.py [FOLDER], by default its own.

hopper.stl, as text: a square bin over a funnel, open above and below, a sheet without thickness.
mixer.stl, binary: a shaft along z with two crosses of pitched paddles; each of these is a closed body."""
import math
import os
import struct
import sys

BIN, OUTLET = 40, 16  # inner widths [mm]
FUNNEL, TOP = 24, 70  # heights over the outlet at which the funnel ends, and the bin
SHAFT, SIDES, SHAFT_TOP = 4, 12, 27  # radius [mm], number of its faces, height [mm]
PADDLE = (21, 12, 1.5)  # reach from the axis, height along its slope, thickness [mm]
PITCH = math.radians(45)
CROSSES = ((8, 0), (20, 45))  # height of the middle [mm], angle of the first paddle [degrees]


def quad(a, b, c, d):
    return [(a, b, c), (a, c, d)]


def square(width, height):
    half = width / 2
    return [(-half, -half, height), (half, -half, height), (half, half, height), (-half, half, height)]


def hopper():
    """Triangles turned inwards."""
    rims, found = [square(OUTLET, 0), square(BIN, FUNNEL), square(BIN, TOP)], []
    for low, high in zip(rims, rims[1:]):
        for k in range(4):
            found += quad(low[k - 1], high[k - 1], high[k], low[k])
    return found


def shaft(top):
    angles = [2 * math.pi * k / SIDES for k in range(SIDES)]
    ring = [(SHAFT * math.cos(angle), SHAFT * math.sin(angle)) for angle in angles]
    found = []
    for k in range(SIDES):
        (x, y), (u, v) = ring[k - 1], ring[k]
        found += quad((x, y, 0), (u, v, 0), (u, v, top), (x, y, top))
        found += [((0, 0, 0), (u, v, 0), (x, y, 0)), ((0, 0, top), (x, y, top), (u, v, top))]
    return found


def paddle(height, angle):
    """A box from within the shaft outwards, whose face is pitched and then turned about z."""
    reach, length, thickness = PADDLE

    def place(i, j, k):
        x, across, up = (reach, SHAFT / 2)[i == 0], (j - 0.5) * thickness, (k - 0.5) * length
        y = across * math.cos(PITCH) - up * math.sin(PITCH)
        z = height + across * math.sin(PITCH) + up * math.cos(PITCH)
        return (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle), z)

    corner = {(i, j, k): place(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)}
    faces = ("000 001 011 010", "100 110 111 101", "000 100 101 001")
    faces += ("010 011 111 110", "000 010 110 100", "001 101 111 011")
    return [triangle for face in faces for triangle in quad(*(corner[tuple(map(int, name))] for name in face.split()))]


def mixer():
    found = shaft(SHAFT_TOP)
    for height, first in CROSSES:
        for k in range(4):
            found += paddle(height, math.radians(first + 90 * k))
    return found


def normal(a, b, c):
    u, v = [q - p for p, q in zip(a, b)], [q - p for p, q in zip(a, c)]
    across = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    length = math.sqrt(sum(x * x for x in across))
    return [x / length for x in across]


def write_text(path, name, triangles):
    with open(path, "w") as file:
        print(f"solid {name}", file=file)
        for triangle in triangles:
            print("facet normal {:.6g} {:.6g} {:.6g}\n outer loop".format(*normal(*triangle)), file=file)
            for corner in triangle:
                print("  vertex {:g} {:g} {:g}".format(*corner), file=file)
            print(" endloop\nendfacet", file=file)
        print(f"endsolid {name}", file=file)


def write_binary(path, triangles):
    with open(path, "wb") as file:
        file.write(struct.pack("<80sI", b"A shaft with two crosses of paddles, in mm", len(triangles)))
        for triangle in triangles:
            numbers = [*normal(*triangle), *(round(x, 9) for corner in triangle for x in corner)]
            file.write(struct.pack("<12fH", *numbers, 0))


folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
write_text(os.path.join(folder, "hopper.stl"), "hopper", hopper())
write_binary(os.path.join(folder, "mixer.stl"), mixer())
