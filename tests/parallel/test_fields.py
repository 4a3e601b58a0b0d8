"""Fields on a grid of cells (output.fields) against independent sums and the observables of the box, without a kernel
and with each kernel; mass, momentum and stress of all cells are exact, and mass is conserved cell by cell; the bits are
equal on 1 to 3 ranks and after a restart; mistakes in the keys.
Labels: bulk input io law parallel particle record run wall."""
import math
import os
import tempfile

import h5py
import numpy as np
from bulk_cases import BOX, GAS
from granum_test import case, done, fact, run, simulate

OUTPUT = """
time: {end: 6 ms}
output: {trajectory: {every: 2 ms}, observables: {every: 2 ms}, contacts: {every: 2 ms}, fields: {every: 2 ms, GRID},
  checkpoint: {every: 2 ms}}
"""
FLAT = """
dimension: 2
domain: {lower: [0, 0], upper: [12 mm, 20 mm], periodic: [true, false]}
gravity: [0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 10e6, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.3}}]
particles: {grains: {random: {count: 60, lower: [0, 1 mm], upper: [12 mm, 16 mm]}, material: glass, radius: 0.5 mm,
  velocity_deviation: 0.2}}
walls: {floor: {side: lower_y, material: glass}}
"""
SHEARED = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [8 mm, 8 mm, 8 mm], periodic: [true, true, true], cell: {rate: {xy: 60 1/s}}}
materials: {bead: {density: 2500, youngs_modulus: 5e6, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.8}}]
particles: {grains: {lattice: {sites: simple_cubic, spacing: 1 mm, jitter: 5 um}, material: bead, radius: 0.49 mm,
  velocity_deviation: 0.1}}
"""


def read(results):
    with h5py.File(results) as f:
        fields = {name: item["value"][()] for name, item in f["observables/fields"].items()}
        bulk = {name: f[f"observables/bulk/{name}"][()] for name in ("stress", "solid_fraction")}
        grains = f["particles/grains"]
        frames = {name: grains[name]["value"][()] for name in ("position", "velocity")}
        frames.update({name: grains[name][()] for name in ("mass", "radius")})
        cells = f["parameters/fields/cells"][0]
        centre = f["parameters/fields/centre"][()]
        return fields, bulk, frames, cells, centre


def near(one, two, scale):
    return bool(np.all(np.abs(one - two) <= 1e-12 * scale))


def check_particles(name, results, lower, length):
    """Compares density, velocity and temperature of a box with fixed sides with sums over the frames."""
    fields, _, frames, cells, centre = read(results)
    axes = frames["position"].shape[2]
    for frame, (x, v) in enumerate(zip(frames["position"], frames["velocity"])):
        here = np.isfinite(x).all(axis=1)
        place = np.clip(((x[here] - lower) / length * cells[:axes]).astype(int), 0, cells[:axes] - 1)
        row = np.ravel_multi_index(place.T, cells[:axes])
        mass = np.where(np.isfinite(frames["mass"][here]), frames["mass"][here], 0)
        volume = np.prod(length / cells[:axes])
        sums = np.bincount(row, mass, np.prod(cells))
        mean = np.stack([np.bincount(row, mass * v[here, k], np.prod(cells)) for k in range(axes)], axis=1)
        with np.errstate(invalid="ignore"):
            mean /= sums[:, None]
        off = v[here] - mean[row]
        heat = np.bincount(row, mass * (off**2).sum(axis=1), np.prod(cells)) / (axes * np.maximum(sums, 1e-99))
        full = sums > 0
        fact(near(fields["density"][frame], sums / volume, 1e4), f"{name}: density in frame {frame}")
        fact(near(fields["velocity"][frame][full][:, :axes], mean[full], 1), f"{name}: velocity in frame {frame}")
        fact(near(fields["temperature"][frame][full], heat[full], 1), f"{name}: temperature in frame {frame}")
        fact(np.isnan(fields["velocity"][frame][~full]).all(), f"{name}: empty cells have no velocity")
    low, step = centre.min(axis=0), length / cells[:axes]
    fact(near(low[:axes], lower + step / 2, 1), f"{name}: centres of the cells")


def check_means(name, results, whole):
    """whole: the cells fill the volume that the observables refer to, and one cell has the stress of the box."""
    fields, bulk, _, cells, _ = read(results)
    solid = fields["solid_fraction"].mean(axis=1)
    if whole:
        fact(near(solid, bulk["solid_fraction"], 1), f"{name}: the mean solid fraction is that of the box")
        if np.prod(cells) == 1:
            fact(
                near(fields["stress"][:, 0], bulk["stress"], np.abs(bulk["stress"]).max()),
                f"{name}: the stress of one cell is that of the box",
            )


def check_bits(name, text, top, grid):
    path = case(text + OUTPUT.replace("GRID", grid))
    results = [simulate(path, f"{top}/{name}{n}", ranks=n) for n in (1, 3)]
    for other in results[1:]:
        same = run(["diff", results[0], other], check=False)
        fact(same.returncode == 0, f"{name}: the same bits on more ranks {same.stdout}")
    first = min((c for c in os.listdir(f"{top}/{name}3") if c.startswith("checkpoint")), key=len)
    run(["resume", f"{top}/{name}3/{first}", "-o", f"{top}/{name}on"], 2)
    a, b = read(results[0])[0], read(f"{top}/{name}on/results.h5")[0]
    fact(all(np.array_equal(a[k][-2:], b[k][-2:], equal_nan=True) for k in a), f"{name}: the same bits after a restart")
    return results[0]


def check_profile(results):
    """Velocities relative to the flow of a sheared box have no gradient; the temperature is not that of the flow."""
    fields = read(results)[0]
    rate, side = 60, 8e-3
    fact(np.abs(fields["velocity"][..., 0]).max() < 0.1 * rate * side, "the flow of the box is not in the velocity")
    fact(fields["temperature"].max() < 0.05 * (rate * side) ** 2, "nor in the temperature")


def below(kernel, s):
    """Integral of a kernel of width 1 up to s, in one dimension."""
    if kernel == "gaussian":
        part = np.vectorize(math.erf)(np.clip(s, -3, 3) / math.sqrt(2)) / math.erf(3 / math.sqrt(2))
    else:
        a = np.minimum(np.abs(s), 1)
        part = np.sign(s) * (a if kernel == "heaviside" else 2.5 * a - 5 * a**3 + 5 * a**4 - 1.5 * a**5)
    return 0.5 + 0.5 * part


def check_kernel(name, results, kernel, width, length):
    """A box with periodic sides: the density is the sum of the shares in each particle, with all images. The mean
    density is mass per volume, the sum of density times velocity the momentum, and the stress of all cells, with the
    momentum flux of their mean velocities, that of the box."""
    fields, bulk, frames, cells, _ = read(results)
    axes, mass, velocity = frames["position"].shape[2], frames["mass"], frames["velocity"]
    volume, momentum = np.prod(length), np.einsum("p,fpa->fa", mass, velocity)
    scale = np.abs(mass[:, None] * velocity).sum() / len(velocity) / volume
    density, mean = fields["density"], np.nan_to_num(fields["velocity"])[..., :axes]
    flux = (density[..., None] * mean).mean(axis=1)
    fact(near(density.mean(axis=1), mass.sum() / volume, mass.sum() / volume), f"{name}: the mass is exact")
    fact(near(flux, momentum / volume, scale), f"{name}: the momentum is exact")
    solid = fields["solid_fraction"].mean(axis=1)
    fact(near(solid, bulk["solid_fraction"], 1), f"{name}: the mean solid fraction is that of the box")
    stress = fields["stress"].reshape(*density.shape, 3, 3)[..., :axes, :axes]
    whole = (stress + density[..., None, None] * mean[..., :, None] * mean[..., None, :]).mean(axis=1)
    whole -= momentum[:, :, None] * momentum[:, None, :] / mass.sum() / volume
    box = bulk["stress"].reshape(-1, 3, 3)[:, :axes, :axes]
    fact(near(whole, box, np.abs(box).max()), f"{name}: the mean stress is that of the box")
    share = []
    for a in range(axes):
        side = length[a] / cells[a] * np.arange(cells[a] + 1)
        away = side[None, :] - frames["position"][-1][:, a : a + 1]
        images = [below(kernel, (away + n * length[a]) / width) for n in (-1, 0, 1)]
        share.append(sum(np.diff(each, axis=1) for each in images) if cells[a] > 1 else np.ones((len(mass), 1)))
    words = "pi,pj,pk" if axes == 3 else "pi,pj"
    found = np.einsum(f"p,{words}->{words.replace('p', '').replace(',', '')}", mass, *share).ravel()
    found *= np.prod(cells) / volume
    fact(near(density[-1], found, 100 * found.max()), f"{name}: the density is the sum over the kernels")


def check_continuity(top):
    """Change of the mass of cells, from the times before and after, against the flux through their sides, which is
    interpolated from the means of four cells; the third derivative of the kernel jumps, so that the error falls faster
    than the second power of the length of a cell, but not with the fourth."""
    error = []
    for cells in (16, 64):
        grid = f"cells: [{cells}, 1, 1], kernel: lucy, width: 4 mm"
        times = "times: [0.999 ms, 1 ms, 1.001 ms]"
        output = f"\ntime: {{end: 1.001 ms, step: 1 us}}\noutput: {{fields: {{{times}, {grid}}}}}\n"
        results = simulate(case(GAS + output), f"{top}/flow{cells}")
        with h5py.File(results) as f:
            found = {name: f[f"observables/fields/{name}/value"][()] for name in ("density", "velocity")}
            time = f["observables/fields/density/time"][()]
        flux = found["density"][1] * found["velocity"][1][:, 0]
        side = (7 * (np.roll(flux, 1) + flux) - np.roll(flux, 2) - np.roll(flux, -1)) / 12  # at the lower side
        change = (found["density"][2] - found["density"][0]) / (time[2] - time[0])
        balance = change + (np.roll(side, -1) - side) * cells / 16e-3
        error.append(np.abs(balance).max() / np.abs(change).max())
    fact(error[1] < 2e-3 and error[0] / error[1] > 16, f"mass is conserved cell by cell: {error}")


def check_mistakes():
    for grid, place, remedy in (
        ("", "output.fields.cells", "spacing"),
        ("cells: [4, 4]", "output.fields.cells", "three"),
        ("cells: [4, 4, 1001]", "output.fields.cells", "at most 1000"),
        ("cells: [4, 4, 2.5]", "output.fields.cells", "whole number"),
        ("cells: [4, 4, 4], spacing: 1 mm", "output.fields", "spacing"),
        ("spacing: 1 s", "output.fields.spacing", " m"),
        ("spacing: 1 mm, kernel: gauss, width: 1 mm", "output.fields.kernel", "gaussian"),
        ("spacing: 1 mm, kernel: lucy", "output.fields.width", "kernel"),
        ("spacing: 1 mm, width: 1 mm", "output.fields.width", "kernel"),
        ("spacing: 1 mm, kernel: gaussian, width: 3 mm", "output.fields.width", "at most 0.002"),
        ("cells: [4, 1, 1], kernel: heaviside, width: 9 mm", "output.fields.width", "at most 0.008"),
    ):
        found = run(["check", case(GAS + OUTPUT.replace("GRID", grid))], check=False)
        text = found.stderr + found.stdout
        fact(found.returncode == 2 and place in text and remedy in text, f"'{grid}' is refused: {text.strip()}")


with tempfile.TemporaryDirectory() as top:
    box = check_bits("box", BOX, top, "cells: [3, 4, 5]")
    check_particles("box", box, np.zeros(3), np.array([20e-3, 20e-3, 28e-3]))
    gas = check_bits("gas", GAS, top, "spacing: 3 mm")
    check_particles("gas", gas, np.zeros(3), np.array([16e-3, 14e-3, 12e-3]))
    check_means("gas", gas, True)
    check_means("one cell", simulate(case(GAS + OUTPUT.replace("GRID", "cells: [1, 0, 1]")), f"{top}/one"), True)
    flat = check_bits("flat", FLAT, top, "cells: [2, 5]")
    check_particles("flat", flat, np.zeros(2), np.array([12e-3, 20e-3]))
    check_profile(check_bits("sheared", SHEARED, top, "cells: [1, 4, 1]"))
    smooth = check_bits("smooth", GAS, top, "spacing: 1 mm, kernel: gaussian, width: 1 mm")
    check_kernel("smooth", smooth, "gaussian", 1e-3, np.array([16e-3, 14e-3, 12e-3]))
    sheared = check_bits("lucy", SHEARED, top, "cells: [4, 20, 1], kernel: lucy, width: 1.5 mm")
    gas = simulate(case(GAS + OUTPUT.replace("GRID", "cells: [5, 1, 9], kernel: lucy, width: 3 mm")), f"{top}/gas_lucy")
    check_kernel("lucy", gas, "lucy", 3e-3, np.array([16e-3, 14e-3, 12e-3]))
    flat = FLAT.replace("[true, false]", "[true, true]").replace("walls: {floor: {side: lower_y, material: glass}}", "")
    flat = check_bits("heaviside", flat, top, "cells: [9, 12], kernel: heaviside, width: 2 mm")
    check_kernel("heaviside", flat, "heaviside", 2e-3, np.array([12e-3, 20e-3]))
    check_bits("walled", BOX, top, "cells: [3, 1, 14], kernel: gaussian, width: 2 mm")
    check_profile(sheared)
    check_continuity(top)
    check_mistakes()
done()
