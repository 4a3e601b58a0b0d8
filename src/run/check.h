/* The report of `granum check` as JSON. */
#ifndef GRANUM_RUN_CHECK_H
#define GRANUM_RUN_CHECK_H

#include <granum/run.h>

/* Checks a study like GrRunCheck and prints one JSON document. Members whose name ends in a unit are numbers in it.
   all: with the case with all defaults. next: the command that runs the case. Collective. */
PetscErrorCode GrRunCheckJson(MPI_Comm comm, const GrStudy *study, PetscBool all, const char *next, FILE *out);

#endif
