/* The results file as a whole: H5MD 1.1 (https://www.nongnu.org/h5md/h5md.html), its h5md group with the units
   module 1.0, texts, boxes and datasets that do not change.

   The object format is that of HDF5 1.8: every reader in use knows it, and a file whose run was killed after a
   GrResultsSync can be read as it stands (later formats mark it as still open for writing). Nothing carries a time
   stamp. */
#include "dataset.h"
#include "results_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* The first rank opens the file for writing by itself, so that the usual mistakes get the words of the system. */
static PetscErrorCode OpenForSystem(GrResults results)
{
  GrDeed deed = GrResultsDeed(results, "create", "the file");
  int rank, error = 0;

  PetscFunctionBegin;
  results->descriptor = -1;
  PetscCallMPI(MPI_Comm_rank(results->comm, &rank));
  if (rank == 0) {
    results->descriptor = open(results->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    error = results->descriptor < 0 ? errno : 0;
  }
  PetscCall(GrSystemAgree(&deed, error));
  PetscFunctionReturn(0);
}

static PetscErrorCode CreateFile(GrResults results)
{
  GrDeed deed = GrResultsDeed(results, "create", "the file");
  hid_t access, creation;

  PetscFunctionBegin;
  GrCallLocal(access = H5Pcreate(H5P_FILE_ACCESS));
  GrCallLocal(H5Pset_fapl_mpio(access, results->comm, MPI_INFO_NULL));
  GrCallLocal(H5Pset_coll_metadata_write(access, true));
  GrCallLocal(H5Pset_all_coll_metadata_ops(access, true));
  GrCallLocal(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18));
  GrCallLocal(creation = H5Pcreate(H5P_FILE_CREATE));
  GrCallLocal(H5Pset_obj_track_times(creation, false)); // for the root group
  GrCallHdf5(&deed, results->file = H5Fcreate(results->path, H5F_ACC_TRUNC, creation, access));
  GrCallLocal(H5Pclose(creation));
  GrCallLocal(H5Pclose(access));
  GrCallLocal(results->transfer = H5Pcreate(H5P_DATASET_XFER));
  GrCallLocal(H5Pset_dxpl_mpio(results->transfer, H5FD_MPIO_COLLECTIVE));
  PetscFunctionReturn(0);
}

/* H5MD's `version`: two 32-bit integers. */
static PetscErrorCode WriteVersion(GrResults results, hid_t group, int major, int minor)
{
  GrDeed deed = GrResultsDeed(results, "write", "a version");
  int version[2] = {major, minor};
  hsize_t n = 2;
  hid_t space, attribute;

  PetscFunctionBegin;
  GrCallLocal(space = H5Screate_simple(1, &n, NULL));
  GrCallHdf5(&deed, attribute = H5Acreate2(group, "version", H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT));
  GrCallHdf5(&deed, H5Awrite(attribute, H5T_NATIVE_INT, version));
  GrCallHdf5(&deed, H5Aclose(attribute));
  GrCallLocal(H5Sclose(space));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteHeader(GrResults results, const char *author)
{
  hid_t group;

  PetscFunctionBegin;
  PetscCall(GrResultsGroup(results, "h5md", &group));
  PetscCall(WriteVersion(results, group, 1, 1));
  GrCallLocal(H5Gclose(group));
  PetscCall(GrResultsText(results, "h5md/author@name", NULL, author));
  PetscCall(GrResultsText(results, "h5md/creator@name", NULL, "granum"));
  PetscCall(GrResultsText(results, "h5md/creator@version", NULL, GRANUM_VERSION));
  PetscCall(GrResultsGroup(results, "h5md/modules/units", &group));
  PetscCall(WriteVersion(results, group, 1, 0));
  PetscCall(GrResultsAttribute(results, group, "system", "SI"));
  GrCallLocal(H5Gclose(group));
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsCreate(MPI_Comm comm, const char *path, const char *author, GrResults *results)
{
  GrResults r;

  PetscFunctionBegin;
  *results = NULL;
  PetscCall(GrHdf5Quiet());
  PetscCall(PetscNew(&r));
  r->comm = comm;
  PetscCall(PetscStrallocpy(path, &r->path));
  PetscCall(OpenForSystem(r));
  PetscCall(CreateFile(r));
  PetscCall(GrResultsReserve(r, "the file", GR_BYTES_OBJECT));
  PetscCall(WriteHeader(r, author));
  *results = r;
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsSync(GrResults results)
{
  GrDeed deed = GrResultsDeed(results, "write", "the file");

  PetscFunctionBegin;
  GrCallHdf5(&deed, H5Fflush(results->file, H5F_SCOPE_GLOBAL));
  PetscCall(GrResultsCut(results));
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsClose(GrResults *results)
{
  PetscFunctionBegin;
  if (!*results)
    PetscFunctionReturn(0);
  GrDeed deed = GrResultsDeed(*results, "close", "the file");
  GrCallLocal(H5Pclose((*results)->transfer));
  GrCallHdf5(&deed, H5Fclose((*results)->file));
  if ((*results)->descriptor >= 0)
    close((*results)->descriptor);
  PetscCall(PetscFree((*results)->path));
  PetscCall(PetscFree(*results));
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsJoin(const char *group, const char *name, char **path)
{
  size_t size;

  PetscFunctionBegin;
  group += group[0] == '/';
  size = strlen(group) + strlen(name) + 2;
  PetscCall(PetscMalloc1(size, path));
  PetscCall(PetscSNPrintf(*path, size, "%s%s%s", group, group[0] ? "/" : "", name));
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsGroup(GrResults results, const char *path, hid_t *group)
{
  GrDeed deed = GrResultsDeed(results, "create", path);
  char *part;
  hid_t list;

  PetscFunctionBegin;
  GrCallLocal(list = H5Pcreate(H5P_GROUP_CREATE));
  GrCallLocal(H5Pset_obj_track_times(list, false)); // groups that HDF5 makes on the way would have time stamps
  PetscCall(PetscStrallocpy(path, &part));
  GrCallHdf5(&deed, *group = H5Gopen2(results->file, "/", H5P_DEFAULT));
  char *rest;
  for (char *name = strtok_r(part, "/", &rest); name; name = strtok_r(NULL, "/", &rest)) {
    hid_t parent = *group;
    htri_t exists;
    GrCallHdf5(&deed, exists = H5Lexists(parent, name, H5P_DEFAULT));
    if (exists)
      GrCallHdf5(&deed, *group = H5Gopen2(parent, name, H5P_DEFAULT));
    else
      GrCallHdf5(&deed, *group = H5Gcreate2(parent, name, H5P_DEFAULT, list, H5P_DEFAULT));
    GrCallLocal(H5Gclose(parent));
  }
  PetscCall(PetscFree(part));
  GrCallLocal(H5Pclose(list));
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsBox(GrResults results, const char *group, int dimension)
{
  enum { SIDE_MAX = sizeof("none") - 1 };
  GrDeed deed = GrResultsDeed(results, "write the box of", group);
  const char sides[] = "nonenonenone";
  hsize_t n = (hsize_t)dimension;
  char *path;
  hid_t box, space, type, attribute;

  PetscFunctionBegin;
  PetscCheck(dimension >= 1 && dimension <= 3, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "dimension %d", dimension);
  PetscCall(GrResultsJoin(group, "box", &path));
  PetscCall(GrResultsGroup(results, path, &box));
  GrCallLocal(space = H5Screate(H5S_SCALAR));
  GrCallHdf5(&deed, attribute = H5Acreate2(box, "dimension", H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT));
  GrCallHdf5(&deed, H5Awrite(attribute, H5T_NATIVE_INT, &dimension));
  GrCallHdf5(&deed, H5Aclose(attribute));
  GrCallLocal(H5Sclose(space));
  PetscCall(GrStringType(SIDE_MAX, &type));
  GrCallLocal(space = H5Screate_simple(1, &n, NULL));
  GrCallHdf5(&deed, attribute = H5Acreate2(box, "boundary", type, space, H5P_DEFAULT, H5P_DEFAULT));
  GrCallHdf5(&deed, H5Awrite(attribute, type, sides));
  GrCallHdf5(&deed, H5Aclose(attribute));
  GrCallLocal(H5Sclose(space));
  GrCallLocal(H5Tclose(type));
  GrCallLocal(H5Gclose(box));
  PetscCall(PetscFree(path));
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsRows(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                             const void *data)
{
  int rank = column->components > 1 ? 2 : 1;
  GrExtent extent = {rank, {(hsize_t)rows.total, (hsize_t)column->components}, {0}};
  GrSlab slab = {{(hsize_t)rows.first, 0}, {(hsize_t)rows.count, (hsize_t)column->components}};
  GrDataset dataset;

  PetscFunctionBegin;
  PetscCall(GrDatasetCreate(results, group, column, &extent, &dataset));
  PetscCall(GrDatasetWrite(&dataset, &slab, data));
  PetscCall(GrDatasetClose(&dataset));
  PetscFunctionReturn(0);
}
