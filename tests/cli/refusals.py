"""usage: refusals.py JOBS

Validates inputs with the Python package, one after another in one process. JOBS is a JSON list of
[path, {key path: value}]. Each rank prints for each of them the JSON list [number, rank, exit code, message] on a line;
the exit code of an input that is accepted is 0."""
import json
import sys

import granum
import granum.library
from mpi4py import MPI

granum.library.in_python = str  # messages name `--set`, as on the command line
with open(sys.argv[1]) as file:
    jobs = json.load(file)
for number, (path, changes) in enumerate(jobs):
    try:
        granum.check(path, changes)
        seen = [number, MPI.COMM_WORLD.rank, 0, ""]
    except granum.Error as refused:
        seen = [number, MPI.COMM_WORLD.rank, refused.code, str(refused)]
    sys.stdout.write(json.dumps(seen) + "\n")
    sys.stdout.flush()
