"""A Hertz chain of 200 beads in natural units (m = K = 1, bead 1 at speed 1): constants of the leading solitary wave.

F_max = 0.639554, bead speed 0.681632, wave speed 0.840509 beads per unit of time, found independently by converged
integrations of long chains. Contact forces follow from the displacements of neighbours: F = (x_i - x_{i+1})^(3/2).
Labels: chain input law record run time."""
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, peak, sensor, simulate

CASE = """
dimension: 1
materials: {unit: {density: 1}}
contacts: [{between: '*', normal: {law: hertz, stiffness: 1}, tension: clip}]
particles:
  striker: {chain: {count: 1}, material: unit, radius: 10, mass: 1, velocity: 1}
  beads: {chain: {count: 199}, material: unit, radius: 10, mass: 1}
time: {end: 240, step: %s}
output:
  energy: {every: 10}
  detectors: [{group: beads, at: [60, 100, 150], quantity: contact},
    {group: beads, at: [60, 100, 150], quantity: velocity}]
  sensors: {group: beads, at: [100, 101, 150, 151], every: 0.02}
"""


def detected(results, quantity):
    """Returns the columns of the detectors, and separately the columns of the last detector."""
    with h5py.File(results) as f:
        return {name: data[-1] for name, data in f[f"observables/detectors/beads-{quantity}"].items()}


with tempfile.TemporaryDirectory() as directory:
    results = simulate(case(CASE % 1e-4), directory)
    contact, velocity = detected(results, "contact"), detected(results, "velocity")
    x = {i: sensor(results, f"beads-{i}", "displacement")[1] for i in (100, 101, 150, 151)}
    t, v = sensor(results, "beads-100", "velocity")
    energy = ledger(results)

force = {i: np.maximum(0, x[i] - x[i + 1]) ** 1.5 for i in (100, 150)}
t100, f100 = peak(t, force[100])
t150, f150 = peak(t, force[150])
speed = 50 / (t150 - t100)
bead = peak(t, v)[1]
# Sampling error of the parabola at 0.02 is about 1e-7, that of the step below 1e-8.
for name, got, constant in (
    ("largest force", f150, 0.639554),
    ("bead speed", bead, 0.681632),
    ("wave speed", speed, 0.840509),
):
    fact(abs(got / constant - 1) < 1e-4, f"{name} {got:.6f}, off by {abs(got / constant - 1):.1e}")
# Detectors look at every step: no sampling error is left at 1e-4. Positions are 20 apart.
found = {
    "largest force": (contact["peak"], 0.639554),
    "bead speed": (velocity["peak"], 0.681632),
    "wave speed by arrivals": (contact["speed"] / 20, 0.840509),
    "wave speed by peaks": (velocity["peak_speed"] / 20, 0.840509),
}
for name, (got, constant) in found.items():
    fact(abs(got / constant - 1) < 1e-6, f"detectors: {name} {got:.7f}, off by {abs(got / constant - 1):.1e}")
fact(
    abs(contact["peak_time"] - t150) < 1e-3 and contact["at"] == 150 and contact["id"] == 151,
    "the detector gives the time of the sensor",
)
# A coarse step: an eighth of a unit, the pulse is above half its height for 15 of them. The integrator's own error
# is 2e-3.
with tempfile.TemporaryDirectory() as directory:
    coarse = detected(simulate(case(CASE % 0.125), directory), "velocity")
fact(
    abs(coarse["width"] / velocity["width"] - 1) < 3e-3,
    f"width {coarse['width']:.5f} at a coarse step, {velocity['width']:.5f} at a fine one",
)
worst = np.max(np.abs(energy["residual"])) / energy["kinetic"][0]
fact(worst < 1e-9, f"the ledger closes to {worst:.1e} of the initial energy")
done()
