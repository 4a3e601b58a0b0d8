"""Accuracy of impacts. Impacts with contacts that may pull, and with adhesion whose force jumps, converge in second
order. At the automatic step the errors of impacts with adhesion are at most time.accuracy at several speeds, and their
energy balance closes to 1 %. The step becomes shorter for accuracies of 1e-5 and below, and the run warns if no step is
short enough. The contact forces of a wave in a chain are accurate.
Labels: record run."""
import json
import math
import os
import re
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run

R1, R2, GAP, PAIRS = 10e-3, 3e-3, 1e-4, 16
DENSITY, YOUNG, POISSON = 2500, 1e7, 0.25
MASS = [4 / 3 * math.pi * r**3 * DENSITY for r in (R1, R2)]
REDUCED = MASS[0] * MASS[1] / (MASS[0] + MASS[1])
EFFECTIVE, MODULUS = R1 * R2 / (R1 + R2), YOUNG / (2 * (1 - POISSON**2))
NUMBER = r"([0-9.eE+-]+)"


def impacts(rule, speed, step, end, **time):
    """Pairs that meet at this speed, each at another fraction of a step. The first pair has the fraction 0."""
    large, small = [], []
    for k in range(PAIRS):
        y, wait = 0.02 + 0.04 * k, k / PAIRS * (step if isinstance(step, float) else 0)
        large.append({"position": [0.05, y, 0.05]})
        small.append({"position": [0.05 + R1 + R2 + GAP + wait * speed, y, 0.05], "velocity": [-speed, 0, 0]})
    return {
        "dimension": 3,
        "domain": {"lower": [0, 0, 0], "upper": [0.1, 0.04 * PAIRS, 0.1]},
        "materials": {"soft": {"density": DENSITY, "youngs_modulus": YOUNG, "poisson_ratio": POISSON}},
        "contacts": [{"between": "*", **rule}],
        "particles": {
            "large": {"at": large, "material": "soft", "radius": R1},
            "small": {"at": small, "material": "soft", "radius": R2},
        },
        "time": {"end": end, "step": step, **time},
        "output": {"trajectory": {"every": end}, "energy": {"every": end}},
    }


def collide(rule, speed, step, end, folder):
    """Restitution of each pair, and the residual of the energy balance over the kinetic energy at the start."""
    run(["run", case(json.dumps(impacts(rule, speed, step, end))), "-o", folder, "--overwrite"])
    results = os.path.join(folder, "results.h5")
    with h5py.File(results) as file:
        after = file["particles/grains/velocity/value"][-1][:PAIRS, 0]
    books = ledger(results)
    return -1 - after * (1 + MASS[0] / MASS[1]) / speed, abs(books["residual"][-1]) / books["kinetic"][0]


def look_up(pattern, text):
    return float(re.search(pattern, text)[1])


LINEAR = {"law": "linear", "stiffness": 2000, "viscosity_per_mass": 2000}
LUDING = {"law": "luding", "k1": 2e4, "k_p": 4e4, "k_c": 2e3, "plasticity_depth": 0.05, "viscosity": 0.3}
JUMP = {"law": "jump_in", "force": 0.05, "stiffness": 1000}
JKR = {"normal": {"law": "jkr", "work_of_adhesion": 0.5}}


def test_order():
    rules = {
        "linear": {"normal": LINEAR, "tension": "allow"},
        "tsuji": {"normal": {"law": "tsuji", "restitution": 0.5}, "tension": "allow"},
        "luding": {"normal": LUDING, "tension": "allow"},
        "jkr with a dashpot": {"normal": {**JKR["normal"], "restitution": 0.7}},
        "hertz with jump_in": {"normal": {"law": "hertz"}, "adhesion": JUMP},
    }
    for name, rule in rules.items():
        with tempfile.TemporaryDirectory() as folder:
            end, steps = 3e-3, (120, 960)
            exact = collide(rule, 1, end / 30720, end, folder)[0][0]
            errors = [np.max(np.abs(collide(rule, 1, end / n, end, folder)[0] - exact)) for n in steps]
        order = math.log2(errors[0] / errors[1]) / 3
        fact(order > 1.6, f"{name}: error of the restitution {errors[0]:.2g}, {errors[1]:.2g}, order {order:.2f}")


def test_speeds():
    """The speed at which bodies stick is that of the closed form (law jkr)."""
    stick = math.sqrt(14.1844 * (0.5**5 * EFFECTIVE**4 / MODULUS**2) ** (1 / 3) / REDUCED)
    text = run(["check", case(json.dumps(impacts(JKR, 2 * stick, "auto", 1e-3)))]).stdout
    step, duration = (look_up(f"{p} {NUMBER} s", text) for p in ("% up to", r"\(contact duration"))
    low, high = re.search(rf"impacts at {NUMBER} to {NUMBER} m/s", text).groups()
    fact(float(low) < 1.5 * stick and abs(float(high) / (4 * stick) - 1) < 1e-3, f"speeds from {low} to {high} m/s")
    for factor in (4, 2, 1.5):
        speed = factor * stick
        end = GAP / speed + 5 * duration
        with tempfile.TemporaryDirectory() as folder:
            found, residual = collide(JKR, speed, end / math.ceil(end / step), end, folder)
        error = np.max(np.abs(found / math.sqrt(1 - 1 / factor**2) - 1))
        fact(
            error < 0.01 and residual < 0.01,
            f"jkr at {factor} times the speed of sticking: error {error:.2%}, residual {residual:.2%}",
        )

    # The error of the energy has a limit of its own, so that the balance closes with a low accuracy too.
    rule, steps = {"normal": {"law": "hertz"}, "adhesion": {"law": "jump_in", "force": 0.1, "stiffness": 1e4}}, []
    for accuracy in (0.02, 0.3):
        text = run(["check", case(json.dumps(impacts(rule, 0.06, "auto", 1e-3, accuracy=accuracy)))]).stdout
        steps.append(look_up(f"% up to {NUMBER} s", text))
    end = GAP / 0.12 + 3 * look_up(rf"\(contact duration {NUMBER} s", text)
    with tempfile.TemporaryDirectory() as folder:
        residual = collide(rule, 0.12, end / math.ceil(end / steps[1]), end, folder)[1]
    fact(
        steps[0] == steps[1] and 0 < residual < 0.01,
        f"jump_in with the accuracies 0.02 and 0.3: steps {steps}, residual {residual:.2%}",
    )


def test_floor():
    rule, stated, steps = {"normal": LINEAR, "tension": "allow"}, [], []
    for accuracy in (1e-3, 1e-4, 1e-5):
        text = run(["check", case(json.dumps(impacts(rule, 0.5, "auto", 1e-3, accuracy=accuracy)))]).stdout
        stated.append(look_up(f"accurate to {NUMBER} %", text) / 100 / accuracy)
        steps.append(look_up(f"% up to {NUMBER} s", text))
    end = 3e-3
    with tempfile.TemporaryDirectory() as folder:
        exact = collide(rule, 1, end / 100000, end, folder)[0][0]
        errors = [np.max(np.abs(collide(rule, 1, end / math.ceil(end / h), end, folder)[0] / exact - 1)) for h in steps]
    fact(
        max(stated) < 1.01 and all(e < a for e, a in zip(errors, (1e-3, 1e-4, 1e-5))),
        f"accuracy 1e-3, 1e-4, 1e-5: steps {steps}, errors " + ", ".join(f"{e:.2g}" for e in errors),
    )
    content = impacts(rule, 0.5, "auto", 1e-3, accuracy=1e-13)
    with tempfile.TemporaryDirectory() as folder:
        told = run(["run", case(json.dumps(content)), "-o", folder, "--overwrite", "--set", "time.end=1e-8"]).stderr
    fact("warning: time.accuracy 1e-13 is not met" in told, "an accuracy that no step has: " + told.strip())


def test_wave():
    """The leading wave of the discrete Hertz chain has the force 0.639554 A^(2/5) m^(3/5) v^(6/5)."""
    radius, bead, speed = 2.38e-3, 0.45e-3, 1.77
    stiffness = 4 / 3 * 193e9 / (2 * (1 - 0.3**2)) * math.sqrt(radius / 2)
    exact = 0.639554 * stiffness**0.4 * bead**0.6 * speed**1.2
    one = {"material": "steel", "radius": radius, "mass": bead}
    content = {
        "dimension": 1,
        "materials": {"steel": {"youngs_modulus": 193e9, "poisson_ratio": 0.3}},
        "contacts": [{"between": "*", "normal": {"law": "hertz"}}],
        "particles": {
            "striker": {"chain": {"count": 1}, "velocity": speed, **one},
            "beads": {"chain": {"count": 120}, **one},
        },
        "output": {"detectors": {"group": "beads", "at": [40, 60, 80], "quantity": "contact"}},
    }
    for accuracy in (1e-3, 1e-2):
        content["time"] = {"end": 0.6e-3, "accuracy": accuracy}
        with tempfile.TemporaryDirectory() as folder:
            run(["run", case(json.dumps(content)), "-o", folder, "--overwrite"])
            with h5py.File(os.path.join(folder, "results.h5")) as file:
                peaks = file["observables/detectors/beads-contact/peak"][:]
        error = np.max(np.abs(peaks / exact - 1))
        fact(error < accuracy, f"contact forces of a solitary wave, accuracy {accuracy:g}: error {error:.2e}")


test_order()
test_speeds()
test_floor()
test_wave()
done()
