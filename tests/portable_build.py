"""The build for any x86-64 processor, for tests that compare with it or count in it; built once, beside the tested
build."""
import fcntl
import os
import subprocess
import sys


def build(granum, source):
    """Builds and returns the path of the program. Tests that need it at the same time wait for each other."""
    folder = os.path.join(os.path.dirname(granum), "portable")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for command in (
            ["cmake", "-S", source, "-B", folder, "-G", "Ninja", "-DGRANUM_NATIVE=OFF", "-DBUILD_TESTING=OFF"],
            ["ninja", "-C", folder, "granum-command"],
        ):
            told = subprocess.run(command, capture_output=True, text=True)
            if told.returncode != 0:
                sys.exit(f"{' '.join(command)}:\n{told.stdout[-2000:]}{told.stderr[-2000:]}")
    return os.path.join(folder, "granum")
