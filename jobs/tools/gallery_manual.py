"""Makes the pictures of the manual (jobs/tools/gallery --pictures) as small files. Rows of inputs/gallery.json with
a key `manual` define them."""
import contextlib
import io
import os
import shlex
import shutil

import granum_post.__main__
import numpy as np
from PIL import Image

COLOURS = 256  # number of palette colours; a palette makes a picture of curves a third as large
LARGEST = 1.5  # largest root mean square change of a pixel by the palette, of 255; a smaller change is not visible


def entries_of(inputs):
    return {name: entry for name, entry in inputs.items() if "manual" in entry}


def shrink(path):
    """Converts a picture to a palette if the change is not visible."""
    with Image.open(path) as file:
        whole = file.convert("RGB")
    few = whole.quantize(COLOURS)
    change = np.asarray(whole, dtype=float) - np.asarray(few.convert("RGB"), dtype=float)
    (few if np.sqrt(np.mean(change**2)) < LARGEST else whole).save(path, optimize=True)


def keep(shown, folder):
    """Copies the pictures that were drawn into the folder."""
    for one in shown:
        if one.problem is None:
            path = os.path.join(folder, one.manual)
            shutil.copy(os.path.join(one.directory, "picture.png"), path)
            shrink(path)


def draw_laws(laws, folder, granum):
    """Draws the pictures that need no run. Returns the number of failures."""
    failed = 0
    for entry in laws.values():
        path, errors = os.path.join(folder, entry["manual"]), io.StringIO()
        with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(io.StringIO()):
            code = granum_post.__main__.main([*shlex.split(entry["picture"]), "--granum", granum, "-o", path])
        print(f"{entry['picture']:32} {errors.getvalue().strip() or 'drawn'}", flush=True)
        failed += code != 0
        if code == 0:
            shrink(path)
    return failed
