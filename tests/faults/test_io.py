"""A call on a file of the run that fails on one rank ends the job on all ranks: exit code 4 and one message within
10 s, also if other ranks wait inside HDF5 or MPI. A short write, an interrupted call and a file that cannot be removed
do not end the run, except inside MPI-IO and HDF5. After a failure the run is resumed, or repeated if it has no
checkpoint, and has the same bits as an undisturbed run.

tests/faults/io_fault.c makes the calls fail. The trials are drawn at random from the calls that an undisturbed run
makes in its folder.

--count N: number of random trials after the fixed ones; 400 take about 20 minutes. --seed S: another draw. --only WORD:
trials whose text contains the word. --all: files outside the folder also count. --table: prints the numbers of the
outcomes for each function and error, and fails for nothing.
Labels: bulk input io law parallel particle record run time wall."""
import argparse
import collections
import glob
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time

from cases import rain, struck_chain
from granum_test import GRANUM, MPIEXEC, done, fact, own_session, run

LIBRARY = os.path.join(os.path.dirname(GRANUM), "libio_fault.so")
LIMIT, HANGS = 10, 25  # [s]
CHAIN = (
    struck_chain(30, "luding")
    + """time: {end: 20 us, step: 0.1 us}
output:
  trajectory: {every: 2 us, compression: COMPRESSION}
  energy: {every: 1 us}
  sensors: {group: beads, at: [1, 30], every: 1 us}
  flush: 10 s
  checkpoint: {every: 6 us}
"""
)
RAIN = (
    rain(10, 8, 60000)
    + """output:
  {trajectory: {every: 0.2 ms}, energy: {every: 0.1 ms}, contacts: {every: 0.5 ms}, checkpoint: {every: 0.3 ms},
   flush: 10 s}
"""
)
STUDY = CHAIN + "variants: {soft: {contacts.0.normal.k1: 4e6}, hard: {contacts.0.normal.k1: 6e6}}\n"
CASES = {
    "chain": CHAIN.replace("COMPRESSION", "none"),
    "packed": CHAIN.replace("COMPRESSION", "deflate"),
    "together": CHAIN.replace("COMPRESSION", "none").replace("flush", "transfer: collective\n  flush"),
    "writers": CHAIN.replace("COMPRESSION", "none").replace("flush", "writers: 2\n  flush"),
    "rain": RAIN,
    "study": STUDY.replace("COMPRESSION", "none"),
}
CALLS = ["write", "pwrite", "pwritev", "fsync", "ftruncate", "rename", "open", "open_read", "close", "unlink", "mkdir"]
CALLS += ["fopen"]
WRITES = ("write", "pwrite", "pwritev")
ERRORS = {call: ["EIO", "EINTR"] for call in CALLS}
ERRORS.update({call: ["ENOSPC", "EIO", "EDQUOT", "EINTR", "short"] for call in WRITES})
ERRORS.update({call: ["ENOSPC", "EIO", "EDQUOT"] for call in ("mkdir", "rename")}, open=["EMFILE", "EIO", "ENOSPC"])
ERRORS.update(open_read=["EMFILE", "EIO", "EINTR"], fopen=["EMFILE", "EIO", "EINTR"], unlink=["EIO"])

Trial = collections.namedtuple("Trial", "case resumes ranks rank call at error once")


def words_of(trial):
    more = "" if trial.once else " and all later calls"
    begin = "resume of " if trial.resumes else ""
    return f"{begin}{trial.case}, rank {trial.rank} of {trial.ranks}: {trial.call} {trial.at}{more} {trial.error}"


def granum(arguments, ranks, variables, limit=HANGS, **more):
    """Runs granum. Returns exit code (None: it hangs), messages, output, and time [s]."""
    launch = [] if ranks == 1 else [MPIEXEC, "-n", str(ranks)]
    preload = ["env", f"LD_PRELOAD={LIBRARY}", *variables] if variables else []
    with own_session() as environment, tempfile.TemporaryFile("w+") as told:
        begun = time.monotonic()
        process = subprocess.Popen(
            [*launch, *preload, GRANUM, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=told,
            stderr=told,
            env=environment,
            start_new_session=True,
            **more,
        )
        try:
            code = process.wait(limit)
        except subprocess.TimeoutExpired:
            code = None
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        seconds = time.monotonic() - begun
        told.seek(0)
        text = told.read()
    lines = [line for line in text.splitlines() if line.startswith("granum: ")]
    return code, [line for line in lines if not line.startswith("granum: warning")], text, seconds


class Undisturbed:
    """An undisturbed run of a case, and a copy of it that was stopped halfway; their calls are counted."""

    def __init__(self, top, name):
        self.path = os.path.join(top, name + ".yaml")
        self.whole, self.half = os.path.join(top, name), os.path.join(top, name + "-half")
        with open(self.path, "w") as file:
            file.write(CASES[name])
        run(["run", self.path, "-o", self.whole])
        end = "0.6 ms" if name == "rain" else "12 us"
        run(["run", self.path, "-o", self.half, "--set", f"time.end={end}"])
        self.longer = "1 ms" if name == "rain" else "20 us"
        self.resumed, self.counts = os.path.join(top, name + "-resumed"), {}
        self.prepare(self.resumed, True)
        run(self.arguments(self.resumed, True))

    def arguments(self, folder, resumes):
        if not resumes:
            return ["run", self.path, "-o", folder, "--overwrite"]
        return ["resume", folder, "--set", f"time.end={self.longer}"]

    def prepare(self, folder, resumes):
        shutil.rmtree(folder, ignore_errors=True)
        if resumes:
            shutil.copytree(self.half, folder)

    def calls(self, folder, resumes, ranks, part):
        """Number of calls by (rank, function)."""
        key = (resumes, ranks)
        if key not in self.counts:
            log = folder + ".log"
            self.prepare(folder, resumes)
            variables = [f"IO_FAULT_FILE={part}", f"IO_FAULT_LOG={log}"]
            code, _, text, _ = granum(self.arguments(folder, resumes), ranks, variables, 100)
            if code != 0:
                raise SystemExit(f"an undisturbed run ends with {code}:\n{text}")
            with open(log) as file:
                rows = [line.split(maxsplit=2)[:2] for line in file]
            self.counts[key] = collections.Counter((int(rank), call) for rank, call in rows)
            os.unlink(log)
        return self.counts[key]

    def same(self, folder, resumes):
        """Whether a folder has the results of the undisturbed run."""
        whole = self.resumed if resumes else self.whole
        mine = {os.path.relpath(p, whole) for p in glob.glob(whole + "/**/results.h5", recursive=True)}
        other = {os.path.relpath(p, folder) for p in glob.glob(folder + "/**/results.h5", recursive=True)}
        return mine == other and all(
            run(["diff", f"{whole}/{name}", f"{folder}/{name}"], check=False).returncode == 0 for name in mine
        )


class Cases(dict):
    """Undisturbed runs by the names of their cases, each made when it is needed first."""

    def __init__(self, top):
        super().__init__()
        self.top = top

    def __missing__(self, name):
        self[name] = Undisturbed(self.top, name)
        return self[name]


def draw(chance, cases, folder, part):
    """A random trial: first a case, then a call that its run makes on one rank."""
    name = chance.choice(sorted(CASES))
    ranks = chance.choice([1, 2, 2, 3])
    resumes = chance.random() < 0.3
    counts = cases[name].calls(folder, resumes, ranks, part)
    rank = chance.choice(sorted({rank for rank, call in counts if call in CALLS}))
    call = chance.choice(sorted(call for r, call in counts if r == rank and call in CALLS))
    at = chance.randint(1, counts[rank, call])
    error = chance.choice(ERRORS[call])
    once = error in ("short", "EINTR") or chance.random() < 0.5
    return Trial(name, resumes, ranks, rank, call, at, error, once)


def recover(the_case, folder, trial):
    """Resumes or repeats the run, on one rank. Returns a description of an error, or None."""
    found = glob.glob(folder + "/checkpoint-*[0-9].h5") or os.path.exists(folder + "/study.json")
    arguments = ["resume", folder] if found else the_case.arguments(folder, False)
    if found and trial.resumes:
        arguments = the_case.arguments(folder, True)
    code, _, text, _ = granum(arguments, 1, [], 100)
    same = the_case.same(folder, trial.resumes)
    if code == 0 and same:
        return None
    return f"{' '.join(arguments)} ends with {code}, {'same' if same else 'other'} results:\n{text}"


def outcome(the_case, folder, trial, part):
    """Returns a word for the outcome, and details."""
    the_case.prepare(folder, trial.resumes)
    variables = [f"IO_FAULT_FILE={part}", f"IO_FAULT_CALLS={trial.call}", f"IO_FAULT_RANKS={trial.rank}"]
    variables += [f"IO_FAULT_AT={trial.at}", f"IO_FAULT_ERROR={trial.error}"] + ["IO_FAULT_FOR=1"] * trial.once
    code, messages, text, seconds = granum(the_case.arguments(folder, trial.resumes), trial.ranks, variables)
    told = f"exit code {code} after {seconds:.1f} s; {' | '.join(messages)[:300]}"
    if code is None:
        return "hangs", text
    if code == 0:
        return ("continues", told) if the_case.same(folder, trial.resumes) else ("other bits", told)
    if code != 4:
        return ("crashes" if re.search("SIGSEGV|signal 11|Segmentation|signal 6", text) else f"exit {code}"), text
    if len(messages) != 1:
        return f"{len(messages)} messages", text
    if seconds > LIMIT:
        return "slow", told
    wrong = recover(the_case, folder, trial)
    return ("not resumed", told + "\n" + wrong) if wrong else ("ends", told)


# Trials of the test suite, with their outcomes.
FIXED = (
    ("ends", Trial("chain", False, 2, 1, "open", 1, "EMFILE", False)),  # before MPI-IO opens the file
    ("ends", Trial("chain", False, 2, 1, "open", 7, "ENOSPC", False)),  # before MPI-IO opens a checkpoint
    ("ends", Trial("chain", False, 2, 0, "pwrite", 400, "EDQUOT", False)),  # metadata of a checkpoint
    ("ends", Trial("chain", False, 2, 1, "pwrite", 70, "short", True)),
    ("ends", Trial("together", False, 2, 1, "pwrite", 20, "EIO", True)),  # in a collective write
    ("ends", Trial("chain", False, 1, 0, "fsync", 8, "EIO", True)),
    ("ends", Trial("chain", True, 1, 0, "pwrite", 8, "EDQUOT", True)),  # a text in the copy of results-data.h5
    ("ends", Trial("chain", True, 1, 0, "close", 3, "EIO", False)),  # HDF5 crashes in MPI_Finalize
    ("ends", Trial("chain", False, 1, 0, "rename", 4, "ENOSPC", False)),
    ("ends", Trial("chain", False, 1, 0, "mkdir", 1, "EDQUOT", False)),
    ("continues", Trial("chain", False, 1, 0, "write", 3, "short", True)),
    ("continues", Trial("chain", False, 1, 0, "unlink", 2, "EIO", True)),
    ("ends", Trial("chain", False, 1, 0, "ftruncate", 3, "EIO", True)),
)


def trials(options, cases, folder, part):
    """Yields the expected outcomes and a trial."""
    for outcome, trial in FIXED:
        yield (outcome,), trial
    chance = random.Random(options.seed)
    for _ in range(options.count):
        yield ("ends", "continues"), draw(chance, cases, folder, part)


def check_overwrite(the_case, folder, part):
    """A file of an earlier run that cannot be removed: the run does not begin, with a message. Then it is repeated."""
    the_case.prepare(folder, False)
    arguments = the_case.arguments(folder, False)
    granum(arguments, 1, [], 100)
    variables = [f"IO_FAULT_FILE={part}", "IO_FAULT_CALLS=unlink", "IO_FAULT_RANKS=0", "IO_FAULT_AT=2"]
    code, messages, _, _ = granum(arguments, 1, variables + ["IO_FAULT_ERROR=EIO", "IO_FAULT_FOR=1"], 100)
    fact(code == 4 and len(messages) == 1 and "cannot be removed" in messages[0], f"overwriting: {code}; {messages}")
    code, messages, _, _ = granum(arguments, 1, [], 100)
    fact(code == 0 and the_case.same(folder, False), f"overwriting again: {code}; {messages}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    table = collections.Counter()
    with tempfile.TemporaryDirectory() as top:
        folder = os.path.join(top, "trial", "run")
        os.mkdir(os.path.dirname(folder))
        part = "/" if options.all else folder
        cases = Cases(top)
        if options.only in "overwriting":
            check_overwrite(cases["chain"], folder, part)
        for number, (expected, trial) in enumerate(trials(options, cases, folder, part)):
            if options.only not in words_of(trial):
                continue
            word, details = outcome(cases[trial.case], folder, trial, part)
            table[trial.call, trial.error, word] += 1
            right = word in expected or (options.all and word == "exit 2")  # the units cannot be read
            fact(options.table or right, f"{number}: {words_of(trial)}: {word}; {details}")
    for (call, error, word), number in sorted(table.items()):
        print(f"{call:10} {error:7} {word:12} {number}")
    done()


main()
