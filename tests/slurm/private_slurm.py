"""A private Slurm: munge, controller and nodes on the loopback interface of this machine, in a temporary directory,
independent of the system's Slurm. At the end it checks that none of its processes remains."""
import os
import signal
import socket
import subprocess
import tempfile
import time

NODES = ("n1", "n2")
CONFIGURATION = """
ClusterName=granum
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
AuthType=auth/munge
AuthInfo=socket={top}/munge/socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation={top}/state
SlurmdSpoolDir={top}/spool-%n
TmpFS={top}/tmp-%n
SlurmctldPidFile={top}/controller.pid
SlurmdPidFile={top}/%n.pid
SlurmctldLogFile={top}/controller.log
SlurmdLogFile={top}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc={top}/completions
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
MpiDefault={mpi}
ReturnToService=2
KillWait=5
SlurmdTimeout=8
InactiveLimit=0
SlurmdParameters=config_overrides
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
NodeName={nodes} NodeHostname={host} NodeAddr=127.0.0.1 Port={ports} CPUs=4 RealMemory=1000 State=UNKNOWN
PartitionName=low Nodes=ALL Default=YES MaxTime=INFINITE State=UP PriorityTier=1 GraceTime=30
PartitionName=high Nodes=ALL MaxTime=INFINITE State=UP PriorityTier=10
"""


def free_ports(n):
    """Returns unused port numbers."""
    sockets = [socket.socket() for _ in range(n)]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


def to_seconds(text):
    return time.mktime(time.strptime(text, "%Y-%m-%dT%H:%M:%S"))


def about(number, what):
    """Returns /proc/NUMBER/WHAT; empty if the process has ended."""
    try:
        with open(f"/proc/{number}/{what}", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


class Slurm:
    """Within the block the commands of Slurm use this instance. `left`: processes that remain after its end, which
    must be none. `mpi`: its MpiDefault, none or pmix."""

    def __init__(self, mpi="none"):
        self.mpi, self.left = mpi, []

    def __enter__(self):
        self.directory = tempfile.TemporaryDirectory(prefix="granum-slurm-")
        self.top = self.directory.name
        for name in ("munge", "scratch", "state", *(f"{what}-{node}" for node in NODES for what in ("spool", "tmp"))):
            os.mkdir(os.path.join(self.top, name))
        port, *ports = free_ports(1 + len(NODES))
        self.path = os.path.join(self.top, "slurm.conf")
        with open(self.path, "w") as file:
            file.write(
                CONFIGURATION.format(
                    host=socket.gethostname().split(".")[0],
                    top=self.top,
                    mpi=self.mpi,
                    port=port,
                    nodes=",".join(NODES),
                    ports=",".join(map(str, ports)),
                )
            )
        os.environ["SLURM_CONF"] = self.path
        self.daemons = {"munge": self.start_munge()}
        self.until(lambda: os.path.exists(os.path.join(self.top, "munge", "socket")), "socket of munge", 20)
        self.daemons["controller"] = self.daemon(["slurmctld", "-D"])
        for node in NODES:
            self.start_node(node)
        self.until(self.idle, "idle nodes", 60)
        return self

    def idle(self):
        return self.ask("sinfo", "-h", "-N", "-p", "low", "-o", "%t").split() == ["idle"] * len(NODES)

    def daemon(self, words):
        return subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def start_munge(self):
        path = {name: os.path.join(self.top, "munge", name) for name in ("key", "socket", "pid", "log", "seed")}
        with open(path["key"], "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(os.urandom(128))
        options = [f"--{name}-file={path[name]}" for name in ("key", "pid", "log", "seed")]
        return self.daemon(["munged", "--foreground", "--force", "--socket=" + path["socket"], *options])

    def start_node(self, node):
        self.daemons[node] = self.daemon(["slurmd", "-D", "-N", node])

    def lose_node(self, node):
        """Kills the daemon of a node, its steps and all their processes; first the processes that could report it."""
        marks = {f"SLURMD_NODENAME={node}", f"SLURM_CONF={self.path}"}
        started = [n for n in filter(str.isdigit, os.listdir("/proc")) if marks <= set(about(n, "environ").split("\0"))]
        parents = {about(n, "stat").rsplit(")", 1)[-1].split()[1] for n in started if about(n, "stat")}
        steps = [n for n in parents if "slurmstepd" in about(n, "cmdline")]
        for number in [self.daemons[node].pid, *steps, *started]:
            try:
                os.kill(int(number), signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.daemons[node].wait()

    def ask(self, *words):
        return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60).stdout

    def job(self, number):
        """Returns Slurm's record of a job: {key: value}."""
        words = self.ask("scontrol", "-o", "show", "job", str(number)).split()
        return dict(word.split("=", 1) for word in words if "=" in word)

    def completions(self, number):
        """Returns Slurm's records of the ends of a job, one for each start: {key: value}; times in seconds."""
        with open(os.path.join(self.top, "completions")) as file:
            rows = [dict(word.split("=", 1) for word in line.split() if "=" in word) for line in file]
        return [
            {k: to_seconds(v) if k in ("StartTime", "EndTime") else v for k, v in row.items()}
            for row in rows
            if row.get("JobId") == str(number)
        ]

    def until(self, holds, what, seconds):
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                state = self.ask("squeue", "-a") + self.ask("sinfo", "-N", "-l")
                raise TimeoutError(f"no {what} after {seconds} s\n{state}")
            time.sleep(0.1)

    def stop_daemons(self):
        """Stops munge last, because the others still use it."""
        for name in sorted(self.daemons, key=lambda name: (name == "munge", name == "controller")):
            self.daemons[name].terminate()
            try:
                self.daemons[name].wait(15)
            except subprocess.TimeoutExpired:
                self.daemons[name].kill()

    def processes(self):
        """Returns all processes with this Slurm in their environment: daemons, steps, ranks."""
        mark = f"SLURM_CONF={self.path}"
        found = [n for n in filter(str.isdigit, os.listdir("/proc")) if mark in about(n, "environ").split("\0")]
        return [f"{n} " + about(n, "cmdline").replace("\0", " ").strip() for n in found if int(n) != os.getpid()]

    def __exit__(self, *_):
        self.ask("scancel", "--user=root", "--signal=KILL", "--full")
        self.ask("scancel", "--user=root")
        try:
            self.until(lambda: not self.ask("squeue", "-h", "-t", "running,completing"), "end of all jobs", 30)
        except TimeoutError as error:
            print(error)
        self.stop_daemons()
        end = time.monotonic() + 20
        while self.processes() and time.monotonic() < end:
            time.sleep(0.2)
        self.left = self.processes()
        self.directory.cleanup()
