"""`check --json`, `keys --json`, `laws --json` and `--errors json`: valid JSON with the numbers of the text form.
Labels: chain input law parallel record run time."""
import json
import os
import re

from granum_test import SOURCE, case, done, fact, run

HOPPER = os.path.join(SOURCE, "inputs/bulk/hopper.yaml")
STUDY = """
dimension: 1
materials: {steel: {density: 7800 kg/m^3, youngs_modulus: 193 GPa, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 90 %}}]
particles: {beads: {chain: {count: 3}, material: steel, radius: 2.38 mm, velocity: 1 m s-1}}
time: {end: 1 us, step: 0.1 us}
sweep: {particles.beads.chain.count: [3, 4, 7]}
"""


def document(*arguments, ranks=1):
    return json.loads(run([*arguments, "--json"], ranks).stdout)


def number_after(text, label):
    return float(re.search(rf"^\s*{re.escape(label)}([-+.e\d]+)", text, re.M)[1])


# check: each number of the text form, on one and on three ranks
text = run(["check", HOPPER]).stdout
for ranks in (1, 3):
    found = document("check", HOPPER, ranks=ranks)
    (the_case,) = found["cases"]
    for label, name in (("particles: ", "particles"), ("steps: ", "steps"), ("step: fixed step ", "step_s")):
        fact(f"{number_after(text, label):.6g}" == f"{the_case[name]:.6g}", f"{ranks}: {name} is {the_case[name]}")
    for words, name in (("stable up to ", "stable_step_s"), ("accurate to 2 % up to ", "accurate_step_s")):
        fact(f"{the_case[name]:.4g} s" in text, f"{ranks}: {name}, {words}{the_case[name]}")
    for name in ("rayleigh_time_s", "contact_duration_s"):
        fact(f"{the_case[name]:.4g} s)" in text, f"{ranks}: {name} is {the_case[name]}")
    outputs = {output["name"]: output for output in the_case["outputs"]}
    fact(outputs["trajectory"]["samples"] == 96, f"{ranks}: 96 samples of the trajectory: {outputs['trajectory']}")
    left = [line for line in text.splitlines() if line in the_case["lines"]]
    fact(left == the_case["lines"] and len(left) > 4, f"{ranks}: the JSON form has the other {len(left)} lines")
    fact(
        [stage["name"] for stage in the_case["stages"]] == ["settle", "run"], f"{ranks}: the JSON form lists the stages"
    )
    fact(
        the_case["ranks"] == ranks and found["next"].endswith(f"run {HOPPER}"),
        f"{ranks}: the JSON form contains the next command: {found['next']}",
    )
fact("time:" in document("check", HOPPER, "--all")["resolved"], "check --all adds the resolved case to the JSON output")

# a study, and other problems
study = document("check", case(STUDY))
fact(
    [c["particles"] for c in study["cases"]] == [3, 4, 7] and study["points"] == 3,
    f"cases of a study: {study['cases']}",
)
impacts = document("check", os.path.join(SOURCE, "inputs/impact/restitution-curve.yaml"))
told = run(["check", os.path.join(SOURCE, "inputs/impact/restitution-curve.yaml")]).stdout
fact(
    told.startswith(f"{impacts['members']} ") and impacts["cases"] == [],
    f"check counts the members of a problem of impacts: {impacts['members']}",
)

# keys: the rows of the reference
rows = [row.split("|")[1].strip(" `") for row in run(["keys"]).stdout.splitlines() if row.startswith("| `")]
sections = document("keys")["sections"]
fact(
    [key["name"] for s in sections for key in s["keys"]] == rows,
    f"{len(rows)} keys in {len(sections)} sections: the JSON and text forms list the same",
)
wrong = [
    key["example"]
    for s in sections
    for key in s["keys"]
    if key["value"] == "whole number" and re.search(r": [\d.]*\.\d", key["example"])
]
fact(not wrong, f"examples of whole numbers are whole: {wrong}")
(step,) = [key for s in document("keys", "time.step")["sections"] for key in s["keys"]]
fact(
    step["unit"] == "s" and step["above"] == 0 and step["words"] == ["auto"],
    f"the JSON reference contains unit, bound and words of time.step: {step}",
)
fact(step["required"] is False and step["default"] == "auto", "the JSON reference contains the default of time.step")

# laws: the list, and the numbers of each example
laws = document("laws")["laws"]
names = [line.split()[0] for line in run(["laws"]).stdout.splitlines() if not line.startswith(" ")]
fact([law["name"] for law in laws] == names, f"granum laws: the JSON and text forms list the same {len(names)} laws")
for law in laws:
    card = run(["laws", law["name"]]).stdout
    fact(
        law["examples"] or "\nexample " not in card,
        f"{law['name']}: the JSON form contains the {len(law['examples'])} example tables of the text",
    )
    for table in law["examples"]:
        for row in zip(*(column["values"] for column in table)):
            line = "".join(rf"\s+{re.escape(f'{x:.{6 if k else 5}g}')}" for k, x in enumerate(row))
            fact(re.search(rf"^{line}$", card, re.M), f"{law['name']}: {row}")

# errors: file, line, column, key, problem, remedy
bad = case("dimension: 1\nmaterials: {steel: {density: -1}}\n")
TAB = case("dimension: 1\n\tmaterials: {}\n")
ERRORS = [
    (["check", bad], (bad, 2, 30, "materials.steel.density", "-1 is out of range")),
    (["check", HOPPER, "--set", "time.stpe=1"], (None, None, None, "time.stpe", "unknown key")),
    (["check", HOPPER, "--set", "gravity={a: b}"], (None, None, None, "gravity", None)),
    (["run", TAB], (TAB, 2, 1, None, None)),
    (["keys", "bogus"], (None, None, None, None, "keys: no key is called bogus")),
    (["run", HOPPER, "--bogus"], (None, None, None, None, "there is no option --bogus")),
]
for arguments, (path, line, column, key, problem) in ERRORS:
    plain = run(arguments, check=False)
    for ranks in (1, 2):
        told = run([*arguments, "--errors", "json"], ranks, check=False)
        lines = [line for line in told.stderr.splitlines() if line.startswith("{")]
        fact(told.returncode == 2 and len(lines) == 1, f"{arguments} on {ranks}: prints one JSON object {told.stderr}")
        error = json.loads(lines[0])
        place = tuple(error[name] for name in ("file", "line", "column", "key"))
        fact(place == (path, line, column, key), f"the error has the place: {place}")
        fact(problem in (None, error["problem"]) and error["remedy"], f"{error['problem']}; {error['remedy']}")
        fact(plain.stderr == f"granum: {error['message']}\n", "the JSON and text forms of the message are equal")
        fact(error["severity"] == "error" and error["exit_code"] == 2, "the error has severity and exit code")
refused = run(["check", HOPPER, "--errors", "yaml"], check=False)
fact(refused.returncode == 2 and "write --errors json" in refused.stderr, refused.stderr)
unused = run(["check", HOPPER, "--set", "materials.ptfe={density: 2178}", "--errors", "json"])
warning = json.loads(unused.stderr.splitlines()[0])
fact(warning["severity"] == "warning" and "ptfe" in warning["message"], f"a warning is a JSON object: {warning}")
done()
