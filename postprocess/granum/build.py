"""Puts the shared library into the package when pip builds it (pyproject.toml): the file GRANUM_LIBRARY, otherwise that
of a build with CMake in build/."""
import os
import shutil
import subprocess

from setuptools.command.build_py import build_py


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        library = os.environ.get("GRANUM_LIBRARY") or self.build_library()
        shutil.copy(library, os.path.join(self.build_lib, "granum", "libgranum.so"))

    def build_library(self):
        if not os.path.exists("build/CMakeCache.txt"):
            subprocess.run(["cmake", "-S", ".", "-B", "build", "-DBUILD_TESTING=OFF"], check=True)
        subprocess.run(["cmake", "--build", "build", "--target", "granum-shared", "--parallel"], check=True)
        return "build/libgranum-shared.so"
