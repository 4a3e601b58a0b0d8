"""Groups of beads with a pattern or taper equal the same beads defined one by one, with equal bits on 1 to 4 ranks,
from the resolved input and after a checkpoint; and at rest under gravity.
Labels: chain input io law parallel record run time."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, run, sensor, simulate

HEAD = """
dimension: 1
materials:
  steel: {density: 8000, youngs_modulus: 193e9, poisson_ratio: 0.3}
  ptfe: {density: 2200, youngs_modulus: 1.26e9, poisson_ratio: 0.46}
  soft: {density: 8000, youngs_modulus: 10e9, poisson_ratio: 0.3}
contacts:
  - {between: '*', normal: {law: tsuji, restitution: 0.9, coefficient: published}}
  - {between: [steel, ptfe], normal: {law: hertz}}
particles:
  striker: {chain: {count: 1}, material: steel, radius: 2.38 mm, velocity: 1}
"""
TAIL = """
time: {end: 350 us, step: 0.1 us}
output: {trajectory: {every: 25 us}, energy: {every: 25 us}, checkpoint: {every: 170 us}}
"""
GROUPS = """
  dimer: {chain: {count: 9, gap: 0.1 um}, pattern: [{material: steel, radius: 2 mm},
    {material: ptfe, radius: 2 mm, mass: 0.1 g}], gap: 0.1 um}
  trimer: {chain: {count: 8, precompression: 2}, material: steel,
    pattern: [{radius: 2 mm}, {radius: 1 mm}, {radius: 1.5 mm}], precompression: 2}
  line: {chain: {count: 6}, material: steel, radius: {from: 2 mm, to: 1 mm}}
  ratio: {chain: {count: 5, precompression: 1}, material: steel, radius: {from: 2 mm, ratio: 0.9}}
  few: {chain: {count: 2}, material: steel, pattern: [{radius: 2 mm}, {radius: 1 mm}, {radius: 1.5 mm}]}
  end: {chain: {count: 1}, material: steel, radius: {from: 1 mm, to: 3 mm}}
"""
# Each bead: material, radius [mm], further keys
BEADS = (
    [("steel" if k % 2 == 0 else "ptfe", 2.0, "gap: 0.1 um" + (", mass: 0.1 g" if k % 2 else "")) for k in range(9)]
    + [("steel", (2.0, 1.0, 1.5)[k % 3], "precompression: 2") for k in range(8)]
    + [("steel", 2.0 - 0.2 * k, "gap: 0") for k in range(6)]
    + [("steel", 2.0 * 0.9**k, "gap: 0" if k == 0 else "precompression: 1") for k in range(5)]
    + [("steel", (2.0, 1.0)[k], "gap: 0") for k in range(2)]
    + [("steel", 1.0, "gap: 0")]
)
SINGLE = "".join(
    f"  b{k}: {{chain: {{count: 1}}, material: {m}, radius: {r:.17g} mm, {rest}}}\n"
    for k, (m, r, rest) in enumerate(BEADS)
)


def values(results, name):
    with h5py.File(results) as f:
        return f[f"particles/grains/{name}"][:]


def same(a, b):
    told = run(["diff", a, b], check=False)
    if told.returncode != 0:
        print(f"     {told.returncode}: {told.stdout.strip()} {told.stderr.strip()[-300:]}")
    return told.returncode == 0


with tempfile.TemporaryDirectory() as top:
    path = case(HEAD + GROUPS + TAIL)
    results = {p: simulate(path, os.path.join(top, str(p)), [], p) for p in (1, 2, 4)}
    fact(all(same(results[1], results[p]) for p in results), "same bits on 1, 2 and 4 ranks")
    singles = simulate(case(HEAD + SINGLE + TAIL), os.path.join(top, "singles"))
    # A radius by a ratio or by equal differences agrees with the decimal number within two roundings; forces of 1 N
    # shift an equilibrium overlap by as much.
    for name in ("radius", "mass", "position/value", "velocity/value"):
        a, b = values(results[1], name), values(singles, name)
        fact(
            a.shape == b.shape and abs(a - b).max() <= 1e-13 * abs(b).max(),
            f"{name}: the results of a pattern and of its beads written one by one differ by {abs(a - b).max():.2g} "
            f"of {abs(b).max():.4g}",
        )
    fact(
        np.array_equal(values(results[1], "species"), values(singles, "species")),
        "the beads of a pattern and those written one by one have the same materials",
    )
    again = simulate(os.path.join(top, "1", "input.yaml"), os.path.join(top, "again"))
    fact(
        all(
            np.array_equal(values(results[1], name), values(again, name))
            for name in ("radius", "mass", "position/value", "velocity/value")
        ),
        "the resolved input.yaml gives the same bits",
    )
    first = sorted(name for name in os.listdir(os.path.join(top, "1")) if name.startswith("checkpoint-"))[0]
    run(["resume", os.path.join(top, "1", first), "-o", os.path.join(top, "resumed")], 3)
    fact(same(results[1], os.path.join(top, "resumed", "results.h5")), "a run resumed on 3 ranks has the same bits")

    # Contacts that differ only in stiffness, with no others in their block.
    alone = HEAD.replace("  striker: {chain: {count: 1}, material: steel, radius: 2.38 mm, velocity: 1}\n", "")
    strike, beads = "initial_velocities: [{id: 1, velocity: 1}]", [
        ("soft" if k % 3 == 2 else "steel", 2.0, "gap: 0") for k in range(21)
    ]
    whole = (
        "  like: {chain: {count: 21}, material: steel, "
        "pattern: [{radius: 2 mm}, {radius: 2 mm}, {radius: 2 mm, material: soft}]}\n"
    )
    each = "".join(
        f"  b{k}: {{chain: {{count: 1}}, material: {m}, radius: {r} mm, {rest}}}\n"
        for k, (m, r, rest) in enumerate(beads)
    )
    # adds different contacts to the block
    each += "  far: {chain: {count: 1}, material: steel, radius: 1 mm, gap: 1 mm}\n"
    runs = [
        simulate(case(alone + groups + strike + TAIL), os.path.join(top, f"alone-{k}"))
        for k, groups in enumerate((whole, each))
    ]
    fact(
        np.array_equal(*(values(r, "velocity/value")[:, :21] for r in runs)),
        "three pair types that differ in stiffness only are kept apart",
    )

    # A pattern of beads standing on each other: every contact carries the weight above it.
    stand = (
        HEAD.replace("velocity: 1", "velocity: 0")
        + "  dimer: {chain: {count: 30}, pattern: [{material: steel, radius: 2 mm}, {material: ptfe, radius: 1 mm}]}\n"
    )
    stand += (
        "  base: {chain: {count: 1}, material: steel, shape: plane, fixed: true}\ngravity: 9.81\n"
        "equilibrium: [striker, dimer, base]\n"
    )
    stand += (
        "time: {end: 20 us, step: 0.1 us}\n"
        "output: {trajectory: {every: 20 us}, sensors: {group: base, at: [1], every: 1 us}}\n"
    )
    file = case(stand)
    runs = [simulate(file, os.path.join(top, f"stand-{p}"), [], p) for p in (1, 3)]
    weight = 9.81 * values(runs[0], "mass").sum()
    _, force = sensor(runs[0], "base-1", "force")
    fact(
        same(*runs) and np.all(abs(force / weight - 1) < 1e-9),
        f"the base carries {force[0]:.9g} N, the weight of all beads ({weight:.9g} N)",
    )
done()
