/* path: points of prescribed paths; see parts.h.

   All tables belong to one path, which has a step end at each of their times. */
#include "fit/parts.h"

#include "fit/member.h"
#include "impact/path.h"

#include <math.h>
#include <stdlib.h>

/* A row of a table, and its time [s]. */
typedef struct {
  double time;
  int table, row;
} Place;

static int ComparePlaces(const void *one, const void *two)
{
  const Place *a = one, *b = two;
  if (a->time != b->time)
    return a->time < b->time ? -1 : 1;
  return a->table != b->table ? a->table - b->table : a->row - b->row;
}

/* Lists the rows of all paths in the order of their times. Returns their number. */
static PetscInt ListPlaces(const GrFitModel *model, Place place[])
{
  PetscInt n = 0;
  for (int t = 0; t < model->fit->n_data; t++) {
    const GrFitData *data = &model->fit->data[t];
    for (int i = 0; data->kind == GR_FIT_PATH && i < GrCaseFitRows(data); i++)
      place[n++] = (Place){GrCaseFitColumn(data, data->time)[i], t, i};
  }
  qsort(place, (size_t)n, sizeof(*place), ComparePlaces);
  return n;
}

#define MEMBER(name, unit, member) {#name, offsetof(GrPathPoint, member)},
static const GrFitMember members[] = {MEMBER(force, "N", force) GR_FIT_PATHS(MEMBER){0}};

PetscErrorCode GrFitPathsSolve(const GrFitModel *model, PetscInt sets, GrCase *const the_case[], double value[])
{
  Place *place;
  double *time;
  GrPathPoint *point;
  const char *why;

  PetscCall(PetscMalloc3(model->n, &place, model->n, &time, model->n, &point));
  const PetscInt n = ListPlaces(model, place);
  for (PetscInt i = 0; i < n; i++)
    time[i] = place[i].time;
  for (PetscInt s = model->rank; n > 0 && s < sets; s += model->size) {
    if (!the_case[s])
      continue;
    PetscCall(GrPathSolveAt(the_case[s], n, time, point, &why));
    for (PetscInt i = 0; i < n; i++) {
      const GrFitData *data = &model->fit->data[place[i].table];
      double *to = value + s * model->n + GrFitModelFirst(model, place[i].table, place[i].row);
      for (int k = 0; why && k < data->n_observed; k++)
        to[(PetscInt)k * GrCaseFitRows(data)] = NAN;
      if (!why)
        PetscCall(GrFitMemberValues(members, data, &point[i], to));
    }
  }
  return PetscFree3(place, time, point);
}
