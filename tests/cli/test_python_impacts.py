"""Impacts and bouncing balls as arrays in Python: the bits of the command on 1, 2 and 3 ranks, sweeps, and what is
refused.
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
VARIANTS = "variants={a: {bodies.0.mass: 0.25 g}, b: {bodies.0.mass: 0.3 g}}"
SCRIPT = f"""
import json
import os
import sys
import numpy as np
import granum

found = granum.impact({PLATE!r}, set={{"variants": "{{a: {{bodies.0.mass: 0.25 g}}, b: {{bodies.0.mass: 0.3 g}}}}"}})
swept = granum.impact({PLATE!r}, np.linspace(0.1, 5, 7), {{"variants": "{{}}", "sweep": {{
    "contacts.0.normal.viscosity": [1e5, 2e5]}}}})
ball = granum.bounce({BALL!r}, name=1)
told = []
for call in (
    lambda: granum.bounce({PLATE!r}),
    lambda: granum.impact({PLATE!r}, [1.0, -1.0]),
    lambda: granum.impact({PLATE!r}, [float("nan")]),
    lambda: granum.impact({PLATE!r}, set={{"angle": "30 deg"}}),
    lambda: granum.impact("none.yaml"),
):
    try:
        call()
        told.append("")
    except granum.Error as error:
        told.append(str(error))
rows = {{name: value.tolist() for name, value in found.items() if name != "failed"}}
times = ball["bounces"]["time"].tolist()
with open(os.path.join(sys.argv[1], str(os.getpid())), "w") as out:
    json.dump([rows, swept["restitution"].shape, times, ball["rest_time"], told], out)
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
    computed = [compute(ranks) for ranks in (1, 2, 3)]
    fact(computed[0] == computed[1] == computed[2], "same arrays on 1, 2 and 3 ranks")
    rows, shape, times, rest, told = computed[0]
    with h5py.File(os.path.join(top, "plate", "results.h5")) as file:
        for number, variant in enumerate("ab"):
            group = file["impact"][variant]
            wrong = [
                name
                for name, value in rows.items()
                if not np.array_equal(np.array(value[number]), group[name][()], equal_nan=True)
            ]
            fact(not wrong and len(rows) == 14, f"{variant}: the bits of the command {wrong}")
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
            "oblique impacts are computed by `granum run`",
            "cannot be read",
        ),
    ):
        fact(part in text, f"refused: {text}")
done()
