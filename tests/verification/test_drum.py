"""Spheres in a rotating drum: torque times angular velocity is the power of the wall. It equals the rate of external
work in the ledger minus that of gravity. Over whole revolutions of a steady flow both equal the dissipation. The
energy balance closes.

The work of gravity is m g . (x - x_0), from the frames. The torque of each wall about the axis follows from the
force on it and its torque about its own point. Tangential forces act half an overlap above the wall, but with the
velocity of the wall's surface; the relative error of the power is half an overlap divided by the radius of the drum,
here 1e-3. The other error is that of the torque between its samples.
Labels: bulk contact input law particle record run time wall."""
import sys
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, simulate

LONG = "--long" in sys.argv
RADIUS, LENGTH, RATE, STEP = (16.0, 8.0, 0.1, 0.002) if LONG else (7.0, 3.0, 0.15, 0.003)
EVERY = 8 * STEP
START = EVERY * round((25 if LONG else 15) / EVERY)
SIDES = 8


def sides():
    """The walls of a drum with so many flat sides."""
    for k in range(SIDES):
        a = 2 * np.pi * k / SIDES
        n = [-np.cos(a), 0, -np.sin(a)]
        point = [RADIUS * np.cos(a), 0, RADIUS * np.sin(a)]
        yield (
            f"  side_{k}: {{point: {point}, normal: {n}, material: steel, "
            f"rotation: {{angular_velocity: [0, {RATE}, 0], pivot: [0, 0, 0]}}}}"
        )


R = RADIUS * 1.1
CASE = (
    f"""
dimension: 3
domain: {{lower: [{-R}, 0, {-R}], upper: [{R}, {LENGTH}, {R}], periodic: [false, true, false]}}
gravity: [0, 0, -1]
materials:
  grain: &grain {{density: 1, youngs_modulus: 5e3, poisson_ratio: 0.3}}
  steel: *grain
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.5}}, tangential: {{law: mindlin, friction: 0.5}}}}]
particles:
  grains:
    random: {{solid_fraction: 0.3}}
    within: {{cylinder: {{from: [0, {-LENGTH}, 0], to: [0, {2 * LENGTH}, 0], radius: {0.98 * RADIUS}}}}}
    material: grain
    radius: {{distribution: uniform, from: 0.4, to: 0.5}}
walls:
"""
    + "\n".join(sides())
    + f"""
time: {{end: {2 * START}, step: {STEP}, overlap_limit: 0.4}}
output: {{trajectory: {{every: {START}}}, walls: {{every: {EVERY}}}, energy: {{every: {EVERY}}}}}
"""
)

with tempfile.TemporaryDirectory() as top:
    results = simulate(case(CASE), f"{top}/drum", timeout=3600)
    books = ledger(results)
    with h5py.File(results) as f:
        walls = {name: {what: data[:] for what, data in w.items()} for name, w in f["observables/walls"].items()}
        grains = f["particles/grains"]
        mass, frames, x = grains["mass"][:], grains["position/time"][:], grains["position/value"][:]

# Between two frames.
t, first, last = books["time"], *np.searchsorted(books["time"], frames[[1, 2]] - 1e-9)
fact(
    np.abs(t[[first, last]] - frames[[1, 2]]).max() < 1e-9,
    f"{len(mass)} spheres, from t = {t[first]:.4g} to {t[last]:.4g}",
)
torque = -sum(w["torque"][:, 1] + np.cross(w["position"], w["force"])[:, 1] for w in walls.values())
power = -sum((w["force"] * w["velocity"]).sum(axis=1) + w["torque"][:, 1] * RATE for w in walls.values())
fact(
    np.abs(power / RATE - torque).max() < 1e-12 * np.abs(torque).max(),
    "the power of all walls equals their torque about the axis times the angular velocity",
)
during = slice(first, last + 1)
turned = (0.5 * (power[during][1:] + power[during][:-1]) * np.diff(t[during])).sum()
of = {name: data[last] - data[first] for name, data in books.items()}
lifted = (mass * (x[2, :, 2] - x[1, :, 2])).sum()
ours = of["external_work"] + lifted
fact(turned > 10 * abs(lifted), f"the flow is steady: {turned:.5g} put in, potential energy changes by {lifted:.3g}")
fact(
    abs(turned / ours - 1) < 0.01,
    f"torque times angular velocity gives {turned:.6g}, the ledger has {ours:.6g}: {100 * (turned / ours - 1):.2g} % "
    "apart",
)
heat = sum(change for name, change in of.items() if name.startswith("dissipated"))
spent = heat + of["kinetic"] + of["elastic"] + lifted
fact(abs(turned / spent - 1) < 0.01, f"{heat / turned:.4f} is dissipated, and all accounts add up to {spent:.6g}")
missed = np.abs(books["residual"]).max() / books["external_work"].max()
fact(missed < 5e-3, f"the ledger closes to {missed:.2g} of the work, with second order in the step")
done()
