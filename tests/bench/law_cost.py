"""Time of a contact by every law, and in other geometries, for tests/bench/roofline --laws.

Spheres on a lattice in a periodic box, each pressed against its neighbours and shaken, so few that the caches hold them
all. The steps run in this process through the Python package of granum; the least time of many short stretches of steps
counts, so that other work on the machine hardly matters. A law of sliding, rolling, twisting, an adhesion or a bond is
added to the law `linear`; its own time is the difference."""
import json
import math
import os
import random
import sys
import time

from programs import GRANUM, ROOT, call

sys.path.insert(0, os.path.join(ROOT, "postprocess"))
os.environ.setdefault("GRANUM_LIBRARY", os.path.join(ROOT, "build", "libgranum-shared.so"))

RADIUS, OVERLAP, FINE = 10e-3, 5e-6, 1e-9  # radius [m], overlap [m], step [s], which is stable for every law
EDGE, WIDE = 8, 22  # spheres along an edge, of a cube and of a square
STEPS, STRETCHES = 20, 300
STEEL = {"density": 7800, "youngs_modulus": 193e9, "poisson_ratio": 0.3, "yield_stress": 940e6}
LINEAR = {"law": "linear", "stiffness": 1e8, "restitution": 0.9}
MINDLIN = {"law": "mindlin", "friction": 0.3}


def rule(**laws):
    return {"between": "*", "normal": LINEAR, "tension": "allow", **laws}


def assembly(contact, dimension=3, **changes):
    """A lattice in a periodic box; changes: keys of the case."""
    spacing, edge = 2 * RADIUS - OVERLAP, EDGE if dimension == 3 else WIDE
    content = {
        "dimension": dimension,
        "domain": {"lower": [0] * dimension, "upper": [edge * spacing] * dimension, "periodic": [True] * dimension},
        "materials": {"steel": STEEL},
        "contacts": [contact],
        "particles": {
            "grains": {
                "lattice": {"sites": "simple_cubic" if dimension == 3 else "square", "spacing": spacing},
                "material": "steel",
                "radius": RADIUS,
                "velocity_deviation": 1e-5,
            }
        },
        "time": {"end": 1, "step": FINE, "overlap_limit": 0.4, "accuracy": 1},
        "output": {"checkpoint": {"end": False, "failure": False}},
    }
    return {**content, **changes}


def on_wall(wall, contact, folder):
    """Spheres on a plane, in a cylinder or on a mesh of triangles, each in contact with it only."""
    side, gap = 2.1 * RADIUS, RADIUS - OVERLAP
    width, path = WIDE * side, os.path.join(folder, f"{wall}.csv")
    hollow = WIDE * side / math.tau + gap  # radius of the cylinder
    with open(path, "w") as table:
        table.write("x,y,z\n")
        for i in range(WIDE):
            for k in range(WIDE):
                turn, far = math.tau * i / WIDE, hollow - gap
                flat = (side * (i + 0.5), side * (k + 0.5), gap)
                round_ = (width / 2 + far * math.cos(turn), width / 2 + far * math.sin(turn), side * (k + 0.5))
                table.write(",".join(map(repr, round_ if wall == "cylinder" else flat)) + "\n")
    corners = [(-0.1, -0.1), (1.1, -0.1), (1.1, 1.1), (-0.1, 1.1)]
    with open(os.path.join(folder, "floor.obj"), "w") as mesh:
        mesh.writelines(f"v {x * width} {y * width} 0\n" for x, y in corners)
        mesh.write("f 1 2 3\nf 1 3 4\n")
    middle = [width / 2, width / 2]
    walls = {
        "plane": {"shape": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]},
        "cylinder": {"shape": "cylinder", "centre": [*middle, 0], "axis": [0, 0, 1], "radius": hollow, "concave": True},
        "mesh": {"shape": "mesh", "file": os.path.join(folder, "floor.obj"), "unit": "m"},
    }
    grains = {"file": path, "material": "steel", "radius": RADIUS}
    domain = {"lower": [-width, -width, -width], "upper": [2 * width] * 3}
    return assembly(
        contact, domain=domain, particles={"grains": grains}, walls={"wall": {**walls[wall], "material": "steel"}}
    )


def rows(contact, least, folder):
    """Rows of touching spheres along x, whose radii are from `least` to RADIUS, evenly spread; each row has them in
    another order, so that all rows are equally long and spheres of different rows do not touch."""
    radii = [least + (RADIUS - least) * k / (EDGE**2 - 1) for k in range(EDGE**2)]
    side, path = 2.02 * RADIUS, os.path.join(folder, f"rows-{least:g}.csv")
    length = sum(2 * radius - OVERLAP for radius in radii)
    draw = random.Random(1)
    with open(path, "w") as table:
        table.write("x,y,z,radius\n")
        for i in range(EDGE**2):
            x, before = 0.0, None
            for radius in draw.sample(radii, len(radii)):
                x += before + radius - OVERLAP if before else radius
                table.write(f"{x!r},{side * (i % EDGE + 0.5)!r},{side * (i // EDGE + 0.5)!r},{radius!r}\n")
                before = radius
    grains = {"file": path, "material": "steel"}
    domain = {"lower": [0, 0, 0], "upper": [length, EDGE * side, EDGE * side], "periodic": [True] * 3}
    return assembly(contact, domain=domain, particles={"grains": grains})


def geometries(folder):
    """Returns {name: case}, all with the laws linear and mindlin."""
    contact, found = rule(tangential=MINDLIN), {}
    found["equal spheres"] = assembly(contact)
    found["two dimensions"] = assembly(contact, 2)
    sizes = assembly(contact)
    sizes["particles"]["grains"]["radius"] = {"distribution": "uniform", "from": RADIUS, "to": RADIUS + OVERLAP}
    found["all radii differ"] = sizes
    found["equal spheres in rows"] = rows(contact, RADIUS, folder)
    found["sizes 1:3 in rows"] = rows(contact, RADIUS / 3, folder)
    found.update({wall: on_wall(wall, contact, folder) for wall in ("plane", "cylinder", "mesh")})
    rods = assembly(contact)
    spacing = 2 * RADIUS - OVERLAP  # rods along z, whose spheres are the sites of the lattice
    spheres = [{"centre": [0, 0, z * spacing], "radius": RADIUS} for z in (-0.5, 0.5)]
    rods["clumps"] = {"rod": {"mass_from": "sum", "spheres": spheres}}
    sites = [(i, j, 2 * k + 0.5) for i in range(EDGE) for j in range(EDGE) for k in range(EDGE // 2)]
    path = os.path.join(folder, "rods.csv")
    with open(path, "w") as table:
        table.write("x,y,z\n")
        table.writelines(",".join(repr((c + 0.25) * spacing) for c in site) + "\n" for site in sites)
    rods["particles"]["grains"] = {"file": path, "material": "steel", "clump": "rod", "orientation": "fixed"}
    found["clumps of two spheres"] = rods
    return found


def cost_of(case):
    """Returns ns a step, contacts and particles of a case."""
    import granum

    with granum.Run(case) as run:
        run.steps(STEPS)
        least, contacts = math.inf, len(run.contacts)
        for _ in range(STRETCHES):
            begun = time.perf_counter()
            run.steps(STEPS)
            least = min(least, time.perf_counter() - begun)
        return 1e9 * least / STEPS, contacts, len(run.ids)


def law_cases():
    """Returns (kind, name, contact rule) of every law, in the order of the registry."""
    import yaml

    for law in json.loads(call([GRANUM, "laws", "--json"], ROOT))["laws"]:
        yield law["key"], law["name"], rule(**yaml.safe_load(law["input"]))


def show(folder):
    """Prints both tables."""
    import granum

    base = min(cost_of(assembly(rule()))[0] for _ in range(3))
    print(f"\nlaws: {EDGE**3} spheres on a lattice, 3 contacts each; least of {STRETCHES} stretches of {STEPS} steps")
    print("ns a contact: of a step, divided by the contacts; own: less that of the law linear alone")
    print(f"  {'kind':<11} {'law':<27} {'ns':>7} {'own':>7} {'of linear':>10}")
    for kind, name, contact in law_cases():
        try:
            step, contacts, _ = cost_of(assembly(contact))
        except granum.Error as error:
            print(f"  {kind:<11} {name:<27} not measured: {str(error)[:200]}")
            continue
        own = "" if kind == "normal" else f"{(step - base) / contacts:.1f}"
        print(f"  {kind:<11} {name:<27} {step / contacts:7.1f} {own:>7} {step / base:10.2f}", flush=True)
    print("\ngeometries, laws linear and mindlin")
    print(f"  {'':<24} {'contacts':>8} {'spheres':>8} {'ns a contact':>13} {'ns a sphere':>12}")
    for name, case in geometries(folder).items():
        try:
            step, contacts, particles = cost_of(case)
        except granum.Error as error:
            print(f"  {name:<24} not measured: {str(error)[:300]}")
            continue
        each = f"{step / contacts:13.1f}" if contacts else f"{'':>13}"
        print(f"  {name:<24} {contacts:8} {particles:8} {each} {step / particles:12.1f}", flush=True)
