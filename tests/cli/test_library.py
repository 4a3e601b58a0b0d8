"""granum_post as a library: values, units and names equal the results of h5py; a run in progress is followed frame by
frame; a killed run can be opened, and one sentence describes the missing data.
Labels: bulk chain contact impact input law particle record run time wall."""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

import granum_post as gp
import h5py
import numpy as np
from cases import struck_chain
from granum_test import SOURCE, at_work, card, case, done, fact, simulate

MATERIAL = """materials: {glass: {density: 2500, youngs_modulus: 5e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.7}, tangential: {law: mindlin, friction: 0.4}}]
"""
SPHERES = f"""dimension: 3
domain: {{lower: [0, 0, 0], upper: [12 mm, 12 mm, 16 mm]}}
gravity: [0, 0, -9.81]
{MATERIAL}
particles:
  grains: {{random: {{count: 40, lower: [0, 0, 0]}}, material: glass, radius: 0.7 mm, velocity: [0, 0.2, -0.5]}}
walls: {{floor: {{side: lower_z, material: glass}}, front: {{side: lower_y, material: glass}}}}
time: {{end: 20 ms, step: 5 us, overlap_limit: 0.3}}
output:
  {{trajectory: {{every: 2 ms}}, energy: {{every: 1 ms}}, observables: {{every: 1 ms}}, walls: {{every: 1 ms}},
   contacts: {{every: 0.5 ms}}}}
"""
CHAIN = (
    struck_chain(20)
    + """time: {end: 0.1 ms, step: 0.1 us}
output:
  {trajectory: {every: 10 us}, energy: {every: 10 us}, sensors: {group: beads, at: [3, 9], every: 1 us},
   detectors: {group: beads, at: [2, 5], quantity: force}}
variants: {one: {}, two: {time.end: 50 us}}
"""
)
CELL = f"""dimension: 3
domain: {{lower: [0, 0, 0], upper: [4 mm, 4 mm, 4 mm], periodic: [true, true, true], cell: {{rate: {{xx: -2, xy: 7}}}}}}
{MATERIAL}
particles: {{grains: {{lattice: {{sites: simple_cubic, spacing: 2 mm}}, material: glass, radius: 0.9 mm}}}}
time: {{end: 1 ms, step: 5 us}}
output: {{observables: {{every: 0.5 ms}}}}
"""
PAIR = """problem: impact
materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.9}}]
bodies: [{material: steel, radius: 2 mm}, {material: steel, radius: 2 mm}]
velocities: [0.1, 1]
"""


def same(column, dataset):
    unit = dataset.attrs["unit"]
    unit = unit.decode() if isinstance(unit, bytes) else unit
    return (
        np.array_equal(column.values, dataset[()], equal_nan=True) and column.unit == unit and column.description != ""
    )


def refused(read, word):
    try:
        read()
    except gp.PostError as problem:
        return word in str(problem) and "\n" not in str(problem)
    return False


def check_spheres(top):
    path = simulate(case(SPHERES), os.path.join(top, "spheres"))
    with gp.open(os.path.join(top, "spheres")) as run, h5py.File(path, "r") as file:
        group, frames = file["particles/grains"], run.frames()
        names, wrong, left = ("position", "velocity", "angular_velocity"), [], 0
        for frame in frames:
            here = np.isfinite(group["position/value"][frame.number, :, 0])  # some leave through the open sides
            left = np.sum(~here)
            same_rows = [np.array_equal(getattr(frame, n), group[f"{n}/value"][frame.number][here]) for n in names]
            wrong += [] if all(same_rows) and np.array_equal(frame.id, 1 + np.flatnonzero(here)) else [frame.number]
        fact(
            len(frames) == 11 and left and not wrong,
            f"every frame contains exactly the particles present: {left} have left by the end, wrong frames {wrong}",
        )
        frame = frames.at(5e-3)
        fact((frame.number, frame.step) == (2, group["position/step"][2]), f"at() returns the closest frame: {frame}")
        fact(
            frame["velocity"].unit == "m s-1" and np.array_equal(frame["mass"], group["mass"][frame.here]),
            "the fields of a frame have units",
        )
        fact(
            np.array_equal(np.diag(frame.box.edges), group["box/edges"][()]),
            f"the box is that of the file: {frame.box}",
        )
        for name, table in (
            ("bulk", run.observables()),
            ("walls/floor", run.walls()["floor"]),
            ("energy", run.ledger()),
        ):
            columns = [column for column in table if not same(table[column], file[f"observables/{name}/{column}"])]
            fact(table.rows == 21 and len(table) > 5 and not columns, f"table {name} equals that in the file {columns}")
        records = run.walls()["floor"].to_records()
        fact(
            np.array_equal(records["force_z"], file["observables/walls/floor/force"][:, 2]),
            "to_records() returns the components of vectors as columns",
        )
        contacts, wrong = run.contacts(), []
        for found in contacts:
            with h5py.File(os.path.join(top, "spheres", f"contacts-{found.step}.h5"), "r") as written:
                wrong += [(found.step, name) for name in found if not same(found[name], written[f"contacts/{name}"])]
        rows = [found.rows for found in contacts]
        fact(len(contacts) == 41 and any(rows) and not wrong, f"contacts equal those in the files: {rows} {wrong}")
        fact(run.text("resolved") == file["parameters/resolved"][()].decode(), "text() returns the texts of the file")
        fact(run.state == "completed" and run.missing() is None, "missing() reports nothing for a completed run")
        fact(
            refused(run.sensors, "output: sensors") and refused(run.impacts, "problem: impact"),
            "requests for sensors and impacts that were not recorded are refused with the reason",
        )
        fact(
            refused(lambda: frames[11], "frames 0 to 10") and not hasattr(frame, "charge"),
            "a frame number beyond the last is refused, and a frame has no unrecorded field",
        )
        check_pandas(run.walls()["floor"])
    fact(refused(lambda: frames[3].velocity, "closed"), "data of a closed run are refused with the reason")


def check_components(top):
    """Labels of components are the names listed in the file, if there are any."""
    with gp.open(simulate(case(CELL), os.path.join(top, "cell"))) as run:
        cell, bulk = (run.table(f"observables/{name}") for name in ("cell", "bulk"))
    records = cell.to_records()
    gradient = [name for name in records.dtype.names if name.startswith("velocity_gradient")]
    fact(
        gradient == [f"velocity_gradient_{part}" for part in ("xx", "yy", "zz", "xy", "xz", "yz")],
        f"labels: {gradient}",
    )
    fact(
        np.allclose(records["velocity_gradient_xx"], -2) and np.allclose(records["velocity_gradient_xy"], 7),
        "each labelled column contains the values of its component",
    )
    for column, parts in (
        (bulk["stress"], ("xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz")),
        (bulk["left_through"], ("lower_x", "lower_y", "lower_z", "upper_x", "upper_y", "upper_z")),
        (cell["length"], ("x", "y", "z")),
        (gp.Column(np.zeros((0, 4)), "1", "a quaternion"), ("w", "x", "y", "z")),
        (gp.Column(np.zeros((2, 2)), "1", "identities, two"), ("1", "2")),
    ):
        fact(column.parts() == parts, f"{column.description}: {column.parts()}")


def check_pandas(table):
    try:
        import pandas
    except ImportError:
        fact(refused(table.to_frame, "pandas"), "without pandas to_frame() names the missing package")
        return
    frame = table.to_frame()
    whole = isinstance(frame, pandas.DataFrame) and np.array_equal(frame["force_z"], table["force"][:, 2])
    fact(whole and frame.attrs["units"]["force"] == "N", "a DataFrame contains the values, and its attrs the units")


def check_study(top):
    simulate(case(CHAIN), os.path.join(top, "chain"))
    study = gp.open(os.path.join(top, "chain"))
    fact(list(study) == ["one", "two"] and study.cases()[1]["state"] == "done", f"a study lists its cases: {study}")
    for name, end in (("one", 1e-4), ("two", 5e-5)):
        with study[name] as run, h5py.File(os.path.join(top, "chain", name, "results.h5"), "r") as file:
            frames, sensor = run.frames(), run.sensors()[0]
            value = file["particles/grains/position/value"]
            whole = all(np.array_equal(frame.position, value[frame.number]) for frame in frames)
            fact(
                whole and abs(frames.time[-1] - end) < 1e-9 and frames[0].box is None,
                f"{name}: the frames of a chain equal those in the file, and have no box",
            )
            record = file["observables/sensors/beads-3"]
            fact(
                sensor.name == "beads-3" and all(same(sensor[key], record[key]) for key in record),
                f"{name}: sensors equal those in the file",
            )
            found, detectors = run.detectors(), file["observables/detectors"]
            whole = [same(found[key][column], detectors[key][column]) for key in found for column in found[key]]
            fact(list(found) == list(detectors) and whole and all(whole), f"{name}: detectors equal those in the file")
    with gp.open(simulate(case(PAIR), os.path.join(top, "pair"))) as run:
        table = run.impacts()[0]
        fact(
            np.array_equal(table["approach_velocity"], [0.1, 1]) and table.rows == 2, f"each impact has a row: {table}"
        )


def check_live(top):
    """A run that would take minutes: frames are read while it runs; then it is killed."""
    there, path = os.path.join(top, "live"), case(
        SPHERES.replace("end: 20 ms", "end: 100 s").replace("contacts: {every: 2 ms}", "")
    )
    with at_work(["run", path, "-o", there, "--set", "output.flush=0.2 s"]) as process:
        until, counts, run, kept = time.monotonic() + 60, [], None, []
        while time.monotonic() < until and len(set(counts)) < 4:
            time.sleep(0.1)
            try:
                run = run.refresh() if len(counts) % 2 else gp.open(there)
                kept.append(run)  # an open run does not see later frames
                frames = run.frames()
                whole = len(frames) and np.isfinite(frames[-1].position).all() and run.ledger().rows >= 1
            except gp.PostError as problem:  # before the first frame
                if counts:
                    raise
                print(f"     {problem}")
                continue
            counts += [len(frames)] if whole else []
        fact(
            counts == sorted(counts) and len(set(counts)) == 4,
            f"the number of readable frames grows while the run is in progress: {sorted(set(counts))}",
        )
        fact(
            run.state == "running" and "in progress" in run.missing(),
            f"missing() reports the progress: {run.missing()}",
        )
        process.send_signal(signal.SIGKILL)
        process.wait()
        for run in kept:
            run.close()
        with gp.open(there) as run:
            fact(
                len(run.frames()) >= counts[-1] and run.ledger().rows,
                f"the frames of a killed run remain readable: {run.frames()}",
            )
            fact(run.state == "killed" and "killed" in run.missing(), f"missing() reports the kill: {run.missing()}")


def check_versions():
    with open(os.path.join(SOURCE, "CMakeLists.txt")) as file:
        version = re.search(r"project\([^)]*VERSION\s+(\S+?)[\s)]", file.read())[1]
    fact(gp.__version__ == version, f"the library has the version of granum: {gp.__version__}, {version}")
    told = "import sys, granum_post; print('matplotlib' in sys.modules, 'pandas' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True).stdout.split()
    fact(out == ["False", "False"], f"reading imports neither matplotlib nor pandas: {out}")


with tempfile.TemporaryDirectory() as top:
    check_versions()
    check_spheres(top)
    check_components(top)
    check_study(top)
    check_live(top)
    program = card(os.path.join(top, "spheres"))["program"]  # without a tag of the release: its version and the commit
    form = rf"granum {re.escape(gp.__version__)}(-\d+)?(-g[0-9a-f]+)?(-dirty)?"
    fact(re.fullmatch(form, program), f"run.json names the version of the library: {program}")
done()
