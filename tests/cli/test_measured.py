#!/usr/bin/env python3
"""Measured points over curves (`granum-post ... --measured FILE`): a panel by units and names, error bars, deviations
in closed form, messages.

The pulse of a sensor is F0 (1 - ((t - t0)/w)^2) where positive. The measured pulse is 4 % smaller and 0.5 us earlier:
the curve is too high by 1/0.96 - 1 in peak and area and comes 0.5 us too late. The loop of an impact of a linear spring
and dashpot encloses the energy that it loses.
Labels: io record."""
import csv
import os
import tempfile

import numpy as np
from granum_post import measured, units
from granum_test import done as end
from granum_test import holds
from test_postprocess import check_refused, make, passing, post, put_energy, put_sensors
from test_postprocess_impact import impacts

SCALE, EARLY = 0.96, 5e-7
FORCE, HALF = 12.0, 2e-5  # of the pulse [N], [s]


def pulse(time, at):
    return FORCE * np.maximum(0, 1 - ((time - passing(at)) / HALF) ** 2)


def written(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def table(header, *columns):
    rows = (",".join(f"{value:.9g}" for value in row) for row in zip(*columns))
    return "\n".join([header, *rows]) + "\n"


def numbers(arguments):
    """Returns the row of deviations of the CSV file."""
    done = post(*arguments, "--csv", "-")
    assert done.returncode == 0, done
    return next(row for row in csv.DictReader(done.stdout.splitlines()) if row["compared_with"])


def check_units(folder):
    known = {"us": 1e-6, "kN": 1e3, "mm/ms^2": 1e3, "m s-1": 1, "kg/m³": 1, "%": 0.01, "mJ/kg": 1e-3, "min": 60, "1": 1}
    for text, factor in known.items():
        assert np.isclose(units.parse(text)[0], factor, rtol=1e-12), text
    assert units.parse("m/s")[1] == units.parse("mm ms-1")[1] == (1, 0, -1)
    assert all(units.parse(text) is None for text in ("beads", "", "m/", "ks2x", "kmin"))
    assert units.split("force (kN)") == ("force", "kN") and units.split("velocity_m_per_s") == ("velocity", "m/s")
    mass = units.reader("kg", "mass", "20g or 0.02")
    assert [mass(text) for text in ("20g", "20 g", "0.02", "2e-2kg")] == 4 * [0.02]
    for text, why in (("20N", "'20N' is not a mass; write"), ("20 Kg", "not a mass (did you mean kg?)")):
        try:
            mass(text)
            raise AssertionError(text)
        except measured.argparse.ArgumentTypeError as problem:
            assert why in str(problem), problem
    assert units.split("restitution") == ("restitution", None)
    assert units.split("e (-)") == units.split("e (1)") == units.split("e []") == ("e", "1")


def check_pulse(folder):
    """Shifted curves of a chain: peak, area and arrival."""
    path = make(os.path.join(folder, "chain.h5"), lambda file: put_sensors(file, pulse))
    time = passing(40) - EARLY + np.linspace(-1.2, 1.2, 241) * HALF
    force = SCALE * pulse(time + EARLY, 40)
    text = table("t (us),load [mN],load error [mN]", 1e6 * time, 1e3 * force, 0 * force + 30)
    points = written(folder, "pulse.csv", "# made for this test\n" + text)
    row = numbers(["chain", path, "--measured", points + ",curve=beads 40,label=gauge"])
    told = {name: float(value) for name, value in row.items() if value and name not in ("curve", "compared_with")}
    assert row["compared_with"] == "beads 40" and told["points_compared"] == len(time), row
    step = time[1] - time[0]
    assert abs(told["peak_deviation"] - (1 / SCALE - 1)) < 1e-3, told
    assert abs(told["area_deviation"] - (1 / SCALE - 1)) < 2e-3, told
    assert abs(told["arrival_deviation_s"] - EARLY) < 0.1 * step, told
    assert abs(told["deviation_of_the_place_of_the_peak_s"] - EARLY) < 0.1 * step, told
    wanted = np.sqrt(np.mean((pulse(time, 40) - force) ** 2))
    assert abs(told["rms_deviation_N"] / wanted - 1) < 1e-2, (told, wanted)
    picture = os.path.join(folder, "chain.png")
    drawn = post("chain", path, "--measured", points + ",curve=beads 40,label=gauge", "-o", picture)
    assert drawn.returncode == 0 and os.path.getsize(picture) > 20000, drawn
    assert "measured: gauge in (a) force, beads 40: 241 points" in drawn.stdout and "peak +4.2 %" in drawn.stdout, drawn


def check_repetitions(folder):
    """Two experiments in one file, 0.1 N above and below: each point counts; their mean gives peak and area. A
    file that ends at its largest value has no peak."""
    path = make(os.path.join(folder, "chain.h5"), lambda file: put_sensors(file, pulse))
    time = passing(40) + np.linspace(-1.2, 1.2, 241) * HALF
    force = np.repeat(SCALE * pulse(time, 40), 2) + np.tile([0.1, -0.1], time.size)
    points = written(folder, "twice.csv", table("time (us),force (N)", 1e6 * np.repeat(time, 2), force))
    row = numbers(["chain", path, "--measured", points + ",curve=beads 40"])
    assert float(row["points_compared"]) == 2 * time.size, row
    assert abs(float(row["peak_deviation"]) - (1 / SCALE - 1)) < 1e-3, row
    wanted = np.sqrt(np.mean((np.repeat(pulse(time, 40), 2) - force) ** 2))
    assert abs(float(row["rms_deviation_N"]) / wanted - 1) < 1e-2, (row, wanted)
    rise = slice(0, 2 * 121)
    text = table("time (us),force (N)", 1e6 * np.repeat(time, 2)[rise], force[rise])
    done = post("chain", path, "--measured", written(folder, "rise.csv", text) + ",curve=beads 40")
    assert "no peak: the largest value of the measurement is at an end" in done.stdout, done


def check_few(folder):
    """The area of few points is that of their polygon for both; a point beyond the curve is counted."""
    path = make(os.path.join(folder, "chain.h5"), lambda file: put_sensors(file, pulse))
    time = passing(40) + np.linspace(-1.2, 1.2, 7) * HALF
    text = table("time (us),force (N)", 1e6 * np.append(time, 1), np.append(SCALE * pulse(time, 40), 0))
    points = written(folder, "few.csv", text) + ",curve=beads 40"
    row = numbers(["chain", path, "--measured", points])
    assert abs(float(row["area_deviation"]) - (1 / SCALE - 1)) < 2e-3, row
    done = post("chain", path, "--measured", points, "-o", os.path.join(folder, "few.png"))
    assert ": 7 of 8 points; 1 beyond the curve, rms" in done.stdout, done


def check_ledger(folder):
    """The panel of the ledger is found by the letter in its legend; the legend also has the title."""
    path = make(os.path.join(folder, "ledger.h5"), put_sensors, put_energy)
    points = written(folder, "energy.csv", "time (s),kinetic (J)\n0,1\n1,1\n")
    for command, panel in (("energy", "a"), ("chain", "c")):
        at = [path, "--measured", f"{points},panel={panel},curve=kinetic", "-o", os.path.join(folder, "ledger.png")]
        done = post(command, *at)
        assert done.returncode == 0 and f"measured kinetic in ({panel}) energy ledger, kinetic:" in done.stdout, done


def check_names(folder):
    """A loop has the name of its legend in messages and tables: its speed."""
    path = impacts(os.path.join(folder, "speeds.h5"), speeds=(1.0, 2.0), curves=True)
    points = written(folder, "loop2.csv", table("time_s,overlap_m", [0, 1e-4, 2e-4], [0, 1e-5, 2e-5]))
    row = numbers(["impact", path, "--measured", points + ",curve=2 m/s"])
    assert row["compared_with"] == "2 m/s", row
    done = post(
        "impact", path, "--measured", written(folder, "f.csv", "overlap_m,force_N\n0,0\n1e-5,1e3\n") + ",panel=d"
    )
    assert "measured force in (d) 2 m/s: 2 points" in done.stdout, done


def check_loop(folder):
    """A loop that equals the curve but for a factor: area and peak; two files; the panel follows from the units."""
    path = impacts(os.path.join(folder, "loop.h5"), speeds=(1.0,), curves=True)
    e, w = 0.7, 1e4
    c, time = -np.log(e) * w / np.pi, np.pi / w * np.linspace(0, 1, 41)
    overlap = np.exp(-c * time) / w * np.sin(w * time)
    rate = np.exp(-c * time) * (np.cos(w * time) - c / w * np.sin(w * time))
    force = (w**2 + c**2) * overlap + 2 * c * rate
    loop = written(folder, "loop.csv", table("overlap_um,force_N", 1e6 * overlap, 1.1 * force))
    row = numbers(["impact", path, "--measured", loop + ",panel=c"])
    assert abs(float(row["peak_deviation"]) - (1 / 1.1 - 1)) < 2e-3, row
    assert abs(float(row["area_deviation"]) - (1 / 1.1 - 1)) < 5e-3, row
    motion = written(folder, "motion.csv", table("when,depth", 1e3 * time, 1e3 * overlap))
    given = ["--measured", loop + ",panel=c", "--measured", motion + ",unit=ms:mm,x=when,y=depth"]
    done = post("impact", path, *given, "-o", os.path.join(folder, "loop.png"))
    assert done.returncode == 0 and done.stdout.count("measured:") == 2 and "(b) overlap over time" in done.stdout, done
    branch = measured.nearest_branch(np.array([0.0, 2, 0]), np.array([0.0, 4, 1]), [1.0, 1.0, 3], [0.4, 5, 0])
    assert branch[:2].tolist() == [2.5, 2.5] or branch[:2].tolist() == [2.0, 2.5], branch
    assert np.isnan(branch[2])


def check_messages(folder):
    path = make(os.path.join(folder, "bad.h5"), lambda file: put_sensors(file, pulse))
    good = "time (us),force (N)\n1,2\n2,3\n3,1\n"
    for text, keys, message in (
        (good, "", "add ,curve= with one of: beads"),
        (good, ",curve=beads", "curves of this panel; there are: beads"),
        (good, ",curve=bead 40x", "names no curve of this panel"),
        (good, ",y=forse,curve=beads 40", "has no column forse; there are time, force; did you mean force?"),
        (good, ",panel=z,curve=beads 40", "no panel z"),
        (good.replace("(N)", "(m)"), ",curve=beads 40", "no panel has these units"),
        (good.replace("(N)", "(furlong)"), ",curve=beads 40", "'furlong' of the column force is no unit"),
        (good.replace(" (us)", ""), ",curve=beads 40", "give the units by unit=X:Y"),
        ("time (us),force (N)\n1,2\n", ",curve=beads 40", "has 1 rows below its header"),
        ("time (us)\n1\n2\n", ",curve=beads 40", "has one column"),
        (good.replace("2,3", "2,nan"), ",curve=beads 40", "bad.csv:3: force is nan; leave out"),
        (good.replace("2,3", "2,x"), ",curve=beads 40", "bad.csv:3: force is 'x', not a number"),
        (good.replace(",", ";"), ",curve=beads 40", "semicolons separate the columns; write commas"),
        (good.replace("2,3", "2"), ",curve=beads 40", "bad.csv:3: 1 fields, but the header names 2"),
        (good.replace("2,3", "0,3"), ",curve=beads 40", "bad.csv:3: time falls from the row before"),
        (good.replace("(N)", "(dN)"), ",curve=beads 40", "no unit (d is no prefix of N; there are G, M, k"),
        (good.replace("(N)", "(KN)"), ",curve=beads 40", "no unit (did you mean kN?)"),
        ("1,2\n2,3\n", ",curve=beads 40", "the first line must name the columns"),
        ("", ",curve=beads 40", "the first line must name the columns"),
        ("t (us),force (N),error (s)\n1,2,1\n2,3,1\n", ",curve=beads 40", "error is in s, force in N"),
        ("t (us),force (N),error (N)\n1,2,1\n2,3,-1\n", ",curve=beads 40", "bad.csv:3: error is negative"),
    ):
        check_refused(post("chain", path, "--measured", written(folder, "bad.csv", text) + keys), message)
    check_refused(post("chain", path, "--measured", os.path.join(folder, "absent.csv")), "No such file")
    for keys, message in ((",curv=1", "curv= is no key"), (",unit=us", "write the units of both columns")):
        try:
            measured.Source.of("a.csv" + keys)
            raise AssertionError(keys)
        except measured.argparse.ArgumentTypeError as problem:
            assert message in str(problem), problem


def main():
    with tempfile.TemporaryDirectory() as folder:
        for check in (
            check_units,
            check_pulse,
            check_repetitions,
            check_few,
            check_ledger,
            check_names,
            check_loop,
            check_messages,
        ):
            holds(check, folder)
    end()


if __name__ == "__main__":
    main()
