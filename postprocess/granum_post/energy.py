"""`energy`: the energy ledger over time, and its residual."""
import numpy as np

from . import style
from .reader import is_loss
from .table import Column, Numbers

DESCRIPTION = """(a) Kinetic energy, recoverable contact energy, each kind of dissipation, the work of external
forces (if any), the energy of particles that left and of changes between stages, and the balance: kinetic + elastic +
dissipated + carried out + taken by changes - external work - energy of inserted particles, which should be constant.
(b) The residual (balance minus its first value) divided by the energy exchanged so far, as `granum info`
prints it: dissipated energy, absolute external work and elastic energy released, at least the largest kinetic energy. A
small residual shows that the time step is short enough. Results of earlier versions do not have the energy exchanged;
their residual is divided by the energy put in."""

COLOURS = {
    "kinetic": style.BLUE,
    "elastic": style.ORANGE,
    "dissipated_viscous": style.GREEN,
    "dissipated_plastic": style.PURPLE,
    "dissipated_frictional": style.SKY,
    "dissipated_bonds": style.VERMILION,
    "dissipated_drag": style.GREY,
    "carried_out": style.WINE,
    "taken_by_changes": style.BLACK,
}
SPARE = (style.GREY,)
DASHED = {
    "elastic": (0, (7, 1.5)),
    "dissipated_viscous": (0, (5, 1.5, 1, 1.5)),
    "dissipated_plastic": (0, (3, 1.2)),
    "dissipated_frictional": (0, (5, 1, 1, 1, 1, 1)),
    "dissipated_bonds": (0, (2, 1)),
    "dissipated_drag": (0, (9, 2)),
    "carried_out": (0, (4, 1, 2, 1)),
    "taken_by_changes": (0, (8, 1, 1, 1)),
}


def columns(ledger):
    """Returns the names of the stored and the dissipated energies, in the order of drawing."""
    return ["kinetic", "elastic"] + [name for name in ledger if is_loss(name)]


def work(ledger):
    """Returns the external work since the first sample; in bulk runs it has an arbitrary constant, the potential
    energy."""
    return ledger["external_work"].values - ledger["external_work"].values[0]


def brought_in(ledger):
    """Returns the energy of inserted particles."""
    return ledger["brought_in"].values if "brought_in" in ledger else np.zeros(ledger.rows)


def balance(ledger):
    return sum(ledger[name].values for name in columns(ledger)) - work(ledger) - brought_in(ledger)


def reference(ledger):
    """Returns the energy with which the residual of each row is compared, and its name (GrLedger.exchanged in C)."""
    if "exchanged" in ledger:
        return ledger["exchanged"].values, "energy exchanged"
    start = ledger["kinetic"].values[0] + ledger["elastic"].values[0]
    put_in = start + abs(work(ledger)[-1]) + brought_in(ledger)[-1]
    return np.full(ledger.rows, put_in), "energy put in"


def relative(ledger):
    """Returns the residual of each row divided by `reference`; 0 for a residual of 0."""
    residual = ledger["residual"].values
    return np.divide(residual, reference(ledger)[0], out=np.zeros_like(residual), where=residual != 0)


def draw(axes, residual_axes, ledger, title=None, residual_title=""):
    """Draws both panels: the ledger and the residual over the same time. Losses that are always zero are left out.
    `title`: the title of the legend above the ledger."""
    time = ledger["time"]
    time_factor, time_unit = style.scaled(time.values.max(), time.unit)
    total = balance(ledger)
    largest = max(
        np.max(np.abs(values)) for values in [total, work(ledger)] + [ledger[name].values for name in columns(ledger)]
    )
    factor, unit = style.scaled(largest, ledger["kinetic"].unit)
    few = {"marker": "o", "markersize": 3} if time.values.size < 10 else {}
    spare = iter(SPARE)

    def line(values, name, colour, **options):
        axes.plot(time.values * time_factor, values * factor, color=colour, label=name, **few, **options)

    for name in columns(ledger):
        if name not in ("kinetic", "elastic") and not np.any(ledger[name].values):
            continue
        colour = COLOURS.get(name) or next(spare, style.GREY)
        line(ledger[name].values, name.replace("_", " "), colour, linestyle=DASHED.get(name, "-"))
    if np.any(work(ledger)):
        line(work(ledger), "external work", style.VERMILION, linestyle="--", linewidth=1.6)
    line(total, "balance", style.BLACK, linestyle=":")
    axes.set_ylabel(style.label("energy", unit))
    axes.set_ylim(top=1.08 * largest * factor if largest > 0 else 1.0)
    axes.tick_params(labelbottom=False)
    axes.set_xlabel(style.label("time", time_unit), visible=False)  # the panel below has it
    axes.legend(
        title=title,
        title_fontsize=8,
        alignment="left",
        loc="lower left",
        bbox_to_anchor=(0, 1.0),
        ncol=2,
        borderaxespad=0.2,
        borderpad=0,
        columnspacing=1.2,
        handlelength=1.8,
    )

    reference_name = reference(ledger)[1]
    residual_axes.axhline(0, color=style.GREY, linewidth=0.6)
    residual = relative(ledger)
    residual_axes.plot(time.values * time_factor, residual, color=style.BLACK, linewidth=0.9, **few)
    if not np.any(residual):
        residual_axes.set_ylim(-1e-16, 1e-16)  # about the smallest visible residual
    residual_axes.ticklabel_format(axis="y", style="sci", scilimits=(-2, 3), useMathText=True)
    residual_axes.yaxis.get_offset_text().set_fontsize(7)
    for panel in (axes, residual_axes):
        if time.values[-1] > time.values[0]:
            panel.set_xlim(time.values[0] * time_factor, time.values[-1] * time_factor)
    residual_axes.set_ylabel(f"residual /\n{reference_name.removeprefix('energy ')}")
    residual_axes.set_xlabel(style.label("time", time_unit))
    residual_axes.set_title(residual_title)


def table(results, _):
    ledger = results.ledger()
    scale, name = reference(ledger)
    drawn = {"balance": Column(balance(ledger), "J"), f"residual per {name}": Column(relative(ledger))}
    work_done = {"external work since the start": Column(work(ledger), "J")}
    return [Numbers({**ledger, **work_done, **drawn}, {name: Column(float(scale[-1]), "J")})]


def picture(results, options):
    drawing = style.figure(110)
    upper, lower = drawing.subplots(2, 1, sharex=True, gridspec_kw={"height_ratios": [3, 1]})
    draw(upper, lower, results.ledger(), "(a) energy ledger", "(b) residual")
    style.heading(drawing, results.title())
    return drawing
