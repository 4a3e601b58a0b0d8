/* finite: finds numbers of a chain that are not finite, for any contact law, and the bead with the largest share of an
   energy; see chain.h. */
#include "chain/chain.h"

#include <math.h>

/* The first of n numbers that is not finite; n: all are. */
static PetscInt FirstBad(PetscInt n, const double *restrict x)
{
  PetscInt i = 0;
  double sum = 0;

  for (PetscInt k = 0; k < n; k++)
    sum += 0 * x[k]; /* NaN if some number is not finite */
  while (sum != 0 && i < n && isfinite(x[i]))
    i++;
  return sum == 0 ? n : i;
}

/* Keeps the bead with the lowest id, as all ranks do. */
static void Keep(GrWorld w, const char *quantity, PetscInt n, const double *x)
{
  GrViolation *v = &w->chain->contacts.check.violation;
  const PetscInt at = FirstBad(n, x);

  if (at == n || (v->found && (v->time < w->clock.committed || v->slot <= at + 1)))
    return;
  *v = (GrViolation){.found = true, .time = w->clock.committed, .slot = at + 1, .quantity = quantity};
}

void GrChainCheckFinite(GrWorld w, const double *u)
{
  const GrChainContacts *c = &w->chain->contacts;
  const PetscInt n = w->chain->particles.n;

  Keep(w, "position", n, u);
  Keep(w, "velocity", n, u + n);
  Keep(w, "force", n, c->force + 1);
  for (int k = 0; k < c->n_history; k++)
    Keep(w, "contact history", n, c->history[c->committed][k] + 1);
}

PetscErrorCode GrChainFindLargestShare(GrWorld w, const double *u, int energy, double *most, PetscInt64 *id)
{
  const GrBeads *p = &w->chain->particles;
  const GrChainContacts *c = &w->chain->contacts;
  const double *v = u + p->n;

  for (PetscInt i = 0; i < p->n; i++) {
    double own = energy == GR_SUM_VISCOUS && c->damps ? fabs(c->viscous[i + 1]) : 0.5 * p->mass[i] * v[i] * v[i];
    own = isnan(own) ? INFINITY : own;
    if (own > *most) {
      *most = own;
      *id = p->id[i];
    }
  }
  return 0;
}
