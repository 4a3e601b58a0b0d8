"""Small random cases and the oracles that decide whether their results can be right; see test_random_cases.py.

Each function of KINDS draws one case from a generator of random numbers. A case is a map, as the YAML text has it, with
a list of oracles. An oracle is a function of the results that returns a list of failures: of the energy balance, of
conserved momentum and angular momentum, of the restitution of an isolated impact, of a closed form. A case may also be
written in another way, which must give the same final velocities."""
import math

import h5py
import numpy as np

from meshes import stl

CONTACT_E = 0.01  # time.accuracy of the cases: largest relative error of a free impact [1]


def rounded(x):
    return float(f"{x:.5g}")


def between(draw, low, high):
    """A number between two positive bounds, uniform in its logarithm."""
    return rounded(math.exp(draw.uniform(math.log(low), math.log(high))))


def direction(draw):
    """A random unit vector."""
    while True:
        v = [draw.uniform(-1, 1) for _ in range(3)]
        length = math.sqrt(sum(x * x for x in v))
        if 0.1 < length < 1:
            return [x / length for x in v]


def scaled(factor, v):
    return [rounded(factor * x) for x in v]


# Contact laws. k = E R [N/m] is the scale of stiffness of the case, f = k R/1000 [N] a scale of force.


def normal_laws(draw, k):
    """Maps the name of each normal law to its parameters and its restitution in a free impact, if it has one value."""
    e = rounded(draw.uniform(0.3, 1))
    damped = rounded(draw.uniform(0.6, 0.95))
    ratio = draw.uniform(1.1, 4)
    k1 = between(draw, 0.1 * k, k)
    return {
        "hertz": ({}, 1),
        "linear": ({"stiffness": k1, "restitution": e}, e),
        "tsuji": ({"restitution": e}, e),
        "ma_liu": ({"hardness_ratio": 2.8, "conformity": 13}, None),
        "kelvin_voigt_elastoplastic": (
            {"restitution_elastic": 0.9, "restitution_plastic": damped, "hardness_ratio": 2.8, "conformity": 13},
            None,
        ),
        "hunt_crossley": ({"restitution": damped}, None),
        "lankarani_nikravesh": ({"restitution": damped}, None),
        "flores": ({"restitution": damped}, None),
        "gharib_hurmuzlu": ({"restitution": 0.3}, None),
        "hu_guo": ({"restitution": damped}, None),
        "safaeifar_farshidianfar": ({"restitution": damped}, None),
        "gonthier": ({"restitution": damped}, None),
        "lee_wang": ({"restitution": damped}, None),
        "herbert_mcwhannell": ({"restitution": damped}, None),
        "zhiying_qishao": ({"restitution": damped}, None),
        "zhang_sharf": ({"restitution": damped}, damped),
        "marhefka_orin": ({"alpha": between(draw, 0.01, 1)}, None),
        "jankowski": ({"restitution": damped}, None),
        "lichtensteiger": ({"restitution": damped}, None),
        "kuwabara_kono": ({"dissipation_time": between(draw, 1e-7, 1e-5)}, None),
        "hertz_dashpot": ({"viscosity_per_mass": between(draw, 1, 100)}, None),
        "power_law": ({"force": rounded(1e-4 * k1), "exponent": 1.2, "reference_overlap": 1e-4}, 1),
        "walton_braun": ({"k1": k1, "k2": rounded(ratio * k1)}, math.sqrt(1 / ratio)),
        "eepa": (
            {"plasticity_ratio": rounded(1 - 1 / ratio), "k_adh": rounded(0.1 * k1), "exponent": 1, "k1": k1},
            None,
        ),
        "compliant_dashpot": (
            {"restitution_elastic": 0.9, "restitution_plastic": damped, "hardness_ratio": 2.8, "conformity": 13},
            None,
        ),
        "jkr": ({"work_of_adhesion": between(draw, 1e-3, 0.1)}, None),
        "maugis_dugdale": (
            {"work_of_adhesion": between(draw, 1e-3, 0.1), "cohesive_stress": between(draw, 1e6, 1e8)},
            None,
        ),
        "thornton_ning": ({"work_of_adhesion": between(draw, 1e-3, 0.1)}, None),
    }


def friction_laws(draw, k):
    mu = rounded(draw.choice([0, 1, 1, 1, 5]) * draw.uniform(0.05, 0.6))
    return {
        "mindlin": {"friction": mu},
        "partial_slip": {"friction": max(mu, 0.05)},
        "linear_spring": {"stiffness": rounded(0.3 * k), "friction": mu},
        "coulomb_smooth": {"friction": max(mu, 0.05), "v_lo": 0.01, "v_hi": 0.1},
    }


def contact_rule(draw, k, radius, only=None, friction=True):
    """Draws a contact rule for all pairs; returns it and the restitution of its normal law."""
    laws = normal_laws(draw, k)
    name = draw.choice(only or sorted(laws))
    parameters, restitution = laws[name]
    rule = {"between": "*", "normal": {"law": name, **parameters}}
    if draw.random() < 0.3 or name in ("jkr", "maugis_dugdale", "thornton_ning"):
        rule["tension"] = "allow"
    if friction and draw.random() < 0.7:
        sliding = friction_laws(draw, k)
        name = draw.choice(sorted(sliding))
        rule["tangential"] = {"law": name, **sliding[name]}
        if draw.random() < 0.3:
            spring = {"stiffness": rounded(0.1 * k), "friction": rounded(draw.uniform(0.01, 0.2))}
            rule["rolling"] = {"law": "rolling_spring", **spring}
        if draw.random() < 0.3:
            rule["twisting"] = {"law": "twisting_spring", "stiffness": rounded(0.1 * k), "friction": 0.05}
    if restitution is not None and draw.random() < 0.1 and "tension" not in rule:
        rule["adhesion"] = {"law": "reversible", "force": rounded(1e-6 * k * radius), "stiffness": rounded(1e-3 * k)}
        restitution = None
    return rule, restitution


def material(draw):
    return {
        "density": between(draw, 500, 8000),
        "youngs_modulus": between(draw, 5e6, 1e9),
        "poisson_ratio": rounded(draw.uniform(0, 0.45)),
        "yield_stress": between(draw, 1e6, 5e7),
    }


class Case:
    """A case and its oracles, with its scales: radius R [m], mass m [kg], speed v [m/s], stiffness k [N/m]."""

    def __init__(self, draw, dimension=3, only=None, friction=True):
        self.draw = draw
        self.R, self.v = between(draw, 5e-4, 2e-2), between(draw, 0.05, 2)
        self.material = material(draw)
        self.m = 4 / 3 * math.pi * self.R**3 * self.material["density"]
        self.k = self.material["youngs_modulus"] * self.R
        rule, self.restitution = contact_rule(draw, self.k, self.R, only, friction)
        side = 12 * self.R
        self.oracles, self.files, self.other_ways = [balance], {}, []
        self.data = {
            "title": "random case",
            "dimension": dimension,
            "domain": {"lower": scaled(side, [-1, -1, -1]), "upper": scaled(side, [1, 1, 1])},
            "materials": {"s": self.material},
            "contacts": [rule],
            "particles": {},
            "time": {"step": "auto", "accuracy": CONTACT_E},
            "output": {},
        }

    def lasts(self, seconds):
        """Sets the end of the run and writes about 20 frames."""
        end = rounded(seconds)
        self.data["time"]["end"] = end
        self.data["output"] = {"trajectory": {"every": rounded(end / 20)}, "energy": {"every": rounded(end / 400)}}
        self.data["output"]["checkpoint"] = {"times": [rounded(end * self.draw.uniform(0.1, 0.9))]}
        if self.draw.random() < 0.25:
            method, tolerance = self.draw.choice(["3bs", "5dp", "8vr"]), self.draw.choice([1e-6, 1e-8])
            self.data["time"] = {"end": end, "integrator": "rk", "method": method, "tolerance": tolerance}

    def use_verlet(self):
        """Takes velocity Verlet, for cases that rk refuses."""
        self.data["time"] = {"end": self.data["time"]["end"], "step": "auto", "accuracy": CONTACT_E}

    def with_small_steps(self, contacts=1):
        """The same run with other steps differs by the accuracy asked for, which holds for each of the contacts."""
        if "accuracy" in self.data["time"]:
            self.other_ways.append(
                ("accurate to 1e-4", {"time": {**self.data["time"], "accuracy": 1e-4}}, 2 * contacts * CONTACT_E)
            )

    def place(self, name, spheres, **keys):
        """Adds a group of spheres at the given positions, velocities and spins."""
        at = [dict(zip(("position", "velocity", "spin"), (scaled(1, x) for x in sphere))) for sphere in spheres]
        self.data["particles"][name] = {"at": at, "material": "s", "radius": self.R, **keys}


# Oracles. `found` has results of a run: energies, masses, positions, velocities and spins.


class Found:
    """The results of a run."""

    def __init__(self, path):
        with h5py.File(path, "r") as f:
            self.energy = {name: data[:] for name, data in f["observables/energy"].items()}
            self.walls = {}
            for name, group in f["observables"].get("walls", {}).items():
                self.walls[name] = {key: data[:] for key, data in group.items()}
            grains = f["particles/grains"] if "particles/grains" in f else f["particles/beads"]
            self.mass, self.radius = grains["mass"][:], grains["radius"][:]
            self.position, self.velocity = (grains[name + "/value"][:] for name in ("position", "velocity"))
            self.spin = grains["angular_velocity/value"][:] if "angular_velocity" in grains else None
            self.time = f["particles"][grains.name.split("/")[-1]]["velocity/time"][:]
            self.not_finite = []
            f.visititems(self.look)

    def look(self, name, item):
        if isinstance(item, h5py.Dataset) and item.dtype.kind == "f" and not np.isfinite(item[()]).all():
            told = " ".join(str(thing.attrs.get("description", "")) for thing in (item, item.parent))
            if not any(word in told for word in ("not a number", "NaN", "infinite")):
                self.not_finite.append(name)


def exchanged(energy):
    """Energy exchanged in a run [J]: dissipated, external work, and the largest fall of the elastic energy."""
    dissipated = sum(energy[name] for name in energy if name.startswith("dissipated"))
    fall = np.max(np.maximum.accumulate(energy["elastic"]) - energy["elastic"])
    return np.max(np.abs(dissipated)) + np.sum(np.abs(np.diff(energy["external_work"]))) + fall


def balance(case, found):
    """The energy balance closes within 5 % of the energy exchanged; within a contact, verlet errs by 3 % of it at an
    accuracy of 1 %. Rows of the ledger may miss the elastic energy of a short impact; therefore a tenth of the kinetic
    energy counts as exchanged, and 1e-9 of a preload."""
    energy = found.energy
    residual, scale = np.max(np.abs(energy["residual"])), exchanged(energy) + 0.1 * np.max(energy["kinetic"])
    if residual <= 0.05 * scale + 1e-9 * np.max(np.abs(energy["elastic"])):
        return []
    return [f"residual {residual:.3g} J, {residual / scale if scale else math.inf:.2g} of the energy exchanged"]


def momentum(case, found):
    """Momentum is conserved."""
    p = np.einsum("i,tix->tx", found.mass, found.velocity)
    scale = np.max(np.einsum("i,ti->t", found.mass, np.linalg.norm(found.velocity, axis=2)))
    error = np.max(np.abs(p - p[0])) / scale
    return [] if error < 1e-11 else [f"momentum changes by {error:.2g} of the sum of m v"]


def angular_momentum(case, found):
    """The angular momentum of free spheres about the origin is conserved."""
    orbit = np.einsum("i,tix->tx", found.mass, np.cross(found.position, found.velocity))
    own = np.einsum("i,tix->tx", 0.4 * found.mass * found.radius**2, found.spin)
    speed = np.max(np.linalg.norm(found.velocity, axis=2))
    scale = np.sum(found.mass) * speed * np.max(np.linalg.norm(found.position, axis=2))
    error = np.max(np.abs(orbit + own - orbit[0] - own[0])) / scale
    return [] if error < 1e-6 else [f"angular momentum changes by {error:.2g} of m v r"]


def returns(velocity_before, restitution, masses):
    """An oracle: sphere 1 at rest or a wall returns the restitution of an isolated impact along x."""

    def check(case, found):
        last = found.velocity[-1, :, 0]
        after = (found.walls["piston"]["velocity"][-1, 0] if masses == "wall" else last[1]) - last[0]
        returned = after / velocity_before
        error = abs(returned - restitution)
        return [] if error < 0.02 else [f"restitution {returned:.4f} instead of {restitution:.4f}"]

    return check


# Kinds of cases


def impact(draw):
    """Two spheres collide head-on: restitution of the law, momentum."""
    case = Case(draw, friction=False)
    other = between(draw, 0.3, 3) * case.R
    case.place("a", [([-1.05 * case.R, 0, 0], [case.v, 0, 0])])
    case.place("b", [([1.05 * other, 0, 0], [0, 0, 0])], radius=rounded(other))
    case.lasts(2 * 0.05 * (case.R + other) / case.v + 20 * duration(case, max(case.R, other)))
    case.with_small_steps()
    case.oracles += [momentum, angular_momentum]
    if case.restitution is not None and case.v * 20 * duration(case, case.R) < 8 * case.R:
        case.oracles.append(returns(case.v, case.restitution, "pair"))
    return case


def duration(case, radius):
    """Estimate of the duration of an impact, for the length of a run [s]: Hertz and the softest linear spring."""
    mass, modulus = case.m * (radius / case.R) ** 3, case.material["youngs_modulus"]
    hertz = 2.9 * (mass**2 / (modulus**2 * radius * case.v)) ** 0.2
    return max(hertz, math.pi * math.sqrt(mass / (0.1 * case.k)))


def cluster(draw):
    """Three to seven free spheres fly together with spin, obliquely."""
    case = Case(draw)
    spheres = []
    for i in range(draw.randint(3, 7)):
        place = [2.2 * case.R * x for x in ((i % 2), (i // 2) % 2, i // 4)]
        toward = [-0.5 * case.v * (p / (2.2 * case.R) - 0.5) for p in place]
        velocity = [a + 0.2 * case.v * b for a, b in zip(toward, direction(draw))]
        spheres.append((place, velocity, scaled(0.3 * case.v / case.R, direction(draw))))
    case.place("a", spheres)
    case.lasts(1.5 * case.R / case.v + 3 * duration(case, case.R))
    case.oracles += [momentum, angular_momentum]
    return case


def clumps(draw):
    """Rigid bodies of spheres collide freely."""
    case = Case(draw)
    R = case.R
    count = draw.randint(1, 3)
    case.data["clumps"] = {"c": {"spheres": [{"centre": [rounded(R * i), 0, 0], "radius": R} for i in range(count)]}}
    bodies = [([-3.2 * R, 0, 0], [case.v, 0, 0]), ([1.6 * R, rounded(draw.uniform(0, 1) * R), 0], [0, 0, 0])]
    case.place("a", bodies, clump="c")
    del case.data["particles"]["a"]["radius"]
    if count == 1 and draw.random() < 0.7:
        other = {"particles": {"a": {**case.data["particles"]["a"], "radius": R}}}
        del other["particles"]["a"]["clump"]
        case.other_ways.append(("spheres instead of clumps", other, 1e-7))
    case.lasts(4 * R / case.v + 3 * duration(case, 1.5 * R))
    case.use_verlet()
    return case


def floor(draw):
    """A sphere falls obliquely on a floor: a plane, a plate, or a mesh, at rest or shaken."""
    case = Case(draw)
    R, side = case.R, 10 * case.R
    case.data["gravity"] = [0, 0, -9.81]
    case.place("a", [([0.3 * R, 0.2 * R, 1.1 * R], [rounded(0.3 * case.v), 0, -case.v], [0, rounded(case.v / R), 0])])
    plane = {"point": [0, 0, 0], "normal": [0, 0, 1], "material": "s"}
    plate = {"shape": "rectangle", "centre": [0, 0, 0], "normal": [0, 0, 1], "material": "s"}
    mesh = {"shape": "mesh", "file": "floor.stl", "material": "s"}
    corners = [[s * side, t * side, 0] for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    case.files["floor.stl"] = [corners[:3], [corners[0], corners[2], corners[3]]]
    motion = {}
    if draw.random() < 0.5:
        frequency = between(draw, 0.02, 2) / duration(case, R)
        amplitude = 0.3 * case.v / (2 * math.pi * frequency)
        motion = {"oscillation": {"amplitude": [0, 0, rounded(amplitude)], "frequency": rounded(frequency)}}
    elif draw.random() < 0.5:
        motion = {"velocity": [rounded(0.5 * case.v), 0, rounded(0.2 * case.v)]}
        listed = {"walls": {"floor": {**plane, "motions": [dict(motion)]}}}
        case.other_ways.append(("motion in a list", listed, 1e-9))
        end = 1.0
        table = {
            "time": [0, end],
            "x": [0, motion["velocity"][0] * end],
            "y": [0, 0],
            "z": [0, motion["velocity"][2] * end],
        }
        case.other_ways.append(
            ("motion as a table", {"walls": {"floor": {**plane, "motions": [{"table": table}]}}}, 1e-7)
        )
    case.data["walls"] = {"floor": {**plane, **motion}}
    case.other_ways.append(("plate", {"walls": {"floor": {**plate, **motion}}}, 1e-9))
    case.other_ways.append(("mesh", {"walls": {"floor": {**mesh, **motion}}}, 1e-6))
    two = {
        name: {
            **plate,
            "centre": [sign * side / 2, 0, 0],
            "along": [1, 0, 0],
            "length": side,
            "width": 2 * side,
            **motion,
        }
        for name, sign in (("left", -1), ("right", 1))
    }
    case.other_ways.append(("two flush plates", {"walls": two}, 1e-6))
    case.lasts(0.4 * R / case.v + 4 * duration(case, R))
    case.with_small_steps()
    return case


def piston(draw):
    """A sphere hits a wall with a mass: restitution and momentum."""
    case = Case(
        draw, friction=False, only=draw.choice([None, ["hertz", "linear", "tsuji", "zhang_sharf", "walton_braun"]])
    )
    R = case.R
    mass = case.m * between(draw, 0.1, 1000)
    case.place("a", [([-1.05 * R, 0, 0], [case.v, 0, 0])])
    case.data["walls"] = {"piston": {"point": [0, 0, 0], "normal": [-1, 0, 0], "material": "s", "mass": rounded(mass)}}
    case.lasts(0.1 * R / case.v + 20 * duration(case, R))
    case.use_verlet()
    case.data["output"]["walls"] = case.data["output"]["trajectory"]
    if case.restitution is not None and case.v * 20 * duration(case, R) < 8 * R:
        case.oracles.append(returns(case.v, case.restitution, "wall"))
        case.oracles.append(momentum_with_wall(mass))
    return case


def momentum_with_wall(mass):
    """An oracle: sphere and piston together keep their momentum along x."""

    def check(case, found):
        wall = found.walls["piston"]["velocity"][:, 0]
        p = found.mass[0] * found.velocity[:, 0, 0] + mass * wall
        error = np.max(np.abs(p - p[0])) / abs(p[0])
        return [] if error < 1e-4 else [f"momentum of sphere and wall changes by {error:.2g}"]

    return check


def drag(draw):
    """A sphere in a fluid: exponential decay of velocity and spin; terminal velocity."""
    case = Case(draw)
    c = case.m * between(draw, 0.1, 1e4)  # [N s/m]
    inertia = 0.4 * case.m * case.R**2
    angular = inertia * between(draw, 0.1, 1e4)
    case.place("a", [([0, 0, 0], [case.v, 0, 0], [0, 0, rounded(case.v / case.R)])])
    case.data["drag"] = {"linear": rounded(c), "angular": rounded(angular)}
    c, angular = case.data["drag"]["linear"], case.data["drag"]["angular"]
    if draw.random() < 0.5:
        case.data["gravity"] = [0, 0, -9.81]
    case.lasts(min(4 * case.R / case.v, 0.5))
    case.data["domain"]["lower"][2] = -2  # it falls at most 1.3 m
    g = -9.81 if "gravity" in case.data else 0
    mass = case.m

    def decays(case, found):
        x = np.exp(-c / mass * found.time)
        right = np.stack([case.v * x, 0 * x, g * mass / c * (1 - x)], axis=1)
        scale = np.maximum(np.max(np.abs(right)), 1e-300)
        failures = []
        error = np.max(np.abs(found.velocity[:, 0] - right)) / scale
        if not error < 1e-2:
            failures.append(f"velocity in a fluid errs by {error:.2g}")
        spin = rounded(case.v / case.R) * np.exp(-angular / inertia * found.time)
        error = np.max(np.abs(found.spin[:, 0, 2] - spin)) / spin[0]
        return failures + ([] if error < 1e-2 else [f"spin in a fluid errs by {error:.2g}"])

    case.oracles.append(decays)
    return case


def stages(draw):
    """A sphere bounces between two walls; the same run as 2 to 30 stages without a change."""
    case = Case(draw)
    R = case.R
    case.place("a", [([0, 0, 1.1 * R], [rounded(0.2 * case.v), 0, -case.v])])
    case.data["walls"] = {"floor": {"point": [0, 0, 0], "normal": [0, 0, 1], "material": "s"}}
    case.lasts(0.2 * R / case.v + 3 * duration(case, R))
    count = draw.randint(2, 30)
    part = case.data["time"]["end"] / count
    if "integrator" not in case.data["time"]:
        case.data["time"]["step"] = rounded(duration(case, R) / 400)
        case.data["time"].pop("accuracy")
        step = case.data["time"]["step"]
        part = max(1, round(part / step)) * step
        case.data["time"]["end"] = part * count
        case.data["output"] = {name: {"every": part} for name in case.data["output"]}
        listed = {f"s{i}": {"until": {"time": part}} for i in range(count)}
        case.other_ways.append((f"{count} stages", {"stages": listed, "time": {"step": step}}, 1e-15))
    return case


def bond(draw):
    """Two bonded spheres in relative motion, which the bond holds."""
    case = Case(draw, only=["hertz"], friction=False)
    R = case.R
    case.data["contacts"][0].pop("adhesion", None)
    case.data["contacts"][0]["bond"] = {
        "law": "beam",
        "youngs_modulus": case.material["youngs_modulus"],
        "radius_ratio": 0.5,
        "gap": rounded(0.01 * R),
        "tensile_strength": 0.9 * case.material["youngs_modulus"],
        "damping": draw.choice([0, 0.1]),
    }
    slow = 0.01 * math.sqrt(case.material["youngs_modulus"] / case.material["density"])
    velocity, spin = scaled(slow * 0.1, direction(draw)), scaled(0.1 * slow / R, direction(draw))
    case.place("a", [([-1.001 * R, 0, 0], [0, 0, 0]), ([1.001 * R, 0, 0], velocity, spin)])
    case.lasts(40 * R * math.sqrt(case.material["density"] / case.material["youngs_modulus"]))
    case.use_verlet()
    case.oracles += [momentum, angular_momentum]
    return case


def cell(draw):
    """Spheres in a deforming periodic box."""
    case = Case(draw)
    R = case.R
    side = [-4.2 * R, -4.2 * R, -4.2 * R], [4.2 * R, 4.2 * R, 4.2 * R]
    rate = case.v / (8 * R)
    key = draw.choice(["xx", "xy", "xz", "yz"])
    case.data["domain"] = {
        "lower": scaled(1, side[0]),
        "upper": scaled(1, side[1]),
        "periodic": [True, True, True],
        "cell": {"rate": {key: rounded(-0.5 * rate)}},
    }
    spheres = []
    for i in range(27):
        place = [2.8 * R * (n - 1) + 0.2 * R * draw.uniform(-1, 1) for n in (i % 3, i // 3 % 3, i // 9)]
        spheres.append((place, scaled(case.v, direction(draw)), scaled(0.2 * case.v / R, direction(draw))))
    case.place("a", spheres)
    case.lasts(2 * R / case.v)
    case.use_verlet()
    return case


def indenter(draw):
    """A sphere with prescribed velocity is pressed into a wall: force by Hertz, and its work in the balance."""
    case = Case(draw, only=["hertz"], friction=False)
    R = case.R
    case.place("a", [([0, 0, 1.001 * R], [0, 0, -case.v])], fixed=True)
    case.data["walls"] = {"floor": {"point": [0, 0, 0], "normal": [0, 0, 1], "material": "s"}}
    case.lasts(0.021 * R / case.v)
    case.data["output"]["walls"] = case.data["output"]["trajectory"]
    modulus = case.material["youngs_modulus"] / (1 - case.material["poisson_ratio"] ** 2) / 2

    def hertz(case, found):
        depth = R - found.position[-1, 0, 2]
        right = 4 / 3 * modulus * math.sqrt(R) * depth**1.5
        force = np.max(np.abs(found.walls["floor"]["force"][-1]))
        return [] if abs(force / right - 1) < 1e-3 else [f"force of the floor {force:.4g} N instead of {right:.4g} N"]

    case.oracles.append(hertz)
    return case


def chain(draw):
    """A striker hits a chain of beads with two fixed or free ends."""
    case = Case(draw, friction=False)
    R = case.R
    case.data["dimension"] = 1
    del case.data["domain"]
    case.data["contacts"][0].pop("adhesion", None)
    case.data["particles"] = {
        "striker": {"chain": {"count": 1}, "material": "s", "radius": R, "velocity": case.v},
        "beads": {"chain": {"count": draw.randint(1, 12)}, "material": "s", "radius": R, "gap": rounded(1e-3 * R)},
    }
    if draw.random() < 0.5:
        case.data["ends"] = {"right": "fixed"}
    case.lasts(0.01 * R / case.v + 10 * duration(case, R))
    return case


def shaken(draw):
    """A sphere lies on a floor that is shaken far faster or slower than its contact oscillates: other steps agree."""
    case = Case(draw, only=["hertz", "linear", "tsuji"])
    R, g = case.R, 9.81
    case.data["gravity"] = [0, 0, -g]
    case.place("a", [([0, 0, R], [0, 0, 0])])
    frequency = between(draw, 0.1, 100) / duration(case, R)
    amplitude = 0.05 * case.v / (2 * math.pi * frequency)
    motion = {"amplitude": [0, 0, rounded(amplitude)], "frequency": rounded(frequency), "phase": rounded(math.pi / 2)}
    case.data["walls"] = {
        "floor": {"point": [0, 0, rounded(-amplitude)], "normal": [0, 0, 1], "material": "s", "oscillation": motion}
    }
    case.lasts(min(3 * duration(case, R), 50 / frequency))
    case.use_verlet()
    case.with_small_steps(5)  # it may leave the floor in each period
    return case


def slope(draw):
    """A sphere rolls and slides down a slope of several plates that lie flush: the same as one plate, and one mesh."""
    case = Case(draw)
    R, side = case.R, 10 * case.R
    angle = draw.uniform(0.1, 0.6)
    case.data["gravity"] = scaled(9.81, [math.sin(angle), 0, -math.cos(angle)])
    case.data["drag"] = {"viscosity": 1e-3} if draw.random() < 0.3 else {}
    case.place("a", [([-0.8 * R, rounded(0.3 * R * draw.random()), R], [case.v, 0, 0])])
    plate = {"shape": "rectangle", "normal": [0, 0, 1], "along": [1, 0, 0], "material": "s"}
    case.data["walls"] = {"whole": {**plate, "centre": [0, 0, 0], "length": 2 * side, "width": 2 * side}}
    count = draw.choice([2, 4])
    parts = {}
    for i in range(count):
        width = 2 * side / count
        at = [(i + 0.5) * width - side, 0, 0]
        parts[f"p{i}"] = {**plate, "centre": at, "length": width, "width": 2 * side}
    case.other_ways.append((f"{count} plates", {"walls": parts}, 1e-6))
    triangles = []
    for i in range(count):
        a, b = i * 2 * side / count - side, (i + 1) * 2 * side / count - side
        square = [[a, -side, 0], [b, -side, 0], [b, side, 0], [a, side, 0]]
        triangles += [square[:3], [square[0], square[2], square[3]]]
    case.files["slope.stl"] = triangles
    mesh = {"shape": "mesh", "file": "slope.stl", "material": "s"}
    case.other_ways.append(("one mesh", {"walls": {"slope": mesh}}, 1e-6))
    discs = {
        "disc": {"shape": "disc", "radius": R},
        "ring": {"shape": "ring", "inner_radius": R, "outer_radius": 2 * side},
    }
    for wall in discs.values():
        wall |= {"centre": [rounded(-0.5 * R), 0, 0], "normal": [0, 0, 1], "material": "s"}
    case.other_ways.append(("disc in ring", {"walls": discs}, 1e-6))
    case.lasts(min(2 * R / case.v, math.sqrt(4 * R / 9.81)))
    case.use_verlet()
    return case


def room(draw):
    """A few spheres inside six planes, which are also written as one hollow box."""
    case = Case(draw, friction=draw.random() < 0.5)
    R, side = case.R, 4 * case.R
    spheres = []
    for i in range(draw.randint(1, 6)):
        place = [1.3 * R * (2 * (i >> n & 1) - 1) for n in range(3)]
        spheres.append((place, scaled(case.v, direction(draw)), scaled(0.3 * case.v / R, direction(draw))))
    case.place("a", spheres)
    case.data["gravity"] = scaled(draw.choice([0, 9.81]), direction(draw))
    planes = {}
    for axis in range(3):
        for sign in (-1, 1):
            normal, point = [0, 0, 0], [0, 0, 0]
            normal[axis], point[axis] = -sign, sign * side
            planes[f"w{axis}{'ab'[sign > 0]}"] = {"point": point, "normal": normal, "material": "s"}
    case.data["walls"] = planes
    case.lasts(2 * side / case.v)
    case.use_verlet()
    box = {"shape": "box", "centre": [0, 0, 0], "lengths": [2 * side] * 3, "concave": True, "material": "s"}
    if len(spheres) == 1:
        case.other_ways.append(("one hollow box", {"walls": {"box": box}}, 1e-6))
    return case


KINDS = [impact, cluster, clumps, floor, piston, drag, stages, bond, cell, indenter, chain, shaken, slope, room]


def write_files(case, folder):
    """Writes the files that a case needs."""
    for name, triangles in case.files.items():
        stl(f"{folder}/{name}", triangles)
