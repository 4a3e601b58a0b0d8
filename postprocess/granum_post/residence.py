"""`residence`: distribution of the residence times of particles.

    E(t) dt: share of the particles whose residence time is between t and t + dt
    F(t) = integral of E from 0 to t,    tau = integral of t E,    sigma^2 = integral of (t - tau)^2 E

An ideally mixed vessel has E = exp(-t/tau)/tau; plug flow has one residence time, sigma = 0. Source: P. V. Danckwerts,
Chem. Eng. Sci. 2 (1953) 1."""
import math

import numpy as np

from . import moments, style
from .reader import NotRecorded, PostError
from .table import Column, Numbers

NEEDS = "residence times"
DESCRIPTION = """Residence times of the particles that left the domain or were removed, in a run with `output:
{residence: true}`; with --counter NAME of the particles that passed this counter, which has `residence: ends`, or
that left its region, with `residence: inside`. (a)
Distribution E(t) of the residence time; dotted: its mean tau. (b) Share F(t) of the particles that have left after the
time t. Dashed: an ideally mixed vessel with the same mean, E = exp(-t/tau)/tau. A particle that passes the counter
several times counts at its first passage. Shares are by number, with --mass by mass. --since and --until choose
particles by the time of their exit; leave out the start of a continuous process by --since. --group NAME takes the
particles of this group. The CSV file has a row for each particle; it may have several counters, such as those of one
region by size, group or material: --counter NAME NAME .."""
WITH_CURVES = True  # the CSV file also has the curves of the picture
BINS = 40
EVEN = 1e-6  # spread of the times, in parts of their mean, below which all are equal
PLACES = ("lower x", "lower y", "lower z", "upper x", "upper y", "upper z", "removed", "counter")


def add_options(command):
    command.add_argument(
        "--counter", nargs="+", metavar="NAME", help="counters with `residence: ends` or `inside`; a picture has one"
    )
    command.add_argument("--group", metavar="NAME", help="the particles of this group")
    command.add_argument("--mass", action="store_true", help="shares by mass in place of number")
    command.add_argument("--bins", type=int, default=BINS, metavar="N", help=f"number of intervals; default: {BINS}")
    command.add_argument("--since", type=moments.seconds, default=0.0, metavar="T", help="first time of an exit: 2ms")
    command.add_argument("--until", type=moments.seconds, default=math.inf, metavar="T", help="last time of an exit")


def table_of(results, counter):
    """Returns the table of the particles that left, or that passed a counter."""
    found = results.tables("observables/residence")
    if counter is None and results.has("observables/discharge"):
        return results.table("observables/discharge")
    if counter in found:
        return found[counter]
    if counter is None and found:
        raise PostError(f"this run has residence times of counters alone; choose some: --counter {' '.join(found)}")
    if counter is None:
        raise NotRecorded("no residence times in this run; add `output: {residence: true}` to the input")
    ends = ", ".join(found) or "none; give it the key `residence: ends`, or a counter of a region `residence: inside`"
    raise PostError(f"no counter {counter} with residence times in this run; there are: {ends}")


class Residence:
    """The particles that left: `id`, `exit` (its number), `left` [s], `times` [s], `weight`, whose sum is 1, `tau` and
    `sigma` [s]."""

    def __init__(self, results, options, counter=None):
        found = table_of(results, counter)
        values = {name: found[name].values for name in ("id", "group", "mass", "begin", "residence_time", "exit")}
        left = values["begin"] + values["residence_time"]
        first = np.zeros(left.size, dtype=bool)
        order = np.lexsort((left, values["begin"], values["id"]))
        same = (np.diff(values["id"][order]) == 0) & (np.diff(values["begin"][order]) == 0)
        first[order] = ~np.concatenate([[False], same])
        chosen = first & (left >= options.since) & (left <= options.until)
        if options.group is not None:
            names = {name: number for number, name in results.group_names().items()}
            if options.group not in names:
                raise PostError(f"no group {options.group} in this run; there are: {', '.join(names)}")
            chosen &= values["group"] == names[options.group]
        if not chosen.any():
            raise PostError("no particle has left yet, or none of the chosen group in the chosen time")
        self.id, self.exit, self.left = values["id"][chosen], values["exit"][chosen].astype(int), left[chosen]
        self.times, self.mass = values["residence_time"][chosen], values["mass"][chosen]
        weight = self.mass if options.mass else np.ones(self.times.size)
        if not weight.sum() > 0:
            raise PostError("the motion of these particles is prescribed, so that they have no mass; leave out --mass")
        self.weight = weight / weight.sum()
        self.tau = float(self.weight @ self.times)
        self.sigma = float(np.sqrt(self.weight @ (self.times - self.tau) ** 2))

    def edges(self, bins):
        """Returns the ends of the intervals of E(t) [s]; equal times are in one interval."""
        low, high = self.times.min(), self.times.max()
        if high - low <= EVEN * self.tau:
            return self.tau * np.array([1 - 0.5 / bins, 1 + 0.5 / bins])
        return np.linspace(low, high, bins + 1)


def table(results, options):
    return [numbers_of(Residence(results, options, name), name) for name in options.counter or [None]]


def numbers_of(found, counter):
    columns = {
        "id": Column(found.id),
        "exit": Column(np.array([PLACES[k] for k in found.exit])),
        "mass": Column(found.mass, "kg"),
        "time of exit": Column(found.left, "s"),
        "residence time": Column(found.times, "s"),
    }
    totals = {
        "particles": Column(found.id.size),
        "mean residence time": Column(found.tau, "s"),
        "standard deviation": Column(found.sigma, "s"),
    }
    return Numbers(columns, totals, counter, "counter", printed=False)


def picture(results, options):
    if options.bins < 1:
        raise PostError("--bins must be at least 1")
    if options.counter and len(options.counter) > 1:
        raise PostError("a picture has one counter; choose one: --counter NAME, or write --csv FILE for several")
    found = Residence(results, options, *(options.counter or []))
    edges = found.edges(options.bins)
    factor, unit = style.scaled(max(found.times.max(), found.tau), "s")
    density, _ = np.histogram(found.times, edges, weights=found.weight)
    density = density / np.diff(edges)
    drawing = style.figure(75)
    left, right = drawing.subplots(1, 2)
    mixed = np.linspace(0, max(3 * found.tau, found.times.max()), 200)
    left.stairs(density, edges * factor, color=style.GREEN, label="particles")
    left.axvline(found.tau * factor, color=style.BLACK, linewidth=0.8, linestyle=":", label="mean")
    left.plot(mixed * factor, np.exp(-mixed / found.tau) / found.tau, "--", color=style.GREY, label="mixed")
    left.set_ylabel(style.label("E", "1/s"))
    left.set_title("(a) distribution of the residence time")
    order = np.argsort(found.times)
    steps = np.concatenate([[0.0], found.times[order], [mixed[-1]]])
    share = np.concatenate([[0.0], np.cumsum(found.weight[order]), [1.0]])
    right.step(steps * factor, share, where="post", color=style.GREEN, label="particles")
    right.plot(mixed * factor, 1 - np.exp(-mixed / found.tau), "--", color=style.GREY, label="mixed")
    right.set_ylabel("share that has left, F")
    right.set_ylim(0, 1.03)
    right.set_title("(b) cumulative distribution")
    for axes in (left, right):
        axes.set_xlim(0, mixed[-1] * factor)
        axes.set_xlabel(style.label("residence time", unit))
        axes.legend()
    text = f"{found.id.size} particles, mean residence time {found.tau * factor:.4g} {unit}"
    text += f", standard deviation {found.sigma * factor:.3g} {unit}"
    numbers = {"mean residence time": (found.tau, "s"), "standard deviation": (found.sigma, "s")}
    style.heading(drawing, results.title(), style.Result(text, numbers))
    return drawing
