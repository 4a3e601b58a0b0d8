"""Fits of impacts, curves of impacts, compressions, paths and chains to measured values, as arrays: fit."""
import os
from collections.abc import Mapping
from ctypes import POINTER, Structure, byref, c_char_p, c_double

import numpy as np

from .cases import Case, numbers
from .impacts import input_of
from .library import Error, library

# Arrays of GrFit of granum/fit.h, in its order: name, and its shape in parameters m, data n and searches s.
ARRAYS = (
    "value:m deviation:m scale:m state:m covariance:mm correlation:mm measured:n sigma:n computed:n residual:n band:n "
    "place:n5 jacobian:nm singular:m vector:mm search:s+"
).split()
# Arrays of GrFitProfile, in its order; p: points of each parameter.
PROFILE = "lower:m upper:m unconverged:m row:mp+".split()
NUMBERS = "chi_squared aicc kinks evaluations converged".split()
X_UNITS = {"speed": "m/s", "angle": "rad", "overlap": "m", "time": "s", "branch": "1", "bead": "1"}
TEXTS = ("of", "over", "group", "striker", "signal", "threshold")  # keys of a table that are no columns
# kinds of tables, in this order: a table with all these names is of the kind
KINDS = (
    ("chain", "bead"),
    ("chain", "group"),
    ("curve", "branch"),
    ("curve", "time", "speed"),
    ("path", "time"),
    ("compression", "overlap"),
    ("impacts",),
)


def result_of(integer):
    """Returns the type of GrFit; `integer` is the type of a PetscInt."""
    fields = [(name, integer) for name in ("parameters", "data", "starts")]
    fields += [(each.split(":")[0], POINTER(c_double)) for each in ARRAYS]
    inside = [("points", integer)] + [(each.split(":")[0], POINTER(c_double)) for each in PROFILE]
    profile = type("Profile", (Structure,), {"_fields_": inside})
    fields += [(name, c_double) for name in NUMBERS] + [(name, c_char_p) for name in ("findings", "kinds")]
    fields += [("profile", profile)]
    return type("Fit", (Structure,), {"_fields_": fields})


def units():
    """Returns the SI units of the quantities that can be fitted, by the kind of the data and their names."""
    function = library().c.GrFitUnit
    function.restype = c_char_p

    def unit(kind, name):
        found = function(kind.encode(), name.encode())
        return None if found is None else found.decode()

    return unit


def observed_of(name, column, deviation, columns, wanted):
    """Returns an item of `observed`; adds the column of its deviations, if it has one."""
    if deviation is None:
        return {"quantity": name}
    found = numbers(deviation, f"deviation of {name}", wanted)
    if np.ndim(deviation) == 0:
        return {"quantity": name, "absolute": f"{float(found[0])!r} {column['unit']}".strip()}
    columns[f"deviation_of_{name}"] = {**column, "values": found}
    return {"quantity": name, "deviations": f"deviation_of_{name}"}


def table_of(data: Mapping, deviations, unit):
    """Returns an item of fit.data with these columns; texts of the data are its other keys, such as group."""
    if not isinstance(data, Mapping):
        raise Error(f"fit: data are {data!r:.40}; give a dictionary of arrays by name, or a list of them")
    if not isinstance({} if deviations is None else deviations, Mapping):
        raise Error(f"fit: deviations are {deviations!r:.40}; give a dictionary {{quantity: number or array}}")
    texts = {name: value for name, value in data.items() if name in TEXTS}
    kind = texts.get("of") or next(kind for kind, *names in KINDS if all(name in data for name in names))
    variables = X_UNITS.keys() - ({"overlap"} if "time" in data else set())  # over time, overlaps are observed
    if kind == "curve" and "time" in data:
        texts.setdefault("over", "time")
    columns, observed = {}, []
    for name, values in data.items():
        if name in texts:
            continue
        own = X_UNITS[name] if name in variables else unit(kind, name)
        if own is None:
            raise Error(
                f"fit: data of {kind} have no quantity {name}; give results of impacts; overlap and force; time and "
                "force, overlap or rate; a column of a path; or bead and peak_force, peak_velocity, peak_time, arrival"
            )
        wanted = f"numbers in {own}" if own != "1" else "numbers without a unit"
        columns[name] = {"unit": "" if own == "1" else own, "values": numbers(values, name, wanted)}
        if name not in variables:
            observed.append(observed_of(name, columns[name], (deviations or {}).get(name), columns, wanted))
    names = [item["quantity"] for item in observed]
    unknown = [name for name in deviations or {} if name not in names]
    if unknown:
        raise Error(
            f"fit: deviations have {unknown[0]!r}, which the data do not observe; the data have {', '.join(names)}"
        )
    angle = {"angle": "angle"} if "angle" in data else {}
    return {"of": kind, "columns": columns, "observed": observed, **angle, **texts}


def free_of(free):
    """Returns `fit.free` with these ranges by key."""
    wanted = "give a dictionary {key: (from, to)} or {key: (from, to, start)}"
    if not isinstance(free, Mapping):
        raise Error(f"fit: free is {free!r:.60}; {wanted}")
    items = []
    for key, values in free.items():
        if isinstance(values, str) or not hasattr(values, "__len__") or len(values) not in (2, 3):
            raise Error(f"fit: free has {values!r:.40} for {key}; {wanted}")
        items.append({"key": key, **dict(zip(("from", "to", "start"), values))})
    return items


def tables_of(data, deviations):
    """Returns `fit.data`: an item for each table, with its deviations."""
    tables = data if isinstance(data, list) else [data]
    each = deviations if isinstance(data, list) else [deviations]
    if each is None:
        each = [None] * len(tables)
    if not isinstance(each, list) or len(each) != len(tables):
        raise Error(f"fit: data are a list of {len(tables)} tables; give deviations as a list of as many dictionaries")
    return [table_of(*pair, units()) for pair in zip(tables, each)]


def fit(
    given: str | os.PathLike | Mapping | Case,
    data: Mapping | list | None = None,
    deviations: Mapping | list | None = None,
    free: Mapping | None = None,
    set: Mapping | None = None,
    name: str | None = None,
    comm=None,
    profile: int | None = None,
) -> dict:
    """Fits free parameters of impacts, of a path or of a chain to data; writes no files.

    given: an input with `problem: fit`, as for Run. name: name or number of a case, if the input has several.
    data: arrays by name, all in SI units, instead of `fit.data`: "speed", also "angle", and results of impacts such as
    "restitution"; or "overlap" and "force" of a slow compression; or, during impacts, "speed" and either "time" or
    "overlap" and "branch" (1: loading, -1: unloading), and "force", "rate" or over time "overlap"; or, of bodies on
    prescribed paths, "time", and "force", "friction_y" or another column of a path; or, of a chain, "group" (a text),
    "bead", "speed" of the striker if it varies, and "peak_force", "peak_velocity", "peak_time" or "arrival". The texts
    "signal", "threshold" and "striker" are the keys of a table of a chain. A list: several tables.
    deviations: standard deviations by name of the quantity, in its SI unit: a number for all its values, which is no
    fraction of them, or an array; a list, if data is a list.
    free: (from, to) or (from, to, start) by key, instead of `fit.free`; numbers in SI, or texts with units.
    profile: number of points of the profile of each parameter, instead of `fit.profile`.
    Returns "keys", and arrays: "value", "deviation", "covariance", "correlation" of the parameters; "measured",
    "computed", "residual", "band", "jacobian", "place" of the data; "singular", "vector"; "search", a row for each
    search; the numbers "chi_squared", "aicc", "converged", ...; "findings", the limits of the data, a text for
    each, and "finding_kinds", its word. With a profile also "profile_lower", "profile_upper", the ends of its
    interval, "profile_unconverged", the number of ends whose search did not converge, and "profile": for each parameter
    an array of points: values of all parameters, chi^2, and 1 if the search converged. All ranks get the same. If no
    search converges, "converged" is False, and the values are the best ones.
    Raises Error for a bad input. Collective."""
    comm, handle = library().comm(comm)
    changes = dict(set or {})
    if free is not None:
        changes["fit.free"] = free_of(free)
    if data is not None:
        changes["fit.data"] = tables_of(data, deviations)
    if profile is not None:
        changes["fit.profile"] = profile
    read = input_of(given, changes, name, handle, "fit")
    try:
        the_case = read.only()
        keys = [item["key"] for item in read.values(the_case)["fit"]["free"]]
        result = result_of(library().Int)()
        library().call("GrFitSolve", handle, the_case, byref(result))
        found = None
        if comm is None or comm.rank == 0:
            found = {"keys": keys, **arrays_of(result)}
        library().call("GrFitDestroy", byref(result))
    finally:
        read.destroy()
    return found if comm is None else comm.bcast(found)


def copy_of(pointer, shape, size):
    """Copies an array of a result; `shape`: its lengths, a letter of `size` each."""
    lengths = [size[letter] for letter in shape]
    count = int(np.prod(lengths))
    array = np.ctypeslib.as_array(pointer, (count,)) if count else np.empty(0)
    return array.reshape(lengths).copy()


def arrays_of(result) -> dict:
    """Copies a result into arrays and numbers by name."""
    size = {"m": result.parameters, "n": result.data, "s": result.starts, "5": 5, "+": result.parameters + 2}
    size["p"] = result.profile.points
    found = {}
    for name, shape in (each.split(":") for each in ARRAYS):
        found[name] = copy_of(getattr(result, name), shape, size)
    for name, shape in (each.split(":") for each in PROFILE if size["p"]):
        key = "profile" if name == "row" else f"profile_{name}"
        found[key] = copy_of(getattr(result.profile, name), shape, size)
    found.update({name: getattr(result, name) for name in NUMBERS})
    found["converged"] = bool(found["converged"])
    found["findings"] = result.findings.decode().splitlines()
    found["finding_kinds"] = result.kinds.decode().splitlines()
    return found
