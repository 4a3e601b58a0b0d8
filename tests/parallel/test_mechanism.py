"""Mechanisms spread over ranks: the same results.h5, bit for bit, with variants and a sweep; bad ends; the commands."""
import json
import os
import tempfile

import h5py
import numpy as np
from granum_test import card, case, done, fact, run, simulate

CASE = """
problem: mechanism
title: Mechanisms
materials: {steel: {density: 7800, youngs_modulus: 207e9, poisson_ratio: 0.3, yield_stress: 1030e6}}
contacts: [{between: '*', normal: {law: hertz}}]
mechanism: {type: impact_damper, main_mass: 0.5, impact_mass: 0.05, stiffness: 400, gap: 10 mm, friction: 0.05, displacement: 2 cm}
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
    results = {p: simulate(path, os.path.join(top, str(p)), ranks=p) for p in RANKS}
    different = [p for p in RANKS if run(["diff", results[1], results[p]], check=False).returncode != 0]
    fact(
        not different,
        f"3 variants x 5 gaps: same bits on {RANKS} ranks" + (f", except on {different}" if different else ""),
    )
    with h5py.File(results[3], "r") as f:
        total = 0
        for name, group in f["mechanism"].items():
            fact(
                list(group["swept/mechanism.gap"][:]) == [0.001, 0.005, 0.01, 0.02, 0.09], f"{name}: a row for each gap"
            )
            fact(
                [group.attrs[key].decode() for key in ("type", "contacts")] == ["impact_damper", "left, right"],
                f"{name}: says what it is",
            )
            owner = group["impacts/run"][:]
            count = group["impact_count"][:]
            fact(np.array_equal(np.bincount(owner, minlength=6)[1:], count), f"{name}: impacts of {count}")
            fact(
                list(np.searchsorted(owner, range(1, 6))) == list(group["first_impact"][:]),
                f"{name}: impacts stand in the order of the runs",
            )
            for table, first in (("trajectory", "first_point"), ("energy", "first_energy")):
                time = group[table]["time"][:][group[first][:]]
                fact(
                    (time == 0).all() and (group[table]["run"][:][group[first][:]] == range(1, 6)).all(),
                    f"{name}: so does {table}",
                )
            fact(
                group["energy_residual"][:].max() < 1e-8,
                f"{name}: ledger closes to {group['energy_residual'][:].max():.1e}",
            )
            time = group["trajectory/time"][:]
            fact(np.isin(np.arange(1, 134) * 3e-3, time).all(), f"{name}: points at multiples of 3 ms, to the bit")
            total += len(owner)
        fact(
            (f["mechanism/still/impact_count"][:] == 0).all() and np.isnan(f["mechanism/still/last_onset"][:]).all(),
            "what is at rest has no impacts",
        )
        fact(
            f["mechanism/tsuji/impact_count"][-1] == 0 and f["mechanism/tsuji/impact_count"][0] > 10,
            "nor has what cannot reach its stops",
        )
    performance = card(os.path.join(top, "3"))["performance"]
    fact(performance["ranks"] == 3 and performance["impacts"] == total, f"run.json: {performance}")
    told = run(["check", path]).stdout
    fact("15 runs of a mechanism: 3 variants, 5 points" in told, "granum check counts the runs")
    told = run(["info", results[2]]).stdout
    fact(
        "mechanism/tsuji/impacts/restitution" in told and "mechanism/tsuji/trajectory/main_velocity" in told,
        "granum info lists the tables",
    )
    schema = json.loads(run(["schema"]).stdout)
    fact(any("mechanism" in json.dumps(part.get("if", "")) for part in schema["allOf"]), "the schema knows the problem")

with tempfile.TemporaryDirectory() as top:  # a speed that no number can follow: the others still have their results
    path = case(CASE.split("variants:")[0] + "sweep: {mechanism.velocity: [1, 1e200, 2]}\n")
    for ranks in (1, 3):
        told = run(["run", path, "-o", os.path.join(top, str(ranks))], ranks, check=False)
        message = [line for line in told.stderr.splitlines() if line.startswith("granum: ")]
        fact(
            told.returncode == 3 and len(message) == 1 and "1 of 3 mechanisms" in message[0] and "run 2 " in message[0],
            f"{ranks} ranks: exit {told.returncode}: {message}",
        )
        with h5py.File(os.path.join(top, str(ranks), "results.h5"), "r") as f:
            end = f["mechanism/end_time"][:]
            fact(end[0] == end[2] == 0.4 and end[1] < 0.4, f"{ranks} ranks: the others come to their end")

path = case(CASE.replace("sweep: {mechanism.gap", "sweep: {mechanism.gep"))
told = run(["run", path, "-o", "nowhere"], 2, check=False)
fact(
    told.returncode == 2
    and "gep" in told.stderr
    and told.stderr.count("granum: ") == 1
    and not os.path.exists("nowhere"),
    f"bad input: {told.stderr.strip()}",
)
done()
