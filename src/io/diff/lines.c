/* lines: first difference of two texts; see lines.h. */
#include "io/diff/lines.h"

#include "base/text.h"
#include <string.h>

static PetscBool IsAside(const GrSourceLine *line)
{
  const size_t mark = sizeof(GR_TEXT_ASIDE) - 1;
  return (PetscBool)((size_t)(line->end - line->begin) > mark && !memcmp(line->end - mark, GR_TEXT_ASIDE, mark));
}

/* The next line without the mark GR_TEXT_ASIDE; false after the last line. */
static PetscBool NextLine(GrSourceLine *line)
{
  do {
    line->begin = line->end = line->last;
    if (!line->next)
      return PETSC_FALSE;
    const char *lf = memchr(line->next, '\n', (size_t)(line->last - line->next));
    line->begin = line->next;
    line->end = lf ? lf : line->last;
    line->next = lf ? lf + 1 : NULL;
    line->number++;
  } while (IsAside(line));
  return PETSC_TRUE;
}

PetscBool GrSourceFindLines(const GrValues values[2], size_t i, GrSourceLine line[2])
{
  PetscBool more[2] = {PETSC_TRUE, PETSC_TRUE};

  for (int k = 0; k < 2; k++) {
    size_t length;
    const char *text = GrValuesString(&values[k], i, &length);
    line[k] = (GrSourceLine){.next = text, .last = text + length};
  }
  while (more[0] || more[1]) {
    for (int k = 0; k < 2; k++)
      more[k] = NextLine(&line[k]);
    const size_t n = (size_t)(line[0].end - line[0].begin);
    if (more[0] != more[1] || n != (size_t)(line[1].end - line[1].begin) || memcmp(line[0].begin, line[1].begin, n))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}
