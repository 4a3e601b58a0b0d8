"""A run resumed from a checkpoint has the bits of an uninterrupted run: every law, with adhesion, with gravity, both
integrators, on other numbers of ranks.
Labels: chain input io law parallel record run time."""
import json
import os
import tempfile

import h5py
from granum_test import SOURCE, case, done, fact, run
from laws import read_laws

# A segment of the chain for each law: a moving bead and four beads at rest, with a separate material.
NORMAL = read_laws("normal")
HELD = [rule for rule in NORMAL if rule["law"] in ("hertz", "luding", "tsuji")]
rows = [(law, "") for law in NORMAL]
rows += [(HELD[k % len(HELD)], f"adhesion: {json.dumps(rule)}") for k, rule in enumerate(read_laws("adhesion"))]
materials = "".join(
    f"  m{k}: {{density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3, yield_stress: 940e6}}\n"
    for k in range(len(rows))
)
contacts = "".join(
    f"  - {{between: [m{k}, m{k}], normal: {json.dumps(law)}, tension: allow{', ' + adhesion if adhesion else ''}}}\n"
    for k, (law, adhesion) in enumerate(rows)
)
groups = "".join(
    f"  a{k}: {{chain: {{count: 1}}, material: m{k}, radius: 2.38 mm, velocity: {1 + 0.1 * k} m/s, gap: 50 um}}\n"
    f"  b{k}: {{chain: {{count: 4}}, material: m{k}, radius: {2 + 0.05 * k} mm, gap: 0.1 um}}\n"
    for k in range(len(rows))
)
MAIN = os.path.join(SOURCE, "inputs", "chain", "horizontal-70.yaml")
CASE = f"""
dimension: 1
gravity: 9.81
materials:
{materials}
contacts:
  - {{between: '*', normal: {{law: hertz}}}}
{contacts}
particles:
{groups}
ends: {{right: fixed}}
time: {{end: 60 us, step: 0.1 us, tolerance: 1e-8}}
output:
  trajectory: {{every: 7 us}}
  energy: {{every: 3 us}}
  sensors: [{{group: b8, at: [1, 4], every: 1 us}}, {{group: b8, at: [3, 4], quantity: contact, every: 1 us}}]
  detectors: [{{group: b8, every: 1}}, {{group: b3, at: [2, 3], quantity: velocity}},
    {{group: b12, every: 2, quantity: contact}}]
  checkpoint: {{every: 35 us}}
"""


def checkpoints(directory):
    """Returns the checkpoints in the order of their steps."""
    names = [n for n in os.listdir(directory) if n.startswith("checkpoint-")]
    return sorted(names, key=lambda n: int(n.split("-")[1].split(".")[0]))


def same(a, b):
    told = run(["diff", a, b], check=False)
    return told.returncode == 0, (told.stdout + told.stderr).strip()


path = case(CASE)
for integrator, before, after in (("verlet", 1, (1, 2, 3)), ("verlet", 3, (2,)), ("rk", 1, (1, 3)), ("rk", 2, (1,))):
    with tempfile.TemporaryDirectory() as top:
        whole = os.path.join(top, "whole")
        run(
            [
                "run",
                path,
                "-o",
                whole,
                "--set",
                f"time.integrator={integrator}",
                "-ts_verlet_velocity",
                "half" if before == 3 else "full",
            ],
            before,
        )
        middle, end = checkpoints(whole)
        with h5py.File(os.path.join(whole, middle)) as f:
            fact(35e-6 <= f["numbers/time"][0] < 60e-6, f"{integrator}: {middle} is at {f['numbers/time'][0]:.4g} s")
        for ranks in after:
            other = os.path.join(top, f"on-{ranks}")
            run(["resume", os.path.join(whole, middle), "-o", other], ranks)
            for name in ("results.h5", end):
                ok, told = same(os.path.join(whole, name), os.path.join(other, name))
                fact(ok, f"{integrator}: resumed on {ranks} rank(s) after {before}, {name} has the same bits {told}")
        here = run(["resume", whole], 2)  # started in the folder of the run, which is completed
        ok, told = same(os.path.join(whole, "results.h5"), os.path.join(top, f"on-{after[0]}", "results.h5"))
        fact(ok, f"{integrator}: resuming a completed run does not change its results {told}")


def different(a, b):
    """Returns datasets that differ between two results files, except the parameters."""
    with h5py.File(a) as f, h5py.File(b) as g:
        both = {name for file in (f, g) for name in datasets(file) if not name.startswith("parameters")}
        return [n for n in sorted(both) if n not in f or n not in g or f[n][()].tobytes() != g[n][()].tobytes()]


def datasets(file):
    names = []
    file.visititems(lambda name, item: names.append(name) if isinstance(item, h5py.Dataset) else None)
    return names


# A completed run is extended. Step and output times fit the first end.
for integrator in ("verlet", "rk"):
    with tempfile.TemporaryDirectory() as top:
        whole, parts = os.path.join(top, "whole"), os.path.join(top, "parts")
        sets = ["--set", f"time.integrator={integrator}", "--set", "output.checkpoint.every=off"]
        run(["run", path, "-o", whole, *sets, "--set", "time.end=63 us"])
        run(["run", path, "-o", parts, *sets, "--set", "time.end=21 us"], 2)
        run(["resume", parts, "--set", "time.end=42 us"])
        run(["resume", parts, "--set", "time.end=63 us"], 3)
        told = different(os.path.join(whole, "results.h5"), os.path.join(parts, "results.h5"))
        fact(not told, f"{integrator}: a run ended and extended twice has the bits of one run {told}")

# A completed run is resumed from an earlier checkpoint and ends earlier: many datasets become shorter, each written by
# one of the ranks.
with tempfile.TemporaryDirectory() as top:
    long, short = os.path.join(top, "long"), os.path.join(top, "short")
    sets = ["--set", "output.checkpoint={every: 20 us}", "--set"]
    run(["run", MAIN, "-o", long, *sets, "time.end=50 us"])
    run(["run", MAIN, "-o", short, *sets, "time.end=45 us"])
    for ranks in (1, 3):
        other = os.path.join(top, f"on-{ranks}")
        run(["resume", os.path.join(long, "checkpoint-4000.h5"), "-o", other, "--set", "time.end=45 us"], ranks)
        told = different(os.path.join(short, "results.h5"), os.path.join(other, "results.h5"))
        fact(not told, f"resumed on {ranks} rank(s) with an earlier end: the bits of a run of that length {told}")
os.unlink(path)
done()
