"""Calibration: surfaces against closed forms, and the share of draws within the deviations; friction and rolling
friction of beads from known values, the same on 1, 2 and 4 ranks, in groups, stopped and resumed, and as a job array;
runs that fail or are refused, a second call, damaged files; bad descriptions row by row (bad_input.yaml), which leave
no files; the shipped descriptions.
Labels: bulk input jobs parallel run."""
import contextlib
import glob
import io
import json
import os
import re
import subprocess
import sys
import tempfile

import granum
import numpy as np
import yaml
from granum import calibration, calibration_check, calibration_input, surface
from granum_test import GRANUM, MPIEXEC, SOURCE, done, fact, run

sys.path.insert(0, os.path.join(SOURCE, "jobs"))
import calibrate  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "bad_input.yaml")) as table:
    BAD = yaml.safe_load(table)["calibrate"]
BEADS = """title: Beads that slide, then roll
dimension: 3
domain: {lower: [-1 m, 0, 0], upper: [1 m, 0.1 m, 0.1 m], periodic: [false, true, false]}
gravity: [0, 0, -9.81 m/s^2]
materials: {bead: {density: 2500 kg/m^3, youngs_modulus: 1 MPa, poisson_ratio: 0.25}}
contacts:
  - between: '*'
    normal: {law: tsuji, restitution: 0.5}
    tangential: {law: mindlin, friction: 0.25}
    rolling: {law: rolling_constant, friction: 0.04}
particles:
  beads:
    random: {count: 6, lower: [-10 cm, 0, 9.9 mm], upper: [10 cm, 10 cm, 30.1 mm]}
    material: bead
    radius: {distribution: uniform, from: 9.9 mm, to: 10 mm}
    velocity: [1 m/s, 0, 0]
    velocity_deviation: 10 mm/s
walls: {floor: {side: lower_z, material: bead}}
time: {end: 0.25 s, step: auto, overlap_limit: 0.3}
output: {energy: {every: 5 ms}}
"""
TRUE = {"friction": 0.25, "rolling": 0.04}
BOTH = BAD["input"]
ONE = """calibrate:
  case: case.yaml
  parameters: {{rolling: {{path: contacts.0.rolling.friction, range: [0.02, 0.1]}}}}
  targets:
    late: {{command: energy, number: kinetic_J, value: {value}, tolerance: {tolerance}, since: 0.24 s, take: last}}
  runs: {runs}
"""
ONE_WRONG = ONE.format(value=1, tolerance=1, runs=60).replace("kinetic_J", "kinetic_K")
SQUARE = ONE.format(value=1, tolerance=1, runs="\u00b2")
# Stops a study after its first step; a study that is resumed has time.
STOPPED = f"""#!/bin/sh
case $1 in
  run) exec {GRANUM} "$@" --set 'output.wall_time=1 ms' ;;
  resume) exec {GRANUM} "$@" --set 'output.wall_time=1 h' ;;
  *) exec {GRANUM} "$@" ;;
esac
"""
RECORD = '#!/bin/sh\necho "$*" >>"$CALLS"\necho "Submitted batch job 41"\n'
# Accepts all jobs but that of task $NOT.
QSUB = '#!/bin/sh\ncase "$*" in *task=$NOT*) exit 1 ;; esac\necho "$*" >>"$CALLS"\necho "41.server"\n'
SRUN = '#!/bin/sh\nwhile [ "${1#-}" != "$1" ]; do shift; done\nexec "$@"\n'


def written(path, text, mode=0o644):
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, mode)
    return path


def contents(folder, without=()):
    """Returns calibration.json, without the words of the batch system."""
    with open(os.path.join(folder, "calibration.json")) as file:
        found = json.load(file)
    for round_ in found["rounds"]:
        for key in without:
            round_.pop(key)
    return json.dumps(found)


class Draw:
    """A surface of runs with normal noise around linear numbers y = 3 + slope u; the target at `true` has noise too."""

    SLOPE, NOISE, TOLERANCE = np.array([[4.0, 1.0], [-2.0, 3.0]]), np.array([0.1, 0.2]), np.array([0.15, 0.1])

    def __init__(self, random, true):
        points = np.vstack([surface.halton(7, 2), true, true + 0.2 * np.vstack([np.eye(2), -np.eye(2)])])
        u, point = np.repeat(points, 3, axis=0), np.repeat(np.arange(len(points)), 3)
        y = self.number(u) + self.NOISE * random.normal(size=(len(u), 2))
        self.surface = surface.Surface(u, y, point, true, 0.2)
        value = self.number(true) + self.TOLERANCE * random.normal(size=2)
        self.found = surface.search(self.surface, value, self.TOLERANCE, 0.5)
        self.seen = surface.Seen(self.surface, self.TOLERANCE, self.found)

    def number(self, u):
        return 3.0 + u @ self.SLOPE.T


def check_surfaces():
    u = surface.halton(9, 2)
    fact(np.allclose(u[:3], [[1 / 2, 1 / 3], [1 / 4, 2 / 3], [3 / 4, 1 / 9]]), "the first points of Halton's sequence")
    quadratic = np.stack([1 + u[:, 0] - u[:, 1] ** 2, u[:, 0] * u[:, 1] + 2 * u[:, 1]], axis=1)
    whole = surface.Surface(u, quadratic, np.arange(9), np.array([0.5, 0.5]), 0.5)
    there = np.array([0.3, 0.7])
    fact(
        np.allclose(whole.at(there), [1.3 - 0.49, 0.21 + 1.4], atol=1e-12)
        and np.allclose(whole.slope(there), [[1, -1.4], [0.7, 2.3]], atol=1e-12),
        "a quadratic surface has the values and derivatives of the quadratic numbers that it is fitted to",
    )
    found = surface.search(whole, np.array([1.3 - 0.49, 0.21 + 1.4]), np.array([0.1, 0.2]), 1.0)
    fact(np.allclose(found, there, atol=1e-8), f"the search finds the point at which the numbers are met: {found}")
    found = surface.search(whole, np.array([9.0, 3.0]), np.array([1.0, 1.0]), 1.0)
    fact(found[0] == 1.0, f"a search for numbers out of reach ends at a bound: {found}")
    linear = surface.Surface(u, (u[:, :1] + u[:, 1:]) * [[10.0, 20.0]], np.arange(9), there, 0.5)
    flat = surface.Seen(linear, np.array([0.1, 0.1]), there).flat
    fact(
        len(flat) == 1 and np.allclose(np.abs(flat[0]), np.sqrt(0.5)) and flat[0][0] * flat[0][1] < 0,
        f"numbers of the sum of two parameters do not see their difference: {flat}",
    )
    random, points = np.random.default_rng(5), np.repeat(surface.halton(9, 2), 2, axis=0)
    noisy = (points[:, :1] + points[:, 1:]) * [[10.0, 20.0]] + random.normal(size=(18, 2))
    seen = surface.Seen(surface.Surface(points, noisy, np.arange(18) // 2, there, 0.5), np.array([0.1, 0.1]), there)
    fact(
        seen.singular[1] > 1 and len(seen.flat) == 1 and np.isinf(seen.deviation).all(),
        f"noise of the derivatives is not taken for an effect: singular values {seen.singular}, {seen.deviation}",
    )


def check_deviations():
    """Of errors in units of their deviations, the mean square over N draws of 2 parameters is 1 within 3/sqrt(N)."""
    random, true, count = np.random.default_rng(3), np.array([0.45, 0.55]), 100
    draws = [Draw(random, true) for _ in range(count)]
    squares = np.array([((draw.found - true) / draw.seen.deviation) ** 2 for draw in draws])
    inside = (squares < 4).mean()
    fact(
        np.abs(squares.mean() - 1) < 3 / np.sqrt(count) and 0.92 < inside < 0.98,
        f"mean square error in deviations {squares.mean():.3f}; within two deviations {100 * inside:.1f} %",
    )
    spread = np.mean([draw.surface.spread**2 for draw in draws], axis=0)
    fact(np.allclose(spread, Draw.NOISE**2, rtol=0.1), f"the spread of seeds is that of the noise: {np.sqrt(spread)}")
    product = np.linalg.inv(Draw.SLOPE) @ np.diag(Draw.TOLERANCE**2) @ np.linalg.inv(Draw.SLOPE).T
    part = np.mean([d.seen.deviation**2 - d.seen.of_runs**2 for d in draws], axis=0)
    fact(np.allclose(part, np.diag(product), rtol=0.1), "the deviation without that of the runs is that of the targets")


# ---- calibrations ----


def true_numbers(top):
    """Returns mean and standard error of the two numbers at the true values, from runs with other seeds."""
    case = written(os.path.join(top, "case.yaml"), BEADS)
    out = os.path.join(top, "true")
    run(["run", case, "-o", out, "--set", f"sweep={{particles.beads.seed: {list(range(2001, 2013))}}}"])
    description = calibration_input.Description(written(os.path.join(top, "given.yaml"), BOTH))
    numbers = []
    for k in range(12):
        found, why = granum.calibration_runs.numbers_of(description, os.path.join(out, f"point-{k + 1}"))
        fact(not why, f"a run has all numbers {why}") if why else None
        numbers.append(list(found.values()))
    numbers = np.array(numbers)
    return numbers.mean(axis=0), numbers.std(axis=0, ddof=1) / np.sqrt(12)


def check_beads(top):
    mean, error = true_numbers(top)
    text = BOTH.replace("value: 2.7e-3, tolerance: 1e-4", f"value: {mean[0]!r}, tolerance: {error[0]!r}")
    text = text.replace("value: 3.0e-3, tolerance: 5e-5", f"value: {mean[1]!r}, tolerance: {error[1]!r}")
    description = written(os.path.join(top, "both.yaml"), text)
    said = []
    folder = os.path.join(top, "alone")
    found = granum.calibrate(description, folder, say=said.append)
    fact(found["converged"] and found["runs"] <= 60, f"the calibration converges: {said}")
    for name, value in TRUE.items():
        p = found["parameters"][name]
        off = (p["value"] - value) / p["deviation"]
        fact(abs(off) < 3, f"{name}: {p['value']:.4f} +- {p['deviation']:.4f}, {off:+.2f} deviations from {value}")
        fact(
            p["deviation"] < 0.15 * value, f"{name}: the deviation is small: {p['deviation'] / value:.3f} of the value"
        )
    effects = {name: target["effects"] for name, target in found["targets"].items()}
    fact(
        all(t["spread_of_seeds"] < 0.2 * max(map(abs, t["effects"].values())) for t in found["targets"].values())
        and abs(effects["early"]["friction"]) > abs(effects["late"]["friction"]),
        f"spread of seeds and effects are told apart: {effects}",
    )
    told = run(["check", os.path.join(folder, "found.yaml"), "--all"]).stdout
    fact(
        f"friction: {found['parameters']['rolling']['value']:.6g}"[:18] in told, "found.yaml is a case with the values"
    )
    other = os.path.join(top, "resumed")
    os.environ["GRANUM"] = written(os.path.join(top, "stopped"), STOPPED, 0o755)
    ended, waiting = "none", []
    try:
        granum.calibrate(description, other, ranks=2, groups=2, say=said.append)
    except granum.Error as problem:
        ended = f"{problem.code} {problem}"
    study = os.path.join(other, "round-1", "study.json")
    if os.path.exists(study):
        with open(study) as file:
            waiting = [case["name"] for case in json.load(file)["cases"] if case["state"] == "waits"]
    fact(ended.startswith("75") and len(waiting) > 10, f"a stop within round 1: {ended}, {len(waiting)} runs wait")
    granum.calibrate(description, other, ranks=2, groups=2, rounds=1, say=said.append)
    os.environ["GRANUM"] = GRANUM
    fact(json.loads(contents(other))["result"] is None, "with rounds=1 the calibration stops after round 1")
    before, count = contents(other), len(said)
    fact(
        granum.calibrate(description, other, dry=True, say=said.append) is None and contents(other) == before,
        f"dry: prints round 2, and changes nothing: {said[count]}",
    )
    granum.calibrate(description, other, say=said.append)
    fact(
        contents(other) == contents(folder), "stopped in groups within round 1 and after it, then resumed: same answer"
    )
    check_other(description, folder, text)


def check_other(description, folder, text):
    written(description, text.replace("range: [0.1, 0.4]", "range: [0.1, 0.5]"))
    try:
        granum.calibrate(description, folder, say=lambda line: None)
        problem = "none"
    except granum.Error as failure:
        problem = str(failure)
    fact("has a calibration with another parameters" in problem, f"a folder keeps its description: {problem}")
    written(description, text)
    words = [os.path.join(SOURCE, "jobs", "calibrate"), description, "-o", folder]
    ended = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    fact(
        ended.returncode == 0 and re.search(r"^friction: 0\.\d+ \+- ", ended.stdout, re.M) is not None,
        f"jobs/calibrate of a finished calibration prints the result: {ended.stdout} {ended.stderr}",
    )


def check_array(top):
    """The same answer on 1 and 4 ranks, and as a job array with replacements for sbatch and srun, in which a run is
    submitted again."""
    description = written(os.path.join(top, "one.yaml"), ONE.format(value=0.0145, tolerance=5e-4, runs=60))
    here = os.path.join(top, "here")
    granum.calibrate(description, here, say=lambda line: None)
    there = os.path.join(top, "on-4")
    granum.calibrate(description, there, ranks=4, say=lambda line: None)
    fact(contents(there) == contents(here), "the answer of one rank on 4 ranks")
    there = os.path.join(top, "array")
    commands = os.path.join(top, "bin")
    os.mkdir(commands)
    written(os.path.join(commands, "sbatch"), RECORD, 0o755)
    written(os.path.join(commands, "srun"), SRUN, 0o755)
    with open(os.path.join(SOURCE, "jobs", "slurm.sh")) as file:
        text = file.read()
    text = text.replace("root=$HOME/granum ", f"root={SOURCE} ").replace("=$root/build/granum ", f"={GRANUM} ")
    script, calls = written(os.path.join(top, "my.sh"), text, 0o755), os.path.join(top, "calls")
    os.environ.update(PATH=commands + os.pathsep + os.environ["PATH"], CALLS=calls)
    said = []

    def call(**more):
        """Calls calibrate; returns its result or the exit code, and the tasks that it submitted."""
        written(calls, "")
        try:
            found = granum.calibrate(description, there, submit=script, say=said.append, **more)
        except granum.Error as problem:
            said.append(str(problem))
            found = problem.code
        with open(calls) as file:
            return found, re.findall(r"--array=(\S+)", file.read())

    def work(round_, *tasks):
        for task in tasks:
            environment = {**os.environ, "SLURM_JOB_NAME": "name", "SLURM_JOB_ID": "41", "TMPDIR": top}
            environment.update(SLURM_ARRAY_JOB_ID="41", SLURM_ARRAY_TASK_ID=str(task))
            job = os.path.join(there, f"round-{round_}", "job.sh")
            ended = subprocess.run([job], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
            if ended.returncode:
                fact(False, f"task {task} of round {round_} ended with {ended.returncode}: {ended.stderr}")

    dry = call(dry=True)
    fact(dry == (None, []) and "sbatch --array=1-4 " in said[-1] and not os.path.exists(there), f"dry: {said[-1]}")
    first = call()
    work(1, 1, 3, 4)
    early = call()
    again = call(again=True)
    work(1, 2)
    fact(
        (first, early, again) == ((None, ["1-4"]), (75, []), (None, ["2"])) and "tasks 2 of" in said[-2],
        f"a round is submitted; the task without a run is named, and submitted again: {first} {early} {again} {said}",
    )
    found, rounds = call(), 1
    while found[0] is None and rounds < 6:
        rounds += 1
        work(rounds, 1, 2, 3)
        found = call()
    fact(
        rounds > 1 and contents(there, ["job", "submitted"]) == contents(here, ["job", "submitted"]),
        f"{rounds} rounds as job arrays give the answer of studies: {found[0] and found[0].get('parameters')}",
    )


def check_refused_job(top):
    """Commands of PBS of which one is refused: a repeated command submits the others only. A script in Latin-1 with
    blanks in its words keeps its text."""
    description = written(os.path.join(top, "pbs.yaml"), ONE.format(value=0.0145, tolerance=5e-4, runs=60))
    with open(os.path.join(SOURCE, "jobs", "pbs.sh"), encoding="latin-1") as file:
        text = file.read().replace("input=$root/inputs/chain/horizontal-70.yaml", 'input="$HOME/my data/x.yaml"')
    script, calls = os.path.join(top, "my-pbs.sh"), os.path.join(top, "calls")
    with open(script, "w", encoding="latin-1") as file:
        file.write(text + "# 5 \u00b0C\n")
    written(os.path.join(top, "bin", "qsub"), QSUB, 0o755)
    there, said, refused = os.path.join(top, "by-pbs"), [], "none"
    ended = os.path.join(there, "round-1", "run-2")
    os.makedirs(ended)  # so that each other task has its own command
    with open(os.path.join(ended, "run.json"), "w") as file:
        json.dump({"state": "completed"}, file)
    written(calls, "")
    found = []
    for number in ("3", "none", "none"):
        os.environ["NOT"] = number
        try:
            found.append(granum.calibrate(description, there, submit=script, say=said.append))
        except granum.Error as problem:
            found.append(problem.code)
            refused = str(problem)
        with open(calls) as file:
            found.append(re.findall(r"(?:task=|-J )(\S+)", file.read()))
    fact(
        found == [1, ["1"], None, ["1", "3-4"], 75, ["1", "3-4"]] and "41.server; 41.server; repeat" in refused,
        f"each task is submitted once, though one was refused: {found} {refused}",
    )
    with open(os.path.join(there, "round-1", "job.sh"), encoding="latin-1") as file:
        text = file.read()
    lines = [line for line in text.splitlines() if line.startswith("input=")]
    fact(
        lines == [f"input={top}/case.yaml # CHANGE"] and text.endswith("\u00b0C\n"),
        f"a word with blanks is replaced as a whole, and other bytes are kept: {lines}",
    )


def check_texts(top):
    """The variable LAUNCH, whole numbers, and a description in another encoding."""
    before, found = os.environ["LAUNCH"], []
    for text in ("srun -N {nodes} -n {ranks}", "mpirun -n", "mpirun 'x", "mpirun {rank}"):
        os.environ["LAUNCH"] = text
        try:
            found.append(" ".join(granum.calibration_runs.launcher(4)))
        except granum.Error as problem:
            found.append(problem.code)
    os.environ["LAUNCH"] = before
    fact(found == ["srun -N 1 -n 4", "mpirun -n 4", 2, 2], f"words of the launcher: {found}")
    latin = "title: 5 \udcb0C\n" + BOTH
    for text, message in ((latin, ":1:10: is not a text in UTF-8"), (SQUARE, "is no whole number")):
        path = os.path.join(top, "text.yaml")
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
        try:
            problem = str(calibration_input.Description(path))
        except granum.Error as failure:
            problem = str(failure)
        fact(message in problem, f"a wrong text is reported: {problem}")


def check_not_converged(top):
    description = written(os.path.join(top, "far.yaml"), ONE.format(value=9, tolerance=1e-4, runs=4))
    out, folder = io.StringIO(), os.path.join(top, "far")
    more = written(os.path.join(top, "more.yaml"), ONE.format(value=9, tolerance=1e-4, runs=60))
    with contextlib.redirect_stdout(out):
        code = calibrate.main([more, "-o", os.path.join(top, "more"), "--rounds", "1"])
    fact(code == 75 and "rounds made now: 1; others remain" in out.getvalue(), f"rounds remain: exit code {code}")
    with contextlib.redirect_stdout(out):
        code = calibrate.main([description, "-o", folder])
    best = json.loads(contents(folder))["result"]["best"]
    fact(
        code == 3 and "not converged: 4 of 4 runs" in out.getvalue() and best["parameters"]["rolling"] == 0.03,
        f"a target out of reach: exit code {code}, and the best point is kept: {best} {out.getvalue()}",
    )


def code_of(description, folder, **more):
    try:
        granum.calibrate(description, folder, say=lambda line: None, **more)
        return 0, ""
    except granum.Error as problem:
        return problem.code, str(problem)


def check_gaps(top):
    """Runs that fail or are refused are gaps: the rounds continue around the best point."""
    r = calibration.Rounds(calibration_input.Description(os.path.join(top, "far.yaml")), os.path.join(top, "gaps"))
    r.d.runs = 60
    for left in ((0, 1, 3), ()):
        made = r.next_round()
        for k, each in enumerate(made["runs"]):
            found = 0.1 - made["points"][each["point"]][0] if k in left else None
            each.update(state="failed" if found is None else "completed", numbers={"late": found})
        r.state["rounds"].append({**made, "done": True})
    third, result = r.next_round(), r.result()
    fact(
        third["number"] == 3 and not result["converged"] and result["best"]["parameters"] == {"rolling": 0.03},
        f"a round without numbers does not end the calibration: {third['points']} {result['best']}",
    )
    calibration_check.drop_refused(r.d, third, {**r.given(third), "run-2": ["contacts.0.rolling.friction=-1"]})
    names = [each["name"] for each in granum.calibration_runs.wanted(third)]
    fact(
        "run-2" not in names and len(names) == len(third["runs"]) - 1 and third["runs"][1]["numbers"] == {"late": None},
        f"a run that granum check refuses is left out of a round: {names}",
    )


def check_held(top):
    """A second call in a folder, and files that are damaged or incomplete; a wrong number after the first run."""
    description, folder = os.path.join(top, "one.yaml"), os.path.join(top, "here")
    before = contents(folder)
    with calibration.held(folder):
        second = code_of(description, folder)
    fact(second[0] == 75 and "another call works in this folder" in second[1], f"a second call: {second}")
    file, refused = os.path.join(folder, "calibration.json"), []
    asked = json.dumps(json.loads(before)["asked"])
    for text in (before[:200], "[]", f'{{"asked": {asked}, "rounds": [{{"number": 1, "runs": []}}], "result": null}}'):
        written(file, text)
        refused.append(code_of(description, folder))
    written(file, before)
    fact(all(code == 4 and "is damaged; restore it" in text for code, text in refused), f"damaged files: {refused}")
    wrong = calibration_input.Description(written(os.path.join(top, "wrong.yaml"), ONE_WRONG))
    try:
        granum.calibration_runs.first_numbers(wrong, os.path.join(folder, "round-1"), json.loads(before)["rounds"][0])
        problem = "none"
    except granum.Error as failure:
        problem = str(failure)
    fact("has no column kinetic_K" in problem, f"a wrong number is reported after the first run: {problem}")


def check_bad(top):
    for k, row in enumerate(BAD["rows"]):
        assert row["replace"] in BOTH, f"{row['case']}: nothing to change"
        path = written(os.path.join(top, "bad.yaml"), BOTH.replace(row["replace"], row["by"], 1))
        folder = os.path.join(top, f"bad-{k}")
        try:
            granum.calibrate(path, folder, say=lambda line: None)
            problem = "it is accepted"
        except granum.Error as failure:
            problem = str(failure)
            place = f"{failure.line}:{failure.column}"
            fact(failure.code == 2 and failure.remedy, f"{row['case']}: code {failure.code}, remedy {failure.remedy}")
        wanted = f"{path}:{row['at']}: {row['message']}"
        fact(problem.startswith(wanted) and place == row["at"], f"{row['case']}: {problem}")
        after = row["case"] == "a parameter without effect"  # which only runs can show
        fact(os.path.exists(folder) == after, f"{row['case']}: is reported before the first run")


def check_shipped():
    shipped = sorted(glob.glob(os.path.join(SOURCE, "inputs", "bulk", "calibrate", "*.yaml")))
    names = [os.path.basename(path) for path in shipped]
    fact(names == ["drum.yaml", "oedometer.yaml", "pile.yaml", "shear.yaml"], f"shipped descriptions: {names}")
    with open(os.path.join(SOURCE, "inputs", "guide", "calibrate.md")) as file:
        page = file.read()
    for path, name in zip(shipped, names):
        with open(path) as file:
            head = file.read()
        description = calibration_input.Description(path)
        calibration_check.check_commands(description)
        sets = [text for p in description.parameters.values() for text in p.sets(0.5)]
        sets += [f"{path}=7" for path in description.seed_paths]
        problem, _ = calibration_check.granum_check(description, sets)
        fact(not problem and f"`{name}`" in page, f"{name} is accepted, and is in the guide {problem}")
        fact("# Look at: " in head and "granum-post " in head and "# Source: " in head, f"{name}: its head")
    keys = [calibration_input.CALIBRATE, calibration_input.PARAMETER, calibration_input.TARGET, calibration_input.SEEDS]
    missing = [name for each in keys for name in each if f"`{name}`" not in page]
    fact(not missing, f"the guide lists all keys {missing}")


os.environ["LAUNCH"] = f"{MPIEXEC} -n {{ranks}}"
with tempfile.TemporaryDirectory() as top:
    check_surfaces()
    check_deviations()
    check_beads(top)
    check_array(top)
    check_refused_job(top)
    check_texts(top)
    check_not_converged(top)
    check_gaps(top)
    check_held(top)
    check_bad(top)
    check_shipped()
done()
