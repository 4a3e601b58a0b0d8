/* bulk_force: one evaluation of all forces on spheres in space; see bulk.h.

   m a = m g + F_wall + sum of F over contacts + F_group - (c1 + c2 |u|) u,   I dw/dt = sum of couples - c_w w
     u = v - velocity of the fluid;  I = 2/5 m R^2
   A particle whose velocity is prescribed has 1/m = 1/I = 0. In dimension 2 nothing is accelerated out of the plane. */
#include "integrate/bulk.h"

#include "contact/rows.h"
#include <math.h>

typedef struct {
  GrWorld world;
  double interval, half; /* since the last commit, and half of it [s] */
  const double *u;
} Force;

/* The first contact of an evaluation that breaks its limit. */
static void Watch(GrWorld w, const GrTile *t, PetscBool wall)
{
  const GrBulk b = w->bulk;
  const GrKindRow *kind = b->model.kind;
  const double limit = t->n ? kind[t->kind[0]].overlap_limit : 0;
  const int rows = t->n ? GrTileRows(t) : 0;
  long long broken = 0; /* as wide as what is compared */

  for (int i = 0; t->alike && i < rows; i++)
    broken |= !(t->overlap[i] <= limit);
  for (int i = 0; !t->alike && i < t->n; i++)
    broken |= !(t->overlap[i] <= kind[t->kind[i]].overlap_limit);
  for (int i = 0; broken && !b->trial_fault.what && i < t->n; i++)
    if (!(t->overlap[i] <= kind[t->kind[i]].overlap_limit))
      b->trial_fault = (GrFault){.what = GR_BROKEN_OVERLAP,
                                 .first = b->store.id[t->first[i]],
                                 .second = wall ? 0 : b->store.id[t->second[i]],
                                 .wall = wall ? (int)t->second[i] : -1,
                                 .rule = kind[t->kind[i]].rule,
                                 .overlap = t->overlap[i],
                                 .limit = kind[t->kind[i]].overlap_limit};
}

/* Adds what a contact does to the sums of a particle. */
GR_ROW_INLINE void Add(const GrRow *force, const GrRow *couple, double *restrict sum)
{
  GrRow before[2];

  GrRowLoad(sum + GR_BULK_FORCE, &before[0]);
  GrRowLoad(sum + GR_BULK_COUPLE, &before[1]);
  before[0] += *force;
  before[1] += *couple;
  GrRowStore(&before[0], sum + GR_BULK_FORCE);
  GrRowStore(&before[1], sum + GR_BULK_COUPLE);
}

/* Adds the results of a tile to both partners, in the order of the contacts; powers go to the first. Lanes beyond the
   last one go to the row of `nobody`. */
static void Scatter(GrTile *restrict t, PetscInt nobody, double *restrict sum)
{
  const GrRow opposite = {-1, -1, -1, 0};

  for (int i = t->n; i % GR_ROW; i++)
    t->first[i] = t->second[i] = nobody;
  for (int i = 0; i < t->n; i += GR_ROW) {
    GrRow force[GR_ROW], one[GR_ROW], two[GR_ROW];
    for (int a = 0; a < 3; a++) {
      GrRowLoad(&t->force[a][i], &force[a]);
      GrRowLoad(&t->couple[0][a][i], &one[a]);
      GrRowLoad(&t->couple[1][a][i], &two[a]);
    }
    GrRowLoad(&t->viscous[i], &force[3]);
    GrRowLoad(&t->sliding[i], &one[3]);
    two[3] = (GrRow){0};
    GrRowsTurn(force);
    GrRowsTurn(one);
    GrRowsTurn(two);
    for (int k = 0; k < GR_ROW; k++) {
      const GrRow back = opposite * force[k];
      Add(&force[k], &one[k], sum + GR_BULK_SUM * (size_t)t->first[i + k]);
      Add(&back, &two[k], sum + GR_BULK_SUM * (size_t)t->second[i + k]);
    }
  }
}

static void Pair(void *context, GrTile *t)
{
  const Force *f = context;
  const GrBulk b = f->world->bulk;

  GrTileEvaluate(&b->model, &b->history, f->interval, PETSC_TRUE, t);
  Watch(f->world, t, PETSC_FALSE);
  Scatter(t, b->n_all, b->sum);
}

/* What the wall delivers to a particle: F . v_w, and for what resists rolling and twisting M . w_w, where the couple on
   the particle is l (n x T) + M and on the wall -a d (n x T) - M, a the share of the rule. */
static double WallPower(const GrBulk b, const Force *f, const GrTile *t, int i)
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

static void Wall(void *context, GrTile *t)
{
  const Force *f = context;
  const GrBulk b = f->world->bulk;

  GrTileEvaluate(&b->model, &b->walls.history, f->interval, PETSC_TRUE, t);
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

static void Drag(const GrDrag *drag, const double *restrict v, double inverse_mass, double inverse_inertia,
                 double *restrict a)
{
  const double u[3] = {v[0] - drag->fluid[0], v[1] - drag->fluid[1], v[2] - drag->fluid[2]};
  const double c = drag->linear + drag->quadratic * sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  for (int k = 0; k < 3; k++) {
    a[k] -= inverse_mass * (c * u[k]);
    a[3 + k] -= inverse_inertia * (drag->angular * v[3 + k]);
  }
}

/* Constant forces on groups. */
static void Push(const GrCase *c, PetscInt64 group, double inverse_mass, double *restrict a)
{
  for (int p = 0; p < c->n_pushes; p++)
    if (c->pushes[p].group == group)
      for (int k = 0; k < 3; k++)
        a[k] += inverse_mass * c->pushes[p].force[k];
}

/* -F . v: what keeps particles at their velocity does this much. */
static void Hold(const GrBulk b, const double *restrict u, PetscInt first, PetscInt last)
{
  for (PetscInt i = first; i < last; i++) {
    const double *restrict sum = b->sum + GR_BULK_SUM * i, *restrict v = u + GR_STATE * i + 3;
    for (int k = 0; k < 3 && !(b->inverse_mass[i] > 0); k++)
      b->pushed[i] -= sum[GR_BULK_FORCE + k] * v[k];
    for (int k = 0; k < 3 && !(b->inverse_mass[i] > 0); k++)
      b->pushed[i] -= sum[GR_BULK_COUPLE + k] * v[3 + k];
  }
}

/* Accelerations by contacts and gravity; a number after the last one is overwritten. Powers of dashpots and sliding are
   booked, or kept until the step is sure. The sums are zero again afterwards. */
GR_ROW_INLINE void Accelerate(const GrBulk b, const double *restrict g, PetscBool sure, double half, PetscInt first,
                              PetscInt last, double *restrict a)
{
  const GrRow gravity = {g[0], g[1], g[2], 0}, none = {0};

  for (PetscInt i = first; i < last; i++, a += GR_RATES) {
    double *restrict sum = b->sum + GR_BULK_SUM * i;
    const double mass = b->inverse_mass[i], inertia = b->inverse_inertia[i];
    GrRow rate, spin;
    GrRowLoad(sum + GR_BULK_FORCE, &rate);
    GrRowLoad(sum + GR_BULK_COUPLE, &spin);
    rate = rate * mass + (mass > 0 ? gravity : none);
    spin = spin * inertia;
    GrRowStore(&rate, a); /* and one more each, which the next store makes good */
    GrRowStore(&spin, a + 3);
    if (sure) {
      GrBulkAddWork(b, i, half, sum[GR_BULK_VISCOUS], sum[GR_BULK_SLIDING]);
    } else {
      b->power[2 * i] = sum[GR_BULK_VISCOUS];
      b->power[2 * i + 1] = sum[GR_BULK_SLIDING];
    }
    GrRowStore(&none, sum);
    GrRowStore(&none, sum + GR_ROW);
  }
}

/* Accelerations of particles [first, last), handed to the integrator. */
static void Sum(GrWorld w, const double *restrict u, PetscInt first, PetscInt last, double half, const GrSweep *sweep)
{
  const GrCase *c = w->the_case;
  const GrBulk b = w->bulk;
  const PetscBool drags = (PetscBool)(c->drag.linear > 0 || c->drag.quadratic > 0 || c->drag.angular > 0);
  double a[GR_RATES * GR_RUN + 1];

  if (b->holds)
    Hold(b, u, first, last);
  if (w->sure)
    Accelerate(b, c->gravity_vector, PETSC_TRUE, half, first, last, a);
  else
    Accelerate(b, c->gravity_vector, PETSC_FALSE, half, first, last, a);
  for (PetscInt i = first; i < last && (c->n_pushes || drags); i++) {
    double *own = a + GR_RATES * (i - first);
    Push(c, b->store.group[i], b->inverse_mass[i], own);
    if (drags)
      Drag(&c->drag, u + GR_STATE * i + 3, b->inverse_mass[i], b->inverse_inertia[i], own);
  }
  for (PetscInt i = 0; i < last - first && c->dimension == 2; i++)
    a[GR_RATES * i + 2] = a[GR_RATES * i + 3] = a[GR_RATES * i + 4] = 0;
  sweep->kick(sweep->context, first, last, a);
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
static PetscErrorCode Exchange(GrWorld w, const GrSweep *sweep)
{
  const GrGhosts ghosts = w->bulk->ghosts;
  const PetscInt *sent, n = GrGhostsSent(ghosts, &sent);

  PetscFunctionBeginUser;
  if (w->size == 1)
    PetscFunctionReturn(0);
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_HALO));
  if (sweep->drift)
    sweep->ahead(sweep->context, n, sent, GrGhostsOutgoing(ghosts));
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

static void Drift(const GrSweep *sweep, PetscInt first, PetscInt last)
{
  if (sweep->drift)
    sweep->drift(sweep->context, first, last);
}

/* Run after run: brought to the time of the evaluation, pairs, sums. Walls come before all pairs, and so need all
   particles first. */
static void Sweep(GrWorld w, Force *force, double t, const GrSweep *sweep)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  const GrWallParticles particles = GrBulkWallParticles(w);
  const PetscBool early = (PetscBool)(b->walls.n > 0);
  PetscInt done = 0, summed = 0;
  GrImageOffsets offset;
  GrTile tile;

  GrBulkOffsets(&b->box, offset);
  if (early) {
    Drift(sweep, 0, n);
    GrWallsWalk(&b->walls, &b->model, &particles, t, &tile, Wall, force);
  }
  for (PetscInt r = 0; r < b->n_runs; r++) {
    if (!early)
      Drift(sweep, GR_RUN * r, PetscMin(GR_RUN * (r + 1), n));
    GrBulkWalkBlocks(w, offset, b->store.state, done, b->pairs_end[r], &tile, Pair, force);
    done = b->pairs_end[r];
    for (; summed < b->finished_end[r]; summed++) {
      const PetscInt first = GR_RUN * b->finished[summed];
      Sum(w, b->store.state, first, PetscMin(first + GR_RUN, n), force->half, sweep);
    }
  }
}

PetscErrorCode GrBulkEvaluate(GrWorld w, double t, const double *u, const GrSweep *sweep)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  const double interval = t - w->committed_time;
  Force force = {.world = w, .interval = interval, .half = 0.5 * interval, .u = b->store.state};

  PetscFunctionBeginUser;
  if (u != b->store.state)
    PetscCall(PetscArraycpy(b->store.state, u, GR_STATE * n));
  b->history.sure = b->walls.history.sure = (PetscBool)(w->sure && !b->model.spends);
  b->trial_fault.what = GR_BROKEN_NOTHING;
  b->model.lead = sweep->mean ? 0 : 0.5 * interval;
  PetscCall(
      PetscArrayzero(b->sum + GR_BULK_SUM * n, GR_BULK_SUM * (b->n_all + 1 - n))); /* ghosts: nobody asks for them */
  if (b->pushed)
    PetscCall(PetscArrayzero(b->pushed, n));
  PetscCall(Exchange(w, sweep));
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_SWEEP));
  Sweep(w, &force, t, sweep);
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_SWEEP));
  PetscFunctionReturn(0);
}
