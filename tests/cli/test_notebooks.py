"""Executes the code cells of inputs/notebooks/*.ipynb on 1 and 3 ranks (tests/cli/notebook.py). The notebooks are kept
without outputs, and contain assertions."""
import glob
import json
import os
import subprocess
import sys

from granum_test import MPIEXEC, SOURCE, done, fact, own_session

FOLDER = os.path.join(SOURCE, "inputs", "notebooks")
RUNNER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "notebook.py")


def check(path, ranks):
    launch = [MPIEXEC, "--oversubscribe", "-n", str(ranks)] if ranks > 1 else []
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
fact(len(notebooks) >= 5, f"{len(notebooks)} notebooks")
for path in notebooks:
    with open(path) as file:
        kept = [cell for cell in json.load(file)["cells"] if cell.get("outputs") or cell.get("execution_count")]
    fact(not kept, f"{os.path.basename(path)} is kept without outputs")
    for ranks in (1, 3):
        check(path, ranks)
done()
