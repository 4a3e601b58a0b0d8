"""Reads a run of granum from the disk: completed, running, stopped, failed or killed.

Pictures and scripts read a `Run`. It has the values of results.h5 (H5MD 1.1 in HDF5, SI units), the case and the
folder. Every failure is a PostError with a message of one line that includes the remedy. A running run is read from
its current files; `refresh()` reads the data written since.

The results.h5 of an incomplete run has virtual datasets: their values are in results-data.h5 beside it. When the run
completes, one plain results.h5 replaces both."""
from __future__ import annotations

import functools
import os
import re
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import h5py
import numpy as np

from .folder import Folder, read_study
from .frames import BODIES, NO_FIELD, NO_TRAJECTORY, Frames
from .network import Contacts
from .table import Column, Missing, NotRecorded, PostError, Table, quantity, swept_unit, table_of, taken, text_of
from .variants import Bounces, Impacts, Mechanisms, Paths, variants

__all__ = ["Missing", "NotRecorded", "PostError", "Run", "Study", "open_run", "quantity", "taken", "text_of"]

LOOKS, BETWEEN = 40, 0.05  # attempts to read files that a run replaces, and the time between them [s]
DETECTED = ("at", "position", "arrival", "peak", "peak_time", "width", "speed")
LEDGER = ("time", "kinetic", "elastic", "external_work", "residual")


def is_loss(name: str) -> bool:
    """Whether a column of the ledger is a loss: energy removed from the kinetic energy and the contacts."""
    return name.startswith("dissipated_") or name in ("carried_out", "taken_by_changes")


def results_path(path: str) -> str:
    """Returns the path of the results file; a run may be given by its folder."""
    return os.path.join(path, "results.h5") if os.path.isdir(path) else path


SAMPLED = ("sensors", "contact_sensors", "detectors")  # groups of observables of single beads and contacts


class Sensor(Table):
    """The record of one bead: group name, bead number within the group, `time` [s] and `force` [N], or the selected
    column instead of the force. As a table it has all recorded columns."""

    def __init__(self, group: str, at: int, record: h5py.Group, column: str = "force"):
        self.group, self.at = group, at
        time, force = quantity(record, "time"), quantity(record, column)
        if time.values.shape != force.values.shape or time.values.ndim != 1:
            raise PostError(f"sensor {group}-{at}: time and {column} differ in length")
        found = table_of(record, f"{group}-{at}")
        super().__init__(found.columns, found.name)
        self.time, self.force = found["time"], found[column]


class Shape(Table):
    """Position of a wall in each frame: the keys of its shape, with their values in the frame. `shape`: its name in
    the input; `triangles` [n][3][axis] [m]: of a mesh, as in its file, else None."""

    def __init__(self, name: str, places: h5py.Group, about: h5py.Group | None):
        found = table_of(places, name)
        super().__init__(found.columns, found.name)
        self.shape = text_of(about.attrs.get("shape", "")) if about is not None else ""
        mesh = about is not None and "triangles" in about
        self.triangles = about["vertices"][()][about["triangles"][()]] if mesh else None

    def at(self, number: int) -> dict[str, np.ndarray]:
        """Key -> its value in frame `number`."""
        return {key: self[key].values[number] for key in self if key not in ("step", "time")}


def reading(method: Callable) -> Callable:
    """Decorates a method of Run that reads its file."""

    @functools.wraps(method)
    def read(self: Run, *arguments: Any) -> Any:
        return self.look(method, self, *arguments)

    return read


class Run:
    """A run, opened by the path of its folder or of its results file. `folder` has its state (run.json,
    status.json).

    Methods read the file. If the data were not recorded, they raise a PostError with the lines of the input that
    record them."""

    def __init__(self, path: str):
        self.given, self.path = path, results_path(path)
        self.folder = Folder(os.path.dirname(os.path.abspath(self.path)))
        self.file = self._open()

    def _open(self) -> h5py.File:
        for look in range(LOOKS):
            try:
                with open(self.path, "rb"):
                    file = self._checked(h5py.File(self.path, "r"))
                self.source = self._data_file(file)
                if self.source is None or os.path.exists(self.source):
                    return file
                file.close()
            except FileNotFoundError:
                raise PostError(self._no_file()) from None
            except PermissionError:
                raise PostError("no permission to read it") from None
            except OSError:
                raise PostError("not an HDF5 file, or one that was not closed properly") from None
            time.sleep(BETWEEN)  # the run may just have completed
        raise PostError(
            f"its values are in {os.path.basename(self.source)}, which is missing; copy it into the same folder"
        )

    def _data_file(self, file: h5py.File) -> str | None:
        """Returns the file with the values of virtual datasets; None if the datasets are plain."""
        first = file.visititems(
            lambda name, item: item if isinstance(item, h5py.Dataset) and item.ndim and item.size else None
        )
        for source in first.virtual_sources() if first is not None and first.is_virtual else []:
            return os.path.join(os.path.dirname(self.path), source.file_name)
        return None

    def _no_file(self) -> str:
        if not os.path.isdir(self.given):
            return "no such file"
        if os.path.exists(os.path.join(self.given, "study.json")):
            return "a study with several cases; give the folder of one case in it, or use `granum-post compare`"
        missing = self.folder.missing()
        return ": ".join(["no results.h5 in this folder", *filter(None, [missing, *self.folder.problems])])

    @staticmethod
    def _checked(file: h5py.File) -> h5py.File:
        creator = file.get("h5md/creator")
        if creator is None or text_of(creator.attrs.get("name", "")) != "granum":
            file.close()
            raise PostError("not a granum results file (no h5md/creator with the name granum)")
        return file

    def opened(self) -> h5py.File:
        if not self.file:
            raise PostError("the run was closed; read before that, or open it again")
        return self.file

    def look(self, read: Callable, *arguments: Any) -> Any:
        """Returns the result of `read`; calls it again if the run completes meanwhile and moves the values."""
        self.opened()
        for _ in range(LOOKS):
            try:
                found = read(*arguments)
                if self.source is None or os.path.exists(self.source):
                    return found
            except (OSError, RuntimeError, KeyError) as problem:
                if isinstance(problem, PostError):
                    raise
                raise PostError(f"cannot be read: {' '.join(str(problem).split())}") from None
            self.refresh()
        raise PostError("cannot be read while the run replaces it; try again")

    def refresh(self) -> Run:
        """Reads the data that a running run has written since. Frames and tables that were read before do not
        change."""
        self.close()
        self.folder.refresh()
        self.file = self._open()
        return self

    def close(self) -> None:
        self.file.close()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *ignored: Any) -> None:
        self.close()

    @property
    def state(self) -> str:
        """`running`, `completed`, `stopped`, `failed`, `killed`; `unknown`: results without their folder."""
        return self.folder.state

    def missing(self) -> str | None:
        """One sentence on missing data of this run and the reason; None if it is complete."""
        return self.folder.missing(self.reached())

    @reading
    def reached(self) -> float | None:
        """Simulated time of the last sample in the file [s]; None if it has none."""
        times = ("observables/energy/time", "observables/bulk/time", "particles/grains/position/time")
        found = [self.file[path][()] for path in times if path in self.file]
        finite = [values[np.isfinite(values)] for values in found]
        return max((float(values[-1]) for values in finite if values.size), default=None)

    @reading
    def text(self, name: str) -> str:
        """A text of the group `parameters`: `title`, `input` (as it was read), `resolved` (with every default, in
        SI), `version` of granum, `options` of PETSc, `changes` made when the run was resumed. "" if there is none."""
        dataset = self.file.get(f"parameters/{name}")
        return text_of(dataset[()]) if isinstance(dataset, h5py.Dataset) else ""

    def title(self) -> str:
        return self.text("title")

    @reading
    def frames(self) -> Frames:
        """The particles, frame by frame."""
        return Frames(self)

    @reading
    def bodies(self) -> Frames:
        """The rigid bodies, frame by frame: also `orientation` [body][w, x, y, z] and principal `moments`."""
        if BODIES not in self.file:
            raise PostError("no rigid bodies in this run; `clump: NAME` of a group of particles makes them")
        return Frames(self, BODIES)

    def contacts(self) -> Contacts:
        """The contact network, a table for each output time."""
        return Contacts(self.folder.path)

    @reading
    def table(self, path: str) -> Table:
        """All columns of a group of the results file, such as `observables/bonds`."""
        group = self.file.get(path)
        if not isinstance(group, h5py.Group):
            raise Missing(f"no {path} in this run")
        return table_of(group, path.rsplit("/", 1)[-1])

    @reading
    def tables(self, path: str) -> dict[str, Table]:
        """Name -> table of each subgroup of this group, such as `observables/counters`."""
        groups = self.file.get(path, {}).items()
        return {name: table_of(group, name) for name, group in groups if isinstance(group, h5py.Group)}

    @reading
    def recorded(self) -> list[str]:
        """Returns the paths below `observables` of the groups with `time`, without those of SAMPLED."""
        found: list[str] = []
        whole = self.file.get("observables")

        def note(name: str, item: Any) -> None:
            if isinstance(item, h5py.Group) and "time" in item and name.split("/")[0] not in SAMPLED:
                found.append(name)

        if whole is not None:
            whole.visititems(note)
        return found

    @reading
    def sensors(self, column: str = "force") -> list[Sensor]:
        """All sensors with at least one sample, ordered by group, then by bead number."""
        found = self._sensors("sensors", column)
        if not found:
            remedy = "add `output: sensors: {group: ..., at: [...], every: ...}` to the input"
            raise PostError(f"no sensors in this run; {remedy}")
        return found

    @reading
    def contact_sensors(self) -> list[Sensor]:
        """All sensors of contacts (`quantity: contact`) with at least one sample: force, overlap and rate of the
        contact between the bead `at` and the next bead."""
        return self._sensors("contact_sensors", "force")

    def _sensors(self, kind: str, column: str) -> list[Sensor]:
        found = []
        for name, record in self.file.get(f"observables/{kind}", {}).items():
            parts = re.fullmatch(r"(.+)-(\d+)", name)
            if parts and isinstance(record, h5py.Group):
                found.append(Sensor(parts[1], int(parts[2]), record, column))
        return sorted((each for each in found if each.rows), key=lambda sensor: (sensor.group, sensor.at))

    @reading
    def detectors(self) -> dict[str, Table]:
        """Name of each set of detectors -> its table."""
        found = {}
        for name, group in self.file.get("observables/detectors", {}).items():
            missing = [column for column in DETECTED if column not in group]
            if missing:
                raise PostError(f"{group.name}/{missing[0]} is missing")
            found[name] = Table({column: quantity(group, column) for column in group}, group.name)
        if not found:
            raise PostError("no detectors in this run; add `output: detectors: {group: ..., every: ...}` to the input")
        return found

    def has(self, path: str) -> bool:
        """Whether the results have such a group or dataset."""
        return path in self.opened()

    def has_ledger(self) -> bool:
        return "observables/energy/time" in self.file

    @reading
    def ledger(self) -> Table:
        """The energy ledger: time, kinetic, elastic, external_work, residual, exchanged, the losses (`is_loss`), and
        with insertion brought_in."""
        if not self.has_ledger():
            raise NotRecorded("no energy ledger in this run; add `output: energy: {every: ...}` to the input")
        group = self.file["observables/energy"]
        found = {name: quantity(group, name) for name in LEDGER}
        others = [name for name in sorted(group) if is_loss(name) or name in ("brought_in", "exchanged")]
        found.update({name: quantity(group, name) for name in others})
        if len({len(column) for column in found.values()}) > 1 and not self.folder.held:
            raise PostError("the columns of the energy ledger differ in length")
        if not len(taken(found)["time"]):
            raise PostError("the energy ledger is empty")
        return Table(found, "energy ledger")

    def has_observables(self) -> bool:
        return "observables/bulk/time" in self.file

    def observables(self) -> Table:
        """Sums over the particles and contacts of an assembly, with `time`."""
        if not self.has_observables():
            raise NotRecorded("no observables in this run; add `output: observables: {every: ...}` to the input")
        found = self.table("observables/bulk")
        if not found.rows:
            raise PostError("the observables are empty")
        return found

    def walls(self) -> dict[str, Table]:
        """Name of each wall -> time, force, torque, position, velocity and the other recorded columns."""
        found = self.tables("observables/walls")
        if not found or not next(iter(found.values())).rows:
            none = "the walls of this run were not recorded" if self.shapes() else "no walls in this run"
            raise NotRecorded(f"{none}; add `output: walls: {{every: ...}}` to the input")
        return found

    @reading
    def shapes(self) -> dict[str, Shape]:
        """Name of each wall -> its shape and its position in each frame; empty without walls or frames."""
        groups, about = self.file.get("observables/places", {}), self.file.get("parameters/walls", {})
        return {name: Shape(name, group, about.get(name)) for name, group in groups.items()}

    @reading
    def group_names(self) -> dict[int, str]:
        """Number of a group in the frames -> its name in the input."""
        groups = self.file.get("parameters/groups", {})
        return {int(number): text_of(group.attrs.get("name", number)) for number, group in groups.items()}

    @reading
    def impacts(self) -> list[Impacts]:
        """The impacts of each variant of a run of `problem: impact`."""
        return variants(self.file, "impact", "impacts", "approach_velocity", Impacts)

    @reading
    def bounces(self) -> list[Bounces]:
        """The balls of each variant of a run of `problem: bounce`."""
        return variants(self.file, "bounce", "bouncing balls", "bounce_count", Bounces)

    @reading
    def mechanisms(self) -> list[Mechanisms]:
        """The runs of each variant of `problem: mechanism`."""
        return variants(self.file, "mechanism", "mechanism", "impact_count", Mechanisms)

    @reading
    def paths(self) -> list[Paths]:
        """The paths of each variant of `problem: path`."""
        return variants(self.file, "path", "prescribed paths", "force_max", Paths)

    def spacing(self) -> float | None:
        """Distance between neighbouring bead centres [m] if all beads have one radius, else None."""
        radius = self.file.get("particles/grains/radius")
        if not isinstance(radius, h5py.Dataset) or not radius.size:
            return None
        first = radius[0]
        return 2.0 * float(first) if self._constant(radius, first) else None

    @staticmethod
    def _constant(dataset: h5py.Dataset, value: float, slab: int = 1 << 20) -> bool:
        return all(np.all(dataset[start : start + slab] == value) for start in range(0, len(dataset), slab))

    def velocity_frames(self) -> tuple[Column, h5py.Dataset]:
        """The velocity trajectory of a chain: time [s] of the recorded frames, and the open dataset
        [frame][particle][1], which has at least these frames."""
        group = self.file.get("particles/grains/velocity")
        if group is None or "value" not in group:
            raise PostError(NO_FIELD.format("velocity") if self.has("particles/grains/position") else NO_TRAJECTORY)
        value = group["value"]
        if value.ndim != 3 or value.shape[2] != 1:
            raise PostError("the trajectory is not that of a chain (dimension 1)")
        time = taken({"time": quantity(group, "time")})["time"]
        if not time.values.size or not value.shape[1]:
            raise PostError("the trajectory is empty")
        if value.shape[0] < time.values.size:
            raise PostError("the trajectory has fewer frames than times")
        return time, value

    def __repr__(self) -> str:
        missing = self.missing()
        return f"<run {self.path}: {self.title()}, {self.state}" + (f": {missing}>" if missing else ">")


class Study(Mapping):
    """The cases of a study of chains or assemblies by name. Each is a Run, opened on access."""

    def __init__(self, path: str):
        self.path, self.folder = path, Folder(os.path.abspath(path))
        problems: list[str] = []
        self.about = read_study(path, problems)
        if problems:
            raise PostError("; ".join(problems))

    def title(self) -> str:
        return self.about.get("title", "")

    def cases(self) -> list[dict[str, Any]]:
        """The rows of study.json: name, variant, swept values (numbers in SI, words as texts), state, time and
        energy of each case."""
        return self.about["cases"]

    def units(self) -> dict[str, str]:
        """Path of a swept key -> unit of its numbers."""
        return {path: swept_unit(path, unit) for path, unit in self.about.get("units", {}).items()}

    def results(self) -> dict[str, str]:
        """Paths of the results of the cases that have results."""
        done = [case["name"] for case in self.cases() if case["state"] in ("done", "stopped")]
        paths = {name: os.path.join(self.folder.path, name, "results.h5") for name in done}
        return {name: path for name, path in paths.items() if os.path.exists(path)}

    def __getitem__(self, name: str) -> Run:
        if name not in list(self):
            raise Missing(f"no case {name} in this study; there are {', '.join(self)}")
        return Run(os.path.join(self.folder.path, name))

    def __iter__(self) -> Iterator[str]:
        return (case["name"] for case in self.cases())

    def __len__(self) -> int:
        return len(self.cases())

    def __repr__(self) -> str:
        return f"<study {self.folder.path}: {self.title()}, {', '.join(self)}>"


def open_run(path: str | os.PathLike) -> Run | Study:
    """Opens a run by its folder or its results.h5, or a study by its folder."""
    path = os.fspath(path)
    return Study(path) if os.path.exists(os.path.join(path, "study.json")) else Run(path)
