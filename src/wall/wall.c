/* wall: candidates between particles and walls, and their way into batches; see wall.h. */
#include "wall/wall.h"

#include <math.h>

enum { STATE = 9 }; /* numbers of a particle: x, v, w */

PetscErrorCode GrWallsCreate(const GrCase *the_case, int wall_type, const GrModel *model, GrWalls *walls)
{
  PetscFunctionBeginUser;
  *walls = (GrWalls){.n_walls = the_case->n_walls, .wall = the_case->walls, .wall_type = wall_type};
  PetscCall(PetscCalloc1(walls->n_walls + 1, &walls->begin));
  PetscCall(PetscCalloc1(walls->n_walls + 1, &walls->slot));
  PetscCall(GrHistoryCreate(model->n_history, &walls->history));
  PetscFunctionReturn(0);
}

PetscErrorCode GrWallsDestroy(GrWalls *walls)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(walls->particle));
  PetscCall(PetscFree(walls->begin));
  PetscCall(PetscFree(walls->slot));
  PetscCall(PetscFree(walls->pair_type));
  PetscCall(GrHistoryDestroy(&walls->history));
  *walls = (GrWalls){0};
  PetscFunctionReturn(0);
}

static PetscErrorCode AppendCandidate(GrWalls *walls, PetscInt particle, PetscInt type)
{
  PetscFunctionBeginUser;
  if (walls->n == walls->capacity) {
    walls->capacity += walls->capacity / 2 + GR_BATCH;
    PetscCall(PetscRealloc((size_t)walls->capacity * sizeof(*walls->particle), &walls->particle));
    PetscCall(PetscRealloc((size_t)walls->capacity * sizeof(*walls->pair_type), &walls->pair_type));
  }
  walls->particle[walls->n] = particle;
  walls->pair_type[walls->n++] = (int)type;
  PetscFunctionReturn(0);
}

/* Does the rule of two bodies have an adhesion? */
static PetscBool HasAdhesion(const GrModel *model, const GrParticleType body[2])
{
  if (!model->adheres)
    return PETSC_FALSE;
  return (PetscBool)(model->rule[GrModelRule(model, body[0].material, body[1].material)].law[GR_PLACE_ADHESION] !=
                     NULL);
}

/* A particle of its own radius and mass whose surface is `room` [m] farther away than `reach`. How far the adhesion
   reaches is known when the pair type is made; if it is too far, the type is given back. */
static PetscErrorCode ListOwn(GrWalls *walls, GrModel *model, const GrWallParticles *p, PetscInt i, int w, double room)
{
  const GrParticleType body[2] = {
      {.material = model->the_case->grains[p->group[i]].material, .radius = p->radius[i], .mass = p->mass[i]},
      model->particle_type[walls->wall_type + w]};
  PetscInt type;

  PetscFunctionBeginUser;
  if (room >= 0 && !HasAdhesion(model, body))
    PetscFunctionReturn(0);
  PetscCall(GrModelAdd(model, body, &type));
  if (room >= model->pair_type[type].reach)
    model->n_pair_types--;
  else
    PetscCall(AppendCandidate(walls, i, type));
  PetscFunctionReturn(0);
}

static PetscErrorCode ListWall(GrWalls *walls, GrModel *model, const GrWallParticles *p, int w, double t, double reach)
{
  const GrWallPose pose = GrWallAt(&walls->wall[w], t);

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < p->n; i++) {
    const double room = GrWallGap(&pose, p->reference + 3 * i) - (p->radius[i] + reach);
    if (isinf(p->mass[i])) /* no law is prepared for two bodies that nothing moves */
      continue;
    if (p->type[i] == GR_PARTICLE_TYPE_OWN) {
      PetscCall(ListOwn(walls, model, p, i, w, room));
      continue;
    }
    PetscInt type = GrModelPairTypeOf(model, p->type[i], walls->wall_type + w);
    if (!(room >= model->pair_type[type].reach))
      PetscCall(AppendCandidate(walls, i, type));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrWallsList(GrWalls *walls, GrModel *model, const GrWallParticles *particles, double t, double reach)
{
  PetscFunctionBeginUser;
  walls->n = 0;
  for (int w = 0; w < walls->n_walls; w++) {
    walls->begin[w] = walls->n;
    PetscCall(ListWall(walls, model, particles, w, t, reach));
  }
  walls->begin[walls->n_walls] = walls->n;
  for (int w = 0; w < walls->n_walls; w++) {
    const PetscInt blocks = (walls->begin[w + 1] - walls->begin[w] + GR_BLOCK_SLOTS - 1) / GR_BLOCK_SLOTS;
    walls->slot[w + 1] = walls->slot[w] + GR_BLOCK_SLOTS * blocks;
  }
  PetscCall(GrHistoryReset(&walls->history, walls->slot[walls->n_walls]));
  PetscFunctionReturn(0);
}

/* A wall as its contacts see it. */
typedef struct {
  GrWallPose pose;
  PetscBool spins;
} Surface;

static Surface SurfaceAt(const GrWall *wall, double t)
{
  Surface s = {.pose = GrWallAt(wall, t)};
  s.spins = (PetscBool) !(s.pose.spin[0] == 0 && s.pose.spin[1] == 0 && s.pose.spin[2] == 0);
  return s;
}

/* The velocity that turning adds at the point of contact of a particle at x. */
static inline void AddSpin(const GrWallPose *pose, const double x[3], double gap, double u[3])
{
  const double *w = pose->spin;
  double arm[3];

  for (int k = 0; k < 3; k++)
    arm[k] = (x[k] - gap * pose->normal[k]) - pose->pivot[k];
  u[0] += w[1] * arm[2] - w[2] * arm[1];
  u[1] += w[2] * arm[0] - w[0] * arm[2];
  u[2] += w[0] * arm[1] - w[1] * arm[0];
}

/* Puts a contact into the next place of a batch, but for its slot and type. `share`: of the overlap that the arm loses.
 */
static inline void PutContact(const Surface *s, const double state[STATE], double radius, double gap, double share,
                              PetscBool turns, GrBatch *batch)
{
  const int i = batch->n;
  double u[3] = {s->pose.velocity[0], s->pose.velocity[1], s->pose.velocity[2]};

  if (s->spins)
    AddSpin(&s->pose, state, gap, u);
  batch->overlap[i] = radius - gap;
  batch->radius[0][i] = radius;
  batch->radius[1][i] = 0;
  for (int k = 0; k < 3; k++) {
    const double spin = state[6 + k];
    batch->normal[k][i] = -s->pose.normal[k];
    batch->velocity[k][i] = state[3 + k] - u[k];
    batch->lever_spin[k][i] = (radius - share * batch->overlap[i]) * spin;
    if (turns)
      batch->relative_spin[k][i] = spin - s->pose.spin[k];
  }
}

/* The contacts of one wall. The comparison is such that not-a-number acts, for others to see it. */
static void WalkWall(const GrWalls *walls, const GrModel *model, const GrWallParticles *p, int w, const Surface *s,
                     GrBatch *batch, GrBatchVisit visit, void *context)
{
  PetscInt slot = walls->slot[w];

  batch->n = 0;
  for (PetscInt c = walls->begin[w]; c < walls->begin[w + 1]; c++, slot++) {
    const PetscInt i = walls->particle[c];
    const double *state = p->state + STATE * i;
    const GrModelPairType *type = &model->pair_type[walls->pair_type[c]];
    const double gap = GrWallGap(&s->pose, state);
    if (!(p->radius[i] - gap <= -type->reach)) {
      PutContact(s, state, p->radius[i], gap, model->rule[type->rule].slip_share, model->turns, batch);
      batch->place[batch->n] = (unsigned char)(slot % GR_BLOCK_SLOTS);
      batch->type[batch->n] = walls->pair_type[c];
      batch->first[batch->n] = i;
      batch->second[batch->n++] = w;
    }
    if (slot % GR_BLOCK_SLOTS + 1 == GR_BLOCK_SLOTS || c + 1 == walls->begin[w + 1]) {
      batch->block = slot / GR_BLOCK_SLOTS;
      batch->alike = 0;
      batch->rows = batch->n;
      visit(context, batch);
      batch->n = 0;
    }
  }
}

void GrWallsWalk(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, double t, GrBatch *batch,
                 GrBatchVisit visit, void *context)
{
  for (int w = 0; w < walls->n_walls; w++) {
    if (walls->begin[w] == walls->begin[w + 1])
      continue;
    Surface surface = SurfaceAt(&walls->wall[w], t);
    WalkWall(walls, model, particles, w, &surface, batch, visit, context);
  }
}

void GrWallsAddForce(const GrWalls *walls, const GrBatch *batch, const double *state, double t, GrSum sum[6])
{
  if (batch->n == 0)
    return;
  const GrWallPose pose = GrWallAt(&walls->wall[batch->second[0]], t);
  for (int i = 0; i < batch->n; i++) {
    const double *x = state + STATE * batch->first[i], gap = batch->radius[0][i] - batch->overlap[i];
    double arm[3], f[3], torque[3];
    for (int k = 0; k < 3; k++) {
      arm[k] = (x[k] + gap * batch->normal[k][i]) - pose.point[k];
      f[k] = -batch->force[k][i];
    }
    torque[0] = arm[1] * f[2] - arm[2] * f[1];
    torque[1] = arm[2] * f[0] - arm[0] * f[2];
    torque[2] = arm[0] * f[1] - arm[1] * f[0];
    for (int k = 0; k < 3; k++) {
      GrSumAdd(&sum[k], f[k]);
      GrSumAdd(&sum[3 + k], torque[k] + batch->torque[1][k][i]);
    }
  }
}
