/* How granum calls HDF5: a failed call becomes one message, the same on every rank, and travels up through PetscCall.

   GrCallHdf5 is for calls that may touch the file. All ranks join it, and they agree on the outcome before anyone goes
   on, because a rank that stopped alone would leave the others waiting in the next collective call. The message names
   the file, what was tried, and the innermost reason HDF5 gives on the first rank that failed. Cost: one MPI_Allreduce
   of one integer a call. Limit: a rank that never returns from HDF5 is not helped.

   GrCallLocal is for calls that touch no file (data spaces, property lists, types); they fail only through a defect. */
#ifndef GRANUM_IO_H5_HDF5_CALL_H
#define GRANUM_IO_H5_HDF5_CALL_H

#include <hdf5.h>
#include <petscsys.h>

/* What is being done, for the message "PATH: could not ACTION OBJECT: reason". */
typedef struct {
  MPI_Comm comm;
  const char *path;   /* of the file */
  const char *action; /* e.g. "write" */
  const char *object; /* e.g. "particles/grains/id" */
} GrErrorContext;

/* Collective. `failed` on any rank: GrFail(GR_EXIT_FILE, ...) on all. */
PetscErrorCode GrHdf5Agree(const GrErrorContext *context, PetscBool failed);

/* The same for a call of the system that set errno to `error`; 0: it went well. */
PetscErrorCode GrHdf5SystemAgree(const GrErrorContext *context, int error);

/* HDF5 prints nothing by itself from here on. */
PetscErrorCode GrHdf5Quiet(void);

#define GrCallHdf5(context, call)                                                                                      \
  do {                                                                                                                 \
    PetscBool failed_ = (call) < 0 ? PETSC_TRUE : PETSC_FALSE;                                                         \
    PetscCall(GrHdf5Agree(context, failed_));                                                                          \
  } while (0)

#define GrCallLocal(call) PetscCheck((call) >= 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "HDF5 refused %s", #call)

#endif
