"""A build for any x86-64 processor gives the same results.h5, bit for bit, as the one for this machine: every law in
impacts and in a chain, two mechanisms, the cases of spheres in space, and the inputs shipped in inputs/bulk, made
small. test_portable.py --long takes 5000 steps of these."""
import os
import sys
import tempfile

import granum_test
import portable
from bulk_cases import CASES, INPUTS, shipped
from bulk_cases import text as bulk
from granum_test import GRANUM, SOURCE, case, done, fact, normal_laws, run, simulate
from struck import RELATIVE_LAWS

LAWS = {
    "hertz": "{law: hertz}",
    "linear": "{law: linear, stiffness: 1e7, restitution: 0.8}",
    "tsuji": "{law: tsuji, restitution: 0.7}",
    "jankowski": "{law: jankowski, restitution: 0.8}",
    "kuwabara_kono": "{law: kuwabara_kono, dissipation_time: 1e-7}",
    "newtonian_dashpot": "{law: newtonian_dashpot, viscosity: 1e4, drag: impact_speed}",
    "ma_liu": "{law: ma_liu, hardness_ratio: 2.84, conformity: 13}",
    "kelvin_voigt_elastoplastic": "{law: kelvin_voigt_elastoplastic, restitution_elastic: 0.89, "
    "restitution_plastic: 0.7, hardness_ratio: 2.84, conformity: 13}",
    "compliant_dashpot": "{law: compliant_dashpot, restitution_elastic: seismic, restitution_plastic: ma_liu, "
    "hardness_ratio: 2.84, conformity: 13, speed_floor: 1 m/s}",
    "walton_braun": "{law: walton_braun, k1: 5e6, k2: 1e7}",
    "jkr": "{law: jkr, work_of_adhesion: 0.05, restitution: 0.8}",
    "thornton_ning": "{law: thornton_ning, work_of_adhesion: 0.05, yield_pressure: 1.5 GPa, restitution: 0.8}",
    "luding": "{law: luding, k1: 5e6, k_p: 2e7, k_c: 1e6, plasticity_depth: 0.01, interpolation: sqrt}",
}
HOLDING = ("jkr", "thornton_ning")  # beyond overlap 0
LAWS.update(RELATIVE_LAWS)
MATERIALS = "materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3, yield_stress: 940e6}}\n"
IMPACT = (
    "problem: impact\n" + MATERIALS + "contacts: [{between: '*', normal: {law: hertz}}]\n"
    "bodies: [{material: steel, radius: 5 mm}, {material: steel, radius: 7 mm}]\n"
    + "velocities: {from: 1e-3, to: 20, count: 40, spacing: log}\nvariants:\n"
    + "".join(
        "  %s: {contacts.0.normal: %s, end: %s}\n" % (name, law, "apart" if name in HOLDING else "separation")
        for name, law in LAWS.items()
    )
    + "  sticky: {contacts.0.adhesion: {law: jump_in, force: 1 N, stiffness: 1e5}, end: apart}\n"
    + "  dmt: {contacts.0.adhesion: {law: dmt, work_of_adhesion: 0.1, range: 5 nm}, end: apart}\n"
    + "  wet: {contacts.0.adhesion: {law: capillary_bridge, surface_tension: 0.07, contact_angle: 0.3}, end: apart}\n"
)
CHAIN = (
    "dimension: 1\n"
    + MATERIALS
    + "contacts: [{between: '*', normal: {law: hertz}, tension: allow}]\n"
    + "particles:\n  striker: {chain: {count: 1}, material: steel, radius: 2.38 mm, velocity: 1.77 m/s}\n"
    + "  beads: {chain: {count: 20}, material: steel, radius: 2.6 mm, gap: 0.1 um}\n"
    + "time: {end: 120 us, step: 0.1 us, tolerance: 1e-8}\n"
    "output: {trajectory: {every: 20 us}, energy: {every: 10 us}}\n"
)


def both(path, top, name, sets=()):
    """The results of both builds, compared; what `granum diff` said."""
    results = []
    for program in (GRANUM, PORTABLE):
        granum_test.GRANUM = program
        results.append(simulate(path, os.path.join(top, f"{name}-{len(results)}"), sets))
    granum_test.GRANUM = GRANUM
    return run(["diff"] + results, check=False)


PORTABLE = portable.build(GRANUM, SOURCE)
listed = normal_laws()
fact(listed == set(LAWS), f"every law of the normal force is here {sorted(listed ^ set(LAWS))}")
with tempfile.TemporaryDirectory() as top:
    told = both(case(IMPACT), top, "impact")
    fact(told.returncode == 0, f"impacts under {len(LAWS)} laws and adhesion: {told.stdout.strip()}")
    chain = case(CHAIN)
    for name, law in LAWS.items():
        for integrator in ("verlet", "rk"):
            told = both(
                chain, top, f"{name}-{integrator}", [f"contacts.0.normal={law}", f"time.integrator={integrator}"]
            )
            fact(told.returncode == 0, f"chain, {integrator}, {name}: {told.stdout.strip()}")
    for name, end in (("impact-damper", "2 s"), ("slider-crank-block", "60 ms")):
        told = both(os.path.join(SOURCE, "inputs", "mechanism", name + ".yaml"), top, name, [f"time.end={end}"])
        fact(told.returncode == 0, f"inputs/mechanism/{name}.yaml: {told.stdout.strip()}")
with tempfile.TemporaryDirectory() as top:
    for name in CASES:
        told = both(case(bulk(name, 500)), top, name)
        fact(told.returncode == 0, f"spheres in space, {name}: {told.stdout.strip()}")
    for name in INPUTS:
        path, sets = shipped(name, 5000 if sys.argv[1:] == ["--long"] else 300)
        told = both(path, top, f"shipped-{name}", sets)
        fact(told.returncode == 0, f"inputs/bulk/{name}.yaml: {told.stdout.strip()}")
done()
