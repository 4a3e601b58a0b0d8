"""The particles of a bulk run (dimension 2 or 3), frame by frame, and its observables."""
import h5py
import numpy as np

from . import walls
from .reader import PostError, Quantity, quantity, taken, text_of

AXES = "xyz"


class Frame:
    """Particles in the box at one time: position, velocity and spin [particle][axis], id, radius, mass, group [particle]."""

    def __init__(self, time, number, columns):
        self.time, self.number = time, number
        here = np.isfinite(columns["position"]).all(axis=1)  # rows of particles that have left are not a number
        for name, values in columns.items():
            setattr(self, name, values[here])
        if not here.any():
            raise PostError(f"no particle is in the box in frame {number}")


class Grains:
    """The group particles/grains of a bulk run. `flat`: dimension 2. Lengths in m."""

    def __init__(self, results):
        self.results, self.group = results, results.file.get("particles/grains")
        edges = self.group.get("box/edges") if self.group is not None else None
        if edges is None:
            raise PostError("no box in these results; this picture is for runs of dimension 2 and 3")
        self.sides = None if isinstance(edges, h5py.Dataset) else (edges["value"], self.group["box/lower/value"])
        if self.sides is None:
            self.edges, self.lower, self.offset = edges[()], quantity(self.group, "box/lower").values, 0
        else:
            self.deform(-1)
        self.periodic = [text_of(side) == "periodic" for side in self.group["box"].attrs["boundary"]]
        self.flat = not self.edges[2] > 0
        if "position/value" not in self.group:
            raise PostError("no trajectory in this run; add `output: trajectory: {every: ...}` to the input")
        self.time = taken({"time": quantity(self.group["position"], "time")})["time"].values
        if not self.time.size:
            raise PostError("the trajectory is empty")
        self.varies = "count" in self.group  # particles come and go: all is in frames, which begin with those there
        self.bonds = results.file.get("observables/bonds")
        self.names = group_names(results.file.get("parameters/groups"))

    def stored(self, name, number):
        """What the file has of this name in frame `number`: a row for each particle, those that have left not a number;
        where particles come and go, for each that is there."""
        if not self.varies and name == "id":
            return np.arange(1, 1 + len(quantity(self.group, "radius").values))
        if not self.varies and name in ("group", "radius", "mass"):
            return quantity(self.group, name).values
        if f"{name}/value" not in self.group:
            raise PostError(f"{self.group.name}/{name}/value is missing")
        value = self.group[f"{name}/value"]
        if not self.varies:
            return value[number]
        rows = value[number, : int(self.group["count/value"][number, 0, 0])]
        return rows if rows.shape[1] > 1 else rows[:, 0]

    def by_id(self, name, number, ids):
        """The same of these ids, ascending; not a number: it is not there."""
        values, there = self.stored(name, number), self.stored("id", number)
        found = np.full((len(ids), *values.shape[1:]), np.nan)
        place = np.searchsorted(ids, there)
        known = (place < len(ids)) & (ids[np.minimum(place, len(ids) - 1)] == there)
        found[place[known]] = values[known]
        return found

    def broken_until(self, time, ids):
        """Bonds of each of these particles that have broken."""
        if self.bonds is None:
            return np.zeros(len(ids))
        found = taken({name: quantity(self.bonds, name) for name in ("time", "id")})
        ends = np.sort(found["id"].values[found["time"].values <= time].ravel())
        return np.searchsorted(ends, ids, "right") - np.searchsorted(ends, ids, "left")

    def deform(self, number):
        """The box as it is in frame `number`, if it deforms: lengths, corner as if its sides along x did not lean, and how far they do."""
        if self.sides is None:
            return
        sides, lower = self.sides[0][number], self.sides[1][number].ravel()
        self.edges, self.offset = np.diag(sides).copy(), sides[1, 0]
        self.lower = lower + np.array([self.offset / 2, 0, 0])

    def corners(self, parts):
        """Places in the box by their parts [place][axis] of its sides, from 0 to 1."""
        lean = (parts[:, 1:2] - 0.5) * np.array([self.offset, 0, 0])
        return self.lower + parts * self.edges + lean

    def walls(self, number):
        """The surfaces of the walls in frame `number`, which has been read last. A plane of particles has some depth."""
        return [surface for _, surface in self.named_walls(number)]

    def named_walls(self, number):
        """The same, each with the name of its wall."""
        depth = np.array([0, 0, np.max(self.edges) if self.flat else 0])
        found = walls.read(self.results, number)
        return walls.surfaces(found, self.lower - depth, self.lower + self.edges + depth)

    def frame(self, number):
        """Frame `number`, from 0; negative: from the end."""
        count = self.time.size
        if not -count <= number < count:
            raise PostError(f"there is no frame {number}; the run has frames 0 to {count - 1}")
        number %= count
        self.deform(number)
        columns = {
            name: self.stored(name, number) for name in ("id", "radius", "mass", "group", "position", "velocity")
        }
        columns["spin"] = self.stored("angular_velocity", number)
        columns["broken"] = self.broken_until(self.time[number], columns["id"])
        return Frame(self.time[number], number, columns)


def group_names(group):
    """Names by number of the group, as the input has them."""
    if group is None:
        return {}
    return {int(number): text_of(entry.attrs.get("name", number)) for number, entry in group.items()}


def has_observables(results):
    return "observables/bulk/time" in results.file


def observables(results):
    """Sums over the particles and contacts, a dict of Quantity [sample] or [sample][component], with `time`."""
    if not has_observables(results):
        raise PostError("no observables in this run; add `output: observables: {every: ...}` to the input")
    group = results.file["observables/bulk"]
    found = {name: Quantity(data) for name, data in group.items() if isinstance(data, h5py.Dataset)}
    if not taken(found)["time"].values.size:
        raise PostError("the observables are empty")
    return found
