"""Spheres in three dimensions have bit-identical results on any number of ranks, with and without load balancing
every 50 steps: frames, energies, walls, sums and contact networks of the cases in bulk_cases.py. --long runs 5000
steps of each case, then of the reduced inputs of inputs/bulk; --inputs runs the latter alone.
Labels: bulk input parallel run time."""
import glob
import os
import sys
import tempfile

from bulk_cases import CASES, INPUTS, shipped, text
from granum_test import case, done, fact, run, simulate

LONG, ONLY_INPUTS = sys.argv[1:] == ["--long"], sys.argv[1:] == ["--inputs"]
ALL = (1, 2, 3, 4, 7, 8)
# (steps, integrator is rk, {rebalance: numbers of ranks to compare with one rank})
RUNS = (
    [(5000, False, {"auto": ALL[1:], "50": ALL[1:]}), (100, True, {"auto": ALL[1:]})]
    if LONG
    else [(200, False, {"auto": (2,), "50": (5,)}), (10, True, {"auto": (3,)})]
)


def differences(one, other):
    """Returns the output of `granum diff` for every file that differs between two runs."""
    files = sorted(os.path.basename(path) for path in glob.glob(os.path.join(one, "*.h5")))
    others = sorted(os.path.basename(path) for path in glob.glob(os.path.join(other, "*.h5")))
    if files != others or len(files) < 2:
        return [f"files {files} and {others}"]
    told = [run(["diff", os.path.join(one, name), os.path.join(other, name)], check=False) for name in files]
    return [t.stdout + t.stderr for t in told if t.returncode != 0]


def compare(path, sets, balanced, what):
    """Runs on one rank, and on other numbers with each setting of rebalance; states whether the results are equal."""
    with tempfile.TemporaryDirectory() as top:
        simulate(path, os.path.join(top, "one"), sets)
        for rebalance, ranks in balanced.items():
            different = {}
            for p in ranks:
                simulate(path, os.path.join(top, f"{rebalance}-{p}"), [*sets, f"time.rebalance={rebalance}"], p)
                different[p] = differences(os.path.join(top, "one"), os.path.join(top, f"{rebalance}-{p}"))
            told = {p: each for p, each in different.items() if each}
            fact(
                not told,
                f"{what}, rebalance {rebalance}: same bits on 1 and {ranks} ranks"
                + (f", except {told}" if told else ""),
            )


def compare_cases():
    for name in CASES:
        for steps, rk, balanced in RUNS:
            compare(case(text(name, steps, rk)), [], balanced, f"{name}, {'rk' if rk else 'verlet'}")


def compare_inputs():
    for name in INPUTS:
        path, sets = shipped(name, 5000)
        compare(path, sets, {"50": ALL[1:]}, f"inputs/bulk/{name}.yaml, 5000 steps")


if not ONLY_INPUTS:
    compare_cases()
if LONG or ONLY_INPUTS:
    compare_inputs()
done()
