/* Trial integration of a wave in a short chain, from which the accurate step of a chain follows (accurate_step.c). */
#ifndef GRANUM_CONTACT_TRIAL_WAVE_H
#define GRANUM_CONTACT_TRIAL_WAVE_H

#include "contact/model.h"

/* Largest number of contacts of the chain, and number of contacts at its end whose peaks count. The wave of a struck
   chain has its final shape after about five contacts. */
enum { GR_WAVE_CONTACTS = 16, GR_WAVE_PEAKS = 10 };

/* Integrates the motion of a chain of equal beads with velocity Verlet until the wave has passed its last contact, or
   until longest_time [s]. The first bead strikes the others, which touch at rest. Not collective.
     model     its member `velocity` must be that of the run
     type      pair type of all contacts; it has no adhesion
     contacts  number of contacts, 2 to GR_WAVE_CONTACTS
     speed     speed of the first bead [m/s]
     step      time step [s]
     ahead     time by which velocities are predicted in the forces [s]: step/2, or 0
     peak      output: largest force of each of the last GR_WAVE_PEAKS contacts, from the last one backwards [N]; 0 if
               the chain has fewer contacts, or if the wave has not passed the contact */
PetscErrorCode GrModelTryWave(const GrModel *model, PetscInt type, int contacts, double speed, double step,
                              double ahead, double longest_time, double peak[GR_WAVE_PEAKS]);

#endif
