"""Puts the shared library and the executable into the package when pip builds it (pyproject.toml): the files
GRANUM_LIBRARY and GRANUM, otherwise those of a build with CMake in build/."""
import os
import shutil
import subprocess

from setuptools.command.build_py import build_py

PARTS = (  # variable with the path of a file, target and file of the build, name in the package
    ("GRANUM_LIBRARY", "granum-shared", "libgranum-shared.so", "libgranum.so"),
    ("GRANUM", "granum-command", "granum", "granum-command"),
)


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        for variable, target, file, name in PARTS:
            path = os.environ.get(variable) or self.build_part(target, file)
            shutil.copy(path, os.path.join(self.build_lib, "granum", name))

    def build_part(self, target, file):
        if not os.path.exists("build/CMakeCache.txt"):
            subprocess.run(["cmake", "-S", ".", "-B", "build", "-DBUILD_TESTING=OFF"], check=True)
        subprocess.run(["cmake", "--build", "build", "--target", target, "--parallel"], check=True)
        return os.path.join("build", file)
