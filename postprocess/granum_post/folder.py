"""The folder of a run: how the run went and how far it got, from run.json, status.json and the lock."""
from __future__ import annotations

import fcntl
import json
import os
import struct
from typing import Any

LOCK = "hhlli0q"  # struct flock of Linux: type, whence, start, length, process


def read_json(path: str) -> dict[str, Any]:
    """{}: it is not there, or is none."""
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


class Folder:
    """`card`: what run.json says, `status`: what status.json says; both may be empty, of results without a folder."""

    def __init__(self, path: str):
        self.path = path
        self.refresh()

    def refresh(self) -> None:
        self.card = read_json(os.path.join(self.path, "run.json"))
        self.status = read_json(os.path.join(self.path, "status.json"))

    @property
    def held(self) -> bool:
        """Does a process hold the folder? It has a lock of the system on .granum.lock, which ends with the process."""
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
        told = self.card.get("state", "unknown")
        return "killed" if told == "running" and not self.held else told

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
        """The command that goes on with the run; None: it is done, at work, or has no checkpoint."""
        study = os.path.exists(os.path.join(self.path, "study.json"))
        goes_on = self.state in ("stopped", "failed", "killed") and (self.checkpoint or study)
        return f"granum resume {os.path.normpath(self.path)}" if goes_on else None

    def missing(self, reached: float | None = None) -> str | None:
        """One sentence on what a reader does not get, and why; None: the run is complete. `reached`: time of the last
        sample that there is [s]."""
        if self.state in ("completed", "unknown"):
            return None
        told = {"running": "the run is at work", "killed": "the run was killed", "stopped": "the run was stopped"}
        why = self.status.get("cause") if self.state in ("stopped", "failed") else None
        start = told.get(self.state, "the run failed") + (f" ({why})" if why else "")
        if reached is None:
            return f"{start}; it has no results of any time"
        end = self.status.get("end")
        return f"{start}; its results go to {reached:g} {f'of {end:g} s' if end else 's'}, what comes later is missing"
