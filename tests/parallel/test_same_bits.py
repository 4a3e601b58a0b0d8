"""Every law with every integrator gives the same results.h5, bit for bit, on 1, 2, 3, 4 and 7 ranks. Five laws share a
chain: its beads are of five materials in turn, and each pair of neighbours in the turn has a law of its own, so that
every law acts all along the chain, and between beads of two ranks on one of these numbers of ranks at least."""
import os
import tempfile

from granum_test import case, done, fact, normal_laws, run, simulate
from struck import RELATIVE_LAWS

RANKS = (1, 2, 3, 4, 7)
STEEL = "{density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3, yield_stress: 940e6}"
# Groups, gaps, detectors.
GROUPS = (
    f"""
dimension: 1
materials: {{steel: {STEEL}}}
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.7}}, tension: allow}}]
"""
    + """particles:
  striker: {chain: {count: 1}, material: steel, radius: 2.38 mm, mass: 0.45 g, velocity: 1.77 m/s}
  light: {chain: {count: 9}, material: steel, radius: 2.38 mm, mass: 0.3 g}
  beads: {chain: {count: 20}, material: steel, radius: 2.6 mm, gap: 0.1 um}
ends: {right: fixed}
time: {end: 120 us, step: 0.1 us, tolerance: 1e-8}
output:
  trajectory: {every: 20 us}
  energy: {every: 10 us}
  sensors: {group: beads, at: [1, 7, 20], every: 1 us}
  detectors: [{group: beads, every: 3, quantity: contact}, {group: light, at: [1, 2, 9]},
    {group: beads, at: [20], quantity: velocity}]
"""
)
LAWS = [
    "{law: hertz}",
    "{law: linear, stiffness: 1e7, restitution: 0.8}",
    "{law: tsuji, restitution: 0.7}",
    "{law: ma_liu, hardness_ratio: 2.84, conformity: 13}",
] + [
    "{law: kelvin_voigt_elastoplastic, restitution_elastic: 0.89, restitution_plastic: 0.7, hardness_ratio: 2.84, "
    "conformity: 13, variant: %s}" % v
    for v in ("printed", "continuous")
]
OTHERS = [*RELATIVE_LAWS.values()] + [
    "{law: jankowski, restitution: 0.8}",
    "{law: kuwabara_kono, dissipation_time: 1e-7}",
    "{law: newtonian_dashpot, viscosity: 1e4}",
    "{law: walton_braun, k1: 5e6, k2: 1e7}",
    "{law: jkr, work_of_adhesion: 0.05, restitution: 0.8}",
    "{law: thornton_ning, work_of_adhesion: 0.05, yield_pressure: 1.5 GPa, restitution: 0.8}",
    "{law: luding, k1: 5e6, k_p: 2e7, k_c: 1e6, plasticity_depth: 0.01}",
    "{law: compliant_dashpot, restitution_elastic: 0.9, restitution_plastic: 0.7, hardness_ratio: 2.84, "
    "conformity: 13, speed_floor: 1 m/s}",
]
BEADS = 31


def cut_laws(n):
    """Of n laws in turn, those that act across the end of a rank's part of the chain on some number of ranks."""
    ends = [sum(BEADS // p + (r < BEADS % p) for r in range(k)) for p in RANKS for k in range(1, p)]
    return {(end - 1) % n for end in ends}


def chain_of(laws):
    """A chain in which the contact of beads k and k + 1 has the law of number k - 1, counted round."""
    n = len(laws)
    materials = ", ".join(f"m{i}: {STEEL}" for i in range(n))
    rules = "".join(
        f"  - {{between: [m{i}, m{(i + 1) % n}], normal: {law}, tension: allow}}\n" for i, law in enumerate(laws)
    )
    beads = "".join(
        f"  b{k}: {{chain: {{count: 1}}, material: m{(k - 1) % n}, radius: 2.{4 + k % 3} mm, gap: 0.1 um, "
        f"velocity: {1.77 if k == 1 else 0}}}\n"
        for k in range(1, BEADS + 1)
    )
    sensors = ", ".join(f"{{group: b{k}, at: [1], every: 1 us}}" for k in (2, 9, 16, 24, 31))
    return f"""
dimension: 1
materials: {{{materials}}}
contacts:
{rules}particles:
{beads}ends: {{right: fixed}}
time: {{end: 120 us, step: 0.1 us, tolerance: 1e-8}}
output:
  trajectory: {{every: 20 us}}
  energy: {{every: 10 us}}
  sensors: [{sensors}]
"""


def compare(text, what):
    path = case(text)
    for integrator in ("verlet", "rk"):
        with tempfile.TemporaryDirectory() as top:
            results = {
                p: simulate(path, os.path.join(top, str(p)), [f"time.integrator={integrator}"], p) for p in RANKS
            }
            different = [p for p in results if run(["diff", results[1], results[p]], check=False).returncode != 0]
            fact(
                not different,
                f"{integrator} {what}: same bits on {RANKS} ranks" + (f", except on {different}" if different else ""),
            )
    os.unlink(path)


tested = {law.split(":")[1].split(",")[0].strip(" }") for law in LAWS + OTHERS}
listed = normal_laws()
fact(tested == listed, f"every law of the normal force is here {sorted(tested ^ listed)}")
every = LAWS + OTHERS
for first in range(0, len(every), 5):
    laws = (every + every)[first : first + 5]
    fact(len(laws) == 5 and cut_laws(5) == set(range(5)), "each of five laws acts across ranks")
    compare(chain_of(laws), ", ".join(law.split(":")[1].split(",")[0].strip(" }") for law in laws))
compare(GROUPS, "groups and detectors")

path = case(GROUPS)
with tempfile.TemporaryDirectory() as top:  # the comparison itself sees the smallest change there is
    a = simulate(path, os.path.join(top, "a"))
    b = simulate(path, os.path.join(top, "b"), ["particles.striker.velocity=1.7700000000000002"])
    told = run(["diff", a, b], check=False)
    fact(told.returncode == 1, "one unit in the last place of a velocity is seen: " + told.stdout.strip())
done()
