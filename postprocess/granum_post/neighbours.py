"""Pairs of particles that are near each other, in straight, sheared and periodic boxes."""
import numpy as np

from .reader import PostError

CHUNK = 1 << 21  # pairs per pass
NEAR = 1.2  # default distance of neighbours per sum of radii: between the shells of fcc, 1 and 1.414


class Cells:
    """Particles in cells at least `reach` [m] wide, by their fractional coordinates in the box with these sides [row]
    [axis]."""

    def __init__(self, position, lower, sides, periodic, reach):
        self.position, self.sides = position, sides
        inverse = np.linalg.inv(sides)
        part = (position - lower) @ inverse
        self.count = np.maximum((1 / (reach * np.linalg.norm(inverse, axis=0))).astype(int), 1)
        if (self.count[periodic] * reach * np.linalg.norm(inverse, axis=0)[periodic] > 1 + 1e-9).any():
            raise PostError("--reach is larger than a periodic box is wide; choose a smaller one")
        cell = np.floor(part * self.count).astype(int)
        self.periodic = np.asarray(periodic)
        turns = np.where(self.periodic, cell // self.count, 0)
        self.position = position - turns @ sides
        self.cell = np.where(self.periodic, cell - turns * self.count, np.clip(cell, 0, self.count - 1))
        flat = self.flat(self.cell)
        self.order = np.argsort(flat, kind="stable")
        self.first = np.searchsorted(flat[self.order], np.arange(np.prod(self.count) + 1))

    def flat(self, cell):
        return (cell[:, 0] * self.count[1] + cell[:, 1]) * self.count[2] + cell[:, 2]

    def pairs(self, middle):
        """Yields the rows of two particles, and the vector [m] from the first to this image of the second, for first
        particles in `middle` and all others in cells that touch; in several parts, each pair once."""
        axes = [range(-1, 2) if wide else (0,) for wide in (self.count > 1) | self.periodic]
        for step in np.array(np.meshgrid(*axes, indexing="ij")).reshape(3, -1).T:
            cell = self.cell[middle] + step
            turns = np.where(self.periodic, cell // self.count, 0)
            cell = cell - turns * self.count
            here = ((cell >= 0) & (cell < self.count)).all(axis=1)
            yield from self.to_cells(middle[here], self.flat(cell[here]), (turns @ self.sides)[here])

    def to_cells(self, one, flat, shift):
        held = self.first[flat + 1] - self.first[flat]
        ends = np.cumsum(held)
        for begin in range(0, int(ends[-1]) if len(ends) else 0, CHUNK):
            pair = np.arange(begin, min(begin + CHUNK, int(ends[-1])))
            row = np.searchsorted(ends, pair, "right")
            other = self.order[self.first[flat[row]] + pair - (ends - held)[row]]
            away = self.position[other] + shift[row] - self.position[one[row]]
            yield one[row], other, away


def sides_of(grains):
    """Returns the lower corner [m], the sides [row][axis] [m] of the box of the frame that was read last, and whether
    it is periodic along each axis. In dimension 2 the box is 1 m deep."""
    sides = np.diag(grains.edges) + grains.tilt
    if grains.flat:
        sides[2, 2] = 1.0
    lower = grains.lower - grains.tilt.sum(axis=0) / 2
    return lower, sides, np.array(grains.periodic) & ~np.array([False, False, grains.flat])


def inner(position, periodic, depth, flat):
    """Whether particles are at least `depth` [m] away from the outermost centres along axes that are not periodic."""
    found = np.ones(len(position), bool)
    for axis in [axis for axis in range(2 if flat else 3) if not periodic[axis]]:
        low, high = position[:, axis].min() + depth, position[:, axis].max() - depth
        found &= (position[:, axis] >= low) & (position[:, axis] <= high)
    return found


def near(position, radius, box, middle, reach=None):
    """Yields the rows of two neighbours, and the vector [m] from the first to the second, for first particles in
    `middle`; in several parts. Neighbours are closer than `reach` [m], by default NEAR times the sum of their radii.
    `box`: what sides_of returns."""
    for one, other, away in Cells(position, *box, reach or NEAR * 2 * radius.max()).pairs(middle):
        square = np.einsum("na,na->n", away, away)
        found = (square > 0) & (square <= (reach or NEAR * (radius[one] + radius[other])) ** 2)
        yield one[found], other[found], away[found]
