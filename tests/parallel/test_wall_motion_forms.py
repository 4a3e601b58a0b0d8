"""A motion of a wall by keys of the wall and the same motion in the list `motions`: same bits, from the start and from
a stage. A stage starts the new motion at the current position of the wall. The first values of tables and oscillations
do not move it: no wall jumps, on any number of ranks and after a restart. `granum check` names first values that are
not 0.
Labels: bulk contact input io law parallel particle record run time wall."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, run, simulate

CASE = """
dimension: 3
domain: {{lower: [0, 0, 0], upper: [20 mm, 20 mm, 36 mm]}}
materials: {{glass: {{youngs_modulus: 1e8, poisson_ratio: 0.25, density: 2500}}}}
contacts:
  - between: '*'
    normal: {{law: tsuji, restitution: 0.6}}
    tangential: {{law: mindlin, friction: 0.4}}
particles:
  grains:
    lattice: {{sites: simple_cubic, spacing: 3.3 mm, jitter: 0.1 mm}}
    within: {{box: {{lower: [0, 0, 11 mm], upper: [20 mm, 20 mm, 28 mm]}}}}
    material: glass
    radius: {{distribution: uniform, from: 1.2 mm, to: 1.5 mm}}
walls:
  floor: {{side: lower_z, material: glass}}
  left: {{side: lower_x, material: glass}}
  right: {{side: upper_x, material: glass}}
  front: {{side: lower_y, material: glass}}
  back: {{side: upper_y, material: glass}}
  lid: {{side: upper_z, material: glass, {lid}}}
  tray: {{point: [10 mm, 10 mm, 5 mm], normal: [0.1, 0, 1], material: glass, {tray}}}
  blade: {{shape: rectangle, centre: [10 mm, 10 mm, 8 mm], normal: [0.1, 0.2, 1], along: [1, 0, 0], length: 8 mm,
    width: 6 mm, material: glass, {blade}}}
gravity: [0, 0, -9.81]
time: {time}
output: {{trajectory: {{every: 5 ms}}, walls: {{every: 1 ms}}, energy: {{every: 1 ms}},
  checkpoint: {{every: 12 ms, end: false}}}}
{stages}
"""
MOTIONS = {
    "lid": "oscillation: {amplitude: [0, 0, -1 mm], frequency: 40 Hz, phase: 40 deg}",
    "tray": "velocity: [0, 0, 50 mm/s], rotation: {pivot: [12 mm, 10 mm, 3 mm], angular_velocity: [0, 2 rad/s, 0]}",
    "blade": "acceleration: [0, 0, 300 mm/s^2], rotation: {pivot: [12 mm, 9 mm, 3 mm], angular_velocity: [0, 3, 0]}",
}
STAGES = "stages:\n  fall: {{until: {{time: 10 ms}}}}\n  work: {{until: {{time: 10 ms}}, walls: {{{}}}}}"
# First values that are not 0, in tables, an oscillation and a swing.
JUMPS = {
    "lid": "oscillation: {amplitude: [0, 0, -1 mm], frequency: 40 Hz, phase: 90 deg}",
    "tray": "motions: [{table: {time: [0, 5 ms], z: [-3 mm, -2 mm]}}]",
    "blade": "motions: [{table: {time: [0, 5 ms], x: [1 mm, 2 mm], angle: [0.3, 0.4], axis: [0, 0, 1]}, start: 2 ms}, "
    "{swing: {amplitude: [0, 20 deg, 0], frequency: 30 Hz, phase: 30 deg}}]",
}


def staged(motions):
    walls = ", ".join(f"{wall}: {{{motion}}}" for wall, motion in motions.items())
    return CASE.format(lid="", tray="", blade="", time="{step: auto}", stages=STAGES.format(walls)).replace(", }", "}")


def different(a, b):
    """Returns the datasets outside /parameters that differ in any bit."""
    names = []
    with h5py.File(a) as f, h5py.File(b) as g:

        def look(name, item):
            if isinstance(item, h5py.Dataset) and not name.startswith("parameters"):
                if item[()].tobytes() != g[name][()].tobytes():
                    names.append(name)

        f.visititems(look)
    return names


def largest_step(results, wall, name):
    with h5py.File(results) as f:
        return np.abs(np.diff(f[f"observables/walls/{wall}/{name}"][:], axis=0)).max()


with tempfile.TemporaryDirectory() as top:
    by_list = {wall: f"motions: [{{{motion}}}]" for wall, motion in MOTIONS.items()}
    paths = []
    for kind in ("start", "stage"):
        results = []
        for form, motions in (("keys", MOTIONS), ("list", by_list)):
            text = staged(motions) if kind == "stage" else CASE.format(**motions, time="{end: 20 ms}", stages="")
            paths.append(case(text))
            results.append(simulate(paths[-1], f"{top}/{kind}-{form}"))
        names = different(*results)
        fact(not names, f"from the {kind}: keys of the wall and the list `motions` give the same bits {names[:3]}")

    paths.append(case(staged(JUMPS)))
    results = simulate(paths[-1], f"{top}/jumps")
    for wall in JUMPS:
        moved, turned = (largest_step(results, wall, name) for name in ("position", "orientation"))
        fact(moved < 0.3e-3, f"the stage begins at the position of the wall {wall}: largest step {moved:.2g} m in 1 ms")
        fact(turned < 0.05, f"and at its orientation: largest step {turned:.2g} in 1 ms")
    other = simulate(paths[-1], f"{top}/ranks", ranks=2)
    fact(run(["diff", results, other], check=False).returncode == 0, "same bits on 1 and 2 ranks")
    checkpoint = [name for name in os.listdir(f"{top}/jumps") if name.startswith("checkpoint-")]
    run(["resume", f"{top}/jumps/{checkpoint[0]}", "-o", f"{top}/resumed"])
    same = run(["diff", results, f"{top}/resumed/results.h5"], check=False)
    fact(same.returncode == 0, f"same bits after a restart in the stage {same.stdout[:200]}")

    lines = run(["check", paths[-1]]).stdout.splitlines()
    told = [line for line in lines if "begins at" in line]
    fact(
        len(told) == 4
        and "wall tray, stage work: motions.0 begins at [0, 0, -0.003] m, not at 0: the stage counts from" in told[1]
        and "motions.0 begins at [0.001, 0, 0] m and 0.3 rad, not at 0" in told[2],
        f"granum check names first values of a stage that are not 0: {told}",
    )
    lines = run(["check", paths[1]]).stdout.splitlines()
    told = [line for line in lines if "begins at" in line]
    fact(
        len(told) == 1
        and told[0].startswith(
            "wall lid: motions.0 begins at [0, 0, -0.000642788] m, not at 0: at t = 0 the wall is displaced"
        ),
        f"and of the case: {told}",
    )
    for path in paths:
        os.unlink(path)
done()
