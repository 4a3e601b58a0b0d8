"""The folder of a run: its state and progress, from run.json, status.json and the lock."""
from __future__ import annotations

import fcntl
import json
import os
import struct
from typing import Any

LOCK = "hhlli0q"  # struct flock of Linux: type, whence, start, length, process


def read_json(path: str) -> dict[str, Any]:
    """Returns {} if the file does not exist or is no JSON object."""
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


class Folder:
    """`card`: contents of run.json, `status`: contents of status.json. Both are empty for results without a folder."""

    def __init__(self, path: str):
        self.path = path
        self.refresh()

    def refresh(self) -> None:
        self.card = read_json(os.path.join(self.path, "run.json"))
        self.status = read_json(os.path.join(self.path, "status.json"))

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
        return f"granum resume {os.path.normpath(self.path)}" if resumable else None

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
