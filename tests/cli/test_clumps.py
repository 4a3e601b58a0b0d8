"""Clumps in the input: lines of `granum check`, spheres in a file as in the list, messages about files, warnings, the
default radius and orientation in the resolved case, orientations of a file; spheres in a mesh, given mass
properties.
Labels: bulk clump input io law mesh parallel particle record run time."""
import os
import re
import tempfile

import h5py
import numpy as np
from granum_test import done, fact, run

CASE = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 20 mm]}
materials: {glass: {density: 2500, youngs_modulus: 50 MPa, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: hertz}}]
clumps:
  pair: {SPHERES}
  spare: {spheres: [{centre: [0, 0, 0], radius: 1 mm}]}
particles: {bodies: {random: {count: 5}, material: glass, clump: pair}}
time: {end: 1 ms}
"""
LIST = "spheres: [{centre: [-0.3 mm, 0, 0], radius: 1 mm}, {centre: [0.3 mm, 0, 0], radius: 1 mm}]"
TABLE = "# a pair\nx, y, z, radius\n-0.3e-3, 0, 0, 1e-3\n0.3e-3, 0, 0, 1e-3\n"


def check(spheres, *options, table=None, expected=0):
    """Returns the output of granum check and its messages, of a case with these spheres and this file."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "case.yaml")
        with open(path, "w") as file:
            file.write(CASE.replace("SPHERES", spheres))
        if table is not None:
            with open(os.path.join(folder, "pair.csv"), "w") as file:
                file.write(table)
        ended = run(["check", path, *options], check=False)
        fact(ended.returncode == expected, f"{spheres[:30]}: exit code {ended.returncode}")
        return ended.stdout.replace(folder, ""), ended.stderr.replace(folder, "")


def lines(output):
    """Returns the lines about clumps."""
    found = output.splitlines()
    first = [k for k, line in enumerate(found) if line.startswith("clump ")]
    return found[first[0] : first[0] + 3] if first else []


listed, messages = check(LIST)
about = lines(listed)
fact(
    listed.count("\nclump ") == 1 and about[0].startswith("clump pair: 2 spheres, radius"), "check describes one clump"
)
fact(
    "volume 6.0171971e-09 m^3, of the sum of the spheres 8.3776e-09 m^3 (+39.2 %)" in about[1],
    "check prints the volume of the clump and the sum of the spheres",
)
fact(
    "[4.2594118e-07, 5.8079412e-07, 5.8079412e-07] m^2, of the sum [4e-07, 4.9e-07, 4.9e-07]" in about[2],
    "check prints the moments of inertia of the clump and of the sum",
)
fact(messages.count("clumps.spare: nothing has this shape; remove it") == 1, "check warns once of an unused clump")

summed, _ = check(LIST + ", mass_from: sum")
fact(lines(summed)[1].endswith("volume 8.3775804e-09 m^3"), "with mass_from: sum check prints the sum of the volumes")

filed, _ = check("file: pair.csv", "--all", table=TABLE)
whole, _ = check(LIST, "--all")
case = whole[whole.index("\nclumps:") :]
fact(filed.endswith(case) and "file:" not in filed, "the resolved case contains the spheres read from the file")
fact("radius: 0.0011283275" in case and "orientation: random" in case, "the resolved case contains the defaults")

WRONG = [
    (None, "pair.csv: cannot be read: No such file or directory; give the path of a table of spheres"),
    ("", "pair.csv:1:1: has no spheres; write `x, y, z, radius`"),
    ("x, y, z, radius\n", "pair.csv:1:1: has no spheres; write `x, y, z, radius`"),
    ("x, y, radius\n", "pair.csv:1:7: is not the header of a clump; write `x, y, z, radius`"),
    (TABLE + "0, 0, 0,", "pair.csv:5:9: has an empty value; write"),
    (TABLE + "0, 0, 0", "pair.csv:5:8: has too few values; write"),
    (TABLE + "0, 0, 0, 1, 1", "pair.csv:5:12: has too many values; write"),
    (TABLE + "0, 0, 0, -1", "pair.csv:5:10: clumps.pair.spheres.2.radius: -1 is out of range; write"),
    (TABLE + "0, O, 0, 1", "pair.csv:5:4: clumps.pair.spheres.2.centre.1: 'O' is not a finite number; write"),
    (TABLE + 999 * "0, 0, 0, 1\n", "pair.csv:2:1: clumps.pair.spheres: has 1001 spheres, and 1000 can be; write fewer"),
]
for table, message in WRONG:
    _, messages = check("file: pair.csv", table=table, expected=2)
    fact(messages.count("\n") == 1 and message in messages, message)

_, messages = check(LIST, "--set", "clumps.pair.spheres.1.radius=0.1 mm")
fact("case.yaml:7:3: clumps.pair.spheres.1: is inside another sphere" in messages, "check warns of an inner sphere")
_, messages = check(LIST + ", mass_from: sum", "--set", "clumps.pair.spheres.1.radius=0.1 mm")
fact("is inside another sphere" not in messages, "check does not warn of it with mass_from: sum, where it adds mass")
_, messages = check(LIST, "--set", "clumps.pair.spheres.1.centre=[3 mm, 0, 0]")
fact("case.yaml:7:3: clumps.pair.spheres.0: touches no other sphere" in messages, "check warns of a separate sphere")


def oriented(table, *sets):
    """Returns the centres of the spheres about the first body, and the messages, of bodies at the places of a file."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "case.yaml"), os.path.join(folder, "out")
        with open(path, "w") as file:
            file.write(CASE.replace("SPHERES", LIST).replace("random: {count: 5}", "file: places.csv, radius: 1 mm"))
            file.write("output: {trajectory: {every: 1 ms}}\n")
        with open(os.path.join(folder, "places.csv"), "w") as file:
            file.write(table)
        ended = run(["run", path, "-o", out, *(word for value in sets for word in ("--set", value))], check=False)
        if ended.returncode:
            return None, ended.stderr.replace(folder + "/", "")
        with h5py.File(os.path.join(out, "results.h5")) as f:
            x, centre = (f[f"particles/{k}/position/value"][0] for k in ("grains", "bodies"))
            return (x[:2] - centre[0]) / np.linalg.norm(x[0] - centre[0]), ended.stderr


HEAD = "x, y, z, q_w, q_x, q_y, q_z\n"
for q, end in (("1, 0, 0, 0", [-1, 0, 0]), ("0.6, 0, 0, 0.8", [0.28, -0.96, 0]), ("0.5, 0.5, 0.5, 0.5", [0, -1, 0])):
    ends, _ = oriented(HEAD + f"5e-3, 5e-3, 5e-3, {q}\n15e-3, 5e-3, 5e-3, 1, 0, 0, 0\n")
    fact(np.abs(ends - [end, np.negative(end)]).max() < 1e-12, f"a clump has the orientation from the file: {q}")
cut, _ = oriented(
    HEAD + "5e-3, 1e-3, 5e-3, 1, 0, 0, 0\n15e-3, 5e-3, 5e-3, 0.6, 0, 0, 0.8\n",
    "particles.bodies.within={box: {lower: [10 mm, 0, 0], upper: [20 mm, 20 mm, 20 mm]}}",
)
fact(np.abs(cut[0] - [0.28, -0.96, 0]).max() < 1e-12, "each row kept by within has its own orientation")
for table, message in (
    (
        HEAD + "5e-3, 5e-3, 5e-3, 1, 0, 0, 0.1\n",
        "places.csv:2: q_w, q_x, q_y, q_z have the length 1.00498756, which is",
    ),
    (HEAD[:-6] + "\n5e-3, 5e-3, 5e-3, 1, 0, 0\n", "places.csv: has only some of the columns q_w, q_x, q_y, q_z; give"),
):
    _, messages = oriented(table)
    fact(message in messages, message)
_, messages = oriented(HEAD + "5e-3, 5e-3, 5e-3, 1, 0, 0, 0\n", "particles.bodies.clump=spare")
fact(
    "consists of spheres, but places.csv has the orientations" in messages,
    "a clump of one sphere has no orientations in a file",
)


# ---- meshes ----

CORNERS = [(x, y, z) for x in (0, 1) for y in (0, 2) for z in (0, 3)]
FACES = [(1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4)]


def mesh_check(keys, faces=FACES, expected=0, mass="mesh", form="--all"):
    """Returns the output of granum check and its messages, of a case with a box of 1, 2, 3 mm as a mesh."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "case.yaml")
        with open(path, "w") as file:
            file.write(CASE.replace("SPHERES", f"mesh: {{file: box.obj, scale: 1 mm, {keys}}}, mass_from: {mass}"))
        with open(os.path.join(folder, "box.obj"), "w") as file:
            file.writelines(f"v {x} {y} {z}\n" for x, y, z in CORNERS)
            file.writelines("f " + " ".join(map(str, face)) + "\n" for face in faces)
        ended = run(["check", path, *form.split()], check=False)
        fact(ended.returncode == expected, f"{keys}, {mass}: exit code {ended.returncode}")
        return ended.stdout.replace(folder, ""), ended.stderr.replace(folder, "")


def filled(output):
    """Returns centres and radii of the resolved case, and the printed distance."""
    pair = output[output.index("\n  pair:") : output.index("\n  spare:")]
    centres = [[float(x) for x in row.split(",")] for row in re.findall(r"centre: \[(.*?)\]\s+radius", pair)]
    radii = [float(r) for r in re.findall(r"radius: (\S+)", pair)]
    return np.array(centres), np.array(radii), float(re.search(r"distance: (\S+)", pair)[1])


random = np.random.default_rng(5)
side, surface = np.array([1e-3, 2e-3, 3e-3]), []
for axis in range(3):
    for end in (0, 1):
        points = random.uniform(size=(1000, 3)) * side
        points[:, axis] = end * side[axis]
        surface.append(points)
surface = np.concatenate(surface)
for keys, name in (("spheres: 40", "number"), ("tolerance: 0.15 mm", "tolerance")):
    for faces in (FACES, [face[::-1] for face in FACES]):
        output, _ = mesh_check(keys, faces)
        centre, radius, distance = filled(output)
        gap = (np.linalg.norm(surface[:, None] - centre, axis=2) - radius).min(axis=1).max()
        inside = (centre - radius[:, None] > -1e-12).all() and (centre + radius[:, None] < side + 1e-12).all()
        fact(inside, f"{name}: {len(radius)} spheres are inside the mesh")
        fact(gap < 1.2 * distance, f"surface at most {gap:.3g} m from the spheres, printed {distance:.3g} m")
        fact(len(radius) <= 40 if name == "number" else distance <= 0.15e-3, f"{name} is kept")
about = lines(mesh_check("spheres: 40", form="")[0])
fact("centre of mass [0.0005, 0.001, 0.0015] m, volume 6e-09 m^3, of the union of the spheres" in about[1], "the solid")
fact("[4.1666667e-07, 8.3333333e-07, 1.0833333e-06] m^2, of the union [" in about[2], "moments of the box")
output, _ = mesh_check("spheres: 40", mass="union", form="")
fact("of the solid 6e-09 m^3" in output, "mass of the union, compared with the solid")

SOLID = "volume: 6e-9, centre: [0.5 mm, 1 mm, 1.5 mm], inertia: [1.0833333e-6, 8.3333333e-7, 4.1666667e-7]"
given, _ = check(LIST + f", mass_from: solid, solid: {{{SOLID}}}")
fact("volume 6e-09 m^3, of the union of the spheres 6.0172e-09 m^3 (+0.287 %)" in given, "given mass properties")
fact("[4.1666667e-07, 8.3333333e-07, 1.0833333e-06] m^2, of the union [4.2594e-07" in given, "given moments")
for keys, faces, message in (
    (
        "spheres: 40",
        FACES[:-1],
        "box.obj: clumps.pair.mesh: the mesh is not closed, or its triangles have different orientations",
    ),
    ("spheres: 40", FACES[:-1] + [FACES[-1][::-1]], "two neighbouring triangles have opposite orientations near ["),
    (
        "spheres: 3, tolerance: 1 um",
        FACES,
        "3 spheres do not reach the tolerance of 1e-06 m; write a larger tolerance, or",
    ),
    ("spheres: 1001", FACES, "clumps.pair.mesh.spheres: 1001 is out of range; write"),
    ("scale: 2", FACES, "scale: the map has this key twice; remove or rename one"),
    ("unit: mm, spheres: 2", FACES, "clumps.pair.mesh.unit: unknown key; known here: file, scale, spheres"),
    ("", FACES, "clumps.pair.mesh.spheres: is missing; give the largest number of spheres, or tolerance"),
):
    _, messages = mesh_check(keys, faces, expected=2)
    fact(message in messages, message)
for change, message in (
    ("dimension=2", "case.yaml:7:10: clumps.pair.mesh: fills a volume; write spheres instead, or dimension: 3"),
    ("clumps.pair.mesh.file=none.obj", "none.obj: cannot be read: No such file or directory; give the path of an STL"),
    (
        'clumps.pair.solid={"volume":1,"centre":[0,0,0],"inertia":[1,1,1]}',
        "clumps.pair.mesh: solid and mesh are both given; keep one of them",
    ),
):
    _, messages = mesh_check("spheres: 40", expected=2, form="--set " + change.replace(" ", ""))
    fact(message in messages, message)


# ---- bodies of an earlier run ----

CHIRAL = (
    "spheres: [{centre: [-0.3 mm, 0.2 mm, 0], radius: 1 mm}, {centre: [0.5 mm, 0, 0.3 mm], radius: 0.7 mm}, "
    "{centre: [0, 0.9 mm, 0.3 mm], radius: 0.5 mm}]"
)
FIRST = CASE.replace("SPHERES", CHIRAL).replace(
    "clump: pair",
    "clump: pair, velocity_deviation: 0.3, spin_deviation: 100, radius: {distribution: uniform, from: "
    "0.8 mm, to: 1 mm}",
)
FIRST = FIRST.replace("end: 1 ms", "end: 4 ms, step: 2 us") + "output: {trajectory: {every: 2 ms}}\n"
AGAIN = "particles={bodies: {previous: {file: first/results.h5, frame: 1}, material: glass, clump: pair}}"
with tempfile.TemporaryDirectory() as top:
    path = os.path.join(top, "case.yaml")
    with open(path, "w") as file:
        file.write(FIRST)

    def again(out, *sets, ranks=1):
        """Runs the case with --set values; returns its messages."""
        words = [word for value in sets for word in ("--set", value)]
        return run(["run", path, "-o", os.path.join(top, out), *words], check=False, ranks=ranks).stderr

    again("first")
    again("second", AGAIN, "time.end=2 ms")
    again("third", AGAIN, "time.end=2 ms", ranks=3)
    with h5py.File(os.path.join(top, "first/results.h5")) as a, h5py.File(os.path.join(top, "second/results.h5")) as b:
        for name in ("grains/position", "grains/velocity", "bodies/orientation", "bodies/angular_velocity"):
            x, y = (f[f"particles/{name}/value"] for f in (a, b))
            off = [abs(x[1 + k] - y[k]).max() / abs(x[1]).max() for k in (0, 1)]
            fact(off[0] < 1e-13 and off[1] < 1e-9, f"previous: {name} as in the first run, {off[0]:.0e}, {off[1]:.0e}")
        for name in ("mass", "moments"):
            off = abs(a["particles/bodies/" + name][:] / b["particles/bodies/" + name][:] - 1).max()
            fact(off < 1e-13, f"previous: {name} to {off:.0e}")
    with open(os.path.join(top, "second/results.h5"), "rb") as one, open(
        os.path.join(top, "third/results.h5"), "rb"
    ) as two:
        fact(one.read() == two.read(), "and the same bits on 3 ranks")
    again("spheres", "particles={a: {random: {count: 5}, material: glass, radius: 1 mm}}")
    newest = [name for name in os.listdir(os.path.join(top, "first")) if name.startswith("checkpoint")][0]
    for sets, message in (
        (
            [AGAIN.replace(", clump: pair", "")],
            "first/results.h5: has rigid bodies; give the group the clump of that run",
        ),
        ([AGAIN.replace("first", "spheres")], "spheres/results.h5: has no rigid bodies; remove clump, or give results"),
        ([AGAIN.replace("results.h5, frame: 1", newest)], "bodies cannot be read from a checkpoint; give results.h5"),
        (
            [AGAIN, "clumps.pair.spheres.0.radius=0.8 mm"],
            "has other ratios of principal moments than the clump 'pair'; give",
        ),
    ):
        messages = again("refused", *sets)
        fact(message in messages, message)
done()
