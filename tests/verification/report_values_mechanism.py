"""Numbers of mechanisms for published/mechanism.json. Each takes the open results file, a variant ("-": a run without
variants) and texts."""


def mechanism(file, variant):
    return file["mechanism"] if variant == "-" else file["mechanism"][variant]


def run_value(file, variant, column, run):
    """A column of a run of the sweep, from 0."""
    return float(mechanism(file, variant)[column][int(run)])


def impact(file, variant, column, number):
    """A column of an impact of the only run, from 0."""
    return float(mechanism(file, variant)["impacts"][column][int(number)])
