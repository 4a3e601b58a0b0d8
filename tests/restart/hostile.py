"""Checkpoints that somebody changed, with seal and checksums made right again, so that only what they hold can give
them away."""
import lzma
import math
import os
import shutil

import h5py
import numpy as np

SEAL = 512


def crc64(data):
    """CRC-64/XZ: the check that the container of xz ends with, before its index (12 bytes of footer, 8 of check)."""
    packed = lzma.compress(bytes(data), format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC64, preset=0)
    index = 4 * (int.from_bytes(packed[-8:-4], "little") + 1)
    end = len(packed) - 12 - index
    return int.from_bytes(packed[end - 8 : end], "little") if data else 0


def set_checksum(dataset):
    """The attribute of a text or a column, of what it holds now. What cannot be read has none."""
    try:
        value = dataset[()] if isinstance(dataset, h5py.Dataset) and math.prod(dataset.shape or ()) < 1 << 27 else b""
        data = value.split(b"\0")[0] if isinstance(value, bytes) else np.ascontiguousarray(value).tobytes()
    except (OSError, TypeError, ValueError):
        data = b""
    dataset.attrs.create("crc64", f"{crc64(data):016x}", dtype=h5py.string_dtype("utf-8", 16))


def seal(path, fields=None):
    """Puts a valid seal in front; `fields` replaces what it says."""
    with open(path, "rb") as file:
        block, rest = file.read(SEAL), file.read()
    told = dict(line.split(" ", 1) for line in block.rstrip(b"\0").decode().splitlines()[1:-1])
    told.update({"size": str(SEAL + len(rest)), "crc64": f"{crc64(rest):016x}", **(fields or {})})
    keys = ("format", "program", "step", "sequence", "size", "crc64")
    text = "granum checkpoint\n" + "".join(f"{key} {told[key]}\n" for key in keys)
    text += f"seal crc64 {crc64(text.encode()):016x}\n"
    with open(path, "r+b") as file:
        file.write(text.encode().ljust(SEAL, b"\0"))


def craft(genuine, path, change, fields=None):
    """A copy of a checkpoint after change(file), which tells the datasets whose checksums are to be made right."""
    shutil.copy(genuine, path)
    with h5py.File(path, "r+") as file:
        for name in change(file) or ():
            set_checksum(file[name])
    seal(path, fields)


def put(name, place, number):
    """Sets one number of a dataset."""

    def change(file):
        file[name][place] = number
        return [name]

    return change


def replace(name, data=None, **how):
    """Another dataset in place of one."""

    def change(file):
        del file[name]
        file.create_dataset(name, data=data, **how)
        return [name]

    return change


def snapshot(folder):
    """Every file of a folder with its bytes."""
    found = {}
    for top, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(top, name), "rb") as file:
                found[os.path.relpath(os.path.join(top, name), folder)] = file.read()
    return found
