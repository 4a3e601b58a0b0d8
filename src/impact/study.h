/* The inside of a study of impacts. */
#ifndef GRANUM_IMPACT_STUDY_H
#define GRANUM_IMPACT_STUDY_H

#include <granum/impact.h>

/* What the impacts of a case need: the setting, the pair of bodies, and the coefficients of its laws. */
PetscErrorCode GrImpactPointPrepare(const GrCase *the_case, GrImpactSetting *setting, GrLawPair *pair,
                                    double *coefficient, double *adhesion_coefficient);

typedef struct {
  int ranks;
  PetscInt64 impacts;
  double seconds, memory; /* wall time [s]; of the largest rank [bytes] */
} GrImpactCost;

#endif
