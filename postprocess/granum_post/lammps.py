"""`import`: converts particles of LAMMPS and LIGGGHTS to a CSV file for `particles: NAME: file`."""
import re
import sys

import numpy as np

from .files import whole_file
from .reader import PostError

DESCRIPTION = """Converts a LAMMPS data file (atom_style sphere), or a frame of a LAMMPS or LIGGGHTS text dump, to a CSV
file in SI that `particles: NAME: file` reads. --units gives the units of the file, --scale its units of length, mass
and time in m, kg and s; a dump with ITEM: UNITS needs neither. Particles are numbered from 1 in the order of their ids.
The box of the file is printed as the key `domain` of a case. A dump also states its periodic axes; a data file does
not."""
UNITS = {"si": (1.0, 1.0, 1.0), "cgs": (1e-2, 1e-3, 1.0), "micro": (1e-6, 1e-18, 1e-6)}
COLUMNS = ("x", "y", "z", "radius", "mass", "vx", "vy", "vz", "wx", "wy", "wz")
# Alternative names of a column; if a file has several of them, the first of the list is used.
NAMES = {axis: (axis, axis + "u", axis + "s", axis + "su") for axis in "xyz"}
NAMES.update({"w" + axis: ("omega" + axis, "w" + axis) for axis in "xyz"})
KNOWN = {"id", "type", "diameter", "density", *COLUMNS, *(name for names in NAMES.values() for name in names)}
DATA = {"Atoms": "id type diameter density x y z".split(), "Velocities": "id vx vy vz wx wy wz".split()}
WHOLE = "give a complete file"


def add_options(command):
    command.add_argument("results", metavar="FILE", help="a data file or a text dump")
    command.add_argument("-o", "--output", required=True, metavar="FILE.csv", help="file to write")
    units = command.add_mutually_exclusive_group()
    units.add_argument("--units", choices=tuple(UNITS), help="units of the file, as LAMMPS calls them")
    units.add_argument(
        "--scale", nargs=3, type=float, metavar=("LENGTH", "MASS", "TIME"), help="units of the file in m, kg, s"
    )
    command.add_argument("--type", type=int, metavar="N", help="atoms of this type only")
    command.add_argument(
        "--frame", type=int, default=-1, metavar="N", help="frame of a dump, from 0; default: the last"
    )


class File:
    """Lines of a file, numbered from 0; messages number them from 1."""

    def __init__(self, path):
        with open(path, encoding="utf-8", errors="replace") as file:
            self.path, self.lines = path, file.read().splitlines()

    def error(self, k, text):
        return PostError(f"{self.path}:{k + 1}:1: {text}")

    def numbers(self, k, count):
        """Returns the first `count` numbers of line k."""
        try:
            words = [float(word) for word in self.lines[k].split()[:count]]
        except (ValueError, IndexError):
            words = []
        if len(words) != count:
            raise self.error(k, f"is not a line of {count} numbers; {WHOLE}")
        return words

    def table(self, title, head, rows, count, names):
        """Returns columns by name, from the lines that follow the title at line `head`; the file announces `count`
        of them."""
        if rows != count or not rows:
            raise self.error(head, f"{title} has {rows} of {count} particles; {WHOLE}")
        kept = {}
        for k, name in enumerate(names):
            if name in KNOWN:
                kept.setdefault(name, k)
        lines = self.lines[head + 1 : head + 1 + rows]
        try:
            values = np.loadtxt(lines, usecols=list(kept.values()), ndmin=2)
        except ValueError:
            values = None
        if values is None or len(values) != rows or not np.isfinite(values).all():
            raise self.error(*self.wrong_line(head + 1, lines, kept))
        return {name: values[:, k] for k, name in enumerate(kept)}

    def wrong_line(self, first, lines, kept):
        """Returns the first line that lacks a number, and the error message."""
        for k, line in enumerate(lines):
            words = line.split("#")[0].split()
            for name, column in kept.items():
                try:
                    if np.isfinite(float(words[column])):
                        continue
                except (ValueError, IndexError):
                    pass
                return first + k, f"{name} is not a number; {WHOLE}, with one particle per line"
        return first, f"the lines are not those of particles; {WHOLE}"


def read_dump(file, frame):
    """Returns columns, bounds of the box, line of the particles, units and periodic axes of a frame."""
    lines = file.lines
    begins = [k for k, line in enumerate(lines) if line.startswith("ITEM: TIMESTEP")]
    if not -len(begins) <= frame < len(begins):
        raise file.error(0, f"there is no frame {frame}; the dump has frames 0 to {len(begins) - 1}")
    begin = begins[frame]
    end = min([k for k in begins if k > begin], default=len(lines))
    at = {item: k for k in range(begin, end) if (item := line_item(lines[k]))}
    if not {"NUMBER OF ATOMS", "BOX BOUNDS", "ATOMS"} <= set(at):
        raise file.error(begin, "the file ends within the head of a frame; give an earlier one by --frame")
    box, head = at["BOX BOUNDS"], at["ATOMS"]
    if " xy " in lines[box] or "abc origin" in lines[box]:
        raise file.error(box, "the box is tilted; write the file after change_box all ortho")
    bounds = [file.numbers(box + k, 2) for k in (1, 2, 3)]
    count = int(file.numbers(at["NUMBER OF ATOMS"] + 1, 1)[0])
    rows = len(lines[head + 1 : end])
    while rows and not lines[head + rows].strip():
        rows -= 1
    found = file.table("ITEM: ATOMS", head, rows, count, lines[head].split()[2:])
    units = lines[1].strip() if lines[0].startswith("ITEM: UNITS") else None
    sides = lines[box].split()[3:]
    return found, bounds, head, units, [side == "pp" for side in sides] if len(sides) == 3 else None


def line_item(line):
    item = re.match(r"ITEM: (NUMBER OF ATOMS|BOX BOUNDS|ATOMS)", line)
    return item and item[1]


def read_section(file, name, count):
    """Returns the columns of a section of a data file in the order of ids, and the line of its title; None without
    it."""
    for head, line in enumerate(file.lines):
        title = re.fullmatch(r"(Atoms|Velocities)\s*(?:#\s*(\S+).*)?", line.rstrip())
        if title and title[1] == name:
            break
    else:
        return None, 0
    if title[2] not in (None, "sphere"):
        raise file.error(head, "the atoms are not of atom_style sphere; write the file with that, or give a dump")
    rows = 0
    for line in file.lines[head + 2 :]:
        if not line.split("#")[0].strip():
            break
        rows += 1
    found = file.table(name, head + 1, rows, count, DATA[name])
    order = np.argsort(found["id"], kind="stable")
    return {column: values[order] for column, values in found.items()}, head


def read_data(file):
    """The same as read_dump for a data file, which does not state its units."""
    count, bounds = None, [None] * 3
    for k, line in enumerate(file.lines):
        words = line.split("#")[0].split()
        if words[1:] == ["atoms"]:
            count = int(file.numbers(k, 1)[0])
        if words[3:] == ["xy", "xz", "yz"] and any(file.numbers(k, 3)):
            raise file.error(k, "the box is tilted; write the file after change_box all ortho")
        if len(words) == 4 and words[2:] in ([axis + "lo", axis + "hi"] for axis in "xyz"):
            bounds["xyz".index(words[2][0])] = file.numbers(k, 2)
    if count is None:
        raise file.error(0, "neither a dump (ITEM: TIMESTEP) nor a data file (N atoms); give one of the two")
    found, head = read_section(file, "Atoms", count)
    if found is None:
        raise file.error(len(file.lines) - 1, f"there is no section Atoms; {WHOLE}")
    moves, line = read_section(file, "Velocities", count)
    if moves:
        if not np.array_equal(moves["id"], found["id"]):
            raise file.error(line, "the ids are not those of Atoms; give a line for the same ids there and here")
        found.update({name: moves[name] for name in COLUMNS[5:]})
    return found, bounds, head, None, None


def take_names(file, found, bounds, head):
    """Renames the columns to their names in a CSV file; computes radius, mass and positions from other columns."""
    for name, others in NAMES.items():
        there = next((other for other in others if other in found), None)
        if there is None:
            continue
        values = found[there]
        if there in (name + "s", name + "su"):
            lower, upper = bounds["xyz".index(name)]
            values = lower + values * (upper - lower)
        found[name] = values
    if "diameter" in found and "radius" not in found:
        found["radius"] = found["diameter"] / 2
    if "density" in found and "mass" not in found and "radius" in found:
        found["mass"] = found["density"] * 4 / 3 * np.pi * found["radius"] * found["radius"] * found["radius"]
    missing = [name for name in "xyz" if name not in found]
    if missing:
        axis = missing[0]
        known = f"there is no column {axis}, {axis}u or {axis}s"
        raise file.error(head, f"{known}; dump id type x y z vx vy vz omegax omegay omegaz radius mass")
    return found


def find_scale(file, options, said):
    """Returns the file's units of length, mass and time in SI. `said`: units that the file states, or None."""
    if options.scale:
        if min(options.scale) <= 0:
            raise PostError("--scale: a number is not positive; give the units of length, mass and time in m, kg and s")
        return options.scale
    if options.units and said and options.units != said:
        raise file.error(1, f"the file states units {said}, not {options.units}; leave --units out, or correct it")
    units = options.units or said
    if units is None:
        raise file.error(
            0, "the file does not state its units; add --units si, cgs or micro, or --scale LENGTH MASS TIME"
        )
    if units not in UNITS:
        raise file.error(1, f"the units are {units}; add --scale LENGTH MASS TIME, its units in m, kg and s")
    return UNITS[units]


def choose_rows(file, found, kind):
    """Returns rows in the order of ids, of one type if `kind` is given. A dump without ids keeps its order."""
    ids = found.get("id", np.arange(1.0, len(found["x"]) + 1))
    order = np.argsort(ids, kind="stable")
    twice = order[1:][np.diff(ids[order]) == 0]
    if len(twice):
        raise file.error(0, f"the id {ids[twice[0]]:.0f} is given twice; give every particle a unique id")
    if kind is None:
        return order
    if "type" not in found:
        raise file.error(0, "the file has no column type; remove --type")
    chosen = order[found["type"][order] == kind]
    if not len(chosen):
        types = ", ".join(f"{k:.0f}" for k in np.unique(found["type"]))
        raise file.error(0, f"no particle is of type {kind}; the types are {types}")
    return chosen


def convert(options):
    file = File(options.results)
    dump = any(line.startswith("ITEM: TIMESTEP") for line in file.lines)
    found, bounds, head, said, periodic = read_dump(file, options.frame) if dump else read_data(file)
    length, mass, time = find_scale(file, options, said)
    found = take_names(file, found, bounds, head)
    rows = choose_rows(file, found, options.type)
    units = {"mass": mass, **{name: length for name in ("x", "y", "z", "radius")}}
    units.update({name: length / time for name in ("vx", "vy", "vz")})
    units.update({name: 1 / time for name in ("wx", "wy", "wz")})
    columns = {name: (found[name] * units[name])[rows] for name in COLUMNS if name in found}
    with whole_file(options.output) as out:
        out.write("id," + ",".join(columns) + "\n")
        for number, row in enumerate(zip(*(values.tolist() for values in columns.values())), 1):
            out.write(f"{number}," + ",".join(format(x, ".17g") for x in row) + "\n")
    if None not in bounds:
        lower, upper = (", ".join(format(end[k] * length, ".15g") for end in bounds) for k in (0, 1))
        sides = f", periodic: [{', '.join(str(side).lower() for side in periodic)}]" if periodic else ""
        print(f"domain: {{lower: [{lower}], upper: [{upper}]{sides}}}")
        if periodic is None:
            text = "the file does not state which axes are periodic; add them, as in periodic: [true, true, false]"
            print(f"granum-post: note: {text}", file=sys.stderr)
