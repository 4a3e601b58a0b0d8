"""Two bodies on prescribed paths (`problem: path`): closed forms of the laws, closed ledgers, rotation of the pair.

Mindlin's spring with a slider under a constant normal load N, stiffness k, friction mu: a loop of displacement between
-A and A loses 4 mu N (A - mu N/k). The steps end at the points of the table, and the work is integrated to rounding, so
tolerances of closed forms are some roundings of sums over 1000 steps: 1e-12.

Rotation of a loaded pair about an axis across the normal, with the spring at 45 degrees to the axis: each step of theta
turns the spring by theta^2/4 in the contact plane, in N steps up to 90 degrees by (pi/2)^2/(4 N) = 0.617/N: order 1.
Rotation about the normal: the spring stays in its direction in space (the limit that the card of the law states).
Labels: impact law time."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, simulate

E_MODULUS, NU, RADIUS, OVERLAP, MU = 70e9, 0.25, 5e-3, 2e-6, 0.3
TOP = tempfile.TemporaryDirectory()
LOOP = "[0, {time: [0, 1, 3, 5 s], value: [0, 1 um, -1 um, 1 um]}, 0]"
BASE = f"""
problem: path
materials: {{m: {{density: 2500, youngs_modulus: {E_MODULUS!r}, poisson_ratio: {NU}, yield_stress: 400 MPa}}}}
contacts:
  - between: '*'
    normal: {{law: hertz}}
    tangential: {{law: mindlin, friction: {MU}}}
bodies:
  - material: m
    radius: {RADIUS!r}
    displacement: {LOOP}
  - {{shape: plane, material: m}}
overlap: {OVERLAP!r}
time: {{end: 5 s, steps: 500}}
"""
# Displacements in all directions, with separation and renewed contact, rolling and twisting.
FREE = (
    'bodies.0={material: m, radius: 5 mm, displacement: ["=2 um*sin(t*2*pi/(1 s))", "=1 um*sin(t*2*pi/(0.7 s))", '
    '"=0.5 um*cos(t*2*pi/(0.3 s))"], rotation: ["=1e-3*sin(2*pi*t/(1 s))", "=1e-3*sin(2*pi*t/(0.3 s))", 0]}'
)
SPRINGS = "{law: %s_spring, stiffness: 1 MN/m, friction: 0.01}"
LAWS = (
    "{between: '*', normal: {law: tsuji, restitution: 0.5}, tangential: {law: mindlin, friction: 0.3}, "
    f"rolling: {SPRINGS % 'rolling'}, twisting: {SPRINGS % 'twisting'}}}"
)
ADHESIVE = (
    ("normal", "{law: jkr, work_of_adhesion: 1}"),
    ("normal", "{law: thornton_ning, work_of_adhesion: 1}"),
    ("normal", "{law: luding, k1: 1e6, k_p: 2e6, k_c: 1e5, plasticity_depth: 0.01}"),
    ("normal", "{law: walton_braun, k1: 1e6, k2: 2e6}"),
    ("adhesion", "{law: dmt, work_of_adhesion: 1}"),
    ("adhesion", "{law: reversible, stiffness: 1 MN/m, force: 0.1 N}"),
    ("adhesion", "{law: jump_in, stiffness: 1 MN/m, force: 0.1 N}"),
    ("tangential", "{law: partial_slip, friction: 0.3}"),
    ("rolling", "{law: rolling_constant, friction: 0.1}"),
)


def path(name, *sets):
    """Runs the case with these changes; returns summary and trajectory."""
    results = simulate(case(BASE), os.path.join(TOP.name, name), sets=sets)
    with h5py.File(results) as f:
        group = f["path"]
        run = {key: value[:] for key, value in group.items() if isinstance(value, h5py.Dataset)}
        return run, {key: value[:] for key, value in group["trajectory"].items()}


def check_loop():
    run, points = path("loop")
    modulus = E_MODULUS / (2 * (1 - NU**2))
    normal = 4 / 3 * modulus * np.sqrt(RADIUS) * OVERLAP**1.5
    stiffness = 8 * E_MODULUS / (2 * 2 * (2 - NU) * (1 + NU)) * np.sqrt(RADIUS * OVERLAP)
    limit = MU * normal
    off = max(np.abs(points["force"] / normal - 1).max(), abs(run["friction_max"][0] / limit - 1))
    fact(off < 1e-12, f"loop: normal force of Hertz, and friction up to mu N, to {off:.0e}")
    lost = points["dissipated_sliding"]
    # loading slides over A - mu N/k, each half of the loop over 2 (A - mu N/k)
    expected = 5 * limit * (1e-6 - limit / stiffness)
    off = abs(lost[-1] / expected - 1)
    fact(off < 1e-12, f"loop: it loses 4 mu N (A - mu N/k), and half as much before, to {off:.0e}")
    stored = 0.5 * limit**2 / stiffness
    off = abs(points["spring_sliding"][-1] / stored - 1)
    fact(off < 1e-12, f"loop: energy of the spring (mu N)^2/(2 k) to {off:.0e}")
    fact(run["energy_residual"][0] < 1e-12, f"loop: the ledger closes to {run['energy_residual'][0]:.0e}")
    half, _ = path("half", "time.steps=17")
    off = abs(half["energy_supplied"][0] / run["energy_supplied"][0] - 1)
    fact(off < 1e-12, f"loop: 17 steps, and those at the points of the table, give the same work to {off:.0e}")


def check_cycle():
    """A cycle of normal and shear load, on spheres."""
    times = "time: [0, 1, 2, 3, 4, 5 s]"
    run, points = path(
        "cycle",
        f"bodies.0.displacement=[{{{times}, value: [0, 0, -1.5 um, -1.5 um, 0, 0]}}, "
        f"{{{times}, value: [0, 0.5 um, 0.5 um, 0, 0, 0.5 um]}}, 0]",
        f"bodies.1={{material: m, radius: {RADIUS!r}}}",
    )
    fact(run["energy_residual"][0] < 1e-12, f"cycle: the ledger closes to {run['energy_residual'][0]:.0e}")
    lost = points["dissipated_sliding"]
    # the spring passes 0 within a step while the contact area grows by 1e-6 of its size
    fact(np.diff(lost).min() > -1e-10 * lost[-1] and lost[-1] > 0, "cycle: friction only loses energy")
    least = points["force"].min() / points["force"].max()
    fact(abs(least - 0.25**1.5) < 1e-4, f"cycle: the normal force falls to 1/8: {least:.5f}")


def check_laws():
    """All mechanisms, separation and renewed contact, with damping, plasticity and adhesion."""
    run, points = path("laws", FREE, f"contacts.0={LAWS}", "overlap=0.5 um")
    fact(run["energy_residual"][0] < 1e-12, f"laws: the ledger closes to {run['energy_residual'][0]:.0e}")
    parts = [points[f"dissipated_{kind}"][-1] for kind in ("viscous", "sliding", "rolling", "twisting")]
    fact(min(parts) > 0, f"laws: each mechanism loses energy {parts}")
    apart = points["overlap"] < 0
    fact(
        apart.any() and not points["force"][apart].any() and not points["friction_y"][apart].any(),
        "laws: no force while the bodies are apart",
    )
    rolled = np.abs(points["torque_y"]).max() / (0.01 * RADIUS * points["force"].max())
    fact(0.99 < rolled <= 1 + 1e-12, f"laws: the torque of rolling reaches mu R N: {rolled:.4f}")
    for key, law in ADHESIVE:
        name = law.split(",")[0].split()[-1]
        run, _ = path(name, FREE, f"contacts.0={LAWS}", "overlap=0.5 um", f"contacts.0.{key}={law}", "time.end=2 s")
        fact(run["energy_residual"][0] < 1e-12, f"{name}: the ledger closes to {run['energy_residual'][0]:.0e}")


def check_velocity():
    """Velocity and spin give the motion of displacement and rotation."""
    both = []
    for name, motion in (
        ("placed", 'displacement: ["=1 um*sin(t/(1 s))", "=2 um*sin(t/(1 s))", 0], rotation: [0, 0, "=1e-4*t/(1 s)"]'),
        ("driven", 'velocity: ["=1 um/s*cos(t/(1 s))", "=2 um/s*cos(t/(1 s))", 0], spin: [0, 0, 1e-4]'),
    ):
        both.append(path(name, f"bodies.0={{material: m, radius: {RADIUS!r}, {motion}}}")[1])
    off = max(
        np.abs(both[0][key] - both[1][key]).max() / np.abs(both[0][key]).max()
        for key in ("overlap", "rate", "force", "friction_y", "slide_y", "roll_z", "supplied")
    )
    fact(off < 1e-12, f"velocity and spin: as displacement and rotation to {off:.0e}")


def check_rotation():
    shear = "{time: [0, 1, 2 s], value: [0, 0.3 um, 0.3 um]}"
    turn = "turn={axis: %s, angle: {time: [0, 1, 2 s], value: [0, 0, 90 deg]}}"
    motion = f"bodies.0.displacement=[0, {shear}, {shear}]"

    def turned(name, axis, steps):
        """Angle by which the friction has turned relative to the pair, and the change of its size."""
        _, points = path(f"{name}{steps}", motion, turn % axis, f"time={{end: 2 s, steps: {2 * steps}, points: 2}}")
        before, after = (points["friction_y"][k] + 1j * points["friction_z"][k] for k in (1, -1))
        return np.angle(after / before), abs(abs(after / before) - 1)

    angles = []
    for steps in (1000, 10000, 100000):
        angle, size = turned("across", "[0, 0, 1]", steps)
        angles.append(angle)
        expected = (np.pi / 2) ** 2 / (4 * steps)
        fact(
            abs(angle / expected - 1) < 1e-3 and size < 1e-10,
            f"rotation across the normal in {steps} steps: the force returns but for {angle:.4e} rad, expected "
            f"{expected:.4e}; its size to {size:.0e}",
        )
    order = np.log10(angles[0] / angles[2]) / 2
    fact(abs(order - 1) < 1e-3, f"rotation across the normal: order {order:.4f}")
    angle, size = turned("about", "[1, 0, 0]", 1000)
    fact(
        abs(angle + np.pi / 2) < 1e-12 and size < 1e-12,
        f"rotation about the normal by 90 degrees: the force stays behind by {np.degrees(-angle):.6f} degrees",
    )


check_loop()
check_cycle()
check_laws()
check_velocity()
check_rotation()
done()
