"""The frame of a picture, selected by number or time: `--frame 3` or `--time 2ms`."""
import argparse
import re

import numpy as np

from . import units

seconds = units.reader("s", "time", "2ms or 0.002")


def frame_number(text):
    """Parses the number of a frame; `first` is 0, `last` is -1."""
    number = {"first": "0", "last": "-1"}.get(text, text)
    if not re.fullmatch(r"-?\d+", number):
        raise argparse.ArgumentTypeError(f"{text!r} is not a frame; write a number from 0, -1, first or last")
    return int(number)


def add_options(command):
    command.add_argument(
        "--frame",
        type=frame_number,
        metavar="N",
        help="number of the frame, from 0; -1 or last: the last frame; default: the last frame with particles",
    )
    command.add_argument("--time", type=seconds, metavar="T", help="the frame nearest to this time instead: 2ms, 0.1 s")


def number(grains, options):
    """Returns the number of the selected frame."""
    if getattr(options, "time", None) is not None:
        return int(np.argmin(np.abs(grains.time - options.time)))
    if options.frame is not None:
        return options.frame
    return next((k for k in reversed(range(grains.time.size)) if grains.frames[k].rows), -1)
