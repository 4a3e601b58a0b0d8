/* The sums of an observable, to which its functions add the contributions of particles and contacts. */
#ifndef GRANUM_RECORD_OBSERVABLE_SUMS_H
#define GRANUM_RECORD_OBSERVABLE_SUMS_H

#include "base/math/sum.h"
#include <granum/particle.h>

struct GrObservableSums_ {
  GrSum sum[GR_OBSERVABLE_SUMS_MAX];
};

#endif
