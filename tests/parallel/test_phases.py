"""The performance card: phases that each run has, their times and shares, and a description of each phase.
Labels: bulk input law particle run time."""
import os
import tempfile

from cases import struck_chain
from granum_test import card, case, done, fact, run

CHAIN = case(
    struck_chain(1)
    + """time: {end: 10 us, step: 0.1 us}
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
time: {end: 100 us, step: 1 us}
output: {energy: {every: 10 us}}
"""
)


def shares(text):
    """Returns the phases as the card prints them: {name: (percent, description)}."""
    rows = text.split("  phase  ")[1].split("\ncompleted")[0].splitlines()[1:]
    cells = [row.rsplit("%", 1) for row in rows]
    return {numbers[:19].strip(): (float(numbers.split()[-1]), meaning.strip()) for numbers, meaning in cells}


with tempfile.TemporaryDirectory() as top:
    for name, path, needed in (("chain", CHAIN, "ghost contacts"), ("bulk", BULK, "halo")):
        directory = os.path.join(top, name)
        told = run(["run", "-v", path, "-o", directory], 3)
        performance, printed = card(directory)["performance"], shares(told.stdout)
        seconds = performance["phase_seconds"]
        fact(
            min(seconds.values()) >= 0 and seconds["force pass"] > 0 and seconds[needed] > 0,
            f"{name}: times of the phases {seconds}",
        )
        fact(
            printed.keys() == seconds.keys()
            and all(abs(100 * seconds[k] / performance["seconds"] - printed[k][0]) < 0.1 for k in seconds)
            and all(meaning for _, meaning in printed.values()),
            f"{name}: the printed card has the same phases and shares, and explains each {printed}",
        )
done()
