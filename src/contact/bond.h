/* Bonds of the pairs of a batch: their forces beside those of the contact, and how they form at a touch.

   The force of a bond acts in the middle between the two centres, D apart: torques D/2 n x F + M on the first body and
   D/2 n x F - M on the second. */
#ifndef GRANUM_CONTACT_BOND_H
#define GRANUM_CONTACT_BOND_H

#include "contact/batch.h"

/* Adds what the law of bonds of a rule does to the results of a batch of that rule. The arrays of its coefficients and
   histories are those of the law alone. `stored`: energy that each bond would give back [J]. */
void GrBatchHold(const GrModel *model, const GrInteraction *rule, const double *const *coefficient,
                 const double *const *history, double *const *trial, double interval, GrBatch *batch,
                 double stored[GR_BATCH]);

#endif
