"""Calibrates a case: finds the values of keys with which numbers of its results meet their targets. A repeated command
continues. jobs/calibrate starts it and sets the environment; the package granum does the work (granum.calibrate)."""
import argparse
import os
import sys

import granum

CODES = {True: 0, False: 3, None: 75}  # exit codes: the targets are met, are not met, rounds remain


def at_least_one(text):
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: write a whole number from 1")
    return int(text)


def options(arguments):
    parser = argparse.ArgumentParser(
        prog="jobs/calibrate",
        description=__doc__,
        epilog="Exit codes: 0 the targets are met, or runs are submitted; 2 bad input; 3 not converged, the best point "
        "is kept; 4 files; 75 stopped, rounds remain, or runs of a job array have not ended: repeat the command.",
    )
    add = parser.add_argument
    add("description", metavar="DESCRIPTION.yaml", help="file with the key calibrate")
    add("-o", "--output", metavar="DIR", help="folder of the calibration; default: NAME-calibration")
    add("--ranks", type=at_least_one, default=1, metavar="N", help="ranks of each study of runs; default: 1")
    add("--groups", type=at_least_one, metavar="N", help="groups of ranks that share the runs, as of granum run")
    add("--rounds", type=at_least_one, metavar="N", help="make at most N rounds now")
    add("--submit", metavar="SCRIPT", help="run each round as a job array of a copy of jobs/slurm.sh or jobs/pbs.sh")
    add("--again", action="store_true", help="submit the runs of the round again that have not ended")
    add("--dry", action="store_true", help="print the next round only")
    return vars(parser.parse_args(arguments))


def main(arguments):
    try:
        found = granum.calibrate(**options(arguments))
    except granum.Error as problem:
        print(f"calibrate: {problem}", file=sys.stderr)
        return problem.code
    except BrokenPipeError:  # a program that reads the output, such as head, has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as problem:
        print(f"calibrate: {problem.filename}: {problem.strerror}", file=sys.stderr)
        return 4
    return CODES[found["converged"]] if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
