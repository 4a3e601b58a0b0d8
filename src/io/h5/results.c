/* Creates, opens, syncs and completes a results file: H5MD 1.1 (https://www.nongnu.org/h5md/h5md.html) with the
   units module 1.0. See results_file.h for its two files. */
#include "io/h5/dataset.h"

#include "base/directory.h"
#include "base/shared.h"
#include <errno.h>
#include <fcntl.h>
#include <granum_version.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Writes the author: "NAME <EMAIL>", or a name alone. */
static PetscErrorCode WriteAuthor(GrResults results, const char *author)
{
  const size_t name = strcspn(author, "<");
  const char *email = author[name] ? author + name + 1 : "";
  char text[GR_AUTHOR_MAX];

  PetscCall(PetscSNPrintf(text, sizeof(text), "%.*s", (int)PetscMin(name, sizeof(text) - 1), author));
  for (size_t end = strlen(text); end > 0 && text[end - 1] == ' ';)
    text[--end] = '\0';
  PetscCall(GrResultsText(results, "h5md/author@name", NULL, text));
  PetscCall(PetscSNPrintf(text, sizeof(text), "%.*s", (int)PetscMin(strcspn(email, ">"), sizeof(text) - 1), email));
  if (text[0])
    PetscCall(GrResultsText(results, "h5md/author@email", NULL, text));
  return 0;
}

static PetscErrorCode WriteHeader(GrResults results, const char *author)
{
  hid_t group;

  PetscCall(GrResultsGroup(results, "h5md", &group));
  PetscCall(GrResultsAttribute(results, group, "version", H5T_NATIVE_INT, 2, (int[]){1, 1}));
  GrCallLocal(H5Gclose(group));
  PetscCall(WriteAuthor(results, author));
  PetscCall(GrResultsText(results, "h5md/creator@name", NULL, "granum"));
  PetscCall(GrResultsText(results, "h5md/creator@version", NULL, GRANUM_VERSION));
  PetscCall(GrResultsGroup(results, "h5md/modules/units", &group));
  PetscCall(GrResultsAttribute(results, group, "version", H5T_NATIVE_INT, 2, (int[]){1, 0}));
  PetscCall(GrResultsWord(results, group, "system", "SI"));
  return GrHdf5Close(group);
}

/* Divides the ranks into teams, if fewer ranks write than there are. */
static PetscErrorCode DivideRanks(GrResults r)
{
  enum { ALL_WRITE = 4 }; /* mean number of ranks of a node up to which all ranks write by default */
  PetscInt64 *writers = &r->access.writers;
  int nodes;

  if (*writers == 0) {
    PetscCall(GrSharedNodes(r->comm, &nodes));
    *writers = r->access.collective || r->size > ALL_WRITE * nodes ? nodes : r->size;
  }
  if (r->access.collective || *writers >= r->size)
    return 0;
  const int team = (int)(r->rank * *writers / r->size);
  PetscCallMPI(MPI_Comm_split(r->comm, team, r->rank, &r->team));
  PetscCallMPI(MPI_Comm_rank(r->team, &r->place));
  r->place = r->place == 0 ? team : -1;
  PetscCallMPI(MPI_Comm_split(r->comm, r->place < 0 ? MPI_UNDEFINED : 0, r->rank, &r->writers));
  return 0;
}

PetscErrorCode GrResultsAllocate(MPI_Comm comm, GrResults *results)
{
  GrResults r;

  PetscCall(PetscNew(&r));
  r->comm = comm;
  PetscCallMPI(MPI_Comm_rank(comm, &r->rank));
  PetscCallMPI(MPI_Comm_size(comm, &r->size));
  r->file = H5I_INVALID_HID;
  r->transfer = H5P_DEFAULT;
  r->team = r->writers = MPI_COMM_NULL;
  *results = r;
  return 0;
}

/* Allocates the results of files. The data file of "results.h5" is "results-data.h5". */
static PetscErrorCode NewResults(MPI_Comm comm, const char *path, const GrResultsAccess *access, GrResults *results)
{
  const size_t n = strlen(path), end = n > 3 && strcmp(path + n - 3, ".h5") == 0 ? n - 3 : n;
  GrResults r;

  PetscCall(GrHdf5Quiet());
  PetscCall(GrResultsAllocate(comm, &r));
  if (access)
    r->access = *access;
  PetscCall(PetscStrallocpy(path, &r->path));
  PetscCall(PetscMalloc1(n + sizeof("-data.h5"), &r->data));
  PetscCall(PetscSNPrintf(r->data, n + sizeof("-data.h5"), "%.*s-data.h5", (int)end, path));
  if (r->size > 1 && r->access.collective) {
    GrCallLocal(r->transfer = H5Pcreate(H5P_DATASET_XFER));
    GrCallLocal(H5Pset_dxpl_mpio(r->transfer, H5FD_MPIO_COLLECTIVE));
  }
  PetscCall(DivideRanks(r));
  *results = r;
  return 0;
}

PetscErrorCode GrResultsCreate(MPI_Comm comm, const char *path, const char *author, const GrResultsAccess *access,
                               GrResults *results)
{
  GrErrorContext context = {comm, path, "create", "the file"};
  struct stat status;
  GrResults r;
  int error = 0;

  *results = NULL;
  PetscCall(NewResults(comm, path, access, &r));
  if (r->rank == 0 && stat(path, &status) == 0 && S_ISDIR(status.st_mode))
    error = EISDIR;
  if (r->rank == 0 && !error) {
    PetscCall(GrResultsPrepareFile(r, r->data));
    error = GrResultsTryFile(r->data, O_RDWR | O_CREAT);
  }
  PetscCall(GrHdf5Agree(&context, GrHdf5SystemFailure(&context, error)));
  r->aborts = r->alone = true;
  r->gathers = r->team != MPI_COMM_NULL;
  r->idle = r->rank > 0;
  if (r->rank == 0) {
    PetscCall(GrResultsCreateAlone(r, r->data, &r->file));
    PetscCall(WriteHeader(r, author));
  }
  *results = r;
  return 0;
}

/* First rank. Determines whether to open the results file, because there is no data file. Returns 0 or the number
   of an error. */
static int TryOpen(GrResults r, int *finished)
{
  struct stat status;

  *finished = stat(r->data, &status) != 0;
  if ((*finished && stat(r->path, &status) != 0) ||
      access(*finished ? r->path : r->data, r->check_only ? R_OK : R_OK | W_OK))
    return errno;
  return S_ISDIR(status.st_mode) ? EISDIR : 0;
}

PetscErrorCode GrResultsOpen(MPI_Comm comm, const char *path, bool check_only, const GrResultsAccess *access,
                             GrResults *results)
{
  GrErrorContext context = {comm, path, "open", "the file"};
  int finished = 0, error = 0;
  GrResults r;

  *results = NULL;
  PetscCall(NewResults(comm, path, access, &r));
  r->continued = true;
  r->check_only = check_only;
  if (r->rank == 0)
    error = TryOpen(r, &finished);
  PetscCall(GrHdf5Agree(&context, GrHdf5SystemFailure(&context, error)));
  PetscCallMPI(MPI_Bcast(&finished, 1, MPI_INT, 0, comm));
  r->finished = finished != 0;
  PetscCall(GrResultsOpenFile(r, r->finished ? path : r->data, !(check_only || r->finished), false, &r->file));
  r->aborts = !check_only;
  *results = r;
  return 0;
}

/* First rank. Syncs a closed file to the disk and renames it. */
static PetscErrorCode PlaceFile(GrResults results, const char *name, const char *to)
{
  GrErrorContext context = GrResultsErrorContext(results, "write", name);
  return GrHdf5SystemFailure(&context, GrDirectoryRename(name, to));
}

/* Flushes the data file to the disk. */
static PetscErrorCode FlushFile(GrResults r)
{
  GrErrorContext context = GrResultsErrorContext(r, "write", "the file");

  if (r->file >= 0)
    GrCallHdf5(&context, H5Fflush(r->file, H5F_SCOPE_GLOBAL));
  if (GrResultsOpeners(r) == 1) /* MPI-IO syncs by itself */
    PetscCall(GrHdf5SystemFailure(&context, GrDirectorySync(r->data)));
  PetscCallMPI(MPI_Barrier(r->comm)); /* the rows of all ranks are on the disk before results.h5 shows them */
  return 0;
}

/* Replaces the file `to` by a copy of the open file, and closes the open file. */
static PetscErrorCode ReplaceFile(GrResults r, GrCopyKind kind, const char *to)
{
  char part[PETSC_MAX_PATH_LEN];

  PetscCall(PetscSNPrintf(part, sizeof(part), "%s.part", to));
  PetscCall(GrResultsCopy(r, kind, part));
  PetscCall(GrResultsCloseFile(r));
  if (r->rank == 0)
    PetscCall(PlaceFile(r, part, to));
  return 0;
}

static PetscErrorCode EnlargeFile(GrResults r)
{
  if (!r->finished)
    PetscCall(FlushFile(r));
  PetscCall(ReplaceFile(r, GR_COPY_PLANNED, r->data));
  return GrResultsReopenFile(r, false);
}

static bool FitsExactly(GrResults r, GrCopyKind kind)
{
  hsize_t size[GR_RANK_MAX];

  for (int k = 0; k < r->n_kept; k++) {
    const GrDataset *d = r->kept[k];
    GrDatasetSizeIn(d, kind, size);
    for (int i = 0; i < d->extent.rank; i++)
      if (size[i] != d->extent.size[i])
        return false;
    if (kind == GR_COPY_EXACT && d->extent.storage.pack && d->length > 0)
      return false;
  }
  return true;
}

PetscErrorCode GrResultsReady(GrResults r)
{
  if (r->ready || r->check_only)
    return 0;
  r->ready = true;
  if (!r->continued)
    PetscCall(GrResultsAlone(r));
  PetscCall(GrResultsTogether(r));
  if (r->continued && (r->finished || !FitsExactly(r, GR_COPY_PLANNED))) {
    if (!r->finished) /* results.h5 must not show entries that the copy leaves out */
      PetscCall(GrResultsSync(r));
    PetscCall(EnlargeFile(r));
  }
  return GrResultsGather(r, true);
}

PetscErrorCode GrDatasetNeed(GrDataset *dataset, hsize_t length, hsize_t width)
{
  const GrResults r = dataset->results;
  const hsize_t planned = dataset->extent.size[0];

  const bool longer = length > planned, wider = dataset->extent.varies && width > dataset->extent.size[1];
  if (!longer && !wider)
    return 0;
  for (int k = 0; k < r->n_kept; k++) {
    GrDataset *d = r->kept[k];
    if (longer && d->extent.grows && d->extent.size[0] == planned)
      d->wanted[0] = PetscMax(length, 2 * planned);
    if (wider && d->extent.varies)
      d->wanted[1] = PetscMax(width, d->extent.size[1] + d->extent.size[1] / 2);
  }
  return EnlargeFile(r);
}

PetscErrorCode GrResultsSync(GrResults r)
{
  char part[PETSC_MAX_PATH_LEN];

  if (r->check_only || r->shown)
    return 0;
  PetscCall(GrResultsReady(r));
  PetscCall(FlushFile(r));
  r->shown = true;
  if (r->rank > 0)
    return 0;
  PetscCall(PetscSNPrintf(part, sizeof(part), "%s.part", r->path));
  PetscCall(GrResultsCopy(r, GR_COPY_VIRTUAL, part));
  return PlaceFile(r, part, r->path);
}

static PetscErrorCode DestroyResults(GrResults *results)
{
  GrResults r = *results;

  for (int k = 0; k < r->n_kept; k++) {
    PetscCall(PetscFree(r->kept[k]->path));
    PetscCall(PetscFree(r->kept[k]));
  }
  if (r->transfer != H5P_DEFAULT)
    GrCallLocal(H5Pclose(r->transfer));
  if (r->writers != MPI_COMM_NULL)
    PetscCallMPI(MPI_Comm_free(&r->writers));
  if (r->team != MPI_COMM_NULL)
    PetscCallMPI(MPI_Comm_free(&r->team));
  PetscCall(PetscFree(r->kept));
  PetscCall(PetscFree(r->data));
  PetscCall(PetscFree(r->path));
  return PetscFree(*results);
}

PetscErrorCode GrResultsClose(GrResults *results)
{
  if (!*results)
    return 0;
  PetscCall(GrResultsReady(*results));
  PetscCall(GrResultsCloseFile(*results));
  return DestroyResults(results);
}

PetscErrorCode GrResultsFinish(GrResults *results)
{
  GrResults r = *results;

  PetscCall(GrResultsReady(r));
  PetscCall(FlushFile(r));
  if (FitsExactly(r, GR_COPY_EXACT)) {
    PetscCall(GrResultsCloseFile(r));
    if (r->rank == 0)
      PetscCall(PlaceFile(r, r->data, r->path));
  } else {
    PetscCall(ReplaceFile(r, GR_COPY_EXACT, r->path));
    if (r->rank == 0)
      (void)unlink(r->data);
  }
  PetscCallMPI(MPI_Barrier(r->comm)); /* on return, each rank finds the file */
  return DestroyResults(results);
}
