/* Selects a single case of a study, by its number or its name. */
#include "base/math/nearest.h"
#include "case/case.h"
#include "case/study.h"
#include "input/case/input.h"
#include <ctype.h>
#include <granum/error.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_NAME = 2 * GR_NAME_MAX };

static GrCase **CaseAt(const GrStudy *study, int i)
{
  return &study->variant[i / study->n_points].point[i % study->n_points];
}

GrCase *GrStudyAt(const GrStudy *study, int index, size_t size, char name[])
{
  if (index < 0 || index >= study->n_variants * study->n_points)
    return NULL;
  if (name)
    GrStudyCaseName(study, index / study->n_points, index % study->n_points, size, name);
  return *CaseAt(study, index);
}

static void NameCase(const GrStudy *study, int i, char name[SHOWN_NAME])
{
  GrStudyCaseName(study, i / study->n_points, i % study->n_points, SHOWN_NAME, name);
}

/* Its position: that of the name, or of the number from 1; -1: there is no such case. A variant's name may be a number:
   names come first. */
static int FindCase(const GrStudy *study, const char *which)
{
  const int n = study->n_variants * study->n_points;
  char name[SHOWN_NAME], *end;

  for (int i = 0; i < n; i++) {
    NameCase(study, i, name);
    if (strcmp(name, which) == 0)
      return i;
  }
  const long number = strtol(which, &end, 10);
  return *which && !*end && number >= 1 && number <= n ? (int)number - 1 : -1;
}

static PetscErrorCode ComplainCase(const GrStudy *study, const char *which)
{
  const int n = study->n_variants * study->n_points;
  char first[SHOWN_NAME], last[SHOWN_NAME], name[SHOWN_NAME], near[SHOWN_NAME] = "";

  GrNearest nearest = GrNearestBegin(which);
  for (int i = 0; i < n; i++) {
    NameCase(study, i, name);
    GrNearestTry(&nearest, name);
    if (nearest.best == name)
      snprintf(near, sizeof(near), "%s", name);
    nearest.best = NULL;
  }
  NameCase(study, 0, first);
  NameCase(study, n - 1, last);
  if (near[0] && !isdigit((unsigned char)which[0]))
    return GrFail(GR_EXIT_INPUT, "--case %s: %s has no such case; did you mean %s?", which, study->file, near);
  return GrFail(GR_EXIT_INPUT, "--case %s: %s has %d cases; write a number from 1 to %d, or a name from %s to %s",
                which, study->file, n, n, first, last);
}

/* Moves the case to the first place of the first variant, removes its name, and destroys the other cases. */
static PetscErrorCode KeepCase(GrStudy *study, int kept)
{
  const int n = study->n_variants * study->n_points;
  GrCase *chosen = *CaseAt(study, kept);

  *CaseAt(study, kept) = NULL;
  for (int i = 0; i < n; i++)
    PetscCall(GrCaseDestroy(CaseAt(study, i)));
  for (int i = 1; i < study->n_variants; i++)
    PetscCall(PetscFree(study->variant[i].point));
  study->variant[0].name[0] = '\0';
  study->variant[0].point[0] = chosen;
  study->n_variants = study->n_points = 1;
  study->several = false;
  PetscCall(PetscFree(study->resolved));
  return PetscStrallocpy(chosen->resolved, &study->resolved);
}

PetscErrorCode GrStudySelect(GrStudy *study, const char *which, size_t size, char name[])
{
  if (!study->several)
    return GrFail(GR_EXIT_INPUT, "--case %s: %s is a single case without variants or a sweep; remove the option", which,
                  study->file);
  const int i = FindCase(study, which);
  if (i < 0)
    return ComplainCase(study, which);
  GrStudyCaseName(study, i / study->n_points, i % study->n_points, size, name);
  PetscCall(GrStudyCaseDescribe(study, i / study->n_points, i % study->n_points));
  PetscCall(GrStudyForgetSweep(study)); /* it counts points, which KeepCase changes */
  return KeepCase(study, i);
}
