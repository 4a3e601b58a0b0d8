"""A run that is killed at any moment, again and again, comes to the same bits as one that is left alone.

--moments 30: so many kills of a chain and as many of spheres in space, on 1 to 3 ranks, a third of them while a
checkpoint is being written; some minutes."""
import argparse
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time

from granum_test import GRANUM, MPIEXEC, case, done, fact, run
from shaken_box import BOX
from struck import struck_chain

KILLS = 12
CASE = (
    struck_chain(400, "luding")
    + """time: {end: 1.2 ms, step: 0.01 us}
output:
  trajectory: {every: 50 us}
  energy: {every: 4 us}
  sensors: {group: beads, at: [1, 40, 400], every: 0.5 us}
  checkpoint: {every: 50 us}
"""
)


def kept(directory):
    return (
        {n for n in os.listdir(directory) if n.startswith("checkpoint-") and n.endswith(".h5")}
        if os.path.isdir(directory)
        else set()
    )


def until(arguments, directory, new, seconds):
    """Runs granum, killed so many seconds after it has written `new` checkpoints more; returns its exit code, or
    None."""
    seen, wanted = kept(directory), new
    process = subprocess.Popen(
        [GRANUM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    while process.poll() is None and wanted > 0:
        now = kept(directory)
        wanted -= len(now - seen)
        seen |= now
        time.sleep(0.002)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
    error = process.communicate()[1]
    if process.returncode not in (0, -9):
        fact(False, f"neither killed nor done: {process.returncode} {error}")
    return None if process.returncode == -9 else process.returncode


def short_form():
    path = case(CASE)
    with tempfile.TemporaryDirectory() as top:
        whole, killed = os.path.join(top, "whole"), os.path.join(top, "killed")
        run(["run", path, "-o", whole])
        starts, steps, ended = 0, [], None
        for k in range(KILLS):
            there = kept(killed)
            starts += not there
            steps += [max(int(n.split("-")[1][:-3]) for n in there)] if there else []
            # Some before the first checkpoint, while the run is set up; most while a checkpoint is written or soon
            # after.
            ended = until(
                ["resume", killed] if there else ["run", path, "-o", killed, "--overwrite"],
                killed,
                0 if k % 4 == 0 else random.randint(1, 3),
                random.uniform(0, 0.2 if k % 4 == 0 else 0.05),
            )
            if ended is not None:
                fact(ended == 0, f"a run that was not killed any more ended with {ended}")
                break
        fact(
            len(steps) >= 5 and steps == sorted(steps),
            f"{starts} starts and {len(steps)} resumptions, at steps {steps}",
        )
        if ended is None:
            run(["resume", killed], 2)
        for name in ("results.h5", "checkpoint-120000.h5"):
            told = run(["diff", os.path.join(whole, name), os.path.join(killed, name)], check=False)
            fact(told.returncode == 0, f"{name} has the same bits {told.stdout.strip()}")
        left = sorted(n for n in os.listdir(killed) if not n.startswith("checkpoint-") or "part" in n)
        fact(
            left == sorted(n for n in os.listdir(whole) if not n.startswith("checkpoint-")),
            f"nothing else is left behind: {left}",
        )
    os.unlink(path)


SPHERES = (
    BOX
    + """time: {end: 16 ms, step: 2 us, overlap_limit: 0.3, rebalance: 200}
output: {trajectory: {every: 1 ms}, energy: {every: 0.1 ms}, observables: {every: 0.5 ms}, contacts: {every: 4 ms},
  checkpoint: {every: 0.2 ms}}
"""
)


def being_written(directory):
    return {n for n in os.listdir(directory) if ".h5.part-" in n} if os.path.isdir(directory) else set()


def ranks_of(process):
    """The processes that mpirun has started."""
    with open(f"/proc/{process.pid}/task/{process.pid}/children") as file:
        return [int(word) for word in file.read().split()]


def strike(arguments, ranks, directory, seconds, writing):
    """Runs granum and kills all of its ranks at once after so many seconds, or, if `writing`, when a checkpoint is
    being written after these. Returns whether it was killed, and whether in the middle of a checkpoint."""
    command = [MPIEXEC, "--oversubscribe", "-n", str(ranks), GRANUM, *arguments]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until_then = time.monotonic() + seconds
    while process.poll() is None and (time.monotonic() < until_then or (writing and not being_written(directory))):
        time.sleep(0.0005)
    running = process.poll() is None
    for number in ranks_of(process) if running else []:
        try:
            os.kill(number, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return process.wait() != 0 and running, bool(being_written(directory))


def long_form(name, text, moments):
    """So many kills; whenever a run comes to its end in between, it is compared and begun anew."""
    path, figures = case(text), {
        "killed": 0,
        "in a checkpoint": 0,
        "before the first": 0,
        "resumed": 0,
        "came to the end": 0,
    }
    with tempfile.TemporaryDirectory() as top:
        whole, killed = os.path.join(top, "whole"), os.path.join(top, "killed")
        begun = time.monotonic()
        run(["run", path, "-o", whole])
        span = time.monotonic() - begun
        while figures["killed"] < moments:
            there, ranks = kept(killed), random.randint(1, 3)
            arguments = ["resume", killed] if there else ["run", path, "-o", killed, "--overwrite"]
            struck, inside = strike(
                arguments, ranks, killed, random.uniform(0, 0.3 + 0.7 * span), figures["killed"] % 3 == 0
            )
            figures["resumed"] += bool(there)
            figures["killed"] += struck
            figures["in a checkpoint"] += struck and inside
            figures["before the first"] += struck and not kept(killed)
            if not struck:
                finish(name, whole, killed, figures)
        finish(name, whole, killed, figures)
        print(f"{name}: {figures}")
    os.unlink(path)


def finish(name, whole, killed, figures):
    """To the end, on 2 ranks; every file has the bits of the run that was left alone."""
    before = kept(killed)
    if before:
        run(["resume", killed], 2)
        names = sorted(n for n in os.listdir(whole) if n == "results.h5" or n.startswith("contacts-"))
        told = [
            run(["diff", os.path.join(whole, n), os.path.join(killed, n)], check=False).stdout.strip() for n in names
        ]
        fact(
            not any(told), f"{name}: after {figures['killed']} kills the same bits in {names} {[t for t in told if t]}"
        )
        if kept(killed) != before:  # a run that was done is left as it is
            fact(not being_written(killed), f"{name}: nothing half written is left")
        figures["came to the end"] += 1
    shutil.rmtree(killed, ignore_errors=True)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--moments", type=int, metavar="N", help="the long form, with N kills of each case")
parser.add_argument("--seed", type=int, default=3, help="of the moments")
options = parser.parse_args()
random.seed(options.seed)
if options.moments:
    long_form("chain", CASE, options.moments)
    long_form("spheres", SPHERES, options.moments)
else:
    short_form()
done()
