"""Coarse-grained fields of an assembly, after Goldhirsch: over a line, or in a plane.

The kernel phi is the product of exp(-x^2/(2 w^2))/(sqrt(2 pi) w) over the resolved axes x (one to three). A is the
extent of the box along the other axes: an area [m^2] or a length [m]. A is 1 in the plane of a case of dimension 2,
and in a cut, where all three axes are resolved and one of them has a single coordinate.

    rho(r) = sum_i m_i phi(r - r_i)/A,    rho v = sum_i m_i v_i phi(r - r_i)/A
    sigma_kinetic = sum_i m_i v'_i v'_i phi(r - r_i)/A,    v'_i = v_i - v(r)
    sigma_contact = -sum_c f_c b_c int_0^1 phi(r - r_c - s b_c) ds/A

m_i: mass [kg], r_i: centre [m], v_i: velocity [m/s] of particle i. f_c: force [N] on the first particle of contact
c, whose centre is r_c; b_c: branch vector [m] from r_c to the centre of the second particle, or to the point of
contact on a wall. Stress is positive in compression. Then mass is conserved, and div sigma = rho g at rest, exactly.
Along periodic axes the periodic images of particles and contacts are included; in a sheared box the images have the
velocity of their side. Source: I. Goldhirsch, Granular Matter 12 (2010) 239; walls: T. Weinhart et al., Granular
Matter 14 (2012) 289."""
import math

import numpy as np

FAR = 4.0  # cut-off of the kernel, in widths w: 6e-5 of its integral is beyond it
CHUNK = 20000  # particles or contacts per pass
erf = np.vectorize(math.erf)


def kernel(away, width):
    return np.exp(-0.5 * (away / width) ** 2) / (math.sqrt(2 * math.pi) * width)


def along_branch(away, reach, width):
    """Integral of the kernel at away - s reach over s from 0 to 1."""
    short = np.abs(reach) < 1e-6 * width
    span = np.where(short, 1.0, reach)
    whole = 0.5 * (erf(away / (math.sqrt(2) * width)) - erf((away - reach) / (math.sqrt(2) * width))) / span
    return np.where(short, kernel(away, width), whole)


class Line:
    """Fields over the coordinates `place` [m] of an axis: density [kg/m^3; dimension 2: kg/m^2], velocity
    [place][axis], kinetic and contact stress [place][3][3]. `particles`: position, mass, velocity; `forces`: begin,
    force, branch of contacts."""

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


class Plane:
    """Fields at `places` [m], right and up, of a plane of two axes: density and pressure (mean of the normal
    stresses) [right][up], and velocity [axis][right][up]. `depth`: A above. `cut`: the axis across and the
    coordinate [m] of the plane on it; without a cut the fields are means along that axis."""

    def __init__(self, places, width, depth, axes, particles, forces, dimension, cut=None):
        self.places, self.axes, self.width, self.cut = places, axes, width, cut
        position, mass, velocity = particles
        self.density = self.spread(position, mass) / depth
        momentum = np.array([self.spread(position, mass * velocity[:, k]) for k in range(3)]) / depth
        some = np.maximum(self.density, np.finfo(float).tiny)
        self.velocity = momentum / some
        motion = self.spread(position, mass * np.sum(velocity**2, axis=1)) / depth
        self.pressure = (motion - np.sum(momentum * self.velocity, axis=0)) / dimension
        begin, force, branch = forces
        push = -np.einsum("ca,ca->c", force, branch) / dimension / depth
        for part, share in self.nodes(branch):
            self.pressure += self.spread(begin + part * branch, share * push)

    def spread(self, position, values):
        """Sum of the values times the kernel around these positions, [right][up]."""
        found = np.zeros([place.size for place in self.places])
        if self.cut is not None:
            across, at = self.cut
            values = values * kernel(at - position[:, across], self.width)
        for start in range(0, len(values), CHUNK):
            rows = slice(start, start + CHUNK)
            right, up = (
                kernel(place[:, None] - position[rows, axis], self.width) for place, axis in zip(self.places, self.axes)
            )
            found += (right * values[rows]) @ up.T
        return found

    def nodes(self, branch):
        """Nodes on a branch and their weights (Gauss-Legendre); their number follows from the longest branch divided
        by the width."""
        axes = self.axes if self.cut is None else [*self.axes, self.cut[0]]
        longest = np.sqrt(np.max(np.sum(branch[:, axes] ** 2, axis=1), initial=0.0)) / self.width
        node, share = np.polynomial.legendre.leggauss(4 + int(3 * longest))
        return zip(0.5 * (1 + node), 0.5 * share)


def images(grains, frame, axes, width, gradient):
    """Shifts [m] of the periodic images that reach the box along these axes, and their velocities [m/s]. `gradient`:
    velocity gradient [1/s], component [i][j] is dv_i/dx_j."""
    box, most = frame.box.edges, np.zeros(3, dtype=int)
    for axis in axes:
        if grains.periodic[axis]:
            most[axis] = math.ceil(FAR * width / grains.edges[axis])
    turns = np.stack(np.meshgrid(*(np.arange(-n, n + 1) for n in most), indexing="ij"), axis=-1).reshape(-1, 3)
    shifts = turns @ box
    return shifts, shifts @ gradient.T


def repeated(grains, axes, width, shifts, velocities, particles, forces):
    """Particles and contacts with their periodic images, as far as the kernel reaches into the box."""
    position, mass, velocity = particles
    begin, force, branch = forces
    where = np.concatenate([position + shift for shift in shifts])
    start = np.concatenate([begin + shift for shift in shifts])
    moved = np.concatenate([velocity + more for more in velocities])
    count = len(shifts)
    near = inside(grains, axes, FAR * width, where)
    beside = inside(grains, axes, FAR * width + np.linalg.norm(branch, axis=1).max(initial=0.0), start)
    particles = where[near], np.tile(mass, count)[near], moved[near]
    return particles, (start[beside], np.tile(force, (count, 1))[beside], np.tile(branch, (count, 1))[beside])


def inside(grains, axes, slack, position):
    """Whether each position is within the box along its periodic axes, or outside by at most `slack`."""
    found = np.ones(len(position), dtype=bool)
    for axis in axes:
        if grains.periodic[axis]:
            low, high = grains.lower[axis], grains.lower[axis] + grains.edges[axis]
            found &= (position[:, axis] > low - slack) & (position[:, axis] < high + slack)
    return found
