/* One contact of a normal law or of adhesion, as a batch of one. */
#ifndef GRANUM_LAW_ONE_H
#define GRANUM_LAW_ONE_H

#include <granum/law.h>

typedef struct {
  double overlap, rate, force, dashpot; /* [m], [m/s]; results of the last evaluation [N] */
  double committed[GR_LAW_HISTORY_MAX], trial[GR_LAW_HISTORY_MAX];
  const double *coefficients[GR_LAW_COEFFICIENTS_MAX], *committeds[GR_LAW_HISTORY_MAX];
  double *trials[GR_LAW_HISTORY_MAX];
  GrLawBatch batch; /* its arrays are the members above */
} GrLawOne;

/* Sets up a contact. Consecutive numbers of `coefficient` and `history` are `stride` elements apart; history NULL: all
   values are 0. The trial history equals the committed history until the law is evaluated. */
void GrLawOneMake(const GrLaw *law, const double *coefficient, const double *history, int stride, double overlap,
                  double rate, GrLawOne *one);

/* Estimates the largest overlap [m] of a contact that begins with this speed [m/s], within a factor of 16: the overlap
   at which stiffness times overlap squared is twice the sum of kinetic energy and work of gravity. */
double GrLawReach(const GrLaw *law, const double *coefficient, double mass, double speed, double gravity);

/* Computes the force [N] of a contact at rest that has never been loaded beyond `overlap` [m], and its work so far: the
   sum of recoverable and consumed energy [J]. For set-up, not for loops. */
void GrLawOneRest(const GrLaw *law, const double *coefficient, double overlap, double *force, double *work);

#endif
