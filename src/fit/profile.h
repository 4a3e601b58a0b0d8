/* The profile of chi^2: for each parameter the smallest sum of squares with this parameter fixed, over its values. */
#ifndef GRANUM_FIT_PROFILE_H
#define GRANUM_FIT_PROFILE_H

#include "fit/search.h"
#include <granum/fit.h>

/* Sets fit->profile from the best point, values and deviations of a fit. Rank 0 only.

   Each search begins with the parameters that the linearized model gives from a neighbouring search, so that the
   profile follows the minimum that contains the best point. The ends of the interval are found by Newton's method for
   the root of the rise of chi^2, which is linear in a linear model: dS/du is the partial derivative at the minimum. The
   method keeps a bracket, in which steps that leave it are replaced by halving. */
PetscErrorCode GrFitProfileCompute(GrFitModel *model, const GrFitPoint *best, GrFit *fit);

#endif
