"""Elastic and viscous contact laws for oracle.py, each as a set of branches. Written from the papers, not from src/law;
SI units.

W25 eq. n etc. are equations of the papers named in oracle.py. K = 4/3 E sqrt(R) unless `stiffness` is given."""
import math

from scipy.optimize import brentq


class Branch:
    """Force between the overlaps `lower` and `upper`: static(q) + damping(q) v with d = origin + q^4. `below`, `above`
    and `turn` give the branch that follows at lower, at upper and at v = 0; `below` None: the contact opens there.
    `free`: no static force in all of it."""

    def __init__(
        self,
        static,
        damping=lambda q: 0.0 * q,
        origin=0.0,
        lower=0.0,
        upper=math.inf,
        below=None,
        above=None,
        turn=None,
        free=False,
    ):
        self.static, self.damping, self.origin, self.lower, self.upper = static, damping, origin, lower, upper
        self.below, self.above, self.turn = below, above, turn or (lambda d: self)
        self.free = free


def g1(e):
    return 2 * abs(math.log(e)) / math.sqrt(math.pi**2 + math.log(e) ** 2)


def g2(e):
    """W25 eq. 23, J25 (JA)."""
    return 9 * math.sqrt(5) * (1 - e * e) / (e * (e * (9 * math.pi - 16) + 16))


def loss_factor(e):
    """Twice the damping ratio z with 2 z a/sin(a) = -ln e for z = cos(a), or 2 z a/sinh(a) for z = cosh(a) > 1: a
    linear oscillator that is released at the first zero of its force, at the phase 2 a, has exp(-2 z a/sin(a)) of
    its initial speed."""
    half, exact = -0.5 * math.log(e), {"xtol": 1e-300, "rtol": 1e-15}
    if half == 0:
        return 0.0
    if half < 1:
        return 2 * math.cos(brentq(lambda a: a / math.tan(a) - half, 1e-9, 0.5 * math.pi, **exact))
    return 2 * math.cosh(brentq(lambda a: a / math.tanh(a) - half, 1e-9, half, **exact))


def returning(normal):
    """The loss factor of laws that give their restitution at the end of the contact."""
    exact = normal["no_pull"] and normal.get("coefficient", "exact") == "exact"
    return loss_factor(normal["restitution"]) if exact else g1(normal["restitution"])


def exact_damping(e):
    """S20 eq. 39: h(1+e) = ln[(1+h)/(1-e h)]; with h = (1-u)/e and w = ln u the last factor is u itself."""
    if e == 1:
        return 0.0

    def defect(w):
        h = -math.expm1(w) / e
        return h * (1 + e) - math.log1p(h) + w

    # w = 0 is the trivial root h = 0; there the defect decreases with decreasing w, so the search is below it.
    high = -1e-3 * (1 - e) * e
    return -math.expm1(brentq(defect, -2e3 / e, high, xtol=1e-300, rtol=1e-15)) / e


class Hertzian:
    """K, E and the common parts of the laws on Hertz's spring."""

    def __init__(self, pair, normal):
        self.pair, self.normal, self.m = pair, normal, pair.mass
        self.K = normal.get("stiffness", 4 / 3 * pair.modulus * math.sqrt(pair.radius))
        self.E = self.K / (4 / 3 * math.sqrt(pair.radius))
        self.e = normal.get("restitution", 1.0)

    def impact_speed(self, v):
        return max(v, self.normal.get("speed_floor", 1e-4))

    def length(self, v):
        return (1.25 * self.m * v * v / self.K) ** 0.4

    def start(self, v):
        K, damping = self.K, self.dashpot(self.impact_speed(v))
        return Branch(lambda q: K * q**6, damping)

    def dashpot(self, v0):
        return lambda q: 0.0 * q


def hysteresis(h):
    """F = K d^(3/2) (1 + h v/v0) with h from the restitution."""

    class Law(Hertzian):
        def dashpot(self, v0):
            c = self.K * h(self.e) / v0
            return lambda q: c * q**6

    return Law


class Tsuji(Hertzian):
    """W25 eq. 26."""

    def dashpot(self, v0):
        c = math.sqrt(5) / 2 * returning(self.normal) * math.sqrt(self.K * self.m)
        return lambda q: c * q


class HertzDashpot(Hertzian):
    """J25 eq. 1 with the exponents 3/2, 0, 1; LAMMPS: damping velocity or mass_velocity."""

    def dashpot(self, v0):
        c = self.normal["viscosity"] if "viscosity" in self.normal else self.normal["viscosity_per_mass"] * self.m
        return lambda q: c + 0.0 * q


def spring(pair, normal, key, n):
    """S R^(1 - n), S given or 4/3 E R."""
    return normal.get(key, 4 / 3 * pair.modulus * pair.radius) * pair.radius ** (1 - n)


class PowerSpring:
    """F = K d^a and a dashpot."""

    def __init__(self, pair, normal):
        self.m, self.normal = pair.mass, normal
        self.K, self.a = self.constants(pair, normal)

    def length(self, v):
        return ((self.a + 1) / 2 * self.m * v * v / self.K) ** (1 / (self.a + 1))

    def start(self, v):
        K, a = self.K, self.a
        return Branch(lambda q: K * abs(q) ** (4 * a), self.dashpot)


class MarhefkaOrin(PowerSpring):
    """Marhefka and Orin (1999) eq. 2 with lambda = alpha K."""

    def constants(self, pair, normal):
        e, n = normal.get("restitution"), normal.get("exponent", 1.5)
        self.alpha = exact_damping(e) / normal["reference_speed"] if e is not None else normal["alpha"]
        return spring(pair, normal, "stiffness", n), n

    def dashpot(self, q):
        return self.alpha * self.K * abs(q) ** (4 * self.a)


class PowerLaw(PowerSpring):
    """J25 eq. 1 with b = 1."""

    def constants(self, pair, normal):
        d, v, a = normal.get("reference_overlap", 1.0), normal.get("reference_speed", 1.0), normal["exponent"]
        self.g = normal.get("damping_exponent", 0.0)
        self.D = normal.get("damping_force", 0.0) / (d**self.g * v)
        return normal["force"] / d**a, a

    def dashpot(self, q):
        return self.D * abs(q) ** (4 * self.g)


class Jankowski(Hertzian):
    def start(self, v):
        both = self.normal.get("phases", "approach") == "both"
        g = g2(self.e)
        if self.normal.get("coefficient") == "exact":
            g = math.sqrt(5) / 2 * (returning(self.normal) if both else loss_factor(self.e**2))
        K, c = self.K, g * math.sqrt(self.K * self.m)
        if both:
            return Branch(lambda q: K * q**6, lambda q: c * q)
        approach = Branch(lambda q: K * q**6, lambda q: c * q, turn=lambda d: back)
        back = Branch(lambda q: K * q**6, turn=lambda d: approach)
        return approach


class Lichtensteiger(Hertzian):
    def dashpot(self, v0):
        c = math.sqrt(5) / 2 * g1(self.e) * self.K**0.8 * self.m**0.2 / v0**0.6
        return lambda q: c * q**4


class KuwabaraKono(Hertzian):
    def dashpot(self, v0):
        A = self.normal["dissipation_time"]
        if A == "viscosities":
            D = [(1 - b["poisson_ratio"] ** 2) / b["youngs_modulus"] for b in self.pair.body]
            g = []
            for b in self.pair.body:
                nu = b["poisson_ratio"]
                loss = (
                    4 / 3 * self.normal["eta_shear"] * (1 - nu + nu * nu) + self.normal["eta_bulk"] * (1 - 2 * nu) ** 2
                )
                g.append((1 + nu) / (1 - nu) * loss / b["youngs_modulus"])
            A = (g[0] * D[0] + g[1] * D[1]) / (D[0] + D[1])
        c = 1.5 * A * self.K
        return lambda q: c * q * q


class NewtonianDashpot(Hertzian):
    """J25 eqs. 8-11."""

    def dashpot(self, v0):
        mu, phi = self.normal["viscosity"], 1.0
        if self.normal.get("drag", "stokes") == "impact_speed":
            rho = 0.5 * (self.pair.body[0]["density"] + self.pair.body[1]["density"])
            phi += 0.15 * (rho * self.pair.radius * v0 / mu) ** 0.687
        c = 6 * math.pi * mu * phi
        return lambda q: c * q**4


class Linear:
    def __init__(self, pair, normal):
        self.m, self.k = pair.mass, normal["stiffness"]
        self.c = returning(normal) * math.sqrt(self.k * self.m)

    def length(self, v):
        return v * math.sqrt(self.m / self.k)

    def start(self, v):
        k, c = self.k, self.c
        return Branch(lambda q: k * q**4, lambda q: c + 0.0 * q)
