"""A machine with insertion, removal and motion: particles are inserted and removed, a rotor of triangles rotates, a
wall holds a stress, and the load is balanced every 50 steps. Equal bits on any number of ranks, also after a restart
in the middle on another number; the count of particles is complete at every output; sizes of all inserted particles
are right to one particle per class; the energy balance closes to second order in the step, and to 1e-6 of the energy
put in with a short step.

  --long, by hand, some minutes: 5000 steps on 1, 2, 3, 5 and 8 ranks, restarts from each of them on another number.
Labels: bulk contact input io law mesh parallel particle record run time wall."""
import os
import sys
import tempfile

import h5py
import numpy as np
from granum_test import card, case, done, fact, ledger, run, simulate

LONG = "--long" in sys.argv
STEP, STEPS = 4e-6, 5000 if LONG else 1500
FINER = 32 if LONG else 16  # number of shorter steps per step, for the energy balance
RANKS = (2, 3, 5, 8) if LONG else (2, 3, 5)
RESUMED = {1: 3, 2: 5, 3: 8, 5: 2, 8: 1} if LONG else {3: 8, 1: 2}
FRACTIONS = {0.6e-3: 0.5, 0.8e-3: 0.3, 1.0e-3: 0.2}
END = STEP * STEPS
CASE = f"""
dimension: 3
domain: {{lower: [0, 0, 0], upper: [20 mm, 14 mm, 40 mm]}}
gravity: [0, 0, -9.81]
materials: {{glass: {{density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}}}
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.6}}, tangential: {{law: mindlin, friction: 0.4}}}}]
particles:
  bed: {{random: {{solid_fraction: 0.26, upper: [20 mm, 14 mm, 11.9 mm]}}, material: glass,
    radius: {{distribution: uniform, from: 0.7 mm, to: 1 mm}}, velocity: [0, 0, -0.3]}}
  rain:
    insert:
      region: {{box: {{lower: [2 mm, 2 mm, 23 mm], upper: [16 mm, 12 mm, 36 mm]}}}}
      rate: {200 / (1500 * STEP)}
      every: {30 * STEP}
    material: glass
    radius: {{distribution: list, radii: [{', '.join(map(str, FRACTIONS))}],
      fractions: [{', '.join(map(str, FRACTIONS.values()))}]}}
    velocity: [0, 0, -1]
    velocity_deviation: 0.1
walls:
  floor: {{side: lower_z, material: glass}}
  left: {{side: lower_x, material: glass}}
  press: {{side: upper_x, material: glass, servo: {{stress: 300, max_speed: 0.3}}}}
  front: {{side: lower_y, material: glass}}
  back: {{side: upper_y, material: glass}}
  rotor: {{shape: mesh, file: ROTOR, position: [9 mm, 7 mm, 17 mm], material: glass,
    rotation: {{angular_velocity: [0, 60, 0]}}}}
removal:
  drain: {{within: {{box: {{lower: [0, 0, 0], upper: [7 mm, 7 mm, 2 mm]}}}}, from: {END / 10}, every: {40 * STEP}}}
time: {{end: {END}, step: {STEP}, rebalance: 50, overlap_limit: 0.4}}
output:
  trajectory: {{every: {50 * STEP}}}
  observables: {{every: {50 * STEP}}}
  walls: {{every: {50 * STEP}}}
  energy: {{every: {50 * STEP}}}
  counters:
    past: {{plane: {{point: [0, 0, 20 mm], normal: [0, 0, -1]}}, every: {50 * STEP}}}
    low: {{within: {{box: {{lower: [0, 0, 0], upper: [9 mm, 14 mm, 6 mm]}}}}, every: {50 * STEP}}}
  checkpoint: {{every: {(STEPS // 2 + 7) * STEP}}}
"""


def write_rotor(path):
    """Two crossed plates along y, closed boxes of twelve triangles each, as one file: 10 mm by 8 mm, 1 mm thick."""
    sides = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    corners, faces = [], []
    for half in ((5e-3, 4e-3, 0.5e-3), (0.45e-3, 3.9e-3, 5e-3)):
        first = len(corners)
        corners += [[(2 * (k >> a & 1) - 1) * half[a] for a in (2, 1, 0)][::-1] for k in range(8)]
        for a, b, c, d in sides:
            faces += [(first + a, first + b, first + c), (first + a, first + c, first + d)]
    with open(path, "w") as out:
        out.writelines(f"v {x!r} {y!r} {z!r}\n" for x, y, z in corners)
        out.writelines(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in faces)


def check_numbers(results):
    with h5py.File(results, "r") as f:
        tally = {name: column[:] for name, column in f["observables/particles"].items()}
        grains = f["particles/grains"]
        ids, groups, radii = (grains[name]["value"][:].ravel() for name in ("id", "group", "radius"))
        present = (grains["id/value"][:] > 0).sum(axis=1)
        last = {w: {what: data[:] for what, data in wall.items()} for w, wall in f["observables/walls"].items()}
    gone = tally["removed"] + tally["left"]
    there = tally["start"] + tally["inserted"] - gone
    fact(
        (tally["missing"] == 0).all() and (tally["missing_mass"] == 0).all() and (there == tally["present"]).all(),
        f"at each of {len(there)} outputs no particle is missing: {tally['start'][-1]} + {tally['inserted'][-1]} "
        "entered, "
        f"{gone[-1]} went",
    )
    fact((present == tally["present"]).all(), "frames contain the particles present")
    fact(tally["inserted"][-1] > 100 and tally["removed"][-1] > 10, f"{tally['removed'][-1]} particles were removed")
    rain = groups == 1
    radius_of = dict(zip(ids[rain], radii[rain]))
    fact(len(radius_of) == tally["inserted"][-1], f"each of the {len(radius_of)} inserted particles appears in a frame")
    off = [
        sum(abs(r - size) < 1e-12 for r in radius_of.values()) - share * len(radius_of)
        for size, share in FRACTIONS.items()
    ]
    fact(
        np.abs(off).max() < 1,
        "the number of particles of each size differs by less than one from the requested number: excess "
        f"{np.round(off, 3)} particles",
    )
    fact(np.abs(last["rotor"]["torque"][:, 1]).max() > 0, "the rotor touches particles")
    fact(np.ptp(last["press"]["position"][:, 0]) > 1e-4, "the servo moves")


def missed(results):
    """Returns the residual divided by the energy put in: initial energy, energy of inserted particles, and work of
    walls and gravity."""
    books = ledger(results)
    put = books["kinetic"][0] + books["brought_in"][-1] + books["external_work"][-1]
    return np.abs(books["residual"]).max() / put


def same(one, other, what):
    told = run(["diff", one, other], check=False)
    fact(told.returncode == 0, f"same bits {what} {told.stdout}")


with tempfile.TemporaryDirectory() as top:
    write_rotor(f"{top}/rotor.obj")
    path = case(CASE.replace("ROTOR", f"{top}/rotor.obj"))
    results = {1: simulate(path, f"{top}/on-1")}
    check_numbers(results[1])
    for ranks in RANKS:
        results[ranks] = simulate(path, f"{top}/on-{ranks}", [], ranks)
        same(results[1], results[ranks], f"on {ranks} ranks")
        times = card(f"{top}/on-{ranks}")["performance"]["rebalancing"]["times"]
        fact(times >= STEPS // 50, f"the load was balanced {times} times in this run")
    for begun, goes_on in RESUMED.items():
        middle = os.path.join(top, f"on-{begun}", f"checkpoint-{STEPS // 2 + 7}.h5")
        run(["resume", middle, "-o", f"{top}/on-after-{begun}"], goes_on)
        same(results[1], f"{top}/on-after-{begun}/results.h5", f"of a run on {begun} ranks that goes on on {goes_on}")
    whole, fine = missed(results[1]), missed(simulate(path, f"{top}/fine", [f"time.step={STEP / FINER}"]))
    fact(fine < 1e-6, f"with a step {FINER} times shorter the ledger closes to {fine:.2g} of the energy put in")
    fact(
        whole < 2e-3 and whole / fine > 0.6 * FINER**2,
        f"with the step of the input the ledger closes to {whole:.2g}: the residual falls with the square of the "
        f"step, by {whole / fine:.3g}",
    )
done()
