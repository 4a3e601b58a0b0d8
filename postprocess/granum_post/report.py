"""`report`: one page of a run, which needs nothing but itself: how it ended and how to go on, pictures, ledger,
performance, and what was run."""
import os
import shlex

from . import fitting, members, page
from .page import escape, number, shown
from .reader import PostError

DESCRIPTION = """Writes one HTML file with all that there is of a run, at work, done, stopped, failed or killed: its
state and the command that goes on with it, the pictures that fit it, the energy ledger, performance, where it comes
from, and the case as it was given and as it was understood. The pictures are inside the file, which may be sent or kept
without anything beside it. Of a study of chains or assemblies it has the list of the cases. --picture 'COMMAND OPTIONS'
puts a picture of your own choice in front."""

STATES = {
    "running": "at work",
    "completed": "completed",
    "stopped": "stopped",
    "failed": "failed",
    "killed": "killed",
    "unknown": "unknown",
}
COUNTED = ("particles", "cases", "impacts", "bounces", "variants", "steps")
TEXTS = {
    "changes": "Changes when it was resumed",
    "input": "The case as given",
    "resolved": "The case as understood, with every default, in SI",
}
PROVENANCE = ("program", "compiler", "petsc", "mpi", "host", "input", "finished")


def counted(value, what):
    return f"{shown(value)} {what}"


def figures(card):
    """The main figures of a run card, as texts; what a kind of run does not have is left out."""
    performance = card.get("performance", {})
    texts = [counted(performance[what], what) for what in COUNTED if what in performance]
    if "ranks" in performance:
        texts.append(counted(performance["ranks"], "rank" if performance["ranks"] == 1 else "ranks"))
    if "seconds" in performance:
        texts.append(f"{performance['seconds']:.3g} s")
    for rate in ("particle_steps_per_second", "impacts_per_second"):
        if rate in performance:
            texts.append(f"{shown(performance[rate])} {rate.replace('_per_second', '/s').replace('_', '-')}")
    energy = card.get("energy", {})
    if energy.get("put_in"):
        part = float(f"{abs(energy['residual'] / energy['put_in']):.1e}")
        texts.append(f"ledger open by {shown(part)} of the energy put in")
    return texts


def leaves(value, name=""):
    """Name and number of each number in a part of run.json."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, f"{name}, {key}" if name else key)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield name.replace("_", " "), value


def opening(folder, title, told):
    """What it is, and how it is."""
    state, lines = folder.state, [f"<h1>{escape(title or 'A run without a title')}</h1>"]
    lines.append(f'<p class="state {state}">State: {STATES.get(state, state)}</p>')
    status = folder.status
    if state == "running" and status.get("percent") is not None:
        left = status.get("seconds_left")
        lines.append(
            f"<p>{shown(status['percent'])} % done" + (f", about {shown(left)} s left</p>" if left else "</p>")
        )
    if told:
        lines.append(f"<p>{escape(page.sentence(told))}</p>")
    texts = figures(folder.card)
    return lines + ([f'<p class="figures">{" &middot; ".join(map(escape, texts))}</p>'] if texts else [])


def going_on(folder):
    """The command that goes on, or what else can be done."""
    name = os.path.normpath(folder.path)
    if folder.resume:
        return f"It goes on with <code>{escape(folder.resume)}</code>, on any number of ranks."
    if folder.state == "running":
        return f"<code>touch {escape(os.path.join(name, 'stop'))}</code> stops it with a checkpoint."
    if folder.state == "completed" and folder.checkpoint:
        return f"<code>granum resume {escape(name)} --set time.end=...</code> goes on beyond its end."
    command = folder.card.get("command", [])
    if folder.state in ("stopped", "failed", "killed") and "run" in command[1:2]:
        again = shlex.join([*command, *([] if "--overwrite" in command else ["--overwrite"])])
        return f"There is no checkpoint; <code>{escape(again)}</code> begins anew."
    return "It is done." if folder.state == "completed" else "There is no checkpoint to go on from."


def segment(row, state):
    """One session of the run, in words; the state of one that has no end is that of the run."""
    ranks, ended = row.get("ranks"), row.get("ended")
    parts = [row.get("state", "unknown") if ended else STATES[state]]
    if row.get("from") is not None:
        to = f" to {number(row['to'])} s" if row.get("to") is not None else ""
        parts.append(f"from {number(row['from'])} s{to} of simulated time" + ("" if to else " on"))
    if ranks is not None:
        parts.append(f"{number(ranks)} {'rank' if ranks == 1 else 'ranks'} on {escape(str(row.get('host', '?')))}")
    started = escape(str(row.get("started")))
    parts.append(f"{started} to {escape(str(ended))}" if ended else f"since {started}")
    parts += [escape(str(row["job"]))] if row.get("job") else []
    return f"<li>{', '.join(parts)}</li>"


def ending(folder):
    """How it ended, warnings, how to go on."""
    lines = ["<h2>How it went, and how to go on</h2>", f"<p>{going_on(folder)}</p>"]
    warnings = folder.status.get("warnings")
    if warnings:
        lines.append(
            f'<p class="warning">{number(warnings)} warnings; the last: {escape(str(folder.status["warning"]))}</p>'
        )
    elif warnings == 0:
        lines.append("<p>No warnings.</p>")
    rows = folder.card.get("segments", [])
    return lines + (["<ol>", *(segment(row, folder.state) for row in rows), "</ol>"] if rows else [])


def shown_pictures(each, draw, caption_of):
    """Figures: each is the words of a command; `draw` makes a PNG of them, `caption_of` says what it shows."""
    lines = ["<h2>Pictures</h2>"]
    for words in each:
        try:
            png, title = draw(words)
        except PostError as problem:
            lines.append(f'<p class="problem">No picture <code>{escape(words)}</code>: {escape(str(problem))}</p>')
            continue
        except Exception as fault:  # a fault of one picture must not cost the others
            lines.append(
                f'<p class="problem">{escape(words)}: {escape(type(fault).__name__)}: {escape(str(fault))}</p>'
            )
            continue
        about = caption_of(shlex.split(words))
        caption = f"<figcaption>{escape(page.sentence(about))} <code>granum-post {escape(words)}</code></figcaption>"
        lines += ["<figure>", page.image(png, f"{title}: {about}" if title else about), caption, "</figure>"]
    return lines if len(lines) > 1 else lines + ["<p>The results hold nothing yet that could be drawn.</p>"]


def ledger(run):
    """The first and last rows of the energy ledger, and the largest residual."""
    try:
        found = run.ledger()
    except PostError as problem:
        return [f"<p>{escape(page.sentence(str(problem)))}</p>"]
    names = [name for name in found if name not in ("time", "residual") and found[name].values.any()]
    rows = [(name.replace("_", " "), float(found[name][0]), float(found[name][-1])) for name in names]
    rows.append(("residual", float(found["residual"][0]), float(found["residual"][-1])))
    span = [f"at {shown(float(found['time'][k]))} s" for k in (0, -1)]
    lines = page.table(f"Energies ({found['kinetic'].unit})", rows, ["energy", *span])
    largest = float(abs(found["residual"].values).max())
    return lines + [f"<p>The residual is at most {number(largest)} {found['residual'].unit}.</p>"]


def performance(card):
    """All numbers of the performance card that are not 0; phases with their share."""
    found = dict(card.get("performance", {}))
    phases, most = found.pop("phase_seconds", {}), found.pop("phase_seconds_max", {})
    if not found:
        return ["<p>The run has left no performance card.</p>"]
    rows = [(name, value) for name, value in leaves(found) if value]  # one rank has no messages
    rows += [(f"step, {name}", value) for name, value in leaves(card.get("step", {}))]
    rows += [(f"energy, {name} (J)", value) for name, value in leaves(card.get("energy", {}))]
    lines = ['<div class="tables">', "<div>", *page.table("Figures of the run", rows), "</div>"]
    total = sum(phases.values())
    if total > 0:
        parts = [(name, phases[name], most.get(name, "-"), f"{100 * phases[name] / total:.1f} %") for name in phases]
        head = ["phase", "mean (s)", "most (s)", "share"]
        lines += ["<div>", *page.table("Time of the phases, over the ranks", parts, head), "</div>"]
    lines.append("</div>")
    reason = card.get("step", {}).get("reason")
    return lines + ([f"<p>Step: {escape(reason)}.</p>"] if reason else [])


def provenance(folder, run):
    """Where it comes from, and the case."""
    card = folder.card
    rows = [(name, escape(str(card[name]).strip())) for name in PROVENANCE if card.get(name)]
    if card.get("command"):
        rows.append(("command", f"<code>{escape(' '.join(map(str, card['command'])))}</code>"))
    lines = ["<h2>What was run</h2>", *page.table("Provenance", rows)]
    for name, title in TEXTS.items():
        text = case_text(folder, run, name)
        if text.strip():
            lines += [f"<h3>{title}</h3>", f"<pre>{escape(text.rstrip())}</pre>"]
    return lines


def case_text(folder, run, name):
    """From the results, or where there are none from the folder."""
    if run is not None:
        return run.text(name)
    file = {"input": "source.yaml", "resolved": "input.yaml"}.get(name, "")
    try:
        with open(os.path.join(folder.path, file), encoding="utf-8") as found:
            return found.read()
    except OSError:
        return ""


def cases(study):
    """What became of each case of a study."""
    rows, units = [], study.units()
    for case in study.cases():
        values = {path: members.value_text(each, units.get(path, "1")) for path, each in case.get("swept", {}).items()}
        swept = ", ".join(f"{escape(path)} = {escape(value)}" for path, value in values.items())
        energy = case.get("energy") or {}
        numbers = (case.get("time", "-"), energy.get("put_in", "-"), energy.get("residual", "-"))
        rows.append((case["name"], escape(case["state"]), swept or "-", *numbers))
    head = ["case", "state", "swept", "time (s)", "energy put in (J)", "residual (J)"]
    told = [k for k in range(len(head)) if any(row[k] != "-" for row in rows)]  # what no case has is left out
    rows = [[row[k] for k in told] for row in rows]
    return ["<h2>Cases</h2>", *page.table("The cases of the study", rows, [head[k] for k in told])]


def of_study(study, folder, each, draw, caption_of):
    body = opening(folder, study.title(), folder.missing()) + ending(folder) + cases(study)
    body += shown_pictures(each, draw, caption_of) + ["<h2>Performance</h2>", *performance(folder.card)]
    return page.document(study.title(), body + provenance(folder, None))


def of_run(run, folder, each, draw, caption_of):
    """`run`: None: there are no results."""
    title = run.title() if run is not None else folder.card.get("title", "")
    told = run.missing() if run is not None else folder.missing()
    body = opening(folder, title, told) + ending(folder)
    if run is not None:
        body += shown_pictures(each, draw, caption_of)
        if fitting.kind_of(run) in ("chain", "assembly"):
            body += ["<h2>Energy ledger</h2>", *ledger(run)]
    body += ["<h2>Performance</h2>", *performance(folder.card)]
    return page.document(title or folder.path, body + provenance(folder, run))
