"""Rigid bodies of spheres in a periodic box that is sheared, compressed and held at a stress. The bits are the same on
any number of ranks and after a restart. The residual of the energy balance decreases with the square of the step.
Spheres keep their places in the body when it crosses moving sides. The velocities of a dilute gas follow a closed form.
Compressed dimers reach the given pressure. `previous` continues the bodies. A clump of one sphere has the bits of the
sphere.
Labels: bulk clump contact input io law parallel particle record run time wall."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, simulate

CASE = """
dimension: 3
domain: {DOMAIN, periodic: [true, true, true], cell: {CELL}}
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.6}, tangential: {law: mindlin, friction: 0.4}}]
clumps:
  dimer: {spheres: [{centre: [-0.15 mm, 0, 0], radius: 0.4 mm}, {centre: [0.25 mm, 0, 0], radius: 0.3 mm}]}
  bent: {spheres: [{centre: [-0.3 mm, 0, 0], radius: 0.25 mm}, {centre: [0, 0.1 mm, 0], radius: 0.25 mm},
    {centre: [0.3 mm, 0, 0.1 mm], radius: 0.25 mm}], mass_from: sum}
  single: {spheres: [{centre: [0, 0, 0], radius: 0.3 mm}]}
particles:
PARTICLES
time: {end: 12 ms, step: 2 us, rebalance: 200, overlap_limit: 0.5}
output: {trajectory: {every: 0.5 ms}, energy: {every: 0.25 ms}, observables: {every: 0.25 ms},
  checkpoint: {every: 8 ms}}
"""
SHEARED = "rate: {xy: 300, zz: 1}, servo: {yy: {stress: 2 kPa, max_rate: 40}}"
MIXED = """  dimers: {clump: dimer, random: {count: 40}, material: glass, velocity_deviation: 0.1, spin_deviation: 100}
  bents: {clump: bent, random: {count: 20}, material: glass, velocity_deviation: 0.1}
  balls: {radius: 0.3 mm, random: {count: 60}, material: glass, velocity_deviation: 0.1}"""
DIMERS = "  dimers: {clump: dimer, random: {count: 60}, material: glass, velocity_deviation: 0.1, spin_deviation: 100}"
GAS = DIMERS.replace("60}", "40}, radius: 40 um")
CUBE = "lower: [-3 mm, 0, 1 mm], upper: [3 mm, 7 mm, 6 mm]"
PLANE = [("dimension: 3", "dimension: 2"), ("[true, true, true]", "[true, true, false]"), (", 0.1 mm]", ", 0]")]
SQUARE = "lower: [0, 0, 0], upper: [15 mm, 14 mm, 0]"
TIGHT = ", ".join(f"{a}: {{stress: 3 kPa, max_rate: 60}}" for a in ("xx", "yy", "zz"))


def document(particles, cell=SHEARED, domain=CUBE, changes=()):
    text = CASE.replace("PARTICLES", particles).replace("CELL", cell).replace("DOMAIN", domain)
    for old, new in changes:
        text = text.replace(old, new)
    return case(text)


def same(a, b, what):
    told = run(["diff", a, b], check=False)
    fact(told.returncode == 0, f"{what} {told.stdout}")


def missed(results):
    """Residual of the energy balance over the work of the box."""
    books = ledger(results)
    return np.abs(books["residual"]).max() / np.abs(books["external_work"]).max()


def paths(f, group):
    """Positions and velocities of the images that have not been moved into the box."""
    sides, gradient = (f[f"particles/grains/box/{name}/value"][:] for name in ("edges", "velocity_gradient"))
    x, v, image = (f[f"particles/{group}/{name}/value"][:] for name in ("position", "velocity", "image"))
    n = sides.shape[-1]
    moved = np.einsum("fnk,fka->fna", image[..., :n], sides)
    return x[..., :n] + moved, v[..., :n] + np.einsum("fab,fnb->fna", gradient, moved), image[..., :n]


def check_rigid(results, sizes, name):
    """Spheres keep their distance from the centre of mass and have the velocity of the body."""
    with h5py.File(results) as f:
        x, v, image = paths(f, "grains")
        centre, velocity, images = paths(f, "bodies")
        spin, ids, group = (f[f"particles/bodies/{k}"] for k in ("angular_velocity/value", "id", "group"))
        of = np.repeat(np.arange(len(ids)), np.array(sizes)[group[:]])
        arm, spin = x[:, : len(of)] - centre[:, of], spin[:][:, of]
    full = np.zeros(spin.shape)
    full[..., : arm.shape[-1]] = arm
    apart = (image[:, : len(of)] != images[:, of]).any()
    change = np.abs(np.linalg.norm(arm, axis=2) - np.linalg.norm(arm[0], axis=1)).max()
    rest = v[:, : len(of)] - velocity[:, of] - np.cross(spin, full)[..., : arm.shape[-1]]
    fact(
        apart and change < 1e-15 and np.abs(rest).max() < 1e-12,
        f"{name}: across sides that move, spheres keep their places ({change:.1g} m) and velocities in the body",
    )


with tempfile.TemporaryDirectory() as top:
    path = document(MIXED)
    results = {p: simulate(path, f"{top}/{p}", ranks=p) for p in (1, 3)}
    same(results[1], results[3], "same bits on 1 and 3 ranks")
    run(["resume", os.path.join(top, "3", "checkpoint-4000.h5"), "-o", f"{top}/on"], 2)
    same(results[1], f"{top}/on/results.h5", "and after a restart on 2 ranks")
    check_rigid(results[1], (2, 3), "in space")
    fine = simulate(path, f"{top}/fine", ["time.step=1 us"])
    fact(missed(results[1]) < 1e-3, f"the ledger closes to {missed(results[1]):.2g} of the work of the box")
    fact(missed(fine) < 0.35 * missed(results[1]), f"and with half the step to {missed(fine):.2g}")

    flat = document(MIXED, "rate: {xx: -10, yy: -5, xy: 150}", SQUARE, PLANE)
    plane = {p: simulate(flat, f"{top}/plane-{p}", ranks=p) for p in (1, 3)}
    same(plane[1], plane[3], "in the plane: same bits on 1 and 3 ranks")
    check_rigid(plane[1], (2, 3), "in the plane")
    fact(missed(plane[1]) < 2e-3, f"in the plane: the ledger closes to {missed(plane[1]):.2g}")

    # Bodies without contacts: dc/dt = -G c for c, the velocity relative to the flow; the spin has no part in the flow.
    gas = simulate(document(GAS, "rate: {xx: -20, yy: -20, zz: -20, xy: 15}"), f"{top}/gas")
    with h5py.File(gas) as f:
        box = {k: f[f"particles/bodies/box/{k}/value"][:] for k in ("edges", "lower", "velocity_gradient")}
        x, v, image = (f[f"particles/bodies/{k}/value"][:] for k in ("position", "velocity", "image"))
        t, contacts = f["particles/bodies/position/time"][:], f["observables/bulk/contacts"][:]
        stress, when = f["observables/bulk/stress_kinetic"][:], f["observables/bulk/time"][:]
        mass, moments = f["particles/bodies/mass"][:], f["particles/bodies/moments"][:]
        spin, q = (f[f"particles/bodies/{k}/value"][:] for k in ("angular_velocity", "orientation"))
        hot = [f[f"observables/bulk/{k}_temperature"][:] for k in ("kinetic", "rotational")]
    gradient = box["velocity_gradient"][0]
    centre = box["lower"] + box["edges"].sum(axis=1) / 2
    c = v - np.einsum("fab,fnb->fna", box["velocity_gradient"], x - centre[:, None])
    decay = [np.exp(20 * s) * (np.eye(3) - s * (gradient + 20 * np.eye(3))) for s in t]  # exp(-G t)
    expected = np.einsum("fab,nb->fna", decay, c[0])
    error = np.abs(c - expected).max() / np.abs(c[0]).max()
    fact(not contacts.any() and error < 1e-7, f"free bodies: velocities relative to the flow follow it to {error:.1g}")
    thermal = c - c.mean(axis=1, keepdims=True)
    volume = np.linalg.det(box["edges"])
    virial = np.einsum("n,fna,fnb->fab", mass, thermal, thermal) / volume[:, None, None]
    also = np.isin(np.round(when, 9), np.round(t, 9))
    kinetic = stress[also].reshape(-1, 3, 3)
    close = np.abs(kinetic - virial).max() / np.abs(virial).max()
    fact(close < 1e-3, f"the kinetic stress is that of the centres of mass to {close:.1g}")

    back = np.cross(q[..., 1:], spin)  # spin along the principal axes
    own = spin - 2 * (q[..., :1] * back - np.cross(q[..., 1:], back))
    found = [(mass * (thermal**2).sum(axis=2)).sum(axis=1), (moments * own**2).sum(axis=(1, 2))] / (3 * mass.sum())
    close = max(np.abs(a[also].ravel() / b - 1).max() for a, b in zip(hot, found))
    fact(close < 1e-9, f"kinetic and rotational temperature are those of the bodies to {close:.1g}")

    # Dimers come to the given pressure along each axis; in equilibrium the stress is symmetric.
    packed = simulate(document(DIMERS, f"servo: {{{TIGHT}}}"), f"{top}/packed", ["time.end=60 ms"])
    with h5py.File(packed) as f:
        stress = f["observables/bulk/stress"][:][-8:].reshape(-1, 3, 3).mean(axis=0) / 3e3
    held, skew = np.abs(np.diag(stress) - 1).max(), np.abs(stress - stress.T).max()
    fact(held < 5e-3 and skew < 2e-3, f"compressed dimers hold the stress to {held:.1g}, symmetric to {skew:.1g}")

    # A run continues the bodies of a box that is sheared.
    first = simulate(document(DIMERS, "rate: {xy: 300, zz: 1}"), f"{top}/first")
    with h5py.File(first) as f:
        box = {k: f[f"particles/bodies/box/{k}/value"][-1] for k in ("edges", "lower")}
        before = {k: f[f"particles/bodies/{k}/value"][-1] for k in ("position", "velocity", "orientation")}
    offset = box["edges"][1, 0]
    lower = box["lower"] + [offset / 2, 0, 0]
    upper = lower + np.diag(box["edges"])
    again = DIMERS.split("random")[0] + f"previous: {{file: {first}}}, material: glass}}"
    cell = f"offset: {{xy: {offset:.17g}}}, rate: {{xy: 300, zz: 1}}"
    second = document(again, cell, f"lower: {lower.tolist()}, upper: {upper.tolist()}")
    results = {p: simulate(second, f"{top}/second-{p}", ["time.end=2 ms"], ranks=p) for p in (1, 3)}
    same(results[1], results[3], "continued: same bits on 1 and 3 ranks")
    check_rigid(results[1], (2,), "continued")
    with h5py.File(results[1]) as f:
        for name, scale in (("position", 1e-3), ("velocity", 1), ("orientation", 1)):
            error = np.abs(f[f"particles/bodies/{name}/value"][0] - before[name]).max() / scale
            fact(error < 1e-9, f"previous continues {name} to {error:.1g}")

    balls = "  balls: {SHAPE, random: {count: 200}, material: glass, velocity_deviation: 0.1}"
    single = simulate(document(balls.replace("SHAPE", "clump: single")), f"{top}/single")
    sphere = simulate(document(balls.replace("SHAPE", "radius: 0.3 mm")), f"{top}/sphere")
    with h5py.File(single) as a, h5py.File(sphere) as b:
        for name in ("position", "velocity", "angular_velocity"):
            x, y = (f[f"particles/grains/{name}/value"][:] for f in (a, b))
            fact(np.array_equal(x, y), f"a clump of one sphere has the same {name} as the sphere")
done()
