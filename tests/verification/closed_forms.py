"""Closed forms of the restitution of binary impacts, for test_exact.py. Derived from the papers (W23, S20, L15, see
oracle.py), independently of src/law; SI."""
import math


def root(f, low, high):
    """Bisection to the last bit; f(low) and f(high) differ in sign."""
    sign = f(low) > 0
    for _ in range(200):
        middle = 0.5 * (low + high)
        if middle in (low, high):
            break
        low, high = (middle, high) if (f(middle) > 0) == sign else (low, middle)
    return 0.5 * (low + high)


def returned_by(h):
    """Restitution of F = f(d) (1 + h v/v0): h (1 + e) = ln[(1 + h)/(1 - e h)] (S20 eq. 39). With w = -ln(1 - e h)
    this is h + 1 - exp(-w) = ln(1 + h) + w."""
    if h == 0:
        return 1.0
    w = root(lambda w: h - math.expm1(-w) - math.log1p(h) - w, 1e-9 * h, 2 * h + 2)
    return -math.expm1(-w) / h


class MaLiu:
    """W23 eqs. 1-4, with Hertz's force at min(d_max, d_p) in the unloading radius (the printed one gives a restitution
    of 2)."""

    def __init__(self, R, E, s, psi, eps, passive):
        p_y, lam = 1.61 * s, math.log(eps**2 / 2)
        self.K = 4 / 3 * E * math.sqrt(R)
        self.d_y = math.pi**2 * R * p_y**2 / (4 * E**2)
        self.d_p = eps**2 * self.d_y / 2
        self.c1, self.c2 = (p_y * (1 + lam) - 2 * psi * s) * math.pi * R / lam, (2 * psi * s - p_y) * math.pi * R / lam
        self.c3 = self.K * self.d_y**1.5 - self.c1 * self.d_y
        self.F_p, self.k1 = self.d_p * (self.c1 + self.c2 * lam) + self.c3, 2 * math.pi * R * psi * s
        self.passive = passive

    def force(self, d):
        if d < self.d_y:
            return self.K * d**1.5
        return (
            d * (self.c1 + self.c2 * math.log(d / self.d_y)) + self.c3
            if d < self.d_p
            else self.F_p + self.k1 * (d - self.d_p)
        )

    def work(self, d):
        if d < self.d_y:
            return 0.4 * self.K * d**2.5
        x = min(d, self.d_p)
        middle = (
            (self.c1 / 2 - self.c2 / 4) * (x**2 - self.d_y**2)
            + self.c2 / 2 * x**2 * math.log(x / self.d_y)
            + self.c3 * (x - self.d_y)
        )
        return 0.4 * self.K * self.d_y**2.5 + middle + self.F_p * (d - x) + 0.5 * self.k1 * (d - x) ** 2

    def outcome(self, m, v):
        """Restitution sqrt(U_r/U_c), largest and residual overlap, and the restitution as printed: if d_r < 0, U_r of
        W23 eq. 4 begins there and not at 0."""
        energy = 0.5 * m * v * v
        d = root(lambda d: self.work(d) - energy, 0, v * math.sqrt(m / (0.1 * self.k1)) + (2 * energy / self.K) ** 0.4)
        x, F = min(d, self.d_p), self.force(d)
        # As published, unloading gains energy while the loading curve is above Hertz's; `passive` is elastic there.
        if d < self.d_y or (self.passive and self.force(x) > self.K * x**1.5):
            return 1.0, d, 0.0, 1.0
        K_r = self.K * math.sqrt(self.K * x**1.5 / self.force(x))
        d_r = d - (F / K_r) ** (2 / 3)
        printed = 0.4 * F * (d - d_r)
        given_back = printed - (0.4 * K_r * (-d_r) ** 2.5 if d_r < 0 else 0.0)
        return math.sqrt(given_back / energy), d, max(d_r, 0.0), math.sqrt(printed / energy)


class Luding:
    """L15 eqs. 7-11, 20-24 and 36-38 in physical units; a pull f_a acts in contact."""

    def __init__(self, k1, k_p, k_c, limit, m, f_a=0.0):
        self.k1, self.k_p, self.k_c, self.d_p, self.m, self.f_a = k1, k_p, k_c, limit, m, f_a

    def k2(self, d_m):
        return self.k1 + (self.k_p - self.k1) * min(d_m / self.d_p, 1.0)

    def kinetic(self, v):
        """Returns d_m of the contact after loading, and the remaining kinetic energy when it reaches the cohesive
        branch."""
        k1, f, E = self.k1, self.f_a, 0.5 * self.m * v * v
        d_max = (f + math.sqrt(f * f + 2 * k1 * E)) / k1
        d_m = min(d_max, self.d_p)
        k2 = self.k2(d_m)
        stored = 0.5 * (k1 * d_m - f) ** 2 / k2 + max(E - 0.5 * d_m * (k1 * d_m - 2 * f), 0.0) * (d_max > self.d_p)
        d_min = (k2 - k1) * d_m / (k2 + self.k_c)
        return d_m, d_min, stored - 0.5 * (self.k_c * d_min + f) ** 2 / k2

    def rest(self, d_m):
        """Overlap with k2 (d - d_0) = f_a, or with k1 d = f_a if that is beyond d_m."""
        k2 = self.k2(d_m)
        return max((1 - self.k1 / k2) * d_m + self.f_a / k2, self.f_a / self.k1 if self.f_a > self.k1 * d_m else 0.0)

    def outcome(self, v):
        """Restitution from overlap 0 to overlap 0; if the bodies stick, the overlap d_c at the turning point on the
        cohesive branch (0: before it); residual overlap."""
        d_m, d_min, left = self.kinetic(v)
        final = left - 0.5 * self.k_c * d_min**2 - self.f_a * d_min
        if final >= 0:
            return math.sqrt(final / (0.5 * self.m * v * v)), 0.0, self.rest(0.0)
        if left <= 0:
            return 0.0, 0.0, self.rest(d_m)
        # k_c/2 (d_min^2 - d_c^2) + f_a (d_min - d_c) = left
        short = -final
        d_c = (math.sqrt(self.f_a**2 + 2 * self.k_c * short) - self.f_a) / self.k_c
        eta, beta, x = self.k_p / self.k1 - 1, self.k_c / self.k1, d_c / self.d_p
        z = (eta * x + math.sqrt((eta * x) ** 2 + 4 * eta * (1 + beta) * x)) / (2 * eta)
        return 0.0, d_c, self.rest(z * self.d_p)
