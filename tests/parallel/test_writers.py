"""Writers: on many ranks few ranks open results-data.h5, and each writes the rows of its team in one piece. Opens,
writes and syncs of each rank are counted (tests/faults/io_fault.c). The bits are equal for any number of writers, also
if the run is resumed on another number of ranks, or the rows are compressed.

  test_writers.py [--ranks N] [--count N]     by hand: on more ranks, with more spheres
Labels: bulk input law parallel particle record run time."""
import argparse
import os
import subprocess
import tempfile
from collections import Counter

import h5py
from granum_test import GRANUM, case, command_line, done, fact, own_session

LIBRARY = os.path.join(os.path.dirname(GRANUM), "libio_fault.so")
CASE = """
dimension: 3
materials: {glass: {density: 2500 kg/m^3, youngs_modulus: 50 MPa, poisson_ratio: 0.25}}
contacts: [{between: [glass, glass], normal: {law: tsuji, restitution: 0.7}}]
domain: {lower: [0, 0, 0], upper: [200 mm, 200 mm, 200 mm]}
gravity: [0, 0, -9.81 m/s^2]
particles:
  grains: {lattice: {sites: simple_cubic, spacing: 2.1 mm, count: COUNT}, radius: 1 mm, material: glass}
time: {end: 40 us, step: 4 us}
output: {trajectory: {every: 8 us}, energy: {every: 4 us}, flush: 16 us}
"""
MEBIBYTE = 1 << 20
FRAMES, FIELDS = 6, 3  # vectors


def granum(arguments, ranks, log=None):
    """Runs granum; returns Counter {(rank, call): number}, and the sizes of the writes."""
    with own_session() as environment:
        counts = [f"LD_PRELOAD={LIBRARY}", "IO_FAULT_FILE=results", f"IO_FAULT_LOG={log}"] if log else []
        words = command_line(arguments, ranks)
        at = words.index(GRANUM)
        run = subprocess.run(
            [*words[:at], "env", *counts, *words[at:]], capture_output=True, text=True, env=environment
        )
    if run.returncode not in (0, 75):
        raise SystemExit(f"{' '.join(words)} ended with {run.returncode}:\n{run.stdout}{run.stderr}")


def calls(log):
    with open(log) as file:
        rows = [line.split(maxsplit=3) for line in file]
    return [(int(rank), call, int(size), os.path.basename(name.strip())) for rank, call, size, name in rows]


def check_counts(path, folder, ranks, count):
    """One node: one writer."""
    log = folder + ".log"
    granum(["run", path, "-o", folder], ranks, log)
    rows = calls(log)
    opens = Counter(rank for rank, call, _, _ in rows if call.startswith("open"))
    flushes = sum(call == "fsync" and name == "results.h5.part" for _, call, _, name in rows)
    fact(set(opens) == {0}, f"{ranks} ranks: only rank 0 opens results.h5 and results-data.h5: {dict(opens)}")
    data = [size for _, call, size, name in rows if "write" in call and name == "results-data.h5"]
    frame = 24 * count
    large = sum(size for size in data if size >= min(MEBIBYTE, frame))
    fact(
        large >= FRAMES * FIELDS * frame,
        f"vectors of {frame} bytes are written in {sum(size >= min(MEBIBYTE, frame) for size in data)} pieces of at "
        f"least {min(MEBIBYTE, frame)} bytes; {len(data)} writes in all",
    )
    opened = Counter(name for _, call, _, name in rows if call.startswith("open"))
    few = opened["results-data.h5"] <= 2 * flushes + 8 and opened["results.h5.part"] <= 3 * flushes
    fact(flushes > 1 and few, f"{flushes} flushes: opens {dict(opened)}")
    syncs = sum(call == "fsync" and name == "results-data.h5" for _, call, _, name in rows)
    fact(0 < syncs <= flushes + 2, f"{syncs} syncs of the data file")


def same(path, top, name, ranks, sets, reference, stop=None):
    """A run with these keys, stopped at a time and resumed on two ranks more, has the data of the reference."""
    folder = os.path.join(top, name)
    words = [word for one in sets for word in ("--set", one)]
    granum(["run", path, "-o", folder, *words, *(["--set", f"time.end={stop}"] if stop else [])], ranks)
    if stop:
        granum(["resume", folder, "--set", "time.end=40 us"], ranks + 2)
    with h5py.File(os.path.join(reference, "results.h5")) as a, h5py.File(os.path.join(folder, "results.h5")) as b:
        names = []
        a.visititems(lambda n, item: names.append(n) if isinstance(item, h5py.Dataset) else None)
        other = [n for n in names if n not in b or a[n].shape != b[n].shape or a[n][()].tobytes() != b[n][()].tobytes()]
    fact(
        len(names) > 20 and {n.split("/")[0] for n in other} <= {"parameters"},
        f"{name}: {len(names)} datasets of {ranks} ranks, {sets}: different ones {other}",
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ranks", type=int, default=9)
    parser.add_argument("--count", type=int, default=4000)
    chosen = parser.parse_args()
    path = case(CASE.replace("COUNT", str(chosen.count)))
    with tempfile.TemporaryDirectory() as top:
        check_counts(path, os.path.join(top, "counted"), chosen.ranks, chosen.count)
        one = os.path.join(top, "one")
        granum(["run", path, "-o", one], 1)
        packed = ["output.trajectory.compression=deflate"]
        same(path, top, "one-writer", 6, ["output.writers=1"], one)
        same(path, top, "two-writers", 3, ["output.writers=2"], one)
        same(path, top, "all-write", 6, ["output.writers=6"], one)
        same(path, top, "collective", 3, ["output.transfer=collective", "output.writers=2"], one)
        same(path, top, "resumed", 5, [], one, "16 us")
        same(path, top, "packed", 6, packed, one)
    os.unlink(path)
    done()


main()
