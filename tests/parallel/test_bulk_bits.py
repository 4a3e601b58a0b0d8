"""Spheres in space give the same results, bit for bit, on any number of ranks, with and without balancing the load every 50 steps:
frames, energies, walls, sums and contact networks of the cases in bulk_cases.py. test_bulk_bits.py --long takes 5000 steps of each, then the inputs shipped
in inputs/bulk, made small, over 5000 steps; --inputs takes these alone."""
import glob
import os
import sys
import tempfile

from bulk_cases import CASES, INPUTS, shipped, text
from granum_test import case, done, fact, run, simulate

LONG, ONLY_INPUTS = sys.argv[1:] == ["--long"], sys.argv[1:] == ["--inputs"]
ALL = (1, 2, 3, 4, 7, 8)
# (steps, integrator is rk, rebalance, ranks compared with one)
RUNS = (
    [(5000, False, "auto", ALL[1:]), (5000, False, "50", ALL[1:]), (100, True, "auto", ALL[1:])]
    if LONG
    else [(200, False, "auto", (2,)), (200, False, "50", (3, 8)), (10, True, "auto", (4,))]
)


def differences(one, other):
    """What `granum diff` says of every file of two runs that is not the same."""
    files = sorted(os.path.basename(path) for path in glob.glob(os.path.join(one, "*.h5")))
    others = sorted(os.path.basename(path) for path in glob.glob(os.path.join(other, "*.h5")))
    if files != others or len(files) < 2:
        return [f"files {files} and {others}"]
    told = [run(["diff", os.path.join(one, name), os.path.join(other, name)], check=False) for name in files]
    return [t.stdout + t.stderr for t in told if t.returncode != 0]


def compare(path, sets, ranks, what):
    """Runs on one rank and on each of these numbers; states whether the results are the same."""
    with tempfile.TemporaryDirectory() as top:
        for p in (1,) + ranks:
            simulate(path, os.path.join(top, str(p)), sets, p)
        different = {p: differences(os.path.join(top, "1"), os.path.join(top, str(p))) for p in ranks}
        different = {p: told for p, told in different.items() if told}
        fact(
            not different, f"{what}: same bits on 1 and {ranks} ranks" + (f", except {different}" if different else "")
        )


def compare_cases():
    for name in CASES:
        for steps, rk, rebalance, ranks in RUNS:
            compare(
                case(text(name, steps, rk)),
                [f"time.rebalance={rebalance}"],
                ranks,
                f"{name}, {'rk' if rk else 'verlet'}, rebalance {rebalance}",
            )


def compare_inputs():
    for name in INPUTS:
        path, sets = shipped(name, 5000)
        compare(path, sets + ["time.rebalance=50"], ALL[1:], f"inputs/bulk/{name}.yaml, 5000 steps, rebalance 50")


if not ONLY_INPUTS:
    compare_cases()
if LONG or ONLY_INPUTS:
    compare_inputs()
done()
