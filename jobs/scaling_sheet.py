"""The sheet of a scaling study, the table in applications for computing time: STUDY/sheet.md and STUDY/sheet.tex.

Speed-up and efficiency refer to the smallest size of a series. A problem of N particles and S steps takes N S / R * P /
3600 core-hours on P ranks, R is the measured rate in particle-steps per second. This assumes that the rate holds for
the problem: choose a study that has about as many particles per rank."""
import glob
import json
import os
import re

import scaling_study as data

SPECIAL = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}
COLUMNS = (  # heading, unit, format of a row
    ("nodes", "", lambda line: str(line["nodes"] or "-")),
    ("ranks", "", lambda line: str(line["ranks"])),
    ("particles", "", lambda line: f"{line['particles']:.0f}"),
    ("time", "s", lambda line: f"{line['seconds']:.4g}"),
    ("particle-steps/s", "1e6", lambda line: f"{line['particle_steps_per_second'] / 1e6:.4g}"),
    ("speed-up", "", lambda line: f"{line['speedup']:.2f}"),
    ("efficiency", "%", lambda line: f"{100 * line['efficiency']:.1f}"),
    ("memory per rank", "MB", lambda line: f"{line['memory_bytes'] / 1e6:.0f}" if line["memory_bytes"] else "-"),
    ("I/O", "%", lambda line: f"{100 * line['phase output'] / line['seconds']:.1f}"),
    ("core-hours", "h", lambda line: f"{line['core_hours']:.4g}"),
)


def records(study):
    """Returns run.json of all finished repeats."""
    found = []
    for path in sorted(glob.glob(os.path.join(glob.escape(study), "*", "ranks-*", "*.json"))):
        if re.fullmatch(r"\d+\.json", os.path.basename(path)):
            with open(path, encoding="utf-8") as file:
                found.append(json.load(file))
    return found


def network():
    """Returns the names and rates of the InfiniBand or Omni-Path ports of this host, or "not stated"."""
    found = set()
    for path in glob.glob("/sys/class/infiniband/*/ports/*/rate"):
        with open(path, encoding="utf-8") as file:
            found.add(f"{path.split('/')[4]} {file.read().strip()}")
    return ", ".join(sorted(found)) or "not stated"


def first_line(text):
    return text.split("\n")[0].split(",")[0].strip()


def software(found):
    """Returns rows (name, value) of the programs and machines of all repeats; several values if the repeats differ."""

    def values(key, change=lambda text: text):
        return "; ".join(sorted({change(str(card[key])) for card in found if card.get(key)})) or "unknown"

    yield "program", values("program")
    yield "commit", values("commit")
    yield "compiler", values("compiler")
    yield "compiler flags", values("compiler_flags")
    yield "MPI", values("mpi", first_line)
    yield "PETSc", values("petsc", lambda text: re.sub(r"^.*?(\d+\.\d+(?:\.\d+)?).*$", r"\1", first_line(text)))
    for key, name in (("hdf5", "HDF5"), ("zoltan", "Zoltan"), ("udunits", "UDUNITS"), ("processor", "processor")):
        yield name, values(key)


def tables(study, problem):
    """Returns {series: rows} with the core-hours of the problem (particles, steps); None: the case itself."""
    found = {}
    for line in data.table(study):
        particles, steps = problem or (line["particles"], line["steps"])
        line["core_hours"] = particles * steps / line["particle_steps_per_second"] * line["ranks"] / 3600
        found.setdefault(f"{line['case']}, {line['kind']} scaling", []).append(line)
    return found


def markdown(facts, found):
    lines = ["# Scaling of granum", "", "| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in facts)]
    heads = [f"{head} [{unit}]" if unit else head for head, unit, _ in COLUMNS]
    for series, rows in found.items():
        lines += ["", f"## {series}", "", "| " + " | ".join(heads) + " |", "|---:" * len(COLUMNS) + "|"]
        lines += ["| " + " | ".join(form(row) for _, _, form in COLUMNS) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def escaped(text):
    return "".join(SPECIAL.get(c, "\\" + c if c in "&%$#_{}" else c) for c in str(text))


def latex(facts, found):
    lines = [r"% \input{sheet.tex}; needs no package", r"\begin{tabular}{lp{0.75\linewidth}}"]
    lines += [rf"{escaped(name)} & {escaped(value)} \\" for name, value in facts] + [r"\end{tabular}"]
    for series, rows in found.items():
        lines += ["", rf"\par\medskip\noindent\textbf{{{escaped(series)}}}\par\noindent"]
        lines += [rf"\begin{{tabular}}{{{'r' * len(COLUMNS)}}}", r"\hline"]
        lines += [" & ".join(escaped(head) for head, _, _ in COLUMNS) + r" \\"]
        lines += [" & ".join(escaped(unit) for _, unit, _ in COLUMNS) + r" \\", r"\hline"]
        lines += [" & ".join(form(row) for _, _, form in COLUMNS) + r" \\" for row in rows]
        lines += [r"\hline", r"\end{tabular}"]
    return "\n".join(lines) + "\n"


def write(study, problem, link):
    """Writes both files and returns their paths. problem: (particles, steps) or None; link: name of the network."""
    found, cards = tables(study, problem), records(study)
    if not cards:
        raise data.StudyError(f"{study} has no finished runs; run the study without --sheet")
    of = f"{problem[0]:g} particles, {problem[1]:g} steps" if problem else "the case of each row"
    facts = [*software(cards), ("network", link or network()), ("core-hours for", of)]
    paths = [os.path.join(study, name) for name in ("sheet.md", "sheet.tex")]
    data.replaced(paths[0], markdown(facts, found))
    data.replaced(paths[1], latex(facts, found))
    return paths
