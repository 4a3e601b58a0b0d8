/* add: particles inserted after the start; see population.h.

   An inserted particle touches nothing. Its acceleration is that by gravity, forces and the fluid, and so are its
   powers. Its kinetic energy is added to the ledger. Its external work begins at its place: m g . x is subtracted from
   the sum. */
#include "bulk/bulk.h"

#include <math.h>
#include <string.h>

/* Appends a row to the store. */
static PetscErrorCode AppendRow(GrWorld w, const GrInsertedParticle *particle)
{
  const GrBulk b = w->bulk;
  GrStore *s = &b->store;
  const PetscInt i = s->columns.n;
  double moved[3];

  PetscFunctionBeginUser;
  PetscCall(GrStoreReserve(s, i + 1));
  for (int k = 0; k < s->columns.n_columns; k++)
    memset((char *)s->columns.data[k] + s->columns.size[k] * (size_t)i, 0, s->columns.size[k]);
  s->id[i] = particle->id;
  s->group[i] = particle->group;
  s->type[i] = GR_PARTICLE_TYPE_OWN;
  s->radius[i] = particle->radius;
  s->mass[i] = particle->mass;
  GrStoreSetProperties(s, i, w->the_case->grains[particle->group].property);
  memcpy(s->state + GR_STATE * i, particle->state, sizeof(particle->state));
  GrBulkCellWrap(b, s->state + GR_STATE * i, moved);
  memcpy(s->reference + 3 * i, s->state + GR_STATE * i, 3 * sizeof(double));
  s->margin[i] = 0.5 * b->numbers.skin;
  s->columns.n++;
  PetscFunctionReturn(0);
}

static void SetRates(GrWorld w, PetscInt i)
{
  const GrStore *s = &w->bulk->store;
  const double *v = s->state + GR_STATE * i + 3;
  double *accounts = s->accounts + GR_ACCOUNTS * i;

  accounts[GR_ACCOUNT_EXTERNAL_POWER] = GrBulkComputeFreeAcceleration(w, i, s->acceleration + GR_RATES * i);
  if (GrWorldDrags(w) && !isinf(s->mass[i]))
    accounts[GR_ACCOUNT_DRAG_POWER] = GrBulkFindDragPower(&w->the_case->drag, s->radius[i], v);
}

/* Adds its energies to the ledger. */
static void AddEnergies(GrWorld w, PetscInt i)
{
  const GrBulk b = w->bulk;
  const double *u = b->store.state + GR_STATE * i, m = b->store.mass[i], R = b->store.radius[i];

  for (int k = 3; k < 6 && !isinf(m); k++) {
    GrSumAdd(&b->population.energies[GR_SUM_BROUGHT], 0.5 * m * u[k] * u[k]);
    GrSumAdd(&b->population.energies[GR_SUM_BROUGHT], 0.5 * (0.4 * m * R * R) * u[3 + k] * u[3 + k]);
  }
  GrBulkAddExternalWork(w, b->store.state, i, -1, &b->population.energies[GR_SUM_EXTERNAL]);
  GrBulkPopulationAddMass(w, GR_TALLY_INSERTED, m);
}

/* Gives inserted particles the mean cost of the others in the load balance. */
static PetscErrorCode SetCosts(GrWorld w, PetscInt before)
{
  const PetscInt n = w->bulk->store.columns.n;
  double sum = 0;

  PetscFunctionBeginUser;
  if (!w->particle_cost)
    PetscFunctionReturn(0);
  for (PetscInt i = 0; i < before; i++)
    sum += w->particle_cost[i];
  PetscCall(PetscRealloc((size_t)n * sizeof(double), &w->particle_cost));
  for (PetscInt i = before; i < n; i++)
    w->particle_cost[i] = before > 0 ? sum / (double)before : 1;
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkInsertParticles(GrWorld w, PetscInt n, const GrInsertedParticle particle[])
{
  const GrBulk b = w->bulk;
  const PetscInt before = b->store.columns.n;
  PetscInt64 all = n;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPIU_INT64, MPI_SUM, w->comm));
  if (all == 0)
    PetscFunctionReturn(0);
  PetscCall(GrStoreReserve(&b->store, before + n));
  for (PetscInt k = 0; k < n; k++)
    PetscCall(AppendRow(w, &particle[k]));
  PetscCall(GrBulkSetParticleTypes(w));
  for (PetscInt i = before; i < b->store.columns.n; i++) {
    SetRates(w, i);
    AddEnergies(w, i);
  }
  PetscCall(SetCosts(w, before));
  b->numbers.inserted += all;
  b->population.total += all;
  PetscFunctionReturn(0);
}
