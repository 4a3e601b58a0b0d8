"""The container, the Spack recipe and the modulefile of jobs/ require the same packages as the build, and only
packages that `jobs/setup` installs. This test builds no container and does not start Spack: the recipe runs with a
replacement; the modulefile is loaded if Environment Modules or Lmod are installed.
Labels: input io."""
import ast
import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import types

from granum_test import SOURCE, done, fact, skip


def read(*parts):
    with open(os.path.join(SOURCE, *parts)) as file:
        return file.read()


CMAKE = read("CMakeLists.txt")
# Names in Debian and Spack of the packages that CMake searches for.
NEEDS = {
    "PETSc": ("libpetsc-real-dev", "petsc"),
    "yaml-0.1": ("libyaml-dev", "libyaml"),
    "udunits": ("libudunits2-dev", "udunits"),
    "zoltan": ("libtrilinos-zoltan-dev", "zoltan"),
    "HDF5": ("libhdf5-openmpi-dev", "hdf5"),
    "MPI": ("libopenmpi-dev", "mpi"),
    "PkgConfig": ("pkgconf", "pkgconfig"),
}


def looked_for():
    """Returns the packages that CMakeLists.txt requires before the installation."""
    building = CMAKE.split("# Install:")[0]
    modules = re.findall(r'^pkg_check_modules\(\w+ REQUIRED IMPORTED_TARGET "?([^)>"]+)', building, re.M)
    packages = re.findall(r"^find_package\((\w+) REQUIRED", building, re.M)
    libraries = re.findall(r"^find_library\(\w+ NAMES \w+ (\w+) .*REQUIRED", building, re.M)
    return {name.replace("${GRANUM_PETSC}", "PETSc") for name in (*modules, *packages, *libraries)}


def container():
    """Parses jobs/Containerfile: instructions, one a line; buildah is not needed."""
    text = re.sub(r"^#.*\n", "", read("jobs", "Containerfile"), flags=re.M).replace("\\\n", " ")
    found = [line.split(None, 1) for line in text.splitlines() if line.strip()]
    known = ("ARG", "FROM", "RUN", "COPY", "ENV", "WORKDIR", "ENTRYPOINT", "CMD")
    names = [name for name, _ in found]
    fact(
        set(names) <= set(known) and names[:2] == ["ARG", "FROM"] and names[-2:] == ["ENTRYPOINT", "CMD"],
        f"Containerfile: known instructions in their order: {names}",
    )
    scripts = [words for name, words in found if name == "RUN"]
    for script in scripts:
        told = subprocess.run(["sh", "-n"], input=script, text=True, capture_output=True)
        fact(told.returncode == 0, f"Containerfile: the shell parses {script[:40]} {told.stderr}")
    commands = [shlex.split(command) for script in scripts for command in script.split("&&")]
    packages = next(words[words.index("install") + 1 :] for words in commands if "install" in words)
    listed = subprocess.run([os.path.join(SOURCE, "jobs", "setup"), "--list"], capture_output=True, text=True).stdout
    fact(set(packages) <= set(listed.split()), f"Containerfile: {set(packages) - set(listed.split())} unknown to setup")
    lacks = [debian for debian, _ in NEEDS.values() if debian not in packages]
    fact(
        looked_for() == set(NEEDS) and not lacks, f"Containerfile: installs what {looked_for()} need; it lacks {lacks}"
    )
    copied = [words.split() for name, words in found if name == "COPY"]
    with tempfile.TemporaryDirectory() as top:
        for path, place in copied:
            to = os.path.join(top, place.lstrip("/"))
            os.makedirs(os.path.dirname(to), exist_ok=True)
            (shutil.copytree if os.path.isdir(os.path.join(SOURCE, path)) else shutil.copy)(
                os.path.join(SOURCE, path), to
            )
        configure = next(words for words in commands if words[0] == "cmake" and "-S" in words)
        words = [top + word if word.startswith("/opt/") else word for word in configure]
        told = subprocess.run(words, capture_output=True, text=True)
        unused = [line for line in told.stderr.splitlines() if "GRANUM_" in line or "BUILD_" in line]
        fact(
            told.returncode == 0 and not unused,
            f"Containerfile: cmake configures the copied files {told.stderr[-500:]}",
        )
        with open(os.path.join(top, "opt", "granum-build", "cmake_install.cmake")) as file:
            installed = set(re.findall(rf'"({re.escape(top)}/opt/granum-source/[^"]+)"', file.read()))
        lacks = [path for path in installed if not os.path.exists(path)]
        fact(len(installed) > 2 and not lacks, f"Containerfile: copies all files to install; it lacks {lacks}")
        target, link = next(words[-2:] for words in commands if words[0] == "ln")
        os.symlink(top + target, os.path.join(top, "opt", os.path.basename(link)))
        told = subprocess.run(
            [os.path.join(top, "opt", os.path.basename(link)), "--help"], capture_output=True, text=True
        )
        fact(told.returncode == 0, f"Containerfile: {link} starts {told.stderr[-300:]}")


def recipe():
    """Runs the recipe with a spack.package that records its requirements."""
    path = os.path.join(SOURCE, "jobs", "spack", "packages", "granum", "package.py")
    ast.parse(read(path))
    asked = {name: [] for name in ("version", "variant", "depends_on", "generator")}
    package = types.ModuleType("spack.package")
    for name, calls in asked.items():
        setattr(package, name, lambda *words, _calls=calls, **more: _calls.append(words[0]))
    package.CMakePackage = object
    sys.modules.update({"spack": types.ModuleType("spack"), "spack.package": package})
    defined = {"__file__": path}
    exec(compile(read(path), path, "exec"), defined)
    names = {re.match(r"[\w-]+", spec)[0]: spec for spec in asked["depends_on"]}
    lacks = [spack for _, spack in NEEDS.values() if spack not in names]
    fact(not lacks, f"Spack: the recipe depends on {sorted(names)}; lacks {lacks}")
    fact(os.path.samefile(defined["CHECKOUT"], SOURCE), "Spack: the recipe finds its checkout")
    versions = {"cmake": r"cmake_minimum_required\(VERSION ([\d.]+)", "petsc": r"GRANUM_PETSC}>=([\d.]+)"}
    for name, pattern in versions.items():
        least = re.search(pattern, CMAKE)[1]
        fact(f"@{least}:" in names[name], f"Spack: {name} {least} or newer: {names[name]}")
    options = set(re.findall(r"^option\((\w+)", CMAKE, re.M)) | {"BUILD_TESTING"}
    given = set(re.findall(r'"((?:GRANUM|BUILD)_\w+)"', read(path)))
    fact(given and given <= options, f"Spack: cmake has the options {sorted(given)}")


def module_command():
    """Returns the program behind `module`, as words; None if there is none."""
    for name in ("/usr/lib/*/modulecmd.tcl", "/usr/share/lmod/lmod/libexec/lmod", "/opt/apps/lmod/lmod/libexec/lmod"):
        for found in glob.glob(name):
            return [found, "python"]
    return None


def modulefile():
    command = module_command()
    if not command:
        skip("modulefile: not loaded, as neither Environment Modules nor Lmod are there")
        return
    with tempfile.TemporaryDirectory() as top:
        folder = os.path.join(top, "share", "modulefiles", "granum")
        os.makedirs(folder)
        os.makedirs(os.path.join(top, "lib", "pkgconfig"))
        shutil.copy(os.path.join(SOURCE, "jobs", "modulefile"), os.path.join(folder, "0.1.0"))
        environment = {**os.environ, "MODULEPATH": os.path.dirname(folder)}
        told = subprocess.run([*command, "load", "granum"], env=environment, capture_output=True, text=True)
        before = dict(os.environ)
        exec(told.stdout, {"os": os})
        after = dict(os.environ)
        os.environ.clear()
        os.environ.update(before)
        first = {name: after.get(name, "").split(":")[0] for name in ("PATH", "PKG_CONFIG_PATH", "GRANUM_ROOT")}
        top = os.path.realpath(top)
        expected = {"PATH": f"{top}/bin", "PKG_CONFIG_PATH": f"{top}/lib/pkgconfig", "GRANUM_ROOT": top}
        fact(first == expected, f"modulefile, by {command[0]}: {first} {told.stderr.strip()}")


def prefixes():
    """CMake uses the PETSc and the Zoltan of PETSC_DIR and ZOLTAN_ROOT, and stops if this PETSc needs another MPI."""
    with tempfile.TemporaryDirectory() as top:
        for name, text in (
            ("lib/pkgconfig/PETSc.pc", f"Name: PETSc\nDescription: .\nVersion: 3.99\nLibs: -L{top}/lib -lpetsc\n"),
            ("zoltan/include/zoltan.h", ""),
            ("zoltan/lib/libzoltan.a", ""),
        ):
            os.makedirs(os.path.dirname(os.path.join(top, name)), exist_ok=True)
            with open(os.path.join(top, name), "w") as file:
                file.write(text)
        script = f"cd {top}/lib && cc -shared -o libmpi.so.1 -Wl,-soname,libmpi.so.1 -x c /dev/null && "
        script += "cc -shared -o libpetsc.so -x c /dev/null -x none -Wl,--no-as-needed "
        build = ["cmake", "-S", SOURCE, "-B", f"{top}/build", "-G", "Ninja", "-D", "BUILD_TESTING=OFF"]
        for other in ("", "libmpi.so.1"):
            subprocess.run(["sh", "-c", script + other], check=True)
            environment = {**os.environ, "PETSC_DIR": top, "PETSC_ARCH": "", "ZOLTAN_ROOT": f"{top}/zoltan"}
            told = subprocess.run(build, env=environment, capture_output=True, text=True)
            if other:
                stopped = re.search(r"need different\s+libraries:\s+libmpi\.so\.1\s+and", told.stderr)
                fact(told.returncode and stopped, f"CMake stops at a PETSc with another MPI: {told.stderr[-500:]}")
            else:
                with open(f"{top}/build/CMakeCache.txt") as file:
                    found = re.findall(r"^(PETSC_VERSION|ZOLTAN_(?:LIBRARY|INCLUDE_DIR)):\w+=(.*)$", file.read(), re.M)
                expected = {"PETSC_VERSION": "3.99", "ZOLTAN_INCLUDE_DIR": f"{top}/zoltan/include"}
                expected["ZOLTAN_LIBRARY"] = f"{top}/zoltan/lib/libzoltan.a"
                fact(
                    told.returncode == 0 and dict(found) == expected, f"CMake searches prefixes: {found} {told.stderr}"
                )


container()
recipe()
modulefile()
prefixes()
done()
