/* cells: window, grid, periodic images and the counting sort; the order along a Hilbert curve. See cells.h. */
#include "contact/cells.h"

#include <float.h>
#include <math.h>

/* What of space a rank must look at. */
typedef struct {
  double low[3], high[3];             /* images outside are nobody's partner [m] */
  double inner_low[3], inner_high[3]; /* a sphere between these has no other image in the window */
  double side[3];
  int images[3]; /* shifts of -images .. images */
  double widest; /* bound of the distance of a pair [m] */
  double slack;  /* bound of all errors of rounding in a distance [m] */
} Window;

static double Largest(const double *x, PetscInt n)
{
  double largest = 0;
  for (PetscInt i = 0; i < n; i++)
    largest = x[i] > largest ? x[i] : largest;
  return largest;
}

/* The slack: a distance is computed in the grid from fl(x + s L), and in the rule of search.h from fl(fl(x_2 - x_1) +
   s L). With all magnitudes below M, each of the 8 roundings along an axis errs by at most 2 M eps/2, so the distances
   differ by less than 8 sqrt(3) M eps; the squares and the edges of the window need a few more; 64 is ample. */
static void PlaceWindow(const GrSpheres *s, Window *w)
{
  double magnitude;

  w->widest = Largest(s->radius, s->n_owned) + Largest(s->radius, s->n_all) + s->reach;
  magnitude = w->widest;
  for (int a = 0; a < 3; a++) {
    const double *x = s->x[a];
    double low = DBL_MAX, high = -DBL_MAX; /* numbers only: neither NaN nor infinity gets through */
    for (PetscInt i = 0; i < s->n_owned; i++) {
      low = ((x[i] < low) & (x[i] >= -DBL_MAX)) ? x[i] : low;
      high = ((x[i] > high) & (x[i] <= DBL_MAX)) ? x[i] : high;
    }
    w->low[a] = low <= high ? low : s->lower[a];
    w->high[a] = low <= high ? high : s->lower[a];
    w->side[a] = s->upper[a] - s->lower[a];
    w->images[a] = s->periodic[a] ? 1 : 0;
    magnitude = fmax(magnitude, fmax(fabs(s->lower[a]), fabs(s->upper[a])));
    magnitude = fmax(magnitude, fmax(fabs(w->low[a]), fabs(w->high[a])));
  }
  w->slack = 64 * DBL_EPSILON * (magnitude + w->widest);
  for (int a = 0; a < 3; a++) {
    w->low[a] -= w->widest + w->slack;
    w->high[a] += w->widest + w->slack;
    w->inner_low[a] = w->images[a] ? fmax(w->low[a], w->high[a] - w->side[a]) : w->low[a];
    w->inner_high[a] = w->images[a] ? fmin(w->high[a], w->low[a] + w->side[a]) : w->high[a];
  }
}

/* GrCellSteps cells are a little wider than the widest pair (the 1e-5 covers the rounding of u in GrCellOf for up to
   2^31 cells along an axis), or wider still, so that their number stays proportional to that of the spheres. */
static PetscErrorCode PlaceGrid(const GrSpheres *s, const Window *w, GrCells *c)
{
  const double limit = PetscMin(4.0 * (double)s->n_all + 64, (double)(PETSC_MAX_INT / 4));
  double extent[3], edge = fmax((w->widest + w->slack) * (1 + 1e-5), DBL_MIN), total;

  PetscFunctionBeginUser;
  for (int a = 0; a < 3; a++) {
    double margin = w->widest + w->slack;
    c->lower[a] = fmax(w->low[a], s->lower[a] - margin);
    extent[a] = fmax(fmin(w->high[a], s->upper[a] + margin) - c->lower[a], 0);
    edge = fmax(edge, extent[a] / limit);
  }
  for (;; edge *= 1.1) {
    total = 1;
    for (int a = 0; a < 3; a++)
      total *= floor(GrCellSteps[a] * (extent[a] / edge)) + 1;
    if (total <= limit)
      break;
  }
  for (int a = 0; a < 3; a++) {
    c->count[a] = (PetscInt)(GrCellSteps[a] * (extent[a] / edge)) + 1;
    c->inverse_edge[a] = GrCellSteps[a] / edge;
  }
  if ((PetscInt)total + 2 > c->capacity_cells) {
    c->capacity_cells = (PetscInt)total + (PetscInt)total / 2 + 2;
    PetscCall(PetscFree(c->start));
    PetscCall(PetscMalloc1(c->capacity_cells, &c->start));
  }
  PetscCall(PetscArrayzero(c->start, (PetscInt)total + 2));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReserveFound(GrCells *c, PetscInt64 need)
{
  PetscInt64 capacity = PetscMin(need + need / 2, (PetscInt64)PETSC_MAX_INT);

  PetscFunctionBeginUser;
  PetscCheck(need <= PETSC_MAX_INT, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "more spheres on one rank than its integers can count; use more ranks");
  PetscCall(PetscRealloc((size_t)capacity * sizeof(*c->found_index), &c->found_index));
  PetscCall(PetscRealloc((size_t)capacity * sizeof(*c->found_cell), &c->found_cell));
  PetscCall(PetscRealloc((size_t)capacity * sizeof(*c->found_image), &c->found_image));
  c->capacity_found = (PetscInt)capacity;
  PetscFunctionReturn(0);
}

/* Notes an image at x; start[cell + 2] counts the places of a cell. */
static inline void Note(GrCells *c, PetscInt index, int image, const double x[3])
{
  PetscInt cell = (GrCellOf(c, 2, x[2]) * c->count[1] + GrCellOf(c, 1, x[1])) * c->count[0] + GrCellOf(c, 0, x[0]);
  c->found_index[c->n] = index;
  c->found_cell[c->n] = cell;
  c->found_image[c->n] = (signed char)image;
  c->start[cell + 2]++;
  c->n++;
}

static PetscBool InWindow(const Window *w, int axis, double x)
{
  return (PetscBool)(x >= w->low[axis] && x <= w->high[axis]);
}

/* All images of a sphere that lie in the window, up to 27. */
static void NoteImages(const GrSpheres *s, const Window *w, PetscInt i, GrCells *c)
{
  double x[3];
  for (int sz = -w->images[2]; sz <= w->images[2]; sz++) {
    x[2] = s->x[2][i] + sz * w->side[2];
    if (!InWindow(w, 2, x[2]))
      continue;
    for (int sy = -w->images[1]; sy <= w->images[1]; sy++) {
      x[1] = s->x[1][i] + sy * w->side[1];
      if (!InWindow(w, 1, x[1]))
        continue;
      for (int sx = -w->images[0]; sx <= w->images[0]; sx++) {
        x[0] = s->x[0][i] + sx * w->side[0];
        if (InWindow(w, 0, x[0]))
          Note(c, i, sx + 3 * sy + 9 * sz, x);
      }
    }
  }
}

static PetscErrorCode FindImages(const GrSpheres *s, const Window *w, GrCells *c)
{
  PetscFunctionBeginUser;
  c->n = 0;
  for (PetscInt i = 0; i < s->n_all; i++) {
    const double x[3] = {s->x[0][i], s->x[1][i], s->x[2][i]};
    int inner = 1;
    if (c->n > c->capacity_found - 27)
      PetscCall(ReserveFound(c, (PetscInt64)PetscMax(c->n, s->n_all) + 27));
    for (int a = 0; a < 3; a++)
      inner &= (x[a] > w->inner_low[a]) & (x[a] < w->inner_high[a]);
    if (inner)
      Note(c, i, 0, x);
    else
      NoteImages(s, w, i, c);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode ReservePlaces(GrCells *c)
{
  PetscFunctionBeginUser;
  if (c->n + GR_LANES <= c->capacity_places)
    PetscFunctionReturn(0);
  c->capacity_places = c->capacity_found + GR_LANES;
  PetscCall(PetscFree4(c->x[0], c->x[1], c->x[2], c->radius));
  PetscCall(PetscFree2(c->index, c->image));
  PetscCall(PetscMalloc4(c->capacity_places, &c->x[0], c->capacity_places, &c->x[1], c->capacity_places, &c->x[2],
                         c->capacity_places, &c->radius));
  PetscCall(PetscMalloc2(c->capacity_places, &c->index, c->capacity_places, &c->image));
  PetscFunctionReturn(0);
}

/* Counting sort of the images found into cells. */
static void Sort(const GrSpheres *s, const Window *w, GrCells *c)
{
  const PetscInt cells = c->count[0] * c->count[1] * c->count[2];
  double offset[3][27];

  for (int k = 0; k < 27; k++)
    for (int a = 0; a < 3; a++)
      offset[a][k] = GrShiftAxis(k - 13, a) * w->side[a];
  for (PetscInt k = 2; k <= cells; k++)
    c->start[k] += c->start[k - 1];
  for (PetscInt f = 0; f < c->n; f++) {
    PetscInt i = c->found_index[f], place = c->start[c->found_cell[f] + 1]++; /* ends as the start of the next cell */
    int image = c->found_image[f];
    for (int a = 0; a < 3; a++)
      c->x[a][place] = s->x[a][i] + offset[a][image + 13];
    c->radius[place] = s->radius[i] + (image ? w->slack : 0);
    c->index[place] = i;
    c->image[place] = (signed char)image;
  }
  for (PetscInt k = c->n; k < c->n + GR_LANES; k++) {
    c->x[0][k] = c->x[1][k] = c->x[2][k] = c->radius[k] = 0;
    c->index[k] = 0;
  }
}

PetscErrorCode GrCellsBuild(GrCells *c, const GrSpheres *s)
{
  Window w;

  PetscFunctionBeginUser;
  PlaceWindow(s, &w);
  PetscCall(PlaceGrid(s, &w, c));
  PetscCall(FindImages(s, &w, c));
  PetscCall(ReservePlaces(c));
  Sort(s, &w, c);
  PetscFunctionReturn(0);
}

PetscErrorCode GrCellsDestroy(GrCells *c)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(c->start));
  PetscCall(PetscFree4(c->x[0], c->x[1], c->x[2], c->radius));
  PetscCall(PetscFree2(c->index, c->image));
  PetscCall(PetscFree(c->found_index));
  PetscCall(PetscFree(c->found_cell));
  PetscCall(PetscFree(c->found_image));
  PetscCall(PetscFree2(c->key, c->scratch));
  PetscCall(PetscMemzero(c, sizeof(*c)));
  PetscFunctionReturn(0);
}

/* Place of a cell on the Hilbert curve through 2^bits cells along each axis: Skilling (2004), AIP Conf. Proc. 707, 381.
   From the highest bit down, the axes are exchanged and reversed as the curve turns in its octants; the Gray code of
   what results, its bits interleaved, is the place. */
static uint64_t HilbertPlace(uint32_t cell[3], int bits)
{
  uint64_t place = 0;
  uint32_t turn = 0;

  for (int b = bits - 1; b > 0; b--) {
    const uint32_t below = (UINT32_C(1) << b) - 1;
    for (int a = 0; a < 3; a++) {
      uint32_t set = 0 - ((cell[a] >> b) & 1), exchange = (cell[0] ^ cell[a]) & below & ~set;
      cell[0] ^= (below & set) ^ exchange;
      cell[a] ^= exchange;
    }
  }
  cell[1] ^= cell[0];
  cell[2] ^= cell[1];
  for (int b = bits - 1; b > 0; b--)
    turn ^= (0 - ((cell[2] >> b) & 1)) & ((UINT32_C(1) << b) - 1);
  for (int b = bits - 1; b >= 0; b--)
    for (int a = 0; a < 3; a++)
      place = place << 1 | (((cell[a] ^ turn) >> b) & 1);
  return place;
}

/* Keys of the owned spheres: their places on the curve. */
static void HilbertKeys(const GrSpheres *s, uint64_t *key)
{
  const double size = 2 * Largest(s->radius, s->n_owned);
  double longest = 0;
  int bits = 1;

  for (int a = 0; a < 3; a++)
    longest = fmax(longest, s->upper[a] - s->lower[a]);
  while (bits < 21 && longest > ldexp(size, bits))
    bits++;
  const double inverse = ldexp(1, bits) / longest, last = ldexp(1, bits) - 1;
  for (PetscInt i = 0; i < s->n_owned; i++) {
    uint32_t cell[3];
    for (int a = 0; a < 3; a++) {
      double u = (s->x[a][i] - s->lower[a]) * inverse;
      cell[a] = u > 0 ? (uint32_t)(u < last ? u : last) : 0;
    }
    key[i] = HilbertPlace(cell, bits);
  }
}

/* Stable radix sort of `order` by key[order[k]], a byte at a time; bytes that all keys share are passed over. */
static void SortByKey(PetscInt n, const uint64_t *key, PetscInt *order, PetscInt *scratch)
{
  PetscInt *from = order, *to = scratch;
  for (int shift = 0; shift < 64; shift += 8) {
    PetscInt begin[257] = {0};
    for (PetscInt i = 0; i < n; i++)
      begin[((key[i] >> shift) & 255) + 1]++;
    if (begin[((key[0] >> shift) & 255) + 1] == n)
      continue;
    for (int d = 0; d < 256; d++)
      begin[d + 1] += begin[d];
    for (PetscInt k = 0; k < n; k++)
      to[begin[(key[from[k]] >> shift) & 255]++] = from[k];
    PetscInt *swap = from;
    from = to;
    to = swap;
  }
  for (PetscInt k = 0; from != order && k < n; k++)
    order[k] = from[k];
}

PetscErrorCode GrCellsOrder(GrCells *c, const GrSpheres *s, PetscInt *order)
{
  const PetscInt n = s->n_owned;

  PetscFunctionBeginUser;
  if (!n)
    PetscFunctionReturn(0);
  if (n > c->capacity_order) {
    c->capacity_order = n + PetscMin(n / 2, PETSC_MAX_INT - n);
    PetscCall(PetscFree2(c->key, c->scratch));
    PetscCall(PetscMalloc2(c->capacity_order, &c->key, c->capacity_order, &c->scratch));
  }
  for (PetscInt i = 0; i < n; i++) {
    order[i] = i;
    c->key[i] = (uint64_t)s->id[i];
  }
  SortByKey(n, c->key, order, c->scratch);
  HilbertKeys(s, c->key);
  SortByKey(n, c->key, order, c->scratch);
  PetscFunctionReturn(0);
}
