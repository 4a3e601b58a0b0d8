#!/usr/bin/env python3
"""Machines and tests in granum-post: generated files with known discharge, slope of a drum, moment of its filling,
degree of mixing, slopes of a heap, depth of a body and strain of a bed.
Labels: bulk input io mesh particle record."""
import csv
import io
import os
import re
import tempfile
import types

import h5py
import numpy as np
from granum_post import discharge, drum, grains, mixing, oedometer, penetration, style
from granum_post.reader import Run
from granum_test import done, holds
from picture_pixels import drawn
from test_postprocess import check_refused, post, put, put_energy

RADIUS = 1e-3
GRAVITY = 9.81


def put_frames(file, frames, times, side, **fixed):
    """Writes frames [frame][particle][axis] of positions in a box of that side around 0; `fixed`: radius, mass,
    velocity."""
    count = len(frames[0])
    box = file.create_group("particles/grains/box")
    box.attrs["boundary"] = np.array([b"none", b"none", b"none"])
    put(file, "particles/grains/box/edges", side * np.ones(3), "m")
    put(file, "particles/grains/box/lower", -0.5 * side * np.ones(3), "m")
    put(file, "particles/grains/id", 1 + np.arange(count), "1")
    for name, value in (("radius", RADIUS), ("mass", 1e-5), ("group", 0)):
        put(file, f"particles/grains/{name}", fixed.get(name, value) * np.ones(count), "1")
    velocity = fixed.get("velocity", np.zeros_like(frames))
    for name, values in (("position", frames), ("velocity", velocity), ("angular_velocity", np.zeros_like(frames))):
        put(file, f"particles/grains/{name}/value", np.array(values), "1")
        put(file, f"particles/grains/{name}/time", np.array(times, dtype=float), "s")
    file.create_group("parameters/groups/0").attrs["name"] = "grains"
    file["parameters/resolved"] = f"dimension: 3\ngravity: [0, 0, -{GRAVITY}]\n".encode()


def put_inserted(file, frames, side, **boundary):
    """Writes frames of a run with insertion, 1 s apart: for each (positions [particle][axis], groups)."""
    width = max(len(place) for place, _ in frames)
    put_frames(file, np.zeros((len(frames), width, 3)), range(len(frames)), side)
    group = file["particles/grains"]
    group["box"].attrs["boundary"] = np.array([boundary.get(axis, "none").encode() for axis in "xyz"])
    for name in ("id", "radius", "mass", "group"):
        del group[name]
    for name in ("position", "velocity", "angular_velocity"):
        del group[f"{name}/value"]
    full = {name: np.full((len(frames), width, 3), np.nan) for name in ("position", "velocity", "angular_velocity")}
    full.update({name: np.full((len(frames), width), np.nan) for name in ("radius", "mass")})
    full.update({name: np.full((len(frames), width), -1) for name in ("id", "group")})
    for k, (place, kind) in enumerate(frames):
        rows = {"position": place, "velocity": 0, "angular_velocity": 0, "radius": RADIUS, "mass": 1e-5}
        for name, values in {**rows, "id": np.arange(1, len(place) + 1), "group": kind}.items():
            full[name][k, : len(place)] = values
    for name, values in full.items():
        put(file, f"particles/grains/{name}/value", values, "1")
    put(file, "particles/grains/count/value", np.array([[len(place)] for place, _ in frames]), "1")


def put_wall(file, name, time, **columns):
    for column in ("force", "torque", "position", "velocity"):
        put(file, f"observables/walls/{name}/{column}", columns.get(column, np.zeros((len(time), 3))), "1")
    put(file, f"observables/walls/{name}/time", time, "s")


def made(folder, name, *parts):
    path = os.path.join(folder, name)
    with h5py.File(path, "w") as file:
        file.create_group("h5md/creator").attrs["name"] = "granum"
        file["parameters/title"] = name
        put_energy(file)
        for part in parts:
            part(file)
    return path


def check_drawn(folder, path, *command):
    picture = os.path.join(folder, "picture.png")
    told = post(command[0], path, *command[1:], "-o", picture)
    assert told.returncode == 0 and told.stdout == f"picture: {picture}\n" and not told.stderr, told
    assert drawn(picture).colours > 10, drawn(picture)


def put_outflow(file):
    """2 g are discharged at 5 g/s from 0.1 s on, as particles of 1 mg, a tenth of them through a side."""
    time = 0.01 * np.arange(81)
    mass = np.clip(5e-3 * (time - 0.1), 0, 2e-3)
    put(file, "observables/particles/time", time, "s")
    for part, name in ((0.9, "removed"), (0.1, "left")):
        put(file, f"observables/particles/{name}_mass", part * mass, "kg")
        put(file, f"observables/particles/{name}", part * mass / 1e-6, "1")
    put_inserted(file, [(np.zeros((2, 3)), 0), (np.zeros((0, 3)), 0)], 0.02)  # empty at the end


def put_open_side(file):
    """The same flow through an open side, in a run without removal: 2000 of 2001 particles of 1 mg leave."""
    time = 0.01 * np.arange(81)
    left = np.zeros((81, 6))
    left[:, 4] = np.clip(5e3 * (time - 0.1), 0, 2000)
    put(file, "observables/bulk/time", time, "s")
    put(file, "observables/bulk/left_through", left, "1")
    put(file, "observables/bulk/left_past_walls", 0 * left, "1")
    put_inserted(file, [(np.zeros((2001, 3)), 0), (np.zeros((1, 3)), 0)], 0.02)
    file["particles/grains/mass/value"][...] *= 1e-6 / 1e-5


def put_counter(file):
    """The same flow through a counter, against its normal."""
    time = 0.01 * np.arange(81)
    mass = -np.clip(5e-3 * (time - 0.1), 0, 2e-3)
    for name, values in (("time", time), ("number", mass / 1e-6), ("mass", mass), ("forwards_mass", 0 * mass)):
        put(file, f"observables/counters/hole/{name}", values, "1")
    put_frames(file, [np.zeros((2, 3))], [0.8], 0.02)


def put_batches(file):
    """385 particles of 1 mg in batches through a counter, recorded every 5 ms; the run continues after the last one."""
    time = 5e-3 * np.arange(120)
    number = np.minimum(np.floor(np.maximum(time - 0.05, 0) * 1000 + 3 * np.sin(100 * time) ** 2), 385)
    for name, values in (("time", time), ("number", number), ("mass", 1e-6 * number), ("forwards_mass", 0 * number)):
        put(file, f"observables/counters/hole/{name}", values, "1")
    put_frames(file, [np.zeros((2, 3))], [0.8], 0.02)


def check_rows(folder):
    """The rows of the table are recorded samples: whole numbers of particles, and the total in the last row."""
    path = made(folder, "batches.h5", put_batches)
    with h5py.File(path, "r") as file:
        time, number = (file[f"observables/counters/hole/{name}"][()] for name in ("time", "number"))
    found = csv_of("discharge", path)
    rows = np.searchsorted(time, found["time_s"])
    assert np.array_equal(time[rows], found["time_s"]) and np.array_equal(number[rows], found["number"]), found
    assert found["number"][-1] == 385 and rows[-1] == time.size - 1 and 38 <= rows.size <= 41, found
    fitted = np.flatnonzero((number >= 0.2 * 385) & (number <= 0.6 * 385))
    ends = fitted[np.linspace(0, fitted.size - 1, 9).round().astype(int)]
    rates = 1e-6 * np.diff(number[ends]) / np.diff(time[ends])
    error = rates.std(ddof=1) / np.sqrt(8)
    steady = np.polyfit(time[fitted], 1e-6 * number[fitted], 1)[0]
    assert error > 0 and np.allclose(found["standard_error_kg_per_s"], error, rtol=1e-12), (error, found)
    assert abs(steady / rates.mean() - 1) < 0.05 and np.allclose(found["steady_rate_kg_per_s"], steady, rtol=1e-12)
    assert np.allclose(found["steady_from_s"], time[fitted[0]]) and np.allclose(found["steady_to_s"], time[fitted[-1]])


def check_nothing_discharged(folder):
    """Without stages the remedy is a longer time.end; with stages, a longer last stage; in both an outlet."""

    def put_none(file):
        put_open_side(file)
        file["observables/bulk/left_through"][...] = 0

    path = made(folder, "none.h5", put_none)
    outlet = "or add an open side, `removal` or a counter"
    check_refused(post("discharge", path), f"no particle was discharged in this run; increase time.end, {outlet}")
    with h5py.File(path, "a") as file:
        file["parameters/stages"] = "fill\nflow\n"
    check_refused(post("discharge", path), f"in this run; make the last stage longer, {outlet}")


def csv_of(command, path, *more):
    """Returns the columns of the table of --csv, without the curves below it; empty fields are nan. The file and
    standard output have the same text."""
    text = post(command, path, "--csv", "-", *more).stdout
    file = os.path.join(os.path.dirname(path), "table.csv")
    told = post(command, path, "--csv", file, *more)
    assert told.returncode == 0 and told.stdout == f"table: {file}\n", told
    with open(file, newline="") as lines:
        assert lines.read() == text, command
    rows = list(csv.DictReader(io.StringIO(text)))
    assert rows and all(re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) for name in rows[0]), list(rows[0])
    rows = [row for row in rows if row.pop("curve", "table") == "table"]
    return {name: np.array([float(row[name] or "nan") for row in rows]) for name in rows[0]}


def check_discharge(folder):
    """The steady rate is that of the middle part; the windows and the table have the same rate. Without removal it
    follows from the particles that left, or from a counter."""
    path = made(folder, "outflow.h5", put_outflow)
    with Run(path) as results:
        flow = discharge.Outflow(results)
        ends, rates = flow.rates()
    assert (
        abs(flow.steady / 5e-3 - 1) < 1e-12 and np.allclose(rates[:-1], 5e-3, rtol=1e-9) and abs(ends[0] - 0.1) < 1e-12
    )
    assert abs(flow.mass[-1] / 2e-3 - 1) < 1e-12 and abs(flow.number[-1] - 2000) < 1e-9
    assert post("discharge", path, "--table").stdout.splitlines()[-2] == "steady rate 0.005 kg/s"
    found = csv_of("discharge", path)
    assert np.allclose(found["rate_kg_per_s"][:-1], 5e-3, rtol=1e-9) and found["rate_kg_per_s"][-1] == 0, found
    assert found["mass_kg"][-1] == flow.mass[-1] and found["time_s"][-1] == 0.8, found
    found = {name: values[:-1] for name, values in found.items()}
    assert found["standard_error_kg_per_s"][0] < 1e-12 and np.ptp(found["steady_rate_kg_per_s"]) == 0, found
    assert np.allclose(found["mass_kg"], flow.steady * (found["time_s"] - 0.1), rtol=1e-9), found
    check_drawn(folder, path, "discharge")
    for factor, unit in ((1, "g"), (1e4, "kg")):  # the same prefix of mass and rate
        flow.mass, flow.steady, flow.level = 2e-3 * factor * flow.mass / flow.mass[-1], 5e-3 * factor, 0.0
        panels = style.figure(80).subplots(2, 1)
        discharge.draw(panels, flow, 0.8)
        labels = [axes.get_ylabel() for axes in panels]
        assert labels == [f"discharged mass ({unit})", f"discharge rate ({unit}/s)"], labels
        assert panels[0].get_legend().texts[0].get_text().startswith(f"steady rate {5 if unit == 'g' else 50} ")
    check_refused(
        post("discharge", made(folder, "still.h5", lambda f: put_frames(f, [np.zeros((2, 3))], [0], 1))),
        "no record of discharged",
    )
    for name, put_record in (("open.h5", put_open_side), ("counter.h5", put_counter)):
        path = made(folder, name, put_record)
        assert post("discharge", path, "--table").stdout.splitlines()[-2] == "steady rate 0.005 kg/s"
    check_refused(post("discharge", path, "--counter", "lid"), "no counter lid with a plane or a disc; there are: hole")


LAYERS = (0.1, 3e-3, 4e-3)  # depths at which the velocity along the surface is 0, in each frame; 0.1: nowhere


def put_drum(file):
    """Columns of touching spheres under a line of 30 degrees, in a drum about y whose axis is 1 mm from the centre
    of the box; the walls carry the moment of the weight and an additional -2e-6 N m. The velocity along the surface
    falls linearly with the depth, and that across it is arbitrary."""
    step = 2 * RADIUS
    place = [[k * step, 0, np.tan(np.pi / 6) * k * step - (n + 0.5) * step] for k in range(-10, 11) for n in range(4)]
    depth = np.tile((np.arange(4) + 0.5) * step * np.cos(np.pi / 6), 21)
    down, across = np.array([-np.cos(np.pi / 6), 0, -0.5]), np.array([-0.5, 0, np.cos(np.pi / 6)])
    velocity = [np.outer(1 - depth / layer, down) + np.outer(depth > 3e-3, across) for layer in LAYERS]
    put_frames(file, [place, place, place], [0.0, 1.0, 1.0], 0.06, velocity=np.array(velocity))
    time, axis = np.linspace(0, 1, 101), np.outer(np.ones(101), [1e-3, 0, 0])
    moment = np.sum((np.array(place)[:, 0] - 1e-3) * 1e-5 * GRAVITY)
    put_wall(file, "shell", time, torque=np.outer(np.ones(101), [0, moment, 0]), position=axis)
    put_wall(file, "end", time, torque=np.outer(np.ones(101), [0, -2e-6, 0]), position=axis)


def check_drum(folder):
    """Angle, moment of the weight about the axis, and torques of the selected walls."""
    path = made(folder, "drum.h5", put_drum)
    for names, more in ((None, -2e-6), (["shell"], 0.0)):
        with Run(path) as results:
            found = drum.Drum(results, types.SimpleNamespace(axis="y", drum=names, since=None, until=None, layer=True))
            angle, moment, torque = found.means()
            thickness, mean = found.layers()
        both = 2 / (1 / LAYERS[1] + 1 / LAYERS[2])  # the mean of both velocities is 0 here
        assert np.isnan(thickness[0]) and np.abs(thickness[1:] - LAYERS[1:]).max() < 0.04 * RADIUS, thickness
        assert abs(mean - both) < 0.04 * RADIUS, (mean, both)
        assert abs(angle - 30) < 1e-9 and abs(torque - moment - more) < 1e-15, (angle, moment, torque)
    assert (
        abs(moment / (84 * 1e-5 * GRAVITY * -1e-3) - 1) < 1e-9
    ), "the weight times the way of the axis from the middle"
    rows = post("drum", path, "--table").stdout.splitlines()
    assert rows[-5:-2] == ["means from 0.5 s", "means to 1 s", "mean angle 30 degree"], rows
    found = csv_of("drum", path)
    assert np.allclose(found["mean_angle_degree"], 30) and np.nanmin(found["angle_degree"]) > 29, found
    assert np.allclose(found["torque_on_the_walls_N_m"][-101:], found["mean_torque_on_the_walls_N_m"][0]), found
    assert np.allclose(csv_of("drum", path, "--layer")["mean_thickness_of_the_flowing_layer_m"], mean, rtol=1e-12)
    check_drawn(folder, path, "drum", "--slice", "y", "--layer", "--until", "0.5s", "--since", "0")  # without a layer
    check_refused(post("drum", path, "--drum", "lid"), "no wall lid; there are: end, shell")


def put_mixture(file):
    """Cubes of 8 mm with 16 particles each: of a single kind in the first frame, half and half in the second, three
    quarters and one quarter in the third; a paddle with a torque of -3 mN m about z."""
    corner = 8e-3 * np.arange(4)
    cube = np.array(np.meshgrid(corner, corner, corner, indexing="ij")).reshape(3, -1).T
    inner = np.array(np.meshgrid([1e-3, 3e-3], [1e-3, 3e-3, 5e-3, 7e-3], [1e-3, 3e-3], indexing="ij")).reshape(3, -1).T
    place = (cube[:, None] + inner - 16e-3).reshape(-1, 3)
    split = (np.arange(64) % 2)[:, None] + np.zeros(16, dtype=int)
    frames = []
    for mixed in (0, 8, 4):
        kind = np.where(np.arange(16) < mixed, 1 - split, split).ravel()
        rows = np.empty_like(place)
        rows[:512], rows[512:] = place[kind == 0], place[kind == 1]
        frames.append(rows)
    put_frames(file, frames, [0, 1, 2], 0.032, group=np.repeat([0, 1], 512))
    file.create_group("parameters/groups/1").attrs["name"] = "others"
    put_wall(file, "paddle", np.linspace(0, 2, 11), torque=np.outer(np.ones(11), [0, 0, -3e-3]))


def check_mixing(folder):
    """0 if the kinds are separated; otherwise by the definition, whose mean is 1 for random mixtures."""
    path = made(folder, "mixture.h5", put_mixture)
    scale = 1 - 63 / 1023
    rows = post("mixing", path, "--cell", "8mm", "--table").stdout.splitlines()
    degrees = [float(row.split()[1]) for row in rows[1:4]]
    assert np.allclose(degrees, np.array([0, 1, 0.75]) / scale, atol=1e-5), degrees
    told = "mean torque on the particles about z 0.003 N m"
    assert rows[-3:] == ["means from 1 s", "means to 2 s", told], rows
    assert rows[4] == "side of a cube 0.008 m", rows
    check_layers(folder)
    rng = np.random.default_rng(3)
    cube = rng.integers(0, 4, (1024, 3))
    several = [mixing.lacey(rng.permutation(np.arange(1024) < 300), cube) for _ in range(400)]
    assert abs(np.mean(several) - 1) < 4 * np.std(several) / 20, "at random: 1 within four standard errors"
    check_drawn(folder, path, "mixing")
    with h5py.File(path, "a") as file:
        put_wall(file, "floor", np.linspace(0, 2, 11), torque=np.outer(np.ones(11), [0, 0, 3e-3]))
    assert (
        post("mixing", path, "--table").stdout.split()[-3] == "0"
    ), "both walls, of which nobody knows whether they turn"
    with h5py.File(path, "a") as file:
        for name, speed in (("paddle", 2.0), ("floor", 0.0)):
            put(file, f"observables/walls/{name}/angular_velocity", np.outer(np.ones(11), [0, 0, speed]), "rad s-1")
    assert post("mixing", path, "--table").stdout.splitlines()[-1] == rows[-1], "only what turns"
    with h5py.File(path, "a") as file:
        file["observables/walls/paddle/angular_velocity"][...] = [0, -2.0, 0]
        file["observables/walls/paddle/torque"][...] = [0, 7e-3, -3e-3]
    told = "mean torque on the particles about y 0.007 N m"
    assert post("mixing", path, "--table").stdout.splitlines()[-1] == told, "about its axis, along its rotation"
    check_refused(post("mixing", path, "--group", "none"), "no group none has particles that can move; there are: gra")
    check_inserted(folder, path)


def check_layers(folder):
    """Unmixed layers of 10 x 10 x 20 spheres of radius 1 mm, separated in the middle of a layer of cubes of 4 mm: a
    tenth of the particles are in cubes with both kinds, half and half. The torque changes at 1.2 s."""
    place = 2e-3 * np.array(np.meshgrid(*(np.arange(n) for n in (10, 10, 20)), indexing="ij")).reshape(3, -1).T
    order = np.argsort(place[:, 2], kind="stable")
    place = place[order] - np.array([9e-3, 9e-3, 17e-3])

    def put_layers(file):
        put_frames(file, [place, place], [0, 2], 0.044, group=np.repeat([0, 1], 1000))
        file["particles/grains/radius"][...] = 1e-3
        file.create_group("parameters/groups/1").attrs["name"] = "others"
        step = np.where(np.linspace(0, 2, 21) > 1.21, 5e-3, 3e-3)
        put_wall(file, "paddle", np.linspace(0, 2, 21), torque=np.outer(step, [0, 0, 1]))

    path = made(folder, "layers.h5", put_layers)
    found = csv_of("mixing", path, "--cell", "4 mm", "--until", "1.2")
    degree = found["degree_of_mixing"][0]
    assert abs(degree - 0.1 / (1 - 395 / 1999)) < 1e-12, degree  # 6 x 6 x 11 cubes
    assert np.allclose(found["degree_of_unmixed_layers"][:2], degree), found
    assert found["mean_torque_on_the_particles_about_z_N_m"][0] == -3e-3 and found["means_to_s"][0] == 1.2, found
    for held in (30, 100):
        side = csv_of("mixing", path, "--particles", str(held))["side_of_a_cube_m"][0]
        assert abs(0.6 * side**3 / (4 / 3 * np.pi * 1e-9) - held) < 1e-9 * held, (held, side)
    found = csv_of("mixing", path)  # 50 particles would be 7 mm, of which the bed is only 2.8 wide
    assert np.allclose(found["side_of_a_cube_m"], 20e-3 / 4), found
    assert "over 2.5 cubes along one axis; unmixed" in post("mixing", path, "--cell", "8mm", "--table").stderr


def check_inserted(folder, path):
    """If the groups are inserted one after another, the degree is defined once there are two; the counted group is
    the first one in the input, although it is inserted later."""
    with h5py.File(path, "r") as file:
        place, kind = file["particles/grains/position/value"][()], file["particles/grains/group"][()]

    def put_batches(file):
        later = kind == 1
        frames = [(place[0][:0], kind[:0]), (place[0][later], kind[later]), *((each, kind) for each in place)]
        put_inserted(file, frames, 0.032)
        file.create_group("parameters/groups/1").attrs["name"] = "others"
        put_wall(file, "paddle", np.linspace(0, 4, 11))

    def put_one(file):
        put_inserted(file, [(place[0][:0], kind[:0]), (place[0], 0 * kind)], 0.032)
        put_wall(file, "paddle", np.linspace(0, 1, 11))

    batches = made(folder, "batches.h5", put_batches)
    for more in (("--cell", "8mm"), ("--cell", "0.008", "--group", "others")):
        rows = post("mixing", batches, "--table", *more).stdout.splitlines()
        assert [row.split()[1] for row in rows[1:3]] == ["nan", "nan"], rows
        degrees = [float(row.split()[1]) for row in rows[3:6]]
        assert np.allclose(degrees, np.array([0, 1, 0.75]) / (1 - 63 / 1023), atol=1e-5), degrees
    check_drawn(folder, batches, "mixing")
    check_drawn(folder, batches, "drum")
    check_drawn(folder, batches, "profile", "--last", "1")
    check_refused(
        post("mixing", made(folder, "one.h5", put_one)), "two groups of particles that can move; there are: g"
    )


LEFT, RIGHT = 23.0, 31.0  # slopes of a heap in degrees


def pile(flying=True):
    """Touching spheres below the surface of a heap with these slopes, its top 10 mm from the middle, on a floor of
    spheres; two more spheres are still falling."""
    rows, step = [], 2 * RADIUS
    for x in np.arange(-59e-3, 60e-3, step):
        slope = np.tan(np.radians(LEFT)) if x < 9e-3 else np.tan(np.radians(RIGHT))
        top = max(16e-3 - slope * abs(x - 9e-3), step)
        rows += [(x, 0, top - RADIUS - k * step) for k in range(int(top / step))]
    return np.array([*rows, (9e-3, 0, 40e-3), (-31e-3, 0, 30e-3)][: None if flying else -2])


def check_heap(folder):
    """Each flank has its own angle, after frames with few or no particles; flying spheres do not count. Flat
    surfaces, few particles and boxes that are periodic along x are refused."""
    whole, flat = pile(), np.array([(x, 0, z) for x in np.arange(-59e-3, 60e-3, 2e-3) for z in (1e-3, 3e-3, 5e-3)])
    flat[:, 2] += 1e-3 * np.random.default_rng(5).random(len(flat))
    none = whole[:0]

    def heap_of(name, *frames, **boundary):
        return made(folder, name, lambda file: put_inserted(file, [(f, 0) for f in frames], 0.12, **boundary))

    path = heap_of("pile.h5", none, whole[:5], flat, whole, pile(False))
    rows = [row.split() for row in post("heap", path, "--table").stdout.splitlines()]
    assert rows[0] == ["time", "s", "left", "degree", "right", "degree", "mean", "degree"], rows[0]
    assert all(row[1:] == ["nan"] * 3 for row in rows[1:4]), rows[1:4]
    for row in rows[4:]:
        found = [float(angle) for angle in row[1:]]
        assert np.allclose(found, [LEFT, RIGHT, 0.5 * (LEFT + RIGHT)], atol=0.2), found
    check_drawn(folder, path, "heap")
    with h5py.File(path, "a") as file:
        del file["particles/grains/angular_velocity"], file["particles/grains/velocity"]
    assert [row.split() for row in post("heap", path, "--table").stdout.splitlines()] == rows
    check_drawn(folder, path, "heap")
    check_refused(
        post("packing", path), "the frames have no velocity; name it in `output: trajectory: fields: [...]` of"
    )
    check_refused(post("packing", path, "--colour", "spin"), "the frames have no angular_velocity; name it")
    assert post("packing", path, "--colour", "radius").returncode == 0
    solid = np.array([abs(x + 3e-3) > 1e-3 or abs(z - 6e-3) > 3e-3 for x, _, z in whole])
    rows = post("heap", heap_of("hole.h5", whole[solid]), "--table").stdout.splitlines()
    assert np.allclose([float(angle) for angle in rows[-1].split()[1:3]], [LEFT, RIGHT], atol=0.2), rows[-1]
    check_refused(post("heap", path, "--frame", "0"), "no particle is in the box in frame 0")
    check_refused(post("heap", path, "--frame", "1"), "no heap in frame 1: 5 particles are too few")
    check_refused(post("heap", path, "--frame", "2"), "no heap in frame 2: the surface is flat")
    check_refused(post("heap", heap_of("flat.h5", flat), "--table"), "no heap in any frame")
    check_refused(post("heap", heap_of("periodic.h5", whole, x="periodic")), "the box is periodic along x")
    check_drawn(folder, heap_of("across.h5", whole, y="periodic"), "heap")


def put_fall(file):
    """A ball of 5 mm that falls from 20 mm above a flat bed to 3 mm below its surface, which rises at the end."""
    side = RADIUS * (2 * np.arange(-6, 6) + 1)
    bed = np.array(np.meshgrid(side, side, [-3e-3, -1e-3], indexing="ij")).reshape(3, -1).T
    frames = [np.vstack([bed, [[0, 0, z + 5e-3]]]) for z in (20e-3, 10e-3, -3e-3, -2e-3)]
    frames[3][:288, 2] += 1e-3
    radius = np.append(np.full(len(bed), RADIUS), 5e-3)
    velocity = np.zeros_like(frames)
    velocity[:, -1, 2] = [-1, -2, 0, 0.1]
    put_frames(file, frames, [0, 1, 2, 3], 0.1, radius=radius, velocity=velocity)


def check_penetration(folder):
    """Depths are measured from the surface before the impact of the body."""
    path = made(folder, "fall.h5", put_fall)
    with Run(path) as results:
        fall = penetration.Fall(grains.Grains(results), None)
    assert fall.body == 289 and abs(fall.level) < 1e-15 and fall.begin == 1
    assert np.allclose(fall.depth, [-20e-3, -10e-3, 3e-3, 2e-3]) and list(fall.velocity) == [-1, -2, 0, 0.1]
    assert list(csv_of("penetration", path)["velocity_m_per_s"]) == [-1, -2, 0, 0.1]
    last = post("penetration", path, "--table").stdout.splitlines()[-3:]
    assert last == ["time of the largest depth 2 s", "largest depth 0.003 m", "depth at the end 0.002 m"], last
    check_drawn(folder, path, "penetration")


def put_bed(file):
    """A box of 1 x 2 m whose lid moves from 1.1 to 1 to 0.9 m; 100 and 200 Pa on the lid, half of it on the floor
    and the sides."""
    time, height = np.array([0, 1, 2.0]), np.array([1.1, 1, 0.9])
    load = np.array([0, 100, 200.0])
    length = {0: np.full(3, 1.0), 1: np.full(3, 2.0), 2: height}
    for axis, names in enumerate((("left", "right"), ("front", "back"), ("floor", "lid"))):
        area = np.prod([length[k] for k in range(3) if k != axis], axis=0)
        for upper, name in enumerate(names):
            stress = load if name == "lid" else load / 2
            force = np.outer((2 * upper - 1) * stress * area, np.eye(3)[axis])
            put_wall(file, name, time, force=force, position=np.outer(upper * length[axis], np.eye(3)[axis]))
    put(file, "observables/stages/time", np.array([1.0, 2.0]), "s")
    put_frames(file, [np.zeros((2, 3))], [2.0], 2.0)


def check_oedometer(folder):
    """Strain from the first load on; ratio of the lateral stress to the mean of lid and floor."""
    path = made(folder, "bed.h5", put_bed)
    with Run(path) as results:
        bed = oedometer.Bed(results, types.SimpleNamespace(axis="z"), flat=False)
    after, strain = bed.strain(None)
    assert bed.since == 1 and list(after) == [False, True, True] and np.allclose(strain, [0, 0.1])
    assert np.allclose(bed.above, [0, 100, 200]) and np.allclose(bed.ratio()[1:], 2 / 3) and np.isnan(bed.ratio()[0])
    rows = post("oedometer", path, "--table", "--since", "0").stdout.splitlines()
    assert len(rows) == 4 and rows[-1].split()[3] == "0.1818182", rows
    check_drawn(folder, path, "oedometer")
    flat = made(folder, "flat.h5", lambda file: put_wall(file, "floor", np.array([0.0]), force=np.eye(3)[2:]))
    with h5py.File(flat, "a") as file:
        put_frames(file, [np.zeros((2, 3))], [0], 1)
    check_refused(post("oedometer", flat), "needs six walls")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as top:
        for check in (check_discharge, check_rows, check_nothing_discharged):
            holds(check, top)
        for check in (check_drum, check_mixing, check_heap, check_penetration, check_oedometer):
            holds(check, top)
    done()
