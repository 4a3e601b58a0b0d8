"""Random impacts for test_oracle.py: materials, bodies, parameters and speeds within the ranges of each law. SI
units.

Speeds span four decades. Stiffness, viscosity, depth and pull are drawn relative to the largest overlap or the
duration of an impact without losses, so that every branch of a law occurs."""
import math

from cases import HYSTERESIS
from oracle import pair


def decades(rng, low, high):
    return float(10 ** rng.uniform(low, high))


def pick(rng, *choices):
    return choices[int(rng.integers(len(choices)))]


def restitution(rng, low=0.05):
    return pick(rng, 1.0, float(rng.uniform(low, 1)), float(rng.uniform(low, 1)), float(rng.uniform(low, 1)))


def material(rng):
    modulus = decades(rng, 7, 11.5)
    return {
        "density": decades(rng, 2.7, 4.3),
        "youngs_modulus": modulus,
        "poisson_ratio": float(rng.uniform(0, 0.49)),
        "yield_stress": modulus * decades(rng, -3.5, -1.5),
    }


def bodies(rng):
    """A sphere and another sphere, a plane, or a socket around it; in either order."""
    radius = decades(rng, -4, -1)
    ball = {"material": "a", "radius": radius}
    if rng.uniform() < 0.3:
        ball["mass"] = decades(rng, -6, 0)
    kind = pick(rng, "sphere", "sphere", "plane", "heavy plane", "socket")
    if kind == "sphere":
        other = {"material": "b", "radius": radius * decades(rng, -1, 1)}
        if rng.uniform() < 0.3:
            other["fixed"] = True
    elif kind == "socket":
        other = {"material": "b", "radius": radius * float(rng.uniform(1.02, 4)), "concave": True, "fixed": True}
    else:
        other = {"shape": "plane", "material": "b", "fixed": True}
        if kind == "heavy plane":
            other = {"shape": "plane", "material": "b", "mass": decades(rng, -4, 1)}
    return [ball, other] if rng.uniform() < 0.7 else [other, ball]


class Scale:
    """An impact without losses on Hertz's spring, as reference scale."""

    def __init__(self, the_pair, speed):
        self.pair, self.mass, self.speed = the_pair, the_pair.mass, speed
        self.spring = 4 / 3 * the_pair.modulus * math.sqrt(the_pair.radius)
        self.overlap = (1.25 * self.mass * speed**2 / self.spring) ** 0.4
        self.time = 2.94 * self.overlap / speed
        self.force = self.spring * self.overlap**1.5


def plastic(rng):
    return {"hardness_ratio": float(rng.uniform(2.2, 3.2)), "conformity": float(rng.uniform(11, 22))}


def linear_stiffness(rng, scale):
    overlap = scale.pair.radius * decades(rng, -4, -1.5)
    return scale.mass * scale.speed**2 / overlap**2, overlap


def viscosity(rng, scale, k1):
    return pick(rng, 0.0, decades(rng, -3, -1) * math.sqrt(k1 * scale.mass))


def luding(rng, scale):
    k1, overlap = linear_stiffness(rng, scale)
    k_p = k1 * (1 + decades(rng, -0.5, 1.2))
    limit = overlap / float(rng.uniform(0.3, 2.5))
    rule = {
        "k1": k1,
        "k_p": k_p,
        "k_c": k1 * decades(rng, -1.5, 0.6),
        "plasticity_depth": limit * (k_p - k1) / (k_p * 2 * scale.pair.radius),
    }
    rule["interpolation"] = pick(rng, "linear", "sqrt")
    rule["viscosity"] = viscosity(rng, scale, k1)
    if rng.uniform() < 0.2:
        rule["k_c"] = rule["viscosity"] = 0.0
    if rng.uniform() < 0.2:
        rule["plasticity_depth_tuned"] = rule["plasticity_depth"] * float(rng.uniform(1.01, 4))
    return rule


def eepa(rng, scale):
    """With a constant pull of up to a third of the force of the impact."""
    n = pick(rng, 1.0, 1.5, float(rng.uniform(1, 2.5)))
    overlap = scale.pair.radius * decades(rng, -4, -1.5)
    k1 = 0.5 * (n + 1) * scale.mass * scale.speed**2 / overlap ** (n + 1) * scale.pair.radius ** (n - 1)
    rule = {"exponent": n, "plasticity_ratio": pick(rng, 0.0, *(float(rng.uniform(0.02, 0.97)) for _ in range(4)))}
    rule["k_adh"] = pick(rng, 0.0, k1 * decades(rng, -2, 1), k1 * decades(rng, -2, 1))
    rule["f0"] = pick(rng, 0.0, 0.5 * (n + 1) * scale.mass * scale.speed**2 / overlap * decades(rng, -3, -0.5))
    if n != 1.5 or rng.uniform() < 0.5:
        rule["k1"] = k1
    else:
        rule["k_adh"] *= 4 / 3 * scale.pair.modulus * scale.pair.radius / k1
        rule["f0"] *= scale.overlap / overlap
    # With a pull at overlap 0, force_min is sampled just beyond it, where a dashpot with n > 1 rises steeply.
    rule["restitution"] = float(rng.uniform(0.5, 1)) if n == 1 or rule["f0"] == 0 else 1.0
    return rule


def marhefka_orin(rng, scale):
    rule = {"exponent": pick(rng, 1.0, 1.5, float(rng.uniform(1, 2.5)))}
    if rng.uniform() < 0.5:
        rule["alpha"] = decades(rng, -2, 1) / scale.speed
    else:
        rule["restitution"], rule["reference_speed"] = restitution(rng), scale.speed * decades(rng, -1, 1)
    if rng.uniform() < 0.5:
        rule["stiffness"] = scale.pair.modulus * scale.pair.radius * float(rng.uniform(0.3, 3))
    return rule


def power_law(rng, scale):
    """The dashpot has at most 0.3 of the impedance of the spring at the largest overlap."""
    a, g = float(rng.uniform(1, 2.5)), pick(rng, 0.0, 0.25, 0.5, 1.0, float(rng.uniform(0, 3)))
    overlap = scale.pair.radius * decades(rng, -4, -1.5)
    force = 0.5 * (a + 1) * scale.mass * scale.speed**2 / overlap
    rule = {"force": force, "exponent": a, "damping_exponent": g, "reference_overlap": overlap}
    return {**rule, "damping_force": force * decades(rng, -3, -0.5), "reference_speed": scale.speed}


def newtonian_dashpot(rng, scale):
    """Stokes's or corrected drag with at most half of the spring's impedance."""
    rho = 0.5 * sum(b["density"] for b in scale.pair.body)
    drag = pick(rng, "stokes", "impact_speed")
    while True:
        wanted = decades(rng, -3, -0.3)
        mu = wanted * math.sqrt(scale.spring * scale.mass) * scale.overlap**-0.75 / (6 * math.pi)
        correction = 1 + 0.15 * (rho * scale.pair.radius * scale.speed / mu) ** 0.687
        if drag == "stokes" or wanted * correction < 0.5:
            return {"viscosity": mu, "drag": drag}


def kuwabara_kono(rng, scale):
    time = scale.time * decades(rng, -3, -0.5)
    if rng.uniform() < 0.5:
        return {"dissipation_time": time}
    modulus = min(b["youngs_modulus"] for b in scale.pair.body)
    return {
        "dissipation_time": "viscosities",
        "eta_shear": time * modulus * float(rng.uniform(0, 1)),
        "eta_bulk": time * modulus * float(rng.uniform(0, 1)),
    }


def yielding_dashpot(rng, law):
    rule = dict(plastic(rng), variant=pick(rng, "continuous", "printed"))
    low = 0.5 if law == "kelvin_voigt_elastoplastic" else 0.0
    rule["restitution_elastic"], rule["restitution_plastic"] = restitution(rng, low), restitution(rng, 0.1)
    if law == "compliant_dashpot":
        rule["restitution_elastic"] = pick(rng, rule["restitution_elastic"], "seismic")
        rule["restitution_plastic"] = pick(rng, rule["restitution_plastic"], "ma_liu")
    return rule


# The damping factor h of these laws is finite for the restitution 0.
FROM_ZERO = ("hunt_crossley", "lankarani_nikravesh", "lee_wang", "herbert_mcwhannell", "zhiying_qishao")
OWN = {"luding": luding, "eepa": eepa, "marhefka_orin": marhefka_orin, "power_law": power_law}


def parameters(rng, law, scale):
    if law == "linear":
        return {"stiffness": linear_stiffness(rng, scale)[0], "restitution": restitution(rng)}
    if law == "walton_braun":
        k1 = linear_stiffness(rng, scale)[0]
        return {"k1": k1, "k2": k1 * decades(rng, 0, 1.5), "viscosity": viscosity(rng, scale, k1)}
    if law in OWN:
        return OWN[law](rng, scale)
    rule = {}
    if law in ("tsuji", "lichtensteiger") or law in HYSTERESIS:
        rule["restitution"] = restitution(rng, 0.0 if law in FROM_ZERO else 0.05)
    elif law == "jankowski":
        rule["phases"] = pick(rng, "approach", "both")
        # Below 0.38 in both phases the contact is overdamped and never opens.
        rule["restitution"] = restitution(rng, 0.45 if rule["phases"] == "both" else 0.2)
    elif law == "newtonian_dashpot":
        rule = newtonian_dashpot(rng, scale)
    elif law == "kuwabara_kono":
        rule = kuwabara_kono(rng, scale)
    elif law == "hertz_dashpot":
        c = decades(rng, -3, -0.5) * math.sqrt(scale.force / scale.overlap * scale.mass)
        rule = {"viscosity": c} if rng.uniform() < 0.5 else {"viscosity_per_mass": c / scale.mass}
    elif law == "ma_liu":
        rule = dict(
            plastic(rng),
            unloading=pick(rng, "passive", "published"),
            viscosity=viscosity(rng, scale, scale.force / scale.overlap),
        )
    elif law in ("kelvin_voigt_elastoplastic", "compliant_dashpot"):
        rule = yielding_dashpot(rng, law)
    if rng.uniform() < 0.3:
        rule["stiffness"] = scale.spring * float(rng.uniform(0.3, 3))
    if (law in HYSTERESIS or law == "lichtensteiger") and rng.uniform() < 0.3:
        rule["speed_floor"] = scale.speed * decades(rng, -1, 1)
    return rule


def draw(rng, law, adhesive=False):
    """One impact as a map with the keys of an input."""
    materials = {"a": material(rng), "b": material(rng)}
    two, speed = bodies(rng), decades(rng, -2.5, 1.5)
    scale = Scale(pair(materials, two), speed)
    rule = {"law": law, **parameters(rng, law, scale)}
    case = {
        "materials": materials,
        "bodies": two,
        "normal": rule,
        "velocity": speed,
        "end": pick(rng, "separation", "zero_force"),
        "tension": "allow",
    }
    if adhesive:
        # A pull of up to a third of the force of the impact, over a distance of a tenth to ten times the overlap.
        if law == "eepa":
            rule["restitution"] = 1.0
        stiffness = rule.get("k1", scale.force / scale.overlap)
        overlap = speed * math.sqrt(scale.mass / stiffness)
        force = stiffness * overlap * decades(rng, -2.5, -0.5)
        case["adhesion"] = {
            "law": pick(rng, "reversible", "jump_in"),
            "force": force,
            "stiffness": force / overlap * decades(rng, -1, 1),
        }
        case["end"] = pick(rng, "separation", "zero_force", "apart")
    elif law in ("tsuji", "linear", "kuwabara_kono", "newtonian_dashpot") and rng.uniform() < 0.3:
        case["tension"] = "clip"
    if law in ("tsuji", "linear", "jankowski"):
        rule["coefficient"] = pick(rng, "exact", "published")
    return case
