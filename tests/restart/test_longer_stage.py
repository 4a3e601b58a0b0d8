"""A completed run with stages is extended by a longer last stage, with the bits of a run that had the longer stage
from the start; the messages have the command to type.
Labels: bulk contact input io law particle record run time wall quick."""
import os
import shlex
import tempfile

import h5py
from granum_test import GRANUM, case, done, fact, run

CASE = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [4 mm, 4 mm, 6 mm], periodic: [true, true, false]}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 5e6, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.7}, tangential: {law: mindlin, friction: 0.4}}]
particles: {grains: {random: {count: 30, lower: [0, 0, 0]}, material: glass, radius: 0.5 mm, velocity: [0, 0.2, -0.5]}}
walls: {floor: {side: lower_z, material: glass}}
stages:
  fall: {until: {time: 2 ms}}
  press: {until: {LAST}, gravity: [0, 0, -20], walls: {floor: {velocity: [0, 0, 0.1]}}}
time: {step: 2 us}
output: {trajectory: {every: 1 ms}, energy: {every: 0.5 ms}, observables: {every: 0.7 ms}, walls: {every: 0.5 ms}}
"""
CONDITION = "kinetic_over_elastic: 1e-12, every: 300"


def numbers(directory):
    """Returns all data except the parameters, which contain the input."""
    found = {}
    with h5py.File(os.path.join(directory, "results.h5")) as f:
        f.visititems(
            lambda name, item: found.update({name: item[()].tobytes()})
            if isinstance(item, h5py.Dataset) and not name.startswith("parameters")
            else None
        )
    return found


for key, last in (("time", "time: TIME"), ("at_most", CONDITION + ", at_most: TIME")):
    with tempfile.TemporaryDirectory() as top:
        whole, parts = os.path.join(top, "whole"), os.path.join(top, "parts")
        short, path = (case(CASE.replace("LAST", last.replace("TIME", time))) for time in ("2 ms", "8 ms"))
        said = run(["run", path, "-o", whole])
        unmet = (
            "granum: warning: stage press ended at t = 0.01 s, step 5000: CONDITION NOT MET within at_most = 0.008 s: "
        )
        fact((unmet in said.stdout + said.stderr) == (key == "at_most"), "a condition that is not met is a warning")
        counted = [line for line in run(["info", whole]).stdout.splitlines() if line.startswith("warnings: ")]
        fact(counted == [f"warnings: {int(key == 'at_most')}"], f"granum info counts this warning: {counted}")
        run(["run", short, "-o", parts], 2)
        command = f"to make it longer, type: {GRANUM} resume {parts} --set stages.press.until.{key}="
        for wrong in ("time.end=5 ms", "stages.fall.until.time=5 ms"):
            told = run(["resume", parts, "--set", wrong], check=False)
            fact(told.returncode == 2 and command + "0.004" in told.stderr, f"{key}: {told.stderr.strip()}")
        told = run(["resume", parts, "--set", f"stages.press.until.{key}=1 ms"], check=False)
        fact(
            told.returncode == 2
            and "0.001 s is less than the stage has taken at the checkpoint, 0.002 s" in told.stderr,
            f"{key}: a stage cannot be made shorter than its past: {told.stderr.strip()}",
        )
        told = run(["resume", parts, "--set", "time.end=5 ms"], check=False)
        run(shlex.split(told.stderr.split(f"type: {GRANUM} ")[1]))
        run(["resume", parts, "--set", f"stages.press.until.{key}=8 ms"], 3)
        a, b = numbers(whole), numbers(parts)
        fact(
            len(a) > 40 and a.keys() == b.keys() and not [n for n in a if a[n] != b[n]],
            f"{key}: a run ended and extended twice has the bits of one run in {len(a)} datasets: "
            f"{[n for n in a if a[n] != b.get(n)]}",
        )
        run(["resume", parts])
        fact(numbers(parts) == b, f"{key}: resuming a completed run does not change its results")
        os.unlink(short)
        os.unlink(path)
done()
