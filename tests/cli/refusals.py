"""usage: refusals.py JOBS

Validates inputs with the Python package, one after another in one process. JOBS is a JSON list of
[path, {key path: value}]. Each rank writes a file JOBS.RANK with the JSON list [exit code, message] of each input on a
line, because mpiexec can mix the lines that ranks print; the exit code of an input that is accepted is 0."""
import json
import sys

import granum
import granum.library
from mpi4py import MPI

granum.library.in_python = str  # messages name `--set`, as on the command line
with open(sys.argv[1]) as file:
    jobs = json.load(file)
with open(f"{sys.argv[1]}.{MPI.COMM_WORLD.rank}", "w") as out:
    for path, changes in jobs:
        try:
            granum.check(path, changes)
            seen = [0, ""]
        except granum.Error as refused:
            seen = [refused.code, str(refused)]
        out.write(json.dumps(seen) + "\n")
