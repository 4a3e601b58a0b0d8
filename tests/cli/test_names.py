"""The input has no silent errors: unknown names, unused definitions, texts with a byte order mark, many groups and
variants, units of swept values; and the files of a folder.
Labels: bulk chain input io law mechanism parallel particle record run time wall."""
import os
import sys
import tempfile
import time

import h5py
from granum_test import SOURCE, case, done, fact, run

CASE = """\
title: Names
dimension: 1
materials:
  steel: {density: 7800, youngs_modulus: 193 GPa, poisson_ratio: 0.3}
  brass: {density: 8400, youngs_modulus: 110 GPa, poisson_ratio: 0.3}
contacts:
  - {between: '*', normal: {law: tsuji, restitution: 0.9}}
  - {between: [steel, steel], normal: {law: tsuji, restitution: 0.8}}
particles:
  striker: {chain: {count: 1}, material: steel, radius: 2.38 mm, velocity: 1.77 m/s}
  beads: {chain: {count: 5}, material: steel, radius: 2.38 mm}
time: {end: 10 us, step: 0.1 us}
"""
BRASS = "granum: warning: {}:5:3: materials.brass: nothing is made of this material; "
RULE = "granum: warning: {}:7:5: contacts.0: no two bodies can touch under this rule; "
PLANE = """\
dimension: 2
domain: {lower: [0, 0], upper: [10 mm, 10 mm, %s]}
materials: {glass: {density: 2500, youngs_modulus: 10 MPa, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.9}}]
particles: {grains: {lattice: {sites: square, spacing: 2.5 mm}, material: glass, radius: 1 mm}}
walls: {floor: {side: lower_y, material: glass}%s}
time: {end: 1 ms, step: 0.1 ms}
output: {observables: {every: 1 ms}}
"""
path = case(CASE)


def lines_of(told):
    return [line for line in told.stderr.splitlines() if line.startswith("granum: ")]


def resolved(*arguments):
    """The case with all defaults as check --all prints it, without the comments."""
    return [line for line in run(["check", "--all", *arguments]).stdout.splitlines() if not line.startswith("#")]


def refused(arguments, words, ranks=1):
    told = run(arguments, ranks, check=False)
    fact(
        told.returncode == 2
        and words in told.stderr
        and len([line for line in lines_of(told) if "warning" not in line]) == 1,
        f"{arguments[2:]} on {ranks}: exit {told.returncode}: {lines_of(told)}",
    )


def warnings(text, expected, ranks=1, command="check", sets=()):
    """The warnings are exactly these, each once."""
    file = case(text)
    with tempfile.TemporaryDirectory() as top:
        told = run(
            [
                command,
                file,
                *(["-o", os.path.join(top, "o")] if command == "run" else []),
                *[w for s in sets for w in ("--set", s)],
            ],
            ranks,
        )
    found = lines_of(told)
    whole = len(found) == len(expected) and all(
        any(line.startswith(e.format(file)) for line in found) for e in expected
    )
    fact(whole, f"{command} on {ranks} {list(sets)}: {found}")
    os.unlink(file)


# A deep path defines no new name.
STEL = "materials.stel.youngs_modulus"
for ranks in (1, 3):
    refused(
        ["check", path, "--set", f"{STEL}=1 MPa"],
        f"--set {STEL}=1 MPa: there is no 'stel' in materials; did you mean 'steel'?",
        ranks,
    )
refused(
    ["check", path, "--set", "particles.bead.radius=1 mm"], "there is no 'bead' in particles; did you mean 'beads'?"
)
refused(
    ["check", path, "--set", "materials.copper.density=8900"],
    "there is no 'copper' in materials; to add it, give it whole: materials.copper with a map of its keys",
)
variants = case(CASE + f"variants: {{soft: {{{STEL}: 1 MPa}}}}\n")
refused(
    ["check", variants],
    f"{variants}:13:19: variants.soft.{STEL}: there is no 'stel' in materials; did you mean 'steel'?",
)
swept = case(CASE + f"sweep: {{{STEL}: [1 MPa, 2 MPa]}}\n")
refused(["check", swept], f"{swept}:13:9: sweep.{STEL}: there is no 'stel' in materials; did you mean 'steel'?")
swept = case(CASE + "sweep: {time.end: [10 us, 20 us]}\n")
refused(
    ["check", swept, "--set", "time.end=5 us"],
    "the sweep of the input replaces this value; type --set sweep.time.end='[5 us]'",
)
told = run(["check", swept, "--set", "sweep.time.end=[5 us]"])
fact(told.returncode == 0, f"the key proposed by the message for a swept key is accepted: {told.stderr}")
told = run(
    [
        "check",
        path,
        "--set",
        "materials.copper={density: 8900, youngs_modulus: 1e11, poisson_ratio: 0.3}",
        "--set",
        "particles.beads.material=copper",
        "--set",
        "output.trajectory.every=1 us",
    ]
)
fact("copper" in told.stdout, "--set with a whole entry creates a new name")

# A law whose pull the default of the key tension removes.
CLIPPED = "granum: warning: {}:7:5: contacts.0: the law luding pulls when a contact unloads, but"
LUDING = CASE.replace("brass", "steel2").replace("  - {between: [steel, steel]", "  - {between: [steel2, steel]")
LUDING = LUDING.replace("material: steel, radius: 2.38 mm}", "material: steel2, radius: 2.38 mm}")
LUDING = LUDING.replace(
    "law: tsuji, restitution: 0.9}", "law: luding, k1: 1e6, k_p: 5e6, k_c: 1e6, plasticity_depth: 0.05}"
)
for ranks, command in ((1, "check"), (3, "run")):
    warnings(LUDING, [CLIPPED], ranks, command)
for each in ("contacts.0.tension=allow", "contacts.0.tension=clip", "contacts.0.normal.k_c=0"):
    warnings(LUDING, [], sets=[each])
warnings(LUDING + "variants: {a: {}, b: {contacts.0.normal.k_c: 2e6}}\n", [CLIPPED])

# Definitions that nothing uses.
for ranks, command in ((1, "check"), (1, "run"), (3, "run")):
    warnings(CASE, [BRASS, RULE], ranks, command)
warnings(CASE + "variants: {a: {particles.beads.material: brass}, b: {}}\n", [])
warnings(
    CASE + "variants: {a: {particles.beads.radius: 1 mm}, b: {}}\n",
    [
        "granum: warning: {}:5:3: materials.brass: nothing in any case is made of",
        "granum: warning: {}:7:5: contacts.0: no two bodies of any case can touch",
    ],
)
warnings(
    CASE,
    [BRASS, "granum: warning: {}: materials.lead: nothing is made of this material; ", RULE],
    sets=["materials.lead={density: 1}"],
)
warnings(
    CASE.replace(
        "material: steel, radius: 2.38 mm}",
        "pattern: [{radius: 2 mm, material: steel}, {radius: 2 mm, material: brass}]}",
    ),
    [],
)
warnings(PLANE % ("0", ""), [])
warnings(
    PLANE % ("1 mm", ""),
    ["granum: warning: {}: domain.upper: z = 0.001 m is not used in dimension 2; write the z of domain.lower"],
)

# Walls, units.
twice = case(PLANE % ("0", ", base: {side: lower_y, material: glass}"))
refused(["check", twice], "walls.base.side: the wall 'floor' is at this side already; keep one of the two")
refused(
    ["check", path, "--set", "materials.steel.youngs_modulus=193 Gpa"],
    "the unit 'Gpa' is not known; did you mean 'GPa'?",
)
refused(["check", path, "--set", "particles.beads.radius=2 MM"], "the unit 'MM' is not known; did you mean 'mm'?")
for text in ("90 %", "0.9"):
    fact(
        "restitution: 0.9\n" in run(["check", "--all", path, "--set", f"contacts.1.normal.restitution={text}"]).stdout,
        f"--set accepts {text} for a restitution of 0.9",
    )
same = [resolved(path, "--set", f"materials.steel.density={text}") for text in ("7.8 g/cm3", "7800 kg/m^3")]
fact(same[0] == same[1], "a density of 7.8 g/cm3 is converted to SI")

with tempfile.TemporaryDirectory() as top:
    # Texts in other encodings.
    marked, wide = os.path.join(top, "marked.yaml"), os.path.join(top, "wide.yaml")
    with open(marked, "w", encoding="utf-8-sig") as f:
        f.write(CASE)
    with open(wide, "w", encoding="utf-16") as f:
        f.write(CASE)
    fact(resolved(marked) == resolved(path), "a byte order mark before UTF-8 is skipped")
    refused(["check", wide], f"{wide}: is a text in UTF-16; save it in UTF-8")
    for name in ("mechanism/impact-damper.yaml", "bounce/ball.yaml"):
        refused(["check", os.path.join(SOURCE, "inputs", name), "--set", "trajectory.every=1e-300"], "makes ")
    refused(
        ["run", path, "-o", os.path.join(top, "often"), "--set", "output.energy.every=1e-300"],
        "write a longer output.energy",
    )

    # Units in the results.
    plane = os.path.join(top, "plane")
    run(["run", case(PLANE % ("0", "")), "-o", plane])
    with h5py.File(os.path.join(plane, "results.h5")) as f:
        units = {
            name: f[f"observables/bulk/{name}"].attrs["unit"] for name in ("stress", "stress_kinetic", "coordination")
        }
    fact([units[n] for n in ("stress", "stress_kinetic")] == ["N m-1", "N m-1"], f"stress in two dimensions: {units}")
    speeds = os.path.join(top, "speeds")
    run(
        [
            "run",
            os.path.join(SOURCE, "inputs/mechanism/impact-damper.yaml"),
            "-o",
            speeds,
            "--set",
            "time.end=10 ms",
            "--set",
            "sweep={mechanism.gap: [1 mm, 2 mm], mechanism.damping_ratio: [0, 1 %], mechanism.stiffness: [3 kN/m]}",
            "--set",
            "variants={one: {}}",
        ]
    )
    with h5py.File(os.path.join(speeds, "results.h5")) as f:
        found = {}
        f.visititems(
            lambda name, item: found.update({name.split("/")[-1]: (item.attrs["unit"], list(item[()]))})
            if "/swept/" in name and isinstance(item, h5py.Dataset)
            else None
        )
    fact(
        found
        == {
            "mechanism.gap": ("m", [0.001, 0.001, 0.002, 0.002]),
            "mechanism.damping_ratio": ("1", [0, 0.01, 0, 0.01]),
            "mechanism.stiffness": ("N m-1", [3000.0] * 4),
        },
        f"swept values: {found}",
    )

    # Swept words, and an input without its sweep and its variants.
    spheres = os.path.join(SOURCE, "inputs/impact/two-spheres.yaml")
    words = os.path.join(top, "words")
    run(["run", spheres, "-o", words, "--set", "variants={one: {}}", "--set", "curves=false"])
    with h5py.File(os.path.join(words, "results.h5")) as f:
        column = f["impact/one/swept/end"]
        listed = column.attrs["description"].decode()
        fact(
            list(column[()]) == [0, 1] and listed == "number of the word of this key: 0 zero_force; 1 separation",
            f"swept words: {column[()]}, {listed}",
        )
    run(["run", spheres, "-o", words, "--overwrite", "--set", "variants={}", "--set", "sweep={}"])
    with h5py.File(os.path.join(words, "results.h5")) as f:
        fact(
            len(f["impact/approach_velocity"]) == 1 and "swept" not in f["impact"],
            f"sweep={{}} and variants={{}} leave one case: {list(f['impact'])}",
        )

    # A folder.
    folder, study = os.path.join(top, "folder"), os.path.join(top, "study")
    run(["run", path, "-o", folder, "--set", "output.checkpoint.every=5 us"])
    told = run(["info", folder]).stdout
    fact(
        all(
            words in told
            for words in (
                "\ntitle: Names\n",
                f"{folder}/results.h5:\n",
                "observables/energy: 2 frames",
                "checkpoint of step 50,",
                "checkpoint of step 100,",
                ", the newest\n",
            )
        ),
        told,
    )
    run(["run", variants, "-o", study, "--set", "variants.soft={}", "--set", "variants.hard={}"])
    fact("\n2 cases: 2 done\n" in run(["info", study]).stdout, "granum info counts the cases of a study")
    told = run(["info", top], check=False)
    fact(told.returncode == 4 and "contains no results, no study and no checkpoint" in told.stderr, told.stderr.strip())

    # Many groups and variants: the time is proportional to their number.
    many = 50000 if "--long" in sys.argv else 8000
    chain = (
        CASE[: CASE.index("particles:")]
        .replace("  brass: {density: 8400, youngs_modulus: 110 GPa, poisson_ratio: 0.3}\n", "")
        .replace("  - {between: '*', normal: {law: tsuji, restitution: 0.9}}\n", "")
    )
    end = CASE[CASE.index("time:") :]

    def check_time(text):
        file = case(text)
        began = time.time()
        run(["check", file])
        os.unlink(file)
        return time.time() - began

    for name, texts in (
        (
            "groups",
            [
                chain
                + "particles:\n"
                + "".join(f"  g{i}: {{chain: {{count: 1}}, material: steel, radius: 2 mm}}\n" for i in range(n))
                + end
                for n in (many // 4, many)
            ],
        ),
        (
            "variants",
            [
                CASE + "variants:\n" + "".join(f"  v{i}: {{time.end: {i + 1} us}}\n" for i in range(n))
                for n in (many // 40, many // 10)
            ],
        ),
    ):
        took = [min(check_time(text) for k in range(2)) for text in texts]
        fact(
            took[1] < 8 * took[0] + 1,
            f"check of {many // (1 if name == 'groups' else 10)} {name} takes {took[1]:.2f} s, "
            f"of a quarter {took[0]:.2f} s",
        )
    too_many = case(CASE + "variants:\n" + "".join(f"  v{i}: {{}}\n" for i in range(10001)))
    refused(["check", too_many], "variants: has 10001 variants, and 10000 can be; write fewer")
for file in (path, variants, swept, twice, too_many):
    os.unlink(file)
done()
