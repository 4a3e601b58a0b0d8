"""The walls of a bulk run in a frame, as triangles and edges, and their sections with a plane.

`Run.shapes` has the parameters of each wall's shape, with the values of each frame. `unknown` returns the walls whose
shapes are not in SHAPES, which are not drawn."""
import numpy as np

from . import glass

TURN = 96  # segments of a full circle
BAND = 24  # segments of a half circle from pole to pole
SHARP = np.radians(25)  # an edge of a mesh is drawn if its angle exceeds this


class Wall:
    """A wall in one frame: its name and shape; `value`: key of the shape -> number or vector; for a mesh also its
    triangles at the start [n][3][axis]."""

    def __init__(self, name, shape, value, triangles=None):
        self.name, self.shape, self.value, self.triangles = name, shape, value, triangles


class Surface:
    """Triangles [n][3][axis] and the edges that are drawn as lines [m][2][axis], in m."""

    def __init__(self, triangles, edges):
        self.triangles = np.asarray(triangles, dtype=float).reshape(-1, 3, 3)
        self.edges = np.asarray(edges, dtype=float).reshape(-1, 2, 3)

    def section(self, axis, at):
        """Returns the lines [n][2][axis] in which the plane at this coordinate cuts the triangles."""
        away = self.triangles[:, :, axis] - at
        behind = away < 0
        ends = []
        for one, other in ((0, 1), (1, 2), (2, 0)):
            meets = behind[:, one] != behind[:, other]
            part = np.divide(away[:, one], away[:, one] - away[:, other], out=np.full(len(away), np.nan), where=meets)
            ends.append(self.triangles[:, one] + part[:, None] * (self.triangles[:, other] - self.triangles[:, one]))
        ends = np.stack(ends, axis=1)[behind.any(axis=1) & ~behind.all(axis=1)]
        return ends[np.isfinite(ends[:, :, 0])].reshape(-1, 2, 3)


def joined(surfaces):
    """Returns one surface with the parts of all."""
    return Surface(
        np.concatenate([surface.triangles for surface in surfaces] or [np.empty((0, 3, 3))]),
        np.concatenate([surface.edges for surface in surfaces] or [np.empty((0, 2, 3))]),
    )


def read(shapes, number):
    """Returns the walls that are present in frame `number`; `shapes`: the shapes of the run."""
    found = [Wall(name, shape.shape, shape.at(number), shape.triangles) for name, shape in shapes.items()]
    return [wall for wall in found if wall.value and not wall.value.get("absent", 0)]


def surfaces(walls, lower, upper):
    """Returns name and surface of each wall whose shape is known, in the order of the walls. Infinite planes are
    clipped to the box and to the other planes."""
    found = [(wall.name, surface_of(wall, walls, lower, upper)) for wall in walls]
    return [(name, surface) for name, surface in found if surface is not None]


def unknown(walls):
    """Returns the walls whose shapes are not known here, such as shapes that a program has added."""
    return [wall for wall in walls if wall.shape != "plane" and wall.triangles is None and wall.shape not in SHAPES]


def surface_of(wall, walls, lower, upper):
    if wall.shape == "plane":
        return plane(wall, walls, lower, upper)
    if wall.triangles is not None:
        return mesh(wall.triangles @ wall.value["axes"].reshape(3, 3) + wall.value["origin"])
    if wall.shape not in SHAPES:
        return None
    ends = np.array(bounds(walls, lower, upper))
    return SHAPES[wall.shape](
        wall.value, np.array([ends[[i, j, k], [0, 1, 2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    )


def cross_axes(axis):
    """Returns the axis as a unit vector, and two unit vectors normal to it."""
    axis = axis / np.linalg.norm(axis)
    first = np.cross(np.eye(3)[np.argmin(np.abs(axis))], axis)
    first /= np.linalg.norm(first)
    return axis, first, np.cross(axis, first)


def cut_polygon(corners, point, normal, slack):
    """Returns the part of a convex polygon [n][axis] on the side of the plane to which its normal points."""
    away = (corners - point) @ normal
    away[np.abs(away) <= slack] = 0
    kept = []
    for k, corner in enumerate(corners):
        last = k - 1
        if away[k] * away[last] < 0:
            kept.append(corners[last] + away[last] / (away[last] - away[k]) * (corner - corners[last]))
        if away[k] >= 0:
            kept.append(corner)
    return np.array(kept).reshape(-1, 3)


def bounds(walls, lower, upper):
    """Returns the box, extended to planes that are parallel to its sides and outside it."""
    lower, upper = np.array(lower, dtype=float), np.array(upper, dtype=float)
    for wall in walls:
        if wall.shape == "plane" and np.max(np.abs(wall.value["normal"])) > 1 - 1e-12:
            axis = int(np.argmax(np.abs(wall.value["normal"])))
            lower[axis] = min(lower[axis], wall.value["point"][axis])
            upper[axis] = max(upper[axis], wall.value["point"][axis])
    return lower, upper


def plane(wall, walls, lower, upper):
    """Returns the polygon in which the plane cuts the box, without the parts behind other planes; None if nothing is
    left."""
    lower, upper = bounds(walls, lower, upper)
    size = np.linalg.norm(upper - lower)
    normal, first, second = cross_axes(wall.value["normal"])
    middle = 0.5 * (lower + upper)
    middle = middle - normal * ((middle - wall.value["point"]) @ normal)
    corners = middle + size * np.array([first + second, second - first, -first - second, first - second])
    for axis in np.eye(3):
        corners = cut_polygon(corners, lower, axis, 1e-9 * size)
        corners = cut_polygon(corners, upper, -axis, 1e-9 * size)
    for other in walls:
        if other is not wall and other.shape == "plane":
            corners = cut_polygon(corners, other.value["point"], other.value["normal"], 1e-9 * size)
    if len(corners) < 3:
        return None
    fan = [[corners[0], corners[k], corners[k + 1]] for k in range(1, len(corners) - 1)]
    return Surface(fan, np.stack([corners, np.roll(corners, -1, axis=0)], axis=1))


def revolved(origin, axis, profile, sharp):
    """Returns the surface of revolution of a line. Its points are (distance from the axis, coordinate along the
    axis). Points with numbers in `sharp` make edges."""
    axis, first, second = cross_axes(np.asarray(axis, dtype=float))
    angle = 2 * np.pi * np.arange(TURN + 1) / TURN
    around = np.outer(np.cos(angle), first) + np.outer(np.sin(angle), second)
    rings = [origin + radius * around + along * axis for radius, along in profile]
    triangles = []
    for one, other in zip(rings, rings[1:]):
        triangles.append(np.stack([one[:-1], one[1:], other[1:]], axis=1))
        triangles.append(np.stack([one[:-1], other[1:], other[:-1]], axis=1))
    edges = [np.stack([rings[k][:-1], rings[k][1:]], axis=1) for k in sharp]
    return Surface(np.concatenate(triangles), np.concatenate(edges) if edges else [])


def sphere(value, _):
    angle = np.pi * np.arange(BAND + 1) / BAND
    return revolved(value["centre"], [0, 0, 1], np.column_stack([np.sin(angle), -np.cos(angle)]) * value["radius"], ())


def disc(value, _):
    return revolved(value["centre"], value["normal"], [(0, 0), (value["radius"], 0)], (1,))


def ring(value, _):
    profile = [(value["inner_radius"], 0), (value["outer_radius"], 0)]
    return revolved(value["centre"], value["normal"], profile, (0, 1))


def round_wall(value, corners):
    """Returns the surface of a cylinder or a cone."""
    axis = value["axis"] / np.linalg.norm(value["axis"])
    low, high = reach(value["length"], value["centre"], axis, corners)
    radii = [value.get("radius", value.get("radius_start")), value.get("radius", value.get("radius_end"))]
    profile = [(radii[0], low), (radii[1], high)]
    if value["ends"] and np.isfinite(value["length"]):
        return revolved(value["centre"], axis, [(0, low), *profile, (0, high)], (1, 2))
    return revolved(value["centre"], axis, profile, (0, 1))


def reach(length, centre, direction, corners):
    """Returns the ends of a shape along a direction; without a length it extends to the ends of the box."""
    if length > 0:
        return -0.5 * length, 0.5 * length
    along = (corners - centre) @ direction
    return along.min(), along.max()


def rectangle(value, corners):
    normal, first = (value[key] / np.linalg.norm(value[key]) for key in ("normal", "along"))
    second = np.cross(normal, first)
    ends = [reach(value[key], value["centre"], axis, corners) for key, axis in (("length", first), ("width", second))]
    turns = ((0, 0), (1, 0), (1, 1), (0, 1))
    place = np.array([value["centre"] + ends[0][i] * first + ends[1][j] * second for i, j in turns])
    return Surface([place[[0, 1, 2]], place[[0, 2, 3]]], np.stack([place, np.roll(place, -1, axis=0)], axis=1))


def box(value, corners):
    first, second = (value[key] / np.linalg.norm(value[key]) for key in ("along", "across"))
    edges = [first, second, np.cross(first, second)]
    ends = [reach(value["lengths"][k], value["centre"], edges[k], corners) for k in range(3)]
    faces = []
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        for end in ends[k]:
            turns = ((0, 0), (1, 0), (1, 1), (0, 1))
            faces.append(
                [value["centre"] + end * edges[k] + ends[i][a] * edges[i] + ends[j][b] * edges[j] for a, b in turns]
            )
    faces = np.array(faces)
    triangles = np.concatenate([faces[:, [0, 1, 2]], faces[:, [0, 2, 3]]])
    return Surface(triangles, np.stack([faces, np.roll(faces, -1, axis=1)], axis=2).reshape(-1, 2, 3))


def sharp_edges(triangles):
    """Returns the edges [n][2][axis] of one triangle, or of two that meet at an angle above SHARP."""
    corners, number = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    number = number.reshape(-1, 3)
    ends = np.sort(np.concatenate([number[:, [0, 1]], number[:, [1, 2]], number[:, [2, 0]]]), axis=1)
    edges, which, count = np.unique(ends, axis=0, return_inverse=True, return_counts=True)
    across = np.tile(glass.normals(triangles), (3, 1))
    total = np.zeros((len(edges), 3))
    np.add.at(total, which.ravel(), across)
    angle = 2 * np.arccos(np.clip(np.linalg.norm(total, axis=1) / 2, 0, 1))  # angle between two unit normals
    return corners[edges[(count != 2) | (angle > SHARP)]]


def mesh(triangles):
    return Surface(triangles, sharp_edges(triangles))


SHAPES = {
    "box": box,
    "cone": round_wall,
    "cylinder": round_wall,
    "disc": disc,
    "rectangle": rectangle,
    "ring": ring,
    "sphere": sphere,
}
