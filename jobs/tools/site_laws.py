"""The pages of the contact laws for jobs/tools/site: card, picture, and an example that runs."""
import contextlib
import io
import json
import os
import shutil
import subprocess

import granum_post.__main__
from granum_post import page
from granum_post.page import escape

ROLES = ("normal", "adhesion", "tangential", "rolling", "twisting", "bond")
STEEL = "{density: 7800 kg/m^3, youngs_modulus: 207 GPa, poisson_ratio: 0.3, yield_stress: 1030 MPa}"
IMPACT = """\
title: Impacts of two steel spheres, {name}
problem: impact
materials:
  steel: {steel}
contacts:
  - {{between: [steel, steel], {rules}}}
bodies:
  - {{material: steel, radius: 20 mm}}
  - {{material: steel, radius: 20 mm}}
velocities: {speeds}
end: apart
curves: true
"""
PAIR = """\
title: Two steel spheres, {name}
dimension: 3
domain: {{lower: [-0.1, -0.1, -0.1], upper: [0.1, 0.1, 0.1]}}
materials:
  steel: {steel}
contacts:
  - {{between: [steel, steel], {rules}}}
particles:
  spheres:
    material: steel
    radius: 20 mm
    at:
      - {{position: [-0.02{gap}, 0, 0], velocity: [0.5, 0.5, 0], spin: [10, 0, 0]}}
      - {{position: [0.02, 0, 0]}}
time: {{end: 4e-4}}
output: {{trajectory: {{every: 1e-5}}, energy: {{every: 1e-5}}}}
"""


def flow(values):
    """A map as YAML in one line."""
    return "{" + ", ".join(f"{key}: {value}" for key, value in values.items()) + "}"


def print_law(granum, *arguments):
    """The output of `granum laws`."""
    return subprocess.run([granum, "laws", *arguments], capture_output=True, text=True, check=True).stdout


def read_laws(granum):
    """All laws: (role, values of the worked example) in the order of the registry."""
    schema = json.loads(subprocess.run([granum, "schema"], capture_output=True, text=True, check=True).stdout)
    laws = {role: schema["$defs"][f"{role}_law"]["oneOf"] for role in ROLES}
    return [(role, law["examples"][0]) for role in ROLES for law in laws[role]]


def example_of(role, values):
    """A complete case with this law: free impacts, or two spheres that meet obliquely and, with a bond, touch."""
    name, rule = values["law"], f"{role}: {flow(values)}"
    if role == "normal":
        return IMPACT.format(name=name, steel=STEEL, rules=rule, speeds=[0.1, 0.5, 1])
    if role == "adhesion":
        return IMPACT.format(name=name, steel=STEEL, rules=f"normal: {{law: hertz}}, {rule}", speeds=[0.003, 0.01])
    rules = f"normal: {{law: tsuji, restitution: 0.9}}, {rule}"
    if role in ("rolling", "twisting"):
        rules += ", tangential: {law: mindlin, friction: 0.3}"
    return PAIR.format(name=name, steel=STEEL, rules=rules, gap="" if role == "bond" else "01")


def draw(granum, role, name, case, path):
    """Draws the curves of the card of a normal law, otherwise the results of the example; returns the caption."""
    if role == "normal":
        command, caption = ["law", name, "--granum", granum], "force and restitution, worked example of the card"
    else:
        run = os.path.splitext(path)[0] + ".run"
        subprocess.run([granum, "run", case, "-o", run], capture_output=True, check=True)
        command, caption = ["energy", run], "energies of the example over time"
    if role == "adhesion":
        command, caption = ["impact", run], "overlap over time and force over overlap in the example"
    with contextlib.redirect_stdout(io.StringIO()):
        code = granum_post.__main__.main([*command, "-o", path])
    if code != 0:
        raise SystemExit(f"site: the picture of {name} could not be drawn")
    if role != "normal":
        shutil.rmtree(run)
    return caption


def law_page(granum, role, values, folder):
    """Writes picture and example of a law into the folder; returns its page as lines of HTML."""
    name, text = values["law"], example_of(role, values)
    case, picture = os.path.join(folder, f"{name}.yaml"), os.path.join(folder, f"{name}.png")
    with open(case, "w", encoding="utf-8") as file:
        file.write(text)
    caption = draw(granum, role, name, case, picture)
    lines = [f"<h1>{name}</h1>", f"<p>Contact law, key <code>{role}</code> of a rule in <code>contacts</code>.</p>"]
    lines += ["<h2>Example</h2>", f"<p>A complete case, <a href='{name}.yaml'>{name}.yaml</a>; run it with "]
    lines += [f"<code>granum run {name}.yaml</code>.</p>", f"<pre>{escape(text)}</pre>"]
    lines += ["<h2>Picture</h2>", f"<figure><img src='{name}.png' alt='{name}: {caption}'>"]
    lines += [f"<figcaption>{page.sentence(caption)}</figcaption></figure>"]
    return [*lines, "<h2>Card</h2>", f"<pre>{escape(print_law(granum, name))}</pre>"]
