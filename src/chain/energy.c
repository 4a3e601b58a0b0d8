/* energy: the energies of beads on a line, and what a user is told when a limit is broken.

   Every evaluation compares each touching overlap with its limit: the fraction `time.overlap_limit` of the smaller
   radius and, with a fixed step h, the overlap at which the contact grows too stiff for h. Each rank keeps the first
   committed violation for the guard. Not-a-number breaks every limit, so it is caught here too.

   External work is that of gravity and of the forces on groups, sum (m g + P) x, and of the drives (drive.c): work done
   on the contacts, and 1/2 m v^2. A contact across ranks is booked by
   the rank that owns its lower id. */
#include "chain/chain.h"
#include "world/guard.h"

void GrLineTell(GrWorld w, char *message)
{
  const GrViolation *v = &w->line->contacts.violation;
  const PetscInt64 id = w->line->particles.rows.first + v->slot;
  const GrKind *kind = &w->line->kinds[GrKindOf(w->the_case, id + 1)];
  GrTold told = {.time = v->time,
                 .overlap = v->overlap,
                 .limit = kind->overlap_limit,
                 .radius = kind->radius_min,
                 .longest = 0.5 * GrKindStep(kind, v->overlap)};

  snprintf(told.first, sizeof(told.first), "bead %" PetscInt64_FMT, id);
  snprintf(told.second, sizeof(told.second), "bead %" PetscInt64_FMT, id + 1);
  GrKindLaws(kind, told.laws, sizeof(told.laws));
  GrDescribeContact(w, &told, message);
}

/* Of the driven beads; work: of their drives. */
static void AddDrives(GrWorld w, const double *v, const double *work, GrSum *external)
{
  const GrDrives *drives = &w->line->drives;
  const double *mass = w->line->particles.mass;

  for (int k = 0; k < drives->n; k++)
    for (PetscInt i = drives->drive[k].begin; i < drives->drive[k].end; i++) {
      GrSumAdd(external, work[i]);
      GrSumAdd(external, 0.5 * mass[i] * v[i] * v[i]);
    }
}

static void AddBeads(GrWorld w, const double *x, const double *v, const double *viscous, GrSum *sum)
{
  const GrParticles *p = &w->line->particles;
  const GrContacts *c = &w->line->contacts;
  const double *push = w->line->push;

  for (PetscInt i = 0; i < p->n; i++) {
    GrSumAdd(&sum[GR_SUM_KINETIC], 0.5 * p->mass[i] * v[i] * v[i]);
    if (p->inverse_mass[i] > 0)
      GrSumAdd(&sum[GR_SUM_EXTERNAL], p->mass[i] * w->the_case->gravity * x[i]);
    if (push && p->inverse_mass[i] > 0)
      GrSumAdd(&sum[GR_SUM_EXTERNAL], push[i] * x[i]);
    if (viscous)
      GrSumAdd(&sum[GR_SUM_VISCOUS], viscous[i]);
    else if (c->damps)
      GrSumAdd(&sum[GR_SUM_VISCOUS], c->viscous[i + 1]);
    if (c->plastic)
      GrSumAdd(&sum[GR_SUM_PLASTIC], c->plastic[i + 1]);
  }
}

static void AddContacts(GrWorld w, const double *x, GrSum *sum)
{
  GrContacts *c = &w->line->contacts;
  double recoverable[GR_BLOCK], spent[GR_BLOCK];

  for (PetscInt b = 0; b < c->n_blocks; b++) {
    if (c->block[b].begin == 0) /* the left neighbour's */
      continue;
    GrContactsEnergy(c, b, x, &w->line->halo, recoverable, spent);
    for (int i = 0; i < c->block[b].n; i++) {
      GrSumAdd(&sum[GR_SUM_ELASTIC], recoverable[i]);
      GrSumAdd(&sum[GR_SUM_PLASTIC], spent[i]);
    }
  }
}

PetscErrorCode GrLineEnergies(GrWorld w, const double *u, GrSum sum[GR_SUM_ENERGIES])
{
  const PetscInt n = w->line->particles.n;
  const double *x = u, *v = u + n;
  const PetscBool rk = (PetscBool)(w->the_case->time.integrator == GR_INTEGRATOR_RK);

  PetscFunctionBeginUser;
  PetscCall(GrHaloBegin(&w->line->halo, n, x, v)); /* ghosts at the committed state */
  PetscCall(GrHaloEnd(&w->line->halo));
  AddBeads(w, x, v, rk ? u + 2 * n : NULL, sum);
  AddDrives(w, v, rk ? u + 3 * n : w->line->drives.work, &sum[GR_SUM_EXTERNAL]);
  AddContacts(w, x, sum);
  PetscFunctionReturn(0);
}
