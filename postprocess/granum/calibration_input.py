"""The description of a calibration: a YAML file with the key `calibrate`. Tables of keys read and check it. Each
failure names file, line, column and key."""
from __future__ import annotations

import difflib
import json
import math
import os
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from .library import INPUT, Error, yaml_tree
from .surface import PRIMES, terms

NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(.*)", re.S)
SECONDS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
PLAIN = re.compile(r"[\w+./*^ -]+")  # a value that needs no quotes inside brackets
MOST_RUNS = 10000
REQUIRED = object()


class CalibrationError(Error):
    """A failure of a calibration that the user can correct, with the code and the parts of Error."""

    def __init__(self, message: str, code: int = INPUT):
        Exception.__init__(self, message)
        place = re.match(r"(?:(.+?):(\d+):(\d+): )?(?:([\w.-]+): )?(.*)", message, re.S)
        self.code, self.file, self.key = code, place[1], place[4]
        self.line, self.column = (int(number) if number else None for number in place.groups()[1:3])
        self.problem, _, remedy = place[5].partition("; ")
        self.remedy = remedy or None


class Node:
    """A value, list or map of the file, and its path of keys."""

    def __init__(self, file: str, tree: dict, path: str = ""):
        self.file, self.tree, self.path = file, tree, path

    def child(self, key: str) -> Node:
        """Returns the value of a key of a map; the map itself if it does not have this key."""
        return next((child for child in self.children("map") if child.key == key), self)

    def failure(self, text: str, at_key: bool = False) -> CalibrationError:
        """Returns the failure `text`, "problem; remedy", at this place."""
        prefix = "key_" if at_key and "key_line" in self.tree else ""
        line, column = self.tree[prefix + "line"], self.tree[prefix + "column"]
        return CalibrationError(f"{self.file}:{line}:{column}: {self.path + ': ' if self.path else ''}{text}")

    def children(self, kind: str) -> list[Node]:
        found = []
        for k, tree in enumerate(self.tree[kind]):
            name = tree.get("key", str(k))
            found.append(Node(self.file, tree, f"{self.path}.{name}" if self.path else name))
        return found

    @property
    def key(self) -> str:
        return self.tree["key"]

    def map(self, example: str) -> list[Node]:
        if "map" not in self.tree:
            raise self.failure(f"is not a map; write {example}")
        return self.children("map")

    def read(self, keys: dict[str, Key], example: str) -> dict:
        """Returns the values of a map by key, with the defaults of keys that it does not have."""
        found, there = {}, self.map(example)
        for child in there:
            if child.key not in keys:
                near = difflib.get_close_matches(child.key, keys, 1)
                advice = f"did you mean '{near[0]}'?" if near else f"write one of {', '.join(keys)}"
                raise child.failure(f"unknown key; {advice}", True)
            found[child.key] = keys[child.key].read(child)
        for name, key in keys.items():
            if name not in found and key.default is REQUIRED:
                raise self.failure(f"the key {name} is missing; add {name}: {key.meaning}", True)
        return {name: found.get(name, key.default) for name, key in keys.items()}

    def flow(self) -> str:
        """Returns the value as YAML on one line, for `--set`."""
        if "map" in self.tree:
            return "{" + ", ".join(f"{json.dumps(child.key)}: {child.flow()}" for child in self.children("map")) + "}"
        if "list" in self.tree:
            return "[" + ", ".join(child.flow() for child in self.children("list")) + "]"
        text = self.tree["text"]
        return text if PLAIN.fullmatch(text) and not self.tree["quoted"] else json.dumps(text, ensure_ascii=False)


class Key(NamedTuple):
    read: Callable[[Node], Any]
    meaning: str
    default: Any = REQUIRED


# ---- kinds of values ----


def text(node: Node) -> str:
    if not node.tree.get("text", "").strip():
        raise node.failure("is not a text; write a text")
    return node.tree["text"].strip()


def texts(node: Node) -> list[str]:
    """A text, or a list of texts."""
    if "list" not in node.tree:
        return [text(node)]
    if not node.tree["list"]:
        raise node.failure("is an empty list; write a text, or a list of texts")
    return [text(child) for child in node.children("list")]


def quantity(node: Node) -> tuple[float, str]:
    """Returns number and unit."""
    found = NUMBER.fullmatch(node.tree.get("text", ""))
    if not found or not math.isfinite(float(found[1])):
        raise node.failure(f"'{node.tree.get('text', '..')}' is not a finite number; write a number such as 0.5")
    return float(found[1]), found[2].strip()


def number(node: Node) -> float:
    value, unit = quantity(node)
    if unit:
        raise node.failure(f"has the unit '{unit}'; write the number only, in the unit at the end of `number`")
    return value


def tolerance(node: Node) -> float:
    value = number(node)
    if not value > 0:
        raise node.failure("is not above 0; write the error of `value`, such as its standard deviation")
    return value


def seconds(node: Node) -> float:
    value, unit = quantity(node)
    if unit not in SECONDS:
        raise node.failure(f"'{node.tree['text']}' is not a time; write for example 0.5 s")
    return value * SECONDS[unit]


def whole(least: int, most: int) -> Callable[[Node], int]:
    def read(node: Node) -> int:
        digits = node.tree.get("text", "")
        if not (digits.isascii() and digits.isdigit()) or not least <= int(digits) <= most:
            raise node.failure(f"is no whole number from {least} to {most}; write for example {least}")
        return int(digits)

    return read


def word(*choices: str) -> Callable[[Node], str]:
    def read(node: Node) -> str:
        if node.tree.get("text") not in choices:
            raise node.failure(f"'{node.tree.get('text', '..')}' is not possible; write one of {', '.join(choices)}")
        return node.tree["text"]

    return read


def changes(node: Node) -> dict[str, str]:
    """Values by path, as texts of `--set`."""
    return {child.key: child.flow() for child in node.map("{time.end: 1 s}")}


def file_of(node: Node) -> str:
    path = os.path.normpath(os.path.join(os.path.dirname(node.file), text(node)))
    if not os.path.isfile(path):
        raise node.failure(f"there is no file {path}; write the path of a case, relative to this file")
    return path


def interval(node: Node) -> tuple[float, float, str]:
    """Returns lower bound, upper bound, unit."""
    if len(node.tree.get("list", ())) != 2:
        raise node.failure("is not a list of two numbers; write [LOWEST, LARGEST], such as [0.1, 0.9]")
    (lower, unit), (upper, other) = (quantity(child) for child in node.children("list"))
    if unit != other:
        raise node.failure(f"its bounds have the units '{unit}' and '{other}'; write both in one unit")
    if not lower < upper:
        raise node.failure(f"its bounds are upside down: {lower:g} is not below {upper:g}; write the lower bound first")
    return lower, upper, unit


# ---- parameters and targets ----


class Parameter(NamedTuple):
    """A free parameter; u from 0 to 1 is its place in the range."""

    node: Node
    path: list[str]
    range: tuple[float, float, str]
    scale: str

    def value(self, u: float) -> float:
        """Returns the value at u, with the digits that the runs get."""
        lower, upper, _ = self.range
        found = lower * (upper / lower) ** u if self.scale == "log" else lower + (upper - lower) * u
        return float(f"{min(max(found, lower), upper):.10g}")

    def width(self, u: float, deviation: float) -> float:
        """Returns the deviation of the value for a deviation of u."""
        lower, upper, _ = self.range
        return deviation * (self.value(u) * math.log(upper / lower) if self.scale == "log" else upper - lower)

    def sets(self, u: float) -> list[str]:
        unit = f" {self.range[2]}" if self.range[2] else ""
        return [f"{path}={self.value(u)!r}{unit}" for path in self.path]


class Target(NamedTuple):
    """A number of granum-post, and its wanted value."""

    node: Node
    command: str
    number: str
    value: float
    tolerance: float
    of: str | None
    since: float | None
    until: float | None
    take: str


PARAMETER = {
    "path": Key(texts, "the path of a key, as in --set; a list of paths: all get this value"),
    "range": Key(interval, "[LOWEST, LARGEST], both with the unit of the key"),
    "scale": Key(word("linear", "log"), "linear or log: spacing of the values", "linear"),
}
TARGET = {
    "command": Key(text, "the words of granum-post, without the folder: drum --since 0.5s"),
    "number": Key(text, "the column that the command prints with --csv: mean_angle_degree"),
    "value": Key(number, "the wanted value, in the unit at the end of `number`"),
    "tolerance": Key(tolerance, "the standard deviation of `value`, or the accepted difference"),
    "of": Key(text, "of several tables, the one with this name in the first column", None),
    "since": Key(seconds, "first time of the rows that count", None),
    "until": Key(seconds, "last time of the rows that count", None),
    "take": Key(word("mean", "last", "largest"), "mean, last or largest: of the rows that count", "mean"),
}
SEEDS = {
    "path": Key(texts, "the path of a seed; a list of paths: all get the same seed"),
    "count": Key(whole(2, 1000), "runs of each point, each with another seed", 2),
}


def named(keys: dict[str, Key], kind: type, example: str) -> Callable[[Node], dict]:
    """Returns a reader of a map NAME -> a map with these keys."""

    def read(node: Node) -> dict:
        found: dict = {}
        for child in node.map(example):
            found[child.key] = kind(child, **child.read(keys, example))
        if not found:
            raise node.failure(f"is empty; write {example}", True)
        return found

    return read


def parameters(node: Node) -> dict[str, Parameter]:
    example = "{friction: {path: contacts.0.tangential.friction, range: [0.1, 0.9]}}"
    found, paths = named(PARAMETER, Parameter, example)(node), {}
    for name, parameter in found.items():
        if parameter.scale == "log" and not parameter.range[0] > 0:
            raise parameter.node.failure("its range is not above 0; write a range above 0, or scale: linear")
        for path in parameter.path:
            if path in paths:
                raise parameter.node.failure(f"{paths[path]} has the path {path} too; free each key once", True)
            paths[path] = name
    if len(found) > len(PRIMES):
        raise node.failure(f"has {len(found)} parameters; free at most {len(PRIMES)}", True)
    return found


def targets(node: Node) -> dict[str, Target]:
    example = "{angle: {command: drum, number: mean_angle_degree, value: 35, tolerance: 1}}"
    found, numbers = named(TARGET, Target, example)(node), {}
    for name, target in found.items():
        if target.since is not None and target.until is not None and not target.since < target.until:
            raise target.node.failure(
                f"no row is from {target.since:g} s until {target.until:g} s; write as since an earlier time than until"
            )
        number = tuple(target.command.split()), target.number, *target[5:]
        if number in numbers:
            raise target.node.failure(f"{numbers[number]} has the same number; give each number once", True)
        numbers[number] = name
    return found


CALIBRATE = {
    "case": Key(file_of, "the path of the case, relative to this file"),
    "set": Key(changes, "{PATH: VALUE}: changes of the case, as in --set", {}),
    "parameters": Key(parameters, "{NAME: {path, range, scale}}"),
    "targets": Key(targets, "{NAME: {command, number, value, tolerance}}"),
    "seeds": Key(lambda node: node.read(SEEDS, "{path: particles.grains.seed, count: 2}"), "{path, count}", None),
    "runs": Key(whole(1, MOST_RUNS), "largest number of runs", 60),
    "rounds": Key(whole(1, 100), "largest number of rounds", 8),
}
TOP = {
    "title": Key(text, "a line for the reader", ""),
    "source": Key(text, "origin of the data", ""),
    "calibrate": Key(lambda node: node, "{case, parameters, targets, seeds, runs, rounds}"),
}


class Description:
    """A description that was read: the keys of CALIBRATE as attributes, and `node`, for failures."""

    def __init__(self, path: str):
        try:
            with open(path, encoding="utf-8", errors="surrogateescape") as file:
                whole_text = file.read()
        except OSError as problem:
            raise CalibrationError(
                f"{path}: cannot be read: {problem.strerror}; give the path of a description"
            ) from None
        try:
            tree = yaml_tree(path, whole_text)
        except Error as problem:
            raise CalibrationError(str(problem), problem.code) from None
        self.file = path
        self.node = Node(path, tree).read(TOP, "calibrate: {case: FILE, ..}")["calibrate"]
        self.keys = self.node.read(CALIBRATE, "{case, parameters, targets, seeds, runs, rounds}")
        self.case, self.set, self.parameters, self.targets, seeds, self.runs, self.rounds = self.keys.values()
        self.seeds, self.seed_paths = (seeds["count"], seeds["path"]) if seeds else (1, [])
        self.check_numbers()

    def check_numbers(self):
        n, count = len(self.parameters), len(self.targets)
        if n > count:
            raise self.node.child("parameters").failure(
                f"has {n} parameters and calibrate.targets has {count}; free fewer parameters, or add targets", True
            )
        least = self.points(1) * self.seeds
        if self.runs < least:
            raise self.node.child("runs").failure(
                f"{self.runs} runs are too few: the first round has {least}; write runs: {3 * least}"
            )
        for path in self.seed_paths:
            for parameter in self.parameters.values():
                if path in parameter.path:
                    raise self.node.child("seeds").failure(f"{path} is a parameter as well; leave it out there", True)

    def sets(self) -> list[str]:
        """Returns the changes of the case, as texts of --set."""
        return [f"{path}={value}" for path, value in self.set.items()]

    def points(self, number: int) -> int:
        """Returns the number of points of a round: enough for a quadratic surface, later a star around the centre."""
        n = len(self.parameters)
        return terms(n) + 1 if number == 1 else 2 * n + 1

    def asked(self) -> dict:
        """Returns all that determines the runs and the answer, for comparison with an earlier description."""
        with open(self.case, encoding="utf-8", errors="backslashreplace") as file:
            case = file.read()
        return {
            "case": case,
            "set": self.set,
            "parameters": {name: [p.path, list(p.range), p.scale] for name, p in self.parameters.items()},
            "targets": {name: list(t[1:]) for name, t in self.targets.items()},
            "seeds": [self.seed_paths, self.seeds],
        }
