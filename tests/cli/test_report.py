"""granum-post report: the page of a run is self-contained, its numbers are from run.json, and there is a page
for failed runs and for runs without results.
Labels: bulk chain input law particle record run time wall."""
import contextlib
import html.parser
import io
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from types import SimpleNamespace

from cases import struck_chain
from granum_post import fitting
from granum_post.__main__ import main
from granum_post.pictures import PICTURES, SEVERAL, caption_of
from granum_post.report import end_key
from granum_post.table import Column
from granum_test import GRANUM, SOURCE, case, done, fact, run, simulate

CHAIN = (
    "title: Two beads < three"
    + struck_chain(9)
    + """time: {end: 50 us, step: 0.1 us}
output: {trajectory: {every: 1 us}, energy: {every: 1 us}}
"""
)
STAGED = """title: Grains in stages
dimension: 3
domain: {lower: [0, 0, 0], upper: [4 mm, 4 mm, 4 mm]}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 10e6, poisson_ratio: 0.25}}
contacts: [{between: [glass, glass], normal: {law: tsuji, restitution: 0.8}}]
particles: {grains: {lattice: {sites: simple_cubic, spacing: 1 mm}, material: glass, radius: 0.45 mm}}
walls:
  screw: {shape: disc, centre: [2 mm, 2 mm, 0], normal: [0, 0, 1], radius: 2 mm, material: glass,
          rotation: {angular_velocity: [0, 0, 9 rad/s]}}
time: {step: auto}
stages: {fall: {until: {time: 0.2 ms}}, rest: {until: {kinetic_over_elastic: 1e-9, at_most: 0.4 ms}}}
output: {trajectory: {every: 0.2 ms}, walls: {every: 0.2 ms}}
"""
CASES = "variants: {one: {}, two: {time.end: 20 us}}\n"


class Page(html.parser.HTMLParser):
    """Tags with their attributes, numbers in machine-readable form, and the text."""

    def __init__(self, path):
        super().__init__()
        self.tags, self.numbers, self.text = [], set(), ""
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag == "data":
            self.numbers.add(float(dict(attributes)["value"]))

    def handle_data(self, data):
        self.text += data

    def of(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]


def report(folder, *options):
    told = subprocess.run(
        [sys.executable, "-m", "granum_post", "report", folder, *options], capture_output=True, text=True
    )
    fact(told.returncode == 0 and not told.stderr, f"{os.path.basename(folder)} gets a report {told.stderr.strip()}")
    return Page(os.path.join(folder, "report.html"))


def numbers(part):
    if isinstance(part, dict):
        return [value for inner in part.values() for value in numbers(inner)]
    return [float(part)] if isinstance(part, (int, float)) else []


def check_page(page, folder, pictures):
    with open(os.path.join(folder, "run.json")) as file:
        card = json.load(file)
    lost = [
        value for name in ("performance", "energy") for value in numbers(card.get(name)) if value not in page.numbers
    ]
    fact(not lost and page.numbers, f"the page contains every number of run.json {lost}")
    images = page.of("img")
    inside = all(image["src"].startswith("data:image/png;base64,") and image["alt"] for image in images)
    fact(len(images) == pictures and inside, f"{len(images)} pictures are embedded in the page and described")
    outside = [
        tag
        for tag, attributes in page.tags
        for key in ("src", "href")
        if not attributes.get(key, "data:").startswith(("data:", "#part-"))
    ]
    fact(
        not outside and not page.of("script") and page.of("html") == [{"lang": "en"}],
        f"the page needs no other files and no scripts {outside}",
    )
    texts = [card["program"], card["input"], " ".join(card["command"]), "time:"]
    fact(not [text for text in texts if text not in page.text], "the page contains version, command and case")


def check_done(top):
    folder = os.path.dirname(simulate(case(CHAIN), os.path.join(top, "chain")))
    page = report(folder, "--picture", "energy --dpi 60", "--picture", "drum")
    # two pictures: the requested one, which replaces the same default picture, and spacetime
    check_page(page, folder, 2)
    places = {tag.get("id") for tag in page.of("h2")}
    links = {tag["href"][1:] for tag in page.of("a")}
    fact(len(links) > 3 and links == places, f"the list of contents links to every section {links ^ places}")
    fact("Two beads < three" in page.text and "State: completed" in page.text, "the page contains title and state")
    fact("No picture drum: no box" in page.text, "the page states why a picture cannot be drawn")
    fact(f"granum resume {folder} --set time.end" in page.text, "the page contains the next command")


def check_captions(top):
    """A caption describes the picture; the page of pictures has the captions of all kinds."""
    page = " ".join(Page(os.path.join(top, "chain", "report.html")).text.split())
    fact(f"The {PICTURES['energy'].caption[4:]}. granum-post energy --dpi 60" in page, "pictures have a caption")
    cut, whole = caption_of(["packing", "--slice=y"]), caption_of(["packing"])
    fact(
        cut == PICTURES["packing"].sliced and whole == PICTURES["packing"].caption,
        f"the caption of packing depends on --slice: {cut}; {whole}",
    )
    with open(os.path.join(SOURCE, "postprocess", "guide", "pictures.md"), encoding="utf-8") as file:
        told = " ".join(file.read().split())
    lost = [f"- `{name}`: {kind.caption}" for name, kind in (PICTURES | SEVERAL).items()]
    lost = [line for line in lost if line not in told]
    fact(not lost, f"postprocess/guide/pictures.md contains the caption of each kind of picture {lost or ''}")


def check_failed(top):
    folder = os.path.join(top, "failed")
    sets = ["--set", "time.overlap_limit=1e-6", "--set", "output.flush=0.1 s"]
    told = run(["run", case(CHAIN), "-o", folder, *sets], check=False)
    page = report(folder)
    fact(told.returncode == 3 and "State: failed" in page.text, f"the page shows the failure: {told.stderr.strip()}")
    fact(
        "its results end at" in page.text and "--overwrite restarts it" in page.text,
        "the page contains the next command",
    )
    fact("cause: " + told.stderr.strip()[len("granum: ") :][:60] in page.text, "and the cause, at its segment")
    os.remove(os.path.join(folder, "results.h5"))
    page = report(folder)
    fact("no results yet" in page.text and "density" in page.text, "a page without results contains the case")


SCRIPT = "</pre><script>alert(1)</script>"
DAMAGE = {  # file -> (path, value) or text, and the sentence of the page
    "run.json": [
        ("{", "line 1, column 2"),
        ("[1]", "it is no JSON object"),
        ("[" * 100000, "it is no JSON that can be read"),
        (("state",), SCRIPT, "state is"),
        (("title",), [SCRIPT], "title is"),
        (("segments",), SCRIPT, "segments is"),
        (("segments", 0, "from"), SCRIPT, "segments[0].from is"),
        (("segments", 0, "state"), SCRIPT, "segments[0].state is"),
        (("segments", 0, "cause"), SCRIPT, None),
        (("performance", "phase_seconds", SCRIPT), SCRIPT, "instead of a finite number"),
        (("performance", "seconds"), 1e999, "performance.seconds is Infinity instead of a finite number"),
        (("command",), {}, "command is {} instead of a list"),
        (("program",), SCRIPT, None),
    ],
    "status.json": [
        ("", "line 1, column 1"),
        (("percent",), SCRIPT, "percent is"),
        (("warning",), SCRIPT, None),
        (("end",), "later", 'end is "later" instead of a finite number'),
    ],
    "study.json": [
        ("{}", "it has no cases"),
        (("cases", 0, "time"), SCRIPT, "cases[0].time is"),
        (("cases", 0, "name"), "../../other", "the name of a folder in it"),
        (("cases", 0, "swept"), {SCRIPT: SCRIPT}, None),
    ],
}


def changed(text, path, value):
    """Returns the JSON text with another value of the member."""
    document = json.loads(text)
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return json.dumps(document)


def check_damage(top):
    """The page says what is wrong in run.json, status.json and study.json, and shows texts of files as texts."""
    pictures, fitting.pictures = fitting.pictures, lambda *_: []
    for name, rows in DAMAGE.items():
        folder = os.path.join(top, "study" if name == "study.json" else "live" if name == "status.json" else "chain")
        path = os.path.join(folder, name)
        with open(path, encoding="utf-8") as file:
            whole = file.read()
        for *damage, sentence in rows:
            text = damage[0] if len(damage) == 1 else changed(whole, *damage)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = main(["report", folder])
            page = Page(os.path.join(folder, "report.html"))
            right = sentence is None or f"{name} is damaged" in page.text and sentence in page.text
            fact(
                code == 0 and right and not page.of("script"),
                f"{name} with {str(damage)[:60]}: the page says {sentence or 'it as text'} {err.getvalue()}",
            )
        with open(path, "w", encoding="utf-8") as file:
            file.write(whole)
    fitting.pictures = pictures
    with open(os.path.join(top, "study", "one", "run.json"), "w", encoding="utf-8") as file:
        file.write("{")
    folder = os.path.join(top, "study", "one")
    words = [sys.executable, os.path.join(SOURCE, "jobs", "sum-up"), folder]
    told = subprocess.run(words, capture_output=True, text=True)
    fact("run.json is damaged: line 1" in told.stderr, f"jobs/sum-up reports the damage: {told.stderr.strip()}")
    told = subprocess.run([sys.executable, "-m", "granum_post", "energy", folder], capture_output=True, text=True)
    fact(
        told.returncode == 0
        and told.stderr == "granum-post: note: run.json is damaged: line 1, column 2: "
        "Expecting property name enclosed in double quotes\n",
        f"so does a command that draws a picture: {told.stderr.strip()}",
    )


def check_names(top):
    """Folder, title and input contain markup, formulas and quotes: they are shown as texts, in pictures too, and the
    page has no command that a quote ends. Nothing is written through a link."""
    title = "a <script> & $x_$ $\\frac$ " + SCRIPT
    folder = os.path.join(top, "it's <script>", "run")
    text = "title: " + json.dumps(title) + "\n" + CHAIN.split("\n", 1)[1] + f"# {SCRIPT}\n"
    run(["run", case(text), "-o", folder])
    precious = os.path.join(top, "precious")
    with open(precious, "w", encoding="utf-8") as file:
        file.write("mine")
    for name in ("report.html", "report.html.part", "energy.svg", "energy.svg.part"):
        os.symlink(precious, os.path.join(folder, name))
    page = report(folder)
    fact(page.text.count(title) > 1 and not page.of("script"), "the page has a title with markup as text")
    fact(not [tag for tag in page.tags if tag[1].get("class") == "problem"], "its pictures are drawn")
    fact(f"granum resume {shlex.quote(folder)}" in page.text, "its commands quote the name of the folder")
    told = subprocess.run(
        [sys.executable, "-m", "granum_post", "energy", folder, "--format", "svg"], capture_output=True, text=True
    )
    with open(os.path.join(folder, "energy.svg"), encoding="utf-8") as file:
        fact(told.returncode == 0 and "<script" not in file.read(), f"nor has its SVG a script {told.stderr}")
    with open(precious, encoding="utf-8") as file:
        fact(file.read() == "mine", "page and picture replace links; the files behind these are not changed")


def check_stages(top):
    """A run with stages ends with its last stage, whose key extends it. A wall that rotates about the vertical is no
    drum."""
    folder = os.path.join(top, "staged")
    run(["run", case(STAGED), "-o", folder])
    page, command = report(folder), f"resume {folder} --set stages.rest.until.at_most="
    fact(f"granum {command}..." in page.text, "the page contains the key of the end of the last stage")
    told = run([*command.split()[:-1], command.split()[-1] + "1ms"], check=False)
    fact(told.returncode == 0, f"which extends the run {told.stderr.strip()}")
    fact("granum-post packing" in page.text and "drum" not in page.text, "no picture of a drum")
    keys = [end_key(f"stages:\n  '{name}':\n    until:\n      {key}: 1\ntime:\n") for name, key in (("a", "time"),)]
    fact(keys == ["stages.a.until.time"] and end_key("time:\n  end: 1\n") == "time.end", f"other ends: {keys}")
    rates = {"drum": [0, -3, 0.1], "drum --axis x": [2, 0, 0], "": [0, 0, 5]}
    for words, rate in rates.items():
        walls = {"wall": {"angular_velocity": Column([[0, 0, 0], rate])}, "floor": {}}
        found = SimpleNamespace(walls=lambda: walls, frames=list)
        drawn = [row for row, needs in fitting.KINDS["assembly"] if row.startswith("drum") and needs(found)]
        fact(drawn == [words] * bool(words), f"a wall that rotates with {rate}: {drawn}")


def check_study(top):
    folder = os.path.join(top, "study")
    run(["run", case(CHAIN + CASES), "-o", folder])
    page = report(folder)
    fact({5e-05, 2e-05} <= {round(value, 9) for value in page.numbers}, "the page of a study contains its cases")
    fact(page.of("img") == [] and "no sensors" in page.text, "the page states why no picture compares the cases")


def check_live(top):
    """While the run continues, browsers read the page again; the last page of the run is static."""
    folder = os.path.join(top, "live")
    sets = ["--set", "time.end=100 s", "--set", "output.flush=0.2 s", "--set", "output.trajectory.every=1 s"]
    sets += ["--set", "output.energy.every=1 s"]
    going = subprocess.Popen([GRANUM, "run", case(CHAIN), "-o", folder, *sets], stdout=subprocess.DEVNULL)
    while not os.path.exists(os.path.join(folder, "status.json")):
        time.sleep(0.1)
    command = [sys.executable, "-m", "granum_post", "page", folder, "--live", "--every", "1"]
    live, path = subprocess.Popen(command), os.path.join(folder, "report.html")
    while not os.path.exists(path):
        time.sleep(0.1)
    first, stamp = Page(path), os.stat(path).st_mtime
    refresh = [tag.get("content") for tag in first.of("meta") if tag.get("http-equiv") == "refresh"]
    fact(refresh == ["1"] and "State: running" in first.text and "% done" in first.text, f"a live page {refresh}")
    while os.stat(path).st_mtime == stamp:
        time.sleep(0.1)
    fact(live.poll() is None, "it is written again")
    with open(os.path.join(folder, "stop"), "w"):
        pass
    fact(going.wait(60) is not None and live.wait(60) == 0, "it ends with the run")
    last = Page(path)
    refresh = [tag for tag in last.of("meta") if tag.get("http-equiv") == "refresh"]
    fact(not refresh and "State: stopped" in last.text, "its last page is static")


with tempfile.TemporaryDirectory() as top:
    check_done(top)
    check_live(top)
    check_captions(top)
    check_failed(top)
    check_study(top)
    check_stages(top)
    check_damage(top)
    check_names(top)
    empty = subprocess.run([sys.executable, "-m", "granum_post", "report", top], capture_output=True, text=True)
    fact(empty.returncode == 2 and empty.stderr.count("\n") == 1, f"a folder without a run: {empty.stderr.strip()}")
done()
