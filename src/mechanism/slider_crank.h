/* Slider-crank without clearance: where rod and slider are at an angle a of the crank.

   sin b = -(r/l) sin a,  x = r cos a + l cos b
     a, b angles of crank and rod, counter-clockwise from the way of the slider;  x position of the slider from the axis
     of the crank [m];  r, l lengths of crank and rod [m], r < l */
#ifndef GRANUM_MECHANISM_SLIDER_CRANK_H
#define GRANUM_MECHANISM_SLIDER_CRANK_H

typedef struct {
  double x, x1, x2; /* x, dx/da, d2x/da2 */
  double b1, b2;    /* db/da, d2b/da2 */
} GrSliderCrank;

GrSliderCrank GrSliderCrankAt(double r, double l, double a);

/* b. Slower than the rest. */
double GrSliderCrankRod(double r, double l, double a);

#endif
