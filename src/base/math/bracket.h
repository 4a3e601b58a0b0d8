/* Search for the root of a function of one variable in an interval (bracket), by regula falsi with the Illinois
   modification: if the same end of the interval is kept twice, its function value is halved. Without the modification
   this end might never move. */
#ifndef GRANUM_BASE_MATH_BRACKET_H
#define GRANUM_BASE_MATH_BRACKET_H

typedef struct {
  double low, high;     /* ends of the interval, in any order */
  double f_low, f_high; /* function values at the ends, of opposite signs; the modification may have halved them */
  int side;             /* the end that has moved last: -1 low, 1 high; 0: neither */
} GrBracket;

/* Returns the next estimate of the root: the zero of the chord between both ends. */
static inline double GrBracketChord(const GrBracket *b)
{
  return b->low + (b->high - b->low) * (b->f_low / (b->f_low - b->f_high));
}

/* Narrows the bracket: x replaces the end that is on the same side of the root. f: function value at x. */
static inline void GrBracketNarrow(GrBracket *b, double x, double f)
{
  const int side = f * b->f_low > 0 ? -1 : 1;
  *(side < 0 ? &b->low : &b->high) = x;
  *(side < 0 ? &b->f_low : &b->f_high) = f;
  *(side < 0 ? &b->f_high : &b->f_low) *= b->side == side ? 0.5 : 1;
  b->side = side;
}

/* Returns the index of the last of n ascending times with time <= t; -1: all are later than t. */
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
