/* granum/error.h: failures that a user has caused or must correct, and warnings.

   In granum every call is wrapped in PetscCall. GrFail records a failure (bad input, physics out of range, a file that
   cannot be read) and returns an error code, which PetscCall passes to the callers without a traceback. Then main
   prints one message on rank 0 and exits with the exit code (GrExit) of the failure.

   A failure may occur on some ranks only, for instance if one rank cannot read a file. GrFailAgree then makes all
   ranks fail with the same message. */
#ifndef GRANUM_ERROR_H
#define GRANUM_ERROR_H

#include <petscsys.h>
#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Exit codes of the granum command. */
typedef enum {
  GR_EXIT_DONE = 0,  /* the command succeeded */
  GR_EXIT_OTHER = 1, /* defect of granum or of a library; for `granum diff`: the files differ */
  GR_EXIT_INPUT = 2, /* bad input or command line; granum has written nothing */
  /* A number became NaN, or an overlap or the time step exceeded its bounds. granum writes a checkpoint of the last
     state before the failure, if the run has such a state. */
  GR_EXIT_PHYSICS = 3,
  GR_EXIT_FILE = 4, /* a file could not be read or written */
  /* The run stopped early and wrote a checkpoint, or another run uses the same folder. The user can repeat the
     command later. */
  GR_EXIT_STOPPED = 75
} GrExit;

/* Records a failure and returns an error code for PetscCall. Does not replace a failure that is already recorded.
   Messages about the input have the form `file:line:column: key: fault; correction`. */
PetscErrorCode GrFail(GrExit code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Makes all ranks fail if at least one rank has failed. error: the error code of this rank, or 0. After a failure, all
   ranks return an error and have the exit code and the message of the lowest rank that failed. If GrFail has not
   recorded `error` (a defect), the function returns it at once, and main aborts all ranks. A failure on which the ranks
   have agreed is returned at once, too. A rank with bad input or a file error that waits longer than 5 s for the others
   ends the job with the message and exit code of its failure. Collective. */
PetscErrorCode GrFailAgree(MPI_Comm comm, PetscErrorCode error);

/* Prints the recorded failure as one message and ends all ranks by MPI_Abort with the exit code of the failure. */
void GrFailAbort(void);

/* Makes a process exit with this code even if MPI or HDF5 fails when it is finalized: if HDF5 crashes, or, after a
   failure with GR_EXIT_FILE, if MPI or HDF5 waits for other ranks for more than 5 s. Call it at the end of a process,
   before MPI and HDF5 are finalized. */
void GrFailLeave(int exit_code);

/* Returns the exit code of the recorded failure, or GR_EXIT_DONE if no failure is recorded. */
GrExit GrFailureCode(void);

/* Returns the message of the recorded failure, or "" if no failure is recorded. */
const char *GrFailureMessage(void);

/* Prints a message as a JSON object on one line. Its members are severity, exit_code, file, line, column, key,
   problem, remedy and message. The function takes them from the form `file:line:column: key: fault; correction` of
   the message; a part that the message does not have becomes null. exit_code: GR_EXIT_DONE for a warning. */
PetscErrorCode GrFailurePrintJson(FILE *out, GrExit exit_code, const char *message);

/* Deletes the recorded failure; for tests and for programs that continue after a failure. */
void GrFailureClear(void);

/* Prints `granum: warning: ...` and a newline to `out`, and keeps the warning. out NULL: it is only kept, for the list
   of warnings at the end of the run. To be called by one rank. */
void GrWarn(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns the number of warnings that this process has printed. Sets *last to the text of the last warning, or to ""
   if there was no warning. */
int GrWarnings(const char **last);

/* Returns the text of warning number k of this process, from 0. NULL: there is no such warning, or it is not kept
   because there were too many before it. */
const char *GrWarningsAt(int k);

/* Installs an error handler that suppresses PETSc's traceback for errors from GrFail, and prints it for other errors.
   It may be called before PetscInitialize. */
PetscErrorCode GrErrorHandlerInstall(void);

/* Sets how granum treats an error of PETSc from now on. true: as a failure with GR_EXIT_INPUT, because the
   user gave a bad value of a PETSc option. false: as a defect. Call it with true before calls that read
   PETSc options. Call it with false after them, before the next GrFailAgree. */
void GrFailBlameOptions(bool on);

#ifdef __cplusplus
}
#endif

#endif
