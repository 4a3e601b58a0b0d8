"""Tests the batch scripts of jobs/ with replacements for Slurm, PBS, LSF and granum on PATH: the command of each job,
the next job that it submits, and the files that it leaves. tests/slurm/run has similar tests with a real Slurm.
Labels: contact input io parallel run time."""
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time

from cases import struck_chain
from granum_test import GRANUM, MPIEXEC, SOURCE, at_work, case, done, fact, run

# Each replacement appends its name and words to $CALLS. A launcher then becomes the command after its options.
RECORD = '#!/bin/bash\necho "$(basename "$0") $*" >>"$CALLS"\n'
LAUNCHER = RECORD + 'while [ "$1" != sh ] && [ "$1" != "$GRANUM_IN_JOB" ]; do shift; done\nexec ${RANKS:-} "$@"\n'
ASKED = (
    RECORD
    + 'case $* in *show*) echo "JobId=43 JobState=${STATE:-RUNNING} Restarts=${RESTARTS:-0}" ;; '
    + '*) [ -z "${REFUSED:-}" ] ;; esac\n'
)
# Follows the next line of $PLAN: an exit code, then the checkpoints that exist at the end; `completed`, `stopped`,
# `failed` or `running` for run.json; `asked` if a file stopped it; `held` for a lock file with a holder; `signal` to
# wait for USR1 first.
GRANUM_BY_PLAN = (
    RECORD
    + """
printf '%s\\n' "$(ls -d "$TMPDIR")" "$OMPI_MCA_orte_tmpdir_base" >>"$CALLS.scratch"
if [ "$1" = run ]; then while [ "$1" != -o ]; do shift; done; fi
out=$2
read -r code words <"$PLAN" && sed -i 1d "$PLAN"
mkdir -p "$out" && touch "$out/results.h5"
for word in $words; do
  case $word in
    signal)
      trap 'got=1' USR1
      touch "$out.waits"
      for k in $(seq 600); do [ -n "${got:-}" ] && break; sleep 0.05; done ;;
    study) echo "$code" >"$out/study.json" ;;
    asked) printf '{\\n  "cause": "the file stop",\\n' >"$out/status.json" ;;
    held) echo "host n7, process 5" >"$out/.granum.lock" ;;
    completed | stopped | failed | running)
      printf '{\\n  "state": "%s",\\n  "process": %s\\n' "$word" "$$" >"$out/run.json" ;;
    *) touch "$out/checkpoint-$word.h5" ;;
  esac
done
exit "$code"
"""
)
CASE = (
    struck_chain(50)
    + """time: {end: 1 ms, step: 0.1 us}
output: {energy: {every: 10 us}, checkpoint: {every: 100 us}}
"""
)
SLURM = {"SLURM_JOB_NAME": "name", "SLURM_JOB_ID": "43"}
ARRAY = {**SLURM, "SLURM_ARRAY_JOB_ID": "41", "SLURM_ARRAY_TASK_ID": "2"}
PBS = {"PBS_JOBNAME": "name", "PBS_JOBID": "43.server"}
LSF = {"LSB_JOBNAME": "name", "LSB_JOBID": "43", "LSB_JOBINDEX": "0", "LSB_DJOB_NUMPROC": "2"}
TASK = {"slurm.sh": "SLURM_ARRAY_TASK_ID", "pbs.sh": "PBS_ARRAY_INDEX", "lsf.sh": "LSB_JOBINDEX"}
NUMBER = "${SLURM_ARRAY_TASK_ID:-${task:-}}"
OF_TASK = ("case_options=() ", f'case_options=(--set title="case {NUMBER}") ')
# Commands that show progress or ask for the state of a job, but submit none.
SHOWS = ("show", "update", "bpost")


def written(path, text):
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, 0o755)
    return path


class Batch:
    """A batch system that runs a submitted script again."""

    def __init__(self, top, script, environment, plan=(), granum=None, change=()):
        self.folder = tempfile.mkdtemp(dir=top)
        of_array = any(environment.get(name, "0") != "0" for name in TASK.values())
        self.out = os.path.join(self.folder, "name-2" if of_array else "name")
        commands = os.path.join(self.folder, "bin")
        os.mkdir(commands)
        for name in ("srun", "mpirun", "scontrol", "qsub", "brequeue", "bpost"):
            written(os.path.join(commands, name), LAUNCHER if name.endswith("run") else ASKED)
        granum = granum or written(os.path.join(commands, "granum"), GRANUM_BY_PLAN)
        with open(os.path.join(SOURCE, "jobs", script)) as file:
            text = file.read()
        changes = [
            ("root=$HOME/granum ", f"root={SOURCE} "),
            ("granum=$root/build/granum ", f"granum={granum} "),
            ("$root/inputs/chain/horizontal-70.yaml", "$PWD/case.yaml"),
        ]
        for old, new in (*changes, *change):
            if text.count(old) != 1:
                raise SystemExit(f"{script} has {old!r} {text.count(old)} times")
            text = text.replace(old, new)
        self.script = written(os.path.join(self.folder, script), text)
        written(os.path.join(self.folder, "case.yaml"), CASE)
        nodes = written(os.path.join(self.folder, "nodes"), "n1\nn1\n")
        self.calls = written(os.path.join(self.folder, "calls"), "")
        self.plan = written(os.path.join(self.folder, "plan"), "".join(line + "\n" for line in plan))
        outside = {k: v for k, v in os.environ.items() if not k.startswith(("SLURM", "PBS", "LSB"))}
        self.environment = {
            **outside,
            **environment,
            "PATH": commands + os.pathsep + os.environ["PATH"],
            "CALLS": self.calls,
            "PLAN": self.plan,
            "GRANUM_IN_JOB": granum,
            "HOME": self.folder,
            "PBS_O_WORKDIR": self.folder,
            "PBS_NODEFILE": nodes,
        }
        self.codes, self.told = [], ""

    def start(self):
        return subprocess.Popen(
            [self.script],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def end(self, process):
        self.told += "".join(process.communicate(timeout=120))
        self.codes.append(process.returncode)
        return self.asked() == len(self.codes)

    def jobs(self):
        """Runs jobs until none is submitted. Returns the exit codes."""
        self.codes = []
        self.forget()
        while len(self.codes) < 9 and self.end(self.start()):
            pass
        return self.codes

    def said(self, *names):
        with open(self.calls) as file:
            return [line.strip().replace(self.folder + "/", "") for line in file if line.split()[0] in names]

    def asked(self):
        asked = self.said("scontrol", "qsub", "brequeue")
        return len([line for line in asked if not any(word in line for word in SHOWS)])

    def forget(self):
        written(self.calls, "")

    def granum(self):
        """Returns the command and the folder or option of each run."""
        telling = ("run", "resume", "--overwrite")
        return [" ".join(w for w in line.split() if w in telling) for line in self.said("granum")]

    def left(self):
        return sorted(os.listdir(self.out)) if os.path.isdir(self.out) else []

    def counted(self):
        return os.path.exists(self.out + ".tries")


def logic(top, script, environment):
    """Checks that are the same for both systems."""

    def batch(*plan, **more):
        return Batch(top, script, environment, plan, **more)

    for change, said in (
        ((f"root={SOURCE} ", "root=$HOME/none "), "change root= in this script"),
        (("out=$PWD/", "granum=$PWD/none out=$PWD/"), "there is no program"),
    ):
        b = batch("0", change=[change])
        b.jobs()
        fact(b.codes == [2] and said in b.told and not b.asked(), f"{script}: {b.told.strip()}")
    b = batch("75 10", "75 10 20", "0 30 completed")
    fact(
        b.jobs() == [75, 75, 0] and b.granum() == ["run", "resume", "resume"] and not b.counted(),
        f"{script}: a run stopped twice by its time limit is resumed twice: {b.codes} {b.granum()}",
    )
    b = batch("137 10", "143 20", "1 30", "9 40", "137 50", "0 60 completed")
    fact(
        b.jobs() == [137, 143, 1, 9, 137, 0] and b.granum() == ["run"] + 5 * ["resume"],
        f"{script}: a run killed in each job is resumed as long as each job writes a later checkpoint: {b.codes}",
    )
    b = batch(*5 * ["137"])
    anew = ["run", "run --overwrite", "run --overwrite"]
    fact(
        b.jobs() == [137, 137, 137, 1] and b.granum() == anew and "3 jobs in a row" in b.told,
        f"{script}: a run killed before its first checkpoint is restarted until 3 jobs in a row made no progress: "
        f"{b.codes} {b.granum()}",
    )
    os.unlink(b.out + ".tries")
    written(b.plan, "0 10 completed\n")
    fact(
        b.jobs() == [0] and b.granum() == ["run --overwrite"],
        f"{script}: after the file with the count of tries is removed, the run is started again",
    )
    b = batch("75 10", *5 * ["75"])
    fact(
        b.jobs() == [75, 75, 75, 75, 1] and b.granum() == ["run"] + 3 * ["resume"],
        f"{script}: a run stopped with the same checkpoint is resumed until 3 jobs in a row made no progress: "
        f"{b.codes}",
    )
    b = batch("75 10 stopped asked", "0 20 completed")
    fact(
        b.jobs() == [75] and "stopped by the file stop; submit the script to resume the run" in b.told,
        f"{script}: after a stop by the file stop no next job is submitted: {b.told}",
    )
    b = batch("75 10", "0 20 completed", change=[("  :\n", '  echo "afterwards $out" >>"$CALLS"\n')])
    b.end(b.start())
    early = b.said("afterwards")
    b.end(b.start())
    fact(
        b.codes == [75, 0] and not early and b.said("afterwards") == ["afterwards name"],
        f"{script}: afterwards() is called once, after the run has completed: {early}, {b.said('afterwards')}",
    )
    b = batch("0 20 completed", change=[("  :\n", "  false\n")])
    fact(
        b.jobs() == [0] and "afterwards() failed" in b.told,
        f"{script}: a failing afterwards() is reported: {b.told.strip()}",
    )
    b = batch("75 study", "0 study completed")
    fact(b.jobs() == [75, 0] and b.granum() == ["run", "resume"], f"{script}: a stopped study is resumed: {b.granum()}")
    success(batch, script)
    refusals(batch, script)
    for code in (2, 3, 4):
        b = batch(f"{code} 10 failed")
        fact(
            b.jobs() == [code] and b.asked() == 0 and "would fail in the same way" in b.told,
            f"{script}: after exit code {code} no next job is submitted",
        )
        b = batch(*4 * [str(code)])
        fact(
            [b.jobs() for _ in range(4)] == 4 * [[code]],
            f"{script}: jobs that fail with exit code {code} do not count as tries, so a corrected one runs",
        )
    b = batch(change=[("launch() {\n", "launch() {\n  exec sh -c 'exit 127'\n")])
    fact(
        b.jobs() == [127] and b.asked() == 0 and "granum did not start (exit code 127" in b.told,
        f"{script}: no next job follows if granum did not start: {b.told.strip()}",
    )
    b = batch("137 running", "0 10 completed")
    fact(
        b.jobs() == [137, 0] and b.granum() == ["run", "run --overwrite"],
        f"{script}: a run killed without a checkpoint, whose run.json has the state running, is restarted: "
        f"{b.granum()}",
    )
    for state, code in (("completed", 0), ("failed", 3)):
        b = batch(f"{code} {state}")
        b.jobs()
        there = b.left()
        fact(
            b.jobs() == [code] and not b.granum() and b.left() == there and "is not run again" in b.told,
            f"{script}: the files of a run that has {state} without a checkpoint stay unchanged: {b.left()}",
        )
    b = batch("75 10")
    b.environment["REFUSED"] = "yes"
    b.end(b.start())
    fact(
        b.codes == [75] and "submit the script again" in b.told,
        f"{script}: the refusal of a next job by the batch system is reported: {b.told.strip().splitlines()[-1]}",
    )
    for number in (signal.SIGUSR1, signal.SIGTERM):
        b = batch("75 10 signal", "0 20 completed")
        process = b.start()
        while process.poll() is None and not os.path.exists(b.out + ".waits"):
            time.sleep(0.02)
        process.send_signal(number)
        asks = number == signal.SIGUSR1 or script == "slurm.sh"
        fact(
            b.end(process) == asks and b.codes == [75],
            f"{script}: the script passes {number.name} on to granum, which exits with 75; submitted next jobs: "
            f"{b.asked()}",
        )
    each = [("job_options=() ", "job_options=(-log_view) ")] if script != "pbs.sh" else []
    b = batch("75 10", "0 20 completed", change=[("case_options=() ", "case_options=(--set 'time.end=2 ms') "), *each])
    b.jobs()
    said = b.said("granum")
    again = "-log_view" if each else "output.wall_time=58min"
    fact(
        "time.end=2 ms" in said[0] and "time.end" not in said[1] and again in said[1],
        f"{script}: case options are passed to the first job only, job options to each job: {said}",
    )


def success(batch, script):
    """The state in run.json decides whether a run is completed, not the exit code of the launcher."""
    then = ("  :\n", '  echo "afterwards" >>"$CALLS"\n')
    b = batch("75 10 stopped", "0", "0 20 completed", change=[then])
    b.end(b.start())
    b.end(b.start())
    early = b.said("afterwards")
    b.end(b.start())
    fact(
        b.codes == [75, 75, 0] and b.asked() == 2 and not early and b.said("afterwards") and not b.counted(),
        f"{script}: a job after a requeue whose launcher exits with 0, but runs nothing, is repeated: {b.codes} "
        f"{early}",
    )
    b = batch(change=[("launch() {\n", "launch() {\n  exec true\n"), then])
    fact(
        b.jobs() == [75, 75, 75, 1] and not b.said("afterwards") and "has not completed" in b.told,
        f"{script}: a launcher that only calls `true` does not count as a completed run: {b.codes} "
        f"{b.said('afterwards')}",
    )
    b = batch("0 10 stopped", "0", "0 20 completed", "0")
    fact(b.jobs() == [75, 75, 0], f"{script}: run.json of an earlier job is not success: {b.codes}")
    fact(
        b.jobs() == [0] and "completed before this job, and stays as it was" in b.told,
        f"{script}: a completed run that is submitted again is a success: {b.codes}",
    )
    for plan, code in (("0 10 failed", 3), ("137 10 completed", 0)):
        b = batch(plan)
        fact(
            b.jobs() == [code] and not b.asked(),
            f"{script}: run.json decides over the exit code, for {plan}: {b.codes}, submitted next jobs: {b.asked()}",
        )
    b = batch("137 10 running held", *4 * ["0"])
    fact(
        b.jobs() == [137, 75, 75, 75, 1],
        f"{script}: failed launches count as tries although the lock file names a killed run: {b.codes}",
    )


def refusals(batch, script):
    """A job whose folder is held by another run starts again later, and does not count as a try."""
    b = batch("75 held", "0 20 completed")
    b.end(b.start())
    counted = b.counted()
    b.end(b.start())
    fact(
        b.codes == [75, 0] and not counted,
        f"{script}: a job refused because of the lock does not count as a try, and the next job runs: {b.codes}",
    )
    b = batch("137 10 running", "137", *5 * ["75 held"], "0 20 completed")
    counts = []
    for _ in range(7):
        b.end(b.start())
        with open(b.out + ".tries") as file:
            counts.append(file.read())
    asked = b.said("qsub")
    b.end(b.start())
    later = script != "pbs.sh" or ["-a" in words.split() for words in asked] == 2 * [False] + 5 * [True]
    fact(
        b.codes == [137, 137, *5 * [75], 0] and len(set(counts[1:])) == 1 and b.asked() == 7 and later,
        f"{script}: five jobs refused because of the lock do not change the count of tries: {b.codes} {counts[1:]} "
        f"{asked}",
    )
    fact(
        "another run holds" in b.told and "interrupted (exit code 75" not in b.told,
        f"{script}: the script reports that another run holds the folder",
    )


CASES = """# striker speed

--set 'particles.striker.velocity=1 m/s'
--set particles.striker.velocity="2 m/s" --set time.step=2e-8
"""


def arrays(top, script, environment, task):
    """Each task of an array runs the case of its line, in its own folder, and resumes it."""
    for number, options in (
        ("1", "--set particles.striker.velocity=1 m/s"),
        ("2", "--set particles.striker.velocity=2 m/s --set time.step=2e-8"),
        ("3", None),
    ):
        of_task = {**environment, task: number}
        b = Batch(top, script, of_task, ["75 10", "0 20 completed"], change=[("cases='' ", "cases=$PWD/cases.txt ")])
        b.out = os.path.join(b.folder, f"name-{number}")
        written(os.path.join(b.folder, "cases.txt"), CASES)
        b.end(b.start())
        if script == "pbs.sh":
            del b.environment[task]
            b.environment["task"] = number
        if options is None:
            fact(
                b.codes == [2] and not b.granum() and "has no case 3" in b.told and not b.asked(),
                f"{script}: an array task without a line in the list of cases is refused: {b.told.strip()}",
            )
            continue
        b.end(b.start())
        begun, goes_on = b.said("granum")
        fact(
            b.codes == [75, 0] and options in begun and goes_on.startswith(f"granum resume name-{number}"),
            f"{script}: task {number} of an array runs its case and resumes it in its folder: {begun}; {goes_on}",
        )


def sweeps(top, script, environment, task):
    """With cases=study a task takes the case with its number; after a stop it resumes this case."""
    plan = ["75 10", "0 20 completed"]
    b = Batch(top, script, {**environment, task: "2"}, plan, change=[("cases='' ", "cases=study ")])
    b.end(b.start())
    if script == "pbs.sh":
        del b.environment[task]
        b.environment["task"] = "2"
    b.end(b.start())
    begun, goes_on = b.said("granum")
    fact(
        b.codes == [75, 0] and "--case 2" in begun and "--case" not in goes_on and "name-2" in goes_on,
        f"{script}: task 2 of a study runs case 2 and resumes it in its folder: {begun}; {goes_on}",
    )
    alone = {k: v for k, v in environment.items() if k != task}
    for change, said in (("cases=study ", "for the tasks of an array"), ("cases=$PWD/none.txt ", "there is no file")):
        of_task = alone if "study" in change else {**environment, task: "2"}
        b = Batch(top, script, of_task, ["0"], change=[("cases='' ", change)])
        b.end(b.start())
        fact(
            b.codes == [2] and said in b.told and not b.granum() and not b.asked(),
            f"{script}: {change}: {b.told.strip()}",
        )


def scratch(top, script, environment):
    """A folder local to each node exists during the run only; an error is reported if it cannot be created, or if it is
    a link. Its name may have any character."""
    place = tempfile.mkdtemp(dir=top) + """/it's"'; touch "$CALLS.pwned"; : '`touch "$CALLS.pwned"`"""
    os.mkdir(place)
    quoted = shlex.quote(place)
    default = "${SLURM_TMPDIR:-${TMPDIR:-/tmp}}" if script == "slurm.sh" else "${TMPDIR:-/tmp}"
    then = ("  :\n", '  echo "afterwards $TMPDIR" >>"$CALLS"\n')
    b = Batch(
        top, script, environment, ["0 20 completed"], change=[(f"scratch={default} ", f"scratch={quoted} "), then]
    )
    b.environment["TMPDIR"] = top
    b.jobs()
    with open(b.calls + ".scratch") as file:
        used, of_mpi = file.read().splitlines()
    fact(
        os.path.dirname(used) == place and used == of_mpi and not os.listdir(place),
        f"{script}: granum and MPI use one temporary folder, which is removed at the end: {used}",
    )
    fact(not os.path.exists(b.calls + ".pwned"), f"{script}: no part of the name of a folder is a command")
    fact(
        b.said("afterwards") == [f"afterwards {top}"],
        f"{script}: afterwards() has the old TMPDIR: {b.said('afterwards')}",
    )
    os.symlink(top, used)
    b = Batch(top, script, environment, ["0 20 completed"], change=[(f"scratch={default} ", f"scratch={quoted} ")])
    b.jobs()
    fact(b.codes == [1] and "it is a link" in b.told, f"{script}: a link in place of the folder is refused: {b.told}")
    b = Batch(top, script, environment, ["0 20 completed"], change=[(f"scratch={default} ", "scratch=/proc/none ")])
    b.jobs()
    fact(
        b.codes == [1] and "cannot be created" in b.told,
        f"{script}: an impossible folder is reported: {b.told.strip()}",
    )


def summary(top):
    """jobs/sum-up: a table with a row for each run, and the keys whose values differ."""
    sum_up = os.path.join(SOURCE, "jobs", "sum-up")
    folders = [os.path.join(top, f"of-{k}") for k in (9, 10)]
    path = case(CASE)
    for folder, end in zip(folders, ("0.2 ms", "0.1 ms")):
        run(["run", path, "-o", folder, "--set", f"time.end={end}"])
    written(folders[0] + ".tries", "")
    words = [sum_up, *reversed(folders), folders[0] + ".tries"]
    told = subprocess.run(words, capture_output=True, text=True)
    head, *lines = [line.split(",") for line in told.stdout.splitlines()]
    ends = [line[-1] for line in lines]
    fact(
        told.returncode == 0 and head[-1] == "time.end" and ends == ["0.0002", "0.0001"],
        "sum-up: the table has a column for the differing key, and rows in numerical order of the folders: "
        f"{head[9:]} {ends}",
    )
    table = os.path.join(top, "table.csv")
    # A task without a folder: named, by its file, by --tasks, or between two others.
    lacking = os.path.join(top, "of-11")
    written(lacking + ".tries", "")
    for more in ([lacking], [lacking + ".tries"], None):
        name = [os.path.join(top, "of"), "--tasks", "9-11"]
        told = subprocess.run(
            [*(words + more if more else [sum_up, *name]), "-o", table], capture_output=True, text=True
        )
        with open(table) as file:
            states = [line.split(",")[1] for line in file][1:]
        fact(
            told.returncode == 1 and states == ["completed", "completed", "not begun"],
            f"sum-up: the table shows a task without a folder as not begun: {more or name} {states} {told.stderr}",
        )
    fact("not completed: --array=11\n" in told.stderr, f"sum-up: the tasks that are left are listed: {told.stderr}")
    shutil.copytree(folders[0], os.path.join(top, "of-6"))
    told = subprocess.run([*words, os.path.join(top, "of-6")], capture_output=True, text=True)
    fact(
        told.returncode == 1 and "no folder" in told.stderr and "K = 7, 8; for rows" in told.stderr,
        f"sum-up: missing numbers are reported: {told.stderr.strip()}",
    )
    for name in ("run.json", "status.json"):
        written(os.path.join(folders[0], name), '{"state": "running"}')
    written(os.path.join(folders[1], "study.json"), "[]")
    written(os.path.join(folders[1], "status.json"), "[]")
    told = subprocess.run([sum_up, *folders], capture_output=True, text=True)
    states = [line.split(",")[1] for line in told.stdout.splitlines()[1:]]
    damaged = [
        f"sum-up: {folders[1]}: {name} is damaged: it is no JSON object" for name in ("study.json", "status.json")
    ]
    fact(
        states == ["killed", "completed"] and told.stderr.splitlines() == damaged,
        f"sum-up: states with killed run and damaged files: {states} {told.stderr}",
    )
    told = subprocess.run([sum_up, folders[1]], capture_output=True, text=True)
    fact(told.returncode == 1, "sum-up: a damaged file is a failure")
    told = subprocess.run([sum_up, folders[0], "-o", "/nonexistent/table"], capture_output=True, text=True)
    fact(told.returncode == 1 and told.stderr.count("\n") == 1, told.stderr.strip())
    os.unlink(path)


def other_runs(top):
    """A job changes nothing if its folder has the run of another input or of other options, or a completed run."""
    short = ("case_options=() ", "case_options=(--set 'time.end=20 us') ")
    b = Batch(top, "slurm.sh", {**SLURM, "RANKS": "env"}, granum=GRANUM, change=[short])
    b.jobs()
    files = {name: os.stat(os.path.join(b.out, name)).st_mtime_ns for name in b.left()}

    def unchanged():
        return files == {name: os.stat(os.path.join(b.out, name)).st_mtime_ns for name in b.left()}

    first = b.codes
    fact(
        first == [0] and b.jobs() == [0] and unchanged(),
        f"slurm.sh: a completed run that is submitted again keeps its files: {first} {b.codes}",
    )
    with open(b.script) as file:
        script = file.read()
    for new, said in (
        (script.replace("time.end=20 us", "time.end=30 us"), "it began with the options '--set time.end=20 us'"),
        (script.replace("/case.yaml", "/other.yaml"), "differs from input="),
    ):
        b.told = ""
        written(os.path.join(b.folder, "other.yaml"), CASE.replace("0.1 us", "0.2 us"))
        written(b.script, new)
        fact(
            b.jobs() == [2] and said in b.told and "Change the name of the job" in b.told and unchanged(),
            f"slurm.sh: another run under the same name is refused: {b.codes} {b.told.strip()}",
        )
    written(b.script, script.replace("job_options=() ", "job_options=(--set 'time.end=30 us') "))
    fact(b.jobs() == [0] and not unchanged(), f"slurm.sh: job options extend a completed run: {b.codes} {b.told}")


def slurm(top):
    b = Batch(top, "slurm.sh", SLURM, ["75 10", "0 20 completed"])
    b.jobs()
    fact(
        b.said("scontrol")[1:] == ["scontrol requeue 43"] and all("--mpi=pmix" in l for l in b.said("srun")),
        f"slurm.sh: the job is requeued and srun started: {b.said('scontrol')}, {b.said('srun')[0].split(' ', 3)[:3]}",
    )
    b = Batch(top, "slurm.sh", ARRAY, ["75 10", "0 20 completed"], change=[OF_TASK])
    b.jobs()
    fact(
        b.said("scontrol")[1:] == ["scontrol requeue 41_2"] and "checkpoint-20.h5" in b.left(),
        f"slurm.sh: only task 2 of an array is requeued: {b.said('scontrol')}, folder {os.path.basename(b.out)}",
    )
    b = Batch(top, "slurm.sh", {**SLURM, "STATE": "COMPLETING"}, ["75 10"])
    fact(
        b.jobs() == [75] and "was cancelled" in b.told,
        f"slurm.sh: a job cancelled by the user is not requeued: {b.said('scontrol')}",
    )
    b = Batch(top, "slurm.sh", {**SLURM, "RESTARTS": "2", "SLURM_RESTART_COUNT": "1"}, ["75 10"])
    fact(
        b.jobs() == [75] and "it starts again by itself" in b.told and not b.asked(),
        f"slurm.sh: a job that scontrol has requeued is not requeued again: {b.told.strip()}",
    )
    mpirun = ("exec srun --mpi=pmix --wait=60", "exec mpirun")
    b = Batch(top, "slurm.sh", SLURM, ["75 10", "0 20 completed"], change=[mpirun])
    fact(b.jobs() == [75, 0] and not b.said("srun") and len(b.said("mpirun")) == 2, "slurm.sh: mpirun can replace srun")
    batch = '. "$root/jobs/batch.sh" '
    b = Batch(top, "slurm.sh", SLURM, ["75 10 signal", "0 20 completed"], change=[(batch, f"kill -USR1 $$\n{batch}")])
    asks = b.end(b.start())
    fact(
        # the latter if the signal arrives before the launcher has started
        asks and b.codes[0] in (75, 128 + signal.SIGUSR1),
        f"slurm.sh: a signal that arrives before granum starts leads to a requeue: {b.codes}",
    )
    with open(b.script) as file:
        fact("--signal=B:" in file.read(), "slurm.sh: the script requests that Slurm sends the signal to the script")


def pbs(top):
    b = Batch(top, "pbs.sh", PBS, ["75 10", "0 20 completed"])
    b.jobs()
    fact(
        b.said("qsub") == ["qsub -N name -v task= pbs.sh"] and b.said("mpirun")[0].startswith("mpirun -n 2 "),
        f"pbs.sh: the next job is submitted by qsub: {b.said('qsub')}",
    )
    b = Batch(top, "pbs.sh", {**PBS, "PBS_ARRAY_INDEX": "2"}, ["75 10", "0 20 completed"], change=[OF_TASK])
    b.end(b.start())
    del b.environment["PBS_ARRAY_INDEX"]  # the next job is not part of the array
    b.environment["task"] = "2"
    b.end(b.start())
    goes_on = b.granum() == ["run", "resume"] and "checkpoint-20.h5" in b.left()
    fact(
        re.fullmatch(r"qsub -N name -v task=2 -o name-2\.\d{14}\.log pbs\.sh", *b.said("qsub")) and goes_on,
        f"pbs.sh: the next job of an array task is a single job: {b.said('qsub')}, folder {os.path.basename(b.out)}",
    )


def lsf(top):
    """brequeue names the job, or the task of the array; LSF writes the numbers of an array behind its name."""
    b = Batch(top, "lsf.sh", LSF, ["75 10", "0 20 completed"])
    b.jobs()
    fact(
        b.said("brequeue") == ["brequeue 43"] and b.said("mpirun")[0].startswith("mpirun -n 2 "),
        f"lsf.sh: the job is requeued: {b.said('brequeue', 'mpirun')[:2]}",
    )
    of_array = {**LSF, "LSB_JOBNAME": "name[1-3]", "LSB_JOBINDEX": "2"}
    b = Batch(top, "lsf.sh", of_array, ["75 10", "0 20 completed"], change=[OF_TASK])
    b.jobs()
    fact(
        b.said("brequeue") == ["brequeue 43[2]"] and "checkpoint-20.h5" in b.left(),
        f"lsf.sh: only task 2 of an array is requeued: {b.said('brequeue')}, folder {os.path.basename(b.out)}",
    )
    for number, asks in ((signal.SIGUSR1, True), (signal.SIGINT, False)):
        b = Batch(top, "lsf.sh", LSF, ["75 10 signal", "0 20 completed"])
        process = b.start()
        while process.poll() is None and not os.path.exists(b.out + ".waits"):
            time.sleep(0.02)
        process.send_signal(number)
        fact(
            b.end(process) == asks and b.codes == [75],
            f"lsf.sh: after {number.name} the run stops with a checkpoint; the job is requeued unless bkill ended it",
        )
    with open(b.script) as file:
        fact("#BSUB -wa USR1 -wt" in file.read(), "lsf.sh: the script requests the signal before the limit")


def equal_tasks(top, script, environment):
    """An array whose case does not contain the number of the task gets a warning: its tasks may run one case."""
    of_task = {**environment, TASK[script]: "4711"}
    for options, told in (
        ("()", True),
        ("(--set 'time.end=12 ms' --set title=\"a b\")", True),
        ("(--set 'particles.striker.velocity=4711 m/s')", False),
        (f'(--set seed="{NUMBER}")', False),
        (f"(--set contacts.0.tangential.friction=0.{NUMBER})", False),
    ):
        b = Batch(top, script, of_task, ["0 20 completed"], change=[("case_options=() ", f"case_options={options} ")])
        b.end(b.start())
        fact(
            b.codes == [0] and ("may run the same case" in b.told) == told,
            f"{script}: array with case_options={options}: {b.codes} {b.told.strip()[:60]}",
        )


def progress(top):
    """The progress of the run is shown in the list of jobs, in changed words only."""
    for script, environment, command in (("slurm.sh", SLURM, "scontrol"), ("lsf.sh", LSF, "bpost")):
        b = Batch(top, script, {**environment, "note_every": "0.1"}, ["75 10 signal", "0 20 completed"])
        process = b.start()
        status = os.path.join(b.out, "status.json")
        for percent, left in ((43, 125), (44, 3)):
            while not os.path.exists(b.out + ".waits"):
                time.sleep(0.02)
            written(status, f'{{\n  "end": 0.2,\n  "percent": {percent}.25,\n  "seconds_left": {left}.5\n}}')
            time.sleep(0.35)
        process.send_signal(signal.SIGUSR1)
        b.end(process)
        texts = [line for line in b.said(command) if "% of" in line]
        fact(
            len(texts) == 2 and "43 % of 0.2 s, 3 min left" in texts[0] and "44 % of 0.2 s, 1 min left" in texts[1],
            f"{script}: progress in the list of jobs: {texts}",
        )


def killed_shell(top):
    """SIGKILL of the shell of the batch script: its folder for temporary files is removed when the launcher ends."""
    place = tempfile.mkdtemp(dir=top)
    b = Batch(top, "slurm.sh", SLURM, ["75 10 signal"])
    b.environment["SLURM_TMPDIR"] = place
    process = b.start()
    while not os.path.exists(b.out + ".waits"):
        time.sleep(0.02)
    there = os.listdir(place)
    with open(f"/proc/{process.pid}/task/{process.pid}/children") as file:
        children = file.read().split()
    process.kill()
    process.wait()
    alive = os.listdir(place)
    for child in children:
        os.kill(int(child), signal.SIGUSR1)  # ends the replacement of granum; the helper ignores it
    end = time.monotonic() + 20
    while os.listdir(place) and time.monotonic() < end:
        time.sleep(0.02)
    process.communicate()
    fact(
        there and there == alive and not os.listdir(place),
        f"slurm.sh: a killed shell leaves no folder for temporary files: {there}, while the run lives {alive}, "
        f"then {os.listdir(place)}",
    )


HEADS = {"slurm.sh": "#SBATCH --job-name", "pbs.sh": "#PBS -N", "lsf.sh": "#BSUB -J"}
NAMES = {  # head line: the name, or "" if it is refused
    "slurm.sh": {
        '#SBATCH --job-name="my lid" # why': "my lid",
        "#SBATCH --job-name 'a b'": "a b",
        "#SBATCH -J lid two": "",
    },
    "pbs.sh": {'#PBS -N "a b"': "", "#PBS -N ": ""},
    "lsf.sh": {'#BSUB -J "my lid"': "my lid", "#BSUB -J a b": ""},
}


def dry(top):
    """--dry checks the input and prints the command that submits, the command of the ranks, the memory line; it writes
    and submits nothing. Paths may have blanks."""
    for script, environment, told in (
        ("slurm.sh", SLURM, ("submit: sbatch ", "#SBATCH --mem-per-cpu=", "srun --mpi=pmix")),
        ("pbs.sh", PBS, ("submit: qsub ", "mem = ", "mpirun -n ")),
        ("lsf.sh", LSF, ("submit: bsub < ", "rusage[mem=", "mpirun -n ")),
    ):
        b = Batch(top, script, {}, granum=GRANUM, change=[("case_options=() ", "case_options=(--set title='a b') ")])
        folder = os.path.join(b.folder, "with blanks")
        os.mkdir(folder)
        shutil.move(os.path.join(b.folder, "case.yaml"), folder)
        before = sorted(os.listdir(folder))
        words = {"cwd": folder, "env": b.environment, "capture_output": True, "text": True}
        done = subprocess.run(["bash", b.script, "--dry"], **words)
        lines = dict(line.split(": ", 1) for line in done.stdout.splitlines() if ": " in line)
        command = [f"{folder}/case.yaml", "-o", f"{folder}/horizontal-70", "--set", "title=a b"]
        fact(
            done.returncode == 0
            and all(word in done.stdout for word in told)
            and shlex.split(lines["ranks"].split(" run ")[1])[:5] == command
            and "nothing was submitted" in done.stdout
            and not b.said("srun", "mpirun", "sbatch", "qsub", "scontrol", "brequeue")
            and sorted(os.listdir(folder)) == before,
            f"{script} --dry: {lines['submit']}; {lines['memory line']}; {lines['ranks'][-60:]} {done.stderr}",
        )
        written(os.path.join(folder, "case.yaml"), CASE + "sweep: {particles.striker.velocity: [1 m/s, 2 m/s]}\n")
        with open(b.script) as file:
            text = file.read()
        written(b.script, text.replace("cases='' ", "cases=study "))
        done = subprocess.run(["bash", b.script, "--dry"], **words)
        many = {"slurm.sh": "--array=1-2", "pbs.sh": "-J 1-2", "lsf.sh": "horizontal-70"}[script]
        fact(
            done.returncode == 0 and many in done.stdout.splitlines()[0] and "--case 1" in done.stdout,
            f"{script} --dry: the array has a task for each case: {done.stdout.splitlines()[0]} {done.stderr}",
        )
        for head, name in NAMES[script].items():
            line = next(line for line in text.splitlines() if line.startswith(HEADS[script]))
            written(b.script, text.replace(line, head))
            done = subprocess.run(["bash", b.script, "--dry"], **words)
            told = done.stdout + done.stderr
            right = f"folder: {folder}/{name}\n" in told if name else done.returncode == 2 and "; write #" in told
            fact(right, f"{script} --dry: {head}: {name or done.stderr.strip()}")
        written(os.path.join(folder, "cases.txt"), "# none\n")
        written(b.script, text.replace("cases='' ", "cases=$PWD/cases.txt "))
        done = subprocess.run(["bash", b.script, "--dry"], **words)
        fact(
            done.returncode == 2 and "cases.txt has no case 1" in done.stderr and not done.stdout,
            f"{script} --dry: a list without cases is reported: {done.returncode} {done.stderr.strip()}",
        )
        written(b.script, text.replace("title='a b'", "'time.end=1 kg'"))
        done = subprocess.run(["bash", b.script, "--dry"], **words)
        fact(
            done.returncode == 2 and "correct the input" in done.stderr and "time.end" in done.stdout,
            f"{script} --dry: a wrong input is reported before the job is submitted: {done.stderr.strip()}",
        )


def machines(top):
    """A file of jobs/machines: its head lines are options of sbatch, and it replaces the launcher."""
    for name in ("lumi-c", "perlmutter-cpu"):
        b = Batch(
            top, "slurm.sh", {}, granum=GRANUM, change=[("machine='' ", f"machine=$root/jobs/machines/{name}.sh ")]
        )
        written(os.path.join(b.folder, "bin", "module"), RECORD)
        done = subprocess.run(
            ["bash", b.script, "--dry"], cwd=b.folder, env=b.environment, capture_output=True, text=True
        )
        head = done.stdout.splitlines()[0]
        fact(
            done.returncode == 0
            and "--ntasks-per-node=128" in head
            and "--account=" in head
            and re.search(r"^ranks: srun --wait=60 (?!--mpi)", done.stdout, re.M)
            and "cray-hdf5-parallel" in b.said("module")[0],
            f"{name}: {head}; {b.said('module')} {done.stderr}",
        )


def with_granum(top):
    """Stopped by the script's signal and resumed on 2 ranks, with the bits of an uninterrupted run."""
    whole = os.path.join(top, "whole")
    path = case(CASE)
    run(["run", path, "-o", whole])
    b = Batch(top, "slurm.sh", {**SLURM, "RANKS": f"{shutil.which(MPIEXEC)} --oversubscribe -n 2"}, granum=GRANUM)
    process = b.start()
    while process.poll() is None and not [n for n in b.left() if n.startswith("checkpoint-") and n.endswith(".h5")]:
        time.sleep(0.005)
    process.send_signal(signal.SIGUSR1)
    stopped = b.end(process)
    b.end(b.start())
    told = run(["diff", os.path.join(whole, "results.h5"), os.path.join(b.out, "results.h5")], check=False)
    fact(
        stopped and b.codes == [75, 0] and told.returncode == 0,
        f"slurm.sh: granum stopped by the signal and resumed on 2 ranks, {b.codes}, has the bits of an uninterrupted "
        f"run {told.stdout.strip()}",
    )
    os.unlink(path)


def beside_a_run(top):
    """A job that finds a run before its first checkpoint does not touch it; once that run is killed, the next job
    starts from the beginning."""
    b = Batch(top, "slurm.sh", {**SLURM, "RANKS": "env"}, granum=GRANUM)
    words = ["run", os.path.join(b.folder, "case.yaml"), "-o", b.out, "--set", "time.end=9 s"]
    with at_work([*words, "--set", "output.checkpoint.every=off"]) as live:
        while not os.path.exists(os.path.join(b.out, "run.json")):
            time.sleep(0.01)
        before = os.stat(os.path.join(b.out, "run.json")).st_ino
        asks = b.end(b.start())
        alive = live.poll() is None and os.stat(os.path.join(b.out, "run.json")).st_ino == before
        refused = f"remove its lock: rm {b.out}/.granum.lock" in b.told
        fact(
            b.codes == [75] and asks and alive and refused and not b.counted(),
            f"slurm.sh: a job does not disturb another run in its folder: {b.codes}, that run is alive: {alive}; "
            f"{b.told.strip().splitlines()[-3:]}",
        )
        live.kill()
        live.wait()
    b.end(b.start())
    fact(b.codes == [75, 0], f"slurm.sh: after the other run was killed, the next job completes: {b.codes}")


def syntax():
    names = ("batch.sh", "common.sh", "demo", "dry.sh", "lsf.sh", "pbs.sh", "scaling", "setup", "slurm.sh")
    tools = ("machines/lumi-c.sh", "machines/perlmutter-cpu.sh", "tools/gallery", "tools/release", "tools/site")
    scripts = [os.path.join(SOURCE, "jobs", name) for name in names + tools]
    bad = [s for s in scripts if subprocess.run(["bash", "-n", s], capture_output=True).returncode]
    fact(not bad, f"bash parses all scripts of jobs/, except: {bad}")
    if shutil.which("shellcheck"):
        told = subprocess.run(["shellcheck", "-x", *scripts], cwd=SOURCE, capture_output=True, text=True).stdout
        fact(not told, f"shellcheck {told}")


with tempfile.TemporaryDirectory() as folder:
    syntax()
    logic(folder, "slurm.sh", SLURM)
    logic(folder, "pbs.sh", PBS)
    slurm(folder)
    arrays(folder, "slurm.sh", ARRAY, "SLURM_ARRAY_TASK_ID")
    sweeps(folder, "slurm.sh", ARRAY, "SLURM_ARRAY_TASK_ID")
    scratch(folder, "slurm.sh", SLURM)
    pbs(folder)
    arrays(folder, "pbs.sh", PBS, "PBS_ARRAY_INDEX")
    sweeps(folder, "pbs.sh", PBS, "PBS_ARRAY_INDEX")
    scratch(folder, "pbs.sh", PBS)
    lsf(folder)
    arrays(folder, "lsf.sh", LSF, "LSB_JOBINDEX")
    for script, environment in (("slurm.sh", SLURM), ("pbs.sh", PBS), ("lsf.sh", LSF)):
        equal_tasks(folder, script, environment)
    progress(folder)
    killed_shell(folder)
    dry(folder)
    machines(folder)
    summary(folder)
    other_runs(folder)
    with_granum(folder)
    beside_a_run(folder)
done()
