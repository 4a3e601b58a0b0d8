"""Impacts and bouncing balls as arrays, without files: impact, bounce."""
import ctypes
import os
from collections.abc import Mapping
from ctypes import POINTER, Structure, c_char_p, c_double, c_int64, c_size_t, c_void_p

import numpy as np

from .cases import Case, Input
from .library import Error, library

# Members of GrImpact, GrBounceBall, GrBounce, GrBouncePoint and GrBounceEnergy of granum/ensemble.h.
IMPACT = (
    "approach_velocity separation_velocity restitution restitution_theory overlap_max force_max force_min duration "
    "energy_lost energy_viscous energy_plastic energy_residual residual_overlap sticking_overlap"
).split()
BALL = (
    "outcome bounce_count last_onset rest_time rest_overlap static_overlap energy_start energy_residual first_bounce "
    "first_point first_energy"
).split()
BOUNCE = (
    "ball number time duration speed_in speed_out restitution restitution_theory overlap_max force_max force_min "
    "dissipated_viscous dissipated_plastic"
).split()
ENERGIES = "kinetic potential elastic dissipated_viscous dissipated_plastic".split()
POINT = ["ball", "time", "height", "velocity", "force", "damping_force", *ENERGIES]
ENERGY = ["ball", "time", *ENERGIES, "residual"]


class Log(Structure):
    """GrLog of granum/ensemble.h."""

    _fields_ = [("size", c_size_t), ("n", c_int64), ("capacity", c_int64), ("row", c_void_p)]


class BounceTask(Structure):
    _fields_ = [("id", c_double), ("the_case", c_void_p)]


class BounceResult(Structure):
    """GrBounceResult of granum/ensemble.h."""

    _fields_ = [("ball", c_double * len(BALL)), ("bounces", Log), ("trajectory", Log), ("energy", Log)]
    _fields_ += [("why", c_char_p)]


def input_of(given, set, name, handle, problem):
    """Reads an input whose cases have this problem; the caller destroys it."""
    read = Input(given, set, name, handle)
    found = read.values(read.at(0)).get("problem", "particles")
    if found != problem:
        read.destroy()
        raise Error(f"{read.file}: has problem: {found}; give a case with problem: {problem}")
    return read


def speeds_of(values):
    """Returns the approach speeds of a case [m/s]: a list, or a range."""
    given = values["velocities"]
    if not isinstance(given, Mapping):
        return np.array(given, dtype=float)
    space = np.geomspace if given.get("spacing") == "log" else np.linspace
    return space(given["from"], given["to"], given["count"])


def impact(given: str | os.PathLike | Mapping | Case, speeds=None, set: Mapping | None = None, comm=None) -> dict:
    """Computes central impacts of two bodies; writes no files.

    given: an input with `problem: impact`, as for Run; with variants and a sweep it has several cases.
    speeds: [n] approach speeds [m/s]; default: `velocities` of each case.
    Returns arrays by name, each [n], or [cases, n] if the input has several cases: approach_velocity,
    separation_velocity [m/s], restitution, restitution_theory, overlap_max, residual_overlap, sticking_overlap [m],
    force_max, force_min [N], duration [s], energy_lost, energy_viscous, energy_plastic [J], energy_residual. An impact
    that fails is NaN, and "failed" has its reason by index. Each rank computes a part; the arrays have the same bits on
    any number of ranks, and all ranks get them. Raises Error for a bad input, or for oblique impacts. Collective."""
    comm, handle = library().comm(comm)
    read = input_of(given, set, None, handle, "impact")
    try:
        rows, failed = [], {}
        while read.at(len(rows)).value:
            the_case, values = read.at(len(rows)), read.values(read.at(len(rows)))
            if values.get("angle") is not None or values.get("tangential_velocity") is not None:
                raise Error(f"{read.file}: oblique impacts are computed by `granum run`; leave out the direction")
            speed = speeds_of(values) if speeds is None else np.array(speeds, dtype=float).reshape(-1)
            if not (speed > 0).all() or not np.isfinite(speed).all():
                raise Error(f"{read.file}: speeds must be numbers above 0 [m/s]")
            found, why = impacts_of(the_case, speed, comm)
            failed.update({(len(rows), i) if read.at(1).value else i: text for i, text in why.items()})
            rows.append(found)
        if len({row.shape for row in rows}) > 1:
            raise Error(f"{read.file}: the cases have different numbers of velocities; give speeds")
    finally:
        read.destroy()
    table = np.stack(rows) if len(rows) > 1 else rows[0]
    return {**{name: table[..., k].copy() for k, name in enumerate(IMPACT)}, "failed": failed}


def impacts_of(the_case, speed, comm):
    """Returns the results [n][members of GrImpact] of all ranks, and the reasons of failures by index."""
    rank, size = (comm.rank, comm.size) if comm is not None else (0, 1)
    first, end = (len(speed) * k // size for k in (rank, rank + 1))
    mine, count = np.ascontiguousarray(speed[first:end]), end - first
    result, why = np.full((count, len(IMPACT)), np.nan), (c_char_p * max(count, 1))()
    as_doubles = POINTER(c_double)
    library().call(
        "GrImpactSolveCase",
        the_case,
        library().Int(count),
        mine.ctypes.data_as(as_doubles),
        result.ctypes.data_as(as_doubles),
        why,
    )
    failed = {first + i: text.decode() for i, text in enumerate(why[:count]) if text}
    for i in failed:
        result[i - first] = np.nan
    if comm is None or size == 1:
        return result, failed
    parts = comm.allgather((result, failed))
    return np.concatenate([part for part, _ in parts]), {i: text for _, each in parts for i, text in each.items()}


def rows_of(log, names):
    """Copies a log into arrays by name."""
    n = log.n if log.row else 0
    table = np.array((c_double * (n * len(names))).from_address(log.row)) if n else np.empty(0)
    return dict(zip(names[1:], table.reshape(n, len(names)).T[1:].copy()))


def bounce(given: str | os.PathLike | Mapping | Case, set: Mapping | None = None, name=None, comm=None) -> dict:
    """Computes the motion of a bouncing ball; writes no files.

    given: an input with `problem: bounce`, as for Run. name: name or number of a case, if the input has several.
    Returns the summary by name (outcome: 0 at rest, 1 oscillates, 2 flies; bounce_count, rest_time [s], rest_overlap
    [m], energy_start [J], ...), and the dictionaries of arrays "bounces" (a row for each contact), "trajectory" (a row
    for each point) and "energy", with the names of the results file. Each rank computes the same. Raises Error for a
    bad input, or if the computation fails. Collective."""
    read = input_of(given, set, name, library().comm(comm)[1], "bounce")
    try:
        task, result = BounceTask(1, read.only()), BounceResult()
        library().call("GrBounceSolve", library().Int(1), ctypes.byref(task), ctypes.byref(result))
        found = dict(zip(BALL, result.ball))
        why = result.why.decode() if result.why else None
        logs = (("bounces", BOUNCE), ("trajectory", POINT), ("energy", ENERGY))
        found.update({log: rows_of(getattr(result, log), names) for log, names in logs})
        library().call("GrBounceResultDestroy", ctypes.byref(result))
    finally:
        read.destroy()
    if why:
        raise Error(f"{read.file}: {why}", 3)
    for place in ("first_bounce", "first_point", "first_energy"):
        del found[place]
    return found
