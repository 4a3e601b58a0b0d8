"""Command line: python3 -m granum_post COMMAND results.h5 [-o out.png]. Failures: one line on stderr, exit code 2."""
import argparse
import os
import sys

from . import chain, energy, peaks, spacetime, style
from .reader import PostError, Results

PICTURES = {
    "chain": ("sensor forces, decay of the peak and energy ledger of a chain, in one figure", chain),
    "energy": ("energy ledger and its residual over time", energy),
    "spacetime": ("velocity over bead number and time, as an image", spacetime),
}


def parser():
    description = "Pictures and tables from the results.h5 of a granum run."
    top = argparse.ArgumentParser(prog="granum_post", description=description)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (summary, module) in PICTURES.items():
        command = commands.add_parser(name, help=summary, description=module.DESCRIPTION)
        command.add_argument("results", metavar="results.h5")
        picture = f"the picture (png, pdf or svg); default: {name}.png next to the results"
        command.add_argument("-o", "--output", metavar="FILE", help=picture)
        if module is chain:
            axes = "axes of panel (b); default: linear"
            command.add_argument("--scale", choices=("linear", "log"), default="linear", help=axes)
    summary = "table of peak force and time at each sensor, and wave speed"
    command = commands.add_parser("peaks", help=summary, description=peaks.__doc__)
    command.add_argument("results", metavar="results.h5")
    return top


def run(options):
    with Results(options.results) as results:
        if options.command == "peaks":
            print("\n".join(peaks.table(peaks.find(results.sensors()), results.spacing())))
            return
        drawing = PICTURES[options.command][1].picture(results, options)
    style.save(drawing, options.output or os.path.join(os.path.dirname(options.results), options.command + ".png"))


def main(arguments=None):
    options = parser().parse_args(arguments)
    try:
        run(options)
    except PostError as problem:
        print(f"granum_post: {options.results}: {problem}", file=sys.stderr)
        return 2
    except OSError as problem:
        print(f"granum_post: {options.results}: cannot be read: {' '.join(str(problem).split())}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
