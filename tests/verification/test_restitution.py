"""Two spheres head-on in a run: laws with exact restitution must give it (rk, tension allowed).
Labels: input law parallel run time."""
import os
import tempfile

import h5py
from granum_test import SOURCE, done, fact, ledger, simulate

INPUT = os.path.join(SOURCE, "inputs/chain/two-spheres.yaml")
for normal, e in [("{law: tsuji, restitution: %g}" % e, e) for e in (0.2, 0.7, 0.95)] + [
    ("{law: linear, stiffness: 1e9, restitution: %g}" % e, e) for e in (0.2, 0.7, 0.95)
]:
    for ranks in (1, 2):
        with tempfile.TemporaryDirectory() as directory:
            results = simulate(
                INPUT, directory, [f"contacts.0.normal={normal}", "time.tolerance=1e-10", "time.integrator=rk"], ranks
            )
            with h5py.File(results) as f:
                velocity = f["particles/grains/velocity/value"][:, :, 0]
            got = (velocity[-1, 1] - velocity[-1, 0]) / (velocity[0, 0] - velocity[0, 1])
            energy = ledger(results)
            residual = abs(energy["residual"][-1]) / energy["kinetic"][0]
            # The error of a whole impact is some hundred steps' worth of the tolerance 1e-10.
            fact(abs(got - e) < 1e-6, f"{normal} on {ranks} ranks: restitution {got:.9f}, off by {abs(got - e):.1e}")
            # The dashpot's loss is integrated with the motion: some hundred steps of 1e-10.
            fact(
                residual < 1e-8, f"{normal} on {ranks} ranks: the ledger closes to {residual:.1e} of the initial energy"
            )
done()
