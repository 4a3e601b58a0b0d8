"""Rigid bodies in granum-post: the body of each sphere; exports that keep bodies whole across a periodic side, with
body ids and quaternions; nematic order, motion of one body, colours, messages.
Labels: bulk input law mesh particle record run time wall."""
import glob
import os
import subprocess
import tempfile
import xml.etree.ElementTree as xml

import granum_post as gp
import numpy as np
from granum_post.bodies import order_of
from granum_post.packing import by_body
from granum_test import SOURCE, case, done, fact, simulate
from picture_pixels import shows_data

CASE = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [12 mm, 14 mm, 16 mm], periodic: [true, true, true]}
clumps:
  rod: {spheres: [{centre: [-1 mm, 0, 0], radius: 0.6 mm}, {centre: [0, 0, 0], radius: 0.6 mm},
    {centre: [1 mm, 0, 0], radius: 0.6 mm}]}
materials: {glass: {density: 2500, youngs_modulus: 1e8, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: hertz}}]
particles:
  balls: {material: glass, radius: 0.5 mm, random: {count: 7}}
  rods: {material: glass, clump: rod, random: {count: 40}, velocity_deviation: 0.5, spin_deviation: 100}
  held: {material: glass, clump: rod, fixed: true, random: {count: 2}}
  single: {material: glass, radius: 0.5 mm, random: {count: 3}}
time: {end: 10 ms, step: 2 us}
output: {trajectory: {every: 2 ms}, observables: {every: 2 ms}}
"""
SHEARED = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [6 mm, 7 mm, 8 mm], periodic: [true, true, true], cell: {rate: {xy: 200}}}
clumps:
  ball: {spheres: [{centre: [0, 0, 0], radius: 0.3 mm}]}
  bent: {spheres: [{centre: [2 mm, 0, 0], radius: 0.25 mm}, {centre: [2.3 mm, 0.1 mm, 0], radius: 0.25 mm},
    {centre: [2.6 mm, 0, 0.1 mm], radius: 0.25 mm}], mass_from: sum}
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: hertz}}]
particles:
  bents: {material: glass, clump: bent, radius: {distribution: uniform, from: 0.2 mm, to: 0.3 mm},
    random: {count: 40}, velocity_deviation: 0.1, spin_deviation: 100}
  balls: {material: glass, clump: ball, random: {count: 10}}
time: {end: 20 ms, step: 2 us}
output: {trajectory: {every: 10 ms}}
"""
POD = "[{centre: [0.5 mm, 0.5 mm, 0.5 mm], radius: 0.5 mm}, {centre: [0.5 mm, -0.5 mm, -0.5 mm], radius: 0.5 mm}, "
POD += "{centre: [-0.5 mm, 0.5 mm, -0.5 mm], radius: 0.5 mm}, {centre: [-0.5 mm, -0.5 mm, 0.5 mm], radius: 0.5 mm}]"
BALL = "[{centre: [0, 0, 0], radius: 1 mm}]"


def post(*words):
    """Runs granum-post; returns the process."""
    command = [os.path.join(SOURCE, "postprocess", "granum-post"), *words]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def arrays(path, widths):
    """Returns the arrays of a VTK file with these numbers of components, as [row][component]."""
    with open(path, "rb") as file:
        text, _, blocks = file.read().partition(b'<AppendedData encoding="raw">\n_')
    found = {}
    for element in xml.fromstring(text + b"</VTKFile>").iter("DataArray"):
        if element.get("Name") in widths:
            at = int(element.get("offset"))
            size = int.from_bytes(blocks[at : at + 8], "little") // 8
            found[element.get("Name")] = np.frombuffer(blocks, "<f8", size, at + 8).reshape(
                -1, widths[element.get("Name")]
            )
    return found


def slab(item, run):
    """Returns the part of a dataset that an item of bodies.xdmf refers to."""
    path, _, part = item.text.removeprefix("results.h5:").partition("|")
    if not part:
        return run.file[path][()]
    first, _, count = ([int(n) for n in word.split()] for word in part.split(":")[:3])
    return run.file[path][tuple(slice(a, a + n) for a, n in zip(first, count))][0]


def look_at_xdmf(folder, run, names):
    """bodies.xdmf has each frame of the bodies, with fields of the same names as the VTK files."""
    grids = xml.parse(os.path.join(folder, "bodies.xdmf")).getroot().findall("Domain/Grid/Grid")
    right, there = len(grids) == len(run.bodies()), set()
    for frame, grid in zip(run.bodies(), grids):
        right &= np.array_equal(slab(grid.find("Geometry/DataItem"), run), frame.position)
        right &= np.array_equal(slab(grid.find("Topology/DataItem"), run).ravel(), np.arange(frame.rows))
        for a in grid.findall("Attribute"):
            right &= np.array_equal(slab(a[0], run), frame[a.get("Name").split(" ")[0]].values)
            there.add(a.get("Name"))
    fact(right, f"bodies.xdmf: points and fields of {len(grids)} frames refer to the data of the bodies")
    fact(
        names - there == {"long_axis"} and there < names, f"and have the names of the VTK files {sorted(names ^ there)}"
    )


def look_at_shapes(top):
    """In a sheared box, with a mesh whose corners are the centres of the spheres of the clump."""
    folder = os.path.dirname(simulate(case(SHEARED), os.path.join(top, "sheared")))
    path, target = os.path.join(top, "bent.obj"), os.path.join(top, "shapes")
    with open(path, "w") as file:
        file.write("v 2 0 0\nv 2.3 0.1 0\nv 2.6 0 0.1\nf 1/7 2/7 -1/7\n")
    made = post("export", folder, "--to", "vtk", "-o", target, "--mesh", f"bent={path}*0.001")
    fact(made.returncode == 0 and os.path.exists(f"{target}/shapes.pvd"), f"meshes of bodies {made.stderr}")
    widths = {"Points": 3, "velocity [m s-1]": 3, "angular_velocity [rad s-1]": 3, "drawn_radius [m]": 1}
    grains, shapes, bodies = (arrays(f"{target}/{kind}_000002.vtp", widths) for kind in ("grains", "shapes", "bodies"))
    off = np.abs(grains["Points"][:120] - shapes["Points"]).max()
    fact(len(shapes["Points"]) == 120 and off < 1e-12, f"meshes are at the places of the spheres within {off:.1g} m")
    drawn = grains["drawn_radius [m]"].ravel()
    fact(not drawn[:120].any() and (drawn[120:] == 0.3e-3).all(), "spheres of these bodies are not drawn")
    raw = gp.open(folder).frames()[-1].position[:120]
    arm = grains["Points"][:120] - np.repeat(bodies["Points"], 3, axis=0)
    moved = np.abs(grains["Points"][:120] - raw).max(axis=1) > 1e-6
    spin, speed = (np.repeat(bodies[k], 3, axis=0) for k in ("angular_velocity [rad s-1]", "velocity [m s-1]"))
    error = np.abs(grains["velocity [m s-1]"][:120] - speed - np.cross(spin, arm)).max()
    fact(moved.any() and error < 1e-12, f"{moved.sum()} moved spheres have the velocity of the image, to {error:.1g}")
    for words, message in (
        (("bend=" + path,), "no clump 'bend' in this run; its clumps: ball, bent"),
        (("bent=none.stl",), "none.stl: No such file or directory"),
        ((f"bent={path}*mm",), "the scale is not a number"),
        ((f"bent={SOURCE}/README.md",), "no STL or OBJ file with triangles"),
    ):
        told = post("export", folder, "--to", "vtk", "-o", target, "--mesh", *words)
        fact(told.returncode and message in told.stderr, f"message: {told.stderr.strip()}")


with tempfile.TemporaryDirectory() as top:
    folder = os.path.dirname(simulate(case(CASE), os.path.join(top, "run")))
    run = gp.open(folder)
    frame, bodies = run.frames()[-1], run.bodies()[-1]
    expected = np.concatenate([np.zeros(7), np.repeat(8 + 3 * np.arange(40), 3), np.zeros(9)])
    fact(np.array_equal(frame.body, expected), "each sphere has the id of its body, or 0 if it belongs to none")
    rgb = by_body(frame)
    fact(
        all(np.ptp(rgb[frame.body == k], axis=0).max() == 0 for k in bodies.id), "the spheres of a body have one colour"
    )
    there = frame.body > 0
    split = np.linalg.norm(frame.position[there] - np.repeat(bodies.position, 3, axis=0), axis=1).max()
    fact(split > 5e-3, "bodies cross a periodic side")

    made = post("export", folder, "--to", "lammps-dump", "--frames", "-1", "-o", os.path.join(top, "dump"))
    with open(os.path.join(top, "dump")) as file:
        lines = file.read().splitlines()
    names = lines[8].split()[2:]
    column = dict(zip(names, np.array([line.split() for line in lines[9:]], dtype=float).T))
    place = np.stack([column[k] for k in "xyz"], axis=1)
    fact(made.returncode == 0 and np.array_equal(column["mol"], frame.body), "the column mol is the id of the body")
    q = np.stack([column["quat" + k] for k in "wijk"], axis=1)[there]
    fact(np.array_equal(q, np.repeat(bodies.orientation, 3, axis=0)), "the dump contains the quaternion of the body")
    apart = np.linalg.norm(place[there] - np.repeat(bodies.position, 3, axis=0), axis=1)
    fact(
        np.allclose(apart, np.tile([1e-3, 0, 1e-3], 40), atol=1e-12),
        "the positions in the dump keep the spheres of a body together across periodic sides",
    )
    image = np.stack([column["i" + k] for k in "xyz"], axis=1)
    same = place + image * [12e-3, 14e-3, 16e-3] - frame.position - frame["image"].values * [12e-3, 14e-3, 16e-3]
    fact(np.abs(same).max() < 1e-12, "the dump does not change unwrapped positions")

    made = post("export", folder, "--to", "vtk", "-o", os.path.join(top, "vtk"))
    files = sorted(glob.glob(os.path.join(top, "vtk", "bodies_*.vtp")))
    with open(files[-1], "rb") as file:
        text, _, blocks = file.read().partition(b'<AppendedData encoding="raw">\n_')
    at = {a.get("Name"): int(a.get("offset") or 0) for a in xml.fromstring(text + b"</VTKFile>").iter("DataArray")}
    held = {
        k: np.frombuffer(blocks, "<f8", 40 * n, at[k] + 8).reshape(40, n)
        for k, n in (("Points", 3), ("long_axis", 3), ("orientation", 4))
    }
    fact(len(files) == 6 and np.array_equal(held["Points"], bodies.position), "VTK files contain the centres of bodies")
    look_at_xdmf(folder, run, set(at) - {"Points", "TimeValue", "connectivity", "offsets"})
    look_at_shapes(top)
    end = place[there][2::3] - place[there][0::3]
    cross = np.cross(end / 2e-3, held["long_axis"])
    fact(np.abs(cross).max() < 1e-9, "VTK files contain the long axis of each body")

    axis = end / 2e-3
    largest = np.linalg.eigvalsh((3 * axis[:, :, None] * axis[:, None, :] - np.eye(3)).mean(0) / 2)[-1]
    told = post("bodies", folder, "--table").stdout.splitlines()
    fact(abs(float(told[-4].split()[1]) - largest) < 1e-5, f"the nematic order is that of the axes: {told[-4]}")
    fact(told[-1].startswith("contacts of a body at the end "), told[-1])
    lines = post("bodies", folder, "--csv", "-").stdout.splitlines()
    fact(len({len(line.split(",")) for line in lines}) == 1 and ",," not in "".join(lines), "CSV: no empty field")
    flat = np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))[0]
    fact(abs(order_of(np.tile(flat[0], (5, 1)))[0] - 1) < 1e-12, "parallel axes have the nematic order 1")
    fact(abs(order_of(flat)[0]) < 1e-12, "three perpendicular axes have the nematic order 0")
    told = post("bodies", folder, "--body", "11", "--table").stdout.splitlines()
    right = np.allclose(np.array(told[-3].split()[4:], dtype=float), bodies.position[1], rtol=1e-5)
    fact(len(told) == 9 and right, f"the table of the motion of one body ends at its last position: {told[-3]}")
    for words in (["bodies"], ["bodies", "--body", "8"], ["packing", "--colour", "body"]):
        picture = os.path.join(top, "picture.png")
        made = post(*words[:1], folder, *words[1:], "-o", picture)
        fact(made.returncode == 0 and shows_data(picture), f"{' '.join(words)} draws {made.stderr}")
    run.close()

    spheres = os.path.dirname(simulate(case(CASE), os.path.join(top, "pods"), ["clumps.rod.spheres=" + POD]))
    alone = os.path.dirname(simulate(case(CASE), os.path.join(top, "alone"), ["clumps.rod.spheres=" + BALL]))
    for words, message in (
        (["bodies", folder, "--body", "9"], "no body 9; the bodies of the first frame are [8, 11, 14"),
        (["bodies", spheres], "no body has an axis: the two smallest moments of inertia are equal"),
        (["bodies", alone], "no rigid bodies in this run; `clump: NAME` of a group of particles makes them"),
        (["packing", alone, "--colour", "body"], "no rigid bodies in this run; choose another --colour"),
    ):
        told = post(*words)
        fact(told.returncode == 2 and message in told.stderr, told.stderr.strip())
done()
