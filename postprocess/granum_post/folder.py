"""The folder of a run: its state and progress, from run.json, status.json and the lock."""
from __future__ import annotations

import fcntl
import json
import math
import os
import shlex
import struct
from typing import Any

LOCK = "hhlli0q"  # struct flock of Linux: type, whence, start, length, process
MOST = 5  # most problems of a file that are listed
STATES = ("running", "completed", "stopped", "failed", "killed")
NUMBERS = {"*": float}
ENERGY = {"exchanged": float, "relative_residual": float, "*": object}
SEGMENT = {"state": STATES, "warnings": [str], "from": float, "to": float, "ranks": float}
SEGMENT.update(dict.fromkeys(("started", "ended", "host", "job", "cause"), str))
PERFORMANCE = {"phase_seconds": NUMBERS, "phase_seconds_max": NUMBERS, "*": object}
COUNTED = ("particles", "cases", "impacts", "bounces", "variants", "steps")
RATES = ("particle_steps_per_second", "impacts_per_second")
PERFORMANCE.update(dict.fromkeys((*COUNTED, *RATES, "ranks", "seconds"), float))
OF_STUDY = {"name": str, "variant": str, "swept": {"*": {float, str}}, "units": {"*": str}}
# Shapes of the JSON files. A shape is a type (float: any finite number), a tuple of the possible texts, a set of
# possible types, a list with the shape of its items, or a dict with the shapes of its members; "*": of all others.
CARD = {
    "state": STATES,
    "title": str,
    "case": OF_STUDY,
    "command": [str],
    "segments": [SEGMENT],
    "cost": NUMBERS,
    "particles": {"*": {"number": float}},
    "performance": PERFORMANCE,
    "step": {"reason": str, "*": object},
    "energy": ENERGY,
    "largest_overlap": {"over_radius": float},
}
STATUS = {
    **dict.fromkeys(("state", "cause", "updated", "warning"), str),
    **dict.fromkeys(("time", "end", "percent", "seconds_left", "steps_per_second", "particles", "warnings"), float),
}
CASE = {"name": str, "variant": str, "state": str, "time": float, "energy": ENERGY}
CASE["swept"] = {"*": {float, str}}
STUDY = {"title": str, "units": {"*": str}, "cases": [CASE]}
KINDS = {str: "a text", float: "a finite number", list: "a list", dict: "an object"}


def wanted(shape: Any) -> str:
    """Describes the values of a shape."""
    if isinstance(shape, (tuple, set)):
        return "one of " + ", ".join(shape if isinstance(shape, tuple) else sorted(KINDS[kind] for kind in shape))
    return KINDS[shape if isinstance(shape, type) else type(shape)]


def fits(value: Any, shape: Any) -> bool:
    """Whether a value has the type of a shape, without the members of objects and the items of lists."""
    if shape is float:
        try:
            return not isinstance(value, bool) and isinstance(value, (int, float)) and math.isfinite(value)
        except OverflowError:
            return False
    if isinstance(shape, tuple):
        return isinstance(value, str) and value in shape
    if isinstance(shape, set):
        return any(fits(value, kind) for kind in shape)
    return isinstance(value, shape if isinstance(shape, type) else type(shape))


def checked(value: Any, shape: Any, name: str, problems: list[str]) -> Any:
    """Returns the value without the parts that do not fit the shape, and without members that are null: numbers and
    texts that are unknown. Appends a sentence to `problems` for each part that does not fit. Returns None if the value
    itself does not fit.
    """
    if not fits(value, shape):
        shown = json.dumps(value)
        problems.append(f"{name} is {shown if len(shown) < 40 else shown[:39] + '…'} instead of {wanted(shape)}")
        return None
    if isinstance(shape, list):
        found = [checked(item, shape[0], f"{name}[{k}]", problems) for k, item in enumerate(value)]
        return [item for item in found if item is not None]
    if not isinstance(shape, dict):
        return value
    kept = {}
    for key, item in value.items():
        if item is not None:
            path = f"{name}.{key}" if name else key
            kept[key] = checked(item, shape.get(key, shape.get("*", object)), path, problems)
    return {key: item for key, item in kept.items() if item is not None}


def read_json(path: str, shape: dict[str, Any], problems: list[str]) -> dict[str, Any]:
    """Returns the contents of a JSON file; {} if it does not exist or cannot be read. Leaves out members of a wrong
    type. Appends a sentence to `problems` for each thing that is wrong in the file."""
    if not os.path.lexists(path):
        return {}
    wrong: list[str] = []
    try:
        if not os.path.isfile(path):
            raise OSError(0, "it is no file")
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
        found = checked(found, shape, "", wrong) if isinstance(found, dict) else wrong.append("it is no JSON object")
    except OSError as problem:
        found = wrong.append(f"it cannot be read: {problem.strerror}")
    except UnicodeDecodeError as problem:
        found = wrong.append(f"it is no text in UTF-8 (byte {problem.start})")
    except json.JSONDecodeError as problem:
        found = wrong.append(f"line {problem.lineno}, column {problem.colno}: {problem.msg}")
    except (ValueError, RecursionError) as problem:
        found = wrong.append(f"it is no JSON that can be read: {problem}")
    if len(wrong) > MOST:
        wrong[MOST:] = [f"{len(wrong) - MOST} more members are wrong"]
    problems += [f"{os.path.basename(path)} is damaged: {text}" for text in wrong]
    return found or {}


def stays_inside(name: str) -> bool:
    """Whether the name of a case is a path that stays inside the folder of its study."""
    return bool(name) and not os.path.isabs(name) and os.pardir not in name.split("/")


def read_study(folder: str, problems: list[str]) -> dict[str, Any]:
    """Returns the contents of study.json with the cases that have a name and a state; see `read_json`."""
    path, before = os.path.join(folder, "study.json"), len(problems)
    about = read_json(path, STUDY, problems)
    cases = about.get("cases", [])
    whole = [case for case in cases if stays_inside(case.get("name", "")) and "state" in case]
    if os.path.lexists(path) and len(problems) == before and ("cases" not in about or len(whole) < len(cases)):
        problems.append(
            "study.json is damaged: it has no cases, or a case without a state or the name of a folder in it"
        )
    return {**about, "cases": whole}


class Folder:
    """`card`: contents of run.json, `status`: contents of status.json. Both are empty for results without a folder.
    `problems`: a sentence for each thing that is wrong in these files."""

    def __init__(self, path: str):
        self.path = path
        self.refresh()

    def refresh(self) -> None:
        self.problems: list[str] = []
        self.card = read_json(os.path.join(self.path, "run.json"), CARD, self.problems)
        self.status = read_json(os.path.join(self.path, "status.json"), STATUS, self.problems)

    @property
    def held(self) -> bool:
        """Whether a process holds the folder. It has a file lock on .granum.lock, which ends with the process."""
        if not hasattr(fcntl, "F_OFD_GETLK"):
            return False
        try:
            with open(os.path.join(self.path, ".granum.lock"), "rb") as file:
                asked = struct.pack(LOCK, fcntl.F_RDLCK, os.SEEK_SET, 0, 0, 0)
                found = struct.unpack(LOCK, fcntl.fcntl(file, fcntl.F_OFD_GETLK, asked))
        except (OSError, struct.error):
            return False
        return found[0] != fcntl.F_UNLCK

    @property
    def state(self) -> str:
        """`running`, `completed`, `stopped`, `failed`, `killed`; `unknown` without run.json."""
        recorded = self.card.get("state", "unknown")
        return "killed" if recorded == "running" and not self.held else recorded

    @property
    def checkpoint(self) -> str | None:
        """Name of the newest checkpoint."""
        try:
            names = [name for name in os.listdir(self.path) if name.startswith("checkpoint-") and name.endswith(".h5")]
        except OSError:
            return None
        numbered = [(int(name[11:-3]), name) for name in names if name[11:-3].isdigit()]
        return max(numbered)[1] if numbered else None

    @property
    def resume(self) -> str | None:
        """The command that resumes the run; None if it is completed, running, or has no checkpoint."""
        study = os.path.exists(os.path.join(self.path, "study.json"))
        resumable = self.state in ("stopped", "failed", "killed") and (self.checkpoint or study)
        return f"granum resume {shlex.quote(os.path.normpath(self.path))}" if resumable else None

    def missing(self, reached: float | None = None) -> str | None:
        """One sentence on missing results and the reason; None if the run is complete. `reached`: time of the last
        sample [s]."""
        if self.state in ("completed", "unknown"):
            return None
        states = {"running": "the run is in progress", "killed": "the run was killed", "stopped": "the run was stopped"}
        why = self.status.get("cause") if self.state in ("stopped", "failed") else None
        start = states.get(self.state, "the run failed") + (f" ({why})" if why else "")
        if reached is None:
            return f"{start}; it has no results yet"
        end = self.status.get("end")
        return f"{start}; its results end at {reached:g} s{f' of {end:g} s' if end else ''}"
