"""Walls that torques turn about a shaft: a free disc, a motor whose torque follows time or angular velocity, damping, a
brake that stops and holds the disc, a grain that brakes it, a sphere that hits a free paddle, a brake in a stage, a
motor that continues in other stages, a driven disc that a stage puts on a shaft. A rotor in grains gives the same bits
on any number of ranks and after a restart, and the ledger closes.
Labels: bulk contact input io parallel particle record run wall."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, simulate, unexplained

R, E, NU, DENSITY, MU = 2e-3, 1e8, 0.25, 2500, 0.3
INERTIA, TORQUE = 1e-5, 2e-4
HEAD = f"""
dimension: 3
domain: {{lower: [-0.1, -0.1, -0.1], upper: [0.1, 0.1, 0.1]}}
materials: {{glass: {{density: {DENSITY}, youngs_modulus: {E}, poisson_ratio: {NU}}}}}
contacts: [{{between: '*', normal: {{law: hertz}}, tangential: {{law: mindlin, friction: {MU}, damping: 0}}}}]
"""
OUTPUT = "output: {trajectory: {every: 1 ms}, energy: {every: 1 ms}, walls: {every: 1 ms}}\n"
SHAFT = f"axis: [0, 0, 1], moment_of_inertia: {INERTIA}"


def disc(shaft, height=0):
    return (
        f"{{shape: disc, centre: [0, 0, {height}], normal: [0, 0, 1], radius: 20 mm, material: glass, "
        f"shaft: {{{SHAFT}{shaft}}}}}"
    )


def ball(place, more=""):
    return f"particles: {{ball: {{at: {{position: {place}}}, material: glass, radius: {R}{more}}}}}\n"


def wall(results, name, what):
    with h5py.File(results, "r") as f:
        return f[f"observables/walls/{name}/{what}"][:]


def rate(results, name):
    return wall(results, name, "angular_velocity")[:, 2]


def near(found, exact, tolerance, text):
    missed = np.abs(np.asarray(found) - exact).max() / np.abs(exact).max()
    fact(missed < tolerance, f"{text}: {missed:.2g} of {tolerance}")


def machines(top):
    """Discs without contacts under torques."""
    times, torques = [0, 0.02, 0.04], [0, TORQUE, 0]
    discs = {
        "free": f", torque: {TORQUE}",
        "ramp": f", motor: {{time: {times}, torque: {torques}}}",
        "curve": f", motor: {{speed: [0, 10], torque: [{TORQUE}, 0]}}",
        "damped": ", angular_velocity: 3, damping: 2e-4",
        "braked": f", angular_velocity: 1, brake: {TORQUE}",
        "held": f", torque: {0.9 * TORQUE}, brake: {TORQUE}",
    }
    walls = "".join(f"  {n}: {disc(text, 0.01 * k)}\n" for k, (n, text) in enumerate(discs.items()))
    text = HEAD + ball([0.05, 0.05, -0.05]) + "walls:\n" + walls + "time: {end: 0.1, step: 20 us}\n" + OUTPUT
    results = simulate(case(text), f"{top}/machines")
    t = wall(results, "free", "time")
    near(rate(results, "free"), TORQUE * t / INERTIA, 1e-12, "free disc: M t/I")
    work = wall(results, "free", "drive_work")
    near(work, 0.5 * INERTIA * (TORQUE * t / INERTIA) ** 2, 1e-12, "free disc: the motor does the work I w^2/2")
    up = np.interp(t, times, torques)
    near(rate(results, "ramp")[-1], TORQUE * 0.02 / INERTIA, 1e-9, "torque over time: the integral of the torque")
    near(wall(results, "ramp", "drive_torque")[:-1], up[:-1], 1e-9, "torque over time: linear between its points")
    curve = 10 * (1 - np.exp(-TORQUE * t / (10 * INERTIA)))
    near(rate(results, "curve"), curve, 1e-6, "torque over angular velocity: w1 (1 - exp(-M t/(I w1)))")
    near(rate(results, "damped"), 3 * np.exp(-2e-4 * t / INERTIA), 1e-6, "damping: w0 exp(-c t/I)")
    braked, stop = rate(results, "braked"), INERTIA / TORQUE
    near(braked[t < stop - 1e-9], 1 - t[t < stop - 1e-9] / stop, 1e-9, "brake: w0 - b t/I")
    fact(not braked[t > stop].any(), "brake: the disc is at rest after it has stopped")
    turned = wall(results, "braked", "orientation")[-1]
    near(2 * np.arctan2(turned[3], turned[0]), 0.5 * stop, 1e-3, "brake: the angle w0^2 I/(2 b)")
    near(wall(results, "braked", "drive_work")[-1], -0.5 * INERTIA, 1e-3, "brake: it takes the energy of the disc")
    fact(not rate(results, "held").any(), "a brake that is stronger than the motor holds the disc")
    books = ledger(results)
    missed = np.abs(books["residual"]).max() / books["kinetic"].max()
    fact(missed < 1e-5, f"the ledger of the machines closes to {missed:.2g}")


def friction(top):
    """A grain that is held at the overlap d brakes the disc by mu N r; the overlap gives N by Hertz' law."""
    overlap, lever = 2e-6, 0.01
    stiffness = 4 / 3 * E / (2 * (1 - NU**2)) * np.sqrt(R)
    force = stiffness * overlap**1.5
    text = (
        HEAD
        + ball([lever, 0, R - overlap], ", fixed: true")
        + f"walls: {{disc: {disc(', angular_velocity: 5')}}}\ntime: {{end: 0.05, step: 2 us}}\n"
        + OUTPUT
    )
    results = simulate(case(text), f"{top}/friction")
    t, w = wall(results, "disc", "time"), rate(results, "disc")
    slope = np.polyfit(t[2:], w[2:], 1)[0]
    # the friction spring reaches mu N within some us, before the first sample
    near(slope, -MU * force * lever / INERTIA, 1e-4, f"a grain brakes the disc: dw/dt = {slope:.6g} rad/s^2")
    books = ledger(results)
    missed = np.abs(books["residual"]).max() / books["kinetic"][0]
    fact(missed < 1e-6 and w[-1] < 0.98 * w[0], f"a grain brakes the disc: the ledger closes to {missed:.2g}")


def paddle(top):
    """A sphere hits a free paddle without friction: energy and angular momentum stay the same."""
    mass, speed = DENSITY * 4 / 3 * np.pi * R**3, 1
    text = (
        HEAD.replace(f"friction: {MU}", "friction: 0")
        + ball([0.015, -0.004, 0], f", velocity: [0, {speed}, 0]")
        + "walls: {paddle: {shape: box, centre: [10 mm, 0, 0], lengths: [20 mm, 2 mm, 20 mm], material: glass, "
        + "shaft: {axis: [0, 0, 1], pivot: [0, 0, 0], moment_of_inertia: 2e-8}}}\ntime: {end: 6 ms, step: 0.5 us}\n"
        + OUTPUT.replace("1 ms", "0.1 ms")
    )
    results = simulate(case(text), f"{top}/paddle")
    with h5py.File(results, "r") as f:
        x, v = (f[f"particles/grains/{what}/value"][:, 0] for what in ("position", "velocity"))
    w = rate(results, "paddle")
    momentum = mass * (x[:, 0] * v[:, 1] - x[:, 1] * v[:, 0]) + 2e-8 * w
    near(momentum, momentum[0], 1e-6, "paddle: the angular momentum stays the same")
    books = ledger(results)
    fact(w[-1] > 10 and books["elastic"][-1] == 0, f"paddle: the sphere has turned it to {w[-1]:.4g} rad/s")
    near(books["kinetic"][-1], books["kinetic"][0], 1e-4, "paddle: the kinetic energy stays the same")
    fact(np.ptp(wall(results, "paddle", "position")[:, 1]) > 1e-4, "paddle: it turns about its pivot")


STAGES = f"""stages:
  run: {{until: {{time: 0.02}}}}
  brake: {{until: {{time: 0.03}}, walls: {{disc: {{shaft: {{{SHAFT}, brake: 4e-4}}}}}}}}
"""
ROTOR = """
dimension: 3
domain: {lower: [-16 mm, -16 mm, 0], upper: [16 mm, 16 mm, 30 mm]}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 3e6, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.5}}]
particles: {beads: {random: {solid_fraction: 0.3}, within: {cylinder: {from: [0, 0, 8 mm], to: [0, 0, 29 mm],
  radius: 14.5 mm}}, material: glass, radius: 1.2 mm}}
walls:
  vessel: {shape: cylinder, centre: [0, 0, 15 mm], axis: [0, 0, 1], radius: 15 mm, length: 30 mm, concave: true,
    material: glass, shaft: {axis: [0, 0, 1], moment_of_inertia: 1e-6, brake: 1e-5}}
  floor: {side: lower_z, material: glass}
  blade: {shape: box, centre: [0, 0, 4 mm], lengths: [24 mm, 2 mm, 7 mm], material: glass,
    shaft: {axis: [0, 0, 1], moment_of_inertia: 5e-7, torque: 1e-4, damping: 1e-6}}
time: {end: 70 ms, step: 10 us, overlap_limit: 0.5, rebalance: 500}
output: {energy: {every: 1 ms}, walls: {every: 1 ms}, trajectory: {every: 20 ms}, checkpoint: {every: 40 ms}}
"""


def rotor(top):
    path = case(ROTOR)
    results = {p: simulate(path, f"{top}/rotor{p}", ranks=p) for p in (1, 3)}
    told = run(["diff", results[1], results[3]], check=False)
    fact(told.returncode == 0, f"rotor: same bits on 1 and 3 ranks {told.stdout}")
    middle = os.path.join(top, "rotor1", "checkpoint-4000.h5")
    run(["resume", middle, "-o", f"{top}/on"], 2)
    told = run(["diff", results[1], f"{top}/on/results.h5"], check=False)
    fact(told.returncode == 0, f"rotor: same bits after a restart on 2 ranks {told.stdout}")
    fact(not unexplained(results[1]), f"rotor: the descriptions explain every NaN {unexplained(results[1])}")
    books = ledger(results[1])
    missed = np.abs(books["residual"]).max() / (books["external_work"].max() + books["kinetic"].max())
    fact(missed < 1e-3, f"rotor: the ledger closes to {missed:.2g}")
    work = wall(results[1], "blade", "work")[-1]
    fact(work > 0 and rate(results[1], "blade")[-1] > 1, f"rotor: the blade does the work {work:.3g} J on the grains")


def released(top):
    """A disc is driven along and about an axis; then its shaft alone turns it. It no longer moves along the axis."""
    driven = disc("").split(", shaft")[0] + ", velocity: [0.1, 0, 0.2], rotation: {angular_velocity: [0, 0, 3]}}"
    text = HEAD + ball([0.05, 0.05, -0.05]) + f"walls: {{disc: {driven}}}\n"
    shaft = f"{{disc: {{shaft: {{{SHAFT}, torque: {TORQUE}}}}}}}"
    text += "stages:\n  drive: {until: {time: 20 ms}}\n"
    text += f"  release: {{until: {{time: 20 ms}}, walls: {shaft}}}\n" + OUTPUT + "time: {step: 20 us}\n"
    results = simulate(case(text), f"{top}/released")
    t, place = wall(results, "disc", "time"), wall(results, "disc", "position")
    near(place[20:], 0.02 * np.array([0.1, 0, 0.2]), 1e-12, "driven, then on a shaft: the disc stays in place")
    late = np.maximum(t - 0.02, 0)
    near(rate(results, "disc"), 3 + TORQUE * late / INERTIA, 1e-9, "it keeps its angular velocity: w0 + M t/I")
    books = ledger(results)
    missed = np.abs(books["residual"]).max() / books["kinetic"].max()
    fact(missed < 1e-5, f"the ledger of the released disc closes to {missed:.2g}")


def continued(top):
    """Stages that do not give the shaft continue the table of its motor."""
    times, torques = [0, 0.02, 0.04], [0, TORQUE, 0]
    text = HEAD + ball([0.05, 0.05, -0.05])
    text += f"walls: {{disc: {disc(f', motor: {{time: {times}, torque: {torques}}}')}}}\n"
    text += "stages:\n  start: {until: {time: 10 ms}}\n"
    text += "  roll: {until: {time: 10 ms}, walls: {disc: {surface: {angular_velocity: [0, 0, 1]}}}}\n"
    text += "  light: {until: {time: 20 ms}, gravity: [0, 0, -1]}\n" + OUTPUT + "time: {step: 20 us}\n"
    results = simulate(case(text), f"{top}/continued")
    t = wall(results, "disc", "time")
    exact = TORQUE / INERTIA * np.where(t < 0.02, t**2 / 0.04, 0.02 - (0.04 - t) ** 2 / 0.04)
    near(rate(results, "disc"), exact, 1e-9, "other stages continue the torque over time")


def resumed(top):
    """A paddle is driven, then free on its shaft: after a restart it has the same displacement budget."""
    pivot = "pivot: [4 mm, 0, 10 mm]"
    text = HEAD + ball([0.05, 0.05, 0.05], ", velocity: [0.1, 0, 0]")
    text += "walls: {paddle: {shape: box, centre: [9 mm, 0, 10 mm], lengths: [10 mm, 2 mm, 2 mm], material: glass, "
    text += f"rotation: {{{pivot}, angular_velocity: [0, 0, 100]}}}}}}\nstages:\n  drive: {{until: {{time: 2 ms}}}}\n"
    text += f"  free: {{until: {{time: 8 ms}}, walls: {{paddle: {{shaft: {{{SHAFT}, {pivot}}}}}}}}}\n"
    text += "time: {step: 20 us}\n"
    run(["run", case(text + "output: {walls: {every: 1 ms}, checkpoint: {times: [4 ms]}}\n"), "-o", f"{top}/whole"])
    run(["resume", f"{top}/whole/checkpoint-200.h5", "-o", f"{top}/rest"])
    told = run(["diff", *(f"{top}/{name}/checkpoint-500.h5" for name in ("whole", "rest"))], check=False)
    fact(told.returncode == 0, f"a paddle freed by a stage: same checkpoint after a restart {told.stdout}")


with tempfile.TemporaryDirectory() as top:
    machines(top)
    resumed(top)
    continued(top)
    friction(top)
    paddle(top)
    text = HEAD + ball([0.05, 0.05, -0.05]) + f"walls: {{disc: {disc(f', torque: {TORQUE}')}}}\n" + STAGES + OUTPUT
    results = simulate(case(text + "time: {step: 20 us}\n"), f"{top}/stages")
    t, w = wall(results, "disc", "time"), rate(results, "disc")
    exact = np.where(t < 0.02, TORQUE * t / INERTIA, np.maximum(0, TORQUE / INERTIA * (0.02 - 2 * (t - 0.02))))
    near(w, exact, 1e-9, "a stage brakes the disc")
    missed = np.abs(ledger(results)["residual"]).max() / (0.5 * INERTIA * exact.max() ** 2)
    fact(missed < 1e-3, f"a stage brakes the disc: the ledger closes to {missed:.2g}")
    released(top)
    rotor(top)

done()
