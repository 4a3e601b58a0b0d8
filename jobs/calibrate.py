"""Calibrates a case: finds the values of keys with which numbers of its results meet their targets. A repeated command
continues. jobs/calibrate starts it and sets the environment; the package granum does the work (granum.calibrate)."""
import argparse
import os
import signal
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
    numbers = "print the numbers of the targets in these finished runs or studies only: mean, standard error"
    add("--numbers", nargs="+", metavar="RUN", help=numbers)
    at = "run the case with these values of all parameters and 8 seeds, or --runs N, and print the numbers only"
    add("--at", nargs="+", type=value_of, metavar="NAME=VALUE", help=at)
    add("--runs", type=at_least_one, default=8, metavar="N", help="number of seeds of --at; default: 8")
    return vars(parser.parse_args(arguments))


def value_of(text):
    name, sign, value = text.partition("=")
    if not (name and sign and value):
        raise argparse.ArgumentTypeError(f"{text}: write NAME=VALUE, as in friction=0.3")
    return name, value


def interrupt(*_):
    raise KeyboardInterrupt


def main(arguments):
    for number in (signal.SIGTERM, signal.SIGUSR1):
        signal.signal(number, interrupt)
    try:
        given = options(arguments)
        paths, values, count = (given.pop(name) for name in ("numbers", "at", "runs"))
        if paths:
            granum.calibration.numbers(given["description"], paths)
            return 0
        if values:
            words = {name: given[name] for name in ("description", "output", "ranks", "groups")}
            granum.calibration.runs_at(values=dict(values), count=count, **words)
            return 0
        found = granum.calibrate(**given)
    except KeyboardInterrupt:
        print("calibrate: stopped; repeat the command to continue", file=sys.stderr)
        return 75
    except granum.Error as problem:
        print(f"calibrate: {problem}", file=sys.stderr)
        return problem.code
    except BrokenPipeError:  # a program that reads the output, such as head, has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as problem:
        print(f"calibrate: {problem.filename or 'a file'}: {problem.strerror}", file=sys.stderr)
        return 4
    return CODES[found["converged"]] if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
