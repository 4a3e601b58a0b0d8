"""Executes the code cells of inputs/notebooks/*.ipynb (tests/cli/notebook.py) on 1 rank, some also on the SEVERAL
ranks of the table; with GRANUM_NOTEBOOKS=all each on 1 and 3 ranks. The notebooks are kept without outputs, and contain
assertions.
Labels: parallel wall."""
import glob
import json
import os
import subprocess
import sys

from granum_test import MPIEXEC, SOURCE, done, fact, own_session

FOLDER = os.path.join(SOURCE, "inputs", "notebooks")
SEVERAL = {"chain.ipynb": 3, "servo.ipynb": 2}  # servo: on 3 ranks and 2 cores three times as long
RUNNER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "notebook.py")


def check(path, ranks):
    launch = [MPIEXEC, "-n", str(ranks)] if ranks > 1 else []
    with own_session() as environment:
        ended = subprocess.run(
            [*launch, sys.executable, RUNNER, path],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
            cwd=FOLDER,
            env=environment,
        )
    text = "" if ended.returncode == 0 else ended.stderr[-1500:]
    fact(ended.returncode == 0, f"{os.path.basename(path)} on {ranks} rank(s) {text}")


notebooks = sorted(glob.glob(os.path.join(FOLDER, "*.ipynb")))
fact(len(notebooks) >= 6, f"{len(notebooks)} notebooks")
for path in notebooks:
    with open(path) as file:
        kept = [cell for cell in json.load(file)["cells"] if cell.get("outputs") or cell.get("execution_count")]
    fact(not kept, f"{os.path.basename(path)} is kept without outputs")
    several = 3 if os.environ.get("GRANUM_NOTEBOOKS") == "all" else SEVERAL.get(os.path.basename(path))
    for ranks in (1, several) if several else (1,):
        check(path, ranks)
done()
