/* fault: faults of an assembly: limits that were exceeded in a step, and their messages; see step.h, world/guard.h. */
#include "bulk/bulk.h"
#include "contact/stable_step.h"
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
  const GrFaultKey a = KeyOf(fault), b = KeyOf(kept);
  const PetscBool lower = (PetscBool)(a.first != b.first ? a.first < b.first : a.second < b.second);

  if (!kept->what || a.time < b.time || (a.time == b.time && lower))
    *kept = *fault;
}

PetscBool GrBulkFindFaultKey(GrWorld w, GrFaultKey *key)
{
  const GrFault *f = &w->bulk->step.fault;

  if (f->what)
    *key = KeyOf(f);
  return (PetscBool)(f->what != GR_BROKEN_NOTHING);
}

typedef struct {
  GrWorld world;
  GrModelSprings *sum; /* [n_all] springs and dashpots of the contacts of each particle */
} Network;

/* Mass that contacts of a particle move [kg]; infinite if its motion is prescribed. */
static double MassOf(GrWorld w, PetscInt particle)
{
  const GrStore *s = &w->bulk->store;
  return GrStoreIsPrescribed(w->the_case, s, particle) ? INFINITY : s->mass[particle];
}

/* Adds a contact to the springs of a particle. The squared displacement (u1 - u2)^2 is at most
   (1 + s) u1^2 + (1 + 1/s) u2^2; s = sqrt(m1/m2) suits particles of the same size and of very different sizes. A body
   with prescribed motion has an infinite mass. */
static void AddToParticle(const Network *n, PetscInt type, double overlap, PetscInt particle, double other_mass)
{
  const double mass = MassOf(n->world, particle);

  GrModelAddSprings(&n->world->bulk->model, type, overlap, 1 / mass + 1 / sqrt(mass * other_mass), PETSC_FALSE,
                    &n->sum[particle]);
}

static void AddContacts(void *context, GrBatch *t)
{
  const Network *n = context;
  const GrWall *wall = n->world->the_case->walls;

  for (int i = 0; i < t->n; i++) {
    const PetscInt type = GrBulkFindLimitingType(n->world, t, i), second = t->second[i];
    const double mass = !t->with_wall                 ? MassOf(n->world, second)
                        : GrWallIsFree(&wall[second]) ? wall[second].mass
                                                      : INFINITY;
    AddToParticle(n, type, t->overlap[i], t->first[i], mass);
    if (!t->with_wall)
      AddToParticle(n, type, t->overlap[i], second, MassOf(n->world, t->first[i]));
  }
}

PetscErrorCode GrBulkCheckContacts(GrWorld w, const double *u)
{
  const GrBulk b = w->bulk;
  Network n = {w, NULL};

  if (!(w->fixed_step > 0))
    return 0;
  PetscCall(GrBulkExchangeHalo(w, u));
  PetscCall(PetscCalloc1(b->neighbours.n_all, &n.sum));
  GrBulkWalkContacts(w, AddContacts, &n);
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    const GrFault fault = {.what = GR_BROKEN_NETWORK,
                           .time = w->committed_time,
                           .first = b->store.id[i],
                           .wall = -1,
                           .contacts = n.sum[i].n,
                           .longest = n.sum[i].n ? GrModelStepOf(&b->model, &n.sum[i], n.sum[i].n, 1) : INFINITY};
    if (fault.longest < w->fixed_step)
      GrBulkKeepFault(&b->step.fault, &fault);
  }
  return PetscFree(n.sum);
}

static void DescribeContacts(GrWorld w, const GrFault *f, char *message)
{
  char advice[GR_ADVICE_MAX];

  GrWorldStepAdvice(w, f->longest, sizeof(advice), advice);
  snprintf(message, GR_MESSAGE_MAX,
           "at t = %.9g s: steps of %.3g s are unstable for particle %" PetscInt64_FMT
           " with %d contact%s, which are stable up to %.3g s. The contacts need shorter steps: %s; or write softer "
           "materials",
           f->time, w->fixed_step, f->first, f->contacts, f->contacts == 1 ? "" : "s", f->longest, advice);
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

/* Message for two bodies with prescribed motion that are pressed into each other. */
static void DescribePressed(GrWorld w, const GrFault *f, char *message)
{
  char other[GR_NAME_MAX + 8];

  if (f->wall >= 0)
    snprintf(other, sizeof(other), "wall %s", w->the_case->walls[f->wall].name);
  else
    snprintf(other, sizeof(other), "particle %" PetscInt64_FMT, f->second);
  snprintf(message, GR_MESSAGE_MAX,
           "at t = %.9g s: particle %" PetscInt64_FMT " overlaps %s by %.4g m, %.5g of the %sradius, more than "
           "time.overlap_limit: %g. The input prescribes the motion of both and presses them into each other: change a "
           "velocity or a place, or end the run earlier; or raise time.overlap_limit if this is intended",
           f->time, f->first, other, f->overlap, f->overlap / f->radius, f->wall >= 0 ? "" : "smaller ",
           w->the_case->time.overlap_limit);
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
           "particle: nothing holds its load of %.4g N; place it where it touches the particles, write another sign or "
           "size of the load, or a velocity instead of it",
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
  static void (*const describe[])(GrWorld, const GrFault *, char *) = {
      [GR_BROKEN_OVERLAP] = DescribeOverlap, [GR_BROKEN_PRESSED] = DescribePressed,
      [GR_BROKEN_PATH] = DescribePath,       [GR_BROKEN_NETWORK] = DescribeContacts,
      [GR_BROKEN_LOAD] = DescribeLoad,       [GR_BROKEN_PASSAGE] = DescribePassage};
  const GrFault *f = &w->bulk->step.fault;

  describe[f->what](w, f, message);
}
