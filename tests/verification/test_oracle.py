"""Every law against an independent integration (oracle.py): random materials, bodies, parameters and speeds, one input
with variants per law.
Labels: parallel run."""
import json
import os
import tempfile

import h5py
import numpy as np
import oracle
from granum_test import case, done, fact, normal_laws, simulate
from oracle import impact, pair
from oracle_draws import draw

SEED = 20251121
DRAWS = 12
# laws that adhesion is combined with, and how often
WITH_ADHESION = {
    "luding": 12,
    "hertz": 4,
    "tsuji": 4,
    "walton_braun": 4,
    "ma_liu": 4,
    "kuwabara_kono": 3,
    "compliant_dashpot": 3,
    "eepa": 6,
}

# The error of the oracle is about 1e-12 (the_oracle_itself), that of granum the default tolerance of 1e-12 per step
# over some hundred steps. 1e-7 allows for impacts near the limit of sticking, where e^2 is a small difference of
# energies.
RELATIVE = 1e-7
# A small difference of large numbers is compared relative to these: residual overlap to the largest overlap, loss to
# the initial energy. granum locates an extremum of the force to 1e-5 in its slope, relative to the largest force, and
# stops some 1e-10 in d^(1/4) beyond a zero of it: at most 1e-8 of that force. hertz_dashpot has its smallest force
# where the slope over d^(1/4) is nearly 0.
CANCELLED = {"residual_overlap": 1e-10, "energy_lost": 1e-10, "force_min": 1e-7}
# Largest residual of granum's energy balance, divided by the kinetic energy at first contact: some hundred steps at the
# tolerance of 1e-12.
BOOKS = 1e-10
COMPARED = (
    "approach_velocity",
    "separation_velocity",
    "restitution",
    "overlap_max",
    "force_max",
    "force_min",
    "duration",
    "energy_lost",
    "residual_overlap",
)


def flat(drawn):
    """The draw as paths of an input and their values."""
    paths = {f"materials.{name}.{key}": value for name, m in drawn["materials"].items() for key, value in m.items()}
    paths["contacts.0.normal"] = drawn["normal"]
    if "adhesion" in drawn:
        paths["contacts.0.adhesion"] = drawn["adhesion"]
    return {
        **paths,
        "contacts.0.tension": drawn["tension"],
        "bodies": drawn["bodies"],
        "velocities": [drawn["velocity"]],
        "end": drawn["end"],
    }


def the_oracle_itself():
    """Error of the oracle: against closed forms, against a larger tolerance, and against another program to its
    printed digits."""
    two = oracle.Pair(0.01, 0.13, 1.1e11, 1e9, [])
    known = [({"law": "tsuji", "restitution": 0.3}, 0.3), ({"law": "zhang_sharf", "restitution": 0.05}, 0.05)]
    known += [
        ({"law": "linear", "stiffness": 1e8, "restitution": 0.1}, 0.1),
        ({"law": "walton_braun", "k1": 1e7, "k2": 9e8}, 1 / np.sqrt(90)),
    ]
    worst = max(abs(impact(two, rule, 3.0)["restitution"] / e - 1) for rule, e in known)
    fact(worst < 1e-11, f"oracle: closed forms to {worst:.1e}")
    rule = {"law": "ma_liu", "hardness_ratio": 3, "conformity": 13, "viscosity": 50.0}
    fine = impact(two, rule, 8.0)
    oracle.TOLERANCE *= 30
    rough = impact(two, rule, 8.0)
    oracle.TOLERANCE /= 30
    worst = max(abs(rough[key] / fine[key] - 1) for key in COMPARED)
    fact(0 < worst < 1e-10, f"oracle: 30 times its tolerance changes an impact with corners by {worst:.1e}")
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "impact_reference.json")) as f:
        data = json.load(f)
    worst, cases = 0.0, data["cases"][::5]
    for c in cases:
        got = impact(pair(data["materials"], c["bodies"]), c["normal"], c["velocity"], end=c["end"])
        worst = max(
            worst,
            *(
                abs(got[key] - want) / (abs(want) or got["overlap_max"])
                for key, want in c["expect"].items()
                if key != "energy_lost"
            ),
        )
    fact(worst < 2e-9, f"oracle: another program's {len(cases)} cases to {worst:.1e} (it printed 10 digits)")


def study(draws):
    """One input: the first draw, and all of them as variants. JSON is YAML."""
    first = draws[0]
    rule = {"between": ["a", "b"], "normal": first["normal"]}
    base = {
        "problem": "impact",
        "materials": first["materials"],
        "contacts": [rule],
        "bodies": first["bodies"],
        "velocities": [first["velocity"]],
    }
    return json.dumps({**base, "variants": {f"draw-{i}": flat(d) for i, d in enumerate(draws)}}, indent=1)


def expected(drawn):
    return impact(
        pair(drawn["materials"], drawn["bodies"]),
        drawn["normal"],
        drawn["velocity"],
        drawn.get("adhesion"),
        drawn["end"],
        drawn["tension"],
    )


def allowed(want, key, mass):
    scale = {
        "force_min": want["force_max"],
        "residual_overlap": want["overlap_max"],
        "energy_lost": 0.5 * mass * want["approach_velocity"] ** 2,
    }
    return RELATIVE * abs(want[key]) + CANCELLED.get(key, 0.0) * abs(scale.get(key, 0.0))


def compare(name, draws):
    with tempfile.TemporaryDirectory() as directory:
        results = simulate(case(study(draws)), directory, ranks=2)
        with h5py.File(results) as f:
            got = [
                {key: f[f"impact/draw-{i}/{key}"][0] for key in (*COMPARED, "energy_residual")}
                for i in range(len(draws))
            ]
    worst, where, books, wrong = 0.0, "", 0.0, []
    for i, (drawn, ours) in enumerate(zip(draws, got)):
        want, mass = expected(drawn), pair(drawn["materials"], drawn["bodies"]).mass
        books = max(books, abs(ours["energy_residual"]))
        for key in COMPARED:
            if key == "duration" and want["creeps"]:
                continue  # without a force that reverses their motion, the bodies come to rest after infinite time
            off = abs(ours[key] - want[key]) / allowed(want, key, mass) if ours[key] != want[key] else 0.0
            if not off <= 1:
                wrong.append(f"draw-{i} {key}: {ours[key]:.12g}, oracle {want[key]:.12g}, {json.dumps(drawn)}")
            if not off <= worst:
                worst, where = off, f"draw-{i} {key}"
    detail = "".join("\n     " + w for w in wrong[:8])
    fact(
        not wrong,
        f"{name}: {len(draws)} impacts on 2 ranks equal the oracle; "
        f"largest difference {worst:.2g} of the allowed difference ({where}){detail}",
    )
    fact(books < BOOKS, f"{name}: the ledger closes to {books:.1e}")


def main():
    the_oracle_itself()
    normal = normal_laws() - {"jkr", "maugis_dugdale", "thornton_ning"}  # see test_adhesive.py
    only = os.environ.get("GRANUM_ORACLE_LAWS", "").split()
    unknown = ", ".join(sorted(normal - set(oracle.LAWS))) or "none"
    fact(set(oracle.LAWS) <= normal, f"{len(oracle.LAWS)} laws for contact have an oracle; without one: {unknown}")
    for law in oracle.LAWS:
        if not only or law in only:
            rng = np.random.default_rng([SEED, *law.encode()])
            compare(law, [draw(rng, law) for _ in range(DRAWS)])
    if not only or "adhesion" in only:
        rng = np.random.default_rng([SEED, *b"adhesion"])
        compare(
            "adhesion", [draw(rng, law, adhesive=True) for law, count in WITH_ADHESION.items() for _ in range(count)]
        )
    done()


if __name__ == "__main__":
    main()
