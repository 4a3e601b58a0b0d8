"""Runs of chains and spheres on 1 to 3 ranks are killed at random moments, while results are flushed and checkpoints
written by wall time. After each kill results.h5 opens, everything in it comes to the same simulated time, nothing that
a reader had seen is gone, the last flush is not older than output.flush says, and at the end of all resumptions the
bits are those of a run that was left alone.

--long N: so many kills in all, of longer runs; 50 take some minutes."""
import argparse
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

from granum_test import GRANUM, MPIEXEC, case, done, fact, run
from shaken_box import BOX
from struck import struck_chain

CHAIN = (
    struck_chain(3000, "luding")
    + """time: {end: END us, step: 0.01 us}
output:
  trajectory: {every: 2 us}
  energy: {every: 0.4 us}
  sensors: {group: beads, at: [1, 40, 3000], every: 0.05 us}
  flush: 0.2 s
  checkpoint: {wall_time: 0.5 s}
"""
)
SPHERES = (
    BOX
    + """time: {end: END us, step: 2 us, overlap_limit: 0.3}
output: {trajectory: {every: 1 ms}, energy: {every: 0.1 ms}, observables: {every: 0.5 ms}, walls: {every: 0.2 ms},
  flush: 0.2 s, checkpoint: {wall_time: 0.5 s}}
"""
)

LISTED_AFTER = 0.25  # s: results.xdmf follows the flush that shows the first frames, once all ranks have come to it


def shown(directory, live=False):
    """Name -> times of everything over time in the results; None: no file, or one that a header is being written
    into."""
    found = {}

    def look(name, item):
        if isinstance(item, h5py.Group) and "time" in item and "step" in item:
            t = item["time"][
                :
            ]  # while a resumption begins, room may be seen for a moment, with times that are not a number
            reached = np.isfinite(t).all() or live
            found[name] = (
                t,
                min(min(len(d) for d in item.values() if isinstance(d, h5py.Dataset)), np.isfinite(t).sum())
                if reached
                else -1,
            )

    try:
        with h5py.File(os.path.join(directory, "results.h5"), "r") as f:
            f.visititems(look)
    except OSError:
        return None
    return found


def whole(found, end):
    """Whether it all comes to one simulated time: the latest that there is, and no more samples due by then than there
    are."""
    latest = max((t[-1] for t, n in found.values() if len(t)), default=0)
    for t, n in found.values():
        if n != len(t) or not np.isfinite(t).all() or (len(t) > 1 and not (np.diff(t) > 0).all()):
            return False
        every = t[1] - t[0] if len(t) > 1 else end
        if len(t) == 0 or t[-1] + every < latest * (1 - 1e-9) and len(t) > 1:
            return len(t) == 0 and latest == 0
    return True


def ranks_of(process, ranks):
    if ranks == 1:
        return [process.pid]
    with open(f"/proc/{process.pid}/task/{process.pid}/children") as file:
        return [int(word) for word in file.read().split()]


def strike(arguments, ranks, directory, seconds, patient):
    """Runs granum, reads along, and kills all of its ranks at once after so many seconds; if `patient`, after so many
    with results. Returns whether it was killed, what had been seen last, when that had grown before the kill, and how
    long frames had been seen."""
    launch = [] if ranks == 1 else [MPIEXEC, "--oversubscribe", "-n", str(ranks)]
    began = time.monotonic()
    process = subprocess.Popen(
        [*launch, GRANUM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    before = shown(directory) if os.path.exists(directory) else None
    seen, grown = {
        k: n for k, (t, n) in before.items()
    } if before else {}, None  # a resumption goes back to its checkpoint
    frames = None
    while process.poll() is None and time.monotonic() < began + seconds:
        if patient and not os.path.exists(os.path.join(directory, "results.h5")):
            began = time.monotonic()
        now = shown(directory, True) if os.path.exists(directory) else None
        lengths = {k: n for k, (t, n) in now.items()} if now else seen
        if lengths != seen:
            seen, grown = lengths, time.monotonic()
        if lengths.get("particles/grains/position") and frames is None:
            frames = time.monotonic()
        time.sleep(random.uniform(0, 0.02))
    struck = process.poll() is None
    moment = time.monotonic()
    for number in ranks_of(process, ranks) if struck else []:
        try:
            os.kill(number, signal.SIGKILL)
        except ProcessLookupError:
            pass
    ages = [moment - since if since else None for since in (grown, frames)]
    return process.wait() != 0 and struck, seen, *ages


def study(name, text, end, kills):
    path, figures = case(text.replace("END", str(end))), {
        "kills": 0,
        "without results": 0,
        "resumed": 0,
        "ends": 0,
        "oldest flush": 0.0,
    }
    with tempfile.TemporaryDirectory() as top:
        alone, killed = os.path.join(top, "alone"), os.path.join(top, "killed")
        began = time.monotonic()
        run(["run", path, "-o", alone])
        span = time.monotonic() - began
        bad = []
        while figures["kills"] < kills:
            there, ranks = bool(glob.glob(killed + "/checkpoint-*.h5")), random.randint(1, 3)
            if not there:
                shutil.rmtree(killed, ignore_errors=True)
            figures["resumed"] += there
            struck, seen, age, shown_for = strike(
                ["resume", killed] if there else ["run", path, "-o", killed],
                ranks,
                killed,
                random.uniform(0.2, 0.5 + 1.2 * span),
                figures["kills"] % 4 > 0,
            )
            if not struck:
                figures["ends"] += finish(name, alone, killed, figures)
                continue
            figures["kills"] += 1
            now = shown(killed)
            if now is None:
                figures["without results"] += 1
                bad += (
                    [f"kill {figures['kills']} on {ranks}: what was seen cannot be read"]
                    if seen or os.path.exists(killed + "/results.h5")
                    else []
                )
                continue
            lengths = {k: n for k, (t, n) in now.items()}
            lost = [k for k in seen if lengths.get(k, 0) < seen[k] and age is not None]
            bad += (
                [f"kill {figures['kills']} on {ranks}: {lengths} after {seen}"] if lost or not whole(now, end) else []
            )
            bad += (
                [f"kill {figures['kills']} on {ranks}: no results.xdmf"]
                if (shown_for or 0) > LISTED_AFTER and not os.path.exists(killed + "/results.xdmf") and not there
                else []
            )
            if age is not None:
                figures["oldest flush"] = max(figures["oldest flush"], round(age, 2))
        fact(not bad, f"{name}: after each kill everything up to one simulated time can be read {bad}")
        figures["ends"] += finish(name, alone, killed, figures)
        print(f"{name}: {figures}, alone {span:.1f} s", flush=True)
    os.unlink(path)


def finish(name, alone, killed, figures):
    """To the end, on 2 ranks; the results have the bits of the run that was left alone."""
    if not glob.glob(killed + "/checkpoint-*.h5"):
        return 0
    run(["resume", killed], 2)
    told = run(["diff", os.path.join(alone, "results.h5"), os.path.join(killed, "results.h5")], check=False)
    fact(
        told.returncode == 0,
        f"{name}: after {figures['kills']} kills and {figures['resumed']} resumptions the same bits "
        f"{told.stdout.strip()}",
    )
    shutil.rmtree(killed)
    return 1


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--long", type=int, metavar="N", help="so many kills")
parser.add_argument("--seed", type=int, default=5, help="of the moments")
options = parser.parse_args()
random.seed(options.seed)
kills = options.long or 6
study("chain", CHAIN, 400 if options.long else 150, kills // 2)
study("spheres", SPHERES, 60000 if options.long else 20000, kills - kills // 2)
done()
