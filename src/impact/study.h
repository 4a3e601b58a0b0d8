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

/* Collective. Prints the cost and, if there is a directory, writes its run.json. Fills in ranks and memory. */
PetscErrorCode GrImpactReport(MPI_Comm comm, const GrStudy *study, const char *directory, GrImpactCost *cost, int argc,
                              char **argv);

#endif
