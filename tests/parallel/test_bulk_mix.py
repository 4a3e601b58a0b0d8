"""Two sizes, 10:1, over ranks: the same bits, and only possible contact partners of a rank's own spheres are its
ghosts. Within the reach of the largest spheres, most spheres near a region are small and far from any sphere in it.
Labels: bulk contact input law parallel particle run time."""
import os
import tempfile

from granum_test import card, case, done, fact, run, simulate

GHOST, ROW = 72, 160  # bytes of a ghost in an exchange, and when it is created
MIX = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [40 mm, 20 mm, 20 mm], periodic: [true, true, true]}
materials: {glass: {density: 2500, youngs_modulus: 1e8, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.9}, tangential: {law: mindlin, friction: 0.3}}]
particles:
  grains:
    random: {solid_fraction: 0.3}
    material: glass
    radius: {distribution: list, radii: [4 mm, 0.4 mm], fractions: [0.001, 0.999]}
    velocity_deviation: 0.3
time: {end: 0.2 ms, step: auto, safety: 0.4, overlap_limit: 0.9, rebalance: 20}
"""

path = case(MIX)
with tempfile.TemporaryDirectory() as top:
    results = {p: simulate(path, os.path.join(top, str(p)), [], p) for p in (1, 2, 4)}
    told = {p: run(["diff", results[1], results[p]], check=False).stdout for p in (2, 4)}
    fact(not any(told.values()), f"same bits on 1, 2, 4 ranks {told}")
    performance = card(os.path.join(top, "4"))["performance"]
spheres = 0.3 * 40 * 20 * 20 / (4 / 3 * 3.14159 * (0.001 * 4**3 + 0.999 * 0.4**3))
sent = performance["bytes_per_evaluation"]["max"] / GHOST
# A quarter of the box is 20 x 10 x 20 mm^3 or 10 x 20 x 20 mm^3; nearly all spheres in it are within 4.8 mm of a side,
# where a large sphere could touch them.
fact(spheres > 8000 and 0 < sent < 0.1 * spheres, f"a rank sends {sent:.0f} of {spheres:.0f} spheres")
# A small sphere reaches 5 times its radius and skin into other regions, not 11 times; partners of large spheres and
# migrating particles are added. With the reach of the largest spheres it was 0.44 of all spheres.
fetched = performance["bytes_per_rebuild"]["mean"] / ROW
fact(fetched < 0.35 * spheres, f"for a rebuild a rank sends as much as {fetched:.0f} of {spheres:.0f} spheres need")
done()
