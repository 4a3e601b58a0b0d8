#!/usr/bin/env python3
"""granum_post compare and detectors on generated files: studies and runs are found and overlaid, tables have the
numbers of the file, bad folders give one line. Cases of a sweep of words and numbers, run by granum, are labelled
with their values."""
import csv
import io
import json
import os
import shutil
import tempfile

import numpy as np
from granum_post import compare, peaks, style
from granum_test import done as end
from granum_test import case, holds, run
from picture_pixels import drawn, shows_data
from test_postprocess import check_refused, make, post, put, put_energy, put_sensors

CASES = {"soft": "done", "hard": "stopped", "lost": "failed", "later": "waits"}
COLUMNS = {"at": "1", "position": "m", "arrival": "s", "peak": "N", "peak_time": "s", "width": "s", "speed": "m s-1"}

SWEEP = """
title: A chain that hits another
dimension: 1
materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: hertz}}]
particles:
  zinc: {chain: {count: 5}, material: steel, radius: 2 mm, velocity: 1}
  beads: {chain: {count: 15}, material: steel, radius: 2 mm}
  ash: {chain: {count: 1}, material: steel, radius: 2 mm}
time: {end: 100 us, step: 0.2 us}
output: {sensors: [{group: beads, at: [2, 12], every: 0.2 us}, {group: zinc, at: [4], every: 0.2 us}]}
sweep: {materials.steel.poisson_ratio: [0.3], time.integrator: [verlet, rk], particles.zinc.radius: [2 mm, 3 mm],
        contacts.0.normal: [{law: hertz}]}
"""


def put_detectors(file):
    for name, unit in (("beads-force", "N"), ("beads-velocity", "m s-1")):
        for k, (column, own) in enumerate(COLUMNS.items()):
            values = np.array([1.0, 2.0, np.nan]) * (k + 1)
            put(file, f"observables/detectors/{name}/{column}", values, unit if column == "peak" else own)


def study(folder):
    """A study with results of two cases."""
    for name in ("soft", "hard"):
        os.makedirs(os.path.join(folder, name))
        make(os.path.join(folder, name, "results.h5"), put_sensors)
    with open(os.path.join(folder, "study.json"), "w") as file:
        json.dump({"cases": [{"name": name, "state": state} for name, state in CASES.items()]}, file)


class Options:
    def __init__(self, *results, only=None, at=None):
        self.results, self.quantity, self.only, self.at = results, "force", only, at


def check_compare(top):
    folder = os.path.join(top, "study")
    study(folder)
    done = post("compare", folder)
    assert done.returncode == 0 and not done.stdout and not done.stderr, done
    picture = os.path.join(folder, "compare.png")
    assert abs(drawn(picture).width - 1063) <= 1 and drawn(picture).height > 600, drawn(picture)
    assert shows_data(picture), drawn(picture)
    found = compare.runs(Options(folder))
    assert [run.label for run in found] == ["soft", "hard"], found
    assert compare.shared(found, Options(folder)) == [f"beads-{n}" for n in (9, 16, 24, 31, 40)]
    assert compare.shared(found, Options(folder, at=[9, 40])) == ["beads-9", "beads-40"]
    assert [run.label for run in compare.runs(Options(folder, only=["hard"]))] == ["hard"]
    two = [os.path.join(folder, name, "results.h5") for name in ("soft", "hard")]
    assert [run.label for run in compare.runs(Options(*two))] == ["soft", "hard"]
    assert post("compare", *two, "-o", os.path.join(top, "two.png")).returncode == 0
    check_refused(post("compare", folder, "--only", "lost"), "there is no run lost; there are soft, hard")
    check_refused(post("compare", folder, "--quantity", "velocity"), "velocity is missing")
    check_refused(post("compare", folder, "--at", "3"), "no sensor in common of these numbers")
    check_refused(post("compare", top), "results.h5: no such file")
    table = post("compare", two[0], "--table").stdout.splitlines()
    assert table[0].split()[:2] == ["run", "sensor"] and len(table) == 6, table  # one run: its five sensors
    make(two[0], put_energy)
    check_refused(post("compare", folder), "no sensors in this run")
    for name in ("soft", "hard"):
        shutil.rmtree(os.path.join(folder, name))
    check_refused(post("compare", folder), "no case of the study has results yet")


def check_swept(top):
    """study.json has swept words, maps and numbers, and units; legend and report show them. Beads are numbered along
    the chain."""
    folder = os.path.join(top, "swept")
    run(["run", case(SWEEP), "-o", folder])
    with open(os.path.join(folder, "study.json")) as file:
        about = json.load(file)
    words = ("verlet", "verlet", "rk", "rk")
    assert [each["swept"]["time.integrator"] for each in about["cases"]] == list(words), about
    assert [each["swept"]["particles.zinc.radius"] for each in about["cases"]] == [2e-3, 3e-3] * 2, about
    assert {each["swept"]["contacts.0.normal"] for each in about["cases"]} == {"{law: hertz}"}, about
    assert about["units"]["particles.zinc.radius"] == "m" and about["units"]["time.integrator"] == "1", about
    drawing = compare.picture(Options(folder))
    told = [text.get_text() for text in drawing.subfigs[0].legends[0].get_texts()]
    radii = ("2 mm", "3 mm") * 2
    line = "poisson ratio 0.3, integrator {}, radius {}, normal {{law: hertz}}"
    assert told == [line.format(*each) for each in zip(words, radii)], told
    titles = [axes.get_title(loc="left") for axes in drawing.subfigs[1].subfigs[0].axes]
    assert titles == [
        f"bead {n} of the chain, sensor {s}" for n, s in ((4, "zinc-4"), (7, "beads-2"), (17, "beads-12"))
    ], titles
    for axes in drawing.subfigs[1].subfigs[1].axes:
        assert axes.lines[0].get_xdata().tolist() == [4, 7, 17], axes.lines[0].get_xdata()
    style.plt.close(drawing)
    rows = list(csv.DictReader(io.StringIO(post("compare", folder, "--csv", "-").stdout)))
    assert [float(row["particles_zinc_radius_m"]) for row in rows] == [2e-3] * 3 + [3e-3] * 3 + [2e-3] * 3 + [3e-3] * 3
    assert [row["bead"] for row in rows] == ["4", "7", "17"] * 4 and rows[0]["time_integrator"] == "verlet", rows[0]
    for run_, each in zip(compare.runs(Options(folder)), range(0, 12, 3)):
        sizes = [0.5 * np.ptp(sensor.force.values) for sensor in run_.sensors.values()]
        for row, size, peak in zip(rows[each:], sizes, peaks.find(run_.sensors.values())):
            assert float(row["amplitude_N"]) == size and float(row["transmission"]) == size / sizes[0], row
            assert float(row["peak_N"]) == peak.force and row["sensor"] == peak.sensor.name, row
    check_refused(post("compare", folder, "--only", "rk"), "point-3 (poisson ratio 0.3, integrator rk, radius 2 mm")
    assert post("report", folder).returncode == 0
    with open(os.path.join(folder, "report.html")) as file:
        assert "time.integrator = rk, particles.zinc.radius = 3 mm" in file.read()


def check_detectors(top):
    path = make(os.path.join(top, "detectors.h5"), put_detectors)
    done = post("detectors", path)
    assert done.returncode == 0 and not done.stdout and not done.stderr, done
    assert shows_data(os.path.join(top, "detectors.png")), drawn(os.path.join(top, "detectors.png"))
    lines = post("detectors", path, "--table").stdout.splitlines()
    assert lines[0] == "beads-force" and len(lines) == 2 * 5 and "peak N" in lines[1], lines
    assert lines[3].split() == ["2", "4", "6", "8", "10", "12", "14"], lines[3]
    assert lines[4].split() == ["nan"] * 7, lines[4]
    check_refused(post("detectors", make(os.path.join(top, "none.h5"), put_energy)), "no detectors in this run; add")


with tempfile.TemporaryDirectory() as top:
    holds(check_compare, top)
    holds(check_swept, top)
    holds(check_detectors, top)
end()
