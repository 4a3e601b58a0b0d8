"""A run that is killed in the middle of a write to its results loses nothing that was flushed before: frames that
become wider, compressed or not. tests/io_fault.c ends it at a chosen call, with the pages of it that a kill may leave.

--every N: kills at every N-th call, of plain, of wider, and of compressed frames; minutes. In the short form few."""
import argparse
import os
import subprocess
import tempfile

import h5py
import numpy as np
from granum_test import GRANUM, case, done, fact, own_session, run

LIBRARY = os.path.join(os.path.dirname(GRANUM), "libio_fault.so")
RAIN = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [40 mm, 40 mm, 40 mm]}
materials: {glass: {density: 2500 kg/m^3, youngs_modulus: 20 MPa, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}}]
particles:
  rain:
    insert: {region: {box: {lower: [0, 0, 2 mm], upper: [40 mm, 40 mm, 38 mm]}}, rate: 3000000 1/s, every: 0.1 ms}
    material: glass
    radius: 0.4 mm
    velocity: [0, 0, -0.7 m/s]
    seed: 3
walls: {floor: {side: lower_z, material: glass}}
time: {end: 0.5 ms, step: 10 us}
output: {trajectory: {every: 0.1 ms}, energy: {every: 20 us}, checkpoint: {every: 0.2 ms}, flush: 1 us}
"""
PACKED = "output.trajectory.compression=deflate"


def faulty(path, folder, sets, **variables):
    """A run with tests/io_fault.c."""
    with own_session() as environment:
        environment.update(LD_PRELOAD=LIBRARY, IO_FAULT_FILE="results.h5", **variables)
        command = [GRANUM, "run", path, "-o", folder, "--overwrite"] + [w for s in sets for w in ("--set", s)]
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment)


def numbers(results):
    """Name -> all numbers of the frames, up to the last one that is there."""
    with h5py.File(results) as file:
        grains = file["particles/grains"]
        frames = int(np.isfinite(grains["id/time"][()]).sum())
        return frames, {name: item["value"][:frames] for name, item in grains.items() if "value" in item}


def differs(found, whole):
    """Names of fields whose rows are not those of the whole run: as many as a frame has."""
    count = whole["count"].ravel()
    return [
        name
        for name, rows in found.items()
        for k, frame in enumerate(rows)
        if not np.array_equal(frame[: count[k]], whole[name][k][: count[k]], equal_nan=True)
    ]


def calls_of(path, folder, sets):
    told = os.path.join(folder, "calls")
    finished = faulty(path, os.path.join(folder, "whole"), sets, IO_FAULT_COUNT=told)
    fact(finished.returncode == 0, f"the whole run, {sets} {finished.stderr}")
    with open(told) as file:
        return int(file.read())


def strike(path, folder, sets, at, whole):
    """Frames that are left of a run that is killed at a call, and which fields are not as they were; None: no file."""
    there = os.path.join(folder, "killed")
    faulty(path, there, sets, IO_FAULT_AT=str(at), IO_FAULT_KILL="1")
    results = os.path.join(there, "results.h5")
    if not os.path.exists(results):
        return None, []
    mended = os.path.exists(results + ".undo")
    run(["info", there])
    try:
        frames, found = numbers(results)
    except (OSError, RuntimeError, KeyError) as problem:
        return -1, [str(problem)]
    return frames, differs(found, whole) + ["still to be mended"] * (mended and os.path.exists(results + ".undo"))


def check(path, folder, sets, kills, resumed):
    """Kills at so many calls, spread evenly; some of the runs go on."""
    calls = calls_of(path, folder, sets)
    _, whole = numbers(os.path.join(folder, "whole", "results.h5"))
    most, bad, same = 0, [], 0
    for k in range(kills):
        at = 1 + k * (calls - 1) // max(kills - 1, 1)
        frames, wrong = strike(path, folder, sets, at, whole)
        if wrong or (frames is not None and frames < most):
            bad.append((at, frames, most, wrong))
        most = max(most, frames or 0)
        there = os.path.join(folder, "killed")
        if resumed and k % resumed == 0 and any(n.startswith("checkpoint") for n in os.listdir(there)):
            run(["resume", there], 2)
            told = run(["diff", *(os.path.join(folder, n, "results.h5") for n in ("whole", "killed"))], check=False)
            same += 1
            bad += [(at, told.stdout)] if told.returncode else []
    fact(not bad, f"{sets}: {kills} kills in {calls} calls, {most} frames, {same} runs gone on with: {bad[:5]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=0, help="the long form: kills at each so many calls")
    every = parser.parse_args().every
    path = case(RAIN)
    with tempfile.TemporaryDirectory() as folder:
        for sets in ([PACKED], []) if every else ([PACKED],):
            check(path, folder, sets, calls_of(path, folder, sets) // every if every else 12, 10 if every else 4)
    os.unlink(path)
    done()


main()
