"""Compares published numbers with granum's: computes the verdict of each row of published/*.json (see
report_table.py).

One rule gives the verdict of a printed number. granum's number agrees to the printed digits if it differs by at most
half a unit of the last one; it is near if it differs by at most 1 %; otherwise the printed number cannot follow.

A row has the source of a number (paper, place, quantity, unit, published), its computation by granum (input, value,
at), the expected verdict, and the reason. If available, it also has the number of an independent integration or a
closed form (independent), from which granum's must not differ by more than independent_tolerance. Thus rows that
cannot be reproduced are checked as well. If the paper prints no number, the independent number is the only
comparison, and the verdict states this.

  published   a number as printed, a text with all its digits ("0.4590"); a claim in words (nothing is compared);
              null (no number, at best a figure); a number of JSON: the value of a printed formula, counted separately
  tolerance   for values of a formula: the largest relative difference (absolute: the largest difference)
  again       true: another computation of a number that an earlier or later row counts
  input       a key of `inputs`
  value       VARIANT/COLUMN of /impact (COLUMN alone in a run without variants), or FUNCTION(ARGUMENTS)
  at          selected row: {"row": 0}, or columns with their values, {"approach_velocity": 4}; default: all rows
  verdict     reproduced or near; stated or stated_near: the same with inputs that the paper does not state, or states
              otherwise; cannot; if published is null: figure

To add a system: a file published/SYSTEM.json, and functions that read its results in report_values_SYSTEM.py."""
import decimal

import numpy as np
import report_table

VERDICTS = {
    "reproduced": "reproduced",
    "near": "within 1 %",
    "stated": "reproduced under stated inputs",
    "stated_near": "within 1 % under stated inputs",
    "cannot": "cannot follow from the published inputs",
    "figure": "no printed number; agrees with an independent integration",
}
NEAR = 0.01  # largest relative difference of a number that is near
# An independent integration has 11 digits; granum's error is some hundred steps of 1e-12, and sums of it.
INDEPENDENT = 1e-7


def printed_number(text):
    """The decimal number that a text prints, or None for words."""
    try:
        return decimal.Decimal(text)
    except decimal.InvalidOperation:
        return None


def kind_of(entry):
    """What a row compares with: a printed number, the value of a formula, words, or nothing printed (figure)."""
    published = entry["published"]
    if isinstance(published, str):
        return "words" if printed_number(published) is None else "number"
    return "figure" if published is None else "formula"


class Row:
    """A row of the table and its result."""

    def __init__(self, entry, ours):
        self.entry, self.ours = entry, ours
        self.published, self.kind = entry["published"], kind_of(entry)
        self.counted = not entry.get("again", False)
        self.reference = float(self.published) if self.kind in ("number", "formula") else entry["independent"]
        self.difference = self.distance(self.reference)
        self.verdict = self.find_verdict()

    def find_verdict(self):
        stated = self.entry["verdict"].startswith("stated")
        if self.kind == "number":
            half = 0.5 * 10.0 ** printed_number(self.published).as_tuple().exponent
            if np.max(np.abs(np.asarray(self.ours) - self.reference)) <= half * (1 + 1e-9):
                return "stated" if stated else "reproduced"
            if self.difference <= NEAR:
                return "stated_near" if stated else "near"
            return "cannot"
        if self.kind == "formula":
            allowed = self.entry["absolute"] if self.absolute else self.entry["tolerance"]
            found = "stated" if stated else "reproduced"
            return found if self.difference <= allowed else "cannot"
        if self.kind == "figure":
            return "cannot" if self.moved else "figure"
        return self.entry["verdict"]

    @property
    def absolute(self):
        return "absolute" in self.entry

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
    def verdict_text(self):
        text = VERDICTS[self.verdict] + (" (value of a formula)" if self.kind == "formula" else "")
        return text + ("" if self.counted else " (the number counts in another row)")

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
