"""`rose`: directions of the contacts at one time, and the mean force of each direction."""
import numpy as np
from matplotlib import ticker

from . import contacts, fabric, moments, style
from .grains import AXES, Grains
from .reader import PostError

NEEDS = "trajectory, contacts"
DESCRIPTION = """Directions of the contacts between particles nearest to the time of the chosen frame, as seen along
--along (default y; in dimension 2 z), in sectors of 15 degrees. (a) Number of contacts divided by the mean over the
sectors. (b) Mean normal force divided by the mean over all contacts. The line is the best fit 1 + a cos(2(angle -
angle_0)) in this view; in dimension 3 its a depends on --along. A contact has two directions; contacts with walls are
left out.

The heading, --table and --csv have the invariants of the anisotropy of the contact directions (a_c), of the normal
force (a_n) and of the tangential force (a_t), which do not depend on the view (Guo and Zhao 2013; in dimension 2
Rothenburg and Bathurst 1989). They are negative if they are opposed to the stress. For small anisotropies and equal
particles q/p = 0.4 (a_c + a_n + 1.5 a_t), in dimension 2 (s_1 - s_2)/(s_1 + s_2) = 0.5 (a_c + a_n + a_t); the stress
of the contacts and this estimate are beside them."""
SECTORS = 24


def add_options(command):
    moments.add_options(command)
    command.add_argument("--along", choices=tuple(AXES), help="look along this axis; default: y, in dimension 2 z")


def measure(network, axis):
    """Returns the middles of the sectors [rad], number of contacts and mean normal force of each sector, divided by
    their means. The force is nan for sectors without contacts."""
    right, up = [k for k in range(3) if k != axis]
    normal = network.normal[network.between]
    push = np.tile(network.push[network.between], 2)
    both = np.concatenate([normal, -normal])
    angle = np.arctan2(both[:, up], both[:, right]) % (2 * np.pi)
    sector = np.minimum((angle / (2 * np.pi) * SECTORS).astype(int), SECTORS - 1)
    count = np.bincount(sector, minlength=SECTORS)
    force = np.bincount(sector, push, SECTORS) / np.where(count > 0, count, np.nan)
    return 2 * np.pi * (np.arange(SECTORS) + 0.5) / SECTORS, count / count.mean(), force / push.mean()


def anisotropy(angle, values):
    """Returns a and angle_0 of the best fit."""
    here = np.isfinite(values)
    waves = np.column_stack([np.ones(here.sum()), np.cos(2 * angle[here]), np.sin(2 * angle[here])])
    mean, along, across = np.linalg.lstsq(waves, values[here], rcond=None)[0]
    return np.hypot(along, across) / mean, 0.5 * np.arctan2(across, along)


def draw(axes, angle, values, title, names):
    width = 2 * np.pi / SECTORS
    axes.bar(angle, np.nan_to_num(values), width=width, color=style.SKY, edgecolor=style.BLUE, linewidth=0.5)
    size, middle = anisotropy(angle, values)
    round_ = np.linspace(0, 2 * np.pi, 361)
    axes.plot(
        round_, 1 + size * np.cos(2 * (round_ - middle)), color=style.VERMILION, linestyle="--", label="_anisotropy"
    )
    axes.set_thetagrids([0, 45, 90, 135, 180, 225, 270, 315], [names[0], "", names[1], "", "", "", "", ""])
    axes.set_rlabel_position(22.5)
    axes.yaxis.set_major_locator(ticker.MaxNLocator(3, integer=True, prune="lower"))
    for text in axes.get_yticklabels():
        text.set_bbox({"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.6})
    axes.set_title(f"{title}; dashed: a = {size:.3g} in this view", pad=12)
    return {f"anisotropy of the {title[4:].split(' /')[0]} in this view": (size, "1")}


def invariants(network, flat):
    """Returns a line with the invariants of the fabric and of the forces, and their numbers."""
    axes = slice(2 if flat else 3)
    found = fabric.Fabric(*(each[network.between, axes] for each in (network.normal, network.force, network.branch)))
    ratio = "(s_1 - s_2)/(s_1 + s_2)" if flat else "q/p"
    numbers = {
        "anisotropy of the contacts a_c": found.contacts,
        "anisotropy of the normal force a_n": found.normal,
        "anisotropy of the tangential force a_t": found.tangential,
        f"{ratio} of these contacts": found.stress,
        f"{ratio} by a_c a_n a_t": found.relation,
    }
    text = f"a_c = {found.contacts:.3f}, a_n = {found.normal:.3f}, a_t = {found.tangential:.3f}; {ratio} = "
    text += f"{found.stress:.3f}, from these {found.relation:.3f}"
    return style.Line(text, {name: (value, "1") for name, value in numbers.items()})


def picture(results, options):
    grains = Grains(results)
    network = contacts.Network(results, grains, options)
    if not network.between.any():
        raise PostError("no contacts between particles at this time; choose another one with --time")
    axis = 2 if grains.flat else AXES.index(options.along or "y")
    names = [AXES[k] for k in range(3) if k != axis]
    angle, count, force = measure(network, axis)
    drawing = style.figure(95)
    panels = drawing.subplots(1, 2, subplot_kw={"projection": "polar"})
    sizes = draw(panels[0], angle, count, "(a) number / mean", names)
    sizes.update(draw(panels[1], angle, force, "(b) normal force / mean", names))
    caption = contacts.caption(network)
    style.heading(drawing, results.title(), caption, invariants(network, grains.flat), style.Line("", sizes))
    return drawing
