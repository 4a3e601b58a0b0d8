"""Layouts of a drawn figure for narrow pages: all panels below each other, or a single one.

Each panel and each part of a figure (subfigure) has a place in the grid of its parent. `stack` gives every parent a
grid of one column, and the figure the height that its panels need. The layout engine of matplotlib then fits the
panels."""
import textwrap

import matplotlib
import numpy as np
from matplotlib.gridspec import GridSpec
from matplotlib.transforms import IdentityTransform

from .reader import PostError

MM = 25.4
LOWEST, HIGHEST = 34.0, 110.0  # height of a panel [mm]
MARGINS = 32.0, 20.0  # space of labels beside and below the axes of a panel [mm]
CHARACTER = 1.55  # mean width of a character of 8 pt [mm]
HANDLE = 13.0  # width of a line in a legend with its space [mm]
LINE = 4.0  # height of a line of a legend [mm]


def parts(part):
    """Returns the panels and the subfigures of a part of a figure that have a place in its grid. Axes with the place of
    an earlier panel (twins) are left out."""
    panels = {spec_of(axes): axes for axes in reversed(part._localaxes) if spec_of(axes) is not None}
    return [*reversed(panels.values()), *part.subfigs]


def twins(axes):
    """Returns the axes at the place of a panel: itself, and axes with a second scale."""
    return [
        each for each in axes.figure._localaxes if each is axes or (spec_of(each) and spec_of(each) == spec_of(axes))
    ]


def spec_of(item):
    """Returns the place of a panel or a subfigure in the grid of its parent; None for a colour bar."""
    if not isinstance(item, matplotlib.axes.Axes):
        return item._subplotspec
    return item.get_subplotspec() if hasattr(item, "get_subplotspec") else None


def all_parts(part):
    """Returns a figure with all its subfigures."""
    return [part, *(inner for each in part.subfigs for inner in all_parts(each))]


def own_texts(part):
    """Returns the texts of a part without its heading and the labels of its axes."""
    labels = [getattr(part, name, None) for name in ("_suptitle", "_supxlabel", "_supylabel")]
    return [text for text in part.texts if text not in labels]


def lines_of(text, width):
    """Breaks the lines of a text of equal characters for this width [mm]; returns its height [mm]."""
    size = text.get_fontsize() / 72 * MM
    most = int((width - 3) / (0.61 * size))
    lines = [
        "\n".join(textwrap.wrap(line, most, subsequent_indent="    ", drop_whitespace=False))
        if len(line) > most
        else line
        for line in text.get_text().split("\n")
    ]
    text.set_text("\n".join(lines))
    return 1.25 * size * (text.get_text().count("\n") + 1)


def is_empty(axes):
    """Whether panels of a grid are left over."""
    shown = [*axes.lines, *axes.collections, *axes.images, *axes.patches, *axes.texts, *axes.artists]
    return not axes.axison and not shown and axes.get_legend() is None


def is_legend(part):
    """Whether a panel or a part has a legend but no data."""
    if isinstance(part, matplotlib.axes.Axes):
        data = part.axison or part.images or part.collections or part.lines
        return part.get_legend() is not None and not data
    return bool(part.legends or parts(part)) and all(is_legend(each) for each in parts(part))


def rows_of(legend, width):
    """Gives a legend as many columns as a page of this width [mm] has space for; returns the number of its rows."""
    texts = [text.get_text() for text in legend.texts]
    most = max(int((width - HANDLE - 8) / CHARACTER), 10)
    texts = [textwrap.fill(text, most) for text in texts]
    longest = max(len(line) for text in texts for line in text.splitlines() or [""])
    columns = max(1, min(legend._ncols, int((width - 6) / (HANDLE + CHARACTER * longest))))
    rows = -(-len(texts) // columns)
    if columns < legend._ncols or any("\n" in text for text in texts):
        parent, handles = legend.axes or legend.parent, legend.legendHandles
        legend.remove()
        options = {"loc": "center", "ncols": columns, "handlelength": 3.0}
        parent.legend(handles, texts, **options)
    return rows + sum(text.count("\n") for text in texts)


def height_of(axes, height, width):
    """Returns the height of a panel [mm] on a page of this width. A map or a picture has that of its data."""
    if axes.name == "polar":
        return min(max(height, 60.0), width)
    if axes.get_aspect() != "auto":
        across, up = (np.ptp(ends) or 1.0 for ends in (axes.get_xlim(), axes.get_ylim()))
        return float(np.clip((width - MARGINS[0]) * up / across * float(axes.get_aspect()) + MARGINS[1], 20, HIGHEST))
    return max(height, LOWEST)


def shown_again(axes, below):
    """Shows the labels of a shared axis that is not the axis of the panel below any more."""
    siblings = axes.get_shared_x_axes().get_siblings(axes)
    if len(siblings) > 1 and below not in siblings and axes.axison:
        axes.tick_params(labelbottom=True)
        labels = [other.get_xlabel() for other in siblings if other.get_xlabel()]
        axes.set_xlabel(axes.get_xlabel() or (labels or [""])[0])
    siblings = axes.get_shared_y_axes().get_siblings(axes)
    if len(siblings) > 1 and axes.axison:
        axes.tick_params(labelleft=True)
        labels = [other.get_ylabel() for other in siblings if other.get_ylabel()]
        axes.set_ylabel(axes.get_ylabel() or (labels or [""])[0])


def place(part, items, heights):
    """Gives the items of a part a grid of one column with these heights."""
    grid = GridSpec(max(len(items), 1), 1, figure=part, height_ratios=heights or [1])
    for item, spec in zip(items, grid):
        if isinstance(item, matplotlib.axes.Axes):
            for axes in twins(item):
                axes.set_subplotspec(spec)
        else:
            item._subplotspec = spec
            item._redo_transform_rel_fig()


def draw_legend(strip, source, columns, shown=list):
    """Draws the legend of a panel in the strip, each text once; draws nothing if the strip is None. `shown` returns the
    texts that are shown of all texts."""
    if strip is None:
        return
    axes = strip.subplots()
    axes.set_axis_off()
    found = {text: handle for handle, text in zip(*source.get_legend_handles_labels())}
    texts = shown(list(found))
    handles = [found[text] for text in texts]
    axes.legend(handles, texts, loc="center left", ncol=columns, borderaxespad=0, handlelength=3.5)


def options_of(legend):
    """Returns the options of a legend with which it can be drawn again: place, columns, title and spaces."""
    kept = ("borderaxespad", "borderpad", "columnspacing", "handlelength")
    found = {"loc": legend._loc_real, "ncols": legend._ncols, **{name: getattr(legend, name) for name in kept}}
    if legend._bbox_to_anchor is not None:
        found.update(bbox_to_anchor=legend._bbox_to_anchor, bbox_transform=IdentityTransform())
    title = legend.get_title()
    if title.get_text():
        found.update(title=title.get_text(), title_fontsize=title.get_fontsize(), alignment=legend.get_alignment())
    return found


def column(part, height, width):
    """Places all panels of a part below each other; returns the height of the part [mm]. `height`: its height up to
    now."""
    for axes in [each for each in parts(part) if isinstance(each, matplotlib.axes.Axes) and is_empty(each)]:
        axes.remove()
    found, heights = parts(part), []
    spans = [(item, spec_of(item)) for item in found]
    spans.sort(key=lambda pair: (pair[1].rowspan.start, pair[1].colspan.start))
    side_by_side = len({spec.colspan.start for _, spec in spans}) > 1
    for number, (item, spec) in enumerate(spans):
        ratios = np.array(spec.get_gridspec().get_height_ratios())
        own = height * ratios[spec.rowspan.start : spec.rowspan.stop].sum() / ratios.sum()
        if isinstance(item, matplotlib.axes.Axes):
            legend = item.get_legend()
            heights.append(LINE * rows_of(legend, width) + 3 if is_legend(item) else height_of(item, own, width))
            if side_by_side and not is_legend(item):
                shown_again(item, spans[number + 1][0] if number + 1 < len(spans) else None)
                wrap(item, width)
            elif legend is None or not is_legend(item):
                wrap(item, width)
        else:
            heights.append(column(item, own, width))
    legends = [LINE * rows_of(legend, width) + 3 for legend in list(part.legends)]
    place(part, [item for item, _ in spans], heights)
    return sum(heights) + sum(legends) + sum(lines_of(text, width) for text in own_texts(part))


def wrap(axes, width):
    """Breaks the title of a panel into lines."""
    title = axes.get_title(loc="left")
    lines = textwrap.wrap(title, max(int((width - 20) / CHARACTER), 10))
    if len(lines) > 1:
        axes.set_title("\n".join(lines), loc="left")


def stack(drawing):
    """Places all panels of a figure below each other, in the order of their letters."""
    width, height = drawing.get_size_inches() * MM
    heading = 5.0 * drawing._suptitle.get_text().count("\n") + 6 if drawing._suptitle else 0
    drawing.set_size_inches(width / MM, (column(drawing, height - heading, width) + heading) / MM)


def title_of(axes):
    """Returns the title of a panel, or of its legend if the panel has none; "" if both have none."""
    legend = axes.get_legend()
    return axes.get_title(loc="left") or axes.get_title() or (legend.get_title().get_text() if legend else "")


def letters(drawing):
    """Returns the letter of each panel with a title such as `(a) force`."""
    titles = ((axes, title_of(axes)) for axes in drawing.axes)
    return {title[1]: axes for axes, title in titles if title[:1] == "(" and title[2:3] == ")"}


def only(drawing, letter):
    """Leaves one panel in a figure, with its colour bar, and the legends of the figure."""
    found = letters(drawing)
    if letter not in found:
        known = f"there are {', '.join(sorted(found))}" if found else "its panels have no letters"
        raise PostError(f"this picture has no panel {letter}; {known}")
    chosen = found[letter]
    shown_again(chosen, None)
    if not chosen.xaxis.label.get_visible():  # the panel below has it
        chosen.xaxis.label.set_visible(True)
        chosen.tick_params(labelbottom=True)
    same = twins(chosen)
    kept = {chosen, *same, *(bar for axes in same for bar in getattr(axes, "_colorbars", []))}
    kept |= {axes for axes in drawing.axes if is_legend(axes)}
    part = chosen.figure
    label = part._supylabel.get_text() if getattr(part, "_supylabel", None) else ""
    if label:
        chosen.set_ylabel(chosen.get_ylabel() or label)
        part._supylabel.remove()
        part._supylabel = None
    for axes in [each for each in drawing.axes if each not in kept]:
        axes.remove()
    prune(drawing, chosen)
    stack(drawing)


def prune(part, chosen):
    """Removes the subfigures without the panel and without legends."""
    for inner in list(part.subfigs):
        prune(inner, chosen)
    part.subfigs = [each for each in part.subfigs if contains(each, chosen) or is_legend(each)]


def contains(part, axes):
    return axes in part._localaxes or any(contains(each, axes) for each in part.subfigs)
