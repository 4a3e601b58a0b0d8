"""Measures the coefficients of model_terms.py on this machine, in rounds of about a minute.

The cases are scaling studies in sizes that no study has: a run on one core while the others are idle;
independent runs on every core at the same time; runs without contacts, with smaller spheres; runs with fast spheres
and frequent rebuilds, on one and on 2 ranks; runs with frames. exchange.c measures messages. Results are medians of
the rounds."""
import concurrent.futures
import json
import os
import statistics

from programs import GRANUM, HERE, MPIEXEC, NO_CHECKPOINT, ROOT, call, launch, settings

CASES = {name: os.path.join(HERE, name + ".yaml") for name in ("chain", "assembly")}
STEP = {"chain": 1e-8, "assembly": 0.002}
# Sizes, and particle-steps of a run. Sizes are closest where the data of a rank exceed the caches.
SMALL = {"chain": 3000, "assembly": (20, 10, 10)}  # on 2 ranks, for which messages matter
SIZES = {
    "chain": [16, 256, 4000, 60000, 350000, 440000, 600000, 900000, 1100000, 1400000],
    "assembly": [(4, 4, 4), (8, 8, 8), (16, 16, 16)] + [(n, 32, 32) for n in (30, 34, 40, 56, 72)],
}
WORK = {"chain": 2e8, "assembly": 5e6}
STEPS_MAX = {"chain": 400000, "assembly": 8000}
LOOSE = ["particles.grains.radius=0.3"]
FAST = ["particles.grains.velocity_deviation=3"]
MIDDLE = (28, 32, 32)
FAST_STEPS, FRAMES = 100, 10
NETWORKS = {
    "shared memory": ["--mca", "pml", "ob1", "--mca", "btl", "self,vader"],
    "TCP, one node": ["--mca", "pml", "ob1", "--mca", "btl", "self,tcp"],
}


def cores():
    return sorted(os.sched_getaffinity(0))


def sized(problem, size, steps):
    """Returns the --set values of a size."""
    grown = f"particles.beads.chain.count={size}" if problem == "chain" else f"domain.upper={list(size)}"
    return [*NO_CHECKPOINT, grown, f"time.end={steps * STEP[problem]:.9g}"]


def particles(size):
    return size if isinstance(size, int) else size[0] * size[1] * size[2]


def steps_of(problem, size):
    return max(20, min(STEPS_MAX[problem], int(WORK[problem] / particles(size))))


def card_of(words, out):
    """Returns the performance card of a run."""
    call([*words, "-o", out, "--overwrite"], ROOT)
    with open(os.path.join(out, "run.json"), encoding="utf-8") as file:
        return json.load(file)["performance"]


def run(problem, size, more, folder, start=None):
    """Returns the performance card of a run on one core, or with the given launcher."""
    start = start or ["taskset", "-c", str(cores()[0])]
    sets = settings([*sized(problem, size, steps_of(problem, size)), *more])
    return card_of([*start, GRANUM, "run", CASES[problem], *sets], os.path.join(folder, "one"))


def at_once(problem, size, folder):
    """Returns the cards of the same run on every core at the same time."""
    words = [GRANUM, "run", CASES[problem], *settings(sized(problem, size, steps_of(problem, size)))]

    def on(core):
        return card_of(["taskset", "-c", str(core), *words], os.path.join(folder, f"core-{core}"))

    with concurrent.futures.ThreadPoolExecutor(len(cores())) as pool:
        return list(pool.map(on, cores()))


def step_of(card):
    """Returns the seconds of a step, without the cost of the start."""
    phases = card["phase_seconds"]
    return (card["seconds"] - phases["output"] - phases["rebuild"]) / card["steps"]


def measure_work(problem, folder):
    """Measures a step of each size on one core, without contacts, and on all cores; and the cost of the start per
    particle."""
    found = {"step": [], "free": [], "shared": [], "checks": [], "once": []}
    for size in SIZES[problem]:
        n, card = particles(size), run(problem, size, [], folder)
        found["step"].append([n, step_of(card)])
        free = step_of(run(problem, size, LOOSE, folder)) if problem == "assembly" else step_of(card)
        found["free"].append([n, free])
        together = at_once(problem, size, folder)
        found["shared"].append([n, statistics.mean(map(step_of, together)) / step_of(card)])
        found["once"].append([n, card["phase_seconds"]["output"] / n])
        found["checks"].append([n, card.get("displacement_checks", 0) / card["steps"]])
    found["contacts_per_particle"] = 3 if problem == "assembly" else 0
    return found


def measure_rebuilds(folder):
    """Measures rebuilds, without the first one, which includes the set-up: seconds per particle; on 2 ranks also
    messages per neighbour and bytes per ghost."""
    sets = [*FAST, f"time.end={FAST_STEPS * STEP['assembly']:.9g}"]
    card = run("assembly", MIDDLE, sets, folder)
    found = {"rebuild": card["phase_seconds"]["rebuild"] / (card["rebuilds"] - 1) / card["particles"]}
    once, often = (run("assembly", MIDDLE, more, folder, launch(2)) for more in ([], sets))
    later = often["rebuilds"] - once["rebuilds"]
    for what, of in (("messages", often["messages_per_evaluation"]["max"]), ("bytes", often["ghosts"]["max"])):
        first, all_of_them = (c[f"{what}_per_rebuild"]["max"] * c["rebuilds"] for c in (once, often))
        found[f"rebuild_{what}"] = (all_of_them - first) / later / of
    return found


def measure_output(folder):
    """Measures a frame: bytes per particle, and seconds per byte."""
    every = f"output.trajectory.every={FRAMES * STEP['assembly']:.9g}"
    without = run("assembly", MIDDLE, [], folder)["phase_seconds"]["output"]
    card = run("assembly", MIDDLE, [every], folder)
    frames = card["steps"] / FRAMES
    size = os.path.getsize(os.path.join(folder, "one", "results.h5"))
    seconds = max(card["phase_seconds"]["output"] - without, 1e-9)
    return {"frame_bytes": size / frames / card["particles"], "bandwidth": size / seconds}


def fit(exchange):
    """Fits L + b/B by least squares of relative differences: latency [s], bandwidth [byte/s]."""
    rows = [(1 / t, b / t) for b, t in exchange]
    uu, uv, vv = (sum(r[i] * r[j] for r in rows) for i, j in ((0, 0), (0, 1), (1, 1)))
    u, v = (sum(r[i] for r in rows) for i in (0, 1))
    determinant = uu * vv - uv * uv
    latency, slope = (vv * u - uv * v) / determinant, (uu * v - uv * u) / determinant
    return max(latency, exchange[0][1] / 2), 1 / max(slope, 1e-12)


def measure_networks(folder):
    """Measures each network between 2 ranks: latency, bandwidth, seconds of an all-reduce, waiting share of ranks."""
    program = os.path.join(folder, "exchange")
    call(["mpicc", "-O2", os.path.join(HERE, "exchange.c"), "-o", program], folder)
    found = {}
    for name, words in NETWORKS.items():
        told = json.loads(call([MPIEXEC, "-n", "2", *words, program], folder))
        latency, bandwidth = fit(told["exchange"])
        small = {of: step_of(run(of, size, [], folder, [MPIEXEC, "-n", "2", *words])) for of, size in SMALL.items()}
        found[name] = {"latency": latency, "bandwidth": bandwidth, "small": small, **told}
    reductions = [json.loads(call([*launch(n), program], folder)) for n in (2, 4, 8) if n <= len(cores())]
    return found, [[told["ranks"], told["reduction"]] for told in reductions]


def counts(problem, size, ranks, folder):
    """Returns the message counts of a run on any number of ranks, regardless of its speed."""
    sets = [f"time.end={2 * STEP[problem]:.9g}"]
    return run(problem, size, sets, folder, [MPIEXEC, "-n", str(ranks)])


def measure_round(folder):
    """Measures all coefficients once."""
    found = {problem: measure_work(problem, folder) for problem in CASES}
    found["assembly"].update(measure_rebuilds(folder))
    found["chain"].update({"rebuild": 0, "rebuild_messages": 0, "rebuild_bytes": 0})
    found["output"] = measure_output(folder)
    found["network"], found["reductions"] = measure_networks(folder)
    found["waiting"] = max(0, found["network"]["shared memory"]["waiting"])
    return found


def median(rounds):
    """Returns the medians of each entry over the rounds."""
    if isinstance(rounds[0], dict):
        return {key: median([one[key] for one in rounds]) for key in rounds[0]}
    if isinstance(rounds[0], list):
        return [median(values) for values in zip(*rounds)]
    return statistics.median(rounds)
