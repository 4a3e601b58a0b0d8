"""Calibration: finds the values of keys of a case with which numbers of its results meet their targets.

A calibration is a folder. It contains calibration.json, all that was asked and found; for each round a folder round-K
with its runs; and at the end found.yaml, the case with the values that were found. Each round follows from the results
of the earlier rounds alone, so that a repeated call continues.

Round 1 fills the ranges evenly. From all runs so far a response surface is fitted (surface.py); the next round is a
star around the point at which the surface meets the targets best. The rounds end when the runs at the centre of a star
meet all targets within tolerance and standard error. The values are then those at which the surface of all runs meets
the targets."""
from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import math
import os
import shlex
import subprocess
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from . import calibration_check as checks
from . import calibration_runs as runs
from .calibration_input import CalibrationError, Description
from .surface import ERRORS, Seen, Surface, halton, search

FIRST, SECOND, LEAST = 0.5, 0.2, 0.02  # half widths of the region of rounds 1 and 2, and the smallest one, in ranges
WORSE, NEXT = 0.5, 0.8  # factors of the half width after a round that was not better, and near the targets
FIRST_SEED = 100001  # of runs at given values; the seeds of a calibration are numbers of runs
HIGH = 0.95  # correlations above it are reported
ROUND = {"number", "radius", "points", "runs", "job", "done"}  # members of a round in calibration.json


class Rounds:
    """The rounds of a calibration, and what follows from their results. `state`: contents of calibration.json."""

    def __init__(self, description: Description, folder: str):
        self.d, self.folder, self.file = description, folder, os.path.join(folder, "calibration.json")
        self.value = np.array([t.value for t in description.targets.values()])
        self.tolerance = np.array([t.tolerance for t in description.targets.values()])
        self.state = self.stored() or {"asked": description.asked(), "rounds": [], "result": None}

    def stored(self) -> dict | None:
        """Returns the contents of calibration.json, None: no such file. Fails for another calibration."""
        try:
            with open(self.file, encoding="utf-8") as file:
                found = json.load(file)
            before, damaged = found["asked"], not is_whole(found)
        except FileNotFoundError:
            return None
        except OSError as problem:
            raise CalibrationError(f"{self.file}: cannot be read: {problem.strerror}", runs.FILES) from None
        except (ValueError, LookupError, TypeError, AttributeError):
            damaged = True
        if damaged:
            raise CalibrationError(f"{self.file}: is damaged; restore it, or remove {self.folder}", runs.FILES)
        now = json.loads(json.dumps(self.d.asked()))
        other = [name for name in now if now[name] != before.get(name)]
        if other == ["targets"] and len(found["rounds"]) == 1:  # the runs of round 1 do not depend on the targets
            found["asked"], found["result"], found["rounds"][0]["done"] = now, None, False
            return found
        if other:
            raise CalibrationError(
                f"{self.d.file}: {self.folder} has a calibration with another {other[0]}; give another output folder, "
                "or restore the description"
            )
        return found

    def save(self):
        runs.replace(self.file, json.dumps(self.state, indent=1, ensure_ascii=False, allow_nan=False) + "\n")

    def place(self, round_: dict) -> str:
        return os.path.join(self.folder, f"round-{round_['number']}")

    def given(self, round_: dict) -> dict[str, list[str]]:
        """Returns run name -> values of parameters and seed, as texts of --set."""
        found = {}
        for run in round_["runs"]:
            u = round_["points"][run["point"]]
            found[run["name"]] = [text for p, x in zip(self.d.parameters.values(), u) for text in p.sets(x)]
            found[run["name"]] += [f"{path}={run['seed']}" for path in self.d.seed_paths]
        return found

    # ---- results so far ----

    @property
    def used(self) -> int:
        return sum(len(round_["runs"]) for round_ in self.state["rounds"])

    def data(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Returns u [run][parameter], numbers [run][target] and number of the point [run] of all runs with all
        numbers."""
        u, y, point, first = [], [], [], 0
        for round_ in self.state["rounds"]:
            for run in round_["runs"]:
                numbers = list((run.get("numbers") or {None: None}).values())
                if None not in numbers:
                    u.append(round_["points"][run["point"]])
                    y.append(numbers)
                    point.append(first + run["point"])
            first += len(round_["points"])
        n, targets = len(self.d.parameters), len(self.d.targets)
        return np.array(u).reshape(-1, n), np.array(y, dtype=float).reshape(-1, targets), np.array(point, dtype=int)

    def best(self) -> tuple[np.ndarray, np.ndarray, float]:
        """Returns u, mean numbers and sum of squared residuals of the best point."""
        u, y, point = self.data()
        found = None
        for k in sorted(set(point.tolist())):
            mean = y[point == k].mean(axis=0)
            total = float((((mean - self.value) / self.tolerance) ** 2).sum())
            if found is None or total < found[2]:
                found = u[point == k][0], mean, total
        return found

    def surface(self, centre: np.ndarray, radius: float) -> Surface:
        return Surface(*self.data(), centre, radius)

    def whole(self) -> Surface:
        """Returns the surface over the whole ranges."""
        return self.surface(np.full(len(self.d.parameters), 0.5), FIRST)

    def centre_holds(self, round_: dict) -> bool:
        """Whether the mean numbers at the centre of a round meet all targets within tolerance and standard error."""
        numbers = [list(run["numbers"].values()) for run in round_["runs"] if run["point"] == 0]
        numbers = [row for row in numbers if None not in row]
        if not numbers or round_["number"] == 1:
            return False
        _, y, point = self.data()
        surface = self.surface(np.array(round_["points"][0]), round_["radius"])
        error = np.nan_to_num(surface.spread) / math.sqrt(len(numbers))
        return bool((np.abs(np.mean(numbers, axis=0) - self.value) <= self.tolerance + error).all())

    # ---- the next round ----

    def next_round(self) -> dict | None:
        """Returns the round that follows from the results; None: the calibration ends."""
        rounds, n = self.state["rounds"], len(self.d.parameters)
        if not rounds:
            points = halton(self.d.points(1), n)
            return self.round_of(1, points, FIRST)
        last = rounds[-1]
        left = (self.d.runs - self.used) // self.d.seeds
        if self.centre_holds(last) or left < 1 or len(rounds) >= self.d.rounds or not self.enough():
            return None
        u, _, _ = self.best()
        if last["number"] == 1:
            self.check_effects()
            centre = search(self.surface(u, FIRST), self.value, self.tolerance, 1.0)
            return self.round_of(2, star(centre, SECOND)[:left], SECOND)
        centre = search(self.surface(u, last["radius"]), self.value, self.tolerance, last["radius"])
        near = np.abs(centre - u).max() < last["radius"]
        factor = WORSE if not np.array_equal(u, last["points"][0]) else NEXT if near else 1.0
        radius = max(factor * last["radius"], LEAST)
        return self.round_of(last["number"] + 1, star(centre, radius)[:left], radius)

    def enough(self) -> bool:
        """Whether enough points have numbers for a surface."""
        return len(set(self.data()[2].tolist())) > len(self.d.parameters) + 1

    def round_of(self, number: int, points: np.ndarray, radius: float) -> dict:
        """Returns a round without results. Each run of a calibration has another seed, so that runs of different points
        are independent."""
        found = [{"name": "", "point": k, "seed": 0} for k in range(len(points)) for _ in range(self.d.seeds)]
        for k, run in enumerate(found):
            run.update(name=f"run-{k + 1}", seed=self.used + k + 1)
        return {
            "number": number,
            "radius": radius,
            "points": points.tolist(),
            "runs": found,
            "job": None,
            "submitted": [],
            "done": False,
        }

    def check_effects(self):
        """After round 1: fails if no target sees a parameter."""
        change, error = self.whole().effects()
        scale = 1e-9 * np.maximum(np.abs(self.value), self.tolerance)[:, None]
        seen = (np.abs(change) > np.maximum(ERRORS * error, scale)).any(axis=0)
        for k, parameter in enumerate(self.d.parameters.values()):
            if not seen[k]:
                raise parameter.node.failure(
                    "no target depends on it: over its range the targets change by less than three standard errors; "
                    "remove it, add a target that depends on it, or write a larger seeds.count",
                    True,
                )

    # ---- the result ----

    def result(self) -> dict:
        """Returns the values that were found, their deviations, and the effects of the parameters."""
        last, names = self.state["rounds"][-1], list(self.d.parameters)
        best, mean, total = self.best()
        found: dict[str, Any] = {"converged": self.centre_holds(last), "runs": self.used}
        found["rounds"] = len(self.state["rounds"])
        found["best"] = {"parameters": self.values(best), "targets": self.named(mean), "sum_of_squares": total}
        if not self.enough():
            return found
        centre = np.array(last["points"][0]) if found["converged"] else best
        surface = self.surface(centre, last["radius"])
        u = search(surface, self.value, self.tolerance, last["radius"]) if found["converged"] else best
        seen, (change, _) = Seen(surface, self.tolerance, u), self.whole().effects()
        found["parameters"] = {}
        for k, (name, parameter) in enumerate(self.d.parameters.items()):
            widths = [parameter.width(u[k], float(each[k])) for each in (seen.deviation, seen.of_runs)]
            found["parameters"][name] = {
                "value": parameter.value(u[k]),
                "unit": parameter.range[2],
                "deviation": finite(widths[0]),
                "deviation_of_runs": finite(widths[1]),
                "at_bound": "lower" if u[k] <= 0 else "upper" if u[k] >= 1 else None,
            }
        found["correlation"] = [[finite(x) for x in row] for row in seen.correlation.tolist()]
        found["unseen"] = [dict(zip(names, row.tolist())) for row in seen.flat]
        found["singular_values"] = seen.singular.tolist()
        rows = self.named(surface.at(u)), self.named(surface.error(u)), self.named(surface.spread)
        found["targets"] = {
            name: {
                "value": target.value,
                "tolerance": target.tolerance,
                "predicted": rows[0][name],
                "error": rows[1][name],
                "spread_of_seeds": rows[2][name],
                "effects": dict(zip(names, change[k].tolist())),
            }
            for k, (name, target) in enumerate(self.d.targets.items())
        }
        return found

    def values(self, u: np.ndarray) -> dict:
        return {name: p.value(float(x)) for (name, p), x in zip(self.d.parameters.items(), u)}

    def named(self, numbers: np.ndarray) -> dict:
        return {name: finite(x) for name, x in zip(self.d.targets, numbers.tolist())}


def is_whole(state: dict) -> bool:
    """Whether the contents of calibration.json have all members of their rounds. Fails with the exceptions of Python if
    they have another shape."""
    for round_ in state["rounds"]:
        for run in round_["runs"]:
            missing = {"name", "seed", "point"} - run.keys() or round_.get("done") and "numbers" not in run
            if missing or not round_["points"][run["point"]]:
                return False
        if ROUND - round_.keys():
            return False
    return "result" in state


@contextlib.contextmanager
def held(folder: str):
    """Creates the folder of a calibration and holds it, so that no other call works in it. The system releases the lock
    when the process ends. A file system without locks is no error."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, ".calibration.lock"), "a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            if problem.errno in (errno.EAGAIN, errno.EACCES):
                raise CalibrationError(
                    f"{folder}: another call works in this folder; wait for its end, or give another output folder",
                    runs.STOPPED,
                ) from None
        yield


def finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def star(centre: np.ndarray, radius: float) -> np.ndarray:
    """Returns the centre, and two points on each axis through it; near a bound both are on one side."""
    points = [centre]
    for i in range(centre.size):
        sides = [radius, -radius]
        for k in range(2):
            if not 0 <= centre[i] + sides[k] <= 1:
                sides[k] *= -0.5
        for side in sides:
            point = centre.copy()
            point[i] = min(max(point[i] + side, 0.0), 1.0)
            points.append(point)
    return np.array(points)


# ---- texts ----


def round_lines(rounds: Rounds, round_: dict) -> list[str]:
    """Returns the lines that are printed after a round."""
    first = [run["numbers"] for run in round_["runs"] if run["point"] == 0 and None not in run["numbers"].values()]
    lines = [f"round {round_['number']}: {len(round_['runs'])} runs, {rounds.used} in all"]
    if round_["number"] > 1 and first:
        at = ", ".join(f"{name} {value:.4g}" for name, value in rounds.values(np.array(round_["points"][0])).items())
        means = {name: np.mean([row[name] for row in first]) for name in rounds.d.targets}
        got = ", ".join(f"{name} {mean:.4g} of {rounds.d.targets[name].value:.4g}" for name, mean in means.items())
        lines.append(f"  centre: {at}: {got}")
    return lines


def result_lines(rounds: Rounds) -> list[str]:
    """Returns the result as text."""
    found, d = rounds.state["result"], rounds.d
    lines = []
    for name, p in found.get("parameters", {}).items():
        unit = f" {p['unit']}" if p["unit"] else ""
        if p["deviation"] is None:
            lines.append(f"{name}: {p['value']:.4g}{unit}, not determined by the targets")
            continue
        runs_of = f"of the runs alone {p['deviation_of_runs']:.2g}"
        bound = f"; at its {p['at_bound']} bound" if p["at_bound"] else ""
        lines.append(f"{name}: {p['value']:.4g} +- {p['deviation']:.2g}{unit} ({runs_of}){bound}")
    for name, t in found.get("targets", {}).items():
        spread = "" if t["spread_of_seeds"] is None else f"; one run varies by {t['spread_of_seeds']:.2g} with the seed"
        effects = ", ".join(f"{x:.3g} with {p}" for p, x in t["effects"].items())
        lines.append(
            f"{name}: {t['predicted']:.5g} +- {t['error']:.2g} "
            f"(wanted {t['value']:.5g} +- {t['tolerance']:.2g}){spread}; "
            f"changes over the ranges: {effects}"
        )
    for direction in found.get("unseen", []):
        whole = " ".join(f"{x:+.2f} {name}" for name, x in direction.items() if abs(x) > 0.1)
        lines.append(f"no target sees the combination {whole} (parts of the ranges)")
    names = list(d.parameters)
    for i, row in enumerate(found.get("correlation", [])):
        for k, x in enumerate(row[:i]):
            if x is not None and abs(x) > HIGH:
                lines.append(f"{names[k]} and {names[i]} are correlated: {x:.2f}")
    spreads = [t["spread_of_seeds"] for t in found.get("targets", {}).values()]
    if d.seed_paths and spreads and not any(spreads):
        lines.append("the seeds change no target: leave out calibrate.seeds, one run of each point is enough")
    lines.append(f"runs: {found['runs']} in {found['rounds']} rounds")
    return lines


def why_not(rounds: Rounds) -> str:
    """Returns the reason for which a calibration has not converged."""
    if not rounds.enough():
        return "too few runs were completed for a surface; see the logs of the runs"
    if len(rounds.state["rounds"]) >= rounds.d.rounds:
        return f"{rounds.d.rounds} rounds did not meet the targets; write larger rounds, ranges or tolerances"
    return f"{rounds.used} of {rounds.d.runs} runs did not meet the targets; write larger runs, ranges or tolerances"


# ---- the function ----


def write_case(rounds: Rounds, say: Callable):
    """Writes found.yaml, the case with the calibrated values; without a surface, with the values of the best point."""
    found = rounds.state["result"].get("parameters") or {}
    values = {name: p["value"] for name, p in found.items()} or rounds.state["result"]["best"]["parameters"]
    sets = []
    for name, parameter in rounds.d.parameters.items():
        unit = f" {parameter.range[2]}" if parameter.range[2] else ""
        sets += [f"{path}={values[name]!r}{unit}" for path in parameter.path]
    words = [runs.program(), "check", rounds.d.case, "--all", "--json"]
    for text in [*runs.ALONE, *rounds.d.sets(), *sets]:
        words += ["--set", text]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise CalibrationError(
            f"the case with the values found is refused: {runs.last_line(done.stderr)}", runs.PHYSICS
        )
    path = os.path.join(rounds.folder, "found.yaml")
    runs.replace(path, json.loads(done.stdout)["resolved"])
    say(f"case with these values: {path}")


def work(rounds: Rounds, round_: dict, ranks: int, groups, script, again: bool, dry: bool, say) -> bool:
    """Makes the runs of a round. Returns whether they are finished."""
    d, place, given = rounds.d, rounds.place(round_), rounds.given(round_)
    left = [k + 1 for k, run in enumerate(round_["runs"]) if not runs.ended(place, run)]
    if dry:
        say(f"round {round_['number']}: {len(round_['runs'])} runs, {len(left)} not finished")
        for run in round_["runs"]:
            say(f"  {run['name']}: " + ", ".join(given[run["name"]]))
    if not left:
        return True
    if not script:
        if dry:
            return False
        runs.run_here(d, place, round_, given, ranks, groups)
        return True
    every = left if round_["job"] is not None else []  # a round that an earlier version submitted has no list
    before = [] if again else round_.get("submitted", every)
    if all(task in before for task in left):
        runs.first_numbers(d, place, round_)
        raise CalibrationError(
            f"{place}: {len(left)} of {len(round_['runs'])} runs have not ended, tasks {runs.ranges(left)} of "
            f"{round_['job'] or 'the job'}; repeat the command when the job has ended, with --again to "
            "submit them again",
            runs.STOPPED,
        )
    left = [task for task in left if task not in before]
    commands = runs.submissions(d, place, round_, given, script, left, not dry)
    if dry:
        say("\n".join(shlex.join(command) for command, _ in commands))
        return False
    round_.update(submitted=before, job=round_["job"] if before else None)
    for command, tasks in commands:
        send(rounds, round_, command, tasks)
    say(f"round {round_['number']}: {len(left)} runs submitted: {round_['job']}; repeat the command when they end")
    return False


def send(rounds: Rounds, round_: dict, command: list[str], tasks: list[int]):
    """Submits tasks of a round. They are stored as submitted before the command, so that no repeated call submits them
    again, whatever happens; and no longer if the command is refused."""
    before = {key: round_[key] for key in ("submitted", "job")}
    round_.update(submitted=sorted({*round_["submitted"], *tasks}), job=round_["job"] or "")
    rounds.save()
    try:
        said = runs.answer(command)
    except CalibrationError:
        round_.update(before)
        rounds.save()
        raise
    round_["job"] = "; ".join(filter(None, (round_["job"], said)))
    rounds.save()


def calibrate(
    description: str | os.PathLike,
    output: str | os.PathLike | None = None,
    ranks: int = 1,
    groups: int | None = None,
    submit: str | os.PathLike | None = None,
    again: bool = False,
    dry: bool = False,
    rounds: int | None = None,
    say: Callable[[str], Any] = print,
) -> dict | None:
    """Calibrates the case of a description (a file with the key `calibrate`); a repeated call continues. Returns the
    result as in calibration.json; "converged": whether the targets are met, None: rounds remain (see rounds). Returns
    None if runs were submitted, or with dry.

    output: folder, by default NAME-calibration here; ranks, groups: of `granum run`, which runs each round as a study;
    submit: a copy of jobs/slurm.sh or jobs/pbs.sh, which runs each round as a job array; again: submits runs of a round
    again that have not ended; dry: only prints the next round; rounds: makes at most so many rounds now; say: prints a
    line. Call it in one process, not under mpirun. The ranks do not change the result."""
    d = Description(os.fspath(description))
    name = os.path.splitext(os.path.basename(d.file))[0]
    folder = os.path.normpath(os.fspath(output)) if output is not None else f"{name}-calibration"
    r = Rounds(d, folder)
    checks.check_commands(d)
    if not r.state["rounds"]:
        first = r.next_round()
        checks.check(d, first, r.given(first))
    script = submit and os.fspath(submit)
    with contextlib.nullcontext() if dry else held(folder):
        r = Rounds(d, folder)  # as no other call changes it any more
        make = lambda current: work(r, current, ranks, groups, script, again, dry, say)  # noqa: E731
        ended = make_rounds(r, rounds, make, dry, say)
        if ended:
            return finish(r, say)
        return None if ended is None else {"converged": None, "runs": r.used, "rounds": len(r.state["rounds"])}


def make_rounds(r: Rounds, most: int | None, make: Callable[[dict], bool], dry: bool, say: Callable) -> bool | None:
    """Makes rounds, at most so many. make: makes the runs of a round, and returns whether they are finished. Returns
    whether the calibration has ended; None: runs are not finished."""
    made = 0
    while True:
        current = r.state["rounds"][-1] if r.state["rounds"] else None
        if current is None or current["done"]:
            current = r.next_round()
            if current is None:
                return True
            if most is not None and made >= most:
                say(f"rounds made now: {made}; others remain; repeat the command to continue")
                return False
            if current["number"] > 1:
                checks.drop_refused(r.d, current, r.given(current))
            if not dry:
                r.state["rounds"].append(current)
                r.state["result"] = None
                r.save()
        if not make(current) or dry:
            return None
        for reason in runs.read(r.d, r.place(current), current):
            say(f"note: {reason}")
        if r.best() is None:
            raise CalibrationError(
                f"{r.place(current)}: no run of this round has the numbers of all targets", runs.PHYSICS
            )
        current["done"] = True
        r.save()
        made += 1
        for line in round_lines(r, current):
            say(line)


def finish(r: Rounds, say: Callable) -> dict:
    """Stores and prints the result; writes found.yaml."""
    if r.state["result"] is None:
        r.state["result"] = json.loads(json.dumps(r.result()))
        r.save()
    for line in result_lines(r):
        say(line)
    if not r.state["result"]["converged"]:
        say(f"not converged: {why_not(r)}")
    write_case(r, say)
    return r.state["result"]


def numbers(
    description: str | os.PathLike, paths: list[str | os.PathLike], say: Callable[[str], Any] = print
) -> dict[str, tuple[float, float, int]]:
    """Prints the numbers of the targets in finished runs of the case: mean, standard error and number of runs, and
    returns them by target. paths: folders of runs or of studies. Runs without a number are reported."""
    from granum_post.folder import read_study

    d = Description(os.fspath(description))
    checks.check_commands(d)
    rows = []
    for path in map(os.fspath, paths):
        for folder in [os.path.join(path, case["name"]) for case in read_study(path, [])["cases"]] or [path]:
            row, why = runs.numbers_of(d, folder)
            rows.append(row)
            if why:
                say(f"note: {folder}: {why}")
    found = {}
    for name, target in d.targets.items():
        values = np.array([row[name] for row in rows if row[name] is not None])
        if not values.size:
            raise CalibrationError(f"{name}: no run has this number", runs.PHYSICS)
        error = values.std(ddof=1) / math.sqrt(values.size) if values.size > 1 else math.nan
        found[name] = float(values.mean()), float(error), int(values.size)
        deviation = f" +- {error:.2g}" if values.size > 1 else ""
        wanted = f"wanted {target.value:.5g} +- {target.tolerance:.2g}"
        say(f"{name}: {values.mean():.5g}{deviation} ({values.size} runs; {wanted})")
    return found


def runs_at(
    description: str | os.PathLike,
    values: Mapping[str, Any],
    output: str | os.PathLike | None = None,
    count: int = 8,
    ranks: int = 1,
    groups: int | None = None,
    say: Callable[[str], Any] = print,
) -> dict[str, tuple[float, float, int]]:
    """Runs the case with these values of all parameters and several seeds; prints and returns `numbers`. Without
    `seeds` in the description there is one run. output: folder, by default NAME-numbers here; finished runs are not
    repeated; a folder keeps its values. count: number of seeds, from FIRST_SEED on, which no calibration uses."""
    d = Description(os.fspath(description))
    for name in [*values, *d.parameters]:
        if name not in d.parameters or name not in values:
            raise CalibrationError(f"{d.file}: give a value of each parameter: {', '.join(d.parameters)}")
    checks.check_commands(d)
    name = os.path.splitext(os.path.basename(d.file))[0]
    folder = os.path.normpath(os.fspath(output)) if output is not None else f"{name}-numbers"
    sets = [f"{path}={values[name]}" for name, parameter in d.parameters.items() for path in parameter.path]
    found = [f"run-{k + 1}" for k in range(count if d.seed_paths else 1)]
    given = {run: sets + [f"{path}={FIRST_SEED + k}" for path in d.seed_paths] for k, run in enumerate(found)}
    round_ = {"runs": [{"name": run} for run in found]}
    problem, _ = checks.granum_check(d, [f"variants={runs.study_text(d, round_, given)}"])
    if problem:
        raise CalibrationError(f"{d.file}: these values are refused; granum check: {problem}")
    asked, file = json.dumps([d.asked()["case"], d.set, given]), os.path.join(folder, "asked.json")
    with held(folder):
        if os.path.exists(file):
            with open(file, encoding="utf-8") as before:
                if before.read() != asked:
                    raise CalibrationError(f"{folder}: has runs with other values; give another output folder")
        runs.replace(file, asked)
        runs.run_here(d, os.path.join(folder, "runs"), round_, given, ranks, groups)
    return numbers(d.file, [os.path.join(folder, "runs")], say)
