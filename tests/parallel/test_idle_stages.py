"""Stages that alter nothing: a run in stages has the bits of one run, in all datasets that both have, on any number of
ranks, and after a restart at the end of a stage. The stages give nothing, or repeat the present values of gravity,
walls and contact rules. A dense box of spheres with bonds and all kinds of friction, under a servo, a wall with mass, a
shaken wall and a moving wall. A stage that changes gravity has an effect.
Labels: contact io parallel particle record run wall."""
import json
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, run, simulate

END, N = 3.2e-3, 8
SERVO, FREE = {"stress": 1e3, "max_speed": 0.1}, {"mass": 1e-3, "load": 1e-3}
BOX = {
    "dimension": 3,
    "domain": {"lower": [0, 0, 0], "upper": [8e-3, 8e-3, 8e-3]},
    "materials": {name: {"density": 2500, "youngs_modulus": 1e7, "poisson_ratio": 0.25} for name in ("grain", "plate")},
    "contacts": [
        {
            "between": "*",
            "normal": {"law": "tsuji", "restitution": 0.5},
            "tangential": {"law": "mindlin", "friction": 0.4},
            "rolling": {"law": "rolling_spring", "stiffness": 1e3, "friction": 0.1},
            "twisting": {"law": "marshall", "friction": 0.3},
        },
        {
            "between": ["grain", "grain"],
            "normal": {"law": "tsuji", "restitution": 0.5},
            "tangential": {"law": "mindlin", "friction": 0.4},
            "bond": {"law": "beam", "youngs_modulus": 5e6, "form": "touch", "until": 1e-3, "tensile_strength": 2e4},
        },
    ],
    "particles": {
        "grains": {
            "lattice": {"sites": "simple_cubic", "spacing": 2e-3, "jitter": 1e-4},
            "material": "grain",
            "radius": {"distribution": "uniform", "from": 0.9e-3, "to": 1e-3},
            "velocity": [1, 0.5, -1],
        }
    },
    "walls": {
        "floor": {"side": "lower_z", "material": "plate"},
        "lid": {"side": "upper_z", "material": "plate", "servo": SERVO},
        "left": {"side": "lower_x", "material": "plate"},
        "right": {"side": "upper_x", "material": "plate", "oscillation": {"amplitude": [1e-4, 0, 0], "frequency": 500}},
        "front": {"side": "lower_y", "material": "plate", **FREE},
        "back": {"side": "upper_y", "material": "plate", "velocity": [0, 0, 0.05]},
    },
    "gravity": [0, 0, -9.81],
    "time": {"end": END, "step": 1e-5, "overlap_limit": 0.6},
    "output": {
        "trajectory": {"every": 8e-4},
        "energy": {"every": 2e-4},
        "walls": {"every": 2e-4},
        "observables": {"every": 8e-4},
        "checkpoint": {"every": "off", "end": False},
    },
}
REPEAT = {
    "gravity": [0, 0, -9.81],
    "walls": {"back": {"velocity": [0, 0, 0.05]}, "lid": {"servo": SERVO}, "front": FREE},
    "contacts": [{"between": "*", "tangential": {"friction": 0.4}}],
}


def staged(whole, stages):
    end = whole["time"]["end"]
    parts = {f"s{k}": {"until": {"time": end / len(stages)}, **own} for k, own in enumerate(stages)}
    return case(json.dumps({**whole, "time": {k: v for k, v in whole["time"].items() if k != "end"}, "stages": parts}))


def differences(one, other):
    """Returns the datasets that both files have and that differ, and the number of the others."""
    found, same = [], 0
    with h5py.File(one) as a, h5py.File(other) as b:
        names = []
        a.visititems(lambda name, item: names.append(name) if isinstance(item, h5py.Dataset) else None)
        for name in names:
            if name in b and not name.startswith("parameters/"):
                differ = a[name][()].tobytes() != b[name][()].tobytes()
                found += [name] * differ
                same += not differ
    return found, same


def check(name, one, whole, top, stages, ranks=1):
    results = simulate(staged(whole, stages), os.path.join(top, f"{name}-{ranks}"), ranks=ranks)
    found, same = differences(one, results)
    fact(not found and same > 25, f"{name}, {ranks} rank(s): {same} datasets are equal; different: {found}")


with tempfile.TemporaryDirectory() as top:
    one = simulate(case(json.dumps(BOX)), os.path.join(top, "one"))
    with h5py.File(one) as f:
        fact(len(f["observables/bonds/id"]) > 0, f"{len(f['observables/bonds/id'])} bonds have broken")
    for ranks in (1, 3):
        check("empty stages", one, BOX, top, [{}] * N, ranks)
    check("stages that repeat values", one, BOX, top, [REPEAT] * N)
    path, folder = staged(BOX, [{}, REPEAT, {}, {}]), os.path.join(top, "cut")
    simulate(path, folder, [f"output.checkpoint.every={END / 4!r}"])
    first = min((n for n in os.listdir(folder) if n.startswith("checkpoint")), key=lambda n: int(n[11:-3]))
    fact(first == "checkpoint-160.h5", f"the checkpoint is written at the end of the second stage: {first}")
    run(["resume", f"{folder}/{first}"], ranks=2)
    found, same = differences(one, f"{folder}/results.h5")
    fact(not found, f"resumed at the end of a stage: {same} datasets are equal; different: {found}")
    changed = simulate(staged(BOX, [{}, {"gravity": [0, 0, -9]}]), os.path.join(top, "changed"))
    fact(differences(one, changed)[0], "another gravity in a stage has an effect")
    bounce = {
        "dimension": 3,
        "domain": {"lower": [0, 0, 0], "upper": [0.1, 0.1, 0.1]},
        "materials": {"s": {"density": 2500}},
        "contacts": [{"between": "*", "normal": {"law": "linear", "stiffness": 1e4, "restitution": 0.5}}],
        "particles": {
            "a": {"at": {"position": [0.05, 0.05, 0.0101], "velocity": [0, 0, -1]}, "material": "s", "radius": 0.01}
        },
        "walls": {"floor": {"side": "lower_z", "material": "s"}},
        "time": {"end": 4.8e-3, "step": 1e-5},
        "output": {"trajectory": {"every": 1e-4}, "energy": {"every": 1e-4}},
    }
    turning = {**bounce, "walls": {"flap": {"shape": "disc", "centre": [0.05, 0.05, 0.05], "normal": [1, 0, 0]}}}
    turning["walls"]["flap"] |= {"radius": 0.01, "material": "s", "velocity": [1, 0, 0]}
    turns = {"rotation": {"pivot": [0.05, 0.05, 0.05], "angular_velocity": [0, 0, 500]}}
    turning["walls"]["flap"] |= turns
    path = staged({**turning, "output": {"walls": {"every": 1e-4}}}, [{}, {"walls": {"flap": turns}}])
    with h5py.File(simulate(path, os.path.join(top, "turning"))) as f:
        x, y, z = f["observables/walls/flap/position"][-1]
    # after 2.4 ms the flap is 2.4 mm from the pivot, and turns about it by 1.2 rad more
    away = 2.4e-3 * np.array([1 + np.cos(1.2), np.sin(1.2)])
    fact(np.allclose([x - 0.05, y - 0.05], away, rtol=1e-9), f"a stage repeats the pivot of a displaced wall: {x}, {y}")
    turn = {"rotation": {"angular_velocity": [0, 0, 50]}}
    rule = {**bounce["contacts"][0], "tangential": {"law": "mindlin", "friction": 0.3, "shear_modulus": 1e6}}
    spun = {**bounce, "contacts": [rule], "walls": {"floor": {**bounce["walls"]["floor"], **turn}}}
    one = simulate(case(json.dumps(spun)), os.path.join(top, "spun"))
    check("a rotation without a pivot", one, spun, top, [{"walls": {"floor": turn}}] * 4)
    flight = {**bounce, "particles": {"a": {"at": {"position": [0.05, 0.05, 0.05], "velocity": [1, 0, 0]}}}}
    flight["particles"]["a"] |= {"material": "s", "radius": 0.01}
    passes = {"plane": {"point": [0.05235, 0, 0], "normal": [1, 0, 0]}, "every": 1.2e-3}
    flight["output"] = {"counters": {s: {**passes, "during": s, "residence": "ends"} for s in ("s0", "s1")}}
    with h5py.File(simulate(staged(flight, [{}, {}]), os.path.join(top, "flight"))) as f:
        counts = {s: f[f"observables/counters/{s}/number"][:].ravel().tolist() for s in ("s0", "s1")}
        ends = {s: f[f"observables/residence/{s}/id"].shape[0] for s in ("s0", "s1")}
    right = counts == {"s0": [0, 0, 1, 1, 1], "s1": [0] * 5} and ends == {"s0": 1, "s1": 0}
    fact(right, f"a passage just before a stage that alters nothing counts in the stage before: {counts}, {ends}")
    check("a bounce", simulate(case(json.dumps(bounce)), os.path.join(top, "bounce")), bounce, top, [{}] * 48)
done()
