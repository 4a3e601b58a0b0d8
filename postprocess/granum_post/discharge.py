"""`discharge`: discharged mass and discharge rate of a silo or hopper."""
import numpy as np

from . import packing, style
from .grains import Grains
from .reader import PostError
from .table import Column, Numbers

DESCRIPTION = """The particles in one frame, with the options of `packing`. (a) Discharged mass over time: particles
that `removal` removed or that left through an open side; if there are none, particles that passed the plane or disc of
a counter. In a run without insertion and removal, the mass of particles that left is their number times their mean
mass; for particles of different sizes use a counter, which adds up their masses. (b) Discharge rate: mean rate between
recorded samples, at most 40 from the start to the end of the discharge, and the last one. The dashed line in both is
the steady rate: the least-squares line through the samples between 20 % and 60 % of the mass that is discharged by the
end of the run. Its standard error is that of the mean rates of up to 8 blocks of these samples. --counter NAME uses
this counter."""
WITH_CURVES = True  # the CSV file also has the curves of the picture

STEADY = (0.2, 0.6)  # range of the fit, in parts of the mass discharged in all
WINDOWS = 40
BLOCKS = 8


def add_options(command):
    packing.add_options(command)
    command.add_argument("--counter", metavar="NAME", help="counter in `output.counters` with a plane or a disc")


def of_balance(results):
    """Returns time, number and mass of the particles that were removed or that left, from the particle balance."""
    found = results.table("observables/particles")
    names = (("removed", "left"), ("removed_mass", "left_mass"))
    return found["time"].values, *(sum(found[name].values for name in pair) for pair in names)


def of_sides(results):
    """Returns the same for a run without insertion and removal, from the numbers of particles that left and the mass
    missing in the last frame."""
    found, frames = results.observables(), results.frames()
    time = found["time"].values
    number = sum(found[name].values.sum(axis=1) for name in ("left_through", "left_past_walls"))
    total = np.interp(frames[-1].time, time, number)
    first, last = (np.nansum(frame.mass[frame.free]) for frame in (frames[0], frames[-1]))
    return time, number, number * ((first - last) / total if total > 0 else 0)


def of_counter(found):
    """Returns the same from the passages of a counter, positive in the direction of the flow."""
    number, mass = found["number"].values, found["mass"].values
    sign = 1 if mass[-1] >= 0 else -1
    return found["time"].values, sign * number, sign * mass


def nothing(results):
    """Returns the message on a run without discharged particles."""
    longer = "make the last stage longer" if results.text("stages") else "increase time.end"
    return f"no particle was discharged in this run; {longer}, or add an open side, `removal` or a counter"


def record_of(results, counter):
    """Returns time, number and mass of the discharged particles, from the first record that has any."""
    passages = {
        name: table for name, table in results.tables("observables/counters").items() if "forwards_mass" in table
    }
    if counter is not None:
        if counter not in passages:
            raise PostError(f"no counter {counter} with a plane or a disc; there are: {', '.join(passages) or 'none'}")
        return of_counter(passages[counter])
    found = []
    if results.has("observables/particles"):
        found.append(of_balance(results))
    elif results.has("observables/bulk/left_through"):
        found.append(of_sides(results))
    if len(passages) == 1:
        found += [of_counter(table) for table in passages.values()]
    for record in found:
        if record[2][-1] > 0:
            return record
    if len(passages) > 1:
        raise PostError(f"this run has several counters; choose one: --counter {' or '.join(passages)}")
    if found:
        raise PostError(nothing(results))
    remedy = "write `output: observables: {every: ...}` or a counter with a plane or a disc in the input"
    raise PostError(f"no record of discharged particles in this run; {remedy}")


class Outflow:
    """Time [s], discharged mass [kg] and number of discharged particles; the steady rate and its standard error [kg/s],
    and the samples of its fit."""

    def __init__(self, results, counter=None):
        self.time, self.number, self.mass = record_of(results, counter)
        if not self.mass[-1] > 0:
            raise PostError(nothing(results))
        part = self.mass / self.mass[-1]
        self.fitted = (part >= STEADY[0]) & (part <= STEADY[1])
        if self.fitted.sum() < 3:
            raise PostError("too few samples during the discharge; write a shorter `every` of observables or counter")
        self.steady, self.level = np.polyfit(self.time[self.fitted], self.mass[self.fitted], 1)
        self.error = self.standard_error()

    def standard_error(self):
        fitted = np.flatnonzero(self.fitted)
        ends = fitted[style.evenly(fitted.size, BLOCKS + 1)]
        rates = np.diff(self.mass[ends]) / np.diff(self.time[ends])
        return np.std(rates, ddof=1) / np.sqrt(rates.size)

    def rows(self):
        """Returns the indices of the samples in the table: the last sample without discharged mass, all samples up to
        the final mass, and the last sample of the record."""
        first = max(np.flatnonzero(self.mass)[0] - 1, 0)
        final = np.flatnonzero(self.mass != self.mass[-1])[-1] + 1
        return np.unique(np.append(first + style.evenly(final - first + 1, WINDOWS + 1), self.time.size - 1))

    def rates(self):
        """Returns the times of these samples [s] and the mean rate from each to the next [kg/s]."""
        ends = self.time[self.rows()]
        return ends, np.diff(self.mass[self.rows()]) / np.diff(ends)


def table(results, options):
    flow = Outflow(results, options.counter)
    rows, fitted = flow.rows()[1:], flow.time[flow.fitted]
    columns = {"time": Column(flow.time[rows], "s"), "mass": Column(flow.mass[rows], "kg")}
    columns.update(number=Column(flow.number[rows]), rate=Column(flow.rates()[1], "kg s-1"))
    totals = {
        "steady from": Column(fitted[0], "s"),
        "steady to": Column(fitted[-1], "s"),
        "steady rate": Column(flow.steady, "kg s-1"),
        "standard error": Column(flow.error, "kg s-1"),
    }
    return [Numbers(columns, totals)]


def draw(panels, flow, last):
    times, unit = style.scaled(last, "s")
    ends, rates = flow.rates()
    factor, size = style.scaled(1e3 * max(flow.mass[-1], rates.max()), "g")  # the same prefix of mass and rate
    factor, fitted = factor * 1e3, flow.time[flow.fitted]
    panels[0].plot(flow.time * times, flow.mass * factor, color=style.BLUE, linewidth=1.0)
    line = (flow.level + flow.steady * fitted) * factor
    steady = f"steady rate {factor * flow.steady:.3g} ± {factor * flow.error:.2g} {size}/s"
    panels[0].plot(fitted * times, line, "--", color=style.VERMILION, label=steady)
    panels[0].set_ylabel(style.label("discharged mass", size))
    panels[1].stairs(factor * rates, ends * times, color=style.BLUE)
    panels[1].plot(
        fitted[[0, -1]] * times, factor * flow.steady * np.ones(2), "--", color=style.VERMILION, label=steady
    )
    panels[1].set_ylabel(f"discharge rate ({size}/s)")
    panels[1].set_ylim(top=1.3 * factor * rates.max())  # leaves space for the legend
    for axes in panels:
        axes.set_ylim(bottom=0)
        axes.legend()
    panels[1].set_xlabel(style.label("time", unit))


def picture(results, options):
    grains, flow = Grains(results), Outflow(results, options.counter)
    titles = ("(a) discharged mass", "(b) discharge rate")
    return packing.beside(
        results, grains, options, titles, lambda panels: draw(panels, flow, grains.time[-1]), ratio=1.1
    )
