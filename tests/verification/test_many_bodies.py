"""Many frictionless dimers. A gas of inelastic dimers reaches a constant ratio of rotational and translational
temperature, the same from translation alone or mostly rotation, and then cools by Haff's law, E = E_0/(1 + t/tau)^2. A
sediment of dimers of aspect ratio 1.5 is random close packing: solid fraction 0.70 and 10 contacts for each body.
Labels: bulk input law particle record run time wall."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, simulate

BODIES = 1500
GAS = f"""
dimension: 3
domain: {{lower: [0, 0, 0], upper: [49 mm, 49 mm, 49 mm], periodic: [true, true, true]}}
clumps: {{dimer: {{spheres: [{{centre: [-0.8 mm, 0, 0], radius: 1 mm}}, {{centre: [0.8 mm, 0, 0], radius: 1 mm}}]}}}}
materials: {{glass: {{density: 2500, youngs_modulus: 5e8, poisson_ratio: 0.3}}}}
contacts: [{{between: [glass, glass], normal: {{law: tsuji, restitution: 0.8}}}}]
particles: {{gas: {{material: glass, clump: dimer, random: {{count: {BODIES}}}, START}}}}
time: {{end: 200 ms, step: 4 us}}
output: {{trajectory: {{every: 2 ms}}}}
"""
BED = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [12 mm, 12 mm, 150 mm], periodic: [true, true, false]}
clumps: {dimer: {spheres: [{centre: [-0.5 mm, 0, 0], radius: 1 mm}, {centre: [0.5 mm, 0, 0], radius: 1 mm}]}}
materials: {glass: {density: 2500, youngs_modulus: 2e7, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.5}}]
gravity: [0, 0, -9.81]
particles: {bed: {material: glass, clump: dimer, random: {count: 400}}}
walls: {floor: {side: lower_z, material: glass}}
time: {end: 0.5 s}
output: {trajectory: {every: 0.5 s}, observables: {every: 0.5 s}}
"""


def cooling(top, start):
    """Returns time, ratio of rotational and translational temperature, and energy per body and mass over time. A
    frictionless dimer has two degrees of freedom of rotation: spin about its axis is constant."""
    with h5py.File(simulate(case(GAS.replace("START", start)), os.path.join(top, "gas"))) as f:
        b = f["particles/bodies"]
        v, w, q = (b[k + "/value"][:] for k in ("velocity", "angular_velocity", "orientation"))
        time, moment = b["position/time"][:], b["moments"][0, 1] / b["mass"][0]
    axis = np.stack(
        [
            q[..., 0] ** 2 + q[..., 1] ** 2 - q[..., 2] ** 2 - q[..., 3] ** 2,
            2 * (q[..., 1] * q[..., 2] + q[..., 0] * q[..., 3]),
            2 * (q[..., 1] * q[..., 3] - q[..., 0] * q[..., 2]),
        ],
        axis=-1,
    )
    w = w - (w * axis).sum(-1, keepdims=True) * axis
    move, turn = ((v - v.mean(1, keepdims=True)) ** 2).sum(2).mean(1), moment * (w**2).sum(2).mean(1)
    return time, (turn / 2) / (move / 3), (move + turn) / 2


with tempfile.TemporaryDirectory() as top:
    found = [cooling(top, start) for start in ("velocity_deviation: 1", "velocity_deviation: 0.3, spin_deviation: 900")]
    # Standard deviation of the ratio in one frame, from the 3 and 2 degrees of freedom of each body.
    single = np.sqrt(2 / (3 * BODIES) + 2 / (2 * BODIES))
    means = []
    for (time, ratio, energy), start in zip(found, ("translation", "rotation")):
        first, second = (ratio[(time >= a) & (time < b)].mean() for a, b in ((0.06, 0.13), (0.13, 0.21)))
        means.append((first + second) / 2)
        constant = abs(first / second - 1) < 3 * single
        fact(constant, f"from {start}: ratio of temperatures {first:.3f}, later {second:.3f}, +- {single:.3f}")
        # Haff's law: E^(-1/2) is a straight line. The slope is the rate of collisions, which depends on the ratio.
        line = energy**-0.5
        slopes = [np.polyfit(time[part], line[part], 1)[0] for part in (slice(30, 60), slice(60, None))]
        fact(energy[30] / energy[-1] > 5, f"the energy falls to {energy[-1] / energy[0]:.4f} of that at the start")
        bent = slopes[1] / slopes[0] - 1
        fact(abs(bent) < 3 * single, f"Haff's law: the slope of E^-1/2 changes by {bent:.3f}")
    fact(abs(means[0] / means[1] - 1) < 3 * single, f"both starts lead to one ratio: {means[0]:.3f}, {means[1]:.3f}")

    with h5py.File(simulate(case(BED), os.path.join(top, "bed"))) as f:
        b, contacts = f["particles/bodies"], f["observables/bulk/coordination"][-1]
        order = np.argsort(b["position/value"][-1, :, 2])
        height, volume = b["position/value"][-1, :, 2][order], np.cumsum(b["mass"][:][order]) / 2500
    inside = (height > 4e-3) & (height < height.max() - 4e-3)
    solid = np.polyfit(height[inside], volume[inside], 1)[0] / 12e-3**2
    fact(abs(solid - 0.70) < 0.02, f"random close packing: solid fraction {solid:.4f}")
    fact(abs(contacts - 10) < 0.5, f"random close packing: isostatic, with {contacts:.2f} contacts per body")
done()
