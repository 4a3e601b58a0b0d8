"""jobs/tools/site: the guide and the reference as static HTML with a search that works from a folder, without a
server. The contents, inputs/README.md, determine the order of the pages."""
import argparse
import contextlib
import glob
import html
import io
import json
import os
import re
import shutil
import subprocess
import sys

import markdown
import site_laws
from granum_post.page import STYLE, escape

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
CONTENTS, ARCHITECTURE = "inputs/README.md", "src/README.md"
KEYS, LAWS = "reference/keys.md", "reference/laws"
CHOICE = "inputs/guide/materials-and-laws.md"  # its words are names of laws, also where a key has the same name
SEARCH = "jobs/tools/site_search.js"
PICTURES = (".png", ".svg", ".jpg")
LAYOUT = """
body { max-width: none; display: grid; grid-template-columns: 17em minmax(0, 1fr); gap: 2em; }
main { max-width: 56em; overflow-wrap: anywhere; }
#menu { font-size: 0.9em; }
#menu ul { list-style: none; margin: 0.2em 0 0.8em; padding: 0; }
#menu summary { font-weight: bold; cursor: pointer; }
#menu .here { font-weight: bold; }
#search { width: 100%; box-sizing: border-box; font: inherit; padding: 0.3em; }
#found li { margin-bottom: 0.5em; overflow-wrap: anywhere; }
#found span { color: #555; }
.scroll { overflow-x: auto; }
.scroll table { overflow-wrap: normal; }
pre code { padding: 0; }
main img { max-width: 100%; height: auto; }
@media (max-width: 800px) { body { display: block; } }
@media print { body { display: block; } #menu { display: none; } }
"""


class Page:
    """A page: path of its HTML file in the site, title, and body as HTML."""

    def __init__(self, path, title, body):
        self.path, self.title, self.body = path, title, body

    @property
    def folder(self):
        return os.path.dirname(self.path)

    def link_to(self, path):
        return os.path.relpath(path, self.folder or ".")


def slug(text, separator="-"):
    """Anchor of a heading, as GitHub forms it."""
    return re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", separator)


def site_path(source):
    """Path in the site of a Markdown file or of another text file of the repository."""
    if source == "README.md":
        return "index.html"
    return source[:-3] + ".html" if source.endswith(".md") else source + ".html"


def convert(source, text):
    """The page of a Markdown text; source: its path in the repository, from which links start."""
    extensions = ["tables", "fenced_code", "sane_lists", "toc"]
    body = markdown.markdown(text, extensions=extensions, extension_configs={"toc": {"slugify": slug}})
    body = body.replace("<table>", '<div class="scroll"><table>').replace("</table>", "</table></div>")
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", body, re.S)
    title = html.unescape(re.sub(r"<[^>]+>", "", heading.group(1))) if heading else source
    return Page(site_path(source), title, body)


def read(source):
    with open(os.path.join(ROOT, source), encoding="utf-8") as file:
        return file.read()


def linked_pages(source, text):
    """Paths of the pages to which a Markdown text links, in its order."""
    links = re.findall(r"\]\(([^)#\s:]+\.md)\)", text)
    return list(dict.fromkeys(os.path.normpath(os.path.join(os.path.dirname(source), link)) for link in links))


def contents():
    """The groups of the navigation: title -> paths of its pages, from the headings and links of the contents. The page
    of the architecture links to the pages of the folders of src/."""
    _, *parts = re.split(r"^## (.+)\n", read(CONTENTS), flags=re.M)
    groups = {"Contents": [CONTENTS]}
    groups |= {title: linked_pages(CONTENTS, text) for title, text in zip(parts[::2], parts[1::2])}
    groups["Reference"].append(KEYS)
    groups["Contact laws"] = []
    folders = linked_pages(ARCHITECTURE, read(ARCHITECTURE))
    groups["Folders of src/"] = [path for path in folders if path.startswith("src/")]
    return groups


def all_pages():
    """Paths of the Markdown files of the repository; a folder that a program has written is no part of it."""
    for folder in ("", "inputs", "jobs", "postprocess", "src", "tests"):
        for path in glob.glob(os.path.join(ROOT, folder, "**" if folder else "", "*.md"), recursive=bool(folder)):
            yield os.path.relpath(path, ROOT)


def bring_linked_files(page, out, problems):
    """Makes the links of a page lead to pages of the site; copies pictures and shows other files as pages."""

    def replace(match):
        attribute, target = match.group(1), html.unescape(match.group(2))
        path, _, anchor = target.partition("#")
        if not path or re.match(r"[a-z]+:", target):
            return match.group(0)
        source = os.path.normpath(os.path.join(page.folder, path))
        if os.path.isdir(os.path.join(ROOT, source)):
            source = os.path.join(source, "README.md")
        if not os.path.isfile(os.path.join(ROOT, source)):
            problems.append(f"{page.path}: no file {target}")
            return match.group(0)
        goal = source if source.endswith(PICTURES) else site_path(source)
        os.makedirs(os.path.join(out, os.path.dirname(goal)), exist_ok=True)
        if source.endswith(PICTURES):
            shutil.copy(os.path.join(ROOT, source), os.path.join(out, goal))
        elif not source.endswith(".md"):
            with open(os.path.join(ROOT, source), encoding="utf-8") as file:
                shown[goal] = Page(goal, source, f"<h1>{escape(source)}</h1><pre>{escape(file.read())}</pre>")
        return f'{attribute}="{escape(page.link_to(goal))}{"#" + anchor if anchor else ""}"'

    shown = {}
    page.body = re.sub(r'\b(href|src)="([^"]*)"', replace, page.body)
    return shown


def link_laws(page, laws, keys):
    """Makes names of laws in the text of a page links to their pages. A name that is also a key is linked in the page
    of the choice, in `granum laws NAME` and in `law: NAME` only."""

    def replace(match):
        text = match.group(2)
        stated = re.search(r"\blaws? ?:? ?(\w+)", text or "")
        name = stated.group(1) if stated else text
        sure = stated or name not in keys or page.path == site_path(CHOICE)
        if text is None or name not in laws or not sure:
            return match.group(0)
        return f'<a href="{page.link_to(laws[name].path)}"><code>{text}</code></a>'

    page.body = re.sub(r"(<(?:a|h\d|pre)\b.*?</(?:a|h\d|pre)>)|<code>([^<]*)</code>", replace, page.body, flags=re.S)


def reference(granum, out):
    """The pages of the reference, from what granum prints."""
    keys = subprocess.run([granum, "keys"], capture_output=True, text=True, check=True).stdout
    yield convert(KEYS, keys)
    folder = os.path.join(out, LAWS)
    os.makedirs(folder, exist_ok=True)
    for role, values in site_laws.read_laws(granum):
        name = values["law"]
        with contextlib.redirect_stderr(io.StringIO()):
            body = site_laws.law_page(granum, role, values, folder)
        yield Page(f"{LAWS}/{name}.html", name, "\n".join(body))


def menu(page, groups):
    """The navigation beside a page: a list for each group, open where the page is in it."""
    lines = ['<nav id="menu"><input id="search" type="search" placeholder="search" aria-label="search the pages">']
    lines.append('<ul id="found"></ul>')
    for title, members in groups.items():
        lines.append(f"<details{' open' if page in members else ''}><summary>{escape(title)}</summary><ul>")
        for other in members:
            mark = ' class="here"' if other is page else ""
            lines.append(f'<li><a{mark} href="{page.link_to(other.path)}">{escape(other.title)}</a></li>')
        lines.append("</ul></details>")
    return "\n".join([*lines, "</nav>"])


def write_page(page, groups, out):
    top = page.link_to(".").rstrip("/") + "/"
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    lines = ["<!DOCTYPE html>", f'<html lang="en"><head>{head}<link rel="icon" href="data:,">']
    lines += [f"<title>{escape(page.title)} - granum</title>", f'<link rel="stylesheet" href="{top}style.css"></head>']
    lines += [f'<body data-top="{top}">', menu(page, groups), "<main>", page.body, "</main>"]
    lines += [f'<script src="{top}pages.js"></script><script src="{top}search.js"></script></body></html>', ""]
    path = os.path.join(out, page.path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


def sections(page):
    """The entries of a page in the index of the search: one for each heading with an anchor."""
    parts = re.split(r'<h[1-3] id="([^"]*)">(.*?)</h[1-3]>', page.body, flags=re.S)
    texts = [re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", part))) for part in parts]
    places = zip(["", *parts[1::3]], [page.title, *texts[2::3]], [texts[0], *texts[3::3]])
    for anchor, title, text in places:
        url = f"{page.path}#{anchor}" if anchor else page.path
        if text.strip():
            yield {"page": page.title, "title": title, "url": url, "text": text}


def check_anchors(pages, problems):
    """Reports links to headings that do not exist."""
    anchors = {page.path: set(re.findall(r'\bid="([^"]*)"', page.body)) for page in pages}
    for page in pages:
        for target in re.findall(r'\bhref="([^"]*#[^"]*)"', page.body):
            path, _, anchor = html.unescape(target).partition("#")
            goal = os.path.normpath(os.path.join(page.folder, path)) if path else page.path
            if not re.match(r"[a-z]+:", target) and anchor not in anchors.get(goal, ()):
                problems.append(f"{page.path}: no heading {target}")


def build(out, granum):
    """Writes the site; returns the errors of its links."""
    listed = contents()
    sources = [source for members in listed.values() for source in members if source != KEYS]
    problems, files = [f"{CONTENTS} lists no page {source}" for source in sorted({*all_pages()} - {*sources})], {}
    page_of = {source: convert(source, read(source)) for source in sources}
    for page in page_of.values():
        files.update(bring_linked_files(page, out, problems))
    keys, *laws = reference(granum, out)
    names = set(re.findall(r"<code>(?:[\w.]*\.)?(\w+)</code>", keys.body))
    for page in page_of.values():
        link_laws(page, {law.title: law for law in laws}, names)
    groups = {title: [page_of.get(source, keys) for source in members] for title, members in listed.items()}
    groups["Contact laws"] = laws
    pages = sum(groups.values(), [])
    check_anchors([*pages, *files.values()], problems)
    for page in [*pages, *files.values()]:
        write_page(page, groups, out)
    index = [entry for page in pages for entry in sections(page)]
    for name, text in (
        ("style.css", STYLE + LAYOUT),
        ("search.js", read(SEARCH)),
        ("pages.js", f"const PAGES = {json.dumps(index)};\n"),
    ):
        with open(os.path.join(out, name), "w", encoding="utf-8") as file:
            file.write(text)
    return problems


def main():
    parser = argparse.ArgumentParser(prog="jobs/tools/site", description=__doc__)
    parser.add_argument("-o", "--output", metavar="OUT", default="site", help="folder of the site (default: site)")
    options = parser.parse_args()
    granum = shutil.which(os.environ.get("GRANUM", os.path.join(ROOT, "build", "granum")))
    if not granum:
        sys.exit("site: no command build/granum; build it, or set GRANUM to its path")
    if os.path.isdir(options.output) and not os.path.isfile(os.path.join(options.output, "pages.js")):
        if os.listdir(options.output):
            sys.exit(f"site: {options.output} is not empty and holds no site; give another folder with -o")
    shutil.rmtree(options.output, ignore_errors=True)
    os.makedirs(options.output)
    problems = build(options.output, granum)
    print(f"site: {os.path.join(options.output, 'index.html')}")
    for problem in problems:
        print(f"site: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
