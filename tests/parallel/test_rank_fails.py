"""A rank that cannot write results ends the job within 5 s: one message and exit code 4 on any number of ranks, also if
other ranks wait for it inside HDF5. Flushed data remain readable. tests/faults/io_fault.c, or a limit of the file size,
makes writing fail.
Labels: io parallel record run time."""
import os
import resource
import signal
import subprocess
import tempfile
import time

import h5py

from cases import struck_chain
from granum_test import GRANUM, MPIEXEC, case, done, fact, own_session

LIBRARY = os.path.join(os.path.dirname(GRANUM), "libio_fault.so")
CASE = (
    struck_chain(60, "luding")
    + "time: {end: 20 us, step: 0.1 us}\noutput: {trajectory: {every: 2 us}, flush: 1 us, checkpoint: {end: false}}\n"
)
PACKED = "output.trajectory.compression=deflate"
MOST = 10  # [s]


def failing(path, folder, ranks, variables, sets=(), limit=None):
    """Messages, exit code and time of a run; `limit`: bytes of a file."""

    def before():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        if limit:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    launch = [] if ranks == 1 else [MPIEXEC, "-n", str(ranks)]
    words = [word for one in sets for word in ("--set", one)]
    with own_session() as environment:
        begun = time.monotonic()
        told = subprocess.run(
            [*launch, "env", *variables, GRANUM, "run", path, "-o", folder, "--overwrite", *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            env=environment,
            preexec_fn=before,
        )
    lines = [line for line in told.stderr.splitlines() if line.startswith("granum: ")]
    return lines, told.returncode, time.monotonic() - begun


def check(path, folder, ranks, failing_ranks, calls, at, file="results", sets=()):
    variables = [f"LD_PRELOAD={LIBRARY}", f"IO_FAULT_FILE={file}"]
    variables += [f"IO_FAULT_CALLS={calls}", f"IO_FAULT_RANKS={failing_ranks}", f"IO_FAULT_AT={at}"]
    lines, code, seconds = failing(path, folder, ranks, variables, sets)
    fact(
        code == 4 and len(lines) == 1 and "results" in lines[0] and "could not" in lines[0] and seconds < MOST,
        f"call {at} of {calls} fails on rank {failing_ranks} of {ranks}: {code} after {seconds:.1f} s {lines}",
    )


def check_limit(path, folder):
    """The limit of the file size is below the planned size of the data file."""
    lines, code, seconds = failing(path, folder, 1, [], limit=20000)
    fact(
        code == 4 and lines and "could not" in lines[0] and seconds < MOST,
        f"files of at most 20 kB: {code} after {seconds:.1f} s {lines[:1]}",
    )


def check_kept(path, folder):
    """Flushed frames can be read."""
    check(path, folder, 3, "1", "pwrite,pwritev", 20, "results-data.h5")
    with h5py.File(os.path.join(folder, "results.h5")) as file:
        frames = file["particles/grains/position/value"]
        fact(len(frames) > 0 and bool((frames[()] != 0).any(axis=(1, 2)).all()), f"{len(frames)} frames can be read")


def main():
    path = case(CASE)
    with tempfile.TemporaryDirectory() as top:
        folder = os.path.join(top, "run")
        for fault in (
            (1, "0", "open", 1),  # before the file exists
            (1, "0", "pwrite,pwritev", 5),
            (3, "1", "pwrite,pwritev", 2),  # rows
            (3, "2", "H5Fflush", 1),  # the others wait inside HDF5
            (3, "0", "H5Gcreate2", 3),
            (3, "0", "rename", 1),  # the virtual datasets
            (8, "0", "pwrite,pwritev", 9, "results-data.h5"),  # rows of all ranks
            (8, "4", "pwrite,pwritev", 2, "results-data.h5", ["output.writers=2"]),
            (3, "1", "open", 1),
            (3, "1", "open", 1, "results.h5.part", [PACKED]),  # the copy at the end
            (3, "0", "pwrite,pwritev", 9, "results.h5.part", [PACKED]),
        ):
            check(path, folder, *fault)
        check_limit(path, folder)
        check_kept(path, folder)
    os.unlink(path)
    done()


main()
