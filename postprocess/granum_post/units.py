"""Units of columns and axes as text, such as `kN`, `m/s`, `mm/ms^2`, `N mm`, `kg m-3`: factor to SI and dimension."""
import argparse
import re

METRE, KILOGRAM, SECOND = (1, 0, 0), (0, 1, 0), (0, 0, 1)
PLAIN = (0, 0, 0)
SYMBOLS = {  # factor to SI, dimension as powers of metre, kilogram and second
    "m": (1.0, METRE),
    "g": (1e-3, KILOGRAM),
    "s": (1.0, SECOND),
    "min": (60.0, SECOND),
    "h": (3600.0, SECOND),
    "Hz": (1.0, (0, 0, -1)),
    "N": (1.0, (1, 1, -2)),
    "J": (1.0, (2, 1, -2)),
    "W": (1.0, (2, 1, -3)),
    "Pa": (1.0, (-1, 1, -2)),
    "bar": (1e5, (-1, 1, -2)),
    "rad": (1.0, PLAIN),
    "degree": (0.017453292519943295, PLAIN),
    "degrees": (0.017453292519943295, PLAIN),
    "deg": (0.017453292519943295, PLAIN),
    "%": (0.01, PLAIN),
    "1": (1.0, PLAIN),
}
PREFIXES = {"G": 1e9, "M": 1e6, "k": 1e3, "": 1.0, "c": 1e-2, "m": 1e-3, "u": 1e-6, "n": 1e-9, "p": 1e-12}
ORDINARY = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹µμ·*", "-0123456789uu  ")
POWER = re.compile(r"([A-Za-z]+|%|1)\^?(-?\d+)?")


def symbol(text):
    """Returns factor and dimension of one symbol with its prefix; None if there is no such unit."""
    if text in SYMBOLS:
        return SYMBOLS[text]
    prefix, rest = text[:1], text[1:]
    if prefix in PREFIXES and rest in SYMBOLS and rest not in ("1", "%", "min", "h", "rad", "degree", "degrees", "deg"):
        factor, dimension = SYMBOLS[rest]
        return PREFIXES[prefix] * factor, dimension
    return None


def why_not(text):
    """Returns what is wrong with a text that `parse` does not read, to be added to a message: an unknown prefix, or a
    symbol in other letters, with the symbol that may be meant; otherwise ""."""
    for part in re.split(r"[\s/]+", text.translate(ORDINARY).strip()):
        found = POWER.fullmatch(part)
        if not found or symbol(found[1]):
            continue
        known = [name for name in SYMBOLS if name.isalpha()]
        every = [prefix + name for name in known for prefix in PREFIXES if symbol(prefix + name)]
        alike = [name for name in every if name.lower() == found[1].lower()]
        if alike:
            return f" (did you mean {' or '.join(alike)}?)"
        ends = [
            name for name in known if symbol("m" + name) and found[1].endswith(name) and len(found[1]) <= len(name) + 2
        ]
        if ends:
            name = max(ends, key=len)
            prefixes = ", ".join(filter(None, PREFIXES))
            return f" ({found[1][: -len(name)]} is no prefix of {name}; there are {prefixes})"
    return ""


def parse(text):
    """Returns the factor to SI and the dimension of a unit, or None if the text is not a unit. Parts are separated by
    spaces; all parts after a solidus are in the denominator."""
    factor, dimension = 1.0, [0, 0, 0]
    parts = text.translate(ORDINARY).strip().split("/")
    for number, side in enumerate(parts):
        if not side.split():
            return None
        for part in side.split():
            found = POWER.fullmatch(part)
            unit = symbol(found[1]) if found else None
            if unit is None:
                return None
            power = int(found[2] or 1) * (-1 if number else 1)
            factor *= unit[0] ** power
            dimension = [old + power * new for old, new in zip(dimension, unit[1])]
    return factor, tuple(dimension)


def split(header):
    """Returns name and unit of the header of a column: `time (us)`, `time [us]`, or as in a CSV file of granum-post
    `velocity_m_per_s`; the unit is None if the header has none."""
    found = re.fullmatch(r"(.*?)\s*[(\[]([^()\[\]]*)[)\]]", header.strip())
    if found and found[1]:
        unit = found[2].strip()
        return found[1], "1" if unit in ("", "-") else unit
    words = header.strip().split("_")
    for count in range(len(words) - 1, 0, -1):  # the longest end that is a unit
        end = " ".join(words[-count:]).replace(" per ", "/")
        if parse(end) and not end.startswith("1"):
            return "_".join(words[:-count]), end
    return header.strip(), None


def reader(unit, noun, example):
    """Returns a function that reads the value of an option, `20g`, `20 g` or `0.02`, in this SI unit."""

    def read(text):
        found = re.fullmatch(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(.*?)\s*", text)
        size = parse(found[2] or unit) if found else None
        if size is None or size[1] != parse(unit)[1]:
            why = why_not(found[2]) if found and size is None else ""
            raise argparse.ArgumentTypeError(f"{text!r} is not a {noun}{why}; write for example {example} (in {unit})")
        return float(found[1]) * size[0]

    return read
