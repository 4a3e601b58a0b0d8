"""LAMMPS data files, and LAMMPS and LIGGGHTS dumps, as groups: the bits of `granum-post import` and its CSV, on any
ranks; files that are wrong are refused at their line."""
import os
import subprocess
import tempfile

import h5py
import numpy as np
from granum_test import SOURCE, case, done, fact, run, simulate

top = tempfile.TemporaryDirectory()
rng = np.random.default_rng(4)
N = 200
sites = np.stack(np.meshgrid(*[np.arange(6)] * 3, indexing="ij"), -1).reshape(-1, 3)[:N]
position = (sites + 0.5) * 0.2 + rng.uniform(-1e-3, 1e-3, (N, 3))  # in cm
diameter, density = rng.uniform(0.16, 0.19, N), rng.uniform(2, 3, N)
moves, ids, kinds = rng.normal(0, 5, (N, 6)), 3 + rng.permutation(500)[:N], 1 + np.arange(N) % 3
CASE = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [12 mm, 12 mm, 15 mm], periodic: [true, true, false]}
materials: {m: {density: 2500, youngs_modulus: 1 MPa, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: hertz}}]
particles: {grains: {file: FILE, material: m}}
time: {end: 20 us, step: 10 us}
output: {trajectory: {every: 20 us}}
"""
path = case(CASE)


def write(name, text):
    with open(os.path.join(top.name, name), "w", newline="") as file:
        file.write(text)
    return os.path.join(top.name, name)


def row(*words):
    return " ".join(repr(float(word)) if isinstance(word, float) else str(word) for word in words) + "\n"


def data():
    lines = "a comment\n\n200 atoms\n3 atom types\n\n0 1.2 xlo xhi\n0 1.2 ylo yhi\n0 1.5 zlo zhi\n\nMasses # none\n\n"
    lines += "1 1.0\n2 1.0\n3 1.0\n\nAtoms # sphere\n\n"
    for i in range(N):
        lines += row(ids[i], kinds[i], diameter[i], density[i], *position[i], 0, 0, 0)
    lines += "\nVelocities\n\n"
    for i in rng.permutation(N):
        lines += row(ids[i], *moves[i])
    return lines


def dump(columns, values, frames=2, end="\n"):
    """Frames whose order of lines differs; `values(i)` are the words behind the id, in the order of the columns."""
    lines = ""
    for frame in range(frames):
        lines += (
            f"ITEM: TIMESTEP\n{frame}\nITEM: NUMBER OF ATOMS\n{N}\nITEM: BOX BOUNDS pp pp ff\n0 1.2\n0 1.2\n0 1.5\n"
        )
        lines += f"ITEM: ATOMS id {columns} \n"
        for i in rng.permutation(N):
            lines += row(
                ids[i], *(value * (1 + 1e-3 * frame) if k == 1 else value for k, value in enumerate(values(i)))
            )
    return lines.replace("\n", end)


def state(results):
    with h5py.File(results) as f:
        grains = f["particles/grains"]
        names = ("position", "velocity", "angular_velocity")
        return [np.ravel(grains[name][()]) for name in ("id", "radius", "mass")] + [
            grains[name]["value"][()] for name in names
        ]


def imported(name, *options):
    """State of a run of the CSV file that granum-post makes."""
    table = os.path.join(top.name, "made.csv")
    command = [os.path.join(SOURCE, "postprocess/granum-post"), "import", name, "-o", table, *options]
    subprocess.run(command, check=True)
    return state(simulate(path, os.path.join(top.name, "csv"), [f"particles.grains.file={table}"]))


def same(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one, other))


SPHERE = "type x y z vx vy vz omegax omegay omegaz"
files = {
    "data": write("bed.data", data()),
    "dump of LIGGGHTS": write(
        "liggghts.dump",
        dump(
            SPHERE + " radius mass fx",
            lambda i: (kinds[i], *position[i], *moves[i], diameter[i] / 2, density[i] * 2e-3, 0.5),
            end="\r\n",
        ),
    ),
    "dump of parts of the box": write(
        "parts.dump",
        dump(
            "diameter density c_1 zs ysu xs vx vy",
            lambda i: (diameter[i], density[i], 7, *(position[i] / [1.2, 1.2, 1.5])[::-1], *moves[i][:2]),
        ),
    ),
}
for form, name in files.items():
    units, told = ("units: cgs", ["--units", "cgs"])
    if form != "data":
        units, told = ("scale: [1e-2, 0.7, 3]", ["--scale", "1e-2", "0.7", "3"])
    sets = [f"particles.grains.file={{path: {name}, {units}}}"]
    wanted = imported(name, *told)
    found = simulate(path, os.path.join(top.name, "one"), sets)
    fact(len(wanted[0]) == N and same(state(found), wanted), f"{form}, {units}: the bits of import and CSV")
    for ranks in (2, 3) if form == "data" else (3,):
        other = simulate(path, os.path.join(top.name, str(ranks)), sets, ranks)
        told = run(["diff", found, other], check=False)
        fact(told.returncode == 0, f"{form}: same bits on {ranks} ranks {told.stdout.strip()}")
name = files["dump of LIGGGHTS"]
wanted = imported(name, "--units", "cgs", "--frame", "0")
found = simulate(path, os.path.join(top.name, "one"), [f"particles.grains.file={{path: {name}, units: cgs, frame: 0}}"])
fact(same(state(found), wanted), "another frame")
found = state(
    simulate(
        path, os.path.join(top.name, "one"), [f"particles.grains.file={{path: {files['data']}, units: cgs, type: 2}}"]
    )
)
chosen = np.flatnonzero(kinds == 2)[np.argsort(ids[kinds == 2])]
fact(
    np.array_equal(found[1], diameter[chosen] / 2 * 1e-2) and np.array_equal(found[0], 1 + np.arange(len(chosen))),
    "one type, in the order of ids, without gaps",
)

good = data()
twice = good.replace(f"\n{ids[7]} {kinds[7]} ", f"\n{ids[8]} {kinds[8]} ")
whole = dump(SPHERE, lambda i: (kinds[i], *position[i], *moves[i]), 1)
lines = good.splitlines(keepends=True)
WRONG = [  # a file, what is said of it besides the path, what the message must have
    (
        "cut.data",
        "".join(lines[:120]),
        "units: cgs",
        ":16:1: Atoms has 103 of 200 particles; give a file that is whole",
    ),
    ("word.data", good.replace(lines[20], lines[20].replace(" ", " x", 3)), "units: cgs", ":21:"),
    ("twice.data", twice, "units: cgs", "is given on line"),
    (
        "styles.data",
        good.replace("# sphere", "# bond"),
        "units: cgs",
        ":16:1: the atoms are not of atom_style sphere; ",
    ),
    ("bed.data", good, "units: micro", ":6:1: the box is 1.2e-06 m long along x, and domain"),
    ("bed.data", good, "units: lj", "write scale: [LENGTH, MASS, TIME]"),
    ("bed.data", good, "type: 2", "does not say its units; write file: {path: "),
    ("bed.data", good, "units: cgs, type: 4", "particles.grains.file.type: no particle of"),
    ("sizes.dump", whole, "units: cgs", "particles.grains.radius: is missing, and"),
    (
        "short.dump",
        whole[: len(whole) // 2],
        "units: cgs",
        " values; give a file that is whole, with one particle a line",
    ),
    ("axis.dump", whole.replace(" y ", " q "), "units: cgs", ":9:1: there is no column y, yu or ys; dump"),
    ("head.dump", whole[:40], "units: cgs", "the file ends within the head of a frame; "),
    ("frames.dump", whole, "units: cgs, frame: 1", "the dump has 1 frames, from 0, and 1 is none of them; "),
    ("lj.dump", "ITEM: UNITS\nlj\n" + whole, "frame: 0", "says units lj; add scale: [LENGTH, MASS, TIME]"),
    ("si.dump", "ITEM: UNITS\nsi\n" + whole, "units: cgs", "is not what"),
    ("some.csv", "x,y,z,radius\n1,2,3,1e-3\n", "units: si", "belongs to files of LAMMPS and LIGGGHTS"),
]
for number, (name, text, said, what) in enumerate(WRONG):
    sets = f"particles.grains.file={{path: {write(name, text)}, {said}}}"
    told = run(["check", path, "--set", sets], ranks=2 if number % 5 == 0 else 1, check=False)
    right = told.returncode == 2 and told.stderr.count("granum: ") == 1 and what in told.stderr
    fact(right, f"{name}, {said}: {told.stderr.splitlines()[0][-150:]}")
told = run(["check", path, "--set", "particles.grains.file={path: nowhere.dump, units: si}"], check=False)
fact(told.returncode == 4 and "nowhere.dump: could not be read: No such file" in told.stderr, told.stderr.strip())
os.unlink(path)
done()
