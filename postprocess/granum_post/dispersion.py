"""`dispersion`: spectrum of the waves of a chain over wave number and frequency (Fourier transform in space and
time).

In a precompressed chain of equal beads of mass m [kg] with spacing a = 2 R - delta_0, delta_0 [m] the overlap at
rest, small waves follow omega(k) = 2 sqrt(K/m) |sin(k a/2)|, K [N/m]: stiffness of a contact at delta_0. For laws
whose static force is Hertzian, (4/3) E* sqrt(R/2) delta^(3/2), K = 2 E* sqrt(R/2) sqrt(delta_0), E* = E/(2 (1 -
nu^2)), E: Young's modulus [Pa], nu: Poisson's ratio of the material. Source: V. F. Nesterenko, Dynamics of
Heterogeneous Materials, Springer 2001."""
import re

import matplotlib
import numpy as np
from matplotlib import colors

from . import style
from .reader import PostError

NEEDS = "trajectory of a chain"
DESCRIPTION = """Amplitude of the velocity over wave number and frequency, in decibels below its maximum: Fourier
transform in space and time with a Hann window in both directions, without the --ends beads at each end (default 2).
Dashed: the dispersion relation 2 sqrt(K/m) |sin(ka/2)| of a precompressed chain of equal beads, with the stiffness K of
Hertz's law at the overlap at rest. It is not drawn if beads, materials or laws differ, or if the chain is not
precompressed."""
FLOOR = -60.0  # lower end of the colour scale [dB]
HERTZIAN = ("hertz", "tsuji", "hunt_crossley", "kuwabara_kono", "lankarani", "flores")


def add_options(command):
    command.add_argument("--ends", type=int, default=2, metavar="N", help="beads left out at each end; default: 2")


def spectrum(velocity, spacing, every):
    """Returns wave numbers [rad/m] and frequencies [Hz], both from 0, and amplitudes [frequency][wave number] of
    velocities [frame][bead]. Waves to the right and to the left are added."""
    frames, beads = velocity.shape
    window = np.outer(np.hanning(frames), np.hanning(beads))
    found = np.abs(np.fft.fft2((velocity - velocity.mean()) * window, s=(2 * frames, 2 * beads)))
    rows, columns = frames + 1, beads + 1
    both = found[:rows, :columns].copy()
    both[:, 1:] = np.maximum(both[:, 1:], found[:rows, :-columns:-1][:, : columns - 1])
    wave = 2 * np.pi * np.arange(columns) / (2 * beads * spacing)
    return wave, np.arange(rows) / (2 * frames * every), both


class Theory:
    """Stiffness [N/m] and mass [kg] of a chain for which they are known, else None."""

    def __init__(self, results, frame, kept):
        text = results.text("resolved")
        modulus = set(re.findall(r"youngs_modulus: (\S+)", text))
        ratio = set(re.findall(r"poisson_ratio: (\S+)", text))
        laws = set(re.findall(r"\blaw: (\w+)", text))
        radius, mass, place = frame.radius[kept], frame.mass[kept], frame.position[kept, 0]
        self.stiffness = self.mass = None
        equal = np.ptp(radius) <= 1e-9 * radius[0] and np.ptp(mass) <= 1e-9 * mass[0]
        overlap = 2 * radius[0] - np.median(np.diff(place))
        if equal and overlap > 0 and len(modulus) == len(ratio) == 1 and laws and laws <= set(HERTZIAN):
            plane = float(modulus.pop()) / (2 * (1 - float(ratio.pop()) ** 2))
            self.stiffness = 2 * plane * np.sqrt(radius[0] / 2) * np.sqrt(overlap)
            self.mass = mass[0]

    def frequency(self, wave, spacing):
        """Frequency [Hz] at this wave number and spacing."""
        return np.sqrt(self.stiffness / self.mass) / np.pi * np.abs(np.sin(wave * spacing / 2))


def measure(results, ends):
    time, value = results.velocity_frames()
    count = value.shape[1]
    if not 0 <= ends < count // 2 - 4:
        raise PostError(f"--ends must leave some of the {count} beads")
    if time.values.size < 8:
        raise PostError("fewer than 8 frames; write a shorter `output: trajectory: {every: ...}`")
    kept = slice(ends, count - ends)
    first = results.frames()[0]
    place = first.position[kept, 0]
    spacing, every = np.median(np.diff(place)), np.median(np.diff(time.values))
    velocity = value[: time.values.size, kept, 0]
    return spacing, spectrum(velocity, spacing, every), Theory(results, first, kept)


def picture(results, options):
    spacing, (wave, frequency, found), theory = measure(results, options.ends)
    drawing = style.figure(110)
    axes = drawing.subplots()
    size = 20 * np.log10(np.maximum(found / found.max(), 10 ** (FLOOR / 20)))
    factor, unit = style.scaled(frequency.max(), "Hz")
    top = frequency.max()
    if theory.stiffness:
        top = min(top, 1.5 * theory.frequency(np.pi / spacing, spacing))
    rows = frequency <= top
    mesh = axes.pcolormesh(
        wave * spacing / np.pi,
        frequency[rows] * factor,
        size[rows],
        cmap=matplotlib.colormaps["cividis"],
        norm=colors.Normalize(FLOOR, 0),
        shading="nearest",
        rasterized=True,
    )
    if theory.stiffness:
        curve = theory.frequency(wave, spacing) * factor
        axes.plot(wave * spacing / np.pi, curve, "--", color="white", linewidth=1.2, label="theory")
    axes.set_xlim(0, 1)
    axes.set_xlabel("wave number × spacing / π")
    axes.set_ylabel(style.label("frequency", unit))
    drawing.colorbar(mesh, ax=axes, label="amplitude of the velocity (dB)", extend="min", pad=0.02)
    theory_text = "no dispersion relation: beads, materials or laws differ, or the chain is not precompressed"
    if theory.stiffness:
        sizes = f"contacts of {theory.stiffness * 1e-6:.4g} N/µm, beads of {theory.mass * 1e3:.4g} g"
        theory_text = f"dashed: dispersion relation, {sizes}"
        numbers = {"stiffness of the contacts": (theory.stiffness, "N m-1"), "mass of a bead": (theory.mass, "kg")}
        theory_text = style.Line(theory_text, numbers)
    style.heading(drawing, results.title(), theory_text)
    return drawing
