"""Every law gives the same results.h5, bit for bit, on 1, 3 and 5 ranks, and with rk on 1 and 3 ranks. Five laws
share a chain: its beads are of five materials in turn, and each pair of neighbouring materials has its own law. Thus
every law acts along the whole chain, and between beads of two ranks for at least one number of ranks. The chains are
the cases of a study, and so are the laws between spheres: starting ranks takes longer than a run.
Labels: bulk chain contact input law parallel particle record run time long."""
import json
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, run, same_bits, simulate
from laws import name_of, read_laws

RANKS = (1, 3, 5)
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
time: {end: 120 us, step: 0.2 us, tolerance: 1e-7}
output:
  trajectory: {every: 20 us}
  energy: {every: 10 us}
  sensors: [{group: beads, at: [1, 7, 20], every: 1 us}, {group: striker, at: [1], quantity: contact, every: 1 us},
    {group: beads, at: [1, 2, 5, 6, 7, 10, 11, 15, 19], quantity: contact, every: 1 us}]
  detectors: [{group: beads, every: 3, quantity: contact}, {group: light, at: [1, 2, 9]},
    {group: beads, at: [20], quantity: velocity}]
"""
)
BEADS = 31
SPHERES = f"""
dimension: 3
domain: {{lower: [0, 0, 0], upper: [24 mm, 24 mm, 24 mm], periodic: [true, true, true]}}
materials: {{steel: {STEEL}}}
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.9}}}}]
particles: {{grains: {{lattice: {{sites: simple_cubic, spacing: 4.8 mm}}, material: steel, radius: 2.38 mm,
  velocity_deviation: 3, spin_deviation: 900}}}}
time: {{end: 60 us, step: 0.2 us}}
output: {{trajectory: {{every: 20 us}}, energy: {{every: 20 us}}}}
"""


def cut_laws(n):
    """Returns the laws (of n in turn) that act across the end of a rank's part of the chain for some number of
    ranks."""
    ends = [sum(BEADS // p + (r < BEADS % p) for r in range(k)) for p in RANKS for k in range(1, p)]
    return {(end - 1) % n for end in ends}


def rules_of(laws):
    """The contact of beads k and k + 1 has the law number k - 1, cyclically."""
    n = len(laws)
    return ", ".join(
        f"{{between: [m{i}, m{(i + 1) % n}], normal: {json.dumps(law)}, tension: allow}}" for i, law in enumerate(laws)
    )


def chain_of(variants, n):
    """A chain with a case for the laws of each variant, n at a time."""
    materials = ", ".join(f"m{i}: {STEEL}" for i in range(n))
    cases = "".join(f"  {name}: {{contacts: [{rules_of(laws)}]}}\n" for name, laws in variants.items())
    beads = "".join(
        f"  b{k}: {{chain: {{count: 1}}, material: m{(k - 1) % n}, radius: 2.{4 + k % 3} mm, gap: 0.1 um, "
        f"velocity: {1.77 if k == 1 else 0}}}\n"
        for k in range(1, BEADS + 1)
    )
    sensors = ", ".join(f"{{group: b{k}, at: [1], every: 1 us}}" for k in (2, 9, 16, 24, 31))
    return f"""
dimension: 1
materials: {{{materials}}}
contacts: [{rules_of(next(iter(variants.values())))}]
variants:
{cases}particles:
{beads}ends: {{right: fixed}}
time: {{end: 120 us, step: 0.2 us, tolerance: 1e-7}}
output:
  trajectory: {{every: 20 us}}
  energy: {{every: 10 us}}
  sensors: [{sensors}]
"""


def results_of(path, top, ranks, sets=()):
    """Runs a case or a study; returns the folders, by number of ranks."""
    return {p: os.path.dirname(simulate(path, os.path.join(top, str(p)), sets, p)) for p in ranks}


def compare(text, cases, ranks=RANKS):
    """cases: name of the folder -> description."""
    path = case(text)
    for integrator, many in (("verlet", ranks), ("rk", (1, 3))):
        with tempfile.TemporaryDirectory() as top:
            folders = results_of(path, top, many, [f"time.integrator={integrator}"])
            for name, what in cases.items():
                files = {p: os.path.join(folder, name, "results.h5") for p, folder in folders.items()}
                different = [p for p in many[1:] if same_bits(files[1], files[p])]
                except_on = f", except on {different}" if different else ""
                fact(not different, f"{integrator} {what}: same bits on {many} ranks{except_on}")
    os.unlink(path)


def compare_sliding():
    """Laws of sliding, rolling and twisting between spheres."""
    rules = {
        f"{role}-{rule['law']}": f"contacts.0.{role}: {json.dumps(rule)}"
        for role in ("tangential", "rolling", "twisting")
        for rule in read_laws(role, words=False)
    }
    variants = "".join(f"  {name}: {{{change}}}\n" for name, change in rules.items())
    path = case(f"{SPHERES}variants:\n  without: {{}}\n{variants}")
    with tempfile.TemporaryDirectory() as top:
        one, three = results_of(path, top, (1, 3)).values()
        for name in rules:
            files = [os.path.join(folder, name, "results.h5") for folder in (one, three)]
            with h5py.File(os.path.join(one, "without", "results.h5")) as f, h5py.File(files[0]) as g:
                spin = [file["particles/grains/angular_velocity/value"][-1] for file in (f, g)]
            acts = np.any(spin[0] != spin[1])
            fact(acts and not same_bits(*files), f"{name}: acts, with the same bits on 1 and 3 ranks")
    os.unlink(path)


every = read_laws("normal")
chains = {f"laws-{first}": (every + every)[first : first + 5] for first in range(0, len(every), 5)}
fact(cut_laws(5) == set(range(5)), "each of five laws acts between particles of different ranks")
compare(chain_of(chains, 5), {name: ", ".join(map(name_of, laws)) for name, laws in chains.items()})
compare(GROUPS, {"": "groups and detectors"}, (1, 2, 3, 4, 7))
compare_sliding()

path = case(GROUPS)
with tempfile.TemporaryDirectory() as top:  # the comparison itself detects the smallest possible change
    a = simulate(path, os.path.join(top, "a"))
    b = simulate(path, os.path.join(top, "b"), ["particles.striker.velocity=1.7700000000000002"])
    told = run(["diff", a, b], check=False)
    fact(told.returncode == 1, "granum diff finds a change of the last bit of a velocity: " + told.stdout[:300])
done()
