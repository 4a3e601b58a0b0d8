#!/usr/bin/env python3
"""Options of pictures for print: width, format, font, heading, letters, view and zoom, the same for all kinds."""
import os
import re
import tempfile

import numpy as np
from granum_post import spheres, style
from granum_test import done, fact, holds
from matplotlib.image import imread
from test_postprocess import check_refused, post
from test_postprocess_bulk import made, put_grains, put_observables


def put_both(file):
    put_grains(file)
    put_observables(file)


def shown(path, *words):
    """Returns the texts of the figure that a command draws: heading, titles of the panels, fonts."""
    figures = []
    style.WATCHERS.append(lambda drawing, _: figures.append(drawing))
    try:
        ended = post(*words[:1], path, *words[1:])
        assert ended.returncode == 0 and not ended.stderr, ended
    finally:
        style.WATCHERS.pop()
    (drawing,) = figures
    titles = [axes.get_title(loc="left") for axes in drawing.axes if axes.get_title(loc="left")]
    fonts = {axes.xaxis.label.get_fontfamily()[0] for axes in drawing.axes}
    return drawing._suptitle, titles, fonts, drawing


def check_sizes(path, folder):
    picture = os.path.join(folder, "print.png")
    for width in (85, 120, 170):
        for words in (("packing",), ("msd",)):
            ended = post(words[0], path, "--width", f"{width}mm", "--dpi", "254", "-o", picture)
            if words[0] == "msd" and ended.returncode == 2:
                continue  # the file may have no motion
            pixels = imread(picture).shape[1]
            assert ended.returncode == 0 and pixels <= 10 * width + 2, (words, width, pixels)
            assert words[0] == "packing" or abs(pixels - 10 * width) <= 2, (words, width, pixels)
    check_refused(post("observables", path, "--width", "60mm"), "the panels of this picture overlap at 60 mm")
    assert post("observables", path, "--width", "10mm").returncode == 2


def check_texts(path, _):
    heading, titles, fonts, drawing = shown(path, "observables")
    assert heading is not None and titles[0].startswith("(a) ") and fonts == {"DejaVu Sans"}, (titles, fonts)
    heading, titles, fonts, drawing = shown(path, "observables", "--no-title", "--no-letters", "--font", "DejaVu Serif")
    assert heading is None and titles[0] == "granular temperature" and fonts == {"DejaVu Serif"}, (titles, fonts)
    sizes = {text.get_fontsize() for axes in drawing.axes for text in [axes.xaxis.label, axes.yaxis.label]}
    assert sizes == {8.0}, sizes
    assert shown(path, "observables")[0] is not None, "the options hold for one picture"
    check_refused(post("observables", path, "--font", "Foo"), "there is no font Foo")


def check_pdf(path, folder):
    ended = post("observables", path, "--format", "pdf")
    assert ended.returncode == 0, ended
    with open(os.path.join(folder, "observables.pdf"), "rb") as file:
        text = file.read()
    assert text.startswith(b"%PDF") and not re.search(rb"/Type3\b", text), "fonts are embedded as outlines"


def check_view(path, folder):
    images = []
    for words in ((), ("--view=30,80",), ("--zoom", "3")):
        picture = os.path.join(folder, "view.png")
        ended = post("packing", path, "-o", picture, *words)
        assert ended.returncode == 0, ended
        images.append(imread(picture))
    assert all(one.shape != images[0].shape or np.abs(one - images[0]).mean() > 0.01 for one in images[1:])
    towards = spheres.axes_of_view(False)
    assert np.allclose(towards @ towards.T, np.eye(3)) and np.isclose(towards[2, 2], np.sin(np.radians(20)))
    check_refused(post("observables", path, "--zoom", "2"), "this picture has no view of particles")
    assert post("packing", path, "--view=3").returncode == 2


with tempfile.TemporaryDirectory() as top:
    results = made(top, "results.h5", put_both)
    for check in (check_sizes, check_texts, check_pdf, check_view):
        holds(check, results, top)
    fact(style.page.title and spheres.eye.zoom == 1, "the options hold for one picture")
done()
