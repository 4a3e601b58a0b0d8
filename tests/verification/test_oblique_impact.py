"""Oblique impacts (`problem: impact` with a direction or spin) against closed forms, against the solution of Maw,
Barber and Fawcett (maw.py), and against the same impacts in an assembly.

Sliding throughout: the tangential impulse is friction times the normal impulse. With Theta = 2 tan(theta)/((1 + e) mu),
theta the angle of the velocity of the centres from the normal, the tangential restitution of the centres of a sphere
on a plane is 1 - 2/Theta, and that of the contact points 1 - 7/Theta, if Theta > 7. The lever arm R - d/2 (overlap d)
changes the second one by less than d/R, so the impacts are slow.
Labels: impact law."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, simulate
from maw import impact
from oblique import APPROACH, DENSITY, MODULUS, NU, RADIUS, Impacts

E, MU = 0.8, 0.1
TOP = tempfile.TemporaryDirectory()
BASE = f"""
problem: impact
materials: {{m: {{density: {DENSITY}, youngs_modulus: {MODULUS!r}, poisson_ratio: {NU}}}}}
contacts:
  - between: '*'
    tension: clip
    normal: {{law: tsuji, restitution: {E}}}
    tangential: {{law: mindlin, friction: {MU}}}
bodies: [{{material: m, radius: {RADIUS!r}}}, {{shape: plane, material: m, fixed: true}}]
velocities: [0.1 mm/s]
"""
TWO = f"bodies=[{{material: m, radius: {RADIUS!r}}}, {{material: m, radius: {RADIUS!r}}}]"


def study(name, *sets, text=BASE):
    """Runs the study with these changes; returns its columns."""
    results = simulate(case(text), os.path.join(TOP.name, name), sets=sets)
    with h5py.File(results) as f:
        return {key: value[:] for key, value in f["impact"].items() if isinstance(value, h5py.Dataset)}


def reduced(found, friction=MU):
    return 2 * np.tan(found["angle"]) / ((1 + found["restitution"]) * friction)


def check_sliding():
    found = study("sliding", "angle={from: 35 deg, to: 85 deg, count: 26}")
    theta = reduced(found)
    centres = np.abs(found["tangential_restitution"] - (1 - 2 / theta)).max()
    points = np.abs(found["slip_restitution"] - (1 - 7 / theta)).max()
    fact(theta.min() > 7 and centres < 1e-6, f"gross sliding: e_t of the centres is 1 - 2/Theta to {centres:.1e}")
    fact(points < 1e-6, f"gross sliding: e_t of the contact points is 1 - 7/Theta to {points:.1e}")
    fact(
        np.abs(found["impulse_ratio"] - MU).max() < 1e-7 and np.abs(found["restitution"] - E).max() < 1e-6,
        "gross sliding: the impulse ratio is the friction coefficient, the normal restitution that of the law",
    )
    low, high = (
        study(f"mu{mu}", f"contacts.0.tangential.friction={mu}", "angle=[50 deg, 70 deg]") for mu in (0.09, 0.11)
    )
    slope = (high["tangential_restitution"] - low["tangential_restitution"]) / 0.02
    off = np.abs(slope + (1 + E) / np.tan(low["angle"])).max()
    fact(off < 1e-4, f"gross sliding: d e_t/d mu is -(1 + e)/tan(theta) to {off:.1e}")


def check_torques():
    """Gross rolling and twisting with a constant torque: the spin changes by 5/2 mu (1 + e) v/R."""
    for law, axis, spin in (("rolling", "z", "[0, 0, 1e3]"), ("twisting", "x", "[1e3, 0, 0]")):
        found = study(
            law,
            f"contacts.0={{between: '*', tension: clip, normal: {{law: tsuji, restitution: {E}}}, "
            f"{law}: {{law: {law}_constant, friction: 0.2}}}}",
            f"bodies.0.spin={spin}",
        )
        change = 1e3 - found[f"spin_1_{axis}"][0]
        expected = 2.5 * 0.2 * (1 + E) * 1e-4 / RADIUS
        loss = found[f"energy_{law}"][0] / (found["energy_lost"][0] - found["energy_viscous"][0])
        fact(
            abs(change / expected - 1) < 1e-5 and abs(loss - 1) < 1e-6,
            f"{law}: a constant torque changes the spin by {change:.6g} rad/s, expected {expected:.6g}; its loss is "
            f"the rest of the energy to {abs(loss - 1):.0e}",
        )


def check_central():
    """Without tangential velocity and spin the results are those of a central impact, bit for bit."""
    plain, found = study("plain"), study("zero", "angle=[0 deg, 10 deg]")
    equal = [key for key in plain if plain[key][0] == found[key][0] or np.isnan(plain[key][0])]
    fact(len(equal) == len(plain) == 14, "at the angle 0 all results have the bits of a central impact")
    near = study("near", "angle=[1e-7]")
    off = max(abs(near[key][0] / plain[key][0] - 1) for key in ("restitution", "overlap_max", "duration", "force_max"))
    fact(off < 5e-6, f"at 1e-7 rad they differ by {off:.1e}")


def check_smooth():
    """Without a law of sliding, a plane changes neither the tangential velocity nor the spin."""
    found = study(
        "smooth",
        f"contacts.0={{between: '*', normal: {{law: tsuji, restitution: {E}}}}}",
        "bodies.0.spin=[1, 2, 3]",
        "angle=40 deg",
    )
    kept = [found[f"spin_1_{axis}"][0] for axis in "xyz"] == [1, 2, 3]
    fact(kept and found["tangential_restitution"][0] == 1, "without friction the tangential motion has no change")


def check_balance():
    """Two different spheres in space, all laws: momenta and energies."""
    sets = (
        "bodies.0={material: m, radius: 1 mm, spin: [1, 2, 3]}",
        "bodies.1={material: m, radius: 2 mm, mass: 3 g, spin: [4, 3, -2]}",
        "velocities=1 mm/s",
        "tangential_velocity=[0.3 mm/s, 3 mm/s]",
        "contacts.0.rolling={law: rolling_spring, stiffness: 1e6, friction: 0.02}",
        "contacts.0.twisting={law: twisting_spring, stiffness: 1e6, friction: 0.02}",
        "accuracy=1e-5",
    )
    found = study("balance", *sets)
    residual = np.abs(found["energy_residual"]).max()
    fact(residual < 1e-4, f"all mechanisms: the energies add up to {residual:.1e}")
    parts = [found[f"energy_{k}"] for k in ("sliding", "rolling", "twisting", "viscous")]
    fact(all((part > 0).all() for part in parts), "all mechanisms: each one dissipates energy")
    m = [DENSITY * 4 / 3 * np.pi * 1e-9, 3e-3]
    inertia = [0.4 * m[0] * 1e-6, 0.4 * m[1] * 4e-6]
    turn = [inertia[k] * (found[f"spin_{k + 1}_x"] - (1, 4)[k]) for k in range(2)]
    off = np.abs(turn[0] + turn[1]).max() / np.abs(turn[0]).max()
    fact(off < 1e-3, f"the torque about the normal is opposite on both bodies to {off:.1e}")
    alone = study("balance-alone", *sets[:4], "accuracy=1e-5")
    push = m[0] * m[1] / (m[0] + m[1]) * (alone["velocity_y"] - alone["tangential_velocity"])
    for k, (radius, first) in enumerate(((1e-3, 3), (2e-3, -2))):
        off = np.abs(inertia[k] * (alone[f"spin_{k + 1}_z"] - first) / (radius * push) - 1).max()
        fact(off < 1e-3, f"body {k + 1}: the change of spin is the impulse times the radius to {off:.1e}")


def check_accuracy():
    """The error against a more accurate computation is below the accuracy."""
    angle = "angle={from: 2 deg, to: 80 deg, count: 40}"
    exact = study("exact", angle, "accuracy=3e-9")
    for accuracy in (1e-3, 1e-4, 1e-6):
        found, worst = study(f"at-{accuracy}", angle, f"accuracy={accuracy}"), 0
        for key, scale in (("separation_velocity", 1), ("velocity_y", 1), ("spin_1_z", RADIUS)):
            worst = max(worst, np.max(np.abs(found[key] - exact[key]) * scale / exact["approach_velocity"]))
        fact(worst < accuracy, f"accuracy {accuracy}: error {worst:.1e} with {found['steps'].mean():.0f} steps")


def check_maw():
    """Elastic impacts of two spheres against Maw, Barber and Fawcett; psi1 = 2 (1 - nu) tan(theta)/(mu (2 - nu))."""
    psi = np.array([0.03, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.5, 2, 3, 4, 4.5, 4.75, 5, 6, 8])
    tangent = psi * 0.3 * (2 - NU) / (2 * (1 - NU))
    theirs = impact(RADIUS, DENSITY, MODULUS, NU, 0.3, APPROACH, tangent * APPROACH)["v_t"]
    sets = (
        TWO,
        f"velocities={APPROACH!r}",
        f"tangential_velocity={(tangent * APPROACH).tolist()}",
        "contacts.0.normal={law: hertz}",
    )
    off = {}
    for law in ("partial_slip", "mindlin"):
        found = study(f"maw-{law}", *sets, f"contacts.0.tangential={{law: {law}, friction: 0.3}}")
        off[law] = np.abs(found["slip_y"] - theirs) / (tangent * APPROACH)
    fact(
        off["partial_slip"].max() < 0.02, f"partial_slip is within {off['partial_slip'].max():.3f} of the initial slip"
    )
    most, worst = off["mindlin"][psi >= 4.75].max(), off["mindlin"].max()
    fact(most < 0.02 and 0.35 < worst < 0.45, f"mindlin within {most:.3f} from psi1 = 4.75 on, {worst:.2f} at most")


def check_assembly():
    """The same impacts of two spheres as an assembly: the difference decreases as the square of its step."""
    tangent = np.tan(np.radians([10, 30, 50, 80]))
    found = study(
        "alone",
        TWO,
        f"velocities={APPROACH!r}",
        f"tangential_velocity={(tangent * APPROACH).tolist()}",
        "contacts.0.tangential.friction=0.3",
        "accuracy=1e-8",
    )
    off = []
    for step in (40e-9, 20e-9, 10e-9):
        pairs = Impacts(os.path.join(TOP.name, f"pairs{step}"), "tsuji", [(0.3, E)], [tangent], step)
        off.append(
            max(
                np.abs(pairs.slip[0] - found["slip_y"]).max(),
                np.abs(pairs.spin[0] + found["spin_1_z"]).max() * RADIUS,
                np.abs(pairs.restitution[0] - found["restitution"]).max() * APPROACH,
            )
            / APPROACH
        )
    order = np.log2(off[0] / off[2]) / 2
    fact(off[2] < 2e-5 and order > 1.5, f"as an assembly: {', '.join(f'{x:.1e}' for x in off)}, order {order:.2f}")


for check in (
    check_sliding,
    check_torques,
    check_central,
    check_smooth,
    check_balance,
    check_accuracy,
    check_maw,
    check_assembly,
):
    check()
done()
