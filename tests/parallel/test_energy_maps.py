"""The energies of particles (output.trajectory.energies): their sums are the ledger, also with walls and plastic laws;
the bits are equal on 1 to 3 ranks and after a restart, and the motion is that of a run without them.
Labels: bulk input io law parallel record run wall."""
import math
import os
import tempfile

import h5py
import numpy as np
from bulk_cases import BOX, GAS
from granum_test import case, done, fact, ledger, run, simulate

OUTPUT = "time: {end: 8 ms}\noutput: {trajectory: {every: 1 ms, energies: true}, energy: {every: 1 ms}}\n"
ROWS = {"elastic_energy": "elastic"}
ROWS.update({name: name for name in (f"dissipated_{how}" for how in ("viscous", "frictional", "plastic", "drag"))})


def maps(results):
    with h5py.File(results) as f:
        return {name: f[f"particles/grains/{name}/value"][()] for name in (*ROWS, "position")}


def check_sums(name, results, never):
    """never: energies that this case does not have."""
    found, book = maps(results), ledger(results)
    for energy, row in ROWS.items():
        sums = np.array([math.fsum(frame[np.isfinite(frame)]) for frame in found[energy]])
        scale = np.abs(found[energy]).sum(axis=1).max() or 1.0
        worst = np.abs(sums - book[row]).max() / scale
        fact(worst < 2e-16, f"{name}: the sum of {energy} is the ledger: {worst:.1e}")
        fact(
            bool(book[row].any()) != (energy in never), f"{name}: {energy} {'never' if energy in never else 'is'} there"
        )


def check_shares(top):
    """Two equal spheres collide head-on: each has half of the energies. A wall has none."""
    text = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm]}
materials: {glass: {density: 2500, youngs_modulus: 5e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: walton_braun, k1: 5e3, k2: 1e4}}]
particles: {pair: {at: [{position: [4 mm, 5 mm, 5 mm], velocity: [V, 0, 0]},
  {position: [6 mm, 5 mm, 5 mm], velocity: [-1, 0, 0]}], radius: 1 mm, material: glass}}
walls: {left: {point: [LEFT, 0, 0], normal: [1, 0, 0], material: glass}}
time: {end: 50 us}
output: {trajectory: {every: 5 us, energies: true}}
"""
    pair = maps(simulate(case(text.replace("V,", "1,").replace("LEFT", "1 mm")), f"{top}/pair"))
    for energy in ("elastic_energy", "dissipated_plastic"):
        one, two = pair[energy].T
        fact(np.array_equal(one, two) and one.any(), f"both spheres have the same {energy}")
    alone = maps(simulate(case(text.replace("V,", "-1,").replace("LEFT", "3 mm")), f"{top}/alone"))
    fact(alone["elastic_energy"][:, 0].any(), "a sphere at a wall has its energy")


with tempfile.TemporaryDirectory() as top:
    for name, text, never in (("box", BOX, ("dissipated_drag",)), ("gas", GAS, ("dissipated_plastic",))):
        path = case(text + OUTPUT)
        results = [simulate(path, f"{top}/{name}{n}", ranks=n, sets=["output.checkpoint.every=4 ms"]) for n in (1, 3)]
        check_sums(name, results[0], never)
        for other in results[1:]:
            same = run(["diff", results[0], other], check=False)
            fact(same.returncode == 0, f"{name}: the same bits on more ranks {same.stdout}")
        plain = simulate(path, f"{top}/{name}off", sets=["output.trajectory.energies=false"])
        with h5py.File(plain) as f, h5py.File(results[0]) as g:
            place = "particles/grains/position/value"
            fact(np.array_equal(f[place][()], g[place][()], equal_nan=True), f"{name}: the motion has the same bits")
            fact("elastic_energy" not in f["particles/grains"], f"{name}: without the key there are no energies")
        first = min(c for c in os.listdir(f"{top}/{name}3") if c.startswith("checkpoint"))
        run(["resume", f"{top}/{name}3/{first}", "-o", f"{top}/{name}on"], 2)
        a, b = maps(results[0]), maps(f"{top}/{name}on/results.h5")
        fact(
            all(np.array_equal(a[e][-3:], b[e][-3:], equal_nan=True) for e in ROWS),
            f"{name}: a resumed run has the same energies",
        )
    check_shares(top)
done()
