"""The shared library in a Python process that has loaded h5py, with and without MPI, and mpi4py. The process steps a
run through the public functions; the results must have the bits of a run of the program.
Labels: bulk contact input io law parallel particle record run time wall."""
import os
import subprocess
import sys
import tempfile

from cases import GRAINS
from granum_test import MPIEXEC, case, done, fact, own_session, run, simulate

LIBRARY = os.environ["GRANUM_LIBRARY"]


def check(top, path, expected, name, ranks, more):
    folder = os.path.join(top, name)
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "library_in_python.py")
    launch = [MPIEXEC, "-n", str(ranks)] if ranks > 1 else []
    with own_session() as environment:
        ended = subprocess.run(
            [*launch, sys.executable, script, LIBRARY, path, folder],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            env={**environment, **more},
        )
    words = ended.stdout.strip() or ended.stderr[-1500:]
    fact(ended.returncode == 0 and "10 steps, 5 frames" in ended.stdout, f"{name}, {ranks} rank(s): {words}")
    told = run(["diff", expected, os.path.join(folder, "results.h5")], check=False)
    fact(told.returncode == 0, f"{name}: the results of the command, bit for bit {told.stdout}{told.stderr}")


with tempfile.TemporaryDirectory() as top:
    path = case(GRAINS)
    expected = simulate(path, os.path.join(top, "command"))
    for name, ranks, more in (
        ("serial", 1, {}),
        ("mpi", 1, {"H5PY_ALWAYS_USE_MPI": "1"}),
        ("mpi-of-two", 2, {"H5PY_ALWAYS_USE_MPI": "1"}),
    ):
        check(top, path, expected, name, ranks, more)
done()
