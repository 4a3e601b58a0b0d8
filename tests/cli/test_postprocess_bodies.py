"""Rigid bodies in granum-post: the body of each sphere; exports that keep bodies whole across a periodic side, with
body ids and quaternions; nematic order, motion of one body, colours, messages."""
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
POD = "[{centre: [0.5 mm, 0.5 mm, 0.5 mm], radius: 0.5 mm}, {centre: [0.5 mm, -0.5 mm, -0.5 mm], radius: 0.5 mm}, "
POD += "{centre: [-0.5 mm, 0.5 mm, -0.5 mm], radius: 0.5 mm}, {centre: [-0.5 mm, -0.5 mm, 0.5 mm], radius: 0.5 mm}]"
BALL = "[{centre: [0, 0, 0], radius: 1 mm}]"


def post(*words):
    """Runs granum-post; returns the process."""
    command = [os.path.join(SOURCE, "postprocess", "granum-post"), *words]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)


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
