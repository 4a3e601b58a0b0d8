/* The results file as a whole: H5MD 1.1 (https://www.nongnu.org/h5md/h5md.html), its h5md group with the units
   module 1.0, groups and datasets that do not change.

   The object format is that of HDF5 1.8: every reader in use knows it, and a file whose run was killed after a
   GrResultsSync can be read as it stands (later formats mark it as still open for writing). Nothing carries a time
   stamp. */
#include "io/h5/dataset.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Open MPI 4 guards an open file with a semaphore of the node that has the name of the file, and a process killed at
   the wrong moment leaves it locked for ever: MPI_File_open would never return. */
static void RemoveSemaphore(GrResults results)
{
  const char *slash = strrchr(GrResultsName(results), '/');
  char name[NAME_MAX + sizeof("/OMPIO_")];

  snprintf(name, sizeof(name), "/OMPIO_%s", slash ? slash + 1 : GrResultsName(results));
  (void)sem_unlink(name);
}

/* The first rank opens the file by itself, for writing unless it only looks, so that the usual mistakes get the words
   of the system. */
static PetscErrorCode OpenForSystem(GrResults results, const char *action, int flags)
{
  GrErrorContext context = GrResultsErrorContext(results, action, "the file");
  struct stat status;
  int rank, error = 0;
  PetscErrorCode code;

  PetscFunctionBeginUser;
  results->descriptor = -1;
  PetscCallMPI(MPI_Comm_rank(results->comm, &rank));
  if (rank == 0 && stat(results->path, &status) == 0 && S_ISDIR(status.st_mode))
    error = EISDIR;
  if (rank == 0 && !error && results->continued)
    error = GrResultsUndoApply(results->path);
  if (rank == 0 && !error) {
    results->descriptor = open(GrResultsName(results), (results->looks ? O_RDONLY : O_RDWR) | O_CLOEXEC | flags, 0666);
    error = results->descriptor < 0 ? errno : 0;
  }
  code = error ? GrHdf5SystemFailure(&context, error) : GrResultsGuard(results);
  RemoveSemaphore(results);
  PetscCall(GrFailAgree(results->comm, code)); /* before anyone asks for a semaphore of its own */
  PetscFunctionReturn(0);
}

/* "name=value;name=value" */
static PetscErrorCode MakeInfo(const char *hints, MPI_Info *info)
{
  char hint[MPI_MAX_INFO_VAL];

  PetscFunctionBeginUser;
  *info = MPI_INFO_NULL;
  if (hints && *hints)
    PetscCallMPI(MPI_Info_create(info));
  while (hints && *hints) {
    const size_t length = strcspn(hints, ";");
    snprintf(hint, sizeof(hint), "%.*s", (int)length, hints);
    char *value = strchr(hint, '=');
    if (value) {
      *value = '\0';
      PetscCallMPI(MPI_Info_set(*info, hint, value + 1));
    }
    hints += length + (hints[length] == ';');
  }
  PetscFunctionReturn(0);
}

/* First rank. Striping is for MPI to give when it makes a file, and never afterwards. What fails here will again when
   the file is opened. */
static PetscErrorCode MakeStriped(GrResults results, const char *hints)
{
  MPI_Info info;
  MPI_File file;

  PetscFunctionBeginUser;
  if (!hints || !*hints)
    PetscFunctionReturn(0);
  PetscCall(MakeInfo(hints, &info));
  (void)unlink(GrResultsName(results));
  if (MPI_File_open(MPI_COMM_SELF, GrResultsName(results), MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file) == MPI_SUCCESS)
    (void)MPI_File_close(&file);
  PetscCallMPI(MPI_Info_free(&info));
  PetscFunctionReturn(0);
}

static PetscErrorCode AccessList(GrResults results, const char *hints, hid_t *access)
{
  MPI_Info info;

  PetscFunctionBeginUser;
  GrCallLocal(*access = H5Pcreate(H5P_FILE_ACCESS));
  PetscCall(MakeInfo(hints, &info));
  GrCallLocal(H5Pset_fapl_mpio(*access, results->comm, info));
  if (info != MPI_INFO_NULL)
    PetscCallMPI(MPI_Info_free(&info));
  if (results->alignment > 0)
    GrCallLocal(H5Pset_alignment(*access, GR_ALIGNED_FROM * results->alignment, results->alignment));
  GrCallLocal(H5Pset_coll_metadata_write(*access, true));
  GrCallLocal(H5Pset_all_coll_metadata_ops(*access, true));
  GrCallLocal(H5Pset_libver_bounds(*access, H5F_LIBVER_V18, H5F_LIBVER_V18));
  GrCallLocal(results->transfer = H5Pcreate(H5P_DATASET_XFER));
  GrCallLocal(H5Pset_dxpl_mpio(results->transfer, H5FD_MPIO_COLLECTIVE));
  PetscFunctionReturn(0);
}

static PetscErrorCode CreateFile(GrResults results, const char *hints)
{
  GrErrorContext context = GrResultsErrorContext(results, "create", "the file");
  hid_t access, creation;

  PetscFunctionBeginUser;
  PetscCall(AccessList(results, hints, &access));
  GrCallLocal(creation = H5Pcreate(H5P_FILE_CREATE));
  GrCallLocal(H5Pset_obj_track_times(creation, false)); /* for the root group */
  GrCallHdf5Agree(&context, results->file = H5Fcreate(GrResultsName(results), H5F_ACC_TRUNC, creation, access));
  PetscCall(GrResultsWholeBegin(results));
  GrCallLocal(H5Pclose(creation));
  GrCallLocal(H5Pclose(access));
  PetscFunctionReturn(0);
}

/* H5MD's `version`: two 32-bit integers. */
static PetscErrorCode WriteVersion(GrResults results, hid_t group, int major, int minor)
{
  GrErrorContext context = GrResultsErrorContext(results, "write", "a version");
  int version[2] = {major, minor};
  hsize_t n = 2;
  hid_t space, attribute;

  PetscFunctionBeginUser;
  GrCallLocal(space = H5Screate_simple(1, &n, NULL));
  GrCallHdf5(&context, attribute = H5Acreate2(group, "version", H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT));
  GrCallHdf5(&context, H5Awrite(attribute, H5T_NATIVE_INT, version));
  GrCallHdf5(&context, H5Aclose(attribute));
  GrCallLocal(H5Sclose(space));
  PetscFunctionReturn(0);
}

/* "NAME <EMAIL>", or a name alone. */
static PetscErrorCode WriteAuthor(GrResults results, const char *author)
{
  const size_t name = strcspn(author, "<");
  const char *email = author[name] ? author + name + 1 : "";
  char text[GR_AUTHOR_MAX];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(text, sizeof(text), "%.*s", (int)PetscMin(name, sizeof(text) - 1), author));
  for (size_t end = strlen(text); end > 0 && text[end - 1] == ' ';)
    text[--end] = '\0';
  PetscCall(GrResultsText(results, "h5md/author@name", NULL, text));
  PetscCall(PetscSNPrintf(text, sizeof(text), "%.*s", (int)PetscMin(strcspn(email, ">"), sizeof(text) - 1), email));
  if (text[0])
    PetscCall(GrResultsText(results, "h5md/author@email", NULL, text));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteHeader(GrResults results, const char *author)
{
  hid_t group;

  PetscFunctionBeginUser;
  PetscCall(GrResultsGroup(results, "h5md", &group));
  PetscCall(WriteVersion(results, group, 1, 1));
  GrCallLocal(H5Gclose(group));
  PetscCall(WriteAuthor(results, author));
  PetscCall(GrResultsText(results, "h5md/creator@name", NULL, "granum"));
  PetscCall(GrResultsText(results, "h5md/creator@version", NULL, GRANUM_VERSION));
  PetscCall(GrResultsGroup(results, "h5md/modules/units", &group));
  PetscCall(WriteVersion(results, group, 1, 0));
  PetscCall(GrResultsWord(results, group, "system", "SI"));
  GrCallLocal(H5Gclose(group));
  PetscFunctionReturn(0);
}

static PetscErrorCode NewResults(MPI_Comm comm, const char *path, GrResults *results)
{
  PetscFunctionBeginUser;
  PetscCall(GrHdf5Quiet());
  PetscCall(PetscNew(results));
  (*results)->comm = comm;
  PetscCall(PetscStrallocpy(path, &(*results)->path));
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsCreate(MPI_Comm comm, const char *path, const char *author, GrResults *results)
{
  PetscFunctionBeginUser;
  PetscCall(GrResultsCreateAs(comm, path, author, &(GrResultsAccess){0}, results));
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsOpen(MPI_Comm comm, const char *path, PetscBool looks, GrResults *results)
{
  PetscFunctionBeginUser;
  PetscCall(GrResultsOpenAs(comm, path, looks, &(GrResultsAccess){0}, results));
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsCreateAs(MPI_Comm comm, const char *path, const char *author, const GrResultsAccess *access,
                                 GrResults *results)
{
  GrResults r;
  size_t size;
  int rank;

  PetscFunctionBeginUser;
  *results = NULL;
  PetscCall(NewResults(comm, path, &r));
  size = strlen(path) + sizeof(".part");
  PetscCall(PetscMalloc1(size, &r->part));
  PetscCall(PetscSNPrintf(r->part, size, "%s.part", path));
  r->alignment = (hsize_t)access->alignment;
  if (!access->mpi_io)
    GrResultsWriteAlone();
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0)
    PetscCall(MakeStriped(r, access->hints));
  PetscCall(OpenForSystem(r, "create", O_CREAT));
  GrResultsUndoDrop(r); /* of another file of this name */
  PetscCall(GrResultsDirectOpen(r, access->mpi_io));
  PetscCall(CreateFile(r, access->hints));
  PetscCall(GrResultsReserve(r, "the file", GR_BYTES_OBJECT));
  PetscCall(WriteHeader(r, author));
  *results = r;
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsOpenAs(MPI_Comm comm, const char *path, PetscBool looks, const GrResultsAccess *access,
                               GrResults *results)
{
  GrResults r;
  hid_t list;

  PetscFunctionBeginUser;
  *results = NULL;
  PetscCall(NewResults(comm, path, &r));
  r->continued = r->settled = PETSC_TRUE;
  r->looks = looks;
  r->packs = PETSC_TRUE;
  r->alignment = (hsize_t)access->alignment;
  if (!access->mpi_io)
    GrResultsWriteAlone();
  PetscCall(OpenForSystem(r, "open", 0));
  if (!looks)
    PetscCall(GrResultsDirectOpen(r, access->mpi_io));
  GrErrorContext context = GrResultsErrorContext(r, "open", "the file");
  PetscCall(AccessList(r, access->hints, &list));
  r->file = H5Fopen(path, looks ? H5F_ACC_RDONLY : H5F_ACC_RDWR, list);
  PetscCall(GrResultsAgreeSize(r, r->file < 0 ? GrHdf5Failure(&context) : 0));
  PetscCall(GrResultsWholeBegin(r));
  GrCallLocal(H5Pclose(list));
  r->given = r->needed;
  GrResultsSeen(r);
  *results = r;
  PetscFunctionReturn(0);
}

/* First rank: the file gets its name. */
static PetscErrorCode RenamePart(GrResults results)
{
  GrErrorContext context = GrResultsErrorContext(results, "rename", "the file");

  if (!results->part || results->descriptor < 0 || rename(results->part, results->path) == 0)
    return 0;
  return GrHdf5SystemFailure(&context, errno);
}

/* First rank: what HDF5 has written is on the disk, and can be found by readers. */
static PetscErrorCode PublishFile(GrResults results)
{
  GrErrorContext context = GrResultsErrorContext(results, "write", "the file");

  PetscErrorCode error =
      GrHdf5SystemFailure(&context, results->descriptor >= 0 && fsync(results->descriptor) ? errno : 0);
  error = error ? error : GrResultsShow(results);
  error = error ? error : RenamePart(results);
  if (!error)
    GrResultsUndoDrop(results);
  return error;
}

PetscErrorCode GrResultsSync(GrResults results)
{
  GrErrorContext context = GrResultsErrorContext(results, "write", "the file");

  PetscFunctionBeginUser;
  if (results->looks)
    PetscFunctionReturn(0);
  PetscCall(GrScalesSettle(results));
  PetscErrorCode error = GrResultsCheck(results);
  error = error ? error : GrResultsDirectFlush(results);
  const herr_t flushed = H5Fflush(results->file, H5F_SCOPE_GLOBAL);
  PetscCall(GrFailAgree(results->comm, error || flushed >= 0 ? error : GrHdf5Failure(&context)));
  PetscCall(GrResultsAgreeSize(results, PublishFile(results)));
  PetscCall(PetscFree(results->part));
  GrResultsSeen(results);
  PetscFunctionReturn(0);
}

/* First rank: what is left to do after HDF5 has closed the file. */
static PetscErrorCode FinishFile(GrResults results)
{
  PetscErrorCode error = 0;

  if (!results->looks) {
    error = GrResultsShow(results);
    error = error ? error : GrResultsShorten(results);
  }
  error = error ? error : RenamePart(results);
  if (!error)
    GrResultsUndoDrop(results);
  return error;
}

PetscErrorCode GrResultsClose(GrResults *results)
{
  GrResults r = *results;

  PetscFunctionBeginUser;
  if (!r)
    PetscFunctionReturn(0);
  GrErrorContext context = GrResultsErrorContext(r, "close", "the file");
  PetscCall(GrScalesSettle(r));
  PetscErrorCode error = GrResultsCheck(r);
  error = error ? error : GrResultsDirectClose(r);
  GrCallLocal(H5Pclose(r->transfer));
  const herr_t closed = H5Fclose(r->file);
  PetscCall(GrFailAgree(r->comm, error || closed >= 0 ? error : GrHdf5Failure(&context)));
  GrResultsWholeEnd(r);
  PetscCall(GrFailAgree(r->comm, FinishFile(r)));
  PetscCall(GrResultsForget(r));
  if (r->descriptor >= 0)
    close(r->descriptor);
  PetscCall(PetscFree(r->part));
  PetscCall(PetscFree(r->path));
  PetscCall(PetscFree(*results));
  PetscFunctionReturn(0);
}
