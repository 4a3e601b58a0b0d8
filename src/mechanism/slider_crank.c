/* slider_crank: see slider_crank.h.

   With the crank angle a [rad], the lengths r of the crank and l of the rod [m], p = r/l:
     sin b = -p sin a,  cos b = sqrt(1 - p^2 sin^2 a),  b' = -p cos a/cos b,  b'' = p sin a/cos b (1 - b'^2)
     x = r cos a + l cos b,  x' = -r sin a (1 - b'),  x'' = -r cos a (1 - b') + r sin a b''
     b angle of the rod [rad];  x position of the slider [m];  ' derivative by a
   Limits: r < l, so that the crank can rotate fully. */
#include "mechanism/slider_crank.h"

#include "base/math/sine.h"
#include <math.h>

enum { NEWTON = 60 };

GrMechanismSliderCrank GrMechanismSliderCrankAt(double crank, double rod, double angle)
{
  GrMechanismSliderCrank at;
  const double p = crank / rod;
  GrSineCosine(angle, &at.sine, &at.cosine);
  at.rod_sine = -p * at.sine;
  at.rod_cosine = sqrt((1.0 - at.rod_sine) * (1.0 + at.rod_sine));
  at.rod1 = -p * at.cosine / at.rod_cosine;
  at.rod2 = (p * at.sine / at.rod_cosine) * (1.0 - at.rod1 * at.rod1);
  at.x = crank * at.cosine + rod * at.rod_cosine;
  at.x1 = -crank * at.sine * (1.0 - at.rod1);
  at.x2 = -crank * at.cosine * (1.0 - at.rod1) + crank * at.sine * at.rod2;
  return at;
}

/* By Newton's method: the same bits everywhere. */
double GrMechanismSliderCrankRod(const GrMechanismSliderCrank *at)
{
  double sine, cosine, b = at->rod_sine;
  for (int i = 0; i < NEWTON; i++) {
    GrSineCosine(b, &sine, &cosine);
    b -= (sine - at->rod_sine) / cosine;
  }
  return b;
}
