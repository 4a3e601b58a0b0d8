"""Bad input gives one message with the place, the error and a correction; exit code 2; nothing is written.

Each row of bad_input.yaml is refused by the library in a process that has refused all rows before it, those with
`ranks` also on 3 ranks. The command refuses a sample of the rows: `granum check FILE`, and `granum run` on 3 ranks.
Labels: input law parallel particle run long."""

import concurrent.futures
import glob
import json
import os
import subprocess
import sys
import tempfile

import yaml
from granum_test import SOURCE, done, fact, own_session

GRANUM = os.environ["GRANUM"]
MPIEXEC = os.environ.get("MPIEXEC", "mpiexec")
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "bad_input.yaml")) as table:
    BAD = yaml.safe_load(table)
SAMPLE = 16  # every sixteenth row is also refused by the command
SOCKET = "{material: brass, radius: 21 mm, concave: true, fixed: true}"

# name, bytes of the file, fragment of the message after "FILE"
RAW = [
    ("empty file", b"", ":1:1: is empty"),
    ("comments only", b"# nothing here\n", ":1:1: is empty"),
    ("a list", b"- 1\n- 2\n", ":1:1: is not a map of keys"),
    ("a sentence", b"hello world\n", ":1:1: is not a map of keys"),
    ("binary with NUL", b"\x7fELF\x02\x01\x01\x00\x00", ": is not a text"),
    ("binary without NUL", bytes(range(128, 256)), ":1:1: is not a text in UTF-8"),
    ("10 MB of garbage", bytes(1 + (i * 37) % 255 for i in range(1000)) * 10000, ": is larger than 4 MiB"),
    ("deep nesting", b"[" * 1000000, ":1:33: lists and maps are nested too deep"),
]


def run(command):
    with own_session() as environment:
        return subprocess.run(
            command,
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=120,
            stdin=subprocess.DEVNULL,
        )


class Row:
    """A bad input in a file: overrides for --set, the fragments of the message, and whether 3 ranks refuse it."""

    def __init__(self, name, path, sets, expected, on_ranks):
        self.name, self.path, self.sets, self.expected, self.on_ranks = name, path, sets, expected, on_ranks

    def options(self):
        return [word for change in self.sets for word in ("--set", change)]

    def faults_of(self, message):
        """Returns the faults in the text of a message."""
        lost = [f"no '{fragment}' in: {message[:800]}" for fragment in self.expected if fragment not in message]
        if "; " not in message or len(message) > 700:
            lost.append(f"does not say what to write, or too long: {message[:800]}")
        return [f"{self.name}: {each}" for each in lost]


def rows_of(directory):
    """Writes each bad input to a folder of its own; returns the rows."""
    rows = []

    def add(name, text, sets, expected, on_ranks=False, file="case.yaml"):
        folder = os.path.join(directory, str(len(rows)))
        os.mkdir(folder)
        with open(os.path.join(folder, file), "wb") as out:
            out.write(text if isinstance(text, bytes) else text.encode())
        rows.append(Row(name, os.path.join(folder, file), sets, expected, on_ranks))

    for kind in ("chain", "impact", "path", "fit", "curve", "shear", "pulse", "mechanism", "bulk", "cell", "clumps"):
        for row in BAD[kind]["rows"]:
            text, place, sets = BAD[kind]["input"], row["at"], []
            if "set" in row:
                sets, where = [row["set"]], f"case.yaml:{place}: " if place else "--set "
            else:
                assert row["replace"] in text, f"{row['case']}: nothing to change"
                text = text.replace(row["replace"], row["by"].replace("LONG", "x" * 3000), 1)
                where = f"case.yaml:{place}" + ("" if place.endswith(":") else ": ")
            add(row["case"], text, sets, [where, row["message"]], "ranks" in row)
    for row in BAD["lammps"]:
        sets = [f"contacts.0.{row['set']}"]
        add(row["word"], BAD["bulk"]["input"], sets, ["--set ", "LAMMPS", "; write ", row["hint"]])
    for row in BAD["built"]:
        add(row["case"], BAD["chain"]["input"], row["set"], [f"case.yaml:{row['at']}: ", row["message"]], True)
    for name, data, fragment in RAW:
        add(name, data, [], ["raw.yaml" + fragment], file="raw.yaml")
    return rows


def refused_by_library(rows, ranks, directory):
    """Refuses all rows in one process on each rank; returns the differences from the expected messages."""
    jobs = os.path.join(directory, f"jobs-{ranks}.json")
    with open(jobs, "w") as file:
        json.dump([[row.path, dict(change.split("=", 1) for change in row.sets)] for row in rows], file)
    launch = [MPIEXEC, "-n", str(ranks)] if ranks > 1 else []
    script = os.path.join(SOURCE, "tests", "cli", "refusals.py")
    ended = run([*launch, sys.executable, script, jobs])
    seen = {}
    for path in glob.glob(f"{jobs}.*"):
        with open(path) as file:
            for number, line in enumerate(file):
                seen.setdefault(number, []).append(tuple(json.loads(line)))
    if ended.returncode != 0 or ended.stderr.strip():
        yield f"the library on {ranks} rank(s) ended with {ended.returncode}:\n{ended.stderr[-1500:]}"
    for number, row in enumerate(rows):
        told = seen.get(number, [])
        if len(told) != ranks or len(set(told)) != 1:
            yield f"{row.name}: not one message on all of {ranks} rank(s): {told}"
            continue
        code, message = told[0]
        if code != 2:
            yield f"{row.name}: exit code {code}, not 2"
        yield from row.faults_of(message)


def checked(row):
    """The command on one rank: exit code 2, the message on standard error, nothing else."""
    ended = run([GRANUM, "check", row.path, *row.options()])
    lines = [line for line in ended.stderr.splitlines() if line.strip()]
    if ended.returncode != 2 or len(lines) != 1 or ended.stdout.strip():
        return [f"{row.name}: exit code {ended.returncode}, not 2 and one message:\n{ended.stdout}{ended.stderr[:500]}"]
    return row.faults_of(lines[0])


def run_on_three_ranks(row):
    """The command prints the message once and makes no folder; mpiexec may add its own lines on the exit code."""
    output = os.path.join(os.path.dirname(row.path), "out")
    ended = run([MPIEXEC, "-n", "3", GRANUM, "run", row.path, "-o", output, *row.options()])
    ours = [line for line in ended.stderr.splitlines() if row.expected[0] in line]
    if ended.returncode != 2 or len(ours) != 1 or "PETSC ERROR" in ended.stderr or ended.stdout.strip():
        return [f"{row.name} (3 ranks): exit code {ended.returncode}, not 2 and one message:\n{ended.stderr[:500]}"]
    made = [f"{row.name} (3 ranks): {output} was made: {os.listdir(output)}"] if os.path.exists(output) else []
    return row.faults_of(ours[0]) + made


def of_laws(row):
    """`granum laws WORD` has the hint, too; marshall is also a law of granum."""
    ended = run([GRANUM, "laws", row["word"]])
    told = f"laws: '{row['word']}' is a word of LAMMPS or LIGGGHTS; write "
    well = ended.returncode == 2 and told in ended.stderr and row["hint"] in ended.stderr
    return [] if well else [f"laws {row['word']}: exit code {ended.returncode}: {ended.stderr[:500]}"]


def without_file(directory):
    """Paths that are no files."""
    missing = Row("missing file", os.path.join(directory, "missing.yaml"), [], [], True)
    missing.expected = ["missing.yaml: cannot be read: No such file or directory; "]
    folder = Row("a directory", directory, [], [directory + ": cannot be read: Is a directory; "], False)
    return checked(missing) + checked(folder) + run_on_three_ranks(missing)


def accepted(path, options):
    done = run([GRANUM, "check", path] + options)
    if done.returncode != 0:
        yield f"good input {options}: exit code {done.returncode}\n{done.stderr}"


def good_cases(directory):
    """The bases must be accepted, or the rows above prove nothing; so must overrides."""
    path = os.path.join(directory, "good.yaml")
    with open(path, "w") as file:
        file.write(BAD["chain"]["input"])
    for options in ([], ["--set", "contacts.0.normal={law: hertz}"], ["--set", "particles.beads.chain.count=1000000"]):
        yield from accepted(path, options)
    for kind in ("clumps", "fit", "curve", "shear", "pulse", "mechanism"):
        with open(path, "w") as file:
            file.write(BAD[kind]["input"])
        yield from accepted(path, [])
    with open(path, "w") as file:
        file.write(BAD["impact"]["input"])
    several = ["--set", "sweep.contacts.0.normal.restitution=[0.5, 0.6]", "--set", "variants.a.end=zero_force"]
    for options in ([], ["--set", "bodies.1=" + SOCKET], several):
        yield from accepted(path, options)


def main():
    with tempfile.TemporaryDirectory() as directory, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = rows_of(directory)
        on_ranks = [row for row in rows if row.on_ranks]
        words = [row for row in rows if all("=" in change for change in row.sets)]
        jobs = [lambda: refused_by_library(words, 1, directory), lambda: refused_by_library(on_ranks, 3, directory)]
        jobs += [lambda row=row: checked(row) for row in rows if row not in words or rows.index(row) % SAMPLE == 0]
        jobs += [lambda row=row: run_on_three_ranks(row) for row in on_ranks[::SAMPLE]]
        jobs += [lambda row=row: of_laws(row) for row in BAD["lammps"][::6] if row["word"] != "marshall"]
        jobs += [lambda: without_file(directory), lambda: good_cases(directory)]
        found = [message for messages in pool.map(lambda job: list(job()), jobs) for message in messages]
    for message in found:
        print(message)
    fact(not found, f"{len(rows)} bad inputs, {len(on_ranks)} of them on 3 ranks: {len(found)} problems")
    done()


main()
