"""Triangle meshes of files, and rigid bodies that are drawn as the mesh of their clump."""
import numpy as np

from .reader import PostError


def read(path, scale):
    """Returns the triangles [n][3][axis] of an STL or OBJ file, times `scale`."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise PostError(f"{path}: {error.strerror}") from None
    try:
        found = obj(data) if path.lower().endswith(".obj") else stl(data)
    except (ValueError, IndexError):
        raise PostError(f"{path}: no STL or OBJ file with triangles") from None
    if not len(found) or not np.isfinite(found).all():
        raise PostError(f"{path}: no STL or OBJ file with triangles")
    return found * scale


def stl(data):
    record = np.dtype([("numbers", "<f4", (4, 3)), ("unused", "<u2")])
    count = int.from_bytes(data[80:84], "little")
    if len(data) >= 84 and len(data) == 84 + record.itemsize * count:
        return np.frombuffer(data, record, count, 84)["numbers"][:, 1:].astype(float)
    words = [line.split() for line in data.decode("ascii", "replace").splitlines()]
    return np.array([row[1:4] for row in words if row[:1] == ["vertex"]], dtype=float).reshape(-1, 3, 3)


def obj(data):
    rows = [line.split() for line in data.decode("utf-8", "replace").splitlines()]
    vertices = np.array([row[1:4] for row in rows if row[:1] == ["v"]], dtype=float)
    faces = [[int(word.split("/")[0]) for word in row[1:]] for row in rows if row[:1] == ["f"]]
    corners = [(f[0], f[k], f[k + 1]) for f in faces for k in range(1, len(f) - 1)]  # convex faces
    at = np.array(corners, dtype=int).reshape(-1, 3)
    if (at == 0).any():
        raise ValueError
    return vertices[np.where(at > 0, at - 1, at)]


def rotate(q, v):
    """Rotates vectors v [..., axis] by unit quaternions q [..., 4] (w, x, y, z)."""
    w, u = q[..., :1], q[..., 1:]
    return v + 2 * np.cross(u, np.cross(u, v) + w * v)


class Meshes:
    """Meshes of clumps. `words`: CLUMP=FILE, or CLUMP=FILE*SCALE with the length of 1 in the file [m]."""

    def __init__(self, run, words):
        clumps = run.file.get("parameters/clumps", {})
        names = {clumps[key].attrs["name"]: key for key in clumps}
        names = {name.decode() if isinstance(name, bytes) else name: key for name, key in names.items()}
        self.of = {}
        for word in words:
            name, _, path = word.partition("=")
            if name not in names:
                raise PostError(
                    f"--mesh {word}: no clump '{name}' in this run; its clumps: {', '.join(names) or 'none'}"
                )
            path, _, scale = path.partition("*")
            try:
                scale = float(scale or 1)
            except ValueError:
                raise PostError(f"--mesh {word}: the scale is not a number; write CLUMP=FILE*0.001 for mm") from None
            clump = clumps[names[name]]
            centre, axes, moments = (clump[key][0] for key in ("centre", "axes", "moments"))
            points = rotate(axes * [1, -1, -1, -1], read(path, scale) - centre)
            self.of[int(names[name])] = points, moments

    def drawn(self, bodies):
        """Whether each body has a mesh."""
        return np.isin(bodies.clump, list(self.of))

    def surfaces(self, bodies):
        """Returns the triangles [n][3][axis] of all bodies with a mesh, and the row of the body of each triangle."""
        triangles, rows = [np.empty((0, 3, 3))], [np.empty(0, dtype=int)]
        for row in np.flatnonzero(self.drawn(bodies)):
            points, moments = self.of[int(bodies.clump[row])]
            size = np.sqrt(bodies.moments[row].sum() / (bodies.mass[row] * moments.sum()))
            triangles.append(bodies.position[row] + size * rotate(bodies.orientation[row], points))
            rows.append(np.full(len(points), row))
        return np.concatenate(triangles), np.concatenate(rows)
