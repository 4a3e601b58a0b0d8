"""The pictures of the manual, of jobs/gallery --pictures: those of the rows of inputs/gallery.json that have a name
there, `manual`, as small files."""
import contextlib
import io
import os
import shlex
import shutil

import granum_post.__main__
import numpy as np
from PIL import Image

COLOURS = 256  # of a palette, which makes a picture of curves a third as large
LARGEST = 1.5  # root of the mean square of what a palette may change, of 255: what is below that is not seen


def entries_of(inputs):
    return {name: entry for name, entry in inputs.items() if "manual" in entry}


def shrink(path):
    """With a palette if that cannot be seen."""
    with Image.open(path) as file:
        whole = file.convert("RGB")
    few = whole.quantize(COLOURS)
    change = np.asarray(whole, dtype=float) - np.asarray(few.convert("RGB"), dtype=float)
    (few if np.sqrt(np.mean(change**2)) < LARGEST else whole).save(path, optimize=True)


def keep(shown, folder):
    """Puts the pictures that were drawn into the folder."""
    for one in shown:
        if one.problem is None:
            path = os.path.join(folder, one.manual)
            shutil.copy(os.path.join(one.directory, "picture.png"), path)
            shrink(path)


def draw_laws(laws, folder, granum):
    """The pictures that need no run; how many failed."""
    failed = 0
    for entry in laws.values():
        path, errors = os.path.join(folder, entry["manual"]), io.StringIO()
        with contextlib.redirect_stderr(errors):
            code = granum_post.__main__.main([*shlex.split(entry["picture"]), "--granum", granum, "-o", path])
        print(f"{entry['picture']:32} {errors.getvalue().strip() or 'drawn'}", flush=True)
        failed += code != 0
        if code == 0:
            shrink(path)
    return failed
