/* slider_crank: see slider_crank.h. */
#include "mechanism/slider_crank.h"

#include "boundary/sine.h"
#include <math.h>

enum { NEWTON = 60 };

/* By Newton's method: the same bits everywhere. */
double GrSliderCrankRod(double r, double l, double a)
{
  double sine, cosine;
  GrSineCosine(a, &sine, &cosine);
  const double aim = -r / l * sine;
  double b = aim;
  for (int i = 0; i < NEWTON; i++) {
    GrSineCosine(b, &sine, &cosine);
    b -= (sine - aim) / cosine;
  }
  return b;
}

GrSliderCrank GrSliderCrankAt(double r, double l, double a)
{
  const double p = r / l;
  double s, k;
  GrSineCosine(a, &s, &k);
  const double cosine = sqrt(1.0 - (p * s) * (p * s)), b1 = -p * k / cosine, b2 = p * s * (1.0 - b1 * b1) / cosine;
  return (GrSliderCrank){.x = r * k + l * cosine,
                         .x1 = -r * s + l * (p * s * b1),
                         .x2 = -r * k + l * (p * (k * b1 + s * b2)),
                         .b1 = b1,
                         .b2 = b2};
}
