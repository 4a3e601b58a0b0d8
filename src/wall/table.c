/* table: a prescribed motion that is given by points in a table; see granum/wall.h.

   Between two points at the times t0 < t1 [s], with h = t1 - t0, s = (t - t0)/h and the values x0, x1:
     straight  x = x0 + (x1 - x0) s
     smooth    x = x0 + (x1 - x0)(3 s^2 - 2 s^3) + h (m0 s (1 - s)^2 - m1 s^2 (1 - s))
   m0, m1 are the slopes at the two points. d0, d1 are the slopes of the straight lines before and after a point, h0, h1
   their lengths in time. The slope m of a point is 0 at the first and at the last point, and if d0 and d1 differ in
   sign. Otherwise it is their weighted harmonic mean
     m = (w0 + w1)/(w0/d0 + w1/d1),  w0 = 2 h1 + h0,  w1 = h1 + 2 h0
   The cubic is then monotone where the points are (F. N. Fritsch, J. Butland, SIAM J. Sci. Stat. Comput. 5 (1984) 300).
   Velocities are linear between the points; the displacement is their integral, a parabola.

   At a point where two straight lines meet, the rate is the mean of the two slopes. The trapezoidal rule then gives the
   work of the step that ends there plus the step that begins there. */
#include "base/math/bracket.h"
#include "base/math/elementary.h"
#include "wall/motion.h"

#include <math.h>

static double LineSlope(const GrWallTable *table, const double *x, int i)
{
  return (x[i + 1] - x[i]) / (table->time[i + 1] - table->time[i]);
}

static double SmoothSlope(const GrWallTable *table, const double *x, int i)
{
  if (i == 0 || i == table->n - 1)
    return 0;
  const double before = LineSlope(table, x, i - 1), after = LineSlope(table, x, i);
  if (!(before * after > 0))
    return 0;
  const double h0 = table->time[i] - table->time[i - 1], h1 = table->time[i + 1] - table->time[i];
  return 3 * (h0 + h1) / ((2 * h1 + h0) / before + (h1 + 2 * h0) / after);
}

/* Value and rate of an offset or an angle. */
static void PlaceAt(const GrWallTable *table, const double *x, double t, double *value, double *rate)
{
  const int i = GrLastNotAfter(table->n, table->time, t), last = table->n - 1;

  *rate = 0;
  *value = x[i < 0 ? 0 : i];
  if (i < 0 || (i == last && (table->smooth || last == 0 || t > table->time[last])))
    return;
  if (!table->smooth && t == table->time[i]) {
    *rate = 0.5 * ((i > 0 ? LineSlope(table, x, i - 1) : 0) + (i < last ? LineSlope(table, x, i) : 0));
    return;
  }
  const double h = table->time[i + 1] - table->time[i], s = (t - table->time[i]) / h, d = x[i + 1] - x[i];
  if (!table->smooth) {
    *value += d * s;
    *rate = d / h;
    return;
  }
  const double m0 = SmoothSlope(table, x, i), m1 = SmoothSlope(table, x, i + 1);
  *value += d * (s * s * (3 - 2 * s)) + h * (s * (1 - s)) * (m0 * (1 - s) - m1 * s);
  *rate = 6 * d / h * s * (1 - s) + m0 * (1 - s) * (1 - 3 * s) + m1 * s * (3 * s - 2);
}

/* Value of a velocity. */
static double RateAt(const GrWallTable *table, const double *v, double t)
{
  const int i = GrLastNotAfter(table->n, table->time, t);

  if (i < 0 || i == table->n - 1)
    return v[i < 0 ? 0 : i];
  return v[i] + LineSlope(table, v, i) * (t - table->time[i]);
}

static bool IsRate(int column)
{
  return column == GR_WALL_BY_RATE || (column >= GR_WALL_BY_VELOCITY && column < GR_WALL_BY_ANGLE);
}

PetscErrorCode GrWallTableForget(GrWallTable *table)
{
  for (int column = 0; column < GR_WALL_COLUMNS; column++)
    PetscCall(PetscFree(table->way[column]));
  return 0;
}

PetscErrorCode GrWallTableFinish(GrWallTable *table)
{
  for (int column = 0; column < GR_WALL_COLUMNS; column++) {
    const double *v = table->column[column];
    if (!v || !IsRate(column))
      continue;
    PetscCall(PetscRealloc(sizeof(double) * (size_t)table->n, &table->way[column]));
    table->way[column][0] = 0;
    for (int i = 1; i < table->n; i++)
      table->way[column][i] =
          table->way[column][i - 1] + 0.5 * (v[i - 1] + v[i]) * (table->time[i] - table->time[i - 1]);
  }
  return 0;
}

/* Integral of a velocity from the first point to t. */
static double IntegralTo(const GrWallTable *table, int column, double t)
{
  const double *v = table->column[column];
  const int point = GrLastNotAfter(table->n, table->time, t), i = point < 0 ? 0 : point;

  return table->way[column][i] + 0.5 * (v[i] + RateAt(table, v, t)) * (t - table->time[i]);
}

void GrWallTableAt(const GrWallTable *table, int column, double t, double *value, double *rate)
{
  const double *x = table->column[column];

  *value = *rate = 0;
  if (table->n == 0 || !x)
    return;
  if (!IsRate(column)) {
    PlaceAt(table, x, t, value, rate);
    return;
  }
  *rate = RateAt(table, x, t);
  *value = IntegralTo(table, column, t) - IntegralTo(table, column, 0);
}

double GrWallTableFastest(const GrWallTable *table, int column)
{
  const double *x = table->column[column], steepest = table->smooth ? 3 : 1; /* a cubic is 3 times as steep at most */
  double fastest = 0;

  for (int i = 0; x && i < table->n; i++) {
    const double rate = IsRate(column) ? x[i] : i + 1 < table->n ? steepest * LineSlope(table, x, i) : 0;
    fastest = GrLarger(fastest, fabs(rate));
  }
  return fastest;
}

/* Slope of a column in the interval after point i; 0 outside of the table. */
static double SlopeAfter(const GrWallTable *table, const double *x, int i)
{
  return i < 0 || i + 1 >= table->n ? 0 : LineSlope(table, x, i);
}

/* Length of the interval after point i; infinite outside of the table [s]. */
static double LengthAfter(const GrWallTable *table, int i)
{
  return i < 0 || i + 1 >= table->n ? INFINITY : table->time[i + 1] - table->time[i];
}

double GrWallTableFrequency(const GrWallTable *table)
{
  double frequency = 0;

  for (int column = 0; column < GR_WALL_COLUMNS; column++) {
    const double *x = table->column[column];
    double fastest = 0, steepest = 0;
    for (int i = 0; x && i < table->n; i++) {
      const double before = LengthAfter(table, i - 1), after = LengthAfter(table, i), slope = SlopeAfter(table, x, i);
      const double rate = IsRate(column) ? x[i] : slope;
      const double change =
          IsRate(column) ? slope : (slope - SlopeAfter(table, x, i - 1)) / (before < after ? before : after);
      fastest = GrLarger(fastest, fabs(rate));
      steepest = GrLarger(steepest, fabs(change));
    }
    if (fastest > 0)
      frequency = GrLarger(frequency, steepest / fastest);
  }
  return frequency;
}

/* A place is monotone between points, so its largest change is at a point or at the end. */
double GrWallTableSpan(const GrWallTable *table, int column, double from, double to)
{
  const double *x = table->column[column], begin = from < to ? from : to, end = from < to ? to : from;
  double first, last, unused, farthest;

  if (table->n == 0 || !x)
    return 0;
  if (IsRate(column)) {
    farthest = GrLarger(fabs(RateAt(table, x, begin)), fabs(RateAt(table, x, end)));
    for (int i = GrLastNotAfter(table->n, table->time, begin) + 1; i < table->n && table->time[i] < end; i++)
      farthest = GrLarger(farthest, fabs(x[i]));
    return farthest * (end - begin);
  }
  GrWallTableAt(table, column, from, &first, &unused);
  GrWallTableAt(table, column, to, &last, &unused);
  farthest = fabs(last - first);
  for (int i = GrLastNotAfter(table->n, table->time, begin) + 1; i < table->n && table->time[i] < end; i++)
    farthest = GrLarger(farthest, fabs(x[i] - first));
  return farthest;
}
