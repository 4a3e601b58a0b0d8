"""Limits of one rank or of all ranks end a run on all ranks within 10 s, with one message: a wrong path of the units,
few open files, small files. A run whose standard output is closed is completed.
Labels: io parallel record run time."""
import os
import subprocess
import tempfile
import time

from cases import struck_chain
from granum_test import GRANUM, MPIEXEC, card, case, done, fact, own_session

CASE = (
    struck_chain(30, "luding")
    + """time: {end: 20 us, step: 0.1 us}
output: {trajectory: {every: 2 us}, energy: {every: 1 us}, flush: 10 s, checkpoint: {every: 10 us}}
"""
)
LIMIT = 10  # [s]


def limited(arguments, ranks, setting, only=None, after=""):
    """Runs granum after a shell command on all ranks, or on one of them."""
    if only is not None:
        setting = f'if [ "$OMPI_COMM_WORLD_RANK$PMI_RANK" = {only} ]; then {setting}; fi'
    launch = [] if ranks == 1 else [MPIEXEC, "-n", str(ranks)]
    with own_session() as environment:
        begun = time.monotonic()
        ended = subprocess.run(
            [*launch, "bash", "-c", f'{setting}; "$@" {after}', "bash", GRANUM, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            env=environment,
        )
    lines = [line for line in ended.stderr.splitlines() if line.startswith("granum: ")]
    errors = [line for line in lines if not line.startswith("granum: warning")]
    return ended.returncode, errors, time.monotonic() - begun, lines


def check(text, code, word, *run):
    got, errors, seconds, _ = limited(*run)
    fact(
        got == code and len(errors) == 1 and word in errors[0] and seconds < LIMIT,
        f"{text}: exit code {got} after {seconds:.1f} s; {errors}",
    )


def check_output(path, folder):
    """`granum run | head -n 1` ends with 0 (the shell option pipefail shows it), with complete results."""
    code, errors, _, lines = limited(["run", path, "-o", folder], 1, "set -o pipefail", after="| head -n 1")
    fact(code == 0 and not errors, f"standard output is closed: exit code {code}; {lines}")
    fact(card(folder)["state"] == "completed", "the run is completed")


def main():
    path = case(CASE)
    with tempfile.TemporaryDirectory() as top:
        run = ["run", path, "-o", os.path.join(top, "run"), "--overwrite"]
        units = "export UDUNITS2_XML_PATH=/nowhere"
        check("units missing on rank 1 of 3", 2, "UDUNITS", run, 3, units, 1)
        check("units missing on rank 0 of 2", 2, "UDUNITS", ["check", path], 2, units, 0)
        check("20 open files", 4, "Too many open files", run, 2, "ulimit -n 20")
        check("files of 20 kB", 4, "could not", run, 2, "ulimit -f 20")
        check("files of 0 bytes", 4, "files are limited to 0 bytes", run, 2, "ulimit -f 0")
        check_output(path, os.path.join(top, "closed"))
    os.unlink(path)
    done()


main()
