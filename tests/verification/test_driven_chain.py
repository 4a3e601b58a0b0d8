"""A driven precompressed chain, against the linear theory of small waves.

A bead oscillates with amplitude A and frequency f at the left end. With stiffness K = 3 F_0/(2 delta_0) of a contact
and mass m of a bead, waves below the cut-off f_c = sqrt(K/m)/pi have sin(k a/2) = f/f_c. The sensor records the mean
force of the two contacts of a bead, whose amplitude is K A sin(k a), the same at all beads. Above f_c the amplitude
decreases from bead to bead by exp(-kappa), cosh(kappa/2) = f/f_c, and the phase by pi. The amplitude of the drive is
1e-3 delta_0, so terms of second order are below 1e-6. The step, at its accuracy of 0.1 %, leaves less than that.

In the band gap of a chain of two materials the transient of other frequencies passes: half of peak to peak is up to 50
times the amplitude at the drive frequency. The amplitudes agree with the solution of the linear equations of motion for
the drive.
Labels: chain input law parallel record run time."""
import csv
import io
import math
import os
import subprocess
import sys
import tempfile

import numpy as np
from granum_test import case, done, fact, ledger, run

RADIUS, FORCE, AMPLITUDE = 2.38e-3, 10.0, 1.5e-9
STIFFNESS = (2 / 3) * math.sqrt(RADIUS / 2) * 193e9 / (1 - 0.3**2)  # of F = STIFFNESS delta^(3/2), equal spheres
OVERLAP = (FORCE / STIFFNESS) ** (2 / 3)
K, MASS = 1.5 * FORCE / OVERLAP, 4 / 3 * math.pi * RADIUS**3 * 7800
CUT_OFF = math.sqrt(K / MASS) / math.pi
CASE = f"""\
title: Driven chain
dimension: 1
materials: {{steel: {{density: 7800, youngs_modulus: 193 GPa, poisson_ratio: 0.3}}}}
contacts: [{{between: '*', normal: {{law: hertz}}}}]
particles:
  drive:
    chain: {{count: 1}}
    material: steel
    radius: {RADIUS}
    motion: {{oscillation: {{amplitude: {AMPLITUDE}, frequency: 1 kHz, phase: 20 deg}}}}
  beads: {{chain: {{count: 300, precompression: {FORCE}}}, material: steel, radius: {RADIUS}, precompression: {FORCE}}}
ends: {{right: fixed}}
time: {{end: 3 ms}}
output: {{energy: {{every: 0.1 ms}}, sensors: {{group: beads, at: [1, 2, 10, 20], every: 0.2 us}}}}
sweep: {{particles.drive.motion.oscillation.frequency: [5 kHz, 20 kHz, 60 kHz]}}
"""


DIMER = """\
title: Dimer chain
dimension: 1
materials:
  steel: {density: 7800, youngs_modulus: 193 GPa, poisson_ratio: 0.3}
  aluminium: {density: 2700, youngs_modulus: 70 GPa, poisson_ratio: 0.33}
contacts: [{between: '*', normal: {law: hertz}}]
particles:
  drive: {chain: {count: 1}, material: steel, radius: 5 mm,
          motion: {oscillation: {amplitude: 1 nm, frequency: 15 kHz}}}
  beads: {chain: {count: 640, precompression: 20}, precompression: 20,
          pattern: [{material: aluminium, radius: 5 mm}, {material: steel, radius: 5 mm}]}
ends: {right: fixed}
time: {end: 16 ms}
output: {sensors: {group: beads, at: [2, 6, 12], every: 1 us}}
"""


def table(folder, begin="2e-3"):
    """Returns the rows of granum-post compare."""
    words = ["-m", "granum_post", "compare", folder, "--csv", "-", "--from", begin]
    text = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True).stdout
    return list(csv.DictReader(io.StringIO(text)))


def transmission(folder):
    """Returns for each case the amplitudes of the sensors [N], and the ratio of the last to the first one."""
    cases = {}
    for row in table(folder):
        cases.setdefault(row["run"], []).append((float(row["amplitude_N"]), float(row["transmission"])))
    return [[*(amplitude for amplitude, _ in rows), rows[-1][1]] for rows in cases.values()]


def dimer_amplitudes(beads, count=60):
    """Returns the amplitudes of the sensors [N] by the linear equations of motion at 15 kHz. The chain of `count` beads
    is so long that its far end does not matter in the band gap."""
    modulus = 1 / ((1 - 0.3**2) / 193e9 + (1 - 0.33**2) / 70e9)
    stiffness = 4 / 3 * math.sqrt(2.5e-3) * modulus
    spring = 1.5 * 20 / (20 / stiffness) ** (2 / 3)
    mass = 4 / 3 * math.pi * 5e-3**3 * np.where(np.arange(count) % 2, 7800, 2700)
    matrix = np.diag(2 * spring - mass * (2 * math.pi * 15e3) ** 2)
    matrix -= spring * (np.eye(count, k=1) + np.eye(count, k=-1))
    place = np.concatenate([[1e-9], np.linalg.solve(matrix, 1e-9 * spring * np.eye(count)[0])])
    return np.array([abs(0.5 * spring * (place[n - 1] - place[n + 1])) for n in beads])


def check_dimer(top):
    path = os.path.join(top, "dimer")
    run(["run", case(DIMER), "-o", path])
    rows, expected = table(path, "8e-3"), dimer_amplitudes((2, 6, 12))
    found = np.array([float(row["amplitude_N"]) for row in rows])
    worst = np.abs(found / expected - 1).max()
    fact(worst < 1e-3, f"dimer: amplitudes in the band gap within {worst:.1e} of the theory")
    parts, half = [float(row["transmission"]) for row in rows], 0.5 * float(rows[2]["peak_to_peak_N"])
    fact(
        abs(parts[1] - 0.1218) < 2e-4 and abs(parts[2] - 0.00518) < 2e-5 and all(r["steady"] == "yes" for r in rows),
        f"dimer: steady transmission {parts[1]:.4f} and {parts[2]:.5f}",
    )
    fact(half > 20 * found[2], f"dimer: half of peak to peak at sensor 12 is {half / found[2]:.3g} times the amplitude")


def check_phase(rows, frequency):
    """The phase decreases from bead to bead by the wave number k a, which is pi above the cut-off frequency."""
    own = [row for row in rows if float(row["frequency_Hz"]) == frequency]
    step = 2 * math.asin(min(frequency / CUT_OFF, 1))
    lag = [float(own[0]["phase_rad"]) - float(r["phase_rad"]) - step * (int(r["bead"]) - 2) for r in own[:3]]
    worst = max(abs(math.remainder(each, 2 * math.pi)) for each in lag)
    fact(worst < 0.01, f"{frequency:g} Hz: phases along the chain within {worst:.1e} rad")


with tempfile.TemporaryDirectory() as top:
    folder = os.path.join(top, "study")
    run(["run", case(CASE), "-o", folder])
    rows = transmission(folder)
    for frequency in (5e3, 20e3, 60e3):
        check_phase(table(folder), frequency)
    for row, frequency in zip(rows, (5e3, 20e3)):
        expected = K * AMPLITUDE * math.sin(2 * math.asin(frequency / CUT_OFF))
        worst = max(abs(value / expected - 1) for value in row[:-1])
        fact(worst < 5e-4, f"{frequency:g} Hz: amplitude {row[0]:.7g} N, theory {expected:.7g} N: within {worst:.1e}")
        fact(abs(row[-1] - 1) < 1e-4, f"{frequency:g} Hz: transmission {row[-1]:.6f}")
    decay = math.exp(-2 * math.acosh(60e3 / CUT_OFF))
    fact(
        abs(rows[2][1] / rows[2][0] / decay - 1) < 0.005,
        f"60 kHz: the amplitude decays by {rows[2][1] / rows[2][0]:.5f}, theory {decay:.5f}",
    )
    energy = ledger(os.path.join(folder, "point-2", "results.h5"))
    share = abs(energy["residual"][-1] / energy["external_work"][-1])
    fact(share < 1e-3, f"the ledger closes to {share:.1e} of the work of the drive")
    for name, options in (("rk", ["time.integrator=rk"]), ("three ranks", [])):
        path = os.path.join(top, name)
        sets = [
            word
            for value in ["sweep.particles.drive.motion.oscillation.frequency=[20 kHz]", *options]
            for word in ("--set", value)
        ]
        run(["run", case(CASE), "-o", path, *sets], ranks=3)
        found = transmission(path)[0]
        error = max(abs(a / b - 1) for a, b in zip(found, rows[1]))
        fact(error < (1e-3 if name == "rk" else 1e-15), f"{name}: the same amplitudes within {error:.1e}")
    check_dimer(top)
done()
