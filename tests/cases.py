"""Beginnings of cases that several tests share. A test adds what is particular to it: time, output, changes."""
LAWS = {
    "hertz": "normal: {law: hertz}",
    "tsuji": "normal: {law: tsuji, restitution: 0.9}",
    "luding": "normal: {law: luding, k1: 5e6, k_p: 2e7, k_c: 1e6, plasticity_depth: 0.01}, tension: allow",
}
# Damping relative to the approach speed.
HYSTERESIS = (
    "hunt_crossley",
    "lankarani_nikravesh",
    "flores",
    "gharib_hurmuzlu",
    "hu_guo",
    "safaeifar_farshidianfar",
    "gonthier",
    "lee_wang",
    "herbert_mcwhannell",
    "zhiying_qishao",
    "zhang_sharf",
)


def struck_chain(beads, law="tsuji", gap="0"):
    """Steel beads at rest with a gap between them, struck by a bead of the same size; from the second line on."""
    return f"""
dimension: 1
materials: {{steel: {{density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}}}
contacts: [{{between: '*', {LAWS[law]}}}]
particles:
  striker: {{chain: {{count: 1}}, material: steel, radius: 2.38 mm, velocity: 1.77 m/s}}
  beads: {{chain: {{count: {beads}}}, material: steel, radius: 2.38 mm, gap: {gap}}}
"""


def rain(side, top, rate):
    """Grains that are inserted in a box of a width [mm], up to a height [mm], and fall on its floor, for 1 ms."""
    return f"""
dimension: 3
domain: {{lower: [0, 0, 0], upper: [{side} mm, {side} mm, {side} mm]}}
materials: {{glass: {{density: 2500 kg/m^3, youngs_modulus: 20 MPa, poisson_ratio: 0.25}}}}
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.6}}}}]
particles:
  rain:
    insert: {{region: {{box: {{lower: [0, 0, 2 mm], upper: [{side} mm, {side} mm, {top} mm]}}}}, rate: {rate} 1/s,
      every: 0.1 ms}}
    material: glass
    radius: 0.4 mm
    velocity: [0, 0, -0.7 m/s]
    seed: 3
walls: {{floor: {{side: lower_z, material: glass}}}}
time: {{end: 1 ms, step: 5 us}}
"""


# Grains on a floor that move at random, for 2 ms, with three kinds of output.
GRAINS = """
dimension: 3
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 20 MPa, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.4}}]
domain: {lower: [0, 0, 0], upper: [12 mm, 12 mm, 16 mm], periodic: [true, true, false]}
walls: {floor: {side: lower_z, material: glass}}
particles:
  grains: {lattice: {sites: simple_cubic, spacing: 2 mm}, material: glass, radius: 0.9 mm, velocity_deviation: 0.2}
time: {end: 2 ms, step: 10 us}
output: {trajectory: {every: 0.5 ms}, energy: {every: 0.1 ms}, checkpoint: {every: 1 ms}}
"""
