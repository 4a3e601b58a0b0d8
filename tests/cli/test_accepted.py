"""Inputs that are accepted, and warnings of `granum check`: one yield stress for two materials; equal seeds of two
groups with insertion; bodies by `file` without a radius; bodies of one sphere with given inertia; a single step; the
words `elastic` and `infinite` for numbers of laws; lattices of one layer; regions of insertion with a
corner in front of a wall.
Labels: bulk chain contact input io law parallel particle record run time wall."""
import json
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, run, simulate

YIELDS = """
dimension: 1
materials:
  soft: {{density: 7800, youngs_modulus: 193 GPa, poisson_ratio: 0.3, yield_stress: 940 MPa}}
  hard: {{density: 7800, youngs_modulus: 193 GPa, poisson_ratio: 0.3{hard}}}
contacts: [{{between: '*', normal: {{law: {law}}}}}]
particles:
  left: {{chain: {{count: 1}}, material: {left}, radius: 2 mm, velocity: 1 m/s}}
  right: {{chain: {{count: 1}}, material: {right}, radius: 2 mm}}
time: {{end: 40 us, step: 20 ns}}
output: {{trajectory: {{every: 10 us}}, checkpoint: {{every: off, end: false}}}}
"""
LAWS = (
    "ma_liu, hardness_ratio: 2.8, conformity: 13",
    "kelvin_voigt_elastoplastic, restitution_elastic: 0.9, restitution_plastic: 0.7, hardness_ratio: 3, conformity: 13",
)
INSERTS = """
dimension: 3
domain: {{lower: [0, 0, 0], upper: [20 mm, 20 mm, 40 mm]}}
gravity: [0, 0, -9.81]
materials: {{glass: {{youngs_modulus: 1e7, poisson_ratio: 0.25, density: 2500}}}}
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.3}}}}]
particles:
  sand: {{insert: {{region: {{box: {{lower: [2 mm, 2 mm, 5 mm], upper: [18 mm, 18 mm, 15 mm]}}}}, count: 9}},
    material: glass, radius: 1 mm}}
  gravel: {{insert: {{region: {{box: {{lower: [2 mm, 2 mm, 25 mm], upper: [18 mm, 18 mm, 35 mm]}}}}, count: 9}},
    material: glass, radius: 1 mm{seed}}}
time: {{end: 1 ms, step: 5 us}}
"""


ROLLS = """
dimension: 3
domain: {{lower: [0, 0, 0], upper: [40 mm, 40 mm, 40 mm]}}
gravity: [0, 0, -9.81]
materials: {{glass: {{youngs_modulus: 1e7, poisson_ratio: 0.25, density: 2500}}}}
contacts:
  - between: '*'
    normal: {{law: tsuji, restitution: 0.3}}
    tangential: {{law: mindlin, friction: 0.5}}
clumps:
  dimer: {{spheres: [{{centre: [0, 0, 0], radius: 1 mm}}, {{centre: [1 mm, 0, 0], radius: 1 mm}}]}}
  hollow:
    spheres: [{{centre: [0, 0, 0], radius: 1 mm}}]
    mass_from: solid
    solid: {{volume: 1e-9, centre: [0, 0, 0], inertia: [{inertia}, {inertia}, {inertia}]}}
walls: {{floor: {{side: lower_z, material: glass}}}}
particles:
  bodies: {{file: {file}, clump: {clump}, material: glass}}
time: {{end: 30 ms, step: 10 us}}
output: {{trajectory: {{every: 30 ms}}, checkpoint: {{every: 20 ms, end: false}}}}
"""


def last(results, group, name):
    with h5py.File(results) as f:
        return f[f"particles/{group}/{name}/value"][-1]


def check_bodies(top):
    """A ball that slides at first and rolls at the end has the speed v/(1 + I/(m R^2))."""
    file = os.path.join(top, "places.csv")
    with open(file, "w") as f:
        f.write("x,y,z,vx,q_w,q_x,q_y,q_z\n0.005,0.005,0.001,0.1,1,0,0,0\n0.012,0.012,0.001,0.2,0,0,0,1\n")
    for inertia in (0.4, 2 / 3):
        path = case(ROLLS.format(file=file, clump="hollow", inertia=inertia * 1e-6))
        results = simulate(path, f"{top}/rolls")
        v = last(results, "bodies", "velocity")[:, 0]
        error = abs(v * (1 + inertia) / [0.1, 0.2] - 1).max()
        fact(error < 2e-3, f"a ball of one sphere with I = {inertia:.3g} m R^2 rolls at v/(1 + I/(m R^2)): {error:.2g}")
        other = simulate(path, f"{top}/two", ranks=2)
        fact(run(["diff", results, other], check=False).returncode == 0, "same bits on 1 and 2 ranks")
        checkpoint = [name for name in os.listdir(f"{top}/rolls") if name.startswith("checkpoint-")][0]
        run(["resume", f"{top}/rolls/{checkpoint}", "-o", f"{top}/later-{inertia:.2g}"])
        told = run(["diff", results, f"{top}/later-{inertia:.2g}/results.h5"], check=False)
        fact(told.returncode == 0, f"same bits after a restart {told.stdout.strip()}")
        os.unlink(path)
    path = case(ROLLS.format(file=file, clump="dimer", inertia=1e-6))
    results = simulate(path, f"{top}/dimer")
    with h5py.File(results) as f:
        radii = np.unique(f["particles/grains/radius"][()])
    fact(list(radii) == [1e-3], f"bodies by file without radius have their size as written {radii}")
    os.unlink(path)


def velocities(results):
    with h5py.File(results) as f:
        return list(f["particles"].values())[0]["velocity/value"][-1].tobytes()


def check_yield(top):
    for law in LAWS:
        name = law.split(",")[0]
        ends = set()
        for left, right, hard in (
            ("soft", "hard", ", yield_stress: 2 GPa"),
            ("soft", "hard", ""),
            ("hard", "soft", ""),
        ):
            path = case(YIELDS.format(law=law, left=left, right=right, hard=hard))
            ends.add(velocities(simulate(path, f"{top}/yields")))
            os.unlink(path)
        fact(len(ends) == 1, f"{name}: one yield stress is enough, and the softer body yields")
        path = case(YIELDS.format(law=law, left="soft", right="hard", hard="").replace(", yield_stress: 940 MPa", ""))
        told = run(["check", path], check=False)
        fact(
            told.returncode == 2
            and "materials.soft.yield_stress: is missing" in told.stderr
            and "of at least one of the materials 'soft' and 'hard'" in told.stderr,
            f"{name}: without any, the message names both materials: {told.stderr.strip()}",
        )
        os.unlink(path)


def check_one_step(top):
    """A run of a single step has the state of a longer run after its first step."""
    path = case(YIELDS.format(law=LAWS[0], left="soft", right="soft", hard=""))
    ends = []
    for end in ("20 ns", "40 ns"):
        sets = [f"time.end={end}", "output.trajectory.every=20 ns"]
        with h5py.File(simulate(path, f"{top}/step", sets)) as f:
            ends.append(list(f["particles"].values())[0]["position/value"][1].tobytes())
    fact(ends[0] == ends[1], "a run of a single step is the first step of a longer run")
    os.unlink(path)


LAWS_OF_IMPACT = """
dimension: 1
materials: {{glass: {{density: 2500, youngs_modulus: 5 MPa, poisson_ratio: 0.25}}}}
contacts: [{{between: '*', normal: {{law: {law}}}}}]
particles:
  left: {{chain: {{count: 1}}, material: glass, radius: 2 mm, velocity: 1 m/s}}
  right: {{chain: {{count: 1}}, material: glass, radius: 2 mm}}
time: {{end: 0.2 ms, step: 1 us}}
output: {{trajectory: {{every: 50 us}}, checkpoint: {{every: off, end: false}}}}
"""
BONDED = """
dimension: 3
domain: {lower: [-10 mm, -10 mm, -10 mm], upper: [30 mm, 10 mm, 10 mm]}
materials: {glass: {density: 2500, youngs_modulus: 5 MPa, poisson_ratio: 0.25}}
contacts:
  - between: '*'
    normal: {law: linear, stiffness: 1e5, restitution: elastic}
    bond: {law: beam, youngs_modulus: 10 MPa, radius_ratio: 0.5, shear_strength: infinite}
particles:
  left: {at: {position: [0, 0, 0]}, material: glass, radius: 1 mm}
  right: {at: {position: [2 mm, 0, 0]}, velocity: [8 m/s, 1 m/s, 0], material: glass, radius: 1 mm}
time: {end: 1 ms, step: 1 us}
output: {trajectory: {every: 0.1 ms}, observables: {every: 0.1 ms}, energy: {every: 0.1 ms}}
"""
LAYER = """
dimension: {dimension}
domain: {{lower: [0, 0, 0], upper: [11.4 mm, 14 mm{height}], periodic: [{periodic}]}}
materials: {{glass: {{density: 2500, youngs_modulus: 5 MPa, poisson_ratio: 0.25}}}}
contacts: [{{between: '*', normal: {{law: hertz}}}}]
particles: {{layer: {{{group}, material: glass, radius: 0.9 mm}}}}
time: {{end: 20 us, step: 10 us}}
output: {{trajectory: {{every: 10 us}}}}
"""


def motion(results):
    """Bytes of all positions and velocities."""
    with h5py.File(results) as f:
        grains = list(f["particles"].values())[0]
        return grains["position/value"][:].tobytes() + grains["velocity/value"][:].tobytes()


def check_elastic(top):
    """restitution: elastic is restitution: 1, for each law with a restitution of at most 1."""
    laws = json.loads(run(["laws", "--json"]).stdout)["laws"]
    rows = [(law["name"], p) for law in laws for p in law["parameters"] if p["name"].startswith("restitution")]
    without = [name for name, p in rows if "elastic" not in p["words"]]
    fact(len(rows) > 12 and not without, f"{len(rows)} restitutions may be elastic; not those of {without}")
    for law in ("linear, stiffness: 1e4", "tsuji", "jkr, work_of_adhesion: 0.05", "hunt_crossley"):
        results = []
        for value in ("1", "elastic"):
            path = case(LAWS_OF_IMPACT.format(law=f"{law}, restitution: {value}"))
            results.append(motion(simulate(path, f"{top}/{value}")))
        fact(results[0] == results[1], f"{law.split(',')[0]}: elastic and 1 give the same bits")
    told = run(["check", case(LAWS_OF_IMPACT.format(law="linear, stiffness: 1e4"))], check=False)
    fact(told.returncode == 2 and "write restitution: elastic for none" in told.stderr, told.stderr.strip())


def bonds(results):
    with h5py.File(results) as f:
        return f["observables/bulk/bonds"][-1], f["observables/energy/residual"][-1]


def check_unbreakable(top):
    """tensile_strength: infinite: the bond holds, and the run stops where the search would lose it."""
    path, never = case(BONDED), "contacts.0.bond.tensile_strength=infinite"
    fact(bonds(simulate(path, f"{top}/breaks"))[0] == 0, "a bond of default strength breaks at a tenth of its length")
    results = simulate(path, f"{top}/holds", [never])
    left, residual = bonds(results)
    fact(left == 1 and residual < 0.01, f"one of infinite strength does not, residual {residual:.1e}")
    other = motion(simulate(path, f"{top}/other", [never], ranks=2))
    again = motion(simulate(f"{top}/holds/input.yaml", f"{top}/again"))
    fact(other == again == motion(results), "same bits on 2 ranks and from the resolved input")
    far = ["--set", never, "--set", "particles.right.velocity=[20 m/s, 0, 0]"]
    for ranks in (1, 2):
        told = run(["run", path, "-o", f"{top}/far", "--overwrite", *far], ranks, check=False)
        fact(
            told.returncode == 3 and "the bond of particles 1 and 2 never breaks" in told.stderr,
            f"{ranks} ranks: stretched by more than a quarter: exit {told.returncode} {told.stderr.strip()[:160]}",
        )


def check_layers(top):
    """Lattices of one layer, in the plane and in space, between walls and periodic; also from a file."""
    table = f"{top}/layer.csv"
    with open(table, "w") as f:
        f.write("x,y,z\n" + "".join(f"{x}e-3,{y}e-3,1e-3\n" for x in (1, 3, 5) for y in (1, 3, 5)))
    space = "lower: [0, 0, 1 mm], upper: [11.4 mm, 14 mm, 1 mm]"
    for dimension, height, sites, count in (
        (2, "", "lattice: {sites: square, spacing: 2 mm}", 35),
        (2, "", "lattice: {sites: hexagonal, spacing: 2 mm}", 40),
        (3, ", 2 mm", "lattice: {sites: simple_cubic, spacing: 2 mm}", 35),
        (3, ", 2 mm", f"lattice: {{sites: square, spacing: 2 mm, {space}}}", 35),
        (3, ", 2 mm", f"lattice: {{sites: hexagonal, spacing: 2 mm, {space}}}", 40),
        (2, "", f"file: {table}", 9),
        (3, ", 2 mm", f"file: {table}", 9),
    ):
        for periodic in ("false, false, false", "true, true, false", "true, true, true"):
            if dimension == 2 and periodic.endswith("true"):
                continue
            text = LAYER.format(dimension=dimension, height=height, periodic=periodic, group=sites)
            with h5py.File(simulate(case(text), f"{top}/layer")) as f:
                x = list(f["particles"].values())[0]["position/value"][0]
            flat = dimension == 2 or len(set(x[:, 2])) == 1
            fact(len(x) == count and flat, f"{dimension}-D, {sites}, periodic {periodic}: {len(x)} particles")
    # Spheres that just touch overlap by rounding: energies of 1e-46 J, which no balance can close.
    text = LAYER.format(
        dimension=3, height=", 2 mm", periodic="false, false, false", group="lattice: {spacing: 1.8 mm}"
    )
    sets = ["particles.layer.lattice.sites=fcc", "time.end=3 ms", "output.energy={every: 0.1 ms}"]
    told = run(
        ["run", case(text), "-o", f"{top}/touch", *[word for each in sets for word in ("--set", each)]], check=False
    )
    fact(told.returncode == 0, f"spheres that just touch: exit {told.returncode} {told.stderr.strip()[:160]}")


def check_corner(top):
    """A region of which one place in ten thousand is in front of a wall; all of it behind; a wall that is round."""
    ball = "shape: sphere, radius: 6 mm, material: glass, concave: true, centre"
    for wall, refused in (
        ("point: [17 mm, 17 mm, 13 mm], normal: [1, 1, 1], material: glass", False),
        ("point: [17 mm, 17 mm, 14.01 mm], normal: [1, 1, 1], material: glass", True),
        (ball + ": [10 mm, 10 mm, 19.9 mm]", False),
        (ball + ": [10 mm, 10 mm, 20.1 mm]", True),
    ):
        text = INSERTS.format(seed="").replace("particles:", f"walls: {{edge: {{{wall}}}}}\nparticles:")
        told = run(["run", case(text), "-o", f"{top}/corner", "--overwrite"], check=False)
        found = told.returncode == 2 and "particles.sand.insert.region: no particle finds a place" in told.stderr
        fact(found == refused, f"edge: {{{wall}}}: refused {found} {told.stderr}")


def check_seeds():
    for seed, warns in (("", False), (", seed: 1", True)):
        path = case(INSERTS.format(seed=seed))
        told = run(["check", path]).stderr
        wanted = "particles.sand.seed and particles.gravel.seed are both 1: the groups try the same places"
        fact((wanted in told) == warns, f"check warns of equal seeds of two groups with insertion: {told.strip()}")
        os.unlink(path)


with tempfile.TemporaryDirectory() as folder:
    check_yield(folder)
    check_seeds()
    check_corner(folder)
    check_one_step(folder)
    check_elastic(folder)
    check_unbreakable(folder)
    check_layers(folder)
    check_bodies(folder)
done()
