"""Writes the page of jobs/tools/gallery: one HTML file without scripts, with thumbnails that lead to the picture
files."""
import os
import shlex

from granum_post import page
from granum_post.page import escape
from granum_post.report import figures
from PIL import Image

FIRST = "first-steps"  # the folder that the page begins with
WIDTH = 800  # longest side of a thumbnail [pixel]: twice its width on the page


def command(shown):
    return " ".join(["granum run", f"inputs/{shown.name}", *(f"--set {shlex.quote(change)}" for change in shown.sets)])


def thumbnail(shown):
    """Writes a small form of the picture beside it; returns its path in the page."""
    whole = os.path.join(shown.directory, os.path.basename(shown.image))
    with Image.open(whole) as file:
        small = file.convert("RGB")
    small.thumbnail((WIDTH, WIDTH))
    small.quantize(256).save(os.path.join(shown.directory, "thumbnail.png"), optimize=True)
    return f"{shown.folder}/thumbnail.png"


def figure(shown):
    """Returns the HTML of one input: picture, title, caption, figures, and links to its page and to its files."""
    stem = shown.folder
    lines = ["<figure>"]
    if shown.problem is None:
        small = f'<img src="{escape(thumbnail(shown))}" alt="{escape(shown.caption)}">'
        lines.append(f'<a href="{escape(shown.image)}">{small}</a>')
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
        links = (f'<a href="{escape(stem)}/{escape(file)}">{text}</a>' for file, text in found)
        lines.append(f"<p>{' &middot; '.join(links)}</p>")
    commands = command(shown), f"granum-post {' '.join(shown.picture)}"
    lines += [f"<p><code>{escape(text)}</code></p>" for text in commands]
    lines.append("</figcaption></figure>")
    return lines


def write(all_shown, directory, full):
    """Writes index.html with a section for each folder of inputs."""
    form = "as shipped" if full else "in their short form"
    lines = ["<h1>granum: gallery</h1>", f"<p>The inputs of granum, run {form}.</p>"]
    folders = dict.fromkeys(shown.name.split("/")[0] for shown in all_shown)
    for folder in sorted(folders, key=lambda name: name != FIRST):
        title = escape(folder.replace("-", " ").capitalize())
        lines += [f"<h2>{title}</h2>", '<section class="gallery">']
        for shown in all_shown:
            if shown.name.split("/")[0] == folder:
                lines += figure(shown)
        lines.append("</section>")
    with open(os.path.join(directory, "index.html"), "w", encoding="utf-8") as file:
        file.write(page.document("granum: gallery", lines))
