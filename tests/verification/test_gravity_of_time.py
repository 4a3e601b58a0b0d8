"""Gravity as a function of time: a sphere and a clump fly on the path of the closed form, with an error of the order of
the step; the energy balance closes, and includes the work of this gravity; equal bits on any number of ranks and after
a restart; a constant function has the bits of a number in the motion.
Labels: bulk contact input io particle record run time."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, numbers, run, simulate

G, W = 9.81, 2 * np.pi * 20
CASE = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [0.2, 0.1, 0.4]}
constants: {f: 20 Hz, g: 9.81 m/s^2}
gravity: [=g*sin(2*pi*f*t), 0, =-g*(1 + cos(2*pi*f*t)/2)]
materials: {glass: {density: 2500, youngs_modulus: 5e6, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.7}, tangential: {law: mindlin, friction: 0.4}}]
clumps: {pair: {spheres: [{centre: [0, 0, 0], radius: 1 mm}, {centre: [1 mm, 0, 0], radius: 1 mm}]}}
particles:
  ball: {at: [{position: [0.05, 0.02, 0.3]}], material: glass, radius: 1 mm, velocity: [0.1, 0, 0.5]}
  body: {at: [{position: [0.05, 0.06, 0.3]}], material: glass, clump: pair, orientation: fixed,
    velocity: [0.1, 0, 0.5]}
time: {end: 0.1 s, step: STEP}
output: {trajectory: {every: 0.1 s}, energy: {every: 5 ms}, checkpoint: {every: off, end: false}}
"""
BED = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [4 mm, 4 mm, 8 mm], periodic: [true, true, false]}
gravity: [0, 0, '=-9.81 m/s^2*(1 + 0.8*sin(2*pi*100 Hz*t))']
materials: {glass: {density: 2500, youngs_modulus: 5e6, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.5}, tangential: {law: mindlin, friction: 0.4}}]
particles: {bed: {lattice: {sites: simple_cubic, spacing: 1.02 mm, jitter: 8 um, upper: [4 mm, 4 mm, 4 mm]},
  material: glass, radius: 0.5 mm}}
walls: {floor: {side: lower_z, material: glass}}
stages:
  shake: {until: {time: 12 ms}}
  fall: {until: {time: 8 ms}, gravity: [0, 0, -9.81]}
  swing: {until: {time: 10 ms}, gravity: [=2 m/s^2*t/(10 ms), 0, -9.81]}
time: {step: 5 us}
output: {energy: {every: 1 ms}, observables: {every: 1 ms}, trajectory: {every: 5 ms},
  checkpoint: {every: off, end: false}}
"""


def paths(results):
    """Returns the displacements of the sphere and of the clump."""
    with h5py.File(results, "r") as f:
        ball = f["particles/grains/position/value"][:, 0]
        body = f["particles/bodies/position/value"][:, 0]
        return ball[-1] - ball[0], body[-1] - body[0]


t = 0.1
exact = np.array(
    [0.1 * t + G / W * (t - np.sin(W * t) / W), 0, 0.5 * t - G * (t * t / 2 + (1 - np.cos(W * t)) / (2 * W * W))]
)
with tempfile.TemporaryDirectory() as top:
    error, residual = {}, {}
    for step in (2e-4, 1e-4):
        results = simulate(case(CASE.replace("STEP", repr(step))), f"{top}/fly")
        ball, body = paths(results)
        error[step] = np.abs(ball - exact).max()
        energy = ledger(results)
        residual[step] = np.abs(energy["residual"]).max() / energy["kinetic"].max()
        fact(np.abs(ball - body).max() < 1e-12, f"step {step:g} s: sphere and clump have the same path")
        change = energy["kinetic"] - energy["kinetic"][0]
        fact(
            np.abs(change - energy["external_work"]).max() <= 1.01 * residual[step] * energy["kinetic"].max(),
            "the external work is the change of the kinetic energy",
        )
    # the error of the trapezoidal rule is h^2/12 times the change of the derivative, at most W G t for the path
    fact(
        error[1e-4] < 1.1e-8 / 12 * W * G * t and 3.9 < error[2e-4] / error[1e-4] < 4.1,
        f"a projectile under g(t): errors {error[2e-4]:.3g} m, {error[1e-4]:.3g} m of a path of {-exact[2]:.3g} m",
    )
    fact(
        residual[1e-4] < 1e-5 and 3.5 < residual[2e-4] / residual[1e-4] < 4.5,
        f"residuals of the energy balance {residual[2e-4]:.3g}, {residual[1e-4]:.3g} of the kinetic energy",
    )
    results = simulate(case(CASE.replace("STEP", "1e-4")), f"{top}/fly")
    with open(f"{top}/fly/input.yaml") as f:
        text = f.read()
    again = simulate(f"{top}/fly/input.yaml", f"{top}/again")
    fact(numbers(again) == numbers(results), "the resolved input has the same function")
    fact("(9.81 m s^-2)" in text, "the resolved input has the values of constants")

    path = case(BED)
    results = simulate(path, f"{top}/bed")
    bits, energy = numbers(results), ledger(results)
    for ranks in (2, 3, 4):
        fact(numbers(simulate(path, f"{top}/n", ranks=ranks)) == bits, f"the same bits on {ranks} ranks")
    for moment in (5e-3, 25e-3):
        simulate(path, f"{top}/cut", [f"output.checkpoint.every={moment}"], ranks=2)
        first = min((n for n in os.listdir(f"{top}/cut") if n.startswith("checkpoint")), key=lambda n: int(n[11:-3]))
        run(["resume", f"{top}/cut/{first}"], 3)
        fact(numbers(f"{top}/cut/results.h5") == bits, f"the same bits after a restart at {moment} s")
    close = np.abs(energy["residual"]).max() / energy["exchanged"].max()
    fact(close < 2e-3, f"the energy balance of a bed in three stages closes to {close:.2g} of the energy exchanged")

    constant = ["stages={all: {until: {time: 10 ms}}}"]
    one = numbers(simulate(path, f"{top}/one", [*constant, "gravity=[0, 0, -9.81]"]))
    two = numbers(simulate(path, f"{top}/two", [*constant, "gravity=[0, 0, =-9.81 m/s^2 + 0*t*(1 m/s^3)]"]))
    same = [name for name in one if name.startswith("particles/") and one[name] == two[name]]
    moved = [name for name in one if name.startswith("particles/")]
    fact(same == moved and len(moved) > 4, f"a constant function moves {len(same)} datasets as a number does")
done()
