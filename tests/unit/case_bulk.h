/* Inputs in dimension 2 and 3, as a starting point of tests. */
#ifndef CASE_BULK_H
#define CASE_BULK_H

/* An input with every key. */
static const char text[] =
    "dimension: 3\n"
    "domain: {lower: [0, 0, -1 mm], upper: [10 mm, 10 mm, 20 mm], periodic: [true, false, false]}\n"
    "gravity: [0, 1, -9.81 m/s^2]\n"
    "materials:\n"
    "  glass: {density: 2500 kg/m^3, youngs_modulus: 70 GPa, poisson_ratio: 0.25}\n"
    "  steel: {youngs_modulus: 200 GPa, poisson_ratio: 0.3}\n"
    "contacts:\n"
    "  - between: '*'\n"
    "    normal: {law: hertz}\n"
    "    tangential: {law: mindlin, friction: 0.3}\n"
    "    rolling: {law: rolling_spring, stiffness: 1e4, friction: 0.1}\n"
    "    twisting: {law: twisting_spring, stiffness: 1e4, friction: 0.2}\n"
    "    adhesion: {law: reversible, force: 1 uN, stiffness: 1 N/m}\n"
    "    lever: mixed\n"
    "particles:\n"
    "  bed:\n"
    "    lattice: {sites: fcc, spacing: 1 mm, jitter: 1 um, upper: [10 mm, 10 mm, 5 mm]}\n"
    "    material: glass\n"
    "    radius: 0.4 mm\n"
    "    fixed: true\n"
    "  rain:\n"
    "    random: {solid_fraction: 0.05, gap: 2 um, lower: [1 mm, 0, 5 mm]}\n"
    "    material: glass\n"
    "    radius: {distribution: normal, mean: 0.5 mm, deviation: 0.1 mm, from: 0.3 mm, to: 0.6 mm}\n"
    "    velocity: [0, 0, -2]\n"
    "    spin: [0, 60 rpm, 0]\n"
    "    velocity_deviation: 1 mm/s\n"
    "    spin_deviation: 3\n"
    "    seed: 7\n"
    "  one: {lattice: {sites: simple_cubic, spacing: 9 mm, count: 1}, material: steel, radius: 1 mm, mass: 1 g}\n"
    "  read: {file: packing.csv, material: steel}\n"
    "  old: {previous: {file: /a/results.h5, frame: 3}, material: glass, radius: 0.1 mm}\n"
    "walls:\n"
    "  floor:\n"
    "    point: [1 cm, 0, 0]\n"
    "    normal: [0, 3, 4]\n"
    "    material: steel\n"
    "    velocity: [1, 2, 3]\n"
    "    oscillation: {amplitude: [0, 0, 1 mm], frequency: 50 Hz, phase: 90 deg}\n"
    "    rotation: {angular_velocity: [5 rad/s, 0, 0]}\n"
    "  lid: {side: upper_z, material: steel}\n"
    "forces: [{group: rain, force: [0, 0, 1 mN]}]\n"
    "drag: {linear: 1, quadratic: 2, angular: 3, fluid: [4, 5, 6], viscosity: 7, density: 8}\n"
    "time: {end: 1 ms, skin: 0.1 mm, rebalance: 500}\n"
    "output:\n"
    "  walls: {every: 1 us}\n"
    "  observables: {every: 2 us}\n"
    "  contacts: {every: 3 us}\n"
    "  checkpoint: {every: 4 us, end: false}\n"
    "  wall_time: 2 h\n";

/* Inserted particles. */
static const char raining[] =
    "dimension: 3\n"
    "domain: {lower: [0, 0, 0], upper: [40 mm, 40 mm, 80 mm]}\n"
    "gravity: [0, 0, -9.81]\n"
    "materials: {glass: {density: 2500, youngs_modulus: 70 GPa, poisson_ratio: 0.25}}\n"
    "contacts: [{between: '*', normal: {law: hertz}}]\n"
    "particles:\n"
    "  rain:\n"
    "    insert: {region: {box: {lower: [0, 0, 60 mm], upper: [40 mm, 40 mm, 80 mm]}}, rate: 10000 1/s, until: 0.1 s}\n"
    "    material: glass\n"
    "    radius: {distribution: uniform, from: 1 mm, to: 2 mm}\n"
    "    velocity: [0, 0, -1]\n"
    "walls: {floor: {side: lower_z, material: glass}}\n"
    "time: {end: 0.2 s}\n";

/* The shortest valid input, in dimension 2. */
static const char least[] = "dimension: 2\n"
                            "domain: {lower: [0, 0], upper: [1, 2]}\n"
                            "materials: {glass: {density: 2500}, wood: {density: 900}}\n"
                            "contacts: [{between: '*', normal: {law: hertz, stiffness: 1e6}}]\n"
                            "particles:\n"
                            "  disks: {lattice: {sites: hexagonal, spacing: 0.1}, material: glass, radius: 0.05}\n"
                            "time: {end: 1}\n";

#endif
