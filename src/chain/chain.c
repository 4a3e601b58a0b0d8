/* One evaluation of all forces on the beads of a chain; see granum/world.h. For every bead i that is not held,
     m_i a_i = F_{i-1,i} - F_{i,i+1} + m_i g + P_i
   with mass m, acceleration a, gravity g and the force F_{i,j} of the contact between i and j. P_i is the constant
   force on the group of the bead plus the force of the calling program. The terms are added in this order. Beads with a
   prescribed motion do not follow the equation (drive.c). */
#include "chain/chain.h"

#include "base/memory.h"
#include "parallel/decomposition.h"
#include <granum/error.h>

/* Adds the force of the program on beads [first, last) to their accelerations. */
static void AddForce(const GrWorld w, PetscInt first, PetscInt last, double *a)
{
  const GrBeads *p = &w->chain->particles;
  const GrForce *force = w->the_case->force;
  double position[3 * GR_CHAIN_BLOCK + 3] = {0}, velocity[3 * GR_CHAIN_BLOCK + 3] = {0},
                                       none[3 * GR_CHAIN_BLOCK + 3] = {0};
  double result[3 * GR_CHAIN_BLOCK + 3] = {0}, torque[3 * GR_CHAIN_BLOCK + 3] = {0};
  const GrForceChunk chunk = {w->clock.evaluation,
                              last - first,
                              p->id + first,
                              p->radius + first,
                              p->mass + first,
                              position,
                              velocity,
                              none,
                              NULL,
                              result,
                              torque};

  for (PetscInt i = first; i < last; i++) {
    position[3 * (i - first)] = p->reference[i] + w->chain->state[i];
    velocity[3 * (i - first)] = w->chain->state[p->n + i];
  }
  force->act(force->context, &chunk);
  for (PetscInt i = first; i < last; i++) {
    w->chain->drives.own[i] = p->inverse_mass[i] > 0 ? result[3 * (i - first)] : 0;
    a[i - first] += w->chain->drives.own[i] * p->inverse_mass[i];
  }
}

/* Finishes the step of n beads with the velocities v, or stores their accelerations (world/step.h). a: their
   accelerations; rates: memory for them, or NULL. */
static void FinishStep(const GrStep *step, PetscInt n, const double *restrict a, double *restrict rates,
                       double *restrict v)
{
  const double end = step->weights.end, back = step->weights.back;

  if (step->length > 0) {
    for (PetscInt i = 0; i < n; i++) {
      v[i] += end * a[i] - back * rates[i];
      rates[i] = a[i];
    }
  } else if (rates) {
    for (PetscInt i = 0; i < n; i++)
      rates[i] = a[i];
  }
}

/* Computes a_i = (F_{i-1,i} - F_{i,i+1})/m_i + g + P_i/m_i for beads [first, last), and finishes their step. A held
   bead has 1/m_i = 0, and neither gravity nor P_i acts on it. If no contact is `pushing`, forces and masses are not
   read: the cost of beads before the wave is that of their memory traffic. */
static void FinishBeads(const GrWorld w, PetscInt first, PetscInt last, bool pushing, const GrStep *step, double *v)
{
  const double *restrict force = w->chain->contacts.force, *restrict inverse_mass = w->chain->particles.inverse_mass,
                         *restrict constant_force = w->chain->constant_force, g = w->the_case->gravity;
  double a[GR_CHAIN_BLOCK + 1];

  if (first >= last)
    return;
  for (PetscInt i = first; i < last; i++)
    a[i - first] = pushing ? (force[i] - force[i + 1]) * inverse_mass[i] : 0;
  for (PetscInt i = first; g != 0 && i < last; i++)
    a[i - first] += inverse_mass[i] > 0 ? g : 0;
  for (PetscInt i = first; constant_force && i < last; i++)
    a[i - first] += constant_force[i] * inverse_mass[i];
  if (w->the_case->force)
    AddForce(w, first, last, a);
  GrChainDrivesRates(&w->chain->drives, first, last, a);
  FinishStep(step, last - first, a, step->rates ? step->rates + first : NULL, v + first);
}

/* Advances beads [first, last), unless no step is made. Driven beads have zero acceleration, so that the finish does
   not change their velocity. */
static void AdvanceBeads(const GrWorld w, const GrStep *step, PetscInt first, PetscInt last, double *restrict x,
                         double *restrict v)
{
  const GrStepWeights s = step->weights;
  const double *restrict a = step->rates;

  if (!(step->length > 0) || first >= last)
    return;
  for (PetscInt i = first; i < last; i++) {
    const double middle = v[i] + s.start * a[i];
    x[i] += s.drift * middle;
    v[i] = middle + s.predict * a[i];
  }
  GrChainDrivesPlace(&w->chain->drives, first, last, x, v);
}

/* Advances, evaluates and finishes the owned beads, block after block. On a rank with neighbours, the outermost beads
   have been advanced before; beads next to a ghost are finished later. */
static void SweepOwned(GrWorld w, double *x, double *v, const GrStep *step)
{
  GrChainContacts *c = &w->chain->contacts;
  const PetscInt n = w->chain->particles.n, ends = w->chain->halo.n_requests ? 1 : 0;
  PetscInt drifted = ends, summed = w->chain->halo.has[GR_LEFT] ? 1 : 0;
  bool pushing;

  for (PetscInt b = c->inner_begin; b < c->inner_end; b++) {
    PetscInt end = c->block[b].begin + c->block[b].n; /* its last contact lies between beads end - 2 and end - 1 */
    PetscInt reach = PetscMin(end, n - ends);
    AdvanceBeads(w, step, drifted, reach, x, v);
    drifted = PetscMax(drifted, reach);
    GrChainContactsBlock(c, b, x, v);
    pushing = c->block[b].has_force || (b > c->inner_begin && c->block[b - 1].has_force);
    FinishBeads(w, summed, end - 1, pushing, step, v);
    summed = PetscMax(summed, end - 1);
  }
  AdvanceBeads(w, step, drifted, n - ends, x, v); /* a single bead has no block */
  if (!w->chain->halo.has[GR_RIGHT])
    FinishBeads(w, summed, n, true, step, v);
}

/* Evaluates the contacts with ghosts, and finishes the beads next to them. */
static void SweepEnds(GrWorld w, const double *x, double *v, const GrStep *step)
{
  PetscInt n = w->chain->particles.n;

  GrChainContactsGhost(&w->chain->contacts, &w->chain->halo, x, v);
  if (w->chain->halo.has[GR_LEFT])
    FinishBeads(w, 0, 1, true, step, v);
  if (w->chain->halo.has[GR_RIGHT] && !(n == 1 && w->chain->halo.has[GR_LEFT]))
    FinishBeads(w, n - 1, n, true, step, v);
}

/* Advances the outermost beads and begins to send them to the neighbour ranks, so that communication overlaps with the
   evaluation of the other beads. Does nothing without neighbour ranks. */
static PetscErrorCode SendEnds(GrWorld w, double *x, double *v, const GrStep *step)
{
  const PetscInt n = w->chain->particles.n;

  if (!w->chain->halo.n_requests)
    return 0;
  AdvanceBeads(w, step, 0, PetscMin(n, 1), x, v);
  AdvanceBeads(w, step, PetscMax(n - 1, 1), n, x, v);
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_HALO));
  PetscCall(GrParallelChainHaloBegin(&w->chain->halo, n, x, v));
  return GrTimerEnd(&w->timers, GR_PHASE_HALO);
}

/* Waits for the ghosts, then evaluates their contacts. */
static PetscErrorCode ReceiveEnds(GrWorld w, const double *x, double *v, const GrStep *step)
{
  if (!w->chain->halo.n_requests)
    return 0;
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_HALO));
  PetscCall(GrParallelChainHaloEnd(&w->chain->halo));
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_HALO));
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_GHOST));
  SweepEnds(w, x, v, step);
  return GrTimerEnd(&w->timers, GR_PHASE_GHOST);
}

static PetscErrorCode EvaluateChain(GrWorld w, double t, double *u, const GrStep *step)
{
  double *x = u, *v = u + w->chain->particles.n;

  w->chain->state = u;
  w->chain->contacts.check.broken = -1;
  w->chain->contacts.check.deepest = w->chain->contacts.check.trial_deepest = w->deepest.ratio;
  GrChainDrivesAt(&w->chain->drives, t);
  PetscCall(SendEnds(w, x, v, step));
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_FORCES));
  SweepOwned(w, x, v, step);
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_FORCES));
  return ReceiveEnds(w, x, v, step);
}

void GrChainPower(GrWorld w, double *power)
{
  const GrChainContacts *c = &w->chain->contacts;
  for (PetscInt i = 0; i < c->n; i++)
    power[i] = c->damps ? c->power[!c->committed][i + 1] : 0;
}

void GrChainDrivePower(GrWorld w, const double *v, double *power)
{
  GrChainDrivesPower(&w->chain->drives, w->chain->particles.n, v, w->chain->contacts.force, power);
}

double GrChainBeadForce(GrWorld w, PetscInt bead)
{
  const bool plane = w->chain->particles.radius[bead] == 0;
  return (plane ? 1 : 0.5) * (w->chain->contacts.force[bead] + w->chain->contacts.force[bead + 1]);
}

static PetscErrorCode CommitChain(GrWorld w, double t, const double *u)
{
  const PetscInt n = w->chain->particles.n;
  const GrChainContacts *c = &w->chain->contacts;

  GrChainDrivesCommit(&w->chain->drives, n, 0.5 * (t - w->clock.committed), u + n, w->chain->contacts.force);
  GrChainContactsCommit(&w->chain->contacts, t);
  if (c->check.trial_deepest > w->deepest.ratio) {
    const PetscInt64 first = w->chain->particles.rows.first + c->check.deepest_slot;
    w->deepest = (GrDeepest){.first = first, .second = first + 1, .ratio = c->check.trial_deepest, .time = t};
  }
  return 0;
}

static bool ContactsAct(GrWorld w)
{
  const GrChainContacts *c = &w->chain->contacts;
  bool acts = false;

  for (PetscInt k = 0; k < c->n_blocks && !acts; k++)
    acts = c->block[k].has_force;
  return acts;
}

PetscInt GrChainParts(const GrCase *c)
{
  if (!c->time.integrator->integrates_work)
    return GR_CHAIN_VERLET;
  return GrChainDrivesAny(c) ? GR_CHAIN_PARTS : GR_CHAIN_RK;
}

static GrLayout LayoutOfState(GrWorld w)
{
  const PetscInt n = w->chain->particles.n;
  return (GrLayout){GR_LAYOUT_CHAIN, n, GrChainParts(w->the_case) * n};
}

static PetscInt64 CountBeads(GrWorld w)
{
  return w->chain->particles.rows.total;
}

static void FillInitialState(GrWorld w, double *u)
{
  const PetscInt n = w->chain->particles.n, length = LayoutOfState(w).length;
  for (PetscInt i = 0; i < length; i++)
    u[i] = w->chain->restored ? w->chain->restored[i] : 0;
  for (PetscInt i = 0; !w->chain->restored && i < n; i++)
    u[n + i] = GrChainVelocity(w->the_case, w->chain->particles.id[i]);
}

static double *AccelerationOf(GrWorld w)
{
  return w->chain->acceleration;
}

static bool FaultOf(GrWorld w, GrFaultKey *key)
{
  const GrViolation *v = &w->chain->contacts.check.violation;
  const PetscInt64 id = w->chain->particles.rows.first + v->slot;

  if (v->found)
    *key = (GrFaultKey){v->time, id, id + 1, false};
  return v->found;
}

static void TrafficOfHalo(GrWorld w, double *messages, double *bytes)
{
  *messages = w->chain->halo.n_requests / 2; /* the other requests are receives */
  *bytes = *messages * sizeof(w->chain->halo.outgoing[0]);
}

static PetscErrorCode DestroyChain(GrWorld w)
{
  GrChain l = w->chain;
  GrBeads *p = &l->particles;

  PetscCall(PetscFree(l->restored));
  PetscCall(PetscFree(l->acceleration));
  PetscCall(PetscFree(l->constant_force));
  for (int k = 0; k < l->drives.n; k++)
    PetscCall(PetscFree(l->drives.drive[k].path));
  PetscCall(PetscFree3(l->drives.drive, l->drives.work, l->drives.power));
  PetscCall(PetscFree(l->drives.own));
  PetscCall(GrChainContactsDestroy(&l->contacts));
  PetscCall(GrParallelChainHaloDestroy(&l->halo));
  PetscCall(PetscFree6(p->id, p->species, p->reference, p->radius, p->mass, p->inverse_mass));
  PetscCall(PetscFree(l->pair_types));
  PetscCall(GrModelDestroy(&l->model));
  return PetscFree(w->chain);
}

/* Computes the constant force on each bead; NULL if no group has a force. */
static PetscErrorCode CreateConstantForces(const GrCase *c, const GrBeads *p, double **constant_force)
{
  if (!c->n_group_forces)
    return 0;
  PetscCall(PetscCalloc1(p->n + 1, constant_force)); /* not NULL, also without beads */
  for (PetscInt i = 0; i < p->n; i++)
    for (int k = 0; k < c->n_group_forces; k++)
      if (&c->groups[c->group_forces[k].group] == GrChainGroup(c, p->id[i]))
        (*constant_force)[i] += c->group_forces[k].force[0];
  return 0;
}

static PetscErrorCode CreateChain(GrWorld w)
{
  const GrCase *c = w->the_case;
  const GrRows rows = GrRowDecompose(c->n_particles, w->rank, w->size);
  char origin[PETSC_MAX_PATH_LEN];
  GrChain l;

  PetscCall(PetscNew(&w->chain));
  l = w->chain;
  PetscCall(PetscSNPrintf(origin, sizeof(origin), "%s: particles", c->file));
  PetscCall(GrMemoryDemand(w->comm, GR_EXIT_INPUT, origin,
                           (GrDemand){"particles", c->n_particles, GR_MEMORY_BEAD, GR_CHAIN_PARTS}));
  PetscCall(GrChainPairTypesCreate(c, &l->model, &l->pair_types));
  PetscCall(GrChainGenerate(c, l->pair_types, rows, &l->particles));
  PetscCall(CreateConstantForces(c, &l->particles, &l->constant_force));
  PetscCall(GrChainDrivesCreate(c, &l->particles, &l->drives));
  PetscCall(GrParallelChainHaloCreate(w->comm, rows, &l->halo));
  PetscCall(GrChainContactsCreate(c, l->pair_types, rows, &l->halo, &l->contacts));
  PetscCall(PetscMalloc1(l->particles.n, &l->acceleration));
  if (c->n_balanced)
    PetscCall(GrChainContactsOwnRest(&l->contacts));
  return 0;
}

static PetscErrorCode FillChain(GrWorld w)
{
  return w->the_case->n_balanced ? GrChainEquilibriumFind(w) : 0;
}

const GrWorldOps GrChainOps = {.create = CreateChain,
                               .fill = FillChain,
                               .restore = GrChainRestore,
                               .destroy = DestroyChain,
                               .layout = LayoutOfState,
                               .total = CountBeads,
                               .initial = FillInitialState,
                               .acceleration = AccelerationOf,
                               .evaluate = EvaluateChain,
                               .commit = CommitChain,
                               .acts = ContactsAct,
                               .energies = GrChainEnergies,
                               .contacts = GrChainVisitContacts,
                               .largest_share = GrChainFindLargestShare,
                               .check_finite = GrChainCheckFinite,
                               .fault = FaultOf,
                               .describe_fault = GrChainDescribeFault,
                               .overlaps = GrChainOverlaps,
                               .name = GrChainName,
                               .overlap_remedy = GrChainOverlapRemedy,
                               .step_bound = GrChainStepBound,
                               .set_step = GrChainSetStep,
                               .scales = GrChainScales,
                               .traffic = TrafficOfHalo,
                               .save = GrChainSave};
