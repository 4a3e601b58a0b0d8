"""The load is balanced when it repays: where grains that fill a box gather in one half of it, both ranks own their part of them at the end;
where they stay spread evenly, hardly ever. The results are those of one rank."""
import os
import tempfile

from granum_test import card, case, done, fact, run, simulate

# Grains spread over a box twice as long as high; in one case all fly into its right half and stay there.
CASE = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [80 mm, 20 mm, 20 mm], periodic: [PERIODIC, true, true]}
materials: {glass: {density: 2500, youngs_modulus: 1e6, poisson_ratio: 0.25}}
contacts: [{between: ['*', '*'], normal: {law: tsuji, restitution: 0.3}, tangential: {law: mindlin, friction: 0.3}}]
particles: {grains: {random: {solid_fraction: 0.12}, material: glass, radius: 1 mm, VELOCITY}}
WALLS
time: {end: END, step: auto, safety: 0.4, overlap_limit: 0.5}
output: {trajectory: {every: 0.05}}
"""
WALLS = "walls: {left: {side: lower_x, material: glass}, right: {side: upper_x, material: glass}}"
GATHERS = (
    CASE.replace("VELOCITY", "velocity: [0.8, 0, 0]")
    .replace("PERIODIC", "false")
    .replace("WALLS", WALLS)
    .replace("END", "0.06")
)
SPREAD = (
    CASE.replace("VELOCITY", "velocity_deviation: 0.1")
    .replace("PERIODIC", "true")
    .replace("WALLS\n", "")
    .replace("END", "0.06")
)

NEVER = 1000000000


def owned(performance):
    """Particles of the rank that has most of them at the end, over the mean."""
    return performance["particles_owned"]["max"] / performance["particles_owned"]["mean"]


with tempfile.TemporaryDirectory() as top:
    cards = {}
    for name, text in (("gathers", GATHERS), ("spread", SPREAD)):
        path = case(text)
        results = {ranks: simulate(path, os.path.join(top, f"{name}-{ranks}"), ranks=ranks) for ranks in (1, 2)}
        cards[name] = card(os.path.join(top, f"{name}-2"))["performance"]
        told = run(["diff", *results.values()], check=False)
        fact(told.returncode == 0, f"{name}: same bits on 1 and 2 ranks {told.stdout.strip()}")
        if name == "gathers":
            simulate(path, os.path.join(top, "never"), [f"time.rebalance={NEVER}"], ranks=2)
            cards["never"] = card(os.path.join(top, "never"))["performance"]
        os.unlink(path)
    for name, performance in cards.items():
        print(
            f"{name}: {performance['rebuilds']} rebuilds, busiest rank owns {owned(performance):.3f} of the mean, {performance['rebalancing']}"
        )
    # Particles are counted: times of ranks depend on what else the machine does. unit.load_balance has times that are made up.
    # All of the grains gather in what was one rank's half; packed against the wall they cost more than those in flight, so equal work is not equal numbers.
    fact(cards["gathers"]["rebalancing"]["times"] >= 1, "gathers: the load was balanced")
    fact(
        cards["never"]["rebalancing"]["times"] == 0 and owned(cards["never"]) > 1.95,
        "gathers, never balanced: one rank owns nearly all",
    )
    fact(owned(cards["gathers"]) < 1.8, "gathers, balanced: both own their part")
    fact(cards["spread"]["rebalancing"]["times"] < 0.2 * cards["spread"]["rebuilds"], "spread: hardly ever balanced")
done()
