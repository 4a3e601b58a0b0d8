"""The kinds of pictures of a run, a row each. Commands and their help, captions of the page of a run and of the
gallery, and the lists of postprocess/guide/pictures.md are made from these rows."""
from typing import NamedTuple, Optional

from . import (
    bodies,
    bounce,
    bulk,
    chain,
    clusters,
    compare,
    counters,
    detectors,
    discharge,
    dispersion,
    distributions,
    drum,
    energy,
    fields,
    fits,
    force_chains,
    fracture,
    heap,
    impact,
    joint,
    mechanism,
    mixing,
    msd,
    observables,
    oedometer,
    order,
    packing,
    paths,
    penetration,
    power,
    press,
    profile,
    rdf,
    residence,
    rheology,
    rose,
    spacetime,
    structure,
    sweep,
    triaxial,
    voronoi,
    wall_force,
)


class Kind(NamedTuple):
    """`caption`: contents of the picture; `sliced`: caption with --slice, if it differs."""

    caption: str
    module: object
    sliced: Optional[str] = None

    @property
    def summary(self):
        """Returns a line of help."""
        return self.caption + (f"; or {self.sliced}" if self.sliced else "")


PICTURES = {
    "bodies": Kind("rigid bodies, their nematic order and their contacts over time", bodies),
    "bounce": Kind("height over time, restitution of each bounce and force-overlap loops of bouncing balls", bounce),
    "bulk": Kind("particles, energy ledger, granular temperature, coordination and stress of an assembly", bulk),
    "chains": Kind("force chains: contacts as lines whose width and colour are the force", force_chains),
    "chain": Kind("force at the sensors, decay of the peak and energy ledger of a chain", chain),
    "clusters": Kind("groups of particles that contacts connect: sizes, and growth over time", clusters),
    "counters": Kind("number and mass that the counters of a run have counted, over time", counters),
    "detectors": Kind("peak, width and speed of the pulse along a chain", detectors),
    "discharge": Kind("particles, discharged mass and discharge rate of a silo or hopper", discharge),
    "dispersion": Kind("spectrum of the waves of a chain, and the dispersion relation", dispersion),
    "distributions": Kind("distributions of contact force, radius, coordination number and velocity", distributions),
    "drum": Kind("particles, surface angle and torque of a rotating drum", drum),
    "energy": Kind("the energy ledger and its residual over time", energy),
    "fields": Kind("density, velocity and stress over the height and as maps, coarse-grained", fields),
    "fit": Kind(
        "data and fitted values, residuals, correlations and profiles of the parameters, and the comparison of laws",
        fits,
    ),
    "fracture": Kind("broken bonds of a sample: positions, modes, number over time, and load", fracture),
    "heap": Kind(
        "the surface of a heap, and the angles of its flanks over time, or the angles of the cases of a study", heap
    ),
    "impact": Kind("restitution, overlap and force of impacts", impact),
    "joint": Kind("a slider-crank with a clearance joint: acceleration, deviation, path, moment", joint),
    "mechanism": Kind("motion, impacts, force-overlap loops and energy of mechanisms", mechanism),
    "mixing": Kind("particles of a mixer, degree of mixing and torque", mixing),
    "msd": Kind("mean squared displacement of the particles, and their diffusion coefficient", msd),
    "observables": Kind("granular temperature, coordination and stress of an assembly over time", observables),
    "oedometer": Kind("strain of a bed under a lid of constant stress, stress on floor and sides", oedometer),
    "order": Kind("bond order Q4 and Q6 of the particles, in the plane psi4 and psi6, and its mean over time", order),
    "packing": Kind("the particles as shaded spheres", packing, "a cut through the particles"),
    "path": Kind("force over overlap and sliding, torque over rotation, energies of prescribed paths", paths),
    "penetration": Kind("depth and velocity of a body that falls into a bed, over time", penetration),
    "power": Kind("torque, power and specific energy of rotors and other walls that do work", power),
    "press": Kind("force-displacement curve, coordination and particles of a sample between two moving walls", press),
    "profile": Kind("velocity, solid fraction and granular temperature of an assembly over the height", profile),
    "rdf": Kind("radial distribution function g(r) of an assembly", rdf),
    "residence": Kind("distribution of the residence times of particles, and the share that has left", residence),
    "rheology": Kind("friction and solid fraction of a sheared box over the inertial number", rheology),
    "rose": Kind("directions of the contacts, and the mean force of each direction", rose),
    "spacetime": Kind("velocity over bead number and time, as an image", spacetime),
    "structure": Kind("structure factor S(q) of an assembly in a periodic box", structure),
    "sweep": Kind("speed, force, number and losses of the impacts of a mechanism over swept values", sweep),
    "triaxial": Kind("stress and volume of a sample between walls or in a deforming box, over its strain", triaxial),
    "voronoi": Kind("solid fraction and volume of the Voronoi cells of an assembly", voronoi),
    "walls": Kind("force on each wall and its displacement, over time", wall_force),
}
# Kinds that compare several results.
SEVERAL = {"compare": Kind("sensors or observables of several runs in one picture", compare)}


def caption_of(words):
    """Returns the caption of the picture that a command draws, from its words."""
    kind = (PICTURES | SEVERAL).get(words[0])
    if kind is None:
        return words[0]
    is_cut = kind.sliced and any(word.split("=")[0] == "--slice" for word in words)
    return kind.sliced if is_cut else kind.caption
