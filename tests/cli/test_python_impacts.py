"""Impacts, prescribed paths and bouncing balls as arrays in Python: the bits of the command on 1, 2 and 3 ranks,
sweeps, and what is refused.
Labels: impact law parallel run."""
import json
import os
import subprocess
import sys
import tempfile

import h5py
import numpy as np
from granum_test import MPIEXEC, SOURCE, done, fact, own_session, run

PLATE = os.path.join(SOURCE, "inputs", "impact", "alumina-plate.yaml")
BALL = os.path.join(SOURCE, "inputs", "bounce", "ball.yaml")
OBLIQUE = os.path.join(SOURCE, "inputs", "impact", "oblique.yaml")
PATHS = os.path.join(SOURCE, "inputs", "impact", "paths.yaml")
FEW = {"angle": ["10 deg", "30 deg", "70 deg"], "accuracy": 1e-4}
VARIANTS = "variants={a: {bodies.0.mass: 0.25 g}, b: {bodies.0.mass: 0.3 g}}"
SCRIPT = f"""
import json
import os
import sys
import numpy as np
import yaml
import granum

found = granum.impact({PLATE!r}, set={{"variants": "{{a: {{bodies.0.mass: 0.25 g}}, b: {{bodies.0.mass: 0.3 g}}}}"}})
swept = granum.impact({PLATE!r}, np.linspace(0.1, 5, 7), {{"variants": "{{}}", "sweep": {{
    "contacts.0.normal.viscosity": [1e5, 2e5]}}}})
ball = granum.bounce({BALL!r}, name=1)
oblique = granum.impact({OBLIQUE!r}, set={FEW!r})
angles = np.radians([10.0, 30.0, 70.0])
aimed = granum.impact({OBLIQUE!r}, 1.0, angles=angles, set={{"variants": "{{}}", "accuracy": 1e-4}})
slid = granum.impact({OBLIQUE!r}, [1.0, 2.0], tangential=3.0, set={{"variants": "{{}}", "accuracy": 1e-4}})
paths = granum.path({PATHS!r})
loop = granum.path({PATHS!r}, name="mindlin", set={{"time.steps": 80}})
keys = {{key: value for key, value in yaml.safe_load(open({PLATE!r})).items() if key not in ("velocities", "variants")}}
pair = granum.impact(keys, [1.0, 2.0]), granum.impact({PLATE!r}, [1.0, 2.0], {{"variants": "{{}}"}})
same = np.array_equal(*(each["restitution"] for each in pair))
told = [] if same else ["a dictionary without velocities gives other bits"]
for call in (
    lambda: granum.bounce({PLATE!r}),
    lambda: granum.impact({PLATE!r}, [1.0, -1.0]),
    lambda: granum.impact({PLATE!r}, [float("nan")]),
    lambda: granum.impact({OBLIQUE!r}, [1.0, 2.0]),
    lambda: granum.impact({OBLIQUE!r}, [1.0, 2.0], angles=[0.1, 0.2, 0.3]),
    lambda: granum.impact({OBLIQUE!r}, angles=2.0),
    lambda: granum.impact({OBLIQUE!r}, angles=0.1, tangential=1.0),
    lambda: granum.path({PLATE!r}),
    lambda: granum.impact("none.yaml"),
    lambda: granum.impact({PLATE!r}, ["1 m/s"]),
    lambda: granum.fit({{"problem": "fit"}}, {{"speed": [1.0], "restitution": "2 %"}}),
    lambda: granum.fit({{"problem": "fit"}}, {{"speed": [1.0], "restitution": 0.5}}, {{"restitution": "2 %"}}),
    lambda: granum.fit({{"problem": "fit"}}, {{"speed": 1.0, "restitution": 0.5}}, {{"duration": 1e-6}}),
    lambda: granum.fit({{"problem": "fit"}}, {{"speed": 1.0, "restitution": 0.5}}, [{{"restitution": 0.1}}]),
    lambda: granum.fit({{"problem": "fit"}}, [{{"speed": 1.0, "restitution": 0.5}}] * 2, [{{"restitution": 0.1}}]),
    lambda: granum.fit({{"problem": "fit"}}, free=["materials.a.youngs_modulus"]),
    lambda: granum.fit({{"problem": "fit"}}, free={{"materials.a.youngs_modulus": 1e9}}),
    lambda: granum.fit({{"problem": "fit"}}, [1.0, 2.0]),
):
    try:
        call()
        told.append("")
    except granum.Error as error:
        told.append(str(error))
rows = {{name: value.tolist() for name, value in found.items() if name != "failed"}}
times = ball["bounces"]["time"].tolist()
space = [{{k: v.tolist() for k, v in each.items() if k != "failed"}} for each in (oblique, paths)]
more = [aimed["tangential_restitution"].tolist(), slid["impulse_ratio"].tolist(), loop["friction_y"].tolist()]
with open(os.path.join(sys.argv[1], str(os.getpid())), "w") as out:
    json.dump([rows, swept["restitution"].shape, times, ball["rest_time"], told, space, more], out)
"""


def compute(ranks):
    """The arrays of a run of the script. Each rank writes a file, because lines of ranks can mix in their output."""
    launch = [MPIEXEC, "-n", str(ranks)] if ranks > 1 else []
    with own_session() as environment, tempfile.TemporaryDirectory() as folder:
        ended = subprocess.run(
            [*launch, sys.executable, "-c", SCRIPT, folder],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            env=environment,
        )
        written = []
        for name in os.listdir(folder):
            with open(os.path.join(folder, name)) as file:
                written.append(file.read())
    fact(len(written) == ranks and len(set(written)) == 1, f"{ranks}: all ranks have the arrays {ended.stderr[-1500:]}")
    return json.loads(written[0]) if written else None


with tempfile.TemporaryDirectory() as top:
    run(["run", PLATE, "-o", os.path.join(top, "plate"), "--set", VARIANTS])
    run(["run", BALL, "-o", os.path.join(top, "ball"), "--case", "1"])
    sets = [word for key, value in FEW.items() for word in ("--set", f"{key}={json.dumps(value)}")]
    run(["run", OBLIQUE, "-o", os.path.join(top, "oblique"), *sets])
    run(["run", PATHS, "-o", os.path.join(top, "paths")])
    computed = [compute(ranks) for ranks in (1, 2, 3)]
    fact(computed[0] == computed[1] == computed[2], "same arrays on 1, 2 and 3 ranks")
    rows, shape, times, rest, told, space, more = computed[0]
    with h5py.File(os.path.join(top, "plate", "results.h5")) as file:
        for number, variant in enumerate("ab"):
            group = file["impact"][variant]
            wrong = [
                name
                for name, value in rows.items()
                if not np.array_equal(np.array(value[number]), group[name][()], equal_nan=True)
            ]
            fact(not wrong and len(rows) == 14, f"{variant}: the bits of the command {wrong}")
    cases = ("partial_slip", "mindlin", "linear_spring"), ("mindlin", "partial_slip", "cycle")
    for found, names, kind, table in zip(space, cases, ("oblique", "paths"), ("impact", "path")):
        with h5py.File(os.path.join(top, kind, "results.h5")) as file:
            wrong = {
                key
                for number, case in enumerate(names)
                for key, value in {**file[table][case].get("trajectory", {}), **file[table][case]}.items()
                if isinstance(value, h5py.Dataset) and key not in ("run", "first_point") and key in found
                if not np.array_equal(np.squeeze(value[()]), found[key][number], equal_nan=True)
            }
            fact(not wrong and len(found) > 30, f"{kind}: {len(found)} columns have the bits of the command {wrong}")
    off = np.abs(np.subtract(more[0], space[0]["tangential_restitution"][0])).max()
    fact(off < 1e-12, f"angles as an array give the impacts of the case, to {off:.0e}")
    fact(np.abs(np.subtract(more[1], 0.15)).max() < 1e-3, f"tangential velocities: they slide throughout {more[1]}")
    fact(len(more[2]) == 81, f"a path with 80 steps has {len(more[2])} points")
    fact(shape == [2, 7], f"an array for each case of a sweep: {shape}")
    with h5py.File(os.path.join(top, "ball", "results.h5")) as file:
        same = np.array_equal(file["bounces/time"][()] if "bounces" in file else file["bounce/bounces/time"][()], times)
    fact(same and rest > 1, f"a ball has the bits of the command, and rests at {rest}")
    for text, part in zip(
        told,
        (
            "give a case with problem: bounce",
            "speeds must be numbers above 0",
            "speeds must be numbers above 0",
            "give angles or tangential",
            "give as many, or one",
            "angles must be numbers from 0 to below pi/2",
            "give one of them",
            "give a case with problem: path",
            "cannot be read",
            "speeds: ['1 m/s'] is not a number or an array of numbers; give numbers in m/s",
            "restitution: '2 %' is not a number",
            "deviation of restitution: '2 %' is not a number",
            "deviations have 'duration', which the data do not observe; the data have restitution",
            "deviations are [{'restitution': 0.1}]; give a dictionary",
            "data are a list of 2 tables; give deviations as a list",
            "free is ['materials.a.youngs_modulus']; give a dictionary {key: (from, to)}",
            "free has 1000000000.0 for materials.a.youngs_modulus; give a dictionary",
            "data are 1.0; give a dictionary of arrays",
        ),
    ):
        fact(part in text, f"refused: {text}")
done()
