/* space: the cells between the walls that particles can reach; see space.h.

   The clearance of a point is its distance from the nearest wall. A wall that moves by at most p counts as p farther
   away, because it may be anywhere within p; a wall without another side (a plane, a hollow cylinder) then still holds
   the particles, p behind its present place. A particle passes from one centre of a cell to the next if the clearance
   is at least `least` along the line between them. The line is followed in steps of the clearance, so that no wall is
   missed, however thin. Near no wall, all cells in a cube inside the clearance are reached at once.

   Limit: a passage between walls that is narrower than a cell may be missed. Cells are as large as the smallest radius,
   but there are at most MOST_CELLS of them. */
#include "bulk/fall/space.h"

#include "base/math/vector.h"
#include <math.h>

enum { MOST_CELLS = 1 << 17, BLOCK = 4 }; /* BLOCK: cells of a block of near.h along an axis */

/* Moves from x along the unit vector `along`, at most by `length` [m], as far as a particle gets. Returns this distance
   plus the clearance that is left [m]. clearance: at x [m]; sets *barrier to the barrier that stops the particle; -1:
   none. */
static double Follow(const GrFreeSpace *s, const double x[3], double clearance, const double along[3], double length,
                     int *barrier)
{
  double way = 0;

  while (clearance >= s->least) {
    double at[3];
    if (way + (clearance - s->least) >= length) {
      *barrier = -1;
      return length;
    }
    way = PetscMin(length, way + PetscMax(clearance - s->least, 0.5 * s->least));
    for (int a = 0; a < 3; a++)
      at[a] = x[a] + way * along[a];
    clearance = GrBulkFallNearFind(&s->near, at, barrier);
  }
  return way + PetscMax(clearance, 0);
}

/* Whether a particle gets from x to y in a straight line. */
static bool Connects(const GrFreeSpace *s, const double x[3], double clearance, const double y[3])
{
  double along[3];
  int barrier = 0;

  for (int a = 0; a < 3; a++)
    along[a] = y[a] - x[a];
  const double length = GrNorm3(along);
  for (int a = 0; a < 3 && length > 0; a++)
    along[a] /= length;
  Follow(s, x, clearance, along, length, &barrier);
  return barrier < 0;
}

PetscErrorCode GrBulkFallSpaceCreate(const GrParallelBox *box, int dimension, double least, int n_barriers,
                                     const GrBarrier *barrier, GrFreeSpace *s)
{
  double cells = 2.0 * MOST_CELLS, size = 2 * least;
  PetscInt blocks[3];

  *s = (GrFreeSpace){.box = box, .least = least, .ceiling = -INFINITY};
  for (; cells > MOST_CELLS; size *= 1.1) {
    cells = 1;
    for (int a = 0; a < 3; a++) {
      const double length = box->upper[a] - box->lower[a], n = a < dimension ? PetscMax(1, floor(length / size)) : 1;
      cells *= n;
      s->n[a] = (PetscInt)PetscMin(n, 2.0 * MOST_CELLS);
      s->size[a] = length / (double)s->n[a];
    }
  }
  for (int a = 0; a < 3; a++)
    blocks[a] = (s->n[a] + BLOCK - 1) / BLOCK;
  PetscCall(GrBulkFallNearCreate(box, n_barriers, barrier, blocks, &s->near));
  PetscCall(PetscCalloc1((PetscInt)cells, &s->reached));
  return PetscMalloc1((PetscInt)cells, &s->queue);
}

PetscErrorCode GrBulkFallSpaceDestroy(GrFreeSpace *s)
{
  PetscCall(GrBulkFallNearDestroy(&s->near));
  PetscCall(PetscFree(s->reached));
  return PetscFree(s->queue);
}

static PetscInt NumberOf(const GrFreeSpace *s, const PetscInt at[3])
{
  return (at[2] * s->n[1] + at[1]) * s->n[0] + at[0];
}

static void FindPlace(const GrFreeSpace *s, PetscInt cell, PetscInt at[3])
{
  at[0] = cell % s->n[0];
  at[1] = cell / s->n[0] % s->n[1];
  at[2] = cell / s->n[0] / s->n[1];
}

/* Centre of a cell, which may be outside of a periodic box [m]. */
static void FindCentre(const GrFreeSpace *s, const PetscInt at[3], double x[3])
{
  for (int a = 0; a < 3; a++)
    x[a] = s->box->lower[a] + ((double)at[a] + 0.5) * s->size[a];
}

static double LevelOf(const GrFreeSpace *s, const double x[3])
{
  return GrDot3(s->down, x);
}

/* Replaces a place by its periodic image in the grid. Returns whether it has one. */
static bool Wrap(const GrFreeSpace *s, PetscInt at[3])
{
  bool inside = true;

  for (int a = 0; a < 3; a++)
    if (s->box->periodic[a])
      at[a] = (at[a] % s->n[a] + s->n[a]) % s->n[a];
    else
      inside = inside && at[a] >= 0 && at[a] < s->n[a];
  return inside;
}

void GrBulkFallSpaceMark(GrFreeSpace *s, const double x[3])
{
  PetscInt first[3];
  double clearance = NAN, centre[3];

  for (int a = 0; a < 3; a++)
    first[a] = s->n[a] > 1 ? (PetscInt)floor((x[a] - s->box->lower[a]) / s->size[a] - 0.5) : 0;
  for (int k = 0; k < 8; k++) {
    PetscInt at[3];
    for (int a = 0; a < 3; a++)
      at[a] = first[a] + (k >> a & 1);
    FindCentre(s, at, centre);
    if (!Wrap(s, at) || s->reached[NumberOf(s, at)])
      continue;
    if (isnan(clearance))
      clearance = GrBulkFallNearFind(&s->near, x, NULL);
    s->reached[NumberOf(s, at)] = (unsigned char)Connects(s, x, clearance, centre);
  }
}

/* Reaches the cell at `at`, and returns its number; -1: it is no new cell. */
static PetscInt Reach(GrFreeSpace *s, const PetscInt place[3])
{
  PetscInt at[3] = {place[0], place[1], place[2]};
  double x[3];

  FindCentre(s, at, x);
  if (LevelOf(s, x) < s->ceiling || !Wrap(s, at) || s->reached[NumberOf(s, at)])
    return -1;
  s->reached[NumberOf(s, at)] = 1;
  return NumberOf(s, at);
}

/* Reaches the cells of a cube around a cell, at most `wide` cells from it. Only the outermost cells have neighbours
   that are not reached. */
static void ReachCube(GrFreeSpace *s, const PetscInt at[3], PetscInt wide, PetscInt *queued)
{
  PetscInt r[3];

  for (r[2] = s->n[2] > 1 ? -wide : 0; r[2] <= (s->n[2] > 1 ? wide : 0); r[2]++)
    for (r[1] = -wide; r[1] <= wide; r[1]++)
      for (r[0] = -wide; r[0] <= wide; r[0]++) {
        const PetscInt place[3] = {at[0] + r[0], at[1] + r[1], at[2] + r[2]}, cell = Reach(s, place);
        const bool outermost = PetscAbs(r[0]) == wide || PetscAbs(r[1]) == wide || PetscAbs(r[2]) == wide;
        if (cell >= 0 && outermost)
          s->queue[(*queued)++] = cell;
      }
}

/* Sets `place` to neighbour k of a cell, 0 to 5. Returns whether it is a cell that is not reached yet. */
static bool FindNeighbour(const GrFreeSpace *s, const PetscInt at[3], int k, PetscInt place[3])
{
  PetscInt image[3];

  for (int a = 0; a < 3; a++)
    image[a] = place[a] = at[a] + (a == k / 2 ? (k % 2 ? 1 : -1) : 0);
  return Wrap(s, image) && !s->reached[NumberOf(s, image)];
}

/* Reaches the neighbours of a cell. */
static void Spread(GrFreeSpace *s, PetscInt cell, PetscInt *queued)
{
  enum { WIDEST = 8 };
  PetscInt at[3], place[3];
  bool new = false;
  double x[3], y[3];

  FindPlace(s, cell, at);
  for (int k = 0; k < 6; k++)
    new = new || FindNeighbour(s, at, k, place);
  if (!new)
    return;
  FindCentre(s, at, x);
  const double clearance = GrBulkFallNearFind(&s->near, x, NULL), wide = (clearance - s->least) / GrNorm3(s->size);
  if (wide >= 1) {
    ReachCube(s, at, (PetscInt)PetscMin(wide, WIDEST), queued);
    return;
  }
  for (int k = 0; k < 6; k++) {
    if (!FindNeighbour(s, at, k, place))
      continue;
    FindCentre(s, place, y);
    const PetscInt next = Connects(s, x, clearance, y) ? Reach(s, place) : -1;
    if (next >= 0)
      s->queue[(*queued)++] = next;
  }
}

void GrBulkFallSpaceFill(GrFreeSpace *s)
{
  const PetscInt cells = s->n[0] * s->n[1] * s->n[2];
  PetscInt queued = 0;

  for (PetscInt cell = 0; cell < cells; cell++)
    if (s->reached[cell])
      s->queue[queued++] = cell;
  for (PetscInt k = 0; k < queued; k++)
    Spread(s, s->queue[k], &queued);
}

double GrBulkFallSpaceVolume(const GrFreeSpace *s, int dimension)
{
  const PetscInt cells = s->n[0] * s->n[1] * s->n[2];
  double volume = 0;

  for (PetscInt cell = 0; cell < cells; cell++)
    volume += s->reached[cell];
  for (int a = 0; a < dimension; a++)
    volume *= s->size[a];
  return volume;
}

/* Distance from x to the edge of the box [m], along gravity (sign 1) or against it (-1). */
static double FindEdge(const GrFreeSpace *s, const double x[3], int sign)
{
  double edge = INFINITY;

  for (int a = 0; a < 3; a++)
    if (s->down[a] != 0)
      edge =
          PetscMin(edge, ((sign * s->down[a] > 0 ? s->box->upper[a] : s->box->lower[a]) - x[a]) / (sign * s->down[a]));
  return PetscMax(edge, 0);
}

bool GrBulkFallSpaceLevels(const GrFreeSpace *s, double *highest, double *lowest, int *barrier)
{
  const PetscInt cells = s->n[0] * s->n[1] * s->n[2];
  const double near = 2 * GrNorm3(s->size);
  double deepest = -INFINITY, x[3];
  PetscInt at[3];

  *highest = INFINITY;
  *lowest = -INFINITY;
  for (int pass = 0; pass < 2; pass++)
    for (PetscInt cell = 0; cell < cells; cell++) {
      if (!s->reached[cell])
        continue;
      FindPlace(s, cell, at);
      FindCentre(s, at, x);
      const double level = LevelOf(s, x);
      if (pass == 0) {
        *highest = PetscMin(*highest, level - PetscMin(0.5 * GrNorm3(s->size), FindEdge(s, x, -1)));
        deepest = PetscMax(deepest, level);
      } else if (level >= deepest - near) {
        const double edge = FindEdge(s, x, 1);
        int at_end; /* the barrier below, or the nearest one where the centre just touches it */
        const double clearance = GrBulkFallNearFind(&s->near, x, &at_end),
                     way = Follow(s, x, clearance, s->down, edge, &at_end);
        const double floor = level + PetscMin(edge, way);
        if (floor > *lowest) {
          *lowest = floor;
          *barrier = at_end;
        }
      }
    }
  return isfinite(deepest);
}
