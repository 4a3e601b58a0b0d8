"""Tests every block of every *.md in a copy of the checkout, in the order of the document.

Language of a block and its test:
  sh      its lines are run from the project's root; the exit codes of the block and of each line must be 0
  text    output of the sh block above: its lines occur there, in this order, with any numbers; `...` matches anything
  yaml    a whole case, which `granum check` accepts
  json    an element of a table, with or without its braces
  c       a source file that compiles with the headers of include/ and src/
  python  a script with exit code 0, with postprocess/ on its path
Comments directly above a block:
  <!-- file: NAME -->       the block is kept under this name for later blocks
  <!-- completes: NAME -->  its top-level keys replace the keys of NAME, an earlier kept case or a file of the
                            checkout
  <!-- quotes: FILE -->     each of its lines is a line of FILE; the block is not run
  <!-- not run: REASON -->  only the files and options in it are checked
The copy has links to the folders of the checkout; its build/ has a granum that runs the shipped inputs in the short
form of inputs/gallery.json, its postprocess/ a granum-post that need not load its package. Further checks: lines have
at most 120 columns; links, files, functions, tests and keys in the text exist.
Labels: input mesh parallel run wall long."""
import concurrent.futures
import glob
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time

import post_server
from granum_test import GRANUM, SOURCE, done, fact, own_session, run, session

COLUMNS = 120
CONVENTION = "from the project's root"
COMMENT = re.compile(r"<!-- (file|completes|quotes|not run): (.+) -->$")
NUMBER = re.compile(r"[-+]?\d[\d.]*(?:e[-+]?\d+)?")
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
NAMED = re.compile(r"`((?:src|include|inputs|jobs|tests|postprocess)/[\w./-]*)(?::(\w+))?`")
TEST = re.compile(r"`(unit|cli|parallel|restart|verification)\.(\w+)`")
WORD = re.compile(r"\b[a-z]\w*_\w+\b")  # a technical name, such as a key or a dataset
FOLDERS = ["include", "inputs", "jobs", "postprocess", "src", "tests"]
TOP = FOLDERS + ["CMakeLists.txt", "CMakePresets.json", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md"]
TOP += ["pyproject.toml"]


class Block:
    def __init__(self, document, line, language, comments):
        self.document, self.line, self.language, self.comments, self.lines = document, line, language, comments, []

    def __str__(self):
        return f"{self.document}:{self.line}: {self.language or 'a block'}"

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


def documents():
    found = glob.glob(os.path.join(SOURCE, "*.md"))
    for name in FOLDERS:
        found += glob.glob(os.path.join(SOURCE, name, "**", "*.md"), recursive=True)
    return sorted(os.path.relpath(path, SOURCE) for path in found)


def read(name):
    with open(os.path.join(SOURCE, name)) as file:
        return file.read()


def split(document):
    """Returns the blocks of a document, and its text without them."""
    blocks, prose, comments, block = [], [], {}, None
    for number, line in enumerate(read(document).splitlines(), 1):
        fence, comment = line.startswith("```"), COMMENT.match(line)
        if fence and block is None:
            block, comments = Block(document, number, line[3:].strip(), comments), {}
        elif fence:
            blocks.append(block)
            block = None
        elif block is not None:
            block.lines.append(line)
        elif comment:
            comments[comment[1]] = comment[2]
        else:
            prose, comments = prose + [line], {}
    if block is not None:
        blocks.append(Block(document, block.line, "unclosed", {}))
    return blocks, "\n".join(prose)


# ---- the text ----


def anchors(document):
    """Returns the anchors of the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", split(document)[1], re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]


def missing_links(document, prose):
    folder = os.path.dirname(document)
    for target, anchor in LINK.findall(prose):
        path = os.path.normpath(os.path.join(folder, target)) if target else document
        if re.match(r"https?:", target):
            continue
        if not os.path.exists(os.path.join(SOURCE, path)) or (anchor and anchor not in anchors(path)):
            yield f"{target}#{anchor}" if anchor else target


def missing_names(prose):
    """Returns files of the checkout in the text, and functions in them, that do not exist; words in capitals are
    placeholders."""
    for path, function in NAMED.findall(prose):
        if re.search(r"[A-Z]{2,}", path.replace("README", "")):
            continue
        if not os.path.exists(os.path.join(SOURCE, path)):
            yield path
        elif function and not re.search(rf"\b{function}\b", read(path)):
            yield f"{path}:{function}"
    for kind, test in TEST.findall(prose):
        if not glob.glob(os.path.join(SOURCE, "tests", kind, f"test_{test}.*")) and test != "NAME":
            yield f"{kind}.{test}"
    codes = [code for code in re.findall(r"`([^`]+)`", prose) if code.split("/")[0] not in TOP]
    yield from {word for code in codes for word in WORD.findall(code)} - WORDS


def words_of_the_sources():
    found = set()
    for name in FOLDERS:
        for folder, _, files in os.walk(os.path.join(SOURCE, name)):
            for file in files:
                if not file.endswith((".md", ".png", ".pyc", ".csv", ".stl")):
                    found.update(WORD.findall(read(os.path.join(folder, file))))
    return found


def check_text(document, blocks, prose):
    wide = [n for n, line in enumerate(read(document).splitlines(), 1) if len(line) > COLUMNS]
    fact(not wide, f"{document}: at most {COLUMNS} columns {wide or ''}")
    gone = [*missing_links(document, prose), *missing_names(prose)]
    fact(not gone, f"{document}: the files it names and links to exist {gone or ''}")
    if any(block.language == "sh" for block in blocks):
        top = read(document).split("```sh")[0]
        fact(CONVENTION in top, f"{document}: states before its first command that commands run {CONVENTION}")


# ---- the copy of the checkout ----


def short_forms():
    """Writes a granum command that runs shipped inputs in their short form and passes on all other commands."""
    lines = ["#!/bin/sh", 'case "$1 $2" in']
    for name, row in json.loads(read("inputs/gallery.json"))["inputs"].items():
        changes = " ".join(f"--set {shlex.quote(change)}" for change in row.get("set", []))
        start = f"'run inputs/{name}') shift 2; exec {shlex.quote(GRANUM)} run inputs/{name}"
        lines.append(f'{start} {changes} "$@" ;;')
    return "\n".join([*lines, "esac", f'exec {shlex.quote(GRANUM)} "$@"', ""])


def link_but(folder, copy, other):
    """Makes a folder with links to all files of a folder except one."""
    os.mkdir(copy)
    for name in set(os.listdir(folder)) - {other}:
        os.symlink(os.path.join(folder, name), os.path.join(copy, name))


def make_copy(copy):
    for name in set(TOP) - {"postprocess"}:
        os.symlink(os.path.join(SOURCE, name), os.path.join(copy, name))
    link_but(os.path.dirname(GRANUM), os.path.join(copy, "build"), "granum")
    link_but(os.path.join(SOURCE, "postprocess"), os.path.join(copy, "postprocess"), "granum-post")
    post_server.write_client(os.path.join(copy, "postprocess", "granum-post"), ADDRESS)
    with open(os.path.join(copy, "build", "granum"), "w") as file:
        file.write(short_forms())
    os.chmod(file.name, 0o755)


# ---- the blocks ----


def call(command, copy, text=None):
    with own_session() as environment:
        environment["GRANUM_PYTHON"] = sys.executable
        options = {
            "cwd": copy,
            "env": environment,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.STDOUT,
            "text": True,
        }
        return subprocess.run(
            command, **options, timeout=300, **({"input": text} if text else {"stdin": subprocess.DEVNULL})
        )


def told(finished):
    """Returns the output of a failed command; nothing for a successful one."""
    return (
        ""
        if finished.returncode == 0
        else f"ended with {finished.returncode}: {(finished.stdout + (finished.stderr or ''))[-1500:]}"
    )


def top_level(text):
    """Returns the parts of a YAML map by key."""
    parts = re.split(r"^(?=[a-z_]+:)", text, flags=re.MULTILINE)
    return {part.split(":")[0]: part for part in parts[1:]}


def completed(block, copy):
    base = block.comments.get("completes")
    if base is None:
        return block.text
    with open(os.path.join(copy, base)) as file:
        return "".join({**top_level(file.read()), **top_level(block.text)}.values())


def try_yaml(block, copy, _):
    path = os.path.join(copy, block.comments.get("file", "block.yaml"))
    with open(path, "w") as file:
        file.write(completed(block, copy))
    return told(run(["check", path], check=False))


def try_sh(block, copy, _):
    finished = call(["sh", "-e", "-c", block.text], copy)
    block.output = finished.stdout
    return told(finished)


def shape(line):
    return " ".join(NUMBER.sub("#", line).split())


def try_text(block, _, before):
    if before is None or before.language != "sh":
        return "is no output: there is no sh block above it"
    if "not run" in before.comments:
        return ""
    printed = iter(shape(line) for line in before.output.splitlines())
    lost = [line for line in block.lines if line.strip() != "..." and shape(line) not in printed]
    return f"not printed in this order: {lost}" if lost else ""


def try_json(block, copy, _):
    text = block.text if block.text.lstrip().startswith(("{", "[")) else "{" + block.text + "}"
    try:
        json.loads(text)
    except ValueError as problem:
        return str(problem)
    return ""


def try_c(block, copy, _):
    """Compiles a block with the flags of src/main.c."""
    with open(os.path.join(copy, "build", "compile_commands.json")) as file:
        entry = next(entry for entry in json.load(file) if entry["file"].endswith("/src/main.c"))
    words = shlex.split(entry["command"])
    kept = words[: words.index("-o")]
    return told(
        call([*kept, "-fsyntax-only", "-Werror=implicit-function-declaration", "-x", "c", "-"], copy, block.text)
    )


def try_python(block, copy, _):
    return told(call([sys.executable, "-c", block.text], copy))


def try_quote(block):
    lines = {line.strip() for line in read(block.comments["quotes"]).splitlines()}
    lost = [line for line in block.lines if line.strip() not in lines]
    return f"is not in {block.comments['quotes']}: {lost}" if lost else ""


def commands(block):
    """Returns the words of each command of a block that is not run."""
    for line in block.text.replace("\\\n", " ").splitlines():
        for command in re.split(r"&&|;|\|", line.split(" #")[0]):
            words = [word for word in shlex.split(command) if not re.match(r"\w+=", word)]
            if words and words[0] == "mpirun":
                words = words[3:]
            if words:
                yield words


def help_of(words):
    """Returns the help text that lists the options of a command of the project."""
    if os.path.basename(words[0]) == "granum":
        return run([words[1], "--help"]).stdout if len(words) > 1 else ""
    if words[0].endswith("granum-post"):
        return call([sys.executable, "-m", "granum_post", words[1], "--help"], SOURCE).stdout
    return read(words[0])


def try_names(block):
    lost, looked = [], 0
    for words in commands(block):
        ours = [word for word in words if word.split("/")[0] in TOP and "/" in word]
        lost += [word for word in ours if not os.path.exists(os.path.join(SOURCE, word))]
        looked += len(ours)
        if words[0] in ours or words[0] == "build/granum":
            options = [word.split("=")[0] for word in words if re.match(r"--?[a-z]", word)]
            lost += [f"{words[0]} {option}" for option in options if option not in help_of(words)]
    return f"names what is not there: {lost}" if lost else "" if looked else "names no file of the project"


TRY = {"sh": try_sh, "text": try_text, "yaml": try_yaml, "json": try_json, "c": try_c, "python": try_python}


def attempt(block, copy, before):
    if "quotes" in block.comments:
        return try_quote(block)
    if block.language not in TRY:
        return f"this test knows no language {block.language!r}"
    if "not run" in block.comments:
        return try_names(block)
    problem = TRY[block.language](block, copy, before)
    if "file" in block.comments and block.language != "yaml":
        with open(os.path.join(copy, block.comments["file"]), "w") as file:
            file.write(block.text)
    return problem


def check_document(document):
    blocks, prose = split(document)
    check_text(document, blocks, prose)
    with tempfile.TemporaryDirectory() as copy:
        make_copy(copy)
        for before, block in zip([None, *blocks], blocks):
            start = time.monotonic()
            problem = attempt(block, copy, before)
            fact(not problem, f"{block}, {time.monotonic() - start:.1f} s {problem}")


def check_inputs_are_named():
    page = read("inputs/guide/shipped-inputs.md")
    names = {os.path.basename(path) for path in glob.glob(os.path.join(SOURCE, "inputs", "*", "*.yaml"))}
    lost = sorted(name for name in names if f"`{name}`" not in page)
    fact(not lost, f"inputs/guide/shipped-inputs.md names every shipped input {lost or ''}")


WORDS = words_of_the_sources()
ADDRESS = os.path.join(session.name, "granum-post")
post_server.serve(ADDRESS)
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    list(pool.map(check_document, sys.argv[1:] or documents()))
if not sys.argv[1:]:
    check_inputs_are_named()
done()
