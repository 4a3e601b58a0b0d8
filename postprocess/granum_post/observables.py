"""`observables`: sums over the particles and contacts of a bulk run, over time."""
import numpy as np

from . import style
from .grains import Grains
from .table import Column, Numbers

DESCRIPTION = """(a) Granular temperature, the mass-weighted variance of the velocity per dimension, and the rotational
temperature. (b) Coordination number: contacts per particle, and the same without rattlers, which have fewer than two
contacts; the latter is left out if nearly all particles are rattlers. (c) Mean stress over the box, positive in
compression. --scale log: (a) with logarithmic axes and, if the system cools to less than a quarter, Haff's law T0/(1 +
t/tau)^2 with fitted tau, which approaches a straight line of slope -2. --csv also has the strains of a deforming box,
logarithmic and positive in extension, and its shear strain."""
FEW = 0.5  # contacts per particle; below it too few particles have two contacts for a mean without rattlers


def haff_time(time, temperature):
    """Returns tau [s] of Haff's law, sqrt(T0/T) - 1 = t/tau, by least squares; None if the system does not cool that
    far."""
    if not 0 < temperature[-1] < temperature[0] / 4:
        return None
    rise = np.sqrt(temperature[0] / temperature) - 1
    return np.dot(time, time) / np.dot(time, rise)


def draw_haff(axes, time, temperature, factor):
    tau = haff_time(time, temperature)
    if tau:
        times, unit = style.scaled(tau, "s")
        law = temperature[0] / (1 + time / tau) ** 2
        later = time > 0
        name = f"Haff's law, τ = {tau * times:.3g} {unit}"
        axes.plot(time[later] * factor, law[later], ":", color=style.BLACK, label=name, zorder=3)


def draw_temperature(axes, found, factor, unit, log):
    time = found["time"].values * factor
    shown = [("kinetic_temperature", "kinetic", style.BLUE), ("rotational_temperature", "rotational", style.VERMILION)]
    shown = [row for row in shown if np.any(found[row[0]].values)]
    for number, (name, text, _) in enumerate(shown):
        values = found[name].values
        keep = (values > 0) & (time > 0) if log else slice(None)
        axes.plot(time[keep], values[keep], label=text, **style.look(number, len(shown)))
    if log:
        draw_haff(axes, found["time"].values, found["kinetic_temperature"].values, factor)
        axes.set_xscale("log")
        axes.set_yscale("log")
    if shown:
        axes.legend()
    axes.set_ylabel(style.label("granular temperature", "m2 s-2"))
    axes.set_xlabel(style.label("time", unit))


def draw_coordination(axes, found, factor, unit):
    time = found["time"].values * factor
    shown = [("coordination", "all"), ("backbone", "without rattlers")]
    if found["coordination"].values.max() < FEW:
        shown.pop()
    for number, (name, text) in enumerate(shown):
        axes.plot(time, found[name].values, label=text, **style.look(number, 2))
    axes.set_ylim(bottom=0)
    axes.legend()
    axes.set_ylabel("contacts per particle")
    axes.set_xlabel(style.label("time", unit))


def components(flat):
    """Returns (component, name) of the normal stresses, and of the shear stress for the given dimension."""
    if flat:
        return ((0, "xx"), (4, "yy"), (1, "xy"))
    return ((0, "xx"), (4, "yy"), (8, "zz"), (2, "xz"))


def draw_stress(axes, found, factor, unit, flat):
    time, stress = found["time"].values * factor, found["stress"].values
    shown = components(flat)
    largest = np.max(np.abs(stress[:, [number for number, _ in shown]]))
    times, size = style.scaled(largest, "N/m" if flat else "Pa")
    for turn, (number, name) in enumerate(shown):
        axes.plot(time, stress[:, number] * times, label=name, **style.look(turn, len(shown)))
    axes.legend(ncol=2)
    axes.set_ylabel(style.label("stress", size))
    axes.set_xlabel(style.label("time", unit))


def draw(panels, found, flat, log=False):
    """Draws temperature, coordination and stress into three axes."""
    factor, unit = style.scaled(found["time"].values.max(), "s")
    draw_temperature(panels[0], found, factor, unit, log)
    draw_coordination(panels[1], found, factor, unit)
    draw_stress(panels[2], found, factor, unit, flat)
    for axes, title in zip(
        panels, ("(a) granular temperature", "(b) coordination", "(c) stress, compression positive")
    ):
        axes.set_title(title)


def cell_strains(results):
    """Returns the strains of a deforming box. Results of earlier versions have no shear strain, or only that of one
    plane: xy is assumed there."""
    if not results.has("observables/cell"):
        return {}
    cell = results.table("observables/cell")
    shear = cell.get("shear_strain") or Column(cell["offset"].values / cell["length"][:, 1])
    return {"strain": cell["strain"], "shear strain": shear}


def table(results, _):
    return [Numbers({**results.observables(), **cell_strains(results)})]


def picture(results, options):
    found, flat = results.observables(), Grains(results).flat
    drawing = style.figure(65)
    panels = drawing.subplots(1, 3)
    draw(panels, found, flat, options.scale == "log")
    style.heading(drawing, results.title())
    return drawing
