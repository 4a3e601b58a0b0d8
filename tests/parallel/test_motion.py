"""Beads with prescribed motion: they follow it to the last bit, the ledger includes the work of the drive, and the
bits are equal on 1 to 4 ranks, after a checkpoint, and from the resolved input. Errors in a table in a file are
reported with their place.
Labels: chain input io law parallel record run time."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import done, fact, ledger, run, sensor, simulate

CASE = """
dimension: 1
gravity: 9.81
materials: {steel: {density: 8000, youngs_modulus: 200e9, poisson_ratio: 0.3, yield_stress: 940e6}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.8}, tension: allow}]
particles:
  piston: {chain: {count: 1}, shape: plane, material: steel, motion: {file: TABLE}}
  beads: {chain: {count: 10}, material: steel, radius: 2 mm}
  crate: {chain: {count: 3}, material: steel, radius: 2 mm,
    motion: {time: [0, 40 us, 60 us], velocity: [0, -0.4 m/s, 0]}}
  others: {chain: {count: 7}, material: steel, radius: 2 mm}
  plate: {chain: {count: 1}, shape: plane, material: steel, mass: 3 g, motion: -0.5 m/s}
time: {end: 100 us, step: 0.05 us, tolerance: 1e-10}
output:
  trajectory: {every: 20 us}
  energy: {every: 5 us}
  sensors: [{group: piston, at: [1], every: 1 us}, {group: crate, at: [1, 3], every: 1 us},
    {group: plate, at: [1], every: 1 us}]
  checkpoint: {every: 45 us}
"""
TABLE = "# of the piston\n\ntime, velocity\n10e-6, 0\n 30e-6 ,1.5\r\n70e-6,1.0\n"
POINTS = {
    "piston-1": ([10e-6, 30e-6, 70e-6], [0, 1.5, 1.0]),
    "crate-1": ([0, 40e-6, 60e-6], [0, -0.4, 0]),
    "plate-1": ([0], [-0.5]),
}
POINTS["crate-3"] = POINTS["crate-1"]
BAD = [
    ("", ":1:1: the table has no values; write"),
    ("time, velocity\n# nothing\n", "the table has no values; write"),
    ("0, 1\n", ":1:1: is not a header; write `time, velocity`"),
    ("time, speed\n0, 1\n", ":1:7: is not a header; write"),
    ("time, velocity, force\n", ":1:17: is not a header; write"),
    ("time, time\n", ":1:7: names a column twice; write `time, velocity`"),
    ("time, velocity\n0, fast\n", ":2:4: velocity: 'fast' is not a number; write a plain number in m/s"),
    ("time, velocity\n0, 1 m/s\n", ":2:4: velocity: '1 m/s' is not a number"),
    ("time, velocity\n0,\n", ":2:3: velocity: '' is empty; write"),
    ("time, velocity\n0\n", ":2:2: has too few values; write"),
    ("time, velocity\n0, 1, 2\n", ":2:6: has too many values; write"),
    ("time, velocity\n\n-1, 1\n", ":3:1: time: is negative; write"),
    ("time, velocity\n0, 1\n 0, 2\n", ":3:2: time: is not later than the previous time; write"),
]


def path_of(points, t):
    """Returns the displacement at times t: the integral of a piecewise linear velocity."""
    time, velocity = (np.array(x, dtype=float) for x in points)
    knots = np.unique(np.concatenate(([0.0], time, t)))
    v = np.interp(knots, time, velocity)
    x = np.concatenate(([0.0], np.cumsum(0.5 * np.diff(knots) * (v[1:] + v[:-1]))))
    return np.interp(t, knots, x)


def checkpoints(directory):
    names = [n for n in os.listdir(directory) if n.startswith("checkpoint-")]
    return sorted(names, key=lambda n: int(n.split("-")[1].split(".")[0]))


def same(a, b):
    told = run(["diff", a, b], check=False)
    if told.returncode != 0:
        print(f"     {told.returncode}: {told.stdout.strip()} {told.stderr.strip()[-300:]}")
    return told.returncode == 0


def same_values(a, b):
    """Compares all except /parameters, where the texts of two inputs differ."""
    different = []
    with h5py.File(a) as f, h5py.File(b) as g:
        f.visititems(
            lambda n, d: different.append(n)
            if isinstance(d, h5py.Dataset)
            and not n.startswith("parameters")
            and (n not in g or d[()].tobytes() != g[n][()].tobytes())
            else None
        )
    return not different


def write(path, text):
    with open(path, "w") as f:
        f.write(text)
    return path


with tempfile.TemporaryDirectory() as top:
    table, path = write(os.path.join(top, "bar.csv"), TABLE), os.path.join(top, "case.yaml")
    write(path, CASE.replace("TABLE", "bar.csv"))  # beside the input, not in the working directory
    for integrator in ("verlet", "rk"):
        sets = [f"time.integrator={integrator}"]
        results = {p: simulate(path, os.path.join(top, f"{integrator}-{p}"), sets, p) for p in (1, 3)}
        fact(all(same(results[1], results[p]) for p in results), f"{integrator}: same bits on 1 and 3 ranks")
        # verlet sets positions exactly; rk integrates, and its error at each kink may be a hundred times its tolerance
        # of 1e-10 m/s.
        room = 1e-15 if integrator == "verlet" else 1e-7
        for name, points in POINTS.items():
            (t, x), (_, v) = (sensor(results[1], name, what) for what in ("displacement", "velocity"))
            off = abs(x - path_of(points, t)).max(), abs(v - np.interp(t, *points)).max()
            fact(
                off[0] < 100e-6 * room and off[1] < room,
                f"{integrator}: position and velocity of {name} follow its motion within {off[0]:.2g} m, {off[1]:.2g} "
                "m/s",
            )
        books = ledger(results[1])
        # verlet: trapezoidal rule, error of order step^2, here 5e-6 of the work. rk: its tolerance.
        limit = (1e-5 if integrator == "verlet" else 1e-9) * abs(books["external_work"]).max()
        fact(
            abs(books["external_work"]).max() > 1e-3 and abs(books["residual"]).max() < limit,
            f"{integrator}: the drives do the work {books['external_work'][-1]:.6g} J, "
            f"the residual of the ledger is {abs(books['residual']).max():.2g} J",
        )

        whole = os.path.join(top, f"{integrator}-1")
        os.rename(table, table + "-gone")  # by now the case contains the table
        again = simulate(os.path.join(whole, "input.yaml"), os.path.join(top, "again"), [], 2)
        fact(
            same_values(results[1], again),
            f"{integrator}: the resolved input.yaml gives the same bits without the file of the table",
        )
        middle, end = checkpoints(whole)
        for ranks in (1, 3):
            other = os.path.join(top, f"{integrator}-on-{ranks}")
            run(["resume", os.path.join(whole, middle), "-o", other], ranks)
            fact(
                all(same(os.path.join(whole, name), os.path.join(other, name)) for name in ("results.h5", end)),
                f"{integrator}: resumed on {ranks} rank(s), it has the same bits",
            )
        os.rename(table + "-gone", table)

    # A constant velocity, a table of it in the input, and a table in a file are equivalent.
    one = ["particles.piston.motion=1.5 m/s"]
    two = ["particles.piston.motion={time: [5 us, 90 us], velocity: [1.5, 1.5]}"]
    a, b = (simulate(path, os.path.join(top, name), sets) for name, sets in (("one", one), ("two", two)))
    (_, x), (_, y) = (sensor(r, "crate-1", "force") for r in (a, b))
    fact(
        abs(x - y).max() < 1e-9 * abs(x).max() > 0,
        f"a constant velocity and its table: forces differ by {abs(x - y).max():.2g} of {abs(x).max():.4g} N",
    )
    with h5py.File(a) as f:
        mass = f["particles/grains/mass"][:]
        fact(mass[0] == 0 and mass[-1] == 3e-3, "a driven plane needs no mass, and keeps a given mass")

    for text, message in BAD:
        write(table, text)
        for command, ranks in ((["check", path], 1), (["run", path, "-o", os.path.join(top, "none")], 3)):
            if ranks == 3 and "fast" not in text:
                continue
            told = run(command, ranks, check=False)
            lines = [line for line in told.stderr.splitlines() if "bar.csv" in line]
            fact(told.returncode == 2 and len(lines) == 1 and message in lines[0], f"{text!r}: {' '.join(lines)}")
    os.unlink(table)
    told = run(["run", path, "-o", os.path.join(top, "none")], 3, check=False)
    fact(
        told.returncode == 2
        and "bar.csv: cannot be read: No such file" in told.stderr
        and "give the path of a table" in told.stderr,
        "a missing file of a table is refused: " + told.stderr.strip().splitlines()[0],
    )
    fact(not os.path.exists(os.path.join(top, "none")), "the refused run creates no folder")
done()
