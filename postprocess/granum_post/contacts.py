"""The contact network nearest to a time: what contacts-STEP.h5 in the folder of a run has, and the grains about it."""
import glob
import os

import h5py
import numpy as np

from . import moments
from .reader import PostError

REMEDY = "no contact network in this run; add `output: contacts: {every: ...}` to the input"


class Network:
    """Contacts at `time` [s]: `first`, `second` (ids; 0: a wall), `force` on the first [N], `normal`, `branch`, `point`
    [m], `overlap` [m]. `frame`: the grains, from the frame nearest to that time."""

    def __init__(self, results, grains, options):
        folder = os.path.dirname(os.path.abspath(results.file.filename))
        paths = glob.glob(os.path.join(glob.escape(folder), "contacts-*.h5"))
        if not paths:
            raise PostError(REMEDY)
        times = {path: time_of(path) for path in paths}
        wanted = grains.frame(moments.number(grains, options)).time
        path = min(paths, key=lambda path: abs(times[path] - wanted))
        with h5py.File(path, "r") as file:
            for name in ("first", "second", "force", "normal", "branch", "point", "overlap"):
                setattr(self, name, file["contacts"][name][()])
        self.time = times[path]
        self.frame = grains.frame(int(np.argmin(np.abs(grains.time - self.time))))
        if not len(self.first):
            raise PostError(f"no contacts at {self.time:.4g} s; choose another time with --time")
        self.size = np.linalg.norm(self.force, axis=1)
        self.push = -np.einsum("ni,ni->n", self.force, self.normal)  # normal force, positive in compression
        self.between = self.second > 0

    def centres(self):
        """Of the first particle of each contact [m], as the contact has it."""
        order = np.argsort(self.frame.id)
        place = order[np.searchsorted(self.frame.id[order], self.first).clip(max=len(order) - 1)]
        return self.point - self.normal * (self.frame.radius[place] - 0.5 * self.overlap)[:, None]


def time_of(path):
    try:
        with h5py.File(path, "r") as file:
            return float(file["contacts/time"][0])
    except (OSError, KeyError, IndexError):
        raise PostError(f"{path} is not whole; the run was killed while it wrote it, or is writing it") from None


def caption(network):
    return f"{len(network.first)} contacts of {network.frame.radius.size} particles at {network.time * 1e3:.4g} ms"
