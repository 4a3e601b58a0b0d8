"""The automatic step resolves prescribed motions that are faster than the contacts.

A sphere between a shaken floor and a lid, with linear springs and dashpots: the work of the floor against the exact
solution; the same motion as a table. A chain with a bead that is driven at 1 MHz: the work against a run with a short
step. `granum check` names the motion; a given step that is too long is only warned of.
Labels: bulk chain input law record run wall."""
import os
import re
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, simulate
from scipy.linalg import expm

RADIUS, DENSITY, STIFFNESS, VISCOSITY, AMPLITUDE, PERIODS = 1e-3, 2500, 1e4, 0.01, 1e-8, 40
MASS = DENSITY * 4 / 3 * np.pi * RADIUS**3
SHAKEN = f"""
dimension: 3
domain: {{lower: [-5 mm, -5 mm, 0], upper: [5 mm, 5 mm, 1.9999 mm]}}
materials: {{s: {{density: {DENSITY}, youngs_modulus: 10 GPa, poisson_ratio: 0.3}}}}
contacts:
  - between: '*'
    normal: {{law: linear, stiffness: {STIFFNESS} N/m, viscosity: {VISCOSITY} N s/m}}
    tension: allow
particles: {{a: {{at: [{{position: [0, 0, 0.99995 mm]}}], material: s, radius: 1 mm}}}}
walls:
  floor: {{side: lower_z, material: s}}
  lid: {{side: upper_z, material: s}}
time: {{end: 1 ms, accuracy: 0.01}}
output: {{walls: {{every: 1 ms}}}}
"""
CHAIN = """
dimension: 1
materials: {s: {density: 7800, youngs_modulus: 200 GPa, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.9}}]
particles:
  a:
    chain: {count: 1}
    material: s
    radius: 5 mm
    motion: {oscillation: {amplitude: 10 nm, frequency: 1 MHz}}
  b: {chain: {count: 6}, material: s, radius: 5 mm, precompression: 10 N}
time: {end: 20 us}
output: {energy: {every: 20 us}}
"""
SETS = ([], ["time.step=2 ns"])


def exact_work(frequency):
    """Work of the floor on the sphere after PERIODS periods, from the matrix exponential."""
    steps, pulsation = 400, 2 * np.pi * frequency
    rates = np.array(
        [
            [0, 1, 0, 0],
            [-2 * STIFFNESS / MASS, -2 * VISCOSITY / MASS, STIFFNESS / MASS, VISCOSITY / MASS],
            [0, 0, 0, 1],
            [0, 0, -(pulsation**2), 0],
        ]
    )
    step = 1 / frequency / steps
    forward, y, powers = expm(rates * step), np.array([0, 0, 0, AMPLITUDE * pulsation]), []
    for _ in range(steps * PERIODS + 1):
        powers.append((STIFFNESS * (y[2] - y[0]) + VISCOSITY * (y[3] - y[1])) * y[3])
        y = forward @ y
    return step * (np.sum(powers) - 0.5 * (powers[0] + powers[-1]))


def shake(frequency, motion, folder, more=()):
    end = PERIODS / frequency
    sets = [f"walls.floor={{side: lower_z, material: s, {motion}}}", f"time.end={end!r}", f"output.walls.every={end!r}"]
    results = simulate(case(SHAKEN), folder, sets + list(more))
    with h5py.File(results) as f:
        return f["observables/walls/floor/work"][-1], sets


with tempfile.TemporaryDirectory() as top:
    folder = os.path.join(top, "run")
    for frequency in (1e5, 1e6):
        motion = f"oscillation: {{amplitude: [0, 0, {AMPLITUDE}], frequency: {frequency}}}"
        work, sets = shake(frequency, motion, folder)
        error = abs(work / exact_work(frequency) - 1)
        fact(error < 2e-3, f"floor shaken at {frequency:g} Hz: work off by {error:.1e}")
    report = run(["check", case(SHAKEN)] + [word for s in sets for word in ("--set", s)]).stdout
    limit = float(re.search(r"resolves the motion of floor up to ([0-9.e+-]+) s", report).group(1))
    fact(abs(limit * 2 * np.pi * 1e6 / np.sqrt(0.12) - 1) < 1e-3, f"check names the floor, up to {limit} s")
    told = run(
        [
            "run",
            case(SHAKEN),
            "-o",
            folder,
            "--overwrite",
            "--set",
            "time.step=1 us",
            "--set",
            sets[0],
            "--set",
            "run.residual=off",
        ]
    )
    fact("too long for the motion of floor" in told.stderr, "a given step is warned of, and used")

    times = np.arange(0, PERIODS + 0.01, 1 / 48) / 1e5
    rates = AMPLITUDE * 2 * np.pi * 1e5 * np.cos(2 * np.pi * 1e5 * times)
    columns = [", ".join(f"{value:.9e}" for value in column) for column in (times, rates)]
    work, _ = shake(1e5, f"motions: [{{table: {{time: [{columns[0]}], vz: [{columns[1]}]}}}}]", folder)
    error = abs(work / exact_work(1e5) - 1)
    fact(error < 1e-2, f"the same motion as a table: work off by {error:.1e}")

    folder = os.path.join(top, "chain")
    works = [ledger(simulate(case(CHAIN), folder + str(len(more)), more))["external_work"][-1] for more in SETS]
    error = abs(works[0] / works[1] - 1)
    fact(error < 1e-3, f"bead driven at 1 MHz: work off by {error:.1e}")
done()
