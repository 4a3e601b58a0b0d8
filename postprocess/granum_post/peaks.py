"""`peaks`: the largest force at each sensor, its time, and the speed of the wave between the sensors.

A peak is the vertex of the parabola through the largest sample of a record and its two neighbours. With sampling
interval h the error of a smooth pulse is of order h^3 in time and h^4 in force. A record whose largest sample is its
first or last has no peak. If the record stays within 1 % of its peak for more than half of the time of its rise from
half of the peak, it has a plateau, whose largest sample is no time of a wave; then the speed is that of the front: the
times at which the records first reach half of their peaks replace the times of the peaks. The wave speed is the slope of the least-squares line of sensor position against peak
time, over the sensors of one group. If the speed between neighbouring sensors varies by more than a tenth along the
chain, that line has no meaning, and the first and the last of these speeds are printed instead. A driven chain has no
pulse: its peaks are the largest maxima of an oscillation; `compare` gives amplitude and transmission."""
import numpy as np

from .table import Column, Numbers

DRIVEN = "a driven chain has no pulse, so its peaks give no wave speed; granum-post compare draws its amplitudes"
FLAT, LONG = 0.01, 0.5  # of a plateau: relative depth, and duration divided by that of the rise from half of the peak
STEADY = 0.1  # largest relative variation of the speed between sensors for which one speed is printed


class Peak:
    """One peak: sensor, force [N], rise over the first sample [N] (a chain may be under a static load), time [s];
    `inside`: the record rises to the peak and falls again."""

    def __init__(self, sensor):
        self.sensor = sensor
        time, force = sensor.time.values, sensor.force.values
        top = int(np.argmax(force))
        self.inside = bool(0 < top < force.size - 1 and force[top] > force[0])
        if self.inside:
            self.time, self.force = vertex(time[top - 1 : top + 2], force[top - 1 : top + 2])
        else:
            self.time, self.force = float(time[top]), float(force[top])
        self.rise = self.force - float(force[0])
        self.arrival, self.plateau = front(time, force - force[0], top) if self.inside else (np.nan, False)


def front(time, rise, top):
    """Returns the time at which a record first reaches half of its largest sample, and whether it has a plateau."""
    first = int(np.argmax(rise >= 0.5 * rise[top]))
    arrival = float(np.interp(0.5 * rise[top], rise[first - 1 : first + 1], time[first - 1 : first + 1]))
    near = rise >= (1 - FLAT) * rise[top]
    begin = top - int(np.argmin(near[top::-1])) if not near[: top + 1].all() else 0
    end = top + int(np.argmin(near[top:])) if not near[top:].all() else len(rise) - 1
    return arrival, bool(time[end] - time[begin] > LONG * (time[top] - arrival))


def times(peaks):
    """Returns the times that give the speed: of the peaks, or of the fronts if a record has a plateau."""
    return np.array([peak.arrival if has_front(peaks) else peak.time for peak in peaks])


def has_front(peaks):
    return any(peak.plateau for peak in peaks)


def vertex(time, force):
    """Returns the vertex (time, force) of the parabola through three samples, the middle one the largest, at any
    spacing."""
    before, after = time[1] - time[0], time[2] - time[1]
    rise, fall = (force[1] - force[0]) / before, (force[2] - force[1]) / after
    curvature = (fall - rise) / (before + after)  # coefficient of (t - t1)^2
    slope = (rise * after + fall * before) / (before + after)  # at the middle sample
    if not curvature < 0:
        return float(time[1]), float(force[1])  # three equal samples
    shift = -slope / (2 * curvature)
    return float(time[1] + shift), float(force[1] + slope * shift / 2)


def find(sensors):
    return [Peak(sensor) for sensor in sensors]


def bead_rate(peaks, fronts=False):
    """Returns the number of beads that the wave passes per second, from the peaks of the largest group; None with
    fewer than two. `fronts`: from the fronts, even if no record has a plateau."""
    usable = [peak for peak in peaks if peak.inside]
    groups = [peak.sensor.group for peak in usable]
    if not groups:
        return None
    group = max(groups, key=groups.count)
    at = np.array([peak.sensor.at for peak in usable if peak.sensor.group == group], dtype=float)
    mine = [peak for peak in usable if peak.sensor.group == group]
    time = np.array([peak.arrival for peak in mine]) if fronts else times(mine)
    if at.size < 2 or np.ptp(time) <= 0:
        return None
    time = time - time.mean()
    return float(time @ (at - at.mean()) / (time @ time))


def speed_text(rate, spacing):
    """Formats a speed in m/s if the bead spacing is known, else in beads per ms."""
    return f"{rate * spacing:.1f} m/s" if spacing else f"{rate * 1e-3:.2f} beads/ms"


def local_rates(peaks):
    """Returns the speeds [bead/s] between neighbouring sensors of the group with most peaks."""
    usable = [peak for peak in peaks if peak.inside]
    groups = [peak.sensor.group for peak in usable]
    group = max(groups, key=groups.count, default=None)
    mine = sorted((peak for peak in usable if peak.sensor.group == group), key=lambda peak: peak.sensor.at)
    rates = [bead_rate(pair, has_front(mine)) for pair in zip(mine, mine[1:])]
    return [rate for rate in rates if rate is not None]


def rates(peaks):
    """Returns the wave speed [bead/s], fitted or between the first and between the last two sensors, by name."""
    rate, local = bead_rate(peaks), local_rates(peaks)
    if rate is None or not local:
        return {}
    if max(local) - min(local) > STEADY * abs(rate):
        return {f"first {wave(peaks)} speed": local[0], f"last {wave(peaks)} speed": local[-1]}
    return {f"{wave(peaks)} speed": rate}


def wave(peaks):
    return "front" if has_front(peaks) else "wave"


def fitted_text(peaks, spacing):
    """Returns a sentence with the wave speed; "" with fewer than two peaks."""
    texts = [speed_text(rate, spacing) for rate in rates(peaks).values()]
    if len(texts) == 2:
        return f"{wave(peaks)} speed {texts[0]} between the first two sensors, {texts[1]} between the last two"
    by = "times of half the peak" if has_front(peaks) else "peak times"
    return f"{wave(peaks)} speed {texts[0]}, fitted to the {by}" if texts else ""


def numbers(peaks, spacing, driven):
    """Returns the numbers of the table; nan: the record has no peak, or the speed is not known."""
    spacing = None if driven else spacing
    last, rates = None, []
    for peak in peaks:
        rates.append((bead_rate([last, peak], has_front(peaks)) if last and peak.inside else None) or np.nan)
        last = peak if peak.inside else last
    time = np.array([peak.time if peak.inside else np.nan for peak in peaks])
    columns = {
        "sensor": Column(np.array([peak.sensor.name for peak in peaks])),
        "bead": Column(np.array([peak.sensor.at for peak in peaks])),
        "peak": Column(np.array([peak.force for peak in peaks]), "N"),
        "rise": Column(np.array([peak.rise for peak in peaks]), "N"),
        "time": Column(time, "s"),
        "arrival": Column(np.array([peak.arrival for peak in peaks]), "s"),
        "speed": Column(np.array(rates) * (spacing or np.nan), "m s-1"),
    }
    return Numbers(columns, {"fitted speed": Column((bead_rate(peaks) or np.nan) * (spacing or np.nan), "m s-1")})


def table(peaks, spacing, driven):
    """Returns the lines of the table: sensor, peak, its rise over the start, time, speed from the previous sensor."""
    width = max(6, max(len(peak.sensor.name) for peak in peaks))
    lines = [f"{'sensor':<{width}}  {'peak N':>12}  {'rise N':>12}  {'time us':>12}  speed from the sensor before"]
    last = None
    for peak in peaks:
        start = f"{peak.sensor.name:<{width}}  {peak.force:>12.6g}  {peak.rise:>12.6g}"
        if not peak.inside:
            why = "largest at the edge of the record" if peak.rise > 0 else "no pulse"
            lines.append(f"{start}  {'-':>12}  {why}")
            continue
        rate = bead_rate([last, peak], has_front(peaks)) if last and not driven else None
        speed = speed_text(rate, spacing) if rate else "-"
        if peak.plateau:
            speed += f", front at {peak.arrival * 1e6:.4f} us, then a plateau"
        lines.append(f"{start}  {peak.time * 1e6:>12.4f}  {speed}")
        last = peak
    fitted = DRIVEN if driven else fitted_text(peaks, spacing)
    return lines + [fitted or "wave speed: fewer than two peaks to fit"]
