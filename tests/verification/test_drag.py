"""The drag of Schiller and Naumann: spheres that fall in a moving fluid, against an independent integration.

Three spheres reach Reynolds numbers of about 7, 430 and 11 000. The reference integrates
m v' = m g - 1/2 rho C_D pi R^2 |u| u, u = v - velocity of the fluid, C_D = 24/Re (1 + 0.15 Re^0.687) for Re <= 1000 and
0.44 beyond, with scipy's DOP853. The errors fall with the square of the step, and the ledger closes. Without density
the drag is that of Stokes, without viscosity that of Newton.

Linear drag is exact for any step: path, velocity and spin of spheres and of a body with three different moments of
inertia, for a step of 0.01, 1 and 30 times m/c; the final velocity; spheres of two sizes; stages; equal bits.
Labels: bulk contact input law parallel particle record run time wall."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, run, simulate
from scipy.integrate import solve_ivp

MU, RHO, GRAVITY, FLUID, END = 1e-3, 1000.0, (0.0, 0.0, -9.81), (0.05, 0.0, 0.02), 0.2
GRAINS = {"sand": (1e-4, 2650.0), "beads": (7.5e-4, 2500.0), "balls": (6e-3, 2500.0)}  # radius [m], density [kg/m^3]


def text(folder, drag):
    groups, materials = "", ""
    for k, (name, (radius, density)) in enumerate(GRAINS.items()):
        path = os.path.join(folder, name + ".csv")
        with open(path, "w") as table:
            table.write(f"x,y,z\n{0.1 * (k + 1)},0.1,0\n")
        groups += f"  {name}: {{file: {path}, material: {name}, radius: {radius}}}\n"
        materials += f"  {name}: {{density: {density}, youngs_modulus: 1e7, poisson_ratio: 0.3}}\n"
    return (
        "dimension: 3\ndomain: {lower: [0, 0, -1], upper: [1, 1, 1]}\n"
        f"gravity: {list(GRAVITY)}\nmaterials:\n{materials}contacts: [{{between: '*', normal: {{law: hertz}}}}]\n"
        f"particles:\n{groups}drag: {{{drag}, fluid: {list(FLUID)}}}\n"
        f"time: {{end: {END}, step: 1e-4, skin: 1 mm}}\noutput: {{trajectory: {{every: {END}}}}}\n"
    )


def velocities(drag, step):
    """Velocities of the three spheres at the end; residual of the ledger over the energy that the fluid took."""
    with tempfile.TemporaryDirectory() as folder:
        results = simulate(case(text(folder, drag)), os.path.join(folder, "run"), [f"time.step={step!r}"])
        with h5py.File(results) as f:
            energy = f["observables/energy"]
            residual = energy["residual"][-1] / energy["dissipated_drag"][-1]
            return f["particles/grains/velocity/value"][-1], abs(residual)


def reference(mu, rho):
    ends = []
    for radius, density in GRAINS.values():
        mass = 4 / 3 * np.pi * radius**3 * density

        def rate(t, v):
            u = v - np.array(FLUID)
            speed = np.linalg.norm(u)
            if mu == 0 or 2 * rho * radius * speed > 1000 * mu:
                c = 0.22 * rho * np.pi * radius**2 * speed
            else:
                c = 6 * np.pi * mu * radius * (1 + 0.15 * (2 * rho * radius * speed / mu) ** 0.687)
            return np.array(GRAVITY) - c * u / mass

        path = solve_ivp(rate, (0, END), (0, 0, 0), method="DOP853", rtol=1e-11, atol=1e-13, max_step=1e-3)
        ends.append(path.y[:, -1])
    return np.array(ends)


exact = reference(MU, RHO)
for name, (radius, _), v in zip(GRAINS, GRAINS.values(), exact):
    print(f"     {name}: Re {2 * RHO * radius * np.linalg.norm(v - FLUID) / MU:.4g} at the end")
errors, residuals = [], []
for step in (2e-4, 1e-4, 5e-5):
    v, residual = velocities(f"viscosity: {MU}, density: {RHO}", step)
    errors.append(np.abs(v - exact).max(axis=1) / np.linalg.norm(exact, axis=1))
    residuals.append(residual)
fact(errors[-1].max() < 1e-5, f"velocities within {errors[-1].max():.2g} of the reference at the smallest step")
order = np.log2(np.array(errors[0]) / np.array(errors[-1])) / 2
fact(
    abs(order[1] - 2) < 0.1 and errors[-1][0] < 1e-7,
    f"order in the step {order[1]:.3f} of the beads; the sand, at its final velocity, is within {errors[-1][0]:.2g}",
)
fact(residuals[-1] < 1e-4 and residuals[0] / residuals[-1] > 12, f"ledger: residual {residuals} of the drag")
for mu, rho, name in ((MU, 0.0, "Stokes"), (0.0, RHO, "Newton")):
    v, residual = velocities(f"viscosity: {mu}, density: {rho}", 5e-5)
    error = np.abs(v - reference(mu, rho)).max()
    fact(error < 1e-5 and residual < 1e-4, f"{name}: velocities within {error:.2g} m/s, ledger {residual:.2g}")


# Linear drag alone, and gravity: closed forms.
SIZE, STEP, STEPS, START, SPIN, WIND = 1e-3, 1e-4, 20, np.array([1, 0, 0.5]), np.array([10, 20, 30]), [0.1, 0, 0]
MASS = 2500 * 4 / 3 * np.pi * SIZE**3
INERTIA = 0.4 * MASS * SIZE**2
LINEAR = """
dimension: 3
domain: {lower: [-1, -1, -9], upper: [1, 1, 9]}
gravity: [0, 0, -9.81]
materials: {s: {density: 2500, youngs_modulus: 10 MPa, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: hertz}}]
particles:
  a: {at: [{position: [0, 0, 0], velocity: [1, 0, 0.5], spin: [10, 20, 30]}], material: s, radius: 1 mm}
time: {end: 2 ms, step: 0.1 ms, skin: 2 mm}
output: {trajectory: {every: 2 ms}, energy: {every: 2 ms}}
"""
BODY = """
clumps:
  stone:
    spheres:
      - {centre: [-1 mm, 0, 0], radius: 1 mm}
      - {centre: [1 mm, 0, 0], radius: 1 mm}
      - {centre: [0, 1.2 mm, 0.3 mm], radius: 0.8 mm}
"""


def ends(text, sets, group="grains", ranks=1):
    with tempfile.TemporaryDirectory() as folder:
        results = simulate(case(text), os.path.join(folder, "run"), sets, ranks=ranks)
        with h5py.File(results) as f:
            energy = f["observables/energy"]
            kept = abs(energy["residual"][-1]) / energy["kinetic"][0]
            values = f["particles"][group]
            return [values[k]["value"][-1] for k in ("position", "velocity", "angular_velocity")] + [kept]


def check_linear(x, more=()):
    c, turning = x * MASS / STEP, x * INERTIA / STEP
    path, v, spin, kept = ends(LINEAR, [f"drag={{linear: {c!r}, angular: {turning!r}, fluid: {WIND}}}", *more])
    decay, end, rate = np.exp(-x * STEPS), STEP * STEPS, x / STEP
    last = np.array(WIND) + np.array([0, 0, -9.81]) / rate
    right = [last * end + (START - last) * (1 - decay) / rate, last + (START - last) * decay, SPIN * decay]
    error = max(np.abs(got[0] - want).max() / scale for got, want, scale in zip((path, v, spin), right, (1e-4, 1, 10)))
    limit = 1e-6 if more else 1e-12
    fact(error < limit and kept < limit, f"step {x} m/c {more}: error {error:.1e}, ledger {kept:.1e}")


for x in (0.01, 1, 30):
    check_linear(x)
check_linear(1, ["time.velocity=half"])
check_linear(30, ["time.integrator=rk"])


def check_body():
    text = LINEAR.replace("radius: 1 mm}", "clump: stone}").replace("[10, 20, 30]", "[100, 200, 300]") + BODY
    drag = ["drag={linear: 0.3 N s/m, angular: 2e-7 N m s}"]
    found = [ends(text, drag + [f"time.step={step} us"], "bodies") for step in (100, 50, 25, 5)]
    errors = [np.abs(run[2] - found[-1][2]).max() for run in found[:3]]
    falls = errors[0] / errors[1] > 3 and errors[1] / errors[2] > 3 and errors[0] < 1e-4
    fact(falls, f"body: errors of the spin {errors} rad/s with steps of 100, 50, 25 us")
    stiff = ends(text, ["drag={linear: 3 N s/m, angular: 3e-6 N m s}"], "bodies")
    still = np.abs(stiff[2]).max() < 1e-9 and abs(stiff[1][0, 0]) < 1e-9
    fact(still and stiff[3] < 1e-5, f"body: steps longer than I/c: spin {stiff[2]} rad/s, ledger {stiff[3]:.1e}")


check_body()

# Spheres of two sizes under the drag that brings the large ones to rest, with a stage without drag, on 1 and 3 ranks.
SIZES = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 20 mm], periodic: [true, true, false]}
gravity: [0, 0, -9.81]
materials: {s: {density: 2500, youngs_modulus: 10 MPa, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.7}, tangential: {law: mindlin, friction: 0.3}}]
particles:
  big: {random: {count: 20}, material: s, radius: 2 mm}
  fine: {random: {count: 60}, material: s, radius: 0.2 mm, spin_deviation: 1}
walls: {floor: {side: lower_z, material: s}}
drag: {linear: 1.55e-3 N s/m, angular: 2.5e-9 N m s}
time: {step: 5 us}
stages:
  damped: {until: {time: 1.5 ms}}
  free: {until: {time: 1.5 ms}, drag: {linear: 0, angular: 0}}
output: {trajectory: {every: 0.5 ms}, energy: {every: 0.5 ms}}
"""
with tempfile.TemporaryDirectory() as folder:
    results = [simulate(case(SIZES), os.path.join(folder, str(ranks)), ranks=ranks) for ranks in (1, 3)]
    with h5py.File(results[0]) as f:
        spin = np.abs(f["particles/grains/angular_velocity/value"][:]).max(axis=(1, 2))
        energy = f["observables/energy"]
        kept = abs(energy["residual"][-1]) / energy["dissipated_drag"][-1]
    fact(spin[0] > 1 and spin[3] < spin[0] / 2, f"two sizes: largest spin {spin} rad/s")
    fact(kept < 1e-3, f"two sizes: ledger {kept:.1e} of the drag")
    fact(run(["diff", *results], check=False).returncode == 0, "two sizes: equal bits on 1 and 3 ranks")
done()
