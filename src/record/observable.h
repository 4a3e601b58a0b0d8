/* Observables (granum/observable.h) of a bulk case, the same bits on any number of ranks (base/math/sum.h).

   Limit: 2^31 contacts of one particle. */
#ifndef GRANUM_RECORD_OBSERVABLE_H
#define GRANUM_RECORD_OBSERVABLE_H

#include "record/recorder.h"
#include <granum/observable.h>

/* Collective. The values of all observables, one after the other. */
PetscErrorCode GrRecorderObserve(GrWorld world, const GrSample *sample, double values[]);

#endif
