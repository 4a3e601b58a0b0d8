"""Checks whether a picture shows data: frames, ticks and text are grey, data are coloured."""
import collections

import numpy as np
from matplotlib.image import imread

Drawn = collections.namedtuple("Drawn", "width height colours across down share")


def drawn(path):
    """Pixels of a PNG: number of colours, part of width and height that they span, and share that they cover."""
    with open(path, "rb") as file:
        assert file.read(8) == b"\x89PNG\r\n\x1a\n", f"{path} is not a PNG"
    pixels = np.rint(255 * imread(path)[..., :3]).astype(int)
    height, width = pixels.shape[:2]
    rows, columns = np.nonzero(np.ptp(pixels, axis=2) > 40)
    if not rows.size:
        return Drawn(width, height, 0, 0.0, 0.0, 0.0)
    colours = len(np.unique(pixels[rows, columns] // 16, axis=0))
    return Drawn(width, height, colours, np.ptp(columns) / width, np.ptp(rows) / height, rows.size / (width * height))


def shows_data(path):
    """Whether coloured lines and points span most of the width and much of the height; axes without data have none."""
    found = drawn(path)
    return found.colours >= 10 and found.across > 0.6 and found.down > 0.4 and found.share > 0.002
