"""The expected speed of impacts: from the fall that walls, stages, periodic sides and insertion allow; runs keep to it.
A run with `step: auto` that sees faster particles, or contacts for which its step is too long, plans its step anew: on
1, 2 and 3 ranks and after a resume with the same bits, and outputs keep their times. A given step only warns. `granum
check` notes overlaps that happen.
Labels: bulk input io law mesh parallel particle record run time wall."""
import json
import math
import os
import re
import tempfile

import h5py
import numpy as np
from granum_test import card, case, done, fact, run, simulate

G, R = 9.81, 1e-3
SIDE, HEIGHT, START, FLOOR = 40e-3, 100e-3, 40e-3, 20e-3
MIDDLE = [SIDE / 2, SIDE / 2]
GLASS = {"density": 2500, "youngs_modulus": 1e7, "poisson_ratio": 0.25}


def machine(walls=None, velocity=(0, 0, 0), **changes):
    """A sphere in a tall domain."""
    start = {"position": [*MIDDLE, START], "velocity": list(velocity)}
    content = {
        "dimension": 3,
        "domain": {"lower": [0, 0, 0], "upper": [SIDE, SIDE, HEIGHT]},
        "gravity": [0, 0, -G],
        "materials": {"glass": GLASS},
        "contacts": [{"between": "*", "normal": {"law": "tsuji", "restitution": 0.7}}],
        "particles": {"ball": {"at": [start], "material": "glass", "radius": R}},
        "walls": {name: {"material": "glass", **wall} for name, wall in (walls or {}).items()},
        "time": {"end": 0.1},
    }
    return {**content, **changes}


def check(content):
    return json.loads(run(["check", case(json.dumps(content)), "--json"]).stdout)["cases"][0]


def cylinder(lower, radius):
    centre = [*MIDDLE, (lower + HEIGHT) / 2]
    axis = {"axis": [0, 0, 1], "radius": radius, "length": HEIGHT - lower}
    return {"shape": "cylinder", "centre": centre, "concave": True, **axis}


def disc(level, radius):
    return {"shape": "disc", "centre": [*MIDDLE, level], "normal": [0, 0, 1], "radius": radius}


def write_table(folder):
    """An open box of triangles without a lid: a floor at FLOOR with a rim of 10 mm around it."""
    path = os.path.join(folder, "tray.obj")
    low, high = 10e-3, 30e-3
    corners = [(low, low), (high, low), (high, high), (low, high)]
    with open(path, "w") as file:
        for level in (FLOOR, FLOOR + 10e-3):
            file.writelines(f"v {x} {y} {level}\n" for x, y in corners)
        file.write("f 1 2 3\nf 1 3 4\n")
        for a in range(1, 5):
            b = a % 4 + 1
            file.write(f"f {a} {b} {b + 4}\nf {a} {b + 4} {a + 4}\n")
    return path


def test_fall():
    """Height of the fall, and what else adds to the speed, for walls of all kinds."""
    plane = {"floor": {"point": [0, 0, FLOOR], "normal": [0, 0, 1]}}
    silo = {"shell": cylinder(FLOOR, 10e-3), "gate": disc(FLOOR, 10e-3)}
    cone = {"axis": [0, 0, 1], "length": 30e-3, "radius_start": 5e-3, "radius_end": 15e-3, "concave": True}
    hopper = {"cone": {"shape": "cone", "centre": [*MIDDLE, FLOOR + 15e-3], **cone}, "gate": disc(FLOOR, 5e-3)}
    opened = {"stages": {"fill": {"until": {"time": 0.05}}, "run": {"until": {"time": 0.05}}}, "time": {}}
    opened["stages"]["run"]["walls"] = {"gate": {"absent": True}}
    falling = {"floor": {**plane["floor"], "velocity": [0, 0, -0.1]}}
    lifted = {**plane, "belt": {"point": [SIDE, 0, 0], "normal": [-1, 0, 0], "velocity": [0, 0, 0.1]}}
    box = {"lower": [10e-3, 10e-3, 60e-3], "upper": [30e-3, 30e-3, 80e-3]}
    rain = {"insert": {"rate": 100, "region": {"box": box}}, "material": "glass", "radius": R}
    more = machine(plane)
    more["particles"]["rain"] = rain
    flat = machine({"floor": {"point": [0, FLOOR], "normal": [0, 1]}}, dimension=2, gravity=[0, -G])
    flat["domain"] = {"lower": [0, 0], "upper": [SIDE, HEIGHT]}
    area = {"lower": [10e-3, 40e-3], "upper": [30e-3, 60e-3]}
    flat["particles"] = {"rain": {**rain, "insert": {"rate": 100, "region": {"box": area}}}}
    level = START - FLOOR
    low = {"ball": {**machine()["particles"]["ball"], "at": {"position": [*MIDDLE, 28e-3]}}}
    with tempfile.TemporaryDirectory() as folder:
        tray = {"tray": {"shape": "mesh", "file": write_table(folder)}}
        cases = {
            "no walls": (machine(), START, 0),
            "a plane": (machine(plane), level, 0),
            "a plate that is smaller than the domain": (machine({"plate": disc(FLOOR, 10e-3)}), START, 0),
            "a closed silo": (machine(silo), level, 0),
            "a closed hopper": (machine(hopper), level, 0),
            "a hopper that a stage opens": (machine(hopper, **opened), START, 0),
            "a silo without a floor": (machine({"shell": silo["shell"]}), START, 0),
            "an open tray of triangles, over whose rim no particle gets": (machine(tray, particles=low), 8e-3, 0),
            "the same tray and a higher particle": (machine(tray), START, 0),
            "a plane that moves down": (machine(falling), HEIGHT - FLOOR + 0.1 * 0.1, 0.1),
            "a belt that lifts particles": (machine(lifted), HEIGHT - FLOOR, 0.1),
            "an initial velocity": (machine(plane, velocity=(0.3, 0, 0)), level, 0.6),
            "inserted particles": (more, 80e-3 - FLOOR, 0),
            "inserted discs": (flat, 60e-3 - FLOOR, 0),
            "gravity along a periodic axis": (
                machine(domain={**machine()["domain"], "periodic": [False, False, True]}),
                HEIGHT,
                0,
            ),
        }
        for name, (content, height, moved) in cases.items():
            found = check(content)["expected_speed_m_s"]
            low, high = (moved + math.sqrt(2 * G * (height + slack)) for slack in (-1e-9, R))
            fact(low <= found <= high, f"{name}: expected {found:.4g} m/s, a fall of {height:.3g} m is {low:.4g} m/s")
    told = run(["check", case(json.dumps(machine(plane, velocity=(0.3, 0, 0))))]).stdout
    line = re.search("expected speed .*", told)[0]
    fact("a fall of 0.02 m to wall floor, twice the largest speed of a particle, 0.3 m/s" in line, line)


def test_loads_over_time():
    """Loads and stresses over time count with their largest values, gravity with its largest magnitude."""
    lid = {"point": [0, 0, 60e-3], "normal": [0, 0, -1]}
    still = {"lower": [0, 0, 0], "upper": [SIDE, SIDE, SIDE], "periodic": [True, True, True]}
    cases = {
        "load": [machine({"lid": {**lid, "mass": 0.01, "load": load}}) for load in (3, "=3 N*t/(0.1 s)")],
        "servo": [
            machine({"lid": {**lid, "servo": {"max_speed": 0.1, "stress": stress}}})
            for stress in (1e4, "=1e4 Pa*t/(0.1 s)")
        ],
        "box": [
            machine(domain={**still, "cell": {"servo": {"zz": {"max_rate": 1, "stress": stress}}}}, gravity=[0, 0, 0])
            for stress in (1e4, "=1e4 Pa*t/(0.1 s)")
        ],
    }
    for name, contents in cases.items():
        constant, grows = ([check(each)[key] for key in ("expected_speed_m_s", "stable_step_s")] for each in contents)
        # the largest value of a function is a bound from its samples
        same = all(abs(b / a - 1) < 1e-3 for a, b in zip(constant, grows))
        fact(same, f"{name} over time: expected speed and stable step {grows}, of its largest value {constant}")
    push = {"lid": {"point": [SIDE - 5e-3, 0, 0], "normal": [-1, 0, 0], "mass": 0.01}}
    along = ["=5 m/s^2*cos(2*pi*10 Hz*t)", 5]
    swung, away = (check(machine(push, gravity=[x, 0, -G]))["expected_speed_m_s"] for x in along)
    gain = math.sqrt(2 * 5 * (SIDE / 2 - 5e-3 - R))
    fact(abs(swung - away - gain) < 1e-3, f"gravity that swings drives a wall: {swung - away:.4g} of {gain:.4g} m/s")


def test_turning():
    """Walls that turn and surfaces that rotate: the angular velocity times the largest distance of the shape from the
    axis, however far the domain reaches; without end, the distance of the farthest corner of the domain."""
    rate, half = 20, 4e-3
    about = {"angular_velocity": [0, 0, rate]}
    up = {"centre": [*MIDDLE, HEIGHT / 2], "axis": [0, 0, 1]}
    away = [SIDE / 2 - 3e-3, SIDE / 2, 0]
    roller = {"shape": "cylinder", **up, "radius": half}
    short = {**roller, "length": 50e-3}
    ball = {"shape": "sphere", "centre": [*MIDDLE, 70e-3], "radius": half}
    block = {"shape": "box", "centre": [*MIDDLE, 70e-3], "lengths": [6e-3, 8e-3, 20e-3]}
    blade = {"shape": "rectangle", "centre": [*MIDDLE, 0], "normal": [1, 0, 0], "length": 2 * half}
    plane = {"point": [*MIDDLE, FLOOR], "normal": [0, 0, 1]}
    later = {"shape": "cylinder", **up, "radius": half, "motions": [{"rotation": {**about, "pivot": away}}]}
    corner = math.hypot(SIDE / 2, SIDE / 2)
    with tempfile.TemporaryDirectory() as folder:
        tray = {"shape": "mesh", "file": write_table(folder)}
        cases = {
            "a roller without end": ({**roller, "surface": about}, half),
            "a roller of a length": ({**short, "surface": about}, half),
            "a roller about another axis": ({**short, "surface": {**about, "pivot": away}}, half + 3e-3),
            "a ball": ({**ball, "surface": about}, half),
            "a plane": ({**plane, "surface": about}, corner),
            "a wall that turns": ({**roller, "rotation": {**about, "pivot": up["centre"]}}, half),
            "a wall that turns about another axis": (later, half + 3e-3),
            "a block that turns": ({**block, "rotation": {**about, "pivot": block["centre"]}}, 5e-3),
            "a mesh that turns": ({**tray, "rotation": {**about, "pivot": [*MIDDLE, 0]}}, math.hypot(10e-3, 10e-3)),
            "a shaft": (
                {**short, "shaft": {"axis": [0, 0, 1], "moment_of_inertia": 1e-3, "angular_velocity": rate}},
                half,
            ),
        }
        contents = {name: (machine({"wall": wall}, gravity=[0, 0, 0]), r) for name, (wall, r) in cases.items()}
        for content, _ in contents.values():
            content["particles"]["ball"]["at"] = {"position": [5e-3, 5e-3, START]}
        turned = {**blade, "rotation": {**about, "pivot": [*MIDDLE, 0]}}
        flat = machine({"wall": turned}, dimension=2, gravity=[0, 0])
        flat["domain"] = {"lower": [0, 0], "upper": [SIDE, HEIGHT]}
        flat["particles"]["ball"]["at"] = {"position": [5e-3, 5e-3]}
        contents["a blade in dimension 2"] = (flat, half)
        for name, (content, distance) in contents.items():
            found = check(content)["expected_speed_m_s"]
            fact(abs(found - rate * distance) < 1e-9, f"{name}: {found:.6g} m/s of {rate * distance:.6g} m/s")


def fastest(results):
    with h5py.File(results) as file:
        return max(np.linalg.norm(frame, axis=1).max() for frame in file["particles/grains/velocity/value"][:])


def test_runs_keep_to_it():
    """The largest speed of a fall onto a plate and of a slide down a chute is at most the expected speed."""
    chute = {
        "chute": {"point": [SIDE, 0, FLOOR], "normal": [0.5, 0, math.sqrt(0.75)]},
        "back": {"side": "lower_x"},
        "end": {"side": "upper_x"},
        "floor": {"point": [0, 0, FLOOR], "normal": [0, 0, 1]},
    }
    slide = machine(chute, output={"trajectory": {"every": 2e-4}})
    slide["time"]["end"] = 0.2
    slide["particles"]["ball"]["at"] = {"position": [3e-3, SIDE / 2, FLOOR + 23e-3]}
    for name, content in {
        "fall onto a plate": machine(
            {"floor": {"point": [0, 0, FLOOR], "normal": [0, 0, 1]}}, output={"trajectory": {"every": 2e-4}}
        ),
        "chute": slide,
    }.items():
        with tempfile.TemporaryDirectory() as folder:
            found = fastest(simulate(case(json.dumps(content)), folder))
        expected = check(content)["expected_speed_m_s"]
        fact(0.8 * expected < found <= expected, f"{name}: {found:.4g} m/s of {expected:.4g} m/s expected")


RAIN = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 60 mm], periodic: [true, true, false]}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}
contacts: [{between: "*", normal: {law: hertz}}]
walls: {floor: {side: lower_z, material: glass}}
particles: {grains: {random: {solid_fraction: 0.02, lower: [0, 0, 5 mm]}, material: glass, radius: 1 mm}}
time: {end: 50 ms, step: STEP, speed: 0.1 m/s, overlap_limit: 0.9}
output:
  trajectory: {every: 5 ms}
  energy: {times: [10 ms, 30.1 ms]}
  observables: {every: 10 ms}
"""
PACKED = """
dimension: 3
domain:
  lower: [0, 0, 0]
  upper: [6 mm, 6 mm, 6 mm]
  periodic: [true, true, true]
  cell: {rate: {xx: -10 1/s, yy: -10 1/s, zz: -10 1/s}}
materials: {bead: {density: 2500, youngs_modulus: 50 MPa, poisson_ratio: 0.25}}
contacts:
  - {between: [bead, bead], normal: {law: tsuji, restitution: 0.5}, tangential: {law: mindlin, friction: 0.3}}
particles:
  beads:
    random: {solid_fraction: 0.34}
    material: bead
    radius: {distribution: uniform, from: 0.42 mm, to: 0.5 mm}
    velocity_deviation: 0.2 m/s
time: {end: 18.89 ms, step: STEP}
output:
  trajectory: {every: 1.889 ms}
  energy: {times: [10 ms, 18.4 ms]}
  observables: {every: 3.778 ms}
"""
# time and steps of the warnings: of speeds, and of contacts
CHANGED = r" .* from now on the step is ([0-9.e-]+) s instead of ([0-9.e-]+) s"
SPEEDS = r"at t = ([0-9.e-]+) s a particle moves at" + CHANGED
CONTACTS = r"at t = ([0-9.e-]+) s particle [0-9]+ with [0-9]+ contacts? is stable up to steps" + CHANGED


def seen(kind, text):
    return [tuple(float(number) for number in found) for found in re.findall(kind, text)]


def compare_replanning(kind, text, every, end):
    """A run plans its step anew: equal on all ranks and after a resume at this moment, with outputs at their times."""
    path = case(text.replace("STEP", "auto"))
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, name) for name in ("one", "two", "three", "again", "rest")]
        told = [run(["run", path, "-o", names[n - 1]], n).stderr for n in (1, 2, 3)]
        plans = seen(kind, told[0])
        fact(1 <= len(plans) <= 8 and all(now < before for _, now, before in plans), f"new steps: {plans}")
        fact(seen(kind, told[1]) == plans == seen(kind, told[2]), "the same new steps on 1, 2 and 3 ranks")
        results = [os.path.join(name, "results.h5") for name in names]
        for other in results[1:3]:
            fact(run(["diff", results[0], other], check=False).returncode == 0, "the same bits on more ranks")
        with h5py.File(results[0]) as file:
            frames, rows = file["particles/grains/position/time"][:], file["observables/bulk/time"][:]
            listed = file["observables/energy/time"][:]
        fact(np.allclose(frames, every * np.arange(11), rtol=0, atol=1e-12), f"frames at their times: {frames}")
        fact(np.allclose(rows, 2 * every * np.arange(6), rtol=0, atol=1e-12), f"rows at their times: {rows}")
        fact(np.max(np.abs(listed[1:3] - [10e-3, end])) <= 0.5 * plans[0][2], f"nearest to the list: {listed}")
        warnings = card(names[0])["segments"][-1]["warnings"]
        fact(len(seen(kind, "\n".join(warnings))) == len(plans), "run.json has each new plan once")
        step = card(names[0])["step"]["seconds"]
        fact(abs(step / plans[-1][1] - 1) < 1e-3, f"run.json has the last step, {step:.4g} s")
        when = plans[(len(plans) - 1) // 2][0]
        for k, late in enumerate((0, 1.5e-5)):
            rest = f"{names[4]}{k}"
            sets = ["--set", f"output.checkpoint={{every: {when + late:.9g} s, end: false}}"]
            run(["run", path, "-o", names[3], "--overwrite", *sets])
            checkpoint = min(
                (name for name in os.listdir(names[3]) if name.startswith("checkpoint")), key=lambda n: int(n[11:-3])
            )
            run(["resume", os.path.join(names[3], checkpoint), "-o", rest], 2)
            told = run(["diff", results[3], os.path.join(rest, "results.h5")], check=False)
            fact(told.returncode == 0, f"the same bits after a resume from {checkpoint}: {told.stdout}")


def test_speeds():
    """A run sees particles that are faster than expected."""
    compare_replanning(SPEEDS, RAIN, 5e-3, 30.1e-3)
    with tempfile.TemporaryDirectory() as folder:
        told = run(["run", case(RAIN.replace("STEP", "10 us")), "-o", folder, "--overwrite"]).stderr
    fact(told.count("a particle moves at") == 1 and not seen(SPEEDS, told), f"a given step stays: {told}")


def test_contacts():
    """A box is compressed at a prescribed rate, which causes loads that are not known at the start: tangential dashpots
    would turn the particles at the step of the start. The given step is that step."""
    compare_replanning(CONTACTS, PACKED, 1.889e-3, 18.4e-3)
    with tempfile.TemporaryDirectory() as folder:
        run(["run", case(PACKED.replace("STEP", "auto")), "-o", folder, "--overwrite"])
        residual, first = card(folder)["energy"]["relative_residual"], 2.611e-6
        fact(abs(residual) < 1e-3, f"the energy balance closes: residual {residual:.3g} of the energy exchanged")
        told = run(["run", case(PACKED.replace("STEP", f"{first}")), "-o", folder, "--overwrite"], check=False)
    once = told.stderr.count("so it can gain energy") == 1 and not seen(CONTACTS, told.stderr)
    fact(once, f"a given step stays, with one warning: {told.stderr}")
    fact(told.returncode == 3 and "energy balance does not close" in told.stderr, "and is too long for the contacts")


def noted(content):
    return [line for line in check(content)["lines"] if line.startswith("note:")]


def test_notes():
    """Notes about overlaps appear where a run reaches the limit, and not where it does not."""
    floor = {"floor": {"side": "lower_z"}}
    soft = machine(floor, materials={"glass": {**GLASS, "youngs_modulus": 1e5}})
    bed = machine(floor, domain={"lower": [0, 0, 0], "upper": [10e-3, 10e-3, 30e-3], "periodic": [True, True, False]})
    bed["particles"] = {"ball": {"random": {"solid_fraction": 0.3}, "material": "glass", "radius": R}}
    bed["materials"]["glass"]["youngs_modulus"] = 2e6
    heavy = machine(floor)
    heavy["materials"] = {"glass": {**GLASS, "youngs_modulus": 5e4}, "steel": {**GLASS, "density": 8000}}
    lattice = [{"position": [x * 2e-3 + 10e-3, y * 2e-3 + 10e-3, R]} for x in range(8) for y in range(8)]
    heavy["particles"] = {
        "ball": {"at": lattice, "material": "glass", "radius": R},
        "load": {"at": {"position": [17e-3, 17e-3, 2 * R + 8e-3]}, "material": "steel", "radius": 8e-3},
    }
    heavy["time"]["end"] = 0.02
    for name, content, text in (
        ("a soft sphere", soft, "likely impacts"),
        ("a loose bed", bed, None),
        ("a heavy sphere on small ones", heavy, "the weight of the largest particles"),
    ):
        notes = noted(content)
        with tempfile.TemporaryDirectory() as folder:
            ended = run(["run", case(json.dumps(content)), "-o", folder, "--overwrite"], check=False)
        stopped = ended.returncode == 3 and "time.overlap_limit" in ended.stderr
        told = any(text in note for note in notes) if text else not notes
        fact(told and stopped == (text is not None), f"{name}: {notes}; {ended.stderr}")


test_fall()
test_loads_over_time()
test_turning()
test_runs_keep_to_it()
test_speeds()
test_contacts()
test_notes()
done()
