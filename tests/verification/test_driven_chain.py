"""A driven precompressed chain, against the linear theory of small waves.

A bead oscillates with amplitude A and frequency f at the left end. With stiffness K = 3 F_0/(2 delta_0) of a contact
and mass m of a bead, waves below the cut-off f_c = sqrt(K/m)/pi have sin(k a/2) = f/f_c. The sensor records the mean
force of the two contacts of a bead, whose amplitude is K A sin(k a), the same at all beads. Above f_c the amplitude
decreases from bead to bead by exp(-kappa), cosh(kappa/2) = f/f_c. The amplitude of the drive is 1e-3 delta_0, so terms
of second order are below 1e-6. The step, at its accuracy of 0.1 %, leaves less than that."""
import csv
import io
import math
import os
import subprocess
import sys
import tempfile

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


def transmission(folder):
    """Returns for each case the amplitudes of the sensors [N], and the ratio of the last to the first one."""
    words = ["-m", "granum_post", "compare", folder, "--csv", "-", "--from", "2e-3"]
    text = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True).stdout
    cases = {}
    for row in csv.DictReader(io.StringIO(text)):
        cases.setdefault(row["run"], []).append((float(row["amplitude_N"]), float(row["transmission"])))
    return [[*(amplitude for amplitude, _ in rows), rows[-1][1]] for rows in cases.values()]


with tempfile.TemporaryDirectory() as top:
    folder = os.path.join(top, "study")
    run(["run", case(CASE), "-o", folder])
    rows = transmission(folder)
    for row, frequency in zip(rows, (5e3, 20e3)):
        expected = K * AMPLITUDE * math.sin(2 * math.asin(frequency / CUT_OFF))
        worst = max(abs(value / expected - 1) for value in row[:-1])
        fact(worst < 1e-3, f"{frequency:g} Hz: amplitude {row[0]:.7g} N, theory {expected:.7g} N: within {worst:.1e}")
        fact(abs(row[-1] - 1) < 1e-3, f"{frequency:g} Hz: transmission {row[-1]:.6f}")
    decay = math.exp(-2 * math.acosh(60e3 / CUT_OFF))
    fact(
        abs(rows[2][1] / rows[2][0] / decay - 1) < 0.03,
        f"60 kHz: the amplitude decays by {rows[2][1] / rows[2][0]:.4f}, theory {decay:.4f}",
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
done()
