/* Functions of `granum info` (GrRunInfo, granum/results.h). */
#ifndef GRANUM_RUN_INFO_H
#define GRANUM_RUN_INFO_H

#include <petscsys.h>
#include <stdio.h>

/* Prints the path of a results file, and a line for each group of frames and for each stage. Serial. */
PetscErrorCode GrRunInfoSummary(const char *path, FILE *out);

/* Prints the state of the run in a folder, its segments, results and checkpoints, and the next command. Serial.
   GrFail(GR_EXIT_FILE, ...) if the folder has no files of granum, or results that cannot be read. */
PetscErrorCode GrRunInfoFolder(const char *directory, FILE *out);

/* Prints the state of a running run each time that it writes status.json: progress, time left, speed and residual. On a
   terminal a line is refreshed, otherwise lines are added. Returns when the run has ended, with an error unless it is
   completed. For one rank. */
PetscErrorCode GrRunWatch(const char *directory, FILE *out);

#endif
