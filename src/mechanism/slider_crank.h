/* Kinematics of a slider-crank whose slider moves along the x axis through the crank's bearing. */
#ifndef GRANUM_MECHANISM_SLIDER_CRANK_H
#define GRANUM_MECHANISM_SLIDER_CRANK_H

/* Kinematics at a crank angle, which is measured from the x axis. The rod's angle has the opposite sign: when the crank
   is above the x axis, the rod slopes down. All derivatives are with respect to the crank angle. */
typedef struct {
  double sine, cosine;         /* sine and cosine of the crank angle */
  double rod_sine, rod_cosine; /* sine and cosine of the rod's angle */
  double rod1, rod2;           /* first and second derivative of the rod's angle */
  /* position of the slider [m]; its first and second derivative with respect to the crank angle [m] */
  double x, x1, x2;
} GrMechanismSliderCrank;

/* Returns the kinematics at the crank angle `angle` [rad]. crank, rod: lengths [m], crank < rod. */
GrMechanismSliderCrank GrMechanismSliderCrankAt(double crank, double rod, double angle);

/* Returns the angle of the rod [rad] from its sine and cosine, by Newton's method. */
double GrMechanismSliderCrankRod(const GrMechanismSliderCrank *at);

#endif
