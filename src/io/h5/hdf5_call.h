/* Macros and functions for HDF5 calls. If a call fails, they print one message to the user.

   While granum writes a results file or a checkpoint (GrErrorContext.comm is MPI_COMM_NULL), a failure ends the job:
   the rank whose call fails prints the message and calls MPI_Abort with exit code 4. The reason is that the other ranks
   may wait for this rank inside HDF5. Values that were synced before the failure remain readable.

   For other files every rank returns the failure as an error code. Use GrCallHdf5 for calls that all ranks make and
   that fail on all ranks or on none. Use GrCallHdf5Agree for calls that may fail on one rank only, for example the
   opening of a file or the reading of values: with one reduction all ranks get the same error code.

   Use GrCallLocal for calls that access no file (data spaces, property lists, types). */
#ifndef GRANUM_IO_H5_HDF5_CALL_H
#define GRANUM_IO_H5_HDF5_CALL_H

#include "base/watch.h"
#include <errno.h>
#include <granum/error.h>
#include <granum/results.h>
#include <hdf5.h>
#include <petscsys.h>
#include <stdbool.h>

/* Context of an HDF5 call for its error message, which is "PATH: could not ACTION OBJECT: reason". */
typedef struct {
  MPI_Comm comm;      /* ranks that return a failure together; MPI_COMM_NULL: a failure ends the job */
  const char *path;   /* path of the file */
  const char *action; /* e.g. "write" */
  const char *object; /* name of the group, dataset or attribute, e.g. "particles/grains/id" */
} GrErrorContext;

/* Records the failure of this rank's last HDF5 call (GrFail), and returns an error code. If context->comm is
   MPI_COMM_NULL, prints the message and ends the job instead. */
PetscErrorCode GrHdf5Failure(const GrErrorContext *context);
/* Returns the error code of a failed call that accesses no file: PETSC_ERR_MEM if HDF5 could not allocate memory,
   otherwise PETSC_ERR_LIB. call: text of the call. */
PetscErrorCode GrHdf5LocalFailure(const char *call);
/* Checks the result of a system call, such as open(). error: errno after the call; 0: success. Returns 0 after success.
   Otherwise records the failure as GrHdf5Failure does. */
PetscErrorCode GrHdf5SystemFailure(const GrErrorContext *context, int error);

/* Makes all ranks in context->comm return the same error code (GrFailAgree). error: error code of this rank. Does
   nothing if context->comm is MPI_COMM_NULL, because a failure has then already ended the job. Collective. */
PetscErrorCode GrHdf5Agree(const GrErrorContext *context, PetscErrorCode error);

enum { GR_HDF5_REASON = 512 };
/* Writes to `reason` why the last HDF5 call of this rank failed: the innermost entry of HDF5's error stack. */
void GrHdf5Reason(char reason[GR_HDF5_REASON]);

/* Switches off HDF5's own error messages. If HDF5 ends the process, as it does in some places when memory is exhausted,
   a message says so, and the exit code is 4. */
PetscErrorCode GrHdf5Quiet(void);

/* Returns the HDF5 type of the values of a column in memory: double or 64-bit integer. */
static inline hid_t GrHdf5Type(const GrColumn *column)
{
  return column->number == GR_REAL ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64;
}

/* Creates the HDF5 type of UTF-8 strings with a fixed length [bytes], at least 1. HDF5 cannot write strings of variable
   length from several ranks. */
PetscErrorCode GrHdf5StringType(size_t length, hid_t *type);

/* Opens the group with this path in a file. Creates the group and its parents if they are missing. Collective on the
   ranks that have the file open. */
PetscErrorCode GrHdf5Group(const GrErrorContext *context, hid_t file, const char *path, hid_t *group);

/* Creates the property list for the creation of contiguous datasets: HDF5 allocates the file space when it creates a
   dataset, and writes no fill values. */
PetscErrorCode GrHdf5List(hid_t *list);

/* Smallest piece of a dataset for which GrHdf5BeginSync is called [bytes]. */
enum { GR_HDF5_DISK_BYTES = 1 << 20 };
/* Asks the system to write a part of a contiguous dataset from its cache to the disk: `size` bytes from byte `first` of
   the dataset on. The disk then works while the rank continues, and the next flush takes less time. Does not wait for
   the disk, and reports no failure; the flush does. file: descriptor of the file; less than 0: nothing is done. */
void GrHdf5BeginSync(hid_t dataset, int file, hsize_t first, hsize_t size);

/* Writes an attribute of an HDF5 object (file, group or dataset). type: HDF5 type of its values in memory and in the
   file. n: number of values; 0: the attribute is a scalar. Collective on the ranks that have the file open. */
PetscErrorCode GrHdf5Attribute(const GrErrorContext *context, hid_t object, const char *name, hid_t type, hsize_t n,
                               const void *value);

/* Writes a scalar string attribute of fixed length. Collective on the ranks that have the file open. */
PetscErrorCode GrHdf5TextAttribute(const GrErrorContext *context, hid_t object, const char *name, const char *text);

/* Context of the HDF5 call that this rank makes now; NULL: none. With it, a failure of MPI-IO inside HDF5 ends the job
   (mpi_file.c), and so does HDF5 if it ends the process. */
extern const GrErrorContext *GrHdf5Current;

/* Sets an access list for a file that several ranks open together by MPI-IO (mpi_file.c). */
PetscErrorCode GrHdf5SetMpiIo(hid_t access, MPI_Comm comm, MPI_Info info);

/* Makes an HDF5 call that fails on all ranks or on none. The call counts as progress for base/watch.h (watchdog). */
#define GrCallHdf5(context, call)                                                                                      \
  do {                                                                                                                 \
    GrWatchMark();                                                                                                     \
    GrHdf5Current = (context);                                                                                         \
    errno = 0;                                                                                                         \
    const bool failed_ = (call) < 0;                                                                                   \
    GrHdf5Current = NULL;                                                                                              \
    if (failed_)                                                                                                       \
      PetscCall(GrHdf5Failure(context));                                                                               \
  } while (0)

/* Makes an HDF5 call that may fail on one rank only; all ranks then return the same error code. */
#define GrCallHdf5Agree(context, call)                                                                                 \
  do {                                                                                                                 \
    GrWatchMark();                                                                                                     \
    GrHdf5Current = (context);                                                                                         \
    errno = 0;                                                                                                         \
    const bool failed_ = (call) < 0;                                                                                   \
    GrHdf5Current = NULL;                                                                                              \
    PetscCall(GrHdf5Agree(context, failed_ ? GrHdf5Failure(context) : 0));                                             \
  } while (0)

/* Closes data spaces, types, property lists, groups or attributes. */
PetscErrorCode GrHdf5CloseAll(size_t n, const hid_t id[]);
#define GrHdf5Close(...) GrHdf5CloseAll(sizeof((hid_t[]){__VA_ARGS__}) / sizeof(hid_t), (const hid_t[]){__VA_ARGS__})

/* Makes an HDF5 call that accesses no file. It fails if memory is exhausted, or if granum has a defect. */
#define GrCallLocal(call)                                                                                              \
  do {                                                                                                                 \
    const GrErrorContext local_ = {MPI_COMM_NULL, "HDF5", "perform", #call};                                           \
    GrHdf5Current = &local_;                                                                                           \
    const bool failed_ = (call) < 0;                                                                                   \
    GrHdf5Current = NULL;                                                                                              \
    if (failed_)                                                                                                       \
      PetscCall(GrHdf5LocalFailure(#call));                                                                            \
  } while (0)

#endif
