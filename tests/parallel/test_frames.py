"""Options of the frames of a trajectory: fields, groups, precision, compression, and the method of writing; equal
bits on 1 to 3 ranks and after a restart, and the numbers of a run without options.
Labels: bulk contact input law parallel particle record run time wall."""
import os
import tempfile

import h5py
import numpy as np
from granum_post import PostError
from granum_post import open as open_run
from granum_test import case, done, fact, run, simulate

CASE = """
dimension: 3
materials: {glass: {density: 2500 kg/m^3, youngs_modulus: 50 MPa, poisson_ratio: 0.25}}
contacts:
  - {between: [glass, glass], normal: {law: tsuji, restitution: 0.7}, tangential: {law: mindlin, friction: 0.4}}
domain: {lower: [0 m, -5 mm, 0 m], upper: [10 mm, 5 mm, 40 mm], periodic: [true, true, false]}
gravity: [0, 0, -9.81 m/s^2]
particles:
  large: {lattice: {sites: simple_cubic, spacing: 2.1 mm, count: 60, lower: [0, -5 mm, 1.2 mm]}, radius: 1 mm,
    material: glass, velocity_deviation: 0.3 m/s}
  small: {lattice: {sites: simple_cubic, spacing: 1.1 mm, count: 800, lower: [0, -5 mm, 17 mm]}, radius: 0.5 mm,
    material: glass, velocity: [2, 0, 0]}
walls:
  floor: {material: glass, point: [0, 0, 0], normal: [0, 0, 1]}
time: {end: 0.4 ms, step: 4 us}
output: {trajectory: {every: 0.1 ms}}
"""
FIELDS = ("position", "velocity", "angular_velocity", "image")
LARGE, SMALL = 60, 800


def frames(results):
    """Returns name -> numbers of all frames, and name -> type and compression of its dataset."""
    with h5py.File(results) as file:
        parts = {name: part["value"] for name, part in file["particles/grains"].items() if "value" in part}
        numbers = {name: part[()] for name, part in parts.items()}
        return numbers, {name: (part.dtype.itemsize, part.compression) for name, part in parts.items()}


def bits(results):
    with open(results, "rb") as file:
        return file.read()


def made(path, folder, sets):
    """Returns the results on 2 ranks; those on 1 and 3 ranks have the same bits."""
    sets = [f"output.{text}" for text in sets]
    found = [simulate(path, os.path.join(folder, f"run-{ranks}"), sets, ranks=ranks) for ranks in (1, 3, 2)]
    fact(len({bits(results) for results in found}) == 1, f"{', '.join(sets)}: the same file on 1, 2 and 3 ranks")
    return found[-1]


def check_fields(path, folder, plain):
    numbers, _ = frames(made(path, folder, ["trajectory.fields=[velocity, position]"]))
    fact(set(numbers) == {"position", "velocity"}, f"frames contain the requested fields only: {sorted(numbers)}")
    fact(all(np.array_equal(numbers[name], plain[name]) for name in numbers), "fields are those of the full frames")
    results = made(path, folder, ["trajectory.fields=velocity", "transfer=collective", "mpi_io_hints.cb_nodes=1"])
    numbers, _ = frames(results)
    fact(np.array_equal(numbers["velocity"], plain["velocity"]), "velocities alone through MPI-IO are the same")
    with open_run(os.path.dirname(results)) as opened:
        frame = opened.frames()[-1]
        fact(np.array_equal(frame.velocity, plain["velocity"][-1]), "the library reads frames with velocities only")
        try:
            told = str(frame.position)
        except PostError as problem:
            told = str(problem)
    fact("the frames have no position" in told, f"the program that needs positions names the missing field: {told}")


def check_stored(path, folder, plain, size):
    results = made(path, folder, ["trajectory.precision=single", "trajectory.compression=deflate"])
    numbers, how = frames(results)
    fact(set(numbers) == set(FIELDS), "frames contain all fields")
    same = [np.array_equal(numbers[name], plain[name].astype(numbers[name].dtype)) for name in FIELDS]
    fact(all(same), "values in single precision are the doubles rounded, and integers are unchanged")
    fact(
        how["position"] == (4, "gzip") and how["image"] == (8, "gzip"),
        f"types and compression: {how['position']}, {how['image']}",
    )
    fact(os.path.getsize(results) < 0.7 * size, f"{os.path.getsize(results)} bytes instead of {size}")
    with open(os.path.join(os.path.dirname(results), "results.xdmf")) as file:
        fact('Precision="4"' in file.read(), "results.xdmf states single precision")
    with open_run(os.path.dirname(results)) as opened:
        fact(opened.frames()[-1].position.dtype == np.float64, "the library returns double precision")
    taken = case(CASE.split("  large")[0] + f"  all: {{previous: {{file: {results}}}, material: glass}}\n"
                 + "time: {end: 0.1 ms, step: 4 us}\n")  # fmt: skip
    fact(run(["check", taken]).returncode == 0, "another run reads its particles from a frame in single precision")
    lossless, _ = frames(made(path, folder, ["trajectory.compression=deflate"]))
    fact(all(np.array_equal(lossless[name], plain[name]) for name in FIELDS), "compressed doubles are unchanged")


def check_groups(path, folder, plain):
    results = made(path, folder, ["trajectory.groups=[small]", "trajectory.compression=deflate"])
    with open_run(os.path.dirname(results)) as opened:
        frame = opened.frames()[-1]
        fact(
            np.array_equal(frame.id, LARGE + 1 + np.arange(SMALL)) and set(frame.group) == {1},
            f"{len(frame.id)} particles of the selected group are written",
        )
        fact(
            np.array_equal(frame.position, plain["position"][-1][LARGE:]),
            "positions of the selected group equal those in frames of all groups",
        )


def check_resume(path, folder):
    """A run stopped half way and resumed on another number of ranks."""
    sets = [f"output.trajectory.{text}" for text in ("compression=deflate", "precision=single", "groups=[large]")]
    whole = simulate(path, os.path.join(folder, "whole"), sets, ranks=2)
    half = simulate(path, os.path.join(folder, "half"), [*sets, "time.end=0.2 ms"], ranks=3)
    run(["resume", os.path.dirname(half), "--set", "time.end=0.4 ms"], ranks=2)
    one, other = frames(whole)[0], frames(half)[0]
    fact(all(np.array_equal(one[name], other[name], equal_nan=True) for name in one), "the resumed run is the same")


def main():
    path = case(CASE)
    with tempfile.TemporaryDirectory() as folder:
        results = made(path, folder, ["trajectory.every=0.1 ms"])
        plain, how = frames(results)
        fact(set(plain) == set(FIELDS) and how["position"] == (8, None), "default: all fields, uncompressed doubles")
        size = os.path.getsize(results)
        check_fields(path, folder, plain)
        check_stored(path, folder, plain, size)
        check_groups(path, folder, plain)
        check_resume(path, folder)
    os.unlink(path)
    done()


main()
