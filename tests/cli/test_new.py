"""`granum new`: the commented case runs; a copy of each shipped input is valid and has its files beside it; nothing
is overwritten. bash completion offers commands, files, laws and keys; the manual pages are free of errors and have
every command and key.
Labels: bulk input mesh parallel particle run wall."""
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
        f"granum new prints the next command: {told.stdout.strip()}",
    )
    path = os.path.join(top, "first.yaml")
    with open(path) as file:
        text = file.read()
    keys = [line for line in text.splitlines() if re.match(r"\w+:", line)]
    fact(text.count("# ") >= 10 and len(keys) >= 9, "the new case contains comments")
    told = run(["run", path, "--set", "time.end=2 ms", "-o", os.path.join(top, "out")], check=False)
    fact(told.returncode == 0 and "warning" not in told.stderr, f"the case runs without warning {told.stderr.strip()}")
    told = new(["first"], top)
    fact(refused(told, "exists already"), f"granum new refuses to overwrite a case: {told.stderr.strip()}")
    with open(path) as file:
        fact(file.read() == text, "the refused command leaves the case unchanged")

    told = new(["deep/er/mine.yml", "--like", "hopper"], top, ranks=2)
    fact(
        told.returncode == 0 and "hopper.stl" in told.stdout,
        f"granum new --like makes missing folders and names the copied mesh: {told.stdout.strip()}",
    )
    told = run(["check", os.path.join(top, "deep", "er", "mine.yml")], check=False)
    fact(told.returncode == 0, f"the copied case finds the mesh in its folder {told.stderr.strip()}")
    with open(os.path.join(top, "deep", "er", "hopper.stl"), "w") as file:
        file.write("mine")
    told = new(["deep/er/other", "--like", "bulk/hopper"], top)
    fact(refused(told, "another file has this name"), f"new does not overwrite another mesh: {told.stderr.strip()}")
    fact(not os.path.exists(os.path.join(top, "deep", "er", "other.yaml")), "the refused command writes no case")
    told = new(["again", "--like", "first.yaml"], top)
    with open(os.path.join(top, "again.yaml")) as file:
        fact(told.returncode == 0 and file.read() == text, "--like copies a case of the user byte for byte")
    for name, like, words in (
        ("x", "bulk/hoper", "did you mean bulk/hopper"),
        ("x", "drumm", "did you mean bulk/drum"),
        ("x", "nothing-like-it", "the path of an input"),
        ("folder/", "chute", "is not a name for a case"),
    ):
        told = new([name, "--like", like], top)
        fact(refused(told, words), f"--like {like}: {told.stderr.strip()}")
    with open(os.path.join(top, "bad.yaml"), "w") as file:
        file.write(text.replace("dimension: 3", "dimension: 5"))
    told = new(["x", "--like", "bad.yaml"], top)
    fact(refused(told, "bad.yaml:5:"), f"--like refuses to copy an invalid input: {told.stderr.strip()}")
    fact(not os.path.exists(os.path.join(top, "x.yaml")), "the refused command writes no case for an invalid input")

    os.mkdir(os.path.join(top, "in"))
    with open(os.path.join(top, "in", "gone.yaml"), "w") as file:
        file.write(text.replace("random: {count: 300}", "file: gone.csv").replace("# anywhere", "# nowhere"))
    told = new(["x", "--like", "in/gone.yaml"], top)
    known = told.returncode == 4 and "in/gone.csv: cannot be read" in told.stderr and told.stderr.count("\n") == 1
    fact(known, f"--like refuses an input whose data file is missing: {told.stderr.strip()}")
    fact(not os.path.exists(os.path.join(top, "x.yaml")), "the refused command writes no case without the data file")

    named = [
        p
        for p in glob.glob(os.path.join(INPUTS, "*", "*.yaml"))
        if re.search(r"(?m)^[^#]*\bfile: [\w.]+", open(p).read())
    ]
    fact(len(named) >= 3, f"{len(named)} shipped inputs refer to data files")
    for path in named:
        name = os.path.relpath(path, INPUTS)
        folder = os.path.join(top, name.replace("/", "-"))
        told = new([os.path.join(folder, "case"), "--like", name], top)
        told = told if told.returncode else run(["check", os.path.join(folder, "case.yaml")], check=False)
        fact(told.returncode == 0, f"a copy of {name} is valid {told.stderr.strip()}")

fact(complete(["granum", "re"]) == ["resume"], "bash completes the name of a command")
fact("inputs/bulk/chute.yaml" in complete(["granum", "run", "inputs/bulk/ch"]), "bash completes the path of an input")
fact("hertz" in complete(["granum", "laws", "hert"]), "bash completes the name of a law")
fact("time.end=" in complete(["granum", "run", "x.yaml", "--set", "time."]), "bash completes an input key after --set")
fact("--overwrite" in complete(["granum", "run", "x.yaml", "--ov"]), "bash completes an option of a command")
fact(complete(["granum", "diff", "x", "--ov"]) == [], "bash does not complete an option that the command does not have")
fact(refused(run(["completion", "tcsh"], check=False), "bash or zsh"), "granum completion refuses other shells")
zsh = run(["completion", "zsh"]).stdout
fact(zsh.startswith("#compdef granum\n") and zsh.count("{") == zsh.count("}"), "completion supports zsh")

commands = re.findall(r"(?m)^granum ([a-z]+) ", run(["help"]).stdout)
page, keys = run(["manual"]).stdout, run(["manual", "input"]).stdout
fact(
    len(commands) >= 11 and all(f".B {name}\n" in page for name in commands),
    f"granum(1) lists {len(commands)} commands",
)
listed = set(re.findall(r"(?m)^\| `(\w+)`", run(["keys"]).stdout))
fact(len(listed) > 200 and all(f"\\fB{name}\\fR" in keys for name in listed), f"granum(5) lists {len(listed)} keys")
strange = [
    line
    for line in (page + keys).splitlines()
    if re.match(r"['.]", line) and line.split()[0] not in (".TH", ".SH", ".TP", ".B", ".br", ".PP")
]
fact(not strange, f"no line of text in the manual pages is read as a troff request {strange[:3]}")
fact(refused(run(["manual", "laws"], check=False), "granum manual input"), "granum manual refuses unknown pages")
done()
