"""Mechanisms distributed over ranks: the same results.h5, bit for bit, with variants and a sweep; failures; the
commands.
Labels: input law mechanism parallel record run."""
import os
import tempfile

import h5py
import numpy as np
from ensembles import check_logs, check_reports, refuses, same_bits, second_fails
from granum_test import case, done, fact

CASE = """
problem: mechanism
title: Mechanisms
materials: {steel: {density: 7800, youngs_modulus: 207e9, poisson_ratio: 0.3, yield_stress: 1030e6}}
contacts: [{between: '*', normal: {law: hertz}}]
mechanism: {type: impact_damper, main_mass: 0.5, impact_mass: 0.05, stiffness: 400, gap: 10 mm, friction: 0.05,
  displacement: 2 cm}
surfaces: {stop: {material: steel, shape: plane}, mass: {material: steel, radius: 5 mm}}
time: {end: 0.4}
trajectory: {every: 3 ms, contacts: 2}
variants:
  tsuji: {contacts.0.normal: {law: tsuji, restitution: 0.5}}
  plastic: {contacts.0.normal: {law: ma_liu, hardness_ratio: 3, conformity: 13}, contacts.0.tension: allow}
  still: {mechanism.displacement: 0, mechanism.impact_velocity: 0}
sweep: {mechanism.gap: [1 mm, 5 mm, 10 mm, 2 cm, 90 mm]}
"""
RANKS = (1, 2, 3, 7)

with tempfile.TemporaryDirectory() as top:
    path = case(CASE)
    results = same_bits(path, top, RANKS, "3 variants x 5 gaps")
    with h5py.File(results[3], "r") as f:
        total = 0
        for name, group in f["mechanism"].items():
            fact(
                list(group["swept/mechanism.gap"][:]) == [0.001, 0.005, 0.01, 0.02, 0.09],
                f"{name}: the results have a row for each gap",
            )
            fact(
                [group.attrs[key].decode() for key in ("type", "contacts")] == ["impact_damper", "left, right"],
                f"{name}: the results contain the type and the names of the contacts",
            )
            owner = check_logs(group, name, "run", "impacts", "first_impact")
            count = group["impact_count"][:]
            fact(np.array_equal(np.bincount(owner, minlength=6)[1:], count), f"{name}: impacts in the log: {count}")
            time = group["trajectory/time"][:]
            fact(np.isin(np.arange(1, 134) * 3e-3, time).all(), f"{name}: points at exact multiples of 3 ms")
            total += len(owner)
        fact(
            (f["mechanism/still/impact_count"][:] == 0).all() and np.isnan(f["mechanism/still/last_onset"][:]).all(),
            "a mechanism at rest has no impacts",
        )
        fact(
            f["mechanism/tsuji/impact_count"][-1] == 0 and f["mechanism/tsuji/impact_count"][0] > 10,
            "a mass that cannot reach its stops has no impacts",
        )
    words = ("mechanism/tsuji/impacts/restitution", "mechanism/tsuji/trajectory/main_velocity")
    told = ("15 runs of a mechanism: 3 variants, 5 points", *words)
    check_reports(path, os.path.join(top, "3"), "mechanism", "impacts", total, told)

with tempfile.TemporaryDirectory() as top:  # a speed beyond the range of numbers: the others still have their results
    path = case(CASE.split("variants:")[0] + "sweep: {mechanism.velocity: [1, 1e200, 2]}\n")
    for ranks, f in second_fails(path, top, "mechanisms", "run"):
        end = f["mechanism/end_time"][:]
        fact(end[0] == end[2] == 0.4 and end[1] < 0.4, f"{ranks} ranks: the other members run until the end")

refuses(case(CASE.replace("sweep: {mechanism.gap", "sweep: {mechanism.gep")), "gep")
done()
