"""Submits a copy of jobs/slurm.sh with the changes of a user to the Slurm of private_slurm.py, and checks the job."""
import glob
import os
import signal
import subprocess
import sys
import time

from cases import struck_chain
from granum_test import GRANUM, SOURCE, fact

CASE = (
    struck_chain(400, "luding")
    + """time: {end: 1 ms, step: 0.01 us}
output: {trajectory: {every: 50 us}, energy: {every: 4 us}, checkpoint: {every: 20 us}}
"""
)
# Launchers by Slurm's MpiDefault: with pmix, srun needs no option.
LAUNCHERS = {
    "none": {"srun": "exec srun --mpi=pmix --wait=60", "mpirun": "exec mpirun"},
    "pmix": {"srun": "exec srun --wait=60", "mpirun": "exec mpirun"},
}
SHIPPED = LAUNCHERS["none"]["srun"]
ENDED = ("COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL", "PREEMPTED")


def leave_alone(slurm, name, sets=(), text=CASE):
    """Makes the reference run for comparison in the folder NAME, once."""
    if os.path.exists(os.path.join(slurm.top, name)):
        return
    path = os.path.join(slurm.top, "case.yaml")
    with open(path, "w") as file:
        file.write(text)
    words = [w for s in sets for w in ("--set", s)]
    subprocess.run(
        [GRANUM, "run", path, "-o", os.path.join(slurm.top, name), *words],
        check=True,
        stdout=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
    )


class Job:
    """A submitted copy of jobs/slurm.sh in its own folder."""

    def __init__(self, slurm, name, launcher="srun", sets=(), change=(), sbatch=(), files=None):
        self.slurm, self.name = slurm, f"{name}-{launcher}"
        self.folder = os.path.join(slurm.top, self.name)
        os.makedirs(self.folder, exist_ok=True)
        for file_name, content in {"case.yaml": CASE, **(files or {})}.items():
            with open(os.path.join(self.folder, file_name), "w") as file:
                file.write(content)
        with open(os.path.join(SOURCE, "jobs", "slurm.sh")) as file:
            text = file.read()
        words = " ".join(f"--set '{s}'" for s in sets)
        changes = [
            ("--job-name=horizontal-70", f"--job-name={self.name}"),
            ("--ntasks-per-node=16", "--ntasks-per-node=2"),
            ("root=$HOME/granum ", f"root={SOURCE} "),
            ("granum=$root/build/granum ", f"granum={GRANUM} "),
            ("$root/inputs/chain/horizontal-70.yaml", "$PWD/case.yaml"),
            (SHIPPED, LAUNCHERS[slurm.mpi][launcher]),
            ("case_options=() ", f"case_options=({words}) "),
            ("#SBATCH --hint=nomultithread", "##"),
            ("scratch=${SLURM_TMPDIR:-${TMPDIR:-/tmp}} ", f"scratch={slurm.top}/scratch "),
            *(c for c in change if launcher == "srun" or not c[0].startswith("--wait")),  # an option of srun
        ]
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        self.script = os.path.join(self.folder, "job.sh")
        with open(self.script, "w") as file:
            file.write(text)
        self.number = self.submit(*sbatch)

    def submit(self, *options):
        told = subprocess.run(
            ["sbatch", "--parsable", *options, self.script],
            cwd=self.folder,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        self.number = told.stdout.strip()
        if not self.number:
            sys.exit(f"sbatch: {told.stderr}")
        return self.number

    def out(self, task=""):
        return os.path.join(self.folder, self.name + task)

    def steps(self, task=""):
        names = glob.glob(os.path.join(self.out(task), "checkpoint-*.h5"))
        return sorted(int(os.path.basename(name)[11:-3]) for name in names)

    def reached(self, step, task=""):
        return max(self.steps(task), default=-1) >= step

    def state(self, task=""):
        return self.slurm.job(f"{self.number}{task.replace('-', '_')}").get("JobState", "?")

    def restarts(self, task=""):
        return int(self.slurm.job(f"{self.number}{task.replace('-', '_')}").get("Restarts", -1))

    def wait(self, seconds=240, task=""):
        self.slurm.until(lambda: self.state(task) in ENDED, f"end of job {self.number}", seconds)
        return self.state(task)

    def reach(self, step, task=""):
        self.slurm.until(
            lambda: self.reached(step, task) or self.state(task) in ENDED, f"step {step} of {self.name}", 240
        )

    def signal(self, number, name="USR1"):
        self.slurm.ask("scancel", "--batch", f"--signal={name}", str(number))

    def stop(self):
        """Stops the job as Slurm does before the time limit, and lets it resume at once."""
        before = self.restarts()
        self.signal(self.number)
        self.slurm.until(lambda: self.restarts() == before + 1 or self.state() in ENDED, f"requeue of {self.name}", 90)
        self.hasten()

    def kill(self, ranks):
        for number in ranks:
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def hasten(self):
        """Shortens the wait of two minutes before a requeued job starts. A start within two seconds is refused by
        the node."""

        def ended():
            return self.slurm.ask("squeue", "-h", "-j", self.number, "-o", "%T").split() != ["COMPLETING"]

        self.slurm.until(lambda: ended() and self.state() in ("PENDING", *ENDED), "requeued job", 60)
        time.sleep(3)
        self.slurm.ask("scontrol", "update", f"JobId={self.number}", "StartTime=now")

    def log(self):
        return "".join(open(n).read() for n in sorted(glob.glob(os.path.join(self.folder, "*.log"))))

    def ranks(self):
        """Returns the granum processes that work in this folder."""
        found = []
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{number}/cmdline", errors="replace") as file:
                    words = file.read().split("\0")
            except OSError:
                continue
            if words[0] == GRANUM and any(w.startswith(self.folder) for w in words):
                found.append(int(number))
        return found

    def same_bits(self, task="", reference="whole"):
        path = os.path.join(self.slurm.top, reference, "results.h5")
        told = subprocess.run(
            [GRANUM, "diff", path, os.path.join(self.out(task), "results.h5")], capture_output=True, text=True
        )
        fact(told.returncode == 0, f"{self.name}{task}: same bits as undisturbed {told.stdout.strip()}")
        scratch = os.listdir(os.path.join(self.slurm.top, "scratch"))
        mine = [name for name in scratch if name.endswith(f"-{self.number}")]
        fact(not mine, f"{self.name}{task}: the job removes its folder for temporary files {mine}")
        fact(not os.path.exists(self.out(task) + ".tries"), f"{self.name}{task}: the count of tries is removed")
