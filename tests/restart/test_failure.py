"""If the physics fails, the last good state is kept, and the message has the commands that resume it. With a higher
limit the run has the bits of a run that had this limit from the start; alternatively the step is changed.
Labels: bulk chain contact input io law parallel particle record run time wall."""
import glob
import os
import re
import tempfile

import h5py
import numpy as np

from cases import struck_chain
from granum_test import case, done, fact, run

CHAIN = (
    struck_chain(3, gap="0.1 mm")
    + """time: {end: 300 us, step: 0.1 us, overlap_limit: 1e-6}
output: {trajectory: {every: 5 us}, energy: {every: 1 us}, sensors: {group: beads, at: [1, 3], every: 0.5 us}}
"""
)
BALL = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [16 mm, 12 mm, 40 mm], periodic: [true, true, false]}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 5e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.7}, tangential: {law: mindlin, friction: 0.4}}]
particles:
  bed: {random: {count: 150, lower: [0, 0, 0], upper: [16 mm, 12 mm, 12 mm]}, material: glass, radius: 0.7 mm}
  ball: {random: {count: 1, lower: [2 mm, 2 mm, 16 mm], upper: [14 mm, 10 mm, 28 mm]}, material: glass, radius: 2 mm,
    velocity: [0, 0, -8]}
walls: {floor: {side: lower_z, material: glass}}
time: {end: 8 ms, step: 1 us, overlap_limit: 0.02}
output: {trajectory: {every: 0.5 ms}, energy: {every: 0.1 ms}, observables: {every: 0.5 ms}, walls: {every: 0.2 ms}}
"""


def numbers(directory):
    found = {}
    with h5py.File(os.path.join(directory, "results.h5"), "r") as f:
        f.visititems(
            lambda n, d: found.update({n: d[()].tobytes()})
            if isinstance(d, h5py.Dataset) and not n.startswith("parameters/")
            else None
        )
    return found


def failing(name, text, ranks, resumed_on, limit, shorter):
    path = case(text)
    with tempfile.TemporaryDirectory() as top:
        there, whole = os.path.join(top, "there"), os.path.join(top, "whole")
        told = run(["run", path, "-o", there], ranks, check=False)
        line = [l for l in told.stderr.splitlines() if l.startswith("granum: ") and "warning" not in l]
        found = (
            re.search(
                r"; to continue from the last state before the failure, at t = (\S+) s, "
                r"type: \S+ resume (\S+) --set time.overlap_limit=(\S+) \(or --set time.step=(\S+)\)$",
                line[0],
            )
            if line
            else None
        )
        kept = sorted(os.path.basename(p) for p in glob.glob(os.path.join(there, "checkpoint-*")))
        fact(
            told.returncode == 3 and len(line) == 1 and bool(found) and len(kept) == 1,
            f"{name}, {ranks} rank(s): exit {told.returncode}, {kept}: {line}",
        )
        if not found:
            return
        failed_at, good = (
            float(re.search(pattern, line[0]).group(1))
            for pattern in (r"at t = (\S+) s, ", r"before the failure, at t = (\S+) s")
        )
        fact(
            0 < good <= failed_at * 1.5 and found[2] == there,
            f"the checkpoint contains the state at {good} s, before the guard found the fault at {failed_at} s",
        )
        run(["resume", there, "-o", os.path.join(top, "limit"), "--set", f"time.overlap_limit={limit}"], resumed_on)
        run(["run", path, "-o", whole, "--set", f"time.overlap_limit={limit}"])
        a, b = numbers(whole), numbers(os.path.join(top, "limit"))
        fact(
            a == b,
            "the run resumed with a higher limit has the bits of a run that had this limit from the "
            f"start: {[n for n in a if a[n] != b.get(n)]}",
        )
        run(
            [
                "resume",
                there,
                "-o",
                os.path.join(top, "step"),
                "--set",
                f"time.overlap_limit={limit}",
                "--set",
                f"time.step={shorter}",
            ],
            resumed_on,
        )
        with h5py.File(os.path.join(top, "step", "results.h5"), "r") as f:
            t, step = f["observables/energy/time"][:], f["observables/energy/step"][:]
            with h5py.File(os.path.join(whole, "results.h5"), "r") as g:
                end = g["observables/energy/time"][-1]
                same = np.array_equal(t[t <= good], g["observables/energy/time"][: (t <= good).sum()])
            length = (t[-1] - good) / (step[-1] - float(kept[0][11:-3]))
            fact(
                abs(length / shorter - 1) < 1e-6 and abs(t[-1] / end - 1) < 1e-9 and same and (np.diff(t) > 0).all(),
                f"the run resumed with another step ends at {t[-1]} s, in steps of {length} s",
            )
            changes = f["parameters/changes"][()].decode()
        fact(f"t = {good:.9g} s" in changes and "time.step" in changes, f"the results record the change: {changes!r}")
        told = run(["resume", there], resumed_on, check=False)
        fact(
            told.returncode == 3 and "to continue from the last state" in told.stderr,
            f"the run resumed without a change fails again: exit {told.returncode}",
        )
    os.unlink(path)


failing("chain", CHAIN, 1, 2, 0.1, 0.05e-6)
failing("chain", CHAIN, 2, 1, 0.1, 0.05e-6)
failing("ball", BALL, 3, 1, 0.5, 0.5e-6)
with tempfile.TemporaryDirectory() as top:
    path = case(CHAIN)
    told = run(["run", path, "-o", top + "/none", "--set", "output.checkpoint.failure=false"], check=False)
    fact(
        told.returncode == 3 and "resume" not in told.stderr and not glob.glob(top + "/none/checkpoint-*"),
        "with output.checkpoint.failure off no checkpoint is written and the message names none",
    )
    os.unlink(path)
done()
