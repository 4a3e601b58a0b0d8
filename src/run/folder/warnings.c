/* Warnings of a run, kept over all its segments: run.json has the texts of each segment. A text that an earlier segment
   has is not kept again, so that a resumed run counts it once. See folder_impl.h. */
#include "run/folder/folder.h"
#include "run/folder/folder_impl.h"

#include <string.h>

/* Number of warnings of this process that belong to runs that have ended, for instance to the previous case of a
   study. */
static int counted_until;

void GrRunFolderWarningsBegin(GrRunFolder f)
{
  f->warned_until = counted_until;
}

void GrRunFolderWarningsEnd(void)
{
  const char *last;

  counted_until = GrWarnings(&last);
}

static bool IsKept(const GrRunFolder f, const char *text)
{
  for (int i = 0; i < f->n_segments; i++)
    for (int k = 0; k < f->segment[i].n_warnings; k++)
      if (strcmp(f->segment[i].warning[k], text) == 0)
        return true;
  return false;
}

static PetscErrorCode AddWarning(GrSegment *s, const char *text)
{
  PetscCall(PetscRealloc((size_t)(s->n_warnings + 1) * sizeof(char *), &s->warning));
  return PetscStrallocpy(text, &s->warning[s->n_warnings++]);
}

/* Adds the warnings of this process since the last call to the current segment. */
static PetscErrorCode TakeWarnings(GrRunFolder f)
{
  const char *text;

  for (; f->n_segments && (text = GrWarningsAt(f->warned_until)); f->warned_until++)
    if (!IsKept(f, text))
      PetscCall(AddWarning(&f->segment[f->n_segments - 1], text));
  return 0;
}

PetscErrorCode GrRunFolderWarningsRead(const GrNode *list, GrSegment *s)
{
  for (const GrNode *node = list && list->type == GR_NODE_LIST ? list->first : NULL; node; node = node->next)
    if (node->type == GR_NODE_SCALAR)
      PetscCall(AddWarning(s, node->text));
  return 0;
}

void GrRunFolderWarningsWrite(GrJson *json, const char *name, const GrSegment *s)
{
  GrJsonBegin(json, name, '[');
  for (int k = 0; k < s->n_warnings; k++)
    GrJsonText(json, NULL, s->warning[k]);
  GrJsonEnd(json, ']');
}

PetscErrorCode GrRunFolderWarningsFree(GrSegment *s)
{
  for (int k = 0; k < s->n_warnings; k++)
    PetscCall(PetscFree(s->warning[k]));
  s->n_warnings = 0;
  return PetscFree(s->warning);
}

const char *GrRunFolderWarning(GrRunFolder f, int k)
{
  if (f->rank != 0 || k < 0)
    return NULL;
  PetscCallAbort(PETSC_COMM_SELF, TakeWarnings(f));
  for (int i = 0; i < f->n_segments; k -= f->segment[i++].n_warnings)
    if (k < f->segment[i].n_warnings)
      return f->segment[i].warning[k];
  return NULL;
}

int GrRunFolderCountWarnings(GrRunFolder f)
{
  int n = 0;

  while (GrRunFolderWarning(f, n))
    n++;
  return n;
}
