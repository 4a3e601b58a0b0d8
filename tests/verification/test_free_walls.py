"""Walls that are rigid bodies (key free): a plate that a sphere hits off its centre, elastic and with a restitution,
and in dimension 2; walls that become free in a stage and keep their motion; a plate that falls while it tumbles; the
free precession of a symmetric top; a lid that comes to rest on grains; a force and a torque of a stage, after which the
wall is at rest; walls on springs, with their frequencies, damping and rest; a light plate on many grains. A body that
tumbles on grains gives the same bits on any number of ranks and after a restart, and the ledger closes.
Labels: bulk contact input io parallel particle record run wall."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, simulate

R, DENSITY, M = 2e-3, 2500, 2e-4
MOMENTS = np.array([6.7e-9, 1.5e-8, 2.17e-8])
HEAD = f"""
dimension: 3
domain: {{lower: [-0.1, -0.1, -0.1], upper: [0.1, 0.1, 0.1]}}
materials:
  glass: {{density: {DENSITY}, youngs_modulus: 1e7, poisson_ratio: 0.25}}
  soft: {{density: {DENSITY}, youngs_modulus: 1e7, poisson_ratio: 0.25}}
contacts:
  - {{between: '*', normal: {{law: linear, stiffness: 5e4, restitution: elastic}}}}
  - {{between: [soft, soft], normal: {{law: linear, stiffness: 5e4, restitution: 0.5}}}}
"""
PLATE = f"length: 30 mm, width: 20 mm, free: {{mass: {M}, inertia: {MOMENTS.tolist()}"


def near(found, exact, tolerance, text):
    missed = np.abs(np.asarray(found) - exact).max() / np.abs(exact).max()
    fact(missed < tolerance, f"{text}: {missed:.2g} of {tolerance}")


def rotation(q):
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def motion(results, name):
    with h5py.File(results, "r") as f:
        w = f[f"observables/walls/{name}"]
        return [w[what][:] for what in ("time", "position", "velocity", "angular_velocity", "orientation")]


def closes(results, tolerance, text):
    books = ledger(results)
    missed = np.abs(books["residual"]).max() / np.abs(books["exchanged"]).max()
    fact(missed < tolerance, f"{text}: the ledger closes to {missed:.2g}")


def check_hit(results, ball, name, arm, normal, restitution, inertia):
    """Impulse with the mass 1/m + 1/M + (r x n) I^-1 (r x n); momentum and angular momentum are conserved."""
    with h5py.File(results, "r") as f:
        x, v = (f[f"particles/grains/{what}/value"][:, ball] for what in ("position", "velocity"))
        mass = f["particles/grains/mass"][ball]
    x, v = (np.pad(u, ((0, 0), (0, 3 - u.shape[1]))) for u in (x, v))
    t, place, speed, spin, turned = motion(results, name)
    total = mass * v + M * speed
    near(total, total[0], 1e-13, f"{name}: the momentum stays the same")
    own = [rotation(q) @ np.diag(inertia) @ rotation(q).T @ w for q, w in zip(turned, spin)]
    turning = mass * np.cross(x, v) + M * np.cross(place, speed) + own
    if inertia[0] == 0:
        turning = turning[:, 2]
    near(turning, turning[0], 1e-12, f"{name}: the angular momentum stays the same")
    across = np.cross(arm, normal)
    gain = np.where(np.array(inertia) > 0, across / np.where(np.array(inertia) > 0, inertia, 1), 0)
    approach = -(v[0] @ normal)
    pulse = (1 + restitution) * approach / (1 / mass + 1 / M + across @ gain)
    # the plate turns by about w t_contact = 4e-3 during the contact
    near(v[-1] @ normal - v[0] @ normal, pulse / mass, 1e-3, f"{name}: the sphere leaves as from a free body")
    near(speed[-1] @ normal, -pulse / M, 1e-3, f"{name}: the plate moves")
    near(spin[-1] @ gain, -pulse * gain @ gain, 3e-3, f"{name}: the plate turns")


def hits(top):
    arm = np.array([8e-3, 3e-3, 0])
    text = (
        HEAD
        + "particles:\n"
        + f"  a: {{at: {{position: [8 mm, 3 mm, 2.2 mm]}}, material: glass, radius: {R}, velocity: [0, 0, -1]}}\n"
        + f"  b: {{at: {{position: [8 mm, 53 mm, 2.2 mm]}}, material: soft, radius: {R}, velocity: [0, 0, -1]}}\n"
        + "walls:\n"
        + f"  elastic: {{shape: rectangle, centre: [0, 0, 0], normal: [0, 0, 1], material: glass, {PLATE}}}}}\n"
        + f"  damped: {{shape: rectangle, centre: [0, 50 mm, 0], normal: [0, 0, 1], material: soft, {PLATE}}}}}\n"
        + "time: {end: 1 ms, step: 0.4 us}\n"
        + "output: {trajectory: {every: 0.1 ms}, energy: {every: 0.1 ms}, walls: {every: 0.1 ms}}\n"
    )
    results = simulate(case(text), f"{top}/hits")
    up = np.array([0, 0, 1.0])
    check_hit(results, 0, "elastic", arm, up, 1, MOMENTS)
    check_hit(results, 1, "damped", arm, up, 0.5, MOMENTS)
    closes(results, 1e-4, "hits")

    flat = (
        HEAD.replace("dimension: 3", "dimension: 2").replace(", -0.1]", "]").replace(", 0.1]", "]")
        + f"particles: {{a: {{at: {{position: [8 mm, 2.2 mm]}}, material: glass, radius: {R}, velocity: [0, -1]}}}}\n"
        + "walls: {flat: {shape: rectangle, centre: [0, 0], normal: [0, 1], length: 30 mm, material: glass,\n"
        + f"  free: {{mass: {M}, inertia: [0, 0, 1.5e-8]}}}}}}\n"
        + "time: {end: 1 ms, step: 0.4 us}\n"
        + "output: {trajectory: {every: 0.1 ms}, energy: {every: 0.1 ms}, walls: {every: 0.1 ms}}\n"
    )
    results = simulate(case(flat), f"{top}/flat")
    check_hit(results, 0, "flat", np.array([8e-3, 0, 0]), np.array([0, 1.0, 0]), 1, [0, 0, 1.5e-8])
    closes(results, 1e-4, "flat")


FREE = """
gravity: [0.5, 0, -9.81]
particles: {ball: {at: {position: [0.09, 0.09, 0.09]}, material: glass, radius: 1 mm, fixed: true}}
walls:
  plate: {shape: rectangle, centre: [0, 0, 0], normal: [0, 0, 1], material: glass, PLATE, centre: [1 mm, 2 mm, 3 mm],
    velocity: [0.1, 0.2, 0.3], angular_velocity: [3, 4, 5]}}
  top: {shape: disc, centre: [0, 60 mm, 0], normal: [0, 0, 1], radius: 10 mm, material: glass,
    free: {mass: 1 g, inertia: [7e-9, 8e-9, 8e-9], products: [0, 0, -2e-9], angular_velocity: [30, 0, 100], gravity: 0}}
time: {end: 0.1, step: 20 us}
output: {trajectory: {every: 5 ms}, energy: {every: 5 ms}, walls: {every: 5 ms}}
"""


def flight(top):
    results = simulate(case(HEAD + FREE.replace("PLATE", PLATE)), f"{top}/flight")
    t, place, _, _, turned = motion(results, "plate")
    start = np.array([1e-3, 2e-3, 3e-3])
    centre = place + [rotation(q) @ start for q in turned]
    exact = start + np.outer(t, [0.1, 0.2, 0.3]) + 0.5 * np.outer(t**2, [0.5, 0, -9.81])
    near(centre, exact, 1e-12, "a plate that tumbles falls as a point")
    # moments 6, 7 and 10 in 1e-9 kg m^2 would be no symmetric top: here yy and zz mix to 6 and 10, xx is 7
    t, _, _, spin, turned = motion(results, "top")
    tensor = np.array([[7e-9, 0, 0], [0, 8e-9, -2e-9], [0, -2e-9, 8e-9]])
    turning = [rotation(q) @ tensor @ rotation(q).T @ w for q, w in zip(turned, spin)]
    near(turning, turning[0], 1e-12, "a free top keeps its angular momentum")
    energy = np.einsum("ti,ti->t", spin, turning)
    near(energy, energy[0], 1e-12, "a free top keeps its energy")
    closes(results, 1e-11, "flight")

    symmetric = "inertia: [5e-9, 5e-9, 1e-8]"
    text = FREE.replace("PLATE", PLATE).replace("inertia: [7e-9, 8e-9, 8e-9], products: [0, 0, -2e-9]", symmetric)
    results = simulate(case(HEAD + text), f"{top}/top")
    t, _, _, _, turned = motion(results, "top")
    momentum = np.array([5e-9 * 30, 0, 1e-8 * 100])
    rate, along, axis = np.linalg.norm(momentum) / 5e-9, momentum / np.linalg.norm(momentum), np.array([0, 0, 1.0])
    exact = [
        axis * np.cos(rate * s)
        + np.cross(along, axis) * np.sin(rate * s)
        + along * (along @ axis) * (1 - np.cos(rate * s))
        for s in t
    ]
    near([rotation(q)[:, 2] for q in turned], exact, 1e-6, "a symmetric top precesses with L/I1")


LID = """
gravity: [0, 0, -9.81]
particles: {BEADS}
walls:
  floor: {shape: plane, point: [0, 0, -2 mm], normal: [0, 0, 1], material: soft}
  lid: {shape: rectangle, centre: [0, 0, 2 mm], normal: [0, 0, -1], material: soft, PLATE}}
time: {end: 20 ms, step: 2 us}
output: {trajectory: {every: 5 ms}, energy: {every: 1 ms}, walls: {every: 1 ms}}
"""
STAGES = """
particles: {ball: {at: {position: [0.09, 0.09, 0.09]}, material: glass, radius: 1 mm, fixed: true}}
walls:
  plate: {shape: rectangle, centre: [0, 0, 0], normal: [0, 0, 1], length: 30 mm, width: 20 mm, material: glass}
stages:
  push: {until: {time: 10 ms}, walls: {plate: {free: {FREE, force: [0, '=0.2 N*t/(1 s)', 0], torque: [0, 0, 1e-6]}}}}
  coast: {until: {time: 10 ms}, walls: {plate: {free: {FREE}}}}
  hold: {until: {time: 10 ms}, walls: {plate: {free: {}}}}
time: {step: 20 us}
output: {trajectory: {every: 5 ms}, energy: {every: 1 ms}, walls: {every: 1 ms}}
"""


CHANGES = """
particles: {ball: {at: {position: [0.09, 0.09, 0.09]}, material: glass, radius: 1 mm, fixed: true}}
walls:
  driven: {PLANE, centre: [0, 0, 0], velocity: [0.1, 0, 0.2], rotation: {angular_velocity: [0, 0, 4]}}
  pushed: {PLANE, centre: [0, 50 mm, 0], mass: 1 g, load: 0.1}
  turned: {PLANE, centre: [0, -50 mm, 0], shaft: {axis: [0, 0, 1], pivot: [10 mm, -50 mm, 0],
    moment_of_inertia: 1e-6, angular_velocity: 5}}
  flown: {PLANE, centre: [50 mm, 0, 0], free: {FREE, velocity: [0.1, 0, 0], force: [2 mN, 0, 0]}}
  slow: {PLANE, centre: [-50 mm, 0, 0]}
stages:
  first: {until: {time: 10 ms}}
  second: {until: {time: 10 ms}, walls: {driven: {free: {FREE, centre: [1 mm, 0, 0]}}, pushed: {free: {FREE}},
    turned: {free: {FREE}}, flown: {surface: {velocity: [1, 0, 0]}}}}
  third: {until: {time: 10 ms}, walls: {driven: {free: {}}, slow: {velocity: [0, 0, 0.1]}}}
time: {step: 20 us}
output: {trajectory: {every: 5 ms}, energy: {every: 1 ms}, walls: {every: 1 ms}, checkpoint: {every: 15 ms}}
"""


def changes(top):
    """A wall that becomes free keeps its velocity and its angular velocity; stages of other walls do not restart it."""
    text = CHANGES.replace("FREE", f"mass: {M}, inertia: {MOMENTS.tolist()}")
    text = text.replace("PLANE", "shape: rectangle, normal: [0, 0, 1], length: 30 mm, width: 20 mm, material: glass")
    results = simulate(case(HEAD + text), f"{top}/changes")
    second = slice(11, 21)
    for name, spin in (("driven", 4), ("pushed", 0), ("turned", 5)):
        t, place, speed, turning, _ = motion(results, name)
        fact(np.allclose(turning[second, 2], spin, rtol=1e-12), f"{name}, then free: it keeps its angular velocity")
        if name != "driven":
            near(speed[second], speed[10], 1e-12, f"{name}, then free: it keeps its velocity")
            near(place[20] - place[10], 0.01 * speed[10], 1e-9, f"{name}, then free: it flies on")
    # the centre is at 1 mm from the point that was driven, at the angle 0.04 when the stage begins
    t, place, speed, _, _ = motion(results, "driven")
    start, arm = np.array([0.1, 0, 0.2]), lambda angle: 1e-3 * np.array([np.cos(angle), np.sin(angle), 0])
    centre = start + 4e-3 * np.array([-np.sin(0.04), np.cos(0.04), 0])
    near(place[20] - place[10], 0.01 * centre - arm(0.08) + arm(0.04), 1e-6, "driven, then free about another centre")
    fact(not speed[22:].any(), "driven, then free, then nothing: it is at rest")
    speed = motion(results, "flown")[2]
    near(speed[:, 0], 0.1 + 2e-3 * t / M, 1e-9, "stages with other changes keep the velocity of a free wall")
    closes(results, 1e-5, "changes of the motion")
    run(["resume", os.path.join(top, "changes", "checkpoint-750.h5"), "-o", f"{top}/kept"], 2)
    told = run(["diff", results, f"{top}/kept/results.h5"], check=False)
    fact(told.returncode == 0, f"changes of the motion: same bits after a restart on 2 ranks {told.stdout}")


def fast(top):
    """The first neighbour list counts the initial speed of a free wall: 20 m/s, 0.2 mm in a step."""
    balls = ", ".join(f"b{k}: {{at: {{position: [0, {k} mm, 10 mm]}}, material: glass, radius: 1 mm}}" for k in (0, 50))
    plate = f"shape: rectangle, centre: [0, 0, 0], normal: [0, 0, 1], material: glass, {PLATE}, velocity: [0, 0, 20]}}"
    text = f"particles: {{{balls}}}\nwalls: {{plate: {{{plate}}}}}\ntime: {{end: 0.2 ms, step: 10 us}}\n"
    done = run(["run", case(HEAD + text), "-o", f"{top}/fast"], check=False)
    fact(done.returncode == 0, f"a wall that is fast at the start stays within its margin {done.stderr}")


def stages(top):
    text = STAGES.replace("FREE", f"mass: {M}, inertia: {MOMENTS.tolist()}")
    results = simulate(case(HEAD + text), f"{top}/stages")
    t, place, speed, spin, _ = motion(results, "plate")
    pushed, late = np.minimum(t, 0.01), (t > 0.0101) & (t < 0.0199)
    near(speed[t < 0.0099, 1], 0.1 * pushed[t < 0.0099] ** 2 / M, 1e-6, "a force over time pushes the plate")
    near(speed[late, 1], 0.1 * 1e-4 / M, 1e-6, "the next stage keeps its velocity")
    near(spin[late, 2], 1e-6 * 0.01 / MOMENTS[2], 1e-9, "the next stage keeps its angular velocity")
    held = t > 0.0201
    fact(not speed[held].any() and not np.ptp(place[held], axis=0).any(), "without `free` the plate stands still")
    closes(results, 1e-5, "stages")  # (step / 10 ms)^2 = 4e-6


SPRINGS = """
gravity: [0, 0, -9.81]
particles: {ball: {at: {position: [0.09, 0.09, 0.09]}, material: glass, radius: 1 mm, fixed: true}}
walls:
  hung: {PLATE, centre: [0, 0, 0], mass: 10 g, springs: {stiffness: 40}}
  slow: {PLATE, centre: [0, 50 mm, 0], mass: 10 g, springs: {stiffness: 40, damping: 1.2}}
  shaken: {PLATE, centre: [0, -50 mm, 0], free: {FREE, velocity: [0.1, 0.1, 0], springs: {stiffness: [40, 90, 160],
    damping: [0.2, 0, 0]}}}
  rocks: {PLATE, centre: [50 mm, 0, 0], free: {FREE, angular_velocity: [0, 0, 0.5], springs: {rotational_stiffness:
    [0, 0, 1e-4], rotational_damping: [0, 0, 1e-6]}}}
  bends: {PLATE, centre: [-50 mm, 0, 0], free: {FREE, velocity: [0.1, 0, 0.2], angular_velocity: [20, 40, 10],
    springs: {stiffness: [40, 90, 160], rotational_stiffness: [1e-4, 3e-4, 6e-4]}}}
stages:
  soft: {until: {time: 0.2}}
  stiff: {until: {time: 0.2}, walls: {hung: {springs: {stiffness: 90}}}}
time: {step: 50 us}
output: {trajectory: {every: 10 ms}, energy: {every: 1 ms}, walls: {every: 1 ms}, checkpoint: {every: 0.15}}
"""


def swings(t, frequency, ratio):
    """The oscillation after a push with the speed 1."""
    damped = frequency * np.sqrt(1 - ratio**2)
    return np.exp(-ratio * frequency * t) * np.sin(damped * t) / damped


def springs(top):
    """Frequency, damping and rest of walls on springs; the energy is kept; a stage with stiffer springs."""
    text = SPRINGS.replace("FREE", "mass: 10 g, inertia: [1e-7, 1.5e-7, 2e-7], gravity: 0")
    text = text.replace("PLATE", "shape: rectangle, normal: [0, 0, 1], length: 10 mm, width: 10 mm, material: glass")
    results = simulate(case(HEAD + text), f"{top}/springs")
    t, place, speed, _, _ = motion(results, "hung")
    weight, soft = 0.01 * 9.81, t < 0.2
    exact = -weight / 40 * (1 - np.cos(np.sqrt(4000) * t))
    near(place[soft, 2], exact[soft], 1e-4, "a wall on a spring swings about its static deflection")
    kept = 0.005 * speed[~soft, 2] ** 2 + 45 * (place[~soft, 2] + weight / 90) ** 2
    near(kept, kept[0], 1e-4, "a stiffer spring of a stage acts from the place at the start")
    near(motion(results, "slow")[1][-1, 2], -weight / 40, 1e-9, "a damped wall rests at its static deflection")
    _, place, _, _, _ = motion(results, "shaken")
    near(place[:, 0], 0.1 * swings(t, np.sqrt(4000), 0.2 / (2 * np.sqrt(0.4))), 1e-4, "a free wall swings along x")
    near(place[:, 1] + 0.05, 0.1 * swings(t, np.sqrt(9000), 0), 1e-4, "it swings along y")
    turned = motion(results, "rocks")[4]
    exact = 0.5 * swings(t, np.sqrt(500), 1e-6 / (2 * np.sqrt(2e-11)))
    near(2 * np.arctan2(turned[:, 3], turned[:, 0]), exact, 2e-3, "it rocks, up to the square of its angle")
    turned = motion(results, "bends")[4]
    fact(turned[:, 0].min() < 0.97, f"a wall on anisotropic springs turns by {2 * np.arccos(turned[:, 0].min()):.2g}")
    closes(results, 1e-4, "walls on springs")
    run(["resume", os.path.join(top, "springs", "checkpoint-6000.h5"), "-o", f"{top}/held"], 2)
    told = run(["diff", results, f"{top}/held/results.h5"], check=False)
    fact(told.returncode == 0, f"walls on springs: same bits after a restart on 2 ranks {told.stdout}")


ASTRAY = """
particles: {ball: {at: {position: [0.09, 0.09, 0.09]}, material: glass, radius: 1 mm, fixed: true}}
walls: {plate: {shape: rectangle, centre: [0, 0, 0], normal: [0, 0, 1], length: 10 mm, width: 10 mm, material: glass,
  free: {mass: 10 g, inertia: [1e-7, 1.5e-7, 2e-7], velocity: [10, 0, 0], springs: {stiffness: SPRING}}}}
time: {end: 80 ms, step: 20 us}
"""


def astray(top):
    """A wall that flies off along x ends the run: a spring along z does not hold it, a spring along x does."""
    for spring, code in (("[0, 0, 40]", 3), ("[40, 0, 0]", 0)):
        told = run(["run", case(HEAD + ASTRAY.replace("SPRING", spring)), "-o", f"{top}/astray{code}"], check=False)
        ends = told.returncode == code and ("wall plate moves freely" in told.stderr) == (code == 3)
        fact(ends, f"a wall with the spring {spring} that flies off along x: {told.stderr}")


LIGHT = """
gravity: [0, 0, -9.81]
particles: {grains: {lattice: {sites: square, spacing: 4 mm, lower: [-10 mm, -10 mm, 2 mm],
  upper: [10 mm, 10 mm, 4 mm]}, material: soft, radius: 2 mm}}
walls:
  floor: {shape: plane, point: [0, 0, 0], normal: [0, 0, 1], material: soft}
  plate: {shape: rectangle, centre: [0, 0, 4 mm], normal: [0, 0, -1], length: 30 mm, width: 30 mm, material: glass,
    LOAD}
time: {end: 1 ms}
output: {trajectory: {every: 0.05 ms}, energy: {every: 0.05 ms}, walls: {every: 1 ms}}
"""


def light(top):
    """A light plate on 25 grains: a step that is stable for each contact alone ends the run; the automatic step does
    not."""
    loads = {
        "mass": ("mass: 10 mg, load: 1 N", 5),
        "free": ("free: {mass: 10 mg, inertia: [7.5e-10, 7.5e-10, 1.5e-9], force: [0, 0, -1]}", 5),
        "shaft": ("shaft: {axis: [1, 0, 0], moment_of_inertia: 7.5e-10, torque: 5e-3}", 9),
    }
    for name, (load, step) in loads.items():
        text = HEAD + LIGHT.replace("LOAD", load)
        told = run(["run", case(text), "-o", f"{top}/{name}", "--set", f"time.step={step} us"], check=False)
        ends = told.returncode == 3 and "unstable for wall plate, whose" in told.stderr
        fact(ends, f"{name}: a long step ends the run {told.stderr}")
        closes(simulate(case(text), f"{top}/{name}", ["time.step=auto"]), 5e-2, f"{name}: a light plate")


TUMBLE = """
dimension: 3
domain: {lower: [-8 mm, -8 mm, 0], upper: [8 mm, 8 mm, 30 mm]}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 3e6, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.5}}]
particles:
  beads: {random: {solid_fraction: 0.25, lower: [-8 mm, -8 mm, 0], upper: [8 mm, 8 mm, 9 mm]}, material: glass,
    radius: 1.2 mm}
walls:
  floor: {side: lower_z, material: glass}
  body: {shape: box, centre: [0, 0, 14 mm], lengths: [9 mm, 5 mm, 5 mm], material: glass,
    free: {mass: 1 g, inertia: [4.2e-9, 8.8e-9, 8.8e-9], products: [1e-9, 0, 0], velocity: [0, 0, -0.3],
    angular_velocity: [20, 30, 0]}}
time: {end: 30 ms, step: 10 us, overlap_limit: 0.5, rebalance: 500}
output: {energy: {every: 1 ms}, walls: {every: 1 ms}, trajectory: {every: 10 ms}, checkpoint: {every: 20 ms}}
"""


def tumble(top):
    path = case(TUMBLE)
    results = {p: simulate(path, f"{top}/body{p}", ranks=p) for p in (1, 3)}
    told = run(["diff", results[1], results[3]], check=False)
    fact(told.returncode == 0, f"a body on grains: same bits on 1 and 3 ranks {told.stdout}")
    run(["resume", os.path.join(top, "body1", "checkpoint-2000.h5"), "-o", f"{top}/on"], 2)
    told = run(["diff", results[1], f"{top}/on/results.h5"], check=False)
    fact(told.returncode == 0, f"a body on grains: same bits after a restart on 2 ranks {told.stdout}")
    _, _, speed, spin, turned = motion(results[1], "body")
    fact(np.abs(spin[-1] - spin[0]).max() > 1 and turned[-1][0] < 0.999, f"the body tumbles on grains: {spin[-1]}")
    closes(results[1], 2e-3, "a body on grains")


with tempfile.TemporaryDirectory() as top:
    hits(top)
    flight(top)
    springs(top)
    astray(top)
    light(top)
    beads = ", ".join(
        f"b{k}: {{at: {{position: [{x} mm, {y} mm, 0]}}, material: soft, radius: {R}}}"
        for k, (x, y) in enumerate(((-8, -5), (9, -4), (0, 6)))
    )
    results = simulate(case(HEAD + LID.replace("PLATE", PLATE).replace("BEADS", beads)), f"{top}/lid")
    with h5py.File(results, "r") as f:
        force = f["observables/walls/lid/force"][:][-5:]
    near(force[:, 2], 9.81 * M, 1e-6, "a lid comes to rest on grains with the force M g")
    stages(top)
    changes(top)
    fast(top)
    tumble(top)
done()
