"""Stages that end by a condition: an oedometer at its stress and a biaxial test at 5 % strain stop within one check, at
the same step on any number of ranks and after a restart; `any`, `all`, `time` and `unmet`; each quantity has the value
that the outputs record; a packing at rest with a particle that flies.
Labels: bulk contact input io parallel particle record run time wall."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import card, case, done, fact, numbers, run, simulate

OEDOMETER = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [4 mm, 4 mm, 12 mm], periodic: [true, true, false]}
materials: {glass: {density: 2500, youngs_modulus: 5e6, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.5}, tangential: {law: mindlin, friction: 0.4}}]
particles: {grains: {lattice: {sites: simple_cubic, spacing: 1.01 mm, jitter: 5 um, upper: [4 mm, 4 mm, 5 mm]},
  material: glass, radius: 0.5 mm}}
walls:
  floor: {side: lower_z, material: glass}
  lid: {point: [0, 0, 5.1 mm], normal: [0, 0, -1], material: glass, velocity: [0, 0, -0.1]}
stages:
  press: {until: {when: {wall_stress: {wall: lid, above: 2 kPa}}, every: 20, at_most: 0.1 s}}
  rest:
    until: {when: {any: [{all: [{stress: {component: zz, above: 1 Pa}}, {time: 2.5 ms}]}, {time: 1 s}]}, at_most: 5 ms}
    walls: {lid: {velocity: [0, 0, 0]}}
time: {step: 5 us}
output: {walls: {every: 5 us}, observables: {every: 0.1 ms}, checkpoint: {every: off, end: false}}
"""

BIAXIAL = """
dimension: 2
domain: {lower: [0, 0, 0], upper: [8 mm, 10 mm, 0]}
materials: {glass: {density: 2500, youngs_modulus: 5e6, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.5}, tangential: {law: mindlin, friction: 0.4}}]
particles: {grains: {lattice: {sites: square, spacing: 1.01 mm}, material: glass, radius: 0.5 mm}}
walls:
  left: {side: lower_x, material: glass}
  right: {side: upper_x, material: glass}
  floor: {side: lower_y, material: glass}
  lid: {side: upper_y, material: glass}
stages:
  wait: {until: {when: {time: 0.3 ms}, every: 7, at_most: 1 ms}, walls: {lid: {velocity: [0, -0.1]}}}
  load: {until: {when: {strain: {component: y, below: -5 %}}, every: 10, at_most: 50 ms},
    walls: {lid: {velocity: [0, -0.2]}}}
time: {step: 10 us}
output: {walls: {every: 10 us}}
"""


def stages(results):
    with h5py.File(results, "r") as f:
        return {name: data[:] for name, data in f["observables/stages"].items()}


def column(results, path, k=0):
    """Returns the times and a column of a table."""
    with h5py.File(results, "r") as f:
        data = f[path][:]
        return f[os.path.dirname(path)]["time"][:], data.reshape(len(data), -1)[:, k]


with tempfile.TemporaryDirectory() as top:
    path = case(OEDOMETER)
    said = run(["run", path, "-o", f"{top}/1"]).stdout
    results = f"{top}/1/results.h5"
    ended, bits = stages(results), numbers(results)
    t, force = column(results, "observables/walls/lid/force", 2)
    stress = force / (4e-3 * 4e-3)
    at = int(np.argmin(np.abs(t - ended["time"][0])))
    fact(
        stress[at] > 2000 and stress[at - 20] <= 2000 and ended["step"][0] % 20 == 0,
        f"the oedometer stops within one check of 20 steps: {stress[at - 20]:.0f} Pa, then {stress[at]:.0f} Pa",
    )
    fact(abs(ended["value"][0] - stress[at]) < 1e-12 * stress[at], "the results have the value that decided")
    fact("condition met: wall_stress of lid = " in said and "Pa, above 2000\n" in said, "the run prints this value")
    fact(
        list(ended["reason"]) == [2, 2] and abs(ended["time"][1] - ended["time"][0] - 2.5e-3) < 1e-9,
        f"any and all: the second stage lasts {ended['time'][1] - ended['time'][0]:.6g} s",
    )
    fact(list(ended["condition"]) == [0, 1], f"the comparisons that decided are {list(ended['condition'])}")
    fact(card(f"{top}/1")["stages"][0]["value"] == ended["value"][0], "run.json has the value")
    for ranks in (2, 3, 4):
        fact(numbers(simulate(path, f"{top}/n", ranks=ranks)) == bits, f"the same bits on {ranks} ranks")
    for moment in (0.5 * ended["time"][0], 0.5 * (ended["time"][0] + ended["time"][1])):
        simulate(path, f"{top}/cut", [f"output.checkpoint.every={float(moment)!r}"], ranks=2)
        first = min((n for n in os.listdir(f"{top}/cut") if n.startswith("checkpoint")), key=lambda n: int(n[11:-3]))
        run(["resume", f"{top}/cut/{first}"], 3)
        fact(numbers(f"{top}/cut/results.h5") == bits, f"the same bits after a restart at {moment:.4g} s")
    short = ["--set", "stages.press.until.at_most=1 ms"]
    late = run(["run", path, "-o", f"{top}/late", *short])
    told = late.stdout + late.stderr
    fact("CONDITION NOT MET within at_most = 0.001 s: wall_stress of lid = 0 Pa, not above 2000" in told, "at_most")
    both = "--set", "stages.press.until.when.wall_stress.below=9 MPa"
    told = run(["run", path, "-o", f"{top}/both", *both]).stdout
    fact("Pa, above 2000 and below 9e+06\n" in told, "the run prints both bounds of a condition")
    told = run(["run", path, "-o", f"{top}/bad", *short, "--set", "stages.press.until.unmet=fail"], 2, check=False)
    fact(
        told.returncode == 3 and "the condition of the stage 'press' does not hold within at_most" in told.stderr,
        f"unmet: fail ends the run: {told.stderr.strip()[-260:]}",
    )

    results = simulate(case(BIAXIAL), f"{top}/biaxial")
    ended = stages(results)
    t, height = column(results, "observables/walls/lid/position", 1)
    begin, at = (int(np.argmin(np.abs(t - ended["time"][k]))) for k in (0, 1))
    strain = np.log(height / height[begin])
    fact(
        strain[at] < -0.05 <= strain[at - 10] and ended["step"][0] == 35,
        f"the biaxial test stops within 10 steps of 5 % strain: {strain[at - 10]:.5f}, then {strain[at]:.5f}",
    )
    fact(abs(ended["value"][1] - strain[at]) < 1e-12, "the strain counts from the beginning of the stage")

# Each quantity in a stage of its own, whose condition holds at the first check.
SAMPLES = {
    "kinetic_over_elastic: {above: -1}": None,
    "box_length: {component: z, above: 0}": None,
    "wall_force: {wall: floor, component: z, above: -1e9}": ("walls/floor/force", 2),
    "wall_torque: {wall: floor, component: x, above: -1e9}": ("walls/floor/torque", 0),
    "wall_position: {wall: lid, component: z, above: 0}": ("walls/lid/position", 2),
    "wall_velocity: {wall: lid, component: z, above: -1e9}": ("walls/lid/velocity", 2),
    "wall_work: {wall: lid, above: -1e9}": ("walls/lid/work", 0),
    "wall_load: {wall: lid, above: -1e9}": ("walls/lid/force", 2),
    "inserted: {above: -1}": ("particles/inserted", 0),
    "inserted_mass: {above: -1}": ("particles/inserted_mass", 0),
    "removed: {above: -1}": ("particles/removed", 0),
    "removed_mass: {above: -1}": ("particles/removed_mass", 0),
    "left: {above: -1}": ("particles/left", 0),
    "left_mass: {above: -1}": ("particles/left_mass", 0),
    "present_mass: {above: -1}": ("particles/present_mass", 0),
    "counter_number: {counter: low, above: -1}": ("counters/low/number", 0),
    "counter_mass: {counter: low, above: -1}": ("counters/low/mass", 0),
    "particles: {above: -1}": ("bulk/particles", 0),
    "coordination: {above: -1}": ("bulk/coordination", 0),
    "stress: {component: zz, above: -1e9}": ("bulk/stress", 8),
    "fabric: {component: xz, above: -1e9}": ("bulk/fabric", 2),
    "momentum: {component: z, above: -1e9}": ("bulk/momentum", 2),
    "particles_without_contact: {above: -1}": ("bulk/particles_without_contact", 0),
    "kinetic_over_elastic_in_contact: {above: -1}": ("bulk/kinetic_over_elastic_in_contact", 0),
    "left_through: {component: upper_z, above: -1}": ("bulk/left_through", 5),
}
STAGES = "\n".join(
    f"  s{k}: {{until: {{when: {{{text}}}, every: 10, at_most: 10 ms}}}}" for k, text in enumerate(SAMPLES)
)
ALL = f"""
dimension: 3
domain: {{lower: [0, 0, 0], upper: [4 mm, 4 mm, 6 mm], periodic: [true, true, false]}}
gravity: [0, 0, -9.81]
materials: {{glass: {{density: 2500, youngs_modulus: 5e6, poisson_ratio: 0.25}}}}
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.5}}, tangential: {{law: mindlin, friction: 0.4}}}}]
clumps: {{pair: {{spheres: [{{centre: [0, 0, 0], radius: 0.4 mm}}, {{centre: [0.3 mm, 0, 0], radius: 0.4 mm}}]}}}}
particles:
  bed: {{lattice: {{sites: simple_cubic, spacing: 0.99 mm, upper: [4 mm, 4 mm, 2 mm]}}, material: glass,
    radius: 0.5 mm}}
  pairs: {{random: {{count: 6, lower: [0, 0, 3 mm]}}, material: glass, clump: pair, velocity: [0, 0.3, -0.4]}}
  rain: {{insert: {{count: 20, rate: 1e4 1/s, region: {{box: {{lower: [0, 0, 4.5 mm], upper: [4 mm, 4 mm, 5 mm]}}}}}},
    material: glass, radius: 0.2 mm, velocity: [0, 0, 1]}}
walls:
  floor: {{side: lower_z, material: glass}}
  lid: {{point: [0, 0, 6 mm], normal: [0, 0, -1], material: glass, absent: true, velocity: [0, 0, -0.1]}}
removal: {{hole: {{within: {{box: {{lower: [0, 0, 2.6 mm], upper: [2 mm, 2 mm, 4 mm]}}}}, every: 0.5 ms}}}}
stages:
{STAGES}
time: {{step: 5 us, overlap_limit: 0.5}}
output: {{walls: {{every: 5 us}}, observables: {{every: 5 us}}, energy: {{every: 5 us}},
  counters: {{low: {{plane: {{point: [0, 0, 3.5 mm], normal: [0, 0, -1]}}, every: 5 us}}}}}}
"""
FLYING = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [4 mm, 4 mm, 40 mm], periodic: [true, true, false]}
gravity: [0, 0, -10]
materials: {glass: {density: 2500}}
contacts: [{between: '*', normal: {law: linear, stiffness: 100, restitution: 0.1}}]
particles:
  resting: {file: resting.csv, material: glass, radius: 0.5 mm}
  flying: {file: flying.csv, material: glass, radius: 0.5 mm, velocity: [0, 0, 0.5]}
walls: {floor: {side: lower_z, material: glass}}
stages: {rest: {until: {when: {kinetic_over_elastic_in_contact: {below: 1e-9}}, every: 50, at_most: 20 ms}}}
"""
with tempfile.TemporaryDirectory() as top:
    results = simulate(case(ALL), f"{top}/all", ranks=2)
    ended = stages(results)
    wrong = []
    for k, (text, where) in enumerate(SAMPLES.items()):
        if where:
            t, recorded = column(results, "observables/" + where[0], where[1])
            there = recorded[int(np.argmin(np.abs(t - ended["time"][k])))]
            # one row of these tables belongs to the step: the values must be the same numbers
            if not (abs(there - ended["value"][k]) <= 1e-15 * abs(there)):
                wrong.append((text, ended["value"][k], there))
    fact(not wrong, f"{len(SAMPLES)} quantities have the values of the outputs; others: {wrong}")
    value = ended["value"][list(SAMPLES).index("kinetic_over_elastic: {above: -1}")]
    t, kinetic = column(results, "observables/energy/kinetic")
    elastic = column(results, "observables/energy/elastic")[1]
    at = int(np.argmin(np.abs(t - ended["time"][0])))
    fact(abs(value - kinetic[at] / elastic[at]) <= 1e-15 * value, "kinetic_over_elastic is that of the energy ledger")
    isolated = column(results, "observables/bulk/particles_without_contact")[1]
    fact(isolated.max() >= 6 and isolated.min() >= 0, f"at most {isolated.max():.0f} particles have no contact")

    mass = 2500 * 4 / 3 * np.pi * 0.5e-3**3
    for name, z in (("resting", 0.5e-3 - mass * 10 / 100), ("flying", 10e-3)):
        with open(f"{top}/{name}.csv", "w") as f:
            f.write(f"x,y,z\n2e-3,{2e-3 if name == 'resting' else 0.5e-3},{z!r}\n")
    with open(f"{top}/flying.yaml", "w") as f:
        f.write(FLYING)
    ended = stages(simulate(f"{top}/flying.yaml", f"{top}/flying", ["output.observables.every=50 us"]))
    results = f"{top}/flying/results.h5"
    alone = column(results, "observables/bulk/particles_without_contact")[1]
    t, moving = column(results, "observables/energy/kinetic")
    elastic = column(results, "observables/energy/elastic")[1]
    exact = (mass * 10) ** 2 / (2 * 100)
    fact(ended["reason"][0] == 2 and ended["step"][0] == 50, "a sphere at rest ends the stage though another flies")
    fact((alone == 1).all(), "the number of particles without contact is 1")
    fact(abs(elastic[0] - exact) < 1e-9 * exact and moving[0] / elastic[0] > 1e4, "the ratio of all particles is large")
done()
