"""Impacts distributed over ranks: the same results.h5, bit for bit, with variants, a sweep and curves; and failures.
Labels: impact input law parallel quick."""
import tempfile

import h5py
import numpy as np
from ensembles import same_bits, second_fails
from granum_test import case, done, fact

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
