"""A law with a history outside granum, as a plugin and as a program with GrMain: card, keys, restitution, the bits of a
law of granum on 1 to 3 ranks, stop and resume, Python, granum-post, and what is refused.
Labels: law run pictures."""
import json
import os
import shlex
import subprocess
import sys
import tempfile

import h5py
import numpy as np
from granum_test import GRANUM, MPIEXEC, SOURCE, done, fact

BUILD = os.path.dirname(os.environ["GRANUM_LIBRARY"])
IMPACT = """
title: Impact with a dent
problem: impact
materials: {steel: {density: 7800 kg/m^3}}
contacts: [{between: '*', normal: {law: dented, k: 1e6 N/m, dent: 0.36}}]
bodies: [{material: steel, radius: 10 mm}, {shape: plane, material: steel, fixed: true}]
velocities: [0.5, 1, 2]
"""
SPHERES = """
dimension: 3
materials: {steel: {density: 7800 kg/m^3, youngs_modulus: 1 MPa, poisson_ratio: 0.3}}
contacts:
  - {between: '*', normal: {law: %s}, tangential: {law: linear_spring, stiffness: 1e4 N/m, friction: 0.3}}
domain: {lower: [0, 0, 0], upper: [10 cm, 10 cm, 10 cm], periodic: [true, true, false]}
gravity: [0, 0, -9.81 m/s^2]
walls: {floor: {shape: plane, point: [0, 0, 0], normal: [0, 0, 1], material: steel}}
particles:
  balls: {random: {count: 60, lower: [0, 0, 0], upper: [10 cm, 10 cm, 9 cm]}, radius: 6 mm, material: steel,
    velocity: [0, 0, -1 m/s]}
time: {end: 50 ms, step: 20 us}
output: {energy: {every: 2 ms}, checkpoint: {every: 10 ms}}
"""
OWN, SAME = "dented, k: 1e5 N/m, dent: 0.36", "walton_braun, k1: 1e5 N/m, k2: 156250 N/m"


def compile_c(source, output, *words):
    """Compiles with the compiler and the headers of the build."""
    with open(os.path.join(BUILD, "compile_commands.json")) as file:
        entry = next(entry for entry in json.load(file) if entry["file"].endswith("/src/main.c"))
    given = shlex.split(entry["command"])
    compiler = [word for word in given[:3] if not word.startswith("-")][:2]
    compiler = compiler if "ccache" in compiler[0] else compiler[:1]
    flags = [word for word in given if word.startswith(("-I", "-D"))]
    flags += [w for i, word in enumerate(given) if word == "-isystem" for w in given[i : i + 2]]
    call([*compiler, "-O2", "-ffp-contract=off", *flags, source, "-o", output, *words], 0)


def call(words, code=None, folder=None):
    told = subprocess.run(words, capture_output=True, text=True, cwd=folder)
    if code is not None and told.returncode != code:
        fact(False, f"{' '.join(words)} ended with {told.returncode}: {told.stderr.strip()[:500]}")
    return told


def arrays(path):
    with h5py.File(path) as file:
        return {n: file["observables/energy"][n][()] for n in file["observables/energy"]}


with tempfile.TemporaryDirectory() as top:
    source = os.path.join(SOURCE, "inputs", "library", "dented.c")
    plugin, program = os.path.join(top, "dented.so"), os.path.join(top, "dented")
    library = os.environ["GRANUM_LIBRARY"]
    compile_c(source, plugin, "-shared", "-fPIC")
    compile_c(source, program, library, f"-Wl,-rpath,{BUILD}", "-Wl,--allow-shlib-undefined", "-lm")

    def write(name, text):
        with open(os.path.join(top, name), "w") as file:
            file.write(text)
        return os.path.join(top, name)

    hit = write("hit.yaml", IMPACT)
    card = call([GRANUM, "laws", "dented", "--plugin", plugin], 0).stdout
    fact(card == call([program, "laws", "dented"], 0).stdout and "overlap_max [m]" in card, "both print the card")
    call([GRANUM, "run", hit, "-o", f"{top}/hit", "--plugin", plugin], 0)
    with h5py.File(f"{top}/hit/results.h5") as file:
        e = file["impact/restitution"][()]
    fact(np.abs(e - 0.8).max() < 1e-9, f"restitution sqrt(1 - p) = 0.8 at each speed: {e}")

    own, same = write("own.yaml", SPHERES % OWN), write("same.yaml", SPHERES % SAME)
    call([GRANUM, "run", same, "-o", f"{top}/same"], 0)
    expected = arrays(f"{top}/same/results.h5")
    for name, words in (
        ("one", [GRANUM, "run", own, "--plugin", plugin]),
        ("three", [MPIEXEC, "-n", "3", GRANUM, "run", own, "--plugin", plugin]),
        ("program", [MPIEXEC, "-n", "2", program, "run", own]),
    ):
        call([*words, "-o", f"{top}/{name}"], 0)
        found = arrays(f"{top}/{name}/results.h5")
        close = max(np.abs(found[n] - expected[n]).max() for n in ("kinetic", "elastic") if n in expected)
        scale = max(np.abs(expected[n]).max() for n in ("kinetic", "elastic") if n in expected)
        fact(close < 1e-6 * scale, f"{name}: the energies of walton_braun with k2 = k/(1 - p), to {close / scale:.1g}")
    for name in ("three", "program"):
        told = call([GRANUM, "diff", f"{top}/one/results.h5", f"{top}/{name}/results.h5"])
        fact(told.returncode == 0, f"{name}: the same bits as on one rank {told.stdout.strip()[:300]}")

    # Stopped after a part of the run, then resumed with the plugin and with the program.
    part = ["--set", "time.end=25 ms"]
    for name, words in (("plugin", [GRANUM, "--plugin", plugin]), ("main", [program])):
        folder = f"{top}/part-{name}"
        call([words[0], "run", own, "-o", folder, *part, *words[1:]], 0)
        call([MPIEXEC, "-n", "2", words[0], "resume", folder, "--set", "time.end=50 ms", *words[1:]], 0)
        found = arrays(f"{folder}/results.h5")
        whole = arrays(f"{top}/one/results.h5")
        fact(all((found[n] == whole[n]).all() for n in whole), f"{name}: a resumed run has the same energies, in bits")
    told = call([GRANUM, "resume", folder, "--set", "time.end=60 ms"])
    fact(
        told.returncode in (2, 4) and "there is no law 'dented'" in told.stderr and "give --plugin" in told.stderr,
        f"without the plugin the law is unknown, exit {told.returncode}",
    )

    script = f"""
import granum
granum.plugin({plugin!r})
print(granum.laws()["dented"]["summary"])
with granum.Run({own!r}, set={{"time.end": "10 ms"}}) as run:
    run.steps(500)
    print(run.time)
"""
    told = call([sys.executable, "-c", script])
    fact(
        told.returncode == 0 and "remains as a dent" in told.stdout and "0.01" in told.stdout,
        f"Python loads the plugin: {told.stdout.strip()} {told.stderr.strip()[-300:]}",
    )
    post = [sys.executable, "-m", "granum_post", "law", "dented", "-o", f"{top}/law.svg"]
    told = call([*post, "--granum", GRANUM, "--plugin", plugin])
    fact(told.returncode == 0 and os.path.exists(f"{top}/law.svg"), f"granum-post draws the law {told.stderr.strip()}")

    text = write("text.so", "no object")
    other = write("other.c", "int nothing(void);\nint nothing(void) { return 0; }\n")
    compile_c(other, f"{top}/other.so", "-shared", "-fPIC")
    old = write("old.c", open(source).read().replace("GR_PLUGIN(Register);", ""))
    with open(old, "a") as file:
        file.write("extern const GrPlugin GrPluginOfFile;\nconst GrPlugin GrPluginOfFile = {{1}, Register};\n")
    compile_c(old, f"{top}/old.so", "-shared", "-fPIC")
    for name, given, wrong in (("corners", ".corners = Corners,", ""), ("unit", '"N/m"', '"N/mm^^2"')):
        changed = write(f"{name}.c", open(source).read().replace(given, wrong))
        compile_c(changed, f"{top}/{name}.so", "-shared", "-fPIC")
    for files, message in (
        (f"{top}/no.so", "cannot be loaded"),
        (text, "cannot be loaded"),
        (f"{top}/other.so", "defines no plugin; write GR_PLUGIN(FUNCTION) at its end"),
        (f"{top}/old.so", "was compiled with the headers of another granum; compile it again"),
        (f"{plugin},{plugin}", "law dented: there is a law of this name already"),
        (f"{top}/corners.so", "law dented: n_corners needs the function corners"),
        (f"{top}/unit.so", "law dented: parameter k: "),
        (f"{top}/only-here.so", "cannot be loaded"),
    ):
        start = [GRANUM, "run", own, "-o", f"{top}/refused", "--plugin"]
        here = plugin if "only-here" in files else files  # a file that the node of the second rank does not have
        for words in ([*start, files], [MPIEXEC, "-n", "1", *start, here, ":", "-n", "1", *start, files]):
            told = call(words)
            fact(
                told.returncode == 2 and told.stderr.count(message) == 1 and not os.path.exists(f"{top}/refused"),
                f"{os.path.basename(files)} is refused: {told.stderr.strip()[:250]}",
            )
done()
