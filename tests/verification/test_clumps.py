"""Mass properties of ten random clumps of 2 to 30 spheres against a quadrature that shares nothing with
src/clump/: along z in closed form, as unions of intervals; along y and x Gauss's rule between the points where circles
or spheres end or intersect. Also the time for 1000 spheres, whose mass is checked against random points.
Labels: clump."""
import ctypes
import itertools
import os
import time

import numpy as np
from granum_test import done, fact

LIBRARY = ctypes.CDLL(os.environ["GRANUM_LIBRARY"])
NODES, WEIGHTS = np.polynomial.legendre.leggauss(10)


class Body(ctypes.Structure):
    """GrClumpBody of case/clump.h."""

    _fields_ = [
        ("volume", ctypes.c_double),
        ("origin", ctypes.c_double * 3),
        ("moments", ctypes.c_double * 3),
        ("axes", ctypes.c_double * 4),
        ("equal_radius", ctypes.c_double),
        ("reach", ctypes.c_double),
    ]


def prepare(centre, radius):
    """Returns volume, centre of mass and tensor of inertia over mass by granum."""
    spheres = np.ascontiguousarray(np.column_stack([centre, radius]))
    members, body = np.empty((len(radius), 6)), Body()
    pointers = [a.ctypes.data_as(ctypes.c_void_p) for a in (spheres, members)]
    assert LIBRARY.GrClumpPrepare(len(radius), pointers[0], 0, pointers[1], ctypes.byref(body)) == 0
    w, x, y, z = body.axes
    axes = np.array(
        [
            [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
        ]
    )
    return body.volume, np.array(body.origin), axes @ np.diag(body.moments) @ axes.T


def rule(points):
    """Nodes and weights between the points; the sine removes the roots at the ends of the intervals."""
    p = np.unique(points)
    p = p[np.concatenate([[True], np.diff(p) > 1e-13])]
    middle, half = (p[:-1, None] + p[1:, None]) / 2, (p[1:, None] - p[:-1, None]) / 2
    angle = np.pi / 2 * NODES
    return (middle + half * np.sin(angle)).ravel(), (half * np.cos(angle) * np.pi / 2 * WEIGHTS).ravel()


def meeting(c, r, d, q):
    """Middle and squared radius of the sphere (in a plane: two points) in which two spheres intersect."""
    square = (d - c) @ (d - c)
    along = (1 + (r * r - q * q) / square) / 2
    return c + along * (d - c), r * r - along * along * square


def ends_along_x(c, r):
    """x of all poles, of the ends of circles in which two spheres intersect, and of points of three spheres."""
    for i in range(len(r)):
        yield from (c[i, 0] - r[i], c[i, 0] + r[i])
    for i, j in itertools.combinations(range(len(r)), 2):
        p, square = meeting(c[i], r[i], c[j], r[j])
        n = (c[j] - c[i]) / np.linalg.norm(c[j] - c[i])
        if square > 0:
            rise = np.sqrt(square * (1 - n[0] ** 2))
            yield from (p[0] - rise, p[0] + rise)
    for i, j, k in itertools.combinations(range(len(r)), 3):
        normals = 2 * np.array([c[j] - c[i], c[k] - c[i]])
        right = [c[m] @ c[m] - r[m] ** 2 - c[i] @ c[i] + r[i] ** 2 for m in (j, k)]
        line = np.cross(*normals)
        line /= np.linalg.norm(line)
        p = np.linalg.solve(np.vstack([normals, line]), [*right, line @ c[i]])
        square = r[i] ** 2 - (p - c[i]) @ (p - c[i])
        if square > 0:
            yield from (p[0] - np.sqrt(square) * line[0], p[0] + np.sqrt(square) * line[0])


def ends_along_y(c, r):
    for i in range(len(r)):
        yield from (c[i, 0] - r[i], c[i, 0] + r[i])
    for i, j in itertools.combinations(range(len(r)), 2):
        p, square = meeting(c[i], r[i], c[j], r[j])
        if square > 0:
            rise = np.sqrt(square) * (c[j, 1] - c[i, 1]) / np.linalg.norm(c[j] - c[i])
            yield from (p[0] - rise, p[0] + rise)


def along_z(y, c, r):
    """Integrals of 1, z and z^2 over the unions of intervals of z."""
    square = r**2 - (y[:, None] - c[:, 0]) ** 2
    half = np.sqrt(np.maximum(square, 0))
    low, high = np.where(square > 0, [c[:, 1] - half, c[:, 1] + half], [[[1e9]], [[-1e9]]])
    order = np.argsort(low, axis=1)
    low, high = np.take_along_axis(low, order, 1), np.take_along_axis(high, order, 1)
    top, sums = np.full(len(y), -1e8), np.zeros((3, len(y)))
    for k in range(len(r)):
        begin, end = np.maximum(low[:, k], top), np.maximum(high[:, k], top)
        sums += [np.where(end > begin, (end**e - begin**e) / e, 0) for e in (1, 2, 3)]
        top = end
    return sums


def reference(c, r):
    """Volume, centre of mass and tensor of inertia over mass by quadrature."""
    m = np.zeros(10)
    for x, weight in zip(*rule(list(ends_along_x(c, r)))):
        square = r**2 - (x - c[:, 0]) ** 2
        disc = square > 0
        cut, radius = c[disc][:, 1:], np.sqrt(square[disc])
        if not disc.any():
            continue
        y, w = rule(list(ends_along_y(cut, radius)))
        one, z, zz = along_z(y, cut, radius) * w
        area, ay, az = one.sum(), (y * one).sum(), z.sum()
        m += weight * np.array(
            [area, x * area, ay, az, x * x * area, (y * y * one).sum(), zz.sum(), x * ay, x * az, (y * z).sum()]
        )
    centre = m[1:4] / m[0]
    second = np.array([[m[4], m[7], m[8]], [m[7], m[5], m[9]], [m[8], m[9], m[6]]]) / m[0] - np.outer(centre, centre)
    return m[0], centre, np.trace(second) * np.eye(3) - second


random = np.random.default_rng(7)
for n in (2, 3, 4, 5, 7, 9, 12, 16, 22, 30):
    c, r = 0.8 * n ** (1 / 3) * random.normal(size=(n, 3)), random.uniform(0.5, 1.2, n)
    volume, centre, inertia = prepare(c, r)
    exact = reference(c, r)
    off = [abs(volume / exact[0] - 1), abs(centre - exact[1]).max(), abs(inertia - exact[2]).max() / exact[2].max()]
    fact(max(off) < 1e-6, f"{n} spheres: volume, centre of mass, inertia off by " + ", ".join(f"{x:.0e}" for x in off))

n = 1000
c, r = random.normal(size=(n, 3)), random.uniform(0.4, 1.0, n)
c *= (5 * random.uniform(size=n) ** (1 / 3) / np.linalg.norm(c, axis=1))[:, None]
began = time.process_time()
volume, centre, inertia = prepare(c, r)
took = time.process_time() - began
points = random.uniform(-6, 6, size=(100000, 3))
inside = np.zeros(len(points), bool)
for k in range(n):
    inside |= ((points - c[k]) ** 2).sum(axis=1) < r[k] ** 2
expected, spread = 12**3 * inside.mean(), 12**3 * inside.std() / np.sqrt(len(points))
off = (volume - expected) / spread
fact(abs(off) < 4, f"{n} spheres: volume {off:.1f} standard deviations from that of random points")
fact(took < 0.5, f"{n} spheres: {1000 * took:.0f} ms")
done()
