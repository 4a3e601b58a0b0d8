"""The springs of mindlin with each `area` in a gas of elastic spheres whose contacts never slide. All loss and gain
by friction comes from springs in contacts whose load changes. The energy balance closes; with `area: thornton` alone
no spring gains energy. The springs of partial_slip gain none either.

The unit tests slide, slide_motion and slide_lammps have the laws in closed form, in single impacts and against
LAMMPS.
Labels: bulk contact input io law parallel particle run time."""
import os
import tempfile

import numpy as np
from granum_test import case, done, fact, ledger, run, simulate

path = case(
    """
dimension: 3
domain: {lower: [0, 0, 0], upper: [9 mm, 9 mm, 9 mm], periodic: [true, true, true]}
materials: {glass: {density: 2500, youngs_modulus: 5e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: hertz}, tangential: {law: mindlin, friction: 1000}}]
particles:
  grains: {random: {solid_fraction: 0.3}, material: glass, radius: 0.5 mm, velocity_deviation: 0.3}
time: {end: 3 ms, step: 0.5 us}
output: {energy: {every: 20 us}, checkpoint: {every: 1.5 ms}}
"""
)
top = tempfile.TemporaryDirectory()
taken = {}
SPRINGS = {area: [f"contacts.0.tangential.area={area}"] for area in ("displacement", "force", "rescale", "thornton")}
SPRINGS["partial_slip"] = ["contacts.0.tangential.law=partial_slip"]
SAFE = ("thornton", "partial_slip")  # no spring gains


def check_bits(name, results):
    """Same bits on 2 ranks and after a restart there."""
    other = simulate(path, os.path.join(top.name, f"{name}-ranks"), SPRINGS[name], ranks=2)
    fact(run(["diff", results, other], check=False).returncode == 0, f"{name}: same bits on 1 and 2 ranks")
    folder = os.path.dirname(results)
    kept = (n for n in os.listdir(folder) if n.startswith("checkpoint-"))
    first = min(kept, key=lambda n: int(n.split("-")[1][:-3]))
    again = os.path.join(top.name, f"{name}-again")
    run(["resume", os.path.join(folder, first), "-o", again], 2)
    same = run(["diff", results, os.path.join(again, "results.h5")], check=False).returncode == 0
    fact(same, "  the same bits after a restart on 2")


for name, changes in SPRINGS.items():
    results = simulate(path, os.path.join(top.name, name), changes)
    books = ledger(results)
    start = books["kinetic"][0]
    worst = np.max(np.abs(books["residual"])) / start
    fact(worst < 1e-3, f"{name}: ledger closes to {worst:.1e}")  # 1e-4 to 5e-4; falls with the third power of the step
    friction = books["dissipated_frictional"] / start
    gives = -np.min(np.diff(friction))
    taken[name] = friction[-1]
    fact(
        (gives > 1e-4) == (name not in SAFE) and (gives < 0) == (name in SAFE),
        f"  springs dissipate {friction[-1]:.3f} of the energy, and return at most {gives:.1e} within 20 us",
    )
    if name in SAFE:
        check_bits(name, results)
fact(
    taken["thornton"] > taken["rescale"] > 2 * max(taken["displacement"], taken["force"]),
    "springs that follow an unloading take the most energy",
)
old = os.path.join(top.name, "old")
told = run(["run", path, "-o", old, "--set", "contacts.0.tangential.law=mindlin_rescale_force"])
same = run(["diff", os.path.join(top.name, "thornton", "results.h5"), os.path.join(old, "results.h5")], check=False)
fact(
    same.returncode == 0 and "law: mindlin_rescale_force is now law: mindlin with area: thornton" in told.stderr,
    "the old name of the law is accepted with a warning",
)
os.unlink(path)
done()
