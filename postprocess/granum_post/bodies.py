"""`bodies`: nematic order and contacts of rigid bodies (clumps)."""
import numpy as np

from . import packing, style
from .grains import AXES, Grains
from .reader import PostError
from .table import Column, Numbers

DESCRIPTION = """The particles in one frame, coloured by body, with the options of `packing`. (a) Nematic order
parameter in each frame: the largest eigenvalue of Q = <3 u u - 1>/2, where u is the axis of the smallest moment of
inertia of a body. It is 1 if all bodies are parallel. For n random axes it is not 0, but about 1/sqrt(n). Bodies whose
two smallest moments are equal have no such axis and are left out. (b) Mean number of contacts of a body with other
bodies and with walls, from `output: observables`. With --body instead: (a) angular velocity and (b) displacement of one
body. The table also has the mean axis: the eigenvector."""
EQUAL = 1e-6  # relative difference of two moments that are equal


def add_options(command):
    packing.add_options(command, "body")
    command.add_argument("--body", type=int, metavar="ID", help="angular velocity and displacement of this body")


def long_axis(frame):
    """Returns the axis [body][axis] of the smallest moment of inertia of each body; nan if two moments are equal."""
    order = np.argsort(frame.moments, axis=1)
    low, next_one = np.take_along_axis(frame.moments, order[:, :2], 1).T
    along = np.eye(3)[order[:, 0]]
    w, v = frame.orientation[:, :1], frame.orientation[:, 1:]
    axis = along + 2 * np.cross(v, np.cross(v, along) + w * along)
    return np.where((next_one - low > EQUAL * low)[:, None], axis, np.nan)


def order_of(axis):
    """Returns the nematic order parameter and the mean axis of unit vectors [body][axis]."""
    axis = axis[np.isfinite(axis[:, 0])]
    if not len(axis):
        return np.nan, np.full(3, np.nan)
    values, vectors = np.linalg.eigh(1.5 * axis.T @ axis / len(axis) - 0.5 * np.eye(3))
    return values[-1], vectors[:, -1] * np.sign(vectors[np.abs(vectors[:, -1]).argmax(), -1])


class Order:
    """Time [s], order parameter and mean axis of each frame; contacts of a body over time, if recorded."""

    def __init__(self, results):
        frames = results.bodies()
        self.time, found = frames.time.values, [order_of(long_axis(frame)) for frame in frames]
        self.order, self.axis = np.array([x for x, _ in found]), np.array([x for _, x in found])
        if not np.isfinite(self.order).any():
            raise PostError("no body has an axis: the two smallest moments of inertia are equal")
        self.contacts = results.observables() if results.has_observables() else None


class Motion:
    """Time [s], angular velocity [rad/s] and position [m] of one body in the frames in which it is present."""

    def __init__(self, results, body):
        frames = [frame for frame in results.bodies() if body in frame.id]
        if not frames:
            raise PostError(
                f"no body {body}; the bodies of the first frame are {results.bodies()[0].id.tolist()[:9]} .."
            )
        self.time = np.array([frame.time for frame in frames])
        row = [np.searchsorted(frame.id, body) for frame in frames]
        self.spin = np.array([frame.angular_velocity[k] for frame, k in zip(frames, row)])
        self.position = np.array([frame.position[k] for frame, k in zip(frames, row)])


def table(results, options):
    totals = packing.totals(Grains(results), options)
    if options.body is not None:
        found = Motion(results, options.body)
        moving = {"angular_velocity": Column(found.spin, "rad s-1"), "position": Column(found.position, "m")}
        return [Numbers({"time": Column(found.time, "s"), **moving}, totals)]
    found = Order(results)
    order = {"order": Column(found.order), "mean_axis": Column(found.axis)}
    columns = {"time": Column(found.time, "s"), **order}
    if found.contacts is None:
        return [Numbers(columns, totals)]
    time, contacts = found.contacts["time"], found.contacts["coordination"]
    totals = {**totals, "contacts of a body at the end": Column(contacts.values[-1])}
    if np.array_equal(time.values, found.time):
        return [Numbers({**columns, "contacts_of_a_body": contacts}, totals)]
    return [Numbers(columns), Numbers({"time": time, "contacts_of_a_body": contacts}, totals, printed=False)]


def draw(panels, found):
    times, unit = style.scaled(found.time[-1], "s")
    panels[0].plot(found.time * times, found.order, color=style.BLUE)
    panels[0].set_ylim(0, 1)
    panels[0].set_ylabel("order parameter")
    if found.contacts is not None:
        panels[1].plot(found.contacts["time"].values * times, found.contacts["coordination"].values, color=style.BLUE)
    panels[1].set_ylabel("contacts")
    panels[1].set_xlabel(style.label("time", unit))


def draw_motion(panels, found):
    times, unit = style.scaled(found.time[-1], "s")
    moved = found.position - found.position[0]
    factor, length = style.scaled(np.abs(moved).max() or 1.0, "m")
    for panel, values in ((panels[0], found.spin), (panels[1], moved * factor)):
        for k, name in enumerate(AXES):
            panel.plot(found.time * times, values[:, k], label=name, **style.look(k, 3))
    panels[0].set_ylabel("angular velocity (rad/s)")
    panels[1].set_ylabel(style.label("displacement", length))
    panels[1].set_xlabel(style.label("time", unit))
    panels[0].legend(**style.OPAQUE)


def picture(results, options):
    if options.body is not None:
        found = Motion(results, options.body)
        titles = (f"(a) angular velocity of body {options.body}", f"(b) displacement of body {options.body}")
        return packing.beside(results, Grains(results), options, titles, lambda panels: draw_motion(panels, found))
    found = Order(results)
    titles = ("(a) nematic order of the bodies", "(b) contacts of a body")
    return packing.beside(results, Grains(results), options, titles, lambda panels: draw(panels, found))
