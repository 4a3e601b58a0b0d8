/* guard: stability check. It ends the run with one message on all ranks if a limit was exceeded in a committed step;
   see guard.h. */
#include "world/guard.h"

#include <granum/error.h>
#include <math.h>

/* Stable overlap over the radius; a contact with a smaller one counts as stable at no overlap, as if it were linear. */
static const double smallest_limit = 1e-9;

/* Finds the rank that has the first fault of all ranks: the earliest time, then the lowest first id, then the lowest
   second id; if possible the rank that owns the first particle. Number of ranks: there is no fault, found by a single
   reduction. Collective. */
static PetscErrorCode FindDescriber(GrWorld w, int *describer)
{
  GrFaultKey own = {.time = INFINITY}, first;
  bool here = w->ops->fault(w, &own);
  PetscInt64 id;
  int rank;

  *describer = w->size;
  PetscCallMPI(MPI_Allreduce(&own.time, &first.time, 1, MPI_DOUBLE, MPI_MIN, w->comm));
  if (isinf(first.time))
    return 0;
  here = here && own.time == first.time;
  id = here ? own.first : INT64_MAX;
  PetscCallMPI(MPI_Allreduce(&id, &first.first, 1, MPIU_INT64, MPI_MIN, w->comm));
  here = here && own.first == first.first;
  id = here ? own.second : INT64_MAX;
  PetscCallMPI(MPI_Allreduce(&id, &first.second, 1, MPIU_INT64, MPI_MIN, w->comm));
  rank = here && own.second == first.second ? w->rank + (own.foreign ? w->size : 0) : 2 * w->size;
  PetscCallMPI(MPI_Allreduce(&rank, describer, 1, MPI_INT, MPI_MIN, w->comm));
  *describer %= w->size;
  return 0;
}

PetscErrorCode GrWorldGuard(GrWorld w)
{
  char message[GR_MESSAGE_MAX] = "";
  int describer;

  PetscCall(FindDescriber(w, &describer));
  if (describer == w->size)
    return 0;
  if (w->rank == describer)
    w->ops->describe_fault(w, message);
  PetscCallMPI(MPI_Bcast(message, GR_MESSAGE_MAX, MPI_CHAR, describer, w->comm));
  return GrFail(GR_EXIT_PHYSICS, "%s", message);
}

void GrWorldStepAdvice(GrWorld w, double longest, size_t length, char *text)
{
  const GrTime *time = &w->the_case->time;
  /* step of `time.step: auto`, before output times shorten it [s]; 0: unknown */
  const double automatic = w->clock.bound.stable > 0 ? GrWorldAutomaticStep(&w->clock.bound, time) : 0;

  if (!time->integrator->fixed_step)
    snprintf(text, length, "write a smaller time.tolerance than %g", time->tolerance);
  else if (automatic > 0 && w->clock.fixed_step > automatic * (1 + 1e-9) && time->step > 0)
    snprintf(text, length, "write time.step: auto, which takes %.3g s instead of %.3g s", automatic,
             w->clock.fixed_step);
  else if (automatic > 0 && w->clock.fixed_step > automatic * (1 + 1e-9))
    snprintf(text, length, "leave out -ts_dt: time.step: auto takes %.3g s instead of %.3g s", automatic,
             w->clock.fixed_step);
  else if (time->step > 0 && longest > 0 && longest < w->clock.fixed_step)
    snprintf(text, length, "write a time.step of %.2g s or less", longest);
  else if (time->step > 0)
    snprintf(text, length, "write a shorter time.step than %.3g s", w->clock.fixed_step);
  else if (longest > 0 && longest < w->clock.fixed_step)
    snprintf(text, length, "write a time.safety of %.2g or less instead of %g",
             time->safety * longest / w->clock.fixed_step, time->safety);
  else
    snprintf(text, length, "write a smaller time.safety than %g", time->safety);
}

/* Describes an overlap beyond time.overlap_limit: its cause, the step if it is too long, the limit. */
static void DescribeTooDeep(GrWorld w, const GrBrokenContact *broken, char *message)
{
  const GrTime *time = &w->the_case->time;
  char advice[GR_ADVICE_MAX], step[GR_ADVICE_MAX + 8] = "", cause[2 * GR_ADVICE_MAX + 96];

  GrWorldStepAdvice(w, 0, sizeof(advice), advice);
  if (w->clock.bound.stable > 0 && w->clock.fixed_step > w->clock.bound.stable)
    snprintf(step, sizeof(step), "; or %s", advice);
  if (broken->cause[0])
    snprintf(cause, sizeof(cause), "%s", broken->cause);
  else
    snprintf(cause, sizeof(cause),
             "The contact is too soft for this load: write stiffer materials, or parameters of its law (%s)",
             broken->laws);
  snprintf(message, GR_MESSAGE_MAX,
           "at t = %.9g s: %s overlaps %s by %.4g m, %.5g of the %s, more than time.overlap_limit: %g. %s%s%s",
           broken->time, broken->first, broken->second, broken->overlap, broken->overlap / broken->radius,
           broken->alone ? "radius" : "smaller radius", time->overlap_limit, cause, step,
           time->overlap_limit < 1 ? "; or raise time.overlap_limit if this is intended" : "");
}

/* Describes a contact whose overlap makes the step unstable. */
static void DescribeTooStiff(GrWorld w, const GrBrokenContact *broken, char *message)
{
  char advice[GR_ADVICE_MAX], limit[64] = "at no overlap";

  GrWorldStepAdvice(w, broken->longest, sizeof(advice), advice);
  if (broken->limit > smallest_limit * broken->radius)
    snprintf(limit, sizeof(limit), "only up to %.4g m", broken->limit);
  snprintf(message, GR_MESSAGE_MAX,
           "at t = %.9g s: %s overlaps %s by %.4g m, and steps of %.3g s are stable %s in this contact (%s). The "
           "contact needs shorter steps: %s; or write softer materials",
           broken->time, broken->first, broken->second, broken->overlap, w->clock.fixed_step, limit, broken->laws,
           advice);
}

void GrWorldDescribeContact(GrWorld w, const GrBrokenContact *broken, char *message)
{
  char advice[GR_ADVICE_MAX];

  if (broken->limit < w->the_case->time.overlap_limit * broken->radius && !isnan(broken->overlap)) {
    DescribeTooStiff(w, broken, message);
    return;
  }
  if (!isnan(broken->overlap)) {
    DescribeTooDeep(w, broken, message);
    return;
  }
  GrWorldStepAdvice(w, 0, sizeof(advice), advice);
  snprintf(message, GR_MESSAGE_MAX,
           "at t = %.9g s: the force between %s and %s (%s) is not a number. The steps are too long, or the input has "
           "extreme values: %s",
           broken->time, broken->first, broken->second, broken->laws, advice);
}
