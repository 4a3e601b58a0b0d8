"""What the tests of impacts, bouncing balls and mechanisms, spread over ranks, have in common."""
import json
import os

import h5py
import numpy as np
from granum_test import card, fact, run, simulate


def same_bits(path, top, every, what):
    """Results on so many ranks, in folders of that name, of which all must be those on one."""
    results = {ranks: simulate(path, os.path.join(top, str(ranks)), ranks=ranks) for ranks in every}
    different = [ranks for ranks in every if run(["diff", results[1], results[ranks]], check=False).returncode != 0]
    fact(not different, f"{what}: same bits on {every} ranks" + (f", except on {different}" if different else ""))
    return results


def check_logs(group, name, owner, events, first):
    """The logs of five members: the rows of a table stand in the order of the members, whose first rows are told;
    the ledger closes. Returns the numbers of the members of all events."""
    found = group[f"{events}/{owner}"][:]
    fact(
        list(np.searchsorted(found, range(1, 6))) == list(group[first][:]),
        f"{name}: {events} stand in the order of the {owner}s",
    )
    for table, begin in (("trajectory", "first_point"), ("energy", "first_energy")):
        rows = group[begin][:]
        fact(
            (group[table]["time"][:][rows] == 0).all() and (group[table][owner][:][rows] == range(1, 6)).all(),
            f"{name}: so does {table}",
        )
    residual = group["energy_residual"][:].max()
    fact(residual < 1e-8, f"{name}: ledger closes to {residual:.1e}")
    return found


def check_told(path, folder, problem, counted, total, words):
    """What run.json, `check`, `info` and the schema say; words: of `check` and `info`."""
    performance = card(folder)["performance"]
    fact(performance["ranks"] == int(os.path.basename(folder)) and performance[counted] == total, f"{performance}")
    told = run(["check", path]).stdout
    fact(words[0] in told, f"granum check counts: {words[0]}")
    told = run(["info", os.path.join(folder, "results.h5")]).stdout
    fact(all(word in told for word in words[1:]), "granum info lists the tables")
    schema = json.loads(run(["schema"]).stdout)
    fact(any(problem in json.dumps(part.get("if", "")) for part in schema["allOf"]), "the schema knows the problem")


def second_fails(path, top, members, member):
    """Of three members the second has a speed that no number can follow, which is told; on 1 and 3 ranks: yields how
    many, and the results, which the others have."""
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
    """Bad input is told once, and nothing is written."""
    told = run(["run", path, "-o", "nowhere"], 2, check=False)
    fact(
        told.returncode == 2
        and word in told.stderr
        and told.stderr.count("granum: ") == 1
        and not os.path.exists("nowhere"),
        f"bad input: {told.stderr.strip()}",
    )
