"""`granum diff` and `granum info` on files made with h5py: exit codes, and a line on each difference.
Labels: io record run time."""
import os
import shutil
import subprocess
import tempfile

import h5py
import numpy as np
from granum_test import done, holds

GRANUM = os.environ["GRANUM"]
FRAMES, ROWS, COMPONENTS = 4, 5, 3
BIG_ROWS = 1_500_000  # one frame exceeds the 8 MiB that are compared at a time
POSITION = "particles/grains/position/value"


def make(path):
    """Writes a file with the layout of a results file, with the variable-length strings that h5py writes by default."""
    with h5py.File(path, "w", track_order=False) as f:
        f.attrs["version"] = np.array([1, 1], dtype="i4")
        f["parameters/input"] = "title: one\nstep: 1 us\nend: 2 ms\n"
        f["parameters/input"].attrs["description"] = "input as given"
        f["parameters/title"] = "Five beads"
        f["parameters/names"] = ["first", "second"]
        creator = f.create_group("h5md/creator")
        creator.attrs["name"], creator.attrs["version"] = "granum", "0.0"
        grains = f.create_group("particles/grains")
        grains["id"] = np.arange(11, 11 + ROWS)
        grains["mass"] = np.linspace(1, 2, ROWS)
        values = np.random.default_rng(1).normal(size=(FRAMES, ROWS, COMPONENTS))
        values[0, 0, 0], values[0, 0, 1] = np.nan, 0.0
        add_element(grains, "position", values, "m", "centre of the particle")
        add_element(grains, "far", np.ones((2, BIG_ROWS, 1)), "m", "many rows")
        energy = f.create_group("observables/energy")
        energy["step"], energy["time"] = np.arange(100), np.arange(100) * 0.5
        energy["kinetic"] = np.arange(100.0) ** 2
        energy["kinetic"].attrs["unit"] = "J"


def add_element(group, name, values, unit, description):
    element = group.create_group(name)
    element["step"] = 100 * np.arange(len(values))
    element["time"] = 0.25 * np.arange(len(values))
    element["time"].attrs["unit"] = "s"
    element["value"] = values
    element["value"].attrs["unit"], element["value"].attrs["description"] = unit, description


def run(*arguments):
    return subprocess.run([GRANUM, *arguments], capture_output=True, text=True)


def set_value(path, index, value):
    def change(f):
        f[path][index] = value

    return change


def replace(path, value):
    def change(f):
        attributes = dict(f[path].attrs)
        del f[path]
        f[path] = value
        f[path].attrs.update(attributes)

    return change


def set_attribute(path, name, value):
    def change(f):
        f[path].attrs[name] = value

    return change


def delete(path):
    def change(f):
        del f[path]

    return change


def delete_attribute(path, name):
    def change(f):
        del f[path].attrs[name]

    return change


def next_ulp(f):
    f[POSITION][2, 3, 1] = np.nextafter(f[POSITION][2, 3, 1], np.inf)


def other_nan(f):
    bits = np.array([0x7FF8000000000001], dtype="u8")
    f[POSITION][0, 0, 0] = bits.view("f8")[0]


def two_changes(f):
    f[POSITION][3, 0, 0] = 7.0
    f[POSITION][1, 4, 2] = 8.0  # an earlier frame, which must be reported


def to_group(f):
    del f["parameters/title"]
    f.create_group("parameters/title")


def soft_link(f):
    del f["parameters/title"]
    f["parameters/title"] = h5py.SoftLink("/parameters/input")


# Changes of the second file, and expected fragments of the line.
DIFFERENT = {
    "one ulp": (next_ulp, [POSITION + ": frame 2 (step 200, time 0.5), row 3 (id 14), component 1: ", ", 1 ulp apart"]),
    "earliest frame": (two_changes, ["frame 1 (step 100, time 0.25), row 4 (id 15), component 2: ", "8 in "]),
    "sign of zero": (set_value(POSITION, (0, 0, 1), -0.0), ["component 1: 0 in ", "-0 in ", "signs of zero"]),
    "other NaN": (other_nan, ["row 0 (id 11), component 0: nan in ", "NaNs of different bits"]),
    "NaN and number": (set_value(POSITION, (0, 0, 0), 1.5), ["nan in ", "1.5 in ", "b.h5\n"]),
    "static row": (
        set_value("particles/grains/mass", 4, 2.5),
        ["particles/grains/mass: row 4 (id 15): 2 in ", "2.5 in "],
    ),
    "id": (set_value("particles/grains/id", 2, 99), ["particles/grains/id: row 2 (id 13): 13 in ", "99 in "]),
    "last of a long frame": (
        set_value("particles/grains/far/value", (1, BIG_ROWS - 1, 0), 1 + 2**-51),
        ["far/value: frame 1 (step 100, time 0.25), row 1499999, ", "1.0000000000000004 in ", "2 ulp"],
    ),
    "trace": (
        set_value("observables/energy/kinetic", 42, 1.0),
        ["energy/kinetic: frame 42 (step 42, time 21): 1764 in ", "1 in "],
    ),
    "text": (
        replace("parameters/input", "title: one\nstep: 2 us\nend: 2 ms\n"),
        ["parameters/input: line 2, character 7: ", '"step: 1 us" in ', '"step: 2 us" in '],
    ),
    "longer text": (replace("parameters/title", "Five beads or so"), ["line 1, character 11", '"Five beads or so"']),
    "second text": (
        set_value("parameters/names", 1, "third"),
        ["parameters/names: row 1: line 1, character 1", '"third"'],
    ),
    "missing": (delete("observables/energy/kinetic"), ["observables/energy/kinetic: only in ", "a.h5"]),
    "more": (replace("particles/grains/mass", np.ones(ROWS + 1)), ["particles/grains/mass: shape: 5 in ", "6 in "]),
    "type": (
        replace("particles/grains/mass", np.ones(ROWS, dtype="f4")),
        ["mass: type: 64-bit real in ", "32-bit real in "],
    ),
    "group": (to_group, ["parameters/title: a dataset in ", "a group in "]),
    "link": (soft_link, ["parameters/title: a dataset in ", "a link"]),
    "attribute": (set_attribute(POSITION, "unit", "mm"), [POSITION + ": attribute unit: ", '"m" in ', '"mm" in ']),
    "attribute number": (
        set_attribute("/", "version", np.array([1, 2], dtype="i4")),
        ["/: attribute version: value 1: 1 in ", "2 in "],
    ),
    "attribute missing": (delete_attribute(POSITION, "unit"), ["attribute unit: only in ", "a.h5"]),
    "attribute new": (set_attribute("parameters", "note", "x"), ["parameters: attribute note: only in ", "b.h5"]),
}


def check_different(folder):
    a, b = os.path.join(folder, "a.h5"), os.path.join(folder, "b.h5")
    for name, (change, parts) in DIFFERENT.items():
        shutil.copy(a, b)
        with h5py.File(b, "r+") as f:
            change(f)
        result = run("diff", a, b)
        assert result.returncode == 1, (name, result)
        assert len(result.stdout.splitlines()) == 1, (name, result.stdout)
        for part in parts:
            assert part in result.stdout, (name, part, result.stdout)
        assert "only in" in result.stdout or (a in result.stdout and b in result.stdout), (name, result.stdout)
        swapped = run("diff", b, a)
        assert swapped.returncode == 1, (name, swapped)
        if "only in" in result.stdout:
            assert swapped.stdout == result.stdout, (name, swapped.stdout)


def many_changes(f):
    del f["particles/grains/position"]
    f["particles/grains/mass"][1:3] = 7.0
    f["particles/grains/mass"].attrs["unit"] = "g"
    f["parameters/title"][()] = "Six beads"
    del f["parameters/names"]
    f["parameters/names/first"] = 1.0


def check_several(folder):
    """A line for each object, also after the first difference; a group in only one file has one line."""
    a, b = os.path.join(folder, "a.h5"), os.path.join(folder, "b.h5")
    shutil.copy(a, b)
    with h5py.File(b, "r+") as f:
        many_changes(f)
    result = run("diff", a, b)
    expected = ["parameters/names: a dataset in ", "parameters/title: line 1, character 1: "]
    expected += ["particles/grains/mass: row 1 (id 12): 1.25 in ", "particles/grains/mass: attribute unit: only in "]
    expected += ["particles/grains/position: only in ", "5 differences"]
    lines = result.stdout.splitlines()
    assert result.returncode == 1 and len(lines) == len(expected), result
    for line, part in zip(lines, expected):
        assert line.startswith(part), (line, part)
    assert len(run("diff", b, a).stdout.splitlines()) == len(expected)


def check_same(folder):
    a, b = os.path.join(folder, "a.h5"), os.path.join(folder, "b.h5")
    make(b)  # written again: other time stamps, same content
    assert run("diff", a, b).returncode == 0
    with h5py.File(b, "r+") as f:  # the same texts with another string type, and another fill value
        del f["parameters/title"]
        f["parameters/title"] = np.array(b"Five beads", dtype="S10")
        del f["particles/grains/mass"]
        f.create_dataset("particles/grains/mass", data=np.linspace(1, 2, ROWS), maxshape=(None,), chunks=(2,))
    result = run("diff", a, b)
    assert result.returncode == 0, result


def check_unreadable(folder):
    a, text, cut = (os.path.join(folder, name) for name in ("a.h5", "text.h5", "cut.h5"))
    with open(text, "w") as f:
        f.write("not HDF5\n")
    with open(a, "rb") as whole, open(cut, "wb") as f:
        f.write(whole.read(4000))
    missing = os.path.join(folder, "missing.h5")
    calls = [
        (part, arguments)
        for bad, part in ((text, "is not an HDF5 file"), (cut, "damaged or truncated"), (missing, "No such file"))
        for arguments in (("diff", a, bad), ("diff", bad, a), ("info", bad))
    ]
    calls += [("is a folder; write the file, such as", ("diff", a, folder)), ("contains no results", ("info", folder))]
    for part, arguments in calls:
        bad = next(path for path in arguments[1:] if path != a)
        result = run(*arguments)
        assert result.returncode == 4, (arguments, result)
        assert part in result.stderr and bad in result.stderr, (arguments, result.stderr)
        assert len(result.stderr.splitlines()) == 1, (arguments, result.stderr)


def check_info(folder):
    result = run("info", os.path.join(folder, "a.h5"))
    assert result.returncode == 0, result
    lines = result.stdout.splitlines()
    assert lines[0].endswith("a.h5: H5MD file written by granum 0.0"), lines[0]
    assert lines[1] == "title: Five beads", lines[1]
    assert "particles/grains: 5 particles, 2 frames, time 0 to 0.25 s" in lines, result.stdout
    assert any(line.startswith("observables/energy: 100 frames, time 0 to 49.5") for line in lines), result.stdout
    row = next(line for line in lines if line.startswith("particles/grains/position "))
    assert row.split()[1:] == "4 x 5 x 3 m centre of the particle".split(), row
    assert any(line.split()[:3] == ["observables/energy/kinetic", "100", "J"] for line in lines), result.stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        make(os.path.join(folder, "a.h5"))
        holds(check_same, folder)
        holds(check_different, folder)
        holds(check_several, folder)
        holds(check_unreadable, folder)
        holds(check_info, folder)
    done()


main()
