"""The chain of many tests: steel beads at rest, struck by a bead of the same size."""
LAWS = {
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
    "zhang_sharf",
)


def struck_chain(beads, law="tsuji"):
    """Returns the beginning of a case, from the second line on: a law with one coefficient, or a law with history."""
    return f"""
dimension: 1
materials: {{steel: {{density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}}}
contacts: [{{between: '*', {LAWS[law]}}}]
particles:
  striker: {{chain: {{count: 1}}, material: steel, radius: 2.38 mm, velocity: 1.77 m/s}}
  beads: {{chain: {{count: {beads}}}, material: steel, radius: 2.38 mm}}
"""
