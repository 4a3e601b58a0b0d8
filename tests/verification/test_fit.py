"""Fits of impacts to data, against closed forms and against themselves.

Data that a law has computed, without noise: the fit finds the parameters of five laws, 30 speeds each.
Derivatives at the best point: Hertz F ~ E^(2/5), overlap ~ E^(-2/5), duration ~ E^(-2/5) v^(-1/5); linear dashpot with
tension: e = exp(-pi z/sqrt(1 - z^2)) with z = c/(2 sqrt(k m)), so that de/d ln c = -pi z e/(1 - z^2)^(3/2).
Noise: draws with a standard deviation of 1 %, given as deviations. The values scatter as the covariance says, which is
the bound of Cramer and Rao for normal errors, and about 95 % of the intervals of two deviations contain the true value.
tests/bench/fit draws 1000 times.
Limits of the data: the restitution of ma_liu depends on Y^5/E^4 only, so the flat direction is (4, 5)/sqrt(41)
in (ln Y, ln E); impacts that slide throughout do not depend on the tangential stiffness; a value at the end of its
range; a chi^2 that is too large for the deviations; data without a computed value. Angles and stiffness also fit
together if impacts stick. A contact that opens forgets its history: the second loading equals the first.
Forces during impacts: their points return the parameters of laws with a history and with damping; an overlap that an
impact does not reach counts with the force at its largest overlap. Harmonic impact, d = d_0 sin(w t): derivatives of
force, overlap and rate at the first touch, at the turning point, between them and after the contact.
Bodies on a path, spring and slider: friction and dissipation, also where the path turns.
Pulses in a chain, Hertz: time ~ E^(-2/5) v^(-1/5), force ~ E^(2/5) v^(6/5). Two beads with linear springs: arrival and
peak in closed form, also where the peak of a law with a history falls on the end of a step.
Labels: fit impact law."""
import os
import re
import subprocess
import sys
import tempfile

import granum
import h5py
import numpy as np
from fit_laws import LAWS, MODULUS, PLASTIC, RESTITUTION, SPEEDS, STRESS, E, Y, base, draw, fit, impacts, true_value
from granum_test import done, fact, run, same_bits

DRAWS = 24


def five_laws():
    for law, (parameters, free, names) in LAWS.items():
        case = base(law, **parameters)
        found = fit(case, impacts(case), names, free)
        wrong = max(abs(value / true_value(case, key) - 1) for key, value in zip(free, found["value"]))
        fact(found["converged"] and wrong < 1e-8, f"{law}: {len(free)} parameters from {names}: error {wrong:.1e}")
        fact(not found["findings"], f"{law}: no limits of the data {found['findings']}")


def derivatives():
    case = base("hertz")
    data = impacts(case)
    names = ("force_max", "overlap_max", "duration")
    found = fit(case, data, names, {E: MODULUS}, 1)
    power = found["jacobian"][:, 0].reshape(3, 30)
    wrong = np.abs(power - np.array([0.4, -0.4, -0.4])[:, None]).max()
    fact(
        wrong < 1e-7, f"Hertz: force, overlap and duration are powers 2/5, -2/5, -2/5 of the modulus: error {wrong:.1e}"
    )
    speed = np.diff(np.log(found["computed"][60:])) / np.diff(np.log(SPEEDS))
    fact(np.abs(speed + 0.2).max() < 1e-7, "Hertz: the duration is the power -1/5 of the speed")
    mass, k, z = 7800 * 4 / 3 * np.pi * 5e-3**3 / 2, 1e7, np.array([0.02, 0.3, 0.7])
    for each in z:
        viscosity = 2 * each * np.sqrt(k * mass)
        case = base("linear", stiffness=k, viscosity=viscosity)
        key = "contacts.0.normal.viscosity"
        found = granum.fit(
            case,
            {"speed": [1.0], "restitution": impacts(case, [1.0])["restitution"]},
            {"restitution": 1.0},
            {key: (0.5 * viscosity, 2 * viscosity)},
        )
        e = np.exp(-np.pi * each / np.sqrt(1 - each**2))
        slope = -np.pi * each * e / (1 - each**2) ** 1.5
        wrong = abs(found["jacobian"][0, 0] - slope)
        fact(wrong < 1e-7, f"linear dashpot, z = {each}: error of de/d ln c {wrong:.1e}")


def noise():
    pull, scatter, square = draw("tsuji", DRAWS)
    inside, degrees = (np.abs(pull) < 2).mean(), 2 * len(SPEEDS) - 2
    fact(0.83 < inside <= 1, f"{100 * inside:.0f} % of the intervals of two deviations have the true value")
    fact(np.abs(scatter - 1).max() < 0.45, f"the values scatter by {scatter.round(2)} of the bound of Cramer and Rao")
    sigma = np.sqrt(2 * degrees / DRAWS)
    fact(abs(square.mean() - degrees) < 4 * sigma, f"mean chi^2 {square.mean():.1f}, {degrees} expected")


def words():
    source = os.environ["GRANUM_SOURCE"]
    with open(os.path.join(source, "src/fit/findings.c")) as file:
        table = re.findall(r'^    \{"(\w+)", [A-Z]+, ', file.read(), re.M)
    with open(os.path.join(source, "inputs/guide/fits.md")) as file:
        page = file.read().split("## Limits of the data")[1].split("\n## ")[0]
    told = {word for row in re.findall(r"^\| (`.*?) \|", page, re.M) for word in re.findall(r"`(\w+)`", row)}
    fact(len(table) > 9 and set(table) == told, f"the guide has all words of notes: {sorted(set(table) ^ told)}")


def flat():
    case = base("ma_liu", **PLASTIC)
    data = impacts(case)
    found = fit(case, data, ("restitution",), {Y: STRESS, E: MODULUS})
    wrong = np.abs(found["vector"][1] - np.array([4, 5]) / np.sqrt(41)).max()
    fact(wrong < 1e-5, f"restitution of ma_liu: flat direction {found['vector'][1]}, error {wrong:.1e}")
    fact("(0.6247, 0.7809)" in found["findings"][0] and np.isinf(found["deviation"]).all(), found["findings"][0])
    ratio = found["value"] / [STRESS[2], MODULUS[2]]
    known = (ratio[0] * STRESS[2] / 940e6) ** 5 / (ratio[1] * MODULUS[2] / 193e9) ** 4
    fact(abs(known - 1) < 1e-6, f"it knows Y^5/E^4: error {known - 1:.1e}")
    found = granum.fit(
        case,
        {"speed": data["speed"][::5], "restitution": data["restitution"][::5]},
        {"restitution": 0.01 * data["restitution"][::5]},
        {Y: STRESS, E: MODULUS},
        profile=3,
    )
    ends = [found["profile_lower"][1], found["profile_upper"][1], *found["profile"][1, ::2, 1]]
    fact(ends == [-np.inf, np.inf, 50e9, 500e9], f"the profile of the modulus is open: {ends}")
    told = dict(zip(found["finding_kinds"], found["findings"]))
    fact(
        f"the data give no upper limit of {E}" in told["no_upper_limit"] and "flat" in told,
        f"which a note says: {told['no_upper_limit']}",
    )
    found = fit(case, data, ("restitution", "force_max"), {Y: (2e8, 8e8, 5e8), E: MODULUS})
    fact(
        "upper end" in "".join(found["findings"]) and found["state"][0] == 1, "a value at the end of its range is named"
    )


def reopening():
    """Loading, unloading to an open contact, and the same loading again."""
    path = np.array([1, 2, 3, 2, 1, -1, 1, 2, 3]) * 1e-6
    laws = {
        "walton_braun": ({"k1": 1e6, "k2": 3e6}, "k1"),
        "luding": ({"k1": 1e6, "k_p": 3e6, "k_c": 1e5, "plasticity_depth": 1e-3}, "k1"),
        "hertz": ({}, None),
    }
    for law, (parameters, name) in laws.items():
        key = f"contacts.0.normal.{name}" if name else E
        free = {key: (9e5, 1.1e6, 1e6) if name else MODULUS}
        data = {"overlap": path, "force": 1 + np.arange(9.0)}
        force = granum.fit(base(law, **parameters), data, {"force": 1.0}, free)["computed"]
        same = np.allclose(force[:3], force[6:], rtol=1e-12) and force[5] == 0
        fact(same, f"{law}: the second loading of an opened contact equals the first: {force}")
        fact(not name or abs(force[1] - force[3]) > 0.1 * force[1], f"{law}: unloading differs from loading")


def misfit():
    case = base("hertz")
    overlap = np.linspace(1e-6, 3e-6, 5)
    data = {"overlap": overlap, "force": 3e9 * overlap**1.5 * (1 + 0.05 * np.array([1, -1, 1, -1, 1]))}
    for share, wrong in ((0.001, True), (0.05, False)):
        found = granum.fit(case, data, {"force": share * data["force"]}, {E: MODULUS})
        text = f"chi^2 {found['chi_squared']:.6g} for 4 degrees of freedom: the law or the deviations of the data"
        fact(any(text in line for line in found["findings"]) == wrong, f"{text}: {wrong}")


def oblique():
    plate = [{"material": "steel", "radius": 5e-3}, {"material": "steel", "shape": "plane", "fixed": True}]
    law = {"law": "linear_spring", "friction": 0.2, "stiffness": 2e7}
    case = base("tsuji", law, plate, restitution=0.8)
    friction, stiffness = "contacts.0.tangential.friction", "contacts.0.tangential.stiffness"
    free = {friction: (0.05, 0.6, 0.3), stiffness: (5e6, 1e8, 3e7)}
    data = {"speed": np.ones(3), "angle": np.radians([76, 80, 84]), "impulse_ratio": np.full(3, 0.2)}
    found = granum.fit(case, data, {"impulse_ratio": 2e-3}, free)
    fact(f"{stiffness} has no effect" in "".join(found["findings"]), f"sliding only: {found['findings']}")
    fact(abs(found["value"][0] / 0.2 - 1) < 0.01 and np.isinf(found["deviation"][1]), "sliding gives the friction")


def curves(folder):
    """Forces over overlap and over time of a run, which samples the impacts in another way."""
    k1, k2 = "contacts.0.normal.k1", "contacts.0.normal.k2"
    laws = {
        "ma_liu": (PLASTIC, {E: MODULUS, Y: STRESS}),
        "walton_braun": ({"k1": 1e7, "k2": 2e7}, {k1: (4e6, 1.5e7, 6e6), k2: (1.6e7, 6e7, 3e7)}),
        "tsuji": ({"restitution": 0.8}, {E: MODULUS, RESTITUTION: (0.1, 0.99, 0.5)}),
    }
    rules = {law: {"contacts.0.normal": {"law": law, **parameters}} for law, (parameters, _) in laws.items()}
    sampled = {"problem": "impact", "velocities": [0.5, 1.5], "curves": True, "curve_points": 64, "variants": rules}
    path, output = os.path.join(folder, "curves.yaml"), os.path.join(folder, "curves")
    granum.case({**base("ma_liu", **PLASTIC), **sampled}, path)
    run(["run", path, "-o", output])
    for law, (parameters, free) in laws.items():
        with h5py.File(os.path.join(output, "results.h5"), "r") as f:
            names = ("time", "overlap", "rate", "force")
            curve = {name: f[f"impact/{law}/curves/{name}"][:, 3:-3:4] for name in names}
        speed = np.repeat([0.5, 1.5], curve["time"].shape[1])
        curve = {name: values.reshape(-1) for name, values in curve.items()}
        loop = {"overlap": curve["overlap"], "branch": np.where(curve["rate"] > 0, 1.0, -1.0)}
        case = base(law, **parameters)
        for over, data in (("overlap", loop), ("time", {"time": curve["time"]})):
            found = granum.fit(case, {"speed": speed, "force": curve["force"], **data}, {"force": 5.0}, free)
            wrong = max(abs(value / true_value(case, key) - 1) for key, value in zip(free, found["value"]))
            fact(found["converged"] and wrong < 1e-8, f"{law}: parameters from force over {over}: error {wrong:.1e}")
    case = base("hertz")
    most = impacts(case, [1.0])["overlap_max"][0], impacts(case, [1.0])["force_max"][0]
    data = {
        "speed": np.ones(4),
        "overlap": most[0] * np.array([0.5, 0.9, 1.5, 3]),
        "branch": np.array([1, -1, 1, -1]),
        "force": most[1] * np.array([0.5**1.5, 0.9**1.5, 1.0, 1.0]),
    }
    found = granum.fit(case, data, {"force": 1.0}, {E: MODULUS})
    wrong = abs(found["value"][0] / 193e9 - 1)
    fact(wrong < 1e-8 and found["chi_squared"] < 1e-8, f"unreached overlaps have the largest force: error {wrong:.1e}")
    powers = found["jacobian"][:, 0] / data["force"]
    wrong = np.abs(powers - [1, 1, 0.4, 0.4]).max()
    fact(wrong < 1e-7, f"Hertz: the force is the power 1 of the modulus, of unreached overlaps 2/5: error {wrong:.1e}")
    harmonic()


def harmonic():
    """A linear spring without damping: d = (v/w) sin(w t) until w t = pi, then d = -v (t - pi/w)."""
    k, mass = 1e7, 7800 * 4 / 3 * np.pi * 5e-3**3 / 2
    w, most = np.sqrt(k / mass), np.sqrt(k * mass)
    phase, key = np.array([0, 0.3, 0.5, 0.9]) * np.pi, "contacts.0.normal.stiffness"
    sine, turn = np.sin(phase), 0.5 * phase * np.cos(phase)
    states = {
        "force": (np.append(most * sine, 0), np.append(most * (0.5 * sine + turn), 0)),
        "overlap": (np.append(sine, -0.25 * np.pi) / w, np.append(-0.5 * sine + turn, -0.5 * np.pi) / w),
        "rate": (np.append(np.cos(phase), -1), np.append(-0.5 * phase * sine, 0)),
    }
    data = {"speed": np.ones(5), "time": np.append(phase, 1.25 * np.pi) / w}
    data |= {name: values for name, (values, _) in states.items()}
    scale = {"force": most, "overlap": 1 / w, "rate": 1.0}
    found = granum.fit(base("linear", stiffness=k, viscosity=0), data, scale, {key: (0.5 * k, 2 * k)})
    slope = np.concatenate([each / scale[name] for name, (_, each) in states.items()])
    wrong = max(np.abs(found["jacobian"][:, 0] - slope).max(), abs(found["value"][0] / k - 1))
    fact(wrong < 1e-7, f"linear spring: force, overlap and rate over time, also where it turns and after: {wrong:.1e}")


def sliding():
    """Returns a sphere that slides to and fro on a plane, with a normal force of 10 N."""
    way = {"time": ["0 s", "1 s", "3 s"], "value": ["0 m", "2 um", "-2 um"]}
    ball = {"material": "steel", "radius": 5e-3, "displacement": [0, way, 0]}
    law = {"law": "linear_spring", "friction": 0.2, "stiffness": 2e6}
    case = base("linear", law, [ball, {"material": "steel", "shape": "plane"}], stiffness=1e7, viscosity=0)
    return {**case, "overlap": "1 um", "time": {"end": "3 s", "steps": 30}}


def paths(folder):
    """A spring with a slider, F = -k s up to mu N: the derivatives in sticking and sliding, on the way to and fro, at
    the point of the table where the path turns, and at the end of a step."""
    k, mu, case = 2e6, 0.2, sliding()
    data = {
        "time": np.array([2.5, 0.25, 0.3, 0.75, 1.0, 1.25]),
        "friction_y": np.array([2, -1, -1.2, -2, -2, -1]),
        "dissipated_sliding": np.array([4, 0, 0, 1, 2, 2]) * 1e-6,
    }
    free = {"contacts.0.tangential.stiffness": (1e6, 4e6, 1.5e6), "contacts.0.tangential.friction": (0.1, 0.4, 0.3)}
    found = granum.fit(case, data, {"friction_y": 1.0, "dissipated_sliding": 1e-6}, free)
    wrong = np.abs(found["value"] / [k, mu] - 1).max()
    fact(wrong < 1e-9, f"spring and slider on a path: stiffness and friction: error {wrong:.1e}")
    slope = np.array([[0, 2], [-1, 0], [-1.2, 0], [0, -2], [0, -2], [1, -2]])
    wrong = np.abs(found["jacobian"][:6] - slope).max()
    fact(wrong < 1e-7, f"spring and slider on a path: derivatives of the friction: error {wrong:.1e}")
    with open(os.path.join(folder, "way.csv"), "w") as file:
        file.write("time, shear (um)\n0, 0\n1, 2\n3, -2\n")
    case["bodies"][0]["displacement"] = [0, {"table": "way.csv", "column": "shear"}, 0]
    path = os.path.join(folder, "path.yaml")
    granum.case(case, path)
    same = granum.fit(path, data, {"friction_y": 1.0, "dissipated_sliding": 1e-6}, free)
    fact(np.array_equal(same["computed"], found["computed"]), "a table of a file gives the same path as its points")


def beads(law, count=8, end=3e-4, tangential=None, **parameters):
    """Returns a chain with problem: fit, without the key fit."""
    case = base(law, **parameters)
    del case["bodies"]
    bead = {"material": "steel", "radius": 5e-3}
    striker = {**bead, "chain": {"count": 1}, "velocity": 1.0}
    return {
        **case,
        "dimension": 1,
        "particles": {"striker": striker, "beads": {**bead, "chain": {"count": count}}},
        "time": {"end": end},
    }


def chains():
    case = beads("hertz")
    bead, speed = np.tile([2.0, 4.0, 6.0], 2), np.repeat([1.0, 2.0], 3)
    place = {"group": "beads", "bead": bead, "speed": speed}
    narrow = {E: (193e9 * (1 - 1e-9), 193e9 * (1 + 1e-9), 193e9)}
    names = ("peak_force", "peak_time", "arrival")
    rough = {name: np.ones(6) for name in names}
    computed = granum.fit(case, {**place, **rough}, {name: 1.0 for name in names}, narrow)["computed"].reshape(3, 6)
    data = dict(zip(names, computed))
    found = granum.fit(case, {**place, **data}, {name: 0.01 * data[name] for name in names}, {E: MODULUS})
    wrong = abs(found["value"][0] / 193e9 - 1)
    fact(found["converged"] and wrong < 1e-8, f"chain of Hertz: the modulus from peaks and arrivals: error {wrong:.1e}")
    power = 0.01 * found["jacobian"][:, 0].reshape(3, 6)
    wrong = np.abs(power - np.array([0.4, -0.4, -0.4])[:, None]).max()
    fact(wrong < 1e-7, f"chain of Hertz: peaks and times are powers 2/5, -2/5, -2/5 of the modulus: error {wrong:.1e}")
    slope = np.log(computed[:, 3:] / computed[:, :3]) / np.log(2)
    wrong = np.abs(slope - np.array([1.2, -0.2, -0.2])[:, None]).max()
    fact(wrong < 1e-7, f"and powers 6/5, -1/5, -1/5 of the speed: error {wrong:.1e}")
    case = beads("ma_liu", 5, 1.5e-4, **PLASTIC)
    place = {"group": "beads", "bead": np.array([1.0, 3.0])}
    rough = {name: np.ones(2) for name in names}
    computed = granum.fit(case, {**place, **rough}, {name: 1.0 for name in names}, narrow)["computed"].reshape(3, 2)
    data, free = dict(zip(names, computed)), {E: (100e9, 300e9, 150e9), Y: (500e6, 1500e6, 800e6)}
    found = granum.fit(case, {**place, **data}, {name: 0.01 * data[name] for name in names}, free)
    wrong = max(abs(value / true_value(case, key) - 1) for key, value in zip(free, found["value"]))
    fact(found["converged"] and wrong < 1e-8, f"chain of ma_liu: modulus and yield stress: error {wrong:.1e}")


def two_beads():
    """The contact of two beads: F = F_0 sin(w t), w = sqrt(2 k/m), F_0 = v sqrt(k m/2), on loading also with a history.
    With walton_braun the peak is where the overlap turns, at which a step ends; the velocity peaks where it opens."""
    mass, k = 7800 * 4 / 3 * np.pi * 5e-3**3, 1e7
    w, most = np.sqrt(2 * k / mass), np.sqrt(k * mass / 2)
    theta = np.arcsin(100 / most)
    names = ("peak_force", "peak_time", "arrival")
    contact = {"group": "striker", "bead": [1.0], "signal": "contact"}
    velocity = {"group": "beads", "bead": [1.0], "signal": "velocity"}
    laws = {"linear": ({"stiffness": k, "viscosity": 0}, "stiffness"), "walton_braun": ({"k1": k, "k2": 2 * k}, "k1")}
    for law, (parameters, name) in laws.items():
        case, key = beads(law, 1, 1e-4, **parameters), f"contacts.0.normal.{name}"
        rows = [
            ({**contact}, names, (most, np.pi / 2 / w, np.pi / 6 / w), (0.5, -0.5, -0.5)),
            (
                {**contact, "threshold": "100 N"},
                names,
                (most, np.pi / 2 / w, theta / w),
                (0.5, -0.5, -0.5 * (1 + np.tan(theta) / theta)),
            ),
        ]
        if law == "linear":
            which = ("peak_velocity", "peak_time", "arrival")
            rows.append(({**velocity}, which, (1, np.pi / w, np.pi / 2 / w), (0, -0.5, -0.5)))
        data = [{**place, **{n: [v] for n, v in zip(which, values)}} for place, which, values, _ in rows]
        deviations = [{n: 0.01 * v for n, v in zip(which, values)} for _, which, values, _ in rows]
        found = granum.fit(case, data, deviations, {key: (0.5 * k, 2 * k)})
        wrong = np.abs(found["computed"] / np.concatenate([values for _, _, values, _ in rows]) - 1).max()
        fact(wrong < 1e-8, f"two beads, {law}: peaks and arrivals: error {wrong:.1e}")
        wrong = np.abs(0.01 * found["jacobian"][:, 0] - np.concatenate([powers for *_, powers in rows])).max()
        fact(wrong < 1e-7, f"two beads, {law}: their derivatives: error {wrong:.1e}")


def kinds(folder):
    """Curves, pulses and paths have the same bits on 1 and 3 ranks, and the cases with the fitted values can be run."""
    shipped = os.path.join(os.environ["GRANUM_SOURCE"], "inputs", "fit")
    columns = {"time": {"unit": "s", "values": [0.2, 0.9]}, "friction_y": {"unit": "N", "values": [-0.8, -2.0]}}
    data = {"of": "path", "columns": columns, "observed": [{"quantity": "friction_y", "absolute": "0.1 N"}]}
    free = {"key": "contacts.0.tangential.friction", "from": 0.1, "to": 0.4}
    granum.case({**sliding(), "fit": {"free": [free], "data": [data]}}, os.path.join(folder, "slide.yaml"))
    for path in (f"{shipped}/loop.yaml", f"{shipped}/pulses.yaml", os.path.join(folder, "slide.yaml")):
        name = os.path.basename(path)
        outputs = [os.path.join(folder, f"{name}-{n}") for n in (1, 3)]
        for n, output in zip((1, 3), outputs):
            run(["run", path, "-o", output], n)
        different = same_bits(*(os.path.join(output, "results.h5") for output in outputs))
        fact(not different, f"{name}: equal bits on 1 and 3 ranks {different}")
        told = run(["check", os.path.join(outputs[0], "fitted-1.yaml")], check=False)
        fact(told.returncode == 0, f"{name}: the case with the fitted values is valid {told.stderr}")
    told = run(
        ["run", f"{shipped}/pulses.yaml", "--set", "time.end=40 us", "-o", os.path.join(folder, "early")], check=False
    )
    cause = "its chain fails, or its pulse does not pass its bead before time.end; write a later end"
    early = f"row 1 of fit.data.0: {cause}" in told.stdout
    fact(told.returncode == 3 and early, f"pulses that come after the end are named {told.stdout[-300:]}")


def strikers(folder):
    """Data of two strikers: the sweep of the fitted case has the speeds of one, and a comment names it."""
    one = {"chain": {"count": 1}, "material": "steel", "radius": "5 mm"}
    case = {
        "problem": "fit",
        "dimension": 1,
        "materials": {"steel": {"density": 7800, "youngs_modulus": 193e9, "poisson_ratio": 0.3}},
        "contacts": [{"between": "*", "normal": {"law": "hertz"}}],
        "particles": {
            "left": {**one, "velocity": "1 m/s"},
            "beads": {**one, "chain": {"count": 3}},
            "right": {**one, "velocity": "-1e-3 m/s"},
        },
        "time": {"end": "100 us"},
    }
    columns = {"speed": {"unit": "m/s", "values": [1, 2]}, "bead": {"values": [2, 2]}}
    columns["peak_velocity"] = {"unit": "m/s", "values": [1, 2]}
    observed = [{"quantity": "peak_velocity", "relative": "5 %"}]
    table = {"of": "chain", "group": "beads", "signal": "velocity", "columns": columns, "observed": observed}
    data = [{**table, "striker": name} for name in ("left", "right")]
    path, output = os.path.join(folder, "strikers.yaml"), os.path.join(folder, "strikers")
    granum.case({**case, "fit": {"free": [{"key": E, "from": 50e9, "to": 500e9}], "data": data}}, path)
    run(["run", path, "-o", output], check=False)
    fitted = os.path.join(output, "fitted-1.yaml")
    with open(fitted) as file:
        text = file.read()
    fact("the sweep has the speeds of 'left' only" in text, "two strikers: a comment names that of the sweep")
    told = run(["check", fitted], check=False)
    fact(told.returncode == 0, f"two strikers: the case with the fitted values is valid {told.stderr}")


def ranks(folder):
    """The same case on 1, 2 and 4 ranks, as a study of two laws whose fits are compared."""
    case = base("tsuji", restitution=0.8)
    data = impacts(case)
    random = np.random.default_rng(1)
    table = os.path.join(folder, "data.csv")
    with open(table, "w") as out:
        out.write("speed (mm/s), e (-), t (us)\n")
        for v, e, t in zip(data["speed"], data["restitution"], data["duration"]):
            out.write(f"{1e3 * v!r}, {e * (1 + 0.01 * random.standard_normal())!r}, {1e6 * t!r}\n")
    free = [
        {"key": E, "from": "50 GPa", "to": "500 GPa", "start": "100 GPa"},
        {"key": RESTITUTION, "from": 0.1, "to": 1, "start": 0.6},
    ]
    observed = [
        {"quantity": "restitution", "column": "e", "relative": "1 %"},
        {"quantity": "duration", "column": "t", "absolute": "0.3 us"},
    ]
    case["fit"] = {"free": free, "starts": 3, "profile": 4, "data": [{"file": "data.csv", "observed": observed}]}
    case["variants"] = {"tsuji": {}, "flores": {"contacts.0.normal.law": "flores"}}
    path = os.path.join(folder, "fit.yaml")
    granum.case(case, path)
    results = []
    for n in (1, 2, 4):
        output = os.path.join(folder, str(n))
        out = run(["run", path, "-o", output], ranks=n).stdout
        results.append(os.path.join(output, "results.h5"))
        fitted = os.path.join(output, "fitted-1.yaml")
        with open(fitted) as file:
            results.append(file.read())
        if n == 1:
            fact("profile from" in out, "ends of the profiles are printed")
            fact("AICc - least" in out and out.index("comparison") < out.rindex("flores"), "laws are compared by AICc")
            text = run(["run", fitted, "-o", os.path.join(folder, "fitted")]).stdout
            fact("30 impacts" in text, "the case with the fitted values runs")
    for k in (2, 4):
        fact(same_bits(results[0], results[k]) == "", f"equal bits on 1 and {k} ranks")
        fact(results[1] == results[k + 1], "equal fitted values")
    pounders = granum.fit(path, set={"fit.search": "pounders"}, name="tsuji")
    newton = granum.fit(path, name="tsuji")
    wrong = np.abs(pounders["value"] / newton["value"] - 1).max()
    fact(wrong < 1e-6, f"pounders finds the same values: difference {wrong:.1e}")
    path = os.path.join(folder, "stuck.yaml")
    case["fit"]["data"][0]["observed"] = [{"quantity": "sticking_overlap", "column": "t2", "absolute": "1 nm"}]
    with open(table, "w") as out:
        out.write("speed (mm/s), t2 (um)\n1000, 1\n2000, 2\n3000, 3\n")
    granum.case({**case, "variants": {"tsuji": {}}}, path)
    failed = run(["run", path, "-o", os.path.join(folder, "stuck")], check=False)
    fact(failed.returncode == 3 and "did not converge" in failed.stderr, "a fit without convergence ends with code 3")
    fact(os.path.exists(os.path.join(folder, "stuck", "fitted-1.yaml")), "its best values are kept")
    with h5py.File(os.path.join(folder, "stuck", "results.h5"), "r") as f:
        absent = [np.isnan(f[f"fit/tsuji/data/{what}"][:]).all() for what in ("computed", "band")]
    fact(all(absent), "data that cannot be computed have no computed value and no band")
    shown = [sys.executable, "-m", "granum_post", "fit", os.path.join(folder, "stuck"), "--csv", "-"]
    told = subprocess.run(shown, capture_output=True, text=True, check=False)
    fact(told.returncode == 0 and "nan" in told.stdout, f"granum-post fit draws them as absent {told.stderr}")
    case["fit"]["data"] = [
        {
            "of": "compression",
            "columns": {"overlap": {"unit": "um", "values": [1, 2]}, "force": {"unit": "N", "values": [5, 14]}},
            "observed": [{"quantity": "force", "relative": "1 %"}],
        }
    ]
    case["fit"]["free"] = free[:1]
    case["variants"] = {"hertz": {"contacts.0.normal": {"law": "hertz"}}}
    granum.case(case, path)
    run(["run", path, "-o", os.path.join(folder, "press")])
    with open(os.path.join(folder, "press", "fitted-1.yaml")) as file:
        fact("have no speed" in file.readline(), "the case after a compression says that its speed is an example")


words()
five_laws()
derivatives()
noise()
flat()
reopening()
misfit()
oblique()
chains()
two_beads()
with tempfile.TemporaryDirectory() as folder:
    curves(folder)
    paths(folder)
    kinds(folder)
    strikers(folder)
    ranks(folder)
done()
