/* contacts: the longest stable step of the contacts that the particles have during the run; see bulk/bound/bound.h.

   The step is chosen before the run from expected loads (step_bound.c). Loads that a prescribed motion causes are not
   known then: of walls that move, or of a box that deforms. Denser packings have more and stiffer contacts, and their
   tangential dashpots rotate the particles faster and faster if the step is too long for them. Coulomb's law limits
   these forces, so velocities remain bounded, but particles that should be at rest rotate, and their contacts slide.

   Watch. At some checks of displacements the loads of all contacts of each particle are summed, which give the
   eigenvalue e of stability (contact/stable_step.c). Its maximum is a number of the reduction of this check. If e >= 1,
   the epoch ends and the run plans a shorter step (run/replan.c), for which the longest stable step of the particle
   with the largest e is found. The sums of a particle are added in the order of its forces, so e has the same bits on
   any number of ranks. Walls that forces accelerate have an eigenvalue as well (walls.c). All sums take as long as
   a step. The number of steps to the next sums is at most twice the last number, and at most an eighth of the number in
   which e reaches 1 if it keeps growing as it did. */
#include "bulk/bound/bound.h"
#include "bulk/bulk.h"
#include "wall/geometry.h"

#include <math.h>

/* Smallest and largest number of steps between two sums of all contacts. */
enum { FEWEST = 64, MOST = 512 };

typedef struct {
  GrWorld world;
  bool tangential_damping; /* whether the dashpots of sliding, rolling and twisting are added */
  double step;             /* [s] step for which the loads of the particles are summed */
  PetscInt particle;       /* index of the particle whose springs are summed */
  GrModelSprings springs;  /* springs and dashpots of this particle */
  GrBulkLimitWalls walls;  /* sums of the walls */
} Network;

/* The loads of the contacts of a particle or ghost, in the memory for the sums of forces, which are 0 between two
   evaluations. */
static GrStepLoads *LoadsOf(GrWorld w, PetscInt particle)
{
  _Static_assert(sizeof(GrStepLoads) <= GR_BULK_SUM * sizeof(double), "a row has space for the loads");
  return (GrStepLoads *)(w->bulk->step.sum + GR_BULK_SUM * particle);
}

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

/* Springs and dashpots of contact i of a batch. */
static GrContactSprings SpringsOf(const Network *n, const GrBatch *t, int i)
{
  const PetscInt type = GrBulkFindLimitingType(n->world, &t->contacts, i);
  return GrModelFindSprings(&n->world->bulk->model, type, t->geometry.overlap[i], n->tangential_damping);
}

static void AddLoads(void *context, GrBatch *t)
{
  Network *n = context;

  for (int i = 0; i < t->contacts.n; i++) {
    const GrContactSprings one = SpringsOf(n, t, i);
    const PetscInt first = t->contacts.first[i], second = t->contacts.second[i];
    const double mass = MassOf(n->world, first);
    if (t->contacts.with_wall) {
      const double weight = GrBulkLimitWallsAdd(n->world, &one, t, i, mass, &n->walls);
      GrModelAddLoads(&one, weight, n->step, LoadsOf(n->world, first));
      continue;
    }
    const double other = MassOf(n->world, second);
    GrModelAddLoads(&one, WeightOf(mass, other), n->step, LoadsOf(n->world, first));
    GrModelAddLoads(&one, WeightOf(other, mass), n->step, LoadsOf(n->world, second));
  }
}

/* Adds the contacts with walls to the sums of the walls only. */
static void AddWallLoads(void *context, GrBatch *t)
{
  Network *n = context;

  for (int i = 0; i < t->contacts.n; i++) {
    const GrContactSprings one = SpringsOf(n, t, i);
    (void)GrBulkLimitWallsAdd(n->world, &one, t, i, MassOf(n->world, t->contacts.first[i]), &n->walls);
  }
}

/* Adds the contacts of a particle to its springs. */
static void AddSprings(void *context, GrBatch *t)
{
  Network *n = context;

  for (int i = 0; i < t->contacts.n; i++) {
    const bool is_first = t->contacts.first[i] == n->particle;
    if (!is_first && (t->contacts.with_wall || t->contacts.second[i] != n->particle))
      continue;
    const GrContactSprings one = SpringsOf(n, t, i);
    const double mass = MassOf(n->world, t->contacts.first[i]);
    if (t->contacts.with_wall) {
      GrModelAddSprings(&one, GrBulkLimitWallsAdd(n->world, &one, t, i, mass, &n->walls), &n->springs);
      continue;
    }
    const double other = MassOf(n->world, t->contacts.second[i]);
    GrModelAddSprings(&one, is_first ? WeightOf(mass, other) : WeightOf(other, mass), &n->springs);
  }
}

/* Longest stable step of a particle with all its contacts [s]. Call it after FindWorst. Sets *contacts to their
   number. */
static double FindStableStep(Network *n, PetscInt particle, int *contacts)
{
  n->particle = particle;
  n->springs = (GrModelSprings){0};
  GrBulkWalkContacts(n->world, AddSprings, n);
  *contacts = n->springs.n;
  return GrModelStepOf(&n->world->bulk->model, &n->springs, n->springs.n, 1);
}

/* Longest stable step of a wall with all its contacts [s]. Collective. */
static PetscErrorCode FindStableStepOfWall(Network *n, double *step)
{
  double most[2];

  for (int damped = 0; damped < 2; damped++) {
    PetscCall(GrBulkLimitWallsBegin(n->world, !damped, damped, &n->walls));
    GrBulkWalkWalls(n->world, AddWallLoads, n);
    PetscCall(GrBulkLimitWallsFinish(n->world, &n->walls));
    most[damped] = n->walls.most;
  }
  *step = 2 / (most[1] + sqrt(most[1] * most[1] + most[0])); /* h^2/4 most[0] + h most[1] = 1 */
  return 0;
}

PetscErrorCode GrBulkLimitFindWallStep(GrWorld w, double *step)
{
  Network n = {.world = w, .tangential_damping = true};

  return FindStableStepOfWall(&n, step);
}

/* Finds the particle of this rank with the largest eigenvalue of stable_step.c at the state u, of equal ones the one
   with the lowest id; with `first`, the particle with the lowest id whose eigenvalue is at least 1. *particle: its
   index; -1: there is none. Returns the eigenvalue in *most, and the eigenvalue of the walls in n->walls. Communicates
   with neighbour ranks, and collectively if forces accelerate walls. */
static PetscErrorCode FindWorst(Network *n, const double *u, bool first, PetscInt *particle, double *most)
{
  const GrBulk b = n->world->bulk;
  const PetscInt64 *id = b->store.id;

  *particle = -1;
  *most = 0;
  PetscCall(GrBulkExchangeHalo(n->world, u));
  PetscCall(GrBulkLimitWallsBegin(n->world, 0.25 * n->step * n->step, n->step, &n->walls));
  GrBulkWalkContacts(n->world, AddLoads, n);
  PetscCall(GrBulkLimitWallsFinish(n->world, &n->walls));
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    const double own = GrModelEigenvalue(&b->model, LoadsOf(n->world, i));
    const bool lower = *particle < 0 || id[i] < id[*particle];
    if (first ? own >= 1 && lower : own > *most || (own == *most && own > 0 && lower)) {
      *particle = i;
      *most = own;
    }
  }
  return PetscArrayzero(b->step.sum, GR_BULK_SUM * b->store.columns.n);
}

PetscErrorCode GrBulkLimitCheck(GrWorld w, const double *u)
{
  const GrBulk b = w->bulk;
  Network n = {.world = w, .step = w->clock.fixed_step};
  PetscInt particle;
  double most;

  if (!(w->clock.fixed_step > 0))
    return 0;
  PetscCall(FindWorst(&n, u, true, &particle, &most));
  if (n.walls.most >= 1) {
    GrFault fault = {.what = GR_BROKEN_NETWORK, .time = w->clock.committed, .wall = n.walls.wall};
    fault.contacts = (int)n.walls.contacts;
    PetscCall(FindStableStepOfWall(&n, &fault.longest));
    GrBulkKeepFault(&b->step.fault, &fault);
  }
  if (particle < 0)
    return 0;
  GrFault fault = {.what = GR_BROKEN_NETWORK, .time = w->clock.committed, .first = b->store.id[particle], .wall = -1};
  fault.longest = FindStableStep(&n, particle, &fault.contacts);
  GrBulkKeepFault(&b->step.fault, &fault);
  return 0;
}

static bool IsDue(GrWorld w)
{
  const GrBulkNumbers *n = &w->bulk->numbers;
  return w->clock.fixed_step > 0 && n->watch.every > 0 && n->steps >= n->watch.next;
}

PetscErrorCode GrBulkLimitWatch(GrWorld w, const double *u, GrBulkTightest *own)
{
  Network n = {.world = w, .tangential_damping = true, .step = w->clock.fixed_step};
  PetscInt particle;
  double most;

  *own = (GrBulkTightest){.wall = -1};
  if (!IsDue(w))
    return 0;
  PetscCall(FindWorst(&n, u, false, &particle, &most));
  if (particle >= 0)
    *own = (GrBulkTightest){.inverse = most / n.step, .particle = w->bulk->store.id[particle], .wall = -1};
  if (n.walls.wall >= 0 && n.walls.most / n.step >= own->inverse)
    *own = (GrBulkTightest){.inverse = n.walls.most / n.step, .wall = n.walls.wall, .contacts = n.walls.contacts};
  return 0;
}

/* Plans the next sum. inverse: e/h of this sum [1/s]; h step. */
static void PlanWatch(GrBulkNumbers *n, double inverse, double fixed_step)
{
  const double share = 0.125, left = PetscMax(0, 1 / fixed_step - inverse), growth = inverse - n->watch.before;
  const double steps = (double)n->watch.every, soon = growth > 0 ? share * left / growth * steps : INFINITY;

  n->watch.every = (PetscInt64)PetscMin(MOST, PetscMax(FEWEST, PetscMin(2 * steps, soon)));
  n->watch.before = inverse;
  n->watch.next = n->steps + n->watch.every;
}

/* Sets 1 / stable step [1/s] and number of contacts of the particle with this id on the rank that owns it; leaves
   both unchanged on other ranks. */
static void FindTightest(GrWorld w, PetscInt64 id, double found[2])
{
  const GrStore *s = &w->bulk->store;
  Network n = {.world = w, .tangential_damping = true};
  int contacts;

  for (PetscInt i = 0; i < s->columns.n; i++)
    if (s->id[i] == id) {
      found[0] = 1 / FindStableStep(&n, i, &contacts);
      found[1] = contacts;
    }
}

/* Finds the particle with the largest own->inverse of all ranks, with its stable step. Collective. */
static PetscErrorCode FindTightestParticle(GrWorld w, const GrBulkTightest *own, double inverse,
                                           GrBulkTightest *tightest)
{
  PetscInt64 id = own->inverse == inverse ? own->particle : INT64_MAX;
  double found[2] = {0};

  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &id, 1, MPIU_INT64, MPI_MIN, w->comm));
  FindTightest(w, id, found);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, found, 2, MPI_DOUBLE, MPI_MAX, w->comm));
  *tightest = (GrBulkTightest){.inverse = found[0], .particle = id, .wall = -1, .contacts = (PetscInt64)found[1]};
  return 0;
}

/* All ranks have the same eigenvalue of the walls. If it is the largest, all have it in *own. */
PetscErrorCode GrBulkLimitKeep(GrWorld w, const GrBulkTightest *own, double inverse, bool *ends)
{
  GrBulkNumbers *n = &w->bulk->numbers;
  Network walls = {.world = w, .tangential_damping = true};
  double step;

  if (!IsDue(w))
    return 0;
  PlanWatch(n, inverse, w->clock.fixed_step);
  if (!(inverse * w->clock.fixed_step > 1))
    return 0;
  *ends = true;
  if (own->wall < 0 || own->inverse < inverse)
    return FindTightestParticle(w, own, inverse, &n->watch.tightest);
  PetscCall(FindStableStepOfWall(&walls, &step));
  n->watch.tightest = *own;
  n->watch.tightest.inverse = 1 / step;
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
  stable->cause = "the contacts of a particle or wall during the run (softer materials or lower loads make it longer)";
}
