#!/usr/bin/env python3
"""Options of pictures for print: width, format, font, heading, letters, view and zoom, the same for all kinds.
Labels: record."""
import os
import re
import tempfile

import numpy as np
from figure_layout import faults
from granum_post import layout, spheres, style
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
    for width in (85, 170):
        for words in (("packing",), ("msd",)):
            ended = post(words[0], path, "--width", f"{width}mm", "--dpi", "254", "-o", picture)
            if words[0] == "msd" and ended.returncode == 2:
                continue  # the file may have no motion
            pixels = imread(picture).shape[1]
            assert ended.returncode == 0 and abs(pixels - 10 * width) <= 2, (words, width, pixels)
    told = "the panels of this picture overlap at 40 mm; choose a larger --width, or one panel by --panel a"
    check_refused(post("observables", path, "--width", "40mm"), told)
    for words in (("observables",), ("packing",), ("profile",)):
        drawing = shown(path, *words, "--width", "85mm")[3]
        assert faults(drawing) == [], (words, faults(drawing))
        left = [axes.get_position().x0 for axes in drawing.axes if axes.axison and axes.get_label() != "<colorbar>"]
        assert np.ptp(left or [0]) < 0.2, (words, left)  # one column
    assert post("observables", path, "--width", "10mm").returncode == 2


def grid(part):
    """Four panels with shared axes below a strip with a legend: one panel has a second scale, another has a map."""
    strip, body = style.strips(part, [10, 100])
    left, right = body.subfigures(1, 2)
    panels = [*left.subplots(2, 1, sharex=True), *right.subplots(2, 1)]
    for number, axes in enumerate(panels):
        lines = axes.plot([0, 1e3], [0, number + 1], label="a curve with a long name"), axes.plot([0, 1], [1, 0])
        axes.set_title(f"({'acbd'[number]}) a panel whose title is too long for a column of a paper")
        axes.set_ylabel("force (N)")
    lines[1][0].set_label("another curve with a long name")
    panels[1].set_xlabel("time (s)")
    panels[2].set_xlabel("time (s)")
    panels[3].set_xlabel("x (m)")
    other = panels[2].twinx()
    other.plot([0, 1e3], [50, 0], "--", label="_share")
    other.set_ylabel("share (%)")
    image = panels[3].imshow(np.arange(12.0).reshape(3, 4), extent=(0, 400, 0, 300))
    right.colorbar(image, ax=panels[3], label="speed (m/s)")
    strip.legend(*panels[3].get_legend_handles_labels(), loc="center", ncols=2)
    style.heading(part, "A heading that is longer than a column of a paper, and is broken into lines")


def check_layouts(path, folder):
    """At 85 mm all panels are below each other, in the order of the letters, with labels, legend and colour bar; titles
    are broken into lines. --panel draws one of them, at any width."""
    for width, letter in ((85, None), (85, "b"), (85, "d"), (None, "a")):
        style.page = style.Page(width, panel=letter)
        drawing = style.figure(110)
        grid(drawing)
        style.save(drawing, os.path.join(folder, "grid.png"))
        assert faults(drawing) == [], (width, letter, faults(drawing))
        own = layout.letters(drawing)
        above = sorted(own, key=lambda each: -own[each].get_window_extent().y1)
        assert above == ([letter] if letter else list("acbd")), (width, letter, above)
        assert len([axes for axes in drawing.axes if axes.get_label() == "<colorbar>"]) == (
            letter in (None, "d")
        ), letter
        assert letter is None or own[letter].get_xlabel(), letter
        sizes = [axes.get_window_extent().size / drawing.dpi * 25.4 for axes in own.values()]
        assert np.min(sizes, axis=0)[0] > 30 and np.min(sizes, axis=0)[1] > 20, sizes
    style.page = style.Page()
    check_refused(post("observables", path, "--panel", "z"), "this picture has no panel z; there are a, b, c")
    assert "is not the letter of a panel" in post("observables", path, "--panel", "1").stderr
    heading, titles = shown(path, "observables", "--panel", "b", "--width", "85mm")[:2]
    assert heading is None, "the heading of the whole picture"
    assert len(titles) == 1 and titles[0].startswith("(b) "), titles


def check_crowded(_, __):
    """Overlaps of legends and titles, cut titles, and small maps are found."""

    def spoiled(spoil, wide=100):
        style.page = style.Page(wide)
        drawing = style.figure(60)
        panels = drawing.subplots(1, 2)
        spoil(panels)
        drawing.draw_without_rendering()
        return style.crowded(drawing, style.SMALLEST)

    def legend(panels):
        panels[0].plot([0, 1], [0, 1], label="a curve")
        found = panels[0].legend(loc="lower left", bbox_to_anchor=(1.0, 1.0))
        found.set_in_layout(False)
        panels[1].set_title("a title that is beside it")

    def cut(panels):
        panels[1].set_title("a title that is much longer than the panel is wide").set_in_layout(False)

    def small(panels):
        panels[0].imshow(np.zeros((2, 60)))

    assert not spoiled(lambda panels: None)
    for spoil in (legend, cut, small):
        assert spoiled(spoil), spoil.__name__
    style.page = style.Page()


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
    for check in (check_sizes, check_texts, check_pdf, check_view, check_layouts, check_crowded):
        holds(check, results, top)
    fact(style.page.title and spheres.eye.zoom == 1, "the options hold for one picture")
done()
