"""Bad inputs of mechanisms: one message with place, error and correction; exit code 2 on any rank; nothing is
written.
Labels: contact impact input law mechanism parallel run."""
import os

from granum_test import case, done, fact, run

BASE = """\
problem: mechanism
materials:
  steel: {density: 7800 kg/m^3}
contacts:
  - between: '*'
    normal: {law: safaeifar_farshidianfar, restitution: 0.7, stiffness: 1e8 N/m^1.5}
mechanism:
  type: impact_damper
  main_mass: 500 g
  impact_mass: 4 g
  stiffness: 100 N/m
  gap: 20 mm
surfaces:
  mass: {material: steel, radius: 10 mm}
  stop: {material: steel, shape: plane}
time: {end: 1 s}
"""
BAD = [  # change (old, new), place, fragment of the message, ranks
    (
        ("type: impact_damper", "type: impact_dampr"),
        "8:9",
        "mechanism.type: there is no mechanism 'impact_dampr'; did you mean",
        3,
    ),
    (("  type: impact_damper\n", ""), "7:1", "mechanism.type: is missing; give the name of a mechanism", 1),
    (("  gap: 20 mm\n", ""), "7:1", "mechanism.gap: is missing; give a number in m", 1),
    (("gap: 20 mm", "gap: 20 mg"), "12:8", "mechanism.gap: the unit 'mg' does not convert to m", 1),
    (
        ("gap: 20 mm", "gap: 20 mm\n  gab: 1"),
        "13:3",
        "mechanism.gab: unknown parameter of the mechanism impact_damper; did you mean 'gap'?",
        3,
    ),
    (
        ("gap: 20 mm", "gap: 20 mm\n  impact_offset: 2 cm"),
        "7:1",
        "mechanism: impact_offset puts the small mass outside the gap",
        1,
    ),
    (
        ("  mass: {", "  ball: {"),
        "14:3",
        "surfaces.ball: is not a surface of the mechanism impact_damper; its surfaces are: mass, stop",
        1,
    ),
    (
        ("  mass: {material: steel, radius: 10 mm}\n", ""),
        "13:1",
        "surfaces.mass: is missing, and the mechanism impact_damper has it",
        1,
    ),
    (("shape: plane", "shape: plane, radius: 1"), "15:41", "surfaces.stop.radius: has no meaning with shape: plane", 1),
    (("time: {end: 1 s}", "time: {end: 1 s}\nbodies: []"), "17:1", "bodies: belongs to problem: impact; remove it", 1),
    (
        ("'*'\n", "'*'\n    tangential: {law: mindlin, friction: 0.1}\n"),
        "6:23",
        "the law mindlin remembers, and mechanisms take friction without memory",
        1,
    ),
    (
        ("law: safaeifar_farshidianfar", "law: hertz"),
        "6:26",
        "contacts.0.normal.restitution: unknown parameter of the law hertz",
        1,
    ),
    (("time: {end: 1 s}\n", ""), "1:1", "time: is missing; give the duration", 1),
]


def check(change, place, fragment, ranks):
    assert BASE.count(change[0]) == 1, change
    path = case(BASE.replace(*change))
    arguments = ["check", path] if ranks == 1 else ["run", path, "-o", path + ".out"]
    told = run(arguments, ranks, check=False)
    messages = [line for line in told.stderr.splitlines() if line.startswith("granum: ")]
    good = (
        told.returncode == 2 and len(messages) == 1 and f"{path}:{place}: " in messages[0] and fragment in messages[0]
    )
    fact(
        good and not os.path.exists(path + ".out"),
        f"{change[1]!r} on {ranks}: {told.returncode} {messages or told.stderr}",
    )
    os.unlink(path)


told = run(["check", case(BASE)], check=False)
fact(told.returncode == 0, f"the base is good {told.stderr}")
for row in BAD:
    check(*row)
done()
