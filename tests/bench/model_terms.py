"""The cost model of a run: work of a rank from geometry alone; the terms; extrapolation to many ranks.

A step of a rank takes the sum of TERMS. Symbols:

  n, c, g     particles of a rank; contacts that it evaluates, including contacts with ghosts; ghosts
  m, b        messages and bytes that it sends for one evaluation
  z           contacts per particle of a rank without neighbours
  t(n), f(n)  time of a step of n particles on one core, with and without contacts [s]
  s           slow-down if all cores of a node are busy: measured as a function of n; 1 on one core
  w           waiting time of 2 ranks that exchange messages, divided by the work
  e           growth of the waiting time with the number of ranks (growth_of_waiting)
  r           rebuild of the neighbour list, per particle [s]; u, q: messages per neighbour, and bytes per ghost for
              it
  k           synchronizations of all ranks in a rebuild, each as long as an all-reduce
  L, B, R     latency [s] and bandwidth [byte/s] of a message, time of an all-reduce [s]
  F, W        bandwidth of the file system and of a writer, of which each node has one [byte/s]

Between measured sizes, t, f and s are interpolated linearly in their logarithms. model_measure.py measures the
coefficients: at other sizes than the predicted ones, on one core, on independent cores, and messages without work.
The model neglects the overlap of messages and work, so that it overestimates the time. It neglects load imbalance,
because both problems have none."""
import dataclasses
import math
import statistics
from typing import Callable

GHOST_BYTES = {"chain": 16, "assembly": 72}  # bytes of position and velocity; of these and angular velocity


# ---- work of a rank ----


@dataclasses.dataclass
class Load:
    """Load of the busiest rank."""

    particles: float
    contacts: float = 0
    ghosts: float = 0
    messages: float = 0
    bytes: float = 0


def chain_load(beads, ranks):
    neighbours = min(ranks - 1, 2)
    return Load(-(-beads // ranks), 0, neighbours, neighbours, GHOST_BYTES["chain"] * neighbours)


def bisected(lower, upper, ranks):
    """Returns the boxes of recursive bisection, normal to the longest side; of equal sides the first is cut."""
    if ranks == 1:
        return [(lower, upper)]
    sides = [b - a for a, b in zip(lower, upper)]
    axis = sides.index(max(sides))
    cut = lower[axis] + sides[axis] * (ranks // 2) / ranks
    below, above = list(upper), list(lower)
    below[axis] = above[axis] = cut
    return bisected(lower, below, ranks // 2) + bisected(above, upper, ranks - ranks // 2)


def sites(low, high):
    """Number of lattice sites (spacing 1, first site at 1/2) between low and high."""
    return math.ceil(high - 0.5) - math.ceil(low - 0.5)


def adjacent(one, two, box):
    """Whether two boxes share a part of a face, also across periodic sides."""
    overlap, meet = 0, 0
    for a, b, c, d, side in zip(one[0], one[1], two[0], two[1], box):
        if min(b, d) - max(a, c) > 1e-9:
            overlap += 1
        elif any(abs((x - y + side / 2) % side - side / 2) < 1e-9 for x, y in ((a, d), (b, c))):
            meet += 1
    return overlap == 2 and meet == 1


def assembly_load(box, ranks):
    """Load for a simple cubic lattice in a periodic box: each sphere touches six others; ghosts come from adjacent
    ranks only."""
    boxes = [(list(map(float, low)), list(map(float, high))) for low, high in bisected([0] * 3, list(box), ranks)]
    loads = []
    for one in boxes:
        n = [sites(low, high) for low, high in zip(*one)]
        ghosts = 0
        for axis in range(3):
            if one[1][axis] - one[0][axis] < box[axis] - 1e-9:
                ghosts += 2 * n[(axis + 1) % 3] * n[(axis + 2) % 3]
        own = math.prod(n)
        neighbours = sum(adjacent(one, two, box) for two in boxes if two is not one)
        loads.append(Load(own, 3 * own + ghosts / 2, ghosts, neighbours, GHOST_BYTES["assembly"] * ghosts))
    return Load(*(max(getattr(load, f.name) for load in loads) for f in dataclasses.fields(Load)))


def cube_load(problem, n, neighbours=6):
    """Load inside a large machine: a segment of a chain, a cube of spheres with this number of neighbour ranks."""
    if problem == "chain":
        return chain_load(3 * n, 3)
    ghosts = 6 * n ** (2 / 3)
    return Load(n, 3 * n + ghosts / 2, ghosts, neighbours, GHOST_BYTES["assembly"] * ghosts)


# ---- the terms ----


def between(curve, n):
    """Log-log interpolation of measured [n, value], constant beyond the ends."""
    below = [at for at in sorted(curve) if at[0] <= n]
    above = [at for at in sorted(curve) if at[0] > n]
    if not below or not above:
        return below[-1][1] if below else above[0][1]
    (a, low), (b, high) = below[-1], above[0]
    part = math.log(n / a) / math.log(b / a)
    return low * (high / low) ** part if low > 0 and high > 0 else low + part * (high - low)


def step_seconds(curve, n):
    """Interpolates [n, seconds of a step]: below the smallest size the time per step is constant, above the largest
    it is proportional to n."""
    most = max(curve)
    return between(curve, n) * max(1, n / most[0])


def growth_of_waiting(ranks):
    """Ratio of the expected maxima of `ranks` and of 2 normal deviates (Blom 1958): the waiting time if the work of all
    ranks varies independently and all wait for the slowest one. An upper bound, because ranks wait for their
    neighbours only, and for all ranks only at a check."""

    def maximum(n):
        return statistics.NormalDist().inv_cdf((n - 0.375) / (n + 0.25))

    return maximum(max(ranks, 2)) / maximum(2)


@dataclasses.dataclass
class Network:
    latency: float  # [s]
    bandwidth: float  # of a rank [byte/s]
    reduction: float  # of all ranks [s]


@dataclasses.dataclass
class Habits:
    """Frequency of rebuilds and frames per step, and their cost."""

    checks: float = 0
    rebuilds: float = 0
    reductions: float = 0  # synchronizations of a rebuild
    frames: float = 0
    frame_bytes: float = 0  # of all ranks
    file_bandwidth: float = math.inf  # of all writers [byte/s]


@dataclasses.dataclass
class Rank:
    """All quantities that determine the time of a step."""

    load: Load
    cost: dict  # coefficients of the problem from model_measure.py
    waiting: float
    network: Network
    habits: Habits
    busy: float  # share of the other cores of the node that do the same work

    @property
    def slower(self):
        """Slow-down by busy cores on the node."""
        return 1 + self.busy * (between(self.cost["shared"], self.load.particles) - 1)

    def contacts_of(self, n):
        """Seconds of the contacts among n particles of a rank."""
        return max(step_seconds(self.cost["step"], n) - step_seconds(self.cost["free"], n), 0)


def particles_seconds(rank):
    n = rank.load.particles
    return rank.slower * (step_seconds(rank.cost["step"], n) - rank.contacts_of(n))


def contacts_seconds(rank):
    n = rank.load.particles
    own = rank.cost["contacts_per_particle"] * n
    return rank.slower * rank.contacts_of(n) * (rank.load.contacts / own if own else 1)


def waiting_seconds(rank):
    return rank.waiting * (particles_seconds(rank) + contacts_seconds(rank)) if rank.load.messages else 0


def messages_seconds(rank):
    return rank.load.messages * rank.network.latency


def bytes_seconds(rank):
    return rank.load.bytes / rank.network.bandwidth


def checks_seconds(rank):
    return rank.habits.checks * rank.network.reduction


def listing_seconds(rank):
    return rank.habits.rebuilds * rank.cost["rebuild"] * rank.load.particles * rank.slower


def rebuild_seconds(rank):
    rounds = rank.cost["rebuild_messages"] * messages_seconds(rank)
    rows = rank.cost["rebuild_bytes"] * rank.load.ghosts / rank.network.bandwidth
    return rank.habits.rebuilds * (rounds + rows + rank.habits.reductions * rank.network.reduction)


def output_seconds(rank):
    return rank.habits.frames * rank.habits.frame_bytes / rank.habits.file_bandwidth


@dataclasses.dataclass
class Term:
    name: str
    formula: str  # formula of the time per step
    seconds: Callable  # function of a Rank
    own: bool = False  # the term also exists on a rank without neighbours


TERMS = (
    Term("particles", "s f(n)", particles_seconds, True),
    Term("contacts", "s (t(n) - f(n)) c / (z n)", contacts_seconds, True),
    Term("listing", "s r n / steps between rebuilds", listing_seconds, True),
    Term("waiting", "w e (particles + contacts)", waiting_seconds),
    Term("messages", "m L", messages_seconds),
    Term("bytes", "b / B", bytes_seconds),
    Term("checks", "R / steps between checks", checks_seconds),
    Term("rebuilds", "(u m L + q g / B + k R) / steps between rebuilds", rebuild_seconds),
    Term("output", "bytes of a frame / min(F, W nodes) / steps between frames", output_seconds),
)


def seconds_of(rank):
    """Returns {term: seconds of a step}."""
    return {term.name: term.seconds(rank) for term in TERMS}


# ---- many ranks ----


@dataclasses.dataclass
class Cluster:
    latency: float  # [s]
    bandwidth: float  # bandwidth of a node [byte/s]
    per_node: int  # ranks of a node
    rebuilds: float  # rebuilds per step
    reductions: float  # synchronizations of a rebuild
    frames: float  # frames per step
    file_bandwidth: float  # [byte/s]
    neighbours: int = 6  # of a rank of an assembly
    growing: bool = True  # whether the waiting time grows with the number of ranks

    def network(self, ranks):
        """Network of a cluster: an all-reduce passes a tree upwards and downwards; all messages leave the node and
        share its link."""
        return Network(self.latency, self.bandwidth / self.per_node, 2 * self.latency * math.ceil(math.log2(ranks)))


def rank_of(problem, coefficients, cluster, n, ranks):
    """Returns an inner rank of a large machine; for one rank the same without neighbours."""
    cost, moves = coefficients[problem], problem == "assembly"
    habits = Habits(
        checks=max(cost["checks"])[1],
        rebuilds=cluster.rebuilds if moves else 0,
        reductions=cluster.reductions if moves else 0,
        frames=cluster.frames if moves else 0,
        frame_bytes=coefficients["output"]["frame_bytes"] * n * ranks,
        file_bandwidth=min(
            cluster.file_bandwidth, coefficients["output"]["bandwidth"] * math.ceil(ranks / cluster.per_node)
        ),
    )
    load = cube_load(problem, n, cluster.neighbours) if ranks > 1 else Load(n, cost["contacts_per_particle"] * n)
    waiting = coefficients["waiting"] * (growth_of_waiting(ranks) if cluster.growing else 1)
    return Rank(load, cost, waiting, cluster.network(ranks), habits, 1)


def own_seconds(problem, coefficients, cluster, n):
    """Returns the time per step of a rank on a full node without messages."""
    found = seconds_of(rank_of(problem, coefficients, cluster, n, 1))
    return sum(found[term.name] for term in TERMS if term.own)


def efficiency(kind, problem, coefficients, cluster, n, ranks):
    """Weak: time of one rank with as many particles, divided by the time of a rank. Strong: cost of a particle on
    one node with all particles, divided by its cost here."""
    whole = sum(seconds_of(rank_of(problem, coefficients, cluster, n, ranks)).values())
    many = n if kind == "weak" else n * ranks / cluster.per_node
    return own_seconds(problem, coefficients, cluster, many) / many * n / whole


def threshold(kind, problem, coefficients, cluster, ranks, least=0.8):
    """Smallest number of particles per rank with at least this efficiency; None: a million is not sufficient; 0: 64
    are sufficient."""

    def enough(n):
        return efficiency(kind, problem, coefficients, cluster, n, ranks) >= least

    low, high = 64, 1e6
    if not enough(high) or enough(low):
        return None if not enough(high) else 0
    while high / low > 1.001:
        middle = math.sqrt(low * high)
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def bottleneck(problem, coefficients, cluster, n, ranks):
    """Returns the largest term that a rank without neighbours does not have."""
    found = seconds_of(rank_of(problem, coefficients, cluster, n, ranks))
    alone = seconds_of(rank_of(problem, coefficients, cluster, n, 1))
    return max(found, key=lambda name: found[name] - alone[name] * (name in OWN))


OWN = [term.name for term in TERMS if term.own]
