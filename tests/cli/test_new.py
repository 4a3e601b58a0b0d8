"""`granum new`: the commented case runs; a copy of each shipped input is valid and has its files beside it; nothing
is overwritten. bash completion offers commands, files, laws and keys; the manual pages are free of errors and have
every command and key."""
import glob
import os
import re
import subprocess
import tempfile

from granum_test import GRANUM, SOURCE, done, fact, run

INPUTS = os.path.join(SOURCE, "inputs")


def new(arguments, folder, ranks=1):
    here = os.getcwd()
    os.chdir(folder)
    told = run(["new"] + arguments, ranks, check=False)
    os.chdir(here)
    return told


def refused(told, words):
    return told.returncode == 2 and words in told.stderr and told.stderr.count("\n") == 1


def complete(words):
    """Returns the completions that bash offers for the last word."""
    script = (
        'source <("$GRANUM" completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _granum; echo "${COMPREPLY[@]}"'
    )
    told = subprocess.run(
        ["bash", "-c", script, "bash"] + words,
        cwd=SOURCE,
        capture_output=True,
        text=True,
        env={**os.environ, "GRANUM": GRANUM},
    )
    return told.stdout.split()


with tempfile.TemporaryDirectory() as top:
    told = new(["first"], top)
    fact(
        told.returncode == 0 and "granum check first.yaml" in told.stdout,
        f"new says how to go on: {told.stdout.strip()}",
    )
    path = os.path.join(top, "first.yaml")
    with open(path) as file:
        text = file.read()
    keys = [line for line in text.splitlines() if re.match(r"\w+:", line)]
    fact(text.count("# ") >= 10 and len(keys) >= 9, "its case has comments")
    told = run(["run", path, "--set", "time.end=2 ms", "-o", os.path.join(top, "out")], check=False)
    fact(told.returncode == 0 and "warning" not in told.stderr, f"and runs without a warning {told.stderr.strip()}")
    told = new(["first"], top)
    fact(refused(told, "exists already"), f"what is there stays: {told.stderr.strip()}")
    with open(path) as file:
        fact(file.read() == text, "byte for byte")

    told = new(["deep/er/mine.yml", "--like", "hopper"], top, ranks=2)
    fact(told.returncode == 0 and "hopper.stl" in told.stdout, f"a copy, in a new folder: {told.stdout.strip()}")
    told = run(["check", os.path.join(top, "deep", "er", "mine.yml")], check=False)
    fact(told.returncode == 0, f"finds the mesh beside it {told.stderr.strip()}")
    with open(os.path.join(top, "deep", "er", "hopper.stl"), "w") as file:
        file.write("mine")
    told = new(["deep/er/other", "--like", "bulk/hopper"], top)
    fact(refused(told, "another file of this name"), f"another mesh is not overwritten: {told.stderr.strip()}")
    fact(not os.path.exists(os.path.join(top, "deep", "er", "other.yaml")), "and nothing is written then")
    told = new(["again", "--like", "first.yaml"], top)
    with open(os.path.join(top, "again.yaml")) as file:
        fact(told.returncode == 0 and file.read() == text, "a copy of an own case")
    for name, like, words in (
        ("x", "bulk/hoper", "did you mean bulk/hopper"),
        ("x", "drumm", "did you mean bulk/drum"),
        ("x", "nothing-like-it", "the path of an input"),
        ("folder/", "chute", "no name of a case"),
    ):
        told = new([name, "--like", like], top)
        fact(refused(told, words), f"--like {like}: {told.stderr.strip()}")
    with open(os.path.join(top, "bad.yaml"), "w") as file:
        file.write(text.replace("dimension: 3", "dimension: 5"))
    told = new(["x", "--like", "bad.yaml"], top)
    fact(refused(told, "bad.yaml:5:"), f"an input that is wrong is not copied: {told.stderr.strip()}")
    fact(not os.path.exists(os.path.join(top, "x.yaml")), "nothing is written")

    os.mkdir(os.path.join(top, "in"))
    with open(os.path.join(top, "in", "gone.yaml"), "w") as file:
        file.write(text.replace("random: {count: 300}", "file: gone.csv").replace("# anywhere", "# nowhere"))
    told = new(["x", "--like", "in/gone.yaml"], top)
    known = told.returncode == 4 and "in/gone.csv: cannot be read" in told.stderr and told.stderr.count("\n") == 1
    fact(known, f"a file that the input names and that is missing: {told.stderr.strip()}")
    fact(not os.path.exists(os.path.join(top, "x.yaml")), "nothing is written then")

    named = [
        p
        for p in glob.glob(os.path.join(INPUTS, "*", "*.yaml"))
        if re.search(r"(?m)^[^#]*\bfile: [\w.]+", open(p).read())
    ]
    fact(len(named) >= 3, f"{len(named)} shipped inputs name files")
    for path in named:
        name = os.path.relpath(path, INPUTS)
        folder = os.path.join(top, name.replace("/", "-"))
        told = new([os.path.join(folder, "case"), "--like", name], top)
        told = told if told.returncode else run(["check", os.path.join(folder, "case.yaml")], check=False)
        fact(told.returncode == 0, f"a copy of {name} is valid {told.stderr.strip()}")

fact(complete(["granum", "re"]) == ["resume"], "completion of a command")
fact("inputs/bulk/chute.yaml" in complete(["granum", "run", "inputs/bulk/ch"]), "of an input")
fact("hertz" in complete(["granum", "laws", "hert"]), "of a law")
fact("time.end=" in complete(["granum", "run", "x.yaml", "--set", "time."]), "of a key")
fact("--overwrite" in complete(["granum", "run", "x.yaml", "--ov"]), "of an option")
fact(complete(["granum", "diff", "x", "--ov"]) == [], "but not of one that the command has not")
fact(refused(run(["completion", "tcsh"], check=False), "bash or zsh"), "another shell is refused")
zsh = run(["completion", "zsh"]).stdout
fact(zsh.startswith("#compdef granum\n") and zsh.count("{") == zsh.count("}"), "completion for zsh")

commands = re.findall(r"(?m)^granum ([a-z]+) ", run(["help"]).stdout)
page, keys = run(["manual"]).stdout, run(["manual", "input"]).stdout
fact(
    len(commands) >= 11 and all(f".B {name}\n" in page for name in commands), f"granum(1) has {len(commands)} commands"
)
listed = set(re.findall(r"(?m)^\| `(\w+)`", run(["keys"]).stdout))
fact(len(listed) > 200 and all(f"\\fB{name}\\fR" in keys for name in listed), f"granum(5) has {len(listed)} keys")
strange = [
    line
    for line in (page + keys).splitlines()
    if re.match(r"['.]", line) and line.split()[0] not in (".TH", ".SH", ".TP", ".B", ".br", ".PP")
]
fact(not strange, f"and no line is taken for a request that is none {strange[:3]}")
fact(refused(run(["manual", "laws"], check=False), "granum manual input"), "another page is refused")
done()
