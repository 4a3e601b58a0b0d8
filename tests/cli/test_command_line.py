"""Errors on the command line: unknown words, values cut at a blank, names of keys, versions, commands without MPI,
output to a full disk."""
import os
import re
import subprocess
import tempfile

import h5py
from granum_test import GRANUM, case, done, fact, run
from struck_chain import struck_chain

CASE = (
    struck_chain(5)
    + """time: {end: 10 us, step: 0.1 us}
"""
)
path = case(CASE)


def refused(arguments, words, ranks=1, code=2):
    """One line with these words; exit code 2; no folder is created."""
    with tempfile.TemporaryDirectory() as top:
        done_ = (
            subprocess.run([GRANUM, *arguments], cwd=top, stdin=subprocess.DEVNULL, capture_output=True, text=True)
            if ranks == 1
            else run(arguments, ranks, check=False)
        )
        lines = [line for line in done_.stderr.splitlines() if line.startswith("granum: ")]
        fact(
            done_.returncode == code and len(lines) == 1 and words in lines[0] and "PETSC ERROR" not in done_.stderr,
            f"granum {' '.join(arguments)} on {ranks}: exit {done_.returncode}: {lines}",
        )
        fact(not os.listdir(top), f"the refused command leaves no files {os.listdir(top)}")


# Options of granum.
refused(["run", path, "--sett", "time.end=1 us"], "there is no option --sett; did you mean --set path=value?")
refused(["run", path, "--sett", "time.end=1 us"], "there is no option --sett", 3)
refused(["run", path, "--output", "there"], "there is no option --output; did you mean -o DIR?")
refused(["run", path, "--set=time.end=1 us"], "did you mean --set path=value?")
refused(["run", path, "--flavour"], "there is no option --flavour; `granum COMMAND --help`")
refused(["check", path, "-o", "there"], "check: there is no -o here; write granum check INPUT.yaml")
refused(["run", path, "--plot-data"], "run: there is no --plot-data here")
refused(
    ["run", path, "--set", "time.end=1", "ms"],
    "--set time.end=1 is followed by the word ms; put words with blanks into quotes: --set 'time.end=1 ms'",
)
refused(["run", "--set", "time.end=1", "ms", "--set", "time.step=1e-8", path], "followed by the word ms;")
refused(["run", *"abcdefghijkl"], "run: wrong number of arguments")
refused([path], f"there is no command {path}; did you mean granum run {path}?")
refused(["results.h5"], "did you mean granum info results.h5?")
refused(["chekc", path], "there is no command chekc; did you mean granum check?")
refused(["--set", "a=b", "run", path], "the command comes first")

# Many options of PETSc: no option is cut off.
many = [word for k in range(100) for word in (f"-unknown_option_of_a_name_so_long_that_all_make_a_long_text_{k}", "1")]
with tempfile.TemporaryDirectory() as top:
    told = run(["run", path, "-o", os.path.join(top, "many"), *many])
    with h5py.File(os.path.join(top, "many", "results.h5")) as f:
        text = f["parameters/options"][()].decode()
    fact(text == " ".join(many), f"the results contain all {len(text)} characters of 100 options")

# Help, versions, keys.
version = run(["--version"]).stdout.splitlines()
fact(
    len(version) == 7
    and version[0].startswith("granum ")
    and [line.split(":")[0] for line in version[1:]] == ["MPI", "PETSc", "HDF5", "Zoltan", "UDUNITS", "compiler"]
    and re.fullmatch(r"granum \d+\.\d+\.\d+(-\d+)?(-g[0-9a-f]+)?(-dirty)?", version[0]),
    f"--version: {version}",
)
fact(run(["run", "-h"]).stdout == run(["run", "--help"]).stdout, "-h prints the same as --help")
everything = run(["keys"]).stdout
for name, there, absent in (
    ("step", ["## time", "`step` | number or word | s"], ["| `end`", "| `safety`"]),
    ("time.step", ["`step` | number or word | s", "Related: `end`"], ["| `end`"]),
    (
        "walls",
        ["`walls` | dimension 2, 3", "## walls.NAME (dimension 2, 3)", "## walls.NAME.oscillation", "`frequency`"],
        ["`density`"],
    ),
    ("particles.beads.chain.count", ["## particles.NAME.chain", "`count`"], ["| `gap`"]),
    ("contacts.0.normal.hardness_ratio", ["with law: ma_liu", "`hardness_ratio`"], ["`restitution`", "law: tsuji"]),
    ("tsuji", ["## contacts.N.normal with law: tsuji", "`restitution`"], ["law: hertz"]),
    ("impact_damper", ["Its surfaces: `"], ["slider_crank"]),
):
    told = run(["keys", name]).stdout
    fact(
        all(t in told for t in there) and not any(t in told for t in absent),
        f"keys {name}: {len(told.splitlines())} lines",
    )
    fact(
        all(line in everything for line in told.splitlines() if line.startswith("## ")),
        "the part of the reference has the headings of the whole reference",
    )
for name, near in (
    ("stepp", "time.step?"),
    ("tim.step", "time.step?"),
    ("youngs", "`granum keys` lists them"),
    ("tsuij", "did you mean tsuji?"),
):
    refused(["keys", name], near)
refused(["keys", "stepp"], "did you mean time.step?", 3)
fact("g/cm3" in everything and "90 %" in everything, "the reference of keys explains how units are written")

# Commands that print text need no MPI, which does not start here. Several processes print it once.
without = {**os.environ, "OMPI_MCA_pml": "none"}  # of Open MPI; with another MPI the last fact is left out
for arguments in ("help", "help run", "run --help", "version", "laws", "laws hertz", "keys step", "schema", "manual"):
    told = subprocess.run(
        [GRANUM, *arguments.split()], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=without
    )
    fact(told.returncode == 0 and told.stdout and not told.stderr, f"without MPI: {arguments}: {told.stderr[:80]}")
    fact(run(arguments.split(), 2).stdout == told.stdout, f"two processes print the text of {arguments} once")
if "Open MPI" in version[1]:
    told = subprocess.run(
        [GRANUM, "check", path], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=without
    )
    fact(told.returncode != 0, f"without MPI: granum check ends with {told.returncode}")
fact(run(["help", "run"]).stdout == run(["run", "--help"]).stdout, "granum help run explains one command")
fact(run(["version"]).stdout == run(["--version"]).stdout, "granum version is granum --version")
refused(["help", "runn"], "there is no command runn; did you mean granum run?")

# Output that cannot be printed.
with open("/dev/full", "w") as full:
    for arguments in (["laws"], ["keys"], ["keys", "step"], ["schema"], ["check", path], ["help"], ["--version"]):
        told = subprocess.run(
            [GRANUM, *arguments], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, text=True
        )
        fact(
            told.returncode == 4
            and told.stderr.count("\n") == 1
            and "No space left on device" in told.stderr
            or "a part of it was lost" in told.stderr,
            f"{arguments} to a full disk: exit {told.returncode}: {told.stderr.strip()}",
        )
    with tempfile.TemporaryDirectory() as top:
        told = subprocess.run(
            [GRANUM, "run", path, "-o", os.path.join(top, "run")],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
        fact(
            told.returncode == 0 and "warning: standard output cannot be written" in told.stderr,
            f"a run whose output goes to a full disk still writes its results: exit {told.returncode}: "
            f"{told.stderr.strip()}",
        )
        one, other = os.path.join(top, "run", "results.h5"), os.path.join(top, "other", "results.h5")
        run(["run", path, "-o", os.path.dirname(other), "--set", "time.end=5 us"])
        for arguments in (["info", one], ["diff", one, other]):
            told = subprocess.run(
                [GRANUM, *arguments], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, text=True
            )
            fact(
                told.returncode == 4 and "standard output cannot be written" in told.stderr,
                f"{arguments[0]} to a full disk: exit {told.returncode}: {told.stderr.strip()}",
            )
# In a batch script of Slurm, without srun, a run needs no session folder of Open MPI: none can be created here.
alone = {"SLURM_PROCID": "0", "OMPI_MCA_orte_tmpdir_base": "/dev/null"}
told = subprocess.run(
    [GRANUM, "check", path], stdin=subprocess.DEVNULL, capture_output=True, text=True, env={**os.environ, **alone}
)
fact(told.returncode == 0 and not told.stderr, f"without a session folder: exit {told.returncode}: {told.stderr[:200]}")
os.unlink(path)
done()
