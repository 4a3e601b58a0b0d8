#!/usr/bin/env python3
"""granum_post on bulk runs: generated files with known profiles and cuts are drawn; bad files give one line; the
results of an input of inputs/bulk are drawn directly.
Labels: input io mesh particle record run."""
import json
import os
import shutil
import tempfile
import types

import h5py
import numpy as np
from granum_post import grains, heap, observables, packing, profile, spheres, triaxial, walls
from granum_post.reader import Run
from granum_test import SOURCE
from granum_test import done as end
from granum_test import holds, simulate
from picture_pixels import drawn, shows_data
from test_postprocess import check_refused, drawn_by, is_scaled, post, put, put_energy

RADIUS, COUNT, FRAMES = 0.5e-3, 6, 4  # simple cubic, touching, COUNT^3 spheres
RATE = 100.0  # [1/s], velocity along x over z
TAU = 0.05  # [s]


def put_grains(file, flat=False, gone=False):
    """Touching spheres on a lattice in plane shear: v_x = RATE z (dimension 2: RATE y)."""
    side = 2 * RADIUS * (np.arange(COUNT) + 0.5)
    place = np.array(np.meshgrid(side, side, [0.0] if flat else side, indexing="ij")).reshape(3, -1).T
    velocity = np.zeros_like(place)
    velocity[:, 0] = RATE * place[:, 1 if flat else 2]
    box = file.create_group("particles/grains/box")
    box.attrs["boundary"] = np.array([b"periodic", b"none", b"none"])
    put(file, "particles/grains/box/edges", 2 * RADIUS * COUNT * np.array([1, 1, 0 if flat else 1]), "m")
    put(file, "particles/grains/box/lower", np.zeros(3), "m")
    for name, values in (("id", 1 + np.arange(len(place))), ("radius", RADIUS), ("mass", 1e-6), ("group", 0)):
        put(file, f"particles/grains/{name}", values + np.zeros_like(np.arange(len(place))), "1")
    for name, values in (("position", place), ("velocity", velocity), ("angular_velocity", 0 * place)):
        frames = np.tile(values, (FRAMES, 1, 1))
        if gone:
            frames[-1, 0] = np.nan
        put(file, f"particles/grains/{name}/value", frames, "1")
        put(file, f"particles/grains/{name}/time", np.append(0.1 * np.arange(FRAMES - 1), np.nan if gone else 0.3), "s")
    file.create_group("parameters/groups/0").attrs["name"] = "beads"


def put_varying(file):
    """The same spheres in the layout of a run with insertion and removal: frame k has the
    spheres with ids from k + 1, in
    its first rows."""
    put_grains(file)
    group = file["particles/grains"]
    count = [COUNT**3 - k for k in range(FRAMES)]
    columns = {name: np.tile(group[name][()], (FRAMES, 1)) for name in ("radius", "mass", "group")}
    columns["id"] = np.tile(np.arange(1, 1 + COUNT**3), (FRAMES, 1))
    for name in ("position", "velocity", "angular_velocity"):
        columns[name] = group[f"{name}/value"][()]
    for name, values in columns.items():
        whole = values.dtype.kind == "i"
        found = np.full(values.shape, -1 if whole else np.nan)
        for k, n in enumerate(count):
            found[k, :n] = values[k, k:]
        if name in group and name not in ("position", "velocity", "angular_velocity"):
            del group[name]
        if f"{name}/value" in group:
            del group[f"{name}/value"]
        put(file, f"particles/grains/{name}/value", found.astype(values.dtype), "1")
    put(file, "particles/grains/count/value", np.array(count).reshape(-1, 1), "1")


def check_varying(folder):
    """A frame has the particles present, with their ids; pictures draw, and broken bonds are assigned by id."""
    path = made(folder, "varying.h5", put_varying, put_observables, put_bonds, put_energy)
    with Run(path) as results:
        there = grains.Grains(results)
        for number in range(FRAMES):
            frame = there.frame(number)
            assert np.array_equal(frame.id, np.arange(1 + number, 1 + COUNT**3))
            assert frame.radius.shape == (COUNT**3 - number,) and frame.position.shape == (COUNT**3 - number, 3)
        assert there.frame(2).broken.tolist()[:3] == [1, 1, 0], there.frame(2).broken[:3]  # ids 3, 4, 5
        moved = there.by_id("position", 3, there.stored("id", 1))
        assert np.isnan(moved[:2]).all() and np.array_equal(moved[2:], there.stored("position", 1)[2:])
    check_pictures(folder, path, (("bulk",), ("packing", "--colour", "group"), ("profile",)))


def put_observables(file):
    time = 1e-3 * np.arange(401)
    temperature = 0.01 / (1 + time / TAU) ** 2
    columns = {"time": time, "kinetic_temperature": temperature, "rotational_temperature": 0 * time}
    columns.update(coordination=4 + 0 * time, backbone=4.5 + 0 * time, stress=np.outer(temperature, np.arange(9)))
    for name, values in columns.items():
        put(file, f"observables/bulk/{name}", values, "1")


def put_bonds(file):
    """Bonds of the first sphere, of which one breaks between each two frames; two walls under load."""
    columns = {"time": [0.05, 0.05, 0.15, np.nan], "mode": [1, 2, 4, 0], "id": [[1, 2], [1, 3], [1, 4], [0, 0]]}
    for name, values in {**columns, "position": RADIUS * np.ones((4, 3))}.items():
        put(file, f"observables/bonds/{name}", np.array(values), "1")
    for name, way in (("floor", 1e-4), ("lid", -1e-4)):
        put(file, f"observables/walls/{name}/time", 0.1 * np.arange(4), "s")
        put(file, f"observables/walls/{name}/force", np.outer([0, 2, 3, 1], [0, 0, 1]), "N")
        put(file, f"observables/walls/{name}/position", np.outer(way * np.arange(4), [0, 0, 1]), "m")


def made(folder, name, *parts, **options):
    path = os.path.join(folder, name)
    with h5py.File(path, "w") as file:
        file.create_group("h5md/creator").attrs["name"] = "granum"
        file["parameters/title"] = "Spheres on a lattice"
        for part in parts:
            part(file, **options) if part is put_grains else part(file)
    return path


def check_profile(path, flat):
    """The velocity of a layer is that of its spheres, the solid fraction that of the lattice, the temperature 0."""
    with Run(path) as results:
        there = grains.Grains(results)
        layers = profile.measure(there, 1 if flat else 2, 0, 0.5)
    velocity, temperature, solid = layers.means()
    assert there.flat == flat and layers.frames == FRAMES // 2
    assert np.allclose(velocity, RATE * 2 * RADIUS * (np.arange(COUNT) + 0.5), rtol=1e-12)
    assert np.max(np.abs(temperature)) < 1e-20  # rounding of squares of 0.1 m/s
    of_layers = solid.reshape(COUNT, profile.PARTS).mean(axis=1)
    assert np.allclose(of_layers, np.pi / 4 if flat else np.pi / 6, rtol=1e-12), of_layers
    lowest = solid[
        0
    ]  # volume fraction of a sphere below a quarter of its height: 5/32; of a disc: 1/3 - sqrt(3)/(4 pi)
    part = 1 / 3 - np.sqrt(3) / (4 * np.pi) if flat else 5 / 32
    assert abs(lowest / (profile.PARTS * part * of_layers[0]) - 1) < 1e-12, lowest


def put_slope(file):
    """A staircase of touching spheres whose surface falls by one radius per column, with a higher column at each
    end."""
    columns = [12] + [12 - 0.5 * k for k in range(10)] + [20]
    place = np.array(
        [
            [2 * RADIUS * (k + 0.5), RADIUS, 2 * RADIUS * (top - 0.5 - n)]
            for k, top in enumerate(columns)
            for n in range(6)
        ]
    )
    box = file.create_group("particles/grains/box")
    box.attrs["boundary"] = np.array([b"none", b"periodic", b"none"])
    put(file, "particles/grains/box/edges", 2 * RADIUS * np.array([len(columns), 1, 20]), "m")
    put(file, "particles/grains/box/lower", np.zeros(3), "m")
    for name, values in (("id", 1 + np.arange(len(place))), ("radius", RADIUS), ("mass", 1e-6), ("group", 0)):
        put(file, f"particles/grains/{name}", values + np.zeros_like(np.arange(len(place))), "1")
    for name in ("position", "velocity", "angular_velocity"):
        put(file, f"particles/grains/{name}/value", np.tile(place * (name == "position"), (FRAMES, 1, 1)), "1")
        put(file, f"particles/grains/{name}/time", 0.1 * np.arange(FRAMES), "s")
    file.create_group("parameters/groups/0").attrs["name"] = "beads"


def check_equal(folder):
    """The figures show the data of the file: observables, forces of walls."""
    path = made(folder, "equal.h5", put_grains, put_observables, put_energy, put_walls)
    with h5py.File(path, "r") as file:
        bulk = {name: data[()] for name, data in file["observables/bulk"].items()}
        force = file["observables/walls/cap/force"][()]
    temperature, contacts, stress = drawn_by("observables", path).axes[:3]
    assert is_scaled(temperature.lines[0].get_ydata(), bulk["kinetic_temperature"])
    assert is_scaled(temperature.lines[0].get_xdata(), bulk["time"])
    assert np.array_equal(contacts.lines[0].get_ydata(), bulk["coordination"])
    assert np.array_equal(contacts.lines[1].get_ydata(), bulk["backbone"])
    shown = {line.get_label(): line.get_ydata() for line in stress.lines}
    assert is_scaled(shown["zz"], bulk["stress"][:, 8]) and is_scaled(shown["yy"], bulk["stress"][:, 4]), shown
    walls_drawn = drawn_by("walls", path)
    along_z = [line for line in walls_drawn.axes[2].lines if line.get_label() == "cap"]
    assert is_scaled(along_z[0].get_ydata(), force[:, 2]), [axes.get_title(loc="left") for axes in walls_drawn.axes]


def check_heap(folder):
    """The single flank has the angle of the staircase without its ends; the picture draws it, the table prints it."""
    path = made(folder, "slope.h5", put_slope)
    angle = np.degrees(np.arctan(0.5))
    with Run(path) as results:
        there = grains.Grains(results)
        surfaces = heap.surfaces(there)
        found, (name, height) = heap.angles(there, surfaces), surfaces[0].cliffs(np.empty((0, 2, 3)), 2)[0]
        end = there.lower[0] + there.edges[0]
        for top, count in ((0.1 * height, 1), (height, 0)):  # a wall beside the end of the flank
            line = np.array([[[end, 0, there.lower[2]], [end, 0, there.lower[2] + top]]])
            assert len(surfaces[0].cliffs(line, 2)) == count
    assert name == "right" and np.isclose(height, 2 * RADIUS * 6), (name, height)
    assert np.isnan(found[:, 0]).all() and np.allclose(found[:, 1:], angle, rtol=1e-12), found
    check_pictures(folder, path, (("heap",), ("heap", "--frame", "0")), "note: the right flank ends at an open side")
    lines = post("heap", path, "--table").stdout.splitlines()
    assert len(lines) == 1 + FRAMES and lines[0].split() == [
        "time",
        "s",
        "left",
        *("degree right degree mean degree".split()),
    ], lines
    assert lines[-1].split() == ["0.3", "nan", f"{angle:.7g}", f"{angle:.7g}"], lines


def check_heaps(folder):
    """A study: the angle of each case, mean and deviation of each variant, without a heap first."""
    study, angle = os.path.join(folder, "slopes"), f"{np.degrees(np.arctan(0.5)):.7g}"
    rows = (
        ("one/point-1", 1, put_slope),
        ("one/point-2", 2, put_slope),
        ("other", 1, put_slope),
        ("flat", 1, put_grains),
    )
    cases = []
    for name, seed, part in rows:
        os.makedirs(os.path.join(study, name))
        made(os.path.join(study, name), "results.h5", part)
        swept = {"particles.grains.seed": seed}
        cases.append({"name": name, "variant": name.split("/")[0], "swept": swept, "state": "done"})
    for count in (3, 4):
        with open(os.path.join(study, "study.json"), "w") as file:
            json.dump({"title": "Slopes", "cases": cases[:count]}, file)
        if count == 3:
            check_pictures(folder, study, (("heap",),), note="ends at an open side of the box in a cliff")
    lines = [line.split() for line in post("heap", study, "--table").stdout.splitlines()]
    assert [["flat", "1", "nan", "nan"], ["one", "2", angle, "0"], ["other", "1", angle, "0"]] == lines[1:4], lines
    assert lines[5] == ["flat", "seed", "1", "nan"] and lines[7] == ["one/point-2", "seed", "2", angle], lines
    told = post("heap", study, "-o", os.path.join(folder, "slopes.png")).stderr.splitlines()
    assert len(told) == 3 and all("the right flank ends at an open side" in line for line in told), told
    for name in ("one", "other"):
        shutil.rmtree(os.path.join(study, name))
    check_refused(post("heap", study), "no heap in the last frame of any case")


def check_render():
    """The nearer of two spheres is visible; its silhouette is a circle."""
    points, radii = np.array([[50.0, 50.0, 0.0], [50.0, 50.0, 100.0]]), np.array([40.0, 20.0])
    image = spheres.render(points, radii, np.eye(3)[:2], (101, 101))
    seen = image[..., 3] > 0
    assert abs(seen.sum() / (np.pi * 40**2) - 1) < 0.01
    assert np.all(image[50, 31:70, 0] == 0) and np.all(image[50, 31:70, 1] > 0) and image[50, 25, 0] > 0
    assert image[60, 40, 1] > image[40, 60, 1] > 0  # the light is at the upper left
    behind = spheres.render(points[::-1], radii[::-1], np.eye(3)[1::-1], (101, 101))
    assert np.array_equal(image, behind)


def check_haff():
    time = 1e-3 * np.arange(401)
    assert abs(observables.haff_time(time, 0.01 / (1 + time / TAU) ** 2) / TAU - 1) < 1e-12
    assert observables.haff_time(time, 0.01 / (1 + time) ** 2) is None


ALL = (
    ("bulk",),
    ("bulk", "--scale", "log"),
    ("packing", "--frame", "0", "--colour", "vx"),
    ("packing", "--colour", "group"),
    ("packing", "--slice", "y", "--at", "0.6"),
    ("observables",),
    ("profile", "--last", "1"),
)


def check_pictures(folder, path, commands, note=""):
    """Draws the pictures. note: text that the commands print besides; empty: they print nothing."""
    for command in commands:
        picture = os.path.join(folder, "picture.png")
        done = post(command[0], path, *command[1:], "-o", picture)
        assert done.returncode == 0 and done.stdout == f"picture: {picture}\n", (command, done)
        assert note in done.stderr if note else not done.stderr, (command, done)
        assert min(drawn(picture)[:2]) > 300 and shows_data(picture), (command, drawn(picture))


def check_left(folder):
    """A killed run, and a particle that has left the box: the last complete frame is shown by default; all others
    can be shown."""
    path = made(folder, "killed.h5", put_grains, gone=True)
    with Run(path) as results:
        there = grains.Grains(results)
        assert there.time.size == FRAMES - 1 and there.frame(-1).number == FRAMES - 2
        there.frames.time.values, there.frames.step.values = np.append(there.time, 0.3), np.arange(FRAMES)
        frame = there.frame(FRAMES - 1)
        assert frame.radius.size == COUNT**3 - 1 and np.isfinite(frame.velocity).all()


def check_broken(folder):
    """Each frame counts the bonds of each sphere that were broken so far."""
    path = made(folder, "broken.h5", put_grains, put_bonds)
    with Run(path) as results:
        there = grains.Grains(results)
        counts = [there.frame(number).broken for number in range(3)]
    assert not counts[0].any() and list(counts[1][:4]) == [2, 1, 1, 0] and list(counts[2][:5]) == [3, 1, 1, 1, 0]
    check_pictures(folder, path, (("fracture",), ("fracture", "--slice", "y", "--frame", "1")))
    with h5py.File(path, "a") as file:
        file.pop("observables/walls")
    check_pictures(folder, path, (("fracture",),))


def put_walls(file, dimension=3):
    """Six walls around a box of 1 x 1 x 2: 2 Pa on all of them; then cap and base approach by a tenth, and the
    others separate by a twentieth. Dimension 2: four walls around 1 x 2, without the first axis."""
    length, stress = np.array([[1, 1, 2], [1, 1, 2], [1.05, 1.05, 1.8]]), np.array([[2, 2, 2], [2, 2, 2], [2, 2, 6]])
    length, stress = length[:, 3 - dimension :], stress[:, 3 - dimension :]
    force = stress * np.prod(length, axis=1)[:, None] / length
    for axis, pair in enumerate((("left", "right"), ("front", "back"), ("base", "cap"))[3 - dimension :]):
        for sign, name in zip((-1, 1), pair):
            put(file, f"observables/walls/{name}/time", np.array([0, 1, 2.0]), "s")
            put(file, f"observables/walls/{name}/force", np.outer(sign * force[:, axis], np.eye(3)[axis]), "N")
            put(file, f"observables/walls/{name}/position", np.outer(sign * length[:, axis] / 2, np.eye(3)[axis]), "m")


def check_triaxial(folder):
    """Stresses are forces over the areas between the walls, strains logarithms of their distances, from the start of
    the last stage on. A run that stopped in its last stage has no row for it. Lengths at the start are interpolated,
    but along the axis whose motion begins there they follow from the next samples, also if the sides moved before; the
    stress is that of the sample before."""
    path = made(folder, "triaxial.h5", put_grains, put_walls)
    with h5py.File(path, "a") as file:
        put(file, "observables/stages/begin_time", np.array([0, 1.0]), "s")
        put(file, "observables/stages/time", np.array([1.0, 2.0]), "s")
        file["parameters/stages"] = "press\nshear\n"
    with Run(path) as results:
        time, length, stress = triaxial.measure(results, grains.Grains(results))
        assert triaxial.start_of(results, types.SimpleNamespace(since=None)) == 1
        between = triaxial.from_start(time, 1.5, length, stress, 2)
        time, length, stress = triaxial.from_start(time, 1.0, length, stress, 2)
    assert np.allclose(between[1], [[1.025, 1.025, 1.9], [1.05, 1.05, 1.8]]), "one sample of the stage: interpolated"
    when = np.arange(6.0)
    sides = np.column_stack([1 + 0 * when, 10 + when, 20 - 3 * np.minimum(when, 2.4) - np.maximum(when - 2.4, 0)])
    begun = triaxial.from_start(when, 2.4, sides, sides, 2)
    assert np.allclose(begun[1][0], [1, 12.4, 20 - 3 * 2.4]), "the old motion, until the stage begins"
    assert triaxial.strains(*begun[:2], 2)[0][1] > 0, "no hook at the start"
    assert np.allclose(triaxial.from_start(when, 2.4, sides, sides)[1][0][2], 20 - 6 - 0.4 * 1.8), "--since"
    axial, volume = triaxial.strains(time, length, 2)
    assert np.allclose(stress, [[2, 2, 2], [2, 2, 6]], rtol=1e-12) and list(time) == [1, 2]
    assert np.allclose(axial, [0, -np.log(0.9)]) and np.allclose(volume, [0, np.log(1.05**2 * 0.9)])
    lines = post("triaxial", path, "--table", "--since", "1500 ms").stdout.splitlines()
    rows = lines[1:3]
    assert len(lines) == 3 and "logarithmic axial strain" in lines[0], "no facts on the frame of the picture"
    assert rows[0].split()[1] == "0", "0, not -0"
    axial = np.log(1.9 / 1.8)
    assert np.allclose(np.array(rows[0].split(), float), [1.5, 0, 0, 2, 2, 0]), rows
    assert np.allclose(np.array(rows[1].split(), float)[[0, 1, 3, 4, 5]], [2, axial, 6, 2, 4], rtol=1e-5), rows
    stopped = made(folder, "stopped.h5", put_grains, put_walls)
    with h5py.File(stopped, "a") as file:
        put(file, "observables/stages/begin_time", np.array([0.0]), "s")
        put(file, "observables/stages/time", np.array([1.0]), "s")
        file["parameters/stages"] = "press\nshear\n"
    check_refused(post("triaxial", stopped, "--since", "5 s"), "the run ends at 2 s; give a --since before this time")
    with Run(stopped) as results:
        assert triaxial.start_of(results, types.SimpleNamespace(since=None)) == 1
    check_pictures(folder, path, (("triaxial",), ("triaxial", "--since", "0", "--axis", "x")))
    last = post("triaxial", path, "--table").stdout.split("\n")[2].split()
    assert np.allclose(np.array(last, float), [2, -np.log(0.9), np.log(1.05**2 * 0.9), 6, 2, 4], rtol=1e-5), last


def check_biaxial(folder):
    """In dimension 2 four walls are all: stresses are forces over the distance of the other two walls."""
    path = made(folder, "biaxial.h5", put_grains, lambda file: put_walls(file, 2), flat=True)
    rows = post("triaxial", path, "--table").stdout.splitlines()
    assert "axial stress N/m" in rows[0], rows
    found = np.array([row.split() for row in rows[1:]], float)
    assert np.allclose(found[-1], [2, -np.log(0.9), np.log(1.05 * 0.9), 6, 2, 4], rtol=1e-5), found
    rows = post("oedometer", path, "--table", "--since", "0").stdout.splitlines()
    assert "lid N/m" in rows[0], rows
    found = np.array([row.split() for row in rows[1:]], float)
    assert np.allclose(found[-1], [2, 6, 6, 0.1, 1 / 3], rtol=1e-5), found
    check_pictures(folder, path, (("triaxial",), ("oedometer", "--axis", "x", "--since", "0")))
    check_refused(post("oedometer", path, "--axis", "z"), "a run of dimension 2 has no axis z")
    with h5py.File(path, "a") as file:
        del file["observables/walls/cap"]
    check_refused(post("triaxial", path), "needs four walls around a sample")
    check_refused(post("oedometer", path), "needs four walls around a bed: floor, lid and two sides")


def check_unrecorded(folder):
    """Walls without recorded forces: the message names the key, or states that the walls are too few."""
    for count, message in ((6, "the walls of this run were not recorded; add `output: walls"), (3, "this run has 3")):
        path = made(folder, f"walls-{count}.h5", put_grains)
        with h5py.File(path, "a") as file:
            for number in range(count):
                put(file, f"observables/places/wall-{number}/time", np.arange(FRAMES), "s")
        check_refused(post("triaxial", path), message)


def put_cell(file, sheared=False):
    """A box of 1 x 1 x 2, compressed along z from 1 s on, with prescribed stresses."""
    put_grains(file)
    box = file["particles/grains/box"]
    edges, lower = np.diag(box["edges"][()]), box["lower"][()]
    del box["edges"], box["lower"]
    put(file, "particles/grains/box/edges/value", np.tile(edges, (FRAMES, 1, 1)), "m")
    put(file, "particles/grains/box/lower/value", np.tile(lower, (FRAMES, 1, 1)), "m")
    length = np.array([[1, 1, 2], [1, 1, 2], [1.05, 1.05, 2 if sheared else 1.8]])
    stress = np.zeros((3, 9))
    stress[:, [0, 4, 8]] = [[1, 3, 2], [1, 3, 2], [2, 4, 9]]
    for name, values in (("cell/length", length), ("bulk/stress", stress), ("bulk/coordination", np.ones(3))):
        put(file, f"observables/{name}", values, "Pa")
    for name in ("cell", "bulk"):
        put(file, f"observables/{name}/time", np.array([0, 1, 2.0]), "s")


def check_cell(folder):
    """Stress and strain of a deforming box are the recorded ones; messages do not mention walls."""
    path = made(folder, "cell.h5", put_cell)
    with Run(path) as results:
        time, length, stress = triaxial.measure(results, grains.Grains(results))
    axial, volume = triaxial.strains(time[1:], length[1:], 2)
    assert np.array_equal(stress, [[1, 3, 2], [1, 3, 2], [2, 4, 9]]), stress
    assert np.allclose(axial, [0, -np.log(0.9)]) and np.allclose(volume, [0, np.log(1.05**2 * 0.9)])
    check_pictures(folder, path, (("triaxial",), ("triaxial", "--since", "1", "--axis", "x")))
    sheared = made(folder, "sheared.h5", lambda file: put_cell(file, True))
    check_refused(post("triaxial", sheared), "the length along z does not change from 0 s on; choose another --axis")
    with h5py.File(path, "a") as file:
        del file["observables/cell"]
    check_refused(post("triaxial", path), "no strain and stress of the box in this run; add `output: observables:")


def check_bad(folder, good):
    chain = os.path.join(folder, "chain.h5")
    with h5py.File(chain, "w") as file:
        file.create_group("h5md/creator").attrs["name"] = "granum"
        put(file, "particles/grains/radius", np.ones(3), "m")
    still = made(folder, "still.h5", put_grains)
    with h5py.File(still, "a") as file:
        for field in ("position", "velocity", "angular_velocity"):
            del file[f"particles/grains/{field}"]
    unplaced = made(folder, "unplaced.h5", put_grains)
    with h5py.File(unplaced, "a") as file:
        del file["particles/grains/position"]
    flat = made(folder, "flat.h5", put_grains, flat=True)
    bad = (
        (("packing", chain), "no box"),
        (("bulk", still), "no trajectory"),
        (("bulk", unplaced), "the frames have no position"),
        (("observables", still), "no observables"),
        (("packing", good, "--frame", "9"), "frames 0 to 3"),
        (("fracture", good), "no bonds in this run"),
        (("triaxial", good), "no walls in this run"),
        (("press", good), "no walls in this run"),
        (("profile", good, "--last", "0"), "--last must be"),
        (("profile", flat, "--over", "z"), "dimension 2"),
    )
    for arguments, message in bad:
        check_refused(post(*arguments), message)


def check_slice(path):
    """A plane through the centres of a layer cuts full circles; a plane between two layers cuts none (touching
    points)."""
    with Run(path) as results:
        there = grains.Grains(results)
        frame = there.frame(0)
    paint = types.SimpleNamespace(colours=np.zeros((frame.radius.size, 3)))
    drawing = packing.style.figure(100)
    for at, count in ((0.5 / COUNT, COUNT**2), (0.6 / COUNT, COUNT**2), (2.5 / COUNT, COUNT**2)):
        axes = drawing.subplots()
        plane = there.lower[2] + at * there.edges[2]
        packing.draw_cut(axes, there, frame, paint, walls.Surface([], []), 1.0, 2, plane)
        widths = axes.collections[0].get_offsets()
        assert len(widths) == count, (at, len(widths))
        drawing.clear()


def check_run(folder):
    """Results of granum in three and in two dimensions."""
    for name, until in (("settling", "10 ms"), ("vibrated", "20 ms")):
        case = os.path.join(SOURCE, "inputs", "bulk", name + ".yaml")
        path = simulate(case, os.path.join(folder, name), [f"time.end={until}"])
        check_pictures(folder, path, (("bulk",), ("profile",)))
        check_refused(post("heap", path), "no heap in frame" if name == "settling" else "the box is periodic along x")


def main():
    holds(check_render)
    holds(check_haff)
    with tempfile.TemporaryDirectory() as folder:
        for flat in (False, True):
            path = made(folder, f"flat-{flat}.h5", put_grains, put_observables, put_energy, flat=flat)
            holds(check_profile, path, flat)
            holds(check_pictures, folder, path, ALL[:4] if flat else ALL)
        holds(check_left, folder)
        holds(check_varying, folder)
        holds(check_broken, folder)
        holds(check_triaxial, folder)
        holds(check_biaxial, folder)
        holds(check_unrecorded, folder)
        holds(check_cell, folder)
        holds(check_equal, folder)
        holds(check_bad, folder, os.path.join(folder, "flat-False.h5"))
        holds(check_heap, folder)
        holds(check_heaps, folder)
        holds(check_slice, os.path.join(folder, "flat-False.h5"))
        holds(check_run, folder)
    end()


if __name__ == "__main__":
    main()
