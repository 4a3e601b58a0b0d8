"""The verification report as Markdown: statements that do not hold and the reasons, statements that hold with stated
inputs, then every row."""
import report_table
from report_rows import VERDICTS, shown

HEAD = ["| paper | place | quantity | published | granum | difference | verdict |", "|---|---|---|---|---|---|---|"]
SECTIONS = {  # title -> verdicts of its rows
    "Published statements that do not hold": ("cannot",),
    "Numbers within 1 %, but not to the printed digits": ("near",),
    "Statements that hold only with inputs that the papers do not state": ("stated", "stated_near"),
    "Rows without a printed number, with inputs that the papers do not state": ("figure",),
}


def counted(rows, kind):
    """Number of rows of each verdict, of the rows of a kind that count."""
    mine = [row.verdict for row in rows if row.kind == kind and row.counted]
    return {verdict: mine.count(verdict) for verdict in VERDICTS}


def markdown(systems, rows):
    """The report as lines; rows in the order of their systems."""
    lines = ["# Published numbers and granum's", "", *summary(rows), ""]
    lines += unexpected(rows)
    for title, verdicts in SECTIONS.items():
        lines += [f"## {title}", "", *grouped(rows, verdicts), ""]
    lines += overview(systems, rows)
    for system in systems:
        lines += [f"## {system.title}", ""] + HEAD + [line_of(row) for row in rows_of(system, rows)] + [""]
    return lines + ["## Papers", ""] + [f"- {paper}: {title}" for paper, title in report_table.papers().items()]


def totals(rows):
    """The counts of the report in sentences; tests/README.md contains them."""
    number, words, formula, figure = (counted(rows, kind) for kind in ("number", "words", "formula", "figure"))
    return [
        f"Of {sum(number.values())} numbers that the papers print, {number['reproduced']} are reproduced to the "
        f"printed digits and {number['near']} within 1 %; with stated inputs {number['stated']} are reproduced to the "
        f"printed digits and {number['stated_near']} within 1 %; {number['cannot']} do not follow from the published "
        "data.",
        f"Of {sum(words.values())} statements in words {words['reproduced']} hold.",
        f"{sum(formula.values())} further numbers are values of a printed formula: {formula['reproduced']} are "
        f"reproduced, {formula['stated']} with stated inputs.",
        f"For {figure['figure']} more results the papers print a figure or a formula, but no number.",
    ]


def summary(rows):
    return [
        *totals(rows),
        "There granum agrees with an independent integration, or with the formula. This says nothing of the paper's "
        "own curve: only the text of the papers was at hand, so no point of a curve was read off.",
        "",
        "One rule gives all verdicts. A number is reproduced if granum's differs by at most half a unit of the last "
        "printed digit. A number with a difference of at most 1 % is counted apart. Stated inputs are inputs that the "
        "paper does not give, or gives otherwise. A number that is printed once is counted once, even if the tables "
        "compare it with several computations.",
    ]


def rows_of(system, rows):
    entries = {id(entry) for entry in system.rows}
    return [row for row in rows if id(row.entry) in entries]


def unexpected(rows):
    found = [row for row in rows if not row.as_expected]
    return ["## Rows that are not as the table expects", ""] + [f"- {row}" for row in found] + [""] if found else []


def grouped(rows, verdicts):
    """One item for each reason: the rows of a paper that share it."""
    groups = {}
    for row in rows:
        if row.verdict in verdicts and (row.verdict != "figure" or "reason" in row.entry):
            groups.setdefault((row.entry["paper"], row.entry.get("reason", "")), []).append(row)
    lines = []
    for (paper, reason), members in groups.items():
        first = members[0]
        text = f"- {paper}, {first.entry['place']}, {first.entry['quantity']}"
        if len(members) > 1:
            text += f" (and {len(members) - 1} more like it)"
        text += f": {reason}." if reason else "."
        if "figure" not in verdicts and "stated" not in verdicts:
            text += f" Printed: {valued(first, first.published)}; computed: {valued(first, first.ours)}."
        lines.append(text)
    return lines


def valued(row, value):
    """A value with its unit; words in quotes."""
    if isinstance(value, str):
        return f'"{value}"'
    unit = row.entry.get("unit", "1")
    return shown(value) + ("" if unit == "1" or value is None else f" {unit}")


def overview(systems, rows):
    head = [
        "| system | rows | printed numbers: reproduced | within 1 % | under stated inputs | of these within 1 % "
        "| cannot | statements in words | values of a formula | no printed number | inputs |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    lines = ["## Systems", "", *head]
    for system in systems:
        mine = rows_of(system, rows)
        number = counted(mine, "number")
        files = ", ".join(dict.fromkeys(entry["file"] for entry in system.inputs.values()))
        stated = number["stated"] + number["stated_near"]
        cells = [number["reproduced"], number["near"], stated, number["stated_near"], number["cannot"]]
        cells += [sum(counted(mine, kind).values()) for kind in ("words", "formula", "figure")]
        lines.append(f"| {system.title} | {len(mine)} | {' | '.join(map(str, cells))} | {files} |")
    return lines + [""]


def line_of(row):
    entry = row.entry
    unit = f" [{entry['unit']}]" if entry.get("unit", "1") != "1" else ""
    reference = shown(row.published)
    if row.published is None:
        reference = f"no number (independently {shown(row.reference)})"
    verdict = row.verdict_text + (f": {entry['reason']}" if "reason" in entry else "")
    if not row.as_expected:
        verdict += " **not as expected**"
    difference = f"{row.difference:.1e}" if row.absolute else f"{100 * row.difference:.2g} %"
    if isinstance(row.published, str):
        difference = "-"
    return (
        f"| {entry['paper']} | {entry['place']} | {entry['quantity']}{unit} | {reference} | {shown(row.ours)} | "
        f"{difference} | {verdict} |"
    )
