"""Scaling studies: runs cases on several numbers of ranks. Finished repeats are not run again: the same command
resumes an interrupted study. jobs/scaling starts it and sets the environment; jobs/scaling_study.py has the table."""
import argparse
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from typing import Callable, NamedTuple

import scaling_sheet as sheet
import scaling_study as data

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# A file of the package granum, which needs numpy; a study needs the standard library only.
FILE = importlib.util.spec_from_file_location("launch", os.path.join(ROOT, "postprocess", "granum", "launch.py"))
launch = importlib.util.module_from_spec(FILE)
FILE.loader.exec_module(launch)
CASES = [os.path.join(ROOT, "tests", "bench", name) for name in ("chain.yaml", "assembly.yaml")]
# Checkpoints on the disk and in memory are switched off, because they do not belong to the measured time.
ALONE = ["output.checkpoint.end=false", "output.checkpoint.failure=false"]
# One line for each rank: host, and the cores that it may use.
WHERE = r'echo "where $(uname -n) $(sed -n "s/^Cpus_allowed_list:[[:space:]]*//p" /proc/self/status)"'
STOPPED = 75  # exit code of granum
BROKEN = 2, 3, 4  # exit codes of granum check for a wrong input
EPILOG = """Weak scaling follows rules in the comments of the input, lines such as
  # weak scaling: particles.beads.chain.count={20000*n}
  # weak scaling: domain.upper=[{32*nx}, {32*ny}, {32*nz}]
where n = nx ny nz is the number of ranks, and nx >= ny >= nz are as equal as possible. The ranks are started by LAUNCH,
for instance 'srun --mpi=pmix -N {nodes} -n {ranks}' or 'mpirun -n {ranks} --map-by ppr:{per_node}:node'."""


def sizes_of(text):
    """Parses 1,2,32@2: numbers of ranks, each with an optional number of nodes."""
    found = []
    for word in text.split(","):
        ranks, at, nodes = word.partition("@")
        whole = word.isascii() and ranks.isdigit() and (nodes.isdigit() or not at)
        if not whole or int(ranks) < 1 or (at and not 0 < int(nodes) <= int(ranks)):
            raise argparse.ArgumentTypeError(f"{word}: write ranks or ranks@nodes, as in 1,2,4,32@2")
        found.append((int(ranks), int(nodes) if at else None))
    return sorted(set(found), key=lambda size: (size[0], size[1] or 0))


def powers_of_two():
    most = len(os.sched_getaffinity(0))
    return [(1 << k, None) for k in range(most.bit_length()) if 1 << k <= most]


def at_least_one(text):
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: write a whole number from 1")
    return int(text)


def problem_of(text):
    try:
        particles, steps = map(float, text.split(","))
    except ValueError:
        particles = steps = 0
    if not (0 < particles < float("inf") and 0 < steps < float("inf")):
        raise argparse.ArgumentTypeError(f"{text}: write numbers of particles and steps above 0, as in 1e8,2e6")
    return particles, steps


def options(arguments):
    parser = argparse.ArgumentParser(
        prog="jobs/scaling", description=__doc__, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("inputs", metavar="INPUT.yaml", nargs="*", default=CASES, help="default: chain and assembly of tests/bench")
    add("-o", "--output", metavar="DIR", default="scaling", help="folder of the study; default: scaling")
    add("--ranks", type=sizes_of, metavar="LIST", help="1,2,4,32@2: ranks, on nodes; default: 1, 2, 4, ... cores")
    add("--repeats", type=at_least_one, default=3, metavar="N", help="runs of each size, for the median; default: 3")
    add("--kind", choices=data.KINDS, help="only strong or only weak; default: both, weak if the input has a rule")
    add("--set", action="append", default=[], metavar="PATH=VALUE", dest="sets", help="option of each granum run")
    add("--weak", action="append", default=[], metavar="PATH=VALUE", help="replaces the rules in the input")
    add("--submit", choices=sorted(SYSTEMS), help="submit a job for each size with missing runs")
    add("--dry", action="store_true", help="with --submit: check the input and print the jobs, but submit nothing")
    add("--time", default="01:00:00", help="time limit of a job; default: 01:00:00")
    add("--header", metavar="FILE", help="file with lines for the head of each job: account, partition, modules")
    add("--list", action="store_true", help="print the missing runs and exit")
    add("--launch", default=os.environ.get("LAUNCH"), metavar="WORDS", help="launcher; default: the variable LAUNCH")
    add("--sheet", action="store_true", help="run nothing; write the sheet of a study: sheet.md and sheet.tex")
    add("--problem", type=problem_of, metavar="N,S", help="state core-hours for N particles and S steps: 1e8,2e6")
    add("--network", metavar="TEXT", help="network of the machine, for the sheet; default: ports of this host")
    add("--granum", default=os.environ.get("GRANUM", os.path.join(ROOT, "build", "granum")), help=argparse.SUPPRESS)
    found = parser.parse_args(arguments)
    if found.dry and not found.submit:
        parser.error(f"--dry prints the jobs of --submit; write --submit {' or '.join(sorted(SYSTEMS))} as well")
    found.ranks = found.ranks or powers_of_two()
    return found


# ---- runs of the study ----


def settings(given, rules, kind, ranks):
    if kind == "strong":
        return ALONE + given.sets
    grown = [data.grown(rule, ranks) for rule in rules]
    both = {s.partition("=")[0] for s in grown} & {s.partition("=")[0] for s in given.sets}
    if both:
        raise data.StudyError(f"--set {both.pop()}: the rule of weak scaling sets it too; give --weak or --kind strong")
    return ALONE + given.sets + grown


def sizes(given):
    """Returns all sizes of the study, series after series."""
    found, names = [], set()
    for path in given.inputs:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            text = file.read()
        name = os.path.splitext(os.path.basename(path))[0]
        if name in names:
            raise data.StudyError(f"two inputs are called {name}; their runs would share a folder")
        names.add(name)
        rules = given.weak or data.rules_of(text)
        if given.kind == "weak" and not rules:
            raise data.StudyError(f"{path}: there is no line `# weak scaling: PATH=VALUE`; add it or give --weak")
        for kind in [given.kind] if given.kind else data.KINDS if rules else ("strong",):
            for ranks, nodes in given.ranks:
                sets = settings(given, rules, kind, ranks)
                size = data.Size(given.output, name, text, kind, ranks, nodes, sets)
                size.input = path
                found.append(size)
    return found


# ---- running ----


def launcher(given, size):
    """Returns the command words that start the ranks of a size."""
    words = given.launch
    if not words and "SLURM_JOB_ID" in os.environ:
        words = "srun --mpi=pmix -n {ranks}" + (" -N {nodes}" if size.nodes else "")
    elif not words:
        words = "mpirun -n {ranks}" + (" --map-by ppr:{per_node}:node" if size.nodes else "")
        if "PBS_NODEFILE" in os.environ:  # an Open MPI built without PBS would otherwise use this node only
            words += f" --hostfile {shlex.quote(os.environ['PBS_NODEFILE']).replace('{', '{{').replace('}', '}}')}"
    try:
        return launch.launch_words(words, size.ranks, size.nodes or 1)
    except ValueError as problem:
        raise data.StudyError(str(problem)) from None


def find_placement(given, size):
    """Asks each rank for its host and cores. Returns nothing if the launcher cannot start a shell."""
    asked = subprocess.run(
        [*launcher(given, size), "sh", "-c", WHERE], stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    found = {}
    for line in asked.stdout.splitlines():
        if line.startswith("where "):
            _, host, cores = (line + " ?").split()[:3]
            found.setdefault(host, []).append(cores)
    size.place({host: sorted(found[host]) for host in sorted(found)})


def is_held(log):
    """Returns whether granum refused to run because another job runs this repeat."""
    with open(log, encoding="utf-8", errors="replace") as file:
        return "another run is at work in this folder" in file.read()


def run(given, size, repeat):
    """Runs one repeat. Returns its exit code, 0 on success. granum locks the folder; this process alone writes the log,
    which then gets its name. A repeat that another job runs is left to it."""
    folder = size.file(f"{repeat}.run")
    own = size.file(f"{repeat}.{os.uname().nodename}-{os.getpid()}.log")
    command = [*launcher(given, size), given.granum, "run", size.input, "-o", folder, "--overwrite"]
    for setting in size.about["settings"]:
        command += ["--set", setting]
    with open(own, "w", encoding="utf-8") as log:
        print(shlex.join(command), file=log, flush=True)
        code = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT).returncode
    if code == STOPPED and is_held(own):
        os.unlink(own)
        print(f"{size.series} on {size.ranks} ranks: another job runs repeat {repeat}; left to it", flush=True)
        return 0
    os.replace(own, size.file(f"{repeat}.log"))
    if code == 0:
        os.replace(os.path.join(folder, "run.json"), size.file(f"{repeat}.json"))
        shutil.rmtree(folder)
    return code


def said(log):
    """Returns granum's last line in a log, in brackets, or ""."""
    with open(log, encoding="utf-8", errors="replace") as file:
        lines = [line.strip() for line in file if line.startswith("granum: ")]
    return f" ({lines[-1]})" if lines else ""


def work(given, left):
    """Runs the missing repeats and returns the number of failures. The order is repeat by repeat, so that a
    disturbance of the machine affects all sizes."""
    failures = 0
    for repeat in range(1, given.repeats + 1):
        for size in left:
            if size.done(repeat):
                continue
            if not size.placed():
                find_placement(given, size)
            print(f"{size.series} on {size.ranks} ranks, repeat {repeat} ...", flush=True)
            code = run(given, size, repeat)
            if code:
                failures += 1
                log = size.file(f"{repeat}.log")
                print(f"scaling: granum failed with exit code {code}; see {log}{said(log)}", file=sys.stderr)
            data.write_table(given.output)
    return failures


# ---- jobs ----


def slurm_head(given, ranks, nodes, memory):
    lines = [f"--ntasks={ranks}"]
    if nodes:
        lines = [f"--nodes={nodes}", f"--ntasks={ranks}", f"--ntasks-per-node={-(-ranks // nodes)}"]
    lines += ["--cpus-per-task=1", f"--time={given.time}", "--requeue", "--open-mode=append"]
    lines += [f"--mem-per-cpu={memory}M"] if memory else []
    return [f"#SBATCH {line}" for line in lines]


def pbs_head(given, ranks, nodes, memory):
    per_node = -(-ranks // (nodes or 1))
    select = f"select={nodes or 1}:ncpus={per_node}:mpiprocs={per_node}:ompthreads=1"
    select += f":mem={memory * per_node}mb" if memory else ""
    return [f"#PBS -l {select}", "#PBS -l place=scatter", f"#PBS -l walltime={given.time}", "#PBS -j oe", "#PBS -r y"]


def lsf_head(given, ranks, nodes, memory):
    lines = [f"-n {ranks}", "-W " + ":".join(given.time.split(":")[:2]), "-r"]
    lines += [f'-R "span[ptile={-(-ranks // nodes)}]"'] if nodes else []
    lines += [f'-R "rusage[mem={memory}MB]"'] if memory else []
    return [f"#BSUB {line}" for line in lines]


class System(NamedTuple):
    """A batch system. Names and logs are words of the command, because not all systems read quotes in a script."""

    head: Callable  # lines of the script
    words: Callable  # command that submits a job of this name with this log
    by_input: bool  # whether the command reads the script from its standard input
    asks: tuple  # command that prints the state of the job whose number follows
    ended: tuple = ()  # states in this output of a job that has ended


SYSTEMS = {
    "slurm": System(
        slurm_head,
        lambda name, log: ["sbatch", f"--job-name={name}", "--output=" + log.replace("%", "%%")],
        False,
        ("squeue", "-h", "-o", "%T", "-j"),
    ),
    "pbs": System(pbs_head, lambda name, log: ["qsub", "-N", name, "-o", log], False, ("qstat",)),
    "lsf": System(
        lsf_head,
        lambda name, log: ["bsub", "-J", name, "-o", log],
        True,
        ("bjobs", "-noheader", "-o", "stat"),
        ("DONE", "EXIT"),
    ),
}


def check_inputs(given, found):
    """Checks the smallest size of each series by `granum check` and returns the memory of all ranks together
    [byte] by series; none if granum cannot run here."""
    memory = {}
    for size in sorted(found, key=lambda size: size.ranks):
        if size.series in memory:
            continue
        words = [given.granum, "check", size.input, "--json"]
        for setting in size.about["settings"]:
            words += ["--set", setting]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode in BROKEN:
            lines = [line for line in done.stderr.splitlines() if line.startswith("granum: ")]
            raise data.StudyError(
                f"no job was submitted, for granum check says: {(lines or [done.stderr.strip()])[-1]}"
            )
        if done.returncode:
            print(f"scaling: granum check cannot run here (exit code {done.returncode}); the input is not checked")
            return {}
        cases = json.loads(done.stdout)["cases"]
        most = max((case["memory_per_rank_bytes"] or 0 for case in cases), default=0)
        memory[size.series] = most, size.ranks if size.kind == "weak" else None
    return memory


def memory_of_rank(memory, sizes_of_job):
    """Returns the memory of a rank in the jobs' lines [MB]: the particles are divided among the ranks; half as much
    and 200 MB are added for contacts that form and for the MPI. 0: unknown."""
    found = [memory[size.series] for size in sizes_of_job if size.series in memory]
    ranks = sizes_of_job[0].ranks
    return max((int(201 + 1.5e-6 * bytes / (smallest or ranks)) for bytes, smallest in found), default=0)


def job_text(given, sizes_of_job, memory):
    """Returns the script of a batch job that runs the sizes with these ranks and nodes with this command."""
    ranks, nodes = sizes_of_job[0].ranks, sizes_of_job[0].nodes
    lines = []
    if given.header:
        with open(given.header, encoding="utf-8", errors="surrogateescape") as file:
            lines = file.read().rstrip().split("\n")
    # Batch systems read head lines only before the first command, and the later of two that contradict each other.
    end = next((k for k, line in enumerate(lines) if line.strip() and not line.startswith("#")), len(lines))
    has_memory = any(re.match(r"#(SBATCH|PBS|BSUB)\b.*\bmem", line) for line in lines[:end])
    own = SYSTEMS[given.submit].head(given, ranks, nodes, 0 if has_memory else memory)
    size = f"{ranks}@{nodes}" if nodes else str(ranks)
    words = [os.path.join(ROOT, "jobs", "scaling"), *arguments_of(given), "--ranks", size]
    command = [f"cd {shlex.quote(os.getcwd())}", "exec " + shlex.join(words), ""]
    return "\n".join(["#!/bin/bash", *lines[:end], *own, *lines[end:], *command])


def arguments_of(given):
    """Returns the options of a command that runs the same cases."""
    words = [*map(os.path.abspath, given.inputs), "-o", os.path.abspath(given.output), "--repeats", str(given.repeats)]
    words += ["--granum", os.path.abspath(given.granum)]
    words += ["--kind", given.kind] if given.kind else []
    words += ["--launch", given.launch] if given.launch else []
    for option, values in (("--set", given.sets), ("--weak", given.weak)):
        for value in values:
            words += [option, value]
    return words


def job_at_work(given, record):
    """Returns number and state of the job of an earlier command, if it has not ended; otherwise nothing."""
    system = SYSTEMS[given.submit]
    try:
        with open(record, encoding="utf-8") as file:
            number = file.read().strip()
    except FileNotFoundError:
        return None
    if not number:
        raise data.StudyError(
            f"an earlier command submitted this job, but its number is unknown; if it neither waits nor runs, remove "
            f"{record}"
        )
    try:
        done = subprocess.run([*system.asks, number], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    except FileNotFoundError:
        raise data.StudyError(
            f"there is no command {system.asks[0]} to ask whether job {number} still waits or runs; if it does not, "
            f"remove {record}"
        ) from None
    answer = (done.stdout + done.stderr).strip()
    if done.returncode and not re.search(r"invalid job id|unknown job|has finished|not found", answer, re.I):
        raise data.StudyError(f"{system.asks[0]} {number} fails, so the job may still wait or run: {answer}")
    state = done.stdout.split()[-1:]
    return None if done.returncode or not state or state[0] in system.ended else f"{number} ({state[0]})"


def submit_one(given, name, text):
    """Submits a job, unless that of an earlier command still waits or runs. Returns whether it was refused."""
    system, folder = SYSTEMS[given.submit], os.path.join(given.output, "jobs")
    path, record = (os.path.join(folder, name + ending) for ending in (".sh", ".job"))
    log = os.path.join(os.path.abspath(folder), name + ".log")
    command = [*system.words(name, log), *([] if system.by_input else [path])]
    if given.dry:
        shown = text.rstrip().replace("\n", "\n  ")
        print(f"{name}: {shlex.join(command)}{f' < {shlex.quote(path)}' if system.by_input else ''}\n  {shown}")
        return False
    there = job_at_work(given, record)
    if there:
        print(f"{name}: job {there} of an earlier command is still there; not submitted again")
        return False
    data.replaced(path, text)
    data.replaced(record, "\n")  # first: a job is not submitted again if this process ends before it has the number
    with open(path if system.by_input else os.devnull, "rb") as script:
        done = subprocess.run(command, stdin=script, capture_output=True, text=True)
    print(f"{name}: {(done.stdout or done.stderr).strip()}")
    number = re.search(r"\d+(\[\])?(\.[\w.-]+)?", done.stdout)
    if done.returncode:
        os.unlink(record)
    elif number:
        data.replaced(record, number[0] + "\n")
    return done.returncode != 0


def submit(given, left, memory):
    """Submits one job for each size with missing runs. Returns the number of refused jobs."""
    refused, jobs = 0, {}
    for size in sorted(left, key=lambda size: (size.ranks, size.nodes or 0)):
        jobs.setdefault(f"scaling-{size.ranks}" + (f"-{size.nodes}" if size.nodes else ""), []).append(size)
    if not given.dry:
        os.makedirs(os.path.join(given.output, "jobs"), exist_ok=True)
    for name, sizes_of_job in jobs.items():
        refused += submit_one(given, name, job_text(given, sizes_of_job, memory_of_rank(memory, sizes_of_job)))
    if given.dry:
        print("nothing was submitted; without --dry the same command submits these jobs")
    elif refused:
        print(f"{refused} of {len(jobs)} jobs were refused; the same command submits those that are missing")
    return refused


# ---- the command ----


def show(lines):
    heads = ("ranks", 6), ("nodes", 5), ("particles", 11), ("seconds", 9), ("least", 8), ("most", 8), ("M/s", 8)
    print(" " * 24, *(f"{head:>{width}}" for head, width in heads))
    for line in lines:
        print(
            f"{line['case'] + ' ' + line['kind']:24} {line['ranks']:6} {line['nodes'] or '':>5} {line['particles']:11} "
            f"{line['seconds']:9.4g} {line['seconds_min']:8.4g} {line['seconds_max']:8.4g} "
            f"{line['particle_steps_per_second'] / 1e6:8.4g} {100 * line['efficiency']:8.1f} %"
        )


def finish(given):
    """Writes the table and the picture of the finished runs."""
    lines = data.write_table(given.output)
    show(lines)
    print(f"M/s: million particle-steps per second, median; last: efficiency. Table: {given.output}/scaling.csv")
    if lines:
        print("sheet: " + ", ".join(sheet.write(given.output, given.problem, given.network)))
    draw = [os.path.join(ROOT, "postprocess", "granum-post"), "scaling", given.output]
    done = subprocess.run(draw, stdin=subprocess.DEVNULL, capture_output=True, text=True) if lines else None
    if done and done.returncode:
        print(f"no picture: {done.stderr.strip()}")
    elif done:
        print(f"picture: {given.output}/scaling.png")


def conduct(given):
    if given.sheet:
        if not os.path.isdir(given.output):
            raise data.StudyError(f"{given.output} is no folder of a study; name it with -o")
        print("\n".join(sheet.write(given.output, given.problem, given.network)))
        return 0
    left = [size for size in sizes(given) if size.missing(given.repeats)]
    if given.list:
        for size in left:
            print(f"{size.series} {size.ranks} ranks: repeats {size.missing(given.repeats)} {size.about['settings']}")
        return 0
    if not os.access(given.granum, os.X_OK):
        raise data.StudyError(
            f"{given.granum} does not exist; build it: cmake --preset release && cmake --build --preset release"
        )
    for size in sizes(given):
        size.check()
    command = SYSTEMS[given.submit].words("", "")[0] if given.submit and not given.dry else None
    if command and not shutil.which(command):
        raise data.StudyError(
            f"there is no command {command} on this machine; submit from a login node of the cluster, or add --dry to "
            "see the jobs"
        )
    memory = check_inputs(given, left) if given.submit else {}
    if not given.dry:
        os.makedirs(given.output, exist_ok=True)
        for size in sizes(given):
            size.begin()
    if given.submit:
        return min(submit(given, left, memory), 1)
    failures = work(given, left)
    finish(given)
    return min(failures, 1)


def main(arguments):
    given = options(arguments)
    sys.stdout.reconfigure(errors="surrogateescape")  # --header may have bytes that are no UTF-8
    try:
        return conduct(given)
    except OSError as problem:
        print(f"scaling: {problem.filename}: {problem.strerror}", file=sys.stderr)
        return 2
    except (data.StudyError, json.JSONDecodeError) as problem:
        print(f"scaling: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("scaling: interrupted; the same command resumes the study", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
