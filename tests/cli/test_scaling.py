"""jobs/scaling: strong and weak scaling of short cases, resumed, and in jobs of replacements for Slurm, PBS and LSF;
the table against the performance cards of the runs; its picture.
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
import time

from cases import struck_chain
from granum_post import style
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
# Replacements for sbatch, qsub and bsub: they run the job at once and print its number, or with HOLD only the number.
SUBMITS = """#!/bin/bash
echo "$(basename "$0") $*" >>"$CALLS"
script=${!#}
[ "$(basename "$0")" != bsub ] || { script=$(mktemp -p "$TMPDIR") && cat >"$script"; }
[ -n "${HOLD:-}" ] || bash "$script" >"$CALLS.out" 2>&1 || exit 1
echo "job 17 of $(basename "$0")"
"""
# The state of job 17.
ASKS = """#!/bin/bash
[ "${!#}" = 17 ] || exit 9
[ "$HOLD" != down ] || { echo "no connection" >&2; exit 1; }
[ -z "${HOLD:-}" ] || { echo PENDING; exit; }
[ "$(basename "$0")" != bjobs ] || { echo DONE; exit; }
[ "$(basename "$0")" != qstat ] || { echo "qstat: Unknown Job Id 17" >&2; exit 153; }
"""


def scaling(top, *words, **environment):
    """Runs jobs/scaling with these words in the folder of the test."""
    outside = {k: v for k, v in os.environ.items() if not k.startswith(("SLURM", "PBS", "LSB"))}
    path = os.path.join(top, "bin") + os.pathsep + outside["PATH"]
    return subprocess.run(
        [os.path.join(SOURCE, "jobs", "scaling"), *words],
        cwd=top,
        env={
            **outside,
            "GRANUM": GRANUM,
            "LAUNCH": LAUNCH,
            "PATH": path,
            "CALLS": os.path.join(top, "calls"),
            "TMPDIR": top,
            **environment,
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="surrogateescape",
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
    for name in ("sbatch", "qsub", "bsub", "squeue", "qstat", "bjobs"):
        with open(os.path.join(commands, name), "w") as file:
            file.write(SUBMITS if name.endswith(("batch", "sub")) else ASKS)
        os.chmod(file.name, 0o755)
    with open(os.path.join(top, "head"), "w") as file:
        file.write("# mine\n#SBATCH --account=mine\nexport MODULES=loaded\n")
    heads = {
        "slurm": "#SBATCH --nodes=2\n#SBATCH --ntasks=3\n#SBATCH --ntasks-per-node=2\n",
        "pbs": "select=2:ncpus=2:",
        "lsf": '#BSUB -n 3\n#BSUB -W 00:10\n#BSUB -r\n#BSUB -R "span[ptile=2]"\n',
    }
    for system, head in heads.items():
        check_system(top, system, head)
    check_dry(top)
    check_shared(top)


def check_system(top, system, head):
    """The jobs of a batch system. The name of a folder is no part of a command, whatever its characters."""
    study, calls = f"it's 5% of {system}; exit 9", os.path.join(top, "calls")
    words = ["case.yaml", "--ranks", "1,3@2", "--repeats", "1", "-o", study, "--kind", "strong", "--header", "head"]
    words += ["--submit", system, "--time", "00:10:00"]
    told = scaling(top, *words, HOLD="yes")
    again = scaling(top, *words, HOLD="yes")
    with open(calls) as file:
        submitted = file.read().splitlines()
    fact(
        told.returncode == again.returncode == 0
        and len(submitted) == 2
        and again.stdout.count("not submitted again") == 2,
        f"{system}: a repeated command does not submit waiting jobs again: {again.stdout.strip()} {again.stderr}",
    )
    log = os.path.join(os.path.realpath(top), study.replace("%", "%%") if system == "slurm" else study, "jobs")
    fact(log in submitted[0].replace(top, os.path.realpath(top)), f"{system}: the log of a job: {submitted[0]}")
    with open(os.path.join(top, study, "jobs", "scaling-3-2.sh")) as file:
        text = file.read()
    lines = text.splitlines()
    command = next(k for k, line in enumerate(lines) if line == "export MODULES=loaded")
    heads = [k for k, line in enumerate(lines) if re.match("#(SBATCH|PBS|BSUB)", line)]
    memory = re.search(r"mem-per-cpu=(\d+)M|:mem=(\d+)mb|mem=(\d+)MB", text)
    fact(
        head in text and "00:10" in text and "#SBATCH --account=mine\n" in text and max(heads) < command and memory,
        f"{system}: head of a job: {lines[:command]}",
    )
    record = os.path.join(top, study, "jobs", "scaling-3-2.job")
    with open(record, "w") as file:
        file.write("\n")
    unknown = scaling(top, *words, HOLD="yes")
    with open(calls) as file:
        fact(
            unknown.returncode == 2 and "its number is unknown" in unknown.stderr and len(list(file)) == 2,
            f"{system}: a job without a number is not submitted again: {unknown.stderr.strip()}",
        )
    with open(record, "w") as file:
        file.write("17\n")
    os.unlink(calls)
    if system == "lsf":
        return
    lost = scaling(top, *words, HOLD="down")
    fact(
        lost.returncode == 2 and "17 fails, so the job may still wait or run" in lost.stderr,
        f"{system}: no second job if the state of the first is unknown: {lost.stderr.strip()}",
    )
    told = scaling(top, *words)
    ran = [line["ranks"] for line in lines_of(os.path.join(top, study))]
    fact(
        told.returncode == 0 and told.stdout.count(": job 17 of") == 2 and ran == ["1", "3"],
        f"{system}: the command submits a job for each size: {told.stdout.split()} {told.stderr.strip()}",
    )
    again = scaling(top, *words)
    fact(again.returncode == 0 and not again.stdout, f"{system}: nothing is submitted when all is done {again.stdout}")
    os.unlink(calls)


def check_dry(top):
    """--dry prints the jobs; a wrong input is refused. Both submit and write nothing."""
    words = ["case.yaml", "--ranks", "1,2", "-o", "dry", "--submit", "lsf"]
    told = scaling(top, *words, "--dry")
    fact(
        told.returncode == 0
        and "#BSUB -n 2\n" in told.stdout.replace("\n  ", "\n")
        and told.stdout.count("\n  exec ") == 2
        and "nothing was submitted" in told.stdout,
        f"--dry prints the jobs: {told.stdout.splitlines()[0]} {told.stderr}",
    )
    told = scaling(top, *words, "--set", "time.end=1 kg")
    fact(
        told.returncode == 2
        and "no job was submitted, for granum check says: granum: " in told.stderr
        and "time.end" in told.stderr,
        f"a wrong input is reported before a job is submitted: {told.stderr.strip()}",
    )
    with open(os.path.join(top, "latin"), "wb") as file:
        file.write(b"#BSUB -P n\xb0\n")
    os.makedirs(os.path.join(top, "recorded", "jobs"))
    with open(os.path.join(top, "recorded", "jobs", "scaling-1.job"), "w") as file:
        file.write("99\n")
    words[words.index("dry")] = "recorded"
    told = scaling(top, *words, "--dry", "--header", "latin", PYTHONIOENCODING="utf-8:strict")
    fact(
        told.returncode == 0 and "n\udcb0" in told.stdout,
        f"--dry asks for no job, and a header may be in another encoding: {told.stderr[-300:]}",
    )
    there = [name for name in ("dry", "calls") if os.path.exists(os.path.join(top, name))]
    fact(not there, f"neither writes or submits: {there}")


def check_shared(top):
    """Two processes with one size at the same time: one leaves the repeat to the other and its log as it is."""
    size = os.path.join(top, "shared", "case-strong", "ranks-1")
    words = ["case.yaml", "--ranks", "1", "--repeats", "1", "-o", "shared", "--kind", "strong"]
    scaling(top, *words, "--set", "time.end=30 us")
    os.unlink(os.path.join(size, "1.json"))
    run = [GRANUM, "run", "case.yaml", "-o", os.path.join(size, "1.run"), "--set", "time.end=9 s"]
    with open(os.devnull, "w") as null, subprocess.Popen(run, cwd=top, stdout=null, stderr=null) as other:
        while not os.path.exists(os.path.join(size, "1.run", "run.json")):
            time.sleep(0.01)
        before = os.stat(os.path.join(size, "1.log")).st_mtime_ns
        told = scaling(top, *words, "--set", "time.end=30 us")
        kept = os.stat(os.path.join(size, "1.log")).st_mtime_ns == before
        other.kill()
    fact(
        told.returncode == 0
        and "another job runs repeat 1; left to it" in told.stdout
        and kept
        and sorted(os.listdir(size)) == ["1.log", "1.run", "size.json"],
        f"a repeat that another job runs is left to it: {sorted(os.listdir(size))} {told.stderr}",
    )


def check_ticks():
    """Logarithmic axes of the picture have three ticks or more, however short they are."""
    for low, high in ((0.21, 0.43), (1.02, 1.07), (3, 400), (1e-3, 2.4e-3)):
        found = [v for v in style.PlainLog(subs=(1, 2, 5)).tick_values(low, high) if low <= v <= high]
        fact(len(found) >= 3, f"ticks between {low} and {high}: {found}")


def check_bad(top):
    for words, message in (
        (["case.yaml", "--ranks", "1,x"], "x: write ranks or ranks@nodes"),
        (["case.yaml", "--ranks", "2@3"], "2@3: write ranks or ranks@nodes"),
        (["nothing.yaml"], "nothing.yaml"),
        (["case.yaml", "case.yaml"], "two inputs are called case"),
        (["case.yaml", "--dry"], "write --submit lsf or pbs or slurm as well"),
        (["case.yaml", "--weak", "time.end=3"], "write path=value with {...} in it"),
        (["case.yaml", "--weak", "time.end={n*__import__}"], "not a number, n, nx"),
        (["case.yaml", "--set", "particles.beads.chain.count=3"], "the rule of weak scaling sets it too"),
        (["case.yaml", "--ranks", "\u00b2"], "write ranks or ranks@nodes"),
        (["case.yaml", "--launch", "mpirun 'x"], "its quotes or brackets are wrong"),
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
    check_ticks()
    check_bad(folder)
done()
