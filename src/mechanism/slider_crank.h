/* Kinematics of a slider-crank mechanism. The crank rotates about the origin, a rod connects it to the slider, and the
   slider moves along the x axis. */
#ifndef GRANUM_MECHANISM_SLIDER_CRANK_H
#define GRANUM_MECHANISM_SLIDER_CRANK_H

/* Kinematics at one crank angle. The angles of crank and rod are measured from the x axis. If the crank angle is
   between 0 and pi, the rod slopes down and its angle is negative. */
typedef struct {
  double sine, cosine;         /* sine and cosine of the crank angle */
  double rod_sine, rod_cosine; /* sine and cosine of the rod angle */
  double rod1, rod2;           /* first and second derivative of the rod angle with respect to the crank angle */
  double x;                    /* position of the slider on the x axis [m] */
  double x1, x2;               /* first and second derivative of x with respect to the crank angle [m] */
} GrMechanismSliderCrank;

/* Returns the kinematics at the crank angle `angle` [rad]. crank, rod: lengths of crank and rod [m], crank < rod. */
GrMechanismSliderCrank GrMechanismSliderCrankAt(double crank, double rod, double angle);

/* Returns the rod angle [rad] by Newton's method from at->rod_sine and at->rod_cosine. */
double GrMechanismSliderCrankRod(const GrMechanismSliderCrank *at);

#endif
