/* Checks the removal of particles: particles can be in its region, and the run reaches at least one of its times. */
#include "input/case/checks.h"
#include "input/key/key.h"
#include <math.h>

enum { REMOVALS_MAX = 32 }; /* a bit each (bulk/bulk.h) */

/* The extent of a region along an axis. */
static void ExtentOf(const GrWithin *w, int axis, double *lower, double *upper)
{
  const double *from = w->shape == GR_WITHIN_SPHERE ? w->sphere.centre : w->cylinder.from,
               *to = w->shape == GR_WITHIN_SPHERE ? w->sphere.centre : w->cylinder.to,
               r = w->shape == GR_WITHIN_SPHERE ? w->sphere.radius : w->cylinder.radius;

  *lower = w->shape == GR_WITHIN_BOX ? w->box.lower[axis] : fmin(from[axis], to[axis]) - r;
  *upper = w->shape == GR_WITHIN_BOX ? w->box.upper[axis] : fmax(from[axis], to[axis]) + r;
}

/* Positions along a periodic axis are wrapped into the box. A particle beyond another side has left, or a wall stops
   it soon. */
PetscErrorCode GrCaseCheckRegion(const GrCase *the_case, const GrNode *node, const GrWithin *within)
{
  const GrDomain *domain = &the_case->domain;
  for (int a = 0; a < the_case->dimension; a++) {
    double lower, upper;
    ExtentOf(within, a, &lower, &upper);
    if (upper < domain->lower[a] || lower > domain->upper[a])
      return GrNodeComplainKey(
          GrNodeGet(node, "within"),
          "lies outside of the domain along %c: from %g to %g m, the domain from %g to %g m; move it "
          "into the domain, or make that larger",
          "xyz"[a], lower, upper, domain -> lower[a], domain -> upper[a]);
  }
  return 0;
}

PetscErrorCode GrCaseCheckRemovals(const GrCase *the_case, const GrNode *root)
{
  const GrNode *all = GrNodeGet(root, "removal"), *node = all ? all->first : NULL;
  if (the_case->n_removals > REMOVALS_MAX)
    return GrNodeComplainKey(all, "has %d regions, and %d can be; join some of them", the_case->n_removals,
                             REMOVALS_MAX);
  for (int i = 0; i < the_case->n_removals; i++, node = node->next) {
    PetscCall(GrCaseCheckRegion(the_case, node, &the_case->removals[i].within));
    if (the_case->removals[i].every > the_case->removals[i].until - the_case->removals[i].from)
      return GrNodeComplain(
          GrNodeGet(node, "every"),
          "is longer than from %g s until %g s, so that nothing is ever taken out; write a shorter time",
          the_case->removals[i].from, the_case->removals[i].until);
  }
  return 0;
}
