/* energy: energies of an assembly; see step.h.

   The external work of gravity g and of a force F on a group is (m g + F) . X, with the displacement X of the particle
   since the start. The work of a gravity or force that varies with time is accumulated from its power m g . v or F . v
   (GrBulkStep.external_power). The frictional loss is the work of sliding minus the energy that the friction springs
   store. */
#include "bulk/bulk.h"

#include "bulk/output.h"
#include <math.h>

void GrBulkAddExternalWork(GrWorld w, const double *u, PetscInt i, double sign, GrSum *sum)
{
  const GrCase *c = w->the_case;
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  const bool varies = GrFunctionVaries(c->gravity_of_time); /* its work is accumulated from its power */

  for (int k = 0; k < 3 && !GrStoreIsPrescribed(w->the_case, s, i); k++) {
    const double path = u[GR_STATE * i + k] + (double)s->image[3 * i + k] * (b->box.upper[k] - b->box.lower[k]);
    double force = varies ? 0 : s->mass[i] * c->gravity_vector[k];
    for (int p = 0; p < c->n_group_forces; p++)
      if (!GrFunctionVaries(c->group_forces[p].force_of_time))
        force += c->group_forces[p].group == s->group[i] ? c->group_forces[p].force[k] : 0;
    GrSumAdd(sum, sign * (force * path));
  }
}

void GrBulkAddAccumulated(GrWorld w, const double *u, PetscInt i, GrSum sum[GR_SUM_ENERGIES])
{
  const GrStore *s = &w->bulk->store;
  const double *work = s->work + GR_WORK * i, *accounts = s->accounts + GR_ACCOUNTS * i;

  GrSumAdd(&sum[GR_SUM_VISCOUS], work[GR_WORK_VISCOUS]);
  GrSumAdd(&sum[GR_SUM_FRICTIONAL], work[GR_WORK_SLIDE]);
  GrSumAdd(&sum[GR_SUM_PLASTIC], accounts[GR_ACCOUNT_PLASTIC]);
  GrSumAdd(&sum[GR_SUM_DRAG], accounts[GR_ACCOUNT_DRAG]);
  GrSumAdd(&sum[GR_SUM_EXTERNAL], accounts[GR_ACCOUNT_EXTERNAL]);
  if (GrBulkBodyOf(w, i) < 0)
    GrBulkAddExternalWork(w, u, i, 1, &sum[GR_SUM_EXTERNAL]);
}

void GrBulkAddKineticEnergy(GrWorld w, const double *u, PetscInt i, GrSum *sum)
{
  const GrBulk b = w->bulk;
  const double *spin = u + GR_STATE * i + 6;
  double v[3];

  GrBulkCellSubtractFlow(b, u + GR_STATE * i, v);
  for (int k = 0; k < 3 && b->step.inverse_mass[i] > 0 && GrBulkBodyOf(w, i) < 0; k++) {
    GrSumAdd(sum, 0.5 * b->store.mass[i] * v[k] * v[k]);
    GrSumAdd(sum, 0.5 / b->step.inverse_inertia[i] * spin[k] * spin[k]);
  }
}

typedef struct {
  GrBulk bulk;
  GrSum *sum;
} Energies;

/* A contact across ranks is counted by the rank that owns its first particle. */
static void AddContacts(void *context, GrBatch *t)
{
  const Energies *e = context;
  const GrBulk b = e->bulk;
  double recoverable[GR_BATCH], springs[GR_BATCH], plastic_work[GR_BATCH];

  GrBatchEnergies(&b->model, t, recoverable, springs, plastic_work);
  for (int i = 0; i < t->contacts.n; i++) {
    if (t->contacts.first[i] >= b->store.columns.n)
      continue;
    GrSumAdd(&e->sum[GR_SUM_ELASTIC], recoverable[i]);
    GrSumAdd(&e->sum[GR_SUM_ELASTIC], springs[i]);
    GrSumAdd(&e->sum[GR_SUM_FRICTIONAL], -springs[i]);
    GrSumAdd(&e->sum[GR_SUM_PLASTIC], plastic_work[i]);
  }
}

PetscErrorCode GrBulkSumEnergies(GrWorld w, const double *u, GrSum sum[GR_SUM_ENERGIES])
{
  const GrBulk b = w->bulk;

  PetscCall(GrBulkExchangeHalo(w, u));
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    GrBulkAddAccumulated(w, b->store.state, i, sum);
    GrBulkAddKineticEnergy(w, b->store.state, i, &sum[GR_SUM_KINETIC]);
  }
  for (PetscInt k = 0; k < b->bodies.n; k++)
    GrBulkBodyAddEnergies(w, k, 1, &sum[GR_SUM_KINETIC], &sum[GR_SUM_EXTERNAL]);
  GrBulkWalkContacts(w, AddContacts, &(Energies){b, sum});
  if (w->rank == 0)
    GrWallsAddEnergies(&b->walls, &(GrWallEnergies){&sum[GR_SUM_KINETIC], &sum[GR_SUM_ELASTIC], &sum[GR_SUM_EXTERNAL],
                                                    &sum[GR_SUM_VISCOUS]});
  for (int s = 0; s < GR_SUM_ENERGIES; s++)
    GrSumMerge(&sum[s], &b->population.energies[s]);
  return 0;
}

typedef struct {
  GrBulk bulk;
  double (*energies)[GR_ENERGIES];
} Shares;

/* A contact across ranks is visited on both, in the same order of the contacts of a particle. */
static void ShareContacts(void *context, GrBatch *t)
{
  const Shares *s = context;
  const int partners = t->contacts.with_wall ? 1 : 2;
  double recoverable[GR_BATCH], springs[GR_BATCH], plastic_work[GR_BATCH];

  GrBatchEnergies(&s->bulk->model, t, recoverable, springs, plastic_work);
  for (int i = 0; i < t->contacts.n; i++)
    for (int k = 0; k < partners; k++) {
      const PetscInt particle = k == 0 ? t->contacts.first[i] : t->contacts.second[i];
      if (particle >= s->bulk->store.columns.n)
        continue;
      s->energies[particle][GR_ENERGY_ELASTIC] += (recoverable[i] + springs[i]) / partners;
      s->energies[particle][GR_ENERGY_FRICTIONAL] -= springs[i] / partners;
      s->energies[particle][GR_ENERGY_PLASTIC] += plastic_work[i] / partners;
    }
}

PetscErrorCode GrBulkFindEnergies(GrWorld w, const double *u, double (*energies)[GR_ENERGIES])
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  Shares shares = {b, energies};

  PetscCall(GrBulkExchangeHalo(w, u));
  for (PetscInt i = 0; i < s->columns.n; i++) {
    const double *work = s->work + GR_WORK * i, *accounts = s->accounts + GR_ACCOUNTS * i;
    energies[i][GR_ENERGY_ELASTIC] = 0;
    energies[i][GR_ENERGY_VISCOUS] = work[GR_WORK_VISCOUS];
    energies[i][GR_ENERGY_FRICTIONAL] = work[GR_WORK_SLIDE];
    energies[i][GR_ENERGY_PLASTIC] = accounts[GR_ACCOUNT_PLASTIC];
    energies[i][GR_ENERGY_DRAG] = accounts[GR_ACCOUNT_DRAG];
  }
  GrBulkWalkWalls(w, ShareContacts, &shares);
  GrBulkWalkPairs(w, ShareContacts, &shares);
  return 0;
}
