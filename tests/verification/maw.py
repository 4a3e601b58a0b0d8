"""Oblique impact of two equal elastic spheres, or of a sphere on a half-space of the same material, with friction.

The solver follows N. Maw, J. R. Barber and J. N. Fawcett, Wear 38 (1976) 101-114 ("MBF" below). It shares no code and
no contact law with granum. `rebound` gives the non-dimensional rebound angle, `impact` gives velocities and impulses.

Assumptions of MBF:
- Both bodies are elastic half-spaces near the contact and have the same elastic constants. Normal and tangential
  tractions are then uncoupled, and Hertz's theory describes the normal motion (restitution 1).
- Each point of the contact circle sticks or slips. The friction traction is at most mu times the pressure.
- The tractions act in one direction and depend on the radius only. Only the axisymmetric part of the displacement in
  that direction is taken into account (R. D. Mindlin, J. Appl. Mech. 16 (1949) 259).
- The bodies move without rolling during the contact, which is short.

Variables without dimension. d is the approach, D its maximum, A the contact radius at D, v_n the speed of approach:
  x = d/D          approach; the contact radius is A sqrt(x) (Hertz)
  tau = t v_n/D    time
  kappa = 2 (1 - nu)/(2 - nu)     tangential over normal stiffness of a contact circle (Mindlin 1949)
  s                tangential displacement of the bodies, in units of mu D/kappa
  psi = ds/dtau = kappa v_t/(mu v_n)     MBF's non-dimensional angle; v_t is the velocity at the contact point
  rho = r/A        radius; the pressure is sqrt(x - rho^2) in units of 2 E* A/(pi R*)

Normal motion: m* d'' = -4/3 E* sqrt(R*) d^(3/2) (K. L. Johnson, Contact Mechanics, 1985, section 11.4), that is
(dx/dtau)^2 = 1 - x^(5/2). Tangential motion: the force T at the surface of a solid sphere changes the velocity at
the contact point 1 + 1/K^2 = 7/2 times as much as the velocity of the centre, K^2 = 2/5 (MBF). Hence
dpsi/dtau = -(7/2) kappa |d2x/dtau2| T/(mu N), and gross sliding throughout gives psi2 = psi1 - 7 kappa
= psi1 - 4 chi. It occurs for psi1 >= 4 chi - 1 (MBF).
"""
import math
import time

import numpy as np

INERTIA = 3.5  # 1 + 1/K^2 of a solid sphere


def stiffness_ratio(nu):
    """kappa: tangential over normal stiffness of a contact circle of two bodies with the same Poisson ratio nu."""
    return 2 * (1 - nu) / (2 - nu)


def chi(nu):
    """MBF's parameter: chi = (1 - nu) (1 + 1/K^2)/(2 - nu)."""
    return 0.5 * INERTIA * stiffness_ratio(nu)


def displacement(rho, edge):
    """Axisymmetric tangential displacement at rho of the traction sqrt(edge^2 - rho^2), in units of mu D/kappa.

    A point force gives a normal displacement (1 - nu)/(2 pi G s) at the distance s. It gives a tangential displacement
    (1 - nu/2 + nu/2 cos(2 phi))/(2 pi G s) in its own direction, phi being the angle between the force and the vector
    to the point (Boussinesq, Cerruti; Johnson section 3.2 and eq. 3.75). The cosine term of an axisymmetric traction
    has no axisymmetric part. The result is hence the normal displacement of Hertz's pressure (Johnson eqs. 3.41a and
    3.42a) divided by kappa.
    """
    inside = edge**2 - 0.5 * rho**2
    ratio = np.minimum(edge / rho, 1.0)
    outside = (inside * 2 * np.arcsin(ratio) + edge * np.sqrt(np.maximum(rho**2 - edge**2, 0))) / math.pi
    return np.where(rho <= edge, inside, outside)


class Grid:
    """Annuli and time steps. With n annuli the edges are A sin(j pi/(2 n)), j = 1..n, and each time step moves the
    contact radius by one annulus: n steps of compression, then n steps of restitution. Steps and annuli are small
    together at first contact; near the largest approach the steps keep their length although the annuli get thin.
    """

    def __init__(self, n):
        """n: number of annuli."""
        angle = np.arange(n + 1) * math.pi / (2 * n)
        self.n, self.edge = n, np.sin(angle[1:])
        # One collocation point per annulus. Of 0.3, 0.4 .. 0.7 steps from the outer edge, 0.4 gives the smallest error.
        self.rho = np.sin(angle[1:] - 0.4 * angle[1])
        traction = np.sqrt(np.maximum(self.edge[None, :] ** 2 - self.rho[:, None] ** 2, 0))
        to_terms = np.linalg.inv(traction)  # amplitudes of the terms sqrt(edge^2 - rho^2) from tractions
        self.terms = to_terms
        # to_terms is upper triangular. The leading parts of the next two arrays hence hold for a smaller circle.
        self.compliance = displacement(self.rho[:, None], self.edge[None, :]) @ to_terms
        self.force = self.edge**3 @ to_terms  # in units of mu times the largest normal force
        self.approach = np.concatenate([[0.0], self.edge**2])
        self.speed = np.sqrt(np.maximum(1 - self.approach**2.5, 0))  # |dx/dtau|
        self.normal = self.approach**1.5  # normal force over its maximum


def slip_state(traction, limit, slip, state):
    """Corrected state of each annulus: 0 sticks, +1 or -1 slips with a traction of that sign.

    A sticking annulus whose traction exceeds the limit slips. A slipping annulus sticks if its traction has the
    direction of its slip, because friction would then do positive work.
    """
    exceeds = (state == 0) & (np.abs(traction) > limit * (1 + 1e-12))
    pushed = slip * state < 0
    return np.where(exceeds, np.sign(traction), np.where(pushed, 0.0, state))


class Impact:
    """Integrates the tangential motion for several angles of incidence psi at once. Rows of the arrays are angles."""

    def __init__(self, grid, kappa, psi):
        self.grid, self.inertia = grid, INERTIA * kappa
        self.psi = np.array(psi, dtype=float)
        self.traction = np.zeros((len(self.psi), grid.n))
        self.state = np.zeros((len(self.psi), grid.n))
        self.tangential = np.zeros(len(self.psi))  # force in units of mu times the largest normal force
        self.energies = [self.energy()]

    def energy(self):
        """Kinetic energy of the tangential motion plus elastic energy, in units of mu^2 D N(D)/kappa.

        The work of the traction sqrt(a^2 - rho^2) on the displacement of sqrt(b^2 - rho^2) is a^3 (b^2 - a^2/5) for
        a <= b, and symmetric in a and b.
        """
        amplitude = self.traction @ self.grid.terms.T
        low = np.minimum(self.grid.edge[:, None], self.grid.edge[None, :])
        high = np.maximum(self.grid.edge[:, None], self.grid.edge[None, :])
        elastic = np.einsum("ai,ij,aj->a", amplitude, low**3 * (high**2 - low**2 / 5), amplitude)
        return 0.4 * self.psi**2 / self.inertia + 0.5 * elastic

    def advance(self, old, new):
        """One time step, in which the number of annuli in contact changes from `old` to `new`.

        The duration follows from the exact normal impulse and the mean of the normal forces at both ends. The
        tangential impulse is the mean of the tangential forces times this duration, so that gross sliding is exact.
        The displacement is the mean velocity times this duration, so that the work of the mean tangential force
        equals the change of the kinetic energy.
        """
        grid = self.grid
        impulse = abs(grid.speed[new] - grid.speed[old])  # of the normal force, as a change of dx/dtau
        normal = grid.normal[old] + grid.normal[new]
        duration = 1.6 * impulse / normal  # d2x/dtau2 = 5/4 of the normal force
        brake = self.inertia * impulse / normal
        before = self.psi - 0.5 * brake * self.tangential
        self.solve(old, new, before * duration, 0.5 * duration * brake)
        now = self.traction[:, :new] @ grid.force[:new]
        self.psi = self.psi - brake * (self.tangential + now)
        self.tangential = now
        self.energies.append(self.energy())

    def solve(self, old, new, travel, braking):
        """Computes the tractions at the end of a step.

        Sticking annuli follow the bodies, which move by `travel` minus `braking` times the new tangential force.
        Slipping annuli carry the limit.
        """
        grid = self.grid
        self.traction, previous = np.zeros_like(self.traction), self.traction
        self.state[:, new:] = 0
        if new == 0:
            return
        moved = np.ones(new)  # part of the step's displacement that an annulus follows
        if new > old:
            moved[-1] = self.landed(old, new)
        limit = np.sqrt(grid.edge[new - 1] ** 2 - grid.rho[:new] ** 2)
        known = previous @ grid.compliance[:new].T + np.outer(travel, moved)
        matrix = grid.compliance[:new, :new] + braking * np.outer(moved, grid.force[:new])
        rest = np.arange(len(self.psi))  # angles whose states are not final yet
        for _ in range(4 * new + 20):
            state = self.state[rest, :new]
            sliding = state != 0
            system = np.where(sliding[:, :, None], np.eye(new), matrix)
            right = np.where(sliding, state * limit, known[rest])
            traction = np.linalg.solve(system, right[:, :, None])[:, :, 0]
            corrected = slip_state(traction, limit, known[rest] - traction @ matrix.T, state)
            self.traction[rest, :new], self.state[rest, :new] = traction, corrected
            rest = rest[np.any(corrected != state, axis=1)]
            if len(rest) == 0:
                return
        raise ArithmeticError("no consistent set of sticking annuli found")

    def landed(self, old, new):
        """Part of the bodies' displacement in a step that occurs after the new annulus has come into contact.

        It is exact for a contact without slip whose displacement grows in proportion to the approach.
        """
        edge = np.sqrt(self.grid.approach[[old, new]])
        before, after = displacement(self.grid.rho[old], edge)
        return (after - before) / (edge[1] ** 2 - edge[0] ** 2)

    def run(self):
        """Integrates the whole contact and returns self."""
        n = self.grid.n
        for k in range(n):
            self.advance(k, k + 1)
        for k in range(n, 0, -1):
            self.advance(k, k - 1)
        return self


# The error of psi2 with 100 annuli is less than 0.05 % of psi1 for psi1 >= 0.05 and at most 0.15 % of psi1 for smaller
# psi1 (nu from 0 to 0.49). The reference is the method of dimensionality reduction (V. L. Popov and M. Hess, Springer
# 2015) with 800 springs at different rho. They move independently, and each carries at most mu (x - rho^2).
ANNULI = 100


def rebound(nu, psi, annuli=ANNULI):
    """Non-dimensional rebound psi2 (array) of solid spheres with Poisson ratio nu for angles of incidence psi1 (array).

    psi = 2 (1 - nu)/(mu (2 - nu)) tan(angle); angle is the angle between the velocity at the contact point and the
    normal. Both are positive in the direction of incidence.
    """
    return Impact(Grid(annuli), stiffness_ratio(nu), np.atleast_1d(psi)).run().psi


def impact(radius, density, youngs_modulus, nu, mu, v_n, v_t, half_space=False, annuli=ANNULI):
    """Impact of two equal spheres without spin, or of such a sphere on a fixed half-space of the same material.

    v_n: relative speed of approach of the centres [m/s]. v_t: relative tangential velocity at the contact point [m/s],
    a number or an array. Both are of sphere 1 relative to sphere 2 or to the half-space. SI units.
    Returns a dictionary:
      v_n               relative normal velocity after the impact, negative: the bodies separate [m/s]
      v_t               relative tangential velocity at the contact point after the impact [m/s]
      spin              angular velocity of each sphere after the impact [rad/s]. The friction on sphere 1 acts against
                        v_t; positive spin makes the contact point of sphere 1 move against v_t relative to its centre.
      impulse_ratio     tangential impulse over mu times normal impulse
      normal_impulse, tangential_impulse    [N s]
      overlap           largest approach D [m]
      duration          of the contact [s]
    """
    mass = density * 4 / 3 * math.pi * radius**3
    m, r = (mass, radius) if half_space else (mass / 2, radius / 2)  # m* and R*
    scale = mu * v_n / stiffness_ratio(nu)  # v_t of psi = 1
    after = scale * rebound(nu, np.atleast_1d(v_t) / scale, annuli)
    tangential, normal = (v_t - after) * m / INERTIA, 2 * m * v_n
    stiffness = 4 / 3 * youngs_modulus / (2 * (1 - nu**2)) * math.sqrt(r)
    overlap = (1.25 * m * v_n**2 / stiffness) ** 0.4  # Johnson eq. 11.23
    return {
        "v_n": -v_n,
        "v_t": after,
        "spin": 2.5 * tangential / (mass * radius),
        "impulse_ratio": tangential / (mu * normal),
        "normal_impulse": normal,
        "tangential_impulse": tangential,
        "overlap": overlap,
        "duration": 2 * math.sqrt(math.pi) * math.gamma(1.4) / math.gamma(0.9) * overlap / v_n,  # Johnson eq. 11.24
    }


def show(nu):
    """Prints the curve psi1 -> psi2, its change with twice the annuli, and the growth of the energy."""
    psi = np.array([0.01, 0.1, 0.3, 0.6, 1, 1.2, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6])
    start = time.perf_counter()
    run = Impact(Grid(ANNULI), stiffness_ratio(nu), psi).run()
    spent = time.perf_counter() - start
    finer = rebound(nu, psi, 2 * ANNULI)
    energy = np.array(run.energies)
    growth = np.max((energy - np.minimum.accumulate(energy)) / energy[0], axis=0)
    sliding = psi - 4 * chi(nu)
    print(f"nu {nu}, chi {chi(nu):.4f}; gross sliding from psi1 = 4 chi - 1 = {4 * chi(nu) - 1:.4f}; {spent:.2f} s")
    print("  psi1     psi2   psi1-4chi  impulse ratio  change with 2 n, over psi1  energy growth")
    for row in zip(psi, run.psi, sliding, (psi - run.psi) / (4 * chi(nu)), (finer - run.psi) / psi, growth):
        print("{:6.2f} {:9.5f} {:9.5f} {:12.5f} {:18.1e} {:23.1e}".format(*row))


if __name__ == "__main__":
    for ratio in (0.25, 0.3):
        show(ratio)
