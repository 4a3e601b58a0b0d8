/* removal: particles whose centre is in a region are taken out; see bulk.h and leave.c for what goes with them.

   A region is looked at at the first committed state at or after from + k every, k = 1, 2, ..., up to `until`; without
   `every`, whenever neighbours are listed anew between these times. Both follow from committed states alone. A position
   along a periodic axis is that in the box. */
#include "bulk/bulk.h"

#include "particle/fill/within.h"
#include <math.h>

/* How many of its times have come at t. */
static double TimesUpTo(const GrRemoval *r, double t)
{
  const double end = fmin(t, r->until);
  return end >= r->from ? floor((end - r->from) / r->every) : 0;
}

void GrBulkRemovalEnds(GrWorld w, double t, PetscBool *ends)
{
  GrBulkNumbers *n = &w->bulk->numbers;

  for (int k = 0; k < w->the_case->n_removals; k++) {
    const GrRemoval *r = &w->the_case->removals[k];
    if (!(r->every > 0) || TimesUpTo(r, t) <= TimesUpTo(r, n->removal_time))
      continue;
    n->removal_due |= (PetscInt64)1 << k;
    n->reneighbour_due = 1;
    *ends = PETSC_TRUE;
  }
  n->removal_time = t;
}

/* One step less than the time to the next look has room for. */
PetscInt64 GrBulkRemovalUnseen(GrWorld w)
{
  const double now = w->committed_time, h = w->next_step, most = 1e9;
  double steps = most;

  if (!(h > 0))
    return w->the_case->n_removals > 0 ? 0 : INT64_MAX;
  for (int k = 0; k < w->the_case->n_removals; k++) {
    const GrRemoval *r = &w->the_case->removals[k];
    if (!(r->every > 0) || now > r->until)
      continue;
    steps = fmin(steps, (r->from + (TimesUpTo(r, now) + 1) * r->every - now) / h - 2);
  }
  return steps < most ? (PetscInt64)fmax(steps, 0) : INT64_MAX;
}

static PetscBool IsLookedAt(GrWorld w, int k)
{
  const GrRemoval *r = &w->the_case->removals[k];
  const double t = w->committed_time;

  if (r->every > 0)
    return (PetscBool)(w->bulk->numbers.removal_due >> k & 1);
  return (PetscBool)(t >= r->from && !(t > r->until));
}

PetscBool GrBulkIsRemoved(GrWorld w, PetscInt i)
{
  const GrStore *s = &w->bulk->store;
  double u[GR_STATE], moved[3];

  for (int k = 0; k < w->the_case->n_removals; k++) {
    const GrRemoval *r = &w->the_case->removals[k];
    if (!IsLookedAt(w, k) || (r->group >= 0 && s->group[i] != r->group))
      continue;
    for (int c = 0; c < GR_STATE; c++)
      u[c] = s->state[GR_STATE * i + c];
    GrBulkWrap(w->bulk, u, moved);
    if (GrWithinHas(&r->within, w->the_case->dimension, u))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}
