"""The drag of Schiller and Naumann: spheres that fall in a moving fluid, against an independent integration.

Three spheres reach Reynolds numbers of about 7, 430 and 11 000. The reference integrates
m v' = m g - 1/2 rho C_D pi R^2 |u| u, u = v - velocity of the fluid, C_D = 24/Re (1 + 0.15 Re^0.687) for Re <= 1000 and
0.44 beyond, with scipy's DOP853. The errors fall with the square of the step, and the ledger closes. Without density
the drag is that of Stokes, without viscosity that of Newton."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import case, done, fact, simulate
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
done()
