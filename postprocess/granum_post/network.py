"""The contact network of a run: contacts-STEP.h5 in its folder, a table for each output time."""
from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any

import h5py
import numpy as np

from .table import Column, PostError, Sample


class Contacts(Sequence):
    """Tables ordered by time: `first`, `second` (ids; 0: a wall), `wall`, `force`, ..."""

    def __init__(self, folder: str):
        self.folder = folder
        found = (re.fullmatch(r"contacts-(\d+)\.h5", name) for name in os.listdir(folder))
        self.steps = sorted(int(name[1]) for name in found if name)
        if not self.steps:
            raise PostError("no contact network in this run; add `output: contacts: {every: ...}` to the input")

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[k] for k in range(*number.indices(len(self)))]
        if not -len(self) <= number < len(self):
            raise ContactsError(f"there are no contacts {number}; the run has 0 to {len(self) - 1}")
        number %= len(self)
        path = os.path.join(self.folder, f"contacts-{self.steps[number]}.h5")
        try:
            with h5py.File(path, "r") as file:
                group = file["contacts"]
                columns = {name: Column.of(group[name]) for name in group if name not in ("step", "time")}
                first = sorted(columns, key=lambda name: (name not in ("first", "second", "wall"), name))
                moment = float(group["time"][0])
        except (OSError, KeyError):
            raise PostError(f"{path} is incomplete: a run is writing it, or was killed while writing it") from None
        step = self.steps[number]
        return Sample({name: columns[name] for name in first}, f"contacts of step {step}", number, moment, step)

    def times(self) -> np.ndarray:
        """Output times [s]."""
        return np.array([sample.time for sample in self])

    def at(self, time: float) -> Sample:
        """Returns the contacts nearest to this time [s]."""
        return self[int(np.argmin(np.abs(self.times() - time)))]

    def __repr__(self) -> str:
        return f"<contacts of {len(self)} times>"


class ContactsError(PostError, IndexError):
    """There are no such contacts. As an IndexError it also ends loops."""
