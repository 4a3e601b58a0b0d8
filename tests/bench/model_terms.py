"""The model of what a run costs: what a rank has to do, by geometry alone; the terms; what follows for many ranks.

A step of a rank takes the sum of TERMS. With

  n, c, g     particles of a rank; contacts that it evaluates, those with ghosts among them; ghosts
  m, b        messages and bytes that it sends for one evaluation
  z           contacts a particle that a rank by itself has
  t(n), f(n)  a step of n particles on one core, with their contacts and without [s]
  s           by how much that takes longer if all cores of a node do so: measured of n; 1 on one core
  w           by how much ranks that exchange messages wait for each other, over the work
  r           listing all neighbours anew, a particle [s]; u, q: messages with each neighbour and bytes a ghost for it
  k           all-reduces for it
  L, B, R     latency [s] and bandwidth [byte/s] of a message, an all-reduce [s]
  F           what the file system takes [byte/s]

Between measured sizes, t, f and s are straight lines of their logarithms. Coefficients are measured by
model_measure.py: on other sizes than those that are predicted, on one core, on cores that do not know of each other,
and of messages without any work. The model leaves out that messages may pass while a rank works, so it is on the safe
side; and imbalance, of which both problems have none."""
import dataclasses
import math
from typing import Callable

GHOST_BYTES = {"chain": 16, "assembly": 72}  # position and velocity; those and spin


# ---- what a rank has to do ----


@dataclasses.dataclass
class Load:
    """Of the rank that has most."""

    particles: float
    contacts: float = 0
    ghosts: float = 0
    messages: float = 0
    bytes: float = 0


def chain_load(beads, ranks):
    neighbours = min(ranks - 1, 2)
    return Load(-(-beads // ranks), 0, neighbours, neighbours, GHOST_BYTES["chain"] * neighbours)


def bisected(lower, upper, ranks):
    """Boxes of recursive bisection, at right angles to the longest side, the first of equal ones."""
    if ranks == 1:
        return [(lower, upper)]
    sides = [b - a for a, b in zip(lower, upper)]
    axis = sides.index(max(sides))
    cut = lower[axis] + sides[axis] * (ranks // 2) / ranks
    below, above = list(upper), list(lower)
    below[axis] = above[axis] = cut
    return bisected(lower, below, ranks // 2) + bisected(above, upper, ranks - ranks // 2)


def sites(low, high):
    """Of a lattice of spacing 1 from 1/2 on."""
    return math.ceil(high - 0.5) - math.ceil(low - 0.5)


def adjacent(one, two, box):
    """Whether boxes share a part of a face, across the periodic sides too."""
    overlap, meet = 0, 0
    for a, b, c, d, side in zip(one[0], one[1], two[0], two[1], box):
        if min(b, d) - max(a, c) > 1e-9:
            overlap += 1
        elif any(abs((x - y + side / 2) % side - side / 2) < 1e-9 for x, y in ((a, d), (b, c))):
            meet += 1
    return overlap == 2 and meet == 1


def assembly_load(box, ranks):
    """A simple cubic lattice in a periodic box: each sphere touches six others, and no rank sees further than that."""
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


def cube_load(problem, n):
    """Inside a large machine: a segment of a chain, a cube of spheres."""
    if problem == "chain":
        return chain_load(3 * n, 3)
    ghosts = 6 * n ** (2 / 3)
    return Load(n, 3 * n + ghosts / 2, ghosts, 6, GHOST_BYTES["assembly"] * ghosts)


# ---- the terms ----


def between(curve, n):
    """Log-log between measured [n, value], constant beyond the ends."""
    below = [at for at in sorted(curve) if at[0] <= n]
    above = [at for at in sorted(curve) if at[0] > n]
    if not below or not above:
        return below[-1][1] if below else above[0][1]
    (a, low), (b, high) = below[-1], above[0]
    part = math.log(n / a) / math.log(b / a)
    return low * (high / low) ** part if low > 0 and high > 0 else low + part * (high - low)


def step_seconds(curve, n):
    """Of [n, seconds a step]: below the smallest size a step costs what it does there, above the largest in
    proportion."""
    most = max(curve)
    return between(curve, n) * max(1, n / most[0])


@dataclasses.dataclass
class Network:
    latency: float  # [s]
    bandwidth: float  # of a rank [byte/s]
    reduction: float  # of all ranks [s]


@dataclasses.dataclass
class Habits:
    """How often, of steps; and what a frame is."""

    checks: float = 0
    rebuilds: float = 0
    reductions: float = 0  # in a rebuild
    frames: float = 0
    frame_bytes: float = 0  # of all ranks
    file_bandwidth: float = math.inf  # [byte/s]


@dataclasses.dataclass
class Rank:
    """All that a step depends on."""

    load: Load
    cost: dict  # of the problem, as model_measure.py has it
    waiting: float
    network: Network
    habits: Habits
    busy: float  # share of the other cores of the node that do the same

    @property
    def slower(self):
        """By how much for company on the node."""
        return 1 + self.busy * (between(self.cost["shared"], self.load.particles) - 1)

    def contacts_of(self, n):
        """Seconds of the contacts that n particles have among themselves."""
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
    formula: str  # of a step
    seconds: Callable  # of a Rank
    own: bool = False  # a rank without neighbours has it as well


TERMS = (
    Term("particles", "s f(n)", particles_seconds, True),
    Term("contacts", "s (t(n) - f(n)) c / (z n)", contacts_seconds, True),
    Term("listing", "s r n / steps between rebuilds", listing_seconds, True),
    Term("waiting", "w (particles + contacts)", waiting_seconds),
    Term("messages", "m L", messages_seconds),
    Term("bytes", "b / B", bytes_seconds),
    Term("checks", "R / steps between checks", checks_seconds),
    Term("rebuilds", "(u m L + q g / B + k R) / steps between rebuilds", rebuild_seconds),
    Term("output", "bytes of a frame / F / steps between frames", output_seconds),
)


def seconds_of(rank):
    """{term: seconds of a step}"""
    return {term.name: term.seconds(rank) for term in TERMS}


# ---- many ranks ----


@dataclasses.dataclass
class Cluster:
    latency: float  # [s]
    bandwidth: float  # of a node [byte/s]
    per_node: int  # ranks
    rebuilds: float  # a step
    reductions: float  # in a rebuild
    frames: float  # a step
    file_bandwidth: float  # [byte/s]

    def network(self, ranks):
        """An all-reduce goes up a tree and down again; all messages leave the node, whose ranks share its link."""
        return Network(self.latency, self.bandwidth / self.per_node, 2 * self.latency * math.ceil(math.log2(ranks)))


def rank_of(problem, coefficients, cluster, n, ranks):
    """One of many in a large machine; of one rank: the same without neighbours."""
    cost, moves = coefficients[problem], problem == "assembly"
    habits = Habits(
        checks=max(cost["checks"])[1],
        rebuilds=cluster.rebuilds if moves else 0,
        reductions=cluster.reductions if moves else 0,
        frames=cluster.frames if moves else 0,
        frame_bytes=coefficients["output"]["frame_bytes"] * n * ranks,
        file_bandwidth=cluster.file_bandwidth,
    )
    load = cube_load(problem, n) if ranks > 1 else Load(n, cost["contacts_per_particle"] * n)
    return Rank(load, cost, coefficients["waiting"], cluster.network(ranks), habits, 1)


def own_seconds(problem, coefficients, cluster, n):
    """What a rank on a full node takes by itself."""
    found = seconds_of(rank_of(problem, coefficients, cluster, n, 1))
    return sum(found[term.name] for term in TERMS if term.own)


def efficiency(kind, problem, coefficients, cluster, n, ranks):
    """Weak: over a rank with as many particles, alone. Strong: over the cost of a particle on one node with all of
    them."""
    whole = sum(seconds_of(rank_of(problem, coefficients, cluster, n, ranks)).values())
    many = n if kind == "weak" else n * ranks / cluster.per_node
    return own_seconds(problem, coefficients, cluster, many) / many * n / whole


def threshold(kind, problem, coefficients, cluster, ranks, least=0.8):
    """The particles a rank below which efficiency is less; None: it is so with a million as well; 0: with 64 it is
    not."""

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
    """The largest of the terms that a rank by itself has not."""
    found = seconds_of(rank_of(problem, coefficients, cluster, n, ranks))
    alone = seconds_of(rank_of(problem, coefficients, cluster, n, 1))
    return max(found, key=lambda name: found[name] - alone[name] * (name in OWN))


OWN = [term.name for term in TERMS if term.own]
