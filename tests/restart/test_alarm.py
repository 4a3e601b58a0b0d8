"""The energy balance as an alarm: a run whose residual exceeds run.residual, or whose numbers are not finite, ends with
exit code 3 and one message, the same on any number of ranks and after a resume. Warnings of all segments are kept, and
the last lines have the largest overlap. Messages about large overlaps name the cause.
Labels: bulk input io law parallel particle record run wall."""
import contextlib
import json
import os
import re
import tempfile

import h5py
import numpy as np
from granum_test import card, case, done, fact, ledger, run

HEAD = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 20 mm], periodic: [true, true, false]}
materials: {s: {density: 2500, youngs_modulus: 5 MPa, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.5}}]
"""
BED = (
    HEAD
    + """
gravity: [0, 0, -9.81]
particles: {a: {random: {count: 60}, material: s, radius: 1 mm, velocity_deviation: 0.3}}
walls: {floor: {side: lower_z, material: s}}
time: {end: 8 ms}
output: {energy: {every: 1 ms}, observables: {every: 1 ms}, checkpoint: {every: 3 ms}}
"""
)
BOUNCE = (
    HEAD
    + """
particles: {a: {at: {position: [10 mm, 10 mm, 3 mm], velocity: [0, 0, -0.5]}, material: s, radius: 1 mm}}
walls: {floor: {side: lower_z, material: s}}
time: {end: 8 ms}
output: {observables: {every: 8 ms}, trajectory: {every: 10 us}}
"""
)
OVERLAPS = {
    "a stage moves a wall": (
        "particles: {a: {random: {count: 300}, material: s, radius: 1 mm}}\n"
        "walls: {floor: {side: lower_z, material: s}, lid: {side: upper_z, material: s}}\n"
        "stages: {rest: {until: {time: 1 ms}}, press: {until: {time: 20 ms}, walls: {lid: {velocity: [0, 0, -1]}}}}\n"
        "time: {}\n",
        3,
        "Wall lid moves at 1 m/s in stage press and presses the particles together: write a slower motion",
    ),
    "a wall moves": (
        "particles: {a: {at: {position: [10 mm, 10 mm, 1.2 mm]}, material: s, radius: 1 mm}}\n"
        "walls: {floor: {side: lower_z, material: s}, lid: {side: upper_z, material: s, velocity: [0, 0, -3]}}\n"
        "time: {end: 20 ms}\n",
        3,
        "The motion of wall lid moves it into the particles at 3 m/s: write a slower motion, end the motion earlier",
    ),
    "a wall falls": (
        "domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 20 mm]}\ngravity: [0, 0, -9.81]\n"
        "particles: {a: {random: {count: 250, upper: [20 mm, 20 mm, 10 mm]}, material: s, radius: 1 mm}}\n"
        "walls: {f: {side: lower_z, material: s}, l: {side: lower_x, material: s}, r: {side: upper_x, material: s},\n"
        "  n: {side: lower_y, material: s}, k: {side: upper_y, material: s}, lid: {shape: rectangle, centre: [10 mm,\n"
        "  10 mm, 11 mm], normal: [0, 0, -1], length: 20 mm, width: 20 mm, material: s, free: {mass: 20 g, inertia:\n"
        "  [1e-6, 1e-6, 2e-6], velocity: [0, 0, -2]}}}\ntime: {end: 20 ms}\n",
        3,
        "The load of wall lid presses it into the particles at 2 m/s: write a smaller load or max_speed, or stiffer",
    ),
    "a free wall presses a bed": (
        "domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 20 mm]}\ngravity: [0, 0, -9.81]\n"
        "particles: {a: {at: {position: [10 mm, 10 mm, 1 mm]}, material: s, radius: 1 mm},\n"
        "  b: {at: {position: [10 mm, 10 mm, 3 mm]}, material: s, radius: 1 mm}}\n"
        "walls: {f: {side: lower_z, material: h}, lid: {shape: rectangle, centre: [10 mm, 10 mm, 4.1 mm], normal:\n"
        "  [0, 0, -1], length: 20 mm, width: 20 mm, material: h, free: {mass: 1 kg, inertia: [1e-4, 1e-4, 2e-4],\n"
        "  velocity: [0, 0, -0.2]}}}\ntime: {end: 20 ms}\n",
        3,
        "m/s and presses the particles together: write stiffer materials or a smaller load, or let the wall begin",
    ),
    "particles are inserted outside of a hollow box": (
        "domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 20 mm]}\n"
        "particles: {a: {insert: {region: {box: {lower: [5 mm, 5 mm, 15 mm], upper: [15 mm, 15 mm, 19 mm]}}, rate:\n"
        "  1000, every: 1 ms}, material: s, radius: 1 mm}}\n"
        "walls: {bin: {shape: box, centre: [10 mm, 10 mm, 6 mm], lengths: [12 mm, 12 mm, 12 mm], concave: true,\n"
        "  material: s}}\ntime: {end: 1 ms}\n",
        2,
        "particles.a.insert.region: no particle finds a place, because the whole region lies on the wrong side of the "
        "wall bin: particles are inside a wall with concave: true, and outside other walls; write the other value",
    ),
    "a normal points the wrong way": (
        "particles: {a: {at: {position: [10 mm, 10 mm, 12 mm]}, material: s, radius: 1 mm}}\n"
        "walls: {floor: {point: [0, 0, 5 mm], normal: [0, 0, -1], material: s}}\n"
        "time: {end: 1 ms}\n",
        2,
        "the centre of the particle lies behind the wall, so the normal of the wall points the wrong way",
    ),
    "a vessel is solid": (
        "particles: {a: {at: {position: [10 mm, 10 mm, 10 mm]}, material: s, radius: 1 mm}}\n"
        "walls: {slab: {shape: box, centre: [0, 0, 10 mm], lengths: [0, 0, 9 mm], material: s}}\n"
        "time: {end: 1 ms}\n",
        2,
        "and outside other walls; write the other value of concave, or move the particle",
    ),
    "a dense packing": (
        "particles: {a: {random: {count: 600}, material: s, radius: 1 mm}}\ntime: {end: 20 ms}\n",
        3,
        "contacts: the packing is too dense for its load",
    ),
}


def ends(path, folder, sets=(), ranks=1, command="run"):
    """Returns exit code and message of a run without the command that resumes it."""
    words = [word for each in sets for word in ("--set", each)]
    told = run(
        [command, *([path, "-o", folder, "--overwrite"] if command == "run" else [folder]), *words], ranks, False
    )
    lines = [line for line in told.stderr.splitlines() if line.startswith("granum: ")]  # mpirun adds its own
    return told.returncode, "\n".join(lines).split("; to continue")[0], told.stdout


def check_alarm(top):
    path, folder = case(BED), os.path.join(top, "bed")
    code, message, text = ends(path, folder)
    fact(code == 0 and "of the energy exchanged" in text, f"a right run completes: {message}")
    books = ledger(os.path.join(folder, "results.h5"))
    dissipated = sum(abs(books[name][-1]) for name in books if name.startswith("dissipated"))
    fact(books["exchanged"][-1] >= dissipated > 0, "the energy exchanged has the dissipated energy")
    fact(bool(np.all(np.diff(books["exchanged"]) >= 0)), "the energy exchanged never decreases")
    energy = card(folder)["energy"]
    part = energy["residual"] / energy["exchanged"]
    fact(abs(energy["relative_residual"] / part - 1) < 1e-12, f"run.json has the residual over it: {part:.2g}")
    limit = f"run.residual={energy['largest_relative_residual'] / 30:.3g}"
    one = ends(path, folder, [limit])
    words = ("the energy balance does not close", "It has grown since t = ", "has the largest share", "time.accuracy")
    fact(one[0] == 3 and all(word in one[1] for word in words), f"a residual above the limit ends the run: {one[1]}")
    fact(one[:2] == ends(path, os.path.join(top, "two"), [limit], 2)[:2], "the same message on two ranks")
    fact(ends(path, folder, ["run.residual=off"])[0] == 0, "run.residual: off has no limit")
    fact(ends(path, folder, ["run.residual=0"])[0] == 2, "run.residual is above 0")


def check_resume(top):
    """A run that is resumed before the failure ends with the same message as the uninterrupted run."""
    path, folder = case(BED), os.path.join(top, "whole")
    whole = ends(path, folder, ["run.residual=3e-7"])
    fact(whole[0] == 3, f"the whole run ends: {whole[1]}")
    for name in os.listdir(folder):  # a later state would be newer than the checkpoint of 3 ms
        with h5py.File(os.path.join(folder, name)) if name.startswith("checkpoint") else contextlib.nullcontext() as f:
            later = f is not None and f["numbers/time"][0] > 3.1e-3
        if later:
            os.remove(os.path.join(folder, name))
    rest = ends(path, folder, command="resume")
    fact(rest[:2] == whole[:2], f"a resumed run ends with the same message: {rest[1]}")
    two = ends(path, folder, ranks=2, command="resume")
    fact(two[:2] == whole[:2], "also on two ranks")


def check_numbers(top):
    path = case(BOUNCE.replace("velocity: [0, 0, -0.5]", "spin: [0, 0, 1e200]"))
    code, message, _ = ends(path, os.path.join(top, "infinite"))
    fact(code == 3 and "the kinetic energy is not finite" in message, f"an infinite energy ends the run: {message}")
    fact("to continue" not in message, "there is no state to continue from")


def check_overlap_and_warnings(top):
    folder = os.path.join(top, "bounce")
    code, message, text = ends(case(BOUNCE), folder)
    with h5py.File(os.path.join(folder, "results.h5")) as f:
        height = f["particles/grains/position/value"][:, 0, 2]
        now, most, mean = (f[f"observables/bulk/{name}"][-1] for name in ("overlap", "overlap_max", "overlap_max_mean"))
    deepest = 1e-3 - height.min()
    fact(
        now == mean == 0 and 0.99 < most / deepest < 1.01,
        f"overlap_max is that of all steps: {most:.4g}, {deepest:.4g}",
    )
    line = re.search(r"largest overlap: (\S+) of the smaller radius, particle 1 and wall floor, at t = (\S+) s", text)
    fact(bool(line) and abs(float(line[1]) / (most / 1e-3) - 1) < 0.01, f"the last lines have it: {line and line[0]}")
    fact("warnings" not in text, "no warnings")
    code, message, text = ends(case(BOUNCE), folder, ["time.step=20 us", "output.trajectory.every=1 ms"])
    stable = "is longer than the stable step"
    if stable not in text:
        code, message, text = ends(case(BOUNCE), folder, ["time.step=80 us", "output.trajectory.every=1 ms"])
    told = run(["info", folder]).stdout
    fact("warnings: 1\n" in told and stable in told, f"a step that is too long is a warning: {message}")
    run(["resume", folder, "--set", "time.end=9 ms"], check=False)
    with open(os.path.join(folder, "run.json")) as file:
        segments = json.load(file)["segments"]
    texts = [text for segment in segments for text in segment["warnings"]]
    fact(len(segments) == 2 and len(texts) == len(set(texts)) >= 1, f"a resumed run keeps the warnings: {texts}")


def check_causes(top):
    for name, (text, expected, cause) in OVERLAPS.items():
        head = (
            HEAD
            if name != "a dense packing"
            else HEAD.replace(
                "periodic: [true, true, false]",
                "periodic: [true, true, true], cell: {rate: {xx: -20, yy: -20, zz: -20}}",
            )
        )
        if text.startswith("domain:"):
            head = re.sub("domain: .*\n", "", head)
            if "material: h" in text:
                hard = "materials: {h: {density: 2500, youngs_modulus: 1 GPa, poisson_ratio: 0.3}, "
                head = head.replace("materials: {", hard)
        code, message, _ = ends(case(head + text), os.path.join(top, "cause"))
        fact(code == expected and cause in message, f"{name}: {message}")


with tempfile.TemporaryDirectory() as folder:
    for check in (check_alarm, check_resume, check_numbers, check_overlap_and_warnings, check_causes):
        check(folder)
done()
