"""A sample of plastic, adhesive spheres in stages, like the production and fracture of an agglomerate: compressed by
stress-controlled walls until it rests, released, pulled apart. Equal bits on any number of ranks, and after restarts
in the middle and at the exact end of each stage; laws, walls, gravity and
drag are defined by the stage; the energy
balance closes over the changes, and includes the energy of each change.
Labels: bulk contact input io law parallel particle record run time wall."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import card, case, done, fact, ledger, numbers, run, simulate, unexplained

SERVO = "servo: {stress: 2 kPa, max_speed: 0.1}"
FREE = "servo: {stress: 0, max_speed: 0.1}"
CASE = f"""
dimension: 3
domain: {{lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm]}}
materials: {{grain: {{density: 2000}}, plate: {{density: 8000}}}}
contacts:
  - between: '*'
    normal: {{law: luding, k1: 200, k_p: 800, k_c: 100, plasticity_depth: 0.1, viscosity: 0.01}}
    tangential: {{law: linear_spring, friction: 0.3, stiffness: 40, viscosity: 0.002}}
    rolling: {{law: rolling_spring, friction: 0.1, stiffness: 20, viscosity: 0.002}}
    tension: allow
  - between: [grain, plate]
    normal: {{law: luding, k1: 200, k_p: 800, k_c: 0, plasticity_depth: 0.1, viscosity: 0.01}}
    tangential: {{law: linear_spring, friction: 0.1, stiffness: 40, viscosity: 0.002}}
particles:
  grains: {{lattice: {{sites: simple_cubic, spacing: 2 mm, jitter: 0.02 mm}}, material: grain,
    radius: {{distribution: uniform, from: 0.95 mm, to: 1 mm}}}}
walls:
  left: {{side: lower_x, material: plate}}
  right: {{side: upper_x, material: plate}}
  front: {{side: lower_y, material: plate}}
  back: {{side: upper_y, material: plate}}
  floor: {{side: lower_z, material: plate}}
  lid: {{side: upper_z, material: plate}}
  ram: {{point: [5 mm, 5 mm, 11 mm], normal: [0, 0, -1], material: plate, absent: true}}
drag: {{linear: 2e-4, angular: 1e-10}}
stages:
  sinter:
    until: {{kinetic_over_elastic: 1e-2, every: 30, after: 2 ms, at_most: 30 ms}}
    walls: {{left: {{{SERVO}}}, right: {{{SERVO}}}, front: {{{SERVO}}}, back: {{{SERVO}}}, floor: {{{SERVO}}},
      lid: {{{SERVO}}}}}
  release:
    until: {{time: 3.005 ms}}
    walls: {{left: {{{FREE}}}, right: {{{FREE}}}, front: {{absent: true}}, back: {{absent: true}}, floor: {{{FREE}}},
      lid: {{{FREE}, oscillation: {{amplitude: [0.01 mm, 0, 0], frequency: 300 Hz}}}}}}
    contacts:
      - {{between: [plate, grain], normal: {{k_c: 50}}}}
      - {{between: '*', normal: {{k_c: 150}}, rolling: {{friction: 0.2}}}}
  pull:
    until: {{time: 3.007 ms}}
    walls:
      floor: {{absent: true}}
      left: {{servo: {{}}}}
      right: {{servo: {{}}, velocity: [0.2, 0, 0]}}
      lid: {{mass: 0.1 g, load: 1 mN}}
      ram: {{absent: false, velocity: [0, 0, -0.1]}}
    gravity: [0, 0, -9.81]
    drag: {{linear: 1e-5}}
time: {{step: 20 us, rebalance: 100, overlap_limit: 0.5}}
output: {{trajectory: {{every: 1 ms}}, energy: {{every: 0.1 ms}}, walls: {{every: 0.1 ms}},
  observables: {{every: 1 ms}}, checkpoint: {{every: off, end: false}}}}
"""


def stages(results):
    with h5py.File(results, "r") as f:
        return {name: data[:] for name, data in f["observables/stages"].items()}


def wall(results, name, what):
    with h5py.File(results, "r") as f:
        return f[f"observables/walls/{name}/{what}"][:]


with tempfile.TemporaryDirectory() as top:
    path = case(CASE)
    said = run(["run", path, "-o", f"{top}/1"]).stdout
    results = f"{top}/1/results.h5"
    bits = numbers(results)
    whole = stages(results)
    fact(
        list(whole["stage"]) == [0, 1, 2] and list(whole["reason"]) == [2, 1, 1],
        "the first stage ends by its condition, the others by their durations",
    )
    ends = whole["time"]
    fact(
        0.002 < ends[0] < 0.03 and whole["step"][0] % 30 == 0,
        f"sinter ends at {ends[0]:.5g} s, at a time when the condition is evaluated",
    )
    fact(whole["kinetic_over_elastic"][0] < 1e-2, "the condition holds at the end of the stage")
    length = ends - whole["begin_time"]
    fact(
        np.abs(length[1:] - [0.003005, 0.003007]).max() < 1e-9,
        "the other stages have the given durations, which are not multiples of the step",
    )
    told = card(f"{top}/1")["stages"]
    fact(
        [s["name"] for s in told] == ["sinter", "release", "pull"]
        and [s["ended_by"] for s in told] == ["condition", "time", "time"],
        "run.json lists the stages and the reasons of their ends",
    )
    fact(
        f"stage sinter ended at t = {ends[0]:.9g} s, step {whole['step'][0]}: condition met: kinetic/elastic energy ="
        in said,
        "the output of the run reports the end of each stage",
    )
    fact(f"step {whole['step'][1]}: its time was over\n" in run(["info", results]).stdout, "granum info prints stages")

    def resume(at, ranks, on, where):
        """Runs on `ranks` ranks up to a checkpoint at this time, and resumes from there on `on` ranks."""
        simulate(path, f"{top}/cut", [f"output.checkpoint.every={at!r}"], ranks=ranks)
        fact(numbers(f"{top}/cut/results.h5") == bits, f"same bits on {ranks} ranks")
        first = sorted(
            (n for n in os.listdir(f"{top}/cut") if n.startswith("checkpoint")), key=lambda n: int(n[11:-3])
        )[0]
        run(["resume", f"{top}/cut/{first}"], on)
        now = card(f"{top}/cut")["segments"][-1]["from"]
        fact(
            numbers(f"{top}/cut/results.h5") == bits and abs(now - at) < 2.1e-5,
            f"the same bits after a restart at {now:.6g} s, {where}, on {on} rank(s)",
        )

    resume(0.6 * ends[0], 4, 1, "in the first stage")
    resume(ends[0], 2, 3, "exactly where the first stage ends")
    resume(0.5 * (ends[0] + ends[1]), 3, 2, "in the second stage")
    resume(ends[1], 1, 4, "exactly where the second stage ends")
    resume(0.5 * (ends[1] + ends[2]), 2, 1, "in the third stage")

    books = ledger(results)
    t, taken = books["time"], books["taken_by_changes"]
    scale = np.abs(books["external_work"]).max() + books["elastic"].max()
    fact(
        np.abs(books["residual"]).max() < 1e-2 * scale,
        f"the ledger closes to {np.abs(books['residual']).max() / scale:.2g}",
    )
    jumps = t[np.flatnonzero(np.diff(taken)) + 1]
    fact(
        len(jumps) == 2 and all(0 <= j - e < 0.11e-3 for j, e in zip(jumps, ends)),
        f"a new stage takes energy from the system only at its start, at {jumps} s",
    )
    fact(
        np.abs(np.diff(taken)).max() > 1e-3 * books["elastic"].max(),
        f"the largest energy taken at the start of a stage is {np.abs(np.diff(taken)).max():.3g} J",
    )
    fact(not unexplained(results), f"the descriptions explain every NaN in the results {unexplained(results)}")

    t = wall(results, "floor", "time")
    gone, force = wall(results, "floor", "absent"), wall(results, "floor", "force")[:, 2]
    fact(
        ((gone == 1) == (t > ends[1] + 1e-9)).all() and (force[gone == 1] == 0).all() and force.min() < 0,
        "a removed wall is recorded as absent, and its force is 0",
    )
    right, x = wall(results, "right", "velocity")[:, 0], wall(results, "right", "position")[:, 0]
    drawn = t > ends[1]
    fact(
        np.abs(right[drawn] - 0.2).max() < 1e-12
        and np.abs(np.diff(x) - np.diff(t) * right[1:])[drawn[1:]][1:].max() < 1e-9,
        "a wall starts its motion at the position that its servo has reached",
    )
    fact(np.abs(np.diff(x)).max() < 0.1e-3 * 0.2 * 1.01, "the position of this wall has no jump")
    slide = wall(results, "lid", "position")[:, 0]
    during = (t >= ends[0]) & (t <= ends[2])
    swing = 0.01e-3 * np.sin(2 * np.pi * 300 * (t[during] - ends[0]))
    fact(
        np.abs(slide[during] - slide[0] - swing).max() < 1e-9,
        "an oscillation starts with its stage and continues in the next stage",
    )
    load = wall(results, "lid", "load").ravel()
    fact(
        np.abs(load[t > ends[1] + 1e-9] - (1e-3 + 1e-4 * 9.81)).max() < 1e-12,
        "a free lid carries its load and its weight with the gravity of the stage",
    )
    fact(
        np.isnan(wall(results, "ram", "load")).all()
        and wall(results, "ram", "absent")[0] == 1
        and wall(results, "ram", "absent")[-1] == 0,
        "a wall that a later stage adds is absent before and present from then on",
    )
done()
