"""`export`: frames of a run in the formats of other programs. All numbers are in SI, with all digits."""
import os

import h5py
import numpy as np

from . import loads, moments
from .bodies import long_axis
from .files import fresh, whole_file
from .frames import NO_FIELD
from .grains import Grains
from .meshes import Meshes
from .reader import PostError, results_path
from .vtk import write_box, write_contacts, write_grains, write_series, write_shapes, write_walls

DESCRIPTION = """Writes frames of a run to files for other programs, in SI units and with all digits. xyz: extended XYZ
(OVITO, ASE). lammps-dump: a text dump. lammps-data: one frame (default: the last), atom_style sphere. csv: a file for
each frame in a folder, which `particles: NAME: file` reads. vtk: a folder for ParaView and VisIt with grains.pvd,
contacts.pvd (lines from centre to centre with their forces, in frames that have a contact file), bodies.pvd (centres of
rigid bodies with their orientations), shapes.pvd (their meshes, --mesh), walls.pvd (with the recorded loads and wear of
the triangles of meshes), box.pvd, and run.pvd, which has all
of them; `paraview --script=vtk/show.py` shows them. A rigid body that crosses a periodic side is not split. A LAMMPS
dump has the number of the body as mol, and its quaternion.
h5md-lite: H5MD without units, which MDAnalysis reads with convert_units=False."""
DIGITS = ".17g"
AXES = 3


def add_options(command):
    command.add_argument("results", metavar="results.h5", help="results.h5 of a run, or its folder")
    command.add_argument("--to", required=True, choices=tuple(FORMATS), help="the format")
    command.add_argument("-o", "--output", metavar="PATH", help="file or folder to write; default: beside the results")
    which = command.add_mutually_exclusive_group()
    numbers = "frames, from 0; negative: from the end; first, last; default: all"
    which.add_argument("--frames", type=moments.frame_number, nargs="+", metavar="N", help=numbers)
    which.add_argument(
        "--time", type=moments.seconds, nargs="+", metavar="T", help="the frames next to these times: 2ms"
    )

    command.add_argument(
        "--mesh",
        action="append",
        default=[],
        metavar="CLUMP=FILE",
        help="vtk: STL or OBJ file that shows the bodies of a clump, in the axes of the input; CLUMP=FILE*0.001: in mm",
    )


class Frame:
    """One frame. `column`: name -> array [n] or [n][3], SI; lower, edges: the box; tilt: its edges without lengths."""

    def __init__(self, number, step, time, column, box):
        self.number, self.step, self.time, self.column = number, step, time, column
        self.lower, self.edges, self.tilt = box

    def __len__(self):
        return len(self.column["id"])


class Trajectory:
    """The frames of a chain or an assembly, as spheres in three dimensions in any case."""

    VECTORS = ("position", "velocity", "angular_velocity", "image")

    def __init__(self, results):
        self.results, self.stored = results, results.frames()
        if "position" not in self.stored.names:
            raise PostError(NO_FIELD.format("position"))
        self.time, self.step = self.stored.time.values, self.stored.step.values
        if not self.time.size:
            raise PostError("the trajectory is empty")
        first = self.stored[0]
        self.line = first.position.shape[1] == 1
        self.periodic = [False] * AXES if self.line else [side == "periodic" for side in first.box.boundary]
        self.walls = None if self.line else Grains(results)
        self.bodies = results.bodies() if "body" in self.stored.names else None

    def numbers(self, options):
        """Returns the numbers of the selected frames."""
        count = self.time.size
        if options.time:
            return [int(np.abs(self.time - time).argmin()) for time in options.time]
        chosen = options.frames if options.frames is not None else range(count)
        for number in chosen:
            if not -count <= number < count:
                raise PostError(f"there is no frame {number}; the run has frames 0 to {count - 1}")
        return [number % count for number in chosen]

    def box(self, number, column):
        """Returns lower corner, lengths and tilt of the box; for beads on a line, their bounding box."""
        if self.line:
            reach = column["radius"][:, None]
            lower = (column["position"] - reach).min(axis=0)
            return lower, (column["position"] + reach).max(axis=0) - lower, np.zeros((AXES, AXES))
        self.walls.deform(number)
        return np.array(self.walls.lower), np.array(self.walls.edges), np.array(self.walls.tilt)

    def frame(self, number):
        """Returns the particles that are present in the frame."""
        frame = self.stored[number]
        names = ("id", "group", "species", "radius", "mass", "body", *self.VECTORS)
        column = {name: frame[name].values for name in names if name in frame}
        column["group"] = column.pop("group", column.pop("species", np.zeros(frame.rows, dtype=int)))
        for name in self.VECTORS:
            if name in column:
                column[name] = np.pad(column[name], ((0, 0), (0, AXES - column[name].shape[1])))
        found = Frame(number, frame.step, frame.time, column, self.box(number, column))
        if self.bodies is not None:
            self.join(found)
        return found

    def join(self, frame):
        """Moves the spheres of each body by box lengths, next to its centre of mass; adds its orientation."""
        column, bodies, inside = frame.column, self.bodies[frame.number], frame.column["body"] > 0
        row = np.searchsorted(bodies.id, column["body"][inside])
        column["orientation"] = np.tile([1.0, 0, 0, 0], (len(frame), 1))
        column["orientation"][inside] = bodies.orientation[row]
        edges = np.diag(frame.edges) + frame.tilt
        away = column["position"][inside] - bodies.position[row]
        sides = np.zeros(away.shape, dtype=int)
        for axis in np.flatnonzero(self.periodic)[::-1]:
            sides[:, axis] = np.round(away[:, axis] / edges[axis, axis])
            away -= sides[:, axis, None] * edges[axis]
        column["position"][inside] -= sides @ edges
        gradient = self.stored.run.opened()["particles/grains/box"].get("velocity_gradient/value")
        if gradient is not None and "velocity" in column:  # that of the image
            n = gradient.shape[-1]
            column["velocity"][inside, :n] -= sides @ edges[:, :n] @ gradient[frame.number].T
        if "image" in column:
            column["image"][inside] += sides

    def body_frame(self, frame):
        """Returns the bodies of this frame; `long_axis`: their axis of the smallest moment of inertia."""
        bodies = self.bodies[frame.number]
        column = {name: bodies[name].values for name in bodies if name != "row"}
        column["long_axis"] = long_axis(bodies)
        return Frame(frame.number, frame.step, frame.time, column, (frame.lower, frame.edges, frame.tilt))

    def frames(self, options):
        return (self.frame(number) for number in self.numbers(options))

    def contacts(self, frame):
        """Returns the columns of the contact file of this frame, or None."""
        try:
            found = self.results.contacts()
        except PostError:
            return None
        if frame.step not in found.steps:
            return None
        table = found[found.steps.index(frame.step)]
        return {name: table[name].values for name in table}


def rows_of(frame, names):
    """Returns a line of text for each particle, from the columns of these names."""
    columns = []
    for name in names:
        values = frame.column[name]
        columns += list(values.T) if values.ndim == 2 else [values]
    forms = ["d" if values.dtype.kind in "iu" else DIGITS for values in columns]
    for row in zip(*(values.tolist() for values in columns)):
        yield " ".join(format(x, form) for x, form in zip(row, forms))


def present(frame, *names):
    return [name for name in names if name in frame.column]


def numbers_text(values):
    return " ".join(format(float(x), DIGITS) for x in values)


def closed_box(frame):
    """Returns the ends of the box along each axis and its tilts xy, xz, yz. A two-dimensional box is as thick as its
    largest sphere."""
    lower = frame.lower - frame.tilt.sum(axis=0) / 2
    thick = np.where(frame.edges > 0, 0, 2 * np.max(frame.column["radius"], initial=0))
    return lower - thick / 2, lower + frame.edges + thick / 2, frame.tilt[[1, 2, 2], [0, 0, 1]]


def box_sides(frame):
    """Returns the sides of the closed box, a row each."""
    lower, upper, _ = closed_box(frame)
    return np.diag(np.where(frame.edges > 0, frame.edges, upper - lower)) + frame.tilt


def write_xyz(trajectory, options, path):
    kinds = {"position": "pos:R:3", "velocity": "velo:R:3", "angular_velocity": "spin:R:3", "id": "id:I:1"}
    kinds.update({"group": "group:I:1", "radius": "radius:R:1", "mass": "mass:R:1", "body": "body:I:1"})
    with whole_file(path) as out:
        for frame in trajectory.frames(options):
            names = present(frame, *kinds)
            origin, sides = closed_box(frame)[0], box_sides(frame)
            periodic = " ".join("T" if side else "F" for side in trajectory.periodic)
            properties = ":".join(["species:S:1", *(kinds[name] for name in names)])
            out.write(f'{len(frame)}\nLattice="{numbers_text(sides.ravel())}" Origin="{numbers_text(origin)}" ')
            out.write(f'pbc="{periodic}" Properties={properties} Time={frame.time:{DIGITS}} Step={frame.step}\n')
            out.writelines(f"X {row}\n" for row in rows_of(frame, names))


def write_dump(trajectory, options, path):
    kinds = {"id": "id", "type": "type", "position": "x y z", "velocity": "vx vy vz"}
    kinds.update({"angular_velocity": "omegax omegay omegaz", "radius": "radius", "mass": "mass", "image": "ix iy iz"})
    kinds.update({"body": "mol", "orientation": "quatw quati quatj quatk"})
    sides = " ".join("pp" if side else "ff" for side in trajectory.periodic)
    with whole_file(path) as out:
        for frame in trajectory.frames(options):
            frame.column["type"] = frame.column["group"] + 1
            names = present(frame, *kinds)
            lower, upper, lean = closed_box(frame)
            out.write(f"ITEM: TIMESTEP\n{frame.step}\nITEM: NUMBER OF ATOMS\n{len(frame)}\n")
            out.write(f"ITEM: BOX BOUNDS {'xy xz yz ' if lean.any() else ''}{sides}\n")
            moved = frame.tilt.sum(axis=0)
            for axis in range(AXES):
                ends = [lower[axis] + min(0, moved[axis]), upper[axis] + max(0, moved[axis])]
                out.write(numbers_text(ends + ([lean[axis]] if lean.any() else [])) + "\n")
            out.write(f"ITEM: ATOMS {' '.join(kinds[name] for name in names)}\n")
            out.writelines(row + "\n" for row in rows_of(frame, names))


def write_data(trajectory, options, path):
    if options.frames is None and options.time is None:
        options.frames = [-1]
    numbers = trajectory.numbers(options)
    if len(numbers) != 1:
        raise PostError("a data file has one frame; give one number to --frames, or one time")
    frame = trajectory.frame(numbers[0])
    if not np.isfinite(frame.column["mass"]).all():
        raise PostError(
            "a data file needs densities, which particles with prescribed motion do not have; use --to lammps-dump"
        )
    column = frame.column
    column["type"], column["diameter"] = column["group"] + 1, 2 * column["radius"]
    column["density"] = column["mass"] / (4 / 3 * np.pi * column["radius"] ** 3)
    lower, upper, lean = closed_box(frame)
    with whole_file(path) as out:
        out.write(f"granum, step {frame.step}, time {frame.time:{DIGITS}} s; units si, atom_style sphere\n\n")
        out.write(f"{len(frame)} atoms\n{np.max(column['type'], initial=1)} atom types\n\n")
        for axis, name in enumerate("xyz"):
            out.write(f"{numbers_text([lower[axis], upper[axis]])} {name}lo {name}hi\n")
        if lean.any():
            out.write(f"{numbers_text(lean)} xy xz yz\n")
        names = ["id", "type", "diameter", "density", "position", *present(frame, "image")]
        out.write("\nAtoms # sphere\n\n")
        out.writelines(row + "\n" for row in rows_of(frame, names))
        if "velocity" in column:
            column.setdefault("angular_velocity", np.zeros((len(frame), AXES)))
            out.write("\nVelocities\n\n")
            out.writelines(row + "\n" for row in rows_of(frame, ["id", "velocity", "angular_velocity"]))


def write_csv(trajectory, options, path):
    """Writes the columns that the input reads as particles. An infinite mass (of a particle with prescribed motion)
    is left empty, because a CSV file has only numbers."""
    names = {"id": "id", "position": "x,y,z", "radius": "radius", "mass": "mass", "velocity": "vx,vy,vz"}
    names["angular_velocity"] = "wx,wy,wz"
    os.makedirs(path, exist_ok=True)
    for frame in trajectory.frames(options):
        if "mass" in frame.column and not np.isfinite(frame.column["mass"]).all():
            del frame.column["mass"]
        there = present(frame, *names)
        with whole_file(os.path.join(path, f"grains_{frame.number:06d}.csv")) as out:
            out.write(f"# step {frame.step}, time {frame.time:{DIGITS}} s; SI\n")
            out.write(",".join(names[name] for name in there) + "\n")
            out.writelines(row.replace(" ", ",") + "\n" for row in rows_of(frame, there))


def write_vtk(trajectory, options, path):
    os.makedirs(path, exist_ok=True)
    meshes = Meshes(trajectory.results, options.mesh) if options.mesh else None
    parts = {"grains": [], "bodies": [], "shapes": [], "contacts": [], "walls": [], "box": []}

    def put(kind, frame, write, *arguments):
        name = f"{kind}_{frame.number:06d}.vtp"
        write(os.path.join(path, name), frame, *arguments)
        parts[kind].append((frame.time, name))

    for frame in trajectory.frames(options):
        if meshes:
            bodies = trajectory.bodies[frame.number]
            meshed = np.isin(frame.column["body"], bodies.id[meshes.drawn(bodies)])
            frame.column["drawn_radius"] = np.where(meshed, 0, frame.column["radius"])
            put("shapes", trajectory.body_frame(frame), write_shapes, *meshes.surfaces(bodies))
        put("grains", frame, write_grains)
        if trajectory.bodies is not None:
            put("bodies", trajectory.body_frame(frame), write_grains)
        contacts = trajectory.contacts(frame)
        if contacts is not None:
            put("contacts", frame, write_contacts, contacts)
        walls = [] if trajectory.line else trajectory.walls.named_walls(frame.number)
        if walls:
            put("walls", frame, write_walls, walls, loads.columns(trajectory.results, walls, frame.time))
        if not trajectory.line:
            put("box", frame, write_box, trajectory.walls)
    for kind, files in parts.items():
        if files:
            write_series(os.path.join(path, kind + ".pvd"), [files])
    write_series(os.path.join(path, "run.pvd"), [files for files in parts.values() if files])
    with open(os.path.join(os.path.dirname(__file__), "paraview.py"), encoding="utf-8") as script:
        with whole_file(os.path.join(path, "show.py")) as out:
            out.write(script.read())


def write_lite(trajectory, options, path):
    """Writes H5MD for MDAnalysis, which requires the same number of particles in all frames, one group, known units
    or none, and box sides that are all periodic or all not. Before version 2.5 it requires the edges as a matrix. It
    shows the contents of `observables`."""
    numbers = trajectory.numbers(options)
    frames = [trajectory.frame(number) for number in numbers]
    if any(not np.array_equal(frame.column["id"], frames[0].column["id"]) for frame in frames):
        raise PostError(
            "the number of particles varies in these frames; this format needs a constant one, select with --frames"
        )
    part = fresh(path + ".part")
    with h5py.File(part, "x") as out:
        about = out.create_group("h5md")
        about.attrs["version"] = np.array([1, 1])
        about.create_group("author").attrs["name"] = "granum"
        creator = about.create_group("creator")
        creator.attrs["name"], creator.attrs["version"] = "granum-post", "1"
        group = out.create_group("particles/grains")
        box = group.create_group("box")
        box.attrs["dimension"] = AXES
        box.attrs["boundary"] = AXES * (["periodic"] if any(trajectory.periodic) else ["none"])
        step, time = [frame.step for frame in frames], [frame.time for frame in frames]

        def element(parent, name, values):
            held = parent.create_group(name)
            held["step"], held["time"], held["value"] = step, time, values

        element(box, "edges", np.array([box_sides(frame) for frame in frames]))
        element(out.create_group("observables"), "id", np.array([frame.column["id"] for frame in frames]))
        for name in present(frames[0], "id", "group", "radius", "mass", "body"):
            group[name] = frames[0].column[name]
        for name in present(frames[0], "position", "velocity"):
            element(group, name, np.array([frame.column[name] for frame in frames]))
    os.replace(part, path)


FORMATS = {
    "xyz": (write_xyz, "export.xyz"),
    "lammps-dump": (write_dump, "export.dump"),
    "lammps-data": (write_data, "export.data"),
    "csv": (write_csv, "csv"),
    "vtk": (write_vtk, "vtk"),
    "h5md-lite": (write_lite, "export.h5md"),
}


def write(results, options):
    writer, name = FORMATS[options.to]
    beside = os.path.join(os.path.dirname(results_path(options.results)), name)
    path = options.output or beside
    writer(Trajectory(results), options, path)
    print(f"export: {path}")
