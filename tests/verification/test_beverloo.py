"""Discharge of a flat-bottomed silo: Beverloo's rate over outlets of several sizes.

  W = C rho sqrt(g) (D - k d)^(5/2)

D is the diameter of the outlet, d that of the grains, rho the density of the filling; k is about 1.4 for spheres, C
from 0.55 to 0.65. W. A. Beverloo, H. A. Leniger, J. van de Velde, Chem. Eng. Sci. 15, 260 (1961); R. M. Nedderman,
Statics and Kinematics of Granular Materials (1992). The filling settles once, on a closed bottom; each silo then begins
with it. The rate is the slope of the mass that has left over the time from when the flow is there until some of the
filling has gone: it does not depend on the height above. Numbers that leave in equal times scatter by less than their
root.

Run by hand with --long: four outlets from 5 to 10 diameters, 12 000 spheres, some minutes; 350 pass the smallest: a
rate off by 5 %, or the exponent by 0.06. The short form has three, fewer spheres and a time in which some two hundred
pass the smallest outlet: a rate off by 7 %, or the exponent by 0.15.
Labels: bulk contact input law mesh particle record run time wall."""
import sys
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, simulate

LONG = "--long" in sys.argv
WIDTH, HEIGHT, OUTLETS, SETTLE, END = (22, 22, (5, 6.5, 8, 10), 35, 30) if LONG else (13, 14, (4.5, 5.5, 7), 25, 25)
HOUR = 3600
BEGUN, K, TOLERANCE = 6, 1.4, 0.1 if LONG else 0.2
HEAD = """
dimension: 3
gravity: [0, 0, -1]
materials:
  grain: &grain {density: 1, youngs_modulus: 5e3, poisson_ratio: 0.3}
  wall: *grain
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.5}, tangential: {law: mindlin, friction: 0.5}}]
"""
SIDES = """
walls:
  left: {side: lower_x, material: wall}
  right: {side: upper_x, material: wall}
  front: {side: lower_y, material: wall}
  back: {side: upper_y, material: wall}
"""


def box(lowest):
    half = WIDTH / 2
    return f"domain: {{lower: [{-half}, {-half}, {lowest}], upper: [{half}, {half}, {2.6 * HEIGHT}]}}\n"


def time(end):
    return f"time: {{end: {end}, step: 0.004, overlap_limit: 0.5}}\n"


def settled(top):
    """The filling on a closed bottom."""
    text = HEAD + box(0) + SIDES + "  floor: {side: lower_z, material: wall}\n" + time(SETTLE)
    text += "drag: {linear: 0.02}\n"
    text += (
        "particles: {grains: {random: {solid_fraction: 0.26}, material: grain, radius: {distribution: uniform, "
        "from: 0.45, to: 0.55}}}\n"
    )
    return simulate(case(text + f"output: {{trajectory: {{every: {SETTLE}}}}}\n"), f"{top}/settled", timeout=HOUR)


def write_bottom(path, diameter):
    """A plate with a round hole."""
    n, far = 60, WIDTH
    with open(path, "w") as out:
        out.write("solid plate\n")
        for k in range(n):
            (a, b), (c, e) = ((np.cos(2 * np.pi * j / n), np.sin(2 * np.pi * j / n)) for j in (k, k + 1))
            r = diameter / 2
            p, q, s, t = (r * a, r * b), (r * c, r * e), (far * c, far * e), (far * a, far * b)
            for corners in ((p, s, q), (p, t, s)):
                out.write("facet normal 0 0 1\nouter loop\n")
                out.writelines(f"vertex {x!r} {y!r} 0\n" for x, y in ((float(u), float(v)) for u, v in corners))
                out.write("endloop\nendfacet\n")
        out.write("endsolid plate\n")


def discharge(top, filling, diameter):
    """The mass that leaves per time."""
    write_bottom(f"{top}/bottom.stl", diameter)
    text = HEAD + box(-2) + SIDES + f"  bottom: {{shape: mesh, file: {top}/bottom.stl, material: wall}}\n"
    text += f"particles: {{grains: {{previous: {{file: {filling}}}, material: grain}}}}\n" + time(END)
    results = simulate(case(text + "output: {observables: {every: 0.25}}\n"), f"{top}/discharge", timeout=HOUR)
    with h5py.File(results) as f:
        seen = f["observables/bulk"]
        t, left, n = seen["time"][:], seen["left_through"][:, 2], seen["particles"][:]
    flows = (t > BEGUN) & (left < 0.45 * (left[0] + n[0]))
    return np.polyfit(t[flows], left[flows], 1)[0], left[flows][-1] - left[flows][0]


with tempfile.TemporaryDirectory() as top:
    filling = settled(top)
    with h5py.File(filling) as f:
        mass, z = f["particles/grains/mass"][:], f["particles/grains/position/value"][-1, :, 2]
    density = mass.sum() / (WIDTH**2 * 2 * (mass * z).sum() / mass.sum())
    found = np.array([discharge(top, filling, diameter) for diameter in OUTLETS])
rate, passed = found[:, 0] * mass.mean(), found[:, 1]
wide = np.array(OUTLETS) - K
exponent = np.polyfit(np.log(wide), np.log(rate), 1)[0]
constant = rate / (density * wide**2.5)
for diameter, each, count in zip(OUTLETS, rate, passed):
    print(f"outlet of {diameter} diameters: {each:.4g} of mass per time, {count:.0f} spheres in the time of the fit")
fact(passed.min() > (300 if LONG else 150), f"at least {passed.min():.0f} spheres have passed each outlet")
fact(abs(exponent - 2.5) < TOLERANCE, f"the rate grows with the power {exponent:.4g} of D - {K} d")
counted = 1 / np.sqrt(passed)  # relative error of the rate from the number of spheres
fact(
    (constant * (1 + counted)).min() > 0.5 and (constant * (1 - counted)).max() < 0.65,
    f"C is {constant.min():.3g} to {constant.max():.3g}",
)
slope, offset = np.polyfit(OUTLETS, rate**0.4, 1)
fact(
    1 < -offset / slope < 2,
    f"with the power 5/2 the outlets give k = {-offset / slope:.3g}, C = {slope**2.5 / density:.3g}",
)
done()
