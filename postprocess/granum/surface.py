"""Response surfaces: polynomials for the targets of a calibration over its parameters, fitted to runs; the parameters
at which they meet the targets; and the deviations of these parameters.

Parameters are numbers u from 0 to 1 over their ranges. A residual is (target - value)/tolerance. All arrays are small,
one process computes them, and no random number enters: the same runs give the same bits."""
from __future__ import annotations

import itertools

import numpy as np

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19)  # bases of the Halton sequence; their number limits that of the parameters
ERRORS = 3.0  # an effect is seen if it exceeds so many standard errors
FLAT = 1e-3  # a direction is flat if its singular value is below this part of the largest
STARTS, DRAWN, STEPS = 4, 512, 60  # searches, points from which they are chosen, largest number of steps of a search
PART = 0.01  # a parameter is not determined if a flat direction has a larger component along it
LEAST_FREE = 0.5  # least weight of the runs that determine the deviation from the surface
SMALLEST = 1e-12  # a search ends after a smaller step


def halton(count: int, n: int) -> np.ndarray:
    """Returns the first points [count][n] of the Halton sequence, which fill the unit cube evenly.

    Source: J. H. Halton, Numer. Math. 2 (1960) 84."""
    points = np.zeros((count, n))
    for k, i in itertools.product(range(count), range(n)):
        index, part = k + 1, 1.0
        while index:
            part /= PRIMES[i]
            points[k, i] += part * (index % PRIMES[i])
            index //= PRIMES[i]
    return points


def terms(n: int) -> int:
    """Returns the number of coefficients of a quadratic polynomial."""
    return (n + 1) * (n + 2) // 2


class Surface:
    """Polynomials for all targets, around a centre: coefficients [term][target], fitted by least squares with weights
    that fall with the distance from the centre. `spread`: standard deviation of a single run of each target between
    seeds; `noise`: the larger one of it and the deviation of the runs from the polynomial."""

    def __init__(self, u: np.ndarray, y: np.ndarray, point: np.ndarray, centre: np.ndarray, radius: float):
        n, distinct = u.shape[1], len(set(point.tolist()))
        self.centre, self.quadratic = centre, distinct > terms(n)
        self.weight = np.exp(-0.5 * (np.abs(u - centre).max(axis=1) / radius) ** 2)
        weight, basis = self.weight[:, None], self.basis(u)
        root = np.sqrt(weight)
        self.coefficient = np.linalg.lstsq(root * basis, root * y, rcond=1e-10)[0]
        inverse = np.linalg.pinv(basis.T @ (weight * basis), rcond=1e-10)
        self.covariance = inverse @ (basis.T @ (weight**2 * basis)) @ inverse  # of variance 1
        self.spread = spread_of(y, point)
        left = np.eye(len(u)) - basis @ inverse @ (weight * basis).T  # y minus the polynomial is left y
        free = (weight * left**2).sum()
        misfit = np.sqrt((weight * (left @ y) ** 2).sum(axis=0) / free) if free > LEAST_FREE else np.zeros(y.shape[1])
        self.noise = np.fmax(misfit, np.nan_to_num(self.spread))

    def basis(self, u: np.ndarray) -> np.ndarray:
        d = u - self.centre
        pairs = itertools.combinations_with_replacement(range(d.shape[1]), 2) if self.quadratic else ()
        return np.stack([np.ones(len(d)), *d.T, *(d[:, i] * d[:, k] for i, k in pairs)], axis=1)

    def at(self, u: np.ndarray) -> np.ndarray:
        """Returns the values [target] at a point, or [point][target] at several."""
        found = self.basis(np.atleast_2d(u)) @ self.coefficient
        return found if u.ndim == 2 else found[0]

    def slope(self, u: np.ndarray) -> np.ndarray:
        """Returns the derivatives [target][parameter] at a point: central differences, exact for a polynomial of
        degree 2."""
        step = 0.5 * np.eye(u.size)
        return (self.at(u + step) - self.at(u - step)).T

    def error(self, u: np.ndarray) -> np.ndarray:
        """Returns the standard errors of the values at a point."""
        return self.error_of(self.basis(u[None])[0])

    def error_of(self, row: np.ndarray) -> np.ndarray:
        return self.noise * np.sqrt(row @ self.covariance @ row)

    def slope_errors(self, u: np.ndarray, direction: np.ndarray) -> np.ndarray:
        """Returns the standard errors of the derivatives of the targets along a direction."""
        step = 0.5 * direction
        return self.error_of((self.basis((u + step)[None]) - self.basis((u - step)[None]))[0])

    def effects(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns the change of each target over the range of each parameter, [target][parameter], the others as in
        the centre; and its standard error."""
        n, places = self.centre.size, np.linspace(0, 1, 21)
        change = np.zeros((self.noise.size, n))
        error = np.zeros_like(change)
        for i in range(n):
            u = np.tile(self.centre, (places.size, 1))
            u[:, i] = places
            values, rows = self.at(u), self.basis(u)
            for j in range(self.noise.size):
                high, low = values[:, j].argmax(), values[:, j].argmin()
                change[j, i] = (values[high, j] - values[low, j]) * (1 if high >= low else -1)
                error[j, i] = self.error_of(rows[high] - rows[low])[j]
        return change, error


def spread_of(y: np.ndarray, point: np.ndarray) -> np.ndarray:
    """Returns the standard deviation of a run between seeds, from all points with several seeds; nan without any."""
    squares, free = np.zeros(y.shape[1]), 0
    for k in sorted(set(point.tolist())):
        rows = y[point == k]
        squares = squares + ((rows - rows.mean(axis=0)) ** 2).sum(axis=0)
        free += len(rows) - 1
    return np.sqrt(squares / free) if free else np.full(y.shape[1], np.nan)


def search(surface: Surface, value: np.ndarray, tolerance: np.ndarray, radius: float) -> np.ndarray:
    """Returns the point with the smallest sum of squared residuals of the surface, within `radius` of its centre and
    within the ranges: Levenberg and Marquardt's method from the best of DRAWN points.

    Source: J. Nocedal and S. J. Wright, Numerical Optimization, 2nd ed. (2006), sec. 10.3."""
    lower, upper = np.maximum(surface.centre - radius, 0), np.minimum(surface.centre + radius, 1)
    start = np.vstack([surface.centre[None], lower + (upper - lower) * halton(DRAWN, lower.size)])
    sums = (((surface.at(start) - value) / tolerance) ** 2).sum(axis=1)
    chosen = np.argsort(sums, kind="stable")[:STARTS]
    found = [descend(surface, value, tolerance, start[k], lower, upper) for k in chosen]
    return min(found, key=lambda end: end[0])[1]


def descend(surface, value, tolerance, u, lower, upper):
    """Makes steps from u until none lowers the sum of squares; returns the sum and the point."""
    damping, residual = 1e-3, (surface.at(u) - value) / tolerance
    for _ in range(STEPS):
        slope = surface.slope(u) / tolerance[:, None]
        gradient = slope.T @ residual
        free = ~((u <= lower) & (gradient > 0) | (u >= upper) & (gradient < 0))
        if not free.any() or damping > 1e9:
            break
        square = slope[:, free].T @ slope[:, free]
        square += damping * np.diag(np.maximum(np.diag(square), 1e-12))
        step = np.zeros(u.size)
        step[free] = -np.linalg.lstsq(square, gradient[free], rcond=None)[0]
        there = np.clip(u + step, lower, upper)
        new = (surface.at(there) - value) / tolerance
        better = new @ new < residual @ residual
        damping *= 0.2 if better else 5.0
        if better:
            u, residual = there, new
        if np.abs(step).max() < SMALLEST:
            break
    return float(residual @ residual), u


class Seen:
    """Deviations of the parameters at a point. `deviation` [parameter] of u, inf: the targets do not see it;
    `of_runs`: the part that more runs reduce; `correlation` [parameter][parameter]; `flat`: directions in u that no
    target sees; `singular`: singular values of the derivatives, in tolerances over the whole range. A direction is seen
    if its singular value exceeds 1, FLAT of the largest one, and ERRORS of its standard errors.

    u = argmin |r(u)|^2 changes by du = -G dr with the pseudo-inverse G of the derivatives of r. dr has the variance 1,
    of the tolerance, and that of the surface."""

    def __init__(self, surface: Surface, tolerance: np.ndarray, u: np.ndarray):
        slope = surface.slope(u) / tolerance[:, None]
        left, self.singular, right = np.linalg.svd(slope, full_matrices=False)
        errors = [
            np.sqrt(((left[:, k] * surface.slope_errors(u, row) / tolerance) ** 2).sum()) for k, row in enumerate(right)
        ]
        least = np.maximum(FLAT * self.singular.max(initial=0), 1.0)
        kept = self.singular > np.maximum(least, ERRORS * np.array(errors))
        self.flat = [row * np.sign(row[np.abs(row).argmax()]) for row in right[~kept]]
        solve = (right[kept].T / self.singular[kept]) @ left[:, kept].T
        runs = solve @ np.diag((surface.error(u) / tolerance) ** 2) @ solve.T
        whole = runs + solve @ solve.T
        hidden = np.abs(np.array(self.flat).reshape(-1, u.size)).max(axis=0, initial=0) > PART
        self.of_runs, self.deviation = (np.where(hidden, np.inf, np.sqrt(np.diag(c))) for c in (runs, whole))
        scale = np.sqrt(np.diag(whole))
        product = np.outer(scale, scale)
        self.correlation = np.divide(whole, product, out=np.full_like(whole, np.nan), where=product > 0)
