"""Panels of chains and mechanisms for the page of plots of the verification report."""
import numpy as np
from granum_post import style

COLOURS = (*style.DISTINCT, style.BLACK)
LOOKS = ("-", "--", "-.", (0, (1, 1)), (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (7, 2)))  # distinguishable without colours
MARKS = ("o", "s", "^", "D", "v", "P", "X")
PRINTED_END = "printed last impact, gap of 20 mm"
LAWS = {  # names of variants and inputs in words
    "compliant": "compliant dashpot",
    "continuous": "new law, continuous",
    "critical": "critical",
    "edem": "EDEM",
    "edem-70": "EDEM, restitution 0.70",
    "edem-87": "EDEM, restitution 0.87",
    "edem-89": "EDEM, restitution 0.89",
    "edem-93": "EDEM, restitution 0.93",
    "flores": "Flores",
    "gharib": "Gharib and Hurmuzlu",
    "hertz": "Hertz",
    "hu_guo": "Hu and Guo",
    "hunt": "Hunt and Crossley",
    "jankowski": "Jankowski",
    "jankowski-approach": "Jankowski, approach only",
    "joint": "compliant dashpot, continuous",
    "joint-printed": "compliant dashpot, as printed",
    "kuwabara": "Kuwabara and Kono",
    "kuwabara-equal": "Kuwabara and Kono, one viscosity",
    "lankarani": "Lankarani and Nikravesh",
    "lichtensteiger": "Lichtensteiger",
    "ma_liu": "Ma and Liu",
    "new": "new law",
    "newtonian": "Newtonian dashpot",
    "safaeifar": "Safaeifar and Farshidianfar",
    "strong": "strong",
    "tsuji": "Tsuji",
    "w23": "compliant dashpot",
    "w23-continuous": "compliant dashpot, continuous",
    "w23-ma_liu": "Ma and Liu",
    "weak": "weak",
    "zhang_sharf": "Zhang and Sharf",
}


def pulses(axes, files, sensor, column, unit):
    """Draws the record of one sensor of a chain under several laws; files: label -> open results."""
    for colour, look, (label, file) in zip(COLOURS, LOOKS, files.items()):
        record = file["observables/sensors"][sensor]
        axes.plot(
            1e6 * record["time"][:], record[column][:], linestyle=look, color=colour, linewidth=0.9, label=LAWS[label]
        )
    axes.set_xlabel("time (µs)")
    axes.set_ylabel(f"{column} ({unit})")
    axes.margins(x=0)


def fading(axes, group, ends):
    """Approach speeds of the impacts of a damper, gap by gap, and the time of the last one; `ends`: printed times."""
    gaps, impacts = group["swept/mechanism.gap"][:], group["impacts"]
    for run, (colour, mark, gap) in enumerate(zip(COLOURS, MARKS, gaps), 1):
        mine = impacts["run"][:] == run
        axes.plot(
            impacts["time"][:][mine],
            impacts["speed_in"][:][mine],
            mark,
            color=colour,
            markersize=2.0,
            label=f"gap of {1e3 * gap:.0f} mm",
        )
        axes.axvline(group["last_onset"][run - 1], color=colour, linewidth=0.6, linestyle=":")
    for row in ends:
        axes.plot(row.reference, 0, "o", color=style.BLACK, markersize=3.5, markerfacecolor="none", label=PRINTED_END)
    axes.set_xlabel("time (s); dotted: last impact")
    axes.set_ylabel("approach speed (m/s)")


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
                time[rows],
                speed,
                linestyle=look,
                color=colour,
                alpha=shade,
                linewidth=0.9,
                label=f"{label}, crank {variant}",
            )
    axes.set_xlabel("time (ms)")
    axes.set_ylabel("velocity (m/s)")


def bounces(axes, group, ball):
    """Restitution by bounce under each law."""
    for colour, look, mark, variant in zip(COLOURS, LOOKS, MARKS, group):
        rows = group[variant]["bounces"]
        mine = (rows["ball"][:] == ball) & (rows["restitution"][:] > 0)  # the ball remains at rest after the last one
        axes.plot(
            rows["number"][:][mine],
            rows["restitution"][:][mine],
            marker=mark,
            linestyle=look,
            color=colour,
            markersize=2.2,
            linewidth=0.8,
            label=LAWS.get(variant, variant.replace("_", " ")),
        )
    axes.set_xlabel("bounce")
    axes.set_ylabel("restitution")


def printed(rows, name, words):
    """Rows of an input with a printed number, whose quantity has these words."""
    found = [row for row in rows if row.entry["input"] == name and row.kind in ("number", "formula")]
    return [row for row in found if words in row.entry["quantity"]]


def panels(file, rows):
    """Title in words, where it is printed, function and arguments of each panel; file: name of an input -> open
    results."""

    def under(system, *names):
        return {name: file[f"{system}-{name}"] for name in names}

    standing = under("vertical-1", "hertz", "edem-93", "ma_liu", "continuous")
    pressed = under("vertical-2", "hertz", "edem-87", "ma_liu", "continuous")
    lying = under("horizontal", "hertz", "edem-70", "edem-89", "ma_liu", "new", "continuous")
    bar = under("hopkinson", "ma_liu", "new", "continuous")
    compliant = under("hopkinson", "w23", "w23-continuous", "w23-ma_liu")
    damper, crank = file["damper"]["mechanism"], file["crank"]["mechanism"]
    return [
        ("Vertical chain, bead 13", "W25 fig. 11", pulses, standing, "beads-13", "force", "N"),
        ("Vertical chain, base", "W25 fig. 11", pulses, standing, "base-1", "force", "N"),
        ("Vertical chain under a magnet, base", "W25 fig. 13", pulses, pressed, "base-1", "force", "N"),
        ("Horizontal chain, bead 31", "W25 section 4.2", pulses, lying, "beads-31", "force", "N"),
        ("Spheres driven by a bar, sphere 40", "W25 fig. 19", pulses, bar, "beads-39", "velocity", "m/s"),
        ("Spheres driven by a bar, sphere 40", "W23 section 6.3", pulses, compliant, "beads-39", "velocity", "m/s"),
        ("Ball that bounces, restitution 0.8", "S20 section 8", bounces, file["ball"]["bounce"], 4),
        ("Impact damper", "S20 figs. 13, 15 to 17", fading, damper, printed(rows, "damper", "zone of impacts")),
        ("Slider-crank that hits a block", "S20 section 10", meeting, crank),
    ]
