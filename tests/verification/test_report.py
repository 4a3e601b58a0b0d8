"""Every published number of the verification report has its expected verdict, and granum's own number is unchanged.
With the name of a system: its rows. Without: the computation of verdicts, and completeness of the tables.
Labels: input mechanism."""
import collections
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
Counted = collections.namedtuple("Counted", "kind verdict counted")  # a row of the tables without a run


def check_judge():
    """Each verdict must be possible for a row, and a row must fail if its verdict is another one than expected."""
    made = {"paper": "P", "place": "1", "quantity": "q", "published": "2.00", "verdict": "reproduced"}

    def verdict(ours, **changes):
        return report_rows.Row(dict(made, **changes), ours).verdict

    fact(verdict(2.0049) == "reproduced", "a number within half a unit of the last printed digit is reproduced")
    fact(verdict(2.0051) == "near" and verdict(1.9801) == "near", "a number within 1 % is near")
    fact(verdict(2.021) == "cannot" and verdict(1.979) == "cannot", "a number off by more than 1 % cannot follow")
    fact(verdict(2.0051, published="2.0") == "reproduced", "the printed digits decide, not the value")
    fact(verdict(199.0e-4, published="2.0e-2") == "reproduced", "digits are counted in numbers with an exponent")
    under = [verdict(ours, verdict="stated") for ours in (2.0049, 2.0051, 2.021)]
    fact(under == ["stated", "stated_near", "cannot"], f"the same rule holds under stated inputs {under}")
    fact(not report_rows.Row(made, 2.0051).as_expected, "a row that is near but called reproduced is not as expected")
    fact(not report_rows.Row(dict(made, verdict="cannot"), 2.0).as_expected, "nor one that is reproduced unexpectedly")
    fact(
        not report_rows.Row(dict(made, independent=2.0), 2.0 + 1e-5).as_expected,
        "a number off the independent one is not as expected",
    )
    formula = dict(made, published=2.0, tolerance=1e-3)
    fact(
        report_rows.Row(formula, 2.0 + 1e-4).as_expected and not report_rows.Row(formula, 2.1).as_expected,
        "values of a formula have a tolerance of their own",
    )
    figure = dict(made, verdict="figure", published=None, independent=2.0)
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
    silent = [entry["quantity"] for entry in bare if entry["verdict"] in ("stated", "stated_near", "cannot")]
    fact(not silent, f"every row that does not hold as printed has a reason {silent}")
    repeated = [entry for entry in entries if not entry.get("again") and report_rows.kind_of(entry) == "number"]
    names = [
        (entry["paper"], entry["place"], entry["quantity"].split(",")[0], entry["published"]) for entry in repeated
    ]
    twice = sorted({name for name in names if names.count(name) > 1})
    fact(not twice, f"no printed number is counted twice {twice}")
    counted = {name[:3] for name in names}
    lost = [
        entry["quantity"]
        for entry in entries
        if entry.get("again")
        and report_rows.kind_of(entry) == "number"
        and (entry["paper"], entry["place"], entry["quantity"].split(",")[0]) not in counted
    ]
    fact(not lost, f"each number that is compared again counts in another row {lost}")
    rows = [Counted(report_rows.kind_of(entry), entry["verdict"], not entry.get("again", False)) for entry in entries]
    with open(os.path.join(SOURCE, "tests", "README.md")) as file:
        page = " ".join(file.read().split())
    for sentence in report_text.totals(rows):
        fact(sentence in page, f"tests/README.md contains: {sentence}")
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
    of_no_paper = {"restitution-curve.yaml", "oblique.yaml", "paths.yaml"}
    here = set(os.listdir(os.path.join(SOURCE, "inputs/impact"))) - of_no_paper
    fact(named == here, f"the report contains every input with impacts of a paper {sorted(named ^ here)}")


FIGURES = {  # figures with curves or particles of each paper
    "W25": {1, 2, 4, 5, 6, 7, 9, 11, 12, 13, 14, 16, 17, 19},
    "S20": {*range(3, 7), *range(8, 12), *range(13, 18), 19, 20},
    "L15": {*range(5, 20)},
    "J25": {2, 3, 4, 5, 6, 8, 10},
    "W23": {2, *range(4, 11), 12, 13, 14, 16},
}
MEASURED = {("W25", 12), ("W25", 17)}


def check_figures():
    """The page of the figures has a row for each figure of each paper, and a command for each but measurements;
    cli.documents runs the commands."""
    with open(os.path.join(SOURCE, "inputs/guide/paper-figures.md")) as file:
        parts = re.split(r"^## (\w+): ", file.read(), flags=re.MULTILINE)
    page = dict(zip(parts[1::2], parts[2::2]))
    fact(list(page) == list(FIGURES), f"the page has the papers {', '.join(page)}")
    fact(sum(map(len, FIGURES.values())) == 63, "the papers have 63 figures with curves or particles")
    for paper, text in page.items():
        rows = [int(number) for number in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)]
        fact(sorted(rows) == sorted(FIGURES[paper]), f"{paper}: a row for each figure {set(rows) ^ FIGURES[paper]}")
        lines = text.replace("\\\n", "")
        lists = re.findall(r"^postprocess/granum-post .*# figures? ([\d, ]+)$", lines, re.MULTILINE)
        drawn = {int(number) for numbers in lists for number in numbers.split(",")}
        wanted = {number for number in FIGURES[paper] if (paper, number) not in MEASURED}
        fact(drawn == wanted, f"{paper}: a command for each figure {drawn ^ wanted}")


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
    check_figures()
done()
