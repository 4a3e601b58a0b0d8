"""jobs/scaling: strong and weak scaling of short cases, resumed, and in jobs of replacements for Slurm and PBS; the
table against the performance cards of the runs; its picture.
Labels: chain input law parallel particle time."""
import csv
import glob
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

from cases import struck_chain
from granum_test import GRANUM, MPIEXEC, SOURCE, done, fact
from picture_pixels import shows_data

sys.path.insert(0, os.path.join(SOURCE, "jobs"))
import scaling_study as data  # noqa: E402

CASE = (
    "# weak scaling: particles.beads.chain.count={50*n}"
    + struck_chain(90)
    + """time: {end: 20 us, step: 0.1 us}
"""
)
LAUNCH = f"{MPIEXEC} -n {{ranks}}"
# Replacements for sbatch and qsub: they run the job at once and print its name.
BATCH = '#!/bin/sh\nbash "$1" >"$1.out" 2>&1 || exit 1\necho "ran $(basename "$1")"\n'


def scaling(top, *words, **environment):
    """Runs jobs/scaling with these words in the folder of the test."""
    outside = {k: v for k, v in os.environ.items() if not k.startswith(("SLURM", "PBS"))}
    path = os.path.join(top, "bin") + os.pathsep + outside["PATH"]
    return subprocess.run(
        [os.path.join(SOURCE, "jobs", "scaling"), *words],
        cwd=top,
        env={**outside, "GRANUM": GRANUM, "LAUNCH": LAUNCH, "PATH": path, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def read(path):
    with open(path) as file:
        return json.load(file)


def lines_of(study):
    with open(os.path.join(study, "scaling.csv"), newline="") as file:
        return list(csv.DictReader(file))


def check_rules():
    cubes = [tuple(data.nearest_cube(n).values())[1:] for n in (1, 2, 6, 8, 12, 64, 97)]
    fact(
        cubes == [(1, 1, 1), (2, 1, 1), (3, 2, 1), (2, 2, 2), (3, 2, 2), (4, 4, 4), (97, 1, 1)],
        f"the numbers of ranks are split into grids close to a cube: {cubes}",
    )
    box = data.grown("domain.upper=[{32*nx}, {32*ny}, {0.5*nz**2}]", 12)
    fact(box == "domain.upper=[96, 64, 2]", f"the domain grows with the grid of ranks: {box}")
    for name in ("chain.yaml", "assembly.yaml"):
        with open(os.path.join(SOURCE, "tests", "bench", name)) as file:
            fact(len(data.rules_of(file.read())) == 1, f"{name} states how it grows with the ranks")


def check_table(study):
    """Compares the table with the cards of the runs, by independent formulas."""
    lines = lines_of(study)
    fact(
        [(line["kind"], line["ranks"], line["particles"], line["runs"]) for line in lines]
        == [
            ("strong", "1", "91", "2"),
            ("strong", "2", "91", "2"),
            ("weak", "1", "51", "2"),
            ("weak", "2", "101", "2"),
        ],
        "the table has a line for each size, with two repeats: "
        f"{[(line['kind'], line['ranks'], line['particles']) for line in lines]}",
    )
    rates = {}
    for line in lines:
        found = glob.glob(os.path.join(study, f"case-{line['kind']}", f"ranks-{line['ranks']}", "[0-9].json"))
        cards = [read(path)["performance"] for path in found]
        seconds = sorted(card["seconds"] for card in cards)
        rate = statistics.mean(card["particle_steps_per_second"] for card in cards)  # the median of two
        rates[line["kind"], int(line["ranks"])] = rate
        efficiency = rate / int(line["ranks"]) / rates[line["kind"], 1]
        fact(
            len(cards) == 2
            and all(card["ranks"] == int(line["ranks"]) for card in cards)
            and [float(line["seconds_min"]), float(line["seconds_max"])] == seconds
            and abs(float(line["efficiency"]) / efficiency - 1) < 1e-12
            and float(line["efficiency_min"]) < float(line["efficiency"]) < float(line["efficiency_max"])
            and abs(sum(float(v) for k, v in line.items() if k.startswith("phase ")) / statistics.mean(seconds) - 1)
            < 0.1
            and float(line["imbalance"]) >= 1
            and line["messages_per_evaluation"] == ("1.0" if line["ranks"] == "2" else "0.0")
            and float(line["bytes_per_evaluation"]) == 16 * (int(line["ranks"]) - 1),
            f"{line['kind']} on {line['ranks']}: efficiency {efficiency:.2f}, imbalance {line['imbalance'][:5]}",
        )
        fact(
            f"{os.uname().nodename}: {line['ranks']} rank" in line["placement"],
            f"the ranks were on {line['placement']}",
        )


def check_sheet(top, study):
    told = scaling(top, "--sheet", "-o", "study", "--problem", "1e8,2e6", "--network", "HDR_200 & 50%")
    with open(os.path.join(study, "sheet.md")) as file:
        text = file.read()
    rows = [re.split(r" *\| *", line)[1:-1] for line in text.splitlines() if re.match(r"\| [\d-]+ \|", line)]
    fact(told.returncode == 0 and len(rows) == 4, f"the sheet has a row for each size: {rows} {told.stderr}")
    for row, line in zip(rows, lines_of(study)):
        rate = float(line["particle_steps_per_second"]) / int(line["ranks"])
        hours = 1e8 * 2e6 / rate / 3600
        share = 100 * float(line["efficiency"])
        fact(
            abs(float(row[-1]) / hours - 1) < 1e-3 and abs(float(row[6]) - share) < 0.06 and row[1] == line["ranks"],
            f"{row[-1]} core-hours, efficiency {row[6]} %",
        )
    lacks = [word for word in ("granum ", "MPI", "PETSc", "commit", "processor", "HDR_200") if word not in text]
    fact(not lacks, f"the sheet names program, libraries, processor and network; it lacks {lacks}")
    with open(os.path.join(study, "sheet.tex")) as file:
        latex = file.read()
    fact(r"HDR\_200 \& 50\%" in latex and latex.count(r"\begin{tabular}") == 3, "LaTeX: three tables, escaped")
    told = scaling(top, "--sheet", "-o", "study", "--problem", "many")
    fact(told.returncode == 2 and "as in 1e8,2e6" in told.stderr, told.stderr.strip().splitlines()[-1])
    told = scaling(top, "--sheet", "-o", "missing")
    fact(told.returncode == 2 and "is no folder of a study" in told.stderr, told.stderr.strip())


def check_study(top):
    words = ["case.yaml", "--ranks", "1,2", "--repeats", "2", "-o", "study"]
    study = os.path.join(top, "study")
    told = scaling(top, *words)
    fact(told.returncode == 0 and told.stdout.count(", repeat ") == 8, f"the study has 8 runs: {told.stderr.strip()}")
    check_table(study)
    fact(shows_data(os.path.join(study, "scaling.png")), "the picture of the scaling study shows data")
    check_sheet(top, study)
    left = sorted(os.listdir(os.path.join(study, "case-weak", "ranks-2")))
    fact(
        left == ["1.json", "1.log", "2.json", "2.log", "size.json"],
        f"the study keeps run.json and log of each run, and removes the results: {left}",
    )
    told = scaling(top, *words)
    fact(told.returncode == 0 and ", repeat " not in told.stdout, "a repeated command does not repeat runs")
    os.unlink(os.path.join(study, "case-weak", "ranks-2", "2.json"))
    os.mkdir(os.path.join(study, "case-weak", "ranks-2", "2.run"))  # an interrupted repeat
    listed = scaling(top, *words, "--list").stdout
    told = scaling(top, *words)
    fact(
        told.returncode == 0
        and [line for line in told.stdout.splitlines() if ", repeat " in line] == ["case-weak on 2 ranks, repeat 2 ..."]
        and listed.startswith("case-weak 2 ranks: repeats [2] "),
        f"a repeated command starts only the interrupted run: {listed.strip()}",
    )
    told = scaling(top, *words, "--set", "time.end=10 us")
    fact(told.returncode == 2 and "holds runs of another case (settings differs)" in told.stderr, told.stderr.strip())


def check_failing(top):
    """One size fails; the others run and are in the table."""
    rule = "time.step={1e-7*(3-n*2)} s"
    told = scaling(
        top, "case.yaml", "--ranks", "1,2", "--repeats", "1", "-o", "fails", "--weak", rule, "--kind", "weak"
    )
    log = os.path.join(top, "fails", "case-weak", "ranks-2", "1.log")
    with open(log) as file:
        fact("time.step" in file.read(), "the study keeps the log of a failed run")
    kinds = [(line["kind"], line["ranks"]) for line in lines_of(os.path.join(top, "fails"))]
    fact(
        told.returncode == 1
        and f"exit code 2; see {os.path.join('fails', 'case-weak', 'ranks-2', '1.log')} (granum: " in told.stderr
        and kinds == [("weak", "1")],
        f"the study reports the failed size, and its table contains the other size: {told.returncode}, "
        f"{told.stderr.strip()}, {kinds}",
    )


def check_jobs(top):
    commands = os.path.join(top, "bin")
    os.mkdir(commands)
    for name in ("sbatch", "qsub"):
        with open(os.path.join(commands, name), "w") as file:
            file.write(BATCH)
        os.chmod(file.name, 0o755)
    with open(os.path.join(top, "head"), "w") as file:
        file.write("#SBATCH --account=mine\nexport MODULES=loaded\n")
    heads = {
        "slurm": "#SBATCH --nodes=2\n#SBATCH --ntasks=3\n#SBATCH --ntasks-per-node=2\n",
        "pbs": "select=2:ncpus=2:",
    }
    for system, head in heads.items():
        study = f"it's {system}; exit 9"  # the name of a folder is no part of a command
        words = ["case.yaml", "--ranks", "1,3@2", "--repeats", "1", "-o", study, "--kind", "strong", "--header", "head"]
        words += ["--submit", system, "--time", "00:10:00"]
        told = scaling(top, *words)
        with open(os.path.join(top, study, "jobs", "scaling-3-2.sh")) as file:
            text = file.read()
        ran = [line["ranks"] for line in lines_of(os.path.join(top, study))]
        fact(
            told.returncode == 0
            and "scaling-1: ran scaling-1.sh\nscaling-3-2: ran scaling-3-2.sh\n" == told.stdout
            and head in text
            and "00:10:00" in text
            and "#SBATCH --account=mine\nexport MODULES=loaded\n" in text
            and ran == ["1", "3"],
            f"{system}: the command submits a job for each size: {told.stdout.split()} {told.stderr.strip()}",
        )
        again = scaling(top, *words)
        fact(
            again.returncode == 0 and not again.stdout,
            f"{system}: nothing is submitted when all is done {again.stdout}",
        )


def check_bad(top):
    for words, message in (
        (["case.yaml", "--ranks", "1,x"], "x: write ranks or ranks@nodes"),
        (["case.yaml", "--ranks", "2@3"], "2@3: write ranks or ranks@nodes"),
        (["nothing.yaml"], "nothing.yaml"),
        (["case.yaml", "case.yaml"], "two inputs are called case"),
        (["case.yaml", "--weak", "time.end=3"], "write path=value with {...} in it"),
        (["case.yaml", "--weak", "time.end={n*__import__}"], "not a number, n, nx"),
        (["case.yaml", "--set", "particles.beads.chain.count=3"], "the rule of weak scaling sets it too"),
        (["case.yaml", "--launch", "mpirun -n {rank}"], "{ranks}, {nodes} and {per_node} stand for numbers"),
    ):
        told = scaling(top, *words, "-o", "bad")
        fact(
            told.returncode == 2 and message in told.stderr and "Traceback" not in told.stderr,
            f"{words[1:]}: {told.stderr.strip().splitlines()[-1]}",
        )
    told = scaling(top, "case.yaml", GRANUM=os.path.join(top, "granum"))
    fact(told.returncode == 2 and "granum does not exist; build it" in told.stderr, "a missing program is reported")
    post = [os.path.join(SOURCE, "postprocess", "granum-post"), "scaling"]
    with open(os.path.join(top, "scaling.csv"), "w") as file:
        file.write("case,kind,ranks,seconds\na,strong,1,many\n")
    for path, message in ((os.path.join(top, "nothing"), "no scaling.csv"), (top, "was not written by jobs/scaling")):
        told = subprocess.run([*post, path], capture_output=True, text=True)
        fact(told.returncode == 2 and message in told.stderr and "Traceback" not in told.stderr, told.stderr.strip())


with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "case.yaml"), "w") as case:
        case.write(CASE)
    check_rules()
    check_study(folder)
    check_failing(folder)
    check_jobs(folder)
    check_bad(folder)
done()
