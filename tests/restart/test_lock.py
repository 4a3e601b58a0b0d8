"""A folder is held by one run at a time, and nothing else writes its results file: two simultaneous runs or
resumptions, a killed run, a lock that outlives its process or its host, another program that writes to results.h5,
removes, replaces or truncates it. `--long` tries two runs at random times 200 times.
Labels: chain input io law parallel record run time."""
import fcntl
import json
import os
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

import h5py
from cases import struck_chain
from granum_test import GRANUM, MPIEXEC, case, done, fact, own_environment, run

# A chain whose run takes about a second, with flushes and checkpoints.
CASE = (
    struck_chain(40, "hertz")
    + """time: {end: END, step: 2 ns}
output: {trajectory: {every: 20 us}, energy: {every: 1 us}, checkpoint: {every: 50 us}}
"""
)
SHORT, ENDLESS = case(CASE.replace("END", "400 us")), case(
    CASE.replace("END", "1 s").replace("20 us", "1 ms").replace("1 us", "20 us")
)
TRIES = 200 if "--long" in sys.argv else 6
random.seed(11)


def start(arguments, ranks=1):
    launch = [] if ranks == 1 else [MPIEXEC, "-n", str(ranks)]
    words = [GRANUM, *(str(a) for a in arguments)]
    return subprocess.Popen(
        launch + words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=own_environment(),
    )


def ended(process):
    out, err = process.communicate(timeout=300)
    return process.returncode, out, [line for line in err.splitlines() if line.startswith("granum: ")]


def begun(arguments, directory, ranks=1):
    """Starts a run and returns it once it has a checkpoint."""
    process = start(arguments, ranks)
    while not any(name.startswith("checkpoint-") and name.endswith(".h5") for name in listed(directory)):
        time.sleep(0.02)
        assert process.poll() is None, process.communicate()
    return process


def listed(directory):
    return os.listdir(directory) if os.path.isdir(directory) else []


def record(directory):
    with open(os.path.join(directory, "run.json")) as file:
        return json.load(file)


def two_at_once(top, whole):
    """One run completes with the right bits; the other is refused."""
    figures, wrong = {"refused while the first ran": 0, "refused after it": 0}, []
    for k in range(TRIES):
        directory, ranks = os.path.join(top, "race"), random.choice((1, 1, 2))
        processes = [start(["run", SHORT, "-o", directory], ranks)]
        time.sleep(random.uniform(0, 0.5))
        processes.append(start(["run", SHORT, "-o", directory], random.choice((1, 1, 2))))
        ends = [ended(process) for process in processes]
        told = run(["diff", os.path.join(whole, "results.h5"), os.path.join(directory, "results.h5")], check=False)
        lines = [line for code, _, err in ends if code for line in err]
        figures["refused while the first ran"] += any("another run is at work" in line for line in lines)
        figures["refused after it"] += any("holds a run" in line for line in lines)
        if (
            sorted(code for code, *_ in ends) not in ([0, 2], [0, 75])
            or len(lines) != 1
            or told.returncode
            or record(directory)["state"] != "completed"
        ):
            wrong.append((k, ends, told.stdout))
        shutil.rmtree(directory)
    fact(
        not wrong,
        f"two runs in one folder at random moments, {TRIES} tries: one completes with the right bits, "
        f"the other is refused: {figures} {wrong[:2]}",
    )


def check_alive(top):
    for ranks in (1, 2, 3):
        directory = os.path.join(top, f"alive-{ranks}")
        process = begun(["run", ENDLESS, "-o", directory], directory, ranks)
        state = record(directory)
        fact(
            state["state"] == "running"
            and state["segments"][-1]["ranks"] == ranks
            and state["segments"][-1]["to"] is None,
            f"{ranks} rank(s): run.json shows the state running",
        )
        number = state["segments"][-1]["process"]
        before = {
            name: os.stat(os.path.join(directory, name)).st_ino
            for name in ("input.yaml", "source.yaml", "results-data.h5")
        }
        whose = (
            rf"another run is at work in this folder \(host {socket.gethostname()}, process {number}, since \d{{4}}-"
        )
        copy = ["resume", directory, "-o", os.path.join(top, "copy")]
        for arguments in (["run", SHORT, "-o", directory, "--overwrite"], ["resume", directory], copy):
            code, _, err = ended(start(arguments, 4 - ranks))
            typed = f"granum info {directory}. Only if its host has failed, remove its lock: "
            typed += f"rm {directory}/.granum.lock"
            fact(
                code == 75 and len(err) == 1 and re.search(whose, err[0]) and typed in err[0],
                f"{ranks} rank(s): while a run is in progress, {arguments} is refused: exit {code}, {err}",
            )
        after = {name: os.stat(os.path.join(directory, name)).st_ino for name in before}
        fact(
            after == before and process.poll() is None and not os.path.exists(os.path.join(top, "copy")),
            f"{ranks} rank(s): the refused commands do not change the files of the run",
        )
        os.kill(number, signal.SIGKILL)
        process.wait()
        code, out, err = ended(start(["resume", directory, "--set", "output.wall_time=0.2 s"], 4 - ranks))
        fact(code == 75, f"{ranks} rank(s): the lock of a killed run does not block a resumption: exit {code} {err}")
        state = record(directory)
        first, second = state["segments"]
        fact(
            first["state"] == "killed" and first["to"] == second["from"] > 0 and first["ended"] is None,
            f"{ranks} rank(s): run.json contains the killed segment, {first}",
        )
        fact(
            state["state"] == second["state"] == "stopped"
            and second["to"] > second["from"]
            and "wall time" in second["cause"],
            f"run.json contains the stopped segment of the resumed run, {second}",
        )


def check_two_resumptions(top, whole):
    for ranks in (1, 2):
        directory = os.path.join(top, f"twice-{ranks}")
        process = begun(["run", SHORT, "-o", directory], directory)
        process.kill()
        process.communicate()
        ends = [ended(p) for p in [start(["resume", directory], ranks) for _ in range(2)]]
        told = run(["diff", os.path.join(whole, "results.h5"), os.path.join(directory, "results.h5")], check=False)
        codes = sorted(code for code, *_ in ends)  # the second may also find a completed run
        fact(
            codes in ([0, 75], [0, 0]) and told.returncode == 0,
            f"of two simultaneous resumptions one is refused or both complete, on {ranks} rank(s): {codes}, "
            f"with the right bits {told.stdout.strip()} {[e[2] for e in ends]}",
        )


def hold(path):
    """Locks the file like a run that holds the folder: all bytes except the first."""
    file = open(path, "r+")
    fcntl.fcntl(file, fcntl.F_OFD_SETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 1, 0, 0))
    return file


def check_left(top, whole):
    """A lock that a file server keeps for a dead process; the test holds it in place of the server."""
    directory = os.path.join(top, "left")
    os.environ["SLURM_JOB_ID"] = "43"
    process = begun(["run", SHORT, "-o", directory], directory)
    del os.environ["SLURM_JOB_ID"]
    process.kill()
    process.communicate()
    lock = os.path.join(directory, ".granum.lock")
    with open(lock) as file:
        here = file.read()
    elsewhere = here.replace(socket.gethostname(), "node7", 1)
    for name, text in (("another host", elsewhere), ("a process that is gone", here)):
        with open(lock, "w") as file:
            file.write(text)
        with hold(lock):
            state = record(directory)
            code, _, err = ended(start(["resume", directory]))
            says = (r"\(host (node7|\S+), job slurm 43, process \d+, since \d{4}-", f"rm {lock}")
            told = run(["info", directory]).stdout
            fact(
                code == 75 and len(err) == 1 and all(re.search(s, err[0]) for s in says) and "killed" not in told,
                f"the lock of {name} is respected: exit {code}, {err}",
            )
            fact(
                record(directory) == state and ended(start(["run", SHORT, "-o", directory, "--overwrite"]))[0] == 75,
                f"the lock of {name}: --overwrite does not change its run",
            )
    held = hold(lock)
    os.unlink(lock)  # as the message says
    copy = ended(start(["resume", directory, "-o", os.path.join(top, "copied")]))
    code, _, err = ended(start(["resume", directory], 2))
    held.close()
    same = run(["diff", os.path.join(whole, "results.h5"), os.path.join(directory, "results.h5")], check=False)
    fact(
        copy[0] == 0 and code == 0 and not err and same.returncode == 0,
        f"a run starts after the user has removed a lock: {code} {err} {same.stdout.strip()} {copy}",
    )


def check_results(top):
    """Readers do not block a run in progress. Each flush replaces results.h5, also a damaged file."""
    directory = os.path.join(top, "open")
    file = os.path.join(directory, "results.h5")
    process = begun(["run", ENDLESS, "-o", directory], directory)
    with h5py.File(file, "r") as f:
        fact("particles/grains/position" in f, "a reader opens the results of a run in progress")
    os.truncate(file, 0)
    process.send_signal(signal.SIGTERM)
    code, _, err = ended(process)
    with h5py.File(file, "r") as f:
        samples = f["observables/energy/time"].shape[0]
        fact(code == 75 and samples > 0, f"the next flush replaces results.h5 that was emptied: exit {code} {err}")
    os.unlink(os.path.join(directory, "results-data.h5"))
    code, _, err = ended(start(["resume", directory]))
    fact(code == 4 and len(err) == 1 and "data file" in err[0], f"a run without its data file cannot be resumed: {err}")
    for words in (["info", file], ["diff", file, file]):
        code, _, err = ended(start(words))
        fact(code == 4 and "is missing" in err[-1], f"{words[0]} cannot read without the data file: {err}")


with tempfile.TemporaryDirectory() as folder:
    reference = os.path.join(folder, "whole")
    run(["run", SHORT, "-o", reference])
    two_at_once(folder, reference)
    check_two_resumptions(folder, reference)
    check_alive(folder)
    check_left(folder, reference)
    check_results(folder)
os.unlink(SHORT)
os.unlink(ENDLESS)
done()
