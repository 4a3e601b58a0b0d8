"""Reads the data of a matplotlib figure back in SI units, for the tests of pictures; and has small runs of every
kind of problem.

`Shown` has a figure: panels by the beginning of their titles, lines by their names. `si` converts axis values to SI
with the unit in the axis label, so that a wrong unit is detected like a wrong number."""
import re

import numpy as np

PREFIXES = {"G": 1e9, "M": 1e6, "k": 1e3, "": 1.0, "m": 1e-3, "µ": 1e-6, "n": 1e-9, "p": 1e-12}
BASES = (
    "s",
    "m",
    "N",
    "J",
    "Pa",
    "N m",
    "m s-1",
    "rad s-1",
    "m s-2",
    "Hz",
    "N m-1",
    "kg m-3",
    "kg m-2",
    "m2",
    "m2 s-2",
    "rad",
    "W",
    "J kg-1",
    "1 s-1",
)
PLAIN = {"%": 0.01, "degrees": 1.0, "dB": 1.0}
POWERS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def measure(unit):
    """Returns the factor to SI and the unit without its prefix: (1e-3, "s") for `ms`."""
    text = re.sub(r"/([A-Za-z]+)(\d*)$", lambda part: f" {part[1]}-{part[2] or 1}", unit.translate(POWERS))
    if text in PLAIN:
        return PLAIN[text], text
    for prefix, size in PREFIXES.items():
        if text.startswith(prefix) and text[len(prefix) :] in BASES:
            return size, text[len(prefix) :]
        if text == f"{prefix}m-1":
            return 1 / size, "m-1"
        if text in (f"{prefix}g", f"{prefix}g s-1"):
            return 1e-3 * size, "k" + text[len(prefix) :]
    raise AssertionError(f"no such unit: {unit}")


def unit_of(label):
    """Returns factor and unit in the brackets of an axis label; (1, "1") without brackets."""
    told = re.search(r"\(([^()]+)\)\s*$", label)
    return measure(told[1]) if told else (1.0, "1")


def si(label, values):
    return np.asarray(values, dtype=float) * unit_of(label)[0]


def same(shown, filed, what="", rtol=1e-9):
    """Asserts that the shown numbers are the numbers of the file, up to rounding of a few operations."""
    shown, filed = np.asarray(shown, dtype=float), np.asarray(filed, dtype=float)
    assert shown.shape == filed.shape, (what, shown.shape, filed.shape)
    top = np.nanmax(np.abs(filed), initial=0.0)
    assert np.allclose(shown, filed, rtol=rtol, atol=rtol * top, equal_nan=True), (what, shown, filed)


class Shown:
    def __init__(self, figure):
        self.figure = figure
        told = figure._suptitle
        self.heading = told.get_text().splitlines() if told else []

    def panel(self, start):
        """Returns the axes whose title begins with this text; without titles, the only axes that are no colour bar."""
        found = [axes for axes in self.figure.axes if any(t.startswith(start) for t in titles(axes))]
        assert found, (start, [titles(axes) for axes in self.figure.axes])
        return found[0]

    def key(self, number=0):
        """Returns the label of a colour bar."""
        return self.keys()[number].get_ylabel()

    def keys(self):
        """Returns the colour bars."""
        own = [axes for axes in self.figure.axes if axes.get_label() == "<colorbar>"]
        return own + [child for axes in self.figure.axes for child in axes.child_axes if hasattr(child, "_colorbar")]

    def below(self, axes):
        """Returns the x label of a panel, or of a panel that shares its x axis."""
        labels = [other.get_xlabel() for other in axes.get_shared_x_axes().get_siblings(axes)]
        return axes.get_xlabel() or next(label for label in labels if label)

    def curve(self, axes, line, filed_x, filed_y, label_y=None, below=None):
        """Asserts that a line has these numbers in SI; `below`: the panel with the x label."""
        name = f"{titles(axes)} {line.get_label()}"
        same(si(self.below(below or axes), line.get_xdata(orig=True)), filed_x, name + " along x")
        same(si(label_y or axes.get_ylabel(), line.get_ydata(orig=True)), filed_y, name)


def titles(axes):
    return [text for text in (axes.get_title(loc="left"), axes.get_title()) if text]


def named(axes):
    """Returns the named lines."""
    return {line.get_label(): line for line in axes.lines if not line.get_label().startswith("_")}


def unnamed(axes):
    """Returns the lines without a name that are in data coordinates."""
    own = [line for line in axes.lines if line.get_transform() is axes.transData]
    return [line for line in own if line.get_label().startswith("_")]


def numbers_in(text):
    """Returns (number, unit) of a caption: (80.0, "ms"), (399.0, ""); without deviations, which have few digits."""
    text = re.sub(r" ± \d+(\.\d+)?", "", text)
    units = "|".join(sorted((p + b for p in PREFIXES for b in ("s", "m", "g", "Pa", "N/µm")), key=len, reverse=True))
    found = re.findall(rf"(?<![\w.])(\d+(?:\.\d+)?(?:e-?\d+)?)(?: ({units})(?![\w/]))?", text)
    return [(float(value), unit) for value, unit in found]


def foreign(lines, known):
    """Returns numbers of a caption, in SI, that are none of the known numbers; captions have four digits."""
    found = []
    for value, unit in (pair for line in lines for pair in numbers_in(line)):
        factor = measure(unit)[0] if unit and unit != "N/µm" else 1e6 if unit else 1.0
        if not any(abs(value * factor - other) <= 6e-3 * abs(other) + 1e-12 for other in known):
            found.append((value, unit))
    return found


TITLE = "Grains between plates"
SAMPLE = """
title: Grains between plates
dimension: 3
domain: {lower: [-4.3 mm, -3.2 mm, -6 mm], upper: [4.3 mm, 3.2 mm, 6.6 mm]}
gravity: [0, 0, -9.81]
materials: {sand: {density: 2600, youngs_modulus: 20 MPa, poisson_ratio: 0.2}}
contacts: [{between: [sand, sand], normal: {law: tsuji, restitution: 0.5}, tangential: {law: mindlin, friction: 0.3}}]
particles:
  sample: {lattice: {sites: simple_cubic, spacing: 2.1 mm, jitter: 30 um, lower: [-4.3 mm, -3.2 mm, -6 mm],
                     upper: [4.3 mm, 3.2 mm, 2.5 mm]}, material: sand,
           radius: {distribution: uniform, from: 0.9 mm, to: 1 mm}}
  ball: {at: [{position: [0, 0, 5 mm]}], material: sand, radius: 1.5 mm, velocity: [0, 0, -1]}
walls:
  left: {side: lower_x, material: sand, servo: {stress: 1 kPa, max_speed: 0.1}}
  right: {side: upper_x, material: sand, servo: {stress: 1 kPa, max_speed: 0.1}}
  front: {side: lower_y, material: sand, servo: {stress: 1 kPa, max_speed: 0.1}}
  back: {side: upper_y, material: sand, servo: {stress: 1 kPa, max_speed: 0.1}}
  base: {side: lower_z, material: sand, velocity: [0, 0, 20 mm/s]}
  cap: {side: upper_z, material: sand, velocity: [0, 0, -0.2]}
time: {end: 12 ms, safety: 0.8}
output:
  trajectory: {every: 2 ms}
  energy: {every: 1 ms}
  observables: {every: 1 ms}
  walls: {every: 0.5 ms}
  contacts: {every: 6 ms}
  counters:
    fine: {within: {box: {lower: [-4.3 mm, -3.2 mm, 0], upper: [4.3 mm, 3.2 mm, 6.6 mm]}}, radius: {to: 0.95 mm},
           every: 1 ms}
    coarse: {within: {box: {lower: [-4.3 mm, -3.2 mm, 0], upper: [4.3 mm, 3.2 mm, 6.6 mm]}},
             radius: {from: 0.95 mm}, material: sand, every: 1 ms}
"""
BONDED = """
title: A row that is torn
dimension: 3
domain: {lower: [-3 mm, -3 mm, -2 mm], upper: [3 mm, 3 mm, 12 mm]}
materials:
  rock: {density: 2500, youngs_modulus: 1 GPa, poisson_ratio: 0.3}
  plate: {density: 2500, youngs_modulus: 1 GPa, poisson_ratio: 0.3}
contacts:
  - {between: [rock, rock], normal: {law: hertz},
     bond: {law: beam, youngs_modulus: 1 GPa, radius: 0.5 mm, tensile_strength: 1 kPa, shear_strength: 1 MPa}}
  - {between: [rock, plate], normal: {law: hertz}}
particles:
  low: {lattice: {sites: simple_cubic, spacing: 2 mm, lower: [-1 mm, -1 mm, -1 mm], upper: [1 mm, 1 mm, 5 mm]},
        material: rock, radius: 1 mm, velocity: [0, 0, -0.5]}
  high: {at: [{position: [0, 0, 6 mm]}, {position: [0, 0, 8 mm]}], material: rock, radius: 1 mm, velocity: [0, 0, 0.5]}
walls: {floor: {side: lower_z, material: plate}, lid: {side: upper_z, material: plate, velocity: [0, 0, -3]}}
time: {end: 1 ms}
output: {trajectory: {every: 0.2 ms}, energy: {every: 0.1 ms}, walls: {every: 0.1 ms}, observables: {every: 0.1 ms}}
"""
OUTFLOW = """
title: Discs fall out
dimension: 2
domain: {lower: [0, 0], upper: [12 mm, 40 mm]}
gravity: [0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 10e6, poisson_ratio: 0.25}}
contacts: [{between: [glass, glass], normal: {law: tsuji, restitution: 0.3}}]
particles: {discs: {lattice: {sites: square, spacing: 2.2 mm, lower: [0, 8 mm], upper: [12 mm, 40 mm]},
                    material: glass, radius: 1 mm}}
removal: {below: {within: {box: {lower: [0, 0], upper: [12 mm, 3 mm]}}}}
time: {end: 80 ms}
output: {trajectory: {every: 20 ms}, energy: {every: 10 ms}, observables: {every: 2 ms}, residence: true}
"""
SHEAR = """
title: A box that shears
dimension: 3
domain: {lower: [0, 0, 0], upper: [4 mm, 4 mm, 4 mm], periodic: [true, true, true], cell: {rate: {xy: 50 1/s}}}
materials: {glass: {density: 2500, youngs_modulus: 10e6, poisson_ratio: 0.25}}
contacts: [{between: [glass, glass], normal: {law: tsuji, restitution: 0.8}}]
particles: {grains: {lattice: {sites: simple_cubic, spacing: 1 mm, jitter: 2 um}, material: glass, radius: 0.505 mm}}
time: {end: 10 ms}
output: {trajectory: {every: 5 ms}, observables: {every: 0.5 ms}}
"""
CELL = """
title: A box that is compressed
dimension: 3
domain: {lower: [0, 0, 0], upper: [4 mm, 4 mm, 4 mm], periodic: [true, true, true],
         cell: {rate: {xx: 2 1/s, zz: -20 1/s}, servo: {yy: {stress: 10 kPa, max_rate: 5}}}}
materials: {glass: {density: 2500, youngs_modulus: 10e6, poisson_ratio: 0.25}}
contacts: [{between: [glass, glass], normal: {law: tsuji, restitution: 0.8}}]
particles: {grains: {lattice: {sites: simple_cubic, spacing: 1 mm, jitter: 2 um}, material: glass, radius: 0.505 mm}}
time: {end: 4 ms, overlap_limit: 0.3}
output: {trajectory: {every: 2 ms}, observables: {every: 0.2 ms}}
"""
# discs of the lowest row, and number of rows; each row has two discs less at the left, three at the right
COLUMNS, STEPS = 30, 8
PYRAMID = [(2.02 * k + 10.3, 2.02 * row + 1.01) for row in range(STEPS) for k in range(2 * row, COLUMNS - 3 * row)]
HEAP = f"""
title: A heap of discs
dimension: 2
domain: {{lower: [0, 0], upper: [80 mm, 30 mm]}}
materials: {{glass: {{density: 2500, youngs_modulus: 10e6, poisson_ratio: 0.25}}}}
contacts: [{{between: [glass, glass], normal: {{law: tsuji, restitution: 0.3}}}}]
particles: {{discs: {{at: [{", ".join(f"{{position: [{x:.6g} mm, {y:.6g} mm]}}" for x, y in PYRAMID)}],
                    material: glass, radius: 1 mm}}}}
time: {{end: 0.1 ms}}
output: {{trajectory: {{every: 0.05 ms}}}}
"""
BODIES = """
title: Rods that rotate
dimension: 3
domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 20 mm]}
clumps: {rod: {spheres: [{centre: [0, 0, 0], radius: 1 mm}, {centre: [1 mm, 0, 0], radius: 1 mm}]}}
materials: {glass: {density: 2500, youngs_modulus: 10e6, poisson_ratio: 0.25}}
contacts: [{between: [glass, glass], normal: {law: tsuji, restitution: 0.3}}]
particles: {rods: {random: {count: 9}, material: glass, clump: rod, spin_deviation: 900}}
time: {end: 2 ms, step: 10 us}
output: {trajectory: {every: 0.2 ms}, observables: {every: 0.2 ms}}
"""
CHAIN = """
title: A chain of beads
dimension: 1
materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.9}}]
particles:
  striker: {chain: {count: 1}, material: steel, radius: 2.38 mm, velocity: 1.77}
  beads: {chain: {count: 20}, material: steel, radius: 2.38 mm}
time: {end: 120 us, step: 0.2 us}
output:
  trajectory: {every: 2 us}
  energy: {every: 2 us}
  sensors:
    - {group: beads, at: [4, 9, 14], every: 0.2 us}
    - {group: beads, at: [9], quantity: contact, every: 0.2 us}
  detectors: {group: beads, at: [3, 6, 9, 12]}
variants:
  with_loss: {}
  without_loss: {contacts.0.normal: {law: hertz}}
"""
IMPACT = """
title: Balls that meet
problem: impact
materials: {steel: {density: 7800, youngs_modulus: 207e9, poisson_ratio: 0.3}}
contacts: [{between: [steel, steel], normal: {law: tsuji, restitution: 0.8}}]
bodies: [{material: steel, radius: 10 mm}, {material: steel, radius: 10 mm}]
velocities: [0.5, 2, 8]
curves: true
curve_points: 50
variants: {soft: {}, hunt_crossley: {contacts.0.normal: {law: hunt_crossley, restitution: 0.8}}}
"""
OBLIQUE = """
title: Balls that meet obliquely
problem: impact
materials: {steel: {density: 7800, youngs_modulus: 207e9, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.8}, tangential: {law: mindlin, friction: 0.2}}]
bodies: [{material: steel, radius: 10 mm}, {material: steel, radius: 10 mm}]
velocities: 0.5
angle: [1 deg, 20 deg, 40 deg, 70 deg]
accuracy: 1e-4
curves: true
curve_points: 50
variants: {rough: {}, smooth: {contacts.0.tangential.friction: 0.05}, bare: {contacts.0.tangential.friction: 0}}
"""
PATH = """
title: Two balls on a path
problem: path
materials: {steel: {density: 7800, youngs_modulus: 207e9, poisson_ratio: 0.3}}
contacts:
  - {between: '*', normal: {law: hertz}, tangential: {law: mindlin, friction: 0.2},
     rolling: {law: rolling_spring, stiffness: 1 MN/m, friction: 0.1}}
bodies:
  - {material: steel, radius: 10 mm, displacement: ["=1 um*sin(t/(0.1 s))", "=1 um*sin(t/(0.05 s))", 0],
     rotation: [0, 0, "=1e-4*sin(t/(0.1 s))"]}
  - {material: steel, radius: 10 mm}
overlap: 0.5 um
time: {end: 1, steps: 60}
variants: {rough: {}, smooth: {contacts.0.tangential.friction: 0.05}}
"""
FIT = """
title: Two laws for the same impacts
problem: fit
materials: {steel: {density: 7800, youngs_modulus: 207e9, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.8}}]
bodies: [{material: steel, radius: 10 mm}, {material: steel, radius: 10 mm}]
fit:
  free:
    - {key: materials.steel.youngs_modulus, from: 50 GPa, to: 500 GPa}
    - {key: contacts.0.normal.restitution, from: 0.1, to: 1}
  data:
    - columns:
        speed: {unit: m/s, values: [0.5, 1, 2, 4, 8]}
        restitution: {values: [0.79, 0.81, 0.8, 0.806, 0.79]}
        duration: {unit: us, values: [68, 59.5, 52.3, 45, 39.6]}
      observed: [{quantity: restitution, relative: 0.01}, {quantity: duration, absolute: 0.5 us}]
  profile: 7
variants: {tsuji: {}, flores: {contacts.0.normal.law: flores}}
"""
LOOPS = """
title: Loops of two impacts
problem: fit
materials: {steel: {density: 7800, youngs_modulus: 150e9, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}}]
bodies: [{material: steel, radius: 5 mm}, {shape: plane, material: steel, fixed: true}]
fit:
  free:
    - {key: materials.steel.youngs_modulus, from: 50 GPa, to: 500 GPa}
    - {key: materials.steel.density, from: 5000, to: 10000}
    - {key: contacts.0.normal.restitution, from: 0.3, to: 1}
  data:
    - of: curve
      columns:
        speed: {unit: m/s, values: [2, 2, 2, 2, 2, 2, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]}
        overlap: {unit: um, values: [3.177, 1.967, 6.227, 6.07, 13.308, 10.86, 2.002, 4.39, 0.649, 0.467, 2.054, 3.583]}
        force: {unit: N, values: [-13.4, 105.1, 80.5, 254.8, 594.4, 283.2, 46.5, 111.5, 20.7, -8.9, 14.2, 54.2]}
        branch: {values: [-1, 1, -1, 1, 1, -1, 1, 1, 1, -1, -1, -1]}
      observed: [{quantity: force, absolute: 2 N}]
"""
BOUNCE = """
title: A ball that bounces
problem: bounce
materials: {ball: {density: 240}, ground: {density: 2500}}
contacts: [{between: [ball, ground], normal: {law: flores, restitution: 0.7, stiffness: 1.4e8 N/m^1.5}}]
bodies: [{material: ball, radius: 0.1, mass: 1}, {shape: plane, material: ground, fixed: true}]
drop: 0.9
gravity: 9.8
trajectory: {every: 10 ms, contacts: 2, points: 60}
"""
DAMPER = """
title: An impact damper
problem: mechanism
materials: {steel: {density: 7800}}
contacts: [{between: [steel, steel], normal: {law: flores, restitution: 0.7, stiffness: 1e8 N/m^1.5}}]
mechanism: {type: impact_damper, main_mass: 0.5, impact_mass: 4 g, stiffness: 100 N/m, damping_ratio: 0.003, gap: 20 mm,
            friction: 0.1, displacement: 30 mm}
surfaces: {mass: {material: steel, radius: 10 mm}, stop: {material: steel, shape: plane}}
time: {end: 2}
trajectory: {every: 10 ms, contacts: 2}
sweep: {mechanism.gap: [20 mm, 50 mm]}
"""
JOINT = """
title: A joint with clearance
problem: mechanism
materials: {steel: {density: 7800, youngs_modulus: 207 GPa, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: lankarani_nikravesh, restitution: 0.46}}]
mechanism: {type: slider_crank_clearance, crank_length: 50 mm, crank_mass: 17.9, crank_inertia: 0.46,
            rod_length: 300 mm,
            rod_mass: 1.13, rod_inertia: 0.0153, slider_mass: 1.013, crank_speed: 200 rpm}
surfaces: {journal: {material: steel, radius: 9.5 mm}, bearing: {material: steel, radius: 10 mm, concave: true}}
time: {end: 0.1}
trajectory: {every: 0.5 ms}
"""
# FILE: the mesh of STRIP
WORN = """
title: A strip that wears
dimension: 3
domain: {lower: [0, -5 mm, -5 mm], upper: [20 mm, 5 mm, 5 mm]}
materials:
  tip: {density: 2500, youngs_modulus: 10 MPa, poisson_ratio: 0.25}
  liner: {density: 2500, youngs_modulus: 10 MPa, poisson_ratio: 0.25, wear: {rate: 1e-6 1/Pa}}
contacts: [{between: '*', normal: {law: hertz}, tangential: {law: mindlin, friction: 0.3}}]
particles: {tip: {at: {position: [1 mm, 1 mm, 1.95 mm], velocity: [1, 0, 0]}, fixed: true, material: tip, radius: 2 mm}}
walls:
  plate: {shape: rectangle, centre: [10 mm, 0, -4 mm], normal: [0, 0, 1], along: [1, 0, 0], length: 20 mm, width: 10 mm,
          material: liner}
  strip: {shape: mesh, file: FILE, material: liner, velocity: [0, 0, 0]}
time: {end: 8 ms, step: 20 us}
output: {trajectory: {every: 4 ms}, walls: {every: 2 ms, triangles: true}}
"""


CORNERS = [np.array([[x, -4e-3, 0], [x + 1e-2, -4e-3, 0], [x + 1e-2, 4e-3, 0], [x, 4e-3, 0]]) for x in (0, 1e-2)]
STRIP = [corners[k].tolist() for corners in CORNERS for k in ([0, 1, 2], [0, 2, 3])]  # triangles of the mesh of WORN
CASES = {
    "sample": SAMPLE,
    "bonded": BONDED,
    "outflow": OUTFLOW,
    "shear": SHEAR,
    "cell": CELL,
    "heap": HEAP,
    "bodies": BODIES,
    "chain": CHAIN,
    "impact": IMPACT,
    "oblique": OBLIQUE,
    "path": PATH,
    "fit": FIT,
    "loops": LOOPS,
    "bounce": BOUNCE,
    "damper": DAMPER,
    "joint": JOINT,
}
