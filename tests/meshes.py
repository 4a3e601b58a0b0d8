"""Surfaces of triangles for tests: lists of triangles, each three points, and the STL files that hold them."""
import math
import random


def stl(path, triangles):
    """Writes a text STL file whose coordinates have all digits."""
    with open(path, "w") as f:
        f.write("solid surface\n")
        for triangle in triangles:
            f.write("facet normal 0 0 0\nouter loop\n")
            for point in triangle:
                f.write("vertex " + " ".join(repr(float(x)) for x in point) + "\n")
            f.write("endloop\nendfacet\n")
        f.write("endsolid surface\n")
    return path


def sheet(n, origin, u, v, seed=1):
    """2 n n irregular triangles between the corners origin, origin + u, origin + v and origin + u + v."""
    draw = random.Random(seed)
    along = lambda i: (i + (draw.uniform(-0.24, 0.24) if i % n else 0)) / n
    place = [[(along(i), along(k)) for k in range(n + 1)] for i in range(n + 1)]
    point = [[[origin[a] + s * u[a] + t * v[a] for a in range(3)] for s, t in row] for row in place]
    triangles = []
    for i in range(n):
        for k in range(n):
            a, b, c, d = point[i][k], point[i + 1][k], point[i + 1][k + 1], point[i][k + 1]
            triangles += [(a, b, c), (c, d, a)]
    return triangles


def box(lower, upper, n=1):
    """The faces of a box, of 2 n n triangles each."""
    triangles = []
    for axis in range(3):
        for side in (lower, upper):
            origin, u, v = list(lower), [0, 0, 0], [0, 0, 0]
            origin[axis] = side[axis]
            u[(axis + 1) % 3] = upper[(axis + 1) % 3] - lower[(axis + 1) % 3]
            v[(axis + 2) % 3] = upper[(axis + 2) % 3] - lower[(axis + 2) % 3]
            triangles += sheet(n, origin, u, v, seed=3 * n + axis)
    return triangles


def drum(n, m, radius, length, ends=True):
    """A cylinder about y of n facets around and m along, with or without its ends."""
    at = lambda i, y: [radius * math.cos(2 * math.pi * i / n), y, radius * math.sin(2 * math.pi * i / n)]
    triangles = []
    for i in range(n):
        for k in range(m):
            y = [length * (k / m - 0.5), length * ((k + 1) / m - 0.5)]
            triangles += [(at(i, y[0]), at(i + 1, y[0]), at(i + 1, y[1])), (at(i, y[0]), at(i + 1, y[1]), at(i, y[1]))]
        for y in (-0.5 * length, 0.5 * length) if ends else ():
            triangles.append((at(i, y), at(i + 1, y), [0, y, 0]))
    return triangles
