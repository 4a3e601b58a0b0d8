"""A periodic box that is sheared in two planes, by a rate and by a stress, compressed and held at a stress, with drag:
equal bits on any number of ranks and after a restart, with friction across its sides; the energy balance closes; its
records are consistent. The same in dimension 2.
Labels: bulk contact input io law parallel particle record run time wall."""
import glob
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, simulate, unexplained

BEADS = """
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.4}}]
"""
CUBE = f"""
dimension: 3
domain: {{lower: [-3 mm, 0, 1 mm], upper: [3 mm, 7 mm, 6 mm], periodic: [true, true, true],
  cell: {{rate: {{xy: 300, zz: 1}},
    servo: {{yy: {{stress: 2 kPa, max_rate: 40}}, xz: {{stress: 150 Pa, max_rate: 200}}}}}}}}
{BEADS}
particles: {{beads: {{lattice: {{sites: fcc, spacing: 0.98 mm, jitter: 5 um}}, material: glass,
  radius: {{distribution: uniform, from: 0.4 mm, to: 0.47 mm}}, velocity_deviation: 0.1}}}}
time: {{end: 12 ms, step: 5 us, rebalance: 200, overlap_limit: 0.3}}
drag: {{linear: 1e-5, angular: 1e-13}}
output: {{trajectory: {{every: 0.25 ms}}, energy: {{every: 0.25 ms}}, observables: {{every: 0.25 ms}},
  checkpoint: {{every: 8 ms}}}}
"""
SHEET = f"""
dimension: 2
domain: {{lower: [0, 0, 0], upper: [24 mm, 18 mm, 0], periodic: [true, true, false],
  cell: {{rate: {{xx: -2, yy: 1, xy: -40}}}}}}
{BEADS}
particles: {{beads: {{lattice: {{sites: hexagonal, spacing: 2 mm, jitter: 0.05 mm}}, material: glass,
  radius: 0.95 mm}}}}
time: {{end: 20 ms, step: 5 us}}
output: {{trajectory: {{every: 10 ms}}, energy: {{every: 0.5 ms}}, observables: {{every: 0.5 ms}}}}
"""


def same(a, b, what):
    told = run(["diff", a, b], check=False)
    fact(told.returncode == 0, f"{what} {told.stdout}")


with tempfile.TemporaryDirectory() as top:
    path = case(CUBE)
    results = {p: simulate(path, f"{top}/{p}", ranks=p) for p in (1, 3)}
    same(results[1], results[3], "same bits on 1 and 3 ranks")
    run(["resume", os.path.join(top, "3", "checkpoint-1600.h5"), "-o", f"{top}/on"], 2)
    same(results[1], f"{top}/on/results.h5", "and after a restart on 2 ranks")
    fact(not unexplained(results[1]), f"the descriptions explain every NaN in the results {unexplained(results[1])}")
    books = ledger(results[1])
    missed = np.abs(books["residual"]).max() / books["external_work"].max()
    fact(missed < 1e-2, f"the ledger closes to {missed:.2g} of the work of the box")

    with h5py.File(results[1], "r") as f:
        cell, grains = f["observables/cell"], f["particles/grains"]
        length, offset = cell["length"][:], cell["offset"][:, 0]
        gradient, stress = cell["velocity_gradient"][:], f["observables/bulk/stress"][:]
        sides, corner = grains["box/edges/value"][:], grains["box/lower/value"][:]
        x, v = grains["position/value"][:], grains["velocity/value"][:]
        image = grains["image/value"][:]
    fact(offset[-1] > 3 * length[-1, 0], f"the periodic images slide by {offset[-1] / length[-1, 0]:.2f} lengths")
    fact(np.abs(gradient[:, 3] / 300 - 1).max() < 1e-3, "the velocity gradient equals that of the input")
    risen = stress[-6:, 4].mean()  # the stress fluctuates, because there are few particles
    fact(stress[:3, 4].mean() < 200 and 500 < risen < 3000, f"the controlled normal stress rises to {risen:.0f} Pa")
    fact(np.ptp(length[:, 1]) > 0.02 * length[0, 1], f"the height of the box changes to {length[-1, 1]:.4g} m")
    inside = np.linalg.solve(sides.transpose(0, 2, 1), (x - corner[:, None]).transpose(0, 2, 1))
    fact(inside.min() > -1e-9 and inside.max() < 1 + 1e-9, "recorded positions are inside the recorded box")
    path = x + np.einsum("fnk,fka->fna", image, sides)  # with the current box
    flow = gradient[:, None, :3] * (path - corner[:, None] - sides.sum(axis=1)[:, None] / 2)
    for k in (1, 2):  # xy, xz
        flow[:, :, 0] += gradient[:, None, 2 + k] * (path - corner[:, None] - sides.sum(axis=1)[:, None] / 2)[:, :, k]
    step = np.diff(path, axis=0) - 0.125e-3 * (flow[1:] + flow[:-1])
    fact(
        np.abs(step).max() < 0.3e-3,
        f"position + image sides is a continuous path along the flow within {np.abs(step).max():.2g} m",
    )
    slope = np.polyfit(x[-1, :, 1], v[-1, :, 0], 1)[0]
    fact(abs(slope / 300 - 1) < 0.15, f"recorded velocities include the flow: slope {slope:.4g}/s")

    # One run continues in the tilted box of a frame, another in a box that has never deformed.
    on = case(
        f"{CUBE[:CUBE.index('domain')]}domain: {{box: previous, cell: {{rate: {{xy: 300}}}}}}\n{BEADS}"
        f"particles: {{beads: {{previous: {{file: {results[1]}, frame: 30}}, material: glass}}}}\n"
        "time: {end: 1 ms, step: 5 us}\noutput: {trajectory: {every: 0.5 ms}, observables: {every: 0.5 ms}}\n"
    )
    again = {p: simulate(on, f"{top}/again-{p}", ranks=p) for p in (1, 3)}
    same(again[1], again[3], "in the box of an earlier run: same bits on 1 and 3 ranks")
    with h5py.File(again[1], "r") as f:
        edges, low = f["particles/grains/box/edges/value"][0], f["particles/grains/box/lower/value"][0]
        start, flow = f["particles/grains/position/value"][0], f["observables/cell/velocity_gradient"][0]
    fact(
        np.allclose(edges, sides[30], 1e-12, 1e-18),
        f"its box is that of the frame, with the offset {edges[1, 0]:.4g} m",
    )
    fact(abs(edges[1, 0]) > 1e-4 and np.allclose(low, corner[30], 1e-12, 1e-18), "and its corner")
    fact(np.abs(start - x[30]).max() < 1e-15 and flow[3] == 300, "the particles are there, with the rate of this case")
    further = ["domain=previous", f"particles.beads.previous.file={again[1]}", "particles.beads.previous.frame=last"]
    simulate(on, f"{top}/fixed", sets=further)
    closed = [
        f"particles.beads.previous={{file: {top}/fixed/results.h5}}",
        "domain={box: previous, periodic: [true, true, false]}",
    ]
    told = run(["check", on, *(word for value in closed for word in ("--set", value))], check=False)
    fact(told.returncode == 2 and "periodic along all axes" in told.stderr, "a key beside the box replaces its value")

    told = run(["check", on, "--set", "particles.beads.previous.file=none.h5"], check=False)
    fact(told.returncode == 4 and "none.h5: the file cannot be read" in told.stderr, "the earlier run must exist")

    path = case(SHEET)
    results = {p: simulate(path, f"{top}/sheet-{p}", ranks=p) for p in (1, 3)}
    same(results[1], results[3], "in the plane: same bits on 1 and 3 ranks")
    with h5py.File(results[1], "r") as f:
        strain = f["observables/cell/strain"][-1]
    fact(np.abs(strain - [-0.04, 0.02, 0]).max() < 1e-7, f"the strains equal those of the input {strain}")
    books = ledger(results[1])
    missed = np.abs(books["residual"]).max() / books["external_work"].max()
    fact(missed < 5e-3, f"the ledger closes to {missed:.2g}")

    # The box of results, and of a checkpoint, of a run whose box does not deform.
    plain = SHEET.replace("[true, true, false],", "[true, false, false]}").replace(
        "cell: {rate: {xx: -2, yy: 1, xy: -40}}}", ""
    )
    plain = plain.replace("end: 20 ms", "end: 1 ms")
    first = os.path.dirname(simulate(case(plain), f"{top}/plain"))
    for file in (f"{first}/results.h5", glob.glob(f"{first}/checkpoint-*.h5")[0]):
        sets = ["domain=previous", f"particles.beads={{previous: {{file: {file}}}, material: glass}}"]
        into = os.path.dirname(simulate(case(plain), f"{file}-on", ranks=2, sets=sets))
        texts = [
            open(f"{folder}/input.yaml").read().split("domain:")[1].split("materials:")[0] for folder in (first, into)
        ]
        fact(texts[0] == texts[1], f"the box of {os.path.basename(file)} is that of the run {texts[1]}")
done()
