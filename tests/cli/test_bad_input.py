"""Bad input gives one message with the place, the error and a correction; exit code 2; nothing is written.

Each row of bad_input.yaml is a case for `granum check FILE` and, with `ranks`, also for `granum run` on 3 ranks."""

import concurrent.futures
import os
import subprocess
import tempfile

import yaml
from granum_test import done, fact, own_session

GRANUM = os.environ["GRANUM"]
MPIEXEC = os.environ.get("MPIEXEC", "mpiexec")
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "bad_input.yaml")) as table:
    BAD = yaml.safe_load(table)
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


def problems(name, done, expected):
    """Returns the differences from the expected end of the command; `expected` is a list of fragments."""
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    ours = [line for line in lines if expected[0] in line]
    if done.returncode != 2:
        yield f"{name}: exit code {done.returncode}, not 2\n{done.stderr[:500]}"
    if len(ours) != 1:
        yield f"{name}: {len(ours)} lines with '{expected[0]}' on standard error:\n{done.stderr[:500]}"
        return
    for fragment in expected[1:]:
        if fragment not in ours[0]:
            yield f"{name}: no '{fragment}' in: {ours[0]}"
    if "; " not in ours[0] or len(ours[0]) > 700:
        yield f"{name}: does not say what to write, or too long: {ours[0][:800]}"
    if "PETSC ERROR" in done.stderr or done.stdout.strip():
        yield f"{name}: a traceback, or something on standard output:\n{done.stderr[:300]}{done.stdout[:300]}"


def checked(name, command, expected):
    """Runs on one rank; the output must be the message only."""
    done = run(command)
    found = list(problems(name, done, expected))
    if not found and len([line for line in done.stderr.splitlines() if line.strip()]) != 1:
        found.append(f"{name}: more than one message:\n{done.stderr[:500]}")
    return found


def on_three_ranks(name, path, options, expected, directory):
    """All ranks together print the message once; mpiexec may add its own lines on the exit code."""
    output = os.path.join(directory, "out")
    done = run([MPIEXEC, "-n", "3", GRANUM, "run", path, "-o", output] + options)
    found = list(problems(name + " (3 ranks)", done, expected))
    if os.path.exists(output):
        found.append(f"{name} (3 ranks): {output} was made: {os.listdir(output)}")
    return found


def bad_case(row, base, directory):
    name, place, message = row["case"], row["at"], row["message"]
    path = os.path.join(directory, "case.yaml")
    text, options = base, []
    if "set" in row:
        options, expected = ["--set", row["set"]], [f"case.yaml:{place}: " if place else "--set ", message]
    else:
        assert row["replace"] in text, f"{name}: nothing to change"
        text = text.replace(row["replace"], row["by"].replace("LONG", "x" * 3000), 1)
        expected = [f"case.yaml:{place}" + ("" if place.endswith(":") else ": "), message]
    with open(path, "w") as file:
        file.write(text)
    found = checked(name, [GRANUM, "check", path] + options, expected)
    if "ranks" in row:
        found += on_three_ranks(name, path, options, expected, directory)
    return found


def lammps_case(row, directory):
    """The message of a case and that of `granum laws WORD` both have the hint."""
    word, where, hint = row["word"], row["set"], row["hint"]
    path = os.path.join(directory, "case.yaml")
    with open(path, "w") as file:
        file.write(BAD["bulk"]["input"])
    found = checked(word, [GRANUM, "check", path, "--set", f"contacts.0.{where}"], ["--set ", "LAMMPS; write ", hint])
    if word != "marshall":  # also a law of granum
        found += checked(word, [GRANUM, "laws", word], [f"laws: '{word}' is a word of LAMMPS; write ", hint])
    return found


def later_case(row, directory):
    name, place = row["case"], row["at"]
    path = os.path.join(directory, "case.yaml")
    options = [word for change in row["set"] for word in ("--set", change)]
    with open(path, "w") as file:
        file.write(BAD["chain"]["input"])
    expected = [f"case.yaml:{place}: ", row["message"]]
    return checked(name, [GRANUM, "check", path] + options, expected) + on_three_ranks(
        name, path, options, expected, directory
    )


def raw_case(row, directory):
    name, data, fragment = row
    path = os.path.join(directory, "raw.yaml")
    with open(path, "wb") as file:
        file.write(data)
    return checked(name, [GRANUM, "check", path], ["raw.yaml" + fragment])


def file_cases(directory):
    missing = os.path.join(directory, "missing.yaml")
    found = checked(
        "missing file", [GRANUM, "check", missing], ["missing.yaml: cannot be read: No such file or directory; "]
    )
    found += checked("a directory", [GRANUM, "check", directory], [directory + ": cannot be read: Is a directory; "])
    return found + on_three_ranks(
        "missing file", missing, [], ["missing.yaml: cannot be read: No such file"], directory
    )


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
    with open(path, "w") as file:
        file.write(BAD["clumps"]["input"])
    yield from accepted(path, [])
    with open(path, "w") as file:
        file.write(BAD["impact"]["input"])
    several = ["--set", "sweep.contacts.0.normal.restitution=[0.5, 0.6]", "--set", "variants.a.end=zero_force"]
    for options in ([], ["--set", "bodies.1=" + SOCKET], several):
        yield from accepted(path, options)


def main():
    kinds = ("chain", "impact", "bulk", "cell", "clumps")
    tables = [(bad_case, row, BAD[kind]["input"]) for kind in kinds for row in BAD[kind]["rows"]]
    tables += [(lammps_case, row) for row in BAD["lammps"]]
    tables += (
        [(later_case, row) for row in BAD["built"]] + [(raw_case, row) for row in RAW] + [(file_cases,), (good_cases,)]
    )

    def perform(job):
        with tempfile.TemporaryDirectory() as directory:
            return list(job[0](*job[1:], directory))

    with concurrent.futures.ThreadPoolExecutor(2 * os.cpu_count()) as pool:
        found = [message for messages in pool.map(perform, tables) for message in messages]
    for message in found:
        print(message)
    parallel = sum("ranks" in row for kind in kinds for row in BAD[kind]["rows"]) + len(BAD["built"]) + 1
    fact(not found, f"{len(tables)} bad inputs, {parallel} of them on 3 ranks: {len(found)} problems")
    done()


main()
