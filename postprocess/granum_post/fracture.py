"""`fracture`: broken bonds of a sample, their positions, and the load."""
import numpy as np
from matplotlib import ticker

from . import packing, spheres, style
from .grains import AXES, Grains
from .reader import NotRecorded

DESCRIPTION = """Above: the particles in one frame, with the options of `packing`, by default coloured by the number of
their broken bonds; and the midpoints of all bonds broken so far, coloured by mode, in the same view or along the axis
of --slice. (a) Force of the particles on the two most heavily loaded walls, over the approach of these walls, if walls
were recorded. (b) Number of broken bonds by mode over time."""

MODES = {
    1: ("tension", style.VERMILION, "o"),
    2: ("bending", style.SKY, "^"),
    3: ("shear", style.BLACK, "s"),
    4: ("twist", style.PURPLE, "D"),
}


def add_options(command):
    packing.add_options(command, colour="broken")


def read_broken(results):
    """Returns the bonds that broke, a table with `time`, `mode` and `position`."""
    if not results.has("observables/bonds"):
        raise NotRecorded("no bonds in this run; add `bond:` to a contact rule of the input")
    return results.table("observables/bonds")


def draw_places(axes, grains, broken, until, options):
    """Draws the midpoints of the broken bonds, in the view of `packing`."""
    cut = AXES.index(options.slice) if options.slice and not grains.flat else None
    view = spheres.axes_of_view(grains.flat)[:2] if cut is None else np.delete(np.eye(3), cut, axis=0)
    factor, unit = style.scaled(np.max(np.abs(grains.edges)), "m")
    corners = grains.corners(packing.SIDES) @ view.T
    seen = broken["position"].values @ view.T
    for mode, (name, colour, mark) in MODES.items():
        here = (broken["mode"].values == mode) & (broken["time"].values <= until)
        if here.any():
            look = {"color": colour, "markersize": 1.8, "zorder": 3 - here.mean()}  # the rarest mode is drawn on top
            axes.plot(*(seen[here] * factor).T, mark, label=f"{name}: {here.sum()}", **look)
    there = broken["time"].values <= until
    columns = {name: (broken[name].values[there], unit) for name, unit in (("time", "s"), ("position", "m"))}
    modes = np.array([MODES[mode][0] for mode in broken["mode"].values[there]], dtype=str)
    style.keep(axes, "broken bonds", {**columns, "mode": (modes, "1")})
    if cut is None:
        packing.draw_box(axes, corners * factor, grains.flat)
    plain = cut is not None or grains.flat
    packing.show(axes, corners * factor, factor, plain)
    if plain:
        names = [name for k, name in enumerate(AXES) if k != cut]
        axes.set_xlabel(style.label(names[0], unit))
        axes.set_ylabel(style.label(names[1], unit))
    if axes.get_legend_handles_labels()[0]:
        place = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "ncol": 2}
        axes.legend(**place, markerscale=3, title="broken bonds", title_fontsize=8)


def draw_forces(axes, walls):
    """Draws the magnitudes of the forces on the two walls with the largest forces, over the approach of these walls."""
    force = {name: np.linalg.norm(found["force"].values, axis=1) for name, found in walls.items()}
    shown = sorted(force, key=lambda name: -force[name].max())[:2]
    apart = np.diff([walls[name]["position"].values for name in shown], axis=0)[0] if len(shown) > 1 else None
    apart = walls[shown[0]]["position"].values if apart is None else apart
    approach = np.linalg.norm(apart - apart[0], axis=1)
    factor, unit = style.scaled(approach.max(), "m")
    times, size = style.scaled(max(force[name].max() for name in shown), "N")
    for number, name in enumerate(shown):
        peak = f"{name}: maximum {force[name].max() * times:.4g} {size}"
        axes.plot(approach * factor, force[name] * times, label=peak, **style.look(number, len(shown)))
    axes.set_ylim(bottom=0)
    axes.legend()
    axes.set_xlabel(style.label("approach of the two walls", unit))
    axes.set_ylabel(style.label("force on the wall", size))


def draw_counts(axes, broken, last, factor, unit):
    for number, (mode, (name, colour, _)) in enumerate(MODES.items()):
        time = np.sort(broken["time"].values[broken["mode"].values == mode])
        if time.size:
            count = np.concatenate([[0], np.arange(1, time.size + 1), [time.size]])
            options = {**style.look(number, len(MODES)), "color": colour}
            axes.step(np.concatenate([[0], time, [last]]) * factor, count, where="post", label=name, **options)
    if axes.lines:
        axes.legend()
    axes.set_ylim(bottom=0)
    axes.set_xlabel(style.label("time", unit))
    axes.yaxis.set_major_locator(ticker.MaxNLocator(integer=True))
    axes.set_ylabel("broken bonds")


def picture(results, options):
    grains, broken = Grains(results), read_broken(results)
    walls = results.walls() if results.has("observables/walls") else {}
    factor, unit = style.scaled(grains.time[-1], "s")
    drawing = style.figure(165)
    above, below = style.strips(drawing, [1.6, 1])
    left, right = above.subfigures(1, 2, width_ratios=[1.25, 1])
    frame = packing.draw(left, left.subplots(), grains, options)
    draw_places(right.subplots(), grains, broken, frame.time, options)
    panels = below.subplots(1, 2 if walls else 1, squeeze=False)[0]
    if walls:
        draw_forces(panels[0], walls)
        panels[0].set_title("(a) force on the walls")
    draw_counts(panels[-1], broken, grains.time[-1], factor, unit)
    panels[-1].set_title("(b) broken bonds" if walls else "broken bonds")
    style.heading(drawing, results.title(), packing.caption(grains, frame))
    return drawing
