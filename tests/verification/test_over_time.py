"""Values over time, as expressions with t and as tables, against closed forms: a sphere in an oscillating flow, a wall
that oscillates by its velocity, a spinning wall, a free wall under a growing force, a free wall under a gravity over
time, a rotor under a table of torques, a servo whose force rises, the number of particles that come in at a growing
rate, boxes that are stretched and sheared. Expressions with observables: a wall whose speed follows its force, a rate
that falls with the inserted mass, a load that follows a position, in a stage too, a gravity that follows the momentum,
rates of a box that follow its strain. A bed and a box with all of these have the same bits on any number of ranks and
after a restart, in stages too. Files that are no tables are refused.
Labels: bulk contact input io parallel particle record run wall."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import card, case, done, fact, ledger, numbers, run, simulate

HEAD = """
dimension: 3
domain: {lower: [-0.1, -0.1, -0.1], upper: [0.1, 0.1, 0.1]}
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.5}, tangential: {law: mindlin, friction: 0.4}}]
"""
BALL = "particles: {ball: {at: [{position: [0.05, 0.05, 0.05]}], material: glass, radius: 1 mm}}\n"
OUTPUT = "output: {trajectory: {every: 5 ms}, energy: {every: 5 ms}, walls: {every: 5 ms}}\n"


def value(results, path):
    with h5py.File(results, "r") as f:
        return f[path][:]


def wall(results, name, what):
    return value(results, f"observables/walls/{name}/{what}")


def residual(results):
    energy = ledger(results)
    return np.abs(energy["residual"]).max() / energy["exchanged"].max()


def orders(errors, text, limit):
    """States that the error falls with the square of the step, which is halved, and is below a limit at the end."""
    order = np.log2(errors[-2] / errors[-1])
    fact(abs(order - 2) < 0.1 and errors[-1] < limit, f"{text}: error {errors[-1]:.2g}, order {order:.3f} in the step")


def flow(top):
    """m dv/dt = -c (v - u sin(w t)): v = u (sin wt - wT cos wt + wT exp(-t/T))/(1 + (wT)^2), T = m/c."""
    mass, u, w, end = 2500 * 4 / 3 * np.pi * 1e-9, 0.3, 2 * np.pi * 40, 0.06
    for decay in (5e-3, 1e-4):
        c, x = mass / decay, w * decay
        exact = u * (np.sin(w * end) - x * np.cos(w * end) + x * np.exp(-end / decay)) / (1 + x * x)
        text = f"drag: {{linear: {c!r}, fluid: ['={u} m/s*sin(2*pi*40 Hz*t)', 0, 0]}}\n"
        found, closes = [], []
        for step in (2e-4, 1e-4):
            text_of_run = HEAD + BALL + text + f"time: {{end: {end}, step: {step}}}\n" + OUTPUT
            results = simulate(case(text_of_run), f"{top}/flow")
            found.append(abs(value(results, "particles/grains/velocity/value")[-1, 0, 0] / exact - 1))
            closes.append(residual(results))
        # the error of a forcing that is linear in each step is (w h)^2/12 of the velocity
        orders(found, f"sphere in an oscillating flow, m/c = {decay} s", 2 * (w * 1e-4) ** 2 / 12 + 1e-6)
        fact(max(closes) < 1e-13, f"its energy balance closes to {max(closes):.2g}")
    times = "time: [0, 0.01, 0.03], value: [0, 1 mm/s, 1 mm/s]"
    text = f"drag: {{linear: {mass * 1e4!r}, fluid: [{{{times}}}, 0, 0]}}\ntime: {{end: 0.06, step: 1e-4}}\n"
    results = simulate(case(HEAD + BALL + text + OUTPUT), f"{top}/flow")
    v = value(results, "particles/grains/velocity/value")[:, 0, 0]
    fact(abs(v[-1] - 1e-3) < 1e-12, f"a flow over a table is constant after its last row: {v[-1]} m/s")
    fact(abs(v[1] - (5e-4 - 0.1 * 1e-4)) < 1e-9, "and in between the sphere lags by slope times m/c")


def machines(top):
    """Walls without contacts. The file has its times in ms and its velocities in mm/s."""
    w, amplitude = 2 * np.pi * 12, 2e-3
    with open(f"{top}/speeds.csv", "w") as table:
        table.write("# a ramp\ntime [ms], lift (mm/s), turn (rad/s)\n-5, 1, 0\n10, 4, 6\n20, 4, 0\n")
    disc = "{shape: disc, centre: [0, 0, -0.05], normal: [0, 0, 1], radius: 20 mm, material: glass, "
    wave = "=2 mm*(2*pi*12 Hz)*cos(2*pi*12 Hz*t)"
    walls = {
        "sine": "oscillation: {amplitude: [0, 0, 2 mm], frequency: 12 Hz}",
        "cosine": f"velocity: [0, 0, '{wave}']",
        "late": f"motions: [{{velocity: [0, 0, '{wave}'], start: 20 ms, end: 50 ms}}]",
        "lift": f"velocity: [0, 0, {{table: {top}/speeds.csv, column: lift}}]",
        "spin": f"rotation: {{angular_velocity: [0, 0, {{table: {top}/speeds.csv, column: turn}}]}}",
        "decay": "velocity: ['=1 m/s*exp(-t/(3 ms))', 0, 0]",
        "free": "mass: 2 kg, load: =40 N*(t/(0.1 s))^2",
        "rotor": "shaft: {axis: [0, 0, 1], moment_of_inertia: 1e-5, "
        "torque: {time: [10 ms, 30 ms, 50 ms], value: [0 N m, 2e-4 N m, 0 N m]}}",
        "braked": "shaft: {axis: [0, 0, 1], moment_of_inertia: 1e-5, angular_velocity: 5, brake: =2e-3 N m*t/(0.1 s)}",
    }
    text = HEAD + BALL + "walls:\n" + "".join(f"  {name}: {disc}{keys}}}\n" for name, keys in walls.items())
    found = {}
    for step in (1e-4, 5e-5):
        found[step] = simulate(case(text + f"time: {{end: 0.1, step: {step}}}\n" + OUTPUT), f"{top}/machines")
        t = wall(found[step], "free", "time")
        z = {name: wall(found[step], name, "position")[:, 2] + 0.05 for name in walls}
        found[step] = (
            np.abs(z["free"] - 20 * t**4 / (12 * 0.01)).max() / (20 * 0.1**2 / 12),
            residual(f"{top}/machines/results.h5"),
        )
    results = f"{top}/machines/results.h5"
    missed = np.abs(z["cosine"] - z["sine"]).max() / amplitude
    fact(missed < 1e-12, f"a wall with the velocity A w cos(w t) oscillates by A sin(w t): {missed:.2g} A")
    late = amplitude * (np.sin(w * np.clip(t, 0.02, 0.05)) - np.sin(w * 0.02))
    fact(np.abs(z["late"] - late).max() < 1e-12 * amplitude, "in a list of motions only between start and end")
    speed = np.interp(t, [-0.005, 0.01, 0.02], [1e-3, 4e-3, 4e-3])
    ramp = np.where(t < 0.01, 2e-3 * t + 0.1 * t * t, 3e-5 + 4e-3 * (t - 0.01))
    fact(np.abs(z["lift"] - ramp).max() < 1e-17, "a wall with velocities from a file: their integral")
    fact(np.abs(wall(results, "lift", "velocity")[:, 2] - speed).max() < 1e-17, "and the velocities of the file")
    x = wall(results, "decay", "position")[:, 0]
    fact(np.abs(x - 3e-3 * (1 - np.exp(-t / 3e-3))).max() < 1e-15, "a wall that slows down: v T (1 - exp(-t/T))")
    spin = wall(results, "spin", "angular_velocity")[:, 2]
    fact(np.abs(spin - np.interp(t, [-0.005, 0.01, 0.02], [0, 6, 0])).max() < 1e-14, "a rotation from a file")
    orders([found[1e-4][0], found[5e-5][0]], "free wall under a force that grows with t^2", 1e-6)
    fact(found[5e-5][1] < 1e-5 and found[5e-5][1] < found[1e-4][1] / 3, f"the ledger closes to {found[5e-5][1]:.2g}")
    fact(
        np.abs(wall(results, "free", "load") - 40 * (t / 0.1) ** 2).max() < 1e-12, "the results have the load over time"
    )
    rate = wall(results, "rotor", "angular_velocity")[:, 2]
    torque, area = np.interp(t, [0.01, 0.03, 0.05], [0, 2e-4, 0]), np.clip(t, 0.01, 0.05)
    turned = np.where(area < 0.03, 5e-3 * (area - 0.01) ** 2, 4e-6 - 5e-3 * (0.05 - area) ** 2) / 1e-5
    fact(np.abs(rate - turned).max() < 1e-12, "a rotor under a table of torques: their integral over the inertia")
    fact(np.abs(wall(results, "rotor", "drive_torque") - torque).max() < 1e-18, "linear between the rows")
    rate = wall(results, "braked", "angular_velocity")[:, 2]
    fact(np.abs(rate - np.maximum(0, 5 - 1000 * t**2)).max() < 1e-6, "a brake over time stops a disc and holds it")


def pushes(top):
    """A belt of the velocity c t rolls a sphere at 2/7 c t. A force F cos(w t) moves a sphere and a clump by
    F/(m w^2) (1 - cos(w t))."""
    w = 2 * np.pi * 40
    text = """
gravity: [0, 0, -9.81]
clumps: {pair: {spheres: [{centre: [0, 0, 0], radius: 1 mm}, {centre: [1 mm, 0, 0], radius: 1 mm}]}}
particles:
  roller: {at: {position: [0, 0, 1 mm]}, material: glass, radius: 1 mm}
  ball: {at: {position: [50 mm, 0, 50 mm]}, material: glass, radius: 1 mm}
  body: {clump: pair, at: {position: [-50 mm, 0, 50 mm]}, material: glass, orientation: fixed}
forces:
  - {group: ball, force: ['=1e-3 N*cos(2*pi*40 Hz*t)', 0, 0]}
  - {group: body, force: ['=1e-3 N*cos(2*pi*40 Hz*t)', 0, 0]}
walls: {belt: {shape: plane, point: [0, 0, 0], normal: [0, 0, 1], material: glass,
  surface: {velocity: ['=0.7 m/s^2*t', 0, 0]}}}
time: {end: 0.05, step: 10 us}
"""
    results = simulate(case(HEAD + text + OUTPUT), f"{top}/pushes")
    with h5py.File(results, "r") as f:
        v = f["particles/grains/velocity/value"][:, :, 0]
        x, mass = f["particles/grains/position/value"][:, :, 0], f["particles/grains/mass"][:]
        t = f["particles/grains/velocity/time"][:]
    rolled = np.abs(v[:, 0] - 0.2 * t).max() / (0.2 * t[-1])
    fact(rolled < 1e-3, f"a belt that accelerates rolls a sphere at 2/7 of its velocity: {rolled:.2g}")
    for name, of in (("sphere", [1]), ("clump", [2, 3])):
        exact = 1e-3 / mass[of].sum() / w**2 * (1 - np.cos(w * t))
        missed = np.abs(x[:, of[0]] - x[0, of[0]] - exact).max() / exact.max()
        fact(missed < 1e-5, f"a force over time moves a {name}: {missed:.2g}")
    fact(residual(results) < 1e-4, f"the ledger closes to {residual(results):.2g}")


def weight(top):
    """A free wall, whose weight follows a gravity over time, falls as a sphere does."""
    text = HEAD + BALL + "gravity: [0, 0, '=-9.81 m/s^2*(1 + cos(2*pi*20 Hz*t))']\n"
    text += "walls: {lid: {shape: disc, centre: [0, 0, 0.05], normal: [0, 0, 1], radius: 9 mm, material: glass, "
    text += "mass: 1 kg}}\ntime: {end: 0.05, step: 1e-4}\n"
    results = simulate(case(text + OUTPUT), f"{top}/weight")
    ball = value(results, "particles/grains/position/value")[:, 0, 2]
    lid = wall(results, "lid", "position")[:, 2]
    fact(np.abs((ball - lid)).max() < 1e-16 + 1e-15, "a wall under its weight over time falls as a sphere does")
    fact(residual(results) < 1e-4, f"the ledger closes to {residual(results):.2g}")


def servo(top):
    """A servo presses a sphere against a floor with a slow ramp: the force on the lid follows."""
    text = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [4 mm, 4 mm, 4 mm], periodic: [true, true, false]}
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.5}}]
particles: {ball: {at: [{position: [2 mm, 2 mm, 1 mm]}], material: glass, radius: 1 mm}}
walls:
  floor: {side: lower_z, material: glass}
  lid: {point: [0, 0, 2.001 mm], normal: [0, 0, -1], material: glass, servo: {LOAD, max_speed: 0.1}}
time: {end: 60 ms, step: 2 us}
output: {walls: {every: 5 ms}, energy: {every: 5 ms}}
"""
    for load, exact in (
        ("force: =20 mN*t/(60 ms) + 5 mN", lambda t: 20e-3 * t / 60e-3 + 5e-3),
        (
            "stress: {time: [0, 30 ms], value: [300 Pa, 1.5 kPa]}",
            lambda t: 16e-6 * np.interp(t, [0, 0.03], [300, 1500]),
        ),
    ):
        results = simulate(case(text.replace("LOAD", load)), f"{top}/servo")
        t, force = wall(results, "lid", "time"), np.abs(wall(results, "lid", "force")[:, 2])
        missed = np.abs(force - exact(t))[3:].max() / exact(t).max()
        fact(np.abs(wall(results, "lid", "load") - exact(t)).max() < 1e-15, f"servo, {load}: the target follows")
        fact(missed < 0.01, f"servo: the force on the lid follows the ramp to {missed:.2g}")


# A box without floor into which spheres come in; the keys of their insertion follow.
RAIN = """
dimension: 3
domain: {lower: [0, 0, -1], upper: [0.1, 0.1, 0.1]}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: hertz}}]
particles:
  rain: {insert: {region: {box: {lower: [0, 0, 0], upper: [0.1, 0.1, 0.1]}}, """


def rain(top):
    """Particles come in at a rate that grows with time: their number is the integral, rounded."""
    text = (
        RAIN
        + """RATE, every: 4 ms, from: 10 ms},
    material: glass, radius: 1 mm}
time: {end: 0.15, step: 1e-4, speed: 3}
output: {trajectory: {every: off}, energy: {every: off}}
"""
    )
    mass = 2500 * 4 / 3 * np.pi * 1e-9
    table = f"{{time: [0, 1 s], value: [0, {3e4 * mass!r} kg/s]}}"
    exact = 1.5e4 * ((0.01 + 0.004 * 34) ** 2 - 0.01**2)  # the last event is before the end
    for rate in ("rate: =3e4*t/(1 s)*(1 Hz)", f"mass_rate: {table}"):
        simulate(case(text.replace("RATE", rate)), f"{top}/rain")
        count = card(f"{top}/rain")["insertion"][0]["number"]
        fact(abs(count - exact) <= 0.5 + 1e-9, f"{rate.split(':')[0]} that grows with time: {count} of {exact:.2f}")


SPRING, TARGET, GAIN, STEPS, STEP = 500, 0.05, 0.1, 20, 1e-5  # [N/m], [N], [m/(N s)], between evaluations, [s]
CONTROLLED = f"""
dimension: 3
domain: {{lower: [-5 mm, -5 mm, -5 mm], upper: [5 mm, 5 mm, 5 mm]}}
materials: {{glass: {{density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}}}
contacts: [{{between: '*', normal: {{law: linear, stiffness: {SPRING}, restitution: 1}}}}]
particles: {{ball: {{at: [{{position: [0, 0, 0]}}], material: glass, radius: 1 mm, fixed: true}}}}
walls: {{plate: {{shape: disc, centre: [0, 0, -1 mm], normal: [0, 0, 1], radius: 2 mm, material: glass, MOTION}}}}
time: {{end: 0.1, step: {STEP}, feedback_every: {STEPS}}}
output: {{walls: {{every: {STEPS * STEP}}}, energy: {{every: 10 ms}}, checkpoint: {{every: off, end: false}}}}
"""


def feedback(top):
    """A wall whose speed is proportional to the difference of target and force compresses a linear spring: with a held
    speed the force after n evaluations is F (1 - (1 - k g T)^n) exactly, near F (1 - exp(-k g t))."""
    speed = f"'=max(-1 m/s, min(1 m/s, {GAIN} m/(N s)*({TARGET} N + wall_force(plate, z))))'"
    path = case(CONTROLLED.replace("MOTION", f"velocity: [0, 0, {speed}]"))
    results = simulate(path, f"{top}/held")
    t, force = wall(results, "plate", "time"), -wall(results, "plate", "force")[:, 2]
    law = TARGET * (1 - (1 - SPRING * GAIN * STEPS * STEP) ** np.arange(t.size))
    fact(t.size == 501, "a row for each evaluation")
    fact(
        np.abs(force - law).max() < 1e-12 * TARGET,
        f"a servo by a held speed: {np.abs(force / TARGET - law / TARGET).max():.2g}",
    )
    lag = np.abs(force - TARGET * (1 - np.exp(-SPRING * GAIN * t))).max() / TARGET
    fact(lag < 0.5 * SPRING * GAIN * STEPS * STEP, f"the exponential law with the time constant 1/(k g) to {lag:.2g}")
    fact(residual(results) < 1e-12, f"its energy balance closes to {residual(results):.2g} although the speed jumps")
    own = (
        "stages: {press: {until: {time: 1 ms}, walls: {plate: {velocity: [0, 0, '=min(1 m/s, max(-1 m/s, WHAT))']}}}}\n"
    )
    stay = CONTROLLED.replace("MOTION", "velocity: [0, 0, 0]").replace("end: 0.1, ", "") + own
    for what, code in (("wall_velocity(plate, z)", 2), ("wall_position(plate, z)*(1 Hz)", 0)):
        told = run(["check", case(stay.replace("WHAT", what))], check=False)
        right = told.returncode == code and ("which is the value of this key itself" in told.stderr) == (code == 2)
        fact(right, f"a velocity of a stage that follows {what}: {told.returncode} {told.stderr.strip()}")
    twist = "'=max(-1 rad/s, min(1 rad/s, 2 rad/(s m)*(0.3 m - wall_position(plate, z) - t*(1 m/s))))'"
    results = simulate(
        case(CONTROLLED.replace("MOTION", f"rotation: {{angular_velocity: [0, 0, {twist}]}}")), f"{top}/twist"
    )
    t, found = wall(results, "plate", "time"), wall(results, "plate", "angular_velocity")[:, 2]
    exact = 2 * (0.3 + 1e-3 - t)
    fact(np.abs(found[1:] - exact[:-1]).max() < 1e-12, "a held angular velocity is that of the evaluation before")
    bad = CONTROLLED.replace("MOTION", "velocity: [0, 0, '=min(1 m/s, abs(1 m/s*wall_work(plate)/wall_work(plate)))']")
    told = run(["run", case(bad), "-o", f"{top}/bad"], check=False)
    fact(
        told.returncode == 3 and "is not a number, with wall_work(plate) = 0" in told.stderr,
        f"0/0 ends the run: {told.stderr.strip()[-200:]}",
    )


def saturation(top):
    """A rate proportional to the missing mass: the inserted mass approaches its limit M as M (1 - exp(-k t))."""
    text = (
        RAIN
        + """every: 1 ms,
    mass_rate: '=max(0 kg/s, 30 Hz*(LIMIT kg - inserted_mass))'}, material: glass, radius: 1 mm}
time: {end: 0.1, step: 1e-4, speed: 3, feedback_every: 10}
output: {trajectory: {every: off}, energy: {every: off}, observables: {every: 1 ms}}
"""
    )
    mass = 2500 * 4 / 3 * np.pi * 1e-9
    results = simulate(case(text.replace("LIMIT", repr(400 * mass))), f"{top}/rain")
    t, number = value(results, "observables/particles/time"), value(results, "observables/particles/inserted")
    missed = np.abs(number[1:] - 400 * (1 - np.exp(-30 * t[:-1]))).max()  # a row precedes the insertion of its time
    fact(missed < 400 * 30e-3 / 2 + 2, f"inserted number against the exponential law: {missed:.2g} of {number[-1]}")
    replay, promised = [0, 0], 0.0
    for _ in range(t.size - 2):  # an event each evaluation, which precedes it
        promised += 30e-3 * (400 - replay[-2])
        replay.append(int(promised + 0.5))
    fact(np.abs(number - replay).max() <= 1, f"and against the same rule in steps: {number[-1]}, {replay[-1]}")


def sampled(top):
    """A wall under the load -k (z - z1), held for a time T, and a sphere under the gravity -p/(m T1): between two
    evaluations the force is constant, so that position and velocity follow exactly from those at the last one. At
    20.1 ms a stage begins between two evaluations, and its load has another z1."""
    spring, mass, rate = 40, 1e-3, 20  # [N/m], [kg], [1/s]
    ball = 2500 * 4 / 3 * np.pi * 1e-9
    load = "'=max(-1 N, min(1 N, {} N/m*({} mm - wall_position(lid, z))))'"
    text = f"""
dimension: 3
domain: {{lower: [-0.1, -0.1, -0.1], upper: [0.1, 0.1, 0.1]}}
gravity: ['=max(-9 m/s^2, min(9 m/s^2, -{rate} Hz*momentum(x)/({ball!r} kg)))', 0, 0]
materials: {{glass: {{density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}}}
contacts: [{{between: '*', normal: {{law: hertz}}}}]
particles: {{ball: {{at: [{{position: [0, 0, 0.09], velocity: [0.1, 0, 0]}}], material: glass, radius: 1 mm}}}}
walls: {{lid: {{point: [0, 0, 0.05], normal: [0, 0, 1], material: glass, mass: 1 g, load: {load.format(spring, 60)}}}}}
stages: {{first: {{until: {{time: 20.1 ms}}}}, second: {{until: {{time: 19.9 ms}},
  walls: {{lid: {{load: {load.format(spring, 55)}}}}}}}}}
time: {{step: {STEP}, feedback_every: {STEPS}, speed: 4}}
output: {{trajectory: {{every: 1 ms}}, energy: {{every: 1 ms}}, walls: {{every: 1 ms}},
  checkpoint: {{every: off, end: false}}}}
"""
    results = simulate(case(text), f"{top}/sampled")
    place, speed, flown, at, goal = [0.05], [0.0], [0.1], 0, 60e-3
    z, v, u = 0.05, 0.0, 0.1
    for end in sorted([*range(STEPS, 4001, STEPS), 2010]):
        span, force = (end - at) * STEP, spring * (goal - z) / mass
        z, v, u, at = z + v * span + force * span**2 / 2, v + force * span, u * (1 - rate * span), end
        goal = 60e-3 if end < 2010 else 55e-3
        if end % 100 == 0:
            place, speed, flown = place + [z], speed + [v], flown + [u]
    off = np.abs(wall(results, "lid", "position")[:, 2] - place).max() / 0.01
    fact(off < 1e-11 and len(place) == 41, f"a wall under a held load that follows its position, to {off:.2g}")
    off = np.abs(wall(results, "lid", "velocity")[:, 2] - speed).max() / 2
    fact(off < 1e-11, f"and its velocity, to {off:.2g}")
    found = value(results, "particles/grains/velocity/value")[:, 0, 0]
    off = np.abs(found - flown).max() / 0.1
    fact(off < 1e-12, f"a sphere under a held gravity that follows its momentum, to {off:.2g}")
    t = np.arange(41) * 1e-3
    lag = np.abs(found - 0.1 * np.exp(-rate * t)).max() / 0.1
    fact(lag < 0.5 * rate * STEPS * STEP, f"the exponential law to {lag:.2g}, the order of the hold")
    fact(residual(results) < 1e-12, f"their energy balance closes to {residual(results):.2g}")


def strained(top):
    """The rate 60 Hz (1 - L/L1) of a length is held for a time T: each T multiplies L by exp(rate T), near logistic
    growth; a rate of shear proportional to the missing strain approaches it as 1 - (1 - k T)^n. The sphere follows."""
    text = f"""
dimension: 3
domain: {{lower: [0, 0, 0], upper: [20 mm, 20 mm, 20 mm], periodic: [true, true, true], cell: {{rate: {{
  zz: '=max(-90 Hz, min(90 Hz, 60 Hz*(1 - box_length(z)/(30 mm))))',
  xy: '=max(-90 Hz, min(90 Hz, 40 Hz*(0.4 - shear_strain(xy))))'}}}}}}
materials: {{glass: {{density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}}}
contacts: [{{between: '*', normal: {{law: hertz}}}}]
particles: {{ball: {{at: [{{position: [13 mm, 15 mm, 12 mm]}}], material: glass, radius: 1 mm}}}}
time: {{end: 60 ms, step: {STEP}, speed: 1, feedback_every: {STEPS}}}
output: {{trajectory: {{every: 10 ms}}, energy: {{every: 10 ms}}, checkpoint: {{every: off, end: false}}}}
"""
    results = simulate(case(text), f"{top}/strained")
    edges = value(results, "particles/grains/box/edges/value")
    place = value(results, "particles/grains/position/value")[:, 0]
    span, per_frame = STEPS * STEP, round(10e-3 / (STEPS * STEP))
    t, length = np.arange(7) * 0.01, [0.02]
    for _ in range(6 * per_frame):
        length.append(length[-1] * np.exp(60 * (1 - length[-1] / 0.03) * span))
    strain = 0.4 * (1 - (1 - 40 * span) ** (per_frame * np.arange(7)))
    off = np.abs(edges[:, 2, 2] / length[::per_frame] - 1).max()
    fact(off < 1e-7, f"a length whose held rate follows it: {off:.2g}")
    lag = np.abs(edges[:, 2, 2] / (0.03 / (1 + 0.5 * np.exp(-60 * t))) - 1).max()
    fact(lag < 0.5 * 60 * span, f"logistic growth to {lag:.2g}, the order of the hold")
    off = np.abs(edges[:, 1, 0] / edges[:, 1, 1] - strain).max()
    fact(off < 1e-12, f"a held rate of shear that follows the strain: {off:.2g}")
    exact = np.stack((13e-3 + strain * 5e-3, np.full(7, 15e-3), 10e-3 + 0.1 * edges[:, 2, 2]), axis=1)
    off = np.abs(place - exact).max() / 1e-2
    fact(off < 1e-12, f"the sphere moves with the box, to {off:.2g}")
    fact(np.abs(ledger(results)["kinetic"]).max() < 1e-20, "without a velocity relative to it")


def boxes(top):
    """L = L0 exp(integral of the rate); offset: L times the integral of the rate. Spheres follow the flow."""
    text = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 20 mm], periodic: [true, true, true], cell: {rate: RATE}}
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: hertz}}]
particles: {ball: {at: [{position: [13 mm, 15 mm, 10 mm]}], material: glass, radius: 1 mm}}
time: {end: 60 ms, step: STEP, speed: 1}
output: {trajectory: {every: 10 ms}, energy: {every: 10 ms}}
"""
    wave = "'=20 Hz*cos(2*pi*15 Hz*t)'"
    table = "{time: [0, 20.003 ms, 40 ms], value: [0, 30 Hz, 30 Hz]}"  # its kink is inside of a step
    t = np.arange(7) * 0.01
    grown = {
        "xx": np.exp(20 / (30 * np.pi) * np.sin(30 * np.pi * t)),
        "zz": np.exp(np.where(t < 0.020003, 15 / 0.020003 * t * t, 15 * 0.020003 + 30 * (t - 0.020003))),
    }
    errors = {"xx": [], "zz": [], "ball": []}
    for step in (2e-5, 1e-5):
        path = case(text.replace("RATE", f"{{xx: {wave}, zz: {table}}}").replace("STEP", repr(step)))
        results = simulate(path, f"{top}/stretched")
        edges = np.diagonal(value(results, "particles/grains/box/edges/value"), axis1=1, axis2=2) / 0.02
        for k, axis in enumerate(("xx", "zz")):
            errors[axis].append(np.abs(edges[:, 2 * k] / grown[axis] - 1).max())
        place = value(results, "particles/grains/position/value")[:, 0, 0]
        errors["ball"].append(np.abs((place - 0.01) / (0.003 * grown["xx"]) - 1).max())
    for name in ("xx", "ball"):
        orders(errors[name], f"box that is stretched over time, {name}", 2e-7)
    fact(errors["zz"][1] < 1e-7, f"box that is stretched by a table: error {errors['zz'][1]:.2g}")
    path = case(text.replace("RATE", f"{{xy: {wave}}}").replace("STEP", "1e-5"))
    edges = value(simulate(path, f"{top}/sheared"), "particles/grains/box/edges/value")
    offset = 0.02 * 20 / (30 * np.pi) * np.sin(30 * np.pi * t)
    missed = np.abs(edges[:, 1, 0] - offset).max() / np.abs(offset).max()
    fact(missed < 1e-6, f"box that is sheared over time, by its length times the integral: error {missed:.2g}")


TABLES = (  # text of a file, keys beside its name, first words of the message
    ("time (s), a (m/s^2), b (m)\n0, 1, 2\n1, 2, 3\n", "", "7:17: gravity.2.column: is missing, and"),
    ("time (s), a (m/s^2), b (m)\n0, 1, 2\n1, 2, 3\n", ", column: c", "is no column of"),
    ("time (s), a (m/s^2), b (m)\n0, 1, 2\n1, 2, 3\n", ", column: time", "write one of: a, b"),
    (
        "time (s), a (m/s^2), b (m)\n0, 1, 2\n1, 2, 3\n",
        ", column: b",
        "gravity.2: the unit 'm' does not convert to m/s^2",
    ),
    ("time (mm), a\n0, 1\n1, 2\n", "", "g.csv:1:1: column time: the unit 'mm' does not convert to s"),
    ("time, a (furlong/blink)\n0, 1\n1, 2\n", "", "g.csv:1:7: column a: "),
    ("0, 1\n1, 2\n", "", "g.csv:1:1: is not the name of a column; write the names of the columns"),
    ("a, b\n0, 1\n1, 2\n", "", "g.csv:1:1: the header has no column time"),
    ("time, a, a\n0, 1, 2\n", "", "g.csv:1:10: names a column twice"),
    ("time, a\n0, 1\n", "", "g.csv:1:1: the table has one row; write at least two, or a number"),
    ("time, a\n", "", "g.csv:1:1: the table has no values"),
    ("time, a\n0, 1\n1, 2\n1, 3\n", "", "g.csv:4:1: time: is not later than the previous time"),
    ("time, a\n0, 1\n1, nan\n", "", "g.csv:3:4: a: 'nan' is not a number; write a plain number in SI units"),
    ("time, a\n0, 1\n1\n", "", "g.csv:3:2: has too few values"),
    ("time, a\n0, 1\n1, 2, 3\n", "", "g.csv:3:6: has too many values"),
    (None, "", "g.csv: cannot be read: No such file"),
)


def refusals(top):
    """Messages about files that are no tables over time; on 3 ranks they are the same."""
    for ranks, rows in ((1, TABLES), (3, TABLES[3:4] + TABLES[-1:])):
        for text, keys, message in rows:
            if os.path.exists(f"{top}/g.csv"):
                os.remove(f"{top}/g.csv")
            if text:
                with open(f"{top}/g.csv", "w") as table:
                    table.write(text)
            path = os.path.join(top, "case.yaml")
            with open(path, "w") as out:
                out.write(HEAD + BALL + f"gravity: [0, 0, {{table: g.csv{keys}}}]\ntime: {{end: 1}}\n")
            told = run(["check", path], ranks, check=False)
            right = told.returncode == 2 and message in told.stderr and "; " in told.stderr
            fact(right, f"refused on {ranks} ranks: {message}" if right else f"{message} is not in {told.stderr[:400]}")


BED = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [6 mm, 6 mm, 14 mm], periodic: [true, true, false]}
constants: {f: 150 Hz}
gravity: [0, 0, '=-9.81 m/s^2*(1 + 0.3*sin(2*pi*f*t))']
drag: {viscosity: =2e-5 Pa*s*(2 + cos(2*pi*f*t)), density: '=1.2 kg/m^3*min(1, contacts/400)',
  fluid: [{time: [0, 10 ms], value: [0, 6 m/s]}, 0, 0]}
materials: {glass: {density: 2500, youngs_modulus: 5e6, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.5}, tangential: {law: mindlin, friction: 0.4}}]
forces: [{group: bed, force: [0, '=1 uN*max(0, min(5, coordination))', 0]}]
clumps: {pair: {spheres: [{centre: [0, 0, 0], radius: 0.4 mm}, {centre: [0.4 mm, 0, 0], radius: 0.4 mm}]}}
particles:
  bed: {lattice: {sites: simple_cubic, spacing: 1.02 mm, jitter: 8 um, lower: [0, 0, 1 mm], upper: [6 mm, 6 mm, 5 mm]},
    material: glass, radius: 0.5 mm}
  pairs: {insert: {region: {box: {lower: [0, 0, 8 mm], upper: [6 mm, 6 mm, 11 mm]}}, every: 0.5 ms,
    until: 3 ms, rate: '=max(0 Hz, 2e4 Hz*(1 - inserted/40))'}, material: glass, clump: pair, velocity: [0, 0, -0.5]}
walls:
  floor: {side: lower_z, material: glass, velocity: ['=0.05 m/s*sin(2*pi*f*t)', 0, 0],
    rotation: {angular_velocity: [0, 0, '=20 rad/s*t/(10 ms)']}}
  lid: {point: [0, 0, 13 mm], normal: [0, 0, -1], material: glass, mass: 1 g, load: '=5 mN*t/(10 ms)',
    surface: {velocity: ['=0.1 m/s*min(1, inserted/40)', 0, 0]}}
  belt: {point: [0, 0, 0.4 mm], normal: [0, 0, 1], material: glass, velocity: [0, 0,
    '=max(-0.05 m/s, min(0.05 m/s, 1 m/(N s)*(0.1 N + wall_force(belt, z))))']}
stages:
  first: {until: {time: 3 ms}}
  second: {until: {time: 2 ms}, drag: {fluid: [0, '=1 m/s*t/(10 ms)', 0]}, walls: {floor: {velocity: [0, 0, 0]},
    lid: {load: {time: [3 ms, 5 ms], value: [1.5 mN, 0 N]}},
    belt: {rotation: {angular_velocity: [0, 0, '=min(9 rad/s, 2 rad/s*coordination^2)']}}}}
time: {step: 4 us, feedback_every: 30}
output: {energy: {every: 1 ms}, trajectory: {every: 1 ms}, walls: {every: 1 ms}, checkpoint: {every: off, end: false}}
"""


CELL = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [4 mm, 4 mm, 4.3 mm], periodic: [true, true, true], cell: {rate: {
  xy: '=max(-200 Hz, min(200 Hz, 100 Hz*(0.2 - shear_strain(xy))))',
  zz: '=max(-50 Hz, min(50 Hz, 0.05 Hz/Pa*(stress(zz) - 800 Pa)))'}}}
materials: {glass: {density: 2500, youngs_modulus: 5e6, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.5}, tangential: {law: mindlin, friction: 0.4}}]
clumps: {pair: {spheres: [{centre: [0, 0, 0], radius: 0.4 mm}, {centre: [0.3 mm, 0, 0], radius: 0.4 mm}]}}
particles:
  bed: {lattice: {sites: simple_cubic, spacing: 1 mm, jitter: 20 um, lower: [0, 0, 0], upper: [4 mm, 4 mm, 3 mm]},
    material: glass, radius: 0.505 mm}
  pairs: {lattice: {sites: simple_cubic, spacing: 1.2 mm, lower: [0.2 mm, 0.2 mm, 3 mm],
      upper: [3.8 mm, 3.8 mm, 4.3 mm]}, material: glass, clump: pair}
time: {end: 2 ms, step: 4 us, feedback_every: 20}
output: {energy: {every: 0.2 ms}, trajectory: {every: 0.4 ms}, checkpoint: {every: off, end: false}}
"""


def repeats(top, text, moments, counts=(2, 3)):
    """Runs a case on these numbers of ranks, and again from checkpoints at these times; returns its results."""
    path = case(text)
    results = simulate(path, f"{top}/one")
    own = numbers(results)
    for ranks in counts:
        fact(numbers(simulate(path, f"{top}/n", ranks=ranks)) == own, f"the same bits on {ranks} ranks")
    for moment in moments:
        simulate(path, f"{top}/cut", [f"output.checkpoint.every={moment}"], ranks=2)
        first = min((n for n in os.listdir(f"{top}/cut") if n.startswith("checkpoint")), key=lambda n: int(n[11:-3]))
        run(["resume", f"{top}/cut/{first}"], 3)
        fact(numbers(f"{top}/cut/results.h5") == own, f"the same bits after a restart at {moment} s")
    simulate(f"{top}/one/input.yaml", f"{top}/again")
    fact(numbers(f"{top}/again/results.h5") == own, "the resolved input gives the same bits")
    return results


def bits(top):
    box = repeats(top, CELL, (0.8e-3,), (3,))  # at an evaluation
    work = ledger(box)
    close = np.abs(work["residual"]).max() / work["exchanged"].max()
    fact(close < 2e-3, f"the energy balance of a box whose rates follow its stress and strain closes to {close:.2g}")
    results = repeats(top, BED, (1.2e-3, 4e-3))  # at an evaluation, and between two
    own, energy = numbers(results), ledger(results)
    other = simulate(case(BED), f"{top}/n", ["walls.lid.load==5.001 mN*t/(10 ms)"])
    fact(numbers(other) != own, "another function gives other bits")
    close = np.abs(energy["residual"]).max() / energy["exchanged"].max()
    fact(close < 2e-3, f"the energy balance of a bed in two stages closes to {close:.2g} of the energy exchanged")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as top:
        for check in (
            flow,
            machines,
            pushes,
            weight,
            servo,
            rain,
            feedback,
            saturation,
            sampled,
            strained,
            boxes,
            refusals,
            bits,
        ):
            check(top)
    done()
