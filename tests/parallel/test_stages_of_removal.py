"""Insertion, counting and removal of particles in stages of a run: counts in each direction, their times, and the
reports at the end of a run, in run.json and by check; equal on any number of ranks and after a restart in the
middle.
Labels: bulk input io law parallel particle record run time wall."""
import json
import os
import re
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, run, simulate

# Two balls that bounce without loss, one of them in one stage only, and particles that are inserted in the last stage
# to be removed.
CASE = """
dimension: 3
materials: {glass: {density: 2500, youngs_modulus: 5e6, poisson_ratio: 0.25}}
domain: {lower: [0, 0, 0], upper: [24 mm, 24 mm, 24 mm], periodic: [true, true, false]}
gravity: [0, 0, -9.81]
contacts: [{between: '*', normal: {law: hertz}}]
particles:
  ball: {at: {position: [4 mm, 4 mm, 3 mm]}, material: glass, radius: 1 mm}
  rain:
    insert: {region: {box: {lower: [8 mm, 8 mm, 8 mm], upper: [24 mm, 24 mm, 22 mm]}}, rate: 8000 1/s, during: rain}
    material: glass
    radius: {distribution: uniform, from: 0.5 mm, to: 0.8 mm}
    velocity: [0, 0, -0.5]
walls: {floor: {side: lower_z, material: glass}}
removal:
  drain: {within: {box: {lower: [8 mm, 8 mm, 0], upper: [24 mm, 24 mm, 24 mm]}}, during: drain, every: 2 ms, from: 1 ms}
  late: {within: {sphere: {centre: [8 mm, 8 mm, 15 mm], radius: 1 mm}}, during: drain, from: 9 ms}
stages:
  bounce: {until: {time: 50 ms}}
  rain: {until: {time: 10 ms}}
  drain: {until: {time: 10 ms}}
time: {step: 10 us, rebalance: 70, skin: 0.02 mm}
output:
  counters:
    way: {plane: {point: [0, 0, 2 mm], normal: [0, 0, -1]}, every: 2 ms, group: ball}
    all: {plane: {point: [0, 0, 14 mm], normal: [0, 0, -1]}, every: 2 ms}
    early: {plane: {point: [0, 0, 2 mm], normal: [0, 0, -1]}, every: 2 ms, group: ball, during: bounce}
    fall: {plane: {point: [0, 0, 14 mm], normal: [0, 0, -1]}, every: 2 ms, during: rain}
    high: {within: {box: {lower: [0, 0, 7 mm], upper: [24 mm, 24 mm, 24 mm]}}, every: 2 ms, during: rain}
  trajectory: {every: 1 ms}
  observables: {every: 1 ms}
  checkpoint: {every: 54 ms}
"""
TELLS = ["insertion of rain: 8000 particles per second", "run time: about"]


def counters(results):
    with h5py.File(results, "r") as f:
        return {
            name: {column: values[:] for column, values in group.items()}
            for name, group in f["observables/counters"].items()
        }


def look_at_ways(counts):
    """The ball falls from 3 mm and bounces without loss, through 2 mm at the times of free fall."""
    g, mass = 9.81, 2500 * 4 / 3 * np.pi * 1e-9
    way = counts["way"]
    t = way["time"]
    period = 2 * np.sqrt(2 * 2e-3 / g)  # and half a millisecond in contact
    down, up = way["forwards_number"], way["backwards_number"]
    fact(
        (down - up == way["number"]).all() and set(down - up) == {0, 1} and 1 < down[-1] == round(t[-1] / period),
        f"the ball crosses the plane alternately, {down[-1]} times down, {up[-1]} times up",
    )
    speed = np.sqrt(2 * g * 1e-3)
    # a crossing is counted at the next update of reference positions, after less than the skin
    each = -way["forwards_momentum"][-1, 2] / down[-1] / mass, way["backwards_momentum"][-1, 2] / up[-1] / mass
    reach = 2 * g * 0.02e-3
    fact(
        np.sqrt(speed**2 - reach) < each[1] < 1.001 * speed and 0.999 * speed < each[0] < np.sqrt(speed**2 + reach),
        f"the crossing speeds are {each[0]:.3f} m/s down and {each[1]:.3f} m/s up; free fall gives {speed:.3f} m/s",
    )
    fact(
        np.allclose(way["forwards_mass"], mass * down, rtol=1e-12)
        and np.allclose(way["backwards_mass"], mass * up, rtol=1e-12)
        and np.allclose(way["forwards_kinetic_energy"] - way["backwards_kinetic_energy"], way["kinetic_energy"]),
        "the counter has mass and energy in each direction, and their difference",
    )


def look_at_stages(counts):
    way, early, fall, all_of, high = (counts[k] for k in ("way", "early", "fall", "all", "high"))
    t = way["time"]
    end = np.flatnonzero(np.isclose(t, 0.05))[0]
    fact(
        (early["forwards_number"][: end + 1] == way["forwards_number"][: end + 1]).all()
        and (early["forwards_number"][end:] == way["forwards_number"][end]).all()
        and way["forwards_number"][-1] > way["forwards_number"][end],
        "a counter of the first stage counts during this stage and is constant afterwards",
    )
    over = np.flatnonzero(np.isclose(t, 0.06))[0]
    for column in ("forwards_number", "backwards_number", "forwards_mass"):
        of_stage = all_of[column][over] - all_of[column][end]
        fact(
            np.isclose(fall[column][over], of_stage, rtol=1e-12, atol=0) and (fall[column][: end + 1] == 0).all(),
            f"a counter of a later stage counts the crossings during this stage: {of_stage:.6g} ({column})",
        )
    fact(
        fall["forwards_number"][over] > 5
        and (high["number"][over + 1 :] == -1).all()
        and (high["number"][:end] == -1).all(),
        "the counter of a region has values during its stage only",
    )
    fact(
        high["number"][over] > 5 and np.isnan(high["mass"]).tolist() == (high["number"] == -1).tolist(),
        f"{high['number'][over]} particles are in the region at the end of its stage",
    )


def look_at_books(results, directory, told, expected):
    with h5py.File(results, "r") as f:
        tally = {name: column[:] for name, column in f["observables/particles"].items()}
    removed = dict(zip(np.round(tally["time"] * 1e3).astype(int), tally["removed"]))
    # a check at 1 ms + 2 ms k of the stage, which begins at 60 ms; rows are recorded before the removals at that time
    fact(
        removed[63] == 0 < removed[64] and removed[65] == removed[64] and (tally["missing"] == 0).all(),
        f"no particle is removed before 63 ms, {removed[64]} are removed then",
    )
    fact(tally["inserted"][-1] == expected > 50, f"{expected} particles were inserted, as predicted by granum check")
    with open(os.path.join(directory, "run.json")) as file:
        books = json.load(file)["particles"]
    same = all(books[key]["number"] == tally[key][-1] for key in ("start", "inserted", "left", "present", "missing"))
    fact(
        same and books["removed"]["number"] >= removed[65] and books["present"]["mass"] > 0,
        f"run.json contains the tally of particles: {books}",
    )
    with open(os.path.join(directory, "run.json")) as file:
        card = json.load(file)["performance"]
    steps = card["particle_steps_per_second"] * card["seconds"]
    rows = 10e-6 * np.arange(7000)
    there = np.interp(rows, tally["time"], tally["present"]).sum()
    # between two rows, a millisecond apart, some particles are inserted or removed
    fact(
        abs(steps / there - 1) < 0.1,
        f"the rate refers to the particles present: {steps:.5g} particle steps, {there:.5g} by the tally",
    )
    removed = books["removed"]["number"]
    line = f"particles: 1 at the start, {expected} inserted, {removed} were removed, 0 left the domain, "
    fact(line + f"{books['present']['number']} remain" in told, "the summary of the run contains: " + line)


with tempfile.TemporaryDirectory() as top:
    path = case(CASE)
    said = run(["check", path]).stdout
    for text in TELLS:
        fact(text in said, f"granum check prints: {text}")
    one = os.path.join(top, "one")
    told = run(["run", path, "-o", one]).stdout
    results = os.path.join(one, "results.h5")
    counts = counters(results)
    look_at_ways(counts)
    look_at_stages(counts)
    look_at_books(results, one, told, int(re.search(r"(\d+) particles in all", said).group(1)))
    sets = ["particles.rain.insert.during=drain", "particles.rain.insert.every=2 ms"]
    said = run(["check", path, *(word for s in sets for word in ("--set", s))]).stdout
    simulate(path, os.path.join(top, "end"), sets)
    with open(os.path.join(top, "end", "run.json")) as file:
        came = json.load(file)["insertion"][0]["number"]
    # 8000 1/s for 8 ms: there is no event at the end of the run, because it would insert for the time after it
    fact(came == 64 and "64 particles in all" in said, f"{came} particles enter in the last stage, as predicted")
    other = simulate(path, os.path.join(top, "3"), [], 3)
    told = run(["diff", results, other], check=False)
    fact(told.returncode == 0, f"same bits on 3 ranks {told.stdout}")
    run(["resume", os.path.join(top, "3", "checkpoint-5400.h5"), "-o", os.path.join(top, "resumed")], 2)
    told = run(["diff", results, os.path.join(top, "resumed", "results.h5")], check=False)
    fact(told.returncode == 0, f"the same bits after a restart within a stage {told.stdout}")
done()
