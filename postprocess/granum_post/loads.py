"""Loads and wear of the triangles of mesh walls: the datasets triangle_* of observables/walls, without this prefix."""
import numpy as np

from .reader import PostError, text_of

PREFIX = "triangle_"
QUANTITIES = (
    "force",
    "contacts",
    "normal_impulse",
    "tangential_impulse",
    "normal_work",
    "sliding_work",
    "pressure",
    "wear_depth",
)
MISSING = (
    "no {} of triangles in this run; a wall of shape mesh records it with `output: {{walls: {{every: .., {}}}}}`{}"
)
NEEDS = {"force": ("triangles: true", ""), "wear_depth": ("triangles: true", ", if its material has `wear`")}


class Loads:
    """A quantity of all walls that have it, over time. `unit`; `top`: largest value."""

    def __init__(self, results, quantity):
        self.name, self.walls, self.unit = quantity, {}, "1"
        for wall, group in results.opened().get("observables/walls", {}).items():
            series = group.get(PREFIX + quantity)
            if series is not None and len(series["time"]):
                self.walls[wall] = series["time"][()], series["value"][()]
                self.unit = text_of(series["value"].attrs["unit"])

    def at(self, wall, time):
        """Returns the values [triangle] or vectors [triangle][axis] of a wall at its last output up to this time; at
        its first output if there is none before; None if the wall does not have the quantity."""
        if wall not in self.walls:
            return None
        times, values = self.walls[wall]
        return values[max(np.searchsorted(times, time * (1 + 1e-12), "right") - 1, 0)]

    def sizes(self, wall, time):
        """Returns the values, of vectors their lengths."""
        values = self.at(wall, time)
        return values if values is None or values.ndim == 1 else np.linalg.norm(values, axis=1)

    def all_sizes(self):
        """Returns all values of all walls and times, of vectors their lengths."""
        found = [values if values.ndim == 2 else np.linalg.norm(values, axis=2) for _, values in self.walls.values()]
        return np.concatenate([values.ravel() for values in found])


def loads(results, quantity):
    """Returns a quantity, which the run must have."""
    found = Loads(results, quantity)
    if not found.walls:
        needs = NEEDS.get(quantity, ("triangles: true, loads: true", ""))
        raise PostError(MISSING.format(quantity.replace("_", " "), *needs))
    return found


def columns(results, surfaces, time):
    """Returns name with unit -> value of each triangle of these surfaces, (name of the wall, surface); nan for walls
    that do not have the quantity."""
    found = {}
    for load in (Loads(results, quantity) for quantity in QUANTITIES):
        if not any(wall in load.walls for wall, _ in surfaces):
            continue
        width = 3 if load.name == "force" else 1
        parts = []
        for wall, surface in surfaces:
            values = load.at(wall, time)
            parts.append(np.full((len(surface.triangles), width), np.nan) if values is None else values)
        values = np.concatenate([np.reshape(part, (-1, width)) for part in parts])
        name = load.name if load.unit == "1" else f"{load.name} [{load.unit}]"
        found[name] = values if width > 1 else values[:, 0]
    return found
