"""The command granum that pip installs: starts the executable in the package, in place of this process."""
import os
import sys

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "granum-command")


def main():
    try:
        os.execv(PROGRAM, sys.argv)  # granum shows its name in the commands that it proposes
    except OSError as problem:
        sys.exit(f"granum: {PROGRAM}: {problem.strerror}; build and install granum again: pip install .")
