#!/usr/bin/env python3
"""Makes the spheres of rattleback.yaml: inputs/bodies/rattleback.py [FILE], by default rattleback.csv beside it.

The hull is smooth where it touches the floor: spheres of 22 mm lie close together on a surface that is curved with the
radii 200 - 22 mm along x and 30 - 22 mm along y, so that the radii of the hull are 200 mm and 30 mm. Two arms carry
weights across the corners, so that the principal axes of inertia are rotated from the axes of the hull."""
import os
import sys

LONG, ACROSS, RADIUS = 200, 30, 22  # radii of the hull and of its spheres [mm]


def rise(x, radius):
    return radius - (radius**2 - x**2) ** 0.5


def spheres():
    for i in range(-12, 13):
        for j in range(-2, 3):
            x, y = 31.15 / 12 * i, 0.8 * j
            yield x, y, RADIUS + rise(x, LONG - RADIUS) + rise(y, ACROSS - RADIUS), RADIUS
    for side in (1, -1):
        for part in range(6):
            yield side * (41.4 + 8.28 * part), side * (23.4 + 4.68 * part), 25, 6
        yield side * 92, side * 52, 25, 13


beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "rattleback.csv")
with open(sys.argv[1] if len(sys.argv) > 1 else beside, "w") as file:
    print("x, y, z, radius", file=file)
    for sphere in spheres():
        print(", ".join(f"{length:.5g}e-3" for length in sphere), file=file)
