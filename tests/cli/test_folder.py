"""Files of the user in the folder of a run are never destroyed. An existing run is refused before anything is
written, for every kind of problem; --overwrite removes the files of that run only; the user's input is kept
unchanged.
Labels: bulk chain input io law mechanism parallel record run time."""
import hashlib
import json
import os
import shutil
import subprocess
import tempfile

from granum_test import GRANUM, SOURCE, case, done, fact, run

INPUTS = os.path.join(SOURCE, "inputs")
CHAIN = """# a comment that must survive
dimension: 1
materials: {steel: {density: 7800, youngs_modulus: 207 GPa, poisson_ratio: 0.3}}
contacts: [{between: '*', normal: {law: hertz}}]
particles: {pair: {chain: {count: 3}, material: steel, radius: 2.38 mm}}
time: {end: 2 us, step: 10 ns}
"""
BALL = """
dimension: 3
domain: {lower: [0, 0, 0], upper: [1 cm, 1 cm, 1 cm]}
materials: {glass: {density: 2500, youngs_modulus: 5e7, poisson_ratio: 0.25}}
contacts: [{between: '*', normal: {law: hertz}}]
particles: {ball: PARTICLES}
time: {end: 20 us, step: 2 us}
output: {contacts: {every: 10 us}}
"""
AT = "{at: [{position: [3 mm, 5 mm, 5 mm]}, {position: [7 mm, 5 mm, 5 mm]}], material: glass, radius: 1 mm}"
NOWHERE = "{file: /no/such/file.csv, material: glass, radius: 1 mm}"
STUDY = CHAIN + "variants: {one: {}, two: {time.end: 3 us}}\nsweep: {particles.pair.chain.count: [3, 4]}\n"
LEAVES = {
    "chain": (case(CHAIN), ["checkpoint-200.h5"]),
    "ball": (
        case(BALL.replace("PARTICLES", AT)),
        ["checkpoint-10.h5", "contacts-0.h5", "contacts-10.h5", "contacts-5.h5"],
    ),
    "study": (case(STUDY), ["study.json"]),
    "impact": (os.path.join(INPUTS, "impact/restitution-curve.yaml"), []),
    "bounce": (os.path.join(INPUTS, "bounce/ball.yaml"), []),
    "mechanism": (os.path.join(INPUTS, "mechanism/impact-damper.yaml"), []),
}
SETS = {
    "impact": ["velocities={from: 1, to: 2, count: 3}"],
    "bounce": ["drop=1 cm", "until={bounces: 2}"],
    "mechanism": ["time.end=0.1"],
}


def snapshot(top):
    """Path -> contents of all files below, except the lock."""
    found = {}
    for folder, _, names in os.walk(top):
        for name in names:
            if name != ".granum.lock":
                with open(os.path.join(folder, name), "rb") as file:
                    found[os.path.relpath(os.path.join(folder, name), top)] = hashlib.sha256(file.read()).hexdigest()
    return found


def words(name):
    return [word for change in SETS.get(name, []) for word in ("--set", change)]


def record(directory):
    with open(os.path.join(directory, "run.json")) as file:
        return json.load(file, parse_constant=lambda word: fact(False, f"{word} in run.json"))


def message(told):
    return [line for line in told.stderr.splitlines() if line.startswith("granum: ")]


def refused(arguments, top, wanted, text, ranks=1):
    """Exit code 2, one message with these words, no file added or changed."""
    before = snapshot(top)
    told = run(arguments, ranks, check=False)
    lines = message(told)
    fact(
        told.returncode == 2 and len(lines) == 1 and all(w in lines[0] for w in wanted),
        f"{text}: exit {told.returncode}, {lines}",
    )
    fact(snapshot(top) == before, f"{text}: the refused command changes no file")


def check_kinds(top):
    """A finished run of each kind."""
    for name, (path, files) in LEAVES.items():
        directory = os.path.join(top, name)
        run(["run", path, "-o", directory, *words(name)], 2)
        there = snapshot(directory)
        state = record(directory)
        segment = state["segments"][0]
        fact(
            state["state"] == segment["state"] == "completed" and segment["ranks"] == 2 and len(state["segments"]) == 1,
            f"{name}: run.json: {segment}",
        )
        with open(path, "rb") as mine, open(os.path.join(directory, "source.yaml"), "rb") as kept:
            fact(mine.read() == kept.read(), f"{name}: the folder contains a copy of the input")
        fact(set(files) <= set(there), f"{name}: the run leaves {sorted(there)}")
        choices = ["holds a run", "give another folder with -o", "--overwrite"] + (
            ["continue that run by"] if files else []
        )
        for ranks in (1, 3) if name in ("chain", "study") else (1,):
            refused(
                ["run", path, "-o", directory, *words(name)], directory, choices, f"{name} on {ranks} rank(s)", ranks
            )
        own = {"notes.txt": "mine", "checkpoint-10.h5.bak": "mine", "results.csv": "mine", "one/mine.txt": "mine"}
        for file, text in own.items():
            os.makedirs(os.path.dirname(os.path.join(directory, file)), exist_ok=True)
            with open(os.path.join(directory, file), "w") as out:
                out.write(text)
        mine = {file: snapshot(directory)[file] for file in own}
        run(["run", LEAVES["chain"][0], "-o", directory, "--overwrite"])
        chain = {"checkpoint-200.h5", "input.yaml", "results.h5", "run.json", "source.yaml", "status.json"}
        left = snapshot(directory)
        fact(
            set(left) == chain | set(own) and {file: left[file] for file in own} == mine,
            f"{name}: --overwrite replaces the files of the run only: {sorted(left)}",
        )


def check_parts(top):
    """Any single file of a run is sufficient for the refusal."""
    lost = case(BALL.replace("PARTICLES", NOWHERE))  # also refused, but only after its particles are generated
    for name in ("results.h5", "results-data.h5", "checkpoint-7.h5", "contacts-7.h5", "run.json", "study.json"):
        directory = os.path.join(top, "part-" + name)
        os.makedirs(directory)
        with open(os.path.join(directory, name), "w") as file:
            file.write("{}")
        refused(["run", LEAVES["chain"][0], "-o", directory], directory, [name, "--overwrite"], f"{name} alone")
        refused(["run", lost, "-o", directory], directory, [name], f"{name}: before particles are made")
        run(["run", LEAVES["chain"][0], "-o", directory, "--overwrite"])
    below = os.path.join(top, "below")
    run(["run", LEAVES["chain"][0], "-o", os.path.join(below, "two", "point-1")])
    refused(
        ["run", LEAVES["study"][0], "-o", below],
        below,
        ["below/two/point-1: this folder holds a run"],
        "a run where a case of a study is to go",
    )


def check_input(top):
    """A file of the user is never overwritten."""
    directory = os.path.join(top, "input")
    os.makedirs(directory)
    for name in ("input.yaml", "source.yaml"):
        mine = os.path.join(directory, name)
        shutil.copy(LEAVES["chain"][0], mine)
        link = os.path.join(top, "link-to-" + name)
        os.link(mine, link)
        refused(["run", mine, "-o", directory], directory, [name, "which it reads"], f"run d/{name} -o d", 2)
        refused(
            ["run", link, "-o", directory, "--overwrite"], directory, [name, "which it reads"], f"a link to d/{name}"
        )
        refused(
            ["run", LEAVES["chain"][0], "-o", directory, "--overwrite"],
            directory,
            [name, "which granum did not write"],
            f"{name} of a user's",
        )
        refused(
            ["run", LEAVES["impact"][0], "-o", directory, *words("impact")],
            directory,
            [name, "which granum did not write"],
            f"{name} and an impact",
        )
        os.unlink(mine)
        os.unlink(link)
    run(["run", LEAVES["ball"][0], "-o", directory])
    previous = case(
        BALL.replace("PARTICLES", "{previous: {file: %s}, material: glass}" % os.path.join(directory, "results.h5"))
    )
    refused(
        ["run", previous, "-o", directory, "--overwrite"],
        directory,
        ["results.h5", "which it reads"],
        "results that the run begins from",
    )
    refused(
        ["run", os.path.join(directory, "source.yaml"), "-o", directory, "--overwrite"],
        directory,
        ["which it reads"],
        "the input that was kept",
    )
    with open(os.path.join(directory, "input.yaml"), "a") as file:
        file.write("# changed by hand\n")
    refused(
        ["run", LEAVES["ball"][0], "-o", directory, "--overwrite"],
        directory,
        ["input.yaml", "which granum did not write"],
        "an input that was changed",
    )
    before = snapshot(directory)
    told = run(["resume", directory, "--set", "time.end=11 ms"])
    after = snapshot(directory)
    same = all(after[name] == before[name] for name in ("input.yaml", "source.yaml"))
    fact(
        same and "input.yaml was changed after granum wrote it" in told.stderr,
        f"resume keeps an edited input.yaml: {message(told)}",
    )


def check_resume(top):
    """A failed resumption changes nothing; a resumption into another folder refuses an existing run, as a run does."""
    directory, other = os.path.join(top, "whole"), os.path.join(top, "other")
    run(["run", LEAVES["chain"][0], "-o", directory])
    run(["run", LEAVES["chain"][0], "-o", other])
    refused(
        ["resume", directory, "-o", other],
        other,
        ["holds a run", "granum resume " + other],
        "resume -o where a run is",
        2,
    )
    refused(["resume", directory, "--overwrite"], directory, ["--overwrite"], "resume --overwrite")
    before = snapshot(directory)
    for name, damage in (("results.h5", os.unlink), ("checkpoint-200.h5", lambda path: os.truncate(path, 3000))):
        bad = os.path.join(top, "bad-" + name)
        shutil.copytree(directory, bad)
        with open(os.path.join(bad, "input.yaml"), "w") as file:
            file.write("mine\n")
        damage(os.path.join(bad, name))
        before = snapshot(bad)
        for ranks in (1, 3):
            told = run(["resume", bad, "--set", "time.end=4 us"], ranks, check=False)
            fact(
                told.returncode == 4 and len(message(told)) == 1 and snapshot(bad) == before,
                f"a resumption is refused because {name} was changed: exit {told.returncode}, {message(told)}, no "
                "file is changed",
            )
    run(["resume", directory, "-o", os.path.join(top, "longer"), "--set", "time.end=4 us"], 2)
    state = record(os.path.join(top, "longer"))
    spans = [(s["from"], s["to"], s["ranks"]) for s in state["segments"]]
    fact(
        [s[2] for s in spans] == [1, 2] and spans[0][1] == spans[1][0] and abs(spans[1][1] - 4e-6) < 1e-12,
        f"a run resumed in another folder records both segments: {spans}",
    )
    with open(LEAVES["chain"][0], "rb") as mine, open(os.path.join(top, "longer", "source.yaml"), "rb") as kept:
        fact(mine.read() == kept.read(), "the other folder contains a copy of the input")


def check_read_only(top):
    """A read-only archive: its run is resumed in another folder."""
    archive, elsewhere = os.path.join(top, "archive"), os.path.join(top, "open")
    run(["run", LEAVES["chain"][0], "-o", archive])
    os.mkdir(elsewhere)
    for place, mode in ((top, 0o755), (archive, 0o555), (elsewhere, 0o777)):
        os.chmod(place, mode)
    for name in os.listdir(archive):
        os.chmod(os.path.join(archive, name), 0o444)
    nobody = ["setpriv", "--reuid=65534", "--clear-groups"] if os.geteuid() == 0 else []
    words = ["resume", archive, "-o", os.path.join(elsewhere, "on"), "--set", "time.end=3 us"]
    home = {**os.environ, "HOME": elsewhere, "TMPDIR": elsewhere}
    told = subprocess.run([*nobody, GRANUM, *words], capture_output=True, text=True, env=home)
    fact(told.returncode == 0, f"a run in a read-only folder is resumed in another folder {told.stderr.strip()}")
    file = os.path.join(elsewhere, "file")
    shutil.copy(LEAVES["chain"][0], file)
    told = run(["run", LEAVES["chain"][0], "-o", file], check=False)
    fact(told.returncode == 4 and "a file of this name is there" in told.stderr, told.stderr.strip())
    os.chmod(archive, 0o755)


def check_links(top):
    """No file of the folder is written through a symbolic link. A link in place of a file, or of its incomplete form
    NAME.part, is replaced; a lock, and a file that the run extends, must be files."""
    precious, directory = os.path.join(top, "precious"), os.path.join(top, "links")
    names = ["run.json", "status.json", "results.h5", "results-data.h5", "results.xdmf", "contacts-0.h5"]
    names += ["checkpoint-10.h5", *(f"{name}.part" for name in (*names, "input.yaml", "source.yaml"))]

    def is_whole():
        with open(precious) as file:
            return file.read() == "mine"

    for ranks in (1, 2):
        os.makedirs(directory)
        with open(precious, "w") as file:
            file.write("mine")
        for name in names:
            os.symlink(precious, os.path.join(directory, name))
        told = run(
            ["run", LEAVES["ball"][0], "-o", directory, "--overwrite", "--set", "output.trajectory.every=10 us"],
            ranks,
            check=False,
        )
        left = [name for name in os.listdir(directory) if os.path.islink(os.path.join(directory, name))]
        fact(
            told.returncode == 0 and is_whole() and not left,
            f"a run on {ranks} rank(s) replaces links to a file of the user: {told.returncode} {message(told)} {left}",
        )
        lock = os.path.join(directory, ".granum.lock")
        for kind, damage in (("a symbolic link", os.symlink), ("no lock that granum wrote", shutil.copy)):
            os.unlink(lock)
            damage(precious, lock)
            for words in (
                ["run", LEAVES["ball"][0], "-o", directory, "--overwrite"],
                ["resume", directory, "--set", "time.end=30 us"],
            ):
                told = run(words, ranks, check=False)
                with open(lock) as file:
                    kept = file.read() == "mine" and is_whole()
                lines = message(told)
                fact(
                    told.returncode == 4
                    and len(lines) == 1
                    and f"links/.granum.lock: it is {kind}" in lines[0]
                    and kept,
                    f"{words[0]} on {ranks} rank(s): a lock that is {kind} is refused and kept: {lines}",
                )
        shutil.rmtree(directory)
        run(
            ["run", LEAVES["chain"][0], "-o", directory, "--set", "time.end=1 s", "--set", "output.wall_time=0.2 s"],
            ranks,
            check=False,
        )
        data, away = os.path.join(directory, "results-data.h5"), os.path.join(top, "away.h5")
        os.rename(data, away)
        os.symlink(away, data)
        before = os.stat(away).st_mtime_ns
        told = run(["resume", directory, "--set", "output.wall_time=0.2 s"], ranks, check=False)
        fact(
            told.returncode == 4
            and ["results-data.h5: it is a symbolic link" in line for line in message(told)] == [True]
            and os.stat(away).st_mtime_ns == before,
            f"resume on {ranks} rank(s) does not write through a link: {told.returncode} {message(told)}",
        )
        shutil.rmtree(directory)


def check_failed(top):
    """run.json of a failed run."""
    for ranks in (1, 2):
        directory = os.path.join(top, f"failed-{ranks}")
        clash = CHAIN.replace(
            "radius: 2.38 mm}}",
            "radius: 2.38 mm}, hammer: {chain: {count: 1}, material: steel, radius: 2.38 mm, velocity: -900 m/s}}",
        )
        told = run(["run", case(clash), "-o", directory], ranks, check=False)
        state = record(directory)
        fact(
            told.returncode == 3 and state["state"] == "failed" and state["segments"][0]["cause"] in told.stderr,
            f"run.json contains the cause of a failed run on {ranks} rank(s): exit {told.returncode}, "
            f"{state['segments']}",
        )


with tempfile.TemporaryDirectory() as folder:
    check_kinds(folder)
    check_parts(folder)
    check_input(folder)
    check_resume(folder)
    check_failed(folder)
    check_links(folder)
    check_read_only(folder)
done()
