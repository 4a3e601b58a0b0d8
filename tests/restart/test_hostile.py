"""A checkpoint or a results file that somebody changed is refused with exit 4, the file's and the dataset's name, and
nothing written: some 200 crafted ones, their checksum made right again, and some that were changed at random. With the
command of a sanitizer build (tests/sanitize) no finding either. `--long [N]`: N random ones of each system, 2000 by
default, with bytes anywhere in the file changed as well; `--random`: only random ones."""
import concurrent.futures
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, run
from hostile import craft, put, put_header, replace, snapshot

CHAIN = """
dimension: 1
materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3, yield_stress: 940e6}}
contacts:
  - {between: [steel, steel], normal: {law: ma_liu, hardness_ratio: 2.84, conformity: 13}}
particles:
  striker: {chain: {count: 1}, material: steel, radius: 2.38 mm, velocity: 1.77 m/s}
  beads: {chain: {count: 7}, material: steel, radius: 2.38 mm}
time: {end: 20 us, step: 0.1 us}
output:
  trajectory: {every: 5 us}
  energy: {every: 5 us}
  sensors: {group: beads, at: [2], every: 2 us}
  detectors: {group: beads, every: 2}
  checkpoint: {every: 10 us}
"""
SPHERES = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [8 mm, 8 mm, 8 mm], periodic: [true, true, false]}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 10e6, poisson_ratio: 0.25}}
contacts:
  - {between: [glass, glass], normal: {law: tsuji, restitution: 0.7}, tangential: {law: mindlin, friction: 0.5}}
particles:
  first:
    lattice: {sites: simple_cubic, spacing: 2 mm, upper: [8 mm, 8 mm, 4 mm]}
    material: glass
    radius: 1 mm
    velocity: [0, 0, -0.1]
  second:
    at:
      - {position: [2 mm, 2 mm, 4.9 mm], velocity: [0, 0, 2]}
      - {position: [4 mm, 4 mm, 5.2 mm], velocity: [0, 0, -0.5]}
    material: glass
    radius: {distribution: uniform, from: 0.9 mm, to: 1.1 mm}
walls: {floor: {side: lower_z, material: glass}}
time: {end: 30 ms, step: auto, safety: 0.4}
output:
  trajectory: {every: 5 ms}
  energy: {every: 5 ms}
  observables: {every: 5 ms}
  walls: {every: 5 ms}
  checkpoint: {every: 20 ms}
"""
NAN, INF, MANY = float("nan"), float("inf"), 1 << 62


def text_of(name, old, new):
    """Another text in place of one, with `new` for `old` in it."""

    def change(file):
        text = file[name][()].replace(old.encode(), new.encode())
        return replace(name, np.bytes_(text))(file)

    return change


def rows(name, begin, end):
    """Some rows of a column, possibly more than there are."""

    def change(file):
        data = file[name][()]
        return replace(name, np.resize(data, (end, *data.shape[1:]))[begin:])(file)

    return change


def cast(name, kind):
    return lambda file: replace(name, file[name][()].astype(kind))(file)


def shape(name, size):
    return lambda file: replace(name, np.zeros(size, file[name].dtype))(file)


def declare(name, n):
    """So many rows, of which the file has none."""

    def change(file):
        size, kind = (n, *file[name].shape[1:]), file[name].dtype
        return replace(name, shape=size, dtype=kind, chunks=True)(file)

    return change


def drop(name):
    def change(file):
        del file[name]

    return change


def link(name, to):
    def change(file):
        del file[name]
        file[name] = to

    return change


def together(*changes):
    return lambda file: [change(file) for change in changes]


def exchange(name, a, b):
    def change(file):
        data = file[name][()]
        data[[a, b]] = data[[b, a]]
        file[name][...] = data

    return change


def compound(name):
    return replace(name, np.zeros(3, [("a", "i8"), ("b", "f8")]))


def attribute(name):
    def change(file):
        value = file[name][()]
        del file[name]
        file[os.path.dirname(name)].attrs[os.path.basename(name)] = value

    return change


def virtual(name):
    def change(file):
        size = file[name].shape
        del file[name]
        layout = h5py.VirtualLayout(shape=size, dtype="f8")
        layout[...] = h5py.VirtualSource("results.h5", "observables/energy/kinetic", shape=size)
        file.create_virtual_dataset(name, layout)

    return change


def external(name):
    def change(file):
        size = file[name].shape
        return replace(name, shape=size, dtype="f8", external=[("results.h5", 0, 8 * int(np.prod(size)))])(file)

    return change


def each(table, place, *names):
    """Rows for one number of a column or number, ("NAME", values...) each, at `place` of it."""
    return [
        (f"{table}/{name} is {bad}", put(f"{table}/{name}", place, bad), f"{table}/{name}")
        for name, *values in names
        for bad in values
    ]


# What is changed, and what the message has.
ANY = [
    ("texts/case is an array of texts", replace("texts/case", np.array([b"x" * 500] * 50)), "texts/case"),
    ("texts/case has the texts of a table", compound("texts/case"), "texts/case"),
    ("texts/case is integers", replace("texts/case", np.arange(4000)), "texts/case"),
    ("texts/case is one integer", replace("texts/case", 7), "texts/case"),
    ("texts/case is of variable length", replace("texts/case", "title: x", dtype=h5py.string_dtype()), "texts/case"),
    ("texts/case is another text", replace("texts/case", np.bytes_(b"title: x")), "texts/case"),
    ("texts/case is not YAML", replace("texts/case", np.bytes_(b"{[}")), "texts/case"),
    ("texts/case is empty", replace("texts/case", np.bytes_(b"\0")), "texts/case"),
    ("texts/case is an impact", replace("texts/case", np.bytes_(b"problem: impact")), "texts/case"),
    ("texts/case is missing", drop("texts/case"), "texts/case"),
    ("texts/case is an attribute", attribute("texts/case"), "texts/case"),
    ("texts/input is numbers", replace("texts/input", np.zeros(9)), "texts/input"),
    ("texts/options is of 32 dimensions", replace("texts/options", np.zeros((1,) * 32)), "texts/options"),
    ("a text among the numbers", replace("numbers/time", np.bytes_(b"0.1")), "numbers/time"),
    ("numbers/time has no dimension", replace("numbers/time", 1e-6), "numbers/time"),
    ("numbers/time has 32 dimensions", shape("numbers/time", (1,) * 32), "numbers/time"),
    ("numbers/time has 2 rows", replace("numbers/time", [1e-6, 2e-6]), "numbers/time"),
    ("numbers/time has no rows", replace("numbers/time", np.zeros(0)), "numbers/time"),
    (
        "numbers/time is a reference",
        lambda f: replace("numbers/time", f["texts"].ref, dtype=h5py.ref_dtype)(f),
        "numbers/time",
    ),
    ("numbers/time is a group", lambda f: drop("numbers/time")(f) or f.create_group("numbers/time"), "numbers/time"),
    ("numbers/start is of 4 bytes", cast("numbers/start", "f4"), "numbers/start"),
    ("numbers/start is big-endian", cast("numbers/start", ">f8"), "numbers/start"),
    ("numbers/start is of no width", shape("numbers/start", (1, 0)), "numbers/start"),
    (
        "numbers/start is far too wide",
        replace("numbers/start", shape=(1, 1 << 61), dtype="f8", chunks=(1, 1024)),
        "numbers/start",
    ),
    ("numbers/start lies elsewhere", external("numbers/start"), "numbers/start"),
    ("numbers/start is virtual", virtual("numbers/start"), "numbers/start"),
    (
        "numbers/start is compressed",
        lambda f: replace("numbers/start", f["numbers/start"][()], compression="gzip")(f),
        "numbers/start",
    ),
    ("numbers is missing", drop("numbers"), "numbers"),
    ("numbers is the root", lambda f: link("numbers", f["/"])(f), "numbers"),
    ("numbers is in another file", link("numbers", h5py.ExternalLink("results.h5", "/")), "numbers"),
    ("numbers is somewhere else", link("numbers", h5py.SoftLink("/texts")), "numbers"),
    (
        "numbers/next is in another file",
        link("numbers/next", h5py.ExternalLink("results.h5", "/observables/energy/time")),
        "numbers/next",
    ),
    ("numbers/next is somewhere else", link("numbers/next", h5py.SoftLink("/numbers/step")), "numbers/next"),
    ("a name of 300 letters", lambda f: f.create_dataset("numbers/" + "x" * 300, data=[1.0]), "numbers"),
    *each("numbers", 0, ("time", -1, NAN, INF, 1e300), ("step", 0, -1, 1e-99), ("next", 0, NAN, -1e-7, 1e-99)),
    *each("numbers", 0, ("clock_begin", NAN), ("clock_step", -1), ("clock_count", -1, MANY), ("half", 2, -1)),
    *each("numbers", 0, ("energy_at_start", NAN), ("external_at_start", INF)),
    *each("numbers", (0, 1), ("start", NAN), ("scales", -1), ("output_next", -1), ("output_latest", NAN, -1)),
    *each("numbers", (0, 2), ("output_done", -5, MANY)),
    ("numbers/output_done says more than there is", put("numbers/output_done", (0, 2), 10**14), "results.h5"),
    ("numbers/output_next is too short", shape("numbers/output_next", (1, 2)), "numbers/output_next"),
]
BEADS = [
    *each("beads", 3, ("displacement", NAN, -INF), ("velocity", NAN, -INF), ("acceleration", NAN, -INF)),
    ("contacts/history0 is not a number", put("contacts/history0", 1, NAN), "contacts/history0"),
    ("contacts/viscous is infinite", put("contacts/viscous", 1, INF), "contacts/viscous"),
    ("one bead too few", rows("beads/velocity", 0, 7), "beads/velocity"),
    ("one bead too many", rows("beads/velocity", 0, 9), "beads/velocity"),
    (
        "all columns have one bead too many",
        lambda f: together(*(rows(f"beads/{name}", 0, 9) for name in f["beads"]))(f),
        "beads",
    ),
    ("no beads", drop("beads"), "beads"),
    ("a histories' column is missing", drop("contacts/history0"), "contacts/history0"),
    ("the case has 4e18 beads", text_of("texts/case", "count: 7", "count: 4000000000000000000"), "beads"),
    (
        "the case has a file of motion",
        text_of("texts/case", "velocity: 1.77", "motion: {file: /etc/passwd}"),
        "texts/case",
    ),
    (
        "a detector counts infinitely many rungs",
        put("detectors-beads-force/watch", (1, 8), INF),
        "detectors-beads-force/watch",
    ),
    ("a detector counts -5 rungs", put("detectors-beads-force/watch", (1, 8), -5), "detectors-beads-force/watch"),
    (
        "a detector's rung has no height",
        together(put("detectors-beads-force/watch", (2, 6), 1), put("detectors-beads-force/watch", (2, 7), 0)),
        "detectors-beads-force/watch",
    ),
    ("a detector is missing", rows("detectors-beads-force/watch", 0, 2), "detectors-beads-force/watch"),
]
GRAINS = [
    *each("particles", 5, ("radius", -1e-3, 0, NAN, 0.5), ("mass", -1, 0, NAN), ("id", 7, -1, MANY)),
    *each("particles", 5, ("group", 1, -1, 1000, MANY), ("spent_plastic", NAN), ("power_slide", INF)),
    *each("particles", (5, 0), ("position", NAN, 1e300, -1e12), ("velocity", NAN, INF), ("angular_velocity", NAN)),
    *each("particles", (5, 0), ("acceleration", INF), ("reference", NAN, 1e300, -1e-3), ("image", MANY, -MANY)),
    (
        "a position that is far off, and a refresh to come",
        together(put("particles/position", (5, 1), -1e9), put("numbers/bulk_reneighbour_due", 0, 1)),
        "particles/position",
    ),
    ("no ids", drop("particles/id"), "particles/id"),
    ("one id is of another group", put("particles/id", 3, 33), "particles/group"),
    ("two ids are the same", lambda f: put("particles/id", 3, f["particles/id"][5])(f), "particles/id"),
    ("one id is 0", put("particles/id", 5, 0), "particles/id"),
    ("all ids are 0", put("particles/id", slice(None), 0), "particles/id"),
    ("ids are real", cast("particles/id", "f8"), "particles/id"),
    ("one id too many", rows("particles/id", 0, 35), "particles/id"),
    ("one mass too few", rows("particles/mass", 0, 33), "particles/mass"),
    ("1e13 rows", lambda f: together(*(declare(f"particles/{n}", 10**13) for n in f["particles"]))(f), "particles"),
    ("positions in the plane", shape("particles/position", (34, 2)), "particles/position"),
    ("no particles", drop("particles"), "particles"),
    ("a group of 4e18", put("groups/count", 1, 4 * 10**18), "groups/count"),
    ("a group of 1e14", put("groups/count", 1, 10**14), "particles"),
    ("a group of -1", put("groups/count", 1, -1), "groups/count"),
    ("a group begins elsewhere", put("groups/first_id", 1, 3), "groups/first_id"),
    ("a group too many", lambda f: together(*(rows(f"groups/{n}", 0, 3) for n in f["groups"]))(f), "groups/"),
    ("a group's radius is not a number", put("groups/radius_max", 0, NAN), "groups/radius_max"),
    ("a group's radius is negative", put("groups/radius_min", 1, -1), "groups/radius_min"),
    ("a group's radii are the wrong way round", put("groups/radius_max", 1, 1e-9), "groups/radius_max"),
    *each("contacts", (6, 0), ("key", 0, -3, 10**9, MANY)),
    *each("contacts", (6, 1), ("key", 0, 35, -2, -MANY - 1, MANY)),
    ("a contact twice", lambda f: put("contacts/key", 6, f["contacts/key"][5])(f), "contacts/key"),
    (
        "a contact of a particle with itself",
        lambda f: put("contacts/key", (6, 1), f["contacts/key"][6, 0])(f),
        "contacts/key",
    ),
    ("keys of two numbers", lambda f: replace("contacts/key", f["contacts/key"][:, :2])(f), "contacts/key"),
    ("a history is not a number", put("contacts/history", (4, 1), NAN), "contacts/history"),
    ("one history too few", lambda f: rows("contacts/history", 0, len(f["contacts/key"]) - 1)(f), "contacts/"),
    ("no contacts", drop("contacts"), "contacts"),
    *each("numbers", 0, ("bulk_skin", 0, -1, NAN, 1e300), ("bulk_time", 0, NAN), ("bulk_reference_time", 1, -1)),
    *each("numbers", 0, ("bulk_steps", -1, MANY), ("bulk_reneighboured", MANY, 10**12)),
    *each("numbers", 0, ("bulk_next_check", -1), ("bulk_reneighbour_due", 2), ("bulk_longest_step", -1, 1e-99)),
    *each("numbers", (0, 5), ("bulk_left", -1, 3), ("bulk_past_walls", -1)),
    *each("numbers", 0, ("bulk_inserted", -1), ("bulk_removed", -1)),
    ("one more was taken out", put("numbers/bulk_removed", 0, 1), "numbers/bulk_left"),
    *each("types", 0, ("material", -1, 1000), ("radius", 0, NAN), ("mass", -1, NAN)),
    ("masses out of range", put("numbers/tally_masses", (0, 3), MANY), "numbers/tally_masses"),
    ("masses too short", shape("numbers/tally_masses", (1, 68)), "numbers/tally_masses"),
    ("exact sums out of range", put("numbers/removed_energies", (0, 3), MANY), "numbers/removed_energies"),
    ("exact sums too short", shape("numbers/removed_energies", (1, 68)), "numbers/removed_energies"),
    ("work of walls out of range", put("numbers/wall_work", (0, 3), MANY), "numbers/wall_work"),
    ("a power of walls out of range", put("numbers/wall_work", (0, 69 + 5), MANY), "numbers/wall_work"),
    ("work of walls of half as many", shape("numbers/wall_work", (1, 69)), "numbers/wall_work"),
    ("no work of walls", drop("numbers/wall_work"), "numbers/wall_work"),
]
RESULTS = [
    ("is cut short", None, "results.h5"),
    ("is empty", None, "results.h5"),
    ("is that of another case", None, "results.h5"),
    ("a time is of another type", cast("observables/energy/time", "i8"), "observables/energy/time"),
    ("a time is another", put("observables/energy/time", 2, 0.5), "observables/energy/time"),
    ("a column has more dimensions", shape("observables/energy/kinetic", (5, 1, 1)), "observables/energy/kinetic"),
    ("a column has 32 dimensions", shape("observables/energy/kinetic", (1,) * 32), "observables/energy/kinetic"),
    ("a column is a text", replace("observables/energy/kinetic", np.bytes_(b"x")), "observables/energy/kinetic"),
    ("a column is missing", drop("observables/energy/kinetic"), "observables/energy/kinetic"),
    ("a column lies elsewhere", external("observables/energy/kinetic"), "observables/energy/kinetic"),
    ("a column is virtual", virtual("observables/energy/kinetic"), "observables/energy/kinetic"),
    (
        "a column is in another file",
        link("observables/energy/kinetic", h5py.ExternalLink("other.h5", "/x")),
        "observables/energy/kinetic",
    ),
    ("the ledger is somewhere else", link("observables/energy", h5py.SoftLink("/particles")), "observables/energy"),
    (
        "the last column declares 1e13 rows",
        declare("particles/grains/velocity/value", 10**13),
        "particles/grains/velocity/value",
    ),
    (
        "the last column has another width",
        shape("particles/grains/velocity/value", (5, 8, 2)),
        "particles/grains/velocity/value",
    ),
]
SIGNS = re.compile(r"Sanitizer|runtime error|PETSC ERROR|MPI_ABORT|Segmentation|stack smashing|corrupted|HDF5-DIAG")


class System:
    """A genuine run with a checkpoint half way, and copies of it to put crafted ones into."""

    def __init__(self, top, name, text):
        self.name, self.top, self.home = name, top, os.path.join(top, name)
        path = case(text)
        run(["run", path, "-o", self.home])
        os.unlink(path)
        names = sorted((n for n in os.listdir(self.home) if n.startswith("checkpoint-")), key=lambda n: int(n[11:-3]))
        self.checkpoint = names[0]
        for n in names[1:]:
            os.unlink(os.path.join(self.home, n))

    def copy(self):
        folder = tempfile.mkdtemp(dir=self.top)
        shutil.copytree(self.home, folder, dirs_exist_ok=True)
        return folder, os.path.join(folder, self.checkpoint)


def resume(path, ranks, limit=100):
    try:
        return run(["resume", path], ranks, check=False, timeout=limit)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess([], -1, "", f"nothing within {limit} s")


def refused(folder, path, want, ranks):
    """'' if the command says what is wrong and leaves everything as it is; otherwise what happened."""
    before = snapshot(folder)
    told = resume(path, ranks)
    problems = [] if told.returncode == 4 else [f"exit {told.returncode}"]
    other_reason = ("checksum" in told.stderr) != ("checksum" in want)
    signs = SIGNS.search(told.stdout + told.stderr) or told.stderr.count("granum:") != 1
    if want not in told.stderr or other_reason or signs:
        problems.append("its message")
    if snapshot(folder) != before:
        problems.append("something was written")
    shutil.rmtree(folder)
    return f"{', '.join(problems)}: {told.stdout[-500:]}{told.stderr[-3000:]}" if problems else ""


def attempt(system, change, want, ranks, fields=None):
    folder, path = system.copy()
    craft(os.path.join(system.home, system.checkpoint), path, change, fields)
    return refused(folder, path, want, ranks)


def attempt_results(system, other, what, change, want, ranks):
    """The checkpoint is as it was, the results that it goes on with are not."""
    folder, path = system.copy()
    results = os.path.join(folder, "results.h5")
    if change:
        with h5py.File(results, "r+") as file:
            change(file)
    elif what == "is that of another case":
        shutil.copy(os.path.join(other.home, "results.h5"), results)
    else:
        os.truncate(results, os.path.getsize(results) // 2 if what == "is cut short" else 0)
    return refused(folder, path, want, ranks)


def check(pool, jobs):
    """Each job: a label, and what to call."""
    for label, told in [(label, pool.submit(*call)) for label, call in jobs]:
        fact(not told.result(), f"{label}: refused {told.result()}")


def check_crafted(pool, chain, spheres):
    jobs = []
    for system, table in ((chain, ANY + BEADS), (spheres, GRAINS + ANY[::5])):
        for k, (what, change, want) in enumerate(table):
            for ranks in (1, 2, 3)[: 3 if k % 16 == 3 else 1]:
                jobs.append((f"{system.name} on {ranks}: {what}", (attempt, system, change, want, ranks)))
    for k, (what, change, want) in enumerate(RESULTS):
        ranks = 2 if k % 6 == 3 else 1
        jobs.append((f"results.h5 {what}", (attempt_results, chain, spheres, what, change, want, ranks)))
    told = {"step": "900000000000000000"}
    jobs.append(("the header has a step of 9e17", (attempt, chain, lambda f: None, "step", 1, told)))
    check(pool, jobs)


def check_genuine(system):
    folder, path = system.copy()
    with open(path, "rb") as file:
        before = file.read()
    put_header(path)
    with open(path, "rb") as file:
        fact(file.read() == before, f"{system.name}: the header is made here as granum makes it")
    told = resume(path, 1)
    fact(told.returncode == 0, f"{system.name}: what was not changed is gone on with {told.stderr}")


def mutate(system, number):
    """Numbers of a column, or bytes anywhere, changed at random: refused or not, with a code of ours, and soon."""
    chance = random.Random(f"{system.name} {number}")
    folder, path = system.copy()
    genuine = os.path.join(system.home, system.checkpoint)
    if number % 3:

        def change(file):
            names = [f"{table}/{column}" for table in file if table != "texts" for column in file[table]]
            name = chance.choice([name for name in names if file[name].size])
            data = file[name][()]
            flat = data.reshape(-1).view("u8")
            for _ in range(chance.choice((1, 1, 2, 5))):
                at = chance.randrange(flat.size)
                flipped = flat[at] ^ np.uint64(1 << chance.randrange(64))
                flat[at] = chance.choice((flipped, chance.getrandbits(64), 0, (1 << 64) - 1, chance.choice(flat)))
            file[name][...] = data

        craft(genuine, path, change)
    else:
        with open(path, "r+b") as file:
            for _ in range(chance.choice((1, 2, 8))):
                file.seek(chance.randrange(512, os.path.getsize(path)))
                file.write(bytes([chance.randrange(256)]))
        put_header(path)
    told = resume(path, 1 + (number % 40 == 7), 60)
    shutil.rmtree(folder)
    good = told.returncode in (0, 3, 4) and not SIGNS.search(told.stdout + told.stderr)
    return told.returncode, "" if good else f"exit {told.returncode}: {told.stdout[-300:]}{told.stderr[-3000:]}"


def check_random(pool, systems, n, bytes_too):
    """bytes_too: also bytes anywhere, where it depends on HDF5's version, too, what becomes of them."""
    for system in systems:
        codes, numbers = {}, [number for number in range(n) if number % 3 or bytes_too]
        for number, told in [(number, pool.submit(mutate, system, number)) for number in numbers]:
            code, problem = told.result()
            codes[code] = codes.get(code, 0) + 1
            if problem:
                fact(False, f"{system.name}: random change {number}: {problem}")
        counts = ", ".join(f"{code}: {times}" for code, times in sorted(codes.items()))
        fact(set(codes) <= {0, 3, 4}, f"{system.name}: {len(numbers)} random changes, times by exit code: {counts}")


with tempfile.TemporaryDirectory() as top, concurrent.futures.ThreadPoolExecutor(2) as pool:
    chain, spheres = System(top, "chain", CHAIN), System(top, "spheres", SPHERES)
    check_genuine(chain)
    check_genuine(spheres)
    if "--random" not in sys.argv:
        check_crafted(pool, chain, spheres)
    count = [int(word) for word in sys.argv[1:] if word.isdigit()] or [2000]
    long = "--long" in sys.argv
    check_random(pool, (chain, spheres), count[0] if long else 40, long)
done()
