"""`film`: the particles of all frames as an animation, with fixed colour scale and view."""
import os
import shutil
import subprocess
import tempfile
import types

import numpy as np

from . import packing, style
from .files import whole_file
from .grains import Grains
from .reader import PostError

NEEDS = "trajectory"
DESCRIPTION = """The frames of a bulk run as `packing` draws them, with its options: each --step-th frame from --first
to --last, --rate per second, without empty frames. All frames have the same colour scale and view. film.mp4 requires
ffmpeg; film.gif requires Pillow. Without -o the film is an mp4 if ffmpeg is installed, otherwise a gif. Its sides are
even numbers of pixels, because players require it."""
MOST = 400  # largest number of frames by default


def add_options(command):
    packing.add_options(command)
    command.add_argument("--first", type=int, default=0, metavar="N", help="first frame; default: 0")
    command.add_argument("--last", type=int, metavar="N", help="last frame; default: the last of the run")
    command.add_argument(
        "--step", type=int, metavar="N", help="increment of the frame number; default: at most 400 frames"
    )
    command.add_argument("--rate", type=int, default=12, choices=range(1, 61), metavar="N", help="frames per second")


def numbers(grains, options):
    last = grains.time.size - 1 if options.last is None else options.last
    if not 0 <= options.first <= last < grains.time.size:
        raise PostError(f"--first and --last must be frames from 0 to {grains.time.size - 1}, in this order")
    step = options.step or -(-(last - options.first + 1) // MOST)
    if step < 1:
        raise PostError("--step must be at least 1")
    shown = [number for number in range(options.first, last + 1, step) if grains.frames[number].rows]
    if not shown:
        raise PostError("no particle is in the box in any of these frames")
    return shown


def ends(grains, shown, options):
    """Returns the lower and upper end of the colour scale, over all frames that are shown."""
    if options.colour in ("group", "body"):
        return options.vmin, options.vmax
    low, high = [], []
    for number in shown:
        values = packing.numbers(grains.frame(number), options.colour)[0]
        low.append(values.min())
        high.append(values.max())
    top, bottom = max(high), min(low)
    if options.colour.startswith("v") and bottom < 0:
        top = max(top, -bottom)
        bottom = -top
    bottom = bottom if options.vmin is None else options.vmin
    top = top if options.vmax is None else options.vmax
    return min(bottom, 0.0) if options.vmin is None and options.colour != "radius" else bottom, top or 1.0


def picture_of(results, grains, number, options, limits):
    """Returns the figure of one frame. `limits`: the ends of the axes in the first frame, which all frames use."""
    options = types.SimpleNamespace(**{**vars(options), "frame": number, "time": None})
    width, height = packing.size_of(grains)
    drawing = style.figure(height, width)
    axes = drawing.subplots()
    frame = packing.draw(drawing, axes, grains, options)
    limits.setdefault("x", axes.get_xlim())
    limits.setdefault("y", axes.get_ylim())
    axes.set_xlim(limits["x"])
    axes.set_ylim(limits["y"])
    style.heading(drawing, results.title(), packing.caption(grains, frame))
    return drawing


def even(path):
    """Returns the pixels [row][column][3] of a png; drops the last row or column if a side is odd."""
    from matplotlib.image import imread

    pixels = np.rint(255 * imread(path)[..., :3]).astype(np.uint8)
    return pixels[: pixels.shape[0] // 2 * 2, : pixels.shape[1] // 2 * 2]


def write_gif(paths, output, rate):
    try:
        from PIL import Image
    except ImportError:
        raise PostError("a gif needs the Python package Pillow; install it, or ffmpeg for an mp4") from None
    images = [Image.fromarray(even(path)).convert("P", palette=Image.ADAPTIVE) for path in paths]
    try:
        with whole_file(output, "wb") as out:
            images[0].save(out, "GIF", save_all=True, append_images=images[1:], duration=1000 // rate, loop=0)
    except OSError as problem:
        raise PostError(f"cannot write {output}: {problem.strerror or problem}") from None


def write_mp4(folder, output, rate):
    command = ["ffmpeg", "-y", "-loglevel", "error", "-framerate", str(rate), "-i", "%05d.png"]
    command += ["-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0", "-pix_fmt", "yuv420p"]
    done = subprocess.run([*command, "film.mp4"], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        raise PostError(f"ffmpeg cannot write {output}: {(done.stderr.strip().splitlines() or ['no reason'])[-1]}")
    try:
        with open(os.path.join(folder, "film.mp4"), "rb") as film, whole_file(output, "wb") as out:
            shutil.copyfileobj(film, out)
    except OSError as problem:
        raise PostError(f"cannot write {output}: {problem.strerror}") from None


def write(results, options, beside):
    """Writes the film to `options.output`, or next to the results."""
    there = shutil.which("ffmpeg")
    output = options.output or os.path.join(beside, "film.mp4" if there else "film.gif")
    if os.path.splitext(output)[1] not in (".mp4", ".gif"):
        raise PostError(f"cannot write {output}: a film is an mp4 or a gif")
    if output.endswith(".mp4") and not there:
        raise PostError("an mp4 needs ffmpeg, which is not installed; write -o film.gif")
    if not options.output and not there:
        print("film: a gif, because an mp4 needs ffmpeg, which is not installed")
    grains = Grains(results)
    shown = numbers(grains, options)
    options.vmin, options.vmax = ends(grains, shown, options)
    with tempfile.TemporaryDirectory() as folder:
        paths, limits = [os.path.join(folder, f"{turn:05d}.png") for turn in range(len(shown))], {}
        for path, number in zip(paths, shown):
            style.save(picture_of(results, grains, number, options, limits), path, options.dpi)
        if output.endswith(".gif"):
            write_gif(paths, output, options.rate)
        else:
            write_mp4(folder, output, options.rate)
    print(f"film: {output}")
