/* world: one evaluation of all forces, and the acceptance of a step; see granum/world.h.

   m_i a_i = F_{i-1,i} - F_{i,i+1} + m_i g   for every bead that is not held; contacts in ascending partner id. */
#include "integrate/world_impl.h"

#include "domain/decomposition.h"
#include <granum/error.h>
#include <math.h>
#include <sys/resource.h>

PetscErrorCode GrWorldCreate(MPI_Comm comm, const GrCase *the_case, GrWorld *world)
{
  GrWorld w;
  GrRows rows;
  struct rusage usage = {0};

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&w));
  (void)getrusage(RUSAGE_SELF, &usage);
  w->memory_before = 1024.0 * (double)usage.ru_maxrss;
  w->comm = comm;
  w->the_case = the_case;
  w->trial_time = NAN;
  PetscCallMPI(MPI_Comm_rank(comm, &w->rank));
  PetscCallMPI(MPI_Comm_size(comm, &w->size));
  rows = GrDecompose(the_case->n_particles, w->rank, w->size);
  if (3 * (the_case->n_particles / w->size + 1) > PETSC_MAX_INT)
    return GrFail(
        GR_EXIT_INPUT,
        "%s: particles: %" PetscInt64_FMT
        " particles on %d ranks do not fit this build's index type; use more ranks or a PETSc with 64-bit indices",
        the_case->file, the_case->n_particles, w->size);
  PetscCall(GrKindsCreate(the_case, &w->kinds));
  PetscCall(GrChainGenerate(the_case, w->kinds, rows, &w->particles));
  PetscCall(GrHaloCreate(comm, rows, &w->halo));
  PetscCall(GrContactsCreate(the_case, w->kinds, rows, &w->halo, &w->contacts));
  PetscCall(GrTimersCreate(&w->timers, w->particles.n));
  *world = w;
  PetscFunctionReturn(0);
}

PetscErrorCode GrWorldDestroy(GrWorld *world)
{
  GrWorld w = *world;

  PetscFunctionBeginUser;
  if (!w)
    PetscFunctionReturn(0);
  PetscCall(GrContactsDestroy(&w->contacts));
  PetscCall(GrHaloDestroy(&w->halo));
  PetscCall(GrParticlesDestroy(&w->particles));
  PetscCall(PetscFree(w->kinds));
  PetscCall(PetscFree(*world));
  PetscFunctionReturn(0);
}

MPI_Comm GrWorldComm(GrWorld w)
{
  return w->comm;
}

const GrCase *GrWorldCase(GrWorld w)
{
  return w->the_case;
}

GrRows GrWorldRows(GrWorld w)
{
  return w->particles.rows;
}

void GrWorldInitial(GrWorld w, double *x, double *v)
{
  for (PetscInt i = 0; i < w->particles.n; i++) {
    x[i] = 0;
    v[i] = GrChainVelocity(w->the_case, w->particles.id[i]);
  }
}

/* a_i = (F_{i-1,i} - F_{i,i+1})/m_i + g for beads [first, last), handed to the integrator; a held bead has 1/m_i = 0
 * and feels no gravity. */
static void Sum(const GrWorld w, PetscInt first, PetscInt last, const GrSweep *sweep)
{
  const double *restrict force = w->contacts.force, *restrict inverse_mass = w->particles.inverse_mass,
                         g = w->the_case->gravity;
  double a[GR_BLOCK + 1];

  if (first >= last)
    return;
  for (PetscInt i = first; i < last; i++)
    a[i - first] = (force[i] - force[i + 1]) * inverse_mass[i];
  for (PetscInt i = first; g != 0 && i < last; i++)
    a[i - first] += inverse_mass[i] > 0 ? g : 0;
  sweep->kick(sweep->context, first, last, a);
}

static void Drift(const GrSweep *sweep, PetscInt first, PetscInt last)
{
  if (sweep->drift && first < last)
    sweep->drift(sweep->context, first, last);
}

/* Owned beads and their contacts, block after block. The outermost beads are drifted already; those next to a ghost
 * wait for it. */
static void SweepOwned(GrWorld w, const double *x, const double *v, const GrSweep *sweep)
{
  GrContacts *c = &w->contacts;
  PetscInt drifted = 1, summed = w->halo.has[GR_LEFT] ? 1 : 0, n = w->particles.n;

  for (PetscInt b = c->inner_begin; b < c->inner_end; b++) {
    PetscInt end = c->block[b].begin + c->block[b].n; /* its last contact lies between beads end - 2 and end - 1 */
    PetscInt reach = PetscMin(end, n - 1);
    Drift(sweep, drifted, reach);
    drifted = PetscMax(drifted, reach);
    GrContactsBlock(c, b, x, v);
    Sum(w, summed, end - 1, sweep);
    summed = PetscMax(summed, end - 1);
  }
  if (!w->halo.has[GR_RIGHT])
    Sum(w, summed, n, sweep);
}

static void SweepEnds(GrWorld w, const double *x, const double *v, const GrSweep *sweep)
{
  PetscInt n = w->particles.n;

  GrContactsGhost(&w->contacts, &w->halo, x, v);
  if (w->halo.has[GR_LEFT])
    Sum(w, 0, 1, sweep);
  if (w->halo.has[GR_RIGHT] && !(n == 1 && w->halo.has[GR_LEFT]))
    Sum(w, n - 1, n, sweep);
}

/* The outermost beads first, so that their neighbours on other ranks get them while the rest is on its way. */
static PetscErrorCode SendEnds(GrWorld w, const double *x, const double *v, const GrSweep *sweep)
{
  const PetscInt n = w->particles.n;

  PetscFunctionBeginUser;
  Drift(sweep, 0, PetscMin(n, 1));
  Drift(sweep, PetscMax(n - 1, 1), n);
  if (!w->halo.n_requests)
    PetscFunctionReturn(0);
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_HALO));
  PetscCall(GrHaloBegin(&w->halo, n, x, v));
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_HALO));
  PetscFunctionReturn(0);
}

/* Then the contacts with their ghosts, and the beads that waited for them. */
static PetscErrorCode ReceiveEnds(GrWorld w, const double *x, const double *v, const GrSweep *sweep)
{
  PetscFunctionBeginUser;
  if (!w->halo.n_requests)
    PetscFunctionReturn(0);
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_HALO));
  PetscCall(GrHaloEnd(&w->halo));
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_HALO));
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_GHOST));
  SweepEnds(w, x, v, sweep);
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_GHOST));
  PetscFunctionReturn(0);
}

PetscErrorCode GrWorldEvaluate(GrWorld w, double t, const double *x, const double *v, const GrSweep *sweep)
{
  PetscFunctionBeginUser;
  GrTimersNext(&w->timers);
  GrContactsBegin(&w->contacts);
  PetscCall(SendEnds(w, x, v, sweep));
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_SWEEP));
  SweepOwned(w, x, v, sweep);
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_SWEEP));
  PetscCall(ReceiveEnds(w, x, v, sweep));
  w->trial_time = t;
  w->evaluations++;
  PetscFunctionReturn(0);
}

void GrWorldPower(GrWorld w, double *power)
{
  const GrContacts *c = &w->contacts;
  for (PetscInt i = 0; i < c->n; i++)
    power[i] = c->damps ? c->power[!c->committed][i + 1] : 0;
}

void GrWorldStage(GrWorld w)
{
  w->trial_time = NAN;
}

/* For an evaluation whose accelerations nobody needs. */
static void Ignore(void *context, PetscInt first, PetscInt last, const double *a) {}

PetscErrorCode GrWorldCommit(GrWorld w, double t, const double *x, const double *v)
{
  PetscFunctionBeginUser;
  if (w->trial_time != t) { /* the last evaluation was a stage: make one at the solution */
    const GrSweep ignore = {.kick = Ignore};
    PetscCall(GrWorldEvaluate(w, t, x, v, &ignore));
  }
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_COMMIT));
  GrContactsCommit(&w->contacts, t);
  w->trial_time = NAN; /* committed once; the buffers have changed sides */
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_COMMIT));
  PetscFunctionReturn(0);
}

double GrWorldForce(GrWorld w, PetscInt bead)
{
  return 0.5 * (w->contacts.force[bead] + w->contacts.force[bead + 1]);
}
