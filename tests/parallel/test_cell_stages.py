"""A deforming box in stages: compressed at a rate, held at a stress until it rests, sheared, released. Equal bits on
any number of ranks and after restarts at the exact end of each stage; rates and stresses are those of the stage; the
energy balance closes over the changes, which take no energy; the contents of the box follow a change of its rates.
Shear in the planes xz and yz is shear in xy with exchanged axes.
Labels: bulk contact input io law mesh parallel particle record run time wall."""
import glob
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, simulate

SERVO = "{stress: 2 kPa, max_rate: 40}"
CASE = f"""
dimension: 3
domain: {{lower: [-3 mm, 0, 1 mm], upper: [3 mm, 7 mm, 6 mm], periodic: [true, true, true],
  cell: {{rate: {{xx: -15, yy: -15, zz: -15}}}}}}
materials: {{glass: {{density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}}}
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.6}}, tangential: {{law: mindlin, friction: 0.4}}}}]
particles: {{beads: {{lattice: {{sites: fcc, spacing: 0.98 mm, jitter: 5 um}}, material: glass,
  radius: {{distribution: uniform, from: 0.4 mm, to: 0.47 mm}}, velocity_deviation: 0.1}}}}
stages:
  compress: {{until: {{time: 3 ms}}}}
  hold:
    until: {{kinetic_over_elastic: 0.02, every: 50, at_most: 8 ms}}
    cell: {{servo: {{xx: {SERVO}, yy: {SERVO}, zz: {SERVO}}}}}
  shear: {{until: {{time: 4 ms}}, cell: {{rate: {{xx: 0, zz: 2, xy: 200}}}}}}
  relax: {{until: {{time: 2 ms}}, cell: {{rate: {{yy: 0, zz: 0, xy: 0}}}}}}
time: {{step: 5 us, rebalance: 200, overlap_limit: 0.3}}
output: {{trajectory: {{every: 0.25 ms}}, energy: {{every: 0.25 ms}}, observables: {{every: 0.25 ms}}}}
"""
GAS = (
    CASE[: CASE.index("stages:")]
    .replace("velocity_deviation: 0.1", "")
    .replace("from: 0.4 mm, to: 0.47 mm", "from: 0.2 mm, to: 0.3 mm")
)
GAS += """
stages:
  one: {until: {time: 1 ms}}
  two: {until: {time: 1 ms}, cell: {rate: {xx: 5, xy: 30}}}
time: {step: 5 us}
output: {trajectory: {every: 0.5 ms}, energy: {every: 0.1 ms}, observables: {every: 0.1 ms}}
"""
# Axes of a case with shear in the plane xy, in the order in which a case with shear in another plane has them.
PLANES = {"xy": [0, 1, 2], "xz": [0, 2, 1], "yz": [2, 0, 1]}


def sheared(plane, points, folder):
    """The case sheared in this plane: axes of box and points are exchanged."""
    with open(f"{folder}/{plane}.csv", "w") as file:
        file.write("x, y, z, radius\n" + "".join(", ".join(map(repr, row)) + "\n" for row in points.tolist()))
    upper = np.array([6e-3, 7e-3, 5e-3])[PLANES[plane]].tolist()
    across = 2 * plane[1]
    return f"""
dimension: 3
domain: {{lower: [0, 0, 0], upper: {upper}, periodic: [true, true, true],
  cell: {{offset: {{{plane}: 1 mm}}, rate: {{{plane}: 300}}, servo: {{{across}: {{stress: 1 kPa, max_rate: 40}}}}}}}}
{CASE[CASE.index('materials'):CASE.index('particles')]}
particles: {{beads: {{file: {folder}/{plane}.csv, material: glass}}}}
time: {{end: 3 ms, step: 5 us, rebalance: 150, overlap_limit: 0.3}}
output: {{trajectory: {{every: 0.5 ms}}, energy: {{every: 0.5 ms}}, observables: {{every: 0.5 ms}}}}
"""


TWO_GROUPS = """title: random groups in a box with displaced images
dimension: 3
domain:
  {lower: [0, 0, 0], upper: [10 mm, 20 mm, 10 mm], periodic: [true, true, true], cell: {offset: {PLANE: 13 mm}}}
materials: {grain: {density: 2500, youngs_modulus: 10 MPa, poisson_ratio: 0.3}}
contacts: [{between: [grain, grain], normal: {law: tsuji, restitution: 0.5}}]
particles:
  rows: {material: grain, radius: 0.7 mm, lattice: {sites: simple_cubic, spacing: 2 mm, upper: [10 mm, 20 mm, 2.5 mm]}}
  large: {material: grain, radius: 1 mm, random: {solid_fraction: 0.1}}
  small: {material: grain, radius: 0.5 mm, random: {solid_fraction: 0.1}}
time: {end: 1 ms}
"""


def random_beside_displaced_images():
    """Groups of random spheres do not overlap across the sides beyond which the images are displaced."""
    for plane in PLANES:
        told = run(["check", case(TWO_GROUPS.replace("PLANE", plane))], check=False)
        fact(told.returncode == 0, f"no spheres of two random groups overlap in {plane}: {told.stderr}")


def shear_in_each_plane(top):
    grid = np.stack(np.meshgrid(*(np.arange(n) + 0.5 for n in (6, 7, 5)), indexing="ij"), -1).reshape(-1, 3)
    random = np.random.default_rng(1)
    points = np.c_[
        1e-3 * grid + 30e-6 * random.standard_normal(grid.shape), 0.4e-3 + 0.08e-3 * random.random(len(grid))
    ]
    found = {}
    for plane, axes in PLANES.items():
        path = case(sheared(plane, points[:, [*axes, 3]], top))
        results = {p: simulate(path, f"{top}/{plane}-{p}", ranks=p) for p in (1, 3)}
        same(results[1], results[3], f"shear in {plane}: same bits on 1 and 3 ranks")
        with h5py.File(results[1], "r") as f:
            grains, cell = f["particles/grains"], f["observables/cell"]
            box, low, x = grains["box/edges/value"][:], grains["box/lower/value"][:], grains["position/value"][:]
            inside = np.linalg.solve(box.transpose(0, 2, 1), (x - low[:, None]).transpose(0, 2, 1))
            image, gradient = grains["image/value"][:], cell["velocity_gradient"][:]
            stress = f["observables/bulk/stress"][:].reshape(-1, 3, 3)
            path = x + np.einsum("fnk,fka->fna", image, box)
            back = np.argsort(axes)
            found[plane] = path[1][:, back], cell["length"][-1][back], stress[1][np.ix_(back, back)]
            k = 3 + ["xy", "xz", "yz"].index(plane)
            offset, strain = cell["offset"][-1, k - 3], cell["shear_strain"][-1, k - 3]
            height = cell["length"][-1]["xyz".index(plane[1])]
        fact(inside.min() > -1e-9 and inside.max() < 1 + 1e-9, f"{plane}: recorded positions are in the recorded box")
        fact(np.allclose(gradient[:, k], 300, 1e-3) and offset > 6.5e-3, f"images slide by {offset:.4g} m")
        fact(np.delete(gradient[:, 3:], k - 3, 1).any() == 0, "in this plane alone")
        fact(abs(strain * height / offset - 1) < 1e-12, f"the shear strain is the offset over the height: {strain:.3g}")
        books = ledger(results[1])
        missed = np.abs(books["residual"]).max() / books["external_work"].max()
        fact(missed < 1e-2, f"{plane}: the ledger closes to {missed:.2g}")
    for plane in ("xz", "yz"):
        paths, length, stress = (np.abs(a - b).max() / np.abs(a).max() for a, b in zip(found["xy"], found[plane]))
        fact(
            paths < 1e-9 and stress < 1e-6,
            f"{plane}: paths and stresses are those in xy, within {paths:.2g}, {stress:.2g}",
        )
        fact(length < 1e-3, f"and so is the length of the box, within {length:.2g}")

    on = sheared("yz", points, top).replace(
        f"file: {top}/yz.csv", f"previous: {{file: {top}/yz-1/results.h5, frame: 3}}"
    )
    on = on[: on.index("domain")] + "domain: previous" + on[on.index("\nmaterials") :]
    with h5py.File(simulate(case(on), f"{top}/yz-on"), "r") as f, h5py.File(f"{top}/yz-1/results.h5", "r") as g:
        place = "particles/grains/box/edges/value"
        fact(np.allclose(f[place][0], g[place][3], 1e-12, 1e-18), "domain: previous keeps the plane of the tilt")
    told = run(["check", case(on), "--set", "domain={box: previous, cell: {rate: {xz: 1}}}"], check=False)
    fact(told.returncode == 0, f"the next run may shear it in another plane {told.stderr}")


def same(a, b, what):
    told = run(["diff", a, b], check=False)
    fact(told.returncode == 0, f"{what} {told.stdout}")


with tempfile.TemporaryDirectory() as top:
    path = case(CASE)
    results = {p: simulate(path, f"{top}/{p}", ranks=p) for p in (1, 3)}
    same(results[1], results[3], "same bits on 1 and 3 ranks")
    with h5py.File(results[1], "r") as f:
        cell, stress, ends = f["observables/cell"], f["observables/bulk/stress"][:], f["observables/stages/time"][:]
        t, length, rate = cell["time"][:], cell["length"][:], cell["velocity_gradient"][:]
        reason = f["observables/stages/reason"][:]
    fact(list(reason) == [1, 2, 1, 1], f"the stage that holds the stress ends by its condition, at {ends[1]:.4g} s")
    for k, ((ranks, on), first, second) in enumerate((((1, 3), ends[0], 5e-3), ((3, 2), ends[1], ends[2]))):
        times = [f"output.checkpoint={{times: [{first!r}, {second!r}], end: false}}"]
        folder = os.path.dirname(simulate(path, f"{top}/cut-{k}", sets=times, ranks=ranks))
        with h5py.File(results[1], "r") as f, h5py.File(f"{folder}/results.h5", "r") as g:
            place = "particles/grains/position/value"
            fact(np.array_equal(f[place][()], g[place][()]), f"the same motion with checkpoints on {ranks} ranks")
        for file in sorted(glob.glob(f"{folder}/checkpoint-*.h5")):
            run(["resume", file, "-o", f"{top}/on"], on)
            same(f"{folder}/results.h5", f"{top}/on/results.h5", f"and from {os.path.basename(file)} on {on} ranks")
            os.system(f"rm -r {top}/on")

    compress, shear, relax = t < ends[0], (t > ends[1]) & (t < ends[2]), t > ends[2]
    fact(np.abs(rate[compress] - [-15, -15, -15, 0, 0, 0]).max() < 1e-3, "rates of the first stage")
    fact(np.abs(rate[shear][:, [0, 2, 3]] - [0, 2, 200]).max() < 1e-2, "rates of the third stage")
    fact(np.ptp(length[shear, 1]) > 1e-4, "in which a stress is still held along y")
    fact(np.abs(rate[relax]).max() < 1e-12 and np.ptp(length[relax], axis=0).max() < 1e-15, "the box rests at the end")
    held = stress[(t > ends[0]) & (t < ends[1])][:, [0, 4, 8]]
    fact(held[0].max() < 100 and held[-1].min() > 2000, f"the stress rises from {held[0]} to {held[-1]} Pa")
    books = ledger(results[1])
    work = np.abs(books["external_work"]).max()
    missed = np.abs(books["residual"]).max() / work
    fact(missed < 1e-3, f"the ledger closes to {missed:.2g} of the work of the box")
    fact(np.abs(books["taken_by_changes"]).max() < 1e-12 * work, "changes of rates take no energy from the contents")

    shear_in_each_plane(top)
    with h5py.File(simulate(case(GAS), f"{top}/gas", ranks=2), "r") as f:
        x, v = (f[f"particles/grains/{name}/value"][:] for name in ("position", "velocity"))
        box, grad = f["particles/grains/box/edges/value"][:], f["particles/grains/box/velocity_gradient/value"][:]
        low, moved = f["particles/grains/box/lower/value"][:], f["observables/energy/kinetic"][:]
    middle = low + 0.5 * box.sum(axis=1)
    flow = np.einsum("fab,fnb->fna", grad, x - middle[:, None])
    fact(np.abs(grad[-1] - [[5, 30, 0], [0, -15, 0], [0, 0, -15]]).max() < 1e-9, "the rates of the second stage")
    off = np.abs(v - flow).max() / np.abs(v).max()
    fact(off < 1e-9, f"particles without contacts follow the flow before and after the change within {off:.2g}")
    fact(moved.max() < 1e-12, "so that they have no energy of their own")
random_beside_displaced_images()
done()
