"""Shipped inputs of rigid bodies against theory: period of a weighted body that rocks, speed of falling dominoes,
and a rattleback, which reverses its spin in one direction and keeps it in the other.
Labels: input record run."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import SOURCE, done, fact, simulate


def bodies(top, name, sets=()):
    """Runs an input; returns time, position, angular velocity of all bodies, and the moments over the mass."""
    with h5py.File(simulate(os.path.join(SOURCE, "inputs", "bodies", name), os.path.join(top, name), sets)) as f:
        b = f["particles/bodies"]
        x, w = b["position/value"][:], b["angular_velocity/value"][:]
        return b["position/time"][:], x, w, b["moments"][:] / b["mass"][:][:, None]


with tempfile.TemporaryDirectory() as top:
    time, x, w, inertia = bodies(top, "self-righting.yaml")
    turn = w[:, 0, 1]
    k = np.nonzero(turn[1:] * turn[:-1] < 0)[0][-2:]
    rest = time[k] - turn[k] * (time[k + 1] - time[k]) / (turn[k + 1] - turn[k])
    d, radius = 0.02 - x[:, 0, 2].min(), 0.02
    omega = np.sqrt(9.81 * d / (inertia[0, 1] + (radius - d) ** 2))
    ratio = (rest[1] - rest[0]) * omega / np.pi
    fact(abs(ratio - 1) < 0.01, f"a weighted body rocks with {ratio:.4f} of the period of small oscillations")

    time, x = bodies(top, "dominoes.yaml", ["time.step=10 us", "output.trajectory.every=1 ms"])[:2]
    fallen = time[np.argmax(x[:, :, 0] - x[0, :, 0] > 1e-3, axis=0)]
    speed = (x[0, 14:20:5, 0] - x[0, 9:15:5, 0]) / (fallen[14:20:5] - fallen[9:15:5]) / np.sqrt(9.81 * 0.04)
    fact(0.8 < speed.min() < speed.max() < 1.6, f"the front of the dominoes moves at {speed.mean():.3f} sqrt(g L)")
    fact(abs(speed[1] / speed[0] - 1) < 0.15, f"the speed of the front is constant, {speed[0]:.3f} and {speed[1]:.3f}")

    sets = ["time.step=10 us", "time.end=1.3 s"]
    unstable, stable = (
        bodies(top, "rattleback.yaml", [*sets, f"particles.body.spin=[0.3, 1.5, {spin}]"])[2][:, 0, 2]
        for spin in (-5, 5)
    )
    fact(unstable[0] == -5 and unstable[-1] > 2, f"a rattleback reverses from -5 to {unstable[-1]:.2f} rad/s")
    fact(stable[-1] > 3.5 and stable.min() > 3.5, f"the opposite direction is stable, {stable[-1]:.2f} rad/s")
done()
