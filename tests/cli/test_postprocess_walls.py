#!/usr/bin/env python3
"""Walls in pictures: the recorded positions follow the prescribed motions, on any number of ranks; surfaces and
sections have the lengths and areas of the shapes; glass is transparent; walls are hidden, transparent or opaque.
Labels: bulk input law mesh parallel particle record run time wall."""
import os
import re
import shutil
import tempfile
import xml.etree.ElementTree as xml

import h5py
import numpy as np
from granum_post import __main__ as command
from granum_post import glass, grains, loads, packing, spheres, walls
from granum_post.reader import Run, text_of
from figure_data import STRIP, WORN
from granum_test import SOURCE, case, done, fact, holds, run, simulate
from meshes import stl
from picture_pixels import drawn
from test_postprocess import post

BOX = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 30 mm]}
materials: {glass: {density: 2500 kg/m^3, youngs_modulus: 10 MPa, poisson_ratio: 0.25}}
contacts: [{between: [glass, glass], normal: {law: tsuji, restitution: 0.7}}]
particles: {beads: {random: {count: 50, lower: [6 mm, 0, 16 mm], upper: [20 mm, 20 mm, 24 mm]}, material: glass,
  radius: 0.8 mm}}
walls:
  floor: {side: lower_z, material: glass}
  left: {side: lower_x, material: glass}
  right: {side: upper_x, material: glass}
  back: {side: upper_y, material: glass}
  lid: {side: upper_z, material: glass, velocity: [0, 0, -50 mm/s]}
  ball: {shape: sphere, centre: [10 mm, 10 mm, 4 mm], radius: 3 mm, material: glass,
         rotation: {pivot: [10 mm, 10 mm, 0], angular_velocity: [2 rad/s, 0, 0]}}
  flap: {point: [0, 0, 2 mm], normal: [1, 0, 2], material: glass, rotation: {angular_velocity: [0, -1 rad/s, 0]}}
stages:
  first: {until: {time: 60 ms}}
  second: {until: {time: 60 ms}, walls: {flap: {velocity: [0, 0, 10 mm/s]}, ball: {absent: true}}}
time: {step: 0.2 ms}
output: {trajectory: {every: 20 ms}, walls: {every: 20 ms}}
"""


# A sphere that is dragged over the first two of four triangles, above a plate that has no triangles.


def turned(vector, axis, angle):
    vector, axis = np.array(vector, dtype=float), np.eye(3)[axis]
    return (
        vector * np.cos(angle) + np.cross(axis, vector) * np.sin(angle) + axis * (axis @ vector) * (1 - np.cos(angle))
    )


def check_places(file):
    """Points agree with the output of walls; a direction rotates, and keeps rotating in the stage that changes it."""
    places, told = file["observables/places"], file["observables/walls"]
    time = places["flap/time"][()]
    assert sorted(places) == sorted(told) and np.array_equal(time, file["particles/grains/position/time"])
    for name in places:
        point = places[name]["centre" if name == "ball" else "point"][()]
        assert np.array_equal(point, told[name]["position"][()]), name
    for t, normal in zip(time, places["flap/normal"]):
        assert np.allclose(normal, turned(np.array([1, 0, 2]) / np.sqrt(5), 1, -t), atol=1e-14), t
    assert list(places["ball/absent"]) == [t > 0.0601 for t in time], (time, places["ball/absent"][()])
    assert abs(places["ball/radius"][0] - 3e-3) < 1e-15
    assert text_of(file["parameters/walls/ball"].attrs["shape"]) == "sphere"


def check_read(results):
    """The planes of a frame end at their intersections; the rotated plane extends to the ends of the box."""
    there = grains.Grains(results)
    found = {wall.name: wall for wall in walls.read(results.shapes(), 1)}
    assert set(found) == {"floor", "left", "right", "back", "lid", "ball", "flap"}
    assert "ball" not in {wall.name for wall in walls.read(results.shapes(), there.time.size - 1)}
    shown = dict(zip(found, there.walls(1)))
    assert len(shown) == 7
    lid = shown["lid"].triangles
    assert np.allclose(lid[..., 2], 29e-3) and abs(area(lid) - 4e-4) < 1e-12
    cut = shown["flap"].section(1, 10e-3)
    tilt = found["flap"].value["normal"]
    assert np.allclose((cut.reshape(-1, 3) - found["flap"].value["point"]) @ tilt, 0, atol=1e-15)
    behind = there.walls(1)[list(found).index("left")].triangles[..., 2].min()
    assert abs(behind - 2e-3) < 1e-12, "the left wall ends where the flap begins"


def area(triangles):
    return (
        0.5
        * np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1).sum()
    )


def length(lines):
    return np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1).sum()


def check_sphere():
    """Area and circle of the polyhedron agree with the sphere to second order of the segment angle."""
    ball = walls.sphere({"centre": np.array([1.0, 2, 3]), "radius": 2.0}, None)
    error = (np.pi / walls.BAND) ** 2
    assert abs(area(ball.triangles) / (16 * np.pi) - 1) < error
    for axis in range(3):
        cut = ball.section(axis, [1, 2, 3][axis] + 1.0)
        assert abs(length(cut) / (2 * np.pi * np.sqrt(3)) - 1) < error, (axis, length(cut))
    assert not len(ball.section(0, 3.1))


def check_shapes():
    """Areas and sections of round and flat walls; infinite ones extend to the ends of the box."""
    room = 5.0 * np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])
    about = {"centre": np.zeros(3), "axis": np.array([0, 2.0, 0]), "normal": np.array([0, 0, 3.0])}
    about.update(along=np.array([1.0, 0, 0]), across=np.array([0, 1.0, 0]), radius=2.0, ends=0, concave=1)
    error = (np.pi / walls.TURN) ** 2
    frustum = {"radius_start": 1.0, "radius_end": 3.0, "length": 2.0, "ends": 1}
    del about["radius"]
    for shape, more, expected in (
        ("cylinder", {"radius": 2.0, "length": 3.0}, 12 * np.pi),
        ("cylinder", {"radius": 2.0, "length": 3.0, "ends": 1}, 20 * np.pi),
        ("cylinder", {"radius": 2.0, "length": np.nan}, 40 * np.pi),
        ("cone", frustum, np.pi * (1 + 9 + 4 * np.sqrt(8))),
        ("disc", {"radius": 2.0}, 4 * np.pi),
        ("ring", {"inner_radius": 1.0, "outer_radius": 2.0}, 3 * np.pi),
        ("rectangle", {"length": 2.0, "width": np.nan}, 20.0),
        ("box", {"lengths": np.array([1.0, 2.0, 0])}, 2 * (2 + 10 + 20)),
    ):
        shown = walls.SHAPES[shape]({**about, **more}, room)
        assert abs(area(shown.triangles) / expected - 1) < error, (shape, area(shown.triangles), expected)
        assert len(shown.edges), shape
    shell = walls.round_wall({**about, "radius": 2.0, "length": 3.0}, room)
    assert (
        abs(length(shell.section(0, 0.1)) - 6) < 1e-12 and abs(length(shell.section(1, 0.1)) / (4 * np.pi) - 1) < error
    )


def check_mesh():
    """Twelve edges of a cube are drawn, without the diagonals of its faces; an open cube also has the edges of its
    rim."""
    cube = walls.box(
        {"centre": np.zeros(3), "lengths": np.ones(3), "along": np.eye(3)[0], "across": np.eye(3)[1]}, None
    )
    for triangles, edges in ((cube.triangles, 12), (np.delete(cube.triangles, (5, 11), axis=0), 12)):
        found = walls.mesh(triangles)
        assert len(found.edges) == edges and abs(length(found.edges) - edges) < 1e-12, len(found.edges)


def check_glass():
    """A pane in front of a sphere tints it, a pane behind does not; beside the sphere the pane alone is visible; an
    edge is opaque."""
    shape, white = (101, 101), np.ones((1, 3))
    corners = np.array([[9.7, 9.6], [90.1, 9.6], [90.1, 90.4], [9.7, 90.4]])
    for depth, before in ((60.0, True), (-60.0, False)):
        image, height = spheres.paint(np.array([[50, 50, 0.0]]), np.array([20.0]), white, shape)
        bare = image.copy()
        pane = np.column_stack([corners, np.full(4, depth)])
        glass.cover(image, height, np.array([pane[[0, 1, 2]], pane[[0, 2, 3]]]))
        assert (not np.array_equal(image[50, 50], bare[50, 50])) == before
        assert abs(image[15, 20, 3] - glass.BESIDE) < 1e-12 and image[5, 5, 3] == 0 and image[50, 50, 3] == 1
        covered = (image[..., 3] > 0).sum()
        assert covered == 81**2, covered
        outside = (image[..., 3] > 0) & (bare[..., 3] == 0)
        assert np.ptp(image[outside][:, 3]) < 1e-12, "a pixel belongs to one of two triangles"
        glass.rule(image, height, np.array([[[0, 50, depth], [100, 50, depth]]]))
        assert (image[50, 50, 0] < 0.6) == before and image[50, 5, 3] == glass.LINE_BESIDE


def check_pane():
    """An opaque pane of two triangles hides what is behind it, and the part of itself that is behind a sphere is
    hidden. It raises the heights, so that glass behind it is not drawn."""
    pane = np.array([[2, 2, 0], [78, 2, 0], [78, 78, 0], [2, 78, 0]], dtype=float)
    for depth, before in ((20.0, True), (-20.0, False)):
        image, height = spheres.paint(
            np.array([[50.0, 50.0, 0.0]]), np.array([10.0]), np.array([[1.0, 0, 0]]), (100, 100)
        )
        middle = image[50, 50].copy()
        pane[:, 2] = depth
        glass.fill(image, height, np.array([pane[[0, 1, 2]], pane[[0, 2, 3]]]), np.array(2 * [glass.SOLID]))
        assert image[15, 20, 3] == 1 and height[15, 20] == depth and image[90, 90, 3] == 0
        assert (image[15, 20, :3] / glass.SOLID).std() < 1e-12, "the colour of the wall, shaded"
        assert np.array_equal(image[50, 50], middle) != before
        below, pane[:, 2] = image.copy(), depth - 1
        glass.cover(image, height, np.array([pane[[0, 1, 2]], pane[[0, 2, 3]]]))
        assert np.array_equal(image[15, 20], below[15, 20])


def check_looks(folder, path):
    """Which walls are drawn, and how; a cut has all that are not hidden."""

    def looks(*words):
        options = command.parser().parse_args(["packing", path, *words])
        with Run(path) as results:
            there = grains.Grains(results)
            number = there.frame(-1).number
            each = dict(there.named_walls(number))
            found = packing.by_look(each.items(), packing.looks_of(there, options))
        count = {look: len(surface.triangles) for look, surface in found.items()}
        return count, {name: len(surface.triangles) for name, surface in each.items()}

    count, each = looks()
    assert count == {"transparent": sum(each.values()), "opaque": 0, "hidden": 0}, count
    count, _ = looks("--walls", "all=opaque", "flap=transparent", "left=hidden")
    solid = sum(each.values()) - each["flap"] - each["left"]
    assert count == {"transparent": each["flap"], "opaque": solid, "hidden": each["left"]}, count
    count, _ = looks("--no-walls", "--walls", "flap=opaque")
    assert (count["transparent"], count["opaque"]) == (0, each["flap"]), count
    told = post("packing", path, "--walls", "bell=opaque", "-o", os.path.join(folder, "none.png"))
    assert "no wall bell in this run; there are: back, ball, " in told.stderr, told
    told = post("packing", path, "--walls", "ball=solid")
    assert "'ball=solid' is not NAME=LOOK; write for example drum=opaque" in told.stderr, told


def check_surfaces(folder, path):
    """walls.xdmf has the times and the triangles of the frames, each with the number of its wall."""
    written = os.path.join(folder, "walls.xdmf")
    told = post("surfaces", path, "-o", written)
    assert told.returncode == 0 and told.stdout == f"walls: {written}\n" and not told.stderr, told
    frames = xml.parse(written).getroot().findall("Domain/Grid/Grid")
    with Run(path) as results:
        there = grains.Grains(results)
        names = sorted(results.file["observables/places"])
        assert [float(frame.find("Time").get("Value")) for frame in frames] == list(there.time)
        for number, frame in enumerate(frames):
            corners, order, wall = (
                np.array(frame.find(f"{part}/DataItem").text.split(), dtype=float)
                for part in ("Geometry", "Topology", "Attribute")
            )
            triangles = corners.reshape(-1, 3)[order.astype(int)].reshape(-1, 3, 3)
            found = there.named_walls(number)
            assert set(wall) == {names.index(name) for name, _ in found} and len(found) == 7 - (number > 3)
            for name, surface in found:
                mine = triangles[wall == names.index(name)]
                assert np.allclose(mine, surface.triangles, rtol=1e-8, atol=1e-11), (number, name)
    missing = os.path.join(folder, "none", "walls.xdmf")
    assert post("surfaces", path, "-o", missing).returncode == 2 and os.listdir(folder).count("walls.xdmf") == 1


def check_loads(folder):
    """Pictures, walls.xdmf and VTK have the recorded loads of triangles, in the rows of the mesh."""
    mesh = stl(os.path.join(folder, "strip.stl"), STRIP)
    path = simulate(case(WORN.replace("FILE", mesh)), os.path.join(folder, "worn"))
    with h5py.File(path, "r") as file:
        group = file["observables/walls/strip"]
        depth, force = group["triangle_wear_depth/value"][()], group["triangle_force/value"][()]
        assert list(file["observables/walls/strip/triangle_wear_depth/time"]) == [0, 2e-3, 4e-3, 6e-3, 8e-3]
        assert (depth[-1] > 0).tolist() == [True, True, False, False] and depth[2, 0] < depth[4, 0]
    with Run(path) as results:
        there = grains.Grains(results)
        assert there.time.size == 3
        surfaces = there.named_walls(1)
        found = loads.columns(results, surfaces, there.time[1])
        assert [name for name, _ in surfaces] == ["plate", "strip"] and len(surfaces[0][1].triangles) == 2
        assert np.isnan(found["wear_depth [m]"][:2]).all() and found["force [N]"].shape == (6, 3)
        assert np.array_equal(found["wear_depth [m]"][2:], depth[2])
        assert np.array_equal(found["force [N]"][2:], force[2])
    assert post("surfaces", path).returncode == 0
    frames = xml.parse(os.path.join(folder, "worn", "walls.xdmf")).getroot().findall("Domain/Grid/Grid")
    held = {item.get("Name"): item.find("DataItem").text.split() for item in frames[-1].findall("Attribute")}
    assert np.allclose(np.array(held["wear_depth [m]"], dtype=float)[2:], depth[-1], rtol=1e-8, atol=0)
    assert len(held["force [N]"]) == 18 and len(held["pressure [Pa]"]) == len(held["wall"]) == 6
    assert post("export", path, "--to", "vtk").returncode == 0
    with open(os.path.join(folder, "worn", "vtk", "walls_000002.vtp"), "rb") as file:
        written = file.read()
        assert b'Name="wear_depth [m]"' in written and depth[-1].tobytes() in written
    picture = os.path.join(folder, "worn.png")
    told = post("packing", path, "--wall-colour", "wear_depth", "--no-particles", "-o", picture)
    assert told.returncode == 0 and told.stdout == f"picture: {picture}\n" and not told.stderr, told
    assert drawn(picture).colours > 20
    for options, complaint in (
        (("--wall-colour", "pressure", "--slice", "x"), "leave out --slice"),
        (("--no-particles",), "write --wall-colour as well"),
    ):
        told = post("packing", path, *options, "-o", picture)
        assert told.returncode == 2 and complaint in told.stderr, told


def check_fill():
    """Opaque triangles: the nearest one hides the others, and a sphere in front hides them all."""
    image, height = spheres.paint(np.array([[50, 50, 0.0]]), np.array([20.0]), np.ones((1, 3)), (101, 101))
    bare = image.copy()
    triangle = np.array([[9.7, 9.6, 0], [90.1, 9.6, 0], [50, 90.4, 0]])
    red, blue = np.array([[1.0, 0, 0]]), np.array([[0, 0, 1.0]])
    both = np.array([triangle + [0, 0, 5.0], triangle])
    glass.fill(image, height, both[::-1], np.concatenate([blue, red]))
    assert np.array_equal(image[50, 50], bare[50, 50]) and image[5, 5, 3] == 0
    assert image[15, 50, 0] > 0.7 and image[15, 50, 2] == 0 and height[15, 50] == 5
    glass.fill(image, height, both[:1] + [0, 0, 50.0], blue)
    assert image[50, 50, 2] > 0.7 and image[50, 50, 0] == 0 and image[50, 50, 3] == 1


def check_unknown(folder, path):
    """A wall whose shape is unknown is named, and the others are drawn; every shape of granum is known."""
    other = os.path.join(folder, "other.h5")
    shutil.copy(path, other)
    with h5py.File(other, "r+") as file:
        file["parameters/walls/ball"].attrs["shape"] = "star"
    told = post("surfaces", other, "-o", os.path.join(folder, "other.xdmf"))
    note = "granum-post: note: the wall ball is not drawn: its shape star is unknown; known: plane, box, "
    assert told.returncode == 0 and told.stderr.startswith(note) and told.stderr.count("\n") == 1, told
    with open(os.path.join(SOURCE, "src/wall/registry.h")) as file:
        shapes = re.findall(r"\bROW\((\w+)\)", file.read().split("#define GR_WALL_SHAPES(ROW)")[1])
    assert len(shapes) >= 9 and set(shapes) == {"plane", "mesh", *walls.SHAPES}, shapes


def check_pictures(folder, path):
    looks = ("--walls", "all=opaque", "lid=hidden")
    for options in ((), ("--slice", "y"), ("--no-walls",), looks, ("--frame", "0", "--slice", "z", "--at", "0.1")):
        picture = os.path.join(folder, "picture.png")
        told = post("packing", path, *options, "-o", picture)
        assert told.returncode == 0 and told.stdout == f"picture: {picture}\n" and not told.stderr, told
        assert drawn(picture).colours > 20, (options, drawn(picture))


with tempfile.TemporaryDirectory() as top:
    paths = [simulate(case(BOX), os.path.join(top, str(ranks)), [], ranks) for ranks in (1, 3)]
    fact(run(["diff", *paths], check=False).returncode == 0, "same places on 1 and 3 ranks")
    with h5py.File(paths[0], "r") as written:
        holds(check_places, written)
    with Run(paths[0]) as read:
        holds(check_read, read)
    holds(check_pictures, top, paths[0])
    holds(check_looks, top, paths[0])
    holds(check_surfaces, top, paths[0])
    holds(check_unknown, top, paths[0])
    holds(check_loads, top)
holds(check_sphere)
holds(check_shapes)
holds(check_mesh)
holds(check_glass)
holds(check_pane)
holds(check_fill)
done()
