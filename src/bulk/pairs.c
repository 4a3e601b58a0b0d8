/* pairs: the pairs that act, from candidates to the geometry of batches; see bulk.h. */
#include "bulk/bulk.h"

#include "base/elementary.h"
#include "base/vec4.h"

/* L s of all shifts s along each axis [m], and a 0 to fill up a vector (base/vec4.h). */
typedef double ImageOffsets[GR_SHIFTS][4];

static void FillOffsets(const GrBox *box, ImageOffsets offset)
{
  for (int s = 0; s < GR_SHIFTS; s++) {
    for (int a = 0; a < 3; a++)
      offset[s][a] = GrShiftAxis(s - GR_UNSHIFTED, a) * (box->upper[a] - box->lower[a]);
    offset[s][3] = 0;
  }
}

/* From r in `normal`, r . r in `normal_force` and R1 + R2 in `overlap`: n = r/|r|, d = (R1 + R2) - |r|. */
static void ComputeGeometry(GrBatch *restrict t)
{
  for (int i = 0; i < GrBatchRows(t); i++) {
    const double inverse = GrInverseRoot(t->normal_force[i]);
    t->overlap[i] -= t->normal_force[i] * inverse;
    t->normal[0][i] *= inverse;
    t->normal[1][i] *= inverse;
    t->normal[2][i] *= inverse;
  }
}

/* Radii, relative velocities and what the spins add to them, from records of 9 numbers a particle, four contacts at a
   time. */
static void LoadVelocities(const GrBulk b, const double *restrict u, GrBatch *restrict t)
{
  enum { V = 3, W = 5 }; /* (v_x v_y v_z w_x) and (v_z w_x w_y w_z) of a record */
  const double *restrict radius = b->store.radius;
  GR_BATCH_ALIGNED double less[GR_BATCH];

  GrBatchLevers(&b->model, t, less);
  for (int i = 0; i < t->rows; i += GR_ROW) {
    GrVec4 velocity[GR_ROW], lever_spin[GR_ROW];
    for (int k = 0; k < GR_ROW; k++) {
      const size_t p = (size_t)t->first[i + k], q = (size_t)t->second[i + k];
      const double *restrict one = u + GR_STATE * p, *restrict two = u + GR_STATE * q;
      const double r1 = radius[p], r2 = radius[q], lever1 = r1 - less[i + k], lever2 = r2 - less[i + k];
      GrVec4 v1, v2, w1, w2;
      GrVec4Load(one + V, &v1);
      GrVec4Load(two + V, &v2);
      GrVec4Load(one + W, &w1);
      GrVec4Load(two + W, &w2);
      t->radius[0][i + k] = r1;
      t->radius[1][i + k] = r2;
      velocity[k] = v1 - v2;
      lever_spin[k] = lever1 * w1 + lever2 * w2;
    }
    GrTranspose4(velocity);
    GrTranspose4(lever_spin);
    for (int a = 0; a < 3; a++) {
      GrVec4Store(&velocity[a], &t->velocity[a][i]);
      GrVec4Store(&lever_spin[a + 1], &t->lever_spin[a][i]);
    }
  }
}

/* w1 - w2, which only rolling and twisting ask for. */
static void LoadTurn(const double *restrict u, GrBatch *restrict t)
{
  for (int i = 0; i < t->rows; i++) {
    const double *restrict one = u + GR_STATE * t->first[i] + 6, *restrict two = u + GR_STATE * t->second[i] + 6;
    for (int a = 0; a < 3; a++)
      t->relative_spin[a][i] = one[a] - two[a];
  }
}

/* x2 - x1 + L s of a candidate. Without a shift 0 is added all the same: no block of another form gives other bits. */
GR_VEC4_INLINE void Between(const double *restrict u, const ImageOffsets offset, const GrCandidates *c, int k,
                            GrBlockForm form, GrVec4 *r)
{
  GrVec4 one, two, image = {0};

  GrVec4Load(u + GR_STATE * (size_t)c->first[k], &one);
  GrVec4Load(u + GR_STATE * (size_t)c->second[k], &two);
  if (form != GR_BLOCK_PLAIN)
    GrVec4Load(offset[c->shift[k]], &image);
  *r = (two - one) + image;
}

/* (R1 + R2 + reach)^2 of four candidates. */
GR_VEC4_INLINE GrVec4 Touch(const GrNearness *restrict span, const int *kind, GrBlockForm form)
{
  const double first = span[kind[0]].touch;
  if (form != GR_BLOCK_MIXED)
    return (GrVec4){first, first, first, first};
  return (GrVec4){first, span[kind[1]].touch, span[kind[2]].touch, span[kind[3]].touch};
}

/* The candidates of one block that act, one after another: who, r in `normal`, r . r in `normal_force`; `end` is counted
   from the first of them. Not-a-number acts, and will be seen. */
GR_VEC4_INLINE void Select(const GrNearness *restrict span, const ImageOffsets offset, const double *restrict u,
                           const GrCandidates *restrict c, int end, GrBlockForm form, GrBatch *restrict t)
{
  GrVec4 touch = Touch(span, c->kind, form);
  uint32_t at = 0, bytes; /* k in each of four bytes */
  int n = 0;

  for (int k = 0; k < end; k += GR_ROW, at += GR_ROW * 0x01010101u) {
    GrVec4 r[GR_ROW];
    for (int lane = 0; lane < GR_ROW; lane++)
      Between(u, offset, c, k + lane, form, &r[lane]);
    GrTranspose4(r);
    const GrVec4 square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    if (form == GR_BLOCK_MIXED)
      touch = Touch(span, c->kind + k, form);
    const GrChoice4 *act = &GrChoices4[GrMask4Bits(~(square >= touch))];
    for (int a = 0; a < 3; a++)
      GrVec4StoreChosen(&r[a], act, &t->normal[a][n]);
    GrVec4StoreChosen(&square, act, &t->normal_force[n]);
    GrIndex4CopyChosen(c->first + k, act, &t->first[n]);
    GrIndex4CopyChosen(c->second + k, act, &t->second[n]);
    if (form == GR_BLOCK_MIXED)
      GrInt4CopyChosen(c->kind + k, act, &t->kind[n]);
    memcpy(&bytes, act->bytes, sizeof(bytes));
    bytes += at;
    memcpy(&t->place[n], &bytes, sizeof(bytes));
    n += act->n;
  }
  while (n && t->place[n - 1] >= end) /* repeated ones */
    n--;
  t->n = n;
}

static void SelectForm(const GrBulk b, const ImageOffsets offset, const double *u, PetscInt from, PetscInt end,
                       GrBatch *t)
{
  const GrNearness *span = b->model.span;
  const GrCandidates *c = &b->candidates[from / GR_BLOCK_SLOTS];
  const GrBlockForm form = b->form[from / GR_BLOCK_SLOTS];
  const int n = (int)(end - from);

  t->alike = form != GR_BLOCK_MIXED;
  t->kind[0] = c->kind[0];
  if (form == GR_BLOCK_PLAIN)
    Select(span, offset, u, c, n, GR_BLOCK_PLAIN, t);
  else if (form == GR_BLOCK_ALIKE)
    Select(span, offset, u, c, n, GR_BLOCK_ALIKE, t);
  else
    Select(span, offset, u, c, n, GR_BLOCK_MIXED, t);
}

/* Their kinds, and R1 + R2 in `overlap`; the last one is repeated, see GrBatchPad. */
static void SetPairTypes(const GrNearness *restrict span, GrBatch *restrict t)
{
  const int first = t->kind[0], last = t->n - 1;
  const double radii = span[first].radii;

  t->rows = GrBatchWhole(t->n);
  for (int i = t->n; i < t->rows; i++) {
    for (int a = 0; a < 3; a++)
      t->normal[a][i] = t->normal[a][last];
    t->normal_force[i] = t->normal_force[last];
    t->first[i] = t->first[last];
    t->second[i] = t->second[last];
    t->kind[i] = t->kind[last];
  }
  for (int i = 0; t->alike && i < GrBatchRows(t); i++) {
    t->kind[i] = first;
    t->overlap[i] = radii;
  }
  for (int i = 0; !t->alike && i < GrBatchRows(t); i++)
    t->overlap[i] = span[t->kind[i]].radii;
}

void GrBulkWalkPairs(GrWorld w, const double *u, GrBatch *t, GrBatchVisit visit, void *context)
{
  const GrBulk b = w->bulk;
  ImageOffsets offset;

  FillOffsets(&b->box, offset);
  for (PetscInt k = 0; k < b->pairs.n; k += GR_BLOCK_SLOTS) {
    t->block = k / GR_BLOCK_SLOTS;
    SelectForm(b, offset, u, k, PetscMin(k + GR_BLOCK_SLOTS, b->pairs.n), t);
    if (t->n) {
      SetPairTypes(b->model.span, t);
      ComputeGeometry(t);
      LoadVelocities(b, u, t);
      if (b->model.turns)
        LoadTurn(u, t);
    }
    visit(context, t);
  }
}
