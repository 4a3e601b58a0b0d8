"""Ranks that fail in writing results while others do not, or wait for them inside HDF5: one message, exit code 4, and
nobody waits for ever. Writing fails by tests/io_fault.c; a rank alone has patience for 1 s here."""
import os
import subprocess
import tempfile
import time

from granum_test import GRANUM, MPIEXEC, case, done, fact, own_session
from struck import struck_chain

LIBRARY = os.path.join(os.path.dirname(GRANUM), "libio_fault.so")
CASE = struck_chain(60, "luding") + "time: {end: 20 us, step: 0.1 us}\noutput: {trajectory: {every: 2 us}}\n"
PACKED = "output.trajectory.compression=deflate"
LIMIT = 20  # s


def failing(path, folder, ranks, failing_ranks, calls, at, sets=()):
    """Messages, exit code and time of a run."""
    words = [word for one in sets for word in ("--set", one)]
    variables = {
        "LD_PRELOAD": LIBRARY,
        "GRANUM_PATIENCE": 1,
        "IO_FAULT_FILE": "results.h5",
        "IO_FAULT_CALLS": calls,
        "IO_FAULT_RANKS": failing_ranks,
        "IO_FAULT_AT": at,
    }
    with own_session() as environment:
        command = [MPIEXEC, "--oversubscribe", "-n", str(ranks), "env", *(f"{k}={v}" for k, v in variables.items())]
        begun = time.monotonic()
        told = subprocess.run(
            [*command, GRANUM, "run", path, "-o", folder, "--overwrite", *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            env=environment,
        )
    lines = [line for line in told.stderr.splitlines() if line.startswith("granum: ")]
    return lines, told.returncode, time.monotonic() - begun


def main():
    path = case(CASE)
    with tempfile.TemporaryDirectory() as folder:
        for ranks, failing_ranks, calls, at, *sets in (
            (2, "1", "open", 1),  # before the file is there
            (3, "1,2", "pwrite", 3),  # rows
            (2, "1", "H5Fflush", 2),  # the others wait inside, and rank 1 waits for them 5 s longer than rank 0 would
            (3, "0,2", "H5Fflush", 1),
            (3, "0,1,2", "H5Fflush", 2),
            (3, "0,1", "H5Gcreate2", 3),  # asks nobody
            (2, "0", "pwritev", 1),  # tables of HDF5, which would wait inside, each rank at another place
            (3, "0", "pwrite,pwritev", 2, PACKED),  # after which HDF5 could not close the file
            (3, "1", "pwrite,pwritev", 8, PACKED),  # compressed rows
            (3, "0", "pwritev", 4, PACKED, "particles.beads.chain.count=40000"),  # where an aggregator would write
        ):
            lines, code, seconds = failing(path, folder + "/run", ranks, failing_ranks, calls, at, sets)
            fact(
                code == 4 and len(lines) == 1 and "results.h5: could not" in lines[0] and seconds < LIMIT,
                f"{calls} fails on ranks {failing_ranks} of {ranks}: {code} after {seconds:.1f} s {lines}",
            )
    os.unlink(path)
    done()


main()
