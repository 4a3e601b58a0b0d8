"""tests/bench/model: geometry against counts of runs on 2, 3 and 4 ranks, terms against sums by hand, thresholds
against closed forms, the fit against messages without noise; and its output.
Labels: parallel particle run."""
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile

from granum_test import SOURCE, done, fact
from mpi_counts import calls, counted

BENCH = os.path.join(SOURCE, "tests", "bench")
sys.path.insert(0, BENCH)
import model_measure  # noqa: E402
import model_terms as terms  # noqa: E402

LATENCY, BANDWIDTH, REDUCTION = 1e-6, 1e9, 5e-6
EACH = 1e-7  # seconds per particle with its contacts


def coefficients():
    """A step of n particles takes EACH n, a quarter of it without contacts; twice that if all cores are busy."""
    sizes = (16, 1000, 1e6)
    network = {"latency": LATENCY, "bandwidth": BANDWIDTH, "reduction": REDUCTION, "small": {"chain": 1, "assembly": 1}}

    def of(free, contacts, checks):
        return {
            "step": [[n, EACH * n] for n in sizes],
            "free": [[n, EACH * n * free] for n in sizes],
            "shared": [[n, 2] for n in sizes],
            "checks": [[n, checks] for n in sizes],
            "once": [[n, 0] for n in sizes],
            "contacts_per_particle": contacts,
            "rebuild": 3e-6,
            "rebuild_messages": 4,
            "rebuild_bytes": 300,
        }

    return {
        "chain": of(1, 0, 0),
        "assembly": of(0.25, 3, 0.1),
        "waiting": 0,
        "network": {name: network for name in model_measure.NETWORKS},
        "output": {"frame_bytes": 100, "bandwidth": 1e8},
    }


def check_counts(folder):
    """Boxes divided into halves and thirds of 32 layers; exact, because each cut is between two layers."""
    for problem, size in (("chain", 4000), ("assembly", (32, 16, 16))):
        for ranks in (2, 3, 4):
            card = model_measure.counts(problem, size, ranks, folder)
            load = terms.chain_load(size, ranks) if problem == "chain" else terms.assembly_load(size, ranks)
            counted = {"messages_per_evaluation": load.messages, "bytes_per_evaluation": load.bytes}
            if problem == "assembly":
                counted.update(ghosts=load.ghosts, contacts=load.contacts, particles_owned=load.particles)
            found = {key: card[key]["max"] for key in counted}
            fact(found == counted, f"{problem} on {ranks} ranks: {found}, model {counted}")


def check_terms():
    """A rank of an assembly with neighbours: each term compared with a computation by hand."""
    c, n = coefficients(), 4096
    cluster = terms.Cluster(LATENCY, 64 * BANDWIDTH, 64, 0.01, 8, 0.001, 1e10)
    found = terms.seconds_of(terms.rank_of("assembly", c, cluster, n, 1024))
    ghosts, reduction = 6 * 256, 20 * LATENCY  # up and down a tree of 10 levels
    by_hand = {
        "particles": 2 * EACH * n / 4,
        "contacts": 2 * EACH * n * 0.75 * (3 * n + ghosts / 2) / (3 * n),
        "listing": 0.01 * 2 * 3e-6 * n,
        "waiting": 0,
        "messages": 6 * LATENCY,
        "bytes": 72 * ghosts / BANDWIDTH,
        "checks": 0.1 * reduction,
        "rebuilds": 0.01 * (4 * 6 * LATENCY + 300 * ghosts / BANDWIDTH + 8 * reduction),
        "output": 0.001 * 100 * n * 1024 / (16 * 1e8),  # a writer on each of 16 nodes
    }
    off = max(abs(found[name] - value) / (value or 1) for name, value in by_hand.items())
    fact(list(found) == list(by_hand) and off < 1e-12, f"{len(found)} terms by hand: at most {off:.1e} off")
    alone = terms.seconds_of(terms.rank_of("assembly", c, cluster, n, 1))
    lost = [name for name, value in alone.items() if value > 0]
    fact(lost == [*terms.OWN, "output"], f"a rank without neighbours has {lost}")


def check_waiting():
    """The expected maximum of n normal deviates by quadrature: the sum of x d(Phi(x)^n)."""
    cdf, step = statistics.NormalDist().cdf, 1e-3

    def maximum(n):
        return sum(k * step * (cdf((k + 0.5) * step) ** n - cdf((k - 0.5) * step) ** n) for k in range(-8000, 8000))

    for ranks in (2, 1000, 100000):
        found, expected = terms.growth_of_waiting(ranks), maximum(ranks) / maximum(2)
        fact(abs(found / expected - 1) < 0.06, f"waiting of {ranks} ranks grows by {found:.2f}, exact {expected:.2f}")


def check_barriers(folder):
    """Sparse exchanges of a rebuild, counted: the default of --rebuild-reductions."""
    found = []
    for steps in (20, 100):
        out = os.path.join(folder, f"barriers-{steps}")
        sets = [*model_measure.FAST, *model_measure.sized("assembly", (20, 10, 10), steps)]
        words = [word for one in sets for word in ("--set", one)]
        rows = counted(["run", model_measure.CASES["assembly"], "-o", out, *words], 2)
        with open(os.path.join(out, "run.json")) as file:
            found.append((calls(rows[0], ["Ibarrier"]), json.load(file)["performance"]["rebuilds"]))
    (first, few), (last, many) = found
    fact(many > few + 2 and last - first == 2 * (many - few), f"barriers and rebuilds: {found}, 2 for each rebuild")


def check_threshold():
    """s a n / (s a n + 2 L + 32 / B) is 0.8 if s a n = 4 (2 L + 32 / B); strong scaling is equal, because a does not
    depend on n."""
    cluster = terms.Cluster(LATENCY, 64 * BANDWIDTH, 64, 0, 0, 0, 1e10)
    slow = coefficients()
    for curve in ("step", "free"):
        slow["chain"][curve] = [[n, value / 100] for n, value in slow["chain"][curve]]
    expected = 4 * (2 * LATENCY + 32 / BANDWIDTH) / (2 * EACH / 100)
    for kind in ("weak", "strong"):
        found = terms.threshold(kind, "chain", slow, cluster, 100000)
        fact(abs(found / expected - 1) < 2e-3, f"{kind}: 80 % from {found:.0f} beads on, by hand {expected:.0f}")
    fact(terms.bottleneck("chain", slow, cluster, expected, 100000) == "messages", "messages cost most at this size")
    fact(
        terms.threshold("weak", "chain", coefficients(), cluster, 100000) == 0
        and terms.threshold("weak", "chain", {**slow, "waiting": 0.5}, cluster, 100000) is None,
        "the threshold is 0 if 80 % always hold, and None if they never do",
    )


def check_fit():
    exchange = [[b, LATENCY + b / BANDWIDTH] for b in (16, 256, 4096, 65536)]
    latency, bandwidth = model_measure.fit(exchange)
    fact(
        math.isclose(latency, LATENCY, rel_tol=1e-9) and math.isclose(bandwidth, BANDWIDTH, rel_tol=1e-9),
        f"latency {latency:.3g} s and bandwidth {bandwidth:.3g} B/s of messages without noise",
    )
    middle = model_measure.median([{"a": [[1, 5]], "b": 2}, {"a": [[1, 9]], "b": 1}, {"a": [[1, 7]], "b": 4}])
    fact(middle == {"a": [[1, 7]], "b": 2}, f"medians of rounds: {middle}")


def check_printing(folder):
    with open(os.path.join(folder, "coefficients-1.json"), "w") as file:
        json.dump(coefficients(), file)
    with open(os.path.join(folder, "counts.json"), "w") as file:
        json.dump([], file)
    told = subprocess.run([os.path.join(BENCH, "model"), folder, "--many", "1e5"], capture_output=True, text=True)
    fact(
        told.returncode == 0
        and "Particles a rank from which on efficiency is 80 %" in told.stdout
        and "if one assumption changes" in told.stdout,
        f"the model prints the available numbers: {len(told.stdout.splitlines())} lines {told.stderr.strip()}",
    )
    told = subprocess.run([os.path.join(BENCH, "model"), folder + "/none"], capture_output=True, text=True)
    fact(told.returncode == 1 and "nothing is measured yet" in told.stderr, told.stderr.strip())


with tempfile.TemporaryDirectory() as top:
    check_counts(top)
    check_terms()
    check_waiting()
    check_barriers(top)
    check_threshold()
    check_fit()
    check_printing(top)
done()
