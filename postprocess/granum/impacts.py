"""Impacts, prescribed paths and bouncing balls as arrays, without files: impact, path, bounce."""
import ctypes
import os
from collections.abc import Mapping
from ctypes import POINTER, Structure, c_char_p, c_double, c_int64, c_size_t, c_void_p

import numpy as np

from .cases import Case, Input, numbers
from .library import Error, library

# Members of GrImpact, GrBounceBall, GrBounce, GrBouncePoint and GrBounceEnergy of granum/ensemble.h, and of GrOblique,
# GrPathRun and GrPathPoint of granum/two_bodies.h.
IMPACT = (
    "approach_velocity separation_velocity restitution restitution_theory overlap_max force_max force_min duration "
    "energy_lost energy_viscous energy_plastic energy_residual residual_overlap sticking_overlap"
).split()
OBLIQUE = (
    "angle tangential_velocity slip_before_y slip_before_z friction rebound_angle velocity_y velocity_z "
    "tangential_restitution slip_y slip_z slip_restitution impulse_ratio spin_1_x spin_1_y spin_1_z spin_2_x spin_2_y "
    "spin_2_z energy_sliding energy_rolling energy_twisting energy_elastic steps error"
).split()
PATH = (
    "overlap_max force_max force_min friction_max energy_start energy_supplied energy_dissipated energy_exchanged "
    "energy_residual steps first_point"
).split()
PATH_POINT = (
    "run time turn overlap rate slide_y slide_z roll_y roll_z twist force friction_x friction_y friction_z torque_x "
    "torque_y torque_z supplied elastic spring_sliding spring_rolling spring_twisting dissipated_viscous "
    "dissipated_plastic dissipated_sliding dissipated_rolling dissipated_twisting residual"
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


class PathResult(Structure):
    """GrPathResult of granum/two_bodies.h."""

    _fields_ = [("run", c_double * len(PATH)), ("trajectory", Log), ("why", c_char_p)]


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


def directions(given, values, name):
    """Returns an array of directions for all impacts, from an argument; None: not given."""
    if values is None:
        return None
    unit = "rad" if name == "angles" else "m/s"
    found = numbers(values, name, f"numbers in {unit}")
    most, range_text = (np.pi / 2, "to below pi/2 [rad]") if name == "angles" else (np.inf, "[m/s]")
    if not (found >= 0).all() or not (found < most).all():
        raise Error(f"{given}: {name} must be numbers from 0 {range_text}")
    return found


def together(file, **arrays):
    """Returns arrays of the same length; a single number is repeated."""
    count = max(array.size for array in arrays.values())
    for name, array in arrays.items():
        if array.size not in (1, count):
            raise Error(f"{file}: {name} has {array.size} numbers, another argument {count}; give as many, or one")
    return [np.ascontiguousarray(np.broadcast_to(array, count)) for array in arrays.values()]


def velocities_of(the_case, values, speeds, angles, tangential, file):
    """Returns the velocities along normal and surface of all impacts of a case [m/s]; the second is None for central
    impacts."""
    spins = any(any(body.get("spin", ())) for body in values["bodies"])
    given = [values.get(key) is not None for key in ("angle", "tangential_velocity")]
    if angles is None and tangential is None and speeds is None and any(given):
        count = library().c.GrObliqueCount(the_case)
        normal, along = np.empty(count), np.empty(count)
        places = [array.ctypes.data_as(POINTER(c_double)) for array in (normal, along)]
        library().c.GrObliqueVelocities(the_case, c_int64(0), library().Int(count), *places)
        return normal, along
    if angles is None and tangential is None and any(given):
        raise Error(f"{file}: the case has directions, and speeds replace its velocities; give angles or tangential")
    speed = speeds_of(values) if speeds is None else speeds
    if angles is not None:
        speed, angles = together(file, speeds=speed, angles=angles)
        return speed * np.cos(angles), speed * np.sin(angles)
    if tangential is not None:
        return together(file, speeds=speed, tangential=tangential)
    return speed, np.zeros(speed.size) if spins else None


def impact(
    given: str | os.PathLike | Mapping | Case,
    speeds=None,
    set: Mapping | None = None,
    comm=None,
    angles=None,
    tangential=None,
) -> dict:
    """Computes impacts of two bodies; writes no files.

    given: an input with `problem: impact`, as for Run; with variants and a sweep it has several cases.
    speeds: [n] approach speeds [m/s]; default: `velocities` of each case.
    angles: [n] angles between velocity and normal [rad], or tangential: [n] velocities along the surface [m/s]; one
    number is used for all speeds. Default: each direction of the case at each of its velocities.
    Returns arrays by name, each [n], or [cases, n] if the input has several cases: approach_velocity,
    separation_velocity [m/s], restitution, restitution_theory, overlap_max, residual_overlap, sticking_overlap [m],
    force_max, force_min [N], duration [s], energy_lost, energy_viscous, energy_plastic [J], energy_residual. Oblique
    impacts, and those of bodies that spin, also have the other columns of the results file: rebound_angle,
    tangential_restitution, impulse_ratio, ... An impact that fails is NaN, and "failed" has its reason by index. Each
    rank computes a part; the arrays have the same bits on any number of ranks, and all ranks get them. Raises Error for
    a bad input. Collective."""
    comm, handle = library().comm(comm)
    if speeds is not None:
        speeds = numbers(speeds, "speeds", "numbers in m/s")
        if not (speeds > 0).all() or not np.isfinite(speeds).all():
            raise Error("speeds must be numbers above 0 [m/s]")
        if isinstance(given, Mapping) and given.get("problem") == "impact":
            given = {"velocities": speeds[:1], **given}  # the key is required, but has no effect
    read = input_of(given, set, None, handle, "impact")
    try:
        if angles is not None and tangential is not None:
            raise Error(f"{read.file}: angles and tangential are both given; give one of them")
        angles = directions(read.file, angles, "angles")
        tangential = directions(read.file, tangential, "tangential")
        cases = cases_of(read)
        moving = [velocities_of(c, read.values(c), speeds, angles, tangential, read.file) for c in cases]
        oblique = any(along is not None for _, along in moving)
        rows, failed = [], {}
        for the_case, (normal, along) in zip(cases, moving):
            along = np.zeros(normal.size) if oblique and along is None else along
            found, why = impacts_of(the_case, normal, along, comm)
            failed.update({(len(rows), i) if len(cases) > 1 else i: text for i, text in why.items()})
            rows.append(found)
        if len({row.shape for row in rows}) > 1:
            raise Error(f"{read.file}: the cases have different numbers of velocities; give speeds")
    finally:
        read.destroy()
    table = np.stack(rows) if len(rows) > 1 else rows[0]
    names = [*IMPACT, *(OBLIQUE if oblique else ())]
    return {**{name: table[..., k].copy() for k, name in enumerate(names)}, "failed": failed}


def cases_of(read):
    """Returns all cases of an input."""
    found = []
    while read.at(len(found)).value:
        found.append(read.at(len(found)))
    return found


def impacts_of(the_case, normal, along, comm):
    """Returns the results [n][members of GrImpact or GrOblique] of all ranks, and the reasons of failures by index."""
    rank, size = (comm.rank, comm.size) if comm is not None else (0, 1)
    first, end = (len(normal) * k // size for k in (rank, rank + 1))
    count, columns = end - first, len(IMPACT) + (0 if along is None else len(OBLIQUE))
    result, why = np.full((count, columns), np.nan), (c_char_p * max(count, 1))()
    moving = [np.ascontiguousarray(array[first:end]) for array in (normal, along) if array is not None]
    places = [array.ctypes.data_as(POINTER(c_double)) for array in (*moving, result)]
    name = "GrImpactSolveCase" if along is None else "GrObliqueSolveCase"
    library().call(name, the_case, library().Int(count), *places, why)
    failed = {first + i: text.decode() for i, text in enumerate(why[:count]) if text}
    for i in failed:
        result[i - first] = np.nan
    if comm is None or size == 1:
        return result, failed
    parts = comm.allgather((result, failed))
    return np.concatenate([part for part, _ in parts]), {i: text for _, each in parts for i, text in each.items()}


def history_of(the_case):
    """Returns the names of the history of the contact of a path."""
    found, name, unit = [], ctypes.create_string_buffer(128), c_char_p()
    while library().c.GrPathHistory(the_case, len(found), c_size_t(128), name, ctypes.byref(unit)):
        found.append(name.value.decode())
    return found


def path_of(the_case):
    """Returns summary, points and reason of the failure of one path."""
    result = PathResult()
    library().call("GrPathSolve", the_case, c_double(1), ctypes.byref(result))
    found = dict(zip(PATH, result.run)), rows_of(result.trajectory, [*PATH_POINT, *history_of(the_case)])
    why = result.why.decode() if result.why else None
    library().call("GrPathResultDestroy", ctypes.byref(result))
    return *found, why


def path(given: str | os.PathLike | Mapping | Case, set: Mapping | None = None, name=None, comm=None) -> dict:
    """Computes two bodies on prescribed paths; writes no files.

    given: an input with `problem: path`, as for Run. name: name or number of a case, if the input has several.
    Returns the columns of the results file by name: an array [points] for each column of the trajectory (time, overlap,
    force, slide_y, friction_y, energies, history, ...), or [cases, points] if the input has several cases, and a number
    or an array [cases] for each column of the summary (force_max, energy_residual, ...). The history is left out if the
    cases have different laws. Each rank computes some cases; the arrays have the same bits on any number of ranks, and
    all ranks get them. Raises Error for a bad input, or if the computation fails. Collective."""
    comm, handle = library().comm(comm)
    read = input_of(given, set, name, handle, "path")
    rank, size = (comm.rank, comm.size) if comm is not None else (0, 1)
    try:
        cases = cases_of(read)
        mine = range(len(cases) * rank // size, len(cases) * (rank + 1) // size)
        found = [path_of(cases[i]) for i in mine]
    finally:
        read.destroy()
    if size > 1:
        found = [each for part in comm.allgather(found) for each in part]
    for _, _, why in found:
        if why:
            raise Error(f"{read.file}: {why}", 3)
    if len({len(points["time"]) for _, points, _ in found}) > 1:
        raise Error(f"{read.file}: the cases have different numbers of points; give one case by its name")
    names = [key for key in found[0][1] if all(key in points for _, points, _ in found)]
    summary = {key: np.array([run[key] for run, *_ in found]) for key in PATH if key != "first_point"}
    table = {key: np.stack([points[key] for _, points, _ in found]) for key in names}
    return {**summary, **table} if len(found) > 1 else {key: value[0] for key, value in {**summary, **table}.items()}


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
