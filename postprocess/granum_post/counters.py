"""`counters`: number and mass that the counters of a run have counted, over time."""
import numpy as np

from . import groups, style
from .reader import NotRecorded, PostError
from .table import Column, Numbers

DESCRIPTION = """All counters of the input key `output.counters`, or those of --counter: (a) number of particles and (b)
their mass over time. A counter with a plane or a disc counts the particles that have passed along its normal since the
start, less those against it; a counter of a region the particles that are in it. Counters with the same region or plane
and different `group`, `material` or `radius` show a mixture by classes; --share: (b) the mass of each counter divided
by that of all counters that are drawn. The CSV file has a row for each counter and time, with the momentum and the
kinetic energy too."""
MOST = 12  # largest number of curves that are still legible
WIDTH = 1.1  # of all curves [pt], because all counters are equal


def add_options(command):
    command.add_argument("--counter", nargs="+", metavar="NAME", help="counters in `output.counters`; default: all")
    command.add_argument("--share", action="store_true", help="(b) as a part of the mass of these counters")


def chosen(results, options):
    """Returns name -> table of the counters, in the order of --counter or of the input; a counter that was not active
    in a stage has -1 particles, here nan."""
    found = results.tables("observables/counters")
    if not found:
        raise NotRecorded("no counters in this run; add `output: counters: {NAME: {..}}` to the input")
    unknown = [name for name in options.counter or [] if name not in found]
    if unknown:
        raise PostError(f"no counter {unknown[0]} in this run; there are: {', '.join(found)}")
    ordered = [name for name in groups.names_below(results, "output", "counters") if name in found]
    found = {name: found[name] for name in options.counter or dict.fromkeys([*ordered, *found])}
    if not all(table.rows for table in found.values()):
        raise PostError("the counters have no rows yet")
    return found


def number_of(table):
    number = table["number"].values
    return np.where(number < 0, np.nan, number) if "forwards_number" not in table else number


def table(results, options):
    found, tables = chosen(results, options), []
    parts = shares(found) if options.share else [None] * len(found)
    for (name, each), part in zip(found.items(), parts):
        columns = {"time": each["time"], "number": Column(number_of(each)), "mass": each["mass"]}
        columns.update({"share of the mass": Column(part)} if options.share else {})
        columns.update({"momentum": each["momentum"], "kinetic energy": each["kinetic_energy"]})
        tables.append(Numbers(columns, {}, name, "counter"))
    return tables


def shares(found):
    """Returns the mass of each counter divided by that of all, nan where that is 0 or a counter is not active. All have
    the same times."""
    times = [each["time"].values for each in found.values()]
    if any(time.shape != times[0].shape or (time != times[0]).any() for time in times):
        raise PostError("--share needs counters with the same times; give them the same `every`")
    masses = np.array([each["mass"].values for each in found.values()])
    whole = masses.sum(axis=0)
    return np.divide(masses, whole, out=np.full(masses.shape, np.nan), where=whole != 0)


def picture(results, options):
    found = chosen(results, options)
    if len(found) > MOST:
        raise PostError(f"{len(found)} counters are too many for one picture; choose some: --counter NAME ..")
    drawing = style.figure(75)
    left, right = drawing.subplots(1, 2)
    times, unit = style.scaled(max(each["time"].values[-1] for each in found.values()), "s")
    factor, size = style.scaled(max(1e3 * np.nanmax(np.abs(each["mass"].values)) for each in found.values()), "g")
    parts = shares(found) if options.share else [each["mass"].values * 1e3 * factor for each in found.values()]
    for k, ((name, each), mass) in enumerate(zip(found.items(), parts)):
        time, look = each["time"].values * times, {**style.look(k, len(found)), "linewidth": WIDTH}
        left.plot(time, number_of(each), label=name, **look)
        right.plot(time, mass, label=name, **look)
    left.set_ylabel("number of particles")
    left.set_title("(a) number")
    left.legend()
    right.set_ylabel("share of the mass" if options.share else style.label("mass", size))
    right.set_title("(b) share of the mass" if options.share else "(b) mass")
    for axes in (left, right):
        axes.set_xlabel(style.label("time", unit))
        axes.margins(x=0)
    style.heading(drawing, results.title())
    return drawing
