"""Numbers that are not a column of the results but follow from them; rows of published/*.json call them by name.

Each takes the open results file and texts: the variant ("-": a run without variants) and numbers."""
import math

import numpy as np


def impact(file, variant):
    return file["impact"] if variant == "-" else file["impact"][variant]


def loading(group, row=0):
    """Overlap and force of a curve up to its largest overlap, without the very small overlaps at its begin."""
    overlap, force = group["curves/overlap"][row], group["curves/force"][row]
    top = int(np.argmax(overlap))
    begin = int(np.argmax(overlap > 1e-3 * overlap[top]))
    return overlap[begin : top + 1], force[begin : top + 1]


def hertz_stiffness(file, variant):
    """K of F = K d^1.5 from the largest force and overlap of an impact without loss [N/m^1.5]."""
    group = impact(file, variant)
    return group["force_max"][0] / group["overlap_max"][0] ** 1.5


def line(file, variant):
    """Stiffness above the yield overlap: the straight line through the end of a loading curve [N/m]; and its force
    at overlap 0 [N]."""
    overlap, force = loading(impact(file, variant))
    stiffness = (force[-1] - force[-20]) / (overlap[-1] - overlap[-20])
    return stiffness, force[-1] - stiffness * overlap[-1]


def line_stiffness(file, variant):
    return line(file, variant)[0]


def yield_overlap(file, variant):
    """Overlap at which Hertz's curve meets the straight line above it [m], from a loading curve without loss."""
    overlap, force = loading(impact(file, variant))
    hertz = force[0] / overlap[0] ** 1.5
    stiffness, intercept = line(file, variant)
    low, high = 0.0, (stiffness / (1.5 * hertz)) ** 2  # above the line on the left, furthest below it on the right
    for _ in range(200):
        middle = 0.5 * (low + high)
        above = hertz * middle**1.5 > intercept + stiffness * middle
        low, high = (middle, high) if above else (low, middle)
    return 0.5 * (low + high)


def plastic_overlap(file, variant, conformity):
    """Overlap of full plasticity, eps^2 d_y/2 [m]."""
    return 0.5 * float(conformity) ** 2 * yield_overlap(file, variant)


def root_relation(restitution):
    """h of h (1 + e) = ln[(1 + h)/(1 - e h)], with h = (1 - u)/e and bisection in ln u; u = 1 is not the root meant."""
    low, high = -800.0, -1e-6
    for _ in range(200):
        middle = 0.5 * (low + high)
        h = -np.expm1(middle) / restitution
        right_of_root = h * (1 + restitution) > np.log1p(h) - middle
        low, high = (low, middle) if right_of_root else (middle, high)
    return -np.expm1(0.5 * (low + high)) / restitution


def rms_of_damping(file, variant):
    """Root mean square of the percentage by which h of a law differs from the exact one, over the swept restitutions
    except 1. The h of the law is computed from the restitution of the impacts."""
    group = impact(file, variant)
    given, returned = group["swept/contacts.0.normal.restitution"][:-1], group["restitution"][:-1]
    off = [100 * (root_relation(after) / root_relation(before) - 1) for before, after in zip(given, returned)]
    return float(np.sqrt(np.mean(np.square(off))))


def ratio(file, variant, column, row, other):
    """Ratio of two rows of a column."""
    values = impact(file, variant)[column]
    return values[int(row)] / values[int(other)]


def ascending(group):
    order = np.argsort(group["approach_velocity"][:])
    return group["approach_velocity"][:][order], group["separation_velocity"][:][order]


def sticking_limit(file, variant, number, unit_speed):
    """The speed at which bodies begin or cease to stick (change `number`, from 0, in ascending speed), over a unit
    speed: where the parabola through the three nearest squares of the separation velocity is 0."""
    speed, after = ascending(impact(file, variant))
    parts = after > 0
    change = np.flatnonzero(parts[1:] != parts[:-1])[int(number)]
    near = np.arange(change + 1, change + 4) if parts[change + 1] else np.arange(change, change - 3, -1)
    scale = speed[near[0]]
    roots = np.roots(np.polyfit(speed[near] / scale - 1, (after[near] / scale) ** 2, 2)).real
    return scale * (1 + roots[np.argmin(np.abs(roots))]) / float(unit_speed)


def sticking_square(file, variant, unit_speed):
    """The square of the first speed of sticking_limit."""
    return sticking_limit(file, variant, 0, unit_speed) ** 2


def elastic_limit(file, variant, unit_speed):
    """Upper limit of sticking over a unit speed, from the fastest impact: beyond the plastic limit the loss is the
    same at every speed, so v_after^2 = v^2 - v_limit^2."""
    speed, after = ascending(impact(file, variant))
    return np.sqrt(speed[-1] ** 2 - after[-1] ** 2) / float(unit_speed)


def sticking_overlap(file, variant, row, k_c, d_p):
    """Overlap at which bodies that stick first come to rest, over d_p. They oscillate on the line k2 (d - d_0), which
    the last half of the curve shows; the line begins at the overlap d_c with k2 (d_c - d_0) = -k_c d_c."""
    curves, row = impact(file, variant)["curves"], int(row)
    time = curves["time"][row]
    late = time > 0.5 * time.max()
    stiffness, intercept = np.polyfit(curves["overlap"][row][late], curves["force"][row][late], 1)
    return -intercept / (stiffness + float(k_c)) / float(d_p)


def energy_left(file, variant, row):
    """Part of the kinetic energy that neither the history nor a dashpot has dissipated: the energy after separation,
    or of the oscillation of bodies that stick."""
    group, row = impact(file, variant), int(row)
    before = group["energy_lost"][row] / (1 - group["restitution"][row] ** 2)
    return 1 - (group["energy_plastic"][row] + group["energy_viscous"][row]) / before


def meso_restitution(speed, stiffness_ratio, eta, beta, d_p, adhesion=0.0, root=False):
    """L15 eqs. 30 and 31 (32 and 33 without adhesion) between overlap 0 and overlap 0, squared; stiffness_ratio = k1/m,
    adhesion = f_a/m."""
    psi, alpha = d_p * np.sqrt(stiffness_ratio) / speed, adhesion / (speed * np.sqrt(stiffness_ratio))
    reach = np.sqrt(1 + alpha**2) + alpha  # psi chi
    chi = reach / psi
    q = eta * (np.sqrt(chi) if root else chi)
    below = (1 / (1 + q) - beta * q**2 / ((1 + q) * (1 + beta + q))) * reach**2 - 2 * alpha * reach
    above = 1 - (1 - 1 / (1 + eta) + beta * eta**2 / ((1 + eta) * (1 + beta + eta))) * psi**2
    return np.where(chi < 1, below, above)


RADIUS, DENSITY, K1 = 1.1e-3, 2000.0, 100.0  # of the meso-particles [m], [kg/m^3], [N/m]
MASS = DENSITY * 2 / 3 * np.pi * RADIUS**3  # reduced [kg]


def off_equations(file, variant, eta, beta, depth, force="0", stiffness="1", interpolation="linear"):
    """Largest difference of the restitution from L15 eqs. 30 to 33, with the pull-off of eq. 18 where there is an
    adhesion force [N] with a line of this stiffness [N/m]. Differences of squares: the root is steep where e is 0."""
    group, eta, force = impact(file, variant), float(eta), float(force)
    speed = group["approach_velocity"][:]
    d_p = (1 + eta) / eta * float(depth) * RADIUS
    square = meso_restitution(speed, K1 / MASS, eta, float(beta), d_p, force / MASS, interpolation == "sqrt")
    square -= force**2 / (float(stiffness) * MASS * speed**2)
    return float(np.max(np.abs(group["restitution"][:] ** 2 - np.maximum(square, 0))))


def slope(file, variant):
    """d ln e/d ln v between the two fastest impacts."""
    speed, after = ascending(impact(file, variant))
    e = after / speed
    return np.log(e[-1] / e[-2]) / np.log(speed[-1] / speed[-2])


def integral_of_the_law(_file):
    """S20 eq. 57, the integral of y^(3/2) (1 - y^(3/2))^(2/11) from 0 to 1, with u = y^(3/2): the beta function of 5/3
    and 13/11, times 2/3."""
    return 2 / 3 * math.gamma(5 / 3) * math.gamma(13 / 11) / math.gamma(5 / 3 + 13 / 11)


def loss_error(file, variant, reference):
    """Difference of the energies lost by two laws over that of the reference [%], at the first zero of the force."""
    lost, whole = (impact(file, name)["energy_lost"][0] for name in (variant, reference))
    return 100 * abs(lost - whole) / whole


def newton_speed(file, variant, speed):
    """Estimated restitution times an approach speed [m/s]."""
    group = impact(file, variant)
    row = np.flatnonzero(np.isclose(group["approach_velocity"][:], float(speed), rtol=1e-9))[0]
    return group["restitution_theory"][row] * float(speed)


def speed_error(file, estimate, variant, speed):
    """Difference of the separation speed from newton_speed [%]."""
    group, reference = impact(file, variant), newton_speed(file, estimate, speed)
    row = np.flatnonzero(np.isclose(group["approach_velocity"][:], float(speed), rtol=1e-9))[0]
    return 100 * abs(group["separation_velocity"][row] - reference) / reference


def error_from(file, variant, reference):
    """Difference of the separation speed of the only impact from a speed [%]."""
    return 100 * abs(impact(file, variant)["separation_velocity"][0] - float(reference)) / float(reference)
