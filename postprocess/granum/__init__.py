"""Drives runs of granum from Python, on any number of ranks under mpi4py.

    import granum

    with granum.Run("settling.yaml", set={"time.end": "20 ms"}, output="settling") as run:
        while run.steps(1000):
            print(run.time, run.gather("positions"))

A layer over the shared library: the headers in include/granum/ describe the functions. See jobs/guide/python.md."""
from .calibration import calibrate
from .cases import Case, case, check, laws, plugin, resolved, results
from .fits import fit
from .impacts import bounce, impact, path
from .library import Error
from .run import Particles, Run

resume = Run.resume
__version__ = "0.1.0"  # version of granum
__all__ = [
    "Case",
    "Error",
    "Particles",
    "Run",
    "bounce",
    "calibrate",
    "case",
    "check",
    "fit",
    "impact",
    "laws",
    "path",
    "plugin",
    "resolved",
    "results",
    "resume",
]
