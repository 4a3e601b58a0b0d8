"""Named constants and expressions in inputs: values, units, order of operations, overrides, sweeps, variants; each
mistake is refused with its place and a remedy.
Labels: bulk input law record run time wall."""
import json
import os
import tempfile

import h5py
from granum_test import case, done, fact, run

HEAD = """
title: =d is a text here
dimension: 3
constants: {d: 2 mm, half: =d/2, n: 3, rho: 2500 kg/m^3, f: 50 Hz, w_1: 2 rad/s, E: 1e7}
"""
CASE = """
domain: {lower: [0, 0, 0], upper: [=10*d, "=10 * d", 40 mm]}
materials: {glass: {density: =rho, youngs_modulus: =E, poisson_ratio: =1/4}}
contacts: [{between: '*', normal: {law: hertz}}]
particles: {beads: {at: [{position: [5 mm, 5 mm, 5 mm]}], material: glass, radius: R, mass: =rho*4/3*3.14*half^3}}
walls: {floor: {side: lower_z, material: glass, oscillation: {amplitude: [0, 0, =d/20], frequency: =2*f}}}
output: {trajectory: {every: off}, fields: {every: 1 ms, cells: [=n, =n+1, =(n-1)^2]}}
time: {end: 1 us, step: 0.1 us}
"""


def resolved(folder, value, sets=(), text=HEAD + CASE):
    run(
        [
            "run",
            case(text.replace("R,", f"{value},")),
            "-o",
            folder,
            "--overwrite",
            *(a for s in sets for a in ("--set", s)),
        ]
    )
    with open(os.path.join(folder, "input.yaml")) as f:
        return f.read()


def radius(text):
    return float(next(line for line in text.splitlines() if line.strip().startswith("radius:")).split(":")[1])


def check_values(top):
    d, g = 2e-3, 9.81
    for value, expected in (
        ("=d", d),
        ("= d / 4", d / 4),
        ("=half", d / 2),
        ("=0.2 cm", d),
        ("=d - 0.5 mm + 1 um", 1.501e-3),
        ("=d - (0.5 mm - 1 um)", 1.501e-3),
        ("=8 mm/n/2", 8e-3 / 3 / 2),
        ("=-d + 3 mm", 1e-3),
        ("=-(-d)", d),
        ("=1 m*(d/1 m)^2*100", 1 * (d * d) * 100),
        ("=(4 mm^2)^0.5", d),
        ("=(0.5 mm)^-1*1 mm^2", 2e-3),
        ("=2 mm/s * 1 s", d),
        ("=9.81 m/s^2*1 s/f/100", g / 50 / 100),
        ("=1e-3", 1e-3),
        ('"=d"', d),
        ("=2 mm*sin(90 deg)", d),
        ("=2 mm*((3 rad)/(1.5 rad) - 1)", d),
        ("=1 mm*(1 + 60 deg/(60 deg))", d),
        ("=2 mm*sin(2*pi*f*5 ms - 45 deg + 45 deg)", d),
    ):
        found = radius(resolved(f"{top}/a", value))
        fact(abs(found - expected) <= 4e-16 * expected, f"{value} is {found}")
    fact(radius(resolved(f"{top}/a", "=d")) == radius(resolved(f"{top}/a", "2 mm")), "=d has the bits of 2 mm")
    text = resolved(f"{top}/a", "=half", ["constants.d=3 mm", "constants.n=2"])
    fact(radius(text) == 1.5e-3 and "cells: [2, 3, 1]" in text, "--set of a constant")
    fact("upper: [0.03, 0.03, 0.04]" in text and "frequency: 100" in text, "numbers in lists; Hz remains Hz")
    fact("constants" not in text and "density: 2500" in text, "the resolved input has numbers only")
    fact('title: "=d is a text here"' in text, "a title is a text")
    again = run(["check", f"{top}/a/input.yaml"], check=False)
    fact(again.returncode == 0, "the resolved input is a valid input")


def check_studies(top):
    path = case(HEAD + CASE.replace("R,", "=half,") + "sweep: {constants.d: [2 mm, 4 mm]}\n")
    run(["run", path, "-o", f"{top}/sweep"])
    with open(f"{top}/sweep/study.json") as f:
        study = json.load(f)
    fact(study["units"]["constants.d"] == "m", "the unit of a swept constant")
    fact([c["swept"]["constants.d"] for c in study["cases"]] == [2e-3, 4e-3], "the values of a swept constant")
    for point, expected in (("point-1", 1e-3), ("point-2", 2e-3)):
        with h5py.File(f"{top}/sweep/{point}/results.h5") as f:
            fact(f["particles/grains/radius"][0] == expected, f"{point} has the radius {expected}")
    path = case(
        HEAD + CASE.replace("R,", "=half,") + "variants: {one: {constants.d: 6 mm}, two: {constants.E: 2 GPa}}\n"
    )
    run(["run", path, "-o", f"{top}/variants"])
    with h5py.File(f"{top}/variants/one/results.h5") as f:
        fact(f["particles/grains/radius"][0] == 3e-3, "a variant changes a constant")


def check_mistakes():
    for value, sets, place, words in (
        ("=2*q", [], ":9:", "'q', which is neither a constant nor a unit; define it below constants"),
        ("=d + 1 s", [], "radius", "adds a number in 'm' and one in 's'"),
        ("=f*0.1 mm + w_1*1 mm", [], "radius", "write the same unit"),
        ("=rho", [], "radius", "the unit 'kg m^-3' does not convert to m"),
        ("=d*", [], "radius", "has no number or name"),
        ("=(d", [], "radius", "write one ) for each ("),
        ("=d)", [], "radius", "write an operator"),
        ("=d^0.3", [], "radius", "write a multiple of 1/2"),
        ("=d/0", [], "radius", "is not a finite number"),
        ("=2 d", [], "radius", "write * between them"),
        ("=" + "(" * 40 + "d" + ")" * 40, [], "radius", "write one ) for each ("),
        ("=-d", [], "radius", "is out of range"),
        ("=d", ["constants.half==later", "constants.later==d"], "constants.half", "before it is defined"),
        ("=d", ["constants=[1]"], "constants", "write {NAME: number with unit}"),
        ("=d", ["constants.a-b=1"], "constants.a-b", "write letters, digits and _"),
        ("=d", ["constants.d=[1]"], "constants.d", "write a number with its unit"),
        ("=d", ["constants.d="], "constants.d", "write a number with its unit"),
        ("=d", ["output.fields.cells=[==n/2,1,1]".replace("==", "=")], "cells", "is not a whole number"),
    ):
        arguments = [a for s in sets for a in ("--set", s)]
        found = run(["check", case(HEAD + CASE.replace("R,", f"{value},")), *arguments], check=False)
        text = found.stderr.strip()
        fact(found.returncode == 2 and place in text and words in text, f"{value[:12]} {sets} is refused: {text}")


with tempfile.TemporaryDirectory() as top:
    check_values(top)
    check_studies(top)
    check_mistakes()
done()
