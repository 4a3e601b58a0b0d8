"""Contact laws as rules of an input, from `granum schema`: each law with the values of its card, and once more
with each other word of its parameters. A new law is tested with its own example."""
import json

from granum_test import run

FLOOR = 1.0  # speed_floor [m/s] of laws whose damping is relative to the approach speed: contacts of a chain begin at 0


def read_laws(role, words=True):
    """The rules of a role: "normal", "adhesion", "tangential", "rolling" or "twisting"."""
    rules = []
    for law in json.loads(run(["schema"]).stdout)["$defs"][f"{role}_law"]["oneOf"]:
        rule = dict(law["examples"][0])
        if "speed_floor" in law["properties"]:
            rule["speed_floor"] = FLOOR
        rules.append(rule)
        for name, values in law["properties"].items():
            rules += [{**rule, name: word} for word in values.get("enum", [])[1:] if words and name != "law"]
    return rules


def name_of(rule):
    """Returns the name of a law and its words."""
    return "-".join(value for value in rule.values() if isinstance(value, str))
