"""Bad meshes: one message with place, error and correction; exit code 2 on any rank; nothing is written. For usable
meshes with defects: a warning, and a line of `granum check`. The reader itself has a unit test.
Labels: bulk input law mesh parallel run wall."""
import os
import struct
import tempfile

from granum_test import done, fact, run

folder = tempfile.mkdtemp(prefix="granum-mesh-")
CASE = """\
dimension: 3
domain: {lower: [-1 cm, -1 cm, -1 cm], upper: [11 cm, 11 cm, 11 cm]}
materials:
  glass: {density: 2500 kg/m^3, youngs_modulus: 10 MPa, poisson_ratio: 0.2}
contacts:
  - {between: '*', normal: {law: hertz}}
particles:
  grains: {at: {position: [5 cm, 5 cm, 5 cm]}, material: glass, radius: 3 mm}
walls:
  box: {shape: mesh, file: box.stl, unit: mm, material: glass}
time: {end: 1 ms}
"""
CORNERS = [(x, y, z) for x in (0, 100) for y in (0, 100) for z in (0, 100)]
SIDES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
BOX = [tuple(CORNERS[i] for i in three) for a, b, c, d in SIDES for three in ((a, b, c), (a, c, d))]


def binary(triangles, count=None):
    count = len(triangles) if count is None else count
    facets = [struct.pack("<12fH", 0, 0, 0, *[x for corner in t for x in corner], 0) for t in triangles]
    return b"solid but binary".ljust(80) + struct.pack("<I", count) + b"".join(facets)


def text(triangles, scale=1):
    lines = ["solid box"]
    for t in triangles:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += ["vertex " + " ".join(str(scale * x) for x in corner) for corner in t]
        lines += ["endloop", "endfacet"]
    return "\n".join(lines + ["endsolid box"]) + "\n"


def write(name, content):
    with open(os.path.join(folder, name), "wb") as f:
        f.write(content if isinstance(content, bytes) else content.encode())
    return os.path.join(folder, name)


def attempt(command, content, changes, ranks=1):
    write("box.stl", content)
    changed = CASE
    for old, new in changes:
        assert old in changed
        changed = changed.replace(old, new)
    out = ["-o", os.path.join(folder, "out")] if command == "run" else []
    return run([command, write("case.yaml", changed)] + out, ranks, check=False)


nan = binary(BOX)[: 84 + 50 * 2 + 12] + b"\0\0\xc0\x7f" + binary(BOX)[84 + 50 * 2 + 16 :]
turned = [BOX[0][::-1]] + BOX[1:]
BAD = [  # content of box.stl, changes of the case (old, new), beginning of the message, its end or a fragment, ranks
    (b"", [], "box.stl: is empty", "give an STL or OBJ file", 3),
    ("solid\nendsolid\n", [], "box.stl: has no triangles", "export the mesh again", 1),
    (b"\x89PNG....", [], "box.stl: is not an STL file: it has 8 bytes", "give an STL or OBJ file", 1),
    (binary(BOX)[:-7], [], "box.stl: byte 80: is a binary STL of 12 triangles", "has 677: it is cut short", 1),
    (binary(BOX) + b"end", [], "box.stl: byte 80: is a binary STL of 12 triangles", "it continues after them", 1),
    (binary(BOX, 13), [], "box.stl: byte 80: is a binary STL of 13 triangles", "is cut short", 1),
    (nan, [], "box.stl: byte 196, triangle 3: a coordinate is nan", "export the mesh again", 3),
    (
        text(BOX)[: text(BOX).index("endfacet")],
        [],
        "box.stl:7:8: the file ends where 'endfacet' should",
        "it is cut short",
        1,
    ),
    (text(BOX) + "bye\n", [], "box.stl:87:1: 'bye' follows the end of the solid", "remove", 1),
    (text(BOX).replace("100 0", "nan 0", 1), [], "box.stl:", "'nan' is not a coordinate; write a number of at most", 1),
    (text(BOX).replace("100 0", "1e99 0", 1), [], "box.stl:", "'1e99' is not a coordinate", 1),
    (text(BOX).replace("100 0", "1,5 0", 1), [], "box.stl:", "'1,5' is not a number; write a coordinate such as", 1),
    (text(BOX).replace("endloop", "", 1), [], "box.stl:8:1: 'endfacet' is in the place of 'endloop'", "export", 1),
    (binary([((0, 0, 0),) * 3] * 5), [], "box.stl: all 5 triangles are degenerate", "export the mesh again", 1),
    (binary(BOX), [("box.stl", "none.stl")], "none.stl: cannot be read: No such file or directory", "give the path", 3),
    (binary(BOX), [("box.stl", "sub.stl")], "sub.stl: cannot be read: Is a directory", "give the path", 1),
    (binary(BOX), [("box.stl", "box.ply")], "box.ply: the name ends neither in .stl nor in .obj", "give an STL", 1),
    (binary(BOX), [("box.stl", "bad.obj")], "bad.obj:2:7: there is no vertex 2: there are 1 so far", "write", 1),
    (binary(BOX[1:]), [("unit: mm", "unit: mm, closed: true")], "box.stl: is not closed: 3 edges", "closed: false", 3),
    (
        binary(turned),
        [("unit: mm", "unit: mm, closed: true")],
        "box.stl: the mesh is not closed, or its",
        "different orientations",
        1,
    ),
    (binary(BOX), [("unit: mm, ", "")], "box.stl: is 833 times as large as the domain", "write walls.box.unit: mm", 1),
    (text(BOX, 1e-6), [("unit: mm, ", "")], "box.stl: is 1.2e+03 times smaller than the domain", "walls.box.unit", 1),
    (binary(BOX), [("unit: mm", "unit: inch")], "case.yaml:10:43: walls.box.unit: 'inch' is not known", "", 1),
    (binary(BOX), [("unit: mm", "scale: 0")], "case.yaml:10:44: walls.box.scale", "", 1),
    (binary(BOX), [("unit: mm", "scale: 1e308, unit: ft")], "box.stl: a coordinate overflows", "smaller scale", 1),
    (
        binary(BOX),
        [("file: box.stl, ", "")],
        "case.yaml:10:3: walls.box.file: is missing; give the name of an STL",
        "",
        1,
    ),
    (binary(BOX), [("file: box.stl", "file: ''")], "case.yaml:10:28: walls.box.file: is empty; write the name", "", 1),
    (binary(BOX), [("unit: mm", "unit: mm, side: lower_x")], "case.yaml:10:47: walls.box.side: unknown key", "", 1),
    (
        binary(BOX),
        [("unit: mm", "turn_axis: [0, 0, 0]")],
        "case.yaml:10:48: walls.box.turn_axis: has no direction",
        "",
        1,
    ),
    (
        binary(BOX),
        [("unit: mm", "unit: mm, servo: {stress: 1 kPa, max_speed: 1 m/s}")],
        "case.yaml:10:47: walls.box.servo",
        "",
        1,
    ),
    (binary(BOX), [("dimension: 3", "dimension: 2")], "case.yaml:10:9: walls.box.shape: a mesh is a surface", "", 1),
    (
        binary(BOX),
        [("upper: [11 cm, 11 cm, 11 cm]", "upper: [11 cm, 11 cm, 11 cm], periodic: [true, false, false]")],
        "case.yaml:10:3: walls.box: a mesh does not repeat itself along the periodic side x",
        "write false in domain.periodic for x",
        1,
    ),
]


def test_bad():
    os.mkdir(os.path.join(folder, "sub.stl"))
    write("box.ply", "ply\n")
    write("bad.obj", "v 0 0 0\nf 1 1 2\n")
    for content, changes, begin, inside, ranks in BAD:
        for command in ("check", "run") if ranks > 1 else ("run",):
            ended = attempt(command, content, changes, ranks)
            lines = ended.stderr.strip().splitlines()
            message = [line for line in lines if line.startswith("granum: ")]
            good = ended.returncode == 2 and len(message) == 1 and inside in message[0]
            good = good and message[0].startswith("granum: " + os.path.join(folder, begin))
            fact(good and not os.path.exists(os.path.join(folder, "out")), f"{command}, {ranks} ranks: {begin}")
            if not good:
                print(ended.returncode, ended.stderr, ended.stdout[-300:])


def test_odd():
    """Triangles that are left out, reversed or far away give one warning each; the results equal the results
    of the mesh without them."""
    odd = BOX[:3] + [BOX[1], ((1, 1, 1), (2, 2, 2), (3, 3, 3))] + BOX[3:]
    clean = attempt("check", binary(BOX), [])
    ended = attempt("check", text(odd), [], 3)
    warning = "box.stl: of 14 triangles 1 have no area and 1 repeat an earlier triangle; granum leaves them out"
    fact(ended.stderr.count(warning) == 1 and not clean.stderr, "one warning counts the triangles that are left out")
    for what in ("12 triangles, 8 vertices, area 0.06 m^2, closed, volume 0.001 m^3, triangles face outwards",):
        fact(what in clean.stdout and what in ended.stdout, what)
    fact(
        "from [0, 0, 0] to [0.1, 0.1, 0.1] m, edges of 0.1 to 0.141 m" in clean.stdout,
        "check prints the bounding box of the mesh and the range of its edge lengths",
    )
    fact("left out: 1 triangles without area, 1 duplicates" in ended.stdout, "check counts the omitted triangles")
    ended = attempt("check", binary(turned), [])
    words = "  3 edges whose two triangles have opposite orientations, the first near"
    fact(words in ended.stdout, "check counts the edges at which a triangle is turned over")
    ended = attempt("check", binary(BOX[1:]), [])
    fact(
        "not closed" in ended.stdout and "  3 edges with one triangle, the first near" in ended.stdout,
        "check counts the edges with one triangle, at which the mesh is open",
    )
    ended = attempt("check", binary(BOX), [("unit: mm", "unit: m")])
    fact(
        ended.returncode == 0 and "is 833 times as large as the domain" in ended.stderr,
        "a mesh much larger than the domain, with its unit stated: only a warning",
    )
    ended = attempt("check", binary(BOX), [("unit: mm", "unit: mm, position: [1, 0, 0]")])
    fact(
        "is beyond the domain, from [1, 0, 0] to [1.1, 0.1, 0.1] m" in ended.stderr,
        "a mesh outside the domain: a warning",
    )
    ended = attempt(
        "check", binary(BOX), [("unit: mm", "unit: cm, scale: 0.1, turn_axis: [0, 0, 2], turn_angle: 90 deg")]
    )
    fact("from [-0.1, 0, 0] to [0, 0.1, 0.1] m" in ended.stdout, "a turn by 90 degrees has no rounding error")


test_bad()
test_odd()
done()
