"""A run that is killed at any moment, again and again, comes to the same bits as one that is left alone."""
import os
import random
import subprocess
import tempfile

from granum_test import GRANUM, case, done, fact, run

KILLS = 12
CASE = """
dimension: 1
materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: luding, k1: 5e6, k_p: 2e7, k_c: 1e6, plasticity_depth: 0.01}, tension: allow}]
particles:
  striker: {chain: {count: 1}, material: steel, radius: 2.38 mm, velocity: 1.77 m/s}
  beads: {chain: {count: 400}, material: steel, radius: 2.38 mm}
time: {end: 2 ms, step: 0.01 us}
output:
  trajectory: {every: 50 us}
  energy: {every: 4 us}
  sensors: {group: beads, at: [1, 40, 400], every: 0.5 us}
  checkpoint: {every: 50 us}
"""


def until(arguments, seconds):
    """Runs granum, killed after so many seconds; returns whether it ended by itself, and its end."""
    try:
        return True, subprocess.run([GRANUM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:  # SIGKILL
        return False, None


random.seed(3)
path = case(CASE)
with tempfile.TemporaryDirectory() as top:
    whole, killed = os.path.join(top, "whole"), os.path.join(top, "killed")
    run(["run", path, "-o", whole])
    starts, resumed, steps, ended = 0, 0, [], False
    for _ in range(KILLS):
        kept = [n for n in os.listdir(killed) if n.endswith(".h5") and n.startswith("checkpoint-")] if os.path.isdir(killed) else []
        if kept:
            steps.append(max(int(n.split("-")[1][:-3]) for n in kept))
            resumed += 1
        starts += not kept
        ended, told = until(["resume", killed] if kept else ["run", path, "-o", killed], random.uniform(0.1, 0.5))
        if ended:
            fact(told.returncode == 0, f"a run that was not killed any more ended with {told.returncode}: {told.stderr.strip()}")
            break
    fact(resumed >= 3 and steps == sorted(steps), f"{starts} starts and {resumed} resumptions, at steps {steps}")
    if not ended:
        run(["resume", killed], 2)
    for name in ("results.h5", "checkpoint-200000.h5"):
        told = run(["diff", os.path.join(whole, name), os.path.join(killed, name)], check=False)
        fact(told.returncode == 0, f"{name} has the same bits {told.stdout.strip()}")
    left = sorted(n for n in os.listdir(killed) if not n.startswith("checkpoint-") or "part" in n)
    fact(left == sorted(n for n in os.listdir(whole) if not n.startswith("checkpoint-")), f"nothing else is left behind: {left}")
os.unlink(path)
done()
