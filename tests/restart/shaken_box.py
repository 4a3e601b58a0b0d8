"""Cases of runs that are stopped. BOX: spheres in a box, without time and output. GAS: 125 spheres, which a test stops
long before the end; without output."""
BOX = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [16 mm, 12 mm, 16 mm], periodic: [true, false, false]}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 5e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: luding, k1: 1e3, k_p: 2e3, k_c: 2e2, plasticity_depth: 0.05},
  tangential: {law: mindlin, friction: 0.4}}]
particles: {grains: {random: {count: 300, lower: [0, 0, 0]}, material: glass, radius: 0.7 mm, velocity: [0, 0.2, -0.5],
  velocity_deviation: 0.2}}
walls: {floor: {side: lower_z, material: glass}, front: {side: lower_y, material: glass},
  back: {side: upper_y, material: glass}, lid: {side: upper_z, material: glass}}
"""
GAS = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm], periodic: [true, true, true]}
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.99}}]
particles: {grains: {lattice: {sites: simple_cubic, spacing: 2 mm}, material: glass, radius: 0.9 mm,
  velocity_deviation: 0.1 m/s}}
time: {end: 100 s, step: 1 us}
"""
