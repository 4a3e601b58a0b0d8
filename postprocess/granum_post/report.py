"""`report`: a self-contained page of a run: state, command that resumes it, pictures, ledger, performance, and
input."""
import os
import re
import shlex

from . import energy as balance
from . import fitting, members, page
from .folder import COUNTED, RATES, fits
from .page import escape, number, shown
from .reader import PostError

DESCRIPTION = """Writes one HTML file about a run, whether it is running, completed, stopped, failed or killed: its
state, the command that resumes it, the pictures that fit it, the energy ledger, performance, provenance, and the input
as given and as resolved. The file contains its pictures, so that it may be sent or kept alone. --live writes the page
again while the run continues. For a study of chains or
assemblies it lists the cases. --picture 'COMMAND OPTIONS' adds a picture at the front."""

LIVE = {"time": "s simulated", "steps_per_second": "steps per second", "particles": "particles present"}
DEPTH = 9
TEXTS = {
    "changes": "Changes made when the run was resumed",
    "input": "The input as given",
    "resolved": "The resolved input, with every default, in SI",
}
PROVENANCE = ("program", "compiler", "petsc", "mpi", "host", "input", "finished")


def counted(value, noun):
    return f"{shown(value)} {noun}"


def figures(card):
    """Returns the main figures of a run card as texts, without figures that the run does not have."""
    performance = card.get("performance", {})
    moved = {name: each["number"] for name, each in card.get("particles", {}).items() if each.get("number")}
    texts = [counted(performance[noun], noun) for noun in COUNTED if noun in performance]
    if moved.keys() & {"inserted", "removed", "left"}:
        texts[:1] = [f"particles: {', '.join(counted(number, name) for name, number in moved.items())}"]
    if "ranks" in performance:
        texts.append(counted(performance["ranks"], "rank" if performance["ranks"] == 1 else "ranks"))
    if "seconds" in performance:
        texts.append(f"{performance['seconds']:.3g} s")
    for rate in RATES:
        if rate in performance:
            texts.append(f"{shown(performance[rate])} {rate.replace('_per_second', '/s').replace('_', '-')}")
    energy = card.get("energy", {})
    if energy.get("relative_residual") is not None:
        part = float(f"{abs(energy['relative_residual']):.1e}")
        texts.append(f"residual {shown(part)} of the energy exchanged")
    deepest = card.get("largest_overlap", {})
    if "over_radius" in deepest:
        texts.append(f"largest overlap {deepest['over_radius']:.3g} of the radius")
    return texts


def leaves(value, name="", depth=0):
    """Yields name and number of each number in a part of run.json, in objects inside at most DEPTH others."""
    if isinstance(value, dict) and depth <= DEPTH:
        for key, part in value.items():
            yield from leaves(part, f"{name}, {key}" if name else key, depth + 1)
    elif fits(value, float):
        yield name.replace("_", " "), value


def opening(folder, title, missing):
    """Returns title, state and main figures of the run."""
    state, lines = folder.state, [f"<h1>{escape(title or 'A run without a title')}</h1>"]
    lines.append(f'<p class="state {escape(state)}">State: {escape(state)}</p>')
    lines += [f'<p class="problem">{escape(text)}.</p>' for text in folder.problems]
    status = folder.status
    if state == "running" and status.get("percent") is not None:
        left, parts = status.get("seconds_left"), [f"{shown(status['percent'])} % done"]
        parts += [f"about {shown(round(left))} s left"] if left else []
        parts += [f"{shown(status[name])} {text}" for name, text in LIVE.items() if status.get(name) is not None]
        lines.append(f"<p>{', '.join(parts)}; updated {escape(str(status.get('updated')))}</p>")
    if missing:
        lines.append(f"<p>{escape(page.sentence(missing))}</p>")
    texts = figures(folder.card)
    return lines + ([f'<p class="figures">{" &middot; ".join(map(escape, texts))}</p>'] if texts else [])


def end_key(resolved):
    """Returns the key of the end of a run: that of the last stage, without stages `time.end`."""
    key, inside, name = "time.end", False, ""
    for line in resolved.splitlines():
        inside = line == "stages:" or (inside and line.startswith(" "))
        named = re.fullmatch(r"  ['\"]?([^ '\"]+)['\"]?:", line)
        ends = re.match(r"      (time|at_most): ", line)
        name = named[1] if inside and named else name
        key = f"stages.{name}.until.{ends[1]}" if inside and ends else key
    return key


def how_to_resume(folder, resolved):
    """Returns the command that resumes the run, or the other commands that apply."""
    name, stop = (shlex.quote(os.path.normpath(os.path.join(folder.path, file))) for file in ("", "stop"))
    if folder.resume:
        return f"Resume it with <code>{escape(folder.resume)}</code>, on any number of ranks."
    if folder.state == "running":
        return f"<code>touch {escape(stop)}</code> stops it with a checkpoint."
    if folder.state == "completed" and folder.checkpoint:
        return f"<code>granum resume {escape(name)} --set {escape(end_key(resolved))}=...</code> extends it."
    command = folder.card.get("command", [])
    if folder.state in ("stopped", "failed", "killed") and "run" in command[1:2]:
        again = shlex.join([*command, *([] if "--overwrite" in command else ["--overwrite"])])
        return f"There is no checkpoint; <code>{escape(again)}</code> restarts it."
    return "The run is completed." if folder.state == "completed" else "There is no checkpoint."


def segment(row, state):
    """Describes one session of the run. The state of a session without an end is that of the run."""
    ranks, ended = row.get("ranks"), row.get("ended")
    parts = [escape(row.get("state", "unknown") if ended else state)]
    if row.get("from") is not None:
        to = f" to {number(row['to'])} s" if row.get("to") is not None else ""
        parts.append(f"from {number(row['from'])} s{to} of simulated time" + ("" if to else " on"))
    if ranks is not None:
        parts.append(f"{number(ranks)} {'rank' if ranks == 1 else 'ranks'} on {escape(str(row.get('host', '?')))}")
    started = escape(str(row.get("started")))
    parts.append(f"{started} to {escape(str(ended))}" if ended else f"since {started}")
    parts += [escape(str(row["job"]))] if row.get("job") else []
    parts += [f"cause: {escape(str(row['cause']))}"] if row.get("cause") else []
    return f"<li>{', '.join(parts)}</li>"


def ending(folder, resolved):
    """Returns the sections on the end of the run, warnings, and how to resume it."""
    lines = ["<h2>State, and how to resume</h2>", f"<p>{how_to_resume(folder, resolved)}</p>"]
    rows = folder.card.get("segments", [])
    texts = [escape(str(text)) for row in rows for text in row.get("warnings", [])]
    last = folder.status.get("warning")  # a run that is running or was killed has its latest only there
    texts += [escape(str(last))] if last and escape(str(last)) not in texts else []
    if texts:
        head = f"{len(texts)} warning" + ("s" if len(texts) > 1 else "")
        lines += [f'<p class="warning">{head}:</p>', "<ul>", *(f"<li>{text}</li>" for text in texts), "</ul>"]
    elif folder.status.get("warnings") == 0:
        lines.append("<p>No warnings.</p>")
    return lines + (["<ol>", *(segment(row, folder.state) for row in rows), "</ol>"] if rows else [])


def shown_pictures(each, draw, caption_of):
    """Returns the figures. `each`: the words of a command; `draw` makes a PNG of them, `caption_of` their caption."""
    lines = ["<h2>Pictures</h2>"]
    for words in each:
        try:
            png, title = draw(words)
        except PostError as problem:
            lines.append(f'<p class="problem">No picture <code>{escape(words)}</code>: {escape(str(problem))}</p>')
            continue
        except Exception as fault:  # an error in one picture must not stop the others
            lines.append(
                f'<p class="problem">{escape(words)}: {escape(type(fault).__name__)}: {escape(str(fault))}</p>'
            )
            continue
        about = caption_of(shlex.split(words))
        caption = f"<figcaption>{escape(page.sentence(about))} <code>granum-post {escape(words)}</code></figcaption>"
        lines += ["<figure>", page.image(png, f"{title}: {about}" if title else about), caption, "</figure>"]
    return lines if len(lines) > 1 else lines + ["<p>The results have no data for a picture yet.</p>"]


def ledger(run):
    """Returns the first and last rows of the energy ledger, and the largest residual."""
    try:
        found = run.ledger()
    except PostError as problem:
        return [f"<p>{escape(page.sentence(str(problem)))}</p>"]
    names = [name for name in found if name not in ("time", "residual", "exchanged") and found[name].values.any()]
    rows = [(name.replace("_", " "), float(found[name][0]), float(found[name][-1])) for name in names]
    rows.append(("residual", float(found["residual"][0]), float(found["residual"][-1])))
    span = [f"at {shown(float(found['time'][k]))} s" for k in (0, -1)]
    lines = page.table(f"Energies ({found['kinetic'].unit})", rows, ["energy", *span])
    largest, name = float(abs(balance.relative(found)).max()), balance.reference(found)[1]
    return lines + [f"<p>The residual is at most {number(largest)} of the {name}.</p>"]


def performance(card):
    """Returns all numbers of the performance card that are not 0; phases with their share."""
    found = dict(card.get("performance", {}))
    phases, most = found.pop("phase_seconds", {}), found.pop("phase_seconds_max", {})
    if not found:
        return ["<p>The run has no performance card.</p>"]
    rows = [(name, value) for name, value in leaves(found) if value]  # a run on one rank has no messages
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
    """Returns provenance (program, libraries, host, command) and the input."""
    card = folder.card
    rows = [(name, escape(str(card[name]).strip())) for name in PROVENANCE if card.get(name)]
    if card.get("command"):
        rows.append(("command", f"<code>{escape(' '.join(map(str, card['command'])))}</code>"))
    lines = ["<h2>Provenance and input</h2>", *page.table("Provenance", rows)]
    for name, title in TEXTS.items():
        text = case_text(folder, run, name)
        if text.strip():
            lines += [f"<h3>{title}</h3>", f"<pre>{escape(text.rstrip())}</pre>"]
    return lines


def case_text(folder, run, name):
    """Returns the text from the results; without results, from the folder."""
    if run is not None:
        return run.text(name)
    file = {"input": "source.yaml", "resolved": "input.yaml"}.get(name, "")
    try:
        with open(os.path.join(folder.path, file), encoding="utf-8", errors="replace") as found:
            return found.read()
    except OSError:
        return ""


def cases(study):
    """Returns a table of the cases of a study with their states."""
    rows, units = [], study.units()
    for case in study.cases():
        values = {path: members.value_text(each, units.get(path, "1")) for path, each in case.get("swept", {}).items()}
        swept = ", ".join(f"{escape(path)} = {escape(value)}" for path, value in values.items())
        energy = case.get("energy") or {}
        numbers = (case.get("time", "-"), energy.get("exchanged", "-"), energy.get("relative_residual", "-"))
        rows.append((case["name"], escape(case["state"]), swept or "-", *numbers))
    head = ["case", "state", "swept", "time (s)", "energy exchanged (J)", "residual / energy exchanged"]
    filled = [k for k in range(len(head)) if any(row[k] != "-" for row in rows)]  # columns without values are left out
    rows = [[row[k] for k in filled] for row in rows]
    return ["<h2>Cases</h2>", *page.table("The cases of the study", rows, [head[k] for k in filled])]


def of_study(study, folder, each, draw, caption_of, refresh=None):
    body = opening(folder, study.title(), folder.missing()) + ending(folder, "") + cases(study)
    body += shown_pictures(each, draw, caption_of) + ["<h2>Performance</h2>", *performance(folder.card)]
    return page.document(study.title(), body + provenance(folder, None), refresh)


def of_run(run, folder, each, draw, caption_of, refresh=None):
    """Returns the page of a run. `run`: None if there are no results; `refresh`: see `page.document`."""
    title = run.title() if run is not None else folder.card.get("title", "")
    missing = run.missing() if run is not None else folder.missing()
    body = opening(folder, title, missing) + ending(folder, case_text(folder, run, "resolved"))
    if run is not None:
        body += shown_pictures(each, draw, caption_of)
        if fitting.kind_of(run) in ("chain", "assembly"):
            body += ["<h2>Energy ledger</h2>", *ledger(run)]
    body += ["<h2>Performance</h2>", *performance(folder.card)]
    return page.document(title or folder.path, body + provenance(folder, run), refresh)
