"""Surfaces that move in themselves: a belt drags a grain that cannot turn and a sphere that can; sliding times, final
speeds and works are closed forms. A roller by the motion of its surface acts as a rotating cylinder. A sphere passes
from the belt to its head pulley without a push. A stage stops the belt.
Labels: bulk contact input particle record run wall."""
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, simulate

R, DENSITY, MU, U, G = 2e-3, 2500, 0.3, 0.5, 9.81
MASS = DENSITY * 4 / 3 * np.pi * R**3
HEAD = f"""
dimension: 3
domain: {{lower: [-0.1, -0.1, -0.1], upper: [0.3, 0.1, 0.1]}}
gravity: [0, 0, -{G}]
materials: {{glass: {{density: {DENSITY}, youngs_modulus: 1e8, poisson_ratio: 0.25}}}}
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.5}}, tangential: {{law: mindlin, friction: {MU}}}}}]
"""
OUTPUT = "output: {trajectory: {every: 0.5 ms}, energy: {every: 0.5 ms}, walls: {every: 0.5 ms}}\n"
BELT = (
    f"walls: {{belt: {{point: [0, 0, 0], normal: [0, 0, 1], material: glass, surface: {{velocity: [{U}, 0, 0]}}}}}}\n"
)
HEAVY = "solid: {volume: %r, centre: [0, 0, 0], inertia: [1, 1, 1]}" % (4 / 3 * np.pi * R**3)
CLUMP = f"clumps: {{block: {{spheres: [{{centre: [0, 0, 0], radius: {R}}}], mass_from: solid, {HEAVY}}}}}\n"


def ball(place, more=""):
    return f"particles: {{ball: {{at: {{position: {place}}}, material: glass, radius: {R}{more}}}}}\n"


def walls_of(results, name, what):
    with h5py.File(results, "r") as f:
        return f[f"observables/walls/{name}/{what}"][:]


def moves(results, kind):
    with h5py.File(results, "r") as f:
        group = f[f"particles/{kind}"]
        return group["velocity/time"][:], group["velocity/value"][:, 0], group["position/value"][:, 0]


def slides(top, name, text, kind, speed, duration, work):
    """A grain on the belt: it gains speed mu g t up to the speed at which sliding ends; half of the work is kinetic."""
    results = simulate(case(text), f"{top}/{name}")
    t, v, _ = moves(results, kind)
    during = (t > 0.2 * duration) & (t < 0.9 * duration)
    gain = np.polyfit(t[during], v[during, 0], 1)[0]
    fact(abs(gain / (MU * G) - 1) < 2e-3, f"{name}: accelerates by {gain / G:.5g} g, mu = {MU}")
    ends = t[np.flatnonzero(v[:, 0] > 0.999 * speed)[0]]
    fact(abs(ends - duration) < 2e-3 * duration + 0.5e-3, f"{name}: slides for {ends:.5g} s of {duration:.5g} s")
    fact(abs(v[-1, 0] / speed - 1) < 1e-3, f"{name}: ends at {v[-1, 0]:.6g} m/s of {speed:.6g} m/s")
    done_work, books = walls_of(results, "belt", "work")[-1], ledger(results)
    fact(abs(done_work / work - 1) < 2e-3, f"{name}: the belt does {done_work / work:.6g} of {work:.5g} J")
    lost = (books["dissipated_frictional"] + books["dissipated_viscous"])[-1]
    fact(abs(lost / (0.5 * work) - 1) < 5e-3, f"{name}: half of the work is lost by sliding: {2 * lost / work:.6g}")
    fact(np.abs(books["residual"]).max() < 1e-5 * work, f"{name}: the ledger closes: {books['residual'][-1]:.2g} J")
    fact(not walls_of(results, "belt", "velocity").any(), f"{name}: the belt itself rests")
    fact(np.ptp(walls_of(results, "belt", "position")) == 0, f"{name}: the belt stays in place")


with tempfile.TemporaryDirectory() as top:
    time = "time: {end: 0.25}\n"
    block = HEAD + CLUMP + ball([0, 0, R], ", clump: block, orientation: fixed") + BELT + time + OUTPUT
    slides(top, "block", block, "bodies", U, U / (MU * G), MASS * U**2)
    sphere = HEAD + ball([0, 0, R]) + BELT + time.replace("0.25", "0.1") + OUTPUT
    slides(top, "sphere", sphere, "grains", 2 * U / 7, 2 * U / (7 * MU * G), 2 / 7 * MASS * U**2)

    # A stage reverses the belt: the sphere, which rolls at 2 u/7, ends at -2 u/7, as in the frame of the belt.
    stages = """stages:
  forth: {until: {time: 0.1}}
  back: {until: {time: 0.2}, walls: {belt: {surface: {velocity: [-0.5, 0, 0]}}}}
"""
    results = simulate(case(sphere.replace("end: 0.1", "step: auto") + stages), f"{top}/stages")
    t, v, _ = moves(results, "grains")
    fact(abs(v[-1, 0] * 7 / (2 * U) + 1) < 2e-3, f"reversed belt: {v[-1, 0] * 7 / (2 * U):.6g} of 2 u/7")

    # A roller: the same forces by the motion of its surface as by rotation of the cylinder.
    roller = (
        "walls: {roller: {shape: cylinder, centre: [0, 0, 0], axis: [0, 1, 0], radius: 20 mm, material: glass, %s}}\n"
    )
    turn = "angular_velocity: [0, 30, 0]"
    found = {}
    for name in ("surface", "rotation"):
        text = (
            HEAD + ball([1e-3, 0, 0.022]) + roller % f"{name}: {{{turn}}}" + "time: {end: 0.04, step: 5 us}\n" + OUTPUT
        )
        results = simulate(case(text), f"{top}/{name}")
        found[name] = (*moves(results, "grains")[1:], walls_of(results, "roller", "work"))
    for k, what in enumerate(("velocity", "position", "work")):
        one, two = found["surface"][k], found["rotation"][k]
        fact(np.abs(one).max() > 0 and np.abs(one - two).max() < 1e-9 * np.abs(two).max(), f"roller: equal {what}")

    # Belt and head pulley: a sphere at rest relative to the belt passes to the pulley without a push upwards.
    belt = """walls:
  belt: {shape: rectangle, centre: [-50 mm, 0, 0], normal: [0, 0, 1], along: [1, 0, 0], length: 100 mm, width: 100 mm,
    material: glass, surface: {velocity: [0.2, 0, 0]}}
  pulley: {shape: cylinder, centre: [0, 0, -50 mm], axis: [0, 1, 0], radius: 50 mm, length: 100 mm, material: glass,
    surface: {angular_velocity: [0, 4, 0]}}
"""
    text = HEAD + ball([-3e-3, 0, R - 0.5e-6], ", velocity: [0.2, 0, 0]") + belt + "time: {end: 0.025}\n" + OUTPUT
    results = simulate(case(text), f"{top}/pulley")
    t, v, x = moves(results, "grains")
    level = R + 0.05 - np.hypot(x[:, 0].clip(0), x[:, 2] + 0.05) + 0  # height above the joined surface
    pushed = max(v[x[:, 0] < 0, 2].max(), 0)
    fact(x[-1, 0] > 1e-3 and pushed < 1e-4, f"belt to pulley: x = {x[-1, 0]:.4g} m, largest rise {pushed:.2g} m/s")
    fact(
        np.abs(level).max() < 5e-6, f"belt to pulley: the sphere stays on the surface up to {np.abs(level).max():.2g} m"
    )
    lost = np.abs(v[:, 0] - 0.2).max()
    fact(lost < 2e-3, f"belt to pulley: apart from rolling down, it keeps its speed up to {lost:.2g} m/s")

done()
