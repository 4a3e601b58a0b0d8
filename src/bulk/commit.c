/* commit: acceptance of a step of an assembly, the last of the six parts of a step (force.c); see bulk/step.h.

   The trial contact histories become the committed histories. The work of dashpots, sliding, moving walls, prescribed
   motions and program forces on each particle is integrated by the trapezoidal rule: half the step times the sum of the
   powers at the previous and at this commit. An integrator that integrates work has the works of the step in its state
   vector (GR_STEP_VISCOUS, ...); they replace the rule. Work of drag in a step by a rule: see bulk/drag/decay.h. */
#include "bulk/bulk.h"

/* Power that drag dissipates on particle i [W]; v[6]: its velocity [m/s] and spin [rad/s]. The first sphere of a rigid
   body has the power of the body. */
static double FindDragPower(GrWorld w, PetscInt i, const double *v)
{
  const GrBulk b = w->bulk;
  double force[6], c[6];

  if (b->store.member[i] == 1)
    return GrBulkBodyFindDrag(w, b->bodies.of[i], (const double[3]){0}, force);
  if (b->store.member[i] > 1 || !(b->step.inverse_mass[i] > 0))
    return 0;
  PetscArraycpy(c, v, 6);
  GrBulkCellSubtractFlow(b, v - 3, c);
  return GrBulkFindDrag(&b->step.fluid[1], b->store.radius[i], c, force);
}

void GrBulkPower(GrWorld w, const double *u, double *power)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  const bool drags = GrWorldDrags(w);

  for (PetscInt i = 0; i < n; i++) {
    power[GR_STEP_VISCOUS * n + i] = b->step.power[2 * i];
    power[GR_STEP_SLIDING * n + i] = b->step.power[2 * i + 1];
    power[GR_STEP_DRAG * n + i] = drags ? FindDragPower(w, i, u + GR_STATE * i + 3) : 0;
    power[GR_STEP_EXTERNAL * n + i] = b->step.external_power ? b->step.external_power[i] : 0;
  }
  if (b->wall_motion.moves)
    GrBulkWallWorkPower(w, power + GR_STEP_WORKS * n);
}

/* Works of the step in the state vector; NULL: the integrator does not integrate work. */
static const double *WorksOfStep(GrWorld w, const double *u)
{
  return w->the_case->time.integrator->integrates_work ? u + GR_STATE * w->bulk->store.columns.n : NULL;
}

/* Adds the work of dashpots and sliding over a step of length 2 half [s]. An evaluation that is certain to become a
   step has added it already (GrBulkFinish). */
static void CommitWork(GrWorld w, double half, const double *u)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  const double *works = WorksOfStep(w, u);

  for (PetscInt i = 0; !w->no_rollback && i < n; i++) {
    double *own = b->store.work + GR_WORK * i;
    GrBulkAddWork(own, works ? 0 : half, b->step.power[2 * i], b->step.power[2 * i + 1]);
    own[GR_WORK_VISCOUS] += works ? works[GR_STEP_VISCOUS * n + i] : 0;
    own[GR_WORK_SLIDE] += works ? works[GR_STEP_SLIDING * n + i] : 0;
  }
}

/* Returns and clears the energy that drag has dissipated in the step on particle i or, if it is the first sphere of a
   rigid body, on the body [J]. */
static double TakeDrag(GrWorld w, PetscInt i)
{
  const GrBulk b = w->bulk;
  double *own = b->store.member[i] == 1 ? &b->bodies.drag[b->bodies.of[i]].dissipated : &b->step.drag[i].dissipated;
  const double dissipated = *own;

  *own = 0;
  return dissipated;
}

/* Adds the work of moving walls, prescribed motions, program forces and the fluid. */
static void CommitAccounts(GrWorld w, double half, const double *u)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  const double *works = WorksOfStep(w, u);
  const bool drags = GrWorldDrags(w);

  if (!b->step.external_power && !drags)
    return;
  for (PetscInt i = 0; i < n; i++) {
    double *restrict own = b->store.accounts + GR_ACCOUNTS * i;
    const double external = b->step.external_power ? b->step.external_power[i] : 0;
    own[GR_ACCOUNT_EXTERNAL] +=
        works ? works[GR_STEP_EXTERNAL * n + i] : half * (own[GR_ACCOUNT_EXTERNAL_POWER] + external);
    own[GR_ACCOUNT_DRAG] += works ? works[GR_STEP_DRAG * n + i] : drags ? TakeDrag(w, i) : 0;
    own[GR_ACCOUNT_EXTERNAL_POWER] = external;
  }
}

/* Adds the plastic work of contacts that end, or end in part, to the accounts of their first particles, or half to
   each particle if the output has the energies of particles. */
static void CommitPlasticWork(GrWorld w, GrHistory *h, bool pairs)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  const bool split = pairs && w->the_case->output.trajectory_energies;
  double plastic_work[GR_BATCH];
  int ending[GR_BATCH];
  GrBatchContacts t = {.history = h};

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
    GrBatchPlasticWork(&b->model, &t, plastic_work);
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
  const double half = 0.5 * (t - w->clock.committed), *works = WorksOfStep(w, u);

  CommitWork(w, half, u);
  CommitAccounts(w, half, u);
  GrBulkWallWorkCommit(w, half, works ? works + GR_STEP_WORKS * b->store.columns.n : NULL);
  GrBulkWearCommit(&b->wall_motion.wear, half);
  if (b->model.n_normal_history > 0) {
    CommitPlasticWork(w, &b->history, true);
    CommitPlasticWork(w, &b->walls.history, false);
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
