/* Opens, reads and closes a checkpoint. Each rank opens the file for itself with HDF5's serial driver, so that
   reading needs no communication inside HDF5. */
#include "io/checkpoint/file.h"

#include <granum_version.h>
#include <string.h>
#include <unistd.h>

/* ---- the head ---- */

static bool ReadAttribute(hid_t object, const char *name, void *value)
{
  const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
  return attribute >= 0 && H5Aread(attribute, H5T_NATIVE_INT64, value) >= 0 && H5Aclose(attribute) >= 0;
}

/* Reads the head of an open file. Up to format 6, checkpoints had the text `program` and another head. */
static void ReadOpenHead(hid_t file, GrCheckpointHead *head, char reason[GR_CHECKPOINT_REASON])
{
  hid_t dataset, type;

  if (H5Lexists(file, GR_CHECKPOINT_TEXTS, H5P_DEFAULT) == 0)
    snprintf(reason, GR_CHECKPOINT_REASON, "this is an HDF5 file but not a granum checkpoint");
  else if ((dataset = H5Dopen2(file, GR_CHECKPOINT_TEXTS "/program", H5P_DEFAULT)) < 0 ||
           GrHdf5StringType(sizeof(head->program) - 1, &type) ||
           H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, head->program) < 0)
    snprintf(reason, GR_CHECKPOINT_REASON, "the checkpoint is damaged or truncated: texts/program cannot be read");
  else if (!ReadAttribute(file, "format", &head->format) || head->format != GR_CHECKPOINT_FORMAT ||
           !ReadAttribute(file, "step", &head->step) || !ReadAttribute(file, "sequence", &head->sequence))
    snprintf(reason, GR_CHECKPOINT_REASON,
             "the checkpoint was written by granum %s and has the format %lld; this program, granum " GRANUM_VERSION
             ", reads the format %d; finish the run with the granum that wrote it",
             head->program, (long long)head->format, GR_CHECKPOINT_FORMAT);
}

bool GrCheckpointHeadRead(const char *path, GrCheckpointHead *head, char reason[GR_CHECKPOINT_REASON])
{
  const hid_t file = GrHdf5ReaderFile(path, "checkpoint", reason);

  *head = (GrCheckpointHead){0};
  if (file >= 0) {
    ReadOpenHead(file, head, reason);
    if (H5Fclose(file) < 0)
      snprintf(reason, GR_CHECKPOINT_REASON, "the file cannot be closed");
  }
  return !reason[0];
}

bool GrCheckpointIs(const char *path)
{
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *ending = strrchr(name, '.');
  char reason[GR_CHECKPOINT_REASON];
  GrCheckpointHead head;

  if (strncmp(name, "checkpoint-", strlen("checkpoint-")) == 0 && ending && strcmp(ending, ".h5") == 0)
    return true;
  return GrHdf5Quiet() == 0 && (GrCheckpointHeadRead(path, &head, reason) || head.program[0]);
}

/* ---- verifying all datasets ---- */

/* The checksum of a dataset: of the rows that this rank has read, and the value in the file. */
typedef struct {
  uint64_t sum, expected;
} Sums;

/* Sums up this rank's share of the rows of a dataset. A text is one row. */
static PetscErrorCode SumShare(const GrHdf5Reader *reader, const char *path, int rank, int size, Sums *sums)
{
  enum { BYTES = 4 << 20 };
  hsize_t start[H5S_MAX_RANK] = {0}, count[H5S_MAX_RANK];
  GrHdf5Source s;

  PetscCall(GrHdf5SourceOpen(reader, path, NULL, &s));
  if (!ReadAttribute(s.id, GR_CHECKPOINT_SUM, &sums->expected))
    return GrFail(GR_EXIT_FILE, "%s has no checksum", path);
  const hsize_t rows = s.rank > 0 ? s.length[0] : 1, width = s.n / PetscMax(rows, 1),
                run = PetscMax(BYTES / PetscMax(width * s.values.size, 1), 1),
                end = rows * (hsize_t)(rank + 1) / (hsize_t)size;
  PetscCall(PetscArraycpy(count, s.length, H5S_MAX_RANK));
  for (start[0] = rows * (hsize_t)rank / (hsize_t)size; start[0] < end; start[0] += run) {
    count[0] = PetscMin(run, end - start[0]);
    PetscCall(GrHdf5SourceRead(&s, start, count));
    const size_t bytes = s.values.n * s.values.size + (s.rank == 0 ? sizeof(uint64_t) : 0);
    sums->sum += GrCheckpointSum(s.values.data, bytes / sizeof(uint64_t), start[0] * width);
  }
  return GrHdf5SourceClose(&s);
}

/* Opens the file on this rank and sums up its shares of all datasets. */
static PetscErrorCode SumShares(GrCheckpoint file, int size, Sums **sums)
{
  const GrLinks *links = &file->reader.links;

  PetscCall(GrHdf5ReaderOpen(file->path, &file->reader));
  PetscCall(PetscCalloc1(links->n, sums));
  for (size_t i = 0; i < links->n; i++)
    if (links->link[i].kind == GR_LINK_DATASET)
      PetscCall(SumShare(&file->reader, links->link[i].path, file->rank, size, &(*sums)[i]));
  return 0;
}

/* Compares all datasets with their checksums. Collective. */
static PetscErrorCode Verify(GrCheckpoint file)
{
  Sums *sums = NULL;
  int size;

  PetscCallMPI(MPI_Comm_size(file->comm, &size));
  PetscErrorCode error = GrFailAgree(file->comm, SumShares(file, size, &sums));
  for (size_t i = 0; !error && i < file->reader.links.n; i++) {
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &sums[i].sum, 1, MPI_UINT64_T, MPI_SUM, file->comm));
    if (sums[i].sum != sums[i].expected)
      error = GrFail(GR_EXIT_FILE, "%s does not have its checksum", file->reader.links.link[i].path);
  }
  PetscCall(PetscFree(sums));
  return error;
}

PetscErrorCode GrCheckpointClose(GrCheckpoint *file)
{
  if (!*file)
    return 0;
  if ((*file)->file >= 0)
    (void)H5Fclose((*file)->file); /* an incomplete file */
  if ((*file)->disk >= 0)
    (void)close((*file)->disk); /* nothing was written with it */
  PetscCall(GrHdf5ReaderClose(&(*file)->reader));
  for (int i = 0; i < (*file)->n_pieces; i++) {
    GrCheckpointPiece *p = &(*file)->piece[i];
    PetscCall(PetscFree(p->table));
    PetscCall(PetscFree(p->name));
    PetscCall(PetscFree(p->unit));
    PetscCall(PetscFree(p->description));
    PetscCall(PetscFree(p->data));
  }
  PetscCall(PetscFree((*file)->piece));
  return PetscFree(*file);
}

PetscInt64 GrCheckpointStep(GrCheckpoint file)
{
  return (PetscInt64)file->head.step;
}

PetscErrorCode GrCheckpointOpen(MPI_Comm comm, const char *path, GrCheckpoint *file)
{
  char reason[GR_CHECKPOINT_REASON];
  int valid = 0;

  PetscCall(GrHdf5Quiet());
  PetscCall(PetscNew(file));
  (*file)->disk = -1;
  (*file)->comm = comm;
  (*file)->file = H5I_INVALID_HID;
  PetscCall(PetscStrncpy((*file)->path, path, sizeof((*file)->path)));
  PetscCallMPI(MPI_Comm_rank(comm, &(*file)->rank));
  if ((*file)->rank == 0)
    valid = GrCheckpointHeadRead(path, &(*file)->head, reason);
  PetscCallMPI(MPI_Bcast(&valid, 1, MPI_INT, 0, comm));
  PetscCallMPI(MPI_Bcast(&(*file)->head, sizeof((*file)->head), MPI_BYTE, 0, comm));
  if (valid) {
    valid = Verify(*file) == 0;
    const char *message = GrFailureMessage(),
               *after = strncmp(message, path, strlen(path)) ? NULL : message + strlen(path);
    snprintf(reason, sizeof(reason), "the checkpoint is damaged%s: %s", after ? " or truncated" : "",
             after ? after + 2 : message);
  }
  if (valid)
    return 0;
  GrFailureClear();
  PetscCall(GrCheckpointClose(file));
  return GrCheckpointRefuse(comm, path, reason);
}

/* ---- reading ---- */

/* This rank. Opens table/name. */
static PetscErrorCode OpenDataset(GrCheckpoint file, const char *table, const char *name, GrHdf5Source *source)
{
  char path[GR_CHECKPOINT_OBJECT];

  snprintf(path, sizeof(path), "%s/%s", table, name);
  const GrLink *link = GrHdf5ReaderFind(&file->reader, path);
  if (!link)
    return GrFail(GR_EXIT_FILE, "%s: the checkpoint has no %s; it was written by granum %s, this is %s", file->path,
                  path, file->head.program, GRANUM_VERSION);
  return GrHdf5SourceOpen(&file->reader, link->path, NULL, source);
}

bool GrCheckpointHas(GrCheckpoint file, const char *table, const char *name)
{
  char path[GR_CHECKPOINT_OBJECT];

  snprintf(path, sizeof(path), "%s/%s", table, name);
  return GrHdf5ReaderFind(&file->reader, path) != NULL;
}

PetscErrorCode GrCheckpointTableRows(GrCheckpoint file, const char *table, PetscInt64 *total)
{
  const GrLinks *links = &file->reader.links;
  const GrLink *group = GrHdf5ReaderFind(&file->reader, table);
  hsize_t length[H5S_MAX_RANK];
  int rank = -1;

  if (group && group + 1 < links->link + links->n) /* the links are sorted: the first column follows its group */
    PetscCall(GrHdf5ReaderExtent(&file->reader, group[1].path, &rank, length));
  *total = rank > 0 ? (PetscInt64)length[0] : -1;
  return 0;
}

/* This rank. Reads a text. */
static PetscErrorCode ReadText(GrCheckpoint file, const char *name, char **text)
{
  const hsize_t none[1] = {0};
  GrHdf5Source source;

  PetscCall(OpenDataset(file, GR_CHECKPOINT_TEXTS, name, &source));
  PetscCall(GrHdf5SourceRead(&source, none, none));
  PetscCall(PetscStrallocpy(source.values.data, text));
  return GrHdf5SourceClose(&source);
}

PetscErrorCode GrCheckpointGetText(GrCheckpoint file, const char *name, char **text)
{
  *text = NULL;
  return GrFailAgree(file->comm, ReadText(file, name, text));
}

/* This rank. Reads rows without a check of bounds. */
static PetscErrorCode ReadRows(GrCheckpoint file, const char *table, const GrColumn *column, GrRows rows, void *data)
{
  const hsize_t start[] = {(hsize_t)rows.first, 0}, count[] = {(hsize_t)rows.count, (hsize_t)column->components};
  GrHdf5Source s;

  PetscCall(OpenDataset(file, table, column->name, &s));
  if (H5Tequal(s.values.type, GrHdf5Type(column)) <= 0 || s.rank < 1 || s.length[0] != (hsize_t)rows.total ||
      s.n != s.length[0] * count[1])
    return GrFail(GR_EXIT_FILE,
                  "%s: %s/%s does not have %" PetscInt64_FMT
                  " rows with %d %s; granum %s wrote it, this is granum %s; use another checkpoint",
                  file->path, table, column->name, rows.total, column->components,
                  column->number == GR_REAL ? "real" : "integer", file->head.program, GRANUM_VERSION);
  if (rows.count > 0)
    PetscCall(GrHdf5SourceReadAs(&s, GrHdf5Type(column), start, count, data));
  return GrHdf5SourceClose(&s);
}

/* This rank. Fails if a number is out of bounds. */
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
  PetscErrorCode error = ReadRows(file, table, column, rows, data);
  if (!error)
    error = CheckBounds(file, table, column, bounds, rows, data);
  return GrFailAgree(file->comm, error);
}

PetscErrorCode GrCheckpointGetNumber(GrCheckpoint file, const GrColumn *column, const GrBounds *bounds, void *value)
{
  return GrCheckpointGetColumn(file, GR_CHECKPOINT_NUMBERS, column, bounds, (GrRows){1, 0, 1}, value);
}
