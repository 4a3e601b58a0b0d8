"""Numbers of bouncing balls for published/bounce.json. Each takes the open results file, a variant and texts."""
import numpy as np


def firsts(file, variant, column):
    """A column of the first bounce of each ball."""
    group = file["bounce"][variant]
    return group["bounces"][column][:][group["first_bounce"][:]]


def first(file, variant, column):
    return float(firsts(file, variant, column)[0])


def bounces(file, variant, column, count):
    """A column of the first bounces of the first ball."""
    return file["bounce"][variant]["bounces"][column][: int(count)]


def onset_after(file, variant, speed):
    """Time at which the ball returns from the first bounce that it leaves with a speed below this one [s]."""
    rows = file["bounce"][variant]["bounces"]
    return float(rows["time"][int(np.argmax(rows["speed_out"][:] < float(speed))) + 1])
