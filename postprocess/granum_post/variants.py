"""Large ensembles of small problems: the impacts, prescribed paths, bouncing balls and mechanisms of each variant of a
study, as tables."""
from __future__ import annotations

import copy
from typing import Any

import h5py
import numpy as np

from .table import Column, PostError, Table, quantity, swept_unit, text_of


WORDS = "number of the word of this key:"  # description of a swept key with words: `0 zero_force; 1 separation`


def swept_columns(group: h5py.Group) -> dict[str, Column]:
    """Returns the swept values by their path: numbers, or words as texts."""
    found = {path: quantity(group["swept"], path) for path in group.get("swept", {})}
    for path, column in found.items():
        column.unit = swept_unit(path, column.unit)
        if column.description.startswith(WORDS):
            words = [text.split(maxsplit=1)[1] for text in column.description[len(WORDS) :].split("; ")]
            column.values = np.array(words)[column.values.astype(int)]
    return found


def of_numbers(column: Column) -> bool:
    """Whether all values of a swept key are numbers."""
    return column.values.dtype.kind == "f" and bool(np.isfinite(column.values).all())


class Impacts(Table):
    """The impacts of one variant, a row each: for each sweep point all approach speeds. Swept values are columns
    named by their path, of numbers or words. `curves`: names to columns [row][point]; None if none were recorded."""

    def __init__(self, name: str, group: h5py.Group):
        found = {key: quantity(group, key) for key in group if isinstance(group[key], h5py.Dataset)}
        self.field = {key: column.values for key, column in found.items()}  # arrays by name, without swept values
        self.swept = swept_columns(group)
        curves = group.get("curves")
        self.curves = {key: quantity(curves, key).values for key in curves} if curves is not None else None
        for key in ("approach_velocity", "separation_velocity", "restitution", "overlap_max", "force_max"):
            if key not in self.field:
                raise PostError(f"{group.name}/{key} is missing")
        for key in ("time", "overlap", "rate", "force") if curves is not None else ():
            if key not in self.curves:
                raise PostError(f"{curves.name}/{key} is missing")
        if not len(self.field["approach_velocity"]):
            raise PostError(f"{group.name} has no rows")
        if len({len(values) for values in [*found.values(), *self.swept.values(), *(self.curves or {}).values()]}) > 1:
            raise PostError(f"{group.name}: the columns differ in length")
        super().__init__({**self.swept, **found}, name)

    def of_rows(self, rows: slice) -> Impacts:
        """Returns a variant with these impacts only."""
        found = copy.copy(self)
        found.columns = {key: column.of_rows(rows) for key, column in self.columns.items()}
        found.field = {key: values[rows] for key, values in self.field.items()}
        found.swept = {key: column.of_rows(rows) for key, column in self.swept.items()}
        found.curves = self.curves and {key: values[rows] for key, values in self.curves.items()}
        return found

    @property
    def speeds(self) -> int:
        """Returns the number of approach speeds in one sweep point: the shortest period of the approach velocity."""
        speed = self.field["approach_velocity"]
        if not self.swept:
            return self.rows
        return next(
            n
            for n in range(1, self.rows + 1)
            if self.rows % n == 0 and np.array_equal(speed, np.tile(speed[:n], self.rows // n))
        )


class Members(Table):
    """The members (balls or runs) of one variant of a study, a row each: results, and swept values by their path
    (nan: a word). `tables` have the rows of all members, in their order; `rows_of` returns the rows of one member."""

    MEMBER, COUNT, COLUMNS = "", "", {}

    def __init__(self, name: str, group: h5py.Group):
        self.swept = swept_columns(group)
        self.count = len(quantity(group, self.COUNT))
        self.tables = {table: self.read_table(group, table) for table in self.COLUMNS}
        if any(len(found) != self.count for found in self.swept.values()):
            raise PostError(f"{group.name}/swept: the columns differ in length")
        found = {key: Column.of(group[key]) for key in group if isinstance(group[key], h5py.Dataset)}
        super().__init__({**self.swept, **found}, name)

    def read_table(self, group: h5py.Group, table: str) -> Table:
        if not isinstance(group.get(table), h5py.Group):
            raise PostError(f"{group.name}/{table} is missing")
        names = dict.fromkeys((self.MEMBER, *self.COLUMNS[table], *group[table]))
        return Table({column: quantity(group[table], column) for column in names}, f"{group.name}/{table}".strip("/"))

    @property
    def moving(self) -> dict[str, str]:
        """Unit of each column of the trajectory."""
        return {key: unit for key, unit in self.tables["trajectory"].units.items() if key not in (self.MEMBER, "time")}

    def rows_of(self, table: str, member: int) -> dict[str, np.ndarray]:
        """Column -> its values for this member, from 1."""
        found = self.tables[table]
        begin, end = np.searchsorted(found[self.MEMBER].values, (member, member + 1))
        return {column: found[column].values[begin:end] for column in found if column != self.MEMBER}


class Bounces(Members):
    MEMBER, COUNT = "ball", "bounce_count"
    COLUMNS = {
        "bounces": ("time", "duration", "speed_in", "speed_out", "number", "restitution", "restitution_theory"),
        "trajectory": ("time", "height", "velocity", "force"),
    }


class Mechanisms(Members):
    """Mechanisms; their contacts have names."""

    MEMBER, COUNT = "run", "impact_count"
    COLUMNS = {
        "impacts": ("time", "duration", "contact", "speed_in"),
        "trajectory": ("time",),
        "energy": ("time", "kinetic", "potential", "elastic"),
    }

    def __init__(self, name: str, group: h5py.Group):
        super().__init__(name, group)
        self.contacts = text_of(group.attrs.get("contacts", "")).split(", ")


class Paths(Members):
    MEMBER, COUNT = "run", "force_max"
    COLUMNS = {
        "trajectory": (
            *("time", "overlap", "force", "slide_y", "slide_z", "friction_y", "friction_z"),
            *("roll_y", "roll_z", "twist", "torque_x", "torque_y", "torque_z", "supplied", "elastic", "residual"),
        )
    }


def variants(file: h5py.File, kind: str, noun: str, column: str, make: Any) -> list[Any]:
    """Returns `make` of each variant of a study, in the order of the file; without variants, a list of one table
    without a name."""
    group = file.get(kind)
    if not isinstance(group, h5py.Group):
        raise PostError(f"no {noun} in this run; its input has not `problem: {kind}`")
    if column in group:
        return [make("", group)]
    found = [make(name, group[name]) for name in group if isinstance(group[name], h5py.Group)]
    if not found:
        raise PostError(f"/{kind} has no variants and no {column}")
    return found
