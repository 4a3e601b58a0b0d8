"""The particles of a run, frame by frame: chains (dimension 1) and assemblies (2 and 3) in the same way.

Assemblies are three-dimensional here. In dimension 2 the vectors and the box have two components in the file; the
third component is the z of the plane for positions and 0 otherwise."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import h5py
import numpy as np

from .table import Column, Missing, NotRecorded, PostError, Sample, quantity, taken, text_of

GRAINS, BODIES = "particles/grains", "particles/bodies"
NO_TRAJECTORY = "no trajectory in this run; add `output: trajectory: {every: ...}` to the input"
NO_FIELD = "the frames have no {0}; name it in `output: trajectory: fields: [...]` of the input, or write all"


@dataclass(frozen=True)
class Box:
    """`lower`: lower corner [m]; `edges`: sides as rows [3][axis] [m], the third 0 in dimension 2; `boundary`: for
    each axis `periodic` or `none`."""

    lower: np.ndarray
    edges: np.ndarray
    boundary: tuple[str, ...]


class Frame(Sample):
    """The particles that are present at one time. A column is read on access: `frame["position"]` has unit and
    description, `frame.position` is the array."""

    id: np.ndarray  # [particle]
    radius: np.ndarray  # [particle] [m]
    mass: np.ndarray  # [particle] [kg]
    group: np.ndarray  # [particle], number of the group in the input; assemblies only
    position: np.ndarray  # [particle][axis] [m]
    velocity: np.ndarray  # [particle][axis] [m/s]
    angular_velocity: np.ndarray  # [particle][axis] [rad/s]; assemblies only
    body: np.ndarray  # [particle], id of its rigid body, 0: none; runs with clumps only

    def __init__(self, frames: Frames, number: int):
        super().__init__({}, f"frame {number}", number, float(frames.time[number]), int(frames.step[number]))
        self.frames = frames
        place = frames.stored(frames.moving[0], number).values
        self.here = np.isfinite(place).all(axis=tuple(range(1, place.ndim)))  # removed particles have position nan

    def __getitem__(self, name: str) -> Column:
        if name not in self.frames.names:
            raise Missing(f"the frames have no {name}; they have {', '.join(self.frames.names)}")
        if name not in self.columns:
            self.columns[name] = self.frames.stored(name, self.number).of_rows(self.here)
        return self.columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.frames.names)

    def __len__(self) -> int:
        return len(self.frames.names)

    @property
    def free(self) -> np.ndarray:
        """Whether forces accelerate each particle; the input prescribes the motion of the others. Earlier versions
        wrote an infinite mass for them."""
        free = np.isfinite(self.mass)
        return free & ~np.isin(self.group, self.frames.prescribed) if self.frames.prescribed else free

    def __getattr__(self, name: str) -> np.ndarray:
        if name.startswith("_") or name in ("frames", "columns"):
            raise AttributeError(name)
        return self[name].values

    @property
    def rows(self) -> int:
        return int(self.here.sum())

    @property
    def box(self) -> Box | None:
        """The box in this frame; None for a chain."""
        return self.frames.box(self.number)


class Frames(Sequence):
    """The frames of a trajectory. `frames[3]`, `frames[-1]`, `frames[::10]` and loops read one frame at a time.
    `path`: the group of the file, with spheres or with rigid bodies."""

    def __init__(self, run: Any, path: str = GRAINS):
        self.run, self.path, parts = run, path, run.file.get(path, {})
        of_frames = [name for name, part in parts.items() if isinstance(part, h5py.Group) and "value" in part]
        first = ("position", "velocity", "angular_velocity")
        self.moving = tuple(name for name in first if name in of_frames)
        if not self.moving:
            raise NotRecorded(NO_TRAJECTORY)
        self.plane = (
            float(parts["box/plane"][0]) if "box/plane" in parts else None
        )  # z of all particles [m], in dimension 2
        self.varies = (
            "count" in parts
        )  # with insertion or removal all fields are in frames, and the particles present are the first rows
        groups = run.file.get("parameters/groups", {})
        self.prescribed = [int(k) for k in groups if text_of(groups[k].attrs.get("motion", "free")) == "prescribed"]
        fixed = [name for name, part in parts.items() if isinstance(part, h5py.Dataset)]
        known = ("id", *self.moving, "radius", "mass", "group")
        there = {"id", *fixed, *of_frames} - {"count"}
        there |= {"body"} if path == GRAINS and BODIES in run.file else set()
        self.names = tuple(name for name in known if name in there) + tuple(sorted(there - set(known)))
        found = parts[self.moving[0]]
        columns = taken({name: quantity(found, name) for name in ("time", "step") if name in found})
        if len(found["value"]) < len(columns["time"]):
            raise PostError("the trajectory has fewer frames than times")
        self.time: Column = columns["time"]
        self.step: Column = columns.get("step", Column(np.arange(len(self.time))))

    def stored(self, name: str, number: int) -> Column:
        """Returns the values of this name in frame `number`. Runs without insertion and removal: a row for each
        initial particle, nan for particles that left. Otherwise: a row for each particle present."""
        return self.run.look(self._stored, name, number)

    def _stored(self, name: str, number: int) -> Column:
        if name == "body":
            return self._body(number)
        group = self.run.opened()[self.path]
        part = group.get(name)
        if name == "id" and not self.varies and part is None:
            return Column(np.arange(1, 1 + group[self.moving[0]]["value"].shape[1]))
        if isinstance(part, h5py.Dataset):
            return Column.of(part)
        if part is None or "value" not in part:
            raise PostError(f"{group.name}/{name}/value is missing")
        rows = (number, slice(int(group["count/value"][number, 0]))) if self.varies else number
        return self._in_space(name, Column.of(part["value"], rows))

    def _body(self, number: int) -> Column:
        """The ids of the spheres of a body follow each other; its id is the first of them."""
        bodies = Frames(self.run, BODIES)
        ids, groups = (bodies._stored(name, number).values for name in ("id", "group"))
        last = np.searchsorted(ids, self._stored("id", number).values, "right") - 1
        known = (last >= 0) & (groups[last] == self._stored("group", number).values)
        return Column(np.where(known, ids[last], 0), "1", "id of its rigid body; 0: none")

    def _in_space(self, name: str, column: Column) -> Column:
        values = column.values
        if self.plane is None or values.ndim < 2 or values.shape[1] != 2:
            return column
        third = np.full_like(values[:, :1], self.plane if name == "position" else 0)
        if values.dtype.kind == "f":
            third[np.isnan(values).all(axis=1)] = np.nan  # particles that left
        return Column(np.hstack([values, third]), column.unit, column.description)

    def box(self, number: int) -> Box | None:
        return self.run.look(self._box, number)

    def _box(self, number: int) -> Box | None:
        box = self.run.opened().get(f"{self.path}/box")
        if box is None or "edges" not in box:
            return None
        boundary = tuple(text_of(side) for side in box.attrs["boundary"])
        if isinstance(box["edges"], h5py.Dataset):
            lower, edges = box["lower"][()], np.diag(box["edges"][()])
        else:
            lower, edges = box["lower/value"][number].ravel(), box["edges/value"][number]
        if self.plane is None:
            return Box(lower, edges, boundary)
        return Box(np.append(lower, self.plane), np.pad(edges, (0, 1)), (*boundary, "none"))

    def __len__(self) -> int:
        return len(self.time)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [Frame(self, k) for k in range(*number.indices(len(self)))]
        if not -len(self) <= number < len(self):
            has = f"frames 0 to {len(self) - 1}" if len(self) else "none yet"
            raise FrameError(f"there is no frame {number}; the run has {has}")
        return Frame(self, int(number) % len(self))

    def at(self, time: float) -> Frame:
        """Returns the frame nearest to this time [s]."""
        if not len(self):
            raise PostError("the trajectory is empty")
        return self[int(np.argmin(np.abs(self.time.values - time)))]

    def __repr__(self) -> str:
        span = f", {self.time[0]:g} to {self.time[-1]:g} s" if len(self) else ""
        return f"<{len(self)} frames{span}, with {', '.join(self.names)}>"


class FrameError(PostError, IndexError):
    """There is no such frame. As an IndexError it also ends loops."""
