"""Variants and sweeps of a chain: each case has a folder and the bits of a single run, on any number of ranks; a
study that a signal stopped is resumed with the same bits; a failed case does not affect the others.
Labels: chain input io law parallel record run time."""
import glob
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

import h5py
from cases import struck_chain
from granum_test import GRANUM, SOURCE, case, done, fact, run

ALONE = (
    "\ntitle: Two laws"
    + struck_chain(20, "hertz")
    + """time: {end: 60 us, step: 0.1 us}
output: {trajectory: {every: 10 us}, sensors: {group: beads, at: [3, 9], every: 1 us},
  detectors: {group: beads, every: 2}}
"""
)
VARIANTS = """
variants:
  hertz: {}
  tsuji: {contacts.0.normal: {law: tsuji, restitution: 0.8}}
"""
SWEEP = "sweep: {particles.striker.velocity: [1 m/s, 2 m/s]}\n"
CASES = {
    "hertz/point-1": ["particles.striker.velocity=1"],
    "hertz/point-2": ["particles.striker.velocity=2"],
    "tsuji/point-1": ["particles.striker.velocity=1", "contacts.0.normal={law: tsuji, restitution: 0.8}"],
    "tsuji/point-2": ["particles.striker.velocity=2", "contacts.0.normal={law: tsuji, restitution: 0.8}"],
}


def states(directory):
    with open(os.path.join(directory, "study.json")) as f:
        return {c["name"]: c["state"] for c in json.load(f)["cases"]}


def numbers(path):
    """Returns all datasets except the copies of the input."""
    found = {}
    with h5py.File(path) as f:
        f.visititems(
            lambda n, d: found.update({n: d[()].tobytes()})
            if isinstance(d, h5py.Dataset) and not n.startswith("parameters")
            else None
        )
    return found


def same(a, b, names):
    """Returns the names of datasets that differ in any bit."""
    return [
        n
        for n in names
        if run(["diff", os.path.join(a, n, "results.h5"), os.path.join(b, n, "results.h5")], check=False).returncode
        != 0
    ]


def sets(changes):
    return [word for change in changes for word in ("--set", change)]


with tempfile.TemporaryDirectory() as top:
    path, alone = case(ALONE + VARIANTS + SWEEP), case(ALONE)
    one, three = os.path.join(top, "one"), os.path.join(top, "three")
    told = run(["run", path, "-o", one])
    run(["run", path, "-o", three], 3)
    fact(states(one) == dict.fromkeys(CASES, "done"), f"each case has a folder and a state: {states(one)}")
    fact(all(name in told.stdout for name in CASES) and "4 cases on 1 rank" in told.stdout, "each case has a row")
    fact(not same(one, three, CASES), f"same bits on 1 and 3 ranks {same(one, three, CASES)}")
    for name, changes in CASES.items():
        run(["run", alone, "-o", os.path.join(top, "alone"), "--overwrite", *sets(changes)])
        fact(
            numbers(os.path.join(one, name, "results.h5")) == numbers(os.path.join(top, "alone", "results.h5")),
            f"{name}: the case has the bits of a single run",
        )
    told = run(["check", path])
    fact(
        told.stdout.count("\nstep: ") >= 1 and all(f"\n{name} (" in told.stdout for name in CASES),
        "granum check prints each case with its swept values, and the step where it differs",
    )
    files = {f: os.stat(f).st_mtime_ns for f in glob.glob(f"{one}/**", recursive=True) if os.path.isfile(f)}
    told = run(["resume", one])
    fact(
        "all of them are done" in told.stdout and files == {f: os.stat(f).st_mtime_ns for f in files},
        "resuming a completed study runs no case and writes no file",
    )

    # Extended, in a copy, on other ranks: equal to a run that was longer from the start.
    longer, copy = os.path.join(top, "longer"), os.path.join(top, "copy")
    run(["run", path, "-o", longer, "--set", "time.end=80 us"])
    run(["resume", one, "-o", copy, "--set", "time.end=80 us"], 2)
    different = [
        n
        for n in CASES
        if numbers(os.path.join(longer, n, "results.h5")) != numbers(os.path.join(copy, n, "results.h5"))
    ]
    fact(not different, f"an extended study has the same bits as a longer study {different}")

    # Stopped in the second case, which takes at least a second.
    slow = case(ALONE + VARIANTS.replace("tsuji: {", "tsuji: {time.step: 0.1 ns, "))
    whole, parts = os.path.join(top, "whole"), os.path.join(top, "parts")
    run(["run", slow, "-o", whole])
    process = subprocess.Popen(
        [GRANUM, "run", slow, "-o", parts],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not os.path.exists(os.path.join(parts, "tsuji", "results-data.h5")):
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    err = process.communicate(timeout=60)[1]
    fact(
        process.returncode == 75 and f"with 1 of 2 cases done; to continue, type: {GRANUM} resume {parts}" in err,
        f"the signal stops a study: exit {process.returncode}: {err.strip()}",
    )
    fact(states(parts) == {"hertz": "done", "tsuji": "stopped"}, f"the states after the stop: {states(parts)}")
    run(["resume", parts], 2)
    fact(
        states(parts) == {"hertz": "done", "tsuji": "done"} and not same(whole, parts, ["hertz", "tsuji"]),
        "the resumed study completes with the same bits",
    )

    fresh = os.path.join(top, "fresh")
    # Killed before the second case wrote anything, with and without its folder: the case starts, also in a copy.
    with open(os.path.join(parts, "study.json")) as f:
        text = f.read()
    for how, folder in (("no folder, in a copy", fresh), ("an empty folder", parts), ("no folder", parts)):
        shutil.rmtree(os.path.join(parts, "tsuji"), ignore_errors=True)
        if how == "an empty folder":
            os.mkdir(os.path.join(parts, "tsuji"))
        with open(os.path.join(parts, "study.json"), "w") as f:
            f.write(text.replace('"swept": {}, "state": "done"', '"swept": {}, "state": "waits"'))
        told = run(["resume", parts, "-o", fresh] if folder == fresh else ["resume", parts], check=False)
        fact(
            told.returncode == 0 and not same(whole, folder, ["hertz", "tsuji"]),
            f"a resumed study runs cases that had not begun ({how}) {told.stderr.strip()}",
        )

    # A case that fails: its step is too long.
    bad = case(ALONE + VARIANTS.replace("hertz: {}", "hertz: {time.step: 20 us}"))
    for ranks in (1, 2):
        told = run(["run", bad, "-o", parts, "--overwrite"], ranks, check=False)
        fact(
            told.returncode == 3 and "granum: 1 of 2 cases failed; the first, hertz: at t = " in told.stderr,
            f"{ranks} rank(s): exit {told.returncode}: {told.stderr.splitlines()[:1]}",
        )
        fact(states(parts) == {"hertz": "failed", "tsuji": "done"}, f"the other case completes {states(parts)}")
    # A case that is refused before it begins: it has no equilibrium.
    law = (
        "{law: kelvin_voigt_elastoplastic, restitution_elastic: 0.98, restitution_plastic: 0.87, "
        "hardness_ratio: 2.6, conformity: 21, variant: printed}"
    )
    refused = os.path.join(top, "refused")
    sets = ["--set", "variants={jumps: {contacts.0.normal: %s}, smooth: {}}" % law, "--set", "time.end=1 us"]
    told = run(["run", os.path.join(SOURCE, "inputs/chain/vertical-2.yaml"), "-o", refused, *sets], check=False)
    fact(
        told.returncode == 2 and "the first, jumps: " in told.stderr and "no equilibrium" in told.stderr,
        f"a study reports a case that cannot begin: exit {told.returncode}",
    )
    fact(states(refused) == {"jumps": "failed", "smooth": "done"}, f"the other case completes {states(refused)}")

    told = run(["resume", parts, "--set", "contacts.0.normal={law: linear}"], check=False)
    fact(told.returncode == 2 and "would change the past" in told.stderr, "the past of a study cannot be changed")
    run(["run", alone, "-o", parts, "--overwrite", "--set", "output.checkpoint.end=false"])
    told = run(["resume", parts], check=False)
    fact(told.returncode == 4 and "no checkpoint" in told.stderr, "a single run is not resumed as a study")
    for list_of_cases, word in ((text, "neither variants nor a sweep"), ("{}", "not the list of cases")):
        with open(os.path.join(parts, "study.json"), "w") as f:
            f.write(list_of_cases)
        told = run(["resume", parts], check=False)
        once = told.stderr.count("granum: ") == 1 and word in told.stderr and "remove" in told.stderr
        fact(
            told.returncode == 4 and once,
            f"a single run beside a list of cases is not resumed as a study: {told.stderr.strip()}",
        )
    for file in (path, alone, slow, bad):
        os.unlink(file)
done()
