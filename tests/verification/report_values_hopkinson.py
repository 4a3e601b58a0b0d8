"""Numbers of the Hopkinson bars, from their results: the velocity of sphere 40, which counts the driven one as 1."""
import numpy as np

SPHERE = "beads-39"  # the bar is a separate group


def velocity(file):
    """Times [s] and velocity of sphere 40 [m/s]."""
    sensor = file["observables/sensors"][SPHERE]
    return sensor["time"][:], sensor["velocity"][:]


def half_rise(file):
    """When it first passes half of its maximum [us]."""
    t, v = velocity(file)
    half = 0.5 * v.max()
    k = int(np.argmax(v >= half))
    return 1e6 * (t[k - 1] + (half - v[k - 1]) / (v[k] - v[k - 1]) * (t[k] - t[k - 1]))


def first_peak(file):
    """Time [us] and height [m/s] of its first maximum after that, by the parabola through three samples."""
    t, v = velocity(file)
    begin = int(np.argmax(v >= 0.5 * v.max()))
    k = begin + int(np.argmax(v[begin + 1 :] < v[begin:-1]))
    a, b, c = v[k - 1 : k + 2]
    s = 0.5 * (a - c) / (a - 2 * b + c)
    return 1e6 * (t[k] + s * (t[1] - t[0])), b - 0.25 * (a - c) * s


def first_peak_time(file):
    return first_peak(file)[0]


def first_peak_velocity(file):
    return first_peak(file)[1]


def velocity_at(file, time):
    """At a time [us]."""
    return float(np.interp(1e-6 * float(time), *velocity(file)))


def velocity_max(file):
    return velocity(file)[1].max()
