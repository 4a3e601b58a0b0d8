"""Bouncing balls distributed over ranks: the same results.h5, bit for bit, with variants and a sweep; failures; the
commands.
Labels: impact input law parallel record run."""
import os
import tempfile

import h5py
import numpy as np
from ensembles import check_logs, check_reports, refuses, same_bits, second_fails
from granum_test import case, done, fact, run

CASE = """
problem: bounce
title: Balls
materials: {steel: {density: 7800, youngs_modulus: 207e9, poisson_ratio: 0.3, yield_stress: 1030e6}}
contacts: [{between: '*', normal: {law: hertz}}]
bodies: [{material: steel, radius: 20 mm}, {shape: plane, material: steel, fixed: true}]
drop: 10 cm
gravity: 9.81
until: {bounces: 40}
trajectory: {every: 3 ms, contacts: 2, points: 20}
variants:
  tsuji: {contacts.0.normal: {law: tsuji, restitution: 0.5}}
  plastic: {contacts.0.normal: {law: ma_liu, hardness_ratio: 3, conformity: 13}}
  clipped: {contacts.0.normal: {law: linear, stiffness: 1e6, restitution: 0.3}, contacts.0.tension: clip}
sweep: {drop: [1 mm, 1 cm, 10 cm, 1 m, 3 m]}
"""
RANKS = (1, 2, 3, 7)

with tempfile.TemporaryDirectory() as top:
    path = case(CASE)
    results = same_bits(path, top, RANKS, "3 variants x 5 drops")
    with h5py.File(results[3], "r") as f:
        total = 0
        for name, group in f["bounce"].items():
            fact(list(group["swept/drop"][:]) == [0.001, 0.01, 0.1, 1, 3], f"{name}: each drop height has a row")
            owner = check_logs(group, name, "ball", "bounces", "first_bounce")
            fact((group["bounces/number"][:][group["first_bounce"][:]] == 1).all(), f"{name}: logs start at bounce 1")
            total += len(owner)
        fact(
            (f["bounce/plastic/outcome"][:] == 2).any() and (f["bounce/tsuji/outcome"][:] == 0).all(),
            "some balls reach the limit of 40 bounces, others come to rest",
        )
        fact(
            not (f["bounce/clipped/bounces/force_min"][:] < 0).any()
            and (f["bounce/tsuji/bounces/force_min"][:] < 0).any(),
            "clipped contacts do not pull",
        )
    told = ("15 bouncing balls: 3 variants, 5 points", "bounce/tsuji/bounces/restitution")
    check_reports(path, os.path.join(top, "3"), "bounce", "bounces", total, told)

with tempfile.TemporaryDirectory() as top:  # a speed beyond the range of numbers: the others still have their results
    path = case(
        CASE.split("variants:")[0].replace("{law: hertz}", "{law: linear, stiffness: 1e6, restitution: 0.3}")
        + "sweep: {velocity: [1, 1e200, 2]}\n"
    )
    for ranks, f in second_fails(path, top, "balls", "ball"):
        fact(
            list(f["bounce/outcome"][:]) == [0, -1, 0] and np.isnan(f["bounce/rest_time"][1]),
            f"{ranks} ranks: the other members come to rest",
        )

refuses(case(CASE.replace("sweep: {drop", "sweep: {drip")), "drip")
path = case(CASE.replace("  tsuji: {", "  meets: {problem: impact, velocities: [1]}\n  tsuji: {"))
told = run(["check", path], check=False)
fact(told.returncode == 2, f"a variant with another problem is refused: {told.stderr.strip()}")
done()
