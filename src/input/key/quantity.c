/* Kinds of values of input keys: a number with a unit; a number with a unit, or a word (`step: auto`); an integer; a
   list of integers. */
#include "base/excerpt.h"
#include "input/key/key.h"
#include "input/unit/unit.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool InRange(const GrKey *key, double number)
{
  bool above = key->lower_open ? number > key->lower : number >= key->lower;
  bool below = key->upper_open ? number < key->upper : number <= key->upper;
  return above && below;
}

/* The same for a whole number, of which a double may not hold all digits. */
static bool InRangeInteger(const GrKey *key, long long number)
{
  bool unbounded = key->upper >= 0x1p63;
  bool below = unbounded || (key->upper_open ? number < (long long)key->upper : number <= (long long)key->upper);
  return (double)number >= key->lower && below;
}

/* The bounds of an angle are given in degrees, the unit in which angles are usually written. */
static PetscErrorCode ComplainRange(const GrNode *node, const GrKey *key)
{
  char range[160];
  const bool angle = key->unit && strcmp(key->unit, "rad") == 0;
  const double size = angle ? 57.295779513082323 : 1.0;
  const char *unit = key->unit && strcmp(key->unit, "1") != 0 ? key->unit : "";
  char lower[48] = "", upper[48] = "";
  int digits = angle ? 6 : key->unit ? 15 : 19; /* whole numbers in full */
  if (key->lower > -INFINITY)
    snprintf(lower, sizeof lower, "%s %.*g", key->lower_open ? "above" : "at least", digits, size * key->lower);
  if (key->upper < INFINITY)
    snprintf(upper, sizeof upper, "%s %.*g", key->upper_open ? "below" : "at most", digits, size * key->upper);
  if (angle)
    unit = "deg; a number without a unit is in rad";
  snprintf(range, sizeof range, "%s%s%s%s%s", lower, *lower && *upper ? " and " : "", upper, *unit ? " " : "", unit);
  return GrNodeComplain(node, "%s is out of range; write a number %s", GrExcerptOf(node->text).text, range);
}

PetscErrorCode GrKeyCheckUnits(const GrNode *list)
{
  char unit[GR_UNIT_MAX], problem[GR_PROBLEM_MAX];
  double number, factor;
  const GrNode *other = NULL;
  for (const GrNode *child = list->first; child; child = child->next)
    if (child->type == GR_NODE_SCALAR && GrUnitSplit(child->text, &number, unit) && *unit && strcmp(unit, "%") != 0 &&
        GrUnitFactor(unit, NULL, &factor, problem) && factor != 1)
      other = child;
  for (const GrNode *child = list->first; child && other; child = child->next)
    if (child->type == GR_NODE_SCALAR && GrUnitSplit(child->text, &number, unit) && !*unit && number != 0)
      return GrNodeComplain(child,
                            "'%s' has no unit and counts in SI units, but '%s' in the same list has a unit; "
                            "write a unit behind each number",
                            GrExcerptOf(child->text).text, GrExcerptOf(other->text).text);
  return 0;
}

PetscErrorCode GrKeyNumberOrWord(const GrNode *node, const GrKey *key, int *choice, double *number)
{
  const char *text;
  char problem[GR_PROBLEM_MAX];
  PetscCall(GrKeyScalarText(node, key, &text));
  const int found = key->choices ? GrKeyWordFind(key->choices, text) : -1;
  *number = 0.0;
  if (node->function)
    return GrNodeComplain(node, "is a function of time or of observables, which this key may not be (granum keys lists "
                                "those that may); write a number");
  const bool stands = found >= 0 && GrKeyWordNumber(key->choices, found, number);
  if (choice)
    *choice = stands ? -1 : found;
  if (found >= 0)
    return 0;
  if (node->unit && key->unit)
    *node->unit = key->unit;
  if (!key->unit)
    return GrKeyComplainWord(node, key, text);
  if (!GrUnitParse(text, key->unit, number, problem)) {
    if (key->choices && !strpbrk(text, "0123456789"))
      return GrKeyComplainWord(node, key, text);
    return GrNodeComplain(node, "%s", problem);
  }
  return InRange(key, *number) ? 0 : ComplainRange(node, key);
}

static PetscErrorCode ReadQuantity(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  int choice;
  double number;
  PetscCall(GrKeyNumberOrWord(node, key, &choice, &number));
  *(double *)(base + key->offset) = choice >= 0 ? key->word : number;
  return 0;
}

static PetscErrorCode LeaveQuantity(const GrKey *key, char *base)
{
  *(double *)(base + key->offset) = NAN;
  return 0;
}

/* Optional keys that the input omits are not written. Infinite values are not written either. */
bool GrKeyLeavesNumber(const GrKey *key, const char *base)
{
  return !(key->fallback && *key->fallback) && !isfinite(*(const double *)(base + key->offset));
}

static void WriteQuantity(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const double number = *(const double *)(base + key->offset);
  if (key->choices && number == key->word)
    GrTextPrint(out, "%s", key->choices);
  else
    GrTextNumber(out, number);
}

static PetscErrorCode ComplainInteger(const GrNode *node, const GrKey *key, const char *text)
{
  char words[GR_PROBLEM_MAX] = "";

  for (int i = 0; key->choices && i < GrKeyWordCount(key->choices); i++) {
    const size_t used = strlen(words);
    snprintf(words + used, sizeof(words) - used, ", or %s", GrKeyWordAt(key->choices, i).text);
  }
  return GrNodeComplain(node, "'%s' is not a whole number; write digits alone, such as 70%s", GrExcerptOf(text).text,
                        words);
}

static PetscErrorCode ReadInteger(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  PetscInt64 *value = (PetscInt64 *)(base + key->offset);
  const char *text;
  PetscCall(GrKeyScalarText(node, key, &text));
  const int found = key->choices ? GrKeyWordFind(key->choices, text) : -1;
  if (found >= 0) {
    double number = key->word;
    (void)GrKeyWordNumber(key->choices, found, &number);
    *value = (PetscInt64)number;
    return 0;
  }
  const char *digits = text + (*text == '-' || *text == '+');
  size_t length = strspn(digits, "0123456789");
  if (!length || digits[length] || (length > 1 && digits[0] == '0'))
    return ComplainInteger(node, key, text);
  errno = 0;
  long long number = strtoll(text, NULL, 10);
  if (errno || !InRangeInteger(key, number))
    return ComplainRange(node, key);
  *value = (PetscInt64)number;
  return 0;
}

/* An optional number that the input omits is 0. */
static bool LeavesInteger(const GrKey *key, const char *base)
{
  return key->fallback && !*key->fallback && *(const PetscInt64 *)(base + key->offset) == 0;
}

static void WriteInteger(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const PetscInt64 number = *(const PetscInt64 *)(base + key->offset);
  for (int i = 0; key->choices && i < GrKeyWordCount(key->choices); i++) {
    double word = key->word;
    (void)GrKeyWordNumber(key->choices, i, &word);
    if (number == (PetscInt64)word) {
      GrTextPrint(out, "%s", GrKeyWordAt(key->choices, i).text);
      return;
    }
  }
  GrTextPrint(out, "%" PetscInt64_FMT, number);
}

static PetscErrorCode ReadDigit(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  PetscInt64 value = 0;
  GrKey one = *key;
  one.offset = 0;
  PetscCall(ReadInteger(node, &one, scope, (char *)&value));
  *(int *)(base + key->offset) = (int)value;
  return 0;
}

static void WriteDigit(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  GrTextPrint(out, "%d", *(const int *)(base + key->offset));
}

const GrKeyKind GrKeyQuantity = {"number",  ReadQuantity,      LeaveQuantity, WriteQuantity,
                                 "@number", GrKeyLeavesNumber, .number = true};
const GrKeyKind GrKeyInteger = {"whole number", ReadInteger,   NULL,          WriteInteger,
                                "@integer",     LeavesInteger, .number = true};
const GrKeyKind GrKeyDigit = {"whole number", ReadDigit, NULL, WriteDigit, "@integer", .number = true};
