/* Parts of the command `granum info`, which describes results files and run folders (GrRunInfo). */
#ifndef GRANUM_RUN_INFO_H
#define GRANUM_RUN_INFO_H

#include <petscsys.h>
#include <stdio.h>

/* Prints a summary of the results file `path`: its path, one line for each HDF5 group with frames (outputs at one time
   each), and one line for each stage. Serial. */
PetscErrorCode GrRunInfoSummary(const char *path, FILE *out);

/* Prints the state of the run in the folder `directory`: its segments (each computed by one execution of granum), its
   results and checkpoints, and a command that the user may type next. Serial. Fails by GrFail with GR_EXIT_FILE if the
   folder has no files of granum or if its results cannot be read. */
PetscErrorCode GrRunInfoFolder(const char *directory, FILE *out);

/* Prints the state of a run while it is running: progress, remaining time, speed and residual of the energy balance.
   The state is printed each time when the run writes status.json. On a terminal the function overwrites one line;
   otherwise it prints a new line. Returns when the run has ended. Returns an error if the run has ended before its
   completion. Only one rank may call this function. */
PetscErrorCode GrRunWatch(const char *directory, FILE *out);

#endif
