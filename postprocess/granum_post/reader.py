"""Reads a granum results file (H5MD 1.1 in HDF5, SI units). Every failure is a PostError with one line for the user."""
import os
import re

import h5py
import numpy as np


def is_loss(name):
    """Is a column of the ledger what has been taken from the energy of motion and of the contacts?"""
    return name.startswith("dissipated_") or name in ("carried_out", "taken_by_changes")


class PostError(Exception):
    """Something the user can mend; the text is one line."""


class Quantity:
    """Numbers with the unit and the sentence that the file gives them."""

    def __init__(self, dataset):
        self.values = np.asarray(dataset[()])
        self.unit = text_of(dataset.attrs.get("unit", "1"))
        self.description = text_of(dataset.attrs.get("description", ""))


DETECTED = ("at", "position", "arrival", "peak", "peak_time", "width", "speed")


class Sensor:
    """The record of one bead: group name, bead number within the group, time [s] and force [N], or what else is asked
    for in its place."""

    def __init__(self, group, at, record, column="force"):
        self.group, self.at = group, at
        self.name = f"{group}-{at}"
        self.time, self.force = quantity(record, "time"), quantity(record, column)
        if self.time.values.shape != self.force.values.shape or self.time.values.ndim != 1:
            raise PostError(f"sensor {self.name}: time and {column} differ in length")
        taken({"time": self.time, "force": self.force})


class Impacts:
    """The impacts of one variant: `field` maps names to arrays [row], `swept` paths to quantities [row] (NaN: a word),
    `curves` names to arrays [row][point] or is None. Rows: sweep points, and in each of them the approach speeds."""

    def __init__(self, name, group):
        self.name = name
        self.field = {key: quantity(group, key).values for key in group if isinstance(group[key], h5py.Dataset)}
        self.swept = {key: quantity(group["swept"], key) for key in group.get("swept", {})}
        curves = group.get("curves")
        self.curves = {key: quantity(curves, key).values for key in curves} if curves is not None else None
        for key in ("approach_velocity", "separation_velocity", "restitution", "overlap_max", "force_max"):
            if key not in self.field:
                raise PostError(f"{group.name}/{key} is missing")
        for key in ("time", "overlap", "rate", "force") if curves is not None else ():
            if key not in self.curves:
                raise PostError(f"{curves.name}/{key} is missing")
        if not self.rows:
            raise PostError(f"{group.name} has no rows")
        columns = [*self.field.values(), *(found.values for found in self.swept.values())]
        if any(len(values) != self.rows for values in columns + list((self.curves or {}).values())):
            raise PostError(f"{group.name}: the columns differ in length")

    @property
    def rows(self):
        return len(self.field["approach_velocity"])

    @property
    def speeds(self):
        """Approach speeds in one sweep point: the shortest period of the approach velocity."""
        speed = self.field["approach_velocity"]
        if not self.swept:
            return self.rows
        return next(
            n
            for n in range(1, self.rows + 1)
            if self.rows % n == 0 and np.array_equal(speed, np.tile(speed[:n], self.rows // n))
        )


class Members:
    """The members of one variant of a study, balls or runs: how many, `swept` paths to quantities [member] (NaN: a word),
    units of the columns of the trajectory, and the rows of each member in the tables, which stand in their order."""

    def __init__(self, name, group):
        self.name = name
        self.swept = {key: quantity(group["swept"], key) for key in group.get("swept", {})}
        self.count = len(quantity(group, self.COUNT).values)
        self.tables, self.owner = {}, {}
        for table, columns in self.COLUMNS.items():
            if not isinstance(group.get(table), h5py.Group):
                raise PostError(f"{group.name}/{table} is missing")
            found = {column: quantity(group[table], column) for column in (self.MEMBER, *columns, *group[table])}
            self.tables[table] = {column: values.values for column, values in found.items()}
            self.owner[table] = self.tables[table].pop(self.MEMBER)
            if any(len(values) != len(self.owner[table]) for values in self.tables[table].values()):
                raise PostError(f"{group.name}/{table}: the columns differ in length")
            if table == "trajectory":
                self.units = {key: found[key].unit for key in found if key not in (self.MEMBER, "time")}
        if any(len(found.values) != self.count for found in self.swept.values()):
            raise PostError(f"{group.name}/swept: the columns differ in length")

    def rows_of(self, table, member):
        """Column -> its values for this member, from 1."""
        begin, end = np.searchsorted(self.owner[table], (member, member + 1))
        return {column: values[begin:end] for column, values in self.tables[table].items()}


class Bounces(Members):
    MEMBER, COUNT = "ball", "bounce_count"
    COLUMNS = {
        "bounces": ("time", "duration", "speed_in", "speed_out", "number", "restitution", "restitution_theory"),
        "trajectory": ("time", "height", "velocity", "force"),
    }


class Mechanisms(Members):
    """Its contacts have names."""

    MEMBER, COUNT = "run", "impact_count"
    COLUMNS = {
        "impacts": ("time", "duration", "contact", "speed_in"),
        "trajectory": ("time",),
        "energy": ("time", "kinetic", "potential", "elastic"),
    }

    def __init__(self, name, group):
        super().__init__(name, group)
        self.contacts = text_of(group.attrs.get("contacts", "")).split(", ")


def text_of(value):
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def quantity(group, name):
    dataset = group.get(name)
    if not isinstance(dataset, h5py.Dataset):
        raise PostError(f"{group.name}/{name} is missing")
    return Quantity(dataset)


def taken(columns):
    """Leaves the samples that the run reached, of a dict of Quantity with `time`: columns of a run that is going on may
    have grown since the first one was read, and room for samples that were not taken has a time that is not a number.
    """
    whole = min(len(column.values) for column in columns.values())
    reached = np.isfinite(columns["time"].values[:whole])
    for column in columns.values():
        column.values = column.values[:whole][reached]
    return columns


def wall_records(results):
    """Name of each wall -> `time`, `force` and `position` as a dict of Quantity."""
    found = {}
    for name, group in results.file.get("observables/walls", {}).items():
        found[name] = taken({column: quantity(group, column) for column in ("time", "force", "position")})
    if not found or not next(iter(found.values()))["time"].values.size:
        raise PostError("no walls in this run; add `output: walls: {every: ...}` to the input")
    return found


def results_path(path):
    """Of the results file: a run may be given by its folder."""
    return os.path.join(path, "results.h5") if os.path.isdir(path) else path


class Results:
    """An open results file, by its path or that of its folder."""

    def __init__(self, path):
        folder = os.path.isdir(path)
        try:
            self.file = h5py.File(results_path(path), "r")
        except FileNotFoundError:
            raise PostError("no results.h5 in this folder" if folder else "no such file") from None
        except PermissionError:
            raise PostError("no permission to read it") from None
        except OSError:
            raise PostError("not an HDF5 file, or one that was not closed properly") from None
        creator = self.file.get("h5md/creator")
        if creator is None or text_of(creator.attrs.get("name", "")) != "granum":
            self.file.close()
            raise PostError("not a granum results file (no h5md/creator with the name granum)")

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        self.file.close()

    def title(self):
        dataset = self.file.get("parameters/title")
        return text_of(dataset[()]) if isinstance(dataset, h5py.Dataset) else ""

    def sensors(self, column="force"):
        """All sensors with at least one sample, by group, then by bead number."""
        found = []
        for name, record in self.file.get("observables/sensors", {}).items():
            parts = re.fullmatch(r"(.+)-(\d+)", name)
            if parts and isinstance(record, h5py.Group):
                found.append(Sensor(parts[1], int(parts[2]), record, column))
        found = [sensor for sensor in found if sensor.time.values.size]
        if not found:
            remedy = "add `output: sensors: {group: ..., at: [...], every: ...}` to the input"
            raise PostError(f"no sensors in this run; {remedy}")
        return sorted(found, key=lambda sensor: (sensor.group, sensor.at))

    def detectors(self):
        """Name of each set of detectors -> its columns as a dict of Quantity."""
        found = {}
        for name, group in self.file.get("observables/detectors", {}).items():
            found[name] = {column: quantity(group, column) for column in group}
            missing = [column for column in DETECTED if column not in found[name]]
            if missing:
                raise PostError(f"{group.name}/{missing[0]} is missing")
            if len({len(column.values) for column in found[name].values()}) != 1:
                raise PostError(f"{group.name}: the columns differ in length")
        if not found:
            raise PostError("no detectors in this run; add `output: detectors: {group: ..., every: ...}` to the input")
        return found

    def has_energy(self):
        return "observables/energy/time" in self.file

    def energy(self):
        """The ledger as a dict of Quantity: time, kinetic, elastic, dissipated_*, carried_out, taken_by_changes, external_work,
        residual."""
        if not self.has_energy():
            raise PostError("no energy ledger in this run; add `output: energy: {every: ...}` to the input")
        group = self.file["observables/energy"]
        ledger = {name: quantity(group, name) for name in ("time", "kinetic", "elastic", "external_work", "residual")}
        lost = [name for name in sorted(group) if is_loss(name)]
        ledger.update({name: quantity(group, name) for name in lost})
        if any(len(column.values) != len(ledger["time"].values) for column in ledger.values()):
            raise PostError("the columns of the energy ledger differ in length")
        if not taken(ledger)["time"].values.size:
            raise PostError("the energy ledger is empty")
        return ledger

    def _variants(self, kind, what, column, make):
        """What `make` makes of each variant of a study, in the order of the file; one without a name if there are none."""
        group = self.file.get(kind)
        if not isinstance(group, h5py.Group):
            raise PostError(f"no {what} in this run; it is not one of `problem: {kind}`")
        if column in group:
            return [make("", group)]
        found = [make(name, group[name]) for name in group if isinstance(group[name], h5py.Group)]
        if not found:
            raise PostError(f"/{kind} has no variants and no {column}")
        return found

    def impacts(self):
        return self._variants("impact", "impacts", "approach_velocity", Impacts)

    def bounces(self):
        return self._variants("bounce", "bouncing balls", "bounce_count", Bounces)

    def mechanisms(self):
        return self._variants("mechanism", "mechanism", "impact_count", Mechanisms)

    def spacing(self):
        """Distance between neighbouring bead centres [m] where all beads have one radius, else None."""
        radius = self.file.get("particles/grains/radius")
        if not isinstance(radius, h5py.Dataset) or not radius.size:
            return None
        first = radius[0]
        return 2.0 * float(first) if self._constant(radius, first) else None

    @staticmethod
    def _constant(dataset, value, slab=1 << 20):
        return all(np.all(dataset[start : start + slab] == value) for start in range(0, len(dataset), slab))

    def velocity_frames(self):
        """The velocity trajectory: time [s] of the frames that were reached, and the open dataset [frame][particle][1],
        which has at least these."""
        group = self.file.get("particles/grains/velocity")
        if group is None or "value" not in group:
            raise PostError("no trajectory in this run; add `output: trajectory: {every: ...}` to the input")
        value = group["value"]
        if value.ndim != 3 or value.shape[2] != 1:
            raise PostError("the trajectory is not that of a chain (dimension 1)")
        time = taken({"time": quantity(group, "time")})["time"]
        if not time.values.size or not value.shape[1]:
            raise PostError("the trajectory is empty")
        if value.shape[0] < time.values.size:
            raise PostError("the trajectory has fewer frames than times")
        return time, value
