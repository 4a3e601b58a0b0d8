"""Groups cut to a shape: selected particles, their order and ids, equal on any number of ranks; invalid shapes.
Labels: bulk input law mesh parallel particle record run time."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, run, simulate

top = tempfile.TemporaryDirectory()
rng = np.random.default_rng(1)
sites = (np.stack(np.meshgrid(*[np.arange(12)] * 3, indexing="ij"), -1).reshape(-1, 3) - 5.5) * 2e-3
radii = rng.uniform(0.6e-3, 1e-3, len(sites))
ids = 1 + rng.permutation(len(sites))
table = os.path.join(top.name, "block.csv")
np.savetxt(
    table, np.column_stack([ids, sites, radii]), ["%d"] + 4 * ["%.17g"], ",", header="id,x,y,z,radius", comments=""
)
SIZE, FROM, TO = 10e-3, np.array([-6e-3, 1e-3, 0]), np.array([7e-3, -2e-3, 3e-3])
CASE = f"""
dimension: 3
domain: {{lower: [-15 mm, -15 mm, -15 mm], upper: [15 mm, 15 mm, 15 mm]}}
materials: {{m: {{density: 2500, youngs_modulus: 1 MPa, poisson_ratio: 0.3}}}}
contacts: [{{between: '*', normal: {{law: hertz}}}}]
particles:
  rod: {{file: {table}, material: m, within: {{cylinder: {{from: {FROM.tolist()}, to: {TO.tolist()},
    radius: {SIZE}}}}}}}
  ball: {{random: {{solid_fraction: 0.02}}, material: m, radius: {{distribution: uniform, from: 0.2 mm, to: 0.4 mm}},
    within: {{sphere: {{centre: [3 mm, 0, 0], radius: 11 mm}}}}}}
  brick: {{lattice: {{sites: simple_cubic, spacing: 0.5 mm, lower: [-15 mm, -15 mm, 12 mm]}}, material: m,
    radius: 0.2 mm, velocity_deviation: 1 mm/s,
    within: {{box: {{lower: [-15 mm, 1.05 mm, 12 mm], upper: [15 mm, 3.05 mm, 15 mm]}}}}}}
time: {{end: 10 us, step: 1 us}}
output: {{trajectory: {{every: 5 us}}}}
"""
path = case(CASE)
results = {ranks: simulate(path, os.path.join(top.name, str(ranks)), ranks=ranks) for ranks in (1, 2, 3)}
for ranks in (2, 3):
    told = run(["diff", results[1], results[ranks]], check=False)
    fact(told.returncode == 0, f"same bits on {ranks} ranks {told.stdout.strip()}")

with h5py.File(results[1], "r") as f:
    grains = f["particles/grains"]
    id, group, radius, x = grains["id"][:], grains["group"][:], grains["radius"][:], grains["position/value"][0]
fact(np.array_equal(np.ravel(id), np.arange(1, len(x) + 1)), "ids have no gaps")
axis = (TO - FROM) / np.linalg.norm(TO - FROM)
along = (sites - FROM) @ axis
across = np.linalg.norm(sites - FROM - np.outer(along, axis), axis=1)
inside = (along >= radii) & (along <= np.linalg.norm(TO - FROM) - radii) & (across <= SIZE - radii)
order = np.argsort(ids[inside])
fact(
    100 < inside.sum() < 1000
    and np.array_equal(x[group == 0], sites[inside][order])
    and np.array_equal(radius[group == 0], radii[inside][order]),
    f"of {len(sites)} spheres in a file those entirely inside the cylinder are kept, {inside.sum()}, "
    "in the order of ids",
)
ball = group == 1
out = np.linalg.norm(x[ball] - [3e-3, 0, 0], axis=1) + radius[ball]
fact(100 < ball.sum() and 10.8e-3 < out.max() <= 11e-3 * (1 + 1e-9), f"random spheres fill the ball: {ball.sum()}")
gap = np.linalg.norm(x[ball][:, None] - x[group == 0][None], axis=2) - radius[ball][:, None] - radius[group == 0]
fact(gap.min() > 0, f"random spheres do not overlap the spheres of the file: gap {gap.min():.1e} m")
# of sites at y = -14.8 mm + 0.5 mm k, 1.7, 2.2 and 2.7 mm are between 1.25 mm and 2.85 mm
fact(
    np.array_equal(np.unique(np.round(x[group == 2, 1] * 1e4)), [17, 22, 27]),
    f"the box keeps three layers of the lattice: y = {np.unique(np.round(x[group == 2, 1] * 1e3, 6))} mm",
)

BAD = [
    ("particles.rod.within={}", "particles.rod.within: has no shape; give one of box, cylinder, sphere"),
    ("particles.ball.within.box={lower: [0, 0, 0], upper: [1, 1, 1]}", "particles.ball.within: has several shapes"),
    ("particles.ball.within={sphere: {radius: 1}}", "within.sphere.centre: is missing; give the centre"),
    ("particles.brick.within.box.lower=[0, 0.1, 0]", "particles.brick.within.box: is empty; write a lower corner"),
    (f"particles.rod.within.cylinder.to={FROM.tolist()}", "particles.rod.within.cylinder: has no length"),
    ("particles.rod.within.cylinder.radius=1e-4", "particles.rod.within: no particle lies wholly inside"),
]
for change, expected in BAD:
    told = run(["check", path, "--set", change], check=False)
    fact(told.returncode == 2 and expected in told.stderr and told.stderr.count("granum: ") == 1, told.stderr.strip())
FLAT = ["--set", "dimension=2", "--set", "particles.ball.random.solid_fraction=0.05"]
told = run(["check", path, *FLAT], check=False)
fact(told.returncode == 2 and "cylinder: is a shape in space" in told.stderr, told.stderr.strip())
done()
