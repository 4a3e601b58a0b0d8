/* A contact of a mechanism, with its laws and its history. */
#ifndef GRANUM_MECHANISM_TOUCH_H
#define GRANUM_MECHANISM_TOUCH_H

#include <granum/case.h>

typedef struct {
  const GrLaw *law, *slide; /* slide NULL: no friction */
  GrTension tension;
  double coefficient[GR_LAW_COEFFICIENTS_MAX], slide_coefficient[GR_LAW_COEFFICIENTS_MAX];
  double mass; /* reduced mass [kg] */
  PetscBool closed;
  double committed[GR_LAW_HISTORY_MAX]; /* 0 while the contact is open */
} GrMechanismTouch;

typedef struct {
  double overlap, rate, slip; /* [m], [m/s], [m/s] */
} GrMechanismTouchAt;

typedef struct {
  double normal_force, friction; /* F > 0 pushing, T on the first surface along its slip [N] */
  double viscous, sliding;       /* power that dashpots and friction dissipate [W] */
  double trial[GR_LAW_HISTORY_MAX];
} GrMechanismTouchForce;

/* Sets up a contact of two bodies with the laws of a rule. */
PetscErrorCode GrMechanismTouchCreate(const GrContactRule *rule, const GrLawPair *pair, GrMechanismTouch *touch);

/* Computes forces, powers and trial history from the committed history, which does not change. An overlap below 0 is
   replaced by 0. */
void GrMechanismTouchEvaluate(const GrMechanismTouch *touch, const GrMechanismTouchAt *at, GrMechanismTouchForce *out);

/* Computes the recoverable energy and the plastic work of the contact [J]. */
void GrMechanismTouchEnergy(const GrMechanismTouch *touch, const GrMechanismTouchAt *at, double *recoverable,
                            double *consumed);

/* Returns the duration [s] of a contact that begins with this speed > 0 [m/s], within a factor of about ten. */
double GrMechanismTouchTime(const GrMechanismTouch *touch, double speed);

/* Computes the overlaps [m] at which the law is not smooth; returns their number. */
int GrMechanismTouchCorners(const GrMechanismTouch *touch, const GrMechanismTouchAt *at,
                            double corner[GR_LAW_CORNERS_MAX]);

#endif
