#!/usr/bin/env python3
"""g(r), mean squared displacement, clusters and force distributions of granum-post, compared with closed forms and with
sums over all pairs.
Labels: contact mesh particle."""
import tempfile

import numpy as np
from granum_post import clusters, fabric, mixing, order, rdf, structure, voronoi
from granum_test import done, holds
from test_postprocess import check_refused, post, put
from test_postprocess_bulk import made
from test_postprocess_machines import csv_of, put_frames, put_inserted

RNG = np.random.default_rng(7)
ALL, NONE = np.array([True] * 3), np.array([False] * 3)
SHEARED = np.array([[10.0, 0, 0], [3.3, 9, 0], [0, 0, 8]])


def over_all_pairs(place, sides, periodic, edges):
    turns = np.array(np.meshgrid(*[(-1, 0, 1) if each else (0,) for each in periodic])).reshape(len(periodic), -1).T
    found = np.zeros(len(edges) - 1)
    for turn in turns @ sides:
        away = np.linalg.norm(place[None] + turn - place[:, None], axis=2).ravel()
        found += np.histogram(away[away > 0], edges)[0]
    return found


def check_pairs(_):
    """Sheared and straight boxes, periodic along some axes, against sums over all pairs."""
    for sides in (SHEARED, np.diag([10.0, 9, 8])):
        place = RNG.random((300, 3)) @ sides
        for reach in (1.7, 7.9):
            edges = np.linspace(0, reach, 21)
            count = over_all_pairs(place, sides, ALL, edges)
            expected = count * 720 / 300**2 / (4 / 3 * np.pi * np.diff(edges**3))
            found = rdf.of_points(place + 3 * sides[0], np.zeros(3), sides, ALL, edges, False)
            assert np.allclose(found, expected, rtol=1e-12), reach
    flat = RNG.random((300, 3)) * [10, 9, 0]
    edges = np.linspace(0, 4, 21)
    found = rdf.of_points(flat, np.zeros(3), np.diag([10.0, 9, 1]), np.array([True, True, False]), edges, True)
    count = over_all_pairs(flat, np.diag([10.0, 9, 1]), (True, True, False), edges)
    assert np.allclose(found, count * 90 / 300**2 / (np.pi * np.diff(edges**2)), rtol=1e-12)


def check_gas(_):
    """Random points: 1 within four standard deviations of a Poisson distribution, in all kinds of boxes."""
    count, edges = 6000, np.linspace(0, 1.5, 16)
    for sides, periodic in ((SHEARED, ALL), (np.diag([10.0, 9, 8]), ALL), (np.diag([10.0, 9, 8]), NONE)):
        found = rdf.of_points(RNG.random((count, 3)) @ sides, np.zeros(3), sides, periodic, edges, False)
        pairs = 0.5 * (count if periodic.all() else 0.34 * count) * count / 720 * rdf.shells(edges, False)
        assert (np.abs(found - 1) < 4 / np.sqrt(pairs) + 2 / count).all(), found


def check_crystal(folder):
    """Simple cubic lattice: 6, 12, 8, 6, 24 neighbours at 1, sqrt(2), sqrt(3), 2, sqrt(5) spacings; also with open
    sides. The peak is at the second distance."""
    side = np.arange(12)
    place = np.array(np.meshgrid(side, side, side)).reshape(3, -1).T.astype(float)
    edges = np.linspace(0, 2.5, 51)
    for periodic in (ALL, NONE):
        found = rdf.of_points(place, np.zeros(3) - 0.5, 12.0 * np.eye(3), periodic, edges, False)
        near = found * rdf.shells(edges, False)
        for distance, number in zip(np.sqrt([1, 2, 3, 4, 5]), (6, 12, 8, 6, 24)):
            here = np.abs(0.5 * (edges[1:] + edges[:-1]) - distance) < 0.06
            assert abs(near[here].sum() - number) < 1e-9, (distance, near[here].sum())
    path = made(folder, "crystal.h5", lambda file: put_frames(file, [1e-3 * (place - 5.5)], [0], 12e-3))
    found = csv_of("rdf", path, "--reach", "2.5mm", "--bins", "50")
    assert abs(found["r_of_the_peak_m"][0] / 1e-3 - np.sqrt(2)) < 0.03 and found["peak"][0] == found["g"].max()
    check_refused(post("rdf", path, "--reach", "7e-3"), "choose a smaller --reach")
    for option, message in (("2kg", "'2kg' is not a length; write for example 5mm"), ("2Mm2", "is not a length")):
        assert message in post("rdf", path, "--reach", option).stderr


def crystal(basis, cells=4):
    """Centres of a crystal with the cubic cell 1, and its periodic box."""
    side = np.arange(cells)
    base = np.array(np.meshgrid(side, side, side)).reshape(3, -1).T
    place = (base[:, None] + np.array(basis)).reshape(-1, 3)
    return place, (np.full(3, -0.1), cells * np.eye(3), ALL)


FCC, BCC = ((0, 0, 0), (0.5, 0.5, 0), (0.5, 0, 0.5), (0, 0.5, 0.5)), ((0, 0, 0), (0.5, 0.5, 0.5))


def check_structures(folder):
    """fcc: Q4 = .19094, Q6 = .57452, cells of 4 sqrt(2) R^3, S(q) = N at the peaks and 0 elsewhere; bcc with 14
    neighbours: .03637 and .51069, cells of 32/(3 sqrt(3)) R^3; triangular lattice: psi6 = 1, psi4 = 0, cells of
    2 sqrt(3) R^2. A cluster of one particle with an open side of its cell is left out."""
    for basis, radius, bonds, cell in (
        (FCC, np.sqrt(2) / 4, (12, 0.190941, 0.574524), 4 * np.sqrt(2)),
        (BCC, np.sqrt(3) / 4, (14, 0.036370, 0.510688), 32 / (3 * np.sqrt(3))),
    ):
        place, box = crystal(basis)
        radii = np.full(len(place), radius)
        rows, count, values = order.of_points(place, radii, box, None, False)
        assert rows.size == len(place) and (count == bonds[0]).all(), count
        assert np.allclose(values, bonds[1:], atol=1e-6), values
        volume = voronoi.cells(place, radii, box, False, 2 * radius * 2)
        assert np.allclose(volume, cell * radius**3, rtol=1e-12), volume
    place, box = crystal(FCC)
    waves, _ = structure.waves(box[1], [0, 1, 2], 4 * np.pi + 0.1)  # up to (2 0 0) of the cubic cell
    found = structure.of_points(place, waves)
    peaks = found > 1e-9
    assert np.allclose(found[peaks], len(place), rtol=1e-12) and peaks.sum() == 4 + 3, found[peaks]
    side = np.arange(12)
    flat = np.array([[i + 0.5 * (j % 2), j * np.sqrt(0.75), 0] for i in side for j in side])
    box = np.full(3, -0.1), np.diag([12, 12 * np.sqrt(0.75), 1]), np.array([True, True, False])
    _, count, values = order.of_points(flat, np.full(len(flat), 0.5), box, None, True)
    assert (count == 6).all() and np.allclose(values, [0, 1], atol=1e-12), values
    area = voronoi.cells(flat, np.full(len(flat), 0.5), box, True, 2)
    assert np.allclose(area, np.sqrt(0.75), rtol=1e-12), area
    place, radii = RNG.random((200, 3)) @ SHEARED, RNG.uniform(0.2, 0.6, 200)
    volume = voronoi.cells(place, radii, (np.zeros(3), SHEARED, ALL), False, 5.0)
    assert abs(np.nansum(volume) / 720 - 1) < 1e-12 and np.isnan(volume).sum() < 10, np.nansum(volume)  # hidden ones
    open_box = np.zeros(3), 4 * np.eye(3), NONE
    assert np.isnan(voronoi.cells(RNG.random((6, 3)), np.ones(6), open_box, False, 9.0)).any()
    path = made(folder, "fcc.h5", lambda file: put_frames(file, [1e-3 * crystal(FCC)[0]], [0], 4e-3, radius=0.354e-3))
    found = csv_of("order", path)
    assert found["particles"][0] < 256 and np.allclose(found["Q6"], 0.574524, atol=1e-6), "without the outer layers"
    check_refused(post("structure", path), "no axis of this box is periodic")
    check_refused(post("order", path, "--reach", "0"), "--reach must be above 0")
    check_refused(post("voronoi", path, "--far", "0.1"), "larger --far")
    layer = made(folder, "layer.h5", lambda file: put_frames(file, [1e-3 * flat], [0], 24e-3))
    check_refused(post("voronoi", layer), "all centres are in a plane")


def check_neighbours(_):
    """Degree of mixing by neighbours: 0 for two crystals apart, 1 on average for random kinds, and N - 1 over the
    number of others if every neighbour is of the other kind (rock salt)."""
    place, box = crystal(((0, 0, 0),), 10)
    radii = np.full(len(place), 0.5)
    pair = mixing.neighbours_of(place, radii, box)
    assert len(pair[0]) == 6000
    half = place.sum(axis=1) % 2 == 0
    assert abs(mixing.by_neighbours(half, pair) - 999 / 500) < 1e-12
    apart = place[:, 0] < 5
    assert abs(mixing.by_neighbours(apart, pair) - 400 / 6000 / (0.5 * 1000 / 999)) < 1e-12
    several = [mixing.by_neighbours(RNG.permutation(np.arange(1000) < 300), pair) for _ in range(200)]
    assert abs(np.mean(several) - 1) < 4 * np.std(several) / np.sqrt(200), np.mean(several)
    assert np.isnan(mixing.by_neighbours(np.ones(1000, bool), pair))


def put_motion(file, rows, time, side):
    """Frames of unwrapped positions [frame][particle][axis], stored wrapped into a periodic box."""
    turns = np.floor(rows / side + 0.5)
    put_frames(file, list(rows - side * turns), list(time), side)
    file["particles/grains/box"].attrs["boundary"] = np.array([b"periodic"] * 3)
    put(file, "particles/grains/image/value", turns.astype(int), "1")


def put_late(file, rows):
    """The first particle is fixed, the others are inserted after the first frame."""
    put_inserted(file, [(rows[0, :1], 0), *((row, 0) for row in rows)], 9.0)
    file["particles/grains/mass/value"][:, 0] = np.inf


def check_ballistic(folder):
    """Constant velocities give v^2 t^2 with exponent 2 in any box. Relative to the mean they give the variance of v."""
    velocity, time = RNG.normal(size=(50, 3)), 0.1 * np.arange(21)
    rows = RNG.random((50, 3)) + time[:, None, None] * velocity
    path = made(folder, "ballistic.h5", lambda file: put_motion(file, rows, time, 0.3))
    for words, v in (
        ((), velocity),
        (("--axes", "xz"), velocity[:, [0, 2]]),
        (("--relative",), velocity - velocity.mean(0)),
    ):
        found = csv_of("msd", path, *words)
        square = (v**2).sum(axis=1).mean()
        assert np.allclose(found["mean_squared_displacement_m2"], square * found["time_s"] ** 2, rtol=1e-9), words
        assert np.allclose(found["exponent"], 2, rtol=1e-9) and np.allclose(found["time_s"], time[1:]), words
    found = csv_of("msd", made(folder, "late.h5", lambda file: put_late(file, rows)))
    square = 0.01 * (velocity[1:] ** 2).sum(axis=1).mean()
    assert np.allclose(found["mean_squared_displacement_m2"], square * found["time_s"] ** 2, rtol=1e-9), found
    check_refused(post("msd", path, "--axes", "xw"), "no displacement along xw")
    check_refused(post("msd", path, "--since", "5"), "fewer than three frames")


def check_walk(folder):
    """A random walk with steps of variance s^2 per axis and time step h has D = s^2/(2 h)."""
    count, steps = 4000, 40
    rows = np.cumsum(np.concatenate([np.zeros((1, count, 3)), RNG.normal(size=(steps, count, 3))]), axis=0)
    path = made(folder, "walk.h5", lambda file: put_motion(file, rows, 0.5 * np.arange(steps + 1), 5.0))
    found = csv_of("msd", path)
    assert abs(found["diffusion_coefficient_m2_per_s"][0] - 1) < 0.06, found
    assert abs(found["exponent"][0] - 1) < 0.06, found


def check_clusters(_):
    """Random graphs: the smallest row of each cluster, from a search."""
    for links in (0, 30, 100, 300):
        pair = RNG.integers(0, 200, (2, links))
        found, expected = clusters.labels(200, *pair), np.arange(200)
        for _ in range(200):
            for i, j in pair.T:
                expected[i] = expected[j] = min(expected[i], expected[j])
        assert np.array_equal(found, expected), links
    size = np.array([1, 1, 2, 4])
    assert clusters.weighted(size) == (1 + 1 + 4 + 16) / 8


def directions(axes, anisotropy):
    """Returns 40 000 unit normals along z, or y in dimension 2, whose density is 1 + A n n of this invariant."""
    part = (np.arange(40000) + 0.5) / 40000
    if axes == 2:
        angle = np.linspace(0, 2 * np.pi, 20001)  # from the axis
        angle = np.interp(part, (angle + 0.5 * anisotropy * np.sin(2 * angle)) / (2 * np.pi), angle)
        return np.column_stack([np.sin(angle), np.cos(angle)])
    z = np.linspace(-1, 1, 20001)
    z = np.interp(part, 0.5 * (z + 1) + anisotropy * (z**3 - z) / 6, z)
    turn = np.pi * (3 - np.sqrt(5)) * np.arange(part.size)
    return np.column_stack([np.sqrt(1 - z**2) * np.cos(turn), np.sqrt(1 - z**2) * np.sin(turn), z])


def synthetic(axes, contacts, normal, tangential):
    """Returns normals, forces on the first and branches with these invariants, rotated at random."""
    n = directions(axes, contacts)
    unit = np.diag([-1.0, 1]) if axes == 2 else np.diag([-1.0, -1, 2]) / 3
    waves = np.einsum("ni,ij,nj->n", n, unit, n)
    force = 2 * (1 + normal * waves)[:, None] * n + 2 * tangential * (n @ unit - waves[:, None] * n)
    turn = np.linalg.qr(RNG.normal(size=(axes, axes)))[0]
    return n @ turn, -force @ turn, 3e-3 * n @ turn


def check_fabric(_):
    """Synthetic fabrics have their invariants; the stress agrees with the relation to first order, so that the error is
    ten times smaller at half of the anisotropy (second and third order)."""
    for axes in (2, 3):
        for given in ((0.3, 0.4, 0.2), (0.0, 0.5, -0.2), (0.7, 0.0, 0.0)):
            found = fabric.Fabric(*synthetic(axes, *given))
            assert np.allclose([found.contacts, found.normal, found.tangential], given, atol=2e-3), (axes, vars(found))
        errors = []
        for part in (1, 0.5, 0.25):
            found = fabric.Fabric(*synthetic(axes, 0.3 * part, 0.4 * part, 0.2 * part))
            errors.append(abs(found.stress - found.relation) / part)
        assert errors[0] > 1.4 * errors[1] > 1.4**2 * errors[2] > 0 and errors[2] < 0.02, (axes, errors)
    normal = np.array([[0.0, 0, 1], [1, 0, 0]])
    found = fabric.Fabric(np.tile(normal[:1], (9, 1)), -np.tile(normal[:1], (9, 1)), np.tile(normal[:1], (9, 1)))
    assert abs(found.stress - 3) < 1e-12 and abs(found.contacts - 7.5) < 1e-12, vars(found)  # one direction
    found = fabric.Fabric(normal[[0] * 9 + [1]], -normal[[0] * 9 + [1]], normal[[0] * 9 + [1]])
    assert np.isnan(found.normal) and np.isnan(found.tangential) and found.stress > 0, vars(found)


with tempfile.TemporaryDirectory() as top:
    for check in (
        check_pairs,
        check_gas,
        check_crystal,
        check_structures,
        check_neighbours,
        check_ballistic,
        check_walk,
        check_clusters,
        check_fabric,
    ):
        holds(check, top)
done()
