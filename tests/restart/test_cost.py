"""The cost of a run in run.json is the sum of its segments: a job that signals cut into five parts has the wall time of
its parts, and their core-hours, steps and checkpoints; a killed part counts until its last update. `granum info` and
jobs/sum-up print it. run.json also has the provenance, of which the results file has the version only.
Labels: io parallel record run."""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

import h5py
from granum_test import SOURCE, case, command_line, done, fact, own_session, run
from shaken_box import GAS

CASE = GAS + "output: {energy: {every: 1 ms}, trajectory: {every: 10 ms}}\n"
PARTS = 5


def card(folder):
    with open(os.path.join(folder, "run.json"), encoding="utf-8") as file:
        return json.load(file)


def part(arguments, folder, ranks, sign, seconds):
    """Runs granum until the signal; returns the wall time until granum wrote its last file. mpirun itself takes 2 s
    longer to end when a rank returns an exit code other than 0."""
    with own_session() as environment:
        begun = time.time()
        process = subprocess.Popen(
            command_line(arguments, ranks),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        while not os.path.exists(os.path.join(folder, "status.json")):
            time.sleep(0.02)
        time.sleep(seconds)
        process.send_signal(sign)
        process.wait()
    return max(entry.stat().st_mtime for entry in os.scandir(folder)) - begun


def total(folder, key):
    return sum(segment[key] or 0 for segment in card(folder)["segments"])


def five_parts(path, folder, ranks):
    """Runs a case in five parts. mpirun passes SIGUSR1 on to the ranks and waits for them; after SIGTERM it kills ranks
    that do not end at once."""
    walls = [part(["run", path, "-o", folder], folder, ranks, signal.SIGUSR1, 2)]
    walls += [part(["resume", folder], folder, ranks, signal.SIGUSR1, 2) for _ in range(PARTS - 1)]
    cost, segments = card(folder)["cost"], card(folder)["segments"]
    most = 0.15 * sum(walls) + PARTS * 0.6  # [s] start of mpirun on a busy machine
    fact(
        len(segments) == PARTS and abs(cost["seconds"] - sum(walls)) < most,
        f"{ranks} ranks: the parts took {sum(walls):.1f} s, run.json has {cost['seconds']:.1f} s",
    )
    fact(abs(cost["core_hours"] - ranks * cost["seconds"] / 3600) < 1e-9, f"core-hours of {ranks} ranks: {cost}")
    with open(os.path.join(folder, "status.json"), encoding="utf-8") as file:
        step = json.load(file)["step"]
    fact(
        cost["steps"] == step == total(folder, "steps") and min(s["steps"] for s in segments) > 0,
        f"the steps of the segments are those of the run: {step}",
    )
    size = sum(entry.stat().st_size for entry in os.scandir(folder) if entry.name.startswith("checkpoint"))
    fact(cost["checkpoints"] == PARTS and cost["bytes"] > 0.5 * size, f"{PARTS} checkpoints, {cost['bytes']} bytes")
    fact(cost["nodes"] == 1 and cost["ranks"] == ranks, "run.json contains one node and the number of ranks")
    return cost


def printed(folder, cost):
    told = run(["info", folder]).stdout
    line = re.search(r"^cost: .*$", told, re.M)
    fact(line and f"{cost['steps']:.0f} steps" in line[0], f"granum info prints the cost: {line and line[0]}")
    words = [sys.executable, os.path.join(SOURCE, "jobs", "sum-up"), folder]
    head, row = subprocess.run(words, capture_output=True, text=True).stdout.splitlines()[:2]
    row = dict(zip(head.split(","), row.split(",")))
    same = all(float(row[key]) == cost[key] for key in ("seconds", "core_hours", "steps", "bytes", "ranks"))
    fact(same, f"jobs/sum-up prints the cost: {row}")


def killed(folder):
    before = card(folder)["cost"]["seconds"]
    wall = part(["resume", folder], folder, 1, signal.SIGKILL, 4)
    part(["resume", folder], folder, 1, signal.SIGTERM, 1)
    segment = card(folder)["segments"][PARTS]
    fact(
        segment["state"] == "killed" and 0 < segment["seconds"] <= wall + 1 and segment["steps"] > 0,
        f"a killed segment of {wall:.1f} s counts until its last update: {segment}",
    )
    fact(card(folder)["cost"]["seconds"] > before + segment["seconds"], "the total cost includes the killed segment")


def provenance(folder):
    found = card(folder)
    names = ("commit", "compiler", "compiler_flags", "petsc", "mpi", "hdf5", "zoltan", "udunits", "processor", "host")
    fact(all(found.get(name) for name in names), f"names in run.json: {[found.get(name) for name in names]}")
    version = run(["--version"]).stdout.splitlines()[0]
    with h5py.File(os.path.join(folder, "results.h5"), "r") as file:
        texts = file["parameters/version"][()].decode(), file["h5md/creator"].attrs["version"]
    texts = [text.decode() if isinstance(text, bytes) else text for text in texts]
    fact(found["program"] == version and {"granum " + text for text in texts} == {version}, f"{version}: {texts}")


with tempfile.TemporaryDirectory() as top:
    path = case(CASE)
    for ranks in 1, 2:
        folder = f"{top}/five-{ranks}"
        printed(folder, five_parts(path, folder, ranks))
    killed(f"{top}/five-1")
    provenance(f"{top}/five-1")
done()
