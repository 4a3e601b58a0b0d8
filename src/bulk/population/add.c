/* add: adds particles to an assembly after the start of the run; see population.h.

   An inserted particle touches nothing. Its acceleration and its powers follow from gravity, the forces on its group
   and the fluid. Its kinetic energy is added to the ledger. The ledger computes the work of gravity g on a particle of
   mass m as m g . x; therefore m g . x at the place of insertion x is subtracted from it. */
#include "bulk/bulk.h"
#include "bulk/population/residence.h"

#include <math.h>
#include <string.h>

/* Appends a row to the store. */
static void AppendRow(GrWorld w, const GrFillGrain *particle, double radius)
{
  const GrBulk b = w->bulk;
  GrStore *s = &b->store;
  const PetscInt i = s->columns.n++;
  double moved[3];

  for (int k = 0; k < s->columns.n_columns; k++)
    memset((char *)s->columns.data[k] + s->columns.size[k] * (size_t)i, 0, s->columns.size[k]);
  s->id[i] = particle->id;
  s->group[i] = particle->group;
  s->type[i] = GR_PARTICLE_TYPE_OWN;
  s->radius[i] = radius;
  s->mass[i] = particle->mass;
  GrStoreSetProperties(s, i, w->the_case->grains[particle->group].property);
  memcpy(s->state + GR_STATE * i, particle->state, sizeof(particle->state));
  GrBulkCellWrap(b, s->state + GR_STATE * i, moved);
  memcpy(s->reference + 3 * i, s->state + GR_STATE * i, 3 * sizeof(double));
  s->margin[i] = 0.5 * b->numbers.skin;
  GrBulkResidenceBegin(w, i);
}

/* Appends the rows of a particle: a sphere, or the spheres of a clump and their body. */
static PetscErrorCode AppendParticle(GrWorld w, const GrFillGrain *particle)
{
  GrStore *s = &w->bulk->store;
  const PetscInt first = s->columns.n;
  const int rows = GrBulkInsertRows(w, particle->group);
  GrFillGrain grain = *particle;

  grain.radius /= GrBodiesReach(w->the_case, particle->group);
  PetscCall(GrStoreReserve(s, first + rows));
  for (int k = 0; k < rows; k++)
    AppendRow(w, particle, grain.radius);
  if (!GrBodiesClumpOf(w->the_case, particle->group))
    return 0;
  PetscCall(GrBodiesReserve(&s->bodies, s->bodies.columns.n + 1));
  GrFillClumpMake(w->the_case, s, &grain, particle->id, first);
  return 0;
}

static void SetRates(GrWorld w, PetscInt i)
{
  const GrStore *s = &w->bulk->store;
  double *accounts = s->accounts + GR_ACCOUNTS * i;

  accounts[GR_ACCOUNT_EXTERNAL_POWER] = GrBulkComputeFreeAcceleration(w, i, s->acceleration + GR_RATES * i);
}

/* Adds its mass to the tally, and its energies to the ledger unless it belongs to a body. */
static void AddEnergies(GrWorld w, PetscInt i)
{
  const GrBulk b = w->bulk;
  const double *u = b->store.state + GR_STATE * i, m = b->store.mass[i], R = b->store.radius[i];

  GrBulkPopulationAddMass(w, i, &b->population.mass[GR_TALLY_INSERTED]);
  if (b->store.member[i] > 0)
    return;
  for (int k = 3; k < 6 && !GrStoreIsPrescribed(w->the_case, &b->store, i); k++) {
    GrSumAdd(&b->population.energies[GR_SUM_BROUGHT], 0.5 * m * u[k] * u[k]);
    GrSumAdd(&b->population.energies[GR_SUM_BROUGHT], 0.5 * (0.4 * m * R * R) * u[3 + k] * u[3 + k]);
  }
  GrBulkAddExternalWork(w, b->store.state, i, -1, &b->population.energies[GR_SUM_EXTERNAL]);
}

/* Gives inserted particles the mean cost of the others in the load balance. */
static PetscErrorCode SetCosts(GrWorld w, PetscInt before)
{
  const PetscInt n = w->bulk->store.columns.n;
  double sum = 0;

  if (!w->load.particle_cost)
    return 0;
  for (PetscInt i = 0; i < before; i++)
    sum += w->load.particle_cost[i];
  PetscCall(PetscRealloc((size_t)n * sizeof(double), &w->load.particle_cost));
  for (PetscInt i = before; i < n; i++)
    w->load.particle_cost[i] = before > 0 ? sum / (double)before : 1;
  return 0;
}

PetscErrorCode GrBulkInsertParticles(GrWorld w, PetscInt n, const GrFillGrain particle[])
{
  const GrBulk b = w->bulk;
  const PetscInt before = b->store.columns.n, bodies = b->store.bodies.columns.n;
  PetscInt64 all;

  for (PetscInt k = 0; k < n; k++)
    PetscCall(AppendParticle(w, &particle[k]));
  all = b->store.columns.n - before;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPIU_INT64, MPI_SUM, w->comm));
  if (all == 0)
    return 0;
  GrBulkSetParticleTypes(w);
  for (PetscInt i = before; i < b->store.columns.n; i++) {
    SetRates(w, i);
    AddEnergies(w, i);
  }
  for (PetscInt k = bodies; k < b->store.bodies.columns.n; k++) {
    GrBulkBodySetFree(w, k);
    GrBulkBodyAddEnergies(w, k, -1, &b->population.energies[GR_SUM_BROUGHT], &b->population.energies[GR_SUM_EXTERNAL]);
  }
  PetscCall(SetCosts(w, before));
  b->numbers.inserted += all;
  b->population.total += all;
  return 0;
}
