"""Numbers of a slider-crank with a clearance joint for published/joint.json. Each takes the open results file, a
variant and texts."""
import numpy as np

FIRST = 1 / 3  # part of the run that is left out as transient


def column(file, variant, name, from_time=0.0):
    """A column of the trajectory from a time on, in parts of the run."""
    rows = file["mechanism"][variant]["trajectory"]
    time = rows["time"][:]
    return rows[name][:][time >= from_time * time[-1]]


def approach_max(file, variant):
    """Largest speed of approach of an impact [m/s]."""
    return float(file["mechanism"][variant]["impacts/speed_in"][:].max())


def force_max(file, variant):
    return float(file["mechanism"][variant]["impacts/force_max"][:].max())


def deviation_max(file, variant):
    """Largest deviation of the slider from its position without clearance [m]."""
    return float(np.abs(column(file, variant, "deviation")).max())


def deviation_late(file, variant):
    """The same after the first third of the run."""
    return float(np.abs(column(file, variant, "deviation", FIRST)).max())


def ideal_acceleration_max(file, variant):
    return float(np.abs(column(file, variant, "ideal_acceleration")).max())
