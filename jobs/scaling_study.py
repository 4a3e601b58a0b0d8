"""The data of a scaling study: which runs it has, what they cost, and the table of it.

A study is a folder. It has a folder for each series, CASE-strong or CASE-weak, and in it one for each size, ranks-R or
ranks-R-nodes-N, with

  size.json   the case, its settings, ranks, nodes, where the ranks were
  K.json      the run.json of the K-th repeat: once it is there the repeat is done
  K.log       what the run printed

Efficiency is particle-steps per second and rank over those of the smallest size of the series. For strong scaling,
where the case stays the same, this is T1 R1 / (T R); for weak scaling it holds also where the case grows not quite as
the ranks do."""
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
OWN_WORK = ("force pass", "ghost contacts")  # the phases of which a rank has more if it has more particles


class StudyError(Exception):
    """A message for the user."""


def replaced(path, text):
    """Writes a file as a whole."""
    part = f"{path}.{os.getpid()}.part"
    with open(part, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(part, path)


# ---- the rule by which a case grows ----


def nearest_cube(n):
    """nx >= ny >= nz with nx ny nz = n, and of the least surface."""
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
    """The setting PATH=VALUE of a rule on so many ranks: {20000*n} becomes a number."""
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
    """Those that the comments of an input state: # weak scaling: PATH=VALUE"""
    return RULE.findall(text)


# ---- sizes ----


class Size:
    """One size of a series: what it runs, and where that is kept."""

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
            "input": hashlib.sha256(text.encode()).hexdigest()[:16],
        }

    def file(self, name):
        return os.path.join(self.folder, name)

    def begin(self):
        """Makes the folder; one that holds runs of another case is refused."""
        os.makedirs(self.folder, exist_ok=True)
        before = about(self.folder)
        if before is None:
            self.place(None)
        for key in ("settings", "input"):
            if before and before[key] != self.about[key]:
                raise StudyError(f"{self.folder}: holds runs of another case ({key}); give another folder, -o")

    def place(self, placement):
        """Where the ranks were: {host: ranks and cores}."""
        replaced(self.file("size.json"), json.dumps({**self.about, "placement": placement}, indent=2) + "\n")

    def placed(self):
        found = about(self.folder)
        return bool(found and found.get("placement"))

    def done(self, repeat):
        return os.path.exists(self.file(f"{repeat}.json"))

    def missing(self, repeats):
        return [k for k in range(1, repeats + 1) if not self.done(k)]


def about(folder):
    """What a size says of itself; None: it is not one."""
    try:
        with open(os.path.join(folder, "size.json"), encoding="utf-8") as file:
            found = json.load(file)
        return found if {"case", "kind", "ranks", "settings", "input"} <= set(found) else None
    except (OSError, ValueError, TypeError):
        return None


# ---- what the runs cost ----


def cards(folder):
    """The performance card of each repeat that is done."""
    found = []
    for name in sorted(os.listdir(folder)):
        if re.fullmatch(r"\d+\.json", name):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                found.append(json.load(file)["performance"])
    return found


def median(found, *keys):
    """Of a member of the cards; None where they have none."""
    values = []
    for card in found:
        for key in keys:
            card = card.get(key) if card else None
        if card is not None:
            values.append(card)
    return statistics.median(values) if values else None


def imbalance(card):
    """Time that the busiest rank spends with its own particles, over the mean."""
    mean, most = card["phase_seconds"], card.get("phase_seconds_max")
    whole = sum(mean[phase] for phase in OWN_WORK)
    return sum(most[phase] for phase in OWN_WORK) / whole if most and whole > 0 else None


def placement_text(placement):
    """n1: 2 ranks on 0 1; n2: ..."""
    hosts = (placement or {}).items()
    return "; ".join(f"{host}: {len(cores)} rank{'s' * (len(cores) > 1)} on {' '.join(cores)}" for host, cores in hosts)


def row(of_size, found):
    """A line of the table, but for what compares it with others."""
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
    """Speedup and efficiency within one series, lines in the order of ranks."""
    base = lines[0]
    for line in lines:
        line["speedup"] = line["particle_steps_per_second"] / base["particle_steps_per_second"]
        share = base["ranks"] / line["ranks"] / base["particle_steps_per_second"]
        line["efficiency"] = line["particle_steps_per_second"] * share
        line["efficiency_min"] = min(line["rates"]) * share
        line["efficiency_max"] = max(line.pop("rates")) * share
    return lines


def table(study):
    """Lines of all series of which something is done."""
    lines = []
    for series in sorted(os.listdir(study)):
        folder = os.path.join(study, series)
        sizes = [os.path.join(folder, name) for name in os.listdir(folder)] if os.path.isdir(folder) else []
        found = [(about(size), cards(size)) for size in sizes if about(size)]
        rows = [row(of_size, of_runs) for of_size, of_runs in found if of_runs]
        lines += compare(sorted(rows, key=lambda line: (line["ranks"], line["nodes"] or 0))) if rows else []
    return lines


def write_table(study):
    """STUDY/scaling.csv; the lines of it."""
    lines = table(study)
    names = list(dict.fromkeys(name for line in lines for name in line))
    path = os.path.join(study, "scaling.csv")
    part = f"{path}.{os.getpid()}.part"
    with open(part, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, names)
        writer.writeheader()
        writer.writerows(lines)
    os.replace(part, path)
    return lines
