/* step_bound: limits of the time step of chains and assemblies, from the stable and the accurate steps of their
   contacts and from the prescribed motions; see step_bound.h. */
#include "world/step_bound.h"

#include <math.h>
#include <string.h>

double GrWorldAutomaticStep(const GrStepBound *bound, const GrTime *time)
{
  const double step = PetscMin(time->safety * bound->stable, bound->accurate);
  return isinf(step) ? time->end / 100 : step;
}

void GrStepBoundBegin(const GrStableStep *stable, const char *pair, GrStepBound *bound)
{
  *bound = (GrStepBound){.stable = stable->step,
                         .accurate = INFINITY,
                         .motion = INFINITY,
                         .damped = 1,
                         .reason = "no contact is expected to be loaded"};
  if (stable->type >= 0)
    snprintf(bound->reason, sizeof(bound->reason), "stable up to %.4g s (%s, expected overlap %.4g m)", stable->step,
             pair, stable->overlap);
}

void GrStepBoundAddImpacts(double accuracy, const GrAccurateStep *found, double speed, const char *pair,
                           const char *limit, GrStepBound *bound)
{
  const size_t used = isinf(bound->stable) ? 0 : strlen(bound->reason);
  char speeds[64];

  bound->accurate = found->step;
  bound->error = found->error;
  snprintf(bound->limit, sizeof(bound->limit), "%s", limit);
  GrModelDescribeSpeeds(found, speed, sizeof(speeds), speeds);
  snprintf(bound->reason + used, sizeof(bound->reason) - used, "%saccurate to %.3g %% up to %.4g s (%s, impacts %s)",
           used ? "; " : "", 100 * PetscMax(found->error, accuracy), found->step, pair, speeds);
}

void GrStepBoundAddMotion(double accuracy, double frequency, const char *name, GrStepBound *bound)
{
  const double step = sqrt(12 * accuracy) / frequency;

  if (!(frequency > 0 && step < bound->motion))
    return;
  bound->motion = step;
  snprintf(bound->mover, sizeof(bound->mover), "%s", name);
  if (!(step < bound->accurate))
    return;
  bound->accurate = step;
  snprintf(bound->limit, sizeof(bound->limit), "the motion of %s (a larger time.accuracy makes it longer)", name);
}

void GrStepBoundExplainMotion(GrStepBound *bound)
{
  const size_t used = strlen(bound->reason);

  if (!isinf(bound->motion))
    snprintf(bound->reason + used, sizeof(bound->reason) - used, "; resolves the motion of %s up to %.4g s",
             bound->mover, bound->motion);
}

void GrStepBoundNameLimit(const GrModel *m, const GrStableStep *stable, double safety, GrStepBound *bound)
{
  const size_t used = strlen(bound->reason);
  const char *limit = bound->limit;
  char spring[4 * GR_NAME_MAX];

  if (isinf(bound->stable) && isinf(bound->accurate))
    return;
  if (!(bound->accurate < safety * bound->stable) && !stable->cause) {
    bound->damped =
        GrModelDescribeLimit(m, stable->type, stable->overlap, stable->contacts, true, sizeof(spring), spring);
    limit = spring;
  } else if (!(bound->accurate < safety * bound->stable))
    limit = stable->cause;
  snprintf(bound->reason + used, sizeof(bound->reason) - used, "; limit: %s", limit);
  bound->named = used + strlen("; limit: ");
}
