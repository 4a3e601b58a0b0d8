"""Fits of five contact laws to synthetic data, for verification.fit and tests/bench/fit."""
import granum
import numpy as np

E, Y, RESTITUTION = "materials.steel.youngs_modulus", "materials.steel.yield_stress", "contacts.0.normal.restitution"
STEEL = {"density": 7800, "youngs_modulus": 193e9, "poisson_ratio": 0.3, "yield_stress": 940e6}
PLASTIC = {"hardness_ratio": 2.8, "conformity": 13}
SPEEDS = np.linspace(0.1, 3, 30)
MODULUS, STRESS = (50e9, 500e9, 120e9), (200e6, 3e9, 600e6)
LAWS = {
    "tsuji": ({"restitution": 0.8}, {E: MODULUS, RESTITUTION: (0.1, 0.99, 0.5)}, ("restitution", "duration")),
    "lankarani_nikravesh": (
        {"restitution": 0.8},
        {E: MODULUS, RESTITUTION: (0.1, 0.99, 0.6)},
        ("restitution", "duration"),
    ),
    "flores": ({"restitution": 0.7}, {E: MODULUS, RESTITUTION: (0.1, 0.99, 0.5)}, ("restitution", "overlap_max")),
    "ma_liu": (PLASTIC, {E: MODULUS, Y: STRESS}, ("restitution", "force_max")),
    "kelvin_voigt_elastoplastic": (
        {**PLASTIC, "restitution_elastic": 0.9, "restitution_plastic": 0.7},
        {E: MODULUS, Y: STRESS},
        ("restitution", "force_max"),
    ),
}


def base(law, tangential=None, bodies=None, **parameters):
    """Returns a case with problem: fit, without the key fit."""
    rule = {"between": "*", "normal": {"law": law, **parameters}, "tension": "allow"}
    return {
        "problem": "fit",
        "materials": {"steel": STEEL},
        "contacts": [{**rule, **({"tangential": tangential} if tangential else {})}],
        "bodies": bodies or [{"material": "steel", "radius": 5e-3}] * 2,
    }


def impacts(case, speeds=SPEEDS):
    found = granum.impact({**case, "problem": "impact", "velocities": list(speeds)})
    return {**found, "speed": found["approach_velocity"]}


def true_value(case, key):
    for part in key.split("."):
        case = case[int(part)] if isinstance(case, list) else case[part]
    return case


def fit(case, data, names, free, share=0.01, noise=None, profile=None):
    """Fits the quantities `names` of `data`, with noise of this share of each value."""
    given = {
        name: data[name] * (1 if noise is None else 1 + share * noise.standard_normal(len(SPEEDS))) for name in names
    }
    deviations = {name: share * data[name] for name in names}
    return granum.fit(case, {"speed": data["speed"], **given}, deviations, free, profile=profile)


def draw(law, draws, share=0.01, seed=20261, profile=None):
    """Fits draws of synthetic data with normal errors. Returns the pulls (value - true value)/deviation [draw]
    [parameter], the scatter of the values over the bound of Cramer and Rao [parameter], and chi^2 [draw]; with a
    profile also whether its interval contains the true value [draw][parameter]."""
    parameters, free, names = LAWS[law]
    case = base(law, **parameters)
    data, random = impacts(case), np.random.default_rng(seed)
    free = {key: (*values[:2], true_value(case, key)) for key, values in free.items()}
    true = np.array([true_value(case, key) for key in free])
    bound = fit(case, data, names, free, share)["deviation"]
    found = [fit(case, data, names, free, share, random, profile) for _ in range(draws)]
    assert all(each["converged"] for each in found), "a fit did not converge"
    pull = np.array([(each["value"] - true) / each["deviation"] for each in found])
    scatter = np.array([each["value"] for each in found]).std(axis=0) / bound
    result = pull, scatter, np.array([each["chi_squared"] for each in found])
    if profile is None:
        return result
    inside = [(each["profile_lower"] < true) & (true < each["profile_upper"]) for each in found]
    return *result, np.array(inside)
