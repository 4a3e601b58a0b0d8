"""Signals and the wall time stop a run with a checkpoint; if the physics fails, the last good checkpoint is kept;
states that cannot be resumed are refused with a reason.
Labels: input io parallel run time."""
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

import h5py
from cases import struck_chain
from granum_test import GRANUM, MPIEXEC, case, done, fact, run

CASE = (
    struck_chain(50)
    + """time: {end: 100 s, step: 0.1 us}
output: {energy: {every: 1 ms}}
"""
)
path = case(CASE)


def started(directory, ranks=1, sets=(), nohup=()):
    """Starts a run that would take hours."""
    launch = [] if ranks == 1 else [MPIEXEC, "-n", str(ranks)]
    words = [w for s in sets for w in ("--set", s)]
    process = subprocess.Popen(
        [*nohup, *launch, GRANUM, "run", path, "-o", directory, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # the test itself may run under nohup
    )
    while not os.path.exists(os.path.join(directory, "input.yaml")):
        time.sleep(0.05)
    time.sleep(0.5)
    return process


def check(process, name, began, ranks=1):
    """The run must end soon with exit code 75 and one line that has the command to resume it; this command must
    work."""
    out, err = process.communicate(timeout=60)
    took = time.time() - began
    line = [l for l in err.splitlines() if l.startswith("granum: ")]
    fact(
        process.returncode == 75 and len(line) == 1 and name in line[0],
        f"{name} on {ranks} rank(s): exit {process.returncode} after {took:.1f} s: {line or err}",
    )
    fact("energy balance: residual" in out, "the stopped run prints the energy balance")
    t, directory = re.search(r"at t = (\S+) s; to continue, type: \S+ resume (\S+)", line[0]).groups()
    end = float(t) + 1e-6
    told = run(["resume", directory, "--set", f"time.end={end!r}"])
    fact(told.returncode == 0 and f"from t = {t} s to t = " in told.stdout, "the run is resumed where it stopped")


with tempfile.TemporaryDirectory() as top:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGUSR1, signal.SIGHUP):
        process = started(os.path.join(top, number.name))
        began = time.time()
        process.send_signal(number)
        check(process, number.name, began)
    process = started(os.path.join(top, "kept"), nohup=["nohup"])
    process.send_signal(signal.SIGHUP)
    time.sleep(0.8)
    fact(process.poll() is None, "a run under nohup ignores SIGHUP")
    process.kill()
    process.communicate()
    process = started(os.path.join(top, "two"), 2)  # mpirun passes on SIGUSR1 and SIGUSR2 at once
    began = time.time()
    process.send_signal(signal.SIGUSR2)
    check(process, "SIGUSR2", began, 2)
    began = time.time()
    check(started(os.path.join(top, "wall"), sets=["output.wall_time=1 s"]), "the wall time of 1 s", began)

    process = started(os.path.join(top, "now"))
    os.kill(process.pid, signal.SIGSTOP)  # the process cannot handle the first signal before the second arrives
    process.send_signal(signal.SIGTERM)
    os.kill(process.pid, signal.SIGCONT)
    time.sleep(0.05)
    process.send_signal(signal.SIGTERM)  # the launcher's own second signal, sent at once, does not count
    process.communicate(timeout=60)
    fact(process.returncode == 75, f"two simultaneous signals of one kind count as one: exit {process.returncode}")

    process = started(os.path.join(top, "ended"))
    process.send_signal(signal.SIGTERM)
    while not process.stdout.readline().startswith("energy balance"):  # printed when the results are written
        pass
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    fact(process.returncode == 75, f"a second signal at the end does not change the exit code: {process.returncode}")

    # A run that has not yet served the first signal: one rank waits for the other, which is suspended.
    process = started(os.path.join(top, "waits"), 2)
    with open(f"/proc/{process.pid}/task/{process.pid}/children") as f:
        first, second = map(int, f.read().split())
    os.kill(second, signal.SIGSTOP)
    os.kill(first, signal.SIGTERM)
    time.sleep(1.3)
    os.kill(first, signal.SIGTERM)
    time.sleep(0.2)
    os.kill(second, signal.SIGCONT)
    check(process, "SIGTERM", time.time(), 2)

    # The second bead is reached late, and too fast for the overlap limit.
    fails = os.path.join(top, "fails")
    sets = [
        "--set",
        "particles.beads.gap=0.1 mm",
        "--set",
        "particles.beads.chain.count=1",
        "--set",
        "time.end=100 us",
        "--set",
        "time.overlap_limit=1e-6",
        "--set",
        "output.checkpoint.every=10 us",
    ]
    for ranks in (1, 2):
        told = run(["run", path, "-o", fails, "--overwrite", *sets], ranks, check=False)
        line = [l for l in told.stderr.splitlines() if l.startswith("granum: ")]
        kept = sorted(n for n in os.listdir(fails) if n.startswith("checkpoint-"))
        fact(
            told.returncode == 3
            and len(line) == 1
            and kept
            and re.search(
                f"at t = \\S+ s, type: {GRANUM} resume {fails} --set time.overlap_limit=2e-06 \\(or", line[0]
            ),
            f"{ranks} rank(s): a failed run prints the command to continue: exit {told.returncode}: {line}",
        )
        told = run(["resume", fails], check=False)
        fact(told.returncode == 3 and "to continue from the last state" in told.stderr, "the resumed run fails again")
    told = run(
        ["run", path, "-o", fails, "--overwrite", *sets, "--set", "output.checkpoint={failure: false}"], check=False
    )
    fact(
        told.returncode == 3
        and "resume" not in told.stderr
        and not [n for n in os.listdir(fails) if n.startswith("checkpoint-")],
        "without a checkpoint the message names none, and those of an earlier run are removed",
    )

    # States that cannot be resumed.
    good = os.path.join(top, "good")
    run(["run", path, "-o", good, "--set", "time.end=100 us", "--set", "output.checkpoint.every=50 us"])
    first, second = (os.path.join(good, f"checkpoint-{step}.h5") for step in (500, 1000))
    bad = os.path.join(top, "bad")

    def damage(how):
        shutil.rmtree(bad, ignore_errors=True)
        shutil.copytree(good, bad)
        file = os.path.join(bad, "checkpoint-1000.h5")
        how(file)
        return file

    def flip(file):
        with h5py.File(file, "r+") as f:
            f["beads/velocity"][1] += 1  # the checksum is not changed

    other = "use the previous checkpoint " + os.path.join(bad, "checkpoint-500.h5")
    for name, how, words in (
        ("damaged", flip, ("checksum", other)),
        ("cut short", lambda file: os.truncate(file, os.path.getsize(file) - 100), (other,)),
        ("empty", lambda file: os.truncate(file, 0), (other,)),
    ):
        for ranks in (1, 2) if name == "damaged" else (1,):
            told = run(["resume", damage(how), "--set", "time.end=120 us"], ranks, check=False)
            fact(
                told.returncode == 4 and told.stderr.count("granum: ") == 1 and all(w in told.stderr for w in words),
                f"{name}, {ranks} rank(s): exit {told.returncode}: {told.stderr.splitlines()[0]}",
            )
    told = run(["resume", bad], check=False)
    fact(told.returncode == 0, "a run whose newest checkpoint is empty is resumed from the one before")

    def other_format(file):
        with h5py.File(file, "r+") as f:
            f.attrs.modify("format", 1)

    damage(other_format)
    for file in os.listdir(bad):
        if file.startswith("checkpoint-") and file != "checkpoint-1000.h5":
            os.remove(os.path.join(bad, file))
    for ranks in (1, 3):
        told = run(["resume", bad], ranks, check=False)
        fact(
            told.returncode == 4
            and "and has the format" in told.stderr
            and "reads the format" in told.stderr
            and "checkpoint-1000.h5" in told.stderr,
            f"a directory that only contains a checkpoint of another version is refused, {ranks} rank(s): "
            f"{told.stderr.strip()}",
        )
    for what, words in (
        (os.path.join(good, "results.h5"), "not a granum checkpoint"),
        (path, "not a granum checkpoint"),
        (top, "no checkpoint in this directory"),
        (os.path.join(top, "nothing"), "No such file"),
    ):
        told = run(["resume", what], check=False)
        fact(told.returncode == 4 and words in told.stderr, f"exit {told.returncode}: {told.stderr.strip()}")
    fact(not os.path.exists(os.path.join(top, ".granum.lock")), "a resume that finds no checkpoint leaves no lock file")
    for key in (
        "time.integrator=rk",
        "time={end: 1 s}",
        "contacts.0.normal.law=hertz",
        "output.energy.every=1 us",
        "output.checkpoints=off",
        "time.ending=1",
    ):
        told = run(["resume", good, "--set", key], check=False)
        fact(told.returncode == 2 and "would change the past" in told.stderr, f"--set {key}: {told.stderr.strip()}")
    told = run(["resume", first, "--set", "time.end=20 us"], check=False)
    fact(told.returncode == 2 and "before the checkpoint" in told.stderr, told.stderr.strip())
    keys = (
        "output.checkpoint.every=60 us",
        "output.checkpoint={end: false}",
        "output.wall_time=1 h",
        "output.flush=1 s",
        "time.step=0.05 us",
        "time.overlap_limit=0.2",
        "time.end=110 us",
    )
    for number, key in enumerate(keys):
        told = run(["resume", first, "-o", os.path.join(top, f"free-{number}"), "--set", key])
        fact(told.returncode == 0, f"--set {key} is allowed")
os.unlink(path)
done()
