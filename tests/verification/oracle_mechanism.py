"""Mechanisms integrated independently of granum, as reference values. SI.

Positions and velocities are one list y. Contact k has an overlap and its rate, and between onset and opening a law K
d^1.5 (1 + h v/v0) with v0 of this impact. The integrator is Dormand and Prince's order 8 of scipy, stopped and
restarted when a contact opens or closes, which is found on its dense output. Clipped forces and the corners of
friction are covered by error control. The equations of motion are Lagrange's, derived here for each mechanism,
independently of src/mechanism.

S20: H. Safaeifar and A. Farshidianfar, Multibody Syst. Dyn. 50 (2020) 233; W23: G. Wang et al., Development of a
Compliant Dashpot Model."""
import math
from dataclasses import dataclass, field

from scipy.integrate import DOP853
from scipy.optimize import brentq

FIRST = 1e-7  # first step after a change [s]; the force at an onset is 0 and does not determine the step
EARLY = 1e-9  # part of a step: a contact that has just opened or closed is checked from here on


@dataclass
class Impact:
    contact: int
    time: float
    speed: float
    before: list
    end: float = math.nan
    after: list = field(default_factory=list)


def moment(solver, dense, gap, start):
    """Time at which the overlap passes 0 in the last step; the start of the step if it did so there."""
    early = start + EARLY * (solver.t - start)
    if gap(dense(early)) * gap(solver.y) >= 0:
        return start
    return brentq(lambda s: gap(dense(s)), early, solver.t, xtol=1e-18, rtol=1e-15)


def stretch(m, t, y, end, rtol, speed, watch):
    """Integrates to the next change of a contact; returns time, number (None: `end`) and state."""
    solver = DOP853(
        lambda s, z: m.rate(s, z.tolist(), speed), t, y, end, rtol=rtol, atol=1e-14, first_step=min(FIRST, end - t)
    )
    while solver.status == "running":
        start = solver.t
        solver.step()
        if solver.status == "failed":
            raise RuntimeError("the step has become too small")
        hits = []
        for k in range(m.contacts):
            overlap = m.touch(solver.y.tolist(), k)[0]
            if overlap < 0 if speed[k] else overlap > 0:
                dense = solver.dense_output()
                at = moment(solver, dense, lambda z, k=k: m.touch(z.tolist(), k)[0], start)
                hits.append((at, k, dense(at).tolist()))
        if hits:
            return min(hits)
        watch(solver.t, solver.y.tolist(), speed)
    return solver.t, None, solver.y.tolist()


def motion(m, end, rtol=1e-10, watch=lambda t, y, speed: None):
    """Integrates from 0 to `end`; returns the last state and the impacts. `watch` receives every step and the speeds
    v0 of closed contacts."""
    t, y, speed, impacts, current = 0.0, m.start, [0.0] * m.contacts, [], {}
    while t < end:
        t, k, y = stretch(m, t, y, end, rtol, speed, watch)
        if k is None:
            break
        if speed[k]:
            speed[k] = 0.0
            current[k].end, current[k].after = t, y
        else:
            rate = m.touch(y, k)[1]
            speed[k] = max(rate, m.floor)
            current[k] = Impact(k, t, rate, y)
            impacts.append(current[k])
    return y, impacts


class Damper:
    """S20 section 9. M x'' + c x' + k x = -f + F_0 - F_1, m z'' = f - F_0 + F_1, f = mu m g tanh((x' - z')/v_reg): a
    small mass z between the stops of a main mass x. F_0 acts when z passes the upper stop x + gap/2, F_1 at the lower
    one. y = x, z, x', z'."""

    contacts, floor = 2, 1e-5

    def __init__(self, gap, friction=0.1, restitution=0.7, g=9.81):
        self.M, self.m, self.k, self.K = 0.5, 0.004, 100.0, 1e8
        self.c = 2 * 0.003 * math.sqrt(self.k * self.M)
        self.h = 1.25 * (1 - restitution) / restitution
        self.half, self.weight, self.smooth = gap / 2, friction * self.m * g, 1e-3
        self.start = [0.03, 0.03, 0.0, 0.0]

    def touch(self, y, k):
        side = 1 if k == 0 else -1
        return side * (y[1] - y[0]) - self.half, side * (y[3] - y[2])

    def rate(self, t, y, speed):
        push = 0.0
        for k in range(2):
            d, v = self.touch(y, k)
            if speed[k] and d > 0:
                push += (1 if k == 0 else -1) * max(0.0, self.K * d * math.sqrt(d) * (1 + self.h * v / speed[k]))
        drag = self.weight * math.tanh((y[2] - y[3]) / self.smooth)
        return [y[2], y[3], (-self.c * y[2] - self.k * y[0] - drag + push) / self.M, (drag - push) / self.m]


class Block:
    """S20 section 10. A crank of angle a turns freely or at constant speed, a rod leads from it to a slider at x = r
    cos a + l cos b, sin b = -(r/l) sin a, and a block at z comes against it: overlap x + 2 offset - z. Bars have their
    centres at half length. Kinetic energy of crank, rod and slider: J(a) a'^2/2, so J a'' + J'(a) a'^2/2 = -F x'(a).
    y = a, z, a', z'."""

    contacts, floor = 1, 1e-4

    def __init__(self, free, speed=200.0, restitution=0.7):
        self.r, self.l, self.offset, self.K, self.free = 0.2, 0.3, 0.01, 9.5e9, free
        self.h = 1.25 * (1 - restitution) / restitution
        self.crank = 8e-5 + 0.010 * (self.r / 2) ** 2
        self.rod, self.rod_inertia, self.slider, self.block = 0.015, 6e-5, 0.050, 0.200
        self.start = [0.0, 1.0, speed, -20.0]

    def path(self, a):
        """Returns x, dx/da and d2x/da2, and the same of b."""
        s, c, p = math.sin(a), math.cos(a), self.r / self.l
        cos = math.sqrt(1 - (p * s) ** 2)
        b1 = -p * c / cos
        b2 = (p * s + -p * s * b1 * b1) / cos  # (sin b)'' = cos b b'' - sin b b'^2 = p sin a
        x1 = -self.r * s + self.l * p * s * b1
        x2 = -self.r * c + self.l * (p * c * b1 + p * s * b2)
        return self.r * c + self.l * cos, x1, x2, b1, b2

    def inertia(self, a):
        """J and dJ/da. The centre of the rod is at ((r cos a + x)/2, r sin a/2)."""
        x, x1, x2, b1, b2 = self.path(a)
        s, c, r = math.sin(a), math.cos(a), self.r
        u, w, u1, w1 = (-r * s + x1) / 2, r * c / 2, (-r * c + x2) / 2, -r * s / 2
        inertia = self.crank + self.rod * (u * u + w * w) + self.rod_inertia * b1 * b1 + self.slider * x1 * x1
        return inertia, 2 * (self.rod * (u * u1 + w * w1) + self.rod_inertia * b1 * b2 + self.slider * x1 * x2)

    def touch(self, y, k):
        x, x1, *_ = self.path(y[0])
        return x + 2 * self.offset - y[1], x1 * y[2] - y[3]

    def slider_speed(self, y):
        return self.path(y[0])[1] * y[2]

    def rate(self, t, y, speed):
        d, v = self.touch(y, 0)
        push = max(0.0, self.K * d * math.sqrt(d) * (1 + self.h * v / speed[0])) if speed[0] and d > 0 else 0.0
        inertia, slope = self.inertia(y[0])
        turn = (-0.5 * slope * y[2] ** 2 - push * self.path(y[0])[1]) / inertia if self.free else 0.0
        return [y[2], y[3], turn, push / self.block]


class Joint:
    """W23 section 6. A crank of angle a turns at constant speed, or by a constant moment; the rod, of angle b, ends in
    a bearing, in which a journal of the slider has play, or the other way round. The position e of slider's part in the
    rod's gives the overlap |e| - play; friction mu N r(s) with a linear ramp r of the slip s. With k = m r l/2 and the
      force f on the slider, moments F_a and F_b of -f and of friction: I_a a'' + k cos(a - b) b'' = moment - k sin(a -
      b) b'^2 + F_a,  I_b b'' + k cos(a - b) a'' = k sin(a - b) a'^2 + F_b,  m x'' = f_x
    y = b, x, a, b', x', a'."""

    contacts, floor = 1, 1e-4

    def __init__(self, rpm, restitution=0.46, friction=0.01, moment=None, journal_on="slider"):
        self.w, self.r, self.l, self.moment = rpm * math.pi / 30, 0.05, 0.3, moment
        self.journal, self.bearing, self.friction, self.slider = 0.0095, 0.01, friction, 1.013
        self.inertia = 0.460327 + (17.9 / 4 + 1.13) * self.r**2, 0.0153 + 1.13 * self.l**2 / 4
        self.k = 1.13 * self.r * self.l / 2
        self.play = self.bearing - self.journal
        self.K = 4 / 3 * 207e9 / (2 * (1 - 0.3**2)) * math.sqrt(self.journal * self.bearing / self.play)
        self.h = 3 * (1 - restitution**2) / (2 * (2 - 3 * restitution + 3 * restitution**2))  # W23 eq. 16
        self.on_slider = journal_on == "slider"
        self.start = [0.0, self.r + self.l, 0.0, -self.r * self.w / self.l, 0.0, self.w]

    def eccentricity(self, y):
        """Position of the slider's part of the joint relative to the rod's, and its rate."""
        b, x, a, w, u, v = y
        cb, sb, ca, sa = math.cos(b), math.sin(b), math.cos(a), math.sin(a)
        ex, ey = x - self.r * ca - self.l * cb, -self.r * sa - self.l * sb
        return ex, ey, u + self.r * sa * v + self.l * sb * w, -self.r * ca * v - self.l * cb * w

    def touch(self, y, k):
        ex, ey, gx, gy = self.eccentricity(y)
        size = math.hypot(ex, ey)
        return size - self.play, (ex * gx + ey * gy) / (size or 1.0)

    def forces(self, y, v0):
        """Returns the force on the slider, and the moment of friction on the rod about the centre of its part of the
        joint."""
        ex, ey, gx, gy = self.eccentricity(y)
        size = math.hypot(ex, ey)
        d = size - self.play
        if not v0 or d <= 0:
            return 0.0, 0.0, 0.0
        nx, ny = ex / size, ey / size
        arm = size + self.journal if self.on_slider else -self.journal
        slip = -gx * ny + gy * nx - arm * y[3]
        push = max(0.0, self.K * d * math.sqrt(d) * (1 + self.h * (gx * nx + gy * ny) / v0))
        drag = self.friction * push * min(max((abs(slip) - 1e-3) / 9e-3, 0.0), 1.0) * math.copysign(1, -slip)
        return -push * nx - drag * ny, -push * ny + drag * nx, -arm * drag

    def rate(self, t, y, speed):
        b, x, a, w, u, v = y
        fx, fy, turn = self.forces(y, speed[0])
        turn += self.l * (math.sin(b) * fx - math.cos(b) * fy) + self.k * math.sin(a - b) * v * v
        if self.moment is None:
            return [w, u, v, turn / self.inertia[1], fx / self.slider, 0.0]
        crank = self.moment + self.r * (math.sin(a) * fx - math.cos(a) * fy) - self.k * math.sin(a - b) * w * w
        (i, j), k = self.inertia, self.k * math.cos(a - b)
        return [
            w,
            u,
            v,
            (i * turn - k * crank) / (i * j - k * k),
            fx / self.slider,
            (j * crank - k * turn) / (i * j - k * k),
        ]

    def ideal(self, a):
        """Position of the slider without play."""
        return self.r * math.cos(a) + math.sqrt(self.l**2 - (self.r * math.sin(a)) ** 2)
