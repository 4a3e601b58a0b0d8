"""Numbers of the agglomerate for published/agglomerate.json. Each takes the open results file, and names of stages.

Stiffness k_p and diameter d0 of the input; force: mean of the two walls at the ends, positive in compression."""
import numpy as np

K_P, D_0 = 500.0, 1e-5  # [N/m], [m]
SIDES = (("left", "right"), ("front", "back"), ("bottom", "top"))


def rows_of(file, stage):
    """First and last row of the walls in a stage; changes of a stage are visible from the row after its beginning."""
    number = file["parameters/stages"][()].decode().split().index(stage)
    stages, time = file["observables/stages"], file["observables/walls/left/time"][:]
    begin, end = np.searchsorted(time, [stages[name][number] * (1 + 1e-9) for name in ("begin_time", "time")])
    return int(begin), int(end) - 1


def edges(file, row):
    walls = file["observables/walls"]
    return [walls[high]["position"][row, k] - walls[low]["position"][row, k] for k, (low, high) in enumerate(SIDES)]


def stresses(file, stage):
    """Stresses on the six walls at the end of a stage, times d0/k_p [1]."""
    row = rows_of(file, stage)[1]
    edge = edges(file, row)
    force = [[abs(file["observables/walls"][name]["force"][row, k]) for name in SIDES[k]] for k in range(3)]
    return np.ravel([np.array(force[k]) * edge[k] / np.prod(edge) for k in range(3)]) * D_0 / K_P


def stress_over(file, stage, other):
    """Ratio of the stresses on the six walls at the ends of two stages [1]."""
    return stresses(file, stage) / stresses(file, other)


def length(file, stage):
    """Distance of the end walls at the end of a stage, divided by d0 [1]."""
    return edges(file, rows_of(file, stage)[1])[0] / D_0


def branch(file, stage, number):
    """Length divided by d0, ascending, and force [N] on one half of a loop (loading or unloading), from 0, of the
    two loops of a stage."""
    walls, (begin, end) = file["observables/walls"], rows_of(file, stage)
    low, high = (walls[name] for name in SIDES[0])
    quarter = (end + 1 - begin) / 4
    part = slice(begin + round(int(number) * quarter), begin + round((int(number) + 1) * quarter))
    way = (high["position"][part, 0] - low["position"][part, 0]) / D_0
    force = 0.5 * (high["force"][part, 0] - low["force"][part, 0])
    order = np.argsort(way)
    return way[order], force[order]


def enclosed(file, stage, number):
    """Area of a loop of a stage, divided by the work of its loading [1]."""
    walls, (begin, end) = file["observables/walls"], rows_of(file, stage)
    low, high = (walls[name] for name in SIDES[0])
    half = (end + 1 - begin) / 2
    part = slice(begin + round(number * half), begin + round((number + 1) * half) + 1)
    length = high["position"][part, 0] - low["position"][part, 0]
    force = 0.5 * (high["force"][part, 0] - low["force"][part, 0])
    work = -np.cumsum(0.5 * (force[1:] + force[:-1]) * np.diff(length))
    return float(work[-1] / work.max())


def apart(file, stage, one, other):
    """Largest difference of the forces of two half loops of a stage at equal length, divided by the range of the
    forces [1]."""
    one, other = branch(file, stage, one), branch(file, stage, other)
    at = np.linspace(max(one[0][0], other[0][0]), min(one[0][-1], other[0][-1]), 100)
    here, there = np.interp(at, *one), np.interp(at, *other)
    return float(np.abs(here - there).max() / np.ptp(np.append(here, there)))
