"""An accidentally damaged checkpoint or results file is refused with exit code 4 and one message; nothing is written.
If a checkpoint cannot be written, the run ends with exit code 4 and the previous checkpoint remains.
Labels: chain input io law parallel record run time."""
import os
import shutil
import subprocess
import tempfile

import h5py
import numpy as np
from cases import struck_chain
from checkpoint_file import craft, wrong_sums
from granum_test import GRANUM, MPIEXEC, case, done, fact, own_session, run

CHAIN = (
    struck_chain(7)
    + """time: {end: 20 us, step: 0.1 us}
output: {trajectory: {every: 5 us}, energy: {every: 5 us}, checkpoint: {every: 10 us}}
"""
)
LIBRARY = os.path.join(os.path.dirname(GRANUM), "libio_fault.so")


def snapshot(folder):
    """Returns every file of a folder with its bytes."""
    found = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = file.read()
    return found


def flip_at(path, at):
    """Flips one bit of the file."""
    with open(path, "r+b") as file:
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ 8]))


def flip(path, column):
    """Flips one bit of a column."""
    with h5py.File(path) as file:
        at = file[column].id.get_offset()
    flip_at(path, at + 5)


def old_format(path):
    with h5py.File(path, "r+") as file:
        del file.attrs["format"]


def only_bytes(path):
    with open(path, "wb") as file:
        file.write(b"not a checkpoint")


CHECKPOINT = [
    ("a flipped bit", lambda p: flip(p, "beads/velocity"), "beads/velocity does not have its checksum"),
    ("a flipped bit in the metadata", lambda p: flip_at(p, 60), "the checkpoint is damaged or truncated: "),
    ("cut short", lambda p: os.truncate(p, os.path.getsize(p) - 100), "the checkpoint is damaged or truncated: "),
    ("empty", lambda p: os.truncate(p, 0), "not an HDF5 file"),
    ("another file", only_bytes, "not an HDF5 file"),
    ("results", lambda p: shutil.copy(p.rsplit("/", 1)[0] + "/results.h5", p), "not a granum checkpoint"),
    ("of an earlier version", old_format, "finish the run with the granum that wrote it"),
    ("missing", os.unlink, "No such file"),
]


def refused(what, folder, path, want, ranks):
    before = snapshot(folder)
    told = run(["resume", path], ranks, check=False)
    lines = [line for line in told.stderr.splitlines() if line.startswith("granum: ")]
    well = told.returncode == 4 and len(lines) == 1 and want in lines[0] and path in lines[0]
    fact(well and snapshot(folder) == before, f"{what} on {ranks}: exit {told.returncode}, {lines}")
    return lines


def damaged(top, home):
    first, last = sorted(n for n in os.listdir(home) if n.startswith("checkpoint-"))
    for k, (what, change, want) in enumerate(CHECKPOINT):
        folder = os.path.join(top, f"c{k}")
        shutil.copytree(home, folder)
        change(os.path.join(folder, last))
        lines = refused(f"checkpoint: {what}", folder, os.path.join(folder, last), want, 1 + k % 2)
        fact(
            any(f"use the previous checkpoint {folder}/{first}" in line for line in lines),
            "the message names the previous checkpoint",
        )
    for k, (what, size) in enumerate((("cut short", 3000), ("empty", 0))):
        folder = os.path.join(top, f"r{k}")
        shutil.copytree(home, folder)
        os.truncate(os.path.join(folder, "results.h5"), size)
        before = snapshot(folder)
        told = run(["resume", os.path.join(folder, first)], check=False)
        well = told.returncode == 4 and "results.h5" in told.stderr and snapshot(folder) == before
        fact(well, f"results {what}: exit {told.returncode}, {told.stderr}")


def out_of_bounds(top, home):
    """A number that no run writes is refused by the bounds of its column."""
    first = min(n for n in os.listdir(home) if n.startswith("checkpoint-"))
    folder = os.path.join(top, "bounds")
    shutil.copytree(home, folder)

    def change(file):
        file["beads/velocity"][3] = np.nan

    craft(os.path.join(home, first), os.path.join(folder, first), change)
    refused("a velocity that is not a number", folder, os.path.join(folder, first), "row 3 of beads/velocity", 2)


def failing(path, folder, *words):
    """A run on 2 ranks in which rank 1 cannot write a checkpoint from its third call on."""
    variables = {
        "LD_PRELOAD": LIBRARY,
        "IO_FAULT_FILE": "checkpoint-200",
        "IO_FAULT_CALLS": "pwrite,pwritev,write",
        "IO_FAULT_RANKS": 1,
        "IO_FAULT_AT": 3,
    }
    with own_session() as environment:
        return subprocess.run(
            [MPIEXEC, "-n", "2", "env", *(f"{k}={v}" for k, v in variables.items()), GRANUM, "run"]
            + [path, "-o", folder, *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            env=environment,
        )


def not_written(top, path, home):
    folder = os.path.join(top, "full")
    told = failing(path, folder)
    lines = [line for line in told.stderr.splitlines() if line.startswith("granum: ")]
    there = sorted(n for n in os.listdir(folder) if n.startswith("checkpoint-"))
    well = told.returncode == 4 and len(lines) == 1 and "checkpoint-200.h5.part-" in lines[0]
    fact(well and ": could not write " in lines[0], f"rank 1 fails to write: exit {told.returncode}, {lines}")
    parts = [n for n in there if ".part-" in n]
    fact(
        there[0] == "checkpoint-100.h5" and parts and "checkpoint-200.h5" not in there,
        f"the earlier checkpoint remains after the failed write: {there}",
    )
    run(["resume", folder], 2)
    there = sorted(n for n in os.listdir(folder) if n.startswith("checkpoint-"))
    fact(there == ["checkpoint-100.h5", "checkpoint-200.h5"], f"the resumed run writes the later checkpoint: {there}")
    told = run(["diff", os.path.join(home, "results.h5"), os.path.join(folder, "results.h5")], check=False)
    fact(told.returncode == 0, f"the resumed run has the bits of an uninterrupted run {told.stdout}")


with tempfile.TemporaryDirectory() as top:
    path, home = case(CHAIN), os.path.join(top, "home")
    run(["run", path, "-o", home], 2)
    for name in os.listdir(home):
        if name.startswith("checkpoint-"):
            wrong = wrong_sums(os.path.join(home, name))
            fact(not wrong, f"{name}: other programs compute the same checksums {wrong}")
    damaged(top, home)
    out_of_bounds(top, home)
    not_written(top, path, home)
    os.unlink(path)
done()
