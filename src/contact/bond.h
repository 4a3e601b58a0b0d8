/* Bonds between the particles of a batch: forces and torques of bonds, and formation of bonds at contact.

   The force of a bond acts at the midpoint of the two centres:
     force   on 1: F;  on 2: -F
     torque  on 1: D/2 n x F + M;  on 2: D/2 n x F - M
   F  force on the first body [N];  M  moment on the first body [N m];  D  distance of the centres [m];  n  unit vector
   from the first to the second centre. The bond law computes F and M (granum/law.h). */
#ifndef GRANUM_CONTACT_BOND_H
#define GRANUM_CONTACT_BOND_H

#include "contact/batch.h"

/* Adds the forces, moments and viscous power of bonds to the results of a batch of contacts. rule: the contact rule of
   all contacts of the batch, with its laws. coefficient, history, trial: coefficients, committed history and trial
   history of the bond law, each as [value][contact]. interval: time since the committed history [s]. stored: output,
   recoverable energy of each bond [J]. Not collective. */
void GrBatchHold(const GrModel *model, const GrInteraction *rule, const double *const *coefficient,
                 const double *const *history, double *const *trial, double interval, GrBatch *batch,
                 double stored[GR_BATCH]);

#endif
