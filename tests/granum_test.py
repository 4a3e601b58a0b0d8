"""Shared by the Python tests: runs the program, reads results, and states facts."""
import atexit
import contextlib
import filecmp
import json
import os
import subprocess
import sys
import tempfile

import h5py
import numpy as np

GRANUM = os.environ["GRANUM"]
MPIEXEC = os.environ.get("MPIEXEC", "mpirun")
SOURCE = os.environ["GRANUM_SOURCE"]
SKIPPED = 77  # exit code of a test that has skipped a check
facts, failures, skipped = [], [], []
# Open MPI keeps files in a session folder, which the first process to end removes although others still use it.
# Therefore each test has its own session folder, and so does each command that `run` starts.
session = tempfile.TemporaryDirectory(prefix="granum-mpi-", ignore_cleanup_errors=True)
os.environ["OMPI_MCA_orte_tmpdir_base"] = session.name
# More ranks than cores, for Open MPI 4 and 5. MPICH has no such limit, and its mpiexec no such option.
os.environ.setdefault("OMPI_MCA_rmaps_base_oversubscribe", "1")
os.environ.setdefault("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe")


@contextlib.contextmanager
def own_session():
    """Returns the environment of a command that may run at the same time as others."""
    with tempfile.TemporaryDirectory(dir=session.name, ignore_cleanup_errors=True) as folder:
        yield {**os.environ, "OMPI_MCA_orte_tmpdir_base": folder}


def own_environment():
    """The same for a command that the caller does not wait for."""
    return {**os.environ, "OMPI_MCA_orte_tmpdir_base": tempfile.mkdtemp(dir=session.name)}


def command_line(arguments, ranks=1):
    """Returns the command line of granum with these arguments; on one rank without mpirun."""
    launch = [] if ranks == 1 else [MPIEXEC, "-n", str(ranks)]
    return [*launch, GRANUM, *(str(a) for a in arguments)]


@contextlib.contextmanager
def at_work(arguments, ranks=1):
    """Starts granum for a run that outlasts the test; yields the process, which is ended with the block at the
    latest."""
    process = subprocess.Popen(
        command_line(arguments, ranks), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=own_environment()
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def same_bytes(paths):
    return all(map(os.path.isfile, paths)) and filecmp.cmp(*paths, shallow=False)


def run(arguments, ranks=1, check=True, timeout=500):
    """Runs granum with these arguments to its end. `diff` of two files with the same bytes is not run; tests/cli/
    test_diff.py starts `granum diff` itself."""
    if arguments[0] == "diff" and same_bytes(arguments[1:]):
        return subprocess.CompletedProcess(command_line(arguments), 0, "", "")
    with own_session() as environment:
        done = subprocess.run(
            command_line(arguments, ranks),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout,
            env=environment,
        )
    if check and done.returncode != 0:
        sys.exit(
            f"granum {' '.join(map(str, arguments))} on {ranks} ranks ended with {done.returncode}:\n"
            f"{done.stdout}{done.stderr}"
        )
    return done


def case(text):
    """Writes a case to a temporary file; returns its path."""
    file = tempfile.NamedTemporaryFile("w", suffix=".yaml", delete=False)
    file.write(text)
    file.close()
    return file.name


def simulate(path, directory, sets=(), ranks=1, options=(), timeout=500):
    """Runs a case into a folder and replaces a previous run; returns the path of its results."""
    arguments = ["run", path, "-o", directory, "--overwrite"]
    for s in sets:
        arguments += ["--set", s]
    run(arguments + list(options), ranks, timeout=timeout)
    return os.path.join(directory, "results.h5")


def numbers(results):
    """Returns every dataset except the inputs, as bytes."""
    found = {}
    with h5py.File(results, "r") as f:
        f.visititems(
            lambda name, item: found.update({name: item[()].tobytes()})
            if isinstance(item, h5py.Dataset) and not name.startswith("parameters/")
            else None
        )
    return found


def same_bits(one, other):
    """Returns "" if two results files have the same bits, otherwise the output of `granum diff`."""
    told = run(["diff", one, other], check=False)
    return "" if told.returncode == 0 else (told.stdout + told.stderr).strip()


def normal_laws():
    """Returns the names of the normal-force laws, from the schema."""
    laws = json.loads(run(["schema"]).stdout)["$defs"]["normal_law"]["oneOf"]
    return {law["properties"]["law"]["enum"][0] for law in laws}


def sensor(results, name, what):
    with h5py.File(results, "r") as f:
        group = f[f"observables/sensors/{name}"]
        return group["time"][:], group[what][:]


def unexplained(results):
    """Returns datasets that contain NaN although neither their description nor that of their group explains it."""
    found = []

    def look(name, item):
        if isinstance(item, h5py.Dataset) and item.dtype.kind == "f" and np.isnan(item[()]).any():
            told = " ".join(str(thing.attrs.get("description", "")) for thing in (item, item.parent))
            if "not a number" not in told and "NaN" not in told:
                found.append(name)

    with h5py.File(results, "r") as f:
        f.visititems(look)
    return found


def ledger(results):
    with h5py.File(results, "r") as f:
        return {name: data[:] for name, data in f["observables/energy"].items()}


def card(directory):
    with open(os.path.join(directory, "run.json")) as f:
        return json.load(f)


def peak(t, y):
    """Returns the largest sample, refined by the parabola through it and its neighbours."""
    k = int(np.argmax(y))
    if k in (0, len(y) - 1):
        return t[k], y[k]
    a, b, c = y[k - 1 : k + 2]
    s = 0.5 * (a - c) / (a - 2 * b + c)
    return t[k] + s * (t[k + 1] - t[k]), b - 0.25 * (a - c) * s


@atexit.register
def end_undone():
    """Runs at the end of a test that has not called done()."""
    print("FAIL the test ended without done()", flush=True)
    os._exit(1)


def fact(true, text):
    """Prints a fact. The test fails if a fact does not hold, if it states none, or if it does not end with done()."""
    facts.append(text)
    print(("ok   " if true else "FAIL ") + text, flush=True)
    if not true:
        failures.append(text)


def skip(text):
    """Prints a check that this machine does not allow. The test is then reported as skipped, unless a fact fails."""
    skipped.append(text)
    print("skip " + text, flush=True)


def holds(check, *arguments):
    """States a fact from a function of assertions."""
    check(*arguments)
    fact(True, check.__name__.replace("_", " "))


def done():
    atexit.unregister(end_undone)
    print(f"{len(failures)} failed of {len(facts)} facts, {len(skipped)} skipped")
    sys.exit(1 if failures or not (facts or skipped) else SKIPPED if skipped else 0)
