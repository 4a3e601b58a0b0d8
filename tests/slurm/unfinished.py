"""Scenarios of tests/slurm/run whose jobs do not complete at once: failed launches, several jobs of one run, hung
ranks, failed tasks, dependent jobs; and the cost of a run of several jobs."""
import glob
import json
import os
import signal
import subprocess
import time

from granum_test import SOURCE, fact
from job import ENDED, LAUNCHERS, Job, leave_alone

LATE = ["output.checkpoint.every=off", "output.checkpoint.wall_time=off"]
ONE_RANK = [("--ntasks-per-node=2", "--ntasks-per-node=1")]
NEVER = "DependencyNeverSatisfied"


def follow(job, condition="afterok", command="true"):
    """Submits a job that depends on this one; returns its number. Its command starts after the file `followed-NUMBER`
    has been written into the folder of the job."""
    words = ["sbatch", "--parsable", f"--dependency={condition}:{job.number}", "-n1", "-t10"]
    words += ["-o", os.path.join(job.folder, "follow-%j.log"), "--wrap"]
    words += [f"touch {job.folder}/followed-$SLURM_JOB_ID; {command}"]
    return subprocess.run(words, check=True, capture_output=True, text=True, cwd=job.folder).stdout.strip()


def followed(job):
    """Returns the numbers of the jobs of follow() that have started."""
    return sorted(os.path.basename(name).split("-")[-1] for name in glob.glob(f"{job.folder}/followed-*"))


def never_starts(slurm, job, number):
    """Whether Slurm has given up the dependent job, and it has not started."""
    try:
        slurm.until(lambda: slurm.job(number).get("Reason") == NEVER, "dependency", 30)
    except TimeoutError:
        return False
    return number not in followed(job)


def failed_launch(slurm, launcher):
    """A launcher with a wrong option starts no rank: three jobs at most, none that depends on them; with the option
    corrected the run completes."""
    right = LAUNCHERS[slurm.mpi][launcher] + ' "$@"\n}'
    wrong = right.replace("--mpi=pmix ", "").replace("srun", "srun --mpi=no-such").replace("mpirun", "mpirun --no-such")
    job = Job(slurm, "launch", launcher, change=[(right, wrong)])
    after = follow(job)
    for k in range(3):
        slurm.until(lambda: job.restarts() == k + 1 or job.state() in ENDED, "requeue", 60)
        job.hasten()
    said = "3 jobs in a row made no progress"
    state = job.wait(60)
    fact(state == "FAILED" and said in job.log(), f"{job.name}: {state} after {job.restarts()} requeues, reported")
    fact(never_starts(slurm, job, after), f"{job.name}: the dependent job never starts")
    with open(job.script) as file:
        text = file.read().replace(wrong, right)
    with open(job.script, "w") as file:
        file.write(text)
    os.unlink(job.out() + ".tries")
    job.submit()
    fact(job.wait() == "COMPLETED", f"{job.name}: with the right option: {job.state()}")
    job.same_bits()


def duplicate(job, name="twin"):
    """Submits the script again while its job runs. Returns the number of the second job when it has been requeued."""
    first = job.number
    second, job.number = job.submit(f"--output={job.folder}/{name}-%j.log"), first
    slurm = job.slurm
    slurm.until(lambda: slurm.job(second).get("Restarts") == "1", "requeue of the duplicate", 60)
    slurm.until(lambda: slurm.job(second).get("JobState") == "PENDING", "pending duplicate", 60)
    time.sleep(3)
    return second


def start_now(slurm, number):
    slurm.ask("scontrol", "update", f"JobId={number}", "StartTime=now")


def early_duplicate(slurm, launcher):
    """A second job of a run that has no checkpoint yet is refused and neither disturbs nor repeats it."""
    leave_alone(slurm, "late", LATE)
    job = Job(slurm, "twins", launcher, sets=LATE)
    slurm.until(lambda: os.path.exists(os.path.join(job.out(), "run.json")), "run", 60)
    for rank in job.ranks():  # the run outlasts the test of the duplicate
        os.kill(rank, signal.SIGSTOP)
    second = duplicate(job)
    for rank in job.ranks():
        os.kill(rank, signal.SIGCONT)
    fact(job.wait() == "COMPLETED" and job.restarts() == 0, f"{job.name}: the first job: {job.state()}")
    start_now(slurm, second)
    slurm.until(lambda: slurm.job(second).get("JobState") in ENDED, "end of the duplicate", 60)
    with open(os.path.join(job.out(), "run.json")) as file:
        steps = [segment["steps"] for segment in json.load(file)["segments"]]
    state = slurm.job(second)["JobState"]
    fact(state == "COMPLETED" and steps == [100000, 0], f"{job.name}: the second job: {state}; steps: {steps}")
    job.same_bits(reference="late")


def duplicate_node_lost(slurm, launcher):
    """The node of a run is lost after a second job of this run was refused: both jobs start again, one resumes the
    run, and the other one changes nothing."""
    job = Job(slurm, "twins-lost", launcher)
    job.reach(10000)
    node = slurm.job(job.number)["NodeList"]
    second = duplicate(job)
    slurm.lose_node(node)
    slurm.until(lambda: job.restarts() == 1, "requeue after the loss", 120)
    start_now(slurm, second)
    job.hasten()
    numbers = (job.number, second)

    def ended():
        states = [slurm.job(number).get("JobState") for number in numbers]
        for number, state in zip(numbers, states):
            if state == "PENDING" and "RUNNING" not in states:  # it was refused while the other job ran
                time.sleep(3)  # a start within two seconds is refused by the node
                start_now(slurm, number)
        return all(state in ENDED for state in states)

    slurm.until(ended, "end of both jobs", 240)
    states = [slurm.job(number)["JobState"] for number in numbers]
    fact(states == ["COMPLETED", "COMPLETED"], f"{job.name}: both jobs: {states}")
    job.same_bits()
    slurm.start_node(node)
    slurm.ask("scontrol", "update", f"NodeName={node}", "State=RESUME")
    slurm.until(slurm.idle, "node that is back", 60)


def hung_rank(slurm, launcher):
    """A rank that makes no progress: the watchdog ends the job with 75; requeued, it resumes from its checkpoint."""
    job = Job(slurm, "hung", launcher, sets=["run.watchdog=5 s"])
    after = follow(job)
    job.reach(20000)
    os.kill(job.ranks()[-1], signal.SIGSTOP)
    begun = time.monotonic()
    slurm.until(lambda: job.restarts() == 1 or job.state() in ENDED, "requeue", 120)
    said = [line for line in job.log().splitlines() if "no progress" in line]
    print(f"     ended after {time.monotonic() - begun:.0f} s")
    fact(said and not followed(job), f"{job.name}: {job.state()}; {said[:1]}")
    job.hasten()
    fact(job.wait() == "COMPLETED" and job.restarts() == 1, f"{job.name}: {job.state()} after {job.restarts()} requeue")
    slurm.until(lambda: followed(job) == [after], "dependent job", 60)
    job.same_bits()


def cancel_twice(slurm, launcher):
    """Cancelled a second time while it writes its checkpoint, a job is not requeued; submitted again, it resumes."""
    job = Job(slurm, "cancels", launcher)
    after = follow(job)
    job.reach(5000)
    slurm.ask("scancel", job.number)
    slurm.ask("scancel", job.number)
    slurm.until(lambda: job.state() == "CANCELLED" and not job.ranks(), "cancellation", 60)
    time.sleep(8)  # longer than KillWait
    fact(job.state() == "CANCELLED" and job.steps(), f"{job.name}: {job.state()}, checkpoints {job.steps()}")
    fact(never_starts(slurm, job, after), f"{job.name}: the dependent job never starts")
    job.submit()
    fact(job.wait() == "COMPLETED", f"{job.name}: submitted again: {job.state()}")
    job.same_bits()


def array_with_failure(slurm, launcher):
    """A task whose physics fails is not repeated and stops no other task; afterok jobs of the array never start."""
    lines = {"cases.txt": "--set 'time.end=0.1 ms'\n--set time.step='6 us'\n--set time.end='0.2 ms'\n"}
    change = [*ONE_RANK, ("cases='' ", "cases=$PWD/cases.txt ")]
    job = Job(slurm, "failing", launcher, sbatch=["--array=1-3"], change=change, files=lines)
    table = os.path.join(job.folder, "table.csv")
    after, anyway = follow(job), follow(job, "afterany", f"{SOURCE}/jobs/sum-up {job.out()}-* -o {table}")
    tasks = ("-1", "-2", "-3")
    states, restarts = [job.wait(task=task) for task in tasks], [job.restarts(task) for task in tasks]
    fact(
        states == ["COMPLETED", "FAILED", "COMPLETED"] and restarts == [0, 0, 0] and "exit code 3" in job.log(),
        f"{job.name}: {states}, requeued {restarts}",
    )
    fact(never_starts(slurm, job, after), f"{job.name}: the afterok job never starts")
    slurm.until(lambda: slurm.job(anyway).get("JobState") in ENDED, "afterany job", 60)
    with open(table) as file:
        rows = [line.split(",")[1] for line in file][1:]
    state = slurm.job(anyway)["JobState"]
    fact(rows == ["completed", "failed", "completed"] and state == "FAILED", f"{job.name}: table: {rows}, job {state}")
    for task, end in (("-1", "0.1 ms"), ("-3", "0.2 ms")):
        leave_alone(slurm, f"end{task}", [f"time.end={end}"])
        job.same_bits(task, reference=f"end{task}")


def afterok_chain(slurm, launcher):
    """Three jobs of one script, each afterok of the one before: none starts while the run is incomplete, and later
    ones change nothing. After a run that a file stopped, the jobs that depend on it never start."""
    job = Job(slurm, "afterok", launcher)
    first = job.number
    numbers = [first]
    for _ in range(2):
        numbers.append(job.submit(f"--dependency=afterok:{numbers[-1]}"))
    job.number = first
    job.reach(10000)
    job.stop()
    waiting = [slurm.job(number)["JobState"] for number in numbers[1:]]
    fact(waiting == ["PENDING", "PENDING"], f"{job.name}: the later jobs after a stop: {waiting}")
    slurm.until(lambda: all(slurm.job(n)["JobState"] in ENDED for n in numbers), "end of the chain", 240)
    states = [slurm.job(number)["JobState"] for number in numbers]
    fact(states == 3 * ["COMPLETED"], f"{job.name}: {states}")
    job.same_bits()
    job = Job(slurm, "afterok-stop", launcher)
    after = follow(job)
    job.reach(10000)
    open(os.path.join(job.out(), "stop"), "w").close()
    fact(job.wait(60) == "FAILED" and never_starts(slurm, job, after), f"{job.name}: the dependent job never starts")
    job.submit()
    after = follow(job)
    fact(job.wait() == "COMPLETED", f"{job.name}: submitted again: {job.state()}")
    slurm.until(lambda: followed(job) == [after], "dependent job", 60)
    job.same_bits()


def cost(slurm, launcher):
    """The core-hours of a run that signals cut into five jobs agree with the times of the scheduler."""
    job = Job(
        slurm, "cost", launcher, sets=["time.end=1 s", "output.trajectory.every=off", "output.energy.every=1 ms", *LATE]
    )
    for k in range(5):
        slurm.until(lambda: len(job.ranks()) == 2, "ranks", 60)
        time.sleep(10)
        if k < 4:
            job.stop()
    open(os.path.join(job.out(), "stop"), "w").close()
    state = job.wait(60)
    with open(os.path.join(job.out(), "run.json")) as file:
        card = json.load(file)
    rows = slurm.completions(job.number)
    elapsed = [float(row["EndTime"]) - float(row["StartTime"]) for row in rows]
    counted, charged = card["cost"]["core_hours"], sum(2 * t / 3600 for t in elapsed)
    missing = [t - s["seconds"] for t, s in zip(elapsed, card["segments"])]
    fact(
        state == "FAILED" and len(elapsed) == len(card["segments"]) == 5 and all(-1 <= m <= 3 for m in missing),
        f"{job.name}: {counted:.4f} core-hours in run.json, {charged:.4f} of Slurm; launch and end of each job took "
        f"{', '.join(f'{m:.1f}' for m in missing)} s",
    )


EITHER = ("srun", "mpirun")
UNFINISHED = {
    f.__name__.replace("_", "-"): (f, EITHER)
    for f in (
        failed_launch,
        early_duplicate,
        duplicate_node_lost,
        hung_rank,
        cancel_twice,
        array_with_failure,
        afterok_chain,
        cost,
    )
}
