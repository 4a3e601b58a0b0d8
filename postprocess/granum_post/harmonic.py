"""The oscillation of sensors at the frequency of a drive: amplitude, phase, transmission, and whether it is steady.

A record y(t) is approximated by y0 + A sin(2 pi f t + phase) with the drive frequency f. A weighted least-squares fit
gives y0, A and phase. The time window has a whole number n of periods and ends with the record; its weights are
sin^2(pi (t - begin)/(n/f)) (Hann). The fit is the Fourier component at f: it excludes the mean value, the harmonics of
f, and the transient, whose frequencies differ from f. Half of peak to peak contains all of these."""
import sys

import numpy as np

from . import members
from .reader import PostError

STEADY = 0.03  # largest change of a steady component between the halves of the window, relative to the first half
FAINT = 0.05  # ratio of amplitude to half of peak to peak below which the record is mostly transient
SAMPLES = 4  # smallest number of samples in a period


def component(time, values, frequency):
    """Returns A exp(i phase) of the oscillation A sin(2 pi f t + phase) in a record; nan if the record is shorter than
    one period."""
    if time.size < SAMPLES or not frequency > 0:
        return complex(np.nan, np.nan)
    periods = np.floor((time[-1] - time[0]) * frequency * (1 + 1e-9))
    if periods < 1:
        return complex(np.nan, np.nan)
    length = periods / frequency
    place = (time - (time[-1] - length)) / length  # 0 to 1 in the window
    inside = place >= -1e-9
    angle = 2 * np.pi * frequency * time[inside]
    # the Hann window of a single period would mix the component with the second harmonic
    weight = np.sin(np.pi * place[inside]) if periods > 1 else np.ones(angle.size)
    terms = np.column_stack([np.ones_like(angle), np.sin(angle), np.cos(angle)])
    _, sine, cosine = np.linalg.lstsq(terms * weight[:, None], values[inside] * weight, rcond=None)[0]
    return complex(sine, cosine)


def window(sensor, begin, end=np.inf):
    """Returns times and values of a sensor in this time."""
    time = sensor.time.values
    kept = (time >= begin) & (time <= end)
    return time[kept], sensor.force.values[kept]


def peak_to_peak(sensor, begin):
    """Returns the difference of the largest and the smallest value after `begin`; nan without a sample."""
    values = window(sensor, begin)[1]
    return np.ptp(values) if values.size else np.nan


def ratio(values):
    """Returns the values divided by the first one; nan if it is 0."""
    return values / values[0] if values[0] > 0 else np.full(values.shape, np.nan)


class Window:
    """The components of the sensors of a driven run after the time --from, by sensor: `size`: amplitude, `phase` [rad]
    of sin(2 pi f t + phase), `both`: peak to peak, `part`: amplitude divided by the first one, `change`: size of the
    change of A exp(i phase) from the first to the second half of the time, relative to A of the first half."""

    def __init__(self, run, sensors, frequency, begin):
        self.label, self.names, self.frequency = run.label, [sensor.name for sensor in sensors], frequency
        self.end = max(sensor.time.values[-1] for sensor in sensors)
        self.begin = 0.5 * self.end if begin is None else begin
        self.middle = 0.5 * (self.begin + self.end)
        for sensor in sensors:
            self.check(sensor)
        found = self.components(sensors, self.begin, np.inf)
        self.size, self.phase = np.abs(found), np.angle(found)
        self.both = np.array([peak_to_peak(sensor, self.begin) for sensor in sensors])
        self.part = ratio(self.size)
        first = self.components(sensors, self.begin, self.middle)
        second = self.components(sensors, self.middle, np.inf)
        nothing = np.full(first.shape, np.nan)
        self.change = np.divide(np.abs(second - first), np.abs(first), out=nothing, where=np.abs(first) > 0)
        self.steady = self.change <= STEADY

    def components(self, sensors, begin, end):
        return np.array([component(*window(sensor, begin, end), self.frequency) for sensor in sensors])

    def check(self, sensor):
        """Reports a record that has no whole period after --from, or too few samples in a period."""
        time = window(sensor, self.begin)[0]
        if not time.size:
            raise PostError(f"the record of {sensor.name} ends at {sensor.time.values[-1]:g} s; give an earlier --from")
        period = members.value_text(1 / self.frequency, "s")
        if (time[-1] - time[0]) * self.frequency * (1 + 1e-9) < 1:
            raise PostError(f"after --from the record of {sensor.name} is shorter than a period of the drive, {period}")
        if np.max(np.diff(time)) * self.frequency * SAMPLES > 1 + 1e-9:
            raise PostError(
                f"the record of {sensor.name} has fewer than {SAMPLES} samples in a period of the drive, {period}; set "
                f"output.sensors.every to at most {members.value_text(0.25 / self.frequency, 's')}"
            )

    def is_faint(self, k):
        return self.size[k] < FAINT * 0.5 * self.both[k]


def note_unsteady(windows):
    """Prints how many components are not steady, the largest change, and options that give steady ones."""
    rows = [(w, k) for w in windows for k in np.flatnonzero(~w.steady)]
    if not rows:
        return
    w, k = max(rows, key=lambda row: np.nan_to_num(row[0].change[row[1]], nan=np.inf))
    change = f"{100 * w.change[k]:.3g} %" if np.isfinite(w.change[k]) else "no whole period in the halves"
    begin, middle, end, longer = (members.value_text(t, "s") for t in (w.begin, w.middle, w.end, 2 * w.end))
    far = "; far from a drive in a band gap the record is mostly transient: use nearer sensors"
    print(
        f"granum-post: note: {len(rows)} of {sum(each.size.size for each in windows)} amplitudes are not steady: "
        f"amplitude and phase change by more than {100 * STEADY:g} % from the first to the second half of {begin} to "
        f"{end} (most: {w.label}, {w.names[k]}: {change}). Give a later start, --from "
        f"{middle.replace(' ', '')}, or a longer run, --set 'time.end={longer}', of so many beads that no wave returns"
        f"{far if any(each.is_faint(row) for each, row in rows) else ''}",
        file=sys.stderr,
    )
