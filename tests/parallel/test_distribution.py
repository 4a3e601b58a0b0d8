"""A long chain on 8 ranks: two messages per inner rank and force evaluation, memory per rank proportional to its
share; more ranks than beads.
Labels: chain input law parallel run time."""
import os
import tempfile

from granum_test import SOURCE, card, case, done, fact, run, simulate

CASE = """
dimension: 1
materials: {steel: {density: 7968, youngs_modulus: 193e9, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.7}, tension: allow}]
particles:
  striker: {chain: {count: 1}, material: steel, radius: 2.38 mm, velocity: 1.77 m/s}
  beads: {chain: {count: 99999}, material: steel, radius: 2.38 mm}
time: {end: 0.2 us, step: 0.01 us}
"""
path = case(CASE)
with tempfile.TemporaryDirectory() as top:
    cards = {}
    for ranks, count in ((1, 7), (1, 3999999), (8, 7), (8, 3999999), (8, 99999)):
        directory = os.path.join(top, f"{ranks}-{count}")
        simulate(path, directory, [f"particles.beads.chain.count={count}"], ranks)
        cards[ranks, count] = card(directory)["performance"]
    p = cards[8, 99999]
    print(
        f"     100000 beads on 8 ranks: at most {p['memory_bytes']['max'] / 1e6:.1f} MB a rank, "
        f"{p['memory_bytes']['max_for_case'] / 1e6:.1f} MB of it for the case"
    )
    fact(
        p["messages_per_evaluation"]["max"] == 2,
        f"an inner rank sends {p['messages_per_evaluation']['max']} messages per force evaluation",
    )
    fact(
        p["messages_per_evaluation"]["mean"] == 14 / 8,
        f"mean over 8 ranks {p['messages_per_evaluation']['mean']} (14 messages in all)",
    )
    # Memory of the case: the rest of a process (libraries, buffers of MPI) is the same with eight beads. The rank that
    # gathers a collective write has buffers of 32 MB for it, independent of the number of beads.
    one, eight = (cards[r, 3999999]["memory_bytes"]["max"] - cards[r, 7]["memory_bytes"]["max"] for r in (1, 8))
    fact(
        eight < one / 8 * 1.3 + 36e6,
        f"4 million beads take {one / 1e6:.1f} MB on one rank, {eight / 1e6:.1f} MB on each of 8",
    )
    a = simulate(os.path.join(SOURCE, "inputs/chain/two-spheres.yaml"), os.path.join(top, "a"))
    b = simulate(os.path.join(SOURCE, "inputs/chain/two-spheres.yaml"), os.path.join(top, "b"), ranks=5)
    fact(
        run(["diff", a, b], check=False).returncode == 0, "two beads on 5 ranks: empty ranks do not change the results"
    )
done()
