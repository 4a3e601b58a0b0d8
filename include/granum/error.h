/* granum/error.h: failures that a user caused or must know of.

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

/* For a failure that only some ranks may have met: `error` is what this rank's own work returned. Collective. With a
   failure anywhere, all ranks fail alike, with code and message of the lowest rank that has one. A defect stays one. */
PetscErrorCode GrFailAgree(MPI_Comm comm, PetscErrorCode error);

/* For a failure that all ranks meet alike as a rule, in calls after which nobody asks: only a rank that failed calls
   it, and says so at the next agreement of the others, which need not be about the same. Ranks that all come here fail
   as GrFailAgree does. Where some went on, or where they do not come to an agreement within 30 s, the run ends by
   MPI_Abort, with the exit code and one message. On `comm` there has been an agreement before. */
PetscErrorCode GrFailSpeak(MPI_Comm comm, PetscErrorCode error);

/* Prints the recorded failure as one message and ends all ranks by MPI_Abort with its exit code. */
void GrFailAbort(void);

/* At the end of a process, before MPI and the library of files end: after a failure of a file it ends within 30 s with
   its exit code, even if they wait for ranks that do not come. */
void GrFailLeave(void);

/* The failure recorded so far: its exit code (GR_EXIT_DONE if none) and message ("" if none). */
GrExit GrFailureCode(void);
const char *GrFailureMessage(void);

/* Forgets the failure; for tests and for programs that go on after one. */
void GrFailureClear(void);

/* Prints `granum: warning: ...` and a line's end to `out`, and counts it; for one rank. */
void GrWarn(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* How many there were in this process so far, and the last one ("" if none). */
int GrWarnings(const char **last);

/* Makes PETSc silent about errors that come from GrFail; all others keep PETSc's traceback. It may be called before
   PetscInitialize. */
PetscErrorCode GrErrorHandlerInstall(void);

/* As long as this is on, what PETSc finds wrong becomes a failure of the user's: a bad value of one of its options. For
   the calls that read options, between which and others lies GrFailAgree: PETSC_TRUE before them, PETSC_FALSE after. */
void GrFailBlameOptions(PetscBool on);

#ifdef __cplusplus
}
#endif

#endif
