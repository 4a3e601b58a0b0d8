"""`rheology`: friction and solid fraction of a sheared box over the inertial number, mu(I).

mu = |sigma_ab|/p,   p = trace(sigma)/D,   I = |shear rate| d sqrt(rho/p),   ab: plane of shear

sigma: stress [Pa], D: dimension, d: mean diameter [m], rho: mean density of a particle [kg/m^3; dimension 2: kg/m^2].
Source: GDR MiDi, Eur. Phys. J. E 14 (2004) 341."""
import numpy as np
from matplotlib import ticker

from . import moments, style
from .grains import Grains
from .reader import NotRecorded, PostError

NEEDS = "observables, a box that shears"
DESCRIPTION = """For a periodic box under shear, at each sample of the observables since --since (default: half of the
time): (a) macroscopic friction (shear stress divided by pressure) and (b) solid fraction, over the inertial number
(shear rate times mean diameter times the square root of particle density divided by pressure). The cross is the mean of
the samples; its arms are their standard deviation. Several shear rates need several runs or stages."""


def add_options(command):
    command.add_argument(
        "--since", type=moments.seconds, metavar="T", help="start of the samples; default: half of the time"
    )


class Rheology:
    """Series over the samples: `time` [s], `inertial`, `friction` and `solid`."""

    def __init__(self, results, options):
        if not (results.has("observables/bulk") and results.has("observables/cell")):
            raise NotRecorded("no observables of a deforming box in this run; add `output: observables: {every: ...}`")
        found, sheared = results.observables(), results.table("observables/cell")
        grains = Grains(results)
        frame, dimension = grains.frame(-1), 2 if grains.flat else 3
        stress = found["stress"].values.reshape(-1, 3, 3)
        since = 0.5 * found["time"].values[-1] if options.since is None else options.since
        plane = np.abs(sheared["velocity_gradient"].values[:, 3:]).max(axis=0).argmax()
        along, across = ((0, 1), (0, 2), (1, 2))[plane]
        gradient = sheared["velocity_gradient"].values[:, 3 + plane]
        rate = np.abs(np.interp(found["time"].values, sheared["time"].values, gradient))
        pressure = np.trace(stress[:, :dimension, :dimension], axis1=1, axis2=2) / dimension
        kept = (found["time"].values >= since) & (pressure > 0) & (rate > 0)
        if not kept.any():
            raise PostError("no sample after --since has a shear rate and a pressure; give an earlier time")
        free = frame.free
        radius = frame.radius[free]
        volume = np.pi * radius**2 if grains.flat else 4 / 3 * np.pi * radius**3
        density = frame.mass[free].sum() / volume.sum()
        self.time = found["time"].values[kept]
        self.inertial = (rate * 2 * radius.mean() * np.sqrt(density / np.where(pressure > 0, pressure, 1.0)))[kept]
        self.friction = np.abs(stress[kept, along, across]) / pressure[kept]
        self.solid = found["solid_fraction"].values[kept]


def draw(axes, inertial, values, colour):
    axes.plot(inertial, values, "o", color=colour, markersize=3, fillstyle="none")
    spread = {"xerr": inertial.std(), "yerr": values.std()}
    axes.errorbar(inertial.mean(), values.mean(), **spread, color=style.BLACK, marker="x", markersize=6, capsize=2)
    axes.set_xlabel("inertial number")
    axes.xaxis.set_major_locator(ticker.MaxNLocator(5))


def picture(results, options):
    found = Rheology(results, options)
    drawing = style.figure(80)
    left, right = drawing.subplots(1, 2)
    draw(left, found.inertial, found.friction, style.BLUE)
    draw(right, found.inertial, found.solid, style.GREEN)
    left.set_ylabel("friction, shear stress / pressure")
    right.set_ylabel("solid fraction")
    left.set_title("(a) macroscopic friction")
    right.set_title("(b) solid fraction")
    means = f"inertial number {found.inertial.mean():.3g}, friction {found.friction.mean():.3g}"
    means = f"cross: means and standard deviations; {means}"
    text = f"{means}, solid fraction {found.solid.mean():.3g}, {found.time.size} samples"
    series = {"inertial number": found.inertial, "friction": found.friction, "solid fraction": found.solid}
    numbers = {f"mean {name}": (values.mean(), "1") for name, values in series.items()}
    numbers.update({f"deviation of {name}": (values.std(), "1") for name, values in series.items()})
    numbers["samples"] = found.time.size, "1"
    style.heading(drawing, results.title(), style.Result(text, numbers))
    return drawing
