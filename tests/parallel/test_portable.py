"""A portable build gives the same results.h5, bit for bit, as the build for this machine: every law in impacts and
in a chain, two mechanisms, the cases of spheres, and the reduced inputs of inputs/bulk. --long runs 5000 steps of
these.
Labels: bulk chain impact input law mechanism record run time long."""
import json
import os
import sys
import tempfile

import granum_test
from bulk_cases import CASES, INPUTS, shipped
from bulk_cases import text as bulk
from granum_test import GRANUM, SOURCE, case, done, fact, same_bits, simulate
from laws import name_of, read_laws

LAWS = {name_of(rule): json.dumps(rule) for rule in read_laws("normal")}
ADHESION = {name_of(rule): json.dumps(rule) for rule in read_laws("adhesion")}
MATERIALS = "materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3, yield_stress: 940e6}}\n"
IMPACT = (
    "problem: impact\n" + MATERIALS + "contacts: [{between: '*', normal: {law: hertz}}]\n"
    "bodies: [{material: steel, radius: 5 mm}, {material: steel, radius: 7 mm}]\n"
    + "velocities: {from: 1e-3, to: 20, count: 40, spacing: log}\nvariants:\n"
    + "".join(f"  {name}: {{contacts.0.normal: {law}, end: apart}}\n" for name, law in LAWS.items())
    + "".join(f"  {name}: {{contacts.0.adhesion: {law}, end: apart}}\n" for name, law in ADHESION.items())
)
CHAIN = (
    "dimension: 1\n"
    + MATERIALS
    + "contacts: [{between: '*', normal: {law: hertz}, tension: allow}]\n"
    + "particles:\n  striker: {chain: {count: 1}, material: steel, radius: 2.38 mm, velocity: 1.77 m/s}\n"
    + "  beads: {chain: {count: 20}, material: steel, radius: 2.6 mm, gap: 0.1 um}\n"
    + "time: {end: 120 us, step: 0.1 us, tolerance: 1e-8}\n"
    + "output: {trajectory: {every: 20 us}, energy: {every: 10 us}}\nvariants:\n"
    + "".join(
        f"  {name}-{integrator}: {{contacts.0.normal: {law}, time.integrator: {integrator}}}\n"
        for name, law in LAWS.items()
        for integrator in ("verlet", "rk")
    )
)


def both(path, top, name, sets=()):
    """Returns the results of both builds."""
    results = []
    for program in (GRANUM, PORTABLE):
        granum_test.GRANUM = program
        results.append(simulate(path, os.path.join(top, f"{name}-{len(results)}"), sets))
    granum_test.GRANUM = GRANUM
    return results


def check(what, *arguments):
    differ = same_bits(*both(*arguments))
    fact(not differ, f"{what}: {differ}")


PORTABLE = GRANUM + "-portable"
with tempfile.TemporaryDirectory() as top:
    check(f"impacts under {len(LAWS)} laws and {len(ADHESION)} of adhesion", case(IMPACT), top, "impact")
    folders = [os.path.dirname(results) for results in both(case(CHAIN), top, "chain")]
    for name in LAWS:
        for integrator in ("verlet", "rk"):
            differ = same_bits(*(os.path.join(folder, f"{name}-{integrator}", "results.h5") for folder in folders))
            fact(not differ, f"chain, {integrator}, {name}: {differ}")
    for name, end in (("impact-damper", "2 s"), ("slider-crank-block", "60 ms")):
        path = os.path.join(SOURCE, "inputs", "mechanism", name + ".yaml")
        check(f"inputs/mechanism/{name}.yaml", path, top, name, [f"time.end={end}"])
with tempfile.TemporaryDirectory() as top:
    for name in CASES:
        check(f"spheres in space, {name}", case(bulk(name, 500)), top, name)
    for name in INPUTS:
        path, sets = shipped(name, 5000 if sys.argv[1:] == ["--long"] else 300)
        check(f"inputs/bulk/{name}.yaml", path, top, f"shipped-{name}", sets)
done()
