/* whole_write: HDF5's collective writes fail on all ranks or on none.

   HDF5 writes its tables and compressed rows by MPI_File_write_at_all. Where that fails on one rank, HDF5 goes on there
   by another way than on the others, and both wait for ever, inside. So HDF5 gets the function of this name that is
   defined here, as MPI's profiling interface has it (MPI 3.1, 14.2): MPI's own one writes, and the ranks agree on the
   outcome before any of them goes back into HDF5. All fail alike then, at once, whatever made one of them fail.
   After that, or after another failure of a file, nothing more is written: HDF5 closes what is open when the process
   ends, and 1.10 crashes where it cannot.

   Limit: what other ranks have written of the tables at the same time stays. In a file that a run goes on with, readers
   may find tables that do not fit each other then, until `granum resume` has put them in order.

   Writing without aggregators: those of Open MPI 4 tell HDF5 that all went well where they could not write (measured
   with 4.1.4, fcoll dynamic, dynamic_gen2 and vulcan; with vulcan a later MPI_File_sync fails). With fcoll individual
   each rank writes its own bytes and tells the truth. Open MPI reads the variable when the first file is opened; others
   do not know it. */
#include "io/h5/results_file.h"

#include <stdlib.h>

static GrResults first;

void GrResultsWriteAlone(void)
{
  (void)setenv("OMPI_MCA_fcoll", "individual", 0); /* not where the user has one */
}

PetscErrorCode GrResultsWholeBegin(GrResults results)
{
  void *file;

  PetscFunctionBeginUser;
  GrCallLocal(H5Fget_vfd_handle(results->file, H5P_DEFAULT, &file));
  results->mpi_file = *(MPI_File *)file;
  results->next = first;
  first = results;
  PetscFunctionReturn(0);
}

void GrResultsWholeEnd(GrResults results)
{
  GrResults *one = &first;

  while (*one && *one != results)
    one = &(*one)->next;
  if (*one)
    *one = results->next;
}

/* Collective. The bytes of a file that is given up are not written, of which HDF5 is told that they were. */
static int WriteWhole(GrResults results, MPI_Offset at, const void *data, int n, MPI_Datatype type, MPI_Status *status)
{
  const PetscBool given_up = (PetscBool)(results->given_up || GrFailureCode() == GR_EXIT_FILE);
  const int code = PMPI_File_write_at_all(results->mpi_file, at, data, given_up ? 0 : n, type, status);
  MPI_Count size, bytes;

  MPI_Type_size_x(type, &size);
  if (given_up)
    MPI_Status_set_elements_x(status, MPI_BYTE, n * size);
  MPI_Get_elements_x(status, MPI_BYTE, &bytes);
  int failed = code != MPI_SUCCESS || bytes != n * size;
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, results->comm);
  results->given_up = (PetscBool)(given_up || failed);
  return code == MPI_SUCCESS && failed ? MPI_ERR_IO : code;
}

int MPI_File_write_at_all(MPI_File file, MPI_Offset at, const void *data, int n, MPI_Datatype type, MPI_Status *status)
{
  GrResults results = first;
  MPI_Status own;

  while (results && results->mpi_file != file)
    results = results->next;
  if (!results)
    return PMPI_File_write_at_all(file, at, data, n, type, status);
  return WriteWhole(results, at, data, n, type, status == MPI_STATUS_IGNORE ? &own : status);
}
