/* Computes the force [N] of a contact at rest that has never been loaded beyond `overlap` [m], and its work so far: the
   sum of recoverable and consumed energy [J]. For set-up, not for loops. Normal laws and adhesion. */
#ifndef GRANUM_LAW_CARD_PROBE_H
#define GRANUM_LAW_CARD_PROBE_H

#include <granum/law.h>

/* coefficient: coefficients of the law for the pair of bodies. The law may be any normal law or adhesion. */
void GrLawProbe(const GrLaw *law, const double *coefficient, double overlap, double *force, double *work);

#endif
