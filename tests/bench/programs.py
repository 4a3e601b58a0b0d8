"""Shared by the benchmarks: the programs, runs of them, and a description of the machine."""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KEPT = os.path.join(ROOT, "build", "bench")  # folder of results that are computed once
GRANUM = os.path.abspath(os.environ.get("GRANUM", os.path.join(ROOT, "build", "granum")))
MPIEXEC = os.environ.get("MPIEXEC", "mpirun")
LAMMPS = {
    "LAMMPS of the distribution": os.environ.get("LAMMPS", "lmp"),
    "LAMMPS of this machine": os.environ.get("LAMMPS_NATIVE", os.path.join(ROOT, "build-lammps", "lmp")),
}
NATIVE = "LAMMPS of this machine"
BUILD = "cmake --preset release && cmake --build --preset release"
REMEDIES = {GRANUM: BUILD, GRANUM + "-portable": BUILD}
REMEDIES.update({lammps: "jobs/setup --bench" for lammps in LAMMPS.values()})
os.environ.update(
    {"OMP_NUM_THREADS": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_ess_singleton_isolated": "1"}
)
if os.geteuid() == 0:
    os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")


def call(command, folder):
    """Returns the output of a command; exits if it fails."""
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\nended with {done.returncode}:\n{(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


def require(*commands):
    """Exits if one of the commands does not exist."""
    for command in commands:
        if not shutil.which(command):
            sys.exit(f"{command} is not there; get it with: {REMEDIES.get(command, 'jobs/setup --bench')}")


def launch(ranks):
    return [MPIEXEC, "-n", str(ranks)] if ranks > 1 else []


# ---- granum ----


def settings(values):
    return [word for value in values for word in ("--set", value)]


def simulate(words, folder, name, ranks=1):
    """Runs granum into a folder of that name; returns its output."""
    out = os.path.join(folder, name)
    shutil.rmtree(out, ignore_errors=True)
    return call(launch(ranks) + [GRANUM] + words + ["-o", out], folder)


def performance(words, folder, name="out", ranks=1):
    """Runs granum into a folder of that name; returns the performance card."""
    simulate(words, folder, name, ranks)
    with open(os.path.join(folder, name, "run.json")) as file:
        return json.load(file)["performance"]


# No checkpoints in the few timed steps: none at the end, and none in memory, which granum keeps for physics that fails.
# In a long run the latter costs half a percent.
NO_CHECKPOINT = ["output.checkpoint.end=false", "output.checkpoint.failure=false"]


class Started:
    """A case of granum, advanced to the first timed step."""

    def __init__(self, name, case, sets, step, warm, folder):
        self.start, self.step, self.warm, self.folder = os.path.join(folder, "start-" + name), step, warm, folder
        end = f"time.end={warm * step:.9g}"
        performance(["run", case] + settings([*sets, end]), folder, "start-" + name)

    def card(self, steps, ranks=1, folder=None):
        """Returns the performance card of this number of further steps."""
        end = f"time.end={(self.warm + steps) * self.step:.9g}"
        words = ["resume", self.start] + settings([*NO_CHECKPOINT, end])
        return performance(words, folder or self.folder, "out", ranks)

    def rate(self, steps, ranks=1, folder=None):
        """Million particle-steps per second."""
        card = self.card(steps, ranks, folder)
        return 1e-6 * card["particles"] * card["steps"] / card["seconds"]

    def apart(self, steps, runs):
        """The same for several simultaneous runs of one rank; returns the sum."""
        with concurrent.futures.ThreadPoolExecutor(runs) as pool, tempfile.TemporaryDirectory(dir=self.folder) as top:
            folders = [os.path.join(top, str(k)) for k in range(runs)]
            for name in folders:
                os.mkdir(name)
            return sum(pool.map(lambda name: self.rate(steps, 1, name), folders))


# ---- LAMMPS ----


def lammps(program, script, values, folder, ranks=1):
    """Runs LAMMPS with an input of this folder and these values of its variables; returns its output."""
    words = [word for name, value in values.items() for word in ("-var", name, str(value))]
    return call(launch(ranks) + [program, "-in", os.path.join(HERE, script), "-log", "none"] + words, folder)


def lammps_rate(program, script, values, folder, ranks=1):
    """Million particle-steps per second of the last stretch of steps."""
    told = lammps(program, script, values, folder, ranks)
    seconds, steps, atoms = re.findall(r"Loop time of (\S+) on \d+ procs for (\d+) steps with (\d+) atoms", told)[-1]
    return 1e-6 * int(atoms) * int(steps) / float(seconds)


# ---- the machine ----


def first(pattern, text, default="unknown"):
    found = re.search(pattern, text, re.M)
    return found[1] if found else default


def text_of(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def caches():
    """Returns the caches of the first core, such as L1d 32K, L2 512K, L3 32M."""
    top = "/sys/devices/system/cpu/cpu0/cache"
    found = []
    for index in sorted(os.listdir(top)) if os.path.isdir(top) else ():
        level, kind, size = (text_of(os.path.join(top, index, name)).strip() for name in ("level", "type", "size"))
        found += [f"L{level}{'d' if kind == 'Data' else ''} {size}"] if kind in ("Data", "Unified") else []
    return ", ".join(found)


def machine():
    """Returns lines on the machine, the programs and their compilers."""
    processor = text_of("/proc/cpuinfo")
    features = set(first(r"^flags\s*:(.*)$", processor, "").split())
    widest = [name for name in ("avx512f", "avx2", "avx", "sse2") if name in features][:1]
    cores, load = os.cpu_count(), os.getloadavg()[0]
    yield (
        f"machine: {first(r'^model name.*: (.*)$', processor)}, {cores} cores, {''.join(widest)}, {caches()}; "
        f"load {load:.1f}"
    )
    yield "; ".join(call([GRANUM, "--version"], ROOT).splitlines())
    for name, program in LAMMPS.items():
        if shutil.which(program):
            yield f"{name}: {first(r'Simulator - (.*)$', call([program, '-h'], ROOT))}, {built(program)}"


def compiler():
    found = subprocess.run(["cc", "--version"], capture_output=True, text=True)
    return found.stdout.splitlines()[0]


def built(program):
    """Returns the build of a LAMMPS: the flags of its folder, or the version of its package."""
    cache = text_of(os.path.join(os.path.dirname(program), "CMakeCache.txt"))
    if cache:
        return f"{compiler()}, {first(r'CMAKE_CXX_FLAGS_RELEASE:.*?=(.*)$', cache)}"
    query = ["dpkg-query", "-W", "-f", "package ${Package} ${Version}", "lammps"]
    found = subprocess.run(query, capture_output=True, text=True) if shutil.which("dpkg-query") else None
    return found.stdout if found and found.returncode == 0 else program
