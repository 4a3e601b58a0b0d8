"""`fields`: density, velocity and stress over the height, coarse-grained after Goldhirsch.

With the kernel phi(z) = exp(-z^2/(2 w^2))/(sqrt(2 pi) w) over the height and A the cross-section of the box

    rho(z) = sum_i m_i phi(z - z_i)/A,    rho v = sum_i m_i v_i phi(z - z_i)/A
    sigma_kinetic = sum_i m_i v'_i v'_i phi(z - z_i)/A,    v'_i = v_i - v(z)
    sigma_contact = -sum_c f_c b_c int_0^1 phi(z - z_i - s b_cz) ds/A

f_c: force [N] on the first particle of contact c, b_c: branch [m] from its centre to that of the second, or to the
point of contact on a wall. Stress is positive in compression. Then mass is kept, and d sigma/dz = -rho g at rest,
exactly. Source: I. Goldhirsch, Granular Matter 12 (2010) 239; walls: T. Weinhart et al., Granular Matter 14 (2012)
289."""
import math

import numpy as np

from . import contacts, drum, moments, style
from .grains import AXES, Grains
from .reader import PostError

NEEDS = "trajectory, contacts"
DESCRIPTION = """Coarse-grained fields over the height, at the time of the contacts nearest to that of the chosen
frame, with a Gaussian kernel whose standard deviation is --width mean diameters (1 unless given). (a) Density, mass
over the volume of the box. (b) Velocity. (c) Stress, kinetic and of the contacts with its line integral, positive in
compression; dotted: the weight of what is above over the cross-section, where there is gravity; walls at the sides
carry what lies between. Nearer to a wall than two widths the kernel reaches beyond it, and density and stress fall
off. --over: the axis of the height; z, in dimension 2 y."""
POINTS = 400
erf = np.vectorize(math.erf)


def add_options(command):
    moments.add_options(command)
    command.add_argument("--over", choices=tuple(AXES), help="axis of the height; default: z, in dimension 2 y")
    command.add_argument("--width", type=float, default=1.0, metavar="X", help="of the kernel, in mean diameters")


def kernel(away, width):
    return np.exp(-0.5 * (away / width) ** 2) / (math.sqrt(2 * math.pi) * width)


def along_branch(away, reach, width):
    """Integral of the kernel over s from 0 to 1 at away - s reach."""
    short = np.abs(reach) < 1e-6 * width
    span = np.where(short, 1.0, reach)
    whole = 0.5 * (erf(away / (math.sqrt(2) * width)) - erf((away - reach) / (math.sqrt(2) * width))) / span
    return np.where(short, kernel(away, width), whole)


class Fields:
    """Over `place` [m]: density [kg/m^3; dimension 2: kg/m^2], velocity [place][axis], kinetic and contact stress
    [place][3][3]."""

    def __init__(self, place, width, area, axis, particles, forces):
        position, mass, velocity = particles
        phi = kernel(place[:, None] - position[:, axis], width) * mass / area
        self.place, self.density = place, phi.sum(axis=1)
        some = np.maximum(self.density, np.finfo(float).tiny)
        self.velocity = phi @ velocity / some[:, None]
        second = np.einsum("zi,ia,ib->zab", phi, velocity, velocity)
        self.kinetic = second - np.einsum("z,za,zb->zab", self.density, self.velocity, self.velocity)
        begin, force, branch = forces
        weight = along_branch(place[:, None] - begin[:, axis], branch[:, axis], width) / area
        self.contact = -np.einsum("zc,ca,cb->zab", weight, force, branch)


def measure(grains, network, axis, diameters):
    if not diameters > 0:
        raise PostError("--width must be above 0")
    frame = network.frame
    free = np.isfinite(frame.mass)
    width = diameters * 2 * frame.radius.mean()
    across = [k for k in range(2 if grains.flat else 3) if k != axis]
    low, high = grains.lower[axis], grains.lower[axis] + grains.edges[axis]
    place = np.linspace(low - 3 * width, high + 3 * width, POINTS)
    particles = frame.position[free], frame.mass[free], frame.velocity[free]
    forces = network.centres(), network.force, network.branch
    return width, Fields(place, width, np.prod(grains.edges[across]), axis, particles, forces)


def gravity_of(results, axis):
    return -drum.gravity_of(results)[axis]


def weight_above(fields, gravity):
    """Weight of all that is above each place over the cross-section, by the trapezoidal rule."""
    step = np.diff(fields.place)
    parts = 0.5 * (fields.density[1:] + fields.density[:-1]) * step
    return gravity * np.concatenate([np.cumsum(parts[::-1])[::-1], [0.0]])


def picture(results, options):
    grains = Grains(results)
    axis = AXES.index(options.over) if options.over else (1 if grains.flat else 2)
    network = contacts.Network(results, grains, options)
    width, fields = measure(grains, network, axis, options.width)
    gravity = gravity_of(results, axis)
    drawing = style.figure(85)
    panels = drawing.subplots(1, 3, sharey=True)
    factor, unit = style.scaled(np.max(np.abs(grains.edges)), "m")
    inside = (fields.place >= grains.lower[axis]) & (fields.place <= grains.lower[axis] + grains.edges[axis])
    shown = inside & (fields.density > 1e-3 * fields.density.max())
    height = fields.place[shown] * factor
    panels[0].plot(fields.density[shown], height, color=style.GREEN)
    panels[0].set_xlim(left=0)
    panels[0].set_xlabel(style.label("density", "kg m-2" if grains.flat else "kg m-3"))
    panels[0].set_ylabel(style.label(AXES[axis], unit))
    draw_velocity(panels[1], fields, shown, height, "xy" if grains.flat else "xyz")
    draw_stress(panels[2], fields, shown, height, axis, gravity, grains.flat)
    for axes, title in zip(panels, ("(a) density", "(b) velocity", "(c) stress")):
        axes.set_title(title)
    told, metre = style.scaled(width, "m")
    kept = f"kernel: Gauss, standard deviation {width * told:.3g} {metre}"
    style.heading(drawing, results.title(), f"{contacts.caption(network)}; {kept}")
    return drawing


def draw_velocity(axes, fields, shown, height, names):
    fast, unit = style.scaled(np.max(np.abs(fields.velocity[shown])), "m/s")
    for number, name in enumerate(names):
        axes.plot(fields.velocity[shown, number] * fast, height, label=name, **style.look(number, len(names)))
    axes.legend()
    axes.set_xlabel(style.label("velocity", unit))


def draw_stress(axes, fields, shown, height, axis, gravity, flat):
    whole = fields.contact + fields.kinetic
    other = 0 if axis else 1
    size, unit = style.scaled(np.max(np.abs(whole[shown][:, axis, axis])), "N/m" if flat else "Pa")
    parts = ((axis, axis), (other, other), (other, axis))
    for number, (one, two) in enumerate(parts):
        label = AXES[one] + AXES[two]
        axes.plot(whole[shown, one, two] * size, height, label=label, **style.look(number, 4))
    if gravity:
        weight = weight_above(fields, gravity)[shown] * size
        axes.plot(weight, height, ":", color=style.BLACK, linewidth=1.4, label="weight above")
    axes.legend()
    axes.set_xlabel(style.label("stress", unit))
