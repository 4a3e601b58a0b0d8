"""`granum watch` prints progress, speed, residual and time left of a run until it ends; its exit code is that of the
end. On a terminal it refreshes a line that is no longer than the terminal is wide.
Labels: run."""
import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import tempfile
import termios
import time

from granum_test import GRANUM, at_work, case, done, fact, run, simulate
from shaken_box import GAS

CASE = GAS
WIDTH = 60


def begun(folder):
    latest = time.time() + 60
    while not os.path.exists(os.path.join(folder, "status.json")):
        if time.time() > latest:
            raise SystemExit("FAIL waited in vain for the start")
        time.sleep(0.02)


def watched(folder, **options):
    return subprocess.run([GRANUM, "watch", folder], capture_output=True, text=True, timeout=120, **options)


def stopped(path, folder):
    with at_work(["run", path, "-o", folder, "--set", "output.wall_time=4 s"]) as process:
        begun(folder)
        told = watched(folder)
        process.wait()
    lines = told.stdout.splitlines()
    form = r"running, [\d.e-]+ % at t = \S+ of 100 s, step \d+, .* left at .*, \S+ particle-steps/s, residual \S+"
    fact(any(re.fullmatch(form, line) for line in lines[:-1]), f"granum watch prints the progress: {lines[:-1]}")
    fact(
        lines[-1].startswith("stopped, ") and told.returncode == 75,
        f"granum watch ends with the run: {told.returncode} {lines[-1]}",
    )
    fact("the wall time of 4 s" in told.stderr and f"info {folder}" in told.stderr, told.stderr.strip())


def killed(path, folder):
    with at_work(["run", path, "-o", folder]) as process:
        begun(folder)
        watch = subprocess.Popen([GRANUM, "watch", folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1.5)
        process.send_signal(signal.SIGKILL)
        process.wait()
        told = watch.communicate(timeout=60)
    fact(
        watch.returncode == 75 and "the run is killed" in told[1],
        f"granum watch reports a killed run: {watch.returncode} {told[1].strip()}",
    )


def on_terminal(path, folder):
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, WIDTH, 0, 0))
    with at_work(["run", path, "-o", folder, "--set", "output.wall_time=3 s"]) as process:
        begun(folder)
        watch = subprocess.Popen([GRANUM, "watch", folder], stdout=follower, stderr=subprocess.DEVNULL)
        process.wait()
        watch.wait(timeout=60)
    os.close(follower)
    shown = os.read(leader, 65536).decode().rstrip("\r\n").split("\r\x1b[K")[1:]
    fact(len(shown) > 1 and all(0 < len(line) < WIDTH for line in shown), f"on a terminal one line changes: {shown}")
    with open(f"{folder}/status.json") as file:
        seconds = json.load(file)["seconds"]
    fact(0.5 < seconds, f"status.json has the real time of its report: {seconds} s")


with tempfile.TemporaryDirectory() as top:
    path = case(CASE)
    stopped(path, f"{top}/stopped")
    killed(path, f"{top}/killed")
    on_terminal(path, f"{top}/terminal")
    simulate(path, f"{top}/short", ["time.end=1 ms"])
    told = watched(f"{top}/short")
    fact(told.returncode == 0 and told.stdout.startswith("completed at t = "), f"completed: {told.stdout.strip()}")
    told = run(["watch", f"{top}/nothing"], check=False)
    fact(told.returncode == 4 and "has no status.json of a run" in told.stderr, told.stderr.strip())
done()
