/* bulk_pairs: the pairs that act, from candidates to the geometry of tiles; see bulk.h. */
#include "integrate/bulk.h"

#include "contact/rows.h"
#include "law/elementary.h"
#include <math.h>

/* Offsets L s of all shifts along each axis. */
void GrBulkOffsets(const GrBox *box, GrImageOffsets offset)
{
  for (int s = 0; s < GR_SHIFTS; s++) {
    for (int a = 0; a < 3; a++)
      offset[s][a] = GrShiftAxis(s - GR_UNSHIFTED, a) * (box->upper[a] - box->lower[a]);
    offset[s][3] = 0;
  }
}

/* From r in `normal`, r . r in `push` and R1 + R2 in `overlap`: n = r/|r|, d = (R1 + R2) - |r|. */
static void Geometry(GrTile *restrict t)
{
  for (int i = 0; i < GrTileRows(t); i++) {
    const double inverse = GrInverseRoot(t->push[i]);
    t->overlap[i] -= t->push[i] * inverse;
    t->normal[0][i] *= inverse;
    t->normal[1][i] *= inverse;
    t->normal[2][i] *= inverse;
  }
}

/* Radii, relative velocities and what the spins add to them, from records of 9 numbers a particle, four contacts at a
   time. */
static void Load(const GrBulk b, const double *restrict u, GrTile *restrict t)
{
  enum { V = 3, W = 5 }; /* (v_x v_y v_z w_x) and (v_z w_x w_y w_z) of a record */
  const double *restrict radius = b->store.radius;
  GR_TILE_ALIGNED double less[GR_TILE];

  GrTileArms(&b->model, t, less);
  for (int i = 0; i < t->rows; i += GR_ROW) {
    GrRow velocity[GR_ROW], rim[GR_ROW];
    for (int k = 0; k < GR_ROW; k++) {
      const size_t p = (size_t)t->first[i + k], q = (size_t)t->second[i + k];
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
  for (int i = 0; i < t->rows; i++) {
    const double *restrict one = u + GR_STATE * t->first[i] + 6, *restrict two = u + GR_STATE * t->second[i] + 6;
    for (int a = 0; a < 3; a++)
      t->turn[a][i] = one[a] - two[a];
  }
}

/* The candidates of a block that act, one after another: r in rows whose last number is of no use, and who they are. */
typedef struct {
  GR_TILE_ALIGNED double r[GR_TILE][GR_ROW];
  GrCandidate candidate[GR_TILE];
} Acting;

/* x2 - x1 + L s of a candidate. Without a shift 0 is added all the same: no block of another form gives other bits. */
GR_ROW_INLINE void Between(const double *restrict u, const GrImageOffsets offset, const GrCandidate *c,
                           GrBlockForm form, GrRow *r)
{
  GrRow one, two, image = {0};

  GrRowLoad(u + GR_STATE * (size_t)c->first, &one);
  GrRowLoad(u + GR_STATE * (size_t)c->second, &two);
  if (form != GR_BLOCK_PLAIN)
    GrRowLoad(offset[c->shift], &image);
  *r = (two - one) + image;
}

/* r . r of four rows, and their columns. */
GR_ROW_INLINE void Square(GrRow r[GR_ROW], GrRow *square)
{
  GrRowsTurn(r);
  *square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
}

/* (R1 + R2 + reach)^2 of four candidates. */
GR_ROW_INLINE GrRow Touch(const GrNearness *restrict span, const GrCandidate *c, GrBlockForm form)
{
  const double first = span[c->kind].touch;
  if (form != GR_BLOCK_MIXED)
    return (GrRow){first, first, first, first};
  return (GrRow){first, span[c[1].kind].touch, span[c[2].kind].touch, span[c[3].kind].touch};
}

/* The candidates of one block that act; `end` is counted from the first of them. Not-a-number acts, and will be seen.
 */
GR_ROW_INLINE void Select(const GrNearness *restrict span, const GrImageOffsets offset, const double *restrict u,
                          const GrCandidate *restrict c, int end, GrBlockForm form, GrTile *restrict t,
                          Acting *restrict acting)
{
  GrRow touch = Touch(span, c, form);
  size_t n = 0;

  for (int k = 0; k < end; k += GR_ROW, c += GR_ROW) {
    GrRow row[GR_ROW], r[GR_ROW], square;
    for (int lane = 0; lane < GR_ROW; lane++) {
      Between(u, offset, &c[lane], form, &row[lane]);
      r[lane] = row[lane];
    }
    Square(r, &square);
    if (form == GR_BLOCK_MIXED)
      touch = Touch(span, c, form);
    const GrRowTruth apart = square >= touch;
    for (int lane = 0; lane < GR_ROW; lane++) {
      GrRowStore(&row[lane], acting->r[n]);
      acting->candidate[n] = c[lane];
      t->place[n] = (unsigned char)(k + lane);
      n += 1 + (size_t)apart[lane];
    }
  }
  while (n && t->place[n - 1] >= end) /* repeated ones */
    n--;
  t->n = (int)n;
}

static void SelectForm(const GrBulk b, const GrImageOffsets offset, const double *u, PetscInt from, PetscInt end,
                       GrTile *t, Acting *acting)
{
  const GrNearness *span = b->model.span;
  const GrCandidate *c = b->candidate + from;
  const GrBlockForm form = b->form[from / GR_BLOCK_SLOTS];
  const int n = (int)(end - from);

  t->alike = form != GR_BLOCK_MIXED;
  if (form == GR_BLOCK_PLAIN)
    Select(span, offset, u, c, n, GR_BLOCK_PLAIN, t, acting);
  else if (form == GR_BLOCK_ALIKE)
    Select(span, offset, u, c, n, GR_BLOCK_ALIKE, t, acting);
  else
    Select(span, offset, u, c, n, GR_BLOCK_MIXED, t, acting);
}

/* Their kinds, and R1 + R2 in `overlap`. */
static void Describe(const GrNearness *restrict span, const Acting *restrict acting, GrTile *restrict t)
{
  const int first = acting->candidate[0].kind, rows = GrTileRows(t);
  const double radii = span[first].radii;

  for (int i = 0; t->alike && i < rows; i++) {
    t->kind[i] = first;
    t->overlap[i] = radii;
  }
  for (int i = 0; !t->alike && i < rows; i++) {
    t->kind[i] = acting->candidate[i].kind;
    t->overlap[i] = span[t->kind[i]].radii;
  }
}

/* Where they are: r in `normal`, r . r in `push`. The last one is repeated, see GrTilePad. */
static void Place(const GrNearness *span, Acting *restrict acting, GrTile *restrict t)
{
  t->rows = GrTileWhole(t->n);
  for (int i = t->n; i < t->rows; i++) {
    memcpy(acting->r[i], acting->r[t->n - 1], sizeof(acting->r[i]));
    acting->candidate[i] = acting->candidate[t->n - 1];
  }
  Describe(span, acting, t);
  for (int i = 0; i < t->rows; i += GR_ROW) {
    GrRow r[GR_ROW], square;
    for (int lane = 0; lane < GR_ROW; lane++) {
      GrRowLoad(acting->r[i + lane], &r[lane]);
      t->first[i + lane] = acting->candidate[i + lane].first;
      t->second[i + lane] = acting->candidate[i + lane].second;
    }
    Square(r, &square);
    for (int a = 0; a < 3; a++)
      GrRowStore(&r[a], &t->normal[a][i]);
    GrRowStore(&square, &t->push[i]);
  }
}

/* Hands on the pairs [from, end) that act, block by block; both are ends of blocks, or of all pairs. */
void GrBulkWalkBlocks(GrWorld w, const GrImageOffsets offset, const double *u, PetscInt from, PetscInt end, GrTile *t,
                      GrTileVisit visit, void *context)
{
  const GrBulk b = w->bulk;
  Acting acting;

  for (PetscInt k = from; k < end; k += GR_BLOCK_SLOTS) {
    t->block = k / GR_BLOCK_SLOTS;
    SelectForm(b, offset, u, k, PetscMin(k + GR_BLOCK_SLOTS, end), t, &acting);
    if (t->n) {
      Place(b->model.span, &acting, t);
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
  GrImageOffsets offset;

  GrBulkOffsets(&w->bulk->box, offset);
  GrBulkWalkBlocks(w, offset, u, 0, w->bulk->pairs.n, t, visit, context);
}
