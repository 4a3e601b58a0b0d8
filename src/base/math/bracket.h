/* Search for the root of a function of one variable in an interval (bracket). Method: regula falsi with the Illinois
   modification. If two successive steps keep the same end of the interval, the function value stored for this end is
   halved. Without the modification this end might never move.

   Impacts and mechanisms locate events with it: the length of the step at whose end a function of the state is 0. Each
   trial is a step from the same start. The search ends just beyond the event (GrBracketTry, GrBracketPast), so that the
   next step begins with the sign that the function has after the event. */
#ifndef GRANUM_BASE_MATH_BRACKET_H
#define GRANUM_BASE_MATH_BRACKET_H

#include <math.h>

/* Interval that contains a root of a function. Each step of the search replaces one end of the interval. */
typedef struct {
  double low, high;     /* ends of the interval; `low` may be larger than `high` */
  double f_low, f_high; /* function values at `low` and `high`, of opposite signs; one of them may have been halved */
  int side;             /* end that the last step has replaced: -1 low, 1 high; 0: no step yet */
} GrBracket;

/* Returns the next estimate of the root: the zero of the straight line through the function values at both ends. */
static inline double GrBracketChord(const GrBracket *b)
{
  return b->low + (b->high - b->low) * (b->f_low / (b->f_low - b->f_high));
}

/* Returns the next trial of a search that ends just beyond the root: the estimate of the root, moved by `past` >= 0
   towards `high`. If this is not inside the interval, returns its middle. */
static inline double GrBracketTry(const GrBracket *b, double past)
{
  const double next = GrBracketChord(b) + copysign(past, b->high - b->low);

  return (next - b->low) * (b->high - next) > 0 ? next : 0.5 * (b->low + b->high);
}

/* Returns the distance of x, beyond the root, from the root of the straight line through the function values at `low`
   and x. f: function value at x. */
static inline double GrBracketPast(const GrBracket *b, double x, double f)
{
  return fabs((x - b->low) * f / (b->f_low - f));
}

/* Narrows the interval: replaces one of its ends by x. f: function value at x. The function value at the replaced end
   has the same sign as f. */
static inline void GrBracketNarrow(GrBracket *b, double x, double f)
{
  const int side = f * b->f_low > 0 ? -1 : 1;
  *(side < 0 ? &b->low : &b->high) = x;
  *(side < 0 ? &b->f_low : &b->f_high) = f;
  *(side < 0 ? &b->f_high : &b->f_low) *= b->side == side ? 0.5 : 1;
  b->side = side;
}

/* Returns the index of the last time <= t in the ascending list time[n]; -1: all times are later than t. */
static inline int GrLastNotAfter(int n, const double time[], double t)
{
  int low = -1, high = n;

  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    if (time[middle] <= t)
      low = middle;
    else
      high = middle;
  }
  return low;
}

#endif
