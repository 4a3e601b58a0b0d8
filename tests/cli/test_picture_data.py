#!/usr/bin/env python3
"""Every picture of granum-post shows the numbers of its file: the data of the figure, converted with the units of
its labels, equal
the numbers that h5py and a few lines of numpy compute without the drawing code. Legends have the names
of the run, and each number in a caption is a number of the run. Figures are checked in memory, none is written. The
layout is checked as well: no text overlaps another or is cut off, axes have units, legends do not cover curves.
Labels: input mechanism mesh parallel record run wall."""
import csv
import glob
import json
import os
import re
import subprocess
import tempfile
import types
import warnings

import granum_post.__main__ as command
import h5py
import numpy as np
from figure_layout import faults, own_label
from granum_post import compare, drum, fabric, film, fits, law, press, scaling, spheres, style
from granum_post.grains import Grains
from granum_post.reader import PostError, Run, Study
from granum_test import GRANUM, case, done, fact, run
from scipy.spatial import ConvexHull, HalfspaceIntersection
from scipy.special import sph_harm
from meshes import stl
from figure_data import CASES, PREFIXES, STRIP, WORN, Shown, foreign, named, same, si, titles, unit_of, unnamed

GRAVITY = 9.81


class Filed:
    """Results of a run read by h5py, and the numbers that a caption may contain [SI]."""

    def __init__(self, folder):
        self.folder = folder
        with h5py.File(os.path.join(folder, "results.h5"), "r") as file:
            self.data = {}
            self.note("", file)
        self.title = self["parameters/title"].decode()
        networks = glob.glob(os.path.join(folder, "contacts-*.h5"))
        self.network = {}
        if networks:
            with h5py.File(max(networks, key=lambda path: int(path.rsplit("-", 1)[1][:-3])), "r") as file:
                self.network = {name: data[()] for name, data in file["contacts"].items()}

    def note(self, path, group):
        for name, item in group.items():
            if isinstance(item, h5py.Group):
                self.note(f"{path}{name}/", item)
            else:
                self.data[path + name] = item[()]

    def __getitem__(self, name):
        return self.data[name]

    def table(self, path):
        return {name[len(path) + 1 :]: data for name, data in self.data.items() if name.startswith(path + "/")}

    def names(self, path):
        return sorted({name[len(path) + 1 :].split("/")[0] for name in self.data if name.startswith(path + "/")})

    def grains(self, name, number=None):
        data = self.data.get(f"particles/grains/{name}/value", self.data.get(f"particles/grains/{name}"))
        return data if number is None else data[number]

    def known(self):
        """Times, counts and frame numbers."""
        found = [0.0, 1.0]
        if "particles/grains/position/time" in self.data:
            time, place = self["particles/grains/position/time"], self.grains("position")
            found += [*time, *range(len(time)), *np.isfinite(place).all(axis=2).sum(axis=1)]
        return found + [*self.network.get("time", []), len(self.network.get("first", []))]


def drawn(words, results):
    """Returns the figure of a command, and its options."""
    options = command.parser().parse_args([words[0], results.path, *words[1:]])
    return Shown(command.PICTURES[words[0]].module.picture(results, options)), options


def captioned(shown, filed, known=()):
    assert shown.heading[0] == filed.title, shown.heading
    unknown = foreign(shown.heading[1:], [*filed.known(), *known])
    assert not unknown, (shown.heading, unknown)


# for every run of particles


def of_energy(shown, filed):
    ledger = filed.table("observables/energy")
    below = next(a for a in shown.figure.axes if a.get_ylabel().startswith("residual"))
    axes = next(a for a in shown.figure.axes if a.get_ylabel().startswith("energy"))
    lines = named(axes)
    lost = [name for name in ledger if name.startswith("dissipated") and ledger[name].any()]
    work = ledger["external_work"] - ledger["external_work"][0]
    extra = ["external work"] if work.any() else []
    assert sorted(lines) == sorted([*(n.replace("_", " ") for n in ("kinetic", "elastic", *lost)), *extra, "balance"])
    for name in ("kinetic", "elastic", *lost):
        shown.curve(axes, lines[name.replace("_", " ")], ledger["time"], ledger[name], below=below)
    total = ledger["kinetic"] + ledger["elastic"] + sum(ledger[name] for name in ledger if name.startswith("diss"))
    brought = ledger.get("brought_in", 0 * total)
    shown.curve(axes, lines["balance"], ledger["time"], total - work - brought, below=below)
    exchanged = ledger["exchanged"]
    assert "exchanged" in below.get_ylabel(), below.get_ylabel()
    relative = np.divide(ledger["residual"], exchanged, out=0 * total, where=ledger["residual"] != 0)
    same(unnamed(below)[-1].get_ydata(), relative, "residual")
    with open(os.path.join(filed.folder, "run.json")) as file:
        card = json.load(file)["energy"]
    assert abs(exchanged[-1] / card["exchanged"] - 1) < 1e-12, "the scale of run.json and granum info"


def of_observables(shown, filed, flat=False):
    bulk = filed.table("observables/bulk")
    columns = {"kinetic": "kinetic_temperature", "rotational": "rotational_temperature"}
    columns.update({"all": "coordination", "without rattlers": "backbone"})
    for start in ("(a)", "(b)"):
        axes = shown.panel(start + (" granular temperature" if start == "(a)" else " coordination"))
        for name, line in named(axes).items():
            shown.curve(axes, line, bulk["time"], bulk[columns[name]])
    axes = shown.panel("(c) stress")
    part = {"xx": 0, "yy": 4, "zz": 8, "xz": 2, "xy": 1}
    assert len(named(axes)) == 4
    for name, line in named(axes).items():
        shown.curve(axes, line, bulk["time"], bulk["stress"].reshape(len(bulk["time"]), 9)[:, part[name]])


def of_bulk(shown, filed):
    of_energy(shown, filed)
    of_observables(shown, filed)


def circles(axes):
    return next(c for c in axes.collections if hasattr(c, "_widths") and len(c.get_offsets()))


def of_slice(shown, filed):
    """--slice y --colour vz: circles of the cut, and the colours of their velocity."""
    axes = next(a for a in shown.figure.axes if a.collections and a.get_xlabel())
    place, radius = filed.grains("position", -1), filed.grains("radius")
    lower, edges = filed["particles/grains/box/lower"], filed["particles/grains/box/edges"]
    away = place[:, 1] - (lower[1] + 0.5 * edges[1])
    cut = np.abs(away) < radius
    found = circles(axes)
    same(si(axes.get_xlabel(), found.get_offsets()), place[cut][:, [0, 2]], "centres")
    same(si(axes.get_xlabel(), 2 * found._widths), 2 * np.sqrt(radius[cut] ** 2 - away[cut] ** 2), "circles")
    speed = filed.grains("velocity", -1)[:, 2]
    scale = next(a for a in shown.figure.axes if a.get_label() == "<colorbar>")
    ends = si(scale.get_ylabel(), scale.get_ylim())
    assert "velocity along z" in scale.get_ylabel()
    same(ends, np.array([-1, 1]) * np.abs(speed).max(), "scale of the colours")
    order = np.argsort(speed[cut])
    part = (speed[cut] - ends[0]) / (ends[1] - ends[0])
    same(found.get_facecolors()[order][:, :3], style.SIGNED(part[order])[:, :3], "colours", 0.02)


def of_packing(shown, filed):
    """--colour group --no-walls: at the middle of each visible sphere the image has the colour of its group."""
    axes = next(a for a in shown.figure.axes if a.images)
    legend = [text.get_text() for text in axes.get_legend().get_texts()]
    assert legend == ["sample", "ball"], legend
    image = axes.images[0]
    left, right, bottom, top = image.get_extent()
    pixels = np.asarray(image.get_array())
    view = spheres.axes_of_view(False)
    seen, radius, group = filed.grains("position", -1) @ view.T, filed.grains("radius"), filed.grains("group")
    length = 1e3 if max(abs(left), abs(right)) > 1 else 1.0  # [mm]
    told = 0
    for number, middle in enumerate(seen):
        away = np.hypot(*(seen[:, :2] - middle[:2]).T)
        height = np.where(away < radius, seen[:, 2] + np.sqrt(np.maximum(radius**2 - away**2, 0)), -np.inf)
        if np.argmax(height) == number:
            row = int((middle[1] * length - bottom) / (top - bottom) * len(pixels))
            column = int((middle[0] * length - left) / (right - left) * pixels.shape[1])
            red, _, blue, cover = pixels[row, column]
            assert cover == 1 and (red > blue) == bool(group[number] != group.min()), (number, pixels[row, column])
            told += 1
    assert told > 5


def of_wall_colour(shown, filed):
    """--wall-colour wear_depth --no-particles: at the middle of each triangle the image has the colour that the key
    gives to its depth. The triangles are in one plane, so that all have the same shade."""
    axes = next(a for a in shown.figure.axes if a.images)
    depth = filed["observables/walls/strip/triangle_wear_depth/value"][-1]
    scale = next(bar for bar in axes.figure.axes if hasattr(bar, "_colorbar"))._colorbar.mappable
    assert "wear depth on walls" in shown.key()
    same(si(shown.key(), np.array([scale.norm.vmin, scale.norm.vmax])), [0, depth.max()], "ends of the key")
    wanted = scale.cmap(scale.norm(depth / unit_of(shown.key())[0]))[:, :3]
    corners = filed["parameters/walls/strip/vertices"][filed["parameters/walls/strip/triangles"]]
    middle = corners.mean(axis=1) @ spheres.axes_of_view(False).T
    image, (left, right, bottom, top) = np.asarray(axes.images[0].get_array()), axes.images[0].get_extent()
    length = 1e3 if max(abs(left), abs(right)) > 1 else 1.0  # [mm]
    row = ((middle[:, 1] * length - bottom) / (top - bottom) * len(image)).astype(int)
    column = ((middle[:, 0] * length - left) / (right - left) * image.shape[1]).astype(int)
    assert (image[row, column, 3] == 1).all()
    shade = image[row[0], column[0], 0] / wanted[0, 0]
    same(image[row, column, :3], shade * wanted, "colours of the triangles")
    assert len(np.unique(wanted, axis=0)) > 1, depth


def of_profile(shown, filed):
    """Means over the frames of the second half, in layers one diameter thick."""
    time, radius = filed["particles/grains/position/time"], filed.grains("radius")
    frames = range(int(np.floor(len(time) * 0.5)), len(time))
    low, length = (filed[f"particles/grains/box/{name}"][2] for name in ("lower", "edges"))
    count = round(length / (2 * radius.mean()))
    momentum, weight = np.zeros(count), np.zeros(count)
    for k in frames:
        layer = np.clip((filed.grains("position", k)[:, 2] - low) / length * count, 0, count - 1).astype(int)
        np.add.at(weight, layer, radius**3)
        np.add.at(momentum, layer, radius**3 * filed.grains("velocity", k)[:, 0])
    axes = shown.panel("(a) velocity")
    line = axes.lines[0]
    middle = low + length * (np.arange(count) + 0.5) / count
    mean = np.divide(momentum, weight, out=np.full(count, np.nan), where=weight > 0)
    shown.curve(axes, line, mean, middle)
    solid = shown.panel("(b) solid").lines[0]
    height = si(axes.get_ylabel(), solid.get_ydata())
    area = np.prod(filed["particles/grains/box/edges"][:2])
    volume = solid.get_xdata().sum() * (height[1] - height[0]) * area
    same(volume, 4 / 3 * np.pi * np.sum(radius**3), "volume of all", 1e-6)


def of_heap(shown, filed):
    """Discs, the top of the surface in each column, and for each flank the line through its part of the surface."""
    place, radius = filed.grains("position", -1), filed.grains("radius")
    axes, over = shown.panel("(a) seen"), shown.panel("(b) angles")
    seen = si(axes.get_xlabel(), circles(axes).get_offsets())
    same(seen[np.lexsort(seen.T)], place[np.lexsort(place.T)], "centres")
    same(si(axes.get_xlabel(), 2 * circles(axes)._widths), 2 * radius, "sizes")
    lines = named(axes)
    x, y = (si(axes.get_xlabel(), data) for data in lines.pop("surface").get_data())
    half = 0.5 * (x[1] - x[0])
    for at, top in zip(x, y):
        there = np.abs(place[:, 0] - at) < half
        lowest = (place[:, 1] - radius).min()
        same(top, (place[there, 1] + radius[there]).max() if there.any() else lowest, "surface", 1e-6)
    angles = []
    for name, line in lines.items():
        points = np.isin(np.round(x, 9), np.round(si(axes.get_xlabel(), line.get_xdata()), 9))
        slope, level = np.polyfit(x[points], y[points], 1)
        same(si(axes.get_ylabel(), line.get_ydata()), slope * x[points] + level, name, 1e-6)
        angles.append(np.degrees(np.arctan(abs(slope))))
        assert name == f"{'left' if slope > 0 else 'right'} {angles[-1]:.1f}°", name
        same(named(over)[name.split()[0]].get_ydata()[-1], angles[-1], "angle", 1e-6)
    assert len(angles) == 2 and abs(angles[0] - 26.6) < 2 and abs(angles[1] - 18.4) < 2, angles
    same(named(over)["mean"].get_ydata()[-1], np.mean(angles), "mean", 1e-6)
    same(si(over.get_xlabel(), over.lines[0].get_xdata()), filed["particles/grains/position/time"])
    captioned(shown, filed, [*angles, np.mean(angles)])


# contacts


def sized(filed):
    return np.linalg.norm(filed.network["force"], axis=1)


def of_chains(shown, filed):
    """--slice y: ends of the lines, their widths and colours."""
    axes = next(a for a in shown.figure.axes if any(c.get_gid() == "forces" for c in a.collections))
    lines = next(c for c in axes.collections if c.get_gid() == "forces")
    size = sized(filed)
    order = np.argsort(size, kind="stable")
    ends = si(axes.get_xlabel(), lines.get_segments())
    same(ends[:, 1] - ends[:, 0], filed.network["branch"][order][:, [0, 2]], "branches")
    centre = filed.grains("position", -1)[np.searchsorted(filed.grains("id"), filed.network["first"])][order]
    same(ends[:, 0], centre[:, [0, 2]], "they begin at the centres of the particles")
    widths = np.asarray(lines.get_linewidths())
    same((widths - 0.2) / (widths[-1] - 0.2), size[order] / size.max(), "widths")
    same(si(shown.key(), shown.keys()[0].get_ylim()), [0, size.max()], "scale of the colours")


def of_rdf(shown, filed):
    """Counts of all distances in the sheared box, with all images."""
    place, edges = filed.grains("position", -1), np.linspace(0, 3e-3, 13)
    sides = filed["particles/grains/box/edges/value"][-1]
    turns = np.array(np.meshgrid(*3 * [[-2, -1, 0, 1, 2]])).reshape(3, -1).T @ sides
    away = np.linalg.norm(place[:, None, None] - place[:, None] - turns, axis=3).ravel()
    count = np.histogram(away[away > 0], edges)[0]
    expected = count / (len(place) ** 2 / np.linalg.det(sides) * 4 / 3 * np.pi * np.diff(edges**3))
    axes = next(a for a in shown.figure.axes if a.get_ylabel().startswith("radial"))
    shown.curve(axes, axes.lines[0], 0.5 * (edges[1:] + edges[:-1]), expected)
    top = np.argmax(expected)
    diameter = 2 * filed.grains("radius").mean()
    captioned(shown, filed, [expected[top], 0.5 * (edges[top] + edges[top + 1]) / diameter, edges[1] / diameter])


def images_of(filed):
    """Returns the centres of the last frame, the sides of the box, and the vectors from each particle to all others and
    to all images [particle][turn][other][axis]."""
    place, sides = filed.grains("position", -1), filed["particles/grains/box/edges/value"][-1]
    turns = np.array(np.meshgrid(*3 * [[-1, 0, 1]])).reshape(3, -1).T @ sides
    return place, sides, place[None, None] + turns[None, :, None] - place[:, None, None]


def of_order(shown, filed):
    """Spherical harmonics of SciPy, over all pairs of the sheared box."""
    _, _, away = images_of(filed)
    radius = filed.grains("radius")
    distance = np.linalg.norm(away, axis=3)
    near = (distance > 0) & (distance <= 1.2 * (radius[:, None, None] + radius))
    found, count = [], near.sum(axis=(1, 2))
    for k in np.flatnonzero(count):
        x, y, z = (away[k][near[k]] / distance[k][near[k]][:, None]).T
        turn, tip = np.arctan2(y, x), np.arccos(z)
        harmonics = [[sph_harm(m, l, turn, tip).mean() for m in range(-l, l + 1)] for l in (4, 6)]
        found.append([np.sqrt(4 * np.pi / (2 * l + 1) * np.sum(np.abs(q) ** 2)) for l, q in zip((4, 6), harmonics)])
    found = np.array(found)
    for values, step in zip(found.T, shown.panel("(a)").patches):
        data = step.get_data()
        same(data.values, np.histogram(values, data.edges, density=True)[0], "shares", 1e-6)
    for values, line in zip(found.T, named(shown.panel("(b)")).values()):
        same(line.get_ydata()[-1], values.mean(), "mean", 1e-9)
    captioned(shown, filed, [4, 6, *found.mean(axis=0), count[count > 0].mean(), len(found)])


def of_structure(shown, filed):
    """The sum over all wave vectors of the sheared box, with --vectors above their number."""
    place, sides, _ = images_of(filed)
    turns = np.array(np.meshgrid(*3 * [np.arange(-9, 10)])).reshape(3, -1).T
    waves = turns[np.abs(turns).sum(axis=1) > 0] @ (2 * np.pi * np.linalg.inv(sides).T)
    length = np.linalg.norm(waves, axis=1) * 2 * filed.grains("radius").mean() / (2 * np.pi)
    waves, length = waves[length <= 1.5], length[length <= 1.5]
    values = np.abs(np.exp(1j * waves @ place.T).sum(axis=1)) ** 2 / len(place)
    own = np.digitize(length, np.linspace(0, 1.5, 13))
    bins = [own == k for k in np.unique(own)]
    axes = next(a for a in shown.figure.axes if a.get_ylabel().startswith("structure"))
    expected = np.array([values[each].mean() for each in bins])
    shown.curve(axes, axes.lines[0], [length[each].mean() for each in bins], expected)
    captioned(shown, filed, [expected.max(), length[bins[np.argmax(expected)]].mean()])


def of_voronoi(shown, filed):
    """Each cell as the intersection of the half-spaces of its radical planes (SciPy)."""
    _, _, away = images_of(filed)
    radius, solid, left = filed.grains("radius"), [], 0
    for own, ways in zip(radius, away):
        distance = np.linalg.norm(ways, axis=2)
        near = (distance > 0) & (distance < 10 * radius.mean())
        planes = np.column_stack([ways[near], -0.5 * (distance**2 + own**2 - radius**2)[near]]) / radius.mean()
        cell = HalfspaceIntersection(planes * [1, 1, 1, 1 / radius.mean()], np.zeros(3)).intersections
        if np.linalg.norm(cell, axis=1).max() > 4:
            left += 1
            continue
        solid.append([4 / 3 * np.pi * own**3, ConvexHull(cell).volume * radius.mean() ** 3])
    assert solid, "some cells are small"
    grain, cell = np.array(solid).T
    for letter, values in (("(a)", grain / cell), ("(b)", cell / grain)):
        step = shown.panel(letter).patches[0].get_data()
        inclusive = step.edges + np.linspace(-1e-9, 1e-9, step.edges.size) * step.edges[-1]
        same(step.values, np.histogram(values, inclusive, density=True)[0], letter, 1e-6)
    captioned(shown, filed, [grain.sum() / cell.sum(), np.std(grain / cell), len(grain), left])


def of_msd(shown, filed):
    place, time = filed.grains("position"), filed["particles/grains/position/time"]
    expected = [np.sum((place[k:] - place[:-k]) ** 2, axis=2).mean() for k in range(1, len(time))]
    axes = next(a for a in shown.figure.axes if a.get_ylabel().startswith("mean squared"))
    shown.curve(axes, axes.lines[0], time[1:] - time[0], expected)
    late = slice(np.argmax(time[1:] >= 0.5 * time[-1] * (1 - 1e-9)), None)
    exponent = np.polyfit(np.log(time[1:][late]), np.log(expected[late]), 1)[0]
    captioned(shown, filed, [exponent])


def of_clusters(shown, filed):
    """Sizes of the clusters, found by a search from particle to particle."""
    pairs = np.array([filed.network["first"], filed.network["second"]]).T
    near = {i: set() for i in filed.grains("id")}
    for first, second in pairs[pairs[:, 1] > 0]:
        near[first].add(second)
        near[second].add(first)
    sizes, left = [], set(near)
    while left:
        found, todo = set(), [left.pop()]
        while todo:
            found.add(todo[-1])
            todo += near[todo.pop()] - found
        left -= found
        sizes.append(len(found))
    size, number = np.unique(sizes, return_counts=True)
    line = shown.panel("(a) sizes").lines[0]
    same(line.get_xdata(), size)
    same(line.get_ydata(), number)
    share = shown.panel("(b) growth").lines[0].get_ydata()[-1]
    same(share, size[-1] / sum(sizes), "share of the largest")
    captioned(shown, filed, [len(sizes), size[-1]])


def of_rose(shown, filed):
    between = filed.network["second"] > 0
    normal = filed.network["normal"][between]
    push = -np.sum(filed.network["force"] * filed.network["normal"], axis=1)[between]
    angle = np.arctan2(normal[:, 2], normal[:, 0]) % np.pi
    half = np.histogram(angle, 12, (0, np.pi))[0].astype(float)
    force = np.histogram(angle, 12, (0, np.pi), weights=push)[0] / np.where(half > 0, half, 1)
    number, strength = (shown.panel(start) for start in ("(a)", "(b)"))
    bars = [np.array([bar.get_height() for bar in axes.patches]) for axes in (number, strength)]
    same(bars[0], np.tile(half / half.mean(), 2), "numbers")
    same(bars[1], np.tile(force / push.mean(), 2), "forces")
    parts = fabric.Fabric(*(filed.network[name][between] for name in ("normal", "force", "branch")))
    captioned(shown, filed, np.abs(list(vars(parts).values())))


def of_distributions(shown, filed):
    push = -np.sum(filed.network["force"] * filed.network["normal"], axis=1)
    step = shown.panel("(a)").patches[0].get_data()
    share, edges = np.histogram(push / push.mean(), step.edges, density=True)
    same(np.nan_to_num(step.values), share, "forces")
    same(edges[[0, -1]], [min(0, (push / push.mean()).min()), (push / push.mean()).max()])
    axes = shown.panel("(b)")
    step, radius = axes.patches[0].get_data(), filed.grains("radius")
    factor = unit_of(axes.get_xlabel())[0]
    inclusive = step.edges + np.linspace(-1e-9, 1e-9, step.edges.size)  # not lost by rounding at the ends
    share, _ = np.histogram(radius / factor, inclusive, density=True)
    same(si(axes.get_ylabel(), step.values) * factor, share, "radii", 1e-6)
    same(step.edges[[0, -1]] * factor, [radius.min(), radius.max()], "ends of the radii")
    ends = np.concatenate([filed.network["first"], filed.network["second"]])
    count = np.array([np.sum(ends == each) for each in filed.grains("id")])
    bars = np.array([bar.get_height() for bar in shown.panel("(c)").patches])
    same(bars, np.bincount(count) / count.size, "contacts")
    assert f"mean {count.mean():.2f}" in titles(shown.panel("(c)"))[0]
    velocity = filed.grains("velocity", -1)
    for number, name in enumerate("xyz"):
        rest = velocity[:, number] - velocity[:, number].mean()
        line = named(shown.panel("(d)"))[name]
        share, _ = np.histogram(rest / np.sqrt(np.mean(rest**2)), np.linspace(-4, 4, 25), density=True)
        same(line.get_ydata(), share, name)


def gauss(away, width):
    return np.exp(-0.5 * (away / width) ** 2) / (np.sqrt(2 * np.pi) * width)


def of_fields(shown, filed):
    """Sums over particles at some places; the mean pressure follows from forces and branch vectors."""
    place, mass, velocity = (filed.grains(name, k) for name, k in (("position", -1), ("mass", None), ("velocity", -1)))
    width, edges = 2 * filed.grains("radius").mean(), filed["particles/grains/box/edges"]
    axes = shown.panel("(a) density")
    height = si(axes.get_ylabel(), axes.lines[0].get_ydata())
    weight = gauss(height[:, None] - place[:, 2], width) * mass / (edges[0] * edges[1])
    same(si(axes.get_xlabel(), axes.lines[0].get_xdata()), weight.sum(axis=1), "density")
    for k, name in enumerate("xyz"):
        axes = shown.panel("(b) velocity")
        mean = weight @ velocity[:, k] / weight.sum(axis=1)
        same(si(axes.get_xlabel(), named(axes)[name].get_xdata()), mean, name)
    axes = shown.panel("(d) density")
    image = axes.images[0]
    left, right, bottom, top = si(axes.get_xlabel(), image.get_extent())
    values = np.ma.filled(image.get_array(), np.nan)
    x, z = (
        low + (high - low) * (np.arange(n) + 0.5) / n
        for low, high, n in ((left, right, values.shape[1]), (bottom, top, values.shape[0]))
    )
    whole = (gauss(z[:, None] - place[:, 2], width) * mass) @ gauss(x[:, None] - place[:, 0], width).T / edges[1]
    there = np.isfinite(values)
    same(si(shown.key(), values[there]), whole[there], "map of the density")
    assert there.any() and not whole[~there].max(initial=0) > 0.021 * whole.max()
    pressure = shown.panel("(f) pressure").images[0].get_array()
    cell = (x[1] - x[0]) * (z[1] - z[0]) * edges[1]
    virial = -np.sum(filed.network["force"] * filed.network["branch"]) / 3
    motion = np.sum(mass[:, None] * velocity**2) / 3
    total = np.nansum(np.ma.filled(pressure, np.nan)) * cell * unit_of(shown.key(2))[0]
    assert abs(total / (virial + 0.5 * motion) - 1) < 0.5, (total, virial, motion)  # magnitude, without the white part
    captioned(shown, filed, [width])


# walls


def of_walls(shown, filed):
    names = filed.names("observables/walls")
    for start, k in zip(("(a)", "(b)", "(c)"), range(3)):
        axes = shown.panel(start + " force")
        lines = named(axes)
        assert sorted(lines) == names
        for name in names:
            wall = filed.table(f"observables/walls/{name}")
            shown.curve(axes, lines[name], wall["time"], wall["force"][:, k])
    axes = shown.panel("(d) displacement")
    for name, line in named(axes).items():
        wall = filed.table(f"observables/walls/{name}")
        shown.curve(axes, line, wall["time"], np.linalg.norm(wall["position"] - wall["position"][0], axis=1))
    assert sorted(named(axes)) == names


def of_power(shown, filed):
    """No wall of this run rotates, so there is no panel of the torque."""
    names = [
        name for name in filed.names("observables/walls") if filed.table(f"observables/walls/{name}")["work"].any()
    ]
    lines, energy = named(shown.panel("(a) power")), named(shown.panel("(b) specific energy"))
    assert names and sorted(lines) == names and sorted(energy) == names
    for name in names:
        wall = filed.table(f"observables/walls/{name}")
        shown.curve(shown.panel("(a) power"), lines[name], wall["time"], wall["power"])
        shown.curve(shown.panel("(b) specific energy"), energy[name], wall["time"], wall["work"] / 0.5)


def between(filed):
    """Distances [time][axis], and stresses on the lower and the upper wall of each axis."""
    pairs = (("left", "right"), ("front", "back"), ("base", "cap"))
    walls = {name: filed.table(f"observables/walls/{name}") for pair in pairs for name in pair}
    length = np.array(
        [np.abs(walls[b]["position"][:, k] - walls[a]["position"][:, k]) for k, (a, b) in enumerate(pairs)]
    )
    stress = np.array(
        [
            [np.abs(walls[name]["force"][:, k]) / np.prod(np.delete(length, k, 0), axis=0) for name in pair]
            for k, pair in enumerate(pairs)
        ]
    )
    return walls["cap"]["time"], length, stress


def of_triaxial(shown, filed):
    _, length, stress = between(filed)
    mean = stress.mean(axis=1)
    axes, below = shown.panel("(a) stress"), shown.panel("(b) volume")
    strain = -np.log(length[2] / length[2][0])
    lateral = mean[:2].mean(axis=0)
    lines = named(axes)
    for name, values in (("axial", mean[2]), ("lateral", lateral), ("deviator", mean[2] - lateral)):
        shown.curve(axes, lines[name], strain, values)
    shown.curve(below, below.lines[0], strain, np.log(length / length[:, :1]).sum(axis=0))


def of_cell(shown, filed):
    """The curves are the recorded stress of a deforming box over the strain of its sides."""
    stress = filed["observables/bulk/stress"][:, [0, 4, 8]]
    length = filed["observables/cell/length"]
    strain = np.log(length / length[0])
    axes, below = shown.panel("(a) stress"), shown.panel("(b) volume")
    lateral, lines = stress[:, :2].mean(axis=1), named(axes)
    for name, values in (("axial", stress[:, 2]), ("lateral", lateral), ("deviator", stress[:, 2] - lateral)):
        shown.curve(axes, lines[name], -strain[:, 2], values, below=below)
    shown.curve(below, below.lines[0], -strain[:, 2], strain.sum(axis=1))
    assert abs(strain[-1, 2] + 0.08) < 1e-3, strain[-1]


def of_oedometer(shown, filed):
    time, length, stress = between(filed)
    axes = shown.panel("(b) stress")
    for name, upper in (("lid", 1), ("floor", 0)):
        shown.curve(axes, named(axes)[name], time, stress[2, upper])
    above = shown.panel("(a) strain")
    count = len(above.lines[0].get_xdata())
    same(si(above.get_xlabel(), above.lines[0].get_xdata()), stress[2, 1][-count:], "stress on the lid")
    same(si(above.get_ylabel(), above.lines[0].get_ydata()), 1 - length[2][-count:] / length[2][-count], "strain")
    right = next(a for a in shown.figure.axes if a.get_ylabel().startswith("ratio"))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = stress[:2].mean(axis=(0, 1)) / stress[2].mean(axis=0)
    same(right.lines[0].get_ydata(), np.where(np.isfinite(ratio), ratio, np.nan)[-len(right.lines[0].get_ydata()) :])


def of_press(shown, filed):
    walls = {name: filed.table(f"observables/walls/{name}") for name in ("base", "cap")}
    apart = walls["cap"]["position"][:, 2] - walls["base"]["position"][:, 2]
    force = 0.5 * (walls["cap"]["force"][:, 2] - walls["base"]["force"][:, 2])
    diameter = 2 * filed.grains("radius").mean()
    axes = shown.panel("(b) whole")
    same(axes.lines[0].get_xdata(), (apart - apart[0]) / diameter, "displacement")
    same(si(axes.get_ylabel(), axes.lines[0].get_ydata()), force, "force")
    check_press_study(filed, (apart - apart[0]) / diameter, force)
    bulk = filed.table("observables/bulk")
    upper = shown.panel("(c) coordination")
    shown.curve(upper, upper.lines[0], bulk["time"], bulk["coordination"])
    lower = next(a for a in shown.figure.axes if a.get_ylabel().startswith("overlap"))
    for name, column in (("current", "overlap"), ("largest so far", "overlap_max_mean")):
        same(named(lower)[name].get_ydata(), bulk[column] / diameter, name)


def check_press_study(filed, displacement, force):
    """The same run as a case of a study: its curve, its name, and its row of the table."""
    folder = os.path.join(filed.folder, "pressed")
    os.makedirs(os.path.join(folder, "soft", "point-1"))
    os.symlink(os.path.join(filed.folder, "results.h5"), os.path.join(folder, "soft", "point-1", "results.h5"))
    case = {"name": "soft/point-1", "variant": "soft", "swept": {"constants.depth": 2e-6}, "state": "done"}
    with open(os.path.join(folder, "study.json"), "w") as file:
        json.dump({"title": "Pressed", "units": {"constants.depth": "m"}, "cases": [case]}, file)
    study = Study(folder)
    drawing = press.study_picture(study, None)
    axes = next(a for a in drawing.axes if a.get_title(loc="left") == "(a) soft")
    assert list(named(axes)) == ["depth 2 µm"], list(named(axes))
    same(named(axes)["depth 2 µm"].get_xdata(), displacement, "displacement")
    same(si(axes.get_ylabel(), named(axes)["depth 2 µm"].get_ydata()), force, "force")
    (rows,) = press.study_table(study, None)
    farthest = np.argmax(np.abs(displacement))
    assert rows.columns["displacement"][0] == displacement[farthest], rows.columns["displacement"]
    assert rows.columns["force"][0] == force[farthest] and rows.columns["largest_force"][0] == force.max()
    style.plt.close(drawing)


def of_penetration(shown, filed):
    body = np.argmax(filed.grains("radius"))
    time = filed["particles/grains/position/time"]
    lowest = filed.grains("position")[:, body, 2] - filed.grains("radius")[body]
    axes, below = shown.panel("(a) depth"), shown.panel("(b) velocity")
    count = len(axes.lines[0].get_xdata())
    depth = si(axes.get_ylabel(), axes.lines[0].get_ydata())
    same(si(below.get_xlabel(), axes.lines[0].get_xdata()), time[-count:])
    same(depth - depth[0], lowest[-count] - lowest[-count:], "depth")
    shown.curve(below, below.lines[0], time[-count:], filed.grains("velocity")[-count:, body, 2])
    assert f"{axes.lines[0].get_ydata()[-1]:.3g}" in axes.lines[0].get_label()


def torque(filed, axis):
    walls = [filed.table(f"observables/walls/{name}") for name in filed.names("observables/walls")]
    return walls[0]["time"], sum(wall["torque"][:, axis] for wall in walls), walls[0]["position"][-1]


def of_mixing(shown, filed):
    time, values, _ = torque(filed, 2)
    values = -values  # on the particles
    axes = shown.panel("(b) torque")
    shown.curve(axes, unnamed(axes)[0], time, values)
    mean = values[time >= 0.5 * filed["particles/grains/position/time"][-1]].mean()
    told = named(axes)
    assert f"{abs(mean / unit_of(axes.get_ylabel())[0]):.3g}" in next(iter(told)), (told, mean)
    line = shown.panel("(a) degree").lines[0]
    group, radius = filed.grains("group"), filed.grains("radius")
    lower, edges = filed["particles/grains/box/lower"], filed["particles/grains/box/edges"]
    first, cells = group == group.min(), {}
    low, high = np.quantile(filed.grains("position", -1), (0.01, 0.99), axis=0)
    least = (high - low).min() + 2 * radius.mean()
    side = (50 * 4 / 3 * np.pi * np.mean(radius**3) / 0.6) ** (1 / 3)
    side = min(side, max(least / 4, 4 * radius.mean()))
    for where, mine in zip(np.floor((filed.grains("position", -1) - lower - edges / 2) / side), first):
        cells.setdefault(tuple(where), []).append(mine)
    share, number = first.mean(), len(first)
    spread = sum(len(held) * (np.mean(held) - share) ** 2 for held in cells.values()) / number
    degree = (1 - spread / (share * (1 - share))) / (1 - (len(cells) - 1) / (number - 1))
    same(line.get_ydata()[-1], degree, "degree of mixing")


def of_counters(shown, filed):
    """Two counters of one region by size, in the order of the input and with the same width: number, and their share of
    its mass."""
    found = {name: filed.table(f"observables/counters/{name}") for name in ("fine", "coarse")}
    whole = sum(each["mass"] for each in found.values())
    for name, each in found.items():
        axes = shown.panel("(a) number")
        shown.curve(axes, named(axes)[name], each["time"], each["number"])
        axes = shown.panel("(b) share")
        part = np.divide(each["mass"], whole, out=np.full(whole.shape, np.nan), where=whole != 0)
        shown.curve(axes, named(axes)[name], each["time"], part)
        assert list(named(axes)) == list(found), named(axes)
        assert len({line.get_linewidth() for line in axes.lines}) == 1, name
    radius, high = filed.grains("radius"), filed.grains("position", -1)[:, 2] >= 0
    assert found["fine"]["number"][-1] == np.sum(high & (radius < 0.95e-3)) > 0, "small ones"
    assert found["coarse"]["number"][-1] == np.sum(high & (radius >= 0.95e-3)) > 0, "large ones"


def of_drum(shown, filed):
    time, values, point = torque(filed, 1)
    axes = shown.panel("(b) torque")
    lines = named(axes)
    shown.curve(axes, lines["on the walls, samples"], time, values)
    weight = next(line for name, line in lines.items() if name.startswith("of the weight"))
    lever = filed.grains("position")[:, :, 0] - point[0]
    moment = np.sum(lever * filed.grains("mass") * GRAVITY, axis=1)  # (r x m g) along y, g down along z
    shown.curve(axes, weight, filed["particles/grains/position/time"], moment)
    same(si(axes.get_xlabel(), shown.panel("(a) angle").lines[0].get_xdata()), filed["particles/grains/position/time"])


def of_drum_layer(shown, filed):
    """Mean velocity down the surface over the depth, from sums over all particles; its zero is the thickness."""
    place, speed, mass = filed.grains("position"), filed.grains("velocity"), filed.grains("mass")
    radius, time = filed.grains("radius"), filed["particles/grains/position/time"]
    step, span = 0.2 * radius.mean(), np.linalg.norm(filed["particles/grains/box/edges"])
    depth = step * np.arange(int(np.ceil(span / step)) + 2)
    sums = np.zeros((2, depth.size))
    for x, v in zip(place[time >= 0.5 * time[-1]], speed[time >= 0.5 * time[-1]]):
        rise, height = drum.surface(types.SimpleNamespace(position=x, radius=radius), 1)
        if np.isnan(rise):  # too narrow
            continue
        normal, down = np.array([-rise, 0, 1]), -np.sign(rise) * np.array([1, 0, rise])
        below = (height - x @ normal) / np.linalg.norm(normal)
        along = x @ down / np.linalg.norm(down)
        mine = (np.abs(along - 0.5 * (along.min() + along.max())) < 0.125 * np.ptp(along)) & (below >= 0)
        share = mass * np.maximum(1 - np.abs(below / step - np.arange(depth.size)[:, None]), 0) * mine
        sums += [share.sum(axis=1), share @ (v @ down) / np.linalg.norm(down)]
    far = np.abs(depth[:, None] - depth)
    sums = sums @ np.where(far < 20.5 * step, np.exp(-0.5 * (far / (5 * step)) ** 2), 0)
    there = sums[0] > 1e-6 * sums[0].max()
    velocity = sums[1][there] / sums[0][there]
    axes = shown.panel("(a) velocity")
    shown.curve(axes, named(axes)["mean velocity"], velocity, depth[there])
    same(named(shown.panel("(b) thickness"))["each frame"].get_xdata().size, time.size)
    zeros = [line for name, line in named(axes).items() if name.startswith("it is 0")]
    change = np.flatnonzero(velocity[1:] * velocity[:-1] <= 0)
    assert len(zeros) == min(len(change), 1), (zeros, change)
    if zeros:
        found = si(axes.get_ylabel(), zeros[0].get_ydata())[0]
        assert depth[there][change[0]] <= found <= depth[there][change[0] + 1], found


def of_bodies(shown, filed):
    place, body = filed.grains("position"), filed["particles/bodies/position/time"]
    axis = place[:, 1::2] - place[:, 0::2]
    axis /= np.linalg.norm(axis, axis=2, keepdims=True)
    order = [np.linalg.eigvalsh(1.5 * u.T @ u / len(u) - 0.5 * np.eye(3))[-1] for u in axis]
    shown.curve(shown.panel("(a) nematic"), shown.panel("(a) nematic").lines[0], body, np.array(order))
    bulk = filed.table("observables/bulk")
    shown.curve(shown.panel("(b) contacts"), shown.panel("(b) contacts").lines[0], bulk["time"], bulk["coordination"])


# fracture, discharge, shear


def of_fracture(shown, filed):
    bonds = filed.table("observables/bonds")
    axes = shown.panel("(b) broken")
    modes = {1: "tension", 2: "bending", 3: "shear", 4: "twist"}
    assert sorted(named(axes)) == sorted(modes[mode] for mode in set(bonds["mode"])), named(axes)
    for mode, name in modes.items():
        when = np.sort(bonds["time"][bonds["mode"] == mode])
        if when.size:
            line = named(axes)[name]
            same(si(axes.get_xlabel(), line.get_xdata())[1:-1], when)
            same(line.get_ydata()[1:-1], 1 + np.arange(when.size))
    axes = shown.panel("(a) force")
    walls = {name: filed.table(f"observables/walls/{name}") for name in ("floor", "lid")}
    apart = walls["floor"]["position"] - walls["lid"]["position"]
    way = np.linalg.norm(apart - apart[0], axis=1)
    for text, line in named(axes).items():
        force = np.linalg.norm(walls[text.split(":")[0]]["force"], axis=1)
        shown.curve(axes, line, way, force)
        assert f"{force.max() / unit_of(axes.get_ylabel())[0]:.4g}" in text
    places = [a for a in shown.figure.axes if any(n.startswith("tension:") for n in named(a))][0]
    text, line = next(iter(named(places).items()))
    assert text == f"tension: {bonds['time'].size}", text
    assert len(line.get_xdata()) == bonds["time"].size


def of_discharge(shown, filed):
    account = filed.table("observables/particles")
    mass = account["removed_mass"] + account["left_mass"]
    axes, rate = shown.panel("(a)"), shown.panel("(b)")
    shown.curve(axes, unnamed(axes)[0], account["time"], mass)
    step = rate.patches[0].get_data()
    ends = si(rate.get_xlabel(), step.edges)
    assert np.isin(np.round(ends, 9), np.round(account["time"], 9)).all(), "rates are between recorded samples"
    same(np.sum(si(rate.get_ylabel(), step.values) * np.diff(ends)), mass[-1], "all that has run out", 1e-6)
    fitted = (mass >= 0.2 * mass[-1]) & (mass <= 0.6 * mass[-1])
    steady = np.polyfit(account["time"][fitted], mass[fitted], 1)[0]
    assert any(text.startswith(f"steady rate {1e3 * steady:.3g} ± ") for text in named(axes)), named(axes)


def of_residence(shown, filed):
    """The distribution is that of the table; its integral is 1, and the curve of the mixed vessel has its mean."""
    times = filed.table("observables/discharge")["residence_time"]
    axes, share = shown.panel("(a)"), shown.panel("(b)")
    told = f"{times.size} particles, mean residence time {1e3 * times.mean():.4g} ms, standard deviation "
    assert shown.heading[1] == f"{told}{1e3 * times.std():.3g} ms", shown.heading
    assert shown.figure.results == shown.heading[1:], "printed below the path of the picture"
    step = axes.patches[0].get_data()
    ends = si(axes.get_xlabel(), step.edges)
    density, _ = np.histogram(times, ends, density=True)
    density[-1] = np.sum(times >= ends[-2] * (1 - 1e-12)) / times.size / np.diff(ends)[-1]
    same(np.sum(si(axes.get_ylabel(), step.values) * np.diff(ends)), 1.0, "integral of E")
    same(si(axes.get_ylabel(), step.values), density, "E", 1e-6)
    same(si(axes.get_xlabel(), named(axes)["mean"].get_xdata()), 2 * [times.mean()], "mean")
    line = named(share)["particles"]
    same(si(share.get_xlabel(), line.get_xdata()[1:-1]), np.sort(times), "times")
    same(line.get_ydata()[1:-1], np.arange(1, times.size + 1) / times.size, "F")
    mixed = named(share)["mixed"]
    same(mixed.get_ydata(), 1 - np.exp(-si(share.get_xlabel(), mixed.get_xdata()) / times.mean()), "mixed")


def of_rheology(shown, filed):
    bulk, cell = filed.table("observables/bulk"), filed.table("observables/cell")
    late = bulk["time"] >= 0.5 * bulk["time"][-1]
    stress = bulk["stress"].reshape(-1, 3, 3)[late]
    pressure = np.trace(stress, axis1=1, axis2=2) / 3
    radius, mass = filed.grains("radius"), filed.grains("mass")
    density = mass.sum() / np.sum(4 / 3 * np.pi * radius**3)
    inertial = np.abs(cell["velocity_gradient"][late, 3]) * 2 * radius.mean() * np.sqrt(density / pressure)
    friction = np.abs(stress[:, 0, 1]) / pressure
    for start, values in (("(a)", friction), ("(b)", bulk["solid_fraction"][late])):
        points = shown.panel(start).lines[0]
        same(points.get_xdata(), inertial, "inertial number", 1e-6)
        same(points.get_ydata(), values, start)
    means = [inertial.mean(), friction.mean(), bulk["solid_fraction"][late].mean(), late.sum()]
    captioned(shown, filed, means)


# chains


def of_chain(shown, filed):
    axes = shown.panel("(a) force")
    bar = next(line for line in axes.lines if line.get_gid() == "scale")
    told = next(text.get_text() for text in axes.texts if text.get_text().endswith("N"))
    number, unit = told.split()
    newton = float(number) * unit_of(f"({unit})")[0] / np.ptp(bar.get_ydata())
    time = filed["observables/sensors/beads-4/time"]
    curves = [line for line in axes.lines if len(line.get_xdata()) == time.size]
    assert len(curves) == 3 and [text.get_text() for text in axes.texts[:3]] == ["4", "9", "14"]
    tops = []
    for at, line in zip((4, 9, 14), curves):
        force = filed[f"observables/sensors/beads-{at}/force"]
        same(si(axes.get_xlabel(), line.get_xdata()), time)
        same((line.get_ydata() - line.get_ydata()[0]) * newton, force - force[0], f"sensor {at}")
        k = int(np.argmax(force))
        curve = np.polyfit(time[k - 1 : k + 2] / time[k], force[k - 1 : k + 2], 2)
        tops.append((np.polyval(curve, -curve[1] / (2 * curve[0])), -curve[1] / (2 * curve[0]) * time[k]))
    decay = shown.panel("(b) peak")
    same(si(decay.get_ylabel(), named(decay)["beads"].get_ydata()), [force for force, _ in tops], "peaks", 1e-6)
    same(named(decay)["beads"].get_xdata(), [4, 9, 14], "numbers in the group")
    upper = decay.child_axes[0]
    place = filed.grains("position", 0)[:, 0]
    far = upper._functions[0](np.array([1.0, 4, 9, 14]))
    same(si(upper.get_xlabel(), far), place[[1, 4, 9, 14]] - place[1], "distance from the first bead", 1e-6)
    of_energy(shown, filed)
    contact = filed.table("observables/contact_sensors/beads-9")
    loop = shown.panel("(d) contacts")
    touching = (contact["overlap"] >= 0) | (contact["force"] != 0)
    shown.curve(loop, named(loop)["9, 10"], contact["overlap"][touching], contact["force"][touching])
    shown.curve(shown.panel("(e)"), named(shown.panel("(e)"))["9, 10"], contact["time"], contact["force"])
    known = [5 * 2 * 2.38e-3 / (after[1] - before[1]) for before, after in zip(tops, tops[1:])]
    assert shown.heading[0] == filed.title
    speeds = [float(word) for word in shown.heading[1].split() if word.replace(".", "").isdigit()]
    rounded = np.round([*known, np.mean(known)], 1)
    assert all(np.min(np.abs(rounded / speed - 1)) < 2e-3 for speed in speeds), (speeds, known)


def of_detectors(shown, filed):
    for axes in shown.figure.axes:
        field = {"peak": "peak", "width": "width", "speed": "speed"}[titles(axes)[0].split()[1]]
        group = "force" if "force" in axes.get_ylabel() or "N)" in axes.get_ylabel() else None
        names = filed.names("observables/detectors")
        found = [filed.table(f"observables/detectors/{name}") for name in names]
        lines = [line for line in axes.lines if len(line.get_xdata()) == 4]
        assert lines and (group is None or len(lines) <= len(found))
        told = [si(axes.get_ylabel(), line.get_ydata()) for line in lines]
        for values in told:
            assert any(np.allclose(values, table[field], rtol=1e-9, equal_nan=True) for table in found), (field, values)
        same(si(axes.get_xlabel(), lines[0].get_xdata()), found[0]["position"])


def of_spacetime(shown, filed):
    axes = shown.figure.axes[0]
    mesh = axes.collections[0]
    same(si(shown.key(), mesh.get_array()).ravel(), filed.grains("velocity")[:, :, 0].ravel(), "velocities")
    corners = mesh.get_coordinates()
    same(corners[0, :, 0], 0.5 + np.arange(22), "beads")
    time = filed["particles/grains/velocity/time"]
    rows = si(axes.get_ylabel(), corners[:, 0, 1])
    same(0.5 * (rows[1:] + rows[:-1]), time, "frames")


def of_dispersion(shown, filed):
    """Computes the Fourier sum over beads and frames directly, at a few wave numbers and frequencies."""
    axes = shown.figure.axes[0]
    mesh = axes.collections[0]
    corners, values = mesh.get_coordinates(), np.asarray(mesh.get_array())
    wave = 0.5 * (corners[0, 1:, 0] + corners[0, :-1, 0])  # in units of wave number × spacing / pi
    rows = si(axes.get_ylabel(), corners[:, 0, 1])
    frequency = 0.5 * (rows[1:] + rows[:-1])
    values = values.reshape(frequency.size, wave.size)
    velocity, time = filed.grains("velocity")[:, 2:-2, 0], filed["particles/grains/velocity/time"]
    window = np.outer(np.hanning(len(time)), np.hanning(velocity.shape[1]))
    signal, beads = (velocity - velocity.mean()) * window, np.arange(velocity.shape[1])

    def amplitude(row, column):
        phases = [
            np.exp(-2j * np.pi * frequency[row] * time)[:, None] * np.exp(sign * 1j * np.pi * wave[column] * beads)
            for sign in (-1, 1)
        ]
        return max(np.abs(np.sum(signal * phase)) for phase in phases)

    top = np.unravel_index(np.argmax(values), values.shape)
    assert values[top] == 0
    for row, column in ((top[0] + 2, top[1] + 1), (top[0], top[1] + 3), (max(top[0] - 1, 0), top[1])):
        told = 20 * np.log10(amplitude(row, column) / amplitude(*top))
        assert abs(max(told, -60) - values[row, column]) < 0.05, (told, values[row, column])


def of_compare(shown, filed):
    """A study: `filed` are its cases by name."""
    label = shown.figure.subfigs[1].subfigs[0]._supylabel.get_text()
    for at in (4, 9, 14):
        axes = shown.panel(f"bead {at + 1} of the chain, sensor beads-{at}")
        lines = named(axes)
        assert sorted(lines) == sorted(name.replace("_", " ") for name in filed)
        for name, run_ in filed.items():
            sensor = run_.table(f"observables/sensors/beads-{at}")
            shown.curve(axes, lines[name.replace("_", " ")], sensor["time"], sensor["force"], label)
    for start, pick in (("(a) peak", np.max), ("(b) arrival", None)):
        axes = shown.panel(start)
        for line, run_ in zip(axes.lines, filed.values()):
            force = [run_[f"observables/sensors/beads-{at}/force"] for at in (4, 9, 14)]
            time = run_["observables/sensors/beads-4/time"]
            assert line.get_xdata().tolist() == [5, 10, 15], "numbers in the chain, in which the striker is the first"
            told = si(axes.get_ylabel(), line.get_ydata())
            want = [f.max() for f in force] if pick else [time[np.argmax(f)] for f in force]
            # the parabola differs from the largest sample by less than a sampling interval
            slack = 0.01 * max(want) if pick else time[1]
            assert np.abs(told - want).max() < slack, (start, told, want)


# small problems


def of_impact(shown, filed):
    names = ["hunt_crossley", "soft"]
    axes = shown.panel("(a) restitution")
    lines = named(axes)
    assert sorted(lines) == [name.replace("_", " ") for name in names]
    for name in names:
        rows = filed.table(f"impact/{name}")
        shown.curve(axes, lines[name.replace("_", " ")], rows["approach_velocity"], rows["restitution"])
        for row, speed in enumerate(rows["approach_velocity"]):
            panel = next(a for a in shown.figure.axes if any(t.endswith(f"{speed:g} m/s") for t in titles(a)))
            overlap, force = rows["curves/overlap"][row], rows["curves/force"][row]
            curves = [si(panel.get_xlabel(), line.get_xdata()) for line in unnamed(panel)]
            found = [line for line, x in zip(unnamed(panel), curves) if x.shape == overlap.shape]
            assert any(
                np.allclose(si(panel.get_xlabel(), line.get_xdata()), overlap, rtol=1e-9, equal_nan=True)
                and np.allclose(si(panel.get_ylabel(), line.get_ydata()), force, rtol=1e-9, atol=1e-9, equal_nan=True)
                for line in found
            ), (name, speed)


def of_oblique(shown, filed):
    for name in ("rough", "smooth"):
        rows = filed.table(f"impact/{name}")
        reduced = 2 / ((1 + rows["restitution"]) * rows["friction"] * rows["approach_velocity"])
        for title, x, y in (
            ("(a)", rows["slip_before_y"] * reduced, rows["slip_y"] * reduced),
            ("(b)", np.degrees(rows["angle"]), np.degrees(rows["rebound_angle"])),
            ("(c)", np.degrees(rows["angle"]), rows["tangential_restitution"]),
            ("(d)", np.degrees(rows["angle"]), rows["impulse_ratio"]),
        ):
            line = named(shown.panel(title))[name]
            same(line.get_xdata(), x, f"{title} along x")
            same(line.get_ydata(), y, title)
        axes = shown.panel("(e)")
        for row in range(4):
            path, force = rows["curves/path_y"][row], rows["curves/friction_y"][row]
            lines = [
                (si(axes.get_xlabel(), l.get_xdata()), si(axes.get_ylabel(), l.get_ydata())) for l in unnamed(axes)
            ]
            assert any(
                x.shape == path.shape
                and np.allclose(x, path, rtol=1e-9)
                and np.allclose(y, force, rtol=1e-9, atol=1e-9)
                for x, y in lines
            ), (name, row)


def of_path(shown, filed):
    """Forces and torques on the second body over the displacements of the first; energies of the first variant."""
    for name in ("rough", "smooth"):
        rows = filed.table(f"path/{name}/trajectory")
        for title, x, y in (
            ("(a) normal force", rows["overlap"], rows["force"]),
            ("(b) tangential force", rows["slide_y"], -rows["friction_y"]),
            ("(c) torque", rows["roll_z"], -rows["torque_z"]),
        ):
            axes = shown.panel(title)
            line = [*{**named(axes), **{l.get_label().strip("_"): l for l in unnamed(axes)}}.items()]
            line = next(line for text, line in line if text == name)
            shown.curve(axes, line, x, y)
    rows, axes = filed.table("path/rough/trajectory"), shown.panel("(d) energies")
    for text, y in (
        ("work of the motion", rows["supplied"]),
        ("springs", rows["spring_sliding"] + rows["spring_rolling"]),
        ("loss by sliding", rows["dissipated_sliding"]),
    ):
        shown.curve(axes, named(axes)[text], rows["time"], y)
    total = rows["elastic"] + rows["spring_sliding"] + rows["spring_rolling"] + rows["dissipated_sliding"]
    same(total + rows["dissipated_rolling"] - total[0], rows["supplied"], "the ledger")


def of_bounce(shown, filed):
    table, points = filed.table("bounce/bounces"), filed.table("bounce/trajectory")
    axes = shown.panel("(b) restitution")
    left = table["speed_out"] > 0
    same(axes.lines[0].get_xdata(), table["number"][left])
    same(axes.lines[0].get_ydata(), table["restitution"][left], "restitution")
    axes = shown.panel("(a) height")
    time, height = si(axes.get_xlabel(), axes.lines[0].get_xdata()), si(axes.get_ylabel(), axes.lines[0].get_ydata())
    same(height[0], 0.9, "the drop")
    free = points["height"] > 0
    between = np.interp(points["time"][free], time, height)
    # a parabola drawn with 40 straight pieces: error g (T/40)^2/8
    longest = np.diff(np.append(0, table["time"])).max()
    assert np.abs(between - points["height"][free]).max() < 9.8 * (longest / 40) ** 2 / 7, "flights"
    axes = shown.panel("(c) force")
    first = (points["time"] >= table["time"][0]) & (points["time"] <= table["time"][0] + table["duration"][0])
    first &= points["height"] <= 0
    loop = next(line for line in unnamed(axes) if len(line.get_xdata()) == first.sum())
    same(si(axes.get_xlabel(), loop.get_xdata()), -points["height"][first], "overlap")
    same(si(axes.get_ylabel(), loop.get_ydata()), points["force"][first], "force")


def of_fit(shown, filed):
    """Data, both fits, their residuals, and AICc as a difference from the smallest one."""
    place, measured = filed["fit/tsuji/data/place"], filed["fit/tsuji/data/measured"]
    least = min(filed[f"fit/{name}/summary/aicc"][0] for name in ("tsuji", "flores"))
    for number, title in enumerate(("(a) restitution", "(b) duration")):
        axes, rows = shown.panel(title), place[:, 2] == number
        shown.curve(axes, named(axes)["data"], place[rows, 3], measured[rows])
        for name in ("tsuji", "flores"):
            shown.curve(axes, named(axes)[name], place[rows, 3], filed[f"fit/{name}/data/computed"][rows])
    axes = shown.panel("(c) residuals")
    for name in ("tsuji", "flores"):
        residual = filed[f"fit/{name}/data/residual"]
        assert any(np.array_equal(line.get_ydata(), residual) for line in axes.lines), "residuals"
        same(residual, (filed[f"fit/{name}/data/computed"] - measured) / filed[f"fit/{name}/data/deviation"], rtol=1e-6)
    best = "tsuji" if filed["fit/tsuji/summary/aicc"][0] == least else "flores"
    ends = [line.get_xdata()[0] for line in axes.lines if line.get_label() == "_quantity"]
    assert ends == [5.5] and all(tick == int(tick) for tick in axes.get_xticks()), "ends of quantities"
    assert not any(
        "correlations" in text for axes in shown.figure.axes for text in titles(axes)
    ), "a single correlation"
    values = [abs(filed[f"fit/{name}/parameters/correlation"][0][1]) for name in ("tsuji", "flores")]
    for name in ("tsuji", "flores"):
        (line,) = (line for line in shown.heading if line.startswith(name))
        told = re.findall(r"(\d+(?:\.\d+)?) ± (\d+(?:\.\d+)?)", line)
        for k, scale in enumerate((1e9, 1)):  # GPa, 1
            for text, key in zip(told[k], ("value", "deviation")):
                value = filed[f"fit/{name}/parameters/{key}"][k]
                values.append(value)
                digits = len(text.partition(".")[2])
                assert abs(float(text) - value / scale) <= 0.5000001 * 10.0**-digits, (line, value)
                assert key == "value" or digits == len(told[k][0].partition(".")[2]), "digits by the deviation"
    captioned(shown, filed, values)
    drawn = shown.panel("(d) comparison").lines[0].get_xdata()
    away = np.sort([filed[f"fit/{name}/summary/aicc"][0] - least for name in ("tsuji", "flores")])
    assert np.allclose(sorted(drawn), away, atol=2e-6 * max(1, abs(least))), (drawn, away)
    low, high = shown.panel("(d) comparison").get_xlim()
    assert high - low >= 1, "an axis of rounding errors"
    group = f"fit/{best}/parameters"
    for k, title in enumerate(("(e) profile of youngs modulus", "(f) profile of restitution")):
        axes, points = shown.panel(title), filed[f"fit/{best}/profiles"].reshape(2, 7, 4)[k]
        value, deviation = filed[f"{group}/value"][k], filed[f"{group}/deviation"][k]
        profile, parabola = named(axes)["profile"], named(axes)["covariance"]
        same(si(axes.get_xlabel(), profile.get_xdata()), points[:, k], "values of the profile")
        same(profile.get_ydata(), points[:, 2] - filed[f"fit/{best}/summary/chi_squared"][0], "rise")
        same(profile.get_ydata()[[0, -1]], [4, 4], "ends of the interval", rtol=1e-6)
        x = si(axes.get_xlabel(), parabola.get_xdata())
        same(parabola.get_ydata(), ((x - value) / deviation) ** 2, "parabola of the covariance", rtol=1e-6)


def of_loops(shown, filed):
    """Loops of two impacts: a colour for each speed, a marker for each branch, lines in the order of the loop, also
    without the column of branches; data without computed values give no warning; a minimum below 0 is visible."""
    place, measured, computed = (filed[f"fit/data/{name}"] for name in ("place", "measured", "computed"))
    axes = shown.panel("(a) force")
    assert axes.get_xscale() == "linear" and all(tick == int(tick) for tick in shown.panel("(b)").get_xticks()), "axes"
    loops = {0.5: ([8, 6, 7], [11, 10, 9]), 2.0: ([1, 3, 4], [5, 2, 0])}  # rows by the column of branches
    found = {}
    for speed, parts in loops.items():
        line = named(axes)[f"fit, {speed:g} m/s"]
        order = np.concatenate(parts)
        shown.curve(axes, line, place[order, 3], computed[order])
        assert line.get_linestyle() == "-", "a loop without a line"
        mine = [each for each in axes.lines if each.get_color() == line.get_color() and each is not line]
        found[line.get_color()] = [each.get_marker() for each in mine]
        for part, each in zip(parts, mine):
            same(np.sort(si(axes.get_ylabel(), each.get_ydata())), np.sort(measured[list(part)]), "data of a branch")
    assert len(found) == 2 and all(markers == ["o", "s"] for markers in found.values()), found
    correlations = sorted(np.abs(filed["fit/parameters/correlation"].reshape(3, 3)[np.triu_indices(3, 1)]))
    same(np.sort(np.abs(shown.panel("(c) correlations").lines[0].get_xdata())), correlations, "correlations")
    assert fits.runs_of(np.array([1, 2, 3, 2, 1])).tolist() == [1, 1, 1, -1, -1]
    assert fits.runs_of(np.array([1, 2, 3, 1, 2])).tolist() == [1, 1, 1, -1, -1]
    assert fits.runs_of(np.array([1, 3, 2, 3, 1, 2])) is None
    for value, deviation, unit, text in (
        (200.1e9, 285.2e6, "Pa", "200.1 ± 0.3 GPa"),
        (0.79892, 0.0017, "1", "0.7989 ± 0.0017"),
        (1234.0, 420.0, "kg m-3", "1200 ± 400 kg/m³"),
        (3.2, 0.0, "1", "3.2 ± 0"),
    ):
        assert fits.with_deviation(value, deviation, unit) == text, fits.with_deviation(value, deviation, unit)
    with Run(filed.folder) as results, warnings.catch_warnings():
        warnings.simplefilter("error")
        (fit,) = fits.fits_of(results)
    fit.data["computed"][:] = fit.data["band"][:] = np.nan
    fit.profiles = [(np.array([1.9e11, 2e11, 2.1e11]), np.array([4.0, -3.0, 4.0]))]
    figure, (loop, points, profile) = style.plt.subplots(1, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fits.draw_quantity(loop, "a", [fit], fit.quantities[0])
        pulse = [*fit.quantities[0][:2], "chain", *fit.quantities[0][3:]]
        fits.draw_quantity(points, "b", [fit], pulse)
        fits.draw_profile(profile, "c", fit, 0)
        figure.canvas.draw()
    assert profile.get_ylim()[0] < -3, "a minimum below the best point is cut"
    style.plt.close(figure)


def of_motion(shown, filed, contacts):
    """--motion: all panels. `contacts`: samples of each contact by its name in the legend."""
    assert len(titles_of_motion(shown)) == 11
    for name, found in contacts.items():
        lost = found["dissipated_viscous"] + found["dissipated_plastic"]
        lost = lost - lost[0]
        work = found["elastic"] + lost
        values = {"damping force": found["damping_force"], "dissipated energy": lost, "work against the force": work}
        values |= {"kinetic energy": found["kinetic"], "elastic energy": found["elastic"]}
        values |= {key: found[key] for key in ("time", "overlap", "velocity", "force")}
        for title in titles_of_motion(shown):
            y, x = title[4:].split(" over ")
            axes = shown.panel(title)
            shown.curve(axes, named(axes)[name], values[x], values[y])
        start = np.full(work.shape, found["kinetic"][0] + work[0])
        same(found["kinetic"] + work, start, "energy but for the work of gravity", 5e-3)


def titles_of_motion(shown):
    return [titles(axes)[0] for axes in shown.figure.axes if axes.axison]


def of_quantity(shown, filed):
    """--quantity: one column over the approach velocity."""
    axes = shown.panel("(a) energy lost")
    for name in ("hunt_crossley", "soft"):
        table = filed.table(f"impact/{name}")
        shown.curve(axes, named(axes)[name.replace("_", " ")], table["approach_velocity"], table["energy_lost"])


def of_oblique_quantity(shown, filed):
    axes = shown.panel("(a) rebound angle")
    for name in ("rough", "bare"):
        table = filed.table(f"impact/{name}")
        shown.curve(axes, named(axes)[name], np.degrees(table["angle"]), np.degrees(table["rebound_angle"]))


def of_frictionless(shown, filed):
    """Without friction the slip in m/s takes the place of the reduced slip."""
    axes, table = shown.panel("(a) slip, without friction"), filed.table("impact/bare")
    shown.curve(axes, named(axes)["bare"], table["slip_before_y"], table["slip_y"])


def of_impact_motion(shown, filed):
    """--motion --impact 2: an impact at 2 m/s of each variant."""
    contacts = {}
    for name in ("hunt_crossley", "soft"):
        curves = filed.table(f"impact/{name}/curves")
        contacts[name.replace("_", " ")] = {key: data[1] for key, data in curves.items()}
        contacts[name.replace("_", " ")]["velocity"] = curves["rate"][1]
        assert np.isclose(curves["force"][1].max(), filed[f"impact/{name}/force_max"][1], rtol=1e-9)
        assert np.isclose(curves["overlap"][1].max(), filed[f"impact/{name}/overlap_max"][1], rtol=1e-9)
    of_motion(shown, filed, contacts)


def of_bounce_motion(shown, filed):
    """--motion: the recorded contacts of the ball."""
    table, points = filed.table("bounce/bounces"), filed.table("bounce/trajectory")
    contacts = {}
    for number, (begin, duration) in enumerate(zip(table["time"], table["duration"]), 1):
        inside = (points["time"] >= begin) & (points["time"] <= begin + duration) & (points["height"] <= 0)
        if inside.sum() > 2 and number <= 3:
            found = {key: data[inside] for key, data in points.items()}
            found |= {"overlap": -found["height"], "velocity": -found["velocity"], "time": found["time"] - begin}
            contacts[f"contact {number}"] = found
    of_motion(shown, filed, contacts)


def rows_of(filed, table, number):
    found = filed.table(f"mechanism/{table}")
    mine = found["run"] == number
    return {name: values[mine] for name, values in found.items()}


def of_mechanism(shown, filed):
    axes = shown.panel("(a) motion")
    moved = rows_of(filed, "trajectory", 1)
    for name, line in named(axes).items():
        shown.curve(axes, line, moved["time"], moved[name.replace(" ", "_")])
    assert "gap 20 mm" in titles(axes)[0]
    axes = shown.panel("(b) approach speed")
    for number, line in enumerate(axes.lines, 1):
        hits = rows_of(filed, "impacts", number)
        shown.curve(axes, line, hits["time"], hits["speed_in"])
    axes = shown.panel("(d) energy")
    for number, line in enumerate(axes.lines, 1):
        part = rows_of(filed, "energy", number)
        shown.curve(axes, line, part["time"], part["kinetic"] + part["potential"] + part["elastic"])
    assert [line.get_label() for line in axes.lines] == ["gap 20 mm", "gap 50 mm"]


def of_sweep(shown, filed):
    gaps = filed["mechanism/swept/mechanism.gap"]
    hits = [rows_of(filed, "impacts", number) for number in (1, 2)]
    lost = [sum(np.nansum(each[name]) for name in each if name.startswith("dissipated")) for each in hits]
    for start, values in (
        ("(a)", [each["speed_in"].max() for each in hits]),
        ("(b)", [each["force_max"].max() for each in hits]),
        ("(c)", [each["speed_in"].size for each in hits]),
        ("(d)", lost),
    ):
        axes = shown.panel(start)
        shown.curve(axes, axes.lines[0], gaps, values)
        assert axes.get_xlabel().startswith("gap ")


def of_joint(shown, filed):
    moved = rows_of(filed, "trajectory", 1)
    turns = moved["crank"] / (2 * np.pi)
    axes = shown.panel("(a) slider")
    for line, name in zip(axes.lines, ("slider_acceleration", "ideal_acceleration")):
        shown.curve(axes, line, turns, moved[name])
    axes = shown.panel("(b)")
    shown.curve(axes, axes.lines[0], turns, moved["deviation"])
    axes = shown.panel("(c) path")
    shown.curve(axes, axes.lines[1], moved["journal_x"], moved["journal_y"])
    clearance = np.hypot(axes.lines[0].get_xdata(), axes.lines[0].get_ydata())
    same(si(axes.get_xlabel(), clearance), np.full(clearance.size, 0.5e-3), "clearance", 1e-6)
    axes = shown.panel("(d) moment")
    shown.curve(axes, axes.lines[0], turns, moved["crank_moment"])
    rpm = np.ptp(moved["crank"]) / np.ptp(moved["time"]) * 30 / np.pi
    assert f"{rpm:.4g} rpm" in shown.heading[1], shown.heading


# without a run


def lines_of_curve(axes, kind, curve):
    """Returns the lines of a panel that may be this curve of the plot data of a law."""
    word, _, name = curve.rpartition(" ") if kind in ("static", "restitution") else (curve.split()[0], "", "loop")
    if name == "theory" or name == "approach":
        return [line for line in axes.lines if line.get_linestyle() == ":"]
    if name in ("jump-in", "pull-off", "sticking"):
        return [line for line in axes.lines if len(line.get_xdata()) == 1]
    return [named(axes)[word if kind == "loop" else curve]]


def of_law(shown, name):
    rows = list(csv.reader(run(["laws", name, "--plot-data"]).stdout.splitlines()))[1:]
    kinds = {}
    for kind, curve, x, y in rows:
        kinds.setdefault((kind, curve), []).append((float(x), float(y)))
    panels = [axes for axes in shown.figure.axes if titles(axes)]
    for (kind, curve), points in kinds.items():
        x, y = np.array(points).T
        speed = law.speed_text(curve.split(" ", 1)[1]) if kind == "loop" else ""
        start = {"static": "static force", "restitution": "restitution", "loop": f"impact at {speed}"}[kind]
        axes = next(a for a in panels if start in titles(a)[0])
        assert any(
            line.get_xdata().shape == x.shape
            and np.allclose(si(axes.get_xlabel(), line.get_xdata()), x, rtol=1e-9, atol=1e-24)
            and np.allclose(si(axes.get_ylabel(), line.get_ydata()), y, rtol=1e-9, atol=1e-12)
            for line in lines_of_curve(axes, kind, curve)
        ), (kind, curve)
        if curve.endswith("pull-off"):
            assert f"pull-off {1e3 * abs(y[0]):.3g} mN" in named(axes), (curve, list(named(axes)))
        if curve.endswith("sticking"):
            assert f"sticks below {1e6 * x[0]:.3g} µm/s" in named(axes), (curve, list(named(axes)))
    told = run(["laws", name]).stdout.splitlines()
    summary = next(line for line in told if line.startswith("summary"))[12:].strip()
    assert shown.heading[0].startswith(f"{name}: {summary[:60]}"), (shown.heading, summary)


TABLE = """case,kind,ranks,nodes,runs,seconds,seconds_min,seconds_max,\
efficiency,efficiency_min,efficiency_max,imbalance,phase force pass,phase output
bed,strong,1,1,3,10,9.5,11,1,0.9,1.05,1,8,2
bed,strong,2,1,3,6,5.5,6.2,0.83,0.8,0.9,1.2,4.5,1.5
bed,weak,1,1,3,10,9,12,1,0.8,1.1,1,9,1
bed,weak,2,1,3,11,10,12,0.9,0.85,1,1.1,8,3
"""


def of_over(shown, names):
    """--over restitution: closed forms of the laws, whose theory is dotted; both speeds of a law are named."""

    def law_in(title, name):
        lines = shown.panel(title).lines
        return next(line for line in lines if line.get_label().lstrip("_").split(",")[0] == name)

    flores, given = law_in("(a) damping ratio", "flores"), np.arange(1, 101) / 100
    same(flores.get_xdata(), given, "restitution", 1e-9)
    same(flores.get_ydata(), 1.6 * (1 - given) / given, "h", 1e-7)
    same(law_in("(d)", "zhang sharf").get_ydata(), given, "returned", 1e-7)
    assert np.abs(law_in("(e)", "zhang sharf").get_ydata()).max() < 1e-7
    speeds = [name for name in named(shown.panel("(c) damping")) if name.startswith("flores")]
    assert speeds == ["flores, 50 mm/s", "flores, 5 m/s"], speeds
    tsuji = law_in("(b) loss factor", "tsuji").get_ydata()[4::5]
    log = -np.log(given[4::5])
    same(tsuji, np.sqrt(5) * log / np.sqrt(np.pi**2 + log**2), "g = sqrt(5)/2 g1", 1e-6)


def of_scaling(shown, table):
    lines = list(csv.DictReader(table.splitlines()))
    for start, column, factor in (("(a)", "seconds", 1), ("(b)", "efficiency", 100)):
        bars = {each.get_label(): each for each in shown.panel(start).containers}
        for kind in ("strong", "weak"):
            mine = [line for line in lines if line["kind"] == kind]
            middle, _, sides = bars[f"bed, {kind}"]
            same(middle.get_xdata(), [float(line["ranks"]) for line in mine])
            same(middle.get_ydata(), [factor * float(line[column]) for line in mine], column)
            for segment, line in zip(sides[0].get_segments(), mine):
                same(segment[:, 1], [factor * float(line[column + end]) for end in ("_min", "_max")], column + " bars")
    heights = [bar.get_height() for bar in shown.panel("(c)").patches]
    same(heights, [80, 75, 20, 25], "shares of the phases")
    assert [text.get_text() for text in shown.panel("(c)").texts] == ["1.00", "1.20"], "imbalance"


def of_film(folder, filed):
    """All frames have the same colour scale and view, and each shows the particles of one frame."""
    with Run(folder) as results:
        options = command.parser().parse_args(["film", folder, "--slice", "y", "--colour", "vz"])
        grains, limits = Grains(results), {}
        shown = film.numbers(grains, options)
        options.vmin, options.vmax = film.ends(grains, shown, options)
        figures = [Shown(film.picture_of(results, grains, number, options, limits)) for number in shown]
    speed = filed.grains("velocity")[:, :, 2]
    views = set()
    for number, frame in enumerate(figures):
        axes = next(a for a in frame.figure.axes if a.collections and a.get_xlabel())
        views.add((axes.get_xlim(), axes.get_ylim()))
        same(si(frame.key(), frame.keys()[0].get_ylim()), np.array([-1, 1]) * np.abs(speed).max())
        lower, edges = filed["particles/grains/box/lower"], filed["particles/grains/box/edges"]
        place = filed.grains("position", number)
        cut = np.abs(place[:, 1] - lower[1] - edges[1] / 2) < filed.grains("radius")
        same(si(axes.get_xlabel(), circles(axes).get_offsets()), place[cut][:, [0, 2]], "centres")
        captioned(frame, filed)
        assert faults(frame.figure) == [], faults(frame.figure)
        style.plt.close(frame.figure)
    assert len(views) == 1 and len(figures) == 7


OF_RUNS = {
    "sample": (
        (("energy",), of_energy),
        (("observables",), of_observables),
        (("bulk",), of_bulk),
        (("packing", "--slice", "y", "--colour", "vz"), of_slice),
        (("packing", "--colour", "group", "--no-walls"), of_packing),
        (("profile",), of_profile),
        (("chains", "--slice", "y"), of_chains),
        (("rose",), of_rose),
        (("msd",), of_msd),
        (("clusters",), of_clusters),
        (("distributions",), of_distributions),
        (("fields",), of_fields),
        (("walls",), of_walls),
        (("triaxial",), of_triaxial),
        (("oedometer",), of_oedometer),
        (("press",), of_press),
        (("penetration",), of_penetration),
        (("mixing",), of_mixing),
        (("counters", "--share"), of_counters),
        (("drum",), of_drum),
        (("drum", "--layer"), of_drum_layer),
        (("power", "--mass", "0.5"), of_power),
    ),
    "worn": ((("packing", "--wall-colour", "wear_depth", "--no-particles"), of_wall_colour),),
    "bonded": ((("fracture",), of_fracture),),
    "outflow": ((("discharge",), of_discharge), (("residence", "--bins", "8"), of_residence)),
    "shear": (
        (("rheology",), of_rheology),
        (("rdf", "--reach", "3e-3", "--bins", "12"), of_rdf),
        (("order",), of_order),
        (("structure", "--most", "1.5", "--bins", "12", "--vectors", "5000"), of_structure),
        (("voronoi",), of_voronoi),
    ),
    "cell": ((("triaxial",), of_cell),),
    "heap": ((("heap",), of_heap),),
    "bodies": ((("bodies",), of_bodies),),
    "chain/with_loss": (
        (("chain",), of_chain),
        (("detectors",), of_detectors),
        (("spacetime",), of_spacetime),
        (("dispersion",), of_dispersion),
    ),
    "impact": (
        (("impact",), of_impact),
        (("impact", "--motion", "--impact", "2"), of_impact_motion),
        (("impact", "--quantity", "energy_lost"), of_quantity),
    ),
    "oblique": (
        (("impact",), of_oblique),
        (("impact", "--quantity", "rebound_angle", "--variant", "rough,bare"), of_oblique_quantity),
        (("impact", "--variant", "bare"), of_frictionless),
    ),
    "path": ((("path",), of_path),),
    "fit": ((("fit",), of_fit),),
    "loops": ((("fit",), of_loops),),
    "bounce": ((("bounce",), of_bounce), (("bounce", "--motion"), of_bounce_motion)),
    "damper": ((("mechanism",), of_mechanism), (("sweep",), of_sweep)),
    "joint": ((("joint",), of_joint),),
}
OTHERS = {"compare", "film", "law", "scaling"}
OWN_CAPTION = {
    of_fit,
    of_loops,
    of_rose,
    of_heap,
    of_rdf,
    of_msd,
    of_order,
    of_structure,
    of_voronoi,
    of_clusters,
    of_fields,
    of_residence,
    of_rheology,
    of_chain,
    of_joint,
}  # these check their captions themselves


def check_all_kinds():
    """Each picture in the table of commands has a row here."""
    told = {words[0] for rows in OF_RUNS.values() for words, _ in rows}
    fact(told == set(command.PICTURES), f"{len(told) + len(OTHERS)} kinds of pictures: {told ^ set(command.PICTURES)}")


def of_numbers(shown, filed, words):
    """`--csv` of any picture has the numbers of its curves and texts, and the particles that it shows."""
    path = os.path.join(filed.folder, "numbers.csv")
    assert command.main([words[0], filed.folder, *words[1:], "--csv", path]) == 0
    with open(path) as file:
        rows = list(csv.DictReader(file))
    assert rows and not any(" " in name for name in rows[0]), list(rows[0])
    words = {"curve", "mode", "wall", "detectors", "group", "counter", "exit"}
    told = np.array([float(value) for row in rows for key, value in row.items() if key not in words and value])
    told = np.append(np.unique(told[np.isfinite(told)]), np.inf)
    for axes in shown.figure.axes:
        if hasattr(axes, "numbers") or not axes.axison or axes.name == "polar":
            continue
        for line in [*named(axes).values(), *unnamed(axes)]:
            if line.get_label() == "_nolegend_":  # bars of deviations
                continue
            for axis, data in ((axes.xaxis, line.get_xdata()), (axes.yaxis, line.get_ydata())):
                label = own_label(axes, axis)
                wanted = si(label, data)[np.isfinite(np.asarray(data, dtype=float))]
                near = np.searchsorted(told, wanted)
                away = np.minimum(np.abs(told[near] - wanted), np.abs(told[near - 1] - wanted))
                assert (away <= 1e-9 * np.abs(wanted).max(initial=0)).all(), (titles(axes), line.get_label(), label)
    texts = [text for axes in shown.figure.axes for text in titles(axes)]
    texts += [text.get_text() for axes in shown.figure.axes if axes.get_legend() for text in axes.get_legend().texts]
    known = [size * each for each in np.abs(told[:-1]) for size in PREFIXES.values()]
    unknown = foreign([*shown.heading[1:], *texts], known)
    assert not unknown, (unknown, texts)
    for row in rows if "position_x_m" in rows[0] and "radius_m" in rows[0] else ():
        if row["position_x_m"] and row.get("id"):
            at = np.flatnonzero(filed.grains("id") == int(row["id"]))[0]
            same(filed.grains("position", -1)[at, 0], float(row["position_x_m"]), row["id"])


def looked_at(name, look, *what):
    try:
        look(*what)
        told = "title and numbers are of the run" if look is captioned else "shows the numbers of the file"
        fact(True, f"{name}: {told}")
    except (AssertionError, KeyError, StopIteration, IndexError) as fault:
        fact(False, f"{name}: {type(fault).__name__} {' '.join(str(fault).split())[:600]}")


def fit(name, figure):
    """Checks the figure before it is written."""
    style.make_legend_space(figure)
    found = faults(figure)
    fact(not found, f"{name}: texts, units and legends are complete and in place {' '.join(found)}".rstrip())


def check_run(folder, rows):
    filed = Filed(folder)
    with Run(folder) as results:
        for words, look in rows:
            try:
                shown, _ = drawn(words, results)
            except PostError as problem:
                fact(False, f"{' '.join(words)}: {problem}")
                continue
            looked_at(" ".join(words), look, shown, filed)
            if look not in OWN_CAPTION:
                looked_at(f"caption of {words[0]}", captioned, shown, filed)
            looked_at(f"{' '.join(words)} --csv", of_numbers, shown, filed, words)
            fit(" ".join(words), shown.figure)
            style.plt.close(shown.figure)


def check_others(top):
    folder = os.path.join(top, "chain")
    with open(os.path.join(folder, "study.json")) as file:
        names = [each["name"] for each in json.load(file)["cases"]]
    options = types.SimpleNamespace(
        results=[folder], quantity="force", only=None, at=None, begin=None, frequency=None, observable=None, over=None
    )
    filed = {name: Filed(os.path.join(folder, name)) for name in names}
    path = os.path.join(top, "scaling.csv")
    with open(path, "w") as file:
        file.write(TABLE)
    over = ["law", "flores", "zhang_sharf", "tsuji", "--over", "restitution", "--granum", GRANUM]
    cards = {
        name: law.picture(command.parser().parse_args(["law", name, "--granum", GRANUM])) for name in ("ma_liu", "jkr")
    }
    for name, look, figure, what in (
        ("compare", of_compare, compare.picture(options), filed),
        *(("law", of_law, card, name) for name, card in cards.items()),
        ("law --over", of_over, law.picture(command.parser().parse_args(over)), names),
        ("scaling", of_scaling, scaling.picture(path), TABLE),
    ):
        looked_at(name, look, Shown(figure), what)
        fit(name, figure)
    sample = os.path.join(top, "sample")
    looked_at("film", of_film, sample, Filed(sample))


if __name__ == "__main__":
    check_all_kinds()
    with tempfile.TemporaryDirectory() as top:
        working = {
            name: subprocess.Popen(
                [GRANUM, "run", case(text), "-o", os.path.join(top, name)], stdout=subprocess.DEVNULL
            )
            for name, text in [
                *CASES.items(),
                ("worn", WORN.replace("FILE", stl(os.path.join(top, "strip.stl"), STRIP))),
            ]
        }
        for name, process in working.items():
            if process.wait():
                fact(False, f"the case {name} runs")
        for name, rows in OF_RUNS.items():
            check_run(os.path.join(top, name), rows)
        check_others(top)
    done()
