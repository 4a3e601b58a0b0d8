/* Opening, reading and closing a checkpoint. Each rank opens the file for itself with HDF5's serial driver, so that
   reading needs no communication inside HDF5. Closing a file closes all objects that are open in it. */
#include "io/checkpoint/file.h"

#include <errno.h>
#include <granum/error.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static hid_t OpenFile(const char *path)
{
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  H5Pset_file_locking(access, false, true); /* some file systems of clusters have no locks */
  const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, access), errors = H5Eget_current_stack();
  H5Pclose(access);
  H5Eset_current_stack(errors); /* which closing has cleared */
  return file;
}

/* ---- the head ---- */

static PetscBool ReadAttribute(hid_t object, const char *name, void *value)
{
  const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
  return (PetscBool)(attribute >= 0 && H5Aread(attribute, H5T_NATIVE_INT64, value) >= 0 && H5Aclose(attribute) >= 0);
}

static void SayDamaged(char reason[GR_CHECKPOINT_REASON])
{
  char why[GR_CHECKPOINT_REASON];

  GrCheckpointReason(why);
  snprintf(reason, GR_CHECKPOINT_REASON, "the checkpoint is damaged or truncated: %.400s", why);
}

/* Up to format 6, checkpoints had the text `program` and another head. */
static void ReadOpenHead(hid_t file, GrCheckpointHead *head, char reason[GR_CHECKPOINT_REASON])
{
  const hid_t type = GrCheckpointStringType(sizeof(head->program) - 1);
  hid_t dataset;

  if (H5Lexists(file, GR_CHECKPOINT_TEXTS, H5P_DEFAULT) == 0)
    snprintf(reason, GR_CHECKPOINT_REASON, "this is an HDF5 file but not a granum checkpoint");
  else if ((dataset = H5Dopen2(file, GR_CHECKPOINT_TEXTS "/program", H5P_DEFAULT)) < 0 ||
           H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, head->program) < 0)
    SayDamaged(reason);
  else if (!ReadAttribute(file, "format", &head->format) || head->format != GR_CHECKPOINT_FORMAT ||
           !ReadAttribute(file, "step", &head->step) || !ReadAttribute(file, "sequence", &head->sequence))
    snprintf(reason, GR_CHECKPOINT_REASON,
             "the checkpoint was written by granum %s and has another format than this program, granum " GRANUM_VERSION
             ", reads; finish the run with the granum that wrote it",
             head->program);
  H5Tclose(type);
}

PetscBool GrCheckpointHeadRead(const char *path, GrCheckpointHead *head, char reason[GR_CHECKPOINT_REASON])
{
  struct stat status;
  hid_t file = H5I_INVALID_HID;

  *head = (GrCheckpointHead){0};
  reason[0] = '\0';
  if (stat(path, &status) != 0)
    snprintf(reason, GR_CHECKPOINT_REASON, "the file cannot be read: %s", strerror(errno));
  else if (!S_ISREG(status.st_mode)) /* opening a named pipe would block */
    snprintf(reason, GR_CHECKPOINT_REASON, "this is not a regular file");
  else if (H5Fis_hdf5(path) == 0)
    snprintf(reason, GR_CHECKPOINT_REASON, "this is not a granum checkpoint, since it is not an HDF5 file");
  else if ((file = OpenFile(path)) < 0)
    SayDamaged(reason);
  if (file >= 0) {
    ReadOpenHead(file, head, reason);
    H5Fclose(file);
  }
  return (PetscBool)(!reason[0]);
}

PetscBool GrCheckpointIs(const char *path)
{
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *ending = strrchr(name, '.');
  char reason[GR_CHECKPOINT_REASON];
  GrCheckpointHead head;

  if (strncmp(name, "checkpoint-", strlen("checkpoint-")) == 0 && ending && strcmp(ending, ".h5") == 0)
    return PETSC_TRUE;
  return (PetscBool)(GrHdf5Quiet() == 0 && (GrCheckpointHeadRead(path, &head, reason) || head.program[0]));
}

/* ---- verifying all datasets ---- */

typedef struct {
  char path[GR_CHECKPOINT_OBJECT];
  uint64_t sum, expected; /* sum: of the rows of this rank */
} Sum;

typedef struct {
  int rank, size, n;
  Sum *sum;
  char failed[GR_CHECKPOINT_OBJECT]; /* dataset that HDF5 cannot read */
} Verifying;

/* Sums up this rank's share of the rows of a dataset. A text is one row. */
static PetscBool SumShare(const Verifying *v, hid_t dataset, hid_t type, uint64_t *sum)
{
  enum { BYTES = 4 << 20 };
  const hid_t space = H5Dget_space(dataset);
  hsize_t size[H5S_MAX_RANK] = {1, 1};
  const int rank = H5Sget_simple_extent_dims(space, size, NULL);
  const hsize_t width = rank > 1 ? size[1] : 1, bytes = H5Tget_size(type) * width;
  const hsize_t begin = size[0] * (hsize_t)v->rank / (hsize_t)v->size,
                end = size[0] * (hsize_t)(v->rank + 1) / (hsize_t)v->size;
  const hsize_t run = PetscMax(BYTES / PetscMax(bytes, 1), 1);
  PetscBool good = (PetscBool)(rank >= 0 && rank <= 2);
  char *data = calloc(PetscMin(run, end - begin) * bytes / sizeof(uint64_t) + 1, sizeof(uint64_t));

  for (hsize_t first = begin; first < end && good && data; first += run) {
    const hsize_t n = PetscMin(run, end - first), start[] = {first, 0}, count[] = {n, width};
    const hid_t memory = rank > 0 ? H5Screate_simple(2, count, NULL) : H5Screate(H5S_SCALAR);
    if (rank > 0)
      H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL);
    good = (PetscBool)(H5Dread(dataset, type, memory, space, H5P_DEFAULT, data) >= 0);
    *sum += GrCheckpointSum(data, (n * bytes + (rank == 0 ? sizeof(uint64_t) : 0)) / sizeof(uint64_t), first * width);
    H5Sclose(memory);
  }
  H5Sclose(space);
  free(data);
  return (PetscBool)(good && data);
}

/* H5Lvisit's callback. Links within a table are datasets. */
static herr_t SumDataset(hid_t file, const char *path, const H5L_info_t *info, void *context)
{
  Verifying *v = context;

  (void)info;
  if (!strchr(path, '/'))
    return 0;
  snprintf(v->failed, sizeof(v->failed), "%s", path);
  if (PetscRealloc((size_t)(v->n + 1) * sizeof(*v->sum), &v->sum))
    return -1;
  Sum *s = &v->sum[v->n++];
  *s = (Sum){.sum = 0};
  snprintf(s->path, sizeof(s->path), "%s", path);
  const hid_t dataset = H5Dopen2(file, path, H5P_DEFAULT);
  const hid_t type = dataset < 0 ? H5I_INVALID_HID : H5Dget_type(dataset);
  if (type < 0 || !ReadAttribute(dataset, GR_CHECKPOINT_SUM, &s->expected) || !SumShare(v, dataset, type, &s->sum))
    return -1; /* closing the file closes the dataset */
  H5Tclose(type);
  return H5Dclose(dataset);
}

/* Compares all datasets with their checksums; a failure of the same kind on all ranks, without the file's name. */
static PetscErrorCode Verify(GrCheckpoint file)
{
  Verifying v = {.rank = file->rank};
  char reason[GR_CHECKPOINT_REASON];
  PetscErrorCode error = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(file->comm, &v.size));
  if (file->file < 0 || H5Lvisit(file->file, H5_INDEX_NAME, H5_ITER_INC, SumDataset, &v) < 0) {
    GrCheckpointReason(reason);
    error = GrFail(GR_EXIT_FILE, "the checkpoint is damaged or truncated: %s%s%s", v.failed, v.failed[0] ? ": " : "",
                   reason);
  }
  error = GrFailAgree(file->comm, error);
  for (int i = 0; i < v.n && !error; i++) {
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &v.sum[i].sum, 1, MPI_UINT64_T, MPI_SUM, file->comm));
    if (v.sum[i].sum != v.sum[i].expected)
      error = GrFail(GR_EXIT_FILE, "the checkpoint is damaged: %s does not have its checksum", v.sum[i].path);
  }
  PetscCall(PetscFree(v.sum));
  PetscFunctionReturn(error);
}

PetscErrorCode GrCheckpointClose(GrCheckpoint *file)
{
  PetscFunctionBeginUser;
  if (!*file)
    PetscFunctionReturn(0);
  if ((*file)->file >= 0)
    (void)H5Fclose((*file)->file); /* it was read, or is given up */
  for (int i = 0; i < (*file)->n_pieces; i++) {
    GrCheckpointPiece *p = &(*file)->piece[i];
    PetscCall(PetscFree(p->table));
    PetscCall(PetscFree(p->name));
    PetscCall(PetscFree(p->unit));
    PetscCall(PetscFree(p->description));
    PetscCall(PetscFree(p->data));
  }
  PetscCall(PetscFree((*file)->piece));
  PetscCall(PetscFree(*file));
  PetscFunctionReturn(0);
}

PetscInt64 GrCheckpointStep(GrCheckpoint file)
{
  return (PetscInt64)file->head.step;
}

PetscErrorCode GrCheckpointOpen(MPI_Comm comm, const char *path, GrCheckpoint *file)
{
  char reason[GR_CHECKPOINT_REASON];
  int valid = 0;

  PetscFunctionBeginUser;
  PetscCall(GrHdf5Quiet());
  PetscCall(PetscNew(file));
  (*file)->comm = comm;
  (*file)->file = H5I_INVALID_HID;
  PetscCall(PetscStrncpy((*file)->path, path, sizeof((*file)->path)));
  PetscCallMPI(MPI_Comm_rank(comm, &(*file)->rank));
  if ((*file)->rank == 0)
    valid = GrCheckpointHeadRead(path, &(*file)->head, reason);
  PetscCallMPI(MPI_Bcast(&valid, 1, MPI_INT, 0, comm));
  PetscCallMPI(MPI_Bcast(&(*file)->head, sizeof((*file)->head), MPI_BYTE, 0, comm));
  if (valid) {
    (*file)->file = OpenFile(path);
    valid = Verify(*file) == 0;
    snprintf(reason, sizeof(reason), "%s", GrFailureMessage());
  }
  if (valid)
    PetscFunctionReturn(0);
  GrFailureClear();
  PetscCall(GrCheckpointClose(file));
  PetscFunctionReturn(GrCheckpointRefuse(comm, path, reason));
}

/* ---- reading ---- */

/* Opens table/name. This rank, as far as GrCheckpointGetColumn. */
static PetscErrorCode OpenDataset(GrCheckpoint file, const char *table, const char *name, hid_t *dataset)
{
  char path[GR_CHECKPOINT_OBJECT];

  snprintf(path, sizeof(path), "%s/%s", table, name);
  *dataset = H5Dopen2(file->file, path, H5P_DEFAULT);
  return *dataset >= 0 ? 0
                       : GrFail(GR_EXIT_FILE, "%s: the checkpoint has no %s; it was written by granum %s, this is %s",
                                file->path, path, file->head.program, GRANUM_VERSION);
}

PetscErrorCode GrCheckpointHas(GrCheckpoint file, const char *table, const char *name, PetscBool *has)
{
  char path[GR_CHECKPOINT_OBJECT];

  PetscFunctionBeginUser;
  snprintf(path, sizeof(path), "%s/%s", table, name);
  *has = (PetscBool)(H5Lexists(file->file, table, H5P_DEFAULT) > 0 && H5Lexists(file->file, path, H5P_DEFAULT) > 0);
  PetscFunctionReturn(0);
}

/* Rows and components of an open dataset. */
static void Measure(hid_t dataset, hsize_t size[H5S_MAX_RANK])
{
  const hid_t space = H5Dget_space(dataset);
  size[0] = size[1] = 1;
  H5Sget_simple_extent_dims(space, size, NULL);
  H5Sclose(space);
}

PetscErrorCode GrCheckpointTableRows(GrCheckpoint file, const char *table, PetscInt64 *total)
{
  hsize_t size[H5S_MAX_RANK];
  char name[GR_CHECKPOINT_NAME];
  hid_t dataset;

  PetscFunctionBeginUser;
  *total = -1;
  if (H5Lget_name_by_idx(file->file, table, H5_INDEX_NAME, H5_ITER_INC, 0, name, sizeof(name), H5P_DEFAULT) < 0)
    PetscFunctionReturn(0);
  PetscCall(OpenDataset(file, table, name, &dataset));
  Measure(dataset, size);
  *total = (PetscInt64)size[0];
  GrCallLocal(H5Dclose(dataset));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointGetText(GrCheckpoint file, const char *name, char **text)
{
  PetscErrorCode error;
  hid_t dataset;

  PetscFunctionBeginUser;
  *text = NULL;
  error = OpenDataset(file, GR_CHECKPOINT_TEXTS, name, &dataset);
  if (!error) {
    const hid_t type = H5Dget_type(dataset);
    PetscCall(PetscCalloc1(H5Tget_size(type) + 1, text));
    if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, *text) < 0)
      error = GrHdf5Failure(&(GrErrorContext){file->comm, file->path, "read", name});
    H5Tclose(type);
    H5Dclose(dataset);
  }
  PetscCall(GrFailAgree(file->comm, error));
  PetscFunctionReturn(0);
}

/* This rank, without bounds. */
static PetscErrorCode ReadRows(GrCheckpoint file, hid_t dataset, const char *table, const GrColumn *column, GrRows rows,
                               void *data)
{
  const hsize_t start[] = {(hsize_t)rows.first, 0}, count[] = {(hsize_t)rows.count, (hsize_t)column->components};
  const hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset), memory = H5Screate_simple(2, count, NULL);
  PetscErrorCode error = 0;
  hsize_t size[H5S_MAX_RANK];

  Measure(dataset, size);
  if (H5Tequal(type, GrCheckpointType(column)) <= 0 || size[1] != count[1] || size[0] != (hsize_t)rows.total)
    error = GrFail(GR_EXIT_FILE,
                   "%s: %s/%s does not have %" PetscInt64_FMT " rows with %d %s; it was written by granum %s, this is "
                   "%s: use another checkpoint",
                   file->path, table, column->name, rows.total, column->components,
                   column->number == GR_REAL ? "real" : "integer", file->head.program, GRANUM_VERSION);
  else if (rows.count > 0 && (H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) < 0 ||
                              H5Dread(dataset, GrCheckpointType(column), memory, space, H5P_DEFAULT, data) < 0))
    error = GrHdf5Failure(&(GrErrorContext){file->comm, file->path, "read", column->name});
  H5Sclose(memory);
  H5Tclose(type);
  H5Sclose(space);
  return error;
}

/* This rank. The first number out of bounds is a failure. */
static PetscErrorCode CheckBounds(GrCheckpoint file, const char *table, const GrColumn *column, const GrBounds *bounds,
                                  GrRows rows, const void *data)
{
  const PetscInt64 row = GrBoundsFirst(bounds, column, rows.count, data);
  const size_t bytes = sizeof(double) * (size_t)column->components;
  char what[256];

  if (row >= rows.count)
    return 0;
  GrBoundsDescribe(bounds, column, (const char *)data + bytes * (size_t)row, what, sizeof(what));
  return GrFail(GR_EXIT_FILE, "%s: row %" PetscInt64_FMT " of %s/%s %s; use another checkpoint", file->path,
                rows.first + row, table, column->name, what);
}

PetscErrorCode GrCheckpointGetColumn(GrCheckpoint file, const char *table, const GrColumn *column,
                                     const GrBounds *bounds, GrRows rows, void *data)
{
  hid_t dataset;

  PetscFunctionBeginUser;
  PetscErrorCode error = OpenDataset(file, table, column->name, &dataset);
  if (!error) {
    error = ReadRows(file, dataset, table, column, rows, data);
    H5Dclose(dataset);
  }
  if (!error)
    error = CheckBounds(file, table, column, bounds, rows, data);
  PetscCall(GrFailAgree(file->comm, error));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointGetNumber(GrCheckpoint file, const GrColumn *column, const GrBounds *bounds, void *value)
{
  PetscFunctionBeginUser;
  PetscCall(GrCheckpointGetColumn(file, GR_CHECKPOINT_NUMBERS, column, bounds, (GrRows){1, 0, 1}, value));
  PetscFunctionReturn(0);
}
