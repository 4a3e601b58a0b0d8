"""The verification report as Markdown: statements that do not hold and the reasons, statements that hold with stated
inputs, then every row."""
import report_table
from report_rows import VERDICTS, shown

HEAD = ["| paper | place | quantity | published | granum | difference | verdict |", "|---|---|---|---|---|---|---|"]


def counted(rows, evaluated=False):
    """Number of rows of each verdict; `evaluated` selects the rows that compare with a formula of the paper."""
    return {verdict: sum(row.verdict == verdict and row.evaluated == evaluated for row in rows) for verdict in VERDICTS}


def markdown(systems, rows):
    """The report as lines; rows in the order of their systems."""
    lines = ["# Published numbers and granum's", "", *summary(rows), ""]
    lines += unexpected(rows)
    lines += ["## Published statements that do not hold", ""] + grouped(rows, "cannot") + [""]
    lines += (
        ["## Statements that hold only with inputs that the papers do not state", ""] + grouped(rows, "stated") + [""]
    )
    lines += ["## Rows without a printed number, with inputs that the papers do not state", ""]
    lines += grouped(rows, "figure") + [""]
    lines += overview(systems, rows)
    for system in systems:
        lines += [f"## {system.title}", ""] + HEAD + [line_of(row) for row in rows_of(system, rows)] + [""]
    return lines + ["## Papers", ""] + [f"- {paper}: {title}" for paper, title in report_table.papers().items()]


def summary(rows):
    count, near = counted(rows), sum(row.near and not row.evaluated for row in rows)
    formula = counted(rows, evaluated=True)
    printed = sum(count.values()) - count["figure"]
    words = sum(isinstance(row.published, str) for row in rows)
    return [
        f"Of {printed} numbers printed in the papers, {words} of them statements in words, "
        f"{count['reproduced']} are reproduced ({near} not to",
        f"the printed digits, but within the percentage given), {count['stated']} are {VERDICTS['stated']},",
        f"{count['cannot']} {VERDICTS['cannot']}.",
        "",
        f"{sum(formula.values())} more numbers are not printed. They are evaluated from a formula of a paper: ",
        f"{formula['reproduced']} are reproduced, {formula['stated']} are {VERDICTS['stated']}, "
        f"{formula['cannot']} are not reproduced.",
        "",
        f"For {count['figure']} more rows the papers print no number, but a figure or a formula. "
        "There granum agrees with an",
        "independent integration, or with the formula, "
        "which says nothing of the paper's own curve: only the text of the",
        "papers was at hand, not their figures, so no point of a curve was read off.",
    ]


def rows_of(system, rows):
    entries = {id(entry) for entry in system.rows}
    return [row for row in rows if id(row.entry) in entries]


def unexpected(rows):
    found = [row for row in rows if not row.as_expected]
    return ["## Rows that are not as the table expects", ""] + [f"- {row}" for row in found] + [""] if found else []


def grouped(rows, verdict):
    """One item for each reason: the rows of a paper that share it."""
    groups = {}
    for row in rows:
        if row.verdict == verdict and (verdict != "figure" or "reason" in row.entry):
            groups.setdefault((row.entry["paper"], row.entry.get("reason", "")), []).append(row)
    lines = []
    for (paper, reason), members in groups.items():
        first = members[0]
        text = f"- {paper}, {first.entry['place']}, {first.entry['quantity']}"
        if len(members) > 1:
            text += f" (and {len(members) - 1} more like it)"
        text += f": {reason}." if reason else "."
        if verdict == "cannot":
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
        "| system | rows | printed in the paper: reproduced | under stated inputs | cannot | no printed number | "
        "evaluated from a formula of the paper | inputs |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines = ["## Systems", "", *head]
    for system in systems:
        mine = rows_of(system, rows)
        count = counted(mine)
        files = ", ".join(dict.fromkeys(entry["file"] for entry in system.inputs.values()))
        numbers = " | ".join(str(count[verdict]) for verdict in VERDICTS)
        formula = sum(row.evaluated for row in mine)
        lines.append(f"| {system.title} | {len(mine)} | {numbers} | {formula} | {files} |")
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
