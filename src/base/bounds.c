/* Compares the numbers of a column with their bounds, and describes a number that is out of bounds; see bounds.h. */
#include "base/bounds.h"

#include <stdint.h>
#include <string.h>

enum { WORD = 8, RANGE_MAX = 64 };

/* Number k of a column as a double. Integers beyond 2^53 are rounded, but no bounds allow them. */
static double NumberAt(const GrColumn *column, const void *data, size_t k)
{
  return column->number == GR_REAL ? ((const double *)data)[k] : (double)((const int64_t *)data)[k];
}

static bool BoundsAdmit(const GrBounds *bounds, double x)
{
  return (x >= bounds->least && x <= bounds->most) || (bounds->nan && isnan(x));
}

/* Index of the first number of a row that is out of bounds, or the number of components. */
static int FirstOfRow(const GrBounds *bounds, const GrColumn *column, const void *row)
{
  int k = 0;
  while (k < column->components && BoundsAdmit(bounds, NumberAt(column, row, (size_t)k)))
    k++;
  return k;
}

PetscInt64 GrBoundsFirst(const GrBounds *bounds, const GrColumn *column, PetscInt64 n, const void *data)
{
  const size_t bytes = WORD * (size_t)column->components;

  for (PetscInt64 i = 0; i < n; i++)
    if (FirstOfRow(bounds, column, (const char *)data + bytes * (size_t)i) < column->components)
      return i;
  return n;
}

static void DescribeRange(const GrBounds *b, char *text, size_t length)
{
  if (b->least > 0 && b->least <= DBL_MIN)
    snprintf(text, length, "above 0%s", b->most > DBL_MAX ? "" : " and finite");
  else if (b->least <= -DBL_MAX)
    snprintf(text, length, "a finite number");
  else if (b->most >= DBL_MAX)
    snprintf(text, length, "at least %.9g and finite", b->least);
  else
    snprintf(text, length, "from %.17g to %.17g", b->least, b->most);
}

void GrBoundsDescribe(const GrBounds *bounds, const GrColumn *column, const void *row, char *text, size_t length)
{
  const int k = PetscMin(FirstOfRow(bounds, column, row), column->components - 1);
  const char *unit = strcmp(column->unit, "1") ? column->unit : "";
  char range[RANGE_MAX];

  DescribeRange(bounds, range, sizeof(range));
  snprintf(text, length, "is %.17g%s%s, but must be %s", NumberAt(column, row, (size_t)k), unit[0] ? " " : "", unit,
           range);
}
