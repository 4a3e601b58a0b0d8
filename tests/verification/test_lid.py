"""Load-controlled lids in a round cell: a disc, by its stress; a round plate of triangles, by its force. In a
settled bed each reaches twice its load, a quarter of that and back, within 1 % in the mean and with an overshoot of
at most a tenth of the step. The plate has equal bits on 1 and 3 ranks, and on 2 after a restart in the middle.
Labels: bulk contact input io law mesh parallel particle record run time wall."""
import tempfile

import h5py
import numpy as np
from granum_test import done, fact, ledger, run, simulate

RADIUS, MS = 6e-3, 1e-3
AREA = np.pi * RADIUS**2
CASE = """
dimension: 3
domain: {lower: [-7 mm, -7 mm, 0], upper: [7 mm, 7 mm, 30 mm]}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.5}}]
particles:
  beads:
    random: {solid_fraction: 0.25, lower: [-4.2 mm, -4.2 mm, 0], upper: [4.2 mm, 4.2 mm, TOP]}
    material: glass
    radius: {distribution: uniform, from: 0.8 mm, to: 1 mm}
    velocity: [0, 0, -0.3]
walls:
  floor: {side: lower_z, material: glass}
  tube: {shape: cylinder, centre: [0, 0, 15 mm], axis: [0, 0, 1], radius: 6 mm, concave: true, material: glass}
  lid: {LID, material: glass, servo: SERVO}
"""
STEPS = (2000, 4000, 1000, 2000)  # [Pa]
LASTS = (110, 15, 30, 15)  # [ms]; after unloading the bed rearranges for some time
REST = """
time: {safety: 0.4}
output: {trajectory: {every: 50 ms}, walls: {every: 0.1 ms}, energy: {every: 1 ms}}
"""
SHORT = """
time: {end: 12 ms, step: 4 us, rebalance: 300, overlap_limit: 0.4}
output: {trajectory: {every: 4 ms}, walls: {every: 0.5 ms}, energy: {every: 0.5 ms}, checkpoint: {every: 8 ms}}
"""


def corner(i, z):
    angle = 2 * np.pi * i / 24
    return (5.95 * np.cos(angle), 5.95 * np.sin(angle), z)


def write_plate(path):
    """24 corners, 2 mm thick, of a little less than the radius of the cell; the middle of its lower face is at 0."""
    triangles = []
    for a, b in ((i, (i + 1) % 24) for i in range(24)):
        triangles.append(((0, 0, 0), corner(b, 0), corner(a, 0)))
        triangles.append(((0, 0, 2), corner(a, 2), corner(b, 2)))
        triangles.append((corner(a, 0), corner(b, 0), corner(b, 2)))
        triangles.append((corner(a, 0), corner(b, 2), corner(a, 2)))
    with open(path, "w") as f:
        f.write("solid plate\n")
        for one in triangles:
            vertices = "".join("vertex " + " ".join(repr(float(x)) for x in v) + "\n" for v in one)
            f.write(f"facet normal 0 0 0\nouter loop\n{vertices}endloop\nendfacet\n")
        f.write("endsolid plate\n")


def disc(height, stress):
    servo = f"{{stress: {stress}, max_speed: 0.3}}"
    return f"shape: disc, centre: [0, 0, {height} mm], normal: [0, 0, -1], radius: {RADIUS}", servo


def plate(height, stress, speed=0.3):
    where = f"file: plate.stl, unit: mm, position: [0, 0, {height} mm], direction: [0, 0, -1]"
    return f"shape: mesh, {where}", f"{{force: {stress * AREA!r}, max_speed: {speed}}}"


def written(top, text, height, lid, servo):
    path = f"{top}/case.yaml"
    with open(path, "w") as f:
        f.write(text.replace("TOP", f"{height - 1} mm").replace("LID", lid).replace("SERVO", servo))
    return path


def check_steps(name, results):
    with h5py.File(results, "r") as f:
        lid = f["observables/walls/lid"]
        t, force, load = lid["time"][:], lid["force"][:, 2], lid["load"][:].ravel()
        ends = [0, *f["observables/stages/time"][:]]
        work = sum(wall["work"][-1].item() for wall in f["observables/walls"].values())
        moved = np.diff(f["particles/grains/position/value"][[0, -1], :, 2], axis=0)[0]
        weight = -9.81 * (f["particles/grains/mass"][:] * moved).sum()
    before = 0
    for k, target in enumerate(STEPS):
        during = (t > ends[k] + 1e-9) & (t <= ends[k + 1] + 1e-9)
        stress, since = force[during] / AREA, t[during] - ends[k]
        fact(abs(load[during][-1] / (target * AREA) - 1) < 1e-9, f"{name}: the recorded load is {target} Pa")
        beyond = ((stress - before) / (target - before)).max() - 1
        fact(
            beyond < 0.1,
            f"{name}: the stress goes from {before} to {target} Pa, overshoot {100 * beyond:.3g} % of the step",
        )
        late, end = np.abs(stress / target - 1)[since > since[-1] - 5 * MS], stress[since > since[-1] - 5 * MS].mean()
        # A bead that moves to another position lowers the lid for a millisecond or two, at any time.
        fact(abs(end / target - 1) < 0.01, f"{name}: the mean stress of the last 5 ms is {end:.5g} Pa")
        fact(late.max() < 0.03, f"{name}: the stress of the last 5 ms differs by at most {100 * late.max():.3g} %")
        before = target
    external = ledger(results)["external_work"][-1]
    fact(
        abs(work + weight - external) < 1e-12 * abs(external),
        f"{name}: the works of walls, {work:.5g} J, and of the weight, {weight:.5g} J, add up to that in the ledger",
    )


with tempfile.TemporaryDirectory() as top:
    write_plate(f"{top}/plate.stl")
    for name, of in (("disc", disc), ("plate", plate)):
        stages = "stages:\n" + "".join(
            f"  s{k}: {{until: {{time: {last} ms}}, walls: {{lid: {{servo: {of(30, stress)[1]}}}}}}}\n"
            for k, (stress, last) in enumerate(zip(STEPS, LASTS))
        )
        path = written(top, CASE + stages + REST, 30, *of(30, STEPS[0]))
        check_steps(name, simulate(path, f"{top}/{name}"))

    path = written(top, CASE + SHORT, 18, *plate(18, 500, 1))
    one, three = (simulate(path, f"{top}/on-{p}", ranks=p) for p in (1, 3))
    with h5py.File(one, "r") as f:
        held = f["observables/walls/lid/force"][:, 2]
    fact((held > 0).any(), f"the plate touches beads: {held.max():.3g} N")
    told = run(["diff", one, three], check=False)
    fact(told.returncode == 0, f"the plate: the same bits on 1 and 3 ranks {told.stdout}")
    run(["resume", f"{top}/on-1/checkpoint-2000.h5", "-o", f"{top}/on"], 2)
    told = run(["diff", one, f"{top}/on/results.h5"], check=False)
    fact(told.returncode == 0, f"the plate: the same bits after a restart on 2 ranks {told.stdout}")
done()
