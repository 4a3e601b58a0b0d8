/* finite: finds numbers of an assembly that are not finite, and the particle with the largest share
   of an energy; see step.h. */
#include "bulk/bulk.h"

#include "bulk/output.h"
#include <math.h>

/* Whether all n numbers are finite; 0 x is NaN if x is not. */
static inline bool AreFinite(PetscInt n, const double *restrict x)
{
  double sum = 0;

  for (PetscInt k = 0; k < n; k++)
    sum += 0 * x[k];
  return sum == 0;
}

static void KeepFinite(GrWorld w, const char *quantity, PetscInt64 id, int wall)
{
  const GrFault fault = {
      .what = GR_BROKEN_FINITE, .time = w->clock.committed, .first = id, .wall = wall, .quantity = quantity};
  GrBulkKeepFault(&w->bulk->step.fault, &fault);
}

/* Checks a column with numbers of n particles. A column is read once as a whole; rows only after a finding. */
static void CheckColumn(GrWorld w, const char *quantity, PetscInt n, int width, int begin, int count,
                        const double *column, const PetscInt64 *id)
{
  for (PetscInt i = 0; i < n; i++)
    if (!AreFinite(count, column + width * i + begin))
      KeepFinite(w, quantity, id[i], -1);
}

static void CheckParticles(GrWorld w, const double *u)
{
  const GrStore *s = &w->bulk->store;
  const GrBodies *b = &s->bodies;
  const PetscInt n = s->columns.n, m = b->columns.n;

  if (!AreFinite(GR_STATE * n, u)) {
    CheckColumn(w, "position", n, GR_STATE, 0, 3, u, s->id);
    CheckColumn(w, "velocity", n, GR_STATE, 3, 3, u, s->id);
    CheckColumn(w, "spin", n, GR_STATE, 6, 3, u, s->id);
  }
  if (w->the_case->time.integrator->rule && !AreFinite(GR_RATES * n, s->acceleration))
    CheckColumn(w, "force", n, GR_RATES, 0, GR_RATES, s->acceleration, s->id);
  CheckColumn(w, "position", m, 3, 0, 3, b->position, b->id);
  CheckColumn(w, "velocity", m, 3, 0, 3, b->velocity, b->id);
  CheckColumn(w, "orientation", m, 4, 0, 4, b->orientation, b->id);
  CheckColumn(w, "angular momentum", m, 3, 0, 3, b->momentum, b->id);
}

/* Checks the committed histories of contacts of particles, or of contacts with walls. */
static void CheckHistories(GrWorld w, const GrHistory *h, bool pairs)
{
  const GrBulk b = w->bulk;

  for (PetscInt k = 0; k < h->n_blocks; k++)
    for (int v = 0; v < h->n_values; v++) {
      const double *value = GrHistoryValues(h, h->committed, k, v);
      if (AreFinite(h->n[h->committed][k], value))
        continue;
      for (int e = 0; e < h->n[h->committed][k]; e++) {
        const PetscInt slot = GR_BLOCK_SLOTS * k + h->slot[h->committed][GR_BLOCK_SLOTS * k + e];
        const PetscInt first = pairs ? GrBulkCandidate(&b->neighbours, slot).first : b->walls.particle[slot];
        if (!AreFinite(1, value + e) && first >= 0)
          KeepFinite(w, "contact history", b->store.id[first], -1);
      }
    }
}

void GrBulkCheckFinite(GrWorld w, const double *u)
{
  const GrBulk b = w->bulk;

  CheckParticles(w, u);
  CheckHistories(w, &b->history, true);
  CheckHistories(w, &b->walls.history, false);
  for (int k = 0; k < b->walls.n_travels; k++) {
    const GrWallTravel *own = &b->walls.committed[k];
    if (!AreFinite(3, (const double[3]){own->distance, own->speed, own->acceleration}))
      KeepFinite(w, "motion", 0, b->walls.giving_way[k]);
  }
}

/* ---- shares of an energy ---- */

static double KineticShare(GrWorld w, const double *u, PetscInt i)
{
  GrSum sum;

  GrSumClear(&sum);
  GrBulkAddKineticEnergy(w, u, i, &sum);
  return GrSumValue(&sum);
}

PetscErrorCode GrBulkFindLargestShare(GrWorld w, const double *u, int energy, double *most, PetscInt64 *id)
{
  static const int of[GR_SUM_ENERGIES] = {[GR_SUM_ELASTIC] = GR_ENERGY_ELASTIC + 1,
                                          [GR_SUM_VISCOUS] = GR_ENERGY_VISCOUS + 1,
                                          [GR_SUM_FRICTIONAL] = GR_ENERGY_FRICTIONAL + 1,
                                          [GR_SUM_PLASTIC] = GR_ENERGY_PLASTIC + 1,
                                          [GR_SUM_DRAG] = GR_ENERGY_DRAG + 1};
  const GrStore *s = &w->bulk->store;
  double(*shares)[GR_ENERGIES];

  if (energy != GR_SUM_KINETIC && energy != GR_SUM_EXTERNAL && !of[energy])
    return 0;
  PetscCall(PetscMalloc1(s->columns.n + 1, &shares));
  PetscCall(GrBulkFindEnergies(w, u, shares));
  for (PetscInt i = 0; i < s->columns.n; i++) {
    double own = energy == GR_SUM_KINETIC    ? KineticShare(w, u, i)
                 : energy == GR_SUM_EXTERNAL ? fabs(s->accounts[GR_ACCOUNTS * i + GR_ACCOUNT_EXTERNAL])
                                             : fabs(shares[i][of[energy] - 1]);
    own = isnan(own) ? INFINITY : own;
    if (own > *most || (own == *most && own > 0 && s->id[i] < *id)) {
      *most = own;
      *id = s->id[i];
    }
  }
  return PetscFree(shares);
}
