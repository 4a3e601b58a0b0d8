/* What is in a checkpoint: texts in the group `texts`, numbers in `numbers` (tables of one row, really), a group for
   each table with a dataset for each column. */
#include "io/checkpoint/checksum.h"
#include "io/checkpoint/file.h"
#include "io/h5/plain.h"

#include <errno.h>
#include <granum/error.h>
#include <inttypes.h>
#include <string.h>

enum { MISFIT = -2, FAILED = -3 }; /* instead of a place in the file */

static const char texts[] = "texts", numbers[] = "numbers";

static PetscErrorCode CheckName(const char *name)
{
  size_t length = strlen(name);

  PetscFunctionBeginUser;
  PetscCheck(length > 0 && length < GR_CHECKPOINT_NAME && !strchr(name, '/') && strcmp(name, ".") != 0, PETSC_COMM_SELF,
             PETSC_ERR_ARG_WRONG, "\"%s\" cannot be a name in a checkpoint", name);
  PetscFunctionReturn(0);
}

/* What this rank gave, for the checksum of the file when it is committed. */
static PetscErrorCode NoteGiven(GrCheckpoint file, const char *path, int64_t at, uint64_t part, uint64_t bytes)
{
  PetscFunctionBeginUser;
  PetscCall(PetscRealloc((size_t)(file->n_given + 1) * sizeof(GrCheckpointGiven), &file->given));
  GrCheckpointGiven *given = &file->given[file->n_given++];
  *given = (GrCheckpointGiven){.at = at, .bytes = (int64_t)bytes, .part = part};
  PetscCall(PetscStrallocpy(path, &given->path));
  PetscFunctionReturn(0);
}

/* Texts, and nothing else, are in `texts`; rows of numbers, one or many to a row, in all other tables. */
PetscErrorCode GrCheckpointDataset(GrCheckpoint file, const char *table, const char *name, GrDataset *dataset)
{
  PetscFunctionBeginUser;
  *dataset = (GrDataset){.results = &file->inside};
  PetscCall(GrResultsJoin(table, name, &dataset->path));
  PetscCall(GrPlainOpen(dataset));
  if (dataset->extent.rank > 2 || (dataset->extent.rank == 0) != (strcmp(table, texts) == 0))
    PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: %s is not %s, which granum does not write; use another checkpoint",
                               file->path, dataset->path,
                               strcmp(table, texts) == 0 ? "a text" : "a column of numbers"));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointHas(GrCheckpoint file, const char *table, const char *name, PetscBool *has)
{
  char *path;

  PetscFunctionBeginUser;
  PetscCall(GrResultsJoin(table, name, &path));
  PetscCall(GrPlainExists(&file->inside, path, has));
  PetscCall(PetscFree(path));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointLink(GrCheckpoint file, const char *group, hsize_t i, char name[GR_CHECKPOINT_NAME],
                                hsize_t *n)
{
  GrErrorContext context = GrResultsErrorContext(&file->inside, "list", group);
  H5G_info_t info;

  PetscFunctionBeginUser;
  name[0] = '\0';
  GrCallHdf5(&context, H5Gget_info_by_name(file->inside.file, group, &info, H5P_DEFAULT));
  *n = info.nlinks;
  if (i < *n)
    GrCallHdf5(&context, H5Lget_name_by_idx(file->inside.file, group, H5_INDEX_NAME, H5_ITER_INC, i, name,
                                            GR_CHECKPOINT_NAME, H5P_DEFAULT));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointTableRows(GrCheckpoint file, const char *table, PetscInt64 *total)
{
  GrErrorContext context = GrResultsErrorContext(&file->inside, "look for", table);
  char name[GR_CHECKPOINT_NAME];
  GrDataset dataset;
  htri_t exists;
  hsize_t n = 0;

  PetscFunctionBeginUser;
  *total = -1;
  PetscCall(CheckName(table));
  GrCallHdf5(&context, exists = H5Lexists(file->inside.file, table, H5P_DEFAULT));
  if (exists)
    PetscCall(GrCheckpointLink(file, table, 0, name, &n));
  if (n == 0)
    PetscFunctionReturn(0);
  PetscCall(GrCheckpointDataset(file, table, name, &dataset));
  *total = (PetscInt64)dataset.extent.size[0];
  PetscCall(GrDatasetClose(&dataset));
  PetscFunctionReturn(0);
}

/* First rank. Makes the dataset of a column with so many rows; where they begin in the file, -1: there are none. */
static PetscErrorCode MakeColumn(GrCheckpoint file, const char *table, const GrColumn *column, PetscInt64 rows,
                                 int64_t *at)
{
  const int rank = column->components > 1 ? 2 : 1;
  const GrExtent extent = {rank, {(hsize_t)rows, (hsize_t)column->components}, {0}, PETSC_FALSE};
  GrDataset dataset;

  PetscFunctionBeginUser;
  PetscCall(GrDatasetCreate(&file->inside, table, column, &extent, &dataset));
  const haddr_t begin = H5Dget_offset(dataset.id);
  *at = begin == HADDR_UNDEF ? -1 : (int64_t)begin;
  PetscCall(GrDatasetClose(&dataset));
  PetscFunctionReturn(0);
}

/* The rows of this rank to their place, behind `begin`. */
static PetscErrorCode WriteRows(GrCheckpoint file, const char *table, const GrColumn *column, int64_t begin,
                                GrRows rows, const void *data)
{
  const uint64_t width = sizeof(double) * (uint64_t)column->components,
                 after = (uint64_t)(rows.total - rows.first - rows.count) * width;
  uint64_t part = 0;
  char *path;
  int error = 0;

  PetscFunctionBeginUser;
  PetscCall(GrResultsJoin(table, column->name, &path));
  if (rows.count > 0)
    error = begin < 0 ? EIO
                      : GrCheckpointDirectWrite(file, begin + rows.first * (int64_t)width, data,
                                                (size_t)rows.count * width, after, &part);
  if (error && !file->error)
    file->error = GrFail(GR_EXIT_FILE, "%s: could not write %s: %s", file->inside.path, path, strerror(error));
  PetscCall(NoteGiven(file, path, begin, part, (uint64_t)rows.total * width));
  PetscCall(PetscFree(path));
  PetscFunctionReturn(0);
}

/* A number for a row, one in 2^64. The differences of the numbers of end and begin, added up over runs of rows, are
   that of the whole if each begins where another ends; gaps and overlaps show. */
static uint64_t Scatter(PetscInt64 row)
{
  uint64_t x = ((uint64_t)row + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/* First rank. Makes a column of a table; the place is MISFIT if it has not as many rows as the others. */
static PetscErrorCode MakeTableColumn(GrCheckpoint file, const char *table, const GrColumn *column, PetscInt64 rows,
                                      int64_t *at)
{
  PetscInt64 total;

  PetscFunctionBeginUser;
  PetscCall(GrCheckpointTableRows(file, table, &total));
  *at = MISFIT;
  if (total < 0 || total == rows)
    PetscCall(MakeColumn(file, table, column, rows, at));
  PetscFunctionReturn(0);
}

/* The rows of the ranks are those of the column; nobody has failed to write before. */
static PetscErrorCode AgreeOnRows(GrCheckpoint file, const char *table, const GrColumn *column, GrRows rows)
{
  enum { COUNT, RUNS, ERRORS, WORDS };
  uint64_t word[WORDS] = {(uint64_t)rows.count, Scatter(rows.first + rows.count) - Scatter(rows.first),
                          file->error != 0};

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, word, WORDS, MPI_UINT64_T, MPI_SUM, file->comm));
  if (word[ERRORS])
    PetscFunctionReturn(GrFailAgree(file->comm, file->error));
  PetscCheck(word[RUNS] == Scatter(rows.total) - Scatter(0), PETSC_COMM_SELF, PETSC_ERR_ARG_SIZ,
             "%s/%s: the rows of the ranks, %" PRIu64 " of %" PetscInt64_FMT ", have gaps or overlap", table,
             column->name, word[COUNT], rows.total);
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointPutColumn(GrCheckpoint file, const char *table, const GrColumn *column, GrRows rows,
                                     const void *data)
{
  int64_t at = -1;

  PetscFunctionBeginUser;
  if (file->kept) {
    PetscCall(GrMemoryCheckpointAddColumn(file, table, column, rows, data));
    PetscFunctionReturn(0);
  }
  PetscCall(CheckName(table));
  PetscCall(CheckName(column->name));
  PetscCheck(strcmp(table, texts) != 0 && strcmp(table, numbers) != 0, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG,
             "the name \"%s\" is taken", table);
  PetscCall(AgreeOnRows(file, table, column, rows));
  if (file->rank == 0 && !file->error)
    file->error = MakeTableColumn(file, table, column, rows.total, &at);
  if (file->error)
    at = FAILED;
  PetscCallMPI(MPI_Bcast(&at, 1, MPI_INT64_T, 0, file->comm));
  if (at == FAILED)
    PetscFunctionReturn(GrFailAgree(file->comm, file->error));
  PetscCheck(at != MISFIT, PETSC_COMM_SELF, PETSC_ERR_ARG_SIZ,
             "%s/%s: the table has another number of rows than %" PetscInt64_FMT, table, column->name, rows.total);
  PetscCall(WriteRows(file, table, column, at, rows, data));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointPutNumber(GrCheckpoint file, const GrColumn *column, const void *value)
{
  int64_t at = -1;

  PetscFunctionBeginUser;
  if (file->kept) {
    PetscCall(GrMemoryCheckpointAddNumber(file, column, value));
    PetscFunctionReturn(0);
  }
  PetscCall(CheckName(column->name));
  if (file->rank == 0 && !file->error)
    file->error = MakeColumn(file, numbers, column, 1, &at);
  PetscCall(WriteRows(file, numbers, column, at, (GrRows){1, 0, file->rank == 0 && !file->error}, value));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointPutText(GrCheckpoint file, const char *name, const char *text)
{
  char *path;

  PetscFunctionBeginUser;
  if (file->kept) {
    PetscCall(GrMemoryCheckpointAddText(file, name, text));
    PetscFunctionReturn(0);
  }
  PetscCall(CheckName(name));
  PetscCall(GrResultsJoin(texts, name, &path));
  if (file->rank == 0 && !file->error)
    file->error = GrResultsText(&file->inside, path, NULL, text);
  PetscCall(NoteGiven(file, path, -1, file->rank == 0 ? GrChecksumPart(text, strlen(text), 0) : 0, strlen(text)));
  PetscCall(PetscFree(path));
  PetscFunctionReturn(0);
}

static PetscErrorCode NeedDataset(GrCheckpoint file, const char *table, const char *name, GrDataset *dataset)
{
  PetscBool has = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(GrCheckpointHas(file, table, name, &has));
  if (!has)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: the checkpoint has no %s/%s; it was written by granum %s, this is %s",
                               file->path, table, name, file->header.program, GRANUM_VERSION));
  PetscCall(GrCheckpointDataset(file, table, name, dataset));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadText(const GrDataset *dataset, char **text)
{
  GrErrorContext context = GrResultsErrorContext(dataset->results, "read", dataset->path);
  hid_t type;

  PetscFunctionBeginUser;
  GrCallHdf5(&context, type = H5Dget_type(dataset->id));
  PetscCall(PetscCalloc1(H5Tget_size(type) + 1, text)); /* GrPlainOpen has seen that it is one string of this size */
  GrCallHdf5Agree(&context, H5Dread(dataset->id, type, H5S_ALL, H5S_ALL, dataset->results->transfer, *text));
  GrCallLocal(H5Tclose(type));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointGetText(GrCheckpoint file, const char *name, char **text)
{
  GrDataset dataset;

  PetscFunctionBeginUser;
  PetscCall(NeedDataset(file, texts, name, &dataset));
  PetscCall(ReadText(&dataset, text));
  PetscCall(GrDatasetClose(&dataset));
  PetscFunctionReturn(0);
}

/* Does the dataset have the numbers of this column, in so many rows? */
static PetscErrorCode CheckShape(GrCheckpoint file, const GrDataset *dataset, const GrColumn *column, GrRows rows)
{
  const hid_t memory = column->number == GR_REAL ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64;
  const hsize_t components = dataset->extent.rank > 1 ? dataset->extent.size[1] : 1;

  PetscFunctionBeginUser;
  if (dataset->memory != memory || components != (hsize_t)column->components)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: %s does not have %d %s a row; it was written by granum %s, this is %s", file->path,
                               dataset->path, column->components, column->number == GR_REAL ? "real" : "integer",
                               file->header.program, GRANUM_VERSION));
  if (dataset->extent.size[0] != (hsize_t)rows.total)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: %s has %llu rows instead of %" PetscInt64_FMT "; use another checkpoint",
                               file->path, dataset->path, (unsigned long long)dataset->extent.size[0], rows.total));
  PetscCheck(rows.first >= 0 && rows.count >= 0 && rows.count <= rows.total - rows.first, PETSC_COMM_SELF,
             PETSC_ERR_ARG_OUTOFRANGE, "rows of %s that it does not have", dataset->path);
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointFault(GrCheckpoint file, const char *table, const char *name, PetscInt64 row,
                                 const char *what)
{
  return GrFail(GR_EXIT_FILE, "%s: row %" PetscInt64_FMT " of %s/%s %s; use another checkpoint", file->path, row, table,
                name, what);
}

/* The first number out of bounds, over all ranks, is a failure. */
static PetscErrorCode CheckBounds(GrCheckpoint file, const char *table, const GrColumn *column, const GrBounds *bounds,
                                  GrRows rows, const PetscInt64 *present, const void *data)
{
  const PetscInt64 row = GrBoundsFirst(bounds, column, rows.count, present, data);
  const size_t bytes = sizeof(double) * (size_t)column->components;
  PetscErrorCode error = 0;
  char what[256];

  PetscFunctionBeginUser;
  if (row < rows.count) {
    GrBoundsDescribe(bounds, column, (const char *)data + bytes * (size_t)row, what, sizeof(what));
    error = GrCheckpointFault(file, table, column->name, rows.first + row, what);
  }
  PetscCall(GrFailAgree(file->inside.comm, error));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointGetPresent(GrCheckpoint file, const char *table, const GrColumn *column,
                                      const GrBounds *bounds, GrRows rows, const PetscInt64 *present, void *data)
{
  GrDataset dataset;

  PetscFunctionBeginUser;
  PetscCall(NeedDataset(file, table, column->name, &dataset));
  PetscErrorCode code = CheckShape(file, &dataset, column, rows);
  if (!code)
    code = GrCheckpointSlotsRead(&dataset, rows, data);
  PetscCall(GrDatasetClose(&dataset));
  PetscCall(code);
  PetscCall(CheckBounds(file, table, column, bounds, rows, present, data));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointGetColumn(GrCheckpoint file, const char *table, const GrColumn *column,
                                     const GrBounds *bounds, GrRows rows, void *data)
{
  PetscFunctionBeginUser;
  PetscCall(GrCheckpointGetPresent(file, table, column, bounds, rows, NULL, data));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointGetNumber(GrCheckpoint file, const GrColumn *column, const GrBounds *bounds, void *value)
{
  PetscFunctionBeginUser;
  PetscCall(GrCheckpointGetColumn(file, numbers, column, bounds, (GrRows){1, 0, 1}, value));
  PetscFunctionReturn(0);
}
