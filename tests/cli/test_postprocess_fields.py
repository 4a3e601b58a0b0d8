#!/usr/bin/env python3
"""Pictures of contacts, coarse-grained fields, waves and films: the figures show the data of the files, fields
conserve mass and balance weight, waves of a chain lie on the dispersion relation; the layout is correct; missing
data are reported.
Labels: bulk input law particle record run wall."""
import csv
import io
import os
import shutil
import tempfile
import types
from unittest import mock

import h5py
import numpy as np
from figure_layout import faults
from granum_post import coarse, contacts, dispersion, fields, force_chains, rheology, rose, style
from granum_post.grains import Grains
from granum_post.reader import Run
from granum_test import SOURCE, case, done, holds, run, simulate
from test_postprocess import check_refused, drawn_by, post, put
from test_postprocess_bulk import RADIUS, made, put_grains, put_observables

GRAVITY, SIDE = 9.81, 3e-3
BED = f"""
dimension: 3
domain: {{lower: [0, 0, 0], upper: [{SIDE}, {SIDE}, 12e-3], periodic: [true, true, false]}}
gravity: [0, 0, -{GRAVITY}]
materials: {{glass: {{density: 2500, youngs_modulus: 10e6, poisson_ratio: 0.25}}}}
contacts: [{{between: [glass, glass], normal: {{law: tsuji, restitution: 0.3}}}}]
particles: {{grains: {{lattice: {{sites: simple_cubic, spacing: 1e-3, upper: [{SIDE}, {SIDE}, 8e-3]}}, material: glass,
                      radius: 0.5e-3}}}}
walls: {{floor: {{side: lower_z, material: glass}}}}
time: {{end: 60e-3}}
output: {{trajectory: {{every: 20e-3}}, contacts: {{every: 20e-3}}, walls: {{every: 5e-3}}}}
"""
FLAT = """
dimension: 2
domain: {lower: [0, 0], upper: [12e-3, 20e-3], periodic: [true, false]}
gravity: [0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 10e6, poisson_ratio: 0.25}}
contacts: [{between: [glass, glass], normal: {law: tsuji, restitution: 0.3}}]
particles: {grains: {random: {count: 60, lower: [0, 1e-3], upper: [12e-3, 16e-3]}, material: glass, radius: 0.5e-3}}
walls: {floor: {side: lower_y, material: glass}}
time: {end: 60e-3}
output: {trajectory: {every: 20e-3}, contacts: {every: 20e-3}}
"""
BEYOND = 6.4e-5  # part of a Gaussian beyond 4 standard deviations
NEW = (
    ("chains",),
    ("chains", "--slice", "y"),
    ("rose",),
    ("distributions",),
    ("fields",),
    ("fields", "--over", "x", "--kernel", "0.7"),
    ("fields", "--at", "0.3"),
    ("walls",),
    ("packing", "--time", "20ms", "--vmin", "0", "--vmax", "0.1"),
)


def options(**given):
    return types.SimpleNamespace(**{"frame": -1, "time": None, **given})


def check_pictures(folder, path, commands):
    told = []
    style.WATCHERS.append(lambda drawing, _: told.extend(faults(drawing)))
    try:
        for command in commands:
            told.clear()
            ended = post(command[0], path, *command[1:], "-o", os.path.join(folder, "picture.png"))
            assert ended.returncode == 0 and not ended.stderr, (command, ended)
            assert not told, (command, told)
    finally:
        style.WATCHERS.pop()


def fields_of(results, **given):
    grains = Grains(results)
    return grains, fields.Case(results, grains, contacts.Network(results, grains, options(**given)), 1.0)


def check_fields(path):
    """The integral of the density is the total mass; the stress carries the weight above. The trapezoidal rule with
    400 points over a Gaussian wider than 10 intervals is exact to rounding. Only the part of the kernel beyond 4
    widths is missing: erfc(4/sqrt(2))."""
    with Run(path) as results:
        grains, case = fields_of(results)
        found, mass = case.line(2), grains.frame(-1).mass.sum()
    total = SIDE**2 * np.trapz(found.density, found.place)
    assert abs(total / mass - 1) < BEYOND, (total, mass)
    weight = fields.weight_above(found, GRAVITY)
    stress = (found.contact + found.kinetic)[:, 2, 2]
    above = (found.place > 4e-3) & (found.place < 7e-3)  # more than three widths away from the floor
    off = np.abs(stress - weight)[above].max() / weight.max()
    assert off < 0.01, off  # the column still oscillates by less than a hundredth of its weight


def check_maps(path, flat):
    """Each map contains the total mass. Its mean along the plane equals the line profile of density, momentum, and
    stress with the motion of the mean, which are sums over particles and contacts. The difference is the part of the
    kernel beyond 4 widths along each axis. Sums over cells of a sixth of a width are exact to rounding."""
    with Run(path) as results:
        grains, case = fields_of(results)
        frame, dimension = case.frame, 2 if flat else 3
        for axes in ([0, 1],) if flat else ([0, 2], [1, 2]):
            plane = case.plane(axes)
            cells = [place[1] - place[0] for place in plane.places]
            mass = plane.density.sum() * np.prod(cells) * case.extent(axes)
            assert abs(mass / frame.mass.sum() - 1) < 2 * BEYOND, (axes, mass)
            line = coarse.Line(plane.places[1], case.width, case.extent([axes[1]]), axes[1], *case.bodies(axes[1:]))
            part = cells[0] / grains.edges[axes[0]]
            motion = [dimension * plane.pressure + plane.density * (plane.velocity**2).sum(axis=0)]
            motion = [np.sum(motion[0], axis=0) * part]
            whole = np.trace(line.contact + line.kinetic, axis1=1, axis2=2) + line.density * (line.velocity**2).sum(
                axis=1
            )
            momentum = [(plane.density * speed).sum(axis=0) * part for speed in plane.velocity[:dimension]]
            pairs = [(plane.density.sum(axis=0) * part, line.density), (motion[0], whole)]
            pairs += zip(momentum, (line.density * speed for speed in line.velocity.T))
            for one, other in pairs:
                assert np.abs(one - other).max() < 2 * BEYOND * np.abs(other).max() + 1e-15, (axes, one, other)


def check_cuts(path):
    """The mean of parallel cuts equals the mean over the depth: the trapezoidal rule over cuts half a width apart is
    exact to rounding for a Gaussian kernel, except for the part beyond 4 widths."""
    with Run(path) as results:
        _, case = fields_of(results)
        for axes in ([0, 2], [0, 1]):
            across, mean = 3 - sum(axes), case.plane(axes)
            low, high = case.ends(across)
            where = np.arange(
                low, high if low < 0 else high - 1e-9, (high - low) / round(2 * (high - low) / case.width)
            )
            found = [case.plane(axes, at) for at in where]
            part = (where[1] - where[0]) / case.extent(axes)
            density = part * sum(plane.density for plane in found)
            momentum = part * sum(plane.density * plane.velocity for plane in found)
            whole = part * sum(
                3 * plane.pressure + plane.density * (plane.velocity**2).sum(axis=0) for plane in found
            )
            for one, other in (
                (density, mean.density),
                (momentum, mean.density * mean.velocity),
                (whole, 3 * mean.pressure + mean.density * (mean.velocity**2).sum(axis=0)),
            ):
                assert np.abs(one - other).max() < 3 * BEYOND * np.abs(other).max() + 1e-15, (axes, one, other)
    told = drawn_by("fields", path, "--at", "1mm")._suptitle.get_text()
    assert "maps: cut at y = 1 mm" in told and "mean" not in told.splitlines()[-1], told
    assert "maps: means over all y" in drawn_by("fields", path)._suptitle.get_text()
    check_refused(post("fields", path, "--at", "4mm"), "--at lies outside of the box, y from 0 to 3 mm; write a part")
    assert post("fields", path, "--at", "4 miles").returncode == 2


def check_images(path):
    """In a box that is periodic along the height a uniform flow of equal particles is uniform up to its sides."""
    with Run(path) as results:
        grains, case = fields_of(results)
        line = case.line(0)
        ends = coarse.Line(grains.lower[0] + np.array([0.0, grains.edges[0]]), case.width, 1.0, 0, *case.bodies([0]))
    assert np.ptp(line.density) < 0.05 * line.density.max(), np.ptp(line.density)  # a lattice with a wide kernel
    assert abs(ends.density[0] / ends.density[1] - 1) < 2 * BEYOND, "both sides are one place"


def check_drawn(path):
    """Lines have the forces of the file; the sectors of the rose contain all contacts between particles."""
    with Run(path) as results:
        grains = Grains(results)
        network = contacts.Network(results, grains, options())
        _, ends, size = force_chains.lines(network, 0.0)
        drawing = style.figure(80)
        force_chains.draw(drawing, drawing.subplots(), grains, network, options(slice="y", vmax=None, weakest=0.0))
        _, count, _ = rose.measure(network, 1)
    last = max((name for name in os.listdir(path) if name.startswith("contacts-")), key=lambda name: int(name[9:-3]))
    with h5py.File(os.path.join(path, last), "r") as file:
        force, branch = file["contacts/force"][()], file["contacts/branch"][()]
        between = (file["contacts/second"][()] > 0).sum()
    order = np.argsort(np.linalg.norm(force, axis=1), kind="stable")
    assert np.array_equal(size, np.linalg.norm(force, axis=1)[order])
    assert np.allclose(ends[:, 1] - ends[:, 0], branch[order], rtol=0, atol=1e-15)
    shown = [each for each in drawing.axes[0].collections if each.get_gid() == "forces"][0].get_segments()
    assert np.allclose(shown, 1e3 * ends[:, :, [0, 2]], rtol=1e-12), shown[0]  # [mm]
    assert abs(count.sum() - rose.SECTORS) < 1e-9 and between > 0


def check_averages(path):
    """--since and --until average the distributions over all contact networks of this time."""

    def numbers(*words):
        return list(csv.DictReader(io.StringIO(post("distributions", path, *words, "--csv", "-").stdout)))

    with Run(path) as results:
        found = [network for network in results.contacts() if network.rows]
        force = [-np.sum(each["force"].values * each["normal"].values, axis=1) for each in found]
        ids = results.frames()[-1].id
        ends = [np.concatenate([each["first"].values, each["second"].values]) for each in found]
    assert len(found) > 1, "several networks"
    row, one = numbers("--since", "0")[0], numbers()[0]
    square = np.mean(np.concatenate([each / each.mean() for each in force]) ** 2)
    count = np.mean([np.isin(each, ids).sum() / ids.size for each in ends])
    assert abs(float(row["square_of_force_per_mean"]) / square - 1) < 1e-12, row
    assert abs(float(row["coordination"]) / count - 1) < 1e-12 and row["coordination"] != one["coordination"], row
    assert float(row["mean_force_N"]) == np.mean([each.mean() for each in force]), row
    last = f"{found[-1].time!r}"
    assert numbers("--since", last) == numbers("--since", last, "--until", "1") != numbers("--since", "0")
    check_refused(post("distributions", path, "--until", "-1"), "there are no contacts from --since to --until")
    assert post("distributions", path, "--since", "0", "-o", path + ".png").returncode == 0


def check_waves(folder):
    """The strongest frequency of each wave number is the theoretical one, within a cell of the transform (a Hann
    window is three cells wide), at wave numbers with amplitude."""
    path = simulate(os.path.join(SOURCE, "inputs", "chain", "precompressed.yaml"), os.path.join(folder, "chain"))
    with Run(path) as results:
        spacing, (wave, frequency, found), theory = dispersion.measure(results, 2)
    strong = found.max(axis=0) > 0.2 * found.max()
    peak = frequency[found.argmax(axis=0)][strong]
    off = np.abs(peak - theory.frequency(wave[strong], spacing))
    assert strong.sum() > 20 and off.max() < 3 * frequency[1], (strong.sum(), off.max(), frequency[1])
    check_pictures(folder, path, (("dispersion",), ("spacetime",), ("energy",)))
    return path


def put_shear(file):
    """A box sheared at 50/s; put_observables writes a stress of T times 0, 1, ... 8."""
    put_grains(file)
    put_observables(file)
    file["observables/bulk/solid_fraction"] = np.full(401, 0.6)
    time = file["observables/bulk/time"][()]
    put(file, "observables/cell/time", time, "s")
    put(file, "observables/cell/velocity_gradient", np.tile([0, 0, 0, 50.0, 0, 0], (time.size, 1)), "s-1")


def check_rheology(folder):
    """Here mu is sigma_xy/p = 1/4; I follows from its formula and the data of the file."""
    path = made(folder, "shear.h5", put_shear)
    with Run(path) as results:
        found = rheology.Rheology(results, options(since=None))
        pressure = 4 * results.file["observables/bulk/stress"][200:, 1]
    density = 1e-6 / (4 / 3 * np.pi * RADIUS**3)
    assert np.allclose(found.friction, 0.25, rtol=1e-12) and found.time.size == 201
    assert np.allclose(found.inertial, 50 * 2 * RADIUS * np.sqrt(density / pressure), rtol=1e-12)
    check_pictures(folder, path, (("rheology",),))
    told = post("rheology", path, "-o", os.path.join(folder, "picture.png")).stdout.splitlines()
    assert len(told) == 2 and "friction 0.25, solid fraction 0.6, 201 samples" in told[1], told


def check_film(folder, path):
    try:
        from PIL import Image
    except ImportError:
        return
    film = os.path.join(folder, "film.gif")
    ended = post("film", path, "-o", film, "--dpi", "40", "--colour", "vz")
    assert ended.returncode == 0 and not ended.stderr, ended
    with Image.open(film) as images:
        assert images.n_frames == 4 and images.size[0] % 2 == 0 and images.size[1] % 2 == 0, images.size


def check_recorded(path):
    """The profile has the mass of the bed; at rest the integral of the vertical stress over the height z is the sum of
    m g z, divided by the area; maps have their axes."""
    assert post("fields", path, "--recorded", "-o", os.path.join(path, "recorded.png")).returncode == 0
    with Run(path) as results:
        case = fields.Recorded(results, Grains(results), types.SimpleNamespace(frame=-1, time=None))
        mass = case.frame.mass.sum()
        line = case.line(2)
        np.testing.assert_allclose(line.density.mean() * SIDE**2 * 12e-3, mass, rtol=1e-12)
        moment = GRAVITY * (case.frame.mass * case.frame.position[:, 2]).sum() / SIDE**2
        np.testing.assert_allclose(line.contact[:, 2, 2].mean() * 12e-3, moment, rtol=0.02)
        right, turned = case.plane([0, 2], None), case.plane([2, 0], None)
        assert right.density.shape == (2, 12) and right.velocity.shape == (3, 2, 12)
        np.testing.assert_array_equal(right.pressure, turned.pressure.T)
        np.testing.assert_array_equal(right.velocity[2], turned.velocity[2].T)


def check_kernel(path):
    """The fields that the run recorded with a Gaussian kernel are the means over its cells of the fields that the
    picture computes from frames and contacts. That kernel ends at 4 in place of 3 widths, where it has 0.011 of
    its maximum. At rest, so that the motion within a cell has no part in the stress."""
    with Run(path) as results:
        grains = Grains(results)
        case = fields.Case(results, grains, contacts.Network(results, grains, options()), 0.5)
        recorded = fields.Recorded(results, grains, options())
        line, fine = recorded.line(2), 16
        cell = grains.edges[2] / len(line.place)
        places = (line.place[:, None] + cell * ((np.arange(fine) + 0.5) / fine - 0.5)).ravel()
        found = coarse.Line(places, case.width, case.extent([2]), 2, *case.bodies([2]))
        mean = lambda values: values.reshape(-1, fine, *values.shape[1:]).mean(axis=1)
        assert np.abs(line.density - mean(found.density)).max() < 0.01 * line.density.max()
        stress = mean(found.contact + found.kinetic)
        assert np.abs(line.contact - stress).max() < 0.01 * np.abs(stress).max()
        assert recorded.grid() == "2 x 3 x 40 cells; standard deviation of the Gaussian kernel: 500 µm", recorded.grid()


def check_missing(folder, path, chain):
    bare = os.path.join(folder, "bare")
    os.mkdir(bare)
    with open(os.path.join(path, "results.h5"), "rb") as one, open(os.path.join(bare, "results.h5"), "wb") as other:
        other.write(one.read())
    for command in ("chains", "rose", "distributions", "fields"):
        check_refused(post(command, bare), "no contact network in this run; add `output: contacts")
    check_refused(post("walls", chain), "no walls in this run; add `output: walls")
    check_refused(post("dispersion", path), "dimension 1")
    check_refused(post("film", path, "-o", "x.avi"), "a film is an mp4 or a gif")
    with mock.patch.object(shutil, "which", lambda name: None):
        check_refused(
            post("film", path, "-o", "x.mp4"), "an mp4 needs ffmpeg, which is not installed; write -o film.gif"
        )
    check_refused(post("packing", path, "--vmin", "2", "--vmax", "1"), "--vmin must be below --vmax")
    assert post("packing", path, "--time", "soon").returncode == 2


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        bed = os.path.join(folder, "bed")
        run(["run", case(BED), "-o", bed])
        holds(check_fields, bed)
        flat = os.path.join(folder, "flat")
        run(["run", case(FLAT), "-o", flat])
        for path in (bed, flat):
            holds(check_maps, path, path == flat)
        holds(check_cuts, bed)
        recorded = os.path.join(folder, "recorded")
        run(["run", case(BED), "-o", recorded, *("--set", "output.fields={every: 20e-3, cells: [2, 3, 12]}")])
        holds(check_recorded, recorded)
        smooth = os.path.join(folder, "smooth")
        grid = "{every: 20e-3, cells: [2, 3, 40], kernel: gaussian, width: 0.5e-3}"
        run(["run", case(BED), "-o", smooth, *("--set", f"output.fields={grid}")])
        holds(check_kernel, smooth)
        holds(check_pictures, folder, smooth, (("fields", "--recorded"),))
        check_refused(post("fields", bed, "--recorded"), "no recorded fields; add")
        check_refused(post("fields", recorded, "--recorded", "--at", "0.5"), "leave out --at")
        holds(check_images, bed)
        holds(check_pictures, folder, flat, (("fields",), ("fields", "--kernel", "2")))
        check_refused(post("fields", bed, "--across", "z"), "--across must be another axis")
        check_refused(post("fields", flat, "--over", "z"), "this run has dimension 2")
        check_refused(post("fields", flat, "--at", "0.5"), "this run has dimension 2")
        holds(check_drawn, bed)
        holds(check_averages, bed)
        holds(check_pictures, folder, bed, NEW)
        holds(check_rheology, folder)
        holds(check_film, folder, bed)
        holds(check_waves, folder)
        holds(check_missing, folder, bed, os.path.join(folder, "chain"))
    done()
