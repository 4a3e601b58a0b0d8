/* force: one evaluation of all forces on spheres in space; see bulk.h. Run after run of particles: drift, the
   pairs that can then be evaluated, and the accelerations of runs that have no further pairs (motion.c). */
#include "bulk/bulk.h"

#include "base/vec4.h"

typedef struct {
  GrWorld world;
  double interval, half; /* since the last commit, and half of it [s] */
  const double *u;
} Force;

static GrFault FaultOf(const GrBulk b, const GrBatch *t, PetscBool wall, int i)
{
  const GrModelPairType *kind = &b->model.kind[t->kind[i]];
  return (GrFault){.what = GR_BROKEN_OVERLAP,
                   .first = b->store.id[t->first[i]],
                   .second = wall ? 0 : b->store.id[t->second[i]],
                   .wall = wall ? (int)t->second[i] : -1,
                   .rule = kind->rule,
                   .overlap = t->overlap[i],
                   .limit = kind->overlap_limit,
                   .radius = wall ? t->radius[0][i] : PetscMin(t->radius[0][i], t->radius[1][i]),
                   .longest = GrModelStep(&b->model, t->kind[i], t->overlap[i])};
}

/* The contact of an evaluation that breaks its limit, with the lowest ids. */
static void Watch(GrWorld w, const GrBatch *t, PetscBool wall)
{
  const GrBulk b = w->bulk;
  const GrModelPairType *kind = b->model.kind;
  const double limit = t->n ? kind[t->kind[0]].overlap_limit : 0;
  const int rows = t->n ? GrBatchRows(t) : 0;
  long long broken = 0; /* as wide as what is compared */

  for (int i = 0; t->alike && i < rows; i++)
    broken |= !(t->overlap[i] <= limit);
  for (int i = 0; !t->alike && i < t->n; i++)
    broken |= !(t->overlap[i] <= kind[t->kind[i]].overlap_limit);
  for (int i = 0; broken && i < t->n; i++)
    if (!(t->overlap[i] <= kind[t->kind[i]].overlap_limit)) {
      const GrFault fault = FaultOf(b, t, wall, i);
      GrBulkKeepFault(&b->trial_fault, &fault);
    }
}

/* Adds what a contact does to the sums of a particle. */
GR_VEC4_INLINE void Add(const GrVec4 *force, const GrVec4 *couple, double *restrict sum)
{
  GrVec4 before[2];

  GrVec4Load(sum + GR_BULK_FORCE, &before[0]);
  GrVec4Load(sum + GR_BULK_COUPLE, &before[1]);
  before[0] += *force;
  before[1] += *couple;
  GrVec4Store(&before[0], sum + GR_BULK_FORCE);
  GrVec4Store(&before[1], sum + GR_BULK_COUPLE);
}

/* Adds the results of a batch to both partners, in the order of the contacts; powers go to the first. Lanes beyond the
   last one go to the row of `nobody`. */
static void Scatter(GrBatch *restrict t, PetscInt nobody, double *restrict sum)
{
  const GrVec4 opposite = {-1, -1, -1, 0};

  for (int i = t->n; i % GR_ROW; i++)
    t->first[i] = t->second[i] = nobody;
  for (int i = 0; i < t->n; i += GR_ROW) {
    GrVec4 force[GR_ROW], one[GR_ROW], two[GR_ROW];
    for (int a = 0; a < 3; a++) {
      GrVec4Load(&t->force[a][i], &force[a]);
      GrVec4Load(&t->couple[0][a][i], &one[a]);
      GrVec4Load(&t->couple[1][a][i], &two[a]);
    }
    GrVec4Load(&t->viscous[i], &force[3]);
    GrVec4Load(&t->sliding[i], &one[3]);
    two[3] = (GrVec4){0};
    GrTranspose4(force);
    GrTranspose4(one);
    GrTranspose4(two);
    for (int k = 0; k < GR_ROW; k++) {
      const GrVec4 back = opposite * force[k];
      Add(&force[k], &one[k], sum + GR_BULK_SUM * (size_t)t->first[i + k]);
      Add(&back, &two[k], sum + GR_BULK_SUM * (size_t)t->second[i + k]);
    }
  }
}

static void Pair(void *context, GrBatch *t)
{
  const Force *f = context;
  const GrBulk b = f->world->bulk;

  GrBatchEvaluate(&b->model, &b->history, f->interval, PETSC_TRUE, t);
  Watch(f->world, t, PETSC_FALSE);
  Scatter(t, b->n_all, b->sum);
}

/* What the wall delivers to a particle: F . v_w, and for what resists rolling and twisting M . w_w, where the couple on
   the particle is l (n x T) + M and on the wall -a d (n x T) - M, a the share of the rule. */
static double WallPower(const GrBulk b, const Force *f, const GrBatch *t, int i)
{
  const double *v = f->u + GR_STATE * t->first[i] + 3, *w = v + 3;
  const double share = b->model.rule[b->model.kind[t->kind[i]].rule].torque_share;
  double power = 0;

  for (int a = 0; a < 3; a++) {
    const int c = (a + 1) % 3, d = (a + 2) % 3;
    const double force = t->force[a][i];
    double couple = t->normal[c][i] * t->force[d][i] - t->normal[d][i] * t->force[c][i];
    double turning = -t->couple[1][a][i] - share * t->overlap[i] * couple;
    power += force * (v[a] - t->velocity[a][i]);
    if (b->model.turns)
      power += turning * (w[a] - t->turn[a][i]);
  }
  return power;
}

static void Wall(void *context, GrBatch *t)
{
  const Force *f = context;
  const GrBulk b = f->world->bulk;

  GrBatchEvaluate(&b->model, &b->walls.history, f->interval, PETSC_TRUE, t);
  Watch(f->world, t, PETSC_TRUE);
  for (int i = 0; i < t->n; i++) {
    double *restrict one = b->sum + GR_BULK_SUM * t->first[i];
    for (int a = 0; a < 3; a++) {
      one[GR_BULK_FORCE + a] += t->force[a][i];
      one[GR_BULK_COUPLE + a] += t->couple[0][a][i];
    }
    one[GR_BULK_VISCOUS] += t->viscous[i];
    one[GR_BULK_SLIDING] += t->sliding[i];
    if (b->moves)
      b->pushed[t->first[i]] += WallPower(b, f, t, i);
  }
}

PetscErrorCode GrBulkExchange(GrWorld w, const double *u)
{
  const GrBulk b = w->bulk;

  PetscFunctionBeginUser;
  if (u != b->store.state)
    PetscCall(PetscArraycpy(b->store.state, u, GR_STATE * b->store.columns.n));
  GrGhostsPack(b->ghosts);
  PetscCall(GrGhostsBegin(b->ghosts));
  PetscCall(GrGhostsEnd(b->ghosts));
  PetscFunctionReturn(0);
}

/* Ghosts as they are at the time of the evaluation, which their originals need not have come to. */
static PetscErrorCode Exchange(GrWorld w, const GrStepHooks *hooks)
{
  const GrGhosts ghosts = w->bulk->ghosts;
  const PetscInt *sent, n = GrGhostsSent(ghosts, &sent);

  PetscFunctionBeginUser;
  if (w->size == 1)
    PetscFunctionReturn(0);
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_HALO));
  if (hooks->advance)
    hooks->advance_into(hooks->context, n, sent, GrGhostsOutgoing(ghosts));
  else
    GrGhostsPack(ghosts);
  PetscCall(GrGhostsBegin(ghosts));
  PetscCall(GrGhostsEnd(ghosts));
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_HALO));
  PetscFunctionReturn(0);
}

GrWallParticles GrBulkWallParticles(GrWorld w)
{
  const GrStore *s = &w->bulk->store;
  return (GrWallParticles){.n = s->columns.n,
                           .state = s->state,
                           .reference = s->reference,
                           .radius = s->radius,
                           .mass = s->mass,
                           .species = s->species,
                           .group = s->group};
}

static void Drift(const GrStepHooks *hooks, PetscInt first, PetscInt last)
{
  if (hooks->advance)
    hooks->advance(hooks->context, first, last);
}

/* Run after run: brought to the time of the evaluation, pairs, sums. Walls come before all pairs, and so need all
   particles first. */
static void Sweep(GrWorld w, Force *force, double t, const GrStepHooks *hooks)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  const GrWallParticles particles = GrBulkWallParticles(w);
  const PetscBool early = (PetscBool)(b->walls.n > 0);
  PetscInt done = 0, summed = 0;
  GrImageOffsets offset;
  GrBatch batch;

  GrBulkOffsets(&b->box, offset);
  if (early) {
    Drift(hooks, 0, n);
    GrWallsWalk(&b->walls, &b->model, &particles, t, &batch, Wall, force);
  }
  for (PetscInt r = 0; r < b->n_runs; r++) {
    if (!early)
      Drift(hooks, GR_CHUNK * r, PetscMin(GR_CHUNK * (r + 1), n));
    GrBulkWalkBlocks(w, offset, b->store.state, done, b->pairs_end[r], &batch, Pair, force);
    done = b->pairs_end[r];
    for (; summed < b->finished_end[r]; summed++) {
      const PetscInt first = GR_CHUNK * b->finished[summed];
      GrBulkMove(w, first, PetscMin(first + GR_CHUNK, n), force->half, hooks);
    }
  }
}

PetscErrorCode GrBulkEvaluate(GrWorld w, double t, const double *u, const GrStepHooks *hooks)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  const double interval = t - w->committed_time;
  Force force = {.world = w, .interval = interval, .half = 0.5 * interval, .u = b->store.state};

  PetscFunctionBeginUser;
  if (u != b->store.state)
    PetscCall(PetscArraycpy(b->store.state, u, GR_STATE * n));
  b->history.sure = b->walls.history.sure = (PetscBool)(w->sure && !b->model.spends);
  b->trial_fault = (GrFault){.what = GR_BROKEN_NOTHING};
  b->model.lead = hooks->mean ? 0 : 0.5 * interval;
  PetscCall(
      PetscArrayzero(b->sum + GR_BULK_SUM * n, GR_BULK_SUM * (b->n_all + 1 - n))); /* ghosts: nobody asks for them */
  if (b->pushed)
    PetscCall(PetscArrayzero(b->pushed, n));
  PetscCall(Exchange(w, hooks));
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_FORCES));
  Sweep(w, &force, t, hooks);
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_FORCES));
  PetscFunctionReturn(0);
}
