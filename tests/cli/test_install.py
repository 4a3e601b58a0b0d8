"""After `cmake --install`, the program runs, and outside programs can use the library through pkg-config and CMake,
from C and C++: the examples in inputs/library/, of which read_particles.c is also a C++ program, and
tests/cli/outside.c, which adds a mechanism, an integrator, a wall shape, an observable and a generator, and resumes a
run with a custom force. Installed scripts and inputs: calibration, `granum new`.
Labels: input mechanism parallel record time."""
import os
import re
import subprocess
import sys
import tempfile

import h5py
import numpy as np
from granum_test import GRANUM, MPIEXEC, SOURCE, done, fact

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(outside C)
find_package(granum REQUIRED)
foreach(name own_law read_particles step_by_step outside)
  add_executable(${name} ${name}.c)
  target_link_libraries(${name} granum::granum m)
endforeach()
"""
FLAGS = "PKG_CONFIG_PATH=$(dirname $(find $PWD/inst -name granum.pc)) pkg-config"


def shell(command, folder):
    ran = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return ran.returncode == 0, (ran.stdout + ran.stderr)


def run_example(command, top, what):
    worked, output = shell(command, top)
    fact(worked, f"{what} runs {'' if worked else output[-1500:]}")
    return output


def check_own_law(command, top, what):
    """Checks the printed energies of a run with a custom law and force."""
    output = run_example(command, top, what)
    energies = re.findall(r"energy: put_in \S+, kinetic (\S+), elastic (\S+), .*residual ([^\s,]+)", output)
    kinetic, elastic, missing = map(float, energies[0]) if len(energies) == 1 else (0, 0, 0)
    fact(kinetic > 0 and elastic > kinetic, f"{what}: custom force and custom law change the energies {energies}")
    fact(abs(missing) < 1e-3 * elastic, f"{what}: the residual of the energy balance is small {energies}")
    return energies


def check_step_by_step(command, top, what):
    """Checks all printed numbers: positions, forces, contacts and energies, finally of balls at rest."""
    output = run_example(command, top, what)
    balls = re.findall(r"ball 1: (\S+) mm high, net force (\S+) N", output)
    floor = re.findall(r"floor: (\S+) N, kinetic energy (\S+) J", output)
    weight = 27 * 1200 * 4 / 3 * np.pi * 0.005**3 * 9.81
    fact(len(balls) == len(floor) > 5, f"{what}: the program prints ball and floor at each stop {len(balls)}")
    rest = balls and 4.9 < float(balls[-1][0]) < 5 and abs(float(balls[-1][1])) < 1e-3 * weight
    fact(rest, f"{what}: the ball finally rests on the floor {balls[-1:]}")
    fact(
        floor and abs(float(floor[-1][0]) - weight) < 1e-3 * weight, f"{what}: the floor carries all balls {floor[-1:]}"
    )
    fact(floor and float(floor[-1][1]) < 1e-6 * float(floor[0][1]), f"{what}: the kinetic energy falls to 0 {floor}")
    return balls, floor


def check_read_particles(top):
    """Checks that the C and the C++ program print the same height of a particle."""
    worked, output = shell("inst/bin/granum new small && ./read_particles small.yaml && ./plus small.yaml", top)
    lines = re.findall(r"^0\.001 s: \d+ particles, the first at z = \S+ m$", output, re.M)
    fact(worked and len(lines) == 2 and lines[0] == lines[1], f"read_particles in C and C++: {output[-1500:]}")
    worked, output = shell("./read_particles none.yaml", top)
    fact(not worked and "none.yaml" in output, f"read_particles prints the message of a failure: {output}")


with tempfile.TemporaryDirectory() as top:
    for name, text in (("CMakeLists.txt", PROJECT),):
        with open(os.path.join(top, name), "w") as file:
            file.write(text)
    for command, what in (
        (f"cmake --install {os.path.dirname(GRANUM)} --prefix {top}/inst", "install"),
        ("inst/bin/granum laws hertz", "the installed command runs"),
        (f"cp {SOURCE}/inputs/library/*.c {SOURCE}/tests/cli/outside.c .", "the programs"),
        (
            "for name in own_law read_particles step_by_step; "
            f"do mpicc $name.c -o $name $({FLAGS} --cflags --libs granum) -lm || exit 1; done",
            "programs by pkg-config",
        ),
        ("cmake -S . -B b -G Ninja -DCMAKE_PREFIX_PATH=$PWD/inst && cmake --build b", "programs by CMake"),
        (
            "cp read_particles.c plus.cc && "
            f"mpicxx -Wall -Wextra -Werror plus.cc -o plus $({FLAGS} --cflags --libs granum)",
            "a program in C++",
        ),
        (
            "for header in inst/include/granum/*.h; do "
            f"mpicc -Wall -Werror -fsyntax-only -x c $header $({FLAGS} --cflags granum) || exit 1; done",
            "each header alone",
        ),
        (
            f"{MPIEXEC} -n 2 b/outside",
            "a mechanism, an integrator, a wall shape, an observable, a generator from outside; "
            "a run with a force goes on",
        ),
    ):
        worked, output = shell(command, top)
        fact(worked, f"{what} {'' if worked else output[-1500:]}")
    for file in (
        "man/man1/granum.1",
        "man/man5/granum.5",
        "bash-completion/completions/granum",
        "granum/inputs/bulk/chute.yaml",
    ):
        fact(os.path.getsize(f"{top}/inst/share/{file}") > 500, f"share/{file} is installed")
    script = (
        "import granum; found = granum.check('inst/share/granum/inputs/bulk/chute.yaml'); "
        "print(found['cases'][0]['particles'], granum.__file__)"
    )
    told = shell(
        f'env -u GRANUM_LIBRARY PYTHONPATH=$(dirname $(find $PWD/inst -path "*/granum/run.py"))/.. '
        f'{sys.executable} -c "{script}"',
        top,
    )
    fact(told[0] and "/inst/" in told[1], f"the Python package loads the installed library: {told[1]}")
    told = shell(
        "env -u GRANUM -u GRANUM_LIBRARY -u PYTHONPATH inst/share/granum/jobs/calibrate "
        "inst/share/granum/inputs/bulk/calibrate/drum.yaml --dry",
        top,
    )
    fact(
        told[0] and "round 1: 14 runs, 14 not finished" in told[1],
        f"the installed calibration checks an installed description {'' if told[0] else told[1]}",
    )
    told = shell("inst/bin/granum new mine --like chute && inst/bin/granum check mine.yaml", top)
    fact(told[0], f"the installed command finds the installed inputs {'' if told[0] else told[1]}")
    with h5py.File(f"{top}/corner/results.h5", "r") as f:
        bulk, mass = f["observables/bulk"], f["particles/grains/mass"][:]
        mine = bulk["centre_and_virial"][:]
        centre = np.einsum("i,tik->tk", mass, f["particles/grains/position/value"][:]) / mass.sum()
        contacts = np.trace((bulk["stress"][:] - bulk["stress_kinetic"][:]).reshape(-1, 3, 3), axis1=1, axis2=2)
        fact(
            np.abs(mine[:, [0, 2]] - centre[:, [0, 2]]).max() < 1e-15,
            f"a plug-in observable has the values computed from the particles {mine}",
        )
        fact(
            np.allclose(mine[:, 3], contacts * 1e-6, rtol=1e-9, atol=0) and mine[-1, 3] > 0,
            f"a plug-in observable has the values computed from the contacts {mine}",
        )
    check_read_particles(top)
    for name, check in (("own_law", check_own_law), ("step_by_step", check_step_by_step)):
        alone = check(f"./{name}", top, f"{name} by pkg-config")
        both = check(f"{MPIEXEC} -n 2 b/{name}", top, f"{name} by CMake, 2 ranks")
        fact(alone == both, f"{name}: the printed numbers on 1 and 2 ranks are equal")
done()
