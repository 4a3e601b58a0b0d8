/* Evaluates a normal law or an adhesion for a single contact, as a batch of one contact. */
#ifndef GRANUM_LAW_ONE_H
#define GRANUM_LAW_ONE_H

#include <granum/law.h>

typedef struct {
  double overlap; /* overlap [m] */
  double rate;    /* overlap rate [m/s] */
  double force;   /* result: force of the law [N] */
  double dashpot; /* result: viscous part of this force [N] */
  /* history values of the contact: committed (after the last step) and trial (output of the law) */
  double committed[GR_LAW_HISTORY_MAX], trial[GR_LAW_HISTORY_MAX];
  const double *coefficients[GR_LAW_COEFFICIENTS_MAX], *committeds[GR_LAW_HISTORY_MAX];
  double *trials[GR_LAW_HISTORY_MAX];
  GrLawBatch batch; /* batch with this contact; its arrays are the members above */
} GrLawOne;

/* Initializes a single contact with this overlap [m] and overlap rate [m/s]. coefficient: coefficients of the law;
   coefficient k is coefficient[k * stride]. history: its committed history values, stored with the same stride; NULL:
   all are 0. The trial history is equal to the committed history until the law is evaluated. */
void GrLawOneMake(const GrLaw *law, const double *coefficient, const double *history, int stride, double overlap,
                  double rate, GrLawOne *one);

/* Estimates the largest overlap d of a contact in an impact [m]. It is the overlap at which stiffness d^2 = mass
   speed^2 + 2 mass gravity d. The result is between d and 16 d. mass: reduced mass [kg]; speed: initial speed [m/s];
   gravity [m/s^2]. */
double GrLawReach(const GrLaw *law, const double *coefficient, double mass, double speed, double gravity);

/* Computes the static force [N] of a contact that is loaded for the first time up to `overlap` [m], and the work of
   this loading [J]. The work is the sum of recoverable energy and plastic work. The function is slow. */
void GrLawOneRest(const GrLaw *law, const double *coefficient, double overlap, double *force, double *work);

#endif
