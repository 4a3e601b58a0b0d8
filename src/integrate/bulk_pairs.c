/* bulk_pairs: the pairs that act, from candidates to the geometry of tiles; see bulk.h. */
#include "integrate/bulk.h"

#include "contact/rows.h"
#include <math.h>

/* Offsets L s of all shifts along each axis. */
void GrBulkOffsets(const GrBox *box, GrOffsets offset)
{
  for (int s = 0; s < 27; s++) {
    for (int a = 0; a < 3; a++)
      offset[s][a] = GrShiftAxis(s - 13, a) * (box->upper[a] - box->lower[a]);
    offset[s][3] = 0;
  }
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

/* x2 - x1 + L s of a candidate: a row whose last number is of no use. */
GR_ROW_INLINE void Between(const double *restrict u, const GrOffsets offset, const GrCandidate *c, GrRow *r)
{
  GrRow one, two, image;

  GrRowLoad(u + GR_STATE * c->first, &one);
  GrRowLoad(u + GR_STATE * c->second, &two);
  GrRowLoad(offset[c->shift], &image);
  *r = (two - one) + image;
}

/* r . r of four rows, and their columns. */
GR_ROW_INLINE void Square(GrRow r[GR_ROW], GrRow *square)
{
  GrRowsTurn(r);
  *square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
}

/* A record of a particle, which lies in two lines of the cache. */
GR_ROW_INLINE void Fetch(const double *record)
{
  __builtin_prefetch(record);
  __builtin_prefetch(record + GR_STATE - 1);
}

/* The places of the candidates [from, end) of one block that act. Not-a-number acts, and will be seen. */
static void Select(const GrBulk b, const GrOffsets offset, const double *restrict u, PetscInt from, PetscInt end,
                   GrTile *restrict t)
{
  const GrCandidate *restrict candidate = b->candidate;
  const GrNearness *restrict span = b->model.span;
  int n = 0;

  for (PetscInt k = from; k < end; k += GR_ROW) {
    const GrCandidate *restrict c = candidate + k;
    GrRow r[GR_ROW], square;
    for (int lane = GR_AHEAD; lane < GR_AHEAD + GR_ROW; lane++) {
      Fetch(u + GR_STATE * c[lane].first);
      Fetch(u + GR_STATE * c[lane].second);
    }
    for (int lane = 0; lane < GR_ROW; lane++)
      Between(u, offset, &c[lane], &r[lane]);
    Square(r, &square);
    const GrRow touch = {span[c[0].kind].touch, span[c[1].kind].touch, span[c[2].kind].touch, span[c[3].kind].touch};
    const GrRowTruth apart = square >= touch;
    for (int lane = 0; lane < GR_ROW; lane++) {
      t->place[n] = (unsigned char)(k + lane - from);
      n += 1 + (int)apart[lane];
    }
  }
  while (n && t->place[n - 1] >= end - from) /* repeated ones */
    n--;
  t->n = n;
}

/* Where they are: r in `normal`, r . r in `push`, R1 + R2 in `overlap`. */
static void Place(const GrBulk b, const GrOffsets offset, const double *restrict u, PetscInt from, GrTile *restrict t)
{
  const GrNearness *restrict span = b->model.span;

  for (int i = t->n; i % GR_ROW; i++)
    t->place[i] = t->place[t->n - 1];
  for (int i = 0; i < t->n; i += GR_ROW) {
    GrRow r[GR_ROW], square;
    for (int lane = 0; lane < GR_ROW; lane++) {
      const GrCandidate c = b->candidate[from + t->place[i + lane]];
      Between(u, offset, &c, &r[lane]);
      t->first[i + lane] = c.first;
      t->second[i + lane] = c.second;
      t->kind[i + lane] = c.kind;
      t->overlap[i + lane] = span[c.kind].radii;
    }
    Square(r, &square);
    for (int a = 0; a < 3; a++)
      GrRowStore(&r[a], &t->normal[a][i]);
    GrRowStore(&square, &t->push[i]);
  }
}

/* Hands on the pairs [from, end) that act, block by block; both are ends of blocks, or of all pairs. */
void GrBulkWalkBlocks(GrWorld w, const GrOffsets offset, const double *u, PetscInt from, PetscInt end, GrTile *t,
                      GrTileVisit visit, void *context)
{
  const GrBulk b = w->bulk;

  for (PetscInt k = from; k < end; k += GR_BLOCK_SLOTS) {
    t->block = k / GR_BLOCK_SLOTS;
    Select(b, offset, u, k, PetscMin(k + GR_BLOCK_SLOTS, end), t);
    if (t->n) {
      Place(b, offset, u, k, t);
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
  GrOffsets offset;

  GrBulkOffsets(&w->bulk->box, offset);
  GrBulkWalkBlocks(w, offset, u, 0, w->bulk->pairs.n, t, visit, context);
}
