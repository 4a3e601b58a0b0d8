#!/usr/bin/env python3
"""granum_post on generated files: commands draw, peaks agree with the pulse's formula, bad files give one line.

The pulse is F = F0 (1 - ((t - t0)/w)^2) where positive, else 0, and passes bead n at t0 = n 2R/c. Then the parabola
through three samples is exact up to rounding. A second pulse, F0 cos^2, has a known error of the parabola.
Labels: io record."""
import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile

import granum_post.__main__
import h5py
import numpy as np
from figure_layout import faults
from granum_post import peaks, spacetime, style
from granum_test import done as end
from granum_test import holds
from picture_pixels import drawn, shows_data

RADIUS, SPEED, HALF_WIDTH, STEP = 2.38e-3, 600.0, 8e-6, 0.1e-6  # [m], [m/s], [s], [s]
SENSORS = (9, 16, 24, 31, 40)
N_BEADS, N_SAMPLES = 50, 6001
LOAD = 1000.0  # [N], static


def peak_of(at):
    return 60.0 * 0.97**at


def passing(at):
    return at * 2 * RADIUS / SPEED


def parabola(time, at):
    return peak_of(at) * np.clip(1 - ((time - passing(at)) / HALF_WIDTH) ** 2, 0, None)


def under_load(time, at):
    return LOAD + parabola(time, at)


def cosine(time, at):
    phase = (time - passing(at)) / HALF_WIDTH
    return peak_of(at) * np.where(np.abs(phase) < 1, np.cos(0.5 * np.pi * phase) ** 2, 0)


def put(file, path, values, unit):
    file[path] = values
    file[path].attrs["unit"] = unit
    file[path].attrs["description"] = "made by the test"


def put_sensors(file, pulse):
    time = STEP * np.arange(N_SAMPLES)
    for at in SENSORS:
        put(file, f"observables/sensors/beads-{at}/time", time, "s")
        put(file, f"observables/sensors/beads-{at}/force", pulse(time, at), "N")


def put_energy(file):
    time = 1e-6 * np.arange(601)
    lost = 7e-4 * (1 - np.exp(-time / 1e-4))
    ledger = {"kinetic": 0.6 * (7e-4 - lost), "elastic": 0.4 * (7e-4 - lost), "dissipated_viscous": lost}
    ledger.update(dissipated_plastic=0 * lost, external_work=0 * lost, residual=1e-18 * np.sin(time * 1e5))
    for name, values in ledger.items():
        put(file, f"observables/energy/{name}", values, "J")
    put(file, "observables/energy/time", time, "s")


def put_trajectory(file):
    time, beads = 1e-6 * np.arange(601), np.arange(1, N_BEADS + 1)
    put(file, "particles/grains/radius", np.full(N_BEADS, RADIUS), "m")
    put(file, "particles/grains/velocity/time", time, "s")
    pulse = np.exp(-(((time[:, None] - passing(beads)) / 5e-6) ** 2))
    put(file, "particles/grains/velocity/value", pulse[:, :, None], "m s-1")


def make(path, *parts, pulse=parabola):
    with h5py.File(path, "w") as file:
        file.create_group("h5md/creator").attrs["name"] = "granum"
        file["parameters/title"] = "A pulse in a chain"
        for part in parts:
            part(file, pulse) if part is put_sensors else part(file)
    return path


def fit_to_be_shown(drawing, path):
    """The layout of every figure that a test draws through the command line is checked before it is written."""
    found = faults(drawing)
    assert not found, (path, found)


style.WATCHERS.append(fit_to_be_shown)


class Done:
    """Result of a command like subprocess.CompletedProcess; runs in this process, which has already loaded
    matplotlib."""

    def __init__(self, arguments):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                self.returncode = granum_post.__main__.main(arguments)
            except SystemExit as end:
                self.returncode = end.code
        self.stdout, self.stderr = out.getvalue(), err.getvalue()

    def __repr__(self):
        return f"exit code {self.returncode}\n{self.stdout}\n{self.stderr}"


def post(*arguments):
    return Done(list(arguments))


def check_module(path):
    """The same through `python3 -m`, with the exit code of the process."""
    for file, code in ((path, 0), (path + ".absent", 2)):
        done = subprocess.run([sys.executable, "-m", "granum_post", "peaks", file], capture_output=True, text=True)
        here = post("peaks", file)
        assert done.returncode == code == here.returncode, (done, here)
        assert (done.stdout, done.stderr) == (here.stdout, here.stderr), (done, here)


def check_pictures(folder, path):
    for command, height in (("chain", 800), ("energy", 500), ("spacetime", 600)):
        done, picture = post(command, path), os.path.join(folder, command + ".png")
        assert done.returncode == 0 and done.stdout == f"picture: {picture}\n" and not done.stderr, (command, done)
        assert abs(drawn(picture).width - 1063) <= 1 and drawn(picture).height > height, (command, drawn(picture))
        assert shows_data(picture), (command, drawn(picture))  # the width is 180 mm at 150 dpi
    named = os.path.join(folder, "log.pdf")
    assert post("chain", path, "--scale", "log", "-o", named).returncode == 0
    with open(named, "rb") as file:
        assert file.read(5) == b"%PDF-"


def drawn_by(command, path, *more):
    """Returns the figure that a command writes."""
    found = []
    style.WATCHERS.append(lambda drawing, _: found.append(drawing))
    try:
        assert post(command, path, *more).returncode == 0
    finally:
        style.WATCHERS.pop()
    return found[0]


def is_scaled(drawn, values):
    """Whether these are the values in another unit, that is, times a power of ten."""
    drawn, values = np.asarray(drawn, dtype=float), np.asarray(values, dtype=float)
    if drawn.shape != values.shape:
        return False
    top = np.argmax(np.abs(values))
    factor = 10.0 ** np.round(np.log10(abs(drawn[top] / values[top]))) if values[top] and drawn[top] else 1.0
    return np.allclose(drawn, factor * values, rtol=1e-12, atol=1e-12 * np.abs(drawn).max())


def check_equal(path):
    """The figures show the data of the file: sensors, peaks, ledger, velocities."""
    with h5py.File(path, "r") as file:
        time = file["observables/sensors/beads-9/time"][()]
        force = [file[f"observables/sensors/beads-{at}/force"][()] for at in SENSORS]
        ledger = {name: data[()] for name, data in file["observables/energy"].items()}
        velocity = file["particles/grains/velocity/value"][()][:, :, 0]
    forces, peak = drawn_by("chain", path).axes[:2]
    curves = [line for line in forces.lines if len(line.get_xdata()) == N_SAMPLES]
    assert len(curves) == len(SENSORS) and all(is_scaled(curve.get_xdata(), time) for curve in curves)
    for curve, values in zip(curves, force):
        assert is_scaled(curve.get_ydata() - curve.get_ydata()[0], values), curve.get_label()
    assert np.allclose(peak.lines[0].get_ydata(), [peak_of(at) for at in SENSORS], rtol=1e-9)
    panel = drawn_by("energy", path).axes[0]
    lines = {line.get_label().replace(" ", "_"): line for line in panel.lines}
    factors = {name: lines[name].get_ydata().max() / ledger[name].max() for name in ("kinetic", "elastic")}
    assert np.allclose(list(factors.values()), next(iter(factors.values()))), factors
    for name in ("kinetic", "elastic", "dissipated_viscous"):
        assert is_scaled(lines[name].get_ydata(), ledger[name]), name
        assert is_scaled(lines[name].get_xdata(), ledger["time"]), name
    image = drawn_by("spacetime", path).axes[0].collections[0].get_array()
    assert is_scaled(np.asarray(image).ravel(), velocity.ravel())
    grey = spacetime.COLOURS(np.linspace(0, 1, 255))[:, :3] @ (0.299, 0.587, 0.114)
    assert (np.diff(grey) > 0).all(), "in grey print each velocity has its own lightness"


def rows(done):
    """Returns sensor, peak, rise, time, speed of each line of the table."""
    found = re.findall(r"^beads-(\d+) +(\S+) +(\S+) +(\S+)  (.+)$", done.stdout, re.M)
    assert [int(row[0]) for row in found] == list(SENSORS), done
    return [(int(row[0]), *map(float, row[1:4]), row[4]) for row in found]


def check_peaks(path, load=0.0):
    done = post("peaks", path)
    for at, force, rise, time, _ in rows(done):
        assert abs(force / (load + peak_of(at)) - 1) < 5e-6, (at, force)  # six digits are printed
        assert abs(rise / peak_of(at) - 1) < 5e-6, (at, rise)
        assert abs(time - 1e6 * passing(at)) < 0.6e-4, (at, time)  # four decimals are printed
    assert done.stdout.splitlines()[-1].startswith(f"wave speed {SPEED:.1f} m/s"), done.stdout
    assert [row[4] for row in rows(done)] == ["-"] + [f"{SPEED:.1f} m/s"] * (len(SENSORS) - 1), done.stdout


def check_peak_functions():
    for shift in (-0.49, -0.2, 0.0, 0.3, 0.5):
        time = np.array([-1.3, 0.0, 0.8]) + 7.0  # unequal spacing
        top = peaks.vertex(time, 5.0 - 2.0 * (time - 7.0 - 0.5 * shift) ** 2)
        assert np.allclose(top, (7.0 + 0.5 * shift, 5.0), rtol=1e-14, atol=0), top  # rounding of a few operations
    # cos^2 with h/w = 1/80: the next term of the series bounds the error of the time by 0.016 (pi h/w)^2 h, that of the
    # force by 0.012 (pi h/w)^4 F0; another 20 % cover the higher terms.
    ratio = np.pi * STEP / HALF_WIDTH
    time = STEP * np.arange(N_SAMPLES)
    for at in SENSORS:
        samples = cosine(time, at)
        top = int(np.argmax(samples))
        when, force = peaks.vertex(time[top - 1 : top + 2], samples[top - 1 : top + 2])
        assert abs(when - passing(at)) < 1.2 * 0.016 * ratio**2 * STEP, (at, when)
        assert abs(force / peak_of(at) - 1) < 1.2 * 0.012 * ratio**4, (at, force)


def check_edges(folder):
    """A record that does not fall again has no peak, a zero record no pulse; the speed follows from the others."""

    def pulse(time, at):
        if at == 31:
            return 0 * time
        # the force at sensor 40 is constant from its peak to the end of the record
        return parabola(np.minimum(time, passing(40)), at)

    path = make(os.path.join(folder, "edges.h5"), put_sensors, pulse=pulse)
    with h5py.File(path, "a") as file:
        for name, unit in (("time", "s"), ("force", "N")):
            record = file.pop(f"observables/sensors/beads-40/{name}")[: int(passing(40) / STEP)]
            put(file, f"observables/sensors/beads-40/{name}", record, unit)
    done = post("peaks", path)
    assert re.search(r"beads-31 .* no pulse$", done.stdout, re.M), done
    assert re.search(r"beads-40 .* largest at the edge of the record$", done.stdout, re.M), done
    rate = 1e-3 * SPEED / (2 * RADIUS)  # the file has no radii: beads per ms
    assert done.stdout.splitlines()[-1].startswith(f"wave speed {rate:.2f} beads/ms"), done
    assert post("chain", path, "-o", os.path.join(folder, "edges.png")).returncode == 0


def check_untaken(folder, good):
    """Allocated samples that a run did not record (nan) change no table and no picture."""
    path = shutil.copy(good, os.path.join(folder, "untaken.h5"))
    with h5py.File(path, "a") as file:
        names = []
        file["observables"].visit(lambda name: names.append("observables/" + name))
        names += ["particles/grains/velocity/time", "particles/grains/velocity/value"]
        for name in names:
            if isinstance(file[name], h5py.Dataset):
                unit, values = file[name].attrs["unit"], file.pop(name)[()]
                put(file, name, np.concatenate([values, np.full((150, *values.shape[1:]), np.nan)]), unit)
    assert post("peaks", path).stdout == post("peaks", good).stdout
    for command in ("chain", "energy", "spacetime"):
        pictures = []
        for source in (good, path):
            picture = os.path.join(folder, "untaken.png")
            done = post(command, source, "-o", picture)
            assert done.returncode == 0 and not done.stderr, (command, done)
            with open(picture, "rb") as file:
                pictures.append(file.read())
        assert pictures[0] == pictures[1], command
    with h5py.File(path, "a") as file:
        file["observables/energy/time"][:] = np.nan
    check_refused(post("energy", path), "the energy ledger is empty")


def check_bad(folder, good):
    def made(name, *parts):
        return make(os.path.join(folder, name), *parts)

    text, foreign, cut = (os.path.join(folder, name) for name in ("text.h5", "foreign.h5", "cut.h5"))
    with open(text, "w") as file:
        file.write("not HDF5\n")
    with h5py.File(foreign, "w") as file:
        file["x"] = 1
    with open(good, "rb") as whole, open(cut, "wb") as part:
        part.write(whole.read(5000))
    bad = (
        ("chain", os.path.join(folder, "absent.h5"), "no such file"),
        ("chain", os.path.dirname(os.path.abspath(__file__)), "no results.h5 in this folder"),
        ("chain", text, "not an HDF5 file"),
        ("chain", cut, "not an HDF5 file"),
        ("chain", foreign, "not a granum results file"),
        ("chain", made("a.h5", put_energy), "no sensors"),
        ("peaks", made("b.h5", put_energy), "no sensors"),
        ("energy", made("c.h5", put_sensors), "no energy ledger"),
        ("spacetime", made("d.h5", put_sensors), "no trajectory"),
    )
    for command, path, message in bad:
        check_refused(post(command, path), message)
    check_refused(post("energy", good, "-o", os.path.join(folder, "absent", "x.png")), "cannot write")
    check_refused(post("energy", good, "-o", os.path.join(folder, "x.doc")), "cannot write")


def check_refused(done, message):
    assert done.returncode == 2 and not done.stdout, done
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("granum-post: ") and message in done.stderr, done


def check_wide(folder):
    """More beads than pixels: a pulse one bead wide is visible, and some frames are skipped."""
    value = np.zeros((2500, 4001, 1))
    value[:, 2003, 0] = -1.0
    image, frames, per_bin = spacetime.sample(value, len(value))
    assert image.shape == (spacetime.ROWS, -(-4001 // per_bin)) and image.shape[1] <= spacetime.COLUMNS, image.shape
    assert frames[0] == 0 and frames[-1] == 2499 and np.all(image[:, 2003 // per_bin] == -1.0)
    assert np.count_nonzero(image) == spacetime.ROWS


def main():
    with tempfile.TemporaryDirectory() as folder:
        good = make(os.path.join(folder, "results.h5"), put_sensors, put_energy, put_trajectory)
        holds(check_module, good)
        holds(check_pictures, folder, good)
        holds(check_equal, good)
        holds(check_peaks, good)
        loaded = make(os.path.join(folder, "loaded.h5"), put_sensors, put_trajectory, pulse=under_load)
        holds(check_peaks, loaded, LOAD)
        holds(check_peak_functions)
        holds(check_edges, folder)
        holds(check_wide, folder)
        holds(check_untaken, folder, good)
        holds(check_bad, folder, good)
    for command in ((), ("chain",), ("energy",), ("spacetime",), ("peaks",), ("impact",), ("law",)):
        done = post(*command, "--help")
        assert done.returncode == 0 and len(done.stdout) > 300, done
    end()


if __name__ == "__main__":
    main()
