"""Impacts distributed over ranks: the same results.h5, bit for bit, with variants, a sweep and curves; and failures.
Labels: impact input law parallel quick."""
import os
import tempfile

import h5py
import numpy as np
from ensembles import same_bits, second_fails
from granum_test import case, done, fact, simulate

CASE = """
problem: impact
materials: {steel: {density: 7800, youngs_modulus: 207e9, poisson_ratio: 0.3, yield_stress: 1030e6}}
contacts: [{between: '*', normal: {law: hertz}}]
bodies: [{material: steel, radius: 20 mm}, {shape: plane, material: steel, fixed: true}]
velocities: {from: 0.01, to: 30, count: 37, spacing: log}
variants:
  tsuji: {contacts.0.normal: {law: tsuji, restitution: 0.5}}
  plastic: {contacts.0.normal: {law: ma_liu, hardness_ratio: 3, conformity: 13}, end: zero_force}
  sticky: {contacts.0.normal: {law: luding, k1: 1e8, k_p: 5e8, k_c: 1e8, plasticity_depth: 0.01}}
sweep: {bodies.0.radius: [5 mm, 20 mm, 0.1 m]}
curves: true
curve_points: 33
"""
RANKS = (1, 2, 3, 4, 7)
OBLIQUE = """
problem: impact
materials: {steel: {density: 7800, youngs_modulus: 207e6, poisson_ratio: 0.3}}
contacts:
  - {between: '*', normal: {law: tsuji, restitution: 0.7}, tangential: {law: mindlin, friction: 0.3}}
bodies: [{material: steel, radius: 20 mm, spin: [0, 1, 2]}, {shape: plane, material: steel, fixed: true}]
velocities: {from: 0.01, to: 3, count: 5, spacing: log}
angle: [0 deg, 20 deg, 60 deg]
accuracy: 1e-4
variants:
  plane: {}
  still: {bodies.0.spin: [0, 0, 0]}
  spheres: {bodies.1: {material: steel, radius: 10 mm}, contacts.0.rolling: {law: rolling_constant, friction: 0.1}}
  plastic: {contacts.0.normal: {law: walton_braun, k1: 1e5, k2: 2e5}, end: zero_force}
  sticky: {contacts.0.normal: {law: jkr, work_of_adhesion: 1}, end: apart}
sweep: {contacts.0.tangential.friction: [0, 0.1, 0.4]}
curves: true
curve_points: 33
"""
PATHS = """
problem: path
materials: {steel: {density: 7800, youngs_modulus: 207e9, poisson_ratio: 0.3}}
contacts:
  - between: '*'
    normal: {law: tsuji, restitution: 0.7}
    tangential: {law: mindlin, friction: 0.3}
    rolling: {law: rolling_spring, stiffness: 1 MN/m, friction: 0.1}
bodies:
  - material: steel
    radius: 5 mm
    displacement: ["=1 um*sin(t/(0.1 s))", {time: [0, 0.4, 1 s], value: [0, 1 um, -1 um]}, 0]
    spin: [0, 0, 1e-4]
  - {material: steel, radius: 5 mm}
time: {end: 1 s, steps: 60}
turn: {angle: "=1 rad/s*t"}
variants:
  spheres: {}
  plane: {bodies.1: {shape: plane, material: steel}}
  sticky: {contacts.0.normal: {law: jkr, work_of_adhesion: 1}}
sweep: {contacts.0.tangential.friction: [0, 0.1, 0.4], overlap: [0, 1 um]}
"""

with tempfile.TemporaryDirectory() as top:
    path = case(CASE)
    results = same_bits(path, top, RANKS, "3 variants x 3 radii x 37 speeds with curves")
    with h5py.File(results[3], "r") as f:
        for name in ("tsuji", "plastic", "sticky"):
            group = f["impact"][name]
            radius, e, residual = (
                group["swept/bodies.0.radius"][:],
                group["restitution"][:],
                group["energy_residual"][:],
            )
            fact(
                radius.shape == e.shape == (111,) and list(radius[[0, 36, 37, 110]]) == [0.005, 0.005, 0.02, 0.1],
                f"{name}: rows are radii x speeds, in which the speed varies fastest",
            )
            fact(np.abs(residual).max() < 1e-10, f"{name}: ledger closes to {np.abs(residual).max():.1e}")
            fact(group["curves/force"].shape == (111, 33), f"{name}: the results have a curve for each member")
        fact(np.abs(f["impact/tsuji/restitution"][:] - 0.5).max() < 1e-9, "tsuji returns 0.5 at all speeds and radii")
        fact(
            (f["impact/sticky/restitution"][:] == 0).any() and (f["impact/sticky/restitution"][:] > 0).any(),
            "particles of luding stick at some speeds and separate at others",
        )

with tempfile.TemporaryDirectory() as top:
    path = case(OBLIQUE)
    results = same_bits(path, top, RANKS, "oblique: 5 variants x 3 frictions x 5 speeds x 3 angles with curves")
    part = simulate(
        path, os.path.join(top, "part"), sets=("angle=[20 deg]", "sweep={contacts.0.tangential.friction: [0.1]}")
    )
    with h5py.File(results[3], "r") as f, h5py.File(part, "r") as g:
        same = [
            np.array_equal(g[f"impact/{v}/{k}"][:], f[f"impact/{v}/{k}"][16:30:3], equal_nan=True)
            for v in g["impact"]
            for k in g[f"impact/{v}"]
            if k not in ("swept", "curves")
        ]
        fact(all(same) and len(same) == 5 * 39, "oblique: a part of the study has the same bits")
        curves = f["impact/spheres/curves"]
        fact(
            (np.diff(curves["time"][:], axis=1) > 0).all() and (curves["force"][:].max(axis=1) > 0).all(),
            "oblique: each member has its curves",
        )
        fact(
            np.abs(f["impact/plane/curves/slip_y"][:, -1] - f["impact/plane/slip_y"][:]).max() < 1e-3,
            "oblique: the curves end with the slip of the results",
        )
        residual = max(np.abs(f[f"impact/{v}/energy_residual"][:]).max() for v in f["impact"])
        fact(residual < 1e-3, f"oblique: ledgers close to {residual:.1e}")

with tempfile.TemporaryDirectory() as top:
    results = same_bits(case(PATHS), top, RANKS, "paths: 3 variants x 3 frictions x 2 overlaps")
    with h5py.File(results[3], "r") as f:
        for name, group in f["path"].items():
            run, first = group["trajectory/run"][:], group["first_point"][:]
            fact(
                (np.diff(first) == 61).all() and (run == np.repeat(range(1, 7), 61)).all(),
                f"paths, {name}: the points of the cases follow in order, with the point of the table",
            )
            residual = group["energy_residual"][:].max()
            fact(residual < 1e-12, f"paths, {name}: the ledgers close to {residual:.0e}")
            fact("tangential_spring_y" in group["trajectory"], f"paths, {name}: the history is stored")

with tempfile.TemporaryDirectory() as top:  # a speed beyond the range of numbers: the others still have their results
    path = case(
        "problem: impact\nmaterials: {m: {density: 2000}}\n"
        "contacts: [{between: '*', normal: {law: linear, stiffness: 1e3, restitution: 0.9}}]\n"
        "bodies: [{material: m, radius: 1 mm}, {material: m, radius: 1 mm}]\nvelocities: [1, 1e200, 2]\ncurves: true\n"
    )
    for ranks, f in second_fails(path, top, "impacts", "impact"):
        e = f["impact/restitution"][:]
        curve = f["impact/curves/overlap"][:]
        fact(
            np.isnan(e[1]) and np.abs(e[[0, 2]] - 0.9).max() < 1e-9,
            f"{ranks} ranks: the failed member has NaN, the others a restitution: {e}",
        )
        fact(
            np.isnan(curve[1]).all() and (curve[[0, 2]].max(axis=1) > 0).all(),
            f"{ranks} ranks: the curves of the members agree with that",
        )
done()
