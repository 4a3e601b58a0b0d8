"""A deforming periodic box. Two spheres collide in the same way inside the box and across each of its sides, also
sliding, in a box that shears in all planes. Without contacts a gas follows the flow, dc/dt = -G c, with drag dc/dt =
-(G + g) c, and its temperature is proportional to V^(-2/3) under isotropic compression. Compressed spheres reach 10 kPa
and keep it; a stress is held while the box is sheared; shear stresses are held in a jammed sample and in a flow. Two
spheres that stick to each other across a side do not feel that the sheared box is replaced by an equal one.
Labels: bulk contact input law parallel particle record run time wall."""
import re
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, ledger, run, simulate

LENGTHS = np.array([6e-3, 5e-3, 4e-3])
HEAD = f"""
dimension: 3
domain: {{lower: [0, 0, 0], upper: {LENGTHS.tolist()}, periodic: [true, true, true], cell: CELL}}
materials: {{bead: {{density: 2500, youngs_modulus: 50 MPa, poisson_ratio: 0.25}}}}
contacts: [{{between: '*', normal: {{law: tsuji, restitution: 0.7}}, tangential: {{law: mindlin, friction: 0.3}}}}]
"""


def frames(results, what):
    with h5py.File(results, "r") as f:
        return f[f"particles/grains/{what}/value"][:]


def box(results):
    """Sides as rows, corner and velocity gradient of each frame."""
    with h5py.File(results, "r") as f:
        b = f["particles/grains/box"]
        return b["edges/value"][:], b["lower/value"][:], b["velocity_gradient/value"][:]


def between(results):
    """Branch from the first of two spheres to the nearest image of the second, and velocity of that image relative
    to the first."""
    x, v = frames(results, "position"), frames(results, "velocity")
    sides, _, gradient = box(results)
    branch, speed = [], []
    for k in range(len(x)):
        r = x[k, 1] - x[k, 0]
        images = -np.rint(np.linalg.solve(sides[k].T, r))
        branch.append(r + images @ sides[k])
        speed.append(v[k, 1] - v[k, 0] + gradient[k] @ (images @ sides[k]))
    return np.hstack([branch, speed, frames(results, "angular_velocity")[:, 0]])


def sphere(centre, velocity):
    return f"{{at: {{position: {centre.tolist()}, velocity: {velocity.tolist()}}}, material: bead, radius: 0.5 mm}}"


RATES = "{xx: -3, yy: 2, zz: -1, xy: 150, xz: -60, yz: 90}"
FLOW = np.array([[-3, 150, -60], [0, 2, 90], [0, 0, -1.0]])
START = np.array([0.2e-3, 1.05e-3, 0.1e-3])  # from the first sphere to the second
SPEED = np.array([0.1, -0.35, 0.05])  # of the second, without the flow
with tempfile.TemporaryDirectory() as top:
    paths = {}
    for name, middle, offset in (
        ("inside", [3e-3, 2.5e-3, 2e-3], "{}"),
        ("across y", [3e-3, 5e-3, 2e-3], "{}"),
        ("across y and x", [6e-3, 5e-3, 2e-3], "{}"),
        ("across all", [0, 0, 0], "{xy: 1.7e-3, xz: -2.1e-3, yz: 1.1e-3}"),
        ("with laps", [1e-3, 0, 2e-3], "{xy: -16.1e-3}"),
        ("with laps in all planes", [1e-3, 0, 0], "{xy: -16.1e-3, xz: 17e-3, yz: 12.2e-3}"),
    ):
        first, second = np.array(middle) - START / 2, np.array(middle) + START / 2
        path = case(
            HEAD.replace("CELL", f"{{rate: {RATES}, offset: {offset}}}")
            + f"particles: {{one: {sphere(first, np.zeros(3))}, two: {sphere(second, SPEED)}}}\n"
            + "time: {end: 3 ms, step: 1 us}\noutput: {trajectory: {every: 0.1 ms}}\n"
        )
        paths[name] = between(simulate(path, f"{top}/{name}", ranks=1 + ("all" in name)))
    inside = paths.pop("inside")
    scale = np.abs(inside).max(axis=0)
    fact(np.linalg.norm(inside[:, :3], axis=1).min() < 0.999e-3, "two spheres touch")
    fact(np.abs(inside[-1, 6:]).max() > 10, f"the spheres begin to rotate: {inside[-1, 6:].round(1)} rad/s")
    begun = START @ FLOW.T + SPEED
    fact(np.abs(inside[0, 3:6] - begun).max() < 1e-15, "the first velocities are those of the input plus the flow")
    for name, path in paths.items():
        missed = (np.abs(path - inside) / scale).max()
        fact(missed < 1e-9, f"both runs have the same {name} within {missed:.2g}")

    # Nothing touches: c(t) = exp(-G t) c(0), from the series; velocity Verlet has the relative error (rate step)^2.
    gas = (
        "particles: {gas: {lattice: {sites: simple_cubic, spacing: 0.5 mm}, material: bead, radius: 40 um, "
        "velocity_deviation: 3 mm/s}}\n"
    )
    for name, rates, flow in (
        ("pressed from all sides", "{xx: -40, yy: -40, zz: -40}", -40 * np.eye(3)),
        ("sheared, pressed and pulled", RATES, FLOW),
    ):
        path = case(
            HEAD.replace("CELL", f"{{rate: {rates}}}") + gas + "time: {end: 10 ms, step: 10 us}\n"
            "output: {trajectory: {every: 10 ms}, energy: {every: 1 ms}, observables: {every: 10 ms}}\n"
        )
        results = simulate(path, f"{top}/{name}", ranks=2)
        sides, corner, gradient = box(results)
        x, v = frames(results, "position"), frames(results, "velocity")
        centre = corner + sides.sum(axis=1) / 2
        c = [v[k] - (x[k] - centre[k]) @ gradient[k].T for k in (0, -1)]
        series, term = np.eye(3), np.eye(3)
        for k in range(1, 30):
            term = term @ (-flow * 1e-2) / k
            series = series + term
        missed = np.abs(c[1] - c[0] @ series.T).max() / np.abs(c[0]).max()
        fact(missed < 1e-5, f"{name}: peculiar velocities follow c = exp(-G t) c(0) within {missed:.2g}")
        fact(np.abs(gradient - flow).max() < 1e-5 * np.abs(flow).max(), "the velocity gradient is constant")
        books = ledger(results)
        missed = np.abs(books["residual"]).max() / books["kinetic"].max()
        fact(missed < 1e-3, f"the work of the box equals the energy gained by the gas within {missed:.2g}")
        if name.startswith("pressed"):
            with h5py.File(results, "r") as f:
                heat, solid = f["observables/bulk/kinetic_temperature"][:], f["observables/bulk/solid_fraction"][:]
            law = heat[-1] / heat[0] / (solid[-1] / solid[0]) ** (2 / 3)
            fact(abs(law - 1) < 1e-5, f"T V^(2/3) constant to {law - 1:.2g}, while T grows by {heat[-1] / heat[0]:.3g}")

    # With drag, c(t) = exp(-(G + g) t) c(0); a fluid that is stiffer than the step carries the particles exactly.
    mass, end, start = 2500 * np.pi / 6 * (80e-6) ** 3, 4e-3, None
    for rate in (300, 1e8):
        path = case(
            HEAD.replace("CELL", f"{{rate: {RATES}}}") + gas + f"time: {{end: {end}, step: 10 us}}\n"
            f"drag: {{linear: {rate * mass!r}}}\n"
            "output: {trajectory: {every: 4 ms}, energy: {every: 0.2 ms}}\n"
        )
        results = simulate(path, f"{top}/drag-{rate:g}", ranks=2)
        sides, corner, gradient = box(results)
        x, v = frames(results, "position"), frames(results, "velocity")
        c = [v[k] - (x[k] - corner[k] - sides[k].sum(axis=0) / 2) @ gradient[k].T for k in (0, -1)]
        series = term = np.eye(3)
        for k in range(1, 30):
            term = term @ (-flow * end) / k
            series = series + term
        missed = np.abs(c[1] - np.exp(-rate * end) * c[0] @ series.T).max() / np.abs(c[0]).max()
        fact(missed < (1e-5 if rate < 1e3 else 1e-12), f"drag of {rate:g}/s: c = exp(-(G + g) t) c(0) to {missed:.2g}")
        books = ledger(results)
        missed = np.abs(books["residual"]).max() / books["kinetic"][0]
        fact(missed < 1e-3, f"the ledger closes to {missed:.2g}, drag takes {books['dissipated_drag'][-1]:.3g} J")

    held = "{stress: 10 kPa, max_rate: 10}"
    path = case(
        HEAD.replace("CELL", f"{{servo: {{xx: {held}, yy: {held}, zz: {held}}}}}")
        + "particles: {beads: {lattice: {sites: fcc, spacing: 0.96 mm, jitter: 5 um}, material: bead, radius: 0.46 mm, "
        "velocity_deviation: 0.1}}\n"
        + "time: {end: 60 ms, step: 2.5 us}\noutput: {trajectory: {every: 5 ms}, observables: {every: 0.1 ms}, "
        "energy: {every: 0.1 ms}}\n"
    )
    results = before = simulate(path, f"{top}/held", ranks=2)
    with h5py.File(results, "r") as f:
        stress, strain = f["observables/bulk/stress"][:][:, [0, 4, 8]], f["observables/cell/strain"][:]
        rate = f["observables/cell/velocity_gradient"][:]
    missed = np.abs(stress[-100:] / 1e4 - 1).max()
    fact(missed < 1e-3, f"a stress of 10 kPa is held along each axis within {missed:.2g}")
    fact(stress.max() < 1.2e4, f"the stress rises from {stress[0].mean():.2g} Pa to at most {stress.max():.5g} Pa")
    fact(
        np.abs(rate).max() < 10 * (1 + 1e-3),
        f"the strain rate stays below the limit: {np.abs(rate).max():.5g}/s, final strain {strain[-1]}",
    )
    books = ledger(results)
    missed = np.abs(books["residual"]).max() / books["external_work"].max()
    fact(missed < 1e-2, f"the ledger closes to {missed:.2g}")

    # A bonded pair lies across the side along y, another across the side along z, in a box whose images slide by
    # nine lengths: the sheared box is replaced by equal, less tilted boxes, or it is so long that it never is. Bonds
    # and their energies are the same.
    pair = {}
    for name, length in (("short", 2.5e-3), ("long", 2)):
        path = case(
            re.sub("upper: .*?]", f"upper: [{length}, 20 mm, 20 mm]", HEAD)
            .replace("CELL", "{rate: {xy: 40, xz: 30}}")
            .replace("friction: 0.3}", "friction: 0.3}, bond: {law: beam, youngs_modulus: 10 MPa, radius_ratio: 0.5}")
            + f"particles: {{one: {sphere(np.array([1.1e-3, 19.515e-3, 9.95e-3]), np.zeros(3))}, "
            f"two: {sphere(np.array([1.3e-3, 0.485e-3, 10.05e-3]), np.zeros(3))}, "
            f"three: {sphere(np.array([0.9e-3, 6.0e-3, 19.515e-3]), np.zeros(3))}, "
            f"four: {sphere(np.array([1.1e-3, 6.1e-3, 0.485e-3]), np.zeros(3))}}}\ndrag: {{linear: 1e-4}}\n"
            "time: {end: 30 ms, step: 2 us}\n"
            "output: {trajectory: {every: 0.5 ms}, energy: {every: 0.1 ms}, observables: {every: 0.5 ms}}\n"
        )
        results = simulate(path, f"{top}/pair-{name}", ranks=1 + (name == "short"))
        with h5py.File(results, "r") as f:
            bonds, slid = f["observables/bulk/bonds"][:], f["observables/cell/offset"][-1]
            books = {k: f[f"observables/energy/{k}"][:] for k in ("elastic", "dissipated_drag")}
            spin, sides = frames(results, "angular_velocity"), box(results)[0]
        pair[name] = spin, books["elastic"], books["dissipated_drag"]
        tilts = np.abs(sides[:, [1, 2], 0]).max(axis=0) / length
        fact((bonds == 2).all(), f"{name}: two bonds hold, while images slide by {slid[:2] / length} lengths")
        fact((tilts > 0.5).all() == (name == "short") and tilts.max() < 2, f"the largest tilts are {tilts.round(3)}")
    fact(np.abs(pair["long"][0]).max() > 10, "the pairs rotate")
    for k, what in enumerate(("spins", "elastic energies", "energies taken by drag")):
        a, b = pair["short"][k], pair["long"][k]
        missed = np.abs(a - b).max() / np.abs(b).max()
        fact(missed < 1e-8, f"{what} are those of the box that is never replaced, within {missed:.2g}")

    # Two shear stresses and three normal stresses of a jammed sample; the box comes to rest, with drag the grains too.
    shear = {"xy": 2.5e3, "yz": -1.5e3}
    servos = ", ".join(f"{k}: {held}" for k in ("xx", "yy", "zz"))
    for k, value in shear.items():
        servos += f", {k}: {{stress: {value}, max_rate: 20}}"
    path = case(
        re.sub("domain: {.*cell:", "domain: {box: previous, cell:", HEAD).replace("CELL}", f"{{servo: {{{servos}}}}}}}")
        + f"particles: {{beads: {{previous: {{file: {before}, frame: last}}, material: bead}}}}\n"
        + "drag: {linear: 1e-3, angular: 1e-10}\ntime: {end: 20 ms, step: 2.5 us}\n"
        + "output: {observables: {every: 0.1 ms}, energy: {every: 0.1 ms}}\n"
    )
    results = simulate(path, f"{top}/twisted")
    with h5py.File(results, "r") as f:
        stress, strain = f["observables/bulk/stress"][:].reshape(-1, 3, 3), f["observables/cell/shear_strain"][-1]
        rate = f["observables/cell/velocity_gradient"][-1]
    missed = max(abs(stress[-100:, 0, 1] / -2.5e3 - 1).max(), abs(stress[-100:, 1, 2] / 1.5e3 - 1).max())
    fact(missed < 2e-3, f"jammed: shear stresses of 2.5 kPa and -1.5 kPa are held within {missed:.2g}")
    missed = np.abs(np.diagonal(stress[-100:], axis1=1, axis2=2) / 1e4 - 1).max()
    fact(missed < 2e-3, f"together with the normal stresses, within {missed:.2g}; shear strains {strain.round(4)}")
    books = ledger(results)
    left = books["kinetic"][-1] / books["elastic"][-1]
    fact(np.abs(rate).max() < 0.01 and left < 1e-5, f"the sample rests: kinetic over elastic energy {left:.2g}")

    # The stress is held while the box moves as well: sheared, and compressed along x at a constant rate.
    held = "{stress: 50 kPa, max_rate: 100}"
    for name, cell, axes in (
        ("sheared", f"{{rate: {{xy: 20}}, servo: {{xx: {held}, yy: {held}, zz: {held}}}}}", [0, 4, 8]),
        ("compressed", f"{{rate: {{xx: -20}}, servo: {{yy: {held}, zz: {held}}}}}", [4, 8]),
    ):
        path = case(
            HEAD.replace(str(LENGTHS.tolist()), "[5.1e-3, 5.1e-3, 5.1e-3]").replace("CELL", cell)
            + "particles: {beads: {lattice: {sites: simple_cubic, spacing: 0.85 mm, jitter: 30 um}, material: bead, "
            "radius: {distribution: uniform, from: 0.38 mm, to: 0.47 mm}, velocity_deviation: 0.05}}\n"
            + "time: {end: 25 ms, step: 2 us, overlap_limit: 0.4}\noutput: {observables: {every: 0.1 ms}}\n"
        )
        with h5py.File(simulate(path, f"{top}/{name}", ranks=2), "r") as f:
            stress = f["observables/bulk/stress"][-150:, axes].mean(axis=0)
        missed = np.abs(stress / 5e4 - 1).max()
        fact(missed < 0.01, f"{name}: the mean stress over 15 ms is 50 kPa: {(stress / 1e3).round(2)} kPa")

    # A flow at constant volume under a shear stress: the rate fluctuates, the mean stress is held.
    path = case(
        HEAD.replace("dimension: 3", "dimension: 2")
        .replace(str(LENGTHS.tolist()), "[9.8e-3, 10.2e-3, 0]")
        .replace("true, true, true", "true, true, false")
        .replace("CELL", "{rate: {xy: 135}}")
        .replace("50 MPa", "5 MPa")
        + "particles: {beads: {lattice: {sites: hexagonal, spacing: 0.98 mm, jitter: 30 um}, material: bead, "
        "radius: {distribution: uniform, from: 0.42 mm, to: 0.5 mm}, velocity_deviation: 0.05}}\n"
        "stages: {begin: {until: {time: 20 ms}}, hold: {until: {time: 0.15}, "
        "cell: {servo: {xy: {stress: 0.5, max_rate: 1000}}}}}\n"
        "time: {step: 1.8 us, overlap_limit: 0.4}\noutput: {observables: {every: 36 us}, energy: {every: 1 ms}}\n"
    )
    results = simulate(path, f"{top}/flow")
    with h5py.File(results, "r") as f:
        late = f["observables/bulk/time"][:] > 20e-3
        stress, rate = -f["observables/bulk/stress"][late, 1], f["observables/cell/velocity_gradient"][late, 3]
        strain = f["observables/cell/shear_strain"][-1, 0]
    missed = abs(stress.mean() / 0.5 - 1)
    fact(missed < 0.01, f"a flow to the strain {strain:.1f} holds a mean shear stress of 0.5 N/m to {missed:.2g}")
    fact(rate.std() > 1, f"the rate is free: {rate.mean():.1f} +- {rate.std():.1f} 1/s")
    books = ledger(results)
    missed = np.abs(books["residual"]).max() / books["external_work"].max()
    fact(missed < 1e-3, f"the ledger closes to {missed:.2g} of the work of the box")

    # Another run starts from a frame during compression, with the box of that frame.
    after = (
        HEAD.replace("CELL", "{rate: {xy: 20}}")
        + f"particles: {{beads: {{previous: {{file: {before}, frame: 2}}, material: bead}}}}\n"
        + "time: {end: 0.1 ms, step: 5 us}\noutput: {observables: {every: 0.1 ms}}\n"
    )
    told = run(["run", case(after), "-o", f"{top}/refused"], check=False)
    fact(
        told.returncode == 2 and "its box has deformed" in told.stderr,
        "a run that starts from a frame of a deformed box with another box is refused",
    )
    fact("domain: {box: previous, cell:" in told.stderr, "the message gives the box of the earlier run by its name")
    after = re.sub(r"domain: {.*?cell:", "domain: {box: previous, cell:", after)
    results = simulate(case(after), f"{top}/after", ranks=1)
    with h5py.File(results, "r") as f, h5py.File(before, "r") as g:
        now, then = (h["observables/bulk"] for h in (f, g))
        at = int(np.argmin(np.abs(then["time"][:] - 0.01)))
        names = ("particles", "solid_fraction", "kinetic_temperature")
        missed = max(abs(now[k][0] / then[k][at] - 1) for k in names)
    fact(missed < 1e-9, f"with the box of that frame spheres and velocities are the same within {missed:.2g}")

    path = case(
        HEAD.replace("CELL", "{rate: {zz: -300}}")
        + f"particles: {{one: {sphere(LENGTHS / 2, np.zeros(3))}}}\ntime: {{end: 10 ms, step: 1 us}}\n"
    )
    told = run(["run", path, "-o", f"{top}/short"], 2, check=False)
    lines = [line for line in told.stderr.splitlines() if line.startswith("granum: at")]
    fact(
        told.returncode == 3 and len(lines) == 1 and "shorter than the largest particle" in lines[0],
        f"the run ends before a sphere touches its own image: {lines}",
    )
done()
