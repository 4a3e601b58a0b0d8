"""`triaxial`: a sample between two walls across each axis or in a deforming box, compressed along one axis at constant
lateral stress."""
import sys

import numpy as np

from . import moments, packing, style
from .grains import AXES, Grains
from .reader import NotRecorded, PostError
from .table import Column, Numbers

DESCRIPTION = """The particles in one frame, with the options of `packing`. (a) Axial and lateral stress, and their
difference, the deviator, over the axial strain. Between six walls (dimension 2: four), stresses are the forces of the
particles on the walls divided by the area between the lateral walls (dimension 2: by their distance, in N/m). In a
deforming box (domain.cell), stresses are the recorded mean stress of the box, and strains follow from the recorded
lengths of its sides. (b) Volume strain, positive for dilation; dimension 2: strain of the area.
Strains are logarithmic, ln(length / first length), and are 0 at the start of the last stage that has begun, or at
--since. The curves begin with the stress of the last sample up to this time. --axis: axis of the compression; default
z (dimension 2: y)."""
NEEDED = "this picture needs {} walls around a sample, two across each axis, or a deforming box"
LOOSE = 0.02  # axial stress at strain 0 of a loose sample, divided by the largest axial stress


def add_options(command):
    packing.add_options(command)
    command.add_argument("--axis", choices=tuple(AXES), help="axis of the compression; default: z; dimension 2: y")
    command.add_argument(
        "--since", type=moments.seconds, metavar="T", help="time of zero strain: 2ms, 0.1 s; default: the last stage"
    )


def needed(dimension):
    return NEEDED.format({2: "four", 3: "six"}[dimension])


def opposite_walls(walls, dimension, needed):
    """Returns axis -> the lower and the upper wall across it, from the outward force on them. Walls that no particle
    touches are left out. `needed`: the message if there are not two walls across each axis."""
    found = {}
    for name, wall in walls.items():
        force = wall["force"].values.sum(axis=0)
        axis = int(np.argmax(np.abs(force)))
        if force[axis]:
            found.setdefault((axis, bool(force[axis] > 0)), []).append(name)
    if len(found) != 2 * dimension or any(len(names) > 1 for names in found.values()):
        raise PostError(needed)
    return {axis: (found[axis, False][0], found[axis, True][0]) for axis in range(dimension)}


def axis_of(options, dimension):
    """Returns the number of the axis of the load; default: z, in dimension 2 y."""
    axis = AXES.index(options.axis or ("z" if dimension == 3 else "y"))
    if axis >= dimension:
        raise PostError("a run of dimension 2 has no axis z; choose --axis x or y")
    return axis


def measure_walls(walls, dimension):
    """Returns times, and [time][axis]: distances of opposite walls, and the mean of the stresses on both."""
    pairs = opposite_walls(walls, dimension, needed(dimension))
    time = walls[pairs[0][0]]["time"].values
    length, force = np.empty((time.size, dimension)), np.empty((time.size, dimension))
    for axis, (lower, upper) in pairs.items():
        place = [walls[name]["position"].values[:, axis] for name in (lower, upper)]
        press = [np.abs(walls[name]["force"].values[:, axis]) for name in (lower, upper)]
        length[:, axis], force[:, axis] = place[1] - place[0], np.mean(press, axis=0)
    return time, length, force * length / np.prod(length, axis=1)[:, None]


def measure_cell(results, dimension):
    """Returns times, and [time][axis]: sides of the box, and mean stresses along them."""
    if not results.has("observables/cell"):
        raise NotRecorded(
            "no strain and stress of the box in this run; add `output: observables: {every: ...}` to the input"
        )
    cell, bulk = results.table("observables/cell"), results.observables()
    return cell["time"].values, cell["length"][:, :dimension], bulk["stress"][:, ::4][:, :dimension]


def measure(results, grains):
    """Returns times, lengths and stresses of a deforming box, or otherwise of the walls around a sample."""
    dimension, shapes = 2 if grains.flat else 3, results.shapes()
    if grains.deforms:
        return measure_cell(results, dimension)
    if shapes and len(shapes) != 2 * dimension:
        raise PostError(f"{needed(dimension)}; this run has {len(shapes)}")
    return measure_walls(results.walls(), dimension)


def start_of(results, options):
    """Returns the time [s] at which strains are 0. The table of stages only has the stages that have ended."""
    if options.since is not None:
        return options.since
    ended = results.table("observables/stages") if results.has("observables/stages") else None
    if ended is None or not ended.rows:
        return 0.0
    return ended["time" if ended.rows < len(results.text("stages").split()) else "begin_time"][-1]


def length_at(when, time, length, one):
    """Returns the lengths at a time on the line through sample `one` and the next one."""
    part = (when - time[one]) / (time[one + 1] - time[one])
    return (1 - part) * length[one] + part * length[one + 1]


def from_start(time, since, length, stress, driven=None):
    """Returns the times from `since` on, and length and stress at these times. The first stress is that of the sample
    before, because the next sample belongs to the load of the new stage. The first lengths are interpolated between the
    two samples. `driven`: the axis along which a prescribed motion begins at `since`; the length along it follows from
    the next two samples, because its rate may change at `since`."""
    if not time[-1] > since:
        raise PostError(f"the run ends at {time[-1]:g} s; give a --since before this time")
    start = max(since, time[0])
    times, first = np.append(start, time[time > start]), np.flatnonzero(time <= start)[-1]
    at_start = length_at(start, time, length, first)
    if driven is not None and start > time[first] and first + 2 < time.size:
        at_start[driven] = length_at(start, time, length, first + 1)[driven]
    lengths = np.vstack([at_start, length[time > start]])
    return times, lengths, np.vstack([stress[first], stress[time > start]])


def strains(time, length, axis):
    """Returns axial strain, positive in compression, and volume strain since the first time."""
    grown = np.log(length / length[0])
    if not np.ptp(grown[:, axis]) > 0:
        raise PostError(
            f"the length along {AXES[axis]} does not change from {time[0]:g} s on; choose another --axis, "
            "or, for shear, draw observables"
        )
    return 0 - grown[:, axis], grown.sum(axis=1)  # 0 at the start, not -0


def series(results, grains, options):
    """Returns times, axial and volume strain, axial and lateral stress."""
    time, length, stress = measure(results, grains)
    axis = axis_of(options, length.shape[1])
    time, length, stress = from_start(
        time, start_of(results, options), length, stress, axis if options.since is None else None
    )
    if stress[0, axis] < LOOSE * stress[:, axis].max():
        print(
            f"granum-post: note: the sample was loose at strain 0 (t = {time[0]:g} s): its axial stress was "
            f"{stress[0, axis]:.3g}; --since T sets the start of the test",
            file=sys.stderr,
        )
    return time, *strains(time, length, axis), stress[:, axis], np.delete(stress, axis, axis=1).mean(axis=1)


def table(results, options):
    grains = Grains(results)
    unit = "N m-1" if grains.flat else "Pa"
    time, axial, volume, along, across = series(results, grains, options)
    strain = {"logarithmic axial strain": Column(axial), "logarithmic volume strain": Column(volume)}
    stress = {"axial stress": along, "lateral stress": across, "deviator stress": along - across}
    stress = {name: Column(values, unit) for name, values in stress.items()}
    return [Numbers({"time": Column(time, "s"), **strain, **stress})]


def draw_curves(panels, axial, volume, along, across, unit):
    factor, unit = style.scaled(np.max(np.abs(along)), unit)
    shown = (
        ("deviator", along - across, style.BLACK),
        ("axial", along, style.BLUE),
        ("lateral", across, style.VERMILION),
    )
    for number, (name, values, colour) in enumerate(shown):
        options = {**style.look(number, len(shown)), "color": colour}
        panels[0].plot(100 * axial, values * factor, label=name, **options)
    panels[0].legend()
    if min(values.min() for _, values, _ in shown) >= 0:
        panels[0].set_ylim(bottom=0)
    panels[0].set_ylabel(style.label("stress", unit))
    panels[1].plot(100 * axial, 100 * volume, color=style.GREEN)
    panels[1].axhline(0, color=style.GREY, linewidth=0.5)
    panels[1].set_ylabel(style.label("volume strain", "%"))
    panels[1].set_xlabel(style.label("axial strain", "%"))


def picture(results, options):
    grains = Grains(results)

    def draw(panels):
        draw_curves(panels, *series(results, grains, options)[1:], "N/m" if grains.flat else "Pa")

    titles = ("(a) stress over strain", "(b) volume strain over strain")
    return packing.beside(results, grains, options, titles, draw)
