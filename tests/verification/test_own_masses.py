"""Own masses of walls and of bodies with prescribed motion. A sphere or a clump and a free wall of any shape separate
with the given restitution, and their momentum is conserved. A light lid on a layer of grains is stable. Bodies with
prescribed motion have contacts with each other and with walls: forces of the laws, friction, bonds, closed balance,
the same bits on any number of ranks and after a restart; those without relative motion have none. A servo counts the
mass of a body, not of its sphere.
Labels: bulk contact input io law mesh parallel particle record run time wall."""
import glob
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, simulate

R, DENSITY, E, NU = 0.01, 2500, 1e8, 0.3
MASS = DENSITY * 4 / 3 * np.pi * R**3
SPHERE = f"radius: {R}"
CLUMP = "clump: rod, orientation: fixed"
PISTON = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [0.2, 0.1, 0.1]}
materials: {s: {density: 2500, youngs_modulus: 1e8, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: LAW}]
CLUMPS
particles: {a: {at: {position: [0.1, 0.05, 0.05], velocity: [1, 0, 0]}, material: s, BODY}}
walls: {piston: {WALL, material: s, mass: FREE g}}
time: {end: 30 ms, accuracy: 1e-4}
output: {trajectory: {every: 10 ms}, energy: {every: 10 ms}, walls: {every: 10 ms}}
"""
ACROSS, ALONG = ((0, -4e-3, 0), (0, 4e-3, 0)), ((-4e-3, 0, 0), (4e-3, 0, 0))


def clump_of(centres):
    spheres = ", ".join(f"{{centre: {list(centre)}, radius: 8 mm}}" for centre in centres)
    return f"clumps: {{rod: {{spheres: [{spheres}]}}}}"


def write_block(path):
    """A block from (0.115, 0.02, 0.02) to (0.14, 0.08, 0.08)."""
    low, high = (0.115, 0.02, 0.02), (0.14, 0.08, 0.08)
    corner = [[(low, high)[b >> k & 1][k] for k in range(3)] for b in range(8)]
    with open(path, "w") as f:
        f.write("solid block\n")
        for a, b, c, d in ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)):
            for triangle in ((a, b, c), (a, c, d)):
                vertices = "".join("vertex {} {} {}\n".format(*corner[k]) for k in triangle)
                f.write(f"facet normal 0 0 0\nouter loop\n{vertices}endloop\nendfacet\n")
        f.write("endsolid block\n")


def collide(top, name, wall, free, law="{law: tsuji, restitution: 0.6}", body=SPHERE, clumps=""):
    """Returns the velocities of particle and wall after the impact, the mass of the particle and the residual over the
    energy at the start."""
    text = PISTON.replace("LAW", law).replace("WALL", wall).replace("FREE", str(free)).replace("BODY", body)
    out = os.path.join(top, "piston")
    results = simulate(case(text.replace("CLUMPS", clumps)), out)
    kept = ledger(results)
    with h5py.File(results, "r") as f:
        of = f["particles/bodies" if clumps else "particles/grains"]
        v, mass = of["velocity/value"][-1, 0], of["mass"][0]
        return v, f["observables/walls/piston/velocity"][-1], mass, kept["residual"][-1] / kept["kinetic"][0]


def check_restitution(top, name, wall, free, restitution=0.6, momentum=True, **more):
    """The impulse of the impact has the direction of the normal, because there is no friction."""
    v, wall_v, mass, residual = collide(top, name, wall, free, **more)
    before = np.array([1.0, 0, 0])
    normal = (v - before) / np.linalg.norm(v - before)
    e = (wall_v - v) @ normal / (before @ normal)
    sum_after = (mass * v[0] + 1e-3 * free * wall_v[0]) / mass
    fact(
        abs(e - restitution) < 1e-3 and abs(residual) < 1e-4 and (not momentum or abs(sum_after - 1) < 1e-12),
        f"{name}, wall of {free} g: restitution {e:.5f} of {restitution}, momentum {sum_after:.14g}, "
        f"residual {residual:.2g}",
    )


FACE = "point: [0.12, 0, 0], normal: [-1, 0, 0]"
ROUND = "shape: sphere, centre: [0.13, 0.055, 0.05], radius: 0.015, direction: [1, 0, 0]"
SLEEVE = "shape: cylinder, centre: [0.13, 0.05, 0.05], axis: [0, 0, 1], radius: 0.015, direction: [0, 0, 1]"
LID = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [50 mm, 50 mm, 0.1]}
gravity: [0, 0, -9.81]
materials: {s: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.5}}]
particles:
  a: {lattice: {sites: simple_cubic, spacing: 10 mm, lower: [0, 0, 0], upper: [50 mm, 50 mm, 10 mm]},
    material: s, radius: 5 mm}
walls:
  floor: {side: lower_z, material: s}
  lid: {point: [0, 0, 12 mm], normal: [0, 0, -1], material: s, mass: 0.1 g, load: 0.1 N}
time: {end: 40 ms}
output: {energy: {every: 10 ms}}
"""
PRESCRIBED = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [0.1, 0.1, 0.2], periodic: [true, true, false]}
materials:
  s: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.3}
  glued: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.3}
contacts:
  - {between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.5}}
  - between: [glued, glued]
    normal: {law: hertz}
    bond: {law: beam, youngs_modulus: 1e7, tensile_strength: 1e5, radius_ratio: 0.5}
particles:
  needle: {at: {position: [0.05, 0.05, 0.012], velocity: [0, 0, -0.1]}, material: s, radius: 0.01, fixed: true}
  wheels: {at: [{position: [0.03, 0.02, 0.15], spin: [0, 10, 0]}, {position: [0.0495, 0.02, 0.15], spin: [0, 10, 0]}],
    material: s, radius: 0.01, fixed: true}
  ram: {at: {position: [0.0995, 0.05, 0.1], velocity: [0.02, 0, 0]}, material: s, radius: 0.01, fixed: true}
  anvil: {at: {position: [0.0199, 0.05, 0.1]}, material: s, radius: 0.01, fixed: true}
  row: {at: [{position: [0.02, 0.08, 0.05]}, {position: [0.035, 0.08, 0.05]}], velocity: [0, 0, 0.1], material: s,
    radius: 0.01, fixed: true}
  rests: {at: [{position: [0.02, 0.02, 5 mm]}, {position: [0.03, 0.02, 5 mm]}], material: s, radius: 0.01, fixed: true}
  grip: {at: {position: [0.07, 0.07, 0.1]}, material: glued, radius: 0.01, fixed: true}
  pulled: {at: {position: [0.07, 0.07, 0.12], velocity: [0, 0, 0.01]}, material: glued, radius: 0.01, fixed: true}
walls: {floor: {side: lower_z, material: s}}
time: {end: 25 ms}
output: {trajectory: {every: 5 ms}, walls: {every: 5 ms}, energy: {every: 5 ms}, contacts: {every: 25 ms},
  checkpoint: {every: 10 ms}}
"""
SERVO = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 20 mm]}
materials: {s: {density: 2500, youngs_modulus: 5e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.5}}]
clumps:
  ball: {spheres: [{centre: [0, 0, 0], radius: 1 mm}, {centre: [0, 0, 0], radius: 0.5 mm},
    {centre: [0.1 mm, 0, 0], radius: 0.5 mm}]}
particles: {one: {at: {position: [5 mm, 5 mm, 1 mm]}, material: s, clump: ball}}
walls:
  floor: {side: lower_z, material: s}
  lid: {point: [0, 0, 2.1 mm], normal: [0, 0, -1], material: s, servo: {force: 1 N, max_speed: 0.1 m/s}}
time: {end: 8 ms}
output: {walls: {every: 1 ms}}
"""


def check_prescribed(top):
    """`row` moves as one, and `rests` and the floor are at rest: with contacts, their overlaps would end the run."""
    path = case(PRESCRIBED)
    whole = simulate(path, os.path.join(top, "prescribed"))
    with h5py.File(whole, "r") as f:
        floor = f["observables/walls/floor/force"][-1]
        bonds = f["observables/bonds/time"][:]
        velocity = f["particles/grains/velocity/value"][:]
    kept, modulus = ledger(whole), 1e7 / (2 * (1 - NU**2))
    hertz = 4 / 3 * modulus * np.sqrt(R * 0.5e-3**3)
    fact(
        hertz < -floor[2] < 1.1 * hertz,
        f"an indenter on a wall exerts {-floor[2]:.4f} N: Hertz {hertz:.4f} N, and a dashpot of its own mass",
    )
    fact((velocity == velocity[0]).all(), "contacts do not change prescribed velocities")
    fact(
        abs(kept["residual"][-1]) < 1e-4 * kept["external_work"][-1]
        and kept["dissipated_frictional"][-1] > 0
        and kept["dissipated_viscous"][-1] > 0,
        f"the external work {kept['external_work'][-1]:.3g} J covers elastic energy, dashpots, friction and bond; "
        f"residual {kept['residual'][-1]:.2g} J",
    )
    fact(len(bonds) == 1, f"the bond between two bodies with prescribed motion breaks: {len(bonds)}")
    for ranks in (2, 3):
        other = simulate(path, os.path.join(top, f"prescribed-{ranks}"), [], ranks)
        told = run(["diff", whole, other], check=False)
        fact(told.returncode == 0, f"prescribed motion: same bits on {ranks} ranks {told.stdout}")
    middle = min(glob.glob(os.path.join(top, "prescribed", "checkpoint-*.h5")), key=os.path.getmtime)
    run(["resume", middle, "-o", os.path.join(top, "prescribed-on")], 2)
    told = run(["diff", whole, os.path.join(top, "prescribed-on", "results.h5")], check=False)
    fact(told.returncode == 0, f"prescribed motion: same bits after a restart {told.stdout}")
    elastic = ["contacts=[{between: '*', normal: {law: hertz}}]", "output.checkpoint.every=off"]
    only = [
        "particles={needle: {at: {position: [0.05, 0.05, 0.012], velocity: [0, 0, -0.1]}, material: s, "
        f"radius: {R}, fixed: true}}}}"
    ]
    for integrator in ("verlet", "rk"):
        sets = [*elastic, *only, f"time.integrator={integrator}"]
        results = simulate(path, os.path.join(top, "needle"), sets)
        with h5py.File(results, "r") as f:
            force = -f["observables/walls/floor/force"][-1, 2]
        fact(abs(force / hertz - 1) < 1e-9, f"{integrator}: an indenter exerts {force:.9f} N, Hertz {hertz:.9f} N")


with tempfile.TemporaryDirectory() as top:
    for free in (100, 10, 1, 0.1):
        check_restitution(top, "plane", FACE, free)
    check_restitution(top, "plane, linear", FACE, 0.1, law="{law: linear, stiffness: 1e5, restitution: 0.6}")
    check_restitution(top, "plane, elastic", FACE, 0.1, 1, law="{law: hertz}")
    write_block(os.path.join(top, "block.stl"))
    block = f"shape: mesh, file: {os.path.join(top, 'block.stl')}, direction: [1, 0, 0]"
    check_restitution(top, "mesh", block, 5)
    check_restitution(top, "oblique", "point: [0.12, 0.05, 0.05], normal: [-1, 1, 0], direction: [1, 0, 0]", 5)
    check_restitution(top, "sphere", ROUND, 5)
    check_restitution(top, "cylinder that moves along its axis", SLEEVE, 5, momentum=False)
    for name, centres in (("clump, one contact", ALONG), ("clump, two contacts", ACROSS)):
        check_restitution(top, name, FACE.replace("12", "125"), 5, body=CLUMP, clumps=clump_of(centres))
    kept = ledger(simulate(case(LID), os.path.join(top, "lid")))
    share = kept["residual"][-1] / kept["external_work"].max()
    fact(abs(share) < 0.01, f"a lid of a tenth of a gram on 25 grains: residual {share:.2g} of the external work")
    check_prescribed(top)
    simulate(case(SERVO), os.path.join(top, "servo"))
    with h5py.File(max(glob.glob(os.path.join(top, "servo", "checkpoint-*.h5"))), "r") as f:
        inertia = f["walls/inertia"][0]
    fact(abs(inertia / (MASS * 1e-3) - 1) < 1e-9, f"a servo on a clump has the inertia {inertia:.6g} kg of its mass")
done()
