#!/usr/bin/env python3
"""granum_post compare and detectors on generated files: studies and runs are found and overlaid, tables have the
numbers of the file, bad folders give one line. Cases of a sweep of words and numbers, run by granum, are labelled
with their values. Driven chains have their amplitude and transmission over the frequency, and unsteady ones a mark.
Labels: chain input law record run time."""
import csv
import io
import json
import os
import shutil
import tempfile
import types

import h5py
import numpy as np
from granum_post import PostError, compare, groups, harmonic, peaks, style
from granum_test import done as end
from granum_test import SOURCE, case, holds, run
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
DRIVEN = """
title: Driven chain
dimension: 1
materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: hertz}}]
particles:
  drive:
    chain: {count: 1}
    material: steel
    radius: 2.38 mm
    motion: {oscillation: {amplitude: 1 nm, frequency: 5 kHz}}
  beads: {chain: {count: 300, precompression: 10}, material: steel, radius: 2.38 mm, precompression: 10}
ends: {right: fixed}
time: {end: 3 ms}
output: {sensors: {group: beads, at: [1, 3, 20], every: 1 us}}
sweep: {particles.drive.motion.oscillation.frequency: [10 kHz, 60 kHz, 30 kHz]}
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
        self.begin = self.frequency = self.observable = self.over = None


def check_compare(top):
    folder = os.path.join(top, "study")
    study(folder)
    done, picture = post("compare", folder), os.path.join(folder, "compare.png")
    assert done.returncode == 0 and done.stdout == f"picture: {picture}\n" and not done.stderr, done
    assert abs(drawn(picture).width - 1063) <= 1 and drawn(picture).height > 600, drawn(picture)
    assert shows_data(picture), drawn(picture)
    found = compare.runs(Options(folder))
    assert [run.label for run in found] == ["soft", "hard"], found
    assert compare.shared(found, Options(folder)) == [f"beads-{n}" for n in (9, 16, 24, 31, 40)]
    assert compare.shared(found, Options(folder, at=[9, 40])) == ["beads-9", "beads-40"]
    assert [run.label for run in compare.runs(Options(folder, only=["hard"]))] == ["hard"]
    two = [os.path.join(folder, name, "results.h5") for name in ("soft", "hard")]
    check_refused(post("compare", folder, "--from", "1ms"), "no bead oscillates; give the frequency of the amplitudes")
    assert [run.label for run in compare.runs(Options(*two))] == ["soft", "hard"]
    assert post("compare", *two, "-o", os.path.join(top, "two.png")).returncode == 0
    check_refused(post("compare", folder, "--only", "lost"), "there is no run lost; there are soft, hard")
    check_refused(post("compare", folder, "--quantity", "velocity"), "velocity is missing")
    check_refused(post("compare", folder, "--at", "3"), "no sensor in common of these numbers")
    check_refused(post("compare", top), "results.h5: no such file")
    table = post("compare", two[0], "--table").stdout.splitlines()
    assert table[0].split()[:2] == ["run", "sensor"] and len(table) == 6, table  # one run: its five sensors
    check_array(top, two[0])
    make(two[0], put_energy)
    check_refused(post("compare", folder), "no sensors in this run")
    for name in ("soft", "hard"):
        shutil.rmtree(os.path.join(folder, name))
    check_refused(post("compare", folder), "no case of the study has results yet")


def check_array(top, results):
    """Folders and files of a job array, as NAME-* gives them: the runs in the order of the tasks, with the names of
    their cases; logs, counts of tries and options are left out."""
    array, found = os.path.join(top, "array"), []
    for number in (10, 2):
        folder = os.path.join(array, f"laws-{number}")
        shutil.copytree(os.path.dirname(results), folder)
        about = {"name": f"hertz/point-{number}", "variant": "hertz", "swept": {"particles.a.velocity": number}}
        with open(os.path.join(folder, "run.json"), "w") as file:
            json.dump({"case": {**about, "units": {"particles.a.velocity": "m/s"}}}, file)
        found += [folder, folder + ".tries", folder + ".case", os.path.join(array, f"laws-41_{number}.log")]
    for path in found:
        if not os.path.isdir(path):
            open(path, "w").close()
    kept = compare.runs_among(sorted(found))
    labels = [run.label for run in compare.runs(Options(*kept))]
    assert labels == ["hertz, velocity 2 m/s", "hertz, velocity 10 m/s"], labels
    done = post("compare", *sorted(found))
    assert done.stdout == f"picture: {array}/laws-2/compare.png\n" and not done.stderr, done
    check_refused(post("compare", found[1]), "write the folders, such as NAME-1 NAME-2")


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
        sizes = [np.ptp(sensor.force.values) for sensor in run_.sensors.values()]
        for row, size, peak in zip(rows[each:], sizes, peaks.find(run_.sensors.values())):
            assert float(row["peak_to_peak_N"]) == size and float(row["transmission"]) == size / sizes[0], row
            assert float(row["peak_N"]) == peak.force and row["sensor"] == peak.sensor.name, row
    check_refused(post("compare", folder, "--only", "rk"), "point-3 (poisson ratio 0.3, integrator rk, radius 2 mm")
    assert post("report", folder).returncode == 0
    with open(os.path.join(folder, "report.html")) as file:
        assert "time.integrator = rk, particles.zinc.radius = 3 mm" in file.read()


def projected(sensor, frequency, begin, end):
    """Returns A exp(i phase) by integrals with Hann's weights over the last whole periods of this time."""
    time, force = sensor.time.values, sensor.force.values
    end = min(end, time[-1])
    begin = end - np.floor((end - begin) * frequency + 1e-9) / frequency
    kept = (time >= begin - 1e-12) & (time <= end + 1e-12)
    time, force = time[kept], force[kept]
    weight = np.sin(np.pi * (time - begin) / (end - begin)) ** 2
    weight /= weight.sum()
    return 2j * np.sum(weight * (force - weight @ force) * np.exp(-2j * np.pi * frequency * time))


def check_component():
    """A sine with an offset is exact in any window and at any sampling; from two periods on harmonics vanish, and a
    transient of another frequency is suppressed."""
    time = np.arange(0, 7.37e-3, 3e-6)
    own = 0.2 * np.sin(2 * np.pi * 1e3 * time + 0.7)
    expected = 0.2 * np.exp(0.7j)
    for periods in (1.2, 2.7, 7):
        part = time > time[-1] - periods * 1e-3
        found = harmonic.component(time[part], own[part] + 30, 1e3)
        assert abs(found - expected) < 1e-12, (periods, found)
    found = harmonic.component(time, own + np.sin(2 * np.pi * 2e3 * time) + np.cos(2 * np.pi * 3e3 * time), 1e3)
    assert abs(found - expected) < 1e-5, found
    assert abs(harmonic.component(time, own + 50 * np.sin(2 * np.pi * 2.6e3 * time), 1e3) - expected) < 0.02
    assert np.isnan(harmonic.component(time[:300], own[:300], 1e3)), "shorter than a period"


def check_two_frequencies():
    """A chain with two frequencies needs --frequency."""
    text = (
        "particles:\n  a:\n    motion:\n      oscillation:\n        amplitude: 1.0e-09\n        frequency: 2e4\n  b:\n"
    )
    both = text + "    motion:\n      oscillation:\n        frequency: 5000\n        phase: 0\n    frequency: 7\n"
    results = types.SimpleNamespace(text=lambda name: both)
    found = types.SimpleNamespace(label="run", frequencies=groups.frequencies(results))
    assert found.frequencies == [5e3, 2e4] and groups.driven(results), found
    try:
        compare.window_of(found, [], Options())
        raise AssertionError("two frequencies, and no error")
    except PostError as problem:
        assert "run: the beads oscillate at 5 kHz, 20 kHz; give the frequency" in str(problem), problem


def check_driven(top):
    """Amplitude and phase are of the second half of the record, or from --from on. A row is steady if the two halves of
    this time have the same component within 3 %. The bead 20 above the cut-off frequency has only the transient."""
    folder = os.path.join(top, "driven")
    run(["run", case(DRIVEN), "-o", folder])
    told = post("compare", folder, "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(told.stdout)))
    path = "particles_drive_motion_oscillation_frequency_Hz"
    names = "run sensor bead frequency_Hz amplitude_N phase_rad transmission peak_to_peak_N change steady"
    assert list(rows[0]) == [path, *names.split()], rows[0]
    assert [float(row[path]) for row in rows] == [1e4] * 3 + [6e4] * 3 + [3e4] * 3
    assert [row["run"] for row in rows[::3]] == [f"frequency {f} kHz" for f in (10, 60, 30)], rows
    sensors = [sensor for each in compare.runs(Options(folder)) for sensor in each.sensors.values()]
    for row, sensor in zip(rows, sensors):
        frequency, time = float(row["frequency_Hz"]), sensor.time.values
        assert frequency == float(row[path]), row
        halves = [projected(sensor, frequency, *ends) for ends in ((1.5e-3, 2.25e-3), (2.25e-3, 3e-3))]
        change = abs(halves[1] - halves[0]) / abs(halves[0])
        assert row["steady"] == ("yes" if change < 0.03 else "no"), (row, change)
        found, whole = float(row["amplitude_N"]), projected(sensor, frequency, 1.5e-3, 1)
        assert abs(found * np.exp(1j * float(row["phase_rad"])) - whole) < 1e-4 * max(found, 1e-6), (row, whole)
        assert float(row["peak_to_peak_N"]) == np.ptp(sensor.force.values[time >= 1.5e-3]), row
    assert [row["steady"] for row in rows] == ["yes"] * 5 + ["no"] + ["yes"] * 3, rows
    note = "note: 1 of 9 amplitudes are not steady: amplitude and phase change by more than 3 % from the first to the "
    assert note + "second half of 1.5 ms to 3 ms (most: frequency 60 kHz, beads-20: " in told.stderr, told.stderr
    assert "Give a later start, --from 2.25ms, or a longer run, --set 'time.end=6 ms'" in told.stderr, told.stderr
    assert not post("compare", folder, "--at", "1", "3", "--from", "2ms", "--csv", "-").stderr
    few = post("compare", folder, "--at", "1", "--from", "2.89ms", "--csv", "-").stdout.splitlines()
    assert len(few) == 4 and few[1].endswith(",nan,no"), few  # one period of 10 kHz, none in a half
    assert "frequency Hz" in post("compare", folder, "--table").stdout.splitlines()[0]
    for begin, message in (("4ms", "beads-1 ends at 0.003 s; give an earlier --from"), ("2.95ms", "than a period of")):
        check_refused(post("compare", folder, "--from", begin, "--table"), message)
    assert "use nearer sensors" in told.stderr and float(rows[5]["transmission"]) < 0.05, told.stderr
    other = list(csv.DictReader(io.StringIO(post("compare", folder, "--frequency", "20 kHz", "--csv", "-").stdout)))
    assert {row["frequency_Hz"] for row in other} == {"20000.0"} and float(other[0]["amplitude_N"]) < 1e-5, other[0]
    check_refused(post("compare", folder, "--frequency", "300kHz"), "set output.sensors.every to at most 833.3 ns")
    assert "is not a frequency" in post("compare", folder, "--frequency", "0").stderr
    one = os.path.join(folder, "point-1")
    printed = post("peaks", one).stdout.splitlines()
    assert printed[-1] == peaks.DRIVEN and all(row.endswith(" -") for row in printed[1:-1]), printed
    assert all(row.endswith(",nan,nan") for row in post("peaks", one, "--csv", "-").stdout.splitlines()[1:])
    check_driven_picture(folder, rows)


def check_driven_picture(folder, rows):
    drawing = compare.picture(Options(folder))
    upper, lower = drawing.subfigs[1].subfigs[1].axes
    assert [axes.get_title(loc="left") for axes in (upper, lower)] == ["(a) amplitude", "(b) transmission"]
    assert lower.get_xlabel() == "frequency (kHz)" and upper.get_ylabel() == "amplitude (mN)", lower.get_xlabel()
    labels = [text.get_text() for text in upper.get_legend().texts]
    assert labels == ["bead 2", "bead 4", "bead 21", "not steady"], labels
    for axes, name, factor in ((upper, "amplitude_N", 1e3), (lower, "transmission", 1)):
        lines = {line.get_label(): line for line in axes.lines if line.get_label().startswith("bead")}
        for number, line in enumerate(lines.values()):
            assert line.get_xdata().tolist() == [10, 30, 60], "in the order of the frequency"
            values = [factor * float(rows[3 * k + number][name]) for k in (0, 2, 1)]
            assert np.allclose(line.get_ydata(), values, rtol=1e-12), (name, number)
        assert axes.get_yscale() == "log", "values differ by more than a factor of ten"
        hollow = [line for line in axes.lines if line.get_label() == "_nolegend_"]
        assert len(hollow) == 1 and hollow[0].get_xdata().tolist() == [60], hollow
    style.plt.close(drawing)
    cases = [os.path.join(folder, f"point-{k}") for k in (1, 2)]
    drawing = compare.picture(Options(*cases))
    lower = drawing.subfigs[1].subfigs[1].axes[1]
    assert lower.get_xlabel() == "frequency (kHz)", "cases of a study, named one by one, keep their swept values"
    style.plt.close(drawing)
    for each in cases:
        os.unlink(os.path.join(each, "run.json"))
    drawing = compare.picture(Options(*cases))
    upper, lower = drawing.subfigs[1].subfigs[1].axes
    assert lower.get_xlabel() == "bead number in the chain" and lower.lines[0].get_xdata().tolist() == [2, 4, 21]
    style.plt.close(drawing)
    assert post("compare", folder).returncode == 0  # checks the layout


def check_guide(top):
    """All amplitudes of the driven chains of the guide are steady from 6 ms on. Above the cut-off frequency they agree
    with the theory to 2 %."""
    for page, name in (("chains", "driven"), ("five-tasks", "transmission")):
        with open(os.path.join(SOURCE, "inputs", "guide", page + ".md")) as file:
            text = file.read()
        assert f"compare {name} --from 6ms --csv transmission.csv" in text, page
        folder = os.path.join(top, page)
        run(["run", case(text.split(f"<!-- file: {name}.yaml -->\n```yaml\n")[1].split("```")[0]), "-o", folder])
        told = post("compare", folder, "--from", "6ms", "--csv", "-")
        rows = list(csv.DictReader(io.StringIO(told.stdout)))
        assert not told.stderr and len(rows) >= 16 and all(row["steady"] == "yes" for row in rows), (page, told)
        for row in rows:
            ratio = float(row["particles_drive_motion_oscillation_frequency_Hz"]) / 46.239e3
            decay = 2 * np.arccosh(max(ratio, 1)) * (int(row["bead"]) - 2)
            assert abs(float(row["transmission"]) / np.exp(-decay) - 1) < 0.02, row


BED = """
title: Beads fall
dimension: 3
domain: {lower: [0, 0, 0], upper: [6 mm, 6 mm, 12 mm]}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 5 MPa, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: tsuji, restitution: 0.5}}]
particles: {beads: {random: {count: 40}, material: glass, radius: 0.5 mm}}
walls: {floor: {side: lower_z, material: glass}}
time: {end: 20 ms}
output: {observables: {every: 1 ms}, walls: {every: 1 ms}, energy: {every: 2 ms}}
sweep: {materials.glass.density: [2500, 1500, 5000]}
"""


def check_assemblies(top):
    """Observables of the cases of a sweep: curves over time or over another observable, means over the swept value."""
    folder = os.path.join(top, "beds")
    run(["run", case(BED), "-o", folder])
    words = ["--observable", "coordination", "walls/floor/force_z", "--from", "10ms"]
    rows = list(csv.DictReader(io.StringIO(post("compare", folder, *words, "--csv", "-").stdout)))
    assert [row["observable"] for row in rows] == ["coordination"] * 3 + ["walls/floor/force_z"] * 3, rows
    options = Options(folder)
    options.observable, options.over, options.begin = ["coordination", "walls/floor/force_z"], None, 0.01
    drawing = compare.picture(options)
    curves, means = (part.axes for part in drawing.subfigs[1].subfigs)
    for k, name in enumerate(("point-1", "point-2", "point-3")):
        with h5py.File(os.path.join(folder, name, "results.h5"), "r") as file:
            time, force = (file[f"observables/walls/floor/{each}"][()] for each in ("time", "force"))
        shown = curves[1].lines[k]
        assert np.allclose(shown.get_xdata(), 1e3 * time), "ms"
        y, top_of = shown.get_ydata(), np.argmax(np.abs(force[:, 2]))
        assert np.allclose(y / y[top_of], force[:, 2] / force[top_of, 2], atol=1e-12), "the unit has a prefix"
        assert abs(float(rows[3 + k]["mean_N"]) / force[time >= 0.01, 2].mean() - 1) < 1e-12
        assert abs(float(rows[3 + k]["last_N"]) / force[-1, 2] - 1) < 1e-12
    assert means[1].lines[0].get_xdata().tolist() == [1500, 2500, 5000], "in the order of the density"
    style.plt.close(drawing)
    options.observable, options.over = ["coordination"], "stress_zz"
    drawing = compare.picture(options)
    assert drawing.subfigs[1].subfigs[0].axes[0].get_xlabel() == "stress zz (Pa)", "lower axis"
    style.plt.close(drawing)
    assert post("compare", folder).returncode == 0  # checks the layout
    cases = [os.path.join(folder, f"point-{k}") for k in (1, 2)]
    assert post("compare", *cases, "-o", os.path.join(top, "beds.png")).returncode == 0
    check_refused(post("compare", folder, "--observable", "height"), "no observable height in this run; there are ")
    check_refused(post("compare", folder, "--observable", "wall/force_z"), "there are the groups bulk, energy, ")
    check_refused(post("compare", folder, "--over", "energy/kinetic"), "were recorded at different times")


def check_detectors(top):
    path = make(os.path.join(top, "detectors.h5"), put_detectors)
    done, picture = post("detectors", path), os.path.join(top, "detectors.png")
    assert done.returncode == 0 and done.stdout == f"picture: {picture}\n" and not done.stderr, done
    assert shows_data(picture), drawn(picture)
    lines = post("detectors", path, "--table").stdout.splitlines()
    assert lines[0] == "beads-force" and len(lines) == 2 * 5 and "peak N" in lines[1], lines
    assert lines[3].split() == ["2", "4", "6", "8", "10", "12", "14"], lines[3]
    assert lines[4].split() == ["nan"] * 7, lines[4]
    check_refused(post("detectors", make(os.path.join(top, "none.h5"), put_energy)), "no detectors in this run; add")


with tempfile.TemporaryDirectory() as top:
    holds(check_compare, top)
    holds(check_swept, top)
    holds(check_component)
    holds(check_two_frequencies)
    holds(check_driven, top)
    holds(check_guide, top)
    holds(check_assemblies, top)
    holds(check_detectors, top)
end()
