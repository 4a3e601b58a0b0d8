/* Findings of a fit: the parameters that the data do not determine, as text. */
#ifndef GRANUM_FIT_FINDINGS_H
#define GRANUM_FIT_FINDINGS_H

#include "fit/search.h"
#include <granum/fit.h>

/* Sets fit->findings and fit->kinds from the best point and the statistics of a fit. A line reports a parameter
   without effect, a value at an end of its range, a flat direction (a singular value below 1e-3 of the largest one), a
   pair of parameters with a correlation above .95, a sum of squares that is too large for the given deviations, data
   whose derivatives have a kink, data without a computed value; or a profile that is open, falls below the best point,
   or has searches that did not converge. */
PetscErrorCode GrFitFindings(const GrFitModel *model, const GrFitPoint *best, GrFit *fit);

#endif
