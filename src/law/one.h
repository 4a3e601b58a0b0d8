/* Evaluation of a normal law or adhesion for one contact: a batch with a single contact. */
#ifndef GRANUM_LAW_ONE_H
#define GRANUM_LAW_ONE_H

#include <granum/law.h>

typedef struct {
  /* overlap [m], overlap rate [m/s]; results of the last evaluation: total and viscous force [N] */
  double overlap, rate, force, dashpot;
  double committed[GR_LAW_HISTORY_MAX], trial[GR_LAW_HISTORY_MAX];
  const double *coefficients[GR_LAW_COEFFICIENTS_MAX], *committeds[GR_LAW_HISTORY_MAX];
  double *trials[GR_LAW_HISTORY_MAX];
  GrLawBatch batch; /* batch of one contact, whose arrays are the members above */
} GrLawOne;

/* Sets up a contact with an overlap [m] and an overlap rate [m/s]. Consecutive values of the arrays `coefficient` and
   `history` are `stride` elements apart; history NULL: all values are 0. The trial history equals the committed history
   until the law is evaluated. */
void GrLawOneMake(const GrLaw *law, const double *coefficient, const double *history, int stride, double overlap,
                  double rate, GrLawOne *one);

/* Estimates the largest overlap [m] of a contact within a factor of 16: the overlap at which stiffness times overlap
   squared is twice the sum of kinetic energy and work of gravity. mass: reduced mass [kg]; speed: at the beginning
   [m/s]; gravity [m/s^2]. */
double GrLawReach(const GrLaw *law, const double *coefficient, double mass, double speed, double gravity);

/* Computes the force [N] of a contact at rest on first loading up to `overlap` [m], and the work of loading: the sum of
   recoverable and consumed energy [J]. Slow; for set-up only. */
void GrLawOneRest(const GrLaw *law, const double *coefficient, double overlap, double *force, double *work);

#endif
