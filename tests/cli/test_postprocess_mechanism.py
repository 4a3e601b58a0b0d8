#!/usr/bin/env python3
"""granum_post mechanism on generated files: runs and columns are selected as requested, loops agree with the
impacts, bad data give one line.
Labels: io mechanism record run."""
import os
import tempfile

import h5py
import numpy as np
from granum_post import mechanism
from granum_post.reader import Run
from granum_test import done as end
from granum_test import holds
from picture_pixels import drawn, shows_data
from test_postprocess import check_refused, make, post, put, put_sensors

ONSETS, CONTACT = np.array([0.1, 0.25, 0.4, 0.7]), 1e-3  # [s]


def put_runs(file, group, gaps, followed=2, impacts=4):
    """A decaying cosine, with half a sine of overlap in the first impacts."""
    tables = {name: [] for name in ("impacts", "trajectory", "energy")}
    for number in range(1, len(gaps) + 1):
        coarse = np.linspace(0, 1, 101)
        inside = [onset + CONTACT * np.linspace(0, 1, 30) for onset in ONSETS[:followed]]
        time = np.sort(np.concatenate([coarse, *inside]))
        overlap = np.full_like(time, -1e-3)
        for onset in ONSETS[:followed]:
            closed = (time >= onset) & (time <= onset + CONTACT)
            overlap[closed] = 1e-5 * np.sin(np.pi * (time[closed] - onset) / CONTACT)
        place = gaps[number - 1] * np.cos(30 * time) * np.exp(-time)
        one = np.ones_like(time)
        tables["trajectory"].append(
            dict(
                run=number * one,
                time=time,
                main=place,
                crank=10 * time,
                left_overlap=overlap,
                left_force=1e8 * np.maximum(overlap, 0) ** 1.5,
            )
        )
        onset = ONSETS[:impacts]
        tables["impacts"].append(
            dict(
                run=0 * onset + number, time=onset, duration=0 * onset + CONTACT, contact=0 * onset, speed_in=1 - onset
            )
        )
        decay = number * np.exp(-5 * coarse)
        tables["energy"].append(
            dict(run=0 * coarse + number, time=coarse, kinetic=decay, potential=decay, elastic=0 * coarse)
        )
    units = {"main": "m", "left_overlap": "m", "crank": "rad"}
    for table, rows in tables.items():
        for name in rows[0]:
            put(file, f"{group}/{table}/{name}", np.concatenate([row[name] for row in rows]), units.get(name, "1"))
    put(file, f"{group}/impact_count", np.full(len(gaps), impacts), "1")
    file[group].attrs["contacts"] = "left"
    if len(gaps) > 1:
        put(file, f"{group}/swept/mechanism.gap", np.array(gaps), "1")


def runs(path, variants=("",), **options):
    with h5py.File(path, "w") as file:
        file.create_group("h5md/creator").attrs["name"] = "granum"
        file["parameters/title"] = "Mechanisms that hit"
        for name in variants:
            put_runs(file, f"mechanism/{name}" if name else "mechanism", **options)
    return path


def check_pictures(folder):
    shapes = {
        "one": ({"gaps": (0.02,)}, ("",)),
        "swept": ({"gaps": (0.02, 0.03, 0.04)}, ("",)),
        "variants": ({"gaps": (0.02, 0.03)}, ("free", "held")),
        "many": ({"gaps": np.linspace(0.02, 0.05, 20)}, ("free", "held")),
        "outside": ({"gaps": (0.02,), "followed": 0}, ("",)),
        "without": ({"gaps": (0.02,), "impacts": 0, "followed": 0}, ("",)),
    }
    for name, (options, variants) in shapes.items():
        picture = os.path.join(folder, name + ".png")
        done = post("mechanism", runs(os.path.join(folder, name + ".h5"), variants, **options), "-o", picture)
        assert done.returncode == 0 and done.stdout == f"picture: {picture}\n" and not done.stderr, (name, done)
        assert drawn(picture).height > 600 and shows_data(picture), (name, drawn(picture))


def check_runs(folder):
    path = runs(os.path.join(folder, "runs.h5"), ("free", "held"), gaps=(0.02, 0.03, 0.04))
    choice = type("Options", (), {"variant": None, "run": None, "columns": None, "since": None, "until": None})
    with Run(path) as results:
        found, count = mechanism.chosen(results.mechanisms(), choice)
        assert count == 6 and [run.name for run in found][:2] == ["free, gap 0.02", "free, gap 0.03"]
        assert mechanism.columns_of(found[0], choice) == ["main"]
        choice.columns = "crank"
        assert mechanism.columns_of(found[0], choice) == ["crank"]
        choice.variant, choice.run = "held", 3
        (run,), count = mechanism.chosen(results.mechanisms(), choice)
    assert count == 1 and run.name == "held, gap 0.04" and len(run.loops()) == 2
    overlap, force = run.loops()[1]
    assert np.isclose(overlap.max(), 1e-5, rtol=1e-2) and np.isclose(force.max(), 1e8 * overlap.max() ** 1.5)
    assert np.isclose(run.of_motion()[0], 6)
    middle = np.median(run.rows["energy"]["time"])
    choice.since = middle
    with Run(path) as results:
        (late,), _ = mechanism.chosen(results.mechanisms(), choice)
    assert late.rows["energy"]["time"].min() == middle and late.rows["impacts"]["time"].min(initial=middle) >= middle


def check_refusals(folder):
    path = runs(os.path.join(folder, "refused.h5"), ("free", "held"), gaps=(0.02, 0.03))
    check_refused(post("mechanism", path, "--variant", "loose"), "no variant loose; there are: free, held")
    check_refused(post("mechanism", path, "--run", "3"), "no run 3; there are 2")
    check_refused(post("mechanism", path, "--columns", "man"), "the trajectory has no column man; it has: ")
    check_refused(post("mechanism", path, "--columns", "main,crank"), "main, crank have different units")
    check_refused(post("mechanism", path, "--since", "1 h"), "there are fewer than two points from --since to --until")
    check_refused(post("mechanism", make(os.path.join(folder, "chain.h5"), put_sensors)), "no mechanism in this run")
    with h5py.File(path, "a") as file:
        del file["mechanism/free/impacts/speed_in"]
    check_refused(post("mechanism", path), "/mechanism/free/impacts/speed_in is missing")
    with h5py.File(path, "a") as file:
        put(file, "mechanism/free/impacts/speed_in", np.zeros(3), "1")
    check_refused(post("mechanism", path), "columns differ in length")


def main():
    with tempfile.TemporaryDirectory() as folder:
        holds(check_pictures, folder)
        holds(check_runs, folder)
        holds(check_refusals, folder)
    end()


if __name__ == "__main__":
    main()
