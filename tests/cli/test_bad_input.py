"""Bad input: one message that says where, what is wrong and what to write instead; exit code 2; nothing written.

Every row of BAD, BAD_IMPACT and BAD_BULK is a case for `granum check FILE`; rows marked True are also run as
`granum run` on 3 ranks."""

import concurrent.futures
import os
import subprocess
import tempfile

from granum_test import done, fact, own_session

GRANUM = os.environ["GRANUM"]
MPIEXEC = os.environ.get("MPIEXEC", "mpiexec")

BASE = """\
title: base
dimension: 1
materials:
  steel: {density: 7800 kg/m^3, youngs_modulus: 200 GPa, poisson_ratio: 0.3}
  brass: {youngs_modulus: 110 GPa, poisson_ratio: 0.33, yield_stress: 200 MPa}
contacts:
  - between: '*'
    normal: {law: tsuji, restitution: 0.9}
    tension: allow
particles:
  striker: {chain: {count: 1}, material: steel, radius: 5 mm, velocity: 1 m/s}
  beads:
    chain: {count: 9}
    material: brass
    radius: 5 mm
    mass: 4 g
time: {end: 10 us, step: 0.1 us}
output:
  energy: {every: 1 us}
  sensors: {group: beads, at: [1, 5], every: 1 us}
"""

# Of the two laws with a line through the origin above first yield.
YIELDING = "{law: %s, restitution_elastic: 0.9, restitution_plastic: 0.7, hardness_ratio: 3, conformity: 13}"

# name, what to change (old, new) or "path=value" for --set, place ("": that of --set), fragment of the message, also
# on 3 ranks
BAD = [
    (
        "work of adhesion so large that the contact is no longer one",
        "contacts.0.normal={law: jkr, work_of_adhesion: 1 GJ/m^2}",
        "",
        "the contact at pull-off would be wider than 0.3 R",
        False,
    ),
    (
        "jkr whose pull is clipped",
        (
            "normal: {law: tsuji, restitution: 0.9}\n    tension: allow",
            "normal: {law: jkr, work_of_adhesion: 0.05}\n    tension: clip",
        ),
        "9:14",
        "contacts.0.tension: the law jkr holds two bodies by its pull, which clip would take away; write allow, "
        "or remove",
        True,
    ),
    (
        "jkr with another adhesion",
        (
            "normal: {law: tsuji, restitution: 0.9}",
            "normal: {law: jkr, work_of_adhesion: 0.05}\n    adhesion: {law: dmt, work_of_adhesion: 0.05, range: 1 nm}",
        ),
        "9:",
        "contacts.0.adhesion: does not go with the law jkr, which has an adhesion of its own; remove it",
        False,
    ),
    ("unknown key at the top", ("title:", "titel:"), "1:1", "titel: unknown key; did you mean 'title'?", True),
    (
        "unknown key far from any",
        ("title:", "flavour:"),
        "1:1",
        "flavour: unknown key; known here: problem, title",
        False,
    ),
    (
        "unknown key in a material",
        ("density:", "densty:"),
        "4:11",
        "materials.steel.densty: unknown key; did you mean 'density'?",
        True,
    ),
    (
        "unknown key by case",
        ("    radius:", "    Radius:"),
        "15:5",
        "particles.beads.Radius: unknown key; did you mean 'radius'?",
        False,
    ),
    ("unknown key in time", ("end: 10 us", "stop: 10 us"), "17:8", "time.stop: unknown key", False),
    ("missing section", ("time: {end: 10 us, step: 0.1 us}\n", ""), "1:1", "time: is missing; give", True),
    ("missing key", ("    radius: 5 mm\n", ""), "12:3", "particles.beads.radius: is missing; give the radius", False),
    ("missing dimension", ("dimension: 1\n", ""), "1:1", "dimension: is missing", False),
    ("missing value", ("    radius: 5 mm\n", "    radius:\n"), "15:5", "particles.beads.radius: has no value", False),
    ("a chain in dimension 3", ("dimension: 1", "dimension: 3"), "1:1", "domain: is missing; give the box", True),
    ("dimension 4", ("dimension: 1", "dimension: 4"), "2:12", "4 is out of range", False),
    ("dimension with a fraction", ("dimension: 1", "dimension: 1.0"), "2:12", "is not a whole number", False),
    (
        "unknown problem",
        ("dimension: 1", "problem: chain\ndimension: 1"),
        "2:10",
        "'chain' is not known; write one of: particles, impact",
        False,
    ),
    (
        "key of an impact",
        ("time:", "velocities: [1]\ntime:"),
        "17:1",
        "velocities: belongs to problem: impact; remove it, or write",
        True,
    ),
    (
        "a variant of a chain",
        ("time:", "variants: {a: {time.end: 5 us}, b: {time.end: 5 m}}\ntime:"),
        "17:47",
        "the unit 'm' does not convert to s",
        True,
    ),
    (
        "an unknown key in a variant",
        ("time:", "variants: {a: {time.stop: 5 us}}\ntime:"),
        "17:16",
        "time.stop: unknown key",
        False,
    ),
    ("a sweep of a chain", "sweep={particles.striker.velocity: [1, fast]}", "", "'fast' is not a finite number", False),
    (
        "two problems in variants",
        ("time:", "variants: {a: {}, b: {problem: impact}}\ntime:"),
        "2:1",
        "dimension: belongs to problem: particles; remove it",
        False,
    ),
    (
        "wrong dimension of a unit",
        ("radius: 5 mm, ", "radius: 5 ms, "),
        "11:57",
        "the unit 'ms' does not convert to m",
        True,
    ),
    ("reciprocal unit", ("end: 10 us", "end: 10 Hz"), "17:13", "does not convert to s", False),
    ("unknown unit", ("end: 10 us", "end: 10 usec_"), "17:13", "is not known", False),
    ("unit where none belongs", ("poisson_ratio: 0.3}", "poisson_ratio: 0.3 m}"), "4:73", "takes no unit", False),
    ("offset unit", ("end: 10 us", "end: 10 degC"), "17:13", "offset", False),
    ("number with rubbish", ("end: 10 us", "end: 10x us"), "17:13", "; write", False),
    ("decimal comma", ("mass: 4 g", "mass: 4,5 g"), "16:11", "decimal point", False),
    ("a word for a number", ("mass: 4 g", "mass: heavy"), "16:11", "'heavy' is not a finite number", False),
    ("not a number", ("mass: 4 g", "mass: nan"), "16:11", "not a finite number", True),
    ("infinite", ("mass: 4 g", "mass: .inf"), "16:11", "not a finite number", False),
    ("too large a number", ("mass: 4 g", "mass: 1e999"), "16:11", "too large", False),
    (
        "negative radius",
        ("    radius: 5 mm", "    radius: -5 mm"),
        "15:13",
        "out of range; write a number above 0 m",
        True,
    ),
    ("poisson ratio above one half", ("0.33", "0.55"), "5:51", "at most 0.5", False),
    ("no end", ("end: 10 us", "end: 0"), "17:13", "above 0 s", False),
    ("step as long as the run", ("step: 0.1 us", "step: 10 us"), "17:26", "not shorter than the run", True),
    ("step misspelt", ("step: 0.1 us", "step: autom"), "17:26", "'autom' is not known; did you mean 'auto'?", False),
    (
        "unknown integrator",
        "time.integrator=leapfrog",
        "",
        "time.integrator: 'leapfrog' is not known; write one of: verlet, rk",
        False,
    ),
    ("unknown method", "time.method=5dq", "", "did you mean '5dp'?", False),
    ("loose tolerance", "time.tolerance=0.1", "", "at least 1e-14 and at most 0.01", False),
    ("count of zero", ("count: 9", "count: 0"), "13:20", "at least 1", False),
    ("negative count", ("count: 9", "count: -9"), "13:20", "at least 1", True),
    ("count with a fraction", ("count: 9", "count: 9.5"), "13:20", "is not a whole number; write digits", False),
    ("count beyond 64 bits", ("count: 9", "count: 99999999999999999999"), "13:20", "out of range", True),
    ("2^62 particles in all", ("count: 9", "count: 4611686018427387903"), "13:20", "2^62", False),
    (
        "undefined material",
        ("material: brass", "material: bras"),
        "14:15",
        "'bras' is not defined in materials; did you mean 'brass'?",
        True,
    ),
    (
        "undefined material in a rule",
        ("between: '*'", "between: [steel, wood]"),
        "7:22",
        "'wood' is not defined",
        False,
    ),
    ("three materials in a rule", ("between: '*'", "between: [steel, brass, steel]"), "7:14", "is no pair", False),
    ("pair not covered", ("between: '*'", "between: [steel, steel]"), "6:1", "no rule for steel and brass", True),
    (
        "no rules at all",
        ("contacts:\n  - between: '*'\n    normal: {law: tsuji, restitution: 0.9}\n    tension: allow\n", ""),
        "1:1",
        "contacts: is missing, and steel and brass touch",
        False,
    ),
    (
        "two rules for one pair",
        ("particles:\n", "  - between: ['*', '*']\n    normal: {law: hertz}\nparticles:\n"),
        "10:14",
        "contacts.0 is for the same pair",
        True,
    ),
    (
        "rules that tie",
        ("between: '*'", "between: [steel, '*']\n    normal: {law: hertz}\n  - between: [brass, '*']"),
        "9:14",
        "contacts.0 applies to steel and brass as well",
        False,
    ),
    ("unknown law", ("law: tsuji", "law: tsuij"), "8:19", "there is no law 'tsuij'; did you mean 'tsuji'?", True),
    ("law from nowhere", ("law: tsuji", "law: granite"), "8:19", "write one of: hertz", False),
    (
        "normal law as adhesion",
        ("    tension:", "    adhesion: {law: hertz}\n    tension:"),
        "9:21",
        "'hertz' is a law for `normal`, not for `adhesion`",
        True,
    ),
    (
        "restitution of 0 for flores",
        ("law: tsuji, restitution: 0.9", "law: flores, restitution: 0"),
        "8:40",
        "0 is out of range; write a number above 0",
        True,
    ),
    ("restitution of 0 for tsuji", ("restitution: 0.9", "restitution: 0"), "8:39", "above 0 and at most 1", False),
    (
        "restitution above 1 for flores",
        ("law: tsuji, restitution: 0.9", "law: flores, restitution: 1.2"),
        "8:40",
        "at most 1",
        False,
    ),
    ("no law", ("law: tsuji, ", ""), "8:5", "contacts.0.normal.law: is missing", False),
    ("unknown parameter", ("restitution: 0.9", "restitusion: 0.9"), "8:26", "did you mean 'restitution'?", False),
    ("missing parameter", (", restitution: 0.9", ""), "8:5", "contacts.0.normal.restitution: is missing", False),
    ("parameter out of range", ("restitution: 0.9", "restitution: 1.2"), "8:39", "at most 1", False),
    (
        "wrong fractional unit",
        ("restitution: 0.9", "restitution: 0.9, stiffness: 5 N/m"),
        "8:55",
        "does not convert to N/m^1.5",
        True,
    ),
    (
        "property the law needs",
        ("law: tsuji, restitution: 0.9", "law: ma_liu, hardness_ratio: 3, conformity: 13"),
        "4:3",
        "materials.steel.yield_stress: is missing, and the law ma_liu needs it of the material 'steel'",
        True,
    ),
    (
        "property the law needs, of both",
        "contacts.0.normal=" + YIELDING % "compliant_dashpot",
        "4:3",
        "materials.steel.yield_stress: is missing, and the law compliant_dashpot needs it of the material 'steel'; "
        "give",
        False,
    ),
    (
        "property the law needs, again",
        "contacts.0.normal=" + YIELDING % "kelvin_voigt_elastoplastic",
        "4:3",
        "materials.steel.yield_stress: is missing, and the law kelvin_voigt_elastoplastic needs it",
        True,
    ),
    (
        "property missing without stiffness",
        (", youngs_modulus: 200 GPa, poisson_ratio: 0.3", ""),
        "8:13",
        "youngs_modulus",
        False,
    ),
    (
        "tangential law",
        ("    tension:", "    tangential: {law: mindlin, friction: 0.3}\n    tension:"),
        "9:5",
        "do not slide",
        True,
    ),
    ("tension misspelt", ("tension: allow", "tension: alow"), "9:14", "did you mean 'allow'?", False),
    (
        "neither mass nor density",
        ("    mass: 4 g\n", ""),
        "12:3",
        "particles.beads.mass: is missing, and the material 'brass' has no density",
        True,
    ),
    (
        "gap and precompression",
        ("chain: {count: 9}", "chain: {count: 9, gap: 1 um, precompression: 1 N}"),
        "13:34",
        "keep one of them",
        False,
    ),
    (
        "gap and precompression before",
        ("    mass: 4 g", "    mass: 4 g\n    gap: 1 um\n    precompression: 1 N"),
        "18:5",
        "keep one",
        False,
    ),
    (
        "overlap of a diameter",
        ("chain: {count: 9}", "chain: {count: 9, gap: -10 mm}"),
        "13:28",
        "overlap of a diameter or more",
        False,
    ),
    (
        "tension as precompression",
        ("chain: {count: 9}", "chain: {count: 9, precompression: -1 N}"),
        "13:39",
        "at least 0",
        False,
    ),
    (
        "held and moving",
        ("velocity: 1 m/s", "velocity: 1 m/s, fixed: true"),
        "11:63",
        "fixed and velocity are both given; keep",
        False,
    ),
    (
        "pattern and radius",
        ("    mass: 4 g\n", "    pattern: [{radius: 1 mm}]\n"),
        "15:5",
        "particles.beads.radius: is that of each bead of the pattern; remove it",
        True,
    ),
    (
        "pattern and mass",
        ("    radius: 5 mm\n", "    pattern: [{radius: 1 mm}]\n"),
        "16:5",
        "particles.beads.mass: is that of each bead of the pattern; remove it",
        False,
    ),
    (
        "pattern without radius",
        ("    radius: 5 mm\n    mass: 4 g\n", "    pattern: [{mass: 4 g}]\n"),
        "15:15",
        "particles.beads.pattern.0.radius: is missing; give the radius",
        False,
    ),
    (
        "pattern without mass",
        ("    radius: 5 mm\n    mass: 4 g\n", "    pattern: [{radius: 1 mm}]\n"),
        "15:15",
        "particles.beads.pattern.0.mass: is missing, and the material 'brass' has no density",
        False,
    ),
    (
        "pattern without material",
        ("    material: brass\n    radius: 5 mm\n    mass: 4 g\n", "    pattern: [{radius: 1 mm, mass: 1 g}]\n"),
        "14:15",
        "particles.beads.pattern.0.material: is missing; give the name",
        True,
    ),
    (
        "pattern of an unknown material",
        ("    radius: 5 mm\n    mass: 4 g\n", "    pattern: [{radius: 1 mm, material: bras}]\n"),
        "15:40",
        "'bras' is not defined in materials; did you mean 'brass'?",
        False,
    ),
    (
        "pattern of a plane",
        ("    radius: 5 mm\n    mass: 4 g\n", "    shape: plane\n    pattern: [{radius: 1 mm}]\n"),
        "16:5",
        "particles.beads.pattern: a plane is a single body; remove",
        False,
    ),
    (
        "no material",
        ("    material: brass\n", ""),
        "12:3",
        "particles.beads.material: is missing; give the name of a material",
        False,
    ),
    (
        "taper without end",
        ("radius: 5 mm\n    mass", "radius: {from: 5 mm}\n    mass"),
        "15:5",
        "particles.beads.radius.to: is missing; give the radius of the last bead, by equal differences, or ratio",
        True,
    ),
    (
        "taper with two ends",
        ("radius: 5 mm\n    mass", "radius: {from: 5 mm, to: 1 mm, ratio: 0.9}\n    mass"),
        "15:36",
        "particles.beads.radius.ratio: to and ratio are both given; keep",
        False,
    ),
    (
        "taper to nothing",
        ("radius: 5 mm\n    mass", "radius: {from: 5 mm, to: 0}\n    mass"),
        "15:30",
        "0 is out of range; write a number above 0 m",
        False,
    ),
    (
        "taper beyond numbers",
        ("radius: 5 mm\n    mass: 4 g", "radius: {from: 1e300, ratio: 100}\n    mass: 4 g"),
        "15:5",
        "particles.beads.radius: makes the radius of bead 6 inf m; write a ratio nearer to 1",
        False,
    ),
    (
        "taper of too many",
        (
            "count: 9}\n    material: brass\n    radius: 5 mm",
            "count: 10001}\n    material: brass\n    radius: {from: 5 mm, to: 1 mm}",
        ),
        "15:5",
        "particles.beads.radius: changes from bead to bead, which at most 10000 beads can",
        False,
    ),
    (
        "taper of a plane",
        ("    radius: 5 mm\n    mass: 4 g\n", "    shape: plane\n    radius: {from: 5 mm, to: 1 mm}\n"),
        "16:5",
        "particles.beads.radius: a plane has no radius; remove it",
        False,
    ),
    (
        "driven and held",
        ("velocity: 1 m/s", "motion: 1 m/s, fixed: true"),
        "11:63",
        "particles.striker.motion: fixed and motion are both given; keep",
        False,
    ),
    (
        "driven with a velocity",
        ("velocity: 1 m/s", "velocity: 1 m/s, motion: 1 m/s"),
        "11:63",
        "particles.striker.velocity: motion and velocity are both given; keep",
        False,
    ),
    ("motion of a time", ("velocity: 1 m/s", "motion: 1 s"), "11:71", "the unit 's' does not convert to m/s", True),
    (
        "motion without times",
        ("velocity: 1 m/s", "motion: {velocity: [1, 2]}"),
        "11:63",
        "particles.striker.motion.time: is missing; give the times of the table, ascending, or file",
        False,
    ),
    (
        "motion of two lengths",
        ("velocity: 1 m/s", "motion: {time: [0, 1 us], velocity: [1, 2, 3]}"),
        "11:99",
        "has 3 numbers, and time has 2; write",
        False,
    ),
    (
        "motion backwards",
        ("velocity: 1 m/s", "motion: {time: [0, 2 us, 1 us], velocity: [1, 2, 3]}"),
        "11:88",
        "motion.time.2: must be above the 2e-06 before it; write",
        True,
    ),
    (
        "motion twice",
        ("velocity: 1 m/s", "motion: {time: [0], velocity: [1], file: bar.csv}"),
        "11:98",
        "motion.file: time and file are both given; keep",
        False,
    ),
    (
        "motion from nowhere",
        ("velocity: 1 m/s", "motion: {file: ''}"),
        "11:78",
        "is empty; write the name of a file",
        False,
    ),
    (
        "driven at a held end",
        ("mass: 4 g\n", "mass: 4 g\n    motion: 1 m/s\nends: {right: fixed}\n"),
        "17:5",
        "particles.beads.motion: moves a bead that ends: holds in place; remove",
        False,
    ),
    (
        "force on what is driven",
        ("mass: 4 g\n", "mass: 4 g\n    motion: 1 m/s\nforces: [{group: beads, force: 1 N}]\n"),
        "18:18",
        "has a motion, so no force moves it",
        False,
    ),
    (
        "velocity of a driven bead",
        ("mass: 4 g\n", "mass: 4 g\n    motion: 1 m/s\ninitial_velocities: [{id: 2, velocity: 1}]\n"),
        "18:27",
        "bead 2 moves with its group; remove",
        False,
    ),
    (
        "neither true nor false",
        ("    mass: 4 g", "    mass: 4 g\n    fixed: yes"),
        "17:12",
        "write true or false",
        False,
    ),
    (
        "plane with radius",
        ("radius: 5 mm, velocity", "shape: plane, radius: 5 mm, velocity"),
        "11:63",
        "particles.striker.radius: a plane has no radius; remove it",
        True,
    ),
    (
        "plane without mass",
        ("radius: 5 mm, velocity", "shape: plane, velocity"),
        "11:3",
        "particles.striker.mass: is missing, and a plane has none by its density; give mass or fixed: true",
        False,
    ),
    (
        "plane of nine",
        ("    radius: 5 mm\n", "    shape: plane\n"),
        "13:20",
        "a plane is a single body; write count: 1",
        False,
    ),
    (
        "plane inside",
        ("  beads:\n", "  flat: {chain: {count: 1}, material: steel, shape: plane, mass: 1 g}\n  beads:\n"),
        "12:53",
        "a plane stands at an end of the chain, and 'flat' stands inside; make",
        True,
    ),
    (
        "two planes",
        (
            "radius: 5 mm, velocity: 1 m/s}\n  beads:\n    chain: {count: 9}\n    material: brass\n    radius: 5 mm",
            "mass: 1 g, shape: plane}\n  beads:\n    chain: {count: 1}\n    material: brass\n    shape: plane",
        ),
        "15:12",
        "'striker' is a plane as well, and two planes do not make a contact; write",
        False,
    ),
    ("shape misspelt", ("    radius: 5 mm\n", "    shape: plan\n"), "15:12", "did you mean 'plane'?", False),
    (
        "force on what is held",
        ("    mass: 4 g\n", "    mass: 4 g\n    fixed: true\nforces: [{group: beads, force: 1 N}]\n"),
        "18:18",
        "has fixed: true, so no force moves it",
        False,
    ),
    (
        "force of three numbers",
        "forces=[{group: beads, force: [0, 0, 1]}]",
        "",
        "forces.0.force: is a list; write a single value",
        True,
    ),
    ("force in kg", "forces=[{group: beads, force: 1 kg}]", "", "the unit 'kg' does not convert to N", False),
    (
        "equilibrium of nobody",
        "equilibrium=[bead]",
        "",
        "equilibrium.0: 'bead' is not defined in particles; did you mean 'beads'?",
        True,
    ),
    ("equilibrium twice", "equilibrium=[beads, beads]", "", "equilibrium.1: 'beads' is named twice; keep one", False),
    ("equilibrium of a word", "equilibrium=beads", "", "equilibrium: is not a list of names; write", False),
    (
        "equilibrium around a group",
        (
            "particles:\n",
            "equilibrium: [first, beads]\nparticles:\n  first: {chain: {count: 1}, material: steel, radius: 5 mm}\n",
        ),
        "10:14",
        "'striker' stands between two of these groups and does not take part; add it",
        False,
    ),
    (
        "equilibrium without what is held",
        ("time:", "equilibrium: [striker]\nends: {right: fixed}\ntime:"),
        "17:14",
        "'beads' is held in place, and what is held takes part; add it",
        False,
    ),
    ("bad group name", ("  beads:\n", "  be.ads:\n"), "12:3", "is no name", False),
    ("long group name", ("  beads:\n", "  " + 70 * "b" + ":\n"), "12:3", "more than 63 characters", False),
    (
        "id out of range",
        "initial_velocities=[{id: 11, velocity: 1}]",
        "",
        "initial_velocities.0.id: there are 10 beads",
        True,
    ),
    (
        "id twice",
        "initial_velocities=[{id: 1, velocity: 1}, {id: 1, velocity: 2}]",
        "",
        "initial_velocities.1.id: bead 1 has two",
        False,
    ),
    (
        "velocity of a held end",
        ("time:", "ends: {right: fixed}\ninitial_velocities: [{id: 10, velocity: 1}]\ntime:"),
        "18:27",
        "held in place",
        False,
    ),
    ("end misspelt", ("time:", "ends: {left: fixd}\ntime:"), "17:14", "did you mean 'fixed'?", False),
    (
        "unknown group of a sensor",
        ("group: beads", "group: bead"),
        "20:20",
        "'bead' is not defined in particles; did you mean 'beads'?",
        True,
    ),
    ("sensor past the group", ("at: [1, 5]", "at: [1, 10]"), "20:35", "has 9 beads", False),
    ("sensor at bead 0", ("at: [1, 5]", "at: [0]"), "20:32", "at least 1", False),
    ("sensor twice", ("at: [1, 5]", "at: [5, 1, 5]"), "20:38", "has a sensor already", False),
    ("sensor list empty", ("at: [1, 5]", "at: []"), "20:31", "is not a list of whole numbers", False),
    ("sensor without interval", (", every: 1 us}\n", "}\n"), "20:3", "output.sensors.every: is missing", False),
    ("interval of zero", ("energy: {every: 1 us}", "energy: {every: 0 us}"), "19:19", "above 0 s", False),
    ("a map for a number", ("mass: 4 g", "mass: {value: 4 g}"), "16:11", "is a map; write a single value", False),
    (
        "a list for a map",
        ("time: {end: 10 us, step: 0.1 us}", "time: [10 us]"),
        "17:1",
        "time: is no map of keys",
        True,
    ),
    (
        "a map for a list",
        ("  - between: '*'\n    normal:", "    between: '*'\n    normal:"),
        "6:1",
        "contacts: is no list",
        False,
    ),
    (
        "a word for a section",
        ("energy: {every: 1 us}", "energy: yes"),
        "19:3",
        "output.energy: is no map of keys",
        False,
    ),
    ("duplicate key", ("    mass: 4 g\n", "    mass: 4 g\n    mass: 5 g\n"), "17:5", "stands twice", True),
    ("open bracket", ("at: [1, 5]", "at: [1, 5"), "20:", "is not YAML", True),
    ("tab", ("    mass: 4 g", "\tmass: 4 g"), "16:1", "tabs", False),
    ("open quote", ("title: base", 'title: "base'), "1:8", "is not YAML", False),
    ("two documents", ("time:", "---\ntime:"), "17:1", "a second YAML document", False),
    ("alias to nothing", ("between: '*'", "between: *"), "7:", "is not YAML", False),
    ("alias without anchor", ("mass: 4 g", "mass: *m"), "16:11", "without its anchor", False),
    ("escape codes", ("law: tsuji", 'law: "\\e[31mtsuji"'), "8:19", "'\\x1b[31mtsuji'", True),
    ("long value", ("title: base", "title: base\nproblem: " + 3000 * "x"), "2:10", "xxx...'", False),
    (
        "detectors without beads",
        "output.detectors={group: beads}",
        "",
        "output.detectors.at: is missing; give the numbers of the beads within the group",
        False,
    ),
    (
        "detectors twice told",
        "output.detectors={group: beads, at: [1], every: 2}",
        "",
        "every: at and every are both given; keep one of them",
        True,
    ),
    (
        "detector beyond the group",
        "output.detectors={group: beads, at: [3, 10]}",
        "",
        "the group 'beads' has 9 beads; write a number up to this",
        False,
    ),
    (
        "detectors too far apart",
        "output.detectors={group: beads, every: 10}",
        "",
        "the group 'beads' has 9 beads; write a number up to this",
        False,
    ),
    (
        "detectors out of order",
        "output.detectors={group: beads, at: [3, 3]}",
        "",
        "must be above the 3 before it; write them in ascending order",
        False,
    ),
    (
        "detectors of one group twice",
        "output.detectors=[{group: beads, at: [3]}, {group: beads, every: 2}]",
        "",
        "the group 'beads' has detectors of this quantity already; write one list",
        False,
    ),
    (
        "threshold of another quantity",
        "output.detectors={group: beads, at: [3], threshold_velocity: 1}",
        "",
        "is of another quantity than the detectors; remove it, or write threshold_force",
        False,
    ),
    ("set without value", "time.end", "", "there is no '='; write --set path=value", False),
    ("set through a value", "time.end.x=1", "", "--set time.end.x=1: 'x' goes through a single value", True),
    ("set past the end of a list", "contacts.1.normal={law: hertz}", "", "'1' is past the end of the list", False),
    (
        "set a bad unit",
        "particles.beads.radius=5 s",
        "",
        "--set particles.beads.radius=5 s: particles.beads.radius: the unit 's'",
        True,
    ),
    ("set an unknown key", "time.stop=5", "", "--set time.stop=5: time.stop: unknown key", False),
    (
        "set a new group by mistake",
        "particles.bead.radius=5 mm",
        "",
        "there is no 'bead' in particles; did you mean 'beads'?",
        False,
    ),
    ("set no YAML", "time=[", "", "--set time=[: is not YAML", False),
]

IMPACT = """\
problem: impact
materials:
  steel: {density: 7800 kg/m^3, youngs_modulus: 200 GPa, poisson_ratio: 0.3}
  brass: {youngs_modulus: 110 GPa, poisson_ratio: 0.33, yield_stress: 200 MPa}
contacts:
  - between: '*'
    normal: {law: tsuji, restitution: 0.9}
bodies:
  - {material: steel, radius: 20 mm}
  - {shape: plane, material: brass, fixed: true}
velocities: [0.05 m/s, 8 m/s]
"""

SOCKET = "{material: brass, radius: 21 mm, concave: true, fixed: true}"
PLANE = "{shape: plane, material: brass, fixed: true}"

BAD_IMPACT = [
    (
        "key of a chain",
        ("velocities:", "dimension: 1\nvelocities:"),
        "11:1",
        "dimension: belongs to problem: particles; remove it, or write problem: particles",
        True,
    ),
    (
        "no bodies",
        ("  - {material: steel, radius: 20 mm}\n  - " + PLANE, "  []"),
        "8:1",
        "bodies: there are 0 bodies, and two collide; write",
        False,
    ),
    (
        "one body",
        ("  - {material: steel, radius: 20 mm}\n", ""),
        "8:1",
        "bodies: there are 1 bodies, and two collide; write exactly two",
        True,
    ),
    (
        "three bodies",
        ("velocities:", "  - {material: steel, radius: 1}\nvelocities:"),
        "8:1",
        "bodies: there are 3 bodies",
        False,
    ),
    (
        "bodies left out",
        ("bodies:\n  - {material: steel, radius: 20 mm}\n  - " + PLANE + "\n", ""),
        "1:1",
        "bodies: is missing; give the two bodies",
        False,
    ),
    (
        "both fixed",
        ("radius: 20 mm}", "radius: 20 mm, fixed: true}"),
        "10:37",
        "bodies.1.fixed: both bodies are fixed, so they never meet; set",
        True,
    ),
    (
        "two planes",
        ("{material: steel, radius: 20 mm}", "{shape: plane, material: steel, mass: 1}"),
        "10:13",
        "both bodies are planes; make",
        False,
    ),
    (
        "plane with radius",
        (PLANE, "{shape: plane, radius: 1, material: brass, fixed: true}"),
        "10:20",
        "a plane has no radius; remove it",
        True,
    ),
    (
        "plane as socket",
        (PLANE, "{shape: plane, concave: true, material: brass, fixed: true}"),
        "10:20",
        "a plane is no socket; remove it",
        False,
    ),
    (
        "plane without mass",
        (PLANE, "{shape: plane, material: steel}"),
        "10:5",
        "bodies.1.mass: is missing, and a plane has none by its density; give mass or fixed: true",
        False,
    ),
    (
        "sphere without radius",
        ("material: steel, radius: 20 mm", "material: steel"),
        "9:5",
        "bodies.0.radius: is missing; give the radius",
        False,
    ),
    (
        "sphere without mass or density",
        ("material: steel, radius", "material: brass, radius"),
        "9:5",
        "bodies.0.mass: is missing, and the material 'brass'",
        False,
    ),
    (
        "socket smaller than the ball",
        (PLANE, SOCKET.replace("21", "20")),
        "10:31",
        "bodies.1.radius: the socket must be larger than the ball in it; write a radius above 0.02 m",
        True,
    ),
    (
        "two sockets",
        (
            "{material: steel, radius: 20 mm}\n  - " + PLANE,
            SOCKET.replace("fixed: true", "mass: 1") + "\n  - " + SOCKET,
        ),
        "10:38",
        "both bodies are sockets; write",
        False,
    ),
    (
        "socket around a plane",
        ("{material: steel, radius: 20 mm}", SOCKET.replace("fixed: true", "mass: 1")),
        "9:38",
        "a plane does not fit into a socket; make",
        False,
    ),
    (
        "socket without mass",
        (PLANE, SOCKET.replace(", fixed: true", "")),
        "10:5",
        "a socket has none by its density; give mass or fixed: true",
        False,
    ),
    ("unknown shape", ("shape: plane", "shape: plan"), "10:13", "did you mean 'plane'?", False),
    ("pair without a rule", ("between: '*'", "between: [steel, steel]"), "5:1", "no rule for steel and brass", True),
    (
        "yield stress for ma_liu",
        ("law: tsuji, restitution: 0.9", "law: ma_liu, hardness_ratio: 3, conformity: 13"),
        "3:3",
        "materials.steel.yield_stress: is missing",
        False,
    ),
    ("no velocities", ("[0.05 m/s, 8 m/s]", "[]"), "11:13", "velocities: is empty; give the approach velocities", True),
    ("velocity of zero", ("8 m/s", "0"), "11:24", "velocities.1: 0 is out of range; write a number above 0 m/s", False),
    ("negative velocity", ("0.05 m/s", "-1"), "11:14", "velocities.0: -1 is out of range", False),
    (
        "velocity in metres",
        ("[0.05 m/s, 8 m/s]", "8 m"),
        "11:13",
        "velocities: the unit 'm' does not convert to m/s",
        True,
    ),
    (
        "range of none",
        ("[0.05 m/s, 8 m/s]", "{from: 1, to: 2, count: 0}"),
        "11:37",
        "0 is out of range; write a number at least 1",
        True,
    ),
    (
        "range from 0 by ratios",
        ("[0.05 m/s, 8 m/s]", "{from: 0, to: 2, count: 3, spacing: log}"),
        "11:20",
        "0 is out of range; write a number above 0 m/s",
        True,
    ),
    (
        "range without end",
        ("[0.05 m/s, 8 m/s]", "{from: 1, count: 3}"),
        "11:1",
        "velocities.to: is missing; give",
        False,
    ),
    ("unknown end", "end=part", "", "end: 'part' is not known; did you mean 'apart'?", False),
    ("one point of a curve", "curve_points=1", "", "at least 2", False),
    ("time of a curve", "curve_until=0 ms", "", "above 0 s", False),
    ("unknown method", "method=9vr", "", "did you mean '", False),
    ("tight tolerance", "tolerance=1e-15", "", "at least 1e-14", False),
    (
        "adhesion without parameters",
        "contacts.0.adhesion={law: reversible}",
        "",
        "contacts.0.adhesion.force: is missing; give a number in N",
        True,
    ),
    (
        "adhesion misspelt",
        "contacts.0.adhesion={law: reversable, force: 1, stiffness: 1}",
        "",
        "there is no law 'reversable'; did you mean 'reversible'?",
        False,
    ),
    (
        "adhesion as normal law",
        "contacts.0.normal.law=reversible",
        "",
        "'reversible' is a law for `adhesion`, not for `normal`; write one of: hertz",
        False,
    ),
    (
        "negative work of adhesion",
        "contacts.0.normal={law: jkr, work_of_adhesion: -0.05}",
        "",
        "contacts.0.normal.work_of_adhesion: -0.05 is out of range; write a number above 0 J/m^2",
        True,
    ),
    (
        "work of adhesion with the unit of a force",
        "contacts.0.normal={law: jkr, work_of_adhesion: 1 mN}",
        "",
        "contacts.0.normal.work_of_adhesion: the unit 'mN' does not convert to J/m^2; write a number in J/m^2",
        False,
    ),
    (
        "end of an impact that holds",
        "contacts.0.normal={law: jkr, work_of_adhesion: 0.05}",
        "1:1",
        "end: is missing, and the law jkr holds the bodies beyond overlap 0; write end: apart",
        True,
    ),
    (
        "the same, written",
        ("normal: {law: tsuji, restitution: 0.9}", "normal: {law: jkr, work_of_adhesion: 0.05}\nend: zero_force"),
        "8:6",
        "end: the law jkr holds the bodies beyond overlap 0; write apart",
        False,
    ),
    (
        "dmt as normal law",
        "contacts.0.normal={law: dmt, work_of_adhesion: 0.05, range: 1 nm}",
        "",
        "'dmt' is a word of LAMMPS; write normal: {law: kuwabara_kono, damping: g} and adhesion: {law: dmt, ",
        False,
    ),
    (
        "jkr as adhesion",
        "contacts.0.adhesion={law: jkr, work_of_adhesion: 0.05}",
        "",
        "'jkr' is a word of LAMMPS; write normal: {law: jkr, work_of_adhesion: 2 gamma, damping: g, pull_off: ",
        False,
    ),
    (
        "linear damped twice",
        "contacts.0.normal={law: linear, stiffness: 1e6, restitution: 0.9, viscosity: 3}",
        "",
        "the damping must be given once; write one of restitution, viscosity and viscosity_per_mass",
        False,
    ),
    (
        "dmt without work of adhesion",
        "contacts.0.adhesion={law: dmt, range: 1 nm}",
        "",
        "contacts.0.adhesion.work_of_adhesion: is missing; give a number in J/m^2",
        False,
    ),
    (
        "liquid twice",
        "contacts.0.adhesion={law: capillary_bridge, surface_tension: 0.07, volume: 1e-12, volume_ratio: 0.01}",
        "",
        "volume and volume_ratio both say how much liquid a bridge has; keep one of the two",
        False,
    ),
    (
        "liquid that does not wet",
        "contacts.0.adhesion={law: capillary_bridge, surface_tension: 0.07, contact_angle: 100 deg}",
        "",
        "contact_angle: 100 deg is out of range; write a number at least 0 and at most 1.5 rad",
        False,
    ),
    (
        "variant out of range",
        ("velocities:", "variants:\n  plain: {}\n  hot: {contacts.0.normal.restitution: 1.2}\nvelocities:"),
        "13:40",
        "contacts.0.normal.restitution: 1.2 is out of range; write a number above 0 and at most 1 (variant hot)",
        True,
    ),
    (
        "variant of a missing rule",
        ("velocities:", "variants:\n  hot: {contacts.1.normal.restitution: 1}\nvelocities:"),
        "12:9",
        "variants.hot.contacts.1.normal.restitution: '1' is past the end of the list; positions run from 0",
        False,
    ),
    (
        "variant that is no map",
        ("velocities:", "variants: {hot: 5}\nvelocities:"),
        "11:12",
        "variants.hot: is no map of changes; write",
        False,
    ),
    ("no variants", ("velocities:", "variants:\nvelocities:"), "11:1", "variants: is no map of variants; write", False),
    (
        "variant of another problem",
        ("velocities:", "variants: {hot: {problem: particles}}\nvelocities:"),
        "8:1",
        "bodies: belongs to problem: impact; remove it, or write problem: impact (variant hot)",
        False,
    ),
    (
        "sweep out of range",
        ("velocities:", "sweep:\n  contacts.0.normal.restitution: [0.5, 1.2]\nvelocities:"),
        "12:40",
        "contacts.0.normal.restitution: 1.2 is out of range; "
        "write a number above 0 and at most 1 (contacts.0.normal.restitution = 1.2)",
        True,
    ),
    (
        "sweep in a wrong unit",
        ("velocities:", "sweep: {bodies.0.radius: {from: 1 s, to: 2 s, count: 2}}\nvelocities:"),
        "11:26",
        "bodies.0.radius: the unit 's' does not convert to m",
        False,
    ),
    (
        "sweep of curves",
        ("velocities:", "sweep: {curves: [true, false]}\nvelocities:"),
        "11:9",
        "must be the same at all points; move it",
        False,
    ),
    (
        "sweep of single values",
        ("velocities:", "sweep: {bodies.0.radius: 5 mm}\nvelocities:"),
        "11:26",
        "is no list of values; write",
        False,
    ),
    (
        "sweep from 0 by ratios",
        "sweep.bodies.0.radius={from: 0, to: 1, count: 2, spacing: log}",
        "",
        "spacing: log needs ends above 0; write",
        False,
    ),
    ("sweep of too many", "sweep.bodies.0.radius={from: 1, to: 2, count: 10001}", "", "at most 10000", False),
    (
        "sweeps of too many",
        "sweep={bodies.0.radius: {from: 1, to: 2, count: 101}, tolerance: {from: 1e-9, to: 1e-8, count: 100}}",
        "",
        "makes more than 10000 cases in all; write",
        True,
    ),
]

BULK = """\
dimension: 3
domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 20 mm], periodic: [true, false, false]}
gravity: [0, 0, -9.81 m/s^2]
materials: {glass: {density: 2500, youngs_modulus: 70 GPa, poisson_ratio: 0.25}, \
steel: {youngs_modulus: 200 GPa, poisson_ratio: 0.3}}
contacts:
  - between: '*'
    normal: {law: hertz}
    tangential: {law: mindlin, friction: 0.3}
particles:
  bed: {lattice: {sites: simple_cubic, spacing: 1 mm}, material: glass, radius: 0.5 mm, velocity: [0, 0, 1]}
  rain:
    random: {count: 10, gap: 1 um}
    material: glass
    radius: {distribution: normal, mean: 0.5 mm, deviation: 0.1 mm, from: 0.3 mm, to: 0.6 mm}
    spin: [0, 0, 5 rad/s]
walls:
  floor: {point: [0, 0, 0], normal: [0, 0, 1], material: steel}
  lid: {side: upper_z, material: steel, oscillation: {amplitude: [0, 0, 1 mm], frequency: 50 Hz}}
forces:
  - {group: rain, force: [0, 0, 1 mN]}
drag: {linear: 1e-6 N s/m}
time: {end: 1 ms, skin: 0.1 mm, rebalance: 100}
output: {walls: {every: 1 us}, checkpoint: {every: 1 us, end: true}, wall_time: 1 h}
"""

LID = "oscillation: {amplitude: [0, 0, 1 mm], frequency: 50 Hz}"
RUN = "}\nforces:\n  - {group: rain, force: [0, 0, 1 mN]}\ndrag: {linear: 1e-6 N s/m}\ntime: {end: 1 ms"

# word of LAMMPS, where it is written, and the law or key of granum that the hint names
LAMMPS = [
    ("hooke", "normal={law: hooke}", "law: linear,"),
    ("hooke/history", "normal={law: hooke/history}", "law: linear_spring,"),
    ("gran/hertz/history", "normal={law: gran/hertz/history}", "law: hertz_history,"),
    ("hertz/material", "normal={law: hertz/material}", "law: tsuji,"),
    ("linear_history", "tangential={law: linear_history}", "law: linear_spring,"),
    ("linear_nohistory", "tangential={law: linear_nohistory}", "law: coulomb_smooth,"),
    ("mindlin/force", "tangential={law: mindlin/force}", "area: force,"),
    ("mindlin_rescale", "normal={law: mindlin_rescale}", "area: rescale,"),
    ("mindlin_rescale/force", "tangential={law: mindlin_rescale/force}", "area: thornton,"),
    ("marshall", "rolling={law: marshall}", "twisting: {law: marshall,"),
    ("sds", "rolling={law: sds}", "law: rolling_spring,"),
    ("velocity", "normal={law: linear, damping: velocity}", "law: linear,"),
    ("mass_velocity", "normal.damping=mass_velocity", "law: linear,"),
    ("viscoelastic", "tangential={law: mindlin, damping: viscoelastic}", "law: kuwabara_kono,"),
    ("coeff_restitution", "damping=coeff_restitution", "restitution: e"),
    ("limit_damping", "limit_damping=true", "tension: clip"),
    ("limit_damping", "normal.limit_damping=true", "tension: clip"),
]

BAD_BULK = [
    (
        "a field of the frames that nobody knows",
        ("output: {", "output: {trajectory: {every: 1 us, fields: [position, velocty]}, "),
        "23:55",
        "output.trajectory.fields.1: 'velocty' is not known; did you mean 'velocity'?",
        True,
    ),
    (
        "a field of the frames twice",
        ("output: {", "output: {trajectory: {every: 1 us, fields: [image, image]}, "),
        "23:52",
        "output.trajectory.fields.1: 'image' is named twice; keep one",
        False,
    ),
    (
        "no field of the frames",
        ("output: {", "output: {trajectory: {every: 1 us, fields: []}, "),
        "23:",
        "output.trajectory.fields: is empty; write all, or words in brackets",
        False,
    ),
    (
        "a group of the frames that is not there",
        ("output: {", "output: {trajectory: {every: 1 us, groups: [rian]}, "),
        "23:",
        "output.trajectory.groups.0: 'rian' is not defined in particles; did you mean 'rain'?",
        True,
    ),
    (
        "an unknown precision",
        "output.trajectory.precision=half",
        "",
        "output.trajectory.precision: 'half' is not known; write one of: double, single",
        False,
    ),
    (
        "an unknown compression",
        "output.trajectory.compression=inflate",
        "",
        "output.trajectory.compression: 'inflate' is not known; did you mean 'deflate'?",
        False,
    ),
    (
        "an unknown way into the file",
        "output.transfer=fast",
        "",
        "output.transfer: 'fast' is not known; write one of: direct, mpi-io",
        False,
    ),
    (
        "hints that are not a map",
        "output.mpi_io_hints=cb_nodes",
        "",
        "output.mpi_io_hints: is not a map; write what MPI is told when it opens results.h5",
        False,
    ),
    (
        "a hint without a value",
        "output.mpi_io_hints={cb_nodes: }",
        "",
        "output.mpi_io_hints.cb_nodes: is not one word or number; write it as it is handed to MPI",
        False,
    ),
    (
        "removal without a region",
        ("forces:", "removal: {hole: {every: 1 us}}\nforces:"),
        "19:11",
        "removal.hole.within: is missing; give the region, one of box, cylinder, sphere",
        True,
    ),
    (
        "removal in an unknown shape",
        ("forces:", "removal: {hole: {within: {cube: {}}}}\nforces:"),
        "19:27",
        "removal.hole.within.cube: unknown key",
        False,
    ),
    (
        "removal in two shapes",
        (
            "forces:",
            "removal: {hole: {within: {box: {lower: [0, 0, 0], upper: [1 cm, 1 cm, 2 mm]}, sphere: {centre: [0, 0, 0], "
            "radius: 1 mm}}}}\nforces:",
        ),
        "19:18",
        "removal.hole.within: has several shapes; give one of box, cylinder, sphere",
        False,
    ),
    (
        "removal in an empty box",
        ("forces:", "removal: {hole: {within: {box: {lower: [0, 0, 0], upper: [1 cm, 0, 2 mm]}}}}\nforces:"),
        "19:27",
        "removal.hole.within.box: is empty; write a lower corner below the upper one along each axis",
        False,
    ),
    (
        "removal outside of the domain",
        ("forces:", "removal: {hole: {within: {sphere: {centre: [0, 0, 5], radius: 1 mm}}}}\nforces:"),
        "19:18",
        "removal.hole.within: lies outside of the domain along z: from 4.999 to 5.001 m",
        True,
    ),
    (
        "removal of an unknown group",
        (
            "forces:",
            "removal: {hole: {within: {box: {lower: [0, 0, 0], upper: [1 cm, 1 cm, 2 mm]}}, group: beds}}\nforces:",
        ),
        "19:87",
        "removal.hole.group: 'beds' is not defined in particles; did you mean 'bed'?",
        False,
    ),
    (
        "removal that ends before it begins",
        (
            "forces:",
            "removal: {hole: {within: {box: {lower: [0, 0, 0], upper: [1 cm, 1 cm, 2 mm]}}, from: 2 ms, until: 1 ms}}\n"
            "forces:",
        ),
        "19:99",
        "removal.hole.until: is not after from, 0.002 s; write a later time, or leave it out",
        False,
    ),
    (
        "removal that never looks",
        (
            "forces:",
            "removal: {hole: {within: {box: {lower: [0, 0, 0], upper: [1 cm, 1 cm, 2 mm]}}, until: 1 ms, "
            "every: 2 ms}}\nforces:",
        ),
        "19:100",
        "removal.hole.every: is longer than from 0 s until 0.001 s, so that nothing is ever taken out",
        False,
    ),
    (
        "removal in an unknown stage",
        (
            "forces:",
            "removal: {hole: {within: {box: {lower: [0, 0, 0], upper: [1 cm, 1 cm, 2 mm]}}, during: drain}}\nforces:",
        ),
        "19:88",
        "removal.hole.during: 'drain' is not defined; add it to stages",
        False,
    ),
    (
        "removal at no interval",
        (
            "forces:",
            "removal: {hole: {within: {box: {lower: [0, 0, 0], upper: [1 cm, 1 cm, 2 mm]}}, every: 0}}\nforces:",
        ),
        "19:87",
        "removal.hole.every: 0 is out of range; write a number above 0 s",
        False,
    ),
    (
        "removal by a length",
        (
            "forces:",
            "removal: {hole: {within: {box: {lower: [0, 0, 0], upper: [1 cm, 1 cm, 2 mm]}}, every: 1 mm}}\nforces:",
        ),
        "19:87",
        "removal.hole.every: the unit 'mm' does not convert to s",
        False,
    ),
    (
        "a counter of nothing",
        ("output: {", "output: {counters: {out: {every: 1 us}}, "),
        "23:21",
        "output.counters.out.plane: is missing; give a plane through which particles are counted",
        True,
    ),
    (
        "a counter of two things",
        (
            "output: {",
            "output: {counters: {out: {plane: {point: [0, 0, 1 mm], normal: [0, 0, 1]}, "
            "within: {box: {lower: [0, 0, 0], upper: [1 cm, 1 cm, 2 mm]}}, every: 1 us}}, ",
        ),
        "23:76",
        "output.counters.out.within: plane and within are both given; keep one of them",
        False,
    ),
    (
        "a counter without an interval",
        ("output: {", "output: {counters: {out: {within: {box: {lower: [0, 0, 0], upper: [1 cm, 1 cm, 2 mm]}}}}, "),
        "23:21",
        "output.counters.out.every: is missing; give the time between rows",
        False,
    ),
    (
        "a counter of an unknown stage",
        (
            "output: {",
            "output: {counters: {out: {within: {box: {lower: [0, 0, 0], upper: [1 cm, 1 cm, 2 mm]}}, every: 1 us, "
            "during: drain}}, ",
        ),
        "23:110",
        "output.counters.out.during: 'drain' is not defined; add it to stages",
        False,
    ),
    (
        "a plane without a normal",
        ("output: {", "output: {counters: {out: {plane: {point: [0, 0, 1 mm]}, every: 1 us}}, "),
        "23:27",
        "output.counters.out.plane.normal: is missing, and point needs it; give normal, or remove point",
        False,
    ),
    (
        "a plane that faces nowhere",
        ("output: {", "output: {counters: {out: {plane: {point: [0, 0, 1 mm], normal: [0, 0, 0]}, every: 1 us}}, "),
        "23:64",
        "output.counters.out.plane.normal: has no direction; write one such as [0, 0, -1]",
        False,
    ),
    (
        "a plane oblique to a periodic side",
        ("output: {", "output: {counters: {out: {plane: {point: [0, 0, 1 mm], normal: [1, 0, 1]}, every: 1 us}}, "),
        "23:64",
        "output.counters.out.plane.normal: is oblique to x, along which the domain is periodic",
        True,
    ),
    (
        "a disc without a radius",
        ("output: {", "output: {counters: {out: {disc: {centre: [0, 0, 1 mm], normal: [0, 0, 1]}, every: 1 us}}, "),
        "23:27",
        "output.counters.out.disc.radius: is missing, and centre needs it; give radius, or remove centre",
        False,
    ),
    (
        "a disc that meets its image",
        (
            "output: {",
            "output: {counters: {out: {disc: {centre: [0, 0, 1 mm], normal: [0, 0, 1], radius: 6 mm}, every: 1 us}}, ",
        ),
        "23:83",
        "output.counters.out.disc.radius: is more than half the periodic side along x, 0.01 m",
        False,
    ),
    (
        "a counter outside of the domain",
        ("output: {", "output: {counters: {out: {within: {sphere: {centre: [0, 0, 5], radius: 1 mm}}, every: 1 us}}, "),
        "23:27",
        "output.counters.out.within: lies outside of the domain along z",
        False,
    ),
    (
        "no domain",
        ("domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 20 mm], periodic: [true, false, false]}\n", ""),
        "1:1",
        "domain: is missing; give the box",
        True,
    ),
    (
        "half a domain",
        (", upper: [10 mm, 10 mm, 20 mm]", ""),
        "2:1",
        "domain.upper: is missing; give the upper corner",
        False,
    ),
    ("corner of seconds", ("20 mm]", "20 ms]"), "2:50", "domain.upper.2: the unit 'ms' does not convert to m", False),
    ("box upside down", ("20 mm]", "-20 mm]"), "2:50", "domain.upper.2: is not above lower along z", False),
    (
        "corner of two numbers",
        ("upper: [10 mm, 10 mm, 20 mm]", "upper: [10 mm, 10 mm]"),
        "2:35",
        "is no list of three; write [x, y, z]",
        False,
    ),
    (
        "periodic misspelt",
        ("[true, false,", "[ture, false,"),
        "2:69",
        "domain.periodic.0: 'ture' is neither true nor false",
        False,
    ),
    (
        "periodic side too short",
        "domain.upper.0=1 mm",
        "",
        "domain.upper.0: makes a periodic side along x so short",
        False,
    ),
    (
        "gravity of one number",
        ("gravity: [0, 0, -9.81 m/s^2]", "gravity: -9.81"),
        "3:10",
        "gravity: is no list of three; write [x, y, z]",
        True,
    ),
    ("gravity in another unit", ("-9.81 m/s^2", "-9.81 N/kg s"), "3:17", "gravity.2: the unit 'N/kg s'", False),
    (
        "keys of a chain",
        ("forces:", "ends: {left: fixed}\nforces:"),
        "19:1",
        "ends: belongs to dimension: 1; remove it, or write dimension: 1",
        True,
    ),
    (
        "sensors",
        ("output: {", "output: {sensors: [], "),
        "23:10",
        "output.sensors: belongs to dimension: 1; remove it",
        False,
    ),
    (
        "chain of grains",
        ("lattice: {sites: simple_cubic, spacing: 1 mm}", "chain: {count: 5}"),
        "10:9",
        "particles.bed.chain: belongs to dimension: 1; remove it",
        False,
    ),
    (
        "in dimension 1",
        ("dimension: 3", "dimension: 1"),
        "2:1",
        "domain: belongs to dimension: 2 or 3; remove it, or write dimension: 3",
        True,
    ),
    (
        "gravity out of the plane",
        ("dimension: 3", "dimension: 2"),
        "3:17",
        "gravity.2: points out of the plane of dimension 2",
        False,
    ),
    (
        "friction without number",
        (", friction: 0.3", ""),
        "8:5",
        "contacts.0.tangential.friction: is missing; give a number",
        True,
    ),
    (
        "friction as rolling",
        ("tangential:", "rolling:"),
        "8:20",
        "'mindlin' is a law for `tangential`, not for `rolling`; write one of: rolling_spring",
        False,
    ),
    (
        "lever misspelt",
        ("    tangential:", "    lever: radios\n    tangential:"),
        "8:12",
        "did you mean 'radius'?",
        False,
    ),
    (
        "modulus the law needs",
        ("youngs_modulus: 200 GPa, poisson_ratio: 0.3", "yield_stress: 1 GPa"),
        "7:13",
        "contacts.0.normal: for particles of 'bed' and the wall 'floor': the effective modulus is not known; give",
        True,
    ),
    (
        "wall without a rule",
        ("between: '*'", "between: [glass, glass]"),
        "5:1",
        "contacts: no rule for glass and steel",
        False,
    ),
    (
        "no generator",
        ("lattice: {sites: simple_cubic, spacing: 1 mm}, ", ""),
        "10:3",
        "particles.bed: does not say how its particles are made; give",
        True,
    ),
    (
        "two generators",
        ("    random:", "    file: a.csv\n    random:"),
        "12:5",
        "particles.rain.file: random and file are both given",
        False,
    ),
    (
        "no spacing",
        (", spacing: 1 mm", ""),
        "10:9",
        "particles.bed.lattice.spacing: is missing; give the distance",
        False,
    ),
    ("sites misspelt", ("simple_cubic", "simple-cubic"), "10:26", "did you mean 'simple_cubic'?", False),
    (
        "lattice wider than the box",
        ("spacing: 1 mm", "spacing: 11 mm"),
        "10:18",
        "particles.bed.lattice: the box is shorter than one period of the lattice",
        False,
    ),
    ("count of zero", ("count: 10", "count: 0"), "12:21", "0 is out of range; write a number at least 1", False),
    (
        "too dense",
        ("count: 10", "solid_fraction: 0.6"),
        "12:13",
        "particles.rain.random: spheres placed at random jam",
        True,
    ),
    ("negative gap", ("gap: 1 um", "gap: -1 um"), "12:30", "out of range; write a number at least 0 m", False),
    ("no radius", (", radius: 0.5 mm", ""), "10:3", "particles.bed.radius: is missing; give the radius", False),
    (
        "no mass",
        ("    material: glass", "    material: steel"),
        "11:3",
        "particles.rain.mass: is missing, and the material 'steel' has no density",
        False,
    ),
    (
        "mean outside",
        ("mean: 0.5 mm", "mean: 0.7 mm"),
        "14:42",
        "particles.rain.radius.mean: does not lie between from and to; write",
        False,
    ),
    (
        "deviation left out",
        (", deviation: 0.1 mm", ""),
        "14:5",
        "particles.rain.radius.deviation: is missing, and the distribution normal needs",
        False,
    ),
    (
        "velocity of one number",
        ("velocity: [0, 0, 1]", "velocity: 1"),
        "10:99",
        "particles.bed.velocity: is no list of three; write",
        False,
    ),
    (
        "spin in Hz",
        ("5 rad/s", "5 Hz"),
        "15:18",
        "the unit 'Hz' is one of frequency, not of angular velocity; write",
        False,
    ),
    (
        "wall without place",
        ("point: [0, 0, 0], normal: [0, 0, 1], ", ""),
        "17:3",
        "walls.floor.point: is missing; give point and normal, or a side",
        False,
    ),
    (
        "wall without direction",
        ("normal: [0, 0, 1]", "normal: [0, 0, 0]"),
        "17:37",
        "walls.floor.normal: has no direction; write one",
        False,
    ),
    (
        "wall across a periodic side",
        ("normal: [0, 0, 1]", "normal: [1, 0, 0]"),
        "17:38",
        "walls.floor.normal.0: makes the wall cut the periodic",
        False,
    ),
    (
        "wall at a periodic side",
        ("side: upper_z", "side: upper_x"),
        "18:15",
        "walls.lid.side: is periodic in the domain; write",
        False,
    ),
    (
        "side and point",
        ("side: upper_z", "side: upper_z, point: [0, 0, 0]"),
        "18:24",
        "side and point are both given; keep",
        False,
    ),
    (
        "oscillation without frequency",
        (", frequency: 50 Hz", ""),
        "18:41",
        "walls.lid.oscillation.frequency: is missing or zero",
        False,
    ),
    (
        "force on nobody",
        ("group: rain", "group: ran"),
        "20:13",
        "'ran' is not defined in particles; did you mean 'rain'?",
        False,
    ),
    (
        "force of two numbers",
        ("force: [0, 0, 1 mN]", "force: [0, 1 mN]"),
        "20:26",
        "forces.0.force: is no list of three",
        False,
    ),
    (
        "drag without length",
        ("1e-6 N s/m", "1e-6 N s"),
        "21:16",
        "drag.linear: the unit 'N s' does not convert to N s/m",
        False,
    ),
    ("skin below zero", ("skin: 0.1 mm", "skin: -0.1 mm"), "22:25", "out of range; write a number above 0 m", False),
    (
        "rebalance by a word",
        ("rebalance: 100", "rebalance: often"),
        "22:44",
        "is not a whole number; write digits alone, such as 70, or auto",
        False,
    ),
    (
        "interval of walls",
        ("walls: {every: 1 us}", "walls: {every: 0}"),
        "23:25",
        "output.walls.every: 0 is out of range; write",
        False,
    ),
    (
        "triangles of planes",
        ("walls: {every: 1 us}", "walls: {every: 1 us, triangles: true}"),
        "23:42",
        "output.walls.triangles: no wall has triangles; remove it, or write a wall with `shape: mesh`",
        True,
    ),
    (
        "checkpoints by number",
        ("{every: 1 us, end: true}", "5"),
        "23:32",
        "output.checkpoint: is no map of keys; write",
        False,
    ),
    (
        "wall time in metres",
        ("wall_time: 1 h", "wall_time: 1 m"),
        "23:81",
        "output.wall_time: the unit 'm' does not convert to s",
        False,
    ),
    (
        "2^62 particles in all",
        ("count: 10", "count: 4611686018427387903"),
        "12:13",
        "particles.rain.random: spheres placed at random jam",
        False,
    ),
    (
        "servo and a velocity",
        (LID, "servo: {force: 1 N, max_speed: 1}, velocity: [0, 0, 1]"),
        "18:86",
        "walls.lid.velocity: moves the wall along its normal, where its load moves it; write one across",
        True,
    ),
    (
        "servo and an oscillation",
        (LID, LID + ", servo: {force: 1 N, max_speed: 1}"),
        "18:66",
        "walls.lid.oscillation.amplitude: moves the wall along its normal",
        False,
    ),
    (
        "servo and a rotation",
        (LID, "servo: {force: 1 N, max_speed: 1}, rotation: {angular_velocity: [1, 0, 0]}"),
        "18:105",
        "walls.lid.rotation.angular_velocity: turns the normal, along which the load moves the wall; write one along",
        False,
    ),
    (
        "servo without max_speed",
        (LID, "servo: {force: 1 N}"),
        "18:41",
        "walls.lid.servo.max_speed: is missing, and force needs it; give max_speed",
        True,
    ),
    (
        "servo of nothing",
        (LID, "servo: {max_speed: 1 m/s}"),
        "18:41",
        "walls.lid.servo.force: is missing, and max_speed needs it; give force or stress",
        False,
    ),
    (
        "servo of both",
        (LID, "servo: {force: 1 N, stress: 1 kPa, max_speed: 1}"),
        "18:61",
        "walls.lid.servo.stress: force and stress are both given; keep one",
        False,
    ),
    (
        "servo at negative speed",
        (LID, "servo: {force: 1 N, max_speed: -1}"),
        "18:72",
        "walls.lid.servo.max_speed: -1 is out of range; write a number above 0",
        False,
    ),
    (
        "stress in newtons",
        (LID, "servo: {stress: 1 N, max_speed: 1}"),
        "18:57",
        "walls.lid.servo.stress: the unit 'N' does not convert to Pa",
        False,
    ),
    (
        "stress on a wall without area",
        (
            "side: upper_z, material: steel, " + LID,
            "point: [0, 0, 19 mm], normal: [0, 1, -3], material: steel, servo: {stress: 1 kPa, max_speed: 1}",
        ),
        "18:76",
        "walls.lid.servo.stress: the wall is along no side of the domain, so it has no area; write a force",
        True,
    ),
    ("negative mass of a wall", (LID, "mass: -1 g"), "18:47", "walls.lid.mass: -1 g is out of range", False),
    (
        "load without a mass",
        (LID, "load: 1 N"),
        "18:3",
        "walls.lid.mass: is missing, and load needs it; give mass",
        False,
    ),
    (
        "servo and mass",
        (LID, "mass: 1 g, servo: {force: 1 N, max_speed: 1}"),
        "18:41",
        "walls.lid.mass: servo and mass are both given; keep one of them",
        False,
    ),
    (
        "servo and an acceleration",
        (LID, "servo: {force: 1 N, max_speed: 1}, acceleration: [0, 0, 1]"),
        "18:90",
        "walls.lid.acceleration: moves the wall along its normal, where its load moves it",
        False,
    ),
    (
        "servo and a turn that begins at rest",
        (LID, "servo: {force: 1 N, max_speed: 1}, rotation: {angular_acceleration: [1, 0, 0]}"),
        "18:",
        "walls.lid.rotation.angular_acceleration: turns the normal, along which the load moves the wall",
        False,
    ),
    (
        "servo and a motion of the list",
        (LID, "servo: {force: 1 N, max_speed: 1}, motions: [{velocity: [1, 0, 0]}, {velocity: [0, 0, 1]}]"),
        "18:",
        "walls.lid.motions.1.velocity: moves the wall along its direction, where its load moves it; write one across",
        False,
    ),
    (
        "servo and a table",
        (LID, "servo: {force: 1 N, max_speed: 1}, motions: [{table: {time: [0, 1], vz: [0, 1]}}]"),
        "18:",
        "walls.lid.motions.0.table: moves the wall along its direction, where its load moves it; write one across",
        False,
    ),
    (
        "servo and a list of turns",
        (LID, "servo: {force: 1 N, max_speed: 1}, motions: [{rotation: {angular_velocity: [1, 0, 0]}}]"),
        "18:",
        "walls.lid.motions: turn the normal, along which the load moves the wall; write turns along the normal",
        False,
    ),
    (
        "free wall and a velocity",
        (LID, "mass: 1 g, velocity: [0, 1, -1]"),
        "18:62",
        "walls.lid.velocity: moves the wall along its normal, where its load moves it; write one across the normal, "
        "or leave out mass",
        False,
    ),
    (
        "servo of a sphere",
        (
            "side: upper_z, material: steel, " + LID,
            "shape: sphere, centre: [5 mm, 5 mm, 20 mm], radius: 1 mm, material: steel, servo: {force: 1 N, "
            "max_speed: 1}",
        ),
        "18:84",
        "walls.lid.servo: a wall of shape sphere gives way along a direction; give direction: [x, y, z]",
        False,
    ),
    (
        "servo with rk",
        (LID + RUN, "servo: {force: 1 N, max_speed: 1}" + RUN + ", integrator: rk"),
        "18:41",
        "walls.lid.servo: walls that give way to a load do not go with time.integrator: rk; write integrator: verlet",
        False,
    ),
    (
        "servo misspelt",
        (LID, "servo: {forces: 1 N, max_speed: 1}"),
        "18:49",
        "walls.lid.servo.forces: unknown key; did you mean 'force'?",
        False,
    ),
]

CELL = """\
dimension: 3
domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm], periodic: [true, true, true], \
cell: {rate: {xy: 10 1/s}, servo: {yy: {stress: 1 kPa, max_rate: 1 1/s}}}}
gravity: [0, 0, 0]
materials: {glass: {density: 2500, youngs_modulus: 70 GPa, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: hertz}}]
particles: {bed: {lattice: {sites: simple_cubic, spacing: 1 mm}, material: glass, radius: 0.5 mm}}
time: {end: 1 ms}
"""
RATE = "rate: {xy: 10 1/s}"
ACROSS = "{yy: {stress: 1 kPa, max_rate: 1 1/s}}"

BAD_CELL = [
    (
        "cell with an open side",
        ("[true, true, true]", "[true, true, false]"),
        "2:89",
        "domain.cell: a box that deforms is periodic along all axes; write true in domain.periodic for z",
        True,
    ),
    (
        "cell of nothing known",
        (RATE, "rates: {xy: 1}"),
        "2:95",
        "domain.cell.rates: unknown key; did you mean 'rate'?",
        False,
    ),
    (
        "shear that no images follow",
        (RATE, "rate: {yz: 1}"),
        "2:102",
        "domain.cell.rate.yz: unknown key; did you mean",
        False,
    ),
    (
        "rate in seconds",
        (RATE, "rate: {xy: 1 s}"),
        "2:106",
        "domain.cell.rate.xy: the unit 's' does not convert to 1/s",
        False,
    ),
    (
        "rate and servo",
        (RATE, "rate: {yy: 1}"),
        "2:102",
        "domain.cell.rate.yy: rate and servo are both given along y; keep one",
        False,
    ),
    (
        "cell servo without a stress",
        (ACROSS, "{yy: {max_rate: 1}}"),
        "2:",
        "domain.cell.servo.yy.stress: is missing, and max_rate needs it; give stress",
        False,
    ),
    (
        "cell servo without a rate",
        (ACROSS, "{yy: {stress: 1 kPa}}"),
        "2:",
        "domain.cell.servo.yy.max_rate: is missing, and stress needs it; give max_rate",
        False,
    ),
    ("cell servo that pulls", (ACROSS, "{yy: {stress: -1, max_rate: 1}}"), "2:", "-1 is out of range; write", False),
    ("cell servo at rest", (ACROSS, "{yy: {stress: 1, max_rate: 0}}"), "2:", "0 is out of range; write", False),
    (
        "shear that is held",
        (ACROSS, "{xy: {stress: 1, max_rate: 1}}"),
        "2:",
        "domain.cell.servo.xy: unknown key",
        False,
    ),
    (
        "cell with gravity",
        ("gravity: [0, 0, 0]", "gravity: [0, 0, -9.81]"),
        "3:1",
        "gravity: does not go with a box that deforms; leave out gravity",
        False,
    ),
    (
        "cell with drag",
        ("time:", "drag: {linear: 1e-6}\ntime:"),
        "7:1",
        "drag: does not go with a box that deforms",
        False,
    ),
    (
        "cell with forces",
        ("time:", "forces: [{group: bed, force: [0, 0, 1]}]\ntime:"),
        "7:1",
        "forces: does not go with a box",
        False,
    ),
    (
        "cell with a wall",
        ("time:", "walls: {w: {point: [0, 0, 0], normal: [0, 0, 1], material: glass}}\ntime:"),
        "7:1",
        "walls: does not go with a box",
        False,
    ),
    (
        "cell with what is held",
        ("radius: 0.5 mm", "radius: 0.5 mm, fixed: true"),
        "6:",
        "particles.bed.fixed: particles that keep their velocity do not go with",
        False,
    ),
    (
        "cell with rk",
        ("end: 1 ms", "end: 1 ms, integrator: rk"),
        "2:88",
        "domain.cell: a box that deforms does not go with time.integrator: rk; write integrator: verlet",
        False,
    ),
    (
        "cell out of the plane",
        (
            CELL[: CELL.index("gravity")],
            "dimension: 2\ndomain: {lower: [0, 0, 0], upper: [1, 1, 0], periodic: [true, true, false], "
            "cell: {rate: {zz: 1}}}\n",
        ),
        "2:91",
        "domain.cell.rate.zz: is out of the plane of dimension 2; leave it out",
        False,
    ),
]

# A law with a jump in a chain whose precompression lies in it: found when the chain is built, not when the input is
# read.
BAD_LATER = [
    (
        "precompression in the jump",
        "contacts.0.normal=" + YIELDING % "kelvin_voigt_elastoplastic, variant: printed",
        "materials.steel.yield_stress=200 MPa",
        "particles.beads.chain.precompression=1 N",
        "12:3",
        "particles.beads: no overlap of law kelvin_voigt_elastoplastic gives a static force of 1 N (it jumps from ",
    ),
    (
        "equilibrium in the jump",
        "contacts.0.normal=" + YIELDING % "kelvin_voigt_elastoplastic, variant: printed",
        "materials.steel.yield_stress=200 MPa",
        "equilibrium=[beads, striker]",
        "ends.right=fixed",
        "forces=[{group: striker, force: 1 N}]",
        "7:5",
        "contacts: no equilibrium: the contact of bead 2 with bead 3 (beads - beads) must carry 1 N, "
        "but law kelvin_voigt_elastoplastic jumps from ",
    ),
    (
        "equilibrium of a pull",
        "equilibrium=[striker, beads]",
        "ends.right=fixed",
        "gravity=-9.81",
        "7:5",
        "the contact of bead 1 with bead 2 (striker - beads) must carry -0.040",
    ),
    (
        "equilibrium beyond the limit",
        "equilibrium=[striker, beads]",
        "ends.right=fixed",
        "forces=[{group: striker, force: 1 MN}]",
        "7:5",
        "the contact of bead 1 with bead 2 (striker - beads) must carry 1e+06 N, but law tsuji carries ",
    ),
    (
        "equilibrium of what falls",
        "equilibrium=[beads]",
        "gravity=9.81",
        "0:0",
        "equilibrium: nothing holds beads 2 to 10, and gravity and forces on them add up to 0.35316 N; hold",
    ),
]

# name, bytes of the file, fragment of the message after "FILE"
RAW = [
    ("empty file", b"", ":1:1: is empty"),
    ("comments only", b"# nothing here\n", ":1:1: is empty"),
    ("a list", b"- 1\n- 2\n", ":1:1: is not a map of keys"),
    ("a sentence", b"hello world\n", ":1:1: is not a map of keys"),
    ("binary with NUL", b"\x7fELF\x02\x01\x01\x00\x00", ": is not a text"),
    ("binary without NUL", bytes(range(128, 256)), ":1:1: is not a text in UTF-8"),
    ("10 MB of garbage", bytes(1 + (i * 37) % 255 for i in range(1000)) * 10000, ": is larger than 4 MiB"),
    ("deep nesting", b"[" * 1000000, ":1:33: lists and maps are nested too deep"),
]


def run(command):
    with own_session() as environment:
        return subprocess.run(
            command,
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=120,
            stdin=subprocess.DEVNULL,
        )


def problems(name, done, expected):
    """What is wrong with the way the command ended; `expected` is a list of fragments."""
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    ours = [line for line in lines if expected[0] in line]
    if done.returncode != 2:
        yield f"{name}: exit code {done.returncode}, not 2\n{done.stderr[:500]}"
    if len(ours) != 1:
        yield f"{name}: {len(ours)} lines with '{expected[0]}' on standard error:\n{done.stderr[:500]}"
        return
    for fragment in expected[1:]:
        if fragment not in ours[0]:
            yield f"{name}: no '{fragment}' in: {ours[0]}"
    if "; " not in ours[0] or len(ours[0]) > 700:
        yield f"{name}: does not say what to write, or too long: {ours[0][:800]}"
    if "PETSC ERROR" in done.stderr or done.stdout.strip():
        yield f"{name}: a traceback, or something on standard output:\n{done.stderr[:300]}{done.stdout[:300]}"


def checked(name, command, expected):
    """One rank, nothing but the message."""
    done = run(command)
    found = list(problems(name, done, expected))
    if not found and len([line for line in done.stderr.splitlines() if line.strip()]) != 1:
        found.append(f"{name}: more than one message:\n{done.stderr[:500]}")
    return found


def on_three_ranks(name, path, options, expected, directory):
    """The message of all ranks together stands once; mpiexec may add its own words about the exit code."""
    output = os.path.join(directory, "out")
    done = run([MPIEXEC, "-n", "3", GRANUM, "run", path, "-o", output] + options)
    found = list(problems(name + " (3 ranks)", done, expected))
    if os.path.exists(output):
        found.append(f"{name} (3 ranks): {output} was made: {os.listdir(output)}")
    return found


def bad_case(row, base, directory):
    name, change, place, fragment, parallel = row
    path = os.path.join(directory, "case.yaml")
    text, options = base, []
    if isinstance(change, str):
        options, expected = ["--set", change], [f"case.yaml:{place}: " if place else "--set ", fragment]
    else:
        assert text.count(change[0]) >= 1, f"{name}: nothing to change"
        text = text.replace(change[0], change[1], 1)
        expected = [f"case.yaml:{place}" + ("" if place.endswith(":") else ": "), fragment]
    with open(path, "w") as file:
        file.write(text)
    found = checked(name, [GRANUM, "check", path] + options, expected)
    if parallel:
        found += on_three_ranks(name, path, options, expected, directory)
    return found


def lammps_case(row, directory):
    """The message of a case and that of `granum laws WORD` both have the hint."""
    word, where, hint = row
    path = os.path.join(directory, "case.yaml")
    with open(path, "w") as file:
        file.write(BULK)
    found = checked(word, [GRANUM, "check", path, "--set", f"contacts.0.{where}"], ["--set ", "LAMMPS; write ", hint])
    if word != "marshall":  # a law of granum, too
        found += checked(word, [GRANUM, "laws", word], [f"laws: '{word}' is a word of LAMMPS; write ", hint])
    return found


def later_case(row, directory):
    name, *changes, place, fragment = row
    path = os.path.join(directory, "case.yaml")
    options = [word for change in changes for word in ("--set", change)]
    with open(path, "w") as file:
        file.write(BASE)
    expected = [f"case.yaml:{place}: ", fragment]
    return checked(name, [GRANUM, "check", path] + options, expected) + on_three_ranks(
        name, path, options, expected, directory
    )


def raw_case(row, directory):
    name, data, fragment = row
    path = os.path.join(directory, "raw.yaml")
    with open(path, "wb") as file:
        file.write(data)
    return checked(name, [GRANUM, "check", path], ["raw.yaml" + fragment])


def file_cases(directory):
    missing = os.path.join(directory, "missing.yaml")
    found = checked(
        "missing file", [GRANUM, "check", missing], ["missing.yaml: cannot be read: No such file or directory; "]
    )
    found += checked("a directory", [GRANUM, "check", directory], [directory + ": cannot be read: Is a directory; "])
    return found + on_three_ranks(
        "missing file", missing, [], ["missing.yaml: cannot be read: No such file"], directory
    )


def accepted(path, options):
    done = run([GRANUM, "check", path] + options)
    if done.returncode != 0:
        yield f"good input {options}: exit code {done.returncode}\n{done.stderr}"


def good_cases(directory):
    """The bases must be accepted, or the rows above prove nothing; so must overrides."""
    path = os.path.join(directory, "good.yaml")
    with open(path, "w") as file:
        file.write(BASE)
    for options in ([], ["--set", "contacts.0.normal={law: hertz}"], ["--set", "particles.beads.chain.count=1000000"]):
        yield from accepted(path, options)
    with open(path, "w") as file:
        file.write(IMPACT)
    several = ["--set", "sweep.contacts.0.normal.restitution=[0.5, 0.6]", "--set", "variants.a.end=zero_force"]
    for options in ([], ["--set", "bodies.1=" + SOCKET], several):
        yield from accepted(path, options)


def main():
    tables = [
        (bad_case, row, base)
        for rows, base in ((BAD, BASE), (BAD_IMPACT, IMPACT), (BAD_BULK, BULK), (BAD_CELL, CELL))
        for row in rows
    ]
    tables += [(lammps_case, row) for row in LAMMPS]
    tables += (
        [(later_case, row) for row in BAD_LATER] + [(raw_case, row) for row in RAW] + [(file_cases,), (good_cases,)]
    )

    def perform(job):
        with tempfile.TemporaryDirectory() as directory:
            return list(job[0](*job[1:], directory))

    with concurrent.futures.ThreadPoolExecutor(2 * os.cpu_count()) as pool:
        found = [message for messages in pool.map(perform, tables) for message in messages]
    for message in found:
        print(message)
    parallel = sum(row[4] for row in BAD + BAD_IMPACT + BAD_BULK + BAD_CELL) + len(BAD_LATER) + 1
    fact(not found, f"{len(tables)} bad inputs, {parallel} of them on 3 ranks: {len(found)} problems")
    done()


main()
