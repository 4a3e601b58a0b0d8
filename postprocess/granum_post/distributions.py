"""`distributions`: distributions of contact force, size, coordination number and velocity at one time."""
import numpy as np

from . import contacts, moments, style
from .grains import Grains
from .table import Column, Numbers

NEEDS = "trajectory, contacts"
DESCRIPTION = """Distributions in the frame and the contact network nearest to its time, each as a density whose
integral is 1. (a) Normal force divided by its mean, on a logarithmic axis; dashed: exp(-f), for comparison. (b) Radius,
by number. (c) Number of contacts of a particle, walls included, as a share of the particles; the mean is the
coordination number. (d) Components of the velocity relative to the mean, divided by their root mean square; dashed:
Gaussian distribution."""
WITH_CURVES = True  # the CSV file also has the curves of the picture
BINS = 24


def add_options(command):
    moments.add_options(command)


def counts(network):
    """Returns the number of contacts of each particle of the frame."""
    ends = np.sort(np.concatenate([network.first, network.second[network.between]]))
    return np.searchsorted(ends, network.frame.id, "right") - np.searchsorted(ends, network.frame.id, "left")


def density(values, bins):
    found, edges = np.histogram(values, bins=bins, density=True)
    return edges, found


def force_density(network):
    """Returns the normal forces divided by their mean, and their density."""
    force = network.push / network.push.mean()
    return force, *density(force, np.linspace(min(force.min(), 0), force.max(), BINS + 1))


def table(results, options):
    grains = Grains(results)
    network = contacts.Network(results, grains, options)
    force, edges, share = force_density(network)
    found = counts(network)
    columns = {"force per mean": Column(0.5 * (edges[1:] + edges[:-1])), "density": Column(share)}
    parts = np.bincount(found) / found.size
    totals = {"mean force": Column(network.push.mean(), "N"), "largest force": Column(network.push.max(), "N")}
    totals.update({"square of force per mean": Column((force**2).mean()), "coordination": Column(found.mean())})
    count = {"contacts of a particle": Column(np.arange(parts.size)), "share of the particles": Column(parts)}
    return [Numbers(columns, totals, "normal force"), Numbers(count, name="contacts")]


def draw_force(axes, network):
    force, edges, share = force_density(network)
    axes.stairs(np.where(share > 0, share, np.nan), edges, color=style.BLUE, baseline=None)
    place = np.linspace(0, force.max(), 100)
    axes.plot(place, np.exp(-place), "--", color=style.BLACK, label="exp(−f)")
    axes.set_yscale("log")
    axes.legend()
    axes.set_xlabel("normal force / mean")
    axes.set_ylabel("probability density")
    axes.set_title("(a) normal force")


def draw_radius(axes, frame):
    factor, unit = style.scaled(frame.radius.max(), "m")
    radius = frame.radius * factor
    spread = np.ptp(radius) > 1e-9 * radius.max()
    edges, share = density(radius, BINS if spread else np.array([0.98, 1.02]) * radius[0])
    axes.stairs(share, edges, color=style.GREEN, fill=True, alpha=0.6)
    axes.set_xlabel(style.label("radius", unit))
    axes.set_ylabel(style.label("probability density", f"{unit}-1"))
    axes.set_title("(b) radius" if spread else "(b) size (monodisperse)")


def draw_contacts(axes, network):
    found = counts(network)
    share = np.bincount(found) / found.size
    axes.bar(np.arange(share.size), share, color=style.ORANGE, edgecolor=style.BLACK, linewidth=0.4)
    axes.set_xlabel("contacts per particle")
    axes.set_ylabel("share of the particles")
    axes.set_title(f"(c) coordination, mean {found.mean():.2f}")


def draw_velocity(axes, frame, flat):
    names = "xy" if flat else "xyz"
    rest = frame.velocity - frame.velocity.mean(axis=0)
    for number, name in enumerate(names):
        root = np.sqrt(np.mean(rest[:, number] ** 2)) or 1.0
        edges, share = density(rest[:, number] / root, np.linspace(-4, 4, BINS + 1))
        axes.plot(0.5 * (edges[1:] + edges[:-1]), share, label=name, **style.look(number, len(names)))
    place = np.linspace(-4, 4, 100)
    axes.plot(place, np.exp(-(place**2) / 2) / np.sqrt(2 * np.pi), ":", color=style.BLACK, label="Gauss")
    axes.legend()
    axes.set_xlabel("velocity / root mean square")
    axes.set_ylabel("probability density")
    axes.set_title("(d) velocity relative to the mean")


def picture(results, options):
    grains = Grains(results)
    network = contacts.Network(results, grains, options)
    drawing = style.figure(120)
    panels = drawing.subplots(2, 2)
    draw_force(panels[0, 0], network)
    draw_radius(panels[0, 1], network.frame)
    draw_contacts(panels[1, 0], network)
    draw_velocity(panels[1, 1], network.frame, grains.flat)
    style.heading(drawing, results.title(), contacts.caption(network))
    return drawing
