#!/usr/bin/env python3
"""granum_post bounce on generated files: balls are selected as requested, arcs are the parabolas, bad data give one
line.
Labels: io record."""
import os
import tempfile

import h5py
import numpy as np
from granum_post import bounce
from granum_post.reader import Run
from granum_test import done as end
from granum_test import holds
from picture_pixels import drawn, shows_data
from test_postprocess import check_refused, make, post, put, put_sensors

GRAVITY, DROP, CONTACT = 10.0, 0.2, 1e-3  # [m/s^2], [m], [s]


def rows_of_ball(e, count):
    """Contacts of a ball with restitution e: onset, duration, speeds."""
    onset, speed, rows = np.sqrt(2 * DROP / GRAVITY), np.sqrt(2 * DROP * GRAVITY), []
    for number in range(1, count + 1):
        after = e * speed if number < count else 0.0
        rows.append((onset, CONTACT, speed, after, number, after / speed, e))
        onset, speed = onset + CONTACT + 2 * after / GRAVITY, after
    return np.array(rows)


def points_of_ball(rows, followed):
    """The start, and half a sine of overlap in the first contacts."""
    points = [(0.0, DROP, 0.0, 0.0)]
    for onset, duration, speed, *_ in rows[:followed]:
        s = np.linspace(0, 1, 20)
        depth = speed * duration / np.pi * np.sin(np.pi * s)
        points += zip(
            onset + s * duration, -depth, -speed * np.cos(np.pi * s), 1e6 * depth * (1 + 0.2 * np.cos(np.pi * s))
        )
    return np.array(points)


def put_balls(file, group, restitutions, followed=2, count=6):
    balls = [rows_of_ball(e, count) for e in restitutions]
    points = [points_of_ball(rows, followed) for rows in balls]
    for table, columns, found in (
        (
            "bounces",
            ("time", "duration", "speed_in", "speed_out", "number", "restitution", "restitution_theory"),
            balls,
        ),
        ("trajectory", ("time", "height", "velocity", "force"), points),
    ):
        put(file, f"{group}/{table}/ball", np.repeat(np.arange(1, len(found) + 1), [len(rows) for rows in found]), "1")
        for name, values in zip(columns, np.concatenate(found).T):
            put(file, f"{group}/{table}/{name}", values, "1")
    put(file, f"{group}/bounce_count", np.full(len(balls), count - 1), "1")
    if len(restitutions) > 1:
        put(file, f"{group}/swept/contacts.0.normal.restitution", np.array(restitutions), "1")


def balls(path, variants=("",), **options):
    with h5py.File(path, "w") as file:
        file.create_group("h5md/creator").attrs["name"] = "granum"
        file["parameters/title"] = "Balls that bounce"
        for name in variants:
            put_balls(file, f"bounce/{name}" if name else "bounce", **options)
    return path


def check_pictures(folder):
    shapes = {
        "one": ({"restitutions": (0.7,)}, ("",)),
        "swept": ({"restitutions": (0.2, 0.5, 0.8)}, ("",)),
        "variants": ({"restitutions": (0.5, 0.8)}, ("soft", "stiff")),
        "many": ({"restitutions": np.linspace(0.3, 0.9, 20)}, ("soft", "stiff")),
        "outside": ({"restitutions": (0.7,), "followed": 0}, ("",)),
        "sticks": ({"restitutions": (0.7,), "count": 1}, ("",)),
    }
    for name, (options, variants) in shapes.items():
        picture = os.path.join(folder, name + ".png")
        done = post("bounce", balls(os.path.join(folder, name + ".h5"), variants, **options), "-o", picture)
        assert done.returncode == 0 and done.stdout == f"picture: {picture}\n" and not done.stderr, (name, done)
        assert drawn(picture).height > 700 and shows_data(picture), (name, drawn(picture))


def check_balls(folder):
    path = balls(os.path.join(folder, "balls.h5"), ("a", "b"), restitutions=(0.2, 0.5, 0.8))
    choice = type("Options", (), {"variant": None, "ball": None})
    with Run(path) as results:
        found, count = bounce.chosen(results.bounces(), choice)
        assert count == 6 and [ball.name for ball in found][:2] == ["a, restitution 0.2", "a, restitution 0.5"]
        choice.variant, choice.ball = "b", 3
        (ball,), count = bounce.chosen(results.bounces(), choice)
    assert count == 1 and ball.name == "b, restitution 0.8" and len(ball.loops()) == 2
    time, height = ball.flights()
    rows = rows_of_ball(0.8, 6)
    assert np.isclose(height[0], DROP) and np.isclose(height[len(bounce.ARC) - 1], 0, atol=1e-12)
    assert np.isclose(height[len(bounce.ARC) :].max(), (0.8 * rows[0, 2]) ** 2 / (2 * GRAVITY)), height.max()
    assert np.isclose(time[-1], rows[-1, 0] + CONTACT) and (np.diff(time) >= 0).all()
    at = 10  # of the first fall
    assert np.isclose(height[at], DROP - 0.5 * GRAVITY * time[at] ** 2)


def check_refusals(folder):
    path = balls(os.path.join(folder, "refused.h5"), ("a", "b"), restitutions=(0.5, 0.8))
    check_refused(post("bounce", path, "--variant", "c"), "no variant c; there are: a, b")
    check_refused(post("bounce", path, "--ball", "3"), "no ball 3; there are 2")
    check_refused(post("bounce", make(os.path.join(folder, "chain.h5"), put_sensors)), "no bouncing balls in this run")
    with h5py.File(path, "a") as file:
        del file["bounce/a/bounces/restitution"]
    check_refused(post("bounce", path), "/bounce/a/bounces/restitution is missing")
    with h5py.File(path, "a") as file:
        put(file, "bounce/a/bounces/restitution", np.zeros(3), "1")
    check_refused(post("bounce", path), "columns differ in length")


def main():
    with tempfile.TemporaryDirectory() as folder:
        holds(check_pictures, folder)
        holds(check_balls, folder)
        holds(check_refusals, folder)
    end()


if __name__ == "__main__":
    main()
