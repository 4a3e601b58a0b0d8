"""What `cmake --install` leaves: a command that runs, and a library that a program outside can use through pkg-config and through CMake."""
import os
import subprocess
import tempfile

from granum_test import GRANUM, done, fact

PROGRAM = """
#include <granum/law.h>
int main(void)
{
  return GrLawFind("hertz") && !GrLawFind("none") ? 0 : 1;
}
"""
PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(outside C)
find_package(granum REQUIRED)
add_executable(use use.c)
target_link_libraries(use granum)
"""


def shell(command, folder):
    ran = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return ran.returncode == 0, (ran.stdout + ran.stderr)[-1500:] if ran.returncode else ""


with tempfile.TemporaryDirectory() as top:
    for name, text in (("use.c", PROGRAM), ("CMakeLists.txt", PROJECT)):
        with open(os.path.join(top, name), "w") as file:
            file.write(text)
    for command, what in (
        (f"cmake --install {os.path.dirname(GRANUM)} --prefix {top}/inst", "install"),
        ("inst/bin/granum laws hertz", "the installed command runs"),
        (
            "PKG_CONFIG_PATH=$(dirname $(find $PWD/inst -name granum.pc)) && export PKG_CONFIG_PATH && mpicc use.c -o use $(pkg-config --cflags --libs granum) && ./use",
            "a program finds the library by pkg-config",
        ),
        (
            "cmake -S . -B b -G Ninja -DCMAKE_PREFIX_PATH=$PWD/inst && cmake --build b && b/use",
            "a program finds the library by CMake",
        ),
    ):
        worked, output = shell(command, top)
        fact(worked, f"{what} {output}")
done()
