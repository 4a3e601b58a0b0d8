"""The results of a run in progress can be read: after a flush exactly the recorded data are readable, and the times
of flushes change no bit of the results. Checkpoints by wall time are sufficient to resume from.
Labels: bulk contact input io law parallel particle record run time wall."""
import os
import re
import signal
import tempfile
import time

import h5py
import numpy as np

from cases import struck_chain
from granum_test import at_work, case, done, fact, run

CHAIN = (
    struck_chain(60)
    + """time: {end: 2 s, step: 0.1 us}
output:
  trajectory: {every: 0.05 ms}
  energy: {every: 0.02 ms}
  sensors: {group: beads, at: [1, 40, 60], every: 0.005 ms}
  detectors: {group: beads, at: [1, 5], quantity: force}
"""
)
SPHERES = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [16 mm, 12 mm, 16 mm], periodic: [true, false, false]}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 5e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.7}, tangential: {law: mindlin, friction: 0.4}}]
particles: {grains: {random: {count: 40, lower: [0, 0, 0]}, material: glass, radius: 0.7 mm, velocity: [0, 0.2, -0.5]}}
walls: {floor: {side: lower_z, material: glass}, front: {side: lower_y, material: glass},
  back: {side: upper_y, material: glass}}
time: {end: 10 s, step: 2 us, overlap_limit: 0.3}
output: {trajectory: {every: 2 ms}, energy: {every: 0.2 ms}, observables: {every: 1 ms}, walls: {every: 0.4 ms}}
"""


def shown(directory, live=True):
    """Returns the number of entries of each group; -1: its columns differ in length, -2: not all of them are
    recorded. None: there is no file yet, or a header was being written."""
    lengths = {}

    def look(name, item):
        if isinstance(item, h5py.Group) and "time" in item and "step" in item:
            # read first, because the other columns may have grown when they are opened
            t, step = item["time"][:], item["step"][:]
            others = [len(d) for n, d in item.items() if isinstance(d, h5py.Dataset) and n not in ("time", "step")]
            lengths[name] = (
                min(others)
                if min(others) == max(others) == len(t) == len(step) or live and min(others) >= len(t) <= len(step)
                else -1
            )
            if not (np.isfinite(t).all() and (np.diff(t) > 0).all() and (step >= 0).all()):
                lengths[name] = -2

    try:
        with h5py.File(os.path.join(directory, "results.h5"), "r") as f:
            f.visititems(look)
    except OSError:
        return None
    return lengths


def frames_listed(directory):
    with open(os.path.join(directory, "results.xdmf")) as f:
        return f.read().count('<Grid Name="frame')


def watched(name, text, ranks):
    """Reads a run that would take hours until every dataset has grown twice, then kills it."""
    path = case(text)
    with tempfile.TemporaryDirectory() as top:
        there = os.path.join(top, "run")
        with at_work(["run", path, "-o", there, "--set", "output.flush=0.3 s"], ranks) as process:
            first, seen, wrong, until = None, None, [], time.monotonic() + 60
            while process.poll() is None and time.monotonic() < until:
                seen = shown(there)
                wrong += [seen] if seen and min(seen.values()) < 0 else []
                if seen and min(seen.values()) > 1 and first is None:
                    first = seen
                if first and all(seen and seen.get(k, 0) > first[k] for k in first):
                    break
                time.sleep(0.05)
            fact(
                bool(first) and all(seen[k] > first[k] for k in first) and not wrong,
                f"{name}, {ranks} rank(s): a reader sees all datasets grow while the run is in progress: {first} "
                f"{seen} {wrong}",
            )
            fact(
                frames_listed(there) >= first.get("particles/grains/position", 0) > 0,
                "results.xdmf lists the frames while the run is in progress",
            )
            process.send_signal(signal.SIGUSR1)  # then stop it with a checkpoint
            process.wait()
            fact(process.returncode == 75, f"the signal stops the run: exit {process.returncode}")
            kept = shown(there, live=False)
            fact(
                all(kept[k] >= seen[k] for k in seen) and frames_listed(there) == kept["particles/grains/position"],
                f"a stopped run keeps all recorded data: {kept}",
            )
    os.unlink(path)


def bits(file):
    """Returns all numbers of a results file except the texts of the parameters, which contain the flush interval."""
    found = {}
    with h5py.File(file, "r") as f:
        f.visititems(
            lambda n, d: found.update({n: (d.shape, d.maxshape, d[()].tobytes())})
            if isinstance(d, h5py.Dataset) and not n.startswith("parameters/")
            else None
        )
    return found


def independent(name, text, end):
    """The bits are equal without flushes, with as many as possible, and with checkpoints by wall time; the bytes of
    the file as well."""
    path = case(re.sub(r"end: \d+ s", f"end: {end}", text))
    with tempfile.TemporaryDirectory() as top:
        files, raw = [], []
        for k, (ranks, sets) in enumerate(
            (
                (1, ["output.flush=0.001 s"]),
                (1, ["output.flush=99999 s"]),
                (2, ["output.flush=0.001 s"]),
                (1, ["output.flush=off", "output.checkpoint.wall_time=2 ms"]),
            )
        ):
            there = os.path.join(top, str(k))
            run(["run", path, "-o", there, *(w for s in sets for w in ("--set", s))], ranks)
            files.append(bits(os.path.join(there, "results.h5")))
            with open(os.path.join(there, "results.h5"), "rb") as f:
                raw.append(f.read())
        same = [[n for n in files[0] if f.get(n) != files[0][n]] for f in files[1:]]
        fact(files[0] and not any(same), f"{name}: results have the same bits for any flush interval {same}")
        apart = [i for i, (a, b) in enumerate(zip(raw[0], raw[1])) if a != b] if len(raw[0]) == len(raw[1]) else None
        fact(
            apart is not None and len(apart) <= 5,
            f"files differ only where the resolved input contains the flush interval: {apart}",
        )
        kept = sorted(n for n in os.listdir(there) if n.startswith("checkpoint-"))
        fact(len(kept) == 2, f"the last two checkpoints by wall time are kept: {kept}")
        run(["resume", os.path.join(there, min(kept, key=lambda n: int(n[11:-3]))), "-o", os.path.join(top, "on")], 2)
        told = run(["diff", os.path.join(there, "results.h5"), os.path.join(top, "on", "results.h5")], check=False)
        fact(told.returncode == 0, f"a run resumed from such a checkpoint has the same bits {told.stdout.strip()}")
    os.unlink(path)


def frames(directory):
    return (shown(directory) or {}).get("particles/grains/position", 0)


def early(ranks):
    """The first flush occurs 2 s after the start, regardless of output.flush; a file `report` requests the next."""
    path = case(CHAIN)
    with tempfile.TemporaryDirectory() as top:
        there, began = os.path.join(top, "run"), time.monotonic()
        with at_work(["run", path, "-o", there, "--set", "output.flush=1 h"], ranks):
            while frames(there) < 1 and time.monotonic() < began + 10:
                time.sleep(0.1)
            first, took = frames(there), time.monotonic() - began
            fact(first > 0, f"{ranks} rank(s): {first} frames are readable {took:.1f} s after the command")
            request = os.path.join(there, "report")
            open(request, "w").close()
            while os.path.exists(request) and time.monotonic() < began + 20:
                time.sleep(0.05)
            fact(frames(there) > first, f"{ranks} rank(s): more frames are readable after a report: {frames(there)}")
    os.unlink(path)


early(1)
early(2)
watched("chain", CHAIN, 2)
watched("spheres", SPHERES, 1)
independent("chain", CHAIN, "4 ms")
independent("spheres", SPHERES, "30 ms")
done()
