"""Self-contained HTML pages without scripts: a common style for the page of a run and for the gallery."""
import base64
import html

from .style import SUPERSCRIPT

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 sans-serif; color: #222; background: #fff; max-width: 72em; margin: 0 auto; padding: 1em; }
h1 { font-size: 1.6em; line-height: 1.25; margin: 0.4em 0; overflow-wrap: anywhere; }
h2 { font-size: 1.25em; margin: 1.6em 0 0.5em; border-bottom: 1px solid #ccc; }
h3 { font-size: 1.05em; margin: 0.6em 0 0.2em; overflow-wrap: anywhere; }
p { margin: 0.4em 0; overflow-wrap: anywhere; }
a { color: #0b4f8a; }
figure { margin: 0 0 1.2em; border: 1px solid #ccc; border-radius: 6px; padding: 0.8em; }
figure img { display: block; width: 100%; height: auto; max-height: 46em; object-fit: contain; margin: 0 auto; }
figcaption { margin-top: 0.6em; }
.gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(26em, 100%), 1fr)); gap: 1.5em; }
.gallery figure { margin: 0; }
.gallery img { width: 100%; height: 22em; object-fit: contain; }
.tables { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(30em, 100%), 1fr)); gap: 0 2em; }
table { border-collapse: collapse; min-width: min(30em, 100%); margin: 0.4em 0 1em; }
caption { text-align: left; font-weight: bold; padding: 0.3em 0; }
th, td { text-align: left; vertical-align: top; padding: 0.15em 0.6em 0.15em 0; border-bottom: 1px solid #e4e4e4; }
th { font-weight: normal; color: #444; }
thead th { font-weight: bold; }
td.long { overflow-wrap: anywhere; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number { white-space: nowrap; }
code, pre { background: #f4f4f4; font-family: monospace; font-size: 0.9em; }
code { padding: 0 0.2em; overflow-wrap: anywhere; }
pre { padding: 0.8em; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.35; }
nav { margin: 0.8em 0; font-size: 0.9em; line-height: 1.9; }
.figures { color: #555; font-size: 0.9em; }
.problem, .failed, .killed { color: #a00000; }
.running { color: #0b4f8a; }
.completed { color: #0a6129; }
.stopped, .warning { color: #7a4700; }
.state { font-weight: bold; }
@media (max-width: 600px) {
  th, td { font-size: 0.8em; padding-right: 0.35em; }
  .gallery img { height: auto; }
}
@page { margin: 15mm; }
@media print {
  body { font-size: 10pt; max-width: none; padding: 0; }
  a { color: inherit; }
  nav { display: none; }
  h2, h3, caption { break-after: avoid; }
  figure, tr { break-inside: avoid; }
  figure img { max-height: 15cm; }
  thead { break-after: avoid; }
  .gallery { display: block; }
  .gallery figure { margin-bottom: 1em; }
  .gallery img { height: auto; max-height: 12cm; }
  code, pre { background: none; }
}
"""

LONG = 20  # longer texts in a table may be broken anywhere, so that the table fits 400 pixels
escape = html.escape


def document(title, body, refresh=None):
    """Returns a whole page. `body`: its lines; a list of its parts precedes the first part. `refresh`: time after which
    a browser reads the page again [s]."""
    head = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        '<link rel="icon" href="data:,">',  # otherwise a browser requests one
        *([f'<meta http-equiv="refresh" content="{refresh}">'] if refresh else []),
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style></head>",
        "<body><main>",
    ]
    return "\n".join([*head, *listed(body), "</main></body>", "</html>", ""])


def listed(body):
    """Returns the lines with anchors, and a list of links to them."""
    parts = {line: f"part-{k}" for k, line in enumerate(line for line in body if line.startswith("<h2>"))}
    links = [f'<a href="#{name}">{line[len("<h2>") : -len("</h2>")]}</a>' for line, name in parts.items()]
    lines = [line.replace("<h2>", f'<h2 id="{parts[line]}">') if line in parts else line for line in body]
    first = next((k for k, line in enumerate(body) if line in parts), len(body))
    return [*lines[:first], *([f"<nav>{' &middot; '.join(links)}</nav>"] if len(links) > 1 else []), *lines[first:]]


def sentence(text):
    """Returns the text with a capital first letter and a full stop."""
    return f"{text[0].upper()}{text[1:]}."


def image(png, alt):
    """Returns an image embedded in the page."""
    return f'<img src="data:image/png;base64,{base64.b64encode(png).decode()}" alt="{escape(alt)}">'


def number(value, text=None):
    """Returns a number with all digits as data for programs, and rounded as text."""
    return f'<data value="{value!r}">{escape(text if text is not None else shown(value))}</data>'


def shown(value):
    """Formats with four digits; whole numbers in groups of three."""
    if isinstance(value, int) or (float(value).is_integer() and abs(value) < 1e6):
        return f"{int(value):,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    digits, _, power = f"{value:.4g}".partition("e")
    text = digits + (f" × 10{str(int(power)).translate(SUPERSCRIPT)}" if power else "")
    return text.replace("-", "\N{MINUS SIGN}").replace(" ", "\N{NO-BREAK SPACE}")


def table(caption, rows, head=()):
    """Returns a table. The first cell of a row is its name; numbers (int, float) are aligned right, other texts are
    HTML."""
    lines = ["<table>", f"<caption>{escape(caption)}</caption>"]
    if head:
        first = rows[0] if rows else head
        names = (f'<th scope="col"{side(value)}>{escape(text)}</th>' for text, value in zip(head, first))
        lines.append(f"<thead><tr>{''.join(names)}</tr></thead>")
    for name, *cells in rows:
        found = "".join(cell(value) for value in cells)
        lines.append(f'<tr><th scope="row">{escape(name)}</th>{found}</tr>')
    return [*lines, "</table>"]


def side(value):
    """Returns the class of a cell: numbers are aligned right, long texts may be broken anywhere."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return ' class="number"'
    return ' class="long"' if len(value) > LONG else ""


def cell(value):
    return f"<td{side(value)}>{value if isinstance(value, str) else number(value)}</td>"
