"""`surfaces`: the walls of a bulk run in each frame as triangles, for ParaView."""
import numpy as np

from . import loads
from .grains import Grains
from .reader import PostError

DESCRIPTION = """Writes the walls of each frame of a bulk run as triangles to an XDMF file. ParaView and VisIt open it
beside results.xdmf, with the same times. Walls are at their positions in the frame; infinite planes are clipped to the
box. Each triangle has the number of its wall, `wall`; the first comment of the file lists the names in this order. The
triangles of meshes also have the loads and the wear that the run has recorded for them, other triangles nan. Absent
walls are left out of a frame."""


def add_options(command):
    command.add_argument("results", metavar="results.h5", help="results.h5 of a run, or its folder")
    command.add_argument("-o", "--output", metavar="FILE", help="default: walls.xdmf next to the results")


def item(values, form, kind):
    """Returns an element with numbers [row][column] as its content."""
    size = " ".join(map(str, np.shape(values)))
    rows = "\n".join(" ".join(format(x, form) for x in np.atleast_1d(row)) for row in values)
    number = f'NumberType="{kind}" Precision="8"'
    return f'<DataItem Dimensions="{size}" {number} Format="XML">\n{rows}\n</DataItem>'


def attribute(name, values):
    """Returns the element of a number or a vector of each triangle."""
    kind, form = ("Int", "d") if values.dtype.kind in "iu" else ("Float", ".9g")
    rank = "Vector" if values.ndim == 2 else "Scalar"
    return f'<Attribute Name="{name}" AttributeType="{rank}" Center="Cell">{item(values, form, kind)}</Attribute>\n'


def grid(time, number, triangles, columns):
    """Returns the element of one frame. Each triangle has its own three corners. columns: name -> value of each
    triangle."""
    corners = triangles.reshape(-1, 3)
    order = np.arange(len(corners)).reshape(-1, 3)
    return (
        f'<Grid Name="frame {number}" GridType="Uniform">\n<Time Value="{time:.17g}"/>\n'
        f'<Topology TopologyType="Triangle" NumberOfElements="{len(order)}">{item(order, "d", "Int")}</Topology>\n'
        f'<Geometry GeometryType="XYZ">{item(corners, ".9g", "Float")}</Geometry>\n'
        + "".join(attribute(name, values) for name, values in columns.items())
        + "</Grid>\n"
    )


def write(results, out):
    """Writes to an open file, frame by frame; returns the names of the walls in the order of their numbers."""
    grains = Grains(results)
    names = sorted(grains.shapes)
    if not names:
        raise PostError("no walls in the frames of this run")
    listed = ", ".join(f"{number} {name}" for number, name in enumerate(names)).replace("--", "- -")
    out.write(f'<?xml version="1.0"?>\n<!-- The attribute wall: {listed}. -->\n<Xdmf Version="2.2">\n<Domain>\n')
    out.write('<Grid Name="walls" GridType="Collection" CollectionType="Temporal">\n')
    for number, time in enumerate(grains.time):
        grains.deform(number)
        found = grains.named_walls(number)
        if not found:
            continue
        triangles = np.concatenate([surface.triangles for _, surface in found])
        wall = np.repeat([names.index(name) for name, _ in found], [len(surface.triangles) for _, surface in found])
        out.write(grid(time, number, triangles, {"wall": wall, **loads.columns(results, found, time)}))
    out.write("</Grid>\n</Domain>\n</Xdmf>\n")
    return names
