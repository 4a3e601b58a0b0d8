"""Checks of large ensembles (impacts, bouncing balls, mechanisms) that are distributed over ranks."""
import json
import os

import h5py
import numpy as np
from granum_test import card, fact, run, simulate


def same_bits(path, top, every, what):
    """Runs on these numbers of ranks, in folders of that name, and checks that all results equal those on one rank."""
    results = {ranks: simulate(path, os.path.join(top, str(ranks)), ranks=ranks) for ranks in every}
    different = [ranks for ranks in every if run(["diff", results[1], results[ranks]], check=False).returncode != 0]
    fact(not different, f"{what}: same bits on {every} ranks" + (f", except on {different}" if different else ""))
    return results


def check_logs(group, name, owner, events, first):
    """Checks the logs of five members: rows of a table are in the order of the members, with the given first rows;
    the energy balance closes. Returns the numbers of the members of all events."""
    found = group[f"{events}/{owner}"][:]
    fact(
        list(np.searchsorted(found, range(1, 6))) == list(group[first][:]),
        f"{name}: {events} are in the order of the {owner}s",
    )
    for table, begin in (("trajectory", "first_point"), ("energy", "first_energy")):
        rows = group[begin][:]
        fact(
            (group[table]["time"][:][rows] == 0).all() and (group[table][owner][:][rows] == range(1, 6)).all(),
            f"{name}: {table} is in the same order and starts at time 0",
        )
    residual = group["energy_residual"][:].max()
    fact(residual < 1e-8, f"{name}: ledger closes to {residual:.1e}")
    return found


def check_reports(path, folder, problem, counted, total, words):
    """Checks run.json and the output of `check`, `info` and the schema; words: expected in `check` and `info`."""
    performance = card(folder)["performance"]
    fact(performance["ranks"] == int(os.path.basename(folder)) and performance[counted] == total, f"{performance}")
    told = run(["check", path]).stdout
    fact(words[0] in told, f"granum check prints: {words[0]}")
    told = run(["info", os.path.join(folder, "results.h5")]).stdout
    fact(all(word in told for word in words[1:]), "granum info lists the tables")
    schema = json.loads(run(["schema"]).stdout)
    fact(any(problem in json.dumps(part.get("if", "")) for part in schema["allOf"]), "the schema contains the problem")


def second_fails(path, top, members, member):
    """The second of three members has a speed beyond the range of numbers, and the run reports it. On 1 and 3 ranks:
    yields the number of ranks and the results of the other members."""
    for ranks in (1, 3):
        folder = os.path.join(top, str(ranks))
        told = run(["run", path, "-o", folder], ranks, check=False)
        message = [line for line in told.stderr.splitlines() if line.startswith("granum: ")]
        fact(
            told.returncode == 3
            and len(message) == 1
            and f"1 of 3 {members}" in message[0]
            and f"{member} 2 " in message[0],
            f"{ranks} ranks: exit {told.returncode}: {message}",
        )
        with h5py.File(os.path.join(folder, "results.h5"), "r") as results:
            yield ranks, results


def refuses(path, word):
    """Bad input is reported once, and nothing is written."""
    told = run(["run", path, "-o", "nowhere"], 2, check=False)
    fact(
        told.returncode == 2
        and word in told.stderr
        and told.stderr.count("granum: ") == 1
        and not os.path.exists("nowhere"),
        f"bad input: {told.stderr.strip()}",
    )
