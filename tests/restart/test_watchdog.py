"""The watchdog ends a job in which a rank has stopped or sleeps: one message names phase and ranks, the exit code is
75, and the run can be resumed with the same bits. It does not end a job that is suspended as a whole, nor one whose
ranks wait for a file that grows.
Labels: io parallel run."""
import json
import os
import re
import signal
import subprocess
import tempfile
import time

from granum_test import GRANUM, MPIEXEC, case, done, fact, own_environment, run, simulate
from shaken_box import GAS

CHARGED = os.path.join(os.path.dirname(GRANUM), "charged")
LIMIT = 1.5  # [s]
CASE = (
    GAS.replace("end: 100 s", "end: END")
    + """output: {energy: {every: 1 ms}, checkpoint: {wall_time: 0.5 s}}
run: {watchdog: LIMIT s}
"""
)


def start(words, ranks, **variables):
    launch = [] if ranks == 1 else [MPIEXEC, "-n", str(ranks)]
    environment = {**own_environment(), **variables}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        launch + words, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True, env=environment
    )


def end_of(process, most):
    """Exit code and the messages of granum; kills the job after `most` seconds."""
    try:
        lines = process.communicate(timeout=most)[1].splitlines()
    except subprocess.TimeoutExpired:
        process.kill()
        lines = process.communicate()[1].splitlines()
    return process.returncode, [line for line in lines if line.startswith("granum:")]


def ranks_of(process):
    """Process ids of the ranks, in the order of their numbers."""
    found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
    return sorted(map(int, found))


def wait_for(true, what):
    latest = time.time() + 60
    while not true():
        if time.time() > latest:
            raise SystemExit(f"FAIL waited in vain for {what}")
        time.sleep(0.02)


def has_checkpoint(folder):
    return os.path.isdir(folder) and any(re.fullmatch(r"checkpoint-\d+\.h5", name) for name in os.listdir(folder))


def names_rank(message, rank):
    """Whether the message says in which phase `rank` waits, alone or with other ranks."""
    return re.search(rf"ranks? (\d+, )*{rank}(, \d+)* in the phase '", message)


def case_until(end):
    return case(CASE.replace("END", end).replace("LIMIT", str(LIMIT)))


def sleeps(path, folder, ranks, sleeping):
    process = start([CHARGED, "run", path, folder], ranks, CHARGED_SLEEPS=str(sleeping))
    begun = time.time()
    code, lines = end_of(process, 30)
    others = [] if ranks == 1 else [0, 2]
    fact(
        code == 75
        and len(lines) == 1
        and re.search(rf"rank {sleeping} in the phase 'force pass'", lines[0])
        and all(names_rank(lines[0], rank) for rank in others)
        and "(run.watchdog), since 20" in lines[0]
        and time.time() - begun < 20,
        f"rank {sleeping} of {ranks} sleeps in a force function: {code} after {time.time() - begun:.1f} s {lines}",
    )
    fact(
        os.path.getsize(os.path.join(folder, ".granum.lock")) == 0 and "run the case again" in lines[0],
        "the lock is empty; without a checkpoint the message says to run again",
    )


def file_grows(path, folder):
    """All ranks wait, but a file of the folder grows."""
    process = start([CHARGED, "run", path, folder], 3, CHARGED_SLEEPS="1")
    wait_for(lambda: os.path.exists(os.path.join(folder, "status.json")), "the start")
    latest = time.time() + 3 * LIMIT
    while time.time() < latest and process.poll() is None:
        with open(os.path.join(folder, "growing"), "a", encoding="ascii") as file:
            file.write("1")
        time.sleep(0.1)
    alive = process.poll() is None
    code, _ = end_of(process, 30)
    fact(alive and code == 75, f"the job goes on while a file of its folder grows, and ends afterwards: {code}")


def is_stopped(path, folder, whole):
    process = start([GRANUM, "run", path, "-o", folder], 3)
    wait_for(lambda: has_checkpoint(folder), "a checkpoint")
    with open(os.path.join(folder, "status.json"), encoding="utf-8") as file:
        status = json.load(file)
    fact(status["next_update"] > status["updated"], f"the next update of status.json is due at {status['next_update']}")
    os.kill(ranks_of(process)[1], signal.SIGSTOP)
    code, lines = end_of(process, 30)
    fact(
        code == 75
        and len(lines) == 1
        and "rank 1 in the phase" in lines[0]
        and "stopped or killed;" in lines[0]
        and all(names_rank(lines[0], rank) for rank in (0, 2))
        and f"resume {folder}" in lines[0],
        f"rank 1 of 3 is stopped: {code} {lines}",
    )
    run(["resume", folder], 2)
    same = run(["diff", whole, os.path.join(folder, "results.h5")], check=False).returncode
    fact(same == 0, "the resumed run has the bits of an uninterrupted one")


def is_suspended(path, folder, ranks):
    process = start([GRANUM, "run", path, "-o", folder], ranks)
    wait_for(lambda: has_checkpoint(folder), "a checkpoint")
    members = [process.pid] if ranks == 1 else ranks_of(process)
    for member in members:
        os.kill(member, signal.SIGSTOP)
    time.sleep(2 * LIMIT)
    for member in members:
        os.kill(member, signal.SIGCONT)
    time.sleep(LIMIT / 2)
    with open(os.path.join(folder, "stop"), "w", encoding="ascii"):
        pass
    code, lines = end_of(process, 30)
    fact(
        code == 75 and "the file stop" in lines[0],
        f"a run on {ranks} ranks that is suspended as a whole continues: {code} {lines}",
    )


with tempfile.TemporaryDirectory() as top:
    short, long = case_until("20 ms"), case_until("100 s")
    middle = case_until("250 ms")
    is_stopped(middle, f"{top}/stopped", simulate(middle, f"{top}/whole"))
    for ranks in 1, 3:
        sleeps(short, f"{top}/sleeps-{ranks}", ranks, ranks // 2)
        is_suspended(long, f"{top}/suspended-{ranks}", ranks)
    file_grows(short, f"{top}/grows")
    refused = run(["check", short, "--set", "run.watchdog=-1 s"], check=False)
    fact(refused.returncode == 2 and "run.watchdog" in refused.stderr, f"negative limit: {refused.stderr.strip()}")
    simulate(short, f"{top}/off", ["run.watchdog=off"])
done()
