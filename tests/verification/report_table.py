"""The tables of published numbers, published/SYSTEM.json, and the runs they need.

Each file is one system of the papers:

  title   the heading in the report (left out: the name)
  inputs  name -> {"file": path, "set": [overrides]}; a name used in two files must mean the same run
  rows    the published numbers; report_rows.py says what their columns mean

A value that is not a column of /impact comes from a function: one of report_values_SYSTEM.py, where that module exists
(`-` in the name of the system is `_` there), or else one of report_values.py. published/papers.json has the papers."""
import importlib
import importlib.util
import json
import os
import re

import h5py
import numpy as np
import report_values
from granum_test import SOURCE, simulate

TABLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "published")


class System:
    """One file of the table."""

    def __init__(self, name):
        content = read(name)
        self.name, self.title, self.inputs, self.rows = (
            name,
            content.get("title", name),
            content["inputs"],
            content["rows"],
        )
        module = "report_values_" + name.replace("-", "_")
        self.modules = [report_values]
        if importlib.util.find_spec(module):
            self.modules.insert(0, importlib.import_module(module))

    def function(self, name):
        for module in self.modules:
            if hasattr(module, name):
                return getattr(module, name)
        raise ValueError(f"{self.name}: no function {name} in {', '.join(module.__name__ for module in self.modules)}")


def read(name):
    with open(os.path.join(TABLES, name + ".json")) as file:
        return json.load(file)


def papers():
    """Short name -> title, in the order of the report."""
    return read("papers")


def load(only=None):
    """The systems, or those named, in the order of their names."""
    names = sorted(file[: -len(".json")] for file in os.listdir(TABLES) if file.endswith(".json"))
    return [System(name) for name in names if name != "papers" and (not only or name in only)]


def inputs(systems):
    """Name -> input of all systems."""
    found = {}
    for system in systems:
        for name, entry in system.inputs.items():
            if found.setdefault(name, entry) != entry:
                raise ValueError(f"{system.name}: another system has a different input of the name {name}")
    return found


def run_inputs(systems, directory):
    """Runs every input; returns name -> results file."""
    results = {}
    for name, entry in inputs(systems).items():
        file = os.path.join(SOURCE, entry["file"])
        results[name] = simulate(file, os.path.join(directory, name), entry.get("set", ()))
    return results


def row_index(group, at):
    """The row that `at` asks for, a slice over all without it."""
    if at is None:
        return slice(None)
    if "row" in at:
        return at["row"]
    match = np.ones(len(group["approach_velocity"]), bool)
    for column, value in at.items():
        match &= np.isclose(group[column][:], value, rtol=1e-9, atol=0)
    if match.sum() != 1:
        raise ValueError(f"{group.name}: {match.sum()} rows with {at}")
    return int(np.argmax(match))


def evaluate(system, entry, file):
    """granum's number for a row, from the open results of its input."""
    call = re.fullmatch(r"(\w+)\((.*)\)", entry["value"])
    if call:
        arguments = [argument.strip() for argument in call[2].split(",") if argument.strip()]
        return system.function(call[1])(file, *arguments)
    variant, _, column = entry["value"].rpartition("/")
    group = file["impact"][variant] if variant else file["impact"]
    return group[column][row_index(group, entry.get("at"))]


def evaluate_all(system, results):
    """Pairs of a row and granum's number for it."""
    found = []
    for entry in system.rows:
        with h5py.File(results[entry["input"]], "r") as file:
            found.append((entry, evaluate(system, entry, file)))
    return found
