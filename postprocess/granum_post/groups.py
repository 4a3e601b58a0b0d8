"""Positions of the groups along a chain, and names in the order of the input, from the resolved input."""
import itertools
import re


def names_below(results, section, key):
    """Returns the names of the maps below a key of a section, in the order of the input: `output`, `counters`."""
    found, place = [], ("", "")
    for line in results.text("resolved").splitlines():
        named = re.fullmatch(r"( *)['\"]?([^ '\"]+)['\"]?:.*", line)
        if named and len(named[1]) < 4:
            place = (place[0], named[2]) if named[1] else (named[2], "")
        elif named and len(named[1]) == 4 and place == (section, key):
            found.append(named[2])
    return found


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


def names(results, sensors):
    """Returns a function: sensor -> its name, by the words of the input: the number within its group, or the name of
    the group if the group has one bead; with sensors in several groups of more beads both."""
    sizes = counts(results)
    several = {sensor.group for sensor in sensors if sizes.get(sensor.group) != 1}

    def name(sensor):
        if sizes.get(sensor.group) == 1:
            return sensor.group.replace("_", " ")
        return f"{sensor.group.replace('_', ' ')} {sensor.at}" if len(several) > 1 else str(sensor.at)

    return name


def main_group(results, sensors):
    """Returns the group with most sensors, and of these with most beads."""
    sizes, named = counts(results), [sensor.group for sensor in sensors]
    return max(dict.fromkeys(named), key=lambda group: (named.count(group), sizes.get(group, 0)))


def frequencies(results):
    """Returns the frequencies [Hz] of the beads that oscillate, each once, in ascending order. An oscillation lasts for
    the whole run."""
    lines, found = results.text("resolved").splitlines(), set()
    for number, line in enumerate(lines):
        if line.strip() == "oscillation:":
            depth = len(line) - len(line.lstrip())
            own = itertools.takewhile(lambda each: len(each) - len(each.lstrip()) > depth, lines[number + 1 :])
            values = dict(each.strip().split(": ", 1) for each in own if ": " in each)
            found.add(float(values.get("frequency", 0)))
    return sorted(found - {0.0})


def driven(results):
    """Returns whether a bead oscillates."""
    return bool(frequencies(results))
