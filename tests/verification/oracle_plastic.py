"""Contact laws with plasticity for oracle.py, each as a set of branches. Written from the papers, not from src/law; SI
units."""
import math

import numpy as np
from oracle_hertz import Branch, Hertzian, g1, g2, spring
from scipy.optimize import brentq


class MaLiu(Hertzian):
    """W23 eqs. 1-4 with Hertz's force at min(d_max, d_p) in R_e."""

    def __init__(self, pair, normal):
        super().__init__(pair, normal)
        psi, eps, R, s, E = normal["hardness_ratio"], normal["conformity"], pair.radius, pair.yield_stress, self.E
        p_y, lam = 1.61 * s, math.log(eps * eps / 2)
        self.d_y = math.pi**2 * R * p_y**2 / (4 * E**2)
        self.d_p = eps * eps * self.d_y / 2
        self.c2 = (2 * psi * s - p_y) * math.pi * R / lam
        self.c1 = (p_y * (1 + lam) - 2 * psi * s) * math.pi * R / lam
        self.F_y = self.K * self.d_y**1.5
        self.c3 = self.F_y - self.c1 * self.d_y
        self.F_p = self.d_p * (self.c1 + self.c2 * lam) + self.c3
        self.k1 = 2 * math.pi * R * psi * s
        self.viscosity = normal.get("viscosity", 0.0)
        self.d_e = self.d_y
        if normal.get("unloading", "passive") == "passive":
            self.d_e = self.last_gain()

    def elastoplastic(self, d):
        return d * (self.c1 + self.c2 * math.log(d / self.d_y)) + self.c3

    def last_gain(self):
        """The overlap above d_y where the loading curve meets Hertz's again, d_y if it runs below from the start. The
        difference of the two is zero at d_y and, where it starts upwards, has one maximum: at the root of its slope."""

        def slope(d):
            return self.c1 + self.c2 * (1 + math.log(d / self.d_y)) - 1.5 * self.K * math.sqrt(d)

        if slope(self.d_y) <= 0:
            return self.d_y
        top = brentq(slope, self.d_y, self.d_p, xtol=1e-300, rtol=1e-15)
        return brentq(lambda d: self.elastoplastic(d) - self.K * d**1.5, top, self.d_p, xtol=1e-300, rtol=1e-15)

    def loading(self, d):
        if d < self.d_y:
            return self.K * d**1.5
        return self.elastoplastic(d) if d < self.d_p else self.F_p + self.k1 * (d - self.d_p)

    def viscous(self, q):
        return self.viscosity + 0.0 * q

    def start(self, v):
        return self.elastic()

    def elastic(self):
        return Branch(lambda q: self.K * q**6, self.viscous, upper=self.d_y, above=self.yielding)

    def yielding(self):
        def force(q):
            return q**4 * (self.c1 + self.c2 * np.log(q**4 / self.d_y)) + self.c3

        return Branch(
            force,
            self.viscous,
            lower=self.d_y,
            upper=self.d_p,
            below=self.elastic,
            above=self.plastic,
            turn=self.unloading,
        )

    def plastic(self):
        return Branch(
            lambda q: self.F_p + self.k1 * (q**4 - self.d_p), self.viscous, lower=self.d_p, turn=self.unloading
        )

    def reload(self, d):
        return self.yielding() if d < self.d_p else self.plastic()

    def unloading(self, d_max):
        if d_max < self.d_e:
            return self.yielding()
        x = min(d_max, self.d_p)
        K_r = self.K * math.sqrt(self.K * x**1.5 / self.loading(x))
        d_r = d_max - (self.loading(d_max) / K_r) ** (2 / 3)
        return self.returning(K_r, d_r, d_max)

    def returning(self, K_r, d_r, d_max):
        def free():
            return Branch(
                lambda q: 0.0 * q, self.viscous, upper=d_r, above=lambda: self.returning(K_r, d_r, d_max), free=True
            )

        return Branch(
            lambda q: K_r * q**6,
            self.viscous,
            origin=d_r,
            lower=max(d_r, 0.0),
            upper=d_max,
            below=free if d_r > 0 else None,
            above=lambda: self.reload(d_max),
        )


class Yielding(MaLiu):
    """The two laws with a straight line above d_y: the branch after d_y in the continuous and in the printed form."""

    def __init__(self, pair, normal):
        super().__init__(pair, dict(normal, unloading="published", viscosity=0.0))
        self.k = (self.F_p - self.F_y) / (self.d_p - self.d_y)
        self.base = 0.0 if normal.get("variant", "continuous") == "printed" else self.F_y - self.k * self.d_y

    def start(self, v):
        v0 = self.impact_speed(v)
        below, above = self.dampings(v0)
        low = Branch(lambda q: self.K * q**6, below, upper=self.d_y, above=lambda: high)
        high = Branch(lambda q: self.base + self.k * q**4, above, lower=self.d_y, below=lambda: low)
        return low


class KelvinVoigt(Yielding):
    """W25 eq. 25."""

    def dampings(self, v0):
        low = g2(self.normal["restitution_elastic"]) * math.sqrt(self.K * self.m)
        high = g1(self.normal["restitution_plastic"]) * math.sqrt(self.k * self.m)
        return lambda q: low * q, lambda q: high + 0.0 * q


class CompliantDashpot(Yielding):
    """W23 eqs. 16, 17, 35-38."""

    def dampings(self, v0):
        e1, e2 = self.normal["restitution_elastic"], self.normal["restitution_plastic"]
        if e1 == "seismic":
            body = self.pair.body[0]
            c0 = math.sqrt(body["youngs_modulus"] / body["density"])
            c2 = math.sqrt(body["youngs_modulus"] / (2 * (1 + body["poisson_ratio"])) / body["density"])
            e1 = math.exp(-0.6 * c0 / c2 * (v0 / c0) ** 0.6)
        if e2 == "ma_liu":
            e2 = math.sqrt(min(1.0, self.returned(v0)))
        low = 1.5 * (1 - e1 * e1) / (2 - 3 * e1 + 3 * e1 * e1) / v0
        high = 192 * (1 - e2) / (math.pi**2 * (24 - math.pi**2)) / v0
        return lambda q: low * self.K * q**6, lambda q: high * (self.base + self.k * q**4)

    def work(self, d):
        """W23 eq. 2."""
        if d < self.d_y:
            return 0.4 * self.K * d**2.5

        def middle(x):
            return (self.c1 / 2 - self.c2 / 4 + self.c2 / 2 * math.log(x / self.d_y)) * x * x + self.c3 * x

        x = min(d, self.d_p)
        work = 0.4 * self.K * self.d_y**2.5 + middle(x) - middle(self.d_y)
        return work + self.F_p * (d - x) + 0.5 * self.k1 * (d - x) ** 2

    def returned(self, v0):
        """U_r/U_c of the Ma-Liu law, W23 eq. 4."""
        energy = 0.5 * self.m * v0**2
        top = self.d_y
        while self.work(top) < energy:
            top *= 2
        d_max = brentq(lambda d: self.work(d) - energy, 0, top, xtol=1e-300, rtol=1e-15)
        if d_max < self.d_y:
            return 1.0
        x = min(d_max, self.d_p)
        K_r = self.K * math.sqrt(self.K * x**1.5 / self.loading(x))
        return 0.4 * self.loading(d_max) * (self.loading(d_max) / K_r) ** (2 / 3) / energy


class WaltonBraun:
    def __init__(self, pair, normal):
        self.m, self.k1, self.k2, self.viscosity = pair.mass, normal["k1"], normal["k2"], normal.get("viscosity", 0.0)

    def length(self, v):
        return v * math.sqrt(self.m / self.k1)

    def viscous(self, q):
        return self.viscosity + 0.0 * q

    def start(self, v):
        return self.loading(0.0)

    def loading(self, d):
        return Branch(lambda q: self.k1 * q**4, self.viscous, lower=d, turn=self.unloading)

    def unloading(self, d_max):
        d_0 = (1 - self.k1 / self.k2) * d_max

        def elastic():
            below = free if d_0 > 0 else None
            return Branch(lambda q: self.k2 * q**4, self.viscous, d_0, d_0, d_max, below, lambda: self.loading(d_max))

        def free():
            return Branch(lambda q: 0.0 * q, self.viscous, upper=d_0, above=elastic, free=True)

        return elastic()


class Luding:
    """L15 eqs. 5-11, D.1, A.3."""

    def __init__(self, pair, normal):
        self.m, self.k1, k_p, self.k_c = pair.mass, normal["k1"], normal["k_p"], normal["k_c"]
        depth, k1 = normal["plasticity_depth"], normal["k1"]
        self.root = normal.get("interpolation", "linear") == "sqrt"
        if "plasticity_depth_tuned" in normal:
            # A.1: k2(d_max) is unchanged, and therefore (k_p - k1)^n/(k_p phi_f), with n = 2, or 3 for the square root.
            n, tuned = 3 if self.root else 2, normal["plasticity_depth_tuned"]
            wanted = (k_p - k1) ** n / k_p * tuned / depth
            k_p, depth = (
                brentq(lambda k: (k - k1) ** n / k - wanted, k_p, k_p * (tuned / depth) ** 2, xtol=1e-300, rtol=1e-15),
                tuned,
            )
        self.viscosity = normal.get("viscosity", 0.0)
        self.d_p = k_p / (k_p - k1) * depth * 2 * pair.radius
        self.eta, self.beta = (k_p - k1) / k1, self.k_c / k1

    def length(self, v):
        return v * math.sqrt(self.m / self.k1)

    def growth(self, z):
        """(k2 - k1)/k1 for d_max = z d_p."""
        return self.eta * (math.sqrt(z) if self.root else z)

    def viscous(self, q):
        return self.viscosity + 0.0 * q

    def start(self, v):
        return self.plastic(0.0)

    def plastic(self, d):
        return Branch(
            lambda q: self.k1 * q**4,
            self.viscous,
            lower=d,
            upper=self.d_p,
            above=lambda: self.elastic(self.d_p),
            turn=self.elastic,
        )

    def elastic(self, d_m):
        grown, limit = self.growth(min(d_m / self.d_p, 1.0)), d_m >= self.d_p
        k2 = self.k1 * (1 + grown)
        d_0 = (1 - self.k1 / k2) * d_m
        lower = grown * d_m / (1 + grown + self.beta)
        above = None if limit else lambda: self.plastic(d_m)
        return Branch(
            lambda q: k2 * (q**4 - d_0), self.viscous, 0.0, lower, math.inf if limit else d_m, self.cohesive, above
        )

    def cohesive(self):
        return Branch(lambda q: -self.k_c * q**4, self.viscous, turn=self.reloading)

    def reloading(self, d):
        """The elastic branch that meets the cohesive one at d: grown z = (1 + grown + beta) d/d_p."""
        x = d / self.d_p
        if x == 0:
            return self.plastic(0.0)
        z = brentq(lambda z: self.growth(z) * (z - x) - (1 + self.beta) * x, x, 1.0 + 1e-9, xtol=1e-300, rtol=1e-15)
        return self.elastic(min(z, 1.0) * self.d_p)


class Eepa:
    """Thakur et al. (2014) eqs. 5 to 7, with f0 > 0 for a pull, and stiffnesses scaled with the radius."""

    def __init__(self, pair, normal):
        self.m, self.n, self.share = pair.mass, normal.get("exponent", 1.5), normal["plasticity_ratio"]
        self.k1 = spring(pair, normal, "k1", self.n)
        self.k2, self.f0 = self.k1 / (1 - self.share), normal.get("f0", 0.0)
        self.k_adh = normal["k_adh"] * pair.radius ** (1 - self.n)
        self.viscosity = g1(normal.get("restitution", 1.0)) * math.sqrt(0.5 * (self.n + 1) * self.k1 * self.m)

    def length(self, v):
        return ((self.n + 1) / 2 * self.m * v * v / self.k1) ** (1 / (self.n + 1))

    def viscous(self, q):
        return self.viscosity * abs(q) ** (2 * self.n - 2)

    def power(self, q):
        return abs(q) ** (4 * self.n)

    def start(self, v):
        return self.plastic(0.0)

    def plastic(self, d):
        return Branch(lambda q: self.k1 * self.power(q) - self.f0, self.viscous, lower=d, turn=self.elastic)

    def elastic(self, d_m):
        if self.share == 0:
            return self.plastic(0.0)
        flat = self.share * d_m**self.n  # d_p^n
        lower = (self.k2 * flat / (self.k2 + self.k_adh)) ** (1 / self.n)
        return Branch(
            lambda q: self.k2 * (self.power(q) - flat) - self.f0,
            self.viscous,
            0.0,
            lower,
            d_m,
            self.adhesive,
            lambda: self.plastic(d_m),
        )

    def adhesive(self):
        return Branch(lambda q: -self.k_adh * self.power(q) - self.f0, self.viscous, turn=self.reloading)

    def reloading(self, d):
        """The elastic branch that meets the adhesive one at d."""
        return self.elastic(((self.k2 + self.k_adh) / (self.k2 * self.share)) ** (1 / self.n) * d)
