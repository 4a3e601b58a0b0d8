"""Which pictures fit a run: a row for each, the words of its command, and what a run must have for it."""
import numpy as np

from .reader import PostError, Study


def kind_of(run):
    """`impact`, `bounce`, `mechanism`; of particles `chain` or `assembly`; None: the file is empty still."""
    for kind in ("impact", "bounce", "mechanism"):
        if kind in run.file:
            return kind
    return (
        "assembly" if "particles/grains/box/edges" in run.file else "chain" if "particles/grains" in run.file else None
    )


def has(read):
    """Does this come without a PostError, and is there anything?"""

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


def gone(run):
    account = run.table("observables/particles")
    return account["removed"][-1] + account["left"][-1] > 0.1 * account["start"][-1]


def turning(run):
    walls = run.walls().values()
    return any("angular_velocity" in wall and np.any(wall["angular_velocity"].values) for wall in walls)


def broken(run):
    return run.table("observables/bonds").rows


KINDS = {  # kind -> rows of words, has it what they need?
    "impact": [("impact", has(lambda run: run.impacts()))],
    "bounce": [("bounce", has(lambda run: run.bounces()))],
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
        ("discharge", has(gone)),
        ("drum", has(turning)),
        ("energy", has(lambda run: run.ledger())),
        ("observables", has(lambda run: run.observables())),
    ],
}


def pictures(run):
    """The words of each picture that fits a run; of a study, which compares its cases."""
    if isinstance(run, Study):
        return ["compare"] if len(run.results()) > 1 else []
    return [words for words, needs in KINDS.get(kind_of(run), ()) if needs(run)]
