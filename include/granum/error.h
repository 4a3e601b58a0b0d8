/* granum/error.h: failures that a user caused or must correct.

   In granum every call is wrapped in PetscCall. GrFail records a failure (bad input, physics out of range, a file that
   cannot be read) and returns an error code, which PetscCall passes to the callers without a traceback. main prints one
   message on rank 0 and exits with the code of the kind of failure.

   All ranks of the run must call GrFail with the same arguments, so they must agree on a failure first. */
#ifndef GRANUM_ERROR_H
#define GRANUM_ERROR_H

#include <petscsys.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Exit codes of the granum command. */
typedef enum {
  GR_EXIT_DONE = 0,  /* finished */
  GR_EXIT_OTHER = 1, /* a defect of granum itself; `granum diff`: files differ */
  GR_EXIT_INPUT = 2, /* bad input or command line; nothing was written */
  /* a value is not a number, or an overlap or the time step is out of bounds; the last good state is kept */
  GR_EXIT_PHYSICS = 3,
  GR_EXIT_FILE = 4, /* a file could not be read or written */
  /* the command can be repeated: the run stopped early with a checkpoint, or another run holds the folder */
  GR_EXIT_STOPPED = 75
} GrExit;

/* Records a failure, unless an earlier failure is recorded, and returns an error code for PetscCall. Messages about the
   input have the form `file:line:column: key: fault; correction`. */
PetscErrorCode GrFail(GrExit code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Makes all ranks fail if some rank has failed. `error`: the error code of this rank, or 0. If a rank has recorded a
   failure, all ranks return an error, with exit code and message of the lowest rank that has failed. Errors of PETSc
   are returned unchanged. Collective. */
PetscErrorCode GrFailAgree(MPI_Comm comm, PetscErrorCode error);

/* Prints the recorded failure as one message and ends all ranks by MPI_Abort with the exit code of the failure. */
void GrFailAbort(void);

/* To be called at the end of a process, before MPI and HDF5 are finalized. If the recorded failure is GR_EXIT_FILE, the
   process then ends within 30 s with this exit code, even if MPI or HDF5 still wait for other ranks. */
void GrFailLeave(void);

/* Returns the exit code of the recorded failure, GR_EXIT_DONE if there is none. */
GrExit GrFailureCode(void);

/* Returns the message of the recorded failure, "" if there is none. */
const char *GrFailureMessage(void);

/* Prints a message as a JSON object with severity, exit_code, file, line, column, key, problem, remedy and message, on
   a line. The parts are taken from the form `file:line:column: key: fault; correction`; missing parts are null.
   exit_code: GR_EXIT_DONE for a warning. */
PetscErrorCode GrFailurePrintJson(FILE *out, GrExit exit_code, const char *message);

/* Deletes the recorded failure; for tests and for programs that continue after a failure. */
void GrFailureClear(void);

/* Prints `granum: warning: ...` and a newline to `out`, and counts the warning. To be called by one rank. */
void GrWarn(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns the number of warnings that this process has printed. *last: the last warning; "": none. */
int GrWarnings(const char **last);

/* Installs an error handler that suppresses PETSc's traceback for errors from GrFail, and prints it for other errors.
   It may be called before PetscInitialize. */
PetscErrorCode GrErrorHandlerInstall(void);

/* on: PETSC_TRUE: from now on an error of PETSc is reported as a failure of the user, a bad value of a PETSc option.
   Call it with PETSC_TRUE before calls that read options, and with PETSC_FALSE after them and before the next
   GrFailAgree. */
void GrFailBlameOptions(PetscBool on);

#ifdef __cplusplus
}
#endif

#endif
