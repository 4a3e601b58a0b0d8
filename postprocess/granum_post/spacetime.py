"""`spacetime`: the velocity of every bead over bead number and time, as an image."""
import numpy as np
from matplotlib import ticker

from . import style
from .reader import text_of

DESCRIPTION = """Bead number on the horizontal axis, time upwards, velocity as colour (blue: backwards, grey: at rest,
yellow: forwards). The lightness increases with the velocity, so that prints in grey show the sign. A wave is a slanted
streak: its slope is the wave speed, and it fades with the loss. The colours span twice the typical largest velocity of
a frame, so that a fast striker does not bleach the picture; larger values have the end colours. If there are more beads
than pixels, each pixel shows the bead that moves fastest, so that a narrow pulse is visible. If there are more frames
than pixels, some frames are skipped."""

COLUMNS, ROWS = 900, 1200  # largest number of beads and frames in the image, about one per pixel
COLOURS = style.SIGNED.resampled(255)  # an odd number, so that rest has one colour despite rounding


def sample(value, n_frames):
    """Returns velocities [row][column] of at most ROWS of the first n_frames and COLUMNS bins of beads, the frames
    used, and the beads per bin.

    Reads one frame at a time, so that the memory does not grow with the run."""
    n_beads = value.shape[1]
    frames = style.evenly(n_frames, ROWS)
    per_bin = -(-n_beads // COLUMNS)
    n_bins = -(-n_beads // per_bin)
    image = np.empty((frames.size, n_bins))
    padded = np.zeros(n_bins * per_bin)
    for row, frame in enumerate(frames):
        padded[:n_beads] = value[frame, :, 0]
        bins = padded.reshape(n_bins, per_bin)
        image[row] = bins[np.arange(n_bins), np.abs(bins).argmax(axis=1)]
    return image, frames, per_bin


def edges(centres):
    """Returns cell edges midway between the centres; the outer cells are as wide as their neighbours."""
    if centres.size == 1:
        return np.array([centres[0] - 0.5, centres[0] + 0.5])
    middle = (centres[1:] + centres[:-1]) / 2
    return np.concatenate([[2 * centres[0] - middle[0]], middle, [2 * centres[-1] - middle[-1]]])


def picture(results, options):
    time, value = results.velocity_frames()
    image, frames, per_bin = sample(value, time.values.size)
    time_factor, time_unit = style.scaled(time.values.max(), time.unit)
    of_frame = np.abs(image).max(axis=1)
    limit = min(of_frame.max(), 2 * np.median(of_frame)) or of_frame.max() or 1.0
    factor, unit = style.scaled(limit, text_of(value.attrs.get("unit", "m/s")))

    drawing = style.figure(130)
    axes = drawing.subplots()
    beads = 0.5 + per_bin * np.arange(image.shape[1] + 1)
    beads[-1] = value.shape[1] + 0.5
    mesh = axes.pcolormesh(
        beads,
        edges(time.values[frames] * time_factor),
        image * factor,
        cmap=COLOURS,
        rasterized=True,
        vmin=-limit * factor,
        vmax=limit * factor,
    )
    if frames.size > 1:
        axes.set_ylim(time.values[0] * time_factor, time.values[-1] * time_factor)
    axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
    axes.set_xlabel("bead number in the chain" + (f" ({per_bin} beads per pixel)" if per_bin > 1 else ""))
    axes.set_ylabel(style.label("time", time_unit))
    beyond = "both" if limit < of_frame.max() else "neither"
    drawing.colorbar(mesh, ax=axes, label=style.label("velocity", unit), extend=beyond, shrink=0.8, pad=0.02)
    style.heading(drawing, results.title())
    return drawing
