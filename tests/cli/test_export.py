#!/usr/bin/env python3
"""`granum-post export`: files for other programs have the numbers of results.h5, and granum takes its CSV back.
Labels: bulk contact input io law particle record run time wall."""
import os
import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as xml

import granum_post as gp
import h5py
import numpy as np
from granum_test import case, done, fact, simulate, skip
from matplotlib.image import imread
from test_postprocess import post

CASE = """
dimension: 3
materials: {glass: {density: 2500, youngs_modulus: 2e7, poisson_ratio: 0.25}}
domain: {lower: [0, 0, 0], upper: [8 mm, 8 mm, 10 mm], periodic: [true, false, false]}
gravity: [0.5, 0, -9.81]
contacts: [{between: '*', normal: {law: hertz}, tangential: {law: mindlin, friction: 0.3}}]
particles:
  low: {lattice: {sites: simple_cubic, spacing: 2 mm, lower: [0, 0, 0], upper: [8 mm, 8 mm, 4 mm]}, material: glass,
    radius: 1 mm, velocity_deviation: 0.1 m/s}
  high: {lattice: {sites: simple_cubic, spacing: 2 mm, lower: [0, 0, 4.1 mm], upper: [8 mm, 8 mm, 7 mm]},
    material: glass, radius: {distribution: uniform, from: 0.7 mm, to: 0.9 mm}}
walls: {floor: {side: lower_z, material: glass}, front: {side: lower_y, material: glass},
  back: {side: upper_y, material: glass}}
time: {end: 2 ms, step: 2 us}
output: {trajectory: {every: 1 ms}, contacts: {every: 1 ms}}
"""
RAIN = """
dimension: 3
materials: {glass: {density: 2500, youngs_modulus: 2e7, poisson_ratio: 0.25}}
domain: {lower: [0, 0, 0], upper: [8 mm, 8 mm, 10 mm]}
contacts: [{between: '*', normal: {law: hertz}}]
particles:
  rain:
    insert: {region: {box: {lower: [0, 0, 4 mm], upper: [8 mm, 8 mm, 10 mm]}}, count: 4, from: 1 ms}
    material: glass
    radius: 0.5 mm
time: {end: 2 ms, step: 5 us}
output: {trajectory: {every: 1 ms}}
"""
FIELDS = ("position", "velocity", "angular_velocity")


def read(path):
    """Frames as arrays [particle][column], id, group, radius, mass and the FIELDS."""
    with h5py.File(path) as file:
        grains = file["particles/grains"]
        fixed = [grains[name][()] for name in ("id", "group", "radius", "mass")]
        series = [grains[name]["value"][()] for name in FIELDS]
        steps, times = (grains["position"][name][()] for name in ("step", "time"))
        ends = grains["box/lower"][()], grains["box/edges"][()]
    return [np.column_stack([*fixed, *(values[k] for values in series)]) for k in range(len(steps))], steps, times, ends


def table(lines):
    return np.array([line.split() for line in lines], dtype=float)


def look_at_xyz(path, frames, times):
    with open(path) as file:
        lines = file.read().splitlines()
    right, count = len(lines) == len(frames) * (len(frames[0]) + 2), len(frames[0])
    for k, frame in enumerate(frames):
        head, *rows = lines[k * (count + 2) + 1 : (k + 1) * (count + 2)]
        right &= "Properties=species:S:1:pos:R:3:velo:R:3:spin:R:3:id:I:1:group:I:1:radius:R:1:mass:R:1" in head
        right &= 'pbc="T F F"' in head and f"Time={times[k]:.17g}" in head
        got = table(row[2:] for row in rows)
        right &= np.array_equal(got, frame[:, [*range(4, 13), 0, 1, 2, 3]])
    fact(right, "extended XYZ files contain the frames to all digits")


def look_at_dump(path, frames, steps, ends):
    with open(path) as file:
        lines = file.read().splitlines()
    right, count = True, len(frames[0])
    for k, frame in enumerate(frames):
        part = lines[k * (count + 9) : (k + 1) * (count + 9)]
        right &= part[1] == str(steps[k]) and part[3] == str(count) and part[4] == "ITEM: BOX BOUNDS pp ff ff"
        right &= np.array_equal(table(part[5:8]), np.column_stack([ends[0], ends[0] + ends[1]]))
        right &= part[8].startswith("ITEM: ATOMS id type x y z vx vy vz omegax omegay omegaz radius mass ix iy iz")
        got = table(part[9:])[:, :13]
        got[:, 1] -= 1
        right &= np.array_equal(got, frame[:, [0, 1, *range(4, 13), 2, 3]])
    fact(right, "LAMMPS dumps contain the frames to all digits")


def look_at_data(path, frame):
    with open(path) as file:
        lines = file.read().splitlines()
    at = {name: lines.index(name) + 2 for name in ("Atoms # sphere", "Velocities")}
    atoms, moves = (table(lines[begin : begin + len(frame)]) for begin in at.values())
    mass = atoms[:, 3] * np.pi / 6 * atoms[:, 2] ** 3
    right = f"{len(frame)} atoms" in lines and "2 atom types" in lines
    right &= np.array_equal(atoms[:, 4:7], frame[:, 4:7]) and np.array_equal(atoms[:, 2], 2 * frame[:, 2])
    right &= np.array_equal(moves[:, 1:], frame[:, 7:13]) and np.allclose(mass, frame[:, 3], rtol=1e-15 * 8)
    fact(right, "the LAMMPS data file contains the last frame")


def look_at_csv(folder, frames, top):
    """granum reads the CSV in place of the generators and gets the same particles, except the groups."""
    names = sorted(os.listdir(folder))
    fact(names == [f"grains_{k:06d}.csv" for k in range(len(frames))], f"CSV export writes a file per frame: {names}")
    begin, rest = CASE.split("particles:\n")
    again = f"particles: {{all: {{file: {folder}/{names[-1]}, material: glass}}}}\n"
    path = case(begin + again + "walls:" + rest.split("walls:")[1])
    results = simulate(path, os.path.join(top, "again"))
    first = read(results)[0][0]
    kept = [0, *range(2, 13)]
    fact(np.array_equal(first[:, kept], frames[-1][:, kept]), "granum reads the exported CSV file bit by bit")
    os.unlink(path)


def look_at_import(top, frame):
    """Dump and data file become the CSV of a case; units are as stated."""
    for form, scale in (("lammps-dump", 1), ("lammps-data", 1e-2)):
        made = os.path.join(top, form + ".csv")
        units = ["--units", "si"] if scale == 1 else ["--scale", str(scale), "1", "1"]
        told = post("import", os.path.join(top, form), *units, "-o", made)
        got = np.genfromtxt(made, delimiter=",", names=True) if told.returncode == 0 else None
        right = got is not None and all(
            np.array_equal(got[name], scale * frame[:, k]) for name, k in (("radius", 2), ("x", 4), ("vz", 9))
        )
        right = right and np.allclose(got["mass"], frame[:, 3], rtol=1e-14) and np.array_equal(got["wy"], frame[:, 11])
        fact(right, f"{form} is converted to the CSV file of a case {told.stderr}")
    told = post("import", os.path.join(top, "xyz"), "--units", "si", "-o", os.path.join(top, "none.csv"))
    fact(told.returncode == 2 and "neither a dump" in told.stderr, told.stderr.strip())


def vtk_arrays(path):
    """Name -> numbers of a vtp file."""
    with open(path, "rb") as file:
        text, _, blocks = file.read().partition(b'<AppendedData encoding="raw">\n_')
    found = {}
    for item in xml.fromstring(text + b"</VTKFile>").iter("DataArray"):
        if item.get("format") == "appended":
            at, kind = int(item.get("offset")), {"Float64": "<f8", "Int64": "<i8"}[item.get("type")]
            size = int(np.frombuffer(blocks, "<u8", 1, at)[0])
            width = int(item.get("NumberOfComponents"))
            found[item.get("Name")] = np.frombuffer(blocks, kind, size // 8, at + 8).reshape(-1, width).squeeze()
    return found


def look_at_vtk(folder, results, frames, steps, times):
    right = True
    for k, frame in enumerate(frames):
        got = vtk_arrays(os.path.join(folder, f"grains_{k:06d}.vtp"))
        right &= np.array_equal(got["Points"], frame[:, 4:7])
        right &= np.array_equal(got["velocity [m s-1]"], frame[:, 7:10])
        right &= np.array_equal(got["radius [m]"], frame[:, 2]) and np.array_equal(got["id"], frame[:, 0])
        got = vtk_arrays(os.path.join(folder, f"contacts_{k:06d}.vtp"))
        with h5py.File(os.path.join(os.path.dirname(results), f"contacts-{steps[k]}.h5")) as file:
            right &= np.array_equal(got["force [N]"], file["contacts/force"][()])
            right &= k == 0 or file["contacts/first"].size > 10
            right &= len(got["Points"]) == 2 * len(got["offsets"]) == 2 * file["contacts/first"].size
    fact(right, "VTK files contain the particles, and the contacts as lines")
    listed = xml.parse(os.path.join(folder, "run.pvd")).getroot().findall("Collection/DataSet")
    kinds = {item.get("part"): item.get("file").split("_")[0] for item in listed}
    there = all(os.path.exists(os.path.join(folder, item.get("file"))) for item in listed)
    fact(list(kinds.values()) == ["grains", "contacts", "walls", "box"] and there, f"run.pvd lists {kinds}")
    fact({float(item.get("timestep")) for item in listed} == set(times), "run.pvd contains the times of the frames")
    look_at_show(folder)


def look_at_show(folder):
    """The script for ParaView names fields that the files have. With pvpython and a display it draws a picture whose
    pixels are particles, walls and background."""
    script, picture = os.path.join(folder, "show.py"), os.path.join(folder, "show.png")
    with open(script) as file:
        text = file.read()
    named = set(re.findall(r'"(\w+ \[[^]]+\])"', text))
    there = set(vtk_arrays(os.path.join(folder, "grains_000000.vtp")))
    there |= set(vtk_arrays(os.path.join(folder, "contacts_000000.vtp")))
    fact(
        named == {"radius [m]", "drawn_radius [m]", "velocity [m s-1]", "force [N]"}
        and named - {"drawn_radius [m]"} <= there,  # test_postprocess_bodies.py has this field
        f"show.py uses existing fields: {named}",
    )
    series = set(re.findall(r"map\(opened, \((.*)\)\)", text)[0].replace('"', "").split(", "))
    fact(
        all(os.path.exists(os.path.join(folder, name + ".pvd")) for name in series - {"shapes"}),
        f"show.py opens existing files: {series}",
    )
    if not shutil.which("pvpython") or not os.environ.get("DISPLAY"):
        skip("pvpython: it or a display is missing")
        return
    told = subprocess.run(["pvpython", script, picture], capture_output=True, text=True, timeout=300)
    fact(told.returncode == 0 and os.path.exists(picture), f"pvpython writes a picture {told.stderr[-300:]}")
    pixels = imread(picture)[..., :3]
    white, grey = (pixels > 0.99).all(axis=2), np.ptp(pixels, axis=2) < 0.06
    shares = white.mean(), (grey & ~white).mean(), (~grey & ~white).mean()
    fact(all(share > 0.02 for share in shares), f"background, walls and particles take {shares} of the picture")


def look_at_lite(path, frames):
    with h5py.File(path) as file:
        place = file["particles/grains/position/value"][()]
        right = np.array_equal(place, [frame[:, 4:7] for frame in frames])
        right &= np.array_equal(file["observables/id/value"][()], [frame[:, 0] for frame in frames])
        fact(
            right and file["particles/grains/box/edges/value"].shape == (len(frames), 3, 3),
            "the export to plain H5MD contains the frames without units",
        )


def look_at_empty(top):
    """A run whose box is empty at the beginning."""
    path = case(RAIN)
    results = simulate(path, os.path.join(top, "rain"))
    first, *_, last = gp.open(results).frames()
    fact(first.rows == 0 and first.position.shape == (0, 3) and last.rows == 4, "the library reads empty frames")
    for form in ("xyz", "lammps-dump", "lammps-data", "csv", "vtk"):
        rain = os.path.join(top, "rain-" + form)
        told = post("export", results, "--to", form, "--frames", "first", "-o", rain)
        fact(
            told.returncode == 0 and told.stdout == f"export: {rain}\n" and not told.stderr,
            f"empty frames are exported to {form} {told.stderr.strip()}",
        )
    film = os.path.join(top, "rain.gif")
    told = post("film", results, "--dpi", "20", "-o", film)
    fact(told.returncode == 0 and os.path.exists(film), f"the film skips empty first frames {told.stderr.strip()}")
    os.unlink(path)


with tempfile.TemporaryDirectory() as top:
    look_at_empty(top)
    path = case(CASE)
    results = simulate(path, os.path.join(top, "run"))
    frames, steps, times, ends = read(results)
    for form in ("xyz", "lammps-dump", "lammps-data", "csv", "vtk", "h5md-lite"):
        written = os.path.join(top, form)
        told = post("export", results, "--to", form, "-o", written)
        fact(
            told.returncode == 0 and told.stdout == f"export: {written}\n" and not told.stderr,
            f"the run is exported to {form} {told.stderr}",
        )
    look_at_xyz(os.path.join(top, "xyz"), frames, times)
    look_at_dump(os.path.join(top, "lammps-dump"), frames, steps, ends)
    look_at_data(os.path.join(top, "lammps-data"), frames[-1])
    look_at_csv(os.path.join(top, "csv"), frames, top)
    look_at_import(top, frames[-1])
    look_at_vtk(os.path.join(top, "vtk"), results, frames, steps, times)
    look_at_lite(os.path.join(top, "h5md-lite"), frames)
    for words, what in (
        (["--to", "xyz", "--frames", "9"], "there is no frame 9"),
        (["--to", "lammps-data", "--frames", "first", "last"], "one frame"),
    ):
        told = post("export", results, *words)
        fact(told.returncode == 2 and what in told.stderr and told.stderr.count("\n") == 1, told.stderr.strip())
    told = post("export", results, "--to", "lammps-data", "--time", "1e-3", "-o", os.path.join(top, "middle"))
    with open(os.path.join(top, "middle")) as file:
        fact(f"step {steps[1]}," in file.readline(), "the export selects the frame closest to a given time")
    texts = []
    for number in ("-1", "last", "2"):
        post("export", results, "--to", "xyz", "--frames", number, "-o", os.path.join(top, "one"))
        with open(os.path.join(top, "one")) as file:
            texts.append(file.read())
    fact(texts[0] and len(set(texts)) == 1, "--frames last is the last frame, as -1")
    told = post("export", results, "--to", "xyz", "--frames", "latest")
    fact(told.returncode == 2 and "write a number from 0, -1, first or last" in told.stderr, "--frames latest")
    os.unlink(path)
done()
