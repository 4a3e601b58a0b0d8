"""Where the beads of a chain stand: the groups in their order, from the case as granum understood it."""
import re


def counts(results):
    """Name of each group of a chain -> how many beads it has, in the order of the chain."""
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
    """A function that gives the number of a sensor's bead in the whole chain, from 1; in its group if that is not
    told."""
    before, total = {}, 0
    for name, count in counts(results).items():
        before[name], total = total, total + count
    return lambda sensor: before.get(sensor.group, 0) + sensor.at
