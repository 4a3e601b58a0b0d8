/* fault: limits that a step of an assembly broke, and their messages; see step.h, world/guard.h. */
#include "bulk/bulk.h"
#include "world/guard.h"

#include <math.h>

/* Contacts with walls sort before contacts with particles, whose ids are positive. */
static GrFaultKey KeyOf(const GrFault *f)
{
  const PetscInt64 partner = f->wall >= 0 ? f->wall - INT32_MAX : f->second;
  return (GrFaultKey){f->time, f->first, f->what == GR_BROKEN_PATH && f->wall < 0 ? INT64_MAX : partner};
}

void GrBulkKeepFault(GrFault *kept, const GrFault *fault)
{
  const GrFaultKey before = KeyOf(kept), key = KeyOf(fault);

  if (!kept->what || GrWorldFaultIsBefore(&key, &before))
    *kept = *fault;
}

PetscBool GrBulkFindFaultKey(GrWorld w, GrFaultKey *key)
{
  const GrFault *f = &w->bulk->step.fault;

  if (f->what)
    *key = KeyOf(f);
  return (PetscBool)(f->what != GR_BROKEN_NOTHING);
}

static void DescribeOverlap(GrWorld w, const GrFault *f, char *message)
{
  GrBrokenContact broken = {.time = f->time,
                            .alone = (PetscBool)(f->wall >= 0),
                            .overlap = f->overlap,
                            .limit = f->limit,
                            .radius = f->radius,
                            .longest = f->longest};

  snprintf(broken.first, sizeof(broken.first), "particle %" PetscInt64_FMT, f->first);
  if (f->wall >= 0)
    snprintf(broken.second, sizeof(broken.second), "wall %s", w->the_case->walls[f->wall].name);
  else
    snprintf(broken.second, sizeof(broken.second), "particle %" PetscInt64_FMT, f->second);
  GrModelLaws(&w->bulk->model.rule[f->rule], broken.laws, sizeof(broken.laws));
  GrWorldDescribeContact(w, &broken, message);
}

/* Message for a particle or a load-controlled wall that moved beyond its margin before the neighbour list was rebuilt:
   either it passes an eighth of the skin in a step, or a contact accelerated it too much. */
static void DescribePath(GrWorld w, const GrFault *f, char *message)
{
  const double longest = 0.25 * f->limit / f->speed;
  const PetscBool fast = (PetscBool)(w->fixed_step == 0 || !(f->speed * w->fixed_step <= 0.25 * f->limit));
  char advice[GR_ADVICE_MAX], who[GR_NAME_MAX + 8];

  if (f->wall >= 0)
    snprintf(who, sizeof(who), "wall %s", w->the_case->walls[f->wall].name);
  else
    snprintf(who, sizeof(who), "particle %" PetscInt64_FMT, f->first);
  GrWorldStepAdvice(w, fast && isfinite(longest) ? longest : 0, sizeof(advice), advice);
  if (isfinite(f->overlap))
    snprintf(message, GR_MESSAGE_MAX,
             "at t = %.9g s: %s at %.4g m/s has moved by %.4g m since its neighbours were listed, further than its "
             "margin, %.4g m, within which no contact is missed; %s: %s%s",
             f->time, who, f->speed, f->overlap, f->limit,
             fast ? "it is too fast for the step" : "a contact shot it off, too stiff for the step", advice,
             w->the_case->time.skin > 0 ? "; or write a larger time.skin" : "");
  else
    snprintf(message, GR_MESSAGE_MAX,
             "at t = %.9g s: the position of %s is not a number: %s; or look for extreme values in the input", f->time,
             who, advice);
}

static void DescribeLoad(GrWorld w, const GrFault *f, char *message)
{
  const GrWalls *walls = &w->bulk->walls;

  snprintf(message, GR_MESSAGE_MAX,
           "at t = %.9g s: wall %s has come %.4g m %s its normal, further than the domain is long, and touches no "
           "particle: nothing holds its load of %.4g N; put it where it meets the particles, write another sign or "
           "size of the load, or a velocity in place of it",
           f->time, walls->wall[f->wall].name, fabs(f->overlap), f->overlap > 0 ? "along" : "against",
           walls->committed[walls->travel[f->wall]].load);
}

static void DescribePassage(GrWorld w, const GrFault *f, char *message)
{
  char advice[GR_ADVICE_MAX];

  GrWorldStepAdvice(w, f->overlap > 0 ? 0.1 * w->fixed_step * f->radius / f->overlap : 0, sizeof(advice), advice);
  snprintf(message, GR_MESSAGE_MAX,
           "at t = %.9g s: particle %" PetscInt64_FMT " came through wall %s at triangle %" PetscInt64_FMT
           ": seen from there it moved by %.4g m in a step, %.3g of its radius; %s; or make the walls stiffer",
           f->time, f->first, w->the_case->walls[f->wall].name, f->triangle + 1, f->overlap, f->overlap / f->radius,
           advice);
}

void GrBulkDescribeFault(GrWorld w, char *message)
{
  const GrFault *f = &w->bulk->step.fault;

  if (f->what == GR_BROKEN_OVERLAP)
    DescribeOverlap(w, f, message);
  else if (f->what == GR_BROKEN_LOAD)
    DescribeLoad(w, f, message);
  else if (f->what == GR_BROKEN_PASSAGE)
    DescribePassage(w, f, message);
  else
    DescribePath(w, f, message);
}
