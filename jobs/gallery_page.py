"""The page of jobs/gallery: one HTML file without scripts, which shows the pictures beside it."""
import html
import os
import shlex

STYLE = """
body { font: 16px/1.5 sans-serif; color: #222; max-width: 72em; margin: 2em auto; padding: 0 1em; }
section { display: grid; grid-template-columns: repeat(auto-fill, minmax(26em, 1fr)); gap: 2em; }
figure { margin: 0; border: 1px solid #ddd; border-radius: 6px; padding: 1em; }
figure img { display: block; width: 100%; height: 22em; object-fit: contain; }
figcaption h3 { margin: 0.6em 0 0.2em; font-size: 1.05em; }
figcaption p { margin: 0.3em 0; }
code { background: #f4f4f4; padding: 0 0.2em; overflow-wrap: anywhere; }
.figures { color: #555; font-size: 0.9em; }
.problem { color: #a00; }
"""


def counted(number, what):
    return f"{number:,} {what}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def figures(card):
    """The main figures of a run card, as texts; what a kind of run does not have is left out."""
    performance = card.get("performance", {})
    texts = [counted(performance[what], what) for what in ("particles", "cases", "impacts", "variants", "bounces", "steps") if what in performance]
    if "ranks" in performance:
        texts.append(f"{performance['ranks']} rank" + ("" if performance["ranks"] == 1 else "s"))
    if "seconds" in performance:
        texts.append(f"{performance['seconds']:.3g} s")
    for rate in ("particle_steps_per_second", "impacts_per_second"):
        if rate in performance:
            texts.append(f"{performance[rate]:.3g} {rate.replace('_per_second', '/s').replace('_', '-')}")
    energy = card.get("energy", {})
    if energy.get("put_in"):
        texts.append(f"ledger open by {abs(energy['residual'] / energy['put_in']):.1e} of the energy put in")
    return texts


def command(shown):
    return " ".join(["granum run", f"inputs/{shown.name}", *(f"--set {shlex.quote(change)}" for change in shown.sets)])


def figure(shown):
    """One input: picture, title, caption, figures, and links to what is in its folder."""
    escape, stem = html.escape, shown.folder
    lines = ["<figure>"]
    if shown.problem is None:
        lines.append(f'<a href="{shown.image}"><img src="{shown.image}" alt="{escape(shown.caption)}"></a>')
    lines.append(f"<figcaption><h3>{escape(shown.card.get('title', shown.name))}</h3>")
    lines.append(f"<p>{escape(shown.caption)}</p>")
    if shown.problem:
        lines.append(f'<p class="problem">{escape(shown.problem)}</p>')
    if shown.card:
        lines.append(f'<p class="figures">{" &middot; ".join(map(escape, figures(shown.card)))}</p>')
        files = [(os.path.basename(shown.name), "input"), (shown.results, "results"), ("run.json", "run card"), ("log.txt", "log")]
        lines.append("<p>" + " &middot; ".join(f'<a href="{stem}/{file}">{text}</a>' for file, text in files) + "</p>")
    lines.append(f"<p><code>{escape(command(shown))}</code></p>")
    lines.append(f"<p><code>granum-post {escape(' '.join(shown.picture))}</code></p></figcaption></figure>")
    return lines


def write(all_shown, directory, full):
    """Writes index.html with a section for each folder of inputs."""
    form = "as shipped" if full else "in their short form"
    lines = ['<!DOCTYPE html>', '<html lang="en"><head><meta charset="utf-8"><title>granum: gallery</title>']
    lines += [f"<style>{STYLE}</style></head><body>", "<h1>granum: gallery</h1>", f"<p>The inputs of granum, run {form}.</p>"]
    for folder in dict.fromkeys(shown.name.split("/")[0] for shown in all_shown):
        lines += [f"<h2>{html.escape(folder)}</h2>", "<section>"]
        for shown in all_shown:
            if shown.name.split("/")[0] == folder:
                lines += figure(shown)
        lines.append("</section>")
    with open(os.path.join(directory, "index.html"), "w") as file:
        file.write("\n".join([*lines, "</body></html>", ""]))
