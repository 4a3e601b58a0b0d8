"""A case that needs more memory than available is refused in one sentence with the required and the available bytes,
before the memory is allocated.
Labels: bulk chain input io law parallel particle record run time."""
import os
import subprocess
import tempfile

import h5py
from granum_test import GRANUM, MPIEXEC, case, done, fact, run, simulate

SPHERES = case(
    """
dimension: 3
domain: {lower: [0, 0, 0], upper: [100 mm, 100 mm, 100 mm], periodic: [true, true, true]}
materials: {glass: {density: 2500 kg/m^3, youngs_modulus: 10 MPa, poisson_ratio: 0.25}}
contacts: [{between: [glass, glass], normal: {law: tsuji, restitution: 0.7}}]
particles: {bed: {lattice: {sites: simple_cubic, spacing: 10 mm}, material: glass, radius: 1 um}}
time: {end: 2 us, step: 1 us}
output: {trajectory: {every: 2 us}}
"""
)
BEADS = case(
    """
dimension: 1
materials: {steel: {density: 7800 kg/m^3, youngs_modulus: 193 GPa, poisson_ratio: 0.3}}
contacts: [{between: [steel, steel], normal: {law: hertz}}]
particles: {beads: {chain: {count: 5}, material: steel, radius: 2.38 mm, velocity: 1 m/s}}
time: {end: 2 us, step: 1 us}
"""
)
top = tempfile.TemporaryDirectory()
out = os.path.join(top.name, "out")


def declare(path, rows):
    """Results whose particle datasets declare this number of rows."""
    with h5py.File(path, "r+") as f:
        found = []
        f["particles/grains"].visititems(
            lambda name, item: found.append(name) if isinstance(item, h5py.Dataset) and 1000 in item.shape else None
        )
        for name in found:
            old = f["particles/grains"][name]
            shape, kind, kept = tuple(rows if n == 1000 else n for n in old.shape), old.dtype, dict(old.attrs)
            del f["particles/grains"][name]
            new = f["particles/grains"].create_dataset(name, shape, kind, chunks=tuple(min(n, 1024) for n in shape))
            for key, value in kept.items():
                new.attrs[key] = value


def said(told):
    return [line for line in told.stderr.splitlines() if line.startswith("granum: ")]


text = os.path.join(top.name, "text.csv")
with open(text, "w") as f:
    f.write("x, y, z\n0, 0, 0\n")
    f.truncate(10**13)
earlier = simulate(SPHERES, os.path.join(top.name, "earlier"))
declare(earlier, 10**13)

BED = "particles.bed="
TOO_MUCH = [
    (
        "a fine lattice",
        SPHERES,
        "particles.bed.lattice.spacing=25 um",
        2,
        ("64000000000 particles need at least 5.12e+04 GB of memory",),
    ),
    (
        "a lattice beyond a PetscInt along an axis",
        SPHERES,
        "particles.bed.lattice.spacing=0.01 nm",
        2,
        ("more than 2^31 sites",),
    ),
    (
        "1e9 spheres",
        SPHERES,
        BED + "{random: {count: 1000000000}, material: glass, radius: 10 um}",
        2,
        ("1000000000 particles need at least 800 GB",),
    ),
    (
        "4.6e18 beads",
        BEADS,
        "particles.beads.chain.count=4600000000000000000",
        2,
        ("4600000000000000000 particles need at least",),
    ),
    (
        "a text of 1e13 bytes",
        SPHERES,
        BED + f"{{file: {text}, material: glass, radius: 1 um}}",
        4,
        ("9999999999992 bytes of text need at least 1e+04 GB",),
    ),
    (
        "results of 1e13 rows",
        SPHERES,
        BED + f"{{previous: {{file: {earlier}}}, material: glass}}",
        4,
        ("10000000000000 particles need at least 8e+06 GB",),
    ),
]
for name, path, change, code, words in TOO_MUCH:
    for ranks in (1, 2, 3) if name in ("1e9 spheres", "results of 1e13 rows") else (2,):
        told = run(["run", path, "-o", out, "--set", change], ranks, check=False)
        message = said(told)
        fact(
            told.returncode == code and len(message) == 1 and all(w in message[0] for w in words),
            f"{name} on {ranks} ranks: exit {told.returncode}: {told.stderr.strip()[:300]}",
        )
        fact(
            "PETSC ERROR" not in told.stderr and not os.path.exists(out),
            f"{name} on {ranks} ranks: no traceback is printed and no file is written",
        )
        fact(
            words[0].find("need") < 0 or " GB are available" in message[0],
            f"{name} on {ranks} ranks: the message states the available memory",
        )


def limited(kilobytes, arguments, ranks=1):
    """Runs granum with a limit on its address space."""
    launch = [] if ranks == 1 else [MPIEXEC, "-n", str(ranks)]
    shell = ["sh", "-c", f'ulimit -v {kilobytes}; exec "$0" "$@"', GRANUM]
    return subprocess.run(
        launch + shell + arguments, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=500
    )


many = ["check", SPHERES, "--set", "particles.bed.lattice.spacing=1 mm"]  # a million: 0.8 GB at least
some = ["check", SPHERES, "--set", "particles.bed.lattice.spacing=2 mm"]  # 125 000
if limited(1000000, ["check", SPHERES]).returncode:
    print("this build needs more than 1 GB of addresses by itself: limits are not tried")
else:
    for ranks in (1, 2):
        told = limited(600000, many, ranks)
        fact(
            told.returncode == 2 and len(said(told)) == 1 and "(ulimit -v)" in told.stderr,
            f"ulimit -v on {ranks} ranks: exit {told.returncode}: {told.stderr.strip()[:200]}",
        )
    for kilobytes in (125000, 140000, 166000):  # too little for MPI, PETSc and HDF5
        told = limited(kilobytes, ["check", SPHERES])
        fact(
            told.returncode == 127 or (told.returncode == 2 and len(said(told)) == 1 and "(ulimit -v)" in told.stderr),
            f"ulimit -v {kilobytes}: exit {told.returncode}: {told.stderr.strip()[:200]}",
        )
    codes = []
    for kilobytes in range(280000, 400000, 20000):  # around the size at which the particles just fit
        told = limited(kilobytes, some)
        codes.append(told.returncode)
        fact(
            "PETSC ERROR" not in told.stderr
            and (told.returncode == 0 or len(said(told)) == 1 or "shared libraries" in told.stderr),
            f"ulimit -v {kilobytes}: exit {told.returncode}: {told.stderr.strip()[:200]}",
        )
    fact(codes[-1] == 0 and 2 in codes, f"limits from too low to high enough: {codes}")
top.cleanup()
done()
