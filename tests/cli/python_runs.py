"""usage: python_runs.py CASE FOLDER

Runs cases with the Python package on all ranks of MPI. Rank 0 prints its observations as one JSON object, which must
not depend on the number of ranks."""
import hashlib
import json
import os
import sys

import granum
import numpy as np
from mpi4py import MPI

CASE = sys.argv[1]
os.chdir(sys.argv[2])
FIRST = MPI.COMM_WORLD.rank == 0
MESH = {
    "dimension": 3,
    "domain": {"lower": [-0.05, -0.05, -0.05], "upper": [0.05, 0.05, 0.05]},
    "materials": {"a": {"density": 2e3, "youngs_modulus": 1e7, "poisson_ratio": 0.25}},
    "contacts": [{"between": "*", "normal": {"law": "tsuji", "restitution": 0.8}}],
    "particles": {"one": {"at": [{"position": [0, 0, 0]}], "material": "a", "radius": 1e-3}},
    "walls": {"hopper": {"shape": "mesh", "file": "MESH", "material": "a", "unit": "mm"}},
    "time": {"end": 0.1},
}
IMPACT = "inputs/impact/two-spheres.yaml"
seen = {}


def bits(array):
    """Returns a checksum of an array; of an array of structs without the bytes between their fields."""
    if array is None:
        return None
    parts = [array[name] for name in array.dtype.names] if array.dtype.names else [array]
    return hashlib.sha256(b"".join(np.ascontiguousarray(part).tobytes() for part in parts)).hexdigest()


def failure(call):
    """Returns the attributes of the Error of a call; the same on all ranks, or None."""
    try:
        call()
    except granum.Error as error:
        found = MPI.COMM_WORLD.allgather([str(error), vars(error)])
        return found[0][1] if all(one == found[0] for one in found) else None
    return "no error"


def whole():
    """To the end in pieces, with callbacks and output: the bits of the command."""
    calls, times, last = [], [], []
    with granum.Run(CASE, output="whole", overwrite=True) as run:
        run.call(lambda run: calls.append(run.step), every=7)
        run.call(lambda run: times.append(run.step), interval=3e-4)
        run.call(lambda run: last.append(run.step), interval=1e-3)
        run.steps(10)
        seen["ten"] = [run.step, round(run.time, 9)]
        run.until(5e-4)
        seen["until"] = [run.step, round(run.time, 9), run.until(5e-4), run.step]
        run.finish()
        seen["end"] = [run.step, run.ended, run.steps(5), run.stopped]
        seen["energy"] = run.energy
    seen["calls"], seen["times"], seen["last"] = calls, times, last


def quantities():
    """Arrays of a rank have one row for each of its particles; gathered arrays are in the order of the ids."""
    with granum.Run(CASE, set={"time.end": 1.0}) as run:
        run.steps(150)
        before = run.positions
        kept = before.copy()
        names = ("positions", "velocities", "spins", "forces", "torques")
        rows = [getattr(run, name).shape == (len(run.ids), 3) for name in names]
        seen["rows"] = all(rows) and run.radii.shape == run.masses.shape == run.ids.shape
        seen["fixed"] = not before.flags.writeable
        total = MPI.COMM_WORLD.allreduce(len(run.ids))
        for name in ("ids", *names, "radii", "masses", "contacts"):
            seen[name] = bits(run.gather(name))
        force, mass, contacts = run.gather("forces"), run.gather("masses"), run.gather("contacts")
        seen["floor"] = run.walls["floor"]["force"].tolist()
        seen["fields"] = run.walls["floor"].dtype.names[0]
        seen["no lid"] = failure(lambda: run.walls["lid"])
        seen["back"] = failure(lambda: run.steps(-1))
        seen["text"] = failure(lambda: run.until("5 ms"))
        seen["interval"] = failure(lambda: run.call(print, interval="1 ms"))
        if FIRST:
            on_floor = -contacts["force"][contacts["wall"] == 0].sum(axis=0)
            seen["walls"] = np.allclose(on_floor, seen["floor"], rtol=1e-12, atol=0) and seen["floor"][2] < 0
            rest = force.sum(axis=0) + on_floor - [0, 0, -9.81 * mass.sum()]
            seen["newton"] = bool(np.abs(rest).max() < 1e-3 * np.abs(force).sum())  # other velocities in the dashpots
            seen["total"] = total == len(mass)
        run.steps(1)
        seen["kept"] = bool((before == kept).all()) and run.positions is not before


def forces():
    """A force m a has the effect of gravity. A force that fails ends the run with its exception on its rank."""

    def lift(particles):
        particles.force[:, 2] += 4 * particles.mass

    def fail(particles):
        if 1 in particles.id:
            raise ValueError("no force")

    ends = {}
    for name, sets, force in (("force", {}, lift), ("gravity", {"gravity": [0, 0, -5.81]}, None)):
        with granum.Run(CASE, set=sets, force=force) as run:
            run.finish()
            ends[name] = run.gather("positions"), run.energy["residual"], run.energy["kinetic"]
    seen["force"] = bits(ends["force"][0])
    if FIRST:
        seen["as gravity"] = bool(np.abs(ends["force"][0] - ends["gravity"][0]).max() < 1e-9)
    seen["balanced"] = abs(ends["force"][1]) < 0.02 * ends["force"][2]
    run = granum.Run(CASE, force=fail)
    try:
        run.finish()
    except (ValueError, granum.Error) as problem:
        kinds = MPI.COMM_WORLD.gather(type(problem).__name__)
        seen["fails"] = FIRST and sorted(kinds, reverse=True)[0]
    seen["dead"] = failure(run.steps) is not None
    run.close()
    run = granum.Run(CASE, force=lambda particles: particles.mass if 1 in particles.id else None)
    try:
        run.finish()
    except granum.Error as problem:
        messages = MPI.COMM_WORLD.gather(str(problem))
        seen["returns"] = FIRST and sorted(messages)[0]
    run.close()


def changes():
    """Gravity and the velocity of a wall: the bits of a case with two stages that change them."""
    half = {"gravity": [0, 0, -5], "walls": {"floor": {"velocity": [0, 0, 0.05]}}}
    stages = {"one": {"until": {"time": 1e-3}}, "two": {"until": {"time": 1e-3}, **half}}
    ends = {}
    with open(CASE) as file:
        text = file.read().replace("time: {end: 2 ms, ", "time: {")
    staged = granum.Case(text + f"stages: {json.dumps(stages)}\n")
    with granum.Run(staged) as run:
        run.finish()
        ends["stages"] = bits(run.gather("positions")), run.time, run.energy["taken_by_changes"]
    with granum.Run(CASE) as run:
        stops = [run.until(time) and run.step for time in (1.3e-4, 1.35e-4, 6.1e-4, 1e-3)]
        seen["without output"] = stops == [13, 14, 61, 100]
        run.change(gravity=[0, 0, -5], walls={"floor": [0, 0, 0.05]})
        seen["speed"] = run.walls["floor"]["velocity"].tolist()
        run.finish()
        ends["change"] = bits(run.gather("positions")), run.time, run.energy["taken_by_changes"]
    seen["as stages"] = ends["stages"] == ends["change"]
    with granum.Run(CASE) as run:
        run.finish()
        ends["whole"] = bits(run.gather("positions")), bits(run.gather("velocities")), run.energy
    with granum.Run(CASE) as run:
        while not run.ended:
            run.change(gravity=[0, 0, -9.81], walls={"floor": [0, 0, 0]}, velocities=run.velocities, spins=run.spins)
            run.steps(1)
        ends["the same values"] = bits(run.gather("positions")), bits(run.gather("velocities")), run.energy
    seen["no change"] = ends["whole"] == ends["the same values"]
    with granum.Run(CASE) as run:
        run.until(1e-3)
        energy, before = run.energy, run.gather("velocities")
        run.change(velocities=2 * run.velocities, spins=0 * run.spins)
        after = run.energy
        seen["jump"] = abs(after["residual"] - energy["residual"]) < 1e-12 * after["kinetic"]
        seen["taken"] = after["taken_by_changes"] < -2 * energy["kinetic"]
        doubled = run.gather("velocities")
        seen["velocities set"] = FIRST and bool((doubled == 2 * before).all())
        run.finish()
        seen["kicked"] = bits(run.gather("positions"))
        seen["ended"] = failure(lambda: run.change(gravity=[0, 0, 0]))
    with granum.Run(CASE) as run:
        seen["no wall"] = failure(lambda: run.change(walls={"lid": [0, 0, 1]}))
        seen["word"] = failure(lambda: run.change(gravity="down"))
        seen["nan"] = failure(lambda: run.change(gravity=[0, 0, np.nan]))
        seen["speed of a wall"] = failure(lambda: run.change(walls={"floor": 0.1}))
        seen["shape"] = failure(lambda: run.change(gravity=[0, 1] if FIRST else None))


def changed_and_resumed():
    """A run that is resumed after changes continues with gravity and walls as changed; run.json counts the changes."""
    shaken = {"walls.floor.oscillation": "{amplitude: [0, 0, 0.05 mm], frequency: 300 Hz, phase: 1}"}
    shaken["walls.floor.acceleration"] = "[0, 0, 4]"
    expected = {}
    for end, folder in (("2 ms", None), ("1 ms", "changed")):
        with granum.Run(CASE, set={**shaken, "time.end": end}, output=folder) as run:
            run.until(3e-4)
            run.change(gravity=[0, 0, -5])
            run.until(5e-4)
            run.change(walls={"floor": [0, 0, 0.05]}, velocities=0.5 * run.velocities)
            run.finish()
            expected[end] = bits(run.gather("positions")), run.energy["residual"]
    with granum.resume("changed", set={"time.end": "2 ms"}) as run:
        run.finish()
        seen["resumed with changes"] = (bits(run.gather("positions")), run.energy["residual"]) == expected["2 ms"]
    MPI.COMM_WORLD.barrier()
    with open("changed/run.json") as file:
        seen["changes"] = json.load(file).get("changes_by_program")


def resumed():
    """A run that is resumed, also with its force into another folder, has the bits of one without a break."""
    for name, force in (("no force", None), ("force", pull)):
        with granum.Run(CASE, force=force) as run:
            run.finish()
            expected = bits(run.gather("positions"))
        with granum.Run(CASE, set={"time.end": 1e-3}, output=f"short {name}", force=force) as run:
            run.finish()
        end = {"time.end": "2 ms"}
        with granum.resume(f"short {name}", set=end, output="other" if force else None, force=force) as run:
            begin = run.step
            run.finish()
            seen[f"resumed with {name}"] = [begin, run.step, bits(run.gather("positions")) == expected]
    seen["past"] = failure(lambda: granum.resume("short force", set={"gravity": [0, 0, 0]}, force=pull))
    seen["no checkpoint"] = failure(lambda: granum.Run.resume("empty"))
    seen["holds"] = failure(lambda: granum.Run(CASE, output="short force"))
    seen["unknown"] = failure(lambda: granum.Run(CASE, set={"tim.end": "1 ms"}))


def pull(particles):
    particles.force[:] = -0.01 * (particles.position - [6e-3, 6e-3, 8e-3])


def failures():
    """Errors have place and remedy, and are the same on every rank; the process continues."""
    with open(CASE) as file:
        text = file.read()
    seen["place"] = failure(lambda: granum.Run(granum.Case(text.replace("restitution", "restituton"))))
    seen["set"] = failure(lambda: granum.Run(CASE, set={"materials.glass.density": "3 mm"}))
    seen["missing"] = failure(lambda: granum.Run("missing.yaml"))
    seen["checked"] = failure(lambda: granum.check({"dimension": 4}))
    fast = {"particles.grains.velocity": [0, 0, -400.0], "time.overlap_limit": 0.01}
    run = granum.Run(CASE, set=fast)
    seen["physics"] = failure(run.finish)
    seen["again"] = failure(run.finish)
    run.close()
    seen["closed"] = failure(run.steps)
    run = granum.Run(CASE, output="open")
    run.steps(60)
    seen["held"] = failure(lambda: granum.Run(CASE, output="open"))["code"]
    with granum.Run(CASE, output="open", overwrite=True) as again:
        again.steps(120)
    MPI.COMM_WORLD.barrier()
    seen["kept frames"] = len(granum.results("open").frames())


def tools():
    """check, laws and case."""
    report = granum.check(CASE)
    with open(CASE) as file:
        again = granum.check(granum.Case(file.read()))["cases"][0]
    the_case = report["cases"][0]
    seen["report"] = [the_case["particles"], the_case["steps"], again["particles"]]
    seen["resolved"] = granum.check(granum.Case(report["resolved"]))["cases"][0]["particles"]
    values = granum.resolved(CASE, set={"time.end": "20 ms"})
    seen["values"] = [values["time"]["end"], values["problem"], granum.resolved(values) == values]
    laws = granum.laws()
    seen["laws"] = [laws["mindlin"]["kind"], "restitution" in laws["tsuji"]["parameters"], len(laws) > 25]
    path = "pair.yaml"
    sphere = {"chain": {"count": 1}, "material": "a", "radius": "2 mm"}
    keys = {
        "dimension": 1,
        "materials": {"a": {"density": 2e3, "youngs_modulus": 1e9, "poisson_ratio": 0.25}},
        "contacts": [{"between": "*", "normal": {"law": "hertz"}}],
        "particles": {"left": {**sphere, "velocity": 1e-1}, "right": sphere},
        "time": {"end": 2e-4},
        "sweep": {"particles.left.velocity": [0.1, 0.2]},
    }
    granum.case(keys, path)
    MPI.COMM_WORLD.barrier()
    seen["several"] = failure(lambda: granum.Run(path))
    with granum.Run(path, name="2") as run:
        run.finish()
        speed = run.gather("velocities")
        seen["pair"] = FIRST and np.round(speed[:, 0], 4).tolist()
        seen["chain"] = failure(lambda: run.change(gravity=[0, 0, 1]))
    mesh = os.path.join(os.environ["GRANUM_SOURCE"], "inputs/bulk/hopper.stl")
    with granum.Run(granum.Case(str(granum.case(MESH)).replace("MESH", mesh))) as run:
        run.steps(1)
        seen["mesh"] = run.step
    seen["impact"] = failure(lambda: granum.Run(os.path.join(os.environ["GRANUM_SOURCE"], IMPACT)))
    half = MPI.COMM_WORLD.Split(MPI.COMM_WORLD.rank % 2)
    with granum.Run(CASE, comm=half) as run:
        run.steps(50)
        seen["half"] = bits(run.gather("positions"))


def bodies():
    """Rigid bodies of two spheres: gathered bodies are where their spheres are."""
    keys = {
        "dimension": 3,
        "domain": {"lower": np.zeros(3), "upper": np.full(3, 0.02), "periodic": np.ones(3, bool)},
        "materials": {"a": {"density": 2e3, "youngs_modulus": 1e7, "poisson_ratio": 0.25}},
        "contacts": [{"between": "*", "normal": {"law": "tsuji", "restitution": 0.8}}],
        "clumps": {
            "dimer": {"spheres": [{"centre": [-3e-4, 0, 0], "radius": 1e-3}, {"centre": [3e-4, 0, 0], "radius": 1e-3}]}
        },
        "particles": {
            "bodies": {"random": {"count": np.int64(60)}, "material": "a", "clump": "dimer", "velocity_deviation": 0.5}
        },
        "time": {"end": 0.01},
    }
    with granum.Run(keys, set={"time.end": np.float32(0.02)}) as run:
        run.steps(100)
        found, spheres = run.gather("bodies"), run.gather("positions")
        seen["bodies"] = bits(found)
        seen["rigid"] = failure(lambda: run.change(velocities=run.velocities))
        seen["goes on"] = run.steps(5) and run.step == 105
        if FIRST:
            between = 0.5 * (spheres[0::2] + spheres[1::2])
            near = np.abs(found["position"] - between).max(axis=1) < 5e-3  # both spheres on one side of the box
            seen["centres"] = bool(
                len(found) == 60 and near.sum() > 30 and np.allclose(found["position"][near], between[near], atol=1e-9)
            )


for part in (whole, quantities, forces, changes, changed_and_resumed, bodies, resumed, failures, tools):
    part()
if FIRST:
    print(json.dumps(seen))
