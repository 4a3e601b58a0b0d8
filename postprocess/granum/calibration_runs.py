"""Runs of a round of a calibration: as a study on this machine, or as a job array; and the numbers of finished runs."""
from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable

import numpy as np

from .calibration_input import PLAIN, CalibrationError, Description, Target
from .launch import launch_words

CHECKOUT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LONGEST = 120000  # bytes of one word of a command
STOPPED, PHYSICS, FILES = 75, 3, 4  # exit codes of the command
ALONE = ("sweep={}", "variants={}")
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1)
BETWEEN = 0.5  # time between two looks for the first run that has ended [s]
WORD = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|\$\([^()]*\)|\$\{[^{}]*\}|[^\s"'])*"""  # a word of a shell script
# Batch systems: the word at the head of their scripts, and the number of the task.
SYSTEMS = {"slurm": ("#SBATCH", "${SLURM_ARRAY_TASK_ID}"), "pbs": ("#PBS", "$task")}


def program() -> str:
    """Returns the path of granum: the variable GRANUM, that of the checkout, or the one on PATH."""
    built = os.path.join(CHECKOUT, "build", "granum")
    found = os.environ.get("GRANUM") or (built if os.path.exists(built) else shutil.which("granum"))
    if not found:
        raise CalibrationError("there is no program granum; build it, or give its path in the variable GRANUM")
    return found


def launcher(ranks: int) -> list[str]:
    """Returns the words that start the ranks: the variable LAUNCH, by default mpirun; for one rank no words."""
    if ranks == 1:
        return []
    try:
        return launch_words(os.environ.get("LAUNCH", "mpirun -n {ranks}"), ranks)
    except ValueError as problem:
        raise CalibrationError(f"the variable LAUNCH: {problem}") from None


def replace(path: str, text: str):
    """Writes a file as a whole: a killed process leaves the old or the new one, also if the host fails."""
    part = path + ".part"
    with open(part, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)


def last_line(text: str) -> str:
    """Returns the last message of granum in its output."""
    lines = [line.strip() for line in text.splitlines() if line.strip("- \t")]
    said = [line for line in lines if line.startswith("granum: ")]
    return (said or lines or ["no message"])[-1].removeprefix("granum: ")


def wanted(round_: dict) -> list[dict]:
    """Returns the runs of a round without those that `granum check` refused."""
    return [run for run in round_["runs"] if run.get("state") != "refused"]


def study_text(description: Description, round_: dict, given: dict) -> str:
    """Returns the value of `variants` for the runs of a round. given: values of the parameters, by run name."""
    cases = []
    for run in wanted(round_):
        sets = (text.partition("=") for text in given[run["name"]])
        keys = (f"{json.dumps(path)}: {v if PLAIN.fullmatch(v) else json.dumps(v)}" for path, _, v in sets)
        cases.append(f"{run['name']}: {{{', '.join(keys)}}}")
    return "{" + ", ".join(cases) + "}"


# ---- runs on this machine ----


def wait(command: list[str], log: str, look: Callable[[], bool]) -> int:
    """Runs a command to its end, with its output in `log`; returns its exit code. Signals ask it to stop with a
    checkpoint; so does a failure of `look`, which is called until it returns True."""
    # A copy of the environment of this process: a library that initialized MPI here has changed that of the C library.
    with open(log, "a", encoding="utf-8") as out:
        print(shlex.join(command), file=out, flush=True)
        asked: list[int] = []  # signals received
        started: list[subprocess.Popen] = []

        def hand_on(number, _):
            asked.append(number)
            for child in started:
                child.send_signal(signal.SIGUSR1)

        before = {}
        if threading.current_thread() is threading.main_thread():
            listened = [s for s in SIGNALS if signal.getsignal(s) != signal.SIG_IGN]  # nohup ignores SIGHUP
            before = {s: signal.signal(s, hand_on) for s in listened}  # first: no signal leaves the child alone
        try:
            child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                env=dict(os.environ),
                start_new_session=True,
            )
            started.append(child)
            if asked:
                child.send_signal(signal.SIGUSR1)
            return watched(child, look)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def watched(child: subprocess.Popen, look: Callable[[], bool]) -> int:
    """Waits for a process; returns its exit code. If `look` fails, the process is stopped first."""
    seen = False
    while True:
        try:
            return child.wait(None if seen else BETWEEN)
        except subprocess.TimeoutExpired:
            pass
        try:
            seen = look()
        except BaseException:
            child.send_signal(signal.SIGUSR1)
            child.wait()
            raise


def run_here(description: Description, folder: str, round_: dict, given: dict, ranks: int, groups: int | None):
    """Runs the cases of a round as a study; resumes a study that was stopped."""
    words = [*launcher(ranks), program()]
    if os.path.exists(os.path.join(folder, "study.json")):
        words += ["resume", folder]
    else:
        text = f"variants={study_text(description, round_, given)}"
        if len(text) > LONGEST:
            raise CalibrationError(f"{description.file}: a round has too many runs for one study; submit a job array")
        words += ["run", description.case, "-o", folder]
        words += ["--overwrite"] if os.path.isdir(folder) else []
        for each in [ALONE[0], *description.sets(), text]:
            words += ["--set", each]
    words += ["--groups", str(groups)] if groups else []
    log = folder + ".log"
    code = wait(words, log, lambda: first_numbers(description, folder, round_))
    if code in (0, PHYSICS):
        return
    with open(log, encoding="utf-8", errors="replace") as file:
        said = last_line(file.read())
    if code == STOPPED and is_held(folder):
        raise CalibrationError(
            f"{folder}: a process still works on these runs, for example of a call that was killed: {said}; repeat the "
            "command when it has ended",
            STOPPED,
        )
    if code == STOPPED:
        raise CalibrationError(f"{folder}: stopped; repeat the command to continue", STOPPED)
    advice = "correct it" if code in (2, FILES) else "repeat the command to continue"
    raise CalibrationError(
        f"{folder}: granum ended with {code}: {said}; see {log} and {advice}", code if code > 0 else 1
    )


# ---- job arrays ----


def system_of(script: str, text: str) -> str:
    for name, (head, _) in SYSTEMS.items():
        if re.search(rf"^{head} ", text, re.M):
            return name
    raise CalibrationError(f"{script}: has no line #SBATCH or #PBS; give a copy of jobs/slurm.sh or jobs/pbs.sh")


def job_text(script: str, description: Description, folder: str) -> tuple[str, str]:
    """Returns the batch system and the text of the job script of a round: the script of the user with other input,
    cases and folder."""
    try:
        with open(script, encoding="utf-8", errors="surrogateescape") as file:
            text = file.read()
    except OSError as problem:
        raise CalibrationError(f"{script}: cannot be read: {problem.strerror}; give a copy of jobs/slurm.sh") from None
    system, there = system_of(script, text), os.path.abspath(folder)
    lines = {
        "input": shlex.quote(os.path.abspath(description.case)),
        "out": f"{shlex.quote(there)}/run-{SYSTEMS[system][1]}",
        "cases": shlex.quote(os.path.join(there, "cases.txt")),
    }
    lines.update({"script": shlex.quote(os.path.join(there, "job.sh"))} if system == "pbs" else {})
    for name, value in lines.items():
        text, count = re.subn(rf"^{name}={WORD}", lambda _: f"{name}={value}", text, flags=re.M)  # noqa: B023
        if count != 1:
            raise CalibrationError(f"{script}: has {count} lines {name}=; give a copy of jobs/slurm.sh or jobs/pbs.sh")
    parsed = subprocess.run(["bash", "-n"], input=text.encode("utf-8", "surrogateescape"), capture_output=True)
    if parsed.returncode:
        problems = parsed.stderr.decode(errors="replace").strip().splitlines() or ["no message"]
        raise CalibrationError(
            f"{script}: with another input, folder and cases it is no shell script: {problems[0]}; write the values of "
            f"{', '.join(lines)} as one word each, in quotes if they have blanks"
        )
    return system, text


def case_lines(description: Description, round_: dict, given: dict) -> str:
    """Returns the options of each run, a line each."""
    lines = []
    for run in round_["runs"]:
        sets = [*ALONE, *description.sets(), *given[run["name"]]]
        lines.append(" ".join(f"--set {shlex.quote(text)}" for text in sets))
    return "\n".join([*lines, ""])


def ranges(numbers: list[int]) -> str:
    """Returns sorted numbers as a batch system writes them: 3,5-7."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)


def commands_of(system: str, name: str, folder: str, tasks: list[int]) -> list[tuple[list[str], list[int]]]:
    """Returns the commands that submit these tasks, and the tasks of each."""
    there, script = os.path.abspath(folder), os.path.join(os.path.abspath(folder), "job.sh")
    if system == "slurm":
        log = os.path.join(there, "job-%a.log")
        return [(["sbatch", f"--array={ranges(tasks)}", f"--job-name={name}", f"--output={log}", script], tasks)]
    if len(tasks) > 1 and tasks == list(range(tasks[0], tasks[-1] + 1)):
        return [(["qsub", "-J", f"{tasks[0]}-{tasks[-1]}", "-N", name, script], tasks)]
    return [(["qsub", "-N", name, "-v", f"task={task}", script], [task]) for task in tasks]


def submissions(
    description: Description, folder: str, round_: dict, given: dict, script: str, tasks: list[int], writes: bool
) -> list[tuple[list[str], list[int]]]:
    """Returns the commands that submit these tasks of a round, and the tasks of each. writes: also writes the job
    script and the list of cases."""
    system, text = job_text(script, description, folder)
    if writes:
        os.makedirs(folder, exist_ok=True)
        for name, content in (("job.sh", text), ("cases.txt", case_lines(description, round_, given))):
            replace(os.path.join(folder, name), content)
        os.chmod(os.path.join(folder, "job.sh"), 0o755)
    return commands_of(system, os.path.basename(folder), folder, tasks)


def answer(command: list[str]) -> str:
    """Submits a job; returns the words of the batch system."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    except OSError as problem:
        raise CalibrationError(f"{command[0]}: {problem.strerror}; call this command on a host with it") from None
    if done.returncode:
        raise CalibrationError(
            f"{command[0]} refused the job: {done.stderr.strip()}; correct the job script and repeat the command; it "
            "submits what is missing",
            1,
        )
    return done.stdout.strip()


# ---- results ----


def state_of(folder: str, name: str) -> str:
    from granum_post.folder import Folder

    return Folder(os.path.join(folder, name)).state


def is_held(folder: str) -> bool:
    from granum_post.folder import Folder

    return Folder(folder).held


def ended(folder: str, run: dict) -> bool:
    return run.get("state") == "refused" or state_of(folder, run["name"]) in ("completed", "failed")


def first_numbers(description: Description, folder: str, round_: dict) -> bool:
    """Reads the numbers of the first completed run, so that a wrong name of a number is not reported at the end of the
    round only. Returns whether there is one."""
    for run in wanted(round_):
        if state_of(folder, run["name"]) == "completed":
            numbers_of(description, os.path.join(folder, run["name"]))
            return True
    return False


def pick(target: Target, header: list[str], rows: list[dict]) -> float | None:
    """Returns the number of a target from the rows of its command; None: it has no finite value."""
    if target.number not in header:
        listed = ", ".join(header)
        raise target.node.failure(
            f"`{target.command}` has no column {target.number}; write as `number` one of {listed}"
        )
    rows = [row for row in rows if target.number in row]
    if target.of is not None:
        names = list(dict.fromkeys(row[header[0]] for row in rows))
        if not all(isinstance(name, str) for name in names):
            raise target.node.failure(f"`{target.command}` prints one table; leave out of")
        rows = [row for row in rows if row[header[0]] == target.of]
        if names and not rows:
            raise target.node.failure(f"of: {target.of} is no {header[0]}; write one of {', '.join(names)}")
    if target.since is not None or target.until is not None:
        if "time_s" not in header:
            raise target.node.failure(f"`{target.command}` has no time; leave out since and until")
        first, last = (default if t is None else t for t, default in ((target.since, -np.inf), (target.until, np.inf)))
        rows = [row for row in rows if "time_s" in row and first <= row["time_s"] <= last]
    try:
        values = np.array([row[target.number] for row in rows], dtype=float)
    except ValueError:
        raise target.node.failure(f"the column {target.number} has texts; write a column of numbers") from None
    values = values[np.isfinite(values)]
    if not values.size:
        return None
    if target.take != "mean":
        return float(values[-1] if target.take == "last" else values.max())
    return float(values[0] if np.ptp(values) == 0 else values.mean())


def numbers_of(description: Description, path: str) -> tuple[dict, str]:
    """Returns the number of each target of a finished run, None: it has none; and the reason."""
    import granum_post
    from granum_post.__main__ import columns_of

    found, why, tables = {}, "", {}
    try:
        with granum_post.open(path) as run:
            for name, target in description.targets.items():
                try:
                    if target.command not in tables:
                        tables[target.command] = columns_of(run, target.command)
                    found[name] = pick(target, *tables[target.command])
                    why = why or ("" if found[name] is not None else f"{name}: no finite value of {target.number}")
                except granum_post.PostError as problem:
                    found[name], why = None, why or f"{name}: granum-post {target.command}: {problem}"
    except granum_post.PostError as problem:
        return dict.fromkeys(description.targets), f"{path}: {problem}"
    return found, why


def read(description: Description, folder: str, round_: dict) -> list[str]:
    """Stores state and numbers of each run of a round. Returns the reasons of runs without all numbers."""
    reasons = []
    for run in round_["runs"]:
        run["state"] = state_of(folder, run["name"]) if run.get("state") != "refused" else "refused"
        if run["state"] != "completed":
            run["numbers"] = dict.fromkeys(description.targets)
            reasons.append(f"{run['name']}: {run['state']}")
            continue
        run["numbers"], why = numbers_of(description, os.path.join(folder, run["name"]))
        reasons += [f"{run['name']}: {why}"] if why else []
    return reasons
