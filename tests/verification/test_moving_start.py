"""Order of verlet for pairs in relative motion at the start: every law of sliding, rolling and twisting, some normal
laws and adhesions with friction, and bonds of the start and of a touch. One case contains all pairs, each with its own
contact rule and far from the others. No contact slides or ends. The differences between runs with the steps h, h/2, h/4
fall by a factor of 4, also in stages that turn gravity. The energy residual has second order as well. A bonded pair
moves as it does alone.
Labels: contact record run time."""
import json
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, simulate
from laws import name_of, read_laws

STEPS = [8e-6 / 2**k for k in range(3)]
END, STAGES = 0.384e-3, 3
HERTZ, TSUJI = {"law": "hertz"}, {"law": "tsuji", "restitution": 0.6}
# slider: total adds the predicted slips of the steps, as LAMMPS does; a constant torque holds by a spring of the step
FIRST_ORDER = {"total", "rolling_constant", "twisting_constant"}


def pairs():
    """Returns the contact rules by name."""
    rules = {}
    given = {"stiffness": 1e4, "friction": 50, "friction_static": 50}
    for role in ("tangential", "rolling", "twisting"):
        for law in read_laws(role):
            names = set(law.values()) & FIRST_ORDER
            own = {k: given.get(k, v) for k, v in law.items()}
            if law["law"] == "hertz_history":
                own["stiffness"] = 1e7
            if law["law"].endswith("_viscous"):  # a torque of friction 50 is limited by the step
                own["friction"] = law["friction"]
            if law["law"] == "rolling_epsd":  # its stiffness grows with the square of the friction
                own["stiffness_factor"] = 1e-3
            if law["law"] == "coulomb_smooth":
                own.update(friction=0.2, v_lo=0, v_hi=10)
            if not names:
                rules[f"{role} {name_of(law)}"] = {"normal": (HERTZ, TSUJI)[len(rules) % 2], role: own}
    slide = {"law": "mindlin", "friction": 50}
    for normal in (
        {"law": "linear", "stiffness": 1e4, "restitution": 0.6},
        {"law": "kuwabara_kono", "dissipation_time": 1e-5},
        {"law": "jkr", "work_of_adhesion": 0.5},
    ):
        rules[f"{normal['law']} and mindlin"] = {"normal": normal, "tangential": slide, "tension": "allow"}
    rules["capillary bridge and mindlin"] = {
        "normal": HERTZ,
        "adhesion": {"law": "capillary_bridge", "surface_tension": 0.07, "volume": 1e-10},
        "tangential": slide,
    }
    beam = {"law": "beam", "youngs_modulus": 2e7, "radius_ratio": 0.5, "gap": 1e-4}
    rules["beam"] = {"normal": HERTZ, "bond": beam}
    rules["damped beam"] = {"normal": HERTZ, "bond": {**beam, "damping": 0.1}}
    rules["Bernoulli beam"] = {"normal": HERTZ, "bond": {**beam, "theory": "euler_bernoulli"}}
    rules["beam of a touch"] = {"normal": HERTZ, "bond": {**beam, "form": "touch", "from": 0.0955e-3}}
    return rules


RULES = pairs()


def text(rules, stages=()):
    """Returns a case with a pair for each rule; the second sphere moves in all directions and spins."""
    materials, contacts, groups = {}, [{"between": "*", "normal": HERTZ}], {}
    for k, rule in enumerate(rules.values()):
        materials[f"m{k}"] = {"density": 2500, "youngs_modulus": 1e7, "poisson_ratio": 0.25}
        contacts.append({"between": [f"m{k}", f"m{k}"], **rule})
        y = 0.1 * k
        spheres = [
            {"position": [0, y, 0]},
            {"position": [0.0199, y, 0], "velocity": [0.05, 0.03, 0.1], "spin": [3, 2, 1]},
        ]
        groups[f"g{k}"] = {"at": spheres, "material": f"m{k}", "radius": 0.01}
    whole = {
        "dimension": 3,
        "domain": {"lower": [-0.1, -0.1, -0.1], "upper": [0.1, 0.1 * len(rules), 0.1]},
        "materials": materials,
        "contacts": contacts,
        "particles": groups,
        "time": {} if stages else {"end": END},
        "output": {"trajectory": {"every": END / STAGES}, "energy": {"every": END}},
    }
    if stages:
        whole["stages"] = {f"s{k}": {"until": {"time": END / STAGES}, **own} for k, own in enumerate(stages)}
    return json.dumps(whole)


def final(path, step, top):
    """Returns velocity and spin of the second sphere of each pair at the end, and the energies."""
    results = simulate(path, os.path.join(top, f"{step:g}"), [f"time.step={step!r}"])
    with h5py.File(results) as f:
        grains, energy = f["particles/grains"], f["observables/energy"]
        motion = [grains[f"{name}/value"][-1][1::2] for name in ("position", "velocity", "angular_velocity")]
        return motion, energy["residual"][-1], energy["kinetic"][0]


def check_order(name, stages=()):
    """Runs the pairs by sixes: a case plans its step for each pair of materials. Returns the motions with the shortest
    step by name of the rule."""
    low, residual, motions = [], np.zeros(3), {}
    for first in range(0, len(RULES), 6):
        some = dict(list(RULES.items())[first : first + 6])
        path = case(text(some, stages))
        with tempfile.TemporaryDirectory() as top:
            runs = [final(path, step, top) for step in STEPS]
        residual += [abs(run[1]) / run[2] for run in runs]
        for k, pair in enumerate(some):
            motions[pair] = [quantity[k] for quantity in runs[2][0]]
            # least differences that are no rounding: of positions [m], velocities [m/s], spins [rad/s]
            for what, least in enumerate([1e-15, 1e-13, 1e-11]):
                states = [motion[what][k] for motion, _, _ in runs]
                change = [np.abs(states[i] - states[i + 1]).max() for i in range(2)]
                if change[1] > least and not 1.7 < np.log2(change[0] / change[1]) < 2.5:
                    low.append(f"{pair}: {('position', 'velocity', 'spin')[what]} {change}")
    fact(not low, f"{name}: {len(RULES)} pairs converge in second order {low}")
    most = 1.5e-5 * -(-len(RULES) // 6)  # of each case
    fact(residual[0] < most and residual[0] > 12 * residual[2], f"{name}: residuals over kinetic energy {residual}")
    return motions


together = check_order("one run")
check_order("gravity turns", [{"gravity": [0, 50 * np.sin(k), 50 * np.cos(k)]} for k in range(STAGES)])
with tempfile.TemporaryDirectory() as top:
    alone = final(case(text({"damped beam": RULES["damped beam"]})), STEPS[2], top)[0]
differ = [np.abs(together["damped beam"][what] - alone[what][0]).max() for what in (1, 2)]
fact(max(differ) < 1e-9, f"a bonded pair moves among contacts of other rules as alone: {differ} m/s, rad/s")
done()
