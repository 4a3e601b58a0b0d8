"""Anisotropy of contact directions and contact forces, and the stress that follows from it.

With the dimension D and the unit normals n of the contacts the densities are second-order series (Rothenburg and
Bathurst 1989; Guo and Zhao 2013):

- number of contacts: E(n) = (1 + A_c n n)/(measure of all directions)
- normal force: f_n(n) = f_0 (1 + A_n n n)
- tangential force: f_t(n) = f_0 (A_t n - (A_t n n) n)

The symmetric deviators A follow from sums over the contacts: with s = D (D + 2)/2, A_c = s dev<n n>, A_n = s dev(X)/f_0
with X = <f_n n n/(1 + A_c n n)> and f_0 = tr X, A_t = (D + 2) dev<f_t n/(1 + A_c n n)>/f_0. The invariants are a =
sqrt(3/2 A:A) in dimension 3 and sqrt(1/2 A:A) in dimension 2. A negative sign means that A is opposed to the deviator
of the stress.

To first order in a, contacts of equal branch length have q/p = 0.4 (a_c + a_n + 1.5 a_t) in dimension 3, and
(s_1 - s_2)/(s_1 + s_2) = 0.5 (a_c + a_n + a_t) in dimension 2."""
import numpy as np

SMALLEST = 0.05  # smallest relative number of contacts 1 + A_c n n in the direction of a contact


def deviator(tensor):
    """Returns the symmetric part without trace."""
    both = 0.5 * (tensor + tensor.T)
    return both - np.eye(len(both)) * np.trace(both) / len(both)


def size(tensor):
    """Returns the invariant a of a deviator."""
    return np.sqrt((1.5 if len(tensor) == 3 else 0.5) * np.sum(tensor**2))


class Fabric:
    """Invariants of n contacts: `contacts` a_c, `normal` a_n, `tangential` a_t; nan if the series of the number of
    contacts is not positive. `stress`: q/p in dimension 3, (s_1 - s_2)/(s_1 + s_2) in dimension 2; `relation`: the same
    from the invariants. `normal`: [n][D], from the first particle to the second; `force` on the first [n][D] [N];
    `branch`: from the centre of the first to that of the second [n][D] [m]."""

    def __init__(self, normal, force, branch):
        axes = normal.shape[1]
        factor, count = 0.5 * axes * (axes + 2), len(normal)
        push = -np.einsum("ni,ni->n", force, normal)
        slide = -force - push[:, None] * normal
        number = factor * deviator(normal.T @ normal / count)
        share = 1 + np.einsum("ni,ij,nj->n", normal, number, normal)
        weight = 1 / (count * np.where(share >= SMALLEST, share, np.nan))
        mean = (normal * (weight * push)[:, None]).T @ normal
        shear = (slide * weight[:, None]).T @ normal
        stress = -force.T @ branch  # times the volume; compression is positive
        whole, pure = np.trace(stress), deviator(stress)
        level = np.trace(mean)
        parts = [number, factor * deviator(mean) / level, (axes + 2) * deviator(shear) / level]
        self.contacts, self.normal, self.tangential = [
            size(part) * (-1 if np.sum(part * pure) < 0 else 1) for part in parts
        ]
        self.stress = size(pure) / abs(whole) * (3 if axes == 3 else 2)
        third = 1.5 if axes == 3 else 1.0
        self.relation = (0.4 if axes == 3 else 0.5) * (self.contacts + self.normal + third * self.tangential)
