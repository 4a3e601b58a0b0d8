/* force: one evaluation of all forces on the particles of an assembly, the main part of a step; see bulk/step.h.

   With velocity Verlet (world/step.c) a step of length h is
     1. advance    half kick and drift: v += h/2 a, x += h v, velocity predicted for the forces
     2. halo       the state of particles is sent to their ghosts
     3. walls      forces of the contacts with walls are added to the sums of the particles
     4. pairs      candidate pairs in contact become batches of contacts, whose forces are added to the same sums
     5. finish     accelerations from the sums; half kick: v += h/2 a
     6. commit     the trial contact histories and the work become committed when the step is accepted
     v velocity [m/s];  x position [m];  a acceleration [m/s^2]
   The functions are AdvanceParticles, GrBulkExchangeHalo, AddWallForces, GrBulkWalkPairs, GrBulkFinish, GrBulkCommit.
   GrBulkEvaluate executes parts 1 to 5. Each part is a loop over all particles, contacts or both. Parts 1 and 5 use the
   weights of the integrator (world/step.h); if PETSc's TS moves the particles, part 1 has nothing to do.
   Load-controlled walls (wall/travel.c), rigid bodies (body/motion.c) and the sides of a deforming box (cell/deform.c)
   move in parts 1 and 5, walls and sides each with one reduction over all ranks. The forces on a particle are added in
   the order of walls and candidate pairs, which is the same on any number of ranks. */
#include "bulk/bulk.h"
#include "contact/stable_step.h"
#include "world/overlap.h"

#include "base/math/elementary.h"
#include "base/math/simd.h"

enum { LINE = 64 }; /* [bytes] cache line of most machines */

/* Offsets L s of the images of all shifts s [m]; the fourth number is 0 (base/math/vec4.h). */
typedef double ImageOffsets[GR_SHIFTS][4];

static void FillOffsets(const GrParallelBox *box, ImageOffsets offset)
{
  for (int s = 0; s < GR_SHIFTS; s++) {
    double sides[3];
    GrShiftSides(s - GR_UNSHIFTED, sides);
    for (int a = 0; a < 3; a++)
      offset[s][a] = GrParallelBoxShift(box, a, sides);
    offset[s][3] = 0;
  }
}

/* x2 - x1 + L s of a candidate. Without a shift 0 is added, so that all forms of blocks give the same bits. */
GR_VEC4_INLINE void SubtractPositions(const double *restrict u, const ImageOffsets offset, const GrCandidates *c, int k,
                                      GrBlockForm form, GrVec4 *r)
{
  GrVec4 one, two, image = {0};

  GrVec4Load(u + GR_STATE * (size_t)c->first[k], &one);
  GrVec4Load(u + GR_STATE * (size_t)c->second[k], &two);
  if (form != GR_BLOCK_PLAIN)
    GrVec4Load(offset[c->shift[k]], &image);
  *r = (two - one) + image;
}

/* (R1 + R2 + reach)^2 of GR_SIMD candidates from candidate k on. */
GR_VEC4_INLINE void SquareTouchDistances(const GrBulk b, const GrCandidates *restrict c, int k, GrBlockForm form,
                                         GrSimd *square)
{
  const double *restrict r = b->store.radius;
  const GrModelPairType *restrict type = b->model.pairs.type;
  const PetscInt *restrict one = c->first + k, *restrict two = c->second + k;
  GrSimd touch;

  for (int lane = 0; lane < GR_SIMD; lane++)
    touch[lane] = r[one[lane]] + r[two[lane]];
  for (int lane = 0; form == GR_BLOCK_MIXED && b->model.adheres && lane < GR_SIMD; lane++)
    touch[lane] += type[c->type[k + lane]].reach;
  *square = touch * touch;
}

GR_VEC4_INLINE void TakeInverseRoots(const GrSimd *x, GrSimd *inverse)
{
  for (int lane = 0; lane < GR_SIMD; lane++)
    (*inverse)[lane] = GrInverseRoot((*x)[lane]);
}

/* Prefetches the candidates and the contact histories of the next block. The candidates are assumed to have the form of
   this block. The prefetcher of the processor does not predict parts of blocks. Each call fetches the share of the
   candidates k to k + GR_SIMD - 1, because many prefetches at once would wait for each other. `each`: bytes per
   candidate. */
typedef struct {
  const char *memory;
  unsigned each;
} NextBlock;

GR_VEC4_INLINE void FetchShare(const NextBlock *next, unsigned k)
{
  for (unsigned line = k * next->each / LINE; line < (k + GR_SIMD) * next->each / LINE; line++)
    __builtin_prefetch(next->memory + LINE * line, 0, 2);
}

/* Selects the acting contacts of one block: bodies, branch vector r, r . r and 1/|r|. `end` counts from the first
   candidate of the block. A candidate with a NaN distance acts, so that the stability check reports it. Roots are taken
   here, for all candidates, because no other operation waits for them here. */
GR_VEC4_INLINE void SelectActing(const GrBulk b, const ImageOffsets offset, const double *restrict u,
                                 const GrCandidates *restrict c, int end, GrBlockForm form, GrBatchContacts *restrict t,
                                 GrBatchGeometry *restrict g)
{
  const PetscInt next = PetscMin(t->block + 1, t->history->n_blocks - 1);
  const NextBlock candidates = {(const char *)&b->neighbours.candidates[next], form == GR_BLOCK_PLAIN ? 8 : 16};
  const NextBlock history = {(const char *)GrHistoryValues(t->history, t->history->committed, next, 0),
                             (unsigned)t->history->n_values * (unsigned)sizeof(double)};
  GrSimd touch;
  int n = 0;

  GrSimdFill(b->model.pairs.span[c->type[0]].touch, &touch);
  for (int k = 0; k < end; k += GR_SIMD) {
    GrVec4 branch[GR_SIMD];
    GrSimd r[GR_ROW], inverse;
    FetchShare(&candidates, (unsigned)k);
    FetchShare(&history, (unsigned)k);
    for (int lane = 0; lane < GR_SIMD; lane++)
      SubtractPositions(u, offset, c, k + lane, form, &branch[lane]);
    GrSimdFromRecords(branch, r);
    const GrSimd square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    TakeInverseRoots(&square, &inverse);
    if (form < GR_BLOCK_UNIFORM)
      SquareTouchDistances(b, c, k, form, &touch);
    const int act = GrSimdMaskBelow(&square, &touch);
    for (int a = 0; a < 3; a++)
      GrSimdStoreChosen(&r[a], act, &g->branch[a][n]);
    GrSimdStoreChosen(&square, act, &g->distance_squared[n]);
    GrSimdStoreChosen(&inverse, act, &g->inverse_distance[n]);
    GrSimdCopyChosen(c->first + k, act, &t->first[n]);
    GrSimdCopyChosen(c->second + k, act, &t->second[n]);
    if (form == GR_BLOCK_MIXED)
      GrSimdCopyChosenInts(c->type + k, act, &t->type[n]);
    GrSimdStorePlaces(k, act, &t->slot[n]);
    n += GrSimdCount(act);
  }
  while (n && t->slot[n - 1] >= end) /* repetitions that fill the last SIMD vector */
    n--;
  t->n = n;
}

static void SelectForm(const GrBulk b, const ImageOffsets offset, const double *u, PetscInt from, PetscInt end,
                       GrBatchContacts *t, GrBatchGeometry *g)
{
  const GrCandidates *c = &b->neighbours.candidates[from / GR_BLOCK_SLOTS];
  const GrBlockForm form = b->neighbours.form[from / GR_BLOCK_SLOTS];
  const int n = (int)(end - from);

  t->uniform = form >= GR_BLOCK_FAMILY     ? GR_BATCH_ONE_TYPE
               : form >= GR_BLOCK_ONE_RULE ? GR_BATCH_ONE_RULE
                                           : GR_BATCH_MIXED;
  t->type[0] = c->type[0];
  if (form == GR_BLOCK_PLAIN)
    SelectActing(b, offset, u, c, n, GR_BLOCK_PLAIN, t, g);
  else if (form == GR_BLOCK_UNIFORM)
    SelectActing(b, offset, u, c, n, GR_BLOCK_UNIFORM, t, g);
  else if (form == GR_BLOCK_FAMILY)
    SelectActing(b, offset, u, c, n, GR_BLOCK_FAMILY, t, g);
  else
    SelectActing(b, offset, u, c, n, GR_BLOCK_MIXED, t, g);
}

/* Repeats the last contact up to a whole SIMD vector (GrBatchPad). Sets the pair type of all contacts of a block with
   one pair type. */
static void FillRows(GrBatchContacts *restrict t, GrBatchGeometry *restrict g)
{
  const int last = t->n - 1;

  t->rows = GrBatchWhole(t->n);
  for (int i = t->n; i < t->rows; i++) {
    for (int a = 0; a < 3; a++)
      g->branch[a][i] = g->branch[a][last];
    g->distance_squared[i] = g->distance_squared[last];
    g->inverse_distance[i] = g->inverse_distance[last];
    t->first[i] = t->first[last];
    t->second[i] = t->second[last];
    t->type[i] = t->type[last];
  }
  for (int i = 1; t->uniform == GR_BATCH_ONE_TYPE && i < t->rows; i++)
    t->type[i] = t->type[0];
}

/* Radii of the bodies of GR_SIMD contacts [m], and the fractions of the overlap by which the lever arms of slip and
   torque are shorter than the radii [1]. */
typedef struct {
  GrSimd radius[2], slip_share, torque_share;
} Bodies;

/* Bodies of the contacts from contact i on. */
GR_VEC4_INLINE void LoadBodies(const GrBulk b, const GrBatchContacts *restrict t, int i, Bodies *bodies)
{
  const double *restrict r = b->store.radius;
  GrSimd one = {0}, two = {0}, slip_share = {0}, torque_share = {0};

  for (int k = 0; k < GR_SIMD; k++) {
    const GrInteraction *rule = GrModelInteraction(&b->model, t->type[t->uniform >= GR_BATCH_ONE_RULE ? 0 : i + k]);
    one[k] = r[t->first[i + k]];
    two[k] = r[t->second[i + k]];
    slip_share[k] = rule->slip_share;
    torque_share[k] = rule->torque_share;
  }
  *bodies = (Bodies){{one, two}, slip_share, torque_share};
}

/* n = r/|r| and d = (R1 + R2) - |r|, in place of the branch vector and of 1/|r|. */
GR_VEC4_INLINE void ComputeGeometry(const Bodies *bodies, GrBatchGeometry *restrict g, int i, GrSimd n[3],
                                    GrSimd *overlap)
{
  GrSimd square, inverse;

  GrSimdLoad(&g->distance_squared[i], &square);
  GrSimdLoad(&g->inverse_distance[i], &inverse);
  *overlap = (bodies->radius[0] + bodies->radius[1]) - square * inverse;
  GrSimdStore(overlap, &g->overlap[i]);
  for (int a = 0; a < 3; a++) {
    GrSimdLoad(&g->branch[a][i], &n[a]);
    n[a] *= inverse;
    GrSimdStore(&n[a], &g->normal[a][i]);
  }
  for (int a = 0; a < 2; a++) {
    const GrSimd lever = bodies->radius[a] - bodies->torque_share * *overlap;
    GrSimdStore(&bodies->radius[a], &g->radius[a][i]);
    GrSimdStore(&lever, &g->lever[a][i]);
  }
}

/* v1 - v2, l1 w1 + l2 w2 and w1 - w2 of GR_SIMD contacts; l = R - a d. Spins are numbers 1 to 3 of their records. */
typedef struct {
  GrSimd v[GR_ROW], lever_spin[GR_ROW], relative_spin[GR_ROW];
} Velocities;

/* Reads the velocities of the contacts from contact i on from records of 9 numbers a particle. */
GR_VEC4_INLINE void LoadVelocities(const double *restrict u, const Bodies *bodies, const GrSimd *overlap,
                                   const GrBatchContacts *restrict t, int i, Velocities *velocities)
{
  enum { V = 3, W = 5 }; /* (v_x v_y v_z w_x) and (v_z w_x w_y w_z) of a record */
  const GrSimd less = bodies->slip_share * *overlap, lever[2] = {bodies->radius[0] - less, bodies->radius[1] - less};
  GrVec4 v[GR_SIMD], lever_spin[GR_SIMD], relative_spin[GR_SIMD];

  for (int k = 0; k < GR_SIMD; k++) {
    const double *restrict one = u + GR_STATE * (size_t)t->first[i + k];
    const double *restrict two = u + GR_STATE * (size_t)t->second[i + k];
    GrVec4 v1, v2, w1, w2;
    GrVec4Load(one + V, &v1);
    GrVec4Load(two + V, &v2);
    GrVec4Load(one + W, &w1);
    GrVec4Load(two + W, &w2);
    v[k] = v1 - v2;
    lever_spin[k] = lever[0][k] * w1 + lever[1][k] * w2;
    relative_spin[k] = w1 - w2;
  }
  GrSimdFromRecords(v, velocities->v);
  GrSimdFromRecords(lever_spin, velocities->lever_spin);
  GrSimdFromRecords(relative_spin, velocities->relative_spin);
}

/* Subtracts the velocities of the images of the second particles from v, which does not include them yet. */
GR_VEC4_INLINE void SubtractImageVelocities(const ImageOffsets motion, const GrCandidates *c,
                                            const GrBatchContacts *restrict t, int i, GrSimd v[3])
{
  for (int k = 0; k < GR_SIMD && i + k < t->n; k++)
    for (int a = 0; a < 3; a++)
      v[a][k] -= motion[c->shift[t->slot[i + k]]][a];
}

/* Geometry, rate and slip of the contacts that act. motion: velocities of images; NULL: the box does not deform. */
GR_VEC4_INLINE void LoadContacts(const GrBulk b, const double *restrict u, bool turns, const ImageOffsets motion,
                                 const GrBatchContacts *restrict t, GrBatchGeometry *restrict g)
{
  const bool known =
      t->uniform == GR_BATCH_ONE_TYPE && t->type[0] < b->model.pairs.n_fixed; /* all contacts have the same radii */
  Bodies bodies;

  LoadBodies(b, t, 0, &bodies);
  for (int i = 0; i < t->rows; i += GR_SIMD) {
    GrSimd n[3], overlap, rate, slip[3];
    Velocities of;
    if (!known)
      LoadBodies(b, t, i, &bodies);
    ComputeGeometry(&bodies, g, i, n, &overlap);
    LoadVelocities(u, &bodies, &overlap, t, i, &of);
    if (motion)
      SubtractImageVelocities(motion, &b->neighbours.candidates[t->block], t, i, of.v);
    GrBatchSlip(n, of.v, of.lever_spin + 1, &rate, slip);
    GrSimdStore(&rate, &g->rate[i]);
    for (int a = 0; a < 3; a++) {
      GrSimdStore(&slip[a], &g->slip[a][i]);
      if (turns)
        GrSimdStore(&of.relative_spin[a + 1], &g->relative_spin[a][i]);
    }
  }
}

/* Mean spins about the normals, for bonds. */
static void LoadSpinsAbout(const double *restrict u, const GrBatchContacts *restrict t, GrBatchGeometry *restrict g)
{
  for (int i = 0; i < GrBatchRows(t); i++) {
    const double *one = u + GR_STATE * (size_t)t->first[i] + 6, *two = u + GR_STATE * (size_t)t->second[i] + 6;
    g->about[i] = 0.5 * ((one[0] + two[0]) * g->normal[0][i] + (one[1] + two[1]) * g->normal[1][i] +
                         (one[2] + two[2]) * g->normal[2][i]);
  }
}

void GrBulkWalkPairs(GrWorld w, GrBatchVisit visit, void *context)
{
  const GrBulk b = w->bulk;
  const double *u = b->store.state;
  ImageOffsets offset, motion;
  GrBatch batch;
  GrBatchContacts *const t = &batch.contacts;
  GrBatchGeometry *const g = &batch.geometry;

  t->history = &b->history;
  t->with_wall = false;
  FillOffsets(&b->box, offset);
  if (b->cell)
    GrBulkCellFindImageVelocities(b, motion);
  for (PetscInt k = 0; k < b->neighbours.pairs.n; k += GR_BLOCK_SLOTS) {
    t->block = k / GR_BLOCK_SLOTS;
    SelectForm(b, offset, u, k, PetscMin(k + GR_BLOCK_SLOTS, b->neighbours.pairs.n), t, g);
    if (t->n) {
      FillRows(t, g);
      if (b->cell)
        LoadContacts(b, u, true, motion, t, g);
      else if (b->model.turns)
        LoadContacts(b, u, true, NULL, t, g);
      else
        LoadContacts(b, u, false, NULL, t, g);
      GrBulkFetchFamilyBodies(b, t, g);
      GrBulkBodySetMasses(b, t, g);
      if (b->model.bonds)
        LoadSpinsAbout(u, t, g);
    }
    visit(context, &batch);
  }
}

void GrBulkWalkWalls(GrWorld w, GrBatchVisit visit, void *context)
{
  const GrWallParticles particles = GrBulkWallParticles(w);
  GrBatch batch;

  GrWallsWalk(&w->bulk->walls, &w->bulk->model, &particles, w->clock.committed, &batch, visit, context);
}

void GrBulkWalkContacts(GrWorld w, GrBatchVisit visit, void *context)
{
  GrBulkWalkPairs(w, visit, context);
  GrBulkWalkWalls(w, visit, context);
}

typedef struct {
  GrWorld world;
  double interval; /* time since the last completed step [s] */
  GrWallParticles particles;
} Force;

PetscInt GrBulkFindLimitingType(GrWorld w, const GrBatchContacts *t, int i)
{
  if (!GrModelFamily(&w->bulk->model, t->type[i]))
    return t->type[i];
  return GrModelTryPair(&w->bulk->model,
                        (const GrParticleType[2]){GrBulkTypeOf(w, t->first[i]), GrBulkTypeOf(w, t->second[i])});
}

/* Smaller radius of the two bodies; of a contact with a wall that of the particle. */
static inline double SmallerRadius(const GrBatchContacts *t, const GrBatchGeometry *g, int i)
{
  return t->with_wall ? g->radius[0][i] : PetscMin(g->radius[0][i], g->radius[1][i]);
}

static GrFault FaultOf(const GrBulk b, const GrBatchContacts *t, const GrBatchGeometry *g, int i, PetscInt type)
{
  const bool wall = t->with_wall;
  const double radius = SmallerRadius(t, g, i);

  const double *v = b->store.state + GR_STATE * t->first[i] + 3;
  double own = 0; /* speed of the first particle along the normal [m/s] */

  for (int a = 0; a < 3; a++)
    own += v[a] * g->normal[a][i];
  GrModelSetLimit(&b->model, type, radius);
  return (GrFault){.what = b->model.pairs.type[type].prescribed ? GR_BROKEN_PRESSED : GR_BROKEN_OVERLAP,
                   .first = b->store.id[t->first[i]],
                   .second = wall ? 0 : b->store.id[t->second[i]],
                   .wall = wall ? (int)t->second[i] : -1,
                   .rule = b->model.pairs.type[type].rule,
                   .overlap = g->overlap[i],
                   .limit = b->model.pairs.span[type].overlap_limit,
                   .radius = radius,
                   .speed = wall ? g->rate[i] - own : 0,
                   .rate = g->rate[i],
                   .longest = GrModelStepAlone(&b->model, type, g->overlap[i])};
}

/* Overlap that is certainly within the limit of a contact; without a family it is the limit. */
static inline double SafeOverlap(const GrModel *m, const GrBatchContacts *t, const GrBatchGeometry *g, int i)
{
  return GrModelFamily(m, t->type[i]) ? g->safe[i] : m->pairs.span[t->type[i]].overlap_limit;
}

/* Whether some overlap may exceed its limit, or may be larger than all before (`deepest`). */
static bool NeedLook(const GrModel *m, const GrDeepest *deepest, const GrBatchContacts *t, const GrBatchGeometry *g)
{
  static const double rounding = 1 - 1e-15; /* equal overlaps are compared by their ids */
  const bool uniform = t->uniform == GR_BATCH_ONE_TYPE, family = uniform && GrModelFamily(m, t->type[0]),
             one = uniform && !family;
  const double ratio = rounding * deepest->ratio, recent = deepest->recent,
               limit =
                   PetscMin(PetscMin(m->pairs.span[t->type[0]].overlap_limit, recent), ratio * SmallerRadius(t, g, 0));
  const int rows = GrBatchRows(t);
  long long look = 0; /* as wide as the compared doubles */

  for (int i = 0; one && i < rows; i++)
    look |= !(g->overlap[i] <= limit);
  for (int i = 0; family && !t->with_wall && i < rows; i++) {
    const double radius = PetscMin(g->radius[0][i], g->radius[1][i]), safe = PetscMin(g->safe[i], recent);
    look |= !(g->overlap[i] <= PetscMin(safe, ratio * radius));
  }
  for (int i = 0; ((family && t->with_wall) || !uniform) && i < t->n; i++)
    look |= !(g->overlap[i] <= PetscMin(PetscMin(SafeOverlap(m, t, g, i), recent), ratio * SmallerRadius(t, g, i)));
  return look != 0;
}

/* Keeps the largest overlaps of a batch for the trial step. */
static void KeepDeepest(GrWorld w, const GrBatchContacts *t, const GrBatchGeometry *g)
{
  GrDeepest *deepest = &w->deepest_trial;
  const GrStore *s = &w->bulk->store;

  for (int i = 0; i < t->n; i++) {
    const double ratio = g->overlap[i] / SmallerRadius(t, g, i);
    deepest->recent = PetscMax(deepest->recent, g->overlap[i]);
    if (!(ratio >= deepest->ratio && ratio > w->deepest.ratio))
      continue;
    const PetscInt64 one = s->id[t->first[i]], two = t->with_wall ? 0 : s->id[t->second[i]];
    GrWorldDeepestKeep(deepest, &(GrDeepest){.first = t->with_wall ? one : PetscMin(one, two),
                                             .second = t->with_wall ? 0 : PetscMax(one, two),
                                             .wall = t->with_wall ? t->second[i] : 0,
                                             .ratio = ratio,
                                             .time = w->clock.evaluation});
  }
}

/* Keeps the fault of a contact whose overlap exceeds its limit, and the largest overlaps. */
static void CheckOverlaps(GrWorld w, const GrBatchContacts *t, const GrBatchGeometry *g)
{
  const GrBulk b = w->bulk;

  if (t->n == 0 || !NeedLook(&b->model, &w->deepest_trial, t, g))
    return;
  KeepDeepest(w, t, g);
  for (int i = 0; i < t->n; i++) {
    if (g->overlap[i] <= SafeOverlap(&b->model, t, g, i))
      continue;
    const PetscInt type = GrBulkFindLimitingType(w, t, i);
    const GrFault fault = FaultOf(b, t, g, i, type);
    if (!(g->overlap[i] <= fault.limit))
      GrBulkKeepFault(&b->step.trial_fault, &fault);
  }
}

/* Adds force and torque of a contact to the sums of a particle. */
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

/* Adds forces and torques of a batch to the sums of both particles, in the order of the contacts; powers are added to
   the first particle, or half to each (`split`). Lanes after the last contact are added to an unused row. */
GR_VEC4_INLINE void AddToBothPartners(GrBatchContacts *restrict t, const GrBatchGeometry *restrict g,
                                      const GrBatchResults *restrict r, bool turns, bool split, PetscInt nobody,
                                      double *restrict sum)
{
  const GrVec4 opposite = {-1, -1, -1, split ? 1 : 0};

  for (int i = t->n; i % GR_SIMD; i++)
    t->first[i] = t->second[i] = nobody;
  for (int i = 0; i < t->n; i += GR_SIMD) {
    GrBatchForces f;
    GrBatchForcesAt(g, r, turns, i, &f);
    GrSimd force[GR_ROW] = {f.force[0], f.force[1], f.force[2]};
    GrSimd one[GR_ROW] = {f.torque[0][0], f.torque[0][1], f.torque[0][2]};
    GrSimd two[GR_ROW] = {f.torque[1][0], f.torque[1][1], f.torque[1][2]};
    GrVec4 forces[GR_SIMD], torques[2][GR_SIMD];
    GrSimdLoad(&r->viscous[i], &force[3]);
    GrSimdLoad(&r->sliding[i], &one[3]);
    if (split) {
      force[3] *= 0.5;
      two[3] = one[3] *= 0.5;
    }
    GrSimdToRecords(force, forces);
    GrSimdToRecords(one, torques[0]);
    GrSimdToRecords(two, torques[1]);
    for (int k = 0; k < GR_SIMD; k++) {
      const GrVec4 back = opposite * forces[k];
      AddContact(&forces[k], &torques[0][k], sum + GR_BULK_SUM * (size_t)t->first[i + k]);
      AddContact(&back, &torques[1][k], sum + GR_BULK_SUM * (size_t)t->second[i + k]);
    }
  }
}

static void AddPairs(void *context, GrBatch *t)
{
  const Force *f = context;
  const GrBulk b = f->world->bulk;

  GrBatchEvaluate(&b->model, f->interval, true, t);
  CheckOverlaps(f->world, &t->contacts, &t->geometry);
  if (b->cell)
    GrBulkCellAddContacts(b, t);
  if (f->world->the_case->output.trajectory_energies)
    AddToBothPartners(&t->contacts, &t->geometry, &t->results, b->model.turns, true, b->neighbours.n_all, b->step.sum);
  else if (b->model.turns)
    AddToBothPartners(&t->contacts, &t->geometry, &t->results, true, false, b->neighbours.n_all, b->step.sum);
  else
    AddToBothPartners(&t->contacts, &t->geometry, &t->results, false, false, b->neighbours.n_all, b->step.sum);
}

/* Power of the wall on a particle: F . v_w + M . w_w, with M the torques of rolling and twisting. */
static double WallPower(const GrBulk b, const GrBatch *t, int i)
{
  const double *v = b->store.state + GR_STATE * t->contacts.first[i] + 3, *w = v + 3;
  double power = 0;

  for (int a = 0; a < 3; a++) {
    power += t->results.force[a][i] * (v[a] - t->geometry.velocity[a][i]);
    if (b->model.turns)
      power += t->results.spin_torque[a][i] * (w[a] - t->geometry.relative_spin[a][i]);
  }
  return power;
}

static void AddWalls(void *context, GrBatch *t)
{
  const Force *f = context;
  const GrBulk b = f->world->bulk;
  bool begins[GR_BATCH];

  GrBulkWearFindNew(f->world, t, begins);
  GrBatchEvaluate(&b->model, f->interval, true, t);
  GrBulkWearAdd(f->world, t, begins);
  GrBatchSetForces(&b->model, t);
  CheckOverlaps(f->world, &t->contacts, &t->geometry);
  if (b->walls.n_travels > 0)
    GrWallsResist(&b->walls, &b->model, &f->particles, t);
  for (int i = 0; i < t->contacts.n; i++) {
    double *restrict one = b->step.sum + GR_BULK_SUM * t->contacts.first[i];
    for (int a = 0; a < 3; a++) {
      one[GR_BULK_FORCE + a] += t->results.force[a][i];
      one[GR_BULK_TORQUE + a] += t->results.torque[0][a][i];
    }
    one[GR_BULK_VISCOUS] += t->results.viscous[i];
    one[GR_BULK_SLIDING] += t->results.sliding[i];
    if (b->wall_motion.moves) {
      const double power = WallPower(b, t, i);
      b->step.external_power[t->contacts.first[i]] += power;
      GrBulkWallWorkAdd(&b->wall_motion.work, t->contacts.second[i], t->contacts.first[i], power);
    }
  }
}

static void KeepPassage(GrWorld w, const GrFault *fault)
{
  GrBulkKeepFault(&w->bulk->step.trial_fault, fault);
}

static void AddWallForces(Force *force, double t)
{
  const GrBulk b = force->world->bulk;
  const GrVelocityOf velocity = b->model.velocity;
  GrBatch batch;

  if (b->stages.jump == GR_JUMP_WALLS)
    b->model.velocity = GR_VELOCITY_AT_END;
  if (b->walls.n > 0)
    GrWallsWalk(&b->walls, &b->model, &force->particles, t, &batch, AddWalls, force);
  b->model.velocity = velocity;
}

PetscErrorCode GrBulkExchangeHalo(GrWorld w, const double *u)
{
  const GrBulk b = w->bulk;

  if (u != b->store.state)
    PetscCall(PetscArraycpy(b->store.state, u, GR_STATE * b->store.columns.n));
  PetscCall(GrParallelGhostsBegin(b->neighbours.ghosts));
  return GrParallelGhostsEnd(b->neighbours.ghosts);
}

/* Begins an evaluation: clears the sums of the ghosts (GrBulkTakeSum clears those of owned particles when it reads
   them) and other trial values. */
static PetscErrorCode BeginTrial(GrWorld w, const GrStep *step)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n, ghosts_and_nobody = b->neighbours.n_all + 1 - n;

  b->history.no_rollback = b->walls.history.no_rollback =
      w->no_rollback && b->model.n_normal_history == 0 && !b->model.bonds;
  GrModelSetTime(&b->model, w->clock.evaluation);
  GrFunctionVectorAt(w->the_case->gravity_of_time, w->the_case->gravity_vector, w->clock.evaluation, b->step.gravity);
  GrCaseFindGroupForces(w->the_case, w->clock.evaluation, b->step.group_force);
  b->step.fluid[1] = GrDragAt(&w->the_case->drag, w->clock.evaluation);
  b->step.trial_fault = (GrFault){.what = GR_BROKEN_NOTHING};
  w->deepest_trial = w->deepest;
  b->model.velocity = step->rule->velocity;
  PetscCall(
      PetscArrayzero(b->step.sum + GR_BULK_SUM * n, GR_BULK_SUM * ghosts_and_nobody)); /* these sums are not read */
  if (b->step.external_power)
    PetscCall(PetscArrayzero(b->step.external_power, n));
  GrBulkWallWorkBegin(&b->wall_motion.work);
  GrBulkWearBegin(&b->wall_motion.wear);
  if (b->cell)
    PetscCall(PetscArrayzero(b->cell->sum, GR_CELL_SUM * b->neighbours.n_all));
  return 0;
}

/* Part 1 of the schedule for walls and box. If the last evaluation has advanced the particles already, it has placed
   the periodic images of the spheres of bodies with the sides of the former box; then they are placed again. */
static void AdvanceSides(GrWorld w, const GrStepWeights *sides, const GrStep *step)
{
  GrWallsAdvance(&w->bulk->walls, sides);
  if (!w->bulk->cell)
    return;
  GrBulkCellAdvance(w, sides);
  if (step->begun)
    GrBulkBodyPlace(w);
}

/* Part 1 of the schedule for spheres and bodies, unless no step is made or the last evaluation has done it. */
static void AdvanceParticles(GrWorld w, const GrStep *step)
{
  const PetscInt n = w->bulk->store.columns.n;

  if (!(step->length > 0) || step->begun)
    return;
  if (w->bulk->step.drag)
    GrBulkDragBegin(w, step);
  if (GrBulkBodySpheres(w) < n) /* otherwise bodies set all rows */
    GrBulkAdvance(w, step, 0, n);
  GrBulkBodyAdvance(w, step);
}

PetscErrorCode GrBulkEvaluate(GrWorld w, double t, double *u, const GrStep *step)
{
  const GrBulk b = w->bulk;
  const double interval = t - w->clock.committed;
  const GrStepWeights sides =
      GrStepFree(step->rule, interval); /* of walls and box, also if the particles do not move */

  PetscCall(BeginTrial(w, step));
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_FORCES));
  AdvanceSides(w, &sides, step);
  AdvanceParticles(w, step);
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_FORCES));
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_HALO));
  PetscCall(GrBulkExchangeHalo(w, u));
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_HALO));
  PetscCall(GrTimerBegin(&w->timers, GR_PHASE_FORCES));
  Force force = {w, interval, GrBulkWallParticles(w)};
  GrBulkFindPassages(w, t, interval, KeepPassage);
  AddWallForces(&force, t);
  GrBulkWalkPairs(w, AddPairs, &force);
  if (b->cell)
    PetscCall(GrBulkCellFinish(w, &sides));
  GrBulkFinish(w, 0.5 * interval, step);
  GrBulkBodyFinish(w, 0.5 * interval, step);
  PetscCall(GrTimerEnd(&w->timers, GR_PHASE_FORCES));
  return GrWallsFinish(&b->walls, &b->box, t, &sides, w->comm);
}
