"""The phases of the performance card add up to the total time, in runs of one step and of many, on 1 to 3 ranks; the
card describes each phase."""
import os
import tempfile

from granum_test import card, case, done, fact, run
from struck_chain import struck_chain

CHAIN = case(
    struck_chain(1)
    + """time: {end: 0.2 us, step: 0.1 us}
output: {energy: {every: 1 us}}
"""
)
BULK = case(
    """
dimension: 3
domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm], periodic: [true, true, true]}
materials: {glass: {density: 2500, youngs_modulus: 1e9, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.9}}]
particles: {grains: {random: {count: 100}, material: glass, radius: 0.5 mm, velocity_deviation: 0.1}}
time: {end: 2 us, step: 1 us}
output: {energy: {every: 10 us}}
"""
)


def shares(text):
    """Returns the phases as the card prints them: {name: (percent, description)}."""
    rows = text.split("  phase  ")[1].split("\ncompleted")[0].splitlines()[1:]
    cells = [row.rsplit("%", 1) for row in rows]
    return {numbers[:19].strip(): (float(numbers.split()[-1]), meaning.strip()) for numbers, meaning in cells}


def look(name, directory, text, ranks):
    performance, printed = card(directory)["performance"], shares(text)
    seconds = performance["phase_seconds"]
    whole = sum(seconds.values()) / performance["seconds"]
    fact(
        abs(whole - 1) < 1e-3 and min(seconds.values()) >= 0,
        f"{name}, {performance['steps']} step(s) on {ranks} rank(s): the phases take {100 * whole:.2f} % of the whole "
        "time",
    )
    total = sum(share for share, _ in printed.values())
    fact(
        abs(total - 100) < 0.5 and all(meaning for _, meaning in printed.values()),
        "the printed card has the same numbers and explains each phase: "
        f"{' '.join(f'{n} {s}' for n, (s, _) in printed.items())}",
    )


with tempfile.TemporaryDirectory() as top:
    for name, path, step in (("chain of 2 beads", CHAIN, 1e-7), ("bulk", BULK, 1e-6)):
        for ranks in (1, 3):
            for steps in (5, 100, 700):
                directory = os.path.join(top, f"{name}-{ranks}-{steps}")
                told = run(["run", "-v", path, "-o", directory, "--set", f"time.end={steps * step!r}"], ranks)
                look(name, directory, told.stdout, ranks)
            told = run(["resume", "-v", directory, "--set", f"time.end={(steps + 1) * step!r}"], ranks)
            look(name, directory, told.stdout, ranks)
    told = run(["run", "-v", CHAIN, "-o", os.path.join(top, "rk"), "--set", "time={end: 100 us, integrator: rk}"])
    look("chain of 2 beads, rk", os.path.join(top, "rk"), told.stdout, 1)
os.unlink(CHAIN)
os.unlink(BULK)
done()
