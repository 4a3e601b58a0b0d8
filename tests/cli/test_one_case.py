"""`--case`: a single case of a study has the bits that it has in the study, in any folder, and can be resumed alone.
Labels: input law mechanism parallel run time."""
import json
import os
import tempfile

from cases import struck_chain
from granum_test import SOURCE, case, done, fact, run

CASE = (
    struck_chain(50)
    + """time: {end: 0.1 ms, step: 0.1 us}
output: {energy: {every: 10 us}}
variants: {soft: {materials.steel.youngs_modulus: 100e9}, plain: {contacts.0.normal: {law: hertz}}}
sweep: {particles.striker.velocity: [1 m/s, 2 m/s]}
"""
)
OF_STUDY = {"name": "plain/point-1", "variant": "plain", "swept": {"particles.striker.velocity": 1}}
OF_STUDY["units"] = {"particles.striker.velocity": "m/s"}
NAMES = ("soft/point-1", "soft/point-2", "plain/point-1", "plain/point-2")


def same(a, b):
    return run(["diff", os.path.join(a, "results.h5"), os.path.join(b, "results.h5")], check=False).returncode == 0


def complaint(path, which, said):
    told = run(["run", path, "--case", which, "-o", "none"], check=False)
    fact(
        told.returncode == 2 and said in told.stderr and not os.path.exists("none"),
        f"--case {which}: {told.stderr.strip()}",
    )


with tempfile.TemporaryDirectory() as top:
    os.chdir(top)
    path = case(CASE)
    run(["run", path, "-o", "all"])
    for number, name in enumerate(NAMES, 1):
        run(["run", path, "-o", f"task-{number}", "--case", number])
        fact(same(f"all/{name}", f"task-{number}"), f"--case {number} gives {name} the bits of the study")
    fact(not same("task-1", "task-2") and not same("task-1", "task-3"), "case 1 differs from cases 2 and 3")
    run(["run", path, "--case", NAMES[2], "--set", "time.end=0.05 ms"], ranks=2)
    folder = os.path.join(os.path.basename(path)[: -len(".yaml")], NAMES[2])
    run(["resume", folder, "--set", "time.end=0.1 ms"])
    for record in (f"all/{NAMES[2]}", folder, "task-3"):
        with open(os.path.join(record, "run.json")) as file:
            about = json.load(file).get("case")
        fact(
            about == OF_STUDY,
            f"run.json of {record} has name, variant and swept values of its case, also after a resume: {about}",
        )
    with open(os.path.join(folder, "input.yaml")) as file:
        fact("law: hertz" in file.read(), f"without -o the folder is named after study and case: {folder}")
    told = run(["check", path, "--case", NAMES[3], "--all"]).stdout
    fact("velocity: 2\n" in told and "sweep" not in told, "granum check --case describes one case")
    complaint(path, "5", "has 4 cases; write a number from 1 to 4, or a name from soft/point-1 to plain/point-2")
    complaint(path, "plain/point-9", "has no such case; did you mean plain/point-1?")
    complaint(
        os.path.join(SOURCE, "inputs/chain/horizontal-70.yaml"), "1", "is a single case without variants or a sweep"
    )
    os.unlink(path)
    mechanism = os.path.join(SOURCE, "inputs/mechanism/clearance-speeds.yaml")
    told = run(["run", mechanism, "--case", "2", "--set", "time.end=0.01", "-o", "mechanism"]).stdout
    fact(" impact" in told and "2 cases" not in told, f"run --case with a mechanism: {told.splitlines()[-2]}")
done()
