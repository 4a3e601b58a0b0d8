"""Random groups do not overlap earlier groups of any kind; equal bits on any number of ranks.
Labels: bulk input law parallel particle record run time."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, run, simulate
from scipy.spatial import cKDTree

SIDE = 20e-3
HEAD = """
materials: {glass: {density: 2500 kg/m^3, youngs_modulus: 10 MPa, poisson_ratio: 0.25}}
contacts: [{between: [glass, glass], normal: {law: tsuji, restitution: 0.7}}]
time: {end: 1 us, step: 0.5 us}
output: {trajectory: {every: 1 us}}
"""
# A bed in half of the box, a ball across a periodic face, and a region whose wall is pierced by an earlier sphere from
# the other side.
SPACE = (
    HEAD
    + """
dimension: 3
domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 20 mm], periodic: [true, true, false]}
particles:
  bed: {lattice: {sites: fcc, spacing: 2 mm, upper: [20 mm, 20 mm, 8 mm]}, material: glass, radius: 1 mm}
  ball: {at: {position: [0, 10 mm, 14 mm]}, material: glass, radius: 4 mm}
  large: {random: {solid_fraction: 0.1}, material: glass, radius: 0.6 mm}
  small: {random: {solid_fraction: 0.04, gap: 10 um}, material: glass,
    radius: {distribution: uniform, from: 0.2 mm, to: 0.3 mm}}
  part: {random: {count: 40, lower: [12 mm, 0, 9 mm], upper: [19.9 mm, 20 mm, 20 mm]}, material: glass, radius: 0.4 mm}
"""
)
PLANE = (
    HEAD
    + """
dimension: 2
domain: {lower: [0, 0], upper: [20 mm, 20 mm], periodic: [true, false]}
particles:
  large: {random: {count: 20}, material: glass, radius: 1 mm}
  small: {random: {solid_fraction: 0.2}, material: glass, radius: 0.3 mm}
"""
)


def closest(results, periodic):
    """Returns the least distance of two surfaces [m], over all pairs, and the number of spheres in each group."""
    with h5py.File(results) as f:
        grains = f["particles/grains"]
        x, r, group = grains["position/value"][0], grains["radius"][:], grains["group"][:]
    every, radii = [x], [r]
    for shift in [np.array([i, j, 0.0]) * SIDE for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]:
        if all(p or s == 0 for p, s in zip(periodic, shift)):
            every.append(x + shift[: x.shape[1]])
            radii.append(r)
    points, sizes = np.concatenate(every), np.concatenate(radii)
    pairs = cKDTree(points).query_pairs(2 * r.max(), output_type="ndarray")
    pairs = pairs[(pairs < len(x)).any(axis=1)]
    distance = np.linalg.norm(points[pairs[:, 0]] - points[pairs[:, 1]], axis=1)
    return (distance - sizes[pairs[:, 0]] - sizes[pairs[:, 1]]).min(), np.bincount(group).tolist()


with tempfile.TemporaryDirectory() as top:
    for name, text, periodic, ranks in (("space", SPACE, (1, 1, 0), (2, 3, 5)), ("plane", PLANE, (1, 0, 0), (3,))):
        path = case(text)
        first = simulate(path, os.path.join(top, name))
        gap, counts = closest(first, periodic)
        fact(gap > -1e-15, f"{name}: no two of {counts} spheres overlap, the closest surfaces are {gap:.3g} m apart")
        fact(
            min(counts) > 0 and "overlaps at the start: none" in run(["check", path]).stdout,
            f"{name}: granum check finds no overlap",
        )
        for n in ranks:
            other = simulate(path, os.path.join(top, f"{name}-{n}"), ranks=n)
            fact(run(["diff", first, other], check=False).returncode == 0, f"{name}: the same bits on {n} ranks")

    full = (
        "particles.ball={lattice: {sites: fcc, spacing: 1.5 mm, lower: [0, 0, 8 mm]}, material: glass, radius: 0.7 mm}"
    )
    tight = case(SPACE)
    for ranks in (1, 3):
        told = run(
            ["run", tight, "-o", os.path.join(top, "no"), "--set", full, "--set", "particles.large.radius=1 mm"],
            ranks,
            check=False,
        )
        said = [line for line in told.stderr.splitlines() if line.startswith("granum: ")]
        fact(
            told.returncode == 2
            and len(said) == 1
            and "particles.large.random: the earlier groups leave no space" in said[0],
            f"a mixture that does not fit, on {ranks} ranks: exit {told.returncode}: {said}",
        )
    few = [
        "--set",
        "particles.large.random.solid_fraction=0.3",
        "--set",
        "particles.bed.lattice.upper=[20 mm, 20 mm, 15 mm]",
    ]
    told = run(["check", tight] + few, check=False)
    fact(
        told.returncode == 2 and "particles.large.random: " in told.stderr and "did not fit" in told.stderr,
        f"a mixture that does not fit is refused: {told.stderr.strip()}",
    )
done()
