"""The shipped inputs. Without an argument: the table inputs/gallery.json agrees with the inputs, the documents and
their pictures; each input is valid and states its source. With the name of a folder of inputs: each input runs in
its short form, is drawn by jobs/tools/gallery, and gives the same bits on 1 and on 2 ranks, unless another test
compares them; 3 ranks are slow on 2 cores, and tests/parallel has them.
Labels: input parallel run time."""
import glob
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

from granum_test import SOURCE, done, fact, run, same_bits, simulate, unexplained
from picture_pixels import drawn, shows_data

INPUTS = os.path.join(SOURCE, "inputs")
GALLERY = os.path.join(SOURCE, "jobs", "tools", "gallery")
with open(os.path.join(INPUTS, "gallery.json")) as file:
    WHOLE = json.load(file)
TABLE = WHOLE["inputs"]
# Inputs whose short forms, or cases with the same parts, other tests compare on several ranks: parallel.agglomerate,
# parallel.mesh, parallel.leaving, parallel.insertion, parallel.motion, parallel.cell_stages, parallel.wall_loads.
COMPARED = {
    f"bulk/{name}.yaml"
    for name in ("agglomerate-tension", "agglomerate-compression", "agglomerate-cycles", "impact-on-bed", "silo")
    + ("silo-conical", "hopper", "drum", "mixer", "pour", "triaxial", "isotropic-compression", "oedometer")
}
RUN = re.compile(r"build/granum run inputs/(\S+\.yaml)")
ROW = re.compile(r"^\| ((?:`[\w-]+\.yaml`(?:, )?)+) \|[^|]*\| `([^`]+)`", re.MULTILINE)


def check_table():
    shipped = {os.path.relpath(path, INPUTS) for path in glob.glob(os.path.join(INPUTS, "*", "*.yaml"))}
    for name in sorted(shipped - set(TABLE)):
        fact(False, f"inputs/{name} needs a row in inputs/gallery.json: set, picture, caption")
    for name in sorted(set(TABLE) - shipped):
        fact(False, f"inputs/gallery.json has a row for inputs/{name}, which is not there")
    fact(bool(shipped), f"{len(shipped)} inputs")
    for name in sorted(shipped & set(TABLE)):
        check_input(name, TABLE[name])


def check_input(name, entry):
    keys = set(entry) - {"set", "full", "manual"}
    fact(keys == {"picture", "caption"}, f"{name}: its row has the keys picture and caption only")
    with open(os.path.join(INPUTS, name)) as file:
        lines = file.read().splitlines()
    fact(any(line.startswith("source: ") and len(line) > 15 for line in lines), f"{name}: the head states its source")
    fact(any(line.startswith("# Look at:") for line in lines), f"{name}: the head states what to look at")
    told = run(["check", os.path.join(INPUTS, name)], check=False)
    fact(told.returncode == 0, f"{name}: granum check accepts the input {told.stderr.strip()}")
    check_softened(name, "\n".join(lines), told.stdout)


def check_softened(name, text, told):
    """The head of an input with a reduced Young's modulus has the command for the real one, and its step."""
    stated = re.search(r"(\d+)\s(?:#\s)?times\sshorter:\n#\s+granum check ((?:.*\\\n#)*.*)", text)
    if not stated:
        return
    words = shlex.split(stated[2].replace("\\\n#", " "))
    real = run(["check", os.path.join(SOURCE, words[0]), *words[1:]], check=False).stdout
    step, real_step = (float(re.search(r"fixed step (\S+) s", output)[1]) for output in (told, real))
    fact(
        abs(step / real_step - int(stated[1])) < 0.6,
        f"{name}: the real modulus shortens the step by the stated factor {stated[1]}; ratio {step / real_step:.3g}",
    )


def documents():
    """Returns name -> text of each document."""
    found = [path for depth in ("", "*", "*/*") for path in glob.glob(os.path.join(SOURCE, depth, "*.md"))]
    return {os.path.relpath(path, SOURCE): open(path).read() for path in found}


def drawing_commands(text):
    """Returns names of inputs and the words of a command that draws them: from blocks that run an input, and from
    the tables."""
    for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL):
        inputs = set(RUN.findall(block))
        for line in re.findall(r"^postprocess/granum-post (.+)$", block.replace("\\\n", " "), re.MULTILINE):
            words = shlex.split(line.split(" -o ")[0])
            drawn = len(inputs) == 1 and "--csv" not in words  # a table is no picture
            if drawn and words[0] == TABLE[min(inputs)]["picture"].split()[0]:
                yield min(inputs), [words[0], *words[2:]]
    for names, command in ROW.findall(text):
        for name in re.findall(r"`([\w-]+\.yaml)`", names):
            yield next(known for known in TABLE if known.endswith("/" + name)), command.split()


def check_manual():
    """Pictures in the documents exist and have a row; the drawing commands in the documents are in the rows."""
    texts = documents().values()
    shown = {name for text in texts for name in re.findall(r"\(\S*\bpictures/([\w.-]+)\)", text)}
    there = set(os.listdir(os.path.join(SOURCE, "postprocess", "pictures")))
    rows = {entry["manual"] for entry in [*TABLE.values(), *WHOLE["laws"].values()] if "manual" in entry}
    fact(
        shown == there == rows,
        f"{len(rows)} pictures: those in the documents, in the folders and in the table are the same "
        f"{(shown | there | rows) - (shown & there & rows)}",
    )
    told = [pair for text in texts for pair in drawing_commands(text)]
    of = {name: [shlex.split(e.get(key, e["picture"])) for key in ("picture", "full")] for name, e in TABLE.items()}
    other = [pair for pair in told if pair[1] not in [[w for w in words if w != "{out}"] for words in of[pair[0]]]]
    fact(not other, f"{len(told)} drawing commands in the documents equal those in inputs/gallery.json {other or ''}")
    silent = {name for name, entry in TABLE.items() if "manual" in entry} - {name for name, _ in told}
    fact(not silent, f"the documents contain the drawing command of each picture {silent or ''}")


def check_gallery(folder, directory):
    """Runs and draws the inputs of a folder on one rank."""
    command = [GALLERY, folder, "--ranks", "1", "-o", directory]
    told = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=500)
    print(told.stdout + told.stderr)
    fact(told.returncode == 0, f"jobs/tools/gallery runs and draws the inputs of {folder}")
    with open(os.path.join(directory, "index.html")) as file:
        page = file.read()
    return page


def check_folder(folder):
    names = [name for name in TABLE if name.startswith(folder + "/")]
    fact(bool(names), f"inputs/gallery.json has rows for inputs/{folder}")
    with tempfile.TemporaryDirectory() as top:
        page = check_gallery(folder, os.path.join(top, "one"))
        for name in names:
            check_run(name, os.path.join(top, "one", os.path.splitext(name)[0]), os.path.join(top, "several"), page)


def cases_of(directory):
    """Returns the folders with results below: of each case of a study, or of the run."""
    study = os.path.join(directory, "study.json")
    if not os.path.exists(study):
        return ["."]
    with open(study) as file:
        return [case["name"] for case in json.load(file)["cases"]]


def check_run(name, here, other, page):
    picture, cases = os.path.join(here, "picture.png"), cases_of(here)
    if not os.path.exists(picture) or not all(os.path.exists(os.path.join(here, case, "results.h5")) for case in cases):
        fact(False, f"{name}: the gallery has results and a picture")
        return
    fact(shows_data(picture), f"{name}: its picture shows data {drawn(picture)}")
    stem = os.path.splitext(name)[0]
    shown = f'<a href="{stem}/picture.png"><img src="{stem}/thumbnail.png"' in page
    fact(shown, f"{name}: the gallery page shows a thumbnail that leads to the picture")
    linked = f'href="{os.path.splitext(name)[0]}/report.html"' in page
    fact(
        linked and os.path.getsize(os.path.join(here, "report.html")) > os.path.getsize(picture),
        f"{name}: the gallery page links to the report of the run",
    )
    for case in cases:
        one = os.path.join(here, case, "results.h5")
        fact(not unexplained(one), f"{name}: the descriptions explain every NaN in the results {unexplained(one)}")
    if name in COMPARED:
        return
    os.makedirs(other, exist_ok=True)
    results = simulate(
        os.path.join(INPUTS, name), os.path.join(other, os.path.basename(here)), TABLE[name].get("set", []), 2
    )
    for case in cases:
        one = os.path.join(here, case, "results.h5")
        differ = same_bits(one, os.path.join(os.path.dirname(results), case, "results.h5"))
        fact(not differ, f"{name}: {'' if case == '.' else case + ': '}same bits on 1 and 2 ranks {differ}")


def check_failures():
    """A failed input is reported, also on the page, and the others still run."""
    rows = {"chain/two-spheres.yaml": {"set": ["time.end=1 us"], "picture": "energy", "caption": "good"}}
    rows["chain/adhesion.yaml"] = {"set": ["time.end=-1"], "picture": "energy", "caption": "bad run"}
    rows["chain/hertz-200.yaml"] = {"set": ["time.end=10 us"], "picture": "packing", "caption": "bad picture"}
    with tempfile.TemporaryDirectory() as top:
        table = os.path.join(top, "table.json")
        with open(table, "w") as file:
            json.dump({"inputs": dict(reversed(rows.items()))}, file)
        command = [GALLERY, "chain", "--ranks", "1", "-o", top, "--table", table]
        told = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=100)
        with open(os.path.join(top, "index.html")) as file:
            page = file.read()
        fact(
            told.returncode == 1 and "1 pictures, 2 failed" in told.stdout,
            f"jobs/tools/gallery counts the failed inputs: {told.stdout.strip()}",
        )
        fact(
            page.count("<img") == 1 and page.count('class="problem"') == 2,
            "the page shows one picture and two failures",
        )
        fact("time.end" in page and "no box" in page, "the page contains the reasons of the failures")
        links = [link for link in re.findall(r'\b(?:href|src)="([^"]*)"', page) if not link.startswith(("#", "data:"))]
        dead = [link for link in links if not os.path.isfile(os.path.join(top, link))]
        fact(links and not dead, f"all {len(links)} links of the page lead to a file {dead}")
        twice = {link for link in links if links.count(link) > 1}
        fact(not twice, f"no link is there twice {twice}")


if sys.argv[1:]:
    check_folder(sys.argv[1])
else:
    check_table()
    check_manual()
    check_failures()
done()
