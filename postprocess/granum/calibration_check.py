"""Checks of a calibration before its first run. Each failure names the key of the description that is wrong."""
from __future__ import annotations

import json
import math
import os
import subprocess
import tempfile

from .calibration_input import CalibrationError, Description, Target
from .calibration_runs import ALONE, STOPPED, last_line, pick, program, study_text

LONG = 60  # most time for the run that shows the columns [s]


def granum_check(description: Description, sets: list[str]) -> tuple[str, dict]:
    """Returns the message with which `granum check` refuses the case, "" if it accepts it; and its report."""
    words = [program(), "check", description.case, "--json"]
    for text in [*ALONE, *description.sets(), *sets]:
        words += ["--set", text]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return (last_line(done.stderr), {}) if done.returncode else ("", json.loads(done.stdout))


def check(description: Description, round_: dict, given: dict):
    """Checks all runs of the first round, and the numbers of the targets. A failure names the parameter, the seed, the
    target, or the case."""
    whole, report = granum_check(description, [f"variants={study_text(description, round_, given)}"])
    if report.get("members") is not None:
        raise description.node.child("case").failure(
            "its results are one file for all cases; give a chain or an assembly"
        )
    if whole:
        raise refused(description, whole)
    check_times(description, report)
    check_numbers(description, given[round_["runs"][0]["name"]])


def refused(description: Description, whole: str) -> CalibrationError:
    """Returns the failure of a first round that `granum check` refuses, at the key that causes it."""
    node = description.node
    problem, _ = granum_check(description, [])
    if problem:
        key = "set" if description.set else "case"
        return node.child(key).failure(f"the case is refused; granum check: {problem}")
    for parameter in description.parameters.values():
        for u in (0.0, 1.0):
            problem, _ = granum_check(description, parameter.sets(u))
            if problem:
                return parameter.node.failure(f"the value {parameter.value(u):g} is refused; granum check: {problem}")
    for path in description.seed_paths:
        problem, _ = granum_check(description, [f"{path}=1"])
        if problem:
            return node.child("seeds").failure(f"the seed is refused; granum check: {problem}")
    return node.child("parameters").failure(f"values are refused; granum check: {whole}", True)


def drop_refused(description: Description, round_: dict, given: dict):
    """Marks the runs of a later round that `granum check` refuses. They have no numbers, like runs that fail."""
    if not granum_check(description, [f"variants={study_text(description, round_, given)}"])[0]:
        return
    first = {run["point"]: given[run["name"]] for run in reversed(round_["runs"])}
    refused_points = [point for point, sets in first.items() if granum_check(description, sets)[0]]
    for run in round_["runs"]:
        if run["point"] in refused_points:
            run.update(state="refused", numbers=dict.fromkeys(description.targets))


def check_commands(description: Description):
    """Checks that granum-post has the commands of the targets, without results."""
    import granum_post
    from granum_post.__main__ import options_of

    for target in description.targets.values():
        place = target.node.child("command")
        try:
            words, _ = options_of("results.h5", target.command)
        except granum_post.PostError as problem:
            raise place.failure(f"{problem}; write the words of granum-post without the folder") from None
        except ValueError as problem:
            raise place.failure(f"its quotes do not match: {problem}; correct them") from None
        if words[0] in ("compare",):
            raise place.failure("compares several runs; write a command for one run")


def check_times(description: Description, report: dict):
    """Checks that the rows of the targets begin before the end of all cases. report: of `granum check`."""
    from granum_post.__main__ import options_of

    ends = [case.get("end_s") for case in report.get("cases", ())]
    end = math.inf if None in ends else max(ends, default=math.inf)
    for target in description.targets.values():
        command = target.node.child("command")
        of_command = getattr(options_of("results.h5", target.command)[1], "since", None)
        for since, place in ((of_command, command), (target.since, target.node.child("since"))):
            if since is not None and since >= end:
                raise place.failure(f"begins at {since:g} s, but the case ends at {end:g} s; write an earlier time")


def check_numbers(description: Description, sets: list[str]):
    """Checks the columns of the targets with the first results of a run, which is stopped after its first step. The
    other columns are checked when the first run has ended."""
    import granum_post
    from granum_post.table import NotRecorded

    with tempfile.TemporaryDirectory(prefix="granum-") as top:
        path = os.path.join(top, "first-step")
        words = [program(), "run", description.case, "-o", path]
        for text in [*ALONE, *description.sets(), *sets, "output.wall_time=1 ms"]:
            words += ["--set", text]
        try:
            done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=LONG)
            if done.returncode not in (0, STOPPED):
                return
            with granum_post.open(path) as run:
                for target in description.targets.values():
                    check_number(run, target)
        except NotRecorded as problem:
            raise target.node.child("command").failure(f"granum-post {target.command}: {problem}") from None
        except (subprocess.TimeoutExpired, granum_post.PostError):
            return


def check_number(run, target: Target):
    """Checks the column of a target in the first results of a run."""
    import granum_post
    from granum_post.__main__ import columns_of, has_fixed_columns
    from granum_post.table import NotRecorded

    try:
        header, rows = columns_of(run, target.command, anytime=True)
    except NotRecorded:
        raise
    except granum_post.PostError:  # not yet
        return
    if target.number in header or has_fixed_columns(target.command):
        pick(target, header, rows)
