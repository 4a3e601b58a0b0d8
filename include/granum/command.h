/* granum/command.h: the functions that implement the commands check, run, resume, diff and info. */
#ifndef GRANUM_COMMAND_H
#define GRANUM_COMMAND_H

#include <granum/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Implements `granum check`. For each case of a study, creates the initial state and prints it with a forecast of the
   run: number of particles, time step and its limits, number of steps, run time, memory, size of the output. all: also
   prints the input with all defaults, so that the output is a valid input. The first rank prints. Collective. */
PetscErrorCode GrRunCheck(MPI_Comm comm, const GrStudy *study, PetscBool all, FILE *out);

/* Implements `granum check --json`: creates the initial state of each case and prints the forecast as one JSON
   document. A member whose name ends in a unit is a number in this unit. all: as for GrRunCheck. next: the
   command `granum run ...` that runs the input; the document contains it. NULL: no command. Collective. */
PetscErrorCode GrRunCheckJson(MPI_Comm comm, const GrStudy *study, PetscBool all, const char *next, FILE *out);

/* Implements `granum run` for one case with particles, and prints the messages of the command. folder: the output
   folder, which no run has locked yet; NULL: no output. Fails with exit code GR_EXIT_STOPPED if a signal or the limit
   of the wall-clock time stops the run. Collective. */
PetscErrorCode GrRunCase(MPI_Comm comm, const GrCase *the_case, GrRunFolder folder, const GrRunOptions *options);

/* Implements `granum run` for a study (several cases of one input), or for an ensemble of impacts, bouncing balls or
   mechanisms. Cases with particles run one after another, each in the folder FOLDER/NAME (GrStudyCaseName).
   FOLDER/study.json lists the cases and whether each case has run. If a case is invalid or fails with GR_EXIT_PHYSICS,
   the remaining cases still run. The function then returns the first of these errors. Collective. */
PetscErrorCode GrRunStudy(MPI_Comm comm, const GrStudy *study, GrRunFolder folder, const GrRunOptions *options);

/* Implements `granum resume`. from: a checkpoint file, the folder of a run (its newest checkpoint is used), or the
   folder of a study. In a study, completed cases are skipped, cases with a checkpoint are resumed, and all other cases
   start from the beginning. folder, options: as for GrRunResume (granum/run.h). Collective. */
PetscErrorCode GrRunStudyResume(MPI_Comm comm, const char *from, GrRunFolder folder, const GrRunOptions *options);

/* Implements `granum diff`: compares all datasets of two files and sets *same to whether they are equal. Prints one
   line about the first difference: dataset, frame, row, particle id if known, and both values. Serial. */
PetscErrorCode GrResultsDiff(const char *path_a, const char *path_b, PetscBool *same, FILE *out);

/* Implements `granum info`: prints the contents of a file or a folder. Serial.
     results file  title, version, particles, frames, time span; shape, unit and description of each dataset
     checkpoint    step, time, title, tables; if it is damaged, fails with a message that states the reason
     folder        results, checkpoints, study */
PetscErrorCode GrRunInfo(const char *path, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
