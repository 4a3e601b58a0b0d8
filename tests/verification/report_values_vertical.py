"""Numbers of the vertical chains, from their results: first peaks at beads 13 and 17 and at the base, forces at the
start."""
import numpy as np
from granum_test import peak

SENSORS = ("beads-13", "beads-17", "base-1")


def first_peak(time, force):
    """The first maximum above the middle between the force at rest and the largest one; it lies between samples."""
    middle = 0.5 * (force[0] + force.max())
    begin = int(np.argmax(force > middle))
    end = begin + int(np.argmax(np.append(force[begin:], -np.inf) < middle))
    return peak(time[begin - 1 : end], force[begin - 1 : end])


def first_peaks(file):
    sensors = (file["observables/sensors"][name] for name in SENSORS)
    return [first_peak(sensor["time"][:], sensor["force"][:]) for sensor in sensors]


def first_forces(file):
    """[N]"""
    return np.array([force for _, force in first_peaks(file)])


def first_times(file):
    """[us]"""
    return np.array([1e6 * time for time, _ in first_peaks(file)])


def start_forces(file):
    """[N]"""
    return np.array([file["observables/sensors"][name]["force"][0] for name in SENSORS])
