"""The stability check: its message names the exceeded limit and the correction, and the earliest violation with the
lowest ids; it is identical to the byte on any number of ranks. Free spheres may have any speed.
Labels: bulk chain input law parallel particle record run time wall."""
import os
import re
import tempfile

from granum_test import case, done, fact, run

HEAD = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [1, 1, 1]}
materials: {glass: {density: 2500, youngs_modulus: YOUNG, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.5}}]
walls: {floor: {side: lower_x, material: glass}}
"""
# Pairs that collide at 10 m/s, all at the same time except the last, which collides earlier. Ids descend along x, so
# that on several ranks the lowest ids are not on the first rank. No surfaces meet just at the end of a step of 4 us,
# where rounding decides whether the force begins in this step.
PAIRS = [(0.9, 3.02), (0.5, 3.02), (0.1, 3.02), (0.3, 2.52)]
AT = ", ".join(
    f"{{position: [{x}, 0.5, 0.5], velocity: [10, 0, 0]}}, {{position: [{x + 1e-3 * gap}, 0.5, 0.5]}}"
    for x, gap in PAIRS
)
MEET = HEAD + f"particles: {{pairs: {{at: [{AT}], material: glass, radius: 1 mm}}}}\ntime: {{end: 1 ms, OPTIONS}}\n"
EVEN = MEET.replace(AT, AT.rsplit(", {position", 2)[0])  # without the last pair
WALL = (
    HEAD
    + "particles: {one: {at: [{position: [0.5, 0.5, 0.5]}, {position: [2.02 mm, 0.5, 0.5], velocity: [-10, 0, 0]}], "
    "material: glass, radius: 1 mm}}\ntime: {end: 1 ms, OPTIONS}\n"
)
FAST = (
    HEAD + "particles: {fast: {at: [{position: [0.8, 0.5, 0.5], velocity: [-10, 0, 0]}, {position: [0.2, 0.5, 0.5], "
    "velocity: [20, 0, 0]}], material: glass, radius: 1 mm}}\ntime: {end: 10 ms, OPTIONS}\n"
)
CHAIN = """
dimension: 1
materials: {glass: {density: 2500, youngs_modulus: YOUNG, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: hertz}}]
particles: {beads: {chain: {count: 12}, material: glass, radius: 1 mm, gap: 1 um}}
initial_velocities: [{id: 11, velocity: 5}, {id: 3, velocity: 5}, {id: 7, velocity: 5}]
time: {end: 1 ms, OPTIONS}
"""
# Case, modulus, options in `time`, further arguments; expected and forbidden fragments of the message.
SOFT, STIFF = "too soft for this load: write stiffer materials, or parameters of its law", "are stable only up to"
CASES = {
    "too soft": (
        MEET,
        "5e4",
        "step: auto",
        [],
        ["particle 7 overlaps particle 8 by", "more than time.overlap_limit: 0.1. ", SOFT, "raise time.overlap_limit"],
        ["time.step", "safety"],
    ),
    "at the same time": (
        EVEN,
        "5e4",
        "step: auto",
        [],
        ["particle 1 overlaps particle 2 by", SOFT],
        ["time.step", "safety"],
    ),
    "too soft at any limit": (
        MEET,
        "1e4",
        "step: auto, overlap_limit: 1",
        [],
        ["particle 7 overlaps particle 8 by", SOFT],
        ["raise", "time.step", "safety"],
    ),
    "too soft, step too long": (
        EVEN,
        "1e5",
        "step: 8 us, overlap_limit: 0.02",
        [],
        ["particle 1 overlaps particle 2", ", more than time.overlap_limit: 0.02. "],
        ["step: auto"],
    ),
    "too stiff": (
        MEET,
        "5e11",
        "step: 4 us",
        [],
        ["particle 7 overlaps particle 8 by", STIFF, "write time.step: auto, which takes", "or write softer materials"],
        ["overlap_limit"],
    ),
    "too stiff, by option": (
        EVEN,
        "5e11",
        "step: auto",
        ["-ts_dt", "4e-6"],
        ["particle 1 overlaps particle 2 by", STIFF, ": leave out -ts_dt: time.step: auto takes"],
        ["write time.step"],
    ),
    "a wall": (
        WALL,
        "5e11",
        "step: 4 us",
        [],
        ["particle 2 overlaps wall floor by", STIFF, "write time.step: auto"],
        ["overlap_limit"],
    ),
    "too fast for the skin of the case": (
        FAST,
        "5e7",
        "step: 20 us, skin: 0.2 mm",
        [],
        [
            "particle 1 at 10 m/s has moved by 0.0002 m",
            "it is too fast for the step: write time.step: auto",
            "or write a larger time.skin",
        ],
        ["overlap"],
    ),
    "chain, too soft": (
        CHAIN,
        "1e5",
        "step: auto, overlap_limit: 0.001",
        [],
        ["bead 3 overlaps bead 4 by", SOFT, "raise time.overlap_limit"],
        ["time.step", "safety"],
    ),
    "chain, too stiff": (
        CHAIN,
        "5e11",
        "step: 1 us",
        [],
        ["bead 3 overlaps bead 4 by", STIFF, "write time.step: auto"],
        ["overlap_limit"],
    ),
}
for name, (text, young, options, arguments, has, has_not) in CASES.items():
    path = case(text.replace("YOUNG", young).replace("OPTIONS", options))
    told = {}
    for ranks in (1, 2, 3, 5) if name in ("too soft", "at the same time") else (1, 3):
        with tempfile.TemporaryDirectory() as top:
            ended = run(["run", path, "-o", os.path.join(top, "out")] + arguments, ranks, check=False)
        told[ranks] = [
            line for line in ended.stderr.splitlines() if line.startswith("granum: ") and "warning" not in line
        ]
        told[ranks] = [line.split("; to continue from the last state")[0] for line in told[ranks]]
        fact(
            ended.returncode == 3 and len(told[ranks]) == 1 and told[ranks] == told[1],
            f"{name} on {ranks} ranks: {ended.returncode}, {told[ranks]}",
        )
    message = told[1][0] if told[1] else ""
    fact(
        all(words in message for words in has),
        f"{name}: the message has {[words for words in has if words not in message] or 'all'}",
    )
    fact(
        not any(words in message for words in has_not),
        f"{name}: the message has no other reasons: {[words for words in has_not if words in message]}",
    )

# The overlap limit of a sphere with its own radius (one of more than 32 different radii, of which only a lower bound is
# known before an overlap approaches it) equals the limit for a common radius. Steps of 2.02 us are stable up to 6.1 um,
# which a sphere of 5 m/s exceeds. The energy balance of so long steps does not close.
ROW = ", ".join(f"{{position: [0.5, {0.01 * k}, 0.5]}}" for k in range(1, 40))
for speed in (2, 3, 5):
    text = WALL.replace("{position: [0.5, 0.5, 0.5]}", ROW).replace("-10", f"-{speed}").replace("YOUNG", "5e10")
    path, ended = case(text.replace("OPTIONS", "step: 2.02 us")), []
    for radius in ("1 mm", "{distribution: uniform, from: 1 mm, to: 1.0000001 mm}"):
        with tempfile.TemporaryDirectory() as top:
            sets = ["--set", f"particles.one.radius={radius}", "--set", "run.residual=off"]
            told = run(["run", path, "-o", f"{top}/out", *sets], check=False)
        ended.append((told.returncode, re.findall("overlaps wall .* in this contact", told.stderr)))
    fact(
        ended[0] == ended[1] and ended[0][0] == (3 if speed > 4 else 0),
        f"{speed} m/s with a common radius, and with different radii: {ended}",
    )

# A single moving sphere: with and without a rule, soft and stiff, either integrator, custom skin.
FREE = """
dimension: DIMENSION
domain: {lower: [0, 0, 0], upper: [10, 10, 10]}
materials: {steel: {density: 7800, youngs_modulus: YOUNG, poisson_ratio: 0.3}}
RULES
particles: {ball: {at: {position: [5, 5, POSITION], velocity: [100, 0, 0]}, material: steel, radius: 1 mm}}
time: {end: 1 ms, OPTIONS}
"""
RULE = "contacts: [{between: '*', normal: {law: hertz}}]"
for dimension, rule, young, options in (
    (3, "", "2e11", "step: auto"),
    (2, "", "2e11", "step: auto"),
    (3, RULE, "1e5", "step: auto"),
    (3, RULE, "2e11", "safety: 1"),
    (3, "", "2e11", "skin: 0.05 mm"),
    (3, RULE, "2e11", "integrator: rk"),
    (2, "", "1e5", "integrator: rk"),
):
    text = (
        FREE.replace("DIMENSION", str(dimension))
        .replace("RULES", rule)
        .replace("YOUNG", young)
        .replace("OPTIONS", options)
    )
    path = case(text.replace("POSITION", "5" if dimension == 3 else "0"))
    with tempfile.TemporaryDirectory() as top:
        ended = run(["run", "-v", path, "-o", os.path.join(top, "out")], check=False)
    fact(
        ended.returncode == 0 and "kinetic 0.163363" in ended.stdout,
        f"100 m/s in {dimension}-D, {rule and 'a rule, '}{young} Pa, {options}: {ended.returncode}",
    )

# Spheres that move farther than the first skin, 10 um, in each step of 0.1 ms; the automatic skin allows it.
SMALL = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [4 mm, 4 mm, 4 mm], periodic: [PERIODIC, PERIODIC, false]}
materials: {glass: {density: 2500, youngs_modulus: 5 MPa, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.9}}]
particles:
  fast: {lattice: {sites: simple_cubic, spacing: 0.5 mm, lower: [0, 0, 1 mm], upper: [4 mm, 4 mm, 2 mm]},
    material: glass, radius: 50 um, velocity: [0.1, 0.05, 0]}
MORE
time: {end: 10 ms, step: 0.1 ms}
output: {trajectory: {every: 1 ms}}
"""
LID = "walls: {lid: {side: upper_z, material: glass, servo: {stress: 1 kPa, max_speed: 0.1 m/s}}}"
NEW = """  new: {insert: {region: {box: {lower: [0, 0, 3 mm], upper: [4 mm, 4 mm, 4 mm]}}, rate: 5000},
    material: glass, radius: 50 um, velocity: [0.15, 0, 0]}"""
SWIFT = {
    "a lone sphere": (
        "",
        ["particles={one: {at: {position: [2e-3, 2e-3, 2e-3], velocity: [0.1, 0, 0]}, material: glass, radius: 5e-5}}"],
        "false",
    ),
    "rows of spheres above others at rest": (
        "  still: {lattice: {sites: simple_cubic, spacing: 0.5 mm, upper: [4 mm, 4 mm, 1 mm]}, "
        "material: glass, radius: 50 um}",
        [],
        "true",
    ),
    "two diameters in a step": (
        "",
        ["particles.fast.velocity=[2, 1, 0]", "particles.fast.lattice.spacing=2 mm"],
        "true",
    ),
    "a servo wall": (LID, [], "false"),
    "new spheres": (NEW, ["particles.fast.velocity=[0, 0, 0]"], "true"),
}
for name, (more, sets, periodic) in SWIFT.items():
    path = case(SMALL.replace("MORE", more).replace("PERIODIC", periodic))
    with tempfile.TemporaryDirectory() as top:
        ended = [
            run(["run", path, "-o", f"{top}/{ranks}"] + [a for s in sets for a in ("--set", s)], ranks, check=False)
            for ranks in (1, 2, 3)
        ]
        differ = [run(["diff", f"{top}/1", f"{top}/{ranks}"], check=False).stdout for ranks in (2, 3)]
        fact(
            all(e.returncode == 0 for e in ended) and not any(differ),
            f"{name}, on 1, 2, 3 ranks: {[e.stderr[-300:] for e in ended if e.returncode]} {differ}",
        )
done()
