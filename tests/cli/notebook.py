"""usage: notebook.py NOTEBOOK: executes the code cells of a notebook, on each rank of MPI."""
import json
import os
import sys

with open(sys.argv[1]) as file:
    cells = [cell for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]
names = {"__name__": "__main__"}
for number, cell in enumerate(cells, 1):
    exec(compile("".join(cell["source"]), f"{os.path.basename(sys.argv[1])}, code cell {number}", "exec"), names)
