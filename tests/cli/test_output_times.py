"""Outputs at given times: at the nearest steps with a fixed step, at steps that end there with rk; equal bits on
other numbers of ranks and after a restart; and the step of a periodic output.
Labels: bulk chain input io law parallel particle record run time wall."""
import os
import tempfile
from xml.etree import ElementTree

import h5py
import numpy as np

from granum_test import case, done, fact, run

CHAIN = """
dimension: 1
materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.9}}]
particles: {beads: {chain: {count: 9}, material: steel, radius: 2.38 mm, velocity: 0.3 m/s}}
ends: {right: fixed}
time: {end: 30 us, step: 0.3 us}
output:
  trajectory: {times: [0, 1.1 us, 1.2 us, 7.7 us, 29.9 us]}
  energy: {times: [2 us, 9 us]}
  sensors: {group: beads, at: [3, 8], times: [2 us, 15.1 us]}
  checkpoint: {times: [4.4 us, 15 us]}
"""
BOX = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [4 mm, 4 mm, 6 mm], periodic: [true, true, false]}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 5e6, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.7}}]
particles: {grains: {random: {count: 30, lower: [0, 0, 0]}, material: glass, radius: 0.5 mm, velocity: [0, 0, -0.5]}}
walls: {floor: {side: lower_z, material: glass}}
time: {end: 2 ms, step: 3 us}
output:
  trajectory: {times: [0.1 ms, 1 ms, 2 ms]}
  energy: {every: 0.5 ms}
  observables: {times: [0.1 ms, 0.7 ms]}
  walls: {times: [0.2 ms]}
  contacts: {times: [0.7 ms, 1.2 ms]}
  checkpoint: {times: [0.3 ms, 0.6 ms]}
  counters: {low: {within: {box: {lower: [0, 0, 0], upper: [4 mm, 4 mm, 3 mm]}}, times: [0.4 ms]}}
"""


def steps(results, name):
    with h5py.File(results) as f:
        return list(f[name]["step"][:])


def times(results, name):
    with h5py.File(results) as f:
        return f[name]["time"][:]


def nearest(given, step):
    return sorted({round(time / step) for time in given})


def same(a, b, text):
    told = run(["diff", a, b], check=False)
    fact(told.returncode == 0, f"{text}: {told.stdout.strip()}")


def check_chain(top):
    path, there = case(CHAIN), os.path.join(top, "chain")
    run(["run", path, "-o", there])
    results = os.path.join(there, "results.h5")
    for name, wanted in (
        ("particles/grains/position", nearest([0, 1.1, 1.2, 7.7, 29.9], 0.3)),
        ("observables/energy", [0, *nearest([2, 9], 0.3), 100]),
        ("observables/sensors/beads-3", nearest([2, 15.1], 0.3)),
    ):
        fact(steps(results, name) == wanted, f"{name}: at steps {steps(results, name)}, nearest {wanted}")
    kept = sorted(n for n in os.listdir(there) if n.startswith("checkpoint-"))
    fact(kept == ["checkpoint-100.h5", "checkpoint-50.h5"], f"the last two checkpoints are kept: {kept}")
    for ranks in (1, 2):
        other = os.path.join(top, f"chain-{ranks}")
        run(["resume", os.path.join(there, "checkpoint-50.h5"), "-o", other], ranks)
        same(results, os.path.join(other, "results.h5"), f"resumed on {ranks} rank(s)")
    other = os.path.join(top, "again")
    run(["run", os.path.join(there, "input.yaml"), "-o", other, "--set", "time.integrator=rk"], 2)
    results = os.path.join(other, "results.h5")
    for name, wanted in (
        ("particles/grains/position", [0, 1.1, 1.2, 7.7, 29.9]),
        ("observables/sensors/beads-8", [2, 15.1]),
    ):
        found = 1e6 * times(results, name)
        fact(len(found) == len(wanted) and np.allclose(found, wanted, 1e-12), f"rk: {name} at {found} us")
    os.unlink(path)


def check_box(top):
    path, there = case(BOX), os.path.join(top, "box")
    run(["run", path, "-o", there], 2)
    results = os.path.join(there, "results.h5")
    for name, given in (
        ("particles/grains/position", [100, 1000]),
        ("observables/bulk", [100, 700]),
        ("observables/walls/floor", [200]),
        ("observables/counters/low", [400]),
    ):
        wanted = nearest(given, 3) + ([667] if "position" in name else [])  # the last step is shorter
        fact(steps(results, name) == wanted, f"{name}: at steps {steps(results, name)}, nearest {wanted}")
    found = sorted(n for n in os.listdir(there) if n.startswith("contacts-"))
    fact(found == ["contacts-233.h5", "contacts-400.h5"], f"files of contacts: {found}")
    other = os.path.join(top, "box-on")
    run(["resume", os.path.join(there, "checkpoint-200.h5"), "-o", other])
    same(results, os.path.join(other, "results.h5"), "resumed on 1 rank")
    told = run(["check", path]).stdout
    told = [line for line in told.splitlines() if "samples of" in line]
    fact(
        [line.split(": ")[1].split()[0] for line in told if "energy" not in line] == ["3", "2", "2"],
        f"granum check predicts the number of outputs: {told}",
    )
    os.unlink(path)


def check_late_frames(top):
    """The output is flushed twice before the first frame, and once between the frames."""
    text = CHAIN.replace("[0, 1.1 us, 1.2 us, 7.7 us, 29.9 us]", "[20 us, 29.9 us]")
    path, there = case(text.replace("[4.4 us, 15 us]", "[4.4 us, 15 us, 25 us]")), top + "/late"
    run(["run", path, "-o", there])
    listed = ElementTree.parse(os.path.join(there, "results.xdmf")).findall(".//Time")
    fact(len(listed) == 2, f"results.xdmf lists {len(listed)} of 2 frames that follow two checkpoints")
    os.unlink(path)


def check_period(top):
    """The period has 1.2 million steps."""
    text = CHAIN.split("output:")[0].replace("count: 9", "count: 2").replace("0.3 us", "0.1 us")
    path, there = case(text.replace("30 us", "0.12001 s") + "output: {trajectory: {every: 0.12 s}}\n"), top + "/period"
    run(["run", path, "-o", there])
    found = steps(os.path.join(there, "results.h5"), "particles/grains/position")
    fact(found == [0, 1200000, 1200100], f"the rounded interval of 0.12 s in steps of 0.1 us: {found}")
    os.unlink(path)


def check_refused():
    for old, new, words in (
        (
            "{times: [0, ",
            "{every: 1 us, times: [0, ",
            "output.trajectory.times: every and times are both given; keep one of them",
        ),
        (
            "times: [2 us, 9 us]",
            "times: [9 us, 2 us]",
            "must be above the 9e-06 before it; write them in ascending order",
        ),
        (", times: [2 us, 15.1 us]", "", "output.sensors.every: is missing; give the time between samples, or times"),
        ("times: [2 us, 9 us]", "times: 2 us", "output.energy.times: is not a list of numbers"),
    ):
        path = case(CHAIN.replace(old, new))
        told = run(["check", path], check=False)
        fact(told.returncode == 2 and words in told.stderr, f"refused: {told.stderr.strip()}")
        os.unlink(path)


with tempfile.TemporaryDirectory() as folder:
    check_chain(folder)
    check_box(folder)
    check_late_frames(folder)
    check_period(folder)
check_refused()
done()
