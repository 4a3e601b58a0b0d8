"""Runs granum and counts the MPI calls of each rank with tests/mpi_count.c."""
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
os.environ["OMPI_MCA_mpi_yield_when_idle"] = "1"  # more ranks than cores
MEMORY = ("own", "files", "shared")
# A line of a rank: `ranks` of the communicator, `partners` that received messages, functions up to main.
Counted = namedtuple("Counted", "name ranks calls bytes partners functions")
TABLES = "Gather Gatherv Scatter Scatterv Allgather Allgatherv Alltoall Alltoallv Reduce_scatter".split()


class Symbols:
    """Maps addresses to names of functions of a program."""

    def __init__(self, program):
        told = subprocess.run(["nm", "-C", program], capture_output=True, text=True, check=True).stdout
        rows = (line.split(maxsplit=2) for line in told.splitlines())
        self.table = sorted((int(r[0], 16), r[2]) for r in rows if len(r) == 3 and r[1] in "tTwW")
        self.begins = [at for at, _ in self.table]

    def name(self, address):
        at = bisect.bisect_right(self.begins, address - 1) - 1
        return self.table[at][1] if at >= 0 else "?"


def read(folder, ranks, symbols):
    """Returns the counts of every rank."""
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
    """Runs the program with these arguments on this number of ranks; returns the counts of each rank."""
    with own_session() as own, tempfile.TemporaryDirectory() as folder:
        command = [MPIEXEC, "-n", str(ranks), "env"]
        command += [f"LD_PRELOAD={LIBRARY}", f"MPI_COUNT={folder}", *environment, program] + [str(a) for a in arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=own)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return read(folder, ranks, Symbols(program))


def calls(rows, names, within=None, ranks=None):
    """Returns the number of calls of these operations; optionally only within a function or on a communicator of
    this size."""
    return sum(
        r.calls
        for r in rows
        if r.name in names and (within is None or within in r.functions) and (ranks is None or r.ranks == ranks)
    )


# The number of all-reduces below these functions follows from the run: checks, stops, reports, partitions and output.
EXPECTED = {
    "GrBulkCheckEpoch",
    "GrRunStopLook",
    "GrParallelPartitionDivide",
    "GrRunStatusStep",
    "GrRecorderRecord",
    "GrRecorderSync",
    "GrRecorderFinish",
    "GrRunSave",
    "GrRunSaveKeep",
    "GrRunSaveFlush",
}
ALL_REDUCES = ("Allreduce", "Iallreduce")


def others(rows, ranks):
    """Returns the all-reduces of all ranks except the expected ones; includes the calls of PETSc and HDF5."""
    return calls([r for r in rows if not EXPECTED & set(r.functions)], ALL_REDUCES, ranks=ranks)


def resident(every):
    """Returns the largest memory of a rank [MB] by kind (MEMORY) when MPI ends."""
    return [max(1e-6 * r.bytes for rows in every for r in rows if r.name == kind) for kind in MEMORY]


def partners(rows, within=None):
    """Returns the ranks that received messages."""
    return set().union(*(r.partners for r in rows if within is None or within in r.functions))


def asked(arguments, ranks):
    """Returns the mean bytes per memory request of each function of granum and PETSc, minimum over the ranks."""
    least = {}
    with own_session() as own, tempfile.TemporaryDirectory() as folder:
        own = {**own, "PETSC_OPTIONS": f"-malloc_view {folder}/rank"}
        launch = [MPIEXEC, "-n", str(ranks), GRANUM]
        subprocess.run(launch + arguments, capture_output=True, env=own, check=True)
        for name in glob(f"{folder}/rank_*"):
            with open(name) as told:
                for n, sent, function in re.findall(r"^\[\d+\] (\d+) (\d+) (\w+)\(\)$", told.read(), re.M):
                    least[function] = min(least.get(function, math.inf), int(sent) / int(n))
    return least


def growth(arguments, few, many):
    """Returns the additional bytes per request for each further rank, by function, from a case with very few
    particles."""
    one, other = asked(arguments, few), asked(arguments, many)
    grown = {name: (other[name] - one.get(name, 0)) / (many - few) for name in other}
    return {name: each for name, each in grown.items() if each > 0}
