/* The root of a function of one variable between two ends, by regula falsi in the form of Illinois: the function at an
   end that stays is halved, or that end would never move. */
#ifndef GRANUM_BASE_MATH_BRACKET_H
#define GRANUM_BASE_MATH_BRACKET_H

typedef struct {
  double low, high;     /* either may be the larger */
  double f_low, f_high; /* the function there, of opposite signs; perhaps halved */
  int side;             /* which end moved last: -1 low, 1 high; 0: none yet */
} GrBracket;

/* Where the chord is zero. */
static inline double GrBracketChord(const GrBracket *b)
{
  return b->low + (b->high - b->low) * (b->f_low / (b->f_low - b->f_high));
}

/* The end on the side of the root where x lies moves there. */
static inline void GrBracketNarrow(GrBracket *b, double x, double f)
{
  const int side = f * b->f_low > 0 ? -1 : 1;
  *(side < 0 ? &b->low : &b->high) = x;
  *(side < 0 ? &b->f_low : &b->f_high) = f;
  *(side < 0 ? &b->f_high : &b->f_low) *= b->side == side ? 0.5 : 1;
  b->side = side;
}

#endif
