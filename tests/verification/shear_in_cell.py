"""Compares simple shear in a box with sliding images with shear between rough walls, from runs of both shipped
inputs:

    granum run inputs/bulk/shear.yaml
    granum run inputs/bulk/simple-shear-cell.yaml
    /usr/bin/python3 tests/verification/shear_in_cell.py shear simple-shear-cell

Prints means over the last half of each run, with the standard error of six blocks. Between walls the stress refers
to the distance of the walls, not to the box; rate and solid fraction are taken in the middle."""
import os
import sys

import h5py
import numpy as np

HEIGHT, GAP, SIDE = 16e-3, 14.98e-3, 11.7e-3  # of the box, between the centres of the walls, along them [m]


def means(results, pressure, shear, scale):
    with h5py.File(results, "r") as f:
        o = f["observables/bulk"]
        late = o["time"][:] > o["time"][-1] / 2
        stress = scale * o["stress"][:][late][:, [pressure, shear]]
    blocks = np.array([part.mean(axis=0) for part in np.array_split(stress, 6)])
    return stress.mean(axis=0), blocks.std(axis=0) / np.sqrt(6)


def below(radius, height):
    height = np.clip(height, 0, 2 * radius)
    return np.pi / 3 * height**2 * (3 * radius - height)


def middle(results, low=5e-3, high=11e-3):
    """Rate and solid fraction between two heights."""
    with h5py.File(results, "r") as f:
        g = f["particles/grains"]
        late = g["position/time"][:] > g["position/time"][-1] / 2
        z, v, radius = g["position/value"][late, :, 2], g["velocity/value"][late, :, 0], g["radius"][:]
    inside = (z > low) & (z < high)
    solid = np.mean([(below(radius, high - k + radius) - below(radius, low - k + radius)).sum() for k in z])
    return np.polyfit(z[inside], v[inside], 1)[0], solid / (SIDE**2 * (high - low))


def main(walls, cell):
    walls, cell = (os.path.join(folder, "results.h5") for folder in (walls, cell))
    rate, solid = middle(walls)
    with h5py.File(cell, "r") as f:
        late = f["observables/bulk/time"][:] > f["observables/bulk/time"][-1] / 2
        fraction = f["observables/bulk/solid_fraction"][late].mean()
        flow = f["observables/cell/velocity_gradient"][late, 3].mean()
    for name, (mean, error), shear, share in (
        ("walls", means(walls, 8, 2, HEIGHT / GAP), rate, solid),
        ("cell", means(cell, 4, 1, 1), flow, fraction),
    ):
        print(
            f"{name:6} rate {shear:6.2f} 1/s  solid {share:.4f}  pressure {mean[0]:6.1f} +- {error[0]:.1f} Pa  "
            f"shear stress {mean[1]:6.1f} +- {error[1]:.1f} Pa  ratio {mean[1] / mean[0]:.4f}"
        )


main(*sys.argv[1:3])
