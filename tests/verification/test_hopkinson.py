"""Hopkinson bars of Wang et al. 2025 and 2022/23: the front of the law of Ma and Liu at sphere 40, the compliant
dashpot with one damping factor for all contacts against an independent integration of the same equations, and the
effect of impact_velocity on a free impact.
Labels: input law record run time."""
import os
import tempfile

import h5py
import numpy as np
import report_values_hopkinson as values
from granum_test import SOURCE, done, fact, ledger, run, sensor, simulate

W25, W23 = (os.path.join(SOURCE, "inputs", "chain", name) for name in ("hopkinson-w25.yaml", "hopkinson-w23.yaml"))
BEADS, END, SPEED = 12, 60e-6, 13.0


def dashpot(printed):
    """Force of the compliant dashpot between two spheres of the input as a function of overlap and rate,
    v0 = 13 m/s."""
    modulus, radius, stress, psi, eps, e = 200e9 / (2 * (1 - 0.307**2)), 3.175e-3 / 2, 940e6, 3.0, 19.0, 0.11
    hertz, p_y = 4 / 3 * modulus * np.sqrt(radius), 1.61 * stress
    d_y = (np.pi * p_y / (2 * modulus)) ** 2 * radius
    d_p, f_y, lam = eps**2 * d_y / 2, hertz * d_y**1.5, np.log(eps**2 / 2)
    c_2 = (2 * psi * stress - p_y) * np.pi * radius / lam
    c_1 = (p_y * (1 + lam) - 2 * psi * stress) * np.pi * radius / lam
    line = (d_p * (c_1 + c_2 * lam) + f_y - c_1 * d_y - f_y) / (d_p - d_y)
    below, above = 1.5 * (1 - e**2) / (2 - 3 * e + 3 * e**2), 192 * (1 - e) / (np.pi**2 * (24 - np.pi**2))

    def force(d, v):
        elastic = hertz * np.maximum(d, 0) ** 1.5 * (1 + below * v / SPEED)
        plastic = (line * d if printed else f_y + line * (d - d_y)) * (1 + above * v / SPEED)
        return np.where(d <= 0, 0, np.where(d <= d_y, elastic, plastic))

    return force


def chain(force, steps):
    """Velocities of the beads at END, the first of which is driven, by the classical Runge-Kutta method."""
    mass, h = 4 / 3 * np.pi * 3.175e-3**3 * 8000, END / steps
    state = np.zeros((2, BEADS))
    state[1, 0] = SPEED

    def rate(s):
        f = force(s[0, :-1] - s[0, 1:], s[1, :-1] - s[1, 1:])
        a = np.zeros(BEADS)
        a[1:] += f / mass
        a[1:-1] -= f[1:] / mass
        return np.array([s[1], a])

    for _ in range(steps):
        k1 = rate(state)
        k2 = rate(state + h / 2 * k1)
        k3 = rate(state + h / 2 * k2)
        k4 = rate(state + h * k3)
        state = state + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return state[1]


with tempfile.TemporaryDirectory() as top:
    results = simulate(W25, os.path.join(top, "w25"))
    with h5py.File(results) as file:
        found = values.half_rise(file)
    fact(abs(found / 284 - 1) < 0.01, f"Ma-Liu: the front reaches sphere 40 after {found:.2f} us, within 1 % of 284 us")
    books = ledger(results)
    # trapezoids: the square of the step, 2e-9 of the work here
    fact(
        abs(books["residual"]).max() < 1e-6 * books["external_work"][-1],
        f"the bar's work of {books['external_work'][-1]:.5g} J is in the ledger, "
        f"whose residual is {abs(books['residual']).max():.2g} J",
    )

    short = [
        f"particles.beads.chain.count={BEADS - 1}",
        f"time.end={END}",
        "time.integrator=rk",
        "time.tolerance=1e-8",
        "output.sensors={group: beads, at: [1], every: 1 us}",
    ]
    for variant in ("continuous", "printed"):
        results = simulate(W23, os.path.join(top, variant), [*short, f"contacts.0.normal.variant={variant}"])
        with h5py.File(results) as file:
            ours = file["particles/grains/velocity/value"][-1, :, 0]
        theirs = chain(dashpot(variant == "printed"), 6000)
        # The force jumps at first yield, in the damping or also in the spring: steps across it cost both integrations
        # about h^2 of the jump.
        fact(
            abs(ours - theirs).max() < 1e-5 * SPEED,
            f"compliant dashpot, {variant}: velocities within {abs(ours - theirs).max():.2g} m/s of another "
            "integration",
        )
    (t, v), (_, x) = (sensor(results, "beads-1", what) for what in ("velocity", "displacement"))
    fact(v[0] == 0 and x[0] == 0 and t[0] == 0, "the speed of the beads at the start is 0")

    # Without a common v0 each contact has its own, near zero for spheres that just touch: the step is far too long for
    # such a dashpot.
    told = run(
        [
            "run",
            W23,
            "-o",
            os.path.join(top, "own"),
            "--set",
            "contacts.0.normal={law: compliant_dashpot, restitution_elastic: 0.11, restitution_plastic: 0.11, "
            "hardness_ratio: 3, conformity: 19}",
        ],
        check=False,
    )
    fact(told.returncode == 3, "each contact with its own v0 is refused by the guard: " + told.stderr.strip()[-160:])
    for value, message in (
        ("0", "above 0 m/s"),
        ("-13", "above 0 m/s"),
        ("13 m", "does not convert to m/s"),
        ("own", "not a finite number"),
    ):
        told = run(["check", W23, "--set", f"contacts.0.normal.impact_velocity={value}"], check=False)
        fact(told.returncode == 2 and message in told.stderr, f"impact_velocity: {value}: {told.stderr.strip()[-100:]}")
done()
