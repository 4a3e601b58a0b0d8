"""Round walls and edges compared with closed forms: a ball that rolls in a cylinder is a pendulum; a ball that
slides slowly off a plate leaves its edge at the point where a bead leaves a sphere of its size; the motion near and
on an edge is the same. The work of rotating walls in the ledger equals that of torque and angular velocity, and the
residual decreases as the square of the step, to a millionth.
Labels: bulk contact input law particle record run time wall."""
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, simulate

r, R, g = 2e-3, 50e-3, 9.81
ROLLING = f"""
dimension: 3
domain: {{lower: [-60 mm, -60 mm, -10 mm], upper: [60 mm, 60 mm, 10 mm], periodic: [false, false, true]}}
gravity: [0, -{g}, 0]
materials: {{glass: {{density: 2500, youngs_modulus: 1e8, poisson_ratio: 0.25}}}}
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.5}}, tangential: {{law: mindlin, friction: FRICTION}},
  lever: radius}}]
particles: {{ball: {{at: {{position: [X, Y, 0]}}, material: glass, radius: {r}}}}}
walls: {{tube: {{shape: cylinder, centre: [0, 0, 0], axis: [0, 0, 1], radius: {R}, concave: true, material: glass}}}}
time: {{end: 0.8, step: 5 us}}
output: {{trajectory: {{every: 1 ms}}}}
"""
EDGE = f"""
dimension: 3
domain: {{lower: [-0.1, -0.1, -0.1], upper: [0.1, 0.1, 0.1]}}
gravity: [0, 0, GRAVITY]
materials: {{glass: {{density: 2500, youngs_modulus: 1e8, poisson_ratio: 0.25}}}}
contacts: [{{between: "*", normal: {{law: NORMAL}}}}]
particles: {{balls: {{file: balls.csv, material: glass, radius: {r}}}}}
walls: {{plate: {{SHAPE, material: glass}}}}
time: {{end: END, step: 1 us}}
output: {{trajectory: {{every: END}}, energy: {{every: END}}}}
"""
END = """
dimension: 3
domain: {lower: [-0.1, -0.1, -0.1], upper: [0.1, 0.1, 0.1]}
materials: {glass: {density: 2500, youngs_modulus: 1e8, poisson_ratio: 0.25}}
contacts: [{between: "*", normal: {law: hertz}}]
particles: {balls: {file: ends.csv, material: glass}}
walls: {plate: {SHAPE, material: glass}}
time: {end: 2 us, step: 1 us}
output: {walls: {every: 1 us}}
"""
RIM = f"""
dimension: 3
domain: {{lower: [-0.1, -0.1, -0.1], upper: [0.1, 0.1, 0.1]}}
gravity: [-{g}, 0, 2]
materials: {{glass: {{density: 2500, youngs_modulus: 1e8, poisson_ratio: 0.25}}}}
contacts: [{{between: "*", normal: {{law: hertz}}, tangential: {{law: linear_spring, stiffness: 1e4, friction: 0.5,
  damping: 0}}}}]
particles: {{ball: {{at: {{position: [X, 0, -10 um]}}, material: glass, radius: {r}}}}}
walls: {{body: {{shape: cylinder, centre: [0, 0, -10 mm], axis: [0, 0, 1], radius: 20 mm, length: 20 mm, ends: closed,
  material: glass}}}}
time: {{end: 8 ms, step: 2 us}}
output: {{trajectory: {{every: 1 ms}}, energy: {{every: 10 us}}}}
"""
WORK = """
dimension: 3
domain: {lower: [-13 mm, -13 mm, 0], upper: [13 mm, 13 mm, 12 mm], periodic: [false, false, true]}
gravity: [0, GRAVITY, 0]
materials: {glass: {density: 2500, youngs_modulus: 3e6, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: hertz}, tangential: {law: mindlin, friction: 0.5}}]
particles: {beads: {random: {count: 40, lower: [-6 mm, -6 mm, 0], upper: [6 mm, 6 mm, 12 mm]}, material: glass,
  radius: 1 mm, velocity_deviation: 0.4}}
walls:
  drum: {shape: cylinder, centre: [0, 0, 0], axis: [0, 0, 1], radius: 11 mm, concave: true, material: glass,
    rotation: {angular_velocity: [0, 0, 30]}}
  bar:
    shape: box
    centre: [0, 9 mm, 0]
    lengths: [3 mm, 1 mm, 0]
    material: glass
    motions: [{rotation: {pivot: [0, 0, 0], angular_velocity: [0, 0, 20]}},
      {swing: {amplitude: [0, 0, 1], frequency: 40 Hz}}]
time: {end: 40 ms, step: STEP, overlap_limit: 0.6}
output: {energy: {every: 0.2 ms}, walls: {every: 0.2 ms}}
"""


def fill(text, **values):
    for name, value in values.items():
        text = text.replace(name, str(value))
    return text


def last(results, what):
    with h5py.File(results, "r") as f:
        return f[f"particles/grains/{what}/value"][-1]


def rolls(top, friction):
    """The period of a ball that begins at rest 0.1 rad off the lowest place, by its crossings of the middle."""
    lever, angle = R - r, 0.1
    x, y = lever * np.sin(angle), -lever * np.cos(angle)
    results = simulate(case(fill(ROLLING, X=repr(x), Y=repr(y), FRICTION=friction)), f"{top}/rolls")
    with h5py.File(results, "r") as f:
        at, t = f["particles/grains/position/value"][:, 0, 0], f["particles/grains/position/time"][:]
    k = np.flatnonzero(np.diff(np.sign(at)))
    cross = t[k] - at[k] * (t[k + 1] - t[k]) / (at[k + 1] - at[k])
    return 2 * np.diff(cross).mean(), 2 * np.pi * np.sqrt(lever / g) * (1 + angle**2 / 16)


def passes(top, shape, balls, end, normal="hertz", gravity=0):
    """Positions and velocities of balls at the end."""
    path = f"{top}/case.yaml"
    with open(f"{top}/balls.csv", "w") as f:
        f.write("x,y,z,vx,vy,vz\n" + "".join(",".join(repr(float(v)) for v in ball) + "\n" for ball in balls))
    with open(path, "w") as f:
        f.write(fill(EDGE, SHAPE=shape, END=end, NORMAL=normal, GRAVITY=gravity))
    results = simulate(path, f"{top}/passes")
    return last(results, "position"), last(results, "velocity")


def presses(top, shape, balls):
    """Force along z of balls on a wall at the start."""
    with open(f"{top}/ends.csv", "w") as f:
        f.write("x,y,z,radius\n" + "".join(",".join(repr(float(v)) for v in ball) + "\n" for ball in balls))
    with open(f"{top}/end.yaml", "w") as f:
        f.write(fill(END, SHAPE=shape))
    with h5py.File(simulate(f"{top}/end.yaml", f"{top}/end"), "r") as f:
        return f["observables/walls/plate/force"][0, 2]


def works(top, step, gravity):
    results = simulate(case(fill(WORK, STEP=step, GRAVITY=gravity)), f"{top}/work")
    books, walls = ledger(results), {}
    with h5py.File(results, "r") as f:
        for name, group in f["observables/walls"].items():
            walls[name] = {what: data[:] for what, data in group.items()}
    return books, walls


with tempfile.TemporaryDirectory() as top:
    period, slides = rolls(top, 0)
    fact(
        abs(period / slides - 1) < 1e-3,
        f"without friction the period is {period:.5g} s; a pendulum of this length has {slides:.5g} s",
    )
    period, slides = rolls(top, 0.5)
    rolled = np.sqrt(7 / 5) * slides
    fact(abs(period / rolled - 1) < 2e-3, f"the period of a rolling ball is {period:.5g} s, expected {rolled:.5g} s")

    # Next to an edge and on it: 0.1 nm turns the normal by 5e-8.
    shapes = {
        "disc": ("shape: disc, centre: [0, 0, 0], normal: [0, 0, 1], radius: 20 mm", 20e-3),
        "rectangle": ("shape: rectangle, centre: [0, 0, 0], normal: [0, 0, 1], length: 40 mm, width: 40 mm", 20e-3),
        "ring": ("shape: ring, centre: [0, 0, 0], normal: [0, 0, 1], inner_radius: 5 mm, outer_radius: 20 mm", 20e-3),
        "box": ("shape: box, centre: [0, 0, -5 mm], lengths: [40 mm, 40 mm, 10 mm]", 20e-3),
        "cylinder": (
            "shape: cylinder, centre: [0, 0, -5 mm], axis: [0, 0, 1], radius: 20 mm, length: 10 mm, ends: closed",
            20e-3,
        ),
    }
    for name, (shape, edge) in shapes.items():
        for at in (0, 1e-3):
            two = []
            for off in (-1e-10, 1e-10):
                x, v = passes(top, shape, [(edge + at + off, 0, 3e-3, 0.05, 0, -1)], 5e-3)
                two.append(v[0])
            jump = np.abs(two[1] - two[0]).max()
            fact(
                jump < 1e-6 and two[0][2] > 0.1,
                f"{name}, {1e3 * at:g} mm past the edge: the ball returns with {two[0]}, which differs by {jump:.2g} "
                "m/s between both sides",
            )
            speed = np.linalg.norm(two[0]) / np.hypot(1, 0.05)
            fact(abs(speed - 1) < 1e-4, f"the ball loses no speed: {speed:.7f} of its speed")
    # A ball a quarter as large as the cylinder, then balls of more sizes than there are particle types.
    ends = {
        "disc": "shape: disc, centre: [0, 0, 0], normal: [0, 0, 1], radius: RADIUS",
        "body": "shape: cylinder, centre: [0, 0, -5 mm], axis: [0, 0, 1], radius: RADIUS, length: 10 mm, ends: closed",
        "vessel": "shape: cylinder, centre: [0, 0, 5 mm], axis: [0, 0, 1], radius: RADIUS, length: 10 mm, "
        "ends: closed, concave: true",
        "cone": "shape: cone, centre: [0, 0, -5 mm], axis: [0, 0, 1], radius_start: 0, radius_end: RADIUS, "
        "length: 10 mm, ends: closed",
        "hollow cone": "shape: cone, centre: [0, 0, 5 mm], axis: [0, 0, 1], radius_start: RADIUS, radius_end: 20 mm, "
        "length: 10 mm, ends: closed, concave: true",
    }
    sizes = [r * (0.5 + 0.01 * k) for k in range(40)]
    many = [(6e-3 * (k % 7 - 3), 6e-3 * (k // 7 - 3), 0.99 * size, size) for k, size in enumerate(sizes)]
    for radius, balls in ((4 * r, [(0, 0, 0.99 * r, r)]), (40e-3, many)):
        plane = presses(top, "shape: plane, point: [0, 0, 0], normal: [0, 0, 1]", balls)
        for name, shape in ends.items():
            force = presses(top, fill(shape, RADIUS=radius), balls)
            fact(
                abs(force / plane - 1) < 1e-12,
                f"end of a {name}, {len(balls)} balls: {force:.9g} N, {plane:.9g} N on a plane",
            )

    # A ball that rolls from the mantle over the rim keeps the tangential spring of its contact. A lost spring would be
    # counted as dissipated energy.
    load = 2500 * 4 / 3 * np.pi * r**3 * g
    rest = (load / (4 / 3 * 1e8 / (1 - 0.25**2) / 2 / np.sqrt(1 / r + 1 / 40e-3))) ** (2 / 3)
    results = simulate(case(fill(RIM, X=repr(float(20e-3 + r - rest)))), f"{top}/rim")
    books = ledger(results)
    way, lost, kinetic = last(results, "position")[0, 2], books["dissipated_frictional"][-1], books["kinetic"][-1]
    fact(
        way > 20e-6 and lost < 1e-6 * kinetic,
        f"the ball rolls over the rim, {1e6 * way:.3g} um beyond, dissipated {lost:.2g} J of {kinetic:.2g} J",
    )
    rim = "shape: cylinder, centre: [0, 0, -5 mm], axis: [0, 0, 1], radius: 20 mm, length: 10 mm"
    x, v = passes(top, rim, [(20e-3, 0, 3e-3, 0, 0, -1), (-20.5e-3, 0, 3e-3, 0, 0, -1)], 5e-3)
    fact(abs(v[0, 2] - 1) < 1e-3 and abs(v[0, 0]) < 1e-9, "a ball on the middle of the rim of a tube returns straight")
    fact(v[1, 0] < -0.4, "a ball beside the middle of the rim is deflected")

    # N = m g cos a - m v^2/r = 0, v^2 = v0^2 + 2 g r (1 - cos a)
    v0 = 0.02
    leaves = (2 + v0**2 / (g * r)) / 3
    x, v = passes(top, shapes["disc"][0], [(19e-3, 0, r * (1 - 2e-6), v0, 0, 0)], 0.12, "tsuji, restitution: 0.3", -g)
    aside = np.sqrt(g * r * leaves) * leaves
    fact(
        abs(v[0, 0] / aside - 1) < 1e-2,
        f"the ball leaves the edge with {v[0, 0]:.5g} m/s aside, {aside:.5g} m/s by its weight",
    )

    missed = {}
    for step in (2e-6, 0.5e-6):
        books, walls = works(top, step, 0)
        missed[step] = np.abs(books["residual"]).max() / (books["kinetic"][0] + np.abs(books["external_work"]).max())
    # Histories differ soon: about a sixteenth.
    fact(6 < missed[2e-6] / missed[0.5e-6] < 40, f"the error falls as the square of the step: {missed}")
    fact(missed[0.5e-6] < 2e-6, f"the ledger closes to {missed[0.5e-6]:.2g}")
    whole = sum(w["work"].ravel() for w in walls.values())
    fact(
        np.abs(whole - books["external_work"]).max() < 1e-12 * np.abs(whole).max(),
        f"the works of the walls add up to that in the ledger, {whole[-1]:.4g} J",
    )
    for name, w in walls.items():
        # The bar swings: its point is off the pivot. The power of its force at its point and of its torque about that.
        power = -(w["torque"] * w["angular_velocity"]).sum(1) - (w["force"] * w["velocity"]).sum(1)
        off = np.abs(power - w["power"].ravel()).max() / np.abs(power).max()
        fact(off < 1e-6, f"{name}: the power equals that of force and torque within {off:.2g}")
        q = w["orientation"]
        fact(np.abs((q**2).sum(1) - 1).max() < 1e-12, f"{name}: the orientation is a unit quaternion")
    drum, t = walls["drum"], walls["drum"]["time"]
    turned = 2 * np.arctan2(drum["orientation"][:, 3], drum["orientation"][:, 0])
    fact(
        np.abs(np.mod(turned - 30 * t + np.pi, 2 * np.pi) - np.pi).max() < 1e-12,
        "the angle of the drum is 30 rad/s times the time",
    )
    bar = walls["bar"]
    angle = 20 * t + np.sin(2 * np.pi * 40 * t)
    turned = 2 * np.arctan2(bar["orientation"][:, 3], bar["orientation"][:, 0])
    fact(
        np.abs(np.mod(turned - angle + np.pi, 2 * np.pi) - np.pi).max() < 1e-12,
        "the angle of the bar is the sum of its rotation and its oscillation",
    )
done()
