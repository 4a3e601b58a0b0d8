"""Time to solution: CPU seconds per simulated time of settling beads and of a rotating drum, in granum at its automatic
step and in LAMMPS, and the error of each program at its step.

The error is that of the restitution of a free normal impact of two equal spheres at the expected speed, from which
granum derives its step: the largest of 16 phases, relative to the mean of impacts of the same program at 1/32 of
granum's step. The phase is the fraction of the first step after which the surfaces meet. Both programs have Hertz's
spring, Tsuji's dashpot and Mindlin's spring, each with its defaults: the dashpot of LAMMPS has the coefficient of the
published polynomial and pulls at the end of a contact."""
import dataclasses
import functools
import os
import re
import resource
import statistics

from packing_data import state, write_atoms, write_table
from programs import GRANUM, HERE, NATIVE, NO_CHECKPOINT, LAMMPS, call, lammps, settings, simulate

PHASES, FINER, RATIO = 16, 32, 2 ** (-1 / 8)  # RATIO: of two successive steps tried
FRICTION = 0.5
STEPS = "20 % of the Rayleigh time", "error of granum"  # rules for the step of LAMMPS


@dataclasses.dataclass
class System:
    """A case for both programs. Quantities are in the units of the case."""

    name: str
    what: str
    case: str
    sets: list  # --set values for granum, besides the contact rule
    material: str
    lower: tuple  # corners of the box for LAMMPS
    upper: tuple
    radius: float  # of the spheres that impact
    density: float
    young: float
    poisson: float
    restitution: float
    begin: float  # time at which the measured span begins
    span: float
    walls: dict  # variables of lammps-solution.in

    def rules(self):
        """--set values for Hertz's spring, Tsuji's dashpot and Mindlin's spring, as granum has them by default."""
        return [
            f"contacts.0.normal={{law: tsuji, restitution: {self.restitution}}}",
            f"contacts.0.tangential={{law: mindlin, friction: {FRICTION}}}",
        ]

    def all_sets(self):
        return [*self.rules(), *self.sets]

    def variables(self):
        """Variables of lammps-solution.in."""
        values = {"young": self.young, "poisson": self.poisson, "restitution": self.restitution, "friction": FRICTION}
        return {**values, "skin": 0.2 * self.radius}


def settling(restitution):
    return System(
        name=f"{restitution}",
        what=f"8000 glass beads settle, restitution {restitution}",
        case=os.path.join(HERE, "settling.yaml"),
        sets=[],
        material="glass",
        lower=(0, 0, 0),
        upper=(0.02, 0.02, 0.042),
        radius=5e-4,
        density=2500,
        young=7e7,
        poisson=0.25,
        restitution=restitution,
        begin=0.05,
        span=0.01,
        walls={"walls": "box", "side": 0.02, "gravity": 9.81},
    )


def drum(radius=14.0, half=12.0, rate=0.07853981633974483):
    """The spheres of drum.yaml in a smaller cylinder of the length 2 half, which rotates about y."""
    corner = (radius + 1, half + 1, radius + 1)
    box = [-c for c in corner], list(corner)
    rotation = f"{{pivot: [0, 0, 0], angular_velocity: [0, {rate}, 0]}}"
    sets = [
        f"domain={{lower: {box[0]}, upper: {box[1]}}}",
        f"walls={{drum: {{shape: cylinder, centre: [0, 0, 0], axis: [0, 1, 0], radius: {radius}, length: {2 * half}, "
        f"concave: true, ends: closed, material: wall, rotation: {rotation}}}}}",
        "particles.grains.random={solid_fraction: 0.3}",
        f"particles.grains.within.cylinder={{from: [0, {-half}, 0], to: [0, {half}, 0], radius: {radius}}}",
        "time.step=auto",
    ]
    return System(
        name="drum",
        what="spheres flow in a cylinder that rotates",
        case=os.path.join(HERE, "drum.yaml"),
        sets=sets,
        material="grain",
        lower=box[0],
        upper=box[1],
        radius=0.45,
        density=1,
        young=20000,
        poisson=0.3,
        restitution=0.6,
        begin=20,
        span=4,
        walls={"walls": "drum", "radius": radius, "half": half, "rate": rate, "gravity": 1},
    )


# ---- steps and errors ----


def automatic(system):
    """granum's step, the expected speed, the Rayleigh time of the smallest sphere and the duration of the shortest
    contact."""
    told = call([GRANUM, "check", system.case] + settings(system.all_sets()), HERE)
    patterns = (
        r"fixed step (\S+) s",
        r"impacts .*?(\S+) m/s",
        r"\(Rayleigh time (\S+) s\)",
        r"\(contact duration (\S+) s\)",
    )
    return [float(re.search(pattern, told)[1]) for pattern in patterns]


def write_impacts(system, step, speed, table, data):
    """Writes pairs that are about to meet along x, each at its phase, for both programs."""
    r, rows = system.radius, []
    for k in range(PHASES):
        x = r + 0.5 * speed * step * (k + 0.5) / PHASES
        y = 4 * r * (k - 0.5 * PHASES)
        for side in (-1, 1):
            numbers = [side * x, y, 0, -side * 0.5 * speed, 0, 0, 0, 0, 0, r]
            rows.append([str(len(rows) + 1), *(repr(float(value)) for value in numbers)])
    write_table(table, rows)
    write_atoms(data, rows, [1] * len(rows), 3 * [-40 * r], 3 * [40 * r], system.density)


def speeds_of_granum(system, step, steps, table, folder):
    import h5py

    edge = 40 * system.radius
    sets = [
        *system.rules(),
        f"domain={{lower: [{-edge}, {-edge}, {-edge}], upper: [{edge}, {edge}, {edge}]}}",
        "gravity=[0, 0, 0]",
        "walls={}",
        f"particles={{grains: {{file: {table}, material: {system.material}}}}}",
        f"time={{step: {step!r}, end: {steps * step!r}, overlap_limit: 0.4}}",
        f"output.trajectory.every={steps * step!r}",
        *NO_CHECKPOINT,
    ]
    simulate(["run", system.case] + settings(sets), folder, "impacts")
    with h5py.File(os.path.join(folder, "impacts", "results.h5")) as file:
        return file["particles/grains/velocity/value"][-1][:, 0]


def speeds_of_lammps(system, step, steps, data, folder):
    values = {**system.variables(), "data": data, "walls": "none", "gravity": 0, "step": step, "steps": steps}
    lammps(LAMMPS[NATIVE], "lammps-solution.in", values, folder)
    with open(data + ".out") as file:
        return [float(line.split()[1]) for line in file.readlines()[9:]]


def restitutions(program, system, step, speed, duration, folder):
    """Restitution of the impact of each phase."""
    table, data = os.path.join(folder, "impacts.csv"), os.path.join(folder, "impacts.data")
    write_impacts(system, step, speed, table, data)
    steps = int(duration / step) + 3
    if program == "granum":
        v = speeds_of_granum(system, step, steps, table, folder)
    else:
        v = speeds_of_lammps(system, step, steps, data, folder)
    return [(right - left) / speed for left, right in zip(v[::2], v[1::2])]


def error_function(program, system, step, speed, duration, folder):
    """A function of a step: the largest error of all phases."""
    reference = statistics.mean(restitutions(program, system, step / FINER, speed, duration, folder))
    return lambda h: max(abs(e / reference - 1) for e in restitutions(program, system, h, speed, duration, folder))


def longest_within(error, bound, begin):
    """The longest step tried, from `begin` downwards, at which and at whose successor the error is within the bound."""
    step, now = begin, error(begin)
    while True:
        following = error(step * RATIO)
        if max(now, following) <= bound:
            return step
        step, now = step * RATIO, following


def steps_of(system, folder):
    """{granum or a name in STEPS: step}. Prints the steps and their errors."""
    step, speed, rayleigh, duration = automatic(system)
    words = system, step, speed, 2 * duration, folder
    ours, theirs = (error_function(program, *words) for program in ("granum", "LAMMPS"))
    steps = {"granum": step, STEPS[0]: 0.2 * rayleigh, STEPS[1]: longest_within(theirs, ours(step), 0.4 * rayleigh)}
    print(f"\n{system.what}: a contact at {speed:g} m/s lasts {duration:.4g} s, the Rayleigh time is {rayleigh:.4g} s")
    for name, h in steps.items():
        error = (ours if name == "granum" else theirs)(h)
        print(f"  {name:<38} step {h:.4g} s, error of the restitution {100 * error:.3g} %", flush=True)
    return steps


# ---- runs ----


def write_start(system, folder):
    """Writes the state at the time `begin` for both programs."""
    rows = state(system.case, system.all_sets(), system.begin)[0]
    write_table(os.path.join(folder, "start.csv"), rows)
    write_atoms(os.path.join(folder, "start.data"), rows, [1] * len(rows), system.lower, system.upper, system.density)


def cpu_seconds(run):
    """User time of the child processes of a function [s]."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run()
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def cost_of_granum(system, step, span, folder):
    """CPU seconds per simulated second."""
    grains = f"{{file: {os.path.join(folder, 'start.csv')}, material: {system.material}}}"
    time = f"{{step: {step!r}, end: {span!r}, overlap_limit: 0.4}}"
    sets = [*system.all_sets(), f"particles={{grains: {grains}}}", f"time={time}", *NO_CHECKPOINT]
    return cpu_seconds(lambda: simulate(["run", system.case] + settings(sets), folder, "out")) / span


def cost_of_lammps(program, system, step, span, folder):
    """CPU seconds per simulated second."""
    values = {**system.variables(), **system.walls, "data": os.path.join(folder, "start.data")}
    values.update(step=step, steps=max(1, round(span / step)))
    return cpu_seconds(lambda: lammps(program, "lammps-solution.in", values, folder)) / span


def contestants(system, folder, part):
    write_start(system, folder)
    steps, span = steps_of(system, folder), system.span * part
    found = {"granum": functools.partial(cost_of_granum, system, steps["granum"], span, folder)}
    for name, program in LAMMPS.items():
        for how in STEPS:
            once = functools.partial(cost_of_lammps, program, system, steps[how], span, folder)
            found[f"{name}, {how}"] = once
    return found
