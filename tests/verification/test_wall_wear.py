"""Load and wear of walls. A sphere dragged over a plane and over a mesh: Archard's volume K N s/H, the sliding work is
the frictional energy of the ledger, the sums over the triangles are those of the wall, and the pressures give the
impulse. A sphere that rolls wears nothing. A bounce: impulse 2 m v and normal work m v^2/2. A crowd in a rotating mesh
has equal bits on 1, 2 and 3 ranks and after a restart.
Labels: base bulk contact input io law mesh parallel record run wall."""
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, same_bits, simulate
from meshes import drum, stl

K, H, MU, U, END, STEP = 1e-4, 2e9, 0.3, 1.0, 0.02, 2e-6
SIZE, OVERLAP, STIFFNESS = 0.002, 1e-6, 1e6
HEAD = f"""
dimension: 3
domain: {{lower: [-0.03, -0.03, -0.03], upper: [0.06, 0.03, 0.03]}}
materials:
  glass: {{density: 2500, youngs_modulus: 20 MPa, poisson_ratio: 0.3}}
  liner: {{density: 2500, youngs_modulus: 20 MPa, poisson_ratio: 0.3, wear: {{coefficient: {K}, hardness: {H}}}}}
"""
SPRINGS = f"""contacts:
- between: '*'
  normal: {{law: linear, stiffness: {STIFFNESS}, restitution: 1}}
  tangential: {{law: linear_spring, stiffness: {STIFFNESS}, friction: {MU}, damping: 0}}
"""
DRAG = f"""{HEAD}{SPRINGS}
particles:
  tip: {{at: {{position: [1.1e-3, 1.3e-3, {SIZE - OVERLAP}], velocity: [{U}, 0, 0]}}, fixed: true, material: glass,
         radius: {SIZE}}}
time: {{end: {END}, step: {STEP}}}
output: {{walls: {{every: 1 ms, triangles: true}}, energy: {{every: 1 ms}}, checkpoint: {{every: 7 ms}}}}
"""
PLANE = "walls: {floor: {point: [0, 0, 0], normal: [0, 0, 1], material: liner}}\n"
WORKS = ("normal_impulse", "tangential_impulse", "normal_work", "sliding_work")


def strip(path, count, length, width):
    """Writes `count` rectangles along x, of two triangles each."""
    triangles = []
    for x in np.arange(count) * length / count:
        a, b, c, d = (x, -width), (x + length / count, -width), (x + length / count, width), (x, width)
        triangles += [(a, b, c), (a, c, d)]
    return stl(path, [[(*corner, 0) for corner in triangle] for triangle in triangles])


def near(found, expected, tolerance):
    return np.all(np.abs(found - expected) <= tolerance * np.abs(expected))


def dragged(results, name):
    """The spring of the tip begins without force and slides within the first step, which counts half."""
    force, after, first = STIFFNESS * OVERLAP, U * (END - 1e-3), STEP / END
    with h5py.File(results, "r") as f:
        wall = {key: item[()] for key, item in f["observables/walls/floor"].items() if isinstance(item, h5py.Dataset)}
    worn, volume = wall["worn_volume"], K * force * U * END / H
    fact(near(worn[-1], volume, first), f"{name}: {worn[-1] / volume:.9g} of K N s/H; one step is {first:.1g}")
    rest = (worn[-1] - worn[1]) / (K * force * after / H)
    fact(near(rest, 1, 1e-9), f"{name}: {rest:.12g} of K N s/H after the first millisecond")
    lost = ledger(results)["dissipated_frictional"]
    fact(near(lost[-1] - lost[1], MU * force * after, 1e-9), f"{name}: the ledger loses mu N s to friction")
    fact(near(wall["sliding_work"], lost, 1e-11), f"{name}: the sliding work is the friction of the ledger")
    fact(near(wall["tangential_impulse"][-1], MU * force * END, first), f"{name}: impulse of the friction")
    return wall


def meshed(results, wall):
    with h5py.File(results, "r") as f:
        group = f["observables/walls/floor"]
        single = {key[9:]: group[key]["value"][()] for key in group if key.startswith("triangle_")}
        time = group["triangle_pressure/time"][()]
        corner = f["parameters/walls/floor/vertices"][()][f["parameters/walls/floor/triangles"][()]]
    area = 0.5 * np.linalg.norm(np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]), axis=1)
    for key in WORKS:
        total = single[key].sum(axis=1)
        fact(near(total[1:], wall[key][1:], 1e-13), f"mesh: the triangles add up to the wall: {key}")
    worn = (single["wear_depth"] * area).sum(axis=1)
    fact(near(worn, wall["worn_volume"], 1e-13), "mesh: depth times area adds up to the worn volume")
    fact((single["wear_depth"][-1] > 0).sum() == 9, "mesh: nine of sixteen triangles are worn")
    fact((single["contacts"][-1] == (single["wear_depth"][-1] > 0)).all(), "mesh: the tip comes once to each of them")
    pushed = (single["pressure"][1:] * area * np.diff(time)[:, None]).sum(axis=0)
    fact(near(pushed, single["normal_impulse"][-1], 1e-12), "mesh: the pressures give the impulse")


ROLL = f"""{HEAD}{SPRINGS}
gravity: [0, 0, -9.81]
particles: {{ball: {{at: {{position: [0, 0, {SIZE}], velocity: [0.1, 0, 0], spin: [0, {0.1 / SIZE}, 0]}},
  material: glass, radius: {SIZE}}}}}
{PLANE}time: {{end: 20 ms, step: 1 us}}
output: {{walls: {{every: 1 ms}}}}
"""
BOUNCE = ROLL.replace("velocity: [0.1, 0, 0], spin: [0, 50.0, 0]", "velocity: [0, 0, -0.1]").replace("-9.81]", "0]")
BOUNCE = (
    BOUNCE.replace(f"0, {SIZE}]", f"0, {1.01 * SIZE}]").replace("step: 1 us", "step: 0.1 us").replace("20 ms", "1 ms")
)

CROWD = f"""{HEAD}
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.7}}, tangential: {{law: mindlin, friction: 0.5}},
  rolling: {{law: rolling_spring, friction: 0.02, stiffness: 500 N/m}}}}]
gravity: [0, 0, -9.81]
particles:
  grains:
    lattice: {{sites: simple_cubic, lower: [-0.019, -0.012, -0.019], upper: [0.019, 0.012, 0.019], spacing: 4.05 mm}}
    material: glass
    radius: {{distribution: uniform, from: 1.2 mm, to: 2 mm}}
    velocity: [0.3, 0.4, -0.6]
walls:
  drum: {{shape: mesh, file: FILE, material: liner, rotation: {{angular_velocity: [0, 12, 0], pivot: [0, 0, 0]}}}}
  plate: {{shape: rectangle, centre: [0, 0, -0.02], normal: [0, 0, 1], along: [1, 0, 0], length: 6 mm, width: 6 mm,
          material: glass}}
time: {{end: 30 ms, step: 10 us, rebalance: 50}}
output: {{walls: {{every: 5 ms, triangles: true}}, energy: {{every: 5 ms}}, checkpoint: {{every: 20 ms}}}}
"""


with tempfile.TemporaryDirectory() as top:
    plane = simulate(case(DRAG.replace(", triangles: true", "") + PLANE), f"{top}/plane")
    dragged(plane, "plane")
    path = strip(f"{top}/strip.stl", 8, 0.04, 0.01)
    mesh = f"walls: {{floor: {{shape: mesh, file: {path}, material: liner}}}}\n"
    results = simulate(case(DRAG + mesh), f"{top}/mesh")
    meshed(results, dragged(results, "mesh"))

    results = simulate(case(ROLL), f"{top}/roll")
    with h5py.File(results, "r") as f:
        wall = f["observables/walls/floor"]
        slid = wall["worn_volume"][-1] * H / K / wall["normal_impulse"][-1] / 0.1  # of the path of the centre
    fact(slid < 1e-6, f"a sphere that rolls wears nothing: {slid:.3g} of its path")

    results = simulate(case(BOUNCE), f"{top}/bounce")
    mass = 2500 * 4 / 3 * np.pi * SIZE**3
    with h5py.File(results, "r") as f:
        wall = f["observables/walls/floor"]
        impulse, work, contacts = (wall[key][-1] for key in ("normal_impulse", "normal_work", "contacts"))
    fact(contacts == 1 and near(impulse, 2 * mass * 0.1, 1e-4), f"bounce: impulse {impulse / mass / 0.1:.7g} m v")
    fact(near(work, mass * 0.1**2 / 2, 1e-4), f"bounce: normal work {work / mass / 0.1**2:.7g} m v^2")

    drum_path = stl(f"{top}/drum.stl", drum(24, 3, 0.03, 0.03))
    crowd = case(CROWD.replace("FILE", drum_path))
    one = simulate(crowd, f"{top}/1")
    for ranks in (2, 3):
        unlike = same_bits(one, simulate(crowd, f"{top}/{ranks}", ranks=ranks))
        unlike = unlike or same_bits(*(f"{top}/{folder}/checkpoint-2000.h5" for folder in (1, ranks)))
        fact(not unlike, f"crowd: the same bits of results and checkpoint on {ranks} ranks {unlike}")
    run(["resume", f"{top}/3/checkpoint-2000.h5", "-o", f"{top}/resumed"], ranks=2)
    unlike = same_bits(one, f"{top}/resumed/results.h5")
    fact(not unlike, f"crowd: the same bits after a restart on 2 ranks of a checkpoint of 3 ranks {unlike}")
    with h5py.File(one, "r") as f:
        wall, other = f["observables/walls/drum"], f["observables/walls/plate"]
        fact(
            wall["worn_volume"][-1] > 0 and wall["contacts"][-1] > 99 and np.isnan(other["worn_volume"][()]).all(),
            "crowd: only the drum wears",
        )
        fact(
            near(wall["triangle_sliding_work/value"][-1].sum(), wall["sliding_work"][-1], 1e-12), "crowd: sliding work"
        )
done()
