/* A contact of a mechanism, and what its laws say of it. */
#ifndef GRANUM_MECHANISM_TOUCH_H
#define GRANUM_MECHANISM_TOUCH_H

#include <granum/case.h>

typedef struct {
  const GrLaw *law, *slide; /* slide NULL: no friction */
  GrTension tension;
  double coefficient[GR_LAW_COEFFICIENTS_MAX], slide_coefficient[GR_LAW_COEFFICIENTS_MAX];
  double mass; /* reduced [kg] */
  PetscBool closed;
  double committed[GR_LAW_HISTORY_MAX]; /* 0 while the contact is open */
} GrMechanismTouch;

typedef struct {
  double overlap, rate, slip; /* [m], [m/s], [m/s] */
} GrMechanismTouchAt;

typedef struct {
  double normal_force, friction; /* F > 0 pushing, T on the first surface along its slip [N] */
  double viscous, sliding;       /* what dashpots and friction take [W] */
  double trial[GR_LAW_HISTORY_MAX];
} GrMechanismTouchForce;

/* The contact of this rule for this pair. */
PetscErrorCode GrMechanismTouchCreate(const GrContactRule *rule, const GrLawPair *pair, GrMechanismTouch *touch);

/* Pure: from the committed history. An overlap below 0 counts as 0. */
void GrMechanismTouchEvaluate(const GrMechanismTouch *touch, const GrMechanismTouchAt *at, GrMechanismTouchForce *out);

/* Energy that the contact would give back, and that its history has consumed [J]. */
void GrMechanismTouchEnergy(const GrMechanismTouch *touch, const GrMechanismTouchAt *at, double *recoverable,
                            double *spent);

/* Time [s] that a contact takes which begins with this speed > 0, within a factor of some ten. */
double GrMechanismTouchTime(const GrMechanismTouch *touch, double speed);

/* Overlaps at which the law is not smooth; returns how many. */
int GrMechanismTouchCorners(const GrMechanismTouch *touch, const GrMechanismTouchAt *at,
                            double corner[GR_LAW_CORNERS_MAX]);

#endif
