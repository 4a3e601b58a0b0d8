"""A bonded block that breaks at a floor has the same bits on any number of ranks and after a restart; lists of
bonds; invalid bonds.
Labels: bulk chain contact input io law parallel particle record run time wall."""
import concurrent.futures
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, run, simulate

CASE = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [24 mm, 24 mm, 24 mm], periodic: [true, false, false]}
gravity: [0, 0, -9.81]
materials:
  m: {density: 2500, youngs_modulus: 50 MPa, poisson_ratio: 0.3}
  floor: {density: 2500, youngs_modulus: 50 MPa, poisson_ratio: 0.3}
contacts:
  - {between: '*', normal: {law: tsuji, restitution: 0.7}, tangential: {law: mindlin, friction: 0.4}}
  - between: [m, m]
    normal: {law: tsuji, restitution: 0.7}
    tangential: {law: mindlin, friction: 0.4}
    bond: {law: beam, youngs_modulus: 20 MPa, radius_ratio: 0.7, tensile_strength: 60 kPa, shear_strength: 60 kPa,
      damping: 0.05}
particles:
  block: {lattice: {sites: simple_cubic, spacing: 2 mm, lower: [3 mm, 3 mm, 3 mm], upper: [21 mm, 13 mm, 9 mm]},
    material: m, radius: {distribution: uniform, from: 0.9995 mm, to: 1 mm}, velocity: [0.5, 0.2, -1.5],
    spin: [0, 20, 0]}
walls:
  bottom: {side: lower_z, material: floor}
time: {end: 3.6 ms, safety: 0.3}
output: {trajectory: {every: 0.3 ms}, energy: {every: 0.1 ms}, observables: {every: 0.1 ms},
  checkpoint: {every: 2.3 ms, end: true}}
"""
top = tempfile.TemporaryDirectory()


def same(a, b, text):
    told = run(["diff", a, b], check=False)
    fact(told.returncode == 0, f"{text} {told.stdout.strip()}")


def checkpoints(directory):
    names = [n for n in os.listdir(directory) if n.startswith("checkpoint-")]
    return sorted(names, key=lambda n: int(n.split("-")[1].split(".")[0]))


def bonds(results):
    with h5py.File(results, "r") as f:
        return f["observables/bulk/bonds"][:], {name: data[:] for name, data in f["observables/bonds"].items()}


# ---- ranks, with a partition every 90 steps, so that bonds migrate ----
path = case(CASE)
folder = {ranks: os.path.join(top.name, f"ranks-{ranks}") for ranks in (1, 2, 3)}
for ranks, directory in folder.items():
    simulate(path, directory, ["time.rebalance=90"], ranks)
held, broken = bonds(os.path.join(folder[1], "results.h5"))
fact(
    held[0] == 318 and held[-1] == 318 - len(broken["time"]) and len(broken["time"]) > 100,
    f"{len(broken['time'])} of {held[0]} bonds break, {held[-1]} hold at the end",
)
order = np.column_stack([broken["step"], broken["id"]])
fact(
    np.array_equal(order, order[np.lexsort(order.T[::-1])]) and set(broken["mode"]) > {1, 2},
    f"broken bonds are listed by step and ids; modes {sorted(set(broken['mode']))}",
)
for ranks in (2, 3):
    same(
        os.path.join(folder[1], "results.h5"), os.path.join(folder[ranks], "results.h5"), f"same bits on {ranks} ranks"
    )

told = run(["check", path], 3).stdout
fact(f"\nbonds at the start: {held[0]}\n" in told, "granum check prints the number of bonds at the start")

# ---- restart while bonds break ----
middle, end = checkpoints(folder[2])
with h5py.File(os.path.join(folder[2], middle)) as f:
    steps = f["numbers/bulk_steps"][0]
before = np.count_nonzero(broken["step"] <= steps)
fact(0 < before < len(broken["step"]), f"{before} bonds are broken before the checkpoint")
for ranks in (3,):
    other = os.path.join(top.name, f"resumed-{ranks}")
    run(["resume", os.path.join(folder[2], middle), "-o", other], ranks)
    for name in ("results.h5", end):
        same(os.path.join(folder[2], name), os.path.join(other, name), f"resumed on {ranks}: {name} has the same bits")

# ---- lists ----
listed = CASE.replace("damping: 0.05}", "form: list}\n    bond_list: pairs.csv").replace("end: 3.6 ms", "end: 1e-5")
with open(os.path.join(top.name, "list.yaml"), "w") as f:
    f.write(listed)


def pairs(text):
    with open(os.path.join(top.name, "pairs.csv"), "w") as f:
        f.write(text)


pairs("# three bonds\nid_1, id_2\n1, 2\n11, 2\n134, 135\n")
with open(os.path.join(top.name, "list.yaml")) as f:
    results = simulate(os.path.join(top.name, "list.yaml"), os.path.join(top.name, "listed"), ranks=3)
fact(list(bonds(results)[0]) == [3, 3], "a list of three pairs makes three bonds, on 3 ranks")

# ---- invalid bonds: exit code 2, and one line ----
HEAD = "id_1, id_2\n"
LISTS = [
    ("no header", "1, 2\n", "pairs.csv:1:1: is not a header; write `id_1, id_2`"),
    ("nothing", HEAD, "pairs.csv:2:1: the list has no pairs"),
    ("one id", HEAD + "1\n", "pairs.csv:2:2: one id alone"),
    ("three ids", HEAD + "1, 2, 3\n", "pairs.csv:2:6: more than two ids"),
    ("no number", HEAD + "1, two\n", "pairs.csv:2:4: is not the id of a particle"),
    ("itself", HEAD + "7, 7\n", "pairs.csv:2:1: a particle cannot have a bond with itself"),
    ("an id that is not there", HEAD + "1, 2\n2, 900\n", "pairs.csv:3:1: there is no particle 900"),
    ("far apart", HEAD + "1, 2\n1, 9\n", "pairs.csv:3:1: the particles 1 and 9 are farther apart than the gap"),
    ("twice", HEAD + "1, 2\n2, 3\n2, 1\n", "pairs.csv:4:1: line 2 has this pair already"),
]
for name, text, expected in LISTS:
    pairs(text)
    told = run(["check", os.path.join(top.name, "list.yaml")], 3 if name in ("far apart", "twice") else 1, check=False)
    fact(
        told.returncode == 2 and expected in told.stderr and told.stderr.count("granum: ") == 1,
        f"{name}: {told.stderr.splitlines()[0]}",
    )
os.remove(os.path.join(top.name, "pairs.csv"))
SETS = [
    (
        "negative strength",
        "contacts.1.bond.tensile_strength=-1 Pa",
        "tensile_strength: -1 Pa is out of range; write a number above 0 Pa",
    ),
    (
        "strength above the modulus",
        "contacts.1.bond.tensile_strength=1 GPa",
        "tensile_strength is above youngs_modulus",
    ),
    ("two radii", "contacts.1.bond.radius=1 mm", "radius and radius_ratio are both given"),
    (
        "two moduli",
        "contacts.1.bond={law: beam, youngs_modulus: 1 GPa, poisson_ratio: 0.2, shear_modulus: 1 GPa}",
        "both given",
    ),
    (
        "until before from",
        "contacts.1.bond={law: beam, youngs_modulus: 1 GPa, form: touch, from: 2 ms, until: 1 ms}",
        "until is not after from",
    ),
    ("a window without touch", "contacts.1.bond.until=1 ms", "from and until are for bonds that form at a touch"),
    ("no modulus", "contacts.1.bond={law: beam}", "contacts.1.bond.youngs_modulus: is missing"),
    ("a wall", "walls.bottom.material=m", "contacts.1.bond: the rule is for the wall 'bottom' as well"),
    ("no list", "contacts.1.bond.form=list", "contacts.1.bond_list: is missing"),
    ("a list without form", "contacts.1.bond_list=pairs.csv", "contacts.1.bond_list: is for a bond with form: list"),
    ("no such law", "contacts.1.bond={law: beem}", "there is no law 'beem'; did you mean 'beam'?"),
    ("a normal law", "contacts.1.bond={law: hertz}", "'hertz' is a law for `normal`, not for `bond`"),
    ("another lever", "contacts.1.lever=radius", "contacts.1.lever: is for contacts without bonds"),
    (
        "adhesion",
        "contacts.1.adhesion={law: reversible, force: 1 uN, stiffness: 1}",
        "contacts.1.bond: is for contacts without adhesion",
    ),
    ("rk", "time.integrator=rk", "time.integrator: bonds are held by velocity Verlet alone"),
]


def check(row):
    return run(["check", path, "--set", row[1]], check=False)


CHAIN = case(
    "dimension: 1\nmaterials: {m: {density: 2500}}\n"
    "particles: {beads: {chain: {count: 3}, material: m, radius: 1 mm}}\ntime: {end: 1 ms}\n"
    "contacts: [{between: '*', normal: {law: linear, stiffness: 1e5, restitution: 1}, bond: {law: beam, "
    "youngs_modulus: 1e9}}]\n"
)
told = run(["check", CHAIN], check=False)
fact(told.returncode == 2 and "contacts.0.bond: " in told.stderr, f"bonds on a line are refused: {told.stderr.strip()}")

with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for (name, _, expected), told in zip(SETS, pool.map(check, SETS)):
        one = told.returncode == 2 and expected in told.stderr and told.stderr.count("granum: ") == 1
        fact(one, f"{name}: {told.stderr.strip()}")
done()
