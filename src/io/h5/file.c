/* Opens results files and data files with HDF5 and MPI, on all ranks, on the writers or on the first rank alone.

   Files have the object format of HDF5 1.8, which every reader in use supports. With later formats, the file of a
   killed run would remain marked as open for writing. No object has a time stamp. */
#include "io/h5/dataset.h"

#include "base/files.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ALIGNED_FROM = 16 }; /* smallest aligned object, in multiples of the alignment */

/* Converts hints "name=value;name=value" to an MPI_Info. */
static PetscErrorCode MakeInfo(const char *hints, MPI_Info *info)
{
  char hint[MPI_MAX_INFO_VAL];

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
  return 0;
}

/* Adds the hint for the number of ranks that write in collective transfers, unless the hints of the case have it. ROMIO
   and OMPIO would otherwise choose this number themselves. */
static PetscErrorCode AddWriters(GrResults results, MPI_Info info)
{
  char number[32];

  if (results->transfer == H5P_DEFAULT || (results->access.hints && strstr(results->access.hints, "cb_nodes=")))
    return 0;
  snprintf(number, sizeof(number), "%" PetscInt64_FMT, PetscMin(results->access.writers, results->size));
  PetscCallMPI(MPI_Info_set(info, "cb_nodes", number));
  return 0;
}

/* Access property list. `shared`: several ranks open the file together; otherwise this rank alone. HDF5's file locks
   are off, because they would prevent reading during a run, and because some file systems of clusters have no
   locks. The lock of the run's folder prevents other runs from writing. */
static PetscErrorCode AccessList(GrResults results, bool shared, hid_t *access)
{
  const PetscInt64 alignment = results->access.alignment;
  MPI_Info info;

  GrCallLocal(*access = H5Pcreate(H5P_FILE_ACCESS));
  if (shared) {
    PetscCall(MakeInfo(results->access.hints, &info));
    PetscCall(AddWriters(results, info));
    PetscCall(GrHdf5SetMpiIo(*access, results->gathers ? results->writers : results->comm, info));
    PetscCallMPI(MPI_Info_free(&info));
  }
  GrCallLocal(H5Pset_file_locking(*access, false, true));
  if (alignment > 0)
    GrCallLocal(H5Pset_alignment(*access, (hsize_t)(ALIGNED_FROM * alignment), (hsize_t)alignment));
  GrCallLocal(H5Pset_libver_bounds(*access, H5F_LIBVER_V18, H5F_LIBVER_V110));
  return 0;
}

int GrResultsTryFile(const char *name, int flags)
{
  const int file = open(name, flags | O_CLOEXEC | (flags & O_RDWR ? O_NOFOLLOW : 0), 0666);
  if (file < 0)
    return errno;
  (void)close(file); /* nothing was written */
  return 0;
}

PetscErrorCode GrResultsOpenFile(GrResults results, const char *name, bool writes, bool alone, hid_t *file)
{
  GrErrorContext context = GrResultsErrorContext(results, "open", name);
  hid_t access;

  *file = H5I_INVALID_HID;
  if (!alone && GrResultsOpeners(results) == 0)
    return 0;
  PetscCall(GrHdf5Agree(&context, GrHdf5SystemFailure(&context, GrResultsTryFile(name, writes ? O_RDWR : O_RDONLY))));
  /* one rank needs no MPI-IO */
  PetscCall(AccessList(results, !alone && GrResultsOpeners(results) > 1, &access));
  GrCallHdf5Agree(&context, *file = H5Fopen(name, writes ? H5F_ACC_RDWR : H5F_ACC_RDONLY, access));
  return GrHdf5Close(access);
}

PetscErrorCode GrResultsPrepareFile(GrResults results, const char *name)
{
  MPI_Info info;
  MPI_File file;

  (void)unlink(name);
  if (!results->access.hints || !*results->access.hints)
    return 0;
  PetscCall(MakeInfo(results->access.hints, &info));
  if (MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file) == MPI_SUCCESS)
    (void)MPI_File_close(&file); /* a failure here is repeated when HDF5 creates the file */
  PetscCallMPI(MPI_Info_free(&info));
  return 0;
}

PetscErrorCode GrResultsCreateAlone(GrResults results, const char *name, hid_t *file)
{
  GrErrorContext context = GrResultsErrorContext(results, "create", name);
  hid_t access, creation;

  PetscCall(GrHdf5SystemFailure(&context, GrFilesIsLink(name)));
  PetscCall(AccessList(results, false, &access));
  GrCallLocal(creation = H5Pcreate(H5P_FILE_CREATE));
  GrCallLocal(H5Pset_obj_track_times(creation, false)); /* for the root group */
  GrCallHdf5(&context, *file = H5Fcreate(name, H5F_ACC_TRUNC, creation, access));
  return GrHdf5Close(creation, access);
}

PetscErrorCode GrResultsCloseFile(GrResults r)
{
  GrErrorContext context = GrResultsErrorContext(r, "close", "the file");

  if (r->file < 0)
    return 0;
  for (int k = 0; k < r->n_kept; k++)
    GrCallHdf5(&context, H5Dclose(r->kept[k]->id));
  GrCallHdf5(&context, H5Fclose(r->file));
  r->file = H5I_INVALID_HID;
  return 0;
}

PetscErrorCode GrResultsReopenFile(GrResults r, bool alone)
{
  PetscCall(GrResultsCloseFile(r));
  PetscCallMPI(MPI_Barrier(r->comm)); /* a rank that opens the file finds it complete */
  r->finished = r->shown = false;
  r->alone = alone;
  r->idle = alone ? r->rank > 0 : GrResultsOpeners(r) == 0;
  if (!r->idle)
    PetscCall(GrResultsOpenFile(r, r->data, true, alone, &r->file));
  for (int k = 0; k < r->n_kept; k++) {
    GrDataset *d = r->kept[k];
    GrErrorContext context = GrResultsErrorContext(r, "open", d->path);
    GrDatasetSizeIn(d, GR_COPY_PLANNED, d->extent.size);
    if (!r->idle)
      GrCallHdf5(&context, d->id = H5Dopen2(r->file, d->path, H5P_DEFAULT));
  }
  return 0;
}

void GrResultsShare(GrResults r, hsize_t n, hsize_t *first, hsize_t *end)
{
  const hsize_t size = (hsize_t)GrResultsOpeners(r), share = size ? (n + size - 1) / size : 0;
  *first = size ? PetscMin(n, share * (hsize_t)(r->gathers ? r->place : r->rank)) : n;
  *end = PetscMin(n, *first + share);
}

PetscErrorCode GrResultsGather(GrResults r, bool gathers)
{
  if (r->team == MPI_COMM_NULL || r->gathers == gathers)
    return 0;
  r->gathers = gathers;
  return GrResultsReopenFile(r, false);
}

PetscErrorCode GrResultsAlone(GrResults r)
{
  if (r->alone || !r->data)
    return 0;
  return GrResultsReopenFile(r, true);
}

PetscErrorCode GrResultsTogether(GrResults r)
{
  if (!r->alone)
    return 0;
  PetscCall(GrResultsReopenFile(r, false));
  /* all ranks have the waiting rows in the same order */
  for (GrWaiting *w; (w = r->waiting);) {
    GrErrorContext context = GrResultsErrorContext(r, "write", w->dataset.path);
    if (!r->idle)
      GrCallHdf5(&context, w->dataset.id = H5Dopen2(r->file, w->dataset.path, H5P_DEFAULT));
    PetscCall(GrDatasetWrite(&w->dataset, &w->slab, w->data));
    if (!r->idle)
      GrCallHdf5(&context, H5Dclose(w->dataset.id));
    r->waiting = w->next;
    PetscCall(PetscFree(w->dataset.path));
    PetscCall(PetscFree(w->data));
    PetscCall(PetscFree(w));
  }
  return 0;
}
