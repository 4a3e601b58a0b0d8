"""Runs the inputs that inputs/gallery.json lists, each in its short form, draws a picture of each and makes one
page.

OUT/index.html shows the pictures with captions and figures of the runs; it needs only the files beside it. Each run
has a folder OUT/FOLDER/NAME with results, picture, log.txt and the input. If an input fails, its error is printed,
the others still run, and the exit code is 1. Started by jobs/tools/gallery, which sets the environment."""
import argparse
import contextlib
import io
import json
import os
import shlex
import shutil
import subprocess
import sys
import time

import gallery_manual
import gallery_page
import granum_post
import granum_post.__main__
from granum_post import report
from granum_post.folder import Folder

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
INPUTS = os.path.join(ROOT, "inputs")


class Shown:
    """One input and its state: `problem` says why there is no picture; None if there is one."""

    def __init__(self, name, entry, options):
        self.name, self.caption = name, entry["caption"]
        self.sets = [] if options.full else entry.get("set", [])
        self.picture = shlex.split(entry.get("full", entry["picture"]) if options.full else entry["picture"])
        self.folder = os.path.splitext(name)[0]  # folder of the run, below the folder of the page
        self.directory = os.path.join(options.output, self.folder)
        self.image, self.problem, self.card = f"{self.folder}/picture.png", None, {}
        self.manual = entry.get("manual")
        self.results = "results.h5"


def run(shown, options):
    """Runs granum into the folder of the input; its output goes to log.txt."""
    os.makedirs(os.path.dirname(shown.directory), exist_ok=True)
    launch = [] if options.ranks == 1 else [*shlex.split(options.launch), str(options.ranks)]
    command = [*launch, options.granum, "run", os.path.join(INPUTS, shown.name), "-o", shown.directory, "--overwrite"]
    for change in shown.sets:
        command += ["--set", change]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if os.path.isdir(shown.directory):
        with open(os.path.join(shown.directory, "log.txt"), "w") as file:
            file.write(done.stdout)
    if done.returncode != 0:
        last = done.stdout.strip().splitlines()[-1:] or ["no output"]
        shown.problem = f"granum run ended with {done.returncode}: {last[0]}"
        return
    if os.path.exists(os.path.join(shown.directory, "study.json")):
        shown.results = "study.json"  # list of the cases, each in its own folder
    shown.card = Folder(shown.directory).card
    shutil.copy(os.path.join(INPUTS, shown.name), shown.directory)


def draw(shown, options):
    """Draws the picture with granum_post in this process, which has already loaded matplotlib."""
    command = [part.replace("{out}", shown.directory) for part in shown.picture]
    if command == shown.picture:
        command.insert(1, os.path.join(shown.directory, "results.h5"))
    errors = io.StringIO()
    with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(io.StringIO()):
        try:
            code = granum_post.__main__.main([*command, "-o", os.path.join(options.output, shown.image)])
        except SystemExit as end:  # from the argument parser
            code = end.code
        except Exception as fault:  # an error in one picture must not stop the others
            code = f"{type(fault).__name__}: {fault}"
    if code != 0:
        output = errors.getvalue().strip().splitlines()[-1:] or [str(code)]
        shown.problem = f"granum-post {' '.join(shown.picture)}: {output[0]}"


def write_page(shown, options):
    """Writes the page of the run with the picture that was drawn. `granum-post report` adds the other pictures."""

    def drawn(_):
        with open(os.path.join(options.output, shown.image), "rb") as file:
            return file.read(), shown.card.get("title", "")

    try:
        opened = granum_post.open(shown.directory)
    except granum_post.PostError:
        opened = None
    each = [] if shown.problem else [" ".join(shown.picture)]
    page_of = report.of_study if isinstance(opened, granum_post.Study) else report.of_run
    text = page_of(opened, Folder(shown.directory), each, drawn, lambda _: shown.caption.rstrip("."))
    with open(os.path.join(shown.directory, "report.html"), "w", encoding="utf-8") as file:
        file.write(text)
    if isinstance(opened, granum_post.Run):
        opened.close()


def show(name, entry, options):
    shown, start = Shown(name, entry, options), time.monotonic()
    run(shown, options)
    if shown.problem is None:
        draw(shown, options)
    if os.path.exists(os.path.join(shown.directory, "run.json")):
        write_page(shown, options)
    print(f"{name:32} {time.monotonic() - start:6.1f} s  {shown.problem or 'drawn'}", flush=True)
    return shown


def chosen(table, folders):
    """Returns the table's entries of these folders; all entries if no folder is given. SystemExit if a folder has
    none."""
    known = {name.split("/")[0] for name in table}
    unknown = set(folders) - known
    if unknown:
        sys.exit(f"gallery: no inputs in {', '.join(sorted(unknown))}; there are {', '.join(sorted(known))}")
    return {name: entry for name, entry in table.items() if not folders or name.split("/")[0] in folders}


def parser():
    launch = "srun --mpi=pmix -n" if "SLURM_JOB_ID" in os.environ else "mpirun -n"
    top = argparse.ArgumentParser(
        prog="jobs/tools/gallery", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    top.add_argument("folders", nargs="*", metavar="FOLDER", help="folder of inputs/: bulk, chain, ...; default: all")
    top.add_argument(
        "-o", "--output", metavar="OUT", default=os.path.join(ROOT, "gallery"), help="default: gallery/ in the checkout"
    )
    top.add_argument("--full", action="store_true", help="run the inputs as shipped, which takes minutes")
    manual = "write only the pictures of the manual, into DIR (usually postprocess/pictures); implies --full"
    top.add_argument("--pictures", metavar="DIR", help=manual)
    top.add_argument("--ranks", type=int, default=2, metavar="N", help="default: 2")
    top.add_argument(
        "--table", default=os.path.join(INPUTS, "gallery.json"), help="table of inputs; default: inputs/gallery.json"
    )
    top.set_defaults(
        granum=os.environ.get("GRANUM", os.path.join(ROOT, "build", "granum")), launch=os.environ.get("LAUNCH", launch)
    )
    return top


def main():
    options = parser().parse_args()
    options.output = os.path.abspath(options.output)
    if not os.access(options.granum, os.X_OK):
        sys.exit(
            f"gallery: {options.granum} is not there; "
            "get it with: cmake --preset release && cmake --build --preset release"
        )
    options.full = options.full or options.pictures is not None
    with open(options.table) as file:
        table = json.load(file)
    entries, laws_failed = chosen(table["inputs"], options.folders), 0
    if options.pictures:
        entries = gallery_manual.entries_of(entries)
    os.makedirs(options.output, exist_ok=True)
    all_shown = [show(name, entry, options) for name, entry in entries.items()]
    gallery_page.write(all_shown, options.output, options.full)
    if options.pictures:
        os.makedirs(options.pictures, exist_ok=True)
        gallery_manual.keep(all_shown, options.pictures)
        laws_failed = gallery_manual.draw_laws(
            {} if options.folders else table["laws"], options.pictures, options.granum
        )
    failed = [shown for shown in all_shown if shown.problem]
    print(
        f"{os.path.join(options.output, 'index.html')}: {len(all_shown) - len(failed)} pictures, {len(failed)} failed"
    )
    return 1 if failed or laws_failed else 0


if __name__ == "__main__":
    sys.exit(main())
