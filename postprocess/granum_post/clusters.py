"""`clusters`: groups of particles that contacts connect."""
import numpy as np

from . import contacts, moments, style
from .grains import Grains
from .reader import PostError
from .table import Column, Numbers

NEEDS = "trajectory, contacts"
DESCRIPTION = """Clusters are the sets of particles that contacts between particles connect; contacts with walls connect
nothing, and a particle without contacts is a cluster of one. (a) Number of clusters of each size at the time of the
chosen contact network, on logarithmic axes. (b) Over the times of the contact networks: the share of the particles in
the largest cluster, and the mean size sum(s^2)/sum(s), in which each particle counts."""


def add_options(command):
    moments.add_options(command)


def labels(count, first, second):
    """Returns the number of the cluster of each of `count` particles: the smallest row in it."""
    found = np.arange(count)
    while True:
        least = np.minimum(found[first], found[second])
        next_ = found.copy()
        np.minimum.at(next_, found[first], least)
        np.minimum.at(next_, found[second], least)
        next_ = next_[next_]
        if np.array_equal(next_, found):
            return found
        found = next_


def sizes(ids, sample):
    """Returns the sizes of the clusters of these particles, in ascending order."""
    order = np.sort(ids)
    pairs = np.array([sample["first"].values, sample["second"].values])[:, sample["second"].values > 0]
    rows = np.searchsorted(order, pairs).clip(max=len(order) - 1)
    rows = rows[:, (order[rows] == pairs).all(axis=0)]
    return np.sort(np.unique(labels(len(order), *rows), return_counts=True)[1])


def weighted(size):
    return float((size.astype(float) ** 2).sum() / size.sum())


class Clusters:
    """Sizes in the chosen network; time [s], number, share of the largest and mean size in all networks."""

    def __init__(self, results, options):
        grains = Grains(results)
        network, samples = contacts.Network(results, grains, options), results.contacts()
        self.time, rows = network.time, []
        for sample in samples:
            number = int(np.argmin(np.abs(grains.time - sample.time)))
            if not grains.frames[number].rows:
                continue
            size = sizes(grains.frame(number).id, sample)
            rows.append((sample.time, len(size), size[-1] / size.sum(), weighted(size)))
            if sample.time == network.time:
                self.size = size
        if not rows:
            raise PostError("no frame has particles at the time of a contact network")
        self.times, self.number, self.share, self.mean = np.array(rows).T


def table(results, options):
    clusters = Clusters(results, options)
    size, number = np.unique(clusters.size, return_counts=True)
    columns = {"time": Column(clusters.times, "s"), "clusters": Column(clusters.number.astype(int))}
    columns.update({"share of the largest": Column(clusters.share), "mean size": Column(clusters.mean)})
    at = {
        "time": Column(np.full(size.size, clusters.time), "s"),
        "size": Column(size),
        "clusters of the size": Column(number),
    }
    return [Numbers(columns, {"largest": Column(clusters.size[-1])}, "all times"), Numbers(at, {}, "sizes")]


def picture(results, options):
    clusters = Clusters(results, options)
    size, number = np.unique(clusters.size, return_counts=True)
    times, unit = style.scaled(clusters.times[-1], "s")
    drawing = style.figure(80)
    left, right = drawing.subplots(1, 2)
    left.loglog(size, number, "o", color=style.BLUE, markersize=3)
    left.set_xlabel("number of particles in a cluster")
    left.set_ylabel("number of clusters")
    left.set_title("(a) sizes of the clusters")
    right.plot(clusters.times * times, clusters.share, "o-", color=style.BLUE, markersize=2.5)
    right.set_ylim(0, 1.05)
    right.set_xlabel(style.label("time", unit))
    right.set_ylabel("share of the particles in the largest", color=style.BLUE)
    other = right.twinx()
    other.spines["right"].set_visible(True)
    other.plot(clusters.times * times, clusters.mean, "s--", color=style.VERMILION, markersize=2.5)
    other.set_ylim(bottom=0)
    other.set_ylabel("number in a cluster, mean, dashed", color=style.VERMILION)
    right.set_title("(b) growth")
    text = f"{len(clusters.size)} clusters of {clusters.size.sum()} particles at {clusters.time * times:.4g} {unit}"
    style.heading(drawing, results.title(), f"{text}, the largest with {clusters.size[-1]}")
    return drawing
