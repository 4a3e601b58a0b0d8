"""Binary impacts integrated independently of granum, as reference values. SI; overlap d, rate v = dd/dt, reduced
mass m.

The motion is m d'' = -F. A law is a set of branches (oracle_hertz.py, oracle_plastic.py): ranges of the overlap in
which F is smooth, F = static + damping v. The integration restarts at the end of a branch, at v = 0, and at force 0
if relevant, so that no step crosses a corner.

Many terms begin like d^(1/4) or (d - d_r)^(3/2), which reduces the order of an integrator in time. Therefore the
unknown is q with d = origin + q^4, and the independent variable s has dt = 4 q^3 ds: dq/ds = v, dv/ds = -4 q^3 F/m,
which are smooth at q = 0. The integrator is Dormand and Prince's order 8 with a relative tolerance of 1e-13. Ends of
branches are found by a secant method over whole steps, not by interpolation. Error: about 1e-12 of separation
velocity, overlap, force and duration (measured in test_oracle.py).

Papers: W23, W25 (G. Wang et al.), S20 (Safaeifar and Farshidianfar), L15 (Singh, Magnanimo and Luding), J25 (Jia et
al.), as in the laws' cards."""
import math
from dataclasses import dataclass

import numpy as np
from oracle_hertz import (
    HertzDashpot,
    Hertzian,
    Jankowski,
    KuwabaraKono,
    Lichtensteiger,
    Linear,
    MarhefkaOrin,
    NewtonianDashpot,
    PowerLaw,
    Tsuji,
    exact_damping,
    hysteresis,
)
from oracle_plastic import CompliantDashpot, Eepa, KelvinVoigt, Luding, MaLiu, WaltonBraun
from scipy.integrate import solve_ivp
from scipy.optimize import brentq, minimize_scalar

TOLERANCE = 1e-13
# s in units of q at the turning point: bodies with a larger value come to rest at d -> 0 and never separate
FOREVER = 1e5
BRANCHES = 100  # largest number of branches of one impact

LAWS = {
    "hertz": Hertzian,
    "hunt_crossley": hysteresis(lambda e: 1.5 * (1 - e)),
    "lankarani_nikravesh": hysteresis(lambda e: 0.75 * (1 - e * e)),
    "flores": hysteresis(lambda e: 1.6 * (1 - e) / e),
    "gharib_hurmuzlu": hysteresis(lambda e: 1 / e),
    "hu_guo": hysteresis(lambda e: 1.5 * (1 - e) / e),
    "safaeifar_farshidianfar": hysteresis(lambda e: 1.25 * (1 - e) / e),
    "gonthier": hysteresis(lambda e: (1 - e * e) / e),
    "lee_wang": hysteresis(lambda e: 0.75 * (1 - e)),
    "herbert_mcwhannell": hysteresis(lambda e: 6 * (1 - e) / ((2 * e - 1) ** 2 + 3)),
    "zhiying_qishao": hysteresis(lambda e: 0.75 * (1 - e * e) * math.exp(2 * (1 - e))),
    "zhang_sharf": hysteresis(exact_damping),
    "marhefka_orin": MarhefkaOrin,
    "tsuji": Tsuji,
    "linear": Linear,
    "jankowski": Jankowski,
    "lichtensteiger": Lichtensteiger,
    "kuwabara_kono": KuwabaraKono,
    "newtonian_dashpot": NewtonianDashpot,
    "hertz_dashpot": HertzDashpot,
    "power_law": PowerLaw,
    "ma_liu": MaLiu,
    "kelvin_voigt_elastoplastic": KelvinVoigt,
    "compliant_dashpot": CompliantDashpot,
    "walton_braun": WaltonBraun,
    "luding": Luding,
    "eepa": Eepa,
}


@dataclass
class Pair:
    """Two bodies, as input of a law."""

    radius: float
    mass: float
    modulus: float
    yield_stress: float
    body: list


def pair(materials, bodies):
    """Effective radius, reduced mass and modulus from the maps `materials` and `bodies` of an input."""
    body = [materials[b["material"]] for b in bodies]
    curvature = inverse_mass = 0.0
    for b, material in zip(bodies, body):
        if b.get("shape") != "plane":
            curvature += (-1 if b.get("concave") else 1) / b["radius"]
        if not b.get("fixed"):
            inverse_mass += 1 / (b["mass"] if "mass" in b else 4 / 3 * math.pi * b["radius"] ** 3 * material["density"])
    modulus = 1 / sum((1 - m["poisson_ratio"] ** 2) / m["youngs_modulus"] for m in body)
    yields = [m["yield_stress"] for m in body if "yield_stress" in m]
    return Pair(1 / abs(curvature), 1 / inverse_mass, modulus, min(yields, default=math.nan), body)


def impact(the_pair, normal, speed, adhesion=None, end="separation", tension="allow"):
    """One impact; `normal` and `adhesion` as in a contact rule. The keys of the result are the names in results.h5.

    L15 eqs. 14, 15, 17, 18: in contact, adhesion pulls with f. Outside, the pull decreases linearly to 0 at the
    distance f/k during separation; with `reversible` also during approach. Thus it adds f^2/(k m) to v^2 during
    approach and removes as much during separation; `apart` counts both."""
    pull = adhesion["force"] if adhesion else 0.0
    gap = pull**2 / adhesion["stiffness"] / the_pair.mass if adhesion and end == "apart" else 0.0
    touch = math.sqrt(speed**2 + (gap if adhesion and adhesion["law"] == "reversible" else 0.0))
    law = LAWS[normal["law"]](the_pair, {**normal, "no_pull": end == "zero_force" or tension == "clip"})
    contact = Contact(law, the_pair.mass, touch, pull, end == "zero_force", tension == "clip")
    contact.run()
    separation = 0.0 if contact.stuck else math.sqrt(max(contact.v**2 - gap, 0.0))
    if gap and not contact.stuck:  # beyond overlap 0 the force decreases linearly: to its end, or to the turning point
        rate, slow = adhesion["stiffness"] * math.sqrt(gap) / pull, -contact.v / math.sqrt(gap)
        contact.time += math.atanh(min(slow, 1 / slow)) / rate
    return {
        "approach_velocity": speed,
        "separation_velocity": separation,
        "restitution": separation / speed,
        "overlap_max": contact.overlap_max,
        "force_max": contact.force_max,
        "force_min": contact.force_min,
        "duration": contact.time,
        "energy_lost": 0.5 * the_pair.mass * (speed**2 - separation**2),
        "residual_overlap": contact.resting_overlap(),
        "creeps": contact.creeps,
    }


class Contact:
    """Integrates from overlap 0 to overlap 0; with end restitution, to the first zero of the force; or to the first
    turning point after the largest overlap: bodies that turn there have too little energy to separate, and stick."""

    def __init__(self, law, mass, speed, pull, to_zero_force, clip):
        self.law, self.mass, self.speed, self.pull, self.to_zero_force, self.clip = (
            law,
            mass,
            speed,
            pull,
            to_zero_force,
            clip,
        )
        self.d, self.v, self.time = 0.0, speed, 0.0
        self.overlap_max, self.force_max, self.force_min = 0.0, -math.inf, math.inf
        self.stuck = self.creeps = False
        self.branch = law.start(speed)

    def run(self):
        for _ in range(BRANCHES):
            where, branch = self.follow(), self.branch
            if where == "below" and branch.below:
                self.branch = branch.below()
            elif where == "above":
                self.branch = branch.above()
            elif where == "top":
                self.overlap_max, self.branch = self.d, branch.turn(self.d)
            else:
                break
        else:
            raise RuntimeError("the impact does not end")
        self.creeps = where == "creep" or (where == "bottom" and branch.free and not self.pull)
        self.stuck = where in ("bottom", "creep")
        if where == "slack":
            self.time += self.d / -self.v

    def force(self, q, v):
        return self.branch.static(q) + self.branch.damping(q) * v - self.pull

    def follow(self):
        """Integrates to the end of the branch; returns the event that ended it."""
        branch, down = self.branch, self.v <= 0
        length = max(self.d - branch.origin, self.law.length(self.speed))
        unit = length**0.25
        factor = 4 * length / (self.mass * self.speed**2)

        def force(y):
            return self.force(unit * y[0], self.speed * y[1])

        def slope(s, y):
            cube = y[0] ** 3
            return [y[1], -factor * cube * force(y), 4 * cube]

        def at(overlap):
            return ((overlap - branch.origin) / length) ** 0.25

        start = [at(self.d), self.v / self.speed, 0.0]
        loose = "zero" if self.to_zero_force else "slack"
        watches_force = down and (self.to_zero_force or self.clip)
        if watches_force and self.v < 0 and force(start) <= 0:
            self.note(force(start) if self.to_zero_force else 0.0)
            return loose
        events = (
            {"below": self.crossing(0, at(branch.lower), -1), "bottom": self.crossing(1, 0.0, 1)}
            if down
            else {"top": self.crossing(1, 0.0, -1)}
        )
        if not down and branch.upper < math.inf:
            events["above"] = self.crossing(0, at(branch.upper), 1)
        if watches_force:
            events[loose] = lambda s, y: force(y) / self.force_max
            events[loose].terminal, events[loose].direction = True, -1
        options = {"method": "DOP853", "rtol": TOLERANCE, "atol": 1e-3 * TOLERANCE}
        with np.errstate(over="ignore"):  # a trial step may go far beyond the end of a branch
            run = solve_ivp(slope, (0, FOREVER), start, events=list(events.values()), dense_output=True, **options)
        hits = [name for name, times in zip(events, run.t_events) if len(times)]
        name = hits[0] if hits else "creep"
        final = self.hit(slope, events[name], run, options) if hits else run.y[:, -1]
        self.extremes(lambda s: force(run.sol(s)), run.t)
        self.note(force(final))
        self.time += final[2] * length / self.speed
        self.d = {"below": branch.lower, "above": branch.upper}.get(name, branch.origin + length * final[0] ** 4)
        self.v = 0.0 if name in ("top", "bottom") else self.speed * final[1]
        return name

    @staticmethod
    def crossing(component, level, direction):
        def event(s, y):
            return y[component] - level

        event.terminal, event.direction = True, direction
        return event

    @staticmethod
    def hit(slope, event, run, options):
        """Returns the state at the zero of the event, by a secant method over the length of the last step."""

        def at(s):
            return (
                solve_ivp(slope, (run.t[-2], s), run.y[:, -2], **options).y[:, -1] if s != run.t[-2] else run.y[:, -2]
            )

        s0, s1 = run.t[-2], run.t[-1]
        g0, y1 = event(s0, run.y[:, -2]), at(s1)
        g1 = event(s1, y1)
        for _ in range(6):
            if g1 == g0 or abs(g1) < 1e-15:
                break
            s0, g0, s1 = s1, g1, s1 - g1 * (s1 - s0) / (g1 - g0)
            y1 = at(s1)
            g1 = event(s1, y1)
        return y1

    def note(self, *forces):
        if self.clip:
            forces = [max(f, 0.0) for f in forces]
        self.force_max = float(max(self.force_max, *forces))
        self.force_min = float(min(self.force_min, *forces))

    def extremes(self, force, steps):
        """Largest and smallest force between the steps, from the interpolant. At an extremum the slope is zero, so
        that the error of the force is quadratic in the error of its position."""
        s = np.unique(np.concatenate([steps[:-1] + f * np.diff(steps) for f in np.linspace(0, 1, 9)]))
        f = force(s)
        self.note(f[0], f[-1])
        for sign, best in ((1, self.force_max), (-1, self.force_min)):
            k = int(np.argmax(sign * f))
            if k > 0 and sign * (f[k] - best) > -0.01 * np.ptp(f):
                low, high = s[k - 1], s[min(k + 1, len(s) - 1)]
                found = minimize_scalar(
                    lambda x: -sign * force(x),
                    bounds=(low, high),
                    method="bounded",
                    options={"xatol": 1e-9 * (high - low)},
                )
                self.note(-sign * found.fun)

    def resting_overlap(self):
        """Largest overlap at which the static force vanishes with the current history."""
        branch = self.branch.turn(self.d)

        def static(d):
            force = branch.static((d - branch.origin) ** 0.25) - self.pull
            return 0.0 if abs(force) < 1e-13 * self.force_max else force

        while branch.below and static(branch.lower) > 0:
            branch = branch.below()
        if branch.free and not self.pull:
            return branch.upper
        while branch.upper < math.inf and static(branch.upper) < 0:
            branch = branch.above()
        if static(branch.lower) >= 0:
            return branch.lower
        top = 2 * self.overlap_max
        while static(min(top, branch.upper)) < 0:
            top *= 2
        return brentq(static, branch.lower, min(top, branch.upper), xtol=1e-300, rtol=1e-15)
