/* mass: the masses that the contacts of rigid bodies move, for their dashpots; see body.h.

   A single contact on a body moves 1/m = 1/M + (r x n) . I^-1 (r x n). If N contacts of the same two bodies act with
   nearly parallel normals, as a body that lies flat on a plane or two rods side by side, they move together:
     m_N = m(mean of r)/N  for each of them
   so that N dashpots 2 b sqrt(k m_N) add up to the dashpot of the N springs on the mass m, and an impact returns the
   given restitution. b damping ratio;  k stiffness of a contact [N/m];  M, I, r, n as in body.h.
   Limit: where contacts begin one after the other (a body that rocks on three points), the mass jumps when the next
   contact begins, and the restitution of such an impact is not that of the rule. */
#include "bulk/bulk.h"

#include "base/math/rotation.h"
#include <stdlib.h>

static const double parallel = 0.966; /* cosine of the largest angle between normals, 15 degrees */

/* Arms of contacts of one body: sum in the frame of the body [m]. */
typedef struct {
  double sum[3];
  int n;
} Arms;

static void AddArm(const GrBulk b, PetscInt i, Arms *arms)
{
  for (int a = 0; a < 3; a++)
    arms->sum[a] += b->bodies.lever[i].arm[a];
  arms->n++;
}

/* Mass that contacts with the normal n move at the mean of their arms on the body of sphere i; of a sphere without a
   body its mass [kg]. */
static double MassAt(const GrBulk b, PetscInt i, const Arms *arms, const double n[3])
{
  const GrBodyLever *lever = &b->bodies.lever[i];
  double axes[3][3], own[3], mean[3], turn[3], inverse = lever->inverse_mass;

  if (!(inverse > 0))
    return b->store.mass[i];
  for (int a = 0; a < 3; a++)
    mean[a] = arms->sum[a] / arms->n;
  GrRotationAxes(GrBulkBodyOrientation(b, i), axes);
  GrRotateToBody(axes, n, own);
  GrCross3(mean, own, turn);
  for (int a = 0; a < 3; a++)
    inverse += turn[a] * turn[a] * lever->inverse_moment[a];
  return 1 / inverse;
}

/* Whether candidate k acts with a normal nearly parallel to n. */
static PetscBool ActsAlong(const GrBulk b, const GrPair *pair, const double n[3])
{
  const double *one = b->store.state + GR_STATE * (size_t)pair->first,
               *two = b->store.state + GR_STATE * (size_t)pair->second;
  const double touch = b->store.radius[pair->first] + b->store.radius[pair->second];
  double sides[3], r[3];

  GrShiftSides(pair->shift - GR_UNSHIFTED, sides);
  for (int a = 0; a < 3; a++)
    r[a] = (two[a] - one[a]) + GrParallelBoxShift(&b->box, a, sides);
  const double square = GrDot3(r, r), along = GrDot3(r, n);
  return (PetscBool)(square < touch * touch && along > 0 && along * along > parallel * parallel * square);
}

/* Reduced mass per contact of candidate k, and of the candidates of the same two bodies that act along n. */
static double MassOfPair(const GrBulk b, PetscInt k, const double n[3])
{
  const GrPair own = GrBulkCandidate(&b->neighbours, k);
  Arms first = {.n = 0}, second = {.n = 0};

  AddArm(b, own.first, &first);
  AddArm(b, own.second, &second);
  for (PetscInt other = b->bodies.next[k]; other != k; other = b->bodies.next[other]) {
    const GrPair pair = GrBulkCandidate(&b->neighbours, other);
    if (!ActsAlong(b, &pair, n))
      continue;
    AddArm(b, pair.first, &first);
    AddArm(b, pair.second, &second);
  }
  const double one = MassAt(b, own.first, &first, n), two = MassAt(b, own.second, &second, n);
  const double mass = isinf(two) ? one : isinf(one) ? two : one * two / (one + two);
  return mass / first.n;
}

/* A contact between spheres without bodies keeps its mass: NaN stands for the mass of its pair type. The force then
   has the same bits in any batch. */
void GrBulkBodySetMasses(const GrBulk b, GrBatch *t)
{
  const GrBodyLever *lever = b->bodies.lever;
  PetscBool body[GR_BATCH];

  t->felt = 0;
  for (int i = 0; lever && i < t->n; i++) {
    body[i] = (PetscBool)(lever[t->first[i]].inverse_mass > 0 || lever[t->second[i]].inverse_mass > 0);
    t->felt |= body[i];
  }
  for (int i = 0; t->felt && i < t->n; i++) {
    const double n[3] = {t->normal[0][i], t->normal[1][i], t->normal[2][i]};
    if (body[i])
      t->mass[i] = MassOfPair(b, GR_BLOCK_SLOTS * t->block + t->slot[i], n);
    else if (!GrModelFamily(&b->model, t->type[i]))
      t->mass[i] = NAN;
  }
  for (int i = t->n; t->felt && i < t->rows; i++)
    t->mass[i] = t->mass[t->n - 1];
}

/* Mass per contact of sphere i of a body with a wall, and of its other spheres that touch the wall along n. */
static double MassAtWall(GrWorld w, const GrWall *wall, const GrWallPose *pose, PetscInt i, const double n[3])
{
  const GrBulk b = w->bulk;
  const GrBulkBodies *l = &b->bodies;
  const PetscInt body = l->of[i];
  Arms arms = {.n = 0};

  AddArm(b, i, &arms);
  for (PetscInt e = l->begin[body]; e < l->begin[body + 1]; e++) {
    const PetscInt other = l->sphere[e];
    double normal[3];
    if (other != i &&
        GrWallGap(wall, pose, b->store.state + GR_STATE * (size_t)other, normal) < b->store.radius[other] &&
        -GrDot3(normal, n) > parallel)
      AddArm(b, other, &arms);
  }
  return MassAt(b, i, &arms, n) / arms.n;
}

void GrBulkBodySetWallMasses(const void *world, void *batch)
{
  const GrWorld w = (GrWorld)(uintptr_t)world;
  const GrBulk b = w->bulk;
  GrBatch *t = batch;
  GrWallPose pose;

  if (t->n > 0)
    pose = GrWallsAt(&b->walls, (int)t->second[0], w->evaluation_time);
  for (int i = 0; i < t->n; i++)
    t->felt |= b->bodies.of[t->first[i]] >= 0;
  for (int i = 0; t->felt && i < t->n; i++) {
    const double n[3] = {t->normal[0][i], t->normal[1][i], t->normal[2][i]};
    t->mass[i] =
        b->bodies.of[t->first[i]] < 0 ? NAN : MassAtWall(w, &b->walls.wall[t->second[i]], &pose, t->first[i], n);
  }
}

/* A candidate and its two bodies. */
typedef struct {
  PetscInt64 id[2];
  PetscInt k;
} Entry;

static int CompareEntries(const void *a, const void *b)
{
  const Entry *x = a, *y = b;

  for (int e = 0; e < 2; e++)
    if (x->id[e] != y->id[e])
      return x->id[e] < y->id[e] ? -1 : 1;
  return (x->k > y->k) - (x->k < y->k);
}

PetscErrorCode GrBulkBodyLinkCandidates(GrWorld w)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->neighbours.pairs.n;
  Entry *entry;
  int sphere;

  PetscFunctionBeginUser;
  if (!GrBodiesExist(w->the_case))
    PetscFunctionReturn(0);
  PetscCall(PetscMalloc1(n, &entry));
  PetscCall(PetscFree(b->bodies.next));
  PetscCall(PetscMalloc1(n, &b->bodies.next));
  for (PetscInt k = 0; k < n; k++) {
    const GrPair pair = GrBulkCandidate(&b->neighbours, k);
    const PetscInt particle[2] = {pair.first, pair.second};
    entry[k].k = k;
    for (int e = 0; e < 2; e++) {
      const PetscInt64 body = GrBulkBodyIdOf(w, particle[e], &sphere);
      entry[k].id[e] = body ? body : b->store.id[particle[e]];
    }
  }
  qsort(entry, (size_t)n, sizeof(*entry), CompareEntries);
  for (PetscInt from = 0, to; from < n; from = to) {
    for (to = from; to < n && entry[to].id[0] == entry[from].id[0] && entry[to].id[1] == entry[from].id[1]; to++)
      b->bodies.next[entry[to].k] = entry[from].k;
    for (PetscInt e = from; e + 1 < to; e++)
      b->bodies.next[entry[e].k] = entry[e + 1].k;
  }
  PetscCall(PetscFree(entry));
  PetscFunctionReturn(0);
}
