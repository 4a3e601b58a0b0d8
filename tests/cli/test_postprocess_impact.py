#!/usr/bin/env python3
"""granum_post on impacts and laws with generated files: pictures are drawn, rows are distinguished correctly, bad
data give one line.
Labels: io record."""
import csv
import os
import subprocess
import sys
import tempfile

import h5py
import numpy as np
from granum_post import impact, law
from granum_post.reader import Run
from granum_test import done as end
from granum_test import holds
from picture_pixels import drawn, shows_data
from test_postprocess import check_refused, make, post, put, put_sensors


def put_impacts(file, group, speeds, swept=(), curves=False, rigid=1.0):
    """Impacts of a linear spring and dashpot, in closed form: restitution e, frequency w, force w^2 d + 2 c v (m =
    1)."""
    points = [(e, v) for e in (swept or (0.7,)) for v in speeds]
    e, v = np.array(points).T
    w, c = rigid * 1e4, -np.log(e) * rigid * 1e4 / np.pi  # [1/s], at a damped frequency w
    time = np.pi / w * np.linspace(0, 1, 65)[None, :] * np.ones((e.size, 1))
    decay = v[:, None] / w * np.exp(-c[:, None] * time)
    overlap = decay * np.sin(w * time)
    rate = decay * (w * np.cos(w * time) - c[:, None] * np.sin(w * time))
    force = (w**2 + c[:, None] ** 2) * overlap + 2 * c[:, None] * rate
    columns = {"approach_velocity": v, "separation_velocity": e * v, "restitution": e, "restitution_theory": e}
    columns.update(overlap_max=overlap.max(axis=1), force_max=force.max(axis=1), force_min=force.min(axis=1))
    for name, values in columns.items():
        put(file, f"{group}/{name}", values, "1")
    if swept:
        put(file, f"{group}/swept/contacts.0.normal.restitution", e, "1")
    if curves:
        for name, values in (("time", time), ("overlap", overlap), ("rate", rate), ("force", force)):
            put(file, f"{group}/curves/{name}", values, "1")


def impacts(path, variants=("",), **options):
    with h5py.File(path, "w") as file:
        file.create_group("h5md/creator").attrs["name"] = "granum"
        file["parameters/title"] = "Springs that meet"
        for number, name in enumerate(variants):
            put_impacts(file, f"impact/{name}" if name else "impact", rigid=1.0 + 0.3 * number, **options)
    return path


def check_impact(folder):
    """All kinds of impact runs are drawn; the layout follows from the varied quantities."""
    many = np.geomspace(0.01, 10, 200)
    shapes = {  # options, variants, least height of the picture
        "curve": ({"speeds": many}, ("",), 600),
        "overlaid": ({"speeds": many}, ("soft", "middle", "stiff"), 600),
        "swept": ({"speeds": (1.0,), "swept": (0.2, 0.4, 0.6, 0.8)}, ("soft", "stiff"), 600),
        "both": ({"speeds": many, "swept": (0.2, 0.4)}, ("soft", "stiff"), 600),
        "loops": ({"speeds": (0.1, 1.0), "curves": True}, ("soft", "stiff"), 700),
        "many-loops": ({"speeds": many[::10], "curves": True}, ("",), 700),
        "swept-loops": ({"speeds": (1.0,), "swept": (0.2, 0.4, 0.6, 0.8), "curves": True}, ("soft", "stiff"), 1000),
        "crowd": ({"speeds": (1.0,)}, [f"v{n}" for n in range(15)], 700),
    }
    for name, (options, variants, height) in shapes.items():
        picture = os.path.join(folder, name + ".png")
        done = post("impact", impacts(os.path.join(folder, name + ".h5"), variants, **options), "-o", picture)
        assert done.returncode == 0 and done.stdout == f"picture: {picture}\n" and not done.stderr, (name, done)
        assert drawn(picture).height > height and shows_data(picture), (name, drawn(picture))
    for scale in ("linear", "log"):
        assert post("impact", os.path.join(folder, "curve.h5"), "--scale", scale).returncode == 0
    assert shows_data(os.path.join(folder, "impact.png"))


def check_impact_rows(folder):
    """Assignment of rows to lines: speeds from their period, the horizontal axis from the swept key."""
    path = impacts(os.path.join(folder, "rows.h5"), ("a", "b"), speeds=(1.0, 2.0, 3.0), swept=(0.2, 0.4))
    with Run(path) as results:
        found = results.impacts()
    assert [(v.name, v.rows, v.speeds) for v in found] == [("a", 6, 3), ("b", 6, 3)], found
    assert impact.swept_axis(found) is None
    assert [list(line.rows) for line in impact.lines_of(found[0], None)] == [[0, 1, 2], [3, 4, 5]]
    path = impacts(os.path.join(folder, "axis.h5"), ("a", "b"), speeds=(1.0,), swept=(0.2, 0.4, 0.8))
    with Run(path) as results:
        found = results.impacts()
    axis = impact.swept_axis(found)
    assert axis == "contacts.0.normal.restitution" and found[0].speeds == 1
    assert [list(line.rows) for line in impact.lines_of(found[0], axis)] == [[0, 1, 2]]
    assert list(impact.abscissa(impact.lines_of(found[0], axis)[0], axis)) == [0.2, 0.4, 0.8]
    for count, panels in ((3, 3), (20, 1), (300, 1)):
        path = impacts(os.path.join(folder, "loops.h5"), speeds=np.geomspace(0.1, 1, count), curves=True)
        with Run(path) as results:
            shown = impact.panels_of(impact.Look(results.impacts(), None))
        assert len(shown) == panels and sum(map(len, shown.values())) == min(count, impact.LOOPS_SHOWN), shown.keys()
    assert list(shown) == [f"{impact.LOOPS_SHOWN} of 300 loops"], shown.keys()


PLOT_DATA = (
    "kind,curve,x,y\n"
    + "".join(
        f"loop,{word} {speed} m/s,{1e-6 * x * speed:.8g},{10 * x * speed * (1.2 if k < 9 else factor):.8g}\n"
        for word, factor in (("printed", 0.8), ("continuous", 0.7))
        for speed in (0.1, 1)
        for k, x in enumerate([*range(10), *range(8, -1, -1)])
    )
    + "".join(
        f"restitution,{name},{10.0**k},{0.6 - 0.1 * k}\n"
        for name in ("printed computed", "theory")
        for k in range(-3, 3)
    )
)


def check_pulling_law(folder):
    """Static curve, marked points and sticking speed, also at the width of a column; the CSV file has the curves and
    the marked points, but no line of the axes."""
    data, table = os.path.join(folder, "pulls.csv"), os.path.join(folder, "pulls-table.csv")
    points = "static,approach,-1e-9,0\nstatic,approach,2e-9,2e-3\nstatic,separation,2e-9,2e-3\n"
    points += "static,separation,-1e-9,-1e-3\nstatic,jump-in,0,-5e-4\nstatic,pull-off,-1e-9,-1e-3\n"
    with open(data, "w") as file:
        file.write(PLOT_DATA.replace("printed ", "").replace("continuous ", "") + points)
        file.write("restitution,sticking,2e-6,0\n")
    for width in ((), ("--width", "85mm"), ("--width", "85mm", "--panel", "a")):
        picture = os.path.join(folder, f"pulls{len(width)}.png")
        done = post("law", "pulls", "--data", data, *width, "-o", picture)
        assert done.returncode == 0 and shows_data(picture), done
    post("law", "pulls", "--data", data, "--csv", table)
    with open(table) as file:
        rows = [row for row in csv.reader(file) if row[0].startswith("static")]
    names = [row[0].rsplit(", ")[1] for row in rows]
    assert names == 2 * ["approach"] + 2 * ["separation"] + ["jump-in", "pull-off 1 mN"], names
    assert [float(row[2]) for row in rows] == [0, 2e-3, 2e-3, -1e-3, -5e-4, -1e-3], rows


def check_law(folder):
    """`law` from a file, from standard input and from a command that prints the output of granum."""
    data, granum = os.path.join(folder, "law.csv"), os.path.join(folder, "granum")
    with open(data, "w") as file:
        file.write(PLOT_DATA)
    card = "law         spring\nsummary     a spring\nequation    F = k d\n            d > 0\nsource      none\n"
    with open(granum, "w") as file:
        file.write('#!/bin/sh\n[ "$2" = spring ] || { echo "unknown law $2" >&2; exit 2; }\n')
        file.write(f"if [ \"$3\" = --plot-data ]; then cat '{data}'; else printf '%s' '{card}'; fi\n")
    os.chmod(granum, 0o755)
    piped = {"input": PLOT_DATA, "capture_output": True, "text": True}
    module = [sys.executable, "-m", "granum_post", "law", "spring"]
    for name in ("file", "command", "pipe"):
        picture = os.path.join(folder, f"law-{name}.png")
        if name == "pipe":
            done = subprocess.run([*module, "--data", "-", "-o", picture], **piped)
        else:
            option = ("--data", data) if name == "file" else ("--granum", granum)
            done = post("law", "spring", *option, "-o", picture)
        assert done.returncode == 0 and done.stdout == f"picture: {picture}\n" and not done.stderr, (name, done)
        assert drawn(picture).height > 450 and shows_data(picture), (name, drawn(picture))
    assert drawn(os.path.join(folder, "law-command.png")).height > drawn(os.path.join(folder, "law-file.png")).height
    loops = law.by_speed(law.curves_of(PLOT_DATA)["loop"])
    assert {speed: list(words) for speed, words in loops.items()} == dict.fromkeys(
        ("0.1 m/s", "1 m/s"), ["printed", "continuous"]
    )
    assert law.parts("0.05") == ("", "0.05") and law.parts("printed theory") == ("printed", "theory")
    assert law.speed_text("0.05 m/s") == "0.05 m/s" and law.speed_text("6.58e-06 m/s") == "6.58 µm/s"
    assert law.speed_text("slow m/s") == "slow m/s"
    check_pulling_law(folder)
    check_refused(post("law", "sprung", "--granum", granum), "sprung: unknown law sprung")
    check_refused(post("law", "spring", "--granum", granum + "-absent"), "no command")
    check_refused(post("law", "spring", "--data", data + "-absent"), "No such file")
    for text, message in (
        ("", "first line must be"),
        ("x,y\n", "first line must be"),
        ("kind,curve,x,y\n", "no curves"),
        ("kind,curve,x,y\nloop,1,0,0\nlop,1,0,0\n", "line 3"),
        ("kind,curve,x,y\nloop,1,0,zero\n", "line 2"),
        ("kind,curve,x,y\nloop,1,0\n", "line 2"),
    ):
        with open(data, "w") as file:
            file.write(text)
        check_refused(post("law", "spring", "--data", data), message)


def broken(folder, name, values=None):
    """An impact file that lacks a dataset, or whose dataset has another length."""
    path = impacts(os.path.join(folder, f"{name.replace('/', '-')}.h5"), ("soft",), speeds=(1.0, 2.0), curves=True)
    with h5py.File(path, "a") as file:
        del file[f"impact/soft/{name}"]
        if values is not None:
            put(file, f"impact/soft/{name}", values, "1")
    return path


def check_bad(folder):
    """Messages name missing or inconsistent data."""
    check_refused(post("impact", make(os.path.join(folder, "chain.h5"), put_sensors)), "no impacts")
    check_refused(post("impact", broken(folder, "restitution")), "impact/soft/restitution is missing")
    check_refused(post("impact", broken(folder, "curves/force")), "curves/force is missing")
    check_refused(post("impact", broken(folder, "overlap_max", np.ones(3))), "differ in length")


def main():
    with tempfile.TemporaryDirectory() as folder:
        holds(check_impact, folder)
        holds(check_impact_rows, folder)
        holds(check_law, folder)
        holds(check_bad, folder)
    end()


if __name__ == "__main__":
    main()
