"""`granum schema` for editors: the JSON Schema accepts every shipped input and refuses errors that a schema can
express: unknown keys and words, missing keys, signs, bounds, units, lengths of vectors, numbers of bodies, several
ways to place a group.
Labels: bulk chain contact impact input law particle record run time wall."""
import glob
import json
import os

import jsonschema
import yaml
from granum_test import SOURCE, case, done, fact, run

CHAIN = """
dimension: 1
materials: {steel: {density: 7800 kg/m^3, youngs_modulus: 193 GPa, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 90 %}}]
particles: {beads: {chain: {count: 3}, material: steel, radius: 2.38 mm, velocity: 1 m s-1}}
time: {end: 1 us, step: 0.1 us}
output: {sensors: {group: beads, at: [1], every: 1 us}}
"""
GRAINS = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm], periodic: [true, true, false]}
materials: {glass: {density: 2.5 g/cm3, youngs_modulus: 5 MPa, poisson_ratio: 0.2}}
contacts: [{between: '*', normal: {law: hertz}, tangential: {law: mindlin, friction: 0.5}}]
gravity: [0, 0, -9.81 m/s^2]
particles: {grains: {random: {count: 5}, material: glass, radius: 1 mm}}
walls: {floor: {point: [0, 0, 0], normal: [0, 0, 1], material: glass}}
time: {end: 1 us, step: 0.1 us}
"""
DISCS = """
dimension: 2
domain: {lower: [0, 0], upper: [10 mm, 10 mm]}
materials: {glass: {density: 2500, youngs_modulus: 5e6, poisson_ratio: 0.2}}
contacts: [{between: '*', normal: {law: hertz}}]
particles: {grains: {random: {count: 5}, material: glass, radius: 1 mm}}
time: {end: 1 us, step: 0.1 us}
"""
IMPACT = """
problem: impact
materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: hertz}}]
bodies: [{material: steel, radius: 5 mm}, {shape: plane, material: steel, fixed: true}]
velocities: {from: 0.1, to: 1, count: 3, spacing: log}
"""
# Replacements (old, new) that make an input invalid.
MUTANTS = {
    CHAIN: [
        ("dimension: 1", "dimension: 4"),
        ("dimension: 1", "dimension: one"),
        ("dimension: 1", "problem: collapse"),
        ("dimension: 1", "dimensions: 1"),
        ("density: 7800 kg/m^3", "density: -7800"),
        ("density: 7800 kg/m^3", "density: 7800 mm"),
        ("193 GPa", "193 GPs"),
        ("193 GPa", "193 kg"),
        ("193 GPa", "stiff"),
        ("poisson_ratio: 0.3", "poisson_ratio: 0.7"),
        ("law: tsuji", "law: tsuij"),
        ("restitution: 90 %", "restitution: 90 mm"),
        (", restitution: 90 %", ""),
        ("restitution: 90 %", "restitution: 0.9, cor: 0.9"),
        ("normal: {law: tsuji, restitution: 90 %}", "normal: tsuji"),
        ("count: 3", "count: 0"),
        ("count: 3", "count: 2.5"),
        ("chain: {count: 3}, ", ""),
        ("2.38 mm", "2.38 kg"),
        ("2.38 mm", "-2.38 mm"),
        ("2.38 mm", "0 mm"),
        ("2.38 mm", "2.38 mm/s"),
        ("2.38 mm", "[2.38 mm]"),
        ("velocity: 1 m s-1", "velocity: 1 s"),
        ("velocity: 1 m s-1", "speed: 1"),
        ("end: 1 us, ", ""),
        ("step: 0.1 us", "step: soon"),
        ("at: [1]", "at: []"),
        ("at: [1]", "at: [0]"),
        ("at: [1]", "at: [1, 1]"),
        ("group: beads, ", ""),
        ("beads: {chain", "3 beads: {chain"),
    ],
    GRAINS: [
        ("lower: [0, 0, 0]", "lower: [0, 0]"),
        ("periodic: [true, true, false]", "periodic: [true, true]"),
        ("periodic: [true, true, false]", "periodic: true"),
        ("-9.81 m/s^2", "-9.81 kg"),
        ("random: {count: 5}", "random: {count: 5}, lattice: {spacing: 1 mm}"),
        ("random: {count: 5}, ", ""),
        ("random: {count: 5}", "within: {}, random: {count: 5}"),
        ("normal: [0, 0, 1]", "normal: [0, 0, 1, 0]"),
        ("point: [0, 0, 0], ", ""),
        ("point: [0, 0, 0]", "shape: torus, point: [0, 0, 0]"),
        ("tangential: {law: mindlin", "tangential: {law: hertz"),
        ("radius: 1 mm", "radius: {distribution: normal, mean: 1 mm}"),
        ("radius: 1 mm", "radius: {distribution: weibull, mean: 1 mm, scale: 1 mm, shape: 2, from: 1 mm, to: 2 mm}"),
        ("normal: [0, 0, 1]", "normal: [0, 0, 1], side: lower_z"),
    ],
    DISCS: [("upper: [10 mm, 10 mm]", "upper: [10 mm]"), ("upper: [10 mm, 10 mm]", "upper: [1, 1, 1, 1]")],
    IMPACT: [
        (", {shape: plane, material: steel, fixed: true}", ""),
        ("bodies: [", "bodies: [{material: steel, radius: 5 mm}, "),
        ("shape: plane", "shape: cube"),
        ("shape: plane", "shape: plane, radius: 5 mm"),
        ("material: steel, radius: 5 mm}", "material: steel}"),
        ("count: 3", "count: 3, step: 1"),
        ("velocities: {from: 0.1, to: 1, count: 3, spacing: log}", "velocities: []"),
        ("velocities: {from: 0.1, to: 1, count: 3, spacing: log}", "velocities: [1 m/s, -1 m/s]"),
    ],
}

schema = json.loads(run(["schema"]).stdout)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)


def takes(text):
    return validator.is_valid(yaml.safe_load(text))


inputs = sorted(glob.glob(os.path.join(SOURCE, "inputs", "*", "*.yaml")))
fact(len(inputs) > 40, f"{len(inputs)} inputs are shipped")
for path in inputs:
    with open(path) as file:
        fact(takes(file), f"the schema accepts {os.path.relpath(path, SOURCE)}")
total = 0
for text, changes in MUTANTS.items():
    told = run(["check", case(text)], check=False)
    fact(takes(text) and told.returncode == 0, f"the case is valid before the change {told.stderr.strip()}")
    for old, new in changes:
        mutant = text.replace(old, new, 1)
        told = run(["check", case(mutant)], check=False)
        fact(mutant != text and told.returncode == 2, f"check refuses {new or 'without ' + old!r}")
        fact(not takes(mutant), f"the schema refuses {new or 'without ' + old!r}")
        total += 1
fact(total >= 32, f"{total} invalid changes are tested")
for old, good in (
    ("2.38 mm", "2.38 millimeters"),
    ("2.38 mm", "2380 µm"),
    ("2.38 mm", "+2.38e0mm"),
    ("2.38 mm", "0.1 in"),
    ("2.38 mm", "94 mils"),
    ("2.38 mm", "2380 microns"),
    ("193 GPa", "1.4e9 torr"),
    ("193 GPa", "1930000 bars"),
    ("end: 1 us", "end: 1e-6 sec"),
    ("velocity: 1 m s-1", "velocity: 2 knots"),
):
    fact(takes(CHAIN.replace(old, good)), f"the schema accepts {good} in place of {old}")
    told = run(["check", case(CHAIN.replace(old, good))], check=False)
    fact(told.returncode == 0, f"check accepts it, too {told.stderr.strip()}")
done()
