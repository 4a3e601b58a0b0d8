/* Bonds between the particles of a batch: forces and torques of bonds, and formation of bonds at contact.

   The force of a bond acts at the midpoint of the two centres:
     force   on 1: F;  on 2: -F
     torque  on 1: D/2 n x F + M;  on 2: D/2 n x F - M
   F  force on the first body [N];  M  moment on the first body [N m];  D  distance of the centres [m];  n  unit vector
   from the first to the second centre. The bond law computes F and M (granum/law.h). */
#ifndef GRANUM_CONTACT_BOND_H
#define GRANUM_CONTACT_BOND_H

#include "contact/batch.h"

/* Adds the forces, moments and viscous power of bonds to the results of a batch whose contacts all follow `rule`.
   coefficient, history, trial: arrays of the bond law, [values][contacts]. interval: time since the histories were
   committed [s]. stored: recoverable energy of each bond [J], output. Not collective. */
void GrBatchHold(const GrModel *model, const GrInteraction *rule, const double *const *coefficient,
                 const double *const *history, double *const *trial, double interval, GrBatch *batch,
                 double stored[GR_BATCH]);

#endif
