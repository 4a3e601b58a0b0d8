"""Compares published numbers with granum's: computes the verdict of each row of published/*.json (see
report_table.py).

A row has the source of a number (paper, place, quantity, unit, published), its computation by granum (input, value,
at), the largest difference for "reproduced" (tolerance, relative; or absolute), the expected verdict, and the
reason. If available, it also has the number of an independent integration or a closed form (independent), from which
granum's must not differ by more than independent_tolerance. Thus rows that cannot be reproduced are checked as well.
If the paper prints no number, the independent number is the only comparison, and the verdict states this.

  published   a number; a text (a claim in words: nothing is compared); null (no number, at best a figure)
  evaluated   true: the paper prints a formula, and `published` is its value; such rows are counted separately
  input       a key of `inputs`
  value       VARIANT/COLUMN of /impact (COLUMN alone in a run without variants), or FUNCTION(ARGUMENTS)
  at          selected row: {"row": 0}, or columns with their values, {"approach_velocity": 4}; default: all rows
  verdict     reproduced, stated (with inputs that the paper does not state, or states otherwise) or cannot; if
              published is null: figure
  near        true: the tolerance is larger than the rounding of the printed digits, and the report prints it

To add a system: a file published/SYSTEM.json, and functions that read its results in report_values_SYSTEM.py."""
import numpy as np
import report_table

VERDICTS = {
    "reproduced": "reproduced",
    "stated": "reproduced under stated inputs",
    "cannot": "cannot follow from the published inputs",
    "figure": "no printed number; agrees with an independent integration",
}
# An independent integration has 11 digits; granum's error is some hundred steps of 1e-12, and sums of it.
INDEPENDENT = 1e-7


class Row:
    """A row of the table and its result."""

    def __init__(self, entry, ours):
        self.entry, self.ours = entry, ours
        self.published = entry["published"]
        printed = isinstance(self.published, (int, float))
        self.reference = self.published if printed else entry["independent"]
        self.difference = self.distance(self.reference)
        if printed:
            found = "stated" if entry["verdict"] == "stated" else "reproduced"
            self.verdict = found if self.difference <= self.allowed else "cannot"
        elif self.published is None:
            self.verdict = "cannot" if self.moved else "figure"
        else:
            self.verdict = entry["verdict"]

    @property
    def absolute(self):
        return "absolute" in self.entry

    @property
    def allowed(self):
        return self.entry.get("absolute", self.entry.get("tolerance"))

    def distance(self, reference):
        """Largest difference from a number or a column: relative, or absolute if the row says so."""
        difference = np.abs(np.asarray(self.ours) - reference)
        return float(np.max(difference if self.absolute else difference / np.abs(reference)))

    @property
    def moved(self):
        """Whether granum's number differs from the independent computation."""
        if "independent" not in self.entry:
            return False
        return not self.distance(self.entry["independent"]) <= self.entry.get("independent_tolerance", INDEPENDENT)

    @property
    def as_expected(self):
        return self.verdict == self.entry["verdict"] and not self.moved

    @property
    def near(self):
        return self.verdict == "reproduced" and self.entry.get("near", False)

    @property
    def evaluated(self):
        return self.entry.get("evaluated", False)

    @property
    def verdict_text(self):
        text = f"reproduced within {100 * self.allowed:g} %" if self.near else VERDICTS[self.verdict]
        return text + (" (evaluated from a formula)" if self.evaluated else "")

    def __str__(self):
        entry = self.entry
        text = f"{entry['paper']} {entry['place']}: {entry['quantity']}: {self.verdict_text}"
        text += f" (published {shown(self.published)}, ours {shown(self.ours)})"
        if self.moved:
            text += f"; but independently {shown(entry['independent'])}"
        return text


def shown(value, digits=7):
    """A number, the number of numbers in a column, or the text itself."""
    if value is None:
        return "no number"
    if isinstance(value, str):
        return value
    return f"{float(value):.{digits}g}" if np.ndim(value) == 0 else f"{np.size(value)} values"


def judge(systems, results):
    """Returns all rows of the systems with granum's numbers."""
    return [Row(*found) for system in systems for found in report_table.evaluate_all(system, results)]
