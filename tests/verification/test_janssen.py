"""Grains in a tall tube whose wall rubs upwards on them: how much of their weight the bottom carries, against Janssen's
closed form.

  dF/dz = A g rho - P mu sigma_h,  sigma_h = K F/A   =>   F_bottom = W_s (1 - exp(-W/W_s)),   W_s = A rho g A/(P K mu)

W is the weight of the filling, A and P area and perimeter of the tube, rho the density of the filling, from the height
of its centre of mass. K is the ratio of the stresses across and along the tube, mu the ratio of friction and normal
force at the wall. Both are measured in the run: with N and T the forces on the wall across and along it, and S =
integral of sigma_zz, the sum of f_z b_z over all contacts,
  K = (N/P)/(S/A),   mu = T/N.
mu is less than the coefficient of friction, because some of the spheres at the wall roll. The load of the bottom is the
weight minus the force on the wall for any K and mu. The test checks that this load follows the exponential with the
same K and mu at all depths, as Janssen assumes. A relative error q of K mu gives the smaller error q (1 - x/(e^x - 1)),
x = W/W_s, of F_bottom. The heights of the fillings differ by a factor of 4. With one K mu for all fillings, the
tolerance is half of the range of K mu among them. With the K mu of each filling, it is half of this again, because K mu
varies within a filling. One packing is off by more: over nine packings of 20 diameters the load differs from Janssen's
by 1 % on average, with a standard deviation of 4 %. The test therefore takes the mean of three packings of each
filling, and also allows twice its standard error, from the variance of all packings about the means of their fillings.

Run by hand with --long: a tube of 12 diameters, fillings up to 5 tubes high, a quarter of an hour.
Labels: bulk contact input law particle record run time wall."""
import sys
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, simulate

LONG = "--long" in sys.argv
STEP, SETTLE, RUB, SPEED = 0.004, 50, 40, 0.03
SEEDS = (1, 2, 3)
TUBE, FILLINGS = (12.0, (6, 12, 24, 60)) if LONG else (7.0, (5, 10, 20))


def text(width, height, seed):
    half = width / 2
    return f"""
dimension: 3
domain: {{lower: [{-half}, {-half}, 0], upper: [{half}, {half}, {2.6 * height}]}}
gravity: [0, 0, -1]
materials:
  grain: &grain {{density: 1, youngs_modulus: 5e3, poisson_ratio: 0.3}}
  wall: *grain
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.5}}, tangential: {{law: mindlin, friction: 0.5}}}}]
particles:
  grains:
    random: {{solid_fraction: 0.26, upper: [{half}, {half}, {2.3 * height}]}}
    material: grain
    seed: {seed}
    radius: {{distribution: uniform, from: 0.45, to: 0.55}}
walls:
  floor: {{side: lower_z, material: wall}}
  left: {{side: lower_x, material: wall}}
  right: {{side: upper_x, material: wall}}
  front: {{side: lower_y, material: wall}}
  back: {{side: upper_y, material: wall}}
stages:
  settle: {{until: {{time: {SETTLE}}}, drag: {{linear: 0.05}}}}
  rub:
    until: {{time: {RUB}}}
    drag: {{linear: 0}}
    walls: {{left: {{velocity: &up [0, 0, {SPEED}]}}, right: {{velocity: *up}}, front: {{velocity: *up}},
      back: {{velocity: *up}}}}
time: {{step: {STEP}, overlap_limit: 0.5}}
output: {{trajectory: {{every: {RUB / 4}}}, walls: {{every: 0.2}}, observables: {{every: 0.2}}}}
"""


def measure(width, height, seed, folder):
    """Weight, load of the bottom, K, mu and x = W/W_s of a filling, once friction is there at all of the wall."""
    results = simulate(case(text(width, height, seed)), folder, timeout=3600)
    perimeter, area = 4 * width, width**2
    with h5py.File(results) as f:
        mass, z = f["particles/grains/mass"][:], f["particles/grains/position/value"][-1, :, 2]
        seen = f["observables/bulk"]
        late = seen["time"][:] > SETTLE + RUB / 2
        vertical = seen["stress"][late, 8].mean() * area * 2.6 * height  # S
        force = {name: wall["force"][late].mean(axis=0) for name, wall in f["observables/walls"].items()}
    weight, middle = mass.sum(), (mass * z).sum() / mass.sum()
    normal = -force["left"][0] + force["right"][0] - force["front"][1] + force["back"][1]
    shear = -sum(force[name][2] for name in ("left", "right", "front", "back"))
    ratio, friction = normal / perimeter / (vertical / area), shear / normal
    x = 2 * middle * perimeter * ratio * friction / area  # height of the filling over area/(P K mu)
    return weight, -force["floor"][2], ratio, friction, x


def janssen(x):
    """The part of the weight that the bottom carries."""
    return (1 - np.exp(-x)) / x


with tempfile.TemporaryDirectory() as top:
    found = np.array([[measure(TUBE, height, seed, f"{top}/tube") for seed in SEEDS] for height in FILLINGS])
off = found[:, :, 1] / (found[:, :, 0] * janssen(found[:, :, 4])) - 1  # of each packing
error = np.full(len(FILLINGS), 2 * np.sqrt(np.var(off, axis=1, ddof=1).mean() / len(SEEDS)))
weight, load, ratio, friction, x = found.mean(axis=1).T
together = ratio * friction
spread = together.max() / together.min() - 1
alone, one = janssen(x), janssen(x * together.mean() / together)  # with K mu of each filling, and of all
for k, height in enumerate(FILLINGS):
    told = (
        f"filling of {height} diameters, x = {x[k]:.3g}: the bottom carries {load[k] / weight[k]:.4f} of "
        f"{weight[k]:.4g}"
    )
    told += f", K {ratio[k]:.3f}, mu {friction[k]:.3f}"
    fact(abs(load[k] / (weight[k] * alone[k]) - 1) < error[k] + spread / 4, f"{told}; by Janssen {alone[k]:.4f}")
    fact(
        abs(load[k] / (weight[k] * one[k]) - 1) < error[k] + spread / 2, f"{one[k]:.4f} with one K mu for all fillings"
    )
fact(spread < 0.3, f"K mu of all fillings agrees within {100 * spread:.2g} %")
fact(load[-1] / weight[-1] < 0.35 and x[-1] > 3, "the load on the bottom saturates with the height")
done()
