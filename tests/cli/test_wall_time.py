"""The wall time of a run is the sum of the times in run.json: before the first step, phases of the steps, after the
last step; with frames and checkpoints, and for a resumed run.
Labels: input io parallel record run."""
import json
import os
import subprocess
import tempfile
import time

from granum_test import GRANUM, done, fact, run

CASE = os.path.join(os.environ["GRANUM_SOURCE"], "tests", "bench", "packing.yaml")
SETS = [
    "time.end=0.06",
    "output.trajectory.every=0.01",
    "output.checkpoint.every=0.02",
    "output.checkpoint.failure=false",
]
TICK = 0.05  # [s]: processes start on ticks of 0.01 s, and Python and the folder take some time before and after


def told(arguments, folder):
    """Runs granum; returns the time until run.json was last written, and its content."""
    begun = time.time()
    run(arguments)
    path = os.path.join(folder, "run.json")
    with open(path) as file:
        return os.stat(path).st_mtime - begun, json.load(file)["performance"]


def launched(arguments, folder, seconds):
    """The same, with a launcher that waits this time before it starts granum."""
    launcher = os.path.join(folder, "mpirun")
    with open(launcher, "w") as file:
        file.write(f'#!/bin/sh\nsleep {seconds}\n"$@"\nexit $?\n')
    os.chmod(launcher, 0o755)
    begun = time.time()
    subprocess.run([launcher, GRANUM, *arguments], check=True, capture_output=True)
    path = os.path.join(folder, "out", "run.json")
    with open(path) as file:
        return os.stat(path).st_mtime - begun, json.load(file)["performance"]


def check(name, wall, card):
    parts = card["wall_seconds"]
    phases = sum(card["phase_seconds"].values())
    fact(abs(phases - card["seconds"]) <= 1e-6 * phases, f"{name}: the times of the phases add up to that of the steps")
    fact(parts["steps"] == card["seconds"], f"{name}: the part of the steps equals the time of the steps")
    total = parts["start"] + phases + parts["end"]
    fact(abs(total - parts["whole"]) <= 1e-6 * total, f"{name}: the parts add up to the whole time")
    fact(
        abs(wall - total) <= 0.02 * wall + TICK,
        f"{name}: {wall:.3f} s of wall time measured outside, {total:.3f} s in run.json",
    )
    fact(parts["start"] > 0 and parts["end"] > 0, f"{name}: the parts for start and end are positive")


with tempfile.TemporaryDirectory() as top:
    out = os.path.join(top, "out")
    sets = [word for value in SETS for word in ("--set", value)]
    check("a run", *told(["run", CASE, "-o", out] + sets, out))
    check("a run that goes on", *told(["resume", out, "--set", "time.end=0.08"], out))
    wall, card = launched(["run", CASE, "-o", out, "--overwrite"] + sets, top, 0.5)
    check("a run whose launcher takes its time", wall, card)
    fact(card["wall_seconds"]["start"] > 0.5, "the part for the start includes the time of the launcher")
done()
