/* What a study cost, and its report. */
#ifndef GRANUM_RUN_STUDY_COST_H
#define GRANUM_RUN_STUDY_COST_H

#include <granum/impact.h>

typedef struct {
  const char *what; /* is counted: "impacts", "bounces", "cases" of particles */
  int ranks;
  PetscInt64 count;
  double seconds, memory; /* wall time [s]; of the largest rank [bytes] */
} GrImpactCost;

/* Collective. Prints the cost and, if there is a folder, keeps it for its run.json. Fills in ranks and memory. */
PetscErrorCode GrImpactReport(MPI_Comm comm, GrRunFolder folder, GrImpactCost *cost);

#endif
