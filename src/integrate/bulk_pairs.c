/* bulk_pairs: the pairs that act, from candidates to the geometry of tiles; see bulk.h. */
#include "integrate/bulk.h"

#include "contact/rows.h"
#include <math.h>

enum { AHEAD = 32 }; /* candidates whose particles are fetched beforehand */

/* Offsets L s of all shifts along each axis. */
void GrBulkOffsets(const GrBox *box, double offset[27][3])
{
  for (int s = 0; s < 27; s++)
    for (int a = 0; a < 3; a++)
      offset[s][a] = GrShiftAxis(s - 13, a) * (box->upper[a] - box->lower[a]);
}

/* From r in `normal`, r . r in `push` and R1 + R2 in `overlap`: n = r/|r|, d = (R1 + R2) - |r|. */
static void Geometry(GrTile *restrict t)
{
  for (int i = 0; i < t->n; i++) {
    double distance = sqrt(t->push[i]), inverse = 1 / distance;
    t->overlap[i] -= distance;
    t->normal[0][i] *= inverse;
    t->normal[1][i] *= inverse;
    t->normal[2][i] *= inverse;
  }
}

/* Radii, relative velocities and what the spins add to them, from records of 9 numbers a particle, four contacts at a
   time. Lanes beyond the last contact repeat it. */
static void Load(const GrBulk b, const double *restrict u, GrTile *restrict t)
{
  enum { V = 3, W = 5 }; /* (v_x v_y v_z w_x) and (v_z w_x w_y w_z) of a record */
  const double *restrict radius = b->store.radius;
  double less[GR_TILE];

  GrTileArms(&b->model, t, less);
  for (int i = t->n; i % GR_ROW; i++) {
    t->first[i] = t->first[t->n - 1];
    t->second[i] = t->second[t->n - 1];
    less[i] = 0;
  }
  for (int i = 0; i < t->n; i += GR_ROW) {
    GrRow velocity[GR_ROW], rim[GR_ROW];
    for (int k = 0; k < GR_ROW; k++) {
      const PetscInt p = t->first[i + k], q = t->second[i + k];
      const double *restrict one = u + GR_STATE * p, *restrict two = u + GR_STATE * q;
      const double r1 = radius[p], r2 = radius[q], arm1 = r1 - less[i + k], arm2 = r2 - less[i + k];
      GrRow v1, v2, w1, w2;
      GrRowLoad(one + V, &v1);
      GrRowLoad(two + V, &v2);
      GrRowLoad(one + W, &w1);
      GrRowLoad(two + W, &w2);
      t->radius[0][i + k] = r1;
      t->radius[1][i + k] = r2;
      velocity[k] = v1 - v2;
      rim[k] = arm1 * w1 + arm2 * w2;
    }
    GrRowsTurn(velocity);
    GrRowsTurn(rim);
    for (int a = 0; a < 3; a++) {
      GrRowStore(&velocity[a], &t->velocity[a][i]);
      GrRowStore(&rim[a + 1], &t->rim[a][i]);
    }
  }
}

/* w1 - w2, which only rolling and twisting ask for. */
static void LoadTurn(const double *restrict u, GrTile *restrict t)
{
  for (int i = 0; i < t->n; i++) {
    const double *restrict one = u + GR_STATE * t->first[i] + 6, *restrict two = u + GR_STATE * t->second[i] + 6;
    for (int a = 0; a < 3; a++)
      t->turn[a][i] = one[a] - two[a];
  }
}

/* The candidates [from, end) of one block that act. Not-a-number acts, and will be seen. */
static void Gather(const GrBulk b, const double offset[27][3], const double *restrict u, PetscInt from, PetscInt end,
                   GrTile *restrict t)
{
  const GrCandidate *restrict candidate = b->candidate;
  const GrNearness *restrict span = b->model.span;
  const PetscInt last = b->pairs.n - 1;
  int n = t->n;

  for (PetscInt k = from; k < end; k++) {
    const GrCandidate c = candidate[k], *ahead = candidate + PetscMin(k + AHEAD, last);
    const double *restrict one = u + GR_STATE * c.first, *restrict two = u + GR_STATE * c.second;
    const double *restrict l = offset[c.shift];
    const double x = (two[0] - one[0]) + l[0], y = (two[1] - one[1]) + l[1], z = (two[2] - one[2]) + l[2];
    const double square = x * x + y * y + z * z;
    __builtin_prefetch(u + GR_STATE * ahead->first);
    __builtin_prefetch(u + GR_STATE * ahead->second);
    t->place[n] = (unsigned char)(k - from);
    t->first[n] = c.first;
    t->second[n] = c.second;
    t->kind[n] = c.kind;
    t->normal[0][n] = x;
    t->normal[1][n] = y;
    t->normal[2][n] = z;
    t->push[n] = square;
    t->overlap[n] = span[c.kind].radii;
    n += !(square >= span[c.kind].touch);
  }
  t->n = n;
}

/* Hands on the pairs [from, end) that act, block by block; both are ends of blocks, or of all pairs. */
void GrBulkWalkBlocks(GrWorld w, const double offset[27][3], const double *u, PetscInt from, PetscInt end, GrTile *t,
                      GrTileVisit visit, void *context)
{
  const GrBulk b = w->bulk;

  for (PetscInt k = from; k < end; k += GR_BLOCK_SLOTS) {
    t->block = k / GR_BLOCK_SLOTS;
    t->n = 0;
    Gather(b, offset, u, k, PetscMin(k + GR_BLOCK_SLOTS, end), t);
    if (t->n) {
      Geometry(t);
      Load(b, u, t);
      if (b->model.turns)
        LoadTurn(u, t);
    }
    visit(context, t);
  }
}

void GrBulkWalkPairs(GrWorld w, const double *u, GrTile *t, GrTileVisit visit, void *context)
{
  double offset[27][3];

  GrBulkOffsets(&w->bulk->box, offset);
  GrBulkWalkBlocks(w, offset, u, 0, w->bulk->pairs.n, t, visit, context);
}
