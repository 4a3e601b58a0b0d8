"""Data of a scaling study: its runs, their cost, and the table.

A study is a folder. It contains a folder for each series, CASE-strong or CASE-weak, and in it one for each size,
ranks-R or ranks-R-nodes-N, with

  size.json   the case, its settings, ranks, nodes, and the placement of the ranks
  K.json      run.json of repeat K; if the file exists, the repeat is done
  K.log       output of the run

Efficiency is particle-steps per second and rank, divided by the same quantity of the smallest size of the series. In
strong scaling the case is constant, and this is T1 R1 / (T R). In weak scaling it is also valid if the case does not
grow exactly in proportion to the ranks."""
import ast
import csv
import hashlib
import json
import operator
import os
import re
import statistics

KINDS = ("strong", "weak")
RULE = re.compile(r"^#\s*weak scaling:\s*(\S.*?)\s*$", re.M)
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
}
OWN_WORK = ("force pass", "ghost contacts")  # phases whose time grows with the number of particles of a rank


class StudyError(Exception):
    """An error that the user can correct; its text is the message."""


def replaced(path, text):
    """Writes a file and renames it, so that readers never see a part of it."""
    part = f"{path}.{os.getpid()}.part"
    with open(part, "x", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)
    os.replace(part, path)


# ---- the rule by which a case grows ----


def nearest_cube(n):
    """Returns nx >= ny >= nz with nx ny nz = n and the smallest surface."""
    pairs = [(y, z) for z in range(1, n + 1) if n % z == 0 for y in range(z, n // z + 1) if n % (y * z) == 0]
    threes = [(n // (y * z), y, z) for y, z in pairs if n // (y * z) >= y]
    x, y, z = min(threes, key=lambda t: t[0] * t[1] + t[1] * t[2] + t[2] * t[0])
    return {"n": n, "nx": x, "ny": y, "nz": z}


def value_of(node, names):
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return node.value
    if isinstance(node, ast.Name) and node.id in names:
        return names[node.id]
    if isinstance(node, ast.UnaryOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](value_of(node.operand, names))
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](value_of(node.left, names), value_of(node.right, names))
    raise StudyError("not a number, n, nx, ny, nz, + - * / // ** or brackets")


def grown(rule, ranks):
    """Evaluates a rule PATH=VALUE for this number of ranks: {20000*n} becomes a number."""
    names = nearest_cube(ranks)

    def number(found):
        try:
            value = value_of(ast.parse(found[1].strip(), mode="eval").body, names)
        except (SyntaxError, ZeroDivisionError, OverflowError, StudyError) as problem:
            raise StudyError(f"weak scaling: {rule}: {{{found[1]}}}: {problem}") from None
        return f"{value:.17g}"

    path, equals, _ = rule.partition("=")
    if not equals or not re.search(r"\{[^{}]*\bn[xyz]?\b[^{}]*\}", rule):
        raise StudyError(f"weak scaling: {rule}: write path=value with {{...}} in it, such as {{20000*n}} for n ranks")
    return path.strip() + equals + re.sub(r"\{([^{}]*)\}", number, rule.partition("=")[2])


def rules_of(text):
    """Returns the rules in the comments of an input: # weak scaling: PATH=VALUE"""
    return RULE.findall(text)


# ---- sizes ----


class Size:
    """One size of a series: its case, ranks and nodes, and the folder of its repeats."""

    def __init__(self, study, case, text, kind, ranks, nodes, sets):
        self.case, self.kind, self.ranks, self.nodes = case, kind, ranks, nodes
        self.series = f"{case}-{kind}"
        self.name = f"ranks-{ranks}" + (f"-nodes-{nodes}" if nodes else "")
        self.folder = os.path.join(study, self.series, self.name)
        self.about = {
            "case": case,
            "kind": kind,
            "ranks": ranks,
            "nodes": nodes,
            "settings": sets,
            "input": hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16],
        }

    def file(self, name):
        return os.path.join(self.folder, name)

    def begin(self):
        """Creates the folder."""
        os.makedirs(self.folder, exist_ok=True)
        if about(self.folder) is None:
            self.place(None)

    def check(self):
        """StudyError if the folder holds runs of another case."""
        before = about(self.folder)
        for key in ("settings", "input"):
            if before and before[key] != self.about[key]:
                raise StudyError(f"{self.folder} holds runs of another case ({key} differs); give another folder, -o")

    def place(self, placement):
        """Stores the placement of the ranks: {host: ranks and cores}."""
        replaced(self.file("size.json"), json.dumps({**self.about, "placement": placement}, indent=2) + "\n")

    def placed(self):
        found = about(self.folder)
        return bool(found and found.get("placement"))

    def done(self, repeat):
        return os.path.exists(self.file(f"{repeat}.json"))

    def missing(self, repeats):
        return [k for k in range(1, repeats + 1) if not self.done(k)]


def about(folder):
    """Returns size.json of a folder, or None if it is no folder of a size."""
    try:
        with open(os.path.join(folder, "size.json"), encoding="utf-8") as file:
            found = json.load(file)
        return found if {"case", "kind", "ranks", "settings", "input"} <= set(found) else None
    except (OSError, ValueError, TypeError):
        return None


# ---- cost of the runs ----


def cards(folder):
    """Returns the performance card of each finished repeat."""
    found = []
    for name in sorted(os.listdir(folder)):
        if re.fullmatch(r"\d+\.json", name):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                found.append(json.load(file)["performance"])
    return found


def median(found, *keys):
    """Returns the median of one entry of the cards, or None if they lack it."""
    values = []
    for card in found:
        for key in keys:
            card = card.get(key) if card else None
        if card is not None:
            values.append(card)
    return statistics.median(values) if values else None


def imbalance(card):
    """Returns the maximum over ranks of the time for own particles, divided by its mean."""
    mean, most = card["phase_seconds"], card.get("phase_seconds_max")
    whole = sum(mean[phase] for phase in OWN_WORK)
    return sum(most[phase] for phase in OWN_WORK) / whole if most and whole > 0 else None


def placement_text(placement):
    """Returns the placement as text: n1: 2 ranks on 0 1; n2: ..."""
    hosts = (placement or {}).items()
    return "; ".join(f"{host}: {len(cores)} rank{'s' * (len(cores) > 1)} on {' '.join(cores)}" for host, cores in hosts)


def row(of_size, found):
    """Returns a row of the table without the columns that compare it with other rows."""
    seconds = [card["seconds"] for card in found]
    rates = [card["particle_steps_per_second"] for card in found]
    line = {
        "case": of_size["case"],
        "kind": of_size["kind"],
        "ranks": of_size["ranks"],
        "nodes": len(of_size.get("placement") or {}) or of_size["nodes"],
        "placement": placement_text(of_size.get("placement")),
        "particles": found[0]["particles"],
        "steps": found[0]["steps"],
        "runs": len(found),
        "seconds": statistics.median(seconds),
        "seconds_min": min(seconds),
        "seconds_max": max(seconds),
        "particle_steps_per_second": statistics.median(rates),
        "rates": rates,
        "imbalance": statistics.median(map(imbalance, found)) if all(map(imbalance, found)) else None,
        "rebuilds": median(found, "rebuilds"),
        "memory_bytes": median(found, "memory_bytes", "max"),
    }
    for what in ("messages_per_evaluation", "bytes_per_evaluation", "messages_per_rebuild", "bytes_per_rebuild"):
        line[what] = median(found, what, "max")
        line[what + "_mean"] = median(found, what, "mean")
    for phase in found[0]["phase_seconds"]:
        line["phase " + phase] = median(found, "phase_seconds", phase)
    return line


def compare(lines):
    """Adds speedup and efficiency to the rows of one series, which are ordered by ranks."""
    base = lines[0]
    for line in lines:
        line["speedup"] = line["particle_steps_per_second"] / base["particle_steps_per_second"]
        share = base["ranks"] / line["ranks"] / base["particle_steps_per_second"]
        line["efficiency"] = line["particle_steps_per_second"] * share
        line["efficiency_min"] = min(line["rates"]) * share
        line["efficiency_max"] = max(line.pop("rates")) * share
    return lines


def table(study):
    """Returns the rows of all series that have finished runs."""
    lines = []
    for series in sorted(os.listdir(study)):
        folder = os.path.join(study, series)
        sizes = [os.path.join(folder, name) for name in os.listdir(folder)] if os.path.isdir(folder) else []
        found = [(about(size), cards(size)) for size in sizes if about(size)]
        rows = [row(of_size, of_runs) for of_size, of_runs in found if of_runs]
        lines += compare(sorted(rows, key=lambda line: (line["ranks"], line["nodes"] or 0))) if rows else []
    return lines


def write_table(study):
    """Writes STUDY/scaling.csv and returns its rows."""
    lines = table(study)
    names = list(dict.fromkeys(name for line in lines for name in line))
    path = os.path.join(study, "scaling.csv")
    part = f"{path}.{os.getpid()}.part"
    with open(part, "x", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, names)
        writer.writeheader()
        writer.writerows(lines)
    os.replace(part, path)
    return lines
