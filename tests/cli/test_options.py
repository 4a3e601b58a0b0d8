"""PETSc options: bad values, options that would override the case, the step by -ts_dt, and the options that a
checkpoint may contain.
Labels: io parallel run time."""
import json
import os
import re
import shutil
import tempfile

import h5py
from cases import struck_chain
from granum_test import case, done, fact, run

CASE = (
    struck_chain(5)
    + """time: {end: 10 us}
"""
)
path = case(CASE)
study = case(CASE + "variants: {one: {}, two: {time.end: 20 us}}\n")
REFUSED = [
    ("-ts_max_steps 5", "the option -ts_max_steps would overrule the case; set time.end"),
    ("-ts_max_steps abc", "the option -ts_max_steps would overrule the case"),
    ("-ts_max_time 1e-6", "set time.end"),
    ("-ts_type euler", "set time.integrator"),
    ("-ts_rk_type 3", "set time.method"),
    ("-ts_init_time 1", "a run begins at time 0"),
    ("-ts_dt -1", "the option -ts_dt cannot be used: -1 s is not a valid step for a run of 1e-05 s; write"),
    ("-ts_dt 0", "0 s is not a valid step"),
    ("-ts_dt nan", "is not a valid step"),
    ("-ts_dt 1", "1 s is not a valid step for a run of 1e-05 s"),
    ("-ts_dt abc", "the option -ts_dt abc cannot be used: "),
    ("-ts_adapt_type foo", "the option -ts_adapt_type foo cannot be used: "),
    ("-ts_verlet_velocity both", "the option -ts_verlet_velocity both cannot be used: "),
    ("-ts_monitor foo:bar", "the option -ts_monitor foo:bar cannot be used: "),
    ("-ts_monitor ascii:/no/such/file", "the option -ts_monitor ascii:/no/such/file cannot be used: "),
    ("-options_file nofile", "cannot be used: Unable to open options file nofile"),
    ("-log_view a:b:c", "cannot be used: "),
]
MANY = [word for k in range(900) for word in (f"-unknown_{k}", "1")]


def lines_of(told):
    return [line for line in told.stderr.splitlines() if line.startswith("granum: ")]


with tempfile.TemporaryDirectory() as top:
    new = os.path.join(top, "new")
    for row, (options, words) in enumerate(REFUSED):
        for ranks in (1, 3) if row in (0, 4, 6, 10, 14, 15, 16) else (1,):
            told = run(["run", path, "-o", new, *options.split()], ranks, check=False)
            fact(
                told.returncode == 2
                and len(lines_of(told)) == 1
                and words in told.stderr
                and "PETSC ERROR" not in told.stderr + told.stdout,
                f"{options} on {ranks}: exit {told.returncode}: {lines_of(told)}",
            )
            fact(not os.path.exists(new), "the refused command creates no folder")
    told = run(["run", path, "-o", new, *MANY], check=False)
    fact(
        told.returncode == 2 and len(lines_of(told)) == 1 and not os.path.exists(new),
        f"more options than PETSc holds: exit {told.returncode}: {lines_of(told)}",
    )
    told = run(["run", study, "-o", new, "-ts_max_steps", "5"], check=False)
    fact(told.returncode == 2 and not os.path.exists(new), f"a study refuses these options, too: {lines_of(told)}")
    for ranks in (1, 2):
        log = os.path.join(top, f"log-{ranks}")
        told = run(["run", path, "-o", log, "-log_view", ":/no/such/file"], ranks, check=False)
        fact(
            told.returncode == 4 and len(lines_of(told)) == 1 and "PETSC ERROR" not in told.stderr,
            f"a log that cannot be written, on {ranks}: exit {told.returncode}: {lines_of(told)}",
        )
        with h5py.File(os.path.join(log, "results.h5")) as f:
            fact("particles" in f, "a log that cannot be written does not affect the results")

    # A step by option is reported as such; the run and its resumption use it.
    by_option = os.path.join(top, "by_option")
    told = run(["run", path, "-o", by_option, "-ts_dt", "2e-8", "-ts_view"])
    fact(
        "fixed step 2e-08 s (by -ts_dt)" in told.stdout and "auto" not in told.stdout.split("\n")[2],
        told.stdout.split("\n")[2],
    )
    fact("not used" not in told.stderr, f"granum does not report -ts_view as unused: {told.stderr}")
    told = run(["resume", by_option, "--set", "time.end=11 us"])
    fact(
        "fixed step 2e-08 s (by -ts_dt)" in told.stdout and "TS Object" not in told.stdout,
        "a resumed run keeps -ts_dt, but not the option -ts_view",
    )
    told = run(["resume", by_option, "--set", "time.end=12 us", "-ts_max_steps", "3"], check=False)
    fact(
        told.returncode == 2 and "-ts_max_steps would overrule" in told.stderr,
        f"granum resume refuses the option -ts_max_steps: {lines_of(told)}",
    )

    # Options that a file may not contain, because each of them writes a file.
    traces = [os.path.join(top, name) for name in ("trace", "trace_two", "trace_three")]
    hostile = (
        f"-ts_monitor ascii:{traces[0]} -info {traces[1]}:ts -log_view :{traces[2]} -options_file {path} "
        f"-ts_view ascii:{traces[0]} -ts_dt 2e-8"
    )
    mean = os.path.join(top, "mean")
    run(["run", path, "-o", mean, *hostile.replace(f"-options_file {path} ", "").split()])
    for trace in os.listdir(top):
        if trace.startswith("trace"):
            os.unlink(os.path.join(top, trace))
    told = run(["resume", mean, "--set", "time.end=11 us"])
    left = [n for n in os.listdir(top) if n.startswith("trace")]
    fact(
        told.returncode == 0 and not left and "by -ts_dt" in told.stdout,
        f"a checkpoint keeps -ts_dt and no other PETSc option: {left}",
    )

    # The same for the list of a study, which anybody can edit.
    listed = os.path.join(top, "listed")
    run(["run", study, "-o", listed, "--set", "time.step=0.05 us"])
    name = os.path.join(listed, "study.json")
    with open(name) as f:
        content = json.load(f)
    content["options"] = hostile
    content["cases"][1]["state"] = "waits"
    shutil.rmtree(os.path.join(listed, "two"))
    os.mkdir(os.path.join(listed, "two"))
    with open(name, "w") as f:
        json.dump(content, f)
    told = run(["resume", listed])
    left = [n for n in os.listdir(top) if n.startswith("trace")]
    fact(
        told.returncode == 0 and not left and re.search(r"^two .* 1000 ", told.stdout, re.M),
        f"study.json keeps -ts_dt and no other PETSc option: {left}\n{told.stdout}",
    )
os.unlink(path)
os.unlink(study)
done()
