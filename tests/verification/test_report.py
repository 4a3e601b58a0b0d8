"""Every published number of the verification report still has its verdict, and granum's own number has not moved."""
import os
import tempfile

import report_rows
import report_table
from granum_test import SOURCE, done, fact

# The judge itself: a row must be able to fall either way.
made = {"paper": "P", "place": "1", "quantity": "q", "published": 2.0, "tolerance": 1e-3, "verdict": "reproduced", "independent": 2.0}
fact(report_rows.Row(made, 2.0 + 1e-7).as_expected, "a number within the tolerance and near the independent one is as expected")
fact(report_rows.Row(made, 2.1).verdict == "cannot" and not report_rows.Row(made, 2.1).as_expected, "a number beyond the tolerance is not")
fact(not report_rows.Row(made, 2.0 + 1e-5).as_expected, "nor one that has left the independent number")
cannot = dict(made, verdict="cannot", published=3.0)
fact(report_rows.Row(cannot, 2.0).as_expected and not report_rows.Row(dict(cannot, independent=3.0), 3.0).as_expected, "a row that cannot be reproduced must not be")

systems = report_table.load()
with tempfile.TemporaryDirectory() as directory:
    rows = report_rows.judge(systems, report_table.run_inputs(systems, directory))
    for row in rows:
        fact(row.as_expected, str(row))
    text = report_rows.markdown(rows)
fact(sum(line.startswith("| ") for line in text) == len(rows) + len(report_table.papers()), "the report has a line for every row")
fact({row.entry["input"] for row in rows} == set(report_table.inputs(systems)), "every input of the table serves a row")
named = {os.path.basename(entry["file"]) for entry in report_table.inputs(systems).values() if "inputs/impact/" in entry["file"]}
here = set(os.listdir(os.path.join(SOURCE, "inputs/impact"))) - {"restitution-curve.yaml"}  # from no paper
fact(named == here, "every input of a paper's impacts is in the report")
done()
