"""Files in the folder of a run request a stop, a checkpoint or a report; status.json has the current state and is
complete at every read; none of this changes a bit.
Labels: impact input io law parallel record run time."""
import json
import os
import re
import subprocess
import tempfile
import threading
import time

import h5py
from granum_test import GRANUM, MPIEXEC, SOURCE, case, done, fact, holds, own_session, run
from shaken_box import GAS

CASE = GAS + "output: {energy: {every: 10 ms}, trajectory: {every: 100 ms}}\n"
path = case(CASE)


def status(folder):
    with open(os.path.join(folder, "status.json")) as f:
        return json.load(f)


def touch(folder, name, content=""):
    with open(os.path.join(folder, name), "w") as f:
        f.write(content)


def wait(true, what):
    end = time.time() + 60
    while not true():
        if time.time() > end:
            raise SystemExit(f"FAIL waited in vain for {what}")
        time.sleep(0.02)


def gone(folder, name):
    wait(lambda: not os.path.exists(os.path.join(folder, name)), f"{name} to be answered")


class Live:
    """A run in progress, whose status.json is read repeatedly."""

    def __init__(self, folder, ranks, arguments):
        launch = [] if ranks == 1 else [MPIEXEC, "-n", str(ranks)]
        self.session = own_session()
        self.process = subprocess.Popen(
            launch + [GRANUM, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self.session.__enter__(),
        )
        self.reads, self.bad, self.folder = 0, [], folder
        wait(
            lambda: self.process.poll() is not None or os.path.exists(os.path.join(folder, "status.json")),
            "status.json",
        )
        if self.process.poll() is not None:
            raise SystemExit(f"FAIL the run ended: {self.process.communicate()}")
        self.reader = threading.Thread(target=self.read)
        self.reader.start()
        wait(lambda: status(folder)["step"] is not None, "the first step")

    def read(self):
        while self.process.poll() is None:
            try:
                state = status(self.folder)["state"]
                assert state in ("running", "stopped"), state
            except Exception as error:  # no kind of exception may occur
                self.bad.append(repr(error))
            self.reads += 1
            time.sleep(0.002)

    def end(self):
        self.out, self.err = self.process.communicate(timeout=120)
        self.reader.join()
        self.session.__exit__(None, None, None)
        return self.process.returncode


def check_requests(top, ranks):
    folder = os.path.join(top, f"live-{ranks}")
    live = Live(folder, ranks, ["run", path, "-o", folder])
    began = status(folder)
    touch(folder, "report")
    gone(folder, "report")
    reported = status(folder)
    fact(
        began["state"] == reported["state"] == "running" and reported["step"] > began["step"],
        f"{ranks} rank(s): the file report updates status.json at step {reported['step']:g}, after {began['step']:g}",
    )
    fact(
        reported["particles"] == 125
        and reported["end"] == 100
        and reported["ranks"] == ranks
        and reported["segment"] == 1
        and abs(reported["time"] - 1e-6 * reported["step"]) < 1e-12
        and abs(reported["percent"] - reported["time"]) < 1e-9
        and reported["steps_per_second"] > 0
        and reported["seconds_left"] > 10
        and abs(reported["residual"]) < 1e-3
        and 0 < reported["output_share"] < 1
        and reported["checkpoint"] is None,
        f"status.json contains the state at this step: {({k: v for k, v in reported.items() if k != 'keys'})}",
    )
    keys = reported.pop("keys")
    fact(
        list(keys) == list(reported)
        and all(row["description"] for row in keys.values())
        and all(("unit" in keys[k]) == isinstance(v, (int, float)) for k, v in reported.items() if v is not None),
        "status.json describes each of its keys, and numbers with a unit",
    )
    with open(os.path.join(SOURCE, "jobs/guide/state-of-a-run.md")) as f:
        section = f.read().split("## status.json")[1].split("##")[0]
    told = [key for row in re.findall(r"^\| (`.*?) \|", section, re.M) for key in re.findall(r"`(\w+)`", row)]
    fact(told == [*reported, "keys"], f"the documents list these keys: {set(told) ^ {*reported, 'keys'}}")
    touch(folder, "checkpoint")
    gone(folder, "checkpoint")
    kept = status(folder)
    name = f"checkpoint-{kept['checkpoint_step']:.0f}.h5"
    fact(
        kept["checkpoint"] == name and os.path.exists(os.path.join(folder, name)) and kept["step"] > reported["step"],
        f"the file checkpoint writes a checkpoint: {kept['checkpoint']}",
    )
    touch(folder, "report", "mine\n")
    wait(lambda: status(folder)["step"] > kept["step"], "the answer to a file that holds something")
    touch(folder, "stop")
    code = live.end()
    ended = status(folder)
    fact(
        code == 75
        and not os.path.exists(os.path.join(folder, "stop"))
        and f"stopped by the file stop at t = {ended['time']:.9g} s; to continue, type: {GRANUM} resume {folder}"
        in live.err,
        f"the file stop ends the run: exit {code}: {live.err.splitlines()[:2]}",
    )
    fact(
        ended["state"] == "stopped"
        and ended["cause"] == "the file stop"
        and ended["checkpoint_step"] == ended["step"]
        and ended["checkpoint"] in os.listdir(folder),
        f"the stopped run has a checkpoint at its last step, {ended['checkpoint']}",
    )
    with open(os.path.join(folder, "status.json")) as f:
        fact('\n  "cause": "the file stop",\n' in f.read(), "the cause has its own line, for jobs/batch.sh")
    with open(os.path.join(folder, "report")) as f:
        fact(f.read() == "mine\n" and "stays: it is not empty" in live.err, "a file with contents is not removed")
    lines = re.findall(r"^ +\S+ %  t = \S+ s  step (\d+)  \S+ particle-steps/s  residual", live.out, re.M)
    fact(
        int(lines[0]) == reported["step"] and f"as the file checkpoint asked: {folder}/{name}" in live.out,
        f"the run prints a line for each served request: at steps {lines}",
    )
    fact(live.reads > 50 and not live.bad, f"status.json was complete in all {live.reads} reads: {live.bad[:3]}")
    return folder, name, ended


def compare(a, b):
    """Returns the number of recorded datasets, and the differing datasets; the inputs differ on purpose in the end
    time."""
    recorded, different = {}, []

    def take(name, item):
        if isinstance(item, h5py.Dataset):
            recorded[name] = item[()].tobytes()

    with h5py.File(os.path.join(a, "results.h5")) as one, h5py.File(os.path.join(b, "results.h5")) as two:
        for group in ("particles", "observables"):
            one[group].visititems(lambda name, item, group=group: take(f"{group}/{name}", item))
        different = [name for name, data in recorded.items() if two[name][()].tobytes() != data]
    return len(recorded), different


def check_bits(top, ranks, folder, name, ended):
    end = f"time.end={ended['time'] + 5e-4!r}"
    whole, again = (os.path.join(top, f"{what}-{ranks}") for what in ("whole", "again"))
    run(["run", path, "-o", whole, "--set", end])
    run(["resume", os.path.join(folder, name), "-o", again, "--set", end])
    run(["resume", folder, "--set", end], 2)
    for what, other in (("stop", folder), ("checkpoint", again)):
        n, different = compare(whole, other)
        fact(
            n > 20 and not different,
            f"{ranks} rank(s): resumed from the {what}, {n} datasets have the bits of an undisturbed run: {different}",
        )
    last = status(folder)
    fact(
        (last["state"], last["segment"], last["ranks"], last["percent"]) == ("completed", 2, 2, 100),
        f"status.json shows the completed second segment on 2 ranks: {last['state']}, {last['segment']}",
    )


def check_stale(folder):
    """A request to stop is kept until the user removes it; other requests are removed when they are served."""
    before = status(folder)
    touch(folder, "stop")
    for words in (["resume", folder, "--set", "time.end=200"], ["run", path, "-o", folder, "--overwrite"]):
        for ranks in (1, 2):
            told = run(words, ranks, check=False)
            fact(
                told.returncode == 2 and f"granum: {folder}/stop: this file asks the run to stop" in told.stderr,
                f"{words[0]} is refused while a file stop exists, {ranks} rank(s): {told.stderr.splitlines()[0]}",
            )
    fact(status(folder) == before and os.path.exists(os.path.join(folder, "stop")), "a refused command changes no file")
    os.unlink(os.path.join(folder, "stop"))
    os.unlink(os.path.join(folder, "report"))
    for name in ("report", "checkpoint"):
        touch(folder, name)
    told = run(["run", path, "-o", folder, "--overwrite", "--set", "time.end=100 us"])
    fact(
        "as the file checkpoint asked" in told.stdout and not {"report", "checkpoint"} & set(os.listdir(folder)),
        "the first step serves a request for a checkpoint made before the start",
    )


def check_without(top):
    """If status.json cannot be written, the run is not affected."""
    folder = os.path.join(top, "without")
    os.makedirs(os.path.join(folder, "status.json.part"))
    told = run(["run", path, "-o", folder, "--set", "time.end=1 ms"], 2)
    assert told.stderr.count("status.json cannot be written") == 1, told.stderr
    assert not os.path.exists(os.path.join(folder, "status.json"))


def check_failure(top):
    folder = os.path.join(top, "fails")
    told = run(["run", path, "-o", folder, "--set", "time.overlap_limit=1e-9"], check=False)
    last = status(folder)
    fact(
        told.returncode == 3 and last["state"] == "failed" and last["cause"] and last["cause"] in told.stderr,
        f"status.json contains state and cause of a failed run: {last['state']}, {last['cause']}",
    )
    fact(last["checkpoint"] in os.listdir(folder), f"status.json names the last good checkpoint {last['checkpoint']}")


def check_study(top):
    study = case(CASE + "sweep: {time.step: [1 us, 2 us]}\n")
    folder = os.path.join(top, "study")
    first = os.path.join(folder, "point-1")
    live = Live(first, 1, ["run", study, "-o", folder])
    touch(folder, "report")
    gone(folder, "report")
    touch(folder, "stop")
    code = live.end()
    fact(
        code == 75
        and "stopped by the file stop with 0 of 2 cases done" in live.err
        and "stop" not in os.listdir(folder),
        f"the file stop ends a study: exit {code}: {live.err.strip()}",
    )
    fact(status(first)["state"] == status(folder)["state"] == "stopped", "study and case have the state stopped")
    os.unlink(study)


def check_small(top):
    """Small problems report their end, and that they do not read request files."""
    small = case(
        "problem: impact\nmaterials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}\n"
        "contacts: [{between: '*', normal: {law: hertz}}]\n"
        "bodies: [{material: steel, radius: 10 mm}, {shape: plane, material: steel, fixed: true}]\n"
        "velocities: {from: 1 m/s, to: 2 m/s, count: 2}\n"
    )
    folder = os.path.join(top, "small")
    os.mkdir(folder)
    touch(folder, "report")
    told = run(["run", small, "-o", folder])
    assert "report came too late and is removed" in told.stderr, told.stderr
    assert status(folder)["state"] == "completed"
    os.unlink(small)


with tempfile.TemporaryDirectory() as top:
    for ranks in (1, 3):
        folder, name, ended = check_requests(top, ranks)
        check_bits(top, ranks, folder, name, ended)
    check_stale(folder)
    holds(check_without, top)
    check_failure(top)
    check_study(top)
    holds(check_small, top)
os.unlink(path)
done()
