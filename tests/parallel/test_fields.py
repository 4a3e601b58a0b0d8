"""Fields on a grid of cells (output.fields) against independent sums and the observables of the box; the bits are equal
on 1 to 3 ranks and after a restart; mistakes in the keys.
Labels: bulk input io law parallel particle record run wall."""
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


def check_mistakes():
    for grid, place, remedy in (
        ("", "output.fields.cells", "spacing"),
        ("cells: [4, 4]", "output.fields.cells", "three"),
        ("cells: [4, 4, 1001]", "output.fields.cells", "at most 1000"),
        ("cells: [4, 4, 2.5]", "output.fields.cells", "whole number"),
        ("cells: [4, 4, 4], spacing: 1 mm", "output.fields", "spacing"),
        ("spacing: 1 s", "output.fields.spacing", " m"),
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
    check_mistakes()
done()
