"""A program adds a property per particle by one row (charged.c): it is set per group, recorded, compared, migrated,
saved and restored on another number of ranks, taken over from an earlier run and read from a CSV file.
Labels: bulk input io law parallel particle record run time."""
import filecmp
import os
import shutil
import subprocess
import tempfile

import h5py
import numpy

from granum_test import GRANUM, MPIEXEC, done, fact, own_session, run

CHARGED = os.path.join(os.path.dirname(GRANUM), "charged")
CASE = """dimension: 3
materials: {glass: {density: 2500, youngs_modulus: 10 MPa, poisson_ratio: 0.2}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}}]
domain: {lower: [0, 0, 0], upper: [40 mm, 20 mm, 20 mm], periodic: [true, true, true]}
particles:
  light: {lattice: {sites: simple_cubic, spacing: 5 mm, upper: [40 mm, 20 mm, 10 mm]}, material: glass, radius: 2 mm,
          velocity_deviation: 0.5}
  charged: {lattice: {sites: simple_cubic, spacing: 5 mm, lower: [0, 0, 10 mm], upper: [40 mm, 20 mm, 20 mm]},
            material: glass, radius: 2 mm, velocity: [1, 0, 0], charge: 20 nC}
time: {end: 20 ms, step: 20 us}
output: {trajectory: {every: 2 ms}, checkpoint: {every: 6 ms}}
"""


def charged(words, ranks=1):
    launch = [] if ranks == 1 else [MPIEXEC, "-n", str(ranks)]
    with own_session() as environment:
        return subprocess.run([*launch, CHARGED, *words], capture_output=True, text=True, timeout=120, env=environment)


def results(directory):
    return os.path.join(directory, "results.h5")


def run_group(directory, name, group, ranks=2):
    """Runs a case with one group for two steps; returns the outcome and the charges in the results, or None."""
    head, rest = CASE.split("  light:")
    text = head + f"  all: {group}\n" + rest[rest.index("time:") :].replace("end: 20 ms", "end: 40 us")
    path = os.path.join(directory, name)
    with open(path + ".yaml", "w") as f:
        f.write(text)
    ran = charged(["run", path + ".yaml", path], ranks)
    if ran.returncode:
        return ran, None
    with h5py.File(results(path)) as f:
        return ran, f["particles/grains/charge"][:]


with tempfile.TemporaryDirectory() as top:
    case, one, three, cut = (os.path.join(top, name) for name in ("case.yaml", "one", "three", "cut"))
    with open(case, "w") as f:
        f.write(CASE)
    for ranks, directory in ((1, one), (3, three)):
        ran = charged(["run", case, directory], ranks)
        fact(ran.returncode == 0, f"{ranks} rank(s): {ran.stderr or 'runs'}")
    fact(filecmp.cmp(results(one), results(three), shallow=False), "same bits on 1 and 3 ranks")
    with h5py.File(results(one)) as f:
        grains = f["particles/grains"]
        values = grains["charge"][:]
        fact(
            numpy.array_equal(values, numpy.where(grains["group"][:] == 1, 20e-9, 0)),
            "particles have the charge of their group, or 0 if the group has none",
        )
        unit, description = (grains["charge"].attrs[name] for name in ("unit", "description"))
        fact(unit == "C" and description == b"electric charge", f"unit {unit}, description {description}")
        momentum = numpy.einsum("i,ik->k", grains["mass"][:], grains["velocity/value"][-1])
        start = numpy.einsum("i,ik->k", grains["mass"][:], grains["velocity/value"][0])
    expected = values.sum() * numpy.array([2e3, 0, 1e4]) * 20e-3
    error = abs(momentum - start - expected).max() / abs(expected).max()
    fact(error < 1e-10, f"the field changes the momentum by Q E t: error {error:.1e}")
    for name, file in (("previous", results(one)), ("restarted", os.path.join(one, "checkpoint-1000.h5"))):
        ran, taken = run_group(top, name, f"{{previous: {{file: {file}}}, material: glass, charge: 3 nC}}")
        fact(
            taken is not None and numpy.array_equal(taken, values),
            f"`previous` reads charges from {os.path.basename(file)}: {ran.stderr or taken}",
        )
    table = os.path.join(top, "table.csv")
    for text, words in (
        ("x, charge, y, z\n1e-3, 2e-9, 1e-3, 1e-3\n9e-3, -5e-9, 1e-3, 1e-3\n", ()),
        ("x, charge, y, z\n1e-3, 2, 1e-3, 1e-3\n", (":2:7:", "charge", "0.001", "C")),
        ("x, y, z, charg\n1e-3, 1e-3, 1e-3, 2e-9\n", (":1:10:", "charg", "write charge")),
    ):
        with open(table, "w") as f:
            f.write(text)
        ran, taken = run_group(top, "table", f"{{file: {table}, material: glass, radius: 2 mm, charge: 3 nC}}")
        if words:
            fact(ran.returncode and all(word in ran.stderr for word in words), f"refused: {ran.stderr.strip()}")
        else:
            fact(
                taken is not None and list(taken) == [2e-9, -5e-9], f"charges from a CSV column: {ran.stderr or taken}"
            )
    shutil.copytree(three, cut)
    checkpoints = [name for name in os.listdir(cut) if name.startswith("checkpoint-")]
    os.remove(os.path.join(cut, max(checkpoints, key=lambda name: int(name[11:-3]))))
    ran = charged(["resume", cut, "time.end=20 ms"], 2)
    fact(ran.returncode == 0, f"a run on 3 ranks is resumed on 2 ranks: {ran.stderr or 'runs'}")
    fact(run(["diff", results(one), results(cut)], check=False).returncode == 0, "the resumed run has the same bits")
    with h5py.File(results(cut), "r+") as f:
        f["particles/grains/charge"][7] = 1e-9
    differ = run(["diff", results(one), results(cut)], check=False)
    fact(
        differ.returncode == 1 and "charge" in differ.stdout,
        f"granum diff compares the property: {differ.stdout.strip()[:100]}",
    )
    refused = run(["check", case], check=False)
    fact(
        refused.returncode == 2 and "charge" in refused.stderr,
        f"refused without the property: {refused.stderr.strip()}",
    )
done()
