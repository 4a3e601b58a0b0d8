"""The independent integration of mechanisms (oracle_mechanism.py): its figures under half the tolerance, energy without
losses, closed forms.
Labels: mechanism."""
import math

from granum_test import done, fact
from oracle_mechanism import Block, Damper, Joint, motion

# Results of another program that integrated the same equations with other methods, to the printed digits: time and
# speeds of slider and block before and after the impacts of a free crank [s, m/s], and the last onset of contact in a
# gap of 50 mm [s].
FREE = [
    (0.040430796668, 13.300461187, -20.0, -27.836212254, -3.3989057888),
    (0.047568396694, 25.440946142, -3.3989057888, -8.3243393065, 12.90315932),
]
HELD = 0.0279
LAST = 12.452


def worst(got, want):
    return max(abs(a / b - 1) for a, b in zip(got, want))


def check_block():
    block = Block(True)
    impacts = motion(block, 0.06)[1]
    found = [
        (i.time, block.slider_speed(i.before), i.before[3], block.slider_speed(i.after), i.after[3]) for i in impacts
    ]
    fact(len(found) == 2, "free crank: the oracle finds two impacts")
    off = max(worst(a, b) for a, b in zip(found, FREE))
    fact(
        off < 3e-9, f"free crank: numbers of another program, off by {off:.1e}"
    )  # the program printed 10 digits of times at half of the run
    start = block.inertia(0.0)[0] * 200.0**2 / 2
    y, _ = motion(block, 0.035)
    off = abs(block.inertia(y[0])[0] * y[2] ** 2 / 2 / start - 1)
    fact(off < 1e-9, f"free crank without impact: kinetic energy kept to {off:.1e}")
    held = motion(Block(False), 0.06)[1]
    fact(len(held) == 1 and abs(held[0].time - HELD) < 5e-5, f"held crank: one impact, at {held[0].time:.6f} s")
    reach = 0.02 + 0.2 * math.cos(200 * held[0].time) + math.sqrt(0.09 - (0.2 * math.sin(200 * held[0].time)) ** 2)
    fact(abs(reach - (1 - 20 * held[0].time)) < 1e-9, "held crank: positions of slider and block equal closed forms")


def check_damper():
    rough, fine = (motion(Damper(0.05), 14.0, tolerance)[1] for tolerance in (1e-8, 1e-9))
    off = worst([i.time for i in rough], [i.time for i in fine])
    fact(
        len(fine) == 56 and abs(fine[-1].time - LAST) < 1e-3,
        f"damper, 50 mm: {len(fine)} contacts, the last at {fine[-1].time:.4f} s",
    )
    fact(off < 1e-6, f"damper: a tenth of the tolerance changes times by {off:.1e}")


def check_joint():
    rough, fine = (motion(Joint(200), 0.02, tolerance) for tolerance in (1e-9, 1e-11))
    off = worst([i.speed for i in rough[1]], [i.speed for i in fine[1]])
    fact(len(fine[1]) == 3 and off < 1e-6, f"joint: a hundredth of the tolerance changes approach speeds by {off:.1e}")
    free = motion(Joint(200), 0.006, 1e-11)[0]
    fact(free[1] == 0.35 and free[4] == 0, "joint: before the first touch the slider rests")


if __name__ == "__main__":
    check_block()
    check_damper()
    check_joint()
    done()
