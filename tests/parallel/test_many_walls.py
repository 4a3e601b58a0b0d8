"""A thousand walls in one case: beads fall through pegs, plates, blocks and triangles, some of them in motion. The
case runs, has the same bits on 1 and 3 ranks and after a restart, and the energy balance closes. Walls that no
particle approaches change neither energies nor the number of rebuilds.
Labels: bulk contact input io law mesh parallel particle record run time wall."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import card, done, fact, ledger, run, simulate

WIDE, HIGH = 24e-3, 60e-3
CASE = """
dimension: 3
domain: {{lower: [0, 0, 0], upper: [24 mm, 24 mm, 60 mm]}}
gravity: [0, 0, -9.81]
materials: {{glass: {{density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}},
  steel: {{density: 7800, youngs_modulus: 5e7, poisson_ratio: 0.3}}}}
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.6}}, tangential: {{law: mindlin, friction: 0.5}}}}]
particles: {{beads: {{random: {{count: {count}, lower: [1 mm, 1 mm, 44 mm], upper: [23 mm, 23 mm, 60 mm]}},
  material: glass, radius: 0.8 mm, velocity: [0, 0, -1.5]}}}}
walls:
{walls}
time: {{end: {end}, step: 4 us, rebalance: 200, overlap_limit: 0.3}}
output: {{energy: {{every: 1 ms}}, checkpoint: {{every: 8 ms}}}}
"""
SIDES = ("lower_x", "upper_x", "lower_y", "upper_y", "lower_z", "upper_z")
TRIANGLE = """solid plate
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 0.001 0 0
vertex 0 0.001 0.0005
endloop
endfacet
endsolid
"""
SHAPES = (
    "shape: cylinder, axis: [0, 1, 0], length: 1.5 mm, radius: 0.3 mm, ends: closed",
    "shape: disc, normal: [1, 0, 2], radius: 0.6 mm",
    "shape: rectangle, normal: [0, -1, 2], along: [1, 0, 0], length: 1.5 mm, width: 0.8 mm",
    "shape: box, lengths: [0.8 mm, 0.5 mm, 0.4 mm]",
    "shape: sphere, radius: 0.4 mm",
    "shape: cone, axis: [0, 0, 1], length: 0.8 mm, radius_start: 0.5 mm, radius_end: 0, ends: closed",
    "shape: cylinder, axis: [0, 0, 1], length: 3 mm, radius: 0.25 mm",
    "shape: disc, normal: [0, 0, 1], radius: 0.5 mm, rotation: {angular_velocity: [0, 0, 30]}",
)
MESH = "shape: mesh, file: plate.stl"


def text_of(walls, count, end):
    """Returns a case between six sides with these walls: pairs of a shape and its position."""
    rows = [f"  {side}: {{side: {side}, material: glass}}" for side in SIDES]
    for k, (shape, at) in enumerate(walls):
        key = "position" if shape == MESH else "centre"
        place = ", ".join(f"{1e3 * x:.5g} mm" for x in at)
        rows.append(f"  w{k}: {{{shape}, {key}: [{place}], material: {('glass', 'steel')[k % 2]}}}")
    return CASE.format(walls="\n".join(rows), count=count, end=end)


def pegs(n):
    """On a lattice with small random displacements."""
    draw = np.random.default_rng(3)
    layer = [(i, j) for i in range(10) for j in range(10)]
    for k in range(n):
        i, j = layer[k % 100]
        at = np.array([WIDE * (i + 0.5) / 10, WIDE * (j + 0.5) / 10, 2e-3 + 4.5e-3 * (k // 100)])
        yield (MESH if k % 50 == 0 else SHAPES[k % len(SHAPES)]), at + draw.uniform(-2e-4, 2e-4, 3)


def far(n):
    """Outside the sides."""
    draw = np.random.default_rng(4)
    for k in range(n):
        at = draw.uniform(-1, 1, 3)
        yield SHAPES[k % (len(SHAPES) - 1)], at * 0.1 / np.abs(at).max() + np.array([WIDE, WIDE, HIGH]) / 2


def write(path, text):
    with open(path, "w") as f:
        f.write(text)
    return path


def end_of(folder):
    """Returns the last checkpoint of a run."""
    names = [name for name in os.listdir(folder) if name.startswith("checkpoint-")]
    return os.path.join(folder, max(names, key=lambda name: int(name[11:-3])))


def same(one, other, text):
    """Checks that results and last states of two runs have the same bits."""
    told = run(["diff", f"{one}/results.h5", f"{other}/results.h5"], check=False)
    state = run(["diff", end_of(one), end_of(other)], check=False)
    fact(told.returncode == 0 and state.returncode == 0, f"{text} {told.stdout}{state.stdout}")


with tempfile.TemporaryDirectory() as top:
    write(f"{top}/plate.stl", TRIANGLE)
    path = write(f"{top}/pegs.yaml", text_of(list(pegs(994)), 400, "20 ms"))
    for p in (1, 3):
        results = simulate(path, f"{top}/{p}", ranks=p)
    same(f"{top}/1", f"{top}/3", "a thousand walls: same bits on 1 and 3 ranks")
    run(["resume", f"{top}/1/checkpoint-4000.h5", "-o", f"{top}/on"], 2)
    same(f"{top}/1", f"{top}/on", "and after a restart on 2 ranks")
    books = ledger(results)
    missed = np.abs(books["residual"]).max() / (np.abs(books["external_work"]).max() + books["kinetic"].max())
    fact(missed < 1e-2, f"the ledger closes to {missed:.2g}")
    with h5py.File(end_of(f"{top}/1"), "r") as f:
        partner, height = f["contacts/key"][:, 1], f["particles/position"][:, 2]
    touched = np.unique(partner[partner < 0])
    fact(len(touched) > 5, f"beads touch {len(touched)} walls at the end")
    fact(height.min() < 25e-3, f"the lowest bead has fallen to {1e3 * height.min():.3g} mm")

    short = ("--set", "time.end=0.1 ms", "--set", "output={walls: {every: 0.1 ms}, trajectory: {every: 0.1 ms}}")
    # Each wall has its own datasets, about 18: the file of 1000 walls would take a minute.
    recorded = write(f"{top}/recorded.yaml", text_of(list(pegs(194)), 400, "20 ms"))
    run(["run", recorded, "-o", f"{top}/output", *short])
    with h5py.File(f"{top}/output/results.h5", "r") as f:
        fact(
            len(f["observables/walls"]) == len(f["observables/places"]) == 200,
            "each of 200 walls has records of forces and places",
        )

    six, thousand = (
        simulate(write(f"{top}/{n}.yaml", text_of(list(far(n)), 200, "10 ms")), f"{top}/far-{n}") for n in (0, 994)
    )
    alike = all(np.array_equal(of, ledger(thousand)[name]) for name, of in ledger(six).items())
    fact(alike, "walls far from all particles do not change any bit of the energies")
    rebuilds = [card(f"{top}/far-{n}")["performance"]["rebuilds"] for n in (0, 994)]
    fact(rebuilds[0] == rebuilds[1], f"walls far from all particles cause no rebuild {rebuilds}")
done()
