/* Energies of a chain, and messages about initial overlaps and about overlaps above their limit.

   Every evaluation of forces compares the overlap of each contact with its limit. The limit is the fraction
   `time.overlap_limit` of the smaller radius or, if it is smaller, the overlap at which the contact is too stiff for a
   fixed step h. Each rank stores the first violation in a completed step for the stability check. NaN counts as a
   violation.

   External work has two parts. The work of gravity and of the constant forces P on groups is sum (m g + P) x over the
   beads, with mass m and displacement x. The work of prescribed motions (drive.c) is their work on the contacts plus
   the kinetic energy of their beads. The energy of a contact between two ranks is added on the rank that owns the bead
   with the lower id. */
#include "chain/chain.h"
#include "contact/stable_step.h"
#include "world/guard.h"
#include "world/overlap.h"

void GrChainDescribeFault(GrWorld w, char *message)
{
  const GrViolation *v = &w->chain->contacts.check.violation;
  const PetscInt64 id = w->chain->particles.rows.first + v->slot;
  const GrPairType *type = GrChainPairType(w, v->slot);
  GrBrokenContact broken = {.time = v->time,
                            .overlap = v->overlap,
                            .limit = GrChainPairTypeSpan(type)->overlap_limit,
                            .radius = type->radius_min,
                            .longest = 0.5 * GrModelStepAlone(type->model, type->number, v->overlap)};

  if (v->quantity) {
    char advice[GR_ADVICE_MAX];
    GrWorldStepAdvice(w, 0, sizeof(advice), advice);
    snprintf(message, GR_MESSAGE_MAX,
             "at t = %.9g s: the %s of bead %" PetscInt64_FMT
             " is not a number. The steps are too long, or the input has extreme values: %s",
             v->time, v->quantity, id, advice);
    return;
  }
  snprintf(broken.first, sizeof(broken.first), "bead %" PetscInt64_FMT, id);
  snprintf(broken.second, sizeof(broken.second), "bead %" PetscInt64_FMT, id + 1);
  GrModelLaws(type->laws, broken.laws, sizeof(broken.laws));
  GrWorldDescribeContact(w, &broken, message);
}

/* Adds the external work on the driven beads and the work of the force of the program. work: sum of both per bead [J].
   */
static void AddDrives(GrWorld w, const double *v, const double *work, GrSum *external)
{
  const GrChainDrives *drives = &w->chain->drives;
  const double *mass = w->chain->particles.mass;

  for (int k = 0; k < drives->n; k++)
    for (PetscInt i = drives->drive[k].begin; i < drives->drive[k].end; i++) {
      GrSumAdd(external, work[i]);
      GrSumAdd(external, 0.5 * mass[i] * v[i] * v[i]);
    }
  for (PetscInt i = 0; drives->own && i < w->chain->particles.n; i++)
    if (w->chain->particles.inverse_mass[i] > 0)
      GrSumAdd(external, work[i]);
}

static void AddBeads(GrWorld w, const double *x, const double *v, const double *viscous, GrSum *sum)
{
  const GrBeads *p = &w->chain->particles;
  const GrChainContacts *c = &w->chain->contacts;
  const double *constant_force = w->chain->constant_force;

  for (PetscInt i = 0; i < p->n; i++) {
    GrSumAdd(&sum[GR_SUM_KINETIC], 0.5 * p->mass[i] * v[i] * v[i]);
    if (p->inverse_mass[i] > 0)
      GrSumAdd(&sum[GR_SUM_EXTERNAL], p->mass[i] * w->the_case->gravity * x[i]);
    if (constant_force && p->inverse_mass[i] > 0)
      GrSumAdd(&sum[GR_SUM_EXTERNAL], constant_force[i] * x[i]);
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
  GrChainContacts *c = &w->chain->contacts;
  double recoverable[GR_CHAIN_BLOCK], consumed[GR_CHAIN_BLOCK];

  for (PetscInt b = 0; b < c->n_blocks; b++) {
    if (c->block[b].begin == 0) /* the left rank counts it */
      continue;
    GrChainContactsEnergy(c, b, x, &w->chain->halo, recoverable, consumed);
    for (int i = 0; i < c->block[b].n; i++) {
      GrSumAdd(&sum[GR_SUM_ELASTIC], recoverable[i]);
      GrSumAdd(&sum[GR_SUM_PLASTIC], consumed[i]);
    }
  }
}

/* Returns the contact of a slot. A plane counts as a sphere of radius 0. */
static GrContact ContactOf(GrWorld w, const GrChainBlock *b, PetscInt slot, double overlap)
{
  const GrChainContacts *contacts = &w->chain->contacts;
  const int value = b->normal.law ? GrLawHistoryFind(b->normal.law, "overlap_max") : -1;
  const GrCase *c = w->the_case;
  const PetscInt64 id = w->chain->particles.rows.first + slot;
  const double radius[2] = {GrCaseBeadRadius(GrCaseGroupBead(GrChainGroup(c, id), id)),
                            GrCaseBeadRadius(GrCaseGroupBead(GrChainGroup(c, id + 1), id + 1))};

  const double branch = (isinf(radius[0]) ? 0 : radius[0]) + (isinf(radius[1]) ? 0 : radius[1]) - overlap;

  return (GrContact){.first = id,
                     .second = id + 1,
                     .wall = -1,
                     .branch = {branch},
                     .body = {id, id + 1},
                     .body_branch = {branch},
                     .normal = {1},
                     .overlap = overlap,
                     .force = {-contacts->force[slot]},
                     .overlap_max =
                         value < 0 ? overlap : contacts->history[contacts->committed][b->normal.history + value][slot]};
}

PetscErrorCode GrChainVisitContacts(GrWorld w, const double *u, GrContactVisit visit, void *context)
{
  const PetscInt n = w->chain->particles.n;
  const GrChainContacts *c = &w->chain->contacts;
  GrContact contact[GR_CHAIN_BLOCK];

  PetscCall(GrParallelChainHaloBegin(&w->chain->halo, n, u, u + n));
  PetscCall(GrParallelChainHaloEnd(&w->chain->halo));
  for (const GrChainBlock *b = c->block; b < c->block + c->n_blocks; b++) {
    const double *left = GrBlockLeft(b, &w->chain->halo, GR_GHOST_X, u),
                 *right = GrBlockRight(c, b, &w->chain->halo, GR_GHOST_X, u);
    int found = 0;
    for (int i = 0; i < b->n && b->begin > 0; i++) { /* the left rank visits slot 0 */
      const double overlap = b->rest_overlap[i] + (left[i] - right[i]);
      if (overlap > 0 || c->force[b->begin + i] != 0)
        contact[found++] = ContactOf(w, b, b->begin + i, overlap);
    }
    visit(context, found, contact);
  }
  return 0;
}

PetscErrorCode GrChainEnergies(GrWorld w, const double *u, GrSum sum[GR_SUM_ENERGIES])
{
  const PetscInt n = w->chain->particles.n;
  const double *x = u, *v = u + n;
  const bool rk = w->the_case->time.integrator->integrates_work;

  PetscCall(GrParallelChainHaloBegin(&w->chain->halo, n, x, v)); /* ghosts at the committed state */
  PetscCall(GrParallelChainHaloEnd(&w->chain->halo));
  AddBeads(w, x, v, rk ? u + 2 * n : NULL, sum);
  AddDrives(w, v, rk ? u + 3 * n : w->chain->drives.work, &sum[GR_SUM_EXTERNAL]);
  AddContacts(w, x, sum);
  return 0;
}

/* At the start all displacements are 0. The rank of the left bead counts a contact between two ranks. */
void GrChainOverlaps(GrWorld w, GrOverlaps *overlaps)
{
  const GrChainContacts *contacts = &w->chain->contacts;

  for (PetscInt b = 0; b < contacts->n_blocks; b++) {
    const GrChainBlock *block = &contacts->block[b];
    for (int i = 0; block->begin > 0 && i < block->n; i++) {
      const PetscInt64 id = w->chain->particles.rows.first + block->begin + i;
      const GrPairType *type = GrChainPairType(w, block->begin + i);
      if (block->rest_overlap[i] > 0 && !type->held)
        GrWorldOverlapsAdd(overlaps, (GrOverlap){id, id + 1, 0, block->rest_overlap[i], type->radius_min});
    }
  }
}

PetscErrorCode GrChainName(GrWorld w, PetscInt64 id, size_t length, char *name)
{
  snprintf(name, length, "%" PetscInt64_FMT " (%s)", id, GrChainGroup(w->the_case, id)->name);
  return 0;
}

const char *GrChainOverlapRemedy(GrWorld w, const GrOverlap *o)
{
  const GrGroup *one = GrChainGroup(w->the_case, o->first), *two = GrChainGroup(w->the_case, o->second);
  const GrSpacing *spacing = one == two ? &two->between : &two->before;

  if (w->balanced)
    return "the equilibrium presses them together: write stiffer materials or smaller loads";
  return spacing->precompression > 0 ? "write a smaller precompression or a stiffer material" : "write a larger gap";
}
