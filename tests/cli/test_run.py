"""The command around a run: files, exit codes, options, physics that fails.
Labels: input io parallel record run time."""
import os
import pty
import random
import re
import subprocess
import tempfile

import h5py
from granum_test import GRANUM, SOURCE, done, fact, run

MAIN = os.path.join(SOURCE, "inputs/chain/horizontal-70.yaml")
SHORT = ["--set", "time.end=20 us"]
FILES = ["checkpoint-2000.h5", "input.yaml", "results.h5", "results.xdmf", "run.json", "source.yaml", "status.json"]


def on_terminal(*words):
    """Returns the output of a command on a terminal, started by a shell that uses the same terminal."""
    shell, terminal = pty.openpty()
    words = ["sh", "-c", '"$@"; exit $?', "sh", *words]
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal) as process:
        os.close(terminal)
        written = b""
        try:
            while part := os.read(shell, 4096):
                written += part
        except OSError:  # the end of a terminal
            pass
        process.wait(timeout=60)
    os.close(shell)
    return written.decode()


def left(directory):
    """Returns the visible files of the folder; the hidden lock is kept."""
    return sorted(name for name in os.listdir(directory) if not name.startswith("."))


with tempfile.TemporaryDirectory() as top:
    out = os.path.join(top, "out")
    ran = run(["run", MAIN, "-o", out, *SHORT, "-ts_view"], 2)
    fact(left(out) == FILES, f"a run leaves exactly the expected files: {left(out)}")
    fact(
        "fixed step, second order, velocity at force time: full step" in ran.stdout, "-ts_view describes the integrator"
    )
    fact(
        [line.split()[0] for line in ran.stdout.splitlines()[-6:]]
        == ["completed", "2000", "energy", "largest", "results:", "next:"],
        f"the output of a run ends with a summary of six lines: {ran.stdout.splitlines()[-6:]}",
    )
    spaced = os.path.join(top, "my run")
    ran = run(["run", MAIN, "-o", spaced, *SHORT, "-v"])
    fact("force pass" in ran.stdout and "dissipated_viscous" in ran.stdout, "-v prints the performance card")
    command = ran.stdout.splitlines()[-1].removeprefix("next: ")
    described = subprocess.run(command, shell=True, capture_output=True, text=True).stdout
    fact(described.startswith(f"{spaced}: completed at t = "), f"the printed command works: {command}")
    again = os.path.join(top, "again")
    run(["run", os.path.join(out, "input.yaml"), "-o", again])
    with h5py.File(os.path.join(out, "results.h5")) as a, h5py.File(os.path.join(again, "results.h5")) as b:
        same = (a["particles/grains/velocity/value"][:] == b["particles/grains/velocity/value"][:]).all()
        fact(same, "the resolved input reproduces the results bit for bit")
        missing = []
        a.visititems(
            lambda name, item: missing.append(name)
            if isinstance(item, h5py.Dataset) and not name.startswith("h5md") and not ("description" in item.attrs)
            else None
        )
        fact(not missing, f"every dataset has a description {missing}")

    bed = os.path.join(SOURCE, "inputs/bulk/settling.yaml")
    told = on_terminal(GRANUM, "run", bed, "-o", os.path.join(top, "bed"), "--set", "time.end=120 ms")
    fact(re.search(r"\r *[0-9.]+ %  t = \S+ s  step \d+  0:\d\d left", told), "a run shows progress on a terminal")

    told = run(["run", MAIN, "-o", os.path.join(top, "x"), *SHORT, "-ts_verlet_velocty", "half"])
    fact("-ts_verlet_velocty was not used" in told.stderr, "a run warns of a misspelt PETSc option")
    told = run(["run", MAIN, "-o", os.path.join(top, "x"), "--overwrite", *SHORT, "-ts_monitor", "-log_view"], 2)
    fact("TS dt" in told.stdout and "contacts" in told.stdout, "-ts_monitor prints steps and -log_view phases")

    for ranks in (1, 3):
        for name, sets, code, words in (
            ("soft", ["materials.steel.youngs_modulus=1 MPa"], 3, ("overlap_limit", "bead 1 overlaps bead 2")),
            (
                "long step",
                ["time.step=10 us", "output={trajectory: {every: 100 us}}"],
                3,
                ("stable only up to", "time.step: auto"),
            ),
            ("rk soft", ["materials.steel.youngs_modulus=1 MPa", "time.integrator=rk"], 3, ("overlap_limit",)),
        ):
            directory = os.path.join(top, f"{name}-{ranks}")
            told = run(["run", MAIN, "-o", directory] + [w for s in sets for w in ("--set", s)], ranks, check=False)
            lines = [line for line in told.stderr.splitlines() if line.startswith("granum: ")]
            message = [line for line in lines if not line.startswith("granum: warning: ")]
            fact(
                told.returncode == code and len(message) == 1 and all(w in message[0] for w in words),
                f"{name} on {ranks} ranks: exit {told.returncode}: {message}",
            )
            fact("PETSC ERROR" not in told.stderr, f"{name} on {ranks} ranks: the output contains no PETSc traceback")
            with h5py.File(os.path.join(directory, "results.h5")) as f:
                fact(
                    f["observables/energy/time"].shape[0] >= 1,
                    f"{name} on {ranks} ranks: the data recorded before the failure are readable",
                )

        told = run(["run", MAIN, "-o", "/proc/no/such", *SHORT], ranks, check=False)
        fact(
            told.returncode == 4 and told.stderr.count("granum: ") == 1,
            f"an output directory that cannot be created, on {ranks} ranks: exit {told.returncode}, "
            f"{told.stderr.strip()[:100]}",
        )

    for name in ("a/b/c", "a//d/"):
        told = run(["run", MAIN, "-o", os.path.join(top, name), *SHORT], 2, check=False)
        fact(
            told.returncode == 0 and left(os.path.join(top, name)) == FILES,
            f"-o {name}: granum creates the missing folders above it {told.stderr.strip()[:100]}",
        )
    with open(os.path.join(top, "plain"), "w") as f:
        f.write("a file")
    told = run(["run", MAIN, "-o", os.path.join(top, "plain", "x"), *SHORT], check=False)
    fact(
        told.returncode == 4 and "the output directory cannot be created: Not a directory" in told.stderr,
        f"-o below a file: exit {told.returncode}, {told.stderr.strip()[-100:]}",
    )

    killed = os.path.join(top, "killed")
    random.seed(1)
    for _ in range(12):  # at any time, also while a file is being opened or written
        try:
            subprocess.run(
                [GRANUM, "run", MAIN, "-o", killed, "--overwrite"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=random.uniform(0.02, 0.4),
            )
        except subprocess.TimeoutExpired:
            pass  # run() kills it with SIGKILL
    run(["run", MAIN, "-o", killed, "--overwrite", *SHORT])
    fact(left(killed) == FILES, "a run starts in the folder of a killed run and replaces its leftover files")

for arguments, words in (
    (["rn", MAIN], "no command rn"),
    (["run"], "wrong number of arguments"),
    (["run", MAIN, "--set"], "--set needs a value"),
    (["run", MAIN, "-o", ""], "-o needs a value"),
    (["laws", "hertzz"], "did you mean hertz"),
):
    told = run(arguments, check=False)
    fact(
        told.returncode == 2 and words in told.stderr,
        f"granum {' '.join(arguments[:1])}: exit {told.returncode}: {told.stderr.strip()}",
    )
for arguments in (["laws"], ["laws", "ma_liu"], ["schema"], ["keys"], ["check", MAIN], ["help"]):
    told = run(arguments)
    fact(len(told.stdout) > 200, f"granum {' '.join(arguments[:1])} prints {len(told.stdout)} characters")
told = run(["resume", "--help"])
fact(told.stdout.startswith("granum resume CHECKPOINT|DIRECTORY"), f"granum resume --help: {told.stdout.strip()}")
done()
