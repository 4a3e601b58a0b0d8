/* granum/error.h: failures that a user caused or must be informed about.

   Inside granum every call is wrapped in PetscCall. A failure that belongs to the user (bad input, physics out of
   range, a file that cannot be read) is recorded once with GrFail, whose code then travels up through PetscCall without
   a traceback; main prints the one message on rank 0 and leaves with the exit code of the kind of failure.

   GrFail must be called with the same arguments on every rank of the run: decide collectively first. */
#ifndef GRANUM_ERROR_H
#define GRANUM_ERROR_H

#include <petscsys.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Exit codes of the granum command. */
typedef enum {
  GR_EXIT_DONE = 0,    /* finished */
  GR_EXIT_OTHER = 1,   /* a defect of granum itself; `granum diff`: files differ */
  GR_EXIT_INPUT = 2,   /* bad input or command line; nothing was written */
  GR_EXIT_PHYSICS = 3, /* not-a-number, overlap or step out of bounds; last good state kept */
  GR_EXIT_FILE = 4,    /* a file could not be read or written */
  GR_EXIT_STOPPED = 75 /* not done yet, try again: stopped early with a checkpoint, or another run holds the folder */
} GrExit;

/* Records the failure (the first one wins) and returns an error code for PetscCall to carry.
   Messages about the input read `file:line:column: key: what is wrong; what to write instead`. */
PetscErrorCode GrFail(GrExit code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Collective. For a failure that only some ranks may have: `error` is the return code of this rank's own work. If any
   rank has a failure, all ranks fail with exit code and message of the lowest rank that has one. */
PetscErrorCode GrFailAgree(MPI_Comm comm, PetscErrorCode error);

/* Prints the recorded failure as one message and ends all ranks by MPI_Abort with its exit code. */
void GrFailAbort(void);

/* Called before a process finalizes MPI and HDF5. After a failure of a file the process then ends within 30 s with its
   exit code, even if finalizing waits for ranks that do not come. */
void GrFailLeave(void);

/* The failure recorded so far: its exit code (GR_EXIT_DONE if none) and message ("" if none). */
GrExit GrFailureCode(void);
const char *GrFailureMessage(void);

/* Deletes the recorded failure; for tests and for programs that continue after a failure. */
void GrFailureClear(void);

/* Prints `granum: warning: ...` and the end of a line to `out`, and counts the warning. Called by one rank. */
void GrWarn(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Number of warnings in this process so far, and the last warning ("" if there was none). */
int GrWarnings(const char **last);

/* Makes PETSc silent about errors that come from GrFail; all others keep PETSc's traceback. It may be called before
   PetscInitialize. */
PetscErrorCode GrErrorHandlerInstall(void);

/* While this is on, an error that PETSc finds is recorded as a failure of the user: a wrong value of a PETSc option.
   Switch it on before the calls that read options, and off after them, before any other call or GrFailAgree. */
void GrFailBlameOptions(PetscBool on);

#ifdef __cplusplus
}
#endif

#endif
