"""Modified checkpoints with corrected checksums."""
import shutil

import h5py
import numpy as np


def checksum(data):
    """Sum modulo 2^64 of a hash (splitmix64) of each word and its number; a text is padded with zeros."""
    if isinstance(data, bytes):
        data = np.frombuffer(data + bytes(8 - len(data) % 8), np.uint64)
    words = np.ascontiguousarray(data).reshape(-1).view(np.uint64)
    with np.errstate(over="ignore"):
        x = words + np.arange(1, words.size + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return int((x ^ x >> np.uint64(31)).sum(dtype=np.uint64))


def signed(number):
    return number - (number >> 63 << 64)


def wrong_sums(path):
    """Returns the datasets whose checksums are wrong."""
    with h5py.File(path, "r") as file:
        sets = {f"{table}/{name}": file[table][name] for table in file for name in file[table]}
        return [name for name, d in sets.items() if d.attrs["checksum"] != signed(checksum(d[()]))]


def craft(genuine, path, change):
    """Copies a checkpoint and applies change(file)."""
    shutil.copy(genuine, path)
    with h5py.File(path, "r+") as file:
        change(file)
        for table in file:
            for d in file[table].values():
                d.attrs.modify("checksum", np.int64(signed(checksum(d[()]))))
