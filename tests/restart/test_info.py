"""`granum info` describes a checkpoint, and reports why a damaged or incomplete one cannot be used.
Labels: bulk chain input io law particle run time."""
import os
import tempfile

import h5py
from cases import struck_chain
from granum_test import case, done, fact, run

CHAIN = (
    "\ntitle: A striker and its chain"
    + struck_chain(6, "hertz")
    + """time: {end: 20 us, step: 0.1 us}
output: {checkpoint: {every: 8 us}}
"""
)
BULK = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm]}
materials: {glass: {density: 2500, youngs_modulus: 1e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: hertz}}]
particles: {grains: {lattice: {sites: simple_cubic, spacing: 1.99 mm}, material: glass, radius: 1 mm}}
time: {end: 30 us, step: 1 us, overlap_limit: 0.3}
output: {checkpoint: {every: 12 us}}
"""


def checkpoints(directory):
    names = [n for n in os.listdir(directory) if n.startswith("checkpoint-")]
    return [os.path.join(directory, n) for n in sorted(names, key=lambda n: int(n.split("-")[1].split(".")[0]))]


def check_whole(path, lines):
    told = run(["info", path], check=False)
    said = told.stdout.splitlines()
    step = os.path.basename(path)[len("checkpoint-") : -len(".h5")]
    fact(
        told.returncode == 0 and not told.stderr, f"{os.path.basename(path)}: exit code {told.returncode} {told.stderr}"
    )
    fact(said[0].startswith(f"{path}: granum checkpoint of step {step}, written by granum "), said[0])
    with h5py.File(path) as file:
        lines = lines + [f"time: {file['numbers/time'][0]:.9g} s"]
    for line in lines:
        fact(line in said, f"granum info prints {line}")
    fact(said[-1].startswith("complete: "), said[-1])


def check_refused(path, content, other, first, reason):
    """For a checkpoint with this content, granum reports the readable part, the reason, and the checkpoint to use
    instead."""
    with open(path, "wb") as file:
        file.write(content)
    told = run(["info", path], check=False)
    fact(told.returncode == 4, f"exit code {told.returncode}")
    fact(told.stdout.startswith(f"{path}: granum checkpoint" + first), told.stdout.strip())
    fact(told.stderr.count("\n") == 1 and reason in told.stderr and other in told.stderr, told.stderr.strip())


with tempfile.TemporaryDirectory() as top:
    run(["run", case(CHAIN), "-o", os.path.join(top, "chain")])
    run(["run", case(BULK), "-o", os.path.join(top, "bulk")], 2)
    middle, end = checkpoints(os.path.join(top, "chain"))
    check_whole(middle, ["title: A striker and its chain", "beads: 7"])
    for path in checkpoints(os.path.join(top, "bulk")):
        check_whole(path, ["particles: 125"])
    with open(middle, "rb") as file:
        good = file.read()
    with h5py.File(middle) as file:
        at = file["beads/velocity"].id.get_offset()
    step = " of step " + middle.split("-")[-1][: -len(".h5")]
    flipped = good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]
    check_refused(middle, flipped, end, step, "the checkpoint is damaged: beads/velocity does not have its checksum")
    check_refused(middle, good[:-100], end, "", "the checkpoint is damaged or truncated: truncated file")
    check_refused(middle, good[:60], end, "", "the checkpoint is damaged or truncated")
    check_refused(middle, good[:40] + b"X" + good[41:], end, "", "the checkpoint is damaged or truncated")
done()
