/* contacts: the longest stable step of the contacts that the particles have during the run; see bulk/bound/bound.h.

   The step is chosen before the run from expected loads (step_bound.c). Loads that a prescribed motion causes are not
   known then: of walls that move, or of a box that deforms. Denser packings have more and stiffer contacts, and their
   tangential dashpots turn the particles faster and faster if the step is too long for them. Coulomb's law limits these
   forces, so nothing explodes, but particles rotate and contacts slide that should be at rest.

   Watch. At some checks of displacements the springs and dashpots of all contacts of each particle are summed
   (contact/stable_step.c). The maximum of 1/h is a number of the reduction of this check; h longest stable step of a
   particle [s]. If h is shorter than the step of the run, the epoch ends and the run plans a shorter step
   (run/replan.c). The sums of a particle are added in the order of its forces, so h has the same bits on any number of
   ranks. All sums take as long as one or two steps. The number of steps to the next sums is at most twice the last
   number, and at most an eighth of the number in which 1/h reaches its limit if it keeps growing as it did. */
#include "bulk/bound/bound.h"
#include "bulk/bulk.h"

#include <math.h>

/* Smallest and largest number of steps between two sums of all contacts. */
enum { FEWEST = 64, MOST = 512 };

typedef struct {
  GrWorld world;
  bool tangential_damping; /* whether the dashpots of sliding, rolling and twisting are added */
  GrModelSprings *sum;     /* [n_all] springs and dashpots of the contacts of each particle */
} Network;

/* Mass that contacts of a particle move [kg]; infinite if its motion is prescribed. */
static double MassOf(GrWorld w, PetscInt particle)
{
  const GrStore *s = &w->bulk->store;
  return GrStoreIsPrescribed(w->the_case, s, particle) ? INFINITY : s->mass[particle];
}

/* Weight of a contact in the sums of a particle [1/kg]. The squared displacement (u1 - u2)^2 is at most
   (1 + s) u1^2 + (1 + 1/s) u2^2; s = sqrt(m1/m2) suits particles of the same size and of very different sizes. A body
   with prescribed motion has an infinite mass. */
static double WeightOf(double mass, double other_mass)
{
  return 1 / mass + 1 / sqrt(mass * other_mass);
}

static void AddContacts(void *context, GrBatch *t)
{
  const Network *n = context;
  const GrModel *m = &n->world->bulk->model;
  const GrWall *wall = n->world->the_case->walls;

  for (int i = 0; i < t->contacts.n; i++) {
    const PetscInt type = GrBulkFindLimitingType(n->world, &t->contacts, i), first = t->contacts.first[i],
                   second = t->contacts.second[i];
    const GrContactSprings one = GrModelFindSprings(m, type, t->geometry.overlap[i], n->tangential_damping);
    const double mass = MassOf(n->world, first), other = !t->contacts.with_wall        ? MassOf(n->world, second)
                                                         : GrWallIsFree(&wall[second]) ? wall[second].mass
                                                                                       : INFINITY;
    GrModelAddSprings(&one, WeightOf(mass, other), &n->sum[first]);
    if (!t->contacts.with_wall)
      GrModelAddSprings(&one, WeightOf(other, mass), &n->sum[second]);
  }
}

/* Sums the springs and dashpots of the contacts of each particle at the state u. The caller frees n->sum.
   Collective. */
static PetscErrorCode SumContacts(GrWorld w, const double *u, bool tangential_damping, Network *n)
{
  *n = (Network){w, tangential_damping, NULL};
  PetscCall(GrBulkExchangeHalo(w, u));
  PetscCall(PetscCalloc1(w->bulk->neighbours.n_all, &n->sum));
  GrBulkWalkContacts(w, AddContacts, n);
  return 0;
}

/* Longest stable step of a particle with all its contacts [s]; infinite: it has none. */
static double StableStepOf(const Network *n, PetscInt particle)
{
  const GrModelSprings *sum = &n->sum[particle];
  return sum->n ? GrModelStepOf(&n->world->bulk->model, sum, sum->n, 1) : INFINITY;
}

PetscErrorCode GrBulkLimitCheck(GrWorld w, const double *u)
{
  const GrBulk b = w->bulk;
  Network n;

  if (!(w->clock.fixed_step > 0))
    return 0;
  PetscCall(SumContacts(w, u, false, &n));
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    const GrFault fault = {.what = GR_BROKEN_NETWORK,
                           .time = w->clock.committed,
                           .first = b->store.id[i],
                           .wall = -1,
                           .contacts = n.sum[i].n,
                           .longest = StableStepOf(&n, i)};
    if (fault.longest < w->clock.fixed_step)
      GrBulkKeepFault(&b->step.fault, &fault);
  }
  return PetscFree(n.sum);
}

static bool IsDue(GrWorld w)
{
  const GrBulkNumbers *n = &w->bulk->numbers;
  return w->clock.fixed_step > 0 && n->watch.every > 0 && n->steps >= n->watch.next;
}

PetscErrorCode GrBulkLimitWatch(GrWorld w, const double *u, GrBulkTightest *own)
{
  const GrBulk b = w->bulk;
  Network n;

  *own = (GrBulkTightest){0};
  if (!IsDue(w))
    return 0;
  PetscCall(SumContacts(w, u, true, &n));
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    const double inverse = 1 / StableStepOf(&n, i);
    const bool tighter = inverse > own->inverse || (inverse == own->inverse && b->store.id[i] < own->particle);
    if (tighter)
      *own = (GrBulkTightest){.inverse = inverse, .particle = b->store.id[i], .contacts = n.sum[i].n};
  }
  return PetscFree(n.sum);
}

/* Plans the next sum. inverse: 1/h of this sum [1/s]. */
static void PlanWatch(GrBulkNumbers *n, double inverse, double fixed_step)
{
  const double share = 0.125, left = PetscMax(0, 1 / fixed_step - inverse), growth = inverse - n->watch.before;
  const double steps = (double)n->watch.every, soon = growth > 0 ? share * left / growth * steps : INFINITY;

  n->watch.every = (PetscInt64)PetscMin(MOST, PetscMax(FEWEST, PetscMin(2 * steps, soon)));
  n->watch.before = inverse;
  n->watch.next = n->steps + n->watch.every;
}

PetscErrorCode GrBulkLimitKeep(GrWorld w, const GrBulkTightest *own, double inverse, bool *ends)
{
  GrBulkNumbers *n = &w->bulk->numbers;
  PetscInt64 id = own->inverse == inverse ? own->particle : INT64_MAX, contacts;

  if (!IsDue(w))
    return 0;
  PlanWatch(n, inverse, w->clock.fixed_step);
  if (!(inverse * w->clock.fixed_step > 1))
    return 0;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &id, 1, MPIU_INT64, MPI_MIN, w->comm));
  contacts = own->inverse == inverse && own->particle == id ? own->contacts : 0;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &contacts, 1, MPIU_INT64, MPI_MAX, w->comm));
  n->watch.tightest = (GrBulkTightest){inverse, id, contacts};
  *ends = true;
  return 0;
}

void GrBulkLimitExpect(GrWorld w, bool watched)
{
  GrBulkNumbers *n = &w->bulk->numbers;

  n->watch = (GrBulkWatch){.next = n->steps + FEWEST, .every = watched ? FEWEST : 0};
}

const GrBulkTightest *GrBulkLimitExceeds(GrWorld w)
{
  const GrBulkTightest *kept = &w->bulk->numbers.watch.tightest;
  return w->clock.fixed_step * kept->inverse > 1 ? kept : NULL;
}

void GrBulkLimitByContacts(GrWorld w, GrStableStep *stable)
{
  const double inverse = w->bulk->numbers.watch.tightest.inverse;

  if (!(inverse * stable->step > 1))
    return;
  stable->step = 1 / inverse;
  stable->cause = "the contacts of a particle during the run (softer materials or lower loads make it longer)";
}
