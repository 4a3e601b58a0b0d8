"""Selects the pictures that fit a run. Each row has the words of a command and the data that it requires."""
import numpy as np

from .reader import PostError, Study


def kind_of(run):
    """Returns `impact`, `path`, `bounce`, `mechanism` or `fit`; for runs of particles `chain` or `assembly`; None if
    the file is empty."""
    for kind in ("impact", "path", "bounce", "mechanism", "fit"):
        if kind in run.file:
            return kind
    return (
        "assembly" if "particles/grains/box/edges" in run.file else "chain" if "particles/grains" in run.file else None
    )


def has(read):
    """Whether `read` succeeds without a PostError and returns something."""

    def asked(run):
        try:
            return bool(read(run))
        except PostError:
            return False

    return asked


def swept(run):
    return any(variant.swept for variant in run.mechanisms())


def with_joint(run):
    return "journal_x" in run.mechanisms()[0].tables["trajectory"]


def discharged(run):
    account = run.table("observables/particles")
    return account["removed"][-1] + account["left"][-1] > 0.1 * account["start"][-1]


def turning(axis):
    """Returns whether a wall rotates mainly about an axis: x or y of a drum, z of a screw or a mixer."""

    def asked(run):
        for wall in run.walls().values():
            rates = np.abs(wall["angular_velocity"].values).max(axis=0) if "angular_velocity" in wall else np.zeros(3)
            if rates.any() and rates.argmax() == axis:
                return True
        return False

    return asked


def mixed(run):
    frame = run.frames()[-1]
    return turning(2)(run) and np.unique(frame.group[np.isfinite(frame.mass)]).size > 1


def broken(run):
    return run.table("observables/bonds").rows


KINDS = {  # kind -> rows of (words, whether the run has the required data)
    "impact": [("impact", has(lambda run: run.impacts()))],
    "path": [("path", has(lambda run: run.paths()))],
    "bounce": [("bounce", has(lambda run: run.bounces()))],
    "fit": [("fit", has(lambda run: "fit" in run.opened()))],
    "mechanism": [
        ("joint", has(with_joint)),
        ("mechanism", has(lambda run: not with_joint(run))),
        ("sweep", has(swept)),
    ],
    "chain": [
        ("chain", has(lambda run: run.sensors())),
        ("spacetime", has(lambda run: run.velocity_frames())),
        ("detectors", has(lambda run: run.detectors())),
        ("energy", has(lambda run: run.ledger())),
    ],
    "assembly": [
        ("packing", has(lambda run: len(run.frames()))),
        ("chains", has(lambda run: run.contacts()[-1].rows)),
        ("fracture", has(broken)),
        ("discharge", has(discharged)),
        ("drum", has(turning(1))),
        ("drum --axis x", has(turning(0))),
        ("mixing", has(mixed)),
        ("energy", has(lambda run: run.ledger())),
        ("observables", has(lambda run: run.observables())),
    ],
}


PARTS = {  # pictures that a picture contains
    "bulk": {"packing", "energy", "observables"},
    "chain": {"energy"},
    "discharge": {"packing"},
    "drum": {"packing"},
    "fracture": {"packing"},
    "mixing": {"packing"},
}


def pictures(run, own=()):
    """Returns the words of each picture that fits a run or a study (for a study: the comparison of its cases), without
    the kinds `own` that a page has already, and without pictures that another picture contains."""
    if isinstance(run, Study):
        found = ["compare"] if len(run.results()) > 1 else []
    else:
        found = [words for words, needs in KINDS.get(kind_of(run), ()) if needs(run)]
    contained = {part for words in (*found, *own) for part in PARTS.get(words.split()[0], ())}
    return [words for words in found if words.split()[0] not in contained | set(own)]
