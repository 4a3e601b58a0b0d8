"""Checkpoints that somebody changed, with header and checksum made right again, so that only what they hold can give
them away."""
import lzma
import os
import shutil

import h5py

HEADER = 512


def crc64(data):
    """CRC-64/XZ: the check that the container of xz ends with, before its index (12 bytes of footer, 8 of check)."""
    packed = lzma.compress(bytes(data), format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC64, preset=0)
    index = 4 * (int.from_bytes(packed[-8:-4], "little") + 1)
    end = len(packed) - 12 - index
    return int.from_bytes(packed[end - 8 : end], "little") if data else 0


def put_header(path, fields=None):
    """Puts a valid header in front; `fields` replaces what it says."""
    with open(path, "rb") as file:
        block, rest = file.read(HEADER), file.read()
    told = dict(line.split(" ", 1) for line in block.rstrip(b"\0").decode().splitlines()[1:-1])
    told.update({"size": str(HEADER + len(rest)), "crc64": f"{crc64(rest):016x}", **(fields or {})})
    keys = ("format", "program", "step", "sequence", "size", "crc64")
    text = "granum checkpoint\n" + "".join(f"{key} {told[key]}\n" for key in keys)
    text += f"header crc64 {crc64(text.encode()):016x}\n"
    with open(path, "r+b") as file:
        file.write(text.encode().ljust(HEADER, b"\0"))


def craft(genuine, path, change, fields=None):
    """A copy of a checkpoint after change(file)."""
    shutil.copy(genuine, path)
    with h5py.File(path, "r+") as file:
        change(file)
    put_header(path, fields)


def put(name, place, number):
    """Sets one number of a dataset."""

    def change(file):
        file[name][place] = number

    return change


def replace(name, data=None, **how):
    """Another dataset in place of one."""

    def change(file):
        del file[name]
        file.create_dataset(name, data=data, **how)

    return change


def snapshot(folder):
    """Every file of a folder with its bytes."""
    found = {}
    for top, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(top, name), "rb") as file:
                found[os.path.relpath(os.path.join(top, name), folder)] = file.read()
    return found
