"""A chain that starts from equilibrium has the same bits on 1, 2, 3, 4 and 7 ranks, and after a restart on another
number of ranks.
Labels: chain input io law parallel record run time."""
import os
import tempfile

from granum_test import card, case, done, fact, run, simulate

CASE = """
dimension: 1
materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3, yield_stress: 940e6}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.9}, tension: allow}]
particles:
  striker: {chain: {count: 1}, shape: plane, material: steel, mass: 1 g, velocity: 0.4 m/s}
  top: {chain: {count: 4, gap: 1 um}, material: steel, radius: 2.5 mm}
  beads: {chain: {count: 17, precompression: 0.3 N}, material: steel, radius: 2.38 mm, mass: 0.3 g}
  middle: {chain: {count: 1}, material: steel, radius: 2 mm}
  low: {chain: {count: 9}, material: steel, radius: 2.2 mm, precompression: 1 N}
  base: {chain: {count: 1}, shape: plane, material: steel, fixed: true}
gravity: 9.81
forces: [{group: top, force: 0.2 N}, {group: middle, force: -0.05 N}]
equilibrium: [top, beads, middle, low, base]
time: {end: 60 us, step: 0.1 us}
output: {trajectory: {every: 10 us}, energy: {every: 5 us},
  sensors: [{group: beads, at: [1, 17], every: 1 us}, {group: base, at: [1], every: 1 us}]}
"""
OPEN = ["gravity=-9.81", "particles.beads.gap=3 um", "forces=[]"]  # held at both ends, with a gap
VARIANTS = [
    ("free above, held below", []),
    ("ma_liu", ["contacts.0.normal={law: ma_liu, hardness_ratio: 2.84, conformity: 13}"]),
    ("luding", ["contacts.0.normal={law: luding, k1: 5e6, k_p: 2e7, k_c: 1e6, plasticity_depth: 0.01}"]),
    (
        "adhesion, hanging",
        ["contacts.0.adhesion={law: jump_in, force: 0.5, stiffness: 1e6}", "gravity=-9.81", "forces=[]"],
    ),
    ("a bead held in the middle", ["particles.middle.fixed=true", "forces=[{group: top, force: 0.2 N}]"]),
    (
        "both ends held",
        [
            "particles.top.fixed=true",
            "forces=[{group: beads, force: 0.01 N}, {group: low, force: -0.02 N}]",
            "particles.top.chain.gap=0",
        ],
    ),
    ("both ends held, with room", ["particles.top.fixed=true", "particles.top.chain.gap=0"] + OPEN),
    (
        "pressed from both sides, nothing held",
        [
            "particles.base={chain: {count: 1}, shape: plane, material: steel, mass: 1 g}",
            "gravity=0",
            "forces=[{group: striker, force: 3 N}, {group: base, force: -3 N}]",
            "equilibrium=[striker, top, beads, middle, low, base]",
            "particles.striker.velocity=0",
        ],
    ),
    ("rk", ["time.integrator=rk"]),
]
RESTARTED = ("free above, held below", "rk")
path = case(CASE)


def restart(name, sets, top):
    """Restarts from the middle of a run, with the overlaps and positions of its initial equilibrium."""
    whole, other = os.path.join(top, "whole"), os.path.join(top, "other")
    simulate(path, whole, sets + ["output.checkpoint.every=30 us"], 3)
    middle = min(
        (n for n in os.listdir(whole) if n.startswith("checkpoint-")), key=lambda n: int(n.split("-")[1].split(".")[0])
    )
    told = run(["resume", os.path.join(whole, middle), "-o", other], 2)
    fact("equilibrium of" not in told.stdout, f"restart, {name}: the resumed run seeks no equilibrium")
    told = run(["diff", *(os.path.join(d, "results.h5") for d in (whole, other))], check=False)
    fact(told.returncode == 0, f"restart, {name}: same bits on 3 and then 2 ranks {told.stdout.strip()}")


for number, (name, sets) in enumerate(VARIANTS):
    ranks = (1, 2, 3, 4, 7) if number < 3 else (1, 3, 7)
    with tempfile.TemporaryDirectory() as top:
        results = {p: simulate(path, os.path.join(top, str(p)), sets, p) for p in ranks}
        different = [p for p in results if run(["diff", results[1], results[p]], check=False).returncode != 0]
        found = card(os.path.join(top, "1"))["equilibrium"]
        fact(not different, f"{name}: same bits on {ranks} ranks" + (f", except on {different}" if different else ""))
        fact(
            found["residual"] <= 1e-12 * found["load"],
            f"{name}: {found['residual']:.2g} N of net force remain of {found['load']:.3g} N",
        )
        if name in RESTARTED:
            restart(name, sets, top)
done()
