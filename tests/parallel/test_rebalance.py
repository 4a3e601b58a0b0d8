"""The load is balanced if it pays. If the grains of a full box gather in one half of it, all ranks own a share of
them at the end, and the critical path of the run, counted in contacts, candidate pairs and particles, is much
shorter than without balancing. If they are always evenly distributed, the load is hardly ever balanced. Results
equal the run on one rank, and the partitions are reproducible.
Labels: bulk contact input law parallel particle record run time wall."""
import os
import tempfile

from granum_test import card, case, done, fact, run, simulate

# Grains in a box twice as long as high; in one case all fly into its right half and remain there.
CASE = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [80 mm, 20 mm, 20 mm], periodic: [PERIODIC, true, true]}
materials: {glass: {density: 2500, youngs_modulus: 5e5, poisson_ratio: 0.25}}
contacts: [{between: ['*', '*'], normal: {law: tsuji, restitution: 0.3}, tangential: {law: mindlin, friction: 0.3}}]
particles: {grains: {random: {solid_fraction: 0.12}, material: glass, radius: 1 mm, VELOCITY}}
WALLS
time: {end: END, step: 12 us, overlap_limit: 0.5}
output: {trajectory: {every: 0.05}}
"""
WALLS = "walls: {left: {side: lower_x, material: glass}, right: {side: upper_x, material: glass}}"
GATHERS = (
    CASE.replace("VELOCITY", "velocity: [0.8, 0, 0]")
    .replace("PERIODIC", "false")
    .replace("WALLS", WALLS)
    .replace("END", "0.05")
)
SPREAD = (
    CASE.replace("VELOCITY", "velocity_deviation: 0.1")
    .replace("PERIODIC", "true")
    .replace("WALLS\n", "")
    .replace("END", "0.06")
)

NEVER = ["time.rebalance=1000000000"]
RUNS = {
    "gathers": (GATHERS, {1: [], 4: [], 5: []}),
    "measured": (GATHERS, {3: ["time.rebalance=measured"]}),
    "never": (GATHERS, {4: NEVER}),
    "spread": (SPREAD, {1: [], 2: []}),
    "again": (SPREAD, {2: []}),
}


def owned(performance):
    """Returns the particles of the most loaded rank at the end, divided by the mean."""
    return performance["particles_owned"]["max"] / performance["particles_owned"]["mean"]


def path(performance):
    """Returns the critical path of the run divided by the mean work of a rank."""
    return performance["rebalancing"]["critical_path"] / performance["rebalancing"]["mean_work"]


with tempfile.TemporaryDirectory() as top:
    cards, results = {}, {}
    for name, (text, ranks) in RUNS.items():
        file = case(text)
        for n, sets in ranks.items():
            directory = os.path.join(top, f"{name}-{n}")
            results[name, n] = simulate(file, directory, sets, ranks=n)
            cards[name, n] = card(directory)["performance"]
        os.unlink(file)
    for (name, n), performance in cards.items():
        print(
            f"{name} on {n}: {performance['rebuilds']} rebuilds, busiest rank owns {owned(performance):.3f} of the mean"
        )
        print(f"  {performance['rebalancing']}")
        if n > 1:
            first = results["gathers" if name in ("gathers", "never", "measured") else "spread", 1]
            told = run(["diff", first, results[name, n]], check=False)
            fact(told.returncode == 0, f"{name}: same bits on 1 and {n} ranks {told.stdout.strip()}")
    balanced, never = cards["gathers", 4], cards["never", 4]
    fact(
        never["rebalancing"]["times"] == 0 and owned(never) > 1.95, "gathers, never balanced: two ranks own nearly all"
    )
    for name, n in (("gathers", 4), ("gathers", 5), ("measured", 3)):
        fact(cards[name, n]["rebalancing"]["times"] >= 2, f"{name} on {n} ranks: the load was balanced")
        fact(path(cards[name, n]) < 1.2, f"{name} on {n}: critical path {path(cards[name, n]):.3f} of the mean")
    fact(path(never) > 1.5, f"gathers, never balanced: critical path {path(never):.3f} of the mean")
    fact(
        balanced["rebalancing"]["critical_path"] < 0.75 * never["rebalancing"]["critical_path"],
        "gathers: balancing shortens the critical path by at least a quarter",
    )
    spread, again = cards["spread", 2], cards["again", 2]
    same = [key for key in spread["rebalancing"] if key != "seconds_spent"]
    fact(
        spread["rebalancing"]["times"] > 0 and all(spread["rebalancing"][k] == again["rebalancing"][k] for k in same),
        "spread: a repeated run makes the same partitions",
    )
    fact(spread["rebalancing"]["times"] < 0.2 * spread["rebuilds"], "spread: the load is seldom balanced")
done()
