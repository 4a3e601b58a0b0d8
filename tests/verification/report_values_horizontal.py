"""Numbers of the horizontal chain, from its results: peaks at the sensors, speed of the wave, overlap, solitary wave.

Peaks lie between samples: the parabola through three of them."""
import numpy as np
from granum_test import peak

FIRST, LAST = 9, 63  # sensors between which the speed of the wave is taken


def sensor_peaks(file, what="force"):
    """Bead number -> (time, value) of the peak of each sensor."""
    found = {}
    for name, group in file["observables/sensors"].items():
        found[int(name.split("-")[1])] = peak(group["time"][:], group[what][:])
    return dict(sorted(found.items()))


def peak_forces(file):
    """Mean of the two contact forces at each sensor [N]."""
    return np.array([value for _, value in sensor_peaks(file).values()])


def peak_times(file):
    """[us]"""
    return np.array([1e6 * time for time, _ in sensor_peaks(file).values()])


def diameter(file):
    return 2 * file["particles/grains/radius"][1]


def wave_speed(file, first=FIRST, last=LAST):
    """From the times of the peaks at two sensors [m/s]."""
    peaks, first, last = sensor_peaks(file), int(first), int(last)
    return (last - first) * diameter(file) / (peaks[last][0] - peaks[first][0])


def overlaps(file):
    """Overlap of each contact at each recorded time [m]; negative where it is open."""
    position, radius = file["particles/grains/position/value"][:, :, 0], file["particles/grains/radius"][:]
    return radius[:-1] + radius[1:] - np.diff(position, axis=1)


def overlap_max(file):
    """The largest of all contacts [m]."""
    found = overlaps(file)
    time = file["particles/grains/position/time"][:]
    return peak(time, found[:, np.argmax(found.max(axis=0))])[1]


# The solitary wave of a Hertz chain in units of F = A d^1.5, bead mass m, striker velocity v0 and diameter.


def units(file):
    """A [N/m^1.5], m [kg], v0 [m/s] of a run of steel (193 GPa, 0.3) that starts with one moving bead."""
    radius, mass = file["particles/grains/radius"][0], file["particles/grains/mass"][0]
    stiffness = 4 / 3 * 193e9 / (2 * (1 - 0.3**2)) * np.sqrt(radius / 2)
    return stiffness, mass, file["particles/grains/velocity/value"][0, 0, 0]


def solitary_force(file, bead):
    """Largest force between a bead and the next over A^(2/5) m^(3/5) v0^(6/5); both have sensors."""
    stiffness, mass, speed = units(file)
    sensors, bead = file["observables/sensors"], int(bead)
    here, after = (sensors[f"beads-{number}"] for number in (bead, bead + 1))
    overlap = peak(here["time"][:], here["displacement"][:] - after["displacement"][:])[1]
    return stiffness * overlap**1.5 / (stiffness**0.4 * mass**0.6 * speed**1.2)


def solitary_velocity(file, bead):
    """Largest velocity of a bead over v0."""
    return sensor_peaks(file, "velocity")[int(bead)][1] / units(file)[2]


def solitary_speed(file, first, last):
    """Speed of the wave over (A/m)^(2/5) v0^(1/5) diameters."""
    stiffness, mass, speed = units(file)
    return wave_speed(file, first, last) / diameter(file) / ((stiffness / mass) ** 0.4 * speed**0.2)


def solitary_energy(file):
    """Share of the striker's energy that the leading wave carries at the end of the run: kinetic energy of the beads
    from six before the fastest to the end, and the elastic energy of their contacts."""
    stiffness, mass, speed = units(file)
    velocity = file["particles/grains/velocity/value"][-1, :, 0]
    begin = np.argmax(velocity) - 6
    kinetic = 0.5 * mass * np.sum(velocity[begin:] ** 2)
    elastic = 0.4 * stiffness * np.sum(np.maximum(overlaps(file)[-1, begin:], 0) ** 2.5)
    return (kinetic + elastic) / (0.5 * mass * speed**2)
