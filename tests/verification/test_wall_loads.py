"""Load-controlled walls: a servo on one sphere reaches Hertz's overlap, a free wall and a free sphere collide as two
bodies, a lid has a weight. A bed under a new stress reaches it within 1 % without overshoot, with any damping, also
in unloading and in stages of one run.
Labels: bulk contact input law parallel particle record run time wall."""
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, simulate

E, NU, R, DENSITY = 5e7, 0.25, 1e-3, 2500
STIFFNESS = 4 / 3 * E / (2 * (1 - NU**2)) * np.sqrt(R)  # of Hertz' law on a plane of the same material
MASS = DENSITY * 4 / 3 * np.pi * R**3
HEAD = f"""
dimension: 3
domain: {{lower: [0, 0, 0], upper: [10 mm, 10 mm, 200 mm]}}
materials: {{glass: {{density: {DENSITY}, youngs_modulus: {E}, poisson_ratio: {NU}}}}}
"""
DAMPED = "contacts: [{between: '*', normal: {law: tsuji, restitution: 0.5}}]\n"
OUTPUT = "output: {trajectory: {every: 0.2 ms}, walls: {every: 0.2 ms}, energy: {every: 0.2 ms}}\n"


def wall(results, name, what):
    with h5py.File(results, "r") as f:
        return f[f"observables/walls/{name}/{what}"][:]


def grains(results, what):
    with h5py.File(results, "r") as f:
        return f[f"particles/grains/{what}/value"][:, 0]


# A sphere between a fixed plane and a plane that holds 1 N: by its force, by 10 kPa on its square centimetre, and
# inclined.
UPRIGHT, ASKEW = np.array([0, 0, 1.0]), np.array([0, 0.6, 0.8])
LOADS = {
    "force": ("{force: 1 N, max_speed: 0.1 m/s}", UPRIGHT),
    "stress": ("{stress: 10 kPa, max_speed: 0.1 m/s}", UPRIGHT),
    "askew": ("{force: 1 N, max_speed: 0.1 m/s}", ASKEW),
}
with tempfile.TemporaryDirectory() as top:
    for name, (servo, up) in LOADS.items():
        centre = np.array([5e-3, 5e-3, 5e-3]) if name == "askew" else np.array([5e-3, 5e-3, R])
        floor, lid = centre - R * up, centre + 1.1 * R * up
        path = case(
            HEAD
            + DAMPED
            + f"particles: {{one: {{at: {{position: {centre.tolist()}}}, material: glass, radius: {R}}}}}\n"
            + f"walls:\n  floor: {{point: {floor.tolist()}, normal: {up.tolist()}, material: glass}}\n"
            + f"  lid: {{point: {lid.tolist()}, normal: {(-up).tolist()}, material: glass, servo: {servo}}}\n"
            + "time: {end: 8 ms}\n"
            + OUTPUT
        )
        results = simulate(path, f"{top}/{name}")
        force, place = wall(results, "lid", "force") @ up, wall(results, "lid", "position") @ up - floor @ up
        height = 2 * R - 2 * (1 / STIFFNESS) ** (2 / 3)
        fact(abs(force[-1] - 1) < 1e-9, f"{name}: the lid holds {force[-1]:.12g} N")
        fact(abs(place[-1] - height) < 1e-9 * R, f"{name}: lid at rest at {place[-1]:.12g} m, by Hertz {height:.12g} m")
        fact(force.max() < 1.01, f"{name}: the force never exceeds {force.max():.6g} N")
        speed = np.abs(wall(results, "lid", "velocity") @ up)
        fact(
            speed.max() <= 0.1 * (1 + 1e-12) and speed[0] > 0.0999,
            f"{name}: the speed stays below {speed.max():.9g} m/s",
        )
        books = ledger(results)  # velocity Verlet of 1/40 of a contact's period: residuals of some 1e-5 of the work
        missed = np.abs(books["residual"]).max() / books["external_work"].max()
        fact(missed < 1e-4, f"{name}: the ledger closes to {missed:.2g} of the work")

# A servo wall that is pushed back at a speed v carries more than its load, by v times the impedance of its contacts:
# here one sphere between the lid and a rising floor, all of which reach the same speed.
RISE = 0.06
with tempfile.TemporaryDirectory() as top:
    path = case(
        HEAD + DAMPED + f"particles: {{one: {{at: {{position: [5 mm, 5 mm, {R}]}}, material: glass, radius: {R}, "
        f"velocity: [0, 0, {RISE}]}}}}\n"
        + f"walls:\n  floor: {{side: lower_z, material: glass, velocity: [0, 0, {RISE}]}}\n"
        + f"  lid: {{point: [0, 0, {2 * R}], normal: [0, 0, -1], material: glass, servo: {LOADS['force'][0]}}}\n"
        + "time: {end: 10 ms}\n"
        + OUTPUT
    )
    results = simulate(path, f"{top}/pushed")
    force, speed = wall(results, "lid", "force")[-1, 2], wall(results, "lid", "velocity")[-1, 2]
    impedance = np.sqrt(1.5 * force / (force / STIFFNESS) ** (2 / 3) * MASS)  # sqrt(k m), k of Hertz' law at this force
    fact(abs(speed / RISE - 1) < 1e-6, f"pushed: the lid moves at {speed:.9g} m/s")
    fact(
        force > 1.02 and abs((force - 1) / (impedance * RISE) - 1) < 1e-3,
        f"pushed: the force on the lid is {force:.6g} N, the load plus {impedance * RISE:.6g} N",
    )

# A free wall of 30 mg under 10 mN moves towards a free sphere and bounces. With the acceleration a = L/m of the wall,
# its approach speed u and its displacement s, u^2/2 - a s is constant before and after, because contacts are elastic.
# The centre of mass of both is accelerated by L only.
HEAVY, LOAD, GAP = 30e-6, 10e-3, 1e-3
FREE = (
    HEAD
    + "contacts: [{between: '*', normal: {law: hertz}}]\n"
    + f"particles: {{one: {{at: {{position: [5 mm, 5 mm, 100 mm]}}, material: glass, radius: {R}}}}}\n"
    + f"walls: {{lid: {{point: [0, 0, {0.1 + R + GAP}], normal: [0, 0, -1], material: glass, mass: {HEAVY}, "
    f"load: {LOAD}}}}}\n" + "time: {end: 3.6 ms}\n" + OUTPUT.replace("0.2 ms", "0.05 ms")
)
with tempfile.TemporaryDirectory() as top:
    missed = {}
    for step in ("2 us", "4 us"):
        results = simulate(case(FREE), f"{top}/free", [f"time.step={step}"])
        lid, speed = wall(results, "lid", "position")[:, 2], wall(results, "lid", "velocity")[:, 2]
        at, velocity = grains(results, "position")[:, 2], grains(results, "velocity")[:, 2]
        t = wall(results, "lid", "time")
        apart = wall(results, "lid", "force")[:, 2] == 0
        invariant = 0.5 * (velocity - speed) ** 2 - LOAD / HEAVY * (GAP - (lid - at - R))
        scale = LOAD / HEAVY * GAP
        missed[step] = np.abs(invariant[apart]).max() / scale
        centre = (HEAVY * (lid - lid[0]) + MASS * (at - at[0])) / (HEAVY + MASS)
        fall = -0.5 * LOAD / (HEAVY + MASS) * t**2
        fact(
            np.abs(centre - fall).max() < 1e-12,
            f"the centre of mass falls under the load: {np.abs(centre - fall).max():.2g} m",
        )
        fact(not apart.all() and apart[-1] and velocity[-1] < 0, "the lid and the sphere collide and separate")
        books = ledger(results)
        closes = np.abs(books["residual"]).max() / books["external_work"].max()
        fact(closes < 1e-3, f"the ledger closes to {closes:.2g} of the work")
    fact(missed["2 us"] < 1e-4, f"the residual of a bounce is {missed['2 us']:.2g} of its scale")
    fact(missed["4 us"] > 2 * missed["2 us"], f"the residual with twice the step is {missed['4 us']:.2g}: second order")

    # A lid of 0.2 g lies on a sphere on a floor, under gravity and a load.
    path = case(
        HEAD
        + DAMPED.replace("0.5", "0.1")
        + f"gravity: [0, 0, -9.81]\nparticles: {{one: {{at: {{position: [5 mm, 5 mm, {R}]}}, material: glass, "
        f"radius: {R}}}}}\n"
        + "walls:\n  floor: {side: lower_z, material: glass}\n"
        + f"  lid: {{point: [0, 0, {2 * R}], normal: [0, 0, -1], material: glass, mass: 0.2 g, load: 3 mN}}\n"
        + "time: {end: 200 ms, step: 10 us}\n"
        + OUTPUT
    )
    results = simulate(path, f"{top}/lid")
    lid, floor = wall(results, "lid", "force")[-1, 2], -wall(results, "floor", "force")[-1, 2]
    weight = 0.2e-3 * 9.81 + 3e-3
    fact(
        abs(lid - weight) < 1e-6 * weight,
        f"the force on the lid is its weight plus load: {lid:.9g} N of {weight:.9g} N",
    )
    fact(abs(floor - weight - MASS * 9.81) < 1e-6 * weight, f"the floor carries the sphere, too: {floor:.9g} N")

    # A lid falls freely; stages change gravity, and with it the load whose work the ledger has.
    path = case(
        HEAD
        + DAMPED
        + f"particles: {{one: {{at: {{position: [5 mm, 5 mm, 100 mm]}}, material: glass, radius: {R}, fixed: true}}}}\n"
        + "walls: {lid: {point: [0, 0, 190 mm], normal: [0, 0, -1], material: glass, mass: 1 g, load: 3 mN}}\n"
        + "gravity: [0, 0, -9.81]\ntime: {step: 10 us}\nstages:\n  heavy: {until: {time: 10 ms}}\n"
        + "  light: {until: {time: 10 ms}, gravity: [0, 0, -2]}\n"
        + "  upward: {until: {time: 10 ms}, gravity: [0, 0, '=100 m/s^3*t']}\n"
        + OUTPUT
    )
    books = ledger(simulate(path, f"{top}/fall"))
    missed = np.abs(books["residual"]).max() / books["kinetic"].max()
    fact(missed < 1e-6, f"stages change the weight of a lid: the ledger closes to {missed:.2g}")

BED = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [12 mm, 12 mm, 26 mm]}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.5}}]
particles: {beads: {random: {solid_fraction: 0.25}, material: glass,
  radius: {distribution: uniform, from: 0.8 mm, to: 1 mm}, velocity: [0, 0, -0.3]}}
walls:
  floor: {side: lower_z, material: glass}
  left: {side: lower_x, material: glass}
  right: {side: upper_x, material: glass}
  front: {side: lower_y, material: glass}
  back: {side: upper_y, material: glass}
  lid: {side: upper_z, material: glass, servo: {stress: 2 kPa, max_speed: 0.3 m/s}}
time: {end: 0.12 s, safety: 0.4}
output: {trajectory: {every: 20 ms}, walls: {every: 0.1 ms}, energy: {every: 1 ms}}
"""
with tempfile.TemporaryDirectory() as top:
    settled = simulate(case(BED), f"{top}/settled")
    stress = wall(settled, "lid", "force")[:, 2] / 1.44e-4
    fact(stress.max() < 1.1 * 2000, f"the stress during the compression of a bed never exceeds {stress.max():.4g} Pa")
    last = stress[-100:]
    fact(np.abs(last - 2000).max() < 20, f"the lid holds 2 kPa: {last.min():.5g} to {last.max():.5g} Pa")
    height = wall(settled, "lid", "position")[-1, 2]
    books = ledger(settled)
    missed = np.abs(books["residual"]).max() / (books["external_work"].max() + books["kinetic"].max())
    fact(missed < 5e-3, f"the ledger closes to {missed:.2g}")
    NEXT = BED.replace(
        BED[BED.index("particles:") : BED.index("\nwalls:")],
        f"particles: {{beads: {{previous: {{file: {settled}, frame: last}}, material: glass}}}}",
    ).replace("side: upper_z", f"point: [0, 0, {float(height)!r}], normal: [0, 0, -1]")
    for name, target, sets in (
        ("more", 4000, []),
        ("hardly damped", 4000, ["contacts.0.normal.restitution=0.95"]),
        ("strongly damped", 4000, ["contacts.0.normal.restitution=0.2", "time.safety=0.2"]),
        ("less", 1000, []),
    ):
        # A bed whose load decreases may rearrange once more: here at 20 ms, at half the step as well.
        end, most = (0.06, 0.045) if target < 2000 else (0.03, 0.025)
        results = simulate(case(NEXT), f"{top}/next", [f"walls.lid.servo.stress={target}", f"time.end={end}"] + sets)
        stress = wall(results, "lid", "force")[:, 2] / 1.44e-4
        error = (stress / target - 1) * (1 if target > 2000 else -1)  # positive: beyond the new stress
        fact(error.max() < 0.1, f"{name}: from 2 kPa to {target} Pa, overshoot {100 * error.max():.3g} %")
        outside = np.nonzero(np.abs(error) > 0.01)[0][-1] * 1e-4
        fact(outside < most, f"{name}: the stress is within 1 % after {1e3 * outside:.3g} ms")

    # A case with `previous` defines its own walls; a warning reports each wall whose position differs from the frame.
    for lid, warnings in (
        (f"{{point: [0, 0, {height:.9g}], normal: [0, 0, -1], material: glass}}", 0),
        ("{side: upper_z, material: glass}", 1),
    ):
        sets = ["--set", f"walls.lid={lid}", "--set", "time.end=10 us"]
        for ranks in (1, 2):
            told = run(["run", case(NEXT), "-o", f"{top}/apart", "--overwrite", *sets], ranks).stderr
            fact(
                told.count("wall lid was at [0.012, 0.012, ") == warnings == told.count("warning"),
                f"on {ranks} ranks: {told.strip() or 'no warning'}",
            )

    # The same load steps as stages of one run, starting from the settled bed: from its stress to twice the stress, to
    # half of that, and back. Observables of the bed refer to the volume below the lid.
    STEPS = ((2000, 4000), (4000, 1000), (1000, 2000))
    STAGES = "stages:\n" + "".join(
        f"  load_{number}: {{until: {{time: 30 ms}}, walls: {{lid: {{servo: {{stress: {target}, "
        f"max_speed: 0.3 m/s}}}}}}}}\n"
        for number, (_, target) in enumerate(STEPS)
    )
    staged = NEXT.replace("time: {end: 0.12 s, ", STAGES + "time: {").replace(
        "output: {", "output: {observables: {every: 1 ms}, "
    )
    results = simulate(case(staged), f"{top}/staged")
    t, stress = wall(results, "lid", "time"), wall(results, "lid", "force")[:, 2] / 1.44e-4
    with h5py.File(results, "r") as f:
        ends = [0, *f["observables/stages/time"][:]]
        radius, solid = f["particles/grains/radius"][:], f["observables/bulk/solid_fraction"][:]
        seen, vertical = f["observables/bulk/time"][:], f["observables/bulk/stress"][:, 8]
    for number, (before, target) in enumerate(STEPS):
        during = (t > ends[number] + 1e-9) & (t <= ends[number + 1] + 1e-9)
        part = (stress[during] - before) / (target - before)  # of the step of the load
        since = t[during] - ends[number]
        error = np.abs(stress[during] / target - 1)
        outside = since[np.nonzero(error > 0.01)[0][-1]]
        fact(
            part.max() < 1.1,
            f"stage {number}: the stress changes from {before} to {target} Pa and overshoots by "
            f"{100 * (part.max() - 1):.3g} %",
        )
        fact(outside < 0.025, f"stage {number}: the stress is within 1 % after {1e3 * outside:.3g} ms")
    height = np.interp(seen, t, wall(results, "lid", "position")[:, 2])
    expected = (4 / 3 * np.pi * radius**3).sum() / (1.44e-4 * height)
    fact(np.abs(solid / expected - 1).max() < 1e-6, f"the solid fraction is that below the lid: {solid[-1]:.5f}")
    fact(0.5 < solid[-1] < 0.66, "the solid fraction is in the range of packings of spheres")
    # Walls carry some of the load by friction, the weight of the bed is some 150 Pa.
    last = vertical[-1]
    fact(
        abs(last / 2000 - 1) < 0.25, f"the stress is that below the lid: {last:.4g} Pa under 2 kPa and the bed's weight"
    )
done()
