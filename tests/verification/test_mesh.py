"""Walls of triangles compared with the smooth walls that they approximate. Planes of 2, 200 and 20 000 irregular
triangles act as a plane on spheres that slide, roll, spin and bounce, also if inclined; a cylinder of n facets
converges to the cylinder as 1/n^2; a sphere in a corner has three contacts; elastic spheres in boxes of triangles
conserve energy; a sphere that passes through a triangle within a step is detected.
Labels: bulk contact input law mesh particle record run time wall."""
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, simulate
from meshes import box, drum, sheet, stl

HEAD = """
dimension: 3
materials: {glass: {density: 2500, youngs_modulus: MODULUS, poisson_ratio: 0.25}}
contacts: [{between: '*', LAWS}]
domain: {lower: [-LENGTH, -LENGTH, -LENGTH], upper: [LENGTH, LENGTH, LENGTH]}
"""
FULL = (
    "normal: {law: tsuji, restitution: 0.8}, tangential: {law: mindlin, friction: 0.3}, "
    "rolling: {law: rolling_spring, stiffness: 100, friction: 0.02}, twisting: {law: twisting_spring, stiffness: 100, "
    "friction: 0.02}"
)


def head(modulus, laws, length):
    return HEAD.replace("MODULUS", str(modulus)).replace("LAWS", laws).replace("LENGTH", str(length))


def frames(results, *names):
    with h5py.File(results, "r") as f:
        return [f[f"particles/grains/{name}/value"][:] for name in names]


def wall(results, what):
    with h5py.File(results, "r") as f:
        return f[f"observables/walls/floor/{what}"][:]


def differ(a, b):
    return np.abs(a - b).max() / np.abs(a).max()


def over_planes(top):
    """Down a slope of 1 in 7; the plane goes through the origin."""
    e1, n = np.array([7, 0, -1]) / 50**0.5, np.array([1, 0, 7]) / 50**0.5
    start = {
        "slides": (-0.5, 0.1, 0.0499, 1.2, 0, 0, [0, 0, 0]),
        "rolls": (-0.5, 0.4, 0.05, 0.7, 0, 0, [0, 14, 0]),
        "bounces": (-0.5, -0.4, 0.15, 1, 0.3, 0, [3, 2, 5]),
        "spins": (-0.3, -0.1, 0.0499, 0, 0, 0, [0, 0, 30]),
    }
    particles = ""
    for name, (s, y, h, v, vy, vn, spin) in start.items():
        x, u = s * e1 + h * n + [0, y, 0], v * e1 + vn * n + [0, vy, 0]
        particles += (
            f"  {name}: {{at: {{position: {x.tolist()}}}, material: glass, radius: 50 mm, "
            f"velocity: {u.tolist()}, spin: {spin}}}\n"
        )
    text = head(7e7, FULL, 1) + "gravity: [0, 0, -9.81]\nparticles:\n" + particles
    text += "walls: {floor: {WALL, material: glass}}\ntime: {end: 0.5 s, step: 20 us}\n"
    text += "output: {trajectory: {every: 20 ms}, walls: {every: 1 ms}}\n"
    plane = text.replace("WALL", f"point: [0, 0, 0], normal: {n.tolist()}")
    names = ("position", "velocity", "angular_velocity")
    results = simulate(case(plane), f"{top}/plane")
    expected, force = frames(results, *names), wall(results, "force")
    for n_side in (1, 10, 100):
        path = stl(f"{top}/plane.stl", sheet(n_side, -e1 + [0, -1, 0], 2 * e1, [0, 2, 0]))
        results = simulate(case(text.replace("WALL", f"shape: mesh, file: {path}")), f"{top}/mesh")
        worst = max(differ(a, b) for a, b in zip(expected, frames(results, *names)))
        # 25 000 steps add up what coordinates of 1 m lose of overlaps of 1e-5 m, 1e-11
        fact(worst < 1e-9, f"positions and spins over {2 * n_side**2} triangles equal those on a plane to {worst:.1e}")
        fact(
            differ(force, wall(results, "force")) < 1e-9,
            f"the force over triangles equals that over a plane within {differ(force, wall(results, 'force')):.1e}",
        )


def in_cylinders(top):
    """Result of one step for spheres at rest, at random angles, that overlap a hollow cylinder by 1 % of their
    radius."""
    angle = np.random.default_rng(1).uniform(0, 2 * np.pi, 40)
    radial = np.stack([np.cos(angle), 0 * angle, np.sin(angle)], axis=1)
    place = 0.0301 * radial + np.stack([0 * angle, np.linspace(-0.4, 0.4, 40), 0 * angle], axis=1) * 0.99
    with open(f"{top}/places.csv", "w") as f:
        f.write("x,y,z\n" + "\n".join(",".join(repr(float(c)) for c in row) for row in place))
    text = head(1e7, "normal: {law: linear, stiffness: 1000, restitution: 1}", 1)
    text += f"particles: {{grains: {{file: {top}/places.csv, material: glass, radius: 10 mm}}}}\n"
    text += f"walls: {{floor: {{shape: mesh, file: {top}/cylinder.stl, material: glass}}}}\n"
    text += "time: {end: 2 us, step: 1 us}\noutput: {trajectory: {every: 1 us}}\n"
    path, errors = case(text), []
    for n in (32, 64, 128):
        stl(f"{top}/cylinder.stl", drum(n, 1, 0.04, 1, ends=False))
        velocity = frames(simulate(path, f"{top}/cylinder"), "velocity")[0][1]
        speed = -(velocity * radial).sum(axis=1)
        exact = 1000 * 1e-4 / (2500 * 4 / 3 * np.pi * 1e-6) * 1e-6
        errors.append(np.abs(speed / exact - 1).max())
    ratios = [errors[k] / errors[k + 1] for k in range(2)]
    # the largest of 40 angles is not quite that of all
    fact(
        all(3 < r < 5 for r in ratios), f"the force in cylinders of 32, 64 and 128 facets is off by {errors}, as 1/n^2"
    )


def in_corner(top):
    text = head(1e7, "normal: {law: tsuji, restitution: 0.2}", 1)
    text += (
        "gravity: [-5, -5, -5]\nparticles: {ball: {at: {position: [0.0121, 0.0123, 0.0125]}, material: glass, "
        "radius: 12 mm}}\n"
    )
    text += (
        f"walls: {{floor: {{shape: mesh, file: {stl(f'{top}/corner.stl', box([0, 0, 0], [1, 1, 1], 4))}, "
        f"material: glass}}}}\n"
    )
    text += "time: {end: 0.5 s, step: 20 us}\noutput: {contacts: {every: 0.5 s}}\n"
    simulate(case(text), f"{top}/corner")
    with h5py.File(f"{top}/corner/contacts-25000.h5", "r") as f:
        force = f["contacts/force"][:]
    weight = 5 * 2500 * 4 / 3 * np.pi * 0.012**3
    fact(
        np.allclose(np.sort(np.abs(force), axis=None)[-3:], weight, rtol=1e-3), "a ball in a corner touches three faces"
    )


def in_boxes(top):
    """A sphere each in 512 boxes a little larger than it. In contact the energy of the scheme is off by
    (step/duration)^2 or so, 1e-5, and about as many spheres touch at any time but the start."""
    side, gap = 4.5e-3, 2.3e-4
    triangles = []
    for k in range(512):
        corner = side * np.array([k // 64, k // 8 % 8, k % 8])
        triangles += box((corner + gap).tolist(), (corner + side - gap).tolist())
    text = head(1e9, "normal: {law: hertz}", 0.036).replace("[-0.036, -0.036, -0.036]", "[0, 0, 0]")
    text += "particles: {grains: {lattice: {sites: simple_cubic, lower: [0.25 mm, 0.25 mm, 0.25 mm], spacing: 4.5 mm}, "
    text += "material: glass, radius: 2 mm, velocity_deviation: 0.8 m/s, seed: 3}}\n"
    text += f"walls: {{floor: {{shape: mesh, file: {stl(f'{top}/boxes.stl', triangles)}, material: glass}}}}\n"
    text += "time: {end: 11 ms, step: 0.15 us}\noutput: {energy: {every: 0.5 ms}, trajectory: {every: 20 us}}\n"
    results = simulate(case(text), f"{top}/boxes")
    velocity, books = frames(results, "velocity")[0], ledger(results)
    bounces = (np.sign(velocity[1:]) != np.sign(velocity[:-1])).sum()
    energy = books["kinetic"] + books["elastic"]
    drift = np.abs(energy[2:] / energy[1] - 1).max()
    fact(
        drift < 1e-6 and bounces > 1e5,
        f"the energy of elastic spheres in boxes is constant within {drift:.1e} over {bounces} bounces",
    )


def through_a_triangle(top):
    text = head(1e7, "normal: {law: hertz}", 1)
    text += (
        "particles: {ball: {at: {position: [0.1, 0.1, 0.5]}, material: glass, radius: 10 mm, velocity: [0, 0, -100]}}\n"
    )
    text += (
        f"walls: {{floor: {{shape: mesh, file: "
        f"{stl(f'{top}/floor.stl', sheet(4, [-1, -1, 0.01], [2, 0, 0], [0, 2, 0]))}, material: glass}}}}\n"
    )
    text += "time: {end: 0.1 s, step: 0.3 ms, skin: 0.9 m}\n"
    stopped = run(["run", case(text), "-o", f"{top}/through"], check=False)
    told = stopped.stderr + stopped.stdout
    fact(
        stopped.returncode == 3 and "particle 1 passed through wall floor at triangle " in told and "time.step" in told,
        "a ball that moves three radii per step does not pass a triangle",
    )


with tempfile.TemporaryDirectory() as top:
    over_planes(top)
    in_cylinders(top)
    in_corner(top)
    in_boxes(top)
    through_a_triangle(top)
done()
