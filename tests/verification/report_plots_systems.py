"""Panels of chains and mechanisms for the page of plots of the verification report."""
import numpy as np
from granum_post import style

COLOURS = (*style.DISTINCT, style.BLACK)


def pulses(axes, files, sensor, column, unit):
    """What one sensor of a chain recorded under several laws; files: label -> open results."""
    for colour, (label, file) in zip(COLOURS, files.items()):
        record = file["observables/sensors"][sensor]
        axes.plot(1e6 * record["time"][:], record[column][:], color=colour, linewidth=0.9, label=label)
    axes.set_xlabel("time (µs)")
    axes.set_ylabel(f"{column} ({unit})")
    axes.margins(x=0)
    axes.legend(fontsize=6)


def fading(axes, group):
    """Approach speeds of the impacts of a damper, gap by gap, and the time of the last one."""
    gaps, impacts = group["swept/mechanism.gap"][:], group["impacts"]
    for run, (colour, gap) in enumerate(zip(COLOURS, gaps), 1):
        mine = impacts["run"][:] == run
        axes.plot(
            impacts["time"][:][mine],
            impacts["speed_in"][:][mine],
            ".",
            color=colour,
            markersize=2.5,
            label=f"{1e3 * gap:.0f} mm",
        )
        axes.axvline(group["last_onset"][run - 1], color=colour, linewidth=0.6, linestyle=":")
    axes.set_xlabel("time (s); dotted: last impact")
    axes.set_ylabel("approach speed (m/s)")
    axes.legend(fontsize=6, title="gap", title_fontsize=6)


def meeting(axes, group):
    """Speeds of slider and block, with the crank free and held."""
    for (variant, look), shade in zip((("free", "-"), ("held", "--")), (1.0, 0.6)):
        points = group[variant]["trajectory"]
        time = 1e3 * points["time"][:]
        rows = np.argsort(time, kind="stable")
        slider = points["slider_velocity"][:][rows]
        for label, colour, speed in (
            ("slider", style.BLUE, slider),
            ("block", style.VERMILION, points["block_velocity"][:][rows]),
        ):
            axes.plot(
                time[rows], speed, look, color=colour, alpha=shade, linewidth=0.9, label=f"{label}, crank {variant}"
            )
    axes.set_xlabel("time (ms)")
    axes.set_ylabel("velocity (m/s)")
    axes.legend(fontsize=6)


def bounces(axes, group, ball):
    """Restitution by bounce under each law; dotted: its theory."""
    for colour, variant in zip(COLOURS, group):
        rows = group[variant]["bounces"]
        mine = (rows["ball"][:] == ball) & (rows["restitution"][:] > 0)  # the last one does not leave
        axes.plot(
            rows["number"][:][mine],
            rows["restitution"][:][mine],
            ".-",
            color=colour,
            markersize=2.5,
            linewidth=0.8,
            label=variant,
        )
    axes.set_xlabel("bounce")
    axes.set_ylabel("restitution")
    axes.legend(fontsize=5.5)


def panels(file):
    """Title, function and arguments of each panel; file: name of an input -> open results."""

    def under(system, *names):
        return {name: file[f"{system}-{name}"] for name in names}

    balls = file["ball"]["bounce"]
    return [
        (
            "W25 fig. 11: case 1, bead 13",
            pulses,
            under("vertical-1", "hertz", "edem-93", "ma_liu", "continuous"),
            "beads-13",
            "force",
            "N",
        ),
        (
            "W25 fig. 11: case 1, base",
            pulses,
            under("vertical-1", "hertz", "edem-93", "ma_liu", "continuous"),
            "base-1",
            "force",
            "N",
        ),
        (
            "W25 fig. 13: case 2, base",
            pulses,
            under("vertical-2", "hertz", "edem-87", "ma_liu", "continuous"),
            "base-1",
            "force",
            "N",
        ),
        (
            "W25 section 4.2: bead 31",
            pulses,
            under("horizontal", "hertz", "edem-70", "edem-89", "ma_liu", "new", "continuous"),
            "beads-31",
            "force",
            "N",
        ),
        (
            "W25 fig. 19: sphere 40",
            pulses,
            under("hopkinson", "ma_liu", "new", "continuous"),
            "beads-39",
            "velocity",
            "m/s",
        ),
        (
            "W23 section 6.3: sphere 40",
            pulses,
            under("hopkinson", "w23", "w23-continuous", "w23-ma_liu"),
            "beads-39",
            "velocity",
            "m/s",
        ),
        ("S20 section 8: bounces, e 0.8", bounces, balls, 4),
        ("S20 figs. 13, 15 to 17", fading, file["damper"]["mechanism"]),
        ("S20 section 10", meeting, file["crank"]["mechanism"]),
    ]
