"""What `cmake --install` leaves: a command that runs, and a library that programs outside can use through pkg-config and through CMake, from C and C++:
the example inputs/library/own_law.c, and tests/cli/outside.c, which adds a mechanism, an integrator, a wall shape and an observable and goes on with a force of its own."""
import glob
import os
import re
import subprocess
import tempfile

import h5py
import numpy as np
from granum_test import GRANUM, MPIEXEC, SOURCE, done, fact

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(outside C)
find_package(granum REQUIRED)
foreach(name own_law outside)
  add_executable(${name} ${name}.c)
  target_link_libraries(${name} granum::granum m)
endforeach()
"""
FLAGS = "PKG_CONFIG_PATH=$(dirname $(find $PWD/inst -name granum.pc)) pkg-config"


def shell(command, folder):
    ran = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return ran.returncode == 0, (ran.stdout + ran.stderr)


def check_example(command, top, what):
    worked, output = shell(command, top)
    rows = re.findall(r"kinetic (\S+) J, elastic (\S+) J, attraction (\S+) J, (\S+) missing", output)
    fact(worked and len(rows) == 10, f"{what}: the example runs {'' if worked else output[-1500:]}")
    numbers = [[float(number) for number in row] for row in rows]
    most = max((row[0] for row in numbers), default=0)
    fact(any(row[1] > 0.1 * most for row in numbers), f"{what}: its law acts")
    fact(most > 0 and all(abs(row[3]) < 1e-3 * most for row in numbers), f"{what}: the energies balance {output}")
    return rows


with tempfile.TemporaryDirectory() as top:
    headers = sorted(os.path.relpath(path, f"{SOURCE}/include") for path in glob.glob(f"{SOURCE}/include/granum/*.h"))
    includes = "".join(f"#include <{header}>\n" for header in headers)
    for name, text in (
        ("CMakeLists.txt", PROJECT),
        ("all.cc", f'{includes}int main() {{ return GrLawFind("hertz") && !GrLawFind("none") ? 0 : 1; }}\n'),
    ):
        with open(os.path.join(top, name), "w") as file:
            file.write(text)
    for command, what in (
        (f"cmake --install {os.path.dirname(GRANUM)} --prefix {top}/inst", "install"),
        ("inst/bin/granum laws hertz", "the installed command runs"),
        (f"cp {SOURCE}/inputs/library/own_law.c {SOURCE}/tests/cli/outside.c .", "the programs"),
        (f"mpicc own_law.c -o own_law $({FLAGS} --cflags --libs granum) -lm", "a program by pkg-config"),
        ("cmake -S . -B b -G Ninja -DCMAKE_PREFIX_PATH=$PWD/inst && cmake --build b", "programs by CMake"),
        (f"mpicxx -Wall -Werror all.cc -o all $({FLAGS} --cflags --libs granum) && ./all", "all headers from C++"),
        (
            f"{MPIEXEC} -n 2 b/outside",
            "a mechanism, an integrator, a wall shape and an observable from outside; a run with a force goes on",
        ),
    ):
        worked, output = shell(command, top)
        fact(worked, f"{what} {'' if worked else output[-1500:]}")
    with h5py.File(f"{top}/corner/results.h5", "r") as f:
        bulk, mass = f["observables/bulk"], f["particles/grains/mass"][:]
        mine = bulk["centre_and_virial"][:]
        centre = np.einsum("i,tik->tk", mass, f["particles/grains/position/value"][:]) / mass.sum()
        contacts = np.trace((bulk["stress"][:] - bulk["stress_kinetic"][:]).reshape(-1, 3, 3), axis1=1, axis2=2)
        fact(
            np.abs(mine[:, [0, 2]] - centre[:, [0, 2]]).max() < 1e-15,
            f"an observable from outside, of particles {mine}",
        )
        fact(np.allclose(mine[:, 3], contacts * 1e-6, rtol=1e-9, atol=0) and mine[-1, 3] > 0, f"and of contacts {mine}")
    alone = check_example("./own_law", top, "pkg-config")
    fact(
        check_example(f"{MPIEXEC} -n 2 b/own_law", top, "CMake, 2 ranks") == alone, "the same figures on 1 and 2 ranks"
    )
done()
