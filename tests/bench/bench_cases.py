"""The table of cases of tests/bench/run and their parts. A case has contestants, which take turns. A contestant is a
function that makes one run and returns its value. Figures are computed from the medians of these values."""
import dataclasses
import functools
import json
import math
import os
import re
from typing import Callable

from machine_data import DRUM, SILO, containers, discharge_sets, flow_sets
from packing_data import (
    BOX,
    CASE,
    CHUTE,
    EDGE,
    RULES,
    cut,
    last_frame,
    state,
    write_atoms,
    write_lammps,
    write_repeated,
    write_table,
    wall_rule,
)
from programs import (
    HERE,
    KEPT,
    LAMMPS,
    NATIVE,
    NO_CHECKPOINT,
    Started,
    lammps,
    lammps_rate,
    performance,
    settings,
    simulate,
)
from solution_data import STEPS, contestants, drum, settling

CHAIN = os.path.join(HERE, "chain.yaml")
STEP, CHAIN_STEP = 0.002, 1e-8  # step of the cases of spheres, reduced units; step of chain.yaml [s]
RATE, COST = "million particle-steps/s", "ns a particle and step"


@dataclasses.dataclass
class Figure:
    text: str
    of: Callable  # value of {contestant: value}
    least: float = -math.inf
    most: float = math.inf

    def bound(self):
        least = f"at least {self.least:g}" if self.least > -math.inf else ""
        return least or (f"at most {self.most:g}" if self.most < math.inf else "")


@dataclasses.dataclass
class Case:
    name: str
    what: str
    unit: str
    # function (working folder, factor of all numbers of steps) -> {contestant: function without arguments}
    contestants: Callable
    figures: list


def ratio(text, one, other, **bounds):
    return Figure(text, lambda value: value[one] / value[other], **bounds)


def against(least):
    """Figures: granum over each LAMMPS."""
    return [
        ratio(f"granum over {name}", "granum", name, least=least if name == NATIVE else -math.inf) for name in LAMMPS
    ]


def beside(script, values, granum, folder):
    """Contestants: both LAMMPS with an input, and granum."""
    they = {name: functools.partial(lammps_rate, program, script, values, folder) for name, program in LAMMPS.items()}
    return {**they, "granum": granum}


# ---- packings ----


def packing(style, folder, part):
    write_lammps(os.path.join(folder, "packing.data"))
    warm, steps = int(500 * part), int(1000 * part)
    start = Started(style, CASE, RULES[style](), STEP, warm, folder)
    values = {"data": "packing.data", "style": style, "warm": warm, "timed": steps}
    return beside("lammps-packing.in", values, functools.partial(start.rate, steps), folder)


def large(times, folder):
    """--set values for the packing repeated along the axes."""
    table = os.path.join(folder, "repeated.csv")
    write_repeated(table, times)
    upper = ", ".join(repr(n * EDGE) for n in times)
    return [f"particles.grains.file={table}", f"domain.upper=[{upper}]"] + RULES["material"]()


def two_ranks(times, warm, steps, folder, part):
    start = Started("ranks", CASE, large(times, folder), STEP, int(warm * part), folder)
    steps = int(steps * part)
    return {
        "one rank": functools.partial(start.rate, steps),
        "2 ranks": functools.partial(start.rate, steps, 2),
        "2 runs of one rank at once": functools.partial(start.apart, steps, 2),
    }


EFFICIENCY = [
    Figure("2 ranks over twice one rank", lambda value: value["2 ranks"] / value["one rank"] / 2, least=0.95),
    ratio("2 ranks over 2 runs at once", "2 ranks", "2 runs of one rank at once", least=0.95),
]

SIZES = {32000: (1, 1, 1), 128000: (2, 2, 1), 256000: (2, 2, 2), 2048000: (4, 4, 4)}


def cost(start, steps):
    return 1e3 / start.rate(steps)


def sizes(folder, part):
    """All sizes are timed over the same steps, from checkpoints of the same state."""
    steps, found = int(150 * part), {}
    for spheres, times in SIZES.items():
        start = Started(str(spheres), CASE, large(times, folder), STEP, int(100 * part), folder)
        found[f"{spheres} spheres"] = functools.partial(cost, start, steps)
    return found


def growth(of):
    """The largest cost of these sizes over the first."""
    names = [f"{spheres} spheres" for spheres in of]
    return lambda value: max(value[name] for name in names) / value[names[0]]


# ---- boxes, flows ----


def box(table, edge, sets=()):
    """--set values for box.yaml with the spheres of a table, in a box of this edge."""
    group = f"{{grains: {{file: {table}, material: grain}}}}"
    return [f"particles={group}", f"domain.upper={edge}", *RULES["material"](), *wall_rule(), *sets]


SETTLING = [f"contacts.{rule}.normal={{law: tsuji, restitution: 0.6, coefficient: published}}" for rule in (0, 1)]


@functools.lru_cache(None)
def bed():
    """The bed at rest, and a sphere ten times as large that is about to hit it."""
    spheres = state(BOX, SETTLING, 30)[0]
    top = max(float(row[3]) + float(row[10]) for row in spheres)
    ball = [str(len(spheres) + 1), "15", "15", repr(top + 5.01), "0", "0", "-6", "0", "0", "0", "5"]
    return spheres + [ball]


def bed_files(folder):
    """Writes the bed for both programs; returns --set values for granum."""
    spheres = bed()
    types = [1] * (len(spheres) - 1) + [2]
    write_atoms(os.path.join(folder, "box.data"), spheres, types, (0, 0, 0), (30, 30, 56))
    write_table(os.path.join(folder, "bed.csv"), spheres)
    return box(os.path.join(folder, "bed.csv"), [30, 30, 56])


def falling(folder, part):
    warm, steps = int(500 * part), int(1000 * part)
    start = Started("bed", BOX, bed_files(folder), STEP, warm, folder)
    values = {"data": "box.data", "warm": warm, "timed": steps}
    return beside("lammps-box.in", values, functools.partial(start.rate, steps), folder)


SPHERES = ", ".join(f"{{centre: [{x}, 0, 0], radius: 0.5}}" for x in (-0.6, 0, 0.6))
BODIES = {
    "granum": [
        f"clumps={{rod: {{mass_from: sum, spheres: [{SPHERES}]}}}}",
        "particles={grains: {material: grain, clump: rod, lattice: {sites: fcc, spacing: 2.25, count: 5000}}}",
    ],
    "granum, free spheres": [
        "particles={grains: {material: grain, radius: 0.5, lattice: {sites: fcc, spacing: 1.1, jitter: 0.04, "
        "count: 15000}}}"
    ],
}


def clumps(folder, part):
    """Beds of rods of three spheres, which overlap, and of as many spheres, at the end of their fall."""
    upper, settled, warm, steps, found = [20, 20, 120], int(15000 * part), int(300 * part), int(700 * part), {}
    for name, sets in BODIES.items():
        sets = [*sets, f"domain.upper={upper}", *RULES["material"](), *wall_rule(), "time.overlap_limit=1"]
        sets += [f"output.trajectory.every={settled * STEP:.9g}"]
        start = Started(name.split()[-1], BOX, sets, STEP, settled, folder)
        found[name] = functools.partial(start.rate, steps)
    spheres = list(last_frame(os.path.join(folder, "start-granum")))
    write_atoms(os.path.join(folder, "box.data"), spheres, [1] * len(spheres), (0, 0, 0), upper, 1.0, 3)
    values = {"data": "box.data", "motion": "rigid", "warm": warm, "timed": steps, "high": upper[0]}
    return beside("lammps-box.in", values, found["granum"], folder) | found


def chute_files(folder):
    """Writes the flow for both programs; returns --set values for granum."""
    spheres, held = state(CHUTE, [], 16)
    types = [2 if fixed else 1 for fixed in held]
    write_atoms(os.path.join(folder, "chute.data"), spheres, types, (0, 0, 0), (48, 24, 40))
    sets = []
    for kind, group in ((1, "flow"), (2, "bottom")):
        table = os.path.join(folder, group + ".csv")
        write_table(table, [row for row, of in zip(spheres, types) if of == kind])
        fixed = ", fixed: true" if kind == 2 else ""
        sets.append(f"particles.{group}={{file: {table}, material: grain{fixed}}}")
    return sets + RULES["material"]()


def flowing(folder, part):
    warm, steps = int(300 * part), int(700 * part)
    start = Started("chute", CHUTE, chute_files(folder), STEP, warm, folder)
    values = {"data": "chute.data", "warm": warm, "timed": steps}
    return beside("lammps-chute.in", values, functools.partial(start.rate, steps), folder)


def one_large(folder, part):
    """Dense spheres in a closed box, equal ones and with one 30 times as large in the middle."""
    steps, found = int(500 * part), {}
    closed = ["gravity=[0, 0, 0]", "walls.lid={side: upper_z, material: wall}"]
    for name, edge, radius in (("equal spheres", 35.0, 0.0), ("one 30 times as large", 38.5, 15.0)):
        table = os.path.join(folder, f"cut-{edge}.csv")
        write_table(table, cut(3 * [edge], [(3 * [edge / 2], radius)] if radius else []))
        sets = box(table, [edge, edge, edge], closed)
        start = Started(f"cut-{edge}", BOX, sets, STEP, int(200 * part), folder)
        found[name] = functools.partial(cost, start, steps)
    return found


MIXTURE = [92.0, 46.0, 46.0]


def mixture():
    """8 spheres on the sites of a face-centred lattice, two of their diameters apart, among 81 000 small spheres,
    whose diameter is 1/30. The small spheres have the density and pressure of the packing; they grow by 6 % and come
    to rest."""
    edge = MIXTURE[1]
    sites = [(a, b, c) for a in (0.25, 0.75) for b in (0.25, 0.75) for c in (0.25, 0.75) if (a + b + c) % 1 == 0.75]
    large = [([edge * (a + k), edge * b, edge * c], 15.0) for k in (0, 1) for a, b, c in sites]
    table = os.path.join(KEPT, "mixture.csv")
    if not os.path.exists(table):
        os.makedirs(KEPT, exist_ok=True)
        write_table(table, cut(MIXTURE, large, 0.53, periodic=True))
    return state(CASE, mixed(table) + SETTLING[:1], 6)[0]


def mixed(table):
    """--set values for packing.yaml with the spheres of a table in the box of the mixture."""
    return [f"particles={{grains: {{file: {table}, material: grain}}}}", f"domain.upper={MIXTURE}"]


def mixture_files(folder):
    """Writes the mixture for both programs; returns --set values for granum."""
    spheres, table = mixture(), os.path.join(folder, "mixture.csv")
    types = [2 if float(row[10]) > 1 else 1 for row in spheres]
    write_atoms(os.path.join(folder, "mixture.data"), spheres, types, (0, 0, 0), MIXTURE)
    write_table(table, spheres)
    return mixed(table) + RULES["material"]()


def bidisperse(folder, part):
    warm, steps = int(300 * part), int(500 * part)
    start = Started("mixture", CASE, mixture_files(folder), STEP, warm, folder)
    values = {"data": "mixture.data", "style": "material", "search": "multi", "warm": warm, "timed": steps}
    return beside("lammps-packing.in", values, functools.partial(start.rate, steps), folder)


def turning(folder, part):
    """Spheres that flow in a rotating drum of triangles and in a rotating box of planes."""
    warm, steps, found = int(200 * part), int(600 * part), {}
    for name, sets in containers().items():
        sets = flow_sets(sets, os.path.join(folder, name.replace(" ", "-") + ".csv"))
        start = Started(name.replace(" ", "-"), DRUM, sets, STEP, warm, folder)
        found[name] = functools.partial(cost, start, steps)
    return found


NEVER = ["time.rebalance=1000000000"]


def discharging(folder, part):
    """Time of a run that empties a silo [s]."""
    sets = [*discharge_sets(folder), *NO_CHECKPOINT] + ([] if part == 1 else [f"time.end={95 * part}"])

    def once(ranks, more=()):
        return performance(["run", SILO] + settings([*sets, *more]), folder, "out", ranks)["seconds"]

    return {
        "one rank": functools.partial(once, 1),
        "2 ranks": functools.partial(once, 2),
        "2 ranks, never balanced anew": functools.partial(once, 2, NEVER),
    }


# ---- chains ----


def beads(count, steps, folder):
    sets = [*NO_CHECKPOINT, f"particles.beads.chain.count={count}", f"time.end={steps * CHAIN_STEP:.9g}"]
    return 1e-6 * performance(["run", CHAIN] + settings(sets), folder)["particle_steps_per_second"]


def chain(folder, part):
    values = {"N": int(1_000_000 * part), "warm": 30, "timed": 200}
    granum = functools.partial(beads, int(1_000_000 * part), 1000, folder)
    return beside("lammps-chain.in", values, granum, folder)


def short_chain(folder, part):
    return {"granum": lambda: 70 / beads(70, int(4_000_000 * part), folder)}


# ---- time to solution ----


def solution(system, least):
    """A case that compares both programs at steps of known error. least: ratio of the times at 20 % of the Rayleigh
    time."""
    figures = [
        ratio(f"{name}, {how}, over granum", f"{name}, {how}", "granum", least=bound if name == NATIVE else -math.inf)
        for name in LAMMPS
        for how, bound in zip(STEPS, (least, 2.5))
    ]
    contestants_of_it = functools.partial(contestants, system)
    return Case(f"time-to-solution-{system.name}", system.what, "CPU s per simulated s", contestants_of_it, figures)


# ---- the table ----

CASES = [
    Case(
        "packing-history",
        "32 000 spheres, laws of gran/hertz/history",
        RATE,
        functools.partial(packing, "history"),
        against(2.5),
    ),
    Case(
        "packing-material",
        "32 000 spheres, laws of granular: Mindlin, Tsuji",
        RATE,
        functools.partial(packing, "material"),
        against(2.8),
    ),
    Case("chain", "1 000 000 beads, Hertz and Tsuji's dashpot", RATE, chain, against(18)),
    Case("chain-70", "70 beads", "us a step", short_chain, [Figure("a step", lambda value: value["granum"], most=0.2)]),
    Case(
        "bed",
        "a sphere falls into 25 000 ten times smaller ones, five walls; LAMMPS with neighbor multi",
        RATE,
        falling,
        against(3),
    ),
    Case(
        "bidisperse",
        "8 spheres and 81 000 that are 30 times as small, dense; LAMMPS with neighbor multi",
        RATE,
        bidisperse,
        against(3),
    ),
    Case(
        "clumps",
        "5000 rods of three spheres in a box, LAMMPS with fix rigid/small; and 15 000 free spheres",
        RATE,
        clumps,
        [*against(3), ratio("free spheres over clumps, a sphere", "granum, free spheres", "granum", most=1.3)],
    ),
    Case("chute", "25 000 spheres flow down a rough plane", RATE, flowing, against(-math.inf)),
    Case(
        "one-large",
        "50 000 spheres in a closed box",
        COST,
        one_large,
        [ratio("one large over equal spheres", "one 30 times as large", "equal spheres", most=1.1)],
    ),
    Case(
        "drum",
        "38 000 spheres flow in a drum of triangles, and in a box of planes",
        COST,
        turning,
        [ratio("triangles over planes", "drum of 1200 triangles", "box of 6 planes", most=1.25)],
    ),
    Case(
        "silo",
        "24 750 spheres run out of a silo",
        "s",
        discharging,
        [
            ratio("one rank over 2 ranks", "one rank", "2 ranks", least=1.7),
            ratio("never balanced over balanced", "2 ranks, never balanced anew", "2 ranks", least=1),
        ],
    ),
    Case("ranks-32k", "32 000 spheres, granular", RATE, functools.partial(two_ranks, (1, 1, 1), 500, 1500), EFFICIENCY),
    Case(
        "ranks-256k", "256 000 spheres, granular", RATE, functools.partial(two_ranks, (2, 2, 2), 200, 200), EFFICIENCY
    ),
    Case(
        "sizes",
        "the packing repeated, granular, one core",
        COST,
        sizes,
        [
            Figure("most over 128 000 spheres", growth([n for n in SIZES if n >= 128000]), most=1.1),
            Figure("most over 32 000 spheres", growth(SIZES), most=1.25),
        ],
    ),
    solution(settling(0.9), 1.5),
    solution(settling(0.5), 1.2),
    solution(settling(0.3), 0.8),
    solution(drum(), 1),
]


# ---- the same physics ----


def kinetic(told):
    """The kinetic energy that LAMMPS printed last."""
    return float(re.findall(r"kinetic (?:energy )?([\d.e+-]+)", told)[-1])


def states(folder):
    """[case, steps, kinetic energy at the start, in LAMMPS and in granum after the steps, tolerance] of the cases with
    LAMMPS."""
    program = LAMMPS[NATIVE]
    write_lammps(os.path.join(folder, "packing.data"))
    rows = [
        (
            "packing-history",
            CASE,
            RULES["history"](),
            "lammps-packing.in",
            {"data": "packing.data", "style": "history"},
            1e-4,
        ),
        (
            "packing-material",
            CASE,
            RULES["material"](),
            "lammps-packing.in",
            {"data": "packing.data", "style": "material"},
            1e-6,
        ),
        (
            "bidisperse",
            CASE,
            mixture_files(folder),
            "lammps-packing.in",
            {"data": "mixture.data", "style": "material", "search": "multi"},
            1e-6,
        ),
        ("bed", BOX, bed_files(folder), "lammps-box.in", {"data": "box.data"}, 1e-6),
        ("chute", CHUTE, chute_files(folder), "lammps-chute.in", {"data": "chute.data"}, 1e-6),
    ]
    steps = 50
    for name, case, sets, script, values, within in rows:
        begin, theirs = (
            kinetic(lammps(program, script, {**values, "warm": 0, "timed": n}, folder)) for n in (0, steps)
        )
        words = ["run", case, "-ts_verlet_velocity", "half"] + settings([*sets, f"time.end={steps * STEP}"])
        simulate(words, folder, "same")
        with open(os.path.join(folder, "same", "run.json")) as file:
            yield name, steps, begin, theirs, json.load(file)["energy"]["kinetic"], within
