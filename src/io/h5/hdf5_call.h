/* How granum calls HDF5: a failed call becomes one message, the same on every rank, and travels up through PetscCall.

   GrCallHdf5 is for calls on what a rank has of the file in memory: objects, attributes, links, sizes. All ranks make
   them alike, so that they fail alike. Nothing is sent where they succeed; a rank that fails says so at once
   (GrFailSpeak).

   GrCallHdf5Agree is for calls in which one rank may well fail alone: those that open the file, transfer data, flush,
   close. All ranks agree on the outcome before anyone goes on, which takes one reduction.

   The message names the file, what was tried, and the innermost reason HDF5 gives on the first rank that failed. Limit:
   a rank that never returns from HDF5 is not helped.

   GrCallLocal is for calls that touch no file (data spaces, property lists, types); they fail only through a defect. */
#ifndef GRANUM_IO_H5_HDF5_CALL_H
#define GRANUM_IO_H5_HDF5_CALL_H

#include <granum/error.h>
#include <hdf5.h>
#include <petscsys.h>

/* What is being done, for the message "PATH: could not ACTION OBJECT: reason". */
typedef struct {
  MPI_Comm comm;
  const char *path;   /* of the file */
  const char *action; /* e.g. "write" */
  const char *object; /* e.g. "particles/grains/id" */
} GrErrorContext;

/* The failure of this rank's last HDF5 call, or of a call of the system that set errno to `error` (0: it went well);
   for GrFailAgree or GrFailSpeak. */
PetscErrorCode GrHdf5Failure(const GrErrorContext *context);
PetscErrorCode GrHdf5SystemFailure(const GrErrorContext *context, int error);

/* Collective. `failed`, or an error of the system, on any rank: GrFail(GR_EXIT_FILE, ...) on all. */
PetscErrorCode GrHdf5Agree(const GrErrorContext *context, PetscBool failed);
PetscErrorCode GrHdf5SystemAgree(const GrErrorContext *context, int error);

/* HDF5 prints nothing by itself from here on. */
PetscErrorCode GrHdf5Quiet(void);

#define GrCallHdf5(context, call)                                                                                      \
  do {                                                                                                                 \
    if ((call) < 0)                                                                                                    \
      PetscCall(GrFailSpeak((context)->comm, GrHdf5Failure(context)));                                                 \
  } while (0)

#define GrCallHdf5Agree(context, call)                                                                                 \
  do {                                                                                                                 \
    PetscBool failed_ = (call) < 0 ? PETSC_TRUE : PETSC_FALSE;                                                         \
    PetscCall(GrHdf5Agree(context, failed_));                                                                          \
  } while (0)

#define GrCallLocal(call) PetscCheck((call) >= 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "HDF5 refused %s", #call)

#endif
