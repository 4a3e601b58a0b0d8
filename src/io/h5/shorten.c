/* shorten: room for frames and samples that were not taken is given up when a results file is closed.

   The first rank does it alone, after all have closed the file. While the ranks have it open together, HDF5 1.10 hangs
   where it makes many datasets shorter that were written by one rank each: their caches of metadata differ, and one
   waits for a broadcast that the others do not take part in. Cost: metadata of the datasets, read and written once. */
#include "io/h5/results_file.h"

/* Readers find it short already, but its chunks are still there: with its room HDF5 sees them, and frees them. */
static herr_t ShortenOne(hid_t file, const GrGrowing *growing)
{
  hsize_t size[H5S_MAX_RANK];
  hid_t dataset = H5Dopen2(file, growing->path, H5P_DEFAULT), space = dataset < 0 ? -1 : H5Dget_space(dataset);
  herr_t done = space < 0 ? -1 : H5Sget_simple_extent_dims(space, size, NULL);

  if (done >= 0) {
    size[0] = growing->room;
    done = H5Dset_extent(dataset, size);
  }
  if (done >= 0) {
    size[0] = growing->reached;
    size[1] = growing->width > 0 ? growing->width : size[1];
    done = H5Dset_extent(dataset, size);
  }
  if (space >= 0)
    H5Sclose(space);
  return dataset >= 0 && H5Dclose(dataset) < 0 ? -1 : done;
}

static PetscBool HasRoom(const GrGrowing *growing)
{
  return (PetscBool)(growing->cut && (growing->reached < growing->room || growing->width > 0));
}

/* Has been kept as it is: 0, or the number of an error. */
static int KeepAll(GrResults r)
{
  int error = 0;
  for (int k = 0; !error && k < r->n_growing; k++)
    if (HasRoom(&r->growing[k]))
      error = GrResultsUndoKeep(r, &r->growing[k]);
  return error;
}

/* Through MPI, which locks no files, but alone. */
static herr_t ShortenAll(GrResults r)
{
  hid_t access = H5Pcreate(H5P_FILE_ACCESS), file;
  herr_t done = 0;

  H5Pset_fapl_mpio(access, MPI_COMM_SELF, MPI_INFO_NULL);
  H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18);
  file = H5Fopen(GrResultsName(r), H5F_ACC_RDWR, access);
  for (int k = 0; file >= 0 && done >= 0 && k < r->n_growing; k++)
    if (HasRoom(&r->growing[k]))
      done = ShortenOne(file, &r->growing[k]);
  H5Pclose(access);
  return file < 0 || H5Fclose(file) < 0 ? -1 : done;
}

PetscErrorCode GrResultsShorten(GrResults r)
{
  GrErrorContext context = GrResultsErrorContext(r, "shorten", "datasets");
  PetscBool any = PETSC_FALSE;

  for (int k = 0; k < r->n_growing; k++)
    any = (PetscBool)(any || HasRoom(&r->growing[k]));
  if (!any || r->descriptor < 0)
    return 0;
  const int error = KeepAll(r);
  return error ? GrHdf5SystemFailure(&context, error) : ShortenAll(r) < 0 ? GrHdf5Failure(&context) : 0;
}
