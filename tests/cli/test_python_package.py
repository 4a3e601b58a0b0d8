"""The Python package granum: results with the bits of the command on 1, 2 and 3 ranks; arrays, callbacks, forces and
changes; errors with place and remedy; installation by pip. tests/cli/python_runs.py makes the runs.
Labels: bulk contact input io law mesh parallel particle record run time wall."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

from cases import GRAINS
from granum_test import MPIEXEC, SOURCE, case, done, fact, own_session, run, simulate

HERE = os.path.dirname(os.path.abspath(__file__))
TRUE = ("rows", "fixed", "walls", "newton", "total", "kept", "as gravity", "balanced", "dead", "as stages", "jump")
TRUE += ("taken", "velocities set", "centres", "goes on", "without output", "resumed with changes", "no change")


def observe(path, folder, ranks):
    launch = [MPIEXEC, "-n", str(ranks)] if ranks > 1 else []
    with own_session() as environment:
        ended = subprocess.run(
            [*launch, sys.executable, os.path.join(HERE, "python_runs.py"), path, folder],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
            env=environment,
        )
    fact(ended.returncode == 0, f"{ranks} rank(s): the runs end {ended.stderr[-3000:] if ended.returncode else ''}")
    return json.loads(ended.stdout.splitlines()[-1]) if ended.returncode == 0 else {}


def check_observations(seen):
    for name in TRUE:
        fact(seen.get(name) is True, f"{name}: {seen.get(name)}")
    fact(seen["ten"] == [10, 1e-4] and seen["until"] == [50, 5e-4, True, 50], "step() and until() stop in time")
    fact(seen["end"] == [200, True, False, None], f"a completed run takes no further steps: {seen['end']}")
    fact(seen["calls"] == list(range(7, 200, 7)), f"callbacks are called every given number of steps: {seen['calls']}")
    fact(seen["times"] == list(range(30, 200, 30)), f"callbacks are called at given times: {seen['times']}")
    fact(seen["last"] == [100, 200], f"a callback can also be called at the end: {seen['last']}")
    fact(seen["fields"] == "force", f"the first record of a wall: {seen['fields']}")
    fact("add to particles.force in place" in seen["returns"], f"a force that returns a value: {seen['returns']}")
    fact(seen["fails"] == "ValueError", f"an exception in a force function is raised again: {seen['fails']}")
    told = seen["changes"] or {"number": 0}
    fact(
        told["number"] == 2 and abs(told["first_s"] - 3e-4) < 1e-9 and abs(told["last_s"] - 5e-4) < 1e-9,
        f"run.json has the number and the times of the changes by a program: {told}",
    )
    fact(seen["speed"] == [0, 0, 0.05], f"the wall has the velocity that was set: {seen['speed']}")
    fact(seen["report"] == [288, 200, 288] and seen["resolved"] == 288, f"check() returns the report: {seen['report']}")
    told = seen["values"]
    fact(told == [0.02, "particles", True], f"resolved() returns the keys in SI, which are a case again: {told}")
    fact(seen["laws"] == ["tangential", True, True], f"laws() returns the laws: {seen['laws']}")
    fact(seen["mesh"] == 1, "a case in a dictionary reads the mesh that it names")
    for name in ("no force", "force"):
        told = seen[f"resumed with {name}"]
        fact(told == [100, 200, True], f"a run with {name} that is resumed has the same bits: {told}")
    fact(seen["pair"] == [0, 0.2], f"a case of a study is selected by its number: {seen['pair']}")


def check_errors(seen):
    for name, code, key, words in (
        ("place", 2, "restituton", "did you mean 'restitution'"),
        ("set", 2, "materials.glass.density", "write a number in kg/m^3"),
        ("missing", 2, None, "give the path of an input file"),
        ("checked", 2, "dimension", ""),
        ("physics", 3, None, ""),
        ("again", 3, None, ""),
        ("closed", 2, None, "create another"),
        ("ended", 2, None, "write a later time.end"),
        ("no wall", 2, None, "the case has floor"),
        ("no lid", 2, None, "the case has floor"),
        ("shape", 2, None, "gravity: give three finite numbers in m/s^2"),
        ("word", 2, None, "gravity: give three finite numbers in m/s^2"),
        ("nan", 2, None, "gravity: give three finite numbers in m/s^2"),
        ("speed of a wall", 2, None, "walls, floor: give three finite numbers in m/s"),
        ("back", 2, None, "a number of steps from 0 on"),
        ("text", 2, None, "give a number in s"),
        ("interval", 2, None, "give a number in s"),
        ("rigid", 2, None, "change gravity or walls"),
        ("impact", 2, None, "granum run"),
        ("several", 2, None, "name or number"),
        ("chain", 2, None, "dimension: 2 or 3"),
        ("past", 2, None, 'set={"gravity": ...}: would change the past'),
        ("no checkpoint", 4, None, ""),
        ("holds", 2, None, 'output, continue that run by granum.resume("'),
        ("holds", 2, None, "overwrite=True"),
        ("unknown", 2, None, 'set={"tim.end": "1 ms"}: tim: unknown key'),
    ):
        error = seen[name] if isinstance(seen[name], dict) else {}
        right = error.get("code") == code and (words in str(error.get("remedy")) or words in str(error.get("problem")))
        fact(right and (key is None or key in str(error.get("key"))), f"error {name}: {error or seen[name]}")
    fact((seen["place"]["line"], seen["place"]["file"]) == (5, "case"), f"an error contains its place: {seen['place']}")
    fact(
        seen["held"] == 75 and seen["kept frames"] == 3,
        f"frames remain readable after the run is closed {seen['kept frames']}",
    )


def check_pip(top):
    """pip installs both packages with the library; a run needs nothing else."""
    for name in ("pyproject.toml", "postprocess"):
        copy = shutil.copytree if os.path.isdir(os.path.join(SOURCE, name)) else shutil.copy
        copy(os.path.join(SOURCE, name), os.path.join(top, "source", name))
    place = os.path.join(top, "site")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps", "--target", place, "."]
    told = subprocess.run(pip, cwd=os.path.join(top, "source"), capture_output=True, text=True)
    fact(told.returncode == 0, f"pip install . {told.stderr[-500:] if told.returncode else ''}")
    environment = {name: value for name, value in os.environ.items() if name != "GRANUM_LIBRARY"}
    script = "import granum, granum_post; print(granum.__file__, granum.check('first.yaml')['cases'][0]['particles'])"
    shutil.copy(os.path.join(SOURCE, "inputs/first-steps/01-two-spheres.yaml"), os.path.join(top, "first.yaml"))
    told = subprocess.run(
        [sys.executable, "-c", script],
        cwd=top,
        env={**environment, "PYTHONPATH": place},
        capture_output=True,
        text=True,
    )
    fact(
        told.stdout.startswith(place) and told.stdout.endswith(" 2\n"),
        f"the installed package runs a case: {told.stdout}{told.stderr[-500:]}",
    )
    command = os.path.join(place, "bin", "granum")
    told = subprocess.run(
        [command, "check", "first.yaml"],
        cwd=top,
        env={**environment, "PYTHONPATH": place},
        capture_output=True,
        text=True,
    )
    fact(
        told.returncode == 0 and f"next: {command} run first.yaml" in told.stdout,
        f"pip installs the command granum: {told.stdout.splitlines()[-1:]} {told.stderr[-500:]}",
    )


with tempfile.TemporaryDirectory() as top:
    os.mkdir(os.path.join(top, "source"))
    path = case(GRAINS)
    expected = simulate(path, os.path.join(top, "command"))
    all_seen = {}
    for ranks in (1, 2, 3):
        folder = os.path.join(top, f"ranks-{ranks}")
        os.mkdir(folder)
        all_seen[ranks] = observe(path, folder, ranks)
        told = run(["diff", expected, os.path.join(folder, "whole/results.h5")], check=False)
        fact(told.returncode == 0, f"{ranks} rank(s): the results of the command, bit for bit {told.stdout}")
        differ = [name for name in all_seen[1] if all_seen[ranks].get(name) != all_seen[1][name]]
        fact(not differ and all_seen[1], f"{ranks} rank(s): the same observations {differ}")
    check_observations(all_seen[1])
    check_errors(all_seen[1])
    check_pip(top)
done()
