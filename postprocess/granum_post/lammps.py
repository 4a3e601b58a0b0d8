"""`import`: particles of LAMMPS and LIGGGHTS as a CSV file that `particles: NAME: file` reads."""
import numpy as np

from .reader import PostError

DESCRIPTION = """Makes of a LAMMPS data file (atom_style sphere), or a frame of a LAMMPS or LIGGGHTS text dump, a CSV
file in SI that `particles: NAME: file` reads. --units says in which units it is; a length, a mass and a time may be
given instead, in m, kg and s. Particles are numbered from 1 in the order of their ids."""
UNITS = {"si": (1.0, 1.0, 1.0), "cgs": (1e-2, 1e-3, 1.0), "micro": (1e-6, 1e-18, 1e-6)}
COLUMNS = ("x", "y", "z", "radius", "mass", "vx", "vy", "vz", "wx", "wy", "wz")
# Names of the same, the first of which counts. The simulator has them, and the formulas of `scaled`, in
# src/particle/fill/lammps_columns.c: a test compares the two.
NAMES = {axis: (axis, axis + "u", axis + "s", axis + "su") for axis in "xyz"}
NAMES.update({"w" + axis: ("omega" + axis, "w" + axis) for axis in "xyz"})


def add_options(command):
    command.add_argument("results", metavar="FILE", help="a data file or a text dump")
    command.add_argument("-o", "--output", required=True, metavar="FILE.csv", help="what is written")
    units = command.add_mutually_exclusive_group(required=True)
    units.add_argument("--units", choices=tuple(UNITS), help="units of the file, as LAMMPS calls them")
    units.add_argument("--scale", nargs=3, type=float, metavar=("LENGTH", "MASS", "TIME"), help="its units in m, kg, s")
    command.add_argument("--frame", type=int, default=-1, metavar="N", help="of a dump, from 0; default: the last one")


def numbers(rows, columns, where):
    """Name -> numbers; rows are lists of words."""
    try:
        table = np.array([row[: len(columns)] for row in rows], dtype=float).reshape(-1, len(columns))
    except ValueError:
        raise PostError(f"{where}: a line has not the numbers {' '.join(columns)}") from None
    if not len(table):
        raise PostError(f"{where}: no particle is there")
    return {name: table[:, k] for k, name in enumerate(columns)}


def named(found, bounds):
    """Columns by the names of a CSV file; of several that say the same, the first."""
    for name, others in NAMES.items():
        there = next((other for other in others if other in found), None)
        if there is None:
            continue
        values = found[there]
        if there in (name + "s", name + "su"):
            lower, upper = bounds["xyz".index(name)]
            values = lower + values * (upper - lower)
        found[name] = values
    return found


def read_dump(lines, frame):
    begins = [k for k, line in enumerate(lines) if line.startswith("ITEM: TIMESTEP")]
    if not -len(begins) <= frame < len(begins):
        raise PostError(f"there is no frame {frame}; the dump has frames 0 to {len(begins) - 1}")
    begin = begins[frame]
    end = min([k for k in begins if k > begin], default=len(lines))
    head = next((k for k in range(begin, end) if lines[k].startswith("ITEM: ATOMS")), None)
    if head is None:
        raise PostError("this frame has no line ITEM: ATOMS")
    number = int(lines[lines.index("ITEM: NUMBER OF ATOMS", begin) + 1])
    rows = [line.split() for line in lines[head + 1 : end]]
    if len(rows) != number:
        raise PostError(f"the frame has {len(rows)} of {number} particles; the dump ends too early")
    found = lines[head].split()[2:]
    known = {"id", "diameter", "density", *COLUMNS, *(name for names in NAMES.values() for name in names)}
    kept = [k for k, name in enumerate(found) if name in known]
    box = next((k for k in range(begin, head) if lines[k].startswith("ITEM: BOX BOUNDS")), None)
    bounds = [[float(word) for word in lines[box + k].split()[:2]] for k in (1, 2, 3)] if box is not None else None
    return named(numbers([[row[k] for k in kept] for row in rows], [found[k] for k in kept], "ITEM: ATOMS"), bounds)


def section(lines, name):
    """Lines of a section of a data file, in the order of their ids."""
    begin = next((k for k, line in enumerate(lines) if line.split("#")[0].strip() == name), None)
    if begin is None:
        return None
    rows = []
    for line in lines[begin + 2 :]:
        words = line.split("#")[0].split()
        if not words:
            break
        rows.append(words)
    return sorted(rows, key=lambda row: int(row[0]))


def read_data(lines):
    atoms = section(lines, "Atoms")
    if atoms is None:
        raise PostError("neither a dump (ITEM: TIMESTEP) nor a data file (Atoms)")
    found = numbers(atoms, ["id", "type", "diameter", "density", "x", "y", "z"], "Atoms, atom_style sphere")
    moves = section(lines, "Velocities")
    if moves:
        moved = numbers(moves, ["id", "vx", "vy", "vz", "wx", "wy", "wz"], "Velocities")
        if not np.array_equal(moved["id"], found["id"]):
            raise PostError("Velocities: not of the ids of Atoms")
        found.update({name: moved[name] for name in COLUMNS[5:]})
    return found


def scaled(found, length, mass, time):
    """In SI; radius and mass of what says them otherwise."""
    if "diameter" in found and "radius" not in found:
        found["radius"] = found["diameter"] / 2
    if "density" in found and "mass" not in found and "radius" in found:
        found["mass"] = found["density"] * 4 / 3 * np.pi * found["radius"] * found["radius"] * found["radius"]
    missing = [name for name in ("x", "y", "z", "radius") if name not in found]
    if missing:
        raise PostError(f"has no column {missing[0]}; dump id type x y z vx vy vz omegax omegay omegaz radius mass")
    units = {"mass": mass, **{name: length for name in ("x", "y", "z", "radius")}}
    units.update({name: length / time for name in ("vx", "vy", "vz")})
    units.update({name: 1 / time for name in ("wx", "wy", "wz")})
    return {name: found[name] * units[name] for name in COLUMNS if name in found}


def convert(options):
    with open(options.results, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    dump = any(line.startswith("ITEM: TIMESTEP") for line in lines)
    found = read_dump(lines, options.frame) if dump else read_data(lines)
    ids = found.get("id", 1.0 + np.arange(len(found["x"]) if "x" in found else 0))
    columns = scaled(found, *(options.scale or UNITS[options.units]))
    order = np.argsort(ids, kind="stable")
    with open(options.output, "w", encoding="utf-8") as out:
        out.write("id," + ",".join(columns) + "\n")
        for number, row in enumerate(zip(*(values[order].tolist() for values in columns.values())), 1):
            out.write(f"{number}," + ",".join(format(x, ".17g") for x in row) + "\n")
