"""Numbers of mechanisms for published/mechanism.json. Each takes the open results file, a variant ("-": a run without
variants) and texts."""
import numpy as np


def mechanism(file, variant):
    return file["mechanism"] if variant == "-" else file["mechanism"][variant]


def run_value(file, variant, column, run):
    """A column of a run of the sweep, from 0."""
    return float(mechanism(file, variant)[column][int(run)])


def impact(file, variant, column, number):
    """A column of an impact of the only run, from 0."""
    return float(mechanism(file, variant)["impacts"][column][int(number)])


def last_slip(file, variant, run, limit):
    """Last recorded time at which the small mass of an impact damper slips faster than a limit [s]."""
    rows = mechanism(file, variant)["trajectory"]
    mine = rows["run"][:] == int(run) + 1
    slip = np.abs(rows["mass_velocity"][mine] - rows["main_velocity"][mine])
    return float(rows["time"][mine][slip > float(limit)].max())
