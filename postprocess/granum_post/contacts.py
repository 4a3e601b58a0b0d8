"""The contact network nearest to a time (contacts-STEP.h5 in the folder of a run) and its particles."""
import numpy as np

from . import moments, style
from .reader import PostError


class Network:
    """Contacts at `time` [s]: `first`, `second` (ids; 0: a wall), `force` on the first [N], `normal`, `branch`,
    `point` [m], `overlap` [m]. `frame`: the particles, from the frame nearest to that time."""

    def __init__(self, results, grains, options):
        wanted = grains.frame(moments.number(grains, options)).time
        self._read(results.contacts().at(wanted), grains)

    @classmethod
    def of(cls, found, grains):
        """Returns the network of a table of contacts."""
        network = cls.__new__(cls)
        network._read(found, grains)
        return network

    def _read(self, found, grains):
        for name in ("first", "second", "force", "normal", "branch", "point", "overlap"):
            setattr(self, name, found[name].values)
        self.time = found.time
        self.frame = grains.frame(int(np.argmin(np.abs(grains.time - self.time))))
        if not len(self.first):
            raise PostError(f"no contacts at {self.time:.4g} s; choose another time with --time")
        self.size = np.linalg.norm(self.force, axis=1)
        self.push = -np.einsum("ni,ni->n", self.force, self.normal)  # normal force, positive in compression
        self.between = self.second > 0

    def centres(self):
        """Returns the centre of the first particle of each contact [m], at the periodic image that touches."""
        order = np.argsort(self.frame.id)
        place = order[np.searchsorted(self.frame.id[order], self.first).clip(max=len(order) - 1)]
        inside = (
            np.where(self.between, 0.5, 1.0) * self.overlap
        )  # the point is half the overlap inside the surface, or on the wall
        return self.point - self.normal * (self.frame.radius[place] - inside)[:, None]


def caption(network):
    contacts, particles = len(network.first), network.frame.radius.size
    text = f"{contacts} contacts of {particles} particles at {network.time * 1e3:.4g} ms"
    numbers = {"contacts": (contacts, "1"), "particles": (particles, "1"), "time of the contacts": (network.time, "s")}
    return style.Line(text, numbers)
