"""Columns of numbers with their units, and tables of columns: the data types that the library returns.

A table needs only numpy. `to_frame()` makes a pandas DataFrame of it and imports pandas only then."""
from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from typing import Any

import h5py
import numpy as np

PARTS = {  # names of the components of a row, by their number, if the description does not list them
    1: ("x",),
    3: ("x", "y", "z"),
    4: ("w", "x", "y", "z"),
    9: ("xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"),
}
NAMED = re.compile(r"\b[a-z_]+(?:, [a-z_]+)+")  # a list of words in a description
COMPONENT = re.compile(r"[wxyz]{1,2}|(?:lower|upper)_[xyz]")


class PostError(Exception):
    """An error that the user can correct; its text is one line."""


class Missing(PostError, KeyError, AttributeError):
    """There is no such name; a PostError for commands, a KeyError and an AttributeError for scripts."""

    __str__ = Exception.__str__


class NotRecorded(PostError):
    """The run does not record what a command needs; the text says which lines of the input record it."""


def text_of(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def column_name(name: str, unit: str) -> str:
    """Returns the name of a column of a CSV file, which ends in the unit: `discharge_rate_kg_per_s` for `discharge
    rate` in `kg s-1`."""
    above, below = [], []
    unit = re.sub(r"/([A-Za-z]+)(\d*)", lambda part: f" {part[1]}-{part[2] or 1}", unit)
    for symbol, sign, power in re.findall(r"([A-Za-z]+)\^?(-?)([\d.]*)", unit.replace("%", "percent")):
        (below if sign else above).append(symbol + ("" if power in ("", "1") else power))
    words = re.findall(r"[^\W_]+", name) + above + (["per", *below] if below else [])
    return "_".join(word.replace(".", "_") for word in words)


def swept_unit(path: str, unit: str) -> str:
    """Returns the unit of a swept key; that of a frequency is Hz, in which the input is written, and not 1/s."""
    return "Hz" if path.endswith("frequency") and unit in ("1/s", "s-1") else unit


class Column:
    """Numbers [row] or [row][component], with the unit and the description from the file. numpy accepts it as an
    array."""

    def __init__(self, values: np.ndarray, unit: str = "1", description: str = ""):
        self.values, self.unit, self.description = np.asarray(values), unit, description

    @classmethod
    def of(cls, dataset: h5py.Dataset, rows: Any = ()) -> Column:
        """Returns these rows of a dataset; by default all."""
        about = dataset.attrs
        values = dataset[rows]
        if (
            dataset.dtype == np.float32
        ):  # a trajectory in single precision is converted, so that arithmetic is in double precision
            values = values.astype(np.float64)
        return cls(values, text_of(about.get("unit", "1")), text_of(about.get("description", "")))

    def parts(self) -> tuple[str, ...]:
        """Returns the names of the components of a row from the description, `xx, yy, zz, xy`; otherwise by their
        number."""
        count = int(np.prod(self.values.shape[1:]))
        for found in NAMED.findall(self.description):
            names = tuple(found.split(", "))
            if len(names) == count and all(map(COMPONENT.fullmatch, names)):
                return names
        return PARTS.get(count, tuple(map(str, range(1, 1 + count))))

    def of_rows(self, rows: Any) -> Column:
        return Column(self.values[rows], self.unit, self.description)

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return np.asarray(self.values, dtype)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, rows: Any) -> Any:
        return self.values[rows]

    def __repr__(self) -> str:
        return f"<{' x '.join(map(str, self.values.shape))} numbers in {self.unit}: {self.description}>"


class Table(Mapping):
    """Columns by name, all with the same number of rows."""

    def __init__(self, columns: Mapping[str, Column], name: str = ""):
        self.name, self.columns = name, dict(columns)
        if len({len(column) for column in self.columns.values()}) > 1:
            raise PostError(f"{name or 'a table'}: the columns differ in length")

    def __getitem__(self, name: str) -> Column:
        if name not in self.columns:
            raise Missing(f"no column {name} in {self.name or 'this table'}; there are {', '.join(self)}")
        return self.columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        """The number of columns, as for any mapping; `rows` is the number of rows."""
        return len(self.columns)

    @property
    def rows(self) -> int:
        return len(self[next(iter(self))]) if len(self) else 0

    @property
    def units(self) -> dict[str, str]:
        return {name: self[name].unit for name in self}

    def flat(self) -> dict[str, np.ndarray]:
        """Returns a name for each component: `force_x`, `force_y`, `force_z` for `force`, `stress_xx`, ... for
        `stress`."""
        found = {}
        for name in self:
            values = self[name].values
            if values.ndim == 1:
                found[name] = values
                continue
            values = values.reshape(len(values), -1)
            found.update({f"{name}_{part}": values[:, k] for k, part in enumerate(self[name].parts())})
        return found

    def each(self) -> Iterator[tuple[str, str, np.ndarray]]:
        """Yields name, unit and values of each component."""
        for name, column in self.items():
            yield from ((part, column.unit, values) for part, values in Table({name: column}).flat().items())

    def to_records(self) -> np.ndarray:
        """Returns a structured array with a field for each component."""
        columns = self.flat()
        found = np.empty(self.rows, [(name, values.dtype) for name, values in columns.items()])
        for name, values in columns.items():
            found[name] = values
        return found

    def to_frame(self) -> Any:
        """Returns a pandas DataFrame with a column for each component; `attrs["units"]` has the units of the table's
        columns."""
        try:
            import pandas
        except ImportError:
            raise PostError("to_frame() needs pandas: apt-get install python3-pandas, or pip install pandas") from None
        frame = pandas.DataFrame({name: np.ascontiguousarray(values) for name, values in self.flat().items()})
        frame.attrs["units"] = self.units
        return frame

    def __repr__(self) -> str:
        return f"<{self.name or 'table'}: {self.rows} rows of {', '.join(self)}>"


class Numbers(Table):
    """The numbers of a picture: columns, and single numbers in `totals`. In a CSV file a total is a column with equal
    values. `label`: heading of a column with `name`, if a picture has several tables. `printed`: whether the text form
    has the columns."""

    def __init__(
        self,
        columns: Mapping[str, Column],
        totals: Mapping[str, Column] = {},
        name: str = "",
        label: str = "",
        printed: bool = True,
    ):
        super().__init__(columns, name)
        self.totals, self.label, self.printed = dict(totals), label, printed

    def lines(self) -> list[str]:
        """Returns the table as lines of text, then a line for each total."""
        found = [self.name] if self.name else []
        shown = list(self.each()) if self.printed else []
        names = [" ".join([name, *plain(unit)]) for name, unit, _ in shown]
        widths = [max(12, len(name)) for name in names]
        rows = zip(*(values for _, _, values in shown))
        for row in [names, *rows] if names else []:
            texts = (each if isinstance(each, str) else f"{each:.7g}" for each in row)
            found.append(" ".join(f"{text:>{width}}" for text, width in zip(texts, widths)))
        return found + [" ".join([name, f"{t.values:.5g}", *plain(t.unit)]) for name, t in self.totals.items()]


def plain(unit: str) -> list[str]:
    """Returns `kg/s` for `kg s-1`, in a list; an empty list for the unit 1."""
    above = [part for part in unit.split() if "-" not in part]
    below = [part.replace("-1", "").replace("-", "") for part in unit.split() if "-" in part]
    return [] if unit == "1" else ["/".join([" ".join(above) or "1", *below])]


def csv_rows(tables: list[Numbers]) -> tuple[list[str], list[dict[str, Any]]]:
    """Returns the columns of the CSV file of tables, with the columns of all of them, and its rows. A row lacks the
    columns of other tables."""
    rows, header, common = [], {}, {}
    label = next((table.label for table in tables if table.label), "")
    for table in tables:
        flat = {label: [table.name or "table"] * table.rows} if label else {}
        flat.update({column_name(name, unit): values.tolist() for name, unit, values in table.each()})
        common.update({column_name(name, total.unit): float(total.values) for name, total in table.totals.items()})
        header.update(dict.fromkeys(flat))
        rows += [dict(zip(flat, row)) for row in zip(*flat.values())]
    return list(header | common), [row | common for row in rows]


def write_csv(tables: list[Numbers], out: Any) -> None:
    """Writes the tables below each other; fields without a value are empty."""
    header, rows = csv_rows(tables)
    writer = csv.DictWriter(out, header, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


class Sample(Table):
    """A table at one time of the run: `number` from 0, `time` [s], `step`."""

    def __init__(self, columns: Mapping[str, Column], name: str, number: int, time: float, step: int):
        super().__init__(columns, name)
        self.number, self.time, self.step = number, time, step


def quantity(group: h5py.Group, name: str) -> Column:
    dataset = group.get(name)
    if not isinstance(dataset, h5py.Dataset):
        raise PostError(f"{group.name}/{name} is missing")
    return Column.of(dataset)


def taken(columns: dict[str, Column]) -> dict[str, Column]:
    """Returns the samples that were recorded, of columns with `time`. Columns of a running run may have grown since
    the first column was read. Samples that are allocated but not yet recorded have time nan."""
    whole = min(len(column) for column in columns.values())
    reached = np.isfinite(columns["time"].values[:whole])
    for column in columns.values():
        column.values = column.values[:whole][reached]
    return columns


def table_of(group: h5py.Group, name: str = "") -> Table:
    """Returns all datasets of a group; of a group with `time`, the recorded rows."""
    first = sorted(group, key=lambda key: (key not in ("step", "time"), key))
    columns = {key: Column.of(group[key]) for key in first if isinstance(group[key], h5py.Dataset) and group[key].ndim}
    return Table(taken(columns) if "time" in columns else columns, name or group.name.strip("/"))
