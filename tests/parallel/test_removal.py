"""Removed particles, and results whose frames contain the particles present: which particles are removed and when,
balances of number, mass and energy; equal bits on any number of ranks and after a restart in the middle.
Labels: bulk contact input io law parallel particle record run time wall."""
import os
import re
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, simulate

# Spheres of many radii fall on a floor; y is periodic and the side upper_x is open. `drain` checks a box across the
# periodic faces every millisecond, `corner` checks for some time at each rebuild of the neighbour list, `pick` checks a
# single group.
CASE = """
dimension: 3
materials: {glass: {density: 2500, youngs_modulus: 2e7, poisson_ratio: 0.25}}
domain: {lower: [0, 0, 0], upper: [16 mm, 14 mm, 24 mm], periodic: [false, true, false]}
gravity: [1, 0, -9.81]
contacts: [{between: '*', normal: {law: hertz}, tangential: {law: mindlin, friction: 0.3},
  rolling: {law: rolling_spring, stiffness: 1e3, friction: 0.05}}]
particles:
  rain: {lattice: {sites: simple_cubic, spacing: 2.05 mm, lower: [0.2 mm, 0, 4 mm], upper: [15.8 mm, 14 mm, 16 mm]},
    material: glass, radius: {distribution: uniform, from: 0.7 mm, to: 1 mm}, velocity_deviation: 0.1 m/s,
    velocity: [0.1, 0, -0.5]}
  few: {lattice: {sites: simple_cubic, spacing: 2.05 mm, lower: [0.2 mm, 0, 20 mm], upper: [15.8 mm, 14 mm, 24 mm]},
    material: glass, radius: 1 mm, velocity: [0, 0, -0.8]}
walls: {floor: {side: lower_z, material: glass}, left: {side: lower_x, material: glass}}
removal:
  drain: {within: {box: {lower: [2 mm, 11 mm, 0], upper: [9 mm, 18 mm, 3 mm]}}, every: 1 ms, from: 1 ms}
  corner: {within: {sphere: {centre: [14 mm, 6 mm, 2 mm], radius: 3 mm}}, from: 4 ms, until: 8 ms}
  pick: {within: {cylinder: {from: [0, 3 mm, 9 mm], to: [16 mm, 3 mm, 9 mm], radius: 3 mm}}, group: few, every: 2.5 ms}
  sieve: {within: {box: {lower: [9 mm, 0, 3 mm], upper: [13 mm, 3 mm, 6 mm]}}, radius: {to: 0.8 mm}, every: 7 ms}
time: {end: 14 ms, step: 2 us, rebalance: 90}
output:
  counters:
    falling: {plane: {point: [0, 0, 6 mm], normal: [0, 0, -1]}, every: 0.5 ms}
    across: {plane: {point: [0, 13.9 mm, 0], normal: [0, 1, 0]}, every: 0.5 ms, group: rain}
    hole: {disc: {centre: [6 mm, 0.5 mm, 5 mm], normal: [0, 0, -1], radius: 3 mm}, every: 0.5 ms}
    low: {within: {box: {lower: [0, 0, 0], upper: [16 mm, 14 mm, 5 mm]}}, every: 0.5 ms}
    fine: {within: {box: {lower: [0, 0, 0], upper: [16 mm, 14 mm, 5 mm]}}, radius: {to: 0.85 mm}, every: 0.5 ms}
    coarse: {within: {box: {lower: [0, 0, 0], upper: [16 mm, 14 mm, 5 mm]}}, radius: {from: 0.85 mm}, material: glass,
      every: 0.5 ms}
  trajectory: {every: 0.5 ms}
  energy: {every: 0.5 ms}
  observables: {every: 0.5 ms}
  contacts: {every: 7 ms}
  checkpoint: {every: 7.3 ms}
"""
# Two spheres fly; nothing is in the region that is checked. An output is due at other steps than the removal.
CHECKED = """
dimension: 3
materials: {glass: {density: 2500, youngs_modulus: 5e6, poisson_ratio: 0.25}}
domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 40 mm]}
contacts: [{between: '*', normal: {law: hertz}}]
particles: {few: {at: [{position: [10 mm, 10 mm, 1.1 mm], velocity: [0.1, 0, 0]},
  {position: [5 mm, 10 mm, 9 mm], velocity: [0.3, 0, 0]}], material: glass, radius: 1 mm}}
removal: {corner: {within: {sphere: {centre: [0, 0, 0], radius: 1 mm}}, every: 0.61 ms}}
time: {end: 4 ms, step: 10 us}
output: {energy: {every: 0.3 ms}, checkpoint: {times: [1.82 ms]}}
"""
MM = 1e-3


def frames(results):
    """Returns the fields of the particles present in each frame, and the values behind them."""
    with h5py.File(results, "r") as f:
        grains = f["particles/grains"]
        count = grains["count/value"][:, 0]
        fields = {name: grains[name]["value"][:] for name in grains if name not in ("box", "count")}
        fill = {name: grains[name]["value"].fillvalue for name in fields}
    there = [{name: values[k, :n] for name, values in fields.items()} for k, n in enumerate(count)]
    behind = {name: np.concatenate([values[k, n:] for k, n in enumerate(count)]) for name, values in fields.items()}
    return count, there, behind, fill


def in_drain(frame):
    x, y, z = frame["position"].T
    across = (y >= 11 * MM) & (y <= 18 * MM)  # y is in the box, up to 14 mm: the region ends at its upper face
    return (x >= 2 * MM) & (x <= 9 * MM) & across & (z <= 3 * MM)


def in_pick(frame):
    x, y, z = frame["position"].T
    return (np.hypot(y - 3 * MM, z - 9 * MM) <= 3 * MM) & (x >= 0) & (x <= 16 * MM) & (frame["group"] == 1)


def in_sieve(frame):
    x, y, z = frame["position"].T
    high = (z >= 3 * MM) & (z <= 6 * MM)
    return (x >= 9 * MM) & (x <= 13 * MM) & (y >= 0) & (y <= 3 * MM) & high & (frame["radius"] < 0.8 * MM)


def look_at_frames(results):
    count, there, behind, fill = frames(results)
    ids = [set(frame["id"]) for frame in there]
    ordered = all((np.diff(frame["id"]) > 0).all() and frame["id"][0] > 0 for frame in there)
    fact(ordered and behind["id"].size > 0, "the first rows of a frame are the particles present, by id")
    fact(
        all((values == -1).all() if values.dtype.kind == "i" else np.isnan(values).all() for values in behind.values())
        and fill["id"] == fill["group"] == -1
        and np.isnan(fill["position"]),
        "the remaining rows contain -1 or NaN, the fill values stated in the file",
    )
    fact(
        all(np.isfinite(frame[name]).all() for frame in there for name in ("position", "radius", "mass")),
        "the rows of particles present contain finite numbers",
    )
    fact(count[-1] < 0.9 * count[0], f"the number of particles falls from {count[0]} to {count[-1]}")
    fact(all(later <= before for before, later in zip(ids, ids[1:])), "no particle reappears")
    radius = {}
    for frame in there:
        for i, r, g in zip(frame["id"], frame["radius"], frame["group"]):
            radius.setdefault(i, (r, g))
            assert radius[i] == (r, g)
    fact(True, "each id keeps its radius and group in all frames")
    return count, there, ids


def look_at_regions(there, ids):
    """Frames are recorded every 0.5 ms, before the removals at that time; from 9 to 14 ms no other removal is
    active."""
    taken = missed = strange = 0
    for k in range(18, 27):
        gone = ids[k] - ids[k + 1]
        due = np.zeros(len(there[k]["id"]), bool)
        if k % 2 == 0:
            due |= in_drain(there[k])
        if k % 5 == 0:
            due |= in_pick(there[k])
        if k % 14 == 0:
            due |= in_sieve(there[k])
        wanted = set(there[k]["id"][due])
        far = {i for i, x in zip(there[k]["id"], there[k]["position"]) if x[0] < 14 * MM}
        taken, missed, strange = taken + len(wanted), missed + len(wanted - gone), strange + len((gone - wanted) & far)
    fact(taken > 10 and missed == 0, f"all {taken} particles in the regions at the times of removal are removed")
    fact(strange == 0, "no other particle far from the open side disappears")


def look_at_books(results):
    books = ledger(results)
    with h5py.File(results, "r") as f:
        tally = {name: column[:] for name, column in f["observables/particles"].items()}
        through = f["observables/bulk/left_through"][:].sum(axis=1)
    fact(
        (tally["missing"] == 0).all() and (tally["missing_mass"] == 0).all(),
        "the tally of particles has no missing number and no missing mass",
    )
    fact(
        (tally["start"] + tally["inserted"] - tally["removed"] - tally["left"] == tally["present"]).all()
        and tally["removed"][-1] > 30
        and tally["left"][-1] > 1
        and (tally["left"] == through).all(),
        f"{tally['start'][0]} at the start, {tally['removed'][-1]} removed, {tally['left'][-1]} left, "
        f"{tally['present'][-1]} present",
    )
    most = books["kinetic"][0]
    fact(
        (books["brought_in"] == 0).all() and books["carried_out"][-1] > 0.05 * most,
        "the ledger contains the energy carried out by removed and left particles",
    )
    return tally, np.abs(books["residual"]).max() / most


def above(frame):
    return {i for i, x in zip(frame["id"], frame["position"]) if x[2] > 6 * MM}


def look_at_counters(results, there):
    """Compares counters with the frames: particles that were above a plane and are below it or were removed there;
    whole sides as counters in the path of each."""
    with h5py.File(results, "r") as f:
        counters = {
            name: {column: values[:] for column, values in group.items()}
            for name, group in f["observables/counters"].items()
        }
    mass = {i: m for frame in there for i, m in zip(frame["id"], frame["mass"])}
    start = above(there[0])
    fallen, aside = [], set()  # removed by `pick` while they were above the plane
    for before, frame in zip([there[0], *there], there):
        aside |= above(before) - set(frame["id"])
        fallen.append(start - above(frame) - aside)
    count = counters["falling"]["number"]
    fact(
        len(start) > 100 and count[-1] > 50 and count.tolist() == [len(ids) for ids in fallen],
        f"{count[-1]} particles crossed the plane downwards, at every time as many as the frames show",
    )
    exact = all(
        abs(m - sum(mass[i] for i in ids)) < 1e-12 * max(m, 1e-9) for m, ids in zip(counters["falling"]["mass"], fallen)
    )
    fact(exact, "the counter contains their mass")
    fact(
        counters["falling"]["momentum"][-1, 2] < 0 and counters["falling"]["kinetic_energy"][-1] > 0,
        "the counter contains their downward momentum and their kinetic energy",
    )
    at, total, laps = {}, 0, []
    for frame in there:
        path = frame["position"][:, 1] + 14 * MM * frame["image"][:, 1]
        for i, lap, group in zip(frame["id"], np.floor((path - 13.9 * MM) / (14 * MM)), frame["group"]):
            if group == 0:
                total += lap - at.get(i, lap)
                at[i] = lap
        laps.append(total)
    across = counters["across"]["number"]
    fact(
        across.tolist() == laps and np.abs(across).max() > 0,
        f"the counter of crossings of the periodic side agrees with the images: {across.min()} to {across.max()}",
    )
    hole = counters["hole"]["number"]
    fact(0 < hole[-1] < count[-1], f"{hole[-1]} particles crossed the disc, which has a periodic image")
    # a particle beyond an open side is in the frames until it is counted as left, but not in the region
    inside = [((f["position"] >= 0) & (f["position"] <= [16 * MM, 14 * MM, 5 * MM])).all(axis=1) for f in there]
    low = [int(which.sum()) for which in inside]
    weight = [frame["mass"][which].sum() for frame, which in zip(there, inside)]
    fact(
        counters["low"]["number"].tolist() == low and np.allclose(counters["low"]["mass"], weight, rtol=1e-12, atol=0),
        f"the counter of the region agrees with the frames, {low[-1]} particles at the end",
    )
    small = [int((frame["radius"][which] < 0.85 * MM).sum()) for frame, which in zip(there, inside)]
    fact(
        counters["fine"]["number"].tolist() == small
        and (counters["fine"]["number"] + counters["coarse"]["number"] == counters["low"]["number"]).all()
        and 0 < small[-1] < low[-1],
        f"counters of two ranges of radii divide it: {small[-1]} small ones",
    )


def look_at_other_readers(top, results, count):
    told = run(["info", results]).stdout
    fact(
        f"particles/grains: up to {count.max()} particles, {len(count)} frames" in told,
        "granum info prints the largest number of particles",
    )
    with open(os.path.join(top, "one", "results.xdmf")) as file:
        elements = [int(n) for n in re.findall(r'NumberOfElements="(\d+)"', file.read())]
    fact(elements == count.tolist(), "results.xdmf contains the same number of points in each frame")
    with h5py.File(os.path.join(top, "one", "contacts-7000.h5"), "r") as f, h5py.File(results, "r") as g:
        ids = g["particles/grains/id/value"][28].tolist()
        place = {i: k for k, i in enumerate(ids) if i > 0}
        x, r = g["particles/grains/position/value"][28], g["particles/grains/radius/value"][28]
        rows = [place[i] for i in f["contacts/first"][:]]
        normal, overlap = f["contacts/normal"][:], f["contacts/overlap"][:]
        walls = f["contacts/second"][:] == 0
        point = x[rows] + (r[rows] - 0.5 * overlap)[:, None] * normal
        apart = np.abs(point - f["contacts/point"][:])[~walls].max()
        fact(
            len(rows) > 10 and apart < 1e-15,
            f"{len(rows)} contacts belong to particles present and are located at them",
        )
    again = case(
        re.sub(
            r"particles:\n.*?walls:",
            "particles: {all: {previous: {file: FILE, frame: 14}, material: glass}}\nwalls:",
            CASE,
            flags=re.S,
        )
        .replace("FILE", results)
        .replace(", group: few", "")
        .replace(", group: rain", "")
    )
    then = simulate(again, os.path.join(top, "again"), ["time.end=20 us"])
    with h5py.File(then, "r") as f, h5py.File(results, "r") as g:
        n = count[14]
        same = all(
            np.array_equal(f[f"particles/grains/{name}/value"][0, :n], g[f"particles/grains/{name}/value"][14, :n])
            for name in ("position", "velocity", "radius", "mass")
        )
        fact(same and f["particles/grains/count/value"][0, 0] == n, f"`previous` reads {n} particles of a frame")


with tempfile.TemporaryDirectory() as top:
    path = case(CASE)
    results = simulate(path, os.path.join(top, "one"))
    count, there, ids = look_at_frames(results)
    look_at_regions(there, ids)
    look_at_counters(results, there)
    tally, missed = look_at_books(results)
    fact((tally["present"] == count).all(), "the tally of particles present agrees with the frames")
    coarse = simulate(path, os.path.join(top, "coarse"), ["time.step=4 us"])
    twice = look_at_books(coarse)[1]
    fact(
        missed < 1e-3 and twice > 2.5 * missed,
        f"the ledger closes to {missed:.2g}, with steps twice as long to {twice:.2g}",
    )
    look_at_other_readers(top, results, count)
    for ranks in (2, 3, 5):
        other = simulate(path, os.path.join(top, f"on-{ranks}"), [], ranks)
        told = run(["diff", results, other], check=False)
        fact(told.returncode == 0, f"same bits on {ranks} ranks {told.stdout}")
    told = run(
        ["diff", os.path.join(top, "one", "contacts-7000.h5"), os.path.join(top, "on-3", "contacts-7000.h5")],
        check=False,
    )
    fact(told.returncode == 0, f"the contacts have the same bits {told.stdout}")
    run(["resume", os.path.join(top, "on-3", "checkpoint-3650.h5"), "-o", os.path.join(top, "resumed")], 2)
    told = run(["diff", results, os.path.join(top, "resumed", "results.h5")], check=False)
    fact(told.returncode == 0, f"the same bits after a restart in the middle on another number of ranks {told.stdout}")
    run(["run", case(CHECKED), "-o", f"{top}/checked"])
    run(["resume", f"{top}/checked/checkpoint-182.h5", "-o", f"{top}/checked-again"])
    told = run(["diff", *(f"{top}/{name}/checkpoint-400.h5" for name in ("checked", "checked-again"))], check=False)
    fact(told.returncode == 0, f"the step after a removal is checked, also after a restart {told.stdout}")
done()
