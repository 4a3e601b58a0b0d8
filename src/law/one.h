/* Evaluates a normal law or an adhesion for a single contact, as a batch of one contact (GrLawBatch). */
#ifndef GRANUM_LAW_ONE_H
#define GRANUM_LAW_ONE_H

#include "law/loop.h"

/* A single contact: the input and the results of a law for it, and a batch whose arrays point to these numbers. */
typedef struct {
  double overlap; /* overlap [m] */
  double rate;    /* overlap rate [m/s] */
  double force;   /* result: force of the law, > 0 repulsive [N] */
  double dashpot; /* result: viscous part of the force [N] */
  /* history values: committed (at the end of the last step, input of the law) and trial (output of the law) */
  double committed[GR_LAW_HISTORY_MAX], trial[GR_LAW_HISTORY_MAX];
  /* arrays of `batch`: coefficients[k] points to coefficient k, committeds[k] to committed[k], trials[k] to trial[k] */
  const double *coefficients[GR_LAW_COEFFICIENTS_MAX], *committeds[GR_LAW_HISTORY_MAX];
  double *trials[GR_LAW_HISTORY_MAX];
  GrLawBatch batch; /* a batch of this contact: the argument of the functions of the law */
} GrLawOne;

/* Initializes *one, a single contact with this overlap [m] and overlap rate [m/s]. coefficient[k * stride]: coefficient
   k of the law. history[k * stride]: committed history value k of the contact; NULL: all are 0. The trial history is
   equal to the committed history until the law is evaluated. The arrays must live as long as *one. */
void GrLawOneMake(const GrLaw *law, const double *coefficient, const double *history, int stride, double overlap,
                  double rate, GrLawOne *one);

/* Returns the energies of the contact from its overlap and its trial history. */
GrLawEnergies GrLawOneEnergies(const GrLaw *law, const GrLawOne *one);

/* Returns the order of magnitude of the largest overlap [m] in an impact: a value between d and 16 d. d solves the
   equation k d^2 = m v0^2 + 2 m g d, where k [N/m] is the largest stiffness of the law at overlaps up to d. mass:
   reduced mass m [kg]. speed: approach speed v0 [m/s]. gravity: acceleration g that presses the bodies together
   [m/s^2]. */
double GrLawReach(const GrLaw *law, const double *coefficient, double mass, double speed, double gravity);

/* Computes the static force [N] of a contact that is loaded for the first time up to `overlap` [m]. Also computes the
   work of this loading [J]: recoverable energy plus plastic work. The function is slow: use it for set-up only. */
void GrLawOneRest(const GrLaw *law, const double *coefficient, double overlap, double *force, double *work);

/* Returns whether the law pulls while a contact is unloaded at rest after its first loading up to `overlap` [m]. The
   function is slow: use it for set-up only. */
bool GrLawOnePulls(const GrLaw *law, const double *coefficient, double overlap);

#endif
