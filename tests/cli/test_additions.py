"""New columns cost one row each. In a copy of the sources, rows are added for a column of the rigid bodies and for a
dataset of results; the program that is built from the copy saves, migrates, records, compares and forecasts them. Its
files that include no changed file are those of the build.
Labels: io particle record table run."""
import concurrent.futures
import difflib
import json
import os
import shutil
import subprocess
import tempfile

import h5py
import numpy as np
from granum_test import GRANUM, MPIEXEC, SOURCE, case, done, fact, own_session

BUILD = os.path.dirname(os.path.abspath(GRANUM))
# File: line after which lines are added, and these lines.
ADDED = [
    ("src/particle/bodies.h", "  GR_BODY_REFERENCE,\n", "  GR_BODY_EQUAL_RADIUS,\n"),
    (
        "src/particle/bodies.c",
        '          "position at the last reneighbouring"),\n',
        '    FIELD("equal_radius", GR_REAL, 1, "m", GR_BODY_EQUAL_RADIUS, GR_WRITE_ONCE, GR_POSITIVE,\n'
        '          "radius of the sphere of equal volume"),\n',
    ),
    (
        "src/particle/fill/clump.c",
        "  b->scale[i] = g->radius / clump->body.equal_radius;\n",
        "  ((double *)b->columns.data[GR_BODY_EQUAL_RADIUS])[i] = g->radius;\n",
    ),
    (
        "src/record/observable_table.c",
        '    COUNT("contacts", 1, CountOfContacts, "number of contacts with a force"),\n',
        '    REAL("volume", "m^3", 1, 0, NULL, NULL, Volume, "volume between the walls"),\n',
    ),
    (
        "src/record/observable_table.c",
        "VALUES(CountOfContacts, 1, (double)s->contacts)\n",
        "VALUES(Volume, 1, s->volume)\n",
    ),
]
CASE = """
dimension: 3
materials: {glass: {density: 2500, youngs_modulus: 10 MPa, poisson_ratio: 0.2}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}}]
domain: {lower: [0, 0, 0], upper: [40 mm, 10 mm, 10 mm], periodic: [true, true, true]}
clumps: {dimer: {spheres: [{centre: [0, 0, 0], radius: 1}, {centre: [1.2, 0, 0], radius: 1}]}}
particles:
  dimers: {random: {count: 30}, material: glass, clump: dimer,
    radius: {distribution: uniform, from: 0.7 mm, to: 0.9 mm}, velocity: [2, 0, 0], velocity_deviation: 0.5}
time: {end: 4 ms, step: 8 us, overlap_limit: 0.8}
output: {trajectory: {every: 2 ms}, observables: {every: 1 ms}, checkpoint: {every: 2 ms}}
"""


def command(program, words, ranks=1):
    launch = [] if ranks == 1 else [MPIEXEC, "-n", str(ranks)]
    with own_session() as environment:
        ran = subprocess.run([*launch, program, *words], capture_output=True, text=True, timeout=300, env=environment)
    return ran.returncode, ran.stdout + ran.stderr


def per_sample(program, path):
    """Bytes of a sample of the observables in the forecast."""
    (line,) = (line for line in command(program, ["check", path])[1].splitlines() if " observables: " in line)
    return int(line.split("samples of ")[1].split(" bytes")[0])


def of_ninja(*words):
    return subprocess.run(["ninja", "-C", BUILD, "-t", *words], check=True, capture_output=True, text=True).stdout


def older_objects(changed):
    """Returns the object files of the build whose source is, or includes, one of the changed files."""
    endings, found, target = tuple("/" + path for path in changed), set(), None
    for line in of_ninja("deps").splitlines():
        if line.startswith(" "):
            if line.endswith(endings):
                found.add(target)
        else:
            target = line.split(":")[0]
    return found


def call(command):
    return subprocess.run(command, shell=True, cwd=BUILD, capture_output=True, text=True)


def build(copy, changed):
    """Builds the program of the copy; returns its path and the messages."""
    older, program = older_objects(changed), os.path.join(copy, "granum")
    with open(os.path.join(BUILD, "compile_commands.json")) as file:
        commands = [entry["command"] for entry in json.load(file)]
    for folder in ("include", "src"):
        commands = [command.replace(f"{SOURCE}/{folder}", f"{copy}/{folder}") for command in commands]
    link = of_ninja("commands", "granum").splitlines()[-1]
    objects = [line.strip() for line in of_ninja("query", "libgranum.a").splitlines() if line.endswith(".o")]
    newer = {name: os.path.join(copy, f"{i}.o") for i, name in enumerate(objects) if name in older}
    of = {command.split(" -o ")[1].split()[0]: command for command in commands}
    calls = [of[name].replace(f" -o {name} ", f" -O0 -g0 -o {file} ") for name, file in newer.items()]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        made = list(pool.map(call, calls))
    print(f"{len(newer)} of {len(objects)} files are compiled again")
    link = link.replace(" libgranum.a ", " " + " ".join(newer.get(name, name) for name in objects) + " ")
    made.append(call(link.replace(" -o granum ", f" -o {program} ")))
    return program, "".join(done.stdout + done.stderr for done in made if done.returncode)


with tempfile.TemporaryDirectory() as top:
    copy = os.path.join(top, "copy")
    for folder in ("include", "src"):
        shutil.copytree(os.path.join(SOURCE, folder), os.path.join(copy, folder))
    for path, after, lines in ADDED:
        name = os.path.join(copy, path)
        with open(name) as file:
            text = file.read()
        fact(text.count(after) == 1, f"{path} has the place of the new lines")
        new = text.replace(after, after + lines)
        print("".join(difflib.unified_diff(text.splitlines(True), new.splitlines(True), path, path, n=0)), end="")
        with open(name, "w") as file:
            file.write(new)
    granum, told = build(copy, {path for path, _, _ in ADDED})
    fact(not told, "the copy is built: " + told[-2000:])
    path = case(CASE)
    more = per_sample(granum, path) - per_sample(GRANUM, path)
    fact(more == 8, f"the forecast of the new dataset: {more} bytes per sample")
    out = {ranks: os.path.join(top, str(ranks)) for ranks in (1, 3)}
    for ranks, directory in out.items():
        code, told = command(granum, ["run", path, "-o", directory], ranks)
        fact(code == 0, f"a run on {ranks} ranks: {told * (code != 0)}")
    one, other = (os.path.join(directory, "results.h5") for directory in out.values())
    with h5py.File(one) as file:
        bodies, volume = file["particles/bodies"], file["observables/bulk/volume"]
        radius, mass = bodies["equal_radius"], bodies["mass"][:]
        expected = (3 * mass / (4 * np.pi * 2500)) ** (1 / 3)
        fact(np.allclose(radius[:], expected, rtol=1e-12), "the column is recorded for each body")
        fact(radius.attrs["unit"] == "m" and np.ptp(radius[:]) > 0, "with its unit; bodies differ")
        fact(np.allclose(volume[:], 4e-6, rtol=1e-12), f"the dataset is recorded: {volume[:]}")
    fact(command(granum, ["diff", one, other])[0] == 0, "the same bits on 3 ranks")
    checkpoints = sorted(os.listdir(out[3]), key=lambda name: (name.startswith("checkpoint"), len(name), name))
    first = [name for name in checkpoints if name.startswith("checkpoint")][0]
    with h5py.File(os.path.join(out[3], first)) as file:
        saved = file["bodies/equal_radius"][:][np.argsort(file["bodies/id"][:])]
    fact(np.array_equal(saved, expected) or np.allclose(saved, expected, rtol=1e-12), "the column is saved")
    resumed = os.path.join(top, "resumed")
    code, told = command(granum, ["resume", os.path.join(out[3], first), "-o", resumed], 2)
    last = [name for name in sorted(os.listdir(out[3])) if name.startswith("checkpoint") and name != first][0]
    same = command(granum, ["diff", os.path.join(out[1], last), os.path.join(resumed, last)])
    fact(code == 0 and same[0] == 0, f"resumed on 2 ranks, the checkpoint at the end has the same bits {same[1]}")
    with h5py.File(other, "r+") as file:
        file["particles/bodies/equal_radius"][3] *= 1 + 1e-15
    code, told = command(granum, ["diff", one, other])
    fact(code == 1 and "particles/bodies/equal_radius" in told, "a difference of the column is found")
done()
