"""Steps that are too long for a speed: a particle that passes through a wall of any shape, another particle, a clump, a
periodic image or a bead in one step stops the run with exit code 3 and a message that names both bodies and the step,
also on two ranks. Particles that pass beside other bodies do not stop it, however far they move in a step.
Labels: bulk chain input law parallel run time wall."""
import os
import tempfile

from granum_test import case, done, fact, run

HEAD = """
dimension: 3
domain: {lower: [-50 mm, -50 mm, -50 mm], upper: [50 mm, 50 mm, 50 mm], periodic: [PERIODIC, PERIODIC, PERIODIC]MORE}
materials: {s: {density: 2500, youngs_modulus: 10 MPa, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}}]
CLUMPSparticles: {PARTICLES}
WALLStime: {end: 2 ms, step: 100 us, integrator: verlet}
"""
CHAIN = """
dimension: 1
materials: {s: {density: 2500, youngs_modulus: 10 MPa, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}}]
particles:
  a: {chain: {count: 1}, material: s, radius: 1 mm, velocity: 51}
  b: {chain: {count: 1}, material: s, radius: 1 mm, gap: 10 mm}
time: {end: 2 ms, step: 100 us, integrator: verlet}
"""
CLUMP = "clumps: {rod: {spheres: [{centre: [0, 0, -1 mm], radius: 1 mm}, {centre: [0, 0, 1 mm], radius: 1 mm}]}}\n"
AT, ACROSS = "centre: [0, 0, 0]", "normal: [1, 0, 0]"
SHAPES = {
    "rectangle": f"{AT}, {ACROSS}, length: 40 mm, width: 40 mm",
    "plane": "point: [0, 0, 0], normal: [-1, 0, 0]",
    "disc": f"{AT}, {ACROSS}, radius: 20 mm",
    "ring": f"{AT}, {ACROSS}, inner_radius: 1.5 mm, outer_radius: 20 mm",
    "box": f"{AT}, lengths: [0.2 mm, 20 mm, 20 mm]",
    "sphere": f"{AT}, radius: 0.5 mm",
    "cylinder": f"{AT}, axis: [0, 0, 1], radius: 0.3 mm, length: 20 mm, ends: closed",
    "cone": f"{AT}, axis: [1, 0, 0], radius_start: 0, radius_end: 6 mm, length: 1 mm",
    "hollow sphere": f"{AT}, radius: 6 mm, concave: true",
}


def sphere(name, position, velocity, more=""):
    return f"{name}: {{at: {{position: {position}, velocity: {velocity}}}, material: s, radius: 1 mm{more}}}"


def outcome(folder, particles, wall="", ranks=1, sets=(), clumps="", periodic="false", more=""):
    text = HEAD.replace("PERIODIC", periodic).replace("PARTICLES", particles).replace("CLUMPS", clumps)
    text = text.replace("WALLS", f"walls: {{w: {{{wall}, material: s}}}}\n" if wall else "").replace("MORE", more)
    return start(folder, text, ranks, sets)


def start(folder, text, ranks=1, sets=()):
    arguments = ["run", case(text), "-o", os.path.join(folder, "r"), "--overwrite"]
    for s in sets:
        arguments += ["--set", s]
    stopped = run(arguments, ranks, check=False)
    return stopped.returncode, stopped.stderr


def stops(name, result, *words):
    code, told = result
    fact(code == 3 and all(w in told for w in words), f"{name}: exit {code}, {told.strip()[:150]}")


PASSED = ("passed through", "in one step", "write time.step: auto")


def at_walls(folder):
    fast, inside = sphere("a", "[-10 mm, 0, 0]", "[31, 0, 0]"), sphere("a", "[0, 0, 0]", "[31, 0, 0]")
    for name, wall in SHAPES.items():
        particle = (
            inside if "hollow" in name else sphere("a", "[-10 mm, 3 mm, 0]", "[31, 0, 0]") if name == "ring" else fast
        )
        stops(name, outcome(folder, particle, f"shape: {name.split()[-1]}, {wall}"), "particle 1", "wall w", *PASSED)
    beyond = sphere("a", "[-11.5 mm, 20.6 mm, 0]", "[31, 0, 0]")
    stops("beside the edge", outcome(folder, beyond, f"shape: rectangle, {SHAPES['rectangle']}"), *PASSED)
    moving = f"shape: rectangle, {SHAPES['rectangle']}, velocity: [-31, 0, 0]"
    stops("a wall that moves", outcome(folder, sphere("a", "[-10 mm, 0, 0]", "[0, 0, 0]"), moving), "wall w", *PASSED)
    rod = "a: {at: {position: [-10 mm, 0, 0], velocity: [31, 0, 0]}, material: s, clump: rod}"
    stops("a clump", outcome(folder, rod, f"shape: disc, {SHAPES['disc']}", clumps=CLUMP), "wall w", *PASSED)
    away = sphere("a", "[-10 mm, 22 mm, 0]", "[31, 0, 0]")
    code, told = outcome(folder, away, f"shape: rectangle, {SHAPES['rectangle']}")
    fact(code == 0, f"a sphere that flies past the edge goes on: exit {code} {told}")
    along = sphere("a", "[1.01 mm, -15 mm, 0]", "[0, 31, 0]")
    code, told = outcome(folder, along, f"shape: rectangle, {SHAPES['rectangle']}")
    fact(code == 0, f"so does one that flies along a face: exit {code} {told}")


def at_particles(folder):
    target, fast = sphere("b", "[0, 0.5 mm, 0]", "[0, 0, 0]"), sphere("a", "[-10 mm, 0, 0]", "[51, 0, 0]")
    pair = f"{fast}, {target}"
    words = ("particle 1 passed through particle 2", "smaller radius", *PASSED[1:])
    stops("two spheres", outcome(folder, pair), *words)
    stops("on two ranks", outcome(folder, pair, ranks=2), *words)
    both = f"{sphere('a', '[-10.5 mm, 0, 0]', '[25, 0, 0]')}, {sphere('b', '[10 mm, 0, 0]', '[-26, 0, 0]')}"
    stops("two spheres that meet", outcome(folder, both), *words)
    image = f"{sphere('a', '[40 mm, 0, 0]', '[51, 0, 0]')}, {sphere('b', '[-49.5 mm, 0.5 mm, 0]', '[0, 0, 0]')}"
    stops("a periodic image", outcome(folder, image, periodic="true"), *words)
    rod = "b: {at: {position: [0, 0, 0]}, material: s, clump: rod}"
    high = sphere("a", "[-10 mm, 0, 1.2 mm]", "[51, 0, 0]")
    stops("a clump", outcome(folder, f"{high}, {rod}", clumps=CLUMP), "passed through particle", *PASSED[1:])
    beside = f"{fast}, {sphere('b', '[0, 2.1 mm, 0]', '[0, 0, 0]')}"
    code, told = outcome(folder, beside)
    fact(code == 0, f"a sphere that flies past another goes on: exit {code} {told}")
    code, told = start(folder, CHAIN)
    fact(code == 3 and "bead" in told, f"a bead does not pass through the next one: exit {code}, {told[:150]}")


with tempfile.TemporaryDirectory() as folder:
    at_walls(folder)
    at_particles(folder)
done()
