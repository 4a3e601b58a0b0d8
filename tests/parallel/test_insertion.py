"""Particles inserted during the run: equal bits on any number of ranks, with rebalancing, and after a restart in the
middle on another number; an empty beginning; right sizes at any time; no overlaps; a message if there is no space
for a particle; different places of groups with default seeds.
Labels: bulk contact input io law parallel particle record run time wall."""
import json
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, simulate

COMMON = """
materials:
  glass: {density: 2500 kg/m^3, youngs_modulus: 20 MPa, poisson_ratio: 0.25}
contacts:
  - {between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.4}}
"""
# From no particle to about 600. Two groups are inserted, the first by number and the second by mass, from
# touching regions, one of them across a periodic side; a wall moves through one of them.
RAIN = (
    COMMON
    + """
dimension: 3
domain: {lower: [0, 0, 0], upper: [16 mm, 12 mm, 40 mm], periodic: [true, false, false]}
gravity: [0, 0, -9.81 m/s^2]
particles:
  rain:
    insert:
      region: {box: {lower: [0, 0, 20 mm], upper: [16 mm, 12 mm, 34 mm]}}
      rate: 20000 1/s
      until: 22 ms
      every: 1 ms
    material: glass
    radius: {distribution: list, radii: [0.4 mm, 0.6 mm, 0.75 mm], fractions: [0.55, 0.3, 0.15]}
    velocity: [0.1 m/s, 0, -0.7 m/s]
    velocity_deviation: 0.1 m/s
    spin: [0, 50, 0]
    seed: 3
  jet:
    insert:
      region: {disc: {centre: [8 mm, 6 mm, 36 mm], normal: [0, 0, 1], radius: 5 mm}}
      mass_rate: 20 g/s
      from: 5 ms
    material: glass
    radius: {distribution: uniform, from: 0.35 mm, to: 0.7 mm, by: mass}
    velocity: [0, 0, -1.5 m/s]
    seed: 8
walls:
  floor: {side: lower_z, material: glass}
  front: {side: lower_y, material: glass}
  back: {side: upper_y, material: glass, velocity: [0, -20 mm/s, 0]}
time: {end: 24 ms, step: 4 us}
output:
  trajectory: {every: 2 ms}
  energy: {every: 1 ms}
  observables: {every: 2 ms}
  checkpoint: {every: 13.3 ms}
"""
)
# Two distant particles in weak gravity; `level` needs only its direction.
WEAK = (
    COMMON
    + """
dimension: 3
domain: {lower: [0, 0, 0], upper: [40 mm, 40 mm, 40 mm]}
gravity: [0, 0, -1e-3 m/s^2]
particles:
  few:
    insert: {region: {sphere: {centre: [20 mm, 20 mm, 20 mm], radius: 9 mm}}, count: 2, level: 1 mm, from: 1 ms}
    material: glass
    radius: 0.1 mm
    spin: [3, 50, -7]
time: {end: 9 ms, step: 8 us}
output: {trajectory: {every: 2 ms}}
"""
)
FRACTIONS = {0.4e-3: 0.55, 0.6e-3: 0.3, 0.75e-3: 0.15}
# Nothing moves: inserted particles keep their positions.
STILL = (
    COMMON
    + """
dimension: 3
domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm]}
particles:
  seeds: {random: {count: 30, upper: [10 mm, 10 mm, 2.6 mm]}, material: glass, radius: 0.6 mm}
  fill:
    insert:
      region: {box: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm]}}
      solid_fraction: 0.26
      tries: 2000
      gap: 10 um
    material: glass
    radius: {distribution: sieve, by: mass, radii: [0.3 mm, 0.4 mm, 0.55 mm, 0.7 mm], passing: [0, 0.3, 0.8, 1]}
    seed: 5
  late: # each place in the region overlaps the ball
    insert: {region: {sphere: {centre: [5 mm, 5 mm, 5 mm], radius: 3.2 mm}}, count: 3, from: 20 us}
    material: glass
    radius: 0.9 mm
walls:
  floor: {side: lower_z, material: glass}
  ball: {shape: sphere, centre: [5 mm, 5 mm, 5 mm], radius: 2 mm, material: glass}
time: {end: 40 us, step: 2 us}
output: {trajectory: {every: 40 us}}
"""
)
# Nothing moves; the regions are equal and far from each other.
TWINS = (
    COMMON
    + """
dimension: 3
domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 40 mm]}
particles:
  lower:
    insert: {region: {box: {lower: [0, 0, 5 mm], upper: [10 mm, 10 mm, 15 mm]}}, count: 40}
    material: glass
    radius: 0.5 mm
  upper:
    insert: {region: {box: {lower: [0, 0, 25 mm], upper: [10 mm, 10 mm, 35 mm]}}, count: 40}
    material: glass
    radius: 0.5 mm
time: {end: 20 us, step: 2 us}
output: {trajectory: {every: 20 us}}
"""
)
STAGES = (
    COMMON
    + """
dimension: 2
domain: {lower: [0, 0, 0], upper: [30 mm, 60 mm, 1 mm]}
gravity: [0, -9.81 m/s^2, 0]
drag: {linear: 0 N s/m}
particles:
  grains:
    insert:
      region: {box: {lower: [2 mm, 40 mm, 0], upper: [28 mm, 58 mm, 0]}}
      count: 60
      from: 2 ms
      during: fill
    material: glass
    radius: {distribution: uniform, from: 0.8 mm, to: 1.1 mm}
    velocity: [0, -1 m/s, 0]
walls:
  floor: {side: lower_y, material: glass}
  left: {side: lower_x, material: glass}
  right: {side: upper_x, material: glass}
stages:
  wait: {until: {time: 4 ms}}
  fill: {until: {time: 60 ms}}
  settle: {until: {kinetic_over_elastic: 1e-2, at_most: 0.3 s}, drag: {linear: 5e-3 N s/m}}
time: {step: 10 us}
output: {trajectory: {every: 4 ms}}
"""
)


def frames(path):
    """Returns time, ids, positions and radii of each frame."""
    with h5py.File(path) as f:
        grains = f["particles/grains"]
        ids = grains["id/value"][...]
        times = grains["id/time"][...]
        there = [row[row > 0] for row in ids]
        x = [grains["position/value"][k][: len(i)] for k, i in enumerate(there)]
        r = [grains["radius/value"][k].ravel()[: len(i)] for k, i in enumerate(there)]
        group = [grains["group/value"][k].ravel()[: len(i)] for k, i in enumerate(there)]
    return list(zip(times, there, x, r, group))


def checkpoints(directory):
    names = [n for n in os.listdir(directory) if n.startswith("checkpoint-")]
    return sorted(names, key=lambda n: int(n.split("-")[1].split(".")[0]))


def check_bits(top):
    path = case(RAIN)
    one = os.path.join(top, "one")
    results = simulate(path, one)
    for ranks, sets in ((2, ()), (3, ["time.rebalance=50"]), (5, ())):
        other = simulate(path, os.path.join(top, str(ranks)), sets, ranks)
        told = run(["diff", results, other], check=False).stdout.strip()
        same = not told or (sets and told.startswith("parameters/"))
        if sets:  # all except the input in the results
            told = differing(results, other)
            same = not told
        fact(same, f"{ranks} ranks {sets}: same bits as on one rank {told}")
    middle = checkpoints(one)[0]
    for ranks in (3, 1):
        again = os.path.join(top, f"again-{ranks}")
        run(["resume", os.path.join(one, middle), "-o", again], ranks)
        told = run(["diff", results, os.path.join(again, "results.h5")], check=False)
        fact(told.returncode == 0, f"{middle} on {ranks} ranks: resumed with the same bits {told.stdout.strip()}")
    return results, one


def differing(a, b):
    """Returns the datasets of particles and observables that differ."""
    names = []
    with h5py.File(a) as one, h5py.File(b) as other:
        for part in ("particles", "observables"):
            one[part].visititems(
                lambda name, node, part=part: names.append(f"{part}/{name}")
                if isinstance(node, h5py.Dataset)
                and not np.array_equal(node[...], other[part][name][...], equal_nan=node.dtype.kind == "f")
                else None
            )
    return " ".join(names)


def check_amounts(results, directory):
    seen, mass, right, sizes = 0, 0.0, True, True
    step = 4e-6
    for t, ids, x, r, group in frames(results):
        # insertion events up to the frame, which is recorded at the end of a step before the insertions at that time
        passed = np.floor((t - step / 2) / 1e-3) * 1e-3
        due = int(np.floor(20000 * min(max(passed, 0), 22e-3) + 0.5))
        rain = r[group == 0]
        right &= len(rain) == due and np.all(np.diff(ids) > 0)
        for radius, fraction in FRACTIONS.items():
            sizes &= abs(np.sum(np.isclose(rain, radius)) - fraction * len(rain)) <= 1
        seen, mass = len(ids), 4 / 3 * np.pi * 2500 * np.sum(r[group == 1] ** 3)
    fact(
        right and seen > 500, f"every frame contains the number of particles due, with ascending ids; {seen} at the end"
    )
    fact(sizes, "the number of each size class differs by at most one from that due in every frame")
    largest = 4 / 3 * np.pi * 2500 * 0.7e-3**3
    last = 3.4e-4 * 20e-3  # the largest interval between two events
    fact(
        -largest - last < mass - 20e-3 * 19e-3 < largest,
        f"{mass * 1e6:.4g} mg of the jet were inserted, {20e-3 * 19e-3 * 1e6:.4g} mg are due",
    )
    with open(os.path.join(directory, "run.json")) as f:
        told = json.load(f)["insertion"]
    fact(
        told[0]["number"] == 440 and told[0]["owed_number"] == 0 and abs(told[1]["mass"] - mass) < 1e-9 * mass,
        f"run.json contains number and mass of the inserted particles: {told}",
    )


def gaps(x, r, lengths):
    """Returns the surface distances of all pairs, by the nearest image."""
    d = np.abs(x[:, None] - x[None])
    for axis, length in enumerate(lengths):
        if length:
            d[..., axis] = np.minimum(d[..., axis], length - d[..., axis])
    gap = np.sqrt((d**2).sum(-1)) - r[:, None] - r[None]
    return gap[np.triu_indices(len(r), 1)]


def check_places(top):
    still = os.path.join(top, "still")
    path = case(STILL)
    results = simulate(path, still)
    told = run(["diff", results, simulate(path, os.path.join(top, "still-3"), ranks=3)], check=False)
    fact(told.returncode == 0, f"3 ranks place the same particles {told.stdout}")
    t, ids, x, r, group = frames(results)[-1]
    came = group > 0
    nearest = gaps(x, r, (0, 0, 0))
    fact(nearest.min() > 0, f"the smallest gap between {len(r)} particles is {nearest.min():.3g} m")
    off_ball = np.sqrt(((x - 5e-3) ** 2).sum(1)) - 2e-3 - r
    fact(
        off_ball[came].min() > 0 and (x[came, 2] - r[came]).min() > 0 and (10e-3 - x[came, 2] - r[came]).min() > 0,
        f"inserted particles keep a gap of {off_ball[came].min():.3g} m to a wall inside the region",
    )
    fill = r[group == 1]
    solid = 4 / 3 * np.pi * np.sum(r[group < 2] ** 3) / 1e-6
    fact(abs(solid - 0.26) < 4 / 3 * np.pi * 0.7e-3**3 / 1e-6, f"the solid fraction is {solid:.5f}, requested 0.26")
    edges = np.array([0.3, 0.4, 0.55, 0.7]) * 1e-3
    shares = np.array([0.3, 0.5, 0.2]) * (edges[:-1] + edges[1:]) / (edges[:-1] * edges[1:]) ** 2
    counts = np.histogram(fill, edges)[0]
    lag = np.abs(counts - shares / shares.sum() * len(fill)).max()
    fact(lag <= 1, f"each size class among {len(fill)} particles has its share to within {lag:.2f} particles")
    with open(os.path.join(still, "run.json")) as f:
        late = json.load(f)["insertion"][1]
    fact(late["number"] == 0 and late["owed_number"] == 3, f"run.json contains the particles without place: {late}")


def check_images(top):
    sets = ["domain.periodic=[true, true, true]", "walls={}"]
    *_, x, r, group = frames(simulate(case(STILL), os.path.join(top, "images"), sets, 2))[-1]
    nearest = gaps(x, r, (10e-3, 10e-3, 10e-3))
    across = np.sum((x < r[:, None]) | (x > 10e-3 - r[:, None]))
    fact(
        nearest.min() > 0 and across > 100,
        f"the smallest gap including images is {nearest.min():.3g} m; {across} particles cross a periodic side",
    )


def check_stages(top):
    path = case(STAGES)
    results = simulate(path, os.path.join(top, "stages"))
    told = run(["diff", results, simulate(path, os.path.join(top, "stages-2"), ranks=2)], check=False)
    fact(told.returncode == 0, f"insertion in stages: same bits on 1 and 2 ranks {told.stdout}")
    there = [(t, len(ids)) for t, ids, *_ in frames(results)]
    before = max(n for t, n in there if t < 6e-3)
    fact(before == 0 and there[-1][1] == 60, f"insertion ends with its stage: {there[-1][1]} at the end")


def check_seeds(top):
    """Two groups in equal regions 20 mm apart: with default seeds their places differ, with one seed they are equal."""

    def places(name, sets=()):
        *_, x, r, group = frames(simulate(case(TWINS), os.path.join(top, name), sets))[-1]
        lower, upper = x[group == 0], x[group == 1]
        fact(len(lower) == len(upper) == 40, f"twins {name}: {len(lower)} and {len(upper)} particles")
        return lower, upper - [0, 0, 20e-3]

    one, other = places("default")
    fact(not np.isclose(one, other, rtol=0, atol=1e-6).any(), "groups with default seeds have different places")
    seeds = ["particles.lower.seed=9", "particles.upper.seed=9"]
    one, other = places("equal", seeds)
    fact(np.allclose(one, other, rtol=0, atol=1e-12), "groups with the same seed have the same places")
    again, _ = places("again", seeds)
    fact(np.array_equal(one, again), "a seed gives the same places in each run")
    same, _ = places("first", ["particles.lower.seed=1"])
    default, _ = places("once-more")
    fact(np.array_equal(same, default), "the default seed of the first group is 1")


def check_ledger(top):
    sets = [
        "contacts=[{between: '*', normal: {law: hertz}}]",
        "time.step=0.4 us",
        "time.end=12 ms",
        "particles.jet.insert.from=2 ms",
        "output.checkpoint.every=off",
        "output.trajectory.every=off",
    ]
    books = ledger(simulate(case(RAIN), os.path.join(top, "ledger"), sets))
    put_in = books["brought_in"][-1] + abs(books["external_work"][-1])
    fact(
        abs(books["residual"]).max() < 1e-6 * put_in,
        f"the ledger closes to {abs(books['residual']).max() / put_in:.2g} of the energy put in",
    )


def check_free_motion(top):
    with h5py.File(simulate(case(WEAK), os.path.join(top, "weak"))) as f:
        grains = f["particles/grains"]
        spin, velocity = grains["angular_velocity/value"][-1], grains["velocity/value"][-1]
    fact(len(spin) == 2 and np.all(spin == [3, 50, -7]), f"a particle that falls freely keeps its spin {spin}")
    speed = 1e-3 * 8e-3
    fact(
        np.allclose(velocity, [0, 0, -speed], rtol=0, atol=2e-3 * speed),
        f"a falling particle has the speed g t {velocity}",
    )


SHORT_OF_SPACE = (
    COMMON
    + """
dimension: 3
domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 40 mm]}
gravity: [0, 0, -9.81]
particles:
  grains:
    insert: {region: {box: {lower: [2 mm, 2 mm, 30 mm], upper: [18 mm, 18 mm, 38 mm]}}, count: 400, during: fill}
    material: glass
    radius: 1 mm
walls: {floor: {side: lower_z, material: glass}}
stages: {fill: {until: {time: 20 ms}}, rest: {until: {time: 20 ms}}}
time: {step: 5 us}
output: {checkpoint: {every: 30 ms, end: false}}
"""
)


def check_shortage(top):
    """Particles that are due, but find no place: a message as long as insertion continues, and a warning at its end."""
    printed = run(["run", case(SHORT_OF_SPACE), "-o", f"{top}/short"]).stdout.splitlines()
    told = [line.split(": ", 1)[1] if line.startswith("granum") else line for line in printed if "grains: " in line]
    ends = [k for k, line in enumerate(printed) if line.startswith("stage fill ended")][0]
    fact(
        len(told) == 3  # the last lines repeat the warnings of the run
        and told[1].endswith(told[2].strip())
        and "granum tries again to insert them at each insertion" in told[0]
        and told[1].startswith("warning: grains: insertion is over at t = 0.02 s, and ")
        and printed[ends + 1].endswith(told[1]),
        f"particles that found no place are reported at the end of the stage of insertion: {told}",
    )
    checkpoint = [name for name in os.listdir(f"{top}/short") if name.startswith("checkpoint")][0]
    told = run(["resume", f"{top}/short/{checkpoint}", "-o", f"{top}/later"]).stdout
    told = [line for line in told.splitlines() if line.startswith("granum: ") and "grains: " in line]
    fact(not told, f"a run that is resumed after this stage does not repeat it {told}")
    small = SHORT_OF_SPACE.replace("lower: [2 mm, 2 mm, 30 mm], upper: [18", "lower: [15 mm, 15 mm, 35 mm], upper: [18")
    ball = "ball: {shape: sphere, centre: [16.5 mm, 16.5 mm, 36.5 mm], radius: 0.6 mm, material: glass}"
    blocked = small.replace("count: 400", "count: 1").replace("walls: {", "walls: {%s, " % ball)
    told = run(["run", case(blocked), "-o", f"{top}/one"]).stdout
    fact("and 1 particle (1.047e-05 kg) that was due is missing, because it found no place" in told, "one particle")
    rate = "rate: {time: [0, 20 ms], value: [0, 200 1/s]}, every: 5 ms"
    run(["run", case(blocked.replace("count: 1", rate)), "-o", f"{top}/rate"])
    owed = json.load(open(f"{top}/rate/run.json"))["insertion"][0]["owed_number"]
    fact(owed == 2, f"after the stage of a rate over time the particles that were due in it are missing: {owed}")


# Two particles of 1 mm are due at once in a ball of 1.1 mm, which has space for one of them.
TIGHT = (
    COMMON
    + """
dimension: 3
domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 20 mm]}
particles:
  grains:
    insert: {region: {sphere: {centre: [10 mm, 10 mm, 10 mm], radius: 1.1 mm}}, rate: 1390 1/s, every: 1.5 ms}
    material: glass
    radius: 1 mm
    velocity: [0, 0, -3 m/s]
    seed: 1
time: {end: 1.6 ms}
output: {trajectory: {every: 1 ms}}
"""
)


def check_last_place(top):
    """A particle that finds no place in a batch of two finds it alone, whichever of the two blocks the other. A region
    that has its solid fraction is reported as such."""
    for seed in (1, 2, 4):
        run(["run", case(TIGHT.replace("seed: 1", f"seed: {seed}")), "-o", f"{top}/tight", "--overwrite"])
        number = json.load(open(f"{top}/tight/run.json"))["insertion"][0]["number"]
        fact(number == 1, f"seed {seed}: {number} particle in a region for one")
    full = TIGHT.replace("radius: 1.1 mm", "radius: 5 mm").replace(
        "rate: 1390 1/s", "rate: 1e5 1/s, solid_fraction: 0.1"
    )
    printed = run(["run", case(full.replace("-3 m/s", "0")), "-o", f"{top}/full"]).stdout
    fact("missing, because the region had its solid_fraction" in printed, "a region with its solid fraction")


def check_remainder(top):
    """A rate of mass leaves less than half of the next particle: the group is complete and no particle lacks a place,
    also if the rest is more than half of a particle of the mean size."""
    sizes = "{distribution: list, radii: [1 mm, 2 mm], fractions: [0.9, 0.1]}"
    text = SHORT_OF_SPACE.replace("count: 400, during: fill", "mass_rate: %r, until: 10 ms")
    text = text.replace("radius: 1 mm", f"radius: {sizes}")
    small, large = (2500 * 4 / 3 * np.pi * r**3 for r in (1e-3, 2e-3))
    mean, kinds = 0.9 * small + 0.1 * large, []
    for rest in (1, 3.5, 4.5, 6):
        printed = run(["run", case(text % float(rest * mean / 10e-3)), "-o", f"{top}/rest", "--overwrite"]).stdout
        record = json.load(open(f"{top}/rest/run.json"))["insertion"][0]
        left = rest * mean - record["mass"]
        kinds.append(left > 0.5 * mean)
        fact(
            "found no place" not in printed and record["owed_number"] == 0 and record["owed_mass"] == 0,
            f"a mass of {rest:.3g} mean particles leaves {left / mean:.3f} of one: {record}",
        )
    fact(any(kinds), "some rests are more than half of a mean particle")


with tempfile.TemporaryDirectory() as folder:
    check_shortage(folder)
    check_last_place(folder)
    check_remainder(folder)
    check_amounts(*check_bits(folder))
    check_places(folder)
    check_images(folder)
    check_stages(folder)
    check_seeds(folder)
    check_ledger(folder)
    check_free_motion(folder)
done()
