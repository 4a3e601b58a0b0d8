"""Spheres for both programs: packings of packing-32k.csv, beds and flows computed by granum; and parameters for
which the laws of both programs are equal."""
import hashlib
import math
import os

from programs import HERE, KEPT, settings, simulate, text_of

TABLE = os.path.join(HERE, "packing-32k.csv")
CASE, BOX, CHUTE = (os.path.join(HERE, name) for name in ("packing.yaml", "box.yaml", "chute.yaml"))
EDGE, RADIUS = 29.6931456708, 0.5
COLUMNS = "id,x,y,z,vx,vy,vz,wx,wy,wz,radius"


def rows():
    """Returns [id, x, y, z, vx, vy, vz] of every sphere, as text."""
    with open(TABLE) as table:
        return [line.rstrip("\n").split(",") for line in table][2:]


def write_lammps(path):
    """The packing as the data file that LAMMPS reads."""
    spheres = [[*row, "0", "0", "0", "0.5"] for row in rows()]
    write_atoms(path, spheres, [1] * len(spheres), (0, 0, 0), (EDGE, EDGE, EDGE))


def write_atoms(path, spheres, types, lower, upper, density=1.0, spheres_of_body=0):
    """Rows as in COLUMNS as a data file that LAMMPS reads; with bodies of this number of consecutive spheres."""
    with open(path, "w") as out:
        out.write(f"spheres\n\n{len(spheres)} atoms\n{max(types)} atom types\n\n")
        out.writelines(f"{lower[a]} {upper[a]} {axis}lo {axis}hi\n" for a, axis in enumerate("xyz"))
        out.write("\nAtoms\n\n")
        for row, kind in zip(spheres, types):
            out.write(f"{row[0]} {kind} {2 * float(row[10])!r} {density} {' '.join(row[1:4])}\n")
        out.write("\nVelocities\n\n")
        out.writelines(f"{row[0]} {' '.join(row[4:10])}\n" for row in spheres)
        if spheres_of_body:
            out.write("\nMolecules\n\n")
            out.writelines(f"{row[0]} {1 + k // spheres_of_body}\n" for k, row in enumerate(spheres))


def write_table(path, spheres):
    """Rows as in COLUMNS as a table that granum reads, which numbers them."""
    with open(path, "w") as out:
        out.write(COLUMNS[len("id,") :] + "\n")
        out.writelines(",".join(row[1:]) + "\n" for row in spheres)


def write_repeated(path, times):
    """The packing repeated times[a] times along axis a, as a table that granum reads."""
    with open(path, "w") as out:
        out.write("id,x,y,z,vx,vy,vz\n")
        for number, (x, v) in enumerate(repeated(times), 1):
            out.write(f"{number},{x[0]:.10g},{x[1]:.10g},{x[2]:.10g},{','.join(v)}\n")


def repeated(times):
    """Positions, as numbers, and velocities, as text, of the packing repeated."""
    spheres = [([float(word) for word in row[1:4]], row[4:]) for row in rows()]
    for i in range(times[0]):
        for j in range(times[1]):
            for k in range(times[2]):
                for x, v in spheres:
                    yield (x[0] + i * EDGE, x[1] + j * EDGE, x[2] + k * EDGE), v


def cut(upper, large=(), radius=RADIUS, periodic=False):
    """Returns rows of the spheres of the packing that do not overlap large spheres [(centre, radius)] in a box; the
    large spheres come last. The small spheres then get this radius. Periodic: large spheres may reach across the
    faces."""
    kept = []
    for x, v in repeated([math.ceil(edge / EDGE) for edge in upper]):
        inside = all(RADIUS <= c <= edge - RADIUS for c, edge in zip(x, upper))
        if inside and all(gap(x, centre, upper if periodic else None) >= own + RADIUS for centre, own in large):
            kept.append([str(len(kept) + 1), *(f"{c:.10g}" for c in x), *v, "0", "0", "0", repr(radius)])
    for centre, own in large:
        kept.append([str(len(kept) + 1), *map(repr, centre), *"000000", repr(own)])
    return kept


def gap(one, other, sides):
    """Distance of two points, of the nearest images if the box has periodic sides."""
    if not sides:
        return math.dist(one, other)
    return math.hypot(*(math.remainder(a - b, side) for a, b, side in zip(one, other, sides)))


def state(case, sets, end):
    """Returns rows of all spheres at the end of a granum run, and whether each has prescribed motion; computed once
    and kept."""
    text = text_of(case) + repr((sets, end)).replace(KEPT, "")
    name = os.path.basename(case)[:-5] + "-" + hashlib.sha256(text.encode()).hexdigest()[:12]
    path = os.path.join(KEPT, name, "spheres.csv")
    if not os.path.exists(path):
        write_state(path, case, [*sets, f"time.end={end}", f"output.trajectory.every={end}"])
    with open(path) as table:
        spheres = [line.rstrip("\n").split(",") for line in table][1:]
    return [row[:11] for row in spheres], [row[11] == "1" for row in spheres]


def write_state(path, case, sets):
    folder = os.path.dirname(path)
    os.makedirs(folder, exist_ok=True)
    simulate(["run", case] + settings(sets), folder, "run")
    with open(path + ".new", "w") as out:
        out.write(COLUMNS + ",group\n")
        out.writelines(",".join(row) + "\n" for row in last_frame(os.path.join(folder, "run")))
    os.rename(path + ".new", path)


def last_frame(folder):
    """Returns rows as in COLUMNS, and the group, of the last frame of a run."""
    import h5py

    with h5py.File(os.path.join(folder, "results.h5")) as file:
        grains = file["particles/grains"]
        columns = [grains["id"][:], grains["position/value"][-1], grains["velocity/value"][-1]]
        columns += [grains["angular_velocity/value"][-1], grains["radius"][:], grains["group"][:]]
    for number, x, v, w, radius, group in zip(*columns):
        yield [str(number), *(repr(float(c)) for c in (*x, *v, *w, radius)), str(group)]


def history_rule():
    """--set values for gran/hertz/history 20000 NULL 50 NULL 0.3: F = sqrt(R d) (k d + m gamma v), 2/7 k and gamma/2
    along the contact."""
    k, gamma, radius = 20000.0, 50.0, 0.25
    normal = f"{{law: kuwabara_kono, stiffness: {k * math.sqrt(radius)!r}, damping: {gamma}}}"
    tangential = (
        f"{{law: hertz_history, stiffness: {2.0 * k / 7.0!r}, friction: 0.3, friction_pull: 0.3, "
        f"damping: {gamma / 2.0}, slider: total, area: displacement}}"
    )
    return [
        f"contacts.0.normal={normal}",
        f"contacts.0.tangential={tangential}",
        "contacts.0.lever=radius",
        "contacts.0.tension=allow",
    ]


def material_rule(rule=0, restitution=0.9, lever="mixed"):
    """--set values for pair_style granular, hertz/material 20000 0.9 0.3 tangential mindlin NULL 1.0 0.3 damping
    tsuji."""
    return [
        f"contacts.{rule}.normal={{law: tsuji, restitution: {restitution!r}, coefficient: polynomial}}",
        f"contacts.{rule}.tangential={{law: mindlin, friction: 0.3, friction_pull: 0.3, slider: total, "
        "area: displacement}",
        f"contacts.{rule}.lever={lever}",
        f"contacts.{rule}.tension=allow",
    ]


def wall_rule():
    """The second rule, for the walls of lammps-box.in: their restitution, and the radius as the arm of the torque."""
    return material_rule(1, 0.4207544299916737, "radius")


RULES = {"history": history_rule, "material": material_rule}
