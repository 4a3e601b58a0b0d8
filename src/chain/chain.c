/* chain: one evaluation of all forces on beads on a line; see granum/world.h.

   m_i a_i = F_{i-1,i} - F_{i,i+1} + m_i g + P_i   for every bead that is not held, with the constant force P_i on its
   group; contacts in ascending partner id. What is driven moves as prescribed (drive.c). */
#include "chain/chain.h"

#include "base/memory.h"
#include "chain/equilibrium.h"
#include "parallel/decomposition.h"
#include <granum/error.h>

/* a_i = (F_{i-1,i} - F_{i,i+1})/m_i + g + P_i/m_i for beads [first, last), handed to the integrator; a held bead has
   1/m_i = 0 and feels neither gravity nor P_i. */
static void Sum(const GrWorld w, PetscInt first, PetscInt last, const GrSweep *sweep)
{
  const double *restrict force = w->line->contacts.force, *restrict inverse_mass = w->line->particles.inverse_mass,
                         *restrict push = w->line->push, g = w->the_case->gravity;
  double a[GR_BLOCK + 1];

  if (first >= last)
    return;
  for (PetscInt i = first; i < last; i++)
    a[i - first] = (force[i] - force[i + 1]) * inverse_mass[i];
  for (PetscInt i = first; g != 0 && i < last; i++)
    a[i - first] += inverse_mass[i] > 0 ? g : 0;
  for (PetscInt i = first; push && i < last; i++)
    a[i - first] += push[i] * inverse_mass[i];
  GrDrivesRates(&w->line->drives, first, last, a);
  sweep->kick(sweep->context, first, last, a);
}

static void Drift(const GrWorld w, const GrSweep *sweep, PetscInt first, PetscInt last)
{
  if (!sweep->drift || first >= last)
    return;
  sweep->drift(sweep->context, first, last);
  GrDrivesPlace(&w->line->drives, first, last, sweep);
}

/* Owned beads and their contacts, block after block. The outermost beads are drifted already; those next to a ghost
 * wait for it. */
static void SweepOwned(GrWorld w, const double *x, const double *v, const GrSweep *sweep)
{
  GrContacts *c = &w->line->contacts;
  PetscInt drifted = 1, summed = w->line->halo.has[GR_LEFT] ? 1 : 0, n = w->line->particles.n;

  for (PetscInt b = c->inner_begin; b < c->inner_end; b++) {
    PetscInt end = c->block[b].begin + c->block[b].n; /* its last contact lies between beads end - 2 and end - 1 */
    PetscInt reach = PetscMin(end, n - 1);
    Drift(w, sweep, drifted, reach);
    drifted = PetscMax(drifted, reach);
    GrContactsBlock(c, b, x, v);
    Sum(w, summed, end - 1, sweep);
    summed = PetscMax(summed, end - 1);
  }
  if (!w->line->halo.has[GR_RIGHT])
    Sum(w, summed, n, sweep);
}

static void SweepEnds(GrWorld w, const double *x, const double *v, const GrSweep *sweep)
{
  PetscInt n = w->line->particles.n;

  GrContactsGhost(&w->line->contacts, &w->line->halo, x, v);
  if (w->line->halo.has[GR_LEFT])
    Sum(w, 0, 1, sweep);
  if (w->line->halo.has[GR_RIGHT] && !(n == 1 && w->line->halo.has[GR_LEFT]))
    Sum(w, n - 1, n, sweep);
}

/* The outermost beads first, so that their neighbours on other ranks get them while the rest is on its way. */
static PetscErrorCode SendEnds(GrWorld w, const double *x, const double *v, const GrSweep *sweep)
{
  const PetscInt n = w->line->particles.n;

  PetscFunctionBeginUser;
  Drift(w, sweep, 0, PetscMin(n, 1));
  Drift(w, sweep, PetscMax(n - 1, 1), n);
  if (!w->line->halo.n_requests)
    PetscFunctionReturn(0);
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_HALO));
  PetscCall(GrHaloBegin(&w->line->halo, n, x, v));
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_HALO));
  PetscFunctionReturn(0);
}

/* Then the contacts with their ghosts, and the beads that waited for them. */
static PetscErrorCode ReceiveEnds(GrWorld w, const double *x, const double *v, const GrSweep *sweep)
{
  PetscFunctionBeginUser;
  if (!w->line->halo.n_requests)
    PetscFunctionReturn(0);
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_HALO));
  PetscCall(GrHaloEnd(&w->line->halo));
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_HALO));
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_GHOST));
  SweepEnds(w, x, v, sweep);
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_GHOST));
  PetscFunctionReturn(0);
}

static PetscErrorCode Evaluate(GrWorld w, double t, const double *u, const GrSweep *sweep)
{
  const double *x = u, *v = u + w->line->particles.n;

  PetscFunctionBeginUser;
  GrContactsBegin(&w->line->contacts);
  GrDrivesAt(&w->line->drives, t);
  PetscCall(SendEnds(w, x, v, sweep));
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_FORCES));
  SweepOwned(w, x, v, sweep);
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_FORCES));
  PetscCall(ReceiveEnds(w, x, v, sweep));
  PetscFunctionReturn(0);
}

void GrWorldPower(GrWorld w, double *power)
{
  const GrContacts *c = &w->line->contacts;
  for (PetscInt i = 0; i < c->n; i++)
    power[i] = c->damps ? c->power[!c->committed][i + 1] : 0;
}

void GrWorldDrivePower(GrWorld w, const double *v, double *power)
{
  GrDrivesPower(&w->line->drives, w->line->particles.n, v, w->line->contacts.force, power);
}

double GrWorldForce(GrWorld w, PetscInt bead)
{
  const PetscBool plane = (PetscBool)(w->line->particles.radius[bead] == 0);
  return (plane ? 1 : 0.5) * (w->line->contacts.force[bead] + w->line->contacts.force[bead + 1]);
}

static PetscErrorCode Commit(GrWorld w, double t, const double *u)
{
  PetscFunctionBeginUser;
  GrDrivesCommit(&w->line->drives, 0.5 * (t - w->committed_time), u + w->line->particles.n, w->line->contacts.force);
  GrContactsCommit(&w->line->contacts, t);
  PetscFunctionReturn(0);
}

PetscInt GrLineParts(const GrCase *c)
{
  if (c->time.integrator == GR_INTEGRATOR_VERLET)
    return GR_LINE_VERLET;
  return GrDrivesAny(c) ? GR_LINE_PARTS : GR_LINE_RK;
}

static GrLayout Layout(GrWorld w)
{
  const PetscInt n = w->line->particles.n;
  return (GrLayout){GR_LAYOUT_LINE, n, GrLineParts(w->the_case) * n};
}

static PetscInt64 Total(GrWorld w)
{
  return w->line->particles.rows.total;
}

static void Initial(GrWorld w, double *u)
{
  const PetscInt n = w->line->particles.n, length = Layout(w).length;
  for (PetscInt i = 0; i < length; i++)
    u[i] = w->line->restored ? w->line->restored[i] : 0;
  for (PetscInt i = 0; !w->line->restored && i < n; i++)
    u[n + i] = GrChainVelocity(w->the_case, w->line->particles.id[i]);
}

static double *Acceleration(GrWorld w)
{
  return w->line->acceleration;
}

static PetscBool Fault(GrWorld w, GrFaultKey *key)
{
  const GrViolation *v = &w->line->contacts.violation;
  const PetscInt64 id = w->line->particles.rows.first + v->slot;

  if (v->found)
    *key = (GrFaultKey){v->time, id, id + 1};
  return v->found;
}

static void Traffic(GrWorld w, double *messages, double *bytes)
{
  *messages = (double)w->line->halo.messages;
  *bytes = (double)w->line->halo.bytes;
}

static PetscErrorCode Destroy(GrWorld w)
{
  GrLine l = w->line;

  PetscFunctionBeginUser;
  PetscCall(PetscFree(l->restored));
  PetscCall(PetscFree(l->acceleration));
  PetscCall(PetscFree(l->push));
  PetscCall(GrDrivesDestroy(&l->drives));
  PetscCall(GrContactsDestroy(&l->contacts));
  PetscCall(GrHaloDestroy(&l->halo));
  PetscCall(GrParticlesDestroy(&l->particles));
  PetscCall(PetscFree(l->kinds));
  PetscCall(PetscFree(w->line));
  PetscFunctionReturn(0);
}

/* The forces on the groups, bead by bead. */
static PetscErrorCode PushCreate(const GrCase *c, const GrParticles *p, double **push)
{
  PetscFunctionBeginUser;
  if (!c->n_pushes)
    PetscFunctionReturn(0);
  PetscCall(PetscCalloc1(p->n + 1, push)); /* not NULL without beads either */
  for (PetscInt i = 0; i < p->n; i++)
    for (int k = 0; k < c->n_pushes; k++)
      if (&c->groups[c->pushes[k].group] == GrChainGroup(c, p->id[i]))
        (*push)[i] += c->pushes[k].force[0];
  PetscFunctionReturn(0);
}

static PetscErrorCode Create(GrWorld w)
{
  const GrCase *c = w->the_case;
  const GrRows rows = GrDecompose(c->n_particles, w->rank, w->size);
  char origin[PETSC_MAX_PATH_LEN];
  GrLine l;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&w->line));
  l = w->line;
  if (w->from)
    PetscCall(GrLineExpect(w, w->from));
  PetscCall(PetscSNPrintf(origin, sizeof(origin), "%s: particles", c->file));
  PetscCall(GrMemoryDemand(w->comm, GR_EXIT_INPUT, origin,
                           (GrDemand){"particles", c->n_particles, GR_MEMORY_BEAD, GR_LINE_PARTS}));
  PetscCall(GrKindsCreate(c, &l->kinds));
  PetscCall(GrChainGenerate(c, l->kinds, rows, &l->particles));
  PetscCall(PushCreate(c, &l->particles, &l->push));
  PetscCall(GrDrivesCreate(c, &l->particles, &l->drives));
  PetscCall(GrHaloCreate(w->comm, rows, &l->halo));
  PetscCall(GrContactsCreate(c, l->kinds, rows, &l->halo, &l->contacts));
  PetscCall(PetscMalloc1(l->particles.n, &l->acceleration));
  if (c->n_balanced)
    PetscCall(GrContactsOwnRest(&l->contacts));
  if (c->n_balanced && !w->from)
    PetscCall(GrBalanceFind(w));
  PetscFunctionReturn(0);
}

const GrWorldOps GrChainOps = {.create = Create,
                               .destroy = Destroy,
                               .layout = Layout,
                               .total = Total,
                               .initial = Initial,
                               .acceleration = Acceleration,
                               .evaluate = Evaluate,
                               .commit = Commit,
                               .energies = GrLineEnergies,
                               .fault = Fault,
                               .tell = GrLineTell,
                               .overlaps = GrLineOverlaps,
                               .name = GrLineName,
                               .overlap_remedy = GrLineOverlapRemedy,
                               .step_bound = GrLineStepBound,
                               .set_step = GrLineSetStep,
                               .scales = GrLineScales,
                               .traffic = Traffic,
                               .save = GrLineSave,
                               .restore = GrLineRestore};
