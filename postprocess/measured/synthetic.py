#!/usr/bin/env python3
"""Makes a synthetic set of measured points from a curve of a picture: every n-th row, with normal noise.

Reads the CSV file of a picture from standard input, writes points to standard output. The comments at the top of the
written file have the command that made it. The files in this folder show how `granum-post --measured` reads a file;
they are not measurements."""
import argparse
import csv
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from granum_post import units  # noqa: E402

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("curve", help="name of the curve in the column `curve`")
parser.add_argument("x", help="column of the abscissa, with its unit: 'time (us)'")
parser.add_argument("y", help="column of the ordinate, with its unit: 'force (N)'")
parser.add_argument("--range", type=float, nargs=2, required=True, metavar=("FROM", "TO"), help="abscissas to keep")
parser.add_argument("--points", type=int, default=40, help="number of points")
parser.add_argument("--scale", type=float, default=1.0, help="factor of the ordinate, as of a wrong calibration")
parser.add_argument("--noise", type=float, required=True, help="standard deviation, in the unit of the ordinate")
parser.add_argument("--made", required=True, help="the command before the pipe, for the comment")
options = parser.parse_args()

columns = [units.split(text) for text in (options.x, options.y)]
rows = [row for row in csv.DictReader(sys.stdin) if row["curve"] == options.curve]
found = []
for name, unit in columns:
    header = next(key for key in rows[0] if rows[0][key] and units.split(key)[0] == name.replace(" ", "_"))
    factor = units.parse(units.split(header)[1] or "1")[0] / units.parse(unit or "1")[0]
    found.append(np.array([float(row[header]) * factor for row in rows]))
x, y = found
inside = np.flatnonzero((x >= options.range[0]) & (x <= options.range[1]))
chosen = inside[np.unique(np.linspace(0, len(inside) - 1, options.points).round().astype(int))]
noise = np.random.Generator(np.random.PCG64(1)).normal(0, options.noise, len(chosen))
arguments = " ".join(f"'{text}'" if " " in text else text for text in sys.argv[1 : sys.argv.index("--made")])
print("# Synthetic: points of a simulated curve with noise; not a measurement. Made by")
print(f"#   {options.made} |")
print(f"#     postprocess/measured/synthetic.py {arguments}")
print(f"{options.x},{options.y},{columns[1][0]} error ({columns[1][1]})")
for at, value, error in zip(x[chosen], y[chosen], noise):
    print(f"{at:.4g},{options.scale * value + error:.4g},{options.noise:g}")
