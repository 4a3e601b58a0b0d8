"""Spheres in space give the same results, bit for bit, on any number of ranks, with and without sharing the work anew every 50 steps:
frames, energies, walls, sums and contact networks of the cases in bulk_cases.py. test_bulk_bits.py --long takes 5000 steps of each."""
import glob
import os
import sys
import tempfile

from bulk_cases import CASES, text
from granum_test import case, done, fact, run, simulate

LONG = sys.argv[1:] == ["--long"]
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


for name in CASES:
    for steps, rk, rebalance, ranks in RUNS:
        path = case(text(name, steps, rk))
        how = f"{'rk' if rk else 'verlet'}, rebalance {rebalance}"
        with tempfile.TemporaryDirectory() as top:
            for p in (1,) + ranks:
                simulate(path, os.path.join(top, str(p)), [f"time.rebalance={rebalance}"], p)
            different = {p: differences(os.path.join(top, "1"), os.path.join(top, str(p))) for p in ranks}
            different = {p: told for p, told in different.items() if told}
            fact(not different, f"{name}, {how}: same bits on 1 and {ranks} ranks" + (f", except {different}" if different else ""))
done()
