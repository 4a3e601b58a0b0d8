/* removal: removal of particles whose centre is in a region; see population.h, and leave.c for their energies.

   A region with the key `every` is checked at the times from + k every, k = 1, 2, ..., up to `until`: at the first
   committed state at or after each of these times. A region without `every` is checked between `from` and `until` at
   each rebuild of the neighbour list with new reference positions. If the region belongs to a stage, the times count
   from the beginning of the stage, and it is checked in this stage only. The result depends only on committed states.
   Along a periodic axis the position in the box is used. */
#include "bulk/bulk.h"

#include "base/math/vector.h"
#include "particle/fill/within.h"
#include "particle/selection.h"
#include <math.h>

/* Number of its times up to t, counted from the origin. */
static double TimesUpTo(const GrRemoval *r, double origin, double t)
{
  const double end = fmin(t - origin, r->until);
  return end >= r->from ? floor((end - r->from) / r->every) : 0;
}

void GrBulkRemoveCheck(GrWorld w, double t, bool *ends)
{
  GrBulkNumbers *n = &w->bulk->numbers;

  for (int k = 0; k < w->the_case->n_removals; k++) {
    const GrRemoval *r = &w->the_case->removals[k];
    const double origin = GrBulkStageOrigin(w, r->during);
    if (!(r->every > 0) || isnan(origin) || TimesUpTo(r, origin, t) <= TimesUpTo(r, origin, n->removal_time))
      continue;
    n->removal_due |= (PetscInt64)1 << k;
    n->reneighbour_due = 1;
    *ends = true;
  }
  n->removal_time = t;
}

/* The time to the next check is shortened by one step against rounding. */
PetscInt64 GrBulkRemoveStepsToNext(GrWorld w)
{
  const double now = w->clock.committed, h = w->clock.next_step, most = 1e9;
  double steps = most;

  if (!(h > 0))
    return w->the_case->n_removals > 0 ? 0 : INT64_MAX;
  for (int k = 0; k < w->the_case->n_removals; k++) {
    const GrRemoval *r = &w->the_case->removals[k];
    const double origin = GrBulkStageOrigin(w, r->during);
    if (!(r->every > 0) || isnan(origin) || now - origin > r->until)
      continue;
    steps = fmin(steps, (origin + r->from + (TimesUpTo(r, origin, now) + 1) * r->every - now) / h - 2);
  }
  return steps < most ? (PetscInt64)fmax(steps, 0) : INT64_MAX;
}

static bool IsChecked(GrWorld w, int k)
{
  const GrRemoval *r = &w->the_case->removals[k];
  const double t = w->clock.committed - GrBulkStageOrigin(w, r->during);

  if (r->every > 0)
    return w->bulk->numbers.removal_due >> k & 1;
  return t >= r->from && !(t > r->until);
}

bool GrBulkRemoveSelects(GrWorld w, PetscInt i)
{
  const GrStore *s = &w->bulk->store;
  double u[GR_STATE], moved[3];

  for (int k = 0; k < w->the_case->n_removals; k++) {
    const GrRemoval *r = &w->the_case->removals[k];
    if (!IsChecked(w, k) || !GrSelectionHas(&r->which, w->the_case, s->group[i], GrBulkBodySize(w, i)))
      continue;
    for (int c = 0; c < GR_STATE; c++)
      u[c] = s->state[GR_STATE * i + c];
    GrCopy3(GrBulkBodyCentre(w->bulk, i), u);
    GrBulkCellWrap(w->bulk, u, moved);
    if (GrFillWithinHas(&r->within, w->the_case->dimension, u))
      return true;
  }
  return false;
}
