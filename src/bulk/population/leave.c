/* leave: particles that leave the domain or are removed in regions, and their energies; see population.h.

   A particle leaves when its centre (for a rigid body, the centre of mass) is beyond an open side of the domain. At a
   side with a wall, it must also be behind the wall: if the wall moves away from the side, particles may follow it.
   Only a particle that jumps through a wall in one step leaves there. A particle that is removed in a region
   (removal.c) is treated in the same way.

   The contacts of the particle end. Their stored energy and the kinetic energy of the particle are removed from the
   system; energy that has been dissipated remains in the ledger. The other particle of a contact begins its next step
   without the contact. The contribution of the contact is therefore subtracted from its acceleration, and from the
   powers that are integrated in the next step. The sum of all energies in the ledger is unchanged. */
#include "bulk/bulk.h"
#include "bulk/population/residence.h"

#include <math.h>

/* The walls at the sides of the domain, at the committed time. */
typedef struct {
  int n, *side;
  const GrWall **wall;
  GrWallPose *pose;
} SideWalls;

static PetscErrorCode FindSideWalls(GrWorld w, SideWalls *sides)
{
  const GrWalls *walls = &w->bulk->walls;

  sides->n = walls->n_sides;
  PetscCall(PetscMalloc3(sides->n, &sides->side, sides->n, &sides->wall, sides->n, &sides->pose));
  for (int k = 0; k < sides->n; k++) {
    sides->wall[k] = &walls->wall[walls->at_side[k]];
    sides->side[k] = GrWallSide(sides->wall[k]);
    sides->pose[k] = GrWallsAt(walls, walls->at_side[k], w->clock.committed);
  }
  return 0;
}

/* Whether a centre beyond this side leaves; `walled`: the side has a wall. A wall that has turned away from the side
   does not count. */
static bool PassesSide(const SideWalls *walls, int side, const double *x, bool *walled)
{
  bool behind = false;
  double normal[3];

  *walled = false;
  for (int k = 0; k < walls->n; k++) {
    if (walls->side[k] != side)
      continue;
    const double gap = GrWallGap(walls->wall[k], &walls->pose[k], x, normal), facing = normal[side % 3];
    if (!(side < 3 ? facing > 0 : facing < 0))
      continue;
    *walled = true;
    behind = behind || gap < 0;
  }
  return !*walled || behind;
}

/* Side through which a particle leaves: the side that it is farthest beyond, among the sides that let it pass; GR_SIDES
   more if past a wall. -1: it does not leave. */
static int FindExit(const GrParallelBox *box, const SideWalls *walls, const double *x)
{
  double farthest = 0;
  int exit = -1;

  for (int side = 0; side < GR_SIDES && !GrParallelBoxHolds(box, x); side++) {
    const int a = side % 3;
    const double beyond = side < 3 ? box->lower[a] - x[a] : x[a] - box->upper[a];
    bool walled;
    if (box->periodic[a] || !(beyond > farthest) || !PassesSide(walls, side, x, &walled))
      continue;
    farthest = beyond;
    exit = walled ? GR_SIDES + side : side;
  }
  return exit;
}

/* Exit of particle i: as of FindExit, or REMOVED for a removal in a region; -1: it remains. */
enum { REMOVED = 2 * GR_SIDES, EXITS };

static int FindExitOfParticle(GrWorld w, const SideWalls *walls, PetscInt i)
{
  const int exit = FindExit(&w->bulk->box, walls, GrBulkBodyCentre(w->bulk, i));
  return exit < 0 && GrBulkRemoveSelects(w, i) ? REMOVED : exit;
}

/* Force [N] and torque [N m] of a contact on one of its particles. */
typedef struct {
  double force[3], torque[3];
} Pull;

/* Subtracts a contact from acceleration and powers of particle i. */
static void ReleaseParticle(GrWorld w, PetscInt i, const Pull *pull)
{
  const GrBulk b = w->bulk;
  double *a = b->store.acceleration + GR_RATES * i, *accounts = b->store.accounts + GR_ACCOUNTS * i;
  const double *v = b->store.state + GR_STATE * i + 3;

  if (GrBulkBodyOf(w, i) >= 0) {
    GrBulkBodyRelease(w, i, pull->force, pull->torque);
    return;
  }
  for (int k = 0; k < 3; k++) {
    a[k] -= b->step.inverse_mass[i] * pull->force[k];
    a[3 + k] -= b->step.inverse_inertia[i] * pull->torque[k];
    if (b->step.external_power && !(b->step.inverse_mass[i] > 0))
      accounts[GR_ACCOUNT_EXTERNAL_POWER] += pull->force[k] * v[k] + pull->torque[k] * v[3 + k];
  }
}

typedef struct {
  GrWorld world;
  const unsigned char *leaves; /* [n_all] not 0: the particle leaves or is removed */
} Ends;

/* Subtracts the contact from the particles of this rank that remain. Each of the two ranks of a contact treats its own
   particle. */
static void ReleaseOther(const Ends *e, const GrBatch *t, int i)
{
  const GrBulk b = e->world->bulk;
  const PetscInt owned = b->store.columns.n, first = t->contacts.first[i], second = t->contacts.second[i];
  Pull one, two;

  for (int a = 0; a < 3; a++) {
    one.force[a] = t->results.force[a][i];
    two.force[a] = -t->results.force[a][i];
    one.torque[a] = t->results.torque[0][a][i];
    two.torque[a] = t->results.torque[1][a][i];
  }
  if (!e->leaves[second] && second < owned)
    ReleaseParticle(e->world, second, &two);
  if (e->leaves[first] || first >= owned)
    return;
  ReleaseParticle(e->world, first, &one);
  b->store.work[GR_WORK * first + GR_WORK_VISCOUS_POWER] -= t->results.viscous[i];
  b->store.work[GR_WORK * first + GR_WORK_SLIDE_POWER] -= t->results.sliding[i];
}

/* Adds the energies of an ended contact to the ledger; called on the rank that owns the first particle. */
static void AddContactEnergies(GrBulk b, double recoverable, double spring, double plastic_work)
{
  GrSumAdd(&b->population.energies[GR_SUM_CARRIED], recoverable);
  GrSumAdd(&b->population.energies[GR_SUM_CARRIED], spring);
  GrSumAdd(&b->population.energies[GR_SUM_FRICTIONAL], -spring);
  GrSumAdd(&b->population.energies[GR_SUM_PLASTIC], plastic_work);
}

static void EndContacts(void *context, GrBatch *t)
{
  const Ends *e = context;
  const GrBulk b = e->world->bulk;
  double recoverable[GR_BATCH], springs[GR_BATCH], plastic_work[GR_BATCH];
  bool ends[GR_BATCH], any = false;

  for (int i = 0; i < t->contacts.n; i++) {
    ends[i] = e->leaves[t->contacts.first[i]] || (!t->contacts.with_wall && e->leaves[t->contacts.second[i]]);
    any = any || ends[i];
  }
  if (!any)
    return;
  GrBatchEvaluate(&b->model, 0, false, t);
  GrBatchSetForces(&b->model, t);
  for (int i = 0; i < t->contacts.n && !t->contacts.with_wall; i++)
    if (ends[i])
      ReleaseOther(e, t, i);
  GrBatchEnergies(&b->model, t, recoverable, springs, plastic_work);
  for (int i = 0; i < t->contacts.n; i++)
    if (ends[i] && t->contacts.first[i] < b->store.columns.n)
      AddContactEnergies(b, recoverable[i], springs[i], plastic_work[i]);
}

/* Collective. */
static PetscErrorCode EndAllContacts(GrWorld w, const SideWalls *sides)
{
  const GrBulk b = w->bulk;
  unsigned char *leaves;

  PetscCall(GrBulkExchangeHalo(w, b->store.state));
  PetscCall(PetscMalloc1(b->neighbours.n_all, &leaves));
  for (PetscInt i = 0; i < b->neighbours.n_all; i++)
    leaves[i] = FindExitOfParticle(w, sides, i) >= 0;
  GrBulkWalkContacts(w, EndContacts, &(Ends){w, leaves});
  return PetscFree(leaves);
}

/* Counts the particles of each exit, over all ranks. */
static void CountLeft(GrBulk b, const PetscInt64 all[EXITS])
{
  for (int side = 0; side < GR_SIDES; side++) {
    b->numbers.left.open[side] += all[side];
    b->numbers.left.past_walls[side] += all[GR_SIDES + side];
  }
  b->numbers.removed += all[REMOVED];
  for (int exit = 0; exit < EXITS; exit++)
    b->population.total -= all[exit];
}

PetscErrorCode GrBulkRemoveEndContacts(GrWorld w)
{
  const GrBulk b = w->bulk;
  const PetscInt64 before = b->population.total;
  PetscInt64 mine[EXITS] = {0}, all[EXITS];
  SideWalls sides;

  if (b->epoch.checked.step == b->numbers.steps && !b->epoch.checked.may_leave)
    return 0;
  PetscCall(FindSideWalls(w, &sides));
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    const int exit = FindExitOfParticle(w, &sides, i);
    if (exit < 0)
      continue;
    mine[exit]++;
    GrBulkPopulationAddMass(w, i, &b->population.mass[exit == REMOVED ? GR_TALLY_REMOVED : GR_TALLY_LEFT]);
    GrBulkAddAccumulated(w, b->store.state, i, b->population.energies);
    GrBulkAddKineticEnergy(w, b->store.state, i, &b->population.energies[GR_SUM_CARRIED]);
  }
  for (PetscInt k = 0; k < b->bodies.n; k++)
    if (FindExitOfParticle(w, &sides, b->bodies.begin[k]) >= 0)
      GrBulkBodyAddEnergies(w, k, 1, &b->population.energies[GR_SUM_CARRIED], &b->population.energies[GR_SUM_EXTERNAL]);
  PetscCallMPI(MPI_Allreduce(mine, all, EXITS, MPIU_INT64, MPI_SUM, w->comm));
  CountLeft(b, all);
  if (b->population.total != before) {
    b->neighbours.widths_known = false;
    PetscCall(EndAllContacts(w, &sides));
  }
  return PetscFree3(sides.side, sides.wall, sides.pose);
}

PetscErrorCode GrBulkRemoveParticles(GrWorld w, GrParallelColumns *records)
{
  const GrBulk b = w->bulk;
  GrStore *s = &b->store;
  PetscInt n = s->columns.n, removed = 0, kept = 0, *order, *number;
  SideWalls sides;

  PetscCall(FindSideWalls(w, &sides));
  PetscCall(PetscMalloc2(n, &order, n, &number));
  for (PetscInt i = 0; i < n; i++) {
    const int exit = FindExitOfParticle(w, &sides, i);
    const bool leaves = exit >= 0;
    if (leaves)
      PetscCall(GrBulkResidenceLeave(w, i, exit == REMOVED ? GR_EXIT_REMOVED : exit % GR_SIDES));
    number[i] = leaves ? -1 : kept;
    order[leaves ? n - 1 - removed++ : kept++] = i;
  }
  if (removed) {
    GrBulkBodyRemove(w, number);
    PetscCall(GrParallelColumnsSort(&s->columns, order));
    GrHistoryRecordsRenumber(records, number);
    for (PetscInt k = 0; k < kept && w->load.particle_cost; k++)
      w->load.particle_cost[k] = w->load.particle_cost[order[k]];
    s->columns.n = kept;
  }
  PetscCall(PetscFree2(order, number));
  return PetscFree3(sides.side, sides.wall, sides.pose);
}

static bool IsOpen(GrWorld w, int side)
{
  if (w->bulk->box.periodic[side % 3] || side % 3 >= w->the_case->dimension)
    return false;
  for (int k = 0; k < w->the_case->n_walls; k++)
    if (GrWallSide(&w->the_case->walls[k]) == side)
      return false;
  return true;
}

static void PrintOpenSides(GrWorld w, const char *mark, FILE *out)
{
  int n = 0;

  for (int side = 0; side < GR_SIDES; side++)
    if (IsOpen(w, side)) {
      fprintf(out, "%s%s%s", n ? "" : mark,
              n ? ", " : "open sides, through which particles leave: ", GrWorldSideNames[side]);
      n++;
    }
  if (n)
    fputc('\n', out);
}

void GrBulkRemovePrintSides(GrWorld w, const char *mark, FILE *out)
{
  const GrCase *c = w->the_case;

  PrintOpenSides(w, mark, out);
  for (int k = 0; k < c->n_walls; k++) {
    const GrWall *wall = &c->walls[k];
    const double retreat = GrWallRetreat(wall, c->time.end);
    const bool turns = GrWallTurns(wall);
    const bool loaded = GrWallIsLoaded(wall);
    if (GrWallSide(wall) < 0 || (!loaded && !turns && retreat == 0))
      continue;
    fprintf(out, "%swall %s %s", mark, wall->name,
            loaded  ? "is load-controlled"
            : turns ? "rotates"
                    : "moves outwards by at most ");
    if (!turns && !loaded)
      fprintf(out, "%.4g m until the end", retreat);
    fprintf(out, ": the side %s of the domain moves with it\n", GrWorldSideNames[GrWallSide(wall)]);
  }
}
