"""Cases, and functions that need no run: check, laws, results."""
from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Mapping
from ctypes import byref, c_char_p, c_size_t, c_void_p

import numpy as np

from .library import Error, library


def plain(value):
    """Returns a scalar or array of numpy as a number or lists, for JSON."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise Error(f"case: {value!r} is no value of an input; write numbers, texts, lists, and dictionaries of them")


def words(value) -> str:
    """Returns a value as YAML text on one line: JSON, which is YAML, with plain strings at the top."""
    return value if isinstance(value, str) else json.dumps(value, default=plain)


def numbers(value, name: str, wanted: str) -> np.ndarray:
    """Returns numbers that the caller gives as an array of one dimension."""
    try:
        return np.array(value, dtype=float).reshape(-1)
    except (TypeError, ValueError):
        raise Error(f"{name}: {value!r} is not a number or an array of numbers; give {wanted}") from None


def overrides(changes: Mapping | None) -> tuple:
    """Returns number and texts of the values by path, for C."""
    texts = [f"{path}={words(value)}".encode("utf-8", "surrogateescape") for path, value in (changes or {}).items()]
    return len(texts), (c_char_p * len(texts))(*texts)


class Case:
    """The text of an input, and its file; None: it is in no file. str(case) is the text."""

    def __init__(self, text: str, file: str | None = None):
        self.text, self.file = text, file

    def __str__(self) -> str:
        return self.text


def case(keys: Mapping, file: str | os.PathLike | None = None) -> Case:
    """Returns the case with these keys, nested as in an input; values are numbers in SI, or strings with units.

    file: also writes the input to this file, on rank 0. Other files that the case names are relative to the folder of
    this file, by default to the current folder."""
    text = json.dumps(keys, indent=2, ensure_ascii=False, default=plain) + "\n"
    if file is None:
        return Case(text)
    comm, _ = library().comm()
    problem = None
    if comm is None or comm.rank == 0:
        try:
            with open(file, "w") as out:
                out.write(text)
        except OSError as failure:
            problem = f"{os.fspath(file)}: cannot be written: {failure.strerror}; give another file"
    problem = problem if comm is None else comm.bcast(problem)
    if problem:
        raise Error(problem, 4)
    return Case(text, os.fspath(file))


class Input:
    """A validated input in the library. Collective."""

    def __init__(self, given: str | os.PathLike | Mapping | Case, changes: Mapping | None, name: str | None, handle):
        self.library, self.study = library(), c_void_p()
        given = case(given) if isinstance(given, Mapping) else given
        sets = *overrides(changes), byref(self.study)
        if isinstance(given, Case) and given.file is None:
            self.file = "case"
            self.library.call("GrStudyReadText", handle, b"case", given.text.encode("utf-8", "surrogateescape"), *sets)
        else:
            self.file = given.file if isinstance(given, Case) else os.fspath(given)
            self.library.call("GrStudyRead", handle, os.fsencode(self.file), *sets)
        if name is not None:
            selected = ctypes.create_string_buffer(128)
            wanted = str(name).encode("utf-8", "surrogateescape")
            self.call("GrStudySelect", self.study, wanted, c_size_t(128), selected)

    def call(self, *arguments):
        try:
            self.library.call(*arguments)
        except Error:
            self.destroy()
            raise

    def at(self, index: int) -> c_void_p:
        """Returns a case, from 0; a null pointer: there are fewer cases."""
        return c_void_p(self.library.c.GrStudyAt(self.study, index, c_size_t(0), None))

    def only(self) -> c_void_p:
        """Returns the only case."""
        if self.at(1):
            raise Error(f"{self.file}: has several cases; give the name or number of one as `name`")
        return self.at(0)

    def only_of_particles(self) -> c_void_p:
        """Returns the only case, which has particles."""
        problem = self.values(self.at(0)).get("problem", "particles")
        if problem != "particles":
            raise Error(f"{self.file}: problem: {problem} has no steps to drive; use `granum run`")
        return self.only()

    def values(self, the_case: c_void_p) -> dict:
        """Returns the keys of a case with all defaults."""
        return json.loads(self.library.printed(lambda file: self.library.call("GrCasePrintJson", the_case, file)))

    def destroy(self):
        self.library.call("GrStudyDestroy", byref(self.study))


def check(given, set: Mapping | None = None, name: str | None = None, comm=None) -> dict:
    """Validates a case and returns the document of `granum check --json`: "cases" has an object for each case, with
    "particles", "step_s", ... Members whose name ends in a unit are in this unit. "resolved" is the input with all
    defaults. Collective; the same on every rank."""
    comm, handle = library().comm(comm)
    input = Input(given, set, name, handle)
    text = library().printed(lambda file: input.call("GrRunCheckJson", handle, input.study, 1, None, file))
    input.destroy()
    return json.loads(text if comm is None else comm.bcast(text))


def resolved(given, set: Mapping | None = None, name: str | None = None, comm=None) -> dict:
    """Returns the keys of a case with all defaults, nested as in an input; numbers are in SI. Run and case() accept the
    dictionary. Collective; the same on every rank."""
    input = Input(given, set, name, library().comm(comm)[1])
    try:
        return input.values(input.only())
    finally:
        input.destroy()


def laws() -> dict:
    """Returns the contact laws by name: kind ("normal", "tangential", ...), summary, and parameters by name with their
    descriptions and JSON Schemas, from the tables that validate inputs."""
    schema = json.loads(library().printed(lambda file: library().call("GrKeysPrintSchema", file)))
    found: dict = {}
    for name, kind in schema["$defs"].items():
        for law in kind.get("oneOf", []) if name.endswith("_law") else []:
            keys = dict(law["properties"])
            word = keys.pop("law")
            kind_of = name[: -len("_law")]
            found[word["enum"][0]] = {"kind": kind_of, "summary": word["description"], "parameters": keys}
    return found


loaded = set()  # paths of the plugins of this process


def plugin(path: str | os.PathLike):
    """Loads a plugin: a shared object with laws and other parts of your own (GR_PLUGIN of granum/command.h). Call it
    before a case is read, on every rank. A second call for the same file has no effect. Raises Error if it cannot be
    loaded."""
    place = os.path.realpath(path)
    if place not in loaded:
        library().call("GrPluginLoad", os.fsencode(path))
        loaded.add(place)


def results(path: str | os.PathLike):
    """Opens the results of a run with granum_post: a folder, its results.h5, or the folder of a study."""
    try:
        import granum_post
    except ImportError:
        raise Error("granum.results needs the package granum_post; pip install postprocess/") from None
    return granum_post.open(os.fspath(path))
