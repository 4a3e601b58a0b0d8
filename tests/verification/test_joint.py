"""The slider-crank with a clearance joint: impacts against an independent integration for both drives and both ways to
build the joint, the statements of the paper's section 6, half the tolerance, energy, ranks.
Labels: contact input law mechanism parallel record run."""
import math
import os
import subprocess
import sys
import tempfile
import types

import h5py
import numpy as np
from granum_post import joint
from granum_post.reader import Run
from granum_test import SOURCE, done, fact, run, simulate
from picture_pixels import drawn, shows_data
from oracle_mechanism import Joint, motion

INPUT = os.path.join(SOURCE, "inputs", "mechanism", "clearance-joint.yaml")
LENGTHS = (0.05, 0.3)  # of crank and rod [m]
# granum's tolerance is 1e-12 per step; that of the independent integration is 1e-10, with corners of friction in the
# middle of steps. Each impact amplifies an error about threefold. The number of equal digits is limited by the latter.
RELATIVE = 2e-6


def trajectory(group, run_number=1):
    mine = group["trajectory/run"][:] == run_number
    return {name: column[:][mine] for name, column in group["trajectory"].items()}


def check_oracle(directory):
    """Compares the first impacts of each run, and the final positions of the bodies."""
    sets = ["contacts.0.normal.restitution_plastic=0.46", "time.end=0.03"]
    cases = {
        "slider": ({}, Joint(200)),
        "rod": ({"mechanism.journal_on": "rod"}, Joint(200, journal_on="rod")),
        "moment": ({"mechanism.drive": "torque", "mechanism.torque": 30}, Joint(200, moment=30.0)),
        "fast": ({"mechanism.crank_speed": "300 rpm", "contacts.0.tangential.friction": 0.1}, Joint(300, friction=0.1)),
    }
    variants = (
        "variants={"
        + ", ".join(
            f"{name}: {{{', '.join(f'{k}: {v}' for k, v in change.items())}}}" for name, (change, _) in cases.items()
        )
        + "}"
    )
    with h5py.File(simulate(INPUT, os.path.join(directory, "oracle"), [*sets, variants]), "r") as file:
        for name, (_, system) in cases.items():
            y, impacts = motion(system, 0.03, 1e-10)
            group = file["mechanism"][name]
            got = np.array([group["impacts/time"][:], group["impacts/speed_in"][:]])
            want = np.array([[i.time for i in impacts], [i.speed for i in impacts]])
            fact(got.shape == want.shape and want.shape[1] >= 5, f"{name}: {want.shape[1]} impacts")
            off = np.abs(got / want - 1).max()
            fact(off < RELATIVE, f"{name}: their times and approach speeds, off by {off:.1e}")
            p = trajectory(group)
            off = max(
                abs(p[column][-1] / value - 1)
                for column, value in zip(
                    ("rod", "slider", "crank", "rod_velocity", "slider_velocity", "crank_velocity"), y
                )
            )
            fact(off < RELATIVE, f"{name}: final positions and speeds of the bodies, off by {off:.1e}")


def printed(text):
    """Parses the lines of the runs: the variant above them; impacts, last onset and end."""
    found, variant = [], None
    for words in map(str.split, text.splitlines()):
        if len(words) == 1 and words[0].endswith(":"):
            variant = words[0]
        elif len(words) == 6 and words[0] == "1":
            found.append((variant, words[1:4]))
    return found


def check_statements(directory):
    """The shipped case, and its changes with half the tolerance."""
    whole, half = (os.path.join(directory, name, "results.h5") for name in ("whole", "half"))
    told = [
        run(["run", INPUT, "-o", os.path.dirname(path), "--set", f"tolerance={value}"]).stdout
        for path, value in ((whole, 1e-12), (half, 5e-13))
    ]
    fact(
        len(printed(told[0])) == 6 and printed(told[0]) == printed(told[1]),
        f"half the tolerance changes no printed digit: {printed(told[0])}",
    )
    most = {
        "hard-200": 0.16,
        "lankarani-200": 0.16,
        "flores-200": 0.16,
        "hard-300": 0.24,
        "soft-300": 0.24,
        "ma-liu-300": 0.24,
    }
    with h5py.File(whole, "r") as file, h5py.File(half, "r") as finer:
        fact(set(file["mechanism"]) == set(most), "the results contain the variants")
        for name, limit in most.items():
            digits = []
            for group in (file["mechanism"][name], finer["mechanism"][name]):
                p = trajectory(group)
                late = p["time"] > p["time"][-1] / 3
                speed, deviation = group["impacts/speed_in"][:].max(), np.abs(p["deviation"][late]).max()
                ideal = np.abs(p["ideal_acceleration"]).max()
                digits.append(
                    (
                        len(group["impacts/time"]),
                        f"{speed:.6f} {group['impacts/force_max'][:].max():.2f} {deviation * 1e3:.4f} {ideal:.3f}",
                    )
                )
                fact(
                    group["energy_residual"][0] < 1e-8,
                    f"{name}: the ledger closes to {group['energy_residual'][0]:.1e}",
                )
            fact(speed <= limit, f"{name}: approach at most {speed:.4f} m/s (stated: {limit})")
            fact(
                deviation <= 0.511e-3,
                f"{name}: the slider deviates by at most {deviation * 1e3:.4f} mm after the first third",
            )
            fact(
                digits[0] == digits[1],
                f"{name}: half the tolerance changes no digit: {digits[0][0]} impacts, {digits[0][1]}",
            )
            w = p["crank_velocity"][0]
            off = abs(ideal / (LENGTHS[0] * w**2 * (1 + LENGTHS[0] / LENGTHS[1])) - 1)
            fact(off < 1e-12, f"{name}: without clearance at most {ideal:.3f} m/s^2, r w^2 (1 + r/l) to {off:.1e}")


def slopes(a):
    """Position of a slider without clearance, and its first and second derivatives: differences, good to 1e-8."""
    step = 1e-4
    low, middle, high = (
        LENGTHS[0] * np.cos(u) + np.sqrt(LENGTHS[1] ** 2 - (LENGTHS[0] * np.sin(u)) ** 2)
        for u in (a - step, a, a + step)
    )
    return middle, (high - low) / (2 * step), (high - 2 * middle + low) / step**2


def check_ideal(directory):
    """Checks the observables of a slider without clearance, with an accelerating crank; and that its moment equals
    the given one."""
    sets = [
        "variants={one: {}}",
        "mechanism.drive=torque",
        "mechanism.torque=40",
        "mechanism.crank_angle=30 deg",
        "trajectory={every: 20 us, contacts: 0}",
        "time.end=0.1",
    ]
    with h5py.File(simulate(INPUT, os.path.join(directory, "ideal"), sets), "r") as file:
        group = file["mechanism/one"]
        p, energy = trajectory(group), group["energy"]
        a, w, turn = p["crank"], p["crank_velocity"], p["crank_acceleration"]
        fact(abs(a[0] / math.radians(30) - 1) < 1e-15, "the crank starts at 30 degrees")
        x, x1, x2 = slopes(a)
        for name, exact in (("ideal", x), ("ideal_velocity", x1 * w), ("ideal_acceleration", x2 * w**2 + x1 * turn)):
            off = np.abs(p[name] - exact).max() / np.abs(exact).max()
            fact(off < 1e-6, f"{name}: position without clearance or its rate, off by {off:.1e}")
        fact((p["crank_moment"] == 40).all(), "the moment on the crank equals the given one")
        off = np.abs(energy["supplied"][:][-1] / (40 * (a[-1] - a[0])) - 1)
        fact(off < 1e-10, f"the energy put in is moment times angle, off by {off:.1e}")


def check_gravity(directory):
    """A rod hanging at rest: without speed and friction the joint carries half the weight of the rod."""
    law = (
        "contacts.0.normal={law: kelvin_voigt_elastoplastic, restitution_elastic: 0.1, restitution_plastic: 0.1, "
        "hardness_ratio: 3, conformity: 13}"
    )
    sets = [
        "variants={one: {}}",
        "mechanism.crank_speed=0",
        "mechanism.gravity=9.81",
        "contacts.0.tangential.friction=0",
        law,
    ]
    with h5py.File(
        simulate(
            INPUT, os.path.join(directory, "gravity"), [*sets, "trajectory={every: 1 ms, contacts: 0}", "time.end=0.1"]
        ),
        "r",
    ) as file:
        p = trajectory(file["mechanism/one"])
        calm = p["time"] > 0.05
        push = p["joint_force"][calm].mean()
        fact(abs(push / (1.13 * 9.81 / 2) - 1) < 0.01, f"at rest the joint carries half the rod: {push:.4f} N")
        fact(p["journal_y"][-1] > 0.49e-3, "the journal touches the upper side of the bearing of the hanging rod")


def draws(picture, arguments, results, code, sentence):
    """Draws, or reports in one line the reason why it cannot."""
    told = subprocess.run(
        [sys.executable, "-m", "granum_post", *arguments, results, "-o", picture], capture_output=True, text=True
    )
    fact(
        told.returncode == code and sentence in told.stderr and told.stderr.count("\n") == (code > 0),
        f"granum-post {' '.join(arguments)}: {told.stderr.strip() or 'drawn'}",
    )


def check_picture(directory):
    results = simulate(
        INPUT,
        os.path.join(directory, "picture"),
        [
            "time.end=0.01",
            "variants={one: {time.end: 0.01}, fast: {mechanism.crank_speed: 300 rpm}, "
            "off: {trajectory.every: off, trajectory.contacts: 0}}",
        ],
    )
    picture = os.path.join(directory, "joint.png")
    draws(picture, ["joint", "--variant", "one"], results, 0, "")
    draws(picture, ["joint", "--variant", "two"], results, 2, "there are: fast, off, one")
    draws(picture, ["joint", "--variant", "one", "--run", "2"], results, 2, "there are 1")
    draws(picture, ["joint", "--variant", "off"], results, 2, "every")
    draws(picture, ["joint", "--variant", "one,two"], results, 2, "no variant two")
    draws(picture, ["joint", "--variant", "one,fast"], results, 0, "")
    fact(shows_data(picture), f"the picture of two runs shows data {drawn(picture)}")
    check_together(results)
    draws(picture, ["joint", "--variant", "one"], results, 0, "")
    draws(picture, ["sweep", "--variant", "one"], results, 2, "no number was swept")
    fact(shows_data(picture), f"the picture shows data {drawn(picture)}")


def check_together(results):
    """The picture of several runs has position, acceleration and deviation of each, as recorded."""
    options = types.SimpleNamespace(variant="one,fast", run=1)
    with Run(results) as found:
        runs = {each.name: joint.points(each, 1) for each in joint.variants_of(found, options)}
        shown = joint.picture(found, options)
    columns = ("slider", "slider_acceleration", "deviation")
    for axes, column in zip(shown.axes, columns):
        lines = {line.get_label(): line for line in axes.lines}
        for name, p in runs.items():
            largest = np.argmax(np.abs(p[column]))
            scale = lines[name].get_ydata()[largest] / p[column][largest]
            same = np.allclose(lines[name].get_ydata(), scale * p[column], rtol=1e-12)
            fact(same, f"{column} of the run {name}, in a unit of {1 / scale:g}")


def check_ranks(directory):
    """A sweep: equal bits on any number of ranks; the speed of the first contact is proportional to that of the
    crank; the picture of it."""
    sets = [
        "variants={one: {}}",
        "sweep={surfaces.bearing.radius: [9.75 mm, 10 mm], mechanism.crank_speed: [100 rpm, 200 rpm, 300 rpm]}",
        "time.end=0.02",
    ]
    first, second = (simulate(INPUT, os.path.join(directory, f"ranks{ranks}"), sets, ranks) for ranks in (1, 3))
    fact(run(["diff", first, second], check=False).returncode == 0, "1 and 3 ranks give the same bits")
    with h5py.File(first, "r") as file:
        group = file["mechanism/one"]
        speed = group["impacts/speed_in"][:][group["first_impact"][:].astype(int)].reshape(2, 3)
    off = np.abs(speed / speed[:, :1] / [1, 2, 3] - 1).max()
    fact(off < 1e-9, f"the first approach speed is proportional to the speed of the crank, off by {off:.1e}")
    picture = os.path.join(directory, "sweep.png")
    draws(picture, ["sweep"], first, 0, "")
    draws(picture, ["sweep", "--over", "surfaces.bearing.radius"], first, 0, "")
    draws(picture, ["sweep", "--over", "time.end"], first, 2, "was not swept")
    fact(shows_data(picture), f"the picture shows data {drawn(picture)}")


def check_bad():
    """Inconsistent input is reported at its place, with exit code 2."""
    bad = {
        "mechanism.rod_length=40 mm": "the rod must be longer than it",
        "mechanism.torque=3": "remove it, or write drive: torque",
        "surfaces.bearing.concave=false": "write concave: true",
        "surfaces.bearing.radius=9 mm": "the socket must be larger",
        "mechanism.crank_sped=3": "crank_speed",
        "mechanism.crank_speed=3 Hz": "angular velocity",
        "mechanism={type: slider_crank_clearence}": "did you mean 'slider_crank_clearance'",
        "contacts.0.tangential={law: mindlin, friction: 0.1}": "write coulomb_smooth",
        "mechanism.drive=motor": "speed",
    }
    for change, sentence in bad.items():
        told = run(["check", INPUT, "--set", change], check=False)
        fact(
            told.returncode == 2 and sentence in told.stderr and told.stderr.count("\n") == 1,
            f"--set '{change}': {told.stderr.strip()}",
        )


if __name__ == "__main__":
    check_bad()
    with tempfile.TemporaryDirectory() as directory:
        check_oracle(directory)
        check_statements(directory)
        check_ideal(directory)
        check_gravity(directory)
        check_picture(directory)
        check_ranks(directory)
    done()
