"""Bouncing balls spread over ranks: the same results.h5, bit for bit, with variants and a sweep; bad ends; the commands."""
import json
import os
import tempfile

import h5py
import numpy as np
from granum_test import card, case, done, fact, run, simulate

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
    results = {p: simulate(path, os.path.join(top, str(p)), ranks=p) for p in RANKS}
    different = [p for p in RANKS if run(["diff", results[1], results[p]], check=False).returncode != 0]
    fact(
        not different,
        f"3 variants x 5 drops: same bits on {RANKS} ranks" + (f", except on {different}" if different else ""),
    )
    with h5py.File(results[3], "r") as f:
        total = 0
        for name, group in f["bounce"].items():
            fact(list(group["swept/drop"][:]) == [0.001, 0.01, 0.1, 1, 3], f"{name}: a row for each drop")
            owner, number = group["bounces/ball"][:], group["bounces/number"][:]
            begin = group["first_bounce"][:]
            fact(
                list(np.searchsorted(owner, range(1, 6))) == list(begin) and (number[begin] == 1).all(),
                f"{name}: bounces stand in the order of the balls",
            )
            for table, first in (("trajectory", "first_point"), ("energy", "first_energy")):
                time = group[table]["time"][:][group[first][:]]
                fact(
                    (time == 0).all() and (group[table]["ball"][:][group[first][:]] == range(1, 6)).all(),
                    f"{name}: so does {table}",
                )
            fact(
                group["energy_residual"][:].max() < 1e-8,
                f"{name}: ledger closes to {group['energy_residual'][:].max():.1e}",
            )
            total += len(owner)
        fact(
            (f["bounce/plastic/outcome"][:] == 2).any() and (f["bounce/tsuji/outcome"][:] == 0).all(),
            "some are still bouncing after 40 bounces, some rest",
        )
        fact(
            not (f["bounce/clipped/bounces/force_min"][:] < 0).any()
            and (f["bounce/tsuji/bounces/force_min"][:] < 0).any(),
            "clipped contacts do not pull",
        )
    performance = card(os.path.join(top, "3"))["performance"]
    fact(performance["ranks"] == 3 and performance["bounces"] == total, f"run.json: {performance}")
    told = run(["check", path]).stdout
    fact("15 bouncing balls: 3 variants, 5 points" in told, "granum check counts the balls")
    told = run(["info", results[2]]).stdout
    fact("bounce/tsuji/bounces/restitution" in told, "granum info lists the tables")
    schema = json.loads(run(["schema"]).stdout)
    fact(any("bounce" in json.dumps(part.get("if", "")) for part in schema["allOf"]), "the schema knows the problem")

with tempfile.TemporaryDirectory() as top:  # a speed that no number can follow: the others still have their results
    path = case(
        CASE.split("variants:")[0].replace("{law: hertz}", "{law: linear, stiffness: 1e6, restitution: 0.3}")
        + "sweep: {velocity: [1, 1e200, 2]}\n"
    )
    for ranks in (1, 3):
        told = run(["run", path, "-o", os.path.join(top, str(ranks))], ranks, check=False)
        message = [line for line in told.stderr.splitlines() if line.startswith("granum: ")]
        fact(
            told.returncode == 3 and len(message) == 1 and "1 of 3 balls" in message[0] and "ball 2 " in message[0],
            f"{ranks} ranks: exit {told.returncode}: {message}",
        )
        with h5py.File(os.path.join(top, str(ranks), "results.h5"), "r") as f:
            fact(
                list(f["bounce/outcome"][:]) == [0, -1, 0] and np.isnan(f["bounce/rest_time"][1]),
                f"{ranks} ranks: the others rest",
            )

path = case(CASE.replace("sweep: {drop", "sweep: {drip"))
told = run(["run", path, "-o", "nowhere"], 2, check=False)
fact(
    told.returncode == 2
    and "drip" in told.stderr
    and told.stderr.count("granum: ") == 1
    and not os.path.exists("nowhere"),
    f"bad input: {told.stderr.strip()}",
)
path = case(CASE.replace("  tsuji: {", "  meets: {problem: impact, velocities: [1]}\n  tsuji: {"))
told = run(["check", path], check=False)
fact(told.returncode == 2, f"another problem in a variant: {told.stderr.strip()}")
done()
