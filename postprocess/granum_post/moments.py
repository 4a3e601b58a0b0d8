"""Which frame a picture shows: by its number or by its time, `--frame 3` or `--time 2ms`."""
import argparse
import re

import numpy as np

UNITS = {"": 1.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9}


def seconds(text):
    """The time [s] that `2ms`, `2 ms` or `0.002` says."""
    found = re.fullmatch(r"\s*([-+]?[\d.]+(?:[eE][-+]?\d+)?)\s*([a-zµ]*)\s*", text)
    try:
        return float(found[1]) * UNITS[found[2]]
    except (TypeError, KeyError, ValueError):
        raise argparse.ArgumentTypeError(f"{text!r} is not a time; write for example 2ms or 0.002") from None


def add_options(command):
    command.add_argument("--frame", type=int, default=-1, metavar="N", help="from 0; -1, the default: the last")
    command.add_argument("--time", type=seconds, metavar="T", help="the frame nearest to this time instead: 2ms, 0.1 s")


def number(grains, options):
    """Of the frame that the options ask for."""
    if getattr(options, "time", None) is None:
        return options.frame
    return int(np.argmin(np.abs(grains.time - options.time)))
