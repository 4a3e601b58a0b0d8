/* Access of several ranks to one file by MPI-IO, so that a failure of one rank ends the job instead of a wait of all.

   Metadata. By default each rank writes a part of HDF5's metadata. HDF5 1.10 is not made for a failure of one rank
   there: this rank leaves the call, and the others wait for it. Here the first rank of the file writes all metadata;
   its failure ends the job like that of any other call.

   MPI-IO. An error handler of MPI ends the job at once, before HDF5 sees the failure: after a failure in a collective
   write the ranks would enter different collective calls. Files inherit the handler from MPI_FILE_NULL (MPI 3.1,
   section 8.3.3). It does nothing outside granum's calls of HDF5 (GrHdf5Current).

   Limits: Open MPI 4.1 does not report a collective write that is cut short, and waits in MPI_File_open if one rank
   cannot open the file; base/watch.h (watchdog) ends such a wait. */
#include "io/h5/hdf5_call.h"

#include <errno.h>

/* MPI calls it for each failed call of MPI-IO. */
static void EndJob(MPI_File *file, int *error, ...)
{
  (void)file, (void)error;
  if (!GrHdf5Current)
    return;
  GrErrorContext context = *GrHdf5Current;
  context.comm = MPI_COMM_NULL;
  (void)GrHdf5SystemFailure(&context, errno ? errno : EIO);
}

/* Makes EndJob the error handler of all files that are opened later. */
static PetscErrorCode SetHandler(void)
{
  static bool is_set = false;
  MPI_Errhandler handler;

  if (is_set)
    return 0;
  PetscCallMPI(MPI_File_create_errhandler(EndJob, &handler));
  PetscCallMPI(MPI_File_set_errhandler(MPI_FILE_NULL, handler));
  PetscCallMPI(MPI_Errhandler_free(&handler));
  is_set = true;
  return 0;
}

PetscErrorCode GrHdf5SetMpiIo(hid_t access, MPI_Comm comm, MPI_Info info)
{
  H5AC_cache_config_t cache = {.version = H5AC__CURR_CACHE_CONFIG_VERSION};

  PetscCall(SetHandler());
  GrCallLocal(H5Pset_fapl_mpio(access, comm, info));
  GrCallLocal(H5Pget_mdc_config(access, &cache));
  cache.metadata_write_strategy = H5AC_METADATA_WRITE_STRATEGY__PROCESS_0_ONLY;
  GrCallLocal(H5Pset_mdc_config(access, &cache));
  return 0;
}
