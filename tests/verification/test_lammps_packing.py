"""200 steps of 32 000 spheres in contact, compared with LAMMPS step by step: Hertzian contact, friction with a
spring, periodic cube.

lammps-packing.csv has the results of LAMMPS (29 Sep 2021) for every 16th sphere. If LAMMPS is installed, it runs
again and all spheres are compared. Both programs use the same scheme: the force uses the velocity of half a step,
the lever arms are taken from LAMMPS, a tensile contact has friction, and granum's restitution corresponds to the
damping of LAMMPS. In LAMMPS a step of 1e-12 precedes, because its first evaluation has no friction if the dashpot
alone exceeds the limit.
  material   pair_style granular, hertz/material, mindlin, tsuji: positions within 1e-8 of a diameter (2e-11 when this
             was written)
  history    gran/hertz/history, whose springs lose length when the contact planes rotate: 1e-5 (3.5e-6)
Without friction both programs agree to rounding in both cases. test_lammps_packing.py --write writes the file.
Labels: contact particle record run time."""
import os
import shutil
import subprocess
import sys
import tempfile

import h5py
import numpy as np
from granum_test import SOURCE, done, fact, simulate

sys.path.insert(0, os.path.join(SOURCE, "tests", "bench"))
from packing_data import CASE, EDGE, RULES, write_lammps  # noqa: E402

TABLE = os.path.join(SOURCE, "tests/verification/lammps-packing.csv")
STEPS, EVERY, STEP = 200, 16, 0.002
WITHIN = {"material": 1e-8, "history": 1e-5}  # of a diameter, which is 1
PAIRS = {
    "material": "pair_style granular\npair_coeff * * hertz/material 20000.0 0.9 0.3 tangential mindlin NULL 1.0 0.3 "
    "damping tsuji",
    "history": "pair_style gran/hertz/history 20000.0 NULL 50.0 NULL 0.3 1\npair_coeff * *",
}
INPUT = """units lj
atom_style sphere
boundary p p p
newton off
comm_modify vel yes
read_data packing.data
neighbor 0.1 bin
neigh_modify delay 0 every 1 check yes
{pair}
fix 1 all nve/sphere
timestep 1e-12
run 1
timestep {step}
run {steps}
write_dump all custom positions id x y z modify sort id format float %.17g
"""


def lammps(command, style, folder):
    """[id, x, y, z] of all spheres after the last step."""
    write_lammps(os.path.join(folder, "packing.data"))
    text = INPUT.format(pair=PAIRS[style], step=STEP, steps=STEPS)
    told = subprocess.run(
        [command, "-log", "none"], input=text, cwd=folder, capture_output=True, text=True, timeout=300
    )
    if told.returncode:
        sys.exit(f"{command} ended with {told.returncode}:\n{told.stdout}{told.stderr}")
    return np.loadtxt(os.path.join(folder, "positions"), skiprows=9)


def granum(style, folder):
    """[id, x, y, z] of all spheres after the last step."""
    sets = RULES[style]() + [f"time.end={STEPS * STEP}", f"output.trajectory.every={STEPS * STEP}"]
    with h5py.File(
        simulate(CASE, os.path.join(folder, style), sets, options=["-ts_verlet_velocity", "half"]), "r"
    ) as f:
        grains = f["particles/grains"]
        assert grains["position/step"][-1] == STEPS
        return np.column_stack([grains["id"][:], grains["position/value"][-1]])


def apart(a, b):
    """The largest difference of a coordinate, through the periodic sides."""
    assert np.array_equal(a[:, 0], b[:, 0])
    difference = a[:, 1:] - b[:, 1:]
    return np.abs(difference - EDGE * np.round(difference / EDGE)).max()


def write(command):
    with tempfile.TemporaryDirectory() as folder, open(TABLE, "w") as out:
        print(
            f"# every {EVERY}th sphere of tests/bench/packing-32k.csv after {STEPS} steps of LAMMPS; "
            "written by test_lammps_packing.py --write",
            file=out,
        )
        print("style,id,x,y,z", file=out)
        for style in PAIRS:
            for row in lammps(command, style, folder)[::EVERY]:
                print(f"{style},{int(row[0])},{','.join(f'{x:.17g}' for x in row[1:])}", file=out)


def recorded(style):
    with open(TABLE) as table:
        rows = [line.rstrip("\n").split(",") for line in table]
    return np.array([[float(word) for word in row[1:]] for row in rows if row[0] == style])


def compare(command):
    with tempfile.TemporaryDirectory() as folder:
        for style, within in WITHIN.items():
            ours, theirs = granum(style, folder), recorded(style)
            fact(
                len(theirs) == len(ours) / EVERY == 2000, f"{style}: {len(theirs)} of {len(ours)} spheres are recorded"
            )
            off = apart(ours[::EVERY], theirs)
            fact(off < within, f"{style}: recorded spheres within {off:.1e} of a diameter (at most {within:g})")
            if command:
                again = lammps(command, style, folder)
                fact(
                    apart(again[::EVERY], theirs) < 1e-9,
                    f"{style}: a new run of LAMMPS equals the record within {apart(again[::EVERY], theirs):.1e}",
                )
                off = apart(ours, again)
                fact(off < within, f"{style}: all {len(ours)} spheres within {off:.1e} of a diameter")
    done()


found = shutil.which("lmp")
if sys.argv[1:] == ["--write"]:
    write(found)
else:
    compare(found)
