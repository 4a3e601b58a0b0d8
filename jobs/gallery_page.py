"""Writes the page of jobs/gallery: one HTML file without scripts, with the picture files beside it."""
import os
import shlex

from granum_post import page
from granum_post.page import escape
from granum_post.pictures import caption_of
from granum_post.report import figures


def command(shown):
    return " ".join(["granum run", f"inputs/{shown.name}", *(f"--set {shlex.quote(change)}" for change in shown.sets)])


def figure(shown):
    """Returns the HTML of one input: picture, title, caption, figures, and links to its page and to its files."""
    stem = shown.folder
    lines = ["<figure>"]
    if shown.problem is None:
        lines.append(f'<a href="{shown.image}"><img src="{shown.image}" alt="{escape(shown.caption)}"></a>')
    lines.append(f"<figcaption><h3>{escape(shown.card.get('title', shown.name))}</h3>")
    lines.append(f"<p>{escape(shown.caption)}</p>")
    if shown.problem:
        lines.append(f'<p class="problem">{escape(shown.problem)}</p>')
    if shown.card:
        lines.append(f'<p class="figures">{" &middot; ".join(map(escape, figures(shown.card)))}</p>')
        files = [
            ("report.html", "page of the run"),
            (os.path.basename(shown.name), "input"),
            (shown.results, "results"),
        ]
        files += [("run.json", "run card"), ("log.txt", "log")]
        found = [(file, text) for file, text in files if os.path.exists(os.path.join(shown.directory, file))]
        lines.append("<p>" + " &middot; ".join(f'<a href="{stem}/{file}">{text}</a>' for file, text in found) + "</p>")
    lines.append(f"<p><code>{escape(command(shown))}</code></p>")
    lines.append(f"<p>{escape(page.sentence(caption_of(shown.picture)))}")
    lines.append(f"<code>granum-post {escape(' '.join(shown.picture))}</code></p></figcaption></figure>")
    return lines


def write(all_shown, directory, full):
    """Writes index.html with a section for each folder of inputs."""
    form = "as shipped" if full else "in their short form"
    lines = ["<h1>granum: gallery</h1>", f"<p>The inputs of granum, run {form}.</p>"]
    for folder in dict.fromkeys(shown.name.split("/")[0] for shown in all_shown):
        lines += [f"<h2>{escape(folder)}</h2>", '<section class="gallery">']
        for shown in all_shown:
            if shown.name.split("/")[0] == folder:
                lines += figure(shown)
        lines.append("</section>")
    with open(os.path.join(directory, "index.html"), "w", encoding="utf-8") as file:
        file.write(page.document("granum: gallery", lines))
