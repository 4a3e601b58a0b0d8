"""granum from this checkout: spack repo add jobs/spack && spack install granum"""
import os

from spack.package import *

try:
    from spack_repo.builtin.build_systems.cmake import CMakePackage, generator
except ImportError:
    pass  # Spack before 1.0: the name is imported from spack.package

CHECKOUT = os.path.abspath(os.path.join(os.path.dirname(__file__), *4 * [os.pardir]))


class Granum(CMakePackage):
    """MPI-parallel particle simulator for contact mechanics."""

    git = "file://" + CHECKOUT

    version("main", branch="main")

    variant("native", default=True, description="Compile for this machine; results have the same bits either way")

    generator("ninja")
    depends_on("c", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi")
    depends_on("petsc@3.18:+mpi~complex+double")
    depends_on("hdf5@1.10:+mpi+hl")
    depends_on("zoltan+mpi")
    depends_on("libyaml")
    depends_on("udunits@2.2:")

    def cmake_args(self):
        return [self.define_from_variant("GRANUM_NATIVE", "native"), self.define("BUILD_TESTING", False)]
