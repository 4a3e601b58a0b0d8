/* Kinematics of a slider-crank whose slider moves along the x axis through the crank's bearing. */
#ifndef GRANUM_MECHANISM_SLIDER_CRANK_H
#define GRANUM_MECHANISM_SLIDER_CRANK_H

/* At a crank angle, from the x axis: angle of the rod, below the x axis when the crank is above, its first two
   derivatives by the crank angle, and the same of the slider's x [m]. */
typedef struct {
  double sine, cosine;         /* of the crank angle */
  double rod_sine, rod_cosine; /* of the rod's angle */
  double rod1, rod2;           /* its derivatives */
  double x, x1, x2;            /* [m] */
} GrMechanismSliderCrank;

/* crank < rod: lengths [m]. */
GrMechanismSliderCrank GrMechanismSliderCrankAt(double crank, double rod, double angle);

/* The rod's angle itself [rad]; slower than all of the above. */
double GrMechanismSliderCrankRod(const GrMechanismSliderCrank *at);

#endif
