"""`granum check` forecasts the steps of a run, the bytes of each output, and the time, from the time of a step.
Labels: bulk chain contact input io law parallel particle record run time wall."""
import glob
import json
import os
import re
import tempfile

import h5py
from granum_test import card, case, done, fact, run

LINE = case(
    """
dimension: 1
materials: {steel: {density: 7800 kg/m^3, youngs_modulus: 193 GPa, poisson_ratio: 0.3, yield_stress: 940 MPa}}
contacts: [{between: [steel, steel], normal: {law: ma_liu, hardness_ratio: 3, conformity: 13}}]
particles: {a: {chain: {count: 1}, material: steel, radius: 2 mm, velocity: 1 m/s},
  b: {chain: {count: 499}, material: steel, radius: 2 mm}}
time: {end: 40 us, step: 0.1 us}
output: {trajectory: {every: 1 us}, energy: {every: 0.5 us}, sensors: {group: b, at: [1, 5, 9], every: 0.2 us},
  checkpoint: {end: true}}
"""
)
SPACE = case(
    """
dimension: 3
domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 20 mm]}
materials: {glass: {density: 2500 kg/m^3, youngs_modulus: 10 MPa, poisson_ratio: 0.25}}
contacts: [{between: [glass, glass], normal: {law: tsuji, restitution: 0.7}, tangential: {law: mindlin, friction: 0.3}}]
particles: {bed: {lattice: {sites: simple_cubic, spacing: 1.99 mm}, material: glass, radius: 1 mm}}
walls: {floor: {side: lower_z, material: glass}, lid: {side: upper_z, material: glass}}
time: {end: 200 us, step: 2 us}
output: {trajectory: {every: 20 us}, energy: {every: 10 us}, observables: {every: 20 us}, walls: {every: 4 us},
  contacts: {every: 100 us}, checkpoint: {end: true},
  counters: {middle: {plane: {point: [0, 0, 10 mm], normal: [0, 0, 1]}, every: 50 us},
    low: {within: {box: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 5 mm]}}, every: 10 us}}}
"""
)
STAGED = (
    open(SPACE).read().replace("end: 200 us, step", "step")
    + "stages: {a: {until: {time: 33 us}}, b: {until: {time: 33 us}}}\n"
)
BED = "particles: {bed: {lattice: {sites: simple_cubic, spacing: 1.99 mm}, material: glass, radius: 1 mm}}"
FEW = """particles:
  few: {lattice: {sites: simple_cubic, spacing: 1.99 mm, upper: [20 mm, 20 mm, 4 mm]}, material: glass, radius: 1 mm}
  bed: {lattice: {sites: simple_cubic, spacing: 1.99 mm, lower: [0, 0, 4.1 mm]}, material: glass, radius: 1 mm}"""
BYTES = {"bytes": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9}


def foretold(told):
    """Returns samples and total bytes of each output in the forecast."""
    lines = re.findall(r"^  ([^:]*): (?:(\d+) samples of .*, )?([\d.e+]+) ([kMG]?B|bytes)(?: each)?$", told, re.M)
    return {what: (int(samples or 1), float(number) * BYTES[unit]) for what, samples, number, unit in lines}


def written(file, *groups):
    """Returns the bytes of the datasets below, each one once, because a time may have several names."""
    found = {}
    for group in groups:
        file[group].visititems(
            lambda name, item: found.update({h5py.h5o.get_info(item.id).addr: item.nbytes})
            if isinstance(item, h5py.Dataset)
            else None
        )
    return sum(found.values())


with tempfile.TemporaryDirectory() as top:
    for name, path, steps in (("line", LINE, 400), ("space", SPACE, 100), ("stages", case(STAGED), 34)):
        told = run(["check", path], 2).stdout
        out = os.path.join(top, name)
        run(["run", path, "-o", out], 2)
        fact(
            f"\nsteps: {steps}\n" in told and f'"steps": {steps},' in json.dumps(card(out)),
            f"{name}: {steps} steps are predicted and taken",
        )
        time, per_step = re.search(
            r"^run time: about ([\d.e+-]+) s on 2 ranks, ([\d.e+-]+) s per step; without output$", told, re.M
        ).groups()
        with h5py.File(os.path.join(out, "results.h5")) as f:
            moving = [
                f"particles/grains/{k}"
                for k, item in f["particles/grains"].items()
                if isinstance(item, h5py.Group) and "value" in item
            ]
            there = {"trajectory": written(f, *moving), "energy": written(f, "observables/energy")}
            if name == "line":
                there["sensors"] = written(f, "observables/sensors")
            else:
                there["observables"] = written(f, "observables/bulk")
                there["walls"] = written(f, "observables/walls")
                there["counters"] = written(f, "observables/counters")
        fact(
            abs(float(time) / (float(per_step) * steps) - 1) < 0.02,
            f"{name}: {time} s follow from {steps} steps of {per_step} s",
        )
        says = foretold(told)
        for what, size in there.items():
            fact(abs(says[what][1] / size - 1) < 2e-3, f"{name}: {what}: {says[what]} predicted, {size} bytes written")
        (checkpoint,) = glob.glob(os.path.join(out, "checkpoint-*.h5"))
        size, guess = os.path.getsize(checkpoint), [v[1] for k, v in says.items() if k.startswith("checkpoint")][0]
        fact(
            abs(guess - size) < 0.15 * size + 16e3,
            f"{name}: a checkpoint of {guess:.0f} bytes predicted, {size} written",
        )
    contacts = sum(os.path.getsize(p) for p in glob.glob(os.path.join(out, "contacts-*.h5")))
    fact(
        0.8 < says["contacts-STEP.h5, of a dense packing"][1] / contacts < 1.3,
        f"contacts: {says['contacts-STEP.h5, of a dense packing']} predicted, {contacts} written",
    )
    with open(SPACE) as file:
        few = case(file.read().replace(BED, FEW))
    chosen = ["fields=[velocity, position]", "groups=[few]", "precision=single", "compression=deflate"]
    sets = [word for text in chosen for word in ("--set", "output.trajectory." + text)]
    says = foretold(run(["check", few, *sets], 2).stdout)
    run(["run", few, "-o", out, "--overwrite", *sets], 2)
    with h5py.File(os.path.join(out, "results.h5")) as f:
        grains = f["particles/grains"]
        rows = [item["value"] for name, item in grains.items() if "value" in item and name != "count"]
        there = grains["count/value"][...].max()  # widths are multiples of a chunk; the rest has fill values
        size = sum(row[:, :there].nbytes for row in rows)
    what = "trajectory, before compression"
    fact(abs(says[what][1] / size - 1) < 0.02, f"selected fields: {says[what]} predicted, {size} bytes, uncompressed")
    told = run(["check", SPACE, "--set", "gravity=[0, 0, -9.81]"]).stdout
    fact(
        "s per step; the estimate assumes a settled bed, without output\n" in told,
        "with gravity check states that the estimate assumes a settled bed",
    )
    told = run(["check", LINE, "--set", "time.integrator=rk"]).stdout
    fact(
        "\nsteps: as many as time.tolerance requires" in told and "  trajectory: 41 samples" in told,
        "rk: check predicts outputs, but no number of steps",
    )
done()
