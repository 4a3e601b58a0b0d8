"""Every law with every integrator gives the same results.h5, bit for bit, on 1 to 4 ranks; five laws also on 7."""
import os
import tempfile

from granum_test import case, done, fact, run, simulate

CASE = """
dimension: 1
materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3, yield_stress: 940e6}}
contacts: [{between: '*', normal: {law: hertz}, tension: allow}]
particles:
  striker: {chain: {count: 1}, material: steel, radius: 2.38 mm, mass: 0.45 g, velocity: 1.77 m/s}
  light: {chain: {count: 9}, material: steel, radius: 2.38 mm, mass: 0.3 g}
  beads: {chain: {count: 20}, material: steel, radius: 2.6 mm, gap: 0.1 um}
ends: {right: fixed}
time: {end: 120 us, step: 0.1 us, tolerance: 1e-8}
output:
  trajectory: {every: 20 us}
  energy: {every: 10 us}
  sensors: {group: beads, at: [1, 7, 20], every: 1 us}
  detectors: [{group: beads, every: 3, quantity: contact}, {group: light, at: [1, 2, 9]}, {group: beads, at: [20], quantity: velocity}]
"""
LAWS = ["{law: hertz}", "{law: linear, stiffness: 1e7, restitution: 0.8}", "{law: tsuji, restitution: 0.7}", "{law: ma_liu, hardness_ratio: 2.84, conformity: 13}"] + [
    "{law: kelvin_voigt_elastoplastic, restitution_elastic: 0.89, restitution_plastic: 0.7, hardness_ratio: 2.84, conformity: 13, variant: %s}" % v for v in ("printed", "continuous")
]
# Damping relative to the approach speed: in a chain that just touches it starts near zero, hence the floor.
RELATIVE = ("hunt_crossley", "lankarani_nikravesh", "flores", "gharib_hurmuzlu", "hu_guo", "safaeifar_farshidianfar", "zhang_sharf", "lichtensteiger")
OTHERS = ["{law: %s, restitution: 0.8, speed_floor: 1 m/s}" % name for name in RELATIVE] + [
    "{law: jankowski, restitution: 0.8}",
    "{law: kuwabara_kono, dissipation_time: 1e-7}",
    "{law: newtonian_dashpot, viscosity: 1e4}",
    "{law: walton_braun, k1: 5e6, k2: 1e7}",
    "{law: luding, k1: 5e6, k_p: 2e7, k_c: 1e6, plasticity_depth: 0.01}",
    "{law: compliant_dashpot, restitution_elastic: 0.9, restitution_plastic: 0.7, hardness_ratio: 2.84, conformity: 13, speed_floor: 1 m/s}",
]
path = case(CASE)
tested = {law.split(":")[1].split(",")[0].strip(" }") for law in LAWS + OTHERS}
SLIDING = {"mindlin", "linear_spring", "hertz_history", "coulomb_smooth", "rolling_spring", "twisting_spring"}  # not of chains
listed = {line.split()[0] for line in run(["laws"]).stdout.splitlines() if line[:1].strip()} - {"reversible", "jump_in"} - SLIDING  # adhesion: see verification/test_adhesion.py
fact(tested == listed, f"every normal law that `granum laws` lists is here {sorted(tested ^ listed)}")
for law in LAWS + OTHERS:
    ranks = (1, 2, 3, 4, 7) if law in LAWS else (1, 2, 3, 4)
    for integrator in ("verlet", "rk"):
        with tempfile.TemporaryDirectory() as top:
            sets = [f"contacts.0.normal={law}", f"time.integrator={integrator}"]
            results = {p: simulate(path, os.path.join(top, str(p)), sets, p) for p in ranks}
            different = [p for p in results if run(["diff", results[1], results[p]], check=False).returncode != 0]
            fact(not different, f"{integrator} {law}: same bits on {ranks} ranks" + (f", except on {different}" if different else ""))

with tempfile.TemporaryDirectory() as top:  # the comparison itself sees the smallest change there is
    a = simulate(path, os.path.join(top, "a"))
    b = simulate(path, os.path.join(top, "b"), ["particles.striker.velocity=1.7700000000000002"])
    told = run(["diff", a, b], check=False)
    fact(told.returncode == 1, "one unit in the last place of a velocity is seen: " + told.stdout.strip())
done()
