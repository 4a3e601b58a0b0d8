/* Functions of `granum info` (GrRunInfo, granum/results.h). */
#ifndef GRANUM_RUN_INFO_H
#define GRANUM_RUN_INFO_H

#include <petscsys.h>
#include <stdio.h>

/* Prints a summary of a results file: its path, a line for each group of frames, and a line for each stage. Serial. */
PetscErrorCode GrRunInfoSummary(const char *path, FILE *out);

/* Prints the state of the run in a folder, its segments, results and checkpoints, and the next command. Serial.
   GrFail(GR_EXIT_FILE, ...) if the folder has no files of granum, or results that cannot be read. */
PetscErrorCode GrRunInfoFolder(const char *directory, FILE *out);

/* Prints the state of a running run whenever the run writes status.json: progress, time left, speed and residual. On a
   terminal it refreshes one line, otherwise it prints a new line each time. Returns when the run has ended, with an
   error unless the run is completed. For one rank. */
PetscErrorCode GrRunWatch(const char *directory, FILE *out);

#endif
