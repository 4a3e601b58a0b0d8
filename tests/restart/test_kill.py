"""A run that is killed at any moment, again and again, comes to the same bits as one that is left alone."""
import os
import random
import subprocess
import tempfile
import time

from granum_test import GRANUM, case, done, fact, run

KILLS = 12
CASE = """
dimension: 1
materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: luding, k1: 5e6, k_p: 2e7, k_c: 1e6, plasticity_depth: 0.01}, tension: allow}]
particles:
  striker: {chain: {count: 1}, material: steel, radius: 2.38 mm, velocity: 1.77 m/s}
  beads: {chain: {count: 400}, material: steel, radius: 2.38 mm}
time: {end: 1.2 ms, step: 0.01 us}
output:
  trajectory: {every: 50 us}
  energy: {every: 4 us}
  sensors: {group: beads, at: [1, 40, 400], every: 0.5 us}
  checkpoint: {every: 50 us}
"""


def kept(directory):
    return {n for n in os.listdir(directory) if n.startswith("checkpoint-") and n.endswith(".h5")} if os.path.isdir(directory) else set()


def until(arguments, directory, new, seconds):
    """Runs granum, killed so many seconds after it has written `new` checkpoints more; returns its exit code, or None."""
    seen, wanted = kept(directory), new
    process = subprocess.Popen([GRANUM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and wanted > 0:
        now = kept(directory)
        wanted -= len(now - seen)
        seen |= now
        time.sleep(0.002)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
    error = process.communicate()[1]
    if process.returncode not in (0, -9):
        fact(False, f"neither killed nor done: {process.returncode} {error}")
    return None if process.returncode == -9 else process.returncode


random.seed(3)
path = case(CASE)
with tempfile.TemporaryDirectory() as top:
    whole, killed = os.path.join(top, "whole"), os.path.join(top, "killed")
    run(["run", path, "-o", whole])
    starts, steps, ended = 0, [], None
    for k in range(KILLS):
        there = kept(killed)
        starts += not there
        steps += [max(int(n.split("-")[1][:-3]) for n in there)] if there else []
        # Some before the first checkpoint, while the run is set up; most while a checkpoint is written or soon after.
        ended = until(["resume", killed] if there else ["run", path, "-o", killed], killed, 0 if k % 4 == 0 else random.randint(1, 3), random.uniform(0, 0.2 if k % 4 == 0 else 0.05))
        if ended is not None:
            fact(ended == 0, f"a run that was not killed any more ended with {ended}")
            break
    fact(len(steps) >= 5 and steps == sorted(steps), f"{starts} starts and {len(steps)} resumptions, at steps {steps}")
    if ended is None:
        run(["resume", killed], 2)
    for name in ("results.h5", "checkpoint-120000.h5"):
        told = run(["diff", os.path.join(whole, name), os.path.join(killed, name)], check=False)
        fact(told.returncode == 0, f"{name} has the same bits {told.stdout.strip()}")
    left = sorted(n for n in os.listdir(killed) if not n.startswith("checkpoint-") or "part" in n)
    fact(left == sorted(n for n in os.listdir(whole) if not n.startswith("checkpoint-")), f"nothing else is left behind: {left}")
os.unlink(path)
done()
