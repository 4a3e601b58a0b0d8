/* mass: effective masses of rigid bodies at their contacts, from which the dashpots of the contacts follow; see body.h.

   At a single contact a body has the effective mass m: 1/m = 1/M + (r x n) . I^-1 (r x n). If N contacts of the same
   two bodies have nearly parallel normals (a body that lies flat on a plane, two rods side by side), each of them gets
     m_N = m(mean of r)/N
   The N dashpots 2 b sqrt(k m_N) then add up to the dashpot for the N springs and the mass m, and an impact has the
   given restitution. b damping ratio [1];  k stiffness of a contact [N/m];  M, I, r, n: see body.h.
   Limit: if the contacts begin one after the other, as when a body rocks on three points, m_N jumps when the next
   contact begins. The restitution of such an impact is not the given restitution. */
#include "bulk/bulk.h"

#include "base/math/rotation.h"
#include "mesh/hash.h"
#include <math.h>

static const double parallel = 0.966; /* cosine of the largest angle between normals, 15 degrees */

/* Orientation (unit quaternion) of the body of sphere i, owned or ghost; of a sphere without a body, that of no
   rotation. */
static const double *OrientationOf(const GrBulk b, PetscInt i)
{
  static const double none[4] = {1};
  const GrBulkBodies *l = &b->bodies;

  if (i >= b->store.columns.n)
    return l->pose + GR_POSE * i + GR_POSE_ORIENTATION;
  return l->lever[i].body < 0 ? none : b->store.bodies.orientation + 4 * l->lever[i].body;
}

void GrBulkBodyArm(const GrBulk b, PetscInt i, double arm[3])
{
  const GrBulkBodies *l = &b->bodies;
  double axes[3][3];

  arm[0] = arm[1] = arm[2] = 0;
  if (b->store.member[i] == 0)
    return;
  GrRotationAxes(OrientationOf(b, i), axes);
  GrRotateToSpace(axes, l->lever[i].arm, arm);
}

/* Sums of the arms of the contacts of one body, in its frame [m]; the fourth number is N/M. */
typedef GrVec4 Arms;

GR_VEC4_INLINE void AddArm(const GrBulk b, PetscInt i, Arms *arms)
{
  GrVec4 own;

  GrVec4Load(b->bodies.lever[i].arm, &own);
  *arms += own;
}

/* Inverse masses that four contacts with the normals n move on the bodies of spheres i[]. part: 1 over the number of
   contacts that share a body. */
GR_VEC4_INLINE void AddInverseMasses(const GrBulk b, const PetscInt i[GR_ROW], Arms arms[GR_ROW], const GrVec4 *part,
                                     const GrVec4 n[3], GrVec4 *inverse)
{
  GrVec4 q[GR_ROW], moment[GR_ROW], axes[3][3], own[3];

  for (int k = 0; k < GR_ROW; k++) {
    GrVec4Load(OrientationOf(b, i[k]), &q[k]);
    GrVec4Load(b->bodies.lever[i[k]].inverse_moment, &moment[k]);
  }
  GrTranspose4(q);
  GrTranspose4(moment);
  GrTranspose4(arms);
  GrRotationAxes4(q, axes);
  GrRotateToBody4(axes, n, own);
  for (int a = 0; a < GR_ROW; a++)
    arms[a] *= *part;
  *inverse += arms[3];
  for (int a = 0; a < 3; a++) {
    const int c = (a + 1) % 3, d = (a + 2) % 3;
    const GrVec4 turn = arms[c] * own[d] - arms[d] * own[c];
    *inverse += turn * turn * moment[a];
  }
}

/* Whether a candidate acts with a normal nearly parallel to n. */
GR_VEC4_INLINE bool ActsAlong(const GrBulk b, const GrPair *pair, const GrVec4 *n)
{
  const double touch = b->store.radius[pair->first] + b->store.radius[pair->second];
  GrVec4 one, two;

  GrVec4Load(b->store.state + GR_STATE * (size_t)pair->first, &one);
  GrVec4Load(b->store.state + GR_STATE * (size_t)pair->second, &two);
  GrVec4 r = two - one;
  if (pair->shift != GR_UNSHIFTED) {
    double sides[3];
    GrShiftSides(pair->shift - GR_UNSHIFTED, sides);
    for (int a = 0; a < 3; a++)
      r[a] += GrParallelBoxShift(&b->box, a, sides);
  }
  const GrVec4 squares = r * r, products = r * *n;
  const double square = squares[0] + squares[1] + squares[2], along = products[0] + products[1] + products[2];
  return square < touch * touch && along > 0 && along * along > parallel * parallel * square;
}

/* Sums the arms of candidate k and of the candidates of its ring that act along n. Returns their number. */
GR_VEC4_INLINE int SumArms(const GrBulk b, PetscInt k, const GrVec4 *n, Arms *first, Arms *second)
{
  int count = 1;

  for (PetscInt other = b->bodies.next[k]; other != k; other = b->bodies.next[other]) {
    const GrPair pair = GrBulkCandidate(&b->neighbours, other);
    if (!ActsAlong(b, &pair, n))
      continue;
    AddArm(b, pair.first, first);
    AddArm(b, pair.second, second);
    count++;
  }
  return count;
}

/* Masses of the four contacts from contact i of a batch on. */
static void SetFourMasses(const GrBulk b, const GrBatchContacts *t, GrBatchGeometry *g, int i)
{
  PetscInt sphere[2][GR_ROW];
  Arms arms[2][GR_ROW] = {{{0}}};
  GrVec4 n[3], count, inverse = {0};

  for (int a = 0; a < 3; a++)
    GrVec4Load(&g->normal[a][i], &n[a]);
  for (int k = 0; k < GR_ROW; k++) {
    const int c = PetscMin(i + k, t->n - 1);
    const GrVec4 normal = {n[0][k], n[1][k], n[2][k], 0};
    sphere[0][k] = t->first[c];
    sphere[1][k] = t->second[c];
    AddArm(b, t->first[c], &arms[0][k]);
    AddArm(b, t->second[c], &arms[1][k]);
    count[k] = SumArms(b, GR_BLOCK_SLOTS * t->block + t->slot[c], &normal, &arms[0][k], &arms[1][k]);
  }
  const GrVec4 part = 1 / count;
  for (int e = 0; e < 2; e++)
    AddInverseMasses(b, sphere[e], arms[e], &part, n, &inverse);
  const GrVec4 mass = part / inverse;
  GrVec4Store(&mass, &g->mass[i]);
}

/* A contact between spheres without bodies keeps its mass: NaN means the mass of its pair type. The force then
   has the same bits in any batch. */
void GrBulkBodySetMasses(const GrBulk b, const GrBatchContacts *t, GrBatchGeometry *g)
{
  const GrBodyLever *restrict lever = b->bodies.lever;
  double kept[GR_BATCH];
  int bodies = 0;

  for (int i = 0; b->bodies.next && i < t->n; i++)
    bodies += lever[t->first[i]].body >= 0 || lever[t->second[i]].body >= 0;
  g->has_masses = bodies > 0;
  for (int i = 0; g->has_masses && bodies < t->n && i < t->n; i++)
    kept[i] = GrModelFamily(&b->model, t->type[i]) ? g->mass[i] : NAN;
  for (int i = 0; g->has_masses && i < t->n; i += GR_ROW)
    SetFourMasses(b, t, g, i);
  for (int i = 0; g->has_masses && bodies < t->n && i < t->n; i++)
    if (lever[t->first[i]].body < 0 && lever[t->second[i]].body < 0)
      g->mass[i] = kept[i];
  for (int i = t->n; g->has_masses && i < t->rows; i++)
    g->mass[i] = g->mass[t->n - 1];
}

/* Reduced mass per contact of sphere i of a body with wall k, and of its other spheres that touch the wall along n. */
static double MassAtWall(GrWorld w, int k, const GrWallPose *pose, PetscInt i, const double n[3])
{
  const GrBulk b = w->bulk;
  const GrWall *wall = &b->walls.wall[k];
  const GrBulkBodies *l = &b->bodies;
  const PetscInt body = l->of[i], spheres[GR_ROW] = {i, i, i, i};
  const GrVec4 normal[3] = {{n[0]}, {n[1]}, {n[2]}};
  Arms arms[GR_ROW] = {{0}};
  GrVec4 count = {1, 1, 1, 1}, inverse = {0};

  AddArm(b, i, &arms[0]);
  for (PetscInt other = l->begin[body]; other < l->end[body]; other++) {
    double own[3];
    if (other == i || GrWallGap(wall, pose, b->store.state + GR_STATE * (size_t)other, own) >= b->store.radius[other] ||
        -GrDot3(own, n) <= parallel)
      continue;
    AddArm(b, other, &arms[0]);
    count[0]++;
  }
  const GrVec4 part = 1 / count;
  AddInverseMasses(b, spheres, arms, &part, normal, &inverse);
  return part[0] / (inverse[0] + GrWallsInverseMass(&b->walls, k, b->store.state + GR_STATE * (size_t)i, n));
}

void GrBulkBodySetWallMasses(const void *world, void *batch)
{
  const GrWorld w = (GrWorld)(uintptr_t)world;
  const GrBulk b = w->bulk;
  const GrBatchContacts *t = &((GrBatch *)batch)->contacts;
  GrBatchGeometry *g = &((GrBatch *)batch)->geometry;
  GrWallPose pose;

  for (int i = 0; !g->has_masses && i < t->n; i++)
    g->has_masses = b->bodies.of[t->first[i]] >= 0;
  for (int i = 0; g->has_masses && i < t->n; i++) {
    const double n[3] = {g->normal[0][i], g->normal[1][i], g->normal[2][i]};
    if (i == 0 || t->second[i] != t->second[i - 1])
      pose = GrWallsAt(&b->walls, (int)t->second[i], w->clock.evaluation);
    g->mass[i] = b->bodies.of[t->first[i]] < 0 ? NAN : MassAtWall(w, (int)t->second[i], &pose, t->first[i], n);
  }
}

/* Normal of a candidate at the reference positions, and the largest change of this unit vector in the epoch: the chord
   2 m/(2 |r| - m) for displacements of m together. */
static double ReferenceNormal(const GrBulk b, PetscInt k, double n[3])
{
  const GrPair pair = GrBulkCandidate(&b->neighbours, k);
  const double *margin = b->store.margin, m = margin[pair.first] + margin[pair.second];
  double sides[3];

  GrShiftSides(pair.shift - GR_UNSHIFTED, sides);
  for (int a = 0; a < 3; a++)
    n[a] = b->store.reference[3 * pair.second + a] - b->store.reference[3 * pair.first + a] +
           GrParallelBoxShift(&b->reference_box, a, sides);
  const double length = GrNorm3(n);
  for (int a = 0; a < 3; a++)
    n[a] /= length;
  return m < length ? 2 * m / (2 * length - m) : INFINITY;
}

/* Whether two candidates may act with nearly parallel normals before the next rebuild. */
static bool MayActTogether(const GrBulk b, PetscInt k, PetscInt other)
{
  const double chord = 1.000001 * sqrt(2 - 2 * parallel);
  double n[2][3];
  const double change = ReferenceNormal(b, k, n[0]) + ReferenceNormal(b, other, n[1]);
  const double d[3] = {n[0][0] - n[1][0], n[0][1] - n[1][1], n[0][2] - n[1][2]};
  return !(GrNorm3(d) > chord + change);
}

static bool InRing(const PetscInt next[], PetscInt k, PetscInt other)
{
  for (PetscInt e = next[k]; e != k; e = next[e])
    if (e == other)
      return true;
  return false;
}

/* Joins the ring of candidate k with the rings of earlier candidates of the same two bodies whose contacts may act
   together; `before` is the latest of them. More than MOST candidates are all in one ring, so that the time for bodies
   of many spheres is limited. */
static void JoinRings(const GrBulk b, PetscInt k, PetscInt before, const PetscInt earlier[])
{
  enum { MOST = 32 };
  PetscInt *next = b->bodies.next;
  int n = 0;

  for (PetscInt other = before; other >= 0 && n <= MOST; other = earlier[other])
    n++;
  for (PetscInt other = before; other >= 0; other = n > MOST ? -1 : earlier[other]) {
    if (InRing(next, k, other) || (n < MOST && !MayActTogether(b, k, other)))
      continue;
    const PetscInt after = next[k];
    next[k] = next[other];
    next[other] = after;
  }
}

/* Finds the last candidate of the same two bodies before candidate k; -1: none. last: hash table of these. */
static PetscInt FindEarlier(GrWorld w, PetscInt k, GrMeshHash *last)
{
  const GrStore *s = &w->bulk->store;
  const GrPair pair = GrBulkCandidate(&w->bulk->neighbours, k);
  const PetscInt64 one = GrStoreBodyId(s, pair.first), two = GrStoreBodyId(s, pair.second);
  const PetscInt64 id[2] = {one ? one : s->id[pair.first], two ? two : s->id[pair.second]};
  uint64_t place = GrMeshHashMix(GrMeshHashMix(0, (uint64_t)id[0]), (uint64_t)id[1]) & last->mask;
  PetscInt before = -1;

  for (; (one || two) && (before = last->at[place]) >= 0; place = (place + 1) & last->mask) {
    const GrPair other = GrBulkCandidate(&w->bulk->neighbours, before);
    if ((one ? GrStoreBodyId(s, other.first) : s->id[other.first]) == id[0] &&
        (two ? GrStoreBodyId(s, other.second) : s->id[other.second]) == id[1])
      break;
  }
  if (one || two)
    last->at[place] = (int32_t)k;
  return before;
}

PetscErrorCode GrBulkBodyLinkCandidates(GrWorld w)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->neighbours.pairs.n;
  PetscInt *earlier;
  GrMeshHash last;

  if (!GrBodiesExist(w->the_case))
    return 0;
  PetscCall(PetscMalloc1(n + 1, &b->bodies.next)); /* never NULL: there are bodies */
  PetscCall(PetscMalloc1(n, &earlier));
  PetscCall(GrMeshHashCreate(n, &last));
  for (PetscInt k = 0; k < n; k++) {
    b->bodies.next[k] = k;
    earlier[k] = FindEarlier(w, k, &last);
    JoinRings(b, k, earlier[k], earlier);
  }
  PetscCall(PetscFree(last.at));
  return PetscFree(earlier);
}
