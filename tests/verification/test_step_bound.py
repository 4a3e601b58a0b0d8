"""The bounds of the time step that `granum check` prints, against values that this test computes on its own: stable
steps of chains and assemblies with several laws, loads and walls, the accurate step of two laws, the spring or
dashpot that limits the step, and the speed given by time.speed. A contact that is
stable in the normal direction does not stop a run. If a contact is stable at no overlap, the message says so.
The contacts of a particle that are unstable together stop a run.
A wave in a precompressed chain, and in touching beads whose damping depends on the
speed at which a contact closes, is accurate at the automatic step. Elastic packings with friction, rolling and twisting
springs conserve their energy at the bound, and the residual of their energy balance does not grow with the number of
steps and is of second order in the step.
Labels: chain contact io mesh parallel particle record run time wall."""
import json
import math
import os
import re
import struct
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run
from scipy.integrate import solve_ivp

DENSITY, YOUNG, POISSON, R, G = 2500, 1e7, 0.25, 1e-3, 9.81
MATERIAL = {"density": DENSITY, "youngs_modulus": YOUNG, "poisson_ratio": POISSON}
BEAD = 4 / 3 * math.pi * R**3 * DENSITY
PAIR = BEAD / 2  # reduced mass of two beads
K = 4 / 3 * YOUNG / (2 * (1 - POISSON**2)) * math.sqrt(R / 2)  # of Hertz's law, two beads [N/m^1.5]
K_WALL = K * math.sqrt(2)
SIDE, HEIGHT = 20e-3, 30e-3
NUMBER = r"([0-9.eE+-]+)"


def solve_step(stiffness, damping, mass):
    """h with h^2 k/4 + h c = m."""
    return 2 * mass / (damping + math.sqrt(damping**2 + mass * stiffness))


def find_stable(normal, sliding=(0, 0), rolling=(0, 0), contacts=3, dimension=3, mass=PAIR):
    """The stable step; normal, sliding and rolling: stiffness and damping."""
    if dimension == 1:
        weights = 2, 0, 0
    elif dimension == 2:
        weights = max(contacts / 2, 2), contacts / 2, 5 / 2 * contacts
    else:
        weights = max(contacts / 3, 2), 2 / 3 * contacts, 5 / 3 * contacts
    modes = [[weights[0] * n + weights[1] * s for n, s in zip(normal, sliding)]]
    modes += [[weights[2] * value for value in law] for law in (sliding, rolling) if law[0] > 0]
    return min(solve_step(*mode, mass) for mode in modes)


def overlap_of_impact(speed, mass=PAIR, stiffness=K):
    """Largest overlap in Hertz's law [m]."""
    return (1.25 * mass * speed**2 / stiffness) ** 0.4


def stiffness_at(overlap, stiffness=K):
    return 1.5 * stiffness * math.sqrt(overlap)


def bound_of_impact(speed):
    """Beads with Hertz's law that meet each other, or a wall, at this speed."""
    bounds = []
    for mass, stiffness in ((PAIR, K), (BEAD, K_WALL)):
        overlap = overlap_of_impact(speed, mass, stiffness)
        bounds.append(find_stable((stiffness_at(overlap, stiffness), 0), mass=mass))
    return min(bounds)


def bound_of_bed(force, weight=0.0):
    """Beads with Hertz's law under a force of a wall and a weight, of which most contacts carry half. Four times the
    stiffness at this load counts, which is more than twice the stiffness at the largest load."""
    bounds = []
    for mass, stiffness in ((PAIR, K), (BEAD, K_WALL)):
        overlap = ((force + weight / 2) / stiffness) ** (2 / 3)
        bounds.append(find_stable((stiffness_at(overlap, stiffness), 0), contacts=12, mass=mass))
    return min(bounds)


def assembly(rule, dimension=3, velocity=0.0, **changes):
    """Two beads far apart, the first with a velocity along x."""
    places = [[5e-3] * dimension, [15e-3] * dimension]
    content = {
        "dimension": dimension,
        "domain": {"lower": [0] * dimension, "upper": [SIDE, SIDE, HEIGHT][:dimension]},
        "materials": {"glass": MATERIAL},
        "contacts": [{"between": "*", **rule}],
        "particles": {
            "beads": {
                "at": [
                    {"position": places[0], "velocity": [velocity] + [0] * (dimension - 1)},
                    {"position": places[1]},
                ],
                "material": "glass",
                "radius": R,
            }
        },
        "time": {"end": 1e-3},
    }
    content.update(changes)
    return content


def chain(normal, velocity=1.0):
    return {
        "dimension": 1,
        "materials": {"glass": MATERIAL},
        "contacts": [{"between": "*", "normal": normal}],
        "particles": {"beads": {"chain": {"count": 5}, "material": "glass", "radius": R}},
        "initial_velocities": [{"id": 1, "velocity": velocity}],
        "time": {"end": 1e-3},
    }


def printed(content):
    """Stable step, expected overlap and accurate step that `granum check` prints."""
    text = run(["check", case(json.dumps(content))]).stdout
    patterns = (f"stable up to {NUMBER} s", f"expected overlap {NUMBER} m", f"accurate to {NUMBER} % up to {NUMBER} s")
    found = [re.search(pattern, text) for pattern in patterns]
    return [float(match.groups()[-1]) if match else math.nan for match in found]


def agrees(name, content, stable, overlap=None):
    found = printed(content)
    close = abs(found[0] / stable - 1) < 6e-4
    if overlap is not None:
        close = close and abs(found[1] / overlap - 1) < 6e-4
    fact(close, f"{name}: stable up to {found[0]:.4g} s, computed here {stable:.4g} s")


STIFFNESS, VISCOSITY = 2000.0, 0.05
TANGENTIAL, SHARE, OWN = 1500.0, 0.4, 0.01
ROLLING, ROLLING_SHARE = 900.0, 0.3
HERTZ = {"normal": {"law": "hertz"}}


def linear(viscosity):
    return {"law": "linear", "stiffness": STIFFNESS, "viscosity": viscosity}


def test_chains():
    content = chain(linear(0))
    agrees("undamped chain, sqrt(k/m)", content, math.sqrt(BEAD / STIFFNESS), math.sqrt(PAIR / STIFFNESS))
    damped = find_stable((2 * STIFFNESS / 2, VISCOSITY), dimension=1)
    agrees("chain with dashpots", chain(linear(VISCOSITY)), damped)


def test_linear_laws():
    sliding = {"law": "linear_spring", "stiffness": TANGENTIAL, "friction": 0.5, "damping": SHARE, "viscosity": OWN}
    rolling = {"law": "rolling_spring", "stiffness": ROLLING, "friction": 0.1, "damping": ROLLING_SHARE}
    for dimension in (2, 3):
        for viscosity in (0, VISCOSITY):
            normal = STIFFNESS, viscosity
            spring = TANGENTIAL, SHARE * viscosity + OWN
            roll = ROLLING, ROLLING_SHARE * viscosity
            rules = (
                ("without friction", {}, (0, 0), (0, 0)),
                ("with friction", {"tangential": sliding}, spring, (0, 0)),
                ("with rolling alone", {"rolling": rolling}, (0, 0), roll),
            )
            for name, more, slides, rolls in rules:
                content = assembly({"normal": linear(viscosity), **more}, dimension, velocity=0.2)
                name = f"dimension {dimension}, viscosity {viscosity}, {name}"
                expected = find_stable(normal, slides, rolls, 3, dimension)
                agrees(name + ", impact", content, expected, 2 * 0.2 * math.sqrt(PAIR / STIFFNESS))
                content["gravity"] = [0] * (dimension - 1) + [-G]
                expected = find_stable(normal, slides, rolls, 12, dimension)
                force = BEAD * G * 15e-3 / R  # from the higher bead to the edge of the domain
                agrees(name + ", bed", content, expected, force / STIFFNESS)


def test_walls():
    load, fastest = 2.0, 0.05
    lid = {"side": "upper_z", "material": "glass", "servo": {"force": load, "max_speed": fastest}}
    press = load / (SIDE / (2 * R)) ** 2
    agrees("lid with a servo", assembly(HERTZ, walls={"lid": lid}), bound_of_bed(press))
    weight = BEAD * G * HEIGHT / R
    content = assembly(HERTZ, walls={"lid": lid}, gravity=[0, 0, -G])
    agrees("lid with a servo and gravity", content, bound_of_bed(press, weight))
    mass, push = 1.0, 1e-4
    free = {"side": "upper_z", "material": "glass", "mass": mass, "load": push}
    gap = HEIGHT - 15e-3 - R
    agrees("free wall", assembly(HERTZ, walls={"lid": free}), bound_of_impact(math.sqrt(2 * push / mass * gap)))
    velocity = {"side": "lower_z", "material": "glass", "velocity": [0, 0, 0.7]}
    agrees("wall with a velocity", assembly(HERTZ, walls={"floor": velocity}), bound_of_impact(0.7))
    content = assembly(HERTZ, velocity=0.2, walls={"floor": velocity})
    agrees("wall with a velocity, moving beads", content, bound_of_impact(0.7 + 2 * 0.2))
    rate, pivot = 20.0, [5e-3, 0, 10e-3]
    turning = {"point": pivot, "normal": [0, 0, 1], "material": "glass"}
    turning["rotation"] = {"pivot": pivot, "angular_velocity": [0, rate, 0]}
    lever = math.hypot(SIDE - pivot[0], HEIGHT - pivot[2])  # of the plane in the box, from the axis along y
    apart = assembly(HERTZ)
    for place in apart["particles"]["beads"]["at"]:
        place["position"][2] = 20e-3
    agrees("wall that rotates", {**apart, "walls": {"flap": turning}}, bound_of_impact(rate * lever))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "sheet.stl")
        corners = [(0, 0, 0.01), (0.01, 0, 0.01), (0, 0.01, 0.01)]
        with open(path, "wb") as file:
            file.write(b"\0" * 80 + struct.pack("<I", 1))
            file.write(struct.pack("<12fH", 0, 0, 0, *[number for corner in corners for number in corner], 0))
        mesh = {"shape": "mesh", "file": path, "material": "glass", "velocity": [0, 0.3, 0]}
        mesh["rotation"] = {"pivot": pivot, "angular_velocity": [0, rate, 0]}
        lever = max(abs(x - pivot[0]) for x, _, _ in corners)  # all corners have the height of the axis
        agrees("mesh that moves", {**apart, "walls": {"sheet": mesh}}, bound_of_impact(0.3 + rate * lever))


def test_adhesion_and_bonds():
    tension, volume, speed = 0.072, 1e-12, 0.4
    pull, neck = 2 * math.pi * R * tension, math.sqrt(2 * volume / (math.pi * R))
    bridge = {"law": "capillary_bridge", "surface_tension": tension, "volume": volume}
    low, high = 1e-7, 1e-3
    low = (1.5 * pull / K) ** (2 / 3)  # the work is negative there
    for _ in range(100):
        middle = (low + high) / 2
        if 0.4 * K * middle**2.5 - pull * middle > 0.5 * PAIR * speed**2:
            high = middle
        else:
            low = middle
    content = assembly({**HERTZ, "adhesion": bridge}, velocity=speed / 2)
    agrees("capillary bridges", content, find_stable((stiffness_at(low) + pull / neck, 0)), low)
    young, ratio, poisson = 1e8, 0.5, 0.25
    r = ratio * R
    area, inertia, shear = math.pi * r**2, math.pi / 4 * r**4, young / (2 * (1 + poisson))
    kappa = 6 * (1 + poisson) / (7 + 6 * poisson)
    overlap = overlap_of_impact(speed)
    length = 2 * R - overlap
    bend, twist, extend = young * inertia / length, shear * 2 * inertia / length, young * area / length
    across = 1 / (length**3 / (12 * young * inertia) + length / (kappa * shear * area))
    beam = extend + (1 + 2.5 * (length / (2 * R)) ** 2) * across + 2.5 * (bend + twist) / R**2
    bond = {"law": "beam", "youngs_modulus": young, "radius_ratio": ratio, "poisson_ratio": poisson}
    content = assembly({**HERTZ, "bond": bond}, velocity=speed / 2)
    agrees("bonds", content, find_stable((stiffness_at(overlap) + beam, 0)), overlap)


def zeta(q, x):
    """Hurwitz's zeta function at -q: sum of (x + j)^q, j = 0, 1, .., minus its integral."""
    y = x + 50
    return sum((x + j) ** q for j in range(50)) - y ** (q + 1) / (q + 1) + y**q / 2 - q * y ** (q - 1) / 12


def collide(law, mass, speed, step, phases, longest):
    """Restitution of free impacts by velocity Verlet whose dashpot sees the velocity predicted for the step's end. The
    first dashpot force is corrected for the part of the step in which the bodies touch."""
    spring, viscosity, q = law
    d, v, a = -phases * step * speed, np.full(len(phases), speed), np.zeros(len(phases))
    for _ in range(int(longest / step)):
        v = v + step / 2 * a
        opened, d = d <= 0, d + step * v
        x = np.clip(d / (step * v), 1e-6, 1)
        rate = (v + step / 2 * a) * np.where(opened, 1 - zeta(q, x) / x**q, 1)
        touching = np.maximum(d, 0)
        a = np.where(d > 0, -np.maximum(spring(touching) + viscosity * touching**q * rate, 0) / mass, 0)
        v = v + step / 2 * a
        if np.all(d <= 0) and np.all(v < 0):
            break
    return np.maximum(-v, 0) / speed


def find_accurate(law, stable, speed, accuracy):
    """The longest step of a grid that is accurate together with the next one."""
    phases = (np.arange(32) + 0.5) / 32
    reference = collide(law, PAIR, speed, stable / 2000, phases, 30 * stable)
    before, step = math.inf, stable
    while True:
        error = np.max(np.abs(collide(law, PAIR, speed, step, phases, 30 * stable) / reference - 1))
        if before <= accuracy and error <= accuracy:
            return step * 2**0.25
        before, step = error, step * 2**-0.25


def test_accurate_step():
    speed, e = 0.4, 0.6
    loss = 2 * abs(math.log(e)) / math.hypot(math.pi, math.log(e))
    dashpot = loss * math.sqrt(STIFFNESS * PAIR)
    tsuji = math.sqrt(5) / 2 * loss * math.sqrt(K * PAIR)
    overlap = overlap_of_impact(speed)
    alone = solve_step(stiffness_at(overlap), tsuji * overlap**0.25, PAIR)
    laws = {
        "linear": (linear(dashpot), (lambda d: STIFFNESS * d, dashpot, 0), solve_step(STIFFNESS, dashpot, PAIR)),
        "tsuji": (
            {"law": "tsuji", "restitution": e, "coefficient": "published"},
            (lambda d: K * d**1.5, tsuji, 0.25),
            alone,
        ),
    }
    for name, (normal, law, stable) in laws.items():
        for accuracy in (0.01, 0.03):
            content = assembly({"normal": normal}, velocity=speed / 2)
            content["time"]["accuracy"] = accuracy
            found, expected = printed(content)[2], find_accurate(law, stable, speed, accuracy)
            fact(
                2**-0.26 < found / expected < 2**0.26,
                f"{name}, {accuracy}: accurate up to {found:.4g} s, computed here {expected:.4g} s",
            )


def limit_of(rule, **time):
    content = assembly(rule, velocity=0.2)
    content["time"].update(time)
    return re.search("limit: (.*)", run(["check", case(json.dumps(content))]).stdout)[1]


def test_limits():
    """`granum check` and `granum info` name what limits the automatic step."""
    sliding = {"law": "linear_spring", "stiffness": TANGENTIAL, "friction": 0.5}
    loose = {"accuracy": 1}
    rules = {
        "the spring of the normal law linear": ({"normal": linear(0)}, loose),
        "the dashpot of the normal law linear": ({"normal": linear(5 * VISCOSITY)}, loose),
        "the dashpot of the tangential law linear_spring": (
            {"normal": linear(VISCOSITY), "tangential": {**sliding, "damping": 10}},
            loose,
        ),
        "the accuracy of impacts": ({"normal": linear(0)}, {"accuracy": 1e-4}),
    }
    for name, (rule, time) in rules.items():
        told = limit_of(rule, **time)
        fact(told.startswith(name), f"limit of the step: {told}")
    with tempfile.TemporaryDirectory() as folder:
        content = assembly({"normal": linear(0)}, velocity=0.2)
        run(["run", case(json.dumps(content)), "-o", folder, "--overwrite"])
        told = run(["info", folder]).stdout
    fact("step: fixed step" in told and "  limit: the " in told, "granum info prints the step and its limit")


def test_speed():
    """`time.speed` replaces the estimate of the speed of impacts; a run warns of faster particles."""
    content = assembly(HERTZ, velocity=0.2, gravity=[0, 0, -G])
    content["time"]["speed"] = 0.4
    told = run(["check", case(json.dumps(content))]).stdout
    fact("impacts up to 0.4 m/s" in told, "the speed of time.speed is that of the impacts")
    agrees("the speed of time.speed", {**content, "gravity": [0, 0, 0]}, bound_of_impact(0.4))
    content["time"] = {"end": 0.1, "speed": 0.4, "overlap_limit": 1}
    warnings = []
    with tempfile.TemporaryDirectory() as folder:
        for ranks in (1, 2):
            text = run(["run", case(json.dumps(content)), "-o", folder, "--overwrite"], ranks).stderr
            warnings.append(re.findall("at t = .* a particle moves at .*", text))
    told = warnings[0][0] if warnings[0] else "no warning"
    fact(len(warnings[0]) == 1 and warnings[0] == warnings[1] and "up to 0.4 m/s" in told, told)


def read_pulses(content, step, folder):
    """Peak forces and arrivals at three beads, and the step of the run."""
    content["time"]["step"] = step
    text = run(["run", case(json.dumps(content)), "-o", folder, "--overwrite"]).stdout
    with h5py.File(os.path.join(folder, "results.h5")) as file:
        rows = file["observables/detectors/beads-force"]
        return np.concatenate([rows["peak"][:], rows["arrival"][:]]), float(re.search(f"step {NUMBER} s", text)[1])


def test_precompressed_chain():
    content = chain({"law": "hertz"}, velocity=0.002)
    content["particles"]["beads"]["chain"] = {"count": 60, "precompression": 0.05}
    content["initial_velocities"][0]["id"] = 2
    content["ends"] = {"left": "fixed", "right": "fixed"}
    content["time"]["end"] = 12e-3
    content["output"] = {"detectors": [{"group": "beads", "at": [5, 20, 40], "quantity": "force"}]}
    with tempfile.TemporaryDirectory() as folder:
        pulses, step = read_pulses(content, "auto", folder)
        error = np.max(np.abs(pulses / read_pulses(content, step / 16, folder)[0] - 1))
        fact(error < 1e-3, f"a wave in a precompressed chain: peaks and arrivals within {error:.2%} at {step:.3g} s")


def integrate_touching(beads, restitution, floor, speed, end):
    """Peak forces on beads 3 and 6 of touching beads with hunt_crossley, by an implicit method. The first bead strikes
    the second one; the other contacts close at rest, with the approach speed `floor`."""
    onset = np.array([speed] + [floor] * (beads - 2))
    loss, unit = 1.5 * (1 - restitution), 1e-6

    def forces(y):
        overlap, rate = -unit * np.diff(y[:beads]), -np.diff(y[beads:])
        return K * np.maximum(overlap, 0) ** 1.5 * np.maximum(1 + loss * rate / onset, 0)

    def derivative(_, y):
        return np.concatenate([y[beads:] / unit, -np.diff(forces(y), prepend=0, append=0) / BEAD])

    begin = np.zeros(2 * beads)
    begin[beads] = speed
    found = solve_ivp(derivative, (0, end), begin, "Radau", np.linspace(0, end, 20001), rtol=1e-9, atol=1e-12)
    squeeze = np.array([forces(y) for y in found.y.T])
    return np.max(0.5 * (squeeze[:, [1, 4]] + squeeze[:, [2, 5]]), axis=0)


def test_touching_chains():
    beads, speed = 9, 1.0
    for restitution, floor in ((0.9, 1e-3), (0.5, 1e-2), (0.99, 0.3)):
        content = chain({"law": "hunt_crossley", "restitution": restitution, "speed_floor": floor}, speed)
        content["particles"]["beads"]["chain"]["count"] = beads
        content["output"] = {"detectors": [{"group": "beads", "at": [3, 6], "quantity": "force"}]}
        with tempfile.TemporaryDirectory() as folder:
            pulses, step = read_pulses(content, "auto", folder)
        expected = integrate_touching(beads, restitution, floor, speed, 1e-3)
        error = np.max(np.abs(pulses[:2] / expected - 1))
        fact(error < 1e-3, f"touching beads, v0 at least {floor} m/s: peaks within {error:.3%} at {step:.3g} s")


def test_checks_of_runs():
    # Coulomb's law limits the dashpot of sliding, which alone would not be stable at this step.
    sliding = {"law": "linear_spring", "stiffness": TANGENTIAL, "friction": 0.5, "viscosity": 100.0}
    content = assembly({"normal": linear(VISCOSITY), "tangential": sliding}, velocity=1.0)
    places = content["particles"]["beads"]["at"]
    places[1]["position"] = [8e-3, 5.5e-3, 5e-3]
    step = 0.3 * solve_step(STIFFNESS, VISCOSITY, PAIR)
    content |= {"time": {"end": 5e-3, "step": step}, "run": {"residual": "off"}}
    stable = printed(content)[0]
    with tempfile.TemporaryDirectory() as folder:
        ended = run(["run", case(json.dumps(content)), "-o", folder, "--overwrite"], check=False)
        fact(
            ended.returncode == 0 and step > 10 * stable,
            f"a step of {step:.3g} s does not stop the run, although the bound is {stable:.3g} s: {ended.stderr}",
        )
        content["contacts"][0]["tangential"]["viscosity"] = 0
        content["contacts"][0]["normal"] = linear(0)
        for factor, code in ((0.99, 0), (1.01, 3)):
            content["time"]["step"] = factor * solve_step(3.5 * TANGENTIAL, 0, PAIR)
            ended = run(["run", case(json.dumps(content)), "-o", folder, "--overwrite"], check=False)
            fact(
                ended.returncode == code,
                f"{factor} of the step at which a contact with friction is stable: exit code {ended.returncode}",
            )
        content = chain(linear(0))
        content["time"]["step"] = 1.1 * math.sqrt(BEAD / STIFFNESS)
        ended = run(["run", case(json.dumps(content)), "-o", folder, "--overwrite"], check=False)
        fact(
            ended.returncode == 3 and "are stable at no overlap in this contact (linear)" in ended.stderr,
            f"a linear contact is stable at no overlap: {ended.stderr.strip()}",
        )


def packing(laws):
    """Beads on a face-centred cubic lattice in a periodic box, with an overlap and small random velocities."""
    spacing = 1.98 * R
    beads = {"lattice": {"sites": "fcc", "spacing": spacing}, "material": "glass", "radius": R}
    side = 4 * math.sqrt(2) * spacing
    return {
        "dimension": 3,
        "domain": {"lower": [0] * 3, "upper": [side] * 3, "periodic": [True] * 3},
        "materials": {"glass": MATERIAL},
        "contacts": [{"between": "*", **laws}],
        "particles": {"beads": {**beads, "velocity_deviation": 1e-3}},
        "output": {"checkpoint": {"end": False}},
        "run": {"residual": "off"},
    }


def find_residuals(name, content, folder, stable):
    """Largest residual of the energy balance over the kinetic energy at the start, at three steps."""
    residuals = []
    for factor in (0.25, 0.5, 0.99):
        content["time"] = {"end": 2000 * max(factor, 0.5) * stable, "step": factor * stable}
        content["output"]["energy"] = {"every": 20 * factor * stable}
        ended = run(["run", case(json.dumps(content)), "-o", folder, "--overwrite"], check=False)
        books = ledger(os.path.join(folder, "results.h5"))
        kinetic = books["kinetic"]
        most = np.max(kinetic) / kinetic[0]
        residuals.append(np.max(np.abs(books["residual"])) / kinetic[0])
        fact(
            ended.returncode == 0 and most < 3,
            f"{name}: at {factor} of the bound the kinetic energy stays below {most:.2f} of its first value in "
            f"{content['time']['end'] / content['time']['step']:.0f} steps",
        )
    return residuals


def test_checks_of_contacts():
    """Contacts that are stable alone, but not together, stop a run at its first frame."""
    content = packing({**HERTZ, "tangential": {"law": "mindlin", "friction": 0.5}})
    content["particles"]["beads"]["velocity_deviation"] = 1e-6
    content["time"] = {"end": 1e-3}
    stable = printed(content)[0]
    for factor, code in ((0.99, 0), (1.01, 3)):
        step = factor * stable
        content["time"] = {"end": 20 * step, "step": step}
        content["output"]["trajectory"] = {"every": 10 * step}
        with tempfile.TemporaryDirectory() as folder:
            path, told = case(json.dumps(content)), []
            for ranks in (1, 2):
                ended = run(["run", path, "-o", folder, "--overwrite"], ranks, check=False)
                told.append(ended.stderr.split("; to continue")[0].splitlines()[-1:])
        stopped = "particle 1, whose 12 contacts are stable up to" in "".join(told[0])
        fact(
            ended.returncode == code and stopped == (code == 3) and told[0] == told[1],
            f"{factor} of the step at which 12 contacts are stable: exit code {ended.returncode}, {told}",
        )


def check_mean_velocities(content, folder):
    """The same with velocities of the half step: a residual that does not grow, of first order."""
    residuals = []
    for steps, end in ((2000, 0.01), (2000, 0.04), (8000, 0.04)):
        content["time"] = {"end": end, "step": end / steps, "velocity": "half"}
        content["output"]["energy"] = {"every": end / 100}
        run(["run", case(json.dumps(content)), "-o", folder, "--overwrite"])
        books = ledger(os.path.join(folder, "results.h5"))
        residuals.append(np.max(np.abs(books["residual"])) / books["kinetic"][0])
    told = ", ".join(f"{r:.2g}" for r in residuals)
    fact(residuals[2] < 1.1 * residuals[0] and residuals[1] < 8 * residuals[0], f"time.velocity: half, mindlin: {told}")


def test_elastic_packings():
    roll = {"stiffness": 500, "friction": 0.5}
    spring = {"law": "linear_spring", "stiffness": TANGENTIAL, "friction": 0.5}
    laws = {
        "hertz, mindlin": {**HERTZ, "tangential": {"law": "mindlin", "friction": 0.5}},
        "linear, linear_spring": {"normal": linear(0), "tangential": spring},
        "rolling and twisting": {
            **HERTZ,
            "rolling": {"law": "rolling_spring", **roll},
            "twisting": {"law": "twisting_spring", **roll},
        },
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, rule in laws.items():
            content = packing(rule)
            content["time"] = {"end": 1e-3}
            residuals = find_residuals(name, content, folder, printed(content)[0])
            order = math.log2(residuals[1] / residuals[0])
            told = f"residuals of the energy balance {', '.join(f'{r:.2g}' for r in residuals)}, order {order:.2f}"
            fact(residuals[1] < 0.2 and residuals[2] < 1 and order > 1.7, f"{name}: {told}")
        check_mean_velocities(packing(laws["hertz, mindlin"]), folder)


test_chains()
test_elastic_packings()
test_linear_laws()
test_walls()
test_adhesion_and_bonds()
test_accurate_step()
test_limits()
test_speed()
test_precompressed_chain()
test_touching_chains()
test_checks_of_runs()
test_checks_of_contacts()
done()
