"""Every published number of the verification report has its expected verdict, and granum's own number is unchanged.
With the name of a system: its rows. Without: the computation of verdicts, and completeness of the tables.
Labels: input mechanism."""
import os
import re
import sys
import tempfile

import h5py
import report_rows
import report_table
import report_text
import report_values_agglomerate
from granum_test import SOURCE, done, fact

COVERED = {
    "agglomerate",
    "bounce",
    "hopkinson",
    "horizontal",
    "joint",
    "mechanism",
    "meso",
    "plates",
    "restitution",
    "socket",
    "sticking",
    "two-spheres",
    "vertical",
}  # files of published/


def check_judge():
    """Each verdict must be possible for a row."""
    made = {
        "paper": "P",
        "place": "1",
        "quantity": "q",
        "published": 2.0,
        "tolerance": 1e-3,
        "verdict": "reproduced",
        "independent": 2.0,
    }
    fact(
        report_rows.Row(made, 2.0 + 1e-7).as_expected,
        "a number within the tolerance of the paper and of the independent number is as expected",
    )
    fact(
        report_rows.Row(made, 2.1).verdict == "cannot" and not report_rows.Row(made, 2.1).as_expected,
        "a number beyond the tolerance has the verdict cannot and is not as expected",
    )
    fact(not report_rows.Row(made, 2.0 + 1e-5).as_expected, "a number off the independent one is not as expected")
    cannot = dict(made, verdict="cannot", published=3.0)
    fact(
        report_rows.Row(cannot, 2.0).as_expected
        and not report_rows.Row(dict(cannot, independent=3.0), 3.0).as_expected,
        "a row with the verdict cannot is not as expected if it is reproduced",
    )
    figure = dict(made, verdict="figure", published=None)
    agrees = report_rows.Row(figure, 2.0 + 1e-7)
    fact(agrees.verdict == "figure" and agrees.as_expected, "a row without a printed number is never reproduced")
    fact(not report_rows.Row(figure, 2.0 + 1e-5).as_expected, "such a row must agree with the independent number")
    fact(
        not report_rows.Row(dict(figure, verdict="reproduced"), 2.0).as_expected,
        "such a row must not be called reproduced",
    )


def check_tables():
    """The tables themselves, and that no system of the papers is left out."""
    systems = report_table.load()
    names = {system.name for system in systems}
    fact(names == COVERED, f"the report contains every system of the papers {sorted(names ^ COVERED)}")
    entries = [entry for system in systems for entry in system.rows]
    fact({entry["paper"] for entry in entries} == set(report_table.papers()), "rows refer to exactly the listed papers")
    apart = all((entry["verdict"] == "figure") == (entry["published"] is None) for entry in entries)
    fact(apart, "rows without a printed number have a separate verdict")
    bare = [entry for entry in entries if not entry.get("reason")]
    silent = [entry["quantity"] for entry in bare if entry["verdict"] in ("stated", "cannot")]
    fact(not silent, f"every row that does not hold as printed has a reason {silent}")
    formula = [entry for entry in entries if entry.get("evaluated")]
    printed = [entry for entry in entries if not entry.get("evaluated")]
    differences = [
        entry["quantity"] for entry in printed if entry["published"] == 0 and "difference" in entry["quantity"]
    ]
    fact(not differences, f"no difference from the equations of a paper is listed as a printed number {differences}")
    count = {verdict: sum(entry["verdict"] == verdict for entry in printed) for verdict in report_rows.VERDICTS}
    text = f"Of {len(printed) - count['figure']} printed numbers {count['reproduced']} are reproduced, "
    text += f"{count['stated']} with stated inputs, and {count['cannot']} do not follow"
    with open(os.path.join(SOURCE, "tests", "README.md")) as file:
        page = " ".join(file.read().split())
    more = f"{count['figure']} more"
    fact(text in page and more in page, f"tests/README.md contains the counts {text}, {more} without a number")
    good = sum(entry["verdict"] == "reproduced" for entry in formula)
    text = f"{len(formula)} further numbers are values of a printed formula: {good} are reproduced, "
    text += f"{len(formula) - good} with stated inputs"
    fact(text in page, f"tests/README.md contains the counts of values from formulas: {text}")
    for system in systems:
        used = {entry["input"] for entry in system.rows}
        fact(
            used == set(system.inputs),
            f"{system.name}: every input belongs to a row {sorted(used ^ set(system.inputs))}",
        )
    named = {
        os.path.basename(entry["file"])
        for entry in report_table.inputs(systems).values()
        if "inputs/impact/" in entry["file"]
    }
    here = set(os.listdir(os.path.join(SOURCE, "inputs/impact"))) - {"restitution-curve.yaml"}  # from no paper
    fact(named == here, f"the report contains every input with impacts of a paper {sorted(named ^ here)}")


def check_head(results):
    """The shares of work that loops of 0.05 and 0.1 d0 enclose, as the head of the input gives them."""
    with open(os.path.join(SOURCE, "inputs/bulk/agglomerate-compression.yaml")) as file:
        head = file.read().replace("\n# ", " ")
    told = re.search(
        r"first loop to 0.05 d0 encloses (\S+) % .* 0.1 d0 (\S+) %\. The second loops\s+enclose (\S+) and (\S+) %", head
    )
    with h5py.File(results, "r") as file:
        loops = [(stage, number) for number in (0, 1) for stage in ("press_1", "press_2")]
        found = [100 * report_values_agglomerate.enclosed(file, *loop) for loop in loops]
    same = told is not None and all(abs(float(share) - value) < 2 for share, value in zip(told.groups(), found))
    fact(
        same,
        f"loops enclose {', '.join(f'{value:.1f}' for value in found)} % of the work, as stated in the head of the "
        "input",
    )


def check_system(name):
    """The numbers of one system."""
    systems = report_table.load([name])
    fact(len(systems) == 1, f"there is a table published/{name}.json")
    with tempfile.TemporaryDirectory() as directory:
        results = report_table.run_inputs(systems, directory)
        rows = report_rows.judge(systems, results)
        if name == "agglomerate":
            check_head(results["agglomerate-compression"])
    for row in rows:
        fact(row.as_expected, str(row))
    text = report_text.markdown(systems, rows)
    tables = text[text.index(f"## {systems[0].title}") :]
    fact(sum(line.startswith("| ") for line in tables) == len(rows) + 1, "the report has a line for every row")
    top = "\n".join(text[: text.index("## Systems")])
    told = {row.entry["reason"] for row in rows if row.verdict != "reproduced" and "reason" in row.entry}
    fact(all(reason in top for reason in told), "the report states at its top what does not hold, with the reasons")


if sys.argv[1:]:
    check_system(sys.argv[1])
else:
    check_judge()
    check_tables()
done()
