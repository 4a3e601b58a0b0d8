"""Mechanisms of the papers: impacts against an independent integration, halved tolerance, ledger, zones of the impact
damper; and the same impact by problem: mechanism and by problem: impact, for laws of every kind.
Labels: impact input law mechanism parallel record run."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import SOURCE, case, done, fact, simulate

# DOP853 with other events (oracle_mechanism.py), at 1e-10 and finer: last onset [s] and number of impacts by gap.
DAMPER = {0.02: (19.085962, 90), 0.03: (16.216053187, 83), 0.04: (13.988311165, 70), 0.05: (12.451441234, 56)}
# Time [s] and velocities of slider and block before and after [m/s].
CRANK = {
    "free": [
        (0.040430796669, 13.300461189, -20.0, -27.836212251, -3.398905788),
        (0.047568396695, 25.440946133, -3.398905788, -8.324339303, 12.903159317),
    ],
    "held": [(0.027879373007, 40.605074244, -20.0, 39.981274580, 84.649790065)],
}
CRANK_COLUMNS = ("time", "slider_velocity_in", "block_velocity_in", "slider_velocity_out", "block_velocity_out")
# Each of some 100 steps of an impact may be off by 1e-12 of the largest velocity; in the damper, errors grow from
# impact to impact.
DIGITS, DAMPER_DIGITS = 1e-9, 1e-7
LAWS = {
    "hertz": "{law: hertz}",
    "linear": "{law: linear, stiffness: 1e6, restitution: 0.3}",
    "tsuji": "{law: tsuji, restitution: 0.5}",
    "flores": "{law: flores, restitution: 0.6}",
    "jankowski": "{law: jankowski, restitution: 0.6}",
    "ma_liu": "{law: ma_liu, hardness_ratio: 3, conformity: 13}",
    "kelvin_voigt": "{law: kelvin_voigt_elastoplastic, restitution_elastic: 0.86, restitution_plastic: 0.70, "
    "hardness_ratio: 3.0, conformity: 13}",
    "walton_braun": "{law: walton_braun, k1: 1e6, k2: 2e6}",
}
PAIR = """
materials: {steel: {density: 7800, youngs_modulus: 207e9, poisson_ratio: 0.3, yield_stress: 1030e6}}
contacts: [{between: '*', normal: {law: hertz}, tension: allow}]
tolerance: 1e-13
"""
IMPACT = (
    PAIR
    + """
problem: impact
bodies: [{material: steel, radius: 20 mm, mass: 0.3}, {material: steel, shape: plane, mass: 0.5}]
velocities: [2]
"""
)
# A spring of negligible stiffness: two free masses, the small one at 2 m/s.
MECHANISM = (
    PAIR
    + """
problem: mechanism
mechanism: {type: impact_damper, main_mass: 0.5, impact_mass: 0.3, stiffness: 1e-12, gap: 10 mm, impact_velocity: 2}
surfaces: {mass: {material: steel, radius: 20 mm}, stop: {material: steel, shape: plane}}
time: {end: 5 ms}
"""
)
SAME = {  # column of an impact: of a mechanism
    "restitution": "restitution",
    "overlap_max": "overlap_max",
    "force_max": "force_max",
    "force_min": "force_min",
    "duration": "duration",
    "energy_viscous": "dissipated_viscous",
    "energy_plastic": "dissipated_plastic",
}


def shipped(name):
    return os.path.join(SOURCE, "inputs", "mechanism", name)


def impacts(group):
    return {name: data[:] for name, data in group["impacts"].items()}


def check_half(name, group, finer, digits):
    """Half the tolerance: the same impacts, and the same digits."""
    a, b = impacts(group), impacts(finer)
    if len(a["time"]) != len(b["time"]):
        fact(False, f"{name}: half the tolerance changes the number of impacts")
        return
    for column in ("time", "speed_in", "speed_out", "overlap_max", "force_max"):
        off = np.abs(b[column] / a[column] - 1).max()
        fact(off < digits, f"{name}: half the tolerance moves {column} by {off:.1e}")


def envelope(time, place, begin, end):
    """Times and heights of the crests in a part of a run."""
    inside = (time > begin) & (time < end)
    t, x = time[inside], place[inside]
    crest = (x[1:-1] > x[:-2]) & (x[1:-1] >= x[2:]) & (x[1:-1] > 0)
    return t[1:-1][crest], x[1:-1][crest]


def check_zones(group, last):
    """The three zones of the smallest gap: impacts reduce the amplitude linearly, friction reduces the relative
    motion of the small mass, then both move together."""
    owner = group["trajectory/run"][:] == 1
    time, main, relative = (group["trajectory"][name][:][owner] for name in ("time", "main", "relative"))
    t, crest = envelope(time, main, 2, last - 2)
    line = np.polyfit(t, crest, 1)
    off = np.abs(np.polyval(line, t) - crest).max() / crest.max()
    fact(off < 0.05, f"impact zone: the amplitude falls along a straight line, off by {off:.1e} of it")
    reach = [np.ptp(relative[(time > a) & (time < b)]) for a, b in ((last - 2, last), (last + 2, last + 4), (40, 60))]
    fact(
        reach[0] > 0.0195 and 0.002 < reach[1] < 0.01,
        f"friction zone: the small mass moves {reach[1]:.2e} m, after {reach[0]:.2e} m",
    )
    fact(reach[2] < 2e-4, f"no-impact zone: the small mass creeps by {reach[2]:.1e} m, 1 % of the gap at most")
    t, crest = envelope(time, main, 40, 60)
    decay, theory = -np.polyfit(t, np.log(crest), 1)[0], decay_as_one(0.5, 0.004, 100, 0.003, 0.1, 1e-3)
    fact(abs(decay / theory - 1) < 2e-3, f"no-impact zone: amplitude decays by {decay:.5f} 1/s, theory {theory:.5f}")


def decay_as_one(main, small, stiffness, ratio, friction, slip):
    """Both masses on the dashpot, and the creep: the guide gives m a at a slip of v_reg a/(mu g), and takes their
    product."""
    square = stiffness / (main + small)
    return ratio * np.sqrt(stiffness * main) / (main + small) + 0.5 * small * square * slip / (
        friction * 9.81 * (main + small)
    )


def check_damper(directory):
    path = shipped("impact-damper.yaml")
    results = simulate(path, os.path.join(directory, "damper"), ranks=2)
    half = simulate(path, os.path.join(directory, "half"), ["tolerance=5e-13", "trajectory={}"], 2)
    with h5py.File(results) as file, h5py.File(half) as finer:
        group = file["mechanism"]
        for gap, onset, count in zip(group["swept/mechanism.gap"][:], group["last_onset"][:], group["impact_count"][:]):
            if gap not in DAMPER:  # 10 mm, without an independent integration; check_half has it
                continue
            last, number = DAMPER[gap]
            fact(
                abs(onset / last - 1) < 1e-7 and count == number,
                f"gap {gap} m: {count} impacts, the last at {onset:.6f} s, off by {onset / last - 1:.1e}",
            )
        residual = group["energy_residual"][:].max()
        fact(residual < 1e-8, f"damper: the ledger closes to {residual:.1e} of the energy at the start")
        check_half("damper", group, finer["mechanism"], DAMPER_DIGITS)
        check_zones(group, group["last_onset"][0])


def check_crank(directory):
    path = shipped("slider-crank-block.yaml")
    results = simulate(path, os.path.join(directory, "crank"))
    half = simulate(path, os.path.join(directory, "finer"), ["tolerance=5e-13"])
    with h5py.File(results) as file, h5py.File(half) as finer:
        for name, known in CRANK.items():
            group = file["mechanism"][name]
            rows = impacts(group)
            found = np.transpose([rows[column] for column in CRANK_COLUMNS])
            off = np.abs(found / known - 1).max() if len(found) == len(known) else 1
            fact(off < 3e-9, f"{name} crank: {len(found)} impacts, times and velocities off by {off:.1e}")
            residual = group["energy_residual"][0]
            fact(residual < 1e-8, f"{name} crank: the ledger closes to {residual:.1e} of the energy put in")
            check_half(f"{name} crank", group, finer["mechanism"][name], DIGITS)
            points = {column: data[:] for column, data in group["trajectory"].items()}
            before = points["time"] < rows["time"][0]
            angle, speed = points["crank"][before], points["crank_velocity"][before]
            place = 0.2 * np.cos(angle) + np.sqrt(0.09 - (0.2 * np.sin(angle)) ** 2)
            fact(
                np.abs(points["slider"][before] - place).max() < 1e-12,
                f"{name} crank: the position of the slider follows from the rod",
            )
            moment = np.abs(points["crank_moment"]).max()
            fact((moment == 0) == (name == "free"), f"{name} crank: the largest moment is {moment:.3g} N m")
            if name == "held":
                fact(
                    (speed == 200).all() and np.abs(angle - 200 * points["time"][before]).max() < 1e-12,
                    "held crank: the speed is constant, bit for bit",
                )


def check_laws(directory):
    """Laws with history, corners, dashpots and tension: an impact is the same in both solvers."""
    for name, law in LAWS.items():
        sets = [f"contacts.0.normal={law}"]
        one = simulate(case(IMPACT), os.path.join(directory, name + "-i"), sets)
        other = simulate(case(MECHANISM), os.path.join(directory, name + "-m"), sets)
        with h5py.File(one) as a, h5py.File(other) as b:
            first, rows = a["impact"], b["mechanism/impacts"]
            scale = {
                "force_min": first["force_max"][0],
                "energy_viscous": first["energy_lost"][0],
                "energy_plastic": first["energy_lost"][0],
            }
            off = {
                key: abs(rows[column][0] - first[key][0]) / scale.get(key, first[key][0])
                for key, column in SAME.items()
            }
            worst = max((value, key) for key, value in off.items() if np.isfinite(value))
            fact(
                worst[0] < 1e-8 and len(rows["time"]) == 1,
                f"{name}: equals the impact of problem: impact; the largest difference is {worst[1]}, by "
                f"{worst[0]:.1e}",
            )
            residual = b["mechanism/energy_residual"][0]
            fact(residual < 1e-10, f"{name}: the ledger closes to {residual:.1e}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as top:
        check_damper(top)
        check_crank(top)
        check_laws(top)
    done()
