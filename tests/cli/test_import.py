"""`granum-post import`: LAMMPS data files, and LAMMPS and LIGGGHTS dumps, as CSV files that granum reads; wrong files
are refused at their line; granum itself prints the command that converts such a file.
Labels: bulk input law mesh parallel record run time."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, run, simulate
from test_postprocess import post

top = tempfile.TemporaryDirectory()
rng = np.random.default_rng(4)
N = 200
sites = np.stack(np.meshgrid(*[np.arange(6)] * 3, indexing="ij"), -1).reshape(-1, 3)[:N]
position = (sites + 0.5) * 0.2 + rng.uniform(-1e-3, 1e-3, (N, 3))  # [cm]
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
    """Returns frames with different orders of lines; `values(i)` are the words after the id, in the order of the
    columns."""
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


def table(name, *options):
    """Returns the columns of the CSV file that granum-post writes."""
    made = os.path.join(top.name, "made.csv")
    told = post("import", name, "-o", made, *options)
    fact(told.returncode == 0, f"{os.path.basename(name)} {' '.join(options)}: {told.stderr}{told.stdout.strip()}")
    periodic = "periodic: [true, true, false]}" in told.stdout
    unknown = not periodic and "does not state which axes are periodic" in told.stderr
    fact(unknown if name.endswith(".data") else periodic, "the periodic axes are printed, or that they are unknown")
    return np.genfromtxt(made, delimiter=",", names=True)


def expected(length, mass, time, rows):
    """All columns in SI in the order of ids."""
    radius = diameter / 2
    columns = dict(zip("xyz", (position * length).T), radius=radius * length)
    columns["mass"] = density * 4 / 3 * np.pi * radius * radius * radius * mass
    columns.update({name: moves[:, k] * (length / time) for k, name in enumerate(("vx", "vy", "vz"))})
    columns.update({name: moves[:, k + 3] * (1 / time) for k, name in enumerate(("wx", "wy", "wz"))})
    return {name: values[rows] for name, values in columns.items()}


def same(found, wanted, tolerance=0):
    names = [name for name in found.dtype.names if name != "id"]
    close = all(np.allclose(found[name], wanted[name], rtol=tolerance, atol=0) for name in names)
    return (
        close and np.array_equal(found["id"], 1 + np.arange(len(found))) and names == [n for n in wanted if n in names]
    )


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
by_id = np.argsort(ids)
for form, name in files.items():
    told, units = (
        (["--units", "cgs"], (1e-2, 1e-3, 1)) if form == "data" else (["--scale", "1e-2", "0.7", "3"], (1e-2, 0.7, 3))
    )
    wanted = expected(*units, by_id)
    found = table(name, *told, *(["--frame", "0"] if form != "data" else []))
    if "LIGGGHTS" in form:
        wanted["mass"] = density[by_id] * 2e-3 * 0.7
    fact(
        len(found) == N and same(found, wanted, 1e-14 if "parts" in form else 0),
        f"{form}: all columns in the order of ids",
    )
name = files["dump of LIGGGHTS"]
first, last = table(name, "--units", "cgs", "--frame", "0"), table(name, "--units", "cgs")
fact(
    np.allclose(last["x"], first["x"] * 1.001, rtol=1e-15 * 4) and np.array_equal(last["y"], first["y"]),
    "the import takes the last frame by default",
)
chosen = by_id[kinds[by_id] == 2]
found = table(files["data"], "--units", "cgs", "--type", "2")
fact(same(found, expected(1e-2, 1e-3, 1, chosen)), "the import selects one type and numbers it without gaps")
results = simulate(path, os.path.join(top.name, "run"), [f"particles.grains.file={os.path.join(top.name, 'made.csv')}"])
with h5py.File(results) as f:
    fact(np.array_equal(f["particles/grains/radius"][()], found["radius"]), "granum check reads the imported CSV file")
for form in files:
    for ranks in (1, 2):
        told = run(["check", path, "--set", f"particles.grains.file={files[form]}"], ranks, check=False)
        command = f"{files[form]}:1:1: is a file of LAMMPS; type `granum-post import {files[form]} --units si -o "
        fact(told.returncode == 2 and command in told.stderr, told.stderr.strip())

good = data()
twice = good.replace(f"\n{ids[7]} {kinds[7]} ", f"\n{ids[8]} {kinds[8]} ")
whole = dump(SPHERE, lambda i: (kinds[i], *position[i], *moves[i]), 1)
lines = good.splitlines(keepends=True)
WRONG = [  # file, options, fragment of the message
    ("cut.data", "".join(lines[:120]), "--units cgs", ":17:1: Atoms has 103 of 200 particles; give a complete file"),
    (
        "word.data",
        good.replace(lines[20], lines[20].replace(" ", " x", 3)),
        "--units cgs",
        ":21:1: type is not a number; ",
    ),
    ("twice.data", twice, "--units cgs", "the ids are not those of Atoms; "),
    ("twice-2.data", twice.split("Velocities")[0], "--units cgs", "is given twice; give every particle a unique id"),
    ("bond.data", good.replace("# sphere", "# bond"), "--units cgs", ":16:1: the atoms are not of atom_style sphere; "),
    ("tilted.data", good.replace("zlo zhi", "zlo zhi\n0.1 0 0 xy xz yz"), "--units cgs", ":9:1: the box is tilted; "),
    ("bed.data", good, "--units lj", "invalid choice"),
    ("bed.data", good, "--type 2", ":1:1: the file does not state its units; add --units "),
    ("bed.data", good, "--scale 1 0 1", "--scale: a number is not positive; "),
    ("bed.data", good, "--units cgs --type 4", "no particle is of type 4; the types are 1, 2, 3"),
    ("kinds.dump", whole.replace(" type ", " kind "), "--units cgs --type 1", "has no column type; remove --type"),
    ("short.dump", whole[: len(whole) // 2], "--units cgs", ":9:1: ITEM: ATOMS has "),
    ("line.dump", whole.rstrip().rsplit(" ", 1)[0], "--units cgs", ":209:1: omegaz is not a number; "),
    ("axis.dump", whole.replace(" y ", " q "), "--units cgs", ":9:1: there is no column y, yu or ys; dump"),
    ("head.dump", whole[:40], "--units cgs", ":1:1: the file ends within the head of a frame; "),
    ("frames.dump", whole, "--units cgs --frame 1", "there is no frame 1; the dump has frames 0 to 0"),
    ("lj.dump", "ITEM: UNITS\nlj\n" + whole, "--frame 0", ":2:1: the units are lj; add --scale LENGTH MASS TIME"),
    ("si.dump", "ITEM: UNITS\nsi\n" + whole, "--units cgs", ":2:1: the file states units si, not cgs; "),
    ("some.csv", "x,y,z,radius\n1,2,3,1e-3\n", "--units si", ":1:1: neither a dump (ITEM: TIMESTEP) nor a data file"),
]
for name, text, options, what in WRONG:
    told = post("import", write(name, text), "-o", os.path.join(top.name, "none.csv"), *options.split())
    fact(told.returncode == 2 and what in told.stderr, f"{name} {options}: {told.stderr.strip()[-150:]}")
fact(not os.path.exists(os.path.join(top.name, "none.csv")), "the refused import writes no file")
told = table(write("said.dump", "ITEM: UNITS\nsi\n" + whole))
fact(np.array_equal(told["x"], position[by_id, 0]), "the import uses the units stated in the dump")
told = run(["check", path, "--set", "particles.grains.file=nowhere.dump"], check=False)
fact(told.returncode == 4 and "nowhere.dump: could not be read: No such file" in told.stderr, told.stderr.strip())
os.unlink(path)
done()
