/* Shares of the cells of a grid in a particle or a contact; see spread.h. */
#include "record/grid/spread.h"

#include "base/math/elementary.h"

enum { AXES = 3, GAUSS = 3 };

static double Length(const GrParallelBox *box, int a)
{
  return box->upper[a] - box->lower[a];
}

PetscErrorCode GrSpreadCreate(const GrGrid *g, const GrParallelBox *box, double longest, GrSpread *s)
{
  *s = (GrSpread){.grid = g, .box = box, .plane = {0, g->cells[0] - 1}};
  for (int a = 0; a < AXES; a++) {
    const double cell = Length(box, a) / (double)g->cells[a];
    s->capacity[a] = 1;
    if (g->kernel && g->cells[a] > 1)
      s->capacity[a] =
          3 + (PetscInt)((2 * g->kernel->reach * g->width + sqrt(1 + GrParallelBoxSlope(box, a)) * longest) / cell);
    PetscCall(PetscMalloc1((size_t)GR_SPREAD_NODES * (size_t)s->capacity[a], &s->share[a]));
  }
  return 0;
}

PetscErrorCode GrSpreadDestroy(GrSpread *s)
{
  for (int a = 0; a < AXES; a++)
    PetscCall(PetscFree(s->share[a]));
  return 0;
}

PetscInt64 GrGridFindCell(const GrGrid *g, const GrParallelBox *box, const double point[AXES])
{
  double x[AXES] = {point[0], point[1], point[2]}, sides[AXES];
  PetscInt64 row = 0;

  GrParallelBoxWrap(box, x, sides);
  for (int a = 0; a < AXES; a++) {
    const double part = (GrParallelBoxCoordinate(box, a, x) - box->lower[a]) / (box->upper[a] - box->lower[a]);
    const double k = g->cells[a] > 1 ? floor(part * (double)g->cells[a]) : 0;
    row = row * g->cells[a] + (PetscInt64)fmax(0, fmin(k, (double)(g->cells[a] - 1)));
  }
  return row;
}

/* Coordinate of a point along an axis, in cells from the lower side of the box. */
static double InCells(const GrSpread *s, int a, const double x[AXES])
{
  return (GrParallelBoxCoordinate(s->box, a, x) - s->box->lower[a]) / Length(s->box, a) * (double)s->grid->cells[a];
}

/* Width of the kernel in cells along an axis. */
static double WidthInCells(const GrSpread *s, int a)
{
  return s->grid->width / Length(s->box, a) * (double)s->grid->cells[a];
}

/* Sets the cells along an axis that the kernel reaches from points between two coordinates. */
static void SetBlock(GrSpread *s, int a, double low, double high)
{
  const double reach = s->grid->kernel->reach * WidthInCells(s, a);
  double begin = floor(fmin(low, high) - reach), end = ceil(fmax(low, high) + reach);

  if (!s->box->periodic[a]) {
    begin = fmax(begin, 0);
    end = fmin(end, (double)s->grid->cells[a]);
  }
  s->first[a] = (PetscInt64)begin;
  s->count[a] = PetscMin((PetscInt)fmax(end - begin, 0), s->capacity[a]);
}

/* Number of the cell in the box, along an axis, of cell k of the block. */
static PetscInt64 CellInBox(const GrSpread *s, int a, PetscInt k)
{
  const PetscInt64 cells = s->grid->cells[a], at = (s->first[a] + k) % cells;
  return at < 0 ? at + cells : at;
}

/* Whether a cell of the block is in the wanted planes. */
static bool ReachesPlanes(const GrSpread *s)
{
  for (PetscInt k = 0; k < s->count[0]; k++) {
    const PetscInt64 plane = CellInBox(s, 0, k);
    if (plane >= s->plane[0] && plane <= s->plane[1])
      return true;
  }
  return false;
}

/* Shares along an axis of a node at the coordinate x: integrals of f between the sides of the cells. */
static void SpreadNode(GrSpread *s, int a, int node, double x)
{
  const GrKernel *kernel = s->grid->kernel;
  const double width = WidthInCells(s, a), begin = (double)s->first[a];
  double *share = s->share[a] + (size_t)node * (size_t)s->capacity[a];
  double below = GrKernelBelow(kernel, (begin - x) / width);

  for (PetscInt k = 0; k < s->count[a]; k++) {
    const double next = GrKernelBelow(kernel, (begin + (double)(k + 1) - x) / width);
    share[k] = fmax(next - below, 0);
    below = next;
  }
}

/* Shares of nodes on the branch vector at the fractions along[nodes]. */
static bool Spread(GrSpread *s, const double begin[AXES], const double branch[AXES], const double along[])
{
  double end[AXES], low[AXES], high[AXES];

  for (int a = 0; a < AXES; a++)
    end[a] = begin[a] + branch[a];
  for (int a = 0; a < AXES; a++) {
    s->first[a] = 0;
    s->count[a] = 1;
    low[a] = InCells(s, a, begin);
    high[a] = InCells(s, a, end);
    if (s->grid->cells[a] > 1)
      SetBlock(s, a, low[a], high[a]);
  }
  if (!ReachesPlanes(s))
    return false;
  for (int a = 0; a < AXES; a++)
    for (int n = 0; n < s->nodes; n++) {
      s->share[a][(size_t)n * (size_t)s->capacity[a]] = 1;
      if (s->grid->cells[a] > 1)
        SpreadNode(s, a, n, low[a] + along[n] * (high[a] - low[a]));
    }
  return true;
}

bool GrSpreadPoint(GrSpread *s, const double centre[AXES])
{
  const double none[AXES] = {0}, along[1] = {0};

  s->nodes = 1;
  s->part[0] = 1;
  return Spread(s, centre, none, along);
}

/* Panels of half a width with three nodes each, but at most GR_SPREAD_PANELS of them. Largest measured error of a
   share: 6e-6 with gaussian; 1e-3 with heaviside, whose integral has kinks; 5e-6 with lucy, 3e-4 for a branch of 30
   widths. */
bool GrSpreadBranch(GrSpread *s, const double begin[AXES], const double branch[AXES])
{
  const double node[GAUSS] = {0.5 - 0.5 * sqrt(0.6), 0.5, 0.5 + 0.5 * sqrt(0.6)},
               part[GAUSS] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  double along[GR_SPREAD_NODES], square = 0;

  for (int a = 0; a < AXES; a++)
    square += s->grid->cells[a] > 1 ? branch[a] * branch[a] : 0;
  const int panels = (int)fmin(1 + floor(2 * sqrt(square) / s->grid->width), GR_SPREAD_PANELS);
  s->nodes = GAUSS * panels;
  for (int n = 0; n < s->nodes; n++) {
    along[n] = (n / GAUSS + node[n % GAUSS]) / panels;
    s->part[n] = part[n % GAUSS] / panels;
  }
  return Spread(s, begin, branch, along);
}

PetscInt64 GrSpreadRow(const GrSpread *s, const PetscInt k[AXES])
{
  PetscInt64 row = 0;

  for (int a = 0; a < AXES; a++)
    row = row * s->grid->cells[a] + CellInBox(s, a, k[a]);
  return row;
}

double GrSpreadShare(const GrSpread *s, const PetscInt k[AXES])
{
  double share = 0;

  for (int n = 0; n < s->nodes; n++) {
    double product = s->part[n];
    for (int a = 0; a < AXES; a++)
      product *= s->share[a][(size_t)n * (size_t)s->capacity[a] + (size_t)k[a]];
    share += product;
  }
  return share;
}
