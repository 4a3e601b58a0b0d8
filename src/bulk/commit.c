/* commit: acceptance of a step of an assembly, the last of the six parts of a step (force.c); see step.h.

   The trial contact histories become the committed histories. The work of dashpots, sliding, moving walls, prescribed
   motions and the fluid on each particle is integrated by the trapezoidal rule: half the step times the sum of the
   powers at the previous and at this commit. */
#include "bulk/bulk.h"

/* Adds the work of dashpots and sliding over a step of length 2 half [s]. An evaluation that is certain to become a
   step has added it already (GrBulkFinish). */
static void CommitWork(GrWorld w, double half)
{
  const GrBulk b = w->bulk;

  for (PetscInt i = 0; !w->no_rollback && i < b->store.columns.n; i++)
    GrBulkAddWork(b->store.work + GR_WORK * i, half, b->step.power[2 * i], b->step.power[2 * i + 1]);
}

/* Adds the work of moving walls, prescribed motions, program forces and the fluid. */
static void CommitAccounts(GrWorld w, double half, const double *u)
{
  const GrBulk b = w->bulk;
  const GrDrag *drag = &w->the_case->drag;
  const PetscBool drags = GrWorldDrags(w);

  if (!b->step.external_power && !drags)
    return;
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    double *restrict own = b->store.accounts + GR_ACCOUNTS * i;
    const double *v = u + GR_STATE * i + 3;
    const double external = b->step.external_power ? b->step.external_power[i] : 0;
    double fluid = 0, force[6];
    if (drags && b->store.member[i] == 1) /* the first sphere has the account of its body */
      fluid = GrBulkBodyFindDrag(w, b->bodies.of[i], force);
    else if (drags && b->store.member[i] == 0 && b->step.inverse_mass[i] > 0)
      fluid = GrBulkFindDrag(drag, b->store.radius[i], v, force);
    own[GR_ACCOUNT_EXTERNAL] += half * (own[GR_ACCOUNT_EXTERNAL_POWER] + external);
    own[GR_ACCOUNT_DRAG] += half * (own[GR_ACCOUNT_DRAG_POWER] + fluid);
    own[GR_ACCOUNT_EXTERNAL_POWER] = external;
    own[GR_ACCOUNT_DRAG_POWER] = fluid;
  }
}

/* Adds the plastic work of contacts that end, or end in part, to the accounts of their first particles, or half to
   each particle if the output has the energies of particles. */
static void CommitPlasticWork(GrWorld w, GrHistory *h, PetscBool pairs)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  const PetscBool split = (PetscBool)(pairs && w->the_case->output.trajectory_energies);
  double plastic_work[GR_BATCH];
  int ending[GR_BATCH];
  GrBatch t;

  t.one_rule = t.felt = 0;
  t.alike = 0; /* GrBatchPlasticWork reads no other member of the batch */
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
      t.first[i] = pairs ? GrBulkCandidate(&b->neighbours, contact).first : b->walls.particle[contact];
      t.second[i] = split ? GrBulkCandidate(&b->neighbours, contact).second : n;
      t.type[i] = pairs ? GrBulkCandidate(&b->neighbours, contact).type : b->walls.pair_type[contact];
    }
    GrBatchPlasticWork(&b->model, h, &t, plastic_work);
    for (int i = 0; i < t.n; i++) {
      const double part = split ? 0.5 * plastic_work[i] : plastic_work[i];
      if (t.first[i] < n)
        b->store.accounts[GR_ACCOUNTS * t.first[i] + GR_ACCOUNT_PLASTIC] += part;
      if (t.second[i] < n)
        b->store.accounts[GR_ACCOUNTS * t.second[i] + GR_ACCOUNT_PLASTIC] += part;
    }
  }
}

PetscErrorCode GrBulkCommit(GrWorld w, double t, const double *u)
{
  const GrBulk b = w->bulk;
  const double half = 0.5 * (t - w->committed_time);

  CommitWork(w, half);
  CommitAccounts(w, half, u);
  GrBulkWallWorkCommit(&b->wall_motion.work, half);
  if (b->model.plastic) {
    CommitPlasticWork(w, &b->history, PETSC_TRUE);
    CommitPlasticWork(w, &b->walls.history, PETSC_FALSE);
  }
  PetscCall(GrBulkBondCommit(w, t));
  GrHistoryCommit(&b->history);
  GrHistoryCommit(&b->walls.history);
  PetscCall(GrWallsCommit(&b->walls));
  if (b->cell)
    b->cell->committed = b->cell->trial;
  w->deepest = w->deepest_trial;
  b->step.trial_fault.time = t;
  if (b->step.trial_fault.what)
    GrBulkKeepFault(&b->step.fault, &b->step.trial_fault);
  b->numbers.steps++;
  return 0;
}
