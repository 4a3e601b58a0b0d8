"""Residence times: of spheres and clumps that fall out of the domain and past a counter, of particles that a removal
takes, between two counters of a periodic channel, and in regions, against closed forms; with insertion, the mean
number of particles inside is the rate times the mean residence time (Little's law). Equal bits on 1 to 3 ranks and
after a restart.
Labels: bulk input particle record run."""
import csv
import os
import subprocess
import tempfile

import h5py
import numpy as np
from granum_test import SOURCE, case, done, fact, run, simulate

GRAVITY, SPEED, HEIGHT = 9.81, 0.5, 9e-3
MATERIALS = """
materials: {glass: {density: 2500, youngs_modulus: 10e6, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.3}}]
"""
# Spheres and clumps fall from a disc, far from each other, past a counter and out of the lower side.
RAIN = f"""
dimension: 3
domain: {{lower: [0, 0, 0], upper: [20 mm, 20 mm, 10 mm]}}
gravity: [0, 0, -{GRAVITY}]
{MATERIALS}
clumps: {{pair: {{spheres: [{{centre: [0, 0, 0], radius: 0.4 mm}}, {{centre: [0.4 mm, 0, 0], radius: 0.4 mm}}]}}}}
particles:
  rain: {{insert: {{region: {{disc: {{centre: [5 mm, 10 mm, {HEIGHT}], normal: [0, 0, 1], radius: 4 mm}}}},
    rate: 1000 1/s}}, material: glass, radius: 0.5 mm, velocity: [0, 0, -{SPEED}]}}
  twins: {{insert: {{region: {{disc: {{centre: [15 mm, 10 mm, {HEIGHT}], normal: [0, 0, 1], radius: 4 mm}}}},
    rate: 500 1/s}}, material: glass, clump: pair, velocity: [0, 0, -{SPEED}]}}
time: {{end: 80 ms}}
output:
  residence: true
  counters:
    gate: {{plane: {{point: [0, 0, 3 mm], normal: [0, 0, -1]}}, every: 20 ms, residence: ends}}
    zone: {{within: &zone {{box: {{lower: [0, 0, 2 mm], upper: [20 mm, 20 mm, 6 mm]}}}}, every: 0.5 ms,
      residence: inside}}
    twins: {{within: *zone, group: twins, every: 20 ms, residence: inside}}
    top: {{within: {{box: {{lower: [0, 0, 7 mm], upper: [20 mm, 20 mm, 10 mm]}}}}, every: 20 ms, residence: inside}}
    bottom: {{within: {{box: {{lower: [0, 0, -1 mm], upper: [20 mm, 20 mm, 1 mm]}}}}, every: 20 ms, residence: inside}}
  observables: {{every: 0.5 ms}}
  checkpoint: {{every: 30 ms}}
"""
# Spheres circulate along x at a constant speed. The residence time begins at x = 2 mm and ends at x = 8 mm. A removal
# takes the particles of one group after 50 ms, in its region.
CHANNEL = f"""
dimension: 3
domain: {{lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm], periodic: [true, true, true]}}
{MATERIALS}
particles:
  slow: {{lattice: {{sites: simple_cubic, spacing: 2.5 mm, upper: [10 mm, 10 mm, 5 mm]}}, material: glass,
    radius: 0.5 mm, velocity: [0.3, 0, 0]}}
  fast: {{lattice: {{sites: simple_cubic, spacing: 2.5 mm, lower: [0, 0, 5 mm], upper: [10 mm, 10 mm, 10 mm]}},
    material: glass, radius: 0.5 mm, velocity: [0.5, 0.1, 0]}}
removal: {{fast: {{within: {{box: {{lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm]}}}}, group: fast, from: 49 ms,
  every: 1 ms}}}}
time: {{end: 60 ms}}
output:
  residence: true
  counters:
    inlet: {{plane: {{point: [2 mm, 0, 0], normal: [1, 0, 0]}}, every: 20 ms, residence: begins}}
    outlet: {{disc: {{centre: [8 mm, 5 mm, 5 mm], normal: [1, 0, 0], radius: 5 mm}}, every: 20 ms, residence: ends}}
    part: {{within: {{box: {{lower: [3 mm, 0, 0], upper: [7 mm, 10 mm, 10 mm]}}}}, every: 20 ms, residence: inside}}
  checkpoint: {{every: 30 ms}}
"""


def table(results, path):
    with h5py.File(results) as file:
        return {name: data[()] for name, data in file[f"observables/{path}"].items()}


def fall(path):
    """Time in which a body falls along the path [m] from the initial speed."""
    return (np.sqrt(SPEED**2 + 2 * GRAVITY * path) - SPEED) / GRAVITY


def check_rain(results):
    for name, path, place in (("discharge", HEIGHT, 2), ("residence/gate", HEIGHT - 3e-3, 7)):
        found = table(results, name)
        off = np.abs(found["residence_time"] / fall(path) - 1).max()
        fact(
            off < 1e-11 and found["id"].size > 60, f"{name}: time of the fall of {found['id'].size} bodies to {off:.2g}"
        )
        fact((found["exit"] == place).all() and set(found["group"]) == {0, 1}, f"{name}: exits and groups")
        fact(np.unique(found["id"]).size == found["id"].size, f"{name}: each body once, a clump by its first sphere")
    found = table(results, "discharge")
    with h5py.File(results) as file:
        balance = {name: data[()] for name, data in file["observables/particles"].items()}
    spheres = np.where(found["group"] == 1, 2, 1).sum()
    fact(spheres == balance["left"][-1], "as many particles as the balance says have left")
    fact(abs(found["mass"].sum() / balance["left_mass"][-1] - 1) < 1e-12, "of the same mass")
    late = balance["time"] > 2 * fall(HEIGHT)
    mean, rate = balance["present"][late].mean(), 1000 + 2 * 500
    law = rate * found["residence_time"].mean()
    fact(abs(mean - law) < 1, f"Little's law: {mean:.2f} inside, {law:.2f} by rate and residence time")


def check_regions(results):
    """Falls from z = a to z = b through a region; a region with the place of insertion begins there."""
    found = {name: table(results, f"residence/{name}") for name in ("zone", "twins", "top", "bottom")}
    for name, a, b in (("zone", 6e-3, 2e-3), ("top", HEIGHT, 7e-3), ("bottom", 1e-3, 0)):
        exact, times = fall(HEIGHT - b) - fall(HEIGHT - a), found[name]["residence_time"]
        off = np.abs(times / exact - 1).max()
        fact(
            off < 1e-10 and times.size > 60,
            f"{name}: {times.size} bodies stay {exact:.4g} s in the region, to {off:.2g}",
        )
    fact((found["zone"]["exit"] == 7).all(), "they leave by the surface of the region")
    fact(np.isin(found["bottom"]["exit"], (2, 7)).all(), "or with the domain")
    same = found["zone"]["group"] == 1
    fact(
        all((found["twins"][name] == found["zone"][name][same]).all() for name in ("id", "begin", "residence_time")),
        "a counter of one group has its rows",
    )
    with h5py.File(results) as file:
        number = file["observables/counters/zone/number"][()]
    late = number[len(number) // 2 :].mean()
    law = 1500 * found["zone"]["residence_time"].mean()
    fact(abs(late - law) < 0.5, f"Little's law in the region: {late:.2f} inside, {law:.2f} by rate and residence time")


def check_channel(results):
    found, taken = table(results, "residence/outlet"), table(results, "discharge")
    speed = np.where(found["group"] == 0, 0.3, 0.5)
    off = np.abs(found["residence_time"] * speed / 6e-3 - 1).max()
    fact(
        off < 1e-9 and (found["exit"] == 7).all(),
        f"delay of {found['id'].size} passages between two counters, {off:.2g}",
    )
    turns = np.bincount(found["id"][found["group"] == 1])
    fact(turns.max() == 2, "a particle that circulates passes in each turn")
    fact((taken["group"] == 1).all() and taken["id"].size == 32 and (taken["exit"] == 6).all(), "one group is removed")
    age = taken["begin"] + taken["residence_time"]
    fact(np.ptp(age) == 0 and abs(age[0] - 50e-3) < 1e-4, f"at the time of the removal, {age[0]:.5g} s")
    fact((taken["begin"] > 30e-3).all(), "from their last passage of the inlet on")
    inside = table(results, "residence/part")
    whole = (inside["exit"] == 7) & (inside["begin"] > 0)
    speed = np.where(inside["group"] == 0, 0.3, 0.5)[whole]
    off = np.abs(inside["residence_time"][whole] * speed / 4e-3 - 1).max()
    fact(off < 1e-9 and whole.sum() > 60, f"{whole.sum()} stays in a region of a periodic box, to {off:.2g}")
    fact((inside["exit"][inside["group"] == 1] == 6).any(), "a removal ends the clock of a particle inside")
    fact(((inside["begin"] == 0) & (inside["residence_time"] < 4e-3 / 0.3)).any(), "particles inside at the start")


STAGED = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [30 mm, 20 mm, 20 mm]}
materials: {glass: {density: 2500, youngs_modulus: 70 GPa, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: hertz}}]
particles: {balls: {material: glass, radius: 0.5 mm, at: [
  {position: [2 mm, 5 mm, 5 mm], velocity: [0.2, 0, 0]}, {position: [1 mm, 10 mm, 5 mm], velocity: [0.15, 0, 0]},
  {position: [8 mm, 15 mm, 5 mm], velocity: [0.12, 0, 0]}]}}
stages: {first: {until: {time: 10 ms}}, second: {until: {time: 60 ms}}}
output:
  trajectory: {every: off}
  counters: {zone: {within: {box: {lower: [3 mm, 0, 0], upper: [9 mm, 20 mm, 20 mm]}}, during: second, every: 10 ms,
    residence: inside}}
"""


def check_stage(results):
    """A counter of a stage: the times of particles inside begin with the stage, and earlier ones are not recorded."""
    found = table(results, "residence/zone")
    begin, stay = np.array([10e-3, 2 / 150]), np.array([25e-3, 40e-3])
    right = found["id"].size == 2 and np.allclose(found["begin"], begin, rtol=1e-9, atol=0)
    fact(
        right and np.allclose(found["residence_time"], stay, rtol=1e-9, atol=0),
        f"a counter of a stage: stays of {found['residence_time']} s since {found['begin']} s",
    )


def check_bits(name, text, top):
    path = case(text)
    results = [simulate(path, os.path.join(top, f"{name}{n}"), ranks=n) for n in (1, 2, 3)]
    for n, other in zip((2, 3), results[1:]):
        told = run(["diff", results[0], other], check=False)
        fact(told.returncode == 0, f"{name}: the same bits on {n} ranks {told.stdout}")
    folder = os.path.join(top, f"{name}3")
    first = min((file for file in os.listdir(folder) if file.startswith("checkpoint")), key=len)
    run(["resume", os.path.join(folder, first), "-o", os.path.join(top, f"{name}on")], 2)
    told = run(["diff", results[0], os.path.join(top, f"{name}on", "results.h5")], check=False)
    fact(told.returncode == 0, f"{name}: the same bits after a restart {told.stdout}")
    return results[0]


def check_command(results):
    """`granum-post residence` has the mean and the deviation of the table."""
    words = [os.path.join(SOURCE, "postprocess", "granum-post"), "residence", results]
    told = subprocess.run(
        [*words, "--counter", "gate", "--group", "twins", "--csv", "-"], stdout=subprocess.PIPE, text=True
    )
    rows = [row for row in csv.DictReader(told.stdout.splitlines()) if row["id"]]
    found = table(results, "residence/gate")
    times = found["residence_time"][found["group"] == 1]
    fact(len(rows) == times.size, f"granum-post residence: {len(rows)} clumps")
    fact(abs(float(rows[0]["mean_residence_time_s"]) / fall(HEIGHT - 3e-3) - 1) < 1e-11, "mean residence time")
    told = subprocess.run([*words, "--counter", "zone", "twins", "--csv", "-"], stdout=subprocess.PIPE, text=True)
    rows = [row["counter"] for row in csv.DictReader(told.stdout.splitlines()) if row["id"]]
    counts = [table(results, f"residence/{name}")["id"].size for name in ("zone", "twins")]
    fact([rows.count("zone"), rows.count("twins")] == counts, "one CSV file has the rows of several counters")


with tempfile.TemporaryDirectory() as top:
    rain = check_bits("rain", RAIN, top)
    check_rain(rain)
    check_regions(rain)
    check_command(rain)
    check_channel(check_bits("channel", CHANNEL, top))
    check_stage(simulate(case(STAGED), f"{top}/staged"))
done()
