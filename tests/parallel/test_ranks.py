"""MPI calls and memory of a run as the number of ranks grows: spheres in a long periodic box, divided along one
axis.

Calls are counted at MPI's profiling interface (tests/mpi_count.c) in a run and in a run of twice the length, so that
the calls of each step are known. Memory is measured as requests to PETSc, function by function, on the rank with the
fewest requests. This is a rank without spheres, for which only contributions that grow with the number of ranks
remain. tests/bench/ranks does the same with many ranks.
Labels: bulk contact input law parallel particle record run time."""
import os
import tempfile

from granum_test import card, case, done, fact
from mpi_counts import ALL_REDUCES, TABLES, calls, counted, growth, others, partners

RANKS, FEW = 8, 3
LIMIT = 200  # bytes for each further rank
CASE = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [64 mm, 4 mm, 4 mm], periodic: [true, true, true]}
materials: {glass: {density: 2500, youngs_modulus: 5e7, poisson_ratio: 0.25}}
contacts: [{between: ['*', '*'], normal: {law: tsuji, restitution: 0.8}, tangential: {law: mindlin, friction: 0.3}}]
particles: {grains: {random: {count: COUNT}, material: glass, radius: RADIUS, velocity_deviation: 1}}
time: {end: 1 ms, step: 2 us, rebalance: 1000000000, overlap_limit: 0.5}
output: {trajectory: {every: 1}}
"""


def measure(path, end, folder):
    """Returns the counts of each rank, and the numbers of displacement checks and rebuilds."""
    every = counted(["run", path, "-o", folder, "--overwrite", "--set", f"time.end={end}"], RANKS)
    performance = card(folder)["performance"]
    return every, performance["displacement_checks"], performance["rebuilds"]


def check_collectives(short, long):
    (rows, checks, rebuilds), (more, later, anew) = (([r for r in one[0][1]], *one[1:]) for one in (short, long))
    fact(
        rebuilds > 3 and anew > rebuilds + 3,
        f"neighbour lists are rebuilt {rebuilds} times, and {anew} times in twice the steps",
    )
    made = calls(more, ["Allreduce"], "GrBulkCheckEpoch") - calls(rows, ["Allreduce"], "GrBulkCheckEpoch")
    fact(
        0 < made <= later - checks,
        f"one all-reduce per displacement check, none per rebuild: {made} in {later - checks}",
    )
    rest = [others(r, RANKS) for r in (rows, more)]
    fact(rest[0] == rest[1], f"further steps call no other collectives: {rest[0]} and {rest[1]}")
    # three of them are the ledger and the largest overlap of states that are kept, and the largest overlap at the end;
    # two are the agreements on failures after reading and at the end
    fact(rest[1] < 26, f"few collectives are called for particles, step and files: {rest[1]}")
    # about 9 all-reduces of all ranks, and 12 for each bisection down to pairs of ranks
    cuts = calls(more, ALL_REDUCES, "GrParallelPartitionDivide")
    fact(0 < cuts < 9 + 4 * 15, f"the collectives of Zoltan for the partition number {cuts}")
    tables = [calls(r, TABLES, ranks=RANKS) for r in (rows, more)]
    fact(tables[0] == tables[1], f"steps call no all-to-all: {tables} calls, at start and end")


def check_partners(every):
    for within in ("GrBulkBeginEpoch", "GrBulkEvaluate"):
        most = max(len(partners(rows, within)) for rows in every)
        fact(0 < most <= 2, f"in {within} a rank in a row of {RANKS} sends to at most 2 others: {most}")


def check_memory(path):
    with tempfile.TemporaryDirectory() as top:
        grown = growth(["run", path, "-o", os.path.join(top, "run"), "--overwrite"], FEW, RANKS)
    told = ", ".join(f"{name} {each:.0f}" for name, each in sorted(grown.items(), key=lambda g: -g[1]) if each >= 1)
    fact(
        sum(grown.values()) < LIMIT,
        f"bytes of memory that each further rank needs on each other rank: {sum(grown.values()):.0f} ({told})",
    )


with tempfile.TemporaryDirectory() as folder:
    path = case(CASE.replace("COUNT", "400").replace("RADIUS", "{distribution: uniform, from: 0.45 mm, to: 0.5 mm}"))
    short, long = (measure(path, end, os.path.join(folder, end[0])) for end in ("1 ms", "2 ms"))
check_collectives(short, long)
check_partners(long[0])
check_memory(case(CASE.replace("COUNT", "2").replace("RADIUS", "0.5 mm")))
done()
