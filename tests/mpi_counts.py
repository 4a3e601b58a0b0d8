"""Runs granum and counts what each rank asks of MPI, by tests/mpi_count.c."""
import bisect
import math
import os
import re
import subprocess
import tempfile
from collections import namedtuple
from glob import glob

from granum_test import GRANUM, MPIEXEC, own_session

LIBRARY = os.path.join(os.path.dirname(GRANUM), "libmpi_count.so")
MEMORY = ("own", "files", "shared")
# One line of a rank: `ranks` of the communicator, `partners` that messages went to, functions on the way to main.
Counted = namedtuple("Counted", "name ranks calls bytes partners functions")
TABLES = "Gather Gatherv Scatter Scatterv Allgather Allgatherv Alltoall Alltoallv Reduce_scatter".split()


class Symbols:
    """Names of the functions of a program, by address."""

    def __init__(self, program):
        told = subprocess.run(["nm", "-C", program], capture_output=True, text=True, check=True).stdout
        rows = (line.split(maxsplit=2) for line in told.splitlines())
        self.table = sorted((int(r[0], 16), r[2]) for r in rows if len(r) == 3 and r[1] in "tTwW")
        self.begins = [at for at, _ in self.table]

    def name(self, address):
        at = bisect.bisect_right(self.begins, address - 1) - 1
        return self.table[at][1] if at >= 0 else "?"


def read(folder, ranks, symbols):
    """What every rank counted."""
    every = []
    for rank in range(ranks):
        rows = []
        with open(os.path.join(folder, str(rank))) as lines:
            for line in lines:
                name, size, calls, sent, partners, places = (line.split() + [""])[:6]
                to = frozenset() if partners == "-" else frozenset(map(int, partners.split(",")))
                functions = tuple(symbols.name(int(p, 16)) for p in places.split(",") if p)
                rows.append(Counted(name[4:], int(size), int(calls), int(sent), to, functions))
        every.append(rows)
    return every


def counted(arguments, ranks, environment=(), timeout=500, program=GRANUM):
    """The program with these arguments, on so many ranks: what each of them counted."""
    with own_session() as own, tempfile.TemporaryDirectory() as folder:
        command = [MPIEXEC, "--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "-n", str(ranks), "env"]
        command += [f"LD_PRELOAD={LIBRARY}", f"MPI_COUNT={folder}", *environment, program] + [str(a) for a in arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=own)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return read(folder, ranks, Symbols(program))


def calls(rows, names, within=None, ranks=None):
    """How often one of these was called; only from within a function, on a communicator of so many ranks."""
    return sum(
        r.calls
        for r in rows
        if r.name in names and (within is None or within in r.functions) and (ranks is None or r.ranks == ranks)
    )


# All-reduces below these are checks, stops, reports, partitions of space and output, whose number follows from the run.
EXPECTED = {
    "GrBulkCheckEpoch",
    "GrStopLook",
    "GrPartitionDivide",
    "GrRunStatusStep",
    "GrRecorderRecord",
    "GrRecorderSync",
    "GrRecorderFinish",
    "GrSave",
    "GrSaveKeep",
    "GrSaveFlush",
}
ALL_REDUCES = ("Allreduce", "Iallreduce")


def others(rows, ranks):
    """All-reduces of all ranks but for the expected ones; PETSc's own and those of HDF5 are among them."""
    return calls([r for r in rows if not EXPECTED & set(r.functions)], ALL_REDUCES, ranks=ranks)


def resident(every):
    """MB of memory of the rank that has most of it, by MEMORY, when MPI ends."""
    return [max(1e-6 * r.bytes for rows in every for r in rows if r.name == kind) for kind in MEMORY]


def partners(rows, within=None):
    """The ranks that messages went to."""
    return set().union(*(r.partners for r in rows if within is None or within in r.functions))


def asked(arguments, ranks):
    """Bytes of one request for memory, mean of each function of granum and PETSc, on the rank where it is least."""
    least = {}
    with own_session() as own, tempfile.TemporaryDirectory() as folder:
        own = {**own, "PETSC_OPTIONS": f"-malloc_view {folder}/rank"}
        launch = [MPIEXEC, "--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "-n", str(ranks), GRANUM]
        subprocess.run(launch + arguments, capture_output=True, env=own, check=True)
        for name in glob(f"{folder}/rank_*"):
            with open(name) as told:
                for n, sent, function in re.findall(r"^\[\d+\] (\d+) (\d+) (\w+)\(\)$", told.read(), re.M):
                    least[function] = min(least.get(function, math.inf), int(sent) / int(n))
    return least


def growth(arguments, few, many):
    """Bytes that a request takes more for each further rank, by function; from a case with next to no particles."""
    one, other = asked(arguments, few), asked(arguments, many)
    grown = {name: (other[name] - one.get(name, 0)) / (many - few) for name in other}
    return {name: each for name, each in grown.items() if each > 0}
