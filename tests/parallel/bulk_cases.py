"""Small cases of spheres that together use every feature that a decomposition could disturb, and reduced versions of
the shipped inputs."""
import os

from granum_test import SOURCE

MATERIALS = """
materials:
  glass: {density: 2500, youngs_modulus: 5e7, poisson_ratio: 0.25}
  steel: {density: 7800, youngs_modulus: 1e8, poisson_ratio: 0.3}
"""

# Particles fall into a box with a vibrating bottom and a rotating left wall; the top is open, and some leave through
# it. Two materials, three rules, individual radii, sliding, rolling and twisting friction.
BOX = (
    "dimension: 3\ndomain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 24 mm]}\ngravity: [0, 0, -9.81]"
    + MATERIALS
    + """
contacts:
  - between: [glass, glass]
    normal: {law: tsuji, restitution: 0.7}
    tangential: {law: mindlin, friction: 0.4}
    rolling: {law: rolling_spring, stiffness: 1e3, friction: 0.05}
    twisting: {law: twisting_spring, stiffness: 1e3, friction: 0.02}
  - between: [glass, steel]
    normal: {law: kuwabara_kono, dissipation_time: 1e-5}
    tangential: {law: partial_slip, friction: 0.3}
  - between: [steel, steel]
    normal: {law: walton_braun, k1: 5e3, k2: 1e4}
    tangential: {law: coulomb_smooth, friction: 0.2, v_lo: 0.01, v_hi: 0.1}
particles:
  small: {random: {count: 300, gap: 0.1 mm}, material: glass, radius: {distribution: uniform, from: 0.6 mm, to: 0.9 mm},
    velocity_deviation: 0.3}
  large: {lattice: {sites: simple_cubic, spacing: 2.5 mm, lower: [1 mm, 1 mm, 25 mm], upper: [19 mm, 19 mm, 27.5 mm]},
    material: steel, radius: 1 mm, velocity: [0, 0, -1]}
walls:
  bottom: {side: lower_z, material: steel, oscillation: {amplitude: [0, 0, 0.2 mm], frequency: 100}}
  left: {point: [0, 0, 12 mm], normal: [1, 0, 0], material: glass, rotation: {angular_velocity: [0, 3, 0]}}
  right: {side: upper_x, material: glass}
  front: {side: lower_y, material: glass}
  back: {side: upper_y, material: glass}
"""
)
BOX = BOX.replace("upper: [20 mm, 20 mm, 24 mm]", "upper: [20 mm, 20 mm, 28 mm]").replace(
    "gap: 0.1 mm}", "gap: 0.1 mm, upper: [20 mm, 20 mm, 24 mm]}"
)

# A cooling gas in a periodic box: restitution, friction, drag; two radii.
GAS = (
    "dimension: 3\ndomain: {lower: [0, 0, 0], upper: [16 mm, 14 mm, 12 mm], periodic: [true, true, true]}"
    + MATERIALS
    + """
contacts:
  - between: ['*', '*']
    normal: {law: tsuji, restitution: 0.8}
    tangential: {law: hertz_history, stiffness: 2e6, friction: 0.3, damping: 100}
particles:
  grains: {random: {solid_fraction: 0.3}, material: glass, radius: {distribution: list, radii: [0.7 mm, 1 mm]},
    velocity_deviation: 0.5, spin_deviation: 100}
drag: {linear: 1e-7, quadratic: 1e-7, angular: 1e-13, viscosity: 1.8e-5, density: 1.2}
"""
)

# Flow down a rough slope of fixed spheres, periodic along and across; an adhesive law with history, a body force on one
# group.
CHUTE = (
    "dimension: 3\ndomain: {lower: [0, 0, 0], upper: [16 mm, 8 mm, 20 mm], periodic: [true, true, false]}\n"
    "gravity: [4, 0, -9]"
    + MATERIALS
    + """
contacts:
  - between: ['*', '*']
    normal: {law: luding, k1: 1e3, k_p: 2e3, k_c: 2e2, plasticity_depth: 0.05}
    adhesion: {law: reversible, force: 1e-5, stiffness: 1}
    tangential: {law: linear_spring, stiffness: 5e2, friction: 0.5}
    twisting: {law: marshall, stiffness: 5e2, friction: 0.5}
particles:
  bed: {lattice: {sites: square, spacing: 2 mm, lower: [0, 0, 1 mm], upper: [16 mm, 8 mm, 3 mm]}, material: steel,
    radius: 1 mm, fixed: true}
  flow: {random: {count: 220, lower: [0, 0, 3 mm]}, material: glass, radius: 0.8 mm, velocity: [0.3, 0, 0],
    velocity_deviation: 0.1}
forces: [{group: flow, force: [0, 1e-6, 0]}]
"""
)

# A two-dimensional hexagonal sheet of discs, periodic in x, sheared by two walls.
SHEET = (
    "dimension: 2\ndomain: {lower: [0, 0, 0], upper: [40 mm, 40 mm, 1 mm], periodic: [true, false, false]}"
    + MATERIALS
    + """
contacts:
  - between: ['*', '*']
    normal: {law: tsuji, restitution: 0.6}
    tangential: {law: mindlin, friction: 0.5, friction_static: 0.6}
  - between: [glass, steel]
    normal: {law: hunt_crossley, restitution: 0.6}
    tangential: {law: mindlin, area: force, slider: total, friction: 0.5}
particles:
  grains: {lattice: {sites: hexagonal, spacing: 2.02 mm, jitter: 0.05 mm}, material: glass, radius: 1 mm,
    velocity_deviation: 0.2}
walls:
  low: {side: lower_y, material: steel, velocity: [-0.5, 0, 0]}
  high: {side: upper_y, material: steel, velocity: [0.5, 0, 0]}
"""
)
CASES = {"box": BOX, "gas": GAS, "chute": CHUTE, "sheet": SHEET}
STEPS = {"box": 4e-6, "gas": 4e-6, "chute": 4e-6, "sheet": 2e-6}  # [s]


def text(name, steps, rk=False):
    """A case of this number of steps, with frames and rows of every output."""
    end = STEPS[name] * steps
    how = (
        "integrator: rk, tolerance: 1e-6"
        if rk
        else "step: auto, safety: 0.4"
        if name == "gas"
        else f"step: {STEPS[name]}"
    )
    every = f"{{every: {end / 5:.9g}}}"
    output = ", ".join(
        f"{what}: {every}"
        for what in ("trajectory", "energy", "walls", "observables", "contacts")
        if what != "walls" or "walls:" in CASES[name]
    )
    return CASES[name] + f"time: {{end: {end:.9g}, {how}, overlap_limit: 0.3}}\noutput: {{{output}}}\n"


# Shipped inputs: time of 5000 steps [s], and settings that reduce them to 300 to 1000 particles. Beads that begin in
# the air get a downward velocity, so that they reach the floor in this time; a lid is near and fast.
INPUTS = {
    "bidisperse": (
        6.1e-3,
        [
            "domain.upper=[12.2 mm, 12.2 mm, 15 mm]",
            "particles.coarse.lattice.upper=[12.2 mm, 12.2 mm, 13 mm]",
            "particles.fine.random={count: 800}",
        ],
    ),
    "bonded-cylinder": (
        0.25e-3,
        [
            "particles.rock.within.cylinder={from: [0, 0, -12.6 mm], to: [0, 0, -6 mm], radius: 4 mm}",
            "walls.upper.point=[0, 0, -6 mm]",
            "contacts.1.bond.tensile_strength=2 MPa",
            "particles.rock.velocity_deviation=1 m/s",  # breaks the first bonds
        ],
    ),
    "chute": (35.6e-3, ["domain.upper=[8 mm, 6 mm, 20 mm]", "particles.flow.velocity=[0.1 m/s, 0, -0.2 m/s]"]),
    "cooling": (28.9e-3, ["domain.upper=[14 mm, 14 mm, 14 mm]"]),
    "settling": (24.6e-3, ["domain.upper=[14 mm, 14 mm, 24 mm]", "particles.beads.velocity=[0, 0, -0.3 m/s]"]),
    "oedometer": (10.9e-3, ["domain.upper=[20 mm, 20 mm, 9 mm]", "walls.lid.servo.max_speed=0.5"]),
    "shear": (20.1e-3, ["domain.upper=[6 mm, 6 mm, 16 mm]", "particles.grains.lattice.upper=[6 mm, 6 mm, 14.75 mm]"]),
    "powder": (4.9e-3, ["domain.upper=[2 mm, 0.3 mm, 1.5 mm]", "particles.grains.velocity=[0, 0, -0.2 m/s]"]),
    "vibrated": (18.1e-3, ["domain.upper=[100 mm, 60 mm]", "particles.beads.velocity=[0, -0.6 m/s]"]),
}
OUTPUTS = {
    name: ("walls",) for name in ("bidisperse", "bonded-cylinder", "oedometer", "settling", "vibrated")
}  # settings of single inputs
STAGED = ("oedometer",)  # cases whose stages define the end


def shipped(name, steps):
    """Path of a shipped input, and its overrides for about this number of steps, with frames and rows of every
    output."""
    end, small = INPUTS[name]
    end *= steps / 5000
    outputs = ("trajectory", "energy", "observables", "contacts") + OUTPUTS.get(name, ())
    ends = f"stages={{all: {{until: {{time: {end:.9g}}}}}}}" if name in STAGED else f"time.end={end:.9g}"
    sets = small + [ends] + [f"output.{what}={{every: {end / 5:.9g}}}" for what in outputs]
    return os.path.join(SOURCE, "inputs", "bulk", name + ".yaml"), sets
