"""`granum info` of a folder: state of its run (running, killed, ...), its segments; in a folder with truncated
files, files of other kinds or foreign files it ends without a traceback and reports the readable part.
Labels: chain input io law run time."""
import os
import re
import signal
import subprocess
import tempfile
import time

from cases import struck_chain
from granum_test import GRANUM, case, done, fact, run

CASE = (
    "\ntitle: A striker and its chain"
    + struck_chain(6, "hertz")
    + """time: {end: 20 us, step: 0.1 us}
"""
)
path = case(CASE)


def info(folder):
    told = run(["info", folder], check=False)
    return told, told.stdout.split("\n")


def begin(folder):
    """Starts a run that would take hours; returns once `info` reports it."""
    process = subprocess.Popen(
        [GRANUM, "run", path, "-o", folder, "--set", "time.end=1 h", "--set", "output.energy.every=1 s"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "SLURM_JOB_ID": "12", "SLURM_ARRAY_JOB_ID": "10", "SLURM_ARRAY_TASK_ID": "3"},
    )
    end = time.time() + 60
    while " left at " not in info(folder)[1][0] and time.time() < end:
        time.sleep(0.2)
    return process


def check_states(top):
    folder = os.path.join(top, "my run")
    process = begin(folder)
    told, lines = info(folder)
    fact(
        re.match(rf"{folder}: running, \S+ % at t = \S+ of 3600 s, step \d+, \d+ (h|min).* left at 20\S+Z$", lines[0]),
        f"info shows the progress of a run in progress: {lines[0]}",
    )
    fact(told.stdout.count("job slurm 10_3, ") == 1, "info names the job of the batch system once")
    with open(os.path.join(folder, "checkpoint"), "w"):
        pass
    while os.path.exists(os.path.join(folder, "checkpoint")):
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    told, lines = info(folder)
    fact(lines[0].startswith(f"{folder}: killed, ") and "left at" not in lines[0], f"the state is killed: {lines[0]}")
    fact(lines[-2] == f"next: {GRANUM} resume '{folder}'", f"info shows how to resume the killed run: {lines[-2]}")
    again = subprocess.Popen(
        "exec " + lines[-2].removeprefix("next: "), shell=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while "segments: 2" not in info(folder)[1]:
        time.sleep(0.1)
    again.send_signal(signal.SIGTERM)
    again.wait()
    told, lines = info(folder)
    fact(
        re.match(rf"{folder}: stopped, \S+ % at .*: SIGTERM$", lines[0]),
        f"the state is stopped, with cause: {lines[0]}",
    )
    segments = [l for l in lines if l.startswith("  segment ")]
    fact(
        len(segments) == 2
        and segments[0].startswith("  segment 1: killed, t = 0 to ")
        and "SIGTERM" not in segments[1],
        f"info lists both segments: {segments}; only the first line has the cause of the stop",
    )
    complete = os.path.join(top, "complete")
    run(["run", path, "-o", complete])
    fact(info(complete)[1][0] == f"{complete}: completed at t = 2e-05 s, step 200", info(complete)[1][0])
    failed = os.path.join(top, "failed")
    run(["run", path, "-o", failed, "--set", "time.overlap_limit=1e-9"], check=False)
    told = run(["run", path, "-o", failed, "--set", "time.overlap_limit=1e-9", "--overwrite"], check=False)
    cause = info(failed)[1][0].split(": ", 2)[2]
    fact(f"{failed}: failed, " in info(failed)[1][0] and "overlap_limit" in cause, info(failed)[1][0])
    fact(cause in told.stderr and "type: " not in cause, "the message of the failed run contains the cause in run.json")
    fact(info(failed)[0].stdout.count(cause) == 1, "info prints the cause once")
    steps = int(re.search(r"^cost: .*, (\d+) steps", info(failed)[0].stdout, re.M)[1])
    fact(steps > 0, f"the cost of a failed run has its steps: {steps}")
    return complete


def check_bad(top, folder):
    file = os.path.join(folder, "status.json")
    with open(file, "rb") as f:
        good = f.read()
    for content in (b"", b"[]", b"3", b"\0\xff\0", b"garbage: [", good[: len(good) // 2], b"{" * 100000):
        for name in ("status.json", "run.json"):
            whole = os.path.join(folder, name)
            with open(whole, "rb") as f:
                before = f.read()
            with open(whole, "wb") as f:
                f.write(content)
            told, lines = info(folder)
            fact(
                told.returncode == 0
                and f"{whole}: cannot be read" in lines
                and any(": checkpoint of step 200, " in l for l in lines),
                f"{name} of {content[:12]}: {told.returncode} {told.stderr}",
            )
            with open(whole, "wb") as f:
                f.write(before)
    os.unlink(file)
    os.mkdir(file)
    told, lines = info(folder)
    fact(told.returncode == 0 and f"{file}: cannot be read" in lines, f"a folder named status.json: {told.returncode}")
    with open(os.path.join(folder, "results.h5"), "wb") as f:
        f.write(b"not HDF5")
    told, lines = info(folder)
    fact(
        told.returncode == 4
        and told.stderr.count("granum: ") == 1
        and any(": checkpoint of step 200, " in l for l in lines),
        f"results that cannot be read do not hide the checkpoints: {told.stderr.strip()}",
    )
    for what in (top, os.path.join(top, "nothing")):
        told, lines = info(what)
        fact(told.returncode == 4 and told.stderr.count("granum: ") == 1, f"{told.returncode}: {told.stderr.strip()}")


with tempfile.TemporaryDirectory() as top:
    check_bad(top, check_states(top))
os.unlink(path)
done()
