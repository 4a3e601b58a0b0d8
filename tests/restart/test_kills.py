"""A run that is killed at any moment keeps all data up to its last flush, and has the same bits after it is resumed:
chains and assemblies with insertion, plain and compressed, on 1 and 3 ranks.

Half of the kills happen at a random moment; all ranks are killed at once. The others happen during a random call that
writes results or a checkpoint, when a part has been written (tests/faults/io_fault.c). After each kill plain h5py reads
results.h5; every value must be equal to the value in an uninterrupted run.

--kills N: number of kills; 200 take about ten minutes. The default is a few.
Labels: bulk input io law parallel particle record run time wall."""
import argparse
import collections
import glob
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time

import h5py
import numpy as np

from cases import rain, struck_chain
from granum_test import GRANUM, MPIEXEC, case, done, fact, own_session, run

LIBRARY = os.path.join(os.path.dirname(GRANUM), "libio_fault.so")
CHAIN = (
    struck_chain(400, "luding")
    + """time: {end: 0.2 ms, step: 0.02 us}
output:
  trajectory: {every: 10 us, compression: COMPRESSION}
  energy: {every: 1 us}
  sensors: {group: beads, at: [1, 40, 400], every: 0.1 us}
  flush: 1 ms
  checkpoint: {every: 20 us}
"""
)
RAIN = (
    rain(40, 38, 3000000)
    + """output:
  {trajectory: {every: 0.1 ms, compression: COMPRESSION}, energy: {every: 20 us}, checkpoint: {every: 0.2 ms},
   flush: 1 ms}
"""
)
CASES = {
    f"{name}, {how}": text.replace("COMPRESSION", word)
    for name, text in (("chain", CHAIN), ("rain", RAIN))
    for how, word in (("plain", "none"), ("compressed", "deflate"))
}
RANKS, LIMIT = (1, 3), 300  # [s]


def numbers(folder):
    """Path -> values of every dataset of numbers in results.h5; None: there is no such file."""
    found, path = {}, os.path.join(folder, "results.h5")

    def look(name, item):
        if isinstance(item, h5py.Dataset) and item.shape and item.dtype.kind in "fi":
            found[name] = item[()]

    try:
        with h5py.File(path, "r") as file:
            file.visititems(look)
    except FileNotFoundError:  # not created yet, or removed by --overwrite
        return None
    return found


def lengths(values):
    return {path: len(value) for path, value in (values or {}).items() if path.endswith("/time")}


def apart(values, whole):
    """Returns the paths of datasets that differ from the uninterrupted run."""
    return [
        path
        for path, value in values.items()
        if not np.array_equal(
            value, whole[path][tuple(slice(n) for n in value.shape)], equal_nan=value.dtype.kind == "f"
        )
    ]


def command(arguments, ranks, variables=()):
    launch = [] if ranks == 1 else [MPIEXEC, "-n", str(ranks)]
    return [*launch, *(["env", *variables] if variables else []), GRANUM, *arguments]


def faults(rank, *more):
    return [f"LD_PRELOAD={LIBRARY}", "IO_FAULT_FILE=.h5", f"IO_FAULT_RANKS={rank}", *more]


def calls_of(path, folder, ranks):
    """Runs a case without interruption into `folder`; returns the number of calls of each rank that write results or
    checkpoints."""
    told = folder + ".calls"
    with own_session() as environment:
        subprocess.run(
            command(
                ["run", path, "-o", folder, "--overwrite"],
                ranks,
                faults(",".join(map(str, range(ranks))), f"IO_FAULT_COUNT={told}"),
            ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=LIMIT,
            check=True,
            env=environment,
        )
    with open(told) as file:
        counts = dict(map(int, line.split()) for line in file)
    os.unlink(told)
    assert sorted(counts) == list(range(ranks)), counts
    return counts


def ranks_of(process, ranks):
    if ranks == 1:
        return [process.pid]
    with open(f"/proc/{process.pid}/task/{process.pid}/children") as file:
        return [int(word) for word in file.read().split()]


def end_all(process, ranks):
    for number in ranks_of(process, ranks):
        try:
            os.kill(number, signal.SIGKILL)
        except ProcessLookupError:
            pass


def strike(arguments, ranks, folder, seconds, variables):
    """Runs granum until it is killed: after this many seconds, or by the variables of io_fault. Returns whether it
    was killed, and the lengths that a reader saw grow during this run."""
    with own_session() as environment:
        process = subprocess.Popen(
            command(arguments, ranks, variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        first, seen = None, {}
        until = time.monotonic() + seconds
        while process.poll() is None and time.monotonic() < until:
            if not variables:
                now = lengths(numbers(folder))
                first = first or now
                seen = now if now != first else {}
            time.sleep(0.003)
        struck = process.poll() is None
        if struck:
            end_all(process, ranks)
        try:
            code = process.wait(20)
        except subprocess.TimeoutExpired:  # mpirun may wait for killed ranks
            process.kill()
            code = process.wait()
    return (struck or bool(variables)) and code != 0, seen


def finish(name, folder, whole, arguments):
    """Checks the results of a completed run: one plain file with the bits of the uninterrupted run."""
    run(arguments, 2, timeout=LIMIT)
    told = run(["diff", os.path.join(whole, "results.h5"), os.path.join(folder, "results.h5")], check=False)
    left = sorted(os.path.basename(n) for n in glob.glob(folder + "/*") if "results" in n or "part" in n)
    return [] if told.returncode == 0 and left == ["results.h5", "results.xdmf"] else [f"{name}: {told.stdout} {left}"]


def study(name, text, kills, figures):
    path, bad = case(text), []
    with tempfile.TemporaryDirectory() as top:
        whole, folder = os.path.join(top, "whole"), os.path.join(top, "killed")
        span = {}
        calls = {}
        for ranks in RANKS:
            begun = time.monotonic()
            calls[ranks] = calls_of(path, whole, ranks)
            span[ranks] = time.monotonic() - begun
        right = numbers(whole)
        for k in range(kills):
            resumes, ranks = bool(glob.glob(folder + "/checkpoint-*.h5")), random.choice(RANKS)
            arguments = ["resume", folder] if resumes else ["run", path, "-o", folder, "--overwrite"]
            rank = random.choice((0, ranks - 1))
            inside = k % 2 == 0
            at = random.randint(1, calls[ranks][rank])
            variables = faults(rank, f"IO_FAULT_AT={at}", "IO_FAULT_KILL=1") if inside else ()
            seconds = LIMIT if inside else random.uniform(0.05, 0.3 + span[ranks])
            struck, seen = strike(arguments, ranks, folder, seconds, variables)
            figures["killed" if struck else "came to the end first"] += 1
            figures["inside a write"] += struck and inside
            figures["on 3 ranks"] += struck and ranks == 3
            figures["resumed"] += resumes
            where = (
                f"{name}: kill {k} on {ranks} ranks, {f'call {at} of rank {rank}' if inside else f'{seconds:.3f} s'}"
            )
            try:
                values = numbers(folder)
            except (OSError, RuntimeError, KeyError) as problem:
                bad.append(f"{where}: {problem}")
                break
            found = lengths(values)
            figures["with results"] += values is not None
            bad += [f"{where}: {apart(values, right)}"] if values and apart(values, right) else []
            bad += [f"{where}: {found} after {seen}"] if any(found.get(p, 0) < n for p, n in seen.items()) else []
            if not struck or k % 6 == 5 or k == kills - 1:
                if glob.glob(folder + "/checkpoint-*.h5"):
                    bad += finish(where, folder, whole, ["resume", folder])
                    figures["compared at the end"] += 1
                shutil.rmtree(folder, ignore_errors=True)
        fact(not bad, f"{name}: {kills} kills lost no flushed data {bad[:4]}")
    os.unlink(path)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--kills", type=int, metavar="N", default=12, help="so many kills")
parser.add_argument("--seed", type=int, default=3, help="of the moments")
options = parser.parse_args()
random.seed(options.seed)
figures = collections.Counter()
for name, text in CASES.items():
    study(name, text, options.kills // len(CASES), figures)
print(dict(figures))
done()
