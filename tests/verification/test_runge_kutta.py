"""The integrator rk: energy ledger and separation speed of impacts, for methods of several orders.

Assemblies and chains; dashpots with clipped tension, friction, a moving wall; long free flights before the contact,
whose steps are longer than the contact lasts; equal bits on 1 and 2 ranks and after a restart.
Labels: bulk chain contact input io law parallel record run time."""
import os
import tempfile

import h5py
from granum_test import case, done, fact, ledger, run, simulate

# Two equal spheres at 1 m/s: of the kinetic energy, half belongs to the centre of mass; 1 - e^2 of the rest is lost.
SPHERES = """
title: impact
dimension: 3
domain: {lower: [-0.1, -0.05, -0.05], upper: [0.1, 0.05, 0.05], periodic: [false, false, false]}
materials: {s: {density: 2500, youngs_modulus: 10 GPa, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: linear, stiffness: 1e6 N/m, restitution: 0.6}}]
particles:
  a: {at: [{position: [-0.005, 0, 0], velocity: [1, 0, 0]}, {position: [0, 0, 0]}], material: s, radius: 1 mm}
time: {end: 4 ms, integrator: rk}
output: {trajectory: {every: 0.1 ms}, energy: {every: 0.1 ms}}
"""
FRICTION = (
    "contacts.0={between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.3}}"
)
OBLIQUE = (
    "particles.a.at=[{position: [-5 mm, 0, 0], velocity: [1, 0.3, 0]}, {position: [0, 0, 0], velocity: [0, 0, 0]}]"
)
PISTON = (
    "walls={p: {shape: plane, point: [4 mm, 0, 0], normal: [-1, 0, 0], material: s, "
    "oscillation: {amplitude: [3 mm, 0, 0], frequency: 200 Hz}}}"
)
CHAIN = """
title: impact after a gap
dimension: 1
materials: {s: {density: 2500, youngs_modulus: 10 GPa, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: linear, stiffness: 1e6 N/m, restitution: 0.6}}]
particles:
  a: {chain: {count: 1}, material: s, radius: 1 mm, velocity: 1 m/s}
  b: {chain: {count: 1}, material: s, radius: 1 mm, gap: 1.137 mm}
time: {end: 4 ms, integrator: rk}
output: {trajectory: {every: 4 ms}, energy: {every: 4 ms}}
"""


def compare(text, name, sets, tolerance, lost=None, separation=None):
    with tempfile.TemporaryDirectory() as top:
        results = simulate(case(text), os.path.join(top, "run"), [f"time.tolerance={tolerance}"] + sets)
        energy = ledger(results)
        scale = energy["kinetic"][0]
        residual, dissipated = abs(energy["residual"][-1]) / scale, energy["dissipated_viscous"][-1] / scale
        with h5py.File(results) as f:
            v = f["particles/grains/velocity/value"][-1, :, 0]
        # 30 to 100 steps of the tolerance; the first order of the jump of the dashpot force loses a part
        limit = 1e3 * float(tolerance)
        fact(residual < limit, f"{name}, tolerance {tolerance}: residual {residual:.1e} of the initial energy")
        if lost:
            fact(abs(dissipated - lost) < limit, f"{name}, tolerance {tolerance}: dissipated {dissipated:.7f}")
        if separation:
            error = abs(v[1] - v[0] - separation)
            fact(error < limit, f"{name}, tolerance {tolerance}: separation speed off by {error:.1e} m/s")


for method in ("3bs", "5dp", "8vr"):
    sets = [f"time.method={method}"]
    exact = {"lost": 0.32, "separation": 0.6}
    compare(SPHERES, f"{method}, spheres", sets + ["contacts.0.tension=allow"], "1e-6", **exact)
    compare(SPHERES, f"{method}, friction", sets + [FRICTION, OBLIQUE], "1e-6")
    compare(CHAIN, f"{method}, chain", sets + ["contacts.0.tension=allow"], "1e-6", **exact)
for tolerance in ("1e-6", "1e-9"):
    compare(SPHERES, "clipped", [], tolerance)
    compare(SPHERES, "clipped, 8vr", ["time.method=8vr"], tolerance)


def check_bits():
    """Work of a moving wall: external work of the ledger, and equal bits on 2 ranks and after a restart."""
    sets = [FRICTION, OBLIQUE, PISTON, "time.end=8 ms", "output.walls={every: 1 ms}", "output.checkpoint={every: 3 ms}"]
    with tempfile.TemporaryDirectory() as top:
        folder = [os.path.join(top, name) for name in ("one", "two", "third")]
        results = [simulate(case(SPHERES), folder[k], sets, ranks=k + 1) for k in range(2)]
        with h5py.File(results[0]) as f:
            work, external = f["observables/walls/p/work"][-1], f["observables/energy/external_work"][-1]
        fact(
            abs(work - external) < 1e-12 * abs(work) and work > 1e-6, f"work of the wall {work:.6e} J, {external:.6e} J"
        )
        energy = ledger(results[0])
        residual = abs(energy["residual"][-1]) / energy["kinetic"][0]
        fact(residual < 1e-5, f"moving wall: residual {residual:.1e} of the initial energy")
        same = run(["diff", *results], check=False)
        fact(same.returncode == 0, "moving wall: equal bits on 1 and 2 ranks")
        simulate(case(SPHERES), folder[2], sets + ["time.end=4 ms"])
        run(["resume", folder[2], "--set", "time.end=8 ms"])
        last = [ledger(os.path.join(k, "results.h5"))["residual"][-1] for k in (folder[0], folder[2])]
        fact(abs(last[0] - last[1]) < 1e-8 * energy["kinetic"][0], f"residuals {last[0]:.3e}, resumed {last[1]:.3e} J")


check_bits()
done()
