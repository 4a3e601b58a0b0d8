"""Which kinds of pictures of a run there are: a row for each, from which come the commands and their help, the captions
of the page of a run and of the gallery, and the lists of postprocess/README.md."""
from typing import NamedTuple, Optional

from . import (
    bounce,
    bulk,
    chain,
    compare,
    detectors,
    discharge,
    dispersion,
    distributions,
    drum,
    energy,
    fields,
    force_chains,
    fracture,
    heap,
    impact,
    joint,
    mechanism,
    mixing,
    observables,
    oedometer,
    packing,
    penetration,
    press,
    profile,
    rheology,
    rose,
    spacetime,
    sweep,
    triaxial,
    wall_force,
)


class Kind(NamedTuple):
    """`caption`: what the picture shows, `sliced`: where --slice makes another one of it."""

    caption: str
    module: object
    sliced: Optional[str] = None

    @property
    def summary(self):
        """A line of help."""
        table = "; or a table" if hasattr(self.module, "table") else ""
        return self.caption + (f"; or {self.sliced}" if self.sliced else "") + table


PICTURES = {
    "bounce": Kind("height over time, restitution by bounce and force-overlap loops of bouncing balls", bounce),
    "bulk": Kind("particles, energy ledger, temperature, contacts and stress of an assembly", bulk),
    "chains": Kind("force chains: contacts as lines whose width and colour are the force", force_chains),
    "chain": Kind("force at the sensors, decay of the peak and energy ledger of a chain", chain),
    "detectors": Kind("peak, width and speed of the pulse along a chain", detectors),
    "discharge": Kind("grains that run out of a silo or hopper, the mass that has gone and its rate", discharge),
    "dispersion": Kind("waves of a chain over wave number and frequency, and the dispersion relation", dispersion),
    "distributions": Kind("distributions of contact force, radius, number of contacts and velocity", distributions),
    "drum": Kind("a rotating drum: its grains, the angle of their surface, the torque on its walls", drum),
    "energy": Kind("the energy ledger and its residual over time", energy),
    "fields": Kind("density, velocity and stress over the height and as maps, coarse-grained", fields),
    "fracture": Kind("a bonded sample that breaks: where, how, and under which load", fracture),
    "heap": Kind("the surface of a heap, and the angles of its flanks over time", heap),
    "impact": Kind("restitution, overlap and force of impacts", impact),
    "joint": Kind("a slider-crank with a clearance joint: acceleration, deviation, path, moment", joint),
    "mechanism": Kind("motion, impacts, force-overlap loops and energy of mechanisms", mechanism),
    "mixing": Kind("grains of two kinds in a machine, the degree of mixing and the torque", mixing),
    "observables": Kind("temperature, contacts and stress of an assembly over time", observables),
    "oedometer": Kind("a bed under a lid that holds a stress: its strain, what floor and sides carry", oedometer),
    "packing": Kind("the particles as lit spheres", packing, "a cut through the particles"),
    "penetration": Kind("a body that falls into a bed: its depth and velocity over time", penetration),
    "press": Kind("a sample between two walls that move: force over way, contacts, the sample itself", press),
    "profile": Kind("velocity, solid fraction and temperature of an assembly over the height", profile),
    "rheology": Kind("friction and solid fraction of a sheared box over the inertial number", rheology),
    "rose": Kind("directions of the contacts, and the mean force of each direction", rose),
    "spacetime": Kind("velocity over bead number and time, as an image", spacetime),
    "sweep": Kind("speed, force, number and losses of the impacts of a mechanism over swept values", sweep),
    "triaxial": Kind(
        "stress and volume of a sample between six walls or in a deforming box, over its strain", triaxial
    ),
    "walls": Kind("force on each of the walls, and how far it has gone, over time", wall_force),
}
SEVERAL = {"compare": Kind("sensors of several runs, overlaid", compare)}  # of several results


def caption_of(words):
    """Of the picture that a command draws, from its words."""
    kind = (PICTURES | SEVERAL).get(words[0])
    if kind is None:
        return words[0]
    is_cut = kind.sliced and any(word.split("=")[0] == "--slice" for word in words)
    return kind.sliced if is_cut else kind.caption
