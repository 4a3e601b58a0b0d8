"""Bouncing balls of the papers: peak forces against single impacts, restitution under gravity and times of
rest against an independent integration, energy, static overlap, a change of law with the number of bounces, halved
tolerance.
Labels: input record run."""
import os
import tempfile

import h5py
import numpy as np
from granum_test import SOURCE, done, fact, simulate

# Largest force of one impact at 4.2 m/s without gravity [N], and restitution of the first bounce with gravity in the
# contact, at 0.2, 0.4, 0.6 and 0.8: DOP853 at 1e-12.
BALL = {
    "hunt": (
        [10640.732482, 10507.79922, 10493.193832, 10739.033053],
        [0.54585127605, 0.61887678293, 0.71127923538, 0.83246346026],
    ),
    "lankarani": (
        [10478.5318, 10486.316339, 10547.373739, 10788.562152],
        [0.67150910358, 0.70094216618, 0.75557197175, 0.84672858488],
    ),
    "flores": (
        [14476.44, 11523.84197, 10572.00587, 10612.949865],
        [0.15374722643, 0.3615196569, 0.57633242986, 0.78803324272],
    ),
    "gharib": (
        [13522.181186, 11604.322209, 10950.615995, 10669.51154],
        [0.19528977443, 0.35100595333, 0.45832089489, 0.53513693959],
    ),
    "hu_guo": (
        [14212.272397, 11403.500025, 10542.957569, 10639.401544],
        [0.16382951996, 0.37832564291, 0.59271278379, 0.79871655359],
    ),
    "safaeifar": (
        [13522.181186, 11107.951463, 10491.137666, 10720.128434],
        [0.19528977443, 0.42669587454, 0.63748311041, 0.82665348458],
    ),
}
# Restitution by bounce of the Teflon ball with the switch: the same.
TEFLON = [
    0.8458762415301,
    0.8589102701232,
    0.8698993226951,
    0.8792899895520,
    0.8874074089069,
    0.8507131337864,
    0.8629165050700,
    0.8732552559409,
]
STATIC = (9.8 / 1.4e8) ** (2 / 3)  # [m]


def ball(name):
    return os.path.join(SOURCE, "inputs", "bounce", name)


def check_ball(directory):
    given = ["sweep={contacts.0.normal.restitution: [0.2, 0.4, 0.6, 0.8]}", "trajectory={}"]
    alone = simulate(
        os.path.join(SOURCE, "inputs/impact/ball-loops.yaml"),
        os.path.join(directory, "impact"),
        [given[0].replace("contacts.0.normal", "constants"), "curves=false"],
    )
    results = simulate(ball("ball.yaml"), os.path.join(directory, "ball"), given, 2)
    half = simulate(ball("ball.yaml"), os.path.join(directory, "half"), [*given, "tolerance=5e-13"], 2)
    with h5py.File(alone) as impacts, h5py.File(results) as file, h5py.File(half) as finer:
        for name, (force, restitution) in BALL.items():
            group, other = file["bounce"][name], finer["bounce"][name]
            first = group["first_bounce"][:]
            peak, single = group["bounces/force_max"][:][first], impacts["impact"][name]["force_max"][:]
            off = np.abs(single / force - 1).max()
            fact(off < 1e-5, f"{name}: largest force of single impacts, off by {off:.1e}")
            off = np.abs(peak / force - 1).max()
            fact(off < 2e-3, f"{name}: largest force of the first bounces, off by {off:.1e}")
            off = np.abs(group["bounces/restitution"][:][first] - restitution).max()
            fact(off < 1e-9, f"{name}: restitution of the first bounces under gravity, off by {off:.1e}")
            fact((group["outcome"][:] == 0).all(), f"{name}: all balls rest, after {group['bounce_count'][:]} bounces")
            off = np.abs(group["static_overlap"][:] / STATIC - 1).max()
            fact(off < 1e-12, f"{name}: static overlap (m g/K)^(2/3), off by {off:.1e}")
            off = np.abs(group["rest_overlap"][:] / STATIC - 1).max()
            fact(
                off < 1e-3, f"{name}: overlap at rest, off by {off:.1e}"
            )  # 1e-12 of the energy at the start allows 5e-4
            residual = group["energy_residual"][:].max()
            fact(residual < 1e-8, f"{name}: the ledger closes to {residual:.1e} of the energy at the start")
            same = (group["bounce_count"][:] == other["bounce_count"][:]).all()
            off = np.abs(group["last_onset"][:] / other["last_onset"][:] - 1).max() if same else 1
            fact(off < 1e-9, f"{name}: half the tolerance moves the last onset by {off:.1e}")


def check_many(directory):
    """Hundreds of bounces end at rest."""
    sets = [
        "variants={a: {}}",
        "sweep={contacts.0.normal.restitution: [0.98]}",
        "trajectory={}",
        "contacts.0.normal.law=safaeifar_farshidianfar",
    ]
    with h5py.File(simulate(ball("ball.yaml"), os.path.join(directory, "many"), sets)) as file:
        group = file["bounce/a"]
        count, residual = group["bounce_count"][0], group["energy_residual"][0]
        fact(group["outcome"][0] == 0 and count > 250, f"{count} bounces, after which the ball rests")
        fact(residual < 1e-8, f"the ledger closes to {residual:.1e}")
        energy = {name: group["energy"][name][:] for name in group["energy"]}
        total = sum(
            energy[name] for name in ("kinetic", "potential", "elastic", "dissipated_viscous", "dissipated_plastic")
        )
        fact(
            np.abs(total / group["energy_start"][0] - 1).max() < 1e-8 and len(total) == count + 2,
            "the recorded energies at the start, after each contact and at rest add up to that at the start",
        )
        onset, end = group["bounces/time"][:], group["bounces/time"][:] + group["bounces/duration"][:]
        off = np.abs((onset[1:] - end[:-1]) * 9.8 / (2 * group["bounces/speed_out"][:-1]) - 1)
        fact(off[: count // 2].max() < 1e-10, f"flights last 2 v/g: off by {off[: count // 2].max():.1e}")
        fact(
            np.array_equal(group["bounces/speed_in"][1:], group["bounces/speed_out"][:-1]),
            "the ball returns from each flight at the speed at which it left",
        )


def check_yielding(directory):
    """Flights and contacts up to the one after the first bounce below 10 mm/s, gravity ignored in contacts."""
    with h5py.File(
        simulate(ball("yielding-ball.yaml"), os.path.join(directory, "yielding"), ["trajectory={}"], 2)
    ) as file:
        for name, time, count in (("printed-flights", 5.2938, 38), ("elastic-flights", 8.1389, 58)):
            bounces = file["bounce"][name]["bounces"]
            slow = int(np.argmax(bounces["speed_out"][:] < 0.01))
            off = bounces["time"][slow + 1] / time - 1
            fact(
                abs(off) < 1.2e-5 and slow + 1 == count,
                f"{name}: {count} bounces above 10 mm/s, until {time} s, off by {off:.1e}",
            )
        for name, group in file["bounce"].items():
            fact(
                group["outcome"][0] == 0 and group["energy_residual"][0] < 1e-8,
                f"{name}: rests after {group['rest_time'][0]:.4f} s, residual of the energy "
                f"{group['energy_residual'][0]:.1e}",
            )


def check_teflon(directory):
    sets = ["variants={a: {}}", "trajectory={}", "until.bounces=8"]
    with h5py.File(simulate(ball("teflon.yaml"), os.path.join(directory, "teflon"), sets)) as file:
        off = np.abs(file["bounce/a/bounces/restitution"][:] - TEFLON).max()
        fact(
            off < 1e-9, f"Teflon on glass: restitution of eight bounces, with the switch at the sixth, off by {off:.1e}"
        )


with tempfile.TemporaryDirectory() as top:
    check_ball(top)
    check_many(top)
    check_yielding(top)
    check_teflon(top)
done()
