"""The particles of a bulk run (dimension 2 or 3) for pictures: frames, box, broken bonds, walls."""
import sys

import numpy as np

from . import walls
from .frames import NO_FIELD
from .reader import NotRecorded, PostError

AXES = "xyz"


class Grains:
    """The frames of an assembly, and its box. `flat`: dimension 2; `deforms`: the box deforms. Lengths in m."""

    def __init__(self, results):
        self.results, self.noted = results, set()  # noted: walls of an unknown shape that have been reported
        if not results.has("particles/grains/box/edges"):
            raise PostError("no box in these results; this picture is for runs of dimension 2 and 3")
        self.frames = results.frames()
        if "position" not in self.frames.names:
            raise NotRecorded(NO_FIELD.format("position"))
        if not len(self.frames):
            raise PostError("the trajectory is empty")
        self.time, self.varies = self.frames.time.values, self.frames.varies
        self.deform(-1)
        self.periodic = [side == "periodic" for side in self.frames.box(-1).boundary]
        self.flat = not self.edges[2] > 0
        self.deforms = results.has("particles/grains/box/edges/value")
        self.bonds = results.table("observables/bonds") if results.has("observables/bonds") else None
        self.shapes, self.names = results.shapes(), results.group_names()

    def stored(self, name, number):
        """Returns the values of this name in frame `number`. Runs without insertion and removal: a row for each
        initial particle, nan for particles that left. Otherwise: a row for each particle present."""
        return self.frames.stored(name, number).values

    def by_id(self, name, number, ids):
        """Returns the values of these ids (ascending); nan for particles that are not present."""
        values, there = self.stored(name, number), self.stored("id", number)
        found = np.full((len(ids), *values.shape[1:]), np.nan)
        place = np.searchsorted(ids, there)
        known = (place < len(ids)) & (ids[np.minimum(place, len(ids) - 1)] == there)
        found[place[known]] = values[known]
        return found

    def broken_until(self, time, ids):
        """Returns the number of broken bonds of each of these particles."""
        if self.bonds is None:
            return np.zeros(len(ids))
        ends = np.sort(self.bonds["id"].values[self.bonds["time"].values <= time].ravel())
        return np.searchsorted(ends, ids, "right") - np.searchsorted(ends, ids, "left")

    def deform(self, number):
        """Updates the box to frame `number`: lengths, lower corner without tilt, and the edges without lengths."""
        box = self.frames.box(number)
        self.edges, self.tilt = np.diag(box.edges).copy(), np.tril(box.edges, -1)
        self.lower = box.lower + self.tilt.sum(axis=0) / 2

    def corners(self, parts):
        """Returns positions from their fractional coordinates [place][axis] in the box, 0 to 1."""
        return self.lower + parts * self.edges + (parts - 0.5) @ self.tilt

    def walls(self, number):
        """Returns the surfaces of the walls in frame `number`, which must be the last frame read. A two-dimensional
        sample gets some depth."""
        return [surface for _, surface in self.named_walls(number)]

    def named_walls(self, number):
        """Returns the same surfaces, each with the name of its wall. Notes each wall of an unknown shape once."""
        depth = np.array([0, 0, np.max(self.edges) if self.flat else 0])
        found = walls.read(self.shapes, number)
        for wall in walls.unknown(found):
            if wall.name not in self.noted:
                self.noted.add(wall.name)
                text = f"the wall {wall.name} is not drawn: its shape {wall.shape} is unknown"
                print(f"granum-post: note: {text}; known: {', '.join(['plane', *walls.SHAPES])}", file=sys.stderr)
        return walls.surfaces(found, self.lower - depth, self.lower + self.edges + depth)

    def filled(self):
        """Returns the numbers of the frames with particles. A run with insertion may begin without any."""
        return [number for number in range(self.time.size) if self.frames[number].rows]

    def frame(self, number):
        """Returns frame `number`, from 0; negative numbers count from the end. `broken`: number of broken bonds of each
        particle. A picture that uses a field that was not recorded gets a PostError then, not here."""
        frame = self.frames[number]
        self.deform(frame.number)
        if not frame.rows:
            raise PostError(f"no particle is in the box in frame {frame.number}; a picture of one frame takes --frame")
        for name in ("id", "radius", "mass", "group", "position", "velocity", "angular_velocity"):
            if name in self.frames.names:
                frame[name]  # read now, because the file may be closed when the picture is drawn
        frame.broken = self.broken_until(frame.time, frame.id)
        return frame
