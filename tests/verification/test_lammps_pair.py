"""The impacts in lammps-pair.csv are results of LAMMPS: runs it again, if it is installed, and compares.

The unit test slide_lammps computes the same two spheres with the library's laws and compares every row to rounding,
with or without LAMMPS. The spheres collide off the line of their centres, both rotating, so that their contact
slides, sticks and slides again while its plane rotates. `mindlin`: friction alone; `resisting`: with rolling and
twisting resistance; `force`, `rescale`, `rescale_force`: with the springs of these names; `history`:
gran/hertz/history; `velocity`, `mass_velocity`, `viscoelastic`: with the dampings of these names, the first and the
last with marshall's twisting; `dmt`: with adhesion, without friction. test_lammps_pair.py --write writes the file.
Labels: contact particle."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from granum_test import done, fact, run, skip

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lammps-pair.csv")
GRANULAR = (
    "pair_style granular\npair_coeff * * hertz/material 7e7 0.7 0.25 tangential {} NULL 1.0 0.4{} damping "
    "tsuji limit_damping"
)
MODELS = {
    "mindlin": GRANULAR.format("mindlin", ""),
    "resisting": GRANULAR.format("mindlin", " rolling sds 20000 0.5 0.05 twisting sds 0.3 1e-5 2e-4"),
    "force": GRANULAR.format("mindlin/force", ""),
    "rescale": GRANULAR.format("mindlin_rescale", ""),
    "rescale_force": GRANULAR.format("mindlin_rescale/force", ""),
    "history": "pair_style gran/hertz/history 5e7 NULL 1e6 NULL 0.4 1 limit_damping\npair_coeff * *",
    "velocity": "pair_style granular\npair_coeff * * hooke 5e4 2 tangential linear_history 1.5e4 0.5 0.4 "
    "twisting marshall damping velocity limit_damping",
    "mass_velocity": "pair_style granular\npair_coeff * * hooke 5e4 800 tangential linear_history 1.5e4 0.5 0.4 "
    "damping mass_velocity limit_damping",
    "viscoelastic": "pair_style granular\npair_coeff * * hertz/material 7e7 1e6 0.25 tangential mindlin NULL 1.0 0.4 "
    "twisting marshall damping viscoelastic limit_damping",
    "dmt": "pair_style granular\npair_coeff * * dmt 7e7 1e6 0.25 20 tangential linear_nohistory 0 0 "
    "damping viscoelastic",
}
STEPS, EVERY = 800, 10
INPUT = """units si
atom_style sphere
boundary f f f
newton off
comm_modify vel yes
atom_modify map array
neighbor 0.004 bin
region box block -0.1 0.1 -0.1 0.1 -0.1 0.1
create_box 1 box
create_atoms 1 single 0 0 0
create_atoms 1 single 0.0166 0.003 -0.0025
set atom 1 diameter 0.02 density 2500
set atom 2 diameter 0.014 density 2500
set atom 1 omega 40 -25 60
set atom 2 omega -30 70 15
group first id 1
group second id 2
velocity first set 0.3 0.2 -0.1
velocity second set -0.9 0.5 0.8
PAIR
fix 1 all nve/sphere
timestep 1e-6
dump d all custom EVERY FILE id x y z vx vy vz omegax omegay omegaz fx fy fz
dump_modify d sort id format float %.17g
run STEPS
"""


def lammps(command, pair):
    """[step, id, x, y, z, ...] of both spheres in every dumped step."""
    with tempfile.TemporaryDirectory() as directory:
        dump = os.path.join(directory, "dump")
        text = (
            INPUT.replace("PAIR", pair).replace("EVERY", str(EVERY)).replace("FILE", dump).replace("STEPS", str(STEPS))
        )
        done = subprocess.run(
            [command, "-log", "none"], input=text, cwd=directory, capture_output=True, text=True, timeout=120
        )
        if done.returncode:
            sys.exit(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        with open(dump) as f:
            frames = f.read().split("ITEM: TIMESTEP\n")[1:]
    rows = []
    for frame in frames:
        lines = frame.splitlines()
        rows += [[int(lines[0])] + [float(word) for word in line.split()] for line in lines[-2:]]
    return rows


def write(command):
    with open(TABLE, "w") as f:
        print("# two spheres in LAMMPS, written by test_lammps_pair.py, which has the input; SI units", file=f)
        print("model,step,id,x,y,z,vx,vy,vz,wx,wy,wz,fx,fy,fz", file=f)
        for name, pair in MODELS.items():
            for row in lammps(command, pair):
                print(f"{name},{row[0]},{int(row[1])},{','.join(f'{number:.17g}' for number in row[2:])}", file=f)


def compare(command):
    with open(TABLE) as f:
        recorded = [line.rstrip("\n").split(",") for line in f if not re.match("#|model", line)]
    for name, pair in MODELS.items():
        rows, again = [row for row in recorded if row[0] == name], lammps(command, pair)
        assert (
            len(rows) == len(again) == 2 * (STEPS // EVERY + 1)
        ), f"{name}: {len(rows)} rows, LAMMPS wrote {len(again)}"
        for old, new in zip(rows, again):
            for i, number in enumerate(new):
                # 800 steps of rounding, in case LAMMPS is compiled differently; numbers are up to 1e2
                assert abs(float(old[i + 1]) - number) < 1e-10 * max(
                    1, abs(number)
                ), f"{name}, step {old[1]}: {old} is now {new}"
        fact(True, f"{name}: {len(rows)} rows as recorded")


found = shutil.which("lmp")
card = " ".join(run(["laws", "twisting_spring"]).stdout.split())
fact(
    "Beyond the limit LAMMPS takes the sign of the rate" in card,
    "the card of twisting_spring states how LAMMPS differs",
)
if not found:
    skip("no lmp on this machine: nothing compared")
elif sys.argv[1:] == ["--write"]:
    write(found)
    print("the record was written again")
else:
    compare(found)
done()
