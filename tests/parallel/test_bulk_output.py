"""Compares the output of a run of spheres with independent sums; the bits are equal on 1 to 3 ranks.
Labels: bulk contact input law parallel particle record run time wall."""
import glob
import os
import re
import tempfile
import xml.etree.ElementTree as xml

import h5py
import numpy as np
from granum_test import case, done, fact, run, simulate

CASE = """
dimension: 3
materials: {glass: {density: 2500 kg/m^3, youngs_modulus: 50 MPa, poisson_ratio: 0.25}}
contacts:
  - {between: [glass, glass], normal: {law: tsuji, restitution: 0.7}, tangential: {law: mindlin, friction: 0.4}}
domain: {lower: [0 m, -5 mm, 0 m], upper: [10 mm, 5 mm, 20 mm], periodic: [true, true, false]}
gravity: [0, 0, -9.81 m/s^2]
particles:
  large: {lattice: {sites: simple_cubic, spacing: 2 mm, count: 60, lower: [0, -5 mm, 1.2 mm],
    upper: [10 mm, 5 mm, 8 mm], jitter: 0.02 mm}, radius: 1.005 mm, material: glass, velocity_deviation: 0.3 m/s}
  small: {lattice: {sites: simple_cubic, spacing: 2 mm, count: 40, lower: [0, -5 mm, 9 mm], upper: [10 mm, 5 mm, 19 mm],
    jitter: 0.02 mm}, radius: 0.9 mm, material: glass, velocity: [2, 0, 0]}
walls:
  floor: {material: glass, point: [0, 0, 1.15 mm], normal: [0, 0, 1]}
time: {end: 8.1 ms, step: 2 us}
output: {trajectory: {every: 1 ms}, energy: {every: 1 ms}, walls: {every: 1 ms}, observables: {every: 1 ms},
  contacts: {every: 4 ms}}
"""
LENGTH, LOWER = np.array([0.01, 0.01, 0.02]), np.array([0, -0.005, 0])
FLOOR = 1.15e-3
VOLUME = 0.01 * 0.01 * (0.02 - FLOOR)  # above the floor


def particles(results):
    with h5py.File(results) as f:
        group = f["particles/grains"]
        return {
            name: (item["value"] if isinstance(item, h5py.Group) else item)[()]
            for name, item in group.items()
            if name != "box"
        }


def check_frames(results):
    p = particles(results)
    x, image = p["position"], p["image"]
    fact(np.array_equal(p["id"], np.arange(1, 101)), "rows of frames are in the order of ids")
    fact(
        set(p) == {"id", "group", "radius", "mass", "position", "velocity", "angular_velocity", "image", "row"},
        f"frames contain the fields {sorted(p)}",
    )
    fact(np.allclose(p["mass"], 2500 * 4 / 3 * np.pi * p["radius"] ** 3, rtol=1e-14), "masses are density times volume")
    fact(len(x) == 10, "the results contain nine frames at the interval and one at the end")
    inside = (x[..., :2] >= LOWER[:2]) & (x[..., :2] <= (LOWER + LENGTH)[:2])
    fact(bool(inside.all()), "positions are inside the box along periodic axes")
    path = x + image * LENGTH
    moved = np.abs(np.diff(path, axis=0)).max()
    fact(
        np.abs(np.diff(x, axis=0)).max() > 0.009 and moved < 3e-3,
        f"particles cross the box, yet position + image is a path ({moved:.2g} m per frame)",
    )
    with h5py.File(results) as f:
        box, groups = f["particles/grains/box"], f["parameters/groups"]
        fact(
            [s.decode().rstrip("\0") for s in box.attrs["boundary"]] == ["periodic", "periodic", "none"],
            "the boundary of the box equals that of the input",
        )
        fact(
            np.allclose(box["edges"], LENGTH) and np.allclose(box["lower"], LOWER) and box.attrs["dimension"] == 3,
            "edges and corner of the box equal those of the input",
        )
        names = [(groups[k].attrs["name"].decode(), groups[k].attrs["material"].decode()) for k in sorted(groups)]
        fact(names == [("large", "glass"), ("small", "glass")], "groups have the names and materials of the input")


def check_network(results, contacts):
    p = particles(results)
    f = {name: data[()] for name, data in h5py.File(contacts)["contacts"].items()}
    frame = int(round(f["time"][0] / 1e-3))
    x, R = p["position"][frame], p["radius"]
    i, wall = f["first"] - 1, f["second"] == 0
    j = np.where(wall, 0, f["second"] - 1)
    order = np.lexsort((f["wall"], f["second"], f["first"]))
    fact(
        np.array_equal(order, np.arange(len(i))) and bool((f["first"] < f["second"])[~wall].all()),
        f"{len(i)} contacts, {wall.sum()} of them with the wall, are in the order of ids",
    )
    branch = x[j] - x[i]
    branch[:, :2] -= LENGTH[:2] * np.round(branch[:, :2] / LENGTH[:2])
    distance = np.linalg.norm(branch, axis=1)
    near = lambda a, b, scale: bool(np.allclose(a, b, rtol=0, atol=1e-12 * scale))
    fact(near(f["branch"][~wall], branch[~wall], 1), "branch vectors follow from positions")
    fact(near(f["overlap"][~wall], (R[i] + R[j] - distance)[~wall], 1), "overlaps of pairs follow from positions")
    fact(near(f["overlap"][wall], (R[i] - x[i][:, 2] + FLOOR)[wall], 1), "overlaps with the wall follow from positions")
    fact(near(f["normal"][~wall], (branch / distance[:, None])[~wall], 1e3), "normals follow from positions")
    fact(
        near(f["point"][~wall], (x[i] + (R[i] - f["overlap"] / 2)[:, None] * f["normal"])[~wall], 1),
        "points of contact of pairs are in the middle of the overlap",
    )
    fact(near(f["point"][wall][:, 2], FLOOR, 1), "points of contact with the wall are on the wall")
    return frame, f, wall


def check_sums(results, frame, f, wall):
    p = particles(results)
    v, w, m, R = p["velocity"][frame], p["angular_velocity"][frame], p["mass"], p["radius"]
    with h5py.File(results) as h:
        o = {name: data[frame] for name, data in h["observables/bulk"].items()}
        floor = {name: data[frame] for name, data in h["observables/walls/floor"].items()}
    force, count = f["force"], np.zeros(100, int)
    acts = np.any(force != 0, axis=1)
    np.add.at(count, f["first"][acts] - 1, 1)
    np.add.at(count, f["second"][acts & ~wall] - 1, 1)
    mean = (m[:, None] * v).sum(0) / m.sum()
    u = v - mean
    kinetic = np.einsum("i,ij,ik->jk", m, u, u) / VOLUME
    stress = kinetic - np.einsum("ij,ik->jk", force, f["branch"]) / VOLUME
    close = lambda name, value: fact(
        bool(
            np.allclose(
                o[name], np.ravel(value) if np.ndim(value) else value, rtol=1e-11, atol=1e-11 * np.abs(value).max()
            )
        ),
        f"observable {name} equals the sum over particles and contacts: {o[name]}",
    )
    close("particles", 100)
    close("contacts", acts.sum())
    close("coordination", count.mean())
    close("backbone", count[count >= 2].mean() if (count >= 2).any() else 0)
    close("overlap", f["overlap"][f["overlap"] > 0].mean() if (f["overlap"] > 0).any() else 0)
    close("overlap_max_mean", o["overlap"])  # these laws have no history of the overlap
    close("solid_fraction", (4 / 3 * np.pi * R**3).sum() / VOLUME)
    close("stress_kinetic", kinetic)
    close("stress", stress)
    close("kinetic_temperature", (m * (u**2).sum(1)).sum() / (3 * m.sum()))
    close("rotational_temperature", (0.4 * m * R**2 * (w**2).sum(1)).sum() / (3 * m.sum()))
    close("momentum", (m[:, None] * v).sum(0))
    reaction = -force[wall].sum(0)
    arm = f["point"][wall] - np.array([0, 0, FLOOR])
    arm[:, 2] -= f["overlap"][wall] / 2  # forces act half an overlap behind the plane
    fact(np.allclose(floor["force"], reaction, rtol=1e-11, atol=1e-15), f"force on the wall: {floor['force']}")
    fact(
        np.allclose(floor["torque"], np.cross(arm, -force[wall]).sum(0), rtol=1e-9, atol=1e-15),
        f"torque on the wall, from contacts: {floor['torque']}",
    )
    fact(np.allclose(floor["position"], [0, 0, FLOOR]) and np.allclose(floor["velocity"], 0), "the wall does not move")


def whole(item, directory):
    """Returns the dataset that an item without a part refers to."""
    dimensions, text = [int(n) for n in item.get("Dimensions").split()], item.text
    if item.get("Format") == "XML":
        return np.array(text.split(), float).reshape(dimensions)
    name, path = text.split(":")
    with h5py.File(os.path.join(directory, name)) as f:
        data = f[path][tuple(slice(n) for n in dimensions[-f[path].ndim :])]
        assert data.size == np.prod(dimensions), (path, data.shape, dimensions)
        assert f[path].dtype == {"Float": "<f8", "Int": "<i8"}[item.get("NumberType")], path
        return data.reshape(dimensions)


def slab(item, directory):
    """Returns the data that a DataItem refers to; a part of a dataset is specified in both ways that readers
    support."""
    if item.get("ItemType") != "Hyperslab":
        return whole(item, directory)
    path, start, stride, count, size = re.fullmatch(r"(.+)\|(.+):(.+):(.+):(.+)", item.text).groups()
    assert path == item[1].text and size == item[1].get("Dimensions"), item.text
    assert f"{start} {stride} {count}" == item[0].text, item.text
    part = np.array([start.split(), stride.split(), count.split()], int).T
    part = tuple(slice(first, first + step * n, step) for first, step, n in part)
    return whole(item[1], directory)[part].reshape([int(n) for n in item.get("Dimensions").split()])


def check_xdmf(directory):
    p = particles(os.path.join(directory, "results.h5"))
    with h5py.File(os.path.join(directory, "results.h5")) as f:
        time = f["particles/grains/position/time"][()]
    grids = xml.parse(os.path.join(directory, "results.xdmf")).getroot().findall("Domain/Grid/Grid")
    fact(
        [float(g.find("Time").get("Value")) for g in grids] == list(time), f"XDMF: {len(grids)} frames have their times"
    )
    right = True
    for k, grid in enumerate(grids):
        axes = [slab(item, directory).ravel() for item in grid.find("Geometry")]
        right &= bool(np.array_equal(axes[0], p["position"][k].ravel()))
        right &= len(axes) == (3 if p["position"].shape[2] == 1 else 1)
        right &= all(axis == [0] for axis in axes[1:])  # beads: a grid along x
        for cells in grid.findall("Topology/DataItem"):
            right &= bool(np.array_equal(slab(cells, directory).ravel(), np.arange(len(p["position"][k]))))
        for a in grid.findall("Attribute"):
            name, unit = re.fullmatch(r"(\w+)(?: \[(.+)\])?", a.get("Name")).groups()
            right &= (unit is None) == (name in ("id", "group", "image", "species"))
            value = p[name]
            value = value[k] if value.ndim == 3 else value
            right &= bool(np.array_equal(slab(a[0], directory).ravel(), value.ravel()))
    fact(right, "XDMF: points and attributes refer to the data of results.h5")


with tempfile.TemporaryDirectory() as top:
    path = case(CASE)
    one = os.path.join(top, "1")
    results = simulate(path, one)
    check_frames(results)
    networks = sorted(glob.glob(os.path.join(one, "contacts-*.h5")))
    fact(
        [os.path.basename(n) for n in networks]
        == ["contacts-0.h5", "contacts-2000.h5", "contacts-4000.h5", "contacts-4050.h5"],
        "contact networks are written at the requested times and at the end",
    )
    frame, f, wall = check_network(results, networks[2])
    fact(frame == 8 and wall.any() and not wall.all(), "the compared network has contacts of pairs and of the wall")
    check_sums(results, frame, f, wall)
    check_xdmf(one)
    for ranks in (2, 3):
        other = os.path.join(top, str(ranks))
        simulate(path, other, ranks=ranks)
        names = sorted(os.path.relpath(n, one) for n in glob.glob(os.path.join(one, "*.h5")))
        same = [
            n for n in names if run(["diff", os.path.join(one, n), os.path.join(other, n)], check=False).returncode == 0
        ]
        fact(len(names) == 6 and same == names, f"same bits on {ranks} ranks: {len(same)} files")
    chain = os.path.join(top, "chain")
    simulate(os.path.join(os.environ["GRANUM_SOURCE"], "inputs/chain/two-spheres.yaml"), chain)
    check_xdmf(chain)
done()
