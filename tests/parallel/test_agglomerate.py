"""The agglomerate of inputs/bulk in its short form, 216 spheres: sintering reaches its stress, the released sample
keeps its shape and is one piece, tension and compression meet resistance in every loop, the second loop is stiffer
than the first. The bits are equal on 1 and 3 ranks and after a restart in the middle.
Labels: input io parallel record run long."""
import json
import os
import shutil
import tempfile

import h5py
import numpy as np
from granum_post.press import Press
from granum_post.reader import Run
from granum_test import SOURCE, done, fact, ledger, run, simulate

STRESS, DIAMETER = 1e6, 1e-5  # sintering stress [Pa]; diameter [m]
FINE = ["output.trajectory.every=0.5 us", "time.step=2.5 ns"]
with open(os.path.join(SOURCE, "inputs", "gallery.json")) as table:
    ROWS = json.load(table)["inputs"]


def short(kind):
    name = f"bulk/agglomerate-{kind}.yaml"
    return os.path.join(SOURCE, "inputs", name), ROWS[name]["set"] + FINE


def ends(results):
    """Returns the end times of the stages by name [s]."""
    with h5py.File(results) as f:
        return dict(zip(f["parameters/stages"][()].decode().split(), f["observables/stages/time"][:]))


def stresses(results, time):
    """Returns the stresses on the six walls at a time [Pa]."""
    sides = [("left", "right"), ("front", "back"), ("bottom", "top")]
    with h5py.File(results) as f:
        walls = f["observables/walls"]
        row = np.searchsorted(walls["left/time"][:], time * (1 + 1e-9)) - 1
        edge = [walls[high]["position"][row, k] - walls[low]["position"][row, k] for k, (low, high) in enumerate(sides)]
        return [abs(walls[name]["force"][row, k]) * edge[k] / np.prod(edge) for k in range(3) for name in sides[k]]


def spheres(results, time):
    """Returns positions in the last frame before a time [m], and radii."""
    with h5py.File(results) as f:
        grains = f["particles/grains"]
        row = np.searchsorted(grains["position/time"][:], time * (1 + 1e-9)) - 1
        return grains["position/value"][row], grains["radius"][:]


def pieces(place, radius):
    """Returns the numbers of spheres in the connected pieces, ascending."""
    apart = np.linalg.norm(place[:, None] - place, axis=2)
    joined = apart < radius[:, None] + radius
    piece = np.arange(len(radius))
    while True:
        lowest = np.where(joined, piece, len(piece)).min(axis=1)
        if np.array_equal(lowest, piece):
            return sorted(np.unique(piece, return_counts=True)[1])
        piece = lowest


def check_sample(results):
    """Checks sintering and release, which tension and compression share."""
    end = ends(results)
    held = stresses(results, end["sinter"])
    fact(np.abs(np.array(held) / STRESS - 1).max() < 0.01, f"the sample exerts {np.round(held)} Pa on its six walls")
    with h5py.File(results) as f:
        bulk = f["observables/bulk"]
        row = np.searchsorted(bulk["time"][:], end["free"]) - 1
        now, remembered = bulk["overlap"][row] / DIAMETER, bulk["overlap_max_mean"][row] / DIAMETER
    fact(
        remembered > 1.2 * now > 0, f"contacts overlap by {now:.4f} diameters, the largest overlap was {remembered:.4f}"
    )
    (before, radius), (after, _) = spheres(results, end["release"]), spheres(results, end["free"])
    moved = np.abs((after - after.mean(axis=0)) - (before - before.mean(axis=0))).max() / DIAMETER
    fact(moved < 0.05, f"without its side walls no sphere of the sample moves by more than {moved:.3f} diameters")
    found = pieces(after, radius)
    fact(found[-1] >= 210, f"the sample is one piece of {found[-1]} spheres")
    books = ledger(results)
    missed = np.abs(books["residual"]).max() / books["external_work"].max()
    fact(missed < 5e-3, f"the ledger closes to {missed:.2g} of the work")  # steps of 0.8 of the stable step


def loops(results, sign):
    """Returns the resistance in each loop [N], and displacement [diameters] and force of all loops."""
    with Run(results) as opened:
        press = Press(opened)
    way, force = sign * press.displacement / DIAMETER, -sign * press.force
    return [(way[loop], force[loop]) for loop in press.loops()]


def stiffness(way, force):
    """Returns the stiffness during loading, up to the yield point of the first loop [N/diameter]."""
    out = slice(0, int(np.argmax(way)) + 1)
    kept = (way[out] > 0.05) & (way[out] < 0.15)
    return np.polyfit(way[out][kept], force[out][kept], 1)[0]


def check_loops(results, sign, least):
    found = loops(results, sign)
    widths = [way.max() for way, _ in found]
    fact(np.allclose(widths, [0.2, 0.2, 1.2], rtol=0.02), f"the loops have the requested widths: {np.round(widths, 3)}")
    strength = np.array([force.max() for _, force in found])
    fact((strength > least).all(), f"largest resistance of each loop: {strength} N")
    stiff = [stiffness(*loop) for loop in found[:2]]
    fact(
        stiff[1] > 1.2 * stiff[0], f"the second loop is stiffer than the first: {stiff[1]:.3g} against {stiff[0]:.3g} N"
    )


def check_restart(path, sets, top, at):
    """Restarts from a checkpoint at a time [s] on another number of ranks."""
    simulate(path, f"{top}/cut", sets + [f"output.checkpoint={{every: {at!r}, end: false}}"])
    first = min((n for n in os.listdir(f"{top}/cut") if n.startswith("checkpoint-")), key=lambda n: int(n[11:-3]))
    shutil.copy(f"{top}/cut/results.h5", f"{top}/straight.h5")
    run(["resume", f"{top}/cut/{first}"], 2)
    told = run(["diff", f"{top}/straight.h5", f"{top}/cut/results.h5"], check=False)
    fact(told.returncode == 0, f"resumed from {first} on 2 ranks: the same bits {told.stdout.strip()}")


with tempfile.TemporaryDirectory() as top:
    path, sets = short("tension")
    results = {ranks: simulate(path, f"{top}/{ranks}", sets, ranks) for ranks in (1, 3)}
    told = run(["diff", results[1], results[3]], check=False)
    fact(told.returncode == 0, f"the same bits on 1 and 3 ranks {told.stdout.strip()}")
    check_sample(results[1])
    check_loops(results[1], 1, 5e-5)
    check_restart(path, sets, top, 0.5 * (ends(results[1])["free"] + ends(results[1])["pull_1"]))
    path, sets = short("compression")
    check_loops(simulate(path, f"{top}/compression", sets), -1, 3e-4)
done()
