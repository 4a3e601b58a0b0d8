"""Rigid bodies of spheres across faces, edges and periodic images: the same bits on any number of ranks, after a
restart on another number of ranks, while bodies are inserted, leave the domain or are removed. A clump of one sphere
has the bits of the sphere. Whole bodies are inserted and leave.
Labels: bulk clump contact input io law parallel particle record run time wall long."""
import glob
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, simulate

SHAPES = """
clumps:
  dimer: {spheres: [{centre: [-0.3 mm, 0, 0], radius: 1 mm}, {centre: [0.5 mm, 0, 0], radius: 0.8 mm}]}
  bent: {spheres: [{centre: [-1 mm, 0, 0], radius: 0.6 mm}, {centre: [0, 0.2 mm, 0], radius: 0.6 mm},
    {centre: [1 mm, 0, 0.3 mm], radius: 0.6 mm}], mass_from: sum}
  single: {spheres: [{centre: [0, 0, 0], radius: 0.7 mm}]}
materials: {glass: {density: 2500, youngs_modulus: 5e6, poisson_ratio: 0.3}}
"""
LAWS = [
    "{between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.4}}",
    "{between: '*', normal: {law: linear, stiffness: 2e3, restitution: 0.5}, "
    "tangential: {law: linear_spring, stiffness: 1e3, friction: 0.4}}",
    "{between: '*', normal: {law: walton_braun, k1: 2e3, k2: 4e3}, tangential: {law: linear_spring, stiffness: 1e3, "
    "friction: 0.3}}",
]


def document(seed):
    """A random case: law, sides, gravity, sizes, fixed bodies, removal."""
    draw = np.random.default_rng(seed)
    periodic = [bool(draw.integers(2)) for _ in range(3)]
    sides = [a for a, p in zip("xyz", periodic) if not p and draw.integers(2)]
    walls = "".join(f"\n  low{a}: {{shape: plane, side: lower_{a}, material: glass}}" for a in sides)
    removal = "removal: {hole: {within: {box: {lower: [0, 0, 0], upper: [5 mm, 6 mm, 4 mm]}}, every: 3 ms}}\n"
    return f"""
dimension: 3
domain: {{lower: [0, 0, 0], upper: [12 mm, 14 mm, 16 mm], periodic: {str(periodic).lower()}}}
{SHAPES}
contacts: [{LAWS[draw.integers(len(LAWS))]}]
gravity: [{draw.uniform(-40, 40)}, 0, {draw.uniform(-80, 0)}]
particles:
  first: {{material: glass, clump: dimer, random: {{count: 18}}, velocity_deviation: 0.3, spin_deviation: 100,
    seed: {seed}}}
  second: {{material: glass, clump: bent, radius: {{distribution: uniform, from: 0.6 mm, to: 0.8 mm}},
    random: {{count: 25}}, velocity_deviation: 0.3, seed: {seed}}}
  balls: {{material: glass, radius: 0.5 mm, random: {{count: 40}}, velocity_deviation: 0.3, seed: {seed}}}
  held: {{material: glass, clump: bent, fixed: true, random: {{count: 2}}, seed: {seed}}}
{"walls:" + walls if walls else ""}
{removal if draw.integers(2) else ""}time: {{end: 10 ms, step: 5 us, rebalance: 200, overlap_limit: 0.8}}
output: {{trajectory: {{every: 2.5 ms}}, energy: {{every: 1 ms}}, checkpoint: {{every: 5 ms}},
  observables: {{every: 2.5 ms}},
  counters: {{middle: {{plane: {{point: [0, 0, 8 mm], normal: [0, 0, 1]}}, every: 1 ms}},
    fine: {{within: {{box: {{lower: [0, 0, 0], upper: [12 mm, 14 mm, 16 mm]}}}}, radius: {{to: 0.7 mm}},
      every: 1 ms}}}}}}
"""


POUR = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [16 mm, 18 mm, 30 mm], periodic: [true, true, false]}
%s
contacts: [%s]
gravity: [0, 0, -9.81]
particles:
  dimers: {material: glass, clump: dimer, velocity: [0, 0, -0.5], spin_deviation: 20, insert: {REGION, rate: 2000,
    count: 100}}
  bents: {material: glass, clump: bent, radius: {distribution: uniform, from: 0.6 mm, to: 0.8 mm},
    velocity: [0, 0, -0.5], insert: {REGION, mass_rate: 4 g/s, until: 40 ms}}
  balls: {material: glass, radius: 0.7 mm, velocity: [0, 0, -0.5], insert: {REGION, rate: 1000, count: 50}}
walls: {floor: {side: lower_z, shape: plane, material: glass}, top: {side: upper_z, shape: plane, material: glass}}
removal: {hole: {within: {box: {lower: [0, 0, 0], upper: [9 mm, 9 mm, 4 mm]}}, every: 11 ms}}
time: {end: 70 ms, step: 5 us, overlap_limit: 0.8}
output: {trajectory: {every: 10 ms}, energy: {every: 5 ms}, checkpoint: {every: 35 ms}, observables: {every: 10 ms}}
""".replace(
    "REGION", "region: {box: {lower: [0, 0, 20 mm], upper: [16 mm, 18 mm, 30 mm]}}"
) % (
    SHAPES,
    LAWS[0],
)
# At rest without gravity nothing moves away: all places of the region are used, across its periodic sides.
STILL = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [9 mm, 9 mm, 9 mm], periodic: [true, true, true]}
%s
contacts: [%s]
particles:
  dimers: {material: glass, clump: dimer, insert: {REGION, rate: 1e4, count: 12, every: 0.1 ms}}
  bents: {material: glass, clump: bent, insert: {REGION, rate: 2e4, count: 12, every: 0.1 ms}}
time: {end: 2 ms, step: 10 us}
output: {trajectory: {every: 1 ms}, energy: {every: 0.1 ms}}
""".replace(
    "REGION", "region: {box: {lower: [0, 0, 0], upper: [9 mm, 9 mm, 9 mm]}}"
) % (
    SHAPES,
    LAWS[0],
)


def resumed(directory, top):
    """Resumes the first checkpoint of a run on 2 ranks, in another folder; returns the results."""
    first = min(glob.glob(os.path.join(directory, "checkpoint-*.h5")), key=lambda name: int(name.split("-")[-1][:-3]))
    with h5py.File(first) as at, h5py.File(os.path.join(directory, "results.h5")) as of:
        half = at.attrs["step"] * 2 == of["observables/energy/step"][-1]
    fact(half, f"{os.path.basename(first)} is in the middle of the run")
    part = tempfile.mkdtemp(dir=top)
    run(["resume", first, "-o", part], ranks=2)
    return os.path.join(part, "results.h5")


def bits(results):
    """The content of a results file."""
    with open(results, "rb") as f:
        return f.read()


CASES, RANKS = int(os.environ.get("GRANUM_CLUMP_CASES", 4)), (3,)


def column(file, name, frame):
    """Returns a column of the bodies in a frame; where bodies are removed, every column has frames."""
    values = file["particles/bodies"][name]
    return values["value"][frame] if "value" in values else values[:]


with tempfile.TemporaryDirectory() as top:
    for seed in range(CASES):
        path, out = case(document(seed)), os.path.join(top, "one")
        one = simulate(path, out)
        books = ledger(one)
        for ranks in RANKS:
            same = bits(simulate(path, os.path.join(top, "more"), ranks=ranks)) == bits(one)
            fact(same, f"case {seed}: the same bits on {ranks} ranks")
        with h5py.File(one) as a, h5py.File(resumed(os.path.join(top, "more"), top)) as b:
            for name in ("position", "velocity", "orientation", "angular_velocity"):
                x, y = (f[f"particles/bodies/{name}/value"][-1] for f in (a, b))
                fact(
                    np.array_equal(x, y, equal_nan=True),
                    f"case {seed}: {name} is the same after a restart on other ranks",
                )
            bodies = a["particles/bodies/position/value"][-1]
            grains = a["particles/grains"]
            varies = grains["id/value"][-1] if "value" in grains["id"] else grains["id"][:]
            there = grains["position/value"][-1] if "value" in grains["position"] else grains["position"][-1]
            present = varies[np.isfinite(there[:, 0]) & (varies > 0)]
            first, last = ({k: column(a, k, frame) for k in ("id", "group", "mass")} for frame in (0, -1))
            sizes = {i: 2 if group == 0 else 3 for i, group in zip(first["id"], first["group"]) if i > 0}
            here = set(last["id"][np.isfinite(bodies[:, 0])])
            whole = [np.isin(range(i, i + n), present).all() for i, n in sizes.items() if i in here]
            none = [not np.isin(range(i, i + n), present).any() for i, n in sizes.items() if i not in here]
            mass = first["mass"][0]  # of a dimer
            fact(
                whole and all(whole) and all(none),
                f"case {seed}: {len(none)} bodies have left together with all their spheres",
            )
        scale = max(np.abs(books[k]).max() for k in ("kinetic", "external_work"))
        fact(np.abs(books["residual"]).max() < 0.02 * scale, f"case {seed}: the energy balance closes")

    # Insertion with removal.
    one = simulate(case(POUR), os.path.join(top, "one"))
    same = bits(simulate(case(POUR), os.path.join(top, "more"), ranks=3)) == bits(one)
    fact(same, "insertion: the same bits on 3 ranks")
    # Many ranks on few cores are slow: half of the run, with three removals.
    short = [simulate(case(POUR), os.path.join(top, f"short-{n}"), ["time.end=35 ms"], n) for n in (1, 8)]
    fact(bits(short[0]) == bits(short[1]), "insertion: the same bits on 8 ranks")
    with h5py.File(one) as a, h5py.File(resumed(os.path.join(top, "more"), top)) as b:
        for name in ("id", "position", "velocity", "orientation", "angular_velocity", "moments"):
            x, y = (f[f"particles/bodies/{name}/value"][:] for f in (a, b))
            fact(np.array_equal(x, y, equal_nan=True), f"insertion: {name} is the same after a restart on other ranks")
        there = [[a[f"particles/{g}/{k}/value"][:] for k in ("count", "id", "group")] for g in ("bodies", "grains")]
    for n, ids, groups, m, spheres, of in zip(*there[0], *there[1]):
        expected = [i + k for i, g in zip(ids[: n[0]], groups[: n[0]]) for k in range(2 + g)]
        fact(np.array_equal(expected, spheres[: m[0]][of[: m[0]] < 2]), f"insertion: {n[0]} bodies have all spheres")
    books = ledger(one)
    scale = max(np.abs(books[k]).max() for k in ("kinetic", "external_work", "brought_in"))
    fact(np.abs(books["residual"]).max() < 5e-3 * scale, "insertion: the energy balance closes")
    still = simulate(case(STILL), os.path.join(top, "still"))
    books = ledger(still)
    with h5py.File(still) as f:
        number, masses, groups = (f[f"particles/bodies/{k}/value"][-1] for k in ("count", "mass", "group"))
    fact(abs(masses[groups == 0] / mass - 1).max() < 1e-12, "an inserted dimer has the mass of an initial dimer")
    fact(
        number == 24 and not books["elastic"].any() and not books["kinetic"].any(),
        f"{number[0]} inserted bodies touch nothing and stay at rest",
    )

    text = document(1).replace("clump: dimer", "clump: single").replace("clump: bent", "clump: single")
    single = simulate(case(text), os.path.join(top, "single"))
    text = text.replace("clump: single, radius", "radius").replace("clump: single", "radius: 0.7 mm")
    sphere = simulate(case(text), os.path.join(top, "sphere"))
    with h5py.File(single) as a, h5py.File(sphere) as b:
        for name in ("position", "velocity", "angular_velocity"):
            x, y = (f[f"particles/grains/{name}/value"][:] for f in (a, b))
            fact(np.array_equal(x, y, equal_nan=True), f"a clump of one sphere has the same {name} as the sphere")
done()
