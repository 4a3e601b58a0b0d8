"""The packing of packing-32k.csv for both programs, and the parameters with which their laws are the same."""
import math
import os

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "packing-32k.csv")
CASE = os.path.join(HERE, "packing.yaml")
EDGE, RADIUS = 29.6931456708, 0.5


def rows():
    """[id, x, y, z, vx, vy, vz] of every sphere, as text."""
    with open(TABLE) as table:
        return [line.rstrip("\n").split(",") for line in table][2:]


def write_lammps(path):
    """The data file that LAMMPS reads."""
    spheres = rows()
    with open(path, "w") as out:
        out.write(f"packing\n\n{len(spheres)} atoms\n1 atom types\n\n")
        out.writelines(f"0 {EDGE} {axis}lo {axis}hi\n" for axis in "xyz")
        out.write("\nAtoms\n\n")
        out.writelines(f"{r[0]} 1 1.0 1.0 {r[1]} {r[2]} {r[3]}\n" for r in spheres)
        out.write("\nVelocities\n\n")
        out.writelines(f"{r[0]} {r[4]} {r[5]} {r[6]} 0 0 0\n" for r in spheres)


def write_repeated(path, times):
    """The packing repeated times[a] times along axis a, as a table that granum reads."""
    spheres = [[float(word) for word in r[1:4]] + r[4:] for r in rows()]
    number = 0
    with open(path, "w") as out:
        out.write("id,x,y,z,vx,vy,vz\n")
        for i in range(times[0]):
            for j in range(times[1]):
                for k in range(times[2]):
                    for x, y, z, *v in spheres:
                        number += 1
                        out.write(
                            f"{number},{x + i * EDGE:.10g},{y + j * EDGE:.10g},{z + k * EDGE:.10g},{','.join(v)}\n"
                        )
    return number


def same_damping(restitution):
    """The restitution at which granum's tsuji has the coefficient of LAMMPS' damping tsuji, a polynomial alpha(e) good to 1e-3:
    alpha = sqrt(5)/2 g1, g1 = 2 L/sqrt(pi^2 + L^2), L = -ln e."""
    alpha = 0.0
    for coefficient in (4.8218, -18.022, 27.467, -22.348, 11.087, -4.2783, 1.2728):
        alpha = alpha * restitution + coefficient
    loss = 2.0 * alpha / math.sqrt(5.0)
    return math.exp(-math.pi * loss / math.sqrt(4.0 - loss * loss))


def history_rule():
    """--set values for gran/hertz/history 20000 NULL 50 NULL 0.3: F = sqrt(R d) (k d + m gamma v), 2/7 k and gamma/2 along the contact."""
    k, gamma, mass, radius = 20000.0, 50.0, math.pi / 12.0, 0.25
    normal = f"{{law: kuwabara_kono, stiffness: {k * math.sqrt(radius)!r}, dissipation_time: {2.0 * mass * gamma / (3.0 * k)!r}}}"
    tangential = f"{{law: hertz_history, stiffness: {2.0 * k / 7.0!r}, friction: 0.3, friction_pull: 0.3, damping: {gamma / 2.0}}}"
    return [
        f"contacts.0.normal={normal}",
        f"contacts.0.tangential={tangential}",
        "contacts.0.lever=radius",
        "contacts.0.tension=allow",
    ]


def material_rule():
    """--set values for pair_style granular, hertz/material 20000 0.9 0.3 tangential mindlin NULL 1.0 0.3 damping tsuji."""
    return [
        f"contacts.0.normal={{law: tsuji, restitution: {same_damping(0.9)!r}, coefficient: published}}",
        "contacts.0.tangential={law: mindlin, friction: 0.3, friction_pull: 0.3}",
        "contacts.0.lever=mixed",
        "contacts.0.tension=allow",
    ]


RULES = {"history": history_rule, "material": material_rule}
