"""Reads results of granum and draws pictures of them.

    import granum_post as gp

    run = gp.open("settling")                # a folder, a results.h5, or the folder of a study
    run.frames()[-1].position                # numpy arrays; frame["position"].unit
    run.ledger().to_frame()                  # pandas, if it is installed

Reading needs numpy and h5py. `python3 -m granum_post` draws; each kind of picture has its own module."""
from .frames import Box, Frame, Frames
from .network import Contacts
from .reader import Run, Sensor, Study
from .reader import open_run as open
from .table import Column, Missing, PostError, Sample, Table
from .variants import Bounces, Impacts, Mechanisms

__version__ = "0.1.0"  # version of granum
__all__ = [
    "Bounces",
    "Box",
    "Column",
    "Contacts",
    "Frame",
    "Frames",
    "Impacts",
    "Mechanisms",
    "Missing",
    "PostError",
    "Run",
    "Sample",
    "Sensor",
    "Study",
    "Table",
    "open",
]
