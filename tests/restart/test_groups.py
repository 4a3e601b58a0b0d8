"""Groups of ranks share the cases of a study: same bits on any groups, a case that fails, a stop by the wall time and
by a file with a resume on other groups, and what the command refuses.
Labels: chain parallel run."""
import json
import os
import subprocess
import tempfile
import time

from cases import struck_chain
from granum_test import case, command_line, done, fact, run

CHAIN = (
    "\ntitle: Groups"
    + struck_chain(40, "hertz")
    + """time: {end: 40 us, step: 0.1 us}
output: {trajectory: {every: 10 us}}
"""
)
SWEEP = "sweep: {particles.striker.velocity: [1 m/s, 2 m/s, 3 m/s, 4 m/s, 5 m/s]}\n"
LONG = ["--set", "time.step=0.02 ns"]  # some seconds for the five cases


def states(directory):
    with open(os.path.join(directory, "study.json")) as f:
        return [c["state"] for c in json.load(f)["cases"]]


def differing(a, b):
    """Returns the cases whose results differ in any bit."""
    return [
        name
        for name in (f"point-{i + 1}" for i in range(5))
        if run(["diff", *(os.path.join(d, name, "results.h5") for d in (a, b))], check=False).returncode != 0
    ]


def start(words, ranks):
    return subprocess.Popen(
        command_line(words, ranks), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


with tempfile.TemporaryDirectory() as top:
    path = case(CHAIN + SWEEP)
    one = os.path.join(top, "one")
    run(["run", path, "-o", one])
    for ranks, groups in ((2, 2), (3, 2), (4, 4)):
        other = os.path.join(top, f"{ranks}-{groups}")
        told = run(["run", path, "-o", other, "--groups", str(groups)], ranks).stdout
        fact(
            states(other) == ["done"] * 5
            and not differing(one, other)
            and f"shared by {ranks} ranks in {groups} groups" in told,
            f"{groups} groups of {ranks} ranks compute the bits of one rank {differing(one, other)}",
        )
    told = run(["resume", other, "--groups", "2"], 2).stdout
    fact("all of them are done" in told, "resuming a completed study in groups runs no case")

    # The third case fails, the others end.
    bad = case(CHAIN + "variants: {a: {}, b: {}, c: {time.step: 20 us}, d: {}}\n")
    failed = os.path.join(top, "failed")
    told = run(["run", bad, "-o", failed, "--groups", "2"], 2, check=False)
    fact(
        states(failed) == ["done", "done", "failed", "done"] and told.returncode == 3,
        f"a case that fails does not end the others: exit {told.returncode} {states(failed)}",
    )
    fact(told.stderr.count("1 of 4 cases failed; the first, c: ") == 1, "one message names the case that failed")

    # Stopped in the middle, resumed on other ranks and groups.
    whole = os.path.join(top, "whole")
    run(["run", path, "-o", whole, *LONG])
    for how in ("wall time", "file"):
        parts = os.path.join(top, how)
        limit = [] if how == "file" else ["--set", "output.wall_time=0.3 s"]
        process = start(["run", path, "-o", parts, "--groups", "2", *LONG, *limit], 2)
        while how == "file" and not os.path.exists(os.path.join(parts, "point-2", "results-data.h5")):
            time.sleep(0.01)
        if how == "file":
            open(os.path.join(parts, "stop"), "w").close()
        err = process.communicate(timeout=120)[1]
        fact(
            process.returncode == 75 and "cases done; to continue" in err and "stopped" in states(parts),
            f"the {how} stops the study: exit {process.returncode} {states(parts)} {err.strip()[:300]}",
        )
        fact(not os.path.exists(os.path.join(parts, "stop")), "the file stop has been removed")
        longer = ["--groups", "3"] if how == "file" else ["--set", "output.wall_time=1 h"]
        run(["resume", parts, *longer], 3 if how == "file" else 1)
        fact(
            states(parts) == ["done"] * 5 and not differing(whole, parts),
            f"resumed in other groups, with the same bits {states(parts)} {differing(whole, parts)}",
        )

    refused = (
        (path, 2, ["--groups", "3"], "--groups 3: there are 2 ranks; write at most --groups 2, or start more ranks"),
        (path, 1, ["--groups", "two"], "--groups two: is not a number of groups of ranks, from 1; write --groups 2"),
        (path, 1, ["--groups", "0"], "--groups 0: is not a number of groups of ranks, from 1; write --groups 2"),
        (case(CHAIN), 1, ["--groups", "1"], "--groups: the input has one case, which all ranks compute together"),
    )
    for file, ranks, words, message in refused:
        folder = os.path.join(top, "refused")
        told = run(["run", file, "-o", folder, *words], ranks, check=False)
        fact(
            told.returncode == 2 and message in told.stderr and not os.path.exists(folder),
            f"{' '.join(words)} is refused, and nothing is written: {told.stderr.strip()[:200]}",
        )
done()
