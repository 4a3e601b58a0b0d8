"""Initial overlaps are reported before anything is written, with ids, groups, lines of the file and depth, on any
number of ranks.
Labels: bulk chain input law parallel run time wall."""
import os
import tempfile

from granum_test import case, done, fact, run

HEAD = """
materials: {glass: {density: 2500 kg/m^3, youngs_modulus: 10 MPa, poisson_ratio: 0.25}}
contacts: [{between: [glass, glass], normal: {law: tsuji, restitution: 0.7}}]
time: {end: 0.1 ms, step: auto}
"""
SPACE = (
    HEAD + "domain: {lower: [0, 0, 0], upper: [40 mm, 40 mm, 40 mm], periodic: [true, false, false]}\ndimension: 3\n"
)
LINE = HEAD + "dimension: 1\n"
top = tempfile.TemporaryDirectory()

# A cube of 6^3 spheres 2.2 mm apart, radius 1 mm: only displaced spheres overlap. Ids differ from the line numbers.
ROWS = [
    [217 - n - 1, 2e-3 + 2.2e-3 * (n % 6), 2e-3 + 2.2e-3 * (n // 6 % 6), 2e-3 + 2.2e-3 * (n // 36)] for n in range(216)
]


def pack(name, moves):
    """A file of the cube in which rows (from 0) are displaced along x by these lengths."""
    path = os.path.join(top.name, name)
    with open(path, "w") as f:
        f.write("# a cube\nid, x, y, z\n")
        for n, (i, x, y, z) in enumerate(ROWS):
            f.write(f"{i}, {x + moves.get(n, 0)!r}, {y!r}, {z!r}\n")
    return path


def words(text):
    """Returns the message without the parts that depend on the ranks."""
    return [line for line in text.splitlines() if line.startswith("granum: ")]


fine = pack("fine.csv", {0: 0.25e-3})  # by 0.05 mm, which is intended
bad = pack("bad.csv", {0: 0.8e-3, 14: 0.7e-3, 50: 0.6e-3, 86: 0.5e-3, 122: 0.25e-3})
at = "at: [{position: [10 mm, 10 mm, 10 mm]}, {position: [39.9 mm, 20 mm, 20 mm]}]"
CASES = {
    "file": (
        SPACE + f"particles: {{grains: {{file: {bad}, material: glass, radius: 1 mm}}}}\n",
        (
            "4 pairs overlap at the start by more than time.overlap_limit, 0.1",
            f"215 (grains, line 4 of {bad}) and 216 (grains, line 3 of {bad}) by 0.0006 m, 0.6 of the radius",
            "; and others; move the particles apart",
        ),
    ),
    "across a periodic face": (
        SPACE + f"particles: {{one: {{{at}, material: glass, radius: 1 mm}}, "
        f"two: {{at: {{position: [0.1 mm, 20 mm, 20 mm]}}, material: glass, radius: 0.5 mm}}}}\n",
        ("1 pair overlaps", "2 (one) and 3 (two) by 0.0013 m, 2.6 of the radius"),
    ),
    "in one place": (
        SPACE + f"particles: {{one: {{{at}, material: glass, radius: 1 mm}}, two: {{{at}, material: glass, "
        f"radius: 1 mm}}}}\n",
        ("2 pairs overlap", "1 (one) and 3 (two) by 0.002 m", "2 (one) and 4 (two) by 0.002 m"),
    ),
    "wall": (
        SPACE + f"particles: {{one: {{{at}, material: glass, radius: 1 mm}}}}\n"
        f"walls: {{floor: {{point: [0, 0, 9.5 mm], normal: [0, 0, 1], material: glass}}}}\n",
        ("1 (one) and wall floor by 0.0005 m, 0.5 of the radius", "move the particle away from the wall"),
    ),
    "gap": (
        LINE + "particles: {beads: {chain: {count: 20, gap: -1 mm}, material: glass, radius: 2 mm}}\n",
        ("19 pairs overlap", "1 (beads) and 2 (beads) by 0.001 m, 0.5 of the radius", "write a larger gap"),
    ),
    "gap of the next group": (
        LINE
        + "particles: {a: {chain: {count: 9}, material: glass, radius: 2 mm}, b: {chain: {count: 9}, material: glass, "
        "radius: 1 mm, gap: -0.5 mm}}\n",
        ("1 pair overlaps", "9 (a) and 10 (b) by 0.0005 m, 0.5 of the radius", "write a larger gap"),
    ),
    "precompression": (
        LINE + "particles: {beads: {chain: {count: 20, precompression: 20 N}, material: glass, radius: 2 mm}}\n",
        ("19 pairs overlap", "write a smaller precompression or a stiffer material"),
    ),
}

out = os.path.join(top.name, "out")
for name, (text, expected) in CASES.items():
    path = case(text)
    said = []
    for ranks in (1, 2, 3) if name in ("file", "across a periodic face", "gap") else (1, 3):
        command = ["check", path] if ranks == 1 else ["run", path, "-o", out]
        told = run(command, ranks, check=False)
        said.append(words(told.stderr))
        fact(
            told.returncode == 2 and not os.path.exists(out),
            f"{name}: {command[0]} on {ranks} ranks: exit {told.returncode}, nothing written",
        )
    fact(len(said[0]) == 1 and all(w in said[0][0] for w in expected), f"{name}: {said[0]}")
    fact(all(s == said[0] for s in said), f"{name}: the messages on 1, 2 and 3 ranks are the same")

meant = case(SPACE + f"particles: {{grains: {{file: {fine}, material: glass, radius: 1 mm}}}}\n")
told = run(["check", meant], 3)
fact(
    "overlaps at the start: 1, the deepest of 215 and 216, by 5e-05 m, 0.05 of the smaller radius" in told.stdout,
    "check counts a small overlap",
)
fact(run(["run", meant, "-o", out], 2, check=False).returncode == 0, "the case with a small overlap runs")
fact(
    "overlaps at the start: none" in run(["check", meant, "--set", "particles.grains.radius=0.9 mm"]).stdout,
    "check finds no overlap of smaller spheres",
)
deep = case(CASES["gap"][0])
fact(
    run(["check", deep, "--set", "time.overlap_limit=0.6"], check=False).returncode == 0,
    "a larger time.overlap_limit allows deep overlaps",
)
top.cleanup()
done()
