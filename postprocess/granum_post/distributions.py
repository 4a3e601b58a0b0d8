"""`distributions`: distributions of contact force, size, coordination number and velocity at one time."""
import numpy as np

from . import contacts, moments, style
from .grains import Grains
from .reader import PostError
from .table import Column, Numbers

NEEDS = "trajectory, contacts"
DESCRIPTION = """Distributions in the frame and the contact network nearest to its time, each as a density whose
integral is 1. --since and --until average over all contact networks of this time instead, each with the frame nearest
to it; forces are divided by the mean of their network, velocities are relative to the mean of their frame. (a) Normal
force divided by its mean, on a logarithmic axis; dashed: exp(-f), for comparison. (b) Radius, by number. (c) Number of
contacts of a particle, walls included, as a share of the particles; the mean is the coordination number. (d) Components
of the velocity relative to the mean, divided by their root mean square; dashed: Gaussian distribution."""
WITH_CURVES = True  # the CSV file also has the curves of the picture
BINS = 24


def add_options(command):
    moments.add_options(command)
    for name, text in (("since", "average from this time on"), ("until", "average until this time; default: the end")):
        command.add_argument(f"--{name}", type=moments.seconds, metavar="T", help=f"{text}: 2ms, 0.1 s")


class Pool:
    """The values of one contact network, or of all from --since to --until: `force` divided by the mean of the network,
    `push`: mean and largest force [N], `radius` [m], `count`: contacts of each particle, `velocity` relative to the
    mean of the frame [m/s]. `caption`: the line of the heading."""

    def __init__(self, results, options):
        grains = Grains(results)
        self.flat, networks = grains.flat, self.networks(results, grains, options)
        self.force = np.concatenate([network.push / network.push.mean() for network in networks])
        self.push = np.mean([n.push.mean() for n in networks]), np.max([n.push.max() for n in networks])
        self.radius = np.concatenate([network.frame.radius for network in networks])
        self.count = np.concatenate([counts(network) for network in networks])
        moves = [network.frame.velocity for network in networks]
        self.velocity = np.concatenate([each - each.mean(axis=0) for each in moves])
        self.caption = contacts.caption(networks[0]) if len(networks) == 1 else many(networks)

    @staticmethod
    def networks(results, grains, options):
        if options.since is None and options.until is None:
            return [contacts.Network(results, grains, options)]
        since, until = options.since or 0.0, np.inf if options.until is None else options.until
        found = [each for each in results.contacts() if since <= each.time <= until and each.rows]
        if not found:
            raise PostError("there are no contacts from --since to --until; give other times")
        return [contacts.Network.of(each, grains) for each in found]


def many(networks):
    """Returns the caption of several networks."""
    ends, count = [network.time for network in (networks[0], networks[-1])], sum(len(n.first) for n in networks)
    text = f"{count} contacts in {len(networks)} networks from {ends[0] * 1e3:.4g} ms to {ends[1] * 1e3:.4g} ms"
    numbers = {"contacts": (count, "1"), "networks": (len(networks), "1")}
    return style.Line(text, numbers | {"from": (ends[0], "s"), "to": (ends[1], "s")})


def counts(network):
    """Returns the number of contacts of each particle of the frame."""
    ends = np.sort(np.concatenate([network.first, network.second[network.between]]))
    return np.searchsorted(ends, network.frame.id, "right") - np.searchsorted(ends, network.frame.id, "left")


def density(values, bins):
    found, edges = np.histogram(values, bins=bins, density=True)
    return edges, found


def force_density(pool):
    """Returns edges and density of the normal forces divided by their mean."""
    return density(pool.force, np.linspace(min(pool.force.min(), 0), pool.force.max(), BINS + 1))


def table(results, options):
    pool = Pool(results, options)
    edges, share = force_density(pool)
    columns = {"force per mean": Column(0.5 * (edges[1:] + edges[:-1])), "density": Column(share)}
    parts = np.bincount(pool.count) / pool.count.size
    totals = {"mean force": Column(pool.push[0], "N"), "largest force": Column(pool.push[1], "N")}
    totals.update(
        {"square of force per mean": Column((pool.force**2).mean()), "coordination": Column(pool.count.mean())}
    )
    count = {"contacts of a particle": Column(np.arange(parts.size)), "share of the particles": Column(parts)}
    return [Numbers(columns, totals, "normal force"), Numbers(count, name="contacts")]


def draw_force(axes, pool):
    edges, share = force_density(pool)
    axes.stairs(np.where(share > 0, share, np.nan), edges, color=style.BLUE, baseline=None)
    place = np.linspace(0, pool.force.max(), 100)
    axes.plot(place, np.exp(-place), "--", color=style.BLACK, label="exp(−f)")
    axes.set_yscale("log")
    axes.legend()
    axes.set_xlabel("normal force / mean")
    axes.set_ylabel("probability density")
    axes.set_title("(a) normal force")


def draw_radius(axes, pool):
    factor, unit = style.scaled(pool.radius.max(), "m")
    radius = pool.radius * factor
    spread = np.ptp(radius) > 1e-9 * radius.max()
    edges, share = density(radius, BINS if spread else np.array([0.98, 1.02]) * radius[0])
    axes.stairs(share, edges, color=style.GREEN, fill=True, alpha=0.6)
    axes.set_xlabel(style.label("radius", unit))
    axes.set_ylabel(style.label("probability density", f"{unit}-1"))
    axes.set_title("(b) radius" if spread else "(b) size (monodisperse)")


def draw_contacts(axes, pool):
    share = np.bincount(pool.count) / pool.count.size
    axes.bar(np.arange(share.size), share, color=style.ORANGE, edgecolor=style.BLACK, linewidth=0.4)
    axes.set_xlabel("contacts per particle")
    axes.set_ylabel("share of the particles")
    axes.set_title(f"(c) coordination, mean {pool.count.mean():.2f}")


def draw_velocity(axes, pool):
    names = "xy" if pool.flat else "xyz"
    rest = pool.velocity
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
    pool = Pool(results, options)
    drawing = style.figure(120)
    panels = drawing.subplots(2, 2)
    for draw, axes in zip((draw_force, draw_radius, draw_contacts, draw_velocity), panels.flat):
        draw(axes, pool)
    style.heading(drawing, results.title(), pool.caption)
    return drawing
