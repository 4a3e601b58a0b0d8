/* force: from batches of contacts to the sums of forces, torques and powers of the particles; see bulk.h. */
#include "bulk/bulk.h"

#include "base/vec4.h"

typedef struct {
  GrWorld world;
  double interval; /* since the last commit [s] */
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
static void CheckOverlaps(GrWorld w, const GrBatch *t, PetscBool wall)
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
GR_VEC4_INLINE void AddContact(const GrVec4 *force, const GrVec4 *torque, double *restrict sum)
{
  GrVec4 before[2];

  GrVec4Load(sum + GR_BULK_FORCE, &before[0]);
  GrVec4Load(sum + GR_BULK_TORQUE, &before[1]);
  before[0] += *force;
  before[1] += *torque;
  GrVec4Store(&before[0], sum + GR_BULK_FORCE);
  GrVec4Store(&before[1], sum + GR_BULK_TORQUE);
}

/* Adds the results of a batch to both partners, in the order of the contacts; powers go to the first. Lanes beyond the
   last one go to the row of `nobody`. */
static void AddToBothPartners(GrBatch *restrict t, PetscInt nobody, double *restrict sum)
{
  const GrVec4 opposite = {-1, -1, -1, 0};

  for (int i = t->n; i % GR_ROW; i++)
    t->first[i] = t->second[i] = nobody;
  for (int i = 0; i < t->n; i += GR_ROW) {
    GrVec4 force[GR_ROW], one[GR_ROW], two[GR_ROW];
    for (int a = 0; a < 3; a++) {
      GrVec4Load(&t->force[a][i], &force[a]);
      GrVec4Load(&t->torque[0][a][i], &one[a]);
      GrVec4Load(&t->torque[1][a][i], &two[a]);
    }
    GrVec4Load(&t->viscous[i], &force[3]);
    GrVec4Load(&t->sliding[i], &one[3]);
    two[3] = (GrVec4){0};
    GrTranspose4(force);
    GrTranspose4(one);
    GrTranspose4(two);
    for (int k = 0; k < GR_ROW; k++) {
      const GrVec4 back = opposite * force[k];
      AddContact(&force[k], &one[k], sum + GR_BULK_SUM * (size_t)t->first[i + k]);
      AddContact(&back, &two[k], sum + GR_BULK_SUM * (size_t)t->second[i + k]);
    }
  }
}

static void AddPairs(void *context, GrBatch *t)
{
  const Force *f = context;
  const GrBulk b = f->world->bulk;

  GrBatchEvaluate(&b->model, &b->history, f->interval, PETSC_TRUE, t);
  CheckOverlaps(f->world, t, PETSC_FALSE);
  AddToBothPartners(t, b->n_all, b->sum);
}

/* What the wall delivers to a particle: F . v_w, and for what resists rolling and twisting M . w_w, where the torque on
   the particle is l (n x T) + M and on the wall -a d (n x T) - M, a the share of the rule. */
static double WallPower(const GrBulk b, const Force *f, const GrBatch *t, int i)
{
  const double *v = f->u + GR_STATE * t->first[i] + 3, *w = v + 3;
  const double share = b->model.rule[b->model.kind[t->kind[i]].rule].torque_share;
  double power = 0;

  for (int a = 0; a < 3; a++) {
    const int c = (a + 1) % 3, d = (a + 2) % 3;
    const double force = t->force[a][i];
    double torque = t->normal[c][i] * t->force[d][i] - t->normal[d][i] * t->force[c][i];
    double turning = -t->torque[1][a][i] - share * t->overlap[i] * torque;
    power += force * (v[a] - t->velocity[a][i]);
    if (b->model.turns)
      power += turning * (w[a] - t->relative_spin[a][i]);
  }
  return power;
}

static void AddWalls(void *context, GrBatch *t)
{
  const Force *f = context;
  const GrBulk b = f->world->bulk;

  GrBatchEvaluate(&b->model, &b->walls.history, f->interval, PETSC_TRUE, t);
  CheckOverlaps(f->world, t, PETSC_TRUE);
  for (int i = 0; i < t->n; i++) {
    double *restrict one = b->sum + GR_BULK_SUM * t->first[i];
    for (int a = 0; a < 3; a++) {
      one[GR_BULK_FORCE + a] += t->force[a][i];
      one[GR_BULK_TORQUE + a] += t->torque[0][a][i];
    }
    one[GR_BULK_VISCOUS] += t->viscous[i];
    one[GR_BULK_SLIDING] += t->sliding[i];
    if (b->moves)
      b->pushed[t->first[i]] += WallPower(b, f, t, i);
  }
}

void GrBulkAddPairForces(GrWorld w, double t)
{
  Force force = {w, t - w->committed_time, w->bulk->store.state};
  GrBatch batch;

  GrBulkWalkPairs(w, force.u, &batch, AddPairs, &force);
}

void GrBulkAddWallForces(GrWorld w, double t)
{
  const GrBulk b = w->bulk;
  const GrWallParticles particles = GrBulkWallParticles(w);
  Force force = {w, t - w->committed_time, b->store.state};
  GrBatch batch;

  if (b->walls.n > 0)
    GrWallsWalk(&b->walls, &b->model, &particles, t, &batch, AddWalls, &force);
}
