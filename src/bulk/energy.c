/* energy: acceptance of a step, and energies; see bulk.h.

   Work of dashpots, of sliding, of walls and prescribed motions and of the fluid is the sum of power times time by the
   trapezoidal rule, particle by particle. What sliding takes counts as dissipated as far as its springs do not hold it.
   External work of gravity and of forces on groups is m g . X + F . X, X the path. */
#include "bulk/bulk.h"

#include <math.h>

/* Unless the evaluation has done so already (GrBulkEvaluate). */
static void CommitWork(GrWorld w, double half)
{
  const GrBulk b = w->bulk;

  for (PetscInt i = 0; !w->no_rollback && i < b->store.columns.n; i++)
    GrBulkAddWork(b, i, half, b->power[2 * i], b->power[2 * i + 1]);
}

/* Walls that move, particles that are held, the fluid. */
static void CommitAccounts(GrWorld w, double half, const double *u)
{
  const GrBulk b = w->bulk;
  const GrDrag *drag = &w->the_case->drag;
  const PetscBool drags = GrWorldDrags(w);

  if (!b->external_power && !drags)
    return;
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    double *restrict own = b->store.accounts + GR_ACCOUNTS * i;
    const double *v = u + GR_STATE * i + 3;
    const double external = b->external_power ? b->external_power[i] : 0;
    const double fluid = drags && b->inverse_mass[i] > 0 ? GrBulkDragPower(drag, b->store.radius[i], v) : 0;
    own[GR_ACCOUNT_EXTERNAL] += half * (own[GR_ACCOUNT_EXTERNAL_POWER] + external);
    own[GR_ACCOUNT_DRAG] += half * (own[GR_ACCOUNT_DRAG_POWER] + fluid);
    own[GR_ACCOUNT_EXTERNAL_POWER] = external;
    own[GR_ACCOUNT_DRAG_POWER] = fluid;
  }
}

/* The plastic work of contacts that end, or end in part, goes to the account of their first particle. */
static void CommitPlasticWork(GrWorld w, GrHistory *h, PetscBool pairs)
{
  const GrBulk b = w->bulk;
  double plastic_work[GR_BATCH];
  int ending[GR_BATCH];
  GrBatch t;

  t.one_rule = 0;
  t.alike = 0; /* and no numbers but these */
  for (t.block = 0; t.block < h->n_blocks; t.block++) {
    const unsigned char *slot = h->slot[h->committed] + GR_BLOCK_SLOTS * t.block;
    if (!b->model.adheres && GrHistorySame(h, t.block)) /* no contact ends */
      continue;
    t.n = GrHistoryEnding(h, t.block, b->model.n_normal_history, ending);
    if (t.n == 0)
      continue;
    for (int i = 0; i < t.n; i++) {
      const PetscInt contact = GR_BLOCK_SLOTS * t.block + slot[ending[i]];
      t.slot[i] = slot[ending[i]];
      t.first[i] = pairs ? GrBulkCandidate(b, contact).first : b->walls.particle[contact];
      t.type[i] = pairs ? GrBulkCandidate(b, contact).type : b->walls.pair_type[contact];
    }
    GrBatchPlasticWork(&b->model, h, &t, plastic_work);
    for (int i = 0; i < t.n; i++)
      if (t.first[i] < b->store.columns.n)
        b->store.accounts[GR_ACCOUNTS * t.first[i] + GR_ACCOUNT_PLASTIC] += plastic_work[i];
  }
}

PetscErrorCode GrBulkCommit(GrWorld w, double t, const double *u)
{
  const GrBulk b = w->bulk;
  const double half = 0.5 * (t - w->committed_time);

  PetscFunctionBeginUser;
  CommitWork(w, half);
  CommitAccounts(w, half, u);
  GrBulkWallWorkCommit(&b->wall_work, half);
  if (b->model.plastic) {
    CommitPlasticWork(w, &b->history, PETSC_TRUE);
    CommitPlasticWork(w, &b->walls.history, PETSC_FALSE);
  }
  PetscCall(GrBulkCommitBonds(w, t));
  GrHistoryCommit(&b->history);
  GrHistoryCommit(&b->walls.history);
  PetscCall(GrWallsCommit(&b->walls));
  if (b->cell)
    b->cell->committed = b->cell->trial;
  b->trial_fault.time = t;
  if (b->trial_fault.what)
    GrBulkKeepFault(&b->fault, &b->trial_fault);
  b->numbers.spring_offset = b->model.committed_offset = b->model.trial_offset;
  b->numbers.steps++;
  PetscFunctionReturn(0);
}

void GrBulkAddExternal(GrWorld w, const double *u, PetscInt i, double sign, GrSum *sum)
{
  const GrCase *c = w->the_case;
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;

  for (int k = 0; k < 3 && !isinf(s->mass[i]); k++) {
    const double path = u[GR_STATE * i + k] + (double)s->image[3 * i + k] * (b->box.upper[k] - b->box.lower[k]);
    double force = s->mass[i] * c->gravity_vector[k];
    for (int p = 0; p < c->n_group_forces; p++)
      force += c->group_forces[p].group == s->group[i] ? c->group_forces[p].force[k] : 0;
    GrSumAdd(sum, sign * (force * path));
  }
}

void GrBulkAddAccounts(GrWorld w, const double *u, PetscInt i, GrSum sum[GR_SUM_ENERGIES])
{
  const GrStore *s = &w->bulk->store;
  const double *work = s->work + GR_WORK * i, *accounts = s->accounts + GR_ACCOUNTS * i;

  GrSumAdd(&sum[GR_SUM_VISCOUS], work[GR_WORK_VISCOUS]);
  GrSumAdd(&sum[GR_SUM_FRICTIONAL], work[GR_WORK_SLIDE]);
  GrSumAdd(&sum[GR_SUM_PLASTIC], accounts[GR_ACCOUNT_PLASTIC]);
  GrSumAdd(&sum[GR_SUM_DRAG], accounts[GR_ACCOUNT_DRAG]);
  GrSumAdd(&sum[GR_SUM_EXTERNAL], accounts[GR_ACCOUNT_EXTERNAL]);
  GrBulkAddExternal(w, u, i, 1, &sum[GR_SUM_EXTERNAL]);
}

void GrBulkAddKinetic(GrWorld w, const double *u, PetscInt i, GrSum *sum)
{
  const GrBulk b = w->bulk;
  const double *spin = u + GR_STATE * i + 6;
  double v[3];

  GrBulkPeculiar(b, u + GR_STATE * i, v);
  for (int k = 0; k < 3 && b->inverse_mass[i] > 0; k++) {
    GrSumAdd(sum, 0.5 * b->store.mass[i] * v[k] * v[k]);
    GrSumAdd(sum, 0.5 / b->inverse_inertia[i] * spin[k] * spin[k]);
  }
}

typedef struct {
  GrWorld world;
  GrHistory *history;
  GrSum *sum;
} Energies;

/* A contact across ranks is counted by the rank that owns its first particle. */
static void AddContacts(void *context, GrBatch *t)
{
  const Energies *e = context;
  const GrBulk b = e->world->bulk;
  double recoverable[GR_BATCH], springs[GR_BATCH], plastic_work[GR_BATCH];

  GrBatchEnergies(&b->model, e->history, t, recoverable, springs, plastic_work);
  for (int i = 0; i < t->n; i++) {
    if (t->first[i] >= b->store.columns.n)
      continue;
    GrSumAdd(&e->sum[GR_SUM_ELASTIC], recoverable[i]);
    GrSumAdd(&e->sum[GR_SUM_ELASTIC], springs[i]);
    GrSumAdd(&e->sum[GR_SUM_FRICTIONAL], -springs[i]);
    GrSumAdd(&e->sum[GR_SUM_PLASTIC], plastic_work[i]);
  }
}

PetscErrorCode GrBulkEnergies(GrWorld w, const double *u, GrSum sum[GR_SUM_ENERGIES])
{
  const GrBulk b = w->bulk;
  Energies pairs = {w, &b->history, sum}, walls = {w, &b->walls.history, sum};
  const GrWallParticles particles = GrBulkWallParticles(w);
  GrBatch batch;

  PetscFunctionBeginUser;
  PetscCall(GrBulkExchange(w, u));
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    GrBulkAddAccounts(w, b->store.state, i, sum);
    GrBulkAddKinetic(w, b->store.state, i, &sum[GR_SUM_KINETIC]);
  }
  GrBulkWalkPairs(w, b->store.state, &batch, AddContacts, &pairs);
  GrWallsWalk(&b->walls, &b->model, &particles, w->committed_time, &batch, AddContacts, &walls);
  if (w->rank == 0)
    GrWallsAddEnergies(&b->walls, &sum[GR_SUM_KINETIC], &sum[GR_SUM_EXTERNAL]);
  for (int s = 0; s < GR_SUM_ENERGIES; s++)
    GrSumMerge(&sum[s], &b->removed[s]);
  PetscFunctionReturn(0);
}
