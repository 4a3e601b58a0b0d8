"""Steps that cannot advance the time are refused before anything is written; the message names an output that
shortens the steps.
Labels: bulk chain input law parallel particle run time."""
import os
import tempfile

from granum_test import case, done, fact, run

LINE = case(
    """
dimension: 1
materials: {steel: {density: 7800 kg/m^3, youngs_modulus: 193 GPa, poisson_ratio: 0.3}}
contacts: [{between: [steel, steel], normal: {law: hertz}}]
particles: {beads: {chain: {count: 6}, material: steel, radius: 2.38 mm, velocity: 1 m/s},
  wall: {chain: {count: 1}, material: steel, radius: 2.38 mm}}
time: {end: 100 us, step: auto}
output: {energy: {every: 1 us}}
"""
)
SPACE = case(
    """
dimension: 3
domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm]}
materials: {glass: {density: 2500 kg/m^3, youngs_modulus: 10 MPa, poisson_ratio: 0.25}}
contacts: [{between: [glass, glass], normal: {law: tsuji, restitution: 0.7}}]
particles: {beads: {random: {count: 20}, material: glass, radius: 0.5 mm, velocity_deviation: 0.1 m/s}}
time: {end: 1 ms, step: auto}
output: {energy: {every: 0.1 ms}}
"""
)
REFUSED = [
    (
        LINE,
        ["time.step=1e-30"],
        ("steps of 1e-30 s cannot advance the time to the end, 0.0001 s", "write a longer time.step", "(given)"),
    ),
    (LINE, ["materials.steel.youngs_modulus=1e290"], ("cannot advance the time", "softer materials", "(beads - ")),
    (
        LINE,
        ["output.energy.every=1e-30"],
        ("cannot advance the time", "write a longer output.energy", "to meet output.energy every 1e-30 s"),
    ),
    (
        LINE,
        ["output.energy.every=1e-30", "time.step=1 us", "time.integrator=rk"],
        ("steps of 1e-30 s cannot advance the time", "write a longer output.energy"),
    ),
    (LINE, ["time.end=1e20", "time.step=1e-3"], ("cannot advance the time", "earlier time.end")),
    (
        LINE,
        ["time.end=1e300", "time.integrator=rk"],
        ("cannot advance the time", "to the end, 1e+300 s", "earlier time.end"),
    ),
    (SPACE, ["time.step=1e-40"], ("cannot advance the time", "longer time.step")),
    (SPACE, ["output.energy.every=1e-25"], ("cannot advance the time", "output.energy every 1e-25 s")),
]


def message(told):
    return [line for line in told.stderr.splitlines() if line.startswith("granum: ") and "warning" not in line]


with tempfile.TemporaryDirectory() as top:
    out = os.path.join(top, "out")
    for k, (path, sets, words) in enumerate(REFUSED):
        for ranks in (1, 2, 3) if k in (0, 6) else (1,):
            arguments = [w for s in sets for w in ("--set", s)]
            for command in [["run", path, "-o", out]] + [["check", path]] * (ranks == 1):
                told = run(command + arguments, ranks, check=False)
                said = message(told)
                fact(
                    told.returncode == 2 and len(said) == 1 and all(w in said[0] for w in words),
                    f"{command[0]} with {sets} on {ranks} ranks: exit {told.returncode}: {told.stderr.strip()[:300]}",
                )
                fact(not os.path.exists(out), f"{command[0]} with {sets} on {ranks} ranks writes no file")

    short = ["--set", "output.energy.every=1e-9", "--set", "time.end=1e-6"]
    for command in (["run", LINE, "-o", out], ["check", LINE]):
        told = run(command + short)
        fact(
            "shortened to meet output.energy every 1e-09 s" in told.stdout,
            f"{command[0]}: the line about the step names the output that shortens it",
        )
        fact(
            told.stderr.count("granum: warning: output.energy every 1e-09 s shortens the step") == 1
            and "times the steps" in told.stderr,
            f"{command[0]} warns once of the shortened step: {told.stderr.strip()}",
        )
    told = run(["check", LINE])
    fact(
        "shortened to meet output.energy every 1e-06 s)" in told.stdout and "warning" not in told.stderr,
        "an output that shortens the step a little is named without a warning",
    )
    told = run(["check", LINE] + short + ["--set", "time.step=1e-9"])
    fact(
        "(given)" in told.stdout and "warning" not in told.stderr, "a step from the input is not shortened, no warning"
    )
done()
