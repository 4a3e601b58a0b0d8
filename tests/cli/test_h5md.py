"""results.h5 conforms to H5MD 1.1 and its units module 1.0 (https://www.nongnu.org/h5md): attributes, elements,
boxes and units of runs in dimension 1, 2 and 3, in a deforming box, and with insertion and removal; their axes are
dimension scales. Two-dimensional particles can be read in three dimensions again. One deviation: `unit` and `system`
are strings of variable length, which Python reads as strings and not as bytes.
Labels: bulk chain input io law particle record run time wall."""
import os
import re
import tempfile

import granum_post
import h5py
import numpy as np
from granum_test import case, done, fact, simulate

HEAD = """author: Jane Doe <jane@doe.org>
materials: {glass: {density: 2500, youngs_modulus: 5e6, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.7}}]
time: {end: 4 ms, step: 10 us}
"""
BULK = (
    HEAD
    + """
output: {trajectory: {every: 1 ms}, energy: {every: 1 ms}, observables: {every: 1 ms}, walls: {every: 2 ms}}
particles: {grains: {random: {count: 20}, material: glass, radius: 0.5 mm, velocity: [0.1, -0.2, 0]}}
"""
)
FLOOR = "walls: {floor: {side: lower_y, material: glass}}\n"
SPACE = BULK + "dimension: 3\ndomain: {lower: [0, 0, 0], upper: [8 mm, 8 mm, 8 mm], periodic: [true, false, false]}\n"
RAIN = """rain: {insert: {region: {box: {lower: [5 mm, 1 mm, 1 mm], upper: [7 mm, 7 mm, 7 mm]}},
    rate: 2000, every: 1 ms}, material: glass, radius: 0.2 mm}"""
FILMED = "dimension: 2\ndomain: {lower: [0, 0, 1 mm], upper: [12 mm, 12 mm]PERIODIC}\n"
CASES = {
    "space": SPACE.replace("radius: 0.5 mm", "radius: {distribution: uniform, from: 0.3 mm, to: 0.5 mm}") + FLOOR,
    "plane": BULK + FLOOR + "dimension: 2\ndomain: {lower: [0, 0, 0], upper: [12 mm, 12 mm, 1 mm]}\n",
    "sheared plane": BULK.replace(", walls: {every: 2 ms}", "")
    + FILMED.replace("PERIODIC", ", periodic: [true, true], cell: {rate: {xy: 5}}"),
    "going plane": BULK
    + FILMED.replace("PERIODIC", "")
    + FLOOR
    + "removal: {drain: {within: {box: {lower: [0, 0], upper: [6 mm, 12 mm]}}, every: 1 ms}}\n",
    "sheared": BULK.replace(", walls: {every: 2 ms}", "")
    + "dimension: 3\ndomain: {lower: [0, 0, 0], upper: [8 mm, 8 mm, 8 mm], periodic: [true, true, true],\n"
    + "  cell: {rate: {xy: 5}}}\n",
    "going": SPACE.replace("}}\ndim", "},\n  " + RAIN + "}\ndim")
    + FLOOR
    + "removal: {drain: {within: {box: {lower: [0, 0, 0], upper: [4 mm, 8 mm, 8 mm]}}, every: 1 ms}}\n",
    "line": HEAD
    + """dimension: 1
particles:
  striker: {chain: {count: 1}, material: glass, radius: 1 mm, velocity: 1}
  beads: {chain: {count: 8}, material: glass, radius: 1 mm}
output: {trajectory: {every: 1 ms}, energy: {every: 1 ms}, sensors: {group: beads, at: [2, 5], every: 0.1 ms},
  detectors: {group: beads, at: [2, 5], quantity: force}}
""",
}
FACTOR = re.compile(r"([A-Za-z]+)([+-]?[1-9][0-9]*)?")
SYMBOLS = "m kg s A K mol cd rad sr Hz N Pa J W".split()
problems = []


def ask(true, path, what):
    if not true:
        problems.append(f"{path}: {what}")


def is_string(attributes, name, variable):
    """Whether the attribute is a scalar string, of fixed or variable length."""
    attribute = attributes.get_id(name) if name in attributes else None
    told = attribute and h5py.check_string_dtype(attribute.dtype)
    return bool(told) and attribute.shape == () and (told.length is None) == variable


def look_at_head(file):
    for path, wanted in (("h5md", [1, 1]), ("h5md/modules/units", [1, 0])):
        version = file[path].attrs["version"]
        ask(version.dtype.kind == "i" and version.tolist() == wanted, path, f"version is {version}")
    texts = {"author": ("name", "email"), "creator": ("name", "version")}
    for group, names in texts.items():
        for name in names:
            ask(is_string(file[f"h5md/{group}"].attrs, name, False), f"h5md/{group}", f"{name} is no fixed string")
    author = {name: value.decode() for name, value in file["h5md/author"].attrs.items()}
    ask(author == {"name": "Jane Doe", "email": "jane@doe.org"}, "h5md/author", author)
    units = file["h5md/modules/units"].attrs
    ask(is_string(units, "system", True) and units["system"] == "SI", "h5md/modules/units", "system")


def look_at_unit(path, item):
    """Factors of a unit: each symbol once, each with a power other than 0; a number may come first."""
    if not is_string(item.attrs, "unit", True):
        return ask(False, path, "unit is no string of variable length")
    factors = item.attrs["unit"].split(" ")
    if re.fullmatch(r"[0-9.]+", factors[0]):
        factors = factors[1:]
    found = [FACTOR.fullmatch(factor) for factor in factors]
    right = all(found) and len({factor[1] for factor in found}) == len(found)
    ask(right and all(factor[1] in SYMBOLS for factor in found), path, f"unit {item.attrs['unit']}")


def look_at_times(path, group, count):
    step, time = group["step"], group["time"]
    ask(step.dtype.kind == "i" and step.ndim == 1 and time.dtype.kind == "f" and time.ndim == 1, path, "step or time")
    ask(len(step) == len(time) == count, path, f"{len(step)} steps, {len(time)} times, {count} values")
    ask((np.diff(step[()]) >= 0).all() and (np.diff(time[()]) >= 0).all(), path, "times go back")


def same(a, b):
    return h5py.h5o.get_info(a.id).addr == h5py.h5o.get_info(b.id).addr


def look_at_element(path, item, shape, frames=None):
    """Checks a dataset, or a group with step, time and value, whose entries have this shape; None is any number."""
    series = isinstance(item, h5py.Group)
    value = item["value"] if series else item
    if series:
        look_at_times(path, item, len(value))
        if frames is not None:
            linked = same(item["step"], frames["step"]) and same(item["time"], frames["time"])
            ask(linked, path, "step and time are not those of the positions")
    found = value.shape[1:] if series else value.shape
    fits = len(found) == len(shape) and all(a in (None, b) for a, b in zip(shape, found))
    ask(fits, path, f"of shape {found}, not {shape}")
    return value


def look_at_particles(group, dimension):
    """Returns the number of checked elements."""
    frames, box, n = group["position"], group["box"], None
    here = look_at_element("position", frames, (None, dimension))
    n = here.shape[1]
    vectors = {"velocity": "f", "force": "f", "image": "i"}
    scalars = {"mass": "f", "species": "i", "id": "i", "radius": "f", "group": "i", "row": "i"}
    for name, kind in (vectors | scalars).items():
        if name in group:
            shape = (n, dimension) if name in vectors else (n,)
            value = look_at_element(name, group[name], shape, frames)
            ask(value.dtype.kind == kind, name, f"of type {value.dtype}")
    ask("value" not in group["id"] or group["id/value"].fillvalue == -1, "id", "no fill value")
    for name in ("dimension", "boundary"):
        ask(name in box.attrs, "box", f"no {name}")
    ask(box.attrs["dimension"].shape == () and box.attrs["dimension"] == dimension, "box", "dimension")
    boundary = box.attrs.get_id("boundary")
    ask(boundary.shape == (dimension,) and h5py.check_string_dtype(boundary.dtype).length, "box", "boundary")
    sides = [side.decode() for side in box.attrs["boundary"]]
    ask(set(sides) <= {"periodic", "none"}, "box", sides)
    ask("edges" in box or set(sides) == {"none"}, "box", "no edges")
    if "edges" in box:
        series = isinstance(box["edges"], h5py.Group)
        look_at_element("box/edges", box["edges"], (dimension, dimension) if series else (dimension,), frames)
        look_at_element("box/lower", box["lower"], (dimension,), frames)
    plane = "plane" in box and look_at_element("box/plane", box["plane"], (1,))[0]
    ask(bool(plane is not False) == (dimension == 2), "box", "plane")


def look_at_tree(file):
    """Checks the units of all numbers, and the axes of datasets in H5MD's groups; returns the number of both."""
    seen = named = 0
    for path in found(file):
        item = file[path]
        if item.dtype.kind in "if":
            look_at_unit(path, item)
            seen += 1
        if path.startswith(("particles", "observables")) and "CLASS" not in item.attrs:
            lengths = [[len(scale) for scale in axis.values()] for axis in item.dims]
            going = "going" in file.filename and path.startswith("particles") and item.ndim > 1
            ask(going or lengths == [[n] for n in item.shape], path, f"axes of {lengths}, shape {item.shape}")
            named += not going
        if item.attrs.get("CLASS") == b"DIMENSION_SCALE":
            ask(item.ndim == 1 and item.attrs["NAME"].decode() == path.split("/")[-1], path, "is no scale")
            refers = [(file[entry["dataset"]], entry["dimension"]) for entry in item.attrs["REFERENCE_LIST"]]
            ask(all(same(other.dims[k][0], item) for other, k in refers), path, "is an axis of what does not say so")
    return seen, named


def found(file):
    paths = []

    def see(path, item):
        if isinstance(item, h5py.Dataset):
            paths.append(path)

    file.visititems(see)
    return paths


def see_plane_in_space(results, top, domain):
    """Compares the library's frames with the frames of a run that begins with the last one."""
    frames = granum_post.open(results).frames()
    last = frames[-1]
    with h5py.File(results) as file:
        grains = file["particles/grains"]
        count, width = int(grains["count/value"][-1, 0]), grains["position/value"].shape[1]
        for name, third in (("position", 1e-3), ("velocity", 0), ("image", 0)):
            same = np.array_equal(last[name].values[:, :2], grains[name]["value"][-1, :count])
            fact(
                same and (last[name].values[:, 2] == third).all(),
                f"the library adds the third component to {name} of {count}",
            )
    box, turned = last.box, last.angular_velocity.shape == (count, 3)
    fact(
        turned and box.edges.shape == (3, 3) and box.lower[2] == 1e-3 and len(box.boundary) == 3,
        "the library reads spins and box of a file without a third dimension",
    )
    text = re.sub(r"particles:.*", f"particles: {{grains: {{previous: {{file: {results}}}, material: glass}}}}", BULK)
    path = case(text.replace(", walls: {every: 2 ms}", "") + domain)
    again = granum_post.open(simulate(path, os.path.join(top, "again"))).frames()
    os.unlink(path)
    with h5py.File(again.run.path) as file:
        grains = file["particles/grains"]
        same = all(
            np.array_equal(grains[name]["value"][0], last[name].values[:, :2]) for name in ("position", "velocity")
        )
    fact(same and 0 < count < width, f"a run starts from the last frame of an H5MD file in 2-D with {count} particles")


with tempfile.TemporaryDirectory() as top:
    for name, text in CASES.items():
        path = case(text)
        results = simulate(path, os.path.join(top, name))
        os.unlink(path)
        problems.clear()
        with h5py.File(results) as file:
            look_at_head(file)
            dimension = 1 if name == "line" else 2 if "plane" in name else 3
            look_at_particles(file["particles/grains"], dimension)
            for group in ("energy", "bulk", "walls/floor", "sensors/beads-2"):
                there = file.get(f"observables/{group}")
                for column in there or ():
                    look_at_times(group, there, len(there[column]))
            seen, named = look_at_tree(file)
        fact(seen > 20 and named > 10, f"{name}: {seen} datasets have units, {named} datasets name their axes")
        fact(not problems, f"{name}: the file conforms to the H5MD specification {'; '.join(problems)}")
        if name == "going plane":
            see_plane_in_space(results, top, FILMED.replace("PERIODIC", ""))
done()
