"""`surfaces`: the walls of a bulk run in each frame as triangles, for ParaView."""
import numpy as np

from .grains import Grains
from .reader import PostError

DESCRIPTION = """Writes the walls of each frame of a bulk run as triangles to an XDMF file, which ParaView
and VisIt open beside results.xdmf, with the same times. Shapes are where they are in the frame; planes,
which have no end, are drawn as far as the box goes. Each triangle has the number of its wall, `wall`, in the order in
which the file names them in its first comment. Walls that are absent in a frame are left out of it."""


def add_options(command):
    command.add_argument("results", metavar="results.h5", help="of a run; its folder will do")
    command.add_argument("-o", "--output", metavar="FILE", help="default: walls.xdmf next to the results")


def item(values, form, kind):
    """Numbers [row][column] as the content of an element."""
    size = " ".join(map(str, np.shape(values)))
    rows = "\n".join(" ".join(format(x, form) for x in np.atleast_1d(row)) for row in values)
    number = f'NumberType="{kind}" Precision="8"'
    return f'<DataItem Dimensions="{size}" {number} Format="XML">\n{rows}\n</DataItem>'


def grid(time, number, triangles, wall):
    """One frame. Corners are not shared: each triangle has its own three."""
    corners = triangles.reshape(-1, 3)
    order = np.arange(len(corners)).reshape(-1, 3)
    return (
        f'<Grid Name="frame {number}" GridType="Uniform">\n<Time Value="{time:.17g}"/>\n'
        f'<Topology TopologyType="Triangle" NumberOfElements="{len(order)}">{item(order, "d", "Int")}</Topology>\n'
        f'<Geometry GeometryType="XYZ">{item(corners, ".9g", "Float")}</Geometry>\n'
        f'<Attribute Name="wall" AttributeType="Scalar" Center="Cell">{item(wall, "d", "Int")}</Attribute>\n'
        "</Grid>\n"
    )


def write(results, out):
    """To an open file, frame by frame; returns the names of the walls in the order of their numbers."""
    grains = Grains(results)
    names = sorted(grains.shapes)
    if not names:
        raise PostError("no walls in the frames of this run")
    told = ", ".join(f"{number} {name}" for number, name in enumerate(names)).replace("--", "- -")
    out.write(f'<?xml version="1.0"?>\n<!-- The attribute wall: {told}. -->\n<Xdmf Version="2.2">\n<Domain>\n')
    out.write('<Grid Name="walls" GridType="Collection" CollectionType="Temporal">\n')
    for number, time in enumerate(grains.time):
        grains.deform(number)
        found = grains.named_walls(number)
        if not found:
            continue
        triangles = np.concatenate([surface.triangles for _, surface in found])
        wall = np.repeat([names.index(name) for name, _ in found], [len(surface.triangles) for _, surface in found])
        out.write(grid(time, number, triangles, wall))
    out.write("</Grid>\n</Domain>\n</Xdmf>\n")
    return names
