"""A Slurm of its own: controller and nodes on the loopback of this machine, in a temporary directory, without munge and
without touching what the system has."""
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
AuthType=auth/none
CredType=cred/none
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
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
MpiDefault=none
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
    """Port numbers that nobody listens at now."""
    sockets = [socket.socket() for _ in range(n)]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


def about(number, what):
    """/proc/NUMBER/WHAT; nothing if the process is gone."""
    try:
        with open(f"/proc/{number}/{what}", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


class Slurm:
    """With it: the commands of Slurm find this one. At the end all of its processes are gone."""

    def __enter__(self):
        self.directory = tempfile.TemporaryDirectory(prefix="granum-slurm-")
        self.top = self.directory.name
        for name in ("state", *(f"{what}-{node}" for node in NODES for what in ("spool", "tmp"))):
            os.mkdir(os.path.join(self.top, name))
        port, *ports = free_ports(1 + len(NODES))
        self.path = os.path.join(self.top, "slurm.conf")
        with open(self.path, "w") as file:
            file.write(
                CONFIGURATION.format(
                    host=socket.gethostname().split(".")[0],
                    top=self.top,
                    port=port,
                    nodes=",".join(NODES),
                    ports=",".join(map(str, ports)),
                )
            )
        os.environ["SLURM_CONF"] = self.path
        self.daemons = {"controller": self.daemon(["slurmctld", "-D"])}
        for node in NODES:
            self.start_node(node)
        self.until(
            lambda: self.ask("sinfo", "-h", "-N", "-p", "low", "-o", "%t").split() == ["idle"] * len(NODES),
            "idle nodes",
            60,
        )
        return self

    def daemon(self, words):
        return subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def start_node(self, node):
        self.daemons[node] = self.daemon(["slurmd", "-D", "-N", node])

    def lose_node(self, node):
        """The daemon of a node, its steps and all they started die at once, those first that could tell."""
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
        """What Slurm knows of a job: {key: value}."""
        words = self.ask("scontrol", "-o", "show", "job", str(number)).split()
        return dict(word.split("=", 1) for word in words if "=" in word)

    def until(self, holds, what, seconds):
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                state = self.ask("squeue", "-a") + self.ask("sinfo", "-N", "-l")
                raise TimeoutError(f"no {what} after {seconds} s\n{state}")
            time.sleep(0.1)

    def __exit__(self, *_):
        self.ask("scancel", "--user=root", "--signal=KILL", "--full")
        self.ask("scancel", "--user=root")
        try:
            self.until(lambda: not self.ask("squeue", "-h", "-t", "running,completing"), "end of all jobs", 30)
        except TimeoutError as error:
            print(error)
        for daemon in self.daemons.values():
            daemon.terminate()
        for daemon in self.daemons.values():
            try:
                daemon.wait(15)
            except subprocess.TimeoutExpired:
                daemon.kill()
        self.directory.cleanup()
