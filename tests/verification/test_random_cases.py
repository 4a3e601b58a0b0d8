"""Small random cases (random_cases.py). Each closes its energy balance, fulfils its oracles, agrees with the same case
written in another way, and has the same bits on 1 and 3 ranks and after a restart; or it stops with exit code 3 and a
message.

  tests/verification/test_random_cases.py [--count N] [--seed S] [--only I] [--keep DIR]

--count N   number of cases (default: one of each kind)
--seed S    seed of all cases (default 1); case I has the same bits for any N
--only I    case I only
--keep DIR  keeps input and results in this folder
Labels: input io parallel particle run time long."""
import argparse
import copy
import json
import os
import random
import re
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.environ["GRANUM_SOURCE"], "tests"))
from granum_test import done, fact, run
from random_cases import KINDS, Found, write_files


def merged(data, change):
    """Returns the case with some of its top-level maps replaced."""
    return {**copy.deepcopy(data), **change}


def write(data, folder, name):
    path = os.path.join(folder, name + ".yaml")
    with open(path, "w") as file:
        json.dump(data, file, indent=1)
    return path


def execute(data, folder, name, ranks=1, options=()):
    """Runs a case; returns its exit code, its messages and its results, which are None unless it completed."""
    path, out = write(data, folder, name), os.path.join(folder, name)
    finished = run(["run", path, "-o", out, "--overwrite", *options], ranks, check=False)
    results = os.path.join(out, "results.h5")
    return finished.returncode, finished.stdout + finished.stderr, results


def with_step_of(time, folder):
    """`time` with the fixed step that `step: auto` chose in the first run; rk has none."""
    with open(os.path.join(folder, "one", "run.json")) as file:
        step = json.load(file)["step"]["seconds"]
    return {"end": time["end"], "step": step} if time.get("step") == "auto" else time


def check_other_ways(case, folder, first):
    """Compares the final velocities of the case and of its other forms, computed with the same steps; those of rk
    differ, because rounding changes the end of a contact by up to its tolerance, and the steps after it."""
    failures, least = [], 1e4 * case.data["time"].get("tolerance", 0)
    scale = np.max(np.linalg.norm(first.velocity, axis=2))
    for name, change, tolerance in case.other_ways:
        change = {"time": with_step_of(case.data["time"], folder), **change}
        code, told, results = execute(merged(case.data, change), folder, name.replace(" ", "-"))
        if code:
            failures.append(f"{name}: exit code {code}: {told.strip().splitlines()[-1][:160]}")
            continue
        other = Found(results)
        error = np.max(np.abs(other.velocity[-1] - first.velocity[-1])) / scale
        if not error < max(tolerance, least):
            failures.append(f"{name}: the final velocity differs by {error:.2g}")
    return failures


def check_ranks_and_restart(case, folder, results):
    """Compares bits of 1 and 3 ranks, and of a run that is stopped and resumed."""
    failures = []
    code, told, other = execute(case.data, folder, "three", 3)
    same = code == 0 and run(["diff", results, other], check=False)
    if code or same.returncode:
        failures.append(f"3 ranks: {told.strip()[-160:] if code else same.stdout.strip()[-200:]}")
    saved = [name for name in os.listdir(os.path.join(folder, "one")) if name.startswith("checkpoint-")]
    first = min(saved, key=lambda name: int(re.search(r"\d+", name)[0]))
    resumed = os.path.join(folder, "resumed")
    finished = run(["resume", os.path.join(folder, "one", first), "-o", resumed], check=False)
    same = run(["diff", results, os.path.join(resumed, "results.h5")], check=False)
    if finished.returncode or same.returncode:
        failures.append(f"resumed: {finished.stderr.strip()[-160:]} {same.stdout.strip()[-200:]}")
    return failures


def check(case, folder):
    """Runs a case with all its oracles; returns failures and the word that describes the end of the run."""
    write_files(case, folder)
    code, told, results = execute(case.data, folder, "one")
    message = told.strip().splitlines()[-1] if told.strip() else ""
    if code == 3:
        return ([] if len(message) > 40 else ["exit code 3 without a message"]), "stopped: " + message
    if code:
        return [f"exit code {code}: {told.strip()[-300:]}"], "failed"
    found = Found(results)
    failures = [f"not finite: {found.not_finite}"] if found.not_finite else []
    for oracle in case.oracles:
        failures += oracle(case, found)
    failures += check_other_ways(case, folder, found)
    return failures + check_ranks_and_restart(case, folder, results), "completed"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=len(KINDS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    parser.add_argument("--keep")
    options = parser.parse_args()
    ends = {}
    for i in range(options.count) if options.only is None else [options.only]:
        kind = KINDS[i % len(KINDS)]
        case = kind(random.Random(1000003 * options.seed + i))
        with tempfile.TemporaryDirectory() as top:
            folder = os.path.join(options.keep, str(i)) if options.keep else top
            os.makedirs(folder, exist_ok=True)
            failures, end = check(case, folder)
        law = case.data["contacts"][0]["normal"]["law"]
        fact(not failures, f"{i} {kind.__name__} {law}: {end[:200]} {'; '.join(failures)}")
        ends[end.split(":")[0]] = ends.get(end.split(":")[0], 0) + 1
    print(ends)


main()
done()
