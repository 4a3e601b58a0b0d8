"""The cases of tests/bench/step: each is a dictionary that granum reads as JSON, and the conditions of a stable
run."""
import copy
import dataclasses

MATERIAL = {"density": 2500, "youngs_modulus": 1e7, "poisson_ratio": 0.25}
RADIUS = 1e-3
HERTZ, LINEAR = {"law": "hertz"}, {"law": "linear", "stiffness": 2000, "restitution": 0.5}
MINDLIN = {"tangential": {"law": "mindlin", "friction": 0.5}}
SPRING = {"tangential": {"law": "linear_spring", "stiffness": 1500, "friction": 0.5}}
ROLLING = {"rolling": {"law": "rolling_spring", "stiffness": 500, "friction": 0.1}}


@dataclasses.dataclass
class Case:
    content: dict
    rests: bool = False  # the kinetic energy has to become small
    grows: float = 0  # > 0: the kinetic energy must not end above so many times its first value
    pairs: bool = True  # free impacts with the laws of the case are compared with shorter steps
    chain: bool = False


def tsuji(restitution):
    return {"law": "tsuji", "restitution": restitution}


def rule(normal, *others):
    joined = {"between": "*", "normal": normal}
    for other in others:
        joined.update(copy.deepcopy(other))
    return joined


def assembly(contact, upper, periodic, groups, end, lower=(0, 0, 0), gravity=9.81, walls=None, dimension=3):
    down = [0, 0, -gravity] if dimension == 3 else [0, -gravity, 0]
    content = {
        "dimension": dimension,
        "domain": {
            "lower": list(lower)[:dimension],
            "upper": list(upper)[:dimension],
            "periodic": list(periodic)[:dimension],
        },
        "gravity": down[:dimension],
        "materials": {"glass": MATERIAL},
        "contacts": [contact],
        "particles": groups,
        "walls": walls or {},
        "time": {"end": end},
        "output": {"energy": {"every": end / 50}, "checkpoint": {"end": False, "failure": False}},
    }
    if not gravity:
        del content["gravity"]
    return content


def spheres(radius, lower, upper, gap=0.1):
    """A group of spheres on a lattice, at random distances of its sites."""
    spacing = (2 + gap) * radius
    place = {"sites": "simple_cubic", "spacing": spacing, "jitter": 0.4 * gap * radius, "lower": lower, "upper": upper}
    return {"lattice": place, "material": "glass", "radius": radius}


def bed(contact, end=0.2, layers=6, closed=False, rests=True, **changes):
    """Spheres fall on a floor; the sides are periodic, or walls."""
    side, height = 5 * 2.1 * RADIUS, layers * 2.1 * RADIUS
    walls = {"floor": {"side": "lower_z", "material": "glass"}}
    if closed:
        for name in ("lower_x", "upper_x", "lower_y", "upper_y"):
            walls[name] = {"side": name, "material": "glass"}
    group = spheres(RADIUS, [0, 0, 0], [side, side, height])
    content = assembly(
        contact, [side, side, 1.2 * height], [not closed] * 2 + [False], {"beads": group}, end, walls=walls
    )
    content.update(changes)
    return Case(content, rests=rests)


def two_sizes(contact, ratio, end=0.1):
    """Large spheres on a bed of small ones."""
    small = 0.4e-3
    side, depth = 3.2 * ratio * small, 5 * 2.1 * small
    large = ratio * small
    groups = {
        "large": {
            "at": [{"position": [side / 2, side / 2, 1.05 * depth + large]}],
            "material": "glass",
            "radius": large,
        },
        "small": spheres(small, [0, 0, 0], [side, side, depth]),
    }
    walls = {"floor": {"side": "lower_z", "material": "glass"}}
    content = assembly(contact, [side, side, depth + 2.4 * large], [True, True, False], groups, end, walls=walls)
    return Case(content, rests=True)


def discs(contact, ratio, end=0.05):
    """The same in the plane."""
    small = 0.4e-3
    side, depth = 3.2 * ratio * small, 4 * 2.1 * small
    large = ratio * small
    spacing = 2.1 * small
    rows = []
    for k in range(4):
        n = int(side / spacing)
        rows += [[(i + 0.5 + 0.1 * ((7 * i + 3 * k) % 5 - 2) / 5) * side / n, (k + 0.5) * spacing] for i in range(n)]
    groups = {
        "large": {"at": [{"position": [side / 2, 1.02 * depth + large]}], "material": "glass", "radius": large},
        "small": {"at": [{"position": place} for place in rows], "material": "glass", "radius": small},
    }
    walls = {"floor": {"side": "lower_y", "material": "glass"}}
    content = assembly(contact, [side, depth + 2.4 * large], [True, False], groups, end, walls=walls, dimension=2)
    content["materials"] = {"glass": {**MATERIAL, "youngs_modulus": 1e9}}
    return Case(content, rests=True)


def packing(contact, sites, overlap=0.02, speed=1e-3, end=0.02, damped=False):
    """A periodic lattice whose spheres overlap, with small random velocities."""
    spacing = (2 - overlap) * RADIUS
    cells = 4
    side = cells * spacing * (2**0.5 if sites == "fcc" else 1)
    groups = {
        "beads": {
            "lattice": {"sites": sites, "spacing": spacing},
            "material": "glass",
            "radius": RADIUS,
            "velocity_deviation": speed,
        }
    }
    content = assembly(contact, [side] * 3, [True] * 3, groups, end, gravity=0)
    return Case(content, grows=1e-3 if damped else 3, pairs=False)


def pressed(contact, stress=300.0, end=0.2):
    """A lid with a servo presses a bed."""
    made = bed(contact, end=end, layers=4)
    height = made.content["domain"]["upper"][2]
    made.content["walls"]["lid"] = {
        "side": "upper_z",
        "material": "glass",
        "servo": {"stress": stress, "max_speed": 0.05},
    }
    assert height > 0
    return made


def moving_wall(contact):
    """A floor that oscillates under a bed: it never rests."""
    made = bed(contact, rests=False)
    made.content["walls"]["floor"]["oscillation"] = {"amplitude": [0, 0, 5e-4], "frequency": 30}
    return made


def chain(normal, count=60, force=0.0, speed=0.1, end=None, grows=0.0, accurate=True):
    """Beads of steel on a line, the first one struck. A precompressed chain has the force between fixed ends."""
    beads = {"chain": {"count": count}, "material": "steel", "radius": 2.38e-3}
    if force:
        beads["chain"]["precompression"] = force
    content = {
        "dimension": 1,
        "materials": {"steel": {"density": 7968, "youngs_modulus": 193e9, "poisson_ratio": 0.3}},
        "contacts": [{"between": "*", "normal": normal}],
        "particles": {"beads": beads},
        "initial_velocities": [{"id": 2 if force else 1, "velocity": speed}],
        "time": {"end": end or 8e-4},
        "output": {
            "energy": {"every": (end or 8e-4) / 50},
            "checkpoint": {"end": False, "failure": False},
            "detectors": [{"group": "beads", "at": [20, 40]}],
        },
    }
    if force:
        content["ends"] = {"left": "fixed", "right": "fixed"}
    return Case(content, grows=grows, pairs=False, chain=accurate)


def bonded(damping, contact=HERTZ, layers=1):
    """A bar, or a block, of bonded spheres that swings."""
    size = [12 * RADIUS * 2, layers * 2 * RADIUS, layers * 2 * RADIUS]
    joined = rule(contact)
    joined["bond"] = {
        "law": "beam",
        "youngs_modulus": 1e7,
        "radius_ratio": 0.6,
        "tensile_strength": 9e6,
        "damping": damping,
    }
    group = {
        "lattice": {"sites": "simple_cubic", "spacing": 2 * RADIUS, "lower": [0, 0, 0], "upper": size},
        "material": "glass",
        "radius": RADIUS,
        "velocity_deviation": 1e-2,
    }
    content = assembly(
        joined, [value + 5e-3 for value in size], [False] * 3, {"bar": group}, 0.05, lower=[-5e-3] * 3, gravity=0
    )
    return Case(content, grows=1.5, pairs=False)


KUWABARA = {"law": "kuwabara_kono", "dissipation_time": 2e-5}
JKR = {"law": "jkr", "work_of_adhesion": 0.01, "restitution": 0.5}
WALTON = {"law": "walton_braun", "k1": 1000, "k2": 4000}
LUDING = {"law": "luding", "k1": 1000, "k_p": 3000, "k_c": 300, "plasticity_depth": 0.05, "viscosity": 0.02}
CROSSLEY = {"law": "hunt_crossley", "restitution": 0.8, "speed_floor": 0.01}
FLORES = {"law": "flores", "restitution": 0.5, "speed_floor": 0.05}


def all_cases():
    return {
        "bed tsuji .9 mindlin": bed(rule(tsuji(0.9), MINDLIN), end=0.3),
        "bed tsuji .7 mindlin": bed(rule(tsuji(0.7), MINDLIN)),
        "bed tsuji .5 mindlin": bed(rule(tsuji(0.5), MINDLIN)),
        "bed tsuji .3 mindlin": bed(rule(tsuji(0.3), MINDLIN)),
        "bed tsuji .2 mindlin": bed(rule(tsuji(0.2), MINDLIN)),
        "bed tsuji .5": bed(rule(tsuji(0.5))),
        "bed tsuji .2": bed(rule(tsuji(0.2))),
        "bed linear .5 spring": bed(rule(LINEAR, SPRING)),
        "bed linear .5": bed(rule(LINEAR)),
        "bed hertz mindlin": bed(rule(HERTZ, MINDLIN), rests=False),
        "bed hertz": bed(rule(HERTZ), rests=False),
        "bed hunt_crossley .8": bed(rule(CROSSLEY, MINDLIN), end=0.3),
        "bed flores .5": bed(rule(FLORES, MINDLIN)),
        "bed walton_braun": bed(rule(WALTON, SPRING)),
        "bed luding": bed({**rule(LUDING, SPRING), "tension": "allow"}),
        "bed jkr": bed(rule(JKR, {"tangential": {"law": "mindlin", "friction": 0.5, "friction_pull": 0.5}})),
        "bed kuwabara_kono": bed(rule(KUWABARA, MINDLIN)),
        "bed rolling": bed(rule(tsuji(0.5), MINDLIN, ROLLING)),
        "bed walls": bed(rule(tsuji(0.5), MINDLIN), closed=True),
        "bed oscillating floor": moving_wall(rule(tsuji(0.5), MINDLIN)),
        "bed deep": bed(rule(tsuji(0.5), MINDLIN), layers=20, end=0.3),
        "sizes 1:3": two_sizes(rule(tsuji(0.5), MINDLIN), 3),
        "sizes 1:8": two_sizes(rule(tsuji(0.5), MINDLIN), 8),
        "sizes 1:8 .9": two_sizes(rule(tsuji(0.9), MINDLIN), 8),
        "discs 1:10": discs(rule(tsuji(0.5), MINDLIN), 10),
        "discs 1:30": discs(rule(tsuji(0.5), MINDLIN), 30),
        "fcc hertz": packing(rule(HERTZ), "fcc"),
        "fcc hertz mindlin": packing(rule(HERTZ, MINDLIN), "fcc"),
        "fcc tsuji .5 mindlin": packing(rule(tsuji(0.5), MINDLIN), "fcc", damped=True),
        "fcc tsuji .2": packing(rule(tsuji(0.2)), "fcc", damped=True),
        "fcc linear spring": packing(rule({**LINEAR, "restitution": 1}, SPRING), "fcc"),
        "fcc rolling": packing(rule(HERTZ, MINDLIN, ROLLING), "fcc"),
        "sc hertz mindlin": packing(rule(HERTZ, MINDLIN), "simple_cubic"),
        "sc tsuji .5 mindlin": packing(rule(tsuji(0.5), MINDLIN), "simple_cubic", damped=True),
        "servo tsuji .5 mindlin": pressed(rule(tsuji(0.5), MINDLIN)),
        "servo tsuji .9": pressed(rule(tsuji(0.9), MINDLIN)),
        "chain hertz struck": chain(HERTZ),
        "chain tsuji .9 struck": chain(tsuji(0.9)),
        "chain linear pressed": chain({"law": "linear", "stiffness": 1e7, "restitution": 1}, force=100, grows=1.5),
        "chain hertz pressed": chain(HERTZ, force=1000, grows=1.5),
        "chain tsuji .5 pressed": chain(tsuji(0.5), force=1000, grows=1.5),
        "bonds": bonded(0),
        "bonds damped": bonded(0.2),
        "bonds block": bonded(0, layers=4),
    }
