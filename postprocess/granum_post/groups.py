"""Positions of the groups along a chain, from the resolved input."""
import re


def counts(results):
    """Name of each group of a chain -> its number of beads, in the order of the chain."""
    found, group = {}, None
    inside = False
    for line in results.text("resolved").splitlines():
        inside = line == "particles:" or (inside and line.startswith(" "))
        named = re.fullmatch(r"  ['\"]?([^ '\"]+)['\"]?:", line)
        counted = re.fullmatch(r"      count: (\d+)", line)
        if inside and named:
            group = named[1]
        if inside and counted and group not in found:
            found[group] = int(counted[1])
    return found


def places(results):
    """Returns a function: sensor -> number of its bead in the whole chain, from 1. If the input does not determine
    it, the function returns the number within the group."""
    before, total = {}, 0
    for name, count in counts(results).items():
        before[name], total = total, total + count
    return lambda sensor: before.get(sensor.group, 0) + sensor.at


def driven(results):
    """Returns whether the motion of a bead is an oscillation, which lasts for the whole run."""
    return any(line.strip() == "oscillation:" for line in results.text("resolved").splitlines())
