"""VTK files (PolyData in XML with appended raw data) for ParaView and VisIt; names end in units."""
from html import escape

import numpy as np

from .files import whole_file

UNITS = {
    "radius": "m",
    "drawn_radius": "m",
    "mass": "kg",
    "moments": "kg m2",
    "velocity": "m s-1",
    "angular_velocity": "rad s-1",
    "overlap": "m",
    "overlap_max": "m",
}
UNITS.update({"force": "N", "branch": "m", "point": "m"})
TYPES = {"f8": "Float64", "i8": "Int64"}


def labelled(columns):
    """Appends the units to the names of the columns."""
    return {name + (f" [{UNITS[name]}]" if name in UNITS else ""): values for name, values in columns.items()}


class Appended:
    """The raw data behind the XML text, and the elements that refer to it."""

    def __init__(self):
        self.blocks, self.size = [], 0

    def element(self, name, values):
        values = np.ascontiguousarray(values, dtype="<i8" if np.asarray(values).dtype.kind in "iub" else "<f8")
        width = values.shape[1] if values.ndim == 2 else 1
        text = f'<DataArray type="{TYPES[values.dtype.str[1:]]}" Name="{escape(name)}" NumberOfComponents="{width}" '
        text += f'format="appended" offset="{self.size}"/>\n'
        self.blocks += [np.uint64(values.nbytes).tobytes(), values.tobytes()]
        self.size += 8 + values.nbytes
        return text


def write_polydata(path, frame, points, kind, cells, point_data=None, cell_data=None):
    """Writes cells of one kind, Verts, Lines or Polys: numbers of points [cell][corner]."""
    held = Appended()
    cells = np.asarray(cells, dtype=int)
    data = {"PointData": labelled(point_data or {}), "CellData": labelled(cell_data or {})}
    text = '<?xml version="1.0"?>\n<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" '
    text += 'header_type="UInt64">\n'
    text += '<PolyData>\n<FieldData>\n<DataArray type="Float64" Name="TimeValue" NumberOfTuples="1" format="ascii">'
    text += f'{frame.time:.17g}</DataArray>\n</FieldData>\n<Piece NumberOfPoints="{len(points)}" '
    text += " ".join(
        f'NumberOf{name}="{len(cells) if name == kind else 0}"' for name in ("Verts", "Lines", "Strips", "Polys")
    )
    text += ">\n<Points>\n" + held.element("Points", np.reshape(points, (-1, 3)).astype(float)) + "</Points>\n"
    for name, arrays in data.items():
        text += f"<{name}>\n" + "".join(held.element(*array) for array in arrays.items()) + f"</{name}>\n"
    ends = cells.shape[1] * np.arange(1, len(cells) + 1)
    text += f"<{kind}>\n{held.element('connectivity', cells.ravel())}{held.element('offsets', ends)}</{kind}>\n"
    text += '</Piece>\n</PolyData>\n<AppendedData encoding="raw">\n_'
    with whole_file(path, "wb") as out:
        out.write(text.encode())
        out.writelines(held.blocks)
        out.write(b"\n</AppendedData>\n</VTKFile>\n")


def write_grains(path, frame):
    data = {name: values for name, values in frame.column.items() if name != "position"}
    write_polydata(path, frame, frame.column["position"], "Verts", np.arange(len(frame))[:, None], data)


def write_contacts(path, frame, contacts):
    """Writes lines from the centre of the first particle to the centre of the second, or to the point on the wall."""
    rows = np.searchsorted(frame.column["id"], contacts["first"])
    begin = frame.column["position"][rows]
    points = np.stack([begin, begin + contacts["branch"]], axis=1).reshape(-1, 3)
    lines = np.arange(len(points)).reshape(-1, 2)
    write_polydata(path, frame, points, "Lines", lines, None, contacts)


def write_shapes(path, frame, triangles, rows):
    """Writes triangles with the data of their bodies; rows: the body of each triangle."""
    data = {name: values[rows] for name, values in frame.column.items() if name != "position"}
    corners = np.arange(3 * len(triangles)).reshape(-1, 3)
    write_polydata(path, frame, triangles.reshape(-1, 3), "Polys", corners, None, data)


def write_walls(path, frame, walls, loads):
    """Writes the triangles of walls with their loads, name -> value of each triangle."""
    triangles = np.concatenate([surface.triangles for _, surface in walls])
    number = np.repeat(np.arange(len(walls)), [len(surface.triangles) for _, surface in walls])
    corners = np.arange(3 * len(triangles)).reshape(-1, 3)
    write_polydata(path, frame, triangles.reshape(-1, 3), "Polys", corners, None, {"wall": number, **loads})


def write_box(path, frame, grains):
    parts = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)], dtype=float)
    edges = [(a, b) for a in range(8) for b in range(a) if bin(a ^ b).count("1") == 1]
    write_polydata(path, frame, grains.corners(parts), "Lines", edges)


def write_series(path, kinds):
    """Writes a series of files over time; files of the same time are parts of it."""
    with whole_file(path) as out:
        out.write('<?xml version="1.0"?>\n<VTKFile type="Collection" version="0.1">\n<Collection>\n')
        for part, files in enumerate(kinds):
            for time, name in files:
                out.write(f'<DataSet timestep="{time:.17g}" part="{part}" file="{escape(name)}"/>\n')
        out.write("</Collection>\n</VTKFile>\n")
